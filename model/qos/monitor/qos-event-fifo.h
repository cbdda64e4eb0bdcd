// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_EVENT_FIFO_H
#define QOS_EVENT_FIFO_H

#include "qos-event.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Memory that a protocol and its monitor share: records in order, with a request line that
 * wakes the monitor.
 *
 * The line is raised by a record that finds the FIFO empty, and by no other. A full FIFO drops the
 * newest record and counts it. Nothing is allocated once the memory for spans has grown to what
 * the connections need.
 */
class QosEventFifo : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    QosEventFifo();
    ~QosEventFifo() override;

    /// @param line called by a record that finds the FIFO empty, after it was put in
    void SetRequestLine(Callback<void> line);
    /// @param records at which the monitor is called whatever the line @param call to it
    void SetHighWater(uint32_t records, Callback<void> call);

    /**
     * @brief put_element() of the paper.
     * @param event the record
     * @param spans as many as the record's error information says, or null
     * @return false if it was dropped because the FIFO is full
     */
    bool Put(const QosEvent& event, const QosSpan* spans = nullptr);

    /**
     * @brief get_element() of the paper.
     * @param event gets the oldest record
     * @return false if there is none
     */
    bool Get(QosEvent& event);

    /// @return the oldest record, or null if there is none; valid until the next Put() or Get()
    const QosEvent* GetOldest() const;

    /// @return the spans of the record that was taken last; valid until the next Put() or Get()
    const std::vector<QosSpan>& GetSpans() const;

    /// @return records inside
    uint32_t GetSize() const;
    /// @return records put in, dropped ones excluded
    uint64_t GetEvents() const;
    /// @return how often the line was raised
    uint64_t GetRequests() const;
    /// @return records dropped
    uint64_t GetDrops() const;

    /// @brief TracedCallback signature. @param [in] event the record @param [in] size records that
    /// were inside before
    typedef void (*EventTracedCallback)(const QosEvent& event, uint32_t size);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    uint32_t m_capacity;                                   //!< attribute
    std::vector<QosEvent> m_events;                        //!< ring
    uint32_t m_first{0};                                   //!< of the ring
    uint32_t m_size{0};                                    //!< records inside
    std::vector<QosSpan> m_spans;                          //!< of the records inside, ring
    size_t m_firstSpan{0};                                 //!< of the ring
    size_t m_nSpans{0};                                    //!< spans inside
    std::vector<QosSpan> m_taken;                          //!< spans of the record taken last
    Callback<void> m_line;                                 //!< request line
    Callback<void> m_highWaterCall;                        //!< of a FIFO that fills
    uint32_t m_highWater{0};                               //!< records; 0: never
    uint64_t m_puts{0};                                    //!< records
    uint64_t m_requests{0};                                //!< line raised
    uint64_t m_drops{0};                                   //!< records
    TracedCallback<const QosEvent&, uint32_t> m_putTrace;  //!< Put
    TracedCallback<const QosEvent&, uint32_t> m_dropTrace; //!< Drop
    TracedCallback<> m_requestTrace;                       //!< Request
};
} // namespace hsn
} // namespace ns3

#endif // QOS_EVENT_FIFO_H
