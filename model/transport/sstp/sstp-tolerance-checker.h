// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_TOLERANCE_CHECKER_H
#define HSN_SSTP_TOLERANCE_CHECKER_H

#include "sstp-bitmap.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief How packets that the checker forgave count when their segment is checked again. */
enum SstpAccounting
{
    SSTP_STRICT, //!< they stay lost, so that an accepted segment never violates its tolerance
    SSTP_LITERAL //!< "marked as present" (section 4.2): each check may forgive E more
};

/** @brief What is requested of a burst of losses that violates the tolerance. */
enum SstpBurstRequest
{
    SSTP_FROM_VIOLATION, //!< from the violating packet to the end of the burst (section 4.2)
    SSTP_WHOLE_BURST     //!< the whole burst (section 3.3)
};

/**
 * @brief What an application tolerates: at most E of W packets lost, no burst longer than B.
 *
 * E >= W together with B >= W tolerates everything; E = 0 or B = 0 nothing.
 */
struct SstpTolerance
{
    uint32_t window{0};   //!< W, error enforcement window in packets; 0: the segment
    uint32_t maxLoss{0};  //!< E
    uint32_t maxBurst{0}; //!< B
    SstpAccounting accounting{SSTP_STRICT};             //!< of packets forgiven before
    SstpBurstRequest burstRequest{SSTP_FROM_VIOLATION}; //!< what of a burst is requested

    /**
     * @brief Checks it.
     * @param packets of a segment, at least 1
     * @return empty if it is good, else a text with value and limit
     */
    std::string Check(uint32_t packets) const;

    /** @param packets of a segment @return W */
    uint32_t GetWindow(uint32_t packets) const
    {
        return window == 0 ? packets : window;
    }

    /** @param packets of a segment @return whether all losses are tolerated */
    bool IsFull(uint32_t packets) const
    {
        return maxLoss >= GetWindow(packets) && maxBurst >= GetWindow(packets);
    }

    /** @return whether no loss is tolerated */
    bool IsNone() const
    {
        return maxLoss == 0 || maxBurst == 0;
    }
};

/**
 * @brief The tolerance checker of SSTP (section 4.2): which lost packets of a segment have to be
 * sent again.
 *
 * The paper's procedure runs through the packets of a segment in order. It forgives a lost packet
 * as long as neither the losses of its window nor the burst that it belongs to become too many, and
 * requests the others. Windows follow each other without overlap; a burst may reach from one into
 * the next.
 */
class SstpToleranceChecker
{
  public:
    /**
     * @param tolerance checked by SstpTolerance::Check()
     * @param packets of a full segment
     */
    SstpToleranceChecker(const SstpTolerance& tolerance, uint32_t packets);

    /**
     * @brief Checks a segment.
     * @param present its packets that were received; its size may be less than that of a full
     *                segment
     * @param forgiven in: what earlier checks forgave; out: and this one
     * @param request gets a bit for each packet to be sent again; same size
     * @return whether the segment can be accepted: nothing is requested
     */
    bool Check(const SstpBitmap& present, SstpBitmap& forgiven, SstpBitmap& request) const;

    /**
     * @param present packets of a segment that were received
     * @return whether its losses exceed E in a window or B in a row
     */
    bool IsViolated(const SstpBitmap& present) const;

    /** @return what is tolerated */
    const SstpTolerance& GetTolerance() const
    {
        return m_tolerance;
    }

  private:
    /** @brief Requests the rest of a burst, or all of it. @param present packets @param forgiven
     * packets; those requested no longer are @param first violating packet @param request gets the
     * bits @return the first packet behind the burst */
    uint32_t RequestBurst(const SstpBitmap& present,
                          SstpBitmap& forgiven,
                          uint32_t first,
                          SstpBitmap& request) const;

    SstpTolerance m_tolerance; //!< what is tolerated
    uint32_t m_packets;        //!< of a full segment
    uint32_t m_window;         //!< W
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_TOLERANCE_CHECKER_H
