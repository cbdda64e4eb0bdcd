// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Switches that mark cells, filter frames for each output and are limited as a whole. Expected
 * cells and times follow from the attributes by hand; in random networks the per-cell engine is the
 * oracle of the burst engine.
 */
#include "../hsn-test.h"
#include "atm-selective-network.h"
#include "atm-test-support.h"
#include "both-engines-test.h"
#include "fresh-seed.h"

#include "ns3/boolean.h"
#include "ns3/mets-media-selector.h"
#include "ns3/mets-switch-processor.h"
#include "ns3/string.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
const AtmVcId IN{0, 40}; //!< label of arriving cells

/** Cells 2,726 ns apart meet a link whose cells take 5,453 ns. With the cell itself 0, 1, 2, 2, 3,
 * 3 cells wait: the first one is sent at once, cell 1 leaves at 5,453 ns, cell 2 at 10,906 ns. */
class EfciThresholdTest : public BothEnginesTest
{
  public:
    EfciThresholdTest()
        : BothEnginesTest("Cells bear the congestion indication if more than the threshold wait")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        const std::map<uint32_t, std::vector<uint32_t>> expected = {{0, {}},
                                                                    {1, {2, 3, 4, 5}},
                                                                    {2, {4, 5}},
                                                                    {3, {}}};
        for (const auto& [threshold, marked] : expected)
        {
            RawSwitch s;
            const auto from = s.Add();
            const auto to = s.Add("77.76Mbps");
            s.sw->AddConnection(0, IN, 1, IN);
            s.Queue(1)->SetAttribute("EfciThreshold", UintegerValue(threshold));
            const auto pdu = MakePdu(6);
            for (uint32_t i = 0; i < 6; ++i)
            {
                from->SendAt(i * CELL, IN, pdu, i);
            }
            Simulator::Run();
            std::vector<uint32_t> found;
            for (const auto& arrival : to->arrivals)
            {
                if (arrival.cell.IsEfci())
                {
                    found.push_back(arrival.cell.first);
                }
            }
            NS_TEST_EXPECT_MSG_EQ(to->arrivals.size(), 6, engine);
            NS_TEST_EXPECT_MSG_EQ((found == marked), true, engine << ", threshold " << threshold);
            NS_TEST_EXPECT_MSG_EQ(s.Queue(1)->GetCounters().efci, marked.size(), engine);
            Simulator::Destroy();
        }
    }
};

/// A connection from port 0 to ports 1 and 2, and frames on it.
struct SelectorBench
{
    /// @param f filter of the connection
    explicit SelectorBench(Ptr<AtmFrameFilter> f)
        : filter(f)
    {
        for (uint32_t i = 0; i < 3; ++i)
        {
            sw.Add();
        }
        sw.sw->AddConnection(0, IN, 1, AtmVcId{0, 41});
        sw.sw->AddConnection(0, IN, 2, AtmVcId{0, 42});
        sw.sw->SetFrameFilter(0, IN, filter);
    }

    /**
     * @param type in front
     * @param cells of the frame
     * @param without index of a cell that is not sent, or none
     */
    void Add(uint16_t type, uint32_t cells, uint32_t without = ~0U)
    {
        const uint8_t front[2] = {static_cast<uint8_t>(type >> 8), static_cast<uint8_t>(type)};
        const auto sdu = Create<Packet>(front, 2);
        sdu->AddAtEnd(Create<Packet>(48 * cells - 8 - 2));
        const auto pdu = Create<AtmPdu>(sdu);
        for (uint32_t i = 0; i < cells; ++i)
        {
            if (i != without)
            {
                sw.far[0]->SendAt(time, IN, pdu, i);
            }
            time += CELL;
        }
    }

    /// @param port number @return cells that left by it
    uint64_t Count(uint32_t port) const
    {
        return sw.far[port]->arrivals.size();
    }

    RawSwitch sw;               //!< the switch
    Ptr<AtmFrameFilter> filter; //!< of the connection
    int64_t time{0};            //!< of the next cell
};

