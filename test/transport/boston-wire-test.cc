// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "boston-random-network.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

#include <memory>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Octets that are charged, and the times at which cells are sent. */
class BostonWireTest : public TestCase
{
  public:
    BostonWireTest()
        : TestCase("Fields that are not charged, interleaving, several connections on a VC")
    {
    }

  private:
    void DoRun() override
    {
        // without charge a loss-free transfer is that of plain TCP, cell for cell
        const auto plain = Times(PLAIN, true);
        NS_TEST_ASSERT_MSG_EQ((Times(BOSTON, false) == plain), true, "not charged");
        // with it, each acknowledgement takes 40 + 8 + 6 + 8 octets: 2 cells; without LLC, too
        const auto charged = Times(BOSTON, true);
        NS_TEST_ASSERT_MSG_EQ(charged.first.size(), plain.first.size(), "cells of data");
        Interleave();
        Share(BOSTON_ID_OUT_OF_BAND);
        Share(BOSTON_ID_IN_PAYLOAD_4);
    }

    /** @param factory of both ends @param charge attribute ChargeFields @return when cells arrive
     * at hosts 1 and 0 */
    std::pair<std::vector<int64_t>, std::vector<int64_t>> Times(const std::string& factory,
                                                                bool charge)
    {
        BostonHosts hosts;
        hosts.Install(1, charge);
        FileTransfer transfer(hosts, hosts.Make(0, factory), hosts.Make(1, factory), 100000);
        std::pair<std::vector<int64_t>, std::vector<int64_t>> times;
        hosts.ports[0]->filter = [&](CellBurst&) {
            times.first.push_back(Simulator::Now().GetTimeStep());
            return 1;
        };
        hosts.ports[1]->filter = [&](CellBurst&) {
            times.second.push_back(Simulator::Now().GetTimeStep());
            return 1;
        };
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.IsExact(), true, "the file");
        return times;
    }

    /** @brief Two segments that wait send their cells in turns, or one after the other. */
    void Interleave()
    {
        for (const uint32_t depth : {1, 0, 2})
        {
            BostonHosts hosts;
            hosts.Install(depth);
            auto from = hosts.Make(0);
            from->SetAttribute("InitialCwnd", UintegerValue(4));
            FileTransfer transfer(hosts, from, hosts.Make(1), 8 * 1460);
            std::vector<uint32_t> order;
            hosts.ports[0]->filter = [&](CellBurst& burst) {
                if (const auto* pdu = dynamic_cast<const BostonPdu*>(PeekPointer(burst.pdu)))
                {
                    order.push_back(pdu->GetSegment().id);
                }
                return 1;
            };
            Simulator::Stop(Seconds(100));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(transfer.IsExact(), true, "the file");
            const uint32_t turns = depth == 0 ? 4 : depth;
            for (uint32_t i = 0; i < 64; ++i)
            {
                // the first cell leaves before there is a second segment
                const uint32_t expected = turns == 1 ? i / 32 : i % turns;
                NS_TEST_ASSERT_MSG_EQ(order.at(i), expected, "depth " << depth << ", cell " << i);
            }
        }
    }

    /** @param mode of identification. Two connections share the VC */
    void Share(BostonCellIdMode mode)
    {
        BostonHosts hosts;
        hosts.Install();
        Config::SetDefault("ns3::hsn::BostonSocket::CellIdMode", EnumValue(mode));
        std::set<Address> flows;
        hosts.Aal(0)->TraceConnectWithoutContext(
            "Transmission",
            Sink<const BostonPdu&>::Make([&](const BostonPdu& pdu) {
                const auto& context = pdu.GetSegment().GetContext();
                flows.insert(context.flow.source);
                // 1,500 octets of IP are 32 cells: the octets' field has enough others
                NS_TEST_EXPECT_MSG_EQ(context.parameters.dispersed, 255, "N");
                NS_TEST_EXPECT_MSG_EQ(+context.parameters.fieldBits, 8, "field");
            }));
        auto to = hosts.Make(1);
        CountingServer server(to);
        std::vector<Ptr<IndexedTcpSocket>> from = {hosts.Make(0), hosts.Make(0)};
        for (auto& socket : from)
        {
            ScheduleCall(Seconds(1), [&socket] {
                socket->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), 80));
            });
            ScheduleCall(Seconds(2), [&socket] { socket->Send(Create<Packet>(100000), 0); });
        }
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        hosts.ports[0]->filter = [&](CellBurst& burst) {
            return IsCoded(burst) && random->GetValue() < 0.05 ? 0 : 1;
        };
        Simulator::Stop(Seconds(20000));
        Simulator::Run();
        Config::SetDefault("ns3::hsn::BostonSocket::CellIdMode", EnumValue(BOSTON_ID_OUT_OF_BAND));
        NS_TEST_ASSERT_MSG_EQ(server.received.size(), 2, "connections");
        for (const auto& r : server.received)
        {
            NS_TEST_ASSERT_MSG_EQ(r.second, 100000, "octets");
        }
        const bool alone = mode != BOSTON_ID_OUT_OF_BAND;
        NS_TEST_ASSERT_MSG_EQ(flows.size(), (alone ? 1 : 2), "connections that are dispersed");
        NS_TEST_ASSERT_MSG_EQ((hosts.Aal(0)->GetCounters().undispersed > 0), alone, "undispersed");
    }
};

