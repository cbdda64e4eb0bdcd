// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Player, low-pass filter, trace files and hosts' clocks. Expected numbers follow by hand.
 */
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-flow-scheduler.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-mpeg-source.h"
#include "ns3/mets-player.h"
#include "ns3/mets-socket.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Pictures at 0, 40, 80, 180 and 220 ms: a freeze of 100 ms.
class PlayerTest : public TestCase
{
  public:
    PlayerTest()
        : TestCase("MetsPlayer: intervals, freezes, what waits, pieces")
    {
    }

  private:
    void DoRun() override
    {
        const auto player = CreateObject<MetsPlayer>();
        player->SetAttribute("FrameTime", TimeValue(MilliSeconds(40)));
        std::vector<int64_t> times;
        player->TraceConnectWithoutContext(
            "Play",
            Sink<uint32_t, MetsLayer>::Make([&times](uint32_t, MetsLayer) {
                times.push_back(Simulator::Now().GetMilliSeconds());
            }));
        player->Add(1000, MilliSeconds(0));
        player->Add(500, MilliSeconds(40), METS_E1);
        player->Add(400, MilliSeconds(80), METS_E2);
        ScheduleCall(MilliSeconds(150), [player] { player->Add(300, MilliSeconds(30), METS_BL); });
        const auto take = [player](uint32_t sequence, uint32_t octets, bool isLast, int playout) {
            MetsHeader header;
            header.SetType(METS_BL, false, isLast);
            header.SetSequence(sequence);
            player->Take(header, Create<Packet>(octets), MilliSeconds(playout));
        };
        // a picture in two pieces, one packet before them is missing
        ScheduleCall(MilliSeconds(200), [&] {
            take(1, 70, false, 1000);
            take(2, 30, true, 220);
        });
        // the first piece of a picture, whose other one is lost, and the next picture
        ScheduleCall(MilliSeconds(240), [&] {
            take(3, 40, false, 1000);
            take(5, 50, true, 260);
        });
        Simulator::Run();
        const std::vector<int64_t> expected = {0, 40, 80, 180, 220, 260};
        NS_TEST_EXPECT_MSG_EQ((times == expected), true, "when pictures are played");
        const auto& c = player->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.pictures, 6, "");
        NS_TEST_EXPECT_MSG_EQ(c.octets, 2350, "without the piece of 40");
        NS_TEST_EXPECT_MSG_EQ(c.freezes, 1, "100 ms are more than 60");
        NS_TEST_EXPECT_MSG_EQ(c.missing, 2, "packets 0 and 4");
        NS_TEST_EXPECT_MSG_EQ(c.mostPictures, 3, "at the beginning");
        NS_TEST_EXPECT_MSG_EQ(c.mostOctets, 1900, "at the beginning");
        NS_TEST_EXPECT_MSG_EQ(c.layers[METS_BL], 3, "");
        NS_TEST_EXPECT_MSG_EQ(c.layers[METS_NONE], 1, "");
        NS_TEST_EXPECT_MSG_EQ(player->GetIntervals().GetCount(), 5, "");
        NS_TEST_EXPECT_MSG_EQ_TOL(player->GetIntervals().GetMean(), 0.052, 1e-12, "s");
        NS_TEST_EXPECT_MSG_EQ_TOL(player->GetWaits().GetMean(), 0.19 / 6, 1e-12, "s");
        Simulator::Destroy();
        const std::string text =
            HsnAbortText([] { CreateObject<MetsPlayer>()->Add(1, MilliSeconds(-1)); });
        NS_TEST_EXPECT_MSG_NE(text.find("waits -0.001 s: must not be negative"),
                              std::string::npos,
                              text);
    }
};

/// A player by a clock that is 5 s ahead.
class PlayerClockTest : public TestCase
{
  public:
    PlayerClockTest()
        : TestCase("MetsPlayer: when to play is told by the clock of its host")
    {
    }

  private:
    /// @return what the clock shows
    static Time GetClock()
    {
        return Simulator::Now() + Seconds(5);
    }

