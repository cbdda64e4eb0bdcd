// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts on one link exchange packets of all formats of XTP: streams with losses, one of them
 * with rate control, tagged messages, a transaction, datagrams, and packets that are refused. One
 * host captures what it sends and receives, with checksums, for Wireshark (raw IP).
 *
 * Prints a JSON object with the fields of each packet, so that a test can compare them with what
 * tshark reads.
 *
 *   hsn-xtp-capture --prefix=/tmp/x
 */
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
#include "ns3/transport-path.h"
#include "ns3/xtp-datagram-socket.h"
#include "ns3/xtp-header.h"
#include "ns3/xtp-message-socket.h"
#include "ns3/xtp-protocol.h"
#include "ns3/xtp-socket.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A link that loses every n-th packet with much data.
class LossyChannel : public SimpleChannel
{
  public:
    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        if (packet->GetSize() > 500 && ++m_long % 5 == 0)
        {
            return;
        }
        SimpleChannel::Send(packet, protocol, to, from, sender);
    }

  private:
    uint32_t m_long{0}; ///< packets seen
};

/// The packets of a host, as JSON objects, in the order of its capture.
class PacketList
{
  public:
    /// An IP packet is sent or received.
    void Add(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t interface)
    {
        auto copy = packet->Copy();
        Ipv4Header ip;
        copy->RemoveHeader(ip);
        XtpHeader x;
        if (interface == 0 || ip.GetProtocol() != XtpProtocol::PROT_NUMBER ||
            ip.GetFragmentOffset() || !ip.IsLastFragment())
        {
            return;
        }
        copy->RemoveHeader(x);
        std::ostringstream text;
        text << "{\"key\": " << x.key << ", \"options\": " << x.options
             << ", \"format\": " << static_cast<int>(x.format) << ", \"sort\": " << x.sort
             << ", \"sync\": " << x.sync << ", \"seq\": " << x.seq
             << ", \"length\": " << x.GetSegmentSize() + x.dataSize << ", \"rseq\": " << x.rseq
             << ", \"alloc\": " << x.alloc << ", \"echo\": " << x.echo << ", \"xkey\": " << x.xkey
             << ", \"tag\": " << x.tag << ", \"ports\": [" << x.GetSourcePort() << ", "
             << x.GetDestinationPort() << "], \"hosts\": [" << x.sourceHost << ", "
             << x.destinationHost << "], \"service\": " << +x.traffic.service << ", \"traffic\": ["
             << +x.traffic.format << ", " << x.traffic.maxData << ", " << x.traffic.inRate << ", "
             << x.traffic.inBurst << ", " << x.traffic.outRate << ", " << x.traffic.outBurst
             << "], \"diag\": [" << static_cast<uint32_t>(x.code) << ", "
             << static_cast<uint32_t>(x.value) << "], \"spans\": [";
        for (std::size_t i = 0; i < x.spans.size(); ++i)
        {
            text << (i ? ", " : "") << "[" << x.spans[i].left << ", " << x.spans[i].right << "]";
        }
        text << "]}";
        m_packets.push_back(text.str());
    }

    /// @return all of them
    std::string GetReport() const
    {
        std::string text = "[";
        for (const auto& packet : m_packets)
        {
            text += (text.size() > 1 ? ",\n" : "") + packet;
        }
        return text + "]";
    }

  private:
    std::vector<std::string> m_packets; ///< so far
};

/// Reads all that comes, and answers transactions.
void
Read(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            break;
        }
        const auto messages = DynamicCast<XtpMessageSocket>(socket);
        if (messages && messages->GetContext().GetService() == XtpService::TRANSACTION)
        {
            socket->Send(Create<Packet>(120));
        }
    }
}

/// The peer is done.
void
Closed(Ptr<Socket> socket)
{
    Read(socket);
    socket->Close();
}

/// @param node where @param factory name @return a socket
Ptr<Socket>
Make(Ptr<Node> node, const std::string& factory)
{
    auto socket = Socket::CreateSocket(node, TypeId::LookupByName("ns3::hsn::" + factory));
    socket->SetRecvCallback(MakeCallback(&Read));
    socket->SetCloseCallbacks(MakeCallback(&Closed), MakeNullCallback<void, Ptr<Socket>>());
    return socket;
}

/// An association was accepted.
void
Accepted(Ptr<Socket> socket, const Address&)
{
    socket->SetRecvCallback(MakeCallback(&Read));
    socket->SetCloseCallbacks(MakeCallback(&Closed), MakeNullCallback<void, Ptr<Socket>>());
}

/// @param node where @param factory of the sockets @param port of the server
void
Serve(Ptr<Node> node, const std::string& factory, uint16_t port)
{
    auto listener = Make(node, factory);
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&Accepted));
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    listener->Listen();
}

