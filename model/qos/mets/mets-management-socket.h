// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_MANAGEMENT_SOCKET_H
#define METS_MANAGEMENT_SOCKET_H

#include "mets-adapter.h"
#include "mets-flow-scheduler.h"
#include "mets-jitter-filter.h"
#include "mets-player.h"
#include "mets-socket.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/simple-ref-count.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Answer to a request: it is done (Ack), or why it is not (Nak).
 */
struct MetsAnswer
{
    std::string reason; //!< why not; empty: Ack

    /// @return whether the request is done
    bool IsAck() const
    {
        return reason.empty();
    }
};

/**
 * @ingroup hsn-qos
 * @brief Who keeps up the quality of a flow (QoS-A, 2.1: Maint, Monitor, Signal).
 */
enum MetsMaintenance
{
    METS_MAINT,   //!< METS, silently
    METS_MONITOR, //!< METS, and tells what it is
    METS_SIGNAL   //!< the application: METS tells, and changes nothing
};

/**
 * @ingroup hsn-qos
 * @brief How a sender follows the level that it is granted (QoS-A, 2.1: Adapt).
 */
enum MetsAdaptation
{
    METS_DISCRETE,  //!< it leaves out layers
    METS_CONTINUOUS //!< a low-pass filter cuts pictures to the granted share of the rate
};

/**
 * @ingroup hsn-qos
 * @brief Where an application registers flows, changes their quality, and is told what happens to
 * them (QoS-A, 2.1, figure 2): registerSoc, changeQoS and signalQoS.
 *
 * What RegisterSocket() registers is managed: a sender follows the levels of the adapter, a
 * receiver is measured in intervals of its flow specification. Register() only tells signals of
 * parts that are used alone.
 */
class MetsManagementSocket : public Object
{
  public:
    /// What an application is told. The first three and alarms are events, the others signals.
    enum Signal
    {
        LATE,             //!< a packet was late; metric: by how much, s
        MISSED_DEADLINES, //!< too many frames were dispatched late in a period; metric: how many
        ALL_CLEAR,        //!< a period without missed deadlines after that; metric: 0
        LEVEL,            //!< another level is granted to a sender; metric: 0 to 2
        RATE,             //!< of an interval at a receiver; metric: octets a second
        DELAY,            //!< mean of an interval; metric: s
        JITTER,           //!< mean difference of delays in a row; metric: s
        LOSS,             //!< lost and late packets; metric: share of those sent
        RATE_ALARM,       //!< RATE has fallen below its threshold; metric as RATE
        DELAY_ALARM,      //!< DELAY has exceeded its threshold
        JITTER_ALARM,     //!< JITTER has
        LOSS_ALARM,       //!< LOSS has
        SIGNALS           //!< how many there are
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
     * @brief Has senders follow the levels of an adapter, and reservations follow specifications.
     * @param adapter of the host; its level callback is set
     * @param link of it by which registered flows leave
     */
    void SetAdapter(Ptr<MetsAdapter> adapter, uint32_t link);

    /**
     * @brief Registers a flow; at its sender the scheduler, at its receiver the filter.
     * @param flow number, registered once at most
     * @param filter whose late packets are signalled, or null
     * @param scheduler whose events are signalled, or null; its event callback is set
     */
    void Register(uint16_t flow, Ptr<JitterFilter> filter, Ptr<FlowScheduler> scheduler);
    /**
     * @brief Registers a media socket (registerSoc).
     * @param media connected: the flow's sender; else bound: its receiver
     * @param scheduler of a sender, as above, or null
     * @return number of the flow
     */
    uint16_t RegisterSocket(Ptr<MetsSocket> media, Ptr<FlowScheduler> scheduler = nullptr);

