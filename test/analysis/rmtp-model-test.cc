// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/rmtp-model.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using GroupModel = RmtpModel;

/** @brief Losses: the paper's numbers, tables made by other programs, and what is known. */
class RmtpLossTest : public TestCase
{
  public:
    RmtpLossTest()
        : TestCase("Retransmissions and losses left: the paper's tables, limits, size of lists")
    {
    }

  private:
    void DoRun() override
    {
        // 2000 packets; rule and mean were computed by another program
        struct
        {
            double receivers;
            double loss;
            uint32_t rule;
            double mean;
        } const table[] = {{100, 1e-6, 0, 0.1813},
                           {100, 1e-4, 1, 1.0020},
                           {100, 1e-2, 2, 2.1833},
                           {100, 0.1, 5, 5.0680},
                           {100, 0.3, 10, 10.1177},
                           {5000, 1e-6, 1, 1.0000},
                           {5000, 1e-4, 1, 1.0952},
                           {5000, 1e-2, 3, 3.0961},
                           {5000, 0.1, 7, 6.7383}, // e^7 M N is exactly 1
                           {5000, 0.3, 13, 13.3664},
                           {500000, 1e-6, 1, 1.0010},
                           {500000, 1e-4, 2, 2.0010},
                           {500000, 1e-2, 4, 4.0961},
                           {500000, 0.1, 9, 8.7383},
                           {500000, 0.3, 17, 17.1917}};

        for (const auto& row : table)
        {
            const double all = 2000 * row.receivers;
            NS_TEST_EXPECT_MSG_EQ(GroupModel::GetRetransmissions(row.loss, all), row.rule, "K");
            NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetMeanRetransmissions(row.loss, all),
                                      row.mean,
                                      6e-5,
                                      "mean at " << row.receivers << ", " << row.loss);
        }
        // 2401 / 49^2 is 1, but less in double precision
        NS_TEST_EXPECT_MSG_EQ(GroupModel::GetRetransmissions(1.0 / 49, 2401), 2, "a product of 1");
        // one packet, one receiver: a geometric variable
        for (const double e : {0.0, 0.01, 0.7})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetMeanRetransmissions(e, 1),
                                      1 / (1 - e) - 1,
                                      1e-14,
                                      "geometric");
            NS_TEST_EXPECT_MSG_EQ(GroupModel::GetRetransmissions(0, 1e7), 0, "no losses");
        }
        // the mean is the sum of 1 - P(at most so many)
        double sum = 0;
        for (uint32_t most = 0; most < 60; ++most)
        {
            sum += 1 - GroupModel::GetRetransmissionsAtMost(0.3, 1e6, most);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetMeanRetransmissions(0.3, 1e6), sum, 1e-12, "sum");
        // from 5000 to 500,000 receivers the mean grows by ln(100) / ln(1/e)
        for (const double e : {0.01, 0.1, 0.3})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetMeanRetransmissions(e, 1e9) -
                                          GroupModel::GetMeanRetransmissions(e, 1e7),
                                      std::log(100) / std::log(1 / e),
                                      0.01,
                                      "growth at " << e);
        }
        const auto within = [](double e, uint32_t low, uint32_t high) {
            return GroupModel::GetRetransmissionsAtMost(e, 1e7, high) -
                   (low > 0 ? GroupModel::GetRetransmissionsAtMost(e, 1e7, low - 1) : 0);
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(within(1e-2, 3, 4), 0.99896, 6e-6, "3 or 4 at 1 %");
        NS_TEST_EXPECT_MSG_EQ_TOL(within(1e-6, 0, 1), 0.99999, 6e-6, "at most 1 at 1e-6");
        NS_TEST_EXPECT_MSG_EQ_TOL(within(1e-4, 1, 2), 0.99999, 6e-6, "1 or 2 at 1e-4");

        // appendix A, 5000 receivers: (S, M, N), exact and by the recursion
        struct
        {
            double loss;
            uint32_t k;
            double lost;
            double packets;
            double receivers;
        } const appendix[] = {{1e-6, 1, 10, 9.97505, 9.99001},
                              {1e-4, 1, 1000, 786.969, 906.387},
                              {1e-4, 2, 0.1, 0.0999975, 0.099999},
                              {1e-2, 1, 1e5, 2000, 5000},
                              {1e-2, 2, 1000, 786.969, 906.387},
                              {1e-2, 3, 10, 9.97505, 9.99001}};

        for (const auto& row : appendix)
        {
            RmtpTransfer transfer;
            transfer.receivers = 5000;
            transfer.loss = row.loss;
            const auto found = GroupModel::GetLosses(transfer, row.k);
            NS_TEST_EXPECT_MSG_EQ_TOL(found.lost, row.lost, 1e-9 * row.lost, "S");
            NS_TEST_EXPECT_MSG_EQ_TOL(found.packets, row.packets, 6e-7 * row.packets, "M");
            NS_TEST_EXPECT_MSG_EQ_TOL(found.receivers, row.receivers, 6e-7 * row.receivers, "N");
            const auto first = GroupModel::GetLossesByRecursion(transfer, 1);
            NS_TEST_EXPECT_MSG_EQ_TOL(first.packets,
                                      GroupModel::GetLosses(transfer, 1).packets,
                                      1e-9 * first.packets,
                                      "the recursion is exact for one round");
        }
        RmtpTransfer transfer;
        transfer.receivers = 5000;
        const auto second = GroupModel::GetLossesByRecursion(transfer, 2);
        NS_TEST_EXPECT_MSG_EQ_TOL(second.packets, 789.988, 6e-4, "recursion, M_2");
        NS_TEST_EXPECT_MSG_EQ_TOL(second.receivers, 910.465, 6e-4, "recursion, N_2");

        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetNackBytes(2000, 0.01),
                                  48.000,
                                  6e-4,
                                  "list at 1 %");
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetNackBytes(2000, 0.1), 407.601, 6e-4, "at 10 %");
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetNackBytes(2000, 0.3), 1175.649, 6e-4, "at 30 %");
        // all patterns of ten packets, one by one
        double bytes = 0;
        for (uint32_t missing = 0; missing < 1024; ++missing)
        {
            double p = 1;
            uint32_t entries = 0;
            uint32_t run = 0;
            for (uint32_t i = 0; i <= 10; ++i)
            {
                const bool is = i < 10 && missing >> i & 1;
                p *= i == 10 ? 1 : is ? 0.4 : 0.6;
                if (!is)
                {
                    entries += run >= 4 ? 3 : run;
                }
                run = is ? run + 1 : 0;
            }
            bytes += p * (8 + 2 * entries);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetNackBytes(10, 0.4), bytes, 1e-12, "all patterns");
    }
};