/** @brief Several switches, with connections that meet in their buffers. */
class BostonMultiHopTest : public TestCase
{
  public:
    BostonMultiHopTest()
        : TestCase("Three congested switches with every discard policy, connections mixed")
    {
    }

  private:
    void DoRun() override
    {
        for (const char* policy : {"TailCellDiscard", "PartialPacketDiscard", "EarlyPacketDiscard"})
        {
            for (const std::string& other : {BOSTON, PLAIN})
            {
                Run(policy, other);
            }
        }
    }

    /** @param policy of all buffers @param other factory of the connections that cross */
    void Run(const std::string& policy, const std::string& other)
    {
        // hosts 0 and 1 are connected over all switches; hosts 2 and 3, 4 and 5 over two of them
        // each
        NodeContainer hosts(6);
        NodeContainer middle(3);
        AtmSwitchHelper switches;
        switches.SetQueueAttribute("MaxCells", UintegerValue(100));
        switches.SetDiscardPolicy("ns3::hsn::" + policy);
        const auto made = switches.Install(middle);
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", StringValue("10Mbps"));
        atm.SetChannelAttribute("Delay", StringValue("1ms"));
        atm.Install(middle.Get(0), middle.Get(1));
        atm.Install(middle.Get(1), middle.Get(2));
        NetDeviceContainer devices;
        const uint32_t at[] = {0, 2, 0, 1, 1, 2};
        for (uint32_t i = 0; i < 6; ++i)
        {
            devices.Add(atm.Install(hosts.Get(i), middle.Get(at[i])).Get(0));
        }
        for (uint32_t i = 0; i < 6; i += 2)
        {
            atm.ConnectPvc(devices.Get(i), devices.Get(i + 1));
        }
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        BostonHelper().Install(hosts);
        std::vector<std::unique_ptr<FileTransfer>> transfers;
        for (uint32_t i = 0; i < 6; i += 2)
        {
            const std::string& factory = i == 0 ? BOSTON : other;
            const auto make = [&](uint32_t host) {
                auto socket = DynamicCast<IndexedTcpSocket>(
                    Socket::CreateSocket(hosts.Get(host), TypeId::LookupByName(factory)));
                socket->SetAttribute("SegmentSize", UintegerValue(1460));
                return socket;
            };
            transfers.push_back(
                std::make_unique<FileTransfer>(hosts.Get(i + 1), make(i), make(i + 1), 500000));
        }
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
        for (const auto& transfer : transfers)
        {
            NS_TEST_EXPECT_MSG_EQ(transfer->IsExact(), true, policy << ", " << other);
        }
        uint64_t discarded = 0;
        for (const auto& s : made)
        {
            for (uint32_t port = 0; port < s->GetNPorts(); ++port)
            {
                discarded += s->GetPort(port)->GetOutput()->GetCounters().GetDiscarded();
            }
        }
        NS_TEST_EXPECT_MSG_GT(discarded, 100, policy << ": congestion");
        transfers.clear();
        Simulator::Destroy();
    }
};

HsnTestRegistration g_bostonWireTests("boston-session",
                                      {new BostonWireTest, new BostonMultiHopTest});
} // namespace
} // namespace hsn
} // namespace ns3
