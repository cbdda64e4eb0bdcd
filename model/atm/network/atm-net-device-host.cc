// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The part of AtmNetDevice in which the host works on packets.
 */
#include "atm-net-device.h"

#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t HOST_PRIORITY = 128; //!< of the host's threads
} // namespace

bool
AtmNetDevice::SendSdu(Ptr<AtmVc> vc, Ptr<Packet> sdu)
{
    if (IsFree(m_txQueue, m_txServiceTime) || !IsLinkUp())
    {
        return Leave(vc, sdu);
    }
    const auto done = [device = Ptr<AtmNetDevice>(this), vc, sdu] { device->Leave(vc, sdu); };
    if (!Work(m_txQueue, m_txQueueSize, sdu, m_txServiceTime, done))
    {
        m_macTxDropTrace(sdu);
        return false;
    }
    return true;
}

void
AtmNetDevice::FinishRx(const WaitingPacket& packet)
{
    if (!GetNode())
    {
        return; // disposed meanwhile
    }
    m_macRxTrace(packet.packet);
    DeliverUp(packet);
}

void
AtmNetDevice::DeliverUp(const WaitingPacket& packet)
{
    // copies, for they may dispose of the device
    if (auto callback = m_promiscCallback; !callback.IsNull())
    {
        callback(this,
                 packet.packet,
                 packet.protocol,
                 packet.sender,
                 GetAddress(),
                 NetDevice::PACKET_HOST);
    }
    if (auto callback = m_rxCallback; !callback.IsNull())
    {
        callback(this, packet.packet, packet.protocol, packet.sender);
    }
}

bool
AtmNetDevice::IsFree(const Ptr<HostQueue>& queue, Time time)
{
    return time.IsZero() && (!queue || queue->GetNPackets() == 0);
}

bool
AtmNetDevice::Work(Ptr<HostQueue>& queue,
                   uint32_t size,
                   const Ptr<Packet>& packet,
                   Time time,
                   HostTask::Done done)
{
    if (!queue)
    {
        auto cpu = GetNode()->GetObject<HostCpu>();
        if (!cpu)
        {
            m_cpu = m_cpu ? m_cpu : CreateObject<HostCpu>();
            cpu = m_cpu;
        }
        queue = CreateObject<HostQueue>();
        queue->SetTask(cpu->CreateTask(HostLevel::THREAD, HOST_PRIORITY));
    }
    return queue->GetNPackets() <= size && queue->Enqueue(packet, time, std::move(done));
}
} // namespace hsn
} // namespace ns3
