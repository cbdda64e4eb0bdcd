// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-helper.h"

#include "ns3/abort.h"
#include "ns3/mm-poc-socket.h"

#include <fstream>
#include <sstream>

namespace ns3
{
namespace hsn
{
MmPocHelper::MmPocHelper(const std::string& order)
{
    MmPocPartialOrder read;
    const std::string error = MmPocPartialOrder::Read(order, read);
    NS_ABORT_MSG_UNLESS(error.empty(), "MmPocHelper: order: " << error);
    for (uint32_t poc = 0; poc < read.GetMedia(); ++poc)
    {
        m_attributes.push_back({{"Order", order}, {"Poc", std::to_string(poc)}});
    }
}

std::string
MmPocHelper::ReadFile(const std::string& path)
{
    const std::ifstream file(path);
    NS_ABORT_MSG_UNLESS(file, "MmPocHelper: cannot read " << path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void
MmPocHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    for (uint32_t poc = 0; poc < m_attributes.size(); ++poc)
    {
        SetMediumAttribute(poc, name, value);
    }
}

void
MmPocHelper::SetMediumAttribute(uint32_t poc, const std::string& name, const AttributeValue& value)
{
    NS_ABORT_MSG_UNLESS(poc < m_attributes.size(),
                        "MmPocHelper: medium " << poc << ": must be at most "
                                               << m_attributes.size() - 1);
    TypeId::AttributeInformation info;
    NS_ABORT_MSG_UNLESS(MmPocSocket::GetTypeId().LookupAttributeByName(name, &info),
                        "MmPocHelper: attribute " << name << ": MmPocSocket has none");
    const auto valid = info.checker->CreateValidValue(value);
    NS_ABORT_MSG_UNLESS(valid,
                        "MmPocHelper: attribute " << name << ": must be "
                                                  << info.checker->GetUnderlyingTypeInformation());
    m_attributes[poc].emplace_back(name, valid->SerializeToString(info.checker));
}

void
MmPocHelper::Install(const NodeContainer& nodes, uint16_t first) const
{
    NS_ABORT_MSG_UNLESS(first > 0 && first + m_attributes.size() <= 65536,
                        "MmPocHelper: first port " << first << ": must be 1 to "
                                                   << 65536 - m_attributes.size());
    for (auto i = nodes.Begin(); i != nodes.End(); ++i)
    {
        const auto protocol = (*i)->GetObject<MmPocProtocol>();
        NS_ABORT_MSG_UNLESS(protocol,
                            "MmPocHelper: node " << (*i)->GetId()
                                                 << ": HsnInternetHelper must install first");
        for (std::size_t poc = 0; poc < m_attributes.size(); ++poc)
        {
            protocol->SetAttributesOfPort(static_cast<uint16_t>(first + poc), m_attributes[poc]);
        }
    }
}
} // namespace hsn
} // namespace ns3
