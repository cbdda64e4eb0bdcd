// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A monitor whose processor is behind: a constant bit rate keeps its throughput and its light.
 */
#include "../hsn-test.h"

#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/qos-monitor.h"
#include "ns3/simulator.h"

#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/// 8000 bits every 10 ms, each of which costs the monitor 10 ms; it begins half a second late.
class QosBacklogTest : public TestCase
{
  public:
    QosBacklogTest()
        : TestCase("QoS: a monitor that is behind judges what it has processed, not what waits")
    {
    }

  private:
    void DoRun() override
    {
        auto cpu = CreateObject<HostCpu>();
        auto monitor = CreateObject<QosMonitor>();
        monitor->SetAttribute("EventCost", TimeValue(MilliSeconds(10)));
        const auto task = cpu->CreateTask(HostLevel::THREAD);
        monitor->SetTask(task);
        std::set<double> seen; // from the first whole window on, which is processed at 1.5 s
        monitor->TraceConnectWithoutContext(
            "Throughput",
            Sink<const QosRow&, double>::Make([&](const QosRow& row, double bits) {
                if (row.direction == QOS_OUT && Simulator::Now() > Seconds(1.6))
                {
                    seen.insert(bits);
                }
            }));
        std::set<QosStatus> lights;
        monitor->TraceConnectWithoutContext(
            "Status",
            Sink<const QosRow&, QosStatus, QosStatus>::Make(
                [&](const QosRow&, QosStatus, QosStatus now) { lights.insert(now); }));
        const auto put = [&monitor](QosAction action, QosInfo info) {
            QosEvent event{};
            event.connection = 1;
            event.time = Simulator::Now().GetNanoSeconds();
            event.action = action;
            event.info = info;
            if (info == QOS_INFO_CONTRACT)
            {
                event.contract = {800000, 0, 0, QOS_OUT};
            }
            else
            {
                event.packet.bits = 8000;
            }
            monitor->GetFifo()->Put(event);
        };
        ScheduleCall(Time(0), [&] {
            task->Run(MilliSeconds(490), [] {});
            put(QOS_OPEN, QOS_INFO_CONTRACT);
        });
        for (int64_t i = 0; i < 500; ++i)
        {
            ScheduleCall(MilliSeconds(10 * i), [&] { put(QOS_SENT, QOS_INFO_PACKET); });
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(monitor->GetCounters().events, 400, "records processed");
        NS_TEST_EXPECT_MSG_EQ((seen == std::set<double>{800000}), true, "throughputs");
        NS_TEST_EXPECT_MSG_EQ((lights == std::set<QosStatus>{QOS_GREEN}), true, "the light");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().alarms, 0, "no alarm");
        monitor->Dispose();
        cpu->Dispose();
        Simulator::Destroy();
    }
};

HsnTestRegistration g_qosBacklogTests("qos-monitor", {new QosBacklogTest});
} // namespace
} // namespace hsn
} // namespace ns3
