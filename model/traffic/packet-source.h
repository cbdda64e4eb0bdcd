// SPDX-License-Identifier: GPL-2.0-only
#ifndef PACKET_SOURCE_H
#define PACKET_SOURCE_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief An application that sends packets of zeros; derived classes say when, and how long.
 *
 * Packets go through a socket: one that the application makes (attributes Protocol and Remote), or
 * one that it is given. SetSend() replaces the socket by a function, for what has no socket, such
 * as a VC of an AtmNetDevice. What the socket or function refuses is lost.
 */
class PacketSource : public Application
{
  public:
    /// Sends a packet; returns whether it was accepted.
    using SendFunction = Callback<bool, Ptr<Packet>>;

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param socket connected; the application does not close it
    void SetSocket(Ptr<Socket> socket);
    /// @param send called with each packet instead of a socket
    void SetSend(const SendFunction& send);

    /// @return packets sent so far, refused ones included
    uint64_t GetSent() const;

  protected:
    void DoDispose() override;

    /// @return time from now to the next packet; Time::Max(): there is none
    virtual Time GetInterval() = 0;
    /// @return time from the start of the application to the first packet; Time::Max(): none
    virtual Time GetFirstInterval() = 0;
    /// @return octets of the packet that is sent now
    virtual uint32_t GetPacketSize() = 0;
    /// @return the packet that is sent now; zeros of GetPacketSize() unless a class overrides it
    virtual Ptr<Packet> MakePacket();
    /// The application starts to send through a socket. @param socket connected; nobody reads from
    /// it unless a class overrides this
    virtual void UseSocket(Ptr<Socket> socket);

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @param interval from now to the next packet
    void ScheduleNext(Time interval);
    /// Sends a packet and schedules the next.
    void SendPacket();

    TypeId m_protocol;                           //!< of the socket's factory
    Address m_remote;                            //!< where packets go
    uint64_t m_maxPackets{0};                    //!< 0: no limit
    Ptr<Socket> m_socket;                        //!< where packets leave, or null
    SendFunction m_send;                         //!< or this
    uint64_t m_sent{0};                          //!< packets
    EventId m_next;                              //!< the next packet
    TracedCallback<Ptr<const Packet>> m_txTrace; //!< a packet is sent
};
} // namespace hsn
} // namespace ns3

#endif // PACKET_SOURCE_H
