// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_CELL_H
#define ATM_CELL_H

#include "atm-vc-id.h"
#include "cell-burst.h"

#include <array>
#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Header error control: the CRC-8 of ITU-T I.432.1, 4.3.2.
 *
 * Generator x^8 + x^2 + x + 1 over the first four header octets, remainder xor 0x55.
 */
class AtmHec
{
  public:
    /**
     * @param h the first four octets of a cell header
     * @return the fifth
     */
    static uint8_t Compute(const uint8_t h[4]);

    /**
     * @param h the five octets of a header
     * @return 0 if they agree, else the pattern that tells which bits were inverted
     */
    static uint8_t Syndrome(const uint8_t h[5]);

    /**
     * @param syndrome what Syndrome() returned
     * @return the bit (0..39, most significant bit of the first octet first) whose inversion alone
     *         has this syndrome, or -1 if no single bit has
     */
    static int ErrorBit(uint8_t syndrome);
};

/**
 * @ingroup hsn-atm
 * @brief The HEC receiver of ITU-T I.432.1, 4.3.2: corrects one bit, then only detects.
 *
 * In correction mode a header with one inverted bit is corrected and one with more is discarded;
 * either leads to detection mode, in which every header with an error is discarded. The first
 * header without error leads back to correction mode, which is the initial one.
 */
class AtmHecReceiver
{
  public:
    /// What became of a header.
    enum Verdict
    {
        VALID,     //!< it was right
        CORRECTED, //!< one bit was wrong and is right now
        DISCARDED  //!< the cell is to be discarded
    };

    /// Mode of operation.
    enum Mode
    {
        CORRECTION, //!< single bits are corrected
        DETECTION   //!< errors are detected only
    };

    /// How many headers met which fate.
    struct Counters
    {
        uint64_t valid{0};       //!< without error
        uint64_t corrected{0};   //!< one bit corrected
        uint64_t uncorrected{0}; //!< discarded: more than one bit, in correction mode
        uint64_t detected{0};    //!< discarded: any error, in detection mode
    };

    /**
     * @param header the five octets, corrected in place if the verdict is CORRECTED and left alone
     *               otherwise
     * @return what became of it
     */
    Verdict Receive(uint8_t header[5]);

    /// @return the mode for the next header
    Mode GetMode() const
    {
        return m_mode;
    }

    /// @return the counters
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  private:
    Mode m_mode{CORRECTION}; //!< mode for the next header
    Counters m_counters;     //!< fates so far
};

/**
 * @ingroup hsn-atm
 * @brief The header of a cell (ITU-T I.361, 2.2 and 2.3).
 */
struct AtmCellHeader
{
    /// Which of the two header formats.
    enum Format
    {
        UNI, //!< user-network interface: GFC 4 bits, VPI 8 bits
        NNI  //!< network-node interface: no GFC, VPI 12 bits
    };

    /// Payload types (I.361, 2.2.4).
    enum Pti
    {
        PTI_LAST = 1,       //!< bit: user-to-user indication, which AAL5 sets in its last cells
        PTI_EFCI = 2,       //!< bit: congestion experienced
        PTI_OAM = 4,        //!< bit: not a user cell; the other two bits mean something else then
        PTI_SEGMENT = 4,    //!< segment OAM F5
        PTI_END_TO_END = 5, //!< end-to-end OAM F5
        PTI_RESOURCE = 6    //!< resource management
    };

    uint8_t gfc{0};  //!< generic flow control, 0..15, UNI only
    uint16_t vpi{0}; //!< virtual path identifier, 0..255 (UNI) or 0..4095 (NNI)
    uint16_t vci{0}; //!< virtual channel identifier, 0..65535
    uint8_t pti{0};  //!< payload type, 0..7
    uint8_t clp{0};  //!< cell loss priority, 0 or 1 (discard first)

    /**
     * @param format which header format it is for
     * @return nothing if every field fits, else what is wrong, with the value and its limit
     */
    std::string Check(Format format) const;

    /**
     * Aborts with Check()'s text if a field does not fit.
     *
     * @param format header format
     * @param out the five octets, HEC last
     */
    void Serialize(Format format, uint8_t out[5]) const;

    /**
     * Aborts with Check()'s text if a field does not fit.
     *
     * @param format header format
     * @param out the four octets before the HEC, as capture files want them
     */
    void SerializeWithoutHec(Format format, uint8_t out[4]) const;

    /**
     * @param format header format
     * @param in five octets
     * @param header what they say, set whether or not the HEC is right
     * @return true if the HEC is right (to correct it, see AtmHecReceiver)
     */
    static bool Parse(Format format, const uint8_t in[5], AtmCellHeader& header);

    /// @return true for a user cell that is the last one of an AAL5 PDU
    bool IsLast() const
    {
        return (pti & (PTI_OAM | PTI_LAST)) == PTI_LAST;
    }

    /// @return true for a user cell, false for OAM and resource management
    bool IsUser() const
    {
        return !(pti & PTI_OAM);
    }

    /// @return VPI and VCI
    AtmVcId GetVc() const
    {
        return AtmVcId{vpi, vci};
    }
};

/// @param a one header @param b another @return true if every field is the same
bool operator==(const AtmCellHeader& a, const AtmCellHeader& b);
/// @param os the stream @param h the header @return the stream; prints the fields on one line
std::ostream& operator<<(std::ostream& os, const AtmCellHeader& h);

/**
 * @ingroup hsn-atm
 * @brief A cell of 53 octets (ITU-T I.361, 2.1), for captures and tests.
 *
 * On links there are only CellBurst objects.
 */
struct AtmCell
{
    AtmCellHeader header;                                    //!< header
    std::array<uint8_t, CellBurst::PAYLOAD_BYTES> payload{}; //!< information field

    /**
     * Aborts with AtmCellHeader::Check()'s text if a header field does not fit.
     *
     * @param format header format
     * @param out the 53 octets
     */
    void Serialize(AtmCellHeader::Format format, uint8_t out[CellBurst::CELL_BYTES]) const;

    /**
     * @param format header format
     * @param in 53 octets
     * @param cell what they say, set whether or not the HEC is right
     * @return true if the HEC is right
     */
    static bool Parse(AtmCellHeader::Format format,
                      const uint8_t in[CellBurst::CELL_BYTES],
                      AtmCell& cell);

    /**
     * @param burst a burst
     * @param i cell of the burst, 0..count-1 (also one marked discarded)
     * @return that cell, with the burst's labels, marks and inverted bits; GFC 0
     */
    static AtmCell FromBurst(const CellBurst& burst, uint32_t i = 0);
};
} // namespace hsn
} // namespace ns3

#endif // ATM_CELL_H
