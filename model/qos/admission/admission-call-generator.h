// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_CALL_GENERATOR_H
#define ADMISSION_CALL_GENERATOR_H

#include "admission-control.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Calls that arrive at random, ask an AdmissionControl, and last for a random time if
 * admitted.
 *
 * Arrivals are a Poisson process of ArrivalRate. With OtherShare above 0 the rate is drawn anew
 * after each Period: OtherRate with this probability, else ArrivalRate; the first rate is drawn,
 * too. With exponential periods this is every Markov-modulated Poisson process of two states: stays
 * of a s on average at ArrivalRate and of b s at OtherRate need OtherShare b / (a + b) and a mean
 * Period of a b / (a + b). A drawn period of 0 s ends the program with a message. Whoever admits a
 * call starts its traffic in a function that the user gives, and ends it in another: for fluid
 * FluidSourceSet::Add() and Remove(), for packets what starts and stops an application.
 */
class AdmissionCallGenerator : public Object
{
  public:
    /// Makes a request of the peak rate of a call, in bit/s.
    using Descriptor = Callback<AdmissionRequest, double>;
    /// Starts the traffic of a call of a peak rate in bit/s; returns a number.
    using Starter = Callback<uint64_t, double>;
    /// Ends the traffic of a call, given that number.
    using Ender = Callback<void, uint64_t>;

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param control asked for every call
    void SetControl(Ptr<AdmissionControl> control);
    /// @param descriptor of calls; without one a call declares its peak rate and no bucket
    void SetDescriptor(const Descriptor& descriptor);
    /// @param start begins the traffic of a call @param end ends it
    void SetTraffic(const Starter& start, const Ender& end);

    /// Begins now.
    void Start();
    /// No more calls arrive; those that are there go on.
    void Stop();

    /// @return calls that are there now
    uint32_t GetCalls() const;

    /**
     * @brief Fixes the streams.
     * @param stream the first one
     * @return streams used: 5
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// Draws the rate of arrivals for a period.
    void DrawRate();
    /// Schedules the next arrival.
    void ScheduleArrival();
    /// A call arrives.
    void Arrive();
    /// A call ends. @param number of its traffic @param request what it had declared
    void End(uint64_t number, AdmissionRequest request);

    double m_arrivalRate{10};             //!< 1/s
    double m_otherRate{0.01};             //!< 1/s
    double m_otherShare{0};               //!< probability of it
    Ptr<RandomVariableStream> m_period;   //!< between draws, s
    Ptr<RandomVariableStream> m_holding;  //!< length of a call, s
    Ptr<RandomVariableStream> m_peak;     //!< bit/s
    Ptr<UniformRandomVariable> m_which;   //!< draws rates
    Ptr<ExponentialRandomVariable> m_gap; //!< to the next arrival, mean 1
    double m_rate{0};                     //!< now, 1/s
    uint32_t m_calls{0};                  //!< there now
    Ptr<AdmissionControl> m_control;      //!< asked
    Descriptor m_descriptor;              //!< of calls, or null
    Starter m_start;                      //!< begins traffic
    Ender m_end;                          //!< ends it
    EventId m_arrival;                    //!< next one
    EventId m_draw;                       //!< next rate
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_CALL_GENERATOR_H
