// SPDX-License-Identifier: GPL-2.0-only
#include "mets-adapter.h"

#include "mets-fair-share.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsAdapter");
NS_OBJECT_ENSURE_REGISTERED(MetsAdapter);

TypeId
MetsAdapter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MetsAdapter")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsAdapter>()
            .AddAttribute("Role",
                          "Receiver, Switch or Source",
                          EnumValue(MetsAdapter::RECEIVER),
                          MakeHsnEnumAccessor(&MetsAdapter::m_role),
                          MakeEnumChecker(RECEIVER, "Receiver", SWITCH, "Switch", SOURCE, "Source"))
            .AddAttribute("Era",
                          "Time between two adaptations",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&MetsAdapter::m_era),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Offset",
                          "Eras begin this long after multiples of Era; with a greater one nearer "
                          "to the core, a request needs no era for each switch",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MetsAdapter::m_offset),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("OwnResources",
                          "A receiver asks for no more than the fair share of its own capacity",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MetsAdapter::m_ownResources),
                          MakeBooleanChecker())
            .AddTraceSource("Message",
                            "A RES or ADAPT is sent",
                            MakeTraceSourceAccessor(&MetsAdapter::m_messageTrace),
                            "ns3::hsn::MetsAdapter::MessageTracedCallback")
            .AddTraceSource("Level",
                            "The level of a flow on a link changes",
                            MakeTraceSourceAccessor(&MetsAdapter::m_levelTrace),
                            "ns3::hsn::MetsAdapter::LevelTracedCallback")
            .AddTraceSource("RxDrop",
                            "A message is dropped: malformed, or of a flow that is not here",
                            MakeTraceSourceAccessor(&MetsAdapter::m_dropTrace),
                            "ns3::hsn::MetsAdapter::DropTracedCallback");
    return tid;
}

MetsAdapter::MetsAdapter() = default;

MetsAdapter::~MetsAdapter() = default;

void
MetsAdapter::DoDispose()
{
    m_next.Cancel();
    m_sendUp = SendUp();
    m_sendDown = SendDown();
    m_levelCallback = LevelCallback();
    Object::DoDispose();
}

void
MetsAdapter::SetSendUp(SendUp send)
{
    m_sendUp = send;
}

void
MetsAdapter::SetSendDown(SendDown send)
{
    m_sendDown = send;
}

void
MetsAdapter::SetLevelCallback(LevelCallback level)
{
    m_levelCallback = level;
}

uint32_t
MetsAdapter::AddLink(uint64_t capacity)
{
    NS_ABORT_MSG_IF(m_role != SWITCH && !m_links.empty(),
                    "link " << m_links.size() << " of a MetsAdapter that is no switch: it has one");
    m_links.push_back({capacity, {}});
    return static_cast<uint32_t>(m_links.size() - 1);
}

MetsAdapter::Link&
MetsAdapter::GetLink(uint32_t link)
{
    NS_ABORT_MSG_IF(link >= m_links.size(),
                    "link " << link << " of a MetsAdapter that has " << m_links.size());
    return m_links[link];
}

uint64_t
MetsAdapter::GetRate(const MetsFlowRates& rates, uint32_t level)
{
    return level == 2 ? rates.e2 : level == 1 ? rates.e1 : 0;
}

void
MetsAdapter::CheckRates(uint16_t flow, const MetsFlowRates& rates)
{
    NS_ABORT_MSG_IF(rates.e1 > rates.e2,
                    "flow " << flow << " with " << rates.e1 << " for E1 and " << rates.e2
                            << " for both enhancements: E1 must not be above them");
}

void
MetsAdapter::CheckPolicy(uint16_t flow, uint32_t policy)
{
    NS_ABORT_MSG_IF(policy > 2, "policy " << policy << " of flow " << flow << ": must be 0 to 2");
}

bool
MetsAdapter::HasRoom(const Link& link, uint16_t flow, uint64_t base)
{
    for (const auto& [number, branch] : link.flows)
    {
        base += number == flow ? 0 : branch.rates.base;
    }
    return base <= link.capacity;
}

