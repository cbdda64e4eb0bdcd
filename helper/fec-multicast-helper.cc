// SPDX-License-Identifier: GPL-2.0-only
#include "fec-multicast-helper.h"

#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
FecMulticastHelper::FecMulticastHelper()
{
    m_sender.SetTypeId(FecMulticastSender::GetTypeId());
}

void
FecMulticastHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_sender.Set(name, value);
}

ApplicationContainer
FecMulticastHelper::Install(Ptr<NetDevice> sender, const NetDeviceContainer& receivers) const
{
    auto source = m_sender.Create<FecMulticastSender>();
    source->SetDevice(sender);
    sender->GetNode()->AddApplication(source);
    ApplicationContainer applications(source);
    for (auto it = receivers.Begin(); it != receivers.End(); ++it)
    {
        auto receiver = CreateObject<FecMulticastReceiver>();
        source->AddReceiver(receiver, *it);
        (*it)->GetNode()->AddApplication(receiver);
        applications.Add(receiver);
    }
    return applications;
}
} // namespace hsn
} // namespace ns3
