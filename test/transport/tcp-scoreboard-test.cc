// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/tcp-scoreboard.h"

#include <algorithm>
#include <random>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief The scoreboard of RFC 6675, section 4, as literally as possible: an array of bytes, and
 * loops.
 */
struct NaiveScoreboard
{
    /** @brief What is known of a byte. */
    struct Byte
    {
        bool sacked{false};        //!< reported
        bool lost{false};          //!< found lost
        bool retransmitted{false}; //!< sent again
    };

    /// Ranges that must lie above for a loss.
    static constexpr uint32_t DUP_THRESH = 3;

    std::vector<Byte> bytes;        //!< of the whole stream
    std::vector<StreamOffset> cuts; //!< where segments begin, and the end
    StreamOffset head{0};           //!< first byte not acknowledged
    uint32_t segmentSize{0};        //!< SMSS

    /** @param offset a byte @return IsLost of the RFC */
    bool IsLost(StreamOffset offset) const
    {
        uint32_t ranges = 0;
        uint32_t sacked = 0;
        for (StreamOffset b = offset + 1; b < static_cast<StreamOffset>(bytes.size()); ++b)
        {
            sacked += bytes[b].sacked;
            ranges += bytes[b].sacked && !bytes[b - 1].sacked;
        }
        return ranges >= DUP_THRESH || sacked > (DUP_THRESH - 1) * segmentSize;
    }

    /** @return SetPipe of the RFC */
    uint32_t GetPipe() const
    {
        uint32_t pipe = 0;
        for (std::size_t b = head; b < bytes.size(); ++b)
        {
            if (!bytes[b].sacked)
            {
                pipe += !bytes[b].lost;
                pipe += bytes[b].retransmitted;
            }
        }
        return pipe;
    }

    /** @brief Marks losses. A segment stays lost until it is reported. */
    void Update()
    {
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        {
            if (cuts[i] >= head && !IsWhole(i) && IsLost(cuts[i + 1] - 1))
            {
                for (StreamOffset b = cuts[i]; b < cuts[i + 1]; ++b)
                {
                    bytes[b].lost = true;
                }
            }
        }
    }

    /** @param i number of a segment @return whether all of it is reported */
    bool IsWhole(std::size_t i) const
    {
        return std::all_of(bytes.begin() + cuts[i], bytes.begin() + cuts[i + 1], [](const Byte& b) {
            return b.sacked;
        });
    }

    /** @return rule 1 of NextSeg: where the segment begins, -1 if none */
    StreamOffset GetNextLost() const
    {
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        {
            const auto& b = bytes[cuts[i]];
            if (cuts[i] >= head && b.lost && !b.retransmitted && !IsWhole(i))
            {
                return cuts[i];
            }
        }
        return -1;
    }
};

