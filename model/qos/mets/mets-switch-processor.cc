// SPDX-License-Identifier: GPL-2.0-only
#include "mets-switch-processor.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SwitchProcessor);

TypeId
SwitchProcessor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::SwitchProcessor")
            .SetParent<AtmSwitchProcessor>()
            .SetGroupName("Hsn")
            .AddConstructor<SwitchProcessor>()
            .AddAttribute("CellTime",
                          "Processor time for a cell: 200,000 cells a second",
                          TimeValue(MicroSeconds(5)),
                          MakeTimeAccessor(&SwitchProcessor::m_cellTime),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("QueueCells",
                          "Cells that may wait for the processor, the one being handled included",
                          UintegerValue(256),
                          MakeUintegerAccessor(&SwitchProcessor::m_queueCells),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Refused",
                            "A cell found no place in the queue",
                            MakeTraceSourceAccessor(&SwitchProcessor::m_refusedTrace),
                            "ns3::hsn::SwitchProcessor::RefusedTracedCallback");
    return tid;
}

SwitchProcessor::SwitchProcessor() = default;

SwitchProcessor::~SwitchProcessor() = default;

void
SwitchProcessor::DoDispose()
{
    if (m_task)
    {
        m_task->Cancel();
    }
    m_owner = nullptr;
    m_task = nullptr;
    m_cpu = nullptr;
    m_arrived.clear();
    m_queue.clear();
    AtmSwitchProcessor::DoDispose();
}

void
SwitchProcessor::Install(Ptr<AtmSwitch> owner, Ptr<HostCpu> cpu)
{
    NS_ABORT_MSG_IF(m_owner, "a SwitchProcessor gets a second switch: it has one already");
    m_owner = PeekPointer(owner);
    m_cpu = cpu ? cpu : CreateObject<HostCpu>();
    m_task = m_cpu->CreateTask(HostLevel::INTERRUPT);
    owner->SetProcessor(this);
}

Ptr<HostCpu>
SwitchProcessor::GetCpu() const
{
    return m_cpu;
}

uint32_t
SwitchProcessor::GetNCells() const
{
    return static_cast<uint32_t>(m_queue.size() + m_arrived.size());
}

const SwitchProcessor::Counters&
SwitchProcessor::GetCounters() const
{
    return m_counters;
}

void
SwitchProcessor::Submit(uint32_t inPort, const CellBurst& cell)
{
    ++m_counters.submitted;
    if (m_arrived.empty())
    {
        Simulator::Schedule(TimeStep(0), &SwitchProcessor::Admit, Ptr<SwitchProcessor>(this));
    }
    m_arrived.push_back({inPort, cell});
}

void
SwitchProcessor::Admit()
{
    if (!m_owner)
    {
        return; // disposed
    }
    if (m_owner->MoreArriveNow())
    {
        Simulator::Schedule(TimeStep(0), &SwitchProcessor::Admit, Ptr<SwitchProcessor>(this));
        return;
    }
    const uint32_t ports = m_owner->GetNPorts();
    const uint32_t last = m_lastInput;
    const auto turn = [ports, last](const Entry& entry) {
        return (entry.inPort + ports - 1 - last) % ports;
    };
    std::stable_sort(m_arrived.begin(), m_arrived.end(), [turn](const Entry& a, const Entry& b) {
        return turn(a) < turn(b);
    });
    for (auto& entry : m_arrived)
    {
        if (m_queue.size() >= m_queueCells)
        {
            ++m_counters.refused;
            m_owner->CountRefused();
            m_refusedTrace(entry.inPort, entry.cell);
            continue;
        }
        m_lastInput = entry.inPort;
        m_queue.push_back(std::move(entry));
    }
    m_arrived.clear();
    m_counters.longest = std::max(m_counters.longest, static_cast<uint32_t>(m_queue.size()));
    Begin();
}

void
SwitchProcessor::Begin()
{
    if (!m_busy && !m_queue.empty())
    {
        m_busy = true;
        m_task->Run(m_cellTime, [this] { Finish(); });
    }
}

void
SwitchProcessor::Finish()
{
    if (!m_owner)
    {
        return; // disposed
    }
    m_busy = false;
    Entry entry = std::move(m_queue.front());
    m_queue.pop_front();
    ++m_counters.handled;
    m_owner->Switch(entry.inPort, entry.cell);
    Begin();
}
} // namespace hsn
} // namespace ns3
