// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_LOSS_RECOVERY_H
#define HSN_TCP_LOSS_RECOVERY_H

#include "tcp-ack-event.h"
#include "tcp-dsack.h"
#include "tcp-eifel.h"
#include "tcp-f-rto.h"
#include "tcp-fine-congestion-ops.h"
#include "tcp-fine-timeout.h"
#include "tcp-loss-recovery-user.h"
#include "tcp-rack.h"
#include "tcp-rate-adapter.h"
#include "tcp-rate-reduction.h"
#include "tcp-rate-sampler.h"
#include "tcp-reordering.h"
#include "tcp-scoreboard.h"
#include "tcp-tail-probe.h"

#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief Finds out which segments of a TCP connection were lost, decides which are sent again, and
 * drives congestion control.
 *
 * It owns what is known of the segments that were sent (TcpScoreboard, TcpRateSampler), and the
 * state of fast retransmit and fast recovery: duplicate acknowledgements, recovery point, limited
 * transmit. It alone changes ns-3's TcpSocketState::m_congState, and calls TcpCongestionOps and
 * TcpRecoveryOps for acknowledgements and losses, in the order in which ns-3's TCP does. It has no
 * headers, no sequence numbers, no timers, no windows but the congestion window.
 *
 * The socket calls OnAck() for each acknowledgement, OnTimeout() when its retransmission timer
 * expires, and NextToSend() for as long as that names a segment. What has to happen in the midst of
 * these, it does as TcpLossRecoveryUser. Each call is complete in itself: no order of calls is to
 * be kept, but that a segment that was named must leave, with OnSent() after it, before the next
 * one is asked for.
 */
class TcpLossRecovery
{
  public:
    /** @brief How losses are repaired. */
    enum Mode
    {
        RENO,    //!< fast retransmit and fast recovery, which the first new acknowledgement ends
        NEWRENO, //!< RFC 6582
        SACK     //!< RFC 6675 if the peer agrees, else as NEWRENO
    };

    /** @brief What a user sets. */
    struct Settings
    {
        Mode mode{SACK};            //!< attribute LossRecovery
        bool limitedTransmit{true}; //!< attribute LimitedTransmit
        bool impatient{true};       //!< attribute Impatient
        bool strict{false};         //!< attribute StrictRfc
        bool detectLostAgain{true}; //!< attribute DetectLostRetransmissions
        bool fineRetransmit{false}; //!< attribute FineRetransmit
        bool adaptReordering{true}; //!< attribute AdaptReordering
        bool eifel{true};           //!< attribute Eifel
        bool dsack{true};           //!< attribute DSack
        bool fRto{true};            //!< attribute FRto
        bool rack{true};            //!< attribute Rack
        bool tailProbe{true};       //!< attribute Tlp
        uint32_t dupThresh{3};      //!< attribute ReTxThreshold
    };

    /**
     * @param settings must outlive this object
     * @param tcb state that congestion control sees
     * @param user the socket; must outlive this object
     */
    TcpLossRecovery(const Settings& settings, Ptr<TcpSocketState> tcb, TcpLossRecoveryUser& user);

    TcpLossRecovery(const TcpLossRecovery&) = delete;
    TcpLossRecovery& operator=(const TcpLossRecovery&) = delete;

    /// @name Set-up
    /// @{
    /** @brief Sets the parts that a user chooses. @param congestion control, initialised by the
     * caller @param recovery sets the window during a recovery; RENO always uses TcpClassicRecovery
     * @param estimator of round-trip times, for the fine timeout */
    void SetParts(Ptr<TcpCongestionOps> congestion,
                  Ptr<TcpRecoveryOps> recovery,
                  Ptr<RttEstimator> estimator);
    /** @brief The connection is being opened: the first byte of the stream is the SYN. @param timed
     * whether timers run by simulated time; if they count ticks, there is none of DSack, FRto, Rack
     * and Tlp, which are younger than such systems */
    void Start(bool timed);
    /** @brief The connection is open: the first byte to be sent is that after the SYN. @param sack
     * whether acknowledgements carry SACK blocks, as agreed */
    void Open(bool sack);

    /** @param window the peer's, bytes */
    void SetPeerWindow(uint32_t window)
    {
        m_peerWindow = window;
    }

    /// @}

