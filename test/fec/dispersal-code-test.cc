// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "fec-test-support.h"

#include "ns3/dispersal-code.h"
#include "ns3/test.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Published vectors. */
class DispersalVectorTest : public TestCase
{
  public:
    DispersalVectorTest()
        : TestCase("Published vectors, all choices of cells")
    {
    }

  private:
    /**
     * @brief Checks coded cells and every choice of m of them.
     * @param code the code
     * @param segment the data
     * @param expected the coded cells
     */
    void Check(DispersalCode code, const Octets& segment, const Octets& expected)
    {
        const uint32_t m = code.GetNeeded();
        const std::size_t length = segment.size() / m;
        const auto n = static_cast<uint32_t>(expected.size() / length);
        Octets cells(expected.size());
        code.Disperse(segment.data(), length, 0, n, cells.data());
        NS_TEST_EXPECT_MSG_EQ((cells == expected), true, "coded cells");
        for (uint32_t choice = 0; choice < 1U << n; choice++)
        {
            std::vector<uint32_t> indices;
            Octets chosen;
            for (uint32_t i = 0; i < n; i++)
            {
                if (choice >> i & 1)
                {
                    indices.push_back(i);
                    chosen.insert(chosen.end(),
                                  cells.begin() + i * length,
                                  cells.begin() + (i + 1) * length);
                }
            }
            Octets rebuilt(segment.size());
            NS_TEST_ASSERT_MSG_EQ(code.Rebuild(indices, chosen.data(), length, rebuilt.data()),
                                  (indices.size() >= m),
                                  "choice " << choice);
            if (indices.size() >= m)
            {
                NS_TEST_ASSERT_MSG_EQ((rebuilt == segment), true, "choice " << choice);
            }
        }
    }

    void DoRun() override
    {
        Check(DispersalCode(4, 8), Hex("DE AD BE EF"), Hex("22 70 3A 71 86 21 19 F5"));
        Check(DispersalCode(3, 255), Hex("01 02 03"), Hex("00 09 39 D1 06 DD"));
        Check(DispersalCode(3, 256),
              Hex("DE AD BE EF 00 01"),
              Hex("60 43 B3 7C 05 17 79 B2 81 18"));

        // m = 10, N = 11: any 10 cells
        std::mt19937 random(7);
        const Octets segment = RandomOctets(random, 480);
        Octets cells(528);
        DispersalCode code(10, 11);
        code.Disperse(segment.data(), 48, 0, 11, cells.data());
        Check(code, segment, cells);

        // any range of cells by itself, one length after the other, is a part of them
        for (const bool systematic : {false, true})
        {
            DispersalCode all(10, 11, systematic);
            all.Disperse(segment.data(), 48, 0, 11, cells.data());
            NS_TEST_ASSERT_MSG_EQ(std::equal(segment.begin(), segment.end(), cells.begin()),
                                  systematic,
                                  "the segment itself");
            DispersalCode parts(10, 11, systematic);
            for (uint32_t count = 1; count <= 11; count++)
            {
                for (uint32_t first = 0; first + count <= 11; first++)
                {
                    Octets part(count * 48);
                    parts.Disperse(segment.data(), 48, first, count, part.data());
                    NS_TEST_ASSERT_MSG_EQ(
                        std::equal(part.begin(), part.end(), cells.begin() + first * 48),
                        true,
                        count << " cells from " << first);
                }
            }
        }
    }
};

/** @brief Large codes with random choices, in both forms and fields. */
class DispersalRandomTest : public TestCase
{
  public:
    DispersalRandomTest()
        : TestCase("Any m of N cells rebuild the segment")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(8);

        struct
        {
            uint32_t m;
            uint32_t n;
            uint32_t bits;
        } const sizes[] = {{1, 5, 8},
                           {13, 255, 8},
                           {32, 60, 8},
                           {192, 255, 8},
                           {255, 255, 8},
                           {13, 256, 16},
                           {32, 1000, 16},
                           {192, 768, 16},
                           {5, 65535, 16}};

