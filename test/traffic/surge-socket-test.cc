// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of Web flows: how many there are, also with losses, and what is refused.
 */
#include "../hsn-test.h"
#include "surge-test-network.h"

#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/object-vector.h"
#include "ns3/socket-keeper.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param node with both TCPs @return open sockets of ns-3's TCP and of the module's
uint32_t
CountSockets(Ptr<Node> node)
{
    ObjectVectorValue ns3Sockets;
    node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", ns3Sockets);
    return ns3Sockets.GetN() + static_cast<uint32_t>(SocketKeeper::Get(node)->GetN());
}

/// Flow sizes that keep a test short.
const std::string TINY = "ns3::hsn::SurgeSizeVariable[SizeModel=TypeI|ScaleFactor=1000]";

/**
 * @brief The number of sockets stays the same over time.
 *
 * Flows arrive as a Poisson process and stay independently, so their number is that of
 * M/G/infinity: Poisson with a mean of rate times (duration + 2 MaxSegLifetime).
 */
class SurgeSocketNumberTest : public TestCase
{
  public:
    /// @param seconds that are simulated
    explicit SurgeSocketNumberTest(uint32_t seconds)
        : TestCase("Surge flows: sockets do not accumulate in " + std::to_string(seconds) + " s"),
          m_seconds(seconds)
    {
    }

  private:
    /// @param network whose sockets are counted
    void Count(SurgeTestNetwork* network)
    {
        m_senders.push_back(CountSockets(network->hosts.Get(0)));
        m_receivers.push_back(CountSockets(network->hosts.Get(1)));
        Simulator::Schedule(Seconds(m_seconds / 20.0),
                            &SurgeSocketNumberTest::Count,
                            this,
                            network);
    }

    /// @param protocol factory of the sockets
    void Check(const std::string& protocol)
    {
        SurgeTestNetwork network("1ms");
        const auto sink = network.AddSink(protocol);
        const double rate = 103;
        const auto generator = network.AddGenerator(protocol, rate);
        generator->SetAttribute("FlowSize", StringValue(TINY));
        m_senders.clear();
        m_receivers.clear();
        Simulator::Schedule(Seconds(6), &SurgeSocketNumberTest::Count, this, &network);
        Simulator::Stop(Seconds(m_seconds));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ_TOL(generator->GetCounters().started,
                                  rate * (m_seconds - 2),
                                  4 * std::sqrt(rate * m_seconds),
                                  protocol);
        // 2 s in TIME_WAIT, and 2 round trips of 2 ms before; a few flows need some more
        const double mean = rate * 2.005;
        for (const uint32_t n : m_senders)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(n, mean, 4.5 * std::sqrt(mean), protocol);
        }
        // one listens; the others last for about 2 round trips, so 0.4 in the mean
        const uint32_t most = *std::max_element(m_receivers.begin(), m_receivers.end());
        NS_TEST_EXPECT_MSG_LT(most, 1 + 8, protocol);
        NS_TEST_EXPECT_MSG_LT(generator->GetActive(), 8, protocol);
        NS_TEST_EXPECT_MSG_LT(sink->GetActive(), 8, protocol);
    }

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
        Check(SURGE_NS3_TCP);
        Check(SURGE_HSN_TCP);
        Config::Reset();
    }

    uint32_t m_seconds;                //!< that are simulated
    std::vector<uint32_t> m_senders;   //!< sockets at their host
    std::vector<uint32_t> m_receivers; //!< sockets at their host
};

/// Nothing is left after losses in both directions, of SYN and FIN, too.
class SurgeLossTest : public TestCase
{
  public:
    SurgeLossTest()
        : TestCase("Surge flows: nothing is left after losses")
    {
    }

  private:
    /// @param protocol factory of the sockets
    void Check(const std::string& protocol)
    {
        SurgeTestNetwork network("5ms");
        for (uint32_t i = 0; i < 2; ++i)
        {
            auto errors = CreateObject<RateErrorModel>();
            errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
            errors->SetAttribute("ErrorRate", DoubleValue(0.03));
            errors->AssignStreams(50 + i);
            network.devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
        const auto sink = network.AddSink(protocol);
        const auto generator = network.AddGenerator(protocol, 50);
        generator->SetAttribute(
            "FlowSize",
            StringValue("ns3::hsn::SurgeSizeVariable[SizeModel=TypeI|MaxFlowSize=2e5]"));
        generator->SetStopTime(Seconds(12));
        Simulator::Stop(Seconds(600));
        Simulator::Run();
        const auto counters = generator->GetCounters();
        NS_TEST_EXPECT_MSG_GT(counters.started, 400, protocol);
        NS_TEST_EXPECT_MSG_EQ(counters.ended, counters.started, protocol);
        NS_TEST_EXPECT_MSG_EQ(counters.failed, 0, protocol);
        NS_TEST_EXPECT_MSG_EQ(sink->GetReceived(), counters.bytesStarted, protocol);
        NS_TEST_EXPECT_MSG_EQ(sink->GetActive(), 0, protocol);
        NS_TEST_EXPECT_MSG_EQ(CountSockets(network.hosts.Get(0)), 0, protocol);
        NS_TEST_EXPECT_MSG_EQ(CountSockets(network.hosts.Get(1)), 1, protocol << ": listens");
    }

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
        Check(SURGE_NS3_TCP);
        Check(SURGE_HSN_TCP);
        Config::Reset();
    }
};

