// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Three flows and a receiver that cannot have all layers of them: what the QoS adapters grant, and
 * what arrives (qos-a, figure 11). The capacity is the receiver's own, or that of the link to it:
 * then the switch before it knows it, or nobody does and congestion alone tells.
 */
#include "qos-a-network.h"

#include "ns3/aal5.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-flow-monitor.h"
#include "ns3/mets-header.h"
#include "ns3/mets-helper.h"
#include "ns3/program-options.h"

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t CANYON = 1;  //!< flow with all layers
constexpr uint16_t FLIGHT = 2;  //!< base layer only, ends
constexpr uint16_t LOUGHER = 3; //!< base layer only, begins later

/// Command-line options.
struct Options
{
    double time{80};               //!< s
    double flightEnd{20};          //!< s
    double lougherBegin{50};       //!< s
    uint64_t capacity{2100};       //!< of the receiver, cells/s
    double era{1};                 //!< s
    std::string limit{"receiver"}; //!< who knows the capacity
    uint32_t threshold{128};       //!< cells, above which the last switch marks
    uint32_t buffer{256};          //!< cells, of the last switch
};

/// Runs it.
class Run
{
  public:
    /// @param o options
    explicit Run(const Options& o)
        : m_o(o)
    {
    }

    /// @return the metrics
    JsonObject Simulate()
    {
        if (IsLinkSlow())
        {
            m_chain.lastRate = DataRate(m_o.capacity * 8 * 53);
        }
        m_chain.Build();
        for (const auto flow : {CANYON, FLIGHT, LOUGHER})
        {
            AddFlow(flow);
        }
        BuildTree();
        ScheduleCall(Seconds(0), [this] {
            Begin(CANYON);
            Begin(FLIGHT);
            for (const auto& adapter : m_adapters)
            {
                adapter->Start();
            }
        });
        ScheduleCall(Seconds(m_o.flightEnd), [this] { End(FLIGHT); });
        ScheduleCall(Seconds(m_o.lougherBegin), [this] { Begin(LOUGHER); });
        ScheduleCall(Seconds(m_o.time), [this] {
            m_sources[CANYON]->Stop();
            m_sources[FLIGHT]->Stop();
            m_sources[LOUGHER]->Stop();
        });
        ScheduleCall(Seconds(0.5), [this] { Sample(); });
        Simulator::Stop(Seconds(m_o.time + 2));
        Simulator::Run();
        const JsonObject out = Report();
        Simulator::Destroy();
        return out;
    }

  private:
    /// @return whether the capacity is that of the link to the receiver
    bool IsLinkSlow() const
    {
        return m_o.limit != "receiver";
    }

    /// @param flow number @return what it asks for
    static MetsFlowRates GetRates(uint16_t flow)
    {
        MetsFlowRates rates;
        rates.base = flow == CANYON ? 336 : flow == FLIGHT ? 1670 : 840;
        rates.e1 = flow == CANYON ? 504 : 0;
        rates.e2 = flow == CANYON ? 1016 : 0;
        return rates;
    }

    /// @param flow is connected
    void AddFlow(uint16_t flow)
    {
        QosAClip clip;
        clip.spread = 0;
        clip.frameRate = flow == CANYON ? 24 : 5;
        clip.gop = flow == CANYON ? 12 : 1;
        clip.meanOctets = flow == CANYON ? 32000.0 / 12 : flow == FLIGHT ? 16000 : 8000;
        if (flow == CANYON)
        {
            clip.shares[0] = 8000;
            clip.shares[1] = 3 * 4000;
            clip.shares[2] = 8 * 1500;
        }
        else
        {
            clip.shares[0] = 1;
            clip.shares[1] = 0;
            clip.shares[2] = 0;
        }
        const auto [sender, receiver] = m_chain.Connect(flow, MetsSender::MAX_MTU);
        const auto source = QosAChain::MakeSource(clip, sender, 10 * flow);
        receiver->TraceConnectWithoutContext(
            "Rx",
            Sink<const MetsHeader&, Time, Time, bool>::Make(
                [this, flow](const MetsHeader& header, Time, Time, bool) { Count(flow, header); }));
        m_senders[flow] = sender;
        m_receivers[flow] = receiver;
        m_sources[flow] = source;
        source->SetLevel(METS_NONE);
        Shape(flow, 0);
    }

