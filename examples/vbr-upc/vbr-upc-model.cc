// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Prints the packet-train model of the paper vbr-upc (section 4.1, equations (1) to (3)) for one
 * MTU and one maximum burst size. Times are in microseconds, real-valued as in the paper.
 */
#include "ns3/atm-traffic-contract.h"
#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/packet-train-model.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double MAX_US = 1e9; // of any time
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t mtu = 9188;
    uint32_t mbs = 1000;
    double tPcr = 2.726;
    double tScr = 42.4;
    DataRate linkRate(155520000);
    DataRate scrRate(10000000);
    double interSdu = 0;
    double idle = -1;
    uint32_t window = 49152;
    uint64_t bytes = 4194304;

    ProgramOptions options(__FILE__, "Paper vbr-upc, section 4.1: the packet-train model");
    options.Add("mtu", "IP MTU, bytes", mtu, Between(41, 65527));
    options.Add("mbs", "Maximum burst size, cells", mbs, Between(1, 1000000));
    options.Add("tPcr", "Cell period of the peak rate, us", tPcr, Above(0).AtMost(MAX_US));
    options.Add("tScr", "Cell period of the sustainable rate, us", tScr, Above(0).AtMost(MAX_US));
    options.Add("linkRate", "Line rate whose cell period is printed as t_pcr_us", linkRate);
    options.Add("scrRate", "Rate whose cell period is printed as t_scr_us", scrRate);
    options.Add("interSdu",
                "Time between SDUs I_g, us; 0: the linear fit",
                interSdu,
                Between(0, MAX_US));
    options.Add("idle",
                "Idle time I_p, us, instead of the one that follows from I_g; negative: none",
                idle,
                AtMost(MAX_US));
    options.Add("window", "TCP window, bytes", window);
    options.Add("bytes", "Bytes of the transfer", bytes, AtLeast(1));
    options.Parse(argc, argv);
    options.Require(tScr >= tPcr, "tScr", "must not be below --tPcr");

    using Model = PacketTrainModel;
    const uint32_t cells = Model::GetCells(mtu);
    double ig = interSdu > 0 ? interSdu : Model::GetInterSduTime(mtu);
    if (idle >= 0)
    {
        ig = idle + cells * tPcr;
    }
    const int64_t longest = Model::GetMaxPdus(cells, ig, tPcr, tScr, mbs);

    JsonObject out;
    out.Set("cells", cells);
    out.Set("mss", Model::GetMss(mtu));
    out.Set("segments", Model::GetTransferSegments(bytes, mtu));
    out.Set("window_segments", Model::GetWindowSegments(window, mtu));
    out.Set("t_pcr_us", AtmTrafficContract::CellPeriod(linkRate).GetNanoSeconds() * 1e-3);
    out.Set("t_scr_us", AtmTrafficContract::CellPeriod(scrRate).GetNanoSeconds() * 1e-3);
    out.Set("ig_us", ig);
    out.Set("ip_us", Model::GetIdle(ig, cells, tPcr));
    out.Set("raw_mbps", Model::GetRawThroughput(cells, ig));
    out.Set("tau_scr_us", Model::GetScrLimit(tPcr, tScr, mbs));
    out.Set("p_max", longest == Model::UNLIMITED ? -1 : longest);
    out.Set("min_idle_us", Model::GetMinIdle(cells, tPcr, tScr));
    out.Set("min_uni_idle_us", Model::GetMinUniIdle(cells, tPcr, tScr));
    out.Set("max_payload_mbps", Model::GetMaxPayload(mtu, tScr));
    out.Set("transfer_bound_mbps", Model::GetTransferBound(bytes, mtu, tPcr, tScr, mbs));
    std::cout << out << std::endl;
    return 0;
}
