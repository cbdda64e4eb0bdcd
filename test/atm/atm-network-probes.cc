// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What is looked at while a random ATM network runs.
 */
#include "atm-network-run.h"
#include "atm-network-source.h"

#include "ns3/aal5.h"
#include "ns3/boston-socket.h"
#include "ns3/hsn-compat.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Trace sinks that tell of one cell each.
using CellFunction = std::function<void(const CellBurst&)>;

/// @param sdu anything @return its first octets, as one number
int64_t
GetFront(Ptr<const Packet> sdu)
{
    std::array<uint8_t, 32> octets{};
    sdu->CopyData(octets.data(), octets.size());
    return Aal5Crc32::Compute(octets.data(), octets.size());
}
} // namespace

AtmNetworkRun::Stream&
AtmNetworkRun::Find(Probe& p, AtmVcId vc)
{
    const uint32_t key = vc.Key();
    if (!p.last || p.lastKey != key)
    {
        auto& found = p.byKey[key];
        if (!found)
        {
            found = &m_observation.Get(p.name + " VC " + std::to_string(vc.vpi) + "/" +
                                           std::to_string(vc.vci),
                                       p.fields);
        }
        p.lastKey = key;
        p.last = found;
    }
    return *p.last;
}

int64_t
AtmNetworkRun::GetDamage(const CellBurst& cell, uint32_t i)
{
    int64_t sum = 0;
    if (cell.damage)
    {
        for (const auto& flip : cell.damage->flips)
        {
            if (flip.cell == cell.first + i)
            {
                sum = sum * 384 + flip.bit + 1;
            }
        }
    }
    return sum;
}

int64_t
AtmNetworkRun::GetPduNumber(const AtmPdu* pdu) const
{
    if (pdu->IsRaw())
    {
        return -1 - static_cast<int64_t>(pdu->GetNCells());
    }
    const auto it = m_pduNumbers.find(pdu);
    return it == m_pduNumbers.end() ? -1 : it->second;
}

void
AtmNetworkRun::ConnectProbes()
{
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (!m_plan.links[i].watched[end])
            {
                continue;
            }
            const std::string name = m_plan.GetPortName(i, end);
            m_ports[i][end]->TraceConnectWithoutContext("RunRx",
                                                        MakeRunSink("cells received at " + name));
            const auto port = DynamicCast<AtmSwitchPort>(m_ports[i][end]);
            for (uint32_t c = 0; port && c < ATM_CATEGORIES; ++c)
            {
                port->GetOutput()
                    ->GetQueue(static_cast<AtmServiceCategory>(c))
                    ->TraceConnectWithoutContext("RunDiscard",
                                                 MakeRunDiscardSink("cells discarded at " + name +
                                                                    " queue " + std::to_string(c)));
            }
        }
    }
    for (uint32_t n = static_cast<uint32_t>(m_plan.slotTimes.size()); n < m_nodes.GetN(); ++n)
    {
        ConnectHost(n);
    }
    for (uint32_t i = 0; i < m_sinks.size(); ++i)
    {
        if (m_sinks[i])
        {
            Stream* s = &m_observation.Get("flow " + std::to_string(i) + " received", "time bytes");
            m_sinks[i]->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, const Address&>::Make(
                    [s](Ptr<const Packet> p, const Address&) {
                        s->Add({Simulator::Now().GetTimeStep(), p->GetSize()});
                    }));
        }
    }
}

AtmNetworkRun::Probe*
AtmNetworkRun::MakeProbe(const std::string& name, const std::string& fields)
{
    m_probes.push_back(std::make_unique<Probe>());
    Probe* p = m_probes.back().get();
    p->name = name;
    p->fields = fields;
    return p;
}

Callback<void, const CellBurst&, Time>
AtmNetworkRun::MakeRunSink(const std::string& name)
{
    Probe* p = MakeProbe(name, "time pdu index clp efci damage");
    return Sink<const CellBurst&, Time>::Make([this, p](const CellBurst& cells, Time time) {
        Stream& stream = Find(*p, cells.vc);
        const int64_t pdu = GetPduNumber(PeekPointer(cells.pdu));
        for (uint32_t k = 0; k < cells.count; ++k)
        {
            if (!((cells.discarded >> k) & 1))
            {
                stream.Add({time.GetTimeStep() + k * cells.spacing,
                            pdu,
                            cells.first + k,
                            cells.IsClp(k),
                            cells.IsEfci(k),
                            GetDamage(cells, k)});
                ++m_coverage["cells compared"];
            }
        }
    });
}

