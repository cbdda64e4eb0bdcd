// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_INDEXED_TCP_SOCKET_H
#define HSN_INDEXED_TCP_SOCKET_H

#include "indexed-tcp-sockets.h"
#include "lean-host.h"
#include "tcp-ack-event.h"
#include "tcp-clock.h"
#include "tcp-demultiplexer.h"
#include "tcp-end-points.h"
#include "tcp-loss-recovery.h"
#include "tcp-negotiated-options.h"
#include "tcp-retransmit-timer.h"
#include "tcp-segment.h"
#include "tcp-stream-socket.h"

#include "ns3/deadline-timer.h"
#include "ns3/packet-traces.h"
#include "ns3/reassembly-queue.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/traced-callback.h"

#include <optional>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief A TCP whose cost for a segment does not grow with the window.
 *
 * The socket has TCP's states and sequence numbers; its parts have none of these:
 *
 * - TcpLossRecovery: what was sent (TcpScoreboard), which segments were lost, congestion control;
 * - TcpRetransmitTimer: round-trip times, the retransmission timeout, back-off;
 * - TcpClock: what timers and timestamps count, simulated time or a BSD system's ticks;
 * - TcpNegotiatedOptions: options that both ends agreed on, and their place in headers;
 * - ReassemblyQueue: what arrives out of order.
 *
 * The parts work with offsets, 64-bit places in the stream that never wrap; offset 0 is the SYN.
 *
 * A segment leaves: Output() asks TcpLossRecovery::NextToSend, until that declines, what the
 * windows allow: lost segments first, then new data, which it has cut from the send buffer (CutNew)
 * and appends to the scoreboard, then segments that RFC 6675 sends in want of others. Transmit()
 * builds the header, gives the segment to IP, tells TcpLossRecovery (OnSent), and starts the
 * retransmission timer if it does not run.
 *
 * An acknowledgement arrives: Receive() reads the header (TcpSegment) and, in an open connection,
 * checks it (CheckSegment). ProcessAck() turns it into a TcpAckEvent. TcpLossRecovery::OnAck takes
 * what it acknowledges and reports off the scoreboard; has the round-trip time measured
 * (MeasureRtt); calls congestion control, and begins, continues or ends a recovery. If data was
 * acknowledged, the timer starts anew and the application is told of room in its buffer
 * (DataAcknowledged). Then the segment's own data goes through ReassemblyQueue to the receive
 * buffer, and Output() runs once for all that has changed.
 *
 * A segment is lost: OnAck() learns that from the scoreboard (SACK), from ReTxThreshold duplicates,
 * or from the fine timeout of TCP Vegas. It sets the threshold and the window through
 * TcpCongestionOps and TcpRecoveryOps, and has the first lost segment sent at once (SendAgain),
 * whatever the windows. The others leave through Output(), as the window permits, until all that
 * had been sent when the recovery began is acknowledged.
 *
 * The retransmission timer expires: RetransmitTimeout() doubles the timeout;
 * TcpLossRecovery::OnTimeout marks all that is not reported lost, sets the window to one
 * segment, and sends the first one again. The others follow in slow start, as lost segments.
 *
 * Scoreboard and reassembly queue are indexed by offset; nothing walks through a window for an
 * acknowledgement.
 *
 * Everything else is ns-3's: congestion control (any TcpCongestionOps), recovery (TcpRecoveryOps),
 * RTT estimation, TcpHeader and its options, the end points of TcpL4Protocol. So this socket runs
 * beside ns-3's TCP on a node, interoperates with it, and any application can use it through
 * IndexedTcpSocketFactory.
 *
 * Standards: RFC 9293 (states), 1122, 5681, 6582 (NewReno), 2018 and 6675 (SACK), 7323 (timestamps,
 * window scaling, PAWS), 6298 (timeout), 3042 (limited transmit), 3168 (ECN), 5961 (challenge
 * acknowledgements for RST and SYN in the window).
 *
 * Attributes of ns3::TcpSocket apply; those that ns3::TcpSocketBase has, too, have its names.
 */
