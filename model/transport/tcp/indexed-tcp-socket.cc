// SPDX-License-Identifier: GPL-2.0-only
#include "indexed-tcp-socket.h"

#include "indexed-tcp-log.h"

#include "ns3/abort.h"
#include "ns3/attribute-copy.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
LogComponent g_indexedTcpLog("HsnIndexedTcpSocket", __FILE__);

namespace
{
/// @param socket whose state changes @param from old state @param to new state
void
LogState(const IndexedTcpSocket* socket, TcpSocket::TcpStates_t from, TcpSocket::TcpStates_t to)
{
    NS_LOG_DEBUG(socket << " " << TcpSocket::TcpStateName[from] << " -> "
                        << TcpSocket::TcpStateName[to]);
}

/// @param socket whose congestion state changes @param from old state @param to new state
void
LogCongestionState(const IndexedTcpSocket* socket,
                   TcpSocketState::TcpCongState_t from,
                   TcpSocketState::TcpCongState_t to)
{
    NS_LOG_INFO(socket << " " << TcpSocketState::TcpCongStateName[from] << " -> "
                       << TcpSocketState::TcpCongStateName[to]);
}
} // namespace

IndexedTcpSocket::IndexedTcpSocket()
    : m_tcb(CreateObject<TcpSocketState>()),
      m_recovery(m_recoverySettings, m_tcb, *this),
      m_options(m_offered),
      m_retransmitTimer(m_clock, m_timerSettings, [this] { RetransmitTimeout(); }),
      m_lossTimer([this] { LossTimeout(); }, DeadlineTimer::AFTER_ARRIVALS),
      m_persistTimer([this] { PersistTimeout(); }, DeadlineTimer::AFTER_ARRIVALS),
      m_delAckTimer([this] { SendAck(); }, DeadlineTimer::AFTER_ARRIVALS),
      m_timeWaitTimer([this] { Finish(); }),
      m_doubtTimer([this] { DoubtTimeout(); }),
      m_pacingTimer([this] { Output(); })
{
    m_tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
    m_tcb->m_pacingRate = m_tcb->m_maxPacingRate;
    LogChanges();
}

IndexedTcpSocket::IndexedTcpSocket(const IndexedTcpSocket& other)
    : TcpStreamSocket(other),
      m_tcb(CopyObject(other.m_tcb)),
      m_congestion(other.m_congestion ? other.m_congestion->Fork() : nullptr),
      m_recoveryOps(other.m_recoveryOps ? other.m_recoveryOps->Fork() : nullptr),
      m_rtt(other.m_rtt ? other.m_rtt->Copy() : nullptr),
      m_recovery(m_recoverySettings, m_tcb, *this),
      m_options(m_offered),
      m_retransmitTimer(m_clock, m_timerSettings, [this] { RetransmitTimeout(); }),
      m_lossTimer([this] { LossTimeout(); }, DeadlineTimer::AFTER_ARRIVALS),
      m_persistTimer([this] { PersistTimeout(); }, DeadlineTimer::AFTER_ARRIVALS),
      m_delAckTimer([this] { SendAck(); }, DeadlineTimer::AFTER_ARRIVALS),
      m_timeWaitTimer([this] { Finish(); }),
      m_doubtTimer([this] { DoubtTimeout(); }),
      m_pacingTimer([this] { Output(); })
{
    SetTcp(other.m_tcp);
    SetList(other.m_listed.GetList());
    m_tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
    EquipParts();
    LogChanges();
}

IndexedTcpSocket::~IndexedTcpSocket()
{
    RemoveTimers();
}

void
IndexedTcpSocket::LogChanges()
{
    if (!g_log.IsNoneEnabled())
    {
        const IndexedTcpSocket* self = this;
        m_state.ConnectWithoutContext(MakeBoundCallback(&LogState, self));
        m_tcb->m_congState.ConnectWithoutContext(MakeBoundCallback(&LogCongestionState, self));
    }
}

// --- settings -------------------------------------------------------------------------------

void
IndexedTcpSocket::EquipParts()
{
    m_recovery.SetParts(m_congestion, m_recoveryOps, m_rtt);
    m_retransmitTimer.SetEstimator(m_rtt);
}

