// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
#include "../hsn-test.h"

#include "ns3/packet-fec-model.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
using FecModel = PacketFecModel;

/** @brief The paper's four codes. */
constexpr PacketFecCode CODES[] = {{1, 0}, {7, 1}, {6, 2}, {5, 3}};

/** @brief Numbers are given with seven digits: half a unit of the last one, relative. */
constexpr double DIGITS = 6e-7;

/** @brief Residual loss: the table of section 2.2, and what holds without any table. */
class PacketFecResidualTest : public TestCase
{
  public:
    PacketFecResidualTest()
        : TestCase("Residual loss: table, limits, repetition, long blocks")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            double loss;
            double residual[3];
        } const table[] = {{0.001, {6.979035e-6, 2.093011e-8, 3.489513e-11}},
                           {0.01, {6.793465e-4, 2.031042e-5, 3.396253e-7}},
                           {0.1, {5.217031e-2, 1.496944e-2, 2.569150e-3}}};

        for (const auto& row : table)
        {
            for (int i = 0; i < 3; i++)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(row.loss, CODES[i + 1]),
                                          row.residual[i],
                                          DIGITS * row.residual[i],
                                          "e " << row.loss << ", M " << i + 1);
            }
        }
        for (const double e : {0.0, 1e-12, 0.3, 0.999})
        {
            NS_TEST_EXPECT_MSG_EQ(FecModel::GetResidualLoss(e, {8, 0}), e, "no parity");
            for (const uint32_t m : {1, 2, 5})
            {
                const double all = std::pow(e, m + 1);
                NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(e, {1, m}),
                                          all,
                                          1e-13 * all,
                                          "N = 1 is repetition");
            }
        }
        // leading term for tiny e: C(N + M - 1, M) e^(M + 1); C(7, 3) = 35
        const double tiny = 35 * std::pow(1e-9, 4);
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(1e-9, {5, 3}),
                                  tiny,
                                  1e-7 * tiny,
                                  "no cancellation");
        // equation (1) to (3) of the paper in an order that does not cancel at e = 0.5
        const double e = 0.5;
        for (const double n : {1.0, 2.0, 7.0, 40.0})
        {
            const auto size = static_cast<uint32_t>(n);
            const double one = e * (1 - std::pow(1 - e, n));
            const double two = e * (1 - std::pow(1 - e, n + 1) - (n + 1) * e * std::pow(1 - e, n));
            const double three =
                e * (1 - std::pow(1 - e, n + 2) - (n + 2) * e * std::pow(1 - e, n + 1) -
                     (n * n / 2 + 3 * n / 2 + 1) * e * e * std::pow(1 - e, n));
            NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(e, {size, 1}), one, 1e-13, "eps_1");
            NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(e, {size, 2}), two, 1e-13, "eps_2");
            NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(e, {size, 3}),
                                      three,
                                      1e-13,
                                      "eps_3");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(0.9, {1000000, 3}),
                                  0.9,
                                  1e-12,
                                  "N large");

        // mpmath 1.3, 60 digits
        struct
        {
            double loss;
            PacketFecCode code;
            double residual;
        } const exact[] = {{0.01, {7, 1}, 6.7934652093010002786e-4},
                           {0.01, {5, 3}, 3.3962530150000002807e-7},
                           {0.1, {56, 3}, 0.093820979672905117562},
                           {1e-9, {5, 3}, 3.4999999895000008845e-35},
                           {0.05, {1000, 60}, 8.8469276422282343387e-3},
                           {0.3, {20, 12}, 0.057724242117219245576}};

        for (const auto& row : exact)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResidualLoss(row.loss, row.code),
                                      row.residual,
                                      1e-12 * row.residual,
                                      row.code.data << "+" << row.code.parity);
        }
    }
};

/** @brief Multicast: the tables of section 2.3 and the expected maximum of geometric variables. */
class PacketFecMulticastTest : public TestCase
{
  public:
    PacketFecMulticastTest()
        : TestCase("Transmissions and cost in a group: tables, crossings, ways to repeat")
    {
    }

