// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What SocketSource promises to the classes that say what is sent.
 */
#include "../hsn-test.h"

#include "ns3/adu-source.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket-source.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// A source that sends some packets at once, may end then, and notes what it is told.
class NotingSource : public SocketSource
{
  public:
    using SocketSource::IsConnected;
    using SocketSource::IsStream;
    using SocketSource::StartApplication;
    using SocketSource::StopApplication;

    uint32_t packets{0};   //!< sent when it begins
    bool ends{false};      //!< it ends behind them
    uint32_t begun{0};     //!< calls of Begin()
    uint32_t continued{0}; //!< calls of Continue()

  private:
    void Begin() override
    {
        ++begun;
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_socket->Send(Create<Packet>(SIZE));
        }
        if (ends)
        {
            End();
        }
    }

    void Continue() override
    {
        ++continued;
    }

  public:
    static constexpr uint32_t SIZE = 1000; //!< octets of a packet
};

/// A source, and a sink behind a link.
struct NotingWorld
{
    /// @param factory of sockets @param source sends, from 1 s on
    NotingWorld(TypeId factory, Ptr<SocketSource> source)
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        const auto devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        const InetSocketAddress to(addresses.GetAddress(1), 9);
        sink = DynamicCast<PacketSink>(
            PacketSinkHelper(factory.GetName(), to).Install(nodes.Get(1)).Get(0));
        source->SetAttribute("Protocol", TypeIdValue(factory));
        source->SetAttribute("Remote", AddressValue(to));
        nodes.Get(0)->AddApplication(source);
        source->SetStartTime(Seconds(1));
    }

    ~NotingWorld()
    {
        Simulator::Destroy();
    }

    NotingWorld(const NotingWorld&) = delete;
    NotingWorld& operator=(const NotingWorld&) = delete;

    /// @param s time to run to, s
    static void RunTo(double s)
    {
        Simulator::Stop(Seconds(s) - Simulator::Now());
        Simulator::Run();
    }

    Ptr<PacketSink> sink; //!< receives
};

/// A source that ends by itself or is stopped, and is started again.
class SocketSourceTest : public TestCase
{
  public:
    SocketSourceTest()
        : TestCase("A source begins once for each start, and is asked for nothing after its end")
    {
    }

  private:
    /// @param factory of sockets @param ends whether the source ends as soon as it has begun
    void Try(TypeId factory, bool ends)
    {
        const std::string name = factory.GetName() + (ends ? ", ends" : ", is stopped");
        const bool isStream = factory == TcpSocketFactory::GetTypeId();
        const auto source = CreateObject<NotingSource>();
        source->packets = 20;
        source->ends = ends;
        const NotingWorld world(factory, source);
        NS_TEST_EXPECT_MSG_EQ(source->IsConnected(), false, name + ": not started");
        NotingWorld::RunTo(2);
        NS_TEST_EXPECT_MSG_EQ(source->begun, 1, name);
        NS_TEST_EXPECT_MSG_EQ(source->IsStream(), isStream, name);
        NS_TEST_EXPECT_MSG_EQ(source->IsConnected(), !ends, name + ": open");
        // UDP sends at once and never tells that there is room again
        const bool isTold = isStream && !ends;
        NS_TEST_EXPECT_MSG_EQ((source->continued > 0), isTold, name + ": there is room");
        NS_TEST_EXPECT_MSG_EQ(world.sink->GetTotalRx(), 20 * NotingSource::SIZE, name);
        const uint32_t before = source->continued;
        source->StopApplication();
        NS_TEST_EXPECT_MSG_EQ(source->IsConnected(), false, name + ": stopped");
        NS_TEST_EXPECT_MSG_EQ(source->IsStream(), isStream, name + ": the kind of its socket");
        NotingWorld::RunTo(3);
        NS_TEST_EXPECT_MSG_EQ(source->continued, before, name + ": stopped");
        source->StartApplication();
        NotingWorld::RunTo(4);
        NS_TEST_EXPECT_MSG_EQ(source->begun, 2, name + ": started again");
        NS_TEST_EXPECT_MSG_EQ(source->IsConnected(), !ends, name + ": open again");
        NS_TEST_EXPECT_MSG_EQ(world.sink->GetTotalRx(), 40 * NotingSource::SIZE, name);
    }

    void DoRun() override
    {
        for (const auto& factory : {UdpSocketFactory::GetTypeId(), TcpSocketFactory::GetTypeId()})
        {
            Try(factory, false);
            Try(factory, true);
        }
    }
};

/// A source of ADUs that has none.
class NoAduTest : public TestCase
{
  public:
    NoAduTest()
        : TestCase("A source that has no ADU asks for one once, and sends nothing")
    {
    }

  private:
    /// @param number of an ADU @return none as the first one, some as others
    Ptr<Packet> Make(uint64_t number)
    {
        m_numbers.push_back(number);
        return number == 0 ? nullptr : Create<Packet>(100);
    }

    void DoRun() override
    {
        for (const auto& factory : {UdpSocketFactory::GetTypeId(), TcpSocketFactory::GetTypeId()})
        {
            m_numbers.clear();
            const auto source = CreateObject<AduSource>();
            source->SetMaker(MakeCallback(&NoAduTest::Make, this));
            const NotingWorld world(factory, source);
            NotingWorld::RunTo(2);
            NS_TEST_EXPECT_MSG_EQ(m_numbers.size(), 1, factory.GetName() << ": asked");
            NS_TEST_EXPECT_MSG_EQ(source->GetSent(), 0, factory.GetName());
            NS_TEST_EXPECT_MSG_EQ(world.sink->GetTotalRx(), 0, factory.GetName());
        }
    }

    std::vector<uint64_t> m_numbers; //!< of ADUs that were asked for
};

HsnTestRegistration g_socketSourceTests("socket-source", {new SocketSourceTest, new NoAduTest});
} // namespace
} // namespace hsn
} // namespace ns3
