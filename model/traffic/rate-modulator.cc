// SPDX-License-Identifier: GPL-2.0-only
#include "rate-modulator.h"

#include "random-duration.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnRateModulator");
NS_OBJECT_ENSURE_REGISTERED(RateModulator);

TypeId
RateModulator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::RateModulator")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<RateModulator>()
            .AddAttribute(
                "Levels",
                "Changes of the rate relative to the nominal one, above -1, separated by "
                "commas or spaces; all are equally probable.",
                StringValue("-0.12,0,0.12"),
                MakeStringAccessor(&RateModulator::SetLevelText, &RateModulator::GetLevelText),
                MakeStringChecker())
            .AddAttribute("Duration",
                          "Durations of levels in seconds, finite and above 0 after rounding.",
                          StringValue("ns3::ExponentialRandomVariable[Mean=5]"),
                          MakePointerAccessor(&RateModulator::m_durations),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("StartTime",
                          "Time at which the first level starts.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&RateModulator::m_startTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("StopTime",
                          "Time at which the nominal rate returns, after StartTime; 0: never.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&RateModulator::m_stopTime),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("Rate",
                            "A level starts, or the nominal rate returns: the rate before, and the "
                            "rate from now on.",
                            MakeTraceSourceAccessor(&RateModulator::m_change),
                            "ns3::hsn::RateModulator::RateTracedCallback");
    return tid;
}

RateModulator::RateModulator()
    : m_draw(CreateObject<UniformRandomVariable>())
{
}

RateModulator::~RateModulator()
{
}

void
RateModulator::DoInitialize()
{
    NS_ABORT_MSG_UNLESS(m_stopTime.IsZero() || m_stopTime > m_startTime,
                        "StopTime of a RateModulator is " << m_stopTime.As(Time::S)
                                                          << ": after its StartTime of "
                                                          << m_startTime.As(Time::S) << ", or 0");
    if (!m_isRunning)
    {
        const Time wait = Max(m_startTime - Simulator::Now(), Time());
        m_next = Simulator::Schedule(wait, &RateModulator::Start, this);
    }
    Object::DoInitialize();
}

void
RateModulator::DoDispose()
{
    m_next.Cancel();
    m_stop.Cancel();
    m_durations = nullptr;
    Object::DoDispose();
}

void
RateModulator::SetLevels(const std::vector<double>& levels)
{
    NS_ABORT_MSG_IF(levels.empty(), "Levels of a RateModulator are none: at least one number");
    for (const double level : levels)
    {
        NS_ABORT_MSG_UNLESS(level > -1 && std::isfinite(level),
                            "a level of a RateModulator is " << level << ": above -1 and finite");
    }
    m_levels = levels;
}

const std::vector<double>&
RateModulator::GetLevels() const
{
    return m_levels;
}

void
RateModulator::SetLevelText(std::string text)
{
    std::string spaced = text;
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    std::istringstream in(spaced);
    std::vector<double> levels;
    for (double level = 0; in >> level;)
    {
        levels.push_back(level);
    }
    NS_ABORT_MSG_UNLESS(in.eof(),
                        "Levels of a RateModulator are \""
                            << text << "\": numbers separated by commas or spaces");
    SetLevels(levels);
}

std::string
RateModulator::GetLevelText() const
{
    std::ostringstream out;
    for (const double level : m_levels)
    {
        out << (out.tellp() > 0 ? "," : "") << level;
    }
    return out.str();
}

int64_t
RateModulator::AssignStreams(int64_t stream)
{
    m_draw->SetStream(stream);
    m_durations->SetStream(stream + 1);
    return 2;
}

bool
RateModulator::IsRunning() const
{
    return m_isRunning;
}

DataRate
RateModulator::GetDeviceRate() const
{
    const auto device = GetObject<NetDevice>();
    NS_ABORT_MSG_UNLESS(device,
                        "a RateModulator starts outside of a device: it must be aggregated to one");
    DataRateValue rate;
    NS_ABORT_MSG_UNLESS(device->GetAttributeFailSafe("DataRate", rate),
                        "a RateModulator is part of a "
                            << device->GetInstanceTypeId().GetName()
                            << ": the device must have an attribute DataRate");
    return rate.Get();
}

void
RateModulator::SetDeviceRate(DataRate rate)
{
    const auto before = GetDeviceRate();
    NS_LOG_LOGIC("rate " << before << " becomes " << rate);
    GetObject<NetDevice>()->SetAttribute("DataRate", DataRateValue(rate));
    m_change(before, rate);
}

void
RateModulator::Start()
{
    if (m_isRunning)
    {
        return;
    }
    m_next.Cancel(); // a start that waits
    m_nominal = GetDeviceRate();
    m_isRunning = true;
    if (m_stopTime > Simulator::Now())
    {
        m_stop = Simulator::Schedule(m_stopTime - Simulator::Now(), &RateModulator::Stop, this);
    }
    ChangeRate();
}

void
RateModulator::Stop()
{
    m_next.Cancel();
    m_stop.Cancel();
    if (m_isRunning)
    {
        m_isRunning = false;
        SetDeviceRate(m_nominal);
    }
}

void
RateModulator::ChangeRate()
{
    const auto index = m_draw->GetInteger(0, static_cast<uint32_t>(m_levels.size()) - 1);
    const double rate =
        std::round(static_cast<double>(m_nominal.GetBitRate()) * (1 + m_levels[index]));
    NS_ABORT_MSG_UNLESS(rate >= 1,
                        "level " << m_levels[index] << " of a RateModulator makes " << rate
                                 << " bit/s of " << m_nominal << ": at least 1 bit/s");
    SetDeviceRate(DataRate(static_cast<uint64_t>(rate)));
    const Time duration = DrawDuration(*m_durations, "Duration", "RateModulator");
    NS_ABORT_MSG_IF(duration.IsZero(), "Duration of a RateModulator has drawn 0 s: above 0");
    const Time end = m_stopTime > Simulator::Now() ? m_stopTime : Time::Max();
    if (duration < end - Simulator::Now())
    {
        m_next = Simulator::Schedule(duration, &RateModulator::ChangeRate, this);
    }
}
} // namespace hsn
} // namespace ns3
