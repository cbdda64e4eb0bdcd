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
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Loses the packets with chosen numbers, counted from 0. */
class Chosen : public ErrorModel
{
  public:
    /** @param lost numbers */
    explicit Chosen(std::set<uint64_t> lost)
        : m_lost(std::move(lost))
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet> /* packet */) override
    {
        return m_lost.count(m_number++) > 0;
    }

    void DoReset() override
    {
        m_number = 0;
    }

    std::set<uint64_t> m_lost; //!< numbers
    uint64_t m_number{0};      //!< of the next packet
};

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
        for (; n > 0 && sender.HasPacket(); --n)
        {
            const auto p = sender.Take();
            sender.NotifyLeft(p);
            text += std::to_string(p.block) + "." + std::to_string(p.packet) +
                    (p.attempt ? "r" : "") + (p.lastOfBlock ? "! " : " ");
        }
        return text;
    }

    void DoRun() override
    {
        SnrSender sender(2, 3, 2);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "0.0 0.1! 1.0 1.1! 2.0 2.1! ", "window");
        SnrReport report;
        report.received = {false, true, false};
        sender.Receive(report);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "", "one report: nothing has counted down");
        sender.Receive(report);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 3), "0.0r 0.1r! 2.0r ", "two: blocks 0 and 2 again");
        report.lowest = 2;
        report.received = {false};
        sender.Receive(report);
        NS_TEST_EXPECT_MSG_EQ(Take(sender, 9), "2.1r! 3.0 3.1! 4.0 4.1! ", "and new blocks");
        NS_TEST_EXPECT_MSG_EQ(sender.GetRepeated(), 2, "blocks");

        for (const bool keep : {true, false})
        {
            SnrReceiver receiver(2, keep);
            NS_TEST_EXPECT_MSG_EQ(receiver.Receive({0, 0, 0, false}), false, "half of block 0");
            NS_TEST_EXPECT_MSG_EQ(receiver.Receive({1, 1, 0, true}), false, "half of block 1");
            NS_TEST_EXPECT_MSG_EQ(receiver.Receive({0, 1, 1, true}), keep, "union");
            NS_TEST_EXPECT_MSG_EQ(receiver.Receive({1, 0, 1, false}), keep, "union");
            NS_TEST_EXPECT_MSG_EQ(receiver.GetReport().lowest, keep ? 2 : 0, "state");
            NS_TEST_EXPECT_MSG_EQ(receiver.Receive({1, 1, 1, true}), !keep, "one transmission");
            NS_TEST_EXPECT_MSG_EQ(receiver.GetDuplicates(), keep ? 1 : 0, "duplicates");
        }
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
                                         const std::set<uint64_t>& lost,
                                         std::size_t segments)
    {
        std::vector<SnrBlackBox::Outcome> outcomes;
        SnrBlackBox* running = nullptr;
        SnrBlackBox box(settings,
                        CreateObject<Chosen>(lost),
                        [&](const SnrBlackBox::Outcome& outcome) {
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
    }
};

static HsnTestRegistration g_snrTests("snr", {new SnrLogicTest, new SnrBlackBoxTest});
} // namespace
} // namespace hsn
} // namespace ns3
