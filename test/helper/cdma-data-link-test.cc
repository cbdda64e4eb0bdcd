// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/cdma-data-link-helper.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/jitter-point-to-point-channel.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <cmath>
#include <functional>
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
/// Packets of 540 bytes on the line: 538 and the PPP header.
constexpr uint32_t PACKET = 538;

/// A link, and packets at a constant rate over it.
class RadioRun
{
  public:
    /// @param helper makes the link @param stream of its random variables
    explicit RadioRun(const CdmaDataLinkHelper& helper, int64_t stream = 1)
    {
        NodeContainer nodes(2);
        ends = helper.Install(nodes.Get(0), nodes.Get(1));
        streams = CdmaDataLinkHelper::AssignStreams(ends, stream);
        for (uint32_t end : {0, 1})
        {
            ends.Get(end)->SetReceiveCallback(MakeCallback(&RadioRun::Receive, this));
            ends.Get(end)->TraceConnectWithoutContext("MacTxDrop",
                                                      MakeCallback(&RadioRun::NoteFull, this));
            ends.Get(end)->TraceConnectWithoutContext("PhyRxDrop",
                                                      MakeCallback(&RadioRun::NoteLost, this));
        }
    }

    /// @param bitRate of the packets @param seconds that they take @param from which end
    void Run(double bitRate, double seconds, uint32_t from = 0)
    {
        const double gap = 540 * 8 / bitRate;
        const auto count = static_cast<uint32_t>(seconds / gap);
        sent.resize(count);
        for (uint32_t i = 0; i < count; ++i)
        {
            sent[i] = Create<Packet>(PACKET);
            m_numbers[sent[i]->GetUid()] = i;
            Simulator::Schedule(Seconds(gap * i),
                                &NetDevice::Send,
                                ends.Get(from),
                                sent[i],
                                ends.Get(1 - from)->GetAddress(),
                                0x0800);
        }
        delays.resize(count, -1);
        gapSeconds = gap;
        Simulator::Stop(Seconds(seconds + 10));
        Simulator::Run();
        Simulator::Destroy();
    }

    NetDeviceContainer ends;       //!< of the link
    int64_t streams;               //!< used
    double gapSeconds{0};          //!< between packets
    std::vector<Ptr<Packet>> sent; //!< all packets
    std::vector<double> delays;    //!< of each packet, s; -1: it did not arrive
    std::vector<uint32_t> lost;    //!< numbers of packets that the error model took
    uint32_t full{0};              //!< packets that found no place

  private:
    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        const uint32_t number = m_numbers.at(packet->GetUid());
        delays[number] = Simulator::Now().GetSeconds() - gapSeconds * number;
        return true;
    }

    void NoteFull(Ptr<const Packet>)
    {
        ++full;
    }

    void NoteLost(Ptr<const Packet> packet)
    {
        lost.push_back(m_numbers.at(packet->GetUid()));
    }

    std::map<uint64_t, uint32_t> m_numbers; //!< of packets, by unique number
};

/// @return a link with nothing random: 70 kb/s, 20 kB, no delay
CdmaDataLinkHelper
MakeBare()
{
    CdmaDataLinkHelper helper;
    helper.SetModulation(false);
    helper.SetDelay(Seconds(0), Seconds(0));
    helper.SetLosses(0, Seconds(1), Seconds(0));
    return helper;
}

/** @brief Section 8 of the specification: the FIFO alone. */
class RadioFifoTest : public TestCase
{
  public:
    RadioFifoTest()
        : TestCase("The FIFO alone, too many packets: loss, and delay of a full buffer")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& [rate, loss] :
             std::vector<std::pair<double, double>>{{80000, 0.125}, {120000, 0.4167}})
        {
            RadioRun run(MakeBare());
            run.Run(rate, 2000);
            NS_TEST_EXPECT_MSG_EQ(run.lost.size(), 0, "none on the radio");
            // the first half fills the buffer
            uint32_t count = 0;
            uint32_t missing = 0;
            double longest = 0;
            double sum = 0;
            for (std::size_t i = run.delays.size() / 2; i < run.delays.size(); ++i)
            {
                ++count;
                const double delay = run.delays[i];
                missing += delay < 0;
                sum += std::max(delay, 0.0);
                longest = std::max(delay, longest);
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(missing * 1.0 / count, loss, 2e-4, "loss at " << rate);
            // 20 kB at 70 kb/s; the last place may not be filled, and the packet on the line is
            // in addition: one packet of 61.7 ms less and more
            NS_TEST_EXPECT_MSG_EQ_TOL(sum / (count - missing), 2.286, 0.062, "delay at " << rate);
            NS_TEST_EXPECT_MSG_EQ_TOL(longest, 2.286, 0.062, "longest delay at " << rate);
        }
        // below the rate: one packet's time, 540 * 8 / 70000
        RadioRun run(MakeBare());
        run.Run(60000, 100);
        const auto [least, most] = std::minmax_element(run.delays.begin(), run.delays.end());
        NS_TEST_EXPECT_MSG_EQ_TOL(*least, 0.0617143, 1e-6, "no waiting");
        NS_TEST_EXPECT_MSG_EQ_TOL(*most, 0.0617143, 1e-6, "no waiting");
    }
};

