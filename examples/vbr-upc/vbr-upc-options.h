// SPDX-License-Identifier: GPL-2.0-only
#ifndef VBR_UPC_OPTIONS_H
#define VBR_UPC_OPTIONS_H

#include "vbr-upc-contract.h"

#include "ns3/data-rate.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// Parameters of a run. The defaults are the paper's; where the paper does not state a value, they
/// are those under which its claims agree best.
struct VbrUpcOptions
{
    static constexpr uint32_t IP_TCP_HEADERS = 40;   //!< bytes
    static constexpr uint32_t TIMESTAMP_OPTION = 12; //!< bytes

    ContractOptions contract;
    std::string source{"train"};
    uint32_t mtu{9188};
    double interSdu{0};  // us, 0: by MTU
    double jitter{0.05}; // relative, uniform
    DataRate linkRate{155520000};
    DataRate adapterRate{0};
    double delay{900};     // us, one way
    uint32_t buffer{8192}; // cells
    std::string packetDiscard{"None"};
    std::string epdLength{"MaxSdu"};
    uint32_t maxSdu{0};          // bytes, 0: the MTU
    double reassemblyTimeout{0}; // ms
    bool shape{false};
    bool pace{false};
    bool preventiveTagging{false};
    bool congested{false};
    bool llcSnap{false};
    double rxServiceTime{0}; // us
    // train
    uint32_t bursts{10};
    uint32_t pdus{0}; // per burst, 0: by the model
    double idle{2};   // s
    bool cellTimes{false};
    // tcp
    std::string tcp{"bsd"};
    std::string estimator{"Tahoe"};
    double tick{500};       // ms
    uint32_t fastTick{200}; // ms
    bool delayedAck{true};
    uint32_t dupAcks{3};
    bool sack{false};
    bool timestamps{false};
    uint32_t window{49152};
    uint64_t bytes{4194304};
    uint32_t connections{1};
    double maxTime{2000}; // s
    // output
    std::string pcap;

    /// @param options get these
    void AddTo(ProgramOptions& options);

    /// Ends the program if values contradict each other. @param options as declared by AddTo()
    void Check(const ProgramOptions& options) const;

    /// @return I_g in us: as given, or the paper's for the MTU (4832, 9188: measured; 1500: linear
    /// fit; 552: chosen)
    double GetInterSdu() const;
};
} // namespace hsn
} // namespace ns3

#endif // VBR_UPC_OPTIONS_H
