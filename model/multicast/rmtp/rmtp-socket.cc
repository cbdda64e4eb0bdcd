// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-socket.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv6-membership.h"
#include "ns3/link-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnRmtpSocket");

namespace
{
/** @param address and port @return whether the address is that of a group */
bool
IsGroup(const Address& address)
{
    return InetSocketAddress::IsMatchingType(address)
               ? InetSocketAddress::ConvertFrom(address).GetIpv4().IsMulticast()
               : Inet6SocketAddress::ConvertFrom(address).GetIpv6().IsMulticast();
}
} // namespace

RmtpSocket::RmtpSocket()
    : m_format(RMTP_PAPER),
      m_messageSize(0)
{
}

RmtpSocket::RmtpSocket(const RmtpSocket& other)
    : StreamSocket(other),
      m_format(other.m_format),
      m_messageSize(other.m_messageSize)
{
    SetProtocol(other.m_protocol);
}

RmtpSocket::~RmtpSocket()
{
    if (m_server)
    {
        m_server->Dispose();
    }
    if (m_receiver)
    {
        m_receiver->Dispose();
    }
}

void
RmtpSocket::SetProtocol(Ptr<RmtpProtocol> protocol)
{
    m_protocol = protocol;
    GetEndPoint().SetAllocator(PeekPointer(protocol));
}

Ptr<RmtpServer>
RmtpSocket::GetServer() const
{
    if (!m_server)
    {
        m_server = CreateObject<RmtpServer>();
    }
    return m_server;
}

int
RmtpSocket::Refuse(const std::string& problem, SocketErrno error)
{
    NS_LOG_WARN(this << " " << problem);
    m_problem = problem;
    return Fail(error);
}

void
RmtpSocket::Drop(Ptr<const Packet> packet, const std::string& reason)
{
    NS_LOG_LOGIC(this << " " << reason);
    ++m_dropped;
    m_rxDrop(packet, reason);
}

// --- addresses ------------------------------------------------------------------------------

int
RmtpSocket::Bind(const Address& address)
{
    // what the server sends to this host alone must arrive, too
    if (InetSocketAddress::IsMatchingType(address) && IsGroup(address))
    {
        const auto port = InetSocketAddress::ConvertFrom(address).GetPort();
        return StreamSocket::Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    }
    if (Inet6SocketAddress::IsMatchingType(address) && IsGroup(address))
    {
        const auto group = Inet6SocketAddress::ConvertFrom(address);
        ChangeIpv6Membership(GetNode(), group.GetIpv6(), true);
        return StreamSocket::Bind(Inet6SocketAddress(Ipv6Address::GetAny(), group.GetPort()));
    }
    return StreamSocket::Bind(address);
}

Socket::SocketErrno
RmtpSocket::FindPath(const Address& peer)
{
    m_path.device = GetEndPoint().GetDevice();
    m_path.localPort = GetEndPoint().GetLocalPort();
    m_path.SetPeer(peer);
    return GetEndPoint().FindSource(m_path.peer, m_path.local);
}

void
RmtpSocket::FindHost()
{
    m_host = GetNode()->GetObject<RmtpHost>();
    m_buffer = m_host ? m_host->MakeBuffer() : nullptr;
}

int
RmtpSocket::Connect(const Address& address)
{
    if (m_stage != STREAM_CLOSED)
    {
        return Fail(GetConnectError(m_stage));
    }
    if (m_role != UNDECIDED)
    {
        return Refuse("socket whose connection is over: must be a new one", ERROR_BADF);
    }
    if (LinkSocketAddress::IsMatchingType(address))
    {
        return Refuse(
            "group that is an address of a link: must be one of IPv4 or IPv6, as PDUs are "
            "datagrams of UDP; over ATM, IP on a point-to-multipoint connection carries "
            "them",
            ERROR_AFNOSUPPORT);
    }
    const bool isIpv4 = InetSocketAddress::IsMatchingType(address);
    if (!isIpv4 && !Inet6SocketAddress::IsMatchingType(address))
    {
        return Refuse("address of the group: must be one of IPv4 or IPv6", ERROR_INVAL);
    }
    // the end point takes what all receivers send, so that the group does not become its peer
    auto& endPoint = GetEndPoint();
    if (!endPoint.IsBound() && Note(isIpv4 ? endPoint.Bind() : endPoint.Bind6()) == -1)
    {
        return -1;
    }
    if (!endPoint.CanReach(address))
    {
        return Fail(ERROR_AFNOSUPPORT);
    }
    if (!isIpv4 && !endPoint.GetDevice() &&
        Inet6SocketAddress::ConvertFrom(address).GetIpv6().IsLinkLocalMulticast())
    {
        return Refuse("link-local group: the socket must be bound to a device", ERROR_INVAL);
    }
    if (Note(FindPath(address)) == -1)
    {
        return -1;
    }
    if (m_path.peerPort == 0)
    {
        return Refuse("port 0 of the group: must be 1 to 65535", ERROR_INVAL);
    }
    if (m_list.empty())
    {
        m_list = m_protocol->GetReceivers(address);
    }
    if (m_list.empty() && !IsGroup(address))
    {
        m_list.push_back(address);
    }
    m_peer = address;
    return DoConnect();
}

