// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS over an ATM link between two hosts, and QoS adapters along a tree. Expected times follow
 * from the attributes by hand.
 */
#include "../hsn-test.h"
#include "mets-pair.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/gop-model.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-host.h"
#include "ns3/mets-mpeg-source.h"
#include "ns3/mets-nic.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Times of packets through hosts.
class MetsHostTest : public TestCase
{
  public:
    MetsHostTest()
        : TestCase("MetsHost: times of cells, packets and pieces, FIFO, dummy cells, strays")
    {
    }

  private:
    void DoRun() override
    {
        TestTimes();
        TestPieces();
        TestShaped();
        TestFifo();
        TestStrays();
        TestSource();
    }

    /// Whole and cut pictures.
    void TestTimes()
    {
        Pair pair;
        const auto [sender, receiver] = pair.Connect(7);
        // 3 cells: 3 * 48 - 8 - 16 octets
        sender->Send(Create<Packet>(120), METS_E1, true);
        sender->Send(Create<Packet>(120), METS_E2, false);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(pair.delays.size(), 2, "packets");
        // cells leave 31.25 us apart; 4.24 us on the link. The receiver is slower: 57.143 us each
        // from the arrival of the first, then 360 us for the packet.
        const int64_t whole = 31250 + 4240 + 3 * 57143 + 360000;
        NS_TEST_EXPECT_MSG_EQ(pair.delays[0], whole, "first packet");
        NS_TEST_EXPECT_MSG_EQ(pair.times[0], 500000 + whole, "made in 0.5 ms");
        // the second is made when the first has left: cells arrive at 531.25 + 62.5 + 4.24 + 500 us
        NS_TEST_EXPECT_MSG_EQ(pair.times[1],
                              500000 + 93750 + 500000 + whole,
                              "the host waits for the adapter");
        NS_TEST_EXPECT_MSG_EQ(pair.headers[0].GetLayer(), METS_E1, "layer");
        NS_TEST_EXPECT_MSG_EQ(pair.headers[0].GetTimestamp(), 500, "stamped when it is made");
        NS_TEST_EXPECT_MSG_EQ(pair.headers[1].GetSequence(), 1, "numbers");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().bytes, 240, "octets of data");
        NS_TEST_EXPECT_MSG_EQ(sender->GetCells(METS_E1), 3, "cells");
        sender->Send(Create<Packet>(121), METS_BL, false);
        NS_TEST_EXPECT_MSG_EQ(sender->GetCells(METS_BL), 4, "121 + 16 + 8 octets");
    }

    /// A picture in pieces.
    void TestPieces()
    {
        Pair cut;
        const auto [pieces, all] = cut.Connect(1);
        pieces->SetAttribute("MetsMtu", UintegerValue(100));
        NS_TEST_EXPECT_MSG_EQ(pieces->Send(Create<Packet>(250), METS_BL, true), 3, "pieces");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(cut.headers.size(), 3, "pieces arrive");
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(cut.headers[i].IsGopStart(), (i == 0), "group starts: " << i);
            NS_TEST_EXPECT_MSG_EQ(cut.headers[i].IsLastPiece(), (i == 2), "picture ends: " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(all->GetCounters().bytes, 250, "octets");
    }

    /// Packets are made one after the other, cells wait for ticks.
    void TestShaped()
    {
        Pair shaped;
        const auto [slow, late] = shaped.Connect(1);
        slow->SetShaping({2, 4});
        slow->Send(Create<Packet>(120), METS_BL, false);
        slow->Send(Create<Packet>(120), METS_BL, false);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        // 6 cells: 2 at 1 ms, 2 at 4 ms, 2 at 8 ms; the first packet's third cell leaves at 4 ms
        NS_TEST_ASSERT_MSG_EQ(shaped.times.size(), 2, "packets");
        NS_TEST_EXPECT_MSG_EQ(shaped.times[0],
                              4000000 + 31250 + 4240 + 57143 + 360000,
                              "credit of two cells every 4 ms");
        NS_TEST_EXPECT_MSG_EQ(shaped.times[1],
                              8000000 + 2 * 31250 + 4240 + 57143 + 360000 + (57143 - 31250),
                              "two cells of the second packet: the first is still being read");
        NS_TEST_EXPECT_MSG_EQ(shaped.headers[1].GetTimestamp(), 1000, "made at 0.5 and 1 ms");
        NS_TEST_EXPECT_MSG_EQ(late->GetCounters().lost, 0, "none");
    }

    /// Cells that find the FIFO full.
    void TestFifo()
    {
        for (const bool dummy : {false, true})
        {
            Pair pair;
            pair.nics[1]->SetAttribute("RxFifo", UintegerValue(4));
            pair.nics[1]->SetAttribute("DummyCells", BooleanValue(dummy));
            const auto [sender, receiver] = pair.Connect(1);
            sender->Send(Create<Packet>(20 * 48 - 24), METS_BL, true);
            ScheduleCall(MilliSeconds(50),
                         [s = sender] { s->Send(Create<Packet>(3 * 48 - 24), METS_BL, false); });
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            // cell i arrives at 31.25 i us, and k cells have been read after 57.143 k us: worked
            // out cell by cell
            uint32_t lost = 0;
            uint32_t read = 0;
            std::vector<double> ends;
            bool lastLost = false;
            for (uint32_t i = 0; i < 20; ++i)
            {
                const double now = 31.25 * i;
                while (read < ends.size() && ends[read] <= now)
                {
                    ++read;
                }
                lastLost = ends.size() - read >= 4;
                lost += lastLost ? 1 : 0;
                if (!lastLost)
                {
                    ends.push_back((ends.empty() ? now : std::max(now, ends.back())) + 57.143);
                }
            }
            const auto& nic = pair.nics[1]->GetNicCounters();
            NS_TEST_EXPECT_MSG_EQ(nic.overflows, lost, "cells lost");
            NS_TEST_EXPECT_MSG_EQ(nic.arrived, 23, "all arrive");
            NS_TEST_EXPECT_MSG_EQ(nic.longest, 4, "cells in the FIFO");
            const auto& seen = receiver->GetCounters();
            // without its last cell a packet takes the next one with it
            const uint32_t whole = lastLost ? 0 : 1;
            NS_TEST_EXPECT_MSG_EQ(seen.damaged, (dummy && !lastLost ? 1 : 0), "damaged");
            NS_TEST_EXPECT_MSG_EQ(seen.received, whole + seen.damaged, "received");
        }
    }

    /// Packets that nobody takes.
    void TestStrays()
    {
        Pair pair;
        const auto [sender, receiver] = pair.Connect(1);
        MetsHeader header;
        header.SetFlow(2);
        auto other = Create<Packet>(5);
        other->AddHeader(header);
        pair.hosts[1]->Receive(other, false);
        pair.hosts[1]->Receive(Create<Packet>(15), false);
        const uint8_t zeros[20] = {};
        pair.hosts[1]->Receive(Create<Packet>(zeros, 20), false);
        NS_TEST_EXPECT_MSG_EQ(pair.hosts[1]->GetCounters().unknownFlow, 1, "flow 2");
        NS_TEST_EXPECT_MSG_EQ(pair.hosts[1]->GetCounters().malformed, 2, "short, and type 0");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().received, 0, "not of flow 1");
        const auto twice = HsnAbortText([&pair] { pair.hosts[1]->CreateReceiver(1); });
        NS_TEST_EXPECT_MSG_NE(twice.find("flow 1 is received twice"), std::string::npos, twice);
        const auto empty =
            HsnAbortText([s = sender] { s->Send(Create<Packet>(), METS_BL, false); });
        NS_TEST_EXPECT_MSG_NE(empty.find("0 octets"), std::string::npos, empty);
    }

    /// Layers of a video.
    void TestSource()
    {
        const auto model = CreateObject<GopModel>();
        model->SetAttribute("GopSize", UintegerValue(6));
        model->SetAttribute("MeanSize", DoubleValue(100));
        const auto scheduler = CreateObject<FlowScheduler>();
        scheduler->SetAttribute("FrameRate", DoubleValue(10));
        const auto source = CreateObject<LayeredMpegSource>();
        source->SetModel(model);
        source->SetScheduler(scheduler);
        std::string sent;
        source->SetSend(Sink<Ptr<Packet>, MetsLayer, bool>::Make(
            [&sent](Ptr<Packet>, MetsLayer layer, bool gop) {
                sent += gop ? "|" : "";
                sent += "-IPB"[layer];
            }));
        source->Start(3);
        ScheduleCall(Seconds(0.35), [source] { source->SetLevel(METS_NONE); });
        ScheduleCall(Seconds(1.3), [source] { source->SetLevel(METS_E1); });
        Simulator::Stop(Seconds(2.15));
        Simulator::Run();
        Simulator::Destroy();
        // I B B P B B: begun at P; base layer from the group at 0.3 + 0.6 s on, E1 from 1.5 s on
        NS_TEST_EXPECT_MSG_EQ(sent, "PBB|IBBPBB|I|IP|I", "levels change where a group starts");
        NS_TEST_EXPECT_MSG_EQ(source->GetLeftOut(), 9, "five of a group, and four B pictures");
    }
};

