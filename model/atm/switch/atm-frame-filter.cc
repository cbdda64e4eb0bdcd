// SPDX-License-Identifier: GPL-2.0-only
#include "atm-frame-filter.h"

#include "ns3/hsn-compat.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmFrameFilter");
NS_OBJECT_ENSURE_REGISTERED(AtmFrameFilter);

TypeId
AtmFrameFilter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmFrameFilter")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddAttribute("UserBitMarks",
                          "Which cell of a frame bears the user-to-user bit: Last, as in AAL5, or "
                          "First",
                          EnumValue(AtmFrameFilter::LAST),
                          MakeHsnEnumAccessor(&AtmFrameFilter::SetMarks, &AtmFrameFilter::GetMarks),
                          MakeEnumChecker(LAST, "Last", FIRST, "First"));
    return tid;
}

AtmFrameFilter::AtmFrameFilter() = default;

AtmFrameFilter::~AtmFrameFilter() = default;

void
AtmFrameFilter::SetMarks(Marks marks)
{
    m_marks = marks;
}

AtmFrameFilter::Marks
AtmFrameFilter::GetMarks() const
{
    return m_marks;
}

AtmFrameFilter::Fate
AtmFrameFilter::Decide(const AtmPdu& pdu, const CellDamage* damage, uint32_t first, uint32_t count)
{
    if (pdu.IsRaw())
    {
        m_state->counters.cells += count;
        m_state->counters.others += count;
        return {ALL_PORTS, count};
    }
    const bool isMarked = first + count == pdu.GetNCells(); // the last one
    uint32_t decided = count;
    bool reads = m_state->expectsFirst;
    if (m_marks == FIRST && isMarked)
    {
        reads = reads || count == 1;
        decided = count == 1 ? 1 : count - 1; // the marked one is decided on by itself
    }
    if (reads)
    {
        Read(pdu, damage, first);
    }
    else if (first == 0)
    {
        ++m_state->counters.merged;
    }
    m_state->expectsFirst = m_marks == LAST && isMarked;
    m_state->counters.cells += decided;
    return {m_state->ports, decided};
}

void
AtmFrameFilter::Read(const AtmPdu& pdu, const CellDamage* damage, uint32_t cell)
{
    Payload payload{};
    if (cell == 0 && pdu.IsAal5() && pdu.GetSdu()->GetSize() > payload.size())
    {
        pdu.GetSdu()->CopyData(payload.data(), static_cast<uint32_t>(payload.size()));
    }
    else
    {
        std::copy_n(pdu.GetCells(cell, 1), payload.size(), payload.begin());
    }
    if (damage)
    {
        for (const auto& flip : damage->flips)
        {
            if (flip.cell == cell)
            {
                payload[flip.bit / 8] ^= static_cast<uint8_t>(0x80 >> flip.bit % 8);
            }
        }
    }
    auto& counters = m_state->counters;
    ++counters.frames;
    counters.misread += cell > 0 ? 1 : 0;
    bool known = true;
    m_state->ports = GetPorts(payload, known);
    if (!known)
    {
        ++counters.unknown;
        m_state->ports = ALL_PORTS;
    }
    NS_LOG_LOGIC("frame goes to ports " << m_state->ports);
}

const AtmFrameFilter::Counters&
AtmFrameFilter::GetCounters() const
{
    return m_state.Get().counters;
}
} // namespace hsn
} // namespace ns3
