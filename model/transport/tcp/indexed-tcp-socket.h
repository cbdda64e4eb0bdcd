// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_INDEXED_TCP_SOCKET_H
#define HSN_INDEXED_TCP_SOCKET_H

#include "tcp-end-points.h"
#include "tcp-fine-congestion-ops.h"
#include "tcp-rate-sampler.h"
#include "tcp-scoreboard.h"
#include "tcp-segment.h"
#include "tcp-stream-socket.h"

#include "ns3/deadline-timer.h"
#include "ns3/reassembly-queue.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tick-clock.h"
#include "ns3/tick-rtt-estimator.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief A TCP whose cost for a segment does not grow with the window.
 *
 * What was sent is kept in a TcpScoreboard, what arrives out of order in a ReassemblyQueue; both
 * are indexed by place in the stream, and nothing on the way of an acknowledgement walks through a
 * window. Everything else is ns-3's: congestion control (any TcpCongestionOps), recovery
 * (TcpRecoveryOps), RTT estimation, TcpHeader and its options, the end points of TcpL4Protocol. So
 * it lives beside ns-3's TCP on a node, talks to it, and any application can use it, through
 * IndexedTcpSocketFactory.
 *
 * Standards: RFC 9293 (states), 1122, 5681, 6582 (NewReno), 2018 and 6675 (SACK), 7323 (timestamps,
 * window scaling, PAWS), 6298 (timeout), 3042 (limited transmit), 3168 (ECN), 5961 (challenge
 * acknowledgements for RST and SYN in the window).
 *
 * Attributes of ns3::TcpSocket apply; those that ns3::TcpSocketBase has too bear its names.
 */
class IndexedTcpSocket : public TcpStreamSocket
{
  public:
    /** @brief How losses are repaired. */
    enum LossRecovery_t
    {
        RENO,    //!< fast retransmit and fast recovery, which the first new acknowledgement ends
        NEWRENO, //!< RFC 6582
        SACK     //!< RFC 6675, if the peer agrees; else as NEWRENO
    };

    /** @brief What timers count. */
    enum TimerMode_t
    {
        FINE,     //!< simulated time (RFC 6298)
        BSD_TICKS //!< ticks of the node's TickClock
    };

    /** @brief What has happened so far. */
    struct Counters
    {
        uint64_t segmentsSent{0};     //!< with or without data
        uint64_t segmentsReceived{0}; //!< well-formed ones
        uint64_t dataSegmentsSent{0}; //!< with data, the first time
        uint64_t retransmissions{0};  //!< segments sent again
        uint64_t fastRecoveries{0};   //!< fast retransmits
        uint64_t timeouts{0};         //!< retransmission timeouts
        uint64_t windowProbes{0};     //!< probes of a closed window
        uint64_t dropped{0};          //!< arriving segments that were dropped
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    IndexedTcpSocket();
    /** @brief Makes a socket for an accepted connection; copies what is no attribute.
     * @param other listening socket */
    IndexedTcpSocket(const IndexedTcpSocket& other);
    ~IndexedTcpSocket() override;

    /** @param tcp ns-3's TCP of the node, whose end points are used */
    void SetTcp(Ptr<TcpL4Protocol> tcp);
    /** @param rtt estimates round-trip times (timer mode FINE) */
    void SetRtt(Ptr<RttEstimator> rtt);
    /** @param ops congestion control; belongs to this socket */
    void SetCongestionControlAlgorithm(Ptr<TcpCongestionOps> ops);
    /** @param ops recovery; belongs to this socket; RENO always uses TcpClassicRecovery */
    void SetRecoveryAlgorithm(Ptr<TcpRecoveryOps> ops);

