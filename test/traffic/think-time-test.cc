// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A source that thinks after each burst, on a link without queues: times by hand.
 */
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/think-time-source.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// One segment a burst: a cycle is a round trip and the think time.
class ThinkTimeTest : public TestCase
{
  public:
    ThinkTimeTest()
        : TestCase("ThinkTimeSource: a cycle is a burst, its acknowledgement and the think time")
    {
    }

  private:
    /// @param burst octets @return bursts acknowledged in 10.5 s
    static uint64_t Run(uint32_t burst)
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
        link.SetChannelAttribute("Delay", StringValue("50ms"));
        const auto devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        const InetSocketAddress to(addresses.GetAddress(1), 9);
        PacketSinkHelper("ns3::TcpSocketFactory", to).Install(nodes.Get(1));
        const auto source = CreateObject<ThinkTimeSource>();
        const auto think = CreateObject<ConstantRandomVariable>();
        think->SetAttribute("Constant", DoubleValue(0.4));
        source->SetAttribute("Remote", AddressValue(to));
        source->SetAttribute("Burst", UintegerValue(burst));
        source->SetAttribute("ThinkTime", PointerValue(think));
        nodes.Get(0)->AddApplication(source);
        source->SetStartTime(Seconds(1));
        Simulator::Stop(Seconds(11.05));
        Simulator::Run();
        const uint64_t bursts = source->GetBursts();
        Simulator::Destroy();
        return bursts;
    }

    void DoRun() override
    {
        // connected at 1.1 s; ns-3 acknowledges the first segment of a connection at once, at 1.2,
        // and a segment alone after 0.2 s: 1.2 + n (0.1 + 0.2 + 0.4), the 15th at 11.0
        NS_TEST_EXPECT_MSG_EQ(Run(500), 15, "delayed ACKs");
        // of the first two segments of 536 the second has the delayed ACK, at 1.4; later both have
        // one at once: 1.4 + n 0.5, the 20th at 10.9
        NS_TEST_EXPECT_MSG_EQ(Run(1072), 20, "two segments");
        const auto text = HsnAbortText([] { Run(10000000); });
        NS_TEST_EXPECT_MSG_NE(text.find("must be at most the send buffer"),
                              std::string::npos,
                              text);
    }
};

HsnTestRegistration g_thinkTimeTests("think-time", {new ThinkTimeTest});
} // namespace
