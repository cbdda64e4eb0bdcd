// SPDX-License-Identifier: GPL-2.0-only
#include "atm-helper.h"

#include "erf-record.h"

#include "ns3/abort.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmHelper");

namespace
{
constexpr uint32_t LINK_TYPE_RFC1483 = 100;

/// Writes a record to a capture.
void
WriteErf(const Ptr<PcapFileWrapper>& file,
         ErfRecord::Type type,
         const AtmCellHeader& header,
         const uint8_t* payload,
         std::size_t size)
{
    const Time now = Simulator::Now();
    const auto record = ErfRecord::Make(type, now, header, payload, size);
    file->Write(now, record.data(), static_cast<uint32_t>(record.size()));
}

void
CapturePduTx(Ptr<PcapFileWrapper> file, AtmVcId vc, Ptr<const AtmPdu> pdu)
{
    AtmCellHeader header;
    header.vpi = vc.vpi;
    header.vci = vc.vci;
    header.pti = AtmCellHeader::PTI_LAST;
    const auto& bytes = pdu->GetBytes();
    WriteErf(file, ErfRecord::AAL5_PDU, header, bytes.data(), bytes.size());
}

void
CapturePduRx(Ptr<PcapFileWrapper> file, AtmVcId vc, const Aal5ReceivedPdu& pdu)
{
    const auto& bytes = pdu.GetBytes();
    WriteErf(file, ErfRecord::AAL5_PDU, pdu.GetLastHeader(), bytes.data(), bytes.size());
}

void
CapturePduError(Ptr<PcapFileWrapper> file, AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu)
{
    CapturePduRx(file, vc, pdu);
}

void
CaptureCell(Ptr<PcapFileWrapper> file, const CellBurst& burst)
{
    const AtmCell cell = AtmCell::FromBurst(burst);
    WriteErf(file, ErfRecord::ATM_CELL, cell.header, cell.payload.data(), cell.payload.size());
}
} // namespace

AtmHelper::AtmHelper()
{
    m_deviceFactory.SetTypeId(AtmNetDevice::GetTypeId());
    m_channelFactory.SetTypeId(AtmChannel::GetTypeId());
    m_vcFactory.SetTypeId(AtmVc::GetTypeId());
    m_upcFactory.SetTypeId(UsageParameterControl::GetTypeId());
    m_queueFactory.SetTypeId("ns3::DropTailQueue<Packet>");
}

AtmHelper::~AtmHelper()
{
}

void
AtmHelper::SetDeviceType(TypeId type)
{
    NS_ABORT_MSG_UNLESS(type == AtmNetDevice::GetTypeId() ||
                            type.IsChildOf(AtmNetDevice::GetTypeId()),
                        type.GetName() << " for the host devices of an AtmHelper: must be "
                                          "ns3::hsn::AtmNetDevice or derived from it");
    m_deviceFactory.SetTypeId(type);
}

void
AtmHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
AtmHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channelFactory.Set(name, value);
}

void
AtmHelper::SetVcAttribute(const std::string& name, const AttributeValue& value)
{
    m_vcFactory.Set(name, value);
}

void
AtmHelper::SetUpcAttribute(const std::string& name, const AttributeValue& value)
{
    m_upcFactory.Set(name, value);
}

void
AtmHelper::SetPcapFormat(PcapFormat format)
{
    m_pcapFormat = format;
}

Ptr<AtmPort>
AtmHelper::CreateEnd(Ptr<Node> node) const
{
    if (const auto s = node->GetObject<AtmSwitch>())
    {
        const auto port = CreateObject<AtmSwitchPort>();
        s->CheckPort(port);
        return port;
    }
    return m_deviceFactory.Create<AtmNetDevice>();
}

NetDeviceContainer
AtmHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    NS_ABORT_MSG_IF(a == b, "an ATM link from node " << a->GetId() << " to itself");
    return InstallLink(a, CreateEnd(a), b);
}

NetDeviceContainer
AtmHelper::InstallSourcePort(Ptr<Node> host, Ptr<Node> b) const
{
    NS_ABORT_MSG_IF(host == b, "an ATM link from node " << host->GetId() << " to itself");
    return InstallLink(host, CreateObject<AtmSourcePort>(), b);
}

NetDeviceContainer
AtmHelper::InstallLink(Ptr<Node> a, Ptr<AtmPort> first, Ptr<Node> b) const
{
    const auto second = CreateEnd(b); // may abort: nothing has changed so far
    const auto channel = m_channelFactory.Create<AtmChannel>();
    for (const auto& [node, end] : {std::make_pair(a, first), std::make_pair(b, second)})
    {
        node->AddDevice(end);
        if (const auto port = DynamicCast<AtmSwitchPort>(end))
        {
            node->GetObject<AtmSwitch>()->AddPort(port);
        }
        end->Attach(channel);
    }
    return NetDeviceContainer(NetDeviceContainer(first), NetDeviceContainer(second));
}

