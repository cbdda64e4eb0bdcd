// SPDX-License-Identifier: GPL-2.0-only
#include "atm-cell-source.h"

#include "ns3/abort.h"
#include "ns3/atm-raw-pdu.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AtmCellSource);

TypeId
AtmCellSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmCellSource")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddAttribute("StartTime",
                          "Time at which it starts; read when the simulation starts.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmCellSource::m_startTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("StopTime",
                          "Cells that are ready at this time or later are not sent, after "
                          "StartTime; 0: no end. Read at StartTime.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmCellSource::m_stopTime),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

AtmCellSource::~AtmCellSource()
{
}

void
AtmCellSource::DoDispose()
{
    m_next = Cell();
    m_units.clear();
    m_lastUnit = nullptr;
    Object::DoDispose();
}

const AtmCellSource::Counters&
AtmCellSource::GetCounters() const
{
    return m_counters.Get();
}

int64_t
AtmCellSource::AssignStreams(int64_t stream)
{
    return 0;
}

Time
AtmCellSource::GetStartTime() const
{
    return m_startTime;
}

void
AtmCellSource::Begin(int64_t now, int64_t slot, DataRate rate)
{
    const std::string name = GetInstanceTypeId().GetName();
    NS_ABORT_MSG_UNLESS(m_stopTime.IsZero() || m_stopTime > m_startTime,
                        "StopTime of a " << name << " is " << m_stopTime.As(Time::S)
                                         << ": after its StartTime of " << m_startTime.As(Time::S)
                                         << ", or 0");
    NS_ABORT_MSG_IF(m_hasBegun, "a " << name << " is given to two ports");
    m_hasBegun = true;
    m_stop = m_stopTime.IsZero() ? ATM_NEVER : m_stopTime.GetTimeStep();
    if (DoBegin(now, slot, rate))
    {
        Draw();
    }
    if (m_next.ready >= m_stop)
    {
        m_next = Cell();
    }
}

AtmPdu*
AtmCellSource::MakeUnit(uint32_t cells)
{
    NS_ABORT_MSG_IF(cells == 0 || cells > MAX_UNIT,
                    "a " << GetInstanceTypeId().GetName() << " has drawn a message of " << cells
                         << " cells: 1 to " << MAX_UNIT);
    if (cells >= m_units.size())
    {
        m_units.resize(cells + 1);
    }
    m_units[cells] = Create<AtmRawPdu>(cells);
    return PeekPointer(m_units[cells]);
}

AtmCellSource::Cell
AtmCellSource::End(Cell last)
{
    // its arrivals have events, so that the simulation does not end before them
    m_lastUnit = Create<AtmRawPdu>(last.pdu->GetNCells(), last.index);
    m_lastUnit->CopyMarks(*last.pdu);
    last.pdu = PeekPointer(m_lastUnit);
    m_next = Cell();
    return last;
}
} // namespace hsn
} // namespace ns3
