// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
#include "../hsn-test.h"

#include "ns3/multicast-tree-model.h"
#include "ns3/packet-fec-model.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using TreeModel = MulticastTreeModel;

/** @brief Relative difference at which two ways of computing a mean are one. */
constexpr double SAME = 1e-13;

/** @param branch k @param receivers r @param q1 loss @param q2 loss @return tree 3, h = 30 */
MulticastTree3
Tree3(uint32_t branch, uint32_t receivers, double q1, double q2)
{
    return {30, branch, receivers, q1, q2};
}

/** @param branch k @param receivers r @param perLan r_LAN @return tree 4 of figures 10 to 12 */
MulticastTree4
Tree4(uint32_t branch, uint32_t receivers, uint32_t perLan)
{
    return {30, branch, 5, receivers, perLan, 1e-3, 1e-3, 1e-4};
}

/** @param scope what is protected @param span how @return FEC with the paper's factor */
MulticastFec
Fec(MulticastFecScope scope, MulticastFecSpan span = MULTICAST_FEC_LINK)
{
    return {scope, span, 0.01};
}

/** @tparam Tree tree 3 or 4 @param tree a tree @param scope what is protected @return T / T_FEC */
template <typename Tree>
double
GetGain(const Tree& tree, MulticastFecScope scope)
{
    return TreeModel::GetMean(tree) / TreeModel::GetMean(ProtectMulticastTree(tree, Fec(scope)));
}

/** @brief Numbers that were computed from the paper's equations by other programs. */
class MulticastTreeTableTest : public TestCase
{
  public:
    MulticastTreeTableTest()
        : TestCase("Means and gains of figures 4 to 12: tables made by other programs")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            MulticastTree3 tree;
            double mean;
        } const means[] = {{Tree3(30, 30, 1e-3, 1e-3), 1.6203123028},
                           {Tree3(30, 30, 1e-5, 1e-5), 1.0089623658},
                           {Tree3(5, 30, 1e-3, 1e-4), 1.0406015383},
                           {Tree3(5, 30, 1e-3, 1e-2), 1.8987645222},
                           {Tree3(30, 3000, 1e-3, 1e-3), 3.0044863897}};

        for (const auto& row : means)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(row.tree), row.mean, 6e-11, "tree 3");
        }
        const auto tree = Tree4(10, 1000, 25);
        NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(tree), 1.6319350389, 6e-11, "tree 4");
        const auto wan = ProtectMulticastTree(tree, Fec(MULTICAST_FEC_WAN));
        NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(wan), 1.3964649606, 6e-11, "WAN");
        const auto lan = ProtectMulticastTree(tree, Fec(MULTICAST_FEC_LAN));
        NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(lan), 1.3574729072, 6e-11, "LAN");
        NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(Tree4(1, 3000, 100)), 1.8306191921, 6e-11, "");
        NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(Tree4(25, 3000, 5)), 2.3674644277, 6e-11, "");
        NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(Tree4(25, 100, 100)), 1.0753618535, 6e-11, "");

        struct
        {
            uint32_t receivers;
            double gain[5];
        } const fig4[] = {{1, {1.030161, 1.030161, 1.030161, 1.030161, 1.030161}},
                          {5, {1.034230, 1.050259, 1.069754, 1.107024, 1.142141}},
                          {10, {1.039293, 1.074809, 1.117024, 1.194760, 1.264479}},
                          {20, {1.049340, 1.122058, 1.204620, 1.345737, 1.460488}},
                          {30, {1.059285, 1.166942, 1.283701, 1.469075, 1.605919}},
                          {100, {1.126101, 1.424021, 1.658619, 1.885695, 1.978220}},
                          {1000, {1.664341, 1.972391, 1.951499, 1.994222, 2.072090}},
                          {3000, {1.952501, 1.864575, 1.830831, 1.889717, 1.885225}},
                          {100000, {1.321168, 1.506363, 1.577653, 1.792156, 1.991355}}};

        const uint32_t branches[] = {1, 5, 10, 20, 30};
        for (const auto& row : fig4)
        {
            for (uint32_t i = 0; i < 5; ++i)
            {
                const auto one = Tree3(branches[i], row.receivers, 1e-3, 1e-3);
                NS_TEST_EXPECT_MSG_EQ_TOL(GetGain(one, MULTICAST_FEC_ALL),
                                          row.gain[i],
                                          6e-7,
                                          row.receivers << ", " << branches[i]);
            }
        }

        struct
        {
            uint32_t perLan;
            uint32_t receivers;
            uint32_t branch;
            double wan;
            double lan;
        } const fig10[] = {{5, 100, 1, 1.042384, 1.046496},
                           {5, 3000, 5, 1.154240, 1.027021},
                           {25, 1000, 10, 1.168619, 1.202186},
                           {25, 3000, 1, 1.040208, 1.603192},
                           {100, 100, 1, 1.025072, 1.048274},
                           {100, 100, 25, 1.025072, 1.048274},
                           {100, 3000, 25, 1.114370, 1.276306}};

        for (const auto& row : fig10)
        {
            const auto one = Tree4(row.branch, row.receivers, row.perLan);
            NS_TEST_EXPECT_MSG_EQ_TOL(GetGain(one, MULTICAST_FEC_WAN), row.wan, 6e-7, "WAN");
            NS_TEST_EXPECT_MSG_EQ_TOL(GetGain(one, MULTICAST_FEC_LAN), row.lan, 6e-7, "LAN");
        }
        const auto tree9 = Tree3(5, 30, 1e-3, 1e-2);
        NS_TEST_EXPECT_MSG_EQ_TOL(GetGain(tree9, MULTICAST_FEC_LAN), 1.824680, 6e-7, "fig 9");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetGain(tree9, MULTICAST_FEC_WAN), 1.025072, 6e-7, "fig 9");
    }
};