        for (const auto& size : sizes)
        {
            for (const auto kernel : AvailableKernels())
            {
                const std::size_t length = 48;
                const uint32_t count = std::min(size.n, 800U);
                const uint32_t first = size.n - count;
                DispersalCode plain(size.m, size.n, false, 0, kernel);
                DispersalCode systematic(size.m, size.n, true, 0, kernel);
                NS_TEST_EXPECT_MSG_EQ(plain.GetFieldBits(), size.bits, "field");
                NS_TEST_EXPECT_MSG_EQ(plain.GetCells(), size.n, "N");
                const Octets segment = RandomOctets(random, size.m * length);
                Octets all(count * length);
                plain.Disperse(segment.data(), length, first, count, all.data());

                // computing only a range of cells gives the same cells
                const uint32_t some = random() % count;
                Octets one(length);
                plain.Disperse(segment.data(), length, first + some, 1, one.data());
                NS_TEST_ASSERT_MSG_EQ(
                    std::equal(one.begin(), one.end(), all.begin() + some * length),
                    true,
                    "cell " << some);

                // both forms have the same set of code words
                Octets head(size.m * length);
                Octets again(all.size());
                plain.Disperse(segment.data(), length, 0, size.m, head.data());
                systematic.Disperse(head.data(), length, first, count, again.data());
                NS_TEST_ASSERT_MSG_EQ((again == all), true, "systematic, m " << size.m);

                for (uint32_t run = 0; run < 3; run++)
                {
                    std::vector<uint32_t> order(count);
                    std::iota(order.begin(), order.end(), first);
                    std::shuffle(order.begin(), order.end(), random);
                    order.resize(size.m);
                    Octets chosen;
                    for (const uint32_t index : order)
                    {
                        chosen.insert(chosen.end(),
                                      all.begin() + (index - first) * length,
                                      all.begin() + (index - first + 1) * length);
                    }
                    Octets rebuilt(segment.size());
                    NS_TEST_ASSERT_MSG_EQ(
                        plain.Rebuild(order, chosen.data(), length, rebuilt.data()),
                        true,
                        "enough");
                    NS_TEST_ASSERT_MSG_EQ((rebuilt == segment), true, "m " << size.m);
                    systematic.Rebuild(order, chosen.data(), length, rebuilt.data());
                    NS_TEST_ASSERT_MSG_EQ((rebuilt == head), true, "systematic, m " << size.m);
                    // other data with the same choice of cells reuses the matrix
                    std::fill(rebuilt.begin(), rebuilt.end(), 0);
                    plain.Rebuild(order, chosen.data(), length, rebuilt.data());
                    NS_TEST_ASSERT_MSG_EQ((rebuilt == segment), true, "again");
                }
            }
        }
    }
};

/** @brief Invalid arguments. */
class DispersalErrorTest : public TestCase
{
  public:
    DispersalErrorTest()
        : TestCase("Errors name the value")
    {
    }

  private:
    /**
     * @brief Expects code to abort.
     * @param code what aborts
     * @param part of its message
     */
    void ExpectAbort(const std::function<void()>& code, const std::string& part)
    {
        const std::string text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(part), std::string::npos, part << " in: " << text);
    }

    void DoRun() override
    {
        ExpectAbort([] { DispersalCode(0, 5); }, "0 cells");
        ExpectAbort([] { DispersalCode(6, 5); }, "6 cells into 5");
        ExpectAbort([] { DispersalCode(6, 65536); }, "65536");
        ExpectAbort([] { DispersalCode(6, 256, false, 8); }, "256");
        ExpectAbort([] { DispersalCode(6, 20, false, 9); }, "9");
        DispersalCode narrow(2, 4);
        DispersalCode wide(2, 300);
        Octets a(8);
        Octets b(8);
        ExpectAbort([&] { narrow.Disperse(a.data(), 0, 0, 1, b.data()); }, "0 bytes");
        ExpectAbort([&] { wide.Disperse(a.data(), 3, 0, 1, b.data()); }, "3 bytes");
        ExpectAbort([&] { narrow.Disperse(a.data(), 1, 3, 2, b.data()); },
                    "2 coded cells starting at index 3");
        ExpectAbort([&] { narrow.Rebuild({0, 4}, a.data(), 1, b.data()); }, "coded cell 4");
        ExpectAbort([&] { narrow.Rebuild({1, 1}, a.data(), 1, b.data()); }, "1 occurs twice");
        NS_TEST_EXPECT_MSG_EQ(narrow.Rebuild({1}, a.data(), 1, b.data()), false, "too few");
        NS_TEST_EXPECT_MSG_EQ(DispersalCode(6, 20, false, 16).GetFieldBits(), 16, "as asked for");
        NS_TEST_EXPECT_MSG_EQ(DispersalCode(6, 20, true).IsSystematic(), true, "as asked for");
    }
};

HsnTestRegistration g_dispersalCodeTests("dispersal-code",
                                         {new DispersalVectorTest,
                                          new DispersalRandomTest,
                                          new DispersalErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