    void DoRun() override
    {
        const auto player = CreateObject<MetsPlayer>();
        player->SetClock(MakeCallback(&PlayerClockTest::GetClock));
        std::vector<int64_t> times;
        player->TraceConnectWithoutContext(
            "Play",
            Sink<uint32_t, MetsLayer>::Make([&times](uint32_t, MetsLayer) {
                times.push_back(Simulator::Now().GetMilliSeconds());
            }));
        MetsHeader header;
        header.SetType(METS_BL, true, true);
        player->Take(header, Create<Packet>(10), MilliSeconds(5100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((times == std::vector<int64_t>{100}), true, "0.1 s from now");
        Simulator::Destroy();
    }
};

/// Cuts pictures by a share.
class LowPassTest : public TestCase
{
  public:
    LowPassTest()
        : TestCase("LowPassFilter: shares, rates, at least an octet")
    {
    }

  private:
    void DoRun() override
    {
        const auto filter = CreateObject<LowPassFilter>();
        NS_TEST_EXPECT_MSG_EQ(filter->Filter(Create<Packet>(1000))->GetSize(), 1000, "all");
        filter->SetRate(300, 400);
        NS_TEST_EXPECT_MSG_EQ(filter->Filter(Create<Packet>(1000))->GetSize(), 750, "3 of 4");
        const uint8_t octets[] = {9, 8, 7, 6};
        uint8_t first[3];
        filter->Filter(Create<Packet>(octets, 4))->CopyData(first, 3);
        NS_TEST_EXPECT_MSG_EQ((first[0] == 9 && first[2] == 7), true, "the front remains");
        filter->SetRate(800, 400);
        NS_TEST_EXPECT_MSG_EQ(filter->GetShare(), 1, "not more than there is");
        filter->SetAttribute("Share", DoubleValue(0));
        std::vector<std::tuple<uint32_t, MetsLayer, bool>> sent;
        filter->SetSend(Sink<Ptr<Packet>, MetsLayer, bool>::Make(
            [&sent](Ptr<Packet> data, MetsLayer layer, bool gopStart) {
                sent.emplace_back(data->GetSize(), layer, gopStart);
            }));
        filter->Take(Create<Packet>(100), METS_E1, true);
        NS_TEST_EXPECT_MSG_EQ((sent.at(0) == std::make_tuple(1U, METS_E1, true)), true, "an octet");
        NS_TEST_EXPECT_MSG_EQ(filter->GetTaken(), 2104, "octets");
        NS_TEST_EXPECT_MSG_EQ(filter->GetPassed(), 1000 + 750 + 3 + 1, "octets");
        const std::string text = HsnAbortText([] { CreateObject<LowPassFilter>()->SetRate(0, 1); });
        NS_TEST_EXPECT_MSG_NE(text.find("rate 0 of a LowPassFilter for a mean of 1"),
                              std::string::npos,
                              text);
    }
};

/// Pictures of a trace, in turn.
class TraceSourceTest : public TestCase
{
  public:
    TraceSourceTest()
        : TestCase("LayeredMpegSource: pictures of a trace file, again and again, by level")
    {
    }

  private:
    void DoRun() override
    {
        const auto scheduler = CreateObject<FlowScheduler>();
        scheduler->SetAttribute("FrameRate", DoubleValue(25));
        const auto source = CreateObject<LayeredMpegSource>();
        source->SetScheduler(scheduler);
        std::istringstream trace(
            "# Canyon\n0 I 0 8000\n1 P 40 4000\n2 B 80 1500\n\n3 B 120 1400\n");
        source->SetTrace(trace, {});
        std::vector<std::tuple<uint32_t, MetsLayer, bool>> sent;
        source->SetSend(Sink<Ptr<Packet>, MetsLayer, bool>::Make(
            [&sent](Ptr<Packet> data, MetsLayer layer, bool gopStart) {
                sent.emplace_back(data->GetSize(), layer, gopStart);
            }));
        source->Start();
        ScheduleCall(MilliSeconds(100), [source] { source->SetLevel(METS_E1); });
        Simulator::Stop(MilliSeconds(310)); // 8 pictures
        Simulator::Run();
        source->Stop();
        const std::vector<std::tuple<uint32_t, MetsLayer, bool>> expected = {
            {8000, METS_BL, true},
            {4000, METS_E1, false},
            {1500, METS_E2, false},
            {1400, METS_E2, false},
            {8000, METS_BL, true},
            {4000, METS_E1, false}};
        NS_TEST_EXPECT_MSG_EQ((sent == expected), true, "pictures");
        NS_TEST_EXPECT_MSG_EQ(source->GetLeftOut(), 2, "B pictures of the second group");
        Simulator::Destroy();
        TestHeaders();
        const std::string text = HsnAbortText([] {
            std::istringstream wrong("0 I 0 8000\n1 X 40 1\n");
            CreateObject<LayeredMpegSource>()->SetTrace(wrong, {});
        });
        NS_TEST_EXPECT_MSG_NE(text.find("trace of a LayeredMpegSource: line 2"),
                              std::string::npos,
                              text);
    }

    /// A fifth of the octets is headers, and is sent as well.
    void TestHeaders()
    {
        const auto model = CreateObject<GopModel>();
        model->SetAttribute("GopSize", UintegerValue(6));
        model->SetAttribute("MeanSize", DoubleValue(1000));
        model->SetAttribute("GopCov", DoubleValue(0));
        model->SetAttribute("FrameCov", DoubleValue(0));
        model->SetShares(0.4, 0.2, 0.2, 0.2);
        const auto scheduler = CreateObject<FlowScheduler>();
        const auto source = CreateObject<LayeredMpegSource>();
        source->SetModel(model);
        source->SetScheduler(scheduler);
        uint32_t octets = 0;
        source->SetSend(Sink<Ptr<Packet>, MetsLayer, bool>::Make(
            [&octets](Ptr<Packet> data, MetsLayer, bool) { octets += data->GetSize(); }));
        source->SetLevel(METS_E2);
        source->Start();
        Simulator::Stop(MilliSeconds(230)); // pictures at 0, 50, 90, 130, 170, 210 ms
        Simulator::Run();
        source->Stop();
        NS_TEST_EXPECT_MSG_EQ_TOL(octets, 6000, 3, "a group, each picture rounded");
        Simulator::Destroy();
    }
};

/// Clocks of hosts: packets once in 100 ms for 20 s.
class ClockTest : public TestCase
{
  public:
    ClockTest()
        : TestCase("Clock offset shifts delays but not when packets are late; drift shifts them "
                   "more and more")
    {
    }

  private:
    /// What a flow saw.
    struct Seen
    {
        std::vector<Time> delays; //!< by both clocks
        std::vector<Time> played; //!< simulation time
        uint64_t late{0};         //!< packets
        double playout{0};        //!< delay in the end, s
    };

    /// @param offset of the receiver's clock, s @param drift of it @return what is seen
    static Seen Run(double offset, double drift)
    {
        MetsHelper mets;
        const auto ends = mets.Install(CreateObject<Node>(), CreateObject<Node>());
        mets.Connect(ends.Get(0), ends.Get(1));
        const auto host = mets.GetHost(ends.Get(1));
        host->SetAttribute("ClockOffset", TimeValue(Seconds(offset)));
        host->SetAttribute("ClockDrift", DoubleValue(drift));
        const auto sender = DynamicCast<MetsSocket>(
            Socket::CreateSocket(ends.Get(0)->GetNode(), MetsSocketFactory::GetTypeId()));
        const auto receiver = DynamicCast<MetsSocket>(
            Socket::CreateSocket(ends.Get(1)->GetNode(), MetsSocketFactory::GetTypeId()));
        const auto filter = CreateObject<JitterFilter>();
        receiver->SetFilter(filter);
        receiver->Bind(MetsHelper::GetLocal(ends.Get(1), 1));
        sender->Connect(MetsHelper::GetPeer(ends.Get(0), ends.Get(1), 1));
        Seen seen;
        receiver->GetReceiver()->TraceConnectWithoutContext(
            "Rx",
            Sink<const MetsHeader&, Time, Time, bool>::Make(
                [&seen](const MetsHeader&, Time delay, Time, bool late) {
                    seen.delays.push_back(delay);
                    seen.late += late ? 1 : 0;
                }));
        receiver->SetRecvCallback(Sink<Ptr<Socket>>::Make([&seen](Ptr<Socket> socket) {
            while (socket->Recv())
            {
                seen.played.push_back(Simulator::Now());
            }
        }));
        for (uint32_t i = 0; i < 200; ++i)
        {
            ScheduleCall(MilliSeconds(100 * i), [sender, i] {
                sender->SendPicture(Create<Packet>(100 + 1000 * (i % 3)), METS_BL, i % 10 == 0);
            });
        }
        Simulator::Run();
        seen.playout = filter->GetPlayoutDelay();
        Simulator::Destroy();
        return seen;
    }

    void DoRun() override
    {
        const Seen usual = Run(0, 0);
        const Seen shifted = Run(0.05, 0);
        NS_TEST_ASSERT_MSG_EQ(usual.delays.size(), 200, "");
        NS_TEST_ASSERT_MSG_EQ(shifted.delays.size(), 200, "");
        for (uint32_t i = 0; i < 200; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(shifted.delays[i] - usual.delays[i], MilliSeconds(50), i);
        }
        NS_TEST_EXPECT_MSG_EQ(shifted.late, usual.late, "D - t is the same");
        NS_TEST_ASSERT_MSG_EQ(shifted.played.size(), usual.played.size(), "");
        for (std::size_t i = 0; i < usual.played.size(); ++i)
        {
            const int64_t apart = (shifted.played[i] - usual.played[i]).GetNanoSeconds();
            NS_TEST_EXPECT_MSG_EQ_TOL(apart, 0, 1000, "played at the same time, " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(shifted.playout, usual.playout + 0.05, 1e-6, "P");
        // 1 ms a second: after 19.9 s a packet seems 19.9 ms slower
        const Seen fast = Run(0, 1e-3);
        const double grown = (fast.delays.back() - usual.delays.back()).GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(grown, 0.0199, 2e-5, "s");
        NS_TEST_EXPECT_MSG_GT(fast.late, usual.late, "the estimate lags behind");
        // the other way nothing is late, for the estimate is always above
        NS_TEST_EXPECT_MSG_EQ((Run(1, -1e-3).late <= usual.late), true, "a slow clock");
    }
};

HsnTestRegistration g_metsPlayerTests(
    "mets-player",
    {new PlayerTest, new PlayerClockTest, new LowPassTest, new TraceSourceTest, new ClockTest});
} // namespace
