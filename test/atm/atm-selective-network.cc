// SPDX-License-Identifier: GPL-2.0-only
#include "atm-selective-network.h"

#include "ns3/abort.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-media-selector.h"
#include "ns3/mets-nic.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
using Stream = AtmObservation::Stream;

/// @param sdu of a source here @return its first octets: type, connection and number
int64_t
GetIdentity(Ptr<const Packet> sdu)
{
    uint8_t octets[8] = {};
    sdu->CopyData(octets, sizeof(octets));
    int64_t identity = 0;
    for (const uint8_t octet : octets)
    {
        identity = identity << 8 | octet;
    }
    return identity;
}

/// @param value a time @return the next even one
int64_t
Even(double value)
{
    return 2 * static_cast<int64_t>(value / 2);
}
} // namespace

AtmSelectiveNetwork::AtmSelectiveNetwork(uint64_t seed,
                                         const std::string& engine,
                                         AtmObservation& observation)
    : m_engine(engine),
      m_observation(observation),
      m_random(seed)
{
}

void
AtmSelectiveNetwork::Run()
{
    StringValue old;
    GlobalValue::GetValueByName("hsn::AtmEngine", old);
    Config::SetGlobal("hsn::AtmEngine", StringValue(m_engine));
    m_duration = Even(m_random.Log(3e6, 2e7));
    BuildSwitches();
    BuildHosts();
    const int64_t connections = m_random.Int(2, 6);
    for (uint32_t i = 0; i < connections; ++i)
    {
        BuildConnection(i);
    }
    Connect();
    DrawActions();
    Simulator::Stop(TimeStep(m_duration + 1 + (m_random.Chance(0.5) ? 0 : 200000000)));
    Simulator::Run();
    Read();
    Balance();
    m_observation.Freeze();
    m_filters.clear();
    Simulator::Destroy();
    Config::SetGlobal("hsn::AtmEngine", old);
}

void
AtmSelectiveNetwork::BuildSwitches()
{
    m_places.resize(m_random.Int(1, 4));
    const bool slow = m_random.Chance(0.5);
    for (uint32_t s = 0; s < m_places.size(); ++s)
    {
        Place& place = m_places[s];
        place.node = CreateObject<Node>();
        AtmSwitchHelper().Install(place.node);
        place.sw = place.node->GetObject<AtmSwitch>();
        place.down.resize(m_places.size());
        if (m_random.Chance(0.15))
        {
            place.sw->SetAttribute("SlotTime", TimeValue(TimeStep(Even(m_random.Log(500, 20000)))));
            ++m_coverage["slots"];
        }
        if (slow && m_random.Chance(0.6))
        {
            place.processor = CreateObject<SwitchProcessor>();
            place.processor->SetAttribute("CellTime",
                                          TimeValue(TimeStep(Even(m_random.Log(600, 20000)))));
            place.processor->SetAttribute("QueueCells", UintegerValue(m_random.LogInt(1, 100)));
            place.processor->Install(place.sw);
        }
        if (s > 0)
        {
            place.parent = static_cast<uint32_t>(m_random.Int(0, s - 1));
            AtmHelper atm;
            atm.SetChannelAttribute("DataRate",
                                    StringValue(m_random.Pick<std::string>(
                                        {"50Mbps", "100Mbps", "155.52Mbps", "155.52Mbps"})));
            atm.SetChannelAttribute(
                "Delay",
                TimeValue(TimeStep(m_random.Pick<int64_t>({0, 0, 5000, 70000}))));
            const auto ends = atm.Install(m_places[place.parent].node, place.node);
            for (uint32_t end = 0; end < 2; ++end)
            {
                const auto port = DynamicCast<AtmSwitchPort>(ends.Get(end));
                (end == 0 ? m_places[place.parent].down[s] : place.up) = port->GetPortNumber();
                m_ports.push_back(port);
            }
        }
    }
}

