// SPDX-License-Identifier: GPL-2.0-only
#include "qos-node-watch.h"

#include "qos-data-adapter.h"
#include "qos-tcp-adapter.h"
#include "qos-tcp-count-adapter.h"
#include "qos-xtp-adapter.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/frm-socket.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/mets-control-socket.h"
#include "ns3/mets-socket.h"
#include "ns3/mm-poc-socket.h"
#include "ns3/object-vector.h"
#include "ns3/rmtp-socket.h"
#include "ns3/simulator.h"
#include "ns3/snr-socket.h"
#include "ns3/sstp-socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tear-message-socket.h"
#include "ns3/tear-stream-socket.h"
#include "ns3/tfrc-socket.h"
#include "ns3/xtp-datagram-socket.h"
#include "ns3/xtp-message-socket.h"
#include "ns3/xtp-socket.h"

#include <set>
#include <sstream>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(QosNodeWatch);

/// @param header of FRM @return whether data follows it
static bool
HasUserData(const FrmHeader& header)
{
    return header.pdu.type == FRM_DATA;
}

/// @param header of RMTP @return whether data follows it
static bool
HasUserData(const RmtpHeader& header)
{
    return header.pdu.type == RMTP_DATA;
}

namespace
{
constexpr size_t TCP_FLAGS = 13; // octet of the TCP header
constexpr uint8_t TCP_SYN = 2;   // bit of the flags

/// Gets a socket, where its records go, and the id of its connection; returns its adapter, or null
/// if it is of another class.
using MakeAdapter = Ptr<QosAdapter> (*)(const Ptr<Socket>&, const Ptr<QosEventFifo>&, uint64_t);

/// A MakeAdapter.
/// @tparam S class of sockets @tparam Adapter its own
template <typename S, typename Adapter>
Ptr<QosAdapter>
MakeOwn(const Ptr<Socket>& socket, const Ptr<QosEventFifo>& fifo, uint64_t id)
{
    if (!DynamicCast<S>(socket))
    {
        return nullptr;
    }
    const auto adapter = Create<Adapter>(fifo, id);
    return adapter->Attach(socket) ? adapter : nullptr;
}

/// A MakeAdapter by the trace sources that all transports have.
/// @tparam S class of sockets @tparam Header of its packets @tparam overhead octets in front of
/// user data
template <typename S, typename Header, uint32_t overhead = 0>
Ptr<QosAdapter>
MakeData(const Ptr<Socket>& socket, const Ptr<QosEventFifo>& fifo, uint64_t id)
{
    if (!DynamicCast<S>(socket))
    {
        return nullptr;
    }
    const auto adapter = Create<QosDataAdapter<Header>>(fifo, id);
    NS_ABORT_MSG_UNLESS(adapter->Attach(socket, overhead),
                        socket->GetInstanceTypeId().GetName() << " lacks a trace source");
    return adapter;
}

/// Of each transport, one line.
constexpr MakeAdapter ADAPTERS[] = {
    MakeOwn<IndexedTcpSocket, QosTcpAdapter>,
    MakeOwn<TcpSocketBase, QosTcpAdapter>,
    MakeOwn<XtpSocket, QosXtpAdapter>,
    MakeOwn<XtpMessageSocket, QosXtpAdapter>,
    MakeData<XtpDatagramSocket, XtpHeader>,
    MakeData<SstpSocket, SstpHeader>,
    MakeData<FrmSocket, FrmHeader>,
    MakeData<RmtpSocket, RmtpHeader>,
    MakeData<MetsSocket, MetsHeader>,
    MakeData<MetsControlSocket, MetsControlHeader>,
    MakeData<SnrSocket, SnrHeader>,
    MakeData<MmPocSocket, MmPocHeader>,
    MakeData<TfrcSocket, TfrcDataHeader>,
    MakeData<TearSocket, TearDataHeader>,
    MakeData<TearStreamSocket, TearDataHeader, TearBlockHeader::SIZE>,
};

/// @param end address and port @return the port; 0: there is none, or the address is of another
/// kind
uint16_t
GetPort(const Address& end)
{
    return InetSocketAddress::IsMatchingType(end) ? InetSocketAddress::ConvertFrom(end).GetPort()
           : Inet6SocketAddress::IsMatchingType(end)
               ? Inet6SocketAddress::ConvertFrom(end).GetPort()
               : 0;
}

/// @param before what stands before it @param end address and port @return both in words; empty if
/// there is no port, as of a socket that is closed
std::string
WriteEnd(const std::string& before, const Address& end)
{
    const uint16_t port = GetPort(end);
    if (port == 0)
    {
        return "";
    }
    std::ostringstream text;
    text << before;
    if (InetSocketAddress::IsMatchingType(end))
    {
        text << InetSocketAddress::ConvertFrom(end).GetIpv4();
    }
    else
    {
        text << '[' << Inet6SocketAddress::ConvertFrom(end).GetIpv6() << ']';
    }
    text << ':' << port;
    return text.str();
}
} // namespace

