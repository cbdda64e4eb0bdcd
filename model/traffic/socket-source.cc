// SPDX-License-Identifier: GPL-2.0-only
#include "socket-source.h"

#include "ns3/abort.h"
#include "ns3/address-utils.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/node.h"
#include "ns3/socket-factory.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SocketSource);

TypeId
SocketSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SocketSource")
                            .SetParent<Application>()
                            .SetGroupName("Hsn")
                            .AddAttribute("Remote",
                                          "Address and port to which it sends",
                                          AddressValue(),
                                          MakeAddressAccessor(&SocketSource::m_remote),
                                          MakeAddressChecker())
                            .AddAttribute("Protocol",
                                          "Socket factory",
                                          TypeIdValue(UdpSocketFactory::GetTypeId()),
                                          MakeTypeIdAccessor(&SocketSource::m_protocol),
                                          MakeTypeIdChecker());
    return tid;
}

void
SocketSource::DoDispose()
{
    m_socket = nullptr;
    Application::DoDispose();
}

void
SocketSource::StartApplication()
{
    const std::string name = GetInstanceTypeId().GetName();
    NS_ABORT_MSG_IF(m_remote.IsInvalid(), name << " has no address: attribute Remote");
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    const auto type = m_socket->GetSocketType();
    m_isStream = type == Socket::NS3_SOCK_STREAM;
    const bool six = Inet6SocketAddress::IsMatchingType(m_remote);
    NS_ABORT_MSG_IF((six ? m_socket->Bind6() : m_socket->Bind()) < 0,
                    name << " cannot bind a socket of " << m_protocol.GetName());
    const bool isDatagram = type == Socket::NS3_SOCK_DGRAM;
    if (!isDatagram)
    {
        m_socket->SetConnectCallback(MakeCallback(&SocketSource::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
    }
    m_socket->SetSendCallback(MakeCallback(&SocketSource::Room, this));
    NS_ABORT_MSG_IF(m_socket->Connect(m_remote) < 0, name << " cannot connect to " << m_remote);
    m_socket->ShutdownRecv();
    if (isDatagram)
    {
        Connected(m_socket); // datagrams can be sent at once, whatever the socket tells, and when
    }
}

void
SocketSource::StopApplication()
{
    m_isConnected = false;
    if (m_socket)
    {
        m_socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
SocketSource::End()
{
    m_isConnected = false;
    m_socket->Close();
}

bool
SocketSource::IsConnected() const
{
    return m_isConnected;
}

bool
SocketSource::IsStream() const
{
    return m_isStream;
}

void
SocketSource::Connected(Ptr<Socket>)
{
    m_isConnected = true;
    Begin();
}

void
SocketSource::Room(Ptr<Socket>, uint32_t)
{
    if (m_isConnected)
    {
        Continue();
    }
}
} // namespace hsn
} // namespace ns3
