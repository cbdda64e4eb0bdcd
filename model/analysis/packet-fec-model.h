// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for N data packets protected by M redundancy packets.
 */
#ifndef HSN_PACKET_FEC_MODEL_H
#define HSN_PACKET_FEC_MODEL_H

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/** @brief A block of N data packets and M redundancy packets; M = 0 means no redundancy. */
struct PacketFecCode
{
    uint32_t data{1};   //!< N, at least 1
    uint32_t parity{0}; //!< M
};

/** @brief How a multicast sender retransmits. */
enum PacketFecRepeat
{
    PACKET_FEC_IN_BLOCK,       //!< in data slots of later blocks: each costs (N + M)/N packets
    PACKET_FEC_WITHOUT_PARITY, //!< each costs one packet, although it is as safe as in a block
    PACKET_FEC_ALONE           //!< each costs one packet and is lost with probability e
};

/** @brief Resequencing delay of packets, in round-trip times. */
struct PacketFecDelay
{
    double mean;      //!< E[D]
    double deviation; //!< standard deviation of D
    double inOrder;   //!< P(D = 0)
};

/**
 * @ingroup hsn-analysis
 * @brief The formulas of the paper packet-fec, sections 2 to 6.
 *
 * Packets are lost independently with probability e, and any N of the N + M packets of a block
 * restore it. All functions are accurate to some 12 digits for any e from 0 to below 1 and
 * groups of up to 10^12 receivers; group sizes are real numbers, so that roots can be found.
 *
 * Invalid arguments throw std::invalid_argument with a text that names value and limit. Residual
 * loss and crossings, and what is computed from them, need GSL; see AnalysisNumeric.
 */
class PacketFecModel
{
  public:
    /**
     * @brief Residual loss: probability that a data packet is lost and cannot be restored.
     * @param loss e, 0 to below 1
     * @param code N + M
     * @return eps_M = e P(at least M of the other N + M - 1 packets are lost)
     */
    static double GetResidualLoss(double loss, PacketFecCode code);

    /**
     * @brief Mean number of transmissions until every receiver has a packet.
     * @param loss probability that a receiver does not have it after a transmission, 0 to below 1
     * @param group G, at least 1
     * @return T(e, G) = sum over X of 1 - (1 - e^X)^G
     */
    static double GetTransmissions(double loss, double group);

    /**
     * @brief Probability that a packet has to be sent again at least `times` times.
     * @param loss e, 0 to below 1
     * @param group G, at least 1
     * @param times number of retransmissions, at least 1
     * @return 1 - (1 - e^times)^G
     */
    static double GetRepeatProbability(double loss, double group, uint32_t times = 1);

    /**
     * @brief Packets sent for each data packet, redundancy and retransmissions included.
     * @param loss e, 0 to below 1
     * @param code N + M
     * @param group G, at least 1
     * @param repeat how packets are sent again
     * @return (N + M)/N T(eps_M, G); without parity M/N + T(eps_M, G); alone (N + M)/N + the
     *         retransmissions of packets that eps_M of the receivers miss at first, and e each time
     */
    static double GetMulticastCost(double loss,
                                   PacketFecCode code,
                                   double group,
                                   PacketFecRepeat repeat = PACKET_FEC_IN_BLOCK);

    /**
     * @brief Efficiency of a sender that idles for one window after each loss (section 4).
     * @param loss e, 0 to below 1
     * @param code N + M
     * @param window W in packets, at least 1
     * @return N/(N + M) / (eps_M W + 1)
     */
    static double GetWindowEfficiency(double loss, PacketFecCode code, double window);

    /**
     * @brief Efficiency of a sender that idles only when a retransmission is lost too (section 4).
     * @param loss e, 0 to below 1
     * @param code N + M
     * @param window W in packets, at least 1
     * @return N/(N + M) / (eps_M^2 W + 1)
     */
    static double GetSackEfficiency(double loss, PacketFecCode code, double window);

    /**
     * @brief Delay until all packets sent before have arrived, too (section 5).
     *
     * One packet is sent in each slot, and again W slots later until all G receivers have it. The
     * delay counts from the arrival that the packet would have had without loss.
     *
     * @param loss residual loss eps of each transmission, 0 to below 1
     * @param window W, slots of a round-trip time, at least 1
     * @param group G, at least 1
     * @return mean, deviation and P(D = 0)
     */
    static PacketFecDelay GetResequencingDelay(double loss, uint32_t window, double group = 1);

    /**
     * @brief Finds the code with the least multicast cost in blocks of limited size (section 6).
     * @param loss e, 0 to below 1
     * @param group G, at least 1
     * @param limit most packets of a block, N + M, at least 1
     * @param mostParity most redundancy packets
     * @return the code; 1 + 0 where no redundancy is best
     */
    static PacketFecCode GetBestCode(double loss,
                                     double group,
                                     uint32_t limit,
                                     uint32_t mostParity = 3);

    /**
     * @brief Finds where a function first becomes negative, by steps of a hundredth of a decade and
     *        Brent's method.
     * @param difference function of a positive argument
     * @param low where to begin, greater than 0
     * @param high where to end
     * @return the root; NaN if the function is negative at \p low or nowhere before \p high
     */
    static double FindCrossing(const std::function<double(double)>& difference,
                               double low,
                               double high);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_FEC_MODEL_H
