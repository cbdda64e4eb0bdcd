// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/adu-sink.h"
#include "ns3/adu-source.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// A source that a test may start again.
class AduOpenSource : public AduSource
{
  public:
    using AduSource::StartApplication;
    using AduSource::StopApplication;
};

/// Two nodes, a source, a sink, and ADUs whose octets say which they are.
class AduCase
{
  public:
    /// @param factory of sockets
    explicit AduCase(TypeId factory)
    {
        NodeContainer nodes;
        nodes.Create(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        const auto devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        to = InetSocketAddress(addresses.GetAddress(1), 9);
        source = CreateObject<AduOpenSource>();
        source->SetAttribute("Protocol", TypeIdValue(factory));
        source->SetAttribute("Remote", AddressValue(to));
        source->SetMaker(MakeCallback(&AduCase::Make, this));
        source->TraceConnectWithoutContext("AduTx", MakeCallback(&AduCase::Sent, this));
        sink = CreateObject<AduSink>();
        sink->SetAttribute("Protocol", TypeIdValue(factory));
        sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 9)));
        sink->SetChecker(MakeCallback(&AduCase::Check, this));
        sink->TraceConnectWithoutContext("AduRx", MakeCallback(&AduCase::Received, this));
        sink->TraceConnectWithoutContext("AduError", MakeCallback(&AduCase::Refused, this));
        nodes.Get(0)->AddApplication(source);
        nodes.Get(1)->AddApplication(sink);
        source->SetStartTime(Seconds(1));
        node = nodes.Get(0);
    }

    /// Runs to the end.
    void Run()
    {
        Simulator::Run();
        Simulator::Destroy();
    }

    /// @param number of an ADU @return it
    Ptr<Packet> Make(uint64_t number)
    {
        made++;
        if (number == sizes.size())
        {
            return nullptr;
        }
        std::vector<uint8_t> octets(sizes[number], static_cast<uint8_t>(number));
        return Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    }

    /// @param octets of an ADU @return a microsecond for each
    Time Cost(uint32_t octets)
    {
        return MicroSeconds(octets);
    }

    /// @return a tenth of a second
    Time Tenth(uint32_t)
    {
        return MilliSeconds(100);
    }

    /// @param adu arrived @return the octets' value if that is odd, else 0
    int Check(Ptr<const Packet> adu)
    {
        std::vector<uint8_t> octets(adu->GetSize());
        adu->CopyData(octets.data(), adu->GetSize());
        const int value = octets.empty() ? 0 : octets[0];
        for (const auto octet : octets)
        {
            mixed |= octet != value;
        }
        return value % 2 == 1 ? value : 0;
    }

    /// @param adu sent
    void Sent(Ptr<const Packet> adu)
    {
        sentSizes.push_back(adu->GetSize());
        times.push_back(Simulator::Now());
    }

    /// @param adu good
    void Received(Ptr<const Packet> adu, const Address&)
    {
        receivedSizes.push_back(adu->GetSize());
    }

    /// @param level why
    void Refused(int level, Ptr<const Packet>)
    {
        refused.push_back(level);
    }

    std::vector<uint32_t> sizes;         //!< of ADUs to be sent
    std::vector<uint32_t> sentSizes;     //!< of ADUs sent
    std::vector<uint32_t> receivedSizes; //!< of good ADUs
    std::vector<int> refused;            //!< levels
    std::vector<Time> times;             //!< of sending
    uint32_t made{0};                    //!< calls of Make()
    bool mixed{false};                   //!< an ADU had octets of another
    Address to;                          //!< the sink
    Ptr<Node> node;                      //!< of the source
    Ptr<AduOpenSource> source;           //!< sends
    Ptr<AduSink> sink;                   //!< receives
};

/// ADUs over TCP and UDP.
class AduTransferTest : public TestCase
{
  public:
    AduTransferTest()
        : TestCase("ADUs keep their limits over streams and datagrams")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& factory : {TcpSocketFactory::GetTypeId(), UdpSocketFactory::GetTypeId()})
        {
            AduCase world(factory);
            // longer than a segment, and in all longer than TCP's send buffer of 128 kB
            for (uint32_t i = 0; i < 40; i++)
            {
                world.sizes.push_back(i < 10 ? 1 + 137 * i : 20000 + i);
            }
            if (factory == UdpSocketFactory::GetTypeId())
            {
                world.sizes.resize(10);
            }
            world.Run();
            std::vector<uint32_t> even;
            std::vector<int> odd;
            for (uint32_t i = 0; i < world.sizes.size(); i++)
            {
                i % 2 == 0 ? even.push_back(world.sizes[i]) : odd.push_back(i);
            }
            const auto name = factory.GetName();
            NS_TEST_ASSERT_MSG_EQ((world.sentSizes == world.sizes), true, name);
            NS_TEST_ASSERT_MSG_EQ((world.receivedSizes == even), true, name);
            NS_TEST_ASSERT_MSG_EQ((world.refused == odd), true, name);
            NS_TEST_ASSERT_MSG_EQ(world.mixed, false, name);
            NS_TEST_ASSERT_MSG_EQ(world.sink->GetPendingBytes(), 0, name);
            NS_TEST_ASSERT_MSG_EQ(world.source->GetSent(), world.sizes.size(), name);
        }
    }
};