  private:
    /**
     * @brief Where one code becomes cheaper than another.
     * @param loss e
     * @param a code that is better in small groups
     * @param b other code
     * @param repeat how packets are sent again
     * @return G
     */
    static double GetCrossing(double loss,
                              PacketFecCode a,
                              PacketFecCode b,
                              PacketFecRepeat repeat = PACKET_FEC_IN_BLOCK)
    {
        return FecModel::FindCrossing(
            [=](double group) {
                return FecModel::GetMulticastCost(loss, b, group, repeat) -
                       FecModel::GetMulticastCost(loss, a, group, repeat);
            },
            1,
            1e9);
    }

    void DoRun() override
    {
        struct
        {
            double loss;
            double group;
            double cost[4];
        } const table[] = {{0.01, 1, {1.010101, 1.143634, 1.333360, 1.600001}},
                           {0.01, 10, {1.096628, 1.150603, 1.333604, 1.600005}},
                           {0.01, 18, {1.167303, 1.156761, 1.333821, 1.600010}},
                           {0.01, 100, {1.644019, 1.217996, 1.336039, 1.600054}},
                           {0.01, 300, {1.980818, 1.353797, 1.341433, 1.600163}},
                           {0.01, 1000, {2.096134, 1.707006, 1.360142, 1.600543}},
                           {0.01, 10000, {2.642190, 2.289702, 1.578417, 1.605425}},
                           {0.01, 100000, {3.096127, 2.337296, 2.491794, 1.653428}},
                           {0.001, 100, {1.095308, 1.143654, 1.333336, 1.600000}},
                           {0.001, 10000, {2.009915, 1.219899, 1.333612, 1.600001}},
                           {0.1, 100, {2.740210, 2.569980, 2.401610, 1.963973}},
                           {0.1, 10000, {4.738318, 4.381449, 3.902874, 3.302471}}};

        for (const auto& row : table)
        {
            for (int i = 0; i < 4; i++)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetMulticastCost(row.loss, CODES[i], row.group),
                                          row.cost[i],
                                          5.1e-7,
                                          "e " << row.loss << " G " << row.group << " M " << i);
            }
        }
        // section 8
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetTransmissions(0.1, 30), 2.250806445, 5e-10, "T");
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetTransmissions(0.01, 30), 1.263325583, 5e-10, "T");
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetTransmissions(0.9, 1), 10, 1e-12, "1 / (1 - e)");
        NS_TEST_EXPECT_MSG_EQ(FecModel::GetTransmissions(0, 1e6), 1.0, "no loss");
        // two receivers: 2/(1 - e) - 1/(1 - e^2)
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetTransmissions(0.5, 2), 4 - 4 / 3.0, 1e-13, "G = 2");
        // claim c13
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetRepeatProbability(0.01, 100), 0.633968, 5e-7, "c13");
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetRepeatProbability(0.01, 100, 2),
                                  0.009951,
                                  5e-7,
                                  "c13");

        struct
        {
            double loss;
            double first[3]; // integer G at which the next code is cheaper
        } const crossings[] = {{0.001, {156, 26235, 10688100}},
                               {0.01, {17, 280, 11270}},
                               {0.1, {4, 6, 20}}};

        for (const auto& row : crossings)
        {
            for (int i = 0; i < 3; i++)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(std::ceil(GetCrossing(row.loss, CODES[i], CODES[i + 1])),
                                          row.first[i],
                                          (row.first[i] > 1e7 ? 50.0 : 0.0),
                                          "e " << row.loss << ", to M " << i + 1);
            }
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GetCrossing(0.01, CODES[0], CODES[1]), 16.645, 5e-4, "root");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetCrossing(0.01, CODES[1], CODES[2]), 279.777, 5e-4, "root");
        // mpmath 1.3, 50 digits
        NS_TEST_EXPECT_MSG_EQ_TOL(GetCrossing(0.01, CODES[0], CODES[1]),
                                  16.644573139093398861,
                                  1e-11,
                                  "root");
        const auto bare = PACKET_FEC_WITHOUT_PARITY;
        NS_TEST_EXPECT_MSG_EQ(std::ceil(GetCrossing(0.01, CODES[0], CODES[1], bare)), 17, "bare");
        NS_TEST_EXPECT_MSG_EQ(std::ceil(GetCrossing(0.01, CODES[1], CODES[2], bare)), 323, "bare");
        NS_TEST_EXPECT_MSG_EQ(std::ceil(GetCrossing(0.01, CODES[1], CODES[2], PACKET_FEC_ALONE)),
                              319,
                              "alone");
    }
};

