// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LEAN_HOST_H
#define HSN_LEAN_HOST_H

#include "lean-segment.h"
#include "tcp-connection-key.h"

#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/link-receiver.h"
#include "ns3/net-device.h"
#include "ns3/object.h"
#include "ns3/packet-arrival.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket-end-point.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @brief Carries segments between the lean links of a host and its IndexedTcpSockets, past ns-3's
 * IP and TCP layers.
 *
 * It takes what a node's lean links receive. A segment of a connection that has joined is handed to
 * its socket; everything else goes where it went before: segments that open connections, other
 * sockets, other protocols, fragments, packets with IP options. In the other direction it builds
 * the IP header, and gives the packet to the device that the routing protocol chooses. Times,
 * octets on the line and results are those of ns-3's layers, at a fraction of the cost.
 *
 * What ns-3's IP layer would do beyond that is left out: its traces (Tx, Rx, SendOutgoing,
 * LocalDeliver) see no packets of these connections, nor do raw sockets and FlowMonitor. Devices
 * trace and capture as ever.
 *
 * The object is part of its node (AggregateObject); connections that are opened from then on join.
 * Those over IPv6, those bound to a device, those within the node, and all of them if ns-3 computes
 * checksums (Node::ChecksumEnabled), stay with ns-3's layers.
 */
class LeanHost : public Object
{
  public:
    /// A socket.
    class User
    {
      public:
        virtual ~User() = default;

        /// A segment arrives as a packet. @param packet with TCP header @param arrival where it
        /// comes from and goes to
        virtual void Receive(Ptr<Packet> packet, const PacketArrival& arrival) = 0;
        /// A segment arrives. @param segment not written @param arrival where it comes from and
        /// goes to
        virtual void ReceiveLean(const LeanSegment& segment, const PacketArrival& arrival) = 0;
    };

    /// Numbers of the IP headers from one address to another (RFC 791, Identification).
    using Numbers = std::unordered_map<uint64_t, uint16_t>;

    /// A connection whose segments take this way. The socket holds it; null: it has not joined.
    class Connection : public SimpleRefCount<Connection>
    {
      public:
        /**
         * @brief Sends a segment.
         * @param segment without header, null: empty; belongs to the link from then on
         * @param header of TCP
         * @return whether it was sent; if not, it is unchanged, and IP must send it
         */
        bool Send(const Ptr<Packet>& segment, const TcpHeader& header) const;
        /**
         * @brief Sends a segment whose headers need not be written, as Send() does.
         * @param segment as of Send()
         * @param header without options
         * @param timestamps option; nothing: none
         */
        bool SendNumbers(const Ptr<Packet>& segment,
                         const TcpHeader& header,
                         const std::optional<LeanSegment::Timestamps>& timestamps) const;
        /// The connection ends, or sends and receives by IP from now on.
        void Leave();

      private:
        friend class LeanHost;

        LeanHost* m_host{nullptr};           //!< null: has left
        Ptr<const LeanSegment::Path> m_path; //!< addresses and ports
        User* m_user{nullptr};               //!< its socket
        Socket* m_socket{nullptr};           //!< the same
        uint16_t* m_number{nullptr};         //!< of the next IP header to the peer
        Ipv4Header m_sends;                  //!< to the peer, for routing
        Ipv4Header m_receives;               //!< of the latest segment from the peer
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    LeanHost();
    ~LeanHost() override;

    /**
     * @brief Takes from now on what a device receives.
     * @param device at the end of a lean link; its node must be this object's and have an IPv4
     * interface for it, else the program ends with an error
     */
    void Serve(Ptr<LeanLinkNetDevice> device);

    /**
     * @brief A connection joins.
     * @param endPoint with both addresses
     * @param user the socket @param socket the socket, as ns-3's class
     * @return the connection; null if it has to stay with ns-3's layers
     */
    Ptr<Connection> Join(const SocketEndPoint& endPoint, User& user, Socket& socket);

    /// @return segments that were handed to sockets
    uint64_t GetReceived() const;
    /// @return segments that were given to links; these may have dropped them
    uint64_t GetSent() const;

  protected:
    void DoDispose() override;

  private:
    /// Whether packets know their headers by name (Packet::EnablePrinting).
    enum class Headers
    {
        UNKNOWN, //!< no packet has been seen yet
        PLAIN,   //!< they do not
        LISTED   //!< they do, so that each header must be added by itself
    };

    /// A device whose packets come here.
    struct Port : public LinkReceiver
    {
        LeanHost* host{nullptr};           //!< whose device it is
        Ptr<Ipv4Interface> interface;      //!< of the device
        NetDevice::ReceiveCallback others; //!< where all else goes
        Ptr<LeanLinkNetDevice> device;     //!< the device

        bool Take(const Ptr<LinkFrame>& frame) override;

        /// @param frame received @return whether it was one of a connection, which has it now
        bool Deliver(const LinkFrame& frame) const;
    };

    /// @param key of a connection @param ip fields of a segment's header @param bytes of the
    /// segment @return whose it is, ready to take it; null: not for us
    Ptr<Connection> Find(const TcpConnectionKey& key,
                         const LeanSegment::Ip& ip,
                         uint32_t bytes) const;
    /// @param packet of IPv4 @return whose it is, ready to take it; null: not for us
    Ptr<Connection> Find(const Packet& packet) const;
    /// @param connection whose segment it is @param segment without header @param bytes with both
    /// headers @return where it leaves; null: IP must send it
    LeanLinkNetDevice* FindDevice(const Connection& connection,
                                  const Ptr<Packet>& segment,
                                  uint32_t bytes) const;
    /// @param connection whose segment it is @param segment its tags of IP are removed
    /// @return fields of its IP header
    LeanSegment::Ip TakeIp(const Connection& connection, const Ptr<Packet>& segment) const;
    /// @copydoc Connection::Send @param connection whose segment it is
    bool Send(const Connection& connection, const Ptr<Packet>& segment, const TcpHeader& header);
    /// @copydoc Connection::SendNumbers @param connection whose segment it is
    bool SendNumbers(const Connection& connection,
                     const Ptr<Packet>& segment,
                     const TcpHeader& header,
                     const std::optional<LeanSegment::Timestamps>& timestamps);

    Ptr<Ipv4L3Protocol> m_ipv4;                         //!< of the node
    uint8_t m_ttl{0};                                   //!< its default
    Headers m_headers{Headers::UNKNOWN};                //!< how they are added
    std::unordered_map<const NetDevice*, Port> m_ports; //!< devices served
    std::unordered_map<TcpConnectionKey, Ptr<Connection>, TcpConnectionKey::Hash>
        m_connections;      //!< that have joined
    Numbers m_numbers;      //!< by source and destination
    uint64_t m_received{0}; //!< see GetReceived
    uint64_t m_sent{0};     //!< see GetSent
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LEAN_HOST_H
