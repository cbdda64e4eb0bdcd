// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * registerSoc, changeQoS and signalQoS of QoS-A's figure 2: what an application changes, and what
 * it is told. Rates, delays and shares follow by hand from what arrives.
 */
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-management-socket.h"
#include "ns3/mets-socket.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Management = MetsManagementSocket;

constexpr uint16_t MANAGED_FLOW = 7; //!< of all tests

/// Of the paper's Canyon: BL 336, E1 504, E1 and E2 1,016 cells/s.
MetsFlowSpec
MakeSpec()
{
    MetsFlowSpec spec;
    spec.layers = {MetsFlowSpec::Layer{2, 8000, 9000}, {6, 4000, 5000}, {16, 1500, 1600}};
    return spec;
}

/// Two hosts with METS on a link, a media socket and a management socket on each.
struct Managed
{
    Managed()
    {
        ends = mets.Install(CreateObject<Node>(), CreateObject<Node>());
        mets.Connect(ends.Get(0), ends.Get(1));
        for (uint32_t i = 0; i < 2; ++i)
        {
            media[i] = DynamicCast<MetsSocket>(
                Socket::CreateSocket(ends.Get(i)->GetNode(), MetsSocketFactory::GetTypeId()));
            management[i] = CreateObject<Management>();
            management[i]->SetSignal(Sink<uint16_t, Management::Signal, double>::Make(
                [this](uint16_t flow, Management::Signal signal, double metric) {
                    static const std::vector<std::string> names = {"late",
                                                                   "missed",
                                                                   "clear",
                                                                   "level",
                                                                   "rate",
                                                                   "delay",
                                                                   "jitter",
                                                                   "loss",
                                                                   "RATE",
                                                                   "DELAY",
                                                                   "JITTER",
                                                                   "LOSS"};
                    told += names[signal] + " " + std::to_string(std::lround(1000 * metric)) +
                            (flow == MANAGED_FLOW ? ", " : "of another flow, ");
                }));
        }
        media[0]->Connect(MetsHelper::GetPeer(ends.Get(0), ends.Get(1), MANAGED_FLOW));
        media[1]->Bind(MetsHelper::GetLocal(ends.Get(1), MANAGED_FLOW));
    }

    ~Managed()
    {
        management[0]->Dispose();
        management[1]->Dispose();
        Simulator::Destroy();
    }

    /// A packet of 500 octets arrives. @param number of it @param delay since its emission
    void Arrive(uint32_t number, Time delay) const
    {
        MetsHeader header;
        header.SetType(METS_BL, false, true);
        header.SetFlow(MANAGED_FLOW);
        header.SetSequence(number);
        header.SetTimestamp((Simulator::Now() - delay).GetMicroSeconds());
        const auto packet = Create<Packet>(500);
        packet->AddHeader(header);
        mets.GetHost(ends.Get(1))->Receive(packet, false);
    }

    /// @param seconds to run @return what was told meanwhile
    std::string Run(double seconds)
    {
        told.clear();
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
        return told;
    }

    MetsHelper mets;               //!< made the hosts
    NetDeviceContainer ends;       //!< adapters
    Ptr<MetsSocket> media[2];      //!< sends, receives
    Ptr<Management> management[2]; //!< of both
    std::string told;              //!< signals, metrics in thousandths
};

/// A sender, the levels that it is granted, and what its application wants done.
class ManagedSenderTest : public TestCase
{
  public:
    ManagedSenderTest()
        : TestCase("METS changeQoS: a sender follows levels by policy, maintenance and adaptation")
    {
    }

  private:
    /// A RES for a level comes; the source grants it. @param adapter at the source @param level
    static void Ask(Ptr<MetsAdapter> adapter, uint32_t level)
    {
        const auto message = Create<Packet>();
        message->AddHeader(QosMessageHeader::MakeRes(MANAGED_FLOW, 1, QosLevelPair::Of(level)));
        adapter->ReceiveRes(0, message);
    }

