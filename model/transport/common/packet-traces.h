// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_TRACES_H
#define HSN_PACKET_TRACES_H

#include "ns3/callback.h"
#include "ns3/header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The trace sources Tx, Rx, RxDrop and Retransmission, of one signature in all transports: a
 * sink can watch a transport that it does not know. Sockets inherit them publicly.
 */
class PacketTraces
{
  public:
    /** @brief TracedCallback signature. @param packet without header @param header of it: that of
     * the transport; see MakeHeaderCallback */
    typedef void (*PacketTracedCallback)(Ptr<const Packet> packet, const Header& header);
    /** @brief TracedCallback signature. @param packet that arrived @param reason why it, or a part
     * of what it says, is of no use */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const std::string& reason);

  protected:
    /** @brief Adds the trace sources Tx, Rx and RxDrop. @param tid TypeId of the socket, its parent
     * is set
     * @return the same */
    static TypeId AddPacketTraces(TypeId tid)
    {
        return tid
            .AddTraceSource("Tx",
                            "A packet is sent.",
                            MakeTraceSourceAccessor(&PacketTraces::m_tx),
                            "ns3::hsn::PacketTraces::PacketTracedCallback")
            .AddTraceSource("Rx",
                            "A packet arrives.",
                            MakeTraceSourceAccessor(&PacketTraces::m_rx),
                            "ns3::hsn::PacketTraces::PacketTracedCallback")
            .AddTraceSource("RxDrop",
                            "A packet that arrived, or a part of what it says, is of no use.",
                            MakeTraceSourceAccessor(&PacketTraces::m_rxDrop),
                            "ns3::hsn::PacketTraces::DropTracedCallback");
    }

    /** @brief Adds the trace source Retransmission. @param tid TypeId of the socket, its parent is
     * set @return the same */
    static TypeId AddRetransmission(TypeId tid)
    {
        return tid.AddTraceSource("Retransmission",
                                  "A packet is sent again, in part or whole.",
                                  MakeTraceSourceAccessor(&PacketTraces::m_again),
                                  "ns3::hsn::PacketTraces::PacketTracedCallback");
    }

    /** @brief Fires Tx, and Retransmission. @param packet without header @param header of it
     * @param again whether it was sent before */
    void TraceSent(Ptr<const Packet> packet, const Header& header, bool again)
    {
        m_tx(packet, header);
        if (again)
        {
            m_again(packet, header);
        }
    }

    TracedCallback<Ptr<const Packet>, const Header&> m_tx;          //!< trace Tx
    TracedCallback<Ptr<const Packet>, const Header&> m_rx;          //!< trace Rx
    TracedCallback<Ptr<const Packet>, const Header&> m_again;       //!< trace Retransmission
    TracedCallback<Ptr<const Packet>, const std::string&> m_rxDrop; //!< trace RxDrop
};

/**
 * @brief Passes packets with a header of one class on to a sink, and no others.
 * @tparam H class of header
 */
template <typename H>
class HeaderSink : public SimpleRefCount<HeaderSink<H>>
{
  public:
    /** @brief The sink. */
    using Sink = Callback<void, Ptr<const Packet>, const H&>;

    /** @param sink called */
    explicit HeaderSink(Sink sink)
        : m_sink(std::move(sink))
    {
    }

    /** @brief Sink of PacketTraces. @param packet without header @param header of it */
    void Call(Ptr<const Packet> packet, const Header& header)
    {
        if (const auto* known = dynamic_cast<const H*>(&header))
        {
            m_sink(packet, *known);
        }
    }

  private:
    Sink m_sink; //!< called
};

/**
 * @brief Makes a sink of PacketTraces from a function that takes the header of one transport.
 * @tparam H class of header
 * @param sink called with packets that have such a header
 * @return the sink
 */
template <typename H>
Callback<void, Ptr<const Packet>, const Header&>
MakeHeaderCallback(typename HeaderSink<H>::Sink sink)
{
    return MakeCallback(&HeaderSink<H>::Call, Create<HeaderSink<H>>(std::move(sink)));
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_TRACES_H
