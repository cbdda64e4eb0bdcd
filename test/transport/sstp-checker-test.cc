// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The tolerance checker of SSTP. Expected requests are worked out by hand from the procedure of
 * section 4.2 and the rule of section 3.3 (whole burst).
 */
#include "../hsn-test.h"

#include "ns3/sstp-pdu.h"
#include "ns3/sstp-tolerance-checker.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Numbers of packets. */
using Packets = std::vector<uint32_t>;

/** @param window W @param loss E @param burst B @return a tolerance */
SstpTolerance
Tolerance(uint32_t window, uint32_t loss, uint32_t burst)
{
    SstpTolerance tolerance;
    tolerance.window = window;
    tolerance.maxLoss = loss;
    tolerance.maxBurst = burst;
    return tolerance;
}

/** @param lost packets @param size of the segment @return the others */
SstpBitmap
Without(const Packets& lost, uint32_t size = 256)
{
    SstpBitmap present(size, true);
    for (const uint32_t i : lost)
    {
        present.Clear(i);
    }
    return present;
}

/** @param bitmap a bitmap @return the bits that are set */
Packets
Bits(const SstpBitmap& bitmap)
{
    Packets bits;
    for (uint32_t i = bitmap.FindSet(0); i < bitmap.GetSize(); i = bitmap.FindSet(i + 1))
    {
        bits.push_back(i);
    }
    return bits;
}

/** @param first, last packets @return these and those between */
Packets
Range(uint32_t first, uint32_t last)
{
    Packets packets;
    for (uint32_t i = first; i <= last; ++i)
    {
        packets.push_back(i);
    }
    return packets;
}

/** @brief Vectors. */
class SstpCheckerVectorTest : public TestCase
{
  public:
    SstpCheckerVectorTest()
        : TestCase("Requests for lists of losses, by hand")
    {
    }

  private:
    /** @param tolerance the tolerance @param lost packets @param request expected */
    void Expect(const SstpTolerance& tolerance, const Packets& lost, const Packets& request)
    {
        SstpBitmap forgiven(256);
        SstpBitmap asked(256);
        const SstpToleranceChecker checker(tolerance, 256);
        const bool accepted = checker.Check(Without(lost), forgiven, asked);
        NS_TEST_EXPECT_MSG_EQ(accepted, request.empty(), "accepted");
        NS_TEST_EXPECT_MSG_EQ((Bits(asked) == request),
                              true,
                              "E " << tolerance.maxLoss << " B " << tolerance.maxBurst
                                   << " first loss " << (lost.empty() ? 0 : lost[0]));
    }

    void DoRun() override
    {
        const auto one = Tolerance(256, 1, 1);
        Expect(one, {}, {});
        Expect(one, {10}, {});
        Expect(one, {10, 50}, {50});
        Expect(one, {10, 11}, {11});
        const auto five = Tolerance(256, 5, 1);
        Expect(five, {1, 3, 5, 7, 9}, {});
        Expect(five, {1, 3, 5, 7, 9, 11}, {11});
        Expect(five, {20, 21, 22}, {21, 22});
        const auto ten = Tolerance(256, 10, 10);
        Expect(ten, Range(100, 111), {110, 111});
        Expect(ten, Range(0, 9), {});
        Expect(Tolerance(256, 0, 5), {3, 200}, {3, 200});
        Expect(Tolerance(256, 5, 0), {3, 200}, {3, 200});
        Expect(Tolerance(256, 256, 256), Range(0, 255), {});
        Expect(Tolerance(0, 256, 256), Range(0, 255), {});
        auto whole = one;
        whole.burstRequest = SSTP_WHOLE_BURST;
        Expect(whole, {10, 11}, {10, 11});
        Expect(whole, {10, 50}, {50});
        auto wholeTen = ten;
        wholeTen.burstRequest = SSTP_WHOLE_BURST;
        Expect(wholeTen, Range(100, 111), Range(100, 111));
        // windows of 64: one loss in each is fine, a second one in a window is not
        const auto windows = Tolerance(64, 1, 1);
        Expect(windows, {0, 64, 128, 192}, {});
        Expect(windows, {0, 63, 64}, {63, 64});
        Expect(windows, {62, 63, 64, 100}, {63, 64, 100});
        // a burst counts across windows: 63 is forgiven, 64 would make a burst of two
        Expect(windows, {63, 64}, {64});
    }
};

