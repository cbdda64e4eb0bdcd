// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "boston-test-support.h"

#include "ns3/boston-ack-note.h"
#include "ns3/log.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Cells of 1,500 octets of IP in LLC/SNAP: ceil(1516 / 48).
constexpr uint32_t RECEIVER_CELLS = 32;

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
              context(Create<BostonContext>(BostonFlow(), BostonParameters::Read(fields), 0, false))
        {
            receiver->SetCallbacks(
                Sink<const BostonReport&, uint32_t, uint32_t>::Make(
                    [this](const BostonReport& report, uint32_t have, uint32_t needed) {
                        reports.push_back(report);
                        cells.emplace_back(have, needed);
                    }),
                MakeNullCallback<void, uint16_t>());
            Begin(number);
        }

        /** @param number of the sender's next segment */
        void Begin(uint16_t number)
        {
            segment = Create<BostonSegment>(context, number, 1);
            // with the trailer RECEIVER_CELLS cells
            segment->SetSdu(Create<Packet>(RECEIVER_CELLS * context->parameters.cellBytes - 8));
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
        static constexpr uint8_t PLAIN[] = {0, RECEIVER_CELLS, 48, 0, 255, 8, 0, 0};
        /// The same with c = 46: the first octets of a cell are the segment's and the cell's
        /// number.
        static constexpr uint8_t NUMBERED[] = {0, RECEIVER_CELLS, 46, 0, 255, 8, 0, 0};

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
        Wrap();
    }

    /** @brief Numbers have 16 bits: the 65,536th segment after one has its number. */
    void Wrap()
    {
        Ends ends;
        for (const uint32_t number : {7, 7 + 20000, 7 + 40000, 7 + 60000, 7 + 65536})
        {
            ends.Begin(static_cast<uint16_t>(number));
            const auto complete = ends.Transmit(0, RECEIVER_CELLS, RECEIVER_CELLS);
            NS_TEST_EXPECT_MSG_EQ((complete.sdu != nullptr), true, "segment " << number);
        }
        NS_TEST_EXPECT_MSG_EQ(ends.receiver->GetCounters().late, 0, "all are new");
    }

    /** @brief The acknowledgement of a complete segment was lost, so that it is sent again. */
    void Repeat()
    {
        Ends ends;
        const auto complete = ends.Transmit(0, RECEIVER_CELLS, RECEIVER_CELLS);
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
            NS_TEST_EXPECT_MSG_EQ(ends.reports[0].pending, RECEIVER_CELLS - c.arrived, "missing");
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

HsnTestRegistration g_bostonReceiverTests("boston",
                                          {new BostonAckNoteTest, new BostonReceiverTest});
} // namespace
} // namespace hsn
} // namespace ns3
