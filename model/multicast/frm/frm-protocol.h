// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_PROTOCOL_H
#define FRM_PROTOCOL_H

#include "frm-header.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/transport-protocol.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-frm
 * @brief The protocol FRM on a node: in IP, in UDP (the paper's form, attribute Carrier), or over a
 * device without IP. 247 is an unassigned protocol number.
 */
class FrmProtocol : public HeaderTransportProtocol<FrmHeader, 247>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FrmProtocol();
    ~FrmProtocol() override;

    /** @return number of a new communication of this node, from 1 */
    uint32_t NewGroup()
    {
        return ++m_groups;
    }

    /** @param width a time @return a random time up to it: how long an echo waits */
    Time DrawSpread(Time width);
    /** @param stream of the times that echoes wait @return streams used */
    int64_t AssignStreams(int64_t stream);

  private:
    uint32_t m_groups{0};                //!< communications that were begun here
    Ptr<UniformRandomVariable> m_random; //!< times that echoes wait
};
} // namespace hsn
} // namespace ns3

#endif // FRM_PROTOCOL_H