/** @brief TcpScoreboard against the loops. */
class ScoreboardTest : public TestCase
{
  public:
    ScoreboardTest()
        : TestCase("Agrees with the definitions of RFC 6675 in random recoveries")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(4);
        for (int round = 0; round < 300; ++round)
        {
            RunOnce(random);
        }
    }

    /** @brief Sends segments, reports whole ones, loses, retransmits. @param random numbers */
    void RunOnce(std::mt19937& random)
    {
        TcpScoreboard board;
        board.Reset(0);
        NaiveScoreboard naive;
        naive.segmentSize = 10;
        naive.cuts.push_back(0);
        const auto ignore = [](TcpSentSegment&) {};
        for (int step = 0; step < 60; ++step)
        {
            const auto segments = naive.cuts.size() - 1;
            const auto what = random() % 10;
            if (what < 4 || segments == 0)
            {
                const uint32_t size = random() % 5 ? 10 : 1 + random() % 9;
                board.Append(Create<Packet>(size), false);
                naive.bytes.resize(naive.bytes.size() + size);
                naive.cuts.push_back(naive.bytes.size());
            }
            else if (what < 8)
            {
                // the receiver has one more segment, behind the first one
                const auto i = random() % segments;
                if (naive.cuts[i] > naive.head)
                {
                    auto fresh = 0U;
                    for (StreamOffset b = naive.cuts[i]; b < naive.cuts[i + 1]; ++b)
                    {
                        fresh += !naive.bytes[b].sacked;
                        naive.bytes[b].sacked = true;
                    }
                    NS_TEST_ASSERT_MSG_EQ(board.Sack(naive.cuts[i], naive.cuts[i + 1], ignore),
                                          fresh,
                                          "new bytes");
                    board.MarkLost(NaiveScoreboard::DUP_THRESH, naive.segmentSize, false);
                    naive.Update();
                }
            }
            else if (what == 8)
            {
                auto* segment = board.GetNextLost();
                const StreamOffset expected = naive.GetNextLost();
                NS_TEST_ASSERT_MSG_EQ((segment ? segment->begin : -1), expected, "next lost");
                if (segment)
                {
                    for (StreamOffset b = segment->begin; b < segment->GetEnd(); ++b)
                    {
                        naive.bytes[b].retransmitted = true;
                    }
                    board.Retransmit(*segment);
                }
            }
            else
            {
                // everything up to the first gap that remains, or the first segment
                auto i = std::find(naive.cuts.begin(), naive.cuts.end(), naive.head) -
                         naive.cuts.begin();
                do
                {
                    ++i;
                } while (i + 1 < static_cast<int64_t>(naive.cuts.size()) && naive.IsWhole(i));
                if (i < static_cast<int64_t>(naive.cuts.size()))
                {
                    const auto result = board.Acknowledge(naive.cuts[i], ignore);
                    NS_TEST_ASSERT_MSG_EQ(result.bytes, naive.cuts[i] - naive.head, "bytes");
                    naive.head = naive.cuts[i];
                }
            }
            NS_TEST_ASSERT_MSG_EQ(board.GetInFlight(), naive.GetPipe(), "pipe, step " << step);
            NS_TEST_ASSERT_MSG_EQ(board.GetHead(), naive.head, "head");
        }
        // after a timeout all that is not reported is sent again, in order
        board.MarkAllLost();
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 0, "nothing in flight");
        for (std::size_t i = 0; i + 1 < naive.cuts.size(); ++i)
        {
            if (naive.cuts[i] >= naive.head && !naive.IsWhole(i))
            {
                auto* segment = board.GetNextLost();
                NS_TEST_ASSERT_MSG_EQ((segment != nullptr), true, "one more");
                NS_TEST_EXPECT_MSG_EQ(segment->begin, naive.cuts[i], "in order");
                board.Retransmit(*segment);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((board.GetNextLost() == nullptr), true, "no more");
    }
};

/** @brief Cases that random reports do not cover. */
class ScoreboardDetailsTest : public TestCase
{
  public:
    ScoreboardDetailsTest()
        : TestCase("Partial segments, FIN, nonsense, duplicates, reneging, rules 3 and 4")
    {
    }