/// The host's time, and datagrams that are too long.
class AduCostTest : public TestCase
{
  public:
    AduCostTest()
        : TestCase("ADUs follow each other at the host's pace; those too long are counted")
    {
    }

  private:
    void DoRun() override
    {
        AduCase world(UdpSocketFactory::GetTypeId());
        world.sizes = {1000, 200, 70000, 300};
        world.source->SetCost(MakeCallback(&AduCase::Cost, &world));
        world.Run();
        // a microsecond for each octet from 1 s on, also of the refused one
        const std::vector<Time> expected = {MicroSeconds(1001000),
                                            MicroSeconds(1001200),
                                            MicroSeconds(1071500)};
        NS_TEST_ASSERT_MSG_EQ((world.times == expected), true, "times");
        NS_TEST_ASSERT_MSG_EQ(world.source->GetRefused(), 1, "UDP takes 65,507 octets");
    }
};

/// A source that ends while its host is at work for it, or while that work waits.
class AduStopTest : public TestCase
{
  public:
    AduStopTest()
        : TestCase("nothing is sent for a source that was stopped while its host worked")
    {
    }

  private:
    /// How a source ends.
    enum class End
    {
        STOP,       //!< the application
        DISPOSE,    //!< the application
        SIMULATION, //!< all
        RESTART     //!< the application, and begins again at once
    };

    void DoRun() override
    {
        for (const auto& factory : {UdpSocketFactory::GetTypeId(), TcpSocketFactory::GetTypeId()})
        {
            for (const bool waits : {false, true})
            {
                for (const auto end : {End::STOP, End::DISPOSE, End::SIMULATION, End::RESTART})
                {
                    Try(factory, waits, end);
                }
            }
        }
    }

    /// @param factory of sockets @param waits whether the host has other work to do first
    /// @param end how the source ends, in the middle of the second ADU's work
    void Try(TypeId factory, bool waits, End end)
    {
        AduCase world(factory);
        world.sizes = {1000, 1000, 1000};
        world.source->SetCost(MakeCallback(&AduCase::Cost, &world)); // 1 ms for each ADU
        auto cpu = CreateObject<HostCpu>();
        auto task = cpu->CreateTask(HostLevel::THREAD);
        auto urgent = cpu->CreateTask(HostLevel::THREAD, 1);
        uint32_t ended = 0; // works of ADUs
        world.source->SetWork([&ended, task](Time cost, AduSource::Done done) {
            task->Run(cost, [&ended, done] {
                ended++;
                done();
            });
        });
        // a stream's connection takes two ways of 1 ms and the time to send two segments
        Time begin = Seconds(1);
        if (factory == TcpSocketFactory::GetTypeId())
        {
            begin = MicroSeconds(1002010);
        }
        if (waits)
        {
            ScheduleCall(begin + MicroSeconds(900),
                         [urgent] { urgent->Run(MilliSeconds(1), nullptr); });
        }
        Time stop;
        ScheduleCall(begin + MicroSeconds(1500), [&] {
            NS_TEST_EXPECT_MSG_EQ(world.source->GetSent(), 1, "one is sent, the next in work");
            NS_TEST_EXPECT_MSG_EQ(task->GetBacklog(), 1, "its work");
            stop = Simulator::Now();
            switch (end)
            {
            case End::STOP:
                world.source->StopApplication();
                break;
            case End::DISPOSE:
                world.source->Dispose();
                break;
            case End::SIMULATION:
                Simulator::Stop();
                break;
            case End::RESTART:
                world.source->StopApplication();
                world.source->StartApplication();
                break;
            }
        });
        world.Run();
        const std::string name = factory.GetName() + (waits ? ", waiting, " : ", working, ") +
                                 std::to_string(static_cast<int>(end));
        const bool again = end == End::RESTART;
        const uint32_t works = end == End::SIMULATION ? 1 : again ? 3 : 2;
        // begun again, the source makes the third ADU, and the host does the second's work first
        NS_TEST_EXPECT_MSG_EQ(world.source->GetSent(), (again ? 2 : 1), name);
        NS_TEST_EXPECT_MSG_EQ(world.made, (again ? 4 : 2), name);
        NS_TEST_EXPECT_MSG_EQ(ended, works, name);
        NS_TEST_EXPECT_MSG_EQ(world.times.size(), (again ? 2 : 1), name);
        if (again && factory == UdpSocketFactory::GetTypeId())
        {
            const auto last = begin + MilliSeconds(waits ? 4 : 3);
            NS_TEST_EXPECT_MSG_EQ(world.times.back(), last, name);
        }
        NS_TEST_EXPECT_MSG_EQ(world.source->GetReferenceCount(),
                              1,
                              name + ": nobody else holds it");
        NS_TEST_EXPECT_MSG_EQ(task->GetReferenceCount(), 1, name + ": nor the host's task");
    }
};