    void DoRun() override
    {
        Managed m;
        auto& management = *m.management[0];
        NS_TEST_EXPECT_MSG_EQ(management.RegisterSocket(m.media[0]), MANAGED_FLOW, "its flow");
        const auto adapter = CreateObject<MetsAdapter>();
        adapter->SetAttribute("Role", StringValue("Source"));
        adapter->AddLink(3000);
        adapter->Join(MANAGED_FLOW, 0, {336, 504, 1016});
        adapter->Join(8, 0, {1000, 0, 0});
        management.SetAdapter(adapter, 0);
        const auto& media = *m.media[0];

        Ask(adapter, 1);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 1, "maintained");
        NS_TEST_EXPECT_MSG_EQ(m.told, "", "silently");
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, METS_MONITOR).IsAck(), true, "");
        Ask(adapter, 2);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 2, "maintained");
        NS_TEST_EXPECT_MSG_EQ(m.told, "level 2000, ", "and told");
        management.ChangeQos(MANAGED_FLOW, METS_SIGNAL);
        Ask(adapter, 0);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 2, "left to the application");
        NS_TEST_EXPECT_MSG_EQ(m.told, "level 2000, level 0, ", "which is told");

        management.ChangeQos(MANAGED_FLOW, METS_MAINT);
        MetsQosPolicy policy;
        policy.maxLayer = METS_E1;
        policy.onDegrade = MetsQosPolicy::DEGRADE_NOTIFY_ONLY;
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, policy).IsAck(), true, "");
        m.told.clear();
        Ask(adapter, 2);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 1, "no more than the policy wants");
        Ask(adapter, 0);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 1, "left to the application");
        NS_TEST_EXPECT_MSG_EQ(m.told, "level 0, ", "which is told");
        policy = MetsQosPolicy();
        policy.onImprove = MetsQosPolicy::IMPROVE_NOTIFY_ONLY;
        management.ChangeQos(MANAGED_FLOW, policy);
        Ask(adapter, 2);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 0, "left to the application");
        NS_TEST_EXPECT_MSG_EQ(m.told, "level 0, level 2000, ", "which is told");

        // continuous: the share of BL and E1 is 840 of 1,352
        const auto filter = CreateObject<LowPassFilter>();
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, METS_CONTINUOUS).reason,
                              "continuous adaptation needs a LowPassFilter",
                              "");
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, filter).IsAck(), true, "");
        const auto lacks = management.ChangeQos(MANAGED_FLOW, METS_CONTINUOUS).reason;
        NS_TEST_EXPECT_MSG_NE(lacks.find("needs a flow specification"), std::string::npos, lacks);
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, MakeSpec()).IsAck(), true, "");
        management.ChangeQos(MANAGED_FLOW, MetsQosPolicy());
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, METS_CONTINUOUS).IsAck(),
                              true,
                              "");
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, Ptr<LowPassFilter>()).IsAck(),
                              false,
                              "is needed");
        Ask(adapter, 1);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 2, "all layers are sent");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter->GetShare(), 840.0 / 1352, 1e-12, "of all pictures less");
        management.ChangeQos(MANAGED_FLOW, METS_DISCRETE);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 1, "layers again");
        NS_TEST_EXPECT_MSG_EQ(filter->GetShare(), 1, "nothing is cut");
        management.ChangeQos(MANAGED_FLOW, METS_CONTINUOUS); // the level granted stays 1
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 2, "all layers are sent at once");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter->GetShare(), 840.0 / 1352, 1e-12, "less of them at once");
        management.ChangeQos(MANAGED_FLOW, METS_DISCRETE);
        NS_TEST_EXPECT_MSG_EQ(media.GetLevel(), 1, "layers again");
        NS_TEST_EXPECT_MSG_EQ(filter->GetShare(), 1, "nothing is cut");

        // renegotiation: 1,000 are the other flow's
        auto spec = MakeSpec();
        spec.layers[0].frameRate = 12; // 2,016 cells/s
        const auto nak = management.ChangeQos(MANAGED_FLOW, spec).reason;
        NS_TEST_EXPECT_MSG_NE(nak.find("base layer of 2016 cells/s"), std::string::npos, nak);
        NS_TEST_EXPECT_MSG_EQ(media.GetFlowSpec().layers[0].frameRate, 2, "as before");
        spec.layers[0].frameRate = 11; // 1,848
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, spec).IsAck(), true, "fits");
        NS_TEST_EXPECT_MSG_EQ(media.GetFlowSpec().layers[0].frameRate, 11, "");
        Ask(adapter, 2);
        NS_TEST_EXPECT_MSG_EQ(adapter->GetLevel(MANAGED_FLOW), 0, "152 are left for enhancements");
        spec.loss = 2;
        NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, spec).reason,
                              "loss 2: must be 0 to 1",
                              "");
    }
};

