// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Calls with on/off fluid sources at one link with measurement-based admission control (mbac).
 */
#include "ns3/admission-call-generator.h"
#include "ns3/admission-fluid-meter.h"
#include "ns3/admission-time-window.h"
#include "ns3/admission-two-level.h"
#include "ns3/core-module.h"
#include "ns3/fluid-model.h"
#include "ns3/fluid-on-off-aggregate.h"
#include "ns3/fluid-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options.
struct Options
{
    std::string control{"two-level"};        //!< none, window or two-level
    double time{43200};                      //!< s
    bool mixed{false};                       //!< peak rates are exponential
    bool modulated{false};                   //!< arrivals of two rates
    double arrivals{10};                     //!< 1/s
    double holding{135};                     //!< s
    double peak{64};                         //!< kb/s, of a call or on average
    double sigma{1};                         //!< kb
    double rho{0};                           //!< kb/s; 0: by eq. (3) from the call's peak
    double loss{1e-6};                       //!< pi of eq. (3)
    double window{1};                        //!< W, s
    double utilization{1};                   //!< v
    bool strict{false};                      //!< delay test
    bool exact{false};                       //!< arithmetic of delays
    bool rateOnly{false};                    //!< window control: no delay
    double target{0.1};                      //!< %
    double trigger{9};                       //!< Mb/s
    double up{10};                           //!< kb/s
    double down{50};                         //!< kb/s
    std::string input{"WindowMax"};          //!< of level 1
    std::string violation{"WindowFraction"}; //!< of level 2
    bool precise{false};                     //!< ends by the precision of the mean rate
    double series{0};                        //!< s between points; 0: none
};

/// Mean and variance of numbers that are not kept.
struct Moments
{
    double count{0};   //!< numbers
    double mean{0};    //!< of them
    double squares{0}; //!< squared distances from the mean

    /// @param value another one
    void Add(double value)
    {
        const double off = value - mean;
        mean += off / ++count;
        squares += off * (value - mean);
    }

    /// @return variance
    double Variance() const
    {
        return squares / (count - 1);
    }
};

/// Runs one point.
class Run
{
  public:
    /// @param o options
    explicit Run(const Options& o)
        : m_o(o)
    {
        m_sources->SetQueue(m_queue);
        m_sources->AssignStreams(1);
        m_meter->SetQueue(m_queue);
        SetCalls();
        SetControl();
    }

    /// @return the metrics
    JsonObject Simulate()
    {
        if (m_window)
        {
            m_window->Start(m_meter);
        }
        m_calls->Start();
        if (m_o.series > 0)
        {
            ScheduleCall(Seconds(0), [this] { AddPoint(); });
        }
        Simulator::Stop(Seconds(m_o.time));
        Simulator::Run();
        m_queue->Update();
        const JsonObject out = Report();
        Simulator::Destroy();
        return out;
    }

  private:
    /// Prepares calls.
    void SetCalls()
    {
        const double mean = m_o.peak * 1000;
        m_calls->SetAttribute("ArrivalRate", DoubleValue(m_o.arrivals));
        m_calls->SetAttribute("OtherShare", DoubleValue(m_o.modulated ? 1.0 / 3 : 0));
        auto holding = CreateObject<ExponentialRandomVariable>();
        holding->SetAttribute("Mean", DoubleValue(m_o.holding));
        m_calls->SetAttribute("HoldingTime", PointerValue(holding));
        Ptr<RandomVariableStream> peak;
        if (m_o.mixed)
        {
            peak = CreateObject<ExponentialRandomVariable>();
            peak->SetAttribute("Mean", DoubleValue(mean));
        }
        else
        {
            peak = CreateObject<ConstantRandomVariable>();
            peak->SetAttribute("Constant", DoubleValue(mean));
        }
        m_calls->SetAttribute("PeakRate", PointerValue(peak));
        m_calls->AssignStreams(2);
        m_calls->SetDescriptor(MakeCallback(&Run::Describe, this));
        m_calls->SetTraffic(MakeCallback(&Run::Begin, this), MakeCallback(&Run::End, this));
    }

