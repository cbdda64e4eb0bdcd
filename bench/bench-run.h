// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Common part of the cell benchmarks: builds a network with one of the engines, runs it until it is
 * warm, and then measures it.
 */
#ifndef HSN_BENCH_RUN_H
#define HSN_BENCH_RUN_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Simulators of cells.
enum class BenchEngine
{
    PER_CELL, //!< hsn, an event for every cell on every link
    BURST,    //!< hsn, runs of cells
    P2P       //!< packets of 53 bytes over ns-3's point-to-point devices
};

/// @param engine one @return its name in the output
std::string GetName(BenchEngine engine);

/// A network with traffic. Its parts live until the simulation is destroyed.
class BenchNetwork
{
  public:
    virtual ~BenchNetwork() = default;

    /// @return cells (packets) delivered so far at the far end of a link, over all links
    virtual uint64_t CountHops() const = 0;

    /// @return cells (packets) that are in the network now, on links and in buffers
    virtual uint64_t CountInFlight() const = 0;

    /// @return bytes in which the burst engine keeps the cells
    virtual std::size_t GetRunStorage() const
    {
        return 0;
    }

    /// @return octets that applications have received so far
    virtual uint64_t CountBytes() const
    {
        return 0;
    }
};

/// What to measure, and for how long.
struct BenchPlan
{
    std::string name; //!< of the scenario
    /// Builds the network; called once, in the process that runs it.
    std::function<std::unique_ptr<BenchNetwork>(BenchEngine)> build;
    std::function<void()> whenWarm; //!< called when the measurement begins, or empty
    Time warmUp;                    //!< simulated before the measurement
    Time first;                     //!< simulated at least
    double cpu{0.3}; //!< seconds of CPU time to measure, at least; at most three times as many
    uint64_t hops{std::numeric_limits<uint64_t>::max()}; //!< cell-hops after which the measurement
                                                         //!< ends, about
    std::string scheduler{"ns3::MapScheduler"};          //!< of ns-3's events
};

/// What a run cost.
struct BenchCost
{
    uint64_t warmHops{0};    //!< cell-hops of the warm-up: the same with each of hsn's engines
    uint64_t hops{0};        //!< cell-hops
    double cpu{0};           //!< seconds of CPU time
    double simulated{0};     //!< seconds
    uint64_t bytes{0};       //!< octets that applications received
    uint64_t allocations{0}; //!< calls of operator new
    double resident{0};      //!< peak memory of the process, bytes

    /// @return cell-hops per second of CPU time
    double Speed() const
    {
        return hops / cpu;
    }

    /// @return calls of operator new per cell-hop
    double AllocationsPerHop() const
    {
        return static_cast<double>(allocations) / hops;
    }
};

/// Memory that the cells in a network take.
struct BenchMemory
{
    double heap{0};    //!< peak of bytes in use, without those of the idle network
    double storage{0}; //!< peak of bytes in which the burst engine keeps runs of cells
    double cells{0};   //!< cells in the network on average
};

/// @param engine what AtmHelper and AtmSwitchHelper use from now on @param scheduler TypeId's name
void UseEngine(BenchEngine engine, const std::string& scheduler);

/**
 * @brief Builds a network and runs it, in this process.
 * @param plan what
 * @param engine with which engine
 * @return the cost
 */
BenchCost RunHere(const BenchPlan& plan, BenchEngine engine);

/// RunHere in a process of its own; parameters and result as there.
BenchCost RunApart(const BenchPlan& plan, BenchEngine engine);

/**
 * @brief Measures memory, in a process of its own.
 * @param plan what
 * @param engine with which engine
 * @return peaks and means of many samples after the warm-up
 */
BenchMemory MeasureMemory(const BenchPlan& plan, BenchEngine engine);

/// @param values positive, at least one @return their geometric mean
double GeometricMean(const std::vector<double>& values);
} // namespace hsn
} // namespace ns3

#endif // HSN_BENCH_RUN_H
