// SPDX-License-Identifier: GPL-2.0-only
#include "qos-event-fifo.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnQosEventFifo");
NS_OBJECT_ENSURE_REGISTERED(QosEventFifo);

TypeId
QosEventFifo::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::QosEventFifo")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<QosEventFifo>()
                            .AddAttribute("Capacity",
                                          "Records that it holds.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          UintegerValue(4096),
                                          MakeUintegerAccessor(&QosEventFifo::m_capacity),
                                          MakeUintegerChecker<uint32_t>(1, 1U << 24))
                            .AddTraceSource("Put",
                                            "A record is put in: it, and records inside before.",
                                            MakeTraceSourceAccessor(&QosEventFifo::m_putTrace),
                                            "ns3::hsn::QosEventFifo::EventTracedCallback")
                            .AddTraceSource("Drop",
                                            "A record is dropped because the FIFO is full.",
                                            MakeTraceSourceAccessor(&QosEventFifo::m_dropTrace),
                                            "ns3::hsn::QosEventFifo::EventTracedCallback")
                            .AddTraceSource("Request",
                                            "The request line is raised.",
                                            MakeTraceSourceAccessor(&QosEventFifo::m_requestTrace),
                                            "ns3::TracedCallback::Empty");
    return tid;
}

QosEventFifo::QosEventFifo() = default;
QosEventFifo::~QosEventFifo() = default;

void
QosEventFifo::NotifyConstructionCompleted()
{
    m_events.resize(m_capacity);
    m_spans.resize(64);
    Object::NotifyConstructionCompleted();
}

void
QosEventFifo::DoDispose()
{
    m_line = Callback<void>();
    m_highWaterCall = Callback<void>();
    Object::DoDispose();
}

void
QosEventFifo::SetRequestLine(Callback<void> line)
{
    m_line = line;
}

void
QosEventFifo::SetHighWater(uint32_t records, Callback<void> call)
{
    m_highWater = std::min(records, m_capacity);
    m_highWaterCall = call;
}

bool
QosEventFifo::Put(const QosEvent& event, const QosSpan* spans)
{
    if (m_size == m_capacity)
    {
        ++m_drops;
        m_dropTrace(event, m_size);
        return false;
    }
    const uint32_t before = m_size;
    uint32_t place = m_first + m_size;
    place -= place >= m_capacity ? m_capacity : 0;
    m_events[place] = event;
    ++m_size;
    ++m_puts;
    if (event.info == QOS_INFO_ERROR)
    {
        const uint32_t n = spans ? event.error.nSpans : 0;
        m_events[place].error.nSpans = n;
        if (m_nSpans + n > m_spans.size())
        {
            std::rotate(m_spans.begin(), m_spans.begin() + m_firstSpan, m_spans.end());
            m_firstSpan = 0;
            m_spans.resize(2 * (m_nSpans + n));
        }
        for (uint32_t i = 0; i < n; ++i)
        {
            m_spans[(m_firstSpan + m_nSpans++) % m_spans.size()] = spans[i];
        }
    }
    m_putTrace(event, before);
    if (before == 0)
    {
        ++m_requests;
        m_requestTrace();
        if (!m_line.IsNull())
        {
            m_line();
        }
    }
    if (m_highWater && m_size >= m_highWater)
    {
        m_highWaterCall();
    }
    return true;
}

bool
QosEventFifo::Get(QosEvent& event)
{
    if (m_size == 0)
    {
        return false;
    }
    event = m_events[m_first];
    m_first = m_first + 1 == m_capacity ? 0 : m_first + 1;
    --m_size;
    if (event.info == QOS_INFO_ERROR)
    {
        m_taken.clear();
        for (uint32_t i = 0; i < event.error.nSpans; ++i)
        {
            m_taken.push_back(m_spans[m_firstSpan]);
            m_firstSpan = (m_firstSpan + 1) % m_spans.size();
        }
        m_nSpans -= event.error.nSpans;
    }
    return true;
}

const QosEvent*
QosEventFifo::GetOldest() const
{
    return m_size == 0 ? nullptr : &m_events[m_first];
}

const std::vector<QosSpan>&
QosEventFifo::GetSpans() const
{
    return m_taken;
}

uint32_t
QosEventFifo::GetSize() const
{
    return m_size;
}

uint64_t
QosEventFifo::GetEvents() const
{
    return m_puts;
}

uint64_t
QosEventFifo::GetRequests() const
{
    return m_requests;
}

uint64_t
QosEventFifo::GetDrops() const
{
    return m_drops;
}
} // namespace hsn
} // namespace ns3
