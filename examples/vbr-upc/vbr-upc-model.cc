// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Prints the packet-train model of the paper vbr-upc (section 4.1, equations (1) to (3)) for one
 * MTU and one maximum burst size. Times are in microseconds, real-valued as in the paper.
 */
#include "vbr-upc-options.h"

#include "ns3/core-module.h"
#include "ns3/hsn-module.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    uint32_t mtu = 9188;
    uint32_t mbs = 1000;
    double tPcr = 2.726;
    double tScr = 42.4;
    std::string linkRate = "155.52Mbps";
    std::string scrRate = "10Mbps";
    double interSdu = 0;
    double idle = -1;
    uint32_t window = 49152;
    uint64_t bytes = 4194304;

    CommandLine cmd(__FILE__);
    cmd.AddValue("mtu", "IP MTU, bytes", mtu);
    cmd.AddValue("mbs", "Maximum burst size, cells", mbs);
    cmd.AddValue("tPcr", "Cell period of the peak rate, us", tPcr);
    cmd.AddValue("tScr", "Cell period of the sustainable rate, us", tScr);
    cmd.AddValue("linkRate", "Line rate whose cell period is printed as t_pcr_us", linkRate);
    cmd.AddValue("scrRate", "Rate whose cell period is printed as t_scr_us", scrRate);
    cmd.AddValue("interSdu", "Time between SDUs I_g, us; 0: the linear fit", interSdu);
    cmd.AddValue("idle", "Idle time I_p, us, instead of what follows from I_g; < 0: not", idle);
    cmd.AddValue("window", "TCP window, bytes", window);
    cmd.AddValue("bytes", "Bytes of the transfer", bytes);
    cmd.Parse(argc, argv);

    const std::string error = PacketTrainModel::CheckMtu(mtu);
    RequireOption(error.empty(), error);
    RequireOption(mbs >= 1, "mbs", mbs, "must be at least 1 cell");
    RequireOption(tPcr > 0, "tPcr", tPcr, "must be above 0");
    RequireOption(tScr >= tPcr, "tScr", tScr, "must not be below tPcr");
    RequireOption(interSdu >= 0, "interSdu", interSdu, "must not be negative");

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
    out.Set("t_pcr_us", AtmTrafficContract::CellPeriod(DataRate(linkRate)).GetNanoSeconds() * 1e-3);
    out.Set("t_scr_us", AtmTrafficContract::CellPeriod(DataRate(scrRate)).GetNanoSeconds() * 1e-3);
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
