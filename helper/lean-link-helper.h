// SPDX-License-Identifier: GPL-2.0-only
#ifndef LEAN_LINK_HELPER_H
#define LEAN_LINK_HELPER_H

#include "ns3/lean-link-channel.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Draws lean links between nodes, and captures what goes over them.
 *
 * The captures are those of ns-3's PointToPointHelper, octet by octet.
 * @code
 *   LeanLinkHelper link;
 *   link.SetDeviceAttribute("DataRate", StringValue("400Mbps"));
 *   link.SetDeviceAttribute("MaxSize", StringValue("2000000B"));
 *   link.SetChannelAttribute("Delay", StringValue("1ms"));
 *   NetDeviceContainer ends = link.Install(a, b);
 * @endcode
 */
class LeanLinkHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    LeanLinkHelper();
    ~LeanLinkHelper() override;

    /// @param name attribute of the LeanLinkNetDevices @param value its value
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the LeanLinkChannels @param value its value
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /// @param a a node @param b another @return the link's ends, a's first
    NetDeviceContainer Install(Ptr<Node> a, Ptr<Node> b) const;
    /// @param c two nodes @return the link's ends
    NetDeviceContainer Install(const NodeContainer& c) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    ObjectFactory m_deviceFactory;  //!< makes devices
    ObjectFactory m_channelFactory; //!< makes links
};
} // namespace hsn
} // namespace ns3

#endif // LEAN_LINK_HELPER_H
