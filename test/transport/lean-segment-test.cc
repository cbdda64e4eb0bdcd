// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Segments whose headers stay numbers: nobody can tell, whoever looks at them, wherever and
 * whenever.
 */
#include "../hsn-test.h"

#include "ns3/config.h"
#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/lean-host.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/link-frame.h"
#include "ns3/packet-traces.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t SEGMENT_PORT = 5001;
constexpr uint32_t FLOWS = 2;
constexpr uint32_t BYTES = 1500000; // of each flow
constexpr uint32_t WRITE = 1000;    // bytes that are sent at once, less than a segment
const Time LATE = MilliSeconds(400);

/** @brief Who looks at segments. */
struct Watchers
{
    bool lean{true};         //!< segments go past IP
    bool source{false};      //!< a sniffer at the first source's link, from the beginning
    bool sink{false};        //!< one at the first sink's link
    Time sinkFrom;           //!< from this time on
    bool sockets{false};     //!< the trace sources Tx and Rx of the first flow's sender
    bool promiscuous{false}; //!< a promiscuous callback at the first sink
};

/** @brief What they have seen. */
struct Sights
{
    std::vector<std::string> received;  //!< by the applications: time, flow, bytes
    std::map<uint32_t, uint32_t> wrong; //!< octets that are not those that were sent
    std::map<uint32_t, uint32_t> bytes; //!< of each flow
    std::vector<std::string> atSource;  //!< octets at the first source's link
    std::vector<std::string> atSink;    //!< octets at the first sink's link, since LATE
    std::map<std::string, std::vector<uint64_t>> uid; //!< of packets with data by their octets
    uint32_t differ{0};                               //!< packets whose UID changes on the way
    uint64_t traced{0};                               //!< bytes that traces have shown
    uint64_t past{0};                                 //!< segments that went past IP
    uint64_t dropped{0};                              //!< by the bottleneck
};

/** @param offset in a flow @param flow number @return the octet there */
uint8_t
GetOctet(uint64_t offset, uint32_t flow)
{
    return static_cast<uint8_t>(offset * 7 + offset / 251 + flow * 13);
}

