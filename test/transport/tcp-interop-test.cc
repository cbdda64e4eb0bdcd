// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Every octet arrives once and in order, for any link, options and application behaviour.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"
#include "tcp-random-peer.h"

#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/queue.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief One transfer with random parameters. */
class Transfer : private TcpDraw
{
  public:
    /** @param active factory of the active end @param passive of the other @param seed draws all */
    Transfer(const std::string& active, const std::string& passive, uint32_t seed)
        : TcpDraw(1000 + seed)
    {
        m_text << active << " to " << passive << ", seed " << seed << ":";
        m_mixed = active != passive;
        m_factories[0] = active;
        m_factories[1] = passive;
    }

    /** @return what went wrong, empty if nothing did */
    std::string Run()
    {
        const bool checksums = Chance(0.2);
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(checksums));
        TcpHosts hosts;
        DrawLink(hosts, checksums);
        const bool v6 = Chance(0.3);
        m_text << (v6 ? " IPv6" : " IPv4");
        const uint32_t segment = Integer(40, 1400);
        Ptr<Socket> sockets[2];
        for (int end = 0; end < 2; ++end)
        {
            m_text << "; end " << end << ":";
            sockets[end] = DrawSocket(hosts.nodes.Get(end),
                                      m_factories[end],
                                      segment,
                                      m_mixed,
                                      hosts.channel->reorder == 0 && hosts.channel->duplicate == 0);
            DrawPeer(m_peers[end], end, segment);
        }
        m_peers[0].toReceive = m_peers[1].toSend;
        m_peers[1].toReceive = m_peers[0].toSend;
        sockets[1]->Bind(TcpHosts::Any(80, v6));
        sockets[1]->Listen();
        sockets[1]->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Peer::Accepted, &m_peers[1]));
        // after duplicate address detection
        ScheduleCall(Seconds(2), [&] {
            m_peers[0].Use(sockets[0]);
            sockets[0]->SetConnectCallback(MakeCallback(&Peer::Connected, &m_peers[0]),
                                           MakeCallback(&Peer::NotConnected, &m_peers[0]));
            if (sockets[0]->Connect(hosts.At(1, 80, v6)) != 0)
            {
                m_peers[0].problem = "Connect() failed";
            }
        });
        Simulator::Stop(Seconds(20000));
        Simulator::Run();
        const std::string problem = Judge();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        return problem.empty() ? problem : m_text.str() + ": " + problem;
    }

  private:
    /** @param hosts whose link @param checksums are on, so that damage is noticed */
    void DrawLink(TcpHosts& hosts, bool checksums)
    {
        auto& link = *hosts.channel;
        link.SetStream(m_random->GetInteger(1, 1000000));
        link.delay = MicroSeconds(Integer(100, 20000));
        link.extra = link.delay * Integer(1, 4);
        link.lose = Chance(0.7) ? m_random->GetValue(0, 0.1) : 0;
        link.duplicate = Chance(0.4) ? m_random->GetValue(0, 0.2) : 0;
        link.reorder = Chance(0.4) ? m_random->GetValue(0, 0.4) : 0;
        link.damage = checksums ? m_random->GetValue(0, 0.1) : 0;
        link.mark = Chance(0.3) ? m_random->GetValue(0, 0.2) : 0;
        const uint32_t rate = Integer(1000000, 100000000);
        const uint32_t queue = Integer(4, 100);
        for (uint32_t i = 0; i < 2; ++i)
        {
            hosts.Device(i)->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
            hosts.Device(i)->GetQueue()->SetAttribute("MaxSize",
                                                      StringValue(std::to_string(queue) + "p"));
        }
        m_text << " delay " << link.delay.As(Time::MS) << " lose " << link.lose << " duplicate "
               << link.duplicate << " reorder " << link.reorder << " damage " << link.damage
               << " mark " << link.mark << " rate " << rate << " queue " << queue;
    }

    /** @param peer to set up @param end which @param segment usual size */
    void DrawPeer(Peer& peer, int end, uint32_t segment)
    {
        peer.direction = end;
        peer.random = m_random;
        // the number of segments makes the cost
        // an active end of ns-3's TCP does not acknowledge a repeated SYN,ACK
        const bool silent = Chance(0.15) && m_factories[0] != NS3_TCP;
        peer.toSend = silent ? 0 : std::min(MOST_OCTETS, Integer(1, 150) * segment);
        peer.mostWritten = Integer(1 + segment / 8, 20 * segment);
        peer.mostRead = Integer(1 + segment / 8, 20 * segment);
        peer.writePause = Chance(0.3) ? MicroSeconds(Integer(10, 20000)) : Time(0);
        peer.readPause = Chance(0.4) ? MicroSeconds(Integer(100, 200000)) : Time(0);
        // ns-3's TCP ignores a repeated FIN with data of which it has a part, and in TIME-WAIT any
        peer.closing = !m_mixed && Chance(0.5) ? Closing::WHEN_SENT : Closing::WHEN_DONE;
        m_text << " octets " << peer.toSend << " written " << peer.mostWritten << " read "
               << peer.mostRead << " pauses " << peer.writePause.As(Time::MS) << " "
               << peer.readPause.As(Time::MS)
               << (peer.closing == Closing::WHEN_SENT ? " half-closes" : "");
    }

    /** @return what is wrong after the run */
    std::string Judge() const
    {
        std::ostringstream text;
        for (int end = 0; end < 2; ++end)
        {
            const Peer& peer = m_peers[end];
            if (!peer.problem.empty())
            {
                text << " end " << end << ": " << peer.problem;
            }
            if (!peer.connected || peer.sent != peer.toSend || peer.received != peer.toReceive)
            {
                text << " end " << end << ": " << (peer.connected ? "" : "not ")
                     << "connected, wrote " << peer.sent << " of " << peer.toSend << ", read "
                     << peer.received << " of " << peer.toReceive << ", errors "
                     << peer.errorCloses;
            }
            else if (!m_mixed && (peer.normalCloses == 0 || peer.errorCloses > 0))
            {
                text << " end " << end << ": closed " << peer.normalCloses << " times, with errors "
                     << peer.errorCloses;
            }
        }
        return text.str();
    }

    std::string m_factories[2]; //!< active, passive
    bool m_mixed;               //!< they differ
    Peer m_peers[2];            //!< active, passive
};

