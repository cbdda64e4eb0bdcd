// SPDX-License-Identifier: GPL-2.0-only
#include "mets-group.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsGroup");
NS_OBJECT_ENSURE_REGISTERED(MetsGroupHeader);
NS_OBJECT_ENSURE_REGISTERED(MetsGroupServer);
NS_OBJECT_ENSURE_REGISTERED(MetsGroupClient);

namespace
{
/// @brief Names a layer. @param v what is done to it @param layer METS_BL to METS_E2
template <typename V>
void
MoveLayer(V& v, MetsLayer& layer)
{
    auto octet = static_cast<uint8_t>(layer);
    v.Positive(nullptr, octet, METS_E2);
    if constexpr (V::READS)
    {
        layer = static_cast<MetsLayer>(octet);
    }
}

/// @param v what is done to a number @param value at least 0 @param unit of the wire: as many as
/// fit @return its units, of a reader those that were read
template <typename V>
uint32_t
MoveUnits(V& v, double value, double unit)
{
    auto units = static_cast<uint32_t>(
        std::min<double>(UINT32_MAX, std::round(std::max(0.0, value) / unit)));
    v.Number(nullptr, units);
    return units;
}

/// @param control of one end @param header a message @param to the other end
void
SendMessage(const Ptr<Socket>& control, const MetsGroupHeader& header, const Address& to)
{
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    control->SendTo(packet, 0, to);
}

/**
 * @brief Read all that has arrived.
 * @param socket where
 * @param control the end's own pointer to it: null when the end has been disposed of
 * @param take gets each message, null if malformed, and where it comes from
 */
template <typename Take>
void
ReadMessages(const Ptr<Socket>& socket, const Ptr<Socket>& control, const Take& take)
{
    Address from;
    while (control)
    {
        const auto packet = socket->RecvFrom(from);
        if (!packet)
        {
            return;
        }
        MetsGroupHeader message;
        take(packet->PeekHeader(message) == 0 ? nullptr : &message, from);
    }
}
} // namespace

std::string
MetsGroupProfile::FindProblem() const
{
    const std::string problem = spec.FindProblem();
    return !problem.empty() ? problem : policy.FindProblem();
}

// --- header -----------------------------------------------------------------------------------

template <typename V>
void
MetsGroupHeader::Fields(V& v)
{
    v.Kind(kind,
           {nullptr, "INFO", "PROFILE", "JOIN", "JOINED", "REFUSED", "LEAVE", "CHANGED", "CLOSED"});
    MoveLayer(v, layer);
    v.Number("group", group);
    v.Show("layer", ToString(layer));
    v.Number("members", members);
    if (kind == PROFILE || kind == JOINED || kind == CHANGED)
    {
        Profile(v);
    }
}

template <typename V>
void
MetsGroupHeader::Profile(V& v)
{
    auto& policy = profile.policy;
    v.Number("flow", profile.flow);
    MoveLayer(v, policy.maxLayer);
    v.Mark(true, "up to");
    v.Mark(true, ToString(policy.maxLayer));
    bool tellsWorse = policy.onDegrade == MetsQosPolicy::DEGRADE_NOTIFY_ONLY;
    bool tellsBetter = policy.onImprove == MetsQosPolicy::IMPROVE_NOTIFY_ONLY;
    v.template Flags<uint8_t>({{0x10, tellsWorse}, {0x01, tellsBetter}}, "policies");
    Spec(v);
    if constexpr (V::READS)
    {
        policy.onDegrade = static_cast<MetsQosPolicy::OnDegrade>(tellsWorse);
        policy.onImprove = static_cast<MetsQosPolicy::OnImprove>(tellsBetter);
        v.Require(profile.FindProblem().empty(), "profile of flow", profile.flow, "a valid one");
    }
}

template <typename V>
void
MetsGroupHeader::Spec(V& v)
{
    auto& spec = profile.spec;
    for (auto& one : spec.layers)
    {
        const uint32_t rate = MoveUnits(v, one.frameRate, 1e-3);
        v.Number(nullptr, one.meanBytes);
        v.Number(nullptr, one.maxBytes);
        if constexpr (V::READS)
        {
            one.frameRate = 1e-3 * rate;
        }
    }
    for (auto* time : {&spec.delay, &spec.jitter, &spec.interval})
    {
        const uint32_t us = MoveUnits(v, time->GetSeconds(), 1e-6);
        if constexpr (V::READS)
        {
            *time = MicroSeconds(us);
        }
    }
    const uint32_t loss = MoveUnits(v, spec.loss, 1e-9);
    auto commitment = static_cast<uint8_t>(spec.commitment);
    v.Number(nullptr, commitment, MetsFlowSpec::DETERMINISTIC);
    v.Reserved(3);
    if constexpr (V::READS)
    {
        spec.loss = 1e-9 * loss;
        spec.commitment = static_cast<MetsFlowSpec::Commitment>(commitment);
    }
}

