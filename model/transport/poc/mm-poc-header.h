// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_HEADER_H
#define HSN_MM_POC_HEADER_H

#include "mm-poc-pdu.h"

#include "ns3/pdu-header.h"
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
class MmPocHeader : public PduHeader<MmPocHeader, TransportHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::MmPocHeader";
    /// Octets of the shortest header, an ACK_REQ without flags.
    static constexpr uint32_t MIN_SIZE = 12;
    /// Octets before the SDU.
    static constexpr uint32_t DATA_SIZE = 16;

    /** @brief An ACK_REQ. */
    MmPocHeader();
    /** @param contents of the PDU */
    explicit MmPocHeader(const MmPocPdu& contents);

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    MmPocPdu pdu; //!< what it says

  private:
    /** @brief Names the fields behind the medium of ACK_RES and FNACK. @param v what is done */
    template <typename V>
    void ListLosses(V& v);
};

extern template class PduHeader<MmPocHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_HEADER_H