/** @brief What must be equal, and limits that are known. */
class MulticastTreeIdentityTest : public TestCase
{
  public:
    MulticastTreeIdentityTest()
        : TestCase("Recursion, all links of a tree, Wald's identity, inclusion and exclusion")
    {
    }

  private:
    /** @param found a mean @param expected the value that is right @param what is compared */
    void Expect(double found, double expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(found, expected, SAME * expected, what);
    }

    /** @tparam Tree tree 3 or 4 @param tree a tree */
    template <typename Tree>
    void ExpectSame(const Tree& tree)
    {
        const double mean = TreeModel::GetMean(tree);
        Expect(TreeModel::GetMeanByWald(tree), mean, "Wald");
        Expect(TreeModel::GetMean(MulticastTree::Make(tree, false)), mean, "links");
        Expect(TreeModel::GetMean(MulticastTree::Make(tree, true)), mean, "segments");
    }

    void DoRun() override
    {
        for (const double q : {1e-5, 1e-3, 0.05})
        {
            for (const uint32_t k : {1, 7, 29, 30})
            {
                ExpectSame(Tree3(k, 20, q, 1.5 * q));
                // one receiver: a geometric variable
                Expect(TreeModel::GetMean(Tree3(k, 1, q, 0.02)),
                       1 / (std::pow(1 - q, 30 - k) * std::pow(0.98, k)),
                       "one receiver");
            }
            for (const uint32_t k : {1, 12, 25})
            {
                ExpectSame(MulticastTree4{30, k, 5, 12, 4, q, 2 * q, 0.3 * q});
                // one LAN: tree 3 whose shared path has the WAN's loss
                const MulticastTree4 one{30, k, 5, 12, 12, q, q, 0.01};
                Expect(TreeModel::GetMean(one),
                       TreeModel::GetMean(Tree3(5, 12, q, 0.01)),
                       "one LAN");
            }
            // LANs of one receiver: a branch of k and l links
            const MulticastTree4 alone{30, 20, 5, 12, 1, q, 0.01, 0.01};
            Expect(TreeModel::GetMean(alone),
                   TreeModel::GetMean(Tree3(25, 12, q, 0.01)),
                   "LANs of one");
            // the expected maximum of geometric variables
            const double lost = -std::expm1(30 * std::log1p(-q));
            for (const uint32_t r : {1, 2, 5, 10})
            {
                double sum = 0;
                double choose = 1;
                for (uint32_t j = 1; j <= r; ++j)
                {
                    choose *= static_cast<double>(r - j + 1) / j;
                    sum += (j % 2 ? 1 : -1) * choose / (1 - std::pow(lost, j));
                }
                NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(Tree3(30, r, 0, q)),
                                          sum,
                                          1e-11 * sum, // the sum has terms up to 252 that cancel
                                          "inclusion and exclusion");
            }
            for (const uint32_t r : {3, 1000, 100000})
            {
                Expect(TreeModel::GetMean(Tree3(30, r, 0.5, q)),
                       PacketFecModel::GetTransmissions(lost, r),
                       "a star, by another model");
            }
        }
        Expect(TreeModel::GetMean(Tree3(3, 9, 0, 0)), 1, "no losses");
        Expect(TreeModel::GetMean(Tree3(29, 700, 0.1, 0)), 1 / 0.9, "all losses shared");
        // F(1) = 0.999^900, F(2)
        const auto tree = Tree3(30, 30, 1e-3, 1e-3);
        Expect(1 - TreeModel::GetMissing(tree, 1), std::pow(0.999, 900), "F(1)");
        const double lost = 1 - std::pow(0.999, 30);
        Expect(1 - TreeModel::GetMissing(tree, 2), std::pow(1 - lost * lost, 30), "F(2)");
        NS_TEST_EXPECT_MSG_EQ(TreeModel::GetMissing(tree, 0), 1, "F(0)");
        for (uint32_t i = 1; i <= 50; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMissing(tree, i),
                                      TreeModel::GetMissingAtSource(tree, i),
                                      1e-14,
                                      "(6) and (10)");
        }
        // by Wald, the gain of FEC on shared links is ((1 - q1/100)/(1 - q1))^(h - k)
        for (const uint32_t r : {1, 30, 3000})
        {
            Expect(GetGain(Tree3(5, r, 1e-3, 1e-2), MULTICAST_FEC_WAN),
                   std::pow((1 - 1e-5) / (1 - 1e-3), 25),
                   "gain in the WAN");
        }
        // a code on the whole path: its loss, not the links', is divided
        const auto path = ProtectMulticastTree(Tree3(10, 4, 0.01, 0.02),
                                               Fec(MULTICAST_FEC_ALL, MULTICAST_FEC_PATH));
        Expect(path.sharedLoss, 0.01 * (1 - std::pow(0.99, 20)), "shared path");
        Expect(path.branchLoss, 0.01 * (1 - std::pow(0.98, 10)), "branch");
        NS_TEST_EXPECT_MSG_EQ(path.height, 2, "one link each");
    }
};

