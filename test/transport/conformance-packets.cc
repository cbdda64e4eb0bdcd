// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packets of any content: those of real connections again, changed, cut, or with random octets
 * behind the ports, for connections in all their states. Nothing breaks but, at the worst, these
 * connections.
 */
#include "conformance.h"

#include "ns3/udp-l4-protocol.h"

#include <deque>

namespace ns3
{
namespace hsn
{
namespace
{
using Octets = std::vector<uint8_t>; ///< of a packet

/** @brief Two ends that send and close, again and again. */
class RestlessPair
{
  public:
    /** @param t transport @param hosts two @param port of host 1 */
    RestlessPair(const ConformingTransport& t, const ConformingHosts& hosts, uint16_t port)
        : m_t(t),
          m_world(hosts),
          m_port(port)
    {
        m_listener = hosts.MakeBound(port);
        if (t.Has(ConformingTransport::CONNECTS))
        {
            m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                          MakeCallback(&RestlessPair::Accepted, this));
            m_listener->Listen();
        }
        else
        {
            m_listener->SetRecvCallback(MakeCallback(&RestlessPair::Read, this));
        }
    }

    /** @brief Sends, or begins anew. */
    void Act()
    {
        if (!m_socket || ++m_acts % 50 == 0)
        {
            if (m_socket)
            {
                m_socket->Close();
            }
            m_socket = m_world.Make(0);
            m_socket->SetRecvCallback(MakeCallback(&RestlessPair::Read, this));
            m_socket->Connect(m_world.hosts.At(1, m_port, m_world.v6));
        }
        m_socket->Send(Create<Packet>(400));
    }

  private:
    /** @param socket has something to read */
    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                socket->Close();
                return;
            }
        }
    }

    /** @param socket of a connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&RestlessPair::Read, this));
        socket->Send(Create<Packet>(400));
    }

    const ConformingTransport& m_t; //!< transport
    const ConformingHosts& m_world; //!< hosts
    const uint16_t m_port;          //!< of host 1
    Ptr<Socket> m_listener;         //!< at host 1
    Ptr<Socket> m_socket;           //!< at host 0
    uint32_t m_acts{0};             //!< so far
};

/** @brief Packets of any content for both ends. */
class ConformingPacketsTest : public ConformanceTest
{
  public:
    /** @param t transport @param v6 over IPv6 */
    ConformingPacketsTest(const ConformingTransport& t, bool v6)
        : ConformanceTest(t,
                          std::string("packets of any content break nothing, ") +
                              (v6 ? "IPv6" : "IPv4")),
          m_v6(v6)
    {
    }

  private:
    static constexpr uint32_t PACKETS = 2000; //!< that nobody has sent

    /** @brief A packet that was on the link. */
    struct Seen
    {
        Octets octets; //!< with IP header
        uint32_t to;   //!< number of the host
    };

    /** @param packet on the link @param from its sender @return false: it goes on */
    bool Watch(Ptr<const Packet> packet, Ptr<SimpleNetDevice> from)
    {
        const auto octets = OctetsOf(packet);
        const bool ip = octets.size() > GetIpSize() && octets[0] >> 4 == (m_v6 ? 6 : 4);
        // 1, 58: ICMP
        if (ip && octets[m_v6 ? 6 : 9] != 58 && octets[m_v6 ? 6 : 9] != 1)
        {
            m_seen.push_back({octets, from->GetNode()->GetId() == m_first ? 1U : 0U});
            if (m_seen.size() > 60)
            {
                m_seen.pop_front();
            }
        }
        return false;
    }

    /** @return octets of the IP header */
    uint32_t GetIpSize() const
    {
        return m_v6 ? 40 : 20;
    }

    /** @param random draws @param segment of TCP: other acknowledgements, flags and windows; with
     * other sequence numbers, ends that disagree would ask each other for ever, by RFC 9293 */
    static void ChangeTcp(UniformRandomVariable& random, Octets& segment)
    {
        for (const uint32_t place : {10, 11, 13, 14, 15})
        {
            segment[place] ^= random.GetInteger(0, 3) ? 0 : 1 << random.GetInteger(0, 7);
        }
    }

    /** @param random draws @param payload of IP, is changed @param kept octets at its beginning
     * that are not @param whole whether these are there in any case */
    static void Change(UniformRandomVariable& random, Octets& payload, uint32_t kept, bool whole)
    {
        const auto kind = random.GetInteger(0, 3);
        if (kind == 0)
        {
            return; // once more
        }
        if (kind == 1)
        {
            payload.resize(random.GetInteger(whole ? kept : 0, payload.size()));
        }
        if (kind == 2)
        {
            payload.resize(std::min<std::size_t>(payload.size(), kept)); // the ports
            payload.resize(payload.size() + random.GetInteger(0, 80));
        }
        for (std::size_t i = kept; i < payload.size(); ++i)
        {
            const bool changes = kind == 2 || (i < 64 && random.GetInteger(0, 20) == 0);
            payload[i] = changes ? random.GetInteger(0, 255) : payload[i];
        }
    }