void
AtmSelectiveNetwork::BuildHosts()
{
    m_hosts.resize(m_random.Int(2, 6));
    for (auto& host : m_hosts)
    {
        host.at = static_cast<uint32_t>(m_random.Int(0, static_cast<int64_t>(m_places.size()) - 1));
        const bool perCell = m_random.Chance(0.35);
        AtmHelper atm;
        atm.SetDeviceType(perCell ? MetsNic::GetTypeId() : AtmNetDevice::GetTypeId());
        atm.SetChannelAttribute("DataRate",
                                StringValue(m_random.Pick<std::string>(
                                    {"20Mbps", "100Mbps", "100Mbps", "155.52Mbps"})));
        atm.SetChannelAttribute("Delay",
                                TimeValue(TimeStep(m_random.Pick<int64_t>({0, 0, 5000, 31000}))));
        const auto ends = atm.Install(CreateObject<Node>(), m_places[host.at].node);
        host.device = DynamicCast<AtmNetDevice>(ends.Get(0));
        host.port = DynamicCast<AtmSwitchPort>(ends.Get(1))->GetPortNumber();
        m_ports.push_back(host.device);
        m_ports.push_back(DynamicCast<AtmPort>(ends.Get(1)));
        if (perCell)
        {
            host.cpu = CreateObject<HostCpu>();
            const auto nic = DynamicCast<MetsNic>(host.device);
            nic->SetAttribute("RxCellTime", TimeValue(TimeStep(Even(m_random.Log(1000, 40000)))));
            nic->SetAttribute("RxPacketTime", TimeValue(TimeStep(Even(m_random.Log(2, 100000)))));
            nic->SetAttribute("RxFifo", UintegerValue(m_random.LogInt(1, 200)));
            nic->SetCpu(host.cpu);
        }
    }
    for (const auto& place : m_places)
    {
        for (uint32_t p = 0; p < place.sw->GetNPorts(); ++p)
        {
            const auto queue = place.sw->GetPort(p)->GetOutput()->GetQueue(ATM_UBR);
            queue->SetAttribute("MaxCells", UintegerValue(m_random.LogInt(2, 500)));
            if (m_random.Chance(0.4))
            {
                queue->SetAttribute("EfciThreshold", UintegerValue(m_random.LogInt(1, 60)));
            }
            const Ptr<CellDiscardPolicy> policy =
                m_random.Pick<Ptr<CellDiscardPolicy>>({nullptr,
                                                       CreateObject<PartialPacketDiscard>(),
                                                       CreateObject<EarlyPacketDiscard>(),
                                                       CreateObject<ClpThresholdDiscard>()});
            if (policy)
            {
                queue->SetAttribute("DiscardPolicy", PointerValue(policy));
            }
        }
    }
}

uint32_t
AtmSelectiveNetwork::GetPortTo(uint32_t at, uint32_t host) const
{
    if (m_hosts[host].at == at)
    {
        return m_hosts[host].port;
    }
    // up unless the host is below
    for (uint32_t s = m_hosts[host].at; s > 0; s = m_places[s].parent)
    {
        if (m_places[s].parent == at)
        {
            return m_places[at].down[s];
        }
    }
    return m_places[at].up;
}

void
AtmSelectiveNetwork::BuildConnection(uint32_t i)
{
    const auto hosts = static_cast<uint32_t>(m_hosts.size());
    const auto from = static_cast<uint32_t>(m_random.Int(0, hosts - 1));
    std::vector<uint32_t> leaves;
    const double share = m_random.Pick({0.0, 0.5, 1.0});
    for (uint32_t h = 0; h < hosts; ++h)
    {
        if (h != from && m_random.Chance(share))
        {
            leaves.push_back(h);
        }
    }
    if (leaves.empty())
    {
        leaves.push_back((from + 1) % hosts);
    }
    m_coverage["branches"] += leaves.size() - 1;
    const auto vc = CreateObject<AtmVc>();
    const auto channel = m_hosts[from].device->GetAtmChannel();
    vc->SetId(channel->AllocateVc());
    if (m_random.Chance(0.5))
    {
        // a cell time that is a whole, even number of time steps
        vc->SetAttribute("CellRate", DataRateValue(DataRate(m_random.Pick({10000000, 5000000}))));
    }
    m_hosts[from].device->AddVc(vc);
    Lead(m_hosts[from].at, m_hosts[from].port, vc->GetId(), leaves);
    AddSource(i, from, vc);
}

