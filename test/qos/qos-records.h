// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Records of connection 1, for tests of the monitor.
 */
#ifndef QOS_RECORDS_H
#define QOS_RECORDS_H

#include "ns3/qos-event.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
constexpr int64_t MS = 1000000; //!< ns

/// @param action of a record @param ms its time @return it, of connection 1
inline QosEvent
MakeRecord(QosAction action, int64_t ms)
{
    QosEvent event{};
    event.connection = 1;
    event.time = ms * MS;
    event.action = action;
    return event;
}

/// @param ms its time @param contract what is agreed upon @return record that opens connection 1
inline QosEvent
MakeOpen(int64_t ms, const QosContract& contract)
{
    QosEvent event = MakeRecord(QOS_OPEN, ms);
    event.info = QOS_INFO_CONTRACT;
    event.contract = contract;
    return event;
}

/// @param action that sends or receives @param ms its time @return record of 800 bits
inline QosEvent
MakePacket(QosAction action, int64_t ms)
{
    QosEvent event = MakeRecord(action, ms);
    event.info = QOS_INFO_PACKET;
    event.packet.bits = 800;
    return event;
}

/// @param action a request or its answer @param ms its time @param value what tells requests apart
/// @param seq octets sent so far @return record
inline QosEvent
MakeSync(QosAction action, int64_t ms, uint32_t value, uint64_t seq = 0)
{
    QosEvent event = MakeRecord(action, ms);
    event.info = QOS_INFO_SYNC;
    event.sync = {value, seq};
    return event;
}
} // namespace hsn
} // namespace ns3

#endif // QOS_RECORDS_H
