// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_EXAMPLE_FRM_NETWORK_H
#define HSN_EXAMPLE_FRM_NETWORK_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <string>
#include <vector>

/// The star of section 4 with nodes: a sender, a hub without costs, receivers with delays of their
/// own.
struct FrmStar
{
    /// Port of the group.
    static constexpr uint16_t PORT = 9;

    /// @param delaysMs of the receivers, ms @param loss share of packets that each way loses
    /// @param stream first one of the losses @param isUdp FRM is carried in UDP
    void BuildIp(const std::vector<double>& delaysMs, double loss, int64_t stream, bool isUdp);
    /// Captures what the sender's link carries, after BuildIp(). @param file in the format pcap
    void Capture(const std::string& file) const;
    /// The same with an ATM switch; no cell is lost. @param delaysMs of the receivers, ms
    void BuildAtm(const std::vector<double>& delaysMs);

    ns3::NodeContainer hosts;          ///< the sender, then the receivers
    ns3::Ptr<ns3::NetDevice> first;    ///< the sender's, after BuildIp()
    ns3::Address group;                ///< where the sender connects to
    ns3::Address own;                  ///< what it is bound to first
    std::vector<ns3::Address> listens; ///< what receivers are bound to
};

#endif // HSN_EXAMPLE_FRM_NETWORK_H
