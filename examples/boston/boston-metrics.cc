// SPDX-License-Identifier: GPL-2.0-only
#include "boston-network.h"

#include "ns3/atm-net-device.h"
#include "ns3/atm-output-port.h"
#include "ns3/boston-socket.h"
#include "ns3/cell-burst.h"
#include "ns3/core-module.h"
#include "ns3/fairness-index.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{
namespace hsn
{
void
BostonNetwork::AddGoodput(JsonObject& out) const
{
    std::vector<double> each;
    double sum = 0;
    double cross = 0;
    for (const auto& connection : m_connections)
    {
        const double mbps = connection.bytes * 8e-6 / m_o.duration;
        if (connection.cross)
        {
            cross += mbps;
            continue;
        }
        each.push_back(mbps);
        sum += mbps;
    }
    out.Set("goodput_mbps", sum);
    out.Set("goodput_share", sum * 1e6 / m_o.linkRate.GetBitRate());
    out.Set("fairness", GetFairnessIndex(each));
    out.Set("starved", std::count_if(each.begin(), each.end(), [&](double mbps) {
                return mbps < 0.1 * sum / each.size();
            }));
    out.Set("goodputs_mbps", each);
    out.Set("cross_goodput_mbps", cross);
}

void
BostonNetwork::AddResponse(JsonObject& out) const
{
    const auto& times = m_response.GetTimes();
    const Time deadline = MicroSeconds(std::llround(m_o.GetDeadline() * 1000));
    const auto decided = static_cast<double>(m_response.CountDecided(deadline));
    out.Set("segments_complete", times.GetCount());
    out.Set("segments_under_way", m_response.GetUnderWay());
    out.Set("response_ms", m_response.GetMeanOfConnections() * 1e3);
    out.Set("response_all_ms", times.GetMean() * 1e3);
    out.Set("response_sd_ms", times.GetDeviation() * 1e3);
    // the time that a packet under way has taken so far is less than its response time will be
    const auto soFar = m_response.GetTimesSoFar();
    const auto ages = m_response.GetAges();
    out.Set("so_far_ms", soFar.GetMean() * 1e3);
    out.Set("so_far_sd_ms", soFar.GetDeviation() * 1e3);
    out.Set("under_way_age_ms", ages.GetMean() * 1e3);
    out.Set("under_way_oldest_ms", ages.GetPercentile(1) * 1e3);
    out.Set("silent", m_response.CountSilent());
    out.Set("variability", times.GetDeviation() / times.GetMean());
    out.Set("response_min_ms", times.GetPercentile(0) * 1e3);
    out.Set("response_p50_ms", times.GetPercentile(0.5) * 1e3);
    out.Set("response_p95_ms", times.GetPercentile(0.95) * 1e3);
    out.Set("response_p99_ms", times.GetPercentile(0.99) * 1e3);
    out.Set("response_max_ms", times.GetPercentile(1) * 1e3);
    out.Set("deadline_ms", m_o.GetDeadline());
    out.Set("missed_share", m_response.CountLate(deadline) / decided);
    out.Set("histogram_bin_ms", m_o.histogramBin);
    out.Set("histogram", times.GetHistogram(m_o.histogramBin / 1e3));
    const auto& c = m_response.GetCounters();
    out.Set("transmissions", c.departures);
    out.Set("transmissions_complete", c.arrivals);
    out.Set("transmissions_useful", m_o.IsBoston() ? CountUseful() : c.arrivals);
    out.Set("packet_loss", 1 - static_cast<double>(c.arrivals) / c.departures);
    out.Set("rounds", static_cast<double>(c.departures) / times.GetCount());
}

void
BostonNetwork::AddCells(JsonObject& out) const
{
    uint64_t sent = 0;
    uint64_t data = 0;
    for (const auto& connection : m_connections)
    {
        data += connection.cross ? 0 : connection.pvc.a->GetTxCounters().cells;
        sent += connection.pvc.a->GetTxCounters().cells;
        sent += connection.pvc.leaves[0]->GetTxCounters().cells;
    }
    uint64_t received = 0;
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        const auto device = DynamicCast<AtmNetDevice>(m_devices.Get(i));
        received += device->GetRxCounters().cells;
    }
    uint64_t discarded = 0;
    uint64_t queued = 0;
    for (const auto& node : m_switches)
    {
        for (uint32_t i = 0; i < node->GetNPorts(); ++i)
        {
            const auto output = node->GetPort(i)->GetOutput();
            discarded += output->GetCounters().GetDiscarded();
            queued += output->GetNCells();
        }
    }
    AtmCellQueue::Counters all;
    std::vector<uint64_t> discards;
    for (uint32_t i = 0; i < m_outputs.size(); ++i)
    {
        const auto c = GetBottleneck(i)->GetCounters();
        all.in += c.in;
        discards.push_back(c.GetDiscarded());
    }
    const auto last = GetBottleneck(m_outputs.size() - 1)->GetCounters();
    const auto refused = std::accumulate(discards.begin(), discards.end(), uint64_t{0});
    out.Set("cells_data", data);
    out.Set("cells_sent", sent);
    out.Set("cells_received", received);
    out.Set("cells_discarded", discarded);
    out.Set("cells_queued", queued);
    out.Set("cells_on_links",
            static_cast<int64_t>(sent) - static_cast<int64_t>(received + discarded + queued));
    out.Set("cell_loss", static_cast<double>(refused) / all.in);
    out.Set("discarded_by_switch", discards);
    out.Set("sink_cells", last.out);
    out.Set("sink_mb", last.out * CellBurst::CELL_BYTES * 1e-6);
}

