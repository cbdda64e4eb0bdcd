// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-socket.h"

#include "ns3/attribute-copy.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(XtpSocket);
NS_OBJECT_ENSURE_REGISTERED(XtpSocketFactory);

TypeId
XtpSocket::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::hsn::XtpSocket")
                                          .SetParent<StreamSocket>()
                                          .SetGroupName("Hsn")
                                          .AddConstructor<XtpSocket>());
    return tid;
}

XtpSocket::XtpSocket()
    : BasicXtpSocket(false)
{
}

Ptr<BasicXtpSocket<StreamSocket>>
XtpSocket::Fork() const
{
    return ForkSocket(*this);
}

XtpService
XtpSocket::GetService() const
{
    return XtpService::STREAM;
}

bool
XtpSocket::Serves(XtpService service) const
{
    return service == XtpService::STREAM || service == XtpService::UNSPECIFIED;
}

uint32_t
XtpSocket::GetNextPiece(uint32_t max) const
{
    return std::min(max, m_sendQueue.GetSize());
}

XtpPiece
XtpSocket::TakePiece(uint32_t max)
{
    XtpPiece piece;
    piece.data = m_sendQueue.Remove(max);
    if (errorControl == XTP_NO_ERROR_CONTROL)
    {
        NoteSent(piece.data->GetSize());
    }
    return piece;
}

uint32_t
XtpSocket::GetUnreadBytes() const
{
    return m_receiveQueue.GetSize();
}

void
XtpSocket::TakeReceived(Ptr<Packet> data)
{
    if (!m_shutdownRecv)
    {
        m_receiveQueue.Add(data);
    }
}

void
XtpSocket::EndMessage(const XtpBoundary& /* boundary */)
{
    // a stream has none
}
} // namespace hsn
} // namespace ns3
