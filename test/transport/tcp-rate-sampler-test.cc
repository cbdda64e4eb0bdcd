// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Delivery rate samples, computed by hand with the formulas of
 * draft-cheng-iccrg-delivery-rate-estimation.
 */
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/tcp-rate-sampler.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Segments of 1000 bytes: three in a row, and a fourth when the first is acknowledged. */
class TcpRateSamplerTest : public TestCase
{
  public:
    TcpRateSamplerTest()
        : TestCase(
              "Delivery rates: what was delivered, over the longer of two times; too short ones")
    {
    }

  private:
    /** @param ms time of the simulation */
    static void GoTo(int64_t ms)
    {
        Simulator::Stop(MilliSeconds(ms) - Simulator::Now());
        Simulator::Run();
    }

    /** @brief A segment is acknowledged. @param number of it @param ms time @param bytes delivered
     * since it was sent @param interval in ms @param minRtt in ms */
    void Deliver(uint32_t number, int64_t ms, int32_t bytes, int64_t interval, int64_t minRtt = 100)
    {
        GoTo(ms);
        const std::string what = "segment " + std::to_string(number);
        m_sampler.OnDelivered(m_segments[number]);
        const auto& sample = m_sampler.MakeSample(1000, 500, 3000, MilliSeconds(minRtt));
        NS_TEST_EXPECT_MSG_EQ(sample.m_ackedSacked, 1000, what);
        NS_TEST_EXPECT_MSG_EQ(sample.m_bytesLoss, 500, what);
        NS_TEST_EXPECT_MSG_EQ(sample.m_priorInFlight, 3000, what);
        NS_TEST_EXPECT_MSG_EQ(sample.m_delivered, bytes, what);
        NS_TEST_EXPECT_MSG_EQ(sample.m_interval, MilliSeconds(interval), what);
        NS_TEST_EXPECT_MSG_EQ(sample.m_priorTime.IsZero(), (interval == 0), "too short: " + what);
        if (interval > 0)
        {
            NS_TEST_EXPECT_MSG_EQ(sample.m_deliveryRate.GetBitRate(),
                                  static_cast<uint64_t>(bytes * 8000.0 / interval),
                                  what);
        }
    }

