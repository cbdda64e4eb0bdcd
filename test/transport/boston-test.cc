// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TCP Boston end to end, cell by cell: what is sent, reported and sent again.
 */
#include "../hsn-test.h"
#include "boston-test-support.h"

#include "ns3/analysis-numeric.h"
#include "ns3/boston-ack-note.h"
#include "ns3/hsn-internet-helper.h"
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

/** @brief Sets the redundancy of a socket. @param socket it @param gamma of first transmissions
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
            Sink<Ptr<const Packet>, const TcpHeader&, Ptr<const Socket>>::Make(
                [&](Ptr<const Packet>, const TcpHeader&, Ptr<const Socket>) {
                    found.duplicates += reported;
                }));
        from->TraceConnectWithoutContext(
            "Retransmission",
            Sink<Ptr<const Packet>,
                 const TcpHeader&,
                 const Address&,
                 const Address&,
                 Ptr<const Socket>>::Make([&](Ptr<const Packet>,
                                              const TcpHeader&,
                                              const Address&,
                                              const Address&,
                                              Ptr<const Socket>) { reported = false; }));
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

/** @brief What reports mean to TCP's loss recovery, without a network. */
class BostonAckNoteTest : public TestCase
{
  public:
    BostonAckNoteTest()
        : TestCase("Reports as duplicates and as evidence of a loss")
    {
    }

  private:
    void DoRun() override
    {
        auto sender =
            Create<BostonSender>(Create<BostonContext>(BostonFlow(), BostonParameters(), 0, false));
        auto first = sender->Append(1);
        auto second = sender->Append(1461);
        first->lastSent = Seconds(1);
        second->lastSent = Seconds(2);
        BostonReport report;
        report.segment = second->id;
        const BostonAckNote note(sender, report, false);
        NS_TEST_EXPECT_MSG_EQ(note.CountsAsDuplicate(), true, "complete segment");
        NS_TEST_EXPECT_MSG_EQ(note.IndicatesLoss(1), true, "sent after the first segment");
        first->lastSent = Seconds(3); // retransmitted
        NS_TEST_EXPECT_MSG_EQ(note.IndicatesLoss(1), false, "sent before its retransmission");
        NS_TEST_EXPECT_MSG_EQ(note.IndicatesLoss(2921), true, "first segment not dispersed");
        report.segment = second->id + 1;
        NS_TEST_EXPECT_MSG_EQ(note.IndicatesLoss(1), true, "unknown segment");
        report.pending = 3;
        NS_TEST_EXPECT_MSG_EQ(note.CountsAsDuplicate(), false, "partial segment");
        NS_TEST_EXPECT_MSG_EQ(BostonAckNote(sender, report, true).CountsAsDuplicate(),
                              true,
                              "PartialAckCountsAsDup");
    }
};

/** @brief A receiver that is given single cells, without a network. */
class BostonReceiverTest : public TestCase
{
  public:
    BostonReceiverTest()
        : TestCase("Reports of the receiver: repeats of complete segments, octet of the rate, "
                   "damaged numbers")
    {
    }

  private:
    /** @brief A receiver, what it reports, and a sender's segment. */
    struct Ends
    {
        /** @param fields parameters of the sender @param number of the segment */
        explicit Ends(const uint8_t* fields = PLAIN, uint16_t number = 7)
            : receiver(
                  Create<BostonReceiver>(BostonParameters::Read(fields), Seconds(1), false, 8)),
              context(
                  Create<BostonContext>(BostonFlow(), BostonParameters::Read(fields), 0, false)),
              segment(Create<BostonSegment>(context, number, 1))
        {
            receiver->SetCallbacks(
                Sink<const BostonReport&, uint32_t, uint32_t>::Make(
                    [this](const BostonReport& report, uint32_t have, uint32_t needed) {
                        reports.push_back(report);
                        cells.emplace_back(have, needed);
                    }),
                MakeNullCallback<void, uint16_t>());
            segment->SetSdu(Create<Packet>(CELLS * fields[2] - 8)); // with the trailer CELLS cells
        }