/** @brief Fades and delays. */
class RadioFadeTest : public TestCase
{
  public:
    RadioFadeTest()
        : TestCase("A fade takes packets and leaves the delay of the others as it is")
    {
    }

  private:
    void DoRun() override
    {
        // 4 s good, 1 s bad, with and without; the rate modulated, so that packets wait
        std::vector<double> delays[2];
        for (const bool isFading : {false, true})
        {
            CdmaDataLinkHelper helper;
            helper.SetLosses(0, Seconds(1), Seconds(0));
            if (isFading)
            {
                helper.SetErrorAttribute("GoodDuration",
                                         StringValue("ns3::ConstantRandomVariable[Constant=4]"));
                helper.SetErrorAttribute("BadDuration",
                                         StringValue("ns3::ConstantRandomVariable[Constant=1]"));
            }
            RadioRun run(helper);
            run.Run(60000, 300);
            delays[isFading] = run.delays;
            NS_TEST_EXPECT_MSG_EQ(run.full, 0, "the buffer is deep enough");
            const double lost = run.lost.size();
            // 60 fades of 1000 / 72 = 13.9 packets: 13 or 14 and some jitter
            NS_TEST_EXPECT_MSG_EQ_TOL(lost, (isFading ? 833 : 0), (isFading ? 60 : 0), "losses");
        }
        uint32_t both = 0;
        double longest = 0;
        for (std::size_t i = 0; i < delays[0].size(); ++i)
        {
            if (delays[1][i] >= 0)
            {
                ++both;
                NS_TEST_ASSERT_MSG_EQ(delays[1][i], delays[0][i], "packet " << i);
            }
            longest = std::max(longest, delays[0][i]);
        }
        NS_TEST_EXPECT_MSG_GT(both, 3000, "most packets arrive");
        NS_TEST_EXPECT_MSG_GT(longest, 0.21 + 0.062 + 0.2, "there is jitter");
    }
};

/** @brief The table of the specification, section 3. */
class RadioPresetTest : public TestCase
{
  public:
    RadioPresetTest()
        : TestCase("Presets; no queue disc; losses in both directions; streams")
    {
    }

  private:
    /// @tparam T value class of an attribute @param object has it @param name of it @return its
    /// value
    template <typename T>
    static T Get(const ObjectBase& object, const std::string& name)
    {
        T value;
        object.GetAttribute(name, value);
        return value;
    }

    /// @param object with the attribute @param name of a random variable @return its mean
    static double GetMean(const ObjectBase& object, const std::string& name)
    {
        const auto variable = Get<PointerValue>(object, name).Get<ExponentialRandomVariable>();
        return variable ? variable->GetMean() : -1;
    }

