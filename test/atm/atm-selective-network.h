// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Random networks of switches that mark, filter and are slow, and of hosts that read cell by cell.
 */
#ifndef HSN_ATM_SELECTIVE_NETWORK_H
#define HSN_ATM_SELECTIVE_NETWORK_H

#include "atm-observation.h"
#include "atm-random-network.h"

#include "ns3/atm-frame-filter.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch.h"
#include "ns3/host-cpu.h"
#include "ns3/mets-switch-processor.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief A network that follows from a seed alone, built and run by one of the engines.
 *
 * Switches in a tree; connections to one host or several, with frame filters and usage parameter
 * control where they enter a switch; thresholds of the congestion indication, processors, slots,
 * discard policies; hosts some of which have a MetsNic. In the middle of the run levels, filters
 * and thresholds change and counters are read.
 *
 * All cells move at even time steps and all changes come at odd ones, so that their order is
 * defined.
 */
class AtmSelectiveNetwork
{
  public:
    /// @param seed of the network @param engine "PerCell" or "Burst" @param observation gets all
    AtmSelectiveNetwork(uint64_t seed, const std::string& engine, AtmObservation& observation);

    /// Builds, runs and destroys it.
    void Run();

    /// @return what was met, and how often
    const std::map<std::string, uint64_t>& GetCoverage() const
    {
        return m_coverage;
    }

    /// @return for each switch whose cells do not balance, what is wrong; empty: all do
    const std::string& GetImbalance() const
    {
        return m_imbalance;
    }

  private:
    /// A switch.
    struct Place
    {
        Ptr<Node> node;                 //!< it
        Ptr<AtmSwitch> sw;              //!< the same
        Ptr<SwitchProcessor> processor; //!< or null
        uint32_t parent{0};             //!< nearer to switch 0
        uint32_t up{0};                 //!< port to the parent
        std::vector<uint32_t> down;     //!< port to a child, by number of the child
    };

    /// A host.
    struct Host
    {
        uint32_t at{0};           //!< switch
        uint32_t port{0};         //!< there
        Ptr<AtmNetDevice> device; //!< it
        Ptr<HostCpu> cpu;         //!< of a MetsNic
    };

    /// A filter, and where it is.
    struct Filter
    {
        Ptr<AtmSwitch> sw;          //!< switch
        uint32_t inPort{0};         //!< port
        AtmVcId in;                 //!< label there
        uint32_t legs{0};           //!< outputs of the connection
        Ptr<AtmFrameFilter> filter; //!< it
    };

    /// Draws switches and the links between them.
    void BuildSwitches();
    /// Draws hosts.
    void BuildHosts();
    /// @param i number of a connection that is drawn
    void BuildConnection(uint32_t i);
    /**
     * @brief Leads a connection on, from a switch to hosts behind it.
     * @param at switch @param inPort where it comes in @param in label there
     * @param leaves hosts that it leads to
     */
    void Lead(uint32_t at, uint32_t inPort, AtmVcId in, const std::vector<uint32_t>& leaves);
    /// @param at switch @param host somewhere @return port of the switch that leads there
    uint32_t GetPortTo(uint32_t at, uint32_t host) const;
    /// @param connection number @param host sends on it @param vc there
    void AddSource(uint32_t connection, uint32_t host, Ptr<AtmVc> vc);
    /// @param time odd time step @param what is done then
    void At(int64_t time, const std::function<void()>& what);
    /// Draws changes and readings.
    void DrawActions();
    /// Connects what is looked at.
    void Connect();
    /// @param port looked at @param name of it
    void ConnectPort(Ptr<AtmPort> port, const std::string& name);
    /// Reads all counters.
    void Read();
    /// Compares what went into switches with what came out of them.
    void Balance();
    /// @return an odd time step in the run
    int64_t DrawOdd();

    const std::string m_engine;                 //!< cells
    AtmObservation& m_observation;              //!< gets all
    PlanRandom m_random;                        //!< draws
    int64_t m_duration{0};                      //!< time steps
    std::vector<Place> m_places;                //!< switches
    std::vector<Host> m_hosts;                  //!< hosts
    std::vector<Filter> m_filters;              //!< of connections
    std::vector<Ptr<AtmPort>> m_ports;          //!< all
    std::map<std::string, uint64_t> m_coverage; //!< what was met
    std::string m_imbalance;                    //!< what does not balance
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_SELECTIVE_NETWORK_H
