// SPDX-License-Identifier: GPL-2.0-only
#include "qos-mib.h"

#include "ns3/abort.h"
#include "ns3/json-object.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(QosMib);

namespace
{
constexpr int64_t MICROSECOND = 1000;
constexpr int64_t SECOND = 1000000000;
constexpr int64_t TICK = 10000000; // TimeTicks are hundredths of a second
} // namespace

TypeId
QosMib::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::QosMib")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<QosMib>()
                            .AddAttribute("Bandwidth",
                                          "Of the host's network; shown, not used.",
                                          DataRateValue(DataRate("10Mbps")),
                                          MakeDataRateAccessor(&QosMib::m_bandwidth),
                                          MakeDataRateChecker())
                            .AddTraceSource("Update",
                                            "All values are new.",
                                            MakeTraceSourceAccessor(&QosMib::m_updated),
                                            "ns3::hsn::QosMib::UpdateTracedCallback");
    return tid;
}

QosMib::QosMib() = default;
QosMib::~QosMib() = default;

const std::array<QosMibObject, QosMib::COLUMNS>&
QosMib::GetColumns()
{
    static const std::array<QosMibObject, COLUMNS> columns{{{"throughput", QOS_MIB_GAUGE},
                                                            {"throughputContract", QOS_MIB_GAUGE},
                                                            {"rtt", QOS_MIB_GAUGE},
                                                            {"delay", QOS_MIB_GAUGE},
                                                            {"delayContract", QOS_MIB_GAUGE},
                                                            {"jitter", QOS_MIB_GAUGE},
                                                            {"jitterContract", QOS_MIB_GAUGE},
                                                            {"errorBits", QOS_MIB_COUNTER},
                                                            {"bitErrorRate", QOS_MIB_UNSIGNED},
                                                            {"packets", QOS_MIB_COUNTER},
                                                            {"octets", QOS_MIB_COUNTER},
                                                            {"status", QOS_MIB_STATUS},
                                                            {"age", QOS_MIB_TICKS},
                                                            {"lastChange", QOS_MIB_TICKS}}};
    return columns;
}

const std::array<QosMibObject, QosMib::SCALARS>&
QosMib::GetScalars()
{
    static const std::array<QosMibObject, SCALARS> scalars{{{"connections", QOS_MIB_GAUGE},
                                                            {"bandwidth", QOS_MIB_GAUGE},
                                                            {"actBandwidth", QOS_MIB_GAUGE},
                                                            {"events", QOS_MIB_COUNTER32},
                                                            {"wakeups", QOS_MIB_COUNTER32},
                                                            {"fifoDrops", QOS_MIB_COUNTER32}}};
    return scalars;
}

void
QosMib::SetMonitor(Ptr<QosMonitor> monitor)
{
    NS_ABORT_MSG_IF(m_monitor || !monitor, "A MIB has one monitor");
    m_monitor = monitor;
    monitor->TraceConnectWithoutContext("Update", MakeCallback(&QosMib::Update, this));
}

Ptr<QosMonitor>
QosMib::GetMonitor() const
{
    return m_monitor;
}

void
QosMib::DoDispose()
{
    if (m_monitor)
    {
        m_monitor->TraceDisconnectWithoutContext("Update", MakeCallback(&QosMib::Update, this));
        m_monitor = nullptr;
    }
    Object::DoDispose();
}

QosMib::Row
QosMib::Make(const QosRow& row, Time now)
{
    Row made{};
    made.connection = row.connection;
    made.direction = row.direction;
    size_t column = 0;
    const auto add = [&](bool has, uint64_t value) {
        made.values[column] = has ? value : 0;
        made.present |= static_cast<uint32_t>(has) << column;
        ++column;
    };
    const auto us = [](int64_t ns) { return static_cast<uint64_t>(ns / MICROSECOND); };
    const auto ticks = [](int64_t ns) { return static_cast<uint64_t>(ns / TICK); };
    const int64_t until = row.closed >= 0 ? row.closed : std::max(now.GetNanoSeconds(), row.opened);
    add(true, row.throughput);
    add(row.contract.throughput > 0, row.contract.throughput);
    add(row.hasRtt, us(row.rtt));
    add(row.hasRtt, us(row.GetDelay()));
    add(row.contract.delay > 0, us(row.contract.delay));
    add(row.HasJitter(), us(static_cast<int64_t>(row.jitter.Get())));
    add(row.contract.jitter > 0, us(row.contract.jitter));
    add(row.hasErrors, row.errorBits);
    add(row.hasErrors, static_cast<uint64_t>(std::llround(std::min(row.bitErrorRate, 4.0) * 1e9)));
    add(true, row.packets);
    add(true, row.bits / 8);
    add(true, row.status);
    add(true, ticks(until - row.opened));
    add(true, ticks(row.lastChange));
    return made;
}