    /// @param preset which @param rates, buffer, delay and jitter in kb/s, bytes, ms
    /// @param losses good loss, good and fade durations in s
    void Check(CdmaDataLinkHelper::Preset preset,
               const std::vector<double>& rates,
               const std::vector<double>& losses)
    {
        const NodeContainer nodes(2);
        const auto ends = CdmaDataLinkHelper(preset).Install(nodes.Get(0), nodes.Get(1));
        for (uint32_t end : {0, 1})
        {
            const auto device = DynamicCast<PointToPointNetDevice>(ends.Get(end));
            const auto rate = Get<DataRateValue>(*device, "DataRate").Get().GetBitRate();
            NS_TEST_EXPECT_MSG_EQ_TOL(rate / 1000.0, rates[end], 1e-9, "rate");
            const auto size = device->GetQueue()->GetMaxSize();
            NS_TEST_EXPECT_MSG_EQ(size.GetUnit(), QueueSizeUnit::BYTES, "in bytes");
            NS_TEST_EXPECT_MSG_EQ(size.GetValue(), rates[2], "buffer");
            NS_TEST_EXPECT_MSG_EQ(ends.Get(end)->GetNode(), nodes.Get(end), "order of the ends");
        }
        const auto channel = DynamicCast<JitterPointToPointChannel>(ends.Get(0)->GetChannel());
        NS_TEST_EXPECT_MSG_EQ(Get<TimeValue>(*channel, "Delay").Get(),
                              MilliSeconds(static_cast<uint64_t>(rates[3])),
                              "delay");
        const auto jitter = Get<PointerValue>(*channel, "Jitter").Get<UniformRandomVariable>();
        NS_TEST_EXPECT_MSG_EQ_TOL(jitter->GetMax(), rates[4] / 1000, 1e-12, "jitter");
        const auto errors = CdmaDataLinkHelper::GetErrorModel(ends);
        NS_TEST_EXPECT_MSG_EQ(Get<DoubleValue>(*errors, "GoodLoss").Get(), losses[0], "loss");
        NS_TEST_EXPECT_MSG_EQ(Get<DoubleValue>(*errors, "BadLoss").Get(), 1, "in fades");
        if (losses[2] > 0)
        {
            NS_TEST_EXPECT_MSG_EQ(GetMean(*errors, "GoodDuration"), losses[1], "between fades");
            NS_TEST_EXPECT_MSG_EQ(GetMean(*errors, "BadDuration"), losses[2], "fades");
        }
        const auto modulator = CdmaDataLinkHelper::GetModulator(ends);
        NS_TEST_EXPECT_MSG_EQ((modulator->GetLevels() == std::vector<double>{-0.12, 0, 0.12}),
                              true,
                              "levels");
        NS_TEST_EXPECT_MSG_EQ(GetMean(*modulator, "Duration"), 5, "their durations");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        using Helper = CdmaDataLinkHelper;
        Check(Helper::IS_95B, {54, 14.4, 16000, 180, 200}, {0.04, 30, 2});
        Check(Helper::IS_95C, {70, 38.4, 20000, 210, 250}, {0.003, 0, 0});
        Check(Helper::IS_95C_FADES, {70, 38.4, 20000, 210, 250}, {0.003, 40, 3});
        const std::vector<double> bulk{74, 38.4, 16000, 180, 200};
        Check(Helper::GetBulkPreset(10), bulk, {0.05, 20, 3});
        Check(Helper::GetBulkPreset(13), bulk, {0.05, 20, 3});
        Check(Helper::GetBulkPreset(16), bulk, {0.20, 15, 5});
        Check(Helper::GetBulkPreset(19), bulk, {0.12, 10, 4});

        // losses of the channel classes, with fades: p + (1 - p) loss
        Helper lossy(Helper::GetBulkPreset(19));
        RadioRun fading(lossy);
        fading.Run(30000, 20000);
        const double p = 0.285714;
        const double cycles = 20000.0 / 14;
        NS_TEST_EXPECT_MSG_EQ_TOL(fading.lost.size() * 1.0 / fading.sent.size(),
                                  p + (1 - p) * 0.12,
                                  4 * p * (1 - p) * std::sqrt(2 / cycles) + 0.003,
                                  "packets lost");
        CheckQueueDisc();
        CheckReverse();
        CheckStreams();
    }

    /// Addresses bring no queue disc.
    void CheckQueueDisc()
    {
        const NodeContainer nodes(2);
        InternetStackHelper().Install(nodes);
        const auto ends = CdmaDataLinkHelper().Install(nodes.Get(0), nodes.Get(1));
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(ends);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        for (uint32_t end : {0, 1})
        {
            const auto control = nodes.Get(end)->GetObject<TrafficControlLayer>();
            NS_TEST_EXPECT_MSG_EQ((control->GetRootQueueDiscOnDevice(ends.Get(end)) == nullptr),
                                  true,
                                  "no queue disc at end " << end);
        }
        Simulator::Destroy();
    }