bool
MetsAdapter::Join(uint16_t flow, uint32_t link, const MetsFlowRates& rates, uint32_t policy)
{
    CheckRates(flow, rates);
    CheckPolicy(flow, policy);
    Link& to = GetLink(link);
    NS_ABORT_MSG_IF(to.flows.count(flow) > 0,
                    "flow " << flow << " joins link " << link << " of a MetsAdapter twice");
    if (!HasRoom(to, flow, rates.base))
    {
        return false;
    }
    Branch branch;
    branch.rates = rates;
    branch.policy = policy;
    to.flows.emplace(flow, branch);
    return true;
}

bool
MetsAdapter::SetRates(uint16_t flow, uint32_t link, const MetsFlowRates& rates)
{
    CheckRates(flow, rates);
    Link& to = GetLink(link);
    const auto found = to.flows.find(flow);
    if (found == to.flows.end() || !HasRoom(to, flow, rates.base))
    {
        return false;
    }
    found->second.rates = rates;
    return true;
}

bool
MetsAdapter::SetPolicy(uint16_t flow, uint32_t link, uint32_t policy)
{
    CheckPolicy(flow, policy);
    Link& to = GetLink(link);
    const auto found = to.flows.find(flow);
    if (found == to.flows.end())
    {
        return false;
    }
    found->second.policy = policy;
    return true;
}

void
MetsAdapter::Leave(uint16_t flow, uint32_t link)
{
    GetLink(link).flows.erase(flow);
}

void
MetsAdapter::Start()
{
    const int64_t era = m_era.GetTimeStep();
    const int64_t since = (Simulator::Now() - m_offset).GetTimeStep();
    const int64_t periods = since <= 0 ? 0 : (since + era - 1) / era;
    m_next = Simulator::Schedule(TimeStep(periods * era - since), &MetsAdapter::BeginEra, this);
}

void
MetsAdapter::BeginEra()
{
    m_next = Simulator::Schedule(m_era, &MetsAdapter::BeginEra, this);
    ++m_eraNumber;
    if (m_role == RECEIVER)
    {
        AskReceiver();
    }
    else if (m_role == SWITCH)
    {
        ForwardMerged();
    }
}

void
MetsAdapter::Grant(Link& link)
{
    std::vector<uint64_t> base;
    std::vector<FairShareAllocator::Demand> demands;
    for (const auto& [flow, branch] : link.flows)
    {
        base.push_back(branch.rates.base);
        demands.push_back(
            {GetRate(branch.rates, branch.asked.min), GetRate(branch.rates, branch.asked.max)});
    }
    const auto granted =
        FairShareAllocator::Share(FairShareAllocator::GetPool(link.capacity, base), demands);
    std::size_t i = 0;
    for (auto& [flow, branch] : link.flows)
    {
        const bool all = granted[i] >= demands[i].max;
        branch.granted = all ? branch.asked.max : granted[i] > 0 ? branch.asked.min : 0;
        ++i;
    }
}

void
MetsAdapter::AskReceiver()
{
    for (auto& link : m_links)
    {
        for (auto& [flow, branch] : link.flows)
        {
            branch.asked = QosLevelPair::Of(branch.policy);
        }
        Grant(link);
        for (auto& [flow, branch] : link.flows)
        {
            const uint32_t limit = m_ownResources ? branch.granted : branch.policy;
            const uint32_t more = std::min(branch.wanted + 1, limit);
            branch.wanted = !branch.congested ? more : branch.wanted > 0 ? branch.wanted - 1 : 0;
            branch.congested = false;
            SendRes(flow, QosLevelPair::Of(branch.wanted));
        }
    }
}

void
MetsAdapter::ForwardMerged()
{
    std::map<uint16_t, QosLevelPair> merged;
    for (uint32_t i = 0; i < m_links.size(); ++i)
    {
        Grant(m_links[i]);
        for (auto& [flow, branch] : m_links[i].flows)
        {
            if (branch.fresh)
            {
                branch.fresh = false;
                auto& pair = merged[flow];
                pair = pair.Merge(QosLevelPair::Of(branch.granted));
            }
        }
    }
    for (const auto& [flow, pair] : merged)
    {
        SendRes(flow, pair);
    }
}

void
MetsAdapter::Answer(uint16_t flow)
{
    Link& link = m_links[0];
    Grant(link);
    Branch& branch = link.flows.at(flow);
    SetLevel(flow, 0, branch, branch.granted);
    SendAdapt(flow, m_eraNumber, branch.granted);
}