/// A stream that is out of step.
class AduMarkTest : public TestCase
{
  public:
    AduMarkTest()
        : TestCase("a wrong record mark is counted and ends the connection")
    {
    }

  private:
    void DoRun() override
    {
        AduCase longer(TcpSocketFactory::GetTypeId());
        longer.sizes = {100, 101, 99};
        longer.sink->SetAttribute("MaxAdu", UintegerValue(100));
        longer.Run();
        NS_TEST_ASSERT_MSG_EQ(longer.sink->GetReceived(), 1, "the first");
        NS_TEST_ASSERT_MSG_EQ(longer.sink->GetErrors().at(AduSink::BAD_MARK), 1, "101 octets");
        NS_TEST_ASSERT_MSG_EQ(longer.refused.size(), 1, "traced once");
        NS_TEST_ASSERT_MSG_EQ(longer.refused.at(0), AduSink::BAD_MARK, "as what it is");
        // nothing but its mark (RFC 5531, section 11)
        AduCase empty(TcpSocketFactory::GetTypeId());
        empty.sizes = {0};
        empty.Run();
        NS_TEST_EXPECT_MSG_EQ(empty.sink->GetReceived(), 1, "an ADU without octets");
    }
};

/// Datagrams that a socket refuses, and empty ones.
class AduRefusalTest : public TestCase
{
  public:
    AduRefusalTest()
        : TestCase("a datagram without a route is lost, one without octets is sent; others follow")
    {
    }

  private:
    void DoRun() override
    {
        // one each tenth of a second from 1.1 to 2 s; those of 1.3, 1.4 and 1.5 s find no route
        AduCase world(UdpSocketFactory::GetTypeId());
        world.sizes.assign(10, 1000);
        world.source->SetCost(MakeCallback(&AduCase::Tenth, &world));
        const auto ipv4 = world.node->GetObject<Ipv4>();
        ScheduleCall(MilliSeconds(1250), [ipv4] { ipv4->SetDown(1); });
        ScheduleCall(MilliSeconds(1550), [ipv4] { ipv4->SetUp(1); });
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.source->GetRefused(), 3, "without a route");
        NS_TEST_EXPECT_MSG_EQ(world.source->GetSent(), 7, "the others");
        std::vector<Time> expected;
        for (const int64_t tenths : {11, 12, 16, 17, 18, 19, 20})
        {
            expected.push_back(MilliSeconds(100 * tenths));
        }
        NS_TEST_EXPECT_MSG_EQ((world.times == expected), true, "at their times");

        AduCase empty(UdpSocketFactory::GetTypeId());
        empty.sizes = {5, 0, 7};
        empty.Run();
        NS_TEST_EXPECT_MSG_EQ(empty.source->GetSent(), 3, "a datagram may be empty (RFC 768)");
        NS_TEST_EXPECT_MSG_EQ((empty.sentSizes == empty.sizes), true, "in order");
    }
};

/// Work that takes no time.
class AduFreeTest : public TestCase
{
  public:
    AduFreeTest()
        : TestCase("a host that needs no time for many ADUs sends them one after the other")
    {
    }

  private:
    void DoRun() override
    {
        AduCase world(UdpSocketFactory::GetTypeId());
        world.sizes.assign(200000, 10);
        const auto cpu = CreateObject<HostCpu>();
        const auto task = cpu->CreateTask(HostLevel::THREAD);
        world.source->SetWork(
            [task](Time cost, AduSource::Done done) { task->Run(cost, std::move(done)); });
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.source->GetSent(), 200000, "all");
    }
};

/// Sources that are stopped by who hears of an ADU, and ADUs without octets.
class AduEdgeTest : public TestCase
{
  public:
    AduEdgeTest()
        : TestCase("a source that is stopped when an ADU is sent makes no other; empty ADUs arrive")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& factory : {UdpSocketFactory::GetTypeId(), TcpSocketFactory::GetTypeId()})
        {
            AduCase stopped(factory);
            stopped.sizes = {100, 100, 100};
            stopped.source->TraceConnectWithoutContext(
                "AduTx",
                Sink<Ptr<const Packet>>::Make(
                    [&stopped](Ptr<const Packet>) { stopped.source->StopApplication(); }));
            stopped.Run();
            NS_TEST_EXPECT_MSG_EQ(stopped.made, 1, factory.GetName());
            NS_TEST_EXPECT_MSG_EQ(stopped.source->GetSent(), 1, factory.GetName());
            AduCase empty(factory);
            empty.sizes = {100, 0, 100};
            empty.Run();
            NS_TEST_EXPECT_MSG_EQ((empty.receivedSizes == empty.sizes), true, factory.GetName());
        }
    }
};

HsnTestRegistration g_aduTests("adu",
                               {new AduTransferTest,
                                new AduCostTest,
                                new AduStopTest,
                                new AduMarkTest,
                                new AduRefusalTest,
                                new AduFreeTest,
                                new AduEdgeTest});
} // namespace
} // namespace hsn
} // namespace ns3
