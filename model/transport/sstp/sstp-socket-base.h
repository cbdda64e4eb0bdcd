// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_SOCKET_BASE_H
#define HSN_SSTP_SOCKET_BASE_H

#include "sstp-ideal-control.h"

#include "ns3/data-rate.h"
#include "ns3/lingering-socket.h"
#include "ns3/nstime.h"
#include "ns3/packet-pieces.h"
#include "ns3/rate-pacer.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What the peer may need (again): a segment of SSTP, or a block of SNR. */
struct SstpOutgoing
{
    std::vector<Ptr<Packet>> packets; //!< its data; none: released
    uint32_t size{0};                 //!< bytes of them
};

/**
 * @ingroup hsn-sstp
 * @brief What the sockets of SSTP and SNR share: both send at a rate, take a state of the peer for
 * a connection, and can have states go outside the network.
 *
 * @tparam S class of the socket, which derives from this
 * @tparam Base MessageSocket or StreamSocket
 * @tparam H header of the packets
 */
template <typename S, typename Base, typename H>
class SstpSocketBase : public LingeringSocket<Base>
{
  public:
    SstpSocketBase() = default;

    /** @brief Copies the settings for an accepted connection. @param other listening socket */
    SstpSocketBase(const SstpSocketBase& other)
        : LingeringSocket<Base>(other)
    {
    }

    /** @return the way to the peer outside the network */
    SstpIdealWay<S>& GetIdealWay()
    {
        return m_ideal;
    }

  protected:
    /// @name What the owner implements
    /// @{

    /** @brief Makes sender and receiver from the attributes. */
    virtual void Begin() = 0;
    /** @brief A connection is accepted, and the application is about to hear of it. */
    virtual void HandleAccepted() = 0;
    /** @brief Takes a packet that came outside the network. @param header of it */
    virtual void TakeIdeal(const H& header) = 0;
    /** @brief Sends what is due. */
    virtual void TrySend() = 0;

    /** @brief Takes the packet that opened the connection. @param header of it */
    virtual void TakeFirst(const H& header)
    {
        TakeIdeal(header);
    }

    /// @}

    /** @brief Accepts a connection. @param packet that opens it @param header of it
     * @param arrival of it */
    void Accept(Ptr<const Packet> packet, const H& header, const PacketArrival& arrival);

    /** @brief Sends outside the network. @param header of a packet without data @param delay until
     * it arrives */
    void SendIdeal(const H& header, Time delay)
    {
        Simulator::Schedule(delay, &SstpSocketBase::Hear, m_ideal.GetPeer(), header);
    }

    /** @brief With IdealControl, tells the peer which socket a packet comes from, until it is known
     * to it. @param packet that is about to be sent */
    void AddIdealTag(Ptr<Packet> packet)
    {
        if (m_idealControl && m_ideal.GetPeer() == 0)
        {
            SstpIdealTag tag;
            tag.id = m_ideal.GetId();
            packet->AddPacketTag(tag);
        }
    }

    // inherited from TransportSocket
    uint32_t GetLeastRcvBufSize() const override
    {
        return m_packetSize;
    }

    // inherited from ProtocolSocket
    void Stop() override
    {
        LingeringSocket<Base>::Stop();
        m_pacer.Stop();
        m_ideal.Close();
    }

    uint32_t m_packetSize{0};   //!< attribute
    DataRate m_rate;            //!< attribute
    Time m_rtd;                 //!< attribute
    bool m_idealControl{false}; //!< attribute

    SstpIdealWay<S> m_ideal;                  //!< outside the network
    RatePacer m_pacer{[this] { TrySend(); }}; //!< when the next packet may leave

  private:
    /** @brief A packet arrives outside the network. @param socket number @param header the header
     */
    static void Hear(uint32_t socket, H header)
    {
        if (SstpSocketBase* const found = SstpIdealWay<S>::Find(socket))
        {
            const Ptr<Socket> self(found);
            found->TakeIdeal(header);
        }
    }
};

template <typename S, typename Base, typename H>
void
SstpSocketBase<S, Base, H>::Accept(Ptr<const Packet> packet,
                                   const H& header,
                                   const PacketArrival& arrival)
{
    SstpIdealTag tag;
    packet->PeekPacketTag(tag);
    if (m_idealControl != (tag.id != 0))
    {
        this->Drop(packet, "IdealControl: must be set at both ends or at none");
        return;
    }
    const Address peer = arrival.GetFrom();
    if (!this->NotifyConnectionRequest(peer))
    {
        return; // the peer gives up by itself
    }
    const Ptr<SstpSocketBase> socket = this->ForkFor(static_cast<const S&>(*this), arrival);
    if (!socket)
    {
        return;
    }
    socket->Begin();
    if (m_idealControl && !socket->m_ideal.Join(tag.id))
    {
        socket->Shut(); // the peer has gone in the meantime
        return;
    }
    socket->m_stage = STREAM_OPEN;
    socket->HandleAccepted();
    this->NotifyNewConnectionCreated(socket, peer);
    socket->TakeFirst(header);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_SOCKET_BASE_H
