// SPDX-License-Identifier: GPL-2.0-only
#include "indexed-tcp-socket.h"

#include "ns3/abort.h"
#include "ns3/attribute-copy.h"
#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnIndexedTcpSocket");
NS_OBJECT_ENSURE_REGISTERED(IndexedTcpSocket);

TypeId
IndexedTcpSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::IndexedTcpSocket")
            .SetParent<TcpStreamSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<IndexedTcpSocket>()
            .AddAttribute(
                "LossRecovery",
                "How losses are repaired. Sack needs a peer that agrees to it, else it is "
                "NewReno.",
                EnumValue(SACK),
                MakeHsnEnumAccessor(&IndexedTcpSocket::m_lossRecovery),
                MakeEnumChecker(RENO, "Reno", NEWRENO, "NewReno", SACK, "Sack"))
            .AddAttribute("TimerMode",
                          "Fine: timers run by simulated time. BsdTicks: they count the ticks of "
                          "the node's ns3::hsn::TickClock.",
                          EnumValue(FINE),
                          MakeHsnEnumAccessor(&IndexedTcpSocket::m_timerMode),
                          MakeEnumChecker(FINE, "Fine", BSD_TICKS, "BsdTicks"))
            .AddAttribute("FixedSizeSegments",
                          "Send segments of exactly SegmentSize only; the last one before FIN may "
                          "be shorter.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_fixedSize),
                          MakeBooleanChecker())
            .AddAttribute(
                "StrictRfc",
                "Keep to the RFCs also where ns-3's TCP does otherwise: threshold from all "
                "that is not acknowledged, no growth with the acknowledgement that ends a "
                "recovery, restart window after a pause (RFC 5681), segments of 536 bytes "
                "(IPv6: 1220) to peers without MSS option, options counted as part of "
                "SegmentSize (RFC 9293, 3.7.1).",
                BooleanValue(false),
                MakeBooleanAccessor(&IndexedTcpSocket::m_strict),
                MakeBooleanChecker())
            .AddAttribute("InitialSequenceNumber",
                          "Sequence number of our SYN.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IndexedTcpSocket::m_isn),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "MinRtoTicks",
                "Least retransmission timeout in ticks, at least 1 (timer mode BsdTicks).",
                UintegerValue(2),
                MakeUintegerAccessor(&IndexedTcpSocket::m_minRtoTicks),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxRto",
                          "Greatest retransmission timeout; 0: 60 s, or 64 s in timer mode "
                          "BsdTicks.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&IndexedTcpSocket::m_maxRto),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MinRto",
                          "Least retransmission timeout (timer mode Fine; RFC 6298, 2.4).",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&IndexedTcpSocket::m_minRto),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ClockGranularity",
                          "Clock granularity in the formula of the timeout (RFC 6298).",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&IndexedTcpSocket::m_granularity),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Sack",
                          "Whether to agree to selective acknowledgements (RFC 2018).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_sackEnabled),
                          MakeBooleanChecker())
            .AddAttribute("Timestamp",
                          "Whether to agree to timestamps (RFC 7323).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_timestampEnabled),
                          MakeBooleanChecker())
            .AddAttribute("WindowScaling",
                          "Whether to agree to window scaling (RFC 7323).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_scalingEnabled),
                          MakeBooleanChecker())
            .AddAttribute("LimitedTransmit",
                          "Send new data upon the first two duplicate acknowledgements (RFC 3042).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_limitedTransmit),
                          MakeBooleanChecker())
            .AddAttribute("ReTxThreshold",
                          "Duplicate acknowledgements that mean a loss, at least 1.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&IndexedTcpSocket::m_dupThresh),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "DetectLostRetransmissions",
                "Take a segment that was sent again for lost when ReTxThreshold segments "
                "that were sent after it have been reported; false: leave it to the timer, "
                "as RFC 6675 does.",
                BooleanValue(true),
                MakeBooleanAccessor(&IndexedTcpSocket::m_detectLostAgain),
                MakeBooleanChecker())
            .AddAttribute("FineRetransmit",
                          "Send the first segment again, without waiting for ReTxThreshold "
                          "duplicates, when a duplicate or one of the first two acknowledgements "
                          "after a retransmission finds it older than 17/16 (SRTT + 2 mean "
                          "deviations); and reduce the window only for what was sent after the "
                          "last reduction (TCP Vegas). Needs LossRecovery Reno.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_fineRetransmit),
                          MakeBooleanChecker())
            .AddAttribute("MaxWindowSize",
                          "Greatest value of the window field.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&IndexedTcpSocket::m_maxWindow),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("MaxSegLifetime",
                          "Seconds that a segment may live; TIME_WAIT takes twice as long.",
                          DoubleValue(120),
                          MakeDoubleAccessor(&IndexedTcpSocket::m_msl),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "UseEcn",
                "Explicit congestion notification (RFC 3168).",
                EnumValue(TcpSocketState::Off),
                MakeHsnEnumAccessor(&IndexedTcpSocket::SetUseEcn, &IndexedTcpSocket::GetUseEcn),
                MakeEnumChecker(TcpSocketState::Off,
                                "Off",
                                TcpSocketState::On,
                                "On",
                                TcpSocketState::AcceptOnly,
                                "AcceptOnly"))
            .AddAttribute("CongestionOps",
                          "Congestion control of this socket.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&IndexedTcpSocket::m_congestion),
                          MakePointerChecker<TcpCongestionOps>())
            .AddAttribute("IcmpCallback",
                          "Called when ICMP reports an error of this connection.",
                          CallbackValue(),
                          MakeCallbackAccessor(&IndexedTcpSocket::m_icmpCallback),
                          MakeCallbackChecker())
            .AddAttribute("IcmpCallback6",
                          "Called when ICMPv6 reports an error of this connection.",
                          CallbackValue(),
                          MakeCallbackAccessor(&IndexedTcpSocket::m_icmpCallback6),
                          MakeCallbackChecker())
            .AddTraceSource("RTO",
                            "Retransmission timeout.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_rto),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("RTT",
                            "Last round-trip time.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_rttTrace),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("NextTxSequence",
                            "Next sequence number to send (SND.NXT).",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_nextTxTrace),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("HighestSequence",
                            "Highest sequence number ever sent.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_highTxTrace),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("CongState",
                            "State of congestion control.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_congStateTrace),
                            "ns3::TracedValueCallback::TcpCongState")
            .AddTraceSource("EcnState",
                            "State of explicit congestion notification.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnStateTrace),
                            "ns3::TracedValueCallback::EcnState")
            .AddTraceSource("AdvWND",
                            "Window told to the peer, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_advWnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("RWND",
                            "The peer's window, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_rWnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("BytesInFlight",
                            "Bytes taken to be in the network.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_inFlightTrace),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("HighestRxSequence",
                            "Highest sequence number received.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_highRxMark),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("HighestRxAck",
                            "Highest acknowledgement received.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_highRxAckMark),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("PacingRate",
                            "Rate at which segments are spaced.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_pacingRateTrace),
                            "ns3::TracedValueCallback::DataRate")
            .AddTraceSource("CongestionWindow",
                            "Congestion window, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_cWndTrace),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("CongestionWindowInflated",
                            "Congestion window with what duplicate acknowledgements add, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_cWndInflTrace),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("SlowStartThreshold",
                            "Slow start threshold, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ssThreshTrace),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Tx",
                            "A segment goes to IP.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_txTrace),
                            "ns3::hsn::IndexedTcpSocket::TxRxTracedCallback")
            .AddTraceSource("Rx",
                            "A segment comes from IP.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_rxTrace),
                            "ns3::hsn::IndexedTcpSocket::TxRxTracedCallback")
            .AddTraceSource("Retransmission",
                            "A segment goes to IP again.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_retransmissionTrace),
                            "ns3::hsn::IndexedTcpSocket::RetransmissionTracedCallback")
            .AddTraceSource("RxDrop",
                            "A segment is dropped: malformed, or not acceptable.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_dropTrace),
                            "ns3::hsn::IndexedTcpSocket::DropTracedCallback")
            .AddTraceSource("EcnEchoSeq",
                            "Acknowledgement that last reported congestion.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnEchoSeq),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("EcnCeSeq",
                            "Sequence number that last came with a congestion mark.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnCeSeq),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("EcnCwrSeq",
                            "Sequence number that last told of a reduced window.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnCwrSeq),
                            "ns3::TracedValueCallback::SequenceNumber32");
    return tid;
}

