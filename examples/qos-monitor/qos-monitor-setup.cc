// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sets up an XTP connection between two hosts, with a profile in its first packet that the other
 * end meets and sends back, or without one.
 */
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/packet-traces.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/qos-profile-text.h"
#include "ns3/qos-profile.h"
#include "ns3/xtp-header.h"
#include "ns3/xtp-socket.h"

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t PORT = 5000;

/// The run.
class Run
{
  public:
    /// @param delay of the link, ms @param octets of a profile; 0: none
    Run(double delay, uint32_t octets)
        : m_octets(octets)
    {
        m_nodes.Create(2);
        InternetStackHelper().Install(m_nodes);
        HsnInternetHelper().Install(m_nodes, "ns3::hsn::XtpSocketFactory");
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", TimeValue(NanoSeconds(std::llround(delay * 1e6))));
        m_hosts = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(link.Install(m_nodes));
    }

    /// @return metrics
    JsonObject Simulate()
    {
        const auto factory = XtpSocketFactory::GetTypeId();
        auto listener = Socket::CreateSocket(m_nodes.Get(1), factory);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([this](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(
                    Sink<Ptr<Socket>>::Make([this](Ptr<Socket> s) { Answer(s); }));
            }));
        m_socket = Socket::CreateSocket(m_nodes.Get(0), factory);
        m_socket->SetAttribute("EarlyData", BooleanValue(m_octets > 0));
        m_socket->TraceConnectWithoutContext(
            "Rx",
            MakeHeaderCallback<XtpHeader>(Sink<Ptr<const Packet>, const XtpHeader&>::Make(
                [this](Ptr<const Packet>, const XtpHeader&) {
                    if (m_answered.IsZero())
                    {
                        m_answered = Simulator::Now();
                    }
                })));
        m_socket->SetConnectCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> socket) {
                                         if (m_octets > 0)
                                         {
                                             Send(socket, WANTED);
                                         }
                                     }),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> s) { Take(s); }));
        ScheduleCall(Time(0), [this] {
            m_socket->Bind();
            m_socket->Connect(InetSocketAddress(m_hosts.GetAddress(1), PORT));
        });
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        JsonObject out;
        const Time done = m_octets > 0 ? m_agreed : m_answered;
        out.Set("complete", !done.IsZero());
        out.Set("setup_ms", done.GetSeconds() * 1e3);
        out.Set("answer_ms", m_answered.GetSeconds() * 1e3);
        out.Set("agreed_rate", m_profile.rate);
        out.Set("agreed_delay_ms", m_profile.delay);
        out.Set("error", m_error);
        return out;
    }

  private:
    /// @param socket that sends @param profile in as many octets as were chosen
    void Send(Ptr<Socket> socket, const QosProfile& profile) const
    {
        std::string text = WriteQosProfile(profile);
        text.resize(m_octets, '\n');
        socket->Send(Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()),
                                    static_cast<uint32_t>(text.size())),
                     0);
    }

    /// @param socket with a part of a profile @param text gets it @return whether it is all there
    bool Read(Ptr<Socket> socket, std::string& text) const
    {
        while (auto packet = socket->Recv())
        {
            std::string part(packet->GetSize(), '\0');
            packet->CopyData(reinterpret_cast<uint8_t*>(&part[0]), packet->GetSize());
            text += part;
        }
        return m_octets > 0 && text.size() == m_octets;
    }

    /// @param socket of the server
    void Answer(Ptr<Socket> socket)
    {
        QosProfile wanted;
        if (Read(socket, m_arrived))
        {
            m_error = ReadQosProfile(m_arrived, wanted);
            const auto met = MeetQos(wanted, {1e6, 120, 5, 0, {"colour"}});
            m_error += met.accepted ? "" : met.parameter;
            Send(socket, met.profile);
        }
    }

    /// @param socket of the client
    void Take(Ptr<Socket> socket)
    {
        if (Read(socket, m_returned))
        {
            m_error += ReadQosProfile(m_returned, m_profile);
            m_agreed = Simulator::Now();
        }
    }

    static const QosProfile WANTED; //!< by the client

    uint32_t m_octets;              //!< of a profile
    NodeContainer m_nodes;          //!< client, server
    Ipv4InterfaceContainer m_hosts; //!< their addresses
    Ptr<Socket> m_socket;           //!< of the client
    std::string m_arrived;          //!< at the server
    std::string m_returned;         //!< to the client
    std::string m_error;            //!< of the profile
    QosProfile m_profile;           //!< agreed upon
    Time m_answered;                //!< the first packet came back
    Time m_agreed;                  //!< the profile came back
};

const QosProfile Run::WANTED{2e6, 5e5, 100, 250, 10, 50, 0, 0.01, {{"colour", false}}};
} // namespace

int
main(int argc, char* argv[])
{
    double delay = 0.75;
    uint32_t profile = 0;
    ProgramOptions options(__FILE__, "Paper qos-monitor: set-up of a connection with a profile");
    options.Add("delay", "Propagation, ms", delay, Between(0, 1e4));
    options.Add("profile", "Octets of the profile; 0: none", profile, Between(0, 1400));
    options.Parse(argc, argv);
    NS_ABORT_MSG_IF(profile > 0 && profile < 128,
                    "profile=" << profile << ", must be 0, or 128 to 1400");
    Run run(delay, profile); // outlives what the simulation still tells at its end
    std::cout << run.Simulate() << std::endl;
    Simulator::Destroy();
    return 0;
}
