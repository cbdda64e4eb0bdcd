// SPDX-License-Identifier: GPL-2.0-only
#include "mets-management-socket.h"

#include "ns3/abort.h"
#include "ns3/link-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MetsManagementSocket);

TypeId
MetsManagementSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsManagementSocket")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsManagementSocket>();
    return tid;
}

MetsManagementSocket::MetsManagementSocket() = default;

MetsManagementSocket::~MetsManagementSocket()
{
    Release();
}

void
MetsManagementSocket::DoDispose()
{
    Release();
    m_signal = SignalCallback();
    Object::DoDispose();
}

void
MetsManagementSocket::Release()
{
    for (const auto& [number, flow] : m_flows)
    {
        flow->owner = nullptr; // traces may still hold it
        flow->end.Cancel();
        flow->media = nullptr;
    }
    m_flows.clear();
    if (m_adapter)
    {
        m_adapter->SetLevelCallback(MetsAdapter::LevelCallback());
        m_adapter = nullptr;
    }
}

void
MetsManagementSocket::SetSignal(SignalCallback signal)
{
    m_signal = signal;
}

void
MetsManagementSocket::SetAdapter(Ptr<MetsAdapter> adapter, uint32_t link)
{
    m_adapter = adapter;
    m_link = link;
    adapter->SetLevelCallback(MakeCallback(&MetsManagementSocket::NotifyLevel, this));
}

// --- registerSoc ------------------------------------------------------------------------------

Ptr<MetsManagementSocket::Flow>
MetsManagementSocket::Add(uint16_t number)
{
    const auto entry = Create<Flow>();
    entry->owner = this;
    entry->number = number;
    NS_ABORT_MSG_UNLESS(m_flows.emplace(number, entry).second,
                        "flow " << number
                                << " is registered twice with a MetsManagementSocket: once is "
                                   "allowed");
    return entry;
}

void
MetsManagementSocket::Register(uint16_t flow,
                               Ptr<JitterFilter> filter,
                               Ptr<FlowScheduler> scheduler)
{
    const auto entry = Add(flow);
    if (filter)
    {
        filter->TraceConnectWithoutContext("Late", MakeCallback(&Flow::NotifyLate, entry));
    }
    if (scheduler)
    {
        scheduler->SetEvent(MakeCallback(&Flow::NotifyDeadlines, entry));
    }
}

uint16_t
MetsManagementSocket::RegisterSocket(Ptr<MetsSocket> media, Ptr<FlowScheduler> scheduler)
{
    Address peer;
    const bool isSender = media->GetPeerName(peer) == 0;
    const auto receiver = media->GetReceiver();
    NS_ABORT_MSG_UNLESS(isSender || receiver,
                        "a MetsSocket is registered that is neither connected nor bound");
    const uint16_t flow =
        isSender ? LinkSocketAddress::ConvertFrom(peer).GetPort() : receiver->GetFlow();
    Register(flow, nullptr, scheduler);
    const auto entry = m_flows.at(flow);
    entry->media = media;
    entry->isSender = isSender;
    if (!isSender)
    {
        receiver->TraceConnectWithoutContext("Rx", MakeCallback(&Flow::NotifyPacket, entry));
    }
    return flow;
}

// --- changeQoS --------------------------------------------------------------------------------

