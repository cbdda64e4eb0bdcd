// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The counters that are read in a random ATM network.
 */
#include "atm-network-run.h"
#include "atm-network-source.h"

#include "ns3/boston-socket.h"
#include "ns3/indexed-tcp-socket.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param values counters @return the same, as records have them
std::vector<int64_t>
MakeValues(std::initializer_list<uint64_t> values)
{
    return std::vector<int64_t>(values.begin(), values.end());
}
} // namespace

void
AtmNetworkRun::ListReaders()
{
    for (uint32_t n = 0; n < m_plan.slotTimes.size(); ++n)
    {
        const auto sw = m_nodes.Get(n)->GetObject<AtmSwitch>();
        m_readers.push_back(
            {"switch",
             m_plan.GetNodeName(n),
             "received unknownVc policed tagged switched copies",
             [sw] {
                 const auto c = sw->GetCounters();
                 return MakeValues(
                     {c.received, c.unknownVc, c.policed, c.tagged, c.switched, c.copies});
             }});
    }
    for (uint32_t i = 0; i < m_ports.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            ListPort(i, end);
        }
    }
    for (uint32_t i = 0; i < m_connections.size(); ++i)
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            ListConnection(i, end);
        }
    }
    for (uint32_t i = 0; i < m_sources.size(); ++i)
    {
        const auto* source = m_sources[i].get();
        m_readers.push_back({"source", std::to_string(i), "sent refused", [source] {
                                 return source->GetCounters();
                             }});
    }
    for (uint32_t i = 0; i < m_cellSources.size(); ++i)
    {
        ListCellSource(m_cellSources[i], std::to_string(i));
    }
    for (uint32_t i = 0; i < m_sinks.size(); ++i)
    {
        if (m_sinks[i])
        {
            ListFlow(i);
        }
    }
}

void
AtmNetworkRun::ListCellSource(const CellSourceConnection& c, const std::string& name)
{
    m_readers.push_back({"cell source", name, "units cells received sent inFlight", [c] {
                             const auto counters = c.source->GetCounters();
                             const auto channel = DynamicCast<AtmPort>(c.port)->GetAtmChannel();
                             return MakeValues({counters.units,
                                                counters.cells,
                                                c.sink->GetRawRxCells(),
                                                channel->GetCounters(0).sent,
                                                channel->GetInFlight(0)});
                         }});
}

void
AtmNetworkRun::ListPort(uint32_t link, uint32_t end)
{
    const std::string name = m_plan.GetPortName(link, end);
    const auto channel = m_ports[link][end]->GetAtmChannel();
    m_readers.push_back({"link",
                         "from " + name,
                         "sent delivered lost hecDiscarded hecCorrected damaged inFlight",
                         [channel, end] {
                             const auto c = channel->GetCounters(end);
                             return MakeValues({c.sent,
                                                c.delivered,
                                                c.lost,
                                                c.hecDiscarded,
                                                c.hecCorrected,
                                                c.damaged,
                                                channel->GetInFlight(end)});
                         }});
    if (const auto device = DynamicCast<AtmNetDevice>(m_ports[link][end]))
    {
        m_readers.push_back(
            {"host", name, "cells unknownVc sdus badEncapsulation rxQueueDrops", [device] {
                 const auto c = device->GetRxCounters();
                 return MakeValues(
                     {c.cells, c.unknownVc, c.sdus, c.badEncapsulation, c.rxQueueDrops});
             }});
        return;
    }
    const auto output = DynamicCast<AtmSwitchPort>(m_ports[link][end])->GetOutput();
    m_readers.push_back(
        {"port", name, "cells", [output] { return MakeValues({output->GetNCells()}); }});
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        const auto queue = output->GetQueue(static_cast<AtmServiceCategory>(c));
        m_readers.push_back({"queue",
                             std::to_string(c) + " of " + name,
                             "in out full partial early clp cells",
                             [queue] {
                                 const auto q = queue->GetCounters();
                                 return MakeValues({q.in,
                                                    q.out,
                                                    q.Get(CELL_BUFFER_FULL),
                                                    q.Get(CELL_PARTIAL_PACKET),
                                                    q.Get(CELL_EARLY_PACKET),
                                                    q.Get(CELL_CLP_THRESHOLD),
                                                    queue->GetNCells()});
                             }});
    }
}