void
RmtpSocket::DoListen()
{
    StreamSocket::DoListen();
    FindHost();
}

int
RmtpSocket::DoConnect()
{
    BooleanValue isOpen;
    GetServer()->GetAttribute("OpenGroup", isOpen);
    if (m_list.empty() && !isOpen.Get())
    {
        return Refuse("0 receivers: must be at least 1", ERROR_INVAL);
    }
    m_role = SERVER;
    m_stage = STREAM_OPENING;
    FindHost();
    m_server->SetUser(*this);
    m_server->TraceConnectWithoutContext("Progress", MakeCallback(&RmtpSocket::NoteProgress, this));
    m_server->TraceConnectWithoutContext("Failed", MakeCallback(&RmtpSocket::NoteFailed, this));
    Simulator::ScheduleNow(&RmtpSocket::NotifyOpened, Ptr<RmtpSocket>(this));
    return 0;
}

int
RmtpSocket::GetPeerName(Address& address) const
{
    if (m_role == UNDECIDED)
    {
        return Fail(ERROR_NOTCONN);
    }
    address = m_peer;
    return 0;
}

std::string
RmtpSocket::AddReceiver(const Address& receiver)
{
    if (m_role != UNDECIDED)
    {
        return "receiver after Connect(): must be named before";
    }
    return RmtpProtocol::AddTo(m_list, receiver);
}

// --- datagrams ------------------------------------------------------------------------------

void
RmtpSocket::SendPdu(const RmtpPdu& pdu, Ptr<Packet> data, const Address& peer)
{
    const RmtpHeader header(pdu, m_format, data->GetSize());
    TraceSent(data, header, pdu.type == RMTP_DATA && pdu.round > 0);
    data->AddHeader(header);
    TransportPath path = m_path;
    path.SetPeer(peer);
    GetEndPoint().AddSocketTags(data, 0);
    if (!m_host)
    {
        m_protocol->Send(data, path);
        return;
    }
    m_host->Send([self = Ptr<RmtpSocket>(this), data, path] {
        if (self->GetEndPoint().IsBound())
        {
            self->m_protocol->Send(data, path);
        }
    });
}

void
RmtpSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Address from = arrival.GetFrom();
    if (!m_buffer)
    {
        Read(packet, from);
        return;
    }
    const bool isRoom =
        m_host->Receive(*m_buffer, packet, [self = Ptr<RmtpSocket>(this), packet, from] {
            if (self->GetEndPoint().IsBound())
            {
                self->Read(packet, from);
            }
        });
    if (!isRoom)
    {
        Drop(packet, "no room: socket buffer");
    }
}

void
RmtpSocket::Read(Ptr<Packet> packet, const Address& from)
{
    const Ptr<Socket> self(this);
    RmtpHeader header(m_format);
    if (packet->PeekHeader(header) == 0)
    {
        Drop(packet, "malformed header");
        return;
    }
    packet->RemoveHeader(header);
    m_rx(packet, header);
    if (m_role == SERVER)
    {
        ReadAsServer(packet, header.pdu, from);
    }
    else if (m_role == RECEIVER)
    {
        ReadAsReceiver(packet, header.pdu);
    }
    else if (m_stage == STREAM_LISTENING && header.pdu.type == RMTP_CONN)
    {
        Accept(packet, header.pdu, from);
    }
    else
    {
        Drop(packet, "no connection");
    }
}

// --- both -----------------------------------------------------------------------------------

int
RmtpSocket::ShutdownSend()
{
    // a receiver has nothing to send: only Close() means anything
    return m_role == RECEIVER && !m_closed ? 0 : StreamSocket::ShutdownSend();
}

void
RmtpSocket::DoShutdownSend()
{
    const Ptr<Socket> self(this);
    if (m_role == RECEIVER)
    {
        if (!m_isComplete)
        {
            m_receiver->Leave();
        }
        else if (!m_atEnd)
        {
            Shut(); // the next message is refused by who listens
        }
        return;
    }
    if (m_stage == STREAM_OPEN)
    {
        m_stage = STREAM_CLOSING;
    }
    BeginMessage(false);
}

void
RmtpSocket::Abort()
{
    if (m_role == RECEIVER)
    {
        m_closed = true;
        m_shutdownRecv = true;
        m_receiveQueue.Clear();
        DoShutdownSend();
    }
}

bool
RmtpSocket::IsAtEnd() const
{
    return m_atEnd;
}

void
RmtpSocket::NotifyNodeGone()
{
    m_stage = STREAM_CLOSED;
    m_host = nullptr;
    m_buffer = nullptr;
    m_isRunning = false;
    m_linger.Remove();
    m_silence.Remove();
    if (m_server)
    {
        m_server->Dispose();
    }
    if (m_receiver)
    {
        m_receiver->Dispose();
    }
}
} // namespace hsn
} // namespace ns3
