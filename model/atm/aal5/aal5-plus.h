// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * AAL5+: AAL5 whose user-to-user octet tells headers from picture data and numbers the PDUs.
 */
#ifndef AAL5_PLUS_H
#define AAL5_PLUS_H

#include "ns3/aal5.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// What a PDU of AAL5+ carries.
enum Aal5PlusType
{
    AAL5_PLUS_SYSTEM = 0, //!< headers of the video and of the multiplex, audio
    AAL5_PLUS_DATA = 1    //!< pictures
};

/**
 * @ingroup hsn-atm
 * @brief The user-to-user octet of AAL5+ (Mehaoua, Boutaba and Pujolle, section 3.2): type in the
 * most significant bit, and a sequence number of 7 bits, counted for each type.
 *
 * All else is AAL5's: a standard receiver accepts these PDUs and hands the octet to its user.
 */
class Aal5Plus
{
  public:
    static constexpr uint32_t SEQUENCES = 128; //!< of numbers

    /// Common part indicator of a PDU with parity of diagonals; standard receivers discard it,
    /// since I.363.5, section 9.2.1.1, has 0 only. It has the number of the parity PDU that it
    /// follows.
    static constexpr uint8_t DIAGONALS_CPI = 1;

    /// @param type of the PDU @param sequence any number, taken modulo 128 @return the octet
    static uint8_t MakeUu(Aal5PlusType type, uint64_t sequence)
    {
        return static_cast<uint8_t>(type << 7 | (sequence % SEQUENCES));
    }

    /// @param uu the octet @return the type of the PDU
    static Aal5PlusType GetType(uint8_t uu)
    {
        return uu >> 7 != 0 ? AAL5_PLUS_DATA : AAL5_PLUS_SYSTEM;
    }

    /// @param uu the octet @return the number of the PDU, 0 to 127
    static uint8_t GetSequence(uint8_t uu)
    {
        return uu & (SEQUENCES - 1);
    }

    /**
     * @param sdu octets of an SDU
     * @param hasOctet whether the header of the service specific part is an octet of its own, as
     * the paper draws it, and not the type in the user-to-user octet
     * @return cells of its PDU
     */
    static uint32_t CellsFor(uint32_t sdu, bool hasOctet)
    {
        return Aal5::CellsFor(sdu + (hasOctet ? 1 : 0));
    }
};
} // namespace hsn
} // namespace ns3

#endif // AAL5_PLUS_H
