// SPDX-License-Identifier: GPL-2.0-only
#include "tear-connection.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTearConnection");

namespace
{
/** @brief Weight of a packet's size in the mean. */
constexpr double SIZE_GAIN = 1 / 8.0;
/** @brief Numbers of packets, back from the greatest, that are remembered to find duplicates. */
constexpr StreamOffset MEMORY = 1024;

/** @param settings of a connection @return those of its sending half */
TearSender::Settings
GetSenderSettings(const TearConnection::Settings& settings)
{
    TearSender::Settings sender = settings.sender;
    sender.packetSize = settings.packetSize;
    sender.minRto = settings.receiver.minRto;
    sender.initialRtt = settings.receiver.initialRtt;
    return sender;
}
} // namespace

TearConnection::TearConnection(const Settings& settings, Owner& owner)
    : m_settings(settings),
      m_owner(owner),
      m_sender(GetSenderSettings(settings)),
      m_receiver(settings.receiver, &owner),
      m_pacer([this] { SendNext(); }),
      m_senderTimer([this] { RunSender(); }),
      m_receiverTimer([this] { RunReceiver(); }),
      m_dataSize(settings.packetSize),
      m_check(settings.longestJump),
      m_rtt(CreateObject<RttMeanDeviation>())
{
    m_pacer.SetRate(m_sender.GetRate());
}

// --- sending ----------------------------------------------------------------------------------

void
TearConnection::Kick()
{
    // what the owner gives away makes room, and the application sends more at once
    if (!m_sending && m_pacer.MaySend())
    {
        SendNext();
    }
}

void
TearConnection::SendNext()
{
    if (m_stopped || !m_owner.HasPayload())
    {
        return;
    }
    const auto self = m_owner.Keep();
    const Time now = Simulator::Now();
    m_sending = true;
    const Payload payload = m_owner.TakePayload();
    m_sending = false;
    if (m_stopped)
    {
        return; // the application has ended the connection
    }
    TearDataHeader data;
    data.seq = m_seq++;
    data.sentAt = TearTimestamp::FromTime(now);
    data.srtt = TearTimestamp::FromInterval(m_sender.GetSrtt());
    data.rttvar = TearTimestamp::FromInterval(m_sender.GetRttvar());
    TearHeader header;
    header.type = TearHeader::DATA;
    header.flags = payload.flags;
    if (m_hasFeedback)
    {
        header.flags |= TearHeader::ECHO;
        data.echo = m_feedbackStamp;
        data.hold = TearTimestamp::FromInterval(now - m_feedbackAt);
    }
    const auto packet = payload.packet->Copy();
    packet->AddHeader(data);
    m_sender.OnSent(now);
    m_pacer.NoteSent(m_owner.GetIpSize(packet));
    m_owner.OnDataSent(data, payload);
    m_owner.Transmit(packet, header);
    Update();
}

void
TearConnection::RunSender()
{
    const auto self = m_owner.Keep();
    m_sender.OnTimer(Simulator::Now());
    Update();
}

bool
TearConnection::ReceiveFeedback(Ptr<Packet> packet)
{
    const auto whole = packet->Copy();
    TearFeedbackHeader feedback;
    if (packet->RemoveHeader(feedback) == 0)
    {
        m_owner.OnDrop(whole, "malformed feedback");
        return false;
    }
    const Time now = Simulator::Now();
    const auto verdict = m_sender.OnFeedback(feedback, now);
    if (verdict == TearSender::BAD_ECHO || verdict == TearSender::STALE)
    {
        m_owner.OnDrop(whole,
                       verdict == TearSender::STALE ? "stale feedback"
                                                    : "feedback echoes what was not sent");
        return false;
    }
    if (verdict == TearSender::LIMITED)
    {
        m_owner.OnLimit(whole, "rate above what a window allows");
    }
    m_hasFeedback = true;
    m_feedbackStamp = feedback.sentAt;
    m_feedbackAt = now;
    m_heardAt = now;
    m_owner.OnFeedbackReceived(feedback);
    Update();
    return true;
}

// --- receiving --------------------------------------------------------------------------------

bool
TearConnection::ReadData(Ptr<Packet> packet, Data& data)
{
    const auto whole = packet->Copy();
    if (packet->RemoveHeader(data.data) == 0)
    {
        m_owner.OnDrop(whole, "malformed data");
        return false;
    }
    if (!m_check.Accept(data.data.seq))
    {
        m_owner.OnDrop(whole, "number far from the others");
        return false;
    }
    if (!Note(data.data.seq, data.missingBefore))
    {
        m_owner.OnDrop(whole, "duplicate");
        return false;
    }
    m_heardAt = Simulator::Now();
    return true;
}

