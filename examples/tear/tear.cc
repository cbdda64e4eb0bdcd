// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TEAR, TCP and TFRC over one bottleneck (tear, chapters 4 and 7): on the Internet or on a radio
 * link.
 *
 *     server --- router --- FIFO, bottleneck ---> client
 *
 * Prints one line of metrics, a JSON object: what each flow has brought to the client in each
 * interval, or the times of transfers.
 */
#include "tear-flows.h"

#include "ns3/core-module.h"

#include <iostream>

using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    TearOptions o;
    ProgramOptions options(__FILE__,
                           "Paper tear, chapters 4 and 7: TEAR, TCP and TFRC over one bottleneck");
    o.AddTo(options);
    options.Parse(argc, argv);
    o.Check(options);
    TearProtocols::Configure(o);
    TearNetwork network(o);
    if (o.bytes > 0)
    {
        std::cout << TearTransfers(o, network).Run() << std::endl;
    }
    else
    {
        std::cout << TearFlows(o, network).Run() << std::endl;
    }
    return 0;
}
