// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-link-loss.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ipv4-address.h"
#include "ns3/packet.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MulticastLinkLoss);

namespace
{
constexpr uint32_t PPP = 2;          //!< octets of PPP's header
constexpr uint32_t SOURCE = 12;      //!< place of the source's address in IPv4
constexpr uint32_t DESTINATION = 16; //!< place of the destination's address in IPv4
constexpr uint32_t HEADER = 20;      //!< octets of IPv4's header
} // namespace

TypeId
MulticastLinkLoss::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MulticastLinkLoss")
                            .SetParent<ErrorModel>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MulticastLinkLoss>()
                            .AddAttribute("Rate",
                                          "Share of packets that are lost.",
                                          DoubleValue(0),
                                          MakeDoubleAccessor(&MulticastLinkLoss::m_rate),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("Upward",
                                          "Packets come from receivers, else from the source.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&MulticastLinkLoss::m_upward),
                                          MakeBooleanChecker());
    return tid;
}

MulticastLinkLoss::MulticastLinkLoss()
    : m_groups(CreateObject<UniformRandomVariable>())
{
}

MulticastLinkLoss::~MulticastLinkLoss() = default;

void
MulticastLinkLoss::SetExposed(Exposed exposed)
{
    m_exposed = std::move(exposed);
}

void
MulticastLinkLoss::AssignStreams(int64_t groups, int64_t hosts)
{
    m_groups->SetStream(groups);
    m_hosts = hosts;
}

Ptr<UniformRandomVariable>
MulticastLinkLoss::GetRandom(uint32_t address)
{
    auto& random = m_others[address];
    if (!random)
    {
        random = CreateObject<UniformRandomVariable>();
        if (m_hosts >= 0)
        {
            random->SetStream(m_hosts + (address & 0xffffff));
        }
    }
    return random;
}

bool
MulticastLinkLoss::DoCorrupt(Ptr<Packet> packet)
{
    if (m_exposed)
    {
        const auto datagram = packet->Copy();
        datagram->RemoveAtStart(PPP);
        if (!m_exposed(datagram))
        {
            return false;
        }
    }
    uint8_t octets[PPP + HEADER] = {};
    packet->CopyData(octets, sizeof(octets));
    const auto destination = Ipv4Address::Deserialize(octets + PPP + DESTINATION);
    if (destination.IsMulticast())
    {
        return m_groups->GetValue() < m_rate;
    }
    const auto receiver = m_upward ? Ipv4Address::Deserialize(octets + PPP + SOURCE) : destination;
    return GetRandom(receiver.Get())->GetValue() < m_rate;
}

void
MulticastLinkLoss::DoReset()
{
}
} // namespace hsn
} // namespace ns3
