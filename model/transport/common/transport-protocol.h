// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TRANSPORT_PROTOCOL_H
#define HSN_TRANSPORT_PROTOCOL_H

#include "end-point-allocator.h"
#include "l4-end-points.h"
#include "link-end-point.h"
#include "socket-end-point.h"
#include "transport-header.h"
#include "transport-path.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-end-point-demux.h"
#include "ns3/ipv6-end-point-demux.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"
#include "ns3/udp-l4-protocol.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief A transport protocol with a header of its own on one node: demultiplexing, checksum, ICMP
 * errors, and sending.
 *
 * It is aggregated to a node with an Internet stack (ProtocolSocketFactory does it) and works over
 * IPv4, IPv6 or both:
 *
 * - over IP with the protocol number of GetProtocolNumber(). A packet without end point is answered
 *   with ICMP "port unreachable";
 * - in UDP (attribute Carrier): packets, header included, travel as datagrams between the same
 *   ports of UDP;
 * - over a device without IP, such as an AtmNetDevice whose VC carries the EtherType of the
 *   attribute EtherType: for sockets that are bound to a LinkSocketAddress.
 *
 * Sockets that are bound to the unspecified IPv6 address receive IPv4 packets, too, as in ns-3;
 * their addresses are then IPv4-mapped.
 *
 * A derived class implements GetProtocolNumber() and ReadHeader(); HeaderTransportProtocol
 * implements the latter for protocols whose header is a TransportHeader.
 *
 * What is malformed, has a wrong checksum (if Node::ChecksumEnabled()) or finds no end point is
 * counted, traced (RxDrop) and dropped.
 */
class TransportProtocol : public IpL4Protocol, public EndPointAllocator
{
  public:
    /** @brief How packets travel between IP addresses. */
    enum Carrier
    {
        IN_IP, //!< with a protocol number of their own
        IN_UDP //!< in UDP
    };

    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t sent{0};        //!< packets given to IP, UDP or a device
        uint64_t unsent{0};      //!< packets without route, or refused by the device
        uint64_t received{0};    //!< packets that arrived
        uint64_t malformed{0};   //!< of them: no valid header
        uint64_t badChecksum{0}; //!< of them: wrong checksum
        uint64_t noEndPoint{0};  //!< of them: no socket to receive them
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    TransportProtocol();
    ~TransportProtocol() override;

    /**
     * @brief TracedCallback signature.
     * @param [in] packet that is dropped
     * @param [in] reason why
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const std::string& reason);

    /** @return counters */
    const Counters& GetCounters() const;

    /**
     * @brief Sends a packet.
     * @param packet payload; gets the header
     * @param header gets ports and checksum
     * @param path its way
     */
    void Send(Ptr<Packet> packet, TransportHeader& header, const TransportPath& path);
    /**
     * @brief Sends a packet to the peer of a socket, with the socket's TOS, TTL and priority.
     * @param packet payload; gets the header
     * @param header gets ports and checksum
     * @param from the socket's end point, with a peer
     * @param ecn the two ECN bits of the IP header
     */
    void Send(Ptr<Packet> packet,
              TransportHeader& header,
              const SocketEndPoint& from,
              uint8_t ecn = 0);

    /** @param endPoint a socket's, with local address @return size of the longest packet, header of
     * this protocol included, that IP need not fragment; 0 if unknown */
    uint32_t GetMaxPacketSize(const SocketEndPoint& endPoint) const;

    /**
     * @brief Gives an accepted socket the end point of its connection.
     * @param endPoint the socket's, unbound
     * @param arrival the packet that opens the connection
     * @return whether it was possible: there is no such connection yet
     */
    bool Accept(SocketEndPoint& endPoint, const PacketArrival& arrival);

