// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A farm of FRM whose receivers share lossy links, against nodes with sockets on the same tree.
 */
#include "outcome-samples.h"
#include "shared-tree.h"
#include "tree-world.h"

#include "ns3/frm-farm.h"
#include "ns3/frm-helper.h"
#include "ns3/frm-host.h"

#include <cmath>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Packets of the stream.
constexpr uint32_t PACKETS = 100;

/** @brief Counts what a sender does from the beginning of its rounds until all is released. */
class Counter
{
  public:
    /// @param sender the sender
    explicit Counter(Ptr<FrmSender> sender)
        : m_sender(sender)
    {
        sender->SetAttribute("InitTries", UintegerValue(20));
        sender->SetAttribute("InitWait", TimeValue(MilliSeconds(100)));
        sender->SetAttribute("InitialRtt", TimeValue(MilliSeconds(60)));
        sender->SetAttribute("HandshakeTries", UintegerValue(60));
        sender->SetAttribute("HandshakeGrowth", DoubleValue(1));
        sender->TraceConnectWithoutContext("Sync", Sink<uint32_t>::Make([this](uint32_t) {
                                               m_begun =
                                                   m_begun.IsZero() ? Simulator::Now() : m_begun;
                                           }));
        sender->TraceConnectWithoutContext("Release", Sink<uint32_t>::Make([this](uint32_t base) {
                                               if (base == PACKETS && m_outcome.empty())
                                               {
                                                   Take();
                                               }
                                           }));
    }

    /// @return what it has done; empty if not all was released
    const Outcome& Get() const
    {
        return m_outcome;
    }

  private:
    /// All is released.
    void Take()
    {
        const auto& counters = m_sender->GetCounters();
        m_outcome = {{"time", (Simulator::Now() - m_begun).GetSeconds()},
                     {"rounds", static_cast<double>(counters.rounds)},
                     {"releases", static_cast<double>(counters.releases)},
                     {"handshakes", static_cast<double>(counters.handshakes)},
                     {"bursts", static_cast<double>(counters.bursts)},
                     {"retransmissions", static_cast<double>(counters.retransmissions)},
                     {"echoes", static_cast<double>(counters.echoes)},
                     {"listed", m_sender->GetListed()}};
    }

    Ptr<FrmSender> m_sender; //!< under test
    Time m_begun;            //!< first control message
    Outcome m_outcome;       //!< at the end
};

/** @brief A sender and a farm. */
class FarmRun : public FrmSender::User
{
  public:
    /// @param shared tree @param isShared whether the farm has it, else receivers lose as much by
    /// themselves @param stream of all that is random
    FarmRun(const SharedTree& shared, bool isShared, int64_t stream)
    {
        m_host->SetAttribute("Unit", TimeValue(Time(0)));
        m_host->SetAttribute("UserTime", TimeValue(Time(0)));
        m_farm->SetAttribute("Rate", DoubleValue(1e12));
        m_farm->SetUser(
            m_host,
            [](uint32_t, uint32_t, Time) {},
            [this](const FrmPdu& pdu) { m_sender->Receive(pdu); });
        for (std::size_t i = 0; i < shared.delays.size(); ++i)
        {
            FrmFarm::Member member;
            member.delay = shared.delays[i];
            member.loss = isShared ? 0 : shared.losses[i];
            m_farm->Add(member);
            m_sender->AddReceiver(i + 1, member.settings.buffer);
        }
        m_farm->AssignStreams(stream);
        if (isShared)
        {
            m_farm->SetTree(shared.tree, true, stream + 300);
        }
        m_sender->SetUser(*this, nullptr, 1);
        m_sender->Begin();
        Fill();
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
    }

    ~FarmRun() override
    {
        m_sender->Dispose();
        m_farm->Dispose();
        m_host->Dispose();
        Simulator::Destroy();
    }

    /// @return what it has come to
    const Outcome& Get() const
    {
        return m_counter.Get();
    }

  private:
    void Transmit(const FrmPdu& pdu, Ptr<const Packet> /* packet */) override
    {
        m_farm->Send(pdu, pdu.type == FRM_DATA ? 1000 : 0);
    }

    void Fill() override
    {
        while (m_submitted < PACKETS && m_sender->CanSubmit())
        {
            ++m_submitted;
            m_sender->Submit(nullptr, 1000);
        }
        if (m_submitted == PACKETS)
        {
            m_sender->Finish();
        }
    }

    bool IsWaiting() const override
    {
        return m_submitted < PACKETS;
    }

    void NotifyOpened() override
    {
    }

    void NotifyReleased(uint32_t /* bytes */) override
    {
    }

