// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Response times at devices of ns-3 and of this module, whose traces have frames with headers of
 * their own; times are worked out by hand.
 */
#include "../hsn-test.h"

#include "ns3/csma-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/lean-link-helper.h"
#include "ns3/monitor-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/response-time-collector.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param helper of a kind of devices @param nodes two @return a link of 1 Mbit/s and 10 ms
template <typename Helper>
NetDeviceContainer
MakeMonitoredLink(Helper helper, const NodeContainer& nodes)
{
    helper.SetDeviceAttribute("DataRate", StringValue("1Mbps"));
    helper.SetChannelAttribute("Delay", StringValue("10ms"));
    return helper.Install(nodes);
}

/// TCP over a link.
class MonitorTcpTest : public TestCase
{
  public:
    MonitorTcpTest()
        : TestCase("Response times of TCP over a point-to-point link")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        const auto devices = MakeMonitoredLink(PointToPointHelper(), nodes);
        InternetStackHelper().Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        ResponseTimeCollector collector;
        MonitorHelper::NoteDepartures(devices.Get(0), collector);
        MonitorHelper::NoteArrivals(devices.Get(1), collector);
        const auto sink = Socket::CreateSocket(nodes.Get(1), TcpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        sink->Listen();
        const auto source = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
        source->SetAttribute("SegmentSize", UintegerValue(1448));
        source->Bind();
        const InetSocketAddress to(addresses.GetAddress(1), 9);
        ScheduleCall(Seconds(0.5), [source, to] { source->Connect(to); });
        ScheduleCall(Seconds(1), [source] { source->Send(Create<Packet>(10000), 0); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        // 54 octets more: PPP 2, IPv4 20, TCP 20, timestamps 12. Six segments of 1448 octets and
        // one of 1312 are there at once, and wait for each other
        const auto& times = collector.GetTimes();
        const double full = (1448 + 54) * 8e-6;
        NS_TEST_EXPECT_MSG_EQ(times.GetCount(), 7, "segments");
        NS_TEST_EXPECT_MSG_EQ_TOL(times.GetPercentile(0), full + 0.01, 1e-9, "one that waits not");
        NS_TEST_EXPECT_MSG_EQ_TOL(times.GetPercentile(1),
                                  6 * full + (1312 + 54) * 8e-6 + 0.01,
                                  1e-9,
                                  "the last one");
        Simulator::Destroy();
    }
};

/// A datagram over links of several kinds.
class MonitorDeviceTest : public TestCase
{
  public:
    MonitorDeviceTest()
        : TestCase("Response times at devices of several kinds; one that tells nothing")
    {
    }

  private:
    /// @param devices two, of 1 Mbit/s and 10 ms @param octets of a frame but its IP datagram
    /// @param name of the kind
    void Check(const NetDeviceContainer& devices, uint32_t octets, const std::string& name)
    {
        const auto packet = Create<Packet>(1000);
        packet->AddHeader(TcpHeader());
        Ipv4Header ip;
        ip.SetProtocol(6);
        ip.SetPayloadSize(packet->GetSize());
        packet->AddHeader(ip);
        ResponseTimeCollector collector;
        MonitorHelper::NoteDepartures(devices.Get(0), collector);
        MonitorHelper::NoteArrivals(devices.Get(1), collector);
        ScheduleCall(Seconds(1), [devices, packet] {
            devices.Get(0)->Send(packet, devices.Get(1)->GetAddress(), 0x0800);
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(collector.GetTimes().GetCount(), 1, name);
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetTimes().GetMean(),
                                  (1040 + octets) * 8e-6 + 0.01,
                                  1e-9,
                                  name);
        Simulator::Destroy();
    }

    void CheckCsma(const std::string& encapsulation, uint32_t octets)
    {
        NodeContainer nodes(2);
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", StringValue("1Mbps"));
        helper.SetChannelAttribute("Delay", StringValue("10ms"));
        helper.SetDeviceAttribute("EncapsulationMode", StringValue(encapsulation));
        Check(helper.Install(nodes), octets, encapsulation);
    }

    void DoRun() override
    {
        {
            NodeContainer nodes(2);
            Check(MakeMonitoredLink(PointToPointHelper(), nodes), 2, "point-to-point");
        }
        {
            NodeContainer nodes(2);
            Check(MakeMonitoredLink(LeanLinkHelper(), nodes), 2, "lean");
        }
        // header 14 and check sequence 4; LLC 3 and SNAP 5
        CheckCsma("Dix", 18);
        CheckCsma("Llc", 26);
        for (const bool departs : {true, false})
        {
            const auto text = HsnAbortText([departs] {
                ResponseTimeCollector collector;
                const auto device = CreateObject<SimpleNetDevice>();
                departs ? MonitorHelper::NoteDepartures(device, collector)
                        : MonitorHelper::NoteArrivals(device, collector);
            });
            const std::string words = "SimpleNetDevice has no trace Mac";
            NS_TEST_EXPECT_MSG_NE(text.find(words + (departs ? "Tx" : "Rx")),
                                  std::string::npos,
                                  "the user is told: " << text);
        }
    }
};

HsnTestRegistration g_monitorHelperTests("monitor-helper",
                                         {new MonitorTcpTest, new MonitorDeviceTest});
} // namespace
} // namespace hsn
} // namespace ns3
