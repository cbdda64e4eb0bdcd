// SPDX-License-Identifier: GPL-2.0-only
#include "snr-socket.h"

#include "ns3/simulator.h"
#include "ns3/sstp-pdu.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
SnrSocket::SnrSocket() = default;

SnrSocket::SnrSocket(const SnrSocket& other)
    : SstpSocketBase(other)
{
}

SnrSocket::~SnrSocket() = default;

SnrSocket::Counters
SnrSocket::GetCounters() const
{
    Counters counters = m_counters;
    if (m_sender)
    {
        counters.blocksSent = m_sender->GetNextNew();
        counters.blocksRepeated = m_sender->GetRepeated();
        counters.duplicates = m_receiver->GetDuplicates();
    }
    return counters;
}

bool
SnrSocket::IsEnded() const
{
    return m_shutdownSend && m_sendQueue.GetSize() == 0;
}

bool
SnrSocket::IsDone() const
{
    return IsEnded() && m_outgoing.empty() && m_endAcknowledged;
}

bool
SnrSocket::IsQuiet() const
{
    return IsServed() && m_atEnd;
}

bool
SnrSocket::IsServed() const
{
    return m_outgoing.empty() && m_sendQueue.GetSize() == 0 && m_receiver->IsComplete();
}

// --- the connection -------------------------------------------------------------------------

void
SnrSocket::Begin()
{
    CheckSettings();
    const uint32_t window = m_window / m_blockSize;
    m_pacer.SetRate(static_cast<double>(m_rate.GetBitRate()) / 8);
    m_sender.reset(new SnrSender(m_blockSize, window, SnrSender::GetCountdown(m_rtd, m_interval)));
    m_receiver.reset(new SnrReceiver(m_blockSize, m_keepPartial, window));
    if (m_idealControl)
    {
        m_ideal.Open(*this);
    }
    AwaitPeer();
}

int
SnrSocket::DoConnect()
{
    Begin();
    m_stage = STREAM_OPENING;
    HandleReport();
    return 0;
}

void
SnrSocket::HandleAccepted()
{
    HandleReport();
}

void
SnrSocket::Open()
{
    m_stage = m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    NotifyConnectionSucceeded();
    DoSend();
    NotifyRoom();
}

void
SnrSocket::HandleSilence()
{
    if (IsQuiet())
    {
        Shut();
    }
    else if (IsServed())
    {
        AwaitPeer(); // it may have gone; what waits here may still be read
    }
    else
    {
        Break();
    }
}

void
SnrSocket::HandleRefusal()
{
    if (!IsConnected())
    {
        return;
    }
    if (IsServed() && !m_atEnd)
    {
        // the peer is done and has gone; what waits here may still be read
        m_peerLeaves = true;
        m_reportTimer.Cancel();
        return;
    }
    EndRefused(m_stage != STREAM_OPENING && (IsQuiet() || (IsDone() && m_closed)));
}

void
SnrSocket::LeaveIfDone()
{
    LingerIf((IsDone() && (m_atEnd || m_closed)) || (m_peerLeaves && IsQuiet()));
}

void
SnrSocket::Stop()
{
    SstpSocketBase::Stop();
    m_reportTimer.Remove();
    m_outgoing.clear();
    m_incoming.clear();
    m_held.clear();
}

// --- the application ------------------------------------------------------------------------

void
SnrSocket::DoSend()
{
    if (IsStreamUp(m_stage))
    {
        m_pacer.Wake(); // when the application has handed over all it has now
    }
}

void
SnrSocket::DoShutdownSend()
{
    if (m_stage == STREAM_OPEN)
    {
        m_stage = STREAM_CLOSING; // the next state tells the end
    }
    DoSend();
}

// --- sending --------------------------------------------------------------------------------

void
SnrSocket::AddBlock()
{
    const auto block = m_sendQueue.Remove(m_blockSize * m_packetSize);
    m_outgoing.push_back({CutPacket(block, m_packetSize), block->GetSize()});
    m_sender->AddBlock(static_cast<uint32_t>(m_outgoing.back().packets.size()));
    m_unacknowledged += block->GetSize();
}

