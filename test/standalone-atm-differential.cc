// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Compares the two engines of ATM cells with random networks, and tells more than the test
 * "atm-engine", which does the same. Out-of-tree only.
 *
 * Each network is simulated in a process of its own, so that one that crashes, or never ends, is
 * told like one that differs.
 */
#include "atm/atm-differential.h"
#include "atm/tie-order-scheduler.h"

#include "ns3/program-options.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is asked for.
struct Options
{
    AtmNetworkRun::Settings reference;   //!< of the first run
    AtmNetworkRun::Settings other;       //!< of the second run
    bool verbose{false};                 //!< prints every network
    uint32_t shrink{0};                  //!< networks to try
    uint32_t seconds{120};               //!< of processor time that a network may take
    uint32_t features{ATM_ALL_FEATURES}; //!< that networks may have
};

/// How the comparison of a network ends.
enum Outcome
{
    SAME,
    DIFFERENT,
    CRASH,
    LATE
};

/**
 * @brief Compares one network; what it covers is written to a file.
 * @param options how
 * @param plan the network
 * @param coverage the file
 * @param quiet whether to say nothing
 * @return whether all was the same
 */
bool
Compare(const Options& options, AtmNetworkPlan plan, int coverage, bool quiet)
{
    AtmDifferential differential(options.reference, options.other);
    const std::string text = differential.Compare(plan);
    std::ostringstream lines;
    for (const auto& c : differential.GetCoverage())
    {
        lines << c.first << '\t' << c.second << '\n';
    }
    const std::string all = lines.str();
    const bool written =
        write(coverage, all.data(), all.size()) == static_cast<ssize_t>(all.size());
    if (!quiet)
    {
        std::cout << text << (written ? "" : "what it covers is lost\n") << std::flush;
    }
    return text.empty();
}

/**
 * @brief Compares one network in a process of its own.
 * @param options how
 * @param plan the network
 * @param coverage has more afterwards
 * @param quiet whether to say nothing
 * @return how it ended
 */
Outcome
CompareApart(const Options& options, const AtmNetworkPlan& plan, AtmCoverage& coverage, bool quiet)
{
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0)
    {
        return CRASH;
    }
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        // of processor time, so that the verdict does not depend on what else the machine does
        itimerval limit{};
        limit.it_value.tv_sec = options.seconds;
        setitimer(ITIMER_PROF, &limit, nullptr);
        if (quiet)
        {
            std::freopen("/dev/null", "w", stderr);
        }
        const bool same = Compare(options, plan, ends[1], quiet);
        _exit(same ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    std::array<char, 4096> buffer;
    for (ssize_t n; (n = read(ends[0], buffer.data(), buffer.size())) > 0;)
    {
        text.append(buffer.data(), static_cast<std::size_t>(n));
    }
    close(ends[0]);
    std::istringstream lines(text);
    std::string name;
    uint64_t count;
    while (std::getline(lines, name, '\t') && lines >> count)
    {
        coverage[name] += count;
        lines.ignore(1);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
    {
        return CRASH;
    }
    if (WIFSIGNALED(status))
    {
        return WTERMSIG(status) == SIGPROF ? LATE : CRASH;
    }
    return WEXITSTATUS(status) == 0 ? SAME : DIFFERENT;
}

/**
 * @brief Compares the network of a seed, and tells all of it.
 * @param options how
 * @param seed of the network
 * @param coverage has more afterwards
 * @return whether all was the same
 */
bool
CompareSeed(const Options& options, uint64_t seed, AtmCoverage& coverage)
{
    const auto plan = DrawAtmNetwork(seed, static_cast<AtmNetworkFeatures>(options.features));
    if (options.verbose)
    {
        std::cout << plan;
    }
    const Outcome outcome = CompareApart(options, plan, coverage, false);
    if (outcome == SAME)
    {
        return true;
    }
    const std::array<const char*, 4> words = {"",
                                              "",
                                              ": the program crashes",
                                              ": it takes too long"};
    std::cout << "seed " << seed << " FAILS" << words[outcome] << "\n";
    if (outcome != DIFFERENT)
    {
        std::cout << plan;
    }
    if (options.shrink > 0)
    {
        const auto fails = [&options, outcome](const AtmNetworkPlan& p) {
            AtmCoverage none;
            return CompareApart(options, p, none, true) == outcome;
        };
        const auto small = AtmDifferential::Shrink(plan, options.shrink, fails);
        std::cout << "smaller:\n";
        if (outcome != DIFFERENT)
        {
            std::cout << small;
        }
        AtmCoverage none;
        CompareApart(options, small, none, false);
    }
    return false;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint64_t first = 1;
    uint64_t networks = 60;
    bool reorder = false;
    Options options;
    options.other.engine = "Burst";

    ProgramOptions list(__FILE__, "Random ATM networks, in which both engines must do the same");
    list.Add("first", "Seed of the first network", first);
    list.Add("networks", "How many networks", networks, AtLeast(1));
    list.Add("reference",
             "Engine of the first run",
             options.reference.engine,
             OneOf({"PerCell", "Burst"}));
    list.Add("engine",
             "Engine of the second run",
             options.other.engine,
             OneOf({"PerCell", "Burst"}));
    list.Add("reorder",
             "Whether nodes that have events at the same time come in another order in the second "
             "run",
             reorder);
    list.Add("shrink",
             "Networks to simulate in order to make one that fails smaller; 0: leave it",
             options.shrink);
    list.Add("seconds", "Processor time that a network may take, s; 0: any", options.seconds);
    list.Add(
        "features",
        "What networks may have: 0, no generators of cells; 1, these, too; 2, classes of cells "
        "and lossy codes; 3, all that the generator of networks knows now",
        options.features,
        Between(0, 3));
    list.Add("verbose",
             "Print every network, and in the end what all of them have met",
             options.verbose);
    list.Parse(argc, argv);
    if (reorder)
    {
        options.other.scheduler = TieOrderScheduler::GetTypeId().GetName();
    }

    AtmCoverage coverage;
    uint64_t failed = 0;
    for (uint64_t seed = first; seed < first + networks; ++seed)
    {
        failed += CompareSeed(options, seed, coverage) ? 0 : 1;
    }
    if (options.verbose)
    {
        for (const auto& c : coverage)
        {
            std::cout << c.first << ": " << c.second << "\n";
        }
    }
    std::cout << failed << " of " << networks << " networks fail" << std::endl;
    return failed == 0 ? 0 : 1;
}
