// SPDX-License-Identifier: GPL-2.0-only
#include "token-bucket.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/// Tokens that rounding of times to nanoseconds and of sums may cost.
constexpr double ROUNDING = 1e-6;
} // namespace

TokenBucket::TokenBucket(double rate, double depth)
    : m_rate(rate),
      m_depth(depth),
      m_tokens(depth)
{
    NS_ABORT_MSG_UNLESS(rate > 0 && std::isfinite(rate),
                        "token bucket: rate " << rate << " bit/s must be above 0");
    NS_ABORT_MSG_UNLESS(depth > 0 && std::isfinite(depth),
                        "token bucket: depth " << depth << " bits must be above 0");
}

double
TokenBucket::GetTokens(Time now) const
{
    return std::min(m_depth, m_tokens + m_rate * (now - m_time).GetSeconds());
}

bool
TokenBucket::Take(Time now, uint32_t octets)
{
    const double tokens = GetTokens(now);
    const double needed = 8.0 * octets;
    if (tokens + ROUNDING < needed)
    {
        return false;
    }
    m_tokens = std::max(0.0, tokens - needed);
    m_time = now;
    return true;
}

Time
TokenBucket::GetWait(Time now, uint32_t octets) const
{
    const double missing = 8.0 * octets - GetTokens(now);
    return missing <= ROUNDING
               ? Time(0)
               : NanoSeconds(static_cast<uint64_t>(std::ceil(1e9 * (missing - ROUNDING) / m_rate)));
}

double
TokenBucket::GetDepth() const
{
    return m_depth;
}

NS_OBJECT_ENSURE_REGISTERED(TokenBucketFilter);

TypeId
TokenBucketFilter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TokenBucketFilter")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TokenBucketFilter>()
                            .AddAttribute("Rate",
                                          "Rate of tokens rho, above 0",
                                          DataRateValue(DataRate("64kbps")),
                                          MakeDataRateAccessor(&TokenBucketFilter::m_rate),
                                          MakeDataRateChecker())
                            .AddAttribute("Depth",
                                          "Depth of the bucket sigma in bits, above 0",
                                          DoubleValue(10e3),
                                          MakeDoubleAccessor(&TokenBucketFilter::m_depth),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("Mode",
                                          "What becomes of a packet that finds too few tokens",
                                          EnumValue(DROP),
                                          MakeHsnEnumAccessor(&TokenBucketFilter::m_mode),
                                          MakeEnumChecker(DROP, "Drop", DELAY, "Delay"))
                            .AddAttribute("MaxWaiting",
                                          "Packets that may wait with Mode Delay",
                                          UintegerValue(1000),
                                          MakeUintegerAccessor(&TokenBucketFilter::m_maxWaiting),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddTraceSource("Drop",
                                            "A packet was dropped",
                                            MakeTraceSourceAccessor(&TokenBucketFilter::m_drop),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

TokenBucketFilter::TokenBucketFilter()
    : m_mode(DROP)
{
}

void
TokenBucketFilter::DoDispose()
{
    m_next.Cancel();
    m_waiting.clear();
    m_send = SendFunction();
    Object::DoDispose();
}

void
TokenBucketFilter::SetSend(const SendFunction& send)
{
    m_send = send;
}

TokenBucket&
TokenBucketFilter::GetBucket()
{
    if (!m_hasBucket)
    {
        m_bucket = TokenBucket(static_cast<double>(m_rate.GetBitRate()), m_depth);
        m_hasBucket = true;
    }
    return m_bucket;
}

bool
TokenBucketFilter::Drop(Ptr<Packet> packet)
{
    ++m_dropped;
    m_drop(packet);
    return false;
}

bool
TokenBucketFilter::Send(Ptr<Packet> packet)
{
    NS_ABORT_MSG_IF(m_send.IsNull(), "TokenBucketFilter: SetSend first");
    auto& bucket = GetBucket();
    if (m_waiting.empty() && bucket.Take(Simulator::Now(), packet->GetSize()))
    {
        ++m_passed;
        m_send(packet);
        return true;
    }
    if (m_mode == DROP || m_waiting.size() >= m_maxWaiting ||
        8.0 * packet->GetSize() > bucket.GetDepth())
    {
        return Drop(packet);
    }
    m_waiting.push_back(packet);
    if (m_next.IsExpired())
    {
        Serve();
    }
    return true;
}

void
TokenBucketFilter::Serve()
{
    auto& bucket = GetBucket();
    while (!m_waiting.empty())
    {
        const auto packet = m_waiting.front();
        if (!bucket.Take(Simulator::Now(), packet->GetSize()))
        {
            const Time wait = bucket.GetWait(Simulator::Now(), packet->GetSize());
            m_next = Simulator::Schedule(wait, &TokenBucketFilter::Serve, this);
            return;
        }
        m_waiting.pop_front();
        ++m_passed;
        m_send(packet);
    }
}

uint64_t
TokenBucketFilter::GetPassed() const
{
    return m_passed;
}

uint64_t
TokenBucketFilter::GetDropped() const
{
    return m_dropped;
}
} // namespace hsn
} // namespace ns3
