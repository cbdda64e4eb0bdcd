// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Times the three forms of a configuration on this machine. Programs differ in what they define
 * before they include this.
 */
#ifndef ILP_CODEGEN_BENCH_H
#define ILP_CODEGEN_BENCH_H

#include "ilp-codegen-cases.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Takes octets out of all caches of this machine, if it can. @param from first @param size octets
inline void
FlushOctets(const void* from, size_t size)
{
#if defined(__x86_64__) || defined(__i386__)
    const auto* at = static_cast<const uint8_t*>(from);
    for (size_t i = 0; i < size; i += 64)
    {
        __builtin_ia32_clflush(at + i);
    }
    __builtin_ia32_mfence();
#else
    static std::vector<uint8_t> other(64 << 20);
    for (size_t i = 0; i < other.size(); i += 64)
    {
        other[i]++; // displaces everything
    }
    static_cast<void>(from);
    static_cast<void>(size);
#endif
}

/// Makes the compiler believe that octets are read. @param octets which
inline void
UseOctets(const void* octets)
{
    asm volatile("" : : "r"(octets) : "memory");
}

/// Times forms of one configuration. @tparam Case which
template <class Case>
class Bench
{
  public:
    /// @param size octets of data @param samples of each time @param cold whether what each loop
    /// reads and writes is in no cache
    Bench(size_t size, uint32_t samples, bool cold)
        : m_adu(MakeData(size)),
          m_octets(Case::GetSize(m_adu) + 64),
          m_samples(samples),
          m_cold(cold)
    {
        m_state.Init();
    }

    /// Times all forms in turn, so that disturbances hit all. @param out gets nanoseconds
    void Run(JsonObject& out)
    {
        std::vector<double> times[4];
        for (uint32_t i = 0; i < m_samples; i++)
        {
            times[0].push_back(Sample(&Bench::Generated));
            times[1].push_back(Sample(&Bench::ByHand));
            times[2].push_back(Sample(&Bench::Sequential));
            times[3].push_back(Sample(&Bench::Marshal));
        }
        const char* names[] = {"generated_ns", "hand_ns", "sequential_ns", "xdr_ns"};
        for (int form = 0; form < 4; form++)
        {
            auto& all = times[form];
            std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
            out.Set(names[form], all[all.size() / 2]);
        }
        out.Set("octets", static_cast<uint64_t>(Case::GetSize(m_adu)));
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Duration = std::chrono::duration<double, std::nano>;

    /// The loop that ilpgen.py makes.
    void Generated()
    {
        Case::Send(m_state, m_results, m_octets.data(), m_adu);
    }

    /// The loop that was written by hand.
    void ByHand()
    {
        SendByHand<typename Case::Hand>(m_octets.data(), m_adu);
    }

    /// One function after the other.
    void Sequential()
    {
        if (m_cold)
        {
            SendInSequence<typename Case::Hand>(m_octets.data(), m_adu, [this] { Pause(); });
        }
        else
        {
            SendInSequence<typename Case::Hand>(m_octets.data(), m_adu, [] {});
        }
    }

    /// XDR alone, which has no kernels.
    void Marshal()
    {
        XdrWriter out(m_octets.data());
        Encode(out, m_adu);
    }

    /// Takes what the next function reads out of the caches; the time for it does not count.
    void Pause()
    {
        const auto begin = Clock::now();
        FlushOctets(m_octets.data(), m_octets.size());
        m_paused += Clock::now() - begin;
    }

    /// @param form what is timed @return nanoseconds
    double Sample(void (Bench::*form)())
    {
        const uint32_t times = m_cold ? 1 : REPEATS;
        if (m_cold)
        {
            FlushOctets(m_adu.data.octets.data(), m_adu.data.octets.size());
            FlushOctets(m_octets.data(), m_octets.size());
        }
        else
        {
            (this->*form)();
        }
        m_paused = Duration(0);
        const auto begin = Clock::now();
        for (uint32_t i = 0; i < times; i++)
        {
            (this->*form)();
            UseOctets(m_octets.data());
        }
        const Duration time = Clock::now() - begin - m_paused;
        return time.count() / times;
    }

    static constexpr uint32_t REPEATS = 8; //!< of a warm sample, so that the clock is fine enough

    Transfer m_adu;                   //!< what is sent
    std::vector<uint8_t> m_octets;    //!< where it goes
    typename Case::State m_state;     //!< variables
    typename Case::Results m_results; //!< of the last one
    uint32_t m_samples;               //!< of each form
    bool m_cold;                      //!< flush before each
    Duration m_paused{0};             //!< of a sample, does not count
};

/// The program. @param argc of main() @param argv of main() @param file of main()
/// @return status of the program
inline int
RunBench(int argc, char* argv[], const char* file)
{
    std::string variant = "paper";
    std::string caches = "warm";
    std::string host;
    uint32_t size = 1024;
    uint32_t samples = 1000;

    ProgramOptions options(file, "Paper ilp-codegen: times of loops on this machine");
    options.Add("variant", "Configuration", variant, OneOf({"paper", "simple", "triple"}));
    options.Add("caches", "Whether the data are in caches", caches, OneOf({"warm", "cold"}));
    options.Add("size", "Octets of data", size, Between(0, 8192));
    options.Add("samples", "Samples of each time; their median is printed", samples, AtLeast(1));
    options.Add("host", "Name of this machine, for the record only", host);
    options.Parse(argc, argv);

    JsonObject out;
    const bool cold = caches == "cold";
    if (variant == "paper")
    {
        Bench<PaperCase>(size, samples, cold).Run(out);
    }
    else if (variant == "simple")
    {
        Bench<SimpleCase>(size, samples, cold).Run(out);
    }
    else
    {
        Bench<TripleCase>(size, samples, cold).Run(out);
    }
    out.Set("compiler", __VERSION__);
    std::cout << out << std::endl;
    return 0;
}
} // namespace hsn
} // namespace ns3

#endif // ILP_CODEGEN_BENCH_H
