// SPDX-License-Identifier: GPL-2.0-only
#include "usage-parameter-control.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <limits>
#include <sstream>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnUsageParameterControl");

NS_OBJECT_ENSURE_REGISTERED(UsageParameterControl);

constexpr uint32_t UsageParameterControl::MAX_AAL5_SDU;

TypeId
UsageParameterControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::UsageParameterControl")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<UsageParameterControl>()
            .AddAttribute("Form",
                          "Form of the GCRA; takes effect when the contract is set. The verdicts "
                          "do not depend on it.",
                          EnumValue(Gcra::VIRTUAL_SCHEDULING),
                          MakeHsnEnumAccessor(&UsageParameterControl::m_form),
                          MakeEnumChecker(Gcra::VIRTUAL_SCHEDULING,
                                          "VirtualScheduling",
                                          Gcra::LEAKY_BUCKET,
                                          "LeakyBucket"))
            .AddAttribute("PacketDiscard",
                          "What happens to the rest of a PDU that loses cells.",
                          EnumValue(UsageParameterControl::NONE),
                          MakeHsnEnumAccessor(&UsageParameterControl::SetPacketDiscard,
                                              &UsageParameterControl::GetPacketDiscard),
                          MakeEnumChecker(UsageParameterControl::NONE,
                                          "None",
                                          UsageParameterControl::PPD,
                                          "Ppd",
                                          UsageParameterControl::EPD,
                                          "Epd"))
            .AddAttribute("EpdLength",
                          "Where early packet discard gets the length of a PDU from.",
                          EnumValue(UsageParameterControl::MAX_SDU),
                          MakeHsnEnumAccessor(&UsageParameterControl::SetEpdLength,
                                              &UsageParameterControl::GetEpdLength),
                          MakeEnumChecker(UsageParameterControl::MAX_SDU,
                                          "MaxSdu",
                                          UsageParameterControl::ORACLE,
                                          "Oracle"))
            .AddAttribute("MaxSdu",
                          "Signalled maximum CPCS-SDU size in bytes, at most 65535; 0 if it was "
                          "not signalled, which early packet discard does not accept.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UsageParameterControl::SetMaxSdu,
                                               &UsageParameterControl::GetMaxSdu),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Conforming",
                            "A cell passed as it was.",
                            AtmChange::Watch(
                                MakeTraceSourceAccessor(&UsageParameterControl::m_conformingTrace)),
                            "ns3::hsn::UsageParameterControl::CellTracedCallback")
            .AddTraceSource(
                "Tagged",
                "A cell passed with its CLP bit set from 0 to 1.",
                AtmChange::Watch(MakeTraceSourceAccessor(&UsageParameterControl::m_taggedTrace)),
                "ns3::hsn::UsageParameterControl::CellTracedCallback")
            .AddTraceSource(
                "Discarded",
                "A cell was discarded.",
                AtmChange::Watch(MakeTraceSourceAccessor(&UsageParameterControl::m_discardedTrace)),
                "ns3::hsn::UsageParameterControl::DiscardTracedCallback");
    return tid;
}

UsageParameterControl::UsageParameterControl()
    : m_latest(std::numeric_limits<int64_t>::max()),
      m_dual(false),
      m_scrCountsTagged(false),
      m_tagging(false),
      m_atStart(true),
      m_dropping(false),
      m_form(Gcra::VIRTUAL_SCHEDULING),
      m_packetDiscard(NONE),
      m_epdLength(MAX_SDU),
      m_maxSdu(0)
{
    NS_LOG_FUNCTION(this);
}

UsageParameterControl::~UsageParameterControl()
{
    NS_LOG_FUNCTION(this);
}

void
UsageParameterControl::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Object::DoDispose();
}

void
UsageParameterControl::SetContract(const AtmTrafficContract& contract)
{
    NS_LOG_FUNCTION(this << contract);
    std::string error = contract.Check();
    NS_ABORT_MSG_IF(!error.empty(), error);
    error = Check();
    NS_ABORT_MSG_IF(!error.empty(), error);
    AtmChange change;
    m_contract = contract;
    m_dual = contract.HasScr();
    m_scrCountsTagged = contract.ScrCountsTagged();
    m_tagging = contract.IsTagging();
    m_pcr = Gcra(contract.GetPcrPeriod(), contract.GetPcrLimit(), m_form);
    m_scr = m_dual ? Gcra(contract.GetScrPeriod(), contract.GetScrLimit(), m_form) : Gcra();
    m_latest = -Gcra::MAX_TIME;
    m_counters = UpcCounters();
    m_atStart = true;
    m_dropping = false;
}

