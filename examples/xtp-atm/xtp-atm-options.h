// SPDX-License-Identifier: GPL-2.0-only
#ifndef XTP_ATM_OPTIONS_H
#define XTP_ATM_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Parameters of a run. The defaults are the paper's; where the paper does not state a value, they
/// are assumptions.
struct XtpAtmOptions
{
    static constexpr uint32_t TCP_HEADERS = 40; //!< bytes of IP and TCP
    static constexpr uint32_t XTP_HEADER = 32;  //!< bytes

    // connections: those of XTP first
    uint32_t xtp{0};
    uint32_t tcp{0};
    uint32_t mps{9140};                // user bytes
    std::vector<uint32_t> windows{6};  // segments; one for all, or one for each
    std::vector<double> lengths{1000}; // km; one for all, or one for each
    bool shaped{false};
    DataRate shaperRate{50000000};
    double granularity{1}; // ms, of the timers
    double spread{10};     // ms in which connections start
    // XTP
    std::string errorControl{"Selective"};
    DataRate rate{50000000};
    uint64_t burst{0}; // bytes, 0: one packet
    std::string rateCounts{"CellBytes"};
    bool suppressRepeats{true};
    bool gbnKeeps{false};
    double varianceMultiplier{4};
    double initialWtimer{150}; // ms
    // TCP
    std::string recovery{"Reno"};
    bool extraEighth{false};
    double initialRto{100}; // ms
    // network
    DataRate linkRate{150000000};
    uint32_t buffer{1000}; // cells
    std::string discard{"TailDrop"};
    double epdThreshold{0.8};
    bool slotted{true};
    double bottleneck{2}; // km
    double perKm{5};      // us
    // background
    std::string source{"Poisson"};
    double load{0};         // Mbit/s
    double peakFactor{1.2}; // of Poisson messages
    uint32_t sourceCells{0};
    // measurement
    double warmup{1};    // s
    double duration{20}; // s

    /// @param options get these
    void AddTo(ProgramOptions& options);

    /// Ends the program if values contradict each other. @param options as declared by AddTo()
    void Check(const ProgramOptions& options) const;

    /// @return number of connections
    uint32_t GetFlows() const
    {
        return xtp + tcp;
    }

    /// @param i connection @return its window in bytes
    uint32_t GetWindow(uint32_t i) const
    {
        return windows[windows.size() > 1 ? i : 0] * mps;
    }

    /// @param i connection @return its length, km
    double GetLength(uint32_t i) const
    {
        return lengths[lengths.size() > 1 ? i : 0];
    }

    /// @return peak rate of the background, bit/s
    double GetPeak() const;
};
} // namespace hsn
} // namespace ns3

#endif // XTP_ATM_OPTIONS_H
