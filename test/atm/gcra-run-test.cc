// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/gcra.h"
#include "ns3/test.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Both forms as ITU-T I.371 Annex A draws them, cell by cell; shares nothing with Gcra. */
class PublishedGcra
{
  public:
    /** @param increment T @param limit tau */
    PublishedGcra(int64_t increment, int64_t limit)
        : m_increment(increment),
          m_limit(limit)
    {
    }

    /** @param ta arrival @return whether the cell conforms */
    bool Cell(int64_t ta)
    {
        if (!m_started)
        {
            m_started = true;
            tat = ta;
            lct = ta;
        }
        latest = ta;
        // Virtual scheduling.
        const int64_t start = tat < ta ? ta : tat;
        const bool byScheduling = start <= ta + m_limit;
        if (byScheduling)
        {
            tat = start + m_increment;
        }
        // Continuous-state leaky bucket.
        int64_t content = x - (ta - lct);
        if (content < 0)
        {
            content = 0;
        }
        const bool byBucket = content <= m_limit;
        if (byBucket)
        {
            x = content + m_increment;
            lct = ta;
        }
        agree = agree && byScheduling == byBucket && tat == x + lct;
        return byScheduling;
    }

    bool agree{true};  //!< both forms have agreed so far
    int64_t tat{0};    //!< theoretical arrival time
    int64_t x{0};      //!< bucket content
    int64_t lct{0};    //!< last conformance time
    int64_t latest{0}; //!< latest arrival

  private:
    int64_t m_increment;   //!< T
    int64_t m_limit;       //!< tau
    bool m_started{false}; //!< a cell came
};

/** @brief Runs in closed form against the published algorithm, and worked by hand. */
class GcraRunTest : public TestCase
{
  public:
    GcraRunTest()
        : TestCase("Runs: closed form, cell by cell, and by hand")
    {
    }

  private:
    /** @param values some values @return one of them */
    int64_t OneOf(const std::vector<int64_t>& values)
    {
        return values[m_random() % values.size()];
    }

    /** @param limit a number @return a random number up to it, of any magnitude */
    int64_t UpTo(int64_t limit)
    {
        const uint64_t bits = (uint64_t(m_random()) << 32 | m_random()) >> m_random() % 64;
        return static_cast<int64_t>(bits % (uint64_t(limit) + 1));
    }

    /**
     * @brief Expects the states to be equal.
     * @param gcra ours
     * @param published as published
     */
    void ExpectState(const Gcra& gcra, const PublishedGcra& published)
    {
        NS_TEST_ASSERT_MSG_EQ(published.agree, true, "published forms");
        NS_TEST_ASSERT_MSG_EQ(gcra.GetTat(), published.tat, "TAT, form " << gcra.GetForm());
        NS_TEST_ASSERT_MSG_EQ(gcra.GetBucket(), published.x, "X, form " << gcra.GetForm());
        NS_TEST_ASSERT_MSG_EQ(gcra.GetLastConformance(), published.lct, "LCT");
        NS_TEST_ASSERT_MSG_EQ(gcra.CheckTime(published.latest), "", "latest");
        NS_TEST_ASSERT_MSG_NE(gcra.CheckTime(published.latest - 1), "", "latest");
    }

    /**
     * @brief Random runs and single cells.
     * @param increment T
     * @param limit tau
     * @param form form
     * @param scale size of pauses and spacings
     */
    void RandomRuns(int64_t increment, int64_t limit, Gcra::Form form, int64_t scale)
    {
        Gcra gcra(increment, limit, form);
        PublishedGcra published(increment, limit);
        int64_t ta = -UpTo(scale < Gcra::MAX_TIME / 4 ? scale : Gcra::MAX_TIME);
        for (int i = 0; i < 20; i++)
        {
            const int64_t left = Gcra::MAX_TIME - ta;
            auto n = static_cast<uint32_t>(1 + m_random() % (m_random() % 2 ? 60 : 4));
            int64_t spacing = OneOf({0,
                                     increment,
                                     increment - 1,
                                     std::min(increment, Gcra::MAX_TIME - 1) + 1,
                                     increment / 2,
                                     limit,
                                     UpTo(std::min(increment, scale)),
                                     UpTo(scale)});
            if (n > 1 && spacing > left / (n - 1))
            {
                spacing = left / (n - 1); // up to the very end of the range
            }
            // What each count must be, by single cells.
            PublishedGcra alone = published;
            uint32_t conforming = 0;
            while (conforming < n && alone.Cell(ta + conforming * spacing))
            {
                conforming++;
            }
            alone = published;
            uint32_t others = 0;
            while (others < n && !alone.Cell(ta + others * spacing))
            {
                others++;
            }
            NS_TEST_ASSERT_MSG_EQ(gcra.CountConforming(ta, spacing, n),
                                  conforming,
                                  "T " << increment << " tau " << limit << " spacing " << spacing);
            NS_TEST_ASSERT_MSG_EQ(gcra.CountNonConforming(ta, spacing, n),
                                  others,
                                  "T " << increment << " tau " << limit << " spacing " << spacing);
            NS_TEST_ASSERT_MSG_EQ(gcra.PoliceRun(ta, spacing, n), conforming, "policed");
            for (uint32_t k = 0; k < std::max(conforming, 1U); k++)
            {
                published.Cell(ta + k * spacing);
            }
            ExpectState(gcra, published);
            (conforming == 0 ? m_none : conforming < n ? m_some : m_all)++;
            ta = published.latest;
            ta += std::min(Gcra::MAX_TIME - ta, OneOf({0, spacing, UpTo(scale)}));
            if (m_random() % 2)
            {
                NS_TEST_ASSERT_MSG_EQ(gcra.Police(ta), published.Cell(ta), "a single cell");
                ExpectState(gcra, published);
            }
        }
    }

