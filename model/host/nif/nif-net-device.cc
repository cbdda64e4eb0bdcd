// SPDX-License-Identifier: GPL-2.0-only
#include "nif-net-device.h"

#include "ns3/abort.h"
#include "ns3/atm-net-device.h"
#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/rfc2684.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnNifNetDevice");
NS_OBJECT_ENSURE_REGISTERED(NifNetDevice);

TypeId
NifNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::NifNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Hsn")
            .AddConstructor<NifNetDevice>()
            .AddAttribute("TxScheduling",
                          "In which order packets leave, set when the device is made",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          EnumValue(NIF_TX_FCFS),
                          MakeHsnEnumAccessor(&NifNetDevice::m_scheduling),
                          MakeEnumChecker(NIF_TX_FCFS, "Fcfs", NIF_TX_PRIORITY, "Priority"))
            .AddAttribute("SendPriority",
                          "Priority of the thread that works on packets to be sent, set when the "
                          "device is made",
                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                          UintegerValue(128),
                          MakeUintegerAccessor(&NifNetDevice::m_sendPriority),
                          MakeUintegerChecker<uint32_t>(0, HostTask::MAX_PRIORITY))
            .AddTraceSource("MacTx",
                            "A packet has come from above",
                            MakeTraceSourceAccessor(&NifNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet goes up, its protocol work is done",
                            MakeTraceSourceAccessor(&NifNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

NifNetDevice::NifNetDevice() = default;
NifNetDevice::~NifNetDevice() = default;

void
NifNetDevice::SetPort(Ptr<NetDevice> port, Ptr<NetworkDriver> driver)
{
    NS_ABORT_MSG_IF(m_port, "NifNetDevice: a device has one port");
    NS_ABORT_MSG_UNLESS(m_node && port->GetNode() == m_node,
                        "NifNetDevice: the port must be of the node that has the device");
    NS_ABORT_MSG_IF(port->GetObject<NifNetDevice>(), "NifNetDevice: the port has one already");
    NS_ABORT_MSG_UNLESS(driver && driver->GetCpu(), "NifNetDevice: a driver needs a host");
    m_port = port;
    m_driver = driver;
    // what asks for the port's queues or captures by this device finds them
    port->AggregateObject(this);
    m_txQueue = CreateObject<HostQueue>();
    m_txQueue->SetTask(driver->GetCpu()->CreateTask(HostLevel::THREAD, m_sendPriority));
    m_driver->SetDeliver([this](const NetworkFrame& frame) { Deliver(frame); });
    m_driver->SetOthers([this](const NetworkFrame& frame) { DeliverOther(frame); });
    const bool atm = DynamicCast<AtmNetDevice>(port) != nullptr;
    if (atm || port->IsPointToPoint())
    {
        // all frames are for this host: without the node, which would go through its handlers twice
        port->SetReceiveCallback(MakeCallback(&NifNetDevice::ReceiveFromLink, this));
    }
    else
    {
        m_node->RegisterProtocolHandler(MakeCallback(&NifNetDevice::ReceiveFromPort, this),
                                        0,
                                        port,
                                        true);
    }
    if (atm)
    {
        TimeValue service;
        port->GetAttribute("RxServiceTime", service);
        NS_ABORT_MSG_UNLESS(service.Get().IsZero(),
                            "NifNetDevice: RxServiceTime " << service.Get().As(Time::US)
                                                           << " of the port must be 0");
        port->TraceConnectWithoutContext("PduRx", MakeCallback(&NifNetDevice::NotePdu, this));
        port->TraceConnectWithoutContext("PhyRxDrop", MakeCallback(&NifNetDevice::ForgetPdu, this));
    }
    if (m_scheduling == NIF_TX_PRIORITY)
    {
        const bool told =
            port->TraceConnectWithoutContext("PhyTxEnd",
                                             MakeCallback(&NifNetDevice::NotifySent, this));
        NS_ABORT_MSG_UNLESS(told, "NifNetDevice: TxScheduling Priority needs a port with PhyTxEnd");
        for (const char* drop : {"PhyTxDrop", "MacTxDrop"})
        {
            port->TraceConnectWithoutContext(drop, MakeCallback(&NifNetDevice::NotifySent, this));
        }
    }
}

void
NifNetDevice::DoInitialize()
{
    const auto ipv4 = m_node->GetObject<Ipv4>();
    const auto ipv6 = m_node->GetObject<Ipv6>();
    NS_ABORT_MSG_IF((ipv4 && ipv4->GetInterfaceForDevice(m_port) >= 0) ||
                        (ipv6 && ipv6->GetInterfaceForDevice(m_port) >= 0),
                    "NifNetDevice: addresses belong to this device, and its port has one: packets "
                    "would pass by the host");
    NetDevice::DoInitialize();
}

void
NifNetDevice::DoDispose()
{
    if (m_driver)
    {
        m_driver->Dispose();
    }
    m_driver = nullptr;
    m_port = nullptr;
    m_node = nullptr;
    m_txQueue = nullptr;
    m_txPriority = nullptr;
    m_waiting.clear();
    m_rxCallback.Nullify();
    m_promisc.Nullify();
    NetDevice::DoDispose();
}

NetDevice&
NifNetDevice::Port() const
{
    NS_ABORT_MSG_UNLESS(m_port, "NifNetDevice: SetPort() comes first");
    return *m_port;
}

Ptr<NetDevice>
NifNetDevice::GetPort() const
{
    return m_port;
}

Ptr<NetworkDriver>
NifNetDevice::GetDriver() const
{
    return m_driver;
}

Ptr<HostQueue>
NifNetDevice::GetTxQueue() const
{
    return m_txQueue;
}

void
NifNetDevice::SetTxPriority(TxPriority priority)
{
    m_txPriority = std::move(priority);
}

void
NifNetDevice::NotePdu(AtmVcId vc, const Aal5ReceivedPdu&)
{
    m_type = vc.Key();
}

void
NifNetDevice::ForgetPdu(Ptr<const Packet>)
{
    m_type = 0;
}

bool
NifNetDevice::ReceiveFromLink(Ptr<NetDevice> device,
                              Ptr<const Packet> packet,
                              uint16_t protocol,
                              const Address& from)
{
    Arrive({std::move(packet), protocol, from, device->GetAddress(), PACKET_HOST, m_type, Time()});
    return true;
}

void
NifNetDevice::ReceiveFromPort(Ptr<NetDevice>,
                              Ptr<const Packet> packet,
                              uint16_t protocol,
                              const Address& from,
                              const Address& to,
                              PacketType kind)
{
    Arrive({std::move(packet), protocol, from, to, kind, m_type, Time()});
}

void
NifNetDevice::Arrive(NetworkFrame&& frame)
{
    if (!m_driver)
    {
        return; // disposed
    }
    if (frame.protocol == Rfc2684::ARP)
    {
        frame.type = 0; // the port's own answer; its adaptation may have kept the PDU noted last
    }
    // nobody changes the packet any more
    m_type = 0;
    m_driver->ReceiveFrame(std::move(frame));
}

void
NifNetDevice::Deliver(const NetworkFrame& frame)
{
    if (!m_macRxTrace.IsEmpty()) // an argument costs more than to ask
    {
        m_macRxTrace(frame.packet);
    }
    if (!m_promisc.IsNull())
    {
        m_promisc(this, frame.packet, frame.protocol, frame.from, frame.to, frame.kind);
    }
    if (!m_rxCallback.IsNull())
    {
        m_rxCallback(this, frame.packet, frame.protocol, frame.from);
    }
}

void
NifNetDevice::DeliverOther(const NetworkFrame& frame)
{
    if (!m_promisc.IsNull())
    {
        m_promisc(this, frame.packet, frame.protocol, frame.from, frame.to, frame.kind);
    }
}

bool
NifNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    const Time cost = Charge(packet, protocolNumber);
    return IsDirect(cost) ? Port().Send(packet, dest, protocolNumber)
                          : Transmit({packet, Address(), dest, protocolNumber, false}, cost);
}

bool
NifNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocolNumber)
{
    const Time cost = Charge(packet, protocolNumber);
    return IsDirect(cost) ? Port().SendFrom(packet, source, dest, protocolNumber)
                          : Transmit({packet, source, dest, protocolNumber, true}, cost);
}

Time
NifNetDevice::Charge(const Ptr<Packet>& packet, uint16_t protocol) const
{
    if (!m_macTxTrace.IsEmpty())
    {
        m_macTxTrace(packet);
    }
    const HostCost& cost = m_driver->GetCost();
    return cost.IsFree()
               ? Time(0)
               : cost.GetCost(HostOperation::SEND_DATA, HostOperation::SEND, packet, protocol);
}

bool
NifNetDevice::IsDirect(Time cost) const
{
    return cost.IsZero() && m_scheduling == NIF_TX_FCFS && m_txQueue->GetNPackets() == 0;
}

bool
NifNetDevice::Transmit(const Outgoing& out, Time cost)
{
    if (cost.IsZero() && m_txQueue->GetNPackets() == 0)
    {
        return Leave(out);
    }
    return m_txQueue->Enqueue(out.packet, cost, [device = Ptr<NifNetDevice>(this), out] {
        if (device->m_port)
        {
            device->Leave(out);
        }
    });
}

bool
NifNetDevice::Leave(const Outgoing& out)
{
    if (m_scheduling == NIF_TX_FCFS)
    {
        return GiveToPort(out);
    }
    m_waiting[m_txPriority ? m_txPriority(out.packet, out.protocol) : 0].push_back(out);
    SendNext();
    return true;
}

bool
NifNetDevice::GiveToPort(const Outgoing& out)
{
    return out.from ? Port().SendFrom(out.packet, out.source, out.dest, out.protocol)
                    : Port().Send(out.packet, out.dest, out.protocol);
}

void
NifNetDevice::SendNext()
{
    if (m_sending || m_waiting.empty())
    {
        return;
    }
    const auto first = m_waiting.begin();
    const Outgoing out = first->second.front();
    first->second.pop_front();
    if (first->second.empty())
    {
        m_waiting.erase(first);
    }
    m_sending = true;
    if (!GiveToPort(out))
    {
        NotifySent(out.packet);
    }
}

void
NifNetDevice::NotifySent(Ptr<const Packet>)
{
    if (m_sending)
    {
        m_sending = false;
        // not from inside the trace: the port is not ready yet
        Simulator::ScheduleNow(&NifNetDevice::SendNext, Ptr<NifNetDevice>(this));
    }
}

void
NifNetDevice::SetIfIndex(const uint32_t index)
{
    m_index = index;
}

uint32_t
NifNetDevice::GetIfIndex() const
{
    return m_index;
}

Ptr<Channel>
NifNetDevice::GetChannel() const
{
    return m_port ? m_port->GetChannel() : nullptr;
}

void
NifNetDevice::SetAddress(Address address)
{
    Port().SetAddress(address);
}

Address
NifNetDevice::GetAddress() const
{
    return Port().GetAddress();
}

bool
NifNetDevice::SetMtu(const uint16_t)
{
    NS_LOG_WARN("the buffers of the driver have the length of the port's MTU");
    return false;
}

uint16_t
NifNetDevice::GetMtu() const
{
    return Port().GetMtu();
}

bool
NifNetDevice::IsLinkUp() const
{
    return m_port && m_port->IsLinkUp();
}

void
NifNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    Port().AddLinkChangeCallback(callback);
}

bool
NifNetDevice::IsBroadcast() const
{
    return Port().IsBroadcast();
}

Address
NifNetDevice::GetBroadcast() const
{
    return Port().GetBroadcast();
}

bool
NifNetDevice::IsMulticast() const
{
    return Port().IsMulticast();
}

Address
NifNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Port().GetMulticast(multicastGroup);
}

Address
NifNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Port().GetMulticast(addr);
}

bool
NifNetDevice::IsPointToPoint() const
{
    return Port().IsPointToPoint();
}

bool
NifNetDevice::IsBridge() const
{
    return false;
}

Ptr<Node>
NifNetDevice::GetNode() const
{
    return m_node;
}

void
NifNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
NifNetDevice::NeedsArp() const
{
    return Port().NeedsArp();
}

void
NifNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
NifNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promisc = cb;
}

bool
NifNetDevice::SupportsSendFrom() const
{
    return Port().SupportsSendFrom();
}
} // namespace hsn
} // namespace ns3