TypeId
QosNodeWatch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::QosNodeWatch")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<QosNodeWatch>()
            .AddAttribute("Udp",
                          "Whether UDP datagrams are told.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&QosNodeWatch::m_udp),
                          MakeBooleanChecker())
            .AddAttribute("Tcp",
                          "Whether sockets of ns-3's TCP are looked for.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&QosNodeWatch::m_tcp),
                          MakeBooleanChecker())
            .AddAttribute("Sums",
                          "Whether data is told as sums of each DisplayInterval, if the monitor "
                          "takes records in batches.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&QosNodeWatch::m_sums),
                          MakeBooleanChecker())
            .AddAttribute("Idle",
                          "Time without a datagram after which a UDP connection is closed.",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&QosNodeWatch::m_idle),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

QosNodeWatch::QosNodeWatch() = default;
QosNodeWatch::~QosNodeWatch() = default;

void
QosNodeWatch::Watch(Ptr<Node> node, Ptr<QosMonitor> monitor)
{
    NS_ABORT_MSG_IF(m_node, "Node " << node->GetId() << " is watched already");
    m_node = node;
    m_monitor = monitor;
    monitor->TraceConnectWithoutContext("Update", MakeCallback(&QosNodeWatch::Expire, this));
    monitor->TraceConnectWithoutContext("Remove", MakeCallback(&QosNodeWatch::Forget, this));
    BooleanValue batch;
    monitor->GetAttribute("Batch", batch);
    m_collects = m_sums && batch.Get();
    if (m_collects)
    {
        monitor->TraceConnectWithoutContext("Collect", MakeCallback(&QosNodeWatch::Collect, this));
    }
    m_keeper = SocketKeeper::Get(node);
    for (const auto& socket : m_keeper->GetSockets())
    {
        Open(socket);
    }
    m_keeper->TraceConnectWithoutContext("Open", MakeCallback(&QosNodeWatch::Open, this));
    m_keeper->TraceConnectWithoutContext("Close", MakeCallback(&QosNodeWatch::Close, this));
    if (m_udp && (node->GetObject<Ipv4>() || node->GetObject<Ipv6>()))
    {
        m_udpWatch = Create<QosUdpWatch>();
        m_udpWatch->Attach(node, MakeCallback(&QosNodeWatch::MakeUdp, this));
    }
    if (m_tcp && node->GetObject<TcpL4Protocol>())
    {
        m_ipv4 = node->GetObject<Ipv4>();
        m_ipv6 = node->GetObject<Ipv6>();
    }
    if (m_ipv4)
    {
        m_ipv4->TraceConnectWithoutContext("SendOutgoing",
                                           MakeCallback(&QosNodeWatch::LookForTcp, this));
    }
    if (m_ipv6)
    {
        m_ipv6->TraceConnectWithoutContext("SendOutgoing",
                                           MakeCallback(&QosNodeWatch::LookForTcp6, this));
    }
}

void
QosNodeWatch::SetContracts(const std::vector<QosContract>& contracts)
{
    m_contracts = contracts;
}

Ptr<QosMonitor>
QosNodeWatch::GetMonitor() const
{
    return m_monitor;
}

void
QosNodeWatch::DoDispose()
{
    if (m_monitor)
    {
        m_monitor->TraceDisconnectWithoutContext("Update",
                                                 MakeCallback(&QosNodeWatch::Expire, this));
        m_monitor->TraceDisconnectWithoutContext("Remove",
                                                 MakeCallback(&QosNodeWatch::Forget, this));
        m_monitor->TraceDisconnectWithoutContext("Collect",
                                                 MakeCallback(&QosNodeWatch::Collect, this));
        m_keeper->TraceDisconnectWithoutContext("Open", MakeCallback(&QosNodeWatch::Open, this));
        m_keeper->TraceDisconnectWithoutContext("Close", MakeCallback(&QosNodeWatch::Close, this));
        m_monitor->Dispose();
    }
    if (m_ipv4)
    {
        m_ipv4->TraceDisconnectWithoutContext("SendOutgoing",
                                              MakeCallback(&QosNodeWatch::LookForTcp, this));
    }
    if (m_ipv6)
    {
        m_ipv6->TraceDisconnectWithoutContext("SendOutgoing",
                                              MakeCallback(&QosNodeWatch::LookForTcp6, this));
    }
    if (m_udpWatch)
    {
        m_udpWatch->Detach();
    }
    m_udpWatch = nullptr;
    m_ipv4 = nullptr;
    m_ipv6 = nullptr;
    m_monitor = nullptr;
    m_keeper = nullptr;
    m_node = nullptr;
    m_known.clear();
    m_names.clear();
    Object::DoDispose();
}

uint64_t
QosNodeWatch::MakeId()
{
    return uint64_t(m_node->GetId()) << 32 | ++m_count;
}