/** @brief Window protocols: the tables of section 2.4. */
class PacketFecWindowTest : public TestCase
{
  public:
    PacketFecWindowTest()
        : TestCase("Efficiency of window protocols: table, crossings, bounds")
    {
    }

  private:
    void DoRun() override
    {
        const double window = 200;

        struct
        {
            double loss;
            double efficiency[4];
        } const table[] = {{0.001, {0.833333, 0.873780, 0.749997, 0.625000}},
                           {0.005, {0.500000, 0.845836, 0.749613, 0.624997}},
                           {0.01, {0.333333, 0.770335, 0.746966, 0.624958}},
                           {0.05, {0.090909, 0.217844, 0.519461, 0.602369}},
                           {0.1, {0.047619, 0.076526, 0.187787, 0.412860}}};

        for (const auto& row : table)
        {
            for (int i = 0; i < 4; i++)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetWindowEfficiency(row.loss, CODES[i], window),
                                          row.efficiency[i],
                                          5.1e-7,
                                          "e " << row.loss << " M " << i);
            }
        }

        struct
        {
            int from;
            int to;
            double loss;
            double efficiency; // 0: not given
        } const crossings[] = {{0, 1, 7.184057e-4, 0.874370},
                               {1, 2, 1.132318e-2, 0.745622},
                               {2, 3, 3.890755e-2, 0.616216},
                               {0, 2, 1.666796e-3, 0},
                               {0, 3, 3.000005e-3, 0}};

        for (const auto& row : crossings)
        {
            const auto difference = [&](double e) {
                return FecModel::GetWindowEfficiency(e, CODES[row.from], window) -
                       FecModel::GetWindowEfficiency(e, CODES[row.to], window);
            };
            const double loss = FecModel::FindCrossing(difference, 1e-5, 0.5);
            if (row.from == 0 && row.to == 1)
            {
                // mpmath 1.3, 50 digits
                NS_TEST_EXPECT_MSG_EQ_TOL(loss, 7.1840568012661124245e-4, 1e-14, "to M 1");
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(loss, row.loss, DIGITS * row.loss, "to M " << row.to);
            if (row.efficiency > 0)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(
                    FecModel::GetWindowEfficiency(loss, CODES[row.from], window),
                    row.efficiency,
                    5.1e-7,
                    "there");
            }
        }
        // where the code would pay if it repaired everything: e W = M/N, or e^2 W with SACK
        for (int i = 1; i < 4; i++)
        {
            const double share = static_cast<double>(CODES[i].data) / 8;
            const double ratio = static_cast<double>(CODES[i].parity) / CODES[i].data;
            NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetWindowEfficiency(ratio / window, {1, 0}, window),
                                      share,
                                      1e-15,
                                      "e W = M/N");
            NS_TEST_EXPECT_MSG_EQ_TOL(
                FecModel::GetSackEfficiency(std::sqrt(ratio / window), {1, 0}, window),
                share,
                1e-15,
                "e^2 W = M/N");
            NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetSackEfficiency(0, CODES[i], window),
                                      share,
                                      1e-15,
                                      "no loss");
        }
    }
};

