// SPDX-License-Identifier: GPL-2.0-only
#include "frm-protocol.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmProtocol);

TypeId
FrmProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FrmProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FrmProtocol>();
    return tid;
}

FrmProtocol::FrmProtocol()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

FrmProtocol::~FrmProtocol() = default;

Time
FrmProtocol::DrawSpread(Time width)
{
    return width.IsZero() ? Time(0) : Seconds(m_random->GetValue(0, width.GetSeconds()));
}

int64_t
FrmProtocol::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}
} // namespace hsn
} // namespace ns3
