// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Times generated loops by how many words they treat at once, each in two forms: runs of words go
 * straight through the functions, or every word through the buffer, as in the paper's code.
 */
#include "ilp-codegen-as-scalar.h" // before any header, and so by the order of names
#include "ilp-codegen-cases.h"
#include "ilp-codegen-clock.h"
#include "ilp-codegen-word-loops.h"

#include "ns3/core-module.h"
#include "ns3/ilp-loop.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Sends a data unit. @tparam Loop which loop @param state variables @param to where it goes
/// @param adu data @return octets that were written
template <class Loop>
__attribute__((noinline)) size_t
SendThrough(typename Loop::State& state, uint8_t* to, const Transfer& adu)
{
    state.Begin();
    IlpSender<Loop> out(state, to);
    Encode(out, adu);
    const uint8_t* end = out.Pad();
    state = out.GetState();
    state.FinishSend();
    return static_cast<size_t>(end - to);
}

/// Times one form of a loop. @tparam Loop it
template <class Loop>
class Form
{
  public:
    /// @param size octets of data
    explicit Form(size_t size)
        : m_adu(MakeData(size)),
          m_octets(size + 8 * Loop::WORDS + 64)
    {
        m_state.Init();
        m_written = SendThrough<Loop>(m_state, m_octets.data(), m_adu);
    }

    /// Takes one more sample, with warm caches.
    void Sample()
    {
        using Clock = std::chrono::steady_clock;
        SendThrough<Loop>(m_state, m_octets.data(), m_adu);
        const auto begin = Clock::now();
        for (uint32_t i = 0; i < REPEATS; i++)
        {
            SendThrough<Loop>(m_state, m_octets.data(), m_adu);
            IlpUse(m_octets.data());
        }
        const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
        m_samples.push_back(time.count() / REPEATS);
    }

    /// @param name of the form @param out gets what was measured, and what was sent
    void Report(const std::string& name, JsonObject& out)
    {
        out.Set(name + "_ns", GetMedian(m_samples));
        out.Set(name + "_octets", static_cast<uint64_t>(m_written));
        out.Set(name + "_checksum", m_state.checksum_xsum);
    }

  private:
    static constexpr uint32_t REPEATS = 8; //!< of a sample, so that the clock is fine enough

    Transfer m_adu;                //!< what is sent
    std::vector<uint8_t> m_octets; //!< where it goes
    typename Loop::State m_state;  //!< variables
    size_t m_written{0};           //!< octets of the message
    std::vector<double> m_samples; //!< ns
};

/// Times both forms in turn, so that disturbances hit both. @tparam Loop as it is generated
/// @param size octets of data @param samples of each @param out gets what was measured
template <class Loop>
void
TimeLoop(size_t size, uint32_t samples, JsonObject& out)
{
    Form<Loop> runs(size);
    Form<WordByWord<Loop>> buffered(size);
    for (uint32_t i = 0; i < samples; i++)
    {
        runs.Sample();
        buffered.Sample();
    }
    runs.Report("runs", out);
    buffered.Report("word_by_word", out);
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string host;
    uint32_t group = 2;
    uint32_t size = 4096;
    uint32_t samples = 1000;

    ProgramOptions options(__FILE__, "Paper ilp-codegen: times of loops by words of a group");
    options.Add("words", "Words that are treated at once", group, Between(1, 12));
    options.Add("size", "Octets of data", size, Between(0, 8192));
    options.Add("samples", "Samples of each time; their median is printed", samples, AtLeast(1));
    options.Add("host", "Name of this machine, for the record only", host);
    options.Parse(argc, argv);

    using Time = void (*)(size_t, uint32_t, JsonObject&);
    const Time loops[] = {&TimeLoop<words::Words1Loop>,
                          &TimeLoop<words::Words2Loop>,
                          &TimeLoop<words::Words3Loop>,
                          &TimeLoop<words::Words4Loop>,
                          &TimeLoop<words::Words5Loop>,
                          &TimeLoop<words::Words6Loop>,
                          &TimeLoop<words::Words7Loop>,
                          &TimeLoop<words::Words8Loop>,
                          &TimeLoop<words::Words9Loop>,
                          &TimeLoop<words::Words10Loop>,
                          &TimeLoop<words::Words11Loop>,
                          &TimeLoop<words::Words12Loop>};
    JsonObject out;
    loops[group - 1](size, samples, out);
    out.Set("compiler", __VERSION__);
    std::cout << out << std::endl;
    return 0;
}
