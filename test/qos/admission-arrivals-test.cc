// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/abort.h"
#include "ns3/admission-call-generator.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/sample-summary.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Traffic of calls that is not sent.
class NoTraffic
{
  public:
    /// @param generator whose calls have it
    explicit NoTraffic(Ptr<AdmissionCallGenerator> generator)
    {
        generator->SetTraffic(MakeCallback(&NoTraffic::Begin, this),
                              MakeCallback(&NoTraffic::End, this));
    }

    SampleSummary peaks; //!< of calls that began, bit/s
    uint64_t ended{0};   //!< calls

  private:
    /// @param peak bit/s @return number of the call
    uint64_t Begin(double peak)
    {
        peaks.Add(peak);
        return peaks.GetCount();
    }

    /// The call ends. Its parameter is a number that Begin() has given.
    void End(uint64_t)
    {
        ++ended;
    }
};

/**
 * @brief Arrivals of two rates, beside the Markov-modulated Poisson process.
 *
 * Fischer and Meier-Hellstern (Performance Evaluation 18, 1993): with rates l1 and l2, transitions
 * r1 out of the first state and r2 out of the second, the mean rate is
 * (l1 r2 + l2 r1) / (r1 + r2), and the variance of the arrivals in t over their mean
 * 1 + 2 (l1 - l2)^2 r1 r2 / ((r1 + r2)^2 (l1 r2 + l2 r1)) (1 - (1 - e^(-(r1 + r2) t)) / ((r1 + r2)
 * t)).
 */
class ModulatedArrivalsTest : public TestCase
{
  public:
    ModulatedArrivalsTest()
        : TestCase("Modulated arrivals: mean rate and index of dispersion of counts")
    {
    }

  private:
    /// @param l1 ArrivalRate @param stay1 mean time at it, s @param l2 OtherRate
    /// @param stay2 mean time at it, s; 0: there is no other rate
    void Check(double l1, double stay1, double l2, double stay2)
    {
        const auto control = CreateObject<AdmitAll>();
        const auto generator = CreateObject<AdmissionCallGenerator>();
        NoTraffic traffic(generator);
        generator->SetControl(control);
        generator->SetAttribute("ArrivalRate", DoubleValue(l1));
        generator->SetAttribute("OtherRate", DoubleValue(l2));
        generator->SetAttribute("OtherShare", DoubleValue(stay2 / (stay1 + stay2)));
        generator->SetAttribute("HoldingTime",
                                StringValue("ns3::ConstantRandomVariable[Constant=0.01]"));
        if (stay2 > 0)
        {
            generator->SetAttribute("Period",
                                    StringValue("ns3::ExponentialRandomVariable[Mean=" +
                                                std::to_string(stay1 * stay2 / (stay1 + stay2)) +
                                                "]"));
        }
        generator->AssignStreams(40);
        generator->Start();
        constexpr int WINDOWS = 60000;
        constexpr double SHORT = 5; // s
        std::vector<double> counts;
        double before = 0;
        for (int i = 1; i <= WINDOWS; ++i)
        {
            ScheduleCall(Seconds(SHORT * i), [&] {
                const auto now = static_cast<double>(control->GetCounters().offered);
                counts.push_back(now - before);
                before = now;
            });
        }
        Simulator::Stop(Seconds(SHORT * WINDOWS + 1e-3));
        Simulator::Run();
        Simulator::Destroy();
        const double r1 = 1 / stay1;
        const double r2 = stay2 > 0 ? 1 / stay2 : 1e9;
        const double mean = (l1 * r2 + l2 * r1) / (r1 + r2);
        NS_TEST_EXPECT_MSG_EQ_TOL(before / (SHORT * WINDOWS), mean, 0.03 * mean, "mean rate");
        for (const int joined : {1, 4, 20})
        {
            const double t = SHORT * joined;
            SampleSummary sums;
            for (std::size_t i = 0; i + joined <= counts.size(); i += joined)
            {
                double sum = 0;
                for (int k = 0; k < joined; ++k)
                {
                    sum += counts[i + k];
                }
                sums.Add(sum);
            }
            const double r = r1 + r2;
            const double expected = 1 + 2 * std::pow(l1 - l2, 2) * r1 * r2 /
                                            (r * r * (l1 * r2 + l2 * r1)) *
                                            (1 - (1 - std::exp(-r * t)) / (r * t));
            // 60,000, 15,000 and 3000 windows, correlated over some of them
            NS_TEST_EXPECT_MSG_EQ_TOL(std::pow(sums.GetDeviation(), 2) / sums.GetMean() / expected,
                                      1,
                                      (joined == 20 ? 0.12 : 0.06),
                                      "dispersion in " << t << " s of " << expected);
        }
    }

    void DoRun() override
    {
        Check(2, 10, 0.1, 20);
        Check(0.5, 30, 3, 5);
        Check(1, 10, 5, 0); // a Poisson process: 1
    }
};

/** @brief Calls that differ, and calls that last. */
class CallMixTest : public TestCase
{
  public:
    CallMixTest()
        : TestCase("Peak rates of calls; a Poisson number of them; rates that make no sense")
    {
    }

