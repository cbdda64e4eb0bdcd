// SPDX-License-Identifier: GPL-2.0-only
#include "think-time-source.h"

#include "ns3/abort.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ThinkTimeSource);

TypeId
ThinkTimeSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::ThinkTimeSource")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<ThinkTimeSource>()
            .AddAttribute("Protocol",
                          "Factory of the socket",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&ThinkTimeSource::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Remote",
                          "Receiver",
                          AddressValue(),
                          MakeAddressAccessor(&ThinkTimeSource::m_remote),
                          MakeAddressChecker())
            .AddAttribute("Burst",
                          "Octets written at once, at most the socket's send buffer",
                          UintegerValue(2920),
                          MakeUintegerAccessor(&ThinkTimeSource::m_burst),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ThinkTime",
                          "From the acknowledgement of a burst to the next one, s",
                          StringValue("ns3::ExponentialRandomVariable[Mean=0.02]"),
                          MakePointerAccessor(&ThinkTimeSource::m_think),
                          MakePointerChecker<RandomVariableStream>());
    return tid;
}

uint64_t
ThinkTimeSource::GetBursts() const
{
    return m_bursts;
}

Ptr<Socket>
ThinkTimeSource::GetSocket() const
{
    return m_socket;
}

int64_t
ThinkTimeSource::AssignStreams(int64_t stream)
{
    m_think->SetStream(stream);
    return 1;
}

void
ThinkTimeSource::DoDispose()
{
    m_next.Cancel();
    m_socket = nullptr;
    m_think = nullptr;
    Application::DoDispose();
}

void
ThinkTimeSource::StartApplication()
{
    NS_ABORT_MSG_IF(m_remote.IsInvalid(), "ThinkTimeSource has no address: attribute Remote");
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    const bool six = Inet6SocketAddress::IsMatchingType(m_remote);
    NS_ABORT_MSG_IF((six ? m_socket->Bind6() : m_socket->Bind()) < 0,
                    "ThinkTimeSource cannot bind a socket of " << m_protocol.GetName());
    m_socket->SetConnectCallback(MakeCallback(&ThinkTimeSource::Connected, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetSendCallback(MakeCallback(&ThinkTimeSource::Acknowledged, this));
    NS_ABORT_MSG_IF(m_socket->Connect(m_remote) < 0,
                    "ThinkTimeSource cannot connect to " << m_remote);
}

void
ThinkTimeSource::StopApplication()
{
    m_next.Cancel();
    m_waiting = false;
    if (m_socket)
    {
        m_socket->Close();
    }
}

void
ThinkTimeSource::Connected(Ptr<Socket> socket)
{
    m_empty = socket->GetTxAvailable();
    NS_ABORT_MSG_IF(m_burst > m_empty,
                    "ThinkTimeSource: Burst " << m_burst << " must be at most the send buffer, "
                                              << m_empty);
    Write();
}

void
ThinkTimeSource::Write()
{
    m_waiting = true;
    m_socket->Send(Create<Packet>(m_burst));
}

void
ThinkTimeSource::Acknowledged(Ptr<Socket>, uint32_t available)
{
    if (m_waiting && available >= m_empty)
    {
        m_waiting = false;
        ++m_bursts;
        m_next = Simulator::Schedule(Seconds(m_think->GetValue()), &ThinkTimeSource::Write, this);
    }
}
} // namespace hsn
} // namespace ns3
