// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts whose link loses, delays, duplicates, damages and marks packets.
 */
#ifndef HSN_TCP_INTEROP_SUPPORT_H
#define HSN_TCP_INTEROP_SUPPORT_H

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface-container.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Name of our socket factory ...
const std::string HSN_TCP = "ns3::hsn::IndexedTcpSocketFactory";
/// ... and of ns-3's.
const std::string NS3_TCP = "ns3::TcpSocketFactory";

/** @param packet with an IP header @param header of TCP, if it has one @return whether it has */
inline bool
PeekTcp(Ptr<const Packet> packet, TcpHeader& header)
{
    uint8_t version;
    if (packet->CopyData(&version, 1) != 1)
    {
        return false;
    }
    const auto copy = packet->Copy();
    if (version >> 4 == 4)
    {
        Ipv4Header ip;
        copy->RemoveHeader(ip);
        return ip.GetProtocol() == TcpL4Protocol::PROT_NUMBER && copy->PeekHeader(header) > 0;
    }
    if (version >> 4 == 6)
    {
        Ipv6Header ip;
        copy->RemoveHeader(ip);
        return ip.GetNextHeader() == TcpL4Protocol::PROT_NUMBER && copy->PeekHeader(header) > 0;
    }
    return false;
}

/** @brief A link that treats packets badly, each independently of the others. */
class ImpairedChannel : public SimpleChannel
{
  public:
    ImpairedChannel()
        : m_random(CreateObject<UniformRandomVariable>())
    {
    }

    /** @param stream of all random decisions */
    void SetStream(int64_t stream)
    {
        m_random->SetStream(stream);
    }

    void Send(Ptr<Packet> p,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        if (filter && filter(p, sender))
        {
            return;
        }
        const int copies = m_random->GetValue() < duplicate ? 2 : 1;
        for (int copy = 0; copy < copies; ++copy)
        {
            if (m_random->GetValue() < lose)
            {
                continue;
            }
            Ptr<Packet> packet = p->Copy();
            if (m_random->GetValue() < damage && packet->GetSize() > DAMAGE_FROM)
            {
                packet = Damage(packet);
            }
            if (m_random->GetValue() < mark)
            {
                Mark(packet, protocol);
            }
            Time late = delay;
            if (m_random->GetValue() < reorder)
            {
                late += extra * m_random->GetValue();
            }
            for (std::size_t i = 0; i < GetNDevices(); ++i)
            {
                auto device = DynamicCast<SimpleNetDevice>(GetDevice(i));
                if (device != sender)
                {
                    Simulator::ScheduleWithContext(device->GetNode()->GetId(),
                                                   late,
                                                   &SimpleNetDevice::Receive,
                                                   device,
                                                   packet,
                                                   protocol,
                                                   to,
                                                   from);
                }
            }
        }
    }

    double lose{0};      //!< probability of loss, of each copy
    double duplicate{0}; //!< probability of a second copy
    double reorder{0};   //!< probability of extra delay
    double damage{0};    //!< probability that the last octet of a long packet changes
    double mark{0};      //!< probability that an ECN-capable packet is marked
    Time delay;          //!< least delay
    Time extra;          //!< most extra delay
    /// Loses the packets for which it returns true, if set.
    std::function<bool(Ptr<const Packet>, Ptr<SimpleNetDevice>)> filter;

  private:
    /// Longer packets end in TCP payload: 40 of IPv6, 60 of TCP.
    static constexpr uint32_t DAMAGE_FROM = 100;

    /** @param packet to damage @return what arrives */
    Ptr<Packet> Damage(Ptr<const Packet> packet)
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        octets.back() ^= static_cast<uint8_t>(m_random->GetInteger(1, 255));
        return Create<Packet>(octets.data(), packet->GetSize());
    }

    /** @param packet to mark as a congested router does @param protocol its type */
    static void Mark(Ptr<Packet> packet, uint16_t protocol)
    {
        if (protocol == Ipv4L3Protocol::PROT_NUMBER)
        {
            Ipv4Header header;
            packet->RemoveHeader(header);
            if (header.GetEcn() != Ipv4Header::ECN_NotECT)
            {
                header.SetEcn(Ipv4Header::ECN_CE);
            }
            if (Node::ChecksumEnabled())
            {
                header.EnableChecksum();
            }
            packet->AddHeader(header);
        }
        else if (protocol == Ipv6L3Protocol::PROT_NUMBER)
        {
            Ipv6Header header;
            packet->RemoveHeader(header);
            if (header.GetEcn() != Ipv6Header::ECN_NotECT)
            {
                header.SetEcn(Ipv6Header::ECN_CE);
            }
            packet->AddHeader(header);
        }
    }

    Ptr<UniformRandomVariable> m_random; //!< of all decisions
};

/** @brief Hosts on one link, with both kinds of TCP over both kinds of IP. */
struct TcpHosts
{
    /** @param n how many */
    explicit TcpHosts(uint32_t n = 2)
        : channel(CreateObject<ImpairedChannel>())
    {
        nodes.Create(n);
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < n; ++i)
        {
            auto device = CreateObject<SimpleNetDevice>();
            device->SetAttribute("PointToPointMode", BooleanValue(n == 2));
            device->SetAddress(Mac48Address::Allocate());
            nodes.Get(i)->AddDevice(device);
            device->SetChannel(channel);
            devices.Add(device);
        }
        channel->delay = MilliSeconds(5);
        InternetStackHelper internet;
        internet.Install(nodes);
        // the same whatever ran before: ns-3.37's own TCP does not survive every sequence of losses
        internet.AssignStreams(nodes, 2000);
        HsnInternetHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        const auto interfaces =
            Ipv6AddressHelper(Ipv6Address("2001:db8::"), Ipv6Prefix(64)).Assign(devices);
        for (uint32_t i = 0; i < n; ++i)
        {
            addresses.push_back(interfaces.GetAddress(i, 1));
        }
    }

    ~TcpHosts()
    {
        Simulator::Destroy();
    }

    /** @param i a host @param port a port @param v6 IPv6 @return that address */
    Address At(uint32_t i, uint16_t port, bool v6 = false) const
    {
        if (v6)
        {
            return Inet6SocketAddress(addresses[i], port);
        }
        return InetSocketAddress(Ipv4Address(0x0a000001 + i), port);
    }

    /** @param port a port @param v6 IPv6 @return that port of any of a host's addresses */
    static Address Any(uint16_t port, bool v6 = false)
    {
        if (v6)
        {
            return Inet6SocketAddress(Ipv6Address::GetAny(), port);
        }
        return InetSocketAddress(Ipv4Address::GetAny(), port);
    }

    /** @param i a host @param factory name @return a socket */
    Ptr<Socket> Make(uint32_t i, const std::string& factory) const
    {
        return Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(factory));
    }

    /** @param i a host @return its device */
    Ptr<SimpleNetDevice> Device(uint32_t i) const
    {
        return DynamicCast<SimpleNetDevice>(nodes.Get(i)->GetDevice(0));
    }

    Ptr<ImpairedChannel> channel;       //!< the link
    NodeContainer nodes;                //!< the hosts
    std::vector<Ipv6Address> addresses; //!< global ones, by host
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_INTEROP_SUPPORT_H
