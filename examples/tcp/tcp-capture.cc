// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts on one link exchange data by TCP. Both capture what they send and receive, with
 * checksums, for Wireshark (raw IP). The link loses, delays, repeats and marks chosen segments.
 *
 * Prints a JSON object with the counts of the simulation, so that a test can compare them with what
 * tshark reads.
 *
 *   hsn-tcp-capture --prefix=/tmp/x                           100 kB from host a to host b
 *   hsn-tcp-capture --prefix=/tmp/x --lose=5,17               some segments with data get lost
 *   hsn-tcp-capture --prefix=/tmp/x --passive=ns3             to ns-3's own TCP
 *   hsn-tcp-capture --prefix=/tmp/x --b=Sack=false,UseEcn=On  attributes of host b's socket
 */
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Numbers of packets.
using Numbers = std::vector<uint32_t>;

/// @param numbers some @param number one @return whether it is one of them
bool
Contains(const Numbers& numbers, uint32_t number)
{
    return std::count(numbers.begin(), numbers.end(), number) > 0;
}

/// A link that treats each segment as planned.
class PlannedChannel : public SimpleChannel
{
  public:
    /// What happens to which packets of TCP of one host; numbers count from 1.
    struct Plan
    {
        Numbers lose;         ///< of those with data
        Numbers loseBare;     ///< of those without
        Numbers late;         ///< of those with data; 15 ms
        Numbers twice;        ///< of those with data
        Numbers mark;         ///< of those with data
        uint32_t withData{0}; ///< seen so far
        uint32_t bare{0};     ///< seen so far
        uint32_t lost{0};     ///< so far
    };

    void Send(Ptr<Packet> p,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        Plan& plan = plans[sender->GetNode()->GetId()];
        Ptr<Packet> packet = p->Copy();
        Time after = delay;
        bool twice = false;
        bool data = false;
        if (IsTcp(packet, protocol, data))
        {
            const uint32_t number = data ? ++plan.withData : ++plan.bare;
            if (Contains(data ? plan.lose : plan.loseBare, number))
            {
                ++plan.lost;
                return;
            }
            if (data && Contains(plan.mark, number))
            {
                Mark(packet, protocol);
            }
            after += MilliSeconds(data && Contains(plan.late, number) ? 15 : 0);
            twice = data && Contains(plan.twice, number);
        }
        for (std::size_t i = 0; i < GetNDevices(); ++i)
        {
            auto device = DynamicCast<SimpleNetDevice>(GetDevice(i));
            for (int copy = 0; device != sender && copy < (twice ? 2 : 1); ++copy)
            {
                Simulator::ScheduleWithContext(device->GetNode()->GetId(),
                                               after,
                                               &SimpleNetDevice::Receive,
                                               device,
                                               packet->Copy(),
                                               protocol,
                                               to,
                                               from);
            }
        }
    }

    Time delay;                     ///< one way
    std::map<uint32_t, Plan> plans; ///< by number of the sending node

  private:
    /// @param packet with an IP header @param protocol its type @param data whether it carries any
    /// @return whether it is of TCP
    static bool IsTcp(Ptr<const Packet> packet, uint16_t protocol, bool& data)
    {
        auto copy = packet->Copy();
        bool tcp = false;
        if (protocol == Ipv4L3Protocol::PROT_NUMBER)
        {
            Ipv4Header ip;
            copy->RemoveHeader(ip);
            tcp = ip.GetProtocol() == TcpL4Protocol::PROT_NUMBER;
        }
        else if (protocol == Ipv6L3Protocol::PROT_NUMBER)
        {
            Ipv6Header ip;
            copy->RemoveHeader(ip);
            tcp = ip.GetNextHeader() == TcpL4Protocol::PROT_NUMBER;
        }
        TcpHeader header;
        data = tcp && copy->RemoveHeader(header) > 0 && copy->GetSize() > 0;
        return tcp;
    }

    /// @param packet marked as a congested router does, if it can be @param protocol its type
    static void Mark(Ptr<Packet> packet, uint16_t protocol)
    {
        if (protocol == Ipv4L3Protocol::PROT_NUMBER)
        {
            Ipv4Header ip;
            packet->RemoveHeader(ip);
            if (ip.GetEcn() != Ipv4Header::ECN_NotECT)
            {
                ip.SetEcn(Ipv4Header::ECN_CE);
            }
            ip.EnableChecksum();
            packet->AddHeader(ip);
        }
        else
        {
            Ipv6Header ip;
            packet->RemoveHeader(ip);
            if (ip.GetEcn() != Ipv6Header::ECN_NotECT)
            {
                ip.SetEcn(Ipv6Header::ECN_CE);
            }
            packet->AddHeader(ip);
        }
    }
};

