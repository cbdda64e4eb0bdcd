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
#include <cmath>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double ENOUGH = 20000; // ns of a warm sample
constexpr size_t PAGE = 4096;    // octets

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
          m_overhead(IlpTurn::GetOverhead())
    {
        const size_t stride = (octets + PAGE - 1) / PAGE * PAGE + 256;
        m_memory.resize((point.loops.size() + 2) * stride + PAGE);
        auto* first = m_memory.data();
        first += (PAGE - reinterpret_cast<uintptr_t>(first) % PAGE) % PAGE;
        for (size_t i = 0; i < point.loops.size() + 1; i++)
        {
            m_buffers.push_back(first + i * stride);
        }
        uint32_t x = 1;
        for (size_t i = 0; i < octets; i++)
        {
            x = x * 1103515245 + 12345;
            m_buffers[0][i] = static_cast<uint8_t>(x >> 16);
        }
        const uint8_t* from = m_buffers[0];
        for (size_t i = 0; i < point.loops.size(); i++)
        {
            m_from.push_back(from);
            m_to.push_back(m_buffers[i + 1]);
            from = point.writes[i] ? m_buffers[i + 1] : from;
        }
        m_last = from;
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
        for (size_t i = 0; i < m_point.loops.size(); i++)
        {
            RunLoop(i);
        }
        const std::vector<uint8_t> data(m_last, m_last + m_octets);
        const uint32_t digest = m_point.digest(m_state.data());
        std::fill(m_to.back(), m_to.back() + m_octets, 0);
        Begin();
        RunIntegrated();
        const bool same = std::equal(data.begin(), data.end(), m_to.back());
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
        const size_t loops = m_point.loops.size();
        for (uint32_t i = 0; i < samples; i++)
        {
            integrated.Add(Sample(loops));
            double sum = 0;
            for (size_t loop = 0; loop < loops; loop++)
            {
                sum += Sample(loop);
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

    /// @param i which
    void RunLoop(size_t i)
    {
        m_point.loops[i](m_state.data(), m_from[i], m_to[i], m_octets / 4);
    }

    /// The one loop.
    void RunIntegrated()
    {
        m_point.integrated(m_state.data(), m_buffers[0], m_to.back(), m_octets / 4);
    }

    /// @param loop which; beyond all: the integrated one @return ns of one pass
    double Sample(size_t loop)
    {
        const bool one = loop < m_point.loops.size();
        const uint8_t* from = one ? m_from[loop] : m_buffers[0];
        uint8_t* to = one ? m_to[loop] : m_to.back();
        uint32_t times = 1;
        if (m_cold)
        {
            IlpFlush(from, m_octets);
            IlpFlush(to, m_octets);
        }
        else
        {
            m_repeats.resize(m_point.loops.size() + 1, 0);
            if (m_repeats[loop] == 0)
            {
                Pass(loop);
                const double begin = IlpNow();
                Pass(loop);
                const double pass = std::max(1.0, IlpNow() - begin - m_overhead);
                m_repeats[loop] = static_cast<uint32_t>(std::ceil(ENOUGH / pass));
            }
            times = m_repeats[loop];
            Pass(loop); // all is in the cache
        }
        const double begin = IlpNow();
        for (uint32_t i = 0; i < times; i++)
        {
            Pass(loop);
        }
        return (IlpNow() - begin - m_overhead) / times;
    }

    /// @param loop as of Sample()
    void Pass(size_t loop)
    {
        if (loop < m_point.loops.size())
        {
            RunLoop(loop);
        }
        else
        {
            RunIntegrated();
        }
    }

    const IlpPoint& m_point;            //!< what is timed
    size_t m_octets;                    //!< of a buffer
    bool m_cold;                        //!< flush before each loop
    std::vector<uint64_t> m_state;      //!< of all functions
    double m_overhead;                  //!< of the clock, ns
    std::vector<uint8_t> m_memory;      //!< of the buffers
    std::vector<uint8_t*> m_buffers;    //!< one more than loops
    std::vector<const uint8_t*> m_from; //!< by loop
    std::vector<uint8_t*> m_to;         //!< by loop
    const uint8_t* m_last;              //!< result of the sequential loops
    std::vector<uint32_t> m_repeats;    //!< passes of a warm sample
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
    options.Add("k", "Instructions of a function for each word", k, Between(1, 1000));
    options.Add("s", "Words of state of a function", s, Between(0, 64));
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
    options.Require(real != "none" || k >= (mode == "Serial" ? 2 * s : s + 1),
                    "k",
                    "must be above --s, in mode Serial at least twice --s");

    if (list)
    {
        for (const IlpPoint& point : IlpGetPoints())
        {
            std::cout << point.setting << " " << point.real << " "
                      << static_cast<uint32_t>(point.mode) << " " << point.functions << " "
                      << point.s << " " << point.k << "\n";
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
    const auto& points = IlpGetPoints();
    const auto point = std::find_if(points.begin(), points.end(), [&wanted](const IlpPoint& one) {
        return one.setting == wanted.setting && one.real == wanted.real &&
               one.mode == wanted.mode && one.functions == wanted.functions && one.s == wanted.s &&
               one.k == wanted.k;
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
