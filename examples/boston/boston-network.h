// SPDX-License-Identifier: GPL-2.0-only
#ifndef BOSTON_NETWORK_H
#define BOSTON_NETWORK_H

#include "boston-options.h"

#include "ns3/applications-module.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-output-port.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/boston-socket.h"
#include "ns3/cell-loss-discard.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/response-time-collector.h"
#include "ns3/sample-summary.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/// The network of figure 3, its connections and its metrics.
class BostonNetwork
{
  public:
    /// @param options parameters
    explicit BostonNetwork(const BostonOptions& options);

    /// Runs the simulation. @return the metrics
    JsonObject Run();

  private:
    /// A connection.
    struct Connection
    {
        Ptr<AtmNetDevice> source;
        Ptr<AtmNetDevice> sink;
        AtmPvc pvc;
        Ipv4Address from;
        Ptr<BulkSendApplication> application;
        uint64_t bytes{0}; //!< received in order
        bool cross{false}; //!< it is cross traffic
    };

    /// Sums of the counters of all senders.
    struct SenderSums
    {
        IndexedTcpSocket::Counters tcp;
        BostonSocket::BostonCounters boston;
    };

    void Build();
    void SetDefaults() const;
    void SetBostonDefaults() const;
    void InstallStacks();
    Ptr<AtmNetDevice> AddHost(uint32_t at);
    Ptr<CellLossDiscard> MakeLoss(double rate, int64_t stream) const;
    void StartApplications();
    void Measure();
    void CompleteSegment(uint16_t, Time, uint32_t sent);
    void Received(Ptr<const Packet> packet, const Address& from);
    void AddGoodput(JsonObject& out) const;
    void AddResponse(JsonObject& out) const;
    void AddCells(JsonObject& out) const;
    void AddTransport(JsonObject& out) const;
    SenderSums SumSenders() const;
    uint64_t CountUseful() const;
    Ptr<AtmOutputPort> GetBottleneck(uint32_t i) const;

    BostonOptions m_o;
    AtmHelper m_atm;
    NodeContainer m_hosts;
    NodeContainer m_switchNodes;
    AtmSwitchContainer m_switches;
    std::vector<Ptr<AtmSwitchPort>> m_outputs;     //!< of each switch towards the next, or the sink
    NetDeviceContainer m_devices;                  //!< of hosts
    std::vector<Ptr<AtmSwitchPort>> m_hostOutputs; //!< of switches towards sources
    std::vector<Connection> m_connections;
    std::map<Ipv4Address, std::size_t> m_bySource;
    ApplicationContainer m_receivers;
    ResponseTimeCollector m_response;
    SampleSummary m_transmissions; //!< of each segment that is complete
};
} // namespace hsn
} // namespace ns3

#endif // BOSTON_NETWORK_H
