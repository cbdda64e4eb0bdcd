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
        Simulator::Destroy();
    }

    TcpRateSampler m_sampler;                 //!< that is tested
    std::array<TcpSentSegment, 5> m_segments; //!< in the order of sending
};

HsnTestRegistration g_tcpRateSamplerTests("tcp-rate-sampler", {new TcpRateSamplerTest});
} // namespace
} // namespace hsn
} // namespace ns3
