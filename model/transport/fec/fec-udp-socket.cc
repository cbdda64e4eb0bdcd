// SPDX-License-Identifier: GPL-2.0-only
#include "fec-udp-socket.h"

#include "fec-code-attributes.h"
#include "fec-udp-socket-factory.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFecUdpSocket");
NS_OBJECT_ENSURE_REGISTERED(FecUdpSocket);

namespace
{
/**
 * @brief Makes room in a map of peers for one more.
 * @tparam M map whose values have lastUse
 * @param peers the map
 * @param limit most peers, at least 1
 * @return whether the peer that was not used for the longest time has gone
 */
template <typename M>
bool
ForgetOldest(M& peers, std::size_t limit)
{
    if (peers.size() < limit)
    {
        return false;
    }
    peers.erase(std::min_element(peers.begin(), peers.end(), [](const auto& a, const auto& b) {
        return a.second.lastUse < b.second.lastUse;
    }));
    return true;
}
} // namespace

TypeId
FecUdpSocket::GetTypeId()
{
    static TypeId tid = AddFecCodeAttributes(
        TypeId("ns3::hsn::FecUdpSocket")
            .SetParent<UdpSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<FecUdpSocket>()
            .AddAttribute("FlushTimeout",
                          "Time after which a block that does not fill up is ended; 0: never.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&FecUdpSocket::m_flushTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("OpenBlocks",
                          "Blocks of a sender that can be restored at a time.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&FecUdpSocket::m_openBlocks),
                          MakeUintegerChecker<uint32_t>(1, FecBlockDecoder::RESTART - 1))
            .AddAttribute("ReportInterval",
                          "Blocks after which the sender is told what was lost; 0: never.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&FecUdpSocket::m_reportInterval),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxPeers",
                          "Destinations, senders, and receivers of each destination that are "
                          "remembered; then those are forgotten that were not used longest.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&FecUdpSocket::m_maxPeers),
                          MakeUintegerChecker<uint32_t>(1, MOST_FLOWS))
            .AddAttribute("Controller",
                          "Chooses N and M by reported loss; none: the attributes hold.",
                          PointerValue(),
                          MakePointerAccessor(&FecUdpSocket::m_controller),
                          MakePointerChecker<FecRateController>())
            .AddTraceSource("BlockDecoded",
                            "A block is over: packets that arrived, data packets that are lost, "
                            "data packets that were restored.",
                            MakeTraceSourceAccessor(&FecUdpSocket::m_blockDecoded),
                            "ns3::hsn::FecUdpSocket::BlockCallback")
            .AddTraceSource("ResidualLoss",
                            "A report is sent: share of data packets that stayed lost since the "
                            "first block.",
                            MakeTraceSourceAccessor(&FecUdpSocket::m_residualLoss),
                            "ns3::hsn::FecUdpSocket::LossCallback")
            .AddTraceSource("Redundancy",
                            "Another code is used from the next block on: N, M.",
                            MakeTraceSourceAccessor(&FecUdpSocket::m_redundancy),
                            "ns3::hsn::FecUdpSocket::RedundancyCallback")
            .AddTraceSource("ReportedLoss",
                            "A report has come: share of packets lost on the network and share of "
                            "data packets that stayed lost, since the report before.",
                            MakeTraceSourceAccessor(&FecUdpSocket::m_reportedLoss),
                            "ns3::hsn::FecUdpSocket::ReportCallback")
            .AddTraceSource("Malformed",
                            "A packet is dropped because its header makes no sense; the sender.",
                            MakeTraceSourceAccessor(&FecUdpSocket::m_malformed),
                            "ns3::Packet::AddressTracedCallback")
            .AddTraceSource("Drop",
                            "A packet is dropped because the receive buffer is full.",
                            MakeTraceSourceAccessor(&FecUdpSocket::m_drop),
                            "ns3::Packet::TracedCallback"),
        &FecUdpSocket::m_data,
        &FecUdpSocket::m_parity,
        &FecUdpSocket::m_codec,
        &FecUdpSocket::m_shiftOrigin,
        &FecUdpSocket::m_shiftUnit);
    return tid;
}