    // inherited from EndPointAllocator
    Ipv4EndPoint* Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port) override;
    Ipv6EndPoint* Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port) override;
    void DeAllocate(Ipv4EndPoint* endPoint) override;
    void DeAllocate(Ipv6EndPoint* endPoint) override;
    bool CanUseLink() const override;
    LinkEndPoint* AllocateLink(Ptr<NetDevice> device, uint16_t port) override;
    void DeAllocateLink(LinkEndPoint* endPoint) override;
    bool Admit(Ptr<const Packet> packet, const PacketArrival& arrival) override;

    // inherited from IpL4Protocol
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv4Header& ip,
                     Ptr<Ipv4Interface> interface) override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv6Header& ip,
                     Ptr<Ipv6Interface> interface) override;
    void ReceiveIcmp(Ipv4Address from,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info,
                     Ipv4Address source,
                     Ipv4Address destination,
                     const uint8_t payload[8]) override;
    void ReceiveIcmp(Ipv6Address from,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info,
                     Ipv6Address source,
                     Ipv6Address destination,
                     const uint8_t payload[8]) override;
    void SetDownTarget(DownTargetCallback callback) override;
    void SetDownTarget6(DownTargetCallback6 callback) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

  protected:
    /** @brief What is wrong with a packet. */
    enum class Problem
    {
        NONE,        //!< nothing
        MALFORMED,   //!< no valid header
        BAD_CHECKSUM //!< wrong checksum
    };

    /**
     * @brief Reads the ports of an arriving packet, and checks its header and, if
     * Node::ChecksumEnabled(), its checksum.
     *
     * A protocol that finds its connections by another key translates it to the ports by which it
     * has allocated the end points.
     *
     * @param packet of any size and content
     * @param arrival has the addresses; gets the ports
     * @return what is wrong
     */
    virtual Problem ReadHeader(Ptr<const Packet> packet, PacketArrival& arrival) const = 0;

    /**
     * @brief Reads the ports of a packet of this node that an ICMP error reports.
     * @param payload the first 8 bytes of the packet
     * @param arrival gets the ports: peerPort where the packet went to, localPort where it came
     *                from. The base class reads source and destination port from the first four
     *                bytes.
     */
    virtual void ReadReportedPorts(const uint8_t payload[8], PacketArrival& arrival) const;

    /**
     * @brief Answers a packet that is dropped, if the protocol has error messages of its own.
     * @param problem MALFORMED; NONE: there is no end point
     * @param packet as it came
     * @param arrival its way
     * @return whether the protocol has such messages, so that ICMP says nothing
     */
    virtual bool AnswerDropped(Problem problem,
                               Ptr<const Packet> packet,
                               const PacketArrival& arrival);

    void NotifyNewAggregate() override;
    void DoDispose() override;

  private:
    /** @brief Counts a packet, and reads and checks its header. @param packet the packet @param
     * arrival gets the ports @param status gets what to tell IP of a bad packet @return whether it
     * is good
     */
    bool Inspect(Ptr<const Packet> packet, PacketArrival& arrival, RxStatus& status);
    /** @brief Gives a packet to the end points it is for. @tparam Demux Ipv4EndPointDemux or
     * Ipv6EndPointDemux @tparam Header of IP @tparam Interface of IP @param demux end points
     * @param packet the packet @param ip its IP header @param interface where it came from, or null
     * @param arrival ports @return whether there was one */
    template <typename Demux, typename Header, typename Interface>
    static bool Deliver(Demux& demux,
                        Ptr<Packet> packet,
                        const Header& ip,
                        Ptr<Interface> interface,
                        const PacketArrival& arrival);
    /** @brief A packet came from a device without IP: Node's protocol handler. */
    void ReceiveLink(Ptr<NetDevice> device,
                     Ptr<const Packet> packet,
                     uint16_t protocol,
                     const Address& from,
                     const Address& to,
                     NetDevice::PacketType type);
    /** @brief A packet finds no end point. @param packet the packet @param arrival its way @return
     * what to tell IP */
    RxStatus DropUnreachable(Ptr<const Packet> packet, const PacketArrival& arrival);
    /** @brief Sends over IP or UDP. @tparam Ip Ipv4 or Ipv6 @tparam Header its header @tparam Route
     * its route @tparam A its address @tparam D its down target @param packet with header
     * @param path its way @param down target */
    template <typename Ip, typename Header, typename Route, typename A, typename D>
    void SendIp(Ptr<Packet> packet, const TransportPath& path, const D& down);

    Carrier m_carrier{IN_IP};                        //!< attribute
    uint16_t m_etherType{0};                         //!< attribute
    Ptr<Node> m_node;                                //!< where it is
    std::unique_ptr<Ipv4EndPointDemux> m_endPoints;  //!< over IPv4
    std::unique_ptr<Ipv6EndPointDemux> m_endPoints6; //!< over IPv6
    LinkEndPointDemux m_linkEndPoints;               //!< without IP
    bool m_linkUsed{false};                          //!< packets of devices come here
    L4EndPoints<UdpL4Protocol> m_udp;                //!< of carrier UDP
    DownTargetCallback m_downTarget;                 //!< IPv4
    DownTargetCallback6 m_downTarget6;               //!< IPv6
    Counters m_counters;                             //!< so far

    TracedCallback<Ptr<const Packet>, const std::string&> m_rxDrop; //!< trace
};