class IndexedTcpSocket : public TcpStreamSocket,
                         public PacketTraces,
                         protected LeanHost::User,
                         private TcpLossRecoveryUser
{
  public:
    /** @brief Totals of a connection. */
    struct Counters
    {
        uint64_t segmentsSent{0};     //!< segments sent, with or without data
        uint64_t segmentsReceived{0}; //!< well-formed segments received
        uint64_t dataSegmentsSent{0}; //!< segments with data sent for the first time
        uint64_t retransmissions{0};  //!< segments sent again
        uint64_t fastRecoveries{0};   //!< fast retransmits
        uint64_t undoneRecoveries{0}; //!< reductions of the window for losses, found needless and
                                      //!< taken back
        uint64_t timeouts{0};         //!< retransmission timeouts
        uint64_t tailProbes{0};       //!< tail loss probes
        uint64_t windowProbes{0};     //!< probes of a closed window
        uint64_t dropped{0};          //!< arriving segments dropped
        uint64_t dataSegmentsSentAgain{0}; //!< segments with data sent again
        uint64_t dataSegmentsReceived{0};  //!< well-formed segments with data received
        uint64_t octetsSent{0};            //!< of data, sent for the first time or again
        uint64_t octetsSentAgain{0};       //!< of data
        uint64_t octetsReceived{0};        //!< of data in well-formed segments, new or not
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
    /** @param list of the node's sockets, in which this one is until it is closed */
    void SetList(Ptr<IndexedTcpSockets> list);
    /** @param rtt estimates round-trip times (timer mode FINE) */
    void SetRtt(Ptr<RttEstimator> rtt);
    /** @param ops congestion control; belongs to this socket */
    void SetCongestionControlAlgorithm(Ptr<TcpCongestionOps> ops);
    /** @param ops recovery; belongs to this socket; RENO always uses TcpClassicRecovery */
    void SetRecoveryAlgorithm(Ptr<TcpRecoveryOps> ops);

    void BindToNetDevice(Ptr<NetDevice> device) override;
    int Close() override;

    /** @return totals so far */
    Counters GetCounters() const;

  protected:
    // inherited from TcpStreamSocket
    int DoConnect() override;
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void DoStopListening() override;
    bool ReceivesAfterClose() const override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    bool IsAtEnd() const override;
    bool IsUsed() const override;
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

    // inherited from LeanHost::User
    void ReceiveLean(const LeanSegment& segment, const PacketArrival& arrival) override;

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
     * @param header its TCP header, complete but for the checksum
     * @param data what is sent of the stream; nullptr: nothing
     */
    virtual void DecorateSegment(Ptr<Packet> packet,
                                 const TcpHeader& header,
                                 const TcpSentSegment* data);
    /** @return whether every segment must be a packet, since Receive() or DecorateSegment() is
     * overridden */
    virtual bool NeedsPackets() const;
    /** @return how much of the congestion window data may use, bytes */
    virtual uint32_t GetUsableWindow() const;
    /** @brief The connection is over. */
    virtual void NotifyShut();
    /// @}

    /**
     * @brief Processes an arriving segment; Receive() calls it without a note.
     * @param packet with TCP header
     * @param arrival where it comes from and goes to
     * @param note what else its acknowledgement says, in a derived protocol; nullptr: nothing
     */
    void ReceiveSegment(Ptr<Packet> packet, const PacketArrival& arrival, const TcpAckNote* note);

    /** @brief Sends a segment again at once, and reduces the window as fast retransmit does, unless
     * that was done since it was sent. @param begin its first byte */
    void RepairSegment(StreamOffset begin);

    /** @brief Sends an acknowledgement. */
    void SendAck();
    /** @brief Sends an acknowledgement. @param packet empty; may have tags of a derived protocol;
     * null: one is made if somebody needs it */
    void SendAck(Ptr<Packet> packet);

    /** @return the first byte that is not acknowledged */
    StreamOffset GetSendHead() const
    {
        return m_recovery.GetScoreboard().GetHead();
    }

    /** @return bytes of data in a full segment, as agreed with the peer */
    uint32_t GetMss() const
    {
        return m_tcb->m_segmentSize;
    }

    /** @return bytes of TCP options in a segment with data; at most these, before the peer has
     * answered */
    uint32_t GetOptionBytes() const
    {
        return m_options.GetBytes(m_state < ESTABLISHED);
    }

  private:
    /// @name Set-up
    /// @{
    /** @brief Has changes of states logged, if anything is logged now. */
    void LogChanges();
    /** @brief Hands congestion control, recovery and RTT estimator to the parts. */
    void EquipParts();
    /** @param useEcn attribute UseEcn */
    void SetUseEcn(TcpSocketState::UseEcn_t useEcn);
    /** @return attribute UseEcn */
    TcpSocketState::UseEcn_t GetUseEcn() const;
    /** @return attribute RxBuffer */
    Ptr<TcpRxBuffer> GetRxBuffer() const;

    /// @}

    /// @name Sequence numbers
    /// @{
    /** @param from number @param to number @return the signed distance between them
     * (SequenceNumber's own difference is undefined for exactly 2^31) */
    static int32_t Distance(SequenceNumber32 from, SequenceNumber32 to)
    {
        return static_cast<int32_t>(to.GetValue() - from.GetValue());
    }

    /** @param offset place in our stream @return its sequence number */
    SequenceNumber32 ToSeq(StreamOffset offset) const
    {
        return m_iss + static_cast<uint32_t>(offset);
    }

    /** @param seq sequence number of ours @return its offset, the one nearest to SND.UNA */
    StreamOffset ToOffset(SequenceNumber32 seq) const
    {
        const StreamOffset una = GetSendHead();
        return una + Distance(ToSeq(una), seq);
    }

    /** @param seq sequence number of the peer's @return its offset, the one nearest to RCV.NXT */
    StreamOffset ToPeerOffset(SequenceNumber32 seq) const
    {
        const StreamOffset next = GetReceiveNext();
        return next + Distance(m_irs + static_cast<uint32_t>(next), seq);
    }

    /** @return the offset that is expected from the peer (RCV.NXT) */
    StreamOffset GetReceiveNext() const
    {
        return m_reassembly.GetNext() + (m_finReceived ? 1 : 0);
    }

    /// @}

    /// @name Arriving segments (indexed-tcp-socket-input.cc)
    /// @{
    /** @brief Counts and traces a segment that is dropped. @param packet the packet @param reason
     * in words
     */
    void Drop(Ptr<const Packet> packet, const char* reason);
    /** @brief Processes a segment. @param s header @param packet data @param arrival where it comes
     * from and goes to @param note see ReceiveSegment */
    void Process(TcpSegment& s,
                 Ptr<Packet> packet,
                 const PacketArrival& arrival,
                 const TcpAckNote* note);
    /** @brief State LISTEN. @param s header @param arrival where it comes from and goes to */
    void ReceiveListen(const TcpSegment& s, const PacketArrival& arrival);
    /** @brief Becomes the connection that a SYN asks for. @param s SYN @param arrival where it
     * comes from and goes to */
    void Accept(const TcpSegment& s, const PacketArrival& arrival);
    /** @brief State SYN_SENT. @param s header */
    void ReceiveSynSent(const TcpSegment& s);
    /** @brief All other states. @param s header @param packet data @param ecn bits of the IP header
     * @param note see ReceiveSegment */
    void ReceiveSynchronized(TcpSegment& s,
                             Ptr<Packet> packet,
                             uint8_t ecn,
                             const TcpAckNote* note);
    /** @brief Checks sequence number, RST, SYN, timestamps. @param s header @return why the segment
     * is dropped; nullptr if it is acceptable */
    const char* CheckSegment(const TcpSegment& s);
    /** @brief Answers a RST that is not at the front of the window, and asks again until the peer
     * says something acceptable. */
    void DoubtReset();
    /** @brief The peer has not answered. */
    void DoubtTimeout();
    /** @brief Takes options and window from a SYN. @param s header */
    void TakeSyn(const TcpSegment& s);
    /** @brief The connection is open. */
    void Establish();
    /** @brief Tells the application that its connection is open, unless it closed it already. */
    void ReportConnection();
    /** @brief Sends FIN after the data, if the state allows. */
    void EnterClosing();
    /** @brief The first data will be acknowledged without delay. */
    void ExpectFirstData();
    /** @brief State SYN_RCVD: opens the connection if the SYN is acknowledged. @param s header
     * @return whether the connection is open */
    bool CompleteSynRcvd(const TcpSegment& s);
    /** @brief Data and FIN. @param s header @param packet data @param ecn bits of the IP header */
    void ReceiveData(const TcpSegment& s, Ptr<Packet> packet, uint8_t ecn);
    /** @brief All data before the peer's FIN has arrived. */
    void ReceiveFin();
    /** @brief After Close(): waits no longer than FinTimeout for the peer's FIN. */
    void LimitFinWait();
    /** @brief Our FIN was acknowledged. */
    void FinAcknowledged();
    /** @brief Data arrives: notes what of it had arrived before (RFC 2883). @param begin its first
     * byte @param size bytes */
    void NoteDuplicate(StreamOffset begin, uint32_t size);
    /** @brief Acknowledges data. @param urgent at once; else the acknowledgement may be delayed */
    void AcknowledgeData(bool urgent);
    /// @}

    /// @name Acknowledgements, windows and timeouts (indexed-tcp-socket-ack.cc)
    /// @{
    /** @brief Processes an acknowledgement that is not old. @param s header @param ack offset that
     * it acknowledges @param note see ReceiveSegment */
    void ProcessAck(const TcpSegment& s, StreamOffset ack, const TcpAckNote* note);
    /** @brief Takes the peer's window from a segment, unless it is an old one. @param s header
     * @param ack offset that it acknowledges */
    void UpdateWindow(const TcpSegment& s, StreamOffset ack);
    /** @param window the peer's, bytes */
    void SetPeerWindow(uint32_t window);

    /** @param field window field of a segment other than a SYN @return the peer's window, bytes */
    uint32_t ScaleWindow(uint16_t field) const
    {
        return static_cast<uint32_t>(field) << m_options.GetSendShift();
    }

    /** @brief Takes congestion marks and CWR. @param s header @param ecn bits of the IP header */
    void TakeEcn(const TcpSegment& s, uint8_t ecn);
    /** @brief Tells congestion control whether a segment is marked, when its data is in its place:
     * what DCTCP then acknowledges is what came before. @param ecn bits of the IP header
     * @return whether the segment is to be acknowledged at once (RFC 8257, 3.2) */
    bool TellMark(uint8_t ecn);
    /** @brief Brings the ECN state up to date. @param s header @return whether the peer reports
     * congestion */
    bool TakeEce(const TcpSegment& s);
    void DataAcknowledged(bool restartTimer) override;
    void MeasureRtt(StreamOffset ack,
                    std::optional<Time> sent,
                    std::optional<uint32_t> echo) override;
    /** @param s header @return the timestamp that it echoes, if timestamps are used */
    std::optional<uint32_t> GetEcho(const TcpSegment& s) const;
    /** @brief Measures the round-trip time of our SYN. @param s header of the answer */
    void MeasureSynRtt(const TcpSegment& s);
    /** @brief Starts the retransmission timer anew; stops it if nothing is outstanding. */
    void RestartRetransmitTimer();
    /** @brief The retransmission timer has expired. */
    void RetransmitTimeout();
    /** @brief Sets the timer for reordered segments or for a tail loss probe. */
    void SetLossTimer();
    /** @brief That timer has expired. */
    void LossTimeout();
    /** @brief Starts the persist timer. */
    void StartPersistTimer();
    /** @brief The persist timer has expired: probes the window. */
    void PersistTimeout();
    /// @}

    /// @name Leaving segments (indexed-tcp-socket-output.cc)
    /// @{
    /** @brief Sends what the windows allow. */
    void Output();
    /** @brief Reduces the window after a pause to the restart window (RFC 5681, 4.1). */
    void RestartAfterIdle();
    /** @brief Sends one segment, if allowed. @return whether it did */
    bool OutputOne();
    std::optional<TcpNewData> CutNew(uint32_t room) override;
    /** @brief Cuts a segment from the send buffer. @param size bytes @return it */
    TcpNewData Cut(uint32_t size);
    void SendAgain(TcpSentSegment& segment, bool first) override;
    /** @brief Sends a segment. @param segment which @param again not the first time */
    void Transmit(TcpSentSegment& segment, bool again);
    /** @brief Sends SYN, or SYN and ACK; gives up after the last. */
    void SendSyn();
    /** @brief Sends a segment without data. @param flags of TcpHeader */
    void SendControl(uint8_t flags);
    /** @brief Sends a segment without data. @param packet empty @param flags of TcpHeader */
    void SendEmpty(Ptr<Packet> packet, uint8_t flags);
    /** @brief Sends an acknowledgement outside of the peer's window, which it has to answer (RFC
     * 1122, 4.2.3.6). */
    void SendKeepAlive();
    /** @brief While opening: answers an acknowledgement of what was not sent with RST. @param s
     * header */
    void RefuseAck(const TcpSegment& s);
    /** @brief Answers a segment that belongs to no connection with RST. @param s header
     * @param arrival where it comes from and goes to */
    void SendReset(const TcpSegment& s, const PacketArrival& arrival);
    /** @brief Completes the header and gives a segment to IP. @param packet data @param header with
     * flags and sequence number @param data what is sent of the stream; nullptr: nothing @param
     * again whether it was sent before */
    void SendSegment(Ptr<Packet> packet,
                     TcpHeader& header,
                     const TcpSentSegment* data = nullptr,
                     bool again = false);
    /** @param syn whether it is that of a SYN, which is not scaled @return the window field */
    uint16_t GetWindowField(bool syn);
    /** @return the shift that our window needs */
    uint8_t GetScale() const;
    /** @brief Tells the application how much data has left, outside of its calls. */
    void FlushDataSent();
    /** @brief Sets the pacing rate by window and RTT. */
    void UpdatePacingRate();
    /** @return whether acknowledgements carry ECE */
    bool EchoesCongestion() const;
    /// @}

    /// @name Begin and end
    /// @{
    /** @brief Enters TIME_WAIT, for 2 MSL. */
    void EnterTimeWait();
    /** @brief Ends the connection in order. */
    void Finish();
    /** @brief Ends the connection by an error, after which GetErrno() is ERROR_NOTCONN; in order if
     * both ends have closed and nothing is lost. */
    void FinishWithError();
    /** @brief Stops all timers and releases the end point. */
    void Shut();
    /** @brief Removes all timers. */
    void RemoveTimers();
    /** @brief Schedules Output(), after a call of the application. @param delay until then */
    void ScheduleOutput(Time delay);
    /** @brief Prepares the parts for SYN. */
    void StartOpening();
    /** @brief Takes the node's way past IP, if there is one, or that past ns-3's TCP. */
    void TakeShortcut();
    /** @brief Sends and receives by IP and ns-3's TCP again. */
    void LeaveShortcut();
    /// @}

    // what the user sets
    TcpLossRecovery::Settings m_recoverySettings;    //!< attributes
    TcpRetransmitTimer::Settings m_timerSettings;    //!< attributes
    TcpNegotiatedOptions::Settings m_optionSettings; //!< attributes
    TcpClock::Mode m_timerMode{TcpClock::FINE};      //!< attribute
    bool m_fixedSize{false};                         //!< attribute FixedSizeSegments
    uint16_t m_maxWindow{65535};                     //!< attribute MaxWindowSize
    uint32_t m_isn{0};                               //!< attribute InitialSequenceNumber
    double m_msl{120};                               //!< attribute MaxSegLifetime, seconds
    Time m_finTimeout;                               //!< attribute FinTimeout
    bool m_resetAfterClose{true};                    //!< attribute ResetAfterClose
    bool m_keepInitialWindow{true};                  //!< attribute KeepInitialWindow
    uint32_t m_segmentSize{0};                       //!< attribute SegmentSize
    uint32_t m_initialCwnd{0};                       //!< attribute, segments
    uint32_t m_initialSsThresh{0};                   //!< attribute, bytes

    // what our SYN offers, and holds whatever the user sets later
    TcpNegotiatedOptions::Settings m_offered; //!< options
    uint8_t m_offeredScale{0};                //!< shift of our window

    // parts
    Ptr<TcpL4Protocol> m_tcp;                     //!< sends to IP
    Ptr<LeanHost::Connection> m_shortcut;         //!< past IP; null: there is none
    Ptr<TcpDemultiplexer::Connection> m_arrivals; //!< past ns-3's TCP; null: through it
    TcpEndPoints m_endPoints;                     //!< allocates end points of m_tcp
    IndexedTcpSocketsEntry m_listed;              //!< in the list of the node
    Ptr<TcpSocketState> m_tcb;                    //!< what congestion control sees
    Ptr<TcpCongestionOps> m_congestion;           //!< congestion control
    Ptr<TcpRecoveryOps> m_recoveryOps;            //!< sets the window during a recovery
    Ptr<RttEstimator> m_rtt;                      //!< estimator by simulated time
    TcpLossRecovery m_recovery;                   //!< losses, congestion control
    TcpNegotiatedOptions m_options;               //!< options of both ends
    TcpClock m_clock;                             //!< what timers count
    TcpRetransmitTimer m_retransmitTimer;         //!< RTO, SYN
    ReassemblyQueue m_reassembly;                 //!< what arrives
    DeadlineTimer m_lossTimer;                    //!< reordered segments, or tail loss probe
    DeadlineTimer m_persistTimer;                 //!< closed window
    DeadlineTimer m_delAckTimer;                  //!< delayed acknowledgement
    DeadlineTimer m_timeWaitTimer;                //!< 2 MSL
    DeadlineTimer m_doubtTimer;  //!< next question to a peer that sent a doubtful RST
    DeadlineTimer m_pacingTimer; //!< next segment
    EventId m_outputEvent;       //!< Output() after a call of the application

    // sending
    SequenceNumber32 m_iss;         //!< our initial sequence number
    uint32_t m_synsLeft{0};         //!< SYNs still to be sent
    Time m_synTime;                 //!< when the latest SYN was sent
    bool m_active{false};           //!< we connected; else we accepted
    bool m_finSent{false};          //!< FIN was sent
    uint32_t m_retriesLeft{0};      //!< timeouts without progress still allowed
    uint32_t m_unansweredProbes{0}; //!< of a closed window, in a row
    Time m_lastSent;                //!< when a segment of the stream was last sent
    StreamOffset m_windowSeq{0};    //!< SND.WL1
    StreamOffset m_windowAck{0};    //!< SND.WL2
    uint32_t m_maxPeerWindow{0};    //!< greatest window the peer has offered
    Time m_persistInterval;         //!< time before the next window probe
    bool m_probing{false};          //!< the first segment is a window probe
    uint32_t m_dataSent{0};         //!< bytes sent that the application is yet to be told of
    bool m_inInput{false};          //!< a segment is being processed; Output() follows
    bool m_inOutput{false};         //!< Output() runs
    bool m_forced{false};           //!< a short segment may be sent (override timer)
    bool m_awaitsProbe{false};      //!< m_lossTimer is for a tail loss probe
    bool m_restartsProbe{false};    //!< there was progress since m_lossTimer was set

    // receiving
    SequenceNumber32 m_irs;        //!< the peer's initial sequence number
    StreamOffset m_advertised{0};  //!< right edge of the window we advertised
    StreamOffset m_finOffset{-1};  //!< offset of the peer's FIN, negative: unknown
    bool m_finReceived{false};     //!< the FIN and all data before it have arrived
    uint32_t m_nDoubts{0};         //!< questions to a peer that sent a doubtful RST
    uint32_t m_delAckCount{0};     //!< segments not yet acknowledged
    StreamOffset m_lastAckSent{0}; //!< Last.ACK.sent of RFC 7323
    bool m_echoCongestion{false};  //!< CE has arrived, and no CWR since
    bool m_lastMarked{false};      //!< the latest ECN-capable segment had CE
    std::optional<ReassemblyQueue::Block>
        m_duplicate; //!< what arrived again, to be reported with the next acknowledgement
    bool m_closeNotified{false}; //!< the application was told of the end

    Counters m_counters; //!< totals, without those of m_recovery

    // traces
    TracedValue<uint32_t> m_advWnd{0};               //!< AdvWND
    TracedValue<uint32_t> m_rWnd{0};                 //!< RWND
    TracedValue<SequenceNumber32> m_highRxMark{};    //!< HighestRxSequence
    TracedValue<SequenceNumber32> m_highRxAckMark{}; //!< HighestRxAck
    TracedValue<SequenceNumber32> m_ecnEchoSeq{};    //!< EcnEchoSeq
    TracedValue<SequenceNumber32> m_ecnCeSeq{};      //!< EcnCeSeq
    TracedValue<SequenceNumber32> m_ecnCwrSeq{};     //!< EcnCwrSeq
    Callback<void, Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t> m_icmpCallback;  //!< user's
    Callback<void, Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t> m_icmpCallback6; //!< user's
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INDEXED_TCP_SOCKET_H