FecUdpSocket::FecUdpSocket() = default;

FecUdpSocket::~FecUdpSocket()
{
    DoDispose();
}

void
FecUdpSocket::SetNode(Ptr<Node> node, FecUdpSocketFactory* factory)
{
    m_node = node;
    m_factory = factory;
    m_udp = DynamicCast<UdpSocket>(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId()));
    m_udp->SetRecvCallback(MakeCallback(&FecUdpSocket::HandleRead, this));
}

void
FecUdpSocket::DoDispose()
{
    if (m_udp)
    {
        m_udp->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_udp = nullptr;
    }
    m_outgoing.clear();
    m_incoming.clear();
    m_node = nullptr;
    m_factory = nullptr;
    m_controller = nullptr;
    UdpSocket::DoDispose();
}

const FecUdpCounters&
FecUdpSocket::GetCounters() const
{
    return m_counters;
}

FecDecoderCounters
FecUdpSocket::GetBlockCounters() const
{
    FecDecoderCounters sum;
    for (const auto& peer : m_incoming)
    {
        sum += peer.second.decoder->GetCounters();
    }
    return sum;
}

// --- what Socket wants ----------------------------------------------------------------------

int
FecUdpSocket::Fail(SocketErrno error) const
{
    m_errno = error;
    return -1;
}

int
FecUdpSocket::Note(int result) const
{
    m_errno = result < 0 ? m_udp->GetErrno() : m_errno;
    return result;
}

Socket::SocketErrno
FecUdpSocket::GetErrno() const
{
    return m_errno;
}

Socket::SocketType
FecUdpSocket::GetSocketType() const
{
    return NS3_SOCK_DGRAM;
}

Ptr<Node>
FecUdpSocket::GetNode() const
{
    return m_node;
}

int
FecUdpSocket::Bind()
{
    return Note(m_udp->Bind());
}

int
FecUdpSocket::Bind6()
{
    return Note(m_udp->Bind6());
}

int
FecUdpSocket::Bind(const Address& address)
{
    return Note(m_udp->Bind(address));
}

void
FecUdpSocket::BindToNetDevice(Ptr<NetDevice> device)
{
    m_udp->BindToNetDevice(device);
    UdpSocket::BindToNetDevice(device);
}

int
FecUdpSocket::Connect(const Address& address)
{
    CopySettings();
    const int result = Note(m_udp->Connect(address));
    if (result < 0)
    {
        NotifyConnectionFailed();
        return result;
    }
    m_peer = address;
    m_connected = true;
    NotifyConnectionSucceeded();
    return result;
}

int
FecUdpSocket::Listen()
{
    return Fail(ERROR_OPNOTSUPP);
}

int
FecUdpSocket::Close()
{
    if (m_shutdownSend && m_shutdownRecv)
    {
        return Fail(ERROR_BADF);
    }
    FlushAll();
    m_shutdownSend = true;
    m_shutdownRecv = true;
    const int result = Note(m_udp->Close());
    if (m_factory)
    {
        m_factory->Forget(this);
    }
    return result;
}

int
FecUdpSocket::ShutdownSend()
{
    FlushAll();
    m_shutdownSend = true;
    return 0;
}

int
FecUdpSocket::ShutdownRecv()
{
    // reports still arrive
    m_shutdownRecv = true;
    return 0;
}

int
FecUdpSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    return m_connected ? SendTo(packet, flags, m_peer) : Fail(ERROR_NOTCONN);
}

