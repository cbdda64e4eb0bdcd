// SPDX-License-Identifier: GPL-2.0-only
#ifndef XTP_ATM_NETWORK_H
#define XTP_ATM_NETWORK_H

#include "xtp-atm-options.h"

#include "ns3/atm-channel.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-output-port.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cell-source-helper.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// The network of figure 1: two switches, and pairs of hosts that a connection
/// joins across them.
class XtpAtmNetwork
{
  public:
    /// Two hosts and their virtual channel.
    struct Pair
    {
        Ptr<AtmNetDevice> source; //!< at switch A
        Ptr<AtmNetDevice> sink;   //!< at switch B
        AtmPvc pvc;               //!< from source to sink and back
    };

    /// @param options parameters
    explicit XtpAtmNetwork(const XtpAtmOptions& options);
    XtpAtmNetwork(const XtpAtmNetwork&) = delete;
    XtpAtmNetwork& operator=(const XtpAtmNetwork&) = delete;

    /**
     * @brief Adds two hosts.
     * @param km length of the way between them, at least that of the bottleneck
     * @param protocol EtherType of what they send to each other
     * @return they
     */
    Pair Add(double km, uint16_t protocol);

    /// @param helper makes a source of cells @return it, with a link to switch A;
    /// cells leave at a host at switch B
    CellSourceConnection AddSource(const CellSourceHelper& helper);

    /// @return the buffer in front of the bottleneck
    Ptr<AtmOutputPort> GetBottleneck() const
    {
        return m_bottleneck->GetOutput();
    }

    /// @return cells discarded by switches for want of room
    uint64_t GetDiscarded() const;
    /// @return cells and packets lost anywhere else
    uint64_t GetLostElsewhere() const;

  private:
    /// @param at a switch @param ms propagation delay @return a host with a link
    /// to it
    Ptr<AtmNetDevice> AddHost(uint32_t at, double us);

    const XtpAtmOptions& m_o;
    AtmHelper m_atm;
    NodeContainer m_switchNodes;
    AtmSwitchContainer m_switches;
    Ptr<AtmSwitchPort> m_bottleneck;
    std::vector<Pair> m_pairs;
};
} // namespace hsn
} // namespace ns3

#endif // XTP_ATM_NETWORK_H