/** @brief A check after retransmission. */
class SstpCheckerAgainTest : public TestCase
{
  public:
    SstpCheckerAgainTest()
        : TestCase("A second check, with strict and with literal accounting")
    {
    }

  private:
    /** @param accounting the accounting @return the second request, when 10 was forgiven and 50
     * lost again */
    Packets Again(SstpAccounting accounting)
    {
        auto tolerance = Tolerance(256, 1, 1);
        tolerance.accounting = accounting;
        const SstpToleranceChecker checker(tolerance, 256);
        SstpBitmap forgiven(256);
        SstpBitmap asked(256);
        checker.Check(Without({10, 50}), forgiven, asked);
        NS_TEST_EXPECT_MSG_EQ((Bits(asked) == Packets{50}), true, "first request");
        checker.Check(Without({10, 50}), forgiven, asked);
        return Bits(asked);
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ((Again(SSTP_STRICT) == Packets{50}), true, "strict");
        NS_TEST_EXPECT_MSG_EQ(Again(SSTP_LITERAL).empty(), true, "literal");
    }
};

/** @brief What is accepted is within the tolerance, whatever is lost again and again. */
class SstpCheckerPropertyTest : public TestCase
{
  public:
    SstpCheckerPropertyTest()
        : TestCase("Strict accounting: no accepted segment violates its tolerance")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        uint32_t more = 0; // of literal accounting
        for (int run = 0; run < 4000; ++run)
        {
            const uint32_t windows = 1 + random() % 4;
            const uint32_t size = windows * (1 + random() % 40);
            SstpTolerance tolerance = Tolerance(size / windows, random() % 6, 0);
            tolerance.maxBurst = tolerance.maxLoss ? random() % (tolerance.maxLoss + 1) : 0;
            tolerance.accounting = run % 4 == 3 ? SSTP_LITERAL : SSTP_STRICT;
            tolerance.burstRequest = run % 2 ? SSTP_WHOLE_BURST : SSTP_FROM_VIOLATION;
            NS_TEST_EXPECT_MSG_EQ(tolerance.Check(size), "", "a good tolerance");
            const SstpToleranceChecker checker(tolerance, size);
            SstpBitmap present(size);
            SstpBitmap forgiven(size);
            SstpBitmap asked(size, true);
            const double loss = 0.5 * static_cast<double>(random() % 1000) / 1000;
            std::bernoulli_distribution arrives(1 - loss);
            bool accepted = false;
            for (int round = 0; round < 200 && !accepted; ++round)
            {
                for (const uint32_t i : Bits(asked))
                {
                    if (arrives(random))
                    {
                        present.Set(i);
                    }
                }
                accepted = checker.Check(present, forgiven, asked);
                for (const uint32_t i : Bits(asked))
                {
                    NS_TEST_ASSERT_MSG_EQ(present.Get(i), false, "a present packet is requested");
                }
            }
            NS_TEST_ASSERT_MSG_EQ(accepted, true, "it ends");
            const bool violated = IsBeyond(present, tolerance);
            NS_TEST_ASSERT_MSG_EQ(checker.IsViolated(present), violated, "violation");
            if (tolerance.accounting == SSTP_STRICT)
            {
                NS_TEST_ASSERT_MSG_EQ(violated, false, "run " << run);
            }
            more += violated;
        }
        NS_TEST_EXPECT_MSG_GT(more, 0, "literal accounting lets losses exceed E");
    }

    /** @param present packets @param tolerance the tolerance @return whether it is violated, by its
     * words */
    static bool IsBeyond(const SstpBitmap& present, const SstpTolerance& tolerance)
    {
        const uint32_t size = present.GetSize();
        if (tolerance.IsFull(size))
        {
            return false;
        }
        for (uint32_t from = 0; from < size; from += tolerance.window)
        {
            uint32_t lost = 0;
            for (uint32_t i = from; i < from + tolerance.window; ++i)
            {
                lost += !present.Get(i);
            }
            if (lost > tolerance.maxLoss)
            {
                return true;
            }
        }
        for (uint32_t i = 0; i + tolerance.maxBurst < size; ++i)
        {
            bool burst = true;
            for (uint32_t j = i; j <= i + tolerance.maxBurst; ++j)
            {
                burst = burst && !present.Get(j);
            }
            if (burst)
            {
                return true;
            }
        }
        return false;
    }
};

