// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_OPTIONS_H
#define BACKGROUND_OPTIONS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// Parameters of a run. Rates, sizes and windows are those of the paper's network; --scale divides
/// them all. Defaults are the paper's.
struct BackgroundOptions
{
    std::string protocol{"cubic"};
    std::string first{"same"};
    uint32_t flows{4};
    double rtt{162};          // ms
    double firstRtt{0};       // ms; 0: rtt
    uint64_t buffer{1000000}; // bytes
    DataRate capacity{400000000};
    double scale{1};
    double firstStart{30};   // s
    double secondStart{130}; // s
    double jitter{1};        // s
    double duration{600};    // s
    double measure{35};      // s
    std::string traffic{"None"};
    bool fixedRtt{false};
    double load{70}; // Mbit/s
    uint32_t longFlows{12};
    uint64_t socketBuffer{64000000}; // bytes
    uint32_t maxCwnd{0};             // segments, 0: none
    double alpha{100};               // of FAST, packets
    std::string alphaMode{"Fixed"};  // or ByRate
    double initialSsthresh{0};       // segments; 0: that of the variant
    std::string era{"linux"};        // or ns3
    double tick{1};                  // ms, of R2
    double bottleneckTick{1};        // ms, of R1
    double hostTime{100};            // us
    std::string stack{"indexed"};
    std::string forwarding{"lean"};
    bool series{false};

    /// @param seconds a time in s @return the time
    static Time At(double seconds);
    /// @param options get these
    void AddTo(ProgramOptions& options);
    /// Ends the program if values contradict each other. @param options as declared by AddTo()
    void Check(const ProgramOptions& options) const;

    /// @return whether there is other traffic
    bool HasTraffic() const
    {
        return traffic != "None";
    }
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_OPTIONS_H
