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
/** @brief Arrival sequences with their verdicts and every TAT, computed by hand. */
class GcraVectorTest : public TestCase
{
  public:
    GcraVectorTest()
        : TestCase("Published vectors, both forms")
    {
    }

  private:
    /** @brief A vector. */
    struct Vector
    {
        int64_t increment;             //!< T
        int64_t limit;                 //!< tau
        std::vector<int64_t> arrivals; //!< arrival times
        std::string verdicts;          //!< c conforming, n not
        int64_t tat;                   //!< TAT after the last cell
    };

    void DoRun() override
    {
        std::vector<int64_t> every13;
        for (int64_t t = 0; t <= 12; t++)
        {
            every13.push_back(t);
        }
        std::vector<int64_t> every20;
        for (int64_t t = 0; t <= 19; t++)
        {
            every20.push_back(t);
        }
        const std::vector<Vector> vectors = {
            {10, 2, {0, 10, 18, 28, 38}, "ccccc", 50},
            {10, 2, {0, 10, 15, 25, 35}, "ccncc", 45},
            {5, 10, every13, "cccnncnnnncnn", 25},
            {4, 7, every20, "cccnncnnncnnncnnncnn", 28},
            {10, 20, {0, 0, 0, 0, 0, 100}, "cccnnc", 110},
            {10, 0, {5, 14, 30, 31, 32, 33, 34}, "cncnnnn", 40},
            {10, 4, {0, 8, 16, 24, 32, 40}, "cccncc", 52},
            {100,
             500,
             {0, 100, 110, 120, 130, 140, 150, 160, 170, 180, 1000, 1010},
             "cccccccnnncc",
             1200},
            {100,
             500,
             {0, 100, 130, 160, 190, 220, 250, 280, 310, 1000, 1030},
             "ccccccccccc",
             1200},
            {100,
             500,
             {0,    10,   20,   300,  310,  320,  600,  610,  620,  800,  810,  820,
              1000, 1010, 1020, 1200, 1210, 1220, 1400, 1410, 1420, 1600, 1610, 1620},
             "ccccccccccccccccccccnccn",
             2200},
        };
        for (const auto& vector : vectors)
        {
            for (const auto form : {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET})
            {
                Gcra gcra(vector.increment, vector.limit, form);
                NS_TEST_EXPECT_MSG_EQ(gcra.IsIdle(), true, "idle at first");
                std::string verdicts;
                // TAT by the definition: max(TAT, ta) + T after every conforming cell.
                int64_t tat = vector.arrivals[0];
                for (std::size_t i = 0; i < vector.arrivals.size(); i++)
                {
                    const int64_t ta = vector.arrivals[i];
                    const bool could = gcra.Conforms(ta);
                    const bool conforms = gcra.Police(ta);
                    NS_TEST_EXPECT_MSG_EQ(could, conforms, "test and verdict at " << ta);
                    verdicts += conforms ? 'c' : 'n';
                    if (vector.verdicts[i] == 'c')
                    {
                        tat = (tat < ta ? ta : tat) + vector.increment;
                    }
                    NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), tat, "TAT after the cell at " << ta);
                    NS_TEST_EXPECT_MSG_EQ(gcra.GetBucket() + gcra.GetLastConformance(),
                                          tat,
                                          "X + LCT after the cell at " << ta);
                }
                NS_TEST_EXPECT_MSG_EQ(verdicts, vector.verdicts, "verdicts, form " << form);
                NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), vector.tat, "final TAT, form " << form);
                gcra.Reset();
                NS_TEST_EXPECT_MSG_EQ(gcra.IsIdle(), true, "idle after Reset()");
                NS_TEST_EXPECT_MSG_EQ(gcra.Police(-7), true, "Reset() forgets the time");
                NS_TEST_EXPECT_MSG_EQ(gcra.GetTat(), vector.increment - 7, "TAT after Reset()");
            }
        }
    }
};

/** @brief 10 000 back-to-back cells with the paper's parameters; eq. (1), claims c02. */
class GcraBackToBackTest : public TestCase
{
  public:
    GcraBackToBackTest()
        : TestCase("10 000 cells at line rate in integer ns")
    {
    }