    /// @param flow gets a shaper for a level @param level 0 to 2
    void Shape(uint16_t flow, uint32_t level)
    {
        const auto rates = GetRates(flow);
        const uint64_t more = level == 2 ? rates.e2 : level == 1 ? rates.e1 : 0;
        m_senders[flow]->SetShaping(
            FlowShaper::GetSetting(1.3 * static_cast<double>(rates.base + more)));
    }

    /// Builds adapters from the source to the receiver, a tree without branches.
    void BuildTree()
    {
        constexpr uint64_t LINE_RATE = 235849; // cells/s of 100 Mbit/s
        const NodeContainer path(m_chain.ate,
                                 m_chain.switches[0],
                                 m_chain.switches[1],
                                 m_chain.switches[2],
                                 m_chain.dwp);
        // the last two are the link to the receiver, and the receiver
        m_adapters =
            MetsHelper::InstallAdapters(path,
                                        {32000,
                                         LINE_RATE,
                                         LINE_RATE,
                                         m_o.limit == "link" ? m_o.capacity : LINE_RATE,
                                         m_o.limit == "receiver" ? m_o.capacity : LINE_RATE});
        for (const auto& adapter : m_adapters)
        {
            adapter->SetAttribute("Era", TimeValue(Seconds(m_o.era)));
        }
        m_adapters.back()->TraceConnectWithoutContext(
            "Message",
            Sink<const QosMessageHeader&>::Make(
                [this](const QosMessageHeader& message) { NoteRes(message); }));
        m_adapters.back()->SetAttribute("OwnResources", BooleanValue(!IsLinkSlow()));
        m_adapters[0]->SetLevelCallback(Sink<uint16_t, uint32_t, uint32_t>::Make(
            [this](uint16_t flow, uint32_t, uint32_t level) { SetLevel(flow, level); }));
        if (IsLinkSlow())
        {
            const auto queue = m_chain.GetLastQueue();
            queue->SetAttribute("EfciThreshold", UintegerValue(m_o.threshold));
            queue->SetAttribute("MaxCells", UintegerValue(m_o.buffer));
            m_monitor = MetsHelper::WatchCongestion(m_chain.dwpNic,
                                                    m_chain.GetReceivingVc(CANYON),
                                                    CANYON,
                                                    m_adapters.back());
        }
    }

    /// @param flow begins
    void Begin(uint16_t flow)
    {
        for (const auto& adapter : m_adapters)
        {
            m_refused += adapter->Join(flow, 0, GetRates(flow), flow == CANYON ? 2 : 0) ? 0 : 1;
        }
        m_sources[flow]->Start();
    }

    /// @param flow ends
    void End(uint16_t flow)
    {
        m_sources[flow]->Stop();
        for (const auto& adapter : m_adapters)
        {
            adapter->Leave(flow, 0);
        }
    }

    /// @param flow gets a level @param level 0 to 2
    void SetLevel(uint16_t flow, uint32_t level)
    {
        m_sources[flow]->SetLevel(level == 2 ? METS_E2 : level == 1 ? METS_E1 : METS_NONE);
        Shape(flow, level);
        if (flow == CANYON)
        {
            m_levelTimes.push_back(Simulator::Now().GetSeconds());
            m_levels.push_back(level);
        }
    }

    /// @param flow of a packet @param header of it
    void Count(uint16_t flow, const MetsHeader& header)
    {
        ++m_packets[flow][header.GetLayer()];
        const auto second = static_cast<std::size_t>(Simulator::Now().GetSeconds());
        auto& line = m_lines[flow == CANYON ? header.GetLayer() - 1 : flow + 1];
        line.resize(std::max(line.size(), second + 1));
        static const double cells[] = {168, 84, 32, 334, 168};
        line[second] += cells[flow == CANYON ? header.GetLayer() - 1 : flow + 1];
    }

    /// @param message of the receiver; what it asks for Canyon is noted
    void NoteRes(const QosMessageHeader& message)
    {
        if (message.GetType() == QosMessageHeader::RES && message.GetFlow() == CANYON)
        {
            m_resTimes.push_back(Simulator::Now().GetSeconds());
            m_resLeast.push_back(message.GetPair().min);
            m_resMost.push_back(message.GetPair().max);
        }
    }

    /// Notes the level and what is used, once a second.
    void Sample()
    {
        m_sampleLevels.push_back(m_adapters[0]->GetLevel(CANYON));
        m_sampleUsed.push_back(static_cast<double>(m_adapters[0]->GetUsed()));
        if (Simulator::Now() + Seconds(1) < Seconds(m_o.time))
        {
            ScheduleCall(Seconds(1), [this] { Sample(); });
        }
    }

