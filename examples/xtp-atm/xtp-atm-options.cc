// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-atm-options.h"

#include <algorithm>
#include <sstream>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double MAX_KM = 1e6;
constexpr double MAX_MS = 1e6;
constexpr uint64_t MAX_WINDOW = uint64_t{1} << 30; // bytes; a TCP window has no more
constexpr uint32_t MAX_MPS = 65535 - XtpAtmOptions::TCP_HEADERS;
} // namespace

void
XtpAtmOptions::AddTo(ProgramOptions& options)
{
    options.Add("xtp", "XTP connections", xtp, AtMost(1000));
    options.Add("tcp", "TCP connections", tcp, AtMost(1000));
    options.Add("mps", "User bytes in a packet", mps, Between(1, MAX_MPS));
    options.Add("windows",
                "Packets that each connection may have unacknowledged: one number for all, or one "
                "for each, those of XTP first",
                windows,
                Between(1, 1e6));
    options.Add("lengths",
                "Length of the connections, km: one for all, or one for each, those of XTP first",
                lengths,
                Between(0, MAX_KM));
    options.Add("shaped", "Senders space their cells", shaped);
    options.Add("shaperRate", "To this rate, 53 octets a cell", shaperRate);
    options.Add("granularity",
                "Tick of TCP's clock and least variance term of WTIMER, ms",
                granularity,
                Between(1e-3, MAX_MS));
    options.Add("spread", "Time in which connections start, ms", spread, Between(0, MAX_MS));
    options.Add("errorControl",
                "Retransmission of XTP",
                errorControl,
                OneOf({"GoBackN", "Selective"}));
    options.Add("rate", "Rate of XTP senders; 0: unlimited", rate, AtLeast(0));
    options.Add("burst", "Bytes that XTP sends per RTIMER; 0: those of a packet", burst);
    options.Add("rateCounts",
                "What XTP's rate counts",
                rateCounts,
                OneOf({"UserBytes", "PduBytes", "CellBytes"}));
    options.Add("suppressRepeats",
                "XTP does not send a packet again because of reports older than its last "
                "transmission",
                suppressRepeats);
    options.Add("gbnKeeps", "Go-back-N receivers keep what is out of order", gbnKeeps);
    options.Add("varianceMultiplier",
                "Mean deviations of the round-trip time in WTIMER",
                varianceMultiplier,
                Between(0, 1000));
    options.Add("initialWtimer",
                "WTIMER before the first round-trip time, ms",
                initialWtimer,
                Between(1e-3, MAX_MS));
    options.Add("recovery", "Loss recovery of TCP", recovery, OneOf({"Reno", "NewReno", "Sack"}));
    options.Add("extraEighth",
                "TCP adds MPS / 8 with each acknowledgement in congestion avoidance",
                extraEighth);
    options.Add("initialRto",
                "TCP's timeout before the first round-trip time, ms",
                initialRto,
                Between(1e-3, MAX_MS));
    options.Add("linkRate", "Rate of every link", linkRate);
    options.Add("buffer", "Output buffers of switches, cells", buffer, AtLeast(1));
    options.Add("discard", "What switches discard", discard, OneOf({"TailDrop", "Ppd", "Epd"}));
    options.Add("epdThreshold",
                "Fill at which Epd refuses packets, as a share of the buffer",
                epdThreshold,
                Above(0).AtMost(1));
    options.Add("slotted", "Switches serve their inputs in turn, once in a cell time", slotted);
    options.Add("bottleneck",
                "Length of the link between the switches, km",
                bottleneck,
                Between(0, MAX_KM));
    options.Add("perKm", "Propagation delay, us per km", perKm, Between(0, 1000));
    options.Add("source",
                "Background traffic: Poisson messages, or a source that is on and off, with mean "
                "times of 20000 and 10000 slots (FastOnOff), or ten times that (SlowOnOff)",
                source,
                OneOf({"Poisson", "FastOnOff", "SlowOnOff"}));
    options.Add("load", "Mean rate of the background, Mbit/s, 53 octets a cell", load, AtLeast(0));
    options.Add("peakFactor", "Peak over mean rate of Poisson messages", peakFactor, AtLeast(1));
    options.Add("sourceCells",
                "Cells of the background of which the least distance is measured; slow",
                sourceCells);
    options.Add("warmup", "Time before the measurement, s", warmup, Between(0, 1e6));
    options.Add("duration", "Length of the measurement, s", duration, Between(1e-3, 1e6));
}

double
XtpAtmOptions::GetPeak() const
{
    return load * 1e6 * (source == "Poisson" ? peakFactor : 1.5);
}

void
XtpAtmOptions::Check(const ProgramOptions& options) const
{
    const auto fits = [this](std::size_t n) { return n == 1 || (n > 0 && n == GetFlows()); };
    const std::string count =
        "must be one number, or one for each of the " + std::to_string(GetFlows()) + " connections";
    options.Require(GetFlows() > 0 || load > 0, "xtp", "must be above 0 without TCP and load");
    options.Require(fits(windows.size()), "windows", count);
    options.Require(fits(lengths.size()), "lengths", count);
    const uint64_t packets = *std::max_element(windows.begin(), windows.end());
    options.Require(packets * mps <= MAX_WINDOW,
                    "windows",
                    "must be at most " + std::to_string(MAX_WINDOW / mps) + " with packets of " +
                        std::to_string(mps) + " bytes");
    options.Require(*std::min_element(lengths.begin(), lengths.end()) >= bottleneck,
                    "lengths",
                    "must be at least that of the bottleneck");
    options.Require(burst == 0 || rate.GetBitRate() > 0, "burst", "must be 0 without a rate");
    std::ostringstream peak;
    peak << "must be at most "
         << linkRate.GetBitRate() * 1e-6 * load * 1e6 / std::max(GetPeak(), 1.0)
         << ": the source's peak rate must fit into the link";
    options.Require(GetPeak() <= linkRate.GetBitRate(), "load", peak.str());
}
} // namespace hsn
} // namespace ns3