  private:
    void DoRun() override
    {
        /** @brief What is expected for one MBS. */
        struct Case
        {
            int64_t mbs;               //!< MBS
            std::vector<int64_t> next; //!< accepted indices after the burst
            int64_t total;             //!< accepted cells
        };

        const std::vector<Case> cases = {{1000, {1015, 1031, 1046, 1062}, 1578},
                                         {2000, {2015, 2031, 2046}, 2514},
                                         {4000, {4015, 4031, 4046}, 4385}};
        for (const auto& c : cases)
        {
            for (const auto form : {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET})
            {
                Gcra gcra(NanoSeconds(42400), NanoSeconds((c.mbs - 1) * (42400 - 2726)), form);
                int64_t firstDiscard = -1;
                int64_t total = 0;
                std::vector<int64_t> next;
                for (int64_t i = 0; i < 10000; i++)
                {
                    if (gcra.Police(i * 2726))
                    {
                        total++;
                        if (firstDiscard >= 0 && next.size() < c.next.size())
                        {
                            next.push_back(i);
                        }
                    }
                    else if (firstDiscard < 0)
                    {
                        firstDiscard = i;
                    }
                }
                NS_TEST_EXPECT_MSG_EQ(firstDiscard, c.mbs, "first discard is cell MBS + 1");
                NS_TEST_EXPECT_MSG_EQ((next == c.next), true, "accepted after MBS " << c.mbs);
                NS_TEST_EXPECT_MSG_EQ(total, c.total, "accepted in total, MBS " << c.mbs);
                NS_TEST_EXPECT_MSG_EQ(Gcra::MaxBurst(gcra.GetIncrement(), gcra.GetLimit(), 2726),
                                      c.mbs,
                                      "longest burst");
            }
        }
    }
};

/**
 * @brief 20 000 random sequences: both forms agree, TAT = X + LCT (claim c04), and the verdicts
 * agree with the definition by intervals.
 *
 * That definition has no state: accepted cells t_0 <= t_1 <= ... conform iff for all i <= j
 * t_j >= t_i + (j - i) T - tau.
 */
class GcraFormsAgreeTest : public TestCase
{
  public:
    GcraFormsAgreeTest()
        : TestCase("20 000 random sequences, both forms and the definition by intervals")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        uint64_t conforming = 0;
        uint64_t discarded = 0;
        for (int run = 0; run < 20000; run++)
        {
            const int64_t increment = 1 + random() % 50;
            const int64_t limit = random() % 200;
            const int64_t gap = 1 + random() % 60;
            Gcra scheduling(increment, limit, Gcra::VIRTUAL_SCHEDULING);
            Gcra bucket(increment, limit, Gcra::LEAKY_BUCKET);
            std::vector<int64_t> accepted;
            int64_t ta = int64_t(random() % 1000) - 500;
            for (int i = 0; i < 60; i++)
            {
                const bool byScheduling = scheduling.Police(ta);
                const bool byBucket = bucket.Police(ta);
                bool byIntervals = true;
                for (std::size_t k = 0; k < accepted.size(); k++)
                {
                    const auto between = static_cast<int64_t>(accepted.size() - k);
                    byIntervals = byIntervals && ta >= accepted[k] + between * increment - limit;
                }
                NS_TEST_ASSERT_MSG_EQ(byScheduling, byBucket, "forms, run " << run << " at " << ta);
                NS_TEST_ASSERT_MSG_EQ(byScheduling, byIntervals, "definition, run " << run);
                NS_TEST_ASSERT_MSG_EQ(scheduling.GetTat(), bucket.GetTat(), "TAT, run " << run);
                NS_TEST_ASSERT_MSG_EQ(scheduling.GetTat(),
                                      bucket.GetBucket() + bucket.GetLastConformance(),
                                      "TAT = X + LCT, run " << run);
                NS_TEST_ASSERT_MSG_EQ(scheduling.GetBucket(), bucket.GetBucket(), "X");
                NS_TEST_ASSERT_MSG_EQ(scheduling.GetExcess(ta), bucket.GetExcess(ta), "X1");
                NS_TEST_ASSERT_MSG_EQ(scheduling.EarliestConforming(ta),
                                      bucket.EarliestConforming(ta),
                                      "earliest conforming time");
                if (byScheduling)
                {
                    accepted.push_back(ta);
                    conforming++;
                }
                else
                {
                    discarded++;
                }
                ta += random() % gap;
            }
        }
        NS_TEST_EXPECT_MSG_GT(conforming, 100000U, "the sequences exercise conforming cells");
        NS_TEST_EXPECT_MSG_GT(discarded, 100000U, "the sequences exercise other cells");
    }
};

/** @brief N = 1 + floor(tau / (T - delta)) against counting. */
class GcraMaxBurstTest : public TestCase
{
  public:
    GcraMaxBurstTest()
        : TestCase("Longest burst by formula and by counting")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(2);
        for (int run = 0; run < 5000; run++)
        {
            const int64_t increment = 1 + random() % 100;
            const int64_t limit = random() % 1000;
            const int64_t spacing = random() % increment;
            Gcra gcra(increment, limit, run % 2 ? Gcra::LEAKY_BUCKET : Gcra::VIRTUAL_SCHEDULING);
            int64_t cells = 0;
            while (gcra.Police(cells * spacing))
            {
                cells++;
            }
            NS_TEST_ASSERT_MSG_EQ(Gcra::MaxBurst(increment, limit, spacing),
                                  cells,
                                  "T " << increment << " tau " << limit << " delta " << spacing);
        }
        NS_TEST_EXPECT_MSG_EQ(Gcra::MaxBurst(10, 0, 10), Gcra::UNLIMITED, "at the rate itself");
        NS_TEST_EXPECT_MSG_EQ(Gcra::MaxBurst(10, 5, 11), Gcra::UNLIMITED, "below the rate");
    }
};

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

