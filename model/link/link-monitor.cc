// SPDX-License-Identifier: GPL-2.0-only
#include "link-monitor.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLinkMonitor");
NS_OBJECT_ENSURE_REGISTERED(LinkMonitor);

TypeId
LinkMonitor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LinkMonitor")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LinkMonitor>()
                            .AddAttribute("Period",
                                          "Length of a period, above 0; applies to Watch calls "
                                          "that follow.",
                                          TimeValue(Seconds(1)),
                                          MakeTimeAccessor(&LinkMonitor::m_period),
                                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

LinkMonitor::LinkMonitor() = default;

LinkMonitor::~LinkMonitor() = default;

void
LinkMonitor::DoDispose()
{
    m_next.Cancel();
    m_device = nullptr;
    Object::DoDispose();
}

void
LinkMonitor::Watch(Ptr<LeanLinkNetDevice> device, uint32_t classes)
{
    NS_ABORT_MSG_UNLESS(device, "LinkMonitor: no device to watch");
    m_series = std::make_unique<RateSeries>(classes, m_period);
    m_backlog = SampleSummary();
    m_device = device;
    m_before.clear();
    for (uint32_t kind = 0; kind < classes; ++kind)
    {
        m_before.push_back(device->GetTxCounters(kind));
    }
    m_next.Cancel();
    m_next = Simulator::Schedule(m_period, &LinkMonitor::Note, this);
}

void
LinkMonitor::Note()
{
    std::vector<RateSeries::Sample> samples;
    for (uint32_t kind = 0; kind < m_before.size(); ++kind)
    {
        const LinkCounters now = m_device->GetTxCounters(kind);
        samples.push_back({now.sent.bytes - m_before[kind].sent.bytes,
                           now.dropped.packets - m_before[kind].dropped.packets});
        m_before[kind] = now;
    }
    m_series->Add(samples);
    m_backlog.Add(m_device->GetBacklog().bytes);
    NS_LOG_LOGIC("period " << m_series->GetSize());
    m_next = Simulator::Schedule(m_series->GetPeriod(), &LinkMonitor::Note, this);
}

const RateSeries&
LinkMonitor::GetSeries() const
{
    NS_ABORT_MSG_UNLESS(m_series, "LinkMonitor: nothing was watched");
    return *m_series;
}

const SampleSummary&
LinkMonitor::GetBacklog() const
{
    return m_backlog;
}
} // namespace hsn
} // namespace ns3
