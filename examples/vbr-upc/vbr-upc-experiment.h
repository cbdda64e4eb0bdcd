// SPDX-License-Identifier: GPL-2.0-only
#ifndef VBR_UPC_EXPERIMENT_H
#define VBR_UPC_EXPERIMENT_H

#include "vbr-upc-options.h"

#include "ns3/application-container.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch.h"
#include "ns3/burst-monitor.h"
#include "ns3/event-times.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/tcp-sender-monitor.h"
#include "ns3/tcp-socket.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// The measurement environment of figure 1, its traffic and its metrics.
class VbrUpcExperiment
{
  public:
    /// @param options parameters
    explicit VbrUpcExperiment(const VbrUpcOptions& options);

    /// Runs the simulation. @return the metrics
    JsonObject Run();

  private:
    static constexpr std::size_t MAX_LISTED = 200; //!< elements of a list that is only a sample
    static constexpr std::size_t MAX_CELLS = 2000; //!< cells whose times are printed

    void Build();
    void StartTrain();
    void SendBurst();
    void StartTcp();
    std::string SetUpBsd();
    std::string SetUpNs3();
    void Watch(uint32_t i);
    void StateChanged(TcpSocket::TcpStates_t before, TcpSocket::TcpStates_t after);
    void Received(Ptr<const Packet> packet, const Address&);
    void AddTcpMetrics(JsonObject& out) const;
    void AddAtmMetrics(JsonObject& out) const;
    void AddBursts(JsonObject& out) const;

    VbrUpcOptions m_o;
    uint32_t m_cells;
    double m_interSdu;
    NodeContainer m_hosts;
    Ptr<AtmSwitch> m_switch;
    Ptr<AtmNetDevice> m_sender;
    Ptr<AtmNetDevice> m_receiver;
    NetDeviceContainer m_devices;
    AtmPvc m_pvc;
    EventTimes m_sdus;       //!< that the sender starts
    EventTimes m_firstCells; //!< that the sender starts, if asked for
    std::unique_ptr<BurstMonitor> m_bursts;
    ApplicationContainer m_sources;
    std::vector<std::unique_ptr<TcpSenderMonitor>> m_tcp;
    uint32_t m_givenUp{0}; //!< connections that TCP gave up
    uint64_t m_receivedBytes{0};
    int64_t m_lastByte{-1};
    uint32_t m_burst{0};
    uint32_t m_perBurst{0};
};
} // namespace hsn
} // namespace ns3

#endif // VBR_UPC_EXPERIMENT_H