/** @brief Two flows from the two sources to the two sinks of a dumbbell, with losses. */
class WatchedNetwork
{
  public:
    /** @param watchers who looks */
    explicit WatchedNetwork(const Watchers& watchers)
        : m_w(watchers)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize",
                           UintegerValue(40000)); // sometimes the limit
        m_dumbbell.SetForwarding(m_w.lean ? HighSpeedDumbbellHelper::FORWARDING_LEAN
                                          : HighSpeedDumbbellHelper::FORWARDING_IP);
        m_dumbbell.SetCapacity(DataRate("20Mbps"), QueueSize("20000B"));
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            m_dumbbell.SetPortRtt(SEGMENT_PORT + i, MilliSeconds(20 + 17 * i));
        }
        m_dumbbell.Install();
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            HsnInternetHelper().Install(
                {m_dumbbell.GetSources().Get(i), m_dumbbell.GetSinks().Get(i)},
                INDEXED);
            Listen(i);
            Simulator::Schedule(MilliSeconds(1 + i), &WatchedNetwork::Connect, this, i);
        }
        if (m_w.source)
        {
            Sniff(m_dumbbell.GetSources().Get(0), &m_sights.atSource, Time());
        }
        if (m_w.sink)
        {
            ScheduleCall(m_w.sinkFrom,
                         [this] { Sniff(m_dumbbell.GetSinks().Get(0), &m_sights.atSink, LATE); });
        }
        if (m_w.promiscuous)
        {
            m_dumbbell.GetSinks().Get(0)->RegisterProtocolHandler(
                MakeCallback(&WatchedNetwork::Overhear, this),
                0,
                GetDevice(m_dumbbell.GetSinks().Get(0)),
                true);
        }
    }

    ~WatchedNetwork()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /** @return what they have seen */
    Sights Run()
    {
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        m_sights.dropped = m_dumbbell.GetBottleneck(0)->GetTxCounters().dropped.packets;
        for (uint32_t i = 0; m_w.lean && i < FLOWS; ++i)
        {
            m_sights.past += m_dumbbell.GetSources().Get(i)->GetObject<LeanHost>()->GetSent();
        }
        return m_sights;
    }

  private:
    static constexpr const char* INDEXED = "ns3::hsn::IndexedTcpSocketFactory";

    /** @param host a host @return its device */
    static Ptr<LeanLinkNetDevice> GetDevice(Ptr<Node> host)
    {
        return DynamicCast<LeanLinkNetDevice>(host->GetObject<Ipv4>()->GetNetDevice(1));
    }

    /** @param host a host @param into where octets go @param from time before which they do not */
    void Sniff(Ptr<Node> host, std::vector<std::string>* into, Time from)
    {
        GetDevice(host)->TraceConnectWithoutContext(
            "PromiscSniffer",
            Sink<Ptr<const Packet>>::Make([this, into, from](Ptr<const Packet> packet) {
                std::string octets(packet->GetSize(), 0);
                packet->CopyData(reinterpret_cast<uint8_t*>(&octets[0]), octets.size());
                auto& uids = m_sights.uid[octets];
                uids.push_back(packet->GetUid());
                m_sights.differ += uids.front() != uids.back();
                if (Simulator::Now() >= from)
                {
                    into->push_back(std::to_string(Simulator::Now().GetNanoSeconds()) + " " +
                                    octets);
                }
            }));
    }

    void Overhear(Ptr<NetDevice>,
                  Ptr<const Packet> packet,
                  uint16_t,
                  const Address&,
                  const Address&,
                  NetDevice::PacketType)
    {
        m_sights.traced += packet->GetSize();
    }

    /** @param i number of a flow */
    void Listen(uint32_t i)
    {
        const auto node = m_dumbbell.GetSinks().Get(i);
        const auto listener = Socket::CreateSocket(node, TypeId::LookupByName(INDEXED));
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), SEGMENT_PORT + i));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([this, i](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(
                    Sink<Ptr<Socket>>::Make([this, i](Ptr<Socket> s) { Read(s, i); }));
            }));
        m_sockets.push_back(listener);
    }

    /** @param socket with data @param i number of its flow */
    void Read(Ptr<Socket> socket, uint32_t i)
    {
        while (const auto packet = socket->Recv())
        {
            std::vector<uint8_t> octets(packet->GetSize());
            packet->CopyData(octets.data(), octets.size());
            uint32_t& offset = m_sights.bytes[i];
            for (const uint8_t octet : octets)
            {
                m_sights.wrong[i] += octet != GetOctet(offset++, i);
            }
            m_sights.received.push_back(std::to_string(Simulator::Now().GetNanoSeconds()) + " " +
                                        std::to_string(i) + " " + std::to_string(octets.size()));
        }
    }

    /** @param i number of a flow */
    void Connect(uint32_t i)
    {
        const auto node = m_dumbbell.GetSources().Get(i);
        const auto socket = Socket::CreateSocket(node, TypeId::LookupByName(INDEXED));
        if (m_w.sockets && i == 0)
        {
            const auto count =
                MakeHeaderCallback<TcpHeader>(Sink<Ptr<const Packet>, const TcpHeader&>::Make(
                    [this](Ptr<const Packet> packet, const TcpHeader& header) {
                        m_sights.traced += packet->GetSize() + header.GetSerializedSize();
                    }));
            socket->TraceConnectWithoutContext("Tx", count);
            socket->TraceConnectWithoutContext("Rx", count);
        }
        socket->SetSendCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([this, i](Ptr<Socket> s, uint32_t) { Fill(s, i); }));
        socket->Connect(
            InetSocketAddress(HighSpeedDumbbellHelper::GetAddress(m_dumbbell.GetSinks().Get(i)),
                              SEGMENT_PORT + i));
        m_sockets.push_back(socket);
    }

    /** @param socket with room @param i number of its flow */
    void Fill(Ptr<Socket> socket, uint32_t i)
    {
        uint32_t& sent = m_sent[i];
        while (sent < BYTES && socket->GetTxAvailable() >= WRITE)
        {
            std::vector<uint8_t> octets(WRITE);
            for (uint32_t k = 0; k < WRITE; ++k)
            {
                octets[k] = GetOctet(sent + k, i);
            }
            sent += WRITE;
            socket->Send(Create<Packet>(octets.data(), WRITE));
        }
    }

    const Watchers m_w;                  //!< who looks
    HighSpeedDumbbellHelper m_dumbbell;  //!< the network
    std::vector<Ptr<Socket>> m_sockets;  //!< all that were made here
    std::map<uint32_t, uint32_t> m_sent; //!< bytes of each flow
    Sights m_sights;                     //!< so far
};

/** @brief ns-3's IP is the oracle for times and content, early sniffers for octets seen late. */
class LeanSegmentWatchTest : public TestCase
{
  public:
    LeanSegmentWatchTest()
        : TestCase("Lean segments: the same, whoever looks at them")
    {
    }

