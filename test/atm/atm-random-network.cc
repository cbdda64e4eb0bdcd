// SPDX-License-Identifier: GPL-2.0-only
#include "atm-random-network.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"
#include "ns3/cell-burst.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int64_t MS = 1000000;            //!< time steps, which are nanoseconds
constexpr int64_t SECOND = 1000 * MS;      //!< the same
constexpr uint32_t NO_LINK = 0xffffffff;   //!< none
constexpr int64_t MAX_DELAY = 10 * MS;     //!< of a link
constexpr double MAX_SOURCE_CELLS = 10000; //!< of a generator, about

/// Rates that links have, bit/s.
const std::initializer_list<uint64_t> STANDARD_RATES =
    {1500000, 25600000, 34368000, 45000000, 100000000, 155520000, 622080000};

/// Draws a network, one part after the other.
class Drawing
{
  public:
    /// @param seed any number
    explicit Drawing(uint64_t seed)
        : m_random(seed)
    {
        m_plan.seed = seed;
        m_withFlows = m_random.Chance(0.35);
        m_cells = m_random.Log(8000, 300000) * (m_withFlows ? 1.5 : 1);
    }

    /// @return the network
    const AtmNetworkPlan& Make()
    {
        DrawNodes();
        DrawRates();
        DrawConnections();
        DrawSources();
        DrawDuration();
        DrawDelays();
        DrawBuffers();
        DrawErrors();
        DrawHosts();
        DrawSwitches();
        DrawContracts();
        DrawEnds();
        DrawLabels();
        DrawWatched();
        DrawActions();
        DrawFlurries();
        return m_plan;
    }

    /// Generators of cells. They do not change what Make() draws.
    void DrawCellSources()
    {
        const auto switches = static_cast<uint32_t>(m_plan.slotTimes.size());
        if (switches == 0 || m_random.Chance(0.5))
        {
            return;
        }
        for (int64_t n = m_random.Int(1, 4); n > 0; --n)
        {
            AtmCellSourcePlan s;
            s.kind = static_cast<AtmCellSourcePlan::Kind>(m_random.Int(0, 3));
            s.at = static_cast<uint32_t>(m_random.Int(0, switches - 1));
            s.to = DrawHost();
            // ties with the cells of another link, as a rule
            s.linkRate = m_random.Chance(0.7) ? m_plan.links[m_plan.GetHostLink(s.to)].rate
                                              : DrawRate(m_random.Chance(0.5));
            s.delay = m_random.Chance(0.4) ? 0 : DrawDelay(MAX_DELAY);
            const double load = m_random.Chance(0.3) ? 1 : m_random.Log(0.01, 1);
            const double most = MAX_SOURCE_CELLS * 8.0 * CellBurst::CELL_BYTES * SECOND /
                                static_cast<double>(m_plan.duration);
            const auto linkRate = static_cast<double>(s.linkRate);
            s.rate = static_cast<uint64_t>(std::min(load * linkRate, most));
            if (m_random.Chance(0.6))
            {
                s.peak =
                    static_cast<uint64_t>(static_cast<double>(s.rate) * m_random.Real(1.05, 3)) + 1;
            }
            s.mean = m_random.Log(1, s.kind == AtmCellSourcePlan::MESSAGES ? 50 : 1000);
            s.category = m_random.Chance(0.8) && !m_plan.connections.empty()
                             ? m_plan.connections[0].category
                             : m_random.Pick({ATM_CBR, ATM_VBR, ATM_UBR});
            if (m_random.Chance(0.2))
            {
                s.upc.emplace();
                s.upc->contract = DrawContract(GetCellSteps(s.linkRate));
                s.upc->discard = m_random.Pick({UsageParameterControl::NONE,
                                                UsageParameterControl::PPD,
                                                UsageParameterControl::EPD});
            }
            s.watched = m_random.Chance(0.1);
            s.start = m_random.Chance(0.3) ? 0 : m_random.Int(0, m_plan.duration / 2);
            s.stop = m_random.Chance(0.5) ? 0 : m_random.Int(s.start + 1, m_plan.duration);
            m_plan.cellSources.push_back(s);
        }
    }

    /// @return what was drawn so far
    const AtmNetworkPlan& GetPlan() const
    {
        return m_plan;
    }

  private:
    // --- topology ----------------------------------------------------------------------------

    /// Switches and hosts, and links between them.
    void DrawNodes()
    {
        const auto switches =
            m_random.Chance(0.03) ? 0 : m_random.Pick<uint32_t>({1, 1, 1, 2, 2, 3, 3, 4, 5, 6});
        m_plan.slotTimes.resize(switches, 0);
        auto hosts = static_cast<uint32_t>(m_random.Int(1, 12));
        const bool chain = m_random.Chance(0.5);
        for (uint32_t s = 1; s < switches; ++s)
        {
            AddLink(chain ? s - 1 : static_cast<uint32_t>(m_random.Int(0, s - 1)), s);
        }
        m_plan.loop = switches > 2 && m_random.Chance(0.35);
        if (m_plan.loop)
        {
            AddLink(switches - 1, 0);
            hosts = std::max(hosts, switches);
        }
        if (switches == 0)
        {
            m_plan.hosts.resize(2);
            AddLink(0, 1);
            return;
        }
        m_plan.hosts.resize(hosts);
        for (uint32_t h = 0; h < hosts; ++h)
        {
            const uint32_t s = m_plan.loop && h < switches
                                   ? h
                                   : static_cast<uint32_t>(m_random.Int(0, switches - 1));
            AddLink(switches + h, s);
        }
    }

    /// @param a node @param b node
    void AddLink(uint32_t a, uint32_t b)
    {
        AtmLinkPlan link;
        link.ends =
            m_random.Chance(0.5) ? std::array<uint32_t, 2>{a, b} : std::array<uint32_t, 2>{b, a};
        m_plan.links.push_back(link);
    }

    /// Rates of links.
    void DrawRates()
    {
        const double mode = m_random.Unit();
        const uint64_t same = DrawRate(m_random.Chance(0.3));
        for (auto& link : m_plan.links)
        {
            link.rate = mode < 0.35 ? same : DrawRate(mode > 0.8);
        }
    }

    /// @param any whether it may be any rate, else one of the usual ones @return bit/s
    uint64_t DrawRate(bool any)
    {
        return any ? m_random.Int(1500000, 622080000) : m_random.Pick(STANDARD_RATES);
    }

    /// @param link number @param node one end @return the other end
    uint32_t Other(uint32_t link, uint32_t node) const
    {
        const auto& ends = m_plan.links[link].ends;
        return ends[0] == node ? ends[1] : ends[0];
    }

