// SPDX-License-Identifier: GPL-2.0-only
#include "snr-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SnrSocketFactory);

TypeId
SnrSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SnrSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SnrSocketFactory>();
    return tid;
}
} // namespace hsn
} // namespace ns3