/// One host's application: sends octets that encode their position, and reads.
class End
{
  public:
    /// @param s its socket
    void Use(Ptr<Socket> s)
    {
        socket = s;
        socket->SetConnectCallback(MakeCallback(&End::Connected, this),
                                   MakeCallback(&End::Failed, this));
        socket->SetCloseCallbacks(MakeCallback(&End::Closed, this),
                                  MakeCallback(&End::Failed, this));
        socket->SetSendCallback(MakeCallback(&End::Write, this));
        socket->SetRecvCallback(MakeCallback(&End::Read, this));
    }

    /// @param s the socket of a new connection
    void Accepted(Ptr<Socket> s, const Address&)
    {
        Use(s);
        Connected(s);
    }

    /// The connection is established.
    void Connected(Ptr<Socket>)
    {
        connected = true;
        Write(socket, 0);
    }

    /// There is room for more.
    void Write(Ptr<Socket>, uint32_t)
    {
        if (!connected || Simulator::Now() < writeFrom)
        {
            return;
        }
        while (sent < toSend && socket->GetTxAvailable() > 0)
        {
            std::vector<uint8_t> octets(std::min({toSend - sent, piece, socket->GetTxAvailable()}));
            for (auto& octet : octets)
            {
                octet = static_cast<uint8_t>((sent * 2654435761u) >> 24);
                ++sent;
            }
            socket->Send(Create<Packet>(octets.data(), octets.size()));
        }
        if (sent == toSend && (closes || peerCloses > 0) && !closed)
        {
            closed = true;
            socket->ShutdownSend();
        }
    }

    /// Data may be available.
    void Read(Ptr<Socket>)
    {
        while (Simulator::Now() >= readFrom)
        {
            auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            received += packet->GetSize();
        }
    }

    /// The other end has closed.
    void Closed(Ptr<Socket>)
    {
        ++peerCloses;
        Write(socket, 0);
    }

    /// The connection failed.
    void Failed(Ptr<Socket>)
    {
        ++failures;
    }

    /// The time of a pause is over.
    void Wake()
    {
        if (socket)
        {
            Read(socket);
            Write(socket, 0);
        }
    }

    /// @return what was counted, in JSON
    std::string GetReport() const
    {
        std::ostringstream text;
        text << "{\"sent\": " << sent << ", \"received\": " << received
             << ", \"closes\": " << peerCloses << ", \"failures\": " << failures << "}";
        return text.str();
    }

    Ptr<Socket> socket;   ///< its end of the connection
    uint32_t toSend{0};   ///< octets
    uint32_t piece{1000}; ///< most octets in one Send()
    Time writeFrom;       ///< nothing is written before
    Time readFrom;        ///< nothing is read before
    bool closes{false};   ///< ends its direction when all is sent, even if it is the first

  private:
    bool connected{false};  ///< it is
    bool closed{false};     ///< by itself
    uint32_t sent{0};       ///< octets
    uint32_t received{0};   ///< octets
    uint32_t peerCloses{0}; ///< of the other end
    uint32_t failures{0};   ///< told
};

