// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MONITOR_HELPER_H
#define HSN_MONITOR_HELPER_H

#include "ns3/atm-net-device.h"
#include "ns3/burst-monitor.h"
#include "ns3/event-times.h"
#include "ns3/response-time-collector.h"
#include "ns3/usage-parameter-control.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Connects monitors, which know no protocol, to what they watch.
 *
 * A monitor must live as long as the simulation.
 */
class MonitorHelper
{
  public:
    /// @param upc whose cells the monitor watches @param monitor watches
    static void Connect(Ptr<UsageParameterControl> upc, BurstMonitor& monitor);

    /// @param device whose PDUs are noted as they start @param times notes
    static void NotePdus(Ptr<AtmNetDevice> device, EventTimes& times);
    /// Makes the device's link work cell by cell.
    /// @param device whose cells are noted as they start @param times notes
    static void NoteCells(Ptr<AtmNetDevice> device, EventTimes& times);

    /**
     * @brief Response times begin when a datagram's first cell is on the wire.
     * @param device source of the datagrams
     * @param collector is told
     * @param offset octets of encapsulation before a datagram
     */
    static void NoteFirstCells(Ptr<AtmNetDevice> device,
                               ResponseTimeCollector& collector,
                               uint32_t offset = 0);
    /// Response times begin when a datagram is handed to the device, which has the trace MacTx.
    /// @param device source of the datagrams: links of PPP, CSMA, or one without link header
    /// @param collector is told
    static void NoteDepartures(Ptr<NetDevice> device, ResponseTimeCollector& collector);
    /// Response times end when a device, which has the trace MacRx, passes a datagram up.
    /// @param device sink of the datagrams: links of PPP, CSMA, or one without link header
    /// @param collector is told
    static void NoteArrivals(Ptr<NetDevice> device, ResponseTimeCollector& collector);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MONITOR_HELPER_H
