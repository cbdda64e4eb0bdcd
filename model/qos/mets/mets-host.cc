// SPDX-License-Identifier: GPL-2.0-only
#include "mets-host.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsHost");
NS_OBJECT_ENSURE_REGISTERED(MetsSender);
NS_OBJECT_ENSURE_REGISTERED(MetsReceiver);
NS_OBJECT_ENSURE_REGISTERED(MetsHost);

// --- sender -----------------------------------------------------------------------------------

TypeId
MetsSender::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsSender")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsSender>()
                            .AddAttribute("MetsMtu",
                                          "Octets of data in a packet, without the header, at most",
                                          UintegerValue(MAX_MTU),
                                          MakeUintegerAccessor(&MetsSender::m_mtu),
                                          MakeUintegerChecker<uint32_t>(1, MAX_MTU))
                            .AddAttribute("Synchronous",
                                          "Without shaper, the host makes no packet until the "
                                          "adapter has sent the one before",
                                          BooleanValue(true),
                                          MakeBooleanAccessor(&MetsSender::m_synchronous),
                                          MakeBooleanChecker())
                            .AddTraceSource("Tx",
                                            "A packet is emitted",
                                            MakeTraceSourceAccessor(&MetsSender::m_txTrace),
                                            "ns3::hsn::MetsSender::PacketTracedCallback");
    return tid;
}

MetsSender::MetsSender() = default;

MetsSender::~MetsSender() = default;

void
MetsSender::DoDispose()
{
    m_host = nullptr;
    m_vc = nullptr;
    m_made = Made();
    Object::DoDispose();
}

uint32_t
MetsSender::Send(Ptr<Packet> data, MetsLayer layer, bool gopStart)
{
    NS_ABORT_MSG_UNLESS(m_host, "a MetsSender that no MetsHost has made sends");
    const uint32_t size = data->GetSize();
    NS_ABORT_MSG_IF(size == 0, "a METS message of 0 octets: must have at least 1");
    const uint32_t pieces = (size - 1) / m_mtu + 1;
    for (uint32_t i = 0; i < pieces; ++i)
    {
        const uint32_t from = i * m_mtu;
        const auto piece = data->CreateFragment(from, std::min(m_mtu, size - from));
        MetsHeader header;
        header.SetType(layer, gopStart && i == 0, i + 1 == pieces);
        header.SetFlow(m_flow);
        header.SetSequence(m_sequence++);
        ++m_packets[layer];
        m_cells[layer] += Aal5::CellsFor(piece->GetSize() + MetsHeader::SIZE);
        m_host->Submit({this, piece, header});
    }
    return pieces;
}

bool
MetsSender::Emit(Ptr<Packet> packet, MetsHeader header)
{
    header.SetTimestamp(static_cast<uint64_t>(m_host->GetClock().GetMicroSeconds()));
    m_txTrace(header, packet);
    const Made made = m_made;
    if (!made.IsNull())
    {
        made(header, packet);
    }
    packet->AddHeader(header);
    const auto pdu = Create<AtmPdu>(packet);
    if (m_shaped)
    {
        m_host->Queue(m_shaperFlow, pdu);
        return false;
    }
    m_host->m_nic->SendPdu(m_vc, pdu);
    return m_synchronous;
}

void
MetsSender::SetMade(Made made)
{
    m_made = made;
}

void
MetsSender::SetShaping(FlowShaper::Setting setting)
{
    if (m_shaped)
    {
        m_host->m_shaper->SetFlow(m_shaperFlow, setting);
        return;
    }
    m_shaped = true;
    m_shaperFlow = m_host->m_shaper->AddFlow(setting);
    m_host->m_shaped.push_back({m_vc, {}});
}

uint16_t
MetsSender::GetFlow() const
{
    return m_flow;
}

Ptr<AtmVc>
MetsSender::GetVc() const
{
    return m_vc;
}

uint64_t
MetsSender::GetPackets(MetsLayer layer) const
{
    return m_packets[layer];
}

uint64_t
MetsSender::GetPackets() const
{
    return m_packets[METS_BL] + m_packets[METS_E1] + m_packets[METS_E2];
}

uint64_t
MetsSender::GetCells(MetsLayer layer) const
{
    return m_cells[layer];
}

// --- receiver ---------------------------------------------------------------------------------

TypeId
MetsReceiver::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsReceiver")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsReceiver>()
                            .AddTraceSource("Rx",
                                            "A packet has arrived: header, delay, time of playout, "
                                            "and whether it is late",
                                            MakeTraceSourceAccessor(&MetsReceiver::m_rxTrace),
                                            "ns3::hsn::MetsReceiver::PacketTracedCallback");
    return tid;
}

MetsReceiver::MetsReceiver() = default;

MetsReceiver::~MetsReceiver() = default;

void
MetsReceiver::DoDispose()
{
    m_host = nullptr;
    m_filter = nullptr;
    m_deliver = Deliver();
    Object::DoDispose();
}

