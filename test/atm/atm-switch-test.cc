// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-switch-test-support.h"
#include "atm-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Label translation, copies, policing. */
class SwitchForwardTest : public TestCase
{
  public:
    SwitchForwardTest()
        : TestCase("Labels, point-to-multipoint, unknown labels, policing vectors")
    {
    }

  private:
    void DoRun() override
    {
        Multipoint();
        AddedDuringTie();
        Police();
        RealDevice();
        Errors();
    }

    /** @brief One input, three outputs, one of them twice; and a label that nobody has. */
    void Multipoint()
    {
        RawSwitch net;
        for (uint32_t i = 0; i < 4; ++i)
        {
            net.Add();
        }
        net.sw->AddConnection(0, IN, 1, {0, 61});
        net.sw->AddConnection(0, IN, 2, {7, 62});
        net.sw->AddConnection(0, IN, 3, {0, 63});
        net.sw->AddConnection(0, IN, 3, {0, 64});
        net.Queue(3)->SetAttribute("MaxCells", UintegerValue(1));
        std::vector<std::string> unknown;
        net.sw->TraceConnectWithoutContext(
            "UnknownVc",
            Sink<uint32_t, const CellBurst&>::Make([&](uint32_t port, const CellBurst& cell) {
                unknown.push_back(std::to_string(port) + ":" + std::to_string(cell.vc.vci));
            }));
        auto pdu = MakePdu(4);
        for (uint32_t i = 0; i < 4; ++i)
        {
            net.far[0]->SendAt(i * CELL, IN, pdu, i);
        }
        net.far[0]->SendAt(6 * CELL, {0, 51}, pdu);
        net.far[1]->SendAt(6 * CELL, {0, 61}, pdu); // multipoint has no way back
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Order(net.far[1]), "1111", "leaf");
        NS_TEST_EXPECT_MSG_EQ(Order(net.far[2]), "2222", "leaf");
        NS_TEST_EXPECT_MSG_EQ(net.far[2]->arrivals[0].cell.vc, (AtmVcId{7, 62}), "VPI");
        // two copies a cell time into one place: from the second cell on, one copy finds it taken
        NS_TEST_EXPECT_MSG_EQ(Order(net.far[3]).substr(0, 2), "34", "both labels");
        NS_TEST_EXPECT_MSG_EQ(net.Queue(3)->GetCounters().Get(CELL_BUFFER_FULL),
                              3,
                              "refused there only");
        const auto& c = net.sw->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.received, 6, "received");
        NS_TEST_EXPECT_MSG_EQ(c.unknownVc, 2, "unknown");
        NS_TEST_EXPECT_MSG_EQ(c.switched, 4, "switched");
        NS_TEST_EXPECT_MSG_EQ(c.copies, 16, "copies");
        std::sort(unknown.begin(), unknown.end());
        NS_TEST_EXPECT_MSG_EQ((unknown == std::vector<std::string>{"0:51", "1:61"}), true, "trace");
        Simulator::Destroy();
    }

    /** @brief A leg that is added while cells of the connection are tied. */
    void AddedDuringTie()
    {
        RawSwitch net;
        for (uint32_t i = 0; i < 4; ++i)
        {
            net.Add();
        }
        net.sw->AddConnection(0, IN, 3, {0, 60});
        net.sw->AddConnection(1, IN, 3, {0, 61});
        net.far[0]->SendAt(0, IN, MakePdu(1));
        // at the time of the arrivals, its event is between theirs
        ScheduleCall(Time(0), [&net] {
            ScheduleCall(NanoSeconds(CELL), [&net] {
                for (uint16_t k = 0; k < 100; ++k)
                {
                    net.sw->AddConnection(0, IN, 2, {0, static_cast<uint16_t>(100 + k)});
                }
            });
        });
        net.far[1]->SendAt(0, IN, MakePdu(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.far[3]->arrivals.size(), 2, "both pass");
        Simulator::Destroy();
    }

    /** @brief Contract vectors: P pass, T tag, D discard. */
    void Police()
    {
        using Contract = AtmTrafficContract;
        const std::vector<std::pair<int64_t, bool>> cells{{0, false},
                                                          {2, false},
                                                          {4, false},
                                                          {6, false},
                                                          {8, true},
                                                          {9, false},
                                                          {10, false},
                                                          {12, false},
                                                          {14, true},
                                                          {16, false},
                                                          {30, false},
                                                          {32, false},
                                                          {34, false},
                                                          {36, true},
                                                          {38, false}};
        const std::vector<std::pair<Contract::Type, std::string>> vectors{
            {Contract::VBR_A, "PPPDPDPDPPPPPPD"},
            {Contract::VBR_B, "PPPTPDPTPPPPPPT"},
            {Contract::VBR_C, "PPPDDPDDPDPPPDD"}};
        for (const auto& [type, expected] : vectors)
        {
            RawSwitch net;
            net.Add();
            net.Add();
            net.sw->AddConnection(0, IN, 1, {0, 60});
            auto upc = CreateObject<UsageParameterControl>();
            upc->SetContract(Contract::Vbr(type, NanoSeconds(2 * CELL), NanoSeconds(5 * CELL), 3));
            net.sw->SetUpc(0, IN, upc);
            NS_TEST_EXPECT_MSG_EQ(net.sw->GetUpc(0, IN), upc, "the one that was set");
            auto pdu = MakePdu(static_cast<uint32_t>(cells.size()));
            for (uint32_t i = 0; i < cells.size(); ++i)
            {
                net.far[0]->SendAt(cells[i].first * CELL, IN, pdu, i, cells[i].second);
            }
            Simulator::Run();
            std::string got(cells.size(), 'D');
            for (const auto& a : net.far[1]->arrivals)
            {
                const uint32_t i = a.cell.first;
                got[i] = a.cell.IsClp() && !cells[i].second ? 'T' : 'P';
            }
            NS_TEST_EXPECT_MSG_EQ(got, expected, "contract");
            const auto& c = net.sw->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(static_cast<int64_t>(c.policed),
                                  std::count(got.begin(), got.end(), 'D'),
                                  "policed");
            NS_TEST_EXPECT_MSG_EQ(static_cast<int64_t>(c.tagged),
                                  std::count(got.begin(), got.end(), 'T'),
                                  "tagged");
            NS_TEST_EXPECT_MSG_EQ(c.received, c.policed + c.switched, "balance");
            Simulator::Destroy();
        }
    }

    /** @brief The vector of contract C, which does not look at CLP, sent by a real adapter. */
    void RealDevice()
    {
        NodeContainer nodes;
        nodes.Create(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        auto a = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(0), nodes.Get(1)).Get(0));
        auto b = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(1), nodes.Get(2)).Get(1));
        AtmPvcOptions options;
        options.category = ATM_VBR;
        options.forward = AtmTrafficContract::Vbr(AtmTrafficContract::VBR_C,
                                                  NanoSeconds(2 * CELL),
                                                  NanoSeconds(5 * CELL),
                                                  3);
        const auto pvc = atm.ConnectPvc(a, b, options);
        const std::vector<int64_t> times{0, 2, 4, 6, 8, 9, 10, 12, 14, 16, 30, 32, 34, 36, 38};
        for (uint32_t i = 0; i < times.size(); ++i)
        {
            ScheduleCall(NanoSeconds(times[i] * CELL), [a, pvc, i] {
                a->SendSdu(pvc.a, Create<Packet>(i + 1)); // one cell; its size is its name
            });
        }
        std::string got(times.size(), 'D');
        b->TraceConnectWithoutContext("PhyRxEnd",
                                      Sink<Ptr<const Packet>>::Make([&got](Ptr<const Packet> p) {
                                          got[p->GetSize() - 1] = 'P';
                                      }));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(got, "PPPDDPDDPDPPPDD", "contract C");
        NS_TEST_EXPECT_MSG_EQ(pvc.forwardUpc->GetCounters().GetDiscarded(), 7, "its counters");
        Simulator::Destroy();
    }

    /** @brief What is refused. */
    void Errors()
    {
        RawSwitch net;
        net.Add();
        net.Add();
        net.sw->AddConnection(0, IN, 1, {0, 60});
        const auto says = [this](const std::string& words, const std::function<void()>& code) {
            const auto text = HsnAbortText(code);
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
        };
        const auto connect = [&net](uint32_t x, AtmVcId in, uint32_t y, AtmVcId out) {
            return [&net, x, in, y, out] { net.sw->AddConnection(x, in, y, out); };
        };
        says("to port 2", connect(0, IN, 2, IN));
        says("VPI 4096", connect(0, IN, 1, {4096, 50}));
        says("leads to 0/60", connect(0, IN, 1, {0, 60}));
        says("no connection 0/51", [&net] { net.sw->SetUpc(0, {0, 51}, nullptr); });
        says("port 7", [&net] { net.sw->GetPort(7); });
        says("switch's already", [&net] { net.sw->AddPort(net.sw->GetPort(0)); });
        NS_TEST_EXPECT_MSG_EQ(bool(net.sw->GetUpc(9, IN)), false, "no such port");
        Simulator::Destroy();
    }
};

