// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_MONITOR_H
#define LINK_MONITOR_H

#include "lean-link-net-device.h"

#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/rate-series.h"
#include "ns3/sample-summary.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Notes in regular periods what one end of a lean link has sent and dropped of each class of
 * packets, and how full its buffer was.
 *
 * A packet counts in the period in which its last bit leaves; a dropped one, in that in which it
 * was to be sent. Bytes are those of IP packets. The device's classifier tells the classes.
 */
class LinkMonitor : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    LinkMonitor();
    ~LinkMonitor() override;

    /**
     * @brief Starts to watch, now.
     * @param device the end of a lean link; must not be null
     * @param classes that are noted: 0 to this less 1, at least 1
     */
    void Watch(Ptr<LeanLinkNetDevice> device, uint32_t classes);

    /// @return by class; up to the last period that is over
    const RateSeries& GetSeries() const;

    /// @return bytes in the buffer at the end of each period
    const SampleSummary& GetBacklog() const;

  protected:
    void DoDispose() override;

  private:
    /// A period is over.
    void Note();

    Time m_period;                        //!< length of a period
    Ptr<LeanLinkNetDevice> m_device;      //!< watched
    std::vector<LinkCounters> m_before;   //!< by class, at the end of the last period
    std::unique_ptr<RateSeries> m_series; //!< noted
    SampleSummary m_backlog;              //!< noted
    EventId m_next;                       //!< end of the period
};
} // namespace hsn
} // namespace ns3

#endif // LINK_MONITOR_H
