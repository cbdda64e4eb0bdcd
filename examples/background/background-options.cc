// SPDX-License-Identifier: GPL-2.0-only
#include "background-options.h"

#include "background-protocol.h"

#include "ns3/high-speed-dumbbell-helper.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double MAX_MS = 1e6; // of any time
constexpr double MAX_S = 1e6;  // of any time
} // namespace

Time
BackgroundOptions::At(double seconds)
{
    return TimeStep(std::llround(seconds * 1e9));
}

void
BackgroundOptions::AddTo(ProgramOptions& options)
{
    const double path = HighSpeedDumbbellHelper::GetPathRtt().GetSeconds() * 1000;
    const auto protocols = BackgroundProtocol::GetNames();
    NamedValues<std::string> variants;
    for (const auto& name : protocols)
    {
        variants.emplace_back(name, name);
    }
    NamedValues<std::string> firsts = variants;
    firsts.emplace_back("same", "same");
    options.Add("protocol", "Congestion control of the flows under study", protocol, variants);
    options.Add("first", "Congestion control of the first half of them", first, firsts);
    options.Add("flows", "Flows under study", flows, Between(0, 100));
    options.Add("rtt", "Their round-trip time, ms", rtt, Between(path, MAX_MS));
    options.Add("firstRtt",
                "Round-trip time of the first half of them, ms; 0: the same",
                firstRtt,
                Between(0, MAX_MS));
    options.Add("capacity", "Rate of the bottleneck", capacity);
    options.Add("buffer", "Buffer of the bottleneck, bytes", buffer, Between(1500, 1e12));
    options.Add("scale",
                "Divides rates, sizes, windows and increments of windows",
                scale,
                Between(1, 64));
    options.Add("firstStart", "When the first half starts, s", firstStart, Between(0, MAX_S));
    options.Add("secondStart", "When the others start, s", secondStart, Between(0, MAX_S));
    options.Add("jitter", "Starts vary by this to either side, s", jitter, Between(0, MAX_S));
    options.Add("duration", "Simulated time, s", duration, Above(0).AtMost(MAX_S));
    options.Add("measure", "When measurement begins, s", measure, Between(0, MAX_S));
    options.Add("traffic",
                "Other traffic in both directions: a type of table 1",
                traffic,
                OneOf({"None", "I", "II", "III", "IV", "V"}));
    options.Add("fixedRtt",
                "All its flows have a round-trip time of 100 ms, instead of one of their own",
                fixedRtt);
    options.Add("load", "Mean load of its short flows, Mbit/s", load, Above(0).AtMost(1e6));
    options.Add("longFlows",
                "Long-lived flows of type V, in each direction",
                longFlows,
                Between(1, 1000));
    options.Add("socketBuffer",
                "Buffers of a socket under study, bytes",
                socketBuffer,
                Between(1500, 1e12));
    options.Add("maxCwnd",
                "Greatest congestion window under study, segments; 0: none",
                maxCwnd,
                Between(0, 1e9));
    options.Add("alpha", "Packets that a FAST flow keeps in queues", alpha, Between(1, 1e6));
    options.Add("alphaMode",
                "Whether these are fixed, or 8, 20 or 200 by the rate",
                alphaMode,
                OneOf({"Fixed", "ByRate"}));
    options.Add("initialSsthresh",
                "First slow start threshold under study, segments; 0: that of the variant",
                initialSsthresh,
                Between(0, 1e9));
    options.Add("era",
                "Hosts: linux, with timeouts and recoveries of the kernels 2.4 and 2.6, or ns3, "
                "with the timeout of RFC 6298, at least 200 ms, and one bound for all recoveries",
                era,
                OneOf({"linux", "ns3"}));
    options.Add("tick",
                "Period of the delay emulator's releases in R2, ms; 0: none",
                tick,
                Between(0, 1000));
    options.Add("bottleneckTick",
                "Period of the bottleneck's releases in R1, ms; 0: none",
                bottleneckTick,
                Between(0, 1000));
    options.Add("hostTime",
                "Hosts take up to this for a packet before they send it, us; 0: none",
                hostTime,
                Between(0, 1e6));
    options.Add("stack", "TCP: this module's or ns-3's", stack, OneOf({"indexed", "ns3"}));
    options.Add("forwarding",
                "Routers: a table of addresses, or ns-3's IP",
                forwarding,
                OneOf({"lean", "ip"}));
    options.Add("series", "Print rates in each second", series);
}

void
BackgroundOptions::Check(const ProgramOptions& options) const
{
    const double path = HighSpeedDumbbellHelper::GetPathRtt().GetSeconds() * 1000;
    options.Require(firstRtt == 0 || firstRtt >= path,
                    "firstRtt",
                    "must be 0, or at least the path's " + std::to_string(path));
    options.Require(buffer / scale >= 1500, "buffer", "must hold a packet when scaled");
    options.Require(socketBuffer / scale >= 1500,
                    "socketBuffer",
                    "must hold a segment when scaled");
    options.Require(socketBuffer / scale <= std::numeric_limits<uint32_t>::max(),
                    "socketBuffer",
                    "must be at most 4294967295 when scaled");
    options.Require(flows > 0 || HasTraffic(), "flows", "must be at least 1 without --traffic");
    options.Require(measure + 2 <= duration,
                    "measure",
                    "must be at least 2 s before the end, which is --duration");
    options.Require(firstStart < duration, "firstStart", "must be below --duration");
    options.Require(flows < 2 || secondStart < duration, "secondStart", "must be below --duration");
    options.Require(jitter <= firstStart, "jitter", "must not exceed --firstStart");
    options.Require(flows < 2 || jitter <= secondStart, "jitter", "must not exceed --secondStart");
}
} // namespace hsn
} // namespace ns3