template class PduHeader<MetsGroupHeader>;

// --- server -----------------------------------------------------------------------------------

TypeId
MetsGroupServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MetsGroupServer")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsGroupServer>()
            .AddTraceSource("Member",
                            "A member has joined, or has left: group, address, "
                            "highest layer",
                            MakeTraceSourceAccessor(&MetsGroupServer::m_memberTrace),
                            "ns3::hsn::MetsGroupServer::MemberTracedCallback");
    return tid;
}

MetsGroupServer::MetsGroupServer() = default;

MetsGroupServer::~MetsGroupServer() = default;

void
MetsGroupServer::DoDispose()
{
    if (m_control)
    {
        m_control->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_control = nullptr;
    }
    m_admission = nullptr;
    m_groups.clear();
    Object::DoDispose();
}

void
MetsGroupServer::SetControl(Ptr<Socket> control)
{
    m_control = control;
    control->SetRecvCallback(MakeCallback(&MetsGroupServer::Read, this));
}

void
MetsGroupServer::SetAdmission(Admission admission)
{
    m_admission = std::move(admission);
}

MetsAnswer
MetsGroupServer::Open(uint16_t group, const MetsGroupProfile& profile)
{
    NS_ABORT_MSG_UNLESS(m_control, "a MetsGroupServer without SetControl() opens a group");
    MetsAnswer answer{profile.FindProblem()};
    if (answer.IsAck() && !m_groups.emplace(group, Group{profile, {}}).second)
    {
        answer.reason = "group " + std::to_string(group) + " is open already";
    }
    return answer;
}

MetsAnswer
MetsGroupServer::Change(uint16_t group, const MetsGroupProfile& profile)
{
    const auto found = m_groups.find(group);
    MetsAnswer answer{profile.FindProblem()};
    if (found == m_groups.end())
    {
        answer.reason = "group " + std::to_string(group) + " is not open";
    }
    if (answer.IsAck())
    {
        found->second.profile = profile;
        for (auto& [address, layer] : found->second.members)
        {
            MetsGroupHeader header;
            header.kind = MetsGroupHeader::CHANGED;
            header.group = group;
            layer = std::min(layer, profile.policy.maxLayer);
            header.layer = layer;
            header.profile = profile;
            Send(header, address);
        }
    }
    return answer;
}

MetsAnswer
MetsGroupServer::Close(uint16_t group)
{
    const auto found = m_groups.find(group);
    if (found == m_groups.end())
    {
        return {"group " + std::to_string(group) + " is not open"};
    }
    const auto members = found->second.members;
    m_groups.erase(found);
    for (const auto& [address, layer] : members)
    {
        MetsGroupHeader header;
        header.kind = MetsGroupHeader::CLOSED;
        header.group = group;
        Send(header, address);
        m_memberTrace(group, address, METS_NONE);
    }
    return {};
}

const std::map<Address, MetsLayer>&
MetsGroupServer::GetMembers(uint16_t group) const
{
    static const std::map<Address, MetsLayer> none;
    const auto found = m_groups.find(group);
    return found == m_groups.end() ? none : found->second.members;
}

const MetsGroupServer::Counters&
MetsGroupServer::GetCounters() const
{
    return m_counters;
}

void
MetsGroupServer::Read(Ptr<Socket> socket)
{
    const Ptr<MetsGroupServer> self(this); // a member's trace sink may drop it
    ReadMessages(socket, m_control, [this](const MetsGroupHeader* request, const Address& from) {
        if (request)
        {
            Answer(*request, from);
        }
        else
        {
            ++m_counters.malformed;
        }
    });
}

void
MetsGroupServer::Answer(const MetsGroupHeader& request, const Address& from)
{
    const auto found = m_groups.find(request.group);
    MetsGroupHeader answer;
    answer.kind = MetsGroupHeader::REFUSED;
    answer.group = request.group;
    switch (request.kind)
    {
    case MetsGroupHeader::INFO:
        if (found != m_groups.end())
        {
            answer.kind = MetsGroupHeader::PROFILE;
            answer.profile = found->second.profile;
            answer.members = static_cast<uint32_t>(found->second.members.size());
        }
        Send(answer, from);
        break;
    case MetsGroupHeader::JOIN:
        Send(found != m_groups.end() ? AnswerJoin(request, from, found->second) : answer, from);
        break;
    case MetsGroupHeader::LEAVE:
        if (found != m_groups.end() && found->second.members.erase(from) > 0)
        {
            m_memberTrace(request.group, from, METS_NONE);
            break;
        }
        [[fallthrough]];
    default:
        ++m_counters.strangers;
    }
}

