// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Many MPEG videos at one output buffer of an ATM switch (mpeg-atm).
 */
#include "mpeg-atm-arrivals.h"
#include "mpeg-atm-link.h"

#include "ns3/atm-output-port.h"
#include "ns3/atm-raw-pdu.h"
#include "ns3/class-threshold-discard.h"
#include "ns3/core-module.h"
#include "ns3/group-discard.h"
#include "ns3/json-object.h"
#include "ns3/picture-quality.h"
#include "ns3/program-options.h"
#include "ns3/push-out-discard.h"

#include <array>
#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Cells that the link carries in a second: DS3 with PLCP.
constexpr double LINK_CELLS = 96000;

/// Command-line options.
struct Options
{
    MpegAtmTraffic traffic;         //!< of the videos
    std::string policy{"TailDrop"}; //!< of the buffer
    double load{1};                 //!< of the link
    uint32_t buffer{1000};          //!< cells
    double errors{0};               //!< share of cells that the link erases
    double burst{1};                //!< cells of a video erased in a row
    bool map{false};                //!< tells which cells of the first video are lost
};

/// @param name of a policy @return it
Ptr<CellDiscardPolicy>
MakePolicy(const std::string& name)
{
    if (name == "Ppd")
    {
        return CreateObject<PartialPacketDiscard>();
    }
    if (name == "Epd")
    {
        return CreateObjectWithAttributes<EarlyPacketDiscard>("Threshold", DoubleValue(0.8));
    }
    if (name == "Clp2Threshold")
    {
        return CreateObjectWithAttributes<ClpThresholdDiscard>("Threshold", DoubleValue(0.75));
    }
    if (name == "Clp2PushOut")
    {
        return CreateObject<ClpPushOutDiscard>();
    }
    if (name == "ExClpThreshold")
    {
        return CreateObject<ExClpThresholdDiscard>();
    }
    if (name == "ExClpPushOut")
    {
        return CreateObject<ExClpPushOutDiscard>();
    }
    if (name == "ExClpEgd")
    {
        return CreateObject<ExClpGroupDiscard>();
    }
    if (name == "ExClpEgdAll")
    {
        return CreateObjectWithAttributes<ExClpGroupDiscard>("EgdClasses", UintegerValue(3));
    }
    if (name == "Partial" || name == "Dedicated")
    {
        return CreateObjectWithAttributes<ClassSharingDiscard>("BufferSharing", StringValue(name));
    }
    return CreateObject<TailCellDiscard>();
}

/// Simulates one buffer, and measures what is left of the videos.
class Run
{
  public:
    /// @param o options
    explicit Run(const Options& o)
        : m_o(o),
          m_arrivals(MakeMpegAtmArrivals(o.traffic)),
          m_fates(m_arrivals.cells.size(), CELL_ACCEPTED),
          m_states(o.traffic.sources),
          m_lost(m_arrivals.cells.size()),
          m_erasures(o.errors, o.burst, o.traffic.sources)
    {
        m_queue->SetAttribute("MaxCells", UintegerValue(o.buffer));
        m_queue->SetAttribute("DiscardPolicy", PointerValue(MakePolicy(o.policy)));
        m_queue->TraceConnectWithoutContext("Discard", MakeCallback(&Run::NoteDiscard, this));
    }

    /// @return the metrics
    JsonObject Simulate()
    {
        auto pdu = Create<AtmRawPdu>(MPEG_ATM_PDU);
        CellBurst cell;
        cell.pdu = pdu;
        for (std::size_t i = 0; i < m_arrivals.cells.size(); ++i)
        {
            const auto& a = m_arrivals.cells[i];
            // as an output port does it: departures at this very time go first
            Serve(a.time);
            m_present = a.cls;
            m_now = a.time;
            cell.first = a.index;
            cell.clp = a.cls / 2;
            cell.efci = a.cls % 2;
            cell.start = static_cast<int64_t>(i);
            cell.discarded = 0;
            m_queue->Enqueue(cell, m_states[a.source]);
            Serve(a.time);
        }
        Serve(std::numeric_limits<int64_t>::max());
        if (m_o.traffic.parity)
        {
            m_lostBefore = GetLostHeaders();
            m_repaired = RepairMpegAtmHeaders(m_arrivals, m_lost);
        }
        return Report();
    }

