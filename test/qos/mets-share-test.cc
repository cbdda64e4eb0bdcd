// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Fair share of QoS-A against a second program, octets and merging of its messages.
 */
#include "../hsn-test.h"

#include "ns3/mets-fair-share.h"
#include "ns3/mets-header.h"
#include "ns3/packet.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// The paper's rule, written a second time, straight from its description: rates of a step are
/// compared with the share as fractions, and nothing is shared with the code.
std::vector<uint64_t>
ShareByDescription(uint64_t capacity, const std::vector<std::pair<uint64_t, uint64_t>>& flows)
{
    std::map<std::size_t, std::pair<uint64_t, uint64_t>> waiting;
    std::vector<uint64_t> result(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        if (flows[i].second != 0)
        {
            waiting[i] = flows[i];
        }
    }
    uint64_t left = capacity;
    while (!waiting.empty())
    {
        const double share = static_cast<double>(left) / static_cast<double>(waiting.size());
        std::vector<std::pair<std::size_t, uint64_t>> served;
        for (const auto& [i, flow] : waiting)
        {
            if (static_cast<double>(flow.second) <= share)
            {
                served.emplace_back(i, flow.second);
            }
        }
        if (served.empty())
        {
            for (const auto& [i, flow] : waiting)
            {
                if (flow.first > 0 && static_cast<double>(flow.first) <= share)
                {
                    served.emplace_back(i, flow.first);
                }
            }
        }
        if (served.empty())
        {
            std::size_t worst = waiting.begin()->first;
            for (const auto& [i, flow] : waiting)
            {
                worst = flow.first >= waiting[worst].first ? i : worst;
            }
            waiting.erase(worst);
        }
        for (const auto& [i, rate] : served)
        {
            result[i] = rate;
            left -= rate;
            waiting.erase(i);
        }
    }
    bool again = true;
    while (again)
    {
        again = false;
        for (std::size_t i = 0; i < flows.size(); ++i)
        {
            std::vector<uint64_t> levels{0, flows[i].first, flows[i].second};
            const auto next = std::upper_bound(levels.begin(), levels.end(), result[i]);
            if (next != levels.end() && *next - result[i] <= left)
            {
                left -= *next - result[i];
                result[i] = *next;
                again = true;
            }
        }
    }
    return result;
}

/// Shares of a link.
class FairShareTest : public TestCase
{
  public:
    FairShareTest()
        : TestCase("FairShareAllocator: examples, and 10,000 random instances by a second program")
    {
    }

  private:
    /// Shares with the demands {min, max}.
    static std::vector<uint64_t> Share(uint64_t pool,
                                       const std::vector<std::pair<uint64_t, uint64_t>>& flows)
    {
        std::vector<FairShareAllocator::Demand> demands;
        for (const auto& [min, max] : flows)
        {
            demands.push_back({min, max});
        }
        return FairShareAllocator::Share(pool, demands);
    }

