// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_LOAD_H
#define BACKGROUND_LOAD_H

#include "background-options.h"
#include "background-rtt.h"

#include "ns3/application-container.h"
#include "ns3/background-traffic-helper.h"
#include "ns3/link-frame.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// The flows under study, and the other traffic, between the hosts of any network.
class BackgroundLoad
{
  public:
    static constexpr uint16_t FLOW_PORT = 5001; //!< of the first flow under study
    static constexpr uint16_t WEB_PORT = 80;    //!< of short flows; long-lived ones have the next

    /// Ends of flows; all have an Internet stack and addresses.
    struct Hosts
    {
        NodeContainer sources; //!< of the flows under study, two
        NodeContainer sinks;   //!< of the same
        NodeContainer left;    //!< of other traffic, on the side of the sources
        NodeContainer right;   //!< of the same, on the side of the sinks
    };

    /// @param options of the run, checked
    explicit BackgroundLoad(const BackgroundOptions& options);

    /// Sets what all sockets have in common; before there are any.
    void SetDefaults() const;
    /// Gives hosts sockets and their congestion control. @param hosts all
    void AddSockets(const Hosts& hosts) const;
    /// Adds flows and other traffic. @param hosts with sockets
    void Install(const Hosts& hosts);

    /// @param flow number @return its round-trip time
    Time GetRtt(uint32_t flow) const;
    /// @param frame at the bottleneck @return class: 0 for short flows, then the flows under study,
    /// then long-lived flows
    uint32_t Classify(const LinkFrame& frame) const;
    /// @return number of classes
    uint32_t GetNClasses() const;
    /// @return bytes that the flows under study have delivered
    uint64_t GetReceived() const;
    /// @return mean round-trip times of the flows under study, ms
    std::vector<double> GetMeanRtts() const;
    /// @return short flows that have started from left to right
    uint64_t GetWebFlows() const;

  private:
    /// @param flow number @return whether it belongs to the first half
    bool IsFirst(uint32_t flow) const;
    /// Adds the flows under study. @param hosts of them
    void AddFlows(const Hosts& hosts);
    /// Adds the other traffic. @param hosts of it
    void AddTraffic(const Hosts& hosts);

    const BackgroundOptions m_o;
    const std::string m_factory;  //!< TypeId of the socket factory
    ApplicationContainer m_sinks; //!< of the flows under study
    BackgroundTraffic m_traffic;  //!< the others
    BackgroundRtt m_rtts;         //!< of the flows under study
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_LOAD_H
