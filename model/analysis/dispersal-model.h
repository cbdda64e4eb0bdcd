// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for dispersed segments whose cells are lost independently.
 */
#ifndef HSN_DISPERSAL_MODEL_H
#define HSN_DISPERSAL_MODEL_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Mean number of round trips and cells for a dispersed segment (boston section 2.2).
 *
 * A segment is dispersed into cells any m of which rebuild it. A transmission sends alpha cells
 * more than are needed; each cell is lost with probability q, independently of the others. A round
 * is one transmission and the report of what is still missing. The model has no state and uses
 * nothing of the simulator.
 *
 * Range: m at least 1, q from 0 to 1. Where q is 1 nothing ever arrives, and means are infinite.
 * Invalid arguments throw std::invalid_argument with a text that names value and limit. The
 * distributions come from GSL; see AnalysisNumeric.
 */
class DispersalModel
{
  public:
    /** @brief Mean cost of a segment. */
    struct Cost
    {
        double rounds; //!< transmissions, the first included
        double cells;  //!< cells sent
    };

    /**
     * @brief The paper's eq. (1).
     * @param m cells that rebuild the segment
     * @param alpha extra cells
     * @param q cell loss probability
     * @return W, the probability that more than alpha of m + alpha cells are lost
     */
    static double GetFailure(uint32_t m, uint32_t alpha, double q);

    /**
     * @brief The paper's eq. (2), which assumes that each retransmission sends the whole segment
     * and that cells of earlier rounds do not count.
     * @param m cells that rebuild the segment
     * @param alpha extra cells
     * @param q cell loss probability
     * @return U = 1 / (1 - W), the mean number of rounds
     */
    static double GetRounds(uint32_t m, uint32_t alpha, double q);

    /**
     * @brief Cost if a retransmission sends the missing cells and alphaRetx more.
     *
     * A Markov chain over the cells that are missing: of d + alphaRetx cells sent a binomial number
     * arrives.
     *
     * @param m cells that rebuild the segment
     * @param alpha extra cells of the first transmission
     * @param alphaRetx extra cells of each retransmission
     * @param q cell loss probability
     * @return rounds and cells
     */
    static Cost GetPendingCost(uint32_t m, uint32_t alpha, uint32_t alphaRetx, double q);

    /**
     * @brief The least redundancy that meets a target by eq. (2).
     * @param m cells that rebuild the segment
     * @param q cell loss probability
     * @param targetRounds greatest mean number of rounds wanted, at least 1
     * @param max greatest number of extra cells
     * @return the smallest alpha with U(m, alpha, q) <= targetRounds, at most max
     */
    static uint32_t GetExtraCells(uint32_t m, double q, double targetRounds, uint32_t max);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_DISPERSAL_MODEL_H
