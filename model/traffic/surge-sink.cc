// SPDX-License-Identifier: GPL-2.0-only
#include "surge-sink.h"

#include "surge-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnSurgeSink");
NS_OBJECT_ENSURE_REGISTERED(SurgeSink);

TypeId
SurgeSink::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::SurgeSink")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<SurgeSink>()
            .AddAttribute("Protocol",
                          "Factory of the listening socket",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&SurgeSink::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Local",
                          "Address and port where it listens",
                          AddressValue(),
                          MakeAddressAccessor(&SurgeSink::m_local),
                          MakeAddressChecker())
            .AddAttribute("MaxWindow",
                          "Receive buffer of each connection, bytes, at least SegmentSize",
                          UintegerValue(MAX_UNSCALED_WINDOW),
                          MakeUintegerAccessor(&SurgeSink::m_maxWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SegmentSize",
                          "Bytes of data in a segment, as the generator has it",
                          UintegerValue(1448),
                          MakeUintegerAccessor(&SurgeSink::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65495))
            .AddTraceSource("Rx",
                            "Something has arrived",
                            MakeTraceSourceAccessor(&SurgeSink::m_rxTrace),
                            "ns3::hsn::SurgeSink::RxTracedCallback");
    return tid;
}

SurgeSink::SurgeSink()
    : m_onData(MakeCallback(&SurgeSink::HandleData, this)),
      m_onClosed(MakeCallback(&SurgeSink::HandleClosed, this)),
      m_onFailed(MakeCallback(&SurgeSink::HandleFailed, this))
{
}

SurgeSink::~SurgeSink() = default;

uint64_t
SurgeSink::GetReceived() const
{
    return m_received;
}

uint64_t
SurgeSink::GetAccepted() const
{
    return m_nAccepted;
}

uint32_t
SurgeSink::GetActive() const
{
    return static_cast<uint32_t>(m_accepted.size());
}

void
SurgeSink::DoDispose()
{
    if (m_listener)
    {
        ReleaseCallbacks(m_listener);
        m_listener = nullptr;
    }
    for (const auto& [socket, kept] : m_accepted)
    {
        ReleaseCallbacks(kept);
    }
    m_accepted.clear();
    Application::DoDispose();
}

void
SurgeSink::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_local.IsInvalid(), "SurgeSink: set Local");
    CheckSurgeWindow("SurgeSink", m_maxWindow, m_segmentSize);
    m_listener = Socket::CreateSocket(GetNode(), m_protocol);
    SetSurgeWindow(m_listener, "RcvBufSize", m_maxWindow, m_segmentSize);
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&SurgeSink::HandleAccepted, this));
    NS_ABORT_MSG_IF(m_listener->Bind(m_local) != 0 || m_listener->Listen() != 0,
                    "SurgeSink: cannot listen at " << m_local << " (error "
                                                   << m_listener->GetErrno() << ")");
}

void
SurgeSink::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_listener)
    {
        m_listener->Close();
        m_listener = nullptr;
    }
}

void
SurgeSink::HandleAccepted(Ptr<Socket> socket, const Address& /* from */)
{
    ++m_nAccepted;
    m_accepted.emplace(PeekPointer(socket), socket);
    socket->SetRecvCallback(m_onData);
    socket->SetCloseCallbacks(m_onClosed, m_onFailed);
    HandleData(socket); // of a segment that came with the last of the handshake
}

void
SurgeSink::HandleData(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return; // the end of the stream
        }
        m_received += packet->GetSize();
        m_rxTrace(packet->GetSize(), socket);
    }
}

void
SurgeSink::HandleClosed(Ptr<Socket> socket)
{
    HandleData(socket);
    HandleFailed(socket);
    socket->Close();
}

void
SurgeSink::HandleFailed(Ptr<Socket> socket)
{
    ReleaseCallbacks(socket);
    m_accepted.erase(PeekPointer(socket));
}
} // namespace hsn
} // namespace ns3