Ptr<MetsManagementSocket::Flow>
MetsManagementSocket::Find(uint16_t number, MetsAnswer& answer) const
{
    const auto found = m_flows.find(number);
    if (found == m_flows.end() || !found->second->media)
    {
        answer.reason = "flow " + std::to_string(number) + ": no media socket is registered";
        return nullptr;
    }
    return found->second;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, const MetsFlowSpec& spec)
{
    MetsAnswer answer;
    const auto entry = Find(flow, answer);
    if (!entry)
    {
        return answer;
    }
    answer.reason = spec.FindProblem();
    if (!answer.IsAck())
    {
        return answer;
    }
    if (m_adapter && !m_adapter->SetRates(flow, m_link, spec.GetRates()))
    {
        std::ostringstream text;
        text << "base layer of " << spec.GetRates().base << " cells/s: link " << m_link
             << " has no room for it, or does not carry flow " << flow;
        answer.reason = text.str();
        return answer;
    }
    entry->media->SetFlowSpec(spec);
    return answer;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, const MetsQosPolicy& policy)
{
    MetsAnswer answer;
    const auto entry = Find(flow, answer);
    if (!entry)
    {
        return answer;
    }
    answer.reason = policy.FindProblem();
    if (!answer.IsAck())
    {
        return answer;
    }
    if (m_adapter && !m_adapter->SetPolicy(flow, m_link, policy.GetLevel()))
    {
        answer.reason =
            "link " + std::to_string(m_link) + " does not carry flow " + std::to_string(flow);
        return answer;
    }
    entry->media->SetQosPolicy(policy);
    NotifyLevel(flow, m_link, entry->granted);
    return answer;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, MetsMaintenance maintenance)
{
    MetsAnswer answer;
    if (const auto entry = Find(flow, answer))
    {
        entry->maintenance = maintenance;
        entry->Measure();
        NotifyLevel(flow, m_link, entry->granted);
    }
    return answer;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, MetsAdaptation adaptation)
{
    MetsAnswer answer;
    const auto entry = Find(flow, answer);
    if (!entry)
    {
        return answer;
    }
    const bool isContinuous = adaptation == METS_CONTINUOUS;
    const std::string problem = entry->media->GetFlowSpec().FindProblem();
    if (!entry->isSender)
    {
        answer.reason = "flow " + std::to_string(flow) + " is received here: senders adapt";
    }
    else if (isContinuous && !entry->lowPass)
    {
        answer.reason = "continuous adaptation needs a LowPassFilter";
    }
    else if (isContinuous && !problem.empty())
    {
        answer.reason = "continuous adaptation needs a flow specification: " + problem;
    }
    if (answer.IsAck())
    {
        entry->adaptation = adaptation;
        entry->media->SetLevel(2);
        if (entry->lowPass)
        {
            entry->lowPass->SetRate(1, 1);
        }
        Follow(*entry);
    }
    return answer;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, Ptr<JitterFilter> filter)
{
    MetsAnswer answer;
    const auto entry = Find(flow, answer);
    if (entry && entry->isSender)
    {
        answer.reason = "flow " + std::to_string(flow) + " is sent here: receivers have filters";
    }
    else if (entry)
    {
        entry->media->SetFilter(filter);
    }
    return answer;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, Ptr<LowPassFilter> filter)
{
    MetsAnswer answer;
    const auto entry = Find(flow, answer);
    if (entry && !entry->isSender)
    {
        answer.reason = "flow " + std::to_string(flow) + " is received here: senders adapt";
    }
    else if (entry && !filter && entry->adaptation == METS_CONTINUOUS)
    {
        answer.reason = "continuous adaptation needs a LowPassFilter";
    }
    else if (entry)
    {
        entry->lowPass = filter;
    }
    return answer;
}

MetsAnswer
MetsManagementSocket::ChangeQos(uint16_t flow, Signal metric, double threshold)
{
    MetsAnswer answer;
    const auto entry = Find(flow, answer);
    if (!entry)
    {
        return answer;
    }
    std::ostringstream text;
    if (entry->isSender)
    {
        text << "flow " << flow << " is sent here: receivers are measured";
    }
    else if (metric < RATE || metric > LOSS)
    {
        text << "alarm of signal " << metric << ": must be " << RATE << " (rate) to " << LOSS
             << " (loss)";
    }
    else if (!(threshold >= 0 && std::isfinite(threshold)))
    {
        text << "threshold " << threshold << " of an alarm: must be at least 0";
    }
    answer.reason = text.str();
    if (answer.IsAck())
    {
        entry->alarms[metric] = threshold;
        entry->raised.erase(metric);
        entry->Measure();
    }
    return answer;
}

// --- levels -----------------------------------------------------------------------------------

void
MetsManagementSocket::NotifyLevel(uint16_t flow, uint32_t link, uint32_t level)
{
    const auto found = m_flows.find(flow);
    if (link != m_link || found == m_flows.end() || !found->second->isSender ||
        !found->second->media)
    {
        return;
    }
    Flow& entry = *found->second;
    entry.granted = level;
    const auto policy = entry.media->GetQosPolicy();
    const uint32_t next = std::min(level, policy.GetLevel());
    const bool isLeft = // to the application
        entry.maintenance == METS_SIGNAL ||
        (next < entry.followed && policy.onDegrade == MetsQosPolicy::DEGRADE_NOTIFY_ONLY) ||
        (next > entry.followed && policy.onImprove == MetsQosPolicy::IMPROVE_NOTIFY_ONLY);
    const bool isNew = entry.level != next;
    entry.level = next;
    if (!isLeft)
    {
        entry.followed = next;
        Follow(entry);
    }
    if (isNew && (isLeft || entry.maintenance == METS_MONITOR))
    {
        Tell(flow, LEVEL, next);
    }
}