MetsGroupHeader
MetsGroupServer::AnswerJoin(const MetsGroupHeader& request, const Address& from, Group& group)
{
    MetsGroupHeader answer;
    answer.kind = MetsGroupHeader::JOINED;
    answer.group = request.group;
    answer.layer = std::min(request.layer, group.profile.policy.maxLayer);
    const std::string problem = m_admission ? m_admission(request.group, from, answer.layer) : "";
    if (!problem.empty())
    {
        NS_LOG_LOGIC("a client may not join group " << request.group << ": " << problem);
        answer.kind = MetsGroupHeader::REFUSED;
        return answer;
    }
    group.members[from] = answer.layer;
    answer.profile = group.profile;
    m_memberTrace(request.group, from, answer.layer);
    return answer;
}

void
MetsGroupServer::Send(const MetsGroupHeader& header, const Address& to)
{
    SendMessage(m_control, header, to);
}

// --- client -----------------------------------------------------------------------------------

TypeId
MetsGroupClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsGroupClient")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsGroupClient>();
    return tid;
}

MetsGroupClient::MetsGroupClient() = default;

MetsGroupClient::~MetsGroupClient() = default;

void
MetsGroupClient::DoDispose()
{
    if (m_control)
    {
        m_control->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_control = nullptr;
    }
    m_profile = ProfileCallback();
    m_answer = AnswerCallback();
    m_closed = ClosedCallback();
    Object::DoDispose();
}

void
MetsGroupClient::SetControl(Ptr<Socket> control, const Address& server)
{
    m_control = control;
    m_server = server;
    control->SetRecvCallback(MakeCallback(&MetsGroupClient::Read, this));
}

void
MetsGroupClient::SetProfile(ProfileCallback profile)
{
    m_profile = profile;
}

void
MetsGroupClient::SetAnswer(AnswerCallback answer)
{
    m_answer = answer;
}

void
MetsGroupClient::SetClosed(ClosedCallback closed)
{
    m_closed = closed;
}

void
MetsGroupClient::Send(const MetsGroupHeader& header)
{
    NS_ABORT_MSG_UNLESS(m_control, "a MetsGroupClient without SetControl() sends");
    SendMessage(m_control, header, m_server);
}

void
MetsGroupClient::Ask(uint16_t group)
{
    MetsGroupHeader header;
    header.group = group;
    Send(header);
}

void
MetsGroupClient::Join(uint16_t group, MetsLayer layer)
{
    NS_ABORT_MSG_IF(layer < METS_BL || layer > METS_E2,
                    "layer " << layer << " of a group: must be 1 (BL), 2 (E1) or 3 (E2)");
    MetsGroupHeader header;
    header.kind = MetsGroupHeader::JOIN;
    header.group = group;
    header.layer = layer;
    Send(header);
}

void
MetsGroupClient::Leave(uint16_t group)
{
    m_members.erase(group);
    MetsGroupHeader header;
    header.kind = MetsGroupHeader::LEAVE;
    header.group = group;
    Send(header);
}

MetsLayer
MetsGroupClient::GetLayer(uint16_t group) const
{
    const auto found = m_members.find(group);
    return found == m_members.end() ? METS_NONE : found->second;
}

uint64_t
MetsGroupClient::GetDropped() const
{
    return m_dropped;
}

void
MetsGroupClient::Read(Ptr<Socket> socket)
{
    const Ptr<MetsGroupClient> self(this); // the application may drop it
    ReadMessages(socket, m_control, [this](const MetsGroupHeader* message, const Address& from) {
        if (message && from == m_server)
        {
            Take(*message);
        }
        else
        {
            ++m_dropped;
        }
    });
}

void
MetsGroupClient::Take(const MetsGroupHeader& message)
{
    const uint16_t group = message.group;
    const bool isMember = m_members.count(group) > 0;
    switch (message.kind)
    {
    case MetsGroupHeader::CHANGED:
    case MetsGroupHeader::JOINED:
        if (message.kind == MetsGroupHeader::CHANGED && !isMember)
        {
            ++m_dropped; // it has left meanwhile
            return;
        }
        m_members[group] = message.layer;
        [[fallthrough]];
    case MetsGroupHeader::PROFILE:
        if (!m_profile.IsNull())
        {
            m_profile(group, message.profile, message.members);
        }
        break;
    case MetsGroupHeader::CLOSED:
        m_members.erase(group);
        if (!m_closed.IsNull())
        {
            m_closed(group);
        }
        break;
    case MetsGroupHeader::REFUSED:
        break;
    default:
        ++m_dropped;
        return;
    }
    const bool isJoined = message.kind == MetsGroupHeader::JOINED;
    if ((isJoined || message.kind == MetsGroupHeader::REFUSED) && !m_answer.IsNull())
    {
        MetsAnswer answer;
        answer.reason =
            isJoined ? "" : "group " + std::to_string(group) + ": refused by its server";
        m_answer(group, answer);
    }
}
} // namespace hsn
} // namespace ns3