void
SnrSocket::NoteLeft()
{
    if (m_isLeaving && m_pacer.MaySend())
    {
        m_isLeaving = false;
        m_sender->NotifyLeft(m_leaving);
    }
}

void
SnrSocket::TrySend()
{
    if (!IsStreamUp(m_stage) || !m_pacer.MaySend())
    {
        return;
    }
    NoteLeft();
    if (!m_sender->HasPacket() && m_sender->HasWindow() && m_sendQueue.GetSize() > 0)
    {
        AddBlock();
    }
    if (!m_sender->HasPacket())
    {
        return;
    }
    m_leaving = m_sender->Take();
    m_isLeaving = true;
    const auto& block = m_outgoing[m_leaving.block - m_firstOutgoing];
    const auto packet = block.packets[m_leaving.packet]->Copy();
    SnrHeader header;
    header.Set(m_leaving);
    m_pacer.NoteSent(packet->GetSize() + m_stateBytes);
    m_stateBytes = 0;
    if (m_leaving.attempt > 0)
    {
        m_again(packet, header);
    }
    else if (m_leaving.packet == 0)
    {
        m_startedTrace(m_leaving.block);
    }
    m_tx(packet, header);
    Transmit(header, packet);
}

void
SnrSocket::HandleReport()
{
    const Time now = Simulator::Now();
    const bool leaving = m_lingerTimer.IsRunning();
    if (leaving && m_lingerTimer.GetDeadline() - now < m_linger / 2)
    {
        return; // the peer may have gone, and would answer with an error
    }
    const int64_t interval = m_interval.GetTimeStep();
    m_reportTimer.Set(TimeStep((now.GetTimeStep() / interval + 1) * interval));
    ++m_reports;
    SnrHeader header;
    if (m_stage != STREAM_OPENING)
    {
        header.Set(m_receiver->GetReport(m_reports));
        header.end = m_receiver->IsComplete();
        SendState(header);
    }
    SnrHeader state;
    state.type = SNR_SENDER_STATE;
    state.number = static_cast<uint32_t>(m_reports);
    state.opening = m_stage == STREAM_OPENING;
    state.end = IsEnded();
    state.leaving = leaving;
    state.block = static_cast<uint32_t>(m_sender->GetNextNew());
    state.value = m_sendQueue.GetSize();
    SendState(state);
}

void
SnrSocket::SendState(SnrHeader header)
{
    const auto packet = Create<Packet>();
    m_tx(packet, header);
    if (m_idealControl && m_ideal.GetPeer() != 0)
    {
        SendIdeal(header, m_rtd / 2);
        return;
    }
    AddIdealTag(packet);
    if (!m_pacer.MaySend())
    {
        // A queue would grow without end in front of a link that just carries the data. Headers of
        // data are not counted, so that those below a state are estimated: IP and link.
        m_stateBytes += header.GetSerializedSize() + LOWER_HEADERS;
    }
    Transmit(header, packet);
}

void
SnrSocket::TakeIdeal(const SnrHeader& header)
{
    Take(Create<Packet>(), header);
}

// --- receiving ------------------------------------------------------------------------------

void
SnrSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    SnrHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    if (m_stage == STREAM_LISTENING && header.opening)
    {
        Accept(packet, header, arrival);
    }
    else if (IsConnected())
    {
        Take(packet, header);
    }
    else
    {
        m_rx(packet, header);
        Drop(packet, "no connection");
    }
}

void
SnrSocket::Take(Ptr<Packet> packet, const SnrHeader& header)
{
    m_rx(packet, header);
    AwaitPeer();
    if (m_stage == STREAM_OPENING)
    {
        Open();
    }
    if (!IsConnected())
    {
        return; // the application has ended it
    }
    switch (header.type)
    {
    case SNR_DATA:
        TakeData(packet, header);
        break;
    case SNR_SENDER_STATE:
        m_peerLeaves = m_peerLeaves || header.leaving;
        if (header.end && !m_receiver->SetEnd(SstpUnwrap(header.block, m_receiver->GetLowest())))
        {
            Drop(packet, m_receiver->GetReason());
        }
        break;
    default:
        TakeReport(header);
    }
    if (IsConnected() && m_receiver->IsComplete())
    {
        DeliverHeld(); // the end itself may have been missing
    }
    LeaveIfDone();
}

