// SPDX-License-Identifier: GPL-2.0-only
#include "mets-signalling.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsSignalling");
NS_OBJECT_ENSURE_REGISTERED(MetsSignalling);

TypeId
MetsSignalling::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsSignalling")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsSignalling>();
    return tid;
}

MetsSignalling::MetsSignalling() = default;

MetsSignalling::~MetsSignalling() = default;

void
MetsSignalling::DoDispose()
{
    m_adapter = nullptr;
    m_channels.clear();
    Object::DoDispose();
}

void
MetsSignalling::SetAdapter(Ptr<MetsAdapter> adapter)
{
    m_adapter = adapter;
    adapter->SetSendUp(MakeCallback(&MetsSignalling::SendUp, this));
    adapter->SetSendDown(MakeCallback(&MetsSignalling::SendDown, this));
}

Ptr<MetsAdapter>
MetsSignalling::GetAdapter() const
{
    return m_adapter;
}

void
MetsSignalling::SetUp(Ptr<AtmNetDevice> device, Ptr<AtmVc> vc)
{
    for (const auto& channel : m_channels)
    {
        NS_ABORT_MSG_IF(channel.isUp, "a MetsSignalling gets a second way to the core");
    }
    Add({device, vc, true, 0});
}

void
MetsSignalling::AddDown(uint32_t link, Ptr<AtmNetDevice> device, Ptr<AtmVc> vc)
{
    Add({device, vc, false, link});
}

void
MetsSignalling::Add(const Channel& channel)
{
    NS_ABORT_MSG_IF(
        channel.vc->GetEncapsulation() != VC_MUX || channel.vc->GetProtocol() != PROTOCOL,
        "VC " << channel.vc->GetId() << " of a MetsSignalling is not bound to its protocol number "
              << PROTOCOL);
    const bool isNew =
        std::none_of(m_channels.begin(), m_channels.end(), [&channel](const Channel& other) {
            return other.device == channel.device;
        });
    if (isNew)
    {
        m_handler = MakeCallback(&MetsSignalling::Receive, this);
        channel.device->GetNode()->RegisterProtocolHandler(m_handler, PROTOCOL, channel.device);
    }
    m_channels.push_back(channel);
}

void
MetsSignalling::SendUp(uint16_t, Ptr<Packet> message)
{
    Send(true, 0, message);
}

void
MetsSignalling::SendDown(uint32_t link, Ptr<Packet> message)
{
    Send(false, link, message);
}

void
MetsSignalling::Send(bool isUp, uint32_t link, Ptr<Packet> message)
{
    for (const auto& channel : m_channels)
    {
        if (channel.isUp == isUp && (isUp || channel.link == link))
        {
            const bool sent = channel.device->Send(message, channel.vc->GetAlias(), PROTOCOL);
            ++(sent ? m_counters.sent : m_counters.unsent);
            return;
        }
    }
    ++m_counters.unsent;
}

void
MetsSignalling::Receive(Ptr<NetDevice> device,
                        Ptr<const Packet> message,
                        uint16_t,
                        const Address& from,
                        const Address&,
                        NetDevice::PacketType)
{
    const auto source = Mac48Address::ConvertFrom(from);
    for (const auto& channel : m_channels)
    {
        if (m_adapter && channel.device == device &&
            (channel.vc->GetPeerAddress() == source || channel.vc->GetAlias() == source))
        {
            ++m_counters.received;
            if (channel.isUp)
            {
                m_adapter->ReceiveAdapt(message);
            }
            else
            {
                m_adapter->ReceiveRes(channel.link, message);
            }
            return;
        }
    }
    NS_LOG_LOGIC("a signalling message from " << source << ", which is no neighbour");
    ++m_counters.strangers;
}

const MetsSignalling::Counters&
MetsSignalling::GetCounters() const
{
    return m_counters;
}
} // namespace hsn
} // namespace ns3
