// SPDX-License-Identifier: GPL-2.0-only
#include "vbr-upc-options.h"

#include "ns3/packet-train-model.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double MAX_US = 1e12; // of any time
constexpr double MAX_MS = 1e9;  // of any time
constexpr double MAX_S = 1e9;   // of any time
} // namespace

void
VbrUpcOptions::AddTo(ProgramOptions& options)
{
    contract.AddTo(options);
    options.Add("source", "Trains of equal SDUs, or TCP", source, OneOf({"train", "tcp"}));
    options.Add("mtu", "IP MTU, bytes; the SDU size of a train", mtu, Between(53, 65527));
    options.Add("interSdu",
                "Time between SDUs I_g, us; 0: the paper's for this MTU",
                interSdu,
                Between(0, MAX_US));
    options.Add("jitter",
                "Relative half-width of the uniform variation of I_g",
                jitter,
                AtLeast(0).Below(1));
    options.Add("linkRate", "Line rate of both links", linkRate);
    options.Add("adapterRate",
                "Cell rate of the sending adapter; 0: line rate",
                adapterRate,
                AtLeast(0));
    options.Add("delay",
                "One-way propagation delay of both links together, us",
                delay,
                Between(0, MAX_US));
    options.Add("buffer", "Output buffer of the switch, cells", buffer, AtLeast(1));
    options.Add("packetDiscard",
                "Packet discard in the UPC",
                packetDiscard,
                OneOf({"None", "Ppd", "Epd"}));
    options.Add("epdLength", "Length that EPD assumes", epdLength, OneOf({"MaxSdu", "Oracle"}));
    options.Add("maxSdu",
                "Longest SDU that was signalled, bytes; 0: the MTU",
                maxSdu,
                AtMost(65535));
    options.Add("reassemblyTimeout",
                "AAL5 reassembly timeout, ms; 0: none",
                reassemblyTimeout,
                Between(0, MAX_MS));
    options.Add("shape", "Shape to the contract at the sender (dual leaky bucket)", shape);
    options.Add("pace", "Start a PDU every c T_SCR instead of every I_g", pace);
    options.Add("preventiveTagging",
                "The sender tags PDUs that would not conform (contracts A and B)",
                preventiveTagging);
    options.Add("congested", "The switch discards all cells with CLP = 1", congested);
    options.Add("llcSnap", "LLC/SNAP encapsulation instead of VC multiplexing", llcSnap);
    options.Add("rxServiceTime",
                "Time the receiving host takes for a packet, us; 0: none",
                rxServiceTime,
                Between(0, MAX_US));
    options.Add("bursts", "train: number of bursts", bursts, AtLeast(1));
    options.Add("pdus", "train: SDUs in a burst; 0: some more than the model lets pass", pdus);
    options.Add("idle", "train: idle time between bursts, s", idle, Above(0).AtMost(MAX_S));
    options.Add("cellTimes", "train: print the times of the first SDUs and cells", cellTimes);
    options.Add("tcp",
                "tcp: a BSD system's with its timers (bsd) or ns-3's own (ns3)",
                tcp,
                OneOf({"bsd", "ns3"}));
    options.Add("estimator",
                "tcp: BSD system whose formula gives the retransmission timeout in ticks",
                estimator,
                OneOf({"Tahoe", "Reno"}));
    options.Add("tick", "tcp: timer granularity G, ms", tick, AtLeast(0.001).AtMost(MAX_MS));
    options.Add("delayedAck", "tcp: acknowledge every second segment", delayedAck);
    options.Add("fastTick", "tcp: tick (ns3: delay) of delayed ACKs, ms", fastTick, Above(0));
    options.Add("dupAcks", "tcp: duplicate ACKs that trigger fast retransmit", dupAcks, AtLeast(1));
    options.Add("sack", "tcp: selective acknowledgements", sack);
    options.Add("timestamps", "tcp: timestamps, 12 bytes in every segment", timestamps);
    options.Add("window", "tcp: window, bytes", window, AtMost(1 << 30));
    options.Add("bytes", "tcp: bytes to transfer", bytes, AtLeast(1));
    options.Add("connections",
                "tcp: connections that share the VC and the bytes",
                connections,
                Between(1, 10000));
    options.Add("maxTime", "tcp: simulated time limit, s", maxTime, Above(0).AtMost(MAX_S));
    options.Add("pcap", "Prefix of capture files; empty: none", pcap);
}

void
VbrUpcOptions::Check(const ProgramOptions& options) const
{
    ProgramOptions::Require(!pace || !shape,
                            "pacing whole PDUs and shaping cells exclude each other");
    options.Require(source == "tcp" || pdus > 0 || contract.tScr >= contract.tPcr,
                    "tScr",
                    "must not be below --tPcr unless --pdus is given");
    options.Require(idle * bursts <= MAX_S, "idle", "times --bursts must be at most 1e9 s");
    options.Require(window >= mtu - IP_TCP_HEADERS, "window", "must hold one segment");
}

double
VbrUpcOptions::GetInterSdu() const
{
    if (interSdu > 0)
    {
        return interSdu;
    }
    switch (mtu)
    {
    case 552:
        return 450;
    case 1500:
        return 370.5;
    case 4832:
        return 600;
    case 9188:
        return 900;
    default:
        return PacketTrainModel::GetInterSduTime(mtu);
    }
}
} // namespace hsn
} // namespace ns3
