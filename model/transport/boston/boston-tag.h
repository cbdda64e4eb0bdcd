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
 * @brief What a BostonSocket and the BostonAal of the same host tell each other about a packet on
 * its way through IP.
 *
 * ns-3's TcpHeader takes no options it does not know, so the fields of TCP Boston follow the IP
 * datagram in the AAL5 frame, where IP removes them as padding in a host that does not know them.
 * The AAL writes and reads them; the tag is not on the wire. A tag of another node means nothing:
 * packets keep their tags when they are forwarded.
 */
class BostonTag : public Tag
{
  public:
    /** @brief What the tag is about. */
    enum Kind : uint8_t
    {
        NOTHING,    //!< nothing
        PARAMETERS, //!< SYN: parameters of the sender
        REPORT,     //!< acknowledgement: a report
        SEGMENT,    //!< data to be dispersed: where the segment is kept, and how many cells to send
        ARRIVAL     //!< data that was rebuilt: the report to be sent back
    };

    /// Stands for the node while the tag is a part of a frame, instead of octets.
    static constexpr uint32_t IN_FRAME = 0xffffffff;

    /** @return the TypeId */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    Kind kind{NOTHING};          //!< which of the following counts
    uint32_t node{0};            //!< who made it
    BostonParameters parameters; //!< PARAMETERS
    BostonReport report;    //!< REPORT, ARRIVAL; SEGMENT: segment, transmission, cells missing (0:
                            //!< all)
    uint32_t connection{0}; //!< SEGMENT: number of the sender in the node's BostonStack
    uint32_t extra{0};      //!< SEGMENT: cells to send beyond those missing
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_TAG_H