    /// The same fades in both directions.
    void CheckReverse()
    {
        auto helper = MakeBare();
        helper.SetLosses(1, Seconds(1), Seconds(0));
        RadioRun oneWay(helper);
        oneWay.Run(10000, 10, 1);
        NS_TEST_EXPECT_MSG_EQ(oneWay.lost.size(), 0, "not from the terminal");
        helper.SetReverseLosses(true);
        RadioRun bothWays(helper);
        bothWays.Run(10000, 10, 1);
        NS_TEST_EXPECT_MSG_EQ(bothWays.lost.size(), 23, "all from the terminal");
    }

    /// Whatever the link has, streams are used up alike; links draw for themselves.
    void CheckStreams()
    {
        const CdmaDataLinkHelper fades(CdmaDataLinkHelper::IS_95C_FADES);
        std::vector<std::vector<double>> delays;
        for (const int64_t stream : {100, 100, 108})
        {
            RadioRun run(fades, stream);
            run.Run(65000, 200);
            NS_TEST_EXPECT_MSG_EQ(run.streams, 8, "streams");
            delays.push_back(run.delays);
        }
        NS_TEST_EXPECT_MSG_EQ((delays[0] == delays[1]), true, "the same streams");
        NS_TEST_EXPECT_MSG_NE((delays[0] == delays[2]), true, "other streams");
        const RadioRun bare(MakeBare());
        NS_TEST_EXPECT_MSG_EQ(bare.streams, 8, "without modulation");
        // two links of one helper share no random variable
        const NodeContainer nodes(4);
        const auto a = fades.Install(nodes.Get(0), nodes.Get(1));
        const auto b = fades.Install(nodes.Get(2), nodes.Get(3));
        const auto ofA =
            Get<PointerValue>(*CdmaDataLinkHelper::GetErrorModel(a), "BadDuration").GetObject();
        const auto ofB =
            Get<PointerValue>(*CdmaDataLinkHelper::GetErrorModel(b), "BadDuration").GetObject();
        NS_TEST_EXPECT_MSG_NE(ofA, ofB, "random variables");
        Simulator::Destroy();
    }
};

/** @brief Values that make no sense. */
class RadioErrorTest : public TestCase
{
  public:
    RadioErrorTest()
        : TestCase("Bad values are named, with their limits")
    {
    }

  private:
    /// @param code ends the program @param text expected
    void Expect(const std::function<void(CdmaDataLinkHelper&)>& code, const std::string& text)
    {
        const auto said = HsnAbortText([&code] {
            CdmaDataLinkHelper helper;
            code(helper);
        });
        NS_TEST_EXPECT_MSG_NE(said.find(text), std::string::npos, said);
    }

    void DoRun() override
    {
        using Helper = CdmaDataLinkHelper;
        const DataRate none(uint64_t{0});
        const DataRate some("1bps");
        Expect([](Helper&) { Helper::GetBulkPreset(12); },
               "bulk transfers at 12 h: 10, 13, 16 or 19 h");
        Expect([](Helper& h) { h.SetPreset(static_cast<Helper::Preset>(17)); }, "preset 17");
        Expect([&](Helper& h) { h.SetRates(none, some); }, "a forward rate of 0 bit/s: at least");
        Expect([&](Helper& h) { h.SetRates(some, none); }, "a reverse rate of 0 bit/s: at least");
        Expect([](Helper& h) { h.SetBuffer(1501); }, "a FIFO of 1501 bytes: at least 1502");
        const Time less = MilliSeconds(-1);
        Expect([&](Helper& h) { h.SetDelay(less, Time()); }, "a delay of -1ms: at least 0");
        Expect([&](Helper& h) { h.SetDelay(Time(), less); }, "Jitter of up to -1ms: at least 0");
        Expect([&](Helper& h) { h.SetDelay(Time(), Time(), less); },
               "ReverseJitter of up to -1ms: at least 0");
        Expect([&](Helper& h) { h.SetLosses(1.5, Seconds(1), Time()); }, "a loss of 1.5: 0 to 1");
        Expect([&](Helper& h) { h.SetLosses(0, Time(), Time()); }, "good times of +0s: above 0");
        Expect([&](Helper& h) { h.SetLosses(0, Seconds(1), Seconds(-2)); },
               "fades of -2s: at least 0");
        Expect(
            [](Helper& h) {
                const auto node = CreateObject<Node>();
                h.Install(node, node);
            },
            "a radio link from node 0 to itself");
    }
};

const HsnTestRegistration g_cdmaDataLinkTests(
    "cdma-data-link",
    {new RadioFifoTest, new RadioFadeTest, new RadioPresetTest, new RadioErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
