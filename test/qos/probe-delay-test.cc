// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
#include "../hsn-test.h"
#include "idle-line.h"

#include "ns3/dispersion-estimator.h"
#include "ns3/hsn-compat.h"
#include "ns3/hurst-estimator.h"
#include "ns3/on-off-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/probe-client.h"
#include "ns3/probe-receiver.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/**
 * @brief Interarrival times and delays of the same packets, which are measured apart: one between
 * arrivals, one since the time that a packet carries.
 *
 * X(k) = T + D(k) - D(k - 1): sums of X - T are the delay, to the nanosecond, and block means of X
 * have the variance of (D(k + m) - D(k)) / m.
 */
class DelayFromGapsTest : public TestCase
{
  public:
    DelayFromGapsTest()
        : TestCase("Delays from interarrival times; dispersion and variance-time telescope")
    {
    }

  private:
    void DoRun() override
    {
        IdleLine line(false);
        const auto receiver = CreateObject<ProbeReceiver>();
        receiver->SetAttribute(
            "Local",
            AddressValue(InetSocketAddress(Ipv4Address::GetAny(), IdleLine::PORT)));
        std::vector<int64_t> gaps;
        std::vector<int64_t> delays;
        receiver->TraceConnectWithoutContext("Interarrival",
                                             Sink<uint32_t, Time>::Make([&](uint32_t, Time gap) {
                                                 gaps.push_back(gap.GetNanoSeconds());
                                             }));
        receiver->TraceConnectWithoutContext("Delay",
                                             Sink<uint32_t, Time>::Make([&](uint32_t, Time delay) {
                                                 delays.push_back(delay.GetNanoSeconds());
                                             }));
        line.nodes.Get(1)->AddApplication(receiver);
        const auto client = CreateObject<PeriodicProbeClient>();
        client->SetAttribute("Remote", AddressValue(line.target));
        client->SetAttribute("MaxPackets", UintegerValue(4001));
        line.nodes.Get(0)->AddApplication(client);
        client->SetStartTime(Seconds(5));
        OnOffHelper other(
            "ns3::UdpSocketFactory",
            InetSocketAddress(InetSocketAddress::ConvertFrom(line.target).GetIpv4(), 9));
        other.SetConstantRate(DataRate("1.2Mbps"), 1000);
        for (const char* const period : {"OnTime", "OffTime"})
        {
            other.SetAttribute(period, StringValue("ns3::ExponentialRandomVariable[Mean=0.3]"));
        }
        for (int i = 0; i < 2; ++i) // 85 % of the line on average, at times 165 %
        {
            other.Install(line.nodes.Get(0)).Start(Seconds(1));
        }
        other.AssignStreams(line.nodes.Get(0), 60);
        DynamicCast<PointToPointNetDevice>(line.devices.Get(0))
            ->GetQueue()
            ->SetAttribute("MaxSize", StringValue("100000p"));
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(receiver->GetLost(), 0, "no packet is lost");
        NS_TEST_ASSERT_MSG_EQ(delays.size(), 4001, "of every packet");
        NS_TEST_ASSERT_MSG_EQ(gaps.size(), 4000, "between two packets");
        int64_t delay = delays[0];
        for (std::size_t k = 0; k < gaps.size(); ++k)
        {
            delay += gaps[k] - 10'000'000;
            NS_TEST_ASSERT_MSG_EQ(delay, delays[k + 1], "delay of packet " << k + 1);
        }

        std::vector<double> lags;
        SampleSquares all;
        for (const int64_t gap : gaps)
        {
            lags.push_back(1e-6 * static_cast<double>(gap));
            all.Add(lags.back());
        }
        NS_TEST_EXPECT_MSG_GT(all.GetVariance(), 1, "the line was busy");
        for (const uint64_t m : {1, 4, 16, 64})
        {
            SampleSquares squares;
            for (std::size_t k = 0; k + m < delays.size(); k += m)
            {
                squares.Add(1e-6 * static_cast<double>(delays[k + m] - delays[k]) /
                            static_cast<double>(m));
            }
            const double found = HurstEstimator::GetVarianceTimes(lags, {m}).at(0).value;
            NS_TEST_EXPECT_MSG_EQ_TOL(found / squares.GetVariance(), 1, 1e-9, "m = " << m);
        }

        // var_m of blocks of 10, from delays: mean square of differences less square of the mean
        const auto estimator = CreateObject<DispersionEstimator>();
        std::vector<double> deviations;
        estimator->TraceConnectWithoutContext(
            "BlockDeviation",
            Sink<uint64_t, double>::Make([&](uint64_t, double d) { deviations.push_back(d); }));
        for (const double lag : lags)
        {
            estimator->Feed(lag);
        }
        NS_TEST_ASSERT_MSG_EQ(deviations.size(), 400, "blocks");
        for (std::size_t i = 0; i < deviations.size(); ++i)
        {
            SampleSquares squares;
            for (std::size_t k = 10 * i; k < 10 * i + 10; ++k)
            {
                squares.Add(1e-6 * static_cast<double>(delays[k + 1] - delays[k]));
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(std::pow(deviations[i], 2),
                                      squares.GetVariance() * 10 / 9,
                                      1e-6,
                                      "block " << i);
        }
    }

    /// Sums for a variance, divisor: the number of samples.
    class SampleSquares
    {
      public:
        /// @param sample another one
        void Add(double sample)
        {
            ++m_count;
            m_sum += sample;
            m_squares += sample * sample;
        }

        /// @return variance
        double GetVariance() const
        {
            return m_squares / m_count - std::pow(m_sum / m_count, 2);
        }

      private:
        double m_count{0};   //!< samples
        double m_sum{0};     //!< of them
        double m_squares{0}; //!< sum of these
    };
};

static HsnTestRegistration g_delayTests("probe-delay", {new DelayFromGapsTest});
} // namespace
