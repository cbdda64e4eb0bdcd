// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/lean-link-helper.h"
#include "ns3/loopback-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/rate-modulator.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// A change of the rate: when, and to which rate.
using Change = std::pair<Time, uint64_t>;

/// Two nodes, a link of one kind, and a modulator at its first end.
class ModulatedLink
{
  public:
    /// @param isLean which kind of link @param rate of both ends
    ModulatedLink(bool isLean, const std::string& rate)
    {
        NodeContainer nodes(2);
        if (isLean)
        {
            LeanLinkHelper link;
            link.SetDeviceAttribute("DataRate", StringValue(rate));
            ends = link.Install(nodes);
        }
        else
        {
            PointToPointHelper link;
            link.SetDeviceAttribute("DataRate", StringValue(rate));
            ends = link.Install(nodes);
        }
        ends.Get(1)->SetReceiveCallback(MakeCallback(&ModulatedLink::Receive, this));
        ends.Get(0)->AggregateObject(modulator);
        modulator->TraceConnectWithoutContext("Rate", MakeCallback(&ModulatedLink::Note, this));
    }

    /// Sends packets of 98 bytes, which are 800 bits on the line. @param count how many
    void Send(uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            ends.Get(0)->Send(Create<Packet>(98), ends.Get(1)->GetAddress(), 0x0800);
        }
    }

    /// @return rate of the first end, bit/s
    uint64_t GetRate() const
    {
        DataRateValue rate;
        ends.Get(0)->GetAttribute("DataRate", rate);
        return rate.Get().GetBitRate();
    }

    /// @param seconds after which the simulation is stopped; 0: it must end by itself
    /// @return when it ended
    static Time Run(double seconds)
    {
        if (seconds > 0)
        {
            Simulator::Stop(Seconds(seconds));
        }
        Simulator::Run();
        const Time end = Simulator::Now();
        Simulator::Destroy();
        return end;
    }

    NetDeviceContainer ends;                                     //!< of the link
    Ptr<RateModulator> modulator{CreateObject<RateModulator>()}; //!< of the first end
    std::vector<Change> changes;                                 //!< of the rate
    std::vector<Time> arrivals;                                  //!< of packets

  private:
    bool Receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
    {
        arrivals.push_back(Simulator::Now());
        return true;
    }

    void Note(DataRate /* before */, DataRate now)
    {
        changes.emplace_back(Simulator::Now(), now.GetBitRate());
    }
};

/** @brief Levels of -12, 0 and +12 %, exponential, 5 s. */
class RateModulatorLevelTest : public TestCase
{
  public:
    RateModulatorLevelTest()
        : TestCase("Shares of levels, mean rate, mean duration; streams")
    {
    }

  private:
    /// @param stream first one @param seconds to run @return all changes
    static std::vector<Change> Run(int64_t stream, double seconds)
    {
        ModulatedLink link(false, "70kbps");
        NS_ABORT_MSG_IF(link.modulator->AssignStreams(stream) != 2, "two streams");
        ModulatedLink::Run(seconds);
        return link.changes;
    }

    void DoRun() override
    {
        const double periods = 20000;
        const auto changes = Run(5, 5 * periods);
        std::map<uint64_t, double> shares;
        double sum = 0;
        for (std::size_t i = 0; i + 1 < changes.size(); ++i)
        {
            const double time = (changes[i + 1].first - changes[i].first).GetSeconds();
            shares[changes[i].second] += time;
            sum += time;
        }
        // the number of periods is Poisson
        const auto count = static_cast<double>(changes.size());
        NS_TEST_EXPECT_MSG_EQ_TOL(count, periods, 4 * std::sqrt(periods), "periods");
        NS_TEST_ASSERT_MSG_EQ(shares.size(), 3, "levels");
        // of a share q in n exponential periods: variance 2 q (1 - q) / n
        const double error = 4 * std::sqrt(2.0 / 3 * 2 / 3 / periods);
        double mean = 0;
        for (const uint64_t rate : {61600, 70000, 78400})
        {
            const double share = shares[rate] / sum;
            NS_TEST_EXPECT_MSG_EQ_TOL(share, 1.0 / 3, error, "share of " << rate);
            mean += share * static_cast<double>(rate);
        }
        // standard deviation of a level: 8400 sqrt(2 / 3)
        NS_TEST_EXPECT_MSG_EQ_TOL(mean,
                                  70000,
                                  4 * 8400 * std::sqrt(2.0 / 3 * 2 / periods),
                                  "mean rate");
        const auto same = Run(5, 100);
        const auto other = Run(7, 100);
        NS_TEST_ASSERT_MSG_GT(same.size(), 5, "there are changes");
        for (std::size_t i = 0; i < same.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((same[i] == changes[i]), true, "the same streams");
        }
        NS_TEST_EXPECT_MSG_NE((other == same), true, "other streams");
    }
};

/** @brief Packets around changes of the rate, by hand. */
class RateModulatorPacketTest : public TestCase
{
  public:
    RateModulatorPacketTest()
        : TestCase("Packets that start while the rate is higher take less time; start and stop")
    {
    }

  private:
    /// @param isLean kind of link
    void CheckPackets(bool isLean)
    {
        // 100 ms per packet, and 50 ms from 1.05 to 2.03 s: starts at 0, ..., 0.9, 1.0; 1.1, 1.15,
        // ..., 2.0; 2.05, 2.15 ...
        ModulatedLink link(isLean, "8000bps");
        link.modulator->SetLevels({1});
        link.modulator->SetAttribute("StartTime", TimeValue(MilliSeconds(1050)));
        link.modulator->SetAttribute("StopTime", TimeValue(MilliSeconds(2030)));
        link.Send(40);
        ModulatedLink::Run(0);
        std::vector<Time> expected;
        for (int64_t ms = 0; expected.size() < 40;)
        {
            ms += ms >= 1050 && ms < 2030 ? 50 : 100;
            expected.push_back(MilliSeconds(ms));
        }
        NS_TEST_EXPECT_MSG_EQ((link.arrivals == expected), true, "arrivals");
    }

