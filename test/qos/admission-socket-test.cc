// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "idle-line.h"
#include "sum-admission.h"

#include "ns3/admission-helper.h"
#include "ns3/admission-socket.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/** @brief Sockets and unmodified applications. */
class AdmissionSocketTest : public TestCase
{
  public:
    AdmissionSocketTest()
        : TestCase("Sockets ask: errors, callbacks, ends of calls, unmodified applications")
    {
    }

  private:
    /// Two hosts and the control of their link, for 100 kb/s.
    struct World
    {
        World()
        {
            nodes.Create(2);
            PointToPointHelper line;
            line.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
            const auto devices = line.Install(nodes);
            InternetStackHelper internet;
            internet.Install(nodes);
            Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
            target = InetSocketAddress(addresses.Assign(devices).GetAddress(1), 9);
            AdmissionHelper helper(control);
            helper.InstallSockets(nodes.Get(0), DataRate("64kbps"), DataRate("40kbps"), 5000);
            PacketSinkHelper helperOfSink("ns3::UdpSocketFactory", target);
            sink = helperOfSink.Install(nodes.Get(1)).Get(0)->GetObject<PacketSink>();
        }

        /// @return a socket of the first host
        Ptr<Socket> Make() const
        {
            return Socket::CreateSocket(nodes.Get(0), AdmissionSocketFactory::GetTypeId());
        }

        NodeContainer nodes;                                          //!< two
        Ptr<SumAdmission> control{CreateObject<SumAdmission>(100e3)}; //!< of their link
        Address target;                                               //!< of the sink
        Ptr<PacketSink> sink;                                         //!< on the second
    };

    void Succeeded(Ptr<Socket>)
    {
        ++m_succeeded;
    }

    void Failed(Ptr<Socket>)
    {
        ++m_failed;
    }

