// SPDX-License-Identifier: GPL-2.0-only
#include "cell-network.h"

#include "atm-bench-network.h"

#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/poisson-cell-source.h"

#include <array>
#include <cmath>
#include <memory>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t PPP_BYTES = 2;      // PointToPointNetDevice adds them
constexpr uint32_t SDU_BYTES = 9180;   // of our packets:
constexpr uint32_t SDU_CELLS = 192;    // that many cells
constexpr uint32_t QUEUE_CELLS = 1000; // output buffers
constexpr uint32_t MAX_FLOWS_PER_LINK = 2;
constexpr double WARM_UP_HOPS = 100000;
constexpr double FIRST_HOPS = 100000; // measured at least
constexpr double MERGED_LOAD = 0.45;  // of each flow in the merging network
constexpr double POISSON_LOAD = 0.8;  // of the port where Poisson cells meet

/// @param load share of LINE_RATE @return the rate
DataRate
RateOf(double load)
{
    return DataRate(static_cast<uint64_t>(std::llround(load * LINE_RATE)));
}

// --- our cells --------------------------------------------------------------------------------

/// Sends SDUs on a VC.
class SduSource
{
  public:
    /**
     * @param device its device
     * @param vc where
     */
    SduSource(Ptr<AtmNetDevice> device, Ptr<AtmVc> vc)
        : m_device(PeekPointer(device)),
          m_vc(PeekPointer(vc))
    {
    }

    /// There is always an SDU that waits.
    void StartGreedy()
    {
        m_device->TraceConnectWithoutContext("PduTx", MakeCallback(&SduSource::Refill, this));
        Send();
    }

    /// @param phase until the first SDU @param period from one to the next
    void StartPeriodic(Time phase, Time period)
    {
        m_period = period;
        Simulator::Schedule(phase, &SduSource::SendPeriodically, this);
    }

  private:
    void Send()
    {
        m_device->SendSdu(m_vc, Create<Packet>(SDU_BYTES));
    }

    /// The first cell of an SDU leaves: the next SDU is given to the device.
    void Refill(AtmVcId vc, Ptr<const AtmPdu>)
    {
        if (vc == m_vc->GetId())
        {
            Send();
        }
    }

    void SendPeriodically()
    {
        Send();
        Simulator::Schedule(m_period, &SduSource::SendPeriodically, this);
    }

    AtmNetDevice* m_device;
    AtmVc* m_vc;
    Time m_period;
};

/// A CellNetwork of ATM.
class AtmCellNetwork : public AtmBenchNetwork
{
  public:
    /// @param n what
    explicit AtmCellNetwork(const CellNetwork& n)
    {
        NodeContainer nodes;
        nodes.Create(n.nodes);
        AtmSwitchHelper switches;
        switches.SetQueueAttribute("MaxCells", UintegerValue(QUEUE_CELLS));
        for (uint32_t i = 0; i < n.switches; ++i)
        {
            switches.Install(nodes.Get(i));
        }
        m_atm.SetChannelAttribute("Delay", TimeValue(n.delay));
        m_atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
        std::set<uint32_t> ofSources; // links that sources of cells have for themselves
        for (const auto& flow : n.flows)
        {
            if (flow.traffic == CellTraffic::POISSON)
            {
                ofSources.insert(flow.links.front());
            }
        }
        std::vector<NetDeviceContainer> ends;
        for (uint32_t i = 0; i < n.links.size(); ++i)
        {
            const auto& link = n.links[i];
            m_atm.SetChannelAttribute("DataRate", DataRateValue(RateOf(link.load)));
            ends.push_back(ofSources.count(i) > 0
                               ? NetDeviceContainer()
                               : Connect(nodes.Get(link.from), nodes.Get(link.to)));
        }
        m_sources.reserve(n.flows.size());
        int64_t stream = 1;
        for (const auto& flow : n.flows)
        {
            if (flow.traffic == CellTraffic::POISSON)
            {
                const auto& link = n.links[flow.links.front()];
                CellSourceHelper cells("ns3::hsn::PoissonCellSource");
                cells.Set("MeanRate", DataRateValue(RateOf(flow.load)));
                m_atm.SetChannelAttribute("DataRate", DataRateValue(RateOf(link.load)));
                AddSource(cells,
                          nodes.Get(link.from),
                          nodes.Get(link.to),
                          ends[flow.links.back()].Get(1),
                          stream++);
                continue;
            }
            const auto from = DynamicCast<AtmNetDevice>(ends[flow.links.front()].Get(0));
            const auto& last = ends[flow.links.back()];
            auto to = DynamicCast<AtmNetDevice>(last.Get(0)); // null if it is a switch's
            if (!to || to == from)
            {
                to = DynamicCast<AtmNetDevice>(last.Get(1));
            }
            Start(flow, from, to);
        }
    }

