// SPDX-License-Identifier: GPL-2.0-only
#include "tear-options.h"

namespace ns3
{
namespace hsn
{
void
TearOptions::AddTo(ProgramOptions& options)
{
    options.Add("path", "Path", path, OneOf({"internet", "is95b", "is95c", "is95c-bulk"}));
    options.Add("hour", "Hour of is95c-bulk", hour, OneOf({10U, 13U, 16U, 19U}));
    options.Add("tcp", "TCP flows", tcp, AtMost(100));
    options.Add("tear", "TEAR flows", tear, AtMost(100));
    options.Add("tfrc", "TFRC flows", tfrc, AtMost(100));
    options.Add("duration", "Length of the run, s", duration, Between(2, 1e6));
    options.Add("tcpStop", "When TCP flows stop, s; 0: never", tcpStop, AtLeast(0));
    options.Add("spread", "Time within which flows start, s", spread, Between(0, 1000));
    options.Add("bin", "Interval of the series, s", bin, Between(0.01, 1000));
    options.Add("packet", "IP packets, bytes", packet, Between(100, 1500));
    options.Add("rate", "Bottleneck of the Internet path", rate);
    options.Add("laterRate",
                "The same from the middle of the run on; 0: unchanged",
                laterRate,
                AtLeast(0));
    options.Add("buffer", "FIFO of the Internet path, packets", buffer, Between(1, 10000));
    options.Add("rtt", "Round-trip time of the Internet path without queues, ms", rtt, AtLeast(10));
    options.Add("crossTraffic",
                "Mean rate of cross traffic of the Internet path, bit/s",
                crossTraffic,
                AtLeast(0));
    options.Add("loss",
                "Share of packets towards the client that the Internet path loses at random",
                loss,
                Between(0, 1));
    options.AddClass("tcpVariant",
                     "Congestion control of TCP",
                     tcpVariant,
                     TypeId::LookupByName("ns3::TcpCongestionOps"));
    options.Add("sack", "Selective acknowledgements of TCP", sack);
    options.Add("r1", "TEAR's lower threshold, ms; 0: the preset's", r1, AtLeast(0));
    options.Add("r2", "TEAR's upper threshold, ms; 0: the preset's", r2, AtLeast(0));
    options.Add("minWindow",
                "Packets that a cut of TEAR leaves; 0: the preset's",
                minWindow,
                AtLeast(0));
    options.Add("epochs",
                "What ends TEAR's epochs: the preset's choice, cuts alone, or cuts and each round",
                epochs,
                OneOf({"preset", "cuts", "rounds"}));
    options.Add("roundSample",
                "TEAR's window of a round",
                roundSample,
                OneOf({"LastCwnd", "EndCwnd"}));
    options.Add("rttSource",
                "TEAR's round-trip times",
                rttSource,
                OneOf({"preset", "Sender", "Receiver"}));
    options.Add("bytes", "Bytes of a transfer; 0: flows do not end", bytes);
    options.Add("transfers", "Transfers, one after the other", transfers, Between(1, 10000));
    options.Add("gap", "Time between transfers, s", gap, AtLeast(0));
    options.Add("patience", "Time after which a transfer is given up, s", patience, Above(0));
}

void
TearOptions::Check(const ProgramOptions& options) const
{
    options.Require(tcp + tear + tfrc > 0, "tear", "must be above 0 without TCP and TFRC");
    options.Require(bytes == 0 || tcp + tear + tfrc == 1,
                    "bytes",
                    "must be 0 unless there is one flow");
    options.Require(bytes == 0 || tfrc == 0, "bytes", "must be 0 with TFRC, which repairs nothing");
    options.Require(!IsWireless() || laterRate.GetBitRate() == 0,
                    "laterRate",
                    "must be 0 on radio links");
    options.Require(!IsWireless() || loss == 0, "loss", "must be 0 on radio links");
    options.Require(r1 == 0 || r2 == 0 || r1 <= r2, "r1", "must be at most r2");
}
} // namespace hsn
} // namespace ns3
