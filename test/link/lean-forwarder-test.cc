// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "ether-types.h"

#include "ns3/hsn-compat.h"
#include "ns3/ipv4-header.h"
#include "ns3/lean-forwarder.h"
#include "ns3/lean-link-helper.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{

/**
 * @brief A forwarder with three links, to 10.0.0.1, 10.0.0.2 and 10.0.0.3. Each has 8 Mbit/s and 1
 * ms, and a buffer of one packet; 998 bytes of IP take 1 ms.
 */
class Star
{
  public:
    Star()
    {
        LeanLinkHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        helper.SetDeviceAttribute("MaxSize", StringValue("1p"));
        helper.SetChannelAttribute("Delay", StringValue("1ms"));
        hub->AggregateObject(forwarder);
        forwarder->TraceConnectWithoutContext(
            "Drop",
            Sink<Ptr<const Packet>, uint16_t>::Make(
                [this](Ptr<const Packet> packet, uint16_t protocol) {
                    Note() << "drop " << packet->GetSize() << (protocol == IPV4 ? " v4" : " v6");
                }));
        for (uint32_t i = 1; i <= 3; ++i)
        {
            const auto link = helper.Install(CreateObject<Node>(), hub);
            hosts.push_back(DynamicCast<LeanLinkNetDevice>(link.Get(0)));
            ports.push_back(DynamicCast<LeanLinkNetDevice>(link.Get(1)));
            forwarder->Serve(ports.back());
            forwarder->SetRoute(GetAddress(i), ports.back());
            hosts.back()->SetReceiveCallback(MakeBoundCallback(&Star::Receive, this, i));
        }
    }

    ~Star()
    {
        Simulator::Destroy();
    }

    /** @param host number @return its address */
    static Ipv4Address GetAddress(uint32_t host)
    {
        return Ipv4Address(0x0a000000 + host);
    }

    /** @param from number of a host @param to another one @param bytes of the packet */
    void Send(uint32_t from, uint32_t to, uint32_t bytes)
    {
        auto packet = Create<Packet>(bytes - 20);
        Ipv4Header header;
        header.SetSource(GetAddress(from));
        header.SetDestination(GetAddress(to));
        header.SetTtl(7);
        header.SetPayloadSize(static_cast<uint16_t>(bytes - 20));
        packet->AddHeader(header);
        SendRaw(from, packet, IPV4);
    }

    /** @param from number of a host @param packet a packet @param protocol EtherType */
    void SendRaw(uint32_t from, Ptr<Packet> packet, uint16_t protocol)
    {
        const auto& device = hosts[from - 1];
        device->Send(packet, device->GetBroadcast(), protocol);
    }

    /** @return what has happened since the last call, by times in microseconds */
    std::string Run()
    {
        Simulator::Run();
        const std::string text = m_events.str();
        m_events.str("");
        return text;
    }

    /** @return where to write what happens now */
    std::ostream& Note()
    {
        return m_events << (m_events.str().empty() ? "" : ", ")
                        << Simulator::Now().GetMicroSeconds() << " ";
    }

    Ptr<Node> hub{CreateObject<Node>()};                         //!< has the forwarder
    Ptr<LeanForwarder> forwarder{CreateObject<LeanForwarder>()}; //!< of it
    std::vector<Ptr<LeanLinkNetDevice>> hosts;                   //!< far ends of the links
    std::vector<Ptr<LeanLinkNetDevice>> ports;                   //!< of the forwarder

  private:
    /** @param star whose @param host that has received @param packet received @return true */
    static bool Receive(Star* star,
                        uint32_t host,
                        Ptr<NetDevice>,
                        Ptr<const Packet> packet,
                        uint16_t,
                        const Address&)
    {
        Ipv4Header header;
        packet->PeekHeader(header);
        star->Note() << "host " << host << " " << packet->GetSize() << " TTL "
                     << uint32_t(header.GetTtl());
        return true;
    }

    std::ostringstream m_events; //!< since the last call of Run
};

/** @brief Times by hand: two links of 1 ms, with transmission of 1 ms on each. */
class LeanForwarderWayTest : public TestCase
{
  public:
    LeanForwarderWayTest()
        : TestCase("Forwarder: the way of packets")
    {
    }

