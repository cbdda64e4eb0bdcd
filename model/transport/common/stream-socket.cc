// SPDX-License-Identifier: GPL-2.0-only
#include "stream-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnStreamSocket");
NS_OBJECT_ENSURE_REGISTERED(StreamSocket);

template <typename Base>
BasicStreamSocket<Base>::BasicStreamSocket()
    : m_endPoint(*this, *this)
{
}

template <typename Base>
BasicStreamSocket<Base>::BasicStreamSocket(const BasicStreamSocket& other)
    : Base(other),
      m_shutdownRecv(other.m_shutdownRecv),
      m_endPoint(*this, *this)
{
    m_endPoint.SetNode(other.GetNode());
    m_endPoint.SetAllocator(other.m_endPoint.GetAllocator());
    // the application that accepts the connection sets callbacks of its own
    this->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                             MakeNullCallback<void, Ptr<Socket>>());
    this->SetDataSentCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    this->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    this->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
}

template <typename Base>
BasicStreamSocket<Base>::~BasicStreamSocket() = default;

template <typename Base>
void
BasicStreamSocket<Base>::SetNode(Ptr<Node> node)
{
    m_endPoint.SetNode(node);
}

template <typename Base>
Socket::SocketErrno
BasicStreamSocket<Base>::GetErrno() const
{
    return m_errno;
}

template <typename Base>
Socket::SocketType
BasicStreamSocket<Base>::GetSocketType() const
{
    return Socket::NS3_SOCK_STREAM;
}

template <typename Base>
Ptr<Node>
BasicStreamSocket<Base>::GetNode() const
{
    return m_endPoint.GetNode();
}

template <typename Base>
int
BasicStreamSocket<Base>::Fail(Socket::SocketErrno error) const
{
    m_errno = error;
    return -1;
}

template <typename Base>
int
BasicStreamSocket<Base>::Note(Socket::SocketErrno error) const
{
    return error == Socket::ERROR_NOTERROR ? 0 : Fail(error);
}

// --- addresses ------------------------------------------------------------------------------

template <typename Base>
int
BasicStreamSocket<Base>::Bind()
{
    return Note(m_endPoint.Bind());
}

template <typename Base>
int
BasicStreamSocket<Base>::Bind6()
{
    return Note(m_endPoint.Bind6());
}

template <typename Base>
int
BasicStreamSocket<Base>::Bind(const Address& address)
{
    return Note(m_endPoint.Bind(address));
}

template <typename Base>
void
BasicStreamSocket<Base>::BindToNetDevice(Ptr<NetDevice> device)
{
    Base::BindToNetDevice(device); // checks the device
    m_endPoint.BindToNetDevice(device);
}

template <typename Base>
int
BasicStreamSocket<Base>::GetSockName(Address& address) const
{
    address = m_endPoint.GetSockName();
    return 0;
}

template <typename Base>
int
BasicStreamSocket<Base>::GetPeerName(Address& address) const
{
    return Note(m_endPoint.GetPeerName(address));
}

// --- connections ----------------------------------------------------------------------------

template <typename Base>
int
BasicStreamSocket<Base>::Connect(const Address& address)
{
    if (GetStage() != STREAM_CLOSED)
    {
        return Fail(GetStage() == STREAM_LISTENING ? Socket::ERROR_OPNOTSUPP
                                                   : Socket::ERROR_ISCONN);
    }
    return Note(m_endPoint.Connect(address)) == -1 ? -1 : DoConnect();
}

template <typename Base>
int
BasicStreamSocket<Base>::Listen()
{
    if (GetStage() != STREAM_CLOSED || !m_endPoint.IsBound())
    {
        return Fail(Socket::ERROR_INVAL);
    }
    DoListen();
    return 0;
}

template <typename Base>
int
BasicStreamSocket<Base>::Close()
{
    NS_LOG_FUNCTION(this);
    if (!m_endPoint.IsBound())
    {
        return 0;
    }
    const StreamStage stage = GetStage();
    if (stage == STREAM_CLOSED || stage == STREAM_LISTENING)
    {
        const Ptr<Socket> self(this);
        if (stage == STREAM_LISTENING)
        {
            DoStopListening();
        }
        m_endPoint.Release();
        return 0;
    }
    if (m_receiveQueue.GetSize() > 0)
    {
        Abort(); // the peer must know that its data was not read (RFC 1122, 4.2.2.13)
        return 0;
    }
    m_closed = true;
    m_shutdownRecv = true;
    return m_shutdownSend ? 0 : ShutdownSend();
}

template <typename Base>
int
BasicStreamSocket<Base>::ShutdownSend()
{
    const StreamStage stage = GetStage();
    if (!m_endPoint.IsBound() || stage == STREAM_CLOSED || stage == STREAM_LISTENING)
    {
        return Fail(Socket::ERROR_NOTCONN);
    }
    if (!m_shutdownSend)
    {
        m_shutdownSend = true;
        DoShutdownSend();
    }
    return 0;
}

template <typename Base>
int
BasicStreamSocket<Base>::ShutdownRecv()
{
    m_shutdownRecv = true;
    return 0;
}