  private:
    /// @param now until when the link takes cells
    void Serve(int64_t now)
    {
        constexpr auto slot = static_cast<int64_t>(MPEG_ATM_SECOND / LINK_CELLS);
        while (m_queue->GetNCells() > 0)
        {
            if (m_freeAt > now)
            {
                return;
            }
            const auto number = static_cast<std::size_t>(m_queue->Dequeue().start);
            const int64_t arrival = m_arrivals.cells[number].time;
            if (m_erasures.Erases(m_arrivals.cells[number].source))
            {
                m_lost[number] = true;
                ++m_erased;
            }
            const int64_t start = std::max(m_freeAt, arrival);
            const double delay = static_cast<double>(start - arrival) / MPEG_ATM_SECOND;
            m_delays += delay;
            m_squares += delay * delay;
            m_freeAt = start + slot;
        }
    }

    /// @param cell discarded @param reason why
    void NoteDiscard(const CellBurst& cell, CellDiscardReason reason)
    {
        const auto number = static_cast<std::size_t>(cell.start);
        m_fates[number] = reason;
        m_lost[number] = true;
        if (reason == CELL_PUSHED_OUT)
        {
            const auto& victim = m_arrivals.cells[number];
            m_wrongVictims += victim.cls > m_present ? 0 : 1;
            m_highVictims += victim.cls < 2 ? 1 : 0;
            m_vainDelays += static_cast<double>(m_now - victim.time) / MPEG_ATM_SECOND;
        }
    }

    /// @param i number of a cell @return whether its picture is measured
    bool IsMeasured(std::size_t i) const
    {
        const auto& a = m_arrivals.cells[i];
        return a.frame >= m_arrivals.firstFrame && a.frame < m_arrivals.endFrame;
    }

    /// @return cells of headers of measured pictures that are lost
    uint64_t GetLostHeaders() const
    {
        uint64_t lost = 0;
        for (std::size_t i = 0; i < m_lost.size(); ++i)
        {
            lost += m_lost[i] && m_arrivals.cells[i].cls == 0 && IsMeasured(i) ? 1 : 0;
        }
        return lost;
    }

    /// @param out gets what became of cells, and of PDUs
    void ReportCells(JsonObject& out) const
    {
        std::array<uint64_t, 4> sent{{}};
        std::array<uint64_t, 4> lost{{}};
        std::vector<uint8_t> left(m_arrivals.pdus);
        for (std::size_t i = 0; i < m_arrivals.cells.size(); ++i)
        {
            const auto& a = m_arrivals.cells[i];
            const bool isLost = m_lost[i];
            left[a.pdu] += isLost ? 0 : 1;
            if (IsMeasured(i))
            {
                ++sent[a.cls];
                lost[a.cls] += isLost ? 1 : 0;
            }
        }
        uint64_t delivered = 0;
        uint64_t wasted = 0;
        for (const uint8_t cells : left)
        {
            delivered += cells;
            wasted += cells < MPEG_ATM_PDU ? cells : 0;
        }
        uint64_t allSent = 0;
        uint64_t allLost = 0;
        const char* const names[] = {"s", "i", "p", "b"};
        for (uint32_t c = 0; c < 4; ++c)
        {
            out.Set(std::string("clr_") + names[c],
                    static_cast<double>(lost[c]) / static_cast<double>(sent[c]));
            allSent += sent[c];
            allLost += lost[c];
        }
        for (uint32_t c = 0; c < 4; ++c)
        {
            out.Set(std::string("share_percent_") + names[c],
                    100 * static_cast<double>(sent[c]) / static_cast<double>(allSent));
        }
        out.Set("clr", static_cast<double>(allLost) / static_cast<double>(allSent));
        out.Set("waste", static_cast<double>(wasted) / static_cast<double>(delivered));
        if (m_o.errors > 0)
        {
            out.Set("cells_erased", m_erased);
        }
        if (m_o.traffic.parity)
        {
            out.Set("clr_s_before_repair",
                    static_cast<double>(m_lostBefore) / static_cast<double>(sent[0]));
            out.Set("cells_repaired", m_repaired);
        }
    }

