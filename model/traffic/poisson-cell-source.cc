// SPDX-License-Identifier: GPL-2.0-only
#include "poisson-cell-source.h"

#include "geometric-random-variable.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(PoissonCellSource);
NS_OBJECT_ENSURE_REGISTERED(PoissonMessageCellSource);

namespace
{
/// @param cells a number of them @param rate bit/s, 53 octets a cell @return time steps they take
double
GetSteps(double cells, DataRate rate)
{
    return cells * 8 * CellBurst::CELL_BYTES * static_cast<double>(Seconds(1).GetTimeStep()) /
           static_cast<double>(rate.GetBitRate());
}

/// @param source has them @param mean rate @param limit rate of its link
void
CheckMeanRate(const Object& source, DataRate mean, DataRate limit)
{
    NS_ABORT_MSG_IF(mean > limit,
                    "MeanRate of a " << source.GetInstanceTypeId().GetName() << " is " << mean
                                     << ": at most that of its link, " << limit);
}
} // namespace

// --- times ------------------------------------------------------------------------------------

PoissonTimes::PoissonTimes()
    : m_variable(CreateObject<ExponentialRandomVariable>())
{
}

void
PoissonTimes::Start(int64_t now, double mean)
{
    m_whole = now;
    m_part = 0;
    m_mean = mean;
}

int64_t
PoissonTimes::Draw()
{
    m_part += m_variable->GetValue(m_mean, 0);
    const auto steps = static_cast<int64_t>(m_part);
    m_part -= static_cast<double>(steps);
    m_whole += steps;
    return m_whole;
}

void
PoissonTimes::SetStream(int64_t stream)
{
    m_variable->SetStream(stream);
}

// --- cells ------------------------------------------------------------------------------------

