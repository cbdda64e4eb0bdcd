// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_TAG_H
#define HSN_BOSTON_TAG_H

#include "boston-parameters.h"

#include "ns3/tag.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief What a BostonSocket and the BostonAal of the same host tell each other about a packet that
 * passes through IP between them.
 *
 * ns-3's TcpHeader accepts no unknown options, so the fields of TCP Boston follow the IP datagram
 * in the AAL5 frame, where the IP of a host without TCP Boston removes them as padding. The AAL
 * writes and reads them; the tag is not on the wire. Packets keep their tags when they are
 * forwarded, so a tag of another node is ignored.
 */
class BostonTag : public Tag
{
  public:
    /** @brief What the tag says. */
    enum Kind : uint8_t
    {
        NOTHING,    //!< nothing
        PARAMETERS, //!< SYN: parameters of the sender
        REPORT,     //!< acknowledgement: a report
        SEGMENT,    //!< data to be dispersed: its segment, and how many cells to send
        ARRIVAL     //!< data that was rebuilt: the report to be sent back
    };

    /// Node number of a tag that stands for octets of a frame (ChargeFields false).
    static constexpr uint32_t IN_FRAME = 0xffffffff;

    /** @return the TypeId */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    Kind kind{NOTHING};          //!< which of the following fields are valid
    uint32_t node{0};            //!< number of the node that made it
    BostonParameters parameters; //!< PARAMETERS
    BostonReport report;    //!< REPORT, ARRIVAL; SEGMENT: segment, transmission, cells missing (0:
                            //!< all)
    uint32_t connection{0}; //!< SEGMENT: number of the sender in the node's BostonStack
    uint32_t extra{0};      //!< SEGMENT: cells to send beyond those missing
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_TAG_H
