// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * One point of the paper sstp: SSTP or SNR over the black box of section 5.2, saturated, with
 * random or bursty losses. Prints throughput efficiency and delays of segments.
 */
#include "sstp-loss.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
#include "ns3/snr-black-box.h"
#include "ns3/sstp-black-box.h"
#include "ns3/sstp-sender.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Options of the program.
struct Options
{
    std::string scheme{"sstp"};       //!< sstp or snr
    DataRate rate{500000000};         //!< A
    double rtdMs{60};                 //!< RTD
    uint32_t window{40};              //!< W, segments
    uint32_t segments{1000};          //!< to measure
    SstpLoss loss;                    //!< of packets
    uint32_t maxLoss{0};              //!< E
    uint32_t maxBurst{0};             //!< B
    std::string accounting{"strict"}; //!< of tolerated losses
    uint32_t block{256};              //!< of SNR
    bool keepPartial{true};           //!< of SNR
    uint32_t record{0};               //!< packets to print
};

/// What is measured of the segments behind the first ones, in which the window fills.
class Statistics
{
  public:
    /// @param o options
    explicit Statistics(const Options& o)
        : m_skip(std::max(3 * o.window, 10U)),
          m_segments(o.segments)
    {
    }

    /// @param start of a segment @param accepted when @param rounds of it @param violated its
    /// tolerance
    void Add(Time start, Time accepted, uint32_t rounds, bool violated)
    {
        const uint64_t number = m_seen++;
        if (number == m_skip)
        {
            m_begin = accepted;
        }
        if (number > m_skip && number <= m_skip + m_segments)
        {
            m_end = accepted;
            const double delay = (accepted - start).GetSeconds() * 1e3;
            m_sum += delay;
            m_max = std::max(m_max, delay);
            m_delays.push_back(delay);
            m_again[0] += rounds > 1;
            m_again[1] += rounds > 2;
            m_again[2] += rounds > 3;
            m_violated += violated;
        }
        if (number == m_skip + m_segments)
        {
            Simulator::Stop();
        }
    }

    /// @param out gets everything @param segmentTime t_s in s
    void Print(JsonObject& out, double segmentTime)
    {
        const auto n = static_cast<double>(m_segments);
        out.Set("throughput_efficiency", n * segmentTime / (m_end - m_begin).GetSeconds());
        out.Set("delay_mean_ms", m_sum / n);
        out.Set("delay_max_ms", m_max);
        std::sort(m_delays.begin(), m_delays.end());
        out.Set("delay_median_ms", m_delays[m_delays.size() / 2]);
        out.Set("delay_p99_ms", m_delays[m_delays.size() * 99 / 100]);
        out.Set("segments", static_cast<uint64_t>(m_segments));
        out.Set("repeated_once", m_again[0]);
        out.Set("repeated_twice", m_again[1]);
        out.Set("repeated_three_times", m_again[2]);
        out.Set("violations", m_violated);
    }

  private:
    uint64_t m_skip;              //!< segments that are not measured
    uint64_t m_segments;          //!< those that are
    uint64_t m_seen{0};           //!< so far
    Time m_begin;                 //!< of the measurement
    Time m_end;                   //!< of it
    double m_sum{0};              //!< of delays, ms
    double m_max{0};              //!< delay, ms
    std::vector<double> m_delays; //!< ms
    uint64_t m_again[3]{};        //!< segments with more than one, two, three rounds
    uint64_t m_violated{0};       //!< segments
};

