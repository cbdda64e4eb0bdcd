// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_REQUESTS_H
#define HSN_XTP_REQUESTS_H

#include "xtp-header.h"
#include "xtp-rtt-estimator.h"
#include "xtp-settings.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief The requests for status of one end, and how long it waits for their answers.
 *
 * Requests are numbered from 1; a report echoes the greatest number that it answers. WTIMER runs
 * while the last one is not answered, or is watched because something else is expected of the peer.
 *
 * Three phases: the association opens until Confirm(), then it is open, and from Synchronize() to
 * the answer to that request, or a later one, it synchronizes. While it opens or synchronizes, a
 * request is repeated with a WTIMER that doubles, RetryCount times at most, and for CTIMEOUT.
 */
class XtpRequests
{
  public:
    /** @param settings the socket's @param waited called when WTIMER expires @param abandoned
     * called when CTIMEOUT expires */
    XtpRequests(XtpSettings& settings,
                std::function<void()> waited,
                std::function<void()> abandoned);

    /** @brief Takes what the settings say; the association opens. */
    void Begin();
    /** @brief The association is open. */
    void Confirm();

    /** @return whether the association is, or was, open */
    bool IsConfirmed() const
    {
        return m_confirmed;
    }

    /** @param sync of a packet @return whether it answers what was sent before the association was
     * open */
    bool IsEarly(uint32_t sync) const;

    /** @return number of the last request */
    uint32_t GetLast() const
    {
        return m_sync;
    }

    /** @param echo of a report @return whether such a request was sent */
    bool WasSent(uint32_t echo) const;

    /** @brief Makes a packet a request, and starts WTIMER. @param header gets the number
     * @param option SREQ or DREQ */
    void Add(XtpHeader& header, uint32_t option);
    /** @brief Takes the answer to all requests up to one: a sample of the round-trip time; WTIMER
     * stops at that to the last one. @param echo its number */
    void Answer(uint32_t echo);
    /** @brief All that was asked is answered: ends a handshake, and stops both timers. */
    void Settle();

    /** @brief CTIMEOUT begins. */
    void LimitTime();
    /** @brief Begins a synchronizing handshake with the next request. */
    void Synchronize();

    /** @return whether a handshake is not answered */
    bool IsSynchronizing() const
    {
        return m_synchronizing;
    }

    /** @brief Ends the handshake if a report answers it. @param echo of the report @return whether
     * it does */
    bool EndHandshake(uint32_t echo);
    /** @return time since the handshake began */
    Time GetHandshakeTime() const;

    /** @return whether a request that is not answered is to be repeated; if not, to synchronize */
    bool Repeats() const
    {
        return m_synchronizing || !m_confirmed;
    }

    /** @brief Doubles the WTIMER of the next repetition. @return whether there may be one */
    bool TryAgain();

    /** @return whether WTIMER runs */
    bool IsWaiting() const
    {
        return m_wtimer.IsRunning();
    }

    /** @brief Starts WTIMER without a request, later and later as long as nothing happens. */
    void Watch();
    /** @brief Something has happened: Watch() begins with WTIMER again. */
    void NoteProgress();

    /** @brief Removes both timers. */
    void Stop();
    /** @brief Removes both timers, and forgets what was asked. */
    void Reset();

    /** @return round-trip time and WTIMER */
    const XtpRttEstimator& GetRtt() const
    {
        return m_rtt;
    }

  private:
    /** @brief A request that is not answered. */
    struct Request
    {
        uint32_t sync; //!< its number
        Time sent;     //!< when
    };

    XtpSettings& m_settings;        //!< of the socket
    XtpRttEstimator m_rtt;          //!< WTIMER
    Time m_lastRtt;                 //!< last sample
    uint32_t m_sync{0};             //!< number of the last request
    std::deque<Request> m_requests; //!< not answered
    bool m_confirmed{false};        //!< it is open
    uint32_t m_confirmedSync{0};    //!< number of the last request then
    bool m_synchronizing{false};    //!< in a handshake
    uint32_t m_handshakeSync{0};    //!< its first request
    Time m_handshakeStart;          //!< when
    uint32_t m_retries{0};          //!< repetitions left
    Time m_wait;                    //!< current WTIMER of repetitions
    Time m_watch;                   //!< last time of Watch(); 0: WTIMER is next
    DeadlineTimer m_wtimer;         //!< WTIMER
    DeadlineTimer m_timeout;        //!< CTIMEOUT
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_REQUESTS_H
