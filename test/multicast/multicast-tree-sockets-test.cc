// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of FRM and RMTP on trees of nodes with multicast routes, where links lose packets both
 * ways.
 */
#include "tree-world.h"

#include "ns3/double.h"
#include "ns3/frm-helper.h"
#include "ns3/rmtp-helper.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Octets of a stream.
constexpr uint32_t OCTETS = 60000;

/** @brief A stream by FRM. */
struct FrmTree : TreeWorld<FrmSocket, FrmHelper>
{
    /// @param tree a tree @param links makes it
    FrmTree(const MulticastTree& tree, const MulticastTreeHelper& links)
        : TreeWorld(tree, links, "ns3::hsn::FrmSocketFactory")
    {
        const auto sender = socket->GetSender();
        sender->SetAttribute("InitTries", UintegerValue(14));
        sender->SetAttribute("InitWait", TimeValue(MilliSeconds(200)));
        sender->SetAttribute("HandshakeTries", UintegerValue(20));
        sender->SetAttribute("HandshakeGrowth", DoubleValue(1.2));
        Run(OCTETS);
    }

    /// @return receivers that were dropped, and packets that were sent again
    std::pair<uint64_t, uint64_t> GetTrouble() const
    {
        const auto& gone = socket->GetSender()->GetGone();
        const auto dropped = std::count_if(gone.begin(), gone.end(), [](const auto& one) {
            return one.reason != FRM_LEFT;
        });
        return {dropped, socket->GetSender()->GetCounters().retransmissions};
    }
};

/** @brief A stream by RMTP. */
struct RmtpTree : TreeWorld<RmtpSocket, RmtpHelper>
{
    /// @param tree a tree @param links makes it
    RmtpTree(const MulticastTree& tree, const MulticastTreeHelper& links)
        : TreeWorld(tree, links, "ns3::hsn::RmtpSocketFactory")
    {
        const auto server = socket->GetServer();
        server->SetAttribute("Rate", DoubleValue(8e6));
        server->SetAttribute("BlockSize", UintegerValue(1000));
        server->SetAttribute("TurnAround", TimeValue(MilliSeconds(40)));
        server->SetAttribute("Surplus", TimeValue(MilliSeconds(260)));
        server->SetAttribute("MaxPoll", UintegerValue(20));
        server->SetAttribute("MaxConnRetry", UintegerValue(20));
        Run(OCTETS);
    }

    /// @return receivers that were dropped, and packets that were sent again
    std::pair<uint64_t, uint64_t> GetTrouble() const
    {
        return {socket->GetFailed().size(),
                socket->GetServer()->GetCounters().sent[RMTP_DATA] - OCTETS / 1000};
    }
};

/// Parents of an irregular tree, whose receivers are not in order: 4, 5, 6, 8, 9, 10.
const std::vector<uint32_t> PARENTS{0, 1, 2, 0, 2, 3, 1, 7, 7, 3};
/// Losses of its links.
const std::vector<double> LOSSES{0.03, 0.05, 0.1, 0.02, 0.15, 0, 0.05, 0.05, 0.1, 0.1};

/// @return makes trees whose links lose packets both ways
MulticastTreeHelper
GetLinks()
{
    MulticastTreeHelper links;
    links.SetDelay(MilliSeconds(2));
    links.SetDataRate(DataRate("100Mbps"));
    links.SetStream(50);
    links.SetReturnLoss(true);
    return links;
}

/** @brief Every octet on every kind of tree. */
class MulticastTreeOctetsTest : public TestCase
{
  public:
    MulticastTreeOctetsTest()
        : TestCase("FRM and RMTP on star, trees 3 and 4, any parents: every octet at every leaf")
    {
    }

  private:
    void DoRun() override
    {
        MulticastTree3 three;
        three.height = 5;
        three.branch = 2;
        three.receivers = 6;
        three.sharedLoss = 0.02;
        three.branchLoss = 0.04;
        MulticastTree4 four;
        four.height = 6;
        four.branch = 2;
        four.lan = 2;
        four.receivers = 6;
        four.receiversPerLan = 3;
        four.sharedLoss = 0.01;
        four.branchLoss = 0.03;
        four.lanLoss = 0.02;
        const std::vector<MulticastTree> trees{MulticastTree::MakeStar(6, 0.05),
                                               MulticastTree::Make(three, false),
                                               MulticastTree::Make(four, false),
                                               MulticastTree::MakeFromParents(PARENTS, LOSSES)};
        for (std::size_t i = 0; i < trees.size(); ++i)
        {
            Check(FrmTree(trees[i], GetLinks()), i, "FRM");
            Check(RmtpTree(trees[i], GetLinks()), i, "RMTP");
        }
        NS_TEST_EXPECT_MSG_GT(m_lost["FRM"], 50, "answers are lost, too");
        NS_TEST_EXPECT_MSG_GT(m_lost["RMTP"], 3, "answers are lost, too");
    }

