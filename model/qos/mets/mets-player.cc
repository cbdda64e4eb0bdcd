// SPDX-License-Identifier: GPL-2.0-only
#include "mets-player.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MetsPlayer);
NS_OBJECT_ENSURE_REGISTERED(LowPassFilter);

// --- player -----------------------------------------------------------------------------------

TypeId
MetsPlayer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MetsPlayer")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsPlayer>()
            .AddAttribute("FrameTime",
                          "Time from picture to picture if all goes well",
                          TimeValue(Seconds(1.0 / 24)),
                          MakeTimeAccessor(&MetsPlayer::m_frameTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Tolerance",
                          "Share of FrameTime by which a picture may come later without a freeze",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MetsPlayer::m_tolerance),
                          MakeDoubleChecker<double>(0))
            .AddTraceSource("Play",
                            "A picture is played",
                            MakeTraceSourceAccessor(&MetsPlayer::m_playTrace),
                            "ns3::hsn::MetsPlayer::PlayTracedCallback");
    return tid;
}

MetsPlayer::MetsPlayer() = default;

MetsPlayer::~MetsPlayer() = default;

void
MetsPlayer::DoDispose()
{
    for (auto& [number, event] : m_waiting)
    {
        event.Cancel();
    }
    m_waiting.clear();
    m_clock = Callback<Time>();
    Object::DoDispose();
}

void
MetsPlayer::SetClock(Callback<Time> clock)
{
    m_clock = clock;
}

void
MetsPlayer::Take(const MetsHeader& header, Ptr<Packet> data, Time playout)
{
    const auto ahead = static_cast<int32_t>(header.GetSequence() - m_next);
    if (ahead > 0)
    {
        m_counters.missing += static_cast<uint32_t>(ahead);
        m_pieces = 0;
    }
    m_next = header.GetSequence() + 1;
    m_pieces += data->GetSize();
    if (header.IsLastPiece())
    {
        const Time now = m_clock.IsNull() ? Simulator::Now() : m_clock();
        Add(m_pieces, std::max(playout - now, Time(0)), header.GetLayer());
        m_pieces = 0;
    }
}

void
MetsPlayer::Add(uint32_t octets, Time wait, MetsLayer layer)
{
    NS_ABORT_MSG_IF(wait < Time(0),
                    "a picture waits " << wait.GetSeconds() << " s: must not be negative");
    m_waits.Add(wait.GetSeconds());
    m_octets += octets;
    const uint64_t number = m_added++;
    m_waiting[number] = Simulator::Schedule(wait, &MetsPlayer::Play, this, number, octets, layer);
    m_counters.mostOctets = std::max(m_counters.mostOctets, m_octets);
    m_counters.mostPictures =
        std::max(m_counters.mostPictures, static_cast<uint32_t>(m_waiting.size()));
}

void
MetsPlayer::Play(uint64_t number, uint32_t octets, MetsLayer layer)
{
    m_waiting.erase(number);
    const Time now = Simulator::Now();
    if (m_last >= Time(0))
    {
        const Time interval = now - m_last;
        m_intervals.Add(interval.GetSeconds());
        m_counters.freezes +=
            interval.GetSeconds() > m_frameTime.GetSeconds() * (1 + m_tolerance) ? 1 : 0;
    }
    m_last = now;
    m_octets -= octets;
    ++m_counters.pictures;
    m_counters.octets += octets;
    ++m_counters.layers[layer];
    m_playTrace(octets, layer);
}

const MetsPlayer::Counters&
MetsPlayer::GetCounters() const
{
    return m_counters;
}

const SampleSummary&
MetsPlayer::GetIntervals() const
{
    return m_intervals;
}

const SampleSummary&
MetsPlayer::GetWaits() const
{
    return m_waits;
}

// --- low-pass filter --------------------------------------------------------------------------

TypeId
LowPassFilter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LowPassFilter")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LowPassFilter>()
                            .AddAttribute("Share",
                                          "Share of a picture's octets that passes",
                                          DoubleValue(1),
                                          MakeDoubleAccessor(&LowPassFilter::m_share),
                                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

LowPassFilter::LowPassFilter() = default;

LowPassFilter::~LowPassFilter() = default;

void
LowPassFilter::DoDispose()
{
    m_send = Send();
    Object::DoDispose();
}

void
LowPassFilter::SetRate(double rate, double mean)
{
    NS_ABORT_MSG_UNLESS(rate > 0 && mean > 0,
                        "rate " << rate << " of a LowPassFilter for a mean of " << mean
                                << ": both must be above 0");
    m_share = std::min(1.0, rate / mean);
}

double
LowPassFilter::GetShare() const
{
    return m_share;
}

Ptr<Packet>
LowPassFilter::Filter(Ptr<const Packet> picture)
{
    const uint32_t size = picture->GetSize();
    const auto kept = std::min(size, std::max<uint32_t>(1, std::lround(size * m_share)));
    m_taken += size;
    m_passed += kept;
    return picture->CreateFragment(0, kept);
}

void
LowPassFilter::SetSend(Send send)
{
    m_send = send;
}

void
LowPassFilter::Take(Ptr<Packet> data, MetsLayer layer, bool gopStart)
{
    const auto filtered = Filter(data);
    if (!m_send.IsNull())
    {
        m_send(filtered, layer, gopStart);
    }
}

uint64_t
LowPassFilter::GetTaken() const
{
    return m_taken;
}

uint64_t
LowPassFilter::GetPassed() const
{
    return m_passed;
}
} // namespace hsn
} // namespace ns3
