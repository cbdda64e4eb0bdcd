// SPDX-License-Identifier: GPL-2.0-only
#include "connection-socket.h"

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
} // namespace hsn
} // namespace ns3