Ptr<QosAdapter>
QosNodeWatch::Attach(Ptr<Socket> socket, Ptr<QosEventFifo> fifo, uint64_t id, bool sums)
{
    const auto indexed = DynamicCast<IndexedTcpSocket>(socket);
    if (indexed && sums)
    {
        const auto adapter = Create<QosTcpCountAdapter>(fifo, id);
        return adapter->Attach(indexed) ? adapter : nullptr;
    }
    for (const auto make : ADAPTERS)
    {
        if (const auto adapter = make(socket, fifo, id))
        {
            return adapter;
        }
    }
    return nullptr;
}

void
QosNodeWatch::Open(Ptr<Socket> socket)
{
    const auto place = m_known.emplace(socket, nullptr);
    if (place.second)
    {
        // sockets that only listen open no connection: their data opens it
        place.first->second = Attach(socket, m_monitor->GetFifo(), MakeId(), m_collects);
        if (place.first->second)
        {
            Prepare(*place.first->second);
            const std::string type = socket->GetInstanceTypeId().GetName();
            m_names[place.first->second->GetConnection()] = {type.substr(type.rfind(':') + 1),
                                                             socket};
        }
    }
}

void
QosNodeWatch::Close(Ptr<Socket> socket)
{
    const auto found = m_known.find(socket);
    if (found != m_known.end())
    {
        if (found->second)
        {
            found->second->Close();
            const auto name = m_names.find(found->second->GetConnection());
            if (name != m_names.end()) // else it is forgotten
            {
                name->second.socket = nullptr;
            }
        }
        m_known.erase(found);
    }
}

void
QosNodeWatch::Prepare(QosAdapter& adapter) const
{
    adapter.SetContracts(m_contracts);
    adapter.SetSums(m_collects);
}

void
QosNodeWatch::Forget(const QosRow& row)
{
    m_names.erase(row.connection);
}

std::string
QosNodeWatch::GetName(uint64_t connection) const
{
    const auto found = m_names.find(connection);
    if (found == m_names.end())
    {
        return "";
    }
    const Name& name = found->second;
    if (name.socket)
    {
        Address own;
        Address peer;
        name.socket->GetSockName(own);
        name.socket->GetPeerName(peer);
        return name.transport + WriteEnd(" ", own) + WriteEnd(" - ", peer);
    }
    return name.transport + (m_udpWatch ? m_udpWatch->GetName(connection) : "");
}

void
QosNodeWatch::Collect()
{
    for (const auto& one : m_known)
    {
        if (one.second)
        {
            one.second->Collect();
        }
    }
    if (m_udpWatch)
    {
        m_udpWatch->Collect();
    }
}

void
QosNodeWatch::LookForTcp(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
{
    LookFor(header.GetProtocol(), packet);
}

void
QosNodeWatch::LookForTcp6(const Ipv6Header& header, Ptr<const Packet> packet, uint32_t)
{
    LookFor(header.GetNextHeader(), packet);
}

void
QosNodeWatch::LookFor(uint8_t protocol, Ptr<const Packet> packet)
{
    uint8_t octets[TCP_FLAGS + 1];
    if (protocol != TcpL4Protocol::PROT_NUMBER ||
        packet->CopyData(octets, sizeof(octets)) < sizeof(octets) ||
        (octets[TCP_FLAGS] & TCP_SYN) == 0)
    {
        return;
    }
    const auto sockets = GetTcpSockets();
    for (const auto& socket : sockets)
    {
        // one that listens has no peer: those it accepts are copies, and would tell as it, too
        Address peer;
        socket->GetPeerName(peer);
        if (GetPort(peer) > 0)
        {
            Open(socket);
        }
    }
    CloseTcpBut(sockets);
}

std::vector<Ptr<Socket>>
QosNodeWatch::GetTcpSockets() const
{
    ObjectVectorValue list;
    m_node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", list);
    std::vector<Ptr<Socket>> sockets;
    for (auto one = list.Begin(); one != list.End(); ++one)
    {
        if (const auto socket = DynamicCast<TcpSocketBase>(one->second))
        {
            sockets.push_back(socket);
        }
    }
    return sockets;
}

void
QosNodeWatch::CloseTcpBut(const std::vector<Ptr<Socket>>& sockets)
{
    const std::set<Ptr<Socket>> open(sockets.begin(), sockets.end());
    for (auto one = m_known.begin(); one != m_known.end();)
    {
        const Ptr<Socket> socket = (one++)->first; // Close() removes it
        if (open.count(socket) == 0 && DynamicCast<TcpSocketBase>(socket))
        {
            Close(socket);
        }
    }
}

Ptr<QosAdapter>
QosNodeWatch::MakeUdp()
{
    const auto adapter = Create<QosAdapter>(m_monitor->GetFifo(), MakeId());
    Prepare(*adapter);
    m_names[adapter->GetConnection()] = {"UDP", nullptr};
    return adapter;
}

void
QosNodeWatch::Expire()
{
    if (m_udpWatch)
    {
        m_udpWatch->Expire(m_idle);
    }
    if (m_ipv4 || m_ipv6)
    {
        CloseTcpBut(GetTcpSockets());
    }
}
} // namespace hsn
} // namespace ns3