Callback<void, const CellBurst&, CellDiscardReason, Time>
AtmNetworkRun::MakeRunDiscardSink(const std::string& name)
{
    Probe* p = MakeProbe(name, "time reason pdu index clp efci damage");
    return Sink<const CellBurst&, CellDiscardReason, Time>::Make(
        [this, p](const CellBurst& cell, CellDiscardReason reason, Time time) {
            Find(*p, cell.vc)
                .Add({time.GetTimeStep(),
                      reason,
                      GetPduNumber(PeekPointer(cell.pdu)),
                      cell.first,
                      cell.IsClp(),
                      cell.IsEfci(),
                      GetDamage(cell, 0)});
        });
}

void
AtmNetworkRun::ConnectHost(uint32_t host)
{
    const std::string name = m_plan.GetNodeName(host);
    const auto device = GetDevice(host);
    // what leaves and what arrives at the same time has no order
    Stream* sent = &m_observation.Get("PDUs sent at " + name, "time label pdu cells bytes check");
    device->TraceConnectWithoutContext("PduTx",
                                       Sink<AtmVcId, Ptr<const AtmPdu>>::Make(
                                           [this, sent, host](AtmVcId vc, Ptr<const AtmPdu> pdu) {
                                               auto& vcPdus = m_pdus[{host, vc.Key()}];
                                               const int64_t number =
                                                   vcPdus.first << 32 | vcPdus.second++;
                                               m_pduNumbers[PeekPointer(pdu)] = number;
                                               sent->Add({Simulator::Now().GetTimeStep(),
                                                          vc.Key(),
                                                          number,
                                                          pdu->GetNCells(),
                                                          pdu->GetSdu()->GetSize(),
                                                          GetFront(pdu->GetSdu())});
                                           }));
    // nor have the end of a VC's reassembly time and a cell of another VC
    const std::string fields = "time error label pdu cells marks check";
    Stream* received = &m_observation.Get("PDUs received at " + name, fields);
    Probe* byVc = MakeProbe("PDUs received at " + name, fields);
    const auto tell = [this, received, byVc](AtmVcId vc,
                                             Aal5Error cause,
                                             const Aal5ReceivedPdu& pdu,
                                             int64_t check) {
        const std::vector<int64_t> record = {Simulator::Now().GetTimeStep(),
                                             static_cast<int64_t>(cause),
                                             vc.Key(),
                                             GetPduNumber(PeekPointer(pdu.GetLastCellPdu())),
                                             pdu.GetNCells(),
                                             pdu.IsAnyClp() + 2 * pdu.IsAnyEfci(),
                                             check};
        Find(*byVc, vc).Add(record);
        // the reassembly time of a PDU that is too long may end, too
        if (cause != Aal5Error::TIMEOUT && cause != Aal5Error::OVERSIZE)
        {
            received->Add(record);
        }
        ++m_coverage[std::string("PDUs received: ") + ToString(cause)];
    };
    device->TraceConnectWithoutContext(
        "PduRx",
        Sink<AtmVcId, const Aal5ReceivedPdu&>::Make([tell](AtmVcId vc, const Aal5ReceivedPdu& pdu) {
            tell(vc, Aal5Error::NONE, pdu, pdu.GetSentPdu() != nullptr);
        }));
    device->TraceConnectWithoutContext(
        "PduRxError",
        Sink<AtmVcId, Aal5Error, const Aal5ReceivedPdu&>::Make(
            [tell](AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu) {
                const auto& bytes = pdu.GetBytes();
                tell(vc, cause, pdu, Aal5Crc32::Compute(bytes.data(), bytes.size()));
            }));
    if (m_plan.hosts[host - m_plan.slotTimes.size()].txEnd)
    {
        Stream* e = &m_observation.Get("PhyTxEnd at " + name, "time bytes");
        device->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make([e](Ptr<const Packet> p) {
                e->Add({Simulator::Now().GetTimeStep(), p->GetSize()});
            }));
    }
    if (const auto aal = device->GetAdaptation())
    {
        Stream* b = &m_observation.Get("Boston sent at " + name, "time cells transmission");
        Stream* c =
            &m_observation.Get("Boston rebuilt at " + name, "time segment response transmissions");
        aal->TraceConnectWithoutContext(
            "Transmission",
            Sink<const BostonPdu&>::Make([b](const BostonPdu& pdu) {
                b->Add({Simulator::Now().GetTimeStep(), pdu.GetCoded(), pdu.GetTransmission()});
            }));
        aal->TraceConnectWithoutContext(
            "SegmentComplete",
            Sink<uint16_t, Time, uint32_t>::Make([c](uint16_t id, Time response, uint32_t n) {
                c->Add({Simulator::Now().GetTimeStep(), id, response.GetTimeStep(), n});
            }));
    }
}