    /// @return all that was measured
    JsonObject Report()
    {
        uint64_t baseSent = 0;
        uint64_t baseReceived = 0;
        for (const auto flow : {CANYON, FLIGHT, LOUGHER})
        {
            baseSent += m_senders[flow]->GetPackets(METS_BL);
            baseReceived += m_packets[flow][METS_BL];
        }
        JsonObject out;
        out.Set("base_sent", baseSent);
        out.Set("base_received", baseReceived);
        out.Set("lougher_sent", m_senders[LOUGHER]->GetPackets());
        out.Set("lougher_received", m_receivers[LOUGHER]->GetCounters().received);
        out.Set("refused", m_refused);
        out.Set("level_times_s", m_levelTimes);
        out.Set("levels", m_levels);
        out.Set("res_times_s", m_resTimes);
        out.Set("res_least_levels", m_resLeast);
        out.Set("res_most_levels", m_resMost);
        out.Set("sample_levels", m_sampleLevels);
        out.Set("sample_used_cells_s", m_sampleUsed);
        const char* const names[] = {"canyon_bl", "canyon_e1", "canyon_e2", "flight", "lougher"};
        for (std::size_t i = 0; i < 5; ++i)
        {
            m_lines[i].resize(static_cast<std::size_t>(m_o.time));
            out.Set(std::string(names[i]) + "_cells_s", m_lines[i]);
        }
        uint64_t res = 0;
        uint64_t adapt = 0;
        for (const auto& adapter : m_adapters)
        {
            res += adapter->GetCounters().resSent;
            adapt += adapter->GetCounters().adaptSent;
        }
        out.Set("res_sent", res);
        out.Set("adapt_sent", adapt);
        out.Set("capacity_cells_s", m_o.capacity);
        if (IsLinkSlow())
        {
            out.Set("canyon_cells", m_monitor->GetCounters().seen);
            out.Set("canyon_marked_cells", m_monitor->GetCounters().marked);
            out.Set("discarded_cells", m_chain.GetLastQueue()->GetCounters().GetDiscarded());
        }
        return out;
    }

    const Options m_o;                        //!< options
    QosAChain m_chain;                        //!< network
    Ptr<MetsSender> m_senders[4];             //!< by flow
    Ptr<MetsReceiver> m_receivers[4];         //!< by flow
    Ptr<LayeredMpegSource> m_sources[4];      //!< by flow
    std::vector<Ptr<MetsAdapter>> m_adapters; //!< from the source on
    Ptr<MetsFlowMonitor> m_monitor;           //!< sees marks, if the link is slow
    uint32_t m_refused{0};                    //!< joins
    uint64_t m_packets[4][4]{};               //!< received, by flow and layer
    std::vector<double> m_lines[5];           //!< cells/s, by second
    std::vector<double> m_levelTimes;         //!< s, of Canyon
    std::vector<uint32_t> m_levels;           //!< of Canyon, set then
    std::vector<double> m_resTimes;           //!< s, of the receiver's RES for Canyon
    std::vector<uint32_t> m_resLeast;         //!< level that it asks for at least, by RES
    std::vector<uint32_t> m_resMost;          //!< level that it asks for at most, by RES
    std::vector<uint32_t> m_sampleLevels;     //!< of Canyon, by second
    std::vector<double> m_sampleUsed;         //!< cells/s granted, by second
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "QoS adaptation of a layered flow beside two others");
    options.Add("time", "Time simulated, s", o.time, Between(1, 1e5));
    options.Add("flightEnd", "Flight ends, s", o.flightEnd, AtLeast(0));
    options.Add("lougherBegin", "Lougher begins, s", o.lougherBegin, AtLeast(0));
    options.Add("capacity",
                "Capacity of the receiver, or of the link to it, cells/s",
                o.capacity,
                Between(2006, 235849));
    options.Add("era", "Time between two adaptations, s", o.era, Between(0.1, 100));
    options.Add("limit",
                "Who knows the capacity: the receiver, whose own it is, or the switch before the "
                "link of that rate, or nobody",
                o.limit,
                OneOf({"receiver", "link", "none"}));
    options.Add("threshold",
                "Cells above which the switch before a slow link marks cells; 0: never",
                o.threshold,
                AtLeast(0));
    options.Add("buffer", "Cells that it holds", o.buffer, AtLeast(1));
    options.Parse(argc, argv);
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
