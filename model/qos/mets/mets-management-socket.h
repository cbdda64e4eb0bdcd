// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_MANAGEMENT_SOCKET_H
#define METS_MANAGEMENT_SOCKET_H

#include "mets-flow-scheduler.h"
#include "mets-jitter-filter.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/simple-ref-count.h"

#include <array>
#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Where an application registers flows, and is told what happens to them (QoS-A, 2.1):
 * signalQoS.
 */
class MetsManagementSocket : public Object
{
  public:
    /// What an application is told.
    enum Signal
    {
        LATE,             //!< a packet was late; metric: by how much, s
        MISSED_DEADLINES, //!< too many frames were dispatched late in a period; metric: how many
        ALL_CLEAR         //!< a period without missed deadlines after that; metric: 0
    };

    /// Called with flow, signal and metric.
    using SignalCallback = Callback<void, uint16_t, Signal, double>;

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsManagementSocket();
    ~MetsManagementSocket() override;

    /// @param signal told what happens; may be null
    void SetSignal(SignalCallback signal);

    /**
     * @brief Registers a flow; at its sender the scheduler, at its receiver the filter.
     * @param flow number, registered once at most
     * @param filter whose late packets are signalled, or null
     * @param scheduler whose events are signalled, or null; its event callback is set
     */
    void Register(uint16_t flow, Ptr<JitterFilter> filter, Ptr<FlowScheduler> scheduler);

    /// @param signal kind @return how many there were
    uint64_t GetSignals(Signal signal) const;

  protected:
    void DoDispose() override;

  private:
    /// A flow.
    struct Flow : public SimpleRefCount<Flow>
    {
        /// A packet is late. Parameters as of JitterFilter's trace.
        void NotifyLate(Time, Time lateness);
        /// Deadlines. @param missed or met again @param misses in the period
        void NotifyDeadlines(bool missed, uint64_t misses);

        MetsManagementSocket* owner{nullptr}; //!< null once it is disposed
        uint16_t number{0};                   //!< of the flow
    };

    /// @param flow number @param signal kind @param metric of it
    void Tell(uint16_t flow, Signal signal, double metric);

    std::map<uint16_t, Ptr<Flow>> m_flows; //!< by number
    SignalCallback m_signal;               //!< application
    std::array<uint64_t, 3> m_signals{};   //!< by kind
};
} // namespace hsn
} // namespace ns3

#endif // METS_MANAGEMENT_SOCKET_H
