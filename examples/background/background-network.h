// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_NETWORK_H
#define BACKGROUND_NETWORK_H

#include "background-options.h"

#include "ns3/application-container.h"
#include "ns3/background-traffic-helper.h"
#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/json-object.h"
#include "ns3/link-monitor.h"

#include <cstdint>
#include <string>
#include <vector>

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
    static constexpr uint16_t FLOW_PORT = 5001; //!< of the first flow under study
    static constexpr uint16_t WEB_PORT = 80;    //!< of short flows; long-lived ones have the next

    /// Sets what all sockets have in common.
    void SetDefaults() const;
    /// Builds the dumbbell.
    void BuildNetwork();
    /// Adds the flows under study.
    void AddFlows();
    /// Adds the other traffic.
    void AddTraffic();
    /// @param flow number @return whether it belongs to the first half
    bool IsFirst(uint32_t flow) const;
    /// @param flow number @return its round-trip time
    Time GetRtt(uint32_t flow) const;
    /// @param packet at the bottleneck @param protocol EtherType @return class: 0 for short flows,
    /// then the flows under study, then long-lived flows
    uint32_t Classify(Ptr<const Packet> packet, uint16_t protocol) const;
    /// @return number of classes
    uint32_t GetNClasses() const;
    /// @param bits per second in the scaled network @return Mbit/s in the paper's
    double ToMbps(double bits) const;
    /// @param out gets the metrics of the bottleneck from R1
    void AddMetrics(JsonObject& out) const;

    const BackgroundOptions m_o;
    std::string m_factory;              //!< TypeId of the socket factory
    HighSpeedDumbbellHelper m_dumbbell; //!< the network
    Ptr<LinkMonitor> m_monitor;         //!< of R1's end of the bottleneck
    ApplicationContainer m_sinks;       //!< of the flows under study
    BackgroundTraffic m_traffic;        //!< the others
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_NETWORK_H
