// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * Hurst parameter, dispersion and burstiness of a trace: a capture (pcap), or a column of arrival
 * times in seconds in a text file.
 *
 *   hsn-trace-statistics --file=probe.pcap
 *   hsn-trace-statistics --file=times.csv --column=2 --bin=0.1
 *
 * Prints a JSON object. The Hurst parameter is that of the packets in bins of equal length; xi is
 * that of the interarrival times in ms. What the trace is too short for is null.
 */
#include "ns3/core-module.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/hill-estimator.h"
#include "ns3/hurst-estimator.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
#include "ns3/sample-summary.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Share of a bin by which a time may miss the bin's edge.
constexpr double ROUNDING = 1e-6;

/// @param file name @return times of its records, from the first one, s; ends the program on errors
std::vector<double>
ReadCapture(const std::string& file)
{
    PcapFile capture;
    capture.Open(file, std::ios::in);
    ProgramOptions::Require(!capture.Fail(), file + " is not a pcap file (pcapng is not read)");
    const double unit = capture.IsNanoSecMode() ? 1e-9 : 1e-6;
    std::vector<double> times;
    uint8_t octet;
    uint32_t seconds = 0;
    uint32_t fraction = 0;
    uint32_t included = 0;
    uint32_t length = 0;
    uint32_t read = 0;
    uint32_t first = 0;
    for (;;)
    {
        capture.Read(&octet, 1, seconds, fraction, included, length, read);
        if (capture.Fail() || capture.Eof())
        {
            return times;
        }
        first = times.empty() ? seconds : first;
        times.push_back(static_cast<double>(static_cast<int64_t>(seconds) - first) +
                        unit * fraction);
    }
}

/**
 * @brief Reads a column. The first line may be a heading, empty lines and those after # do not
 * count.
 * @param file name
 * @param column from 1
 * @return times, s; ends the program on errors
 */
