// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "script-meter.h"

#include "ns3/admission-call-generator.h"
#include "ns3/admission-fluid-meter.h"
#include "ns3/admission-time-window.h"
#include "ns3/admission-two-level.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fluid-on-off-aggregate.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

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
/** @brief Estimates and windows, step by step, by hand. */
class TimeWindowTest : public TestCase
{
  public:
    TimeWindowTest()
        : TestCase("Estimates of delay and rate, early and natural ends of windows, by hand")
    {
    }

  private:
    void DoRun() override
    {
        auto meter = CreateObject<ScriptMeter>();
        auto control = CreateObject<TimeWindowAdmission>();
        control->SetAttribute("Window", TimeValue(Seconds(2)));
        control->TraceConnectWithoutContext(
            "Window",
            Sink<const AdmissionWindow&>::Make([this](const AdmissionWindow& window) {
                m_ends.emplace_back(Simulator::Now().GetSeconds(), window.rate);
            }));
        control->Start(meter);
        meter->rate = 4e6;
        const auto expect = [&](double at, double rate, double delay, const char* what) {
            ScheduleCall(Seconds(at), [this, control, rate, delay, what] {
                NS_TEST_EXPECT_MSG_EQ_TOL(control->GetRateEstimate(), rate, 1e-3, what);
                NS_TEST_EXPECT_MSG_EQ_TOL(control->GetDelayEstimate(), delay, 1e-12, what);
            });
        };
        expect(0.4, 0, 0, "nothing yet");
        expect(0.6, 4e6, 0, "the first sample: a window begins at 0.5");
        ScheduleCall(Seconds(1.2), [&] { meter->told(1.1, 0.003); });
        expect(1.3, 4e6, 0.006, "twice the delay: a window begins at 1.1");
        ScheduleCall(Seconds(1.5), [&] { meter->SetRate(3e6); }); // before the sample
        ScheduleCall(Seconds(2.2), [&] { meter->told(2.2, 0.001); });
        expect(3.09, 4e6, 0.006, "until 3.1");
        // samples in the window: 4, 3, 3, 3 (and its first delay is that of its begin, 0.003)
        expect(3.11, 4e6, 0.003, "the maxima of 1.1 to 3.1");
        ScheduleCall(Seconds(4), [&] {
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(1e6, 50e3)),
                                  true,
                                  "0.003 + 0.005, 4 + 1");
        });
        expect(5.5, 5e6, 0.008, "raised: a window begins at 4");
        expect(6.01, 3e6, 0, "the sample at 6 belongs to the window that ends then");
        ScheduleCall(Seconds(6.1), [&] {
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(7.1e6, 0)), false, "rate");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(7e6, 160001)), false, "delay");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(8e6, 170e3)), false, "both");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(7e6, 160e3)),
                                  true,
                                  "up to both limits");
        });
        Simulator::Stop(Seconds(6.5));
        Simulator::Run();
        const auto& counters = control->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.offered, 5, "calls");
        NS_TEST_EXPECT_MSG_EQ(counters.admitted, 2, "calls");
        NS_TEST_EXPECT_MSG_EQ(counters.rateRejected, 2, "calls");
        NS_TEST_EXPECT_MSG_EQ(counters.delayRejected, 2, "calls");
        NS_TEST_ASSERT_MSG_EQ(m_ends.size(), 2, "natural ends");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_ends[0].first, 3.1, 1e-9, "end");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_ends[1].first, 6, 1e-9, "end");
        Simulator::Destroy();
    }

    std::vector<std::pair<double, double>> m_ends; //!< time, rate
};

/** @brief How many calls enter at once: D is a sum of doubles. */
class DelaySumTest : public TestCase
{
  public:
    DelaySumTest()
        : TestCase("Calls that enter a window: 15 or 16 of 10 kb, 8 or 7 of 20 kb")
    {
    }

  private:
    /// @param bits of a bucket @param exact arithmetic @param test of the delay @return calls
    uint64_t Count(double bits, bool exact, const std::string& test)
    {
        auto control = CreateObject<TimeWindowAdmission>();
        control->SetAttribute("ExactDelayArithmetic", BooleanValue(exact));
        control->SetAttribute("DelayTest", StringValue(test));
        control->Start(CreateObject<ScriptMeter>());
        for (int i = 0; i < 50; ++i)
        {
            control->Request(MakeCall(1e3, bits));
        }
        control->Dispose();
        Simulator::Destroy();
        return control->GetCounters().admitted;
    }