  private:
    void DoRun() override
    {
        Star star;
        std::string traces;
        const auto listen = [&traces](Ptr<LeanLinkNetDevice> device, const std::string& name) {
            device->TraceConnectWithoutContext(
                name,
                Sink<Ptr<const Packet>>::Make([&traces, name](Ptr<const Packet> packet) {
                    traces += name + " " + std::to_string(packet->GetSize()) + " ";
                }));
        };
        listen(star.ports[0], "MacRx");
        listen(star.ports[1], "MacTx");
        listen(star.ports[1], "PhyTxBegin");
        star.Send(1, 2, 998);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "4000 host 2 998 TTL 7", "the other host");
        NS_TEST_EXPECT_MSG_EQ(traces,
                              "MacRx 1000 MacTx 1000 PhyTxBegin 1000 ",
                              "traces of the devices, with PPP header");
        star.Send(2, 1, 998);
        star.Send(3, 2, 498);
        NS_TEST_EXPECT_MSG_EQ(star.Run(),
                              "7000 host 2 498 TTL 7, 8000 host 1 998 TTL 7",
                              "both ways");
        star.Send(1, 1, 498);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "11000 host 1 498 TTL 7", "back to where it is from");
        NS_TEST_EXPECT_MSG_EQ(star.forwarder->GetForwarded(), 4, "packets");
        NS_TEST_EXPECT_MSG_EQ(star.ports[1]->GetTxCounters().sent.bytes, 998 + 498, "to host 2");
        star.forwarder->SetRoute(Star::GetAddress(9), star.ports[2]);
        star.Send(1, 9, 498);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "14000 host 3 498 TTL 7", "a new route");
        star.forwarder->SetRoute(Star::GetAddress(9), star.ports[1]);
        star.Send(1, 9, 498);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "17000 host 2 498 TTL 7", "a route replaced");
    }
};

/** @brief What does not arrive, and who counts it. */
class LeanForwarderDropTest : public TestCase
{
  public:
    LeanForwarderDropTest()
        : TestCase("Forwarder: drops")
    {
    }

  private:
    void DoRun() override
    {
        Star star;
        star.Send(1, 7, 998);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "2000 drop 998 v4", "nobody's address");
        star.SendRaw(1, Create<Packet>(98), IPV6);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "3100 drop 98 v6", "IPv6");
        star.SendRaw(1, Create<Packet>(18), IPV4);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "4120 drop 18 v4", "shorter than a header");
        NS_TEST_EXPECT_MSG_EQ(star.forwarder->GetUnknown(), 1, "without route");
        NS_TEST_EXPECT_MSG_EQ(star.forwarder->GetForeign(), 2, "no IPv4");
        NS_TEST_EXPECT_MSG_EQ(star.forwarder->GetForwarded(), 0, "so far");
        // three packets at once for a line that is idle: one leaves, one waits, one is dropped
        for (const uint32_t from : {1, 2, 3})
        {
            star.Send(from, 1, 998);
        }
        NS_TEST_EXPECT_MSG_EQ(star.Run(),
                              "8120 host 1 998 TTL 7, 9120 host 1 998 TTL 7",
                              "a full buffer");
        NS_TEST_EXPECT_MSG_EQ(star.ports[0]->GetTxCounters().dropped.packets, 1, "the link's drop");
        NS_TEST_EXPECT_MSG_EQ(star.forwarder->GetForwarded(), 3, "given to it");
        const std::string text =
            HsnAbortText([&star] { star.forwarder->SetRoute("10.0.0.5", nullptr); });
        NS_TEST_EXPECT_MSG_NE(text.find("10.0.0.5 has no device"), std::string::npos, text);
    }
};

/** @brief A forwarder that ends before its links. */
class LeanForwarderEndTest : public TestCase
{
  public:
    LeanForwarderEndTest()
        : TestCase("Forwarder: after its end, packets go where they went before")
    {
    }

  private:
    void DoRun() override
    {
        Star star;
        const auto device = star.hosts[0]; // it has a callback, which notes what arrives
        auto forwarder = CreateObject<LeanForwarder>();
        forwarder->Serve(device);
        auto second = CreateObject<LeanForwarder>();
        star.Send(2, 1, 998);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "", "the forwarder has it");
        NS_TEST_EXPECT_MSG_EQ(forwarder->GetUnknown(), 1, "without route");
        forwarder = nullptr;
        star.Send(2, 1, 998);
        NS_TEST_EXPECT_MSG_EQ(star.Run(), "8000 host 1 998 TTL 7", "no forwarder");
        forwarder = CreateObject<LeanForwarder>();
        forwarder->Serve(device);
        second->Serve(device);
        forwarder = nullptr;
        star.Send(2, 1, 998);
        star.Run();
        NS_TEST_EXPECT_MSG_EQ(second->GetUnknown(), 1, "the later one still has the device");
    }
};

HsnTestRegistration g_leanForwarderTests("lean-forwarder",
                                         {new LeanForwarderWayTest,
                                          new LeanForwarderDropTest,
                                          new LeanForwarderEndTest});
} // namespace
} // namespace hsn
} // namespace ns3
