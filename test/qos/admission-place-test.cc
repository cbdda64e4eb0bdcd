// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "sum-admission.h"

#include "ns3/admission-cell-meter.h"
#include "ns3/admission-queue-disc.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-packet-filter.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Knows IPv4 packets that are not of protocol 6 (TCP).
class NotTcpFilter : public Ipv4PacketFilter
{
  private:
    int32_t DoClassify(Ptr<QueueDiscItem> item) const override
    {
        const auto ip = DynamicCast<Ipv4QueueDiscItem>(item);
        return ip->GetHeader().GetProtocol() == 6 ? PF_NO_MATCH : 0;
    }
};

/** @brief Flows at a queue disc, by hand. */
class AdmissionFlowTest : public TestCase
{
  public:
    AdmissionFlowTest()
        : TestCase("Flows ask with their first packet, end when they are idle, ask again")
    {
    }

  private:
    /// @param port of the source @param protocol number @return a packet
    static Ptr<QueueDiscItem> Make(uint16_t port, uint8_t protocol = 17)
    {
        const auto packet = Create<Packet>(100);
        UdpHeader udp;
        udp.SetSourcePort(port);
        udp.SetDestinationPort(9);
        packet->AddHeader(udp);
        Ipv4Header header;
        header.SetSource(Ipv4Address("10.0.0.1"));
        header.SetDestination(Ipv4Address("10.0.0.2"));
        header.SetProtocol(protocol);
        return Create<Ipv4QueueDiscItem>(packet, Address(), 0x0800, header);
    }

    void Asked(Ptr<const QueueDiscItem>, bool isAdmitted)
    {
        m_asked += isAdmitted ? "+" : "-";
    }

    /// @param at s @param port of a packet that comes then @param enters whether it does
    void Expect(double at, uint16_t port, bool enters)
    {
        ScheduleCall(Seconds(at), [this, at, port, enters] {
            NS_TEST_EXPECT_MSG_EQ(m_queue->Enqueue(Make(port)), enters, port << " at " << at);
        });
    }

    AdmissionRequest Describe(Ptr<const QueueDiscItem> item)
    {
        return {1e3 * item->GetSize(), 1e3 * item->GetSize(), 7};
    }

    /// @param control asked @return a queue disc with it
    static Ptr<AdmissionQueueDisc> MakeQueue(Ptr<AdmissionControl> control)
    {
        const auto queue = CreateObject<AdmissionQueueDisc>();
        queue->SetControl(control);
        queue->SetAttribute("PeakRate", StringValue("64kbps"));
        queue->SetAttribute("TokenRate", StringValue("40kbps"));
        queue->SetAttribute("Bucket", DoubleValue(500));
        return queue;
    }

    void CheckFlows()
    {
        const auto control = CreateObject<SumAdmission>(100e3);
        m_queue = MakeQueue(control);
        m_queue->SetAttribute("IdleTime", TimeValue(Seconds(5)));
        m_queue->SetAttribute("RetryTime", TimeValue(Seconds(2)));
        m_queue->TraceConnectWithoutContext("Flow", MakeCallback(&AdmissionFlowTest::Asked, this));
        m_queue->Initialize();
        Expect(1, 1, true);
        Expect(1, 2, true);
        Expect(1, 3, false); // 120 of 100 kb/s
        Expect(2, 3, false); // does not ask
        Expect(3, 1, true);
        Expect(3.5, 3, false); // asks again in vain
        Expect(6.5, 3, true);  // flow 2 has ended
        Expect(6.5, 2, false);
        Expect(8, 1, true); // 5 s after its last packet
        ScheduleCall(Seconds(9), [this, control] {
            NS_TEST_EXPECT_MSG_EQ(control->used, 80e3, "1 and 3");
            NS_TEST_EXPECT_MSG_EQ(control->buckets, 1000, "1 and 3");
            NS_TEST_EXPECT_MSG_EQ(m_queue->GetFlows(), 2, "1 and 3");
            const auto peeked = m_queue->Peek();
            NS_TEST_EXPECT_MSG_EQ((peeked != nullptr), true, "the first one is seen");
            uint32_t packets = 0;
            while (m_queue->Dequeue())
            {
                ++packets;
            }
            NS_TEST_EXPECT_MSG_EQ(packets, 5, "all that entered");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_asked, "++--+-", "who asked");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().offered, 6, "asked");
        const auto& stats = m_queue->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(AdmissionQueueDisc::REFUSED), 4, "dropped");
        m_queue->Dispose();
        NS_TEST_EXPECT_MSG_EQ(control->used, 0, "the end of the queue ends flows");
        m_queue = nullptr;
        Simulator::Destroy();
    }

    void CheckLimits()
    {
        const auto control = CreateObject<SumAdmission>(1e9);
        m_queue = MakeQueue(control);
        m_queue->SetDescriptor(MakeCallback(&AdmissionFlowTest::Describe, this));
        m_queue->SetAttribute("MaxFlows", UintegerValue(2));
        m_queue->AddPacketFilter(CreateObject<NotTcpFilter>());
        m_queue->Initialize();
        NS_TEST_EXPECT_MSG_EQ(m_queue->Enqueue(Make(1)), true, "one");
        NS_TEST_EXPECT_MSG_EQ(m_queue->Enqueue(Make(2)), true, "two");
        NS_TEST_EXPECT_MSG_EQ(m_queue->Enqueue(Make(3)), false, "too many");
        NS_TEST_EXPECT_MSG_EQ(m_queue->Enqueue(Make(1)), true, "is known");
        NS_TEST_EXPECT_MSG_EQ(m_queue->Enqueue(Make(4, 6)), true, "does not ask");
        NS_TEST_EXPECT_MSG_EQ(m_queue->GetStats().GetNDroppedPackets(AdmissionQueueDisc::TOO_MANY),
                              1,
                              "dropped");
        // a packet has 100 octets, UDP's 8 and IPv4's 20
        NS_TEST_EXPECT_MSG_EQ(control->used, 2 * 128e3, "what the function says");
        NS_TEST_EXPECT_MSG_EQ(control->buckets, 14, "what the function says");
        m_queue->Dispose();
        m_queue = nullptr;
        Simulator::Destroy();
        const auto text = HsnAbortText([] { CreateObject<AdmissionQueueDisc>()->Initialize(); });
        NS_TEST_EXPECT_MSG_NE(text.find("AdmissionQueueDisc: set Control"),
                              std::string::npos,
                              text);
    }

    /// @param child type of the queue disc behind it
    void CheckApplications(const std::string& child)
    {
        NodeContainer nodes(2);
        PointToPointHelper line;
        line.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        const auto devices = line.Install(nodes);
        InternetStackHelper().Install(nodes);
        const auto control = CreateObject<SumAdmission>(100e3);
        TrafficControlHelper queues;
        const auto root = queues.SetRootQueueDisc("ns3::hsn::AdmissionQueueDisc",
                                                  "Control",
                                                  PointerValue(control),
                                                  "PeakRate",
                                                  StringValue("40kbps"));
        const auto classes = queues.AddQueueDiscClasses(root, 1, "ns3::QueueDiscClass");
        queues.AddChildQueueDisc(root, classes[0], child);
        queues.Install(devices.Get(0));
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const InetSocketAddress target(addresses.Assign(devices).GetAddress(1), 9);
        const auto sink = SendThreeFlows(nodes.Get(0), nodes.Get(1), target, 1, 0, 2.05);
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 2 * 10 * 500, child << ": two of three");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        CheckFlows();
        CheckLimits();
        CheckApplications("ns3::FifoQueueDisc");
        CheckApplications("ns3::CoDelQueueDisc");
    }

    Ptr<AdmissionQueueDisc> m_queue; //!< under test
    std::string m_asked;             //!< who asked: admitted or not
};

