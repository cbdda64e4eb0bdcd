// SPDX-License-Identifier: GPL-2.0-only
#include "socket-sink.h"

#include "ns3/abort.h"
#include "ns3/address-utils.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/socket-factory.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnSocketSink");
NS_OBJECT_ENSURE_REGISTERED(SocketSink);

TypeId
SocketSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SocketSink")
                            .SetParent<Application>()
                            .SetGroupName("Hsn")
                            .AddAttribute("Local",
                                          "Address and port where it receives",
                                          AddressValue(),
                                          MakeAddressAccessor(&SocketSink::m_local),
                                          MakeAddressChecker())
                            .AddAttribute("Protocol",
                                          "Socket factory",
                                          TypeIdValue(UdpSocketFactory::GetTypeId()),
                                          MakeTypeIdAccessor(&SocketSink::m_protocol),
                                          MakeTypeIdChecker());
    return tid;
}

uint32_t
SocketSink::GetPendingBytes() const
{
    uint32_t bytes = 0;
    for (const auto& [socket, pending] : m_streams)
    {
        bytes += pending->GetSize();
    }
    return bytes;
}

void
SocketSink::DoDispose()
{
    m_socket = nullptr;
    m_streams.clear();
    Application::DoDispose();
}

void
SocketSink::StartApplication()
{
    NS_ABORT_MSG_IF(m_local.IsInvalid(),
                    GetInstanceTypeId().GetName() << " has no address: attribute Local");
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    NS_ABORT_MSG_IF(m_socket->Bind(m_local) < 0,
                    GetInstanceTypeId().GetName() << " cannot bind " << m_local);
    m_socket->SetRecvCallback(MakeCallback(&SocketSink::Readable, this));
    if (m_socket->GetSocketType() != Socket::NS3_SOCK_DGRAM)
    {
        m_socket->Listen();
        m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SocketSink::Accepted, this));
    }
}

void
SocketSink::StopApplication()
{
    while (!m_streams.empty())
    {
        const auto socket = m_streams.begin()->first;
        Closed(socket);
        socket->Close();
    }
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
SocketSink::Accepted(Ptr<Socket> socket, const Address&)
{
    m_streams[socket] = Create<Packet>();
    socket->SetRecvCallback(MakeCallback(&SocketSink::Readable, this));
    socket->SetCloseCallbacks(MakeCallback(&SocketSink::Closed, this),
                              MakeCallback(&SocketSink::Closed, this));
}

void
SocketSink::Closed(Ptr<Socket> socket)
{
    const auto found = m_streams.find(socket);
    if (found == m_streams.end())
    {
        return;
    }
    const uint32_t rest = found->second->GetSize();
    if (rest > 0)
    {
        NS_LOG_WARN("a connection ends within a message, after " << rest << " octets");
    }
    socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeNullCallback<void, Ptr<Socket>>());
    m_streams.erase(found);
}

void
SocketSink::Readable(Ptr<Socket> socket)
{
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        const auto stream = m_streams.find(socket);
        if (packet->GetSize() == 0 && stream != m_streams.end())
        {
            break; // the end of a connection; a datagram may be empty
        }
        if (stream == m_streams.end() || socket->GetSocketType() != Socket::NS3_SOCK_STREAM)
        {
            TakeMessage(packet, from);
            continue;
        }
        stream->second->AddAtEnd(packet);
        if (!TakeStream(stream->second, from))
        {
            Closed(socket);
            socket->Close();
            return;
        }
    }
}
} // namespace hsn
} // namespace ns3
