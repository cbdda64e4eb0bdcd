// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/node.h"
#include "ns3/paced-source.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Takes the packets of a source.
class Taker
{
  public:
    /// @param source whose packets it takes
    void Use(Ptr<PacketSource> source)
    {
        source->SetSend(MakeCallback(&Taker::Take, this));
        source->TraceConnectWithoutContext("Tx", MakeCallback(&Taker::Trace, this));
        m_node->AddApplication(source);
    }

    std::vector<double> times;   //!< seconds
    std::vector<uint32_t> sizes; //!< octets
    uint32_t traced{0};          //!< packets that the trace source showed

  private:
    /// @param packet sent @return whether it is accepted: it is not
    bool Take(Ptr<Packet> packet)
    {
        times.push_back(Simulator::Now().GetSeconds());
        sizes.push_back(packet->GetSize());
        return false;
    }

    void Trace(Ptr<const Packet>)
    {
        ++traced;
    }

    Ptr<Node> m_node{CreateObject<Node>()}; //!< where the source is
};

/// Times and sizes that follow from the attributes.
class PacedSourceTest : public TestCase
{
  public:
    PacedSourceTest()
        : TestCase("Paced source: regular packets, and intervals from a function")
    {
    }

  private:
    /// @return intervals of 1, 2, 3 ... s
    Time Next()
    {
        return Seconds(++m_calls);
    }

    /// @param source paced @param start of it, s @param stop of it, s @return its packets
    static Taker Run(Ptr<PacedSource> source, double start, double stop)
    {
        Taker taker;
        taker.Use(source);
        source->SetStartTime(Seconds(start));
        source->SetStopTime(Seconds(stop));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        Simulator::Destroy();
        return taker;
    }

    void DoRun() override
    {
        auto regular = CreateObject<PacedSource>();
        regular->SetAttribute("Interval", TimeValue(MilliSeconds(250)));
        regular->SetAttribute("PacketSize", UintegerValue(960));
        const auto first = Run(regular, 1, 2.1);
        NS_TEST_ASSERT_MSG_EQ(first.times.size(), 5, "at 1, 1.25, 1.5, 1.75 and 2 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(first.times.front(), 1, 1e-9, "at the start");
        NS_TEST_EXPECT_MSG_EQ_TOL(first.times.back(), 2, 1e-9, "the last one before the end");
        NS_TEST_EXPECT_MSG_EQ(first.sizes.back(), 960, "size");
        NS_TEST_EXPECT_MSG_EQ(first.traced, 5, "trace source");
        NS_TEST_EXPECT_MSG_EQ(regular->GetSent(), 5, "refused packets count");

        auto slower = CreateObject<PacedSource>();
        slower->SetAttribute("MaxPackets", UintegerValue(4));
        slower->SetIntervalFunction(MakeCallback(&PacedSourceTest::Next, this));
        const auto second = Run(slower, 0, 100);
        NS_TEST_ASSERT_MSG_EQ(second.times.size(), 4, "no more than MaxPackets");
        NS_TEST_EXPECT_MSG_EQ_TOL(second.times[3], 1 + 2 + 3, 1e-9, "intervals of the function");
    }

    int m_calls{0}; //!< of Next()
};

/// Probabilities by hand.
class GeometricRandomVariableTest : public TestCase
{
  public:
    GeometricRandomVariableTest()
        : TestCase("Geometric random variable")
    {
    }

  private:
    /// @param mean attribute @param max attribute @param of value @return its share of many draws
    static double GetShare(double mean, uint32_t max, uint32_t of)
    {
        auto variable = CreateObject<GeometricRandomVariable>();
        variable->SetAttribute("Mean", DoubleValue(mean));
        variable->SetAttribute("Max", UintegerValue(max));
        variable->SetStream(3);
        uint32_t count = 0;
        for (uint32_t i = 0; i < DRAWS; ++i)
        {
            count += variable->GetInteger() == of;
        }
        return static_cast<double>(count) / DRAWS;
    }

    void DoRun() override
    {
        // p = 1/4; the standard deviation of a share is below 0.0016
        const double tolerance = 0.0064;
        NS_TEST_EXPECT_MSG_EQ_TOL(GetShare(4, 0, 1), 0.25, tolerance, "P(1)");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetShare(4, 0, 3), 0.75 * 0.75 * 0.25, tolerance, "P(3)");
        // of 1 and 2 only: 1/4 and 3/16, normalized
        NS_TEST_EXPECT_MSG_EQ_TOL(GetShare(4, 2, 1), 4.0 / 7, tolerance, "P(1), at most 2");
        NS_TEST_EXPECT_MSG_EQ(GetShare(4, 2, 3), 0, "P(3), at most 2");
        NS_TEST_EXPECT_MSG_EQ(GetShare(1, 0, 1), 1, "mean 1");
        NS_TEST_EXPECT_MSG_EQ(GetShare(4, 0, 0), 0, "P(0)");
    }

    static constexpr uint32_t DRAWS = 100000; //!< in each case
};

HsnTestRegistration g_packetSourceTests("packet-source",
                                        {new PacedSourceTest, new GeometricRandomVariableTest});
} // namespace
