// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "script-meter.h"

#include "ns3/admission-fluid-meter.h"
#include "ns3/admission-two-level.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fluid-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What the traces of a control report.
class Traces
{
  public:
    /// @param control watched
    explicit Traces(Ptr<TimeWindowAdmission> control)
    {
        control->TraceConnectWithoutContext(
            "Window",
            Sink<const AdmissionWindow&>::Make([this](const AdmissionWindow& window) {
                ends.push_back(Simulator::Now().GetSeconds());
                windows.push_back(window);
            }));
        control->TraceConnectWithoutContext("RateSample", Sink<double>::Make([this](double rate) {
                                                samples.push_back(rate);
                                            }));
        control->TraceConnectWithoutContext(
            "Estimate",
            Sink<double, double>::Make([this](double rate, double delay) {
                estimates.emplace_back(Simulator::Now().GetSeconds(), rate, delay);
            }));
        control->TraceConnectWithoutContext(
            "Decision",
            Sink<const AdmissionRequest&, uint32_t>::Make(
                [this](const AdmissionRequest& request, uint32_t failed) {
                    decisions.emplace_back(request.peakRate, failed);
                }));
    }

    std::vector<double> ends;                                  //!< of windows, s
    std::vector<AdmissionWindow> windows;                      //!< that ended by themselves
    std::vector<double> samples;                               //!< of the rate, bit/s
    std::vector<std::tuple<double, double, double>> estimates; //!< when, nu, D
    std::vector<std::pair<double, uint32_t>> decisions;        //!< peak rate, failed tests
};

/** @brief Modes of the control with a fixed window, by hand. */
class AdmissionModeTest : public TestCase
{
  public:
    AdmissionModeTest()
        : TestCase("RateOnly; no restart on admission; factors; what traces report")
    {
    }

  private:
    /// @param control with a window of 2 s, of a link of 10 Mb/s
    void Start(Ptr<TimeWindowAdmission> control)
    {
        m_meter = CreateObject<ScriptMeter>();
        m_meter->rate = 4e6;
        control->SetAttribute("Window", TimeValue(Seconds(2)));
        control->Start(m_meter);
    }

    /// @param seconds to run
    static void Run(double seconds)
    {
        Simulator::Stop(Seconds(seconds));
        Simulator::Run();
    }