    void NotifyEnded(FrmReason /* reason */) override
    {
    }

    Ptr<FrmSender> m_sender{CreateObject<FrmSender>()}; //!< algorithm
    Counter m_counter{m_sender};                        //!< of it
    Ptr<FrmHost> m_host{CreateObject<FrmHost>()};       //!< costs nothing
    Ptr<FrmFarm> m_farm{CreateObject<FrmFarm>()};       //!< receivers
    uint32_t m_submitted{0};                            //!< packets
};

/** @brief The two forms. */
class FrmFarmTreeTest : public OutcomeTest
{
  public:
    FrmFarmTreeTest()
        : OutcomeTest(
              "50 receivers of FRM that share lossy links: a farm agrees with nodes; mistakes")
    {
    }

  private:
    void DoRun() override
    {
        const SharedTree shared(0.2);
        OutcomeSamples nodes;
        OutcomeSamples farms;
        OutcomeSamples alone;
        for (uint32_t seed = 0; seed < 20; ++seed)
        {
            nodes.Add(RunNodes(shared, 1000 * seed));
        }
        for (uint32_t seed = 0; seed < 80; ++seed)
        {
            farms.Add(FarmRun(shared, true, 1000000 + 1000 * seed).Get());
            if (seed < 40)
            {
                alone.Add(FarmRun(shared, false, 1000000 + 1000 * seed).Get());
            }
        }
        NS_TEST_ASSERT_MSG_EQ(nodes.GetNames().size(), 8, "all was released");
        Compare(farms, nodes, {"time"});
        NS_TEST_EXPECT_MSG_GT(alone.GetMean("bursts") - nodes.GetMean("bursts"),
                              5 * alone.GetError(nodes, "bursts"),
                              "without shared links");

        const auto farm = CreateObject<FrmFarm>();
        FrmFarm::Member member;
        farm->Add(member);
        farm->SetUser(
            CreateObject<FrmHost>(),
            [](uint32_t, uint32_t, Time) {},
            nullptr);
        FrmPdu data;
        data.type = FRM_DATA;
        farm->Send(data, 1000);
        NS_TEST_EXPECT_MSG_EQ(farm->GetRseq(0), 1, "nothing is lost, whatever the streams are");
        NS_TEST_EXPECT_MSG_EQ(farm->SetTree(shared.tree, true, 1),
                              "tree of 50 receivers: must have 1, those of the farm, and at least "
                              "1",
                              "");
        NS_TEST_EXPECT_MSG_EQ(farm->SetTree(MulticastTree::MakeStar(1, 0.1), true, 1), "", "");
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member),
                              "receiver 1: must be below 1, the receivers of the tree",
                              "");
        farm->Dispose();
        CheckEchoes();
    }

    /// An invitation to answer and its echo get through if neither the tree nor the receiver loses
    /// them.
    void CheckEchoes()
    {
        const auto farm = CreateObject<FrmFarm>();
        uint32_t echoes = 0;
        farm->SetUser(
            CreateObject<FrmHost>(),
            [](uint32_t, uint32_t, Time) {},
            [&echoes](const FrmPdu&) { ++echoes; });
        FrmFarm::Member member;
        member.loss = 0.3;
        for (uint32_t i = 0; i < 10; ++i)
        {
            farm->Add(member);
        }
        farm->AssignStreams(1);
        farm->SetTree(MulticastTree::MakeStar(10, 0.5), true, 100);
        FrmPdu control;
        control.type = FRM_CNTL;
        for (uint32_t i = 0; i < 400; ++i)
        {
            farm->Send(control, 0);
        }
        Simulator::Run();
        Simulator::Destroy();
        farm->Dispose();
        const double share = 0.7 * 0.5 * 0.7 * 0.5;
        NS_TEST_EXPECT_MSG_EQ_TOL(echoes,
                                  4000 * share,
                                  4 * std::sqrt(4000 * share * (1 - share)),
                                  "echoes");
    }

    /// @param shared tree @param stream of all that is random @return what a stream came to
    static Outcome RunNodes(const SharedTree& shared, int64_t stream)
    {
        TreeWorld<FrmSocket, FrmHelper> world(shared.tree,
                                              shared.GetLinks(stream),
                                              "ns3::hsn::FrmSocketFactory");
        const Counter counter(world.socket->GetSender());
        world.Run(1000 * PACKETS);
        return counter.Get();
    }
};

HsnTestRegistration g_frmFarmTreeTests("frm-farm-tree", {new FrmFarmTreeTest});
} // namespace
} // namespace hsn
} // namespace ns3