IndexedTcpSocket::IndexedTcpSocket()
    : m_tcb(CreateObject<TcpSocketState>()),
      m_retransmitTimer([this] { RetransmitTimeout(); }),
      m_persistTimer([this] { PersistTimeout(); }),
      m_delAckTimer([this] { SendAck(); }),
      m_timeWaitTimer([this] { Finish(); }),
      m_pacingTimer([this] { Output(); })
{
    m_tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
    m_tcb->m_pacingRate = m_tcb->m_maxPacingRate;
    ForwardTraces();
}

IndexedTcpSocket::IndexedTcpSocket(const IndexedTcpSocket& other)
    : TcpStreamSocket(other),
      m_tcb(CopyObject(other.m_tcb)),
      m_congestion(other.m_congestion ? other.m_congestion->Fork() : nullptr),
      m_fineOps(DynamicCast<TcpFineCongestionOps>(m_congestion)),
      m_recoveryOps(other.m_recoveryOps ? other.m_recoveryOps->Fork() : nullptr),
      m_rtt(other.m_rtt ? other.m_rtt->Copy() : nullptr),
      m_retransmitTimer([this] { RetransmitTimeout(); }),
      m_persistTimer([this] { PersistTimeout(); }),
      m_delAckTimer([this] { SendAck(); }),
      m_timeWaitTimer([this] { Finish(); }),
      m_pacingTimer([this] { Output(); })
{
    SetTcp(other.m_tcp);
    m_tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
    ForwardTraces();
}