    void CheckCalls()
    {
        World world;
        std::vector<Ptr<Socket>> sockets;
        for (int i = 0; i < 3; ++i)
        {
            sockets.push_back(world.Make());
            sockets.back()->SetConnectCallback(MakeCallback(&AdmissionSocketTest::Succeeded, this),
                                               MakeCallback(&AdmissionSocketTest::Failed, this));
            sockets.back()->Bind();
            sockets.back()->TraceConnectWithoutContext(
                "Refused",
                Sink<const AdmissionRequest&>::Make([this](const AdmissionRequest& request) {
                    m_refused.push_back(request.tokenRate);
                }));
        }
        NS_TEST_EXPECT_MSG_EQ(sockets[0]->SendTo(Create<Packet>(10), 0, world.target),
                              -1,
                              "not yet");
        NS_TEST_EXPECT_MSG_EQ(sockets[0]->GetErrno(), Socket::ERROR_NOTCONN, "not yet");
        NS_TEST_EXPECT_MSG_EQ(sockets[0]->Connect(world.target), 0, "40 of 100 kb/s");
        NS_TEST_EXPECT_MSG_EQ(sockets[1]->Connect(world.target), 0, "80");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->Connect(world.target), -1, "120");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->GetErrno(), Socket::ERROR_AGAIN, "refused");
        NS_TEST_EXPECT_MSG_EQ(m_succeeded, 2, "callbacks");
        NS_TEST_EXPECT_MSG_EQ(m_failed, 1, "callbacks");
        NS_TEST_EXPECT_MSG_EQ(world.control->buckets, 10e3, "what they declare");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->Send(Create<Packet>(10)), -1, "refused");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->GetErrno(), Socket::ERROR_NOTCONN, "not connected");
        sockets[2]->SetAttribute("Refusal", StringValue("Send"));
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->Connect(world.target), 0, "refused, but connected");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->Send(Create<Packet>(10)), -1, "refused");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->GetErrno(), Socket::ERROR_AGAIN, "refused");
        NS_TEST_EXPECT_MSG_EQ(sockets[0]->Connect(world.target), 0, "again: no second call");
        NS_TEST_EXPECT_MSG_EQ(world.control->used, 80e3, "calls that are there");
        ScheduleCall(Seconds(0.5), [this, &sockets] {
            NS_TEST_EXPECT_MSG_EQ(sockets[0]->Send(Create<Packet>(10)), 10, "sent");
        });
        sockets[1]->Close();
        NS_TEST_EXPECT_MSG_EQ(world.control->used, 40e3, "a call has ended");
        sockets[1]->Close();
        NS_TEST_EXPECT_MSG_EQ(world.control->used, 40e3, "once");
        NS_TEST_EXPECT_MSG_EQ(sockets[2]->Connect(world.target), 0, "now it fits");
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<AdmissionSocket>(sockets[2])->IsAdmitted(), true, "so");
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(world.sink->GetTotalRx(), 10, "what was sent");
        Simulator::Destroy();
        sockets.clear();
        NS_TEST_EXPECT_MSG_EQ(world.control->used, 0, "the end of the simulation ends calls");
        NS_TEST_EXPECT_MSG_EQ(world.control->GetCounters().offered, 6, "calls");
        NS_TEST_EXPECT_MSG_EQ(world.control->GetCounters().rateRejected, 2, "calls");
        NS_TEST_ASSERT_MSG_EQ(m_refused.size(), 2, "both are reported");
        NS_TEST_EXPECT_MSG_EQ(m_refused[0], 40e3, "what was refused");
    }

    void CheckApplications()
    {
        World world;
        // OnOffApplication ends the simulation if it cannot connect
        world.nodes.Get(0)->GetObject<AdmissionSocketFactory>()->SetAttribute("Refusal",
                                                                              StringValue("Send"));
        OnOffHelper source("ns3::hsn::AdmissionSocketFactory", world.target);
        source.SetConstantRate(DataRate("40kbps"), 500); // a packet in 0.1 s
        for (int i = 0; i < 3; ++i)
        {
            auto apps = source.Install(world.nodes.Get(0));
            apps.Start(Seconds(1));
            apps.Stop(Seconds(2.05));
        }
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(world.sink->GetTotalRx(), 2 * 10 * 500, "two of three were admitted");
        NS_TEST_EXPECT_MSG_EQ(world.control->used, 0, "they have ended");
        Simulator::Destroy();
    }

    /// Two hosts with IPv6 and a control for 100 kb/s: two of three sockets are admitted.
    void CheckIpv6()
    {
        IdleLine line(true);
        const auto control = CreateObject<SumAdmission>(100e3);
        AdmissionHelper(control).InstallSockets(line.nodes.Get(0), DataRate("40kbps"));
        const auto sink = PacketSinkHelper("ns3::UdpSocketFactory",
                                           Inet6SocketAddress(Ipv6Address::GetAny(), line.PORT))
                              .Install(line.nodes.Get(1))
                              .Get(0)
                              ->GetObject<PacketSink>();
        std::vector<Ptr<Socket>> sockets;
        ScheduleCall(Seconds(5), [&] { // behind the duplicate address detection
            for (int i = 0; i < 3; ++i)
            {
                sockets.push_back(
                    Socket::CreateSocket(line.nodes.Get(0), AdmissionSocketFactory::GetTypeId()));
                sockets.back()->Bind6();
                const bool isAdmitted = i < 2;
                NS_TEST_EXPECT_MSG_EQ(sockets[i]->Connect(line.target),
                                      (isAdmitted ? 0 : -1),
                                      "IPv6, call " << i);
                NS_TEST_EXPECT_MSG_EQ(sockets[i]->Send(Create<Packet>(100)),
                                      (isAdmitted ? 100 : -1),
                                      "IPv6, call " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(sockets[2]->GetErrno(), Socket::ERROR_NOTCONN, "refused");
        });
        OnOffHelper source("ns3::hsn::AdmissionSocketFactory", line.target);
        source.SetConstantRate(DataRate("40kbps"), 500); // a packet in 0.1 s
        auto apps = source.Install(line.nodes.Get(0));
        ScheduleCall(Seconds(6), [&] { sockets[0]->Close(); });
        apps.Start(Seconds(7));
        apps.Stop(Seconds(8.05));
        Simulator::Stop(Seconds(9));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 2 * 100 + 10 * 500, "IPv6: what was admitted");
        NS_TEST_EXPECT_MSG_EQ(control->used, 40e3, "IPv6: one call is left");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().offered, 4, "IPv6: calls");
        Simulator::Destroy();
        sockets.clear();
        NS_TEST_EXPECT_MSG_EQ(control->used, 0, "IPv6: none is left");
    }

    void DoRun() override
    {
        CheckCalls();
        CheckApplications();
        CheckIpv6();
        World world;
        const auto other = CreateObject<SumAdmission>(1e6);
        AdmissionHelper(other).InstallSockets(world.nodes.Get(0), DataRate("1Mbps"));
        NS_TEST_EXPECT_MSG_EQ(world.Make()->Connect(world.target), 0, "of another control");
        NS_TEST_EXPECT_MSG_EQ(other->used, 1e6, "with another rate");
        Simulator::Destroy();
        const auto text = HsnAbortText([] {
            NodeContainer nodes(1);
            AdmissionHelper(CreateObject<AdmitAll>()).InstallSockets(nodes, DataRate("1Mbps"));
        });
        NS_TEST_EXPECT_MSG_NE(text.find("has no UDP"), std::string::npos, text);
    }

    int m_succeeded{0};            //!< connections
    int m_failed{0};               //!< connections
    std::vector<double> m_refused; //!< bit/s
};

