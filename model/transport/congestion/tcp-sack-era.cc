// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-sack-era.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpSackEra);

TypeId
TcpSackEra::GetTypeId()
{
    static TypeId tid = AddVariantAttributes(TypeId("ns3::hsn::TcpSackEra")
                                                 .SetParent<TcpHsBase>()
                                                 .SetGroupName("Hsn")
                                                 .AddConstructor<TcpSackEra>(),
                                             PER_ACK,
                                             0);
    return tid;
}

std::string
TcpSackEra::GetName() const
{
    return "TcpSackEra";
}

double
TcpSackEra::GetIncrease(double window)
{
    return 1 / window;
}

double
TcpSackEra::GetReduced(double window)
{
    return window / 2;
}

Ptr<TcpCongestionOps>
TcpSackEra::Fork()
{
    return CopyObject<TcpSackEra>(this);
}
} // namespace hsn
} // namespace ns3