void
MetsReceiver::SetFilter(Ptr<JitterFilter> filter)
{
    m_filter = filter;
}

void
MetsReceiver::SetDeliver(Deliver deliver)
{
    m_deliver = deliver;
}

Mac48Address
MetsReceiver::GetSource() const
{
    return m_source;
}

const MetsReceiver::Counters&
MetsReceiver::GetCounters() const
{
    return m_counters;
}

uint16_t
MetsReceiver::GetFlow() const
{
    return m_flow;
}

void
MetsReceiver::Take(const MetsHeader& header, Ptr<Packet> data, bool damaged)
{
    const int32_t ahead = static_cast<int32_t>(header.GetSequence() - m_expected);
    if (ahead > 0)
    {
        m_counters.lost += static_cast<uint32_t>(ahead);
        if (m_filter)
        {
            m_filter->NotifyLoss();
        }
    }
    if (ahead >= 0)
    {
        m_expected = header.GetSequence() + 1;
    }
    ++m_counters.received;
    m_counters.damaged += damaged ? 1 : 0;
    m_counters.bytes += data->GetSize();
    ++m_counters.layers[header.GetLayer()];
    const Time now = m_host->GetClock();
    const Time stamp = MicroSeconds(header.GetTimestamp());
    JitterFilter::Decision decision;
    decision.playout = now;
    if (m_filter)
    {
        decision = m_filter->Receive(stamp, now, header.IsGopStart());
    }
    m_counters.late += decision.late ? 1 : 0;
    m_rxTrace(header, now - stamp, decision.playout, decision.late);
    const Deliver deliver = m_deliver; // the application may release the flow
    if (!decision.late && !deliver.IsNull())
    {
        deliver(header, data, decision.playout);
    }
}

// --- host -------------------------------------------------------------------------------------

TypeId
MetsHost::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MetsHost")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsHost>()
            .AddAttribute("PacketTime",
                          "Processor time to make a packet",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&MetsHost::m_packetTime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("TxRing",
                          "Cells that the shaper gives to the adapter ahead, at most",
                          UintegerValue(64),
                          MakeUintegerAccessor(&MetsHost::m_txRing),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ClockOffset",
                          "What the host's clock shows at time 0",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&MetsHost::m_clockOffset),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ClockDrift",
                          "By which share the clock is too fast, or too slow if it is negative",
                          DoubleValue(0),
                          MakeDoubleAccessor(&MetsHost::m_clockDrift),
                          MakeDoubleChecker<double>(-0.5, 0.5))
            .AddTraceSource("RxDrop",
                            "A packet has no METS header or no data, or a flow that nobody "
                            "receives",
                            MakeTraceSourceAccessor(&MetsHost::m_dropTrace),
                            "ns3::hsn::MetsHost::DropTracedCallback");
    return tid;
}

MetsHost::MetsHost()
    : m_shaper(CreateObject<FlowShaper>())
{
    m_shaper->SetSend(MakeCallback(&MetsHost::SendShaped, this));
}

MetsHost::~MetsHost() = default;

void
MetsHost::DoDispose()
{
    if (m_nic && m_nic->GetNode())
    {
        m_nic->GetNode()->UnregisterProtocolHandler(m_handler);
    }
    for (const auto& sender : m_senders)
    {
        sender->Dispose();
    }
    for (const auto& [flow, receiver] : m_receivers)
    {
        receiver->Dispose();
    }
    m_jobs.clear();
    m_senders.clear();
    m_receivers.clear();
    m_shaped.clear();
    m_shaper->Dispose();
    m_nic = nullptr;
    m_task = nullptr;
    Object::DoDispose();
}

void
MetsHost::SetNic(Ptr<MetsNic> nic)
{
    NS_ABORT_MSG_IF(m_nic, "a MetsHost gets a second adapter: it has one");
    NS_ABORT_MSG_UNLESS(nic->GetNode(), "a MetsHost gets an adapter that is on no node");
    NS_ABORT_MSG_UNLESS(nic->GetCpu(), "a MetsHost gets an adapter without SetCpu()");
    m_nic = nic;
    m_task = nic->GetCpu()->CreateTask(HostLevel::THREAD);
    m_handler = MakeCallback(&MetsHost::ReceiveFrame, this);
    nic->GetNode()->RegisterProtocolHandler(m_handler, PROTOCOL, nic);
    nic->SetTxIdleCallback(MakeCallback(&MetsHost::NotifyTxIdle, this));
    nic->SetDamagedCallback(MakeCallback(&MetsHost::ReceiveDamaged, this));
}

Ptr<MetsNic>
MetsHost::GetNic() const
{
    return m_nic;
}

Ptr<FlowShaper>
MetsHost::GetShaper() const
{
    return m_shaper;
}

