// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-model.h"

#include "model-argument.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Terms below this share of a sum are left out. */
constexpr double NEGLIGIBLE_TERM = 1e-17;

/** @brief Products closer to 1 than that are 1. */
constexpr double PRODUCT_ROUNDING = 1e-9;

/** @brief System time of the server: for each packet sent and received, and at all; s. */
constexpr double SEND_TIME = 7.0e-5;
constexpr double RECEIVE_TIME = 2.3e-4; //!< see SEND_TIME
constexpr double BASE_TIME = 0.1;       //!< see SEND_TIME

/** @brief Most answers of which the overflow is computed, one by one. */
constexpr double MOST_ANSWERS = 1e9;

/** @brief Checks a number of losses. @param loss e @param losses M N */
void
CheckLosses(double loss, double losses)
{
    RequireLossRate(loss);
    RequireArgument(losses >= 1 && std::isfinite(losses),
                    "packets times receivers",
                    losses,
                    "at least 1 and finite");
}

/** @brief Checks a transfer. @param t what is sent */
void
Check(const RmtpTransfer& t)
{
    RequireLossRate(t.loss);
    RequireArgument(t.packets >= 1 && std::isfinite(t.packets),
                    "packets of a message",
                    t.packets,
                    "at least 1 and finite");
    RequireArgument(t.receivers >= 1 && t.receivers <= MOST_ANSWERS,
                    "number of receivers",
                    t.receivers,
                    "1 to 1e9");
    RequireArgument(t.clean >= 0 && t.clean <= MOST_ANSWERS,
                    "number of receivers without loss",
                    t.clean,
                    "0 to 1e9");
    RequireArgument(t.rate > 0, "packets per second", t.rate, "above 0");
    RequireArgument(t.turnAround >= 0, "turn-around time", t.turnAround, "at least 0 s");
    RequireArgument(t.surplus >= 0, "surplus of timers", t.surplus, "at least 0 s");
    RequireArgument(t.interval >= 0, "interval of answers", t.interval, "at least 0 s");
    RequireArgument(t.serviceRate > 0, "service rate", t.serviceRate, "above 0");
    RequireArgument(t.buffer >= 2, "answers in the buffer", t.buffer, "at least 2");
}

/** @param p probability @param n times @return 1 - (1 - p)^n, without cancellation */
double
Any(double p, double n)
{
    return -std::expm1(n * std::log1p(-p));
}

/** @brief What follows from a number of answers. */
struct Answers
{
    double overflow; //!< V(x) + V(x'), x' those that are polled
    double polls;    //!< Pol(x) + Pol(x')
};

/** @param t what is sent @param x answers that may be lost @param clean other answers @return what
 * follows */
Answers
Evaluate(const RmtpTransfer& t, double x, double clean)
{
    const double overload = 1 / (t.interval * t.serviceRate);
    const double all = x + clean;
    const double loss = all > 0 ? t.loss * x / all : 0; // of an answer
    const double first = RmtpModel::GetOverflow(all, overload, t.buffer);
    const double again = loss * all + (1 - loss) * first;
    const double second = RmtpModel::GetOverflow(again, overload, t.buffer);
    const double none = Any(t.loss, x); // 1 - P(no answer is lost)
    const double polls =
        clean > 0 ? none + (1 - none) * first / all : RmtpModel::GetPolls(x, t.loss, first);
    return {first + second, polls + RmtpModel::GetPolls(again, t.loss, second)};
}

/** @brief Equations (2), (3), (5) and (6). @param t what is sent @param round its S, M and N; gets
 * the rest @param clean receivers without loss that answer, too */
void
Complete(const RmtpTransfer& t, RmtpRound& round, double clean)
{
    const double n = round.receivers;
    const auto answers = Evaluate(t, n, clean);
    round.sent = round.packets + t.loss * n + answers.overflow;
    round.received = n + clean + (1 - t.loss) * answers.overflow;
    round.timers = 1 + answers.polls;
    round.duration = round.sent / t.rate + (n + clean + answers.overflow) * t.interval +
                     (1 + answers.polls) * (t.turnAround + t.surplus);
}
} // namespace

uint32_t
RmtpModel::GetRetransmissions(double loss, double losses)
{
    CheckLosses(loss, losses);
    uint32_t k = 0;
    for (double left = loss * losses; left >= 1 - PRODUCT_ROUNDING; left *= loss)
    {
        ++k;
    }
    return k;
}

double
RmtpModel::GetMeanRetransmissions(double loss, double losses)
{
    CheckLosses(loss, losses);
    double sum = 0;
    for (double p = loss, term = Any(p, losses); term > NEGLIGIBLE_TERM; term = Any(p, losses))
    {
        sum += term;
        p *= loss;
    }
    return sum;
}

