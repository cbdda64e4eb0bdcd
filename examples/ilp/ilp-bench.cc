// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Times the loops of one point on this machine: all functions in one loop, and one loop for each.
 */
#include "ilp-points.h"
#include "ilp-timer.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Buffers of a point, and its loops' times.
class Bench
{
  public:
    /// @param point what is timed @param octets of a buffer @param cold whether data are in no
    /// cache
    Bench(const IlpPoint& point, size_t octets, bool cold)
        : m_point(point),
          m_octets(octets),
          m_cold(cold),
          m_state((point.stateSize + 7) / 8 + 1),
          m_overhead(IlpTurn::GetOverhead()),
          m_buffers(point.loops.size() + 1, octets)
    {
        const size_t loops = point.loops.size();
        m_last = m_buffers.Get(0);
        for (size_t i = 0; i < loops; i++)
        {
            AddLoop(point.loops[i], m_last, m_buffers.Get(i + 1));
            m_last = point.writes[i] ? m_buffers.Get(i + 1) : m_last;
        }
        AddLoop(point.integrated, m_buffers.Get(0), m_buffers.Get(loops));
    }

    /// Compares what both ways make of the data. @param out gets it
    void Compare(JsonObject& out)
    {
        uint32_t digest = 0;
        out.Set("equal", IsEqual(digest));
        out.Set("digest", digest);
    }

    /// @param sum gets a sum of all results @return whether both ways make the same of the data
    bool IsEqual(uint32_t& sum)
    {
        Begin();
        for (size_t i = 0; i + 1 < m_loops.size(); i++)
        {
            m_loops[i].Pass();
        }
        const std::vector<uint8_t> data(m_last, m_last + m_octets);
        const uint32_t digest = m_point.digest(m_state.data());
        uint8_t* to = m_buffers.Get(m_point.loops.size());
        std::fill(to, to + m_octets, 0);
        Begin();
        m_loops.back().Pass();
        const bool same = std::equal(data.begin(), data.end(), to);
        sum = digest;
        for (const uint8_t octet : data)
        {
            sum = sum * 31 + octet;
        }
        return same && digest == m_point.digest(m_state.data());
    }

    /// Times both in turn, so that disturbances hit both. @param samples of each @param out gets
    /// times
    void Time(uint32_t samples, JsonObject& out)
    {
        Begin();
        IlpTimes integrated;
        IlpTimes sequential;
        for (uint32_t i = 0; i < samples; i++)
        {
            integrated.Add(Sample(m_loops.back()));
            double sum = 0;
            for (size_t loop = 0; loop + 1 < m_loops.size(); loop++)
            {
                sum += Sample(m_loops[loop]);
            }
            sequential.Add(sum);
        }
        IlpUse(m_last);
        IlpUse(m_state.data());
        integrated.Print(out, "ilp", 1 / static_cast<double>(m_octets));
        sequential.Print(out, "sequential", 1 / static_cast<double>(m_octets));
        out.Set("octets", static_cast<uint64_t>(m_octets));
        out.Set("last_state", m_point.digest(m_state.data()));
    }

  private:
    /// Sets the states of all functions.
    void Begin()
    {
        std::fill(m_state.begin(), m_state.end(), 0);
        m_point.init(m_state.data());
    }

    /// @param loop its function @param from input @param to output
    void AddLoop(IlpPoint::Loop loop, const uint8_t* from, uint8_t* to)
    {
        m_loops.emplace_back(
            [this, loop, from, to] { loop(m_state.data(), from, to, m_octets / 4); },
            from,
            to,
            m_octets);
    }

    /// @param loop which @return ns of one pass
    double Sample(IlpTimedLoop& loop) const
    {
        return m_cold ? loop.SampleCold(m_overhead) : loop.SampleWarm(m_overhead);
    }

    const IlpPoint& m_point;           //!< what is timed
    size_t m_octets;                   //!< of a buffer
    bool m_cold;                       //!< flush before each loop
    std::vector<uint64_t> m_state;     //!< of all functions
    double m_overhead;                 //!< of the clock, ns
    IlpBuffers m_buffers;              //!< one more than functions
    std::vector<IlpTimedLoop> m_loops; //!< of each function, and the integrated one
    const uint8_t* m_last{nullptr};    //!< result of the sequential loops
};

/// @param functions their number @return octets of buffers that fill half of the first cache
size_t
ChooseOctets(size_t functions)
{
    size_t octets = 4096;
    while (octets > 64 && (functions + 1) * octets > IlpFirstCache() / 2)
    {
        octets /= 2;
    }
    return octets;
}

