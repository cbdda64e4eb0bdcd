// SPDX-License-Identifier: GPL-2.0-only
#include "atm-traffic-contract.h"

#include "gcra.h"

#include "ns3/abort.h"

#include <cmath>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Bits of a cell on the line. */
constexpr uint64_t CELL_BITS = 424;
} // namespace

AtmTrafficContract::AtmTrafficContract()
    : m_type(BEST_EFFORT),
      m_tagging(false),
      m_mbs(0),
      m_tPcr(NanoSeconds(2726)),
      m_tauPcr(0),
      m_tScr(0)
{
}

AtmTrafficContract
AtmTrafficContract::BestEffort(Time tPcr, Time tauPcr)
{
    AtmTrafficContract contract;
    contract.m_tPcr = tPcr;
    contract.m_tauPcr = tauPcr;
    return contract;
}

AtmTrafficContract
AtmTrafficContract::Cbr(Time tPcr, Time tauPcr)
{
    AtmTrafficContract contract = BestEffort(tPcr, tauPcr);
    contract.m_type = CBR;
    return contract;
}

AtmTrafficContract
AtmTrafficContract::Vbr(Type type, Time tPcr, Time tScr, uint32_t mbs, Time tauPcr)
{
    NS_ABORT_MSG_IF(type != VBR_A && type != VBR_B && type != VBR_C,
                    "contract type " << GetTypeName(type)
                                     << " is not a VBR contract (VBR_A, VBR_B or VBR_C)");
    AtmTrafficContract contract = BestEffort(tPcr, tauPcr);
    contract.m_type = type;
    contract.m_tagging = type == VBR_B;
    contract.m_tScr = tScr;
    contract.m_mbs = mbs;
    return contract;
}

AtmTrafficContract
AtmTrafficContract::BestEffort(DataRate pcr, Time tauPcr)
{
    return BestEffort(CellPeriod(pcr), tauPcr);
}

AtmTrafficContract
AtmTrafficContract::Cbr(DataRate pcr, Time tauPcr)
{
    return Cbr(CellPeriod(pcr), tauPcr);
}

AtmTrafficContract
AtmTrafficContract::Vbr(Type type, DataRate pcr, DataRate scr, uint32_t mbs, Time tauPcr)
{
    return Vbr(type, CellPeriod(pcr), CellPeriod(scr), mbs, tauPcr);
}

Time
AtmTrafficContract::CellPeriod(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0,
                    "rate " << rate.GetBitRate() << " bit/s of a contract must be greater than 0");
    // 424 * 1e15 (fs) < 2^63, so the product fits in every resolution of ns-3.
    const auto second = static_cast<uint64_t>(Seconds(1).GetTimeStep());
    return TimeStep(CELL_BITS * second / rate.GetBitRate());
}

Time
AtmTrafficContract::CellPeriod(double cellsPerSecond)
{
    NS_ABORT_MSG_IF(!(cellsPerSecond > 0) || std::isinf(cellsPerSecond),
                    "rate " << cellsPerSecond << " cells/s of a contract must be greater than 0");
    const double period = static_cast<double>(Seconds(1).GetTimeStep()) / cellsPerSecond;
    NS_ABORT_MSG_IF(period > static_cast<double>(Gcra::MAX_TIME),
                    "rate " << cellsPerSecond << " cells/s has a period of " << period
                            << " time steps, more than 2^61");
    return TimeStep(static_cast<uint64_t>(std::floor(period + 1e-9)));
}

std::string
AtmTrafficContract::Check() const
{
    std::ostringstream text;
    const int64_t tPcr = m_tPcr.GetTimeStep();
    const int64_t tScr = m_tScr.GetTimeStep();
    if (tPcr <= 0)
    {
        text << "T_PCR = " << m_tPcr << " must be greater than 0";
    }
    else if (m_tauPcr.IsStrictlyNegative())
    {
        text << "tau_PCR = " << m_tauPcr << " must not be negative";
    }
    else if (tPcr > Gcra::MAX_TIME || m_tauPcr.GetTimeStep() > Gcra::MAX_TIME)
    {
        text << Gcra::Check(tPcr, m_tauPcr.GetTimeStep());
    }
    else if (HasScr() && tScr <= 0)
    {
        text << "T_SCR = " << m_tScr << " must be greater than 0";
    }
    else if (HasScr() && tScr < tPcr)
    {
        text << "T_SCR = " << m_tScr << " must not be less than T_PCR = " << m_tPcr;
    }
    else if (HasScr() && tScr > Gcra::MAX_TIME)
    {
        text << "T_SCR = " << m_tScr << " must be at most 2^61 time steps";
    }
    else if (HasScr() && m_mbs < 1)
    {
        text << "MBS = " << m_mbs << " cells must be at least 1";
    }
    else if (HasScr() && tScr > tPcr && (m_mbs - 1) > Gcra::MAX_TIME / (tScr - tPcr))
    {
        text << "MBS = " << m_mbs
             << " cells makes tau_SCR = (MBS - 1)(T_SCR - T_PCR) with T_SCR = " << m_tScr
             << " more than 2^61 time steps";
    }
    else if (m_tagging && m_type != VBR_B)
    {
        text << "tagging cannot be requested with contract " << GetTypeName(m_type)
             << ", only with VBR_B";
    }
    else if (!m_tagging && m_type == VBR_B)
    {
        text << "contract VBR_B requests tagging; without tagging it is VBR_A";
    }
    return text.str();
}

Time
AtmTrafficContract::GetScrLimit() const
{
    if (!HasScr() || m_mbs < 1)
    {
        return Time(0);
    }
    return Time(int64_t(m_mbs - 1) * (m_tScr - m_tPcr).GetTimeStep());
}

bool
AtmTrafficContract::HasScr() const
{
    return m_type == VBR_A || m_type == VBR_B || m_type == VBR_C;
}

bool
AtmTrafficContract::ScrCountsTagged() const
{
    return m_type == VBR_C;
}

AtmTrafficContract::Type
AtmTrafficContract::GetType() const
{
    return m_type;
}

Time
AtmTrafficContract::GetPcrPeriod() const
{
    return m_tPcr;
}

Time
AtmTrafficContract::GetPcrLimit() const
{
    return m_tauPcr;
}

Time
AtmTrafficContract::GetScrPeriod() const
{
    return m_tScr;
}

uint32_t
AtmTrafficContract::GetMbs() const
{
    return m_mbs;
}

bool
AtmTrafficContract::IsTagging() const
{
    return m_tagging;
}

void
AtmTrafficContract::SetTagging(bool tagging)
{
    m_tagging = tagging;
}

std::string
AtmTrafficContract::GetTypeName(Type type)
{
    switch (type)
    {
    case BEST_EFFORT:
        return "BEST_EFFORT";
    case CBR:
        return "CBR";
    case VBR_A:
        return "VBR_A";
    case VBR_B:
        return "VBR_B";
    case VBR_C:
        return "VBR_C";
    }
    return std::to_string(static_cast<int>(type));
}

std::ostream&
operator<<(std::ostream& os, const AtmTrafficContract& contract)
{
    os << AtmTrafficContract::GetTypeName(contract.GetType())
       << " T_PCR=" << contract.GetPcrPeriod() << " tau_PCR=" << contract.GetPcrLimit();
    if (contract.HasScr())
    {
        os << " T_SCR=" << contract.GetScrPeriod() << " MBS=" << contract.GetMbs()
           << " tau_SCR=" << contract.GetScrLimit()
           << " tagging=" << (contract.IsTagging() ? "yes" : "no");
    }
    return os;
}
} // namespace hsn
} // namespace ns3