    void DoRun() override
    {
        using Rates = std::vector<uint64_t>;
        const std::vector<std::pair<uint64_t, uint64_t>> three(3, {504, 1016});
        NS_TEST_EXPECT_MSG_EQ((Share(3000, three) == Rates{1016, 1016, 504}), true, "3000");
        NS_TEST_EXPECT_MSG_EQ((Share(3048, three) == Rates{1016, 1016, 1016}), true, "n max");
        NS_TEST_EXPECT_MSG_EQ((Share(0, three) == Rates{0, 0, 0}), true, "nothing to share");
        NS_TEST_EXPECT_MSG_EQ((Share(924, {{504, 1016}}) == Rates{504}), true, "E1");
        NS_TEST_EXPECT_MSG_EQ((Share(503, {{504, 1016}}) == Rates{0}), true, "none");
        NS_TEST_EXPECT_MSG_EQ((Share(1016, {{504, 1016}}) == Rates{1016}), true, "E2");
        NS_TEST_EXPECT_MSG_EQ((Share(5000, {{0, 0}, {0, 10}}) == Rates{0, 10}), true, "none asked");
        NS_TEST_EXPECT_MSG_EQ((Share(712, {{0, 872}, {0, 538}, {0, 967}}) == Rates{0, 538, 0}),
                              true,
                              "what got nothing is raised at the end");
        NS_TEST_EXPECT_MSG_EQ((Share(9, {}) == Rates{}), true, "no flows");
        std::mt19937_64 random(11);
        uint32_t maxMin = 0;
        for (uint32_t round = 0; round < 10000; ++round)
        {
            std::vector<std::pair<uint64_t, uint64_t>> flows(1 + random() % 8);
            uint64_t all = 0;
            for (auto& [min, max] : flows)
            {
                const uint64_t kind = random() % 4; // {0, 0}, {0, E1}, twice {E1, E2}
                const uint64_t one = 1 + random() % 1000;
                min = kind < 2 ? 0 : one;
                max = kind == 0 ? 0 : kind == 1 ? one : one + random() % 1000;
                all += max;
            }
            const uint64_t pool = random() % (all + all / 4 + 2);
            const auto granted = Share(pool, flows);
            NS_TEST_ASSERT_MSG_EQ((granted == ShareByDescription(pool, flows)),
                                  true,
                                  "instance " << round);
            uint64_t used = 0;
            for (const uint64_t rate : granted)
            {
                used += rate;
            }
            NS_TEST_ASSERT_MSG_EQ((used <= pool), true, "feasible: instance " << round);
            for (std::size_t i = 0; i < flows.size(); ++i)
            {
                const auto& [min, max] = flows[i];
                NS_TEST_ASSERT_MSG_EQ((granted[i] == 0 || granted[i] == min || granted[i] == max),
                                      true,
                                      "a level: instance " << round);
                for (const uint64_t level : {min, max})
                {
                    NS_TEST_ASSERT_MSG_EQ((level <= granted[i] || level - granted[i] > pool - used),
                                          true,
                                          "maximal: instance " << round);
                }
            }
            maxMin += IsMaxMin(granted, flows, pool) ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_GT(maxMin, 7500, "most, but not all, are max-min fair by levels");
        NS_TEST_EXPECT_MSG_LT(maxMin, 9900, "and some are not");
        NS_TEST_EXPECT_MSG_EQ(FairShareAllocator::GetPool(2100, {336, 1670}), 94, "what is left");
        const auto small = HsnAbortText([] { FairShareAllocator::GetPool(2000, {336, 1670}); });
        NS_TEST_EXPECT_MSG_NE(small.find("capacity 2000"), std::string::npos, small);
        const auto order = HsnAbortText([] { Share(10, {{5, 4}}); });
        NS_TEST_EXPECT_MSG_NE(order.find("at least 5 and at most 4"), std::string::npos, order);
    }

    /// Whether no other feasible grants are lexicographically greater when sorted upwards; all are
    /// tried.
    static bool IsMaxMin(const std::vector<uint64_t>& granted,
                         const std::vector<std::pair<uint64_t, uint64_t>>& flows,
                         uint64_t pool)
    {
        auto mine = granted;
        std::sort(mine.begin(), mine.end());
        std::vector<uint64_t> rates(flows.size());
        std::function<bool(std::size_t, uint64_t)> better = [&](std::size_t i, uint64_t left) {
            if (i == flows.size())
            {
                auto sorted = rates;
                std::sort(sorted.begin(), sorted.end());
                return sorted > mine;
            }
            for (const uint64_t rate : {uint64_t{0}, flows[i].first, flows[i].second})
            {
                rates[i] = rate;
                if (rate <= left && better(i + 1, left - rate))
                {
                    return true;
                }
            }
            return false;
        };
        return !better(0, pool);
    }
};

/// Octets of headers.
class MetsHeaderTest : public TestCase
{
  public:
    MetsHeaderTest()
        : TestCase("METS: octets of headers, malformed ones, merging of requests")
    {
    }

  private:
    /// @param packet its octets
    static std::vector<uint8_t> Octets(Ptr<const Packet> packet)
    {
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        return bytes;
    }

