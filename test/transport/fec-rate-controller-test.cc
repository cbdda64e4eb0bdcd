// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * The choice of a code by reported losses. It needs GSL.
 */
#include "../hsn-test.h"
#include "udp-test-network.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fec-rate-controller.h"
#include "ns3/fec-udp-socket-factory.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
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
/** @brief The controller alone. */
class FecControllerTest : public TestCase
{
  public:
    FecControllerTest()
        : TestCase("Average of reports, choice of the code, scaled window, window cuts")
    {
    }

  private:
    void DoRun() override
    {
        auto controller = CreateObject<FecRateController>();
        controller->SetAttribute("Group", DoubleValue(100));
        controller->SetAttribute("MaxBlock", UintegerValue(64));
        controller->SetWindow(200);
        NS_TEST_EXPECT_MSG_EQ(controller->GetCode().parity, 0, "none at first");
        NS_TEST_EXPECT_MSG_EQ(controller->GetDataWindow(), 200, "all of it");
        controller->Report(0, 0);
        controller->Report(1, 0.08);
        NS_TEST_EXPECT_MSG_EQ_TOL(controller->GetLoss(), 0.01, 1e-15, "an eighth");
        // packet-fec section 6: the best code with M = 3 at 1 % is 56+3; the loss cuts the window
        NS_TEST_EXPECT_MSG_EQ(controller->GetCode().data, 56, "N");
        NS_TEST_EXPECT_MSG_EQ(controller->GetCode().parity, 3, "M");
        NS_TEST_EXPECT_MSG_EQ(controller->GetWindow(), 100, "cut");
        NS_TEST_EXPECT_MSG_EQ_TOL(controller->GetDataWindow(), 100 * 56 / 59.0, 1e-12, "N/(N+M)");
        controller->Report(1, 1);
        NS_TEST_EXPECT_MSG_EQ(controller->GetWindow(), 100, "at most once per round trip");
        Simulator::Stop(MilliSeconds(300));
        Simulator::Run();
        controller->Report(1, 1);
        NS_TEST_EXPECT_MSG_EQ(controller->GetWindow(), 50, "after a round trip");
        controller->SetAttribute("ScaleWindow", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(controller->GetDataWindow(), 50, "not scaled");

        auto deaf = CreateObject<FecRateController>();
        deaf->SetAttribute("ReactToLoss", BooleanValue(false));
        deaf->SetAttribute("UseMean", BooleanValue(true));
        deaf->SetAttribute("Gain", DoubleValue(1));
        deaf->SetWindow(10);
        deaf->Report(0, 0.1);
        deaf->Report(1, 0.3);
        NS_TEST_EXPECT_MSG_EQ_TOL(deaf->GetLoss(), 0.2, 1e-15, "mean");
        NS_TEST_EXPECT_MSG_EQ(deaf->GetWindow(), 10, "not cut");
        NS_TEST_EXPECT_MSG_EQ(deaf->GetCode().parity, 0, "one receiver: never redundancy (c14)");
        // objective Delay: at 10 %, 5+3 stays below 0.25 round trips, 6+2 does not
        auto hasty = CreateObject<FecRateController>();
        hasty->SetAttribute("Objective", StringValue("Delay"));
        hasty->SetAttribute("MaxDelay", DoubleValue(0.25));
        hasty->SetAttribute("MaxBlock", UintegerValue(8));
        NS_TEST_EXPECT_MSG_EQ(hasty->Choose(0.1).data, 5, "N");
        NS_TEST_EXPECT_MSG_EQ(hasty->Choose(0.1).parity, 3, "M");
        NS_TEST_EXPECT_MSG_EQ(hasty->Choose(0).parity, 0, "no loss");
        NS_TEST_EXPECT_MSG_EQ(hasty->Choose(0.9).data, 1, "shortest delay");
        // a rise of the estimate by more than half cuts the window
        auto rising = CreateObject<FecRateController>();
        rising->SetAttribute("Gain", DoubleValue(1));
        rising->SetWindow(100);
        const auto window = [&rising](double loss) {
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            rising->Report(0, loss);
            return rising->GetWindow();
        };
        const double before = window(0.02);
        NS_TEST_EXPECT_MSG_EQ(window(0.0299), before, "by less");
        NS_TEST_EXPECT_MSG_EQ(window(0.0301), before / 2, "by more");
        // packet-fec 2.3: at 1 %, a group of 1000 takes 2.096 transmissions without parity, and
        // 1.360 with 6+2
        auto changed = CreateObject<FecRateController>();
        changed->SetAttribute("MaxBlock", UintegerValue(8));
        NS_TEST_EXPECT_MSG_EQ(changed->Choose(0.01).parity, 0, "one receiver");
        changed->SetAttribute("Group", DoubleValue(1000));
        NS_TEST_EXPECT_MSG_GT(changed->Choose(0.01).parity, 0, "a thousand");
        changed->SetAttribute("MaxParity", UintegerValue(0));
        NS_TEST_EXPECT_MSG_EQ(changed->Choose(0.01).parity, 0, "none is allowed");
        const std::string text = HsnAbortText([deaf] { deaf->Report(0, 1.5); });
        NS_TEST_EXPECT_MSG_NE(text.find("loss 1.5"), std::string::npos, text);
        Simulator::Destroy();
    }
};

/** @brief No redundancy at first, then the best code for 100 receivers and 1 % in blocks of 12
 * (packet-fec section 6: N+1 at N = 11). */
class FecControllerSocketTest : public TestCase
{
  public:
    FecControllerSocketTest()
        : TestCase("The controller changes the code of a socket")
    {
    }

