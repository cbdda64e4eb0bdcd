// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLUID_RENEWAL_SET_H
#define FLUID_RENEWAL_SET_H

#include "fluid-on-off-aggregate.h"
#include "fluid-source-set.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Fluid on/off sources with periods of any distribution, such as Pareto, exact.
 *
 * Each source has a time of its next change, in a heap, as periods remember when they began; a
 * change costs one random number and the logarithm of the number of sources. For exponential
 * periods a FluidOnOffAggregate is several times as fast.
 */
class FluidRenewalSet : public FluidSourceSet
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    FluidRenewalSet();
    ~FluidRenewalSet() override;

    uint32_t GetSize() const override;
    uint32_t GetActive() const override;
    double GetNext() const override;
    void RunUntil(double seconds) override;

    /// @param stream of OnTime, the next one is that of OffTime @return streams used: 2
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// A source.
    struct Source
    {
        double peak; //!< bit/s
        bool isOn;   //!< it sends
    };

    /// Time of a change in s, and the number of the source.
    using Change = std::pair<double, uint64_t>;

    void DoAdd(uint64_t number, double peak) override;
    bool DoRemove(uint64_t number) override;
    /// @param variable lengths of On periods that begin from now on
    void SetOnTime(Ptr<RandomVariableStream> variable);
    /// @return lengths of On periods
    Ptr<RandomVariableStream> GetOnTime() const;
    /// @param variable lengths of Off periods that begin from now on
    void SetOffTime(Ptr<RandomVariableStream> variable);
    /// @return lengths of Off periods
    Ptr<RandomVariableStream> GetOffTime() const;
    /// @param isOn which kind @return length of a period, s
    double DrawPeriod(bool isOn);
    /// The sources have changed: sums up the input. @param rate that the other sets feed
    void SumUp(double rate);

    Ptr<RandomVariableStream> m_on;                 //!< s
    Ptr<RandomVariableStream> m_off;                //!< s
    FluidStart m_start{FLUID_START_OFF};            //!< state of new sources
    uint32_t m_active{0};                           //!< sources that are On
    double m_input{0};                              //!< what they send, bit/s
    std::unordered_map<uint64_t, Source> m_sources; //!< by number
    /// the earliest first; those of sources that are gone do not count
    std::priority_queue<Change, std::vector<Change>, std::greater<Change>> m_changes;
};
} // namespace hsn
} // namespace ns3

#endif // FLUID_RENEWAL_SET_H