/**
 * @brief A protocol whose packets begin with one kind of header.
 *
 * A derived class gives it a name. Without one, ns3::hsn::XHeader makes ns3::hsn::XProtocolNUMBER.
 *
 * @tparam H the header, derived from TransportHeader
 * @tparam NUMBER protocol number, 0 to 255; an int, since cppyy does not find names for classes of
 * a character above 127
 */
template <typename H, int NUMBER>
class HeaderTransportProtocol : public TransportProtocol
{
    static_assert(NUMBER >= 0 && NUMBER <= 255, "a protocol number has 8 bits");

  public:
    static constexpr uint8_t PROT_NUMBER = NUMBER; //!< protocol number

    /** @return the TypeId */
    static TypeId GetTypeId();

    int GetProtocolNumber() const override
    {
        return PROT_NUMBER;
    }

  protected:
    Problem ReadHeader(Ptr<const Packet> packet, PacketArrival& arrival) const override
    {
        H header;
        if (packet->GetSize() < header.GetSerializedSize())
        {
            return Problem::MALFORMED;
        }
        if (Node::ChecksumEnabled())
        {
            const auto path = arrival.GetReplyPath();
            header.EnableChecksum(path.peer, path.local, PROT_NUMBER);
        }
        if (packet->PeekHeader(header) == 0)
        {
            return Problem::MALFORMED;
        }
        arrival.peerPort = header.GetSourcePort();
        arrival.localPort = header.GetDestinationPort();
        return header.IsChecksumOk() ? Problem::NONE : Problem::BAD_CHECKSUM;
    }
};

template <typename H, int NUMBER>
TypeId
HeaderTransportProtocol<H, NUMBER>::GetTypeId()
{
    const std::string header = H::GetTypeId().GetName();
    const std::string name =
        header.substr(0, header.rfind("Header")) + "Protocol" + std::to_string(NUMBER);
    static TypeId tid = TypeId(name.c_str()) // ns-3.35 takes no std::string
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .template AddConstructor<HeaderTransportProtocol>();
    return tid;
}

/**
 * @brief A protocol that tells what is malformed in a packet that it drops.
 *
 * @tparam P class of the protocol, which derives from this; has NAME, the name of its TypeId
 * @tparam H header, a PduHeader
 * @tparam NUMBER protocol number
 */
template <typename P, typename H, uint8_t NUMBER>
class FaultTraceProtocol : public HeaderTransportProtocol<H, NUMBER>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId(P::NAME)
                .template SetParent<TransportProtocol>()
                .SetGroupName("Hsn")
                .template AddConstructor<P>()
                .AddTraceSource("Malformed",
                                "A packet without valid header is dropped: what is wrong with it.",
                                MakeTraceSourceAccessor(&FaultTraceProtocol::m_malformedTrace),
                                "ns3::hsn::TransportProtocol::DropTracedCallback");
        return tid;
    }

  protected:
    bool AnswerDropped(TransportProtocol::Problem problem,
                       Ptr<const Packet> packet,
                       const PacketArrival& arrival) override
    {
        if (problem == TransportProtocol::Problem::MALFORMED)
        {
            m_malformedTrace(packet, H::FindFault(packet));
        }
        return TransportProtocol::AnswerDropped(problem, packet, arrival);
    }

  private:
    TracedCallback<Ptr<const Packet>, const std::string&> m_malformedTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TRANSPORT_PROTOCOL_H
