// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A farm whose receivers share lossy links, against nodes with sockets on the same tree.
 */
#include "rmtp-farm-world.h"
#include "shared-tree.h"
#include "tree-world.h"

#include "ns3/boolean.h"
#include "ns3/rmtp-helper.h"
#include "ns3/rmtp-loss.h"

#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Packets of the message.
constexpr uint32_t TREE_PACKETS = 100;
/// Bytes of it.
constexpr uint32_t TREE_BYTES = TREE_PACKETS * 1024;

/// @param server gets its settings
void
SetUpTree(RmtpServer& server)
{
    server.SetAttribute("Rate", DoubleValue(8e6)); // a packet each ms
    server.SetAttribute("MaxPoll", UintegerValue(30));
    server.SetAttribute("MaxConnRetry", UintegerValue(30));
}

/// Counts what the second round sends again. @param server of it @param packets gets their number
void
WatchRounds(RmtpServer& server, double& packets)
{
    server.TraceConnectWithoutContext(
        "Round",
        Sink<uint32_t, uint32_t, uint32_t>::Make(
            [&packets](uint32_t round, uint32_t number, uint32_t /* receivers */) {
                packets = round == 1 ? number : packets;
            }));
}

/** @brief The two forms. */
class RmtpFarmTreeTest : public OutcomeTest
{
  public:
    RmtpFarmTreeTest()
        : OutcomeTest("50 receivers that share lossy links: a farm agrees with nodes and sockets")
    {
    }

  private:
    void DoRun() override
    {
        const SharedTree shared(1);
        OutcomeSamples nodes;
        OutcomeSamples farms;
        OutcomeSamples alone;
        for (uint32_t seed = 0; seed < 40; ++seed)
        {
            nodes.Add(RunNodes(shared, 1000 * seed));
        }
        for (uint32_t seed = 0; seed < 160; ++seed)
        {
            farms.Add(RunFarm(shared, true, 1000000 + 1000 * seed));
            alone.Add(RunFarm(shared, false, 1000000 + 1000 * seed));
        }
        Compare(farms, nodes);
        // losses as frequent, but of each receiver by itself, need many more packets
        for (const std::string name : {"DATA", "M_1"})
        {
            NS_TEST_EXPECT_MSG_GT(alone.GetMean(name) - nodes.GetMean(name),
                                  10 * alone.GetError(nodes, name),
                                  name << " without shared links");
        }
    }

    /// @param shared tree @param stream of all that is random @return what a transfer came to
    static Outcome RunNodes(const SharedTree& shared, int64_t stream)
    {
        auto links = shared.GetLinks(stream);
        links.SetExposed(&RmtpLoss::IsExposed);
        TreeWorld<RmtpSocket, RmtpHelper> world(shared.tree, links, "ns3::hsn::RmtpSocketFactory");
        const auto server = world.socket->GetServer();
        SetUpTree(*server);
        double again = 0;
        WatchRounds(*server, again);
        Time ended;
        server->TraceConnectWithoutContext("Complete", Sink<uint32_t>::Make([&ended](uint32_t) {
                                               ended = Simulator::Now();
                                           }));
        world.Run(TREE_BYTES);
        auto outcome = GetRmtpOutcome(*server, ended);
        outcome["M_1"] = again;
        return outcome;
    }

    /// @param shared tree @param isShared whether the farm has it, else receivers lose as much by
    /// themselves @param stream of all that is random @return what a transfer came to
    static Outcome RunFarm(const SharedTree& shared, bool isShared, int64_t stream)
    {
        RmtpFarmWorld world;
        SetUpTree(*world.server);
        double again = 0;
        WatchRounds(*world.server, again);
        for (std::size_t i = 0; i < shared.delays.size(); ++i)
        {
            RmtpFarm::Member member;
            member.delay = shared.delays[i];
            member.loss = isShared ? 0 : shared.losses[i];
            member.answerLoss = isShared ? 0 : shared.losses[i];
            world.farm->Add(member);
        }
        world.farm->AssignStreams(stream);
        if (isShared)
        {
            world.farm->SetTree(shared.tree, true, stream + 100);
        }
        Time ended;
        world.server->TraceConnectWithoutContext(
            "Complete",
            Sink<uint32_t>::Make([&ended](uint32_t) { ended = Simulator::Now(); }));
        world.Go(TREE_BYTES);
        auto outcome = GetRmtpOutcome(*world.server, ended);
        outcome["M_1"] = again;
        return outcome;
    }
};

