// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-receiver.h"

#include <iterator>

namespace ns3
{
namespace hsn
{
MmPocReceiver::MmPocReceiver(uint32_t poc, const MmPocLossPolicy::Settings& bound)
    : m_poc(poc),
      m_policy(bound)
{
}

std::vector<uint64_t>
MmPocReceiver::GetMissing(int64_t highest) const
{
    std::vector<uint64_t> missing;
    if (highest < 0)
    {
        return missing;
    }
    const uint64_t end = std::min(static_cast<uint64_t>(highest) + 1, m_total);
    missing.assign(m_holes.begin(), m_holes.lower_bound(end));
    for (uint64_t number = m_frontier; number < end; ++number)
    {
        missing.push_back(number);
    }
    return missing;
}

uint64_t
MmPocReceiver::GetHighestStored(int64_t highest) const
{
    const auto above =
        highest < 0 ? m_stored.begin() : m_stored.upper_bound(static_cast<uint64_t>(highest));
    return above == m_stored.begin() ? NONE : std::prev(above)->first;
}

std::vector<uint64_t>
MmPocReceiver::GetStored(int64_t highest) const
{
    std::vector<uint64_t> stored;
    for (auto i = m_stored.begin();
         i != m_stored.end() && static_cast<int64_t>(i->first) <= highest;
         ++i)
    {
        stored.push_back(i->first);
    }
    return stored;
}

void
MmPocReceiver::Advance(uint64_t to)
{
    for (; m_frontier < to; ++m_frontier)
    {
        m_holes.insert(m_holes.end(), m_frontier);
    }
}

void
MmPocReceiver::Store(uint64_t number, Ptr<Packet> sdu)
{
    Advance(number + 1);
    m_holes.erase(number);
    m_storedBytes += sdu->GetSize();
    m_stored[number] = sdu;
}

Ptr<Packet>
MmPocReceiver::Take(uint64_t number)
{
    const auto stored = m_stored.find(number);
    const auto sdu = stored->second;
    m_storedBytes -= sdu->GetSize();
    m_stored.erase(stored);
    m_policy.Forget(GetLowestValid());
    return sdu;
}

void
MmPocReceiver::Declare(const std::vector<uint64_t>& lost)
{
    if (lost.empty())
    {
        return;
    }
    Advance(lost.back() + 1);
    m_policy.Declare(lost);
    for (const uint64_t number : lost)
    {
        const auto stored = m_stored.find(number);
        if (stored != m_stored.end())
        {
            m_storedBytes -= stored->second->GetSize();
            m_stored.erase(stored);
        }
        m_holes.erase(number);
    }
    m_policy.Forget(GetLowestValid());
}

void
MmPocReceiver::SetTotal(uint64_t total)
{
    // what has arrived or was declared lost has been sent
    m_total = std::min(m_total, std::max(total, m_frontier));
}

MmPocPdu
MmPocReceiver::MakeAnswer(MmPocPduType type, uint32_t longest) const
{
    MmPocPdu pdu;
    pdu.type = type;
    pdu.poc = static_cast<uint8_t>(m_poc);
    pdu.end = m_endHeard;
    if (m_frontier > 0)
    {
        pdu.lastReceived = static_cast<uint32_t>(m_frontier - 1);
    }
    for (const uint64_t number : m_holes)
    {
        if (pdu.losses.size() >= longest)
        {
            pdu.lastReceived = static_cast<uint32_t>(number - 1);
            break;
        }
        pdu.losses.push_back(static_cast<uint32_t>(number));
    }
    return pdu;
}
} // namespace hsn
} // namespace ns3
