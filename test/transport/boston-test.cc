// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TCP Boston end to end, cell by cell: what is sent, reported and sent again.
 */
#include "../hsn-test.h"
#include "boston-test-support.h"

#include "ns3/analysis-numeric.h"
#include "ns3/log.h"
#include "ns3/random-variable-stream.h"

#include <map>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// Cells of 1,500 octets of IP in LLC/SNAP: ceil(1516 / 48).
constexpr uint32_t CELLS = 32;

/** @brief Sets the redundancy of a socket. @param socket the socket @param gamma of first
 * transmissions
 * @param gammaRetx of others */
void
SetGamma(Ptr<IndexedTcpSocket> socket, double gamma, double gammaRetx)
{
    socket->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::FIXED));
    socket->SetAttribute("Gamma", DoubleValue(gamma));
    socket->SetAttribute("GammaRetx", DoubleValue(gammaRetx));
}

/** @param burst a cell @return its PDU if it is a coded cell, else null */
const BostonPdu*
Coded(const CellBurst& burst)
{
    return dynamic_cast<const BostonPdu*>(PeekPointer(burst.pdu));
}

/** @brief One transfer, with a record of it. */
struct Seen
{
    /** @param hosts whose traces are read @param transfer between them */
    Seen(BostonHosts& hosts, FileTransfer& transfer)
    {
        hosts.Aal(0)->TraceConnectWithoutContext(
            "Transmission",
            Sink<const BostonPdu&>::Make([this](const BostonPdu& pdu) {
                sent.push_back({pdu.GetSegment().id, pdu.GetTransmission(), pdu.GetCoded()});
            }));
        hosts.Aal(1)->TraceConnectWithoutContext(
            "SegmentComplete",
            Sink<uint16_t, Time, uint32_t>::Make([this](uint16_t id, Time response, uint32_t n) {
                responses[id] = response;
                rounds[id] = n;
            }));
        transfer.sender->TraceConnectWithoutContext(
            "Report",
            Sink<const BostonReport&>::Make(
                [this](const BostonReport& report) { reports.push_back(report); }));
    }

    /** @brief A transmission. */
    struct Transmission
    {
        uint32_t id;     //!< segment
        uint32_t number; //!< from 0 on
        uint32_t cells;  //!< coded cells

        /** @param other transmission @return whether it is the same */
        bool operator==(const Transmission& other) const
        {
            return id == other.id && number == other.number && cells == other.cells;
        }
    };

    /** @param id segment @return its transmissions */
    std::vector<Transmission> Of(uint32_t id) const
    {
        std::vector<Transmission> all;
        std::copy_if(sent.begin(), sent.end(), std::back_inserter(all), [id](const auto& t) {
            return t.id == id;
        });
        return all;
    }

    /** @return cells reported missing, but the zeros */
    std::vector<uint32_t> Pending() const
    {
        std::vector<uint32_t> all;
        for (const auto& r : reports)
        {
            if (r.pending > 0)
            {
                all.push_back(r.pending);
            }
        }
        return all;
    }

    std::vector<Transmission> sent;      //!< by host 0
    std::vector<BostonReport> reports;   //!< to host 0
    std::map<uint32_t, Time> responses;  //!< by segment
    std::map<uint32_t, uint32_t> rounds; //!< by segment
};

/** @brief Without loss, and with exact losses of one segment. */
class BostonExactLossTest : public TestCase
{
  public:
    BostonExactLossTest()
        : TestCase("What is sent, reported and sent again for losses of k cells")
    {
    }

