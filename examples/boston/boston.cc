// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The simulated network of the paper boston (figure 3): TCP connections from many sources to one
 * sink over an ATM switch, whose output to the sink is the bottleneck.
 *
 *     source 1 --\
 *        ...      switch ---- sink          every link 1.5 Mbit/s, 10 ms
 *     source 16 -/
 *
 * --switches=3 puts two more switches in a row before the sink; --cross=4 adds connections that
 * enter at a switch and leave behind the next one. Transports: TCP over AAL5, or TCP Boston without
 * (BostonBp) and with (BostonFec) redundancy; each with Vegas or Reno. Prints one line of metrics,
 * a JSON object.
 */
#include "boston-network.h"

#include <iostream>

using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    BostonOptions o;
    ProgramOptions options(__FILE__,
                           "Paper boston: TCP or TCP Boston from many sources over ATM switches");
    o.AddTo(options);
    options.Parse(argc, argv);
    o.Check(options);
    std::cout << BostonNetwork(o).Run() << std::endl;
    return 0;
}
