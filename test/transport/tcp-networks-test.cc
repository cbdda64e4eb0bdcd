// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Random networks in which IndexedTcpSocket and ns-3's TCP share hosts and queues.
 *
 * Whatever the network does, the octets that arrive are those that were sent, in their order; all
 * of them, unless an end or the network gave up. When all applications have closed, no socket
 * remains but those that listen.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"
#include "tcp-random-peer.h"

#include "ns3/cobalt-queue-disc.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/indexed-tcp-sockets.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/queue.h"
#include "ns3/red-queue-disc.h"
#include "ns3/traffic-control-helper.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// ns-3's own TCP, where ns3::TcpSocketFactory makes our sockets.
const std::string KEPT_TCP = "ns3::hsn::Ns3TcpSocketFactory";

/// Whether ns-3's TCP takes part; that of ns-3 3.40 and before was not tried with all that happens
/// here.
constexpr bool MIXES = TcpStateHasSrtt<TcpSocketState>::value;

/// How a connection of a random network ends.
enum class Fate
{
    COMPLETE, //!< both ends send and receive everything
    ABORTED,  //!< one end closes before
    REFUSED,  //!< nobody listens
};

/** @brief A connection of a random network. */
struct Flow
{
    std::string factories[2];  //!< of the active and the passive end
    uint32_t hosts[2];         //!< where they are
    Fate fate{Fate::COMPLETE}; //!< how it ends
    bool cut{false};           //!< the network fails
    bool refused{false};       //!< as it was told
    Peer peers[2];             //!< applications
    Ptr<Socket> active;        //!< until it connects
    Ptr<Socket> listener;      //!< null: none
    Address to;                //!< where the listener is

    /** @brief Opens the connection. */
    void Open()
    {
        peers[0].Use(active);
        active->SetConnectCallback(MakeCallback(&Peer::Connected, &peers[0]),
                                   MakeCallback(&Flow::Refused, this));
        if (active->Connect(to) != 0)
        {
            peers[0].problem = "Connect() failed";
        }
    }

    /** @brief There will be no connection. */
    void Refused(Ptr<Socket>)
    {
        refused = true;
    }

    /** @return whether ends are of different TCPs */
    bool IsMixed() const
    {
        return factories[0] != factories[1];
    }
};

/** @brief One network. */
class RandomTcpNetwork : private TcpDraw
{
  public:
    /** @param seed draws all */
    explicit RandomTcpNetwork(uint32_t seed)
        : TcpDraw(500000 + seed)
    {
        m_text << "seed " << seed << ":";
    }