IndexedTcpSocket::~IndexedTcpSocket()
{
    RemoveTimers();
}

void
IndexedTcpSocket::ForwardTraces()
{
    // the traced values belong to ns-3's object, users connect to the socket
    const auto forward = [this](const char* source, const auto& callback) {
        const bool connected = m_tcb->TraceConnectWithoutContext(source, callback);
        NS_ABORT_MSG_UNLESS(connected, "TcpSocketState has no trace source " << source);
    };
    using Uint32 = TracedCallback<uint32_t, uint32_t>;
    using Sequence = TracedCallback<SequenceNumber32, SequenceNumber32>;
    forward("CongestionWindow", MakeCallback(&Uint32::operator(), &m_cWndTrace));
    forward("CongestionWindowInflated", MakeCallback(&Uint32::operator(), &m_cWndInflTrace));
    forward("SlowStartThreshold", MakeCallback(&Uint32::operator(), &m_ssThreshTrace));
    forward("BytesInFlight", MakeCallback(&Uint32::operator(), &m_inFlightTrace));
    forward("NextTxSequence", MakeCallback(&Sequence::operator(), &m_nextTxTrace));
    forward("HighestSequence", MakeCallback(&Sequence::operator(), &m_highTxTrace));
    forward("RTT", MakeCallback(&TracedCallback<Time, Time>::operator(), &m_rttTrace));
    forward("PacingRate",
            MakeCallback(&TracedCallback<DataRate, DataRate>::operator(), &m_pacingRateTrace));
    forward("CongState",
            MakeCallback(&TracedCallback<TcpSocketState::TcpCongState_t,
                                         TcpSocketState::TcpCongState_t>::operator(),
                         &m_congStateTrace));
    forward("EcnState",
            MakeCallback(
                &TracedCallback<TcpSocketState::EcnState_t, TcpSocketState::EcnState_t>::operator(),
                &m_ecnStateTrace));
    m_tcb->m_sendEmptyPacketCallback = MakeCallback(&IndexedTcpSocket::SendControl, this);
}

// --- settings -------------------------------------------------------------------------------

void
IndexedTcpSocket::SetTcp(Ptr<TcpL4Protocol> tcp)
{
    m_tcp = tcp;
    m_endPoints.SetTcp(tcp);
    GetEndPoint().SetAllocator(&m_endPoints);
}

void
IndexedTcpSocket::SetRtt(Ptr<RttEstimator> rtt)
{
    m_rtt = rtt;
}

void
IndexedTcpSocket::SetCongestionControlAlgorithm(Ptr<TcpCongestionOps> ops)
{
    m_congestion = ops;
    m_fineOps = DynamicCast<TcpFineCongestionOps>(ops);
    m_congestion->Init(m_tcb);
}

void
IndexedTcpSocket::SetRecoveryAlgorithm(Ptr<TcpRecoveryOps> ops)
{
    m_recoveryOps = ops;
}

void
IndexedTcpSocket::SetUseEcn(TcpSocketState::UseEcn_t useEcn)
{
    m_tcb->m_useEcn = useEcn;
}

TcpSocketState::UseEcn_t
IndexedTcpSocket::GetUseEcn() const
{
    return m_tcb->m_useEcn;
}

void
IndexedTcpSocket::SetSegSize(uint32_t size)
{
    NS_ABORT_MSG_UNLESS(m_state == CLOSED || m_state == LISTEN,
                        "SegmentSize " << size << ": cannot be changed in a connection");
    NS_ABORT_MSG_IF(size == 0 || size > 65495, "SegmentSize " << size << " is not in 1..65495");
    m_segmentSize = size;
    m_tcb->m_segmentSize = size;
}