int
FecUdpSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    NS_LOG_FUNCTION(this << packet << flags << to);
    const uint32_t size = packet->GetSize();
    if (m_shutdownSend)
    {
        return Fail(ERROR_SHUTDOWN);
    }
    if (size > LONGEST_DATAGRAM)
    {
        return Fail(ERROR_MSGSIZE);
    }
    CopySettings();
    auto& outgoing = FindOutgoing(to);
    const FecCode code = GetCode();
    if (!(code == m_lastCode))
    {
        m_lastCode = code;
        m_redundancy(code.data, code.parity);
    }
    outgoing.encoder.SetCode(code);
    const auto packets = outgoing.encoder.Add(packet);
    if (outgoing.encoder.GetPending() == 1 && m_flushTimeout.IsStrictlyPositive())
    {
        outgoing.flush->Set(Simulator::Now() + m_flushTimeout);
    }
    else if (outgoing.encoder.GetPending() == 0)
    {
        outgoing.flush->Cancel();
    }
    const int result = Note(m_udp->SendTo(packets[0], flags, to));
    for (std::size_t i = 1; i < packets.size(); i++)
    {
        m_counters.paritySent += m_udp->SendTo(packets[i], flags, to) >= 0;
    }
    if (result < 0)
    {
        return result;
    }
    m_counters.dataSent++;
    NotifyDataSent(size);
    NotifySend(GetTxAvailable());
    return static_cast<int>(size);
}

uint32_t
FecUdpSocket::GetTxAvailable() const
{
    return std::min(LONGEST_DATAGRAM, m_udp->GetTxAvailable());
}

uint32_t
FecUdpSocket::GetRxAvailable() const
{
    return m_rxAvailable;
}

Ptr<Packet>
FecUdpSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    Address from;
    return RecvFrom(maxSize, flags, from);
}

Ptr<Packet>
FecUdpSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    if (m_receiveQueue.empty())
    {
        Fail(ERROR_AGAIN);
        return nullptr;
    }
    const auto [packet, sender] = m_receiveQueue.front();
    if (packet->GetSize() > maxSize)
    {
        return nullptr;
    }
    from = sender;
    m_receiveQueue.pop();
    m_rxAvailable -= packet->GetSize();
    return packet;
}

int
FecUdpSocket::GetSockName(Address& address) const
{
    return Note(m_udp->GetSockName(address));
}

int
FecUdpSocket::GetPeerName(Address& address) const
{
    if (!m_connected)
    {
        return Fail(ERROR_NOTCONN);
    }
    address = m_peer;
    return 0;
}

bool
FecUdpSocket::SetAllowBroadcast(bool allow)
{
    return m_udp->SetAllowBroadcast(allow);
}

bool
FecUdpSocket::GetAllowBroadcast() const
{
    return m_udp->GetAllowBroadcast();
}

void
FecUdpSocket::Ipv6JoinGroup(Ipv6Address address,
                            Ipv6MulticastFilterMode mode,
                            std::vector<Ipv6Address> sources)
{
    m_udp->Ipv6JoinGroup(address, mode, sources);
}

int
FecUdpSocket::MulticastJoinGroup(uint32_t interface, const Address& group)
{
    return Note(m_udp->MulticastJoinGroup(interface, group));
}

int
FecUdpSocket::MulticastLeaveGroup(uint32_t interface, const Address& group)
{
    return Note(m_udp->MulticastLeaveGroup(interface, group));
}

void
FecUdpSocket::CopySettings()
{
    m_udp->SetIpTos(GetIpTos());
    m_udp->SetPriority(GetPriority());
    if (IsManualIpTtl())
    {
        m_udp->SetIpTtl(GetIpTtl());
    }
    if (IsManualIpv6Tclass())
    {
        m_udp->SetIpv6Tclass(GetIpv6Tclass());
    }
    if (IsManualIpv6HopLimit())
    {
        m_udp->SetIpv6HopLimit(GetIpv6HopLimit());
    }
}

// --- attributes of UdpSocket; the UDP socket has its own defaults, which are the same -----------

void
FecUdpSocket::SetRcvBufSize(uint32_t size)
{
    m_rcvBufSize = size;
}

uint32_t
FecUdpSocket::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

void
FecUdpSocket::SetIpMulticastTtl(uint8_t ttl)
{
    if (m_udp)
    {
        m_udp->SetAttribute("IpMulticastTtl", UintegerValue(ttl));
    }
}

uint8_t
FecUdpSocket::GetIpMulticastTtl() const
{
    UintegerValue value;
    m_udp->GetAttribute("IpMulticastTtl", value);
    return static_cast<uint8_t>(value.Get());
}

void
FecUdpSocket::SetIpMulticastIf(int32_t interface)
{
    if (m_udp)
    {
        m_udp->SetAttribute("IpMulticastIf", IntegerValue(interface));
    }
}