/** @brief Store-and-forward times over 1 to 4 links, by hand. */
class SwitchTimingTest : public TestCase
{
  public:
    SwitchTimingTest()
        : TestCase("Arrival after n switches = n + 1 cell times and delays")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t switches = 0; switches <= 3; ++switches)
        {
            NodeContainer nodes;
            nodes.Create(switches + 2);
            AtmSwitchHelper sw;
            for (uint32_t i = 1; i <= switches; ++i)
            {
                sw.Install(nodes.Get(i));
            }
            AtmHelper atm;
            atm.SetChannelAttribute("Delay", StringValue("10us"));
            std::vector<NetDeviceContainer> links;
            for (uint32_t i = 0; i <= switches; ++i)
            {
                links.push_back(atm.Install(nodes.Get(i), nodes.Get(i + 1)));
            }
            auto a = DynamicCast<AtmNetDevice>(links.front().Get(0));
            auto b = DynamicCast<AtmNetDevice>(links.back().Get(1));
            const auto pvc = atm.ConnectPvc(a, b);
            NS_TEST_EXPECT_MSG_EQ(pvc.switches, switches, "switches passed");
            std::vector<int64_t> cells;
            int64_t done = 0;
            b->TraceConnectWithoutContext("CellRx",
                                          Sink<const CellBurst&>::Make([&](const CellBurst&) {
                                              cells.push_back(Simulator::Now().GetTimeStep());
                                          }));
            b->TraceConnectWithoutContext("PhyRxEnd",
                                          Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet> p) {
                                              done = Simulator::Now().GetTimeStep();
                                              NS_TEST_EXPECT_MSG_EQ(p->GetSize(), 1000, "size");
                                          }));
            // 1000 + 8 bytes: 21 cells, pipelined
            ScheduleCall(MicroSeconds(5), [a, pvc] { a->SendSdu(pvc.a, Create<Packet>(1000)); });
            Simulator::Run();
            const int64_t first = 5000 + (switches + 1) * (CELL + 10000);
            NS_TEST_EXPECT_MSG_EQ(cells.size(), 21, "cells");
            for (uint32_t i = 0; i < cells.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(cells[i], first + i * CELL, "cell " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(done, first + 20 * CELL, "the SDU");
            Simulator::Destroy();
        }
    }
};

