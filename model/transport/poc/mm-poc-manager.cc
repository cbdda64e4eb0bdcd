// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-manager.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
MmPocManager::MmPocManager(User& user,
                           std::shared_ptr<const MmPocPartialOrder> order,
                           const Settings& settings)
    : m_user(user),
      m_order(std::move(order)),
      m_settings(settings),
      m_receivers(m_order->GetMedia())
{
    for (uint32_t poc = 0; poc < m_order->GetMedia(); ++poc)
    {
        m_simple.push_back(m_order->IsChain(poc));
    }
}

void
MmPocManager::Join(uint32_t poc, const MmPocLossPolicy::Settings& bound)
{
    m_receivers[poc].reset(new MmPocReceiver(poc, bound));
    if (!m_order->IsPeriodic())
    {
        m_receivers[poc]->SetTotal(m_order->GetCount(poc));
    }
    if (++m_joined == m_receivers.size())
    {
        LookAtAll();
    }
}

void
MmPocManager::Leave(uint32_t poc, Time /* now */)
{
    auto& receiver = *m_receivers[poc];
    receiver.SetTotal(receiver.GetFrontier());
    // holes never come either: nobody is told, because nobody is there
    receiver.Declare(std::vector<uint64_t>(receiver.GetHoles().begin(), receiver.GetHoles().end()));
    LookAtAll();
}

uint32_t
MmPocManager::GetStored() const
{
    std::size_t stored = 0;
    for (const auto& receiver : m_receivers)
    {
        stored += receiver ? receiver->GetStored().size() : 0;
    }
    return static_cast<uint32_t>(stored);
}

// --- what precedes an SDU ---------------------------------------------------------------------

bool
MmPocManager::IsSimple(const MmPocSdu& sdu) const
{
    for (uint32_t poc = 0; poc < m_receivers.size(); ++poc)
    {
        if (!m_simple[poc] && m_order->GetHighest(poc, sdu) >= 0)
        {
            return false;
        }
    }
    return true;
}

MmPocManager::Undecided
MmPocManager::Gather(const MmPocSdu& sdu, bool stored)
{
    Undecided found;
    found.missing.resize(m_receivers.size());
    found.stored.resize(m_receivers.size());
    if (!IsSimple(sdu))
    {
        Search(sdu, found);
        return found;
    }
    for (uint32_t poc = 0; poc < m_receivers.size(); ++poc)
    {
        // all SDUs up to the highest one that precedes it, because the medium is a chain
        const int64_t highest = m_order->GetHighest(poc, sdu);
        found.missing[poc] = m_receivers[poc]->GetMissing(highest);
        m_counters.checks += 1 + found.missing[poc].size();
        if (stored)
        {
            found.stored[poc] = m_receivers[poc]->GetStored(highest);
            m_counters.checks += found.stored[poc].size();
        }
    }
    return found;
}

void
MmPocManager::Search(const MmPocSdu& sdu, Undecided& found)
{
    std::vector<MmPocSdu> open{sdu};
    std::set<MmPocSdu> seen;
    while (!open.empty())
    {
        const MmPocSdu at = open.back();
        open.pop_back();
        for (const auto& before : m_order->GetImmediate(at))
        {
            ++m_counters.checks;
            bool matters = false;
            for (uint32_t poc = 0; !matters && poc < m_receivers.size(); ++poc)
            {
                const auto lowest = static_cast<int64_t>(m_receivers[poc]->GetLowestValid());
                matters = m_order->GetHighest(poc, before) >= lowest;
            }
            const auto& receiver = *m_receivers[before.poc];
            const bool missing = receiver.IsMissing(before.number);
            const bool stored = receiver.IsStored(before.number);
            if (!(matters || missing || stored) || !seen.insert(before).second)
            {
                continue;
            }
            if (missing || stored)
            {
                (missing ? found.missing : found.stored)[before.poc].push_back(before.number);
            }
            open.push_back(before);
        }
    }
    for (auto* lists : {&found.missing, &found.stored})
    {
        for (auto& list : *lists)
        {
            std::sort(list.begin(), list.end());
        }
    }
}

