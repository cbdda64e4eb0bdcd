// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS flows from host ate to host dwp over three switches: what is lost, how long packets take,
 * and what the jitter filter makes of it (qos-a).
 */
#include "qos-a-network.h"

#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/sample-summary.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options.
struct Options
{
    uint32_t flows{1};                 //!< measured
    double fps{24};                    //!< pictures a second
    double cells{60};                  //!< of a picture on average
    uint32_t mtu{MetsSender::MAX_MTU}; //!< octets of data in a packet
    double shape{0};                   //!< cells/s of each flow; 0: not shaped
    double time{60};                   //!< s
    double spread{0.3};                //!< of sizes
    bool together{false};              //!< flows begin at once
    double ratioI{4};                  //!< size of an I picture; of a B picture: 1
    double ratioP{2};                  //!< size of a P picture
    uint32_t fifo{160};                //!< cells
    double packetTime{0.36};           //!< ms of the receiver
    bool fastHost{false};              //!< no receive costs
    bool dummy{false};                 //!< dummy cells
    double cellLoss{0};                //!< share
    uint32_t background{0};            //!< further flows
    double backgroundFps{12};          //!< pictures a second
    double backgroundCells{30};        //!< of a picture
    double spike{0};                   //!< ms by which the last link is longer
    double spikeTime{0.2};             //!< s
    double spikeAt{42.8};              //!< s
    double a{0.125};                   //!< gain of the mean
    double b{0.0625};                  //!< gain of the deviation
    double r{2};                       //!< deviations
    std::string reference{"OldMean"};  //!< of deviations
    double from{0};                    //!< s, series
    double to{0};                      //!< s, series
};

/// What becomes of the packets of the first flow, one by one.
struct Series
{
    std::vector<double> number;  //!< of a packet
    std::vector<double> arrival; //!< ms
    std::vector<double> playout; //!< ms
    std::vector<double> late;    //!< 1: late
};