  private:
    void DoRun() override
    {
        // no loss: m cells a segment; 20 segments and 20 rounds
        for (const double gamma : {0.0, 0.033})
        {
            const auto seen = Run(gamma, 0.1, [](const CellBurst&, const BostonPdu&) { return 1; });
            const uint32_t extra = gamma > 0 ? 1 : 0; // 3.3 % of 32
            NS_TEST_ASSERT_MSG_EQ(seen.sent.size(), 20, "each once");
            for (const auto& t : seen.sent)
            {
                NS_TEST_ASSERT_MSG_EQ(t.cells, CELLS + extra, "cells of a segment");
            }
            NS_TEST_ASSERT_MSG_EQ(seen.reports.size(), 20, "each segment was reported on");
            NS_TEST_ASSERT_MSG_EQ(seen.Pending().size(), 0, "complete");
        }
        // k cells of segment 5 are lost: with alpha = 1 the first does no harm
        for (uint32_t k = 0; k <= 6; ++k)
        {
            const auto seen = Run(0.033, 0.1, [k](const CellBurst& cell, const BostonPdu& pdu) {
                return pdu.GetSegment().id == 5 && pdu.GetTransmission() == 0 && cell.first < k ? 0
                                                                                                : 1;
            });
            const auto of5 = seen.Of(5);
            if (k <= 1)
            {
                NS_TEST_ASSERT_MSG_EQ(of5.size(), 1, k << " lost: no retransmission");
                NS_TEST_ASSERT_MSG_EQ(seen.Pending().size(), 0, k << " lost");
                continue;
            }
            NS_TEST_ASSERT_MSG_EQ(of5.size(), 2, k << " lost: one retransmission");
            // 10 % of 32 is 3
            NS_TEST_ASSERT_MSG_EQ(of5[1].cells, k - 1 + 3, k << " lost: cells sent again");
            NS_TEST_ASSERT_MSG_EQ((seen.Pending() == std::vector<uint32_t>{k - 1}),
                                  true,
                                  k << " lost: cells reported missing");
            NS_TEST_ASSERT_MSG_EQ(seen.sent.size(), 21, "no other one is sent again");
            NS_TEST_ASSERT_MSG_EQ(seen.rounds.at(5), 2, "rounds");
        }
        // the last cell is lost: the next segment's cell ends the transmission
        auto seen = Run(0, 0, [](const CellBurst& cell, const BostonPdu& pdu) {
            return pdu.GetSegment().id == 5 && pdu.GetTransmission() == 0 && cell.IsLast() ? 0 : 1;
        });
        NS_TEST_ASSERT_MSG_EQ(seen.Of(5).size(), 2, "last cell lost");
        NS_TEST_ASSERT_MSG_EQ(seen.Of(5)[1].cells, 1, "last cell lost: one is sent again");
        // all cells are lost: no report; duplicate acknowledgements cause a full retransmission
        seen = Run(0, 0.1, [](const CellBurst&, const BostonPdu& pdu) {
            return pdu.GetSegment().id == 8 && pdu.GetTransmission() == 0 ? 0 : 1;
        });
        NS_TEST_ASSERT_MSG_EQ(seen.Of(8).size(), 2, "all cells lost");
        NS_TEST_ASSERT_MSG_EQ(seen.Of(8)[1].cells, CELLS + 3, "all cells lost: all sent again");
        NS_TEST_ASSERT_MSG_EQ(seen.Pending().size(), 0, "all cells lost: nothing to report");
        // repeated losses: each time the missing cells are sent; cells that have arrived stay known
        seen = Run(0, 0, [](const CellBurst& cell, const BostonPdu& pdu) {
            return pdu.GetSegment().id == 5 && cell.first % 2 == 0 && pdu.GetTransmission() < 3 ? 0
                                                                                                : 1;
        });
        NS_TEST_ASSERT_MSG_EQ((seen.Pending() == std::vector<uint32_t>{16, 8, 4}),
                              true,
                              "half of each transmission lost");
        NS_TEST_ASSERT_MSG_EQ(seen.rounds.at(5), 4, "rounds");
        EndByPlainCells();
    }

