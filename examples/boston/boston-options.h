// SPDX-License-Identifier: GPL-2.0-only
#ifndef BOSTON_OPTIONS_H
#define BOSTON_OPTIONS_H

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
/// are those under which its claims agree best.
struct BostonOptions
{
    static constexpr uint32_t IP_TCP_HEADERS = 40; //!< bytes

    // network
    uint32_t sources{16};
    uint32_t switches{1};
    uint32_t cross{0};
    uint32_t reverse{0}; // connections from the sink
    DataRate linkRate{1500000};
    double delay{10};     // ms, each link
    uint32_t buffer{256}; // cells
    std::string discard{"TailDrop"};
    double epdThreshold{0.5};
    double cellLoss{0};         // at the output to the sink
    double ackLoss{0};          // of cells at the outputs to the sources
    std::vector<uint64_t> drop; // cells there that are lost
    bool slotted{true};
    bool llcSnap{false};
    // transport
    std::string protocol{"Tcp"};
    std::string flow{"Vegas"};
    double alpha{1}; // of Vegas, segments
    double beta{3};
    bool roundDiff{false};
    bool gammaEveryRound{true};
    uint32_t initialWindow{0};    // segments, 0: 2 with Vegas, 1 with Reno
    uint32_t initialThreshold{0}; // segments, 0: no limit
    bool pacing{false};
    uint32_t packet{1500};
    uint32_t window{65535};
    double minRto{200};      // ms
    double maxRto{12800};    // ms
    double granularity{100}; // ms
    // Boston
    std::string policy{"Fixed"};
    double gamma{-1};
    double gammaRetx{-1};
    int32_t interleave{-1};
    double targetRounds{2};
    std::string cellIdMode{"OutOfBand"};
    std::string headerMode{"CodedPdu"};
    bool chargeRedundancy{false};
    bool chargeFields{true};
    std::string partialReaction{"ByTcp"};
    bool partialAckCountsAsDup{false};
    std::string payload{"Real"};
    double processingDelay{0}; // ms
    // measurement
    double duration{700}; // s
    double spread{30};    // s in which connections start
    double deadline{0};   // ms, 0: by packet size
    double histogramBin{100};
    std::string responseClock{"Cell"};
    uint64_t maxBytes{0}; // each connection, 0: no limit

    /// @param options get these
    void AddTo(ProgramOptions& options);

    /// Ends the program if values contradict each other. @param options as declared by AddTo()
    void Check(const ProgramOptions& options) const;

    /// @return whether TCP Boston is used
    bool IsBoston() const;

    /// @return bytes of data in a full segment
    uint32_t GetSegment() const;

    /// @return the deadline, ms: the paper's for its two packet sizes, a linear interpolation for
    /// others
    double GetDeadline() const;
};
} // namespace hsn
} // namespace ns3

#endif // BOSTON_OPTIONS_H
