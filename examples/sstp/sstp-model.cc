// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Prints the closed forms of the paper sstp along a list of windows, and those without a window.
 */
#include "ns3/sstp-model.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    DataRate rate(500000000);
    double loss = 1e-3;
    double segments = 39062;
    double mostWindow = 45;
    double step = 1;
    ProgramOptions options(__FILE__, "Paper sstp: its closed forms along a list of windows");
    options.Add("rate", "Data rate A", rate);
    options.Add("loss", "Packet loss p", loss, AtLeast(0).Below(1));
    options.Add("segments", "Segments of which the longest delay is expected", segments, Above(0));
    options.Add("mostWindow", "Windows from 1 to this, segments", mostWindow, Between(1, 10000));
    options.Add("step", "Between windows, segments", step, Between(0.01, 100));
    options.Parse(argc, argv);

    SstpModel::Path path;
    path.rate = static_cast<double>(rate.GetBitRate());
    const SstpModel model(path);
    std::vector<double> windows;
    std::vector<double> printed;
    std::vector<double> corrected;
    for (double w = 1; w <= mostWindow + 1e-9; w += step)
    {
        windows.push_back(w);
        corrected.push_back(model.GetEfficiency(loss, w));
        printed.push_back(loss > 0 ? model.GetPrintedEfficiency(loss, w) : corrected.back());
    }
    JsonObject out;
    out.Set("packet_time_ms", model.GetPacketTime() * 1e3);
    out.Set("segment_time_ms", model.GetSegmentTime() * 1e3);
    out.Set("answer_segments", model.GetAnswerSegments());
    out.Set("rtd_packets", path.rtd / model.GetPacketTime());
    out.Set("rounds", model.GetRounds(loss));
    out.Set("hit", model.GetHit(loss));
    out.Set("sender_delay_ms", model.GetSenderDelay(loss) * 1e3);
    out.Set("receiver_delay_ms", model.GetReceiverDelay(loss) * 1e3);
    out.Set("maximum_delay_ms", model.GetMaximumDelay(loss, segments) * 1e3);
    out.Set("window", windows);
    out.Set("printed", printed);
    out.Set("corrected", corrected);
    std::cout << out.ToString() << std::endl;
    return 0;
}