    /// @param out gets what is left of the pictures
    void ReportPictures(JsonObject& out) const
    {
        std::vector<std::vector<PictureQuality::Loss>> losses;
        for (const auto& frames : m_arrivals.frames)
        {
            losses.emplace_back(frames.size());
        }
        for (std::size_t i = 0; i < m_arrivals.cells.size(); ++i)
        {
            const auto& a = m_arrivals.cells[i];
            if (a.frame == MPEG_ATM_NO_FRAME)
            {
                continue;
            }
            auto& loss = losses[a.source][a.frame];
            const double lost = m_lost[i] ? 1 : 0;
            (a.cls == 0 ? loss.system : loss.data) += 1;
            (a.cls == 0 ? loss.lostSystem : loss.lostData) += lost;
        }
        double decodable = 0;
        double tolerant = 0;
        double psnr = 0;
        for (std::size_t s = 0; s < losses.size(); ++s)
        {
            PictureQuality strict(0);
            PictureQuality some(0.05);
            for (uint32_t f = 0; f < m_arrivals.endFrame; ++f)
            {
                strict.Add(m_arrivals.frames[s][f], losses[s][f]);
                some.Add(m_arrivals.frames[s][f], losses[s][f]);
                if (f >= m_arrivals.firstFrame)
                {
                    decodable += strict.IsDecodable(f) ? 1 : 0;
                    tolerant += some.IsDecodable(f) ? 1 : 0;
                    psnr += strict.GetPsnr(f);
                }
            }
        }
        const double pictures =
            static_cast<double>(losses.size()) * (m_arrivals.endFrame - m_arrivals.firstFrame);
        out.Set("pictures", pictures);
        out.Set("decodable", decodable / pictures);
        out.Set("decodable_5_percent", tolerant / pictures);
        out.Set("psnr_proxy_db", psnr / pictures);
    }

    /// @param out gets what became of groups of B cells
    void ReportGroups(JsonObject& out) const
    {
        struct Group
        {
            uint8_t cls{0};        //!< of the present group
            bool isBegun{false};   //!< its first cell was discarded with its group
            bool isCounted{false}; //!< something of it was sent nevertheless
        };

        std::vector<Group> groups(m_o.traffic.sources);
        uint64_t refused = 0;
        uint64_t torn = 0;
        for (std::size_t i = 0; i < m_arrivals.cells.size(); ++i)
        {
            const auto& a = m_arrivals.cells[i];
            auto& group = groups[a.source];
            if (a.cls == 0)
            {
                continue;
            }
            if (a.cls != group.cls)
            {
                group = {a.cls, a.cls == 3 && m_fates[i] == CELL_GROUP, false};
                refused += group.isBegun ? 1 : 0;
            }
            else if (group.isBegun && !group.isCounted && m_fates[i] == CELL_ACCEPTED)
            {
                group.isCounted = true;
                ++torn;
            }
        }
        out.Set("groups_refused", refused);
        out.Set("groups_refused_partly_sent", torn);
    }

    /**
     * @param out gets the data cells of the first video's measured pictures, in coded order: for
     * each picture how many there are, and which are lost, as first and last ones of runs
     */
    void ReportMap(JsonObject& out) const
    {
        std::vector<uint32_t> cells(m_arrivals.endFrame);
        std::vector<std::string> lost(m_arrivals.endFrame);
        std::vector<int64_t> first(m_arrivals.endFrame, -1);
        const auto end = [&](uint32_t f) {
            if (first[f] >= 0)
            {
                lost[f] += (lost[f].empty() ? "" : " ") + std::to_string(first[f]) + "-" +
                           std::to_string(cells[f] - 1);
                first[f] = -1;
            }
        };
        for (std::size_t i = 0; i < m_arrivals.cells.size(); ++i)
        {
            const auto& a = m_arrivals.cells[i];
            if (a.source != 0 || a.cls == 0 || a.frame >= m_arrivals.endFrame)
            {
                continue;
            }
            if (!m_lost[i])
            {
                end(a.frame);
            }
            else if (first[a.frame] < 0)
            {
                first[a.frame] = cells[a.frame];
            }
            ++cells[a.frame];
        }
        std::string types;
        for (uint32_t f = m_arrivals.firstFrame; f < m_arrivals.endFrame; ++f)
        {
            end(f);
            types += ToString(m_arrivals.frames[0][f].type);
        }
        out.Set("map_types", types);
        out.Set("map_cells",
                std::vector<uint32_t>(cells.begin() + m_arrivals.firstFrame, cells.end()));
        out.Set("map_lost",
                std::vector<std::string>(lost.begin() + m_arrivals.firstFrame, lost.end()));
    }