int32_t
FecUdpSocket::GetIpMulticastIf() const
{
    IntegerValue value;
    m_udp->GetAttribute("IpMulticastIf", value);
    return static_cast<int32_t>(value.Get());
}

void
FecUdpSocket::SetIpMulticastLoop(bool loop)
{
    if (m_udp)
    {
        m_udp->SetAttribute("IpMulticastLoop", BooleanValue(loop));
    }
}

bool
FecUdpSocket::GetIpMulticastLoop() const
{
    BooleanValue value;
    m_udp->GetAttribute("IpMulticastLoop", value);
    return value.Get();
}

void
FecUdpSocket::SetMtuDiscover(bool discover)
{
    if (m_udp)
    {
        m_udp->SetAttribute("MtuDiscover", BooleanValue(discover));
    }
}

bool
FecUdpSocket::GetMtuDiscover() const
{
    BooleanValue value;
    m_udp->GetAttribute("MtuDiscover", value);
    return value.Get();
}

// --- sending --------------------------------------------------------------------------------

FecCode
FecUdpSocket::GetCode() const
{
    FecCode code{m_codec, m_data, m_parity, m_shiftOrigin, m_shiftUnit};
    if (m_controller)
    {
        const PacketFecCode chosen = m_controller->GetCode();
        code.parity = chosen.parity;
        // without redundancy blocks serve to measure the loss
        code.data = chosen.parity > 0 ? chosen.data : m_data;
    }
    const std::string error = code.Check();
    NS_ABORT_MSG_UNLESS(error.empty(), "FecUdpSocket: " << error);
    return code;
}

FecUdpSocket::Outgoing&
FecUdpSocket::FindOutgoing(const Address& to)
{
    auto found = m_outgoing.find(to);
    if (found == m_outgoing.end())
    {
        m_counters.forgotten += ForgetOldest(m_outgoing, m_maxPeers);
        found = m_outgoing.try_emplace(to).first;
        auto& outgoing = found->second;
        outgoing.flow = static_cast<uint8_t>(m_nextFlow++ % MOST_FLOWS);
        // a destination that comes back begins where nothing of before can be mistaken for it
        outgoing.encoder =
            FecBlockEncoder(m_nextFlow / MOST_FLOWS * 2 * FecBlockDecoder::RESTART, outgoing.flow);
        outgoing.encoder.SetCode(GetCode());
        outgoing.flush = std::make_unique<DeadlineTimer>([this, to] { Flush(to); });
    }
    found->second.lastUse = ++m_uses;
    return found->second;
}

void
FecUdpSocket::Flush(const Address& to)
{
    for (const auto& packet : m_outgoing.at(to).encoder.Flush())
    {
        m_counters.paritySent += m_udp->SendTo(packet, 0, to) >= 0;
    }
}

void
FecUdpSocket::FlushAll()
{
    if (!m_udp || m_shutdownSend)
    {
        return;
    }
    for (auto& [to, outgoing] : m_outgoing)
    {
        outgoing.flush->Remove();
        Flush(to);
    }
}

// --- receiving ------------------------------------------------------------------------------

void
FecUdpSocket::HandleRead(Ptr<Socket> socket)
{
    const auto before = m_counters.delivered;
    Address from;
    while (auto packet = socket->RecvFrom(from))
    {
        HandlePacket(packet, from);
    }
    // at the end, as the application may do anything now
    if (m_counters.delivered > before)
    {
        NotifyDataRecv();
    }
}

void
FecUdpSocket::HandlePacket(Ptr<Packet> packet, const Address& from)
{
    FecHeader header;
    const char* problem = header.Read(packet);
    if (problem)
    {
        Drop(packet, from, problem);
    }
    else if (header.type == FEC_REPORT)
    {
        HandleReport(header, packet, from);
    }
    else
    {
        FindIncoming({from, header.flow}).decoder->Receive(header, packet);
    }
}

void
FecUdpSocket::Drop(Ptr<const Packet> packet, const Address& from, const char* problem)
{
    NS_LOG_LOGIC("packet from " << from << " dropped: " << problem);
    m_counters.malformed++;
    m_malformed(packet, from);
}

