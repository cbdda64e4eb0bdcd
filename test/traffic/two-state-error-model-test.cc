// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/two-state-error-model.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// A period: whether it is bad, and when it starts.
using Period = std::pair<bool, Time>;

/// @param law class of a random variable with one parameter @param value of it @return text
std::string
Law(const std::string& law, double value)
{
    const std::string name = law == "Constant" ? "Constant" : "Mean";
    return "ns3::" + law + "RandomVariable[" + name + "=" + std::to_string(value) + "]";
}

/// @param good law of good durations @param bad law of bad ones @param initial state @return model
Ptr<TwoStateErrorModel>
MakeModel(const std::string& good, const std::string& bad, const std::string& initial = "Good")
{
    return CreateObjectWithAttributes<TwoStateErrorModel>("GoodDuration",
                                                          StringValue(good),
                                                          "BadDuration",
                                                          StringValue(bad),
                                                          "InitialState",
                                                          StringValue(initial));
}

/// Asks a model at chosen times and notes its periods.
class Asker
{
  public:
    /// @param model asked
    explicit Asker(Ptr<TwoStateErrorModel> model)
        : m_model(model)
    {
        model->TraceConnectWithoutContext("State", MakeCallback(&Asker::NotePeriod, this));
    }

    /// @param at when to ask whether the time is bad
    void Ask(Time at)
    {
        Simulator::Schedule(at, &Asker::AskNow, this);
    }

    /// @param count packets @param gap between them, the first one comes after one gap
    void Send(uint64_t count, Time gap)
    {
        m_left = count;
        m_gap = gap;
        Simulator::Schedule(gap, &Asker::SendNow, this);
    }

    /// @return share of time in bad periods that have ended
    double GetBadShare() const
    {
        Time bad;
        for (std::size_t i = 0; i + 1 < periods.size(); ++i)
        {
            bad += periods[i].first ? periods[i + 1].second - periods[i].second : Time();
        }
        return bad.GetSeconds() / (periods.back().second - periods.front().second).GetSeconds();
    }

    std::vector<Period> periods; //!< all that the model told of
    std::vector<bool> answers;   //!< to Ask()
    std::vector<bool> lost;      //!< fate of the packets

  private:
    void NotePeriod(bool isBad, Time since)
    {
        periods.emplace_back(isBad, since);
    }

    void AskNow()
    {
        answers.push_back(m_model->IsBad());
    }

    void SendNow()
    {
        lost.push_back(m_model->IsCorrupt(Create<Packet>(10)));
        if (--m_left > 0)
        {
            Simulator::Schedule(m_gap, &Asker::SendNow, this);
        }
    }

    Ptr<TwoStateErrorModel> m_model; //!< asked
    uint64_t m_left{0};              //!< packets
    Time m_gap;                      //!< between packets
};

/** @brief Constant durations: 1.62 s good, 180 ms bad. */
class TwoStateConstantTest : public TestCase
{
  public:
    TwoStateConstantTest()
        : TestCase("Constant durations are exact to the time step")
    {
    }

  private:
    void DoRun() override
    {
        const Time good = MilliSeconds(1620);
        const Time bad = MilliSeconds(180);
        Asker asker(MakeModel(Law("Constant", 1.62), Law("Constant", 0.18)));
        std::vector<bool> expected;
        for (int64_t cycle : {0, 1, 2, 1000, 1000000})
        {
            const Time start = TimeStep((good + bad).GetTimeStep() * cycle);
            const std::vector<Period> borders{{false, start},
                                              {false, start + good - TimeStep(1)},
                                              {true, start + good},
                                              {true, start + good + bad - TimeStep(1)},
                                              {false, start + good + bad}};
            for (const auto& [isBad, at] : borders)
            {
                asker.Ask(at);
                expected.push_back(isBad);
            }
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ((asker.answers == expected), true, "states at the borders");
        NS_TEST_ASSERT_MSG_EQ(asker.periods.size(), 2 * 1000001 + 1, "all periods are traced");
        NS_TEST_EXPECT_MSG_EQ((asker.periods[0] == Period(false, Seconds(0))), true, "first");
        NS_TEST_EXPECT_MSG_EQ((asker.periods[1] == Period(true, good)), true, "second");
        NS_TEST_EXPECT_MSG_EQ((asker.periods[2] == Period(false, good + bad)), true, "third");

        // one packet each 20 ms, from 20 ms on: of 90 packets per cycle, those at 1.62 to 1.78 s
        Asker packets(MakeModel(Law("Constant", 1.62), Law("Constant", 0.18)));
        packets.Send(900, MilliSeconds(20));
        Simulator::Run();
        Simulator::Destroy();
        std::vector<bool> fates;
        for (int i = 1; i <= 900; ++i)
        {
            fates.push_back(i % 90 >= 81);
        }
        NS_TEST_EXPECT_MSG_EQ((packets.lost == fates), true, "9 of 90 packets");
    }
};

/** @brief Shares of bad time with exponential durations. */
class TwoStateShareTest : public TestCase
{
  public:
    TwoStateShareTest()
        : TestCase("Long-run shares of bad time and of losses")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            double good;
            double bad;
            double goodLoss;
            double share;
        } const cases[] = {{30, 2, 0.04, 0.0625},
                           {20, 3, 0.05, 0.130435},
                           {15, 5, 0.20, 0.25},
                           {10, 4, 0.12, 0.285714}};

