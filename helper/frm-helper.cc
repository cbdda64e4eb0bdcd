// SPDX-License-Identifier: GPL-2.0-only
#include "frm-helper.h"

#include "group-applications.h"
#include "multicast-route-helper.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/frm-host.h"
#include "ns3/frm-socket-factory.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/model-argument.h"
#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Name of the sockets' factory.
const char* const FRM_FACTORY = "ns3::hsn::FrmSocketFactory";
} // namespace

FrmHelper::FrmHelper(const InetSocketAddress& group)
    : m_group(group)
{
    RequireArgument(group.GetIpv4().IsMulticast(),
                    "address of a group",
                    group.GetIpv4(),
                    "a multicast address");
    RequireArgument(group.GetPort() > 0, "port of a group", group.GetPort(), "above 0");
    m_host.SetTypeId(FrmHost::GetTypeId());
}

void
FrmHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    bool isKnown = false;
    for (const TypeId& type : {FrmSocket::GetTypeId(), FrmSender::GetTypeId()})
    {
        TypeId::AttributeInformation found;
        if (type.LookupAttributeByName(name, &found))
        {
            Config::SetDefault(type.GetName() + "::" + name, value);
            isKnown = true;
        }
    }
    NS_ABORT_MSG_UNLESS(isKnown,
                        "FrmHelper: " << name << " must be an attribute of FrmSocket or FrmSender");
}

void
FrmHelper::SetHostAttribute(const std::string& name, const AttributeValue& value)
{
    m_host.Set(name, value);
    m_hasHost = true;
}

NodeContainer
FrmHelper::Install(Ptr<Node> source, const NodeContainer& receivers) const
{
    const auto routers = MulticastRouteHelper::Install(source, receivers, m_group.GetIpv4());
    NodeContainer all(source);
    all.Add(receivers);
    HsnInternetHelper().Install(all, FrmSocketFactory::GetTypeId());
    for (auto i = all.Begin(); m_hasHost && i != all.End(); ++i)
    {
        if (!(*i)->GetObject<FrmHost>())
        {
            (*i)->AggregateObject(m_host.Create<FrmHost>());
        }
    }
    return routers;
}

ApplicationContainer
FrmHelper::InstallSinks(const NodeContainer& receivers) const
{
    return InstallGroupSinks(FRM_FACTORY, m_group, receivers);
}

ApplicationContainer
FrmHelper::InstallSource(Ptr<Node> source, uint64_t bytes, uint32_t size) const
{
    return InstallGroupSource(FRM_FACTORY, m_group, source, bytes, size);
}

Ptr<FrmSocket>
FrmHelper::GetSocket(Ptr<Application> source)
{
    return DynamicCast<FrmSocket>(GetSocketOf(source));
}

std::vector<FrmSender::Gone>
FrmHelper::GetFailed(Ptr<Application> source)
{
    std::vector<FrmSender::Gone> failed;
    if (const auto socket = GetSocket(source))
    {
        for (const auto& one : socket->GetSender()->GetGone())
        {
            if (one.reason != FRM_LEFT)
            {
                failed.push_back(one);
            }
        }
    }
    return failed;
}
} // namespace hsn
} // namespace ns3
