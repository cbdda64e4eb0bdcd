// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The cost of a segment when the window is constant, of TCP and of the same packets sent by UDP.
 */
#ifndef HSN_TCP_WINDOW_H
#define HSN_TCP_WINDOW_H

#include "tcp-path.h"

namespace ns3
{
namespace hsn
{
/// The measurement of the cost at a given window; see WindowRun().
struct WindowScenario
{
    double lossRate{1e-3};
    uint64_t segments{150000}; //!< measured; as many as the window is long come before
    uint32_t buffer{4};        //!< windows; a lost segment holds up the two sent after it
};

/**
 * @brief The cost per segment when a given number is outstanding.
 *
 * The congestion window is constant, and what does not fit on the links waits in the bottleneck's
 * queue, so that the number of scheduled events does not depend on the window. Every segment is
 * acknowledged at once, so that losses do not change the number of ACKs; each first transmission is
 * lost with the same probability at every window, so at 10^5 segments there are 100 holes in the
 * scoreboard at any time and recovery never ends; at 10^2 there is one in every ten windows.
 *
 * @param s what to run
 * @param factory TypeId of the socket factory
 * @param window segments
 * @return the cost
 */
Cost WindowRun(const WindowScenario& s, const std::string& factory, uint32_t window);

/// The same packets without losses, by UDP. @return the cost
Cost WindowFloorRun(const WindowScenario& s, uint32_t window);
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_WINDOW_H