    /// Delay is not measured, restarts nothing, rejects nothing.
    void CheckRateOnly()
    {
        const auto control = CreateObject<TimeWindowAdmission>();
        control->SetAttribute("Mode", StringValue("RateOnly"));
        Traces traces(control);
        Start(control);
        NS_TEST_EXPECT_MSG_EQ(m_meter->told.IsNull(), true, "nobody wants to know delays");
        // the sample at 0.5 begins a window; those at 1, 1.5, 2 and 2.5 are 3.5, 3, 3 and 3 Mb/s
        ScheduleCall(Seconds(0.75), [this] {
            m_meter->SetRate(3e6);
            m_meter->load.delay = 1;
        });
        ScheduleCall(Seconds(3), [this, control] {
            // of the link, 10 Mb/s, 3.5 are estimated; the bucket alone would take 100 s
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(6.4e6, 1e9)), true, "the rate fits");
            NS_TEST_EXPECT_MSG_EQ(control->GetDelayEstimate(), 0, "not raised");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(2e5, 1e9)), false, "the link is full");
        });
        Run(5.1);
        NS_TEST_ASSERT_MSG_EQ(traces.ends.size(), 2, "windows");
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.ends[0], 2.5, 1e-9, "no delay has moved it");
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.ends[1], 5, 1e-9, "2 s behind the admission");
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[0].rate, 3.5e6, 1e-3, "largest sample");
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[0].lastRate, 3e6, 1e-3, "latest sample");
        NS_TEST_EXPECT_MSG_EQ(traces.windows[0].delay, 0, "not measured");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().delayRejected, 0, "no test");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().rateRejected, 1, "the second call");
        NS_TEST_ASSERT_MSG_EQ(traces.decisions.size(), 2, "of both calls");
        NS_TEST_EXPECT_MSG_EQ(traces.decisions[0].first, 6.4e6, "what was asked");
        NS_TEST_EXPECT_MSG_EQ(traces.decisions[0].second, 0, "admitted");
        NS_TEST_EXPECT_MSG_EQ(traces.decisions[1].second, ADMISSION_RATE_TEST, "what failed");
        NS_TEST_EXPECT_MSG_EQ(traces.samples.size(), 10, "every 0.5 s");
        // early at 0.5, natural at 2.5, raised at 3, natural at 5
        const std::vector<std::pair<double, double>> expected{{0.5, 4e6},
                                                              {2.5, 3.5e6},
                                                              {3, 9.9e6},
                                                              {5, 3e6}};
        NS_TEST_ASSERT_MSG_EQ(traces.estimates.size(), expected.size(), "changes of estimates");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto& [at, rate, delay] = traces.estimates[i];
            NS_TEST_EXPECT_MSG_EQ_TOL(at, expected[i].first, 1e-9, "estimate " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(rate, expected[i].second, 1e-3, "estimate " << i);
            NS_TEST_EXPECT_MSG_EQ(delay, 0, "estimate " << i);
        }
        Simulator::Destroy();
    }

    /// @param restart on admission @param end of the first window, s
    void CheckRestart(bool restart, double end)
    {
        const auto control = CreateObject<TimeWindowAdmission>();
        control->SetAttribute("RestartOnAdmission", BooleanValue(restart));
        Traces traces(control);
        Start(control);
        ScheduleCall(Seconds(1.3), [this, control] {
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(1e6, 40e3)), true, "fits");
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetRateEstimate(), 5e6, 1e-3, "raised anyway");
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetDelayEstimate(), 0.004, 1e-12, "raised anyway");
        });
        // the samples at 1 and 1.5 are 4 Mb/s, the later ones 2.5
        ScheduleCall(Seconds(1.5), [this] { m_meter->SetRate(2.5e6); });
        Run(end + 0.01);
        NS_TEST_ASSERT_MSG_EQ(traces.ends.size(), 1, "windows");
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.ends[0], end, 1e-9, "end");
        NS_TEST_EXPECT_MSG_EQ_TOL(control->GetRateEstimate(), 4e6, 1e-3, "largest sample");
        NS_TEST_EXPECT_MSG_EQ(control->GetDelayEstimate(), 0, "nobody waits");
        Simulator::Destroy();
    }

    /// Lambda_D and Lambda_R.
    void CheckFactors()
    {
        const auto control = CreateObject<TimeWindowAdmission>();
        control->SetAttribute("DelayFactor", DoubleValue(3));
        control->SetAttribute("RateFactor", DoubleValue(1.5));
        control->SetAttribute("DelayBound", TimeValue(MilliSeconds(20)));
        control->SetAttribute("Utilization", DoubleValue(0.8));
        Start(control);
        ScheduleCall(Seconds(0.6), [this, control] {
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetRateEstimate(), 6e6, 1e-3, "1.5 x 4 Mb/s");
            m_meter->told(0.6, 0.005);
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetDelayEstimate(), 0.015, 1e-12, "3 x 5 ms");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(2.1e6, 0)), false, "0.8 x 10 Mb/s");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(1e6, 51e3)), false, "20.1 ms");
            NS_TEST_EXPECT_MSG_EQ(control->Request(MakeCall(1.9e6, 49e3)), true, "both fit");
        });
        Run(1);
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().rateRejected, 1, "the first");
        NS_TEST_EXPECT_MSG_EQ(control->GetCounters().delayRejected, 1, "the second");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        CheckRateOnly();
        CheckRestart(true, 3.3);
        CheckRestart(false, 2.5);
        CheckFactors();
        m_meter = nullptr;
    }

    Ptr<ScriptMeter> m_meter; //!< of the link
};

/** @brief Readings of the two levels, by hand. */
class AdmissionReadingTest : public TestCase
{
  public:
    AdmissionReadingTest()
        : TestCase("LastSample; QueuePosition, max(0, Q - mu D) over Q; limits of the trigger")
    {
    }

