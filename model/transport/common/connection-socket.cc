// SPDX-License-Identifier: GPL-2.0-only
#include "connection-socket.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ConnectionSocket);

TypeId
ConnectionSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ConnectionSocket")
                            .SetParent<Socket>()
                            .SetGroupName("Hsn")
                            .AddAttribute("SndBufSize",
                                          "Bytes that may be unsent or unacknowledged.",
                                          UintegerValue(131072),
                                          MakeUintegerAccessor(&ConnectionSocket::SetSndBufSize,
                                                               &ConnectionSocket::GetSndBufSize),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("RcvBufSize",
                                          "Bytes that may be unread.",
                                          UintegerValue(131072),
                                          MakeUintegerAccessor(&ConnectionSocket::SetRcvBufSize,
                                                               &ConnectionSocket::GetRcvBufSize),
                                          MakeUintegerChecker<uint32_t>())
                            .AddTraceSource("Stage",
                                            "Stage of the connection.",
                                            MakeTraceSourceAccessor(&ConnectionSocket::m_stage),
                                            "ns3::hsn::ConnectionSocket::StageTracedCallback");
    return tid;
}

ConnectionSocket::ConnectionSocket() = default;

ConnectionSocket::ConnectionSocket(const ConnectionSocket& other)
    : TransportSocket<Socket>(other)
{
}

ConnectionSocket::~ConnectionSocket() = default;

StreamStage
ConnectionSocket::GetStage() const
{
    return m_stage;
}

void
ConnectionSocket::DoListen()
{
    m_stage = STREAM_LISTENING;
}

void
ConnectionSocket::DoStopListening()
{
    m_stage = STREAM_CLOSED;
}

void
ConnectionSocket::ReceiveIcmp(Ipv4Address /* from */,
                              uint8_t /* ttl */,
                              uint8_t type,
                              uint8_t code,
                              uint32_t /* info */)
{
    if (type == Icmpv4Header::ICMPV4_DEST_UNREACH &&
        code == Icmpv4DestinationUnreachable::ICMPV4_PORT_UNREACHABLE)
    {
        const Ptr<Socket> self(this);
        HandleRefusal();
    }
}

void
ConnectionSocket::ReceiveIcmp6(Ipv6Address /* from */,
                               uint8_t /* ttl */,
                               uint8_t type,
                               uint8_t code,
                               uint32_t /* info */)
{
    if (type == Icmpv6Header::ICMPV6_ERROR_DESTINATION_UNREACHABLE &&
        code == Icmpv6Header::ICMPV6_PORT_UNREACHABLE)
    {
        const Ptr<Socket> self(this);
        HandleRefusal();
    }
}

void
ConnectionSocket::HandleRefusal()
{
}

void
ConnectionSocket::EndRefused(bool complete)
{
    if (!IsConnected())
    {
        return;
    }
    if (complete)
    {
        Shut();
    }
    else
    {
        Break();
    }
}

bool
ConnectionSocket::BreakIfTooLong(uint32_t size)
{
    if (size <= GetRcvBufSize() || m_shutdownRecv)
    {
        return false;
    }
    const Ptr<Socket> self(this);
    Abort();
    m_errno = ERROR_NOTCONN;
    NotifyErrorClose();
    return true;
}

bool
ConnectionSocket::IsConnected() const
{
    return m_stage != STREAM_CLOSED && m_stage != STREAM_LISTENING;
}

void
ConnectionSocket::Shut()
{
    const Ptr<Socket> self(this);
    NotifyNodeGone();
    GetEndPoint().Release();
}

void
ConnectionSocket::Break()
{
    const Ptr<Socket> self(this);
    const bool opening = m_stage == STREAM_OPENING;
    m_errno = ERROR_NOTCONN;
    Shut();
    if (opening)
    {
        NotifyConnectionFailed();
    }
    else
    {
        NotifyErrorClose();
    }
}
} // namespace hsn
} // namespace ns3
