// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_TIME_WINDOW_H
#define ADMISSION_TIME_WINDOW_H

#include "admission-control.h"
#include "admission-meter.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief What TimeWindowAdmission measures and tests. */
enum AdmissionMode
{
    ADMISSION_DELAY_AND_RATE, //!< both
    ADMISSION_RATE_ONLY       //!< the rate; delay neither restarts windows nor rejects calls
};

/** @brief Whether a call may take the delay to the bound itself. */
enum AdmissionDelayTest
{
    ADMISSION_NON_STRICT, //!< bound >= estimate
    ADMISSION_STRICT      //!< bound > estimate
};

/** @brief A measurement window that has ended by itself. */
struct AdmissionWindow
{
    Time length;        //!< W of this window
    double rate{0};     //!< largest rate sample in it, bit/s; that of an earlier one if it had none
    double lastRate{0}; //!< latest rate sample, bit/s
    double delay{0};    //!< largest delay in it, s; 0 in mode RateOnly
    double lateShare{0};  //!< late bits / arrived bits in it; 0 if none arrived
    double queueShare{0}; //!< late bits / bits in the queue at its end; 0 if it is empty
    double totalShare{0}; //!< late bits / arrived bits since time 0
};

/**
 * @ingroup hsn-qos
 * @brief Admission control by measured sums over time windows: S. Jamin, P. Danzig, S. Shenker,
 * L. Zhang, "A measurement-based admission control algorithm for integrated services packet
 * networks", SIGCOMM 1995, for one class (mbac section 2).
 *
 * Estimates of delay D and rate nu are the maxima of the last window. A call (sigma, rho) enters if
 *   DelayBound >= D + sigma / LinkRate  and  Utilization LinkRate >= nu + rho,
 * and then raises both estimates by what was tested. A rate is sampled every SampleInterval; a
 * sample above nu sets nu to RateFactor times the sample, a delay above D sets D to DelayFactor
 * times it. Each of these three, and an admission, starts a new window, in which both maxima begin
 * anew. Nothing happens when a call ends.
 *
 * A sample that is due when a window ends belongs to that window. D is a sum of seconds as doubles,
 * which are not exact: 16 x 0.001 s exceed 0.016 s. With ExactDelayArithmetic the sum is one of
 * bits.
 */
class TimeWindowAdmission : public AdmissionControl
{
  public:
    /// TracedCallback signature for RateSample. @param rate bit/s
    typedef void (*RateTracedCallback)(double rate);
    /**
     * @brief TracedCallback signature for Estimate.
     * @param rate nu, bit/s
     * @param delay D, s
     */
    typedef void (*EstimateTracedCallback)(double rate, double delay);
    /// TracedCallback signature for Window. @param window that has ended by itself
    typedef void (*WindowTracedCallback)(const AdmissionWindow& window);

    /// @return the TypeId
    static TypeId GetTypeId();

    TimeWindowAdmission();

    /**
     * @brief Begins to measure, now. Ends the program with a message if attributes do not fit.
     * @param meter of the link
     */
    void Start(Ptr<AdmissionMeter> meter);
    /// Ends measuring; estimates stay.
    void Stop();

    /// @return nu, bit/s
    double GetRateEstimate() const;
    /// @return D, s
    double GetDelayEstimate() const;
    /// @return W of the present window
    Time GetWindow() const;
    /// @return rate of the link, bit/s
    double GetLinkRate() const;
    /// @return S
    Time GetSampleInterval() const;

  protected:
    void DoDispose() override;
    uint32_t Decide(const AdmissionRequest& request) override;

    /// @param request of a call @return the rate that it is tested with, bit/s
    virtual double GetTestedRate(const AdmissionRequest& request) const;
    /// @return whether delays are measured and tested; the default says what Mode says
    virtual bool TestsDelay() const;
    /// Checks attributes when measuring begins.
    virtual void CheckSettings() const;
    /// A window has ended by itself. @param window the window @return W of the next one
    virtual Time GetNextWindow(const AdmissionWindow& window);

  private:
    /// @param at time, s @param delay measured then, s
    void NoteDelay(double at, double delay);
    /// A sample of the rate is due.
    void TakeSample();
    /// The event of the window's end.
    void EndWindow();
    /// A window begins. @param at time, s, at most the present
    void BeginWindow(double at);
    /// @return what sums of delays are counted in: 1 if seconds, else bits in a second
    double GetDelayUnit() const;

    DataRate m_linkRate;             //!< mu
    double m_utilization{1};         //!< v
    Time m_delayBound;               //!< of every call
    Time m_sampleInterval;           //!< S
    Time m_window;                   //!< W
    double m_delayFactor{2};         //!< of early estimates
    double m_rateFactor{1};          //!< the same
    bool m_restartOnAdmission{true}; //!< a call begins a new window
    bool m_exactDelay{false};        //!< sums of delays in bits
    AdmissionMode m_mode;            //!< what is measured
    AdmissionDelayTest m_delayTest;  //!< whether equality is good

    Ptr<AdmissionMeter> m_meter;                          //!< null unless measuring
    double m_rate{0};                                     //!< nu, bit/s
    double m_delay{0};                                    //!< D, s or bits
    double m_largestRate{-1};                             //!< in the present window; -1: no sample
    double m_lastRate{0};                                 //!< latest sample
    double m_largestDelay{0};                             //!< in the present window, s
    AdmissionLoad m_begin;                                //!< when it began
    double m_sent{0};                                     //!< bits at the latest sample
    Time m_end;                                           //!< of the present window
    Time m_nextSample;                                    //!< when it is due
    EventId m_endEvent;                                   //!< at m_end or before
    EventId m_sampleEvent;                                //!< next sample
    TracedCallback<double> m_sampleTrace;                 //!< trace
    TracedCallback<double, double> m_estimateTrace;       //!< trace
    TracedCallback<const AdmissionWindow&> m_windowTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_TIME_WINDOW_H