/** @brief Trees of any shape, against a Markov chain over the sets of receivers that have a packet.
 */
class MulticastTreeChainTest : public TestCase
{
  public:
    MulticastTreeChainTest()
        : TestCase("Irregular trees against a Markov chain; groups of packets")
    {
    }

  private:
    /** @param tree a tree @return E[T], by all patterns of losses */
    static double GetMeanByChain(const MulticastTree& tree)
    {
        const auto receivers = tree.GetReceivers();
        const uint32_t sets = 1 << receivers.size();
        const uint32_t links = tree.GetNodes() - 1;
        std::vector<double> gets(sets); // P(exactly this set gets a transmission)
        for (uint32_t lost = 0; lost < 1U << links; ++lost)
        {
            double p = 1;
            for (uint32_t n = 1; n <= links; ++n)
            {
                const double q = tree.GetLink(n).loss;
                p *= lost >> (n - 1) & 1 ? q : 1 - q;
            }
            uint32_t set = 0;
            for (std::size_t i = 0; i < receivers.size(); ++i)
            {
                bool arrives = true;
                for (uint32_t n = receivers[i]; n != 0; n = tree.GetLink(n).parent)
                {
                    arrives &= !(lost >> (n - 1) & 1);
                }
                set |= arrives << i;
            }
            gets[set] += p;
        }
        std::vector<double> left(sets); // expected transmissions once this set has the packet
        for (uint32_t have = sets - 1; have-- > 0;)
        {
            double stay = 0;
            double sum = 1;
            for (uint32_t set = 0; set < sets; ++set)
            {
                if ((have | set) == have)
                {
                    stay += gets[set];
                }
                else
                {
                    sum += gets[set] * left[have | set];
                }
            }
            left[have] = sum / (1 - stay);
        }
        return left[0];
    }

