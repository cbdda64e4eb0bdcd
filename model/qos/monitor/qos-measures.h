// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_MEASURES_H
#define QOS_MEASURES_H

#include "qos-event.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Throughput in a window that slides: T(t) = (1000 / alpha) sum of P_i over t - alpha < x_i
 * <= t (paper, monitored parameters). Integers throughout.
 */
class QosThroughput
{
  public:
    /// @param alpha length of the window, ns, above 0
    explicit QosThroughput(int64_t alpha);

    /// @param time of a packet, ns, not before that of the one before @param bits of it, or of all
    /// since the one before
    void Add(int64_t time, uint64_t bits);
    /// @param now ns, not before the last packet @return bit/s
    uint64_t Get(int64_t now);

  private:
    /// A packet.
    struct Entry
    {
        int64_t time;  //!< ns
        uint64_t bits; //!< of it
    };

    /// @param now ns; packets that have left the window are forgotten
    void Expire(int64_t now);

    int64_t m_alpha;           //!< ns
    std::vector<Entry> m_ring; //!< size is a power of two
    size_t m_first{0};         //!< oldest packet, modulo size
    size_t m_count{0};         //!< packets in the window
    uint64_t m_bits{0};        //!< of them
};

/**
 * @ingroup hsn-qos
 * @brief Jitter of RFC 3550: J grows by a sixteenth of |D_i - D_{i-1}| - J.
 */
class QosJitter
{
  public:
    /// @param delay measured, ns
    void Add(int64_t delay);
    /// @return whether there were two delays
    bool IsKnown() const;
    /// @return ns
    double Get() const;

  private:
    double m_jitter{0};  //!< ns
    int64_t m_last{0};   //!< delay, ns
    uint64_t m_count{0}; //!< delays
};

/**
 * @ingroup hsn-qos
 * @brief Bits that an error control packet reports as lost or damaged: 8 (seq - rseq - sum of the
 * spans' lengths) (paper, monitored parameters). Losses and bit errors look alike.
 */
class QosErrors
{
  public:
    /**
     * @param seq the byte after the highest one sent
     * @param rseq first byte that is missing
     * @param spans received beyond rseq
     * @return empty, or what is wrong: with names, values and limits
     */
    static std::string Check(uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans);

    /**
     * @brief The paper's formula; spans beyond @p seq count up to it.
     * @param seq as above @param rseq as above @param spans as above, valid
     * @return bits
     */
    static uint64_t Count(uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans);

    /**
     * @brief The same, where each byte counts at its first report only.
     * @param seq as above @param rseq as above @param spans as above, valid
     * @return bits that no report before has counted
     */
    uint64_t CountNew(uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans);

    /// @param n samples without a loss @return upper bound of the share lost, with 95 %: 3 / n
    static double GetResolution(uint64_t n);

  private:
    /// Bytes [first, second).
    using Range = std::pair<uint64_t, uint64_t>;

    /// @param missing gets the gaps @param seq as above @param rseq as above @param spans as above
    static void FindGaps(std::vector<Range>& missing,
                         uint64_t seq,
                         uint64_t rseq,
                         const std::vector<QosSpan>& spans);

    std::vector<Range> m_counted; //!< in order, above the last rseq
    std::vector<Range> m_missing; //!< in the last report
    std::vector<Range> m_merged;  //!< room for both
};

/// @ingroup hsn-qos
/// @brief The traffic light, the worst last.
enum QosStatus : uint8_t
{
    QOS_UNKNOWN = 1, //!< no contract, or nothing measured
    QOS_GREEN = 2,   //!< variation below GreenLimit
    QOS_YELLOW = 3,  //!< from there to RedLimit
    QOS_RED = 4      //!< above
};

/// @param status a status @return its name
const char* GetQosStatusName(QosStatus status);

/**
 * @ingroup hsn-qos
 * @brief Compares measured values with a contract: v = |measured - contract| / contract; green if v
 * is below the one limit, red if above the other. In integers: 5 % of 100 is 95, not 95.000001.
 */
class QosLight
{
  public:
    /// Which variations count.
    enum Side
    {
        BOTH,  //!< both, as the paper says
        BELOW, //!< only measured values below the contract
        ABOVE  //!< only measured values above the contract
    };

    /// Of limits: a millionth.
    static constexpr uint32_t UNIT = 1000000;

    /// @param green limit, a share @param red limit, a share above @p green
    QosLight(double green, double red);

    /// @param measured value @param contract value, 0: none @param side that counts @return colour
    QosStatus Get(uint64_t measured, uint64_t contract, Side side = BOTH) const;

  private:
    uint64_t m_green; //!< limit, millionths
    uint64_t m_red;   //!< limit, millionths
};

/**
 * @ingroup hsn-qos
 * @brief Quantiles of times without a list of them: 32 classes of equal width in each octave, so
 * that a quantile is right within 1/32 of its value.
 */
class QosQuantiles
{
  public:
    /// @param value ns, not negative
    void Add(int64_t value);
    /// @return values
    uint64_t GetCount() const;
    /// @param share above 0 and at most 1 @return upper end of the class with this quantile, ns; 0
    /// if there is no value
    int64_t Get(double share) const;

  private:
    std::array<uint32_t, 32 * 60> m_classes{}; //!< values in each
    uint64_t m_count{0};                       //!< values
};
} // namespace hsn
} // namespace ns3

#endif // QOS_MEASURES_H