/// Frames of 3, 4 and 5 cells: BL, E1 and E2.
class MediaSelectorTest : public BothEnginesTest
{
  public:
    MediaSelectorTest()
        : BothEnginesTest(
              "A media selector copies layers to those ports that have been granted them")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        for (const bool atGopStart : {false, true})
        {
            const auto selector = CreateObject<MediaSelector>();
            selector->SetAttribute("AtGopStart", BooleanValue(atGopStart));
            SelectorBench bench(selector);
            selector->SetLevel(1, 1); // all but E2
            for (const uint16_t gop : {0, 0x8000})
            {
                bench.Add(METS_BL | gop | MetsHeader::LAST_PIECE, 3);
                bench.Add(METS_E1, 4);
                bench.Add(METS_E2 | MetsHeader::LAST_PIECE, 5);
            }
            bench.Add(77, 1); // nobody knows what this is
            Simulator::Run();
            const std::string what = engine + (atGopStart ? ", at groups" : "");
            // with AtGopStart the first E2 still goes everywhere
            NS_TEST_EXPECT_MSG_EQ(bench.Count(1), (atGopStart ? 5 : 0) + 2 * (3 + 4) + 1, what);
            NS_TEST_EXPECT_MSG_EQ(bench.Count(2), 2 * (3 + 4 + 5) + 1, what);
            const auto& c = selector->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(c.frames, 7, what);
            NS_TEST_EXPECT_MSG_EQ(c.unknown, 1, what);
            NS_TEST_EXPECT_MSG_EQ(c.misread + c.merged, 0, what);
            NS_TEST_EXPECT_MSG_EQ(c.cells, 25, what);
            NS_TEST_EXPECT_MSG_EQ(bench.sw.sw->GetCounters().filtered, (atGopStart ? 5 : 10), what);
            NS_TEST_EXPECT_MSG_EQ(selector->GetLevelInForce(1), 1, what);
            // nothing is delayed: the first cell arrives two cell times after it has begun to leave
            NS_TEST_EXPECT_MSG_EQ(bench.sw.far[1]->arrivals.front().time, 2 * CELL, what);
            Simulator::Destroy();
        }
    }
};

/// The user-to-user bit, see AtmFrameFilter.
class FrameMarksTest : public BothEnginesTest
{
  public:
    FrameMarksTest()
        : BothEnginesTest(
              "A frame without its last cell takes the next one with it; marks of first "
              "cells misread AAL5")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        {
            const auto filter = CreateObject<PictureDropFilter>();
            filter->SetAttribute("Level", UintegerValue(0));
            SelectorBench bench(filter);
            bench.Add(METS_BL, 3, 2); // its last cell is lost
            bench.Add(METS_E2, 4);    // goes where it went
            bench.Add(METS_E2, 4);
            bench.Add(METS_BL, 3, 0); // the second cell is taken for the first: type 0 is unknown
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench.Count(1), 2 + 4 + 2, engine);
            NS_TEST_EXPECT_MSG_EQ(filter->GetCounters().merged, 1, engine);
            NS_TEST_EXPECT_MSG_EQ(filter->GetCounters().misread, 1, engine);
            NS_TEST_EXPECT_MSG_EQ(filter->GetCounters().unknown, 1, engine);
            Simulator::Destroy();
        }
        {
            const auto filter = CreateObject<PictureDropFilter>();
            filter->SetAttribute("Level", UintegerValue(0));
            filter->SetAttribute("UserBitMarks", StringValue("First"));
            SelectorBench bench(filter);
            bench.Add(METS_E2, 4); // the first cell of all is read, and dropped with the next two
            bench.Add(METS_E2, 4); // goes where the last cell before it went: everywhere
            bench.Add(METS_E2, 4);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench.Count(1), 1 + 4 + 4, engine);
            NS_TEST_EXPECT_MSG_EQ(filter->GetCounters().misread, 3, engine);
            NS_TEST_EXPECT_MSG_EQ(filter->GetCounters().merged, 2, engine);
        }
    }
};