const AtmTrafficContract&
UsageParameterControl::GetContract() const
{
    return m_contract;
}

std::string
UsageParameterControl::Check() const
{
    std::ostringstream text;
    if (m_maxSdu > MAX_AAL5_SDU)
    {
        text << "MaxSdu = " << m_maxSdu << " bytes must be at most " << MAX_AAL5_SDU;
    }
    else if (m_packetDiscard == EPD && m_epdLength == MAX_SDU && m_maxSdu == 0)
    {
        text << "early packet discard by the maximum SDU needs one: MaxSdu = " << m_maxSdu
             << " means that none was signalled";
    }
    return text.str();
}

UsageParameterControl::Verdict
UsageParameterControl::Police(const UpcCell& cell)
{
    const int64_t ta = cell.time;
    if (ta < m_latest || ta > Gcra::MAX_TIME)
    {
        Reject(cell);
    }
    if (m_atStart)
    {
        m_dropping = m_packetDiscard == EPD && !PredictConforming(cell); // may abort
    }
    m_latest = ta;
    m_atStart = cell.last;
    if (m_dropping && m_packetDiscard == EPD)
    {
        return Discard(cell, UpcReason::EPD, m_counters->discardedEpd);
    }
    if (m_dropping && m_packetDiscard == PPD && !cell.last)
    {
        return Discard(cell, UpcReason::PPD, m_counters->discardedPpd);
    }
    if (!m_pcr->Conforms(ta))
    {
        return DiscardByBucket(cell, UpcReason::PCR, m_counters->discardedPcr);
    }
    if (ScrCounts(cell.clp))
    {
        if (m_scr->Conforms(ta))
        {
            m_scr->Update(ta);
        }
        else if (m_tagging)
        {
            m_pcr->Update(ta);
            m_counters->tagged++;
            m_taggedTrace(cell);
            return TAG;
        }
        else
        {
            return DiscardByBucket(cell, UpcReason::SCR, m_counters->discardedScr);
        }
    }
    m_pcr->Update(ta);
    m_counters->conforming++;
    m_conformingTrace(cell);
    return PASS;
}

UsageParameterControl::RunFate
UsageParameterControl::PoliceRun(const UpcCell& run, int64_t spacing, uint32_t n)
{
    UpcCell first = run;
    first.last = run.last && n == 1;
    m_pcr->RequireRun(run.time, spacing, n);
    const Verdict verdict = Police(first);
    const uint32_t alike = run.last ? n - 1 : n; // what ends a PDU is policed for itself
    if (alike <= 1 || IsWatched())
    {
        return {verdict, 1};
    }
    return {verdict, 1 + PoliceAlike(first, verdict, spacing, alike - 1)};
}

uint32_t
UsageParameterControl::PoliceAlike(const UpcCell& cell,
                                   Verdict verdict,
                                   int64_t spacing,
                                   uint32_t n)
{
    const int64_t next = cell.time + spacing;
    uint32_t alike = n;
    if (verdict != DISCARD)
    {
        // One bucket decides what the other one lets pass; both are updated by what they count.
        const bool counted = ScrCounts(cell.clp);
        alike = m_pcr->CountConforming(next, spacing, alike);
        if (counted)
        {
            alike = verdict == PASS ? m_scr->CountConforming(next, spacing, alike)
                                    : m_scr->CountNonConforming(next, spacing, alike);
        }
        if (alike > 0)
        {
            m_pcr->UpdateRun(next, spacing, alike);
            if (counted && verdict == PASS)
            {
                m_scr->UpdateRun(next, spacing, alike);
            }
        }
        (verdict == PASS ? m_counters->conforming : m_counters->tagged) += alike;
    }
    else if (m_packetDiscard != NONE && m_dropping)
    {
        (m_packetDiscard == EPD ? m_counters->discardedEpd : m_counters->discardedPpd) += alike;
    }
    else if (!m_pcr->Conforms(cell.time))
    {
        alike = m_pcr->CountNonConforming(next, spacing, alike);
        m_counters->discardedPcr += alike;
    }
    else
    {
        alike = m_scr->CountNonConforming(next, spacing, alike);
        m_counters->discardedScr += alike;
    }
    m_latest = cell.time + alike * spacing;
    return alike;
}

bool
UsageParameterControl::ScrCounts(bool clp) const
{
    return m_dual && (m_scrCountsTagged || !clp);
}