/** @brief Wrong tolerances; numbers that wrap around. */
class SstpToleranceLimitTest : public TestCase
{
  public:
    SstpToleranceLimitTest()
        : TestCase("Tolerances that cannot be, named with value and limit; serial numbers")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Tolerance(0, 0, 0).Check(0),
                              "packets of a segment 0: must be 1 to 65535",
                              "s");
        NS_TEST_EXPECT_MSG_EQ(Tolerance(0, 0, 0).Check(65536),
                              "packets of a segment 65536: must be 1 to 65535",
                              "s");
        NS_TEST_EXPECT_MSG_EQ(Tolerance(100, 1, 1).Check(256),
                              "error window 100: must divide the segment of 256",
                              "W");
        NS_TEST_EXPECT_MSG_EQ(Tolerance(512, 1, 1).Check(256),
                              "error window 512: must divide the segment of 256",
                              "W");
        NS_TEST_EXPECT_MSG_EQ(Tolerance(256, 1, 2).Check(256),
                              "longest burst 2: must not exceed the 1 packets that may be lost",
                              "B");
        NS_TEST_EXPECT_MSG_EQ(Tolerance(256, 256, 300).Check(256), "", "everything is tolerated");
        NS_TEST_EXPECT_MSG_EQ(Tolerance(256, 0, 300).Check(256), "", "nothing is tolerated");

        const uint64_t wrap = uint64_t{3} << 32;
        NS_TEST_EXPECT_MSG_EQ(SstpUnwrap(1, wrap - 2), wrap + 1, "forward");
        NS_TEST_EXPECT_MSG_EQ(SstpUnwrap(0xfffffffe, wrap + 1), wrap - 2, "back");
        NS_TEST_EXPECT_MSG_EQ(SstpUnwrap(0xffffffff, SstpFirst(0)), SstpFirst(0) - 1, "below 0");
    }
};

/** @brief Bits. */
class SstpBitmapTest : public TestCase
{
  public:
    SstpBitmapTest()
        : TestCase("Bitmaps against a vector of truth values")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(2);
        for (uint32_t size : {1U, 63U, 64U, 65U, 200U, 256U})
        {
            SstpBitmap bitmap(size);
            std::vector<bool> other(size);
            for (int step = 0; step < 300; ++step)
            {
                const uint32_t i = random() % size;
                const bool set = random() % 2;
                const bool changed = set ? bitmap.Set(i) : bitmap.Clear(i);
                NS_TEST_ASSERT_MSG_EQ(changed, (other[i] != set), "changed");
                other[i] = set;
                const uint32_t from = random() % (size + 1);
                uint32_t next = from;
                while (next < size && !other[next])
                {
                    ++next;
                }
                NS_TEST_ASSERT_MSG_EQ(bitmap.FindSet(from), next, "next of " << from);
                uint32_t last = size;
                uint32_t count = 0;
                for (uint32_t j = 0; j < size; ++j)
                {
                    last = other[j] ? j : last;
                    count += other[j];
                }
                NS_TEST_ASSERT_MSG_EQ(bitmap.FindLast(), last, "last");
                NS_TEST_ASSERT_MSG_EQ(bitmap.GetCount(), count, "count");
            }
            NS_TEST_EXPECT_MSG_EQ(SstpBitmap(size, true).GetCount(), size, "all set");
            NS_TEST_EXPECT_MSG_EQ(SstpBitmap(size, true).FindSet(size), size, "none behind");
        }
    }
};

static HsnTestRegistration g_sstpCheckerTests("sstp-checker",
                                              {new SstpCheckerVectorTest,
                                               new SstpCheckerAgainTest,
                                               new SstpCheckerPropertyTest,
                                               new SstpToleranceLimitTest,
                                               new SstpBitmapTest});
} // namespace
} // namespace hsn
} // namespace ns3
