// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the tests of cell sources share.
 */
#ifndef HSN_CELL_SOURCE_TEST_SUPPORT_H
#define HSN_CELL_SOURCE_TEST_SUPPORT_H

#include "ns3/atm-cell-source.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
constexpr int64_t SLOT = 2827;             //!< cell time at 150 Mbit/s: 2826.667 ns, rounded
constexpr double STEPS = 1e9;              //!< time steps in a second
constexpr double CELL_BITS = 424;          //!< 53 octets
const DataRate LINE = DataRate(150000000); //!< link rate

/** @param type TypeId @param attributes names and values in turn @return a source */
template <typename... Args>
Ptr<AtmCellSource>
MakeSource(const std::string& type, const Args&... attributes)
{
    ObjectFactory factory("ns3::hsn::" + type, attributes...);
    auto source = factory.Create<AtmCellSource>();
    source->AssignStreams(1);
    return source;
}

/** @param source not begun @param n cells @return times at which they are ready */
inline std::vector<int64_t>
TakeTimes(Ptr<AtmCellSource> source, std::size_t n)
{
    source->Begin(0, SLOT, LINE);
    std::vector<int64_t> times;
    while (times.size() < n && source->GetNext().ready != ATM_NEVER)
    {
        times.push_back(source->Take().ready);
    }
    return times;
}

/** @brief A mean and its standard error. */
struct Estimate
{
    double mean;  //!< of all
    double error; //!< of the mean, from means of batches
};

/** @param values in order @return their mean, and its error from 50 batches */
inline Estimate
EstimateMean(const std::vector<double>& values)
{
    constexpr std::size_t BATCHES = 50;
    const std::size_t size = values.size() / BATCHES;
    double sum = 0;
    double squares = 0;
    for (std::size_t b = 0; b < BATCHES; ++b)
    {
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(b * size);
        const double mean = std::accumulate(from, from + static_cast<std::ptrdiff_t>(size), 0.0) /
                            static_cast<double>(size);
        sum += mean;
        squares += mean * mean;
    }
    const double mean = sum / BATCHES;
    return {mean, std::sqrt((squares / BATCHES - mean * mean) / (BATCHES - 1))};
}
} // namespace hsn
} // namespace ns3

#endif // HSN_CELL_SOURCE_TEST_SUPPORT_H