/** @brief Counters of a whole network balance at every moment. */
class SwitchBalanceTest : public TestCase
{
  public:
    SwitchBalanceTest()
        : TestCase("Counters balance under random traffic, at any instant")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = 1; seed <= 4; ++seed)
        {
            RunOnce(seed);
        }
        NS_TEST_EXPECT_MSG_GT(m_sum.Get(CELL_BUFFER_FULL), 0, "full buffers");
        NS_TEST_EXPECT_MSG_GT(m_sum.Get(CELL_PARTIAL_PACKET), 0, "partial packets");
        NS_TEST_EXPECT_MSG_GT(m_sum.Get(CELL_EARLY_PACKET), 0, "early packets");
        NS_TEST_EXPECT_MSG_GT(m_sum.Get(CELL_CLP_THRESHOLD), 0, "CLP");
        NS_TEST_EXPECT_MSG_GT(m_links.lost, 0, "cells lost");
        NS_TEST_EXPECT_MSG_GT(m_links.hecDiscarded, 0, "headers damaged");
        NS_TEST_EXPECT_MSG_GT(m_links.hecCorrected, 0, "headers corrected");
        NS_TEST_EXPECT_MSG_GT(m_links.damaged, 0, "payloads damaged");
        NS_TEST_EXPECT_MSG_GT(m_good, 100, "good SDUs");
        NS_TEST_EXPECT_MSG_GT(m_bad, 100, "failed PDUs");
    }

    /** @brief Three switches in a row, hosts at each, overload. @param seed of the traffic */
    void RunOnce(uint32_t seed)
    {
        std::mt19937 random(seed);
        const auto pick = [&random](uint32_t n) { return static_cast<uint32_t>(random() % n); };
        NodeContainer hosts;
        hosts.Create(6);
        NodeContainer nodes;
        nodes.Create(3);
        const std::vector<std::string> policies{"ns3::hsn::PartialPacketDiscard",
                                                "ns3::hsn::EarlyPacketDiscard",
                                                "ns3::hsn::ClpThresholdDiscard",
                                                "ns3::hsn::TailCellDiscard"};
        AtmSwitchContainer switches;
        for (uint32_t i = 0; i < 3; ++i)
        {
            AtmSwitchHelper helper;
            helper.SetQueueAttribute("MaxCells", UintegerValue(20 + pick(100)));
            helper.SetDiscardPolicy(policies[(seed + i) % 4]);
            switches.Add(helper.Install(nodes.Get(i)).Get(0));
        }
        m_channels.clear();
        AtmHelper atm;
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 6; ++i)
        {
            devices.Add(atm.Install(hosts.Get(i), nodes.Get(i / 2)).Get(0));
            m_channels.push_back(DynamicCast<AtmChannel>(devices.Get(i)->GetChannel()));
        }
        atm.SetChannelAttribute("DataRate", StringValue("60Mbps"));
        atm.SetChannelAttribute("Delay", StringValue("37us"));
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto trunk = atm.Install(nodes.Get(i), nodes.Get(i + 1));
            m_channels.push_back(DynamicCast<AtmChannel>(trunk.Get(0)->GetChannel()));
        }
        auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(0.002);
        m_channels[6]->SetAttribute("CellLossModel", PointerValue(loss));
        m_channels[6]->SetAttribute("BitErrorRate", DoubleValue(1e-5));
        m_channels[7]->SetAttribute("BitErrorRate", DoubleValue(1e-3));
        AtmHelper::AssignStreams(devices, 10 * seed);
        m_channels[6]->AssignStreams(100 * seed);
        m_channels[7]->AssignStreams(1000 * seed);

        m_devices.clear();
        for (uint32_t i = 0; i < 6; ++i)
        {
            m_devices.push_back(DynamicCast<AtmNetDevice>(devices.Get(i)));
        }
        m_upcs.clear();
        const auto policed = [&](uint32_t x, uint32_t y, AtmTrafficContract::Type type) {
            AtmPvcOptions options;
            options.category = ATM_VBR;
            options.forward =
                AtmTrafficContract::Vbr(type, NanoSeconds(CELL), NanoSeconds(10 * CELL), 50);
            const auto pvc = atm.ConnectPvc(devices.Get(x), devices.Get(y), options);
            m_upcs.push_back(pvc.forwardUpc);
        };
        policed(0, 5, AtmTrafficContract::VBR_B);
        policed(1, 4, AtmTrafficContract::VBR_A);
        policed(2, 1, AtmTrafficContract::VBR_C);
        atm.ConnectPvc(devices.Get(3), devices.Get(4));
        atm.ConnectPvc(devices.Get(0), devices.Get(1));
        NetDeviceContainer leaves;
        for (const uint32_t i : {1, 2, 5})
        {
            leaves.Add(devices.Get(i));
        }
        atm.ConnectPointToMultipoint(devices.Get(0), leaves);
        for (uint32_t n = 0; n < 400; ++n)
        {
            const auto device = m_devices[pick(6)];
            const auto vc = device->GetVc(pick(device->GetNVcs()));
            const uint32_t size = pick(20) == 0 ? 0 : pick(9000);
            ScheduleCall(MicroSeconds(pick(60000)),
                         [device, vc, size] { device->SendSdu(vc, Create<Packet>(size)); });
        }
        for (uint32_t n = 0; n < 400; ++n)
        {
            ScheduleCall(NanoSeconds(pick(100000000)), [this, &switches] { Look(switches); });
        }
        Simulator::Run();
        Look(switches);
        for (const auto& channel : m_channels)
        {
            for (const uint32_t end : {0, 1})
            {
                const auto& c = channel->GetCounters(end);
                NS_TEST_EXPECT_MSG_EQ(channel->GetInFlight(end), 0, "all have arrived");
                m_links.lost += c.lost;
                m_links.hecDiscarded += c.hecDiscarded;
                m_links.hecCorrected += c.hecCorrected;
                m_links.damaged += c.damaged;
            }
        }
        for (const auto& s : switches)
        {
            for (uint32_t i = 0; i < s->GetNPorts(); ++i)
            {
                const auto c = s->GetPort(i)->GetOutput()->GetCounters();
                NS_TEST_EXPECT_MSG_EQ(s->GetPort(i)->GetOutput()->GetNCells(), 0, "all have left");
                m_sum += c;
            }
        }
        for (const auto& device : m_devices)
        {
            m_good += device->GetRxCounters().sdus;
            for (uint32_t i = 0; i < device->GetNVcs(); ++i)
            {
                m_bad += device->GetVc(i)->GetRxCounters().GetTotalErrors();
            }
        }
        m_devices.clear();
        m_channels.clear();
        m_upcs.clear();
        Simulator::Destroy();
    }

    /** @brief Checks all books now. @param switches of the network */
    void Look(const AtmSwitchContainer& switches)
    {
        std::map<Ptr<AtmSwitch>, uint64_t> arrived;
        for (const auto& channel : m_channels)
        {
            for (const uint32_t end : {0, 1})
            {
                const auto& c = channel->GetCounters(end);
                NS_TEST_ASSERT_MSG_EQ(c.sent,
                                      c.delivered + c.lost + c.hecDiscarded +
                                          channel->GetInFlight(end),
                                      "link");
                NS_TEST_ASSERT_MSG_EQ((c.damaged <= c.delivered), true, "damaged");
                uint64_t given = 0;
                if (auto device = DynamicCast<AtmNetDevice>(channel->GetPort(end)))
                {
                    for (uint32_t i = 0; i < device->GetNVcs(); ++i)
                    {
                        given += device->GetVc(i)->GetTxCounters().cells;
                    }
                }
                else
                {
                    auto port = DynamicCast<AtmSwitchPort>(channel->GetPort(end));
                    given = port->GetOutput()->GetCounters().out;
                }
                NS_TEST_ASSERT_MSG_EQ(c.sent, given, "sent by its end");
                const auto far = channel->GetPort(1 - end);
                if (auto device = DynamicCast<AtmNetDevice>(far))
                {
                    NS_TEST_ASSERT_MSG_EQ(device->GetRxCounters().cells, c.delivered, "device");
                }
                else
                {
                    arrived[far->GetNode()->GetObject<AtmSwitch>()] += c.delivered;
                }
            }
        }
        uint64_t policed = 0;
        uint64_t tagged = 0;
        for (const auto& s : switches)
        {
            const auto& c = s->GetCounters();
            NS_TEST_ASSERT_MSG_EQ(c.received, arrived[s], "arrived");
            NS_TEST_ASSERT_MSG_EQ(c.received, c.unknownVc + c.policed + c.switched, "switch");
            uint64_t offered = 0;
            for (uint32_t i = 0; i < s->GetNPorts(); ++i)
            {
                for (const auto category : {ATM_CBR, ATM_VBR, ATM_UBR})
                {
                    const auto queue = s->GetPort(i)->GetOutput()->GetQueue(category);
                    const auto& q = queue->GetCounters();
                    NS_TEST_ASSERT_MSG_EQ(q.in,
                                          q.out + q.GetDiscarded() + queue->GetNCells(),
                                          "buffer");
                    offered += q.in;
                }
            }
            NS_TEST_ASSERT_MSG_EQ(offered, c.copies, "copies");
            policed += c.policed;
            tagged += c.tagged;
        }
        for (const auto& upc : m_upcs)
        {
            policed -= upc->GetCounters().GetDiscarded();
            tagged -= upc->GetCounters().tagged;
        }
        NS_TEST_ASSERT_MSG_EQ(policed, 0, "policed by the UPCs");
        NS_TEST_ASSERT_MSG_EQ(tagged, 0, "tagged by the UPCs");
        for (const auto& device : m_devices)
        {
            uint64_t cells = device->GetRxCounters().unknownVc;
            uint64_t sdus = 0;
            for (uint32_t i = 0; i < device->GetNVcs(); ++i)
            {
                const auto vc = device->GetVc(i);
                const auto& c = vc->GetRxCounters();
                NS_TEST_ASSERT_MSG_EQ(c.cells,
                                      c.deliveredCells + c.failedCells + vc->GetPendingRxCells(),
                                      "reassembler");
                cells += c.cells;
                sdus += c.pdus;
            }
            NS_TEST_ASSERT_MSG_EQ(device->GetRxCounters().cells, cells, "device");
            NS_TEST_ASSERT_MSG_EQ(device->GetRxCounters().sdus, sdus, "device");
        }
    }

    std::vector<Ptr<AtmNetDevice>> m_devices;       //!< hosts' devices
    std::vector<Ptr<AtmChannel>> m_channels;        //!< all links
    std::vector<Ptr<UsageParameterControl>> m_upcs; //!< all policing
    AtmCellQueue::Counters m_sum;                   //!< discards of all runs
    AtmChannel::Counters m_links;                   //!< losses of all runs
    uint64_t m_good{0};                             //!< SDUs of all runs
    uint64_t m_bad{0};                              //!< failed PDUs of all runs
};

HsnTestRegistration g_atmSwitchTests("atm-switch",
                                     {new SwitchForwardTest,
                                      new SwitchTimingTest,
                                      new SwitchBalanceTest});
} // namespace
} // namespace hsn
} // namespace ns3
