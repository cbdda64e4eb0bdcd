// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-stream-socket.h"

#include "ns3/trace-source-accessor.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpStreamSocket);

TypeId
TcpStreamSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TcpStreamSocket")
                            .SetParent<TcpSocket>()
                            .SetGroupName("Hsn")
                            .AddTraceSource("State",
                                            "State of the connection.",
                                            MakeTraceSourceAccessor(&TcpStreamSocket::m_state),
                                            "ns3::TcpStatesTracedValueCallback");
    return tid;
}

TcpStreamSocket::TcpStreamSocket() = default;

TcpStreamSocket::TcpStreamSocket(const TcpStreamSocket& other)
    : BasicStreamSocket<TransportSocket<TcpSocket>>(other)
{
}

TcpStreamSocket::~TcpStreamSocket() = default;

StreamStage
TcpStreamSocket::GetStage() const
{
    switch (m_state)
    {
    case CLOSED:
        return STREAM_CLOSED;
    case LISTEN:
        return STREAM_LISTENING;
    case SYN_SENT:
    case SYN_RCVD:
        return STREAM_OPENING;
    case ESTABLISHED:
    case CLOSE_WAIT:
        return STREAM_OPEN;
    default:
        return STREAM_CLOSING;
    }
}

void
TcpStreamSocket::DoListen()
{
    m_state = LISTEN;
}

void
TcpStreamSocket::DoStopListening()
{
    m_state = CLOSED;
}

void
TcpStreamSocket::SetConnTimeout(Time timeout)
{
    m_connTimeout = timeout;
}

Time
TcpStreamSocket::GetConnTimeout() const
{
    return m_connTimeout;
}

void
TcpStreamSocket::SetSynRetries(uint32_t count)
{
    m_synRetries = count;
}

uint32_t
TcpStreamSocket::GetSynRetries() const
{
    return m_synRetries;
}

void
TcpStreamSocket::SetDataRetries(uint32_t retries)
{
    m_dataRetries = retries;
}

uint32_t
TcpStreamSocket::GetDataRetries() const
{
    return m_dataRetries;
}

void
TcpStreamSocket::SetDelAckTimeout(Time timeout)
{
    m_delAckTimeout = timeout;
}

Time
TcpStreamSocket::GetDelAckTimeout() const
{
    return m_delAckTimeout;
}

void
TcpStreamSocket::SetDelAckMaxCount(uint32_t count)
{
    m_delAckMaxCount = count;
}

uint32_t
TcpStreamSocket::GetDelAckMaxCount() const
{
    return m_delAckMaxCount;
}

void
TcpStreamSocket::SetTcpNoDelay(bool noDelay)
{
    m_noDelay = noDelay;
}

bool
TcpStreamSocket::GetTcpNoDelay() const
{
    return m_noDelay;
}

void
TcpStreamSocket::SetPersistTimeout(Time timeout)
{
    m_persistTimeout = timeout;
}

Time
TcpStreamSocket::GetPersistTimeout() const
{
    return m_persistTimeout;
}
} // namespace hsn
} // namespace ns3
