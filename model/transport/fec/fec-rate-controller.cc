// SPDX-License-Identifier: GPL-2.0-only
#include "fec-rate-controller.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/fec-codec.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFecRateController");
NS_OBJECT_ENSURE_REGISTERED(FecRateController);

namespace
{
/** @brief Entries of the code table per decade of the loss rate. */
constexpr int PER_DECADE = 40;

/** @brief Higher loss rates are treated as this one: no code helps. */
constexpr double MOST_LOSS = 0.99;
} // namespace

TypeId
FecRateController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FecRateController")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FecRateController>()
            .AddAttribute("Objective",
                          "Objective of the choice of code.",
                          EnumValue(FEC_OBJECTIVE_EFFICIENCY),
                          MakeHsnEnumAccessor(&FecRateController::m_objective),
                          MakeEnumChecker(FEC_OBJECTIVE_EFFICIENCY,
                                          "Efficiency",
                                          FEC_OBJECTIVE_DELAY,
                                          "Delay"))
            .AddAttribute("MaxBlock",
                          "Largest block, N + M packets.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&FecRateController::m_maxBlock),
                          MakeUintegerChecker<uint32_t>(1, FecCodec::MOST_PACKETS))
            .AddAttribute("MaxParity",
                          "Largest number of parity packets in a block.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FecRateController::m_maxParity),
                          MakeUintegerChecker<uint32_t>(0, FecCodec::MOST_PACKETS))
            .AddAttribute("Group",
                          "Number of receivers in the group.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FecRateController::m_group),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("RoundTripPackets",
                          "Packets sent per round-trip time; determines the delay.",
                          UintegerValue(200),
                          MakeUintegerAccessor(&FecRateController::m_roundTripPackets),
                          MakeUintegerChecker<uint32_t>(1, 100000))
            .AddAttribute("MaxDelay",
                          "Longest acceptable mean resequencing delay, in round-trip times.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&FecRateController::m_maxDelay),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("RoundTrip",
                          "Round-trip time.",
                          TimeValue(MilliSeconds(250)),
                          MakeTimeAccessor(&FecRateController::m_roundTrip),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Gain",
                          "Weight of a new report in the estimate.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&FecRateController::m_gain),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LeastGain",
                          "Fraction of packets that another code must save to be chosen.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&FecRateController::m_leastGain),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("CutRise",
                          "Relative rise of the estimate that cuts the window.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&FecRateController::m_cutRise),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("UseMean",
                          "Use the mean report of all receivers instead of the largest.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FecRateController::m_useMean),
                          MakeBooleanChecker())
            .AddAttribute("ReactToLoss",
                          "Cut the window when the reported loss rises.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FecRateController::m_reactToLoss),
                          MakeBooleanChecker())
            .AddAttribute("ScaleWindow",
                          "Limit data in flight to the window's share N/(N+M).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FecRateController::m_scaleWindow),
                          MakeBooleanChecker())
            .AddTraceSource("Loss",
                            "Estimated loss rate.",
                            MakeTraceSourceAccessor(&FecRateController::m_loss),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Window",
                            "Congestion window in packets.",
                            MakeTraceSourceAccessor(&FecRateController::m_window),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Redundancy",
                            "The code changes: N and M.",
                            MakeTraceSourceAccessor(&FecRateController::m_redundancy),
                            "ns3::hsn::FecRateController::RedundancyCallback");
    return tid;
}

void
FecRateController::Report(uint32_t receiver, double loss)
{
    NS_ABORT_MSG_UNLESS(loss >= 0 && loss <= 1, "reported loss " << loss << ": 0 to 1");
    NS_LOG_FUNCTION(this << receiver << loss);
    Forget(receiver);
    m_reports[receiver] = loss;
    m_sorted.insert(loss);
    m_sum += loss;
    const double mean = std::max(m_sum / m_reports.size(), 0.0); // rounding may give less than 0
    const double now = m_useMean ? mean : *m_sorted.rbegin();
    m_loss = m_hasReport ? m_loss.Get() + m_gain * (now - m_loss.Get()) : now;
    m_hasReport = true;
    const double estimate = m_loss.Get();
    if (m_reactToLoss && estimate > LEAST_LOSS && estimate > (1 + m_cutRise) * m_lowest)
    {
        Cut();
    }
    m_lowest = std::min(m_lowest, estimate);
    Adapt();
}