  private:
    void DoRun() override
    {
        UdpTestNetwork network;
        auto controller = CreateObject<FecRateController>();
        controller->SetAttribute("MaxBlock", UintegerValue(12));
        controller->SetAttribute("Group", DoubleValue(100));
        controller->SetAttribute("Gain", DoubleValue(1));
        const auto factory = TypeId::LookupByName("ns3::hsn::FecUdpSocketFactory");
        auto sink = Socket::CreateSocket(network.nodes.Get(1), factory);
        sink->SetAttribute("ReportInterval", UintegerValue(50));
        sink->SetAttribute("OpenBlocks", UintegerValue(1));
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), UdpTestNetwork::PORT));
        auto source = Socket::CreateSocket(network.nodes.Get(0), factory);
        source->SetAttribute("N", UintegerValue(10));
        source->SetAttribute("Controller", PointerValue(controller));
        source->Connect(network.GetAddress(1));
        // 5 of the 500 packets in 50 blocks of 10, 6 of the 600 packets in 50 blocks of 11+1
        network.losses[1]->loses = [](uint32_t count) { return count % 100 == 50; };
        std::vector<std::string> codes;
        source->TraceConnectWithoutContext(
            "Redundancy",
            Sink<uint32_t, uint32_t>::Make([&codes](uint32_t n, uint32_t m) {
                codes.push_back(std::to_string(n) + "+" + std::to_string(m));
            }));
        for (uint32_t i = 0; i < 3000; i++)
        {
            ScheduleCall(MilliSeconds(i), [source] { source->Send(Create<Packet>(25)); });
        }
        Simulator::Stop(Seconds(4));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(codes.size(), 2, "changes");
        NS_TEST_EXPECT_MSG_EQ(codes[0], "10+0", "first");
        NS_TEST_EXPECT_MSG_EQ(codes[1], "11+1", "then");
    }
};

/** @brief Reports of more receivers, or for more destinations, than are remembered. */
class FecControllerReportersTest : public TestCase
{
  public:
    FecControllerReportersTest()
        : TestCase("Receivers that are forgotten count no more; the least recently heard are")
    {
    }