    /// @param node number @return numbers of its links
    std::vector<uint32_t> LinksOf(uint32_t node) const
    {
        std::vector<uint32_t> links;
        for (uint32_t i = 0; i < m_plan.links.size(); ++i)
        {
            const auto& ends = m_plan.links[i].ends;
            if (ends[0] == node || ends[1] == node)
            {
                links.push_back(i);
            }
        }
        return links;
    }

    /// @param host node @return the node next to it
    uint32_t NextTo(uint32_t host) const
    {
        return Other(m_plan.GetHostLink(host), host);
    }

    /// @param from host @param to host, perhaps the same @return links of the shortest way
    std::vector<uint32_t> ShortestPath(uint32_t from, uint32_t to) const
    {
        std::vector<uint32_t> path{m_plan.GetHostLink(from)};
        if (NextTo(from) == to)
        {
            return path;
        }
        // from the far end on, over switches only
        std::vector<uint32_t> towards(m_plan.slotTimes.size(), NO_LINK);
        std::deque<uint32_t> queue{NextTo(to)};
        towards[queue.front()] = m_plan.GetHostLink(to);
        while (!queue.empty())
        {
            const uint32_t node = queue.front();
            queue.pop_front();
            for (const uint32_t link : LinksOf(node))
            {
                const uint32_t next = Other(link, node);
                if (m_plan.IsSwitch(next) && towards[next] == NO_LINK)
                {
                    towards[next] = link;
                    queue.push_back(next);
                }
            }
        }
        for (uint32_t node = NextTo(from); node != to || path.size() == 1;)
        {
            path.push_back(towards[node]);
            node = Other(path.back(), node);
        }
        return path;
    }

    /// @param from host @param to set to the host it ends at @return links of a way that wanders
    std::vector<uint32_t> Walk(uint32_t from, uint32_t& to)
    {
        std::vector<uint32_t> path{m_plan.GetHostLink(from)};
        uint32_t node = NextTo(from);
        const int64_t steps = m_random.Int(1, 5);
        for (int64_t i = 0; i < steps; ++i)
        {
            std::vector<uint32_t> ahead;
            for (const uint32_t link : LinksOf(node))
            {
                if (m_plan.IsSwitch(Other(link, node)) && link != path.back())
                {
                    ahead.push_back(link);
                }
            }
            if (ahead.empty())
            {
                break;
            }
            path.push_back(ahead[m_random.Int(0, static_cast<int64_t>(ahead.size()) - 1)]);
            node = Other(path.back(), node);
        }
        std::vector<uint32_t> hosts;
        for (const uint32_t link : LinksOf(node))
        {
            if (!m_plan.IsSwitch(Other(link, node)))
            {
                hosts.push_back(Other(link, node));
            }
        }
        if (hosts.empty())
        {
            return ShortestPath(from, to);
        }
        to = hosts[m_random.Int(0, static_cast<int64_t>(hosts.size()) - 1)];
        path.push_back(m_plan.GetHostLink(to));
        return path;
    }

    // --- connections and traffic -------------------------------------------------------------

    /// @return a host's node
    uint32_t DrawHost()
    {
        return static_cast<uint32_t>(m_plan.slotTimes.size() +
                                     m_random.Int(0, m_plan.hosts.size() - 1));
    }

    /// Which hosts are connected, and by which way.
    void DrawConnections()
    {
        const auto hosts = static_cast<int64_t>(m_plan.hosts.size());
        const bool direct = m_plan.slotTimes.empty();
        const bool mixed = m_random.Chance(0.3);
        const bool multipoint = !direct && m_random.Chance(0.25) && hosts > 2;
        const int64_t n = m_random.Int(1, std::min<int64_t>(16, 1 + 3 * hosts / 2));
        for (int64_t i = 0; i < n; ++i)
        {
            AtmConnectionPlan c;
            c.from = DrawHost();
            if (mixed)
            {
                c.category = static_cast<AtmServiceCategory>(m_random.Int(0, ATM_CATEGORIES - 1));
            }
            if (multipoint && (i == 0 || m_random.Chance(0.3)))
            {
                c.multipoint = true;
                for (uint32_t h = 0; h < hosts; ++h)
                {
                    const auto node = static_cast<uint32_t>(m_plan.slotTimes.size()) + h;
                    if (node != c.from && (c.to.empty() || m_random.Chance(0.5)))
                    {
                        c.to.push_back(node);
                    }
                }
            }
            else
            {
                uint32_t to = DrawHost();
                for (int tries = 0; to == c.from && (direct || (hosts > 1 && tries < 4)); ++tries)
                {
                    to = DrawHost();
                }
                c.path = !direct && m_random.Chance(m_plan.loop ? 0.7 : 0.1)
                             ? Walk(c.from, to)
                             : ShortestPath(c.from, to);
                c.to = {to};
                if (m_random.Chance(0.04))
                {
                    c.unknownAt = static_cast<uint32_t>(m_random.Int(1, c.path.size()));
                }
            }
            m_plan.connections.push_back(c);
        }
    }

    /// @param c a connection @return links that its cells cross, about
    double Hops(const AtmConnectionPlan& c) const
    {
        if (!c.multipoint)
        {
            return c.unknownAt > 0 ? c.unknownAt : c.path.size();
        }
        double hops = 0;
        for (const uint32_t to : c.to)
        {
            hops += ShortestPath(c.from, to).size() - 1;
        }
        return 1 + hops;
    }

    /// @param c a connection @param end of it @return host there
    static uint32_t HostAt(const AtmConnectionPlan& c, uint32_t end)
    {
        return end == 0 ? c.from : c.to[0];
    }

    /// @param host node @return time steps of a cell on its link
    int64_t CellStepsAt(uint32_t host) const
    {
        return GetCellSteps(m_plan.links[m_plan.GetHostLink(host)].rate);
    }

    /// What is sent.
    void DrawSources()
    {
        const double forward = m_withFlows ? 0.3 : 0.85;
        for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
        {
            const auto& c = m_plan.connections[i];
            if (c.unknownAt > 0 || c.multipoint || m_random.Chance(forward))
            {
                DrawSource(i, 0);
            }
            if (!c.multipoint && c.unknownAt == 0 && m_random.Chance(forward / 3))
            {
                DrawSource(i, 1);
            }
        }
        if (m_withFlows)
        {
            DrawFlows();
        }
        if (m_plan.sources.empty() && m_plan.flows.empty())
        {
            DrawSource(0, 0);
        }
    }

