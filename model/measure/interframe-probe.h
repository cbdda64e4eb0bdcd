// SPDX-License-Identifier: GPL-2.0-only
#ifndef INTERFRAME_PROBE_H
#define INTERFRAME_PROBE_H

#include "sample-summary.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Periods between frames of a video: their jitter.
 *
 * The variance is that of periods, which is not twice that of delays if delays are correlated.
 */
class InterframeProbe
{
  public:
    /// @param packets of which a frame consists; it is complete with the last one
    explicit InterframeProbe(uint32_t packets = 1);

    /// A packet arrives. @param at when
    void Note(Time at);

    /// @return periods, one fewer than frames
    uint64_t GetCount() const;
    /// @return their mean, ms; NaN without
    double GetMean() const;
    /// @return their population variance, ms^2; NaN without
    double GetVariance() const;
    /// @return the shortest, ms; NaN without
    double GetMin() const;
    /// @return the longest, ms; NaN without
    double GetMax() const;
    /// @return all, ms
    const std::vector<double>& GetPeriods() const;

  private:
    uint32_t m_packets;            //!< of a frame
    uint32_t m_missing;            //!< until it is complete
    bool m_first{true};            //!< no frame yet
    Time m_last;                   //!< completion
    SampleSummary m_summary;       //!< of periods
    std::vector<double> m_periods; //!< ms
};
} // namespace hsn
} // namespace ns3

#endif // INTERFRAME_PROBE_H
