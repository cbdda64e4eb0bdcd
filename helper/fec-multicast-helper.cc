// SPDX-License-Identifier: GPL-2.0-only
#include "fec-multicast-helper.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/udp-socket-factory.h"

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

ApplicationContainer
FecMulticastHelper::Install(Ptr<Node> sender,
                            const NodeContainer& receivers,
                            const Address& group) const
{
    NS_ABORT_MSG_UNLESS(InetSocketAddress::IsMatchingType(group),
                        "FecMulticastHelper: the group must be an IPv4 address and a port; IPv6 "
                        "is not supported");
    const auto port = InetSocketAddress::ConvertFrom(group).GetPort();
    const auto factory = UdpSocketFactory::GetTypeId();
    auto source = m_sender.Create<FecMulticastSender>();
    auto socket = Socket::CreateSocket(sender, factory);
    socket->Bind();
    source->SetSocket(socket, group);
    sender->AddApplication(source);
    ApplicationContainer applications(source);
    for (auto it = receivers.Begin(); it != receivers.End(); ++it)
    {
        auto receiver = CreateObject<FecMulticastReceiver>();
        auto own = Socket::CreateSocket(*it, factory);
        own->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        source->AddReceiver(receiver, own);
        (*it)->AddApplication(receiver);
        applications.Add(receiver);
    }
    return applications;
}
} // namespace hsn
} // namespace ns3
