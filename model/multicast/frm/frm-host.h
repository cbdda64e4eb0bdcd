// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_HOST_H
#define FRM_HOST_H

#include "ns3/host-cpu.h"
#include "ns3/host-queue.h"
#include "ns3/host-task.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-frm
 * @brief What the processor of a host does for FRM. */
enum class FrmWork
{
    CONTROL,   //!< a control message, or one of set-up and end, is sent or received
    DATA,      //!< a packet of data is sent or received
    ECHO,      //!< an echo is sent or received
    ANSWER,    //!< a control message is received and its echo sent
    ALGORITHM, //!< one run of the sender's algorithm
};

/**
 * @ingroup hsn-frm
 * @brief The end system of the paper's simulation (section 4, table 1): one processor that does the
 * work of FRM in order of its arrival, and a user who takes a time for each packet.
 *
 * Processor and user are tasks of HostCpu, each on a processor of its own. FrmSocket uses the
 * FrmHost that is aggregated to its node; without one, nothing takes time.
 *
 * Packets that have arrived wait for the processor in a socket buffer, a HostQueue, until their
 * work is done. It has no limit, as in the paper, unless BufferOctets sets one: then packets that
 * do not fit are lost.
 */
class FrmHost : public Object
{
  public:
    /// Called when work is done.
    using Done = std::function<void()>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    FrmHost();
    ~FrmHost() override;

    /** @param work to be done behind all that waits @param done called when it is */
    void Run(FrmWork work, Done done);
    /**
     * @brief Work for a packet that has arrived.
     * @param work to be done behind all that waits @param packet waits in the socket buffer; null:
     * it takes no room there @param done called when it is done
     * @return false: the buffer is full, and nothing will be done
     */
    bool Receive(FrmWork work, Ptr<const Packet> packet, Done done);
    /** @param done called when the user has taken the next packet */
    void RunUser(Done done);
    /** @param work a kind @return what it costs */
    Time GetCost(FrmWork work) const;

    /** @return processor time spent on a kind of work, of what has ended @param work the kind */
    Time GetSpent(FrmWork work) const
    {
        return m_spent[static_cast<std::size_t>(work)];
    }

    /** @return work that waits or is being done */
    uint32_t GetBacklog() const;
    /** @return packets that found the socket buffer full */
    uint64_t GetDropped() const;

  protected:
    void DoDispose() override;

  private:
    /** @param task made at first use @return it */
    static HostTask& Need(Ptr<HostTask>& task);
    /** @param work to be counted @param cost of it @param done called then @return what is called
     * at the end of the work */
    Done Count(FrmWork work, Time cost, Done done);

    Time m_x;                 //!< attribute Unit
    double m_data;            //!< attribute DataFactor
    Time m_user;              //!< attribute UserTime
    uint64_t m_buffer;        //!< attribute BufferOctets
    uint32_t m_overhead;      //!< attribute PacketOverhead
    Ptr<HostQueue> m_queue;   //!< socket buffer
    Ptr<HostTask> m_task;     //!< does the work
    Ptr<HostTask> m_userTask; //!< takes packets
    Time m_spent[5];          //!< by kind of work
};
} // namespace hsn
} // namespace ns3

#endif // FRM_HOST_H
