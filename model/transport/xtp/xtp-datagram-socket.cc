// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-datagram-socket.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"
#include "ns3/unmap-address.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnXtpDatagramSocket");
NS_OBJECT_ENSURE_REGISTERED(XtpDatagramSocket);
NS_OBJECT_ENSURE_REGISTERED(XtpDatagramSocketFactory);

TypeId
XtpDatagramSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::XtpDatagramSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<XtpDatagramSocket>()
            .AddAttribute("Acknowledged",
                          "Whether datagrams are acknowledged, and sent again if they are not.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&XtpDatagramSocket::m_acknowledged),
                          MakeBooleanChecker())
            .AddAttribute("NoCheck",
                          "Whether the checksum covers the header only.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&XtpDatagramSocket::m_noCheck),
                          MakeBooleanChecker())
            .AddAttribute("WTimer",
                          "Time after which a datagram without acknowledgement is sent again; it "
                          "doubles each time.",
                          TimeValue(MilliSeconds(150)),
                          MakeTimeAccessor(&XtpDatagramSocket::m_wtimer),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Repetitions of a datagram, at most.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&XtpDatagramSocket::m_retryCount),
                          MakeUintegerChecker<uint32_t>(0, 30))
            .AddAttribute("Memory",
                          "Received datagrams that are remembered, so that repetitions are not "
                          "delivered.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&XtpDatagramSocket::m_memory),
                          MakeUintegerChecker<uint32_t>(1))));
    return tid;
}

XtpDatagramSocket::XtpDatagramSocket()
    : MessageSocket(NS3_SOCK_DGRAM)
{
}

void
XtpDatagramSocket::SetProtocol(Ptr<XtpProtocol> protocol)
{
    m_protocol = protocol;
    GetEndPoint().SetAllocator(PeekPointer(protocol));
}

int
XtpDatagramSocket::DoConnect()
{
    return 0;
}

void
XtpDatagramSocket::DoRead()
{
    // nobody waits for room
}

void
XtpDatagramSocket::DoShutdownSend()
{
    // nobody waits for an end
}

void
XtpDatagramSocket::Abort()
{
    NotifyNodeGone();
}

void
XtpDatagramSocket::NotifyNodeGone()
{
    for (auto& pending : m_pending)
    {
        pending.second.timer.Cancel();
        m_protocol->RemoveKey(pending.first);
    }
    m_pending.clear();
    m_pendingBytes = 0;
}

uint32_t
XtpDatagramSocket::GetUnacknowledged() const
{
    return m_pendingBytes;
}

// --- sending ----------------------------------------------------------------------------------

void
XtpDatagramSocket::DoSend()
{
    while (!m_sendQueue.IsEmpty())
    {
        MessageInfo info;
        const auto data = m_sendQueue.Remove(info);
        const uint32_t size = data->GetSize();
        SendDatagram(data, info.peer);
        if (!m_acknowledged)
        {
            NotifyDataSent(size);
        }
    }
    NotifyRoom();
}

void
XtpDatagramSocket::SendDatagram(Ptr<Packet> data, const Address& to)
{
    XtpHeader header;
    TransportPath path;
    header.format = XtpFormat::FIRST;
    header.dataSize = data->GetSize();
    const uint32_t size = header.GetSerializedSize() + header.dataSize;
    if (!FindPath(to, path) || size > 65515 || // what IPv4 carries
        (Mac48Address::IsMatchingType(path.peer) && size > path.device->GetMtu()))
    {
        NS_LOG_LOGIC("no way for a datagram of " << header.dataSize << " bytes");
        ++m_counters.unsent;
        return;
    }
    const Address local = UnmapAddress(path.local);
    if (Ipv4Address::IsMatchingType(local))
    {
        header.sourceHost = Ipv4Address::ConvertFrom(local).Get();
        header.destinationHost = Ipv4Address::ConvertFrom(UnmapAddress(path.peer)).Get();
    }
    header.key = m_protocol->MakeKey();
    header.options = XTP_EOM | XTP_WCLOSE | (m_noCheck ? XTP_NOCHECK : 0);
    ++m_counters.sent;
    if (!m_acknowledged)
    {
        header.traffic.service = static_cast<uint8_t>(XtpService::UNACKNOWLEDGED_DATAGRAM);
        header.options |= XTP_NOERR | XTP_NOFLOW | XTP_END;
        m_tx(data, header);
        m_protocol->Send(data, header, path);
        return;
    }
    header.traffic.service = static_cast<uint8_t>(XtpService::ACKNOWLEDGED_DATAGRAM);
    header.options |= XTP_SREQ;
    auto& pending = m_pending[header.key];
    pending.data = data;
    pending.header = header;
    pending.path = path;
    pending.tries = m_retryCount + 1;
    pending.wait = m_wtimer;
    m_pendingBytes += data->GetSize();
    m_protocol->AddKey(header.key, path);
    Transmit(header.key);
}

