// SPDX-License-Identifier: GPL-2.0-only
#include "gcra-shaper.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Adds some times a step, up to Gcra::MAX_TIME.
 * @param t a time
 * @param step what to add, not negative
 * @param times how often
 * @return the sum, or Gcra::MAX_TIME if it would be more
 */
int64_t
AddSteps(int64_t t, int64_t step, uint32_t times)
{
    if (t >= Gcra::MAX_TIME || (times > 0 && step > (Gcra::MAX_TIME - t) / times))
    {
        return Gcra::MAX_TIME;
    }
    return t + step * times;
}

/**
 * @brief Tells when one bucket lets a cell pass.
 * @param bucket the bucket
 * @param departure departure of the next cell, which conforms
 * @param further cells after that one, until the one asked for
 * @return the time before which it does not conform
 */
int64_t
EarliestOf(const AtmLazy<Gcra>& bucket, int64_t departure, uint32_t further)
{
    const int64_t tat = std::max(bucket->GetTat(), departure);
    return AddSteps(tat - bucket->GetLimit(), bucket->GetIncrement(), further);
}

/// @param contract aborts if it makes no sense
void
Require(const AtmTrafficContract& contract)
{
    const std::string error = contract.Check();
    NS_ABORT_MSG_IF(!error.empty(), error);
}
} // namespace

NS_LOG_COMPONENT_DEFINE("HsnGcraShaper");

NS_OBJECT_ENSURE_REGISTERED(GcraShaper);

TypeId
GcraShaper::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::GcraShaper")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<GcraShaper>()
            .AddAttribute("PcrPeriod",
                          "T_PCR, the least time between cells, greater than 0.",
                          TimeValue(NanoSeconds(2726)),
                          MakeTimeAccessor(&GcraShaper::SetPcrPeriod, &GcraShaper::GetPcrPeriod),
                          MakeTimeChecker())
            .AddAttribute("PcrLimit",
                          "tau_PCR, the tolerance of the peak rate, not negative.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&GcraShaper::SetPcrLimit, &GcraShaper::GetPcrLimit),
                          MakeTimeChecker())
            .AddAttribute("ScrPeriod",
                          "T_SCR, at least T_PCR; 0 for a shaper with the peak rate only.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&GcraShaper::SetScrPeriod, &GcraShaper::GetScrPeriod),
                          MakeTimeChecker())
            .AddAttribute("Mbs",
                          "Maximum burst size in cells, at least 1; used if ScrPeriod is not 0.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&GcraShaper::SetMbs, &GcraShaper::GetMbs),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Form",
                          "Form of the GCRA; takes effect when a parameter is set. The departures "
                          "do not depend on it.",
                          EnumValue(Gcra::VIRTUAL_SCHEDULING),
                          MakeHsnEnumAccessor(&GcraShaper::m_form),
                          MakeEnumChecker(Gcra::VIRTUAL_SCHEDULING,
                                          "VirtualScheduling",
                                          Gcra::LEAKY_BUCKET,
                                          "LeakyBucket"))
            .AddTraceSource("LongPdu",
                            "CheckPdu() met a PDU of more cells than MBS.",
                            MakeTraceSourceAccessor(&GcraShaper::m_longPduTrace),
                            "ns3::hsn::GcraShaper::LongPduTracedCallback");
    return tid;
}

GcraShaper::GcraShaper()
    : m_last(-Gcra::MAX_TIME),
      m_mbs(1),
      m_form(Gcra::VIRTUAL_SCHEDULING),
      m_hasContract(false),
      m_configured(false),
      m_dual(false),
      m_scrCountsTagged(false)
{
    NS_LOG_FUNCTION(this);
}

GcraShaper::~GcraShaper()
{
    NS_LOG_FUNCTION(this);
}

void
GcraShaper::SetContract(const AtmTrafficContract& contract)
{
    NS_LOG_FUNCTION(this << contract);
    Require(contract);
    AtmChange change;
    m_contract = contract;
    m_tPcr = contract.GetPcrPeriod();
    m_tauPcr = contract.GetPcrLimit();
    m_tScr = contract.GetScrPeriod();
    m_mbs = contract.GetMbs();
    m_hasContract = true;
    m_configured = false;
    Configure();
}

AtmTrafficContract
GcraShaper::GetContract() const
{
    if (m_hasContract)
    {
        return m_contract;
    }
    if (m_tScr.IsZero())
    {
        return AtmTrafficContract::Cbr(m_tPcr, m_tauPcr);
    }
    return AtmTrafficContract::Vbr(AtmTrafficContract::VBR_C, m_tPcr, m_tScr, m_mbs, m_tauPcr);
}