Ptr<MetsSender>
MetsHost::CreateSender(uint16_t flow, Ptr<AtmVc> vc)
{
    NS_ABORT_MSG_UNLESS(m_nic, "a MetsHost without SetNic() makes a sender");
    const auto sender = CreateObject<MetsSender>();
    sender->m_host = this;
    sender->m_flow = flow;
    sender->m_vc = vc;
    m_senders.push_back(sender);
    return sender;
}

Ptr<MetsReceiver>
MetsHost::CreateReceiver(uint16_t flow)
{
    const auto receiver = CreateObject<MetsReceiver>();
    receiver->m_host = this;
    receiver->m_flow = flow;
    NS_ABORT_MSG_UNLESS(m_receivers.emplace(flow, receiver).second,
                        "flow " << flow << " is received twice by a MetsHost: once is allowed");
    return receiver;
}

void
MetsHost::ReleaseSender(Ptr<MetsSender> sender)
{
    m_senders.erase(std::remove(m_senders.begin(), m_senders.end(), sender), m_senders.end());
}

Ptr<MetsReceiver>
MetsHost::FindReceiver(uint16_t flow) const
{
    const auto found = m_receivers.find(flow);
    return found == m_receivers.end() ? nullptr : found->second;
}

void
MetsHost::ReleaseReceiver(uint16_t flow)
{
    m_receivers.erase(flow);
}

void
MetsHost::AddGroup(Mac48Address group, Ptr<AtmVc> vc)
{
    NS_ABORT_MSG_UNLESS(group.IsGroup(),
                        "address " << group << " of a METS group: must be a group address");
    m_groups[group] = vc;
}

Ptr<AtmVc>
MetsHost::FindVc(Mac48Address to) const
{
    const auto group = m_groups.find(to);
    if (group != m_groups.end())
    {
        return group->second;
    }
    for (uint32_t i = 0; m_nic && i < m_nic->GetNVcs(); ++i)
    {
        const auto vc = m_nic->GetVc(i);
        if (vc->GetPeerAddress() == to && vc->CanSend() && vc->GetEncapsulation() == VC_MUX &&
            vc->GetProtocol() == PROTOCOL)
        {
            return vc;
        }
    }
    return nullptr;
}

Time
MetsHost::GetClock() const
{
    const Time now = Simulator::Now();
    return now + m_clockOffset + NanoSeconds(std::llround(now.GetSeconds() * m_clockDrift * 1e9));
}

const MetsHost::Counters&
MetsHost::GetCounters() const
{
    return m_counters;
}

void
MetsHost::Submit(const Job& job)
{
    m_jobs.push_back(job);
    BeginJob();
}

void
MetsHost::BeginJob()
{
    if (!m_making && !m_writing && !m_jobs.empty())
    {
        m_making = true;
        m_task->Run(m_packetTime, [this] { FinishJob(); });
    }
}

void
MetsHost::FinishJob()
{
    if (m_jobs.empty()) // disposed
    {
        return;
    }
    const Job job = m_jobs.front();
    m_jobs.pop_front();
    m_making = false;
    m_writing = job.sender->Emit(job.data, job.header);
    BeginJob();
}

void
MetsHost::NotifyTxIdle()
{
    m_writing = false;
    BeginJob();
}

void
MetsHost::Queue(uint32_t flow, Ptr<AtmPdu> pdu)
{
    m_shaped[flow].queue.push_back({pdu, 0});
    m_shaper->Add(flow, pdu->GetNCells());
}

bool
MetsHost::SendShaped(uint32_t flow)
{
    if (m_nic->GetTxBacklog() >= m_txRing)
    {
        return false;
    }
    Shaped& shaped = m_shaped[flow];
    Waiting& next = shaped.queue.front();
    m_nic->SendCell(shaped.vc, next.pdu, next.cell);
    if (++next.cell == next.pdu->GetNCells())
    {
        shaped.queue.pop_front();
    }
    return true;
}

void
MetsHost::ReceiveFrame(Ptr<NetDevice> device,
                       Ptr<const Packet> packet,
                       uint16_t protocol,
                       const Address& source,
                       const Address&,
                       NetDevice::PacketType)
{
    Receive(packet->Copy(), false, Mac48Address::ConvertFrom(source));
}

void
MetsHost::ReceiveDamaged(Ptr<Packet> packet)
{
    Receive(packet, true);
}

void
MetsHost::Receive(Ptr<Packet> packet, bool damaged, Mac48Address source)
{
    MetsHeader header;
    if (packet->GetSize() <= MetsHeader::SIZE || packet->PeekHeader(header) == 0)
    {
        ++m_counters.malformed;
        m_dropTrace(packet);
        return;
    }
    const auto receiver = m_receivers.find(header.GetFlow());
    if (receiver == m_receivers.end())
    {
        ++m_counters.unknownFlow;
        m_dropTrace(packet);
        return;
    }
    packet->RemoveHeader(header);
    const Ptr<MetsReceiver> taker = receiver->second; // the application may release it
    taker->m_source = source;
    taker->Take(header, packet, damaged);
}
} // namespace hsn
} // namespace ns3