    /** @brief Runs worked by hand, for one form. @param form the form */
    void ByHand(Gcra::Form form)
    {
        // 1 + floor(20 / (10 - 5)) = 5 cells at 0, 5 .. 20; TAT = 50, so the next is due at 30.
        Gcra gcra(10, 20, form);
        NS_TEST_EXPECT_MSG_EQ(gcra.CountConforming(0, 5, 100), 5, "five fit");
        NS_TEST_EXPECT_MSG_EQ(gcra.CountConforming(0, 5, 4), 4, "there are only four");
        NS_TEST_EXPECT_MSG_EQ(gcra.IsIdle(), true, "counting changes nothing");
        NS_TEST_EXPECT_MSG_EQ(gcra.PoliceRun(0, 5, 100), 5, "longest burst");
        NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), 50, "TAT");
        NS_TEST_EXPECT_MSG_EQ(gcra.GetLastConformance(), 20, "LCT");
        NS_TEST_EXPECT_MSG_EQ(gcra.GetBucket(), 30, "X");
        NS_TEST_EXPECT_MSG_EQ(gcra.CountNonConforming(20, 5, 100), 2, "at 20 and 25");
        NS_TEST_EXPECT_MSG_EQ(gcra.CountNonConforming(20, 4, 100), 3, "at 20, 24 and 28");
        NS_TEST_EXPECT_MSG_EQ(gcra.CountNonConforming(20, 3, 3), 3, "there are only three");
        NS_TEST_EXPECT_MSG_EQ(gcra.CountNonConforming(20, 0, 77), 77, "no time passes");
        NS_TEST_EXPECT_MSG_EQ(gcra.CountNonConforming(30, 0, 77), 0, "equality conforms");
        NS_TEST_EXPECT_MSG_EQ(gcra.PoliceRun(29, 1, 9), 0, "one step early");
        NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), 50, "which changes nothing");
        NS_TEST_EXPECT_MSG_NE(gcra.CheckTime(28), "", "but the time");
        NS_TEST_EXPECT_MSG_EQ(gcra.PoliceRun(30, 10, 9), 9, "at the rate itself, always late");
        NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), 140, "50 + 9 * 10");
        // The bucket drains on the way: it is idle again from the fourth cell on.
        NS_TEST_EXPECT_MSG_EQ(gcra.PoliceRun(120, 17, 9), 9, "below the rate");
        NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), 120 + 8 * 17 + 10, "idle at the end");
        // tau = 0.
        Gcra strict(10, 0, form);
        NS_TEST_EXPECT_MSG_EQ(strict.PoliceRun(3, 9, 9), 1, "one");
        NS_TEST_EXPECT_MSG_EQ(strict.PoliceRun(13, 10, 9), 9, "at the rate itself");
        NS_TEST_EXPECT_MSG_EQ(strict.GetTat(), 103, "TAT");
        // The paper's parameters; as many cells as there can be.
        const uint32_t most = std::numeric_limits<uint32_t>::max();
        for (const int64_t mbs : {1, 2, 1000, 4000, 1000000})
        {
            Gcra paper(42400, (mbs - 1) * (42400 - 2726), form);
            NS_TEST_EXPECT_MSG_EQ(paper.PoliceRun(7, 2726, most), mbs, "MBS");
            NS_TEST_EXPECT_MSG_EQ(paper.GetTat(), 7 + mbs * 42400, "TAT");
            NS_TEST_EXPECT_MSG_EQ(paper.CountNonConforming(7 + (mbs - 1) * 2726, 2726, most),
                                  16,
                                  "42400 / 2726 = 15.6: those 0 to 15 periods later");
        }
        // The ends of the range; the sanitizer build watches.
        const int64_t max = Gcra::MAX_TIME;
        const int64_t step = max / most; // 2^29 and a bit
        Gcra slow(step, 0, form);
        NS_TEST_EXPECT_MSG_EQ(slow.PoliceRun(-max, 2 * step, most), most, "the whole range");
        NS_TEST_EXPECT_MSG_EQ(slow.GetTat(), -max + 2 * step * (most - 1) + step, "TAT");
        Gcra fast(1, 0, form);
        NS_TEST_EXPECT_MSG_EQ(fast.PoliceRun(-max, 1, most), most, "least increment");
        NS_TEST_EXPECT_MSG_EQ(fast.GetTat(), -max + most, "TAT");
        Gcra vast(max, max, form);
        NS_TEST_EXPECT_MSG_EQ(vast.PoliceRun(-max, 2 * max, 2), 2, "first and last moment");
        NS_TEST_EXPECT_MSG_EQ(vast.GetTat(), 2 * max, "TAT");
        NS_TEST_EXPECT_MSG_EQ(vast.PoliceRun(max, 0, most), 1, "X1 = tau");
        NS_TEST_EXPECT_MSG_EQ(vast.GetTat(), 3 * max, "greatest TAT");
        NS_TEST_EXPECT_MSG_EQ(vast.CountNonConforming(max, 0, most), most, "no more");
        // What no run may be.
        ExpectAbort(form, 4, 1, 1, "time");
        ExpectAbort(form, 5, -3, 1, "-3");
        ExpectAbort(form, 5, 3, 0, "0 cells");
        ExpectAbort(form, max + 1, 0, 1, "2^61");
        ExpectAbort(form, max - 5, 3, 3, "2^61");
        NS_TEST_EXPECT_MSG_EQ(Gcra(1, 0, form).CheckRun(max - 5, 5, 2), "", "just in the range");
    }

    /**
     * @brief Expects a run to be refused by a bucket that has seen a cell at 5.
     * @param form form
     * @param ta first cell
     * @param spacing spacing
     * @param n cells
     * @param what must be in the text
     */
    void ExpectAbort(Gcra::Form form,
                     int64_t ta,
                     int64_t spacing,
                     uint32_t n,
                     const std::string& what)
    {
        Gcra gcra(1, 0, form);
        gcra.Police(5);
        const std::string text = gcra.CheckRun(ta, spacing, n);
        NS_TEST_EXPECT_MSG_NE(text.find(what), std::string::npos, what << " in: " << text);
        for (const auto& abort : {HsnAbortText([&] { gcra.PoliceRun(ta, spacing, n); }),
                                  HsnAbortText([&] { gcra.UpdateRun(ta, spacing, n); })})
        {
            NS_TEST_EXPECT_MSG_NE(abort.find(text), std::string::npos, text << " in: " << abort);
        }
    }

    void DoRun() override
    {
        for (const auto form : {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET})
        {
            ByHand(form);
            for (int run = 0; run < 5000 && !IsStatusFailure(); run++)
            {
                const int64_t increment = 1 + m_random() % 50;
                RandomRuns(increment, OneOf({0, increment, UpTo(400)}), form, 100);
            }
            for (int run = 0; run < 10000 && !IsStatusFailure(); run++)
            {
                const int64_t increment = 1 + UpTo(Gcra::MAX_TIME - 1);
                const int64_t limit = OneOf({0,
                                             increment,
                                             Gcra::MAX_TIME,
                                             Gcra::MAX_TIME - 1,
                                             UpTo(increment),
                                             UpTo(Gcra::MAX_TIME)});
                RandomRuns(increment, limit, form, 1 + UpTo(Gcra::MAX_TIME - 1));
            }
        }
        NS_TEST_EXPECT_MSG_GT(m_none, 20000U, "runs of which no cell conforms");
        NS_TEST_EXPECT_MSG_GT(m_some, 20000U, "runs that stop conforming");
        NS_TEST_EXPECT_MSG_GT(m_all, 20000U, "runs that conform");
    }

    std::mt19937 m_random{3}; //!< random numbers
    uint64_t m_none{0};       //!< runs of which no cell conformed
    uint64_t m_some{0};       //!< runs of which some did
    uint64_t m_all{0};        //!< runs of which all did
};

HsnTestRegistration g_gcraRunTests("gcra", {new GcraRunTest});
} // namespace
} // namespace hsn
} // namespace ns3
