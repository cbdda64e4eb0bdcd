// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Transport protocols over ATM: connections that always have data, across one bottleneck.
 */
#ifndef HSN_TRANSPORT_NETWORK_H
#define HSN_TRANSPORT_NETWORK_H

#include "bench-run.h"

#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @return what there is to measure:
 *   tcp                  one TCP through a switch, 155.52 Mbit/s, 9180-octet packets
 *   boston, boston-1500  16 TCP Bostons into one port of a switch, 1.5 Mbit/s, 256 cells of
 *                        buffer, packets of 9180 and 1500 octets (paper boston, figure 3)
 *   background           3 TCPs over two switches, 150 Mbit/s, 1000 km, 1000 cells of buffer, with
 *                        40 Mbit/s of cells that come singly, as a Poisson process
 *   background-messages  the same with messages of 20 cells on average, at most 200, spaced at 1.2
 *                        times the mean rate (paper xtp-atm, background sources)
 */
std::vector<BenchPlan> MakeTransportPlans();
} // namespace hsn
} // namespace ns3

#endif // HSN_TRANSPORT_NETWORK_H