uint32_t
IndexedTcpSocket::GetSegSize() const
{
    return m_segmentSize;
}

void
IndexedTcpSocket::SetInitialSSThresh(uint32_t threshold)
{
    NS_ABORT_MSG_UNLESS(m_state == CLOSED || m_state == LISTEN || threshold == m_initialSsThresh,
                        "SlowStartThreshold " << threshold
                                              << ": cannot be changed in a connection");
    m_initialSsThresh = threshold;
    m_tcb->m_initialSsThresh = threshold;
    m_tcb->m_ssThresh = threshold;
}

uint32_t
IndexedTcpSocket::GetInitialSSThresh() const
{
    return m_initialSsThresh;
}

void
IndexedTcpSocket::SetInitialCwnd(uint32_t cwnd)
{
    NS_ABORT_MSG_UNLESS(m_state == CLOSED || m_state == LISTEN || cwnd == m_initialCwnd,
                        "InitialCwnd " << cwnd << ": cannot be changed in a connection");
    NS_ABORT_MSG_IF(cwnd == 0, "InitialCwnd 0: at least one segment");
    m_initialCwnd = cwnd;
    m_tcb->m_initialCWnd = cwnd;
}

uint32_t
IndexedTcpSocket::GetInitialCwnd() const
{
    return m_initialCwnd;
}

// --- ICMP -----------------------------------------------------------------------------------

void
IndexedTcpSocket::ReceiveIcmp(Ipv4Address from,
                              uint8_t ttl,
                              uint8_t type,
                              uint8_t code,
                              uint32_t info)
{
    if (!m_icmpCallback.IsNull())
    {
        m_icmpCallback(from, ttl, type, code, info);
    }
}

void
IndexedTcpSocket::ReceiveIcmp6(Ipv6Address from,
                               uint8_t ttl,
                               uint8_t type,
                               uint8_t code,
                               uint32_t info)
{
    if (!m_icmpCallback6.IsNull())
    {
        m_icmpCallback6(from, ttl, type, code, info);
    }
}

// --- what a protocol that derives from this one may change --------------------------------------

Ptr<IndexedTcpSocket>
IndexedTcpSocket::Fork()
{
    return ForkSocket(*this);
}

void
IndexedTcpSocket::DecorateSegment(Ptr<Packet> /* packet */,
                                  const TcpHeader& /* header */,
                                  const TcpSentSegment* /* data */)
{
}

bool
IndexedTcpSocket::MayBeDuplicate() const
{
    return true;
}

bool
IndexedTcpSocket::TellsOfLoss() const
{
    return true;
}

uint32_t
IndexedTcpSocket::GetUsableWindow() const
{
    return m_tcb->m_cWnd;
}

void
IndexedTcpSocket::NotifyShut()
{
}

// --- begin and end --------------------------------------------------------------------------

int
IndexedTcpSocket::DoConnect()
{
    m_active = true;
    StartOpening();
    m_state = SYN_SENT;
    SendSyn();
    return 0;
}

void
IndexedTcpSocket::StartOpening()
{
    m_iss = SequenceNumber32(m_isn);
    m_synsLeft = m_synRetries;
    m_scoreboard.Reset(0);
    m_tcb->m_nextTxSequence = m_iss;
    m_tcb->m_highTxMark = m_iss;
    if (m_rtt)
    {
        m_rtt->Reset();
    }
    if (m_timerMode == BSD_TICKS)
    {
        m_clock = TickClock::Get(GetNode());
        m_tickRtt.SetLimits(m_minRtoTicks, ToTicks(m_maxRto.IsZero() ? Seconds(64) : m_maxRto));
        m_tickRtt.Reset(ToTicks(m_connTimeout));
        m_timed = 0;
        m_timedTick = m_clock->GetSlowTick();
    }
    if (m_lossRecovery == RENO)
    {
        m_recoveryOps = CreateObject<TcpClassicRecovery>();
    }
}

void
IndexedTcpSocket::DoSend()
{
    if (m_state != ESTABLISHED && m_state != CLOSE_WAIT)
    {
        return; // sent when the connection is open
    }
    if (m_sendQueue.GetSize() < m_tcb->m_segmentSize &&
        m_scoreboard.GetInFlight() < m_tcb->m_cWnd &&
        m_scoreboard.GetLost() <= m_scoreboard.GetRetransmitted())
    {
        m_rate.OnAppLimited(m_scoreboard.GetInFlight());
    }
    ScheduleOutput(TimeStep(1)); // segments are made of what several calls write at one time
}