    /// @name Events
    /// @{
    /** @brief An acknowledgement arrives: notes what it says of the segments that were sent;
     * begins, continues or ends a recovery; tells congestion control. @param event it; not old
     * @return what it has changed */
    TcpAckProgress OnAck(const TcpAckEvent& event);
    /** @brief The retransmission timer has expired: all is considered lost, the first segment is
     * sent again. Something must be outstanding. */
    void OnTimeout();
    /** @brief Sends a segment again at once, and reduces the window as fast retransmit does, unless
     * that was done since it was sent. @param begin its first byte @return whether there is such a
     * segment that is not reported as received */
    bool Repair(StreamOffset begin);

    /** @brief The first segment, a window probe, was not taken: it is to be sent again. */
    void MarkProbeLost()
    {
        m_scoreboard.MarkHeadLost();
    }

    /** @return when OnReorderingTimeout() is due; nothing: no segment waits for that */
    std::optional<Time> GetReorderingDeadline() const
    {
        return m_reorderingDeadline;
    }

    /** @brief What was overtaken has had enough time: looks for losses again. */
    void OnReorderingTimeout();
    /** @brief Asks whether a tail loss probe may be sent when no acknowledgement comes. @param
     * ackDelay by how much the peer may delay one @return after what time OnProbeTimeout() is due
     * (RFC 8985, 7.2); nothing: no probe */
    std::optional<Time> GetProbeTimeout(Time ackDelay) const;
    /** @brief No acknowledgement has come. @param hasNew there is new data in the send buffer
     * @return the probe: new data, or the last segment again; none if none may be sent any more */
    TcpNextSegment OnProbeTimeout(bool hasNew);
    /// @}

    /// @name Sending
    /// @{
    /** @brief Chooses what leaves next: lost segments (NextSeg rule 1 of RFC 6675), new data, and
     * what is sent in want of others (rules 3 and 4). @param window bytes that may be in flight
     * @param forced whether a segment that is greater than the window may be sent again when
     * nothing is in flight @return a segment that must leave now, and is noted as sent */
    TcpNextSegment NextToSend(uint32_t window, bool forced);
    /** @brief Probes a closed window. @param data to probe with; null: the first segment again
     * @return the probe */
    TcpNextSegment ProbeWindow(TcpNewData data);

    /** @brief New data leaves. @return whether it is to carry CWR: it is the first since the window
     * was reduced, be it for a mark or for a loss (RFC 3168, 6.1.2) */
    bool TakeCwr()
    {
        return std::exchange(m_owesCwr, false);
    }

    /** @brief A segment has gone to IP. @param length what it takes of sequence space */
    void OnSent(uint32_t length);
    /** @brief The application has nothing more to send now. */
    void OnAppLimited();

    /// @}

    /// @name State
    /// @{
    /** @return what is known of the segments that were sent */
    const TcpScoreboard& GetScoreboard() const
    {
        return m_scoreboard;
    }

    /** @return whether duplicates that arrive are reported, and such reports used (RFC 2883) */
    bool UsesDsack() const
    {
        return m_settings.dsack && UsesSack() && m_timed;
    }

    /** @return reductions of the window for losses that were found needless and taken back, so far
     */
    uint64_t GetUndone() const
    {
        return m_undone;
    }

    /** @return fast retransmits so far */
    uint64_t GetFastRecoveries() const
    {
        return m_fastRecoveries;
    }

    /// @}

  private:
    /** @return whether SACK blocks are used */
    bool UsesSack() const
    {
        return m_sack && m_settings.mode == SACK;
    }

    /** @return whether the fine timeout of TCP Vegas is used */
    bool IsFine() const
    {
        return m_settings.fineRetransmit && m_settings.mode == RENO;
    }

    /** @return whether losses are found by time (RFC 8985) */
    bool UsesRack() const
    {
        return m_settings.rack && UsesSack() && m_timed;
    }

    /** @return whether needless timeouts are looked for (RFC 5682) */
    bool UsesFRto() const
    {
        return m_settings.fRto && m_timed && m_settings.mode != RENO &&
               !m_congestion->HasCongControl();
    }

    /** @param ops sets the window during a recovery */
    void SetRecovery(Ptr<TcpRecoveryOps> ops);

    /// @name Sending (tcp-loss-recovery-send.cc)
    /// @{
    /** @brief Takes new data, if the socket has some to send. @param room bytes that congestion
     * control leaves for it @return the segment, or none */
    TcpNextSegment TakeNew(uint32_t room);
    /** @brief Appends a segment that is sent for the first time. @param data the data @return it */
    TcpNextSegment Append(TcpNewData data);
    /** @brief Notes that a segment is sent again. @param segment which @return it */
    TcpNextSegment TakeAgain(TcpSentSegment& segment);
    /** @brief Sends a segment again at once. @param segment which @param first see
     * TcpLossRecoveryUser::SendAgain */
    void Resend(TcpSentSegment& segment, bool first);
    /** @brief Notes that a segment leaves. @param segment which */
    void NoteSending(TcpSentSegment& segment);
    /** @return a segment that may be sent again, though it is not considered lost, because there
     * is nothing else to send; nullptr if none (NextSeg rules 3 and 4 of RFC 6675) */
    TcpSentSegment* TakeRescue();
    /** @return whether a tail loss probe may be sent */
    bool MayProbe() const;
    /** @brief Brings TcpSocketState's bytes in flight up to date. @return them */
    uint32_t UpdateInFlight();
    /// @}

