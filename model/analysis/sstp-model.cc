// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-model.h"

#include "analysis-numeric.h"
#include "model-argument.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param window W */
void
CheckWindow(double window)
{
    RequireArgument(window >= 1, "window", window, "at least 1 segment");
}

/**
 * @brief Mean of the largest of n geometric variables, less its first term.
 * @param loss p
 * @param n number of variables
 * @return sum over i >= 1 of 1 - (1 - p^i)^n
 */
double
SumRepetitions(double loss, double n)
{
    double sum = 0;
    double power = loss;
    while (power > 0)
    {
        const double term = -std::expm1(n * std::log1p(-power));
        sum += term;
        if (term < 1e-18)
        {
            break;
        }
        power *= loss;
    }
    return sum;
}
} // namespace

SstpModel::SstpModel(const Path& path)
    : m_path(path)
{
    RequireArgument(path.packets >= 1, "packets of a segment", path.packets, "at least 1");
    RequireArgument(path.packetBytes >= 1, "bytes of a packet", path.packetBytes, "at least 1");
    RequireArgument(path.rate > 0, "rate", path.rate, "above 0 bit/s");
    RequireArgument(path.rtd >= 0, "round-trip delay", path.rtd, "at least 0 s");
}

double
SstpModel::GetPacketTime() const
{
    return 8 * m_path.packetBytes / m_path.rate;
}

double
SstpModel::GetSegmentTime() const
{
    return m_path.packets * GetPacketTime();
}

double
SstpModel::GetAnswerTime() const
{
    return m_path.rtd + 3 * GetPacketTime();
}

double
SstpModel::GetAnswerSegments() const
{
    return GetAnswerTime() / GetSegmentTime();
}

double
SstpModel::GetRounds(double loss) const
{
    RequireLossRate(loss);
    return 1 + SumRepetitions(loss, m_path.packets);
}

double
SstpModel::GetHit(double loss) const
{
    RequireLossRate(loss);
    return -std::expm1(m_path.packets * std::log1p(-loss));
}

double
SstpModel::GetSenderDelay(double loss) const
{
    RequireLossRate(loss);
    return GetSegmentTime() / (1 - loss) + GetAnswerTime() * GetRounds(loss);
}

double
SstpModel::GetReceiverDelay(double loss) const
{
    return GetSenderDelay(loss) - m_path.rtd / 2 - 3 * GetPacketTime();
}

double
SstpModel::GetMaximumDelay(double loss, double segments) const
{
    RequireLossRate(loss);
    RequireArgument(segments > 0, "segments", segments, "above 0");
    return GetSegmentTime() + m_path.rtd / 2 +
           GetAnswerTime() * SumRepetitions(loss, m_path.packets * segments);
}

double
SstpModel::GetRepeated(double loss, uint32_t rounds, double segments) const
{
    RequireLossRate(loss);
    RequireArgument(rounds >= 1, "rounds", rounds, "at least 1");
    RequireArgument(segments > 0, "segments", segments, "above 0");
    return -segments * std::expm1(m_path.packets * std::log1p(-std::pow(loss, rounds)));
}

double
SstpModel::GetViolation(double loss, uint32_t maxLoss) const
{
    RequireArgument(maxLoss < m_path.packets, "tolerated losses", maxLoss, "below the segment");
    return AnalysisNumeric::GetBinomialAbove(maxLoss, loss, m_path.packets);
}

double
SstpModel::GetPrintedEfficiency(double loss, double window) const
{
    RequireLossRate(loss);
    CheckWindow(window);
    RequireArgument(loss > 0, "loss", loss, "above 0 in the printed formula");
    const double wait = GetAnswerSegments();
    const double between = 1 / GetHit(loss);
    if (window == 1)
    {
        return GetSegmentTime() / GetSenderDelay(loss);
    }
    if (window <= wait + 1)
    {
        return (between + window) / (2 * wait + 1 + loss + (wait + 1) * between / window);
    }
    if (window < 2 * wait + 1)
    {
        const double more = std::min(window - wait, wait * (1 - loss));
        return (wait + more + between) / (2 * wait + 1 + loss + more + between);
    }
    return 1 - loss;
}

double
SstpModel::GetEfficiency(double loss, double window) const
{
    RequireLossRate(loss);
    CheckWindow(window);
    const double wait = GetAnswerSegments();
    if (loss == 0)
    {
        return std::min(1.0, window / (wait + 1));
    }
    const double hit = GetHit(loss);
    const double between = 1 / hit - 1;
    const double cycle = 2 * wait + 1 + loss / hit;
    if (window <= wait + 1)
    {
        return (between + window) / (cycle + (wait + 1) * between / window);
    }
    const double more = std::min(window - 1 - wait, wait * (1 - loss));
    return std::min(1 - loss, (between + 1 + wait + more) / (cycle + between));
}
} // namespace hsn
} // namespace ns3
