// SPDX-License-Identifier: GPL-2.0-only
#ifndef DEADLINE_CLIENT_H
#define DEADLINE_CLIENT_H

#include "network-client.h"

#include "ns3/event-id.h"
#include "ns3/host-task.h"

#include <cstdint>
#include <deque>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief The logical arrival times of a stream: those of a regular one that is never earlier.
 *
 * l(0) = a(0), l(i) = max(a(i), l(i-1) + interval).
 */
class LogicalArrival
{
  public:
    /// @param interval between messages of the stream
    explicit LogicalArrival(Time interval = Time(0));
    /// @param arrival of the next message @return its logical arrival
    Time Next(Time arrival);

  private:
    Time m_interval;    //!< between messages
    Time m_last;        //!< logical arrival of the last one
    bool m_first{true}; //!< none yet
};

/**
 * @ingroup hsn-host
 * @brief The client of one stream with a rate and a deadline (deadline/workahead scheduling, D.
 * Anderson, "Metascheduling for continuous media", 1993).
 *
 * Its thread is critical while it holds a message whose logical arrival has come; critical threads
 * go first, the one with the earliest deadline, logical arrival + Deadline, in front. Otherwise
 * the thread works ahead, behind what is interactive: with a priority between the two.
 */
class DeadlineClient : public NetworkClient
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return messages that were finished after their deadlines
    uint64_t GetMissed() const;

    /**
     * @brief TracedCallback signature for messages finished.
     * @param [in] logical arrival
     * @param [in] delay since then; negative if it was worked ahead
     */
    typedef void (*CompletedTracedCallback)(Time logical, Time delay);

  protected:
    void DoDispose() override;
    void DoAttach() override;
    void DoReceive(Ptr<NetworkBuffer> buffer) override;

  private:
    /// A packet and when it should have come.
    struct Message
    {
        Ptr<NetworkBuffer> buffer; //!< with it
        Time logical;              //!< arrival
    };

    /// The thread takes the first message.
    void Begin();
    /// The first message is done.
    void End();
    /// The first message is critical, or will be.
    void Raise();

    Time m_interval;                //!< between messages
    Time m_deadline;                //!< from the logical arrival
    uint32_t m_critical{0};         //!< priority
    uint32_t m_workahead{0};        //!< priority
    LogicalArrival m_arrival;       //!< of messages
    Ptr<HostTask> m_thread;         //!< does the work
    std::deque<Message> m_messages; //!< the first one in process
    EventId m_raise;                //!< at the first one's logical arrival
    uint64_t m_missed{0};           //!< deadlines

    TracedCallback<Time, Time> m_completedTrace; //!< messages
};
} // namespace hsn
} // namespace ns3

#endif // DEADLINE_CLIENT_H
