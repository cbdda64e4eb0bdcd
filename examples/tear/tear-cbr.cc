// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sources of constant bit rate over the data link of a CDMA network (tear, chapter 6): a packet's
 * round-trip time, from sending to the return of a short reply, and the losses.
 *
 *     sources, network --- FIFO, radio link ---> terminal
 *                      <----- replies ----------
 *
 * Prints one line of metrics, a JSON object: sums over all sources, and the packets of the first
 * source one by one.
 */
#include "tear-cbr-network.h"

#include <iostream>

using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    TearCbrOptions o;
    ProgramOptions options(__FILE__,
                           "Paper tear, chapter 6: constant bit rate over a CDMA data link");
    o.AddTo(options);
    options.Parse(argc, argv);
    options.Require(o.buffer == 0 || o.buffer >= 1502, "buffer", "must be 0 or at least 1502");
    std::cout << TearCbrNetwork(o).Run() << std::endl;
    return 0;
}