    /** @return what has happened so far */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * @brief Tx and Rx.
     * @param packet without TCP header
     * @param header of it
     * @param socket which
     */
    typedef void (*TxRxTracedCallback)(Ptr<const Packet> packet,
                                       const TcpHeader& header,
                                       Ptr<const Socket> socket);
    /**
     * @brief Retransmission.
     * @param packet without TCP header
     * @param header of it
     * @param local address
     * @param peer its address
     * @param socket which
     */
    typedef void (*RetransmissionTracedCallback)(Ptr<const Packet> packet,
                                                 const TcpHeader& header,
                                                 const Address& local,
                                                 const Address& peer,
                                                 Ptr<const Socket> socket);
    /**
     * @brief RxDrop.
     * @param packet with TCP header
     * @param reason in words
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, std::string reason);

  protected:
    /// Bytes of header that the timestamps option takes.
    static constexpr uint32_t TIMESTAMP_ROOM = 12;

    // inherited from TcpStreamSocket
    int DoConnect() override;
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    bool IsAtEnd() const override;
    void NotifyNodeGone() override;
    void ReceiveIcmp(Ipv4Address from,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info) override;
    void ReceiveIcmp6(Ipv6Address from,
                      uint8_t ttl,
                      uint8_t type,
                      uint8_t code,
                      uint32_t info) override;

    // inherited from TcpSocket: attributes
    void SetSegSize(uint32_t size) override;
    uint32_t GetSegSize() const override;
    void SetInitialSSThresh(uint32_t threshold) override;
    uint32_t GetInitialSSThresh() const override;
    void SetInitialCwnd(uint32_t cwnd) override;
    uint32_t GetInitialCwnd() const override;

    /// @name What a protocol that derives from this one may change
    /// @{
    /** @return a socket like this one, for a connection that is accepted */
    virtual Ptr<IndexedTcpSocket> Fork();
    /**
     * @brief A segment goes to IP: a tag may be added.
     * @param packet without TCP header
     * @param header of it, complete but for checksum
     * @param data what is sent of the stream; nullptr: nothing
     */
    virtual void DecorateSegment(Ptr<Packet> packet,
                                 const TcpHeader& header,
                                 const TcpSentSegment* data);
    /** @return whether the acknowledgement being processed counts as a duplicate, if it looks like
     * one */
    virtual bool MayBeDuplicate() const;
    /** @return whether a duplicate, or partial, acknowledgement that is being processed speaks of
     * the loss of the first segment that is not acknowledged */
    virtual bool TellsOfLoss() const;
    /** @return how much of the congestion window data may use, bytes */
    virtual uint32_t GetUsableWindow() const;
    /** @brief The connection is over. */
    virtual void NotifyShut();
    /// @}

    /** @brief Sends a segment again at once, and reduces the window as fast retransmit does, unless
     * that was done since it was sent. @param begin its first byte */
    void RepairSegment(StreamOffset begin);

    /** @brief Sends an acknowledgement. */
    void SendAck();

    /** @return the first byte that is not acknowledged */
    StreamOffset GetSendHead() const
    {
        return m_scoreboard.GetHead();
    }

    /** @return bytes of data in a full segment, as agreed with the peer */
    uint32_t GetMss() const
    {
        return m_tcb->m_segmentSize;
    }

    /** @return bytes of TCP options in a segment with data; before the peer has answered, at most
     */
    uint32_t GetOptionBytes() const
    {
        const bool opening = m_state < ESTABLISHED;
        return (opening ? m_timestampEnabled : m_timestampOk) ? TIMESTAMP_ROOM : 0;
    }

  private:
    /// @name Set-up
    /// @{
    /** @brief Connects the traces of m_tcb with this socket's. */
    void ForwardTraces();
    /** @param useEcn attribute UseEcn */
    void SetUseEcn(TcpSocketState::UseEcn_t useEcn);
    /** @return attribute UseEcn */
    TcpSocketState::UseEcn_t GetUseEcn() const;

    /// @}

    /// @name Sequence numbers
    /// @{
    /** @param from number @param to another @return the way between them, shorter than half of all
     * (SequenceNumber's own difference is undefined for exactly half) */
    static int32_t Distance(SequenceNumber32 from, SequenceNumber32 to)
    {
        return static_cast<int32_t>(to.GetValue() - from.GetValue());
    }