void
XtpDatagramSocket::Transmit(uint64_t key)
{
    const Ptr<Socket> self(this);
    auto& pending = m_pending.at(key);
    if (pending.tries == 0)
    {
        ++m_counters.abandoned;
        Forget(key);
        NotifyRoom();
        return;
    }
    --pending.tries;
    ++pending.header.sync;
    const bool again = pending.header.sync > 1;
    m_counters.resent += again;
    pending.timer = Simulator::Schedule(pending.wait, &XtpDatagramSocket::Transmit, this, key);
    pending.wait = pending.wait + pending.wait;
    TraceSent(pending.data, pending.header, again);
    m_protocol->Send(pending.data->Copy(), pending.header, pending.path);
}

void
XtpDatagramSocket::Forget(uint64_t key)
{
    auto& pending = m_pending.at(key);
    pending.timer.Cancel();
    m_pendingBytes -= pending.data->GetSize();
    m_pending.erase(key);
    m_protocol->RemoveKey(key);
}

// --- arrival ----------------------------------------------------------------------------------

void
XtpDatagramSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    XtpHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    NS_LOG_LOGIC(header);
    m_rx(packet, header);
    if (header.format == XtpFormat::FIRST)
    {
        Take(packet, header, arrival);
        return;
    }
    const uint64_t key = header.key & ~XtpHeader::RTN;
    const auto pending = m_pending.find(key);
    if (pending == m_pending.end() || !(header.key & XtpHeader::RTN))
    {
        m_rxDrop(packet, "answers no datagram");
        return;
    }
    const uint32_t size = pending->second.data->GetSize();
    if (header.IsControl() && header.Has(XTP_RCLOSE) && header.rseq == size)
    {
        ++m_counters.acknowledged;
        Forget(key);
        NotifyDataSent(size);
        NotifyRoom();
    }
    else if (header.format == XtpFormat::DIAG && header.code == XtpDiagCode::CONTEXT_REFUSED)
    {
        ++m_counters.abandoned;
        Forget(key);
        NotifyRoom();
    }
}

bool
XtpDatagramSocket::Remember(const Origin& origin)
{
    if (!m_known.insert(origin).second)
    {
        return false;
    }
    m_recent.push_back(origin);
    if (m_recent.size() > m_memory)
    {
        m_known.erase(m_recent.front());
        m_recent.pop_front();
    }
    return true;
}

void
XtpDatagramSocket::Take(Ptr<Packet> packet, const XtpHeader& header, const PacketArrival& arrival)
{
    const auto path = arrival.GetReplyPath();
    const auto service = static_cast<XtpService>(header.traffic.service);
    const bool acknowledge = service == XtpService::ACKNOWLEDGED_DATAGRAM;
    if (!acknowledge && service != XtpService::UNACKNOWLEDGED_DATAGRAM)
    {
        m_protocol->SendDiagnostic(path,
                                   header,
                                   XtpDiagCode::CONTEXT_REFUSED,
                                   XtpDiagValue::NO_PROVIDER);
        return;
    }
    const bool wanted = !m_shutdownRecv;
    if (wanted && !HasRoom(packet->GetSize()))
    {
        ++m_counters.noRoom; // an acknowledged one comes again
        m_rxDrop(packet, "receive buffer is full");
        return;
    }
    const bool isNew = Remember({UnmapAddress(path.peer), header.key});
    const uint32_t size = packet->GetSize();
    if (acknowledge)
    {
        XtpHeader answer;
        answer.format = XtpFormat::CNTL;
        answer.key = header.key | XtpHeader::RTN;
        answer.options = XTP_RCLOSE | XTP_WCLOSE | XTP_END;
        answer.rseq = size;
        answer.alloc = size;
        answer.echo = header.sync;
        const auto none = Create<Packet>();
        m_tx(none, answer);
        m_protocol->Send(none, answer, path);
    }
    m_counters.repeated += !isNew;
    if (isNew && wanted)
    {
        ++m_counters.delivered;
        MessageInfo info;
        info.peer = arrival.GetFrom();
        Deliver(packet, info);
    }
}
} // namespace hsn
} // namespace ns3
