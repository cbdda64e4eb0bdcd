// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_MONITOR_H
#define QOS_MONITOR_H

#include "qos-event-fifo.h"
#include "qos-row.h"

#include "ns3/event-id.h"
#include "ns3/host-task.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Derives throughput, delay, jitter and errors of connections from the records of a FIFO,
 * and compares them with their contracts (M. Zitterbart, User-to-User QoS, monitor).
 *
 * With a HostTask, each record costs EventCost of its processor, and GuiCost more if it is drawn;
 * a record is taken from the FIFO when its processing starts. Without, a record is processed at
 * once; with Batch, at each DisplayInterval and when the FIFO is half full.
 */
class QosMonitor : public Object
{
  public:
    /// What the errors of a report are counted up to.
    enum ErrorReference
    {
        AT_REQUEST, //!< what was sent when the answered request left
        NOW         //!< what was sent when the report arrives, as printed: data on its way counts
    };

    /// Which variations count as worse.
    enum Sides
    {
        BOTH, //!< both, as the paper says
        BAD   //!< less throughput, more delay or jitter
    };

    /// What is drawn, at GuiCost.
    enum Display
    {
        NOTHING, //!< no drawing
        LIGHT,   //!< changes of colour
        FULL     //!< every record
    };

    /// What happened so far.
    struct Counters
    {
        uint64_t events{0};   //!< records processed
        uint64_t unknown{0};  //!< of them of connections that are not open
        uint64_t rejected{0}; //!< of them contradictory
        uint64_t redraws{0};  //!< drawings
        uint64_t alarms{0};   //!< signals
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    QosMonitor();
    ~QosMonitor() override;

    /// @param fifo whose records it takes
    void SetFifo(Ptr<QosEventFifo> fifo);
    /// @return its FIFO
    Ptr<QosEventFifo> GetFifo() const;
    /// @param task that processes records, or null
    void SetTask(Ptr<HostTask> task);

    /// Brings all rows up to now: what is in the FIFO (without a task), throughput and status. With
    /// a task, up to the oldest record that it has not processed.
    void Update();

    /**
     * @brief What happens at each DisplayInterval, if Timer is false: rows that are no longer held
     * are forgotten, all others brought up to a time.
     * @param time not before the last event, and not behind the next one
     */
    void Advance(Time time);
    /// @return time that rows are brought up to: Advance()'s while it works, now otherwise
    Time GetTime() const;

    /// @param connection id @param direction of data @return its row; null if there is none
    const QosRow* GetRow(uint64_t connection, QosDirection direction) const;
    /// @return all rows by connection, in before out
    std::vector<const QosRow*> GetRows() const;
    /// @return what happened so far
    const Counters& GetCounters() const;

    /// @brief TracedCallback signature. @param [in] row that a value belongs to @param [in] value
    /// in bit/s, s or bits
    typedef void (*ValueTracedCallback)(const QosRow& row, double value);
    /// @brief TracedCallback signature. @param [in] row whose status changes @param [in] before
    /// status @param [in] now status
    typedef void (*StatusTracedCallback)(const QosRow& row, QosStatus before, QosStatus now);
    /// @brief TracedCallback signature. @param [in] row added or removed
    typedef void (*RowTracedCallback)(const QosRow& row);
    /// @brief TracedCallback signature. @param [in] event refused @param [in] reason why
    typedef void (*RejectTracedCallback)(const QosEvent& event, const std::string& reason);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /// Rows by connection.
    using Connections = std::map<uint64_t, std::unique_ptr<QosConnection>>;