    /** @return what went wrong, empty if nothing did */
    std::string Run()
    {
        const bool checksums = Chance(0.1);
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(checksums));
        {
            TcpHosts hosts(m_random->GetInteger(2, 4));
            HsnInternetHelper().ReplaceTcp(hosts.nodes);
            DrawNetwork(hosts, checksums);
            const uint32_t n = Integer(1, 6);
            for (uint32_t i = 0; i < n; ++i)
            {
                DrawFlow(hosts, i);
            }
            DrawCut(hosts);
            // whatever is still open then, for instance because its network failed
            for (auto& flow : m_flows)
            {
                for (auto& peer : flow->peers)
                {
                    Simulator::Schedule(Seconds(10000), &Peer::GiveUp, &peer);
                }
            }
            Simulator::Stop(Seconds(20000));
            Simulator::Run();
            Judge(hosts);
        }
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        return m_problem.str().empty() ? "" : m_text.str() + ":" + m_problem.str();
    }

  private:
    /** @param hosts whose links @param checksums are on, so that damage is noticed */
    void DrawNetwork(TcpHosts& hosts, bool checksums)
    {
        auto& link = *hosts.channel;
        link.SetStream(m_random->GetInteger(1, 1000000));
        link.delay = MicroSeconds(Integer(100, 20000));
        link.extra = link.delay * Integer(1, 4);
        link.lose = Chance(0.6) ? m_random->GetValue(0, 0.08) : 0;
        link.duplicate = Chance(0.4) ? m_random->GetValue(0, 0.2) : 0;
        link.reorder = Chance(0.4) ? m_random->GetValue(0, 0.4) : 0;
        link.damage = checksums ? m_random->GetValue(0, 0.1) : 0;
        link.mark = Chance(0.2) ? m_random->GetValue(0, 0.2) : 0;
        m_text << " delay " << link.delay.As(Time::MS) << " lose " << link.lose << " duplicate "
               << link.duplicate << " reorder " << link.reorder << " damage " << link.damage
               << " mark " << link.mark;
        for (uint32_t i = 0; i < hosts.nodes.GetN(); ++i)
        {
            DrawDevice(hosts, i);
        }
    }

    /** @param hosts all @param i one, whose rate, buffer and queue discipline are drawn */
    void DrawDevice(TcpHosts& hosts, uint32_t i)
    {
        const uint32_t rate = Integer(1000000, 100000000);
        const uint32_t buffer = Integer(4, 100);
        const auto device = hosts.Device(i);
        device->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
        device->GetQueue()->SetAttribute("MaxSize", StringValue(std::to_string(buffer) + "p"));
        m_text << "; host " << i << " rate " << rate << " queue " << buffer;
        if (Chance(0.5))
        {
            return;
        }
        static const std::vector<std::string> DISCS = {"CoDelQueueDisc",
                                                       "FqCoDelQueueDisc",
                                                       "CobaltQueueDisc",
                                                       "RedQueueDisc"};
        const auto& disc = DISCS[m_random->GetInteger(0, DISCS.size() - 1)];
        const bool marks = Chance(0.5);
        m_text << " " << disc << (marks ? " marks" : "");
        // so that packets wait in the queue discipline, not behind it
        const auto queues = CreateObject<NetDeviceQueueInterface>();
        queues->GetTxQueue(0)->ConnectQueueTraces(device->GetQueue());
        device->AggregateObject(queues);
        device->GetQueue()->SetAttribute("MaxSize", StringValue("1p"));
        TrafficControlHelper helper;
        helper.SetRootQueueDisc("ns3::" + disc,
                                "UseEcn",
                                BooleanValue(marks),
                                "MaxSize",
                                StringValue(std::to_string(buffer) + "p"));
        const auto discs = helper.Install(device);
        if (const auto red = DynamicCast<RedQueueDisc>(discs.Get(0)))
        {
            red->AssignStreams(7000 + i);
            red->SetAttribute("MinTh", DoubleValue(buffer / 6.0));
            red->SetAttribute("MaxTh", DoubleValue(buffer / 2.0));
            red->SetAttribute("LinkBandwidth", DataRateValue(DataRate(rate)));
        }
        if (const auto cobalt = DynamicCast<CobaltQueueDisc>(discs.Get(0)))
        {
            cobalt->AssignStreams(7000 + i);
        }
    }

    /** @param hosts where @param i number of the connection, which is drawn */
    void DrawFlow(TcpHosts& hosts, uint32_t i)
    {
        m_flows.push_back(std::make_unique<Flow>());
        auto& flow = *m_flows.back();
        const double kind = m_random->GetValue();
        flow.factories[0] = MIXES && kind < 0.25 ? KEPT_TCP : HSN_TCP;
        flow.factories[1] = MIXES && kind >= 0.25 && kind < 0.5 ? KEPT_TCP : HSN_TCP;
        flow.hosts[0] = m_random->GetInteger(0, hosts.nodes.GetN() - 1);
        flow.hosts[1] = (flow.hosts[0] + 1 + m_random->GetInteger(0, hosts.nodes.GetN() - 2)) %
                        hosts.nodes.GetN();
        const bool v6 = Chance(0.4);
        flow.fate = Chance(0.75) ? Fate::COMPLETE : Chance(0.8) ? Fate::ABORTED : Fate::REFUSED;
        const auto port = static_cast<uint16_t>(80 + i);
        flow.to = hosts.At(flow.hosts[1], port, v6);
        m_text << "; flow " << i << " " << (v6 ? "IPv6" : "IPv4") << " fate "
               << static_cast<int>(flow.fate);
        const uint32_t segment = Integer(40, 1400);
        const bool ordered = hosts.channel->reorder == 0 && hosts.channel->duplicate == 0;
        Ptr<Socket> sockets[2];
        for (int end = 0; end < 2; ++end)
        {
            m_text << "; at " << flow.hosts[end] << " "
                   << (flow.factories[end] == HSN_TCP ? "ours" : "ns-3's");
            sockets[end] = DrawSocket(hosts.nodes.Get(flow.hosts[end]),
                                      flow.factories[end],
                                      segment,
                                      flow.IsMixed(),
                                      ordered);
            DrawPeer(flow, end, segment);
        }
        for (int end = 0; end < 2; ++end)
        {
            WidenForWholeSegments(sockets[end], sockets[1 - end]);
        }
        for (int end = 0; end < 2; ++end)
        {
            flow.peers[end].toReceive = flow.peers[1 - end].toSend;
        }
        if (flow.fate == Fate::ABORTED)
        {
            auto& peer = flow.peers[m_random->GetInteger(0, 1)];
            peer.abortAt = m_random->GetInteger(0, peer.toSend + peer.toReceive);
            m_text << " aborts at " << peer.abortAt;
        }
        flow.active = sockets[0];
        if (flow.fate != Fate::REFUSED)
        {
            flow.listener = sockets[1];
            flow.listener->Bind(TcpHosts::Any(port, v6));
            flow.listener->Listen();
            flow.listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                             MakeCallback(&Peer::Accepted, &flow.peers[1]));
        }
        // after duplicate address detection
        Simulator::Schedule(Seconds(2 + m_random->GetValue()), &Flow::Open, &flow);
    }

    /** @brief A buffer without room for a whole segment gets FixedSizeSegments' data by the probes
     * of its closed window only, which takes hours. @param from sends @param to gets room for two
     */
    void WidenForWholeSegments(Ptr<Socket> from, Ptr<Socket> to)
    {
        BooleanValue whole;
        UintegerValue segment;
        UintegerValue buffer;
        from->GetAttributeFailSafe("FixedSizeSegments", whole);
        from->GetAttribute("SegmentSize", segment);
        to->GetAttribute("RcvBufSize", buffer);
        if (whole.Get() && buffer.Get() < 2 * segment.Get())
        {
            Set(to, "RcvBufSize", 2 * segment.Get());
        }
    }

    /** @param flow whose @param end application is drawn @param segment usual size */
    void DrawPeer(Flow& flow, int end, uint32_t segment)
    {
        auto& peer = flow.peers[end];
        peer.direction = end;
        peer.random = m_random;
        // an active end of ns-3's TCP does not acknowledge a repeated SYN,ACK
        const bool silent = Chance(0.1) && flow.factories[0] == HSN_TCP;
        peer.toSend = silent ? 0 : std::min(MOST_OCTETS, Integer(1, 100) * segment);
        peer.mostWritten = Integer(1 + segment / 8, 20 * segment);
        peer.mostRead = Integer(1 + segment / 8, 20 * segment);
        peer.writePause = Chance(0.3) ? MicroSeconds(Integer(10, 20000)) : Time(0);
        peer.readPause = Chance(0.3) ? MicroSeconds(Integer(100, 200000)) : Time(0);
        if (Chance(0.2))
        {
            peer.stallAt = Integer(1, MOST_OCTETS);
            peer.stall = MilliSeconds(Integer(100, 100000));
        }
        // ns-3's TCP ignores a repeated FIN with data of which it has a part, and in TIME-WAIT any
        peer.closing = !flow.IsMixed() && Chance(0.5) ? Closing::WHEN_SENT : Closing::WHEN_DONE;
        peer.endsWithPeer = flow.fate == Fate::ABORTED;
        m_text << " octets " << peer.toSend << " written " << peer.mostWritten << " read "
               << peer.mostRead << " pauses " << peer.writePause.As(Time::MS) << " "
               << peer.readPause.As(Time::MS) << " stalls at " << peer.stallAt << " for "
               << peer.stall.As(Time::MS)
               << (peer.closing == Closing::WHEN_SENT ? " half-closes" : "");
    }

    /** @param hosts of which the network may fail for ever */
    void DrawCut(TcpHosts& hosts)
    {
        if (!Chance(0.1))
        {
            return;
        }
        m_cutAt = Seconds(2 + 2 * m_random->GetValue());
        m_text << "; cut at " << m_cutAt.As(Time::S);
        hosts.channel->filter = [this](Ptr<const Packet>, Ptr<SimpleNetDevice>) {
            return Simulator::Now() > m_cutAt;
        };
        for (auto& flow : m_flows)
        {
            flow->cut = true;
            flow->peers[0].endsWithPeer = true;
            flow->peers[1].endsWithPeer = true;
            for (const auto& socket : {flow->active, flow->listener})
            {
                if (socket)
                {
                    socket->SetAttribute("ConnCount", UintegerValue(3));
                    socket->SetAttribute("DataRetries", UintegerValue(5));
                }
            }
        }
    }

    /** @param hosts after the run */
    void Judge(TcpHosts& hosts)
    {
        std::vector<std::size_t> listening(hosts.nodes.GetN());
        for (std::size_t i = 0; i < m_flows.size(); ++i)
        {
            const auto& flow = *m_flows[i];
            for (int end = 0; end < 2; ++end)
            {
                JudgePeer(flow, end, "flow " + std::to_string(i) + " end " + std::to_string(end));
            }
            if (flow.fate == Fate::REFUSED && flow.factories[0] == HSN_TCP && !flow.refused)
            {
                m_problem << " flow " << i << ": not refused";
            }
            if (flow.listener && flow.factories[1] == HSN_TCP)
            {
                ++listening[flow.hosts[1]];
            }
        }
        for (uint32_t i = 0; i < hosts.nodes.GetN(); ++i)
        {
            JudgeHost(hosts, i, listening[i]);
        }
    }

    /** @param flow whose @param end it is @param name in words */
    void JudgePeer(const Flow& flow, int end, const std::string& name)
    {
        const auto& peer = flow.peers[end];
        if (!peer.problem.empty())
        {
            m_problem << " " << name << ": " << peer.problem;
        }
        if (flow.fate != Fate::COMPLETE || flow.cut)
        {
            return;
        }
        if (!peer.connected || peer.sent != peer.toSend || peer.received != peer.toReceive)
        {
            m_problem << " " << name << ": " << (peer.connected ? "" : "not ")
                      << "connected, wrote " << peer.sent << " of " << peer.toSend << ", read "
                      << peer.received << " of " << peer.toReceive << ", errors "
                      << peer.errorCloses;
        }
        else if (!flow.IsMixed() && (peer.normalCloses == 0 || peer.errorCloses > 0))
        {
            m_problem << " " << name << ": closed " << peer.normalCloses << " times, with errors "
                      << peer.errorCloses;
        }
    }

    /** @param hosts all @param i one of them @param listening number of sockets that may remain */
    void JudgeHost(TcpHosts& hosts, uint32_t i, std::size_t listening)
    {
        const auto& left = IndexedTcpSockets::Get(hosts.nodes.Get(i))->GetAll();
        std::size_t other = 0;
        for (const auto& entry : left)
        {
            Address peer;
            other += entry.second->GetPeerName(peer) == 0 ? 1 : 0;
        }
        if (other > 0 || left.size() - other > listening)
        {
            m_problem << " host " << i << ": " << left.size() << " sockets remain, " << other
                      << " of them connected, " << listening << " listen";
        }
    }

    std::vector<std::unique_ptr<Flow>> m_flows; //!< connections
    Time m_cutAt;                               //!< when the network fails
    std::ostringstream m_problem;               //!< what went wrong
};

/** @brief Many networks. */
class TcpNetworksTest : public TestCase
{
  public:
    /** @param first seed @param last seed */
    TcpNetworksTest(uint32_t first, uint32_t last)
        : TestCase("Random networks " + std::to_string(first) + " to " + std::to_string(last)),
          m_first(first),
          m_last(last)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = m_first; seed <= m_last; ++seed)
        {
            const std::string problem = RandomTcpNetwork(seed).Run();
            NS_TEST_EXPECT_MSG_EQ(problem, "", "lost, mixed up or left over");
        }
    }

    uint32_t m_first; //!< seed
    uint32_t m_last;  //!< seed
};

const HsnTestRegistration g_tcpNetworksTests("tcp-networks", {new TcpNetworksTest(1, 30)});
const HsnTestRegistration g_tcpAllNetworksTests("tcp-networks-all",
                                                {new TcpNetworksTest(1, 1000)},
                                                true);
} // namespace
} // namespace hsn
} // namespace ns3
