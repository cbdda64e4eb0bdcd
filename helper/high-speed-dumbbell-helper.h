// SPDX-License-Identifier: GPL-2.0-only
#ifndef HIGH_SPEED_DUMBBELL_HELPER_H
#define HIGH_SPEED_DUMBBELL_HELPER_H

#include "ns3/attribute.h"
#include "ns3/flow-delay-helper.h"
#include "ns3/flow-delay-table.h"
#include "ns3/ipv4-address.h"
#include "ns3/lean-link-helper.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Builds the network of the paper "background" (section 3.1): two routers with a drop-tail
 * bottleneck between them, hosts on both sides, and delays of flows behind the bottleneck.
 *
 *     sources ---+               +--- sinks
 *                R1 ----------- R2
 *     left ------+               +--- right
 *
 * Sources and sinks are the ends of the flows under study, left and right those of other traffic.
 * All links are lean links, all nodes have an Internet stack. The bottleneck is the same in both
 * directions. Access links never drop packets.
 * @code
 *   HighSpeedDumbbellHelper dumbbell;
 *   dumbbell.SetCapacity(DataRate("400Mbps"), QueueSize("1000000B"));
 *   dumbbell.SetPortRtt(5001, MilliSeconds(162));
 *   dumbbell.Install();
 * @endcode
 */
class HighSpeedDumbbellHelper
{
  public:
    /// How routers forward packets.
    enum Forwarding
    {
        FORWARDING_LEAN, //!< by a LeanForwarder; hosts have a LeanHost. The default
        FORWARDING_IP,   //!< by ns-3's IP, with LeanRouting, and so in hosts
    };

    HighSpeedDumbbellHelper();

    /// @param rate of the bottleneck @param buffer in front of it, in each direction; at least a
    /// packet of 1500 bytes, else the program ends with an error
    void SetCapacity(DataRate rate, QueueSize buffer);
    /// @param rate of the links of hosts; at least the bottleneck's, else Install ends the program
    /// with an error
    void SetAccessRate(DataRate rate);
    /// @param sources on either side @param others on either side
    void SetHosts(uint32_t sources, uint32_t others);
    /**
     * @param forwarding of the routers
     *
     * Sockets see no difference but the TTL of what they receive. With FORWARDING_LEAN, nobody can
     * send to the routers themselves; they have their Internet stack all the same, and what it
     * sends of its own accord. What a host's LeanHost carries, its IP layer does not trace.
     */
    void SetForwarding(Forwarding forwarding);
    /// @param name attribute of both devices of the bottleneck, such as Tick @param value of it
    void SetBottleneckAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the hosts' devices, such as ProcessingTime @param value of it
    void SetHostAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the FlowDelayTable, such as Default or Tick @param value of it
    void SetDelayAttribute(const std::string& name, const AttributeValue& value);
    /**
     * @brief Sets the round-trip time of the flows of a port.
     * @param port at either end
     * @param rtt without transmission and waiting; at least GetPathRtt(), else the program ends
     * with an error
     */
    void SetPortRtt(uint16_t port, Time rtt);

    /// @return round-trip time without transmission, waiting and delays of flows
    static Time GetPathRtt();

    /// Builds the network; once.
    void Install();

    /// @return the sources of the flows under study
    const NodeContainer& GetSources() const;
    /// @return their sinks
    const NodeContainer& GetSinks() const;
    /// @return hosts of other traffic on the side of the sources
    const NodeContainer& GetLeft() const;
    /// @return hosts of other traffic on the side of the sinks
    const NodeContainer& GetRight() const;
    /// @return R1 and R2; with FORWARDING_LEAN each has a LeanForwarder
    const NodeContainer& GetRouters() const;
    /// @param host any of the hosts @return its address
    static Ipv4Address GetAddress(Ptr<Node> host);
    /// @param side 0: R1, 1: R2 @return its end of the bottleneck
    Ptr<LeanLinkNetDevice> GetBottleneck(uint32_t side) const;
    /// @return the delays of flows
    Ptr<FlowDelayTable> GetDelays() const;
    /// @return packets that access links have dropped
    uint64_t GetAccessDrops() const;

    /// @param stream the first @return how many were taken
    int64_t AssignStreams(int64_t stream) const;

  private:
    /// Ends the program if there is a dumbbell: no setting would reach it.
    void AssertNew() const;
    /// @param hosts of one side @param side 0: at R1, 1: at R2
    void Attach(const NodeContainer& hosts, uint32_t side);
    /// @param router R1 or R2 @param destination of packets @param device where they leave there
    static void SetRoute(Ptr<Node> router, Ipv4Address destination, Ptr<NetDevice> device);
    /// @param device of a router, which forwards what comes in there
    static void Serve(Ptr<NetDevice> device);

    DataRate m_rate;                          //!< of the bottleneck
    DataRate m_accessRate;                    //!< of the links of hosts
    uint32_t m_nSources{2};                   //!< on either side
    uint32_t m_nOthers{2};                    //!< on either side
    Forwarding m_forwarding{FORWARDING_LEAN}; //!< of the routers
    uint32_t m_network{0};                    //!< number of the latest network
    LeanLinkHelper m_bottleneck;              //!< makes the bottleneck
    LeanLinkHelper m_access;                  //!< makes links of hosts
    /// Of the hosts' devices.
    std::vector<std::pair<std::string, Ptr<const AttributeValue>>> m_hostAttributes;
    FlowDelayHelper m_delays;      //!< makes the table
    NodeContainer m_sources;       //!< see GetSources
    NodeContainer m_sinks;         //!< see GetSinks
    NodeContainer m_left;          //!< see GetLeft
    NodeContainer m_right;         //!< see GetRight
    NodeContainer m_routers;       //!< see GetRouters
    NetDeviceContainer m_ends;     //!< of the bottleneck
    NetDeviceContainer m_accesses; //!< all devices of access links
    Ptr<FlowDelayTable> m_table;   //!< behind the bottleneck
};
} // namespace hsn
} // namespace ns3

#endif // HIGH_SPEED_DUMBBELL_HELPER_H