        int64_t stream = 10;
        for (const auto& one : cases)
        {
            auto model = MakeModel(Law("Exponential", one.good), Law("Exponential", one.bad));
            model->SetAttribute("GoodLoss", DoubleValue(one.goodLoss));
            stream += model->AssignStreams(stream);
            Asker asker(model);
            const double cycles = 20000;
            const double seconds = cycles * (one.good + one.bad);
            const uint64_t packets = 200000;
            asker.Send(packets, Seconds(seconds / packets));
            Simulator::Run();
            Simulator::Destroy();
            // B / (G + B) of n cycles with exponential B and G has the variance 2 p^2 (1 - p)^2 / n
            const double p = one.share;
            const double sd = p * (1 - p) * std::sqrt(2 / cycles);
            NS_TEST_EXPECT_MSG_EQ_TOL(asker.GetBadShare(), p, 4 * sd, "bad time");
            double lost = 0;
            for (const bool is : asker.lost)
            {
                lost += is;
            }
            // at most as if every packet had a period of its own, and the periods' part
            const double mean = p + (1 - p) * one.goodLoss;
            const double error = 4 * std::sqrt(mean * (1 - mean) / packets) + 4 * sd;
            NS_TEST_EXPECT_MSG_EQ_TOL(lost / packets, mean, error, "losses");
        }
    }
};

/** @brief Law and independence of exponential durations. */
class TwoStateLawTest : public TestCase
{
  public:
    TwoStateLawTest()
        : TestCase("Exponential durations: mean, variance, independence of packets")
    {
    }

  private:
    /// @param gap of packets @param seconds that pass @param badLoss in bad periods
    /// @param goodLoss in good ones @return what happened
    static Asker Run(Time gap, double seconds, double badLoss = 1, double goodLoss = 0)
    {
        auto model = MakeModel(Law("Exponential", 3), Law("Exponential", 0.5));
        model->SetAttribute("BadLoss", DoubleValue(badLoss));
        model->SetAttribute("GoodLoss", DoubleValue(goodLoss));
        model->AssignStreams(77);
        Asker asker(model);
        asker.Send(static_cast<uint64_t>(seconds / gap.GetSeconds()), gap);
        asker.Ask(Seconds(seconds));
        Simulator::Run();
        Simulator::Destroy();
        return asker;
    }