    /// @param world after its run @param tree number @param name of the protocol
    template <typename T>
    void Check(const T& world, std::size_t tree, const std::string& name)
    {
        NS_TEST_EXPECT_MSG_EQ(world.GetComplete(OCTETS), 6, name << " on tree " << tree);
        const auto [dropped, again] = world.GetTrouble();
        NS_TEST_EXPECT_MSG_EQ(dropped, 0, name << " on tree " << tree << ": nobody has failed");
        NS_TEST_EXPECT_MSG_GT(again, 5, name << " on tree " << tree << ": with losses");
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, name << " on tree " << tree << ": the end");
        for (const auto& [link, sequence] : world.watch.answers)
        {
            m_lost[name] += std::count(sequence.begin(), sequence.end(), true);
        }
    }

    std::map<std::string, uint64_t> m_lost; //!< answers, by protocol
};

/** @brief A receiver that is added, loses much, and has to be asked alone. */
class MulticastTreeAddedTest : public TestCase
{
  public:
    MulticastTreeAddedTest()
        : TestCase("FRM and RMTP: a receiver more on shared links changes no other's losses")
    {
    }

  private:
    void DoRun() override
    {
        const auto tree = MulticastTree::MakeFromParents(PARENTS, LOSSES);
        auto larger = tree;
        const uint32_t added = larger.Add(2, 0.4);
        {
            const FrmTree few(tree, GetLinks());
            const TreeWatch before = few.watch;
            Compare(before, FrmTree(larger, GetLinks()), "FRM");
        }
        TreeWatch before = RmtpTree(tree, GetLinks()).watch;
        const RmtpTree more(larger, GetLinks());
        uint32_t asked = 0; // on a link that others share
        for (const auto& [link, sequence] : more.watch.singles)
        {
            asked += link.first == 2 && link.second == Ipv4Address(0x0a000002 + 4 * added)
                         ? static_cast<uint32_t>(sequence.size())
                         : 0;
        }
        NS_TEST_EXPECT_MSG_GT(asked, 3, "the added one is asked alone");
        Compare(before, more, "RMTP");
    }

    /// @param a loses @param b loses, too @param text what
    void Same(const LossSequence& a, const LossSequence& b, const std::string& text)
    {
        const auto both = std::min(a.size(), b.size());
        NS_TEST_EXPECT_MSG_EQ(std::equal(a.begin(), a.begin() + both, b.begin()), true, text);
    }

    /// @param before links of the tree with a receiver less @param world after its run
    /// @param name of the protocol
    template <typename T>
    void Compare(const TreeWatch& before, const T& world, const std::string& name)
    {
        const TreeWatch& after = world.watch;
        NS_TEST_EXPECT_MSG_EQ(world.GetComplete(OCTETS), 7, name << ": every receiver");
        for (const uint32_t receiver : before.tree.GetReceivers())
        {
            auto a = before.GetNumbers(receiver);
            auto b = after.GetNumbers(receiver);
            const uint32_t end = std::min(a.back(), b.back()); // that one has come to both
            NS_TEST_EXPECT_MSG_GT(end, OCTETS / 1000, name << ": all packets, and more");
            a.erase(std::upper_bound(a.begin(), a.end(), end), a.end());
            b.erase(std::upper_bound(b.begin(), b.end(), end), b.end());
            NS_TEST_EXPECT_MSG_LT(a.size(), end + 1, name << ": with losses");
            NS_TEST_EXPECT_MSG_EQ((a == b), true, name << ", packets to receiver " << receiver);
        }
        NS_TEST_EXPECT_MSG_GT(before.answers.size(), 6, name << ": answers by all links");
        for (const auto& [link, sequence] : before.answers)
        {
            Same(sequence, after.answers.at(link), name + ", answers");
        }
        for (const auto& [link, sequence] : before.singles)
        {
            const auto other = after.singles.find(link);
            Same(sequence,
                 other == after.singles.end() ? LossSequence() : other->second,
                 name + ", packets to one receiver");
        }
    }
};

/** @brief All links, ways and receivers. */
class MulticastTreeStreamsTest : public TestCase
{
  public:
    MulticastTreeStreamsTest()
        : TestCase("No two links, ways or receivers of a tree draw their losses from one stream")
    {
    }

