// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLUID_ON_OFF_AGGREGATE_H
#define FLUID_ON_OFF_AGGREGATE_H

#include "fluid-source-set.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief How a new fluid source begins. */
enum FluidStart
{
    FLUID_START_STATIONARY, //!< On with the probability that it has at a random time
    FLUID_START_ON,         //!< On
    FLUID_START_OFF         //!< Off
};

/**
 * @ingroup hsn-traffic
 * @brief Superposition of on/off sources with exponential periods of the same means, exact.
 *
 * As periods have no memory, one random time serves all N sources: changes are drawn at the rate
 * N max(alpha, beta), each for a source picked uniformly, and in the state whose periods are longer
 * are accepted with the ratio of both rates. A change costs two random numbers (three where alpha
 * and beta differ) whatever N is, and no event.
 */
class FluidOnOffAggregate : public FluidSourceSet
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    FluidOnOffAggregate();
    ~FluidOnOffAggregate() override;

    uint32_t GetSize() const override;
    uint32_t GetActive() const override;
    double GetNext() const override;
    void RunUntil(double seconds) override;

    /**
     * @brief Fixes the stream.
     * @param stream its number
     * @return streams used: 1
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// A stream of random numbers whose numbers are drawn without a virtual call.
    class Uniform : public RandomVariableStream
    {
      public:
        /// @return a number above 0 and below 1
        double Draw() const;
        double GetValue() override;
        uint32_t GetInteger() override;
    };

    /// A source.
    struct Source
    {
        double peak;     //!< bit/s
        bool isOn;       //!< it sends
        uint64_t number; //!< from Add()
    };

    void DoAdd(uint64_t number, double peak) override;
    bool DoRemove(uint64_t number) override;
    /// The sources or means have changed: draws the next change, and sums up the input. @param rate
    /// that the other sets feed
    void Restart(double rate);
    /// @param mean of On periods
    void SetOnMean(Time mean);
    /// @return mean of On periods
    Time GetOnMean() const;
    /// @param mean of Off periods
    void SetOffMean(Time mean);
    /// @return mean of Off periods
    Time GetOffMean() const;
    /// @param mean of On or Off periods @param value of it from now on
    void ChangeMean(Time& mean, Time value);
    /// The means have changed.
    void SetRates();

    Time m_onMean;                                    //!< 1/alpha
    Time m_offMean;                                   //!< 1/beta
    FluidStart m_start{FLUID_START_STATIONARY};       //!< state of new sources
    double m_rate{0};                                 //!< of one source's changes, 1/s
    double m_accept[2]{1, 1};                         //!< share of changes from Off, from On
    Ptr<Uniform> m_random;                            //!< all numbers
    double m_next;                                    //!< time of the next change, s
    uint32_t m_active{0};                             //!< sources that are On
    double m_input{0};                                //!< what they send, bit/s
    std::vector<Source> m_sources;                    //!< in no order
    std::unordered_map<uint64_t, uint32_t> m_indices; //!< number to index
};
} // namespace hsn
} // namespace ns3

#endif // FLUID_ON_OFF_AGGREGATE_H
