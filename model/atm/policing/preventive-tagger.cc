// SPDX-License-Identifier: GPL-2.0-only
#include "preventive-tagger.h"

#include "ns3/abort.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
PreventiveTagger::PreventiveTagger(const AtmTrafficContract& contract, Gcra::Form form)
    : m_latest(-Gcra::MAX_TIME),
      m_remaining(0),
      m_tagged(false),
      m_tagging(contract.IsTagging())
{
    const std::string error = Check(contract);
    NS_ABORT_MSG_IF(!error.empty(), error);
    m_pcr = Gcra(contract.GetPcrPeriod(), contract.GetPcrLimit(), form);
    m_scr = Gcra(contract.GetScrPeriod(), contract.GetScrLimit(), form);
}

std::string
PreventiveTagger::Check(const AtmTrafficContract& contract)
{
    if (contract.GetType() != AtmTrafficContract::VBR_A &&
        contract.GetType() != AtmTrafficContract::VBR_B)
    {
        return "preventive tagging needs contract VBR_A or VBR_B, not " +
               AtmTrafficContract::GetTypeName(contract.GetType());
    }
    return contract.Check();
}

bool
PreventiveTagger::WouldConform(int64_t now, uint32_t cells) const
{
    // X1 + (n - 1)(T_SCR - T_PCR) <= tau_SCR, divided to stay clear of overflow.
    const int64_t excess = m_scr.GetExcess(now);
    const int64_t perCell = m_scr.GetIncrement() - m_pcr.GetIncrement();
    return excess <= m_scr.GetLimit() &&
           (perCell == 0 || int64_t(cells) - 1 <= (m_scr.GetLimit() - excess) / perCell);
}

bool
PreventiveTagger::StartPdu(int64_t now, uint32_t cells)
{
    NS_ABORT_MSG_IF(cells == 0, "a PDU must have at least 1 cell, not " << cells);
    NS_ABORT_MSG_IF(m_remaining != 0,
                    "a PDU starts at " << now << " while " << m_remaining
                                       << " cells of the one before are still to be sent");
    m_remaining = cells;
    m_tagged = !WouldConform(now, cells);
    return !m_tagged;
}

bool
PreventiveTagger::NextCell(int64_t ta)
{
    NS_ABORT_MSG_IF(m_remaining == 0, "no PDU is in progress for the cell at time " << ta);
    NS_ABORT_MSG_IF(ta < m_latest,
                    "cell time goes back from " << m_latest << " to " << ta << " time steps");
    NS_ABORT_MSG_IF(ta > Gcra::MAX_TIME, m_pcr.CheckTime(ta));
    m_latest = ta;
    m_remaining--;
    const bool clp = m_tagged && m_remaining > 0;
    if (m_pcr.Conforms(ta))
    {
        const bool conforms = clp || m_scr.Police(ta);
        if (conforms || m_tagging)
        {
            m_pcr.Update(ta);
        }
    }
    return clp;
}

uint32_t
PreventiveTagger::GetRemaining() const
{
    return m_remaining;
}

const Gcra&
PreventiveTagger::GetPcr() const
{
    return m_pcr;
}

const Gcra&
PreventiveTagger::GetScr() const
{
    return m_scr;
}
} // namespace hsn
} // namespace ns3
