// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The cells of an MPEG video: times, classes and shares, alone and in a network.
 */
#include "../hsn-test.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-output-port.h"
#include "ns3/atm-raw-pdu.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cell-source-helper.h"
#include "ns3/double.h"
#include "ns3/ex-clp.h"
#include "ns3/mpeg-cell-source.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int64_t SLOT = 2726;                //!< cell time at 155.52 Mbit/s
constexpr int64_t PERIOD = 40000000;          //!< of a picture, time steps
const DataRate LINE = DataRate("155.52Mbps"); //!< link rate

/** @brief A video of 1.69 Mbit/s, 3989.4 cells/s, by itself. */
class MpegCellSourceTest : public TestCase
{
  public:
    MpegCellSourceTest()
        : TestCase("Cells of an MPEG video: times, units, shares of the classes, mean rate")
    {
    }

  private:
    void DoRun() override
    {
        auto source = CreateObject<MpegCellSource>();
        source->SetAttribute("Groups", UintegerValue(2000));
        source->SetAttribute("Phase", DoubleValue(2.5));
        source->AssignStreams(1);
        source->Begin(7, SLOT, LINE);
        NS_TEST_EXPECT_MSG_EQ(source->GetNext().ready, 7 + 100000000, "2.5 pictures later");
        std::array<double, 4> cells{{}};
        std::vector<uint64_t> byPicture(24000);
        int64_t last = 0;
        bool isOrdered = true;
        bool isWhole = true;
        uint32_t index = 0;
        double sum = 0;
        while (source->GetNext().ready != ATM_NEVER)
        {
            const auto cell = source->Take();
            isOrdered = isOrdered && cell.ready >= last;
            last = cell.ready;
            isWhole = isWhole && cell.index == index && cell.pdu->GetNCells() == 8;
            index = (index + 1) % 8;
            ++cells[GetExClpClass(cell.pdu->GetMarks(cell.index))];
            ++byPicture.at(static_cast<std::size_t>((last - 100000007) / PERIOD));
            ++sum;
        }
        NS_TEST_EXPECT_MSG_EQ(isOrdered && isWhole && index == 0, true, "order, PDUs of 8");
        // 53, 29, 13 and 5 % of the sum (section 3.1 of the paper)
        const double shares[] = {0.05, 0.53, 0.29, 0.13};
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(cells[cls] / sum, shares[cls], 0.005, "share of " << cls);
            NS_TEST_EXPECT_MSG_EQ(static_cast<double>(source->GetSentByClass()[cls]),
                                  cells[cls],
                                  "counted, class " << cls);
        }
        // scaled to the mean exactly, but for rounding to PDUs: 8 / sqrt(6) a picture
        NS_TEST_EXPECT_MSG_EQ_TOL(sum,
                                  24000 * 3989.396 / 25,
                                  5 * 3.3 * std::sqrt(24000.0),
                                  "mean rate");
        // I pictures have 6.36 + 0.05 of the mean (53 % in one of twelve), B pictures 0.195 + 0.05
        double i = 0;
        double b = 0;
        for (std::size_t k = 0; k < byPicture.size(); k += 12)
        {
            i += static_cast<double>(byPicture[k]);
            b += static_cast<double>(byPicture[k + 1]);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(i / 2000 / (sum / 24000), 6.41, 0.1, "I pictures");
        NS_TEST_EXPECT_MSG_EQ_TOL(b / 2000 / (sum / 24000), 0.245, 0.01, "B pictures");
        CheckSmooth();
        CheckRefusals();
    }