  private:
    /// As many calls as servers without number: Poisson, of mean 1/s x 13.5 s, by any law of
    /// holding times; peak rates are drawn once for each call.
    void CheckNumber()
    {
        const auto control = CreateObject<AdmitAll>();
        const auto generator = CreateObject<AdmissionCallGenerator>();
        NoTraffic traffic(generator);
        std::vector<double> asked;
        generator->SetControl(control);
        generator->SetAttribute("ArrivalRate", DoubleValue(1));
        generator->SetAttribute("HoldingTime",
                                StringValue("ns3::UniformRandomVariable[Min=7|Max=20]"));
        generator->SetAttribute("PeakRate",
                                StringValue("ns3::ExponentialRandomVariable[Mean=64000]"));
        control->TraceConnectWithoutContext(
            "Decision",
            Sink<const AdmissionRequest&, uint32_t>::Make(
                [&](const AdmissionRequest& request, uint32_t) {
                    asked.push_back(request.peakRate);
                    NS_TEST_EXPECT_MSG_EQ(request.tokenRate, request.peakRate, "by default");
                }));
        generator->AssignStreams(50);
        generator->Start();
        SampleSummary present;
        for (int i = 0; i < 5000; ++i)
        {
            ScheduleCall(Seconds(100 + 4 * i), [&] { present.Add(generator->GetCalls()); });
        }
        Simulator::Stop(Seconds(20100));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(present.GetMean(), 13.5, 0.4, "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(std::pow(present.GetDeviation(), 2) / present.GetMean(),
                                  1,
                                  0.15,
                                  "variance over mean");
        NS_TEST_EXPECT_MSG_EQ(asked.size(), traffic.peaks.GetCount(), "asked and began");
        NS_TEST_EXPECT_MSG_EQ(traffic.ended + generator->GetCalls(), asked.size(), "all end");
        // exponential: the deviation is the mean; 20,000 of them
        NS_TEST_EXPECT_MSG_EQ_TOL(traffic.peaks.GetMean(), 64e3, 2e3, "peak rates");
        NS_TEST_EXPECT_MSG_EQ_TOL(traffic.peaks.GetDeviation(), 64e3, 3e3, "peak rates");
    }

    /// @param rate 1/s @param words expected, or none if it must run @param period of rates
    void CheckRate(double rate, const std::string& words, const std::string& period)
    {
        const auto text = HsnAbortText([&] {
            const auto generator = CreateObject<AdmissionCallGenerator>();
            NoTraffic traffic(generator);
            generator->SetControl(CreateObject<AdmitAll>());
            generator->SetAttribute("ArrivalRate", DoubleValue(rate));
            generator->SetAttribute("OtherShare", DoubleValue(period.empty() ? 0 : 0.5));
            if (!period.empty())
            {
                generator->SetAttribute("Period", StringValue(period));
            }
            generator->Start();
            Simulator::Stop(Seconds(1000));
            Simulator::Run();
            NS_ABORT_MSG_UNLESS(traffic.peaks.GetCount() == 0, "a call came");
        });
        NS_TEST_EXPECT_MSG_EQ(words.empty(), text.empty(), rate << ": " << text);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, rate << ": " << text);
    }

    /// The first period is drawn, too: one of ArrivalRate would have 10,000 calls.
    void CheckFirstPeriod()
    {
        const auto control = CreateObject<AdmitAll>();
        const auto generator = CreateObject<AdmissionCallGenerator>();
        NoTraffic traffic(generator);
        generator->SetControl(control);
        generator->SetAttribute("ArrivalRate", DoubleValue(100));
        generator->SetAttribute("OtherRate", DoubleValue(1));
        generator->SetAttribute("OtherShare", DoubleValue(1));
        generator->AssignStreams(60);
        generator->Start();
        ScheduleCall(Seconds(100), [generator] { generator->Stop(); });
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(control->GetCounters().offered, 100, 50, "none behind Stop()");
    }

    /// Calls and periods of 1000 years: Time ends after 292. None ends, and the first rate stays.
    void CheckEndless()
    {
        const auto generator = CreateObject<AdmissionCallGenerator>();
        NoTraffic traffic(generator);
        generator->SetControl(CreateObject<AdmitAll>());
        const StringValue endless("ns3::ConstantRandomVariable[Constant=3e10]");
        generator->SetAttribute("HoldingTime", endless);
        generator->SetAttribute("Period", endless);
        generator->SetAttribute("OtherRate", DoubleValue(10));
        generator->SetAttribute("OtherShare", DoubleValue(0.5));
        generator->AssignStreams(70);
        generator->Start();
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ_TOL(generator->GetCalls(), 1000, 100, "all stay");
        NS_TEST_EXPECT_MSG_EQ(traffic.ended, 0, "none ends");
    }

    void DoRun() override
    {
        CheckNumber();
        CheckEndless();
        CheckFirstPeriod();
        CheckRate(0, "are 0 and 0.01: must be above 0", "");
        CheckRate(1e-300, "", ""); // no call within the time that can be counted
        CheckRate(1e-9, "", "");
        CheckRate(1,
                  "Period of an AdmissionCallGenerator has drawn 0 s: must be above 0",
                  "ns3::ConstantRandomVariable[Constant=0]");
    }
};

static HsnTestRegistration g_arrivalTests("admission-arrivals",
                                          {new ModulatedArrivalsTest, new CallMixTest});
} // namespace
