// SPDX-License-Identifier: GPL-2.0-only
#include "mets-helper.h"

#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/atm-switch.h"
#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/host-cpu.h"
#include "ns3/link-socket-address.h"
#include "ns3/mets-control-socket.h"
#include "ns3/mets-nic.h"
#include "ns3/mets-socket.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
MetsHelper::MetsHelper()
{
    m_hosts.SetTypeId(MetsHost::GetTypeId());
    m_atm.SetDeviceType(MetsNic::GetTypeId());
    m_atm.SetChannelAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
    m_atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
    m_atm.SetVcAttribute("Protocol", UintegerValue(MetsHost::PROTOCOL));
}

void
MetsHelper::SetHostAttribute(const std::string& name, const AttributeValue& value)
{
    m_hosts.Set(name, value);
}

void
MetsHelper::SetNicAttribute(const std::string& name, const AttributeValue& value)
{
    m_atm.SetDeviceAttribute(name, value);
}

AtmHelper&
MetsHelper::GetAtm()
{
    return m_atm;
}

NetDeviceContainer
MetsHelper::Install(Ptr<Node> a, Ptr<Node> b)
{
    const auto ends = m_atm.Install(a, b);
    for (uint32_t i = 0; i < ends.GetN(); ++i)
    {
        if (DynamicCast<MetsNic>(ends.Get(i)))
        {
            GetHost(ends.Get(i));
        }
    }
    return ends;
}

Ptr<MetsHost>
MetsHelper::GetHost(Ptr<NetDevice> device) const
{
    const auto nic = DynamicCast<MetsNic>(device);
    NS_ABORT_MSG_UNLESS(nic, "MetsHelper gets a device that is no MetsNic");
    const auto node = nic->GetNode();
    if (const auto known = node->GetObject<MetsHost>())
    {
        NS_ABORT_MSG_IF(known->GetNic() != nic,
                        "node " << node->GetId() << " gets a second MetsNic: METS has one");
        return known;
    }
    auto cpu = node->GetObject<HostCpu>();
    if (!cpu)
    {
        cpu = CreateObject<HostCpu>();
        node->AggregateObject(cpu);
    }
    nic->SetCpu(cpu);
    const auto host = m_hosts.Create<MetsHost>();
    host->SetNic(nic);
    node->AggregateObject(host);
    HsnInternetHelper().Install(NodeContainer(node), MetsSocketFactory::GetTypeId());
    HsnInternetHelper().Install(NodeContainer(node), MetsControlSocketFactory::GetTypeId());
    return host;
}

AtmPvc
MetsHelper::Connect(Ptr<NetDevice> a, Ptr<NetDevice> b) const
{
    return m_atm.ConnectPvc(a, b);
}

AtmPvc
MetsHelper::ConnectControl(Ptr<NetDevice> a, Ptr<NetDevice> b)
{
    AtmHelper atm;
    atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
    atm.SetVcAttribute("Protocol", UintegerValue(MetsControlProtocol::ETHER_TYPE));
    return atm.ConnectPvc(a, b);
}

AtmPvc
MetsHelper::ConnectGroup(Ptr<NetDevice> root,
                         Mac48Address group,
                         const NetDeviceContainer& leaves) const
{
    const auto pvc = m_atm.ConnectPointToMultipoint(root, leaves);
    GetHost(root)->AddGroup(group, pvc.a);
    return pvc;
}

Ptr<MetsSignalling>
MetsHelper::InstallSignalling(Ptr<Node> node, Ptr<MetsAdapter> adapter)
{
    const auto signalling = CreateObject<MetsSignalling>();
    signalling->SetAdapter(adapter);
    const auto host = node->GetObject<MetsHost>();
    if (host)
    {
        node->AggregateObject(signalling);
        return signalling;
    }
    NS_ABORT_MSG_UNLESS(node->GetObject<AtmSwitch>(),
                        "node " << node->GetId()
                                << " gets METS signalling: it has no MetsHost, and is no switch");
    const auto control = CreateObject<Node>();
    AtmHelper().Install(control, node);
    control->AggregateObject(signalling);
    return signalling;
}

void
MetsHelper::ConnectSignalling(Ptr<MetsSignalling> up, uint32_t link, Ptr<MetsSignalling> down)
{
    AtmHelper atm;
    atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
    atm.SetVcAttribute("Protocol", UintegerValue(MetsSignalling::PROTOCOL));
    const auto find = [](Ptr<MetsSignalling> signalling) {
        const auto node = signalling->GetObject<Node>();
        const auto host = node->GetObject<MetsHost>();
        return host ? Ptr<AtmNetDevice>(host->GetNic())
                    : DynamicCast<AtmNetDevice>(node->GetDevice(0));
    };
    const auto pvc = atm.ConnectPvc(find(up), find(down));
    up->AddDown(link, find(up), pvc.a);
    down->SetUp(find(down), pvc.leaves[0]);
}

std::vector<Ptr<MetsAdapter>>
MetsHelper::InstallAdapters(const NodeContainer& path,
                            const std::vector<uint64_t>& capacities,
                            Time step)
{
    const uint32_t n = path.GetN();
    NS_ABORT_MSG_IF(n < 2, "METS adapters along a path of " << n << " nodes: at least 2");
    NS_ABORT_MSG_IF(capacities.size() != n,
                    capacities.size() << " capacities for METS adapters along a path of " << n
                                      << " nodes: one for each");
    std::vector<Ptr<MetsAdapter>> adapters;
    Ptr<MetsSignalling> up;
    for (uint32_t i = 0; i < n; ++i)
    {
        const auto adapter = CreateObject<MetsAdapter>();
        adapter->SetAttribute("Role",
                              EnumValue(i == 0       ? MetsAdapter::SOURCE
                                        : i == n - 1 ? MetsAdapter::RECEIVER
                                                     : MetsAdapter::SWITCH));
        adapter->SetAttribute("Offset", TimeValue(step * (n - 1 - i)));
        adapter->AddLink(capacities[i]);
        const auto signalling = InstallSignalling(path.Get(i), adapter);
        if (up)
        {
            ConnectSignalling(up, 0, signalling);
        }
        up = signalling;
        adapters.push_back(adapter);
    }
    return adapters;
}

Ptr<MetsFlowMonitor>
MetsHelper::WatchCongestion(Ptr<NetDevice> device,
                            Ptr<AtmVc> vc,
                            uint16_t flow,
                            Ptr<MetsAdapter> adapter)
{
    const auto nic = DynamicCast<MetsNic>(device);
    NS_ABORT_MSG_UNLESS(nic, "congestion of flow " << flow << " is watched at no MetsNic");
    const auto monitor = CreateObject<MetsFlowMonitor>();
    monitor->SetCongestionCallback(MakeCallback(&MetsAdapter::NotifyCongestion, adapter));
    monitor->Watch(nic, vc->GetId(), flow);
    return monitor;
}

Address
MetsHelper::GetLocal(Ptr<NetDevice> device, uint16_t flow)
{
    return LinkSocketAddress(device, flow);
}

Address
MetsHelper::GetPeer(Ptr<NetDevice> device, Ptr<NetDevice> peer, uint16_t flow)
{
    return GetPeer(device, Mac48Address::ConvertFrom(peer->GetAddress()), flow);
}

Address
MetsHelper::GetPeer(Ptr<NetDevice> device, Mac48Address group, uint16_t flow)
{
    return LinkSocketAddress(device->GetIfIndex(), group, flow);
}
} // namespace hsn
} // namespace ns3