/// Sends packets that no socket sends, and some that are refused.
void
SendOthers(Ptr<Node> node, const TransportPath& path)
{
    const auto protocol = node->GetObject<XtpProtocol>();
    XtpHeader header;
    header.key = 4711;
    header.format = XtpFormat::JCNTL;
    header.xkey = 4711;
    header.rseq = 1ULL << 33;
    header.traffic = {static_cast<uint8_t>(XtpService::RELIABLE_MULTICAST), 1, 1, 2, 3, 4, 5};
    header.sourceHost = Ipv4Address::ConvertFrom(path.local).Get();
    header.destinationHost = Ipv4Address::ConvertFrom(path.peer).Get();
    protocol->Send(Create<Packet>(), header, path);
    XtpHeader data;
    data.key = 4712;
    data.seq = 1ULL << 40;
    data.dataSize = 33;
    data.options = XTP_NOCHECK | XTP_SORT;
    data.sort = 77;
    protocol->Send(Create<Packet>(33), data, path);
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string prefix = "xtp-capture";
    ProgramOptions options(__FILE__,
                           "XTP packets of all formats between two hosts, captured for Wireshark");
    options.Add("prefix", "Start of the name of the capture", prefix);
    options.Parse(argc, argv);

    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    NodeContainer nodes(2);
    auto channel = CreateObject<LossyChannel>();
    channel->SetAttribute("Delay", TimeValue(MilliSeconds(10)));
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < 2; ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAttribute("PointToPointMode", BooleanValue(true));
        device->SetAddress(Mac48Address::Allocate());
        nodes.Get(i)->AddDevice(device);
        device->SetChannel(channel);
        devices.Add(device);
    }
    InternetStackHelper stack;
    stack.Install(nodes);
    HsnInternetHelper().Install(nodes);
    const auto interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
    const auto ipv4 = nodes.Get(0)->GetObject<Ipv4>();
    PacketList list;
    for (const char* direction : {"Tx", "Rx"})
    {
        ipv4->TraceConnectWithoutContext(direction, MakeCallback(&PacketList::Add, &list));
    }
    stack.EnablePcapIpv4(prefix + ".pcap", ipv4, 1, true);

    const auto server = nodes.Get(1);
    Serve(server, "XtpSocketFactory", 1);
    Serve(server, "XtpMessageSocketFactory", 2);
    auto datagrams = Make(server, "XtpDatagramSocketFactory");
    datagrams->Bind(InetSocketAddress(Ipv4Address::GetAny(), 3));
    const auto client = nodes.Get(0);
    const auto to = [&](uint16_t port) {
        return InetSocketAddress(interfaces.GetAddress(1), port);
    };
    for (const char* mode : {"Selective", "GoBackN", "None"})
    {
        auto stream = Make(client, "XtpSocketFactory");
        stream->SetAttribute("ErrorControl", StringValue(mode));
        stream->SetAttribute("SegmentSize", UintegerValue(1000));
        if (std::string(mode) == "Selective")
        {
            stream->SetAttribute("Rate", StringValue("5Mb/s"));
        }
        if (std::string(mode) == "None")
        {
            stream->SetAttribute("FlowControl", BooleanValue(false));
            stream->SetAttribute("DeliveryRequests", BooleanValue(true));
        }
        stream->Connect(to(1));
        stream->Send(Create<Packet>(20500));
        stream->Close();
    }
    auto messages = Make(client, "XtpMessageSocketFactory");
    messages->SetAttribute("SegmentSize", UintegerValue(600));
    messages->SetAttribute("NoCheck", BooleanValue(true));
    messages->Connect(to(2));
    DynamicCast<XtpMessageSocket>(messages)->SendTagged(Create<Packet>(1500), 0x123456789abcdefULL);
    messages->Close();
    auto transaction = Make(client, "XtpMessageSocketFactory");
    transaction->SetAttribute("Service", StringValue("Transaction"));
    transaction->Connect(to(2));
    transaction->Send(Create<Packet>(99));
    for (const bool acknowledged : {false, true})
    {
        auto datagram = Make(client, "XtpDatagramSocketFactory");
        datagram->SetAttribute("Acknowledged", BooleanValue(acknowledged));
        datagram->SendTo(Create<Packet>(60), 0, to(3));
    }
    Make(client, "XtpSocketFactory")->Connect(to(99)); // nobody listens
    const TransportPath path = {interfaces.GetAddress(0), interfaces.GetAddress(1), 5, 6, nullptr};
    ScheduleCall(MilliSeconds(1), [&] { SendOthers(client, path); });
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    std::cout << "{\"packets\": " << list.GetReport() << "}" << std::endl;
    Simulator::Destroy();
    return 0;
}