    /// @param connection number @param end of it that sends
    void DrawSource(uint32_t connection, uint32_t end)
    {
        const auto& c = m_plan.connections[connection];
        AtmSourcePlan s;
        s.connection = connection;
        s.end = end;
        s.seed = m_random.Int(0, 1 << 30);
        const bool mayEcho = end == 1 && !c.multipoint;
        s.kind = m_random.Pick({AtmSourcePlan::PERIODIC,
                                AtmSourcePlan::PERIODIC,
                                AtmSourcePlan::POISSON,
                                AtmSourcePlan::ON_OFF,
                                AtmSourcePlan::GREEDY,
                                AtmSourcePlan::GREEDY,
                                mayEcho ? AtmSourcePlan::ECHO : AtmSourcePlan::GREEDY});
        const double size = m_random.Unit();
        if (size < 0.25)
        {
            s.minSize = 1;
            s.maxSize = static_cast<uint32_t>(m_random.Int(1, 40));
        }
        else if (size < 0.65)
        {
            s.minSize = m_random.Pick<uint32_t>({41, 552, 1500, 4096, 9180, 9188, 65535});
            s.maxSize = s.minSize;
        }
        else
        {
            s.minSize = static_cast<uint32_t>(m_random.LogInt(1, 2000));
            s.maxSize = static_cast<uint32_t>(m_random.LogInt(s.minSize, 65535));
            s.log = true;
        }
        const double bytes =
            s.log ? (s.maxSize - s.minSize + 1) / std::log((s.maxSize + 1.0) / s.minSize)
                  : (s.minSize + s.maxSize) / 2.0;
        const double cells = bytes / 48 + 0.7;
        const int64_t steps = CellStepsAt(HostAt(c, end));
        const double load = m_random.Pick({0.1, 0.3, 0.5, 0.8, 1.0, 1.2}) * m_random.Real(0.7, 1.1);
        switch (s.kind)
        {
        case AtmSourcePlan::ON_OFF:
            s.burst = static_cast<uint32_t>(m_random.LogInt(2, 20));
            break;
        case AtmSourcePlan::GREEDY:
            s.burst = static_cast<uint32_t>(m_random.Int(1, 3));
            break;
        default:
            break;
        }
        const bool fills = s.kind == AtmSourcePlan::GREEDY || s.kind == AtmSourcePlan::ECHO;
        s.interval = fills ? 0 : s.burst * cells * steps / load;
        if (s.kind == AtmSourcePlan::PERIODIC && m_random.Chance(0.5))
        {
            s.interval = std::max(1.0, std::round(s.interval / steps)) * steps; // cells in step
        }
        s.aborts = m_random.Chance(0.1);
        const double share = m_cells / Hops(c);
        s.maxSdus = static_cast<uint32_t>(std::min(3 * share / cells + 10, 100000.0));
        m_plan.sources.push_back(s);
        // cells a time step, times links
        m_load += (fills ? 1.0 : std::min(1.0, load)) / steps * Hops(c);
    }

    /// Transfers over IP.
    void DrawFlows()
    {
        std::vector<uint32_t> usable;
        for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
        {
            const auto& c = m_plan.connections[i];
            if (!c.multipoint && c.unknownAt == 0 && c.from != c.to[0])
            {
                usable.push_back(i);
            }
        }
        if (usable.empty())
        {
            return;
        }
        const bool boston = m_random.Chance(0.35);
        const int64_t n = m_random.Int(1, 4);
        for (int64_t i = 0; i < n; ++i)
        {
            AtmFlowPlan f;
            f.connection = usable[m_random.Int(0, static_cast<int64_t>(usable.size()) - 1)];
            f.end = m_random.Chance(0.7) ? 0 : 1;
            f.kind = boston && (i == 0 || m_random.Chance(0.6))
                         ? AtmFlowPlan::BOSTON
                         : m_random.Pick({AtmFlowPlan::INDEXED_TCP,
                                          AtmFlowPlan::INDEXED_TCP,
                                          AtmFlowPlan::INDEXED_TCP,
                                          AtmFlowPlan::NS3_TCP,
                                          AtmFlowPlan::TCP_ON_OFF,
                                          AtmFlowPlan::UDP_ON_OFF});
            const auto& c = m_plan.connections[f.connection];
            uint64_t rate = m_plan.links[c.path[0]].rate;
            for (const uint32_t link : c.path)
            {
                rate = std::min(rate, m_plan.links[link].rate);
            }
            f.bytes = static_cast<uint32_t>(m_cells / n / Hops(c) * m_random.Real(20, 44));
            f.rate = static_cast<uint64_t>(rate * m_random.Real(0.2, 1.2));
            m_load += 1.1 * Hops(c) / GetCellSteps(rate);
            m_plan.flows.push_back(f);
        }
        m_plan.ipv6 = m_random.Chance(0.25);
        m_plan.mtu = m_random.Pick<uint16_t>({576, 1500, 9180, 9180, 9180, 65527});
        m_plan.segment = m_random.Chance(0.6) ? m_plan.mtu - 100 : m_plan.mtu / 2 - 50;
        m_plan.segment = std::min<uint32_t>(m_plan.segment, 20000);
        m_plan.delayedAck = m_random.Pick({1, 2});
        m_plan.minRto = m_random.Pick({5, 50, 200, 1000}) * MS;
        m_plan.congestionControl = m_random.Pick<std::string>(
            {"ns3::TcpNewReno", "ns3::TcpNewReno", "ns3::TcpCubic", "ns3::TcpVegas"});
        m_plan.interleave = m_random.Pick<uint32_t>({1, 1, 2, 4, 0});
        m_plan.adaptiveRedundancy = m_random.Chance(0.3);
        m_plan.gamma = m_random.Pick({0.0, 0.0, 0.1, 0.5});
        m_plan.cellIdMode = m_random.Pick<std::string>({"OutOfBand", "OutOfBand", "InPayload4"});
        if (m_plan.segment < 9000 && m_random.Chance(0.2))
        {
            m_plan.cellIdMode = "InPayload2"; // which has no room for more cells
        }
        m_plan.headerMode = m_random.Pick<std::string>({"CodedPdu", "Replicated", "Ideal"});
        m_plan.systematic = m_random.Chance(0.3);
        m_plan.partialTimeout = m_random.Pick({1, 20}) * MS;
    }

    /// How long all of it takes.
    void DrawDuration()
    {
        const double send = std::min(m_cells / m_load, 20.0 * SECOND);
        m_sending = std::max<int64_t>(static_cast<int64_t>(send), 10000);
        const bool aligned = m_random.Chance(0.3);
        for (auto& s : m_plan.sources)
        {
            s.start = aligned ? 0 : m_random.Int(0, m_sending / 3);
            s.stop = m_sending;
        }
        for (auto& f : m_plan.flows)
        {
            f.start = m_random.Int(1, m_sending / 10);
        }
    }

