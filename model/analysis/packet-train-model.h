// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Closed forms for trains of AAL5 PDUs under a VBR contract.
 */
#ifndef HSN_PACKET_TRAIN_MODEL_H
#define HSN_PACKET_TRAIN_MODEL_H

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief The packet-train model of a TCP sender on an ATM adapter (paper "vbr-upc", see its
 * chapter).
 *
 * The host hands a PDU of c cells to the adapter every I_g (inter-SDU time); the adapter sends
 * its cells at the peak rate, one every T_PCR. Between PDUs the line is idle for
 * I_p = I_g - c T_PCR, counted from the end of the last cell's slot to the start of the next
 * PDU. The UNI specification counts instead from the start of the last cell, which gives
 * I_p' = I_p + T_PCR. Functions here say which of the two they mean.
 *
 * Functions whose names end in `Ns` compute with whole nanoseconds and are exact; the others take
 * and return microseconds, Mbit/s and real numbers. The model has no state and uses nothing of
 * the simulator.
 *
 * Range: times up to 10^12 ns, MBS and cells up to 10^6; products then stay below 2^63.
 * Invalid arguments throw std::invalid_argument with a text that names value and limit.
 */
class PacketTrainModel
{
  public:
    /** @brief Returned where there is no bound. */
    static constexpr int64_t UNLIMITED = std::numeric_limits<int64_t>::max();

    /** @brief Largest AAL5 CPCS-PDU payload in bytes, trailer included, that a MTU may need. */
    static constexpr uint32_t MAX_PDU = 65535;

    /**
     * @name Sizes
     * @{
     */
    /**
     * @brief Checks an MTU.
     * @param mtu MTU in bytes
     * @return an empty string, or an error text that names it: below 41 bytes there is no room for
     *         data behind 40 bytes of TCP/IP headers, and MTU + 8 must not exceed 65535
     */
    static std::string CheckMtu(uint32_t mtu);

    /**
     * @brief Cells of a PDU.
     * @param sdu bytes in the PDU before AAL5's trailer, 0 to 65527
     * @return c = ceil((sdu + 8) / 48)
     */
    static uint32_t GetCells(uint32_t sdu);

    /**
     * @brief TCP segment of a MTU.
     * @param mtu MTU in bytes
     * @return MSS = MTU - 40 bytes
     */
    static uint32_t GetMss(uint32_t mtu);

    /**
     * @brief Full segments in a window.
     * @param window window in bytes, such as 49152
     * @param mtu MTU in bytes
     * @return floor(window / MSS)
     */
    static uint32_t GetWindowSegments(uint32_t window, uint32_t mtu);

    /**
     * @brief Segments of a transfer.
     * @param bytes length of the transfer
     * @param mtu MTU in bytes
     * @return ceil(bytes / MSS)
     */
    static uint64_t GetTransferSegments(uint64_t bytes, uint32_t mtu);

    /**
     * @brief Cells of a transfer without retransmissions.
     * @param bytes length of the transfer
     * @param mtu MTU in bytes
     * @return cells of all segments; the last one may be short
     */
    static uint64_t GetTransferCells(uint64_t bytes, uint32_t mtu);
    /** @} */

    /**
     * @name The train
     * @{
     */
    /**
     * @brief Inter-SDU time of the paper's hosts by a line through its two points.
     * @param mtu MTU in bytes
     * @return I_g = 600 + 0.068871 (MTU - 4832), more exactly (900 - 600) / (9188 - 4832) us/byte
     */
    static double GetInterSduTime(uint32_t mtu);

    /**
     * @brief Idle time between PDUs, end of slot to start.
     * @param interSdu I_g in ns
     * @param cells c
     * @param period cell period of the adapter in ns
     * @return I_p = I_g - c period in ns; negative if the adapter is slower than the host
     */
    static int64_t GetIdleNs(int64_t interSdu, uint32_t cells, int64_t period);

    /** @copydoc GetIdleNs() All times in microseconds. */
    static double GetIdle(double interSdu, uint32_t cells, double period);

    /**
     * @brief Rate of the train on the line, headers and all.
     * @param cells c
     * @param interSdu I_g in us, greater than 0
     * @return 424 c / I_g in Mbit/s
     */
    static double GetRawThroughput(uint32_t cells, double interSdu);
    /** @} */

    /**
     * @name The contract
     * In all of them T_PCR > 0, T_SCR >= T_PCR and MBS >= 1.
     * @{
     */
    /**
     * @brief Limit of the sustainable rate's bucket, eq. (1).
     * @param tPcr T_PCR in ns
     * @param tScr T_SCR in ns
     * @param mbs MBS in cells
     * @return tau_SCR = (MBS - 1)(T_SCR - T_PCR) in ns
     */
    static int64_t GetScrLimitNs(int64_t tPcr, int64_t tScr, uint32_t mbs);

    /** @copydoc GetScrLimitNs() All times in microseconds. */
    static double GetScrLimit(double tPcr, double tScr, uint32_t mbs);

    /**
     * @brief Tells whether a train conforms if the UPC is idle at its start, eq. (2) as it stands.
     * @param pdus p, number of PDUs
     * @param cells c, cells of each
     * @param idle I_p in ns, end of slot to start, not negative
     * @param tPcr T_PCR in ns
     * @param tScr T_SCR in ns
     * @param scrLimit tau_SCR in ns, not negative
     * @return whether (k c + j) T_SCR <= k (c T_PCR + I_p) + j T_PCR + tau_SCR for all k < p, j < c
     *
     * Counts from the first cell only: exact while I_p <= c (T_SCR - T_PCR). Beyond, the bucket is
     * empty at the start of every PDU, and the train conforms iff its first PDU does.
     */
    static bool TrainConformsNs(uint32_t pdus,
                                uint32_t cells,
                                int64_t idle,
                                int64_t tPcr,
                                int64_t tScr,
                                int64_t scrLimit);

