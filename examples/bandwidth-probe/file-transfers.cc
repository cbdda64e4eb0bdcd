// SPDX-License-Identifier: GPL-2.0-only
#include "file-transfers.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

using namespace ns3;
using namespace ns3::hsn;

FileTransfers::FileTransfers(Ptr<Node> from,
                             Ptr<Node> to,
                             const Address& remote,
                             const Settings& settings)
    : m_settings(settings),
      m_from(from),
      m_remote(remote)
{
    m_listener = MakeSocket(to);
    m_listener->Bind(
        InetSocketAddress(Ipv4Address::GetAny(), InetSocketAddress::ConvertFrom(remote).GetPort()));
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&FileTransfers::Accepted, this));
    m_listener->Listen();
}

Ptr<Socket>
FileTransfers::MakeSocket(Ptr<Node> node) const
{
    const auto socket = Socket::CreateSocket(node, IndexedTcpSocketFactory::GetTypeId());
    socket->SetAttribute("SegmentSize", UintegerValue(m_settings.mss));
    socket->SetAttribute("RcvBufSize", UintegerValue(m_settings.mss * m_settings.window));
    socket->SetAttribute("DelAckCount", UintegerValue(m_settings.delayedAck));
    socket->SetAttribute("DelAckTimeout", TimeValue(MilliSeconds(200)));
    socket->SetAttribute("InitialCwnd", UintegerValue(m_settings.initialWindow));
    socket->SetAttribute("Sack", BooleanValue(false));
    socket->SetAttribute("Timestamp", BooleanValue(false));
    socket->SetAttribute("WindowScaling", BooleanValue(false));
    return socket;
}

void
FileTransfers::Start()
{
    m_left = m_settings.size ? m_settings.size : std::numeric_limits<uint64_t>::max();
    m_isOpen = true;
    m_socket = MakeSocket(m_from);
    m_socket->SetConnectCallback(MakeCallback(&FileTransfers::Fill, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetSendCallback(MakeCallback(&FileTransfers::Room, this));
    m_socket->SetCloseCallbacks(MakeCallback(&FileTransfers::Ended, this),
                                MakeCallback(&FileTransfers::Ended, this));
    NS_ABORT_MSG_IF(m_socket->Connect(m_remote) != 0, "FileTransfers: cannot connect");
}

uint64_t
FileTransfers::GetFiles() const
{
    return m_files;
}

void
FileTransfers::Fill(Ptr<Socket> socket)
{
    while (m_left > 0)
    {
        const auto size = static_cast<uint32_t>(
            std::min<uint64_t>({m_left, socket->GetTxAvailable(), m_settings.mss}));
        if (size < std::min<uint64_t>(m_left, m_settings.mss) ||
            socket->Send(Create<Packet>(size)) < 0)
        {
            return;
        }
        m_left -= size;
        if (m_left == 0)
        {
            socket->Close();
        }
    }
}

void
FileTransfers::Room(Ptr<Socket> socket, uint32_t)
{
    Fill(socket);
}

void
FileTransfers::Ended(Ptr<Socket>)
{
    if (m_isOpen)
    {
        m_isOpen = false;
        ++m_files;
        ScheduleCall(m_settings.pause, [this] { Start(); });
    }
}

void
FileTransfers::Accepted(Ptr<Socket> socket, const Address&)
{
    socket->SetRecvCallback(MakeCallback(&FileTransfers::Read));
    socket->SetCloseCallbacks(MakeCallback(&FileTransfers::Shut),
                              MakeNullCallback<void, Ptr<Socket>>());
}

void
FileTransfers::Read(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
    }
}

void
FileTransfers::Shut(Ptr<Socket> socket)
{
    socket->Close();
}
