// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-tree-model.h"

#include "model-argument.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A last term below this share of a sum ends it. */
constexpr double NEGLIGIBLE = 1e-17;

/** @brief Most packets of a group: with more, the sums would be too long. */
constexpr uint32_t MOST_NEEDED = 1000;

/** @brief 1 - F(i) for i = 0, 1, 2, ... */
using Missing = std::vector<double>;

/**
 * @brief A receiver at the end of a path, equation (3) if it needs one packet.
 * @param loss of the path
 * @param needed packets
 * @param size numbers of attempts, from 0
 * @return P(less than `needed` of i packets arrive)
 */
Missing
AtReceiver(double loss, uint32_t needed, std::size_t size)
{
    Missing out(size);
    std::vector<double> arrived(needed); // P(so many have arrived)
    arrived[0] = 1;
    for (auto& missing : out)
    {
        missing = 0;
        for (const double one : arrived)
        {
            missing += one;
        }
        missing = std::min(missing, 1.0);
        for (uint32_t n = needed; n-- > 0;)
        {
            arrived[n] = loss * arrived[n] + (n > 0 ? (1 - loss) * arrived[n - 1] : 0);
        }
    }
    return out;
}

/**
 * @brief Several subtrees that are alike.
 * @param one of them; becomes all of them
 * @param count how many
 */
void
Repeat(Missing& one, double count)
{
    for (auto& missing : one)
    {
        missing = -std::expm1(count * std::log1p(-missing));
    }
}

/**
 * @brief What is below a path, seen from its beginning: the sum of equations (4), (6), (11), (12).
 *
 * For i packets on the path, u of which are lost.
 *
 * @param below P(more than i packets at the end of the path are needed)
 * @param loss of the path
 * @return P(more than i packets on the path are needed)
 */
Missing
Behind(const Missing& below, double loss)
{
    if (loss == 0)
    {
        return below;
    }
    Missing out(below.size());
    std::vector<double> lost{1}; // P(u of i packets are lost)
    for (std::size_t i = 0; i < below.size(); ++i)
    {
        double sum = 0;
        for (std::size_t u = i + 1; u-- > 0;)
        {
            sum += lost[u] * below[i - u];
        }
        out[i] = std::min(sum, 1.0);
        lost.push_back(0);
        for (std::size_t u = i + 2; u-- > 0;)
        {
            lost[u] = (1 - loss) * lost[u] + (u > 0 ? loss * lost[u - 1] : 0);
        }
    }
    return out;
}

/** @param tree tree 3 @param needed packets @param size numbers of attempts @return 1 - F */
Missing
Evaluate(const MulticastTree3& tree, uint32_t needed, std::size_t size)
{
    auto below = AtReceiver(GetMulticastPathLoss(tree.branchLoss, tree.branch), needed, size);
    Repeat(below, tree.receivers);
    return Behind(below, GetMulticastPathLoss(tree.sharedLoss, tree.height - tree.branch));
}

/** @param tree tree 4 @param needed packets @param size numbers of attempts @return 1 - F at the
 * end of the shared path */
Missing
EvaluateBranches(const MulticastTree4& tree, uint32_t needed, std::size_t size)
{
    auto below = AtReceiver(GetMulticastPathLoss(tree.lanLoss, tree.lan), needed, size);
    Repeat(below, tree.receiversPerLan);
    below = Behind(below, GetMulticastPathLoss(tree.branchLoss, tree.branch));
    Repeat(below, tree.receivers / tree.receiversPerLan);
    return below;
}

/** @param tree tree 4 @return loss of the path that all receivers share */
double
GetSharedLoss(const MulticastTree4& tree)
{
    return GetMulticastPathLoss(tree.sharedLoss, tree.height - tree.lan - tree.branch);
}

/** @param tree tree 4 @param needed packets @param size numbers of attempts @return 1 - F */
Missing
Evaluate(const MulticastTree4& tree, uint32_t needed, std::size_t size)
{
    return Behind(EvaluateBranches(tree, needed, size), GetSharedLoss(tree));
}

/** @param tree a tree @param needed packets @param size numbers of attempts @return 1 - F */
Missing
Evaluate(const MulticastTree& tree, uint32_t needed, std::size_t size)
{
    // sums of logarithms of F over the children of a node; empty: there are none
    std::vector<Missing> logarithms(tree.GetNodes());
    for (uint32_t node = tree.GetNodes(); node-- > 1;)
    {
        const auto& link = tree.GetLink(node);
        auto& children = logarithms[node];
        Missing seen;
        if (children.empty())
        {
            seen = AtReceiver(link.loss, needed, size);
        }
        else
        {
            for (auto& one : children)
            {
                one = -std::expm1(one);
            }
            seen = Behind(children, link.loss);
            Missing().swap(children);
        }
        auto& siblings = logarithms[link.parent];
        siblings.resize(size);
        for (std::size_t i = 0; i < size; ++i)
        {
            siblings[i] += std::log1p(-seen[i]);
        }
    }
    auto& all = logarithms[0];
    for (auto& one : all)
    {
        one = -std::expm1(one);
    }
    return all;
}

/** @brief Checks the number of packets. @param needed the number of packets */
void
CheckNeeded(uint32_t needed)
{
    RequireArgument(needed >= 1 && needed <= MOST_NEEDED,
                    "packets that a receiver needs",
                    needed,
                    "1 to 1000");
}