/** @brief Resequencing delay: the table of section 2.5. */
class PacketFecDelayTest : public TestCase
{
  public:
    PacketFecDelayTest()
        : TestCase("Resequencing delay: table, no loss, one packet in flight")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            double loss;
            double mean[4];
            double deviation[4]; // 0: not given
        } const table[] = {
            {1e-4, {0.00998665, 7.03286e-6, 2.1098e-9, 3.51644e-13}, {0.0811695, 0.00216801, 0, 0}},
            {1e-3,
             {0.0944330, 7.01083e-4, 2.10347e-6, 3.50696e-9},
             {0.235586, 0.0216364, 0.00118567, 0}},
            {1e-2,
             {0.590181, 0.0654312, 0.00203857, 3.41316e-5},
             {0.356694, 0.200158, 0.0368628, 0.00477601}},
            {0.1, {1.77955, 1.21831, 0.724225, 0.220972}, {0.566884, 0.440201, 0.328484, 0.326649}},
            {0.3, {4.27815, 3.91305, 2.93570, 1.84633}, {1.06531, 0.994255, 0.802356, 0.577336}},
            {0.5, {8.53770, 8.42121, 7.65574, 5.78086}, {1.84950, 1.82880, 1.69194, 1.34941}}};

        for (const auto& row : table)
        {
            for (int i = 0; i < 4; i++)
            {
                const auto delay =
                    FecModel::GetResequencingDelay(FecModel::GetResidualLoss(row.loss, CODES[i]),
                                                   200);
                // six digits, five of 2.1098e-9
                NS_TEST_EXPECT_MSG_EQ_TOL(delay.mean,
                                          row.mean[i],
                                          (row.mean[i] == 2.1098e-9 ? 3e-5 : 3e-6) * row.mean[i],
                                          "mean, e " << row.loss << " M " << i);
                if (row.deviation[i] > 0)
                {
                    NS_TEST_EXPECT_MSG_EQ_TOL(delay.deviation,
                                              row.deviation[i],
                                              6e-6 * row.deviation[i],
                                              "deviation, e " << row.loss << " M " << i);
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResequencingDelay(1e-3, 200).inOrder,
                                  0.818485,
                                  5.1e-7,
                                  "P(D = 0)");
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResequencingDelay(1e-2, 200).inOrder,
                                  0.131300,
                                  5.1e-7,
                                  "P(D = 0)");
        const auto none = FecModel::GetResequencingDelay(0, 200);
        NS_TEST_EXPECT_MSG_EQ(none.mean, 0.0, "no loss");
        NS_TEST_EXPECT_MSG_EQ(none.deviation, 0.0, "no loss");
        NS_TEST_EXPECT_MSG_EQ(none.inOrder, 1.0, "no loss");
        // tiny eps: a lost packet delays itself and those of its round trip: eps (W + 1) / 2
        NS_TEST_EXPECT_MSG_EQ_TOL(FecModel::GetResequencingDelay(1e-20, 200).mean,
                                  100.5e-20,
                                  1e-30,
                                  "tiny");
    }
};

/** @brief The choice of a code: the tables of section 2.7. */
class PacketFecChoiceTest : public TestCase
{
  public:
    PacketFecChoiceTest()
        : TestCase("Best block lengths, winners by length, thresholds of figure 4")
    {
    }

  private:
    /** @param n N @param m M @return efficiency at G = 100, e = 1 % */
    static double GetEfficiency(uint32_t n, uint32_t m)
    {
        return 1 / FecModel::GetMulticastCost(0.01, {n, m}, 100);
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(GetEfficiency(1, 0), 0.608265, 5e-7, "no redundancy");

        struct
        {
            uint32_t n;
            double efficiency[3];
        } const table[] = {{7, {0.821021, 0.775694, 0.699944}},
                           {20, {0.816131, 0.892713, 0.868406}},
                           {100, {0.671425, 0.793174, 0.899097}},
                           {1000, {0.607664, 0.607120, 0.606826}}};

        for (const auto& row : table)
        {
            for (uint32_t m = 1; m <= 3; m++)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(GetEfficiency(row.n, m),
                                          row.efficiency[m - 1],
                                          5.1e-7,
                                          row.n << "+" << m);
            }
        }
        const uint32_t optima[] = {11, 30, 56};
        const double heights[] = {0.833690, 0.903454, 0.930258};
        for (uint32_t m = 1; m <= 3; m++)
        {
            uint32_t best = 1;
            for (uint32_t n = 1; n <= 1000; n++)
            {
                best = GetEfficiency(n, m) > GetEfficiency(best, m) ? n : best;
            }
            NS_TEST_EXPECT_MSG_EQ(best, optima[m - 1], "best N of N+" << m);
            NS_TEST_EXPECT_MSG_EQ_TOL(GetEfficiency(best, m), heights[m - 1], 5.1e-7, "there");
        }
        for (uint32_t n = 2; n <= 100; n++)
        {
            uint32_t best = 1;
            for (uint32_t m = 2; m <= 3; m++)
            {
                best = GetEfficiency(n, m) > GetEfficiency(n, best) ? m : best;
            }
            NS_TEST_EXPECT_MSG_EQ(best, (n <= 10 ? 1U : n <= 29 ? 2U : 3U), "winner for N = " << n);
        }
        for (uint32_t limit = 1; limit <= 60; limit++)
        {
            const uint32_t m = limit <= 2 ? 0 : limit <= 12 ? 1 : limit <= 32 ? 2 : 3;
            const auto best = FecModel::GetBestCode(0.01, 100, limit);
            NS_TEST_EXPECT_MSG_EQ(best.parity, m, "winner in blocks of " << limit);
            NS_TEST_EXPECT_MSG_EQ((best.data + best.parity <= limit), true, "N + M <= K");
        }
        // no redundancy is better from here on
        const uint32_t ends[] = {470, 627, 775};
        for (uint32_t m = 1; m <= 3; m++)
        {
            NS_TEST_EXPECT_MSG_EQ((GetEfficiency(ends[m - 1], m) < GetEfficiency(1, 0)),
                                  true,
                                  "end");
            NS_TEST_EXPECT_MSG_EQ((GetEfficiency(ends[m - 1] - 1, m) < GetEfficiency(1, 0)),
                                  false,
                                  "one before the end");
        }
        // figure 4
        const auto crossing = [](int from, int to, double low) {
            return FecModel::FindCrossing(
                [=](double e) {
                    return FecModel::GetMulticastCost(e, CODES[to], 100) -
                           FecModel::GetMulticastCost(e, CODES[from], 100);
                },
                low,
                0.99);
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(crossing(0, 1, 1e-4), 1.560055e-3, 1e-9, "7+1");
        NS_TEST_EXPECT_MSG_EQ_TOL(crossing(1, 2, 1e-4), 1.715537e-2, 1e-8, "6+2");
        NS_TEST_EXPECT_MSG_EQ_TOL(crossing(2, 3, 1e-4), 5.262871e-2, 1e-8, "5+3");
        NS_TEST_EXPECT_MSG_EQ_TOL(crossing(1, 0, 1e-2), 0.1759, 5e-5, "none beats 7+1");
        NS_TEST_EXPECT_MSG_EQ_TOL(crossing(2, 0, 1e-1), 0.2641, 5e-5, "none beats 6+2");
        NS_TEST_EXPECT_MSG_EQ_TOL(crossing(3, 0, 1e-1), 0.3574, 5e-5, "none beats 5+3");
    }
};