    /// Delays of links, and when the simulation ends.
    void DrawDelays()
    {
        const int64_t most = m_withFlows ? std::min(MAX_DELAY, m_sending / 50) : MAX_DELAY;
        const double mode = m_random.Unit();
        const int64_t same = DrawDelay(most);
        for (auto& link : m_plan.links)
        {
            link.delay = mode < 0.45 ? 0 : mode < 0.65 ? same : DrawDelay(most);
        }
        int64_t longest = 0;
        for (const auto& c : m_plan.connections)
        {
            int64_t delay = 0;
            for (const uint32_t link : c.path)
            {
                delay += m_plan.links[link].delay;
            }
            longest = std::max(longest, delay);
        }
        // the end comes in the midst, or when nothing is left
        m_plan.duration = longest + (m_random.Chance(0.5)
                                         ? static_cast<int64_t>(m_sending * m_random.Real(0.6, 1))
                                         : 2 * m_sending + SECOND);
        if (!m_plan.flows.empty() && m_random.Chance(0.5))
        {
            m_plan.duration += 3 * SECOND; // time for timeouts
        }
    }

    /// @param most time steps @return a delay
    int64_t DrawDelay(int64_t most)
    {
        if (most < 100)
        {
            return 0;
        }
        const int64_t delay = m_random.LogInt(100, most);
        return delay > 2000 && m_random.Chance(0.6) ? delay / 1000 * 1000 : delay;
    }

    // --- what becomes of cells ---------------------------------------------------------------

    /// Buffers of switch ports.
    void DrawBuffers()
    {
        const bool same = m_random.Chance(0.4);
        const AtmQueuePlan first = DrawQueue();
        for (auto& link : m_plan.links)
        {
            for (auto& queues : link.queues)
            {
                const AtmQueuePlan here = DrawQueue();
                for (auto& queue : queues)
                {
                    queue = same ? first : m_random.Chance(0.7) ? here : DrawQueue();
                }
            }
        }
    }

    /// @return a buffer
    AtmQueuePlan DrawQueue()
    {
        AtmQueuePlan q;
        q.maxCells = static_cast<uint32_t>(m_random.LogInt(1, 2000));
        q.policy = m_random.Pick({AtmQueuePlan::NONE,
                                  AtmQueuePlan::NONE,
                                  AtmQueuePlan::TAIL,
                                  AtmQueuePlan::PPD,
                                  AtmQueuePlan::EPD,
                                  AtmQueuePlan::EPD,
                                  AtmQueuePlan::CLP});
        q.threshold = m_random.Real(0.05, 1);
        if (m_random.Chance(0.25)) // these tell classes apart, and work cell by cell
        {
            q.policy = m_random.Pick({AtmQueuePlan::CLP_PUSH_OUT,
                                      AtmQueuePlan::EXCLP_PUSH_OUT,
                                      AtmQueuePlan::EXCLP_THRESHOLD,
                                      AtmQueuePlan::EXCLP_GROUP,
                                      AtmQueuePlan::CLASS_SHARING});
        }
        return q;
    }

    /// Links with errors.
    void DrawErrors()
    {
        if (!m_random.Chance(0.2))
        {
            return;
        }
        for (auto& link : m_plan.links)
        {
            if (m_random.Chance(0.25))
            {
                link.loss = m_random.Log(1e-4, 0.1);
                link.lossRun = m_random.Chance(0.4) ? m_random.Real(1.5, 20) : 0;
            }
            if (m_random.Chance(0.25))
            {
                link.bitErrorRate = m_random.Log(1e-7, 1e-3);
            }
        }
    }

    /// Hosts' own times.
    void DrawHosts()
    {
        for (uint32_t i = 0; i < m_plan.hosts.size(); ++i)
        {
            auto& h = m_plan.hosts[i];
            const int64_t steps = CellStepsAt(static_cast<uint32_t>(m_plan.slotTimes.size()) + i);
            if (m_random.Chance(0.15))
            {
                h.interSduTime = static_cast<int64_t>(steps * m_random.Log(0.5, 300));
                h.interSduFactor = static_cast<int>(m_random.Int(0, 2));
            }
            if (m_random.Chance(0.1))
            {
                h.rxServiceTime = static_cast<int64_t>(steps * m_random.Log(1, 300));
                h.rxQueueSize = static_cast<uint32_t>(m_random.Int(1, 20));
            }
            h.txEnd = m_random.Chance(0.2);
        }
    }

    /// Slots.
    void DrawSwitches()
    {
        for (auto& slot : m_plan.slotTimes)
        {
            if (m_random.Chance(0.12))
            {
                const auto link = m_random.Int(0, static_cast<int64_t>(m_plan.links.size()) - 1);
                slot = m_random.Chance(0.6) ? GetCellSteps(m_plan.links[link].rate)
                                            : m_random.LogInt(100, 20000);
            }
        }
    }

    /// @param steps of a cell @return some contract
    AtmTrafficContract DrawContract(int64_t steps)
    {
        const int64_t tPcr =
            m_random.Chance(0.4) ? steps : static_cast<int64_t>(steps * m_random.Real(1, 4));
        const int64_t tauPcr = m_random.Chance(0.4) ? 0 : m_random.Int(0, 20 * tPcr);
        const auto type = m_random.Pick({AtmTrafficContract::BEST_EFFORT,
                                         AtmTrafficContract::CBR,
                                         AtmTrafficContract::VBR_A,
                                         AtmTrafficContract::VBR_B,
                                         AtmTrafficContract::VBR_B,
                                         AtmTrafficContract::VBR_C});
        switch (type)
        {
        case AtmTrafficContract::BEST_EFFORT:
            return AtmTrafficContract::BestEffort(TimeStep(tPcr), TimeStep(tauPcr));
        case AtmTrafficContract::CBR:
            return AtmTrafficContract::Cbr(TimeStep(tPcr), TimeStep(tauPcr));
        default:
            return AtmTrafficContract::Vbr(type,
                                           TimeStep(tPcr),
                                           TimeStep(tPcr * m_random.Int(1, 6)),
                                           static_cast<uint32_t>(m_random.LogInt(1, 400)),
                                           TimeStep(tauPcr));
        }
    }

    /// @param contract some @return whether a sender can tag its cells by it
    static bool IsForTagging(const AtmTrafficContract& contract)
    {
        return contract.GetType() == AtmTrafficContract::VBR_A ||
               contract.GetType() == AtmTrafficContract::VBR_B;
    }