void
IndexedTcpSocket::SetTcp(Ptr<TcpL4Protocol> tcp)
{
    m_tcp = tcp;
    m_endPoints.SetProtocol(tcp);
    GetEndPoint().SetAllocator(&m_endPoints);
}

void
IndexedTcpSocket::SetList(Ptr<IndexedTcpSockets> list)
{
    m_listed.Join(list, *this);
}

void
IndexedTcpSocket::SetRtt(Ptr<RttEstimator> rtt)
{
    m_rtt = rtt;
    EquipParts();
}

void
IndexedTcpSocket::SetCongestionControlAlgorithm(Ptr<TcpCongestionOps> ops)
{
    m_congestion = ops;
    EquipParts();
    m_congestion->Init(m_tcb);
}

void
IndexedTcpSocket::SetRecoveryAlgorithm(Ptr<TcpRecoveryOps> ops)
{
    m_recoveryOps = ops;
    EquipParts();
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

Ptr<TcpRxBuffer>
IndexedTcpSocket::GetRxBuffer() const
{
    return m_tcb->m_rxBuffer;
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

IndexedTcpSocket::Counters
IndexedTcpSocket::GetCounters() const
{
    auto counters = m_counters;
    counters.fastRecoveries = m_recovery.GetFastRecoveries();
    counters.undoneRecoveries = m_recovery.GetUndone();
    return counters;
}

// --- ICMP -----------------------------------------------------------------------------------

void
IndexedTcpSocket::ReceiveIcmp(Ipv4Address from,
                              uint8_t ttl,
                              uint8_t type,
                              uint8_t code,
                              uint32_t info)
{
    NS_LOG_FUNCTION(this << from << +ttl << +type << +code << info);
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
    NS_LOG_FUNCTION(this << from << +ttl << +type << +code << info);
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
IndexedTcpSocket::NeedsPackets() const
{
    return false;
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
    NS_LOG_FUNCTION(this);
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
    m_offered = m_optionSettings;
    m_offeredScale = GetScale();
    m_synsLeft = m_synRetries;
    m_tcb->m_sendEmptyPacketCallback = MakeCallback(&IndexedTcpSocket::SendControl, this);
    m_tcb->m_nextTxSequence = m_iss;
    m_tcb->m_highTxMark = m_iss;
    m_clock.Start(m_timerMode, GetNode());
    m_recovery.Start(!m_clock.CountsTicks());
    m_duplicate.reset();
    m_retransmitTimer.Reset(m_connTimeout);
    TakeShortcut();
}

void
IndexedTcpSocket::TakeShortcut()
{
    if (const auto host = GetNode()->GetObject<LeanHost>())
    {
        m_shortcut = host->Join(GetEndPoint(), *this, *this);
        NS_LOG_LOGIC(this << " segments go past IP: " << (m_shortcut != nullptr));
    }
    if (const auto demultiplexer = m_shortcut ? nullptr : TcpDemultiplexer::Of(GetNode()))
    {
        m_arrivals = demultiplexer->Join(GetEndPoint(), *this, *this);
    }
}

void
IndexedTcpSocket::LeaveShortcut()
{
    if (const auto shortcut = std::exchange(m_shortcut, nullptr))
    {
        shortcut->Leave();
    }
    if (const auto arrivals = std::exchange(m_arrivals, nullptr))
    {
        arrivals->Leave();
    }
}

void
IndexedTcpSocket::BindToNetDevice(Ptr<NetDevice> device)
{
    TcpStreamSocket::BindToNetDevice(device);
    LeaveShortcut();
}

int
IndexedTcpSocket::Close()
{
    const Ptr<IndexedTcpSocket> self(this);
    const int result = TcpStreamSocket::Close();
    LimitFinWait();
    return result;
}

bool
IndexedTcpSocket::ReceivesAfterClose() const
{
    return !m_resetAfterClose;
}

void
IndexedTcpSocket::LimitFinWait()
{
    // the peer may be gone, and nothing is sent that would show it
    if (m_state == FIN_WAIT_2 && m_closed && m_finTimeout.IsStrictlyPositive())
    {
        m_timeWaitTimer.Set(Simulator::Now() + m_finTimeout);
    }
}

void
IndexedTcpSocket::DoSend()
{
    NS_LOG_FUNCTION(this);
    if (m_state != ESTABLISHED && m_state != CLOSE_WAIT)
    {
        return; // sent when the connection is open
    }
    if (m_sendQueue.GetSize() < m_tcb->m_segmentSize)
    {
        m_recovery.OnAppLimited();
    }
    ScheduleOutput(TimeStep(
        1)); // later than now: data of several calls at one time goes into the same segments
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
    NS_LOG_FUNCTION(this);
    if (m_inInput || m_finReceived || !GetEndPoint().IsBound() ||
        (m_state != ESTABLISHED && m_state != FIN_WAIT_1 && m_state != FIN_WAIT_2))
    {
        return;
    }
    const StreamOffset next = GetReceiveNext();
    const uint32_t unread = m_receiveQueue.GetSize();
    const int64_t most = static_cast<int64_t>(m_maxWindow) << m_options.GetReceiveShift();
    const StreamOffset edge =
        next + std::min<int64_t>(GetRcvBufSize() > unread ? GetRcvBufSize() - unread : 0, most);
    const StreamOffset told = m_advertised - next;
    // a window update is due if the peer may be waiting, or half of the buffer has become free
    const int64_t step = std::min(GetRcvBufSize() / 2, 2 * m_tcb->m_segmentSize);
    if (edge - m_advertised >= GetRcvBufSize() / 2 || (told < step && edge - m_advertised >= step))
    {
        NS_LOG_LOGIC(this << " window update: " << told << " octets were open");
        SendAck();
    }
}

void
IndexedTcpSocket::DoShutdownSend()
{
    NS_LOG_FUNCTION(this);
    if (m_state == SYN_SENT && m_sendQueue.GetSize() == 0)
    {
        Finish(); // nothing was sent but the SYN (RFC 9293, 3.10.4)
        return;
    }
    EnterClosing();
}

void
IndexedTcpSocket::DoStopListening()
{
    TcpStreamSocket::DoStopListening();
    m_listed.Leave();
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
    const auto& sent = m_recovery.GetScoreboard();
    return sent.GetEnd() - sent.GetHead();
}

bool
IndexedTcpSocket::IsAtEnd() const
{
    return m_finReceived;
}

bool
IndexedTcpSocket::IsUsed() const
{
    return m_closeNotified; // an attempt that failed leaves nothing behind
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
    NS_LOG_FUNCTION(this);
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
    NS_LOG_FUNCTION(this);
    const Ptr<IndexedTcpSocket> self(this);
    Shut();
    if (!m_closeNotified)
    {
        m_closeNotified = true;
        NotifyNormalClose();
    }
}

void
IndexedTcpSocket::FinishWithError()
{
    NS_LOG_FUNCTION(this);
    NS_LOG_WARN(this << " ends in state " << TcpStateName[m_state] << " by error");
    const bool closed = m_state == CLOSING || m_state == LAST_ACK || m_state == TIME_WAIT;
    if (closed && GetUnsent() + GetUnacknowledged() <= (m_finSent ? 1U : 0U))
    {
        Finish(); // both ends have closed, and nothing is lost (RFC 9293, 3.10.7.4)
        return;
    }
    const Ptr<IndexedTcpSocket> self(this);
    const bool opening = m_state == SYN_SENT || m_state == SYN_RCVD;
    Shut();
    m_errno = ERROR_NOTCONN;
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
    LeaveShortcut();
    m_listed.Leave();
    GetEndPoint().Release();
}

void
IndexedTcpSocket::RemoveTimers()
{
    for (auto timer : {&m_lossTimer,
                       &m_persistTimer,
                       &m_delAckTimer,
                       &m_timeWaitTimer,
                       &m_doubtTimer,
                       &m_pacingTimer})
    {
        timer->Remove();
    }
    m_retransmitTimer.Remove();
    m_outputEvent.Cancel();
}

void
IndexedTcpSocket::NotifyNodeGone()
{
    NS_LOG_FUNCTION(this);
    RemoveTimers();
    LeaveShortcut();
    m_listed.Leave();
    SetTcp(nullptr);
    m_clock.Stop();
}
} // namespace hsn
} // namespace ns3