/** @brief Arguments that make no sense. */
class PacketFecArgumentTest : public TestCase
{
  public:
    PacketFecArgumentTest()
        : TestCase("Bad arguments are named with their value")
    {
    }

  private:
    /** @param code to run @param words that its error must have */
    void ExpectThrow(const std::function<void()>& code, const std::string& words)
    {
        std::string text;
        try
        {
            code();
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
    }

    void DoRun() override
    {
        ExpectThrow([] { FecModel::GetResidualLoss(1, {7, 1}); }, "loss rate = 1 must");
        ExpectThrow([] { FecModel::GetResidualLoss(-0.1, {7, 1}); }, "loss rate = -0.1 must");
        ExpectThrow(
            [] {
                FecModel::GetResidualLoss(std::nan(""), {7, 1});
            },
            "loss rate = nan must");
        ExpectThrow([] { FecModel::GetResidualLoss(0.1, {0, 1}); }, "block = 0 must");
        ExpectThrow(
            [] {
                FecModel::GetResidualLoss(0.1, {4294967295, 1});
            },
            "block = 4.29497e+09 must");
        ExpectThrow([] { FecModel::GetTransmissions(0.1, 0.5); }, "group = 0.5 must");
        ExpectThrow([] { FecModel::GetRepeatProbability(0.1, 1, 0); }, "retransmissions = 0 must");
        ExpectThrow([] { FecModel::GetWindowEfficiency(0.1, {7, 1}, 0); }, "window = 0 must");
        ExpectThrow([] { FecModel::GetResequencingDelay(0.1, 0); }, "window = 0 must");
        ExpectThrow([] { FecModel::GetBestCode(0.1, 1, 0); }, "packets of a block = 0 must");
        ExpectThrow([] { FecModel::FindCrossing([](double) { return 1.0; }, 0, 1); },
                    "search = 0 must");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(FecModel::FindCrossing([](double) { return 1.0; }, 1, 10)),
                              true,
                              "no crossing");
        NS_TEST_EXPECT_MSG_EQ(
            std::isnan(FecModel::FindCrossing([](double) { return -1.0; }, 1, 10)),
            true,
            "below from the start");
    }
};

HsnTestRegistration g_packetFecModelTests("packet-fec-model",
                                          {new PacketFecResidualTest,
                                           new PacketFecMulticastTest,
                                           new PacketFecWindowTest,
                                           new PacketFecDelayTest,
                                           new PacketFecChoiceTest,
                                           new PacketFecArgumentTest});
} // namespace
} // namespace hsn
} // namespace ns3
