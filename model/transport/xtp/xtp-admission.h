// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_ADMISSION_H
#define HSN_XTP_ADMISSION_H

#include "xtp-rate-credit.h"
#include "xtp-settings.h"

#include "ns3/byte-range-set.h"
#include "ns3/data-rate.h"
#include "ns3/deadline-timer.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/** @brief What a sender may let out: flow control by the peer's alloc, and rate control. */
class XtpAdmission
{
  public:
    /** @param settings the socket's @param refilled called when RTIMER expires and something waits
     * for it */
    XtpAdmission(const XtpSettings& settings, std::function<void()> refilled);

    /** @brief Takes what the settings say. @param maxData bytes of user data in DATA @param
     * overhead bytes of an IP header, or 0 */
    void Begin(uint32_t maxData, uint32_t overhead);
    /** @brief Sets rate control anew. @param limit of the peer; 0: none @param maxData bytes of
     * user data in DATA */
    void LimitRate(DataRate limit, uint32_t maxData);
    /** @brief Takes what the peer says: the first time, it may be less than InitialAlloc; later it
     * only grows. @param alloc first byte that the peer will not accept */
    void TakeAlloc(StreamOffset alloc);

    /** @return first byte that the peer will not accept */
    StreamOffset GetAlloc() const
    {
        return m_alloc;
    }

    /** @param end of data @return whether flow control lets all of it out */
    bool Accepts(StreamOffset end) const;
    /** @param size of new data @param begin its first byte @param kept bytes that may have to be
     * sent again @return bytes of it that flow control lets out now */
    uint32_t GetAdmitted(uint32_t size, StreamOffset begin, uint32_t kept) const;
    /** @param size of data @return whether rate control lets it out; if not, RTIMER runs */
    bool HasCredit(uint32_t size);
    /** @brief Takes the credit of data that leaves. @param size of it */
    void Spend(uint32_t size);
    /** @brief Makes the credit a whole burst. */
    void Refill();

    /** @return whether something waits for RTIMER */
    bool IsWaiting() const
    {
        return m_rtimer.IsRunning();
    }

    /** @brief Nothing waits for RTIMER any more. */
    void Cancel();
    /** @brief Removes the timer. */
    void Stop();

    /** @return rate control */
    const XtpRateCredit& GetRate() const
    {
        return m_credit;
    }

  private:
    const XtpSettings& m_settings; //!< of the socket
    XtpRateCredit m_credit;        //!< rate control
    uint32_t m_overhead{0};        //!< of IP
    StreamOffset m_alloc{0};       //!< first byte that the peer will not accept
    bool m_told{false};            //!< the peer has said so
    DeadlineTimer m_rtimer;        //!< RTIMER, while something waits for it
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_ADMISSION_H