    /** @param offset place in our stream, 0 for SYN @return sequence number */
    SequenceNumber32 ToSeq(StreamOffset offset) const
    {
        return m_iss + static_cast<uint32_t>(offset);
    }

    /** @param seq number of ours @return its place, next to what is not acknowledged */
    StreamOffset ToOffset(SequenceNumber32 seq) const
    {
        const StreamOffset una = m_scoreboard.GetHead();
        return una + Distance(ToSeq(una), seq);
    }

    /** @param seq number of the peer's @return its place, next to what is expected */
    StreamOffset ToPeerOffset(SequenceNumber32 seq) const
    {
        const StreamOffset next = GetReceiveNext();
        return next + Distance(m_irs + static_cast<uint32_t>(next), seq);
    }

    /** @return the place of what is expected from the peer (RCV.NXT) */
    StreamOffset GetReceiveNext() const
    {
        return m_reassembly.GetNext() + (m_finReceived ? 1 : 0);
    }

    /// @}

    /// @name Arriving segments (indexed-tcp-socket-input.cc)
    /// @{
    /** @brief Counts, traces and forgets a segment. @param packet it @param reason in words */
    void Drop(Ptr<const Packet> packet, const char* reason);
    /** @brief State LISTEN. @param s header @param arrival its way */
    void ReceiveListen(const TcpSegment& s, const PacketArrival& arrival);
    /** @brief Becomes the connection that a SYN asks for. @param s SYN @param arrival its way */
    void Accept(const TcpSegment& s, const PacketArrival& arrival);
    /** @brief State SYN_SENT. @param s header @param ecn of the IP header */
    void ReceiveSynSent(const TcpSegment& s);
    /** @brief All other states. @param s header @param packet data */
    void ReceiveSynchronized(TcpSegment& s, Ptr<Packet> packet, uint8_t ecn);
    /** @brief Checks place, RST, SYN, timestamps. @param s header @return nullptr if it can go on,
     * else the reason why not */
    const char* CheckSegment(const TcpSegment& s);
    /** @brief Takes options and window of a SYN. @param s header */
    void TakeSyn(const TcpSegment& s);
    /** @brief The connection is open. */
    void Establish();
    /** @brief Goes on with a close that came early. */
    void EnterClosing();
    /** @brief Has the first data acknowledged without delay. */
    void ExpectFirstData();
    /** @brief The peer's answer to SYN in state SYN_RCVD. @param s header @return whether it is one
     */
    bool CompleteSynRcvd(const TcpSegment& s);
    /** @brief Notes the peer's window. @param s header @param ack its place */
    void UpdateWindow(const TcpSegment& s, StreamOffset ack);
    /** @brief What the IP header says of congestion. @param s header @param ecn bits */
    void TakeEcn(const TcpSegment& s, uint8_t ecn);
    /** @brief Data and FIN. @param s header @param packet data */
    void ReceiveData(const TcpSegment& s, Ptr<Packet> packet);
    /** @brief All data before the peer's FIN is there. */
    void ReceiveFin();
    /** @brief Our FIN was acknowledged. */
    void FinAcknowledged();
    /** @brief Acknowledges data, now or later. @param urgent now */
    void AcknowledgeData(bool urgent);
    /// @}

