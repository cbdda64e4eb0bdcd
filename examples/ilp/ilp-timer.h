// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What a program needs that times loops of microseconds: a clock, caches to empty, a processor to
 * stay on, and a turn, so that no two of them time at once.
 */
#ifndef ILP_TIMER_H
#define ILP_TIMER_H

#include "ns3/ilp-cache.h"
#include "ns3/json-object.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#endif

namespace ns3
{
namespace hsn
{
/// @return ns of a clock that nobody adjusts
inline double
IlpNow()
{
#ifdef __linux__
    timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
#else
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
#endif
}

/// @return octets of the first data cache
inline size_t
IlpFirstCache()
{
#if defined(__linux__) && defined(_SC_LEVEL1_DCACHE_SIZE)
    const long size = sysconf(_SC_LEVEL1_DCACHE_SIZE);
    return size > 0 ? static_cast<size_t>(size) : 32768;
#else
    return 32768;
#endif
}

/// Times of one kind.
class IlpTimes
{
  public:
    /// @param time ns
    void Add(double time)
    {
        m_times.push_back(time);
    }

    /// @param share of the times that are smaller @return that time
    double Get(double share)
    {
        const auto at = m_times.begin() +
                        static_cast<ptrdiff_t>(share * static_cast<double>(m_times.size() - 1));
        std::nth_element(m_times.begin(), at, m_times.end());
        return *at;
    }

    /// @param out gets median, minimum and quartiles @param name of them @param scale of times
    void Print(JsonObject& out, const std::string& name, double scale)
    {
        out.Set(name + "_ns", scale * Get(0.5));
        out.Set(name + "_min_ns", scale * Get(0));
        out.Set(name + "_q1_ns", scale * Get(0.25));
        out.Set(name + "_q3_ns", scale * Get(0.75));
    }

  private:
    std::vector<double> m_times; //!< ns
};

/**
 * @brief A loop, and the octets that it reads and writes.
 *
 * A warm sample is the mean of as many passes in a row as take 20 us, after one that fetches all
 * octets into the cache. A cold one is a single pass after all octets have been taken out of it.
 */
class IlpTimedLoop
{
  public:
    /// @param pass the loop @param from octets that it reads @param to octets that it writes, may
    /// be null @param octets of each
    IlpTimedLoop(std::function<void()> pass, const uint8_t* from, const uint8_t* to, size_t octets)
        : m_pass(std::move(pass)),
          m_from(from),
          m_to(to),
          m_octets(octets)
    {
    }

    /// Runs it once.
    void Pass() const
    {
        m_pass();
    }

    /// Takes its octets out of all caches.
    void Flush() const
    {
        IlpFlush(m_from, m_octets);
        if (m_to)
        {
            IlpFlush(m_to, m_octets);
        }
    }

    /// @param overhead of a look at the clock, ns @return ns of a pass after others
    double SampleWarm(double overhead)
    {
        if (m_repeats == 0)
        {
            Pass();
            const double pass = std::max(1.0, SampleOnce(overhead));
            m_repeats = static_cast<uint32_t>(std::ceil(ENOUGH / pass));
        }
        Pass(); // all is in the cache
        const double begin = IlpNow();
        for (uint32_t i = 0; i < m_repeats; i++)
        {
            Pass();
        }
        return (IlpNow() - begin - overhead) / m_repeats;
    }

    /// @param overhead of a look at the clock, ns @return ns of a pass without cached octets
    double SampleCold(double overhead) const
    {
        Flush();
        return SampleOnce(overhead);
    }

    /// @param overhead of a look at the clock, ns @return ns of a pass, whatever came before
    double SampleOnce(double overhead) const
    {
        const double begin = IlpNow();
        Pass();
        return IlpNow() - begin - overhead;
    }

  private:
    static constexpr double ENOUGH = 20000; //!< ns of a warm sample

    std::function<void()> m_pass; //!< the loop
    const uint8_t* m_from;        //!< what it reads
    const uint8_t* m_to;          //!< what it writes
    size_t m_octets;              //!< of both
    uint32_t m_repeats{0};        //!< passes of a warm sample; 0: not known yet
};

/// Octets of a message and its copies, each at the begin of a page and 256 octets further, so that
/// no two share the same sets of a cache.
class IlpBuffers
{
  public:
    /// @param count of buffers @param octets of each; the first one gets numbers without a pattern
    IlpBuffers(size_t count, size_t octets)
        : m_stride((octets + PAGE - 1) / PAGE * PAGE + 256),
          m_memory((count + 1) * m_stride + PAGE),
          m_first((PAGE - reinterpret_cast<uintptr_t>(m_memory.data()) % PAGE) % PAGE)
    {
        uint32_t x = 1;
        for (size_t i = 0; i < octets; i++)
        {
            x = x * 1103515245 + 12345;
            Get(0)[i] = static_cast<uint8_t>(x >> 16);
        }
    }

    /// @param i which @return its first octet
    uint8_t* Get(size_t i)
    {
        return m_memory.data() + m_first + i * m_stride;
    }

  private:
    static constexpr size_t PAGE = 4096; //!< octets

    size_t m_stride;               //!< from buffer to buffer
    std::vector<uint8_t> m_memory; //!< of all
    size_t m_first;                //!< begin of the first one
};

/// Stays on the processor where it begins, and waits until no other program holds the turn.
class IlpTurn
{
  public:
    IlpTurn()
    {
#ifdef __linux__
        m_file = open("/tmp/hsn-ilp-bench.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0666);
        if (m_file >= 0)
        {
            flock(m_file, LOCK_EX);
        }
        const int here = sched_getcpu();
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(here < 0 ? 0 : here, &set);
        m_pinned = sched_setaffinity(0, sizeof(set), &set) == 0;
        m_core = here;
        m_switches = GetSwitches();
#endif
    }

    ~IlpTurn()
    {
#ifdef __linux__
        if (m_file >= 0)
        {
            close(m_file);
        }
#endif
    }

    IlpTurn(const IlpTurn&) = delete;
    IlpTurn& operator=(const IlpTurn&) = delete;

    /// @return the median of what a look at the clock takes, ns
    static double GetOverhead()
    {
        IlpTimes times;
        for (int i = 0; i < 1000; i++)
        {
            const double begin = IlpNow();
            times.Add(IlpNow() - begin);
        }
        return times.Get(0.5);
    }

    /// @param out gets what may have disturbed
    void Print(JsonObject& out) const
    {
        out.Set("pinned", m_pinned);
        out.Set("compiler", __VERSION__);
        out.Set("timer_overhead_ns", GetOverhead());
#ifdef __linux__
        out.Set("preemptions", static_cast<uint64_t>(GetSwitches() - m_switches));
        std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(m_core) +
                           "/cpufreq/scaling_governor");
        std::string governor;
        file >> governor;
        const bool scaling = !governor.empty() && governor != "performance";
        out.Set("frequency_scaling", scaling);
        if (scaling)
        {
            std::cerr << "warning: processor " << m_core << " changes its frequency (" << governor
                      << "); times may differ from run to run\n";
        }
#endif
    }

  private:
#ifdef __linux__
    /// @return how often this process lost its processor
    static long GetSwitches()
    {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_nivcsw;
    }

    int m_file{-1};     //!< whose lock is the turn
    int m_core{0};      //!< processor
    long m_switches{0}; //!< at the begin
#endif
    bool m_pinned{false}; //!< to the processor
};
} // namespace hsn
} // namespace ns3

#endif // ILP_TIMER_H
