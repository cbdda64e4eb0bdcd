// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Prints the mean number of transmissions on trees 3 and 4 of the paper fec-placement, for lists of
 * groups and lengths of branches, by the paper's recursion and by two other ways.
 */
#include "fec-placement-options.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/multicast-tree-model.h"

#include <iostream>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is computed.
struct Options
{
    PlacementOptions tree;              //!< but for the lists
    std::vector<uint32_t> branches{30}; //!< k
    std::vector<uint32_t> groups{30};   //!< r
    uint32_t needed{1};                 //!< packets that a receiver needs
    uint32_t attempts{0};               //!< up to which F(i) is printed
    bool generic{false};                //!< also by the recursion on all links
};

/// @tparam Tree tree 3 or 4 @param tree with FEC @param o what is computed @param out gets the
/// means of one point
template <typename Tree>
void
Evaluate(const Tree& tree, const Options& o, std::vector<double>* out)
{
    using Model = MulticastTreeModel;
    out[0].push_back(Model::GetMean(tree, o.needed) / o.needed);
    if (o.needed == 1)
    {
        out[1].push_back(Model::GetMeanByWald(tree));
    }
    if (o.generic)
    {
        out[2].push_back(Model::GetMean(MulticastTree::Make(tree, false), o.needed) / o.needed);
    }
}

/// @param o what is computed @return the metrics
JsonObject
Run(Options o)
{
    std::vector<double> group;
    std::vector<double> branch;
    std::vector<double> mean[3];
    for (const uint32_t receivers : o.groups)
    {
        for (const uint32_t links : o.branches)
        {
            o.tree.receivers = receivers;
            o.tree.branch = links;
            group.push_back(receivers);
            branch.push_back(links);
            if (o.tree.kind == 3)
            {
                Evaluate(ProtectMulticastTree(o.tree.GetTree3(), o.tree.fec), o, mean);
            }
            else
            {
                Evaluate(ProtectMulticastTree(o.tree.GetTree4(), o.tree.fec), o, mean);
            }
        }
    }
    JsonObject out;
    out.Set("r", group);
    out.Set("k", branch);
    out.Set("transmissions", mean[0]);
    if (!mean[1].empty())
    {
        out.Set("by_wald", mean[1]);
    }
    if (o.generic)
    {
        out.Set("by_links", mean[2]);
    }
    // distribution and links of the last point
    const auto tree = o.tree.Make(true);
    std::vector<double> within;
    std::vector<double> source;
    for (uint32_t i = 1; i <= o.attempts; ++i)
    {
        within.push_back(1 - MulticastTreeModel::GetMissing(tree, i, o.needed));
        if (o.tree.kind == 3 && o.tree.branch == o.tree.height && o.needed == 1)
        {
            const auto star = ProtectMulticastTree(o.tree.GetTree3(), o.tree.fec);
            source.push_back(1 - MulticastTreeModel::GetMissingAtSource(star, i));
        }
    }
    if (o.attempts > 0)
    {
        out.Set("within", within);
        out.Set("within_at_source", source);
    }
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__,
                           "Paper fec-placement: mean number of transmissions by its formulas");
    o.tree.Add(options);
    options.Add("branch", "Links of a branch, k: a list", o.branches, Between(1, 1000));
    options.Add("receivers", "Receivers, r: a list", o.groups, AtLeast(1));
    options.Add("needed",
                "Packets of a group of which a receiver needs so many, with any number of parity "
                "packets (hybrid ARQ); transmissions are per packet of the group",
                o.needed,
                Between(1, 1000));
    options.Add("attempts",
                "Print the distribution at the last point, up to so many transmissions",
                o.attempts,
                AtMost(10000));
    options.Add("generic", "Also by the recursion on all links of the whole tree", o.generic);
    options.Parse(argc, argv);
    options.Require(!o.branches.empty(), "branch", "must have at least one number");
    options.Require(!o.groups.empty(), "receivers", "must have at least one number");
    try
    {
        std::cout << Run(o) << std::endl;
    }
    catch (const std::invalid_argument& error)
    {
        ProgramOptions::Require(false, error.what());
    }
    return 0;
}