    /// Leaves the FIFO to others.
    void Detach();
    /// The request line was raised.
    void Wake();
    /// Gives the oldest record to the task.
    void Begin();
    /// The task has spent EventCost.
    void End();
    /// Processes all records that are there.
    void Drain();
    /// @param event to be processed; its spans are in the FIFO
    void Process(const QosEvent& event);
    /// @param event that opens a connection
    void Open(const QosEvent& event);
    /// @param c connection of @param event that closes it
    void Close(QosConnection& c, const QosEvent& event);
    /// @param row of @param event with data
    void AddPacket(QosRow& row, const QosEvent& event);
    /// @param c connection of @param echo of a report that came at @param time
    void Answer(QosConnection& c, uint32_t echo, int64_t time);
    /// @param row of @param rtt that was measured at @param time
    void AddRtt(QosRow& row, int64_t rtt, int64_t time);
    /// @param c connection of @param event that reports errors
    void AddErrors(QosConnection& c, const QosEvent& event);
    /// @param row gets @param bits of errors
    void Report(QosRow& row, uint64_t bits);
    /// @param row whose status is found anew at @param time
    void Judge(QosRow& row, int64_t time);
    /// @param row whose status becomes @param status at @param time
    void Change(QosRow& row, QosStatus status, int64_t time);
    /// @param event refused @param reason why
    void Reject(const QosEvent& event, const std::string& reason);
    /// Costs a drawing.
    void Draw();
    /// @return time up to which all records are processed, ns
    int64_t GetKnown() const;
    /// A DisplayInterval is over.
    void Tick();
    /// Waits for the end of a DisplayInterval, unless that is done already.
    void StartTimer();
    /// @param id of a connection @return it, or null
    QosConnection* Find(uint64_t id);

    Time m_alpha;                      //!< attribute
    Time m_interval;                   //!< attribute
    Time m_eventCost;                  //!< attribute
    Time m_guiCost;                    //!< attribute
    Time m_hold;                       //!< attribute
    double m_green;                    //!< attribute
    double m_red;                      //!< attribute
    Sides m_sided;                     //!< attribute
    ErrorReference m_reference;        //!< attribute
    Display m_display;                 //!< attribute
    bool m_countOnce;                  //!< attribute
    bool m_signalYellow;               //!< attribute
    bool m_batch;                      //!< attribute
    bool m_timer;                      //!< attribute
    bool m_ticking{false};             //!< a DisplayInterval is being ended
    int64_t m_at{-1};                  //!< time of Advance(), ns; -1: now
    std::unique_ptr<QosLight> m_light; //!< limits
    Ptr<QosEventFifo> m_fifo;          //!< of the protocol
    Ptr<HostTask> m_task;              //!< processor, or null
    bool m_busy{false};                //!< a record is being processed
    QosEvent m_event{};                //!< it
    std::vector<QosSpan> m_spans;      //!< its spans
    uint64_t m_seenDrops{0};           //!< of the FIFO
    Connections m_connections;         //!< by id
    QosConnection* m_last{nullptr};    //!< looked up last
    uint64_t m_lastId{0};              //!< its id
    EventId m_tick;                    //!< DisplayInterval
    Counters m_counters;               //!< so far

    TracedCallback<const QosRow&, double> m_throughputTrace;           //!< trace
    TracedCallback<const QosRow&, double> m_rttTrace;                  //!< trace
    TracedCallback<const QosRow&, double> m_delayTrace;                //!< trace
    TracedCallback<const QosRow&, double> m_jitterTrace;               //!< trace
    TracedCallback<const QosRow&, double> m_errorsTrace;               //!< trace
    TracedCallback<const QosRow&, double> m_rawErrorsTrace;            //!< trace
    TracedCallback<const QosRow&, QosStatus, QosStatus> m_statusTrace; //!< trace
    TracedCallback<const QosRow&, QosStatus, QosStatus> m_alarmTrace;  //!< trace
    TracedCallback<const QosRow&> m_removeTrace;                       //!< trace
    TracedCallback<> m_wakeupTrace;                                    //!< trace
    TracedCallback<> m_displayTrace;                                   //!< trace
    TracedCallback<> m_updateTrace;                                    //!< trace
    TracedCallback<> m_collectTrace;                                   //!< trace
    TracedCallback<const QosEvent&, const std::string&> m_rejectTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // QOS_MONITOR_H