    /// Policing.
    void DrawContracts()
    {
        if (!m_random.Chance(0.35))
        {
            return;
        }
        for (auto& c : m_plan.connections)
        {
            for (uint32_t end = 0; end < 2; ++end)
            {
                const uint32_t last = c.multipoint || c.unknownAt > 0 ? 0 : 1;
                const bool passesSwitch = c.multipoint || (c.path.size() > 1 && c.unknownAt != 1);
                if (end > last || !passesSwitch || !m_random.Chance(0.5))
                {
                    continue;
                }
                AtmUpcPlan upc;
                upc.contract = DrawContract(CellStepsAt(HostAt(c, end)));
                upc.discard = m_random.Pick({UsageParameterControl::NONE,
                                             UsageParameterControl::NONE,
                                             UsageParameterControl::PPD,
                                             UsageParameterControl::EPD});
                upc.oracle = m_random.Chance(0.5);
                upc.maxSdu = static_cast<uint32_t>(m_random.LogInt(40, 65535));
                upc.leakyBucket = m_random.Chance(0.3);
                c.upc[end] = upc;
            }
        }
    }

    /// Shaping, tagging, reassembly.
    void DrawEnds()
    {
        for (auto& c : m_plan.connections)
        {
            for (uint32_t end = 0; end < 2; ++end)
            {
                DrawEnd(c, end);
            }
        }
    }

    /// @param c a connection @param end of it
    void DrawEnd(AtmConnectionPlan& c, uint32_t end)
    {
        auto& v = c.ends[end];
        const uint32_t host = HostAt(c, end);
        const int64_t steps = CellStepsAt(host);
        const auto& upc = c.upc[end];
        if (m_random.Chance(0.2))
        {
            const uint64_t line = m_plan.links[m_plan.GetHostLink(host)].rate;
            v.cellRate = static_cast<uint64_t>(line * m_random.Pick({0.25, 0.5, 1.0}) *
                                               (m_random.Chance(0.5) ? 1 : m_random.Unit() + 0.1));
        }
        if (m_random.Chance(upc ? 0.35 : 0.1))
        {
            v.shaper = upc && m_random.Chance(0.6) ? upc->contract : DrawContract(steps);
        }
        // a tagger knows one PDU at a time; those of TCP Boston may take turns
        if (m_random.Chance(upc ? 0.35 : 0.05) && m_plan.interleave == 1)
        {
            v.tagging = upc ? upc->contract : DrawContract(steps);
            if (!IsForTagging(*v.tagging))
            {
                v.tagging.reset();
            }
        }
        if (m_random.Chance(0.15))
        {
            const double cells = m_random.Log(3, 3000);
            v.reassemblyTimeout = m_random.Chance(0.5) ? steps * static_cast<int64_t>(cells)
                                                       : static_cast<int64_t>(steps * cells);
        }
        if (m_random.Chance(0.1))
        {
            v.maxSdu = static_cast<uint32_t>(m_random.LogInt(20, 9000));
        }
        if (m_random.Chance(0.15))
        {
            v.queue = static_cast<uint32_t>(m_random.Int(1, 10));
        }
    }

    // --- peculiar set-ups --------------------------------------------------------------------

    /// Labels; connections that begin late, fork at a port, or join another one.
    void DrawLabels()
    {
        const bool vpis = m_random.Chance(0.2);
        const bool late = m_random.Chance(0.15);
        const bool odd = m_random.Chance(0.2);
        for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
        {
            auto& c = m_plan.connections[i];
            if (c.multipoint)
            {
                continue;
            }
            c.vpi = vpis && m_random.Chance(0.5) ? static_cast<uint16_t>(m_random.Int(1, 255)) : 0;
            c.setUpAt = late && m_random.Chance(0.3) ? m_random.Int(1, m_sending) : 0;
            if (!odd || c.unknownAt > 0 || c.path.size() < 2)
            {
                continue;
            }
            if (m_random.Chance(0.3))
            {
                c.twinAt = static_cast<uint32_t>(m_random.Int(1, c.path.size() - 1));
            }
            for (uint32_t j = 0; j < i && !c.merges; ++j)
            {
                const auto& other = m_plan.connections[j];
                c.into = j;
                c.merges = !other.multipoint && !other.merges && other.unknownAt == 0 &&
                           other.to == c.to && c.from != c.to[0] && other.from != c.to[0] &&
                           !IsUsedBothWays(i) && m_random.Chance(0.5);
            }
            if (c.merges)
            {
                c.upc[1].reset();
            }
        }
    }

    /// @param i connection @return whether something is sent from its far end, or by IP
    bool IsUsedBothWays(uint32_t i) const
    {
        return std::any_of(m_plan.sources.begin(),
                           m_plan.sources.end(),
                           [i](const auto& s) { return s.connection == i && s.end == 1; }) ||
               std::any_of(m_plan.flows.begin(), m_plan.flows.end(), [i](const auto& f) {
                   return f.connection == i;
               });
    }

    /// Where trace sinks are connected, and which outputs share policies.
    void DrawWatched()
    {
        const bool all = m_random.Chance(0.75);
        for (auto& link : m_plan.links)
        {
            for (auto& watched : link.watched)
            {
                watched = all || m_random.Chance(0.3);
            }
        }
        m_plan.sharedPolicies = m_random.Chance(0.2);
    }

    // --- from outside ------------------------------------------------------------------------

    /// Reading counters, tracing, changing attributes.
    void DrawActions()
    {
        const int64_t reads = m_random.Chance(0.5) ? m_random.Int(1, 4) : 0;
        for (int64_t i = 0; i < reads; ++i)
        {
            DrawAction(AtmActionPlan::READ, false);
            m_plan.actions.back().outside = m_random.Chance(0.3);
        }
        if (m_random.Chance(0.3))
        {
            for (int64_t i = m_random.Int(1, 3); i > 0; --i)
            {
                DrawAction(static_cast<AtmActionPlan::Kind>(
                               m_random.Int(AtmActionPlan::TRACE_PORT, AtmActionPlan::TRACE_HOST)),
                           m_random.Chance(0.5));
                auto& a = m_plan.actions;
                if (!a.empty() && m_random.Chance(0.3))
                {
                    a.back().until = a.back().time + m_random.Int(1, m_sending);
                }
            }
        }
        if (m_random.Chance(0.3))
        {
            for (int64_t i = m_random.Int(1, 4); i > 0; --i)
            {
                DrawAction(static_cast<AtmActionPlan::Kind>(
                               m_random.Int(AtmActionPlan::SET_MAX_CELLS, AtmActionPlan::SET_SLOT)),
                           false);
            }
        }
    }

