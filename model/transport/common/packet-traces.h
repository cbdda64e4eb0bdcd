// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_TRACES_H
#define HSN_PACKET_TRACES_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief The trace sources Tx, Rx and Retransmission of a socket, which show packets with their
 * headers; sockets inherit them publicly.
 *
 * @tparam H header
 */
template <typename H>
class PacketTraces
{
  public:
    /** @brief TracedCallback signature. @param packet without header @param header of it */
    typedef void (*PacketTracedCallback)(Ptr<const Packet> packet, const H& header);

  protected:
    /** @brief Adds the trace sources. @param tid TypeId of the socket @return the same */
    static TypeId AddPacketTraces(TypeId tid)
    {
        const std::string type =
            "ns3::hsn::PacketTraces<" + H::GetTypeId().GetName() + ">::PacketTracedCallback";
        return tid
            .AddTraceSource("Tx",
                            "A packet is sent.",
                            MakeTraceSourceAccessor(&PacketTraces::m_tx),
                            type)
            .AddTraceSource("Rx",
                            "A packet arrives.",
                            MakeTraceSourceAccessor(&PacketTraces::m_rx),
                            type)
            .AddTraceSource("Retransmission",
                            "A packet is sent again.",
                            MakeTraceSourceAccessor(&PacketTraces::m_again),
                            type);
    }

    TracedCallback<Ptr<const Packet>, const H&> m_tx;    //!< trace
    TracedCallback<Ptr<const Packet>, const H&> m_rx;    //!< trace
    TracedCallback<Ptr<const Packet>, const H&> m_again; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_TRACES_H