/// A connection that is refused, or whose other end closes early, is a failed flow.
class SurgeFailureTest : public TestCase
{
  public:
    SurgeFailureTest()
        : TestCase("Surge flows: refused and broken connections")
    {
    }

  private:
    /// @param socket of a new connection, which is closed at once
    void CloseAtOnce(Ptr<Socket> socket, const Address&)
    {
        socket->Close();
    }

    /// @param protocol factory of the sockets @param listens whether somebody listens
    void Check(const std::string& protocol, bool listens)
    {
        SurgeTestNetwork network("5ms");
        Ptr<Socket> listener;
        if (listens)
        {
            listener = Socket::CreateSocket(network.hosts.Get(1), TypeId::LookupByName(protocol));
            listener->Bind(InetSocketAddress(80));
            listener->Listen();
            listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                        MakeCallback(&SurgeFailureTest::CloseAtOnce, this));
        }
        const auto generator = network.AddGenerator(protocol, 10);
        generator->SetAttribute("FlowSize",
                                StringValue("ns3::ConstantRandomVariable[Constant=5e7]"));
        generator->SetStopTime(Seconds(4));
        Simulator::Stop(Seconds(600));
        Simulator::Run();
        const auto counters = generator->GetCounters();
        const auto name = protocol + (listens ? ", closed" : ", refused");
        NS_TEST_EXPECT_MSG_GT(counters.started, 5, name);
        NS_TEST_EXPECT_MSG_EQ(counters.failed, counters.started, name);
        NS_TEST_EXPECT_MSG_EQ(counters.ended, 0, name);
        NS_TEST_EXPECT_MSG_EQ(generator->GetActive(), 0, name);
    }

    void DoRun() override
    {
        for (const auto& protocol : {SURGE_NS3_TCP, SURGE_HSN_TCP})
        {
            Check(protocol, false);
            Check(protocol, true);
        }
    }
};

/// Messages of what is refused.
class SurgeFlowErrorTest : public TestCase
{
  public:
    SurgeFlowErrorTest()
        : TestCase("Surge flows: bad parameters")
    {
    }

  private:
    /// @param settings of the applications @param message part of what a run says
    void Check(const std::function<void(SurgeFlowGenerator&, SurgeSink&)>& settings,
               const std::string& message)
    {
        const auto text = HsnAbortText([&] {
            SurgeTestNetwork network("1ms");
            const auto sink = network.AddSink(SURGE_NS3_TCP);
            const auto generator = network.AddGenerator(SURGE_NS3_TCP, 10);
            generator->SetAttribute("FlowSize", StringValue(TINY));
            settings(*generator, *sink);
            Simulator::Stop(Seconds(10));
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_EQ((text.find(message) != std::string::npos),
                              true,
                              "\"" << message << "\" is not in: " << text);
    }

    void DoRun() override
    {
        using Generator = SurgeFlowGenerator;
        Check([](Generator& g, SurgeSink&) { g.SetAttribute("ArrivalRate", DoubleValue(0)); },
              "ArrivalRate 0 flows per second is not above 0");
        Check([](Generator& g, SurgeSink&) { g.SetAttribute("MaxWindow", UintegerValue(1447)); },
              "SurgeFlowGenerator: MaxWindow 1447 bytes is below SegmentSize 1448 bytes");
        Check([](Generator&, SurgeSink& s) { s.SetAttribute("MaxWindow", UintegerValue(1447)); },
              "SurgeSink: MaxWindow 1447 bytes is below SegmentSize 1448 bytes");
        Check([](Generator& g, SurgeSink&) { g.SetAttribute("Remote", AddressValue()); },
              "SurgeFlowGenerator: set Remote");
        Check([](Generator&, SurgeSink& s) { s.SetAttribute("Local", AddressValue()); },
              "SurgeSink: set Local");
        Check([](Generator& g,
                 SurgeSink&) { g.SetAttribute("Protocol", StringValue("ns3::UdpSocketFactory")); },
              "has no attribute SndBufSize");
        Check(
            [](Generator& g, SurgeSink&) {
                g.SetAttribute("Remote", AddressValue(InetSocketAddress("192.0.2.1", 80)));
            },
            "flow 0 cannot connect");
    }
};

HsnTestRegistration g_surgeSocketTests("surge-socket",
                                       {new SurgeSocketNumberTest(60),
                                        new SurgeLossTest,
                                        new SurgeFailureTest,
                                        new SurgeFlowErrorTest});
HsnTestRegistration g_surgeSocketLongTests("surge-socket-long",
                                           {new SurgeSocketNumberTest(600)},
                                           true);
} // namespace
