// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_HELPER_H
#define METS_HELPER_H

#include "atm-helper.h"

#include "ns3/address.h"
#include "ns3/mac48-address.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-flow-monitor.h"
#include "ns3/mets-host.h"
#include "ns3/mets-signalling.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Makes hosts with METS, and connections between them.
 * @code
 *   MetsHelper mets;
 *   const auto ends = mets.Install(a, b);
 *   mets.Connect(ends.Get(0), ends.Get(1));
 *   OnOffHelper source("ns3::hsn::MetsSocketFactory",
 *                      MetsHelper::GetPeer(ends.Get(0), ends.Get(1), 7)); // flow 7
 *   source.SetAttribute("Local", AddressValue(MetsHelper::GetLocal(ends.Get(0))));
 * @endcode
 */
class MetsHelper
{
  public:
    MetsHelper();

    /// @param name attribute of the MetsHosts @param value its value
    void SetHostAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the MetsNics @param value its value
    void SetNicAttribute(const std::string& name, const AttributeValue& value);
    /// @return draws links and connections, for all that is about ATM alone
    AtmHelper& GetAtm();

    /**
     * @brief Draws a link. Nodes that are no switches get a MetsNic, a processor, METS and its
     * sockets.
     * @param a a node @param b another
     * @return the link's ends, a's first
     */
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b);

    /// @param device a MetsNic @return METS there; made if there was none
    Ptr<MetsHost> GetHost(Ptr<NetDevice> device) const;

    /// @param a a MetsNic @param b another @return a connection of METS, in both directions
    AtmPvc Connect(Ptr<NetDevice> a, Ptr<NetDevice> b) const;

    /// @param a a MetsNic @param b another @return a connection for control sockets
    static AtmPvc ConnectControl(Ptr<NetDevice> a, Ptr<NetDevice> b);

    /**
     * @brief Sets up a point-to-multipoint connection, and makes its root the sender of a group.
     * @param root a MetsNic
     * @param group address that senders at the root connect to
     * @param leaves other ones
     * @return the connection
     */
    AtmPvc ConnectGroup(Ptr<NetDevice> root,
                        Mac48Address group,
                        const NetDeviceContainer& leaves) const;

    /**
     * @brief Has messages of an adapter carried over signalling connections.
     * @param node a host with METS, or a switch: that gets a control processor, on a node of its
     * own with a link to the switch
     * @param adapter on it
     * @return what carries them, still without connections
     */
    static Ptr<MetsSignalling> InstallSignalling(Ptr<Node> node, Ptr<MetsAdapter> adapter);

    /**
     * @brief Sets up a signalling connection between neighbours in a tree.
     * @param up nearer to the core
     * @param link of its adapter that leads to the other
     * @param down the other
     */
    static void ConnectSignalling(Ptr<MetsSignalling> up, uint32_t link, Ptr<MetsSignalling> down);

    /**
     * @brief Builds adapters, and signalling between them, along a connection without branches.
     * @param path the sending host, switches in their order, the receiving host
     * @param capacities of the links between them, then of the receiver itself: units a second
     * @param step eras of each begin so much later than those of the next one towards the
     * receiver, so that a request reaches the source in the era it belongs to
     * @return adapters in the order of the path, with link 0 each, without flows, not started
     */
    static std::vector<Ptr<MetsAdapter>> InstallAdapters(const NodeContainer& path,
                                                         const std::vector<uint64_t>& capacities,
                                                         Time step = MilliSeconds(20));

    /**
     * @brief Has a receiver's adapter told of congestion that cells of a flow have met.
     * @param device a MetsNic, where the flow is received
     * @param vc of it there
     * @param flow number
     * @param adapter of the receiver
     * @return what watches the flow
     */
    static Ptr<MetsFlowMonitor> WatchCongestion(Ptr<NetDevice> device,
                                                Ptr<AtmVc> vc,
                                                uint16_t flow,
                                                Ptr<MetsAdapter> adapter);

    /// @param device a MetsNic @param flow number; 0: any @return what a socket there binds to
    static Address GetLocal(Ptr<NetDevice> device, uint16_t flow = 0);
    /// @param device a MetsNic @param peer another @param flow number
    /// @return what a socket connects to that sends from one to the other
    static Address GetPeer(Ptr<NetDevice> device, Ptr<NetDevice> peer, uint16_t flow);
    /// @param device a MetsNic, the root @param group of the connection @param flow number
    /// @return what a socket connects to that sends to the group
    static Address GetPeer(Ptr<NetDevice> device, Mac48Address group, uint16_t flow);

  private:
    AtmHelper m_atm;       //!< links and connections
    ObjectFactory m_hosts; //!< makes METS
};
} // namespace hsn
} // namespace ns3

#endif // METS_HELPER_H