    /** A mean that its link cannot carry; no model. */
    void CheckRefusals()
    {
        const auto says = [this](const std::function<void(Ptr<MpegCellSource>)>& spoil,
                                 const std::string& words) {
            const std::string text = HsnAbortText([&spoil] {
                auto source = CreateObject<MpegCellSource>();
                spoil(source);
                source->Begin(0, SLOT, LINE);
            });
            NS_TEST_EXPECT_MSG_EQ(text.empty(), words.empty(), text);
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
        };
        says(
            [](Ptr<MpegCellSource> source) {
                source->SetAttribute("MeanRate", StringValue("155520001bps"));
            },
            "MeanRate of a MpegCellSource is 155520001bps: at most that of its link, 155520000bps");
        says(
            [](Ptr<MpegCellSource> source) {
                source->SetAttribute("MeanRate", StringValue("155520000bps"));
            },
            "");
        says(
            [](Ptr<MpegCellSource> source) {
                source->SetAttribute("MeanRate", StringValue("0bps"));
            },
            "");
        says([](Ptr<MpegCellSource> source) { source->Dispose(); },
             "a MpegCellSource without a Model");
    }

    /** Cells of a window are evenly spaced. */
    void CheckSmooth()
    {
        auto source = CreateObject<MpegCellSource>();
        source->SetAttribute("SmoothWindow", UintegerValue(12));
        source->SetAttribute("PduCells", UintegerValue(1));
        source->AssignStreams(1);
        source->Begin(0, SLOT, LINE);
        std::vector<int64_t> times;
        while (source->GetNext().ready < 12 * PERIOD)
        {
            times.push_back(source->Take().ready);
        }
        const double spacing = 12.0 * PERIOD / static_cast<double>(times.size());
        double worst = 0;
        for (std::size_t k = 0; k < times.size(); ++k)
        {
            worst = std::max(
                worst,
                std::abs(static_cast<double>(times[k]) - static_cast<double>(k) * spacing));
        }
        NS_TEST_EXPECT_MSG_LT(worst, 0.51, "distance from an even spacing, time steps");
        NS_TEST_EXPECT_MSG_GT(times.size(), 500, "cells of a window");
    }
};

/** @brief Overload of videos of constant rate, for which losses are known. */
class MpegCellNetworkTest : public TestCase
{
  public:
    MpegCellNetworkTest()
        : TestCase("MPEG videos over an overloaded output lose B cells first, as in a fluid")
    {
    }

  private:
    void DoRun() override
    {
        // 20 videos of constant rate and a window of a group: a load of 1.3. 1 - 1 / 1.3 of all is
        // lost: all of B, which has 13 %, and 34.8 % of P, which has 29 % (0.2308 = 0.13 + 0.29 x)
        NodeContainer nodes;
        nodes.Create(2);
        AtmSwitchHelper sw;
        sw.SetQueueAttribute("MaxCells", UintegerValue(300));
        sw.SetDiscardPolicy("ns3::hsn::ExClpPushOutDiscard");
        const auto switches = sw.Install(nodes.Get(0));
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", StringValue("25.6Mbps"));
        const auto sink = atm.Install(nodes.Get(0), nodes.Get(1)).Get(1);
        CellSourceHelper video("ns3::hsn::MpegCellSource");
        video.Set("MeanRate", DataRateValue(DataRate(1664000))); // 1.3 x 25.6 Mbit/s / 20
        video.Set("SmoothWindow", UintegerValue(12));
        video.Set("StopTime", TimeValue(Seconds(2)));
        std::vector<CellSourceConnection> videos;
        for (uint32_t v = 0; v < 20; ++v)
        {
            video.Set("Phase", DoubleValue(0.6 * v));
            videos.push_back(video.Install(atm, CreateObject<Node>(), nodes.Get(0), sink));
            const auto model = DynamicCast<MpegCellSource>(videos.back().source)->GetModel();
            model->SetAttribute("GopCov", DoubleValue(0));
            model->SetAttribute("FrameCov", DoubleValue(0));
        }
        CellSourceHelper::AssignStreams(videos, 1);
        const auto queue = switches.Get(0)->GetPort(0)->GetOutput()->GetQueue(ATM_UBR);
        queue->TraceConnectWithoutContext("Discard",
                                          MakeCallback(&MpegCellNetworkTest::NoteDiscard, this));
        // all have begun after 0.456 s
        Simulator::Stop(Seconds(0.48));
        Simulator::Run();
        const auto before = m_lost;
        const auto sentBefore = CountSent(videos);
        Simulator::Run();
        const auto sent = CountSent(videos);
        std::array<double, 4> share{{}};
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            share[cls] = (m_lost[cls] - before[cls]) / (sent[cls] - sentBefore[cls]);
        }
        const auto c = queue->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.in, c.out + c.GetDiscarded(), "balance");
        NS_TEST_EXPECT_MSG_EQ(share[0], 0, "headers lost");
        NS_TEST_EXPECT_MSG_EQ(share[1], 0, "I lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(share[2], 0.348, 0.03, "P lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(share[3], 1, 0.03, "B lost");
        Simulator::Destroy();
    }

    /** @param videos some @return cells that they have sent, by class */
    static std::array<double, 4> CountSent(const std::vector<CellSourceConnection>& videos)
    {
        std::array<double, 4> sent{{}};
        for (const auto& v : videos)
        {
            for (uint32_t cls = 0; cls < 4; ++cls)
            {
                sent[cls] += static_cast<double>(
                    DynamicCast<MpegCellSource>(v.source)->GetSentByClass()[cls]);
            }
        }
        return sent;
    }

    /** @param cell lost */
    void NoteDiscard(const CellBurst& cell, CellDiscardReason)
    {
        m_lost[2 * cell.IsClp() + cell.IsEfci()] += 1;
    }

    std::array<double, 4> m_lost{{}}; //!< cells by class
};

