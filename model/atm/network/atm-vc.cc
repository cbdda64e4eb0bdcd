// SPDX-License-Identifier: GPL-2.0-only
#include "atm-vc.h"

#include "atm-net-device.h"

#include "ns3/abort.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmVc");
NS_OBJECT_ENSURE_REGISTERED(AtmVc);

TypeId
AtmVc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmVc")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<AtmVc>()
            .AddAttribute("Encapsulation",
                          "RFC 2684 encapsulation of network-layer packets: LlcSnap or VcMux.",
                          EnumValue(LLC_SNAP),
                          MakeHsnEnumAccessor(&AtmVc::m_encapsulation),
                          MakeEnumChecker(LLC_SNAP, "LlcSnap", VC_MUX, "VcMux"))
            .AddAttribute("Protocol",
                          "EtherType that a VC with encapsulation VcMux is bound to.",
                          UintegerValue(Rfc2684::IPV4),
                          MakeUintegerAccessor(&AtmVc::m_protocol),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("CellRate",
                          "The adapter sends the cells of this VC no faster, 53 octets a cell; "
                          "0: line rate.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&AtmVc::SetCellRate, &AtmVc::GetCellRate),
                          MakeDataRateChecker())
            .AddAttribute("MaxSdu",
                          "Longest SDU the receiver accepts, bytes (1 to 65,535).",
                          UintegerValue(Aal5::MAX_SDU_BYTES),
                          MakeUintegerAccessor(&AtmVc::SetMaxSdu, &AtmVc::GetMaxSdu),
                          MakeUintegerChecker<uint32_t>(1, Aal5::MAX_SDU_BYTES))
            .AddAttribute(
                "ReassemblyTimeout",
                "Time from the first cell of a PDU after which it is given up; 0: never.",
                TimeValue(Seconds(0)),
                MakeTimeAccessor(&AtmVc::SetReassemblyTimeout, &AtmVc::GetReassemblyTimeout),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("Shaper",
                          "Delays cells so that they conform to a contract; null: none.",
                          PointerValue(),
                          MakePointerAccessor(&AtmVc::SetShaper, &AtmVc::GetShaper),
                          MakePointerChecker<GcraShaper>())
            .AddAttribute("TxQueue",
                          "Where SDUs wait for segmentation.",
                          PointerValue(),
                          MakePointerAccessor(&AtmVc::SetQueue, &AtmVc::GetQueue),
                          MakePointerChecker<Queue<Packet>>())
            .AddTraceSource("PduRxError",
                            "A PDU failed at the receiver: the cause, and the cells it took.",
                            MakeTraceSourceAccessor(&AtmVc::m_errorTrace),
                            "ns3::hsn::AtmVc::PduErrorTracedCallback");
    return tid;
}

AtmVc::AtmVc()
    : m_alias(Mac48Address::Allocate())
{
    m_txSettings.queue = CreateObject<DropTailQueue<Packet>>();
    m_reassembler->SetDeliverCallback(MakeCallback(&AtmVc::Deliver, this));
    m_reassembler->SetErrorCallback(MakeCallback(&AtmVc::Fail, this));
}

AtmVc::~AtmVc()
{
}

void
AtmVc::DoDispose()
{
    m_device = nullptr;
    m_peer = nullptr;
    m_txSettings.shaper.Dispose();
    if (m_txSettings.queue)
    {
        m_txSettings.queue->Dispose();
        m_txSettings.queue = nullptr;
    }
    m_reassembler->SetTimeout(Seconds(0));
    if (m_reassembler->IsInCallback())
    {
        // the reassembler goes on when whoever disposes of the VC returns to it
        ScheduleCall(Time(0), [self = Ptr<AtmVc>(this)] {});
    }
    Object::DoDispose();
}

void
AtmVc::SetId(AtmVcId id)
{
    m_id = id;
}

AtmVcId
AtmVc::GetId() const
{
    return m_id;
}

void
AtmVc::SetCanSend(bool canSend)
{
    m_canSend = canSend;
}

bool
AtmVc::CanSend() const
{
    return m_canSend;
}

void
AtmVc::SetPeer(Ptr<NetDevice> peer)
{
    m_peer = peer;
}

Ptr<NetDevice>
AtmVc::GetPeer() const
{
    return m_peer;
}

Mac48Address
AtmVc::GetPeerAddress() const
{
    return m_peer ? Mac48Address::ConvertFrom(m_peer->GetAddress()) : GetAlias();
}

Mac48Address
AtmVc::GetAlias() const
{
    return m_alias;
}

bool
AtmVc::Carries(uint16_t protocol) const
{
    return m_encapsulation == LLC_SNAP || protocol == m_protocol;
}

AtmEncapsulation
AtmVc::GetEncapsulation() const
{
    return m_encapsulation;
}

uint16_t
AtmVc::GetProtocol() const
{
    return m_protocol;
}

void
AtmVc::SetShaper(Ptr<GcraShaper> shaper)
{
    m_txSettings.shaper = shaper;
}

Ptr<GcraShaper>
AtmVc::GetShaper() const
{
    return m_txSettings.shaper;
}

void
AtmVc::SetPreventiveTagging(const AtmTrafficContract& contract)
{
    m_txSettings.tagger = std::make_unique<PreventiveTagger>(contract);
}

void
AtmVc::SetQueue(Ptr<Queue<Packet>> queue)
{
    if (queue) // null, the attribute's initial value, keeps the queue the constructor made
    {
        m_txSettings.queue = queue;
    }
}

Ptr<Queue<Packet>>
AtmVc::GetQueue() const
{
    return m_txSettings.queue;
}

const AtmVc::TxCounters&
AtmVc::GetTxCounters() const
{
    return m_tx.Get();
}

const Aal5Reassembler::Counters&
AtmVc::GetRxCounters() const
{
    return m_reassembler.Get().GetCounters();
}

uint64_t
AtmVc::GetRawRxCells() const
{
    return m_rawRxCells.Get();
}

uint32_t
AtmVc::GetPendingRxCells() const
{
    return m_reassembler.Get().GetPendingCells();
}

void
AtmVc::NotifyArrival(CellLane& lane)
{
    if (m_device)
    {
        m_device->NotifyArrival(*this, lane);
    }
}

void
AtmVc::NotifyFull(CellLane& lane)
{
    if (m_device)
    {
        m_device->NotifyFull(lane);
    }
}

bool
AtmVc::WantsEvents() const
{
    return m_reassembler->GetTimeout().IsStrictlyPositive();
}

void
AtmVc::SetCellRate(DataRate rate)
{
    m_txSettings.cellRate = rate;
}

DataRate
AtmVc::GetCellRate() const
{
    return m_txSettings.cellRate;
}

void
AtmVc::Deliver(Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu)
{
    if (m_device) // else disposed
    {
        m_device->ReceiveSdu(*this, sdu, pdu);
    }
}

void
AtmVc::Fail(Aal5Error cause, const Aal5ReceivedPdu& pdu)
{
    NS_LOG_LOGIC("PDU of " << pdu.GetNCells() << " cells on " << m_id << " failed: " << cause);
    m_errorTrace(cause, pdu);
    if (m_device) // else disposed, and the reassembly timer was still running
    {
        m_device->NotifyPduError(*this, cause, pdu);
    }
}

void
AtmVc::SetMaxSdu(uint32_t maxSdu)
{
    AtmChange change;
    m_reassembler->SetMaxSdu(maxSdu);
}

uint32_t
AtmVc::GetMaxSdu() const
{
    return m_reassembler->GetMaxSdu();
}

void
AtmVc::SetReassemblyTimeout(Time timeout)
{
    AtmChange change;
    m_reassembler->SetTimeout(timeout);
}

Time
AtmVc::GetReassemblyTimeout() const
{
    return m_reassembler->GetTimeout();
}
} // namespace hsn
} // namespace ns3