std::vector<uint64_t>
MmPocManager::GetOwnMissing(const MmPocSdu& sdu)
{
    auto& receiver = *m_receivers[sdu.poc];
    if (m_simple[sdu.poc])
    {
        auto missing = receiver.GetMissing(m_order->GetHighest(sdu.poc, sdu));
        m_counters.checks += 1 + missing.size();
        return missing;
    }
    if (IsComplete())
    {
        Undecided found;
        found.missing.resize(m_receivers.size());
        found.stored.resize(m_receivers.size());
        Search(sdu, found);
        return found.missing[sdu.poc];
    }
    std::vector<uint64_t> missing;
    for (const uint64_t number : receiver.GetHoles())
    {
        if (m_order->Precedes({sdu.poc, number}, sdu))
        {
            missing.push_back(number);
        }
    }
    return missing;
}

// --- delivery ---------------------------------------------------------------------------------

void
MmPocManager::Watch(const MmPocSdu& sdu, const MmPocSdu& other)
{
    m_watched[other].insert(sdu);
}

bool
MmPocManager::TryDeliver(const MmPocSdu& sdu)
{
    ++m_counters.looks;
    const auto media = static_cast<uint32_t>(m_receivers.size());
    const bool hold = m_settings.holdReceived;
    if (hold && IsSimple(sdu))
    {
        for (uint32_t poc = 0; poc < media; ++poc)
        {
            ++m_counters.checks;
            // the highest one: when it is decided, those before it are, too
            const uint64_t stored =
                m_receivers[poc]->GetHighestStored(m_order->GetHighest(poc, sdu));
            if (stored != MmPocReceiver::NONE)
            {
                Watch(sdu, {poc, stored});
                return false;
            }
        }
    }
    Undecided found = Gather(sdu, !hold);
    for (uint32_t poc = 0; poc < media; ++poc)
    {
        if (hold && !found.stored[poc].empty())
        {
            Watch(sdu, {poc, found.stored[poc].back()});
            return false;
        }
        // what has arrived counts as missing here
        auto& lost = found.missing[poc];
        const auto middle = static_cast<std::ptrdiff_t>(lost.size());
        lost.insert(lost.end(), found.stored[poc].begin(), found.stored[poc].end());
        std::inplace_merge(lost.begin(), lost.begin() + middle, lost.end());
        if (m_settings.mode == MM_POC_MEDIA_PER_MEDIA && poc != sdu.poc && !lost.empty())
        {
            Watch(sdu, {poc, lost.front()});
            return false;
        }
    }
    for (uint32_t poc = 0; poc < media; ++poc)
    {
        const auto& lost = found.missing[poc];
        if (!m_receivers[poc]->GetPolicy().Accepts(lost))
        {
            // losses grow only: nothing helps but that one of these is decided otherwise
            for (const uint64_t number : lost)
            {
                Watch(sdu, {poc, number});
            }
            return false;
        }
    }
    for (uint32_t poc = 0; poc < media; ++poc)
    {
        Declare(poc, found.missing[poc], sdu.poc);
    }
    m_user.Deliver(sdu, m_receivers[sdu.poc]->Take(sdu.number));
    Wake(sdu);
    return true;
}

void
MmPocManager::Declare(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause)
{
    if (lost.empty())
    {
        return;
    }
    m_receivers[poc]->Declare(lost);
    m_user.NotifyLost(poc, lost, cause);
    for (const uint64_t number : lost)
    {
        Wake({poc, number});
    }
}

void
MmPocManager::Wake(const MmPocSdu& sdu)
{
    m_reported.erase(sdu);
    const auto watched = m_watched.find(sdu);
    if (watched != m_watched.end())
    {
        m_awake.insert(watched->second.begin(), watched->second.end());
        m_watched.erase(watched);
    }
}

void
MmPocManager::Rescan()
{
    while (IsComplete() && !m_awake.empty())
    {
        const MmPocSdu sdu = *m_awake.begin();
        m_awake.erase(m_awake.begin());
        if (m_receivers[sdu.poc]->IsStored(sdu.number))
        {
            TryDeliver(sdu);
        }
    }
}