/// Runs one point.
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
        m_chain.cellLoss = m_o.cellLoss;
        m_chain.Build();
        if (m_o.fastHost)
        {
            m_chain.dwpNic->SetAttribute("RxCellTime", TimeValue(Seconds(0)));
            m_chain.dwpNic->SetAttribute("RxPacketTime", TimeValue(Seconds(0)));
        }
        else
        {
            m_chain.dwpNic->SetAttribute(
                "RxPacketTime",
                TimeValue(MicroSeconds(std::llround(1e3 * m_o.packetTime))));
        }
        m_chain.dwpNic->SetAttribute("RxFifo", UintegerValue(m_o.fifo));
        m_chain.dwpNic->SetAttribute("DummyCells", BooleanValue(m_o.dummy));
        m_start->SetStream(1);
        for (uint32_t i = 0; i < m_o.flows + m_o.background; ++i)
        {
            AddFlow(i);
        }
        if (m_o.spike > 0)
        {
            const auto link = m_chain.dwpNic->GetAtmChannel();
            const Time usual = link->GetDelay();
            const Time longer = usual + MicroSeconds(std::llround(1e3 * m_o.spike));
            const auto set = [link](Time delay) { link->SetAttribute("Delay", TimeValue(delay)); };
            ScheduleCall(Seconds(m_o.spikeAt), [set, longer] { set(longer); });
            ScheduleCall(Seconds(m_o.spikeAt + m_o.spikeTime), [set, usual] { set(usual); });
        }
        const auto hit = Sink<const CellBurst&>::Make([this](const CellBurst& cell) {
            // cells of a VC arrive in order: those of a packet follow each other
            auto& last = m_hitPdus[cell.vc.Key()];
            m_hit += last == cell.pdu ? 0 : 1;
            last = cell.pdu;
        });
        m_chain.dwpNic->TraceConnectWithoutContext("RxOverflow", hit);
        Simulator::Stop(Seconds(m_o.time + 2)); // what is under way at the end arrives
        Simulator::Run();
        const JsonObject out = Report();
        Simulator::Destroy();
        return out;
    }

  private:
    /// @param i number of the flow
    void AddFlow(uint32_t i)
    {
        const bool measured = i < m_o.flows;
        QosAClip clip;
        clip.frameRate = measured ? m_o.fps : m_o.backgroundFps;
        clip.meanOctets = QosAChain::GetOctets(measured ? m_o.cells : m_o.backgroundCells);
        clip.shares[0] = m_o.ratioI;
        clip.shares[1] = 2 * m_o.ratioP;
        const auto [sender, receiver] = m_chain.Connect(static_cast<uint16_t>(i + 1), m_o.mtu);
        if (m_o.shape > 0)
        {
            sender->SetShaping(FlowShaper::GetSetting(m_o.shape));
        }
        const auto skip = static_cast<uint32_t>(m_start->GetValue(0, clip.gop));
        // a second has a beginning on any tick, and any place of a picture between those of others
        const double begin = m_start->GetValue(0, 1);
        clip.spread = m_o.spread;
        const auto source = QosAChain::MakeSource(clip, sender, 10 + 10 * i);
        ScheduleCall(Seconds(m_o.together ? 0 : begin), [source, skip] { source->Start(skip); });
        ScheduleCall(Seconds(m_o.time), [source] { source->Stop(); });
        m_sources.push_back(source);
        if (!measured)
        {
            return;
        }
        m_senders.push_back(sender);
        m_receivers.push_back(receiver);
        const auto filter = CreateObject<JitterFilter>();
        filter->SetAttribute("A", DoubleValue(m_o.a));
        filter->SetAttribute("B", DoubleValue(m_o.b));
        filter->SetAttribute("R", DoubleValue(m_o.r));
        filter->SetAttribute("DeviationReference", StringValue(m_o.reference));
        filter->SetAttribute("FrameTime", TimeValue(Seconds(1 / m_o.fps)));
        receiver->SetFilter(filter);
        m_filters.push_back(filter);
        receiver->TraceConnectWithoutContext(
            "Rx",
            Sink<const MetsHeader&, Time, Time, bool>::Make(
                [this, i](const MetsHeader& header, Time delay, Time playout, bool late) {
                    Receive(i, header, delay, playout, late);
                }));
        filter->TraceConnectWithoutContext("Playout", Sink<Time>::Make([this, i](Time delay) {
                                               SetPlayout(i, delay);
                                           }));
    }

    /// @param i flow @param header of a packet @param delay of it @param playout time @param late
    void Receive(uint32_t i, const MetsHeader& header, Time delay, Time playout, bool late)
    {
        const double ms = delay.GetSeconds() * 1e3;
        m_delays.Add(ms);
        m_playoutSum += m_playout.size() > i ? m_playout[i] : 0;
        const double now = Simulator::Now().GetSeconds();
        m_latePackets += late ? 1 : 0;
        const uint64_t changes = m_filters[i]->GetChanges();
        m_seenChanges.resize(m_o.flows);
        m_changesElsewhere += changes > m_seenChanges[i] && !header.IsGopStart() ? 1 : 0;
        m_seenChanges[i] = changes;
        if (i != 0)
        {
            return;
        }
        m_firstDelays.Add(ms);
        m_lateTimes.insert(m_lateTimes.end(), late ? 1 : 0, now);
        if (header.GetSequence() != m_next)
        {
            m_lossTimes.push_back(now);
        }
        m_next = header.GetSequence() + 1;
        if (now >= m_o.from && now < m_o.to)
        {
            m_series.number.push_back(header.GetSequence());
            m_series.arrival.push_back(now * 1e3);
            m_series.playout.push_back(playout.GetSeconds() * 1e3);
            m_series.late.push_back(late);
        }
    }

    /// @param i flow @param delay of its playout from now on
    void SetPlayout(uint32_t i, Time delay)
    {
        m_playout.resize(m_o.flows);
        m_pulledIn += delay.GetSeconds() * 1e3 < m_playout[i] ? 1 : 0;
        m_playout[i] = delay.GetSeconds() * 1e3;
        m_playouts.Add(m_playout[i]);
        if (i == 0)
        {
            m_playoutTimes.push_back(Simulator::Now().GetSeconds());
            m_playoutValues.push_back(m_playout[0]);
        }
    }

    /// @return all that was measured
    JsonObject Report() const
    {
        uint64_t sent = 0;
        uint64_t received = 0;
        uint64_t damaged = 0;
        uint64_t cells = 0;
        uint64_t changes = 0;
        for (uint32_t i = 0; i < m_o.flows; ++i)
        {
            sent += m_senders[i]->GetPackets();
            received += m_receivers[i]->GetCounters().received;
            damaged += m_receivers[i]->GetCounters().damaged;
            changes += m_filters[i]->GetChanges();
            for (const auto layer : {METS_BL, METS_E1, METS_E2})
            {
                cells += m_senders[i]->GetCells(layer);
            }
        }
        const auto& nic = m_chain.dwpNic->GetNicCounters();
        JsonObject out;
        out.Set("packets_sent", sent);
        out.Set("packets_received", received);
        out.Set("packets_damaged", damaged);
        out.Set("lost_percent", 100.0 * static_cast<double>(sent - received) / sent);
        out.Set("hit_percent", 100.0 * static_cast<double>(m_hit) / sent);
        out.Set("cells_sent", cells);
        out.Set("cells_per_packet", static_cast<double>(cells) / sent);
        out.Set("cells_arrived", nic.arrived);
        out.Set("cells_overflow", nic.overflows);
        out.Set("fifo_max_cells", nic.longest);
        out.Set("delay_mean_ms", m_delays.GetMean());
        out.Set("delay_min_ms", m_delays.GetPercentile(0));
        out.Set("delay_max_ms", m_delays.GetPercentile(1));
        out.Set("delay_deviation_ms", m_delays.GetDeviation());
        out.Set("delay_histogram", m_firstDelays.GetHistogram(1));
        out.Set("late_packets", m_latePackets);
        out.Set("late_percent", 100.0 * static_cast<double>(m_latePackets) / received);
        out.Set("playout_mean_ms", m_playoutSum / static_cast<double>(received));
        out.Set("playout_deviation_ms", m_playouts.GetDeviation());
        out.Set("playout_changes", changes);
        out.Set("changes_elsewhere", m_changesElsewhere);
        out.Set("pulled_in", m_pulledIn);
        out.Set("first_playout_times_s", m_playoutTimes);
        out.Set("first_playouts_ms", m_playoutValues);
        out.Set("first_late_times_s", m_lateTimes);
        out.Set("first_loss_times_s", m_lossTimes);
        out.Set("series_number", m_series.number);
        out.Set("series_arrival_ms", m_series.arrival);
        out.Set("series_playout_ms", m_series.playout);
        out.Set("series_late", m_series.late);
        return out;
    }

    const Options m_o;                                                         //!< options
    QosAChain m_chain;                                                         //!< network
    Ptr<UniformRandomVariable> m_start{CreateObject<UniformRandomVariable>()}; //!< of flows
    std::vector<Ptr<LayeredMpegSource>> m_sources;                             //!< all
    std::vector<Ptr<MetsSender>> m_senders;                                    //!< measured
    std::vector<Ptr<MetsReceiver>> m_receivers;                                //!< measured
    std::vector<Ptr<JitterFilter>> m_filters;                                  //!< measured
    std::map<uint32_t, Ptr<AtmPdu>> m_hitPdus; //!< that lost a cell last, by label
    uint64_t m_hit{0};                         //!< packets that lost a cell in the adapter
    SampleSummary m_delays;                    //!< ms, of all
    SampleSummary m_firstDelays;               //!< ms, of the first flow
    SampleSummary m_playouts;                  //!< ms, whenever they were set
    std::vector<double> m_playout;             //!< ms, by flow
    double m_playoutSum{0};                    //!< ms, over packets
    std::vector<uint64_t> m_seenChanges;       //!< of the playout, by flow
    uint64_t m_changesElsewhere{0};            //!< where no group of pictures starts
    uint64_t m_pulledIn{0};                    //!< changes to less
    uint64_t m_latePackets{0};                 //!< of all flows
    std::vector<double> m_playoutTimes;        //!< s, of the first flow
    std::vector<double> m_playoutValues;       //!< ms, of the first flow
    std::vector<double> m_lateTimes;           //!< s, of the first flow
    std::vector<double> m_lossTimes;           //!< s, of the first flow: noticed
    uint32_t m_next{0};                        //!< number of the first flow's next packet
    Series m_series;                           //!< packets of the first flow
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "METS flows between two hosts: losses, delays and playout");
    options.Add("flows", "Flows that are measured", o.flows, Between(1, 64));
    options.Add("fps", "Pictures a second", o.fps, Between(0.1, 1000));
    options.Add("cells", "Cells of a picture on average", o.cells, Between(2, 400));
    options.Add("mtu", "Octets of data in a packet", o.mtu, Between(1, MetsSender::MAX_MTU));
    options.Add("shape",
                "Cells a second that a flow is shaped to; 0: not shaped",
                o.shape,
                Between(0, 1e6));
    options.Add("time", "Time for which pictures are sent, s", o.time, Between(1, 1e5));
    options.Add("together", "All flows begin at time 0, not at random times", o.together);
    options.Add("spread",
                "Sizes are multiplied by 1 - spread to 1 + spread",
                o.spread,
                AtLeast(0).Below(1));
    options.Add("ratioI",
                "Size of I pictures, those of B pictures being 1",
                o.ratioI,
                Between(0.1, 100));
    options.Add("ratioP",
                "Size of P pictures, those of B pictures being 1",
                o.ratioP,
                Between(0.1, 100));
    options.Add("fifo", "Cells in the receiving adapter", o.fifo, Between(1, 1e6));
    options.Add("packetTime",
                "Time of the receiver for a packet, ms",
                o.packetTime,
                Between(0, 100));
    options.Add("fastHost", "The receiver takes no time for cells and packets", o.fastHost);
    options.Add("dummy", "Lost cells are replaced by dummy cells", o.dummy);
    options.Add("cellLoss",
                "Share of the cells that the last link loses",
                o.cellLoss,
                AtLeast(0).Below(1));
    options.Add("background",
                "Further flows, which are not measured",
                o.background,
                Between(0, 64));
    options.Add("backgroundFps", "Their pictures a second", o.backgroundFps, Between(0.1, 1000));
    options.Add("backgroundCells",
                "Cells of their pictures on average",
                o.backgroundCells,
                Between(2, 400));
    options.Add("spike",
                "Time by which the last link takes longer for a while, ms",
                o.spike,
                Between(0, 1000));
    options.Add("spikeTime", "For how long, s", o.spikeTime, Between(0, 1000));
    options.Add("spikeAt", "From when on, s", o.spikeAt, AtLeast(0));
    options.Add("a", "Gain of the jitter filter's mean", o.a, Above(0).Below(1));
    options.Add("b", "Gain of its deviation", o.b, Above(0).Below(1));
    options.Add("r", "Its deviations", o.r, Between(0, 100));
    options.Add("reference",
                "Mean that deviations are from",
                o.reference,
                OneOf({"OldMean", "NewMean"}));
    options.Add("from",
                "Packets of the first flow are listed from this time on, s",
                o.from,
                AtLeast(0));
    options.Add("to", "... up to this time, s", o.to, AtLeast(0));
    options.Parse(argc, argv);
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
