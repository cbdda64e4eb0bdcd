// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The measurement environment of the paper vbr-upc (figure 1): a sender and a receiver, one ATM
 * switch between them, one PVC, and at the switch's entrance a usage parameter control that
 * polices a VBR contract.
 *
 *     sender ---- 155.52 Mbit/s ---- switch (UPC) ---- 155.52 Mbit/s ---- receiver
 *
 * --source=train sends trains of equal SDUs (figure 4). --source=tcp transfers bytes by the TCP of
 * the paper's SunOS, a BSD system whose timers count ticks (--tcp=bsd), or by ns-3's own TCP
 * (--tcp=ns3). Prints one line of metrics, a JSON object.
 */
#include "vbr-upc-experiment.h"

#include <iostream>

using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    VbrUpcOptions o;
    ProgramOptions options(
        __FILE__,
        "Paper vbr-upc: trains of SDUs, or TCP, through a policed ATM connection");
    o.AddTo(options);
    options.Parse(argc, argv);
    o.Check(options);
    std::cout << VbrUpcExperiment(o).Run() << std::endl;
    return 0;
}
