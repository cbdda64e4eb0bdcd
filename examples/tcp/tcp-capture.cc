// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts on one link talk TCP, and both capture what they send and receive, with checksums, for
 * Wireshark (raw IP). The link loses, delays, repeats and marks the segments it is told to.
 *
 * One line on the standard output, in JSON, tells what the simulation itself counted, so that a
 * test can compare it with what tshark reads.
 *
 *   hsn-tcp-capture --prefix=/tmp/x                           100 kB from host a to host b
 *   hsn-tcp-capture --prefix=/tmp/x --lose=5,17               some segments with data get lost
 *   hsn-tcp-capture --prefix=/tmp/x --passive=ns3             to ns-3's own TCP
 *   hsn-tcp-capture --prefix=/tmp/x --b=Sack=false,UseEcn=On  attributes of host b's socket
 */
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param text numbers, with commas between @return the numbers
std::set<uint32_t>
ParseNumbers(const std::string& text)
{
    std::set<uint32_t> numbers;
    std::istringstream in(text);
    std::string word;
    while (std::getline(in, word, ','))
    {
        numbers.insert(std::stoul(word));
    }
    return numbers;
}

/// A link that does to each segment what it is told.
class PlannedChannel : public SimpleChannel
{
  public:
    /// What happens to which packets of TCP of one host; numbers count from 1.
    struct Plan
    {
        std::set<uint32_t> lose;     ///< of those with data
        std::set<uint32_t> loseBare; ///< of those without
        std::set<uint32_t> late;     ///< of those with data; 15 ms
        std::set<uint32_t> twice;    ///< of those with data
        std::set<uint32_t> mark;     ///< of those with data
        uint32_t withData{0};        ///< seen so far
        uint32_t bare{0};            ///< seen so far
        uint32_t lost{0};            ///< so far
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
            if ((data ? plan.lose : plan.loseBare).count(number))
            {
                ++plan.lost;
                return;
            }
            if (data && plan.mark.count(number))
            {
                Mark(packet, protocol);
            }
            after += MilliSeconds(data && plan.late.count(number) ? 15 : 0);
            twice = data && plan.twice.count(number);
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

/// One host's application: sends octets that tell their position, and reads.
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

    /// The connection stands.
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

    /// There may be something to read.
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

    /// No connection, or no longer.
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

/// @param socket whose attributes are set @param text name=value,name=value
void
SetAttributes(Ptr<Socket> socket, const std::string& text)
{
    std::istringstream in(text);
    std::string word;
    while (std::getline(in, word, ','))
    {
        const auto equals = word.find('=');
        socket->SetAttribute(word.substr(0, equals), StringValue(word.substr(equals + 1)));
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
    std::string lose;
    std::string loseBare;
    std::string loseReply;
    std::string late;
    std::string twice;
    std::string mark;
    std::string rate = "10Mbps";
    std::string first = "a";
    uint32_t queue = 1000;
    uint32_t reply = 0;
    uint32_t piece = 1000;
    Time delay = MilliSeconds(10);
    Time readFrom(0);
    Time writeFrom(0);
    Time abort(0);
    bool v6 = false;
    bool refused = false;
    bool both = false;
    End ends[2];
    ends[0].toSend = 100000;
    CommandLine cmd(__FILE__);
    cmd.AddValue("prefix", "start of the names of the captures", prefix);
    cmd.AddValue("active", "TCP of host a: hsn or ns3", active);
    cmd.AddValue("passive", "TCP of host b: hsn or ns3", passive);
    cmd.AddValue("a", "attributes of host a's socket: name=value,name=value", attributes[0]);
    cmd.AddValue("b", "attributes of host b's socket", attributes[1]);
    cmd.AddValue("send", "octets from a to b", ends[0].toSend);
    cmd.AddValue("reply", "octets from b to a", reply);
    cmd.AddValue("piece", "octets in one Send()", piece);
    cmd.AddValue("writeFrom", "b writes nothing before", writeFrom);
    cmd.AddValue("readFrom", "b reads nothing before", readFrom);
    cmd.AddValue("lose", "numbers (from 1) of a's segments with data that get lost", lose);
    cmd.AddValue("loseBare", "numbers of a's segments without data that get lost", loseBare);
    cmd.AddValue("loseReply", "numbers of b's segments without data that get lost", loseReply);
    cmd.AddValue("late", "numbers of a's segments with data that take 15 ms longer", late);
    cmd.AddValue("twice", "numbers of a's segments with data that arrive twice", twice);
    cmd.AddValue("mark", "numbers of a's segments with data that are marked CE", mark);
    cmd.AddValue("rate", "of the link", rate);
    cmd.AddValue("queue", "packets in front of the link", queue);
    cmd.AddValue("delay", "of the link", delay);
    cmd.AddValue("v6", "IPv6", v6);
    cmd.AddValue("refused", "nobody listens", refused);
    cmd.AddValue("bothOpen", "both ends connect to each other", both);
    cmd.AddValue("close", "who closes when all is sent: a, b, both, none", first);
    cmd.AddValue("abort", "b closes at this time, whatever it has not read", abort);
    cmd.Parse(argc, argv);

    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    NodeContainer nodes(2);
    auto channel = CreateObject<PlannedChannel>();
    channel->delay = delay;
    auto& plan = channel->plans[0];
    plan.lose = ParseNumbers(lose);
    plan.loseBare = ParseNumbers(loseBare);
    plan.late = ParseNumbers(late);
    plan.twice = ParseNumbers(twice);
    plan.mark = ParseNumbers(mark);
    channel->plans[1].loseBare = ParseNumbers(loseReply);
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < 2; ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAttribute("PointToPointMode", BooleanValue(true));
        device->SetAttribute("DataRate", StringValue(rate));
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

    ends[1].toSend = reply;
    ends[1].readFrom = readFrom;
    ends[1].writeFrom = writeFrom;
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
        SetAttributes(sockets[i], attributes[i]);
        if (!(i && refused))
        {
            sockets[i]->Bind(addresses[i]);
        }
    }
    if (both)
    {
        ends[1].Use(sockets[1]);
        Simulator::Schedule(Seconds(2), [&] { sockets[1]->Connect(addresses[0]); });
    }
    else if (!refused)
    {
        sockets[1]->Listen();
        sockets[1]->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&End::Accepted, &ends[1]));
    }
    // after duplicate address detection
    Simulator::Schedule(Seconds(2), [&] {
        ends[0].Use(sockets[0]);
        sockets[0]->Connect(addresses[1]);
    });
    for (const auto& time : {readFrom, writeFrom})
    {
        Simulator::Schedule(time, &End::Wake, &ends[1]);
    }
    if (abort.IsStrictlyPositive())
    {
        Simulator::Schedule(abort, [&] { ends[1].socket->Close(); });
    }
    Simulator::Stop(Seconds(1000));
    Simulator::Run();
    std::cout << "{\"a\": " << ends[0].GetReport() << ", \"b\": " << ends[1].GetReport()
              << ", \"lost\": " << channel->plans[0].lost + channel->plans[1].lost << "}"
              << std::endl;
    Simulator::Destroy();
    return 0;
}