    /// Makes the admission control.
    void SetControl()
    {
        if (m_o.control == "none")
        {
            m_control = CreateObject<AdmitAll>();
        }
        else
        {
            if (m_o.control == "window")
            {
                m_window = CreateObject<TimeWindowAdmission>();
            }
            else
            {
                m_window = CreateObject<TwoLevelAdmission>();
            }
            m_control = m_window;
            m_window->SetAttribute("Window", TimeValue(Seconds(m_o.window)));
            m_window->SetAttribute("Utilization", DoubleValue(m_o.utilization));
            m_window->SetAttribute("DelayTest", StringValue(m_o.strict ? "Strict" : "NonStrict"));
            m_window->SetAttribute("ExactDelayArithmetic", BooleanValue(m_o.exact));
            m_window->SetAttribute("Mode", StringValue(m_o.rateOnly ? "RateOnly" : "DelayAndRate"));
            m_window->TraceConnectWithoutContext("RateSample", MakeCallback(&Run::Sample, this));
            m_window->TraceConnectWithoutContext("Window", MakeCallback(&Run::WindowEnds, this));
        }
        m_twoLevel = DynamicCast<TwoLevelAdmission>(m_control);
        if (m_twoLevel)
        {
            const auto rate = [](double bits) {
                return DataRateValue(DataRate(static_cast<uint64_t>(std::llround(bits))));
            };
            m_twoLevel->SetAttribute("Target", DoubleValue(m_o.target / 100));
            m_twoLevel->SetAttribute("Trigger", rate(m_o.trigger * 1e6));
            m_twoLevel->SetAttribute("TriggerUp", rate(m_o.up * 1e3));
            m_twoLevel->SetAttribute("TriggerDown", rate(m_o.down * 1e3));
            m_twoLevel->SetAttribute("TriggerInput", StringValue(m_o.input));
            m_twoLevel->SetAttribute("InstantViolation", StringValue(m_o.violation));
            m_twoLevel->TraceConnectWithoutContext("Trigger", MakeCallback(&Run::Step, this));
        }
        m_calls->SetControl(m_control);
    }

    /// @param peak bit/s @return what a call declares
    AdmissionRequest Describe(double peak) const
    {
        AdmissionRequest request;
        request.peakRate = peak;
        request.bucket = m_o.sigma * 1000;
        request.tokenRate = m_o.rho * 1000;
        if (m_o.rho == 0)
        {
            FluidSourceModel source;
            source.peak = peak;
            request.tokenRate = FluidModel::GetBucketRate(source, request.bucket, m_o.loss);
        }
        return request;
    }

    /// @param peak bit/s @return number of a source that begins
    uint64_t Begin(double peak)
    {
        m_admittedPeak.Add(peak);
        return m_sources->Add(peak);
    }

    /// @param number of a source that ends
    void End(uint64_t number)
    {
        m_sources->Remove(number);
    }

    /// @return % of the bits so far that were late
    double LatePercent() const
    {
        const auto& totals = m_queue->GetTotals();
        return totals.arrived > 0 ? 100 * totals.late / totals.arrived : 0;
    }

    /// @param rate sample, bit/s
    void Sample(double rate)
    {
        const double now = Simulator::Now().GetSeconds();
        const double late = LatePercent();
        m_rates.Add(rate / 1e6);
        m_peakLate = now <= 6000 ? std::max(m_peakLate, late) : m_peakLate;
        if (m_atTarget < 0 && now >= 3000 && late <= m_o.target)
        {
            m_atTarget = now;
        }
        m_batch.Add(rate);
        if (m_o.precise && m_batch.count == 100)
        {
            m_batches.Add(m_batch.mean);
            m_batch = Moments();
            const auto k = static_cast<std::size_t>(m_batches.count);
            // Student's t, 95 % quantile, 4 to 30 degrees of freedom (any table); beyond: normal
            const double quantiles[] = {2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812,
                                        1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.740,
                                        1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711,
                                        1.708, 1.706, 1.703, 1.701, 1.699, 1.697};
            if (k >= 5)
            {
                const double t = k - 5 < std::size(quantiles) ? quantiles[k - 5] : 1.645;
                if (2 * t * std::sqrt(m_batches.Variance() / k) <= 0.1 * m_batches.mean)
                {
                    Simulator::Stop();
                }
            }
        }
    }