void
IndexedTcpSocket::ScheduleOutput(Time delay)
{
    if (!m_inInput && !m_inOutput && m_outputEvent.IsExpired())
    {
        m_outputEvent = Simulator::Schedule(delay, &IndexedTcpSocket::Output, this);
    }
}

void
IndexedTcpSocket::DoRead()
{
    if (m_inInput || m_finReceived || !GetEndPoint().IsBound() ||
        (m_state != ESTABLISHED && m_state != FIN_WAIT_1 && m_state != FIN_WAIT_2))
    {
        return;
    }
    const StreamOffset next = GetReceiveNext();
    const uint32_t unread = m_receiveQueue.GetSize();
    const int64_t most = static_cast<int64_t>(m_maxWindow) << m_receiveShift;
    const StreamOffset edge =
        next + std::min<int64_t>(GetRcvBufSize() > unread ? GetRcvBufSize() - unread : 0, most);
    const StreamOffset told = m_advertised - next;
    // an update is due when the peer may be waiting, or half of the buffer became free
    const int64_t step = std::min(GetRcvBufSize() / 2, 2 * m_tcb->m_segmentSize);
    if (edge - m_advertised >= GetRcvBufSize() / 2 || (told < step && edge - m_advertised >= step))
    {
        SendAck();
    }
}

void
IndexedTcpSocket::DoShutdownSend()
{
    if (m_state == SYN_SENT && m_sendQueue.GetSize() == 0)
    {
        Finish(); // nothing was said yet (RFC 9293, 3.10.4)
        return;
    }
    EnterClosing();
}

void
IndexedTcpSocket::EnterClosing()
{
    if (m_state == ESTABLISHED || m_state == CLOSE_WAIT)
    {
        m_state = m_state == CLOSE_WAIT ? LAST_ACK : FIN_WAIT_1; // FIN follows the data
        ScheduleOutput(Time(0));
    }
}

uint32_t
IndexedTcpSocket::GetUnacknowledged() const
{
    return m_scoreboard.GetEnd() - m_scoreboard.GetHead();
}

bool
IndexedTcpSocket::IsAtEnd() const
{
    return m_finReceived;
}

void
IndexedTcpSocket::Abort()
{
    NS_LOG_FUNCTION(this);
    if (m_state != SYN_SENT)
    {
        SendControl(TcpHeader::RST | TcpHeader::ACK);
    }
    Finish();
}

void
IndexedTcpSocket::EnterTimeWait()
{
    m_state = TIME_WAIT;
    RemoveTimers();
    if (!m_closeNotified)
    {
        m_closeNotified = true;
        NotifyNormalClose();
    }
    m_timeWaitTimer.Set(Simulator::Now() + Seconds(2 * m_msl));
}

void
IndexedTcpSocket::Finish()
{
    const Ptr<IndexedTcpSocket> self(this);
    Shut();
    if (!m_closeNotified)
    {
        m_closeNotified = true;
        NotifyNormalClose();
    }
}

void
IndexedTcpSocket::FinishWithError(SocketErrno error)
{
    NS_LOG_FUNCTION(this << error);
    if (m_state == CLOSING || m_state == LAST_ACK || m_state == TIME_WAIT)
    {
        Finish(); // both ends have closed: nothing is lost (RFC 9293, 3.10.7.4)
        return;
    }
    const Ptr<IndexedTcpSocket> self(this);
    const bool opening = m_state == SYN_SENT || m_state == SYN_RCVD;
    Shut();
    m_errno = error;
    if (opening && m_active)
    {
        NotifyConnectionFailed();
    }
    else if (!opening)
    {
        m_closeNotified = true;
        NotifyErrorClose();
    }
}

void
IndexedTcpSocket::Shut()
{
    RemoveTimers();
    m_state = CLOSED;
    NotifyShut();
    GetEndPoint().Release();
}

void
IndexedTcpSocket::RemoveTimers()
{
    for (auto timer :
         {&m_retransmitTimer, &m_persistTimer, &m_delAckTimer, &m_timeWaitTimer, &m_pacingTimer})
    {
        timer->Remove();
    }
    m_outputEvent.Cancel();
}

void
IndexedTcpSocket::NotifyNodeGone()
{
    RemoveTimers();
    SetTcp(nullptr);
    m_clock = nullptr;
}
} // namespace hsn
} // namespace ns3