/// Cells of a switch with a processor; 10 us a cell unless it says otherwise.
class SwitchProcessorTest : public BothEnginesTest
{
  public:
    SwitchProcessorTest()
        : BothEnginesTest("A switch's processor handles cells of all ports one after the other")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        Turns(engine);
        Saturation(engine);
    }

    /// @param engine of cells. Three cells at 2,726 ns from ports 0, 1, 2: port 1 comes first,
    /// after port 0; then 2, then 0, which finds the queue of 2 full.
    void Turns(const std::string& engine)
    {
        RawSwitch s;
        for (uint32_t i = 0; i < 4; ++i)
        {
            s.Add();
        }
        const auto processor = CreateObject<SwitchProcessor>();
        processor->SetAttribute("CellTime", TimeValue(MicroSeconds(10)));
        processor->SetAttribute("QueueCells", UintegerValue(2));
        processor->Install(s.sw);
        const auto pdu = MakePdu(1);
        for (uint16_t i = 0; i < 3; ++i)
        {
            s.sw->AddConnection(i, IN, 3, AtmVcId{0, static_cast<uint16_t>(50 + i)});
            s.far[i]->SendAt(0, IN, pdu);
        }
        // a place is free at 12,726 ns, when the first cell has been handled, and not before
        s.far[0]->SendAt(10000, IN, pdu);
        s.far[2]->SendAt(9999, IN, pdu);
        Simulator::Run();
        std::vector<std::pair<int64_t, uint32_t>> found;
        for (const auto& a : s.far[3]->arrivals)
        {
            found.emplace_back(a.time, a.cell.vc.vci);
        }
        const std::vector<std::pair<int64_t, uint32_t>> expected = {{CELL + 10000 + CELL, 51},
                                                                    {CELL + 20000 + CELL, 52},
                                                                    {CELL + 30000 + CELL, 50}};
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, engine);
        NS_TEST_EXPECT_MSG_EQ(processor->GetCounters().submitted, 5, engine);
        NS_TEST_EXPECT_MSG_EQ(processor->GetCounters().refused, 2, engine);
        NS_TEST_EXPECT_MSG_EQ(s.sw->GetCounters().refused, 2, engine);
        NS_TEST_EXPECT_MSG_EQ(s.sw->GetCounters().switched, 3, engine);
        Simulator::Destroy();
    }

    /// @param engine of cells. Two inputs of 366,827 cells/s, for 20 ms; 200,000 cells/s are
    /// served, and 256 wait in the end.
    void Saturation(const std::string& engine)
    {
        RawSwitch s;
        for (uint32_t i = 0; i < 4; ++i)
        {
            s.Add();
        }
        const auto processor = CreateObject<SwitchProcessor>();
        processor->Install(s.sw);
        const auto pdu = MakePdu(1);
        for (uint16_t i = 0; i < 2; ++i)
        {
            s.sw->AddConnection(i, IN, 2U + i, AtmVcId{0, static_cast<uint16_t>(50 + i)});
            for (int64_t t = 0; t < 20000000; t += CELL)
            {
                s.far[i]->SendAt(t, IN, pdu);
            }
        }
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        const auto handled = processor->GetCounters().handled;
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(handled), 4000, 1, engine);
        NS_TEST_EXPECT_MSG_EQ(processor->GetNCells(), 256, engine);
        NS_TEST_EXPECT_MSG_EQ(processor->GetCounters().longest, 256, engine);
        const auto& c = s.sw->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.received, handled + c.refused + 256, engine);
        Simulator::Destroy();
    }
};

/// Calls that end the program.
class SelectiveAbortTest : public TestCase
{
  public:
    SelectiveAbortTest()
        : TestCase("Mistakes with selectors and processors end with a message")
    {
    }