    /** @brief Sets the congestion state, and tells congestion control. @param state which */
    void SetCongState(TcpSocketState::TcpCongState_t state);
    /** @param segments newly acknowledged; congestion control is told */
    void NotifyAcked(uint32_t segments);

    /// @name Acknowledgements (tcp-loss-recovery-ack.cc)
    /// @{
    /** @brief Notes what an acknowledgement says of the segments that were sent. @param event the
     * event
     * @return what it has changed so far */
    TcpAckProgress Update(const TcpAckEvent& event);
    /** @brief Takes a round-trip time. @param sent when the first byte that is acknowledged was
     * sent, if that was sent only once */
    void TakeRttSample(std::optional<Time> sent);
    /** @brief Begins, continues or ends a recovery, and tells congestion control. @param event the
     * event
     * @param progress of it */
    void React(const TcpAckEvent& event, TcpAckProgress& progress);
    /** @brief Hands a rate sample to congestion controls that want it. @param progress of the
     * acknowledgement */
    void SampleRate(const TcpAckProgress& progress);

    /** @return segments that must be reported behind a missing one */
    uint32_t GetDupThresh() const
    {
        return m_reordering.GetThreshold(m_settings.dupThresh, m_scoreboard.GetNSegments());
    }

    /** @brief Ends a recovery that is found needless. @param event of the acknowledgement
     * @param progress of it */
    void CheckUndo(const TcpAckEvent& event, const TcpAckProgress& progress);
    /** @brief After a timeout: ends it if it was needless. @param event of the acknowledgement
     * @param progress of it @return window if the timeout was not needless after all; else 0 */
    uint32_t CheckTimeout(const TcpAckEvent& event, const TcpAckProgress& progress);
    /** @brief Takes a reduction back. @param windows before it */
    void Undo(const TcpWindows& windows);
    /** @brief Remembers the windows before a reduction. */
    void RememberWindows();
    /** @brief What was remembered is not to come back. */
    void ForgetWindows();
    /** @brief Looks for segments that are lost by time. */
    void DetectLoss();
    /** @return by how much segments may overtake each other, in time */
    Time GetReorderingWindow() const;
    /** @return whether losses are being repaired */
    bool IsRecovering() const;
    /** @brief A tail loss probe has repaired a loss: reduces the window. @param flight bytes that
     * were in flight */
    void ReduceForProbe(uint32_t flight);
    /** @brief A duplicate is reported. @param block the block @return its place if that shows that
     * the segment there was overtaken; else the end of all that was sent */
    StreamOffset TakeDuplicate(const TcpDsack::Block& block);

    /** @param event of an acknowledgement @return whether it indicates that the first segment is
     * lost */
    bool IndicatesLoss(const TcpAckEvent& event) const
    {
        return !event.note || event.note->IndicatesLoss(m_scoreboard.GetHead());
    }

    /** @brief A duplicate. @param event the event @param progress of it */
    void DuplicateAck(const TcpAckEvent& event, const TcpAckProgress& progress);
    /** @brief New data is acknowledged. @param event the event @param progress of it @param
     * isDuplicate whether it also reports data out of order @param oldDupAcks duplicates before it
     */
    void NewAck(const TcpAckEvent& event,
                TcpAckProgress& progress,
                bool isDuplicate,
                uint32_t oldDupAcks);
    /** @brief A part of what was sent before the recovery is acknowledged. @param event the event
     * @param progress of it @param segments acknowledged */
    void PartialAck(const TcpAckEvent& event, const TcpAckProgress& progress, uint32_t segments);
    /** @brief Data is acknowledged outside of a recovery, or at its end. @param segments
     * acknowledged @param ack place @param oldDupAcks duplicates before @param isDuplicate whether
     * it also reports data out of order */
    void FullAck(uint32_t segments, StreamOffset ack, uint32_t oldDupAcks, bool isDuplicate);
    /// @}

