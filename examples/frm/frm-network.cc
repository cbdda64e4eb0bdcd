// SPDX-License-Identifier: GPL-2.0-only
#include "frm-network.h"

#include "frm-time.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-vc.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/link-socket-address.h"
#include "ns3/node.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Has a device lose what it receives. @param device the device @param loss share of packets @param
/// stream of the losses
void
Lose(Ptr<NetDevice> device, double loss, int64_t stream)
{
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(loss);
    model->AssignStreams(stream);
    device->SetAttribute("ReceiveErrorModel", PointerValue(model));
}
} // namespace

void
FrmStar::BuildIp(const std::vector<double>& delaysMs, double loss, int64_t stream, bool isUdp)
{
    Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue(isUdp ? "Udp" : "Ip"));
    hosts.Create(static_cast<uint32_t>(delaysMs.size()) + 1);
    const auto hub = CreateObject<Node>();
    InternetStackHelper internet;
    internet.Install(hosts);
    internet.Install(hub);
    HsnInternetHelper().Install(hosts);

    const Ipv4Address multicast("225.1.2.3");
    const Ipv4StaticRoutingHelper routing;
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
    PointToPointHelper link; // its MTU leaves no packet in fragments
    link.SetDeviceAttribute("Mtu", UintegerValue(65535));
    link.SetDeviceAttribute("DataRate", StringValue("155.5Mb/s"));
    const auto uplink = link.Install(hosts.Get(0), hub);
    first = uplink.Get(0);
    const auto ends = addresses.Assign(uplink);
    const Ipv4Address sender = ends.GetAddress(0);
    const auto route = routing.GetStaticRouting(hosts.Get(0)->GetObject<Ipv4>());
    route->SetDefaultRoute(ends.GetAddress(1), 1);
    route->SetDefaultMulticastRoute(1);
    link.SetDeviceAttribute("DataRate",
                            StringValue("10Gb/s")); // one serialisation, as in the paper
    std::vector<uint32_t> down;
    for (std::size_t i = 0; i < delaysMs.size(); ++i)
    {
        link.SetChannelAttribute("Delay", TimeValue(Milli(delaysMs[i])));
        const auto host = hosts.Get(static_cast<uint32_t>(i) + 1);
        const auto devices = link.Install(hub, host);
        addresses.NewNetwork();
        const auto interfaces = addresses.Assign(devices);
        routing.GetStaticRouting(host->GetObject<Ipv4>())
            ->SetDefaultRoute(interfaces.GetAddress(0), 1);
        down.push_back(interfaces.Get(0).second);
        if (loss > 0)
        {
            Lose(devices.Get(1), loss, stream + 2 * static_cast<int64_t>(i));
            Lose(devices.Get(0), loss, stream + 2 * static_cast<int64_t>(i) + 1);
        }
        listens.emplace_back(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    }
    routing.GetStaticRouting(hub->GetObject<Ipv4>())->AddMulticastRoute(sender, multicast, 1, down);
    group = InetSocketAddress(multicast, PORT);
    own = InetSocketAddress(Ipv4Address::GetAny(), 0);
}

void
FrmStar::Capture(const std::string& file) const
{
    PointToPointHelper().EnablePcap(file, first, false, true);
}

void
FrmStar::BuildAtm(const std::vector<double>& delaysMs)
{
    hosts.Create(static_cast<uint32_t>(delaysMs.size()) + 1);
    const auto hub = CreateObject<Node>();
    AtmSwitchHelper().Install(hub);
    AtmHelper atm;
    const auto root = atm.Install(hosts.Get(0), hub).Get(0);
    NetDeviceContainer leaves;
    for (std::size_t i = 0; i < delaysMs.size(); ++i)
    {
        atm.SetChannelAttribute("Delay", TimeValue(Milli(delaysMs[i])));
        leaves.Add(atm.Install(hosts.Get(static_cast<uint32_t>(i) + 1), hub).Get(0));
        listens.emplace_back(LinkSocketAddress(leaves.Get(static_cast<uint32_t>(i)), PORT));
    }
    for (uint32_t i = 0; i < leaves.GetN(); ++i)
    {
        atm.ConnectPvc(leaves.Get(i), root); // for echoes
    }
    const auto pvc = atm.ConnectPointToMultipoint(root, leaves);
    InternetStackHelper().Install(hosts); // factories of sockets need it; devices have no address
    HsnInternetHelper().Install(hosts);
    group = LinkSocketAddress(root->GetIfIndex(), pvc.a->GetPeerAddress(), PORT);
    own = LinkSocketAddress(root, 0);
}