/**
 * @brief The same videos in a network and, cell by cell, at a buffer alone, as the programs of long
 * sweeps have them.
 */
class MpegCellBufferTest : public TestCase
{
  public:
    MpegCellBufferTest()
        : TestCase("MPEG videos lose the same cells in a switch and in a buffer by itself")
    {
    }

  private:
    static constexpr int64_t CELL = 16000;  //!< cell time at 26.5 Mbit/s
    static constexpr uint32_t VIDEOS = 12;  //!< a load of about one
    static constexpr uint32_t PLACES = 100; //!< of the buffer

    /// A cell that arrives at the switch.
    struct Arrival
    {
        int64_t time;   //!< time step
        uint32_t video; //!< of these
        CellBurst cell; //!< with its marks
    };

    void DoRun() override
    {
        for (const std::string policy :
             {"TailCellDiscard", "ClpPushOutDiscard", "ExClpPushOutDiscard", "ExClpGroupDiscard"})
        {
            m_lost = {};
            RunNetwork(policy);
            const auto network = m_lost;
            m_lost = {};
            RunBuffer(policy);
            for (uint32_t cls = 0; cls < 4; ++cls)
            {
                NS_TEST_EXPECT_MSG_EQ(network[cls], m_lost[cls], policy << ", class " << cls);
            }
            NS_TEST_EXPECT_MSG_GT(network[2] + network[3], 100, policy << ": cells lost");
        }
    }

    /** @param source gets its settings @param video its number */
    static void Configure(AtmCellSource& source, uint32_t video)
    {
        source.SetAttribute("MeanRate", DataRateValue(DataRate(26500000 / VIDEOS)));
        source.SetAttribute("StopTime", TimeValue(Seconds(1.5)));
        source.SetAttribute("Phase", DoubleValue(1.0371938 * video));
    }