  private:
    void DoRun() override
    {
        Watchers w;
        w.lean = false;
        m_oracle = Run(w, "IP");
        NS_TEST_EXPECT_MSG_GT(m_oracle.dropped, 5, "losses");
        NS_TEST_EXPECT_MSG_EQ(m_oracle.past, 0, "none past IP");
        w.lean = true;
        Compare(w, "nobody");
        w.source = true;
        Compare(w, "a sniffer at the source");
        w.sink = true;
        const auto early = Compare(w, "sniffers at both ends");
        NS_TEST_EXPECT_MSG_GT(early.atSink.size(), 100, "octets");
        NS_TEST_EXPECT_MSG_EQ(early.differ, 0, "a packet has one UID");
        w.source = false;
        const auto sink = Compare(w, "a sniffer at the sink");
        NS_TEST_EXPECT_MSG_EQ((sink.atSink == early.atSink), true, "octets written there");
        w.sinkFrom = LATE;
        const auto late = Compare(w, "a sniffer that comes late");
        NS_TEST_EXPECT_MSG_EQ((late.atSink == early.atSink), true, "octets written late");
        w = Watchers();
        w.sockets = true;
        const auto sockets = Compare(w, "traces of a socket");
        w = Watchers();
        w.promiscuous = true;
        const auto promiscuous = Compare(w, "a promiscuous callback");
        w.sockets = true;
        w.lean = false;
        const auto both = Run(w, "IP, watched");
        NS_TEST_EXPECT_MSG_EQ(sockets.traced + promiscuous.traced, both.traced, "bytes in traces");
    }

    /** @param w who looks @param name of them @return what they have seen */
    Sights Run(const Watchers& w, const std::string& name)
    {
        const auto sights = WatchedNetwork(w).Run();
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(sights.bytes.at(i), BYTES, name << ": all of flow " << i);
            NS_TEST_EXPECT_MSG_EQ(sights.wrong.at(i), 0, name << ": octets of flow " << i);
        }
        return sights;
    }

    /** @copydoc Run */
    Sights Compare(const Watchers& w, const std::string& name)
    {
        const auto sights = Run(w, name);
        NS_TEST_EXPECT_MSG_EQ((sights.received == m_oracle.received), true, name << ": times");
        NS_TEST_EXPECT_MSG_EQ(sights.dropped, m_oracle.dropped, name << ": losses");
        NS_TEST_EXPECT_MSG_GT(sights.past, 2 * BYTES / 1448, name << ": past IP");
        return sights;
    }

    Sights m_oracle; //!< with IP
};

/** @brief A frame that has no packet. */
class EmptyFrame : public LinkFrame
{
  public:
    /** @param bytes of its headers */
    explicit EmptyFrame(uint32_t bytes)
        : LinkFrame(bytes, nullptr)
    {
    }
};

/** @brief What a frame says of itself. */
class LinkFrameTest : public TestCase
{
  public:
    LinkFrameTest()
        : TestCase("Frames: size, destination, and headers that nobody knows")
    {
    }

  private:
    void DoRun() override
    {
        // RFC 791, 3.1: 20 octets from 1.2.3.4 to 10.0.0.9
        const uint8_t ip[] = {0x45, 0, 0, 20, 0, 0, 0, 0, 64, 17, 0, 0, 1, 2, 3, 4, 10, 0, 0, 9};
        const auto whole = Create<LinkFrame>(Create<Packet>(ip, 20), 0x0800);
        NS_TEST_EXPECT_MSG_EQ(whole->GetSize(), 20, "bytes");
        NS_TEST_EXPECT_MSG_EQ(whole->GetDestination().value(), Ipv4Address("10.0.0.9"), "to");
        const auto part = Create<LinkFrame>(Create<Packet>(ip, 19), 0x0800);
        NS_TEST_EXPECT_MSG_EQ(part->GetDestination().has_value(), false, "19 octets are too few");
        const auto ipv6 = Create<LinkFrame>(Create<Packet>(ip, 20), 0x86dd);
        NS_TEST_EXPECT_MSG_EQ(ipv6->GetDestination().has_value(), false, "IPv6");
        const auto empty = Create<EmptyFrame>(40);
        NS_TEST_EXPECT_MSG_EQ(empty->GetSize(), 40, "headers alone");
        const std::string text = HsnAbortText([empty] { empty->GetPacket(); });
        NS_TEST_EXPECT_MSG_NE(text.find("40 bytes"), std::string::npos, text);
    }
};

HsnTestRegistration g_leanSegmentTests("lean-segment",
                                       {new LeanSegmentWatchTest, new LinkFrameTest});
} // namespace
} // namespace hsn
} // namespace ns3
