// SPDX-License-Identifier: GPL-2.0-only
#include "atm-net-device.h"

#include "atm-channel.h"

#include "ns3/abort.h"
#include "ns3/arp-header.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmNetDevice");
NS_OBJECT_ENSURE_REGISTERED(AtmNetDevice);

TypeId
AtmNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmNetDevice")
            .SetParent<AtmPort>()
            .SetGroupName("Hsn")
            .AddConstructor<AtmNetDevice>()
            .AddAttribute("InterSduTime",
                          "The host hands one SDU at most every so often to the adapter; 0: at "
                          "once.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmNetDevice::m_interSduTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("InterSduFactor",
                          "Random factor of InterSduTime, drawn per SDU; null: 1.",
                          PointerValue(),
                          MakePointerAccessor(&AtmNetDevice::m_interSduFactor),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("RxServiceTime",
                          "Time the host needs per packet received from now on; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmNetDevice::m_rxServiceTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RxQueueSize",
                          "Received packets that may wait for the host, the one it works on not "
                          "counted.",
                          UintegerValue(20),
                          MakeUintegerAccessor(&AtmNetDevice::m_rxQueueSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TxServiceTime",
                          "Time the host needs per packet before it is in its VC's queue; 0: none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AtmNetDevice::m_txServiceTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("TxQueueSize",
                          "Packets to be sent that may wait for the host, the one it works on not "
                          "counted.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&AtmNetDevice::m_txQueueSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("MacTx",
                            "A packet has arrived from above for transmission.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet is dropped before segmentation: too long, or queue full.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet is handed up.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRxDrop",
                            "A packet is dropped because the host is too slow.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_macRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The first cell of an SDU leaves for the link.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource(
                "PhyTxEnd",
                "The last bit of an SDU's last cell has left.",
                AtmChange::Watch(MakeTraceSourceAccessor(&AtmNetDevice::m_phyTxEndTrace)),
                "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxDrop",
                            "A packet is dropped because no VC leads to its next hop.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_phyTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "An SDU has been received and checked.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A PDU failed reassembly (shown as received), or its encapsulation "
                            "is malformed.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "Every SDU sent (at its first cell) and received, encapsulated.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: a VC carries nobody else's packets.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource(
                "CellRxDrop",
                "A cell arrives on a VC that the device does not have.",
                AtmChange::Watch(MakeTraceSourceAccessor(&AtmNetDevice::m_cellRxDropTrace)),
                "ns3::hsn::CellBurst::TracedCallback")
            .AddTraceSource("PduTx",
                            "The first cell of a PDU leaves: VC and PDU.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_pduTxTrace),
                            "ns3::hsn::AtmNetDevice::PduTxTracedCallback")
            .AddTraceSource("PduRx",
                            "A good PDU: VC and PDU.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_pduRxTrace),
                            "ns3::hsn::AtmNetDevice::PduRxTracedCallback")
            .AddTraceSource("PduRxError",
                            "A PDU failed: VC, cause, and the cells it took.",
                            MakeTraceSourceAccessor(&AtmNetDevice::m_pduRxErrorTrace),
                            "ns3::hsn::AtmNetDevice::PduRxErrorTracedCallback");
    return tid;
}

AtmNetDevice::AtmNetDevice()
    : m_transmitter(*this),
      m_stray(*this)
{
}

AtmNetDevice::~AtmNetDevice()
{
}

void
AtmNetDevice::DoDispose()
{
    Close();
    m_transmitter.Dispose();
    m_rxQueue = nullptr;
    m_txQueue = nullptr;
    if (m_cpu)
    {
        m_cpu->Dispose(); // what waits knows this device
        m_cpu = nullptr;
    }
    m_pvcs.Dispose();
    if (m_adaptation.Get())
    {
        m_adaptation->Dispose();
        m_adaptation.Dispose();
    }
    m_interSduFactor = nullptr;
    AtmPort::DoDispose();
}

void
AtmNetDevice::AddVc(Ptr<AtmVc> vc)
{
    NS_LOG_FUNCTION(this << vc->GetId());
    NS_ABORT_MSG_IF(vc->m_device && vc->m_device != this,
                    "VC " << vc->GetId() << " is another device's");
    m_pvcs.Check(vc->GetId());
    AtmChange change;
    m_pvcs.Add(vc);
    m_transmitter.AddVc(*vc);
    vc->m_device = this;
}

uint32_t
AtmNetDevice::GetNVcs() const
{
    return static_cast<uint32_t>(m_pvcs.GetAll().size());
}

Ptr<AtmVc>
AtmNetDevice::GetVc(uint32_t i) const
{
    NS_ABORT_MSG_IF(i >= GetNVcs(),
                    "VC number " << i << " of a device that has " << GetNVcs() << " VCs");
    return m_pvcs.GetAll()[i];
}

Ptr<AtmVc>
AtmNetDevice::FindVc(AtmVcId id) const
{
    return m_pvcs.Find(id);
}

void
AtmNetDevice::AddNextHop(Ipv4Address nextHop, Ptr<AtmVc> vc)
{
    NS_ABORT_MSG_IF(!vc || vc->m_device != this,
                    "next hop " << nextHop << ": not a VC of this device");
    m_pvcs.SetNextHop(nextHop, PeekPointer(vc));
}

const AtmNetDevice::RxCounters&
AtmNetDevice::GetRxCounters() const
{
    return m_rx.Get();
}

void
AtmNetDevice::SetAdaptation(Ptr<AtmAdaptation> adaptation)
{
    m_adaptation = adaptation;
}

Ptr<AtmAdaptation>
AtmNetDevice::GetAdaptation() const
{
    return m_adaptation;
}

int64_t
AtmNetDevice::AssignStreams(int64_t stream)
{
    if (!m_interSduFactor)
    {
        return 0;
    }
    m_interSduFactor->SetStream(stream);
    return 1;
}

// --- transmission -----------------------------------------------------------------------------

bool
AtmNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    NS_LOG_FUNCTION(this << packet << dest << protocolNumber);
    if (protocolNumber == Rfc2684::ARP)
    {
        return AnswerArp(packet);
    }
    m_macTxTrace(packet);
    if (packet->GetSize() > GetMtu())
    {
        NS_LOG_WARN("packet of " << packet->GetSize() << " bytes exceeds the MTU of " << GetMtu());
        m_macTxDropTrace(packet);
        return false;
    }
    const auto destination = Mac48Address::ConvertFrom(dest);
    if (destination.IsGroup())
    {
        bool sent = false;
        for (const auto& vc : m_pvcs.GetAll())
        {
            if (vc->CanSend() && vc->Carries(protocolNumber))
            {
                sent |= EnqueueOn(*vc, packet->Copy(), protocolNumber);
            }
        }
        return sent;
    }
    if (AtmVc* vc = m_pvcs.FindTo(destination, protocolNumber))
    {
        return EnqueueOn(*vc, packet, protocolNumber);
    }
    NS_LOG_WARN("no VC to " << destination << " carries protocol " << protocolNumber);
    m_phyTxDropTrace(packet);
    return false;
}