    /** @copydoc TrainConformsNs() All times in microseconds. */
    static bool TrainConforms(uint32_t pdus,
                              uint32_t cells,
                              double idle,
                              double tPcr,
                              double tScr,
                              double scrLimit);

    /**
     * @brief Longest train that conforms if the UPC is idle at its start, from eq. (2).
     * @param cells c, cells of each PDU, at least 1
     * @param interSdu I_g in ns, start to start, at least c T_PCR
     * @param tPcr T_PCR in ns
     * @param tScr T_SCR in ns
     * @param mbs MBS in cells
     * @return p_max = 1 + floor[(tau_SCR - (c - 1)(T_SCR - T_PCR)) / (c T_SCR - I_g)] PDUs;
     *         0 if not even one conforms (c > MBS), UNLIMITED if I_g >= c T_SCR
     */
    static int64_t GetMaxPdusNs(uint32_t cells,
                                int64_t interSdu,
                                int64_t tPcr,
                                int64_t tScr,
                                uint32_t mbs);

    /** @copydoc GetMaxPdusNs() All times in microseconds. */
    static int64_t GetMaxPdus(uint32_t cells,
                              double interSdu,
                              double tPcr,
                              double tScr,
                              uint32_t mbs);

    /**
     * @brief Longest PDU of an endless train that conforms, eq. (3).
     * @param uniIdle I_p' in ns, start of last cell to start of next PDU, not negative
     * @param tPcr T_PCR in ns
     * @param tScr T_SCR in ns
     * @param mbs MBS in cells
     * @return 1 + floor[min(I_p' - T_SCR, tau_SCR) / (T_SCR - T_PCR)] cells, 0 if not even
     *         one; if T_SCR = T_PCR, UNLIMITED or 0
     */
    static int64_t GetMaxCellsNs(int64_t uniIdle, int64_t tPcr, int64_t tScr, uint32_t mbs);

    /** @copydoc GetMaxCellsNs() All times in microseconds. */
    static int64_t GetMaxCells(double uniIdle, double tPcr, double tScr, uint32_t mbs);

    /**
     * @brief Least idle time that earns one more PDU, end of slot to start.
     * @param cells c, at least 1
     * @param tPcr T_PCR in ns
     * @param tScr T_SCR in ns
     * @return I_p = c (T_SCR - T_PCR) in ns
     *
     * After it a PDU conforms whatever was sent before, and an endless train does, if c <= MBS.
     */
    static int64_t GetMinIdleNs(uint32_t cells, int64_t tPcr, int64_t tScr);

    /** @copydoc GetMinIdleNs() All times in microseconds. */
    static double GetMinIdle(uint32_t cells, double tPcr, double tScr);

    /**
     * @brief The same as eq. (3) has it, start of last cell to start of next PDU.
     * @param cells c, at least 1
     * @param tPcr T_PCR in ns
     * @param tScr T_SCR in ns
     * @return I_p' = T_SCR + (c - 1)(T_SCR - T_PCR) in ns
     */
    static int64_t GetMinUniIdleNs(uint32_t cells, int64_t tPcr, int64_t tScr);

    /** @copydoc GetMinUniIdleNs() All times in microseconds. */
    static double GetMinUniIdle(uint32_t cells, double tPcr, double tScr);
    /** @} */

    /**
     * @name Throughput
     * @{
     */
    /**
     * @brief Payload rate if the sustainable rate is used to the last cell.
     * @param mtu MTU in bytes
     * @param tScr T_SCR in us, greater than 0
     * @return 8 MSS / (c T_SCR) in Mbit/s
     */
    static double GetMaxPayload(uint32_t mtu, double tScr);

    /**
     * @brief Bound of the throughput of a finite transfer, which starts with a full burst credit.
     * @param bytes length of the transfer
     * @param mtu MTU in bytes
     * @param tPcr T_PCR in us
     * @param tScr T_SCR in us
     * @param mbs MBS in cells
     * @return 8 bytes / (cells T_SCR - tau_SCR) in Mbit/s, or 8 bytes / (cells T_PCR) if that is
     *         less
     */
    static double GetTransferBound(uint64_t bytes,
                                   uint32_t mtu,
                                   double tPcr,
                                   double tScr,
                                   uint32_t mbs);

    /**
     * @brief Share of the cells that the sustainable rate's bucket accepts under steady overload.
     * @param spacing spacing of the offered cells in us, greater than 0
     * @param tScr T_SCR in us
     * @return spacing / T_SCR, at most 1
     */
    static double GetAcceptedShare(double spacing, double tScr);

    /**
     * @brief Rough estimate: one burst of p_max segments in every idle time.
     * @param pdus p_max
     * @param mtu MTU in bytes
     * @param idle time from burst to burst in us, two timer ticks, greater than 0
     * @return 8 p_max MSS / idle in Mbit/s; too high, see vbr-upc trap 7
     */
    static double GetCycleThroughput(int64_t pdus, uint32_t mtu, double idle);
    /** @} */
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_TRAIN_MODEL_H