void
MmPocManager::LookAtAll()
{
    if (!IsComplete())
    {
        return;
    }
    m_watched.clear();
    for (uint32_t poc = 0; poc < m_receivers.size(); ++poc)
    {
        for (const auto& [number, sdu] : m_receivers[poc]->GetStored())
        {
            m_awake.insert({poc, number});
        }
    }
    Rescan();
}

// --- PDUs -------------------------------------------------------------------------------------

MmPocArrival
MmPocManager::ReceiveData(const MmPocPdu& pdu, Ptr<Packet> packet, Time now)
{
    ++m_counters.data;
    auto& receiver = *m_receivers[pdu.poc];
    const MmPocSdu sdu{pdu.poc, pdu.number};
    MmPocArrival result = MM_POC_DECIDED;
    bool isReported = false;
    if (sdu.number >= receiver.GetTotal() ||
        sdu.number >= receiver.GetLowestMissing() + m_settings.farthest)
    {
        return MM_POC_TOO_FAR;
    }
    if (receiver.IsMissing(sdu.number))
    {
        receiver.Store(sdu.number, packet);
        result = MM_POC_STORED;
        const auto missing = GetOwnMissing(sdu);
        if (!receiver.GetPolicy().Accepts(missing))
        {
            bool isNew = false;
            for (const uint64_t number : missing)
            {
                isNew = m_reported.insert({sdu.poc, number}).second || isNew;
            }
            isReported = isNew || m_settings.fnackRepeat;
        }
        if (isReported)
        {
            m_user.SendAnswer(receiver.MakeAnswer(MM_POC_FNACK, m_settings.longestList));
        }
        if (IsComplete())
        {
            if (TryDeliver(sdu))
            {
                result = MM_POC_DELIVERED;
                Rescan();
            }
        }
        if (result == MM_POC_STORED && m_settings.lifetime.IsStrictlyPositive())
        {
            m_waiting.emplace_back(now + m_settings.lifetime, sdu);
        }
    }
    if (pdu.ack && !isReported)
    {
        Answer(pdu.poc, now);
    }
    return result;
}

void
MmPocManager::ReceiveRequest(const MmPocPdu& pdu, Time now)
{
    if (pdu.end)
    {
        auto& receiver = *m_receivers[pdu.poc];
        if (!receiver.IsEndHeard())
        {
            receiver.NoteEnd();
            receiver.SetTotal(pdu.total);
            LookAtAll(); // SDUs may have waited for one that does not exist
        }
    }
    Answer(pdu.poc, now);
}

void
MmPocManager::Answer(uint32_t poc, Time /* now */)
{
    auto& receiver = *m_receivers[poc];
    if (m_settings.declareAtAck && IsComplete())
    {
        const std::vector<uint64_t> holes(receiver.GetHoles().begin(), receiver.GetHoles().end());
        for (const uint64_t number : holes)
        {
            if (receiver.GetPolicy().Accepts({number}))
            {
                Declare(poc, {number}, poc);
            }
        }
        Rescan();
    }
    m_user.SendAnswer(receiver.MakeAnswer(MM_POC_ACK_RES, m_settings.longestList));
}

// --- the deadline -----------------------------------------------------------------------------

Time
MmPocManager::GetDeadline() const
{
    return m_waiting.empty() ? Time::Max() : m_waiting.front().first;
}

void
MmPocManager::HandleTime(Time now)
{
    while (!m_waiting.empty() && m_waiting.front().first <= now)
    {
        const MmPocSdu sdu = m_waiting.front().second;
        m_waiting.pop_front();
        if (!m_receivers[sdu.poc]->IsStored(sdu.number))
        {
            continue;
        }
        if (!IsComplete())
        {
            m_waiting.emplace_back(now + m_settings.lifetime, sdu);
            continue;
        }
        const Undecided found = Gather(sdu, false);
        for (uint32_t poc = 0; poc < m_receivers.size(); ++poc)
        {
            Declare(poc, found.missing[poc], sdu.poc);
        }
        m_awake.insert(sdu);
        Rescan();
    }
}
} // namespace hsn
} // namespace ns3
