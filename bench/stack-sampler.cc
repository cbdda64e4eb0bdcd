// SPDX-License-Identifier: GPL-2.0-only
#include "stack-sampler.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <dlfcn.h>
#include <execinfo.h>
#include <sstream>
#include <sys/time.h>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int MAX_DEPTH = 64;
constexpr std::size_t MAX_SAMPLES = 100000;
constexpr int OWN_FRAMES = 2;        // the handler, and the kernel's frame that called it
constexpr suseconds_t PERIOD = 1000; // us of CPU time

/// A stack.
struct Sample
{
    int depth;                          //!< frames
    std::array<void*, MAX_DEPTH> frame; //!< innermost first
};

std::vector<Sample> g_samples;          //!< storage
volatile std::sig_atomic_t g_count = 0; //!< samples taken

/// Handler of SIGPROF.
void
TakeSample(int)
{
    const auto i = static_cast<std::size_t>(g_count);
    if (i < g_samples.size())
    {
        g_samples[i].depth = backtrace(g_samples[i].frame.data(), MAX_DEPTH);
        g_count = g_count + 1;
    }
}

/// @param period of samples, us of CPU time; 0: none
void
SetPeriod(suseconds_t period)
{
    const itimerval timer{{0, period}, {0, period}};
    NS_ABORT_MSG_IF(setitimer(ITIMER_PROF, &timer, nullptr) != 0, "no timer of CPU time");
}
} // namespace

StackSampler::StackSampler()
{
    g_samples.resize(MAX_SAMPLES);
    g_count = 0;
    void* frame;
    backtrace(&frame, 1); // loads its library now: it must not do so in a handler

    struct sigaction action
    {
    };

    action.sa_handler = &TakeSample;
    action.sa_flags = SA_RESTART;
    NS_ABORT_MSG_IF(sigaction(SIGPROF, &action, nullptr) != 0, "no signal handler");
}

StackSampler::~StackSampler()
{
    Stop();
}

void
StackSampler::Start()
{
    SetPeriod(PERIOD);
}

void
StackSampler::Stop()
{
    SetPeriod(0);
}

std::size_t
StackSampler::GetN() const
{
    return static_cast<std::size_t>(g_count);
}

std::vector<const void*>
StackSampler::GetStack(std::size_t i) const
{
    const Sample& sample = g_samples[i];
    std::vector<const void*> stack;
    for (int k = OWN_FRAMES; k < sample.depth; ++k)
    {
        // a return address follows the call and may be in the next function
        stack.push_back(static_cast<const char*>(sample.frame[k]) - (k > OWN_FRAMES ? 1 : 0));
    }
    return stack;
}

const std::string&
SymbolNames::Find(const void* address)
{
    std::string& name = m_known[address];
    if (!name.empty())
    {
        return name;
    }
    Dl_info info;
    if (dladdr(address, &info) == 0 || info.dli_fname == nullptr)
    {
        return name = "[?]";
    }
    const std::string file = info.dli_fname;
    const uint64_t offset =
        static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
    const auto& symbols = GetSymbols(file);
    auto it = symbols.upper_bound(offset);
    if (it != symbols.begin() && offset - (--it)->first < it->second.size)
    {
        return name = it->second.name;
    }
    return name = std::string("[").append(file, file.rfind('/') + 1).append("]");
}

const SymbolNames::Symbols&
SymbolNames::GetSymbols(const std::string& file)
{
    const auto [entry, isNew] = m_files.emplace(file, Symbols());
    if (!isNew)
    {
        return entry->second;
    }
    for (const std::string which : {"", "-D "}) // a stripped file has dynamic symbols only
    {
        const std::string command =
            "nm --defined-only -S -C " + which + "'" + file + "' 2>/dev/null";
        FILE* const output = popen(command.c_str(), "r");
        NS_ABORT_MSG_IF(!output, "cannot run nm");
        std::array<char, 16384> line;
        while (fgets(line.data(), line.size(), output))
        {
            std::istringstream in(line.data());
            uint64_t offset;
            Symbol symbol;
            std::string type;
            if (in >> std::hex >> offset >> symbol.size >> type &&
                type.find_first_of("tTwWiu") == 0 && std::getline(in >> std::ws, symbol.name))
            {
                symbol.name.erase(std::min(symbol.name.find('@'), symbol.name.size())); // version
                entry->second.emplace(offset, symbol);
            }
        }
        pclose(output);
    }
    return entry->second;
}
} // namespace hsn
} // namespace ns3