NetDeviceContainer
AtmHelper::Install(const NodeContainer& c) const
{
    NS_ABORT_MSG_IF(c.GetN() != 2, c.GetN() << " nodes for an ATM link: it has 2 ends");
    return Install(c.Get(0), c.Get(1));
}

std::vector<AtmHelper::Hop>
AtmHelper::FindPath(Ptr<AtmPort> a, Ptr<AtmPort> b)
{
    // breadth first; a switch is entered once, by the port that is nearest to a
    std::map<Ptr<AtmSwitch>, Ptr<AtmPort>> enteredBy;
    std::deque<Ptr<AtmPort>> leaving{a};
    bool found = false;
    while (!leaving.empty() && !found)
    {
        const auto port = leaving.front();
        leaving.pop_front();
        const auto& channel = port->GetAtmChannel();
        const auto far = channel ? channel->GetPort(1 - port->GetEnd()) : nullptr;
        found = far && far == b;
        const bool isSwitch = bool(DynamicCast<AtmSwitchPort>(far));
        const auto s = isSwitch ? far->GetNode()->GetObject<AtmSwitch>() : nullptr;
        if (s && enteredBy.emplace(s, far).second)
        {
            for (uint32_t i = 0; i < s->GetNPorts(); ++i)
            {
                leaving.push_back(s->GetPort(i));
            }
        }
    }
    std::vector<Hop> path;
    for (Ptr<AtmPort> port = b; found;)
    {
        path.push_back({port->GetAtmChannel(), 1 - port->GetEnd()});
        const auto near = path.back().channel->GetPort(path.back().end);
        found = near != a;
        port = found ? enteredBy[near->GetNode()->GetObject<AtmSwitch>()] : nullptr;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

Ptr<AtmVc>
AtmHelper::CreateVc(AtmVcId id, Ptr<NetDevice> peer, bool canSend) const
{
    auto vc = m_vcFactory.Create<AtmVc>();
    vc->SetId(id);
    vc->SetPeer(peer);
    vc->SetCanSend(canSend);
    vc->SetQueue(m_queueFactory.Create<Queue<Packet>>());
    return vc;
}

AtmHelper::Guard
AtmHelper::CreateGuard(const std::optional<AtmTrafficContract>& contract,
                       const AtmPvcOptions& options,
                       const std::vector<Hop>& path) const
{
    Guard guard;
    if (!contract)
    {
        return guard;
    }
    const std::string error = contract->Check();
    NS_ABORT_MSG_UNLESS(error.empty(), "traffic contract of a PVC: " << error);
    NS_ABORT_MSG_IF(options.police && path.size() == 1,
                    "policing asked for on a PVC that passes no switch");
    if (options.shape)
    {
        guard.shaper = CreateObject<GcraShaper>();
        guard.shaper->SetContract(*contract);
    }
    if (options.police)
    {
        guard.upc = m_upcFactory.Create<UsageParameterControl>();
        guard.upc->SetContract(*contract);
    }
    return guard;
}

void
AtmHelper::Enforce(const Guard& guard, Ptr<AtmVc> sender, Ptr<AtmSwitchPort> first, AtmVcId id)
{
    if (guard.shaper)
    {
        sender->SetShaper(guard.shaper);
    }
    if (guard.upc)
    {
        first->GetNode()->GetObject<AtmSwitch>()->SetUpc(first->GetPortNumber(), id, guard.upc);
    }
}

void
AtmHelper::CheckLabels(const std::vector<Hop>& path)
{
    for (const auto& hop : path)
    {
        const auto next = hop.channel->GetNextVc();
        NS_ABORT_MSG_IF(next.vci == 0, "all VCIs of an ATM link of a PVC are taken");
        for (const uint32_t end : {0, 1})
        {
            const auto device = DynamicCast<AtmNetDevice>(hop.channel->GetPort(end));
            NS_ABORT_MSG_IF(device && device->FindVc(next),
                            "a PVC gets label " << next << ", but node "
                                                << device->GetNode()->GetId()
                                                << " has a VC with it");
        }
    }
}

std::vector<AtmVcId>
AtmHelper::AllocateVcs(const std::vector<Hop>& path)
{
    std::vector<AtmVcId> ids;
    for (const auto& hop : path)
    {
        ids.push_back(hop.channel->AllocateVc());
    }
    return ids;
}

void
AtmHelper::AddConnections(const std::vector<Hop>& path,
                          const std::vector<AtmVcId>& ids,
                          AtmServiceCategory category,
                          bool both)
{
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
    {
        const auto in = GetFirstPort(path[i]);
        const auto out = DynamicCast<AtmSwitchPort>(path[i + 1].channel->GetPort(path[i + 1].end));
        const auto s = in->GetNode()->GetObject<AtmSwitch>();
        const uint32_t x = in->GetPortNumber();
        const uint32_t y = out->GetPortNumber();
        s->AddConnection(x, ids[i], y, ids[i + 1], category);
        if (both)
        {
            s->AddConnection(y, ids[i + 1], x, ids[i], category);
        }
    }
}

Ptr<AtmSwitchPort>
AtmHelper::GetFirstPort(const Hop& hop)
{
    return DynamicCast<AtmSwitchPort>(hop.channel->GetPort(1 - hop.end));
}

AtmPvc
AtmHelper::ConnectPvc(Ptr<NetDevice> a, Ptr<NetDevice> b, const AtmPvcOptions& options) const
{
    NS_LOG_FUNCTION(this << a << b);
    const auto from = DynamicCast<AtmNetDevice>(a);
    const auto to = DynamicCast<AtmNetDevice>(b);
    NS_ABORT_MSG_UNLESS(from && to, "a PVC connects two AtmNetDevices");
    const auto path = FindPath(from, to);
    NS_ABORT_MSG_IF(path.empty(),
                    "no ATM path from node " << a->GetNode()->GetId() << " to node "
                                             << b->GetNode()->GetId());
    CheckLabels(path);
    const Guard forward = CreateGuard(options.forward, options, path);
    const Guard backward = CreateGuard(options.backward, options, path);
    // nothing has changed so far, and nothing fails from here on
    const auto ids = AllocateVcs(path);
    AddConnections(path, ids, options.category, true);
    AtmPvc pvc;
    pvc.switches = static_cast<uint32_t>(path.size() - 1);
    pvc.a = CreateVc(ids.front(), b, true);
    pvc.leaves.push_back(CreateVc(ids.back(), a, true));
    from->AddVc(pvc.a);
    to->AddVc(pvc.leaves[0]);
    const auto nextToB = DynamicCast<AtmSwitchPort>(path.back().channel->GetPort(path.back().end));
    Enforce(forward, pvc.a, GetFirstPort(path.front()), ids.front());
    Enforce(backward, pvc.leaves[0], nextToB, ids.back());
    pvc.forwardUpc = forward.upc;
    pvc.backwardUpc = backward.upc;
    return pvc;
}

void
AtmHelper::CheckSourceOptions(Ptr<AtmNetDevice> sink, const AtmPvcOptions& options)
{
    NS_ABORT_MSG_UNLESS(sink, "a source of cells is connected to an AtmNetDevice");
    NS_ABORT_MSG_IF(options.backward, "a connection from a source of cells has one direction");
    NS_ABORT_MSG_IF(options.shape, "a source of cells is not shaped");
}

void
AtmHelper::CheckSource(Ptr<Node> b, Ptr<NetDevice> sink, const AtmPvcOptions& options) const
{
    const auto to = DynamicCast<AtmNetDevice>(sink);
    CheckSourceOptions(to, options);
    const auto s = b->GetObject<AtmSwitch>();
    std::vector<Hop> best; // that of a new port of the switch, but for its link
    for (uint32_t i = 0; s && i < s->GetNPorts(); ++i)
    {
        const auto path = FindPath(s->GetPort(i), to);
        best = best.empty() || (!path.empty() && path.size() < best.size()) ? path : best;
    }
    NS_ABORT_MSG_IF(best.empty(),
                    "no ATM path from node " << b->GetId() << " to node "
                                             << to->GetNode()->GetId());
    CheckLabels(best);
    best.push_back(best.back()); // the new link
    CreateGuard(options.forward, options, best);
}

AtmPvc
AtmHelper::ConnectSource(Ptr<AtmCellSource> source,
                         Ptr<NetDevice> port,
                         Ptr<NetDevice> sink,
                         const AtmPvcOptions& options) const
{
    const auto from = DynamicCast<AtmSourcePort>(port);
    const auto to = DynamicCast<AtmNetDevice>(sink);
    NS_ABORT_MSG_UNLESS(from, "a source of cells is connected by an AtmSourcePort");
    CheckSourceOptions(to, options);
    const auto path = FindPath(from, to);
    NS_ABORT_MSG_IF(path.empty(),
                    "no ATM path from node " << from->GetNode()->GetId() << " to node "
                                             << to->GetNode()->GetId());
    CheckLabels(path);
    const Guard guard = CreateGuard(options.forward, options, path);
    from->SetSource(source, path.front().channel->GetNextVc()); // aborts after its start
    const auto ids = AllocateVcs(path);
    AddConnections(path, ids, options.category, false);
    AtmPvc pvc;
    pvc.switches = static_cast<uint32_t>(path.size() - 1);
    pvc.leaves.push_back(CreateVc(ids.back(), nullptr, false));
    to->AddVc(pvc.leaves[0]);
    Enforce(guard, nullptr, GetFirstPort(path.front()), ids.front());
    pvc.forwardUpc = guard.upc;
    return pvc;
}

AtmPvc
AtmHelper::ConnectPointToMultipoint(Ptr<NetDevice> root,
                                    const NetDeviceContainer& leaves,
                                    const AtmPvcOptions& options) const
{
    const auto from = DynamicCast<AtmNetDevice>(root);
    NS_ABORT_MSG_UNLESS(from, "the root of a point-to-multipoint PVC is not an AtmNetDevice");
    NS_ABORT_MSG_IF(leaves.GetN() == 0, "a point-to-multipoint PVC without leaves");
    NS_ABORT_MSG_IF(options.backward, "a point-to-multipoint PVC has no backward direction");

    std::vector<std::vector<Hop>> paths;
    std::set<Ptr<NetDevice>> ends{root};
    for (uint32_t n = 0; n < leaves.GetN(); ++n)
    {
        const auto to = DynamicCast<AtmNetDevice>(leaves.Get(n));
        NS_ABORT_MSG_UNLESS(to, "leaf " << n << " is not an AtmNetDevice");
        NS_ABORT_MSG_UNLESS(ends.insert(leaves.Get(n)).second,
                            "leaf " << n << " is the root or an earlier leaf");
        paths.push_back(FindPath(from, to));
        NS_ABORT_MSG_IF(paths[n].empty(), "no ATM path from the root to leaf " << n);
        CheckLabels(paths[n]);
    }
    const Guard guard = CreateGuard(options.forward, options, paths[0]);
    // nothing has changed so far, and nothing fails from here on
    AtmPvc pvc;
    std::map<Ptr<AtmChannel>, AtmVcId> ids; // one label on every link of the tree
    std::set<std::pair<Ptr<AtmSwitchPort>, Ptr<AtmSwitchPort>>> joined;
    std::set<Ptr<AtmSwitch>> switches;
    for (uint32_t n = 0; n < leaves.GetN(); ++n)
    {
        const auto& path = paths[n];
        for (std::size_t i = 0; i < path.size(); ++i)
        {
            if (!ids.count(path[i].channel))
            {
                ids[path[i].channel] = path[i].channel->AllocateVc();
            }
            if (i == 0)
            {
                continue;
            }
            const auto in = GetFirstPort(path[i - 1]);
            const auto out = DynamicCast<AtmSwitchPort>(path[i].channel->GetPort(path[i].end));
            const auto s = in->GetNode()->GetObject<AtmSwitch>();
            switches.insert(s);
            if (joined.insert({in, out}).second)
            {
                s->AddConnection(in->GetPortNumber(),
                                 ids[path[i - 1].channel],
                                 out->GetPortNumber(),
                                 ids[path[i].channel],
                                 options.category);
            }
        }
        pvc.leaves.push_back(CreateVc(ids[path.back().channel], root, false));
        DynamicCast<AtmNetDevice>(leaves.Get(n))->AddVc(pvc.leaves.back());
    }
    const auto& first = paths[0].front();
    pvc.switches = static_cast<uint32_t>(switches.size());
    pvc.a = CreateVc(ids[first.channel], nullptr, true);
    from->AddVc(pvc.a);
    Enforce(guard, pvc.a, GetFirstPort(first), ids[first.channel]);
    pvc.forwardUpc = guard.upc;
    return pvc;
}

int64_t
AtmHelper::AssignStreams(const NetDeviceContainer& c, int64_t stream)
{
    int64_t next = stream;
    std::set<Ptr<Channel>> done;
    for (uint32_t i = 0; i < c.GetN(); ++i)
    {
        if (auto device = DynamicCast<AtmNetDevice>(c.Get(i)))
        {
            next += device->AssignStreams(next);
        }
        if (auto port = DynamicCast<AtmSourcePort>(c.Get(i)); port && port->GetSource())
        {
            next += port->GetSource()->AssignStreams(next);
        }
        const auto channel = DynamicCast<AtmChannel>(c.Get(i)->GetChannel());
        if (channel && done.insert(channel).second)
        {
            next += channel->AssignStreams(next);
        }
    }
    return next - stream;
}

void
AtmHelper::EnablePcapInternal(std::string prefix,
                              Ptr<NetDevice> nd,
                              bool promiscuous,
                              bool explicitFilename)
{
    const auto port = DynamicCast<AtmPort>(nd);
    if (!port)
    {
        NS_LOG_INFO("device " << nd << " is not an ATM port: no capture");
        return;
    }
    const auto device = DynamicCast<AtmNetDevice>(port);
    const bool erf = !device || m_pcapFormat == PCAP_ERF;
    PcapHelper pcap;
    const std::string name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, nd);
    const auto file = pcap.CreateFile(name,
                                      std::ios::out,
                                      PcapLinkType(erf ? ErfRecord::LINK_TYPE : LINK_TYPE_RFC1483));
    if (!device)
    {
        port->TraceConnectWithoutContext("CellTx", MakeBoundCallback(&CaptureCell, file));
        port->TraceConnectWithoutContext("CellRx", MakeBoundCallback(&CaptureCell, file));
    }
    else if (erf)
    {
        device->TraceConnectWithoutContext("PduTx", MakeBoundCallback(&CapturePduTx, file));
        device->TraceConnectWithoutContext("PduRx", MakeBoundCallback(&CapturePduRx, file));
        device->TraceConnectWithoutContext("PduRxError", MakeBoundCallback(&CapturePduError, file));
    }
    else
    {
        pcap.HookDefaultSink<AtmNetDevice>(device,
                                           promiscuous ? "PromiscSniffer" : "Sniffer",
                                           file);
    }
}

void
AtmHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                               std::string prefix,
                               Ptr<NetDevice> nd,
                               bool explicitFilename)
{
    const auto device = DynamicCast<AtmNetDevice>(nd);
    if (!device)
    {
        NS_LOG_INFO("device " << nd << " is not an AtmNetDevice: no ascii trace");
        return;
    }
    // packets go + into the VC's queue, - onto the link, d dropped, r received
    Packet::EnablePrinting();
    AsciiTraceHelper ascii;
    if (!stream)
    {
        const std::string name =
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, device);
        const auto file = ascii.CreateFileStream(name);
        ascii.HookDefaultReceiveSinkWithoutContext<AtmNetDevice>(device, "MacRx", file);
        ascii.HookDefaultEnqueueSinkWithoutContext<AtmNetDevice>(device, "MacTx", file);
        ascii.HookDefaultDequeueSinkWithoutContext<AtmNetDevice>(device, "PhyTxBegin", file);
        ascii.HookDefaultDropSinkWithoutContext<AtmNetDevice>(device, "MacTxDrop", file);
        ascii.HookDefaultDropSinkWithoutContext<AtmNetDevice>(device, "PhyTxDrop", file);
        ascii.HookDefaultDropSinkWithoutContext<AtmNetDevice>(device, "PhyRxDrop", file);
        ascii.HookDefaultDropSinkWithoutContext<AtmNetDevice>(device, "MacRxDrop", file);
        return;
    }
    std::ostringstream path;
    path << "/NodeList/" << nd->GetNode()->GetId() << "/DeviceList/" << nd->GetIfIndex()
         << "/$ns3::hsn::AtmNetDevice/";
    ascii.HookDefaultReceiveSinkWithContext<AtmNetDevice>(device,
                                                          path.str() + "MacRx",
                                                          "MacRx",
                                                          stream);
    ascii.HookDefaultEnqueueSinkWithContext<AtmNetDevice>(device,
                                                          path.str() + "MacTx",
                                                          "MacTx",
                                                          stream);
    ascii.HookDefaultDequeueSinkWithContext<AtmNetDevice>(device,
                                                          path.str() + "PhyTxBegin",
                                                          "PhyTxBegin",
                                                          stream);
    ascii.HookDefaultDropSinkWithContext<AtmNetDevice>(device,
                                                       path.str() + "MacTxDrop",
                                                       "MacTxDrop",
                                                       stream);
    ascii.HookDefaultDropSinkWithContext<AtmNetDevice>(device,
                                                       path.str() + "PhyRxDrop",
                                                       "PhyRxDrop",
                                                       stream);
    for (const std::string drop : {"PhyTxDrop", "MacRxDrop"})
    {
        ascii.HookDefaultDropSinkWithContext<AtmNetDevice>(device, path.str() + drop, drop, stream);
    }
}
} // namespace hsn
} // namespace ns3
