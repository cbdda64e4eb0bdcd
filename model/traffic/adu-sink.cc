// SPDX-License-Identifier: GPL-2.0-only
#include "adu-sink.h"

#include "adu-source.h"

#include "ns3/abort.h"
#include "ns3/address-utils.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/socket-factory.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAduSink");
NS_OBJECT_ENSURE_REGISTERED(AduSink);

TypeId
AduSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AduSink")
                            .SetParent<Application>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AduSink>()
                            .AddAttribute("Local",
                                          "Address and port where ADUs arrive",
                                          AddressValue(),
                                          MakeAddressAccessor(&AduSink::m_local),
                                          MakeAddressChecker())
                            .AddAttribute("Protocol",
                                          "Socket factory",
                                          TypeIdValue(UdpSocketFactory::GetTypeId()),
                                          MakeTypeIdAccessor(&AduSink::m_protocol),
                                          MakeTypeIdChecker())
                            .AddAttribute("MaxAdu",
                                          "Octets of an ADU on a stream, at most",
                                          UintegerValue(1 << 20),
                                          MakeUintegerAccessor(&AduSink::m_maxAdu),
                                          MakeUintegerChecker<uint32_t>(1, AduSource::LAST - 1))
                            .AddTraceSource("AduRx",
                                            "A good ADU arrived",
                                            MakeTraceSourceAccessor(&AduSink::m_rx),
                                            "ns3::hsn::AduSink::AduRxTracedCallback")
                            .AddTraceSource("AduError",
                                            "An ADU arrived that the checker refuses",
                                            MakeTraceSourceAccessor(&AduSink::m_error),
                                            "ns3::hsn::AduSink::AduErrorTracedCallback");
    return tid;
}

void
AduSink::SetChecker(const Checker& checker)
{
    m_checker = checker;
}

uint64_t
AduSink::GetReceived() const
{
    return m_received;
}

uint64_t
AduSink::GetReceivedBytes() const
{
    return m_bytes;
}

const std::map<int, uint64_t>&
AduSink::GetErrors() const
{
    return m_errors;
}

uint32_t
AduSink::GetPendingBytes() const
{
    uint32_t bytes = 0;
    for (const auto& [socket, pending] : m_streams)
    {
        bytes += pending->GetSize();
    }
    return bytes;
}

void
AduSink::DoDispose()
{
    m_checker = Checker();
    m_socket = nullptr;
    m_streams.clear();
    Application::DoDispose();
}

void
AduSink::StartApplication()
{
    NS_ABORT_MSG_IF(m_local.IsInvalid(), "AduSink has no address: attribute Local");
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    NS_ABORT_MSG_IF(m_socket->Bind(m_local) < 0, "AduSink cannot bind " << m_local);
    m_socket->SetRecvCallback(MakeCallback(&AduSink::Readable, this));
    if (m_socket->GetSocketType() != Socket::NS3_SOCK_DGRAM)
    {
        m_socket->Listen();
        m_socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&AduSink::Accepted, this));
    }
}

void
AduSink::StopApplication()
{
    while (!m_streams.empty())
    {
        const auto socket = m_streams.begin()->first;
        Closed(socket);
        socket->Close();
    }
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
AduSink::Accepted(Ptr<Socket> socket, const Address&)
{
    m_streams[socket] = Create<Packet>();
    socket->SetRecvCallback(MakeCallback(&AduSink::Readable, this));
    socket->SetCloseCallbacks(MakeCallback(&AduSink::Closed, this),
                              MakeCallback(&AduSink::Closed, this));
}

void
AduSink::Closed(Ptr<Socket> socket)
{
    const auto found = m_streams.find(socket);
    if (found == m_streams.end())
    {
        return;
    }
    const uint32_t rest = found->second->GetSize();
    if (rest > 0)
    {
        NS_LOG_WARN("a connection ends within a record, after " << rest << " octets");
    }
    socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeNullCallback<void, Ptr<Socket>>());
    m_streams.erase(found);
}

void
AduSink::Readable(Ptr<Socket> socket)
{
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        if (packet->GetSize() == 0)
        {
            break; // the end of a stream
        }
        const auto stream = m_streams.find(socket);
        if (stream == m_streams.end() || socket->GetSocketType() != Socket::NS3_SOCK_STREAM)
        {
            Take(packet, from);
            continue;
        }
        stream->second->AddAtEnd(packet);
        if (!TakeRecords(socket, from))
        {
            Closed(socket);
            socket->Close();
            return;
        }
    }
}

bool
AduSink::TakeRecords(Ptr<Socket> socket, const Address& from)
{
    auto& pending = m_streams[socket];
    while (pending->GetSize() >= AduSource::MARK_BYTES)
    {
        uint8_t octets[AduSource::MARK_BYTES];
        pending->CopyData(octets, sizeof(octets));
        const uint32_t mark =
            static_cast<uint32_t>(octets[0]) << 24 | octets[1] << 16 | octets[2] << 8 | octets[3];
        const uint32_t size = mark & ~AduSource::LAST;
        if ((mark & AduSource::LAST) == 0 || size > m_maxAdu)
        {
            NS_LOG_WARN("record mark " << mark << " is not one of an ADU up to " << m_maxAdu);
            m_errors[BAD_MARK]++;
            m_error(BAD_MARK, pending);
            return false;
        }
        if (pending->GetSize() < AduSource::MARK_BYTES + size)
        {
            return true;
        }
        Ptr<Packet> adu = pending->CreateFragment(AduSource::MARK_BYTES, size);
        pending->RemoveAtStart(AduSource::MARK_BYTES + size);
        Take(adu, from);
    }
    return true;
}

void
AduSink::Take(Ptr<Packet> adu, const Address& from)
{
    const int level = m_checker.IsNull() ? 0 : m_checker(adu);
    if (level == 0)
    {
        m_received++;
        m_bytes += adu->GetSize();
        m_rx(adu, from);
        return;
    }
    NS_LOG_INFO("an ADU is refused: " << level);
    m_errors[level]++;
    m_error(level, adu);
}
} // namespace hsn
} // namespace ns3
