// SPDX-License-Identifier: GPL-2.0-only
#include "boston-options.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double MAX_MS = 1e9; // of any time
} // namespace

void
BostonOptions::AddTo(ProgramOptions& options)
{
    options.Add("sources", "Connections to the sink", sources, Between(1, 1000));
    options.Add("switches", "Switches in a row", switches, Between(1, 100));
    options.Add("cross",
                "Connections that enter at each switch but the last and leave behind the next",
                cross,
                AtMost(1000));
    options.Add("reverse",
                "Connections from the sink, whose packets share its link with acknowledgements",
                reverse,
                AtMost(1000));
    options.Add("linkRate", "Rate of every link", linkRate);
    options.Add("delay", "Delay of every link, ms", delay, Between(0, MAX_MS));
    options.Add("buffer", "Output buffers of switches, cells", buffer, AtLeast(1));
    options.Add("discard", "What switches discard", discard, OneOf({"TailDrop", "Ppd", "Epd"}));
    options.Add("epdThreshold",
                "Fill at which Epd refuses packets, as a share of the buffer",
                epdThreshold,
                Above(0).AtMost(1));
    options.Add("cellLoss",
                "Probability that a cell is lost at the output to the sink",
                cellLoss,
                AtLeast(0).Below(1));
    options.Add("ackLoss",
                "Probability that a cell is lost at the outputs to the sources",
                ackLoss,
                AtLeast(0).Below(1));
    options.Add("drop", "Cells lost at the output to the sink, numbered from 0", drop);
    options.Add("slotted", "Switches serve their inputs in turn, once in a cell time", slotted);
    options.Add("llcSnap", "LLC/SNAP encapsulation instead of VC multiplexing", llcSnap);
    options.Add("protocol",
                "TCP, or TCP Boston without (BostonBp) or with redundancy (BostonFec)",
                protocol,
                OneOf({"Tcp", "BostonBp", "BostonFec"}));
    options.Add("flow",
                "Flow control; Ns3Vegas is ns-3's TCP with TcpVegas",
                flow,
                OneOf({"Vegas", "Reno", "Ns3Vegas"}));
    options.Add("alpha", "Vegas: least number of segments in queues", alpha, AtLeast(0));
    options.Add("beta", "Vegas: greatest number of segments in queues", beta, AtLeast(0));
    options.Add("roundDiff", "Vegas: round the number of segments in queues", roundDiff);
    options.Add("gammaEveryRound",
                "Vegas: slow start may end in every round trip instead of every other one",
                gammaEveryRound);
    options.Add("initialWindow",
                "Initial window, segments; 0: 2 with Vegas, 1 with Reno",
                initialWindow,
                AtMost(65535));
    options.Add("initialThreshold",
                "Initial slow start threshold, segments; 0: no limit",
                initialThreshold,
                AtMost(65535));
    options.Add("pacing",
                "Segments leave hosts at the rate of a window in a round trip, and at most at that "
                "of the link",
                pacing);
    options.Add("packet", "IP packet size, bytes", packet, Between(41, 65527));
    options.Add("window", "TCP window, bytes; there is no window scaling", window, AtMost(65535));
    options.Add("minRto", "Smallest retransmission timeout, ms", minRto, Above(0).AtMost(MAX_MS));
    options.Add("maxRto",
                "Largest retransmission timeout, ms; 0: the socket's default, 60 s",
                maxRto,
                Between(0, MAX_MS));
    options.Add("granularity",
                "Clock granularity of the timeout, ms",
                granularity,
                Between(0, MAX_MS));
    options.Add("policy",
                "BostonFec: redundancy is fixed (gamma, gammaRetx) or adaptive (targetRounds)",
                policy,
                OneOf({"Fixed", "Adaptive"}));
    options.Add("gamma",
                "BostonFec: extra cells of a first transmission, as a share of the segment; "
                "negative: the paper's 0.033",
                gamma,
                Below(1));
    options.Add("gammaRetx",
                "BostonFec: extra cells of a retransmission, as a share of the segment; "
                "negative: the paper's 0.1",
                gammaRetx,
                Below(1));
    options.Add("interleave",
                "Segments whose cells are interleaved; 0: all; negative: 1, with BostonFec all",
                interleave,
                AtLeast(-1000000).AtMost(1000000));
    options.Add("targetRounds",
                "Adaptive: target of the mean number of transmissions of a segment",
                targetRounds,
                AtLeast(1));
    options.Add("cellIdMode",
                "Where the index of a cell is carried",
                cellIdMode,
                OneOf({"OutOfBand", "InPayload2", "InPayload4"}));
    options.Add("headerMode",
                "How the header cell is protected",
                headerMode,
                OneOf({"CodedPdu", "Replicated", "Ideal"}));
    options.Add("chargeRedundancy", "Extra cells count against the window", chargeRedundancy);
    options.Add("chargeFields", "Boston's fields take octets in acknowledgements", chargeFields);
    options.Add("partialReaction",
                "What a report of a partial packet causes: a note for TCP's next retransmission, "
                "or a retransmission",
                partialReaction,
                OneOf({"ByTcp", "Immediate"}));
    options.Add("payload",
                "What coded cells carry: coded octets, or lengths and indices only",
                payload,
                OneOf({"Real", "Virtual"}));
    options.Add("partialAckCountsAsDup",
                "Reports of partial packets count as duplicate ACKs",
                partialAckCountsAsDup);
    options.Add("processingDelay",
                "Time to decode a segment, ms",
                processingDelay,
                Between(0, MAX_MS));
    options.Add("duration", "Simulated time, s", duration, Above(0).AtMost(MAX_MS));
    options.Add("spread", "Time in which connections start, s", spread, Between(0, MAX_MS));
    options.Add("deadline",
                "Deadline of packets, ms; 0: the paper's for the packet size",
                deadline,
                Between(0, MAX_MS));
    options.Add("histogramBin",
                "Width of a bin of the histogram of response times, ms",
                histogramBin,
                AtLeast(0.001).AtMost(MAX_MS));
    options.Add("responseClock",
                "Response times begin with the first cell on the wire, or when TCP sends",
                responseClock,
                OneOf({"Cell", "Tcp"}));
    options.Add("maxBytes", "Bytes that each connection transfers; 0: no limit", maxBytes);
}

void
BostonOptions::Check(const ProgramOptions& options) const
{
    options.Require(cross == 0 || switches >= 2, "cross", "needs two switches or more");
    options.Require((cellLoss == 0 && drop.empty()) || discard == "TailDrop",
                    "discard",
                    "must be TailDrop if --cellLoss or --drop discards cells, too");
    options.Require(ackLoss == 0 || discard == "TailDrop",
                    "discard",
                    "must be TailDrop if --ackLoss discards cells, too");
    options.Require(alpha <= beta, "alpha", "must be at most --beta");
    options.Require(flow != "Ns3Vegas" || !IsBoston(),
                    "flow",
                    "is ns-3's own TCP, which cannot be Boston's flow manager");
    options.Require(window >= GetSegment(), "window", "must hold one segment");
    options.Require(maxRto == 0 || maxRto >= minRto, "maxRto", "must be at least --minRto, or 0");
}

bool
BostonOptions::IsBoston() const
{
    return protocol != "Tcp";
}

uint32_t
BostonOptions::GetSegment() const
{
    return packet - IP_TCP_HEADERS;
}

double
BostonOptions::GetDeadline() const
{
    return deadline > 0 ? deadline : 700 + 700 * (packet - 1500.0) / (9180 - 1500);
}
} // namespace hsn
} // namespace ns3
