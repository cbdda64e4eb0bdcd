// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The host as a queueing system, against the closed forms of M/M/1, M/D/1 and M/M/1 with two
 * classes and preemptive priority (L. Kleinrock, Queueing Systems, volumes 1 and 2).
 */
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <functional>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Poisson arrivals of sections for a task, and their times in the system.
class Arrivals
{
  public:
    /// @param t gets the sections @param perMs arrivals @param stream of random numbers
    Arrivals(Ptr<HostTask> t, double perMs, int64_t stream)
        : m_task(t)
    {
        m_gap->SetAttribute("Mean", DoubleValue(1 / perMs));
        m_gap->SetStream(stream);
        m_cost->SetStream(stream + 1);
    }

    /// @param mean cost in ms @param constant or exponential @param count of sections
    void Start(double mean, bool constant, uint64_t count)
    {
        m_mean = mean;
        m_constant = constant;
        m_left = count;
        Next();
    }

    /// @return mean time in the system, ms
    double GetMean() const
    {
        return m_sum / static_cast<double>(m_count);
    }

  private:
    void Next()
    {
        if (m_left-- > 0)
        {
            ScheduleCall(NanoSeconds(static_cast<int64_t>(m_gap->GetValue() * 1e6)),
                         [this] { Arrive(); });
        }
    }

    void Arrive()
    {
        const Time begin = Simulator::Now();
        const double cost = m_constant ? m_mean : m_mean * m_cost->GetValue();
        m_task->Run(NanoSeconds(static_cast<int64_t>(cost * 1e6)), [this, begin] {
            m_sum += (Simulator::Now() - begin).GetSeconds() * 1e3;
            ++m_count;
        });
        Next();
    }

    Ptr<HostTask> m_task;                                                             //!< server
    Ptr<ExponentialRandomVariable> m_gap{CreateObject<ExponentialRandomVariable>()};  //!< ms
    Ptr<ExponentialRandomVariable> m_cost{CreateObject<ExponentialRandomVariable>()}; //!< mean 1
    double m_mean{0};                                                                 //!< cost, ms
    bool m_constant{false};                                                           //!< cost
    uint64_t m_left{0};                                                               //!< to come
    double m_sum{0};                                                                  //!< ms
    uint64_t m_count{0};                                                              //!< ended
};

/// Mean times in the system.
class HostQueueingTest : public TestCase
{
  public:
    HostQueueingTest()
        : TestCase("Host: queues with one server and two classes with preemption, in closed form")
    {
    }

  private:
    /// @param level of the task @param rho load @param constant cost @return mean wait, ms
    static double Wait(HostLevel level, double rho, bool constant)
    {
        const double cost = 3;
        auto cpu = CreateObject<HostCpu>();
        Arrivals arrivals(cpu->CreateTask(level), rho / cost, 100);
        arrivals.Start(cost, constant, 400000);
        Simulator::Run();
        Simulator::Destroy();
        cpu->Dispose();
        return arrivals.GetMean() - cost;
    }

    void DoRun() override
    {
        // 400,000 arrivals: at load 0.8 the standard error of M/M/1's mean wait is 1.4 %, of
        // M/D/1's half of it; three of them are allowed
        for (const auto level :
             {HostLevel::INTERRUPT, HostLevel::SOFT_INTERRUPT, HostLevel::THREAD})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(Wait(level, 0.5, true),
                                      1.5,
                                      0.02,
                                      "M/D/1 at 0.5: rho C/2(1-rho)");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(Wait(HostLevel::THREAD, 0.8, true), 6.0, 0.13, "M/D/1 at 0.8");
        NS_TEST_EXPECT_MSG_EQ_TOL(Wait(HostLevel::THREAD, 0.5, false), 3.0, 0.06, "M/M/1 at 0.5");
        NS_TEST_EXPECT_MSG_EQ_TOL(Wait(HostLevel::THREAD, 0.8, false), 12.0, 0.5, "M/M/1 at 0.8");
        TwoClasses("Full", HostLevel::THREAD);
        TwoClasses("Section", HostLevel::INTERRUPT); // an interrupt preempts a section as well
    }

    /// @param preemption of threads @param level of the urgent class
    void TwoClasses(const char* preemption, HostLevel level)
    {
        // costs of mean 1 ms, loads 0.3 and 0.4: T1 = 1/(1-0.3); T2 = 1/((1-0.3)(1-0.7))
        const double urgent = 1 / 0.7;
        const double other = 1 / (0.7 * 0.3);
        auto cpu = CreateObject<HostCpu>();
        cpu->SetAttribute("ThreadPreemption", StringValue(preemption));
        Arrivals high(cpu->CreateTask(level, 2), 0.3, 200);
        Arrivals low(cpu->CreateTask(HostLevel::THREAD, 1), 0.4, 300);
        high.Start(1, false, 300000);
        low.Start(1, false, 400000);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(high.GetMean(), urgent, 0.02, preemption);
        NS_TEST_EXPECT_MSG_EQ_TOL(low.GetMean(), other, 0.2, preemption);
        // work conserving: as many events as sections and those that were preempted
        const auto most = 2 * cpu->GetSections();
        const bool few = cpu->GetEvents() < most;
        NS_TEST_EXPECT_MSG_EQ(few, true, preemption);
        cpu->Dispose();
    }
};

HsnTestRegistration g_hostQueueingTests("host-queueing", {new HostQueueingTest});
} // namespace