bool
AtmNetDevice::EnqueueOn(AtmVc& vc, Ptr<Packet> packet, uint16_t protocol)
{
    Rfc2684::Encapsulate(packet, protocol, vc.GetEncapsulation());
    return SendSdu(&vc, packet);
}

bool
AtmNetDevice::Leave(const Ptr<AtmVc>& vc, const Ptr<Packet>& sdu)
{
    const bool up = IsLinkUp();
    if (up)
    {
        m_transmitter.Update(); // departures precede arrivals at equal times
    }
    NS_ABORT_MSG_IF(up && vc->m_device != this, "VC " << vc->GetId() << " is not this device's");
    if (!up || !vc->CanSend() || sdu->GetSize() > Aal5::MAX_SDU_BYTES ||
        !vc->GetQueue()->Enqueue(sdu))
    {
        NS_LOG_LOGIC("SDU of " << sdu->GetSize() << " bytes dropped" << (up ? "" : ": no link"));
        m_macTxDropTrace(sdu);
        return false;
    }
    m_transmitter.Activate(*vc);
    return true;
}

bool
AtmNetDevice::AnswerArp(Ptr<const Packet> packet)
{
    ArpHeader request;
    if (packet->PeekHeader(request) == 0 || !request.IsRequest())
    {
        return true; // replies and announcements: the other end asks its own table
    }
    const AtmVc* vc = m_pvcs.FindNextHop(request.GetDestinationIpv4Address());
    if (!vc)
    {
        NS_LOG_WARN("no VC leads to " << request.GetDestinationIpv4Address());
        m_phyTxDropTrace(packet);
        return false;
    }
    // packets for this address have to take this VC, even if another one leads to the same device
    const auto address = m_pvcs.GetAddressOf(*vc);
    ArpHeader reply;
    reply.SetReply(address,
                   request.GetDestinationIpv4Address(),
                   GetAddress(),
                   request.GetSourceIpv4Address());
    auto answer = Create<Packet>();
    answer->AddHeader(reply);
    Simulator::ScheduleWithContext(GetNode()->GetId(),
                                   Seconds(0),
                                   &AtmNetDevice::DeliverUp,
                                   Ptr<AtmNetDevice>(this),
                                   WaitingPacket{answer, Rfc2684::ARP, address});
    return true;
}

