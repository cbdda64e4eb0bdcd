// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_EXAMPLE_MM_POC_NETWORK_H
#define HSN_EXAMPLE_MM_POC_NETWORK_H

#include "ns3/error-model.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/program-options.h"

/// The path of section 5.1: two hosts, a delay with jitter that keeps the order, random losses.
struct MmPocPath
{
    double delayMs{2};               //!< one way, ms
    double jitterMs{4};              //!< width of the uniform jitter, ms
    double loss{0.1};                //!< of PDUs
    bool lossOnControl{true};        //!< also on the way back
    ns3::DataRate rate{10000000000}; //!< of the devices

    /// @param options gets those of the path
    void AddTo(ns3::hsn::ProgramOptions& options);
    /**
     * @brief Builds two nodes with IPv4: 10.0.0.1 and 10.0.0.2.
     * @param from when PDUs begin to be lost: connections are there then
     * @return the nodes
     */
    ns3::NodeContainer Build(ns3::Time from) const;
};

#endif // HSN_EXAMPLE_MM_POC_NETWORK_H
