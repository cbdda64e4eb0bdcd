// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_FLOW_SPEC_H
#define METS_FLOW_SPEC_H

#include "mets-adapter.h"
#include "mets-header.h"

#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief What a flow sends and what it needs (QoS-A, 2.1). The paper leaves the fields open.
 */
struct MetsFlowSpec
{
    /// What is promised of a flow.
    enum Commitment
    {
        BEST_EFFORT,  //!< nothing is reserved
        ADAPTIVE,     //!< the base layer is reserved, enhancements adapt
        DETERMINISTIC //!< all layers are reserved
    };

    /// A layer.
    struct Layer
    {
        double frameRate{0};   //!< pictures a second; 0: the flow has no such layer
        uint32_t meanBytes{0}; //!< octets of a picture on average
        uint32_t maxBytes{0};  //!< octets of a picture at most
    };

    std::array<Layer, 3> layers;     //!< BL, E1, E2
    Time delay{MilliSeconds(500)};   //!< end to end, at most
    Time jitter{MilliSeconds(100)};  //!< of the delay, at most
    double loss{0.1};                //!< share of the packets, at most
    Time interval{Seconds(1)};       //!< over which delay, jitter and loss are measured
    Commitment commitment{ADAPTIVE}; //!< what is promised

    /// @return pictures a second, of all layers
    double GetFrameRate() const;

    /// @return empty if all fields are in their ranges; else the first that is not, and its range
    std::string FindProblem() const;

    /**
     * @return mean rates in cells a second, METS header and AAL5 included, rounded up; with
     * DETERMINISTIC all of it belongs to the base layer, with BEST_EFFORT none of the base layer's
     */
    MetsFlowRates GetRates() const;
};

/**
 * @ingroup hsn-qos
 * @brief What a member of a flow wants done when resources change (QoS-A, 2.1).
 */
struct MetsQosPolicy
{
    /// Under congestion.
    enum OnDegrade
    {
        DROP_LAYER,         //!< a layer less
        DEGRADE_NOTIFY_ONLY //!< the application is told, and decides
    };

    /// With resources to spare.
    enum OnImprove
    {
        ADD_LAYER,          //!< a layer more
        IMPROVE_NOTIFY_ONLY //!< the application is told, and decides
    };

    MetsLayer maxLayer{METS_E2};     //!< METS_BL to METS_E2
    OnDegrade onDegrade{DROP_LAYER}; //!< see there
    OnImprove onImprove{ADD_LAYER};  //!< see there

    /// @return level that is wanted at most: 0 to 2
    uint32_t GetLevel() const
    {
        return maxLayer - METS_BL;
    }

    /// @return empty, or what is wrong
    std::string FindProblem() const;
};
} // namespace hsn
} // namespace ns3

#endif // METS_FLOW_SPEC_H
