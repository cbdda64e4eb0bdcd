// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_HELPER_H
#define ATM_HELPER_H

#include "ns3/atm-cell-source.h"
#include "ns3/atm-channel.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-output-port.h"
#include "ns3/atm-source-port.h"
#include "ns3/atm-switch.h"
#include "ns3/atm-traffic-contract.h"
#include "ns3/atm-vc.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/queue.h"
#include "ns3/trace-helper.h"
#include "ns3/usage-parameter-control.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief What a connection asks of the network.
 */
struct AtmPvcOptions
{
    AtmServiceCategory category{ATM_UBR};       //!< buffers it uses in the switches
    std::optional<AtmTrafficContract> forward;  //!< contract from the first device on; none: free
    std::optional<AtmTrafficContract> backward; //!< contract of the other direction
    bool police{true}; //!< where there is a contract, the first switch polices it
    bool shape{false}; //!< where there is a contract, the sender shapes to it
};

/**
 * @ingroup hsn-helper
 * @brief A connection that was set up.
 */
struct AtmPvc
{
    Ptr<AtmVc> a;                           //!< end at the first device (the root)
    std::vector<Ptr<AtmVc>> leaves;         //!< ends at the others; one if point-to-point
    Ptr<UsageParameterControl> forwardUpc;  //!< polices what a sends, or null
    Ptr<UsageParameterControl> backwardUpc; //!< polices the other direction, or null
    uint32_t switches{0};                   //!< switches passed (multipoint: in the tree)
};

/**
 * @ingroup hsn-helper
 * @brief Draws ATM links between nodes, and permanent virtual channels across them.
 *
 * A link's end is an AtmSwitchPort on a node that AtmSwitchHelper made a switch, else an
 * AtmNetDevice.
 * @code
 *   AtmHelper atm;
 *   atm.SetChannelAttribute("Delay", StringValue("1ms"));
 *   Ptr<NetDevice> a = atm.Install(hostA, switchNode).Get(0);
 *   Ptr<NetDevice> b = atm.Install(hostB, switchNode).Get(0);
 *   atm.ConnectPvc(a, b);
 * @endcode
 */
class AtmHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    /// What captures of host devices look like.
    enum PcapFormat
    {
        PCAP_ERF,    //!< link type 197: whole CPCS-PDUs, trailer and CRC included, good and bad
        PCAP_RFC1483 //!< link type 100: good SDUs with their LLC/SNAP header
    };

    AtmHelper();
    ~AtmHelper() override;

    /// @param type of the host devices: AtmNetDevice or a class derived from it
    void SetDeviceType(TypeId type);
    /// @param name attribute of the AtmNetDevices @param value its value
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the AtmChannels @param value its value
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the AtmVcs at both ends @param value its value
    void SetVcAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the UsageParameterControls @param value its value
    void SetUpcAttribute(const std::string& name, const AttributeValue& value);
    /// @param format what later EnablePcap calls write for host devices
    void SetPcapFormat(PcapFormat format);

    /**
     * @brief Chooses the queue in which SDUs wait in each VC.
     * @param type a Queue, with or without its "<Packet>"
     * @param args its attributes, name and value in turn
     */
    template <typename... Args>
    void SetQueue(std::string type, Args&&... args);

    /// @param a a node @param b another @return the link's ends, a's first
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;
    /// @param c two nodes @return the link's ends
    NetDeviceContainer Install(const NodeContainer& c) const;

    /**
     * @brief Sets up a bidirectional connection along the shortest way over switches.
     * @param a an AtmNetDevice
     * @param b another, reachable over links and switches
     * @param options what it asks for
     * @return the connection
     *
     * Errors: not an ATM device, no way between them, a contract that is not valid, policing
     * asked for where there is no switch, no label left. Nothing has changed then.
     */
    AtmPvc ConnectPvc(Ptr<NetDevice> a,
                      Ptr<NetDevice> b,
                      const AtmPvcOptions& options = AtmPvcOptions()) const;

    /**
     * @brief Sets up a point-to-multipoint connection: cells of the root go to every leaf.
     * @param root an AtmNetDevice
     * @param leaves other ones
     * @param options what it asks for; backward must be empty
     * @return the connection
     */
    AtmPvc ConnectPointToMultipoint(Ptr<NetDevice> root,
                                    const NetDeviceContainer& leaves,
                                    const AtmPvcOptions& options = AtmPvcOptions()) const;

    /**
     * @brief Connects a generator of cells with a switch or a device; see CellSourceHelper.
     * @param host gets an AtmSourcePort
     * @param b the node at the other end of the link
     * @return the link's ends, the host's first
     */
    NetDeviceContainer InstallSourcePort(Ptr<Node> host, Ptr<Node> b) const;

    /**
     * @brief Aborts if ConnectSource() would, from a new port at the other end of a link to a node.
     * @param b the node
     * @param sink an AtmNetDevice
     * @param options what the connection asks for
     */
    void CheckSource(Ptr<Node> b, Ptr<NetDevice> sink, const AtmPvcOptions& options) const;

    /**
     * @brief Sets up a connection in one direction, from a generator of cells.
     * @param source what the port sends from now on
     * @param port an AtmSourcePort
     * @param sink an AtmNetDevice, reachable over links and switches, which counts the cells
     * @param options what it asks for; backward must be empty, and there is no shaping
     * @return the connection, whose end a is null
     */
    AtmPvc ConnectSource(Ptr<AtmCellSource> source,
                         Ptr<NetDevice> port,
                         Ptr<NetDevice> sink,
                         const AtmPvcOptions& options = AtmPvcOptions()) const;

    /**
     * @brief Gives the random variables of devices, generators and their links fixed streams.
     * @param c ends of links
     * @param stream the first stream
     * @return how many were taken
     */
    static int64_t AssignStreams(const NetDeviceContainer& c, int64_t stream);

  private:
    /// One step of a path: a link, and the end one leaves by.
    struct Hop
    {
        Ptr<AtmChannel> channel; //!< the link
        uint32_t end;            //!< the nearer end
    };

    /// @param a port of a host @param b another @return links from a to b, fewest first found
    static std::vector<Hop> FindPath(Ptr<AtmPort> a, Ptr<AtmPort> b);

    /// What enforces a contract.
    struct Guard
    {
        Ptr<GcraShaper> shaper;         //!< or null
        Ptr<UsageParameterControl> upc; //!< or null
    };

    /// @param path aborts if one of its links has no label left, or if its next one is not free
    static void CheckLabels(const std::vector<Hop>& path);

    /// @param sink where a source's connection ends, or null @param options aborts if they have
    /// what a source has not
    static void CheckSourceOptions(Ptr<AtmNetDevice> sink, const AtmPvcOptions& options);

    /// @param path not empty @return a new label for each of its links
    static std::vector<AtmVcId> AllocateVcs(const std::vector<Hop>& path);

    /**
     * @brief Has the switches on a path forward a connection, in the direction of the path.
     * @param path not empty
     * @param ids labels on its links
     * @param category buffers it uses
     * @param both whether also in the other direction
     */
    static void AddConnections(const std::vector<Hop>& path,
                               const std::vector<AtmVcId>& ids,
                               AtmServiceCategory category,
                               bool both);

    /// @param hop the first of a path @return the switch port it leads to, or null
    static Ptr<AtmSwitchPort> GetFirstPort(const Hop& hop);

    /// @param a node of the first end @param first end of a new link, not yet on its node
    /// @param b node at the other end @return the link's ends
    NetDeviceContainer InstallLink(Ptr<Node> a, Ptr<AtmPort> first, Ptr<Node> b) const;

    /// @param node what it needs @return the end of a link, not yet on it
    Ptr<AtmPort> CreateEnd(Ptr<Node> node) const;

    /// @param id label @param peer far end, or null @param canSend whether it may @return a VC
    Ptr<AtmVc> CreateVc(AtmVcId id, Ptr<NetDevice> peer, bool canSend) const;

    /**
     * @param contract what is agreed, or nothing; aborts if it cannot be enforced
     * @param options whether to police and shape
     * @param path the connection's
     * @return what will enforce it
     */
    Guard CreateGuard(const std::optional<AtmTrafficContract>& contract,
                      const AtmPvcOptions& options,
                      const std::vector<Hop>& path) const;

    /**
     * @param guard enforces a contract from now on
     * @param sender sending end, or null
     * @param first port of the first switch, or null
     * @param id label there
     */
    static void Enforce(const Guard& guard,
                        Ptr<AtmVc> sender,
                        Ptr<AtmSwitchPort> first,
                        AtmVcId id);

    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    ObjectFactory m_deviceFactory;     //!< host devices
    ObjectFactory m_channelFactory;    //!< links
    ObjectFactory m_vcFactory;         //!< ends of connections
    ObjectFactory m_upcFactory;        //!< policing
    ObjectFactory m_queueFactory;      //!< queues of VCs
    PcapFormat m_pcapFormat{PCAP_ERF}; //!< of captures
};

template <typename... Args>
void
AtmHelper::SetQueue(std::string type, Args&&... args)
{
    QueueBase::AppendItemTypeIfNotPresent(type, "Packet");
    m_queueFactory.SetTypeId(type);
    m_queueFactory.Set(std::forward<Args>(args)...);
}
} // namespace hsn
} // namespace ns3

#endif // ATM_HELPER_H
