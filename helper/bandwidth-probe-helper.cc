// SPDX-License-Identifier: GPL-2.0-only
#include "bandwidth-probe-helper.h"

#include "ns3/abort.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
BandwidthProbeHelper::BandwidthProbeHelper(const Address& remote)
    : m_remote(remote)
{
    NS_ABORT_MSG_UNLESS(
        InetSocketAddress::IsMatchingType(remote) || Inet6SocketAddress::IsMatchingType(remote),
        "BandwidthProbeHelper: remote = " << remote << " must be an address with a port");
    m_client.SetTypeId(PeriodicProbeClient::GetTypeId());
    m_receiver.SetTypeId(ProbeReceiver::GetTypeId());
    m_estimator.SetTypeId(DispersionEstimator::GetTypeId());
    m_service.SetTypeId(ProbeService::GetTypeId());
}

void
BandwidthProbeHelper::SetClientAttribute(const std::string& name, const AttributeValue& value)
{
    m_client.Set(name, value);
}

void
BandwidthProbeHelper::SetReceiverAttribute(const std::string& name, const AttributeValue& value)
{
    m_receiver.Set(name, value);
}

void
BandwidthProbeHelper::SetEstimatorAttribute(const std::string& name, const AttributeValue& value)
{
    m_estimator.Set(name, value);
}

void
BandwidthProbeHelper::SetServiceAttribute(const std::string& name, const AttributeValue& value)
{
    m_service.Set(name, value);
}

void
BandwidthProbeHelper::SetNoise(double sigma)
{
    NS_ABORT_MSG_UNLESS(std::isfinite(sigma) && sigma >= 0,
                        "BandwidthProbeHelper: noise = " << sigma
                                                         << " s must be finite and at least 0");
    m_noise = sigma;
}

void
BandwidthProbeHelper::AddNoise(Ptr<Application> app, const std::string& attribute) const
{
    if (m_noise > 0)
    {
        const auto noise = CreateObject<NormalRandomVariable>();
        noise->SetAttribute("Variance", DoubleValue(m_noise * m_noise));
        app->SetAttribute(attribute, PointerValue(noise));
    }
}

Ptr<PeriodicProbeClient>
BandwidthProbeHelper::MakeClient() const
{
    const auto client = m_client.Create<PeriodicProbeClient>();
    client->SetAttribute("Remote", AddressValue(m_remote));
    AddNoise(client, "SendJitter");
    return client;
}

Ptr<ProbeReceiver>
BandwidthProbeHelper::MakeReceiver() const
{
    const auto receiver = m_receiver.Create<ProbeReceiver>();
    receiver->SetAttribute("Estimator", PointerValue(m_estimator.Create<DispersionEstimator>()));
    AddNoise(receiver, "ReceiveJitter");
    return receiver;
}

Address
BandwidthProbeHelper::GetLocal() const
{
    if (InetSocketAddress::IsMatchingType(m_remote))
    {
        return InetSocketAddress(Ipv4Address::GetAny(),
                                 InetSocketAddress::ConvertFrom(m_remote).GetPort());
    }
    return Inet6SocketAddress(Ipv6Address::GetAny(),
                              Inet6SocketAddress::ConvertFrom(m_remote).GetPort());
}

ApplicationContainer
BandwidthProbeHelper::Install(Ptr<Node> from, Ptr<Node> to) const
{
    const auto client = MakeClient();
    const auto receiver = MakeReceiver();
    receiver->SetAttribute("Local", AddressValue(GetLocal()));
    from->AddApplication(client);
    to->AddApplication(receiver);
    ApplicationContainer apps;
    apps.Add(client);
    apps.Add(receiver);
    return apps;
}

ApplicationContainer
BandwidthProbeHelper::InstallRoundTrip(Ptr<Node> from, Ptr<Node> to) const
{
    const auto client = MakeClient();
    const auto receiver = MakeReceiver();
    const auto reflector = CreateObject<ProbeReflector>();
    reflector->SetAttribute("Local", AddressValue(GetLocal()));
    AddNoise(reflector, "ReceiveJitter");
    AddNoise(reflector, "SendJitter");
    client->SetAttribute("Receiver", PointerValue(receiver));
    from->AddApplication(client);
    from->AddApplication(receiver);
    to->AddApplication(reflector);
    ApplicationContainer apps;
    apps.Add(client);
    apps.Add(receiver);
    apps.Add(reflector);
    return apps;
}

Ptr<ProbeReceiver>
BandwidthProbeHelper::GetReceiver(const ApplicationContainer& apps)
{
    for (auto app = apps.Begin(); app != apps.End(); ++app)
    {
        if (const auto receiver = DynamicCast<ProbeReceiver>(*app))
        {
            return receiver;
        }
    }
    NS_ABORT_MSG("BandwidthProbeHelper: there is no ProbeReceiver among " << apps.GetN()
                                                                          << " applications");
    return nullptr;
}

Ptr<ProbeService>
BandwidthProbeHelper::CreateService(const ApplicationContainer& apps) const
{
    const auto service = m_service.Create<ProbeService>();
    service->SetReceiver(GetReceiver(apps));
    return service;
}

int64_t
BandwidthProbeHelper::AssignStreams(const ApplicationContainer& apps, int64_t stream)
{
    const int64_t first = stream;
    for (auto app = apps.Begin(); app != apps.End(); ++app)
    {
        if (const auto client = DynamicCast<PeriodicProbeClient>(*app))
        {
            stream += client->AssignStreams(stream);
        }
        else if (const auto receiver = DynamicCast<ProbeReceiver>(*app))
        {
            stream += receiver->AssignStreams(stream);
        }
        else if (const auto reflector = DynamicCast<ProbeReflector>(*app))
        {
            stream += reflector->AssignStreams(stream);
        }
    }
    return stream - first;
}
} // namespace hsn
} // namespace ns3
