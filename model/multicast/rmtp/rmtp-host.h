// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_HOST_H
#define RMTP_HOST_H

#include "ns3/host-cpu.h"
#include "ns3/host-queue.h"
#include "ns3/host-task.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief The server's machine: a processor that needs a time for each packet, and a socket buffer
 * in which packets that have arrived wait for it (section 4.2 of the paper).
 *
 * Packets that are sent go first, but never in front of one that is being worked on.
 */
class RmtpHost : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpHost();
    ~RmtpHost() override;

    /** @param packet that has arrived @param done called when the server has read it
     * @return false: the buffer is full */
    bool Receive(Ptr<const Packet> packet, HostTask::Done done);
    /** @return another socket buffer of this machine, in front of the same processor */
    Ptr<HostQueue> MakeBuffer() const;
    /** @param buffer of this machine @param packet that has arrived @param done called when it is
     * read @return false: the buffer is full */
    bool Receive(HostQueue& buffer, Ptr<const Packet> packet, HostTask::Done done) const;
    /** @param done called when the processor has sent it */
    void Send(HostTask::Done done);

    /** @return packets that found the buffer full */
    uint64_t GetDropped() const;
    /** @return processor time spent, s */
    double GetBusyTime() const;

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    Time m_sendTime;          //!< attribute
    Time m_receiveTime;       //!< attribute
    uint64_t m_buffer;        //!< attribute BufferOctets
    uint32_t m_overhead;      //!< attribute PacketOverhead
    Ptr<HostCpu> m_cpu;       //!< processor
    Ptr<HostTask> m_sender;   //!< sends
    Ptr<HostTask> m_receiver; //!< reads
    Ptr<HostQueue> m_queue;   //!< socket buffer
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_HOST_H
