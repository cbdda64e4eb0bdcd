// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for a packet that is multicast on a tree until all receivers have it.
 */
#ifndef HSN_MULTICAST_TREE_MODEL_H
#define HSN_MULTICAST_TREE_MODEL_H

#include "multicast-tree.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-analysis
 * @brief The formulas of the paper fec-placement, section 2: how often a packet is sent.
 *
 * The source multicasts a packet on the whole tree until every receiver has got it once. Each link
 * loses each copy by itself, and what is lost on a link is lost for all below. With `needed` above
 * 1 the formulas hold for a group of that many packets and any number of different parity packets:
 * a receiver has the group as soon as it has got `needed` of them, and a transmission is that of
 * one packet.
 *
 * The functions compute 1 - F(i) and never 1 minus a sum, and binomial probabilities by Pascal's
 * triangle, in which all terms are positive: they are accurate to some 13 digits, also where F is
 * close to 1, and need no GSL.
 *
 * Invalid arguments throw std::invalid_argument with a text that names value and limit. So does a
 * receiver that gets less than LEAST_SUCCESS of the packets, for which the sums would be too long.
 */
class MulticastTreeModel
{
  public:
    /** @brief Smallest share of packets that arrives at any receiver. */
    static constexpr double LEAST_SUCCESS = 0.01;

    /**
     * @brief P(more than i transmissions are needed), tree 3: 1 - F(i) by equations (6) and (7).
     * @param tree its values
     * @param i transmissions
     * @param needed packets that each receiver needs, at least 1
     * @return the probability
     */
    static double GetMissing(const MulticastTree3& tree, uint32_t i, uint32_t needed = 1);
    /**
     * @brief The same for tree 4, by equations (11) and (12).
     * @copydetails GetMissing(const MulticastTree3&, uint32_t, uint32_t)
     */
    static double GetMissing(const MulticastTree4& tree, uint32_t i, uint32_t needed = 1);
    /**
     * @brief The same for any tree, by equations (3) to (5).
     * @copydetails GetMissing(const MulticastTree3&, uint32_t, uint32_t)
     */
    static double GetMissing(const MulticastTree& tree, uint32_t i, uint32_t needed = 1);

    /**
     * @brief P(more than i transmissions are needed) for r receivers at the source, each behind a
     * branch: 1 - F(i) by equation (10).
     * @param tree tree 3 without shared links, k = h
     * @param i transmissions
     * @return the probability
     */
    static double GetMissingAtSource(const MulticastTree3& tree, uint32_t i);

    /**
     * @brief Mean number of transmissions, tree 3: the sum (8) of GetMissing() over all i.
     * @param tree its values
     * @param needed packets that each receiver needs, at least 1
     * @return E[T]
     */
    static double GetMean(const MulticastTree3& tree, uint32_t needed = 1);
    /** @brief The same for tree 4. @copydetails GetMean(const MulticastTree3&, uint32_t) */
    static double GetMean(const MulticastTree4& tree, uint32_t needed = 1);
    /** @brief The same for any tree (2). @copydetails GetMean(const MulticastTree3&, uint32_t) */
    static double GetMean(const MulticastTree& tree, uint32_t needed = 1);

    /**
     * @brief The mean for tree 3 by another way: by Wald's identity, each packet that leaves the
     * shared path costs 1 / (1 - its loss) transmissions, whatever happens below.
     * @param tree its values
     * @return E[T]
     */
    static double GetMeanByWald(const MulticastTree3& tree);
    /** @brief The same for tree 4. @copydetails GetMeanByWald(const MulticastTree3&) */
    static double GetMeanByWald(const MulticastTree4& tree);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_TREE_MODEL_H
