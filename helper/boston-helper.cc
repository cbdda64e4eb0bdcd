// SPDX-License-Identifier: GPL-2.0-only
#include "boston-helper.h"

#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/atm-net-device.h"
#include "ns3/boston-aal.h"
#include "ns3/boston-socket-factory.h"
#include "ns3/boston-stack.h"
#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
BostonHelper::BostonHelper()
{
    m_aal.SetTypeId(BostonAal::GetTypeId());
}

void
BostonHelper::SetAalAttribute(const std::string& name, const AttributeValue& value)
{
    m_aal.Set(name, value);
}

void
BostonHelper::Install(const NodeContainer& nodes) const
{
    HsnInternetHelper().Install(nodes);
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        const auto node = *it;
        if (!node->GetObject<BostonStack>())
        {
            node->AggregateObject(CreateObject<BostonStack>());
            HsnInternetHelper().Install(node, BostonSocketFactory::GetTypeId());
        }
        for (uint32_t i = 0; i < node->GetNDevices(); ++i)
        {
            const auto device = DynamicCast<AtmNetDevice>(node->GetDevice(i));
            if (!device || DynamicCast<BostonAal>(device->GetAdaptation()))
            {
                continue;
            }
            NS_ABORT_MSG_IF(device->GetAdaptation(),
                            "BostonHelper: device " << i << " of node " << node->GetId()
                                                    << " has another adaptation layer");
            const auto aal = m_aal.Create<BostonAal>();
            aal->SetDevice(device);
            device->SetAdaptation(aal);
        }
    }
}
} // namespace hsn
} // namespace ns3
