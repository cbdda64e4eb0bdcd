// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MmPocSocketFactory);

TypeId
MmPocSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MmPocSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MmPocSocketFactory>();
    return tid;
}
} // namespace hsn
} // namespace ns3
