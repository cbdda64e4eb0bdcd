// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-rate-halving-recovery.h"

#include "ns3/tcp-socket-state.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpRateHalvingRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpRenoRateHalvingRecovery);

TypeId
TcpRateHalvingRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TcpRateHalvingRecovery")
                            .SetParent<TcpRecoveryOps>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TcpRateHalvingRecovery>();
    return tid;
}

std::string
TcpRateHalvingRecovery::GetName() const
{
    return "TcpRateHalvingRecovery";
}

void
TcpRateHalvingRecovery::EnterRecovery(Ptr<TcpSocketState> tcb,
                                      uint32_t /* dupAckCount */,
                                      uint32_t /* unAckDataCount */,
                                      uint32_t /* deliveredBytes */)
{
    m_window = tcb->m_cWnd;
    m_odd = false;
    Reduce(tcb);
}

void
TcpRateHalvingRecovery::DoRecovery(Ptr<TcpSocketState> tcb, uint32_t /* deliveredBytes */)
{
    Reduce(tcb);
}

void
TcpRateHalvingRecovery::DoRecovery(Ptr<TcpSocketState> tcb,
                                   uint32_t /* deliveredBytes */,
                                   bool /* isDuplicate */)
{
    Reduce(tcb);
}

void
TcpRateHalvingRecovery::Reduce(Ptr<TcpSocketState> tcb)
{
    const uint64_t segment = tcb->m_segmentSize;
    const uint64_t bound = GetBound(tcb->m_ssThresh);
    if (m_odd && m_window > bound)
    {
        m_window = std::max(m_window - std::min(m_window, segment), bound);
    }
    m_odd = !m_odd;
    m_window = std::min(m_window, tcb->m_bytesInFlight.Get() + segment);
    tcb->m_cWnd = static_cast<uint32_t>(m_window);
    tcb->m_cWndInfl = tcb->m_cWnd;
}

void
TcpRateHalvingRecovery::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    tcb->m_cWnd = static_cast<uint32_t>(std::min<uint64_t>(m_window, tcb->m_ssThresh.Get()));
    tcb->m_cWndInfl = tcb->m_cWnd;
}

uint32_t
TcpRateHalvingRecovery::GetBound(uint32_t threshold) const
{
    return threshold;
}

Ptr<TcpRecoveryOps>
TcpRateHalvingRecovery::Fork()
{
    return CopyObject<TcpRateHalvingRecovery>(this);
}

TypeId
TcpRenoRateHalvingRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TcpRenoRateHalvingRecovery")
                            .SetParent<TcpRateHalvingRecovery>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TcpRenoRateHalvingRecovery>();
    return tid;
}

std::string
TcpRenoRateHalvingRecovery::GetName() const
{
    return "TcpRenoRateHalvingRecovery";
}

uint32_t
TcpRenoRateHalvingRecovery::GetBound(uint32_t threshold) const
{
    return threshold / 2;
}

Ptr<TcpRecoveryOps>
TcpRenoRateHalvingRecovery::Fork()
{
    return CopyObject<TcpRenoRateHalvingRecovery>(this);
}
} // namespace hsn
} // namespace ns3
