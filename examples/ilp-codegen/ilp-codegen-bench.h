// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Times the three forms of a configuration on this machine. Programs differ in what they define
 * before they include this.
 */
#ifndef ILP_CODEGEN_BENCH_H
#define ILP_CODEGEN_BENCH_H

#include "ilp-codegen-as-scalar.h" // before any header, and so by the order of names
#include "ilp-codegen-cases.h"
#include "ilp-codegen-clock.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
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
        const std::vector<std::pair<const char*, void (Bench::*)()>> forms = {
            {"generated_ns", &Bench::Generated},
            {"hand_ns", &Bench::ByHand},
            {"sequential_ns", &Bench::Sequential},
            {"xdr_ns", &Bench::Marshal},
            {"word_by_word_ns", &Bench::Buffered}};
        std::vector<std::vector<double>> times(forms.size());
        for (uint32_t i = 0; i < m_samples; i++)
        {
            for (size_t form = 0; form < forms.size(); form++)
            {
                times[form].push_back(Sample(forms[form].second));
            }
        }
        for (size_t form = 0; form < forms.size(); form++)
        {
            out.Set(forms[form].first, GetMedian(times[form]));
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
        SendByHand(m_octets.data(), m_adu, m_hand);
    }

    /// One function after the other.
    void Sequential()
    {
        if (m_cold)
        {
            SendInSequence(
                m_octets.data(),
                m_adu,
                [this] { Pause(); },
                m_hand);
        }
        else
        {
            SendInSequence(
                m_octets.data(),
                m_adu,
                [] {},
                m_hand);
        }
    }

    /// XDR alone, which has no kernels.
    void Marshal()
    {
        XdrWriter out(m_octets.data());
        Encode(out, m_adu);
    }

    /// The loop that ilpgen.py makes with --word-by-word.
    void Buffered()
    {
        SendWordByWord<Case>(m_state, m_results, m_octets.data(), m_adu);
    }

    /// Takes what the next function reads out of the caches; the time for it does not count.
    void Pause()
    {
        const auto begin = Clock::now();
        IlpFlush(m_octets.data(), m_octets.size());
        m_paused += Clock::now() - begin;
    }

    /// @param form what is timed @return nanoseconds
    double Sample(void (Bench::*form)())
    {
        const uint32_t times = m_cold ? 1 : REPEATS;
        if (m_cold)
        {
            IlpFlush(m_adu.data.octets.data(), m_adu.data.octets.size());
            IlpFlush(m_octets.data(), m_octets.size());
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
            IlpUse(m_octets.data());
        }
        const Duration time = Clock::now() - begin - m_paused;
        return time.count() / times;
    }

    static constexpr uint32_t REPEATS = 8; //!< of a warm sample, so that the clock is fine enough

    Transfer m_adu;                   //!< what is sent
    std::vector<uint8_t> m_octets;    //!< where it goes
    typename Case::State m_state;     //!< variables
    typename Case::Results m_results; //!< of the last one
    typename Case::Hand m_hand;       //!< the same variables of the other forms
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
