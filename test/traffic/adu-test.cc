// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/adu-sink.h"
#include "ns3/adu-source.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
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
        source = CreateObject<AduSource>();
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
    bool mixed{false};                   //!< an ADU had octets of another
    Address to;                          //!< the sink
    Ptr<Node> node;                      //!< of the source
    Ptr<AduSource> source;               //!< sends
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
    }
};

HsnTestRegistration g_aduTests("adu", {new AduTransferTest, new AduCostTest, new AduMarkTest});
} // namespace
} // namespace hsn
} // namespace ns3