  private:
    /// Sets a flow up. @param flow the flow @param from its source @param to its destination
    void Start(const CellNetwork::Flow& flow, Ptr<AtmNetDevice> from, Ptr<AtmNetDevice> to)
    {
        const bool paced = flow.traffic == CellTraffic::PACED;
        m_atm.SetVcAttribute("CellRate", DataRateValue(RateOf(paced ? flow.load : 0)));
        m_sources.emplace_back(from, m_atm.ConnectPvc(from, to).a);
        if (flow.traffic == CellTraffic::BURSTS)
        {
            const double period = SDU_CELLS * CELL_BYTES * 8 / (flow.load * LINE_RATE);
            m_sources.back().StartPeriodic(Seconds(flow.phase * period), Seconds(period));
        }
        else
        {
            m_sources.back().StartGreedy();
        }
    }

    std::vector<SduSource> m_sources; //!< never moved once they are started
};

// --- ns-3's packets ---------------------------------------------------------------------------

/// The two protocols that PointToPointNetDevice carries serve as labels.
constexpr std::array<uint16_t, MAX_FLOWS_PER_LINK> LABELS{0x0800, 0x86DD};

/// Where the packets that come in at a device go, by label; null: they have arrived.
struct Forwarding
{
    std::array<PointToPointNetDevice*, MAX_FLOWS_PER_LINK> next{};
    uint64_t received{0};

    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t label, const Address&)
    {
        ++received;
        if (auto* device = next[label == LABELS[0] ? 0 : 1])
        {
            device->Send(packet->Copy(), device->GetBroadcast(), label);
        }
        return true;
    }
};

/// A packet leaves: the next one is given to the device.
void
RefillP2p(PointToPointNetDevice* device, uint16_t label, Ptr<const Packet>)
{
    device->Send(Create<Packet>(CELL_BYTES - PPP_BYTES), device->GetBroadcast(), label);
}

/// Sends packets as a Poisson process.
class P2pPoissonSource
{
  public:
    /// @param d device @param label of the packets @param mean s from one to the next
    /// @param stream of the random variable
    P2pPoissonSource(Ptr<PointToPointNetDevice> d, uint16_t label, double mean, int64_t stream)
        : m_device(PeekPointer(d)),
          m_label(label),
          m_gap(CreateObject<ExponentialRandomVariable>())
    {
        m_gap->SetAttribute("Mean", DoubleValue(mean));
        m_gap->SetStream(stream);
        Wait();
    }

  private:
    void Wait()
    {
        Simulator::Schedule(Seconds(m_gap->GetValue()), &P2pPoissonSource::Send, this);
    }

    void Send()
    {
        RefillP2p(m_device, m_label, nullptr);
        Wait();
    }

    PointToPointNetDevice* m_device;
    uint16_t m_label;
    Ptr<ExponentialRandomVariable> m_gap;
};

/// A CellNetwork of point-to-point devices.
class P2pCellNetwork : public BenchNetwork
{
  public:
    /// @param n what
    explicit P2pCellNetwork(const CellNetwork& n)
        : m_forwarding(n.links.size())
    {
        NodeContainer nodes;
        nodes.Create(n.nodes);
        PointToPointHelper p2p;
        p2p.SetChannelAttribute("Delay", TimeValue(n.delay));
        p2p.SetQueue("ns3::DropTailQueue",
                     "MaxSize",
                     QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, QUEUE_CELLS)));
        for (std::size_t i = 0; i < n.links.size(); ++i)
        {
            const auto& link = n.links[i];
            p2p.SetDeviceAttribute("DataRate", DataRateValue(RateOf(link.load)));
            const auto c = p2p.Install(nodes.Get(link.from), nodes.Get(link.to));
            m_senders.push_back(DynamicCast<PointToPointNetDevice>(c.Get(0)));
            DynamicCast<PointToPointNetDevice>(c.Get(1))->SetReceiveCallback(
                MakeCallback(&Forwarding::Receive, &m_forwarding[i]));
        }
        for (std::size_t f = 0; f < n.flows.size(); ++f)
        {
            // the first flow has the first label; no other two share a way in
            Start(n.flows[f], f == 0 ? 0 : 1);
        }
    }

    uint64_t CountHops() const override
    {
        uint64_t sum = 0;
        for (const auto& f : m_forwarding)
        {
            sum += f.received;
        }
        return sum;
    }

    uint64_t CountInFlight() const override
    {
        uint64_t accepted = 0;
        for (const auto& sender : m_senders)
        {
            accepted += sender->GetQueue()->GetTotalReceivedPackets();
        }
        return accepted - CountHops();
    }

  private:
    /// Sets a flow up. @param flow the flow @param label number of its label
    void Start(const CellNetwork::Flow& flow, uint32_t label)
    {
        const bool poisson = flow.traffic == CellTraffic::POISSON;
        NS_ABORT_MSG_UNLESS(poisson || flow.traffic == CellTraffic::GREEDY,
                            "only greedy flows and Poisson cells");
        for (std::size_t i = 0; i + 1 < flow.links.size(); ++i)
        {
            m_forwarding[flow.links[i]].next[label] = PeekPointer(m_senders[flow.links[i + 1]]);
        }
        const auto from = m_senders[flow.links.front()];
        if (poisson)
        {
            m_poisson.push_back(
                std::make_unique<P2pPoissonSource>(from,
                                                   LABELS[label],
                                                   CELL_BYTES * 8 / (flow.load * LINE_RATE),
                                                   static_cast<int64_t>(m_poisson.size() + 1)));
            return;
        }
        from->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeBoundCallback(&RefillP2p, PeekPointer(from), LABELS[label]));
        RefillP2p(PeekPointer(from), LABELS[label], nullptr);
    }

    std::vector<std::unique_ptr<P2pPoissonSource>> m_poisson; //!< where packets come so
    std::vector<Ptr<PointToPointNetDevice>> m_senders;        //!< of each link
    std::vector<Forwarding> m_forwarding;                     //!< behind each link
};
} // namespace