void
GcraShaper::Configure() const
{
    if (m_configured)
    {
        return;
    }
    const AtmTrafficContract contract = GetContract();
    Require(contract);
    m_dual = contract.HasScr();
    m_scrCountsTagged = contract.ScrCountsTagged();
    m_pcr = Gcra(contract.GetPcrPeriod(), contract.GetPcrLimit(), m_form);
    m_scr = m_dual ? Gcra(contract.GetScrPeriod(), contract.GetScrLimit(), m_form) : Gcra();
    m_last = -Gcra::MAX_TIME;
    m_configured = true;
}

bool
GcraShaper::Counts(bool clp) const
{
    return m_dual && (m_scrCountsTagged || !clp);
}

int64_t
GcraShaper::GetDeparture(int64_t ready, bool clp)
{
    Configure();
    int64_t departure = m_pcr->EarliestConforming(ready < m_last ? m_last : ready);
    if (Counts(clp))
    {
        departure = m_scr->EarliestConforming(departure);
    }
    return departure;
}

Time
GcraShaper::GetDeparture(Time ready, bool clp)
{
    return Time(GetDeparture(ready.GetTimeStep(), clp));
}

int64_t
GcraShaper::GetEarliest(int64_t ready, int64_t spacing, uint32_t n, bool clp)
{
    NS_ABORT_MSG_IF(spacing < 0, "cell spacing " << spacing << " must be at least 0 time steps");
    NS_ABORT_MSG_IF(n < 1, "cell number " << n << " must be at least 1, which is the next cell");
    const int64_t departure = GetDeparture(ready, clp);
    int64_t earliest =
        std::max(AddSteps(departure, spacing, n - 1), EarliestOf(m_pcr, departure, n - 1));
    if (Counts(clp))
    {
        earliest = std::max(earliest, EarliestOf(m_scr, departure, n - 1));
    }
    return earliest;
}

void
GcraShaper::Commit(int64_t departure, bool clp)
{
    const int64_t earliest = GetDeparture(departure, clp);
    NS_ABORT_MSG_IF(earliest != departure,
                    "a cell cannot leave the shaper at " << departure << ", only from " << earliest
                                                         << " time steps on");
    m_pcr->Update(departure);
    if (Counts(clp))
    {
        m_scr->Update(departure);
    }
    m_last = departure;
}

void
GcraShaper::Commit(Time departure, bool clp)
{
    Commit(departure.GetTimeStep(), clp);
}

std::string
GcraShaper::CheckPdu(uint32_t cells) const
{
    const AtmTrafficContract contract = GetContract();
    // With T_SCR = T_PCR the sustainable rate is the peak rate, and a PDU of any length conforms.
    if (!contract.HasScr() || contract.GetScrPeriod() == contract.GetPcrPeriod() ||
        cells <= contract.GetMbs())
    {
        return std::string();
    }
    std::ostringstream text;
    text << "a PDU of " << cells << " cells is longer than MBS = " << contract.GetMbs()
         << " and can never be sent at the peak rate";
    NS_LOG_WARN(text.str());
    m_longPduTrace(cells, contract.GetMbs());
    return text.str();
}

void
GcraShaper::Reset()
{
    AtmChange change;
    NS_LOG_FUNCTION(this);
    m_configured = false;
}

const Gcra&
GcraShaper::GetPcr() const
{
    Configure();
    return m_pcr.Get();
}

const Gcra&
GcraShaper::GetScr() const
{
    Configure();
    return m_scr.Get();
}

template <typename T>
void
GcraShaper::Change(T& parameter, T value)
{
    AtmChange change;
    parameter = value;
    m_hasContract = false;
    m_configured = false;
}

void
GcraShaper::SetPcrPeriod(Time period)
{
    Change(m_tPcr, period);
}

Time
GcraShaper::GetPcrPeriod() const
{
    return m_tPcr;
}

void
GcraShaper::SetPcrLimit(Time limit)
{
    Change(m_tauPcr, limit);
}

Time
GcraShaper::GetPcrLimit() const
{
    return m_tauPcr;
}

void
GcraShaper::SetScrPeriod(Time period)
{
    Change(m_tScr, period);
}

Time
GcraShaper::GetScrPeriod() const
{
    return m_tScr;
}

void
GcraShaper::SetMbs(uint32_t mbs)
{
    Change(m_mbs, mbs);
}

uint32_t
GcraShaper::GetMbs() const
{
    return m_mbs;
}
} // namespace hsn
} // namespace ns3
