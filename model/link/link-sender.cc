// SPDX-License-Identifier: GPL-2.0-only
#include "link-sender.h"

#include "lean-link-channel.h"
#include "lean-link-net-device.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLinkSender");

LinkSender::Event::Event(LinkSender& sender, void (LinkSender::*call)())
    : m_sender(sender),
      m_call(call)
{
}

void
LinkSender::Event::Notify()
{
    (m_sender.*m_call)();
}

LinkSender::LinkSender(LeanLinkNetDevice& device)
    : m_device(device),
      m_counters(1)
{
}

LinkSender::~LinkSender()
{
    Dispose();
}

void
LinkSender::Dispose()
{
    for (const auto& event : m_pending)
    {
        event->Cancel();
    }
    m_pending.clear();
    m_spare.clear();
    if (m_watch)
    {
        m_watch->Cancel();
        m_watch = nullptr;
    }
    m_items.Clear();
    m_bytes = 0;
    m_arrivals = LinkArrivals();
    m_classifier = Classifier();
    m_processing = nullptr;
}

bool
LinkSender::Send(const Ptr<LinkFrame>& frame)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    Advance(now);
    Item item;
    item.bytes = frame->GetSize();
    item.frame = PeekPointer(frame);
    if (!m_classifier.IsNull())
    {
        item.kind = m_classifier(*frame);
        m_counters.resize(std::max<std::size_t>(m_counters.size(), item.kind + 1));
    }
    if (!Fits(item.bytes))
    {
        NS_LOG_LOGIC("buffer full, packet of " << item.bytes << " bytes dropped");
        m_counters[item.kind].dropped.Add(item.bytes);
        return false;
    }
    m_counters[item.kind].accepted.Add(item.bytes);
    const bool isIdle = m_items.Empty();
    item.ready = FindReady(now);
    Plan(item, isIdle ? nullptr : &m_items.Back());
    const int64_t arrival = FindArrival(*frame, item);
    m_items.Push(item);
    m_bytes += item.bytes;
    m_arrivals.Push({FrameHold(frame), arrival, m_next++});
    Arm(now);
    m_device.NotifyAccepted(*frame);
    if (isIdle)
    {
        m_device.NotifyTxBegin(*frame);
    }
    if (!m_watch && m_device.IsTxWatched())
    {
        WatchTx();
    }
    return true;
}

void
LinkSender::SetRate(DataRate rate)
{
    Advance(Simulator::Now().GetTimeStep());
    m_rate = rate;
    m_txTimes.fill(TxTime());
    Replan();
}

void
LinkSender::SetMaxSize(QueueSize size)
{
    m_maxSize = size;
    m_limit = size.GetValue();
    m_isLimitPackets = size.GetUnit() == QueueSizeUnit::PACKETS;
}

void
LinkSender::SetBuffer(LinkBuffer buffer)
{
    m_buffer = buffer;
}

void
LinkSender::SetClock(const ReleaseClock& clock)
{
    m_clock = clock;
}

void
LinkSender::SetProcessingTime(Ptr<RandomVariableStream> time)
{
    m_processing = time;
}

void
LinkSender::SetClassifier(Classifier classifier)
{
    m_classifier = classifier;
}

LinkCount
LinkSender::GetBacklog()
{
    Advance(Simulator::Now().GetTimeStep());
    return CountWaiting();
}

const std::vector<LinkCounters>&
LinkSender::GetCounters()
{
    Advance(Simulator::Now().GetTimeStep());
    return m_counters;
}

void
LinkSender::Advance(int64_t now)
{
    while (!m_items.Empty() && m_items.Front().departure <= now)
    {
        const Item left = m_items.Pop();
        m_bytes -= left.bytes;
        m_counters[left.kind].sent.Add(left.bytes);
        if (left.departure == now && m_device.IsTxWatched())
        {
            // a sink may send, which would change the buffer
            const Item next = m_items.Empty() ? Item() : m_items.Front();
            m_device.NotifyTxEnd(*left.frame);
            if (next.frame)
            {
                m_device.NotifyTxBegin(*next.frame);
            }
        }
    }
}

LinkCount
LinkSender::CountWaiting() const
{
    LinkCount waiting;
    if (!m_items.Empty())
    {
        waiting.packets = m_items.Size() - 1;
        waiting.bytes = m_bytes - m_items.Front().bytes;
    }
    if (m_buffer == LINK_BUFFER_DEVICE)
    {
        waiting.bytes += waiting.packets * PPP_BYTES;
    }
    else if (waiting.packets > 0)
    {
        waiting.packets -= 1;
        waiting.bytes -= m_items.At(1).bytes;
    }
    return waiting;
}

bool
LinkSender::Fits(uint32_t bytes) const
{
    const LinkCount waiting = CountWaiting();
    if (m_isLimitPackets)
    {
        return waiting.packets < m_limit;
    }
    const uint32_t header = m_buffer == LINK_BUFFER_DEVICE ? PPP_BYTES : 0;
    return waiting.bytes + bytes + header <= m_limit;
}