    /**
     * @name changeQoS
     * Each changes a registered media socket, and answers.
     * @{
     */
    /// @param flow number @param spec from now on. Nak: a field is out of its range, or base layers
    /// would exceed the adapter's link @return answer
    MetsAnswer ChangeQos(uint16_t flow, const MetsFlowSpec& spec);
    /// @param flow number @param policy from now on @return answer
    MetsAnswer ChangeQos(uint16_t flow, const MetsQosPolicy& policy);
    /// @param flow number @param maintenance from now on; first METS_MAINT @return answer
    MetsAnswer ChangeQos(uint16_t flow, MetsMaintenance maintenance);
    /// @param flow of a sender @param adaptation from now on; first METS_DISCRETE. Nak: continuous
    /// without low-pass filter or specification @return answer
    MetsAnswer ChangeQos(uint16_t flow, MetsAdaptation adaptation);
    /// @param flow of a receiver @param filter by which packets are played, or null @return answer
    MetsAnswer ChangeQos(uint16_t flow, Ptr<JitterFilter> filter);
    /// @param flow of a sender @param filter that the application has pictures go through
    /// @return answer
    MetsAnswer ChangeQos(uint16_t flow, Ptr<LowPassFilter> filter);
    /**
     * @brief Sets an alarm, told when an interval is the first to be beyond a threshold.
     * @param flow of a receiver
     * @param metric RATE, DELAY, JITTER or LOSS
     * @param threshold in the unit of the metric, at least 0
     * @return answer
     */
    MetsAnswer ChangeQos(uint16_t flow, Signal metric, double threshold);
    /** @} */

    /// @param signal kind @return how many there were
    uint64_t GetSignals(Signal signal) const;

  protected:
    void DoDispose() override;

  private:
    /// Delays in an interval.
    struct Delays
    {
        double sum{0};        //!< s
        double variations{0}; //!< sum of differences in a row, s
        uint64_t pairs{0};    //!< such differences
    };

    /// A flow.
    struct Flow : public SimpleRefCount<Flow>
    {
        /// Cancels what holds no reference to it, as each would hold the other.
        ~Flow()
        {
            end.Cancel();
        }

        /// A packet is late. Parameters as of JitterFilter's trace.
        void NotifyLate(Time, Time lateness);
        /// Deadlines. @param missed or met again @param misses in the period
        void NotifyDeadlines(bool missed, uint64_t misses);
        /// A packet has arrived. Parameters as of MetsReceiver's trace.
        void NotifyPacket(const MetsHeader& header, Time delay, Time playout, bool late);
        /// Starts intervals if somebody wants to know, and none is running.
        void Measure();
        /// An interval ends.
        void EndInterval();
        /// @param metric of the interval that ends @param value of it
        void Report(Signal metric, double value);
        MetsManagementSocket* owner{nullptr};     //!< null once it is disposed
        uint16_t number{0};                       //!< of the flow
        Ptr<MetsSocket> media;                    //!< or null: parts alone
        bool isSender{false};                     //!< of the flow
        Ptr<LowPassFilter> lowPass;               //!< or null
        MetsMaintenance maintenance{METS_MAINT};  //!< see there
        MetsAdaptation adaptation{METS_DISCRETE}; //!< see there
        uint32_t granted{2};                      //!< level, by the adapter
        uint32_t level{2};                        //!< of that, by the policy
        uint32_t followed{2};                     //!< level in force
        std::map<Signal, double> alarms;          //!< thresholds
        std::set<Signal> raised;                  //!< alarms that were told
        Delays delays;                            //!< of the present interval
        MetsReceiver::Counters before;            //!< at its beginning
        bool hasDelay{false};                     //!< there was a packet
        double delay{0};                          //!< of the last one, s
        EventId end;                              //!< of the interval
    };

    /// @param number of a flow @return it; ends the program if it is registered already
    Ptr<Flow> Add(uint16_t number);
    /// @param number of a flow @param answer gets why not @return its media socket's flow, or null
    Ptr<Flow> Find(uint16_t number, MetsAnswer& answer) const;
    /// @param flow a sender @param link where @param level granted
    void NotifyLevel(uint16_t flow, uint32_t link, uint32_t level);
    /// @param flow a sender: it follows the level in force
    static void Follow(Flow& flow);
    /// @param spec of a flow @param level 0 to 2 @return its rate, cells/s
    static double GetRate(const MetsFlowSpec& spec, uint32_t level);
    /// @param flow number @param signal kind @param metric of it
    void Tell(uint16_t flow, Signal signal, double metric);
    /// Forgets all flows.
    void Release();

    std::map<uint16_t, Ptr<Flow>> m_flows;     //!< by number
    SignalCallback m_signal;                   //!< application
    Ptr<MetsAdapter> m_adapter;                //!< or null
    uint32_t m_link{0};                        //!< of it
    std::array<uint64_t, SIGNALS> m_signals{}; //!< by kind
};
} // namespace hsn
} // namespace ns3

#endif // METS_MANAGEMENT_SOCKET_H
