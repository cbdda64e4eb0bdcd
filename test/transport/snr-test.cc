// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SNR over the black box: times that follow from its rules, by hand.
 */
#include "../hsn-test.h"

#include "ns3/error-model.h"
#include "ns3/simulator.h"
#include "ns3/snr-black-box.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The logic. */
class SnrLogicTest : public TestCase
{
  public:
    SnrLogicTest()
        : TestCase("SNR: countdown by reports, whole blocks, union of transmissions")
    {
    }

  private:
    /** @param sender of SNR @param n packets to take @return "block.packet" and "!" at the end */
    static std::string Take(SnrSender& sender, int n)
    {
        std::string text;
        for (; n > 0 && (sender.HasPacket() || sender.HasWindow()); --n)
        {
            if (!sender.HasPacket())
            {
                sender.AddBlock(2);
            }
            const auto p = sender.Take();
            sender.NotifyLeft(p);
            text += std::to_string(p.block) + "." + std::to_string(p.packet) +
                    (p.attempt ? "r" : "") + (p.IsLast() ? "! " : " ");
        }
        return text;
    }

    void DoRun() override
    {
        SnrSender sender(2, 3, 2);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "0.0 0.1! 1.0 1.1! 2.0 2.1! ", "window");
        SnrReport report;
        report.number = 1;
        report.limit = 3;
        report.received = {false, true, false};
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(report), SNR_REPORT_TAKEN, "first");
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "", "one report: nothing has counted down");
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(report), SNR_REPORT_OLD, "the same again");
        NS_TEST_EXPECT_MSG_EQ(sender.GetReason(), "report 1: must be above 1", "value and limit");
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "", "still one report");
        report.number = 2;
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(report), SNR_REPORT_TAKEN, "second");
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 3), "0.0r 0.1r! 2.0r ", "two: blocks 0 and 2 again");
        report.number = 3;
        report.lowest = 6;
        report.limit = 9;
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(report), SNR_REPORT_BAD, "more than was sent");
        NS_TEST_EXPECT_MSG_EQ(sender.GetReason(), "lowest block 6: must be at most 3", "why");
        report.lowest = 2;
        report.limit = 6;
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(report), SNR_REPORT_BAD, "more than the window");
        NS_TEST_EXPECT_MSG_EQ(sender.GetReason(), "window limit 6: must be at most 5", "why");
        report.limit = 5;
        report.received = {false};
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(report), SNR_REPORT_TAKEN, "third");
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "2.1r! 3.0 3.1! 4.0 4.1! ", "and new blocks");
        NS_TEST_EXPECT_MSG_EQ(sender.GetRepeated(), 2, "blocks");

        // a report that is lost does not count: block 2 left again before the third one
        report.number = 5;
        sender.Receive(report);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "", "the first one after that; one was lost");
        report.number = 6;
        sender.Receive(report);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9),
                              "2.0r 2.1r! 3.0r 3.1r! 4.0r 4.1r! ",
                              "the second one");
        Receive();
    }

    /** @brief The receiver. */
    void Receive()
    {
        for (const bool keep : {true, false})
        {
            SnrReceiver receiver(2, keep, 3);
            const auto last = keep ? SNR_ARRIVAL_COMPLETED : SNR_ARRIVAL_STORED;
            const auto arrive = [&](uint64_t block, uint32_t packet, uint32_t attempt) {
                SnrPacket p;
                p.block = block;
                p.packet = packet;
                p.packets = 2;
                p.attempt = attempt;
                return receiver.Receive(p);
            };
            NS_TEST_EXPECT_MSG_EQ(arrive(0, 0, 0), SNR_ARRIVAL_STORED, "half of block 0");
            NS_TEST_EXPECT_MSG_EQ(arrive(1, 1, 0), SNR_ARRIVAL_STORED, "half of block 1");
            NS_TEST_EXPECT_MSG_EQ(arrive(0, 1, 1), last, "union");
            NS_TEST_EXPECT_MSG_EQ(arrive(1, 0, 1), last, "union");
            NS_TEST_EXPECT_MSG_EQ(receiver.GetReport(1).lowest, (keep ? 2 : 0), "state");
            NS_TEST_EXPECT_MSG_EQ(receiver.GetReport(1).limit, (keep ? 5 : 3), "window");
            NS_TEST_EXPECT_MSG_EQ(arrive(1, 1, 1),
                                  (keep ? SNR_ARRIVAL_DUPLICATE : SNR_ARRIVAL_COMPLETED),
                                  "one transmission");
            NS_TEST_EXPECT_MSG_EQ(receiver.GetDuplicates(), (keep ? 1 : 0), "duplicates");
            NS_TEST_EXPECT_MSG_EQ(arrive(0, 0, 0),
                                  SNR_ARRIVAL_DUPLICATE,
                                  "the first transmission, late");
        }
        SnrReceiver receiver(2, true, 3);
        const auto reason = [&](uint64_t block, uint32_t packet, uint32_t packets) {
            SnrPacket p;
            p.block = block;
            p.packet = packet;
            p.packets = packets;
            receiver.Receive(p);
            return receiver.GetReason();
        };
        NS_TEST_EXPECT_MSG_EQ(reason(0, 0, 3), "block of 3 packets: must have 1 to 2", "size");
        NS_TEST_EXPECT_MSG_EQ(reason(0, 0, 0), "block of 0 packets: must have 1 to 2", "size");
        NS_TEST_EXPECT_MSG_EQ(reason(0, 2, 2), "packet number 2: must be below 2", "number");
        NS_TEST_EXPECT_MSG_EQ(reason(3, 0, 2), "block 3: must be below 3", "window");
        NS_TEST_EXPECT_MSG_EQ(reason(1, 0, 2), "", "good");
        NS_TEST_EXPECT_MSG_EQ(reason(1, 0, 1), "block of 1 packets: must have 2", "size changes");
        NS_TEST_EXPECT_MSG_EQ(receiver.SetEnd(1), false, "a block behind the end has come");
        NS_TEST_EXPECT_MSG_EQ(receiver.GetReason(),
                              "end of stream at block 1: must be at least 2",
                              "value and limit");
        NS_TEST_EXPECT_MSG_EQ(receiver.SetEnd(2), true, "end");
        NS_TEST_EXPECT_MSG_EQ(receiver.SetEnd(3), false, "another end");
        NS_TEST_EXPECT_MSG_EQ(reason(2, 0, 2), "block 2: must be below 2", "behind the end");
        NS_TEST_EXPECT_MSG_EQ(receiver.IsComplete(), false, "blocks are missing");
        NS_TEST_EXPECT_MSG_EQ(reason(0, 0, 1) + reason(1, 1, 2), "", "the rest");
        NS_TEST_EXPECT_MSG_EQ(receiver.IsComplete(), true, "everything is there");
        receiver.Hold(2);
        NS_TEST_EXPECT_MSG_EQ(receiver.GetLimit(), 3, "the application has read nothing");
    }
};

