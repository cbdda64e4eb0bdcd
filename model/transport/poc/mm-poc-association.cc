// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-association.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
MmPocAssociation::MmPocAssociation(const Key& key,
                                   std::shared_ptr<const MmPocPartialOrder> order,
                                   const MmPocManager::Settings& settings)
    : m_key(key),
      m_manager(*this, order, settings),
      m_members(order->GetMedia(), nullptr),
      m_known(order->GetMedia(), false),
      m_joined(order->GetMedia(), false),
      m_submitted(order->GetMedia(), 0),
      m_delays(order->GetMedia()),
      m_timer([this] { HandleTime(); }),
      m_flushTimer([this] { Flush(); })
{
}

MmPocAssociation::~MmPocAssociation() = default;

bool
MmPocAssociation::IsEmpty() const
{
    return std::all_of(m_members.begin(), m_members.end(), [](Member* one) { return !one; });
}

void
MmPocAssociation::Enter(uint32_t poc, Member& member)
{
    m_members[poc] = &member;
    m_known[poc] = true;
}

void
MmPocAssociation::Join(uint32_t poc, const MmPocLossPolicy::Settings& bound)
{
    m_joined[poc] = true;
    m_manager.Join(poc, bound);
    Flush();
}

void
MmPocAssociation::Leave(uint32_t poc)
{
    m_members[poc] = nullptr;
    if (m_joined[poc] && !IsEmpty())
    {
        m_manager.Leave(poc, Simulator::Now());
        m_flushTimer.Set(Simulator::Now()); // when the socket that leaves is out of its calls
    }
    if (IsEmpty())
    {
        m_timer.Remove();
        m_flushTimer.Remove();
    }
}

// --- what arrives -----------------------------------------------------------------------------

MmPocArrival
MmPocAssociation::ReceiveData(const MmPocPdu& pdu, Ptr<Packet> packet)
{
    const auto result = m_manager.ReceiveData(pdu, packet, Simulator::Now());
    Flush();
    return result;
}

void
MmPocAssociation::ReceiveRequest(const MmPocPdu& pdu)
{
    m_manager.ReceiveRequest(pdu, Simulator::Now());
    Flush();
}

void
MmPocAssociation::Answer(uint32_t poc)
{
    m_manager.Answer(poc, Simulator::Now());
    Flush();
}

void
MmPocAssociation::HandleTime()
{
    m_manager.HandleTime(Simulator::Now());
    Flush();
}

void
MmPocAssociation::Flush()
{
    const Ptr<MmPocAssociation> self(this); // an application may close the last socket
    const Time deadline = m_manager.GetDeadline();
    if (deadline == Time::Max())
    {
        m_timer.Cancel();
    }
    else
    {
        m_timer.Set(std::max(deadline, Simulator::Now()));
    }
    while (!m_events.empty())
    {
        const MmPocEvent event = m_events.front();
        m_events.pop_front();
        if (m_members[event.poc])
        {
            m_members[event.poc]->Take(event);
        }
    }
    for (uint32_t poc = 0; poc < m_members.size(); ++poc)
    {
        if (m_members[poc])
        {
            m_members[poc]->Finish();
        }
    }
}

bool
MmPocAssociation::IsDone(uint32_t poc) const
{
    const auto receiver = m_manager.GetReceiver(poc);
    return receiver && receiver->IsEndHeard() && receiver->IsDone();
}

void
MmPocAssociation::SendAnswer(const MmPocPdu& pdu)
{
    if (m_members[pdu.poc])
    {
        m_members[pdu.poc]->SendAnswer(pdu);
    }
}

void
MmPocAssociation::Deliver(const MmPocSdu& sdu, Ptr<Packet> packet)
{
    MmPocEvent event;
    event.poc = sdu.poc;
    event.sdu = packet;
    event.number = sdu.number;
    m_events.push_back(event);
}

void
MmPocAssociation::NotifyLost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause)
{
    MmPocEvent event;
    event.poc = poc;
    event.lost = lost;
    event.cause = cause;
    m_events.push_back(event);
}

// --- what is sent -----------------------------------------------------------------------------

std::string
MmPocAssociation::FindMissingSubmission(uint32_t poc) const
{
    const auto& order = m_manager.GetOrder();
    const MmPocSdu next{poc, m_submitted[poc]};
    const std::string name = std::to_string(poc) + "." + std::to_string(next.number);
    if (!order.Contains(next))
    {
        return "SDU " + name + ": the order has no such SDU";
    }
    for (const auto& before : order.GetImmediate(next))
    {
        if (before.number >= m_submitted[before.poc])
        {
            return "SDU " + name + ": must be submitted after " + std::to_string(before.poc) + "." +
                   std::to_string(before.number);
        }
    }
    return "";
}
} // namespace hsn
} // namespace ns3
