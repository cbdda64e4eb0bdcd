// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TfrcSocketFactory);

TypeId
TfrcSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TfrcSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TfrcSocketFactory>();
    return tid;
}
} // namespace hsn
} // namespace ns3
