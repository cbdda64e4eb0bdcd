// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The simulated network of the paper xtp-atm (figure 1): file transfers by TCP or XTP, or both, and
 * background traffic share a link between two ATM switches.
 *
 *     senders ---- switch A ---- bottleneck ---- switch B ---- receivers
 *
 * All links have 150 Mbit/s. Prints one line of metrics, a JSON object.
 */
#include "xtp-atm-experiment.h"

#include <iostream>

using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    XtpAtmOptions o;
    ProgramOptions options(__FILE__, "Paper xtp-atm: file transfers by TCP and XTP over ATM");
    o.AddTo(options);
    options.Parse(argc, argv);
    o.Check(options);
    std::cout << XtpAtmExperiment(o).Run() << std::endl;
    return 0;
}
