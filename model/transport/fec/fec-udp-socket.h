// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_UDP_SOCKET_H
#define HSN_FEC_UDP_SOCKET_H

#include "fec-block-decoder.h"
#include "fec-block-encoder.h"
#include "fec-rate-controller.h"

#include "ns3/address.h"
#include "ns3/deadline-timer.h"
#include "ns3/traced-callback.h"
#include "ns3/udp-socket.h"

#include <cstdint>
#include <map>
#include <memory>
#include <queue>
#include <utility>

namespace ns3
{
namespace hsn
{
class FecUdpSocketFactory;

/** @brief Counters of a FecUdpSocket. */
struct FecUdpCounters
{
    uint64_t dataSent{0};        //!< packets of the application
    uint64_t paritySent{0};      //!< parity packets
    uint64_t reportsSent{0};     //!< to senders
    uint64_t reportsReceived{0}; //!< from receivers
    uint64_t delivered{0};       //!< packets for the application
    uint64_t malformed{0};       //!< packets that were dropped: bad header
    uint64_t overflowed{0};      //!< packets that were dropped: receive buffer full
    uint64_t forgotten{0};       //!< peers that made room for others
};

/**
 * @brief A UDP socket whose packets are protected in blocks of N + M (packet-fec sections 2, 6).
 *
 * For applications it is a UDP socket: datagrams may be lost, and come in another order. It
 * talks only to its like. Every destination has blocks of its own; so has, on the other side,
 * every sender. Data packets go out at once and are handed on at once; lost ones are handed on when
 * they have been restored, without packet tags or byte tags.
 *
 * A block that does not fill up is ended after FlushTimeout, and when the socket is closed.
 *
 * Receivers report to the sender what the network has lost, every ReportInterval blocks. With a
 * Controller, the sender chooses N and M by it.
 *
 * Whatever arrives is checked; what makes no sense is counted, traced and dropped. Memory is
 * bounded by MaxPeers, OpenBlocks and RcvBufSize.
 */
class FecUdpSocket : public UdpSocket
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FecUdpSocket();
    ~FecUdpSocket() override;

    /** @brief Signature of the trace BlockDecoded. @param received packets that arrived
     * @param lost data packets that stay lost @param restored data packets */
    typedef void (*BlockCallback)(uint32_t received, uint32_t lost, uint32_t restored);
    /** @brief Signature of the trace ResidualLoss. @param residual share of data packets */
    typedef void (*LossCallback)(double residual);
    /** @brief Signature of the trace Redundancy. @param data N @param parity M */
    typedef void (*RedundancyCallback)(uint32_t data, uint32_t parity);
    /** @brief Signature of the trace ReportedLoss. @param raw share of packets lost on the network
     * @param residual share of data packets that stayed lost */
    typedef void (*ReportCallback)(double raw, double residual);

    /** @brief Sets where the socket is. @param node with UDP @param factory keeps the socket until
     * it is closed */
    void SetNode(Ptr<Node> node, FecUdpSocketFactory* factory);

    /** @return counters */
    const FecUdpCounters& GetCounters() const;
    /** @return counters of all blocks received, of peers that are remembered */
    FecDecoderCounters GetBlockCounters() const;

    // inherited from Socket
    using Socket::Ipv6JoinGroup;
    using Socket::Recv;
    using Socket::RecvFrom;
    using Socket::Send;
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

    // inherited from UdpSocket
    int MulticastJoinGroup(uint32_t interface, const Address& group) override;
    int MulticastLeaveGroup(uint32_t interface, const Address& group) override;

    /** @brief Longest datagram: all parity of it must fit into 65,507 octets. */
    static constexpr uint32_t LONGEST_DATAGRAM = 65507 - FecHeader::SIZE - 2 - 508;

    /** @brief Most flows of a sender, as an octet numbers them. */
    static constexpr uint32_t MOST_FLOWS = 256;

  protected:
    void DoDispose() override;

  private:
    /** @brief What is sent to one destination. */
    struct Outgoing
    {
        FecBlockEncoder encoder;                                   //!< of its blocks
        std::unique_ptr<DeadlineTimer> flush;                      //!< ends a block
        uint8_t flow{0};                                           //!< number of it
        uint64_t lastUse{0};                                       //!< for forgetting
        std::map<Address, std::pair<uint32_t, FecReport>> reports; //!< number, latest report
    };