    void DoRun() override
    {
        CheckPackets(false);
        CheckPackets(true);

        // without packets, the simulation ends at StopTime
        ModulatedLink stopped(false, "8000bps");
        stopped.modulator->SetAttribute("StopTime", TimeValue(Seconds(60)));
        const Time end = ModulatedLink::Run(0);
        NS_TEST_EXPECT_MSG_EQ(end, Seconds(60), "no event later");
        NS_TEST_EXPECT_MSG_EQ(stopped.GetRate(), 8000, "the nominal rate returns");
        NS_TEST_EXPECT_MSG_EQ(stopped.changes.back().second, 8000, "and is traced");
        NS_TEST_EXPECT_MSG_EQ(stopped.changes.back().first, Seconds(60), "at the end");
        NS_TEST_EXPECT_MSG_EQ(stopped.modulator->IsRunning(), false, "stopped");

        // or when it is told to
        ModulatedLink endless(true, "8000bps");
        const Time told = ModulatedLink::Run(60);
        NS_TEST_EXPECT_MSG_EQ(told, Seconds(60), "Simulator::Stop");

        // a StartTime of one day; started and stopped by hand
        ModulatedLink manual(false, "8000bps");
        manual.modulator->SetLevels({-0.5});
        manual.modulator->SetAttribute("StartTime", TimeValue(Seconds(86400)));
        manual.modulator->SetAttribute("Duration",
                                       StringValue("ns3::ConstantRandomVariable[Constant=3]"));
        Simulator::Schedule(Seconds(2), &RateModulator::Start, manual.modulator);
        Simulator::Schedule(Seconds(4), &RateModulator::Start, manual.modulator);
        Simulator::Schedule(Seconds(10), &RateModulator::Stop, manual.modulator);
        Simulator::Schedule(Seconds(11), &RateModulator::Stop, manual.modulator);
        ModulatedLink::Run(0);
        const std::vector<Change> by{{Seconds(2), 4000},
                                     {Seconds(5), 4000},
                                     {Seconds(8), 4000},
                                     {Seconds(10), 8000}};
        NS_TEST_EXPECT_MSG_EQ((manual.changes == by), true, "by hand");
    }
};

/** @brief Values that make no sense. */
class RateModulatorErrorTest : public TestCase
{
  public:
    RateModulatorErrorTest()
        : TestCase("Bad values are named, with their limits")
    {
    }

  private:
    /// @param name of an attribute @param value of it @param text expected
    void Expect(const std::string& name, const std::string& value, const std::string& text)
    {
        const auto said = HsnAbortText([&] {
            ModulatedLink link(false, "8000bps");
            link.modulator->SetAttribute(name, StringValue(value));
            ModulatedLink::Run(10);
        });
        NS_TEST_EXPECT_MSG_NE(said.find(text), std::string::npos, said);
    }

    void DoRun() override
    {
        Expect("Levels", "0,-1", "a level of a RateModulator is -1: above -1 and finite");
        Expect("Levels", "0,x", "Levels of a RateModulator are \"0,x\": numbers separated by");
        Expect("Levels", "", "Levels of a RateModulator are none: at least one number");
        Expect("Levels", "-0.99999", "level -0.99999 of a RateModulator makes 0 bit/s of 8000bps");
        Expect("Duration",
               "ns3::ConstantRandomVariable[Constant=-3]",
               "Duration of a RateModulator has drawn -3 s: at least 0 and finite");
        Expect("Duration",
               "ns3::ConstantRandomVariable[Constant=0]",
               "Duration of a RateModulator has drawn 0 s: above 0");
        const auto early = HsnAbortText([] {
            ModulatedLink link(false, "8000bps");
            link.modulator->SetAttribute("StartTime", TimeValue(Seconds(5)));
            link.modulator->SetAttribute("StopTime", TimeValue(Seconds(4)));
            ModulatedLink::Run(10);
        });
        NS_TEST_EXPECT_MSG_NE(early.find("StopTime of a RateModulator is"),
                              std::string::npos,
                              early);
        const auto alone = HsnAbortText([] { CreateObject<RateModulator>()->Start(); });
        NS_TEST_EXPECT_MSG_NE(alone.find("must be aggregated"), std::string::npos, alone);
        const auto other = HsnAbortText([] {
            auto device = CreateObject<LoopbackNetDevice>();
            device->AggregateObject(CreateObject<RateModulator>());
            device->GetObject<RateModulator>()->Start();
        });
        NS_TEST_EXPECT_MSG_NE(
            other.find("ns3::LoopbackNetDevice: the device must have an attribute"),
            std::string::npos,
            other);
        ModulatedLink link(false, "8000bps");
        link.modulator->SetAttribute("Levels", StringValue("0.25 -0.5"));
        StringValue levels;
        link.modulator->GetAttribute("Levels", levels);
        NS_TEST_EXPECT_MSG_EQ(levels.Get(), "0.25,-0.5", "text of the levels");
        NS_TEST_EXPECT_MSG_EQ((link.modulator->GetLevels() == std::vector<double>{0.25, -0.5}),
                              true,
                              "the levels");
        Simulator::Destroy();
    }
};

const HsnTestRegistration g_rateModulatorTests("rate-modulator",
                                               {new RateModulatorLevelTest,
                                                new RateModulatorPacketTest,
                                                new RateModulatorErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