FecUdpSocket::Incoming&
FecUdpSocket::FindIncoming(const Sender& sender)
{
    auto found = m_incoming.find(sender);
    if (found == m_incoming.end())
    {
        m_counters.forgotten += ForgetOldest(m_incoming, m_maxPeers);
        found = m_incoming.try_emplace(sender).first;
        found->second.decoder = std::make_unique<FecBlockDecoder>(
            m_openBlocks,
            [this, from = sender.first](Ptr<Packet> packet, uint32_t, uint8_t, bool) {
                Deliver(packet, from);
            },
            [this, sender](const FecBlockResult& result) { HandleBlock(sender, result); });
    }
    found->second.lastUse = ++m_uses;
    return found->second;
}

void
FecUdpSocket::Deliver(Ptr<Packet> packet, const Address& from)
{
    if (m_shutdownRecv)
    {
        return;
    }
    if (packet->GetSize() > m_rcvBufSize || m_rxAvailable > m_rcvBufSize - packet->GetSize())
    {
        m_counters.overflowed++;
        m_drop(packet);
        return;
    }
    m_counters.delivered++;
    m_rxAvailable += packet->GetSize();
    m_receiveQueue.emplace(packet->Copy(), from);
}

void
FecUdpSocket::HandleBlock(const Sender& sender, const FecBlockResult& result)
{
    m_blockDecoded(result.received, result.lost, result.restored);
    auto& incoming = m_incoming.at(sender);
    if (m_reportInterval == 0 || ++incoming.closed < m_reportInterval)
    {
        return;
    }
    incoming.closed = 0;
    const auto& counters = incoming.decoder->GetCounters();
    FecReport report;
    report.expected = static_cast<uint32_t>(counters.expected);
    report.received = static_cast<uint32_t>(counters.received);
    report.expectedData = static_cast<uint32_t>(counters.expectedData);
    report.lostData = static_cast<uint32_t>(counters.lostData);
    m_residualLoss(static_cast<double>(counters.lostData) /
                   std::max<uint64_t>(counters.expectedData, 1));
    FecHeader header;
    header.type = FEC_REPORT;
    header.block = result.block;
    header.flow = sender.second;
    header.length = FecReport::SIZE;
    auto packet = Create<Packet>();
    packet->AddHeader(report);
    packet->AddHeader(header);
    m_counters.reportsSent += m_udp->SendTo(packet, 0, sender.first) >= 0;
}

void
FecUdpSocket::HandleReport(const FecHeader& header, Ptr<Packet> packet, const Address& from)
{
    const auto found =
        std::find_if(m_outgoing.begin(), m_outgoing.end(), [&header](const auto& one) {
            return one.second.flow == header.flow;
        });
    if (found == m_outgoing.end())
    {
        Drop(packet, from, "a report on nothing that was sent");
        return;
    }
    auto& reports = found->second.reports;
    auto known = reports.find(from);
    if (known == reports.end())
    {
        if (reports.size() >= m_maxPeers)
        {
            m_counters.forgotten++;
            reports.erase(reports.begin());
        }
        known = reports.try_emplace(from, m_nextReceiver++, FecReport()).first;
    }
    FecReport now;
    packet->RemoveHeader(now);
    const FecReport last = known->second.second;
    known->second.second = now;
    m_counters.reportsReceived++;
    // differences hold across the wrap of a counter; a receiver that began anew gives none
    const uint32_t expected = now.expected - last.expected;
    const uint32_t received = now.received - last.received;
    const uint32_t data = now.expectedData - last.expectedData;
    const uint32_t lost = now.lostData - last.lostData;
    if (expected == 0 || expected > INT32_MAX || received > expected || data > expected ||
        lost > data)
    {
        return;
    }
    const double raw = 1 - static_cast<double>(received) / expected;
    m_reportedLoss(raw, static_cast<double>(lost) / std::max<uint32_t>(data, 1));
    if (m_controller)
    {
        m_controller->Report(known->second.first, raw);
    }
}
} // namespace hsn
} // namespace ns3