void
AtmSelectiveNetwork::Lead(uint32_t at,
                          uint32_t inPort,
                          AtmVcId in,
                          const std::vector<uint32_t>& leaves)
{
    const Place& place = m_places[at];
    std::map<uint32_t, std::vector<uint32_t>> byPort;
    for (const uint32_t leaf : leaves)
    {
        byPort[GetPortTo(at, leaf)].push_back(leaf);
    }
    for (const auto& [port, behind] : byPort)
    {
        const auto channel = place.sw->GetPort(port)->GetAtmChannel();
        const AtmVcId out = channel->AllocateVc();
        place.sw->AddConnection(inPort, in, port, out);
        if (m_hosts[behind.front()].at == at && m_hosts[behind.front()].port == port)
        {
            const auto vc = CreateObject<AtmVc>();
            vc->SetId(out);
            vc->SetCanSend(false);
            m_hosts[behind.front()].device->AddVc(vc);
            continue;
        }
        const auto far =
            DynamicCast<AtmSwitchPort>(channel->GetPort(1 - place.sw->GetPort(port)->GetEnd()));
        for (uint32_t s = 0; s < m_places.size(); ++s)
        {
            if (m_places[s].node == far->GetNode())
            {
                Lead(s, far->GetPortNumber(), out, behind);
            }
        }
    }
    if (m_random.Chance(0.2))
    {
        const auto upc = CreateObject<UsageParameterControl>();
        upc->SetContract(AtmTrafficContract::Cbr(TimeStep(Even(m_random.Log(3000, 60000))),
                                                 TimeStep(Even(m_random.Log(10, 300000)))));
        upc->SetAttribute("PacketDiscard",
                          StringValue(m_random.Pick<std::string>({"None", "Ppd"})));
        place.sw->SetUpc(inPort, in, upc);
    }
    Filter filter{place.sw, inPort, in, static_cast<uint32_t>(byPort.size()), nullptr};
    const double what = m_random.Unit();
    if (what < 0.4 && place.sw->GetNPorts() <= MediaSelector::MAX_SWITCH_PORTS)
    {
        const auto selector = CreateObject<MediaSelector>();
        selector->SetAttribute("AtGopStart", BooleanValue(m_random.Chance(0.5)));
        for (const auto& leg : byPort)
        {
            selector->SetLevel(leg.first, static_cast<uint32_t>(m_random.Int(0, 2)));
        }
        filter.filter = selector;
    }
    else if (what < 0.6)
    {
        filter.filter = CreateObject<PictureDropFilter>();
        filter.filter->SetAttribute("Level", UintegerValue(m_random.Int(0, 2)));
    }
    if (filter.filter)
    {
        filter.filter->SetAttribute("UserBitMarks",
                                    StringValue(m_random.Chance(0.2) ? "First" : "Last"));
        place.sw->SetFrameFilter(inPort, in, filter.filter);
        m_filters.push_back(filter);
    }
}

void
AtmSelectiveNetwork::AddSource(uint32_t connection, uint32_t host, Ptr<AtmVc> vc)
{
    const auto device = m_hosts[host].device;
    const int64_t cell = device->GetAtmChannel()->GetCellTime();
    const double load = m_random.Pick({0.1, 0.4, 0.8, 1.5});
    const double most = m_random.Pick({40.0, 500.0, 4000.0, 20000.0});
    const auto random = std::make_shared<PlanRandom>(m_random.Int(0, 1 << 30));
    double at = m_random.Chance(0.5) ? 0 : m_random.Real(0, 1e5);
    for (uint32_t number = 0; at < static_cast<double>(m_duration) && number < 4000; ++number)
    {
        const auto size = static_cast<uint32_t>(random->LogInt(8, static_cast<int64_t>(most)));
        const uint16_t code = static_cast<uint16_t>(
            random->Chance(0.05) ? random->Int(0, 0x3fff) : random->Int(METS_BL, METS_E2));
        const uint16_t type = code | (random->Chance(0.2) ? MetsHeader::GOP_START : 0);
        const uint8_t front[8] = {static_cast<uint8_t>(type >> 8),
                                  static_cast<uint8_t>(type),
                                  0,
                                  static_cast<uint8_t>(connection),
                                  0,
                                  0,
                                  static_cast<uint8_t>(number >> 8),
                                  static_cast<uint8_t>(number)};
        const auto sdu = Create<Packet>(front, sizeof(front));
        if (size > sizeof(front))
        {
            sdu->AddAtEnd(Create<Packet>(size - sizeof(front)));
        }
        ScheduleCallWithContext(device->GetNode()->GetId(), TimeStep(Even(at)), [device, vc, sdu] {
            device->SendSdu(vc, sdu);
        });
        at += random->Exponential((size / 48.0 + 1) * static_cast<double>(cell) / load);
    }
}