    void DoRun() override
    {
        MetsHeader header;
        header.SetType(METS_E2, true, true);
        header.SetFlow(0x0102);
        header.SetSequence(0x03040506);
        header.SetTimestamp(0x090a0b0c0d0e);
        auto packet = Create<Packet>();
        packet->AddHeader(header);
        const std::vector<uint8_t> octets{0xc0, 3, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 11, 12, 13, 14};
        NS_TEST_EXPECT_MSG_EQ((Octets(packet) == octets), true, "type flow number time");
        MetsHeader read;
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), 16, "read");
        NS_TEST_EXPECT_MSG_EQ(read.GetLayer(), METS_E2, "layer without marks");
        NS_TEST_EXPECT_MSG_EQ((read.IsGopStart() && read.IsLastPiece()), true, "marks");
        NS_TEST_EXPECT_MSG_EQ(read.GetTimestamp(), 0x090a0b0c0d0e, "time");
        for (const uint8_t code : {0, 4, 255})
        {
            auto bad = octets;
            bad[1] = code;
            const auto wrong = Create<Packet>(bad.data(), bad.size());
            NS_TEST_EXPECT_MSG_EQ(wrong->PeekHeader(read), 0, "no layer: " << +code);
        }
        auto late = octets; // 10^14 us are 0x5af3107a4000
        const uint8_t last[] = {0, 0, 0x5a, 0xf3, 0x10, 0x7a, 0x40, 0};
        std::copy(std::begin(last), std::end(last), late.begin() + 8);
        NS_TEST_EXPECT_MSG_EQ(Create<Packet>(late.data(), 16)->PeekHeader(read), 16, "three years");
        ++late[15];
        NS_TEST_EXPECT_MSG_EQ(Create<Packet>(late.data(), 16)->PeekHeader(read), 0, "a us more");
        const auto cut = Create<Packet>(octets.data(), 15);
        NS_TEST_EXPECT_MSG_EQ(cut->PeekHeader(read), 0, "too short");

        packet = Create<Packet>();
        packet->AddHeader(QosMessageHeader::MakeRes(0x0102, 0x03040506, QosLevelPair::Of(2)));
        NS_TEST_EXPECT_MSG_EQ(
            (Octets(packet) == std::vector<uint8_t>{0, 16, 1, 2, 3, 4, 5, 6, 1, 2}),
            true,
            "RES");
        packet = Create<Packet>();
        packet->AddHeader(QosMessageHeader::MakeAdapt(0x0102, 0x03040506, 1));
        NS_TEST_EXPECT_MSG_EQ((Octets(packet) == std::vector<uint8_t>{0, 17, 1, 2, 3, 4, 5, 6, 1}),
                              true,
                              "ADAPT");
        QosMessageHeader message;
        const std::vector<std::vector<uint8_t>> malformed{
            {0, 16, 1, 2, 3, 4, 5, 6, 1},    // short
            {0, 16, 1, 2, 3, 4, 5, 6, 2, 1}, // min > max
            {0, 16, 1, 2, 3, 4, 5, 6, 0, 2}, // no pair
            {0, 16, 1, 2, 3, 4, 5, 6, 2, 3}, // level 3
            {0, 17, 1, 2, 3, 4, 5, 6, 3},
            {0, 18, 1, 2, 3, 4, 5, 6, 0, 0},
            {0, 17}};
        for (const auto& bytes : malformed)
        {
            const auto wrong = Create<Packet>(bytes.data(), bytes.size());
            NS_TEST_EXPECT_MSG_EQ(wrong->PeekHeader(message), 0, "malformed, " << +bytes[1]);
        }
        // all pairs of inputs: the component-wise maximum, which is commutative and idempotent
        for (uint32_t a = 0; a <= 2; ++a)
        {
            for (uint32_t b = 0; b <= 2; ++b)
            {
                const auto merged = QosLevelPair::Of(a).Merge(QosLevelPair::Of(b));
                NS_TEST_EXPECT_MSG_EQ((merged == QosLevelPair::Of(std::max(a, b))),
                                      true,
                                      a << " and " << b);
            }
        }
        const auto layer = HsnAbortText([] { MetsHeader().SetType(METS_NONE, false, false); });
        NS_TEST_EXPECT_MSG_NE(layer.find("layer 0"), std::string::npos, layer);
        const auto pair = HsnAbortText([] {
            QosLevelPair wrong;
            wrong.min = 2;
            wrong.max = 1;
            QosMessageHeader::MakeRes(1, 1, wrong);
        });
        NS_TEST_EXPECT_MSG_NE(pair.find("levels 2 and 1"), std::string::npos, pair);
    }
};

HsnTestRegistration g_metsShareTests("mets-share", {new FairShareTest, new MetsHeaderTest});
} // namespace
