// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-black-box.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param s of a run @return settings of its sender */
SstpSender::Settings
SenderSettings(const SstpBlackBox::Settings& s)
{
    SstpSender::Settings settings;
    settings.packets = s.packets;
    settings.window = s.window;
    settings.rtd = s.rtd;
    return settings;
}

/** @param s of a run @return settings of its receiver */
SstpReceiver::Settings
ReceiverSettings(const SstpBlackBox::Settings& s)
{
    SstpReceiver::Settings settings;
    settings.packets = s.packets;
    settings.window = s.window;
    settings.tolerance = s.tolerance;
    settings.idealControl = true;
    return settings;
}
} // namespace

SstpBlackBox::SstpBlackBox(const Settings& settings,
                           Ptr<ErrorModel> loss,
                           std::function<void(const Outcome&)> accepted)
    : m_settings(settings),
      m_loss(loss),
      m_accepted(std::move(accepted)),
      m_packetTime(Seconds(8.0 * settings.packetBytes / settings.rate)),
      m_answerTime(settings.rtd + m_packetTime * 3),
      m_sender(*this, SenderSettings(settings)),
      m_receiver(*this, ReceiverSettings(settings)),
      m_checker(settings.tolerance, settings.packets),
      m_packet(Create<Packet>(settings.packetBytes))
{
}

SstpBlackBox::~SstpBlackBox() = default;

void
SstpBlackBox::Start()
{
    // one segment beyond the window waits at any time: the source is saturated
    for (uint32_t i = 0; i <= m_settings.window; ++i)
    {
        m_sender.AddSegment(m_settings.packets);
    }
    SendNext();
}

void
SstpBlackBox::Stop()
{
    m_stopped = true;
}

void
SstpBlackBox::SetPacketSink(PacketSink sink)
{
    m_sink = std::move(sink);
}

// --- the line -------------------------------------------------------------------------------

void
SstpBlackBox::SendNext()
{
    if (!m_stopped && !m_busy && m_sender.HasPacket())
    {
        const Time now = Simulator::Now();
        m_departure = m_sender.Take(now, now + m_packetTime);
        m_busy = true;
        Simulator::Schedule(m_packetTime, &SstpBlackBox::Depart, this);
    }
}

void
SstpBlackBox::Depart()
{
    const Time now = Simulator::Now();
    const auto departure = m_departure;
    m_busy = false;
    const bool lost = m_loss && m_loss->IsCorrupt(m_packet);
    ++m_sent;
    if (m_sink)
    {
        m_sink(now, departure, lost);
    }
    const Time arrival = now + m_settings.rtd / 2;
    if (!lost)
    {
        m_duplicates += m_receiver.Receive(departure.pdu, arrival) == SSTP_ARRIVAL_DUPLICATE;
    }
    if (departure.lastOfGroup)
    {
        m_receiver.CheckSegment(departure.segment, arrival);
    }
    SendNext();
}

void
SstpBlackBox::Answer(SstpControlPdu pdu)
{
    m_sender.Receive(pdu, Simulator::Now());
    SendNext();
}

// --- the sender's events --------------------------------------------------------------------

void
SstpBlackBox::NotifyReleased(uint64_t /* segment */)
{
    m_sender.AddSegment(m_settings.packets);
}

// --- the receiver's events ------------------------------------------------------------------

void
SstpBlackBox::SendControl(const SstpControlPdu& pdu)
{
    Simulator::Schedule(m_answerTime, &SstpBlackBox::Answer, this, pdu);
}

void
SstpBlackBox::NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time now)
{
    m_accepted({segment - SstpFirst(0),
                m_sender.GetFirstStart(segment),
                now,
                m_sender.GetRounds(segment),
                present.GetSize() - present.GetCount(),
                m_checker.IsViolated(present)});
}

bool
SstpBlackBox::Deliver(uint64_t /* segment */, const SstpBitmap& /* present */)
{
    return true;
}

void
SstpBlackBox::NotifyStored(uint64_t /* segment */, uint32_t /* packet */)
{
}

void
SstpBlackBox::NotifyEnd()
{
}

void
SstpBlackBox::NotifyGap(uint32_t /* count */, uint64_t /* from */, uint64_t /* to */)
{
}

void
SstpBlackBox::NotifyLossTimer()
{
}
} // namespace hsn
} // namespace ns3