    void DoRun() override
    {
        const std::vector<uint32_t> parents[] = {{0},
                                                 {0, 0},
                                                 {0, 1, 1, 2, 2, 3},
                                                 {0, 0, 1, 2, 2, 1, 0},
                                                 {0, 1, 2, 3, 1, 5, 0, 7, 8, 8}};
        const double losses[] = {0.1, 0.4, 0.02, 0.25, 0.3, 0.001, 0.15, 0.2, 0.05, 0.5};
        for (const auto& list : parents)
        {
            const auto tree =
                MulticastTree::MakeFromParents(list,
                                               std::vector<double>(losses, losses + list.size()));
            const double mean = GetMeanByChain(tree);
            NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(tree), mean, SAME * mean, list.size());
        }
        // groups of K packets: one receiver needs K successes; several, by the binomial
        // distribution
        for (const uint32_t needed : {1, 2, 7, 20})
        {
            const double one = TreeModel::GetMean(Tree3(10, 1, 0.01, 0.02), needed);
            const double success = std::pow(0.99, 20) * std::pow(0.98, 10);
            NS_TEST_EXPECT_MSG_EQ_TOL(one, needed / success, 1e-12 * one, "negative binomial");
            double sum = 0;
            for (uint32_t i = 0; i < 400; ++i)
            {
                double enough = 0; // P(at least `needed` of i arrive)
                for (uint32_t n = needed; n <= i; ++n)
                {
                    enough += std::exp(std::lgamma(i + 1.0) - std::lgamma(n + 1.0) -
                                       std::lgamma(i - n + 1.0) + n * std::log(0.8) +
                                       (i - n) * std::log(0.2));
                }
                sum += 1 - std::pow(std::min(enough, 1.0), 6);
            }
            const auto star = MulticastTree::MakeStar(6, 0.2);
            NS_TEST_EXPECT_MSG_EQ_TOL(TreeModel::GetMean(star, needed), sum, 1e-9 * sum, "star");
        }
    }
};

/** @brief Bad values. */
class MulticastTreeErrorTest : public TestCase
{
  public:
    MulticastTreeErrorTest()
        : TestCase("Bad values are refused with name and limit; links; the language of Graphviz")
    {
    }