    void DoRun() override
    {
        for (auto& segment : m_segments)
        {
            segment.size = 1000;
        }
        GoTo(1000);
        m_sampler.OnSent(m_segments[0], true);
        GoTo(1010);
        m_sampler.OnSent(m_segments[1], false);
        GoTo(1020);
        m_sampler.OnSent(m_segments[2], false);
        Deliver(0, 1100, 1000, 100);
        m_sampler.OnSent(m_segments[3], false);
        Deliver(1, 1110, 2000, 110);
        Deliver(2, 1120, 3000, 120);
        // since it was sent: three segments; sent over the 100 ms since the first
        Deliver(3, 1200, 3000, 100);
        NS_TEST_EXPECT_MSG_EQ(m_sampler.GetConnection().m_delivered, 4000, "all");
        NS_TEST_EXPECT_MSG_EQ(m_sampler.GetConnection().m_rateInterval, MilliSeconds(100), "last");

        m_sampler.OnSent(m_segments[4], false);
        m_sampler.OnDelivered(m_segments[3]);
        NS_TEST_EXPECT_MSG_EQ(m_sampler.GetConnection().m_delivered, 4000, "counted once");
        Deliver(4, 1250, 1000, 0, 200); // sent 100 ms after the one before: no sample below 200
        const auto& none = m_sampler.MakeSample(0, 0, 0, MilliSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(none.m_delivered, -1, "nothing was delivered");

        // three at one time, acknowledged one by one: each sample has its own times
        GoTo(2000);
        for (uint32_t i = 5; i < 8; ++i)
        {
            m_sampler.OnSent(m_segments[i], i == 5);
        }
        Deliver(5, 2100, 1000, 100);
        Deliver(6, 2110, 2000, 110);
        Deliver(7, 2120, 3000, 120);
        const auto& again = m_sampler.MakeSample(0, 0, 0, MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(again.m_delivered, -1, "nothing since the last sample");

        m_sampler.OnSent(m_segments[8], true);
        Deliver(8, 2120, 1000, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(m_sampler.GetConnection().m_rateDelivered, 3000, "no time, no rate");
        Simulator::Destroy();
    }

    TcpRateSampler m_sampler;                 //!< that is tested
    std::array<TcpSentSegment, 9> m_segments; //!< in the order of sending
};

/**
 * @brief The application pauses with two segments of 1000 bytes in flight: what is sent is marked
 * until more than these are delivered.
 */
class TcpAppLimitedTest : public TestCase
{
  public:
    /** @param before bytes that were delivered before */
    explicit TcpAppLimitedTest(uint64_t before)
        : TestCase("Samples limited by the application, after " + std::to_string(before) +
                   " bytes"),
          m_before(before)
    {
    }

  private:
    /** @return whether a segment that is sent now is marked */
    bool IsMarked()
    {
        TcpSentSegment segment;
        m_sampler.OnSent(segment, false);
        return segment.appLimited;
    }

    /** @brief A segment is acknowledged. @param segment which @return the sample's mark */
    bool Deliver(TcpSentSegment& segment)
    {
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        m_sampler.OnDelivered(segment);
        return m_sampler.MakeSample(segment.size, 0, 3000, Time(0)).m_isAppLimited;
    }

    void DoRun() override
    {
        Simulator::Stop(Seconds(1)); // at 0 no times are known
        Simulator::Run();
        for (uint64_t left = m_before; left > 0;)
        {
            TcpSentSegment segment;
            segment.size = static_cast<uint32_t>(std::min<uint64_t>(left, 1U << 30));
            m_sampler.OnSent(segment, true);
            Deliver(segment);
            left -= segment.size;
        }
        std::array<TcpSentSegment, 3> segments;
        for (auto& segment : segments)
        {
            segment.size = 1000;
        }
        m_sampler.OnSent(segments[0], true);
        NS_TEST_EXPECT_MSG_EQ(IsMarked(), false, "no pause yet");
        m_sampler.OnSent(segments[1], false);
        m_sampler.OnAppLimited(2000);
        m_sampler.OnSent(segments[2], false);
        NS_TEST_EXPECT_MSG_EQ(segments[2].appLimited, true, "after the pause");
        NS_TEST_EXPECT_MSG_EQ(Deliver(segments[0]), false, "sent before the pause");
        NS_TEST_EXPECT_MSG_EQ(IsMarked(), true, "one segment of before the pause is missing");
        NS_TEST_EXPECT_MSG_EQ(Deliver(segments[1]), false, "sent before the pause");
        NS_TEST_EXPECT_MSG_EQ(IsMarked(), true, "all of before the pause, but no more");
        NS_TEST_EXPECT_MSG_EQ(Deliver(segments[2]), true, "sent after the pause");
        NS_TEST_EXPECT_MSG_EQ(IsMarked(), false, "more than what was sent before the pause");

        // one acknowledgement of two: the one that was sent later counts, in whatever order
        m_sampler.OnSent(segments[0], false);
        m_sampler.OnSent(segments[1], false);
        segments[1].delivered = false;
        Deliver(segments[1]);
        m_sampler.OnSent(segments[2], false);
        segments[0].delivered = false;
        segments[2].delivered = false;
        m_sampler.OnDelivered(segments[2]);
        m_sampler.OnDelivered(segments[0]);
        const auto& sample = m_sampler.MakeSample(2000, 0, 3000, Time(0));
        NS_TEST_EXPECT_MSG_EQ(sample.m_delivered, 2000, "since the later one was sent");
        Simulator::Destroy();
    }

    const uint64_t m_before;  //!< bytes
    TcpRateSampler m_sampler; //!< that is tested
};

// the mark of ns-3 has 32 bits
HsnTestRegistration g_tcpRateSamplerTests("tcp-rate-sampler",
                                          {new TcpRateSamplerTest,
                                           new TcpAppLimitedTest(0),
                                           new TcpAppLimitedTest((1ULL << 32) - 1500),
                                           new TcpAppLimitedTest((1ULL << 33) + 5)});
} // namespace
} // namespace hsn
} // namespace ns3
