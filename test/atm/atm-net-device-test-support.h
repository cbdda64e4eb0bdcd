// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts on one ATM link.
 */
#ifndef HSN_ATM_NET_DEVICE_TEST_SUPPORT_H
#define HSN_ATM_NET_DEVICE_TEST_SUPPORT_H

#include "atm-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mac48-address.h"
#include "ns3/pointer.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Two hosts on one link, and when which cells and SDUs left. */
struct TwoHosts
{
    TwoHosts()
    {
        nodes.Create(2);
        const auto link = atm.Install(nodes);
        a = DynamicCast<AtmNetDevice>(link.Get(0));
        b = DynamicCast<AtmNetDevice>(link.Get(1));
        a->TraceConnectWithoutContext("CellTx",
                                      Sink<const CellBurst&>::Make([this](const CellBurst& cell) {
                                          cells.emplace_back(Simulator::Now().GetTimeStep(),
                                                             cell.vc.vci - 32);
                                      }));
    }

    ~TwoHosts()
    {
        Simulator::Destroy();
    }

    /** @brief Adds a connection. @param rate its CellRate @return its end at a */
    Ptr<AtmVc> Connect(const std::string& rate = "0bps")
    {
        const auto vc = atm.ConnectPvc(a, b).a;
        vc->SetAttribute("CellRate", StringValue(rate));
        return vc;
    }

    /** @brief Sends SDUs. @param time when @param vc on @param cells of each @param n how many */
    void SendAt(int64_t time, Ptr<AtmVc> vc, uint32_t cells, uint32_t n = 1)
    {
        ScheduleCall(NanoSeconds(time), [this, vc, cells, n] {
            for (uint32_t i = 0; i < n; ++i)
            {
                a->SendSdu(vc, Create<Packet>(48 * cells - 8));
            }
        });
    }

    /** @return the VCs of the cells, in order */
    std::string Order() const
    {
        std::string order;
        for (const auto& cell : cells)
        {
            order += static_cast<char>('0' + cell.second);
        }
        return order;
    }

    /** @param vc number @return when its cells left */
    std::vector<int64_t> Times(int vc) const
    {
        std::vector<int64_t> times;
        for (const auto& cell : cells)
        {
            if (cell.second == vc)
            {
                times.push_back(cell.first);
            }
        }
        return times;
    }

    AtmHelper atm;                              //!< draws
    NodeContainer nodes;                        //!< the two
    Ptr<AtmNetDevice> a;                        //!< sends
    Ptr<AtmNetDevice> b;                        //!< receives
    std::vector<std::pair<int64_t, int>> cells; //!< that left a: time, number of the VC
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_NET_DEVICE_TEST_SUPPORT_H
