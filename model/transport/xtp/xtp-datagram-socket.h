// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_DATAGRAM_SOCKET_H
#define HSN_XTP_DATAGRAM_SOCKET_H

#include "xtp-header.h"
#include "xtp-protocol.h"

#include "ns3/event-id.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/packet-traces.h"
#include "ns3/protocol-socket-factory.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief Datagrams by XTP (DGRAM): each is the user data of one FIRST, an association by itself.
 *
 * Unacknowledged ones (service 1) end their association at once (END). Acknowledged ones (service
 * 2) are sent again, at intervals that double, until CNTL with END comes or RetryCount is used up;
 * the receiver delivers them once.
 *
 * The network layer must carry the whole datagram; over a device without IP, its MTU bounds it.
 */
class XtpDatagramSocket : public MessageSocket, public PacketTraces
{
  public:
    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t sent{0};         //!< datagrams
        uint64_t resent{0};       //!< repetitions
        uint64_t acknowledged{0}; //!< datagrams that the peer has
        uint64_t abandoned{0};    //!< datagrams without any answer, or that were refused
        uint64_t unsent{0};       //!< datagrams without route, or too long for the device
        uint64_t delivered{0};    //!< datagrams that arrived
        uint64_t repeated{0};     //!< datagrams that arrived again
        uint64_t noRoom{0};       //!< datagrams that found no room
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    XtpDatagramSocket();

    /** @param protocol of the node */
    void SetProtocol(Ptr<XtpProtocol> protocol);

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void NotifyNodeGone() override;

  private:
    /** @brief A datagram that is to be acknowledged. */
    struct Pending
    {
        Ptr<Packet> data;   //!< user data
        XtpHeader header;   //!< of its FIRST
        TransportPath path; //!< its way
        uint32_t tries{0};  //!< left
        Time wait;          //!< for the next answer
        EventId timer;      //!< of this wait
    };

    using Origin = std::pair<Address, uint64_t>; //!< sender and key of a datagram

    /** @brief Sends a datagram. @param data the data @param to where */
    void SendDatagram(Ptr<Packet> data, const Address& to);
    /** @brief Sends a datagram that is to be acknowledged, again or for the first time. @param key
     * of it */
    void Transmit(uint64_t key);
    /** @brief Forgets a datagram. @param key of it */
    void Forget(uint64_t key);
    /** @brief Takes a datagram. @param packet the packet @param header its header @param arrival
     * its way */
    void Take(Ptr<Packet> packet, const XtpHeader& header, const PacketArrival& arrival);
    /** @param origin of a datagram @return whether it is new; it is remembered */
    bool Remember(const Origin& origin);

    bool m_acknowledged{false}; //!< attribute
    bool m_noCheck{false};      //!< attribute
    Time m_wtimer;              //!< attribute
    uint32_t m_retryCount{0};   //!< attribute
    uint32_t m_memory{0};       //!< attribute

    Ptr<XtpProtocol> m_protocol;           //!< sends packets
    Counters m_counters;                   //!< so far
    std::map<uint64_t, Pending> m_pending; //!< by key
    uint32_t m_pendingBytes{0};            //!< of all of them
    std::deque<Origin> m_recent;           //!< datagrams received last
    std::set<Origin> m_known;              //!< the same
};

/** @brief Makes such sockets; HsnInternetHelper finds it by itself. */
using XtpDatagramSocketFactory = ProtocolSocketFactory<XtpDatagramSocket, XtpProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_DATAGRAM_SOCKET_H
