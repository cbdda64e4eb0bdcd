// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_RATE_CREDIT_H
#define HSN_XTP_RATE_CREDIT_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief What the rate of an XTP sender counts. */
enum XtpRateCounts
{
    XTP_USER_BYTES, //!< user data
    XTP_PDU_BYTES,  //!< user data and XTP header
    XTP_CELL_BYTES  //!< the ATM cells of the packet, 53 bytes each
};

/**
 * @brief Rate control of XTP: credit for a burst of bytes, renewed when RTIMER expires.
 *
 * A packet takes credit. When what is left does not suffice for a packet of full size, RTIMER runs
 * for burst / rate; then the credit is a whole burst again. Unused credit does not accumulate. A
 * packet that takes more than a burst leaves when the credit is whole.
 * (Ajmone Marsan et al., section 2.)
 */
class XtpRateCredit
{
  public:
    /**
     * @brief Sets the limits; the credit is a whole burst.
     * @param rate of sending, of what counts; 0: unlimited
     * @param burst bytes of what counts; 0: one packet of full size
     * @param counts what counts
     * @param fullSize bytes of user data in a packet of full size
     * @param overhead bytes that are added to XTP's header before AAL5: an IP header, or 0
     */
    void Configure(DataRate rate,
                   uint64_t burst,
                   XtpRateCounts counts,
                   uint32_t fullSize,
                   uint32_t overhead);

    /** @param size bytes of user data of a packet @return what it takes */
    uint64_t GetCost(uint32_t size) const;

    /** @return whether there is a limit */
    bool IsLimited() const
    {
        return m_rate.GetBitRate() > 0;
    }

    /** @return time in which a burst is sent at this rate */
    Time GetRtimer() const
    {
        return m_rtimer;
    }

    /** @param size bytes of user data @param now time @return whether the packet may leave */
    bool CanSend(uint32_t size, Time now);

    /** @brief Takes the credit of a packet that leaves. @param size bytes of user data
     * @param now time */
    void Spend(uint32_t size, Time now);

    /** @return when RTIMER expires; only while the credit does not suffice */
    Time GetRefill() const
    {
        return m_refill;
    }

    /** @brief Makes the credit a whole burst, and stops RTIMER. */
    void Refill();

  private:
    DataRate m_rate{0};                     //!< 0: unlimited
    uint64_t m_burst{0};                    //!< greatest credit
    XtpRateCounts m_counts{XTP_CELL_BYTES}; //!< what counts
    uint32_t m_overhead{0};                 //!< before AAL5
    uint64_t m_full{0};                     //!< cost of a packet of full size
    Time m_rtimer;                          //!< burst / rate
    uint64_t m_credit{0};                   //!< left
    bool m_waiting{false};                  //!< RTIMER runs
    Time m_refill;                          //!< when it expires
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_RATE_CREDIT_H
