// SPDX-License-Identifier: GPL-2.0-only
#include "atm-adaptation.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AtmAdaptation);

TypeId
AtmAdaptation::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmAdaptation").SetParent<Object>().SetGroupName("Hsn");
    return tid;
}

bool
AtmAdaptation::TakeSdu(AtmVc&, Ptr<Packet>, const Aal5ReceivedPdu&)
{
    return false;
}

void
AtmAdaptation::TakeDamaged(AtmVc&, Aal5Error, const Aal5ReceivedPdu&)
{
}
} // namespace hsn
} // namespace ns3
