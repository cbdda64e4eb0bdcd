// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-tree.h"

#include "model-argument.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Checks a loss. @param name of it @param loss a probability */
void
CheckLoss(const char* name, double loss)
{
    RequireArgument(loss >= 0 && loss < 1, name, loss, "at least 0 and below 1");
}

/**
 * @brief The loss that FEC leaves.
 * @param loss of a link
 * @param links of the path
 * @param isProtected whether FEC protects it
 * @param fec how
 * @return loss of each link, or of the whole path if FEC spans paths
 */
double
Protect(double loss, uint32_t links, bool isProtected, const MulticastFec& fec)
{
    const double factor = isProtected ? fec.factor : 1;
    return factor * (fec.span == MULTICAST_FEC_PATH ? GetMulticastPathLoss(loss, links) : loss);
}

/** @brief Checks a factor. @param fec has it */
void
CheckFactor(const MulticastFec& fec)
{
    RequireArgument(fec.factor > 0 && fec.factor <= 1,
                    "factor of the losses by FEC",
                    fec.factor,
                    "above 0 and at most 1");
}
} // namespace

double
GetMulticastPathLoss(double loss, uint32_t links)
{
    CheckLoss("loss of a link", loss);
    return -std::expm1(links * std::log1p(-loss));
}

void
MulticastTree3::Check() const
{
    RequireArgument(height >= 1, "height of a tree", height, "at least 1 link");
    RequireArgument(branch >= 1 && branch <= height,
                    "length of a branch",
                    branch,
                    "at least 1 link and at most the height of the tree");
    RequireArgument(receivers >= 1, "number of receivers", receivers, "at least 1");
    CheckLoss("loss of a shared link", sharedLoss);
    CheckLoss("loss of a link of a branch", branchLoss);
}

void
MulticastTree4::Check() const
{
    RequireArgument(height >= 2, "height of a tree", height, "at least 2 links");
    RequireArgument(lan >= 1 && lan < height,
                    "length of a path in a LAN",
                    lan,
                    "at least 1 link and below the height of the tree");
    RequireArgument(branch >= 1 && branch <= height - lan,
                    "length of a branch",
                    branch,
                    "at least 1 link and at most what the LAN leaves of the height of the tree");
    RequireArgument(receiversPerLan >= 1, "receivers of a LAN", receiversPerLan, "at least 1");
    RequireArgument(receivers >= 1 && receivers % receiversPerLan == 0,
                    "number of receivers",
                    receivers,
                    "a multiple of the receivers of a LAN, at least once");
    CheckLoss("loss of a shared link", sharedLoss);
    CheckLoss("loss of a link of a branch", branchLoss);
    CheckLoss("loss of a link of a LAN", lanLoss);
}

MulticastTree3
ProtectMulticastTree(const MulticastTree3& tree, const MulticastFec& fec)
{
    tree.Check();
    CheckFactor(fec);
    const bool all = fec.scope == MULTICAST_FEC_ALL;
    const uint32_t shared = tree.height - tree.branch;
    MulticastTree3 out = tree;
    out.sharedLoss = Protect(tree.sharedLoss, shared, all || fec.scope == MULTICAST_FEC_WAN, fec);
    out.branchLoss =
        Protect(tree.branchLoss, tree.branch, all || fec.scope == MULTICAST_FEC_LAN, fec);
    if (fec.span == MULTICAST_FEC_PATH)
    {
        out.branch = 1;
        out.height = shared > 0 ? 2 : 1;
    }
    return out;
}

MulticastTree4
ProtectMulticastTree(const MulticastTree4& tree, const MulticastFec& fec)
{
    tree.Check();
    CheckFactor(fec);
    const bool all = fec.scope == MULTICAST_FEC_ALL;
    const bool wan = all || fec.scope == MULTICAST_FEC_WAN;
    const uint32_t shared = tree.height - tree.lan - tree.branch;
    MulticastTree4 out = tree;
    out.sharedLoss = Protect(tree.sharedLoss, shared, wan, fec);
    out.branchLoss = Protect(tree.branchLoss, tree.branch, wan, fec);
    out.lanLoss = Protect(tree.lanLoss, tree.lan, all || fec.scope == MULTICAST_FEC_LAN, fec);
    if (fec.span == MULTICAST_FEC_PATH)
    {
        out.branch = 1;
        out.lan = 1;
        out.height = shared > 0 ? 3 : 2;
    }
    return out;
}

uint32_t
MulticastTree::Add(uint32_t parent, double loss, MulticastTreePart part)
{
    RequireArgument(parent < GetNodes(), "parent of a node", parent, "a node before it");
    CheckLoss("loss of a link", loss);
    RequireArgument(m_links.size() < std::numeric_limits<uint32_t>::max() - 1,
                    "number of links",
                    m_links.size(),
                    "below 4294967294");
    m_links.push_back({parent, loss, part});
    return static_cast<uint32_t>(m_links.size());
}

