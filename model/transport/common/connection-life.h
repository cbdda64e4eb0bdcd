// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_CONNECTION_LIFE_H
#define HSN_CONNECTION_LIFE_H

#include "peer-watch.h"
#include "protocol-socket.h"
#include "repeated-request.h"

#include "ns3/nstime.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief The life of a connection that is opened and closed by requests.
 *
 * OPEN, repeated until ACCEPT comes, opens the connection. CLOSE, repeated until CLOSED comes, says
 * that no more data follows; it is sent when all data has been. RESET says that there is no
 * connection (any more). A socket whose application has closed it waits for the CLOSE of the peer
 * only if the protocol is reliable. A connection on which nothing arrives for IdleTimeout ends.
 *
 * The owner derives from this class. It gives the fields that these PDUs have besides their type,
 * sends data, and takes what else arrives.
 *
 * @tparam Base StreamSocket or MessageSocket
 * @tparam H header of the PDUs, with a member type; OPEN, ACCEPT, CLOSE, CLOSED and RESET are
 *           values of its class H::Type
 */
template <typename Base, typename H>
class ConnectionLife : public ProtocolSocket<Base>
{
  public:
    ConnectionLife() = default;

    /** @brief Copies the settings for an accepted connection. @param other listening socket */
    ConnectionLife(const ConnectionLife& other)
        : ProtocolSocket<Base>(other)
    {
    }

  protected:
    using Type = typename H::Type; //!< of a PDU

    /** @brief Adds the attributes RetryInterval, MaxTries and IdleTimeout, and the trace source
     * RxDrop. @param tid TypeId of the socket @param interval default of RetryInterval @param tries
     * default of MaxTries
     * @return the same */
    static TypeId AddLife(TypeId tid, Time interval = Seconds(1), uint32_t tries = 6);

    /// @name What the owner implements
    /// @{

    /** @brief Makes the socket of an accepted connection: ForkFor(*this, arrival). @param arrival
     * of OPEN @return the socket; null if there is one already */
    virtual Ptr<ConnectionLife> Fork(const PacketArrival& arrival) const = 0;
    /** @brief The connection is open: sends what the protocol allows. */
    virtual void SendMore() = 0;
    /** @brief Takes a PDU that is none of the five; the connection is open. @param packet with its
     * header @param header of it */
    virtual void HandleData(Ptr<Packet> packet, const H& header) = 0;

    /** @brief Completes one of the five PDUs. @param header has its type */
    virtual void Complete([[maybe_unused]] H& header) const
    {
    }

    /** @brief Reads what an end says of itself. @param header OPEN or ACCEPT */
    virtual void NoteOpening([[maybe_unused]] const H& header)
    {
    }

    /** @return whether what is sent has to arrive; then both ends must have said that they are
     * done, or the end is an error */
    virtual bool IsReliable() const
    {
        return true;
    }

    /// @}

    /** @brief To be called when data has been sent, or acknowledged: sends CLOSE if nothing is left
     * and nothing will follow. */
    void CloseIfSent();

    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoShutdownSend() override;
    void Abort() override;

    void DoRead() override
    {
        // in the simplest case, the sender does not wait for room
    }

    bool IsAtEnd() const override
    {
        return m_peerDone;
    }

    // inherited from ConnectionSocket
    void HandleRefusal() override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;

    // inherited from ProtocolSocket
    void Stop() override;

    Time m_retryInterval;   //!< attribute
    uint32_t m_maxTries{0}; //!< attribute
    Time m_idleTimeout;     //!< attribute

  private:
    /** @param type of a PDU without data @return it */
    H Make(Type type) const;
    /** @brief Accepts a connection. @param arrival of a packet @param header of it */
    void Accept(const PacketArrival& arrival, const H& header);
    /** @brief The connection is open. @param header of the peer's OPEN or ACCEPT */
    void Open(const H& header);
    /** @brief The peer has sent ACCEPT. @param header the header */
    void HandleAccept(const H& header);
    /** @brief The peer has sent CLOSE. */
    void HandleClose();
    /** @brief Ends the connection if nobody needs it any more. */
    void ShutIfDone();
    /** @brief There is no answer, or nothing arrives: ends the connection. */
    void GiveUp();

    RepeatedRequest m_request{
        [this](bool) { this->Transmit(Make(m_closeSent ? H::CLOSE : H::OPEN)); },
        [this] { GiveUp(); }};                   //!< OPEN or CLOSE
    PeerWatch m_peerWatch{[this] { GiveUp(); }}; //!< nothing arrives
    bool m_closeSent{false};                     //!< CLOSE was sent
    bool m_closeAnswered{false};                 //!< and answered
    bool m_peerDone{false};                      //!< the peer's CLOSE has arrived
};