void
AtmNetDevice::NotifyPduTx(const AtmVc& vc, const Ptr<AtmPdu>& pdu)
{
    m_phyTxBeginTrace(pdu->GetSdu());
    m_snifferTrace(pdu->GetSdu());
    m_promiscSnifferTrace(pdu->GetSdu());
    m_pduTxTrace(vc.GetId(), pdu);
}

void
AtmNetDevice::NotifyPduTxEnd(const Ptr<const Packet>& sdu)
{
    m_phyTxEndTrace(sdu);
}

bool
AtmNetDevice::IsPduTxEndWatched() const
{
    return !m_phyTxEndTrace.IsEmpty();
}

bool
AtmNetDevice::CanSendAhead() const
{
    return IsBurst() && !IsCellTxWatched();
}

void
AtmNetDevice::Advance(int64_t t)
{
    m_transmitter.Advance(t);
}

void
AtmNetDevice::DoReplan()
{
    m_transmitter.Replan();
}

void
AtmNetDevice::DoAwait()
{
    m_transmitter.Replan();
}

std::string
AtmNetDevice::FindOmission() const
{
    const std::string omission = AtmPort::FindOmission();
    return omission.empty() ? m_transmitter.FindOmission() : omission;
}

// --- reception --------------------------------------------------------------------------------

bool
AtmNetDevice::CanTakeRuns() const
{
    return IsBurst() && !IsCellRxWatched() && m_cellRxDropTrace.IsEmpty();
}

void
AtmNetDevice::Settle(int64_t t)
{
    const auto& channel = GetAtmChannel();
    if (!channel->IsLive(GetEnd()))
    {
        m_transmitter.Advance(t);
    }
    TakeAll(t);
}

void
AtmNetDevice::TakeAll(int64_t t)
{
    const auto& channel = GetAtmChannel();
    channel->Fetch(1 - GetEnd(), t);
    channel->ForEachLane(1 - GetEnd(), [this, t](CellLane& lane) { Take(lane, t); });
}

void
AtmNetDevice::TakeArrived()
{
    BurstNetwork::Settle();
    if (IsBurst() && GetAtmChannel())
    {
        TakeAll(Simulator::Now().GetTimeStep());
    }
}

CellSink*
AtmNetDevice::FindSink(CellLane& lane)
{
    AtmVc* const vc = m_pvcs.Find(lane.GetLabel());
    return vc ? vc->GetSink() : &m_stray;
}

void
AtmNetDevice::Stray::NotifyArrival(CellLane& lane)
{
    device.Take(lane, Simulator::Now().GetTimeStep());
}

void
AtmNetDevice::Stray::NotifyFull(CellLane& lane)
{
    device.NotifyFull(lane);
}

void
AtmNetDevice::NotifyFull(CellLane& lane)
{
    Take(lane, Simulator::Now().GetTimeStep() - 1); // what arrives now may have an event now
}