int64_t
AtmSelectiveNetwork::DrawOdd()
{
    return 1 + Even(m_random.Real(0, static_cast<double>(m_duration)));
}

void
AtmSelectiveNetwork::At(int64_t time, const std::function<void()>& what)
{
    ScheduleCall(TimeStep(time), what);
}

void
AtmSelectiveNetwork::DrawActions()
{
    for (int64_t i = m_random.Int(0, 5); i > 0; --i)
    {
        At(DrawOdd(), [this] { Read(); });
    }
    for (const auto& one : m_filters)
    {
        if (m_random.Chance(0.5))
        {
            const auto level = static_cast<uint32_t>(m_random.Int(0, 2));
            const auto port = static_cast<uint32_t>(m_random.Int(0, 3));
            At(DrawOdd(), [one, level, port] {
                if (const auto selector = DynamicCast<MediaSelector>(one.filter))
                {
                    selector->SetLevel(port, level);
                }
                else
                {
                    one.filter->SetAttribute("Level", UintegerValue(level));
                }
            });
            ++m_coverage["levels changed"];
        }
        if (m_random.Chance(0.2))
        {
            const bool none = m_random.Chance(0.5);
            At(DrawOdd(), [one, none] {
                one.sw->SetFrameFilter(one.inPort,
                                       one.in,
                                       none ? nullptr : CreateObject<PictureDropFilter>());
            });
        }
    }
    for (const auto& port : m_ports)
    {
        const auto out = DynamicCast<AtmSwitchPort>(port);
        if (out && m_random.Chance(0.15))
        {
            const auto threshold = static_cast<uint64_t>(m_random.Int(0, 30));
            At(DrawOdd(), [out, threshold] {
                out->GetOutput()->GetQueue(ATM_UBR)->SetAttribute("EfciThreshold",
                                                                  UintegerValue(threshold));
            });
        }
    }
}

void
AtmSelectiveNetwork::ConnectPort(Ptr<AtmPort> port, const std::string& name)
{
    port->TraceConnectWithoutContext(
        "RunRx",
        Sink<const CellBurst&, Time>::Make([this, name](const CellBurst& cells, Time time) {
            Stream& stream =
                m_observation.Get("cells of VC " + std::to_string(cells.vc.Key()) + " at " + name,
                                  "time sdu index clp efci");
            for (uint32_t k = 0; k < cells.count; ++k)
            {
                stream.Add({time.GetTimeStep() + k * cells.spacing,
                            GetIdentity(cells.pdu->GetSdu()),
                            cells.first + k,
                            cells.IsClp(k),
                            cells.IsEfci(k)});
                m_coverage["cells marked"] += cells.IsEfci(k) ? 1 : 0;
                ++m_coverage["cells"];
            }
        }));
    if (const auto out = DynamicCast<AtmSwitchPort>(port))
    {
        out->GetOutput()->GetQueue(ATM_UBR)->TraceConnectWithoutContext(
            "RunDiscard",
            Sink<const CellBurst&, CellDiscardReason, Time>::Make([this,
                                                                   name](const CellBurst& cell,
                                                                         CellDiscardReason reason,
                                                                         Time time) {
                m_observation
                    .Get("discards of VC " + std::to_string(cell.vc.Key()) + " at " + name,
                         "time reason sdu index")
                    .Add({time.GetTimeStep(), reason, GetIdentity(cell.pdu->GetSdu()), cell.first});
                ++m_coverage["cells discarded"];
            }));
    }
}