void
TearConnection::CountData(const Data& data, uint32_t payload)
{
    RunReceiver(); // what is due comes before the packet
    const Time now = Simulator::Now();
    MeasureRtt(data);
    m_hasData = true;
    m_data = data.data;
    m_dataAt = now;
    if (payload > 0)
    {
        m_dataSize += SIZE_GAIN * (data.size - m_dataSize);
    }
    if (!m_receiving)
    {
        return;
    }
    TearReceiver::Arrival arrival;
    arrival.seq = data.data.seq;
    arrival.now = now;
    arrival.last = data.header.Has(TearHeader::PUSH);
    if (m_settings.rttSource == RTT_SENDER)
    {
        arrival.srtt = MicroSeconds(data.data.srtt);
        arrival.rttvar = MicroSeconds(data.data.rttvar);
    }
    else if (m_rtt->GetNSamples() > 0)
    {
        arrival.rtt = m_receiverRtt;
        arrival.srtt = m_rtt->GetEstimate();
        arrival.rttvar = m_rtt->GetVariation();
    }
    const uint32_t reasons = m_receiver.OnArrival(arrival);
    m_owesFeedback = m_owesFeedback || arrival.last;
    // a round may take much longer than a round-trip time: the sender must not think that it is
    // alone
    if (reasons || now >= m_reportedAt + m_receiver.GetRto())
    {
        SendFeedback();
    }
    Update();
}

bool
TearConnection::Note(uint32_t seq, bool& missing)
{
    StreamOffset number = seq;
    missing = false;
    if (!m_seen.Get().empty())
    {
        number = m_highest + static_cast<int32_t>(seq - static_cast<uint32_t>(m_highest));
        missing = number > m_highest + 1;
        m_highest = std::max(m_highest, number);
    }
    else
    {
        m_highest = number;
    }
    bool isNew = false;
    m_seen.Add(number, number + 1, [&isNew](auto, auto) { isNew = true; });
    m_seen.RemoveBelow(m_highest - MEMORY);
    return isNew;
}

void
TearConnection::MeasureRtt(const Data& data)
{
    if (!data.header.Has(TearHeader::ECHO) || !m_hasReported)
    {
        return;
    }
    const auto sample =
        TearTimestamp::GetRtt(data.data.echo, data.data.hold, Simulator::Now(), m_firstReportedAt);
    if (sample)
    {
        m_rtt->Measurement(*sample);
        m_receiverRtt = *sample;
    }
}

void
TearConnection::SendFeedback()
{
    NS_ABORT_MSG_UNLESS(m_hasData, "TEAR: feedback before any data");
    const Time now = Simulator::Now();
    TearFeedbackHeader feedback;
    feedback.number = m_feedbackNumber++;
    feedback.rate = GetReport();
    feedback.sentAt = TearTimestamp::FromTime(now);
    feedback.echo = m_data.sentAt;
    feedback.hold = TearTimestamp::FromInterval(now - m_dataAt);
    feedback.highestSeq = static_cast<uint32_t>(m_highest);
    feedback.lossEvents = m_receiver.GetLossEvents();
    feedback.state = static_cast<uint8_t>(m_receiver.GetState());
    TearHeader header;
    header.type = TearHeader::FEEDBACK;
    const auto packet = Create<Packet>();
    m_owner.AddToFeedback(packet, header);
    packet->AddHeader(feedback);
    m_receiver.OnFeedbackSent(now);
    m_firstReportedAt = m_hasReported ? m_firstReportedAt : now;
    m_hasReported = true;
    m_reportedAt = now;
    m_owesFeedback = false;
    m_owner.OnFeedbackSent(feedback);
    m_owner.Transmit(packet, header);
}

uint32_t
TearConnection::GetReport() const
{
    double rate = m_receiver.GetRate();
    if (rate == 0)
    {
        // no round has been recorded: a packet per round-trip time, as far as that is known
        const Time rtt = m_settings.rttSource == RTT_SENDER ? MicroSeconds(m_data.srtt)
                         : m_rtt->GetNSamples() > 0         ? m_rtt->GetEstimate()
                                                            : Time(0);
        rate = 1 / (rtt > Time(0) ? rtt : m_settings.receiver.initialRtt).GetSeconds();
    }
    constexpr double MOST = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::clamp(std::round(rate * m_dataSize), 1.0, MOST));
}

void
TearConnection::RunReceiver()
{
    const auto self = m_owner.Keep();
    const Time now = Simulator::Now();
    uint32_t reasons = 0;
    while (m_receiver.GetDeadline() && *m_receiver.GetDeadline() <= now)
    {
        reasons |= m_receiver.OnTimer(now);
    }
    const bool due = m_owesFeedback && now >= m_reportedAt + MicroSeconds(m_data.srtt);
    if (reasons || due)
    {
        SendFeedback();
    }
    Update();
}

void
TearConnection::StopReceiving()
{
    m_receiving = false;
    m_owesFeedback = false;
    m_receiverTimer.Cancel();
}

// --- both -------------------------------------------------------------------------------------

void
TearConnection::Update()
{
    m_pacer.SetRate(m_sender.GetRate());
    m_senderTimer.Cancel();
    if (const auto deadline = m_sender.GetDeadline())
    {
        m_senderTimer.Set(std::max(*deadline, Simulator::Now()));
    }
    m_receiverTimer.Cancel();
    if (m_receiving)
    {
        auto deadline = m_receiver.GetDeadline();
        if (m_owesFeedback)
        {
            const Time due = m_reportedAt + MicroSeconds(m_data.srtt);
            deadline = deadline ? std::min(*deadline, due) : due;
        }
        if (deadline)
        {
            m_receiverTimer.Set(std::max(*deadline, Simulator::Now()));
        }
    }
    m_owner.OnChange();
}

void
TearConnection::Stop()
{
    m_pacer.Stop();
    m_senderTimer.Remove();
    m_receiverTimer.Remove();
    m_stopped = true;
}
} // namespace hsn
} // namespace ns3