/** @brief Checks what arrives. @param share of the packets */
void
CheckSuccess(double share)
{
    RequireArgument(share >= MulticastTreeModel::LEAST_SUCCESS,
                    "share of the packets that arrives at a receiver",
                    share,
                    "at least 0.01");
}

/** @brief Checks a tree. @param tree tree 3 */
void
CheckTree(const MulticastTree3& tree)
{
    tree.Check();
    CheckSuccess((1 - GetMulticastPathLoss(tree.sharedLoss, tree.height - tree.branch)) *
                 (1 - GetMulticastPathLoss(tree.branchLoss, tree.branch)));
}

/** @brief Checks a tree. @param tree tree 4 */
void
CheckTree(const MulticastTree4& tree)
{
    tree.Check();
    CheckSuccess((1 - GetSharedLoss(tree)) *
                 (1 - GetMulticastPathLoss(tree.branchLoss, tree.branch)) *
                 (1 - GetMulticastPathLoss(tree.lanLoss, tree.lan)));
}

/** @brief Checks a tree. @param tree a tree */
void
CheckTree(const MulticastTree& tree)
{
    RequireArgument(tree.GetNodes() > 1, "number of nodes", tree.GetNodes(), "at least 2");
    std::vector<double> share(tree.GetNodes(), 1);
    for (uint32_t node = 1; node < tree.GetNodes(); ++node)
    {
        const auto& link = tree.GetLink(node);
        share[node] = share[link.parent] * (1 - link.loss);
        CheckSuccess(share[node]);
    }
}

/**
 * @brief Sum of 1 - F(i) over all i, for as many as matter.
 * @tparam Make type of the function
 * @param needed packets; the least number of transmissions
 * @param make gives 1 - F(i) for i = 0 to a size
 * @return the sum
 */
template <typename Make>
double
Sum(uint32_t needed, const Make& make)
{
    for (std::size_t size = 32 + 2 * needed;; size *= 2)
    {
        const Missing terms = make(size);
        if (terms.back() > NEGLIGIBLE)
        {
            continue;
        }
        double sum = 0;
        for (auto term = terms.rbegin(); term != terms.rend(); ++term)
        {
            sum += *term; // the smallest first
        }
        return sum;
    }
}

/** @tparam Tree type of the tree @param tree a tree @param i transmissions @param needed packets
 * @return 1 - F(i) */
template <typename Tree>
double
GetOneMissing(const Tree& tree, uint32_t i, uint32_t needed)
{
    CheckTree(tree);
    CheckNeeded(needed);
    RequireArgument(i <= 20000, "number of transmissions", i, "at most 20000");
    return Evaluate(tree, needed, i + 1).back();
}

/** @tparam Tree type of the tree @param tree a tree @param needed packets @return E[T] */
template <typename Tree>
double
GetMeanOf(const Tree& tree, uint32_t needed)
{
    CheckTree(tree);
    CheckNeeded(needed);
    return Sum(needed, [&](std::size_t size) { return Evaluate(tree, needed, size); });
}
} // namespace

double
MulticastTreeModel::GetMissing(const MulticastTree3& tree, uint32_t i, uint32_t needed)
{
    return GetOneMissing(tree, i, needed);
}

double
MulticastTreeModel::GetMissing(const MulticastTree4& tree, uint32_t i, uint32_t needed)
{
    return GetOneMissing(tree, i, needed);
}

double
MulticastTreeModel::GetMissing(const MulticastTree& tree, uint32_t i, uint32_t needed)
{
    return GetOneMissing(tree, i, needed);
}

double
MulticastTreeModel::GetMissingAtSource(const MulticastTree3& tree, uint32_t i)
{
    tree.Check();
    RequireArgument(tree.branch == tree.height,
                    "length of a branch",
                    tree.branch,
                    "the height of the tree");
    const double lost = std::pow(GetMulticastPathLoss(tree.branchLoss, tree.branch), i);
    return -std::expm1(tree.receivers * std::log1p(-lost));
}

double
MulticastTreeModel::GetMean(const MulticastTree3& tree, uint32_t needed)
{
    return GetMeanOf(tree, needed);
}

double
MulticastTreeModel::GetMean(const MulticastTree4& tree, uint32_t needed)
{
    return GetMeanOf(tree, needed);
}

double
MulticastTreeModel::GetMean(const MulticastTree& tree, uint32_t needed)
{
    return GetMeanOf(tree, needed);
}

double
MulticastTreeModel::GetMeanByWald(const MulticastTree3& tree)
{
    CheckTree(tree);
    // the sum is written down again, for it is to check the recursion
    const double lost = GetMulticastPathLoss(tree.branchLoss, tree.branch);
    double sum = 1;
    for (double all = lost; all > NEGLIGIBLE / tree.receivers; all *= lost)
    {
        sum += -std::expm1(tree.receivers * std::log1p(-all));
    }
    return sum / (1 - GetMulticastPathLoss(tree.sharedLoss, tree.height - tree.branch));
}

double
MulticastTreeModel::GetMeanByWald(const MulticastTree4& tree)
{
    CheckTree(tree);
    return Sum(1, [&](std::size_t size) { return EvaluateBranches(tree, 1, size); }) /
           (1 - GetSharedLoss(tree));
}
} // namespace hsn
} // namespace ns3