uint32_t
MulticastTree::AddPath(uint32_t parent, uint32_t links, double loss, MulticastTreePart part)
{
    for (uint32_t i = 0; i < links; ++i)
    {
        parent = Add(parent, loss, part);
    }
    return parent;
}

uint32_t
MulticastTree::GetNodes() const
{
    return static_cast<uint32_t>(m_links.size()) + 1;
}

const MulticastTree::Link&
MulticastTree::GetLink(uint32_t node) const
{
    RequireArgument(node >= 1 && node < GetNodes(), "node", node, "a node other than the source");
    return m_links[node - 1];
}

std::vector<uint32_t>
MulticastTree::GetReceivers() const
{
    std::vector<bool> isParent(GetNodes());
    isParent[0] = true;
    for (const auto& link : m_links)
    {
        isParent[link.parent] = true;
    }
    std::vector<uint32_t> leaves;
    for (uint32_t node = 1; node < GetNodes(); ++node)
    {
        if (!isParent[node])
        {
            leaves.push_back(node);
        }
    }
    return leaves;
}

uint32_t
MulticastTree::CountLinks(MulticastTreePart part) const
{
    uint32_t count = 0;
    for (const auto& link : m_links)
    {
        count += link.part == part;
    }
    return count;
}

std::string
MulticastTree::GetDot(const std::string& name) const
{
    static const char* const styles[] = {"bold", "solid", "dashed"};
    std::ostringstream out;
    out << "digraph " << name << " {\n  node [shape=point];\n  0 [shape=circle, label=\"S\"];\n";
    for (const auto node : GetReceivers())
    {
        out << "  " << node << " [shape=box, label=\"\"];\n";
    }
    for (uint32_t node = 1; node < GetNodes(); ++node)
    {
        const auto& link = m_links[node - 1];
        out << "  " << link.parent << " -> " << node << " [style=" << styles[link.part]
            << ", label=\"" << link.loss << "\"];\n";
    }
    out << "}\n";
    return out.str();
}

MulticastTree
MulticastTree::MakeStar(uint32_t receivers, double loss)
{
    RequireArgument(receivers >= 1, "number of receivers", receivers, "at least 1");
    MulticastTree tree;
    for (uint32_t i = 0; i < receivers; ++i)
    {
        tree.Add(0, loss, MULTICAST_BRANCH);
    }
    return tree;
}

MulticastTree
MulticastTree::Make(const MulticastTree3& tree, bool segments)
{
    tree.Check();
    if (segments)
    {
        MulticastFec whole;
        whole.span = MULTICAST_FEC_PATH;
        return Make(ProtectMulticastTree(tree, whole), false);
    }
    MulticastTree out;
    const uint32_t fork =
        out.AddPath(0, tree.height - tree.branch, tree.sharedLoss, MULTICAST_SHARED);
    for (uint32_t i = 0; i < tree.receivers; ++i)
    {
        out.AddPath(fork, tree.branch, tree.branchLoss, MULTICAST_BRANCH);
    }
    return out;
}

MulticastTree
MulticastTree::Make(const MulticastTree4& tree, bool segments)
{
    tree.Check();
    if (segments)
    {
        MulticastFec whole;
        whole.span = MULTICAST_FEC_PATH;
        return Make(ProtectMulticastTree(tree, whole), false);
    }
    MulticastTree out;
    const uint32_t shared = tree.height - tree.lan - tree.branch;
    const uint32_t fork = out.AddPath(0, shared, tree.sharedLoss, MULTICAST_SHARED);
    for (uint32_t i = 0; i < tree.receivers / tree.receiversPerLan; ++i)
    {
        const uint32_t entry = out.AddPath(fork, tree.branch, tree.branchLoss, MULTICAST_BRANCH);
        for (uint32_t j = 0; j < tree.receiversPerLan; ++j)
        {
            out.AddPath(entry, tree.lan, tree.lanLoss, MULTICAST_LAN);
        }
    }
    return out;
}

MulticastTree
MulticastTree::MakeFromParents(const std::vector<uint32_t>& parents,
                               const std::vector<double>& losses)
{
    RequireArgument(!parents.empty(), "number of parents", parents.size(), "at least 1");
    RequireArgument(parents.size() == losses.size(),
                    "number of losses",
                    losses.size(),
                    "that of the parents");
    MulticastTree out;
    for (std::size_t i = 0; i < parents.size(); ++i)
    {
        out.Add(parents[i], losses[i], MULTICAST_BRANCH);
    }
    return out;
}
} // namespace hsn
} // namespace ns3
