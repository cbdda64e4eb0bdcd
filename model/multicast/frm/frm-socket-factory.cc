// SPDX-License-Identifier: GPL-2.0-only
#include "frm-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmSocketFactory);

TypeId
FrmSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FrmSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FrmSocketFactory>();
    return tid;
}

int64_t
FrmSocketFactory::AssignStreams(int64_t stream)
{
    return GetObject<FrmProtocol>()->AssignStreams(stream);
}
} // namespace hsn
} // namespace ns3