void
MetsAdapter::SetLevel(uint16_t flow, uint32_t link, Branch& branch, uint32_t level)
{
    if (branch.level != level)
    {
        branch.level = level;
        m_levelTrace(flow, link, level);
        if (!m_levelCallback.IsNull())
        {
            m_levelCallback(flow, link, level);
        }
    }
}

void
MetsAdapter::SendRes(uint16_t flow, QosLevelPair pair)
{
    const auto header = QosMessageHeader::MakeRes(flow, m_eraNumber, pair);
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    ++m_counters.resSent;
    m_messageTrace(header);
    if (!m_sendUp.IsNull())
    {
        m_sendUp(flow, packet);
    }
}

void
MetsAdapter::SendAdapt(uint16_t flow, uint32_t era, uint32_t level)
{
    const auto header = QosMessageHeader::MakeAdapt(flow, era, level);
    m_messageTrace(header);
    for (uint32_t i = 0; i < m_links.size(); ++i)
    {
        if (m_links[i].flows.count(flow) > 0 && !m_sendDown.IsNull())
        {
            const auto packet = Create<Packet>();
            packet->AddHeader(header);
            ++m_counters.adaptSent;
            m_sendDown(i, packet);
        }
    }
}

bool
MetsAdapter::Read(Ptr<const Packet> message, uint16_t type, QosMessageHeader& header)
{
    if (message->PeekHeader(header) == 0 || header.GetType() != type)
    {
        Drop(message, m_counters.malformed);
        return false;
    }
    return true;
}

void
MetsAdapter::Drop(Ptr<const Packet> message, uint64_t& counter)
{
    ++counter;
    m_dropTrace(message);
}

void
MetsAdapter::NotifyCongestion(uint16_t flow)
{
    for (auto& link : m_links)
    {
        const auto found = link.flows.find(flow);
        if (found != link.flows.end())
        {
            found->second.congested = true;
        }
    }
}

void
MetsAdapter::ReceiveRes(uint32_t link, Ptr<const Packet> message)
{
    QosMessageHeader header;
    if (!Read(message, QosMessageHeader::RES, header))
    {
        return;
    }
    Link& from = GetLink(link);
    const auto found = from.flows.find(header.GetFlow());
    if (found == from.flows.end() || m_role == RECEIVER)
    {
        Drop(message, m_counters.unknownFlow);
        return;
    }
    ++m_counters.resReceived;
    found->second.asked = header.GetPair();
    found->second.fresh = true;
    if (m_role == SOURCE)
    {
        m_eraNumber = header.GetEra();
        Answer(header.GetFlow());
    }
}

void
MetsAdapter::ReceiveAdapt(Ptr<const Packet> message)
{
    QosMessageHeader header;
    if (!Read(message, QosMessageHeader::ADAPT, header))
    {
        return;
    }
    bool known = false;
    for (uint32_t i = 0; i < m_links.size(); ++i)
    {
        const auto found = m_links[i].flows.find(header.GetFlow());
        if (found != m_links[i].flows.end() && m_role != SOURCE)
        {
            known = true;
            Branch& branch = found->second;
            const uint32_t most = m_role == SWITCH ? branch.granted : branch.wanted;
            SetLevel(header.GetFlow(), i, branch, std::min(header.GetLevel(), most));
        }
    }
    if (!known)
    {
        Drop(message, m_counters.unknownFlow);
        return;
    }
    ++m_counters.adaptReceived;
    if (m_role == SWITCH)
    {
        SendAdapt(header.GetFlow(), header.GetEra(), header.GetLevel());
    }
}

uint32_t
MetsAdapter::GetLevel(uint16_t flow, uint32_t link) const
{
    if (link >= m_links.size())
    {
        return 0;
    }
    const auto found = m_links[link].flows.find(flow);
    return found == m_links[link].flows.end() ? 0 : found->second.level;
}

uint64_t
MetsAdapter::GetUsed(uint32_t link) const
{
    uint64_t used = 0;
    if (link < m_links.size())
    {
        for (const auto& [flow, branch] : m_links[link].flows)
        {
            used += branch.rates.base + GetRate(branch.rates, branch.level);
        }
    }
    return used;
}

const MetsAdapter::Counters&
MetsAdapter::GetCounters() const
{
    return m_counters;
}
} // namespace hsn
} // namespace ns3