std::vector<double>
ReadColumn(const std::string& file, uint32_t column)
{
    std::ifstream input(file);
    std::vector<double> times;
    std::string line;
    bool heading = true;
    for (uint64_t number = 1; std::getline(input, line); ++number)
    {
        std::replace_if(
            line.begin(),
            line.end(),
            [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\r'; },
            ' ');
        std::istringstream fields(line);
        std::string field;
        fields >> field;
        if (field.empty() || field[0] == '#')
        {
            continue;
        }
        for (uint32_t i = 1; i < column && fields; ++i)
        {
            field.clear();
            fields >> field;
        }
        char* end = nullptr;
        const double time = std::strtod(field.c_str(), &end);
        const bool isNumber = !field.empty() && *end == '\0';
        const bool good = isNumber && std::isfinite(time);
        ProgramOptions::Require(good || (heading && !isNumber),
                                file + ", line " + std::to_string(number) + ", column " +
                                    std::to_string(column) + ": \"" + field +
                                    "\" must be a time in seconds");
        heading = false;
        if (good)
        {
            times.push_back(time);
        }
    }
    return times;
}

/// @param file name @return whether it begins as a pcap or pcapng file does
bool
IsCapture(const std::string& file)
{
    std::ifstream input(file, std::ios::binary);
    unsigned char magic[4] = {0, 0, 0, 0};
    input.read(reinterpret_cast<char*>(magic), 4);
    ProgramOptions::Require(!input.bad() && input.gcount() > 0, "cannot read " + file);
    const uint32_t number =
        static_cast<uint32_t>(magic[0]) << 24 | magic[1] << 16 | magic[2] << 8 | magic[3];
    return number == 0xa1b2c3d4 || number == 0xd4c3b2a1 || number == 0xa1b23c4d ||
           number == 0x4d3cb2a1 || number == 0x0a0d0d0a;
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string file;
    uint32_t column = 1;
    double bin = 0.1;
    uint32_t blockSize = 10;
    uint32_t groupSize = 30;
    double epsilon = 0.3;
    double tail = 0.05;
    uint32_t minScale = 0;
    uint32_t maxScale = 0;
    ProgramOptions options(__FILE__, "Hurst parameter, dispersion and burstiness of a trace");
    options.Add("file", "A pcap file, or a text file with a column of arrival times", file);
    options.Add("column", "The column of a text file", column, AtLeast(1));
    options.Add("bin", "Length of a bin in which packets are counted, s", bin, Above(0));
    options.Add("m", "Interarrival times of a block", blockSize, AtLeast(2));
    options.Add("n", "Blocks of a xi", groupSize, AtLeast(1));
    options.Add("epsilon", "Share of blocks below xi", epsilon, Above(0).AtMost(1));
    options.Add("tail", "Share of the gaps for Hill's estimator", tail, Above(0).Below(1));
    options.Add("minScale",
                "Smallest block of the fits, bins; 0: 8 for R/S, 1 for variance-time",
                minScale);
    options.Add("maxScale", "Largest block of the fits, bins; 0: a quarter of all", maxScale);
    options.Parse(argc, argv);
    options.Require(minScale != 1, "minScale", "must be 0 or at least 2: R/S needs two samples");
    options.Require(maxScale == 0 || maxScale > minScale,
                    "maxScale",
                    "must be 0 or above minScale");
    options.Require(!file.empty(), "file", "must name a file");
    options.Require(groupSize * epsilon >= 1 - 1e-9, "epsilon", "must be at least 1 / n");

    std::vector<double> times = IsCapture(file) ? ReadCapture(file) : ReadColumn(file, column);
    ProgramOptions::Require(times.size() >= 2,
                            file + " has " + std::to_string(times.size()) +
                                " arrivals; there must be at least 2");
    uint64_t reordered = 0;
    for (std::size_t i = 1; i < times.size(); ++i)
    {
        reordered += times[i] < times[i - 1];
    }
    std::sort(times.begin(), times.end());
    const double duration = times.back() - times.front();
    ProgramOptions::Require(duration > 0, file + ": all arrivals have the same time");
    std::ostringstream span;
    span << file << ": arrivals span " << duration << " s; must be at most 1e15";
    ProgramOptions::Require(duration <= 1e15, span.str());
    const double bins = std::floor(duration / bin + ROUNDING);
    options.Require(bins < 1e8, "bin", "must be at least the duration / 1e8");

    auto estimator = CreateObject<DispersionEstimator>();
    estimator->SetAttribute("M", UintegerValue(blockSize));
    estimator->SetAttribute("N", UintegerValue(groupSize));
    estimator->SetAttribute("Epsilon", DoubleValue(epsilon));
    SampleSummary gaps;
    SampleSummary xis;
    std::vector<double> gapList;
    for (std::size_t i = 1; i < times.size(); ++i)
    {
        const double gap = 1e3 * (times[i] - times[i - 1]);
        gaps.Add(gap);
        gapList.push_back(gap);
        const uint64_t results = estimator->GetResults();
        estimator->Feed(gap);
        if (estimator->GetResults() > results)
        {
            xis.Add(estimator->GetXi());
        }
    }

    // only whole bins count
    std::vector<double> counts(static_cast<std::size_t>(bins), 0);
    for (const double time : times)
    {
        const double index = std::floor((time - times.front()) / bin + ROUNDING);
        if (index < bins)
        {
            ++counts[static_cast<std::size_t>(index)];
        }
    }
    SampleSummary rates;
    for (const double count : counts)
    {
        rates.Add(count);
    }
    // variance-time takes scales with at least 10 blocks
    const uint64_t most = maxScale > 0 ? maxScale : counts.size() / 4;
    const auto getScales = [=](uint64_t least) {
        return HurstEstimator::GetOctaves(minScale > 0 ? minScale : least, most);
    };
    const auto ranges = HurstEstimator::FitLine(
        HurstEstimator::GetRescaledRanges(counts, getScales(8), HurstEstimator::POX));
    const auto variances =
        HurstEstimator::FitLine(HurstEstimator::GetVarianceTimes(counts, getScales(1)));
    const auto largest = static_cast<std::size_t>(tail * gapList.size());

    JsonObject out;
    out.Set("arrivals", static_cast<uint64_t>(times.size()));
    out.Set("reordered", reordered);
    out.Set("duration_s", duration);
    out.Set("gap_mean_ms", gaps.GetMean());
    out.Set("gap_cv", gaps.GetDeviation() / gaps.GetMean());
    out.Set("gap_hill_index",
            largest >= 1 && largest < gapList.size() ? GetHillIndex(gapList, largest) : NAN);
    out.Set("xi_count", xis.GetCount());
    out.Set("xi_mean_ms2", xis.GetMean());
    out.Set("bins", static_cast<uint64_t>(counts.size()));
    out.Set("dispersion_index", rates.GetDeviation() * rates.GetDeviation() / rates.GetMean());
    out.Set("peak_to_mean", rates.GetPercentile(1) / rates.GetMean());
    out.Set("hurst_rescaled_range", ranges.slope);
    out.Set("rescaled_range_points", ranges.points);
    out.Set("hurst_variance_time", HurstEstimator::GetHurst(variances.slope));
    out.Set("variance_time_slope", variances.slope);
    out.Set("variance_time_points", variances.points);
    std::cout << out << std::endl;
    return 0;
}
