// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_NETWORK_H
#define BACKGROUND_NETWORK_H

#include "background-load.h"
#include "background-options.h"

#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/json-object.h"
#include "ns3/link-monitor.h"

namespace ns3
{
namespace hsn
{
/// One run: the network, its flows, and what is measured.
class BackgroundNetwork
{
  public:
    /// @param options of the run, checked
    explicit BackgroundNetwork(const BackgroundOptions& options);

    /// Builds and simulates; once.
    /// @return metrics
    JsonObject Run();

  private:
    /// Sets the clocks of both routers, and the time that hosts take.
    void SetClocks();
    /// Builds the dumbbell.
    void BuildNetwork();
    /// @return the ends of flows
    BackgroundLoad::Hosts GetHosts() const;
    /// @param bits per second in the scaled network @return Mbit/s in the paper's
    double ToMbps(double bits) const;
    /// @param out gets the metrics of the bottleneck from R1
    void AddMetrics(JsonObject& out) const;

    const BackgroundOptions m_o;
    HighSpeedDumbbellHelper m_dumbbell; //!< the network
    BackgroundLoad m_load;              //!< flows and other traffic
    Ptr<LinkMonitor> m_monitor;         //!< of R1's end of the bottleneck
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_NETWORK_H