    void DoRun() override
    {
        // the whole of a long silence, against a packet every 10 ms
        const auto often = Run(MilliSeconds(10), 3000);
        const auto once = Run(Seconds(3000), 3000);
        NS_TEST_EXPECT_MSG_GT(often.periods.size(), 1000, "there are periods");
        NS_TEST_EXPECT_MSG_EQ((often.periods == once.periods), true, "packets change nothing");

        // losses draw from a stream of their own, one draw for each packet
        const auto half = Run(MilliSeconds(10), 3000, 0.5);
        const auto more = Run(MilliSeconds(10), 3000, 0.6, 0.2);
        NS_TEST_EXPECT_MSG_EQ((often.periods == half.periods), true, "losses change nothing");
        uint32_t all = 0;
        uint32_t some = 0;
        bool isPart = true;
        for (std::size_t i = 0; i < often.lost.size(); ++i)
        {
            all += often.lost[i];
            some += half.lost[i];
            isPart = isPart && (!half.lost[i] || (often.lost[i] && more.lost[i]));
        }
        NS_TEST_EXPECT_MSG_EQ(isPart, true, "with less loss, some of the same packets are lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(some, all / 2.0, 2 * std::sqrt(all), "half of them");

        const auto run = Run(Seconds(350000), 350000);
        double sum[2] = {0, 0};
        double squares[2] = {0, 0};
        double count[2] = {0, 0};
        for (std::size_t i = 0; i + 1 < run.periods.size(); ++i)
        {
            const bool isBad = run.periods[i].first;
            NS_TEST_ASSERT_MSG_EQ(run.periods[i + 1].first, !isBad, "states alternate");
            const double length = (run.periods[i + 1].second - run.periods[i].second).GetSeconds();
            sum[isBad] += length;
            squares[isBad] += length * length;
            ++count[isBad];
        }
        for (const bool isBad : {false, true})
        {
            // E X = m, E X^2 = 2 m^2; standard deviations m and sqrt(20) m^2
            const double mean = isBad ? 0.5 : 3;
            const double sd = 4 / std::sqrt(count[isBad]);
            NS_TEST_EXPECT_MSG_EQ_TOL(sum[isBad] / count[isBad], mean, sd * mean, "mean");
            NS_TEST_EXPECT_MSG_EQ_TOL(squares[isBad] / count[isBad] / (mean * mean),
                                      2,
                                      sd * std::sqrt(20.0),
                                      "second moment");
        }
    }
};

/** @brief What comes first. */
class TwoStateInitialTest : public TestCase
{
  public:
    TwoStateInitialTest()
        : TestCase("Initial state: good, bad or stationary; reset")
    {
    }

  private:
    /// @param law of durations @param good of good ones @param bad of bad ones
    void CheckStationary(const std::string& law, double good, double bad)
    {
        // the share of bad models is the same at any time; with constant durations an ordinary
        // start would have all models in one state
        const std::vector<double> times{0, 0.3 * good, good, 1.7 * good, 2 * (good + bad)};
        std::vector<double> count(times.size());
        const double models = 4000;
        std::vector<Asker> askers;
        askers.reserve(static_cast<std::size_t>(models));
        for (int64_t i = 0; i < models; ++i)
        {
            auto model = MakeModel(Law(law, good), Law(law, bad), "Stationary");
            model->AssignStreams(1000 + 4 * i);
            askers.emplace_back(model);
            for (const double time : times)
            {
                askers.back().Ask(Seconds(time));
            }
        }
        Simulator::Run();
        Simulator::Destroy();
        const double p = bad / (good + bad);
        const double sd = std::sqrt(p * (1 - p) / models);
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            double isBad = 0;
            for (const auto& asker : askers)
            {
                isBad += asker.answers[i];
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(isBad / models, p, 4 * sd, law << " at " << times[i] << " s");
        }
    }

    void DoRun() override
    {
        CheckStationary("Exponential", 10, 4);
        CheckStationary("Constant", 1.62, 0.18);

        auto model = MakeModel(Law("Constant", 2), Law("Constant", 1), "Bad");
        Asker asker(model);
        for (const double time : {0.0, 0.9, 1.0, 2.9, 3.0})
        {
            asker.Ask(Seconds(time));
        }
        // bad from 3.5 to 4.5 s in place of 3 to 4 s
        Simulator::Schedule(Seconds(3.5), &ErrorModel::Reset, PeekPointer(model));
        for (const double time : {4.0, 4.4, 4.5})
        {
            asker.Ask(Seconds(time));
        }
        Simulator::Run();
        Simulator::Destroy();
        const std::vector<bool> expected{true, true, false, false, true, true, true, false};
        NS_TEST_EXPECT_MSG_EQ((asker.answers == expected), true, "bad first, and after the reset");
        NS_TEST_EXPECT_MSG_EQ(model->AssignStreams(1), 4, "streams");

        auto off = MakeModel(Law("Constant", 2), Law("Constant", 1), "Bad");
        off->Disable();
        NS_TEST_EXPECT_MSG_EQ(off->IsCorrupt(Create<Packet>(1)), false, "disabled");
    }
};

/** @brief Values that make no sense. */
class TwoStateErrorTest : public TestCase
{
  public:
    TwoStateErrorTest()
        : TestCase("Bad values are named, with their limits")
    {
    }

  private:
    /// @param good durations @param bad durations @param initial state @param text expected
    void Expect(const std::string& good,
                const std::string& bad,
                const std::string& initial,
                const std::string& text)
    {
        const auto said = HsnAbortText([&] { MakeModel(good, bad, initial)->IsBad(); });
        NS_TEST_EXPECT_MSG_NE(said.find(text), std::string::npos, said);
    }

