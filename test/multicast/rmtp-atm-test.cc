// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * RMTP over IP on a point-to-multipoint connection of ATM, and what it is refused straight over
 * AAL5.
 */
#include "rmtp-world.h"

#include "ns3/atm-channel.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/link-socket-address.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A server with two adapters: the root of the tree, and connections with each receiver. A
 * device sends packets to a group by all its VCs, so the tree needs one of its own. */
class RmtpAtmTest : public TestCase
{
  public:
    RmtpAtmTest()
        : TestCase("Over IP on a point-to-multipoint connection: every octet at all leaves")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t RECEIVERS = 3;
        constexpr uint32_t BYTES = 60000;
        constexpr uint32_t SWITCH = RECEIVERS + 1;
        NodeContainer nodes(RECEIVERS + 2); // server, receivers, switch
        AtmSwitchHelper().Install(nodes.Get(SWITCH));
        NodeContainer hosts;
        for (uint32_t i = 0; i <= RECEIVERS; ++i)
        {
            hosts.Add(nodes.Get(i));
        }
        AtmHelper atm;
        const auto root = atm.Install(nodes.Get(0), nodes.Get(SWITCH)).Get(0);
        NetDeviceContainer devices;
        NetDeviceContainer leaves;
        for (uint32_t i = 0; i <= RECEIVERS; ++i)
        {
            devices.Add(atm.Install(nodes.Get(i), nodes.Get(SWITCH)).Get(0));
        }
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(hosts);
        Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(root);
        Ipv4AddressHelper("10.2.0.0", "255.255.255.0").Assign(devices);
        Ipv4StaticRoutingHelper routes;
        NodeContainer receivers;
        for (uint32_t i = 1; i <= RECEIVERS; ++i)
        {
            leaves.Add(devices.Get(i));
            receivers.Add(nodes.Get(i));
            atm.ConnectPvc(devices.Get(i), devices.Get(0));
            routes.GetStaticRouting(nodes.Get(i)->GetObject<Ipv4>())
                ->AddNetworkRouteTo("10.1.0.0", "255.255.255.0", "10.2.0.1", 1);
        }
        const auto pvc = atm.ConnectPointToMultipoint(root, leaves);
        routes.SetDefaultMulticastRoute(nodes.Get(0), root);
        const Address group = InetSocketAddress(Ipv4Address("225.1.2.3"), 9);
        RmtpHelper(group).Install(nodes.Get(0), receivers);

        std::vector<std::unique_ptr<StreamServer>> servers;
        for (uint32_t i = 1; i <= RECEIVERS; ++i)
        {
            const auto listener = Make(nodes.Get(i));
            listener->Bind(TcpHosts::Any(9));
            servers.push_back(std::make_unique<StreamServer>(listener, 0));
        }
        StreamEnd client;
        client.piece = 1000;
        client.Use(Make(nodes.Get(0)), 0, 0, BYTES);
        const auto server = DynamicCast<RmtpSocket>(client.socket)->GetServer();
        server->SetAttribute("BlockSize", UintegerValue(1000));
        // receiver 2 loses a cell from time to time
        const auto losses = CreateObject<RateErrorModel>();
        losses->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        losses->SetAttribute("ErrorRate", DoubleValue(0.01));
        losses->AssignStreams(5);
        const auto link = DynamicCast<AtmChannel>(devices.Get(2)->GetChannel());
        link->SetAttribute("CellLossModel", PointerValue(losses));
        NS_TEST_EXPECT_MSG_EQ(client.socket->Connect(group), 0, "a group");
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        for (const auto& one : servers)
        {
            NS_TEST_ASSERT_MSG_EQ(one->ends.size(), 1, "accepted");
            NS_TEST_EXPECT_MSG_EQ(one->ends[0]->received, BYTES, "octets");
            NS_TEST_EXPECT_MSG_EQ(one->ends[0]->wrong, 0, "octets");
            NS_TEST_EXPECT_MSG_EQ(one->ends[0]->closed, 1, "the end");
        }
        NS_TEST_EXPECT_MSG_EQ(client.closed, 1, "the end");
        const auto& sent = server->GetCounters().sent;
        NS_TEST_EXPECT_MSG_GT(sent[RMTP_DATA], BYTES / 1000, "some were lost");
        NS_TEST_EXPECT_MSG_GT(sent[RMTP_REL], 0, "releases");
        // 1000 + 12 octets, UDP, IP, LLC/SNAP, trailer: 1056 octets are 22 cells; CONN 2, REL 1
        NS_TEST_EXPECT_MSG_EQ(pvc.a->GetTxCounters().cells,
                              22 * sent[RMTP_DATA] + 2 + sent[RMTP_REL],
                              "one copy for all");
        Simulator::Destroy();
    }

    /// @param node a node @return a socket
    static Ptr<Socket> Make(Ptr<Node> node)
    {
        return Socket::CreateSocket(node, RmtpSocketFactory::GetTypeId());
    }
};

/** @brief A group that is no address of IP. */
class RmtpAal5Test : public TestCase
{
  public:
    RmtpAal5Test()
        : TestCase("Straight over AAL5: refused, with the reason")
    {
    }

  private:
    void DoRun() override
    {
        RmtpWorld world(1);
        const auto device = world.hosts.Device(0);
        const Address link = LinkSocketAddress(device, 9);
        NS_TEST_EXPECT_MSG_EQ(world.socket->Connect(link), -1, "refused");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetErrno(), Socket::ERROR_AFNOSUPPORT, "why");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetProblem(),
                              "group that is an address of a link: must be one of IPv4 or IPv6, as "
                              "PDUs are datagrams of UDP; over ATM, IP on a point-to-multipoint "
                              "connection carries them",
                              "why");
        NS_TEST_EXPECT_MSG_EQ(world.listeners[0]->Bind(link), -1, "receivers");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_rmtpAtmTests("rmtp-atm", {new RmtpAtmTest, new RmtpAal5Test});
} // namespace
} // namespace hsn
} // namespace ns3