/// A source, a switch with two receivers, all messages at once.
class MetsAdapterTest : public TestCase
{
  public:
    MetsAdapterTest()
        : TestCase("MetsAdapter: ramps, merging, limits of links, congestion, base layers")
    {
    }

  private:
    /// The tree.
    struct Tree
    {
        /// @param left capacity of a receiver @param right capacity of the link to the other one
        Tree(uint64_t left, uint64_t right)
        {
            const char* const roles[] = {"Source", "Switch", "Receiver", "Receiver"};
            for (uint32_t i = 0; i < 4; ++i)
            {
                all[i] = CreateObjectWithAttributes<MetsAdapter>(
                    "Role",
                    StringValue(roles[i]),
                    "Offset",
                    TimeValue(MilliSeconds(i == 1 ? 10 : 0)));
            }
            all[0]->AddLink(100000);
            all[1]->AddLink(100000);
            all[1]->AddLink(right);
            all[2]->AddLink(left);
            all[3]->AddLink(100000);
            all[0]->SetSendDown(Sink<uint32_t, Ptr<Packet>>::Make(
                [this](uint32_t, Ptr<Packet> m) { all[1]->ReceiveAdapt(m); }));
            all[1]->SetSendDown(Sink<uint32_t, Ptr<Packet>>::Make(
                [this](uint32_t link, Ptr<Packet> m) { all[2 + link]->ReceiveAdapt(m); }));
            all[1]->SetSendUp(Sink<uint16_t, Ptr<Packet>>::Make(
                [this](uint16_t, Ptr<Packet> m) { all[0]->ReceiveRes(0, m); }));
            for (const uint32_t i : {2, 3})
            {
                all[i]->SetSendUp(Sink<uint16_t, Ptr<Packet>>::Make(
                    [this, i](uint16_t, Ptr<Packet> m) { all[1]->ReceiveRes(i - 2, m); }));
            }
            all[1]->TraceConnectWithoutContext(
                "Message",
                Sink<const QosMessageHeader&>::Make([this](const QosMessageHeader& m) {
                    merged += m.GetType() == QosMessageHeader::RES
                                  ? std::to_string(m.GetPair().min) +
                                        std::to_string(m.GetPair().max) + " "
                                  : "";
                }));
        }

