// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Options that the programs of this paper share: a tree, and FEC on it.
 */
#ifndef FEC_PLACEMENT_OPTIONS_H
#define FEC_PLACEMENT_OPTIONS_H

#include "ns3/multicast-tree.h"
#include "ns3/program-options.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Tree 3 or 4, and what protects it.
struct PlacementOptions
{
    uint32_t kind{3};             //!< 3 or 4
    uint32_t height{30};          //!< h
    uint32_t branch{30};          //!< k
    uint32_t lan{5};              //!< l, tree 4
    uint32_t receivers{30};       //!< r
    uint32_t receiversPerLan{25}; //!< r_LAN, tree 4
    double q1{1e-3};              //!< loss of a shared link
    double q2{1e-3};              //!< loss of a link of a branch
    double q3{1e-4};              //!< loss of a link of a LAN
    MulticastFec fec;             //!< what is protected

    /// @return tree 3 without FEC
    MulticastTree3 GetTree3() const
    {
        return {height, branch, receivers, q1, q2};
    }

    /// @return tree 4 without FEC
    MulticastTree4 GetTree4() const
    {
        return {height, branch, lan, receivers, receiversPerLan, q1, q2, q3};
    }

    /// @param segments one link for each segment @return the tree with FEC
    MulticastTree Make(bool segments) const
    {
        return kind == 3 ? MulticastTree::Make(ProtectMulticastTree(GetTree3(), fec), segments)
                         : MulticastTree::Make(ProtectMulticastTree(GetTree4(), fec), segments);
    }

    /// @param options gets all but branch and receivers
    void Add(ProgramOptions& options)
    {
        options.Add("tree", "Which tree of the paper", kind, OneOf({3U, 4U}));
        options.Add("height", "Links from the source to a receiver, h", height, Between(1, 1000));
        options.Add("lan", "Links of a path in a LAN of tree 4, l", lan, Between(1, 1000));
        options.Add("perLan", "Receivers of a LAN of tree 4", receiversPerLan, AtLeast(1));
        options.Add("q1", "Loss of a shared link", q1, AtLeast(0).Below(1));
        options.Add("q2", "Loss of a link of a branch", q2, AtLeast(0).Below(1));
        options.Add("q3", "Loss of a link of a LAN of tree 4", q3, AtLeast(0).Below(1));
        options.Add("scope",
                    "What FEC protects; Wan is q1 of tree 3, q1 and q2 of tree 4",
                    fec.scope,
                    {{"None", MULTICAST_FEC_NONE},
                     {"All", MULTICAST_FEC_ALL},
                     {"Wan", MULTICAST_FEC_WAN},
                     {"Lan", MULTICAST_FEC_LAN}});
        options.Add("span",
                    "Whether FEC works on every link or from end to end of a path",
                    fec.span,
                    {{"Link", MULTICAST_FEC_LINK}, {"Path", MULTICAST_FEC_PATH}});
        options.Add("factor", "What FEC multiplies a loss by", fec.factor, hsn::Above(0).AtMost(1));
    }
};
} // namespace hsn
} // namespace ns3

#endif // FEC_PLACEMENT_OPTIONS_H
