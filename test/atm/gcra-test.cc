// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/gcra.h"
#include "ns3/test.h"

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
                                 new GcraRangeTest});
} // namespace
} // namespace hsn
} // namespace ns3
