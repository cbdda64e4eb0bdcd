// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A monitored host whose SNMP agent real programs can ask: datagrams to a UDP port of this machine
 * are sent to the agent by a simulated host, and its responses come back. The simulation goes on as
 * far as an answer needs, so that a manager sees one state of the MIB.
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/xtp-socket.h"

#include <arpa/inet.h>
#include <array>
#include <iostream>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Datagrams between this machine and a simulated host.
class Gateway
{
  public:
    /// @param node of the simulation that asks @param agent it asks @param port of this machine; 0:
    /// any that is free
    Gateway(Ptr<Node> node, const InetSocketAddress& agent, uint16_t port)
        : m_inner(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId())),
          m_outer(socket(AF_INET, SOCK_DGRAM, 0))
    {
        m_inner->Bind();
        m_inner->Connect(agent);
        sockaddr_in own{};
        own.sin_family = AF_INET;
        own.sin_port = htons(port);
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        NS_ABORT_MSG_IF(m_outer < 0 ||
                            bind(m_outer, reinterpret_cast<sockaddr*>(&own), sizeof(own)) < 0,
                        "UDP port " << port << " of 127.0.0.1 cannot be had");
    }

    ~Gateway()
    {
        close(m_outer);
    }

    /// @return port of this machine
    uint16_t GetPort() const
    {
        sockaddr_in own{};
        socklen_t length = sizeof(own);
        getsockname(m_outer, reinterpret_cast<sockaddr*>(&own), &length);
        return ntohs(own.sin_port);
    }

    /// Carries requests and responses until the standard input ends. @param patience for a response
    /// @return requests carried
    uint32_t Serve(Time patience)
    {
        std::array<pollfd, 2> both{{{m_outer, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}}};
        uint32_t requests = 0;
        while (poll(both.data(), both.size(), -1) > 0)
        {
            if (both[0].revents & POLLIN)
            {
                ++requests;
                Carry(patience);
            }
            else if (both[1].revents && read(STDIN_FILENO, m_octets.data(), m_octets.size()) <= 0)
            {
                break;
            }
        }
        return requests;
    }

  private:
    /// One request, and its response, if one comes. @param patience so long
    void Carry(Time patience)
    {
        sockaddr_in from{};
        socklen_t length = sizeof(from);
        const auto size = recvfrom(m_outer,
                                   m_octets.data(),
                                   m_octets.size(),
                                   0,
                                   reinterpret_cast<sockaddr*>(&from),
                                   &length);
        if (size <= 0)
        {
            return;
        }
        m_inner->SetRecvCallback(Sink<Ptr<Socket>>::Make([](Ptr<Socket>) { Simulator::Stop(); }));
        m_inner->Send(Create<Packet>(m_octets.data(), static_cast<uint32_t>(size)));
        const EventId end =
            Simulator::Schedule(patience, static_cast<void (*)()>(&Simulator::Stop));
        Simulator::Run();
        Simulator::Cancel(end);
        while (const auto response = m_inner->Recv())
        {
            const auto octets = response->CopyData(m_octets.data(), m_octets.size());
            sendto(m_outer,
                   m_octets.data(),
                   octets,
                   0,
                   reinterpret_cast<sockaddr*>(&from),
                   sizeof(from));
        }
    }

    Ptr<Socket> m_inner;                   //!< of the simulated host
    int m_outer;                           //!< of this machine
    std::array<uint8_t, 65536> m_octets{}; //!< of a datagram
};
} // namespace

int
main(int argc, char* argv[])
{
    double time = 8.5;
    double rate = 400;
    uint16_t port = 0;
    ProgramOptions options(__FILE__,
                           "Paper qos-monitor: the agent of a simulated host, for real managers");
    options.Add("time", "When the simulation waits for managers, s", time, Between(2, 1e5));
    options.Add("rate", "Of the monitored application, kb/s", rate, Above(0).AtMost(1e4));
    options.Add("port", "UDP port of 127.0.0.1; 0: any that is free", port);
    options.Parse(argc, argv);

    NodeContainer nodes(3); // client, server, manager
    InternetStackHelper internet;
    internet.Install(nodes);
    internet.AssignStreams(nodes, 100);
    HsnInternetHelper().Install(nodes);
    HsnInternetHelper().AssignStreams(nodes, 1000);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    const auto server = addresses.Assign(link.Install(nodes.Get(0), nodes.Get(1))).GetAddress(1);
    addresses.NewNetwork();
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    link.SetChannelAttribute("Delay", StringValue("1us")); // a walk ends within the interval
    const auto agent = addresses.Assign(link.Install(nodes.Get(0), nodes.Get(2))).GetAddress(0);

    QosMonitorHelper helper;
    QosContract contract{};
    contract.direction = QOS_OUT;
    contract.throughput = static_cast<uint64_t>(rate * 1000);
    contract.delay = 7500000;
    helper.AddContract(contract);
    helper.SetWatchAttribute("Udp", BooleanValue(false)); // managers are not monitored
    const auto mib = helper.Install(nodes.Get(0));
    helper.InstallAgent(nodes.Get(0));
    std::ostringstream table;
    QosMibExporter::Connect(mib, table, QosMibExporter::CSV);
    PacketSinkHelper sink("ns3::hsn::XtpSocketFactory",
                          InetSocketAddress(Ipv4Address::GetAny(), 5000));
    sink.Install(nodes.Get(1));
    OnOffHelper source("ns3::hsn::XtpSocketFactory", InetSocketAddress(server, 5000));
    source.SetConstantRate(DataRate(static_cast<uint64_t>(rate * 1000)), 500);
    source.Install(nodes.Get(0)).Start(Seconds(1.003));
    Simulator::Stop(Seconds(time));
    Simulator::Run();

    std::vector<std::string> lines;
    std::istringstream text(table.str());
    for (std::string line; std::getline(text, line);)
    {
        lines.push_back(line);
    }
    Gateway gateway(nodes.Get(2), InetSocketAddress(agent, 161), port);
    JsonObject out;
    out.Set("port", static_cast<uint32_t>(gateway.GetPort()));
    out.Set("table", lines);
    std::cout << out << std::endl; // a manager can be started now
    const uint32_t requests = gateway.Serve(Seconds(0.4));
    JsonObject end;
    end.Set("requests", requests);
    end.Set("time_s", Simulator::Now().GetSeconds());
    std::cout << end << std::endl;
    Simulator::Destroy();
    return 0;
}