    /// @name Acknowledgements (indexed-tcp-socket-ack.cc)
    /// @{
    /** @brief An acknowledgement that is not old. @param s header @param ack its place */
    void ProcessAck(const TcpSegment& s, StreamOffset ack);
    /** @brief SACK blocks. @param s header @return bytes newly reported */
    uint32_t TakeBlocks(const TcpSegment& s);
    /** @brief A duplicate. @param delivered bytes */
    void DuplicateAck(uint32_t delivered);
    /** @brief Progress. @param ack its place @param delivered bytes @param bytes acknowledged
     * @param isDuplicate it reports, too @param oldDupAcks duplicates before it */
    void NewAck(StreamOffset ack,
                uint32_t delivered,
                uint32_t bytes,
                bool isDuplicate,
                uint32_t oldDupAcks);
    /** @brief Progress in the midst of fast recovery. @param delivered bytes @param bytes
     * acknowledged @param segments acknowledged */
    void PartialAck(uint32_t delivered, uint32_t bytes, uint32_t segments);
    /** @param segments acknowledged @param ack place @param oldDupAcks duplicates before
     * @param isDuplicate it reports, too */
    void FullAck(uint32_t segments, StreamOffset ack, uint32_t oldDupAcks, bool isDuplicate);
    /** @brief Fast retransmit. @param delivered bytes */
    void EnterRecovery(uint32_t delivered);
    /** @brief Begins recovery, with a reduced window. @param lost segment @param delivered bytes */
    void ReduceWindow(const TcpSentSegment& lost, uint32_t delivered);
    /** @brief Sets the threshold because a segment was lost; once in a window, if losses are
     * repaired finely. @param lost segment @param flight bytes in flight */
    void ReduceThreshold(const TcpSentSegment& lost, uint32_t flight);
    /** @return the threshold of congestion control for a loss @param flight bytes in flight
     * @param again the segment had been sent again, or the timer expired */
    uint32_t GetLossThreshold(uint32_t flight, bool again);
    /** @brief ECN's reduction of the window. @param delivered bytes */
    void EnterCwr(uint32_t delivered);
    /** @brief ECE. @param s header @param isNew it acknowledges data @param delivered bytes */
    void TakeEce(const TcpSegment& s, bool isNew, uint32_t delivered);
    /** @brief Sets congestion state, and tells congestion control. @param state which */
    void SetCongState(TcpSocketState::TcpCongState_t state);
    /** @brief Retransmission timer after progress: anew, or off. */
    void RestartRetransmitTimer();
    /** @brief Measures. @param s header @param ack its place @param sent when the first byte that
     * it acknowledges was sent, if only once */
    void MeasureRtt(const TcpSegment& s, StreamOffset ack, std::optional<Time> sent);
    /** @brief Measures with the answer to our SYN. @param s header */
    void MeasureSynRtt(const TcpSegment& s);
    /** @brief Takes a round-trip time of data, measured finely in any timer mode.
     * @param sample measured */
    void TakeFineSample(Time sample);
    /** @brief Takes a round-trip time. @param sample measured */
    void TakeRttSample(Time sample);
    /** @brief Takes a round-trip time in ticks. @param ticks elapsed ticks plus 1 */
    void TakeTickSample(int64_t ticks);
    /** @param time a wait @return as many ticks, at least 1 */
    int64_t ToTicks(Time time) const;
    /** @return bytes in flight as congestion control shall see them upon loss */
    uint32_t GetFlightForThreshold();
    /** @brief Brings m_tcb's bytes in flight up to date. @return them */
    uint32_t UpdateInFlight();
    /** @brief Retransmission timeout. */
    void RetransmitTimeout();
    /** @brief Doubles the timeout. */
    void BackOffTimeout();

    /** @return whether reports are exchanged */
    bool UsesSack() const
    {
        return m_sackOk && m_lossRecovery == SACK;
    }

    /// @}

    /// @name Fine-grained retransmission (indexed-tcp-socket-fine.cc)
    /// @{
    /** @return whether it is in use */
    bool IsFine() const
    {
        return m_fineRetransmit && m_lossRecovery == RENO;
    }

    /** @return whether the first segment was sent longer ago than the fine timeout */
    bool IsHeadOverdue();
    /** @brief A segment is about to be sent again: the fine timeout backs off, as in the authors'
     * code, until there is a sample. @param lost segment */
    void WatchRetransmission(const TcpSentSegment& lost);
    /** @brief In recovery, a duplicate: sends the first segment again once more, if overdue. */
    void CheckRetransmission();
    /** @brief Progress after a retransmission: looks for another loss. */
    void CheckAfterRetransmission();
    /// @}