TypeId
PoissonCellSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PoissonCellSource")
                            .SetParent<AtmCellSource>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PoissonCellSource>()
                            .AddAttribute("MeanRate",
                                          "53 octets a cell, at most the rate of the link; 0: no "
                                          "cells. Read at StartTime.",
                                          DataRateValue(DataRate("1Mbps")),
                                          MakeDataRateAccessor(&PoissonCellSource::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

int64_t
PoissonCellSource::AssignStreams(int64_t stream)
{
    m_times.SetStream(stream);
    return 1;
}

bool
PoissonCellSource::DoBegin(int64_t now, int64_t slot, DataRate rate)
{
    CheckMeanRate(*this, m_rate, rate);
    if (m_rate.GetBitRate() == 0)
    {
        return false;
    }
    m_times.Start(now, GetSteps(1, m_rate));
    return true;
}

void
PoissonCellSource::Draw()
{
    SetNext(m_times.Draw(), GetUnit(1), 0);
}

// --- messages ---------------------------------------------------------------------------------

TypeId
PoissonMessageCellSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::PoissonMessageCellSource")
            .SetParent<AtmCellSource>()
            .SetGroupName("Hsn")
            .AddConstructor<PoissonMessageCellSource>()
            .AddAttribute("MeanRate",
                          "53 octets a cell, at most the rate of the link; 0: no cells. Read at "
                          "StartTime.",
                          DataRateValue(DataRate("1Mbps")),
                          MakeDataRateAccessor(&PoissonMessageCellSource::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("PeakRate",
                          "Rate of the spacer, 53 octets a cell, above MeanRate; 0: that of the "
                          "link. Read at StartTime.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&PoissonMessageCellSource::m_peak),
                          MakeDataRateChecker())
            .AddAttribute("MeanCells",
                          "Mean length of messages, cells. Read at StartTime.",
                          DoubleValue(20),
                          MakeDoubleAccessor(&PoissonMessageCellSource::m_meanCells),
                          MakeDoubleChecker<double>(1, MAX_UNIT))
            .AddAttribute("MaxCells",
                          "Greatest length of messages with geometric lengths, cells. Read at "
                          "StartTime.",
                          UintegerValue(200),
                          MakeUintegerAccessor(&PoissonMessageCellSource::m_maxCells),
                          MakeUintegerChecker<uint32_t>(1, MAX_UNIT))
            .AddAttribute("Cells",
                          "Lengths of messages, cells, 1 to 65535, with a mean of MeanCells; "
                          "null: geometric under the condition that they are not above MaxCells.",
                          PointerValue(),
                          MakePointerAccessor(&PoissonMessageCellSource::SetLength,
                                              &PoissonMessageCellSource::GetLength),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("Message",
                            "A message was drawn: its arrival, which may be in the past or in the "
                            "future, and its cells.",
                            AtmChange::Watch(MakeTraceSourceAccessor(
                                &PoissonMessageCellSource::m_messagesTrace)),
                            "ns3::hsn::PoissonMessageCellSource::MessageTracedCallback");
    return tid;
}

PoissonMessageCellSource::PoissonMessageCellSource()
    : m_geometric(CreateObject<GeometricRandomVariable>())
{
}

PoissonMessageCellSource::~PoissonMessageCellSource()
{
}

void
PoissonMessageCellSource::DoDispose()
{
    m_given = nullptr;
    m_geometric = nullptr;
    AtmCellSource::DoDispose();
}

int64_t
PoissonMessageCellSource::AssignStreams(int64_t stream)
{
    m_times.SetStream(stream);
    (m_given ? m_given : m_geometric)->SetStream(stream + 1);
    return 2;
}

void
PoissonMessageCellSource::SetLength(Ptr<RandomVariableStream> length)
{
    AtmChange change;
    m_given = length;
}

Ptr<RandomVariableStream>
PoissonMessageCellSource::GetLength() const
{
    return m_given;
}

bool
PoissonMessageCellSource::DoBegin(int64_t now, int64_t slot, DataRate rate)
{
    CheckMeanRate(*this, m_rate, rate);
    if (m_rate.GetBitRate() == 0)
    {
        return false;
    }
    const bool hasPeak = m_peak.GetBitRate() > 0;
    NS_ABORT_MSG_IF(hasPeak && m_peak <= m_rate,
                    "PeakRate of a PoissonMessageCellSource is "
                        << m_peak << ": above its MeanRate, " << m_rate << ", or 0");
    if (!m_given)
    {
        NS_ABORT_MSG_IF(m_meanCells >= 0.5 * (m_maxCells + 1) && m_meanCells > 1,
                        "MeanCells of a PoissonMessageCellSource is "
                            << m_meanCells << ": geometric lengths up to MaxCells, " << m_maxCells
                            << ", have a mean below " << 0.5 * (m_maxCells + 1));
        m_geometric->SetAttribute(
            "Mean",
            DoubleValue(GeometricRandomVariable::GetUnlimitedMean(m_meanCells, m_maxCells)));
        m_geometric->SetAttribute("Max", UintegerValue(m_maxCells));
    }
    m_times.Start(now, GetSteps(m_meanCells, m_rate));
    m_clock.Start(now, hasPeak ? m_peak : rate);
    return true;
}

void
PoissonMessageCellSource::DrawMessage()
{
    const int64_t arrival = m_times.Draw();
    const double cells = (m_given ? m_given : m_geometric)->GetValue();
    NS_ABORT_MSG_UNLESS(cells >= 1 && cells < MAX_UNIT + 1,
                        "Cells of a PoissonMessageCellSource has drawn " << cells << ": 1 to "
                                                                         << MAX_UNIT);
    m_cells = static_cast<uint32_t>(cells);
    m_cell = 0;
    m_unit = GetUnit(m_cells);
    m_clock.Await(arrival);
    m_messagesTrace(TimeStep(arrival), m_cells);
}

void
PoissonMessageCellSource::Draw()
{
    if (m_cell == m_cells)
    {
        DrawMessage();
    }
    SetNext(m_clock.GetStep(), m_unit, m_cell++);
    m_clock.Advance();
}
} // namespace hsn
} // namespace ns3
