// SPDX-License-Identifier: GPL-2.0-only
#include "monitor-helper.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param monitor is told @param cell passed on
void
PassCell(BurstMonitor* monitor, const UpcCell& cell)
{
    monitor->NoteCell(cell.time, cell.last, true);
}

/// @param monitor is told @param cell discarded
void
DiscardCell(BurstMonitor* monitor, const UpcCell& cell, UpcReason)
{
    monitor->NoteCell(cell.time, cell.last, false);
}

/// @param times is told
void
NotePdu(EventTimes* times, AtmVcId, Ptr<const AtmPdu>)
{
    times->Note();
}

/// @param times is told @param cell sent
void
NoteCell(EventTimes* times, const CellBurst& cell)
{
    times->NoteAt(cell.start);
}

/// @param collector is told @param offset of the datagram @param pdu with the datagram
void
NoteFirstCell(ResponseTimeCollector* collector, uint32_t offset, AtmVcId, Ptr<const AtmPdu> pdu)
{
    collector->NoteDeparture(pdu->GetSdu(), offset);
}

/// @param collector is told @param packet a datagram
void
NoteDeparture(ResponseTimeCollector* collector, Ptr<const Packet> packet)
{
    collector->NoteDeparture(packet);
}

/// @param collector is told @param packet a datagram
void
NoteArrival(ResponseTimeCollector* collector, Ptr<const Packet> packet)
{
    collector->NoteArrival(packet);
}
} // namespace

void
MonitorHelper::Connect(Ptr<UsageParameterControl> upc, BurstMonitor& monitor)
{
    upc->TraceConnectWithoutContext("Conforming", MakeBoundCallback(&PassCell, &monitor));
    upc->TraceConnectWithoutContext("Tagged", MakeBoundCallback(&PassCell, &monitor));
    upc->TraceConnectWithoutContext("Discarded", MakeBoundCallback(&DiscardCell, &monitor));
}

void
MonitorHelper::NotePdus(Ptr<AtmNetDevice> device, EventTimes& times)
{
    device->TraceConnectWithoutContext("PduTx", MakeBoundCallback(&NotePdu, &times));
}

void
MonitorHelper::NoteCells(Ptr<AtmNetDevice> device, EventTimes& times)
{
    device->TraceConnectWithoutContext("CellTx", MakeBoundCallback(&NoteCell, &times));
}

void
MonitorHelper::NoteFirstCells(Ptr<AtmNetDevice> device,
                              ResponseTimeCollector& collector,
                              uint32_t offset)
{
    device->TraceConnectWithoutContext("PduTx",
                                       MakeBoundCallback(&NoteFirstCell, &collector, offset));
}

void
MonitorHelper::NoteDepartures(Ptr<NetDevice> device, ResponseTimeCollector& collector)
{
    device->TraceConnectWithoutContext("MacTx", MakeBoundCallback(&NoteDeparture, &collector));
}

void
MonitorHelper::NoteArrivals(Ptr<NetDevice> device, ResponseTimeCollector& collector)
{
    device->TraceConnectWithoutContext("MacRx", MakeBoundCallback(&NoteArrival, &collector));
}
} // namespace hsn
} // namespace ns3
