// SPDX-License-Identifier: GPL-2.0-only
#include "host-helper.h"

#include "ns3/atm-net-device.h"
#include "ns3/demux-clients.h"
#include "ns3/host-cpu.h"
#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
ObjectFactory
HostHelper::MakeFactory(const std::string& type, const Attributes& attributes)
{
    ObjectFactory factory;
    factory.SetTypeId(type);
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, *value);
    }
    return factory;
}

HostHelper::HostHelper()
{
    m_cpu.SetTypeId(HostCpu::GetTypeId());
    m_device.SetTypeId(NifNetDevice::GetTypeId());
    m_ethernet.SetTypeId(EthernetDriver::GetTypeId());
    m_atm.SetTypeId(AtmDriver::GetTypeId());
    m_client.SetTypeId(LateDemuxClient::GetTypeId());
    m_cost = CreateObject<HostCost>();
}

void
HostHelper::SetCpuAttribute(const std::string& name, const AttributeValue& value)
{
    m_cpu.Set(name, value);
}

void
HostHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
HostHelper::SetDriver(const std::string& type)
{
    m_driver = MakeFactory(type, m_driverAttributes);
    m_chosen = true;
}

void
HostHelper::SetDriverAttribute(const std::string& name, const AttributeValue& value)
{
    m_driverAttributes.emplace_back(name, value.Copy());
    if (m_chosen)
    {
        m_driver.Set(name, value);
        return;
    }
    m_ethernet.Set(name, value);
    m_atm.Set(name, value);
}

void
HostHelper::SetClient(const std::string& type)
{
    m_client = MakeFactory(type, m_clientAttributes);
}

void
HostHelper::SetClientAttribute(const std::string& name, const AttributeValue& value)
{
    m_clientAttributes.emplace_back(name, value.Copy());
    m_client.Set(name, value);
}

void
HostHelper::SetCost(Ptr<const HostCost> cost)
{
    m_cost = cost;
}

Ptr<NifNetDevice>
HostHelper::Install(Ptr<NetDevice> port) const
{
    const auto node = port->GetNode();
    auto cpu = node->GetObject<HostCpu>();
    if (!cpu)
    {
        cpu = m_cpu.Create<HostCpu>();
        node->AggregateObject(cpu);
    }
    const bool atm = DynamicCast<AtmNetDevice>(port) != nullptr;
    const auto driver = (m_chosen ? m_driver : atm ? m_atm : m_ethernet).Create<NetworkDriver>();
    driver->SetHost(cpu, m_cost, port->GetMtu());
    driver->Register(NetworkDriver::DEFAULT_CLIENT_TYPE, m_client.Create<NetworkClient>());
    const auto device = m_device.Create<NifNetDevice>();
    device->SetNode(node);
    device->SetPort(port, driver);
    node->AddDevice(device);
    return device;
}

NetDeviceContainer
HostHelper::Install(const NetDeviceContainer& ports) const
{
    NetDeviceContainer devices;
    for (auto port = ports.Begin(); port != ports.End(); ++port)
    {
        devices.Add(Install(*port));
    }
    return devices;
}
} // namespace hsn
} // namespace ns3