/** @brief Times. */
class SnrBlackBoxTest : public TestCase
{
  public:
    SnrBlackBoxTest()
        : TestCase("SNR over the black box: delays, efficiency, repeated blocks")
    {
    }

  private:
    /** @param settings of the run @param lost packets @param segments how many @return them */
    std::vector<SnrBlackBox::Outcome> Go(const SnrBlackBox::Settings& settings,
                                         const std::list<uint32_t>& lost,
                                         std::size_t segments)
    {
        std::vector<SnrBlackBox::Outcome> outcomes;
        const auto losses = CreateObject<ReceiveListErrorModel>();
        losses->SetList(lost);
        SnrBlackBox* running = nullptr;
        SnrBlackBox box(settings, losses, [&](const SnrBlackBox::Outcome& outcome) {
            outcomes.push_back(outcome);
            if (outcomes.size() == segments)
            {
                running->Stop();
                Simulator::Stop();
            }
        });
        running = &box;
        box.Start();
        Simulator::Run();
        Simulator::Destroy();
        return outcomes;
    }

    void DoRun() override
    {
        SnrBlackBox::Settings settings;
        const double packet = 0.016384e-3;
        const double clean = 256 * packet + 0.03;
        for (const uint32_t block : {256U, 8U})
        {
            settings.blockSize = block;
            settings.window = 40;
            auto outcomes = Go(settings, {}, 200);
            NS_TEST_EXPECT_MSG_EQ_TOL((outcomes[150].accepted - outcomes[150].start).GetSeconds(),
                                      clean,
                                      1e-9,
                                      "delay of a segment, block " << block);
            NS_TEST_EXPECT_MSG_EQ_TOL((outcomes[199].accepted - outcomes[99].accepted).GetSeconds(),
                                      100 * 256 * packet,
                                      1e-9,
                                      "full efficiency");
            // Packet 7 is lost. Its block has left after 8 or 256 packets, before the first report
            // at 5 ms; it is sent again with the 13th one
            settings.window = 1;
            outcomes = Go(settings, {7}, 1);
            const double again = 0.065 + 8 * packet + 0.03;
            NS_TEST_EXPECT_MSG_EQ_TOL((outcomes[0].accepted - outcomes[0].start).GetSeconds(),
                                      again,
                                      1e-9,
                                      "one block again, up to packet 7");
        }
        // An RTD of 14 intervals counts down from 15, although 0.070 / 0.005 is above 14 in
        // floating point; the first report to come after the block has left is that of 5 ms.
        settings.rtd = MilliSeconds(70);
        const auto exact = Go(settings, {7}, 1);
        NS_TEST_EXPECT_MSG_EQ_TOL((exact[0].accepted - exact[0].start).GetSeconds(),
                                  0.075 + 8 * packet + 0.035,
                                  1e-9,
                                  "RTD of 14 intervals");
        settings.rtd = MilliSeconds(60);
        // the same block among others: those that follow do not wait for it
        settings.window = 40;
        const auto outcomes = Go(settings, {7}, 30);
        for (uint32_t i = 0; i < 10; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(outcomes[i].number, i + 1, "in the order of their ends");
            NS_TEST_EXPECT_MSG_EQ_TOL((outcomes[i].accepted - outcomes[i].start).GetSeconds(),
                                      clean,
                                      1e-9,
                                      "segment " << i + 1);
        }
        const auto late = std::find_if(outcomes.begin(), outcomes.end(), [](const auto& one) {
            return one.number == 0;
        });
        NS_TEST_ASSERT_MSG_EQ((late != outcomes.end()), true, "repaired");
        NS_TEST_EXPECT_MSG_EQ_TOL((late->accepted - late->start).GetSeconds(),
                                  0.065 + 8 * packet + 0.03,
                                  2 * packet,
                                  "its block again, behind a packet on its way");
        const auto text = HsnAbortText([] {
            SnrBlackBox::Settings wrong;
            wrong.reportInterval = MilliSeconds(61);
            SnrBlackBox(wrong, nullptr, [](const SnrBlackBox::Outcome&) {});
        });
        NS_TEST_EXPECT_MSG_EQ((text.find("report interval +61ms: must be above 0 and at most the "
                                         "RTD of +60ms") != std::string::npos),
                              true,
                              text);
    }
};

static HsnTestRegistration g_snrTests("snr", {new SnrLogicTest, new SnrBlackBoxTest});
} // namespace
} // namespace hsn
} // namespace ns3