/** @brief Losses of a farm's receivers of each kind, packet by packet, and mistakes. */
class RmtpFarmSharedTest : public TestCase
{
  public:
    RmtpFarmSharedTest()
        : TestCase("A farm on a tree: receivers of each kind lose what the links lose; mistakes")
    {
    }

  private:
    static constexpr int DELAY = 4;     //!< to a receiver, one way, ms
    static constexpr int TIMEOUT = 150; //!< DataTimeout, ms

    /// Kinds of receivers.
    enum Kind
    {
        PLAIN,
        PROCESS, //!< of a workstation
        FATEFUL  //!< leaves when all is over
    };

    /// What a round has come to.
    struct Found
    {
        std::vector<uint32_t> lacking;        //!< packets, by receiver
        std::map<uint32_t, uint32_t> reports; //!< of the first half, from who has its ends
        /// When answers come, ms after the first packet of a round, by round and receiver.
        std::array<std::map<uint32_t, double>, 2> answers;
        std::map<uint32_t, double> reported; //!< the same of reports
    };

    void DoRun() override
    {
        const SharedTree shared(2);
        const Found expected = GetExpected(shared.tree);
        NS_TEST_EXPECT_MSG_GT(expected.reports.size(), 10, "who reports");
        for (const Kind kind : {PLAIN, PROCESS, FATEFUL})
        {
            const Found found = Run(shared.tree, kind, 0);
            NS_TEST_EXPECT_MSG_EQ((found.lacking == expected.lacking), true, "losses, " << kind);
            NS_TEST_EXPECT_MSG_EQ((found.reports == expected.reports), true, "reports, " << kind);
            for (const uint32_t round : {0, 1})
            {
                NS_TEST_EXPECT_MSG_EQ(found.answers[round].size(),
                                      expected.answers[round].size(),
                                      "who answers in round " << round);
                for (const auto& [receiver, time] : expected.answers[round])
                {
                    const auto one = found.answers[round].find(receiver);
                    const double seen = one == found.answers[round].end() ? -1 : one->second;
                    NS_TEST_EXPECT_MSG_EQ_TOL(seen, time, 0.01, receiver << ", kind " << kind);
                }
            }
            for (const auto& [receiver, time] : found.reported)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(time,
                                          1.024 * (TREE_PACKETS / 2.0 - 1) + 2 * DELAY,
                                          0.01,
                                          "report of receiver " << receiver << ", " << kind);
            }
            // the first hundred report
            const Found large = Run(MulticastTree::MakeStar(130, 0), kind, 0);
            NS_TEST_EXPECT_MSG_EQ(large.reports.size(), 100, "who reports, " << kind);
        }
        // own losses come on top, and a receiver more changes nothing for the others
        const auto both = Run(shared.tree, PLAIN, 0.1).lacking;
        auto larger = shared.tree;
        larger.Add(3, 0.5);
        auto more = Run(larger, PLAIN, 0.1).lacking;
        more.pop_back();
        NS_TEST_EXPECT_MSG_EQ((more == both), true, "one more");
        double sum = 0;
        double mean = 0;
        for (std::size_t i = 0; i < both.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_GT(both[i], expected.lacking[i], "own losses, receiver " << i);
            sum += both[i] - expected.lacking[i];
            mean += 0.1 * (TREE_PACKETS - expected.lacking[i]);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sum, mean, 4 * std::sqrt(0.9 * mean), "own losses");
        CheckAnswers();
        CheckMistakes(shared.tree);
    }

    /// An answer gets through if neither the tree nor the receiver loses it.
    void CheckAnswers()
    {
        RmtpFarmWorld world;
        SetUpTree(*world.server);
        RmtpFarm::Member member;
        member.answerLoss = 0.3;
        for (uint32_t i = 0; i < 1000; ++i)
        {
            world.farm->Add(member);
        }
        world.farm->AssignStreams(1);
        world.farm->SetTree(MulticastTree::MakeStar(1000, 0.5), true, 5000);
        world.server->Start(1000, TREE_BYTES);
        Simulator::Stop(Seconds(3)); // CONN, and once more to each who was not heard
        Simulator::Run();
        const auto& counters = world.farm->GetCounters();
        const auto answers = static_cast<double>(counters.answers);
        NS_TEST_EXPECT_MSG_GT(answers, 1500, "asked again");
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(counters.lostAnswers) / answers,
                                  1 - 0.7 * 0.5,
                                  4 * std::sqrt(0.65 * 0.35 / answers),
                                  "lost");
    }

    /// @param tree a tree @return what follows from the losses of MulticastLossTree alone
    static Found GetExpected(const MulticastTree& tree)
    {
        MulticastLossTree links(tree);
        links.AssignStreams(70);
        std::map<uint32_t, std::set<uint32_t>> lost;  // packets, by node
        std::map<uint32_t, std::set<uint32_t>> again; // the same in the second round
        std::set<uint32_t> needed;                    // there
        const auto send = [&links](uint32_t packet, auto& losses) {
            for (const auto& loss : links.Send())
            {
                for (uint32_t place = loss.first; place < loss.end; ++place)
                {
                    losses[links.GetReceivers()[place]].insert(packet);
                }
            }
        };
        for (uint32_t packet = 0; packet < TREE_PACKETS; ++packet)
        {
            send(packet, lost);
        }
        for (const auto& [node, packets] : lost)
        {
            needed.insert(packets.begin(), packets.end());
        }
        for (uint32_t place = 0; place < needed.size(); ++place)
        {
            send(place, again);
        }
        Found expected;
        for (const uint32_t node : tree.GetReceivers())
        {
            const auto receiver = static_cast<uint32_t>(expected.lacking.size());
            const auto& packets = lost[node];
            expected.lacking.push_back(static_cast<uint32_t>(packets.size()));
            if (packets.count(0) == 0 && packets.count(TREE_PACKETS / 2 - 1) == 0)
            {
                const auto end = packets.lower_bound(TREE_PACKETS / 2);
                expected.reports[receiver] =
                    TREE_PACKETS / 2 - static_cast<uint32_t>(std::distance(packets.begin(), end));
            }
            expected.answers[0][receiver] = GetAnswer(packets, TREE_PACKETS);
            if (!packets.empty())
            {
                expected.answers[1][receiver] =
                    GetAnswer(again[node], static_cast<uint32_t>(needed.size()));
            }
        }
        return expected;
    }

    /// @param lost places of packets in a round that do not come @param packets of the round
    /// @return when the answer comes, ms after the first packet: who lacks the last one waits
    static double GetAnswer(const std::set<uint32_t>& lost, uint32_t packets)
    {
        uint32_t last = packets - 1;
        while (lost.count(last) > 0)
        {
            --last;
        }
        return 1.024 * last + 2 * DELAY + (last == packets - 1 ? 0 : TIMEOUT);
    }

    /// @param tree of the farm @param kind of its receivers @param loss of each by itself
    /// @return what a round has come to
    static Found Run(const MulticastTree& tree, Kind kind, double loss)
    {
        RmtpFarmWorld world;
        SetUpTree(*world.server);
        world.server->SetAttribute("RateControl", BooleanValue(true));
        world.server->SetAttribute("MonitorPackets", UintegerValue(TREE_PACKETS / 2));
        world.server->SetAttribute("Decrease", DoubleValue(1)); // reports change nothing
        Found found;
        double begin = 0;
        uint32_t round = 0;
        world.server->TraceConnectWithoutContext(
            "Round",
            Sink<uint32_t, uint32_t, uint32_t>::Make([&](uint32_t number, uint32_t, uint32_t) {
                begin = 1000 * Simulator::Now().GetSeconds();
                round = number;
            }));
        world.farm->SetUser(
            [&](uint32_t i, const RmtpPdu& pdu) {
                if (pdu.type == RMTP_REPORT)
                {
                    found.reports[i] = pdu.count;
                    found.reported[i] = 1000 * Simulator::Now().GetSeconds() - begin;
                }
                else if (pdu.type == RMTP_ACK || pdu.type == RMTP_NACK)
                {
                    found.answers[round][i] = 1000 * Simulator::Now().GetSeconds() - begin;
                }
                world.server->Receive(i, pdu);
            },
            RMTP_PAPER);
        world.farm->SetAttribute("DataTimeout", TimeValue(MilliSeconds(TIMEOUT)));
        RmtpFarm::Member member;
        member.delay = MilliSeconds(DELAY);
        member.loss = loss;
        if (kind == PROCESS)
        {
            member.host = world.farm->AddHost({});
        }
        if (kind == FATEFUL)
        {
            member.fate.leaves = Seconds(1000);
        }
        const std::size_t receivers = tree.GetReceivers().size();
        for (std::size_t i = 0; i < receivers; ++i)
        {
            world.farm->Add(member);
        }
        world.farm->AssignStreams(1000);
        world.farm->SetTree(tree, false, 70);
        world.server->Start(static_cast<uint32_t>(receivers), TREE_BYTES);
        Simulator::Stop(Seconds(0.751 + 0.103 + 0.3)); // CONN and its wait, DATA, answers
        Simulator::Run();
        for (uint32_t i = 0; i < receivers; ++i)
        {
            found.lacking.push_back(world.farm->GetLacking(i));
        }
        Simulator::Stop(Seconds(0.85)); // the rest of the wait, and the second round
        Simulator::Run();
        return found;
    }

    /// @param tree of 50 receivers
    void CheckMistakes(const MulticastTree& tree)
    {
        const auto farm = CreateObject<RmtpFarm>();
        RmtpFarm::Member member;
        NS_TEST_EXPECT_MSG_EQ(farm->SetTree(tree, false, 1),
                              "tree of 50 receivers: must have 0, those of the farm, and at least "
                              "1",
                              "nobody is there");
        const uint32_t host = farm->AddHost({});
        member.delay = MilliSeconds(-1);
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member), "delay -0.001000 s: must be at least 0 s", "");
        member.delay = MilliSeconds(1);
        member.host = host;
        member.fate.leaves = Seconds(1);
        NS_TEST_EXPECT_MSG_EQ(
            farm->Add(member),
            "workstation 0: must be none for a receiver that comes, goes or pauses",
            "");
        member.fate = RmtpFate();
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member), "", "on a workstation");
        member.delay = MilliSeconds(2);
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member),
                              "delay 0.002000 s: must be that of the other receivers on its "
                              "workstation, 0.001000 s",
                              "");
        // the first receiver of a workstation says how far away it is, also if that is 0 s more
        member.host = farm->AddHost({});
        member.delay = Time(0);
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member), "", "on another workstation");
        member.delay = MilliSeconds(2);
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member),
                              "delay 0.002000 s: must be that of the other receivers on its "
                              "workstation, 0.000000 s",
                              "");
        member.host = RmtpFarm::NO_HOST;
        member.fate.busyFrom = Seconds(2);
        member.fate.busyUntil = Seconds(1);
        NS_TEST_EXPECT_MSG_EQ(farm->Add(member),
                              "busy until 1.000000 s: must be at least 2.000000 s, when it begins",
                              "");
        NS_TEST_EXPECT_MSG_EQ(farm->GetSize(), 2, "only the good ones were added");
        NS_TEST_EXPECT_MSG_EQ(farm->SetTree(MulticastTree::MakeStar(2, 0.1), true, 1), "", "");
        NS_TEST_EXPECT_MSG_EQ(farm->Add(RmtpFarm::Member()),
                              "receiver 2: must be below 2, the receivers of the tree",
                              "");
        farm->Dispose();
    }
};

HsnTestRegistration g_rmtpFarmTreeTests("rmtp-farm-tree",
                                        {new RmtpFarmTreeTest, new RmtpFarmSharedTest});
} // namespace
} // namespace hsn
} // namespace ns3
