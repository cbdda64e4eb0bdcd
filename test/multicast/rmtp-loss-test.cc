// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What RmtpLoss loses: DATA and answers, and nothing else that passes a device.
 */
#include "../hsn-test.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/rmtp-header.h"
#include "ns3/rmtp-helper.h"
#include "ns3/rmtp-loss.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// What the paper's model loses; all others always arrive.
const std::set<int> LOST =
    {RMTP_DATA, RMTP_ACK, RMTP_NACK, RMTP_BUSY, RMTP_RRDY, RMTP_CACK, RMTP_RACK, RMTP_REPORT};

/// @param type of a PDU @param format of the wire @param protocol that IPv4 says @return it, as a
/// device has it
Ptr<Packet>
MakeDatagram(RmtpPduType type, RmtpWireFormat format = RMTP_PAPER, uint8_t protocol = 17)
{
    RmtpPdu pdu;
    pdu.type = type;
    if (type == RMTP_NACK)
    {
        pdu.list.push_back({1, 1});
    }
    const uint32_t data = type == RMTP_DATA ? 100 : 0;
    const auto packet = Create<Packet>(data);
    packet->AddHeader(RmtpHeader(pdu, format, data));
    packet->AddHeader(UdpHeader());
    Ipv4Header ip;
    ip.SetProtocol(protocol);
    ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    packet->AddHeader(ip);
    return packet;
}

/// @param packet as a device has it @return type of the PDU, at its place by RFC 791 and RFC 768;
/// 0: no UDP
int
GetType(Ptr<const Packet> packet)
{
    uint8_t octets[30];
    const uint32_t read = packet->CopyData(octets, sizeof(octets));
    return read == sizeof(octets) && octets[0] == 0x45 && octets[9] == 17
               ? octets[28] << 8 | octets[29]
               : 0;
}

/// @param rate of losses @param stream of them @return what loses
Ptr<RmtpLoss>
MakeLoss(double rate, int64_t stream)
{
    const auto loss = CreateObjectWithAttributes<RmtpLoss>("Rate", DoubleValue(rate));
    loss->AssignStreams(stream);
    return loss;
}

/** @brief PDU by PDU. */
class RmtpLossTest : public TestCase
{
  public:
    RmtpLossTest()
        : TestCase("DATA and answers are lost, what a server says otherwise is not")
    {
    }

  private:
    void DoRun() override
    {
        const auto all = MakeLoss(1, 1);
        const auto none = MakeLoss(0, 1);
        for (int number = RMTP_DATA; number <= RMTP_SUSP; ++number)
        {
            if (number == 13) // is no type
            {
                continue;
            }
            const auto type = static_cast<RmtpPduType>(number);
            for (const auto format : {RMTP_PAPER, RMTP_DRAFT01})
            {
                const auto packet = MakeDatagram(type, format);
                NS_TEST_ASSERT_MSG_EQ(GetType(packet), number, "place of the type");
                NS_TEST_EXPECT_MSG_EQ(all->IsCorrupt(packet),
                                      (LOST.count(number) > 0),
                                      GetRmtpTypeText(type));
                NS_TEST_EXPECT_MSG_EQ(none->IsCorrupt(packet), false, GetRmtpTypeText(type));
            }
        }
        NS_TEST_EXPECT_MSG_EQ(all->IsCorrupt(MakeDatagram(RMTP_DATA, RMTP_PAPER, 6)),
                              false,
                              "another protocol");
        const auto v6 = MakeDatagram(RMTP_DATA)->CreateFragment(1, 100);
        const uint8_t first = 0x65;
        const auto packet = Create<Packet>(&first, 1);
        packet->AddAtEnd(v6);
        NS_TEST_EXPECT_MSG_EQ(all->IsCorrupt(packet), false, "another version of IP");
        const auto ack = MakeDatagram(RMTP_ACK);
        NS_TEST_EXPECT_MSG_EQ(all->IsCorrupt(ack->CreateFragment(0, 30)), true, "a type");
        NS_TEST_EXPECT_MSG_EQ(all->IsCorrupt(ack->CreateFragment(0, 29)), false, "half a type");
        NS_TEST_EXPECT_MSG_EQ(all->IsCorrupt(Create<Packet>()), false, "nothing");

        // control between them does not change which of the others are lost
        constexpr int PACKETS = 20000;
        const auto one = MakeLoss(0.3, 5);
        const auto same = MakeLoss(0.3, 5);
        const auto other = MakeLoss(0.3, 6);
        const auto data = MakeDatagram(RMTP_DATA);
        const auto poll = MakeDatagram(RMTP_POLL);
        int lost = 0;
        int different = 0;
        int differentStream = 0;
        for (int i = 0; i < PACKETS; ++i)
        {
            const bool isLost = one->IsCorrupt(data);
            same->IsCorrupt(poll);
            lost += isLost;
            different += isLost != same->IsCorrupt(data);
            differentStream += isLost != other->IsCorrupt(data);
        }
        const double error = std::sqrt(PACKETS * 0.3 * 0.7);
        NS_TEST_EXPECT_MSG_EQ_TOL(lost, 0.3 * PACKETS, 4 * error, "share");
        NS_TEST_EXPECT_MSG_EQ(different, 0, "control draws nothing");
        NS_TEST_EXPECT_MSG_GT(differentStream, PACKETS / 3, "streams are independent");
    }
};

