// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STREAM_SOCKET_H
#define HSN_STREAM_SOCKET_H

#include "packet-byte-queue.h"

#include "ns3/callback.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-header.h"
#include "ns3/node.h"
#include "ns3/tcp-socket.h"
#include "ns3/traced-value.h"

namespace ns3
{
namespace hsn
{
/** @brief Where an arriving packet comes from and goes to; refers to the caller's IP header. */
struct StreamArrival
{
    const Ipv4Header* ipv4{nullptr}; //!< header, if it came over IPv4
    const Ipv6Header* ipv6{nullptr}; //!< header, if it came over IPv6
    uint16_t peerPort{0};            //!< source port
    uint16_t localPort{0};           //!< destination port

    /** @return address and port of the sender */
    Address GetFrom() const;
    /** @return address and port it was sent to */
    Address GetTo() const;

    /** @return the two ECN bits of the IP header (RFC 3168, section 5) */
    uint8_t GetEcn() const
    {
        return ipv4 ? static_cast<uint8_t>(ipv4->GetEcn()) : static_cast<uint8_t>(ipv6->GetEcn());
    }
};

/**
 * @brief What all connection-oriented byte-stream sockets of this module have in common.
 *
 * It gives the whole of ns3::Socket to applications: binding to addresses, ports and devices over
 * IPv4 and IPv6, connecting, listening, a bounded send buffer that refuses what does not fit and
 * calls back when there is room, a receive buffer, half-close, errors. The attributes are those of
 * ns3::TcpSocket. A protocol derives from it and implements the hooks below.
 *
 * A socket that is bound lives as long as its end point, also when the application drops it.
 */
class StreamSocket : public TcpSocket
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    StreamSocket() = default;
    /** @brief Copies what a user has set, not the state of a connection. @param other socket */
    StreamSocket(const StreamSocket& other);
    ~StreamSocket() override;

    /** @param node where the socket is */
    void SetNode(Ptr<Node> node);

    // inherited from Socket
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

  protected:
    /// @name What a protocol implements
    /// @{

