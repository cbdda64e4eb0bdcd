// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_HEADER_H
#define HSN_MM_POC_HEADER_H

#include "mm-poc-pdu.h"

#include "ns3/transport-header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-mm-poc
 * @brief The header of the four PDUs (figure 4 of the paper; widths, set-up and end are ours).
 *
 * | octets | all PDUs                                                           |
 * |--------|--------------------------------------------------------------------|
 * | 0-7    | source port 16, destination port 16, checksum 16, reserved 16      |
 * | 8-9    | type 8, medium 8                                                   |
 *
 * | octets | DATA                        | ACK_REQ                     | ACK_RES, FNACK        |
 * |--------|-----------------------------|-----------------------------|-----------------------|
 * | 10-11  | flags 8 (1: Ack), reserved 8| flags 8 (1: end, 2: open), r.| end 1, list size 15  |
 * | 12-15  | number                      | open: association           | last received         |
 * | 16-    | one SDU                     | open: digest; end: total    | losses, 32 bits each  |
 *
 * ACK_REQ has association and digest with the flag open only, then total with the flag end only.
 */
class MmPocHeader : public TransportHeader
{
  public:
    /// Octets of the shortest header, an ACK_REQ without flags.
    static constexpr uint32_t MIN_SIZE = 12;
    /// Octets before the SDU.
    static constexpr uint32_t DATA_SIZE = 16;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief An ACK_REQ. */
    MmPocHeader();
    /** @param contents of the PDU */
    explicit MmPocHeader(const MmPocPdu& contents);

    // inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    MmPocPdu pdu; //!< what it says
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_HEADER_H