  private:
    /// @param code ought to abort @param part of the message
    void Expect(const std::function<void()>& code, const std::string& part)
    {
        const std::string text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(part), std::string::npos, part << " is not in: " << text);
    }

    void DoRun() override
    {
        Expect([] { CreateObject<MediaSelector>()->SetLevel(4, 0); },
               "port 4 of a MediaSelector: a switch of QoS-A has 4 ports, from 0 on");
        Expect([] { CreateObject<MediaSelector>()->SetLevel(1, 3); },
               "level 3 of port 1: must be 0 to 2");
        Expect(
            [] {
                RawSwitch s;
                s.Add();
                s.sw->SetFrameFilter(0, IN, CreateObject<PictureDropFilter>());
            },
            "no connection 0/40 at port 0");
        Expect(
            [] {
                RawSwitch s;
                const auto processor = CreateObject<SwitchProcessor>();
                processor->Install(s.sw);
                processor->Install(s.sw);
            },
            "a SwitchProcessor gets a second switch");
        Expect(
            [] {
                RawSwitch s;
                const auto from = s.Add();
                from->SendAt(0, IN, MakePdu(1));
                Simulator::Run();
                CreateObject<SwitchProcessor>()->Install(s.sw);
            },
            "an ATM switch that has received cells gets a processor");
    }
};

/// Random networks, see AtmSelectiveNetwork.
class SelectiveNetworksTest : public TestCase
{
  public:
    /// @param first seed @param networks how many
    SelectiveNetworksTest(uint64_t first, uint64_t networks)
        : TestCase("Same result with both engines, and all cells accounted for: " +
                   std::to_string(networks) + " networks from seed " + std::to_string(first) +
                   " on"),
          m_first(first),
          m_networks(networks)
    {
    }

  private:
    void DoRun() override
    {
        std::map<std::string, uint64_t> coverage;
        for (uint64_t seed = m_first; seed < m_first + m_networks; ++seed)
        {
            const std::string text = Compare(seed, false, coverage);
            NS_TEST_EXPECT_MSG_EQ(text, "", "seed " << seed);
        }
        for (const char* what : {"cells",
                                 "cells marked",
                                 "cells discarded",
                                 "cells refused",
                                 "copies filtered",
                                 "branches",
                                 "frames",
                                 "slots",
                                 "levels changed",
                                 "adapter overflows"})
        {
            NS_TEST_EXPECT_MSG_GT(coverage[what], 0, "never met: " << what);
        }
    }

    /// @param seed of a network @param keep to explain a difference @param coverage what was met
    /// @return what is wrong
    std::string Compare(uint64_t seed, bool keep, std::map<std::string, uint64_t>& coverage)
    {
        AtmObservation a(keep);
        AtmObservation b(keep);
        AtmSelectiveNetwork reference(seed, "PerCell", a);
        reference.Run();
        AtmSelectiveNetwork other(seed, "Burst", b);
        other.Run();
        for (const auto& [name, times] : reference.GetCoverage())
        {
            coverage[name] += times;
        }
        const std::string imbalance = reference.GetImbalance() + other.GetImbalance();
        if (!imbalance.empty() || AtmObservation::IsSame(a, b))
        {
            return imbalance;
        }
        return keep ? AtmObservation::Explain(a, "per cell", b, "bursts")
                    : Compare(seed, true, coverage);
    }

    const uint64_t m_first;    //!< seed
    const uint64_t m_networks; //!< how many
};

HsnTestRegistration g_atmSelectiveTests("atm-selective",
                                        {new EfciThresholdTest,
                                         new MediaSelectorTest,
                                         new FrameMarksTest,
                                         new SwitchProcessorTest,
                                         new SelectiveAbortTest,
                                         new SelectiveNetworksTest(1, 60),
                                         new SelectiveNetworksTest(GetFreshSeed(), 30)});
HsnTestRegistration g_atmSelectiveLongTests("atm-selective-long",
                                            {new SelectiveNetworksTest(1000, 2000)},
                                            true);
} // namespace
} // namespace hsn
} // namespace ns3