bool
UsageParameterControl::PredictConforming(const UpcCell& cell) const
{
    if (!m_dual)
    {
        return m_pcr->GetExcess(cell.time) <= m_pcr->GetLimit();
    }
    if (!ScrCounts(cell.clp))
    {
        return true;
    }
    int64_t cells = cell.pduCells;
    if (m_epdLength == MAX_SDU || cells == 0)
    {
        NS_ABORT_MSG_IF(m_maxSdu == 0,
                        "early packet discard cannot predict the PDU that starts at "
                            << cell.time << ": length " << cells << " and MaxSdu = " << m_maxSdu
                            << " bytes, not known");
        // The AAL5 trailer has 8 bytes and a cell 48 bytes of payload.
        cells = (int64_t(m_maxSdu) + 8 + 47) / 48;
    }
    // X1 + (n - 1)(T_SCR - T_PCR) <= tau_SCR, divided to stay clear of overflow.
    const int64_t excess = m_scr->GetExcess(cell.time);
    const int64_t perCell = m_scr->GetIncrement() - m_pcr->GetIncrement();
    return excess <= m_scr->GetLimit() &&
           (perCell == 0 || cells - 1 <= (m_scr->GetLimit() - excess) / perCell);
}

UsageParameterControl::Verdict
UsageParameterControl::Discard(const UpcCell& cell, UpcReason reason, uint64_t& counter)
{
    NS_LOG_LOGIC("discard at " << cell.time << " clp=" << cell.clp << " last=" << cell.last
                               << " reason=" << reason);
    counter++;
    m_discardedTrace(cell, reason);
    return DISCARD;
}

UsageParameterControl::Verdict
UsageParameterControl::DiscardByBucket(const UpcCell& cell, UpcReason reason, uint64_t& counter)
{
    m_dropping = m_packetDiscard == PPD && !cell.last;
    return Discard(cell, reason, counter);
}

void
UsageParameterControl::Reject(const UpcCell& cell) const
{
    NS_ABORT_MSG_IF(m_latest == std::numeric_limits<int64_t>::max(),
                    "no contract is set to police the cell at time " << cell.time);
    NS_ABORT_MSG_IF(cell.time > Gcra::MAX_TIME || cell.time < -Gcra::MAX_TIME,
                    m_pcr->CheckTime(cell.time));
    NS_FATAL_ERROR("cell time goes back from " << m_latest << " to " << cell.time << " time steps");
}

void
UsageParameterControl::SetPacketDiscard(PacketDiscard packetDiscard)
{
    m_packetDiscard = packetDiscard;
}

UsageParameterControl::PacketDiscard
UsageParameterControl::GetPacketDiscard() const
{
    return m_packetDiscard;
}

void
UsageParameterControl::SetEpdLength(EpdLength epdLength)
{
    m_epdLength = epdLength;
}

UsageParameterControl::EpdLength
UsageParameterControl::GetEpdLength() const
{
    return m_epdLength;
}

void
UsageParameterControl::SetMaxSdu(uint32_t maxSdu)
{
    m_maxSdu = maxSdu;
}

uint32_t
UsageParameterControl::GetMaxSdu() const
{
    return m_maxSdu;
}

bool
UsageParameterControl::IsWatched() const
{
    return !m_conformingTrace.IsEmpty() || !m_taggedTrace.IsEmpty() || !m_discardedTrace.IsEmpty();
}

void
UsageParameterControl::Reset()
{
    AtmChange change;
    NS_LOG_FUNCTION(this);
    m_pcr->Reset();
    m_scr->Reset();
    m_counters = UpcCounters();
    m_atStart = true;
    m_dropping = false;
    if (m_latest != std::numeric_limits<int64_t>::max())
    {
        m_latest = -Gcra::MAX_TIME;
    }
}

const UpcCounters&
UsageParameterControl::GetCounters() const
{
    return m_counters.Get();
}

const Gcra&
UsageParameterControl::GetPcr() const
{
    return m_pcr.Get();
}

const Gcra&
UsageParameterControl::GetScr() const
{
    return m_scr.Get();
}

std::ostream&
operator<<(std::ostream& os, UpcReason reason)
{
    switch (reason)
    {
    case UpcReason::PCR:
        return os << "PCR";
    case UpcReason::SCR:
        return os << "SCR";
    case UpcReason::PPD:
        return os << "PPD";
    case UpcReason::EPD:
        return os << "EPD";
    }
    return os << static_cast<int>(reason);
}
} // namespace hsn
} // namespace ns3