    /// Actions at one place shortly after each other. They come from random numbers of their own,
    /// so that all else is the same with and without them.
    void DrawFlurries()
    {
        m_random = PlanRandom(m_plan.seed ^ 0x9e3779b97f4a7c15);
        if (!m_random.Chance(0.5))
        {
            return;
        }
        for (int64_t i = m_random.Int(1, 3); i > 0; --i)
        {
            const auto place = DrawPlace(AtmActionPlan::READ, false);
            int64_t time = place.time;
            for (int64_t n = m_random.Int(2, 7); n > 0; --n)
            {
                DrawFlurryAction(place, time);
                const double gap = m_random.Log(1, 1000.0 * GetCellSteps(m_plan.links[0].rate));
                time = std::min(m_plan.duration - 1, time + static_cast<int64_t>(gap));
            }
        }
    }

    /// @param place where most of them are @param time when
    void DrawFlurryAction(const AtmActionPlan& place, int64_t time)
    {
        const auto any = static_cast<AtmActionPlan::Kind>(
            m_random.Int(AtmActionPlan::READ, AtmActionPlan::KINDS - 1));
        auto a = DrawPlace(m_random.Chance(0.7) ? any
                                                : m_random.Pick({AtmActionPlan::SET_DELAY,
                                                                 AtmActionPlan::SET_RATE,
                                                                 AtmActionPlan::READ}),
                           false);
        a.time = time;
        a.outside = m_random.Chance(0.15);
        if (m_random.Chance(0.8))
        {
            a.link = place.link;
            a.end = place.end;
            a.connection = place.connection;
        }
        if (a.IsTrace() && m_random.Chance(0.5))
        {
            a.until = a.time + m_random.LogInt(1, m_sending);
        }
        AddAction(a);
    }

    /// @param kind what @param atOnce before the start, else in the midst
    void DrawAction(AtmActionPlan::Kind kind, bool atOnce)
    {
        AddAction(DrawPlace(kind, atOnce));
    }

    /// @param kind what @param atOnce before the start, else in the midst @return when and where
    AtmActionPlan DrawPlace(AtmActionPlan::Kind kind, bool atOnce)
    {
        AtmActionPlan a;
        a.kind = kind;
        // mostly while something is going on
        a.time = atOnce ? 0 : m_random.Int(1, std::min(m_plan.duration - 1, 5 * m_sending / 4));
        a.seed = m_random.Int(0, 1 << 30);
        a.link = static_cast<uint32_t>(m_random.Int(0, m_plan.links.size() - 1));
        a.end = static_cast<uint32_t>(m_random.Int(0, 1));
        a.connection = static_cast<uint32_t>(m_random.Int(0, m_plan.connections.size() - 1));
        a.what = static_cast<uint32_t>(m_random.Int(0, 15));
        return a;
    }

    /// @param a when and where: added, with what it takes, if it can be done there
    void AddAction(AtmActionPlan a)
    {
        a.category = m_plan.connections[a.connection].category;
        const bool ofSwitchPort = a.IsOfQueue() || a.IsOfSwitch();
        if (ofSwitchPort)
        {
            if (m_plan.slotTimes.empty())
            {
                return;
            }
            if (!m_plan.IsSwitch(m_plan.links[a.link].ends[a.end]))
            {
                a.end = 1 - a.end; // the other end of a host's link
            }
            a.node = m_plan.links[a.link].ends[a.end];
        }
        const auto& c = m_plan.connections[a.connection];
        if (c.multipoint || c.unknownAt > 0)
        {
            a.end = ofSwitchPort ? a.end : 0;
        }
        switch (a.kind)
        {
        case AtmActionPlan::SET_FACTOR:
        case AtmActionPlan::SET_RX_QUEUE:
        case AtmActionPlan::TRACE_TX_END:
            a.node = DrawHost();
            break;
        case AtmActionPlan::TRACE_HOST:
        case AtmActionPlan::SET_INTER_SDU:
        case AtmActionPlan::SET_SERVICE:
        case AtmActionPlan::SET_DELIVERY:
            a.node = DrawHost();
            a.value = std::round(CellStepsAt(a.node) * m_random.Log(0.5, 300));
            break;
        case AtmActionPlan::SET_MAX_CELLS:
            a.value = static_cast<double>(m_random.LogInt(1, 2000));
            break;
        case AtmActionPlan::SET_THRESHOLD:
            a.value = m_random.Real(0.01, 1);
            break;
        case AtmActionPlan::SET_RATE:
            a.value = static_cast<double>(DrawRate(m_random.Chance(0.5)));
            break;
        case AtmActionPlan::SET_DELAY:
            a.value = m_random.Chance(0.3) ? 0 : static_cast<double>(DrawDelay(MAX_DELAY / 10));
            break;
        case AtmActionPlan::SET_LOSS:
            a.value = m_random.Log(1e-7, 1e-3);
            break;
        case AtmActionPlan::SET_CELL_RATE:
            a.value = std::round(m_plan.links[m_plan.GetHostLink(HostAt(c, a.end))].rate *
                                 m_random.Real(0.1, 1));
            break;
        case AtmActionPlan::SET_TIMEOUT:
            a.value = std::round(CellStepsAt(HostAt(c, a.end)) * m_random.Log(3, 3000));
            break;
        case AtmActionPlan::SET_SLOT:
            a.value = m_random.Chance(0.3) ? 0 : static_cast<double>(m_random.LogInt(100, 20000));
            break;
        case AtmActionPlan::SET_LOSSES:
            a.value = m_random.Log(1e-4, 0.1);
            break;
        case AtmActionPlan::SET_MAX_SDU:
            a.value = static_cast<double>(m_random.LogInt(20, 65535));
            break;
        case AtmActionPlan::SET_SHAPER:
        case AtmActionPlan::SET_UPC:
            a.value = static_cast<double>(m_random.LogInt(40, 65535));
            a.contract = DrawContract(CellStepsAt(HostAt(c, a.end)));
            break;
        case AtmActionPlan::SET_TAGGING:
            a.contract = DrawContract(CellStepsAt(HostAt(c, a.end)));
            if (m_interleaves || m_plan.interleave != 1 || !IsForTagging(*a.contract))
            {
                return; // a tagger knows one PDU at a time
            }
            m_tags = true;
            break;
        case AtmActionPlan::SET_DEPTH:
            a.node = DrawHost();
            m_tags = m_tags || std::any_of(m_plan.connections.begin(),
                                           m_plan.connections.end(),
                                           [](const auto& x) {
                                               return x.ends[0].tagging || x.ends[1].tagging;
                                           });
            if (m_tags)
            {
                return;
            }
            m_interleaves = true;
            break;
        default:
            break;
        }
        m_plan.actions.push_back(a);
    }

