// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_UDP_OVERLAY_SOCKET_H
#define HSN_UDP_OVERLAY_SOCKET_H

#include "packet-traces.h"
#include "udp-inner-socket.h"
#include "udp-receive-queue.h"
#include "udp-receive-tags.h"

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/udp-socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Base class of protocols that are carried in UDP datagrams.
 *
 * To applications it is a UDP socket: it derives from UdpSocket, owns an ordinary UDP socket (the
 * inner socket), and implements the whole socket interface. Bind, connect, multicast groups,
 * broadcast, device binding, type of service, priority, time to live, packet information tags, the
 * attributes of UdpSocket and the ICMP callbacks work as with ns-3's own UDP socket. Calls return
 * the values and set the errors that ns-3's UDP socket would.
 *
 * A protocol overrides two functions:
 *  - HandleOutgoing() takes an application's datagram and sends any number of datagrams
 *    with Transmit(), at once or later;
 *  - HandleIncoming() takes a datagram from the network and passes any number of datagrams to the
 *    application with Deliver(), at once or later.
 *
 * Flush() tells it that the application is about to stop sending. GetLargestDatagram() limits what
 * an application may send in one call.
 *
 * Received datagrams wait in a queue of RcvBufSize bytes. A datagram that does not fit is dropped,
 * counted, and traced by Drop.
 *
 * Differences from ns-3's UDP socket:
 *  - ShutdownRecv() stops delivery to the application only; HandleIncoming() is still called, as
 *    the protocol may depend on control messages.
 *  - A socket that was shut down or closed stays so until it is bound explicitly. ns-3's socket
 *    also lifts a shutdown when a send binds it implicitly.
 *  - If an application asks for packet tags (SetRecvPktInfo() and the like) after the first
 *    datagram, packets have them after its next receive call or from the second packet on.
 *  - A broadcast is reported by one DataSent callback, not by one for each interface.
 */
