// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SstpSocketFactory);

TypeId
SstpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SstpSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SstpSocketFactory>();
    return tid;
}
} // namespace hsn
} // namespace ns3