    PlanRandom m_random;       //!< all draws
    AtmNetworkPlan m_plan;     //!< so far
    bool m_withFlows;          //!< traffic over IP
    double m_cells;            //!< cells times links that are to be simulated, about
    double m_load{0};          //!< the same in a time step
    int64_t m_sending{0};      //!< time steps until sources stop
    bool m_tags{false};        //!< some sender tags its cells, perhaps later
    bool m_interleaves{false}; //!< some host interleaves segments later
};

/// @param os stream @param v end of a connection
void
PrintEnd(std::ostream& os, const AtmVcPlan& v)
{
    os << (v.cellRate ? " cellRate=" + std::to_string(v.cellRate) : "");
    if (v.shaper)
    {
        os << " shaper=[" << *v.shaper << "]";
    }
    if (v.tagging)
    {
        os << " tagging=[" << *v.tagging << "]";
    }
    if (v.reassemblyTimeout)
    {
        os << " timeout=" << v.reassemblyTimeout << "ns";
    }
    os << (v.maxSdu < 65535 ? " maxSdu=" + std::to_string(v.maxSdu) : "")
       << (v.queue != 100 ? " txQueue=" + std::to_string(v.queue) : "");
}

/// Names of kinds, by number.
const char* const POLICY_NAMES[] = {"none",
                                    "tail",
                                    "ppd",
                                    "epd",
                                    "clp",
                                    "clp-push-out",
                                    "exclp-push-out",
                                    "exclp-threshold",
                                    "exclp-group",
                                    "class-sharing"};
const char* const SOURCE_NAMES[] = {"periodic", "poisson", "on-off", "greedy", "echo"};
const char* const CELL_SOURCE_NAMES[] = {"cbr", "on-off", "poisson", "messages"};
const char* const FLOW_NAMES[] = {"indexed-tcp", "ns3-tcp", "boston", "tcp-on-off", "udp-on-off"};
const char* const ACTION_NAMES[] = {
    "read",          "trace-port",   "trace-queue",    "trace-upc",     "trace-switch",
    "trace-loss",    "trace-host",   "set-max-cells",  "set-threshold", "set-policy",
    "set-rate",      "set-delay",    "set-bit-errors", "set-cell-rate", "set-timeout",
    "set-inter-sdu", "set-slot",     "set-format",     "set-losses",    "set-factor",
    "set-service",   "set-rx-queue", "set-max-sdu",    "set-shaper",    "set-tagging",
    "set-upc",       "set-depth",    "set-delivery",   "add-leg",       "trace-tx-end",
    "trace-runs"};
const char* const CATEGORY_NAMES[] = {"cbr", "vbr", "ubr"};
const char* const DISCARD_NAMES[] = {"none", "ppd", "epd"};

/// @param os stream @param plan network @param i link
void
PrintLink(std::ostream& os, const AtmNetworkPlan& plan, uint32_t i)
{
    const auto& l = plan.links[i];
    os << "  link " << i << ": " << plan.GetNodeName(l.ends[0]) << "-"
       << plan.GetNodeName(l.ends[1]) << " " << l.rate << "bps (" << GetCellSteps(l.rate)
       << "ns a cell) delay=" << l.delay << "ns";
    if (l.loss > 0)
    {
        os << " loss=" << l.loss << " run=" << l.lossRun;
    }
    if (l.bitErrorRate > 0)
    {
        os << " ber=" << l.bitErrorRate;
    }
    for (uint32_t end = 0; end < 2; ++end)
    {
        os << (l.watched[end] ? "" : " unwatched:" + plan.GetNodeName(l.ends[end]));
    }
    for (uint32_t end = 0; end < 2; ++end)
    {
        if (!plan.IsSwitch(l.ends[end]))
        {
            continue;
        }
        os << " " << plan.GetNodeName(l.ends[end]) << ":";
        for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
        {
            const auto& q = l.queues[end][c];
            os << (c > 0 ? "," : "") << CATEGORY_NAMES[c] << "=" << q.maxCells << "/"
               << POLICY_NAMES[q.policy];
            if (q.policy == AtmQueuePlan::EPD || q.policy == AtmQueuePlan::CLP)
            {
                os << "/" << q.threshold;
            }
        }
    }
    os << "\n";
}

/// @param plan network @param link of it @return whether a connection may cross it
bool
IsUsed(const AtmNetworkPlan& plan, uint32_t link)
{
    return std::any_of(plan.connections.begin(), plan.connections.end(), [link](const auto& c) {
        return c.enabled &&
               (c.multipoint || std::find(c.path.begin(), c.path.end(), link) != c.path.end());
    });
}

/// @param os stream @param plan network @param i connection
void
PrintConnection(std::ostream& os, const AtmNetworkPlan& plan, uint32_t i)
{
    const auto& c = plan.connections[i];
    os << "  connection " << i << ": " << plan.GetNodeName(c.from)
       << (c.multipoint ? " =>" : " ->");
    for (const uint32_t to : c.to)
    {
        os << " " << plan.GetNodeName(to);
    }
    os << " " << CATEGORY_NAMES[c.category];
    if (!c.multipoint)
    {
        os << " links";
        for (const uint32_t link : c.path)
        {
            os << " " << link;
        }
    }
    if (c.unknownAt > 0)
    {
        os << " unknown after " << c.unknownAt << " links";
    }
    os << (c.vpi > 0 ? " vpi=" + std::to_string(c.vpi) : "")
       << (c.setUpAt > 0 ? " set up at " + std::to_string(c.setUpAt) + "ns" : "")
       << (c.twinAt > 0 ? " twice after " + std::to_string(c.twinAt) + " links" : "")
       << (c.merges ? " merges into connection " + std::to_string(c.into) : "");
    for (uint32_t end = 0; end < 2; ++end)
    {
        os << "; end " << end << ":";
        PrintEnd(os, c.ends[end]);
        if (const auto& u = c.upc[end])
        {
            os << " upc=[" << u->contract << "] discard=" << DISCARD_NAMES[u->discard]
               << (u->oracle ? " oracle" : " maxSdu=" + std::to_string(u->maxSdu));
        }
    }
    os << "\n";
}
} // namespace

PlanRandom::PlanRandom(uint64_t seed)
    : m_generator(seed)
{
}

double
PlanRandom::Unit()
{
    return static_cast<double>(m_generator() >> 11) / 9007199254740992.0; // 2^53
}

bool
PlanRandom::Chance(double p)
{
    return Unit() < p;
}