    /// @param window that has ended by itself
    void WindowEnds(const AdmissionWindow& window)
    {
        m_windows.Add(window.length.GetSeconds());
        m_delayMaxima.Add(window.delay * 1000);
    }

    /// The trigger was set. Other parameters as of the trace.
    void Step(double before, double now, double)
    {
        const double late = LatePercent();
        m_upSteps += now > before ? 1 : 0;
        m_wrongSteps += now > before && late >= m_o.target ? 1 : 0;
    }

    /// Adds a point to the series.
    void AddPoint()
    {
        m_queue->Update();
        m_times.push_back(Simulator::Now().GetSeconds());
        m_late.push_back(LatePercent());
        m_trigger.push_back(m_twoLevel ? m_twoLevel->GetTrigger() / 1e6 : 0);
        m_active.push_back(m_sources->GetActive());
        m_present.push_back(m_calls->GetCalls());
        m_windowSum += m_window ? m_window->GetWindow().GetSeconds() : 0;
        ScheduleCall(Seconds(m_o.series), [this] { AddPoint(); });
    }

    /// @return all that was measured
    JsonObject Report() const
    {
        const double time = Simulator::Now().GetSeconds();
        const auto& totals = m_queue->GetTotals();
        const auto& calls = m_control->GetCounters();
        const double rejected = static_cast<double>(calls.offered - calls.admitted);
        const double service = m_queue->GetServiceRate();
        const double meanQueue = totals.queueTime / time;
        JsonObject out;
        out.Set("utilization_percent", 100 * totals.sent / (service * time));
        out.Set("late_percent", LatePercent());
        out.Set("max_delay_ms", 1000 * totals.longest / service);
        out.Set("delay_rejected_percent", 100 * calls.delayRejected / rejected);
        out.Set("rate_rejected_percent", 100 * calls.rateRejected / rejected);
        out.Set("admitted_percent", 100.0 * calls.admitted / calls.offered);
        out.Set("admitted_to_rejected_percent", 100 * calls.admitted / rejected);
        out.Set("window_s", m_windows.mean);
        out.Set("windows", m_windows.count);
        out.Set("rate_mean_mbps", m_rates.mean);
        out.Set("rate_variance", m_rates.Variance());
        out.Set("delay_mean_ms", 1000 * meanQueue / service);
        out.Set("delay_variance_ms2",
                1e6 * (totals.squareTime / time - meanQueue * meanQueue) / service / service);
        out.Set("delay_maxima_mean_ms", m_delayMaxima.mean);
        out.Set("delay_maxima_variance_ms2", m_delayMaxima.Variance());
        out.Set("peak_late_percent", m_peakLate);
        out.Set("at_target_s", m_atTarget);
        out.Set("up_steps", m_upSteps);
        out.Set("wrong_steps", m_wrongSteps);
        out.Set("admitted_peak_kbps", m_admittedPeak.mean / 1000);
        out.Set("token_rate_kbps", Describe(m_o.peak * 1000).tokenRate / 1000);
        out.Set("offered", calls.offered);
        out.Set("admitted", calls.admitted);
        out.Set("arrived_bits", totals.arrived);
        out.Set("sent_bits", totals.sent);
        out.Set("queued_bits", m_queue->GetQueue());
        out.Set("changes", totals.changes);
        out.Set("time_s", time);
        if (m_o.series > 0)
        {
            out.Set("times_s", m_times);
            out.Set("late_percents", m_late);
            out.Set("triggers_mbps", m_trigger);
            out.Set("active", m_active);
            out.Set("calls", m_present);
            out.Set("window_time_average_s", m_windowSum / static_cast<double>(m_times.size()));
        }
        return out;
    }

