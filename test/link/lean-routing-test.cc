// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/lean-link-helper.h"
#include "ns3/lean-routing-helper.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

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
constexpr uint16_t PORT = 9;

/** @brief Host A, router R and host B in a row: 10.0.1.1 - 10.0.1.2, 10.0.2.1 - 10.0.2.2. */
class RoutedRow
{
  public:
    RoutedRow()
    {
        nodes.Create(3);
        InternetStackHelper stack;
        stack.SetRoutingHelper(LeanRoutingHelper());
        stack.Install(nodes);
        first = Link(0, "10.0.1.0");
        second = Link(1, "10.0.2.0");
        LeanRoutingHelper::Get(nodes.Get(0))->SetDefaultRoute(first.Get(0));
        LeanRoutingHelper::Get(nodes.Get(2))->SetDefaultRoute(second.Get(1));
        const auto router = LeanRoutingHelper::Get(nodes.Get(1));
        router->SetHostRoute("10.0.1.1", first.Get(1));
        router->SetHostRoute("10.0.2.2", second.Get(0));
        for (uint32_t i = 0; i < 3; ++i)
        {
            sockets.push_back(Socket::CreateSocket(nodes.Get(i), UdpSocketFactory::GetTypeId()));
            sockets[i]->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
            sockets[i]->SetAllowBroadcast(true);
            sockets[i]->SetRecvCallback(Sink<Ptr<Socket>>::Make([this, i](Ptr<Socket> socket) {
                socket->Recv();
                events += "ARB"[i];
            }));
            nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Drop",
                Sink<const Ipv4Header&,
                     Ptr<const Packet>,
                     Ipv4L3Protocol::DropReason,
                     Ptr<Ipv4>,
                     uint32_t>::Make([this](const Ipv4Header&,
                                            Ptr<const Packet>,
                                            Ipv4L3Protocol::DropReason reason,
                                            Ptr<Ipv4>,
                                            uint32_t) {
                    events += reason == Ipv4L3Protocol::DROP_NO_ROUTE      ? "-no route"
                              : reason == Ipv4L3Protocol::DROP_ROUTE_ERROR ? "-refused"
                                                                           : "-other";
                }));
        }
    }

    ~RoutedRow()
    {
        Simulator::Destroy();
    }

    /**
     * @param from number of a node @param to address
     * @return who has received a packet (A, R, B), and why it was dropped
     */
    std::string Send(uint32_t from, const std::string& to)
    {
        events = "";
        sockets[from]->SendTo(Create<Packet>(10),
                              0,
                              InetSocketAddress(Ipv4Address(to.c_str()), PORT));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        return events;
    }

    /** @param node number @return its routing */
    Ptr<LeanRouting> Get(uint32_t node) const
    {
        return LeanRoutingHelper::Get(nodes.Get(node));
    }

    /**
     * @param node number @param to address @param by device, or null
     * @return source address of the route and number of its device (loopback is 0), or "none"
     */
    std::string Route(uint32_t node, const std::string& to, Ptr<NetDevice> by = nullptr) const
    {
        Ipv4Header header;
        header.SetDestination(Ipv4Address(to.c_str()));
        Socket::SocketErrno error = Socket::ERROR_INVAL;
        const auto route = Get(node)->RouteOutput(nullptr, header, by, error);
        std::ostringstream text;
        if (route && error == Socket::ERROR_NOTERROR)
        {
            text << route->GetSource() << " by " << route->GetOutputDevice()->GetIfIndex();
        }
        else
        {
            text << (error == Socket::ERROR_NOROUTETOHOST && !route ? "none" : "contradiction");
        }
        return text.str();
    }

    NodeContainer nodes;              //!< A, R, B
    NetDeviceContainer first;         //!< from A to R
    NetDeviceContainer second;        //!< from R to B
    std::vector<Ptr<Socket>> sockets; //!< of the nodes
    std::string events;               //!< of the packet

  private:
    /** @param left its end @param network address @return devices */
    NetDeviceContainer Link(uint32_t left, const char* network)
    {
        const auto link = LeanLinkHelper().Install(nodes.Get(left), nodes.Get(left + 1));
        Ipv4AddressHelper(network, "255.255.255.0").Assign(link);
        return link;
    }
};

/** @brief Who receives packets, by the rules of LeanRouting. */
class LeanRoutingPacketsTest : public TestCase
{
  public:
    LeanRoutingPacketsTest()
        : TestCase("Routing: who receives packets")
    {
    }

  private:
    void DoRun() override
    {
        RoutedRow row;
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.2.2"), "B", "forwarded");
        NS_TEST_EXPECT_MSG_EQ(row.Send(2, "10.0.1.1"), "A", "and back");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.1.2"), "R", "to the router");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.2.1"), "R", "by any of its addresses");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.1.1"), "A", "to oneself");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "127.0.0.1"), "A", "by loopback");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.9.9"), "-no route", "nobody's address");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "255.255.255.255"), "R", "broadcasts stay on their link");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.2.255"), "R", "also those of other networks");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.1.255"), "", "not sent into one's own");
        // a host does not forward: what is not for it is refused
        row.Get(1)->SetHostRoute("10.0.9.9", row.second.Get(0));
        row.nodes.Get(2)->GetObject<Ipv4>()->SetAttribute("IpForward", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.9.9"), "-refused", "a host does not forward");
    }
};