/// A receiver that is measured.
class ManagedReceiverTest : public TestCase
{
  public:
    ManagedReceiverTest()
        : TestCase(
              "METS signalQoS: rate, delay, jitter and loss of intervals, alarms, late packets")
    {
    }

  private:
    void DoRun() override
    {
        Managed m;
        auto& management = *m.management[1];
        NS_TEST_EXPECT_MSG_EQ(management.RegisterSocket(m.media[1]), MANAGED_FLOW, "its flow");
        NS_TEST_EXPECT_MSG_EQ(m.Run(1), "", "nobody has asked");
        management.ChangeQos(MANAGED_FLOW, METS_MONITOR);
        // delays 10, 30, 10 ms; number 2 is lost
        const std::vector<uint32_t> numbers = {0, 1, 3};
        for (uint32_t i = 0; i < 3; ++i)
        {
            ScheduleCall(Seconds(0.1 * (1 + i)), [&m, &numbers, i] {
                m.Arrive(numbers[i], MilliSeconds(i == 1 ? 30 : 10));
            });
        }
        NS_TEST_EXPECT_MSG_EQ(m.Run(1.05),
                              "rate 1500000, delay 17, jitter 20, loss 250, ",
                              "of a second");
        NS_TEST_EXPECT_MSG_EQ(m.Run(1), "rate 0, ", "of one without packets");
        management.ChangeQos(MANAGED_FLOW, METS_MAINT);
        NS_TEST_EXPECT_MSG_EQ(m.Run(2), "", "silent again");

        for (const auto metric : {Management::RATE, Management::DELAY, Management::LOSS})
        {
            const double threshold = metric == Management::RATE ? 500 : 0.02;
            NS_TEST_EXPECT_MSG_EQ(management.ChangeQos(MANAGED_FLOW, metric, threshold).IsAck(),
                                  true,
                                  "");
        }
        for (uint32_t i = 0; i < 5; ++i) // delays of 15, 20, 25, 30, 15 ms, one in an interval
        {
            ScheduleCall(Seconds(0.5 + i),
                         [&m, i] { m.Arrive(4 + i, MilliSeconds(i == 4 ? 15 : 15 + 5 * i)); });
        }
        NS_TEST_EXPECT_MSG_EQ(m.Run(6.1),
                              "DELAY 25, RATE 0, ",
                              "once when it is exceeded; 500 octets/s are not below");
        NS_TEST_EXPECT_MSG_EQ(management.GetSignals(Management::DELAY_ALARM), 1, "");
        ScheduleCall(Seconds(0), [&m] { m.Arrive(11, MilliSeconds(21)); });
        NS_TEST_EXPECT_MSG_EQ(m.Run(1), "DELAY 21, LOSS 667, ", "again, and 2 of 3 are lost");
        management.ChangeQos(MANAGED_FLOW, Management::DELAY, 0.015);
        ScheduleCall(Seconds(0), [&m] { m.Arrive(12, MilliSeconds(18)); });
        NS_TEST_EXPECT_MSG_EQ(m.Run(1), "DELAY 18, ", "a new threshold, which is exceeded");

        // a filter that plays 20.8 ms after the first delay
        NS_TEST_EXPECT_MSG_EQ(
            management.ChangeQos(MANAGED_FLOW, CreateObject<JitterFilter>()).IsAck(),
            true,
            "");
        m.told.clear();
        m.Arrive(13, MilliSeconds(10));
        m.Arrive(14, MilliSeconds(40)); // P is 30.8 ms
        NS_TEST_EXPECT_MSG_EQ(m.told, "late 9, ", "late by 9.2 ms");
        NS_TEST_EXPECT_MSG_EQ(m.Run(1), "LOSS 500, ", "one of two is late: of no use");
        management.Dispose();
        NS_TEST_EXPECT_MSG_EQ(m.Run(3), "", "forgotten");
    }
};