double
RmtpModel::GetRetransmissionsAtMost(double loss, double losses, uint32_t most)
{
    CheckLosses(loss, losses);
    return std::exp(losses * std::log1p(-std::pow(loss, most + 1.0)));
}

RmtpRound
RmtpModel::GetLosses(const RmtpTransfer& t, uint32_t k)
{
    Check(t);
    const double left = std::pow(t.loss, k);
    return {left * t.packets * t.receivers,
            t.packets * Any(left, t.receivers),
            t.receivers * Any(left, t.packets),
            0,
            0,
            0,
            0};
}

RmtpRound
RmtpModel::GetLossesByRecursion(const RmtpTransfer& t, uint32_t k)
{
    Check(t);
    double lost = t.packets * t.receivers;
    double packets = t.packets;
    double receivers = t.receivers;
    for (uint32_t i = 0; i < k && t.loss > 0; ++i)
    {
        packets *= Any(t.loss, lost / packets);
        receivers *= Any(t.loss, lost / receivers);
        lost *= t.loss;
    }
    if (k > 0 && t.loss == 0)
    {
        return {};
    }
    return {lost, packets, receivers, 0, 0, 0, 0};
}

double
RmtpModel::GetOverflow(double answers, double overload, uint32_t buffer)
{
    RequireArgument(answers >= 0 && answers <= MOST_ANSWERS,
                    "number of answers",
                    answers,
                    "0 to 1e9");
    RequireArgument(overload >= 0, "overload", overload, "at least 0");
    RequireArgument(buffer >= 2, "answers in the buffer", buffer, "at least 2");
    const double x = std::floor(answers);
    if (overload <= 1 || x <= buffer)
    {
        return 0;
    }
    // P(n, b) is 1 - 1/rho times the distribution function of a negative binomial variable
    const double leave = 1 / overload;
    double logarithm = (buffer - 1) * std::log1p(-leave);
    double below = 0;
    double sum = 0;
    for (double m = 0; m < x - buffer; ++m)
    {
        below += std::exp(logarithm);
        sum += std::min(below, 1.0);
        logarithm += std::log((m + buffer - 1) / (m + 1) * leave);
    }
    return (1 - leave) * sum;
}

double
RmtpModel::GetPolls(double answers, double loss, double overflow)
{
    RequireLossRate(loss);
    RequireArgument(answers >= 0, "number of answers", answers, "at least 0");
    RequireArgument(overflow >= 0 && overflow <= answers,
                    "answers that overflow",
                    overflow,
                    "at least 0 and at most all");
    if (answers == 0)
    {
        return 0;
    }
    const double none = Any(loss, answers);
    return none + (1 - none) * overflow / answers;
}

RmtpRound
RmtpModel::GetRound(const RmtpTransfer& t, uint32_t k)
{
    RmtpRound round = GetLosses(t, k);
    Complete(t, round, k == 0 ? t.clean : 0);
    return round;
}

RmtpTotals
RmtpModel::GetTotals(const RmtpTransfer& t)
{
    Check(t);
    RmtpTotals totals{};
    totals.retransmissions = GetRetransmissions(t.loss, t.packets * t.receivers);
    RmtpRound connection{0, 1, t.receivers, 0, 0, 0, 0};
    Complete(t, connection, t.clean);
    totals.connection = connection.duration;
    totals.duration = connection.duration;
    totals.sent = connection.sent + 1 + totals.retransmissions;
    totals.received = connection.received + t.receivers + t.clean;
    totals.timers = connection.timers;
    for (uint32_t k = 0; k <= totals.retransmissions; ++k)
    {
        const RmtpRound round = GetRound(t, k);
        totals.duration += round.duration;
        totals.sent += round.sent;
        totals.received += round.received;
        totals.timers += round.timers;
    }
    totals.cpu = SEND_TIME * totals.sent + RECEIVE_TIME * totals.received + BASE_TIME;
    return totals;
}

double
RmtpModel::GetNackBytes(uint32_t packets, double loss)
{
    RequireLossRate(loss);
    RequireArgument(packets >= 1, "packets of a message", packets, "at least 1");
    // a missing packet costs an entry; a run of n >= 4 saves n - 3: runs of exactly n by their
    // place
    double entries = packets * loss;
    const double kept = 1 - loss;
    double run = std::pow(loss, 4);
    for (uint32_t n = 4; n <= packets && run > 0; ++n, run *= loss)
    {
        const double runs = n == packets ? run : run * kept * (2 + (packets - n - 1.0) * kept);
        entries -= runs * (n - 3.0);
    }
    return 8 + 2 * entries;
}
} // namespace hsn
} // namespace ns3