/** @brief Interfaces and addresses that come and go. */
class LeanRoutingChangeTest : public TestCase
{
  public:
    LeanRoutingChangeTest()
        : TestCase("Routing: changes of interfaces, addresses and routes")
    {
    }

  private:
    void DoRun() override
    {
        RoutedRow row;
        const auto ipv4 = row.nodes.Get(1)->GetObject<Ipv4>();
        NS_TEST_EXPECT_MSG_EQ(row.Route(1, "10.0.2.2"), "10.0.2.1 by 2", "a host");
        ipv4->SetDown(2);
        NS_TEST_EXPECT_MSG_EQ(row.Route(1, "10.0.2.2"), "none", "interface down");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.2.2"), "-no route", "likewise");
        ipv4->SetUp(2);
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.2.2"), "B", "up again");
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.3.1"), "-no route", "no address yet");
        ipv4->AddAddress(2, Ipv4InterfaceAddress("10.0.3.1", "255.255.255.0"));
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.3.1"), "R", "a second address");
        ipv4->RemoveAddress(2, 1);
        NS_TEST_EXPECT_MSG_EQ(row.Send(0, "10.0.3.1"), "-no route", "removed");
        row.Get(1)->SetHostRoute("10.0.2.2", row.first.Get(1));
        NS_TEST_EXPECT_MSG_EQ(row.Route(1, "10.0.2.2"), "10.0.1.2 by 1", "replaced");
    }
};

/** @brief Routes for what a node sends, and the printed table. */
class LeanRoutingOutputTest : public TestCase
{
  public:
    LeanRoutingOutputTest()
        : TestCase("Routing: routes of packets that a node sends")
    {
    }

  private:
    void DoRun() override
    {
        RoutedRow row;
        NS_TEST_EXPECT_MSG_EQ(row.Route(0, "10.0.2.2"), "10.0.1.1 by 1", "by default");
        NS_TEST_EXPECT_MSG_EQ(row.Route(0, "10.0.2.2", row.first.Get(0)), "10.0.1.1 by 1", "asked");
        NS_TEST_EXPECT_MSG_EQ(row.Route(1, "10.0.2.2", row.first.Get(1)), "none", "other device");
        NS_TEST_EXPECT_MSG_EQ(row.Route(1, "10.0.9.9"), "none", "no default route");
        for (const char* to : {"224.0.0.1", "239.1.2.3", "255.255.255.255", "10.0.1.255"})
        {
            NS_TEST_EXPECT_MSG_EQ(row.Route(0, to), "none", to);
        }
        row.Get(1)->SetDefaultRoute(row.first.Get(1));
        std::ostringstream text;
        row.Get(1)->PrintRoutingTable(Create<OutputStreamWrapper>(&text));
        NS_TEST_EXPECT_MSG_EQ(text.str(),
                              "Node: 1, Time: +0s, LeanRouting table\n"
                              "10.0.1.1 by interface 1\n"
                              "10.0.2.2 by interface 2\n"
                              "others by interface 1\n\n",
                              "table");
    }
};

/** @brief Routes that make no sense. */
class LeanRoutingErrorTest : public TestCase
{
  public:
    LeanRoutingErrorTest()
        : TestCase("Routing: errors")
    {
    }

  private:
    /** @param code that must abort @param words in its message */
    void Expect(const std::function<void()>& code, const std::string& words)
    {
        const std::string text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
    }

    void DoRun() override
    {
        RoutedRow row;
        const auto routing = row.Get(1);
        Expect([&] { routing->SetHostRoute("224.0.0.5", row.first.Get(1)); },
               "to 224.0.0.5, which is no host's address");
        const auto bare = LeanLinkHelper().Install(row.nodes.Get(1), row.nodes.Get(0)).Get(0);
        Expect([&] { routing->SetDefaultRoute(bare); }, "which has no IPv4 address");
        auto ethernet = CreateObject<SimpleNetDevice>();
        row.nodes.Get(1)->AddDevice(ethernet);
        Expect([&] { routing->SetDefaultRoute(ethernet); }, "which is not point-to-point");
        Expect([&] { CreateObject<LeanRouting>()->SetDefaultRoute(bare); }, "before it belongs");
        const auto plain = CreateObject<Node>();
        Expect([&] { LeanRoutingHelper::Get(plain); }, "has no LeanRouting");
    }
};

HsnTestRegistration g_leanRoutingTests("lean-routing",
                                       {new LeanRoutingPacketsTest,
                                        new LeanRoutingChangeTest,
                                        new LeanRoutingOutputTest,
                                        new LeanRoutingErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