    void DoRun() override
    {
        // 16 x 0.001 = 0.016000000000000007 as doubles, 8 x 0.002 = 0.016
        NS_TEST_EXPECT_MSG_EQ(Count(10e3, false, "NonStrict"), 15, "10 kb");
        NS_TEST_EXPECT_MSG_EQ(Count(10e3, true, "NonStrict"), 16, "10 kb, exact");
        NS_TEST_EXPECT_MSG_EQ(Count(20e3, false, "NonStrict"), 8, "20 kb");
        NS_TEST_EXPECT_MSG_EQ(Count(20e3, false, "Strict"), 7, "20 kb, strict");
    }
};

/** @brief Both levels of the new algorithm by hand. */
class TwoLevelTest : public TestCase
{
  public:
    TwoLevelTest()
        : TestCase("Trigger and window, by hand")
    {
    }

  private:
    void DoRun() override
    {
        auto meter = CreateObject<ScriptMeter>();
        auto control = CreateObject<TwoLevelAdmission>();
        control->SetAttribute("Window", TimeValue(Seconds(10)));
        control->Start(meter);
        meter->rate = 9.5e6;
        // the first sample, at 0.5, begins the window that ends at 10.5
        const auto expect = [&](double at, double trigger, double window) {
            ScheduleCall(Seconds(at), [this, control, trigger, window] {
                NS_TEST_EXPECT_MSG_EQ_TOL(control->GetTrigger(), trigger, 1e-6, "trigger");
                NS_TEST_EXPECT_MSG_EQ_TOL(control->GetWindow().GetSeconds(),
                                          window,
                                          1e-9,
                                          "window");
            });
        };
        expect(10.4, 9e6, 10);
        expect(10.6, 9.01e6, 12);
        ScheduleCall(Seconds(10.5), [&] { meter->SetRate(8.9e6); });
        expect(22.6, 9.02e6, 10.8);
        expect(33.4, 9.03e6, 9.72);
        ScheduleCall(Seconds(40), [&] { meter->load.late += 1e6; });
        expect(43.1, 8.98e6, 8.748);  // more than 0.1 % late in this window
        expect(51.8, 8.98e6, 7.8732); // none in this one, but 0.2 % since time 0
        Simulator::Stop(Seconds(63));
        Simulator::Run();
        Simulator::Destroy();
        CheckOrder();
    }

    /// A rate between the trigger before and behind level 2: level 1 looks at the new one.
    void CheckOrder()
    {
        auto meter = CreateObject<ScriptMeter>();
        auto control = CreateObject<TwoLevelAdmission>();
        control->SetAttribute("Window", TimeValue(Seconds(10)));
        control->Start(meter);
        meter->rate = 9.005e6;
        const auto expect = [&](double at, double trigger, double window) {
            ScheduleCall(Seconds(at), [this, control, trigger, window] {
                NS_TEST_EXPECT_MSG_EQ_TOL(control->GetTrigger(), trigger, 1e-6, "trigger");
                NS_TEST_EXPECT_MSG_EQ_TOL(control->GetWindow().GetSeconds(),
                                          window,
                                          1e-9,
                                          "window");
            });
        };
        expect(10.6, 9.01e6, 9); // above 9, below 9.01
        ScheduleCall(Seconds(10.5), [&] { meter->SetRate(8.98e6); });
        ScheduleCall(Seconds(15), [&] { meter->load.late += 1e6; });
        expect(19.6, 8.96e6, 10.8); // below 9.01, above 8.96
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Simulator::Destroy();
    }
};

/** @brief Limits with calls and fluid. */
class AdmissionCallTest : public TestCase
{
  public:
    AdmissionCallTest()
        : TestCase("Little's law; nothing fits; everything fits; windows at a target of 100 %")
    {
    }

  private:
    /// What a run gives.
    struct Result
    {
        AdmissionCounters calls; //!< counted
        double meanCalls;        //!< at samples
        double window;           //!< at the end, s
    };

    /// @param control to ask @param arrivals 1/s @param seconds to run @return the result
    Result Run(Ptr<TimeWindowAdmission> control, double arrivals, double seconds)
    {
        auto queue = CreateObject<FluidQueue>();
        auto sources = CreateObject<FluidOnOffAggregate>();
        sources->SetQueue(queue);
        sources->AssignStreams(1);
        auto meter = CreateObject<AdmissionFluidMeter>();
        meter->SetQueue(queue);
        auto generator = CreateObject<AdmissionCallGenerator>();
        generator->SetAttribute("ArrivalRate", DoubleValue(arrivals));
        generator->SetControl(control);
        generator->SetTraffic(MakeCallback(&FluidSourceSet::Add, PeekPointer(sources)),
                              MakeCallback(&FluidSourceSet::Remove, PeekPointer(sources)));
        generator->AssignStreams(2);
        control->Start(meter);
        generator->Start();
        double sum = 0;
        for (int i = 0; i < 1000; ++i)
        {
            ScheduleCall(Seconds(1000 + (seconds - 1000) * i / 1000),
                         [&sum, generator, sources, this] {
                             sum += generator->GetCalls();
                             NS_TEST_EXPECT_MSG_EQ(sources->GetSize(),
                                                   generator->GetCalls(),
                                                   "a source a call");
                         });
        }
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
        const Result result{control->GetCounters(), sum / 1000, control->GetWindow().GetSeconds()};
        Simulator::Destroy();
        return result;
    }