    /// @name Leaving segments (indexed-tcp-socket-output.cc)
    /// @{
    /** @brief Sends what the windows allow. */
    void Output();
    /** @brief Makes the window small again after a pause (RFC 5681, 4.1). */
    void RestartAfterIdle();
    /** @brief Sends one segment, if allowed. @return whether it did */
    bool OutputOne();
    /** @brief Sends new data, or FIN. @param available bytes of the window @return whether it did
     */
    bool OutputNew(uint32_t available);
    /** @brief Cuts a segment. @param size bytes @return the segment */
    TcpSentSegment& CutSegment(uint32_t size);
    /** @brief Sends a segment again. @param segment which */
    void Retransmit(TcpSentSegment& segment);
    /** @brief Sends a segment. @param segment which @param again not the first time */
    void Transmit(TcpSentSegment& segment, bool again);
    /** @brief Sends SYN, or SYN and ACK; gives up after the last. */
    void SendSyn();
    /** @brief Sends a segment without data. @param flags of TcpHeader */
    void SendControl(uint8_t flags);
    /** @brief Answers an acknowledgement of what was not sent, while opening. @param s header */
    void RefuseAck(const TcpSegment& s);
    /** @brief Answers what fits no connection. @param s header @param arrival its way */
    void SendReset(const TcpSegment& s, const PacketArrival& arrival);
    /** @brief Gives a segment to IP. @param packet data @param header without ports, window
     * @param data what it is of the stream, or nullptr */
    void SendSegment(Ptr<Packet> packet, TcpHeader& header, const TcpSentSegment* data = nullptr);
    /** @brief Adds options. @param header of the segment */
    void AddOptions(TcpHeader& header);
    /** @brief Adds options of SYN. @param header of the segment */
    void AddSynOptions(TcpHeader& header);
    /** @brief Adds SACK blocks. @param header of the segment */
    void AddSackOption(TcpHeader& header);
    /** @return what the window field shall say, scaled unless SYN @param syn whether it is one */
    uint16_t GetWindowField(bool syn);
    /** @return shift of our window */
    uint8_t GetScale() const;
    /** @return what the timestamps option counts */
    uint32_t GetTimestamp() const;
    /** @brief Starts the retransmission timer. */
    void StartRetransmitTimer();
    /** @brief Starts the persist timer. */
    void StartPersistTimer();
    /** @brief Probes the window. */
    void PersistTimeout();
    /** @brief Tells the application of the data that has left, outside of its calls. */
    void FlushDataSent();
    /** @brief Sets the pacing rate by window and RTT. */
    void UpdatePacingRate();
    /** @return whether acknowledgements are to carry ECE */
    bool EchoesCongestion() const;
    /// @}

    /// @name End
    /// @{
    /** @brief 2 MSL. */
    void EnterTimeWait();
    /** @brief Ends the connection in order. */
    void Finish();
    /** @brief Ends the connection by an error. @param error errno */
    void FinishWithError(SocketErrno error);
    /** @brief Stops everything and gives the end point back. */
    void Shut();
    /** @brief Removes all timers. */
    void RemoveTimers();
    /** @brief Sends what a call of the application allows, after the call. @param delay wait */
    void ScheduleOutput(Time delay);
    /** @brief Prepares timers and estimators for SYN. */
    void StartOpening();
    /// @}