    /** @brief Makes an end point. @param device or nullptr @param address local @param port local,
     * 0: any @return nullptr if there is one already, or no free port */
    virtual Ipv4EndPoint* Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port) = 0;
    /** @copydoc Allocate */
    virtual Ipv6EndPoint* Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port) = 0;
    /** @brief Gives an end point back. @param endPoint it */
    virtual void DeAllocate(Ipv4EndPoint* endPoint) = 0;
    /** @brief Gives an end point back. @param endPoint it */
    virtual void DeAllocate(Ipv6EndPoint* endPoint) = 0;

    /** @brief Opens the connection; the end point has both addresses. @return 0, or -1 and errno */
    virtual int DoConnect() = 0;
    /** @brief A packet for this socket. @param packet with transport header @param arrival its way
     */
    virtual void Receive(Ptr<Packet> packet, const StreamArrival& arrival) = 0;
    /** @brief The application has added to the send buffer. */
    virtual void DoSend() = 0;
    /** @brief The application has read from the receive buffer. */
    virtual void DoRead() = 0;
    /** @brief The application will send no more: deliver what is buffered, then say so. */
    virtual void DoShutdownSend() = 0;
    /** @brief Ends the connection at once, and tells the peer. */
    virtual void Abort() = 0;
    /** @return bytes that were sent and may have to be sent again */
    virtual uint32_t GetUnacknowledged() const = 0;
    /** @return whether the end of the peer's stream has been reached */
    virtual bool IsAtEnd() const = 0;
    /** @brief The node is going away: stop timers, let go. */
    virtual void DoForgetNode() = 0;
    /** @brief ICMP over IPv4, as Ipv4EndPoint's callback. */
    virtual void ReceiveIcmp(Ipv4Address from,
                             uint8_t ttl,
                             uint8_t type,
                             uint8_t code,
                             uint32_t info);
    /** @brief ICMPv6, as Ipv6EndPoint's callback. */
    virtual void ReceiveIcmp6(Ipv6Address from,
                              uint8_t ttl,
                              uint8_t type,
                              uint8_t code,
                              uint32_t info);
    /// @}

    /** @brief Takes an end point with all four addresses (accepted connection).
     * @param endPoint or nullptr @return whether there was one */
    bool Adopt(Ipv4EndPoint* endPoint);
    /** @copydoc Adopt(Ipv4EndPoint*) */
    bool Adopt(Ipv6EndPoint* endPoint);
    /** @brief Gives the end point back, if there is one. The socket may be gone afterwards. */
    void ReleaseEndPoint();

    /** @return whether there is an end point */
    bool HasEndPoint() const
    {
        return m_endPoint || m_endPoint6;
    }

    /** @return local address, without port */
    Address GetLocalAddress() const;
    /** @return the peer's address, without port */
    Address GetPeerAddress() const;
    /** @return local port */
    uint16_t GetLocalPort() const;
    /** @return the peer's port */
    uint16_t GetPeerPort() const;
    /** @return bytes that fit into one IP packet on the way out, 0 if unknown */
    uint32_t GetMtu() const;
    /** @brief Marks a packet with what the user has set: TOS, TTL, priority, traffic class.
     * @param packet it @param ecn ECN bits */
    void AddSocketTags(Ptr<Packet> packet, uint8_t ecn) const;
    /** @return whether the application may still send */
    bool IsSendOpen() const;
    /** @brief Fails a call. @param error errno @return -1 */
    int Fail(SocketErrno error) const;
    /** @brief Tells the application that it can send, if it can. */
    void NotifyRoom();

    // inherited from TcpSocket: attributes
    void SetSndBufSize(uint32_t size) override;
    uint32_t GetSndBufSize() const override;
    void SetRcvBufSize(uint32_t size) override;
    uint32_t GetRcvBufSize() const override;
    void SetConnTimeout(Time timeout) override;
    Time GetConnTimeout() const override;
    void SetSynRetries(uint32_t count) override;
    uint32_t GetSynRetries() const override;
    void SetDataRetries(uint32_t retries) override;
    uint32_t GetDataRetries() const override;
    void SetDelAckTimeout(Time timeout) override;
    Time GetDelAckTimeout() const override;
    void SetDelAckMaxCount(uint32_t count) override;
    uint32_t GetDelAckMaxCount() const override;
    void SetTcpNoDelay(bool noDelay) override;
    bool GetTcpNoDelay() const override;
    void SetPersistTimeout(Time timeout) override;
    Time GetPersistTimeout() const override;

    TracedValue<TcpStates_t> m_state{CLOSED};    //!< of the connection
    mutable SocketErrno m_errno{ERROR_NOTERROR}; //!< of the last call that failed
    PacketByteQueue m_sendQueue;                 //!< from the application, never sent
    PacketByteQueue m_receiveQueue;              //!< in order, for the application
    bool m_shutdownSend{false};                  //!< the application will send no more
    bool m_shutdownRecv{false};                  //!< the application will read no more
    bool m_closed{false};                        //!< the application called Close()
    uint32_t m_sndBufSize{0};                    //!< limit of what is unsent or unacknowledged
    uint32_t m_rcvBufSize{0};                    //!< limit of what is unread
    Time m_connTimeout;                          //!< first wait for an answer to SYN
    uint32_t m_synRetries{0};                    //!< SYNs to send
    uint32_t m_dataRetries{0};                   //!< retransmissions without progress
    Time m_delAckTimeout;                        //!< how long an acknowledgement may wait
    uint32_t m_delAckMaxCount{0};                //!< segments that are acknowledged together
    bool m_noDelay{false};                       //!< no Nagle algorithm
    Time m_persistTimeout;                       //!< first wait before a window probe

  private:
    /** @brief Connects a new end point. @tparam E kind @param endPoint it @return 0, or -1, errno
     */
    template <typename E>
    int Attach(E* endPoint);
    /** @brief Finds the local address for the peer's. @tparam Ip protocol @tparam Header of it
     * @tparam E kind of end point @param endPoint ours @param name of the protocol
     * @return 0, or -1 and errno */
    template <typename Ip, typename Header, typename E>
    int Route(E& endPoint, const char* name);
    /** @brief Ipv4EndPoint's callback. */
    void ReceiveIpv4(Ptr<Packet> packet, Ipv4Header ip, uint16_t port, Ptr<Ipv4Interface> in);
    /** @brief Ipv6EndPoint's callback. */
    void ReceiveIpv6(Ptr<Packet> packet, Ipv6Header ip, uint16_t port, Ptr<Ipv6Interface> in);
    /** @brief The end point is gone, with the node's stack. */
    void EndPointDestroyed();

    Ptr<Node> m_node;                   //!< where it is
    Ipv4EndPoint* m_endPoint{nullptr};  //!< IPv4
    Ipv6EndPoint* m_endPoint6{nullptr}; //!< IPv6
};
} // namespace hsn
} // namespace ns3

#endif // HSN_STREAM_SOCKET_H