/** @brief A group that loses a fifth. */
class RmtpLossGroupTest : public TestCase
{
  public:
    RmtpLossGroupTest()
        : TestCase("A group whose devices lose: no CONN, POLL or REL is missing")
    {
    }

  private:
    /** @brief Somebody asks for an address, or answers. */
    void NotifyQuestion(Ptr<NetDevice>,
                        Ptr<const Packet>,
                        uint16_t,
                        const Address&,
                        const Address&,
                        NetDevice::PacketType)
    {
        ++m_questions;
    }

    uint32_t m_questions{0}; //!< packets of ARP

    void DoRun() override
    {
        const std::string refusal = HsnAbortText([] {
            RmtpHelper(Inet6SocketAddress(Ipv6Address("ff0e::1:2"), 9))
                .InstallStar(20, MilliSeconds(5), 0.2, 70);
        });
        NS_TEST_EXPECT_MSG_NE(refusal.find("InstallStar() is for groups of IPv4"),
                              std::string::npos,
                              refusal);
        const Address group = InetSocketAddress(Ipv4Address("225.1.2.3"), 9);
        const auto nodes = RmtpHelper(group).InstallStar(20, MilliSeconds(5), 0.2, 70);
        Config::SetDefault("ns3::hsn::RmtpServer::MaxPoll", UintegerValue(20));
        Config::SetDefault("ns3::hsn::RmtpServer::MaxConnRetry", UintegerValue(20));
        std::map<int, int> lost;
        std::map<int, int> came;
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            const auto count = [](std::map<int, int>& sum) {
                return Sink<Ptr<const Packet>>::Make(
                    [&sum](Ptr<const Packet> packet) { ++sum[GetType(packet)]; });
            };
            const auto device = nodes.Get(i)->GetDevice(0);
            device->TraceConnectWithoutContext("PhyRxDrop", count(lost));
            nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, Ptr<Ipv4>, uint32_t>::Make(
                    [&came](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                        ++came[GetType(packet)];
                    }));
        }
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            nodes.Get(i)->RegisterProtocolHandler(
                MakeCallback(&RmtpLossGroupTest::NotifyQuestion, this),
                ArpL3Protocol::PROT_NUMBER,
                nodes.Get(i)->GetDevice(0));
        }
        PacketSinkHelper sinks("ns3::hsn::RmtpSocketFactory",
                               InetSocketAddress(Ipv4Address::GetAny(), 9));
        ApplicationContainer receivers;
        for (uint32_t i = 1; i < nodes.GetN(); ++i)
        {
            receivers.Add(sinks.Install(nodes.Get(i)));
        }
        BulkSendHelper source("ns3::hsn::RmtpSocketFactory", group);
        source.SetAttribute("MaxBytes", UintegerValue(100 * 1024));
        source.Install(nodes.Get(0));
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        for (uint32_t i = 0; i < receivers.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(receivers.Get(i))->GetTotalRx(),
                                  100 * 1024,
                                  "all octets");
        }
        NS_TEST_EXPECT_MSG_EQ(m_questions, 0, "server and receivers know each other's addresses");
        for (const auto& [type, number] : lost)
        {
            NS_TEST_EXPECT_MSG_EQ(LOST.count(type), 1, "lost " << number << " of type " << type);
        }
        for (const int type : {RMTP_CONN, RMTP_POLL, RMTP_REL})
        {
            NS_TEST_EXPECT_MSG_GT(came[type], 0, "type " << type);
        }
        for (const int type : {RMTP_DATA, RMTP_CACK, RMTP_NACK, RMTP_ACK})
        {
            const double all = lost[type] + came[type];
            NS_TEST_ASSERT_MSG_GT(all, 15, "type " << type);
            NS_TEST_EXPECT_MSG_EQ_TOL(lost[type] / all,
                                      0.2,
                                      4 * std::sqrt(0.2 * 0.8 / all),
                                      "share of type " << type);
        }
        Simulator::Destroy();
        Config::Reset();
    }
};

/** @brief Addresses of receivers: never those of the loopback, never link-local ones. */
class RmtpHelperAddressTest : public TestCase
{
  public:
    RmtpHelperAddressTest()
        : TestCase("RmtpHelper: a receiver whose interface has no address is named")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool v6 : {false, true})
        {
            const std::string text = HsnAbortText([v6] {
                NodeContainer nodes;
                nodes.Create(2);
                SimpleNetDeviceHelper links;
                InternetStackHelper().Install(nodes);
                const auto devices = links.Install(nodes);
                for (uint32_t i = 0; i < 2; ++i)
                {
                    nodes.Get(i)->GetObject<Ipv4>()->AddInterface(devices.Get(i));
                    nodes.Get(i)->GetObject<Ipv6>()->AddInterface(devices.Get(i));
                }
                const Address group = v6 ? Address(Inet6SocketAddress(Ipv6Address("ff0e::1:2"), 9))
                                         : Address(InetSocketAddress(Ipv4Address("225.1.2.3"), 9));
                RmtpHelper(group).Install(nodes.Get(0), nodes.Get(1));
            });
            NS_TEST_EXPECT_MSG_NE(
                text.find(v6 ? "node 1 has no address of IPv6" : "node 1 has no address of IPv4"),
                std::string::npos,
                text);
        }
    }
};

HsnTestRegistration g_rmtpLossTests("rmtp-loss",
                                    {new RmtpLossTest,
                                     new RmtpLossGroupTest,
                                     new RmtpHelperAddressTest});
} // namespace
} // namespace hsn
} // namespace ns3
