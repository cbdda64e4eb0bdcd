// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The testbed of the paper background (figure 1): flows of high-speed TCP variants through a
 * drop-tail bottleneck, with Web and long-lived traffic in both directions, and round-trip times of
 * their own behind the bottleneck.
 *
 *     sources ---+                        +--- sinks
 *                R1 ----- 400 Mbit/s ---- R2
 *     left ------+                        +--- right
 *
 * The first half of the flows starts at --firstStart, the others at --secondStart. --scale=8
 * divides rates, sizes, windows and growth by 8; results are multiplied by it. Prints one line of
 * metrics, a JSON object.
 */
#include "background-network.h"

#include <iostream>

using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    BackgroundOptions o;
    ProgramOptions options(
        __FILE__,
        "Paper background: high-speed TCP variants with Web traffic on a dumbbell");
    o.AddTo(options);
    options.Parse(argc, argv);
    o.Check(options);
    std::cout << BackgroundNetwork(o).Run() << std::endl;
    return 0;
}