double
MetsManagementSocket::GetRate(const MetsFlowSpec& spec, uint32_t level)
{
    MetsFlowSpec whole = spec;
    whole.commitment = MetsFlowSpec::ADAPTIVE;
    const auto rates = whole.GetRates();
    return static_cast<double>(rates.base + (level == 2 ? rates.e2 : level == 1 ? rates.e1 : 0));
}

void
MetsManagementSocket::Follow(Flow& flow)
{
    if (flow.adaptation == METS_DISCRETE)
    {
        flow.media->SetLevel(flow.followed);
        return;
    }
    const auto& spec = flow.media->GetFlowSpec();
    flow.lowPass->SetRate(GetRate(spec, flow.followed), GetRate(spec, 2));
}

// --- signalQoS --------------------------------------------------------------------------------

uint64_t
MetsManagementSocket::GetSignals(Signal signal) const
{
    return m_signals.at(signal);
}

void
MetsManagementSocket::Tell(uint16_t flow, Signal signal, double metric)
{
    ++m_signals[signal];
    if (!m_signal.IsNull())
    {
        m_signal(flow, signal, metric);
    }
}

void
MetsManagementSocket::Flow::NotifyLate(Time, Time lateness)
{
    if (owner)
    {
        owner->Tell(number, LATE, lateness.GetSeconds());
    }
}

void
MetsManagementSocket::Flow::NotifyDeadlines(bool missed, uint64_t misses)
{
    if (owner)
    {
        owner->Tell(number, missed ? MISSED_DEADLINES : ALL_CLEAR, static_cast<double>(misses));
    }
}

void
MetsManagementSocket::Flow::NotifyPacket(const MetsHeader& header,
                                         Time delayNow,
                                         Time playout,
                                         bool late)
{
    const double now = delayNow.GetSeconds();
    delays.sum += now;
    if (hasDelay)
    {
        delays.variations += std::abs(now - delay);
        ++delays.pairs;
    }
    hasDelay = true;
    delay = now;
    if (late)
    {
        NotifyLate(Time(0), MicroSeconds(header.GetTimestamp()) + delayNow - playout);
    }
}

void
MetsManagementSocket::Flow::Measure()
{
    const bool isWanted = maintenance != METS_MAINT || !alarms.empty();
    if (owner && !isSender && isWanted && media->GetReceiver() && end.IsExpired())
    {
        delays = Delays();
        before = media->GetReceiver()->GetCounters();
        end = Simulator::Schedule(media->GetFlowSpec().interval, &Flow::EndInterval, this);
    }
}

void
MetsManagementSocket::Flow::EndInterval()
{
    const Ptr<Flow> self(this); // an application that is told may end the flow
    const auto receiver = media->GetReceiver();
    if (!receiver) // closed
    {
        return;
    }
    const auto& now = receiver->GetCounters();
    const uint64_t packets = now.received - before.received;
    const uint64_t lost = now.lost - before.lost;
    const double interval = media->GetFlowSpec().interval.GetSeconds();
    const Delays done = delays;
    const auto octets = static_cast<double>(now.bytes - before.bytes);
    const auto bad = static_cast<double>(lost + now.late - before.late);
    Measure();
    Report(RATE, octets / interval);
    if (packets > 0)
    {
        Report(DELAY, done.sum / static_cast<double>(packets));
    }
    if (done.pairs > 0)
    {
        Report(JITTER, done.variations / static_cast<double>(done.pairs));
    }
    if (packets + lost > 0)
    {
        Report(LOSS, bad / static_cast<double>(packets + lost));
    }
}

void
MetsManagementSocket::Flow::Report(Signal metric, double value)
{
    const Ptr<Flow> self(this); // the application may dispose of the owner
    if (owner && maintenance != METS_MAINT)
    {
        owner->Tell(number, metric, value);
    }
    const auto alarm = alarms.find(metric);
    if (!owner || alarm == alarms.end())
    {
        return;
    }
    const bool isBeyond = metric == RATE ? value < alarm->second : value > alarm->second;
    if (!isBeyond)
    {
        raised.erase(metric);
    }
    else if (raised.insert(metric).second)
    {
        owner->Tell(number, static_cast<Signal>(metric + RATE_ALARM - RATE), value);
    }
}
} // namespace hsn
} // namespace ns3