    /// The last cells of segment 19 are lost, and what follows on the VC is not dispersed.
    void EndByPlainCells()
    {
        BostonHosts hosts;
        hosts.Install();
        auto from = hosts.Make(0);
        SetGamma(from, 0, 0);
        from->SetAttribute("PartialReaction", EnumValue(BostonSocket::IMMEDIATE));
        auto to = hosts.Make(1);
        to->SetAttribute("PartialTimeout", TimeValue(Seconds(10)));
        FileTransfer transfer(hosts, from, to, 21 * 1460);
        Seen seen(hosts, transfer);
        hosts.ports[0]->filter = [](CellBurst& cell) {
            const auto* pdu = Coded(cell);
            return pdu && pdu->GetSegment().id == 19 && pdu->GetTransmission() == 0 &&
                           cell.first >= CELLS - 4
                       ? 0
                       : 1;
        };
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.IsExact(), true, "the file");
        NS_TEST_EXPECT_MSG_EQ(seen.Of(19).size(), 2, "sent again");
        // the report, 40 ms there and back, four cells: the receiver's timer is 10 s
        NS_TEST_EXPECT_MSG_LT(seen.responses.at(19),
                              MilliSeconds(100),
                              "a cell of the FIN ends it");
    }

    /**
     * @param gamma redundancy of first transmissions
     * @param gammaRetx of others
     * @param fate copies of a coded cell that arrive
     * @return record of a file of 21 segments, the last of which carries FIN and is not
     * dispersed
     */
    Seen Run(double gamma,
             double gammaRetx,
             std::function<int(const CellBurst&, const BostonPdu&)> fate)
    {
        BostonHosts hosts;
        hosts.Install();
        auto from = hosts.Make(0);
        SetGamma(from, gamma, gammaRetx);
        from->SetAttribute("PartialReaction", EnumValue(BostonSocket::IMMEDIATE));
        FileTransfer transfer(hosts, from, hosts.Make(1), 21 * 1460);
        Seen seen(hosts, transfer);
        hosts.ports[0]->filter = [fate](CellBurst& cell) {
            const auto* pdu = Coded(cell);
            return pdu ? fate(cell, *pdu) : 1;
        };
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.IsExact(), true, "the file");
        return seen;
    }
};

/** @brief A partial segment is sent again when TCP says so. */
class BostonByTcpTest : public TestCase
{
  public:
    BostonByTcpTest()
        : TestCase("ByTcp: missing cells are sent upon three duplicates or the timer")
    {
    }

  private:
    /** @brief What happened around the retransmission of a segment. */
    struct Found
    {
        std::vector<uint32_t> cells; //!< of its transmissions
        uint32_t duplicates{0};      //!< acknowledgements between its partial report and its
                                     //!< retransmission, that of which causes it included
        uint64_t timeouts{0};        //!< of the sender
        uint64_t partial{0};         //!< partial reports that the sender noted
        uint64_t heard{0};           //!< transmissions of which a cell arrived
        uint64_t sent{0};            //!< transmissions
    };

    void DoRun() override
    {
        // three cells of segment 8 are lost. RFC 5681, 3.2: it is sent again upon the third
        // duplicate, those of segments 9 to 11; the report itself is none. Three cells are missing.
        const auto three = Run(8, 3, false);
        NS_TEST_EXPECT_MSG_EQ((three.cells == std::vector<uint32_t>{CELLS, 3}), true, "cells");
        NS_TEST_EXPECT_MSG_EQ(three.duplicates, 3, "duplicates before it is sent again");
        NS_TEST_EXPECT_MSG_EQ(three.timeouts, 0, "no timeout");
        NS_TEST_EXPECT_MSG_EQ(three.partial, 1, "reports");
        NS_TEST_EXPECT_MSG_EQ(three.heard, three.sent, "each transmission was heard");
        // if reports count as duplicates, two others are enough
        NS_TEST_EXPECT_MSG_EQ(Run(8, 3, true).duplicates, 2, "the report counts");
        // segment 19 is the last that is dispersed, FIN follows: too few duplicates
        const auto last = Run(19, 4, false);
        NS_TEST_EXPECT_MSG_EQ((last.cells == std::vector<uint32_t>{CELLS, 4}), true, "cells");
        NS_TEST_EXPECT_MSG_EQ(last.timeouts, 1, "the timer");
        // nothing arrives: nothing is known, all is sent again
        const auto none = Run(8, CELLS, false);
        NS_TEST_EXPECT_MSG_EQ((none.cells == std::vector<uint32_t>{CELLS, CELLS}), true, "cells");
        NS_TEST_EXPECT_MSG_EQ(none.partial, 0, "no report");
        NS_TEST_EXPECT_MSG_EQ(none.heard + 1, none.sent, "one transmission was not heard");
    }