    // what the user sets
    LossRecovery_t m_lossRecovery{SACK}; //!< attribute
    TimerMode_t m_timerMode{FINE};       //!< attribute
    bool m_sackEnabled{true};            //!< attribute Sack
    bool m_timestampEnabled{true};       //!< attribute Timestamp
    bool m_scalingEnabled{true};         //!< attribute WindowScaling
    bool m_limitedTransmit{true};        //!< attribute
    bool m_fixedSize{false};             //!< attribute FixedSizeSegments
    bool m_strict{false};                //!< attribute StrictRfc
    bool m_detectLostAgain{true};        //!< attribute DetectLostRetransmissions
    bool m_fineRetransmit{false};        //!< attribute FineRetransmit
    uint32_t m_dupThresh{3};             //!< attribute ReTxThreshold
    uint16_t m_maxWindow{65535};         //!< attribute MaxWindowSize
    uint32_t m_isn{0};                   //!< attribute InitialSequenceNumber
    uint32_t m_minRtoTicks{2};           //!< attribute
    Time m_minRto;                       //!< attribute
    Time m_maxRto;                       //!< attribute
    Time m_granularity;                  //!< attribute ClockGranularity
    double m_msl{120};                   //!< attribute MaxSegLifetime, seconds
    uint32_t m_segmentSize{0};           //!< attribute SegmentSize
    uint32_t m_initialCwnd{0};           //!< attribute, segments
    uint32_t m_initialSsThresh{0};       //!< attribute, bytes

    // parts
    Ptr<TcpL4Protocol> m_tcp;            //!< sends to IP
    TcpEndPoints m_endPoints;            //!< allocates end points of m_tcp
    Ptr<TcpSocketState> m_tcb;           //!< what congestion control looks at
    Ptr<TcpCongestionOps> m_congestion;  //!< congestion control
    Ptr<TcpFineCongestionOps> m_fineOps; //!< the same, if it wants to know more
    Ptr<TcpRecoveryOps> m_recoveryOps;   //!< recovery
    Ptr<RttEstimator> m_rtt;             //!< fine estimator
    Ptr<TickClock> m_clock;              //!< ticks
    TickRttEstimator m_tickRtt;          //!< estimator in ticks
    TcpScoreboard m_scoreboard;          //!< what was sent
    ReassemblyQueue m_reassembly;        //!< what arrives
    TcpRateSampler m_rate;               //!< delivery rate
    DeadlineTimer m_retransmitTimer;     //!< RTO, SYN
    DeadlineTimer m_persistTimer;        //!< closed window
    DeadlineTimer m_delAckTimer;         //!< delayed acknowledgement
    DeadlineTimer m_timeWaitTimer;       //!< 2 MSL
    DeadlineTimer m_pacingTimer;         //!< next segment
    EventId m_outputEvent;               //!< data came from the application

    // sending
    SequenceNumber32 m_iss;       //!< our initial sequence number
    uint32_t m_synsLeft{0};       //!< SYNs still to send
    Time m_synTime;               //!< when the latest left
    bool m_active{false};         //!< we connected; else accepted
    bool m_finSent{false};        //!< FIN has left, once at least
    uint32_t m_retriesLeft{0};    //!< timeouts without progress still allowed
    uint32_t m_dupAcks{0};        //!< duplicates in a row
    StreamOffset m_recover{0};    //!< end of the loss recovery
    bool m_recoverActive{false};  //!< it counts
    bool m_firstPartialAck{true}; //!< of this recovery
    StreamOffset m_rescued{0};    //!< rule 4 was used up to here
    Time m_reducedAt;             //!< when the window was last reduced for a loss
    uint32_t m_limitedBytes{0};   //!< sent by limited transmit
    uint32_t m_fineChecks{0};     //!< acknowledgements that are still to be looked at
    double m_fineFactor{1};       //!< by which the fine timeout is backed off
    Time m_lastSent;              //!< when data left, the last time
    uint32_t m_ackedRest{0};      //!< bytes acknowledged beyond whole segments
    StreamOffset m_windowSeq{0};  //!< SND.WL1
    StreamOffset m_windowAck{0};  //!< SND.WL2
    uint8_t m_sendShift{0};       //!< of the peer's window
    uint32_t m_maxPeerWindow{0};  //!< greatest window seen
    Time m_persistInterval;       //!< wait before the next probe
    bool m_probing{false};        //!< the head is a window probe
    bool m_sackOk{false};         //!< both want SACK
    bool m_timestampOk{false};    //!< both want timestamps
    StreamOffset m_timed{-1};     //!< byte that is timed in ticks, negative: none
    int64_t m_timedTick{0};       //!< when it was sent
    uint32_t m_dataSent{0};       //!< bytes to tell the application of
    bool m_inInput{false};        //!< a segment is being processed; output follows
    bool m_inOutput{false};       //!< segments are being sent
    bool m_forced{false};         //!< a short segment may go (override timer)
    bool m_sendCwr{false};        //!< tell the peer that the window was reduced

