// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-hs-base.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTcpHsBase");
NS_OBJECT_ENSURE_REGISTERED(TcpHsBase);

namespace
{
constexpr double LEAST_THRESHOLD = 2;   // segments
constexpr double INITIAL_ACK_RATIO = 2; // segments in an acknowledgement
constexpr double ACK_RATIO_WEIGHT = 1.0 / 16;
/// An increase is not used for longer, as in the Linux kernels.
const Time INCREASE_LIFE = NanoSeconds(31250000);
} // namespace

TypeId
TcpHsBase::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TcpHsBase")
            .SetParent<TcpFineCongestionOps>()
            .SetGroupName("Hsn")
            .AddAttribute("IncrementScale",
                          "Factor by which capacity, buffers and windows are smaller than those "
                          "meant: increments and limits of windows are divided by it.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TcpHsBase::m_scale),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("DecreaseFrom",
                          "What a loss reduces: the congestion window, or the bytes in flight.",
                          EnumValue(CWND),
                          MakeHsnEnumAccessor(&TcpHsBase::m_decreaseFrom),
                          MakeEnumChecker(CWND, "Cwnd", PIPE, "Pipe"))
            .AddAttribute("MaxCwndSegments",
                          "Greatest congestion window, segments; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TcpHsBase::m_maxCwnd),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Epoch",
                            "When the last loss was, or the connection began.",
                            MakeTraceSourceAccessor(&TcpHsBase::m_epoch),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("Alpha",
                            "Growth, segments for a window of segments acknowledged.",
                            MakeTraceSourceAccessor(&TcpHsBase::m_alpha),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Beta",
                            "Share of the window that the last loss has left.",
                            MakeTraceSourceAccessor(&TcpHsBase::m_beta),
                            "ns3::TracedValueCallback::Double");
    return tid;
}

TypeId
TcpHsBase::AddVariantAttributes(TypeId tid, AckCounting counting, uint32_t threshold)
{
    return tid
        .AddAttribute("AckCounting",
                      "What counts for growth: acknowledgements, segments acknowledged, or "
                      "acknowledgements times their mean number of segments.",
                      EnumValue(counting),
                      MakeHsnEnumAccessor(&TcpHsBase::m_counting),
                      MakeEnumChecker(PER_ACK,
                                      "PerAck",
                                      PER_SEGMENT,
                                      "PerSegment",
                                      COMPENSATED,
                                      "Compensated"))
        .AddAttribute("InitialSsthreshSegments",
                      "Slow start threshold at the beginning, segments before division by "
                      "IncrementScale; 0: only ns3::TcpSocket's InitialSlowStartThreshold.",
                      UintegerValue(threshold),
                      MakeUintegerAccessor(&TcpHsBase::m_initialSsthresh),
                      MakeUintegerChecker<uint32_t>());
}

double
TcpHsBase::CheckFraction(const char* name, double value, bool mayBeOne)
{
    NS_ABORT_MSG_UNLESS(value > 0 && (value < 1 || (mayBeOne && value == 1)),
                        name << " " << value << ": must be above 0 and "
                             << (mayBeOne ? "1 at most" : "below 1"));
    return value;
}

void
TcpHsBase::NotifyTimeout()
{
}

void
TcpHsBase::NotifyRtt(double, Time)
{
}

void
TcpHsBase::NotifyDelivered(TcpSocketState::TcpCongState_t, double, double, Time)
{
}

// --- growth ---------------------------------------------------------------------------------

bool
TcpHsBase::Begin()
{
    if (m_begun)
    {
        return false;
    }
    m_begun = true;
    m_epoch = Simulator::Now();
    return true;
}

void
TcpHsBase::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    if (Begin() && m_initialSsthresh > 0)
    {
        const double segments = std::max(m_initialSsthresh / m_scale, LEAST_THRESHOLD);
        tcb->m_ssThresh =
            static_cast<uint32_t>(std::min<double>(tcb->m_ssThresh, segments * tcb->m_segmentSize));
    }
    if (segmentsAcked == 0 || m_endsRecovery || !IsTcpCwndLimited(*tcb))
    {
        m_endsRecovery = false;
        return;
    }
    Grow(tcb, m_counting == PER_SEGMENT ? segmentsAcked : 1);
}