    /** @param id segment of whose first transmission cells are lost @param lost cells, its first
     * ones @param counts attribute PartialAckCountsAsDup @return what happened */
    Found Run(uint16_t id, uint32_t lost, bool counts)
    {
        BostonHosts hosts;
        hosts.Install();
        auto from = hosts.Make(0); // the attribute's default is ByTcp
        from->SetAttribute("PartialAckCountsAsDup", BooleanValue(counts));
        FileTransfer transfer(hosts, from, hosts.Make(1), 21 * 1460);
        transfer.WatchReceiver(hosts.Aal(1));
        Found found;
        bool reported = false;
        hosts.Aal(0)->TraceConnectWithoutContext(
            "Transmission",
            Sink<const BostonPdu&>::Make([&](const BostonPdu& pdu) {
                ++found.sent;
                if (pdu.GetSegment().id == id)
                {
                    found.cells.push_back(pdu.GetCoded());
                }
            }));
        from->TraceConnectWithoutContext(
            "Report",
            Sink<const BostonReport&>::Make([&](const BostonReport& report) {
                reported |= report.segment == id && report.pending > 0;
            }));
        from->TraceConnectWithoutContext(
            "Rx",
            Sink<Ptr<const Packet>, const Header&>::Make(
                [&](Ptr<const Packet>, const Header&) { found.duplicates += reported; }));
        from->TraceConnectWithoutContext(
            "Retransmission",
            Sink<Ptr<const Packet>, const Header&>::Make(
                [&](Ptr<const Packet>, const Header&) { reported = false; }));
        hosts.ports[0]->filter = [id, lost](CellBurst& cell) {
            const auto* pdu = Coded(cell);
            return pdu && pdu->GetSegment().id == id && pdu->GetTransmission() == 0 &&
                           cell.first < lost
                       ? 0
                       : 1;
        };
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.IsExact(), true, "the file");
        found.timeouts = from->GetCounters().timeouts;
        found.partial = DynamicCast<BostonSocket>(from)->GetBostonCounters().partial;
        found.heard = transfer.cells->GetCounters().heard;
        return found;
    }
};

/** @brief Response times in the paper's network without load. */
class BostonUnloadedTest : public TestCase
{
  public:
    BostonUnloadedTest()
        : TestCase("Response time of a segment without load: 20 ms and m + 1 cell times")
    {
    }

  private:
    void DoRun() override
    {
        struct Case
        {
            uint32_t mss;        //!< octets
            double milliseconds; //!< computed by hand from the paper's network
        };

        for (const auto& c : {Case{1460, 29.328}, Case{9140, 74.555}})
        {
            BostonHosts hosts;
            hosts.Install();
            auto from = hosts.Make(0);
            from->SetAttribute("SegmentSize", UintegerValue(c.mss));
            FileTransfer transfer(hosts, from, hosts.Make(1), c.mss);
            // a segment with FIN would not be dispersed
            Seen seen(hosts, transfer);
            transfer.file.resize(2 * c.mss);
            Simulator::Stop(Seconds(10));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(transfer.IsExact(), true, "the file");
            NS_TEST_ASSERT_MSG_EQ_TOL(seen.responses.at(0).GetSeconds() * 1000,
                                      c.milliseconds,
                                      0.001,
                                      "response time, ms");
        }
    }
};

