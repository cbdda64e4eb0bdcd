// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/jitter-point-to-point-channel.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Size of a packet without PPP header, bytes; 1 ms on the line at 8 Mbit/s.
constexpr uint32_t SIZE = 998;

/// Two devices of 8 Mbit/s on a channel with a delay of 3 ms, and what arrives at them.
class TwoEnds
{
  public:
    /// @param channel between them
    explicit TwoEnds(Ptr<PointToPointChannel> channel)
    {
        channel->SetAttribute("Delay", TimeValue(MilliSeconds(3)));
        for (int end : {0, 1})
        {
            auto device = CreateObject<PointToPointNetDevice>();
            device->SetAttribute("DataRate", DataRateValue(DataRate("8Mbps")));
            device->SetAddress(Mac48Address::Allocate());
            device->SetQueue(CreateObject<DropTailQueue<Packet>>());
            CreateObject<Node>()->AddDevice(device);
            device->Attach(channel);
            device->SetReceiveCallback(end == 0 ? MakeCallback(&TwoEnds::ReceiveAtFirst, this)
                                                : MakeCallback(&TwoEnds::ReceiveAtSecond, this));
            devices.push_back(device);
        }
    }

    /// @param from which end @param count packets @param gap between them, the first one is at 0
    void Send(uint32_t from, uint32_t count, Time gap)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            Simulator::Schedule(TimeStep(gap.GetTimeStep() * i),
                                &PointToPointNetDevice::Send,
                                devices[from],
                                Create<Packet>(SIZE + i % 2),
                                devices[1 - from]->GetAddress(),
                                0x0800);
        }
    }

    std::vector<Ptr<PointToPointNetDevice>> devices; //!< both
    std::vector<Time> arrivals[2];                   //!< at each end
    std::vector<uint32_t> sizes[2];                  //!< at each end, in the same order

  private:
    bool ReceiveAtFirst(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        return Note(0, packet);
    }

    bool ReceiveAtSecond(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        return Note(1, packet);
    }

    bool Note(uint32_t end, Ptr<const Packet> packet)
    {
        arrivals[end].push_back(Simulator::Now());
        sizes[end].push_back(packet->GetSize());
        return true;
    }
};

/// @param max greatest jitter, s @return text of the random variable
StringValue
Uniform(double max)
{
    return StringValue("ns3::UniformRandomVariable[Max=" + std::to_string(max) + "]");
}

/** @brief Distribution of the jitter of packets that cannot catch up with each other. */
class JitterLawTest : public TestCase
{
  public:
    JitterLawTest()
        : TestCase("The extra delay has the law of its random variable")
    {
    }

  private:
    void DoRun() override
    {
        auto channel = CreateObject<JitterPointToPointChannel>();
        channel->SetAttribute("Jitter", Uniform(0.25));
        NS_TEST_EXPECT_MSG_EQ(channel->AssignStreams(30), 2, "streams");
        TwoEnds ends(channel);
        const uint32_t count = 4000;
        const Time gap = MilliSeconds(251);
        ends.Send(0, count, gap);
        ends.Send(1, count, gap);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(ends.arrivals[1].size(), count, "all arrive");
        std::vector<double> extra;
        for (uint32_t i = 0; i < count; ++i)
        {
            const Time sent = TimeStep(gap.GetTimeStep() * i) + MicroSeconds(1000 + i % 2);
            extra.push_back((ends.arrivals[1][i] - sent - MilliSeconds(3)).GetSeconds() / 0.25);
            // ReverseJitter is not set
            NS_TEST_ASSERT_MSG_EQ(ends.arrivals[0][i], sent + MilliSeconds(3), "the other way");
        }
        std::sort(extra.begin(), extra.end());
        double distance = 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            distance =
                std::max({distance, (i + 1.0) / count - extra[i], extra[i] - 1.0 * i / count});
        }
        // Kolmogorov and Smirnov: 1.95 / sqrt(n) at a level of 0.001
        NS_TEST_EXPECT_MSG_LT(distance, 1.95 / std::sqrt(count), "uniform");
        NS_TEST_EXPECT_MSG_GT(extra.front(), 0, "not negative");
        NS_TEST_EXPECT_MSG_LT(extra.back(), 1, "the greatest");
    }
};

