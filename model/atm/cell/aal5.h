// SPDX-License-Identifier: GPL-2.0-only
#ifndef AAL5_H
#define AAL5_H

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief The CRC-32 of AAL5 (ITU-T I.363.5, 9.2.1.2).
 *
 * Generator 04C11DB7, most significant bit first, all ones at the start, complement at the end.
 * It can be fed in pieces of any length.
 */
class Aal5Crc32
{
  public:
    /// The register after a whole intact CPCS-PDU, CRC included.
    static constexpr uint32_t RESIDUE = 0xc704dd7b;

    /**
     * @param data octets
     * @param n how many
     */
    void Update(const uint8_t* data, size_t n);

    /// @return the CRC of everything so far, as it is sent
    uint32_t Get() const
    {
        return ~m_register;
    }

    /// @return the register, which is RESIDUE after a whole intact CPCS-PDU
    uint32_t GetRegister() const
    {
        return m_register;
    }

    /// @param data octets @param n how many @return their CRC, as it is sent
    static uint32_t Compute(const uint8_t* data, size_t n);

  private:
    uint32_t m_register{0xffffffff}; //!< remainder
};

/**
 * @ingroup hsn-atm
 * @brief Why a CPCS-PDU is not delivered (ITU-T I.363.5, 9.2.1 and 10; the counters of RFC 2515).
 */
enum class Aal5Error : uint8_t
{
    NONE,     //!< nothing wrong
    SIZE,     //!< no cell, or octets that are no multiple of 48 (not from a reassembler)
    CRC,      //!< CRC-32 wrong: inverted bits, lost cells, or two PDUs run together
    CPI,      //!< common part indicator is not 0, the only value defined
    ABORT,    //!< Length 0: the sender gave the PDU up
    LENGTH,   //!< PAD would not be 0..47 octets: lost or inserted cells
    OVERSIZE, //!< longer than the largest SDU agreed
    TIMEOUT   //!< the reassembly timer expired
};

/// Number of values of Aal5Error, NONE included.
constexpr size_t AAL5_N_ERRORS = 8;

/// @param error a cause @return its name, for example "CRC"
const char* ToString(Aal5Error error);
/// @param os the stream @param error a cause @return the stream
std::ostream& operator<<(std::ostream& os, Aal5Error error);

/// What the trailer of a CPCS-PDU says and whether the PDU is to be delivered.
struct Aal5Check
{
    Aal5Error cause{Aal5Error::NONE}; //!< NONE if the SDU is to be delivered
    uint16_t length{0};               //!< Length: octets of the SDU
    uint8_t uu{0};                    //!< user-to-user octet
    uint8_t cpi{0};                   //!< common part indicator
};

/**
 * @ingroup hsn-atm
 * @brief The AAL5 common part: CPCS-PDU making and checking (ITU-T I.363.5, 9.2).
 *
 * A CPCS-PDU is the SDU, PAD of 0..47 octets, and a trailer of UU (1), CPI (1), Length (2) and
 * CRC-32 (4); with PAD it fills cells of 48 octets.
 */
class Aal5
{
  public:
    /// Octets of a cell's payload.
    static constexpr uint32_t PAYLOAD_BYTES = 48;
    /// Octets of the trailer.
    static constexpr uint32_t TRAILER_BYTES = 8;
    /// Octets of an SDU, at most.
    static constexpr uint32_t MAX_SDU_BYTES = 65535;

    /**
     * @param sduSize octets of an SDU
     * @param cell octets of the PDU in a cell; fewer than 48 where something else is in it, too
     * @return cells of its CPCS-PDU: ceil((sduSize + 8) / cell)
     */
    static constexpr uint32_t CellsFor(uint32_t sduSize, uint32_t cell = PAYLOAD_BYTES)
    {
        return sduSize / cell + (sduSize % cell + TRAILER_BYTES + cell - 1) / cell;
    }

    /**
     * @param sduSize octets of an SDU
     * @return nothing if AAL5 can carry it, else what is wrong, with the value and the limit.
     *         0 is carried, but means abort: the receiver discards it
     */
    static std::string Check(uint64_t sduSize);

    /**
     * Makes a CPCS-PDU. Aborts with Check()'s text if the SDU is too long.
     *
     * @param sdu the octets (may be null if n is 0)
     * @param n how many, 0..65535
     * @param uu user-to-user octet
     * @param cpi common part indicator
     * @return 48 * CellsFor(n) octets
     */
    static std::vector<uint8_t> BuildCpcsPdu(const uint8_t* sdu,
                                             uint32_t n,
                                             uint8_t uu = 0,
                                             uint8_t cpi = 0);

    /**
     * Appends PAD and trailer. Aborts with Check()'s text if the SDU is too long.
     *
     * @param sdu the SDU; becomes its CPCS-PDU
     * @param uu user-to-user octet
     * @param cpi common part indicator
     * @param cell octets of the PDU in a cell, see CellsFor
     */
    static void AppendTrailer(std::vector<uint8_t>& sdu,
                              uint8_t uu,
                              uint8_t cpi,
                              uint32_t cell = PAYLOAD_BYTES);

    /**
     * Checks a CPCS-PDU, in this order: SIZE, CRC, CPI, ABORT, LENGTH, OVERSIZE.
     *
     * @param bytes the octets
     * @param len how many, any number
     * @param maxSdu the longest SDU to deliver
     * @param cell octets of the PDU in a cell, see CellsFor
     * @return the first thing wrong if any, and the trailer's fields (0 where the cause is SIZE)
     */
    static Aal5Check ParseCpcsPdu(const uint8_t* bytes,
                                  size_t len,
                                  uint32_t maxSdu = MAX_SDU_BYTES,
                                  uint32_t cell = PAYLOAD_BYTES);
};
} // namespace hsn
} // namespace ns3

#endif // AAL5_H