  private:
    /// @param stream of the first link @return what the links lose of packets of all kinds
    static TreeWatch Run(int64_t stream)
    {
        const auto tree = MulticastTree::MakeFromParents({0, 1, 1, 1, 2, 2}, std::vector(6, 0.1));
        const InetSocketAddress group(Ipv4Address("225.1.2.3"), 9);
        auto links = GetLinks();
        links.SetStream(stream);
        const auto nodes = links.InstallLinks(tree, group.GetIpv4());
        TreeWatch watch(tree, nodes);
        const auto receivers = MulticastTreeHelper::GetReceivers(tree, nodes);
        const auto open = [](Ptr<Node> node, const InetSocketAddress& to) {
            const auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
            socket->Connect(to);
            return socket;
        };
        const auto source = MulticastTreeHelper::GetSource(tree, nodes);
        std::vector<Ptr<Socket>> sockets{open(source, group)};
        for (uint32_t i = 0; i < receivers.GetN(); ++i)
        {
            const auto ipv4 = receivers.Get(i)->GetObject<Ipv4>();
            sockets.push_back(
                open(source, InetSocketAddress(ipv4->GetAddress(1, 0).GetLocal(), 9)));
            sockets.push_back(
                open(receivers.Get(i), InetSocketAddress(Ipv4Address("10.0.0.1"), 9)));
        }
        for (uint32_t n = 0; n < 300; ++n)
        {
            ScheduleCall(MilliSeconds(n), [&sockets] {
                for (const auto& socket : sockets)
                {
                    socket->Send(Create<Packet>(100));
                }
            });
        }
        Simulator::Run();
        Simulator::Destroy();
        return watch;
    }

    void DoRun() override
    {
        const TreeWatch watch = Run(0);
        const TreeWatch again = Run(0);
        NS_TEST_EXPECT_MSG_EQ((again.groups == watch.groups && again.singles == watch.singles &&
                               again.answers == watch.answers),
                              true,
                              "the streams are those that were given");
        auto sequences = watch.groups;
        for (const auto* singles : {&watch.singles, &watch.answers})
        {
            for (const auto& [link, sequence] : *singles)
            {
                sequences.push_back(sequence);
            }
        }
        uint32_t pairs = 0;
        for (const auto& a : sequences)
        {
            for (const auto& b : sequences)
            {
                const std::size_t length = std::min(a.size(), b.size());
                if (&a == &b || std::count(a.begin(), a.begin() + length, true) < 8)
                {
                    continue;
                }
                ++pairs;
                NS_TEST_EXPECT_MSG_EQ(std::equal(a.begin(), a.begin() + length, b.begin()),
                                      false,
                                      "one stream");
            }
        }
        // 6 links; 4 receivers with 2 or 3 links each, both ways
        NS_TEST_EXPECT_MSG_EQ(pairs, 26 * 25, "of losses");
    }
};

/** @brief ns-3's applications, as the reference of MulticastTreeHelper has it. */
class MulticastTreeApplicationsTest : public TestCase
{
  public:
    MulticastTreeApplicationsTest()
        : TestCase("BulkSend to PacketSinks on a tree by FRM and RMTP; nodes of another tree")
    {
    }

  private:
    void DoRun() override
    {
        const auto tree = MulticastTree::MakeFromParents(PARENTS, LOSSES);
        const InetSocketAddress address(Ipv4Address("225.1.2.3"), 9);
        const auto nodes = GetLinks().InstallLinks(tree, address.GetIpv4());
        const auto receivers = MulticastTreeHelper::GetReceivers(tree, nodes);
        const auto source = MulticastTreeHelper::GetSource(tree, nodes);
        Config::SetDefault("ns3::hsn::RmtpServer::MaxConnRetry", UintegerValue(20));
        Config::SetDefault("ns3::hsn::RmtpServer::MaxPoll", UintegerValue(20));
        Config::SetDefault("ns3::hsn::FrmSender::InitTries", UintegerValue(14));
        Config::SetDefault("ns3::hsn::FrmSender::HandshakeTries", UintegerValue(20));
        Config::SetDefault("ns3::hsn::FrmSender::HandshakeGrowth", DoubleValue(1.2));
        RmtpHelper rmtp(address);
        rmtp.Install(source, receivers);
        auto sinks = rmtp.InstallSinks(receivers);
        rmtp.InstallSource(source, OCTETS, 1000).Start(Seconds(1));
        FrmHelper frm(InetSocketAddress(address.GetIpv4(), 10)); // by the same routes
        frm.Install(source, receivers);
        sinks.Add(frm.InstallSinks(receivers));
        frm.InstallSource(source, OCTETS, 1000).Start(Seconds(1));
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(sinks.GetN(), 12, "two protocols");
        for (uint32_t i = 0; i < sinks.GetN(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(),
                                  OCTETS,
                                  "all octets, sink " << i);
        }
        Simulator::Destroy();
        Config::Reset();

        std::string text = "no error";
        try
        {
            MulticastTreeHelper::GetReceivers(MulticastTree::MakeStar(3, 0), nodes);
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(text,
                              "number of nodes = 12 must be 5: those of the tree, and the host",
                              "another tree");
    }
};

HsnTestRegistration g_multicastTreeSocketsTests("multicast-tree-sockets",
                                                {new MulticastTreeOctetsTest,
                                                 new MulticastTreeAddedTest,
                                                 new MulticastTreeStreamsTest,
                                                 new MulticastTreeApplicationsTest});
} // namespace
} // namespace hsn
} // namespace ns3