// --- networks ---------------------------------------------------------------------------------

uint32_t
CellNetwork::AddHost()
{
    return nodes++;
}

uint32_t
CellNetwork::AddLink(uint32_t from, uint32_t to, double load)
{
    links.push_back({from, to, load});
    return static_cast<uint32_t>(links.size() - 1);
}

Time
CellNetwork::GetTimeOf(double hops) const
{
    return Seconds(hops / hopsPerCellTime * 8 * CELL_BYTES / LINE_RATE);
}

CellNetwork
MakeLinkNetwork()
{
    CellNetwork n("link", 0);
    const uint32_t from = n.AddHost();
    n.flows.push_back({{n.AddLink(from, n.AddHost())}});
    n.hopsPerCellTime = 1;
    return n;
}

CellNetwork
MakeCongestedNetwork(uint32_t inputs)
{
    CellNetwork n("congested", 1);
    const uint32_t out = n.AddLink(0, n.AddHost());
    for (uint32_t i = 0; i < inputs; ++i)
    {
        n.flows.push_back({{n.AddLink(n.AddHost(), 0), out}});
    }
    n.hopsPerCellTime = inputs + 1;
    return n;
}

CellNetwork
MakePoissonNetwork(uint32_t inputs)
{
    CellNetwork n("poisson", 1);
    const uint32_t out = n.AddLink(0, n.AddHost());
    for (uint32_t i = 0; i < inputs; ++i)
    {
        const uint32_t in = n.AddLink(n.AddHost(), 0);
        n.flows.push_back({{in, out}, CellTraffic::POISSON, POISSON_LOAD / inputs});
    }
    n.hopsPerCellTime = 2 * POISSON_LOAD;
    return n;
}

CellNetwork
MakeChainNetwork()
{
    CellNetwork n("chain", 5);
    const double half = 0.5;
    n.flows.push_back({{n.AddLink(n.AddHost(), 0, half)}});
    for (uint32_t s = 0; s + 1 < n.switches; ++s)
    {
        const uint32_t in = n.AddLink(n.AddHost(), s, half);
        const uint32_t shared = n.AddLink(s, s + 1);
        const uint32_t out = n.AddLink(s + 1, n.AddHost(), half);
        n.flows[0].links.push_back(shared);
        n.flows.push_back({{in, shared, out}});
    }
    n.flows[0].links.push_back(n.AddLink(n.switches - 1, n.AddHost(), half));
    n.hopsPerCellTime = 9;
    return n;
}

CellNetwork
MakeMergingNetwork(uint32_t ports, CellTraffic traffic)
{
    NS_ABORT_MSG_IF(ports < 2, ports << " ports: at least 2");
    CellNetwork n(traffic == CellTraffic::PACED ? "paced" : "bursts", 1);
    for (uint32_t i = 0; i < ports; ++i)
    {
        n.AddLink(n.AddHost(), 0); // link i, for both directions
    }
    auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(1);
    for (uint32_t i = 0; i < ports; ++i)
    {
        const double begin = phase->GetValue(0, 1);
        const uint32_t next = (i + 1) % ports;
        const uint32_t other = ports > 2 ? (i + 2) % ports : next;
        n.flows.push_back({{i, next}, traffic, MERGED_LOAD, begin});
        n.flows.push_back({{i, other}, traffic, MERGED_LOAD, begin + 0.5});
    }
    n.hopsPerCellTime = 4 * MERGED_LOAD * ports;
    return n;
}

BenchPlan
MakeCellPlan(const CellNetwork& network)
{
    BenchPlan plan;
    plan.name = network.name;
    plan.build = [network](BenchEngine engine) -> std::unique_ptr<BenchNetwork> {
        if (engine == BenchEngine::P2P)
        {
            return std::make_unique<P2pCellNetwork>(network);
        }
        return std::make_unique<AtmCellNetwork>(network);
    };
    plan.warmUp = network.GetTimeOf(WARM_UP_HOPS);
    plan.first = network.GetTimeOf(FIRST_HOPS);
    return plan;
}

std::vector<CellNetwork>
MakeCellNetworks()
{
    return {MakeLinkNetwork(), MakeCongestedNetwork(4), MakeChainNetwork()};
}
} // namespace hsn
} // namespace ns3
