// SPDX-License-Identifier: GPL-2.0-only
// What an RmtpSocket does as a receiver.
#include "rmtp-socket.h"

#include "ns3/attribute-copy.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnRmtpSocketReceiver");

// --- connections ----------------------------------------------------------------------------

void
RmtpSocket::Accept(Ptr<const Packet> packet, const RmtpPdu& pdu, const Address& from)
{
    const auto last = m_connections.find(from);
    if (last != m_connections.end() && static_cast<int16_t>(pdu.connection - last->second) <= 0)
    {
        Drop(packet, "the connection is over");
        return;
    }
    if (pdu.place > 1)
    {
        Drop(packet,
             "message " + std::to_string(pdu.place / 2) + " of a stream: must be its first, 0");
        SayNo(pdu, from);
        return;
    }
    if (pdu.messageSize > GetRcvBufSize())
    {
        Drop(packet,
             "RcvBufSize " + std::to_string(GetRcvBufSize()) + ": must hold a message of " +
                 std::to_string(pdu.messageSize) + " bytes");
        SayNo(pdu, from);
        return;
    }
    if (!NotifyConnectionRequest(from))
    {
        Drop(packet, "the application refuses");
        SayNo(pdu, from);
        return;
    }
    const auto socket = ForkSocket(*this);
    if (!m_protocol->Accept(socket->GetEndPoint(), GetEndPoint().GetLocalPort(), from))
    {
        Drop(packet, "another connection with the same server");
        return;
    }
    m_connections[from] = pdu.connection;
    if (!socket->BeginReceiving(pdu, from))
    {
        Drop(packet, "no way to the server");
        socket->Shut();
        return;
    }
    NotifyNewConnectionCreated(socket, from);
}

void
RmtpSocket::SayNo(const RmtpPdu& pdu, const Address& from)
{
    const Time range = MilliSeconds(pdu.rangeUnit) * int64_t{pdu.range};
    const Time wait = Seconds(m_protocol->GetRandom()->GetValue(0, range.GetSeconds()));
    Simulator::Schedule(wait, &RmtpSocket::SendNo, Ptr<RmtpSocket>(this), pdu.connection, from);
}

void
RmtpSocket::SendNo(uint16_t connection, Address peer)
{
    if (!GetEndPoint().IsBound() || FindPath(peer) != ERROR_NOTERROR)
    {
        return;
    }
    RmtpPdu pdu;
    pdu.type = RMTP_CACK;
    pdu.connection = connection;
    pdu.refuses = true;
    SendPdu(pdu, Create<Packet>(), peer);
}

bool
RmtpSocket::BeginReceiving(const RmtpPdu& pdu, const Address& from)
{
    m_peer = from;
    if (FindPath(from) != ERROR_NOTERROR)
    {
        return false;
    }
    m_role = RECEIVER;
    m_stage = STREAM_OPEN;
    FindHost();
    m_silence.Set(Simulator::Now() + m_giveUp);
    JoinMessage(pdu);
    return true;
}

void
RmtpSocket::JoinMessage(const RmtpPdu& pdu)
{
    if (m_receiver)
    {
        m_receiver->Dispose();
    }
    m_connection = pdu.connection;
    m_receiver = CreateObject<RmtpReceiver>();
    m_receiver->SetUser(*this);
    m_receiver->SetRandom(m_protocol->GetRandom());
    m_receiver->Receive(pdu);
}

void
RmtpSocket::NotifyConnected(const RmtpPdu& pdu)
{
    m_place = pdu.place;
    m_bytes = pdu.messageSize;
    m_isLast = pdu.place % 2 == 0;
    m_isComplete = false;
    m_isBusy = false;
    m_blockSize = pdu.blockSize;
    m_blocks.assign(pdu.blockCount, nullptr);
}

// --- PDUs -----------------------------------------------------------------------------------

void
RmtpSocket::Transmit(const RmtpPdu& pdu)
{
    SendPdu(pdu, Create<Packet>(), m_peer);
}