    // receiving
    SequenceNumber32 m_irs;        //!< the peer's initial sequence number
    uint8_t m_receiveShift{0};     //!< of our window
    StreamOffset m_advertised{0};  //!< right edge of the window we told
    StreamOffset m_finOffset{-1};  //!< place of the peer's FIN, negative: unknown
    bool m_finReceived{false};     //!< it is in order
    uint32_t m_delAckCount{0};     //!< segments not yet acknowledged
    uint32_t m_recentTimestamp{0}; //!< to be echoed (TS.Recent)
    StreamOffset m_lastAckSent{0}; //!< Last.ACK.sent of RFC 7323
    bool m_echoCongestion{false};  //!< CE seen, CWR not yet
    bool m_closeNotified{false};   //!< the application knows of the end

    Counters m_counters;                //!< so far
    Ptr<TcpOptionTS> m_timestampOption; //!< used again and again

    // traces
    TracedValue<Time> m_rto;                              //!< RTO
    TracedValue<uint32_t> m_advWnd{0};                    //!< AdvWND
    TracedValue<uint32_t> m_rWnd{0};                      //!< RWND
    TracedValue<SequenceNumber32> m_highRxMark{};         //!< HighestRxSequence
    TracedValue<SequenceNumber32> m_highRxAckMark{};      //!< HighestRxAck
    TracedValue<SequenceNumber32> m_ecnEchoSeq{};         //!< EcnEchoSeq
    TracedValue<SequenceNumber32> m_ecnCeSeq{};           //!< EcnCeSeq
    TracedValue<SequenceNumber32> m_ecnCwrSeq{};          //!< EcnCwrSeq
    TracedCallback<DataRate, DataRate> m_pacingRateTrace; //!< PacingRate
    TracedCallback<uint32_t, uint32_t> m_cWndTrace;       //!< CongestionWindow
    TracedCallback<uint32_t, uint32_t> m_cWndInflTrace;   //!< CongestionWindowInflated
    TracedCallback<uint32_t, uint32_t> m_ssThreshTrace;   //!< SlowStartThreshold
    TracedCallback<TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t>
        m_congStateTrace; //!< CongState
    TracedCallback<TcpSocketState::EcnState_t, TcpSocketState::EcnState_t>
        m_ecnStateTrace;                                              //!< EcnState
    TracedCallback<SequenceNumber32, SequenceNumber32> m_nextTxTrace; //!< NextTxSequence
    TracedCallback<SequenceNumber32, SequenceNumber32> m_highTxTrace; //!< HighestSequence
    TracedCallback<uint32_t, uint32_t> m_inFlightTrace;               //!< BytesInFlight
    TracedCallback<Time, Time> m_rttTrace;                            //!< RTT
    TracedCallback<Ptr<const Packet>, const TcpHeader&, Ptr<const Socket>> m_txTrace; //!< Tx
    TracedCallback<Ptr<const Packet>, const TcpHeader&, Ptr<const Socket>> m_rxTrace; //!< Rx
    TracedCallback<Ptr<const Packet>,
                   const TcpHeader&,
                   const Address&,
                   const Address&,
                   Ptr<const Socket>>
        m_retransmissionTrace;                                  //!< Retransmission
    TracedCallback<Ptr<const Packet>, std::string> m_dropTrace; //!< RxDrop
    Callback<void, Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t> m_icmpCallback;  //!< user's
    Callback<void, Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t> m_icmpCallback6; //!< user's
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INDEXED_TCP_SOCKET_H
