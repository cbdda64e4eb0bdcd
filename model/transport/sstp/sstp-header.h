// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_HEADER_H
#define HSN_SSTP_HEADER_H

#include "sstp-pdu.h"

#include "ns3/packet.h"
#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief The fields of SSTP's PDUs, in rows of 4 octets (section 4.1; the paper's figure 4, which
 * has the widths, is lost).
 *
 * | row  | data, keep-alive, end-of-stream       | PACK, SNAK                                    |
 * |------|---------------------------------------|-----------------------------------------------|
 * | 0    | CID                                   | CID                                           |
 * | 1    | type 16, packet number 16             | type 16, flags 16 (1: window, 2: end is known)|
 * | 2    | shipment sequence number              | control sequence number                       |
 * | 3    | segment number                        | segment number                                |
 * | 4    | data, padded to rows                  | acknowledged segment number                   |
 * | 5    |                                       | window upper limit                            |
 * | 6    |                                       | SNAK: bitmap, most significant bit first      |
 * | last | pad 16, checksum 16                   | pad 16, checksum 16                           |
 *
 * The CID is the port of the end that sends data, and that of the other one; so the two directions
 * of a connection have a CID each. The pad field of data has the number of octets that pad it
 * (lowest two bits), whether the packet is the last one of its segment (highest bit), and whether
 * the segment has fewer octets than a full one (the bit below: the receiver has to learn how many
 * before it may give up its last packet). The checksum is that of RFC 1071; over IP, it covers the
 * pseudo header, too.
 *
 * All but the last row stands before the data. The last row, with the padding, has to be at the end
 * of the packet when the header is added or read: see Close() and Open().
 */
class SstpHeader : public PduHeader<SstpHeader, TransportHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::SstpHeader";
    /// Octets of a PDU of types 0 to 2 without data.
    static constexpr uint32_t DATA_SIZE = 20;
    /// Octets of a PACK; a SNAK has the bitmap more.
    static constexpr uint32_t PACK_SIZE = 28;

    /** @brief Names the fields before the data. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    /** @return whether the PDU goes to the sender of data */
    bool IsControl() const
    {
        return type >= SSTP_PACK;
    }

    /** @param pdu types 0 to 2: what the header says from now on */
    void Set(const SstpDataPdu& pdu);
    /** @param pdu types 3 and 4: what the header says from now on */
    void Set(const SstpControlPdu& pdu);
    /** @return what a header of types 0 to 2 says */
    SstpDataPdu GetData() const;
    /**
     * @brief Tells what a header of types 3 and 4 says.
     * @param packets of a full segment
     * @return it; of a SNAK whose bitmap has not ceil(packets / 32) rows, with the bitmap of all
     *         bits that it has
     */
    SstpControlPdu GetControl(uint32_t packets) const;

    /** @brief Adds padding and last row behind the data, before the header is added. @param packet
     * the data */
    void Close(Ptr<Packet> packet);
    /** @brief Removes them after the header was removed. @param packet data, padding and last row
     */
    void Open(Ptr<Packet> packet) const;

    // inherited from Header
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

    uint16_t type{SSTP_DATA};     //!< of the PDU
    uint16_t number{0};           //!< packet number, or flags
    uint32_t sequence{0};         //!< shipment or control sequence number
    uint32_t segment{0};          //!< segment number
    uint32_t acknowledged{0};     //!< control: acknowledged segment number
    uint32_t windowLimit{0};      //!< control: window upper limit
    std::vector<uint32_t> bitmap; //!< SNAK: rows
    uint8_t padding{0};           //!< octets that pad the data
    bool lastOfSegment{false};    //!< data: the last packet of its segment
    bool shortSegment{false};     //!< data: the segment has fewer octets than a full one

  private:
    /** @brief Checks size, pad field and flags. @param reader that has read the latter @param size
     * of the PDU in octets */
    void Check(PduReader& reader, uint32_t size) const;

    uint16_t m_pad{0}; //!< pad field that was read
};

extern template class PduHeader<SstpHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_HEADER_H