/// What is refused.
class ManagedRefusalTest : public TestCase
{
  public:
    ManagedRefusalTest()
        : TestCase("METS changeQoS: what is answered by Nak")
    {
    }

  private:
    void DoRun() override
    {
        Managed m;
        const auto& sends = m.management[0];
        const auto& receives = m.management[1];
        sends->RegisterSocket(m.media[0]);
        receives->RegisterSocket(m.media[1]);
        sends->Register(3, nullptr, nullptr);
        const auto nak = [this](const MetsAnswer& answer, const std::string& part) {
            NS_TEST_EXPECT_MSG_EQ(answer.IsAck(), false, part);
            NS_TEST_EXPECT_MSG_NE(answer.reason.find(part), std::string::npos, answer.reason);
        };
        const std::string none = "no media socket is registered";
        for (const uint16_t flow : {3, 9})
        {
            nak(sends->ChangeQos(flow, MakeSpec()), none);
            nak(sends->ChangeQos(flow, MetsQosPolicy()), none);
            nak(sends->ChangeQos(flow, METS_MONITOR), none);
            nak(sends->ChangeQos(flow, METS_DISCRETE), none);
            nak(sends->ChangeQos(flow, CreateObject<JitterFilter>()), none);
            nak(sends->ChangeQos(flow, CreateObject<LowPassFilter>()), none);
            nak(sends->ChangeQos(flow, Management::LOSS, 0.1), none);
        }
        nak(sends->ChangeQos(MANAGED_FLOW, CreateObject<JitterFilter>()), "receivers have filters");
        nak(sends->ChangeQos(MANAGED_FLOW, Management::LOSS, 0.1), "receivers are measured");
        nak(receives->ChangeQos(MANAGED_FLOW, CreateObject<LowPassFilter>()), "senders adapt");
        nak(receives->ChangeQos(MANAGED_FLOW, METS_CONTINUOUS), "senders adapt");
        nak(receives->ChangeQos(MANAGED_FLOW, Management::LATE, 1), "must be 4 (rate) to 7 (loss)");
        nak(receives->ChangeQos(MANAGED_FLOW, Management::LOSS, -1), "threshold -1 of an alarm");
        MetsQosPolicy policy;
        policy.maxLayer = METS_NONE;
        nak(receives->ChangeQos(MANAGED_FLOW, policy), "maxLayer none: must be BL to E2");
        const auto adapter = CreateObject<MetsAdapter>();
        adapter->AddLink(1000);
        sends->SetAdapter(adapter, 0);
        nak(sends->ChangeQos(MANAGED_FLOW, MetsQosPolicy()), "link 0 does not carry flow 7");
        const auto unbound = HsnAbortText([] {
            Managed one;
            one.management[0]->RegisterSocket(DynamicCast<MetsSocket>(
                Socket::CreateSocket(one.ends.Get(0)->GetNode(), MetsSocketFactory::GetTypeId())));
        });
        NS_TEST_EXPECT_MSG_NE(unbound.find("neither connected nor bound"),
                              std::string::npos,
                              unbound);
    }
};

HsnTestRegistration g_metsManagementTests("mets-management",
                                          {new ManagedSenderTest,
                                           new ManagedReceiverTest,
                                           new ManagedRefusalTest});
} // namespace