/** @brief Packets that would overtake each other. */
class JitterOrderTest : public TestCase
{
  public:
    JitterOrderTest()
        : TestCase("Packets keep their order, in each direction for itself")
    {
    }

  private:
    void DoRun() override
    {
        auto channel = CreateObject<JitterPointToPointChannel>();
        channel->SetAttribute("Jitter", Uniform(0.25));
        channel->SetAttribute("ReverseJitter", Uniform(0.04));
        channel->AssignStreams(40);
        TwoEnds ends(channel);
        const uint32_t count = 2000;
        const Time gap = MilliSeconds(5);
        ends.Send(0, count, gap);
        ends.Send(1, count, gap);
        Simulator::Run();
        Simulator::Destroy();
        for (const uint32_t from : {0, 1})
        {
            auto draw = CreateObject<UniformRandomVariable>();
            draw->SetStream(40 + from);
            uint32_t waited = 0;
            Time last;
            const auto& arrivals = ends.arrivals[1 - from];
            NS_TEST_ASSERT_MSG_EQ(arrivals.size(), count, "all arrive");
            for (uint32_t i = 0; i < count; ++i)
            {
                const Time sent = TimeStep(gap.GetTimeStep() * i) + MicroSeconds(1000 + i % 2);
                const double jitter = draw->GetValue(0, from == 0 ? 0.25 : 0.04);
                const Time own = sent + MilliSeconds(3) + NanoSeconds(std::llround(jitter * 1e9));
                waited += own < last;
                last = std::max(own, last);
                NS_TEST_ASSERT_MSG_EQ(arrivals[i], last, "packet " << i << " from " << from);
                NS_TEST_ASSERT_MSG_EQ(ends.sizes[1 - from][i], SIZE + i % 2, "order");
            }
            NS_TEST_EXPECT_MSG_GT(waited, count / 2, "the test is about something");
        }
    }
};

/** @brief Without jitter it is ns-3's channel. */
class JitterNoneTest : public TestCase
{
  public:
    JitterNoneTest()
        : TestCase("Without jitter, the arrivals of ns-3's channel; bad values")
    {
    }

  private:
    /// @param channel @return arrivals of packets over it, closer than they can be sent
    static std::vector<Time> Run(Ptr<PointToPointChannel> channel)
    {
        TwoEnds ends(channel);
        ends.Send(0, 50, MicroSeconds(730));
        Simulator::Run();
        Simulator::Destroy();
        return ends.arrivals[1];
    }

    void DoRun() override
    {
        const auto expected = Run(CreateObject<PointToPointChannel>());
        const auto found = Run(CreateObject<JitterPointToPointChannel>());
        NS_TEST_EXPECT_MSG_EQ(expected.size(), 50, "all arrive");
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, "to the nanosecond");
        for (const auto& [value, text] : std::vector<std::pair<std::string, std::string>>{
                 {"-0.001", "Jitter of a JitterPointToPointChannel has drawn -0.001 s: at least 0"},
                 {"1e300", "the packet would arrive after the end of time"}})
        {
            const auto said = HsnAbortText([&value = value] {
                auto channel = CreateObject<JitterPointToPointChannel>();
                channel->SetAttribute(
                    "Jitter",
                    StringValue("ns3::ConstantRandomVariable[Constant=" + value + "]"));
                Run(channel);
            });
            NS_TEST_EXPECT_MSG_NE(said.find(text), std::string::npos, said);
        }
    }
};

const HsnTestRegistration g_jitterChannelTests("jitter-channel",
                                               {new JitterLawTest,
                                                new JitterOrderTest,
                                                new JitterNoneTest});
} // namespace
} // namespace hsn
} // namespace ns3