        ~Tree()
        {
            for (const auto& one : all)
            {
                one->Dispose();
            }
            Simulator::Destroy();
        }

        /// @param flow number @param rates of it @return whether all took it
        bool Join(uint16_t flow, const MetsFlowRates& rates)
        {
            const bool left = all[2]->Join(flow, 0, rates) && all[1]->Join(flow, 0, rates);
            const bool right = all[3]->Join(flow, 0, rates) && all[1]->Join(flow, 1, rates);
            return left && right && all[0]->Join(flow, 0, rates);
        }

        /// @param eras after which it ends
        void Run(double eras)
        {
            for (const auto& one : all)
            {
                one->Start();
            }
            Simulator::Stop(Seconds(eras - 0.5));
            Simulator::Run();
        }

        std::array<Ptr<MetsAdapter>, 4> all; //!< source, switch, two receivers
        std::string merged;                  //!< RES of the switch
    };

    void DoRun() override
    {
        const MetsFlowRates canyon{336, 504, 1016};
        {
            Tree tree(1000, 100000); // the left receiver has room for E1
            NS_TEST_EXPECT_MSG_EQ(tree.Join(1, canyon), true, "joined");
            tree.Run(4);
            NS_TEST_EXPECT_MSG_EQ(tree.merged,
                                  "01 12 12 12 ",
                                  "ramp; the greater of both branches");
            NS_TEST_EXPECT_MSG_EQ(tree.all[0]->GetLevel(1), 2, "source");
            NS_TEST_EXPECT_MSG_EQ(tree.all[1]->GetLevel(1, 0), 1, "left branch takes less");
            NS_TEST_EXPECT_MSG_EQ(tree.all[1]->GetLevel(1, 1), 2, "right branch");
            NS_TEST_EXPECT_MSG_EQ(tree.all[2]->GetLevel(1), 1, "left receiver");
            NS_TEST_EXPECT_MSG_EQ(tree.all[0]->GetUsed(), 336 + 1016, "used");
            NS_TEST_EXPECT_MSG_EQ(tree.all[1]->GetCounters().adaptSent, 8, "one a branch and era");
        }
        {
            Tree tree(839, 1351); // a cell less than E1, and than E2
            tree.Join(1, canyon);
            tree.Run(5);
            NS_TEST_EXPECT_MSG_EQ(tree.all[1]->GetLevel(1, 0), 0, "receiver's limit");
            NS_TEST_EXPECT_MSG_EQ(tree.all[1]->GetLevel(1, 1), 1, "link's limit");
            NS_TEST_EXPECT_MSG_EQ(tree.merged,
                                  "01 01 01 01 01 ",
                                  "asks for E2, gets E1: no flapping");
        }
        {
            Tree tree(100000, 100000);
            tree.Join(1, canyon);
            ScheduleCall(Seconds(2.5), [&tree] { tree.all[2]->NotifyCongestion(1); });
            ScheduleCall(Seconds(2.5), [&tree] { tree.all[3]->NotifyCongestion(1); });
            tree.Run(6);
            NS_TEST_EXPECT_MSG_EQ(tree.merged, "01 12 12 01 12 12 ", "a level less, for an era");
        }
        {
            Tree tree(2100, 100000);
            NS_TEST_EXPECT_MSG_EQ(tree.Join(1, canyon), true, "336");
            NS_TEST_EXPECT_MSG_EQ(tree.Join(2, {1670, 0, 0}), true, "2006");
            NS_TEST_EXPECT_MSG_EQ(tree.Join(3, {95, 0, 0}), false, "2101 of 2100: refused");
            tree.Run(3);
            NS_TEST_EXPECT_MSG_EQ(tree.all[2]->GetLevel(1), 0, "94 are left for E1 of 504");
            uint32_t drops = 0;
            tree.all[0]->TraceConnectWithoutContext(
                "RxDrop",
                Sink<Ptr<const Packet>>::Make([&drops](Ptr<const Packet>) { ++drops; }));
            const uint8_t junk[] = {0, 16, 0, 1, 0, 0, 0, 0, 2, 1};
            tree.all[0]->ReceiveRes(0, Create<Packet>(junk, sizeof junk));
            NS_TEST_EXPECT_MSG_EQ(tree.all[0]->GetCounters().malformed, 1, "min above max");
            auto stray = Create<Packet>();
            stray->AddHeader(QosMessageHeader::MakeRes(9, 1, QosLevelPair::Of(1)));
            tree.all[0]->ReceiveRes(0, stray);
            NS_TEST_EXPECT_MSG_EQ(tree.all[0]->GetCounters().unknownFlow,
                                  4,
                                  "flow 9, and three eras of flow 3 by the other receiver");
            NS_TEST_EXPECT_MSG_EQ(drops, 2, "both are traced");
        }
        NS_TEST_EXPECT_MSG_EQ(
            CreateObject<MetsAdapter>()->SetAttributeFailSafe("Era", TimeValue(Seconds(0))),
            false,
            "an era of 0");
        const auto order = HsnAbortText([] {
            auto one = CreateObject<MetsAdapter>();
            one->AddLink(1000);
            one->Join(1, 0, {1, 3, 2});
        });
        NS_TEST_EXPECT_MSG_NE(order.find("3 for E1 and 2"), std::string::npos, order);
        const auto policy = HsnAbortText([] {
            auto one = CreateObject<MetsAdapter>();
            one->AddLink(1000);
            one->Join(1, 0, {1, 2, 3}, 3);
        });
        NS_TEST_EXPECT_MSG_NE(policy.find("policy 3 of flow 1"), std::string::npos, policy);
    }
};

HsnTestRegistration g_metsHostTests("mets-host", {new MetsHostTest, new MetsAdapterTest});
} // namespace