    void DoRun() override
    {
        const std::string one = Law("Constant", 1);
        const std::string zero = Law("Constant", 0);
        const std::string of = " of a TwoStateErrorModel ";
        const std::string limit = " s: at least 0 and finite";
        Expect(Law("Constant", -1), one, "Good", "GoodDuration" + of + "has drawn -1" + limit);
        Expect(one, Law("Constant", -2), "Bad", "BadDuration" + of + "has drawn -2" + limit);
        const std::string empty = "GoodDuration and BadDuration of a TwoStateErrorModel are 0 s";
        Expect(zero, zero, "Good", empty);
        Expect(zero, zero, "Stationary", empty);
        const std::string stationary = ": if InitialState is Stationary, it must be";
        Expect(one,
               "ns3::UniformRandomVariable",
               "Stationary",
               "BadDuration" + of + "is ns3::UniformRandomVariable" + stationary);
        Expect("ns3::ExponentialRandomVariable[Mean=1|Bound=2]",
               one,
               "Stationary",
               "GoodDuration" + of + "is ns3::ExponentialRandomVariable" + stationary);
        auto model = CreateObject<TwoStateErrorModel>();
        NS_TEST_EXPECT_MSG_EQ(model->SetAttributeFailSafe("BadLoss", DoubleValue(1.01)),
                              false,
                              "a probability");
        // a duration beyond the end of time is for ever
        auto endless = MakeModel(Law("Constant", 1e300), Law("Constant", 1));
        Asker asker(endless);
        asker.Ask(Seconds(9e9));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(asker.answers.front(), false, "good for ever");
    }
};

/** @brief Losses by packets. */
class TwoStateLossTest : public TestCase
{
  public:
    TwoStateLossTest()
        : TestCase("Rate and mean run of losses; impossible parameters are rejected")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            double loss;
            double run;
        } const cases[] = {{0.01, 0}, {0.01, 3}, {0.2, 1.25}, {0.2, 2}, {0.3, 10}};

        for (const auto& one : cases)
        {
            const auto model = MakeTwoStateLoss(one.loss, one.run, 7);
            const auto packet = Create<Packet>(10);
            const double count = 1e6;
            double lost = 0;
            double runs = 0;
            bool before = false;
            for (double i = 0; i < count; i++)
            {
                const bool now = model->IsCorrupt(packet);
                lost += now;
                runs += now && !before;
                before = now;
            }
            const double run = one.run > 0 ? one.run : 1 / (1 - one.loss);
            // four standard deviations of a sum of geometric runs and gaps
            const double error = 4 / std::sqrt(runs);
            NS_TEST_EXPECT_MSG_EQ_TOL(lost / runs, run, error * run, "run of " << one.run);
            NS_TEST_EXPECT_MSG_EQ_TOL(lost / count,
                                      one.loss,
                                      1.5 * error * one.loss,
                                      "loss " << one.loss);
        }
        // starts and lengths of bursts are independent: two streams, or two that ns-3 chooses
        for (const int64_t stream : {-1, 0, 5})
        {
            const auto model = MakeTwoStateLoss(0.2, 3, stream);
            for (const std::string name : {"BurstStart", "BurstSize"})
            {
                PointerValue variable;
                model->GetAttribute(name, variable);
                const int64_t own = stream + (stream >= 0 && name == "BurstSize" ? 1 : 0);
                NS_TEST_EXPECT_MSG_EQ(variable.Get<RandomVariableStream>()->GetStream(), own, name);
            }
        }
        const std::string loss = HsnAbortText([] { MakeTwoStateLoss(1, 0); });
        NS_TEST_EXPECT_MSG_NE(loss.find("loss rate 1:"), std::string::npos, loss);
        const std::string run = HsnAbortText([] { MakeTwoStateLoss(0.5, 1.5); });
        NS_TEST_EXPECT_MSG_NE(run.find("in a row 1.5: must be at least 2"), std::string::npos, run);
    }
};

const HsnTestRegistration g_twoStateErrorModelTests("two-state",
                                                    {new TwoStateConstantTest,
                                                     new TwoStateShareTest,
                                                     new TwoStateLawTest,
                                                     new TwoStateInitialTest,
                                                     new TwoStateErrorTest,
                                                     new TwoStateLossTest});
} // namespace
} // namespace hsn
} // namespace ns3