// --- data -----------------------------------------------------------------------------------

template <typename Base>
bool
BasicStreamSocket<Base>::IsSendOpen() const
{
    const StreamStage stage = GetStage();
    return m_endPoint.IsBound() && !m_shutdownSend &&
           (stage == STREAM_OPENING || stage == STREAM_OPEN);
}

template <typename Base>
int
BasicStreamSocket<Base>::Send(Ptr<Packet> packet, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags, "Send: flags " << flags << " are not supported");
    if (!IsSendOpen())
    {
        return Fail(m_shutdownSend ? Socket::ERROR_SHUTDOWN : Socket::ERROR_NOTCONN);
    }
    if (packet->GetSize() > GetTxAvailable())
    {
        return Fail(Socket::ERROR_MSGSIZE);
    }
    m_sendQueue.Add(packet->Copy());
    DoSend();
    return packet->GetSize();
}

template <typename Base>
int
BasicStreamSocket<Base>::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    return Send(packet, flags); // a connection has one peer
}

template <typename Base>
Ptr<Packet>
BasicStreamSocket<Base>::Recv(uint32_t maxSize, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags, "Recv: flags " << flags << " are not supported");
    if (m_receiveQueue.GetSize() == 0)
    {
        if (IsAtEnd())
        {
            return Create<Packet>();
        }
        m_errno = Socket::ERROR_AGAIN;
        return nullptr;
    }
    auto packet = m_receiveQueue.Remove(maxSize);
    DoRead();
    return packet;
}

template <typename Base>
Ptr<Packet>
BasicStreamSocket<Base>::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    auto packet = Recv(maxSize, flags);
    if (packet && packet->GetSize() > 0)
    {
        GetPeerName(from);
    }
    return packet;
}

template <typename Base>
uint32_t
BasicStreamSocket<Base>::GetTxAvailable() const
{
    const uint64_t used = static_cast<uint64_t>(m_sendQueue.GetSize()) + GetUnacknowledged();
    return used >= m_sndBufSize ? 0 : static_cast<uint32_t>(m_sndBufSize - used);
}

template <typename Base>
uint32_t
BasicStreamSocket<Base>::GetRxAvailable() const
{
    return m_receiveQueue.GetSize();
}

template <typename Base>
void
BasicStreamSocket<Base>::NotifyRoom()
{
    if (IsSendOpen() && GetTxAvailable() > 0)
    {
        this->NotifySend(GetTxAvailable());
    }
}

template <typename Base>
bool
BasicStreamSocket<Base>::SetAllowBroadcast(bool allow)
{
    return !allow; // a connection has one peer
}

template <typename Base>
bool
BasicStreamSocket<Base>::GetAllowBroadcast() const
{
    return false;
}

template <typename Base>
void
BasicStreamSocket<Base>::SetSndBufSize(uint32_t size)
{
    m_sndBufSize = size;
}

template <typename Base>
uint32_t
BasicStreamSocket<Base>::GetSndBufSize() const
{
    return m_sndBufSize;
}

template <typename Base>
void
BasicStreamSocket<Base>::SetRcvBufSize(uint32_t size)
{
    const bool grows = size > m_rcvBufSize;
    m_rcvBufSize = size;
    if (grows && GetStage() == STREAM_OPEN)
    {
        DoRead(); // the peer may be waiting for the buffer space
    }
}

template <typename Base>
uint32_t
BasicStreamSocket<Base>::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

template class BasicStreamSocket<Socket>;
template class BasicStreamSocket<TcpSocket>;

// --- streams that are no TCP ----------------------------------------------------------------

TypeId
StreamSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StreamSocket")
                            .SetParent<Socket>()
                            .SetGroupName("Hsn")
                            .AddAttribute("SndBufSize",
                                          "Bytes that may be unsent or unacknowledged.",
                                          UintegerValue(131072),
                                          MakeUintegerAccessor(&StreamSocket::SetSndBufSize,
                                                               &StreamSocket::GetSndBufSize),
                                          MakeUintegerChecker<uint32_t>())
                            .AddAttribute("RcvBufSize",
                                          "Bytes that may be unread.",
                                          UintegerValue(131072),
                                          MakeUintegerAccessor(&StreamSocket::SetRcvBufSize,
                                                               &StreamSocket::GetRcvBufSize),
                                          MakeUintegerChecker<uint32_t>())
                            .AddTraceSource("Stage",
                                            "Stage of the connection.",
                                            MakeTraceSourceAccessor(&StreamSocket::m_stage),
                                            "ns3::hsn::StreamSocket::StageTracedCallback");
    return tid;
}

StreamSocket::StreamSocket() = default;

StreamSocket::StreamSocket(const StreamSocket& other)
    : BasicStreamSocket<Socket>(other)
{
}

StreamSocket::~StreamSocket() = default;

StreamStage
StreamSocket::GetStage() const
{
    return m_stage;
}

void
StreamSocket::DoListen()
{
    m_stage = STREAM_LISTENING;
}

void
StreamSocket::DoStopListening()
{
    m_stage = STREAM_CLOSED;
}
} // namespace hsn
} // namespace ns3