void
SnrSocket::TakeData(Ptr<Packet> packet, const SnrHeader& header)
{
    const auto numbers = header.GetPacket(m_receiver->GetLowest());
    const uint32_t size = packet->GetSize();
    if (size > m_packetSize || (size < m_packetSize && !numbers.IsLast()))
    {
        Drop(packet,
             "packet of " + std::to_string(size) + " bytes: must have " +
                 std::to_string(m_packetSize));
        return;
    }
    if (AbortIfUnread(m_receiver->IsNew(numbers)))
    {
        return;
    }
    const auto verdict = m_receiver->Receive(numbers);
    if (verdict == SNR_ARRIVAL_MALFORMED || verdict == SNR_ARRIVAL_OUTSIDE)
    {
        Drop(packet, m_receiver->GetReason());
    }
    if (verdict != SNR_ARRIVAL_STORED && verdict != SNR_ARRIVAL_COMPLETED)
    {
        return;
    }
    const uint64_t place = numbers.block - m_firstIncoming;
    while (place >= m_incoming.size())
    {
        m_incoming.emplace_back();
    }
    m_incoming[place].resize(numbers.packets);
    m_incoming[place][numbers.packet] = packet;
    if (verdict == SNR_ARRIVAL_COMPLETED)
    {
        m_completedTrace(numbers.block);
        for (; m_firstIncoming < m_receiver->GetLowest(); ++m_firstIncoming)
        {
            m_held.emplace_back();
            for (const auto& part : m_incoming.front())
            {
                m_held.back().Add(part);
            }
            m_incoming.pop_front();
        }
        DeliverHeld();
    }
}

bool
SnrSocket::HasHeld() const
{
    return !m_held.empty();
}

void
SnrSocket::DeliverHeld()
{
    bool added = false;
    while (!m_held.empty())
    {
        auto& block = m_held.front();
        while (block.GetSize() > 0)
        {
            const uint32_t used = m_receiveQueue.GetSize();
            const uint32_t room = GetRcvBufSize() > used ? GetRcvBufSize() - used : 0;
            if (m_shutdownRecv)
            {
                block.Clear(); // nobody reads it
                break;
            }
            if (room == 0)
            {
                break;
            }
            m_receiveQueue.Add(block.Remove(std::min(room, m_packetSize)));
            added = true;
        }
        if (block.GetSize() > 0)
        {
            break;
        }
        m_held.pop_front();
    }
    m_receiver->Hold(m_held.size());
    const bool ends = m_held.empty() && m_receiver->IsComplete() && !m_atEnd;
    m_atEnd = m_atEnd || ends;
    const Ptr<Socket> self(this);
    if (added)
    {
        NotifyDataRecv();
    }
    if (ends)
    {
        NotifyNormalClose();
    }
    LeaveIfDone();
}

void
SnrSocket::TakeReport(const SnrHeader& header)
{
    NoteLeft();
    const auto report = header.GetReport(*m_sender);
    const uint32_t rows = (m_window / m_blockSize + 31) / 32;
    if (header.bitmap.size() > rows)
    {
        Drop(Create<Packet>(),
             "bitmap of " + std::to_string(header.bitmap.size()) + " rows: must have at most " +
                 std::to_string(rows));
        return;
    }
    const auto verdict = m_sender->Receive(report);
    m_counters.reportsOld += verdict == SNR_REPORT_OLD;
    if (verdict == SNR_REPORT_BAD)
    {
        Drop(Create<Packet>(), m_sender->GetReason());
    }
    if (verdict != SNR_REPORT_TAKEN)
    {
        return;
    }
    m_endAcknowledged = m_endAcknowledged || (header.end && IsEnded());
    Release();
}

void
SnrSocket::Release()
{
    uint32_t bytes = 0;
    for (; m_firstOutgoing < m_sender->GetLowest(); ++m_firstOutgoing)
    {
        bytes += m_outgoing.front().size;
        m_outgoing.pop_front();
    }
    m_unacknowledged -= bytes;
    DoSend();
    if (bytes > 0)
    {
        NotifyDataSent(bytes);
        NotifyRoom();
    }
}
} // namespace hsn
} // namespace ns3
