// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * FAST TCP: the window equation by hand, and its equilibria on a bottleneck that is a fluid queue.
 */
#include "../hsn-test.h"
#include "tcp-hs-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/tcp-fast.h"

#include <cmath>
#include <memory>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A bottleneck as a fluid: the queueing delay is that at which the flows' rates fill it.
class FluidBottleneck
{
  public:
    /// @param capacity segments / s @param settings of all flows
    FluidBottleneck(double capacity, Settings settings)
        : m_capacity(capacity),
          m_settings(std::move(settings))
    {
    }

    /// @param delay round-trip time without queue, seconds
    void Add(double delay)
    {
        m_flows.push_back({std::make_unique<WindowDriver>("TcpFast", m_settings), delay, 0});
        m_flows.back().driver->SetWindow(1); // hardly changes the queue that it finds
    }

    /// @param seconds to simulate
    void Run(double seconds)
    {
        const double step = 0.001;
        for (double t = 0; t < seconds; t += step)
        {
            Update();
            for (auto& flow : m_flows)
            {
                const double rtt = flow.delay + m_queue;
                flow.acked += GetRate(flow) * step;
                const auto segments = static_cast<uint32_t>(flow.acked);
                flow.acked -= segments;
                if (segments > 0)
                {
                    for (uint32_t i = 0; i < segments; ++i)
                    {
                        flow.driver->Ops().TakeRttSample(&flow.driver->Tcb(), Seconds(rtt));
                    }
                    flow.driver->Ack(segments, Seconds(rtt));
                }
            }
        }
        Update();
    }

    /// @param i flow @return its share of the capacity
    double GetShare(std::size_t i) const
    {
        return GetRate(m_flows[i]) / m_capacity;
    }

    /// @return segments that wait
    double GetQueue() const
    {
        return m_queue * m_capacity;
    }

  private:
    struct Flow
    {
        std::unique_ptr<WindowDriver> driver;
        double delay; ///< seconds
        double acked; ///< fraction of a segment
    };

    double GetRate(const Flow& flow) const
    {
        return flow.driver->Window() / (flow.delay + m_queue);
    }

    /// Finds the queueing delay at which the rates are the capacity.
    void Update()
    {
        double low = 0;
        double high = 10;
        for (int i = 0; i < 50; ++i)
        {
            m_queue = (low + high) / 2;
            double rate = 0;
            for (const auto& flow : m_flows)
            {
                rate += GetRate(flow);
            }
            (rate > m_capacity ? low : high) = m_queue;
        }
    }

    double m_capacity;
    Settings m_settings;
    std::vector<Flow> m_flows;
    double m_queue{0}; ///< seconds
};

/// The window equation.
class EquationTest : public TestCase
{
  public:
    EquationTest()
        : TestCase("window equation")
    {
    }

  private:
    void DoRun() override
    {
        // RTT 110 ms, 100 ms without queue: 0.5 * 1000 + 0.5 * (1000 / 1.1 + 200)
        NS_TEST_EXPECT_MSG_EQ_TOL(TcpFast::GetNextWindow({200, 0.5, 1 / 1.1}, 1000, 1000),
                                  1054.545455,
                                  1e-6,
                                  "step");
        NS_TEST_EXPECT_MSG_EQ(TcpFast::GetNextWindow({200, 1, 1}, 50, 50), 100, "doubles at most");

        WindowDriver driver("TcpFast");
        auto& ops = driver.Ops();
        ops.TakeRttSample(&driver.Tcb(), MilliSeconds(100));
        driver.SetWindow(1000);
        const Time rtt = MilliSeconds(110);
        for (int i = 0; i < 5000; ++i)
        {
            ops.TakeRttSample(&driver.Tcb(), rtt);
        }
        // the first acknowledgement begins a round trip; the first update ends the second one
        std::vector<double> windows;
        for (int i = 0; i < 3; ++i)
        {
            driver.Round(rtt, 1000);
            windows.push_back(driver.Window());
        }
        NS_TEST_EXPECT_MSG_EQ(windows[0], 1000, "no update in the first round trip");
        NS_TEST_EXPECT_MSG_EQ(windows[1], 1000, "nor in the second");
        NS_TEST_EXPECT_MSG_EQ_TOL(windows[2], 1054.545455, 0.2, "an update is spread over one");
        driver.Round(rtt, 1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(driver.Window(), windows[2], 0.2, "none in the fourth");

        driver.Lose();
        NS_TEST_EXPECT_MSG_EQ_TOL(driver.Threshold(), windows[2] / 2, 0.2, "a loss halves");
        driver.TimeOut();
        NS_TEST_EXPECT_MSG_EQ(driver.Window(), 2, "after a timeout");
        driver.Ack(1);
        NS_TEST_EXPECT_MSG_EQ(driver.Window(), 3, "slow start");

        WindowDriver start("TcpFast");
        start.Ops().TakeRttSample(&start.Tcb(), rtt);
        start.Round(rtt, 10);
        NS_TEST_EXPECT_MSG_EQ(start.Window(), 20, "multiplicative increase");
        start.Round(rtt, 10);
        NS_TEST_EXPECT_MSG_EQ(start.Window(), 30, "one for each acknowledgement of two segments");
        start.Lose();
        start.Avoid(10);
        start.Round(rtt, 10);
        NS_TEST_EXPECT_MSG_EQ(start.Window(), 10, "a loss does not lead back into it");
        start.TimeOut();
        start.Tcb().m_congState = TcpSocketState::CA_OPEN;
        start.Avoid(10);
        start.Round(rtt, 10);
        NS_TEST_EXPECT_MSG_EQ(start.Window(), 20, "a timeout does: all begins anew");
        Average();
        Losses();
        Simulator::Destroy();
    }

    /// Weight of a sample: 3 / window, 1/4 at most.
    void Average()
    {
        for (const auto& [window, expected] :
             {std::pair<double, double>{1000, 100.03}, {30, 101}, {4, 102.5}})
        {
            WindowDriver driver("TcpFast");
            Time average;
            driver.Ops().TraceConnectWithoutContext(
                "AvgRtt",
                Sink<Time, Time>::Make([&average](Time, Time now) { average = now; }));
            driver.SetWindow(window);
            driver.Ops().TakeRttSample(&driver.Tcb(), MilliSeconds(100));
            driver.Ops().TakeRttSample(&driver.Tcb(), MilliSeconds(110));
            driver.Ack(1, MilliSeconds(110));
            NS_TEST_EXPECT_MSG_EQ_TOL(1e3 * average.GetSeconds(), expected, 1e-4, window);
        }
    }

    /// After a loss or a timeout round trips are counted anew: two without an update.
    void Losses()
    {
        const Time rtt = MilliSeconds(110);
        for (const bool timeout : {false, true})
        {
            WindowDriver driver("TcpFast");
            driver.Ops().TakeRttSample(&driver.Tcb(), MilliSeconds(100));
            driver.SetWindow(1000);
            for (int i = 0; i < 5000; ++i)
            {
                driver.Ops().TakeRttSample(&driver.Tcb(), rtt);
            }
            driver.Round(rtt, 1000);
            driver.Round(rtt, 1000);
            NS_TEST_EXPECT_MSG_EQ(driver.Window(), 1000, "the next one would bring an update");
            if (timeout)
            {
                driver.TimeOut();
                driver.Tcb().m_congState = TcpSocketState::CA_OPEN;
            }
            else
            {
                driver.Lose();
            }
            driver.Avoid(1000);
            driver.Round(rtt, 1000);
            NS_TEST_EXPECT_MSG_EQ_TOL(driver.Window(), 1000, 0.01, "first, timeout " << timeout);
            driver.Round(rtt, 1000);
            NS_TEST_EXPECT_MSG_EQ_TOL(driver.Window(), 1000, 0.01, "second, timeout " << timeout);
            driver.Round(rtt, 1000);
            NS_TEST_EXPECT_MSG_GT(driver.Window(), 1050, "an update, timeout " << timeout);
        }
    }
};

/// Where FAST's flows end.
class EquilibriumTest : public TestCase
{
  public:
    EquilibriumTest()
        : TestCase("equilibria")
    {
    }

