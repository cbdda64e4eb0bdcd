// SPDX-License-Identifier: GPL-2.0-only
#include "mets-nic.h"

#include "ns3/abort.h"
#include "ns3/atm-channel.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/rfc2684.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsNic");
NS_OBJECT_ENSURE_REGISTERED(MetsNic);

TypeId
MetsNic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MetsNic")
            .SetParent<AtmNetDevice>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsNic>()
            .AddAttribute("TxCellTime",
                          "Time of the adapter to send a cell: 32,000 cells a second",
                          TimeValue(NanoSeconds(31250)),
                          MakeTimeAccessor(&MetsNic::m_txCellTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("TxSpacing",
                          "Least time between two cells; 0: none",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MetsNic::m_txSpacing),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RxCellTime",
                          "Processor time to receive a cell: 17,500 cells a second",
                          TimeValue(NanoSeconds(57143)),
                          MakeTimeAccessor(&MetsNic::m_rxCellTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RxPacketTime",
                          "Processor time to receive a frame, after its last cell",
                          TimeValue(MicroSeconds(360)),
                          MakeTimeAccessor(&MetsNic::m_rxPacketTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("RxFifo",
                          "Cells that may wait for the driver, the one being read included",
                          UintegerValue(160),
                          MakeUintegerAccessor(&MetsNic::m_rxFifo),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TxQueueCells",
                          "Packets from above are dropped if more cells than this wait",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&MetsNic::m_txQueueCells),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("DummyCells",
                          "Replace cells that found the FIFO full, and deliver damaged frames",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MetsNic::m_dummyCells),
                          MakeBooleanChecker())
            .AddTraceSource("RxOverflow",
                            "A cell found the FIFO full",
                            MakeTraceSourceAccessor(&MetsNic::m_overflowTrace),
                            "ns3::hsn::CellBurst::TracedCallback")
            .AddTraceSource("Frame",
                            "A good frame was received: its VC, and whether a cell of it has met "
                            "congestion",
                            MakeTraceSourceAccessor(&MetsNic::m_frameTrace),
                            "ns3::hsn::MetsNic::FrameTracedCallback");
    return tid;
}

MetsNic::MetsNic()
    : m_txCpu(CreateObject<HostCpu>()),
      m_txTask(m_txCpu->CreateTask(HostLevel::INTERRUPT))
{
}

void
MetsNic::NotifyConstructionCompleted()
{
    AtmNetDevice::NotifyConstructionCompleted();
    TraceConnectWithoutContext("PduRx", MakeCallback(&MetsNic::NotifyFrame, this));
    TraceConnectWithoutContext("PduRxError", MakeCallback(&MetsNic::NotifyError, this));
}

MetsNic::~MetsNic() = default;

void
MetsNic::DoDispose()
{
    m_txEvent.Cancel();
    m_sending.clear();
    m_fifo.clear();
    m_gaps.clear();
    m_cpu = nullptr;
    m_txCpu->Dispose();
    m_txTask = nullptr;
    m_txIdle = Callback<void>();
    m_rxTask = nullptr;
    m_damaged = DamagedCallback();
    AtmNetDevice::DoDispose();
}

void
MetsNic::SetCpu(Ptr<HostCpu> cpu)
{
    m_cpu = cpu;
    m_rxTask = cpu->CreateTask(HostLevel::INTERRUPT);
}

Ptr<HostCpu>
MetsNic::GetCpu() const
{
    return m_cpu;
}

void
MetsNic::SetDamagedCallback(DamagedCallback damaged)
{
    m_damaged = damaged;
}

void
MetsNic::SetTxIdleCallback(Callback<void> idle)
{
    m_txIdle = idle;
}

bool
MetsNic::CanSendAhead() const
{
    return false;
}

bool
MetsNic::CanTakeRuns() const
{
    return false;
}

// --- sending ----------------------------------------------------------------------------------

void
MetsNic::SendPdu(Ptr<AtmVc> vc, Ptr<AtmPdu> pdu)
{
    const uint32_t cells = pdu->GetNCells();
    m_backlog += cells;
    m_sending.push_back({vc, pdu, 0, cells});
    BeginTx();
}

bool
MetsNic::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    if (protocolNumber == Rfc2684::ARP)
    {
        return AtmNetDevice::Send(packet, dest, protocolNumber); // answered from the PVC table
    }
    const auto to = Mac48Address::ConvertFrom(dest);
    bool sent = false;
    for (uint32_t i = 0; i < GetNVcs() && (!sent || to.IsGroup()); ++i)
    {
        const auto vc = GetVc(i);
        const bool leads = to.IsGroup() || vc->GetPeerAddress() == to || vc->GetAlias() == to;
        if (leads && vc->CanSend() && vc->Carries(protocolNumber) && IsLinkUp() &&
            packet->GetSize() <= GetMtu() && m_backlog <= m_txQueueCells)
        {
            const auto sdu = packet->Copy();
            Rfc2684::Encapsulate(sdu, protocolNumber, vc->GetEncapsulation());
            SendPdu(vc, Create<AtmPdu>(sdu));
            sent = true;
        }
    }
    m_nic.txDropped += sent ? 0 : 1;
    return sent;
}

void
MetsNic::SendCell(Ptr<AtmVc> vc, Ptr<AtmPdu> pdu, uint32_t cell)
{
    NS_ABORT_MSG_IF(cell >= pdu->GetNCells(),
                    "cell " << cell << " of a PDU of " << pdu->GetNCells() << " cells is sent");
    ++m_backlog;
    m_sending.push_back({vc, pdu, cell, cell + 1});
    BeginTx();
}

uint32_t
MetsNic::GetTxBacklog() const
{
    return m_backlog;
}

const MetsNic::NicCounters&
MetsNic::GetNicCounters() const
{
    return m_nic;
}

void
MetsNic::BeginTx()
{
    if (m_txBusy || m_sending.empty())
    {
        return;
    }
    m_txBusy = true;
    const Time begin = m_txNext - m_txCellTime;
    if (begin > Simulator::Now())
    {
        m_txBusy = false;
        if (m_txEvent.IsExpired())
        {
            m_txEvent = Simulator::Schedule(begin - Simulator::Now(), &MetsNic::BeginTx, this);
        }
        return;
    }
    m_txTask->Run(m_txCellTime, [this] { FinishTx(); });
}

void
MetsNic::FinishTx()
{
    if (m_sending.empty()) // disposed
    {
        return;
    }
    Sending& next = m_sending.front();
    const auto& channel = GetAtmChannel();
    const Time now = Simulator::Now();
    CellBurst cell;
    cell.pdu = next.pdu;
    cell.vc = next.vc->GetId();
    cell.first = next.first;
    cell.start = now.GetTimeStep();
    cell.spacing = channel->GetCellTime();
    next.vc->CountTx(next.first == 0 ? 1 : 0, 1);
    ++m_nic.sent;
    --m_backlog;
    m_txNext = now + std::max(m_txSpacing, TimeStep(channel->GetCellTime()));
    if (++next.first == next.end)
    {
        m_sending.pop_front();
    }
    NotifyCellTx(cell);
    channel->Transmit(GetEnd(), std::move(cell));
    m_txBusy = false;
    BeginTx();
    if (m_backlog == 0 && !m_txIdle.IsNull())
    {
        m_txIdle();
    }
}

// --- receiving --------------------------------------------------------------------------------

void
MetsNic::ReceiveBurst(CellBurst& burst)
{
    NS_ABORT_MSG_UNLESS(m_cpu, "a MetsNic receives without SetCpu()");
    ++m_nic.arrived;
    if (m_fifo.size() >= m_rxFifo)
    {
        ++m_nic.overflows;
        if (m_dummyCells)
        {
            Gap& gap = m_gaps[burst.vc.Key()];
            if (gap.pdu != burst.pdu)
            {
                gap = {burst.pdu, 0, false};
            }
            ++gap.cells;
            gap.isBroken = gap.isBroken || burst.IsFirst() || burst.IsLast();
        }
        m_overflowTrace(burst);
        return;
    }
    m_fifo.push_back(burst);
    m_nic.longest = std::max(m_nic.longest, static_cast<uint32_t>(m_fifo.size()));
    BeginRx();
}

void
MetsNic::BeginRx()
{
    if (!m_rxBusy && !m_fifo.empty())
    {
        m_rxBusy = true;
        m_rxTask->Run(m_rxCellTime, [this] { FinishRx(); });
    }
}

void
MetsNic::FinishRx()
{
    if (m_fifo.empty()) // disposed
    {
        return;
    }
    CellBurst cell = m_fifo.front();
    m_fifo.pop_front();
    if (cell.IsLast() && !m_rxPacketTime.IsZero())
    {
        m_rxTask->Run(m_rxPacketTime, [this, cell]() mutable { Take(cell); });
    }
    else
    {
        Take(cell);
    }
}

void
MetsNic::Take(CellBurst& cell)
{
    if (!m_cpu) // disposed
    {
        return;
    }
    m_nic.frames += cell.IsLast() ? 1 : 0;
    AtmNetDevice::ReceiveBurst(cell);
    m_rxBusy = false;
    BeginRx();
}

void
MetsNic::NotifyFrame(AtmVcId vc, const Aal5ReceivedPdu& pdu)
{
    m_frameTrace(vc, pdu.IsAnyEfci());
}

void
MetsNic::NotifyError(AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu)
{
    if (!m_dummyCells || m_damaged.IsNull())
    {
        return;
    }
    const auto found = m_gaps.find(vc.Key());
    if (found == m_gaps.end())
    {
        return;
    }
    const Gap gap = found->second;
    const auto sent = pdu.GetLastCellPdu();
    if (gap.pdu == sent && !gap.isBroken && pdu.GetNCells() + gap.cells == sent->GetNCells())
    {
        ++m_nic.damagedFrames;
        m_damaged(sent->GetSdu()->Copy());
    }
}
} // namespace hsn
} // namespace ns3
