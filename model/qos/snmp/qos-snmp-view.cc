// SPDX-License-Identifier: GPL-2.0-only
#include "qos-snmp-view.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr size_t SYSTEM = 3;         // objects of the group system
constexpr uint32_t FIRST_COLUMN = 3; // 1 and 2 are the index
constexpr size_t INDEX = 9;          // arcs: octets of the id, direction

const SnmpOid SYSTEM_GROUP{1, 3, 6, 1, 2, 1, 1};
const SnmpOid ROOT{1, 3, 6, 1, 4, 1, 32473, 97};

/// @param oid an object identifier @param arc behind it @return both
SnmpOid
Append(SnmpOid oid, uint32_t arc)
{
    oid.push_back(arc);
    return oid;
}

/// @return objects of the host, without the 0 of their instances
SnmpOid
NameObject(size_t scalar)
{
    return Append(Append(Append(ROOT, 1), 1), static_cast<uint32_t>(scalar + 1));
}

/// @param column number @return it, without an index
SnmpOid
NameColumn(size_t column)
{
    return Append(Append(Append(Append(ROOT, 1), 2), 1),
                  static_cast<uint32_t>(column) + FIRST_COLUMN);
}

/// @param name of an instance @param arcs before its index @param id of the greatest index that is
/// not behind @p name @param direction of it
void
ReadIndex(const SnmpOid& name, size_t arcs, uint64_t& id, uint32_t& direction)
{
    id = 0;
    direction = 0;
    for (size_t i = 0; i < INDEX; ++i)
    {
        const bool there = arcs + i < name.size();
        const uint32_t arc = there ? name[arcs + i] : 0;
        if (i == INDEX - 1)
        {
            direction = arc;
        }
        else if (arc > 0xff)
        {
            // behind all ids that begin so
            const unsigned rest = 8 * static_cast<unsigned>(INDEX - 1 - i);
            id = rest == 64 ? UINT64_MAX : (id << rest | ((uint64_t(1) << rest) - 1));
            direction = UINT32_MAX;
            return;
        }
        else
        {
            id = id << 8 | arc;
        }
    }
}
} // namespace

QosSnmpView::QosSnmpView(Ptr<const QosMib> mib)
    : m_mib(mib)
{
}

const SnmpOid&
QosSnmpView::GetRoot()
{
    return ROOT;
}

SnmpOid
QosSnmpView::NameScalar(size_t scalar)
{
    return Append(NameObject(scalar), 0);
}

SnmpOid
QosSnmpView::NameCell(size_t column, uint64_t connection, QosDirection direction)
{
    SnmpOid name = NameColumn(column);
    for (int shift = 56; shift >= 0; shift -= 8)
    {
        name.push_back(static_cast<uint32_t>(connection >> shift & 0xff));
    }
    name.push_back(direction);
    return name;
}

SnmpValue
QosSnmpView::GetSystem(size_t object)
{
    return object == 0 ? SnmpValue::Octets("hsn QoS monitor")
           : object == 1
               ? SnmpValue::Oid(ROOT)
               : SnmpValue::Number(SNMP_TIME_TICKS,
                                   static_cast<uint64_t>(Simulator::Now().GetMilliSeconds() / 10));
}

SnmpValue
QosSnmpView::Make(QosMibKind kind, uint64_t number)
{
    switch (kind)
    {
    case QOS_MIB_COUNTER:
        return SnmpValue::Number(SNMP_COUNTER64, number);
    case QOS_MIB_COUNTER32:
        return SnmpValue::Number(SNMP_COUNTER32, number);
    case QOS_MIB_TICKS:
        return SnmpValue::Number(SNMP_TIME_TICKS, number);
    case QOS_MIB_STATUS:
        return SnmpValue::Number(SNMP_INTEGER, number);
    default:
        return SnmpValue::Number(SNMP_GAUGE32, number);
    }
}

SnmpValue
QosSnmpView::Get(const SnmpOid& name) const
{
    // what is there follows directly behind the greatest name before it
    SnmpOid before = name;
    SnmpBinding next;
    if (!before.empty())
    {
        if (before.back() > 0)
        {
            --before.back();
            before.push_back(UINT32_MAX);
        }
        else
        {
            before.pop_back();
        }
        if (GetNext(before, next) && next.name == name)
        {
            return next.value;
        }
    }
    bool known = false;
    for (size_t i = 0; i < SYSTEM; ++i)
    {
        known = known || IsSnmpPrefix(name, Append(SYSTEM_GROUP, static_cast<uint32_t>(i + 1)));
    }
    for (size_t i = 0; i < QosMib::SCALARS; ++i)
    {
        known = known || IsSnmpPrefix(name, NameObject(i));
    }
    for (size_t i = 0; i < QosMib::COLUMNS; ++i)
    {
        known = known || IsSnmpPrefix(name, NameColumn(i));
    }
    return SnmpValue::Exception(known ? SNMP_NO_SUCH_INSTANCE : SNMP_NO_SUCH_OBJECT);
}

bool
QosSnmpView::GetNext(const SnmpOid& after, SnmpBinding& next) const
{
    for (size_t i = 0; i < SYSTEM; ++i)
    {
        next.name = Append(Append(SYSTEM_GROUP, static_cast<uint32_t>(i + 1)), 0);
        if (after < next.name)
        {
            next.value = GetSystem(i);
            return true;
        }
    }
    for (size_t i = 0; i < QosMib::SCALARS; ++i)
    {
        next.name = NameScalar(i);
        if (after < next.name)
        {
            next.value = Make(QosMib::GetScalars()[i].kind, m_mib->GetScalar(i));
            return true;
        }
    }
    for (size_t i = 0; i < QosMib::COLUMNS; ++i)
    {
        const SnmpOid column = NameColumn(i);
        const bool inside = IsSnmpPrefix(after, column);
        if (!inside && column < after)
        {
            continue;
        }
        uint64_t id = 0;
        uint32_t direction = 0;
        if (inside)
        {
            ReadIndex(after, column.size(), id, direction);
        }
        for (auto row = m_mib->GetAfter(id, direction); row != m_mib->GetRows().end(); ++row)
        {
            if (row->Has(i))
            {
                next.name = NameCell(i, row->connection, row->direction);
                next.value = Make(QosMib::GetColumns()[i].kind, row->values[i]);
                return true;
            }
        }
    }
    return false;
}

void
QosSnmpView::ConnectAlarms(Ptr<QosMib> mib, Ptr<SnmpAgent> agent)
{
    mib->GetMonitor()->TraceConnectWithoutContext(
        "Alarm",
        MakeBoundCallback(&QosSnmpView::SendAlarm, agent));
}

void
QosSnmpView::SendAlarm(Ptr<SnmpAgent> agent, const QosRow& row, QosStatus, QosStatus)
{
    const auto cell = QosMib::Make(row, Simulator::Now());
    std::vector<SnmpBinding> bindings;
    // status, throughput, delay, jitter
    for (const size_t column : {11, 0, 3, 5})
    {
        if (cell.Has(column))
        {
            bindings.push_back({NameCell(column, row.connection, row.direction),
                                Make(QosMib::GetColumns()[column].kind, cell.values[column])});
        }
    }
    agent->SendTrap(Append(Append(ROOT, 0), 1), bindings);
}
} // namespace hsn
} // namespace ns3
