// SPDX-License-Identifier: GPL-2.0-only
#include "udp-inner-socket.h"

#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
UdpInnerSocket::~UdpInnerSocket()
{
    Detach();
}

void
UdpInnerSocket::Open(const Ptr<Node>& node,
                     Callback<void, Ptr<Socket>> read,
                     IcmpCallback icmp,
                     IcmpCallback6 icmp6)
{
    m_udp = DynamicCast<UdpSocket>(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId()));
    m_udp->SetRecvCallback(read);
    m_udp->SetSendCallback(MakeCallback(&UdpInnerSocket::HandleSpace, this));
    m_udp->SetAttributeFailSafe("IcmpCallback", CallbackValue(icmp));
    m_udp->SetAttributeFailSafe("IcmpCallback6", CallbackValue(icmp6));
    // it is read as soon as a datagram arrives; the limit is on the outer socket's queue
    m_udp->SetAttribute("RcvBufSize", UintegerValue(UINT32_MAX));
}

void
UdpInnerSocket::Detach()
{
    if (m_udp)
    {
        m_udp->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_udp->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_udp->SetAttributeFailSafe("IcmpCallback", CallbackValue());
        m_udp->SetAttributeFailSafe("IcmpCallback6", CallbackValue());
        m_udp = nullptr;
    }
}

void
UdpInnerSocket::Set(const char* name, const AttributeValue& value)
{
    if (m_udp)
    {
        m_udp->SetAttribute(name, value);
    }
}

int
UdpInnerSocket::Fail(Socket::SocketErrno error) const
{
    m_errno = error;
    return -1;
}

int
UdpInnerSocket::Note(int result) const
{
    m_errno = result < 0 ? m_udp->GetErrno() : m_errno;
    return result;
}

int
UdpInnerSocket::Connect(const Address& address)
{
    const int result = Note(m_udp->Connect(address));
    if (result >= 0)
    {
        m_peer = address;
        m_connected = true;
    }
    return result;
}

void
UdpInnerSocket::BeginCall()
{
    m_transmissions = 0;
    m_hasSpace = false;
}

int
UdpInnerSocket::Transmit(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    m_transmissions++;
    // to the peer by Send(), as older releases take the type of service from the address in
    // SendTo()
    return Note(m_connected && to == m_peer ? m_udp->Send(packet, flags)
                                            : m_udp->SendTo(packet, flags, to));
}

void
UdpInnerSocket::HandleSpace(Ptr<Socket> /* socket */, uint32_t /* space */)
{
    m_hasSpace = true;
}
} // namespace hsn
} // namespace ns3