/// @param option that has the text @param socket whose attributes are set
/// @param text name=value,name=value
void
SetAttributes(const std::string& option, Ptr<Socket> socket, const std::string& text)
{
    std::istringstream in(text);
    std::string word;
    while (std::getline(in, word, ','))
    {
        const auto equals = std::min(word.find('='), word.size());
        const StringValue value(word.substr(std::min(equals + 1, word.size())));
        ProgramOptions::Require(socket->SetAttributeFailSafe(word.substr(0, equals), value),
                                "--" + option + "=" + word +
                                    ": must be name=value of an attribute");
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string prefix = "tcp-capture";
    std::string active = "hsn";
    std::string passive = "hsn";
    std::string attributes[2];
    PlannedChannel::Plan plans[2];
    DataRate rate(10000000);
    std::string first = "a";
    uint32_t queue = 1000;
    uint32_t piece = 1000;
    Time delay = MilliSeconds(10);
    Time abort(0);
    bool v6 = false;
    bool refused = false;
    bool both = false;
    End ends[2];
    ends[0].toSend = 100000;
    const auto tcps = OneOf({"hsn", "ns3"});
    ProgramOptions options(
        __FILE__,
        "TCP between two hosts over a link with chosen faults, captured for Wireshark");
    options.Add("prefix", "Start of the names of the captures", prefix);
    options.Add("active", "TCP of host a", active, tcps);
    options.Add("passive", "TCP of host b", passive, tcps);
    options.Add("a", "Attributes of host a's socket: name=value,name=value", attributes[0]);
    options.Add("b", "Attributes of host b's socket", attributes[1]);
    options.Add("send", "Octets from a to b", ends[0].toSend);
    options.Add("reply", "Octets from b to a", ends[1].toSend);
    options.Add("piece", "Octets in one Send()", piece, AtLeast(1));
    options.Add("writeFrom", "b writes nothing before", ends[1].writeFrom);
    options.Add("readFrom", "b reads nothing before", ends[1].readFrom);
    options.Add("lose", "a's segments with data that get lost", plans[0].lose, AtLeast(1));
    options.Add("loseBare",
                "a's segments without data that get lost",
                plans[0].loseBare,
                AtLeast(1));
    options.Add("loseReply",
                "b's segments without data that get lost",
                plans[1].loseBare,
                AtLeast(1));
    options.Add("late", "a's segments with data that take 15 ms longer", plans[0].late, AtLeast(1));
    options.Add("twice", "a's segments with data that arrive twice", plans[0].twice, AtLeast(1));
    options.Add("mark", "a's segments with data that are marked CE", plans[0].mark, AtLeast(1));
    options.Add("rate", "Rate of the link", rate);
    options.Add("queue", "Packets in front of the link", queue, AtLeast(1));
    options.Add("delay", "Delay of the link", delay);
    options.Add("v6", "IPv6", v6);
    options.Add("refused", "Nobody listens", refused);
    options.Add("bothOpen", "Both ends connect to each other", both);
    options.Add("close", "Who closes when all is sent", first, OneOf({"a", "b", "both", "none"}));
    options.Add("abort", "b closes at this time, whatever it has not read; 0: never", abort);
    options.Parse(argc, argv);

    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    NodeContainer nodes(2);
    auto channel = CreateObject<PlannedChannel>();
    channel->delay = delay;
    channel->plans = {{0, plans[0]}, {1, plans[1]}};
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < 2; ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAttribute("PointToPointMode", BooleanValue(true));
        device->SetAttribute("DataRate", DataRateValue(rate));
        device->GetQueue()->SetAttribute("MaxSize", StringValue(std::to_string(queue) + "p"));
        device->SetAddress(Mac48Address::Allocate());
        nodes.Get(i)->AddDevice(device);
        device->SetChannel(channel);
        devices.Add(device);
    }
    InternetStackHelper stack;
    stack.Install(nodes);
    HsnInternetHelper().Install(nodes);
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
    Ipv6AddressHelper(Ipv6Address("2001:db8::"), Ipv6Prefix(64)).Assign(devices);
    Address addresses[2];
    for (uint32_t i = 0; i < 2; ++i)
    {
        const std::string file = prefix + (i ? "-b.pcap" : "-a.pcap");
        const uint16_t port = i ? 49000 : 40000;
        auto ipv4 = nodes.Get(i)->GetObject<Ipv4>();
        auto ipv6 = nodes.Get(i)->GetObject<Ipv6>();
        if (v6)
        {
            const auto interface = ipv6->GetInterfaceForDevice(devices.Get(i));
            stack.EnablePcapIpv6(file, ipv6, interface, true);
            addresses[i] = Inet6SocketAddress(ipv6->GetAddress(interface, 1).GetAddress(), port);
        }
        else
        {
            const auto interface = ipv4->GetInterfaceForDevice(devices.Get(i));
            stack.EnablePcapIpv4(file, ipv4, interface, true);
            addresses[i] = InetSocketAddress(ipv4->GetAddress(interface, 0).GetLocal(), port);
        }
    }

    ends[0].closes = first == "a" || first == "both";
    ends[1].closes = first == "b" || first == "both";
    Ptr<Socket> sockets[2];
    for (uint32_t i = 0; i < 2; ++i)
    {
        ends[i].piece = piece;
        const std::string factory = (i ? passive : active) == "ns3"
                                        ? "ns3::TcpSocketFactory"
                                        : "ns3::hsn::IndexedTcpSocketFactory";
        sockets[i] = Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(factory));
        SetAttributes(i ? "b" : "a", sockets[i], attributes[i]);
        if (!(i && refused))
        {
            sockets[i]->Bind(addresses[i]);
        }
    }
    if (both)
    {
        ends[1].Use(sockets[1]);
        ScheduleCall(Seconds(2), [&] { sockets[1]->Connect(addresses[0]); });
    }
    else if (!refused)
    {
        sockets[1]->Listen();
        sockets[1]->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&End::Accepted, &ends[1]));
    }
    // after duplicate address detection
    ScheduleCall(Seconds(2), [&] {
        ends[0].Use(sockets[0]);
        sockets[0]->Connect(addresses[1]);
    });
    for (const auto& time : {ends[1].readFrom, ends[1].writeFrom})
    {
        Simulator::Schedule(time, &End::Wake, &ends[1]);
    }
    if (abort.IsStrictlyPositive())
    {
        ScheduleCall(abort, [&] {
            if (ends[1].socket) // there is a connection
            {
                ends[1].socket->Close();
            }
        });
    }
    Simulator::Stop(Seconds(1000));
    Simulator::Run();
    std::cout << "{\"a\": " << ends[0].GetReport() << ", \"b\": " << ends[1].GetReport()
              << ", \"lost\": " << channel->plans[0].lost + channel->plans[1].lost << "}"
              << std::endl;
    Simulator::Destroy();
    return 0;
}
