// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "sum-admission.h"

#include "ns3/admission-queue-disc.h"
#include "ns3/arp-header.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/csma-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/packet-filter.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-header.h"

#include <cstdint>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/** @return a packet whose first octets are an UDP header */
Ptr<Packet>
MakeUdp()
{
    const auto packet = Create<Packet>(100);
    packet->AddHeader(UdpHeader());
    return packet;
}

/** @param to destination @param protocol number @return an IPv4 packet */
Ptr<QueueDiscItem>
Make4(const char* to, uint8_t protocol)
{
    Ipv4Header header;
    header.SetSource(Ipv4Address("10.0.0.1"));
    header.SetDestination(Ipv4Address(to));
    header.SetProtocol(protocol);
    return Create<Ipv4QueueDiscItem>(MakeUdp(), Address(), 0x0800, header);
}

/** @param to destination @param protocol number @return an IPv6 packet */
Ptr<QueueDiscItem>
Make6(const char* to, uint8_t protocol)
{
    Ipv6Header header;
    header.SetSource(Ipv6Address("2001:db8::1"));
    header.SetDestination(Ipv6Address(to));
    header.SetNextHeader(protocol);
    return Create<Ipv6QueueDiscItem>(MakeUdp(), Address(), 0x86dd, header);
}

/** @return a request of ARP */
Ptr<QueueDiscItem>
MakeArp()
{
    ArpHeader header;
    header.SetRequest(Mac48Address("00:00:00:00:00:01"),
                      Ipv4Address("10.0.0.1"),
                      Mac48Address::GetBroadcast(),
                      Ipv4Address("10.0.0.2"));
    return Create<ArpQueueDiscItem>(Create<Packet>(), Address(), 0x0806, header);
}

/// Knows all packets.
class AnyFilter : public PacketFilter
{
  private:
    bool CheckProtocol(Ptr<QueueDiscItem>) const override
    {
        return true;
    }

    int32_t DoClassify(Ptr<QueueDiscItem>) const override
    {
        return 0;
    }
};

/** @brief A control that admits nothing, and single packets. */
class AdmissionControlPacketsTest : public TestCase
{
  public:
    AdmissionControlPacketsTest()
        : TestCase(
              "Packets that are no IP, of ICMP, IGMP and ICMPv6, and to link-local groups do not "
              "ask")
    {
    }

  private:
    /// @param hasFilter whether a filter knows all packets
    void Check(bool hasFilter)
    {
        const auto control = CreateObject<SumAdmission>(0);
        const auto queue = CreateObject<AdmissionQueueDisc>();
        queue->SetControl(control);
        if (hasFilter)
        {
            queue->AddPacketFilter(CreateObject<AnyFilter>());
        }
        queue->Initialize();
        const auto enters = [queue](const Ptr<QueueDiscItem>& item) {
            return queue->Enqueue(item);
        };
        // numbers of protocols and groups as IANA has them
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("10.0.0.2", 1)), true, "ICMP");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("239.1.2.3", 2)), true, "IGMP's report of a group");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("224.0.0.9", 17)), true, "RIP");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("224.0.0.5", 89)), true, "OSPF");
        NS_TEST_EXPECT_MSG_EQ(enters(Make6("2001:db8::2", 58)), true, "ICMPv6");
        NS_TEST_EXPECT_MSG_EQ(enters(Make6("ff02::1:ff00:2", 58)), true, "neighbour solicitation");
        NS_TEST_EXPECT_MSG_EQ(enters(Make6("ff02::9", 17)), true, "RIPng");
        NS_TEST_EXPECT_MSG_EQ(enters(MakeArp()), true, "ARP");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().offered, 0, "none has asked");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("10.0.0.2", 17)), false, "UDP");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("10.0.0.2", 6)), false, "TCP");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("239.1.2.3", 17)), false, "UDP to a group");
        NS_TEST_EXPECT_MSG_EQ(enters(Make4("224.0.1.1", 17)), false, "NTP, which routers forward");
        NS_TEST_EXPECT_MSG_EQ(enters(Make6("2001:db8::2", 17)), false, "UDP over IPv6");
        NS_TEST_EXPECT_MSG_EQ(enters(Make6("ff0e::9", 17)), false, "UDP to a global group");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().offered, 6, "these have");
        queue->Dispose();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Check(false);
        Check(true);
    }
};

/**
 * @brief Two stations of an Ethernet, both behind a control that has room for the two flows and no
 * more.
 *
 * A station finds the other's address by ARP or neighbour discovery, whose packets pass the queue
 * discs; with IPv6 it also looks for duplicates and routers. If these asked, the flows would find
 * no room.
 */
class AdmissionNeighbourTest : public TestCase
{
  public:
    /// @param ipv6 or IPv4
    explicit AdmissionNeighbourTest(bool ipv6)
        : TestCase(std::string("Stations find each other through queue discs that ask, ") +
                   (ipv6 ? "IPv6" : "IPv4")),
          m_ipv6(ipv6)
    {
    }

  private:
    /// @param item a packet that has entered a queue disc
    void Note(Ptr<const QueueDiscItem> item)
    {
        const auto ip = DynamicCast<const Ipv6QueueDiscItem>(item);
        m_control += DynamicCast<const ArpQueueDiscItem>(item) ||
                             (ip && ip->GetHeader().GetNextHeader() == 58)
                         ? 1
                         : 0;
    }

    /// @param devices get addresses @param station number @return the address of one
    Address Assign(const NetDeviceContainer& devices, uint32_t station) const
    {
        if (m_ipv6)
        {
            Ipv6AddressHelper addresses("2001:db8::", Ipv6Prefix(64));
            return Inet6SocketAddress(addresses.Assign(devices).GetAddress(station, 1), 9);
        }
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        return InetSocketAddress(addresses.Assign(devices).GetAddress(station), 9);
    }

    void DoRun() override
    {
        NodeContainer nodes(2);
        const auto devices = CsmaHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        const auto control = CreateObject<SumAdmission>(80e3);
        TrafficControlHelper queues;
        queues.SetRootQueueDisc("ns3::hsn::AdmissionQueueDisc",
                                "Control",
                                PointerValue(control),
                                "PeakRate",
                                StringValue("40kbps"));
        const auto discs = queues.Install(devices);
        for (uint32_t i = 0; i < discs.GetN(); ++i)
        {
            discs.Get(i)->TraceConnectWithoutContext(
                "Enqueue",
                MakeCallback(&AdmissionNeighbourTest::Note, this));
        }
        const auto target = Assign(devices, 1);
        // behind the second in which IPv6 looks for duplicates; one flow after the other
        const auto sink = SendThreeFlows(nodes.Get(0), nodes.Get(1), target, 3, 0.01, 4.05);
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_control, 1, "request and answer passed the queue discs");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().offered, 3, "three flows");
        NS_TEST_EXPECT_MSG_EQ(control->used, 80e3, "two are admitted");
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 2 * 10 * 500, "all packets of two flows");
        for (uint32_t i = 0; i < discs.GetN(); ++i)
        {
            discs.Get(i)->Dispose();
        }
        Simulator::Destroy();
    }

    const bool m_ipv6;     //!< or IPv4
    uint32_t m_control{0}; //!< packets of ARP or ICMPv6
};

static HsnTestRegistration g_controlPacketsTests("admission-control-packets",
                                                 {new AdmissionControlPacketsTest,
                                                  new AdmissionNeighbourTest(false),
                                                  new AdmissionNeighbourTest(true)});
} // namespace