void
AtmNetworkRun::ListConnection(uint32_t i, uint32_t end)
{
    const auto& c = m_connections[i];
    const std::string name = "connection " + std::to_string(i) + " end " + std::to_string(end);
    if (const auto upc = c.upc[end])
    {
        m_readers.push_back({"UPC", "of " + name, "conforming tagged pcr scr ppd epd", [upc] {
                                 const auto u = upc->GetCounters();
                                 return MakeValues({u.conforming,
                                                    u.tagged,
                                                    u.discardedPcr,
                                                    u.discardedScr,
                                                    u.discardedPpd,
                                                    u.discardedEpd});
                             }});
    }
    for (uint32_t k = 0; k < c.vcs[end].size(); ++k)
    {
        const auto vc = c.vcs[end][k];
        m_readers.push_back(
            {"VC",
             "of " + name + " at " + m_plan.GetNodeName(c.hosts[end][k]),
             "txSdus txCells waiting rxCells pdus bytes delivered failed pending errors",
             [vc] {
                 const auto t = vc->GetTxCounters();
                 const auto r = vc->GetRxCounters();
                 return MakeValues({t.sdus,
                                    t.cells,
                                    vc->GetQueue()->GetNPackets(),
                                    r.cells,
                                    r.pdus,
                                    r.sduBytes,
                                    r.deliveredCells,
                                    r.failedCells,
                                    vc->GetPendingRxCells(),
                                    r.GetTotalErrors()});
             }});
    }
}

void
AtmNetworkRun::ListFlow(uint32_t i)
{
    const std::string name = "flow " + std::to_string(i);
    const auto sink = m_sinks[i];
    m_readers.push_back(
        {"receiver", "of " + name, "bytes cells segments partial", [sink] {
             BostonReceiver::Counters c;
             for (const auto& socket : sink->GetAcceptedSockets())
             {
                 const auto boston = DynamicCast<BostonSocket>(socket);
                 if (boston && boston->GetReceiver())
                 {
                     c = boston->GetReceiver()->GetCounters();
                 }
             }
             return MakeValues({sink->GetTotalRx(), c.cells, c.segments, c.partial});
         }});
    m_readers.push_back(
        {"sender", "of " + name, "sent received again recoveries timeouts partial", [this, i] {
             const auto tcp = DynamicCast<IndexedTcpSocket>(m_sockets[i]);
             const auto boston = DynamicCast<BostonSocket>(m_sockets[i]);
             const auto c = tcp ? tcp->GetCounters() : IndexedTcpSocket::Counters();
             return MakeValues({c.segmentsSent,
                                c.segmentsReceived,
                                c.retransmissions,
                                c.fastRecoveries,
                                c.timeouts,
                                boston ? boston->GetBostonCounters().partial : 0});
         }});
}

void
AtmNetworkRun::Read(const Reader& r)
{
    std::vector<int64_t> values = r.read();
    values.insert(values.begin(), Simulator::Now().GetTimeStep());
    m_observation.Get("counters of " + r.kind + " " + r.place, "time " + r.fields).Add(values);
}

void
AtmNetworkRun::Cover()
{
    m_coverage["ties of cells"] += m_ties;
    for (const auto& r : m_readers)
    {
        const auto values = r.read();
        std::istringstream names(r.fields);
        std::string name;
        for (const int64_t value : values)
        {
            names >> name;
            m_coverage[r.kind + " " + name] += value;
        }
    }
}
} // namespace hsn
} // namespace ns3