  private:
    void DoRun() override
    {
        const auto ignore = [](TcpSentSegment&) {};
        TcpScoreboard board;
        board.Reset(1);
        for (int i = 0; i < 5; ++i)
        {
            board.Append(Create<Packet>(100), i == 4);
        }
        NS_TEST_EXPECT_MSG_EQ(board.GetEnd(), 502, "FIN counts");
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 501, "FIN counts");
        NS_TEST_EXPECT_MSG_EQ(board.Sack(300, 300, ignore), 0, "empty");
        NS_TEST_EXPECT_MSG_EQ(board.Sack(400, 300, ignore), 0, "backwards");
        NS_TEST_EXPECT_MSG_EQ(board.Sack(401, 503, ignore), 0, "beyond the end");
        NS_TEST_EXPECT_MSG_EQ(board.Sack(-50, 1, ignore), 0, "D-SACK");
        // half a segment: the report is kept, the segment is not received
        NS_TEST_EXPECT_MSG_EQ(board.Sack(201, 251, ignore), 50, "half");
        NS_TEST_EXPECT_MSG_EQ(board.GetSacked(), 0, "no whole segment");
        NS_TEST_EXPECT_MSG_EQ(board.Sack(251, 301, ignore), 50, "other half");
        NS_TEST_EXPECT_MSG_EQ(board.GetSacked(), 100, "whole");
        NS_TEST_EXPECT_MSG_EQ(board.Sack(201, 301, ignore), 0, "known");
        // the first half of the first segment is acknowledged
        const auto result = board.Acknowledge(51, ignore);
        NS_TEST_EXPECT_MSG_EQ(result.bytes, 50, "bytes");
        NS_TEST_EXPECT_MSG_EQ(result.segments, 0, "segments");
        NS_TEST_EXPECT_MSG_EQ(board.GetFirst()->size, 50, "rest");
        NS_TEST_EXPECT_MSG_EQ(board.GetFirst()->data->GetSize(), 50, "rest");
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 351, "pipe");
        // rules 3 and 4
        board.BeginRecovery();
        NS_TEST_EXPECT_MSG_EQ(board.GetNextUnreported()->begin, 51, "rule 3");
        board.Retransmit(*board.GetNextUnreported());
        NS_TEST_EXPECT_MSG_EQ(board.GetNextUnreported()->begin, 101, "rule 3");
        board.Retransmit(*board.GetNextUnreported());
        NS_TEST_EXPECT_MSG_EQ((board.GetNextUnreported() == nullptr), true, "above all reports");
        NS_TEST_EXPECT_MSG_EQ(board.GetLastUnreported()->begin, 401, "rule 4");
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 501, "150 of them twice");
        board.MarkHeadLost();
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 401, "the head neither once nor twice");
        board.ForgetReports();
        NS_TEST_EXPECT_MSG_EQ(board.GetInFlight(), 501, "reneged");
        // segments 0 and 2 lost; both sent again, before and after segment 6; the first is lost
        // again
        TcpScoreboard twice;
        twice.Reset(0);
        const auto send = [&twice] { twice.Append(Create<Packet>(100), false); };
        const auto report = [&twice, &ignore](int i) {
            twice.Sack(100 * i, 100 * i + 100, ignore);
            twice.MarkLost(3, 100, true);
        };
        for (int i = 0; i < 6; ++i)
        {
            send();
        }
        for (const int i : {1, 3, 4, 5})
        {
            report(i);
        }
        twice.Retransmit(*twice.GetNextLost()); // 0, and then 6
        send();
        NS_TEST_EXPECT_MSG_EQ(twice.GetNextLost()->begin, 200, "the other one");
        twice.Retransmit(*twice.GetNextLost()); // 2, and then 7, 8, 9
        for (int i = 7; i < 10; ++i)
        {
            send();
        }
        report(6);
        report(7);
        NS_TEST_EXPECT_MSG_EQ((twice.GetNextLost() == nullptr), true, "two reports are not enough");
        report(8);
        NS_TEST_EXPECT_MSG_EQ(twice.GetNextLost()->begin, 0, "6, 7, 8 were sent after it");
        twice.Retransmit(*twice.GetNextLost());
        NS_TEST_EXPECT_MSG_EQ((twice.GetNextLost() == nullptr), true, "only 7, 8 after the other");
        report(9);
        NS_TEST_EXPECT_MSG_EQ(twice.GetNextLost()->begin, 200, "7, 8, 9");
        // without SACK
        TcpScoreboard reno;
        reno.Reset(1);
        for (int i = 0; i < 5; ++i)
        {
            reno.Append(Create<Packet>(100), false);
        }
        for (int i = 0; i < 3; ++i)
        {
            reno.AddDuplicate(100);
        }
        NS_TEST_EXPECT_MSG_EQ(reno.GetInFlight(), 200, "three have left");
        reno.MarkHeadLost();
        NS_TEST_EXPECT_MSG_EQ(reno.GetInFlight(), 100, "and one is lost");
        reno.Retransmit(*reno.GetNextLost());
        NS_TEST_EXPECT_MSG_EQ(reno.GetInFlight(), 200, "sent again");
        reno.Acknowledge(401, ignore);
        NS_TEST_EXPECT_MSG_EQ(reno.GetInFlight(), 100, "what the duplicates told is acknowledged");
    }
};

HsnTestRegistration g_tcpScoreboardTests("tcp-scoreboard",
                                         {new ScoreboardTest, new ScoreboardDetailsTest});
} // namespace
} // namespace hsn
} // namespace ns3