class UdpOverlaySocket : public UdpSocket, public PacketTraces
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    UdpOverlaySocket();
    ~UdpOverlaySocket() override;

    /** @brief Opens the inner socket; the node keeps this socket until it is closed.
     * @param node with UDP */
    void SetNode(Ptr<Node> node);

    /** @return counters of the receive queue */
    const UdpOverlayCounters& GetQueueCounters() const;

    // inherited from Socket
    using Socket::Ipv6JoinGroup;
    using Socket::Recv;
    using Socket::RecvFrom;
    using Socket::Send;
    using Socket::SendTo;
    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
    int Bind() override;
    int Bind6() override;
    int Bind(const Address& address) override;
    void BindToNetDevice(Ptr<NetDevice> device) override;
    int Connect(const Address& address) override;
    int Listen() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    uint32_t GetTxAvailable() const override;
    uint32_t GetRxAvailable() const override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;
    void Ipv6JoinGroup(Ipv6Address address,
                       Ipv6MulticastFilterMode mode,
                       std::vector<Ipv6Address> sources) override;
    void Ipv6LeaveGroup() override;

    // inherited from UdpSocket
    int MulticastJoinGroup(uint32_t interface, const Address& group) override;
    int MulticastLeaveGroup(uint32_t interface, const Address& group) override;

  protected:
    /**
     * @brief Sends a datagram of the application.
     *
     * Called once for each Send() and SendTo() with a datagram of valid size, while the socket may
     * send. The application is told that the datagram was sent if the result is not negative.
     * @param packet the datagram; belongs to the application and must not be changed
     * @param flags as given to Send()
     * @param to destination address and port
     * @return 0, or -1 on failure of Transmit() or Fail()
     */
    virtual int HandleOutgoing(Ptr<Packet> packet, uint32_t flags, const Address& to) = 0;

    /**
     * @brief Takes a datagram from the network.
     * @param packet its payload; belongs to the callee
     * @param from address and port of the sender
     */
    virtual void HandleIncoming(Ptr<Packet> packet, const Address& from) = 0;

    /** @brief Sends what the protocol holds back. Called once before ShutdownSend() or Close()
     * takes effect. The default does nothing. */
    virtual void Flush();

    /** @return largest datagram in bytes that an application may send; by default UDP's largest */
    virtual uint32_t GetLargestDatagram() const;

    /**
     * @brief Sends a datagram through the inner socket, with the settings of this socket.
     * @param packet the datagram; tags are added to it
     * @param flags as for Send()
     * @param to destination address and port
     * @return bytes sent, or -1 with the error noted
     */
    int Transmit(Ptr<Packet> packet, uint32_t flags, const Address& to);

    /**
     * @brief Puts a datagram into the application's receive queue.
     *
     * Within HandleIncoming() the application is notified after the function returns; otherwise at
     * once. Then the application may close the socket, so this should be the caller's last action.
     * @param packet the datagram
     * @param from address that the application sees as the sender
     */
    void Deliver(Ptr<const Packet> packet, const Address& from);

    /** @return whether the application may still send */
    bool MaySend() const;

    /** @brief Makes a call fail. @param error reason @return -1 */
    int Fail(SocketErrno error) const;

    void DoDispose() override;

  private:
    // inherited from UdpSocket: attributes
    void SetRcvBufSize(uint32_t size) override;
    uint32_t GetRcvBufSize() const override;
    void SetIpMulticastTtl(uint8_t ttl) override;
    uint8_t GetIpMulticastTtl() const override;
    void SetIpMulticastIf(int32_t interface) override;
    int32_t GetIpMulticastIf() const override;
    void SetIpMulticastLoop(bool loop) override;
    bool GetIpMulticastLoop() const override;
    void SetMtuDiscover(bool discover) override;
    bool GetMtuDiscover() const override;

    /** @brief Receive callback of the inner socket. @param socket the inner socket */
    void HandleRead(Ptr<Socket> socket);
    /** @brief ICMP callback of the inner socket. */
    void HandleIcmp(Ipv4Address source, uint8_t ttl, uint8_t type, uint8_t code, uint32_t info);
    /** @brief ICMPv6 callback of the inner socket. */
    void HandleIcmp6(Ipv6Address source, uint8_t ttl, uint8_t type, uint8_t code, uint32_t info);
    /** @brief Notifies the application of the datagrams delivered since the last notification. */
    void Announce();
    /** @brief Copies the IP settings of this socket to the inner socket. */
    void CopySettings();
    /** @brief Takes over the type of service that the inner socket read from an address, which it
     * does up to ns-3.41. */
    void TakeIpTos();
    /** @brief Ends a bind. @param result of the inner socket @return the result */
    int FinishBind(int result);
    /** @brief Makes the node keep this socket until it is closed. */
    void Keep();
    /** @brief Called when the node is disposed of. */
    void HandleNodeGone();

    uint8_t m_ipMulticastTtl{0};                   //!< attribute
    int32_t m_ipMulticastIf{0};                    //!< attribute
    bool m_ipMulticastLoop{false};                 //!< attribute
    bool m_mtuDiscover{false};                     //!< attribute
    UdpInnerSocket::IcmpCallback m_icmpCallback;   //!< attribute
    UdpInnerSocket::IcmpCallback6 m_icmpCallback6; //!< attribute

    Ptr<Node> m_node;                         //!< the node
    UdpInnerSocket m_inner;                   //!< the inner socket
    UdpReceiveTags m_tags;                    //!< of what it receives
    UdpReceiveQueue m_queue;                  //!< what waits for the application
    bool m_shutdownSend{false};               //!< the application must not send
    bool m_shutdownRecv{false};               //!< nothing is delivered to the application
    bool m_reading{false};                    //!< within HandleRead()
    TracedCallback<Ptr<const Packet>> m_drop; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_UDP_OVERLAY_SOCKET_H