void
QosMib::Update()
{
    m_time = m_monitor->GetTime();
    m_rows.clear();
    m_scalars = {};
    m_scalars[1] = m_bandwidth.GetBitRate();
    for (const auto* row : m_monitor->GetRows())
    {
        m_rows.push_back(Make(*row, m_time));
        if (row->closed < 0)
        {
            m_scalars[0] += row->direction == QOS_OUT;
            m_scalars[2] += row->throughput;
        }
    }
    const auto fifo = m_monitor->GetFifo();
    m_scalars[3] = fifo->GetEvents();
    m_scalars[4] = fifo->GetRequests();
    m_scalars[5] = fifo->GetDrops();
    m_updated(this);
}

Time
QosMib::GetTime() const
{
    return m_time;
}

const std::vector<QosMib::Row>&
QosMib::GetRows() const
{
    return m_rows;
}

uint64_t
QosMib::GetScalar(size_t scalar) const
{
    return m_scalars.at(scalar);
}

std::vector<QosMib::Row>::const_iterator
QosMib::GetAfter(uint64_t connection, uint32_t direction) const
{
    return std::upper_bound(m_rows.begin(),
                            m_rows.end(),
                            std::make_pair(connection, direction),
                            [](const std::pair<uint64_t, uint32_t>& index, const Row& row) {
                                return index < std::make_pair(row.connection,
                                                              static_cast<uint32_t>(row.direction));
                            });
}

QosMibExporter::QosMibExporter(std::ostream& out, Format format)
    : m_out(out),
      m_format(format)
{
    if (m_format == CSV)
    {
        m_out << "time_s,connId,direction";
        for (const auto& column : QosMib::GetColumns())
        {
            m_out << ',' << column.name;
        }
        m_out << '\n';
    }
}

void
QosMibExporter::Connect(Ptr<QosMib> mib, std::ostream& out, Format format)
{
    const Ptr<QosMibExporter> self(new QosMibExporter(out, format), false);
    mib->TraceConnectWithoutContext("Update", MakeCallback(&QosMibExporter::Write, self));
}

std::string
QosMibExporter::WriteId(uint64_t id)
{
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
    {
        text += "0123456789abcdef"[id >> shift & 15];
    }
    return text;
}

void
QosMibExporter::Write(Ptr<const QosMib> mib)
{
    if (m_format == CSV)
    {
        WriteCsv(*mib);
    }
    else
    {
        m_out << MakeJson(*mib).ToString() << '\n';
    }
}

void
QosMibExporter::WriteCsv(const QosMib& mib)
{
    const int64_t now = mib.GetTime().GetNanoSeconds();
    const std::string rest = std::to_string(now % SECOND);
    for (const auto& row : mib.GetRows())
    {
        m_out << now / SECOND << '.' << std::string(9 - rest.size(), '0') << rest << ','
              << WriteId(row.connection) << ',' << (row.direction == QOS_IN ? "in" : "out");
        for (size_t column = 0; column < QosMib::COLUMNS; ++column)
        {
            m_out << ',';
            if (row.Has(column))
            {
                m_out << row.values[column];
            }
        }
        m_out << '\n';
    }
}

JsonObject
QosMibExporter::MakeJson(const QosMib& mib)
{
    JsonObject out;
    out.Set("time_s", mib.GetTime().GetSeconds());
    for (size_t scalar = 0; scalar < QosMib::SCALARS; ++scalar)
    {
        out.Set(QosMib::GetScalars()[scalar].name, mib.GetScalar(scalar));
    }
    std::vector<JsonObject> rows;
    for (const auto& row : mib.GetRows())
    {
        JsonObject one;
        one.Set("connId", WriteId(row.connection));
        one.Set("direction", row.direction == QOS_IN ? "in" : "out");
        for (size_t column = 0; column < QosMib::COLUMNS; ++column)
        {
            if (row.Has(column))
            {
                one.Set(QosMib::GetColumns()[column].name, row.values[column]);
            }
        }
        rows.push_back(one);
    }
    out.Set("rows", rows);
    return out;
}
} // namespace hsn
} // namespace ns3
