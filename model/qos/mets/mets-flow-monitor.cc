// SPDX-License-Identifier: GPL-2.0-only
#include "mets-flow-monitor.h"

#include "ns3/abort.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsFlowMonitor");
NS_OBJECT_ENSURE_REGISTERED(MetsFlowMonitor);

TypeId
MetsFlowMonitor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MetsFlowMonitor")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsFlowMonitor>()
            .AddAttribute("Unit",
                          "What is counted: cells, or good frames; before Watch()",
                          EnumValue(MetsFlowMonitor::CELL),
                          MakeHsnEnumAccessor(&MetsFlowMonitor::m_unit),
                          MakeEnumChecker(CELL, "Cell", FRAME, "Frame"))
            .AddAttribute("Threshold",
                          "Marked cells or frames of an interval that are not told yet; 0: the "
                          "first one is",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MetsFlowMonitor::m_threshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Interval",
                          "Marks are counted for this long; intervals begin at its multiples",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&MetsFlowMonitor::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("Congestion",
                            "More than Threshold marked cells or frames came in this interval",
                            MakeTraceSourceAccessor(&MetsFlowMonitor::m_congestionTrace),
                            "ns3::hsn::MetsFlowMonitor::CongestionTracedCallback");
    return tid;
}

MetsFlowMonitor::MetsFlowMonitor() = default;

MetsFlowMonitor::~MetsFlowMonitor() = default;

void
MetsFlowMonitor::DoDispose()
{
    m_congestion = CongestionCallback();
    Object::DoDispose();
}

void
MetsFlowMonitor::SetCongestionCallback(CongestionCallback congestion)
{
    m_congestion = congestion;
}

void
MetsFlowMonitor::Watch(Ptr<MetsNic> nic, AtmVcId vc, uint16_t flow)
{
    NS_ABORT_MSG_IF(m_watches,
                    "a MetsFlowMonitor is to watch flow " << flow << ": it watches flow "
                                                          << m_flow);
    m_watches = true;
    m_vc = vc;
    m_flow = flow;
    const Ptr<MetsFlowMonitor> self(this); // the adapter may live longer than others need this
    if (m_unit == CELL)
    {
        nic->TraceConnectWithoutContext("CellRx", MakeCallback(&MetsFlowMonitor::NotifyCell, self));
    }
    else
    {
        nic->TraceConnectWithoutContext("Frame", MakeCallback(&MetsFlowMonitor::NotifyFrame, self));
    }
}

void
MetsFlowMonitor::NotifyCell(const CellBurst& cell)
{
    if (cell.vc == m_vc)
    {
        Count(cell.IsEfci());
    }
}

void
MetsFlowMonitor::NotifyFrame(AtmVcId vc, bool congested)
{
    if (vc == m_vc)
    {
        Count(congested);
    }
}

void
MetsFlowMonitor::Count(bool marked)
{
    ++m_counters.seen;
    if (!marked)
    {
        return;
    }
    ++m_counters.marked;
    const int64_t interval = Simulator::Now().GetTimeStep() / m_interval.GetTimeStep();
    if (interval != m_intervalNumber)
    {
        m_intervalNumber = interval;
        m_marked = 0;
    }
    if (++m_marked > m_threshold)
    {
        NS_LOG_LOGIC("flow " << m_flow << " has met congestion: " << m_marked << " marks");
        ++m_counters.told;
        m_congestionTrace(m_flow, m_marked);
        if (!m_congestion.IsNull())
        {
            m_congestion(m_flow);
        }
    }
}

const MetsFlowMonitor::Counters&
MetsFlowMonitor::GetCounters() const
{
    return m_counters;
}
} // namespace hsn
} // namespace ns3