void
AtmNetworkRun::ConnectSocket(uint32_t i, Ptr<Socket> socket)
{
    if (m_plan.flows[i].kind == AtmFlowPlan::UDP_ON_OFF || !socket)
    {
        return;
    }
    m_sockets[i] = socket;
    const std::string name = "flow " + std::to_string(i);
    Stream* w = &m_observation.Get(name + " window", "time bytes");
    socket->TraceConnectWithoutContext("CongestionWindow",
                                       Sink<uint32_t, uint32_t>::Make([w](uint32_t, uint32_t now) {
                                           w->Add({Simulator::Now().GetTimeStep(), now});
                                       }));
    Stream* r = &m_observation.Get(name + " RTT", "time rtt");
    socket->TraceConnectWithoutContext(
        "RTT",
        Sink<Time, Time>::Make([r](Time, Time now) {
            r->Add({Simulator::Now().GetTimeStep(), now.GetTimeStep()});
        }));
    if (DynamicCast<BostonSocket>(socket))
    {
        Stream* b = &m_observation.Get(name + " reports", "time segment pending transmission rate");
        socket->TraceConnectWithoutContext(
            "Report",
            Sink<const BostonReport&>::Make([b](const BostonReport& report) {
                b->Add({Simulator::Now().GetTimeStep(),
                        report.segment,
                        report.pending,
                        report.transmission,
                        report.successRate});
            }));
    }
}

void
AtmNetworkRun::Touch()
{
    if (m_isActing)
    {
        return; // that is no tie
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    while (m_nextInstant < m_instants.size() && m_instants[m_nextInstant] < now)
    {
        ++m_nextInstant;
    }
    if (m_nextInstant < m_instants.size() && m_instants[m_nextInstant] == now)
    {
        m_touched.insert(now);
    }
}

void
AtmNetworkRun::NotifyTick(const Source& source)
{
    const auto reply = m_replies.find(source.GetHost());
    if (reply != m_replies.end() && reply->second == source.GetTick())
    {
        m_clashing.insert(static_cast<uint32_t>(&source.GetPlan() - m_plan.sources.data()));
    }
}

void
AtmNetworkRun::NotifyReply(uint32_t host)
{
    m_replies[host] = Simulator::Now().GetTimeStep();
    for (const auto& source : m_sources)
    {
        if (source->GetHost() == host)
        {
            NotifyTick(*source);
        }
    }
}

void
AtmNetworkRun::ConnectScout()
{
    const CellFunction touch = [this](const CellBurst&) { Touch(); };
    for (uint32_t i = 0; i < m_connections.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (!m_connections[i].vcs[end].empty())
            {
                ConnectQueueScout(i, end);
            }
        }
    }
    for (uint32_t n = static_cast<uint32_t>(m_plan.slotTimes.size()); n < m_nodes.GetN(); ++n)
    {
        ConnectHostScout(n);
    }
    for (const auto& c : m_cellSources)
    {
        const auto port = DynamicCast<AtmSourcePort>(c.port);
        port->TraceConnectWithoutContext("CellTx", Sink<const CellBurst&>::Make(touch));
        port->GetAtmChannel()->GetPort(1)->TraceConnectWithoutContext(
            "CellRx",
            Sink<const CellBurst&>::Make(touch));
    }
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        // several cells that come to the ends of a link, or are lost there, at the same time
        const CellFunction cross = [this, i](const CellBurst&) {
            const int64_t now = Simulator::Now().GetTimeStep();
            const auto latest = m_latestOnLink.emplace(i, -1).first;
            if (latest->second == now)
            {
                m_crossed.insert(i);
            }
            latest->second = now;
        };
        m_ports[i][0]->GetAtmChannel()->TraceConnectWithoutContext(
            "CellLoss",
            Sink<const CellBurst&, AtmChannel::LossReason>::Make(
                [cross](const CellBurst& cell, AtmChannel::LossReason) { cross(cell); }));
        for (const auto& port : m_ports[i])
        {
            port->TraceConnectWithoutContext("CellTx", Sink<const CellBurst&>::Make(touch));
            port->TraceConnectWithoutContext("CellRx", Sink<const CellBurst&>::Make(touch));
            port->TraceConnectWithoutContext("CellRx", Sink<const CellBurst&>::Make(cross));
            const auto inSwitch = DynamicCast<AtmSwitchPort>(port);
            if (!inSwitch)
            {
                continue;
            }
            const uint32_t node = inSwitch->GetNode()->GetId();
            port->TraceConnectWithoutContext(
                "CellRx",
                Sink<const CellBurst&>::Make([this, node](const CellBurst&) {
                    const int64_t now = Simulator::Now().GetTimeStep();
                    const auto latest = m_latestAtSwitch.emplace(node, -1).first;
                    m_ties += latest->second == now ? 1 : 0;
                    latest->second = now;
                }));
            for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
            {
                inSwitch->GetOutput()
                    ->GetQueue(static_cast<AtmServiceCategory>(c))
                    ->TraceConnectWithoutContext("Enqueue", Sink<const CellBurst&>::Make(touch));
            }
        }
    }
}