  private:
    void DoRun() override
    {
        const double capacity = 20000; // segments / s
        const double alpha = 200;
        const Settings settings;
        const double golden = (1 + std::sqrt(5)) / 2;

        // rate alpha / q for any RTT, if the path was empty when it was measured
        FluidBottleneck fair(capacity, {{"MiThreshold", "0s"}});
        fair.Add(0.02);
        fair.Add(0.08);
        fair.Add(0.16);
        fair.Run(60);
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(fair.GetShare(i), 1.0 / 3, 0.01, "flow " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(fair.GetQueue(), 3 * alpha, 3, "queue");

        FluidBottleneck late(capacity, settings);
        late.Add(0.1);
        late.Run(20);
        NS_TEST_EXPECT_MSG_EQ_TOL(late.GetQueue(), alpha, 1, "queue of one");
        late.Add(0.1);
        late.Run(60);
        NS_TEST_EXPECT_MSG_EQ_TOL(late.GetShare(0), 2 - golden, 0.01, "early");
        NS_TEST_EXPECT_MSG_EQ_TOL(late.GetShare(1), golden - 1, 0.01, "late");
        NS_TEST_EXPECT_MSG_EQ_TOL(late.GetQueue(), (1 + golden) * alpha, 3, "queue of two");

        FluidBottleneck pairs(capacity, settings);
        pairs.Add(0.1);
        pairs.Add(0.1);
        pairs.Run(20);
        NS_TEST_EXPECT_MSG_EQ_TOL(pairs.GetQueue(), 2 * alpha, 2, "queue of two at once");
        pairs.Add(0.1);
        pairs.Add(0.1);
        pairs.Run(60);
        for (int i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(pairs.GetShare(i), 0.190983, 0.005, "early");
            NS_TEST_EXPECT_MSG_EQ_TOL(pairs.GetShare(i + 2), 0.309017, 0.005, "late");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(pairs.GetQueue(), (3 + std::sqrt(5)) * alpha, 5, "queue of four");

        // capacity and alpha smaller by 8: the same queueing delay
        FluidBottleneck scaled(capacity / 8, {{"IncrementScale", "8"}});
        scaled.Add(0.1);
        scaled.Run(20);
        NS_TEST_EXPECT_MSG_EQ_TOL(scaled.GetQueue(), alpha / 8, 0.3, "scaled");
        Simulator::Destroy();
    }
};

/// Alpha by the rate.
class AlphaModeTest : public TestCase
{
  public:
    AlphaModeTest()
        : TestCase("Alpha by the rate")
    {
    }

  private:
    void DoRun() override
    {
        const double bits = WindowDriver::SEGMENT * 8;
        for (const auto& [rate, alpha] :
             {std::pair<double, double>{5e6, 8}, {50e6, 20}, {300e6, 200}})
        {
            FluidBottleneck path(rate / bits, {{"AlphaMode", "ByRate"}});
            path.Add(0.1);
            path.Run(60);
            NS_TEST_EXPECT_MSG_EQ_TOL(path.GetQueue(), alpha, 0.05 * alpha, rate << " bit/s");
        }
        Simulator::Destroy();
    }
};

HsnTestRegistration g_tcpFastTests("tcp-fast",
                                   {new EquationTest, new EquilibriumTest, new AlphaModeTest});
} // namespace