void
TcpHsBase::Grow(Ptr<TcpSocketState> tcb, uint32_t count)
{
    count = SlowStart(*tcb, count);
    if (count == 0)
    {
        return;
    }
    const uint32_t whole = tcb->GetCwndInSegments();
    const Time now = Simulator::Now();
    if (whole != m_increaseSegments || now - m_increaseTime > INCREASE_LIFE)
    {
        const double window = GetWindow(*tcb);
        m_increaseSegments = whole;
        m_increaseTime = now;
        m_increase = GetIncrease(window);
        m_alpha = m_increase * window;
    }
    const double each = m_increase * (m_counting == COMPENSATED ? m_segmentsPerAck : 1);
    AddToWindow(*tcb, std::min(each, 1.0) * count * tcb->m_segmentSize);
}

uint32_t
TcpHsBase::SlowStart(TcpSocketState& tcb, uint32_t count) const
{
    const uint32_t window = tcb.m_cWnd;
    const uint32_t threshold = tcb.m_ssThresh;
    if (window > threshold)
    {
        return count;
    }
    const uint32_t used = std::min(count, (threshold - window) / tcb.m_segmentSize + 1);
    SetWindow(tcb, window + static_cast<double>(used) * tcb.m_segmentSize);
    return count - used;
}

void
TcpHsBase::AddToWindow(TcpSocketState& tcb, double bytes)
{
    m_rest += bytes;
    const auto whole = static_cast<uint64_t>(m_rest);
    if (whole > 0)
    {
        m_rest -= whole;
        SetWindow(tcb, static_cast<double>(tcb.m_cWnd) + whole);
    }
}

void
TcpHsBase::SetWindow(TcpSocketState& tcb, double bytes) const
{
    double most = std::numeric_limits<uint32_t>::max();
    if (m_maxCwnd > 0)
    {
        most = std::min(most, static_cast<double>(m_maxCwnd) * tcb.m_segmentSize);
    }
    tcb.m_cWnd = static_cast<uint32_t>(std::min(bytes, most));
}

void
TcpHsBase::ForgetIncrease()
{
    m_increaseSegments = 0;
}

// --- losses ---------------------------------------------------------------------------------

uint32_t
TcpHsBase::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    Begin();
    if (tcb->m_congState == TcpSocketState::CA_RECOVERY)
    {
        if (m_reduced)
        {
            return tcb->m_ssThresh; // the retransmission timer has expired in this recovery
        }
        m_reduced = true;
    }
    const double segment = tcb->m_segmentSize;
    const uint32_t bytes = m_decreaseFrom == CWND ? tcb->m_cWnd.Get() : bytesInFlight;
    const double window = m_scale * std::max<double>(bytes, segment) / segment;
    const double left = GetReduced(window);
    NS_LOG_LOGIC("Loss at " << window << " segments leaves " << left);
    m_beta = left / window;
    m_epoch = Simulator::Now();
    ForgetIncrease();
    return static_cast<uint32_t>(std::max(left / m_scale, LEAST_THRESHOLD) * segment);
}

void
TcpHsBase::CongestionStateSet(Ptr<TcpSocketState> tcb,
                              const TcpSocketState::TcpCongState_t newState)
{
    m_endsRecovery =
        newState == TcpSocketState::CA_OPEN && tcb->m_congState == TcpSocketState::CA_RECOVERY;
    m_reduced = false;
    if (newState == TcpSocketState::CA_LOSS)
    {
        m_epoch = Simulator::Now();
        ForgetIncrease();
        NotifyTimeout();
    }
}

// --- measurements ---------------------------------------------------------------------------

void
TcpHsBase::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    m_endsRecovery = false;
    if (!m_hasSamples)
    {
        TakeRtt(*tcb, GetTcpLastRtt(*tcb));
    }
    if (segmentsAcked == 0)
    {
        return;
    }
    if (tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        m_segmentsPerAck += (segmentsAcked - m_segmentsPerAck) * ACK_RATIO_WEIGHT;
    }
    NotifyDelivered(tcb->m_congState, GetWindow(*tcb), segmentsAcked * m_scale, rtt);
}

void
TcpHsBase::TakeRttSample(Ptr<TcpSocketState> tcb, Time rtt)
{
    m_hasSamples = true;
    TakeRtt(*tcb, rtt);
}

void
TcpHsBase::TakeRtt(const TcpSocketState& tcb, Time rtt)
{
    if (!rtt.IsStrictlyPositive())
    {
        return;
    }
    if (m_minRtt.IsZero() || rtt < m_minRtt)
    {
        m_minRtt = rtt;
    }
    NotifyRtt(GetWindow(tcb), rtt);
}

void
TcpHsBase::ForgetMeasurements()
{
    m_minRtt = Time(0);
    m_segmentsPerAck = INITIAL_ACK_RATIO;
}
} // namespace hsn
} // namespace ns3
