// SPDX-License-Identifier: GPL-2.0-only
#include "lean-link-helper.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLeanLinkHelper");

LeanLinkHelper::LeanLinkHelper()
{
    m_deviceFactory.SetTypeId(LeanLinkNetDevice::GetTypeId());
    m_channelFactory.SetTypeId(LeanLinkChannel::GetTypeId());
}

LeanLinkHelper::~LeanLinkHelper()
{
}

void
LeanLinkHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
LeanLinkHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channelFactory.Set(name, value);
}

NetDeviceContainer
LeanLinkHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    NS_ABORT_MSG_IF(a == b, "a lean link from node " << a->GetId() << " to itself");
    auto channel = m_channelFactory.Create<LeanLinkChannel>();
    NetDeviceContainer ends;
    for (const auto& node : {a, b})
    {
        auto device = m_deviceFactory.Create<LeanLinkNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        device->Attach(channel);
        ends.Add(device);
    }
    return ends;
}

NetDeviceContainer
LeanLinkHelper::Install(const NodeContainer& c) const
{
    NS_ABORT_MSG_IF(c.GetN() != 2, c.GetN() << " nodes for a lean link: it has 2 ends");
    return Install(c.Get(0), c.Get(1));
}

void
LeanLinkHelper::EnablePcapInternal(std::string prefix,
                                   Ptr<NetDevice> nd,
                                   bool promiscuous,
                                   bool explicitFilename)
{
    const auto device = DynamicCast<LeanLinkNetDevice>(nd);
    if (!device)
    {
        NS_LOG_INFO("device " << nd << " is no LeanLinkNetDevice");
        return;
    }
    PcapHelper pcap;
    const std::string name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    const auto file = pcap.CreateFile(name, std::ios::out, PcapHelper::DLT_PPP);
    pcap.HookDefaultSink<LeanLinkNetDevice>(device, "PromiscSniffer", file);
}

void
LeanLinkHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                    std::string prefix,
                                    Ptr<NetDevice> nd,
                                    bool explicitFilename)
{
    const auto device = DynamicCast<LeanLinkNetDevice>(nd);
    if (!device)
    {
        NS_LOG_INFO("device " << nd << " is no LeanLinkNetDevice");
        return;
    }
    Packet::EnablePrinting();
    AsciiTraceHelper ascii;
    if (!stream)
    {
        const auto file = ascii.CreateFileStream(
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, device));
        ascii.HookDefaultReceiveSinkWithoutContext<LeanLinkNetDevice>(device, "MacRx", file);
        ascii.HookDefaultEnqueueSinkWithoutContext<LeanLinkNetDevice>(device, "Enqueue", file);
        ascii.HookDefaultDequeueSinkWithoutContext<LeanLinkNetDevice>(device, "PhyTxBegin", file);
        for (const char* drop : {"MacTxDrop", "PhyRxDrop"})
        {
            ascii.HookDefaultDropSinkWithoutContext<LeanLinkNetDevice>(device, drop, file);
        }
        return;
    }
    std::ostringstream path;
    path << "/NodeList/" << nd->GetNode()->GetId() << "/DeviceList/" << nd->GetIfIndex()
         << "/$ns3::hsn::LeanLinkNetDevice/";
    const std::string context = path.str();
    ascii.HookDefaultReceiveSinkWithContext<LeanLinkNetDevice>(device,
                                                               context + "MacRx",
                                                               "MacRx",
                                                               stream);
    ascii.HookDefaultEnqueueSinkWithContext<LeanLinkNetDevice>(device,
                                                               context + "Enqueue",
                                                               "Enqueue",
                                                               stream);
    ascii.HookDefaultDequeueSinkWithContext<LeanLinkNetDevice>(device,
                                                               context + "PhyTxBegin",
                                                               "PhyTxBegin",
                                                               stream);
    for (const std::string drop : {"MacTxDrop", "PhyRxDrop"})
    {
        ascii.HookDefaultDropSinkWithContext<LeanLinkNetDevice>(device,
                                                                context + drop,
                                                                drop,
                                                                stream);
    }
}
} // namespace hsn
} // namespace ns3