void
FecRateController::Forget(uint32_t receiver)
{
    const auto known = m_reports.find(receiver);
    if (known != m_reports.end())
    {
        m_sum -= known->second;
        m_sorted.erase(m_sorted.find(known->second));
        m_reports.erase(known);
    }
}

double
FecRateController::GetLoss() const
{
    return m_loss;
}

PacketFecCode
FecRateController::GetCode() const
{
    return m_code;
}

double
FecRateController::GetWindow() const
{
    return m_window;
}

void
FecRateController::SetWindow(double window)
{
    NS_ABORT_MSG_UNLESS(window >= 1, "congestion window of " << window << " packets: at least 1");
    m_window = window;
}

void
FecRateController::Cut()
{
    const Time now = Simulator::Now();
    if (m_hasCut && now - m_lastCut < m_roundTrip)
    {
        return;
    }
    m_hasCut = true;
    m_lastCut = now;
    m_lowest = m_loss.Get();
    m_window = std::max(1.0, m_window.Get() / 2);
}

double
FecRateController::Scale(double window, PacketFecCode code)
{
    return window * code.data / (static_cast<double>(code.data) + code.parity);
}

double
FecRateController::GetDataWindow() const
{
    return m_scaleWindow ? Scale(m_window.Get(), m_code) : m_window.Get();
}

PacketFecCode
FecRateController::Choose(double loss) const
{
    if (loss < LEAST_LOSS)
    {
        return {};
    }
    const int step =
        static_cast<int>(std::lround(PER_DECADE * std::log10(std::min(loss, MOST_LOSS))));
    const TableKey
        key(m_objective, m_maxBlock, m_maxParity, m_group, m_roundTripPackets, m_maxDelay, step);
    const auto known = m_table.find(key);
    if (known != m_table.end())
    {
        return known->second;
    }
    const double rate = std::min(MOST_LOSS, std::pow(10, static_cast<double>(step) / PER_DECADE));
    PacketFecCode best;
    if (m_objective == FEC_OBJECTIVE_EFFICIENCY)
    {
        best = PacketFecModel::GetBestCode(rate, m_group, m_maxBlock, m_maxParity);
    }
    else
    {
        // the cheapest code with an acceptable delay, or else the code with the shortest delay
        double leastCost = std::numeric_limits<double>::infinity();
        double leastDelay = leastCost;
        for (uint32_t m = 0; m <= m_maxParity && m < m_maxBlock; m++)
        {
            for (uint32_t n = 1; n <= (m == 0 ? 1 : m_maxBlock - m); n++)
            {
                const double residual = PacketFecModel::GetResidualLoss(rate, {n, m});
                const double delay =
                    PacketFecModel::GetResequencingDelay(residual, m_roundTripPackets, m_group)
                        .mean;
                const bool enough = delay <= m_maxDelay;
                const double cost = enough ? PacketFecModel::GetMulticastCost(rate, {n, m}, m_group)
                                           : std::numeric_limits<double>::infinity();
                if (cost < leastCost || (!std::isfinite(leastCost) && delay < leastDelay))
                {
                    leastCost = cost;
                    leastDelay = delay;
                    best = {n, m};
                }
            }
        }
    }
    m_table[key] = best;
    return best;
}

void
FecRateController::Adapt()
{
    const PacketFecCode next = Choose(m_loss.Get());
    if (next.data == m_code.data && next.parity == m_code.parity)
    {
        return;
    }
    const double loss = std::min(m_loss.Get(), MOST_LOSS);
    const double cost = PacketFecModel::GetMulticastCost(loss, m_code, m_group);
    const double other = PacketFecModel::GetMulticastCost(loss, next, m_group);
    if (m_objective == FEC_OBJECTIVE_DELAY || other * (1 + m_leastGain) < cost)
    {
        m_code = next;
        m_redundancy(next.data, next.parity);
    }
}
} // namespace hsn
} // namespace ns3