void
RmtpSocket::ReadAsReceiver(Ptr<Packet> packet, const RmtpPdu& pdu)
{
    m_silence.Set(Simulator::Now() + m_giveUp);
    if (pdu.type == RMTP_DATA && pdu.connection == m_connection)
    {
        TakeData(packet, pdu);
        return;
    }
    const auto later = static_cast<int16_t>(pdu.connection - m_connection);
    if (pdu.type != RMTP_CONN || later == 0)
    {
        m_receiver->Receive(pdu);
        return;
    }
    if (later < 0)
    {
        Drop(packet, "the connection is over");
        return;
    }
    // another message: who sends it has ended the last one
    const bool follows = m_isComplete && pdu.place / 2U == GetNumber(m_place / 2U + 1);
    if (m_isComplete && m_isLast)
    {
        Shut(); // the next CONN finds who listens
        return;
    }
    if (!follows)
    {
        m_problem = "message " + std::to_string(m_place / 2) + " of the stream: is not complete";
        Break();
        return;
    }
    if (pdu.messageSize > GetRcvBufSize() || m_closed)
    {
        m_problem = "RcvBufSize " + std::to_string(GetRcvBufSize()) + ": must hold a message of " +
                    std::to_string(pdu.messageSize) + " bytes";
        SendNo(pdu.connection, m_peer);
        Break();
        return;
    }
    JoinMessage(pdu);
}

bool
RmtpSocket::HasRoom() const
{
    return uint64_t{m_receiveQueue.GetSize()} + m_bytes <= GetRcvBufSize();
}

void
RmtpSocket::TakeData(Ptr<Packet> packet, const RmtpPdu& pdu)
{
    if (packet->GetSize() != m_blockSize)
    {
        Drop(packet,
             "DATA of " + std::to_string(packet->GetSize()) + " bytes: must be " +
                 std::to_string(m_blockSize));
        return;
    }
    if (!m_isComplete && !m_isBusy && !HasRoom())
    {
        m_isBusy = true;
        m_receiver->SetBusy(true);
    }
    if (m_receiver->Receive(pdu))
    {
        m_blocks[pdu.seq - 1U] = packet;
        m_progressTrace(GetOwnAddress(), m_receiver->GetLacking());
    }
}

Address
RmtpSocket::GetOwnAddress() const
{
    if (Ipv4Address::IsMatchingType(m_path.local))
    {
        return InetSocketAddress(Ipv4Address::ConvertFrom(m_path.local), m_path.localPort);
    }
    return Inet6SocketAddress(Ipv6Address::ConvertFrom(m_path.local), m_path.localPort);
}

void
RmtpSocket::DoRead()
{
    if (m_isBusy && m_role == RECEIVER && HasRoom())
    {
        m_isBusy = false;
        m_receiver->SetBusy(false);
    }
}

void
RmtpSocket::SetBusy(bool busy)
{
    if (m_role == RECEIVER && IsConnected())
    {
        m_receiver->SetBusy(busy);
    }
}

// --- the end --------------------------------------------------------------------------------

void
RmtpSocket::NotifyComplete()
{
    const Ptr<Socket> self(this);
    m_isComplete = true;
    ++m_messages;
    uint32_t left = m_bytes;
    for (const auto& packet : m_blocks)
    {
        if (packet->GetSize() > left)
        {
            packet->RemoveAtEnd(packet->GetSize() - left);
        }
        left -= packet->GetSize();
        if (!m_shutdownRecv)
        {
            m_receiveQueue.Add(packet);
        }
    }
    m_blocks.clear();
    m_atEnd = m_isLast;
    if (!m_shutdownRecv)
    {
        NotifyDataRecv();
    }
    if (m_atEnd && IsConnected())
    {
        m_stage = STREAM_CLOSING;
        NotifyNormalClose();
    }
}

void
RmtpSocket::NotifyClosed(bool good)
{
    const Ptr<Socket> self(this);
    if (m_closed || (good && m_isComplete && m_isLast))
    {
        Shut();
    }
    else if (!good || !m_isComplete)
    {
        m_problem = "the server has given up";
        Break();
    }
}

void
RmtpSocket::HandleSilence()
{
    const Ptr<Socket> self(this);
    if (m_isComplete && m_isLast)
    {
        Shut();
        return;
    }
    m_problem =
        "nothing was heard of the server for " + std::to_string(m_giveUp.GetSeconds()) + " s";
    Break();
}
} // namespace hsn
} // namespace ns3
