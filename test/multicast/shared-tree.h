// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A tree of 50 receivers that share lossy links, and what its receivers have in a farm.
 */
#ifndef HSN_SHARED_TREE_H
#define HSN_SHARED_TREE_H

#include "ns3/multicast-tree-helper.h"
#include "ns3/multicast-tree.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A tree for comparisons of forms. */
struct SharedTree
{
    /// @param scale of the losses
    explicit SharedTree(double scale)
    {
        // a common path of two links; seven branches, whose receivers have 1 to 3 links of their
        // own
        const uint32_t shared = tree.Add(tree.Add(0, 0.02 * scale), 0.03 * scale);
        std::vector<uint32_t> branches;
        for (uint32_t i = 0; i < 7; ++i)
        {
            branches.push_back(tree.Add(shared, 0.01 * scale * (i + 1)));
        }
        for (uint32_t i = 0; i < 50; ++i)
        {
            uint32_t node = branches[i % 7];
            for (uint32_t link = 0; link <= i % 3; ++link)
            {
                node = tree.Add(node, 0.01 * scale);
            }
        }
        for (const uint32_t receiver : tree.GetReceivers())
        {
            delays.push_back(HOP); // from the host to node 0
            double arrives = 1;
            for (uint32_t at = receiver; at != 0; at = tree.GetLink(at).parent)
            {
                delays.back() += HOP;
                arrives *= 1 - tree.GetLink(at).loss;
            }
            losses.push_back(1 - arrives);
        }
    }

    /// @param stream of the first link @return makes it as nodes, whose links lose packets both
    /// ways
    MulticastTreeHelper GetLinks(int64_t stream) const
    {
        MulticastTreeHelper links;
        links.SetDelay(HOP);
        links.SetDataRate(DataRate("10Gbps"));
        links.SetStream(stream);
        links.SetReturnLoss(true);
        return links;
    }

    const Time HOP{MilliSeconds(3)}; //!< delay of a link
    MulticastTree tree;              //!< it
    std::vector<Time> delays;        //!< of its receivers, one way
    std::vector<double> losses;      //!< on the path of a receiver, one way
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SHARED_TREE_H