void
AtmSelectiveNetwork::Connect()
{
    for (std::size_t i = 0; i < m_ports.size(); ++i)
    {
        ConnectPort(m_ports[i], "port " + std::to_string(i));
    }
    for (std::size_t h = 0; h < m_hosts.size(); ++h)
    {
        const std::string name = " at host " + std::to_string(h);
        m_hosts[h].device->TraceConnectWithoutContext(
            "PduRx",
            Sink<AtmVcId, const Aal5ReceivedPdu&>::Make(
                [this, name](AtmVcId vc, const Aal5ReceivedPdu& pdu) {
                    m_observation.Get("frames" + name, "time label sdu cells efci")
                        .Add({Simulator::Now().GetTimeStep(),
                              vc.Key(),
                              GetIdentity(pdu.GetLastCellPdu()->GetSdu()),
                              pdu.GetNCells(),
                              pdu.IsAnyEfci()});
                    ++m_coverage["frames"];
                }));
        m_hosts[h].device->TraceConnectWithoutContext(
            "PduRxError",
            Sink<AtmVcId, Aal5Error, const Aal5ReceivedPdu&>::Make(
                [this, name](AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu) {
                    m_observation.Get("errors" + name, "time label cause cells")
                        .Add({Simulator::Now().GetTimeStep(),
                              vc.Key(),
                              static_cast<int64_t>(cause),
                              pdu.GetNCells()});
                }));
    }
}

void
AtmSelectiveNetwork::Read()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    const auto add = [this, now](const std::string& name, std::vector<uint64_t> values) {
        std::vector<int64_t> record{now};
        std::string fields = "time";
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            record.push_back(static_cast<int64_t>(values[i]));
            fields += " value" + std::to_string(i);
        }
        m_observation.Get(name, fields).Add(record);
    };
    for (std::size_t s = 0; s < m_places.size(); ++s)
    {
        const std::string name = "switch " + std::to_string(s);
        const auto& c = m_places[s].sw->GetCounters();
        add(name,
            {c.received,
             c.unknownVc,
             c.policed,
             c.tagged,
             c.switched,
             c.copies,
             c.filtered,
             c.refused});
        for (uint32_t p = 0; p < m_places[s].sw->GetNPorts(); ++p)
        {
            const auto output = m_places[s].sw->GetPort(p)->GetOutput();
            const auto q = output->GetCounters();
            add(name + " port " + std::to_string(p),
                {q.in, q.out, q.GetDiscarded(), q.efci, output->GetNCells()});
        }
    }
    for (std::size_t i = 0; i < m_filters.size(); ++i)
    {
        const auto& c = m_filters[i].filter->GetCounters();
        add("filter " + std::to_string(i),
            {c.cells, c.frames, c.unknown, c.misread, c.merged, c.others});
    }
    for (std::size_t h = 0; h < m_hosts.size(); ++h)
    {
        if (const auto nic = DynamicCast<MetsNic>(m_hosts[h].device))
        {
            const auto& c = nic->GetNicCounters();
            add("adapter " + std::to_string(h), {c.arrived, c.overflows, c.frames, c.longest});
        }
    }
}

void
AtmSelectiveNetwork::Balance()
{
    std::ostringstream text;
    for (std::size_t s = 0; s < m_places.size(); ++s)
    {
        const auto& c = m_places[s].sw->GetCounters();
        const uint64_t waiting = m_places[s].processor ? m_places[s].processor->GetNCells() : 0;
        uint64_t in = 0;
        for (uint32_t p = 0; p < m_places[s].sw->GetNPorts(); ++p)
        {
            const auto output = m_places[s].sw->GetPort(p)->GetOutput();
            const auto q = output->GetCounters();
            in += q.in;
            if (q.in != q.out + q.GetDiscarded() + output->GetNCells())
            {
                text << "buffer " << p << " of switch " << s << "; ";
            }
        }
        m_coverage["copies filtered"] += c.filtered;
        m_coverage["cells refused"] += c.refused;
        if (c.received != c.unknownVc + c.policed + c.switched + c.refused + waiting)
        {
            text << "inputs of switch " << s << "; ";
        }
        const bool isSlotted = m_places[s].sw->GetNPorts() > 0 && in < c.copies;
        if (in != c.copies && !isSlotted) // those of the present slot are not offered yet
        {
            text << "outputs of switch " << s << ": " << in << " for " << c.copies << "; ";
        }
    }
    for (const auto& host : m_hosts)
    {
        if (const auto nic = DynamicCast<MetsNic>(host.device))
        {
            m_coverage["adapter overflows"] += nic->GetNicCounters().overflows;
        }
    }
    m_imbalance = text.str();
}
} // namespace hsn
} // namespace ns3