/** @brief Connections with contracts. */
class AdmissionPvcTest : public TestCase
{
  public:
    AdmissionPvcTest()
        : TestCase("PVCs ask with their contracts")
    {
    }

  private:
    void DoRun() override
    {
        // 1000 cells/s, 250 cells/s, bursts of 41 cells: 1 + 40 (1 - 1/4) cells beyond the rate
        const auto vbr = AtmTrafficContract::Vbr(AtmTrafficContract::VBR_C,
                                                 MilliSeconds(1),
                                                 MilliSeconds(4),
                                                 41);
        const auto request = AdmissionHelper::MakeRequest(vbr);
        NS_TEST_EXPECT_MSG_EQ_TOL(request.peakRate, 424e3, 1e-6, "PCR");
        NS_TEST_EXPECT_MSG_EQ_TOL(request.tokenRate, 106e3, 1e-6, "SCR");
        NS_TEST_EXPECT_MSG_EQ_TOL(request.bucket, 31 * 424, 1e-6, "MBS");
        const auto cbr = AdmissionHelper::MakeRequest(AtmTrafficContract::Cbr(MilliSeconds(2)));
        NS_TEST_EXPECT_MSG_EQ_TOL(cbr.tokenRate, 212e3, 1e-6, "PCR");
        NS_TEST_EXPECT_MSG_EQ_TOL(cbr.bucket, 424, 1e-6, "a cell");

        NodeContainer nodes(3);
        AtmSwitchHelper().Install(nodes.Get(2));
        AtmHelper atm;
        const auto a = atm.Install(nodes.Get(0), nodes.Get(2)).Get(0);
        const auto b = atm.Install(nodes.Get(1), nodes.Get(2)).Get(0);
        const auto control = CreateObject<SumAdmission>(250e3);
        AdmissionHelper helper(control);
        AtmPvcOptions options;
        options.forward = vbr;
        const auto first = helper.ConnectPvc(atm, a, b, options);
        const auto second = helper.ConnectPvc(atm, a, b, options);
        NS_TEST_EXPECT_MSG_EQ(first.has_value() && second.has_value(), true, "106 and 212 kb/s");
        NS_TEST_EXPECT_MSG_EQ(helper.ConnectPvc(atm, a, b, options).has_value(), false, "318");
        AdmissionHelper::ReleasePvc(*first);
        NS_TEST_EXPECT_MSG_EQ_TOL(control->used, 106e3, 1e-6, "its share is free");
        NS_TEST_EXPECT_MSG_EQ_TOL(control->buckets, 31 * 424, 1e-6, "and its bucket");
        const auto twice = HsnAbortText([&] { AdmissionHelper::ReleasePvc(*first); });
        NS_TEST_EXPECT_MSG_NE(twice.find("PVC 0/32 is released twice"), std::string::npos, twice);
        const auto third = helper.ConnectPvc(atm, a, b, options);
        NS_TEST_ASSERT_MSG_EQ(third.has_value(), true, "212 kb/s again");
        NS_TEST_EXPECT_MSG_EQ(third->a->GetId().vci,
                              second->a->GetId().vci + 1,
                              "the refused one took no label");
        options.forward.reset();
        const auto text = HsnAbortText([&] { helper.ConnectPvc(atm, a, b, options); });
        NS_TEST_EXPECT_MSG_NE(text.find("needs a contract"), std::string::npos, text);
        const auto other = HsnAbortText([&] { AdmissionHelper::ReleasePvc(atm.ConnectPvc(a, b)); });
        NS_TEST_EXPECT_MSG_NE(other.find("must come from its ConnectPvc"),
                              std::string::npos,
                              other);
        NS_TEST_EXPECT_MSG_EQ_TOL(control->used, 212e3, 1e-6, "two are there");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(control->used, 0, 1e-6, "the end of the simulation ends both");
    }
};

static HsnTestRegistration g_socketTests("admission-socket",
                                         {new AdmissionSocketTest, new AdmissionPvcTest});
} // namespace