    /** @param hosts one of which gets a packet @param random draws */
    void Inject(const TcpHosts& hosts, UniformRandomVariable& random) const
    {
        if (m_seen.empty())
        {
            return;
        }
        const auto& seen = m_seen[random.GetInteger(0, m_seen.size() - 1)];
        const auto original = Create<Packet>(seen.octets.data(), GetIpSize());
        Octets payload(seen.octets.begin() + GetIpSize(), seen.octets.end());
        // ns-3's own headers of TCP and UDP do not survive what is cut, or what is no option
        const uint8_t protocol = seen.octets[m_v6 ? 6 : 9];
        if (protocol == TcpL4Protocol::PROT_NUMBER)
        {
            ChangeTcp(random, payload);
        }
        else
        {
            Change(random, payload, protocol == UdpL4Protocol::PROT_NUMBER ? 8 : 4, protocol == 17);
        }
        const auto packet = Create<Packet>(payload.data(), payload.size());
        Ipv4Header ipv4;
        Ipv6Header ipv6;
        if (m_v6)
        {
            original->PeekHeader(ipv6);
            ipv6.SetPayloadLength(payload.size());
            packet->AddHeader(ipv6);
        }
        else
        {
            original->PeekHeader(ipv4);
            ipv4.SetPayloadSize(payload.size());
            packet->AddHeader(ipv4);
        }
        const auto device = hosts.Device(seen.to);
        Simulator::ScheduleWithContext(device->GetNode()->GetId(),
                                       Time(0),
                                       &SimpleNetDevice::Receive,
                                       device,
                                       packet,
                                       m_v6 ? Ipv6L3Protocol::PROT_NUMBER
                                            : Ipv4L3Protocol::PROT_NUMBER,
                                       Mac48Address::ConvertFrom(device->GetAddress()),
                                       Mac48Address("00:00:00:00:00:99"));
    }

    /** @brief A packet is dropped. */
    void Drop(Ptr<const Packet>, const std::string&)
    {
        ++m_drops;
    }

    void DoRun() override
    {
        m_drops = 0;
        m_seen.clear();
        ConformanceSettings settings = {{"RcvBufSize", "20000"}};
        settings.insert(settings.end(), m_t.quiet.begin(), m_t.quiet.end());
        ConformingHosts world(m_t, {m_v6}, settings);
        m_first = world.hosts.nodes.Get(0)->GetId();
        for (uint32_t host = 0; host < 2; ++host)
        {
            for (const auto& protocol : GetProtocols(world.hosts.nodes.Get(host)))
            {
                protocol->TraceConnectWithoutContext(
                    "RxDrop",
                    MakeCallback(&ConformingPacketsTest::Drop, this));
            }
        }
        world.hosts.channel->filter = [this](Ptr<const Packet> packet, Ptr<SimpleNetDevice> from) {
            return Watch(packet, from);
        };
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(11);
        RestlessPair pair(m_t, world, CONFORMANCE_PORT);
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            ScheduleCall(EXCHANGE_START + MilliSeconds(4) * int64_t{i}, [&, i] {
                if (i % 5 == 0)
                {
                    pair.Act();
                }
                Inject(world.hosts, *random);
            });
        }
        ConformingHosts::Run(3.001 + 0.004 * PACKETS);
        if (m_t.Has(ConformingTransport::OWN_PROTOCOL))
        {
            const auto a = world.GetCounters(0);
            const auto b = world.GetCounters(1);
            NS_TEST_EXPECT_MSG_GT(a.received + b.received, PACKETS / 2, "they have arrived");
            NS_TEST_EXPECT_MSG_GT(a.malformed + b.malformed, PACKETS / 20, "malformed");
            NS_TEST_EXPECT_MSG_EQ(a.malformed + b.malformed + a.noEndPoint + b.noEndPoint,
                                  m_drops,
                                  "all drops are traced");
        }
        CheckSound(world);
    }

    /** @brief Who has not been there before is served as always. @param world hosts */
    void CheckSound(ConformingHosts& world)
    {
        const uint16_t port = CONFORMANCE_PORT + 1;
        if (m_t.Has(ConformingTransport::CONNECTS))
        {
            StreamServer server(world.MakeBound(port), 1000);
            server.prototype.answersLast = true;
            server.prototype.piece = PIECE;
            StreamEnd client;
            client.piece = PIECE;
            ScheduleCall(Time(0), [&] { world.Connect(client, port, 0, 5000); });
            ConformingHosts::Run(400);
            CheckExchange(client, server, false);
            return;
        }
        const auto server = world.MakeBound(port);
        const auto client = world.Make(0);
        client->Connect(world.hosts.At(1, port, m_v6));
        client->Send(MakeOctets(1, 0, 100));
        ConformingHosts::Run(10);
        const auto packet = server->Recv();
        NS_TEST_ASSERT_MSG_EQ((packet != nullptr), true, "a message");
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == OctetsOf(MakeOctets(1, 0, 100))), true, "it");
    }

    const bool m_v6;         //!< over IPv6
    std::deque<Seen> m_seen; //!< packets that were on the link, the latest ones
    uint32_t m_first{0};     //!< number of host 0's node
    uint64_t m_drops{0};     //!< traced
};
} // namespace

void
AddPackets(const ConformingTransport& t, ConformanceCases& cases)
{
    cases.push_back(new ConformingPacketsTest(t, false));
    cases.push_back(new ConformingPacketsTest(t, true));
}
} // namespace hsn
} // namespace ns3