  private:
    /** @param call throws @param words of the text */
    void ExpectError(const std::function<void()>& call, const std::string& words)
    {
        std::string text;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text << " for " << words);
    }

    void DoRun() override
    {
        const auto bad3 = [this](MulticastTree3 tree, const std::string& words) {
            ExpectError([&] { TreeModel::GetMean(tree); }, words);
        };
        bad3(Tree3(0, 1, 0, 0), "branch = 0");
        bad3(Tree3(31, 1, 0, 0), "branch = 31");
        bad3(Tree3(1, 0, 0, 0), "receivers = 0");
        bad3(Tree3(1, 1, 1, 0), "shared link = 1");
        bad3(Tree3(1, 1, 0, -0.1), "branch = -0.1");
        bad3(Tree3(1, 1, std::nan(""), 0), "shared link = nan");
        bad3({0, 1, 1, 0, 0}, "height of a tree = 0");
        bad3(Tree3(30, 1, 0, 0.2), "share of the packets");
        const auto bad4 = [this](MulticastTree4 tree, const std::string& words) {
            ExpectError([&] { TreeModel::GetMean(tree); }, words);
        };
        bad4(Tree4(26, 25, 25), "branch = 26");
        bad4(Tree4(1, 26, 25), "number of receivers = 26");
        bad4(Tree4(1, 0, 25), "number of receivers = 0");
        bad4(Tree4(1, 25, 0), "receivers of a LAN = 0");
        bad4({30, 1, 30, 25, 25, 0, 0, 0}, "path in a LAN = 30");
        bad4({30, 1, 5, 25, 25, 0, 0, 1.5}, "link of a LAN = 1.5");
        for (const double factor : {0.0, 1.01})
        {
            MulticastFec fec;
            fec.factor = factor;
            ExpectError([&] { ProtectMulticastTree(Tree3(1, 1, 0, 0), fec); }, "factor");
            ExpectError([&] { ProtectMulticastTree(Tree4(1, 25, 25), fec); }, "factor");
        }
        ExpectError(
            [] {
                MulticastTree::MakeFromParents({0, 2}, {0.1, 0.1});
            },
            "parent of a node = 2");
        ExpectError([] { MulticastTree::MakeFromParents({0, 1}, {0.1}); }, "number of losses = 1");
        ExpectError([] { MulticastTree::MakeFromParents({}, {}); }, "number of parents = 0");
        ExpectError([] { MulticastTree::MakeStar(0, 0.1); }, "receivers = 0");
        ExpectError([] { TreeModel::GetMean(MulticastTree()); }, "number of nodes = 1");
        ExpectError([] { MulticastTree().GetLink(0); }, "node = 0");
        ExpectError([] { TreeModel::GetMean(Tree3(1, 1, 0, 0), 0); }, "needs = 0");
        ExpectError([] { TreeModel::GetMissingAtSource(Tree3(1, 1, 0, 0), 1); }, "branch = 1");

        // tree 3 has h - k + r k links, tree 4 l r in LANs
        const auto tree3 = MulticastTree::Make(Tree3(7, 5, 0.1, 0.2), false);
        NS_TEST_EXPECT_MSG_EQ(tree3.CountLinks(MULTICAST_SHARED), 23, "shared");
        NS_TEST_EXPECT_MSG_EQ(tree3.CountLinks(MULTICAST_BRANCH), 35, "branches");
        for (const uint32_t perLan : {5, 25, 100})
        {
            const auto tree4 = MulticastTree::Make(Tree4(7, 300, perLan), false);
            NS_TEST_EXPECT_MSG_EQ(tree4.CountLinks(MULTICAST_SHARED), 18, "shared");
            NS_TEST_EXPECT_MSG_EQ(tree4.CountLinks(MULTICAST_BRANCH), 7 * 300 / perLan, "WAN");
            NS_TEST_EXPECT_MSG_EQ(tree4.CountLinks(MULTICAST_LAN), 1500, "LANs");
            NS_TEST_EXPECT_MSG_EQ(tree4.GetReceivers().size(), 300, "receivers");
            const auto segments = MulticastTree::Make(Tree4(7, 300, perLan), true);
            NS_TEST_EXPECT_MSG_EQ(segments.GetNodes(), 2 + 300 / perLan + 300, "segments");
        }
        MulticastTree star = MulticastTree::MakeStar(1, 0.5);
        NS_TEST_EXPECT_MSG_EQ(star.GetDot("s"),
                              "digraph s {\n  node [shape=point];\n"
                              "  0 [shape=circle, label=\"S\"];\n  1 [shape=box, label=\"\"];\n"
                              "  0 -> 1 [style=solid, label=\"0.5\"];\n}\n",
                              "dot");
    }
};

HsnTestRegistration g_multicastTreeModelTests("multicast-tree-model",
                                              {new MulticastTreeTableTest,
                                               new MulticastTreeIdentityTest,
                                               new MulticastTreeChainTest,
                                               new MulticastTreeErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
