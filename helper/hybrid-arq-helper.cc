// SPDX-License-Identifier: GPL-2.0-only
#include "hybrid-arq-helper.h"

#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
HybridArqHelper::HybridArqHelper()
{
    m_sender.SetTypeId(HybridArqSender::GetTypeId());
}

void
HybridArqHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_sender.Set(name, value);
}

ApplicationContainer
HybridArqHelper::Install(Ptr<NetDevice> sender, const NetDeviceContainer& receivers) const
{
    auto source = m_sender.Create<HybridArqSender>();
    source->SetDevice(sender);
    sender->GetNode()->AddApplication(source);
    ApplicationContainer applications(source);
    for (auto it = receivers.Begin(); it != receivers.End(); ++it)
    {
        auto receiver = CreateObject<HybridArqReceiver>();
        source->AddReceiver(receiver, *it);
        (*it)->GetNode()->AddApplication(receiver);
        applications.Add(receiver);
    }
    return applications;
}
} // namespace hsn
} // namespace ns3