void
AtmNetworkRun::ConnectQueueScout(uint32_t connection, uint32_t end)
{
    const auto queue = m_connections[connection].vcs[end][0]->GetQueue();
    const uint32_t room = m_plan.connections[connection].ends[end].queue;
    auto left = std::make_shared<int64_t>(-1);    // when an SDU left last
    auto refused = std::make_shared<int64_t>(-1); // when one was refused
    const auto check = [this, connection, end](bool crowded) {
        if (crowded)
        {
            m_crowded.insert({connection, end});
        }
    };
    using PacketSink = Sink<Ptr<const Packet>>;
    queue->TraceConnectWithoutContext("Dequeue",
                                      PacketSink::Make([left, refused, check](Ptr<const Packet>) {
                                          *left = Simulator::Now().GetTimeStep();
                                          check(*refused == *left);
                                      }));
    queue->TraceConnectWithoutContext("DropBeforeEnqueue",
                                      PacketSink::Make([left, refused, check](Ptr<const Packet>) {
                                          *refused = Simulator::Now().GetTimeStep();
                                          check(*refused == *left);
                                      }));
    const uint32_t host = m_connections[connection].hosts[end][0];
    queue->TraceConnectWithoutContext("Enqueue", PacketSink::Make([this, host](Ptr<const Packet>) {
                                          Touch(); // counters of SDUs change, too
                                          if (!m_isTicking)
                                          {
                                              NotifyReply(host);
                                          }
                                      }));
    // raw pointer: the queue owns the sink
    const auto* q = PeekPointer(queue);
    queue->TraceConnectWithoutContext("Enqueue",
                                      PacketSink::Make([left, check, q, room](Ptr<const Packet>) {
                                          check(*left == Simulator::Now().GetTimeStep() &&
                                                q->GetNPackets() + 1 >= room);
                                      }));
}

void
AtmNetworkRun::ConnectHostScout(uint32_t host)
{
    const auto device = GetDevice(host);
    auto done = std::make_shared<std::pair<int64_t, uint64_t>>(-1, 0); // last time, and packets
    auto refused = std::make_shared<int64_t>(-1);                      // when one was refused
    const auto check = [this, host](bool crowded) {
        if (crowded)
        {
            m_crowdedHosts.insert(host);
        }
    };
    using PacketSink = Sink<Ptr<const Packet>>;
    device->TraceConnectWithoutContext("MacRx",
                                       PacketSink::Make([done, refused, check](Ptr<const Packet>) {
                                           done->first = Simulator::Now().GetTimeStep();
                                           ++done->second;
                                           check(*refused == done->first);
                                       }));
    device->TraceConnectWithoutContext("MacRxDrop",
                                       PacketSink::Make([done, refused, check](Ptr<const Packet>) {
                                           *refused = Simulator::Now().GetTimeStep();
                                           check(*refused == done->first);
                                       }));
    // raw pointer: the device owns the sink
    const auto* d = PeekPointer(device);
    device->TraceConnectWithoutContext(
        "PhyRxEnd",
        PacketSink::Make([done, check, d](Ptr<const Packet>) {
            if (done->first == Simulator::Now().GetTimeStep())
            {
                const auto& rx = d->GetRxCounters();
                UintegerValue size;
                d->GetAttribute("RxQueueSize", size);
                // what an adaptation layer kept for itself counts as waiting, which errs on the
                // safe side
                check(rx.sdus - rx.badEncapsulation - rx.rxQueueDrops - done->second > size.Get());
            }
        }));
}
} // namespace hsn
} // namespace ns3
