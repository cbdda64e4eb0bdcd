// SPDX-License-Identifier: GPL-2.0-only
#include "admission-meter.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AdmissionMeter);

TypeId
AdmissionMeter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AdmissionMeter").SetParent<Object>().SetGroupName("Hsn");
    return tid;
}
} // namespace hsn
} // namespace ns3