        ~Ends()
        {
            receiver->Stop();
            Simulator::Destroy();
        }

        /** @param transmission its number @param sent coded cells @param arrive the last ones
         * of them, which arrive @return whether they complete the segment, and its report */
        BostonReceiver::Complete Transmit(uint8_t transmission, uint32_t sent, uint32_t arrive)
        {
            auto pdu =
                Create<BostonPdu>(segment, segment->TakeIndices(sent), sent, transmission, false);
            BostonReceiver::Complete complete{};
            for (uint32_t i = sent - arrive; i < sent; ++i)
            {
                CellBurst cell;
                cell.pdu = pdu;
                cell.first = i;
                auto result = receiver->Receive(*pdu, cell, 0, Seconds(0));
                if (result.sdu)
                {
                    complete = result;
                }
            }
            return complete;
        }

        /// m = 32, c = 48, N = 255, GF(2^8), no redundancy.
        static constexpr uint8_t PLAIN[] = {0, CELLS, 48, 0, 255, 8, 0, 0};
        /// The same with c = 46: the first octets of a cell are the segment's and the cell's
        /// number.
        static constexpr uint8_t NUMBERED[] = {0, CELLS, 46, 0, 255, 8, 0, 0};

        Ptr<BostonReceiver> receiver;                     //!< under test
        Ptr<BostonContext> context;                       //!< of the sender
        Ptr<BostonSegment> segment;                       //!< number 7
        std::vector<BostonReport> reports;                //!< from the receiver
        std::vector<std::pair<uint32_t, uint32_t>> cells; //!< with each of them: have, needed
    };

    void DoRun() override
    {
        Repeat();
        Rate();
        Number();
    }