    void DoRun() override
    {
        auto little = CreateObject<TwoLevelAdmission>();
        const auto busy = Run(little, 10, 6000);
        // mean calls = admitted rate x 135 s; the empty start costs the calls of one holding time
        const double rate = static_cast<double>(busy.calls.admitted) / 6000;
        NS_TEST_EXPECT_MSG_EQ_TOL(busy.meanCalls, rate * 135, 0.04 * busy.meanCalls, "Little");
        NS_TEST_EXPECT_MSG_GT(busy.meanCalls, 240, "about 270 fit");
        NS_TEST_EXPECT_MSG_LT(busy.meanCalls, 300, "about 270 fit");
        auto nothing = CreateObject<TimeWindowAdmission>();
        nothing->SetAttribute("Utilization", DoubleValue(0));
        NS_TEST_EXPECT_MSG_EQ(Run(nothing, 10, 1100).calls.admitted, 0, "v = 0");
        const auto idle = Run(CreateObject<TwoLevelAdmission>(), 0.1, 20000);
        NS_TEST_EXPECT_MSG_EQ(idle.calls.admitted, idle.calls.offered, "all fit");
        NS_TEST_EXPECT_MSG_EQ_TOL(idle.meanCalls, 13.5, 1.5, "Poisson with mean 13.5");
        auto free = CreateObject<TwoLevelAdmission>();
        free->SetAttribute("Target", DoubleValue(1));
        free->SetAttribute("Trigger", StringValue("10Mbps"));
        NS_TEST_EXPECT_MSG_EQ(Run(free, 1, 2000).window, 1, "W stays at its minimum");
    }
};

/** @brief Settings that do not fit. */
class AdmissionErrorTest : public TestCase
{
  public:
    AdmissionErrorTest()
        : TestCase("Settings and calls that are impossible are named")
    {
    }

  private:
    /// @param name attribute of TwoLevelAdmission @param value text @param words expected
    void Refuse(const std::string& name, const std::string& value, const std::string& words)
    {
        const auto text = HsnAbortText([&] {
            auto control = CreateObject<TwoLevelAdmission>();
            control->SetAttribute(name, StringValue(value));
            control->Start(CreateObject<ScriptMeter>());
            control->Request(MakeCall(0, 0));
        });
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, name << ": " << text);
    }

    void DoRun() override
    {
        Refuse("Window", "0.4s", "must be at least SampleInterval");
        Refuse("MinWindow", "0.4s", "must be at least SampleInterval");
        Refuse("Trigger", "11Mbps", "must be at most LinkRate");
        Refuse("WindowUp", "1", "must be above 1");
        Refuse("WindowDown", "1", "must be above 0 and below 1");
        NS_TEST_EXPECT_MSG_EQ(
            CreateObject<TwoLevelAdmission>()->SetAttributeFailSafe("Target", DoubleValue(-0.1)),
            false,
            "negative target");
        Refuse("Target", "0.5", "peak rate of a call is 0 bit/s: must be above 0");
        for (const double odd : {std::nan(""), static_cast<double>(INFINITY), -1.0})
        {
            for (const auto& [call, what] :
                 {std::pair<AdmissionRequest, std::string>{{odd, 1, 0}, "peak rate of a call is "},
                  {{1, odd, 0}, "token rate of a call is "},
                  {{1, 1, odd}, "token bucket of a call is "}})
            {
                const auto asked = call;
                const auto text = HsnAbortText([&] { CreateObject<AdmitAll>()->Request(asked); });
                NS_TEST_EXPECT_MSG_NE(text.find(what), std::string::npos, text);
                NS_TEST_EXPECT_MSG_NE(text.find(": must be "), std::string::npos, text);
            }
            for (const char* const name : {"Utilization", "DelayFactor", "RateFactor"})
            {
                NS_TEST_EXPECT_MSG_EQ(
                    CreateObject<TimeWindowAdmission>()->SetAttributeFailSafe(name,
                                                                              DoubleValue(odd)),
                    false,
                    name << " = " << odd);
            }
        }
    }
};

HsnTestRegistration g_admissionTests("admission",
                                     {new TimeWindowTest,
                                      new DelaySumTest,
                                      new TwoLevelTest,
                                      new AdmissionCallTest,
                                      new AdmissionErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