    /** @param policy of the switch */
    void RunNetwork(const std::string& policy)
    {
        NodeContainer nodes;
        nodes.Create(2);
        AtmSwitchHelper sw;
        sw.SetQueueAttribute("MaxCells", UintegerValue(PLACES));
        sw.SetDiscardPolicy("ns3::hsn::" + policy);
        const auto switches = sw.Install(nodes.Get(0));
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", StringValue("26.5Mbps"));
        const auto sink = atm.Install(nodes.Get(0), nodes.Get(1)).Get(1);
        CellSourceHelper video("ns3::hsn::MpegCellSource");
        std::vector<CellSourceConnection> videos;
        for (uint32_t v = 0; v < VIDEOS; ++v)
        {
            videos.push_back(video.Install(atm, CreateObject<Node>(), nodes.Get(0), sink));
            Configure(*videos.back().source, v);
        }
        CellSourceHelper::AssignStreams(videos, 1);
        switches.Get(0)->GetPort(0)->GetOutput()->GetQueue(ATM_UBR)->TraceConnectWithoutContext(
            "Discard",
            MakeCallback(&MpegCellBufferTest::NoteDiscard, this));
        Simulator::Run();
        Simulator::Destroy();
    }

    /** @param policy of the buffer */
    void RunBuffer(const std::string& policy)
    {
        ObjectFactory factory("ns3::hsn::" + policy);
        auto queue = CreateObjectWithAttributes<AtmCellQueue>(
            "MaxCells",
            UintegerValue(PLACES),
            "DiscardPolicy",
            PointerValue(factory.Create<CellDiscardPolicy>()));
        queue->TraceConnectWithoutContext("Discard",
                                          MakeCallback(&MpegCellBufferTest::NoteDiscard, this));
        std::vector<Ptr<MpegCellSource>> sources;
        std::vector<Arrival> arrivals;
        int64_t stream = 1;
        for (uint32_t v = 0; v < VIDEOS; ++v)
        {
            auto source = CreateObject<MpegCellSource>();
            sources.push_back(source);
            Configure(*source, v);
            stream += source->AssignStreams(stream);
            source->Begin(0, CELL, DataRate("26.5Mbps"));
            int64_t end = 0; // of the last cell on the video's own link
            while (source->GetNext().ready != ATM_NEVER)
            {
                const auto next = source->Take();
                end = std::max(end, next.ready) + CELL;
                const auto marks = next.pdu->GetMarks(next.index);
                CellBurst cell;
                cell.pdu = next.pdu;
                cell.first = next.index;
                cell.clp = (marks & ATM_MARK_CLP) != 0;
                cell.efci = (marks & ATM_MARK_EFCI) != 0;
                arrivals.push_back({end, v, cell});
            }
        }
        std::stable_sort(arrivals.begin(), arrivals.end(), [](const Arrival& a, const Arrival& b) {
            return a.time < b.time;
        });
        // an engine decides which of two cells comes first: then there must be none
        const auto tie =
            std::adjacent_find(arrivals.begin(),
                               arrivals.end(),
                               [](const Arrival& a, const Arrival& b) { return a.time == b.time; });
        NS_TEST_ASSERT_MSG_EQ((tie == arrivals.end()), true, "two cells at a time");
        std::array<CellDiscardState, VIDEOS> states;
        int64_t free = 0; // the link, from then on
        for (auto& arrival : arrivals)
        {
            for (; queue->GetNCells() > 0 && free <= arrival.time; free += CELL)
            {
                queue->Dequeue();
            }
            queue->Enqueue(arrival.cell, states[arrival.video]);
            if (free <= arrival.time && queue->GetNCells() > 0)
            {
                queue->Dequeue();
                free = arrival.time + CELL;
            }
        }
    }

    /** @param cell lost */
    void NoteDiscard(const CellBurst& cell, CellDiscardReason)
    {
        ++m_lost[2 * cell.IsClp() + cell.IsEfci()];
    }

    std::array<uint32_t, 4> m_lost{{}}; //!< cells by class
};

HsnTestRegistration g_mpegCellSourceTests("mpeg-cell-source",
                                          {new MpegCellSourceTest,
                                           new MpegCellNetworkTest,
                                           new MpegCellBufferTest});
} // namespace
} // namespace hsn
} // namespace ns3