    /** @brief The acknowledgement of a complete segment was lost, so that it is sent again. */
    void Repeat()
    {
        Ends ends;
        const auto complete = ends.Transmit(0, CELLS, CELLS);
        NS_TEST_ASSERT_MSG_EQ((complete.sdu != nullptr), true, "complete");
        NS_TEST_ASSERT_MSG_EQ(ends.reports.size(), 0, "its report goes with the acknowledgement");
        // the first transmission's cells again: nothing new to be said
        NS_TEST_ASSERT_MSG_EQ((ends.Transmit(0, 2, 2).sdu == nullptr), true, "not delivered again");
        NS_TEST_ASSERT_MSG_EQ(ends.reports.size(), 0, "of the same transmission");
        for (const uint8_t transmission : {1, 2, 5})
        {
            ends.reports.clear();
            ends.cells.clear();
            NS_TEST_ASSERT_MSG_EQ((ends.Transmit(transmission, 4, 3).sdu == nullptr),
                                  true,
                                  "not delivered again");
            NS_TEST_ASSERT_MSG_EQ(ends.reports.size(), 1, "one report for a transmission");
            const auto& report = ends.reports[0];
            NS_TEST_EXPECT_MSG_EQ(report.segment, 7, "segment");
            NS_TEST_EXPECT_MSG_EQ(report.pending, 0, "nothing is missing");
            NS_TEST_EXPECT_MSG_EQ(+report.transmission, +transmission, "transmission");
            NS_TEST_EXPECT_MSG_EQ(ends.cells[0].second, 0, "0 stands for a complete segment");
        }
        ends.reports.clear();
        ends.Transmit(3, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(ends.reports.size(), 0, "an older transmission");
        NS_TEST_EXPECT_MSG_EQ(ends.receiver->GetCounters().late, 2 + 3 * 3 + 1, "late cells");
    }

    /** @brief 255 * arrived / sent, rounded to the nearest whole number, by hand. */
    void Rate()
    {
        struct Case
        {
            uint32_t sent;    //!< coded cells of the transmission
            uint32_t arrived; //!< of them
            uint8_t octet;    //!< of the report
        };

        // the fractions are: 7.97, 39.84, 127.5, 207.19, 247.03; 7.73, 123.64, 247.27
        for (const auto& c : {Case{32, 1, 8},
                              Case{32, 5, 40},
                              Case{32, 16, 128},
                              Case{32, 26, 207},
                              Case{32, 31, 247},
                              Case{33, 1, 8},
                              Case{33, 16, 124},
                              Case{255, 31, 31}})
        {
            Ends ends;
            ends.Transmit(0, c.sent, c.arrived); // the last cell is there, and ends it
            NS_TEST_ASSERT_MSG_EQ(ends.reports.size(), 1, c.arrived << " of " << c.sent);
            NS_TEST_EXPECT_MSG_EQ(+ends.reports[0].successRate,
                                  +c.octet,
                                  c.arrived << " of " << c.sent);
            NS_TEST_EXPECT_MSG_EQ(ends.reports[0].pending, CELLS - c.arrived, "missing");
        }
        // a complete one: of the cells up to the one that completes it, since others may follow.
        // 32 of the last 32 of 40: 255 * 32 / 40 = 204; 32 of 32: 255; 32 of 33: 247.27
        for (const auto& c : {Case{40, 32, 204}, Case{32, 32, 255}, Case{33, 32, 247}})
        {
            Ends ends;
            const auto complete = ends.Transmit(0, c.sent, c.arrived);
            NS_TEST_ASSERT_MSG_EQ((complete.sdu != nullptr), true, "complete");
            NS_TEST_EXPECT_MSG_EQ(+complete.report.successRate, +c.octet, "of " << c.sent);
        }
        // the later transmission counts for itself: 2 of 3 cells are 170
        Ends ends;
        ends.Transmit(0, 32, 20);
        ends.Transmit(1, 3, 2);
        NS_TEST_ASSERT_MSG_EQ(ends.reports.size(), 2, "two transmissions");
        NS_TEST_EXPECT_MSG_EQ(+ends.reports[1].successRate, 170, "of the second one");
        NS_TEST_EXPECT_MSG_EQ(ends.reports[1].pending, 10, "of both");
    }

    /** @brief A cell whose number is damaged counts for the segment that is nearest to the one it
     * was sent for and has its 8 bits. */
    void Number()
    {
        struct Case
        {
            uint16_t sent;  //!< number of the segment
            uint8_t octet;  //!< of the cell, which is damaged
            uint16_t taken; //!< number at a distance of less than 128
        };

        for (const auto& c : {Case{0x00f0, 0x30, 0x0130},
                              Case{0x0130, 0xf0, 0x00f0},
                              Case{0x0130, 0x31, 0x0131},
                              Case{0xfff0, 0x30, 0x0030}})
        {
            Ends ends(Ends::NUMBERED, c.sent);
            auto pdu = Create<BostonPdu>(ends.segment, ends.segment->TakeIndices(4), 4, 0, false);
            CellBurst cell;
            cell.pdu = pdu;
            cell.first = 3;
            cell.damage = Create<CellDamage>();
            for (uint32_t bit = 0; bit < 8; ++bit)
            {
                if ((c.octet ^ c.sent) & (0x80 >> bit))
                {
                    cell.damage->flips.push_back({3, bit});
                }
            }
            ends.receiver->Receive(*pdu, cell, 0, Seconds(0)); // the last cell ends it
            NS_TEST_ASSERT_MSG_EQ(ends.reports.size(), 1, "segment " << c.sent);
            NS_TEST_EXPECT_MSG_EQ(ends.reports[0].segment, c.taken, "segment " << c.sent);
        }
    }
};

constexpr uint8_t BostonReceiverTest::Ends::PLAIN[];
constexpr uint8_t BostonReceiverTest::Ends::NUMBERED[];

static HsnTestRegistration g_bostonTests("boston",
                                         {new BostonAckNoteTest,
                                          new BostonReceiverTest,
                                          new BostonExactLossTest,
                                          new BostonByTcpTest,
                                          new BostonUnloadedTest,
                                          new BostonFileTest});
} // namespace
} // namespace hsn
} // namespace ns3