template <typename Base, typename H>
TypeId
ConnectionLife<Base, H>::AddLife(TypeId tid, Time interval, uint32_t tries)
{
    return ConnectionLife::AddPacketTraces(tid)
        .AddAttribute("RetryInterval",
                      "Time after which OPEN or CLOSE is sent again.",
                      TimeValue(interval),
                      MakeTimeAccessor(&ConnectionLife::m_retryInterval),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("MaxTries",
                      "Times that OPEN or CLOSE is sent before the socket gives up.",
                      UintegerValue(tries),
                      MakeUintegerAccessor(&ConnectionLife::m_maxTries),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("IdleTimeout",
                      "A connection on which nothing arrives for this time ends; 0: never.",
                      TimeValue(Seconds(300)),
                      MakeTimeAccessor(&ConnectionLife::m_idleTimeout),
                      MakeTimeChecker(Time(0)));
}

// --- what the application does --------------------------------------------------------------

template <typename Base, typename H>
int
ConnectionLife<Base, H>::DoConnect()
{
    this->m_stage = STREAM_OPENING;
    m_request.Start(m_retryInterval, m_maxTries);
    return 0;
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::DoSend()
{
    if (this->m_stage == STREAM_OPEN)
    {
        SendMore();
    }
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::DoShutdownSend()
{
    if (this->m_stage == STREAM_OPEN)
    {
        this->m_stage = STREAM_CLOSING;
    }
    CloseIfSent();
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::CloseIfSent()
{
    const bool isAllSent = this->GetUnsent() + this->GetUnacknowledged() == 0;
    if (this->m_stage == STREAM_CLOSING && this->m_shutdownSend && !m_closeSent && isAllSent)
    {
        m_closeSent = true;
        m_request.Start(m_retryInterval, m_maxTries);
    }
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::Abort()
{
    const Ptr<Socket> self(this);
    this->Transmit(Make(H::RESET));
    this->Shut();
}

// --- what the peer does ---------------------------------------------------------------------

template <typename Base, typename H>
H
ConnectionLife<Base, H>::Make(Type type) const
{
    H header;
    header.type = type;
    Complete(header);
    return header;
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    H header;
    packet->PeekHeader(header); // the protocol has checked it
    if (this->m_stage == STREAM_LISTENING)
    {
        Accept(arrival, header);
        return;
    }
    if (this->m_stage == STREAM_CLOSED)
    {
        return;
    }
    m_peerWatch.Hear();
    switch (header.type)
    {
    case H::OPEN:
        this->Transmit(Make(H::ACCEPT)); // the first one was lost
        break;
    case H::ACCEPT:
        HandleAccept(header);
        break;
    case H::CLOSE:
        HandleClose();
        break;
    case H::CLOSED:
        if (m_closeSent)
        {
            m_closeAnswered = true;
            m_request.Cancel();
            ShutIfDone();
        }
        break;
    case H::RESET:
        HandleRefusal();
        break;
    default:
        if (this->m_stage == STREAM_OPENING)
        {
            this->Drop(packet, "data before the connection is open");
            return;
        }
        HandleData(packet, header);
    }
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::Accept(const PacketArrival& arrival, const H& header)
{
    if (header.type == H::RESET || header.type == H::CLOSED)
    {
        return;
    }
    const Address peer = arrival.GetFrom();
    if (header.type != H::OPEN || !this->NotifyConnectionRequest(peer))
    {
        this->Answer(Make(H::RESET), arrival);
    }
    else if (const auto socket = Fork(arrival))
    {
        socket->Open(header);
        socket->Transmit(socket->Make(H::ACCEPT));
        this->NotifyNewConnectionCreated(socket, peer);
    }
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::Open(const H& header)
{
    NoteOpening(header);
    this->m_stage = this->m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    m_request.Cancel();
    m_peerWatch.Start(m_idleTimeout);
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::HandleAccept(const H& header)
{
    if (this->m_stage == STREAM_OPENING)
    {
        Open(header);
        this->NotifyConnectionSucceeded();
        if (this->IsConnected())
        {
            SendMore();
            this->NotifyRoom();
        }
    }
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::HandleClose()
{
    if (this->m_stage == STREAM_OPENING)
    {
        return; // ACCEPT was lost, and CLOSE will come again after it
    }
    this->Transmit(Make(H::CLOSED));
    if (!m_peerDone)
    {
        m_peerDone = true;
        this->NotifyNormalClose();
        ShutIfDone();
    }
}

// --- the end --------------------------------------------------------------------------------

template <typename Base, typename H>
void
ConnectionLife<Base, H>::ShutIfDone()
{
    const bool received = m_peerDone || (this->m_closed && !IsReliable());
    if (m_closeAnswered && received && this->m_stage != STREAM_CLOSED)
    {
        this->Shut();
    }
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::HandleRefusal()
{
    // a peer that is done needs the connection no more
    this->EndRefused(IsReliable() ? m_closeSent && m_peerDone
                                  : (m_closeSent && this->m_closed) || m_peerDone);
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::GiveUp()
{
    const Ptr<Socket> self(this);
    HandleRefusal(); // whether the peer ever answers or not
}

template <typename Base, typename H>
void
ConnectionLife<Base, H>::Stop()
{
    m_request.Stop();
    m_peerWatch.Stop();
}
} // namespace hsn
} // namespace ns3

#endif // HSN_CONNECTION_LIFE_H