/** @brief Many seeds of one pair. */
class InteropTest : public TestCase
{
  public:
    /** @param active factory @param passive factory @param seeds how many @param first seed */
    InteropTest(const std::string& active,
                const std::string& passive,
                uint32_t seeds,
                uint32_t first)
        : TestCase(active + " to " + passive + ", " + std::to_string(seeds) + " random transfers"),
          m_active(active),
          m_passive(passive),
          m_seeds(seeds),
          m_first(first)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = m_first; seed < m_first + m_seeds; ++seed)
        {
            const std::string problem = Transfer(m_active, m_passive, seed).Run();
            NS_TEST_EXPECT_MSG_EQ(problem, "", "lost or mixed up");
        }
    }

    std::string m_active;  //!< factory
    std::string m_passive; //!< factory
    uint32_t m_seeds;      //!< how many
    uint32_t m_first;      //!< the first
};

HsnTestRegistration g_tcpInteropTests("tcp-interop",
                                      {
                                          new InteropTest(HSN_TCP, HSN_TCP, 400, 0),
                                          new InteropTest(HSN_TCP, NS3_TCP, 300, 400),
                                          // seed 961 ends the TCP of ns-3 3.36.1, not ours
                                          new InteropTest(NS3_TCP, HSN_TCP, 261, 700),
                                      });
} // namespace
} // namespace hsn
} // namespace ns3