/** @brief Cells at an output, by hand. */
class AdmissionCellMeterTest : public TestCase
{
  public:
    AdmissionCellMeterTest()
        : TestCase("Cells that wait at an output of a switch, by hand")
    {
    }

  private:
    void Note(double, double delay)
    {
        m_delays.push_back(1e6 * delay);
    }

    void DoRun() override
    {
        NodeContainer nodes(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", StringValue("100Mbps")); // a cell: 4.24 us
        const auto a = atm.Install(nodes.Get(0), nodes.Get(1)).Get(0);
        atm.SetChannelAttribute("DataRate", StringValue("1Mbps")); // 424 us
        const auto out = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto queue = DynamicCast<AtmSwitchPort>(out.Get(0))->GetOutput()->GetQueue(ATM_UBR);
        queue->SetAttribute("MaxCells", UintegerValue(3));
        const auto meter = CreateObject<AdmissionCellMeter>();
        meter->SetAttribute("LinkRate", StringValue("1Mbps"));
        meter->SetAttribute("DelayBound", TimeValue(MicroSeconds(500)));
        meter->SetQueue(queue);
        meter->SetDelayCallback(MakeCallback(&AdmissionCellMeterTest::Note, this));
        const auto pvc = atm.ConnectPvc(a, out.Get(1));
        // five cells at 100 Mb/s: the first leaves at once, three wait, there is no room for one
        ScheduleCall(Seconds(1), [a, pvc] {
            DynamicCast<AtmNetDevice>(a)->SendSdu(pvc.a, Create<Packet>(5 * 48 - 8));
        });
        ScheduleCall(Seconds(1.0001), [this, meter] {
            meter->Update();
            const auto load = meter->GetLoad();
            NS_TEST_EXPECT_MSG_EQ(load.arrived, 5 * 424, "arrived");
            NS_TEST_EXPECT_MSG_EQ(load.sent, 424, "on the link");
            NS_TEST_EXPECT_MSG_EQ(load.queue, 3 * 424, "three wait");
            NS_TEST_EXPECT_MSG_EQ_TOL(load.queueLate, 3 * 424 - 500, 1e-9, "500 leave in 500 us");
            NS_TEST_EXPECT_MSG_EQ(load.late, 424, "refused");
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        const auto load = meter->GetLoad();
        NS_TEST_EXPECT_MSG_EQ(load.sent, 4 * 424, "sent");
        NS_TEST_EXPECT_MSG_EQ(load.late, 3 * 424, "two of them later than 500 us");
        NS_TEST_EXPECT_MSG_EQ(load.queue, 0, "empty");
        NS_TEST_ASSERT_MSG_EQ(m_delays.size(), 4, "delays");
        for (std::size_t i = 0; i < 4; ++i)
        {
            // a cell every 4.24 us in, every 424 us out
            NS_TEST_EXPECT_MSG_EQ_TOL(m_delays[i], i * (424 - 4.24), 0.01, "cell " << i);
        }
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { meter->SetQueue(queue); }).find("once is allowed"),
                              std::string::npos,
                              "a second queue");
        const auto text =
            HsnAbortText([&] { CreateObject<AdmissionCellMeter>()->SetQueue(queue); });
        NS_TEST_EXPECT_MSG_NE(text.find("5 cells have come"), std::string::npos, text);
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] {
                                  CreateObject<AdmissionCellMeter>()->Update();
                              }).find("SetQueue first"),
                              std::string::npos,
                              "no queue");
        meter->Dispose();
        Simulator::Destroy();
    }

    std::vector<double> m_delays; //!< us
};

static HsnTestRegistration g_placeTests("admission-place",
                                        {new AdmissionFlowTest, new AdmissionCellMeterTest});
} // namespace