BostonNetwork::SenderSums
BostonNetwork::SumSenders() const
{
    SenderSums sums;
    for (const auto& connection : m_connections)
    {
        const auto socket = connection.application->GetSocket();
        if (const auto tcp = DynamicCast<IndexedTcpSocket>(socket))
        {
            const auto& c = tcp->GetCounters();
            sums.tcp.retransmissions += c.retransmissions;
            sums.tcp.fastRecoveries += c.fastRecoveries;
            sums.tcp.timeouts += c.timeouts;
        }
        if (const auto boston = DynamicCast<BostonSocket>(socket))
        {
            const auto& c = boston->GetBostonCounters();
            sums.boston.partial += c.partial;
            sums.boston.stale += c.stale;
            sums.boston.malformed += c.malformed;
        }
    }
    return sums;
}

uint64_t
BostonNetwork::CountUseful() const
{
    uint64_t useful = 0;
    // the first is the sink's, where packets are counted
    for (const auto& socket : DynamicCast<PacketSink>(m_receivers.Get(0))->GetAcceptedSockets())
    {
        const auto boston = DynamicCast<BostonSocket>(socket);
        useful += boston->IsDispersing() ? boston->GetReceiver()->GetCounters().heard : 0;
    }
    return useful;
}

void
BostonNetwork::AddTransport(JsonObject& out) const
{
    const auto sums = SumSenders();
    if (m_o.flow != "Ns3Vegas") // ns-3's sockets do not count
    {
        out.Set("retransmissions", sums.tcp.retransmissions);
        out.Set("fast_recoveries", sums.tcp.fastRecoveries);
        out.Set("timeouts", sums.tcp.timeouts);
    }
    if (m_o.IsBoston())
    {
        out.Set("partial_reports", sums.boston.partial);
        out.Set("stale_reports", sums.boston.stale);
        out.Set("malformed_reports", sums.boston.malformed);
        out.Set("segment_transmissions", m_transmissions.GetMean());
    }
    uint64_t good = 0;
    uint64_t failed = 0;
    for (const auto& connection : m_connections)
    {
        good += connection.pvc.leaves[0]->GetRxCounters().pdus;
        failed += connection.pvc.leaves[0]->GetRxCounters().GetTotalErrors();
    }
    out.Set("aal5_good", good);
    out.Set("aal5_failed", failed);
}
} // namespace hsn
} // namespace ns3
