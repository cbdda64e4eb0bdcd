// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts and a link, for tests of the sources of Web flows.
 */
#ifndef SURGE_TEST_NETWORK_H
#define SURGE_TEST_NETWORK_H

#include "ns3/address.h"
#include "ns3/double.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/lean-link-helper.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/surge-flow-generator.h"
#include "ns3/surge-sink.h"

#include <string>

namespace ns3
{
namespace hsn
{
/// Socket factories by name.
const std::string SURGE_NS3_TCP = "ns3::TcpSocketFactory";
const std::string SURGE_HSN_TCP = "ns3::hsn::IndexedTcpSocketFactory";

/// Two hosts with a link of 1 Gbit/s and both TCPs.
class SurgeTestNetwork
{
  public:
    /// @param delay of the link, one way @param buffer of the devices
    explicit SurgeTestNetwork(const std::string& delay, const std::string& buffer = "100000p")
    {
        hosts.Create(2);
        LeanLinkHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        link.SetDeviceAttribute("MaxSize", StringValue(buffer));
        link.SetChannelAttribute("Delay", StringValue(delay));
        devices = link.Install(hosts);
        InternetStackHelper().Install(hosts);
        HsnInternetHelper().Install(hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        // before ns-3 3.37 it depends on the devices that other tests had
        ipv6 = Ipv6AddressHelper("2001:db8::", 64).Assign(devices).GetAddress(1, 1);
    }

    ~SurgeTestNetwork()
    {
        Simulator::Destroy();
    }

    /// @param protocol factory of its socket @param v6 IPv6 @param port its own
    /// @return a sink at the second host
    Ptr<SurgeSink> AddSink(const std::string& protocol, bool v6 = false, uint16_t port = 80)
    {
        auto sink = CreateObject<SurgeSink>();
        sink->SetAttribute("Protocol", StringValue(protocol));
        sink->SetAttribute("Local",
                           AddressValue(v6 ? Address(Inet6SocketAddress(port))
                                           : Address(InetSocketAddress(port))));
        hosts.Get(1)->AddApplication(sink);
        return sink;
    }

    /// @param protocol factory of its sockets @param rate flows per second @param v6 IPv6
    /// @return a generator at the first host
    Ptr<SurgeFlowGenerator> AddGenerator(const std::string& protocol, double rate, bool v6 = false)
    {
        const Address remote =
            v6 ? Address(Inet6SocketAddress(ipv6, 80)) : Address(InetSocketAddress("10.0.0.2", 80));
        auto generator = CreateObject<SurgeFlowGenerator>();
        generator->SetAttribute("Protocol", StringValue(protocol));
        generator->SetAttribute("Remote", AddressValue(remote));
        generator->SetAttribute("ArrivalRate", DoubleValue(rate));
        generator->SetStartTime(Seconds(2)); // IPv6 addresses are valid then
        hosts.Get(0)->AddApplication(generator);
        generator->AssignStreams(17);
        return generator;
    }

    NodeContainer hosts;        //!< the two
    NetDeviceContainer devices; //!< the link's ends
    Ipv6Address ipv6;           //!< of the second host
};
} // namespace hsn
} // namespace ns3

#endif // SURGE_TEST_NETWORK_H