/// @param o options @param out gets the metrics
void
RunSstp(const Options& o, JsonObject& out)
{
    SstpBlackBox::Settings settings;
    settings.rate = static_cast<double>(o.rate.GetBitRate());
    settings.rtd = Seconds(o.rtdMs / 1e3);
    settings.window = o.window;
    settings.tolerance.maxLoss = o.maxLoss;
    settings.tolerance.maxBurst = o.maxBurst;
    settings.tolerance.accounting = o.accounting == "strict" ? SSTP_STRICT : SSTP_LITERAL;
    Statistics statistics(o);
    std::vector<double> times;
    std::vector<uint64_t> segments;
    std::vector<uint64_t> packets;
    std::vector<bool> lost;
    SstpBlackBox box(settings, o.loss.MakeModel(), [&](const SstpBlackBox::Outcome& outcome) {
        statistics.Add(outcome.start, outcome.accepted, outcome.rounds, outcome.violated);
    });
    if (o.record > 0)
    {
        box.SetPacketSink([&](Time end, const SstpSender::Departure& departure, bool isLost) {
            if (times.size() < o.record)
            {
                times.push_back(end.GetSeconds() * 1e3);
                segments.push_back(departure.segment - SstpFirst(0));
                packets.push_back(departure.pdu.packet);
                lost.push_back(isLost);
            }
        });
    }
    box.Start();
    Simulator::Run();
    statistics.Print(out, settings.packets * box.GetPacketTime().GetSeconds());
    out.Set("packets_sent", box.GetSent());
    out.Set("duplicates", box.GetDuplicates());
    if (o.record > 0)
    {
        out.Set("record_ms", times);
        out.Set("record_segment", segments);
        out.Set("record_packet", packets);
        out.Set("record_lost", std::vector<int>(lost.begin(), lost.end()));
    }
}

/// @param o options @param out gets the metrics
void
RunSnr(const Options& o, JsonObject& out)
{
    SnrBlackBox::Settings settings;
    settings.rate = static_cast<double>(o.rate.GetBitRate());
    settings.rtd = Seconds(o.rtdMs / 1e3);
    settings.window = o.window;
    settings.blockSize = o.block;
    settings.keepPartial = o.keepPartial;
    Statistics statistics(o);
    SnrBlackBox box(settings, o.loss.MakeModel(), [&](const SnrBlackBox::Outcome& outcome) {
        statistics.Add(outcome.start, outcome.accepted, 1, false);
    });
    box.Start();
    Simulator::Run();
    const double packetTime = 8.0 * settings.packetBytes / settings.rate;
    statistics.Print(out, settings.packets * packetTime);
    out.Set("packets_sent", box.GetSent());
    out.Set("duplicates", box.GetDuplicates());
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__,
                           "Paper sstp, section 5.2: SSTP or SNR over the black box with losses");
    options.Add("scheme", "What is simulated", o.scheme, OneOf({"sstp", "snr"}));
    options.Add("rate", "Data rate A", o.rate);
    options.Add("rtdMs", "Round-trip delay RTD, ms", o.rtdMs, AtLeast(5).AtMost(1e6));
    options.Add("window", "Window W, segments", o.window, Between(1, 100000));
    options.Add("segments", "Segments to measure", o.segments, Between(1, 100000000));
    o.loss.AddTo(options);
    options.Add("maxLoss", "Tolerance E, packets of a segment", o.maxLoss, Between(0, 256));
    options.Add("maxBurst", "Tolerance B, packets in a row", o.maxBurst, Between(0, 256));
    options.Add("accounting", "Of tolerated losses", o.accounting, OneOf({"strict", "literal"}));
    options.Add("block",
                "Packets of a block of SNR",
                o.block,
                OneOf({1, 2, 4, 8, 16, 32, 64, 128, 256}));
    options.Add("keepPartial", "SNR puts blocks together of several transmissions", o.keepPartial);
    options.Add("record", "Departures of packets to print", o.record, Between(0, 100000));
    options.Parse(argc, argv);
    options.Require(o.maxLoss == 0 || o.maxBurst <= o.maxLoss,
                    "maxBurst",
                    "must be at most maxLoss");
    JsonObject out;
    if (o.scheme == "sstp")
    {
        RunSstp(o, out);
    }
    else
    {
        RunSnr(o, out);
    }
    Simulator::Destroy();
    std::cout << out.ToString() << std::endl;
    return 0;
}
