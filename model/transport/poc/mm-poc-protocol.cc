// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-protocol.h"

#include "ns3/string.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MmPocProtocol);

TypeId
MmPocProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MmPocProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MmPocProtocol>();
    return tid;
}

void
MmPocProtocol::SetAttributesOfPort(uint16_t port, const Attributes& attributes)
{
    m_attributes[port] = attributes;
}

void
MmPocProtocol::Configure(uint16_t port, ObjectBase& socket) const
{
    const auto found = m_attributes.find(port);
    if (found != m_attributes.end())
    {
        for (const auto& [name, value] : found->second)
        {
            socket.SetAttribute(name, StringValue(value));
        }
    }
}

std::string
MmPocProtocol::ReadOrder(const std::string& text, std::shared_ptr<const MmPocPartialOrder>& order)
{
    auto& known = m_orders[text];
    if (!known)
    {
        MmPocPartialOrder read;
        const std::string error = MmPocPartialOrder::Read(text, read);
        if (!error.empty())
        {
            m_orders.erase(text);
            return error;
        }
        known = std::make_shared<const MmPocPartialOrder>(read);
    }
    order = known;
    return "";
}

Ptr<MmPocAssociation>
MmPocProtocol::Find(MmPocAssociation::Key key,
                    uint32_t poc,
                    std::shared_ptr<const MmPocPartialOrder> order,
                    const MmPocManager::Settings& settings)
{
    for (const auto& one : m_associations)
    {
        const auto& its = one->GetKey();
        if (its.accepted != key.accepted || !(its.peer == key.peer) ||
            (key.id != 0 && its.id != key.id))
        {
            continue;
        }
        const bool fits =
            one->GetManager().GetOrder().GetDigest() == order->GetDigest() && one->IsFree(poc);
        if (fits || key.id != 0)
        {
            return fits ? one : nullptr;
        }
    }
    key.id = key.id != 0 ? key.id : m_nextId++;
    const auto made = Create<MmPocAssociation>(key, order, settings);
    m_associations.push_back(made);
    return made;
}

void
MmPocProtocol::Forget(Ptr<MmPocAssociation> association)
{
    if (association->IsEmpty())
    {
        const auto end = std::remove(m_associations.begin(), m_associations.end(), association);
        m_associations.erase(end, m_associations.end());
    }
}

void
MmPocProtocol::DoDispose()
{
    m_associations.clear();
    HeaderTransportProtocol::DoDispose();
}
} // namespace hsn
} // namespace ns3
