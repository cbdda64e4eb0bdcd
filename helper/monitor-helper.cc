// SPDX-License-Identifier: GPL-2.0-only
#include "monitor-helper.h"

#include "ns3/abort.h"
#include "ns3/csma-net-device.h"
#include "ns3/ethernet-header.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/link-sender.h"
#include "ns3/llc-snap-header.h"
#include "ns3/point-to-point-net-device.h"

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

/// @param collector is told @param offset of the datagram @param frame with the datagram
void
NoteDeparture(ResponseTimeCollector* collector, uint32_t offset, Ptr<const Packet> frame)
{
    collector->NoteDeparture(frame, offset);
}

/// @param collector is told @param offset of the datagram @param frame with the datagram
void
NoteArrival(ResponseTimeCollector* collector, uint32_t offset, Ptr<const Packet> frame)
{
    collector->NoteArrival(frame, offset);
}

/// @param device whose traces MacTx and MacRx have frames @return octets before a frame's datagram
uint32_t
GetLinkHeaderSize(Ptr<NetDevice> device)
{
    if (const auto csma = DynamicCast<CsmaNetDevice>(device))
    {
        const bool isLlc = csma->GetEncapsulationMode() == CsmaNetDevice::LLC;
        return EthernetHeader(false).GetSerializedSize() +
               (isLlc ? LlcSnapHeader().GetSerializedSize() : 0);
    }
    const bool isPpp =
        DynamicCast<PointToPointNetDevice>(device) || DynamicCast<LeanLinkNetDevice>(device);
    return isPpp ? LinkSender::PPP_BYTES : 0;
}

/// @param device with frames @param trace that has them @param note called with each of them
/// @param collector is told
void
ConnectCollector(Ptr<NetDevice> device,
                 const char* trace,
                 void (*note)(ResponseTimeCollector*, uint32_t, Ptr<const Packet>),
                 ResponseTimeCollector& collector)
{
    const bool isThere = device->TraceConnectWithoutContext(
        trace,
        MakeBoundCallback(note, &collector, GetLinkHeaderSize(device)));
    NS_ABORT_MSG_UNLESS(isThere,
                        "MonitorHelper: a " << device->GetInstanceTypeId().GetName()
                                            << " has no trace " << trace);
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
    ConnectCollector(device, "MacTx", &NoteDeparture, collector);
}

void
MonitorHelper::NoteArrivals(Ptr<NetDevice> device, ResponseTimeCollector& collector)
{
    ConnectCollector(device, "MacRx", &NoteArrival, collector);
}
} // namespace hsn
} // namespace ns3
