// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for a multicast transfer in rounds, with answers that are spread by a backoff.
 */
#ifndef HSN_RMTP_MODEL_H
#define HSN_RMTP_MODEL_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What a transfer is made of. Times are in seconds. */
struct RmtpTransfer
{
    double packets{2000};     //!< M, packets of the message, at least 1
    double receivers{100};    //!< N, at least 1
    double clean{0};          //!< receivers beside them that lose nothing, at least 0
    double loss{0.01};        //!< e, probability that a receiver misses a packet, 0 to below 1
    double rate{97.65625};    //!< v, packets/s, above 0
    double turnAround{0.1};   //!< TAT, time from a packet to its answer, at least 0
    double surplus{0};        //!< alpha, by which timers are longer, at least 0
    double interval{0};       //!< delta, mean time between two answers, at least 0
    double serviceRate{4348}; //!< mu, answers/s that the server takes, above 0
    uint32_t buffer{8533};    //!< b, answers that its socket buffer holds, at least 2
};

/** @brief A round of a transfer: means. */
struct RmtpRound
{
    double lost;      //!< S_k, packets that receivers miss before it, all receivers together
    double packets;   //!< M_k, packets that some receiver misses
    double receivers; //!< N_k, receivers that miss some packet
    double duration;  //!< T_k, s
    double sent;      //!< PS_k, packets that the server sends
    double received;  //!< PR_k, packets that it receives
    double timers;    //!< that it waits for: 1 + Pol + Pol'
};

/** @brief A whole transfer: means. */
struct RmtpTotals
{
    uint32_t retransmissions; //!< K
    double connection;        //!< TC, s, until all receivers are connected
    double duration;          //!< T, s
    double sent;              //!< PS, packets that the server sends
    double received;          //!< PR, packets that it receives
    double timers;            //!< that it waits for
    double cpu;               //!< s of system time of the server, by the paper's equation (8)
};

/**
 * @ingroup hsn-analysis
 * @brief The formulas of the paper rmtp, section 3.1 and appendix A.
 *
 * N receivers lose each of M packets independently with probability e. The server sends all
 * packets, then again those that anybody misses, and so on; each receiver answers once per round
 * after a random time of up to delta times the number of answers expected. Answers overflow the
 * server's socket buffer if they come faster than it takes them; it then asks again (POLL), twice
 * at most.
 *
 * Invalid arguments throw std::invalid_argument with a text that names value and limit. No GSL.
 */
class RmtpModel
{
  public:
    /**
     * @brief Number of retransmissions K: the smallest one after which less than one loss is left,
     * e^(K + 1) M N < 1. A product of 1 counts as 1 in spite of rounding.
     * @param loss e, 0 to below 1
     * @param losses M N, at least 1
     * @return K
     */
    static uint32_t GetRetransmissions(double loss, double losses);

    /**
     * @brief Mean number of retransmissions: rounds until the last of M N packets has arrived,
     * less 1.
     * @param loss e, 0 to below 1
     * @param losses M N, at least 1
     * @return the sum over j >= 0 of 1 - (1 - e^j)^(M N), less 1
     */
    static double GetMeanRetransmissions(double loss, double losses);

    /**
     * @brief P(at most so many retransmissions).
     * @param loss e, 0 to below 1
     * @param losses M N, at least 1
     * @param most number of retransmissions
     * @return (1 - e^(most + 1))^(M N)
     */
    static double GetRetransmissionsAtMost(double loss, double losses, uint32_t most);

    /**
     * @brief Packets and receivers with losses after k rounds, appendix A: exact.
     * @param transfer what is sent
     * @param k rounds
     * @return S_k = e^k M N, M_k = M (1 - (1 - e^k)^N), N_k = N (1 - (1 - e^k)^M); the rest is 0
     */
    static RmtpRound GetLosses(const RmtpTransfer& transfer, uint32_t k);

    /**
     * @brief The same by the paper's recursion (a2), which is a mean-field approximation.
     * @param transfer what is sent
     * @param k rounds
     * @return S_k, M_k, N_k; the rest is 0
     */
    static RmtpRound GetLossesByRecursion(const RmtpTransfer& transfer, uint32_t k);

    /**
     * @brief Answers that overflow the socket buffer: V(x), the sum of P(n, b) for n = b + 1 to x.
     *
     * One answer comes in each slot; after it, one leaves with probability 1/rho.
     *
     * @param answers x, rounded down
     * @param overload rho = 1/(delta mu); infinite if delta is 0
     * @param buffer b, at least 2
     * @return V(x); 0 if rho is at most 1 or x at most b
     */
    static double GetOverflow(double answers, double overload, uint32_t buffer);

    /**
     * @brief Mean number of POLL rounds for x answers, equation (1).
     * @param answers x
     * @param loss e
     * @param overflow V(x)
     * @return 1 - (1 - e)^x + (1 - e)^x V(x)/x; 0 if there are no answers
     */
    static double GetPolls(double answers, double loss, double overflow);

    /**
     * @brief A round, equations (2) and (5).
     * @param transfer what is sent
     * @param k number of the round, from 0
     * @return its means
     */
    static RmtpRound GetRound(const RmtpTransfer& transfer, uint32_t k);

    /**
     * @brief A transfer, equations (3), (4), (6), (7) and (8).
     *
     * Clean receivers, of which the paper's experiment has up to 9900, answer CONN, the first round
     * and REL.
     *
     * @param transfer what is sent
     * @return its means
     */
    static RmtpTotals GetTotals(const RmtpTransfer& transfer);

    /**
     * @brief Mean size of a list of missing packets: runs of four and more cost three entries of
     * two bytes, other packets one each.
     * @param packets M, at least 1
     * @param loss e, 0 to below 1
     * @return bytes: the header of 8, and the entries
     */
    static double GetNackBytes(uint32_t packets, double loss);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RMTP_MODEL_H
