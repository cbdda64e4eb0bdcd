// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-fine-congestion-ops.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpFineCongestionOps);

TypeId
TcpFineCongestionOps::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TcpFineCongestionOps").SetParent<TcpCongestionOps>().SetGroupName("Hsn");
    return tid;
}

uint32_t
TcpFineCongestionOps::GetSsThreshAgain(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    return GetSsThresh(tcb, bytesInFlight);
}

uint32_t
TcpFineCongestionOps::GetLossWindow(Ptr<const TcpSocketState> tcb) const
{
    return tcb->m_segmentSize;
}

void
TcpFineCongestionOps::TakeRttSample(Ptr<TcpSocketState>, Time)
{
}
} // namespace hsn
} // namespace ns3