/** @brief Limits of the range and bad parameters. */
class GcraRangeTest : public TestCase
{
  public:
    GcraRangeTest()
        : TestCase("Range, bad parameters, time going back")
    {
    }

  private:
    /**
     * @brief Expects a text to hold two pieces.
     * @param text the text
     * @param name the name it must hold
     * @param value the value it must hold
     */
    void ExpectNames(const std::string& text, const std::string& name, const std::string& value)
    {
        NS_TEST_EXPECT_MSG_NE(text.find(name), std::string::npos, name << " in: " << text);
        NS_TEST_EXPECT_MSG_NE(text.find(value), std::string::npos, value << " in: " << text);
    }

    void DoRun() override
    {
        const int64_t max = Gcra::MAX_TIME;
        ExpectNames(Gcra::Check(0, 7), "T = ", "0");
        ExpectNames(Gcra::Check(-5, 7), "T = ", "-5");
        ExpectNames(Gcra::Check(max + 1, 7), "T = ", "2305843009213693953");
        ExpectNames(Gcra::Check(5, -8), "tau = ", "-8");
        ExpectNames(Gcra::Check(5, max + 1), "tau = ", "2305843009213693953");
        NS_TEST_EXPECT_MSG_EQ(Gcra::Check(1, 0), "", "least parameters");
        NS_TEST_EXPECT_MSG_EQ(Gcra::Check(max, max), "", "greatest parameters");

        for (const auto form : {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET})
        {
            // Nothing overflows at the ends of the range; the sanitizer build watches.
            Gcra extreme(max, max, form);
            NS_TEST_EXPECT_MSG_EQ(extreme.Police(-max), true, "first cell, earliest time");
            NS_TEST_EXPECT_MSG_EQ(extreme.Police(-max), true, "equality conforms");
            NS_TEST_EXPECT_MSG_EQ(extreme.GetTat(), max, "TAT");
            NS_TEST_EXPECT_MSG_EQ(extreme.Police(-1), false, "one step early");
            NS_TEST_EXPECT_MSG_EQ(extreme.Police(0), true, "on time");
            NS_TEST_EXPECT_MSG_EQ(extreme.Police(max), true, "latest time");
            NS_TEST_EXPECT_MSG_EQ(extreme.Police(max), false, "TAT now is 3 MAX_TIME");
            NS_TEST_EXPECT_MSG_EQ(extreme.GetTat(), 3 * max, "greatest TAT");
            NS_TEST_EXPECT_MSG_EQ(extreme.EarliestConforming(0), 2 * max, "earliest departure");

            Gcra late(10, 0, form);
            NS_TEST_EXPECT_MSG_EQ(late.Police(max), true, "an idle bucket at the latest time");

            Gcra gcra(10, 0, form);
            gcra.Police(100);
            NS_TEST_EXPECT_MSG_EQ(gcra.Police(105), false, "too early");
            NS_TEST_EXPECT_MSG_EQ(gcra.CheckTime(105), "", "same time again");
            ExpectNames(gcra.CheckTime(104), "105", "104");
            ExpectNames(gcra.CheckTime(max + 1), "2^61", "2305843009213693953");
            ExpectNames(HsnAbortText([&gcra]() { gcra.Police(104); }), "105", "104");
            ExpectNames(HsnAbortText([&gcra]() { gcra.Update(104); }), "105", "104");
            ExpectNames(HsnAbortText([&gcra]() { gcra.Police(Gcra::MAX_TIME + 1); }),
                        "2^61",
                        "2305843009213693953");
            ExpectNames(HsnAbortText([form]() { Gcra(-5, 7, form); }), "T = ", "-5");
            ExpectNames(HsnAbortText([form]() { Gcra(5, -8, form); }), "tau = ", "-8");
            ExpectNames(HsnAbortText([form]() { Gcra(NanoSeconds(0), NanoSeconds(1), form); }),
                        "T = ",
                        "0");
        }
        ExpectNames(HsnAbortText([]() { Gcra::MaxBurst(5, 5, -3); }), "spacing", "-3");
    }
};

HsnTestRegistration g_gcraTests("gcra",
                                {new GcraVectorTest,
                                 new GcraBackToBackTest,
                                 new GcraFormsAgreeTest,
                                 new GcraMaxBurstTest,
                                 new GcraRunTest,
                                 new GcraRangeTest});
} // namespace
} // namespace hsn
} // namespace ns3
