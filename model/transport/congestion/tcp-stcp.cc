// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-stcp.h"

#include "ns3/double.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpStcp);

TypeId
TcpStcp::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(
        TypeId("ns3::hsn::TcpStcp")
            .SetParent<TcpHsBase>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpStcp>()
            .AddAttribute("Increase",
                          "Segments that a segment acknowledged adds to the window, above 0, 1 at "
                          "most.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&TcpStcp::SetIncrease, &TcpStcp::GetIncreaseSetting),
                          MakeDoubleChecker<double>())
            .AddAttribute("LossFactor",
                          "Share of the window that a loss leaves, between 0 and 1.",
                          DoubleValue(0.875),
                          MakeDoubleAccessor(&TcpStcp::SetLossFactor, &TcpStcp::GetLossFactor),
                          MakeDoubleChecker<double>()),
        PER_ACK,
        0);
    return tid;
}

std::string
TcpStcp::GetName() const
{
    return "TcpStcp";
}

double
TcpStcp::GetIncrease(double window)
{
    const double increase = m_perSegment * (GetAckCounting() == PER_ACK ? 2 : 1);
    return std::max(increase, 1 / window);
}

double
TcpStcp::GetReduced(double window)
{
    return m_lossFactor * window;
}

void
TcpStcp::SetIncrease(double increase)
{
    m_perSegment = CheckFraction("ns3::hsn::TcpStcp::Increase", increase, true);
}

double
TcpStcp::GetIncreaseSetting() const
{
    return m_perSegment;
}

void
TcpStcp::SetLossFactor(double left)
{
    m_lossFactor = CheckFraction("ns3::hsn::TcpStcp::LossFactor", left, false);
}

double
TcpStcp::GetLossFactor() const
{
    return m_lossFactor;
}

Ptr<TcpCongestionOps>
TcpStcp::Fork()
{
    return CopyObject<TcpStcp>(this);
}
} // namespace hsn
} // namespace ns3