    /// @return all that was measured
    JsonObject Report() const
    {
        JsonObject out;
        ReportCells(out);
        ReportPictures(out);
        ReportGroups(out);
        const auto c = m_queue->GetCounters();
        const double served = static_cast<double>(c.out);
        const double mean = m_delays / served;
        const double length =
            static_cast<double>(m_arrivals.cells.back().time - m_arrivals.cells.front().time) /
            MPEG_ATM_SECOND;
        out.Set("cells_in", c.in);
        out.Set("cells_out", c.out);
        out.Set("cells_discarded", c.GetDiscarded());
        out.Set("cells_pushed_out", c.Get(CELL_PUSHED_OUT));
        out.Set("cells_discarded_in_groups", c.Get(CELL_GROUP));
        out.Set("victims_not_below", m_wrongVictims);
        out.Set("victims_of_classes_s_and_i", m_highVictims);
        out.Set("delay_mean_ms", 1000 * mean);
        out.Set("delay_deviation_ms", 1000 * std::sqrt(m_squares / served - mean * mean));
        out.Set("queue_cells", (m_delays + m_vainDelays) / length);
        out.Set("source_delay_ms", 1000.0 * m_o.traffic.smooth / MPEG_ATM_FRAME_RATE);
        std::string types;
        for (uint32_t f = 0; f < 24; ++f)
        {
            types += ToString(m_arrivals.frames[0][f].type);
        }
        out.Set("types", types);
        if (m_o.map)
        {
            ReportMap(out);
        }
        return out;
    }

    const Options& m_o;                                      //!< options
    MpegAtmArrivals m_arrivals;                              //!< all cells
    std::vector<CellDiscardReason> m_fates;                  //!< of each
    std::vector<CellDiscardState> m_states;                  //!< of VCs
    std::vector<bool> m_lost;                                //!< whether each is, in the end
    MpegAtmErasures m_erasures;                              //!< of the link
    uint64_t m_erased{0};                                    //!< cells
    uint64_t m_lostBefore{0};                                //!< of headers, before repair
    uint64_t m_repaired{0};                                  //!< cells
    Ptr<AtmCellQueue> m_queue{CreateObject<AtmCellQueue>()}; //!< the buffer
    int64_t m_freeAt{0};                                     //!< link is free from here on
    uint8_t m_present{0};                                    //!< class of the arriving cell
    uint64_t m_wrongVictims{0};                              //!< not of a lower class
    uint64_t m_highVictims{0};                               //!< of classes S and I
    int64_t m_now{0};                                        //!< time of the arriving cell
    double m_vainDelays{0};                                  //!< of cells pushed out, s
    double m_delays{0};                                      //!< of cells that left, s
    double m_squares{0};                                     //!< s^2
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    auto& t = o.traffic;
    ProgramOptions options(__FILE__, "Paper mpeg-atm: many MPEG videos at one output of a switch");
    options.Add("policy",
                "Which cells the buffer discards",
                o.policy,
                OneOf({"TailDrop",
                       "Ppd",
                       "Epd",
                       "Clp2Threshold",
                       "Clp2PushOut",
                       "ExClpThreshold",
                       "ExClpPushOut",
                       "ExClpEgd",
                       "ExClpEgdAll",
                       "Partial",
                       "Dedicated"}));
    options.Add("preset",
                "Shares of I, P and B pictures",
                t.preset,
                OneOf({"PaperA", "PaperB", "Typical"}));
    options.Add("load", "Mean load of the link; not used with mean", o.load, Above(0).AtMost(10));
    options.Add("mean", "Cells/s of a video; 0: by load", t.mean, Between(0, 96000));
    options.Add("sources", "Videos", t.sources, Between(1, 1000));
    options.Add("buffer",
                "Cells that may wait, a PDU at least",
                o.buffer,
                Between(MPEG_ATM_PDU, 1e6));
    options.Add("time", "Measured time, s", t.time, Above(0).AtMost(3600));
    options.Add("smooth",
                "Pictures over which a video spreads its cells evenly",
                t.smooth,
                Between(1, 120));
    options.Add("constant", "All pictures of a type have the same size", t.constant);
    options.Add("aligned", "All groups of pictures begin together", t.aligned);
    options.Add("errors", "Share of cells that the link erases", o.errors, Between(0, 0.5));
    options.Add("burst",
                "Mean cells of a video that it erases in a row",
                o.burst,
                Between(1, 1000));
    options.Add("parity", "Headers have parity, by which they are repaired", t.parity);
    options.Add("map", "Tells which cells of the first video are lost", o.map);
    options.Parse(argc, argv);
    if (t.mean == 0)
    {
        t.mean = o.load * LINK_CELLS / t.sources;
    }
    std::cout << Run(o).Simulate() << std::endl;
    Simulator::Destroy();
    return 0;
}