/// Prints how many points there are, and of how many both ways make the same of the data.
void
CheckAll()
{
    uint64_t equal = 0;
    uint64_t messages = 0;
    for (const IlpPoint& point : IlpGetPoints())
    {
        for (const size_t cells : {1, 2, 3, 64})
        {
            uint32_t digest = 0;
            messages++;
            equal += Bench(point, 48 * cells, false).IsEqual(digest);
        }
    }
    JsonObject out;
    out.Set("points", static_cast<uint64_t>(IlpGetPoints().size()));
    out.Set("messages", messages);
    out.Set("equal", equal);
    std::cout << out << std::endl;
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string real = "none";
    std::string mode = "FeedForward";
    std::string build = "scalar";
    std::string caches = "warm";
    std::string host;
    uint32_t functions = 3;
    uint32_t k = 10;
    uint32_t s = 2;
    uint32_t block = 1;
    uint32_t taken = 0;
    uint32_t octets = 0;
    uint32_t samples = 1000;
    bool list = false;
    bool check = false;

    ProgramOptions options(__FILE__, "Paper ilp: times of loops on this machine");
    options.Add("real",
                "Real functions: swap, cipher, checksum; copy, swap, checksum, CRC; the same and "
                "dispersal",
                real,
                OneOf({"none", "simple", "crc", "disperse"}));
    options.Add("mode", "Synthetic functions", mode, OneOf({"FeedForward", "Serial"}));
    options.Add("build", "Compiled how", build, OneOf({"scalar", "vector"}));
    options.Add("caches", "Whether the data are in caches", caches, OneOf({"warm", "cold"}));
    options.Add("functions", "Synthetic functions", functions, Between(1, 8));
    options.Add("k", "Instructions of a function for each block", k, Between(1, 1000));
    options.Add("s", "Words of state of a function", s, Between(0, 64));
    options.Add("block", "Words that a function works on at once", block, Between(1, 16));
    options.Add("taken", "Registers taken away", taken, Between(0, 7));
    options.Add("octets",
                "Octets of a buffer, a multiple of 4; 0: the first cache holds all buffers twice",
                octets,
                Between(0, 1 << 26));
    options.Add("samples", "Samples of each time", samples, Between(1, 1000000));
    options.Add("host", "Name of this machine, for the record only", host);
    options.Add("list", "Print the points that there are, and nothing else", list);
    options.Add("check",
                "Compare the results of both ways, of all points, and time nothing",
                check);
    options.Parse(argc, argv);
    const uint32_t least =
        IlpLeastInstructions(mode == "Serial" ? IlpMode::SERIAL : IlpMode::FEED_FORWARD, s, block);
    options.Require(real != "none" || k >= least,
                    "k",
                    "must be at least " + std::to_string(least) +
                        ", so that all words of a block and the state reach each word");

    if (list)
    {
        for (const IlpPoint& point : IlpGetPoints())
        {
            std::cout << point.setting << " " << point.real << " "
                      << static_cast<uint32_t>(point.mode) << " " << point.functions << " "
                      << point.s << " " << point.k << " " << point.block << "\n";
        }
        return 0;
    }

    if (check)
    {
        CheckAll();
        return 0;
    }

    IlpPoint wanted{};
    wanted.setting = build == "vector" ? ILP_VECTOR : taken;
    wanted.real = real != "none";
    wanted.mode = mode == "Serial" && !wanted.real ? IlpMode::SERIAL : IlpMode::FEED_FORWARD;
    wanted.functions = wanted.real ? (real == "simple" ? 0 : real == "crc" ? 1 : 2) : functions;
    wanted.s = wanted.real ? 0 : s;
    wanted.k = wanted.real ? 0 : k;
    wanted.block = wanted.real ? 0 : block;
    const auto& points = IlpGetPoints();
    const auto point = std::find_if(points.begin(), points.end(), [&wanted](const IlpPoint& one) {
        return one.setting == wanted.setting && one.real == wanted.real &&
               one.mode == wanted.mode && one.functions == wanted.functions && one.s == wanted.s &&
               one.k == wanted.k && one.block == wanted.block;
    });
    JsonObject out;
    if (point == points.end())
    {
        // registers can be taken away on some processors only; all else is a mistake
        options.Require(wanted.setting != ILP_SCALAR && wanted.setting != ILP_VECTOR,
                        "k",
                        "is no point that was compiled; --list prints those");
        out.Set("complete", false);
        std::cout << out << std::endl;
        return 0;
    }
    size_t size = octets > 0 ? octets : wanted.real ? 3072 : ChooseOctets(point->loops.size());
    options.Require(size % (4 * point->group) == 0,
                    "octets",
                    "must be a multiple of " + std::to_string(4 * point->group));

    const IlpTurn turn;
    Bench bench(*point, size, caches == "cold");
    bench.Compare(out);
    bench.Time(samples, out);
    turn.Print(out);
    std::cout << out << std::endl;
    return 0;
}
