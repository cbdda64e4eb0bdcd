// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-message-socket.h"

#include "ns3/attribute-copy.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(XtpMessageSocket);
NS_OBJECT_ENSURE_REGISTERED(XtpMessageSocketFactory);

TypeId
XtpMessageSocket::GetTypeId()
{
    static TypeId tid = AddAttributes(
        TypeId("ns3::hsn::XtpMessageSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<XtpMessageSocket>()
            .AddAttribute("Service",
                          "Stream: messages in both directions; Transaction: one in "
                          "each direction.",
                          EnumValue(XTP_MESSAGES),
                          MakeHsnEnumAccessor(&XtpMessageSocket::m_service),
                          MakeEnumChecker(XTP_MESSAGES, "Stream", XTP_TRANSACTION, "Transaction")));
    return tid;
}

XtpMessageSocket::XtpMessageSocket()
    : BasicXtpSocket(true)
{
}

Ptr<BasicXtpSocket<MessageSocket>>
XtpMessageSocket::Fork() const
{
    return ForkSocket(*this);
}

XtpService
XtpMessageSocket::GetService() const
{
    return m_service == XTP_TRANSACTION ? XtpService::TRANSACTION : XtpService::STREAM;
}

bool
XtpMessageSocket::Serves(XtpService service) const
{
    return service == XtpService::STREAM || service == XtpService::TRANSACTION ||
           service == XtpService::UNSPECIFIED;
}

int
XtpMessageSocket::SendTagged(Ptr<Packet> packet, uint64_t tag)
{
    m_tag = {true, tag};
    const int sent = Send(packet, 0);
    m_tag = Tag();
    return sent;
}

void
XtpMessageSocket::Enqueue(Ptr<Packet> packet, const Address& to)
{
    m_tags.push_back(m_tag);
    BasicXtpSocket::Enqueue(packet, to);
}

void
XtpMessageSocket::DoSend()
{
    if (m_context.GetService() != XtpService::TRANSACTION)
    {
        BasicXtpSocket::DoSend();
        return;
    }
    m_shutdownSend = true; // there is one message
    DoShutdownSend();
}

uint32_t
XtpMessageSocket::GetUnsent() const
{
    return m_sendQueue.GetSize() + (m_out ? m_out->GetSize() - m_outSent : 0);
}

uint32_t
XtpMessageSocket::GetNextPiece(uint32_t max) const
{
    if (m_out)
    {
        return std::min(max, m_out->GetSize() - m_outSent);
    }
    return m_sendQueue.IsEmpty() ? 0 : std::min(max, m_sendQueue.GetFirstSize());
}

XtpPiece
XtpMessageSocket::TakePiece(uint32_t max)
{
    XtpPiece piece;
    if (!m_out)
    {
        MessageInfo info;
        m_out = m_sendQueue.Remove(info);
        m_outSent = 0;
        piece.tagged = m_tags.front().used;
        piece.tag = m_tags.front().value;
        m_tags.pop_front();
    }
    const uint32_t size = std::min(max, m_out->GetSize() - m_outSent);
    piece.data = m_out->CreateFragment(m_outSent, size);
    m_outSent += size;
    if (m_outSent == m_out->GetSize())
    {
        piece.endOfMessage = true;
        m_out = nullptr;
    }
    if (errorControl == XTP_NO_ERROR_CONTROL)
    {
        NoteSent(size);
    }
    return piece;
}

uint32_t
XtpMessageSocket::GetUnreadBytes() const
{
    return m_in.GetSize() + m_receiveQueue.GetSize();
}

void
XtpMessageSocket::TakeReceived(Ptr<Packet> data)
{
    if (!m_shutdownRecv)
    {
        m_in.Add(data);
    }
}

void
XtpMessageSocket::NotifyReceived()
{
    // of a message that is not complete, at least an octet follows
    if (m_in.GetSize() == 0 || !BreakIfTooLong(m_in.GetSize() + 1))
    {
        BasicXtpSocket::NotifyReceived();
    }
}

void
XtpMessageSocket::EndMessage(const XtpBoundary& boundary)
{
    const auto message = m_in.Remove(boundary.size);
    if (boundary.incomplete || message->GetSize() == 0)
    {
        m_missing = true;
        return;
    }
    MessageInfo info;
    GetEndPoint().GetPeerName(info.peer);
    info.missingBefore = std::exchange(m_missing, false);
    info.number = boundary.tag;
    m_receiveQueue.Add(message, info);
}

void
XtpMessageSocket::NotifyPeerDone()
{
    if (m_in.GetSize() > 0)
    {
        // the peer sent a stream: its end is the end of a message
        XtpBoundary rest;
        rest.size = m_in.GetSize();
        EndMessage(rest);
        NotifyReceived();
    }
    BasicXtpSocket::NotifyPeerDone();
}
} // namespace hsn
} // namespace ns3
