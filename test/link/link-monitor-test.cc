// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/lean-link-helper.h"
#include "ns3/link-monitor.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param packet a packet @param protocol unused @return class of a packet: 1 if it has 498 bytes
uint32_t
BySize(const LinkFrame& frame)
{
    return frame.GetSize() == 498 ? 1 : 0;
}

/// Packets whose departures are known by hand: a line of 8 Mbit/s with a buffer of 3 packets.
class LinkMonitorTest : public TestCase
{
  public:
    LinkMonitorTest()
        : TestCase("What a link sends and drops of each class in regular periods")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(2);
        LeanLinkHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        helper.SetDeviceAttribute("MaxSize", StringValue("3p"));
        const auto device = DynamicCast<LeanLinkNetDevice>(helper.Install(nodes).Get(0));
        device->SetClassifier(MakeCallback(&BySize));
        auto monitor =
            CreateObjectWithAttributes<LinkMonitor>("Period", TimeValue(MilliSeconds(2)));
        // with PPP header, 998 bytes take 1 ms, 498 bytes half of it
        const auto send = [device](uint32_t bytes) {
            device->Send(Create<Packet>(bytes), device->GetBroadcast(), 0x0800);
        };
        ScheduleCall(MilliSeconds(1), [monitor, device] { monitor->Watch(device, 2); });
        ScheduleCall(MicroSeconds(1250), [send] {
            // one leaves at once, three wait, two are dropped
            for (const uint32_t bytes : {998, 498, 498, 998, 498, 998})
            {
                send(bytes);
            }
        });
        Simulator::Stop(MicroSeconds(5500));
        Simulator::Run();
        // departures at 2.25, 2.75, 3.25 and 4.25 ms; periods end at 3 and 5 ms
        const RateSeries& series = monitor->GetSeries();
        NS_TEST_ASSERT_MSG_EQ(series.GetSize(), 2, "periods");
        const std::vector<double> large = series.GetRates(0);
        const std::vector<double> small = series.GetRates(1);
        const double bits = 8 / 0.002; // per second and byte
        NS_TEST_EXPECT_MSG_EQ_TOL(large[0], 998 * bits, 1e-6, "one large packet");
        NS_TEST_EXPECT_MSG_EQ_TOL(small[0], 498 * bits, 1e-6, "one small packet");
        NS_TEST_EXPECT_MSG_EQ_TOL(large[1], 998 * bits, 1e-6, "the other large one");
        NS_TEST_EXPECT_MSG_EQ_TOL(small[1], 498 * bits, 1e-6, "the other small one");
        const RateSeries::Span first{Seconds(0), MilliSeconds(2)};
        NS_TEST_EXPECT_MSG_EQ(series.GetLosses(0, first), 1, "dropped large packets");
        NS_TEST_EXPECT_MSG_EQ(series.GetLosses(1, first), 1, "dropped small packets");
        // at 3 ms the second small packet is on the line, and a large one waits with its header
        NS_TEST_EXPECT_MSG_EQ_TOL(monitor->GetBacklog().GetPercentile(1), 1000, 1e-9, "most");
        NS_TEST_EXPECT_MSG_EQ_TOL(monitor->GetBacklog().GetMean(), 500, 1e-9, "then none");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_linkMonitorTests("link-monitor", {new LinkMonitorTest});
} // namespace