  private:
    /// A window with samples of 9.5, and 8.9 Mb/s at the end. @param input of level 1
    /// @param lengths of the second and of the third window, s
    void CheckInput(const std::string& input, const std::vector<double>& lengths)
    {
        const auto meter = CreateObject<ScriptMeter>();
        const auto control = CreateObject<TwoLevelAdmission>();
        control->SetAttribute("Window", TimeValue(Seconds(10)));
        control->SetAttribute("TriggerInput", StringValue(input));
        Traces traces(control);
        control->Start(meter);
        meter->rate = 9.5e6;
        ScheduleCall(Seconds(10), [meter] { meter->SetRate(8.9e6); });
        ScheduleCall(Seconds(10.6), [this, control, lengths] {
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetTrigger(), 9.01e6, 1e-3, "a step up");
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetWindow().GetSeconds(), lengths[0], 1e-9, "W");
            NS_TEST_EXPECT_MSG_EQ_TOL(control->GetRateEstimate(), 9.5e6, 1e-3, "always the max");
        });
        // the rate does not exceed the estimate: nothing restarts the second window
        ScheduleCall(Seconds(10.5 + lengths[0] - 0.5), [meter] { meter->SetRate(9.3e6); });
        Simulator::Stop(Seconds(10.5 + lengths[0] + 0.01));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(traces.windows.size(), 2, input);
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[0].lastRate, 8.9e6, 1e-3, input);
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[1].lastRate, 9.3e6, 1e-3, input);
        NS_TEST_EXPECT_MSG_EQ_TOL(control->GetWindow().GetSeconds(), lengths[1], 1e-9, input);
        Simulator::Destroy();
    }

    /**
     * @brief A queue of fluid at 10 Mb/s, 160 kb of which leave within 16 ms.
     *
     * 11 Mb/s for 1 s, 9.5 for 0.5 s, then 5. The samples are 10 Mb/s at first: windows are 0.5 to
     * 1.5 and 1.5 to 2.7 s. Q(1.5) = 1000 - 250 = 750 kb, of which 590 are beyond: 59/75. Late are
     * all bits but those of 0 to 0.16 s. Then the queue falls by 5 Mb/s: below 160 kb after
     * 0.118 s, to 0 after 0.15 s.
     * @param violation of level 2
     * @param triggers behind both windows, Mb/s
     */
    void CheckViolation(const std::string& violation, const std::vector<double>& triggers)
    {
        const auto queue = CreateObject<FluidQueue>();
        const auto meter = CreateObject<AdmissionFluidMeter>();
        meter->SetQueue(queue);
        const auto control = CreateObject<TwoLevelAdmission>();
        control->SetAttribute("InstantViolation", StringValue(violation));
        std::vector<double> found;
        std::vector<double> shares;
        control->TraceConnectWithoutContext(
            "Trigger",
            Sink<double, double, double>::Make([&](double, double now, double share) {
                found.push_back(now / 1e6);
                shares.push_back(share);
            }));
        std::vector<double> loads;
        queue->TraceConnectWithoutContext(
            "Load",
            Sink<double, double>::Make([&](double bits, double) { loads.push_back(bits); }));
        Traces traces(control);
        control->Start(meter);
        ScheduleCall(Time(0), [queue] { queue->AddInput(11e6); });
        ScheduleCall(Seconds(1), [queue] { queue->AddInput(-1.5e6); });
        ScheduleCall(Seconds(1.5), [queue] { queue->AddInput(-4.5e6); });
        Simulator::Stop(Seconds(2.71));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(traces.windows.size(), 2, violation);
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[0].queueShare, 59.0 / 75, 1e-9, violation);
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[0].lateShare, 1, 1e-9, violation);
        const double late = 11e6 * 0.84 + 9.5e6 * 0.5;
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[0].totalShare, late / 15.75e6, 1e-9, violation);
        NS_TEST_EXPECT_MSG_EQ(traces.windows[1].queueShare, 0, "the queue is empty");
        NS_TEST_EXPECT_MSG_EQ_TOL(traces.windows[1].lateShare, 0.118 / 1.2, 1e-9, violation);
        NS_TEST_ASSERT_MSG_EQ(found.size(), 2, violation);
        for (std::size_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(found[i], triggers[i], 1e-9, violation << " " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(shares[1], (late + 5e6 * 0.118) / 21.75e6, 1e-9, "since time 0");
        NS_TEST_EXPECT_MSG_EQ_TOL(*std::max_element(loads.begin(), loads.end()),
                                  1e6,
                                  1e-3,
                                  "the queue at 1 s, live");
        queue->Dispose();
        Simulator::Destroy();
    }

    /// 5 Mbit that wait at 10 Mb/s and at 2 Mb/s, for 0.5 s and for 2.5 s.
    void CheckChangedRate()
    {
        const auto queue = CreateObject<FluidQueue>();
        const auto meter = CreateObject<AdmissionFluidMeter>();
        meter->SetQueue(queue);
        ScheduleCall(Time(0), [queue] { queue->AddInput(15e6); });
        const auto check = [this, queue, meter](const std::string& rate, double delay) {
            queue->SetAttribute("ServiceRate", StringValue(rate));
            meter->Update();
            NS_TEST_EXPECT_MSG_EQ_TOL(meter->GetLoad().delay, delay, 1e-9, rate);
        };
        ScheduleCall(Seconds(1), [check] {
            check("10Mbps", 0.5);
            check("2Mbps", 2.5);
        });
        Simulator::Stop(Seconds(1.5));
        Simulator::Run();
        Simulator::Destroy();
    }

    /// The trigger stays between 0 and the rate of the link. @param trigger at first
    /// @param late bits before the first window ends @param expected behind it, bit/s
    void CheckClamp(const std::string& trigger, double late, double expected)
    {
        const auto meter = CreateObject<ScriptMeter>();
        const auto control = CreateObject<TwoLevelAdmission>();
        control->SetAttribute("Trigger", StringValue(trigger));
        control->SetAttribute("TriggerUp", StringValue("100kbps"));
        control->Start(meter);
        meter->rate = 4e6;
        ScheduleCall(Seconds(1), [meter, late] { meter->load.late += late; });
        Simulator::Stop(Seconds(1.6));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(control->GetTrigger(), expected, "from " << trigger);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        // largest samples 9.5 and 9.3 exceed 9.01 and 9.02 Mb/s; the latest ones are 8.9 and 9.3
        CheckInput("WindowMax", {12, 14.4});
        CheckInput("LastSample", {9, 10.8});
        // steps of 0.05 down; behind the second window the share since time 0 is above the target
        CheckViolation("WindowFraction", {8.95, 8.9});
        CheckViolation("QueuePosition", {8.95, 8.95});
        CheckChangedRate();
        CheckClamp("9.95Mbps", 0, 10e6);
        CheckClamp("20kbps", 1e6, 0);
    }
};

static HsnTestRegistration g_optionTests("admission-options",
                                         {new AdmissionModeTest, new AdmissionReadingTest});
} // namespace