    /// @name Reductions of the window
    /// @{
    /** @brief Fast retransmit. @param delivered bytes */
    void EnterRecovery(uint32_t delivered);
    /** @brief Begins a recovery with a reduced window. @param lost segment @param delivered bytes
     */
    void ReduceWindow(const TcpSentSegment& lost, uint32_t delivered);
    /** @brief Sets the threshold for a lost segment; with the fine timeout, only for what was sent
     * since the last reduction. @param lost segment @param flight bytes in flight */
    void ReduceThreshold(const TcpSentSegment& lost, uint32_t flight);
    /** @brief Begins to control the window. @param delivered bytes, by the acknowledgement that is
     * the cause */
    void BeginReduction(uint32_t delivered);
    /** @brief Goes on to control the window. @param progress of an acknowledgement @param duplicate
     * whether it counts as a duplicate */
    void ContinueReduction(const TcpAckProgress& progress, bool duplicate);
    /** @param flight bytes in flight @param again whether the segment had been sent again, or the
     * timer has expired @return congestion control's threshold for a loss */
    uint32_t GetLossThreshold(uint32_t flight, bool again);
    /** @return bytes in flight as congestion control is told upon a loss */
    uint32_t GetFlightForThreshold();
    /** @return bytes sent and not acknowledged */
    uint32_t GetUnacknowledged() const;
    /** @brief ECN's reduction of the window (RFC 3168, 6.1.2). @param delivered bytes */
    void EnterCwr(uint32_t delivered);
    /** @brief Ends that, once all that was sent before is acknowledged. @param ack place */
    void EndCwr(StreamOffset ack);
    /// @}

    /// @name Fine timeout
    /// @{
    /** @return whether the first segment is overdue by the fine timeout */
    bool IsHeadOverdue() const;
    /** @brief In a recovery, upon a duplicate: sends the first segment once more, if overdue. */
    void CheckRetransmission();
    /** @brief Upon progress after a retransmission: looks for another loss. */
    void CheckAfterRetransmission();
    /// @}

    const Settings& m_settings;               //!< of the socket
    Ptr<TcpSocketState> m_tcb;                //!< what congestion control sees
    TcpLossRecoveryUser& m_user;              //!< the socket
    Ptr<TcpCongestionOps> m_congestion;       //!< congestion control
    Ptr<TcpFineCongestionOps> m_fineOps;      //!< the same, if it is of this class
    Ptr<TcpRecoveryOps> m_recoveryOps;        //!< sets the window during a recovery
    Ptr<TcpRateReduction> m_reduction;        //!< the same, if it is of this class
    Ptr<TcpRecoveryOps> m_classic;            //!< of RENO; else null
    Ptr<RttEstimator> m_estimator;            //!< of round-trip times
    TcpScoreboard m_scoreboard;               //!< what was sent
    Ptr<TcpRateAdapter> m_rateOps;            //!< delivery rate, as congestion control asks for it
    TcpRateSampler& m_rate;                   //!< the same
    TcpFineTimeout m_fine;                    //!< fine timeout of TCP Vegas
    TcpReordering m_reordering;               //!< how far segments overtake each other
    TcpEifel m_eifel;                         //!< needless recoveries, by timestamps
    TcpDsack m_dsack;                         //!< needless recoveries, by duplicates
    TcpFRto m_fRto;                           //!< needless timeouts
    TcpRack m_rack;                           //!< losses by time
    TcpTailProbe m_tailProbe;                 //!< tail loss probes
    std::optional<Time> m_reorderingDeadline; //!< when losses are looked for again
    TcpWindows m_before{0, 0};                //!< windows before the timeout in question

    bool m_sack{false};           //!< SACK was agreed on
    bool m_timed{true};           //!< timers run by simulated time
    uint32_t m_peerWindow{0};     //!< the peer's window, bytes
    uint32_t m_dupAcks{0};        //!< duplicates in a row
    StreamOffset m_recover{0};    //!< recovery point: what had been sent when the recovery began
    bool m_recoverActive{false};  //!< it is not yet acknowledged
    bool m_firstPartialAck{true}; //!< no partial acknowledgement in this recovery so far
    StreamOffset m_rescued{0};    //!< recovery point for which rule 4 of NextSeg was used
    Time m_reducedAt;             //!< when the window was last reduced for a loss
    bool m_owesCwr{false};        //!< the peer does not know of the last reduction
    uint32_t m_limitedBytes{0};   //!< sent by limited transmit
    uint32_t m_ackedRest{0};      //!< bytes acknowledged beyond whole segments
    uint64_t m_fastRecoveries{0}; //!< fast retransmits
    uint64_t m_undone{0};         //!< reductions taken back
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_LOSS_RECOVERY_H
