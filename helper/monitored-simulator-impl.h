// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MONITORED_SIMULATOR_IMPL_H
#define HSN_MONITORED_SIMULATOR_IMPL_H

#include "ns3/default-simulator-impl.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/qos-event.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-node-watch.h"

#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief ns-3's simulator, with a monitor of the quality of service on every node. The option
 * --monitor of "./hsn run" runs a program with it, which needs not know.
 *
 * It is chosen by NS_GLOBAL_VALUE=SimulatorImplementationType=ns3::hsn::MonitoredSimulatorImpl.
 * When the simulation begins, every node that has a protocol to watch gets a monitor
 * (QosMonitorHelper) unless it has one; the nodes' MIBs are written to a file of their own for each
 * simulation of the program, as QosMibExporter writes them, with the number of the node.
 *
 * Nothing is scheduled: rows are brought up to date between two events. The simulation therefore
 * has the same events in the same order as without, and the same results. The interval is 10 ms at
 * first and doubles whenever there were 128 of them, so that a short run is seen in detail and a
 * long one does not write too much.
 *
 * Environment: HSN_MONITOR is the folder of the files; HSN_MONITOR_CONTRACT a contract for what
 * each connection sends, see ReadContract().
 */
class MonitoredSimulatorImpl : public DefaultSimulatorImpl
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    MonitoredSimulatorImpl();
    ~MonitoredSimulatorImpl() override;

    void SetScheduler(ObjectFactory schedulerFactory) override;
    void Run() override;

    /**
     * @brief Reads a contract.
     * @param text such as "throughput=400kb/s,delay=5ms,jitter=1ms", in any order, each at most
     * once
     * @param contract gets it, for the direction out
     * @return empty, or what is wrong, with name and value
     */
    static std::string ReadContract(const std::string& text, QosContract& contract);

  private:
    friend class MonitoredScheduler;

    /// What is written of a node.
    struct Watched
    {
        Ptr<QosMib> mib;         //!< of it
        bool own{false};         //!< its monitor was made here
        Ptr<QosNodeWatch> watch; //!< knows names of connections
        Time written{-1};        //!< time of the MIB that was written last
    };

    /// Opens the next file.
    void Open();
    /// @param time of the next event, in units of Time: all intervals that end before it are ended
    void Pass(uint64_t time);
    /// Gives all nodes that have no monitor one.
    void Install();
    /// @param one keeps closed connections for an interval
    void SetHoldTime(const Watched& one) const;
    /// @param time rows are brought up to it and written
    void Write(Time time);

    QosContract m_contract{};       //!< of what connections send
    std::vector<Watched> m_watched; //!< nodes
    std::set<uint64_t> m_named;     //!< connections whose names are written
    std::ofstream m_file;           //!< gets the MIBs
    uint32_t m_installed{0};        //!< nodes looked at
    bool m_running{false};          //!< in Run()
    uint64_t m_next{UINT64_MAX};    //!< end of the interval, in units of Time
    uint64_t m_interval{10000000};  //!< ns
    uint32_t m_intervals{0};        //!< of this length
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MONITORED_SIMULATOR_IMPL_H
