// SPDX-License-Identifier: GPL-2.0-only
#include "qos-measures.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
QosThroughput::QosThroughput(int64_t alpha)
    : m_alpha(alpha),
      m_ring(16)
{
    NS_ABORT_MSG_IF(alpha <= 0, "Alpha is " << alpha << " ns, must be above 0");
}

void
QosThroughput::Add(int64_t time, uint64_t bits)
{
    Expire(time);
    if (m_count == m_ring.size())
    {
        std::rotate(m_ring.begin(), m_ring.begin() + m_first, m_ring.end());
        m_first = 0;
        m_ring.resize(2 * m_ring.size());
    }
    m_ring[(m_first + m_count++) & (m_ring.size() - 1)] = {time, bits};
    m_bits += bits;
}

void
QosThroughput::Expire(int64_t now)
{
    const size_t mask = m_ring.size() - 1;
    while (m_count > 0 && m_ring[m_first].time <= now - m_alpha)
    {
        m_bits -= m_ring[m_first].bits;
        m_first = (m_first + 1) & mask;
        --m_count;
    }
}

uint64_t
QosThroughput::Get(int64_t now)
{
    Expire(now);
    // The window's bits are below 2^34 in a second at 10 Gb/s: their product with 10^9 fits.
    constexpr uint64_t SECOND = 1000000000;
    const auto alpha = static_cast<uint64_t>(m_alpha);
    return m_bits < UINT64_MAX / SECOND
               ? m_bits * SECOND / alpha
               : static_cast<uint64_t>(static_cast<long double>(m_bits) * SECOND / alpha);
}

void
QosJitter::Add(int64_t delay)
{
    if (m_count++ > 0)
    {
        m_jitter += (std::abs(static_cast<double>(delay - m_last)) - m_jitter) / 16;
    }
    m_last = delay;
}

bool
QosJitter::IsKnown() const
{
    return m_count > 1;
}

double
QosJitter::Get() const
{
    return m_jitter;
}

std::string
QosErrors::Check(uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans)
{
    if (rseq > seq)
    {
        return "rseq is " + std::to_string(rseq) + ", must be at most seq, " + std::to_string(seq);
    }
    uint64_t least = rseq;
    for (const auto& span : spans)
    {
        const std::string text =
            "span [" + std::to_string(span.left) + ", " + std::to_string(span.right) + ")";
        if (span.right <= span.left)
        {
            return text + " must have its right edge above its left one";
        }
        if (span.left < least)
        {
            return text + " must begin at " + std::to_string(least) + " or above";
        }
        if (span.right > seq)
        {
            return text + " must end at seq, " + std::to_string(seq) + ", or below";
        }
        least = span.right;
    }
    return "";
}

uint64_t
QosErrors::Count(uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans)
{
    if (rseq >= seq)
    {
        return 0;
    }
    uint64_t missing = seq - rseq;
    for (const auto& span : spans)
    {
        if (span.left < seq)
        {
            missing -= std::min(span.right, seq) - span.left;
        }
    }
    return 8 * missing;
}

void
QosErrors::FindGaps(std::vector<Range>& missing,
                    uint64_t seq,
                    uint64_t rseq,
                    const std::vector<QosSpan>& spans)
{
    missing.clear();
    uint64_t from = rseq;
    for (const auto& span : spans)
    {
        if (span.left >= seq)
        {
            break;
        }
        if (span.left > from)
        {
            missing.emplace_back(from, span.left);
        }
        from = span.right;
    }
    if (from < seq)
    {
        missing.emplace_back(from, seq);
    }
}

uint64_t
QosErrors::CountNew(uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans)
{
    FindGaps(m_missing, seq, rseq, spans);
    uint64_t before = 0;
    m_merged.clear();
    // what lies below rseq has arrived, and is not reported again
    size_t kept = 0;
    for (auto one : m_counted)
    {
        one.first = std::max(one.first, rseq);
        if (one.first < one.second)
        {
            before += one.second - one.first;
            m_counted[kept++] = one;
        }
    }
    m_counted.resize(kept);
    std::merge(m_counted.begin(),
               m_counted.end(),
               m_missing.begin(),
               m_missing.end(),
               std::back_inserter(m_merged));
    m_counted.clear();
    uint64_t after = 0;
    for (const auto& one : m_merged)
    {
        if (!m_counted.empty() && one.first <= m_counted.back().second)
        {
            m_counted.back().second = std::max(m_counted.back().second, one.second);
        }
        else
        {
            m_counted.push_back(one);
        }
    }
    for (const auto& one : m_counted)
    {
        after += one.second - one.first;
    }
    return 8 * (after - before);
}

double
QosErrors::GetResolution(uint64_t n)
{
    return n ? 3 / static_cast<double>(n) : 1;
}

const char*
GetQosStatusName(QosStatus status)
{
    switch (status)
    {
    case QOS_GREEN:
        return "green";
    case QOS_YELLOW:
        return "yellow";
    case QOS_RED:
        return "red";
    default:
        return "unknown";
    }
}

QosLight::QosLight(double green, double red)
    : m_green(static_cast<uint64_t>(std::llround(green * UNIT))),
      m_red(static_cast<uint64_t>(std::llround(red * UNIT)))
{
    NS_ABORT_MSG_IF(!(green > 0) || !(green < red) || !(red < 1000),
                    "GreenLimit is " << green << " and RedLimit " << red
                                     << ": they must be above 0, the first below the second, that "
                                        "below 1000");
}

QosStatus
QosLight::Get(uint64_t measured, uint64_t contract, Side side) const
{
    if (contract == 0)
    {
        return QOS_UNKNOWN;
    }
    const bool above = measured > contract;
    uint64_t off = above ? measured - contract : contract - measured;
    if ((above && side == BELOW) || (!above && side == ABOVE))
    {
        off = 0;
    }
    // exact while the products stay below 2^64; above, both lose the same low bits
    while (contract > UINT64_MAX / (1000ULL * UNIT) || off > UINT64_MAX / UNIT)
    {
        contract >>= 1;
        off >>= 1;
    }
    const uint64_t v = off * UNIT;
    return v < m_green * contract ? QOS_GREEN : v > m_red * contract ? QOS_RED : QOS_YELLOW;
}

void
QosQuantiles::Add(int64_t value)
{
    const auto v = static_cast<uint64_t>(std::max<int64_t>(value, 0));
    uint32_t octave = 0;
    while ((v >> octave) >= 64)
    {
        ++octave;
    }
    // octave 0 holds 0 to 63 exactly; octave k holds 32 classes of 2^k
    ++m_classes[octave == 0 ? v : 32 * octave + (v >> octave)];
    ++m_count;
}

uint64_t
QosQuantiles::GetCount() const
{
    return m_count;
}

int64_t
QosQuantiles::Get(double share) const
{
    const auto rank = static_cast<uint64_t>(std::ceil(share * static_cast<double>(m_count)));
    uint64_t sum = 0;
    for (size_t i = 0; i < m_classes.size() && m_count > 0; ++i)
    {
        sum += m_classes[i];
        if (sum >= std::max<uint64_t>(rank, 1))
        {
            if (i < 64)
            {
                return static_cast<int64_t>(i);
            }
            const uint64_t octave = i / 32 - 1;
            return static_cast<int64_t>(((i - 32 * octave + 1) << octave) - 1);
        }
    }
    return 0;
}
} // namespace hsn
} // namespace ns3