    const Options& m_o;                                                          //!< options
    Ptr<FluidQueue> m_queue{CreateObject<FluidQueue>()};                         //!< of the link
    Ptr<FluidOnOffAggregate> m_sources{CreateObject<FluidOnOffAggregate>()};     //!< of all calls
    Ptr<AdmissionFluidMeter> m_meter{CreateObject<AdmissionFluidMeter>()};       //!< of the link
    Ptr<AdmissionCallGenerator> m_calls{CreateObject<AdmissionCallGenerator>()}; //!< calls
    Ptr<AdmissionControl> m_control;   //!< one of the three
    Ptr<TimeWindowAdmission> m_window; //!< the same unless none
    Ptr<TwoLevelAdmission> m_twoLevel; //!< the same if it is one
    Moments m_rates;                   //!< samples, Mb/s
    Moments m_batch;                   //!< samples of 50 s
    Moments m_batches;                 //!< their means
    Moments m_windows;                 //!< lengths
    Moments m_delayMaxima;             //!< of windows, ms
    Moments m_admittedPeak;            //!< bit/s
    double m_peakLate{0};              //!< %, in 6000 s
    double m_atTarget{-1};             //!< s
    double m_windowSum{0};             //!< of the series
    uint64_t m_upSteps{0};             //!< of the trigger
    uint64_t m_wrongSteps{0};          //!< of them although too many bits were late
    std::vector<double> m_times;       //!< s
    std::vector<double> m_late;        //!< %
    std::vector<double> m_trigger;     //!< Mb/s
    std::vector<uint32_t> m_active;    //!< sources that are On
    std::vector<uint32_t> m_present;   //!< calls
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper mbac: admission control of on/off fluid at one link");
    options.Add("control", "Admission control", o.control, OneOf({"none", "window", "two-level"}));
    options.Add("time", "Simulated time, s", o.time, Between(1, 1e7));
    options.Add("mixed", "Peak rates are exponential, not all equal", o.mixed);
    options.Add("modulated", "The rate of arrivals changes, with 0.01/s for a third", o.modulated);
    options.Add("arrivals", "Calls per second", o.arrivals, Above(0).AtMost(1e5));
    options.Add("holding", "Mean length of a call, s", o.holding, Above(0).AtMost(1e9));
    options.Add("peak", "Peak rate or its mean, kb/s", o.peak, Above(0).AtMost(1e6));
    options.Add("sigma", "Token bucket, kb", o.sigma, Between(0, 1e6));
    options.Add("rho", "Token rate, kb/s; 0: by eq. (3) for each call", o.rho, Between(0, 1e6));
    options.Add("loss",
                "Share of a call that its bucket refuses in eq. (3)",
                o.loss,
                Above(0).Below(1));
    options.Add("window", "First or fixed window, s", o.window, Between(0.5, 1e6));
    options.Add("utilization",
                "Share of the link that calls may use",
                o.utilization,
                Between(0, 1));
    options.Add("strict", "The delay test is strict", o.strict);
    options.Add("exact", "Delays are summed up without rounding", o.exact);
    options.Add("rateOnly", "With control=window: no delay test", o.rateOnly);
    options.Add("target", "Late bits, %", o.target, Between(0, 100));
    options.Add("trigger", "First trigger, Mb/s", o.trigger, Between(0, 10));
    options.Add("up", "Trigger's step up, kb/s", o.up, Between(0, 1e4));
    options.Add("down", "Trigger's step down, kb/s", o.down, Between(0, 1e4));
    options.Add("input", "Rate of level 1", o.input, OneOf({"WindowMax", "LastSample"}));
    options.Add("violation",
                "Late bits of level 2",
                o.violation,
                OneOf({"WindowFraction", "QueuePosition"}));
    options.Add("precise",
                "End when the 90 % interval of the rate is within 10 %, at the latest after time",
                o.precise);
    options.Add("series",
                "Time between points of the series, s; 0: none",
                o.series,
                Between(0, 1e6));
    options.Parse(argc, argv);
    options.Require(o.rho == 0 || !o.mixed,
                    "rho",
                    "must be 0 with mixed: by eq. (3) for each call");
    options.Require(o.rho == 0 || (o.rho > o.peak / 2 && o.rho <= o.peak),
                    "rho",
                    "must be 0, or above half of peak, which is the mean rate, and at most peak");
    options.Require(o.series == 0 || o.time / o.series <= 1e7,
                    "series",
                    "must be 0 or at least time / 1e7");
    options.Require(!o.precise || o.control != "none", "precise", "must be false without control");
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
