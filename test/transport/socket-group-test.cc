// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Multicast groups: what ns-3's UDP socket receives of a group's packets, before it joins, while it
 * is in it and after it has left, a datagram socket of this module receives, too.
 */
#include "socket-exchange-support.h"

#include "ns3/ipv6-l3-protocol.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t GROUP_PORT = 77;     ///< of the members
const Ipv6Address GROUP6("ff02::77");   ///< of the link
const Ipv6Address OTHER6("ff02::78");   ///< of the link
const Ipv4Address GROUP4("224.0.0.77"); ///< of the link

/** @brief One member, and a sender that sends a datagram each second. */
class SocketGroupTest : public TestCase
{
  public:
    SocketGroupTest()
        : TestCase("Groups of IPv6 are heard from joining to leaving, those of IPv4 always")
    {
    }

  private:
    /** @param socket has something to read */
    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_got.push_back(packet->GetSize());
        }
    }

    /**
     * @param factory of both sockets
     * @param v6 over IPv6
     * @param isBound the member is bound to its device
     * @return the datagrams that have come; the n-th one of GROUP6 or GROUP4 has n octets, the n-th
     * one of OTHER6 has 100 + n. The member joins GROUP6 between the first and the second one,
     * OTHER6 after the fourth, and leaves after the sixth of eight.
     */
    std::vector<uint32_t> Hear(const std::string& factory, bool v6, bool isBound)
    {
        m_got.clear();
        TcpHosts hosts(3);
        const auto member = hosts.Make(1, factory);
        member->SetRecvCallback(MakeCallback(&SocketGroupTest::Read, this));
        if (isBound)
        {
            member->BindToNetDevice(hosts.Device(1));
        }
        member->Bind(TcpHosts::Any(GROUP_PORT, v6));
        const auto sender = hosts.Make(0, factory);
        sender->BindToNetDevice(hosts.Device(0));
        sender->Bind(TcpHosts::Any(0, v6));
        for (uint32_t n = 1; n <= 8; ++n)
        {
            ScheduleCall(EXCHANGE_START + Seconds(n), [=] {
                if (v6)
                {
                    sender->SendTo(Create<Packet>(n), 0, Inet6SocketAddress(GROUP6, GROUP_PORT));
                    sender->SendTo(Create<Packet>(100 + n),
                                   0,
                                   Inet6SocketAddress(OTHER6, GROUP_PORT));
                }
                else
                {
                    sender->SendTo(Create<Packet>(n), 0, InetSocketAddress(GROUP4, GROUP_PORT));
                }
            });
        }
        if (v6)
        {
            ScheduleCall(EXCHANGE_START + Seconds(1.5), [=] { member->Ipv6JoinGroup(GROUP6); });
            ScheduleCall(EXCHANGE_START + Seconds(4.5), [=] {
                member->Ipv6LeaveGroup(); // ns-3's UDP can be in one only
                member->Ipv6JoinGroup(OTHER6);
            });
            ScheduleCall(EXCHANGE_START + Seconds(6.5), [=] { member->Ipv6LeaveGroup(); });
        }
        Simulator::Stop(EXCHANGE_START + Seconds(10));
        Simulator::Run();
        return m_got;
    }

    void DoRun() override
    {
        const std::string ours = "ns3::hsn::XtpDatagramSocketFactory";
        const std::string udp = "ns3::UdpSocketFactory";
        for (const bool isBound : {false, true})
        {
            const auto got = Hear(ours, true, isBound);
            NS_TEST_EXPECT_MSG_EQ((got == std::vector<uint32_t>{2, 3, 4, 105, 106}),
                                  true,
                                  "IPv6, bound " << isBound << ": " << got.size());
            NS_TEST_EXPECT_MSG_EQ((got == Hear(udp, true, isBound)), true, "as UDP " << isBound);
        }
        const auto got = Hear(ours, false, false);
        NS_TEST_EXPECT_MSG_EQ((got == std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}),
                              true,
                              "IPv4: " << got.size());
        NS_TEST_EXPECT_MSG_EQ((got == Hear(udp, false, false)), true, "as UDP");
    }

    std::vector<uint32_t> m_got; //!< octets of datagrams
};

/** @brief A second group takes the place of the first. */
class SecondGroupTest : public TestCase
{
  public:
    SecondGroupTest()
        : TestCase("A socket is in one group")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const auto ip = hosts.nodes.Get(0)->GetObject<Ipv6L3Protocol>();
        const auto socket = hosts.Make(0, "ns3::hsn::XtpDatagramSocketFactory");
        socket->Ipv6JoinGroup(GROUP6);
        NS_TEST_EXPECT_MSG_EQ(ip->IsRegisteredMulticastAddress(GROUP6), true, "joined");
        socket->Ipv6JoinGroup(OTHER6);
        NS_TEST_EXPECT_MSG_EQ(ip->IsRegisteredMulticastAddress(GROUP6), false, "left");
        NS_TEST_EXPECT_MSG_EQ(ip->IsRegisteredMulticastAddress(OTHER6), true, "joined");
        socket->Ipv6LeaveGroup();
        NS_TEST_EXPECT_MSG_EQ(ip->IsRegisteredMulticastAddress(OTHER6), false, "left");
        socket->Ipv6LeaveGroup(); // changes nothing
    }
};

HsnTestRegistration g_socketGroupTests("socket-group", {new SocketGroupTest, new SecondGroupTest});
} // namespace
} // namespace hsn
} // namespace ns3
