// SPDX-License-Identifier: GPL-2.0-only
#include "fec-tunnel.h"

#include "fec-udp-socket-factory.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/network-order.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFecTunnel");
NS_OBJECT_ENSURE_REGISTERED(FecTunnel);

namespace
{
/** @brief Size of the EtherType in bytes. */
constexpr uint32_t TYPE_SIZE = 2;
} // namespace

TypeId
FecTunnel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FecTunnel")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FecTunnel>()
            .AddAttribute("Mtu",
                          "MTU of the tunnel. Over IPv4 with shifts by single bits, parity packets "
                          "are up to 46 bytes longer; choose an MTU that avoids fragments.",
                          UintegerValue(1400),
                          MakeUintegerAccessor(&FecTunnel::m_mtu),
                          MakeUintegerChecker<uint16_t>(68))
            .AddTraceSource("Drop",
                            "A packet from the other end is dropped because it is too short.",
                            MakeTraceSourceAccessor(&FecTunnel::m_drop),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
FecTunnel::Open(Ptr<Node> node, const Address& local, const Address& peer)
{
    NS_ABORT_MSG_IF(m_device, "FecTunnel is already open");
    m_socket =
        DynamicCast<FecUdpSocket>(Socket::CreateSocket(node, FecUdpSocketFactory::GetTypeId()));
    std::ostringstream where;
    where << local << " to " << peer;
    NS_ABORT_MSG_IF(m_socket->Bind(local) < 0 || m_socket->Connect(peer) < 0,
                    "FecTunnel from " << where.str() << ": errno " << m_socket->GetErrno());
    m_socket->SetRecvCallback(MakeCallback(&FecTunnel::Receive, this));
    m_device = CreateObject<VirtualNetDevice>();
    m_device->SetAddress(Mac48Address::Allocate());
    m_device->SetMtu(m_mtu);
    m_device->SetNeedsArp(false);
    m_device->SetIsPointToPoint(true);
    m_device->SetSendCallback(MakeCallback(&FecTunnel::Send, this));
    node->AddDevice(m_device);
}

Ptr<VirtualNetDevice>
FecTunnel::GetDevice() const
{
    return m_device;
}

Ptr<FecUdpSocket>
FecTunnel::GetSocket() const
{
    return m_socket;
}

uint64_t
FecTunnel::GetMalformed() const
{
    return m_malformed;
}

void
FecTunnel::DoDispose()
{
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    }
    m_socket = nullptr;
    m_device = nullptr;
    Object::DoDispose();
}

bool
FecTunnel::Send(Ptr<Packet> packet, const Address&, const Address&, uint16_t protocol)
{
    NS_LOG_FUNCTION(this << packet << protocol);
    if (!m_socket)
    {
        return false;
    }
    const uint8_t type[TYPE_SIZE] = {static_cast<uint8_t>(protocol >> 8),
                                     static_cast<uint8_t>(protocol)};
    auto framed = Create<Packet>(type, TYPE_SIZE);
    framed->AddAtEnd(packet);
    return m_socket->Send(framed, 0) >= 0;
}

void
FecTunnel::Receive(Ptr<Socket> socket)
{
    while (auto packet = socket->Recv())
    {
        uint8_t type[TYPE_SIZE];
        if (packet->CopyData(type, TYPE_SIZE) < TYPE_SIZE)
        {
            m_malformed++;
            m_drop(packet);
            continue;
        }
        packet->RemoveAtStart(TYPE_SIZE);
        m_device->Receive(packet,
                          ReadNetwork16(type),
                          m_device->GetBroadcast(),
                          m_device->GetAddress(),
                          NetDevice::PACKET_HOST);
    }
}
} // namespace hsn
} // namespace ns3
