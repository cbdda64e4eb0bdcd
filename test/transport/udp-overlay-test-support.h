// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A socket over UDP whose datagrams are numbered, and a network for it.
 */
#ifndef HSN_UDP_OVERLAY_TEST_SUPPORT_H
#define HSN_UDP_OVERLAY_TEST_SUPPORT_H

#include "udp-test-network.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/integer.h"
#include "ns3/ipv4-packet-info-tag.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-packet-info-tag.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/socket-factory.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-overlay-socket.h"
#include "ns3/udp-socket-factory.h"

#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Port of the receivers. */
constexpr uint16_t OVERLAY_PORT = UdpTestNetwork::PORT;

/** @brief Bytes of the header of NumberedUdpSocket. */
constexpr uint32_t NUMBER_SIZE = 4;

/** @brief The simplest protocol over UDP: each datagram is preceded by its number. */
class NumberedUdpSocket : public UdpOverlaySocket
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::NumberedUdpSocket")
                                .SetParent<UdpOverlaySocket>()
                                .SetGroupName("Hsn")
                                .AddConstructor<NumberedUdpSocket>();
        return tid;
    }

    bool hold{false};                //!< hold datagrams back until Flush()
    uint32_t copies{1};              //!< how often a received datagram is delivered
    std::vector<uint8_t> numbers;    //!< numbers of the received datagrams
    using UdpOverlaySocket::Deliver; //!< for delivery at other times

  private:
    int HandleOutgoing(Ptr<Packet> packet, uint32_t flags, const Address& to) override
    {
        const uint8_t number[NUMBER_SIZE] = {0, 0, 0, m_next++};
        auto datagram = Create<Packet>(number, NUMBER_SIZE);
        datagram->AddAtEnd(packet);
        if (hold)
        {
            m_held.emplace_back(datagram, to);
            return 0;
        }
        return Transmit(datagram, flags, to);
    }

    void HandleIncoming(Ptr<Packet> packet, const Address& from) override
    {
        uint8_t number[NUMBER_SIZE];
        if (packet->CopyData(number, NUMBER_SIZE) < NUMBER_SIZE)
        {
            return;
        }
        numbers.push_back(number[NUMBER_SIZE - 1]);
        packet->RemoveAtStart(NUMBER_SIZE);
        for (uint32_t i = 0; i < copies; i++)
        {
            Deliver(packet, from);
        }
    }

    void Flush() override
    {
        for (const auto& [datagram, to] : std::exchange(m_held, {}))
        {
            Transmit(datagram, 0, to);
        }
    }

    uint32_t GetLargestDatagram() const override
    {
        return UdpOverlaySocket::GetLargestDatagram() - NUMBER_SIZE;
    }

    uint8_t m_next{0};                                   //!< number of the next datagram
    std::vector<std::pair<Ptr<Packet>, Address>> m_held; //!< datagrams held back
};

/** @brief Creates NumberedUdpSocket on a node. */
class NumberedUdpSocketFactory : public SocketFactory
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::NumberedUdpSocketFactory")
                                .SetParent<SocketFactory>()
                                .SetGroupName("Hsn")
                                .AddConstructor<NumberedUdpSocketFactory>();
        return tid;
    }

    Ptr<Socket> CreateSocket() override
    {
        auto socket = CreateObject<NumberedUdpSocket>();
        socket->SetNode(GetObject<Node>());
        return socket;
    }
};

/** @brief Hosts that also have NumberedUdpSocketFactory. */
struct Network : UdpTestNetwork
{
    /** @param hosts number of hosts */
    explicit Network(uint32_t hosts = 2)
        : UdpTestNetwork(hosts)
    {
        for (uint32_t i = 0; i < hosts; i++)
        {
            nodes.Get(i)->AggregateObject(CreateObject<NumberedUdpSocketFactory>());
        }
    }

    /** @param host index of a host @return a NumberedUdpSocket there */
    Ptr<NumberedUdpSocket> MakeSocket(uint32_t host) const
    {
        return DynamicCast<NumberedUdpSocket>(
            Socket::CreateSocket(nodes.Get(host), NumberedUdpSocketFactory::GetTypeId()));
    }
};

/** @param time to run the simulation for */
inline void
RunFor(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}
} // namespace hsn
} // namespace ns3

#endif // HSN_UDP_OVERLAY_TEST_SUPPORT_H
