// SPDX-License-Identifier: GPL-2.0-only
#include "two-state-error-model.h"

#include "random-duration.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <cstdint>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTwoStateErrorModel");
NS_OBJECT_ENSURE_REGISTERED(TwoStateErrorModel);

namespace
{
/// @param isBad which state @return its attribute
const char*
DurationName(bool isBad)
{
    return isBad ? "BadDuration" : "GoodDuration";
}
} // namespace

TypeId
TwoStateErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TwoStateErrorModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Hsn")
            .AddConstructor<TwoStateErrorModel>()
            .AddAttribute("GoodDuration",
                          "Durations of good periods in seconds, at least 0 and finite.",
                          StringValue("ns3::ExponentialRandomVariable[Mean=1]"),
                          MakePointerAccessor(&TwoStateErrorModel::m_good),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("BadDuration",
                          "Durations of bad periods in seconds, at least 0 and finite.",
                          StringValue("ns3::ExponentialRandomVariable[Mean=1]"),
                          MakePointerAccessor(&TwoStateErrorModel::m_bad),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("GoodLoss",
                          "Probability that a packet is lost in a good period, 0 to 1.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&TwoStateErrorModel::m_goodLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("BadLoss",
                          "Probability that a packet is lost in a bad period, 0 to 1.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TwoStateErrorModel::m_badLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("InitialState",
                          "Good or Bad: such a period starts. Stationary: the state is drawn as if "
                          "the process had always run; durations must be constant or exponential.",
                          EnumValue(INITIALLY_GOOD),
                          MakeHsnEnumAccessor(&TwoStateErrorModel::m_initial),
                          MakeEnumChecker(INITIALLY_GOOD,
                                          "Good",
                                          INITIALLY_BAD,
                                          "Bad",
                                          INITIALLY_STATIONARY,
                                          "Stationary"))
            .AddTraceSource("State",
                            "A period starts or has started: whether it is bad, and since when. "
                            "Told when somebody asks for the state, a packet or IsBad().",
                            MakeTraceSourceAccessor(&TwoStateErrorModel::m_changes),
                            "ns3::hsn::TwoStateErrorModel::StateTracedCallback");
    return tid;
}

TwoStateErrorModel::TwoStateErrorModel()
    : m_decide(CreateObject<UniformRandomVariable>()),
      m_first(CreateObject<UniformRandomVariable>())
{
}

TwoStateErrorModel::~TwoStateErrorModel()
{
}

void
TwoStateErrorModel::DoDispose()
{
    m_good = nullptr;
    m_bad = nullptr;
    ErrorModel::DoDispose();
}

int64_t
TwoStateErrorModel::AssignStreams(int64_t stream)
{
    m_good->SetStream(stream);
    m_bad->SetStream(stream + 1);
    m_decide->SetStream(stream + 2);
    m_first->SetStream(stream + 3);
    return 4;
}

bool
TwoStateErrorModel::DoCorrupt(Ptr<Packet> packet)
{
    if (!IsEnabled())
    {
        return false;
    }
    const double loss = IsBad() ? m_badLoss : m_goodLoss;
    // drawn also if the outcome is certain, so that runs with other probabilities have the same
    // draws for the same packets
    return m_decide->GetValue() < loss;
}

void
TwoStateErrorModel::DoReset()
{
    m_isStarted = false;
    m_until = Simulator::Now();
}

bool
TwoStateErrorModel::IsBad()
{
    if (!m_isStarted)
    {
        m_isStarted = true;
        Start();
    }
    const Time now = Simulator::Now();
    while (m_until <= now)
    {
        Enter(!m_isBad, Draw(!m_isBad));
    }
    return m_isBad;
}

void
TwoStateErrorModel::Start()
{
    m_isEmpty = false;
    if (m_initial == INITIALLY_STATIONARY)
    {
        const double good = GetMeanDuration(false);
        const double bad = GetMeanDuration(true);
        const bool isBad = m_first->GetValue() * (good + bad) < bad;
        Enter(isBad, DrawResidual(isBad));
        return;
    }
    const bool isBad = m_initial == INITIALLY_BAD;
    Enter(isBad, Draw(isBad));
}

void
TwoStateErrorModel::Enter(bool isBad, Time duration)
{
    NS_ABORT_MSG_IF(duration.IsZero() && m_isEmpty,
                    "GoodDuration and BadDuration of a TwoStateErrorModel are 0 s: one must be "
                    "longer");
    m_isEmpty = duration.IsZero();
    m_isBad = isBad;
    const Time since = m_until;
    m_until = AddDurations(since, duration);
    NS_LOG_LOGIC((isBad ? "bad from " : "good from ") << since << " to " << m_until);
    m_changes(isBad, since);
}

Time
TwoStateErrorModel::Draw(bool isBad) const
{
    return DrawDuration(isBad ? *m_bad : *m_good, DurationName(isBad), "TwoStateErrorModel");
}

Time
TwoStateErrorModel::DrawResidual(bool isBad) const
{
    // an exponential period has no memory; a constant one is at a uniform point
    const Time whole = Draw(isBad);
    const bool isConstant = DynamicCast<ConstantRandomVariable>(isBad ? m_bad : m_good) != nullptr;
    return isConstant ? TimeStep(static_cast<uint64_t>(whole.GetDouble() * m_first->GetValue()))
                      : whole;
}

double
TwoStateErrorModel::GetMeanDuration(bool isBad) const
{
    const auto& durations = isBad ? m_bad : m_good;
    if (const auto constant = DynamicCast<ConstantRandomVariable>(durations))
    {
        return constant->GetConstant();
    }
    const auto exponential = DynamicCast<ExponentialRandomVariable>(durations);
    NS_ABORT_MSG_UNLESS(
        exponential && exponential->GetBound() == 0,
        DurationName(isBad)
            << " of a TwoStateErrorModel is " << durations->GetInstanceTypeId().GetName()
            << ": if InitialState is Stationary, it must be a "
               "ConstantRandomVariable or an ExponentialRandomVariable with Bound 0");
    return exponential->GetMean();
}

Ptr<ErrorModel>
MakeTwoStateLoss(double loss, double meanRun, int64_t stream)
{
    NS_ABORT_MSG_UNLESS(loss >= 0 && loss < 1,
                        "loss rate " << loss << ": must be at least 0 and below 1");
    const double least = 1 / (1 - loss);
    NS_ABORT_MSG_UNLESS(meanRun == 0 || meanRun >= least * (1 - 1e-12),
                        "losses in a row " << meanRun << ": must be at least " << least
                                           << ", which independent losses have");
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(stream);
    if (meanRun <= least)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(loss);
        model->SetRandomVariable(uniform);
        return model;
    }
    // A burst starts with probability p at any packet, also in a burst, and has the mean length B.
    // Run lengths: B / (1 - p). Long run: p = e / (e + B (1 - e)). Hence p and B from e and the
    // runs.
    const double start = loss / (meanRun * (1 - loss));
    const double burst = meanRun * (1 - start);
    auto sizes = CreateObject<EmpiricalRandomVariable>();
    double longer = 1; // P(burst longer than k)
    for (uint32_t k = 1; longer > 0; k++)
    {
        longer *= 1 - 1 / burst;
        longer = longer < 1e-12 ? 0 : longer;
        sizes->CDF(k, 1 - longer);
    }
    sizes->SetStream(stream < 0 ? stream : stream + 1);
    auto model = CreateObject<BurstErrorModel>();
    model->SetBurstRate(start);
    model->SetRandomVariable(uniform);
    model->SetRandomBurstSize(sizes);
    return model;
}
} // namespace hsn
} // namespace ns3
