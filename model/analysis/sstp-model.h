// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for delay and throughput of segments that are repeated packet by packet.
 */
#ifndef HSN_SSTP_MODEL_H
#define HSN_SSTP_MODEL_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-analysis
 * @brief The formulas of the paper sstp, section 5.2, and what follows from its assumptions.
 *
 * Segments of s packets of l bytes are sent at the rate A; each packet is lost with probability p;
 * the answer to a group of packets comes t_a = RTD + 3 t_p after the last one was sent. All times
 * are in seconds, windows in segments. Invalid arguments throw std::invalid_argument with a text
 * that names value and limit.
 */
class SstpModel
{
  public:
    /** @brief A path and its segments. */
    struct Path
    {
        uint32_t packets{256};      //!< s, at least 1
        uint32_t packetBytes{1024}; //!< l, at least 1
        double rate{500e6};         //!< A in bit/s, above 0
        double rtd{0.06};           //!< RTD in s, not below 0
    };

    /** @param path checked */
    explicit SstpModel(const Path& path);

    /** @return t_p, time of a packet in s */
    double GetPacketTime() const;
    /** @return t_s, time of a segment in s */
    double GetSegmentTime() const;
    /** @return t_a, from the last packet of a group to its answer, in s */
    double GetAnswerTime() const;
    /** @return w_a = t_a / t_s */
    double GetAnswerSegments() const;

    /** @param loss p, 0 to below 1 @return mean number of transmissions of a segment's slowest
     * packet: sum over i of 1 - (1 - p^i)^s */
    double GetRounds(double loss) const;
    /** @param loss p, 0 to below 1 @return g = 1 - (1 - p)^s, probability of a retransmission */
    double GetHit(double loss) const;
    /** @param loss p, 0 to below 1 @return D_s, mean delay seen by the sender, in s */
    double GetSenderDelay(double loss) const;
    /** @param loss p, 0 to below 1 @return D_r, mean delay seen by the receiver, in s */
    double GetReceiverDelay(double loss) const;
    /**
     * @brief Mean of the longest of many delays, retransmission times left out.
     * @param loss p, 0 to below 1
     * @param segments N, above 0
     * @return t_s + RTD/2 + t_a sum over i >= 1 of 1 - (1 - p^i)^(s N), in s
     */
    double GetMaximumDelay(double loss, double segments) const;
    /**
     * @param loss p, 0 to below 1
     * @param rounds k, at least 1
     * @param segments N, above 0
     * @return mean number of segments with k or more rounds of retransmission
     */
    double GetRepeated(double loss, uint32_t rounds, double segments) const;
    /**
     * @brief Probability that a segment's first transmission violates (s, E, E).
     * @param loss p, 0 to 1
     * @param maxLoss E, below s
     * @return P(more than E of s packets are lost); needs GSL, see AnalysisNumeric
     */
    double GetViolation(double loss, uint32_t maxLoss) const;

    /**
     * @brief Throughput efficiency as the paper prints it.
     *
     * Its third line, for w_a + 1 < W < 2 w_a + 1, has min(W - w_a, w_a (1-p)) in the denominator,
     * too, and so jumps at both ends.
     * @param loss p, above 0 and below 1
     * @param window W, at least 1
     * @return ThE
     */
    double GetPrintedEfficiency(double loss, double window) const;
    /**
     * @brief Throughput efficiency by the paper's own argument, derived again.
     *
     * Before a segment that is hit come 1/g - 1 others; its retransmission takes p/g of a segment's
     * time; in the time until it is over, 1 + w_a + min(W - 1 - w_a, w_a (1-p)) segments are sent.
     * The result is continuous in W.
     * @param loss p, 0 to below 1
     * @param window W, at least 1
     * @return ThE
     */
    double GetEfficiency(double loss, double window) const;

  private:
    Path m_path; //!< constants
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_MODEL_H
