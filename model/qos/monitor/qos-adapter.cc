// SPDX-License-Identifier: GPL-2.0-only
#include "qos-adapter.h"

#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
QosAdapter::QosAdapter(Ptr<QosEventFifo> fifo, uint64_t connection)
    : m_fifo(fifo),
      m_connection(connection)
{
}

QosAdapter::~QosAdapter() = default;

uint64_t
QosAdapter::GetConnection() const
{
    return m_connection;
}

QosEvent
QosAdapter::Make(QosAction action, QosInfo info) const
{
    QosEvent event{};
    event.connection = m_connection;
    event.time = Simulator::Now().GetNanoSeconds();
    event.action = action;
    event.info = info;
    return event;
}

void
QosAdapter::SetContracts(const std::vector<QosContract>& contracts)
{
    m_contracts = contracts;
}

void
QosAdapter::Open()
{
    if (m_told)
    {
        return;
    }
    m_told = m_open = true;
    if (m_contracts.empty())
    {
        m_fifo->Put(Make(QOS_OPEN, QOS_INFO_NONE));
    }
    for (const auto& contract : m_contracts)
    {
        Agree(contract);
    }
}

bool
QosAdapter::Tells()
{
    Open();
    return m_open;
}

void
QosAdapter::Agree(const QosContract& contract)
{
    m_told = m_open = true;
    QosEvent event = Make(QOS_OPEN, QOS_INFO_CONTRACT);
    event.contract = contract;
    m_fifo->Put(event);
}

void
QosAdapter::Close()
{
    Collect();
    if (m_open)
    {
        m_open = false;
        m_fifo->Put(Make(QOS_CLOSE, QOS_INFO_NONE));
    }
}

void
QosAdapter::PutPacket(QosAction action, uint32_t octets, Sum& sum)
{
    if (octets == 0 || !Tells())
    {
        return;
    }
    if (m_collects)
    {
        sum.octets += octets;
        ++sum.packets;
        return;
    }
    PutSum(action, {octets, 1});
}

void
QosAdapter::PutSum(QosAction action, const Sum& sum)
{
    if (sum.octets > 0 && Tells())
    {
        QosEvent event = Make(action, QOS_INFO_PACKET);
        event.packet.bits = 8 * sum.octets;
        event.packet.packets = sum.packets;
        m_fifo->Put(event);
    }
}

void
QosAdapter::SetSums(bool sums)
{
    Collect();
    m_collects = sums;
}

void
QosAdapter::Count(Sums&)
{
}

void
QosAdapter::Collect()
{
    if (m_collects && (m_open || !m_told))
    {
        Count(m_sums);
        PutSum(QOS_SENT, m_sums.sent);
        PutSum(QOS_AGAIN, m_sums.again);
        PutSum(QOS_ARRIVED, m_sums.arrived);
        m_sums = Sums();
    }
}

void
QosAdapter::Sent(uint32_t octets)
{
    PutPacket(QOS_SENT, octets, m_sums.sent);
}

void
QosAdapter::Arrived(uint32_t octets)
{
    PutPacket(QOS_ARRIVED, octets, m_sums.arrived);
}

void
QosAdapter::Again(uint32_t octets)
{
    PutPacket(QOS_AGAIN, octets, m_sums.again);
}

void
QosAdapter::Request(uint32_t value, uint64_t seq)
{
    if (!Tells())
    {
        return;
    }
    QosEvent event = Make(QOS_REQUEST, QOS_INFO_SYNC);
    event.sync.value = value;
    event.sync.seq = seq;
    m_fifo->Put(event);
}

void
QosAdapter::Control(uint32_t echo)
{
    if (!Tells())
    {
        return;
    }
    QosEvent event = Make(QOS_CONTROL, QOS_INFO_SYNC);
    event.sync.value = echo;
    m_fifo->Put(event);
}

void
QosAdapter::Errors(uint32_t echo, uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans)
{
    if (!Tells())
    {
        return;
    }
    QosEvent event = Make(QOS_ERRORS, QOS_INFO_ERROR);
    event.error.echo = echo;
    event.error.nSpans = static_cast<uint32_t>(spans.size());
    event.error.seq = seq;
    event.error.rseq = rseq;
    m_fifo->Put(event, spans.data());
}

void
QosAdapter::Delay(int64_t rtt)
{
    if (!Tells())
    {
        return;
    }
    QosEvent event = Make(QOS_DELAY, QOS_INFO_DELAY);
    event.delay.rtt = rtt;
    m_fifo->Put(event);
}
} // namespace hsn
} // namespace ns3