    /** @brief What comes from one sender. */
    struct Incoming
    {
        std::unique_ptr<FecBlockDecoder> decoder; //!< of its blocks
        uint32_t closed{0};                       //!< blocks since the last report
        uint64_t lastUse{0};                      //!< for forgetting
    };

    using Sender = std::pair<Address, uint8_t>; //!< address and flow

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

    /** @brief Packets wait at the UDP socket. */
    void HandleRead(Ptr<Socket> socket);
    /** @brief A datagram. @param packet it @param from sender */
    void HandlePacket(Ptr<Packet> packet, const Address& from);
    /** @brief A report. @param header of it @param packet it @param from receiver */
    void HandleReport(const FecHeader& header, Ptr<Packet> packet, const Address& from);
    /** @brief A packet for the application. @param packet it @param from sender */
    void Deliver(Ptr<Packet> packet, const Address& from);
    /** @brief A block is over. @param sender whose @param result of it */
    void HandleBlock(const Sender& sender, const FecBlockResult& result);
    /** @brief Drops a packet. @param packet it @param from sender @param problem why */
    void Drop(Ptr<const Packet> packet, const Address& from, const char* problem);
    /** @param to destination @return what is sent there; opened if need be */
    Outgoing& FindOutgoing(const Address& to);
    /** @param sender of blocks @return what comes from there; opened if need be */
    Incoming& FindIncoming(const Sender& sender);
    /** @brief Ends a block that has begun. @param to destination */
    void Flush(const Address& to);
    /** @brief Ends all blocks that have begun. */
    void FlushAll();
    /** @return code as the attributes or the controller say */
    FecCode GetCode() const;
    /** @brief Hands what a user has set on to the UDP socket. */
    void CopySettings();
    /** @brief Fails a call. @param error why @return -1 */
    int Fail(SocketErrno error) const;
    /** @brief Notes the outcome of a call of the UDP socket. @param result it @return it */
    int Note(int result) const;

    uint32_t m_data{0};                  //!< attribute
    uint32_t m_parity{0};                //!< attribute
    FecCodecType m_codec;                //!< attribute
    uint32_t m_shiftOrigin{0};           //!< attribute
    uint32_t m_shiftUnit{0};             //!< attribute
    Time m_flushTimeout;                 //!< attribute
    uint32_t m_openBlocks{0};            //!< attribute
    uint32_t m_reportInterval{0};        //!< attribute
    uint32_t m_maxPeers{0};              //!< attribute
    uint32_t m_rcvBufSize{0};            //!< attribute
    Ptr<FecRateController> m_controller; //!< attribute

    Ptr<Node> m_node;                            //!< where the socket is
    FecUdpSocketFactory* m_factory{nullptr};     //!< keeps the socket
    Ptr<UdpSocket> m_udp;                        //!< sends and receives
    Address m_peer;                              //!< if connected
    bool m_connected{false};                     //!< Connect() was called
    bool m_shutdownSend{false};                  //!< the application will send no more
    bool m_shutdownRecv{false};                  //!< the application will read no more
    mutable SocketErrno m_errno{ERROR_NOTERROR}; //!< of the last call that failed
    FecCode m_lastCode{FEC_CODEC_XOR, 0, 0};     //!< that was used last
    std::map<Address, Outgoing> m_outgoing;      //!< by destination
    std::map<Sender, Incoming> m_incoming;       //!< by sender
    uint64_t m_uses{0};                          //!< counts uses of peers
    uint32_t m_nextFlow{0};                      //!< number of the next destination
    uint32_t m_nextReceiver{0};                  //!< number of the next receiver that reports
    std::queue<std::pair<Ptr<Packet>, Address>> m_receiveQueue;    //!< for the application
    uint32_t m_rxAvailable{0};                                     //!< octets of it
    FecUdpCounters m_counters;                                     //!< counters
    TracedCallback<uint32_t, uint32_t, uint32_t> m_blockDecoded;   //!< trace
    TracedCallback<double> m_residualLoss;                         //!< trace
    TracedCallback<uint32_t, uint32_t> m_redundancy;               //!< trace
    TracedCallback<double, double> m_reportedLoss;                 //!< trace
    TracedCallback<Ptr<const Packet>, const Address&> m_malformed; //!< trace
    TracedCallback<Ptr<const Packet>> m_drop;                      //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_UDP_SOCKET_H
