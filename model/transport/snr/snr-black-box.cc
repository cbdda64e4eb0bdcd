// SPDX-License-Identifier: GPL-2.0-only
#include "snr-black-box.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param s of a run, checked @return reports after which a block is sent again */
uint32_t
GetCountdown(const SnrBlackBox::Settings& s)
{
    NS_ABORT_MSG_UNLESS(s.reportInterval > Time(0) && s.reportInterval <= s.rtd,
                        "report interval " << s.reportInterval.As(Time::MS)
                                           << ": must be above 0 and at most the RTD of "
                                           << s.rtd.As(Time::MS));
    NS_ABORT_MSG_UNLESS(s.blockSize > 0 && s.packets % s.blockSize == 0,
                        "block of " << s.blockSize << " packets: must divide the segment of "
                                    << s.packets);
    return SnrSender::GetCountdown(s.rtd, s.reportInterval);
}
} // namespace

SnrBlackBox::SnrBlackBox(const Settings& settings,
                         Ptr<ErrorModel> loss,
                         std::function<void(const Outcome&)> accepted)
    : m_settings(settings),
      m_loss(loss),
      m_accepted(std::move(accepted)),
      m_packetTime(Seconds(8.0 * settings.packetBytes / settings.rate)),
      m_blocksPerSegment(settings.blockSize ? settings.packets / settings.blockSize : 0),
      m_sender(settings.blockSize,
               static_cast<uint64_t>(settings.window) * m_blocksPerSegment,
               GetCountdown(settings)),
      m_receiver(settings.blockSize,
                 settings.keepPartial,
                 static_cast<uint64_t>(settings.window) * m_blocksPerSegment),
      m_packet(Create<Packet>(settings.packetBytes))
{
}

void
SnrBlackBox::Start()
{
    // The receiver's view is the sender's, RTD/2 later. A report that it makes at a multiple of
    // T_in has that view of RTD/2 before; the first ones were made before anything had arrived.
    const int64_t interval = m_settings.reportInterval.GetTimeStep();
    const int64_t rtd = m_settings.rtd.GetTimeStep();
    const int64_t first = interval - rtd / 2 % interval;
    for (int64_t early = first - (first + rtd - 1) / interval * interval; early < first;
         early += interval)
    {
        SnrReport report;
        report.number = ++m_reports;
        Simulator::Schedule(TimeStep(early + rtd), &SnrBlackBox::TakeReport, this, report);
    }
    Simulator::Schedule(TimeStep(first), &SnrBlackBox::MakeReport, this);
    SendNext();
}

void
SnrBlackBox::Stop()
{
    m_stopped = true;
}

void
SnrBlackBox::SendNext()
{
    if (m_stopped || m_busy)
    {
        return;
    }
    if (!m_sender.HasPacket() && m_sender.HasWindow())
    {
        m_sender.AddBlock(m_settings.blockSize); // the source is saturated
    }
    if (!m_sender.HasPacket())
    {
        return;
    }
    m_departure = m_sender.Take();
    m_busy = true;
    const uint64_t segment = m_departure.block / m_blocksPerSegment;
    if (segment == m_firstSegment + m_segments.size())
    {
        m_segments.emplace_back();
        m_segments.back().start = Simulator::Now();
    }
    Simulator::Schedule(m_packetTime, &SnrBlackBox::Depart, this);
}

void
SnrBlackBox::Depart()
{
    m_busy = false;
    m_sender.NotifyLeft(m_departure);
    ++m_sent;
    const bool lost = m_loss && m_loss->IsCorrupt(m_packet);
    if (!lost && m_receiver.Receive(m_departure) == SNR_ARRIVAL_COMPLETED)
    {
        const uint64_t number = m_departure.block / m_blocksPerSegment;
        Segment& segment = m_segments[number - m_firstSegment];
        if (++segment.complete == m_blocksPerSegment)
        {
            m_accepted({number, segment.start, Simulator::Now() + m_settings.rtd / 2});
            while (!m_segments.empty() && m_segments.front().complete == m_blocksPerSegment)
            {
                m_segments.pop_front();
                ++m_firstSegment;
            }
        }
    }
    SendNext();
}

void
SnrBlackBox::MakeReport()
{
    if (!m_stopped)
    {
        Simulator::Schedule(m_settings.rtd,
                            &SnrBlackBox::TakeReport,
                            this,
                            m_receiver.GetReport(++m_reports));
        Simulator::Schedule(m_settings.reportInterval, &SnrBlackBox::MakeReport, this);
    }
}

void
SnrBlackBox::TakeReport(SnrReport report)
{
    m_sender.Receive(report);
    SendNext();
}
} // namespace hsn
} // namespace ns3
