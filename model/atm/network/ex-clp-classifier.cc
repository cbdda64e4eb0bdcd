// SPDX-License-Identifier: GPL-2.0-only
#include "ex-clp-classifier.h"

#include "atm-vc.h"

#include "ns3/abort.h"
#include "ns3/network-order.h"
#include "ns3/rfc2684.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ExClpTag);
NS_OBJECT_ENSURE_REGISTERED(ExClpClassifier);
NS_OBJECT_ENSURE_REGISTERED(TosExClpClassifier);

TypeId
ExClpTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ExClpTag")
                            .SetParent<Tag>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ExClpTag>();
    return tid;
}

TypeId
ExClpTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
ExClpTag::GetSerializedSize() const
{
    return 2;
}

void
ExClpTag::Serialize(TagBuffer i) const
{
    i.WriteU8(cls);
    i.WriteU8(isDiagonals ? 1 : 0);
}

void
ExClpTag::Deserialize(TagBuffer i)
{
    cls = i.ReadU8();
    isDiagonals = i.ReadU8() != 0;
}

void
ExClpTag::Print(std::ostream& os) const
{
    os << "class " << +cls << (isDiagonals ? ", diagonals" : "");
}

TypeId
ExClpClassifier::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ExClpClassifier").SetParent<Object>().SetGroupName("Hsn");
    return tid;
}

TypeId
TosExClpClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TosExClpClassifier")
            .SetParent<ExClpClassifier>()
            .SetGroupName("Hsn")
            .AddConstructor<TosExClpClassifier>()
            .AddAttribute("Other",
                          "Class of packets that are neither IPv4 nor IPv6: 0 to 3.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TosExClpClassifier::m_other),
                          MakeUintegerChecker<uint32_t>(0, 3));
    return tid;
}

void
TosExClpClassifier::SetClass(uint32_t precedence, uint32_t cls)
{
    NS_ABORT_MSG_IF(precedence > 7 || cls > 3,
                    "class " << cls << " of precedence " << precedence
                             << ": classes 0 to 3 of precedences 0 to 7");
    m_classes[precedence] = static_cast<uint8_t>(cls);
}

uint32_t
TosExClpClassifier::GetClass(uint32_t precedence) const
{
    NS_ABORT_MSG_IF(precedence > 7, "class of precedence " << precedence << ": 0 to 7");
    return m_classes[precedence];
}

std::vector<ExClpRun>
TosExClpClassifier::Classify(const AtmVc& vc, Ptr<const Packet> sdu)
{
    std::array<uint8_t, Rfc2684::LLC_SNAP_BYTES + 2> octets{};
    const uint32_t front = Rfc2684::GetOverhead(vc.GetEncapsulation());
    uint32_t cls = m_other;
    if (sdu->GetSize() >= front + 2)
    {
        sdu->CopyData(octets.data(), front + 2);
        const uint8_t* const ip = octets.data() + front;
        const uint32_t protocol = front > 0 ? ReadNetwork16(&octets[6]) : vc.GetProtocol();
        if (protocol == Rfc2684::IPV4 && ip[0] >> 4 == 4)
        {
            cls = m_classes[ip[1] >> 5];
        }
        else if (protocol == Rfc2684::IPV6 && ip[0] >> 4 == 6)
        {
            cls = m_classes[ip[0] >> 1 & 7]; // the class begins in the lower half of octet 0
        }
    }
    return {{cls, sdu->GetSize()}};
}
} // namespace hsn
} // namespace ns3