int64_t
LinkSender::GetTxTime(uint32_t bytes)
{
    TxTime& known = m_txTimes[bytes % m_txTimes.size()];
    if (known.bytes != bytes || bytes == 0)
    {
        known.bytes = bytes;
        known.steps = m_rate.CalculateBytesTxTime(bytes + PPP_BYTES).GetTimeStep();
    }
    return known.steps;
}

int64_t
LinkSender::FindReady(int64_t now) const
{
    if (!m_processing)
    {
        return now;
    }
    const double seconds = m_processing->GetValue();
    NS_ABORT_MSG_UNLESS(seconds >= 0,
                        "ProcessingTime of a LeanLinkNetDevice has drawn "
                            << seconds << " s: it must be at least 0");
    return now + Seconds(seconds).GetTimeStep();
}

void
LinkSender::Plan(Item& item, const Item* before)
{
    const int64_t start = before ? std::max(item.ready, before->through) : item.ready;
    item.through = start + GetTxTime(item.bytes);
    item.departure = m_clock.GetNext(item.through);
    if (before) // the clock may have changed
    {
        item.departure = std::max(item.departure, before->departure);
    }
}

int64_t
LinkSender::FindArrival(const LinkFrame& frame, Item& item) const
{
    const auto& channel = m_device.GetLeanChannel();
    const int64_t arrival = item.departure + channel->GetDelaySteps();
    const auto& delays = channel->GetFlowDelays();
    return delays ? delays->Release(frame.GetFlow(), m_device.GetEnd(), arrival, item.extra)
                  : arrival;
}

void
LinkSender::ForgetFlowDelays()
{
    for (std::size_t i = 0; i < m_items.Size(); ++i)
    {
        m_items.At(i).extra = FlowDelayTable::UNKNOWN;
    }
}

void
LinkSender::Replan()
{
    Advance(Simulator::Now().GetTimeStep());
    if (m_items.Size() < 2)
    {
        return;
    }
    // those on the line and beyond it keep their times
    const uint32_t waiting = static_cast<uint32_t>(m_items.Size()) - 1;
    std::vector<LinkPacket> packets = m_arrivals.TakeAll();
    const auto firstWaiting = packets.end() - waiting;
    const auto& delays = m_device.GetLeanChannel()->GetFlowDelays();
    if (delays)
    {
        delays->ForgetArrivals(m_device.GetEnd());
    }
    for (auto p = packets.begin(); p != firstWaiting; ++p)
    {
        if (delays)
        {
            delays->KeepOrder(p->frame.Get().GetFlow(), m_device.GetEnd(), p->arrival);
        }
        m_arrivals.Push(std::move(*p));
    }
    for (uint32_t i = 1; i <= waiting; ++i)
    {
        Item& item = m_items.At(i);
        Plan(item, &m_items.At(i - 1));
        LinkPacket& p = firstWaiting[i - 1];
        p.arrival = FindArrival(p.frame.Get(), item);
        m_arrivals.Push(std::move(p));
    }
    for (const auto& event : m_pending)
    {
        event->Cancel();
    }
    m_pending.clear();
    Arm(Simulator::Now().GetTimeStep());
}

void
LinkSender::Arm(int64_t now)
{
    if (m_arrivals.Empty())
    {
        return;
    }
    const int64_t next = m_arrivals.GetNext().arrival;
    if (!m_pending.empty() && m_pending.back()->at <= next)
    {
        return;
    }
    Ptr<Event> event;
    if (m_spare.empty())
    {
        event = Create<Event>(*this, &LinkSender::Deliver);
    }
    else
    {
        event = m_spare.back();
        m_spare.pop_back();
    }
    event->at = next;
    m_pending.push_back(event);
    Simulator::ScheduleWithContext(m_device.GetPeer()->GetNode()->GetId(),
                                   TimeStep(next - now),
                                   GetPointer(event));
}

void
LinkSender::Deliver()
{
    m_spare.push_back(m_pending.back());
    m_pending.pop_back();
    const int64_t now = Simulator::Now().GetTimeStep();
    Advance(now); // frames live until they have left
    LeanLinkNetDevice& peer = *m_device.GetPeer();
    while (!m_arrivals.Empty() && m_arrivals.GetNext().arrival <= now)
    {
        LinkPacket arrived = m_arrivals.Pop();
        arrived.frame.Get().PrefetchPacket(); // nobody has touched it since it was sent
        if (!m_arrivals.Empty())
        {
            m_arrivals.GetNext().frame.Prefetch();
        }
        peer.Receive(arrived.frame.Release());
    }
    Arm(now);
}

void
LinkSender::WatchTx()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    Advance(now);
    if (m_items.Empty() || !m_device.IsTxWatched())
    {
        m_watch = nullptr;
        return;
    }
    m_watch = Create<Event>(*this, &LinkSender::WatchTx);
    Simulator::ScheduleWithContext(m_device.GetNode()->GetId(),
                                   TimeStep(m_items.Front().departure - now),
                                   GetPointer(m_watch));
}
} // namespace hsn
} // namespace ns3
