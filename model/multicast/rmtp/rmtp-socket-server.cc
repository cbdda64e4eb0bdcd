// SPDX-License-Identifier: GPL-2.0-only
// What an RmtpSocket does as a server.
#include "rmtp-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/packet-pieces.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param address and port @param bits of a subnet of IPv4 @param bits6 and of IPv6 @return subnet
Address
GetSubnet(const Address& address, uint8_t bits, uint8_t bits6)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        const uint32_t mask = bits == 0 ? 0 : UINT32_MAX << (32 - bits);
        return InetSocketAddress::ConvertFrom(address).GetIpv4().CombineMask(Ipv4Mask(mask));
    }
    return Inet6SocketAddress::ConvertFrom(address).GetIpv6().CombinePrefix(Ipv6Prefix(bits6));
}
} // namespace

void
RmtpSocket::NotifyOpened()
{
    if (m_stage == STREAM_CLOSED)
    {
        return;
    }
    const Ptr<Socket> self(this);
    m_stage = m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    NotifyConnectionSucceeded();
    NotifyRoom();
    BeginMessage(false);
}

bool
RmtpSocket::IsSendOpen() const
{
    return m_role == SERVER && StreamSocket::IsSendOpen();
}

int
RmtpSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (m_role == RECEIVER)
    {
        return Fail(ERROR_OPNOTSUPP);
    }
    const int sent = StreamSocket::SendTo(packet, flags, to);
    if (sent < 0 && m_errno == ERROR_MSGSIZE)
    {
        BeginMessage(true);
        m_errno = ERROR_MSGSIZE;
    }
    return sent;
}

void
RmtpSocket::DoSend()
{
    BeginMessage(false);
}

uint32_t
RmtpSocket::GetUnacknowledged() const
{
    return m_role == SERVER && m_isRunning ? m_bytes : 0;
}

uint32_t
RmtpSocket::GetUnsent() const
{
    // the byte that is kept back takes no room, or a piece of SndBufSize would never fit
    const uint32_t queued = StreamSocket::GetUnsent();
    return queued > 0 && !m_shutdownSend ? queued - 1 : queued;
}

void
RmtpSocket::BeginMessage(bool isFull)
{
    if (m_isRunning || m_atEnd || m_stage == STREAM_OPENING || m_stage == STREAM_CLOSED)
    {
        return;
    }
    UintegerValue blockSize;
    m_server->GetAttribute("BlockSize", blockSize);
    const auto block = static_cast<uint32_t>(blockSize.Get());
    const uint32_t queued = m_sendQueue.GetSize();
    uint64_t most = uint64_t{RmtpPdu::MAX_SEQ} * block;
    most = m_messageSize > 0 ? std::min<uint64_t>(most, m_messageSize) : most;
    uint32_t bytes = queued;
    if (queued > most)
    {
        bytes = static_cast<uint32_t>(most);
    }
    else if (!m_shutdownSend)
    {
        // something is kept back: no message is empty, and each knows whether it is the last one
        const uint32_t whole = queued > block ? (queued - 1) / block * block : queued - 1;
        bytes = isFull && queued > 1 ? whole : 0;
    }
    if (bytes == 0)
    {
        if (m_shutdownSend && queued == 0)
        {
            EndStream();
        }
        return;
    }
    m_isRunning = true;
    m_bytes = bytes;
    m_isLast = bytes == queued;
    m_blocks.clear();
    for (uint32_t left = bytes; left > 0; left -= std::min(left, block))
    {
        const auto packet = m_sendQueue.Remove(std::min(left, block));
        AddZeros(packet, block - packet->GetSize());
        m_blocks.push_back(packet);
    }
    m_present = m_list;
    m_indices.clear();
    for (uint32_t i = 0; i < m_present.size(); ++i)
    {
        m_indices.emplace(m_present[i], i);
    }
    m_server->SetPlace(static_cast<uint16_t>(2 * GetNumber(m_messages) + (m_isLast ? 0 : 1)));
    m_server->SetAttribute("Connection", UintegerValue(m_protocol->NewConnection()));
    const std::string problem = m_server->Start(static_cast<uint32_t>(m_present.size()), m_bytes);
    if (!problem.empty())
    {
        Refuse(problem, ERROR_INVAL);
        Break();
    }
}

void
RmtpSocket::Transmit(const RmtpPdu& pdu, uint32_t receiver)
{
    const auto data = pdu.type == RMTP_DATA ? m_blocks[pdu.seq - 1]->Copy() : Create<Packet>();
    SendPdu(pdu, data, receiver == RmtpServer::GROUP ? m_peer : m_present[receiver]);
}

std::set<uint32_t>
RmtpSocket::ChooseReporters(const std::vector<uint32_t>& open) const
{
    if (m_present.size() <= RmtpServer::ALL_REPORT)
    {
        return {open.begin(), open.end()};
    }
    std::set<uint32_t> reporters;
    std::set<Address> subnets;
    for (const uint32_t receiver : open)
    {
        if (subnets.insert(GetSubnet(m_present[receiver], m_prefix, m_prefix6)).second)
        {
            reporters.insert(receiver);
        }
    }
    return reporters;
}

void
RmtpSocket::NoteProgress(uint32_t receiver, uint32_t lacking)
{
    m_progressTrace(m_present[receiver], lacking);
}

void
RmtpSocket::NoteFailed(uint32_t receiver)
{
    const Address address = m_present[receiver];
    m_failed.push_back(address);
    m_list.erase(std::remove(m_list.begin(), m_list.end(), address), m_list.end());
    m_failedTrace(address);
}

void
RmtpSocket::NotifyEnded(bool /* good */)
{
    // the protocol is left before a callback of the application closes the socket
    Simulator::ScheduleNow(&RmtpSocket::EndMessage, Ptr<RmtpSocket>(this));
}

void
RmtpSocket::EndMessage()
{
    if (m_stage == STREAM_CLOSED || !m_isRunning)
    {
        return;
    }
    const Ptr<Socket> self(this);
    m_isRunning = false;
    ++m_messages;
    m_blocks.clear();
    if (m_isCancelled || m_server->GetComplete() == 0)
    {
        m_problem = m_isCancelled ? "cancelled" : "no receiver has the message";
        Break();
        return;
    }
    NotifyDataSent(m_bytes);
    NotifyRoom();
    BeginMessage(false);
}

void
RmtpSocket::EndStream()
{
    m_atEnd = true;
    m_linger.Set(Simulator::Now() + m_server->GetWait(static_cast<uint32_t>(m_list.size())));
    NotifyNormalClose();
}

void
RmtpSocket::EndLinger()
{
    Shut();
}

void
RmtpSocket::ReadAsServer(Ptr<const Packet> packet, const RmtpPdu& pdu, const Address& from)
{
    auto found = m_indices.find(from);
    if (found == m_indices.end() && pdu.type == RMTP_CACK && !pdu.refuses && m_server->CanAdmit())
    {
        const uint32_t receiver = m_server->Admit();
        found = m_indices.emplace(from, receiver).first;
        m_present.push_back(from);
        m_list.push_back(from);
    }
    if (found == m_indices.end())
    {
        Drop(packet, "not of a receiver");
        return;
    }
    m_server->Receive(found->second, pdu);
}

void
RmtpSocket::Cancel()
{
    const Ptr<Socket> self(this);
    m_isCancelled = true;
    if (m_role == SERVER && m_isRunning)
    {
        m_server->Abort();
    }
    else if (m_role == SERVER && IsConnected() && !m_atEnd)
    {
        Break();
    }
}
} // namespace hsn
} // namespace ns3