  private:
    /** @brief A socket with a controller, and receivers that tell what they like. */
    struct World
    {
        /** @param most MaxPeers */
        explicit World(uint32_t most)
            : controller(CreateObject<FecRateController>()),
              source(DynamicCast<FecUdpSocket>(
                  Socket::CreateSocket(network.nodes.Get(0),
                                       TypeId::LookupByName("ns3::hsn::FecUdpSocketFactory"))))
        {
            controller->SetAttribute("Gain", DoubleValue(1));
            source->SetAttribute("MaxPeers", UintegerValue(most));
            source->SetAttribute("Controller", PointerValue(controller));
            source->Bind(InetSocketAddress(Ipv4Address::GetAny(), UdpTestNetwork::PORT));
            source->TraceConnectWithoutContext(
                "ReportedLoss",
                Sink<double, double>::Make([this](double raw, double) { loss = raw; }));
            Send(1);
            for (uint16_t i = 0; i < 3; i++)
            {
                receivers.push_back(
                    Socket::CreateSocket(network.nodes.Get(1), UdpSocketFactory::GetTypeId()));
                receivers.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), 1000 + i));
            }
        }

        /** @param host gets a packet */
        void Send(uint32_t host)
        {
            source->SendTo(Create<Packet>(25), 0, network.GetAddress(host));
        }

        /** @brief A receiver reports. @param i its number @param expected packets so far
         * @param received of them @param flow of the destination */
        void Report(uint32_t i, uint32_t expected, uint32_t received, uint8_t flow = 0)
        {
            FecReport report;
            report.expected = expected;
            report.received = received;
            FecHeader header;
            header.type = FEC_REPORT;
            header.flow = flow;
            header.length = FecReport::SIZE;
            auto packet = Create<Packet>();
            packet->AddHeader(report);
            packet->AddHeader(header);
            loss = -1;
            receivers.at(i)->SendTo(packet, 0, network.GetAddress(0));
            Simulator::Stop(MilliSeconds(100)); // addresses may have to be asked for
            Simulator::Run();
        }

        UdpTestNetwork network{3};          ///< the source, and two destinations
        Ptr<FecRateController> controller;  ///< of the source
        Ptr<FecUdpSocket> source;           ///< gets the reports
        std::vector<Ptr<Socket>> receivers; ///< all on one host
        double loss{-1};                    ///< told by trace ReportedLoss; -1: nothing
    };

    void DoRun() override
    {
        CheckRounds();
        CheckLastUse();
        CheckDestination();
    }

    /** @brief The first of three loses a half once; two are remembered. */
    void CheckRounds()
    {
        World world(2);
        for (uint32_t round = 1; round <= 4; round++)
        {
            world.Report(0, 100 * round, 100 * round - 50);
            world.Report(1, 100 * round, 100 * round);
            world.Report(2, 100 * round, 100 * round);
            NS_TEST_EXPECT_MSG_EQ(world.controller->GetLoss(), 0, "round " << round);
        }
        NS_TEST_EXPECT_MSG_EQ(world.source->GetCounters().reportsReceived, 12, "reports");
    }

    /** @brief Whoever reports often is remembered, whatever its address. */
    void CheckLastUse()
    {
        World world(2);
        world.Report(0, 100, 50);
        NS_TEST_EXPECT_MSG_EQ(world.loss, 0.5, "since the beginning");
        world.Report(1, 100, 100);
        world.Report(0, 200, 150);
        NS_TEST_EXPECT_MSG_EQ(world.loss, 0, "since the previous report");
        world.Report(2, 100, 100);
        NS_TEST_EXPECT_MSG_EQ(world.source->GetCounters().forgotten, 1, "a receiver");
        world.Report(0, 300, 240);
        NS_TEST_EXPECT_MSG_EQ_TOL(world.loss, 0.1, 1e-12, "it was another one");
    }

    /** @brief With a destination, those who report on it are forgotten. */
    void CheckDestination()
    {
        World world(1);
        world.Report(0, 100, 50);
        NS_TEST_EXPECT_MSG_EQ(world.controller->GetLoss(), 0.5, "first destination");
        world.Send(2);
        NS_TEST_EXPECT_MSG_EQ(world.source->GetCounters().forgotten, 1, "a destination");
        world.Report(1, 100, 100, 1);
        NS_TEST_EXPECT_MSG_EQ(world.controller->GetLoss(), 0, "second destination");
    }
};

HsnTestRegistration g_fecRateControllerTests("fec-rate-controller",
                                             {new FecControllerTest,
                                              new FecControllerSocketTest,
                                              new FecControllerReportersTest});
} // namespace
} // namespace hsn
} // namespace ns3
