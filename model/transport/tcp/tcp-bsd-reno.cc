// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-bsd-reno.h"

#include "ns3/boolean.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpBsdReno);

TypeId
TcpBsdReno::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TcpBsdReno")
            .SetParent<TcpCongestionOps>()
            .SetGroupName("Hsn")
            .AddConstructor<TcpBsdReno>()
            .AddAttribute("ExtraEighth",
                          "In congestion avoidance add an eighth of a segment more with each "
                          "acknowledgement, as sources of the 4.4BSD line do.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpBsdReno::m_extraEighth),
                          MakeBooleanChecker());
    return tid;
}

std::string
TcpBsdReno::GetName() const
{
    return "TcpBsdReno";
}

uint32_t
TcpBsdReno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    const uint32_t segments = bytesInFlight / 2 / tcb->m_segmentSize;
    return std::max(segments, 2U) * tcb->m_segmentSize;
}

void
TcpBsdReno::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    if (segmentsAcked == 0)
    {
        return;
    }
    const uint32_t window = tcb->m_cWnd;
    const uint32_t segment = tcb->m_segmentSize;
    uint32_t increment = segment;
    if (window > tcb->m_ssThresh)
    {
        increment = static_cast<uint64_t>(segment) * segment / window;
        increment += m_extraEighth ? segment / 8 : 0;
    }
    tcb->m_cWnd = window + increment;
}

Ptr<TcpCongestionOps>
TcpBsdReno::Fork()
{
    return CopyObject<TcpBsdReno>(this);
}
} // namespace hsn
} // namespace ns3
