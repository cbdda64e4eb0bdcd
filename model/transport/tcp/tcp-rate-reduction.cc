// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-rate-reduction.h"

#include "ns3/tcp-socket-state.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpRateReduction);

TypeId
TcpRateReduction::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TcpRateReduction")
                            .SetParent<TcpRecoveryOps>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TcpRateReduction>();
    return tid;
}

std::string
TcpRateReduction::GetName() const
{
    return "TcpRateReduction";
}

void
TcpRateReduction::EnterRecovery(Ptr<TcpSocketState> tcb,
                                uint32_t dupAckCount,
                                uint32_t unAckDataCount,
                                uint32_t deliveredBytes)
{
    m_delivered = 0;
    m_sent = 0;
    m_flight = m_recoverFlight > 0 ? m_recoverFlight : std::max<uint32_t>(unAckDataCount, 1);
    m_recoverFlight = 0;
    m_safe.reset();
    SetWindow(tcb, CountDelivered(tcb, deliveredBytes, true));
}

uint32_t
TcpRateReduction::CountDelivered(Ptr<TcpSocketState> tcb,
                                 uint32_t deliveredBytes,
                                 bool isDuplicate) const
{
    const bool isGuess = isDuplicate && deliveredBytes == 0 && !m_isDeliveryKnown;
    return isGuess ? tcb->m_segmentSize : deliveredBytes;
}

void
TcpRateReduction::DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
{
    DoRecovery(tcb, deliveredBytes, deliveredBytes == 0);
}

void
TcpRateReduction::DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes, bool isDuplicate)
{
    deliveredBytes = CountDelivered(tcb, deliveredBytes, isDuplicate);
    if (deliveredBytes > 0)
    {
        SetWindow(tcb, deliveredBytes);
    }
}

void
TcpRateReduction::SetWindow(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
{
    m_delivered += deliveredBytes;
    const int64_t inFlight = tcb->m_bytesInFlight;
    const int64_t threshold = tcb->m_ssThresh;
    int64_t send;
    if (inFlight > threshold)
    {
        send = (m_delivered * threshold + m_flight - 1) / m_flight - m_sent;
    }
    else
    {
        send = std::max<int64_t>(m_delivered - m_sent, deliveredBytes);
        // ns-3's TCP tells of retransmissions that are acknowledged, and of nothing else
        const bool safe = m_safe.value_or(tcb->m_isRetransDataAcked);
        send += safe ? tcb->m_segmentSize : 0;
        send = std::min(send, threshold - inFlight);
    }
    // the fast retransmit goes whatever the window
    send = std::max<int64_t>(send, m_sent > 0 ? 0 : tcb->m_segmentSize);
    tcb->m_cWnd = static_cast<uint32_t>(inFlight + send);
    tcb->m_cWndInfl = tcb->m_cWnd;
}

void
TcpRateReduction::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    tcb->m_cWndInfl = tcb->m_cWnd;
}

void
TcpRateReduction::UpdateBytesSent(uint32_t bytesSent)
{
    m_sent += bytesSent;
}

Ptr<TcpRecoveryOps>
TcpRateReduction::Fork()
{
    return CopyObject<TcpRateReduction>(this);
}
} // namespace hsn
} // namespace ns3