int64_t
PlanRandom::Int(int64_t low, int64_t high)
{
    return low + static_cast<int64_t>(Unit() * static_cast<double>(high - low + 1));
}

double
PlanRandom::Real(double low, double high)
{
    return low + Unit() * (high - low);
}

double
PlanRandom::Log(double low, double high)
{
    return std::exp(Real(std::log(low), std::log(high)));
}

int64_t
PlanRandom::LogInt(int64_t low, int64_t high)
{
    return std::min(high, static_cast<int64_t>(Log(low, high + 1.0)));
}

double
PlanRandom::Exponential(double mean)
{
    return -mean * std::log(1 - Unit());
}

std::string
AtmNetworkPlan::GetNodeName(uint32_t node) const
{
    return IsSwitch(node) ? "S" + std::to_string(node)
                          : "H" + std::to_string(node - slotTimes.size());
}

std::string
AtmNetworkPlan::GetPortName(uint32_t link, uint32_t end) const
{
    const auto& ends = links[link].ends;
    return GetNodeName(ends[end]) + "(link " + std::to_string(link) + " to " +
           GetNodeName(ends[1 - end]) + ")";
}

uint32_t
AtmNetworkPlan::GetHostLink(uint32_t host) const
{
    uint32_t i = 0;
    while (links[i].ends[0] != host && links[i].ends[1] != host)
    {
        ++i;
    }
    return i;
}

bool
AtmNetworkPlan::HasFlows() const
{
    return std::any_of(flows.begin(), flows.end(), [](const auto& f) { return f.enabled; });
}

int64_t
GetCellSteps(uint64_t rate)
{
    return std::llround(8.0 * CellBurst::CELL_BYTES * SECOND / static_cast<double>(rate));
}

AtmNetworkPlan
DrawAtmNetwork(uint64_t seed, bool cellSources)
{
    Drawing drawing(seed);
    drawing.Make();
    if (cellSources)
    {
        drawing.DrawCellSources();
    }
    return drawing.GetPlan();
}

std::ostream&
operator<<(std::ostream& os, const AtmNetworkPlan& plan)
{
    os << "network of seed " << plan.seed << ", " << plan.duration << "ns:\n";
    for (uint32_t s = 0; s < plan.slotTimes.size(); ++s)
    {
        if (plan.slotTimes[s] > 0)
        {
            os << "  S" << s << ": slot=" << plan.slotTimes[s] << "ns\n";
        }
    }
    for (uint32_t h = 0; h < plan.hosts.size(); ++h)
    {
        const auto& host = plan.hosts[h];
        if (host.interSduTime > 0 || host.rxServiceTime > 0)
        {
            os << "  H" << h << ": interSdu=" << host.interSduTime << "ns factor "
               << host.interSduFactor << ", rxService=" << host.rxServiceTime << "ns queue "
               << host.rxQueueSize << "\n";
        }
    }
    for (uint32_t i = 0; i < plan.links.size(); ++i)
    {
        if (IsUsed(plan, i))
        {
            PrintLink(os, plan, i);
        }
    }
    os << (plan.sharedPolicies ? "  discard policies are shared\n" : "");
    for (uint32_t i = 0; i < plan.connections.size(); ++i)
    {
        if (plan.connections[i].enabled)
        {
            PrintConnection(os, plan, i);
        }
    }
    for (uint32_t i = 0; i < plan.sources.size(); ++i)
    {
        const auto& s = plan.sources[i];
        if (s.enabled && plan.connections[s.connection].enabled)
        {
            os << "  source " << i << ": connection " << s.connection << " end " << s.end << " "
               << SOURCE_NAMES[s.kind] << " " << s.minSize << ".." << s.maxSize
               << " bytes, interval " << s.interval << "ns, burst " << s.burst << ", " << s.start
               << "ns.." << s.stop << "ns, at most " << s.maxSdus
               << (s.aborts ? ", some empty" : "") << "\n";
        }
    }
    for (uint32_t i = 0; i < plan.cellSources.size(); ++i)
    {
        const auto& s = plan.cellSources[i];
        if (s.enabled)
        {
            os << "  cells " << i << ": " << CELL_SOURCE_NAMES[s.kind] << " from S" << s.at
               << " to " << plan.GetNodeName(s.to) << ", link " << s.linkRate << "bps " << s.delay
               << "ns, rate " << s.rate << "bps, peak " << s.peak << "bps, mean " << s.mean << ", "
               << CATEGORY_NAMES[s.category] << (s.watched ? ", watched" : "") << ", " << s.start
               << "ns.." << s.stop << "ns";
            if (s.upc)
            {
                os << ", [" << s.upc->contract << "] discard " << s.upc->discard;
            }
            os << "\n";
        }
    }
    for (uint32_t i = 0; i < plan.flows.size(); ++i)
    {
        const auto& f = plan.flows[i];
        if (f.enabled && plan.connections[f.connection].enabled)
        {
            os << "  flow " << i << ": connection " << f.connection << " end " << f.end << " "
               << FLOW_NAMES[f.kind] << " " << f.bytes << " bytes, " << f.rate << "bps, from "
               << f.start << "ns\n";
        }
    }
    if (plan.HasFlows())
    {
        os << "  ip: mtu " << plan.mtu << ", segment " << plan.segment << ", delayed ack "
           << plan.delayedAck << ", min rto " << plan.minRto << "ns, " << plan.congestionControl
           << (plan.ipv6 ? ", ipv6" : "") << "; boston: interleave " << plan.interleave
           << ", gamma " << plan.gamma << (plan.adaptiveRedundancy ? ", adaptive" : "") << ", "
           << plan.cellIdMode << ", " << plan.headerMode << (plan.systematic ? ", systematic" : "")
           << ", partial timeout " << plan.partialTimeout << "ns\n";
    }
    for (uint32_t i = 0; i < plan.actions.size(); ++i)
    {
        const auto& a = plan.actions[i];
        if (a.enabled && plan.connections[a.connection].enabled)
        {
            os << "  action " << i << ": " << ACTION_NAMES[a.kind] << " at " << a.time
               << "ns, link " << a.link << " end " << a.end << ", " << CATEGORY_NAMES[a.category]
               << ", connection " << a.connection << ", " << plan.GetNodeName(a.node) << ", what "
               << a.what << ", value " << a.value
               << (a.until > 0 ? ", until " + std::to_string(a.until) + "ns" : "")
               << (a.outside ? ", outside" : "");
            if (a.contract)
            {
                os << ", [" << *a.contract << "]";
            }
            os << "\n";
        }
    }
    return os;
}
} // namespace hsn
} // namespace ns3