/** @brief A file through a lossy network, in all modes. */
class BostonFileTest : public TestCase
{
  public:
    BostonFileTest()
        : TestCase("A file is delivered byte for byte at 20 % cell loss, in all modes")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<BostonCellIdMode> modes = {BOSTON_ID_OUT_OF_BAND,
                                                     BOSTON_ID_IN_PAYLOAD_2,
                                                     BOSTON_ID_IN_PAYLOAD_4};
        const std::vector<BostonSocket::HeaderMode> headers = {BostonSocket::CODED_PDU,
                                                               BostonSocket::REPLICATED,
                                                               BostonSocket::IDEAL};
        int64_t stream = 1;
        for (const auto mode : modes)
        {
            for (const auto header : headers)
            {
                for (const uint32_t interleave : {1, 0})
                {
                    for (const uint32_t mss : {1460, 9140})
                    {
                        Run(mode, header, interleave, mss, stream++);
                    }
                }
            }
        }
    }

    /**
     * @param mode of identification
     * @param header mode
     * @param interleave depth
     * @param mss octets
     * @param stream of losses
     */
    void Run(BostonCellIdMode mode,
             BostonSocket::HeaderMode header,
             uint32_t interleave,
             uint32_t mss,
             int64_t stream)
    {
        std::ostringstream name;
        name << "mode " << mode << ", header " << header << ", interleave " << interleave
             << ", MSS " << mss;
        BostonHosts hosts("10Mbps", MilliSeconds(2));
        hosts.Install(interleave);
        auto from = hosts.Make(0);
        auto to = hosts.Make(1);
        from->SetAttribute("MinRto", TimeValue(MilliSeconds(200)));
        for (const auto& socket : {from, to})
        {
            socket->SetAttribute("SegmentSize", UintegerValue(mss));
            socket->SetAttribute("CellIdMode", EnumValue(mode));
            socket->SetAttribute("HeaderMode", EnumValue(header));
            // ids of 2 octets leave 64 spare cells to a segment of 191: many transmissions of a
            // last missing cell repeat cells that have arrived, and the timer must not give up on
            // them
            socket->SetAttribute("DataRetries", UintegerValue(10000));
        }
        from->SetAttribute("RedundancyPolicy",
                           EnumValue(stream % 2 && AnalysisNumeric::HasGsl()
                                         ? BostonSocket::ADAPTIVE
                                         : BostonSocket::NONE));
        FileTransfer transfer(hosts, from, to, 300000);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream);
        uint64_t cells = 0;
        uint64_t lost = 0;
        hosts.ports[0]->filter = [&](CellBurst& burst) {
            const bool lose = Coded(burst) && random->GetValue() < 0.2;
            cells += Coded(burst) ? 1 : 0;
            lost += lose ? 1 : 0;
            return lose ? 0 : 1;
        };
        transfer.WatchReceiver(hosts.Aal(1));
        Simulator::Stop(Seconds(600000));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(transfer.IsExact(),
                              true,
                              name.str() << ": " << transfer.received.size() << " octets");
        NS_TEST_ASSERT_MSG_GT(lost, cells / 6, name.str() << ": cells lost");
        NS_TEST_ASSERT_MSG_EQ((transfer.cells != nullptr), true, name.str());
        // conservation: every cell that was not lost is accounted for
        const auto& c = transfer.cells->GetCounters();
        NS_TEST_ASSERT_MSG_EQ(c.used + c.duplicates + c.late + c.malformed,
                              c.cells,
                              name.str() << ": fates");
        // some may come after the connection has ended
        NS_TEST_ASSERT_MSG_EQ(c.cells + c.headers + hosts.Aal(1)->GetCounters().unknownCells,
                              cells - lost,
                              name.str() << ": cells");
        NS_TEST_ASSERT_MSG_EQ(c.malformed + c.decodeFails, 0, name.str());
    }
};

HsnTestRegistration g_bostonTests(
    "boston",
    {new BostonExactLossTest, new BostonByTcpTest, new BostonUnloadedTest, new BostonFileTest});
} // namespace
} // namespace hsn
} // namespace ns3