/** @brief Times and packets of transfers; overflow of the buffer. */
class RmtpTransferTest : public TestCase
{
  public:
    RmtpTransferTest()
        : TestCase("Transfer times, packets and overflow: tables made by other programs, limits")
    {
    }

  private:
    /**
     * @brief Mean number of answers that are lost, by the distribution of the queue.
     * @param answers one in each slot
     * @param leave probability that one leaves after it
     * @param buffer answers that it holds
     * @return the mean
     */
    static double GetOverflowByChain(uint32_t answers, double leave, uint32_t buffer)
    {
        std::vector<double> queue(buffer + 1); // P(so many are in the buffer)
        queue[0] = 1;
        double lost = 0;
        for (uint32_t i = 0; i < answers; ++i)
        {
            std::vector<double> next(buffer + 1);
            for (uint32_t n = 0; n <= buffer; ++n)
            {
                lost += n == buffer ? queue[n] : 0;
                const uint32_t now = n == buffer ? n : n + 1;
                next[now] += (1 - leave) * queue[n];
                next[now - 1] += leave * queue[n];
            }
            queue = next;
        }
        return lost;
    }

    void DoRun() override
    {
        struct
        {
            double receivers;
            double duration;
            uint32_t k;
            double sent;
            double received;
            double cpu;
        } const table[] = {{10, 22.903034, 2, 2197.5531, 41.8128, 0.263446},
                           {100, 34.320291, 2, 3295.0179, 418.1277, 0.426821},
                           {1000, 53.730956, 3, 4229.0796, 4183.2754, 1.358189},
                           {5000, 99.546763, 3, 4961.1078, 20916.3772, 5.258044},
                           {10000, 154.003402, 3, 5607.5058, 41832.7544, 10.114059},
                           {100000, 1052.478675, 4, 9381.5289, 418329.5435, 96.972502}};

        for (const auto& row : table)
        {
            RmtpTransfer transfer;
            transfer.receivers = row.receivers;
            transfer.interval = row.receivers >= 1000 ? 0.003 : 0;
            const auto found = GroupModel::GetTotals(transfer);
            NS_TEST_EXPECT_MSG_EQ_TOL(found.duration, row.duration, 6e-7, "T");
            NS_TEST_EXPECT_MSG_EQ(found.retransmissions, row.k, "K");
            NS_TEST_EXPECT_MSG_EQ_TOL(found.sent, row.sent, 6e-5, "PS");
            NS_TEST_EXPECT_MSG_EQ_TOL(found.received, row.received, 6e-5, "PR");
            NS_TEST_EXPECT_MSG_EQ_TOL(found.cpu, row.cpu, 6e-7, "CPU");
        }
        RmtpTransfer transfer;
        transfer.receivers = 5000;
        transfer.interval = 0.002;
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetTotals(transfer).duration, 83.630, 6e-4, "2 ms");
        transfer.interval = 0.004;
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetTotals(transfer).duration, 115.463, 6e-4, "4 ms");
        transfer.interval = 0.003;
        const double before = GroupModel::GetTotals(transfer).duration;
        transfer.turnAround = 0.6;
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetTotals(transfer).duration - before,
                                  5.184,
                                  6e-4,
                                  "TAT");

        // 100 receivers, alpha 0.65 s, losses of 0, 1 and 10 %
        const double losses[] = {0, 0.01, 0.1};
        const double times[] = {21.99, 38.29, 68.97};
        for (int i = 0; i < 3; ++i)
        {
            RmtpTransfer hundred;
            hundred.surplus = 0.65;
            hundred.loss = losses[i];
            NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetTotals(hundred).duration,
                                      times[i],
                                      6e-3,
                                      "alpha");
        }

        // the same hundred beside others that lose nothing, alpha 0 and 0.65 s: another program
        struct
        {
            double receivers;
            double without;
            double with;
        } const measured[] = {{500, 34.3, 38.3},
                              {1000, 40.7, 44.6},
                              {5000, 64.7, 68.6},
                              {7500, 79.7, 83.6},
                              {10000, 94.7, 98.6}};

        for (const auto& row : measured)
        {
            RmtpTransfer some;
            some.clean = row.receivers - 100;
            some.interval = row.receivers >= 1000 ? 0.003 : 0;
            const auto totals = GroupModel::GetTotals(some);
            NS_TEST_EXPECT_MSG_EQ_TOL(totals.duration, row.without, 0.06, "alpha 0");
            NS_TEST_EXPECT_MSG_EQ_TOL(totals.received - some.clean * 3, 418.1277, 6e-5, "PR");
            some.surplus = 0.65;
            const double longer = GroupModel::GetTotals(some).duration;
            NS_TEST_EXPECT_MSG_EQ_TOL(longer, row.with, 0.06, "alpha 0.65 s");
            NS_TEST_EXPECT_MSG_EQ_TOL(longer,
                                      totals.duration + 0.65 * totals.timers,
                                      1e-9,
                                      "timers");
        }
        // without losses: connection and one round, each an answer from all
        RmtpTransfer clean;
        clean.loss = 0;
        clean.interval = 0.003;
        const auto found = GroupModel::GetTotals(clean);
        const double wait = 100 * 0.003 + 0.1;
        NS_TEST_EXPECT_MSG_EQ_TOL(found.duration, 2001 / clean.rate + 2 * wait, 1e-12, "T");
        NS_TEST_EXPECT_MSG_EQ_TOL(found.sent, 2002, 1e-9, "PS");
        NS_TEST_EXPECT_MSG_EQ_TOL(found.received, 300, 1e-9, "PR");
        // the share of time that is no data falls with the length of the message
        const double shares[] = {0.986, 0.903, 0.507, 0.111};
        for (int i = 0; i < 4; ++i)
        {
            RmtpTransfer longer;
            longer.receivers = 5000;
            longer.interval = 0.003;
            longer.packets = 20 * std::pow(10, i);
            const auto totals = GroupModel::GetTotals(longer);
            double data = 0;
            for (uint32_t k = 0; k <= totals.retransmissions; ++k)
            {
                data += GroupModel::GetRound(longer, k).packets / longer.rate;
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(1 - data / totals.duration, shares[i], 6e-4, "share");
        }

        struct
        {
            double answers;
            double overload;
            uint32_t buffer;
            double overflow;
        } const overflows[] = {{100, 2, 20, 30.5},
                               {100, 4, 10, 65.25},
                               {200, 1.5, 30, 37.333333},
                               {20, 2, 5, 5.502617},
                               {5000, 2.3, 731, 2095.521739},
                               {5000, 2.3, 8533, 0},
                               {5000, 1, 731, 0},
                               {700, std::numeric_limits<double>::infinity(), 100, 600}};

        for (const auto& row : overflows)
        {
            const double v = GroupModel::GetOverflow(row.answers, row.overload, row.buffer);
            NS_TEST_EXPECT_MSG_EQ_TOL(v, row.overflow, 6e-7, "V(" << row.answers << ")");
            // the paper's sum neglects that the queue may be empty
            if (row.buffer < 1000) // else it takes a second
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(
                    v,
                    GetOverflowByChain(row.answers, 1 / row.overload, row.buffer),
                    0.03 * row.answers,
                    "chain");
            }
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetPolls(10, 0.01, 0),
                                  1 - std::pow(0.99, 10),
                                  1e-14,
                                  "");
        NS_TEST_EXPECT_MSG_EQ_TOL(GroupModel::GetPolls(10, 0, 4), 0.4, 1e-14, "overflow only");

        const auto refuse = [this](const std::function<void(RmtpTransfer&)>& change,
                                   const std::string& words) {
            RmtpTransfer bad;
            change(bad);
            std::string text;
            try
            {
                GroupModel::GetTotals(bad);
            }
            catch (const std::invalid_argument& error)
            {
                text = error.what();
            }
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text << " for " << words);
        };
        refuse([](RmtpTransfer& t) { t.loss = 1; }, "loss rate = 1");
        refuse([](RmtpTransfer& t) { t.receivers = 0; }, "number of receivers = 0");
        refuse([](RmtpTransfer& t) { t.packets = 0; }, "packets of a message = 0");
        refuse([](RmtpTransfer& t) { t.rate = 0; }, "packets per second = 0");
        refuse([](RmtpTransfer& t) { t.interval = -1; }, "interval of answers = -1");
        refuse([](RmtpTransfer& t) { t.turnAround = -1; }, "turn-around time = -1");
        refuse([](RmtpTransfer& t) { t.surplus = -1; }, "surplus of timers = -1");
        refuse([](RmtpTransfer& t) { t.buffer = 1; }, "buffer = 1");
        refuse([](RmtpTransfer& t) { t.serviceRate = 0; }, "service rate = 0");
    }
};

HsnTestRegistration g_rmtpModelTests("rmtp-model", {new RmtpLossTest, new RmtpTransferTest});
} // namespace
} // namespace hsn
} // namespace ns3