void
AtmNetDevice::NotifyArrival(AtmVc& vc, CellLane& lane)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    m_transmitter.Update();          // departures precede arrivals at equal times
    if (lane.GetLastArrival() < now) // else all that has arrived is there
    {
        GetAtmChannel()->Fetch(lane.GetEnd(), now);
    }
    Take(lane, now);
}

void
AtmNetDevice::Take(CellLane& lane, int64_t t)
{
    while (!lane.Empty())
    {
        const uint32_t n = std::min(lane.Front().CountUpTo(t), CellBurst::MAX_CELLS);
        if (n == 0)
        {
            return;
        }
        const int64_t arrival = lane.Front().arrival;
        const CellBurst burst =
            lane.Front().MakeBurst(lane.GetLabel(),
                                   n,
                                   GetAtmChannel()->GetOffset(lane.GetEnd(), arrival));
        NotifyRunRx(lane, n);
        lane.Take(n);
        Receive(burst, arrival);
    }
}

void
AtmNetDevice::ReceiveBurst(CellBurst& burst)
{
    NotifyCellRx(burst);
    if (burst.IsLast())
    {
        m_transmitter.Update(); // departures precede arrivals at equal times
    }
    Receive(burst, Simulator::Now().GetTimeStep());
}

void
AtmNetDevice::Receive(const CellBurst& burst, int64_t arrival)
{
    m_rx->cells += burst.count;
    AtmVc* const vc = m_pvcs.Find(burst.vc);
    if (!vc)
    {
        NS_LOG_LOGIC("no VC for " << burst);
        m_rx->unknownVc += burst.count;
        m_cellRxDropTrace(burst);
        return;
    }
    if (burst.pdu->IsRaw())
    {
        vc->CountRaw(burst.count);
    }
    else if (!m_adaptation.Get() || !m_adaptation->Receive(*vc, burst, TimeStep(arrival)))
    {
        vc->Reassemble(burst);
    }
}

void
AtmNetDevice::NotifyPduError(AtmVc& vc, Aal5Error cause, const Aal5ReceivedPdu& pdu)
{
    m_pduRxErrorTrace(vc.GetId(), cause, pdu);
    if (!m_phyRxDropTrace.IsEmpty())
    {
        m_phyRxDropTrace(pdu.MakePacket());
    }
    if (m_adaptation.Get())
    {
        m_adaptation->TakeDamaged(vc, cause, pdu);
    }
}

void
AtmNetDevice::ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu)
{
    m_pduRxTrace(vc.GetId(), pdu);
    if (m_adaptation.Get())
    {
        if (m_adaptation->TakeSdu(vc, sdu, pdu))
        {
            ++m_rx->sdus;
            m_phyRxEndTrace(sdu);
            return;
        }
        m_adaptation->ReceiveSdu(vc, sdu);
    }
    DeliverSdu(vc, sdu);
}

void
AtmNetDevice::DeliverSdu(AtmVc& vc, Ptr<Packet> sdu)
{
    ++m_rx->sdus;
    m_phyRxEndTrace(sdu);
    m_snifferTrace(sdu);
    m_promiscSnifferTrace(sdu);
    uint16_t protocol = 0;
    const auto error = Rfc2684::Decapsulate(sdu, vc.GetEncapsulation(), vc.GetProtocol(), protocol);
    if (error != Rfc2684Error::NONE)
    {
        NS_LOG_LOGIC("SDU of " << sdu->GetSize() << " bytes on " << vc.GetId() << ": " << error);
        ++m_rx->badEncapsulation;
        m_phyRxDropTrace(sdu);
        return;
    }
    const WaitingPacket packet{sdu, protocol, vc.GetPeerAddress()};
    if (IsFree(m_rxQueue, m_rxServiceTime))
    {
        FinishRx(packet);
    }
    else if (!Work(m_rxQueue,
                   m_rxQueueSize,
                   sdu,
                   m_rxServiceTime,
                   [device = Ptr<AtmNetDevice>(this), packet] { device->FinishRx(packet); }))
    {
        ++m_rx->rxQueueDrops;
        m_macRxDropTrace(sdu);
    }
}

} // namespace hsn
} // namespace ns3
