// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STOP_WAIT_SOCKET_H
#define HSN_STOP_WAIT_SOCKET_H

#include "stop-wait-header.h"

#include "ns3/deadline-timer.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/protocol-socket-factory.h"
#include "ns3/stream-socket.h"
#include "ns3/traced-callback.h"
#include "ns3/transport-protocol.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
// [begin protocol]
/** @brief The protocol of byte streams; a number for experiments (RFC 3692, 2.1). */
class StopWaitProtocol : public HeaderTransportProtocol<StopWaitHeader, 253>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

// [end protocol]

/** @brief The protocol of messages; the other number for experiments. */
class StopWaitMessageProtocol : public HeaderTransportProtocol<StopWaitHeader, 254>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

// [begin socket]
/**
 * @brief A stop-and-wait transport: one unit is sent, and sent again until it is acknowledged.
 *
 * Unit 0 of the end that connects is SYN; each end's last unit is FIN; the units between them are
 * data. What is in a unit is up to the derived class: bytes of a stream, or a message.
 *
 * @tparam Base StreamSocket or MessageSocket
 */
template <typename Base>
class StopWaitSocket : public Base
{
  public:
    StopWaitSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    StopWaitSocket(const StopWaitSocket& other);

    /** @param protocol of the node */
    void SetProtocol(Ptr<TransportProtocol> protocol);

    /** @brief Signature of the traces. @param packet payload @param header its header */
    typedef void (*PacketTracedCallback)(Ptr<const Packet> packet, const StopWaitHeader& header);

  protected:
    /** @brief Adds attributes and traces. @tparam T derived class @param tid its TypeId
     * @return the same */
    template <typename T>
    static TypeId AddStopWaitAttributes(TypeId tid);

    /** @return a socket for an accepted connection */
    virtual Ptr<StopWaitSocket> Fork() const = 0;
    /** @return the next unit of data; null if there is nothing to send */
    virtual Ptr<Packet> TakeUnit() = 0;
    /** @param size of a unit @return whether the receive queue has room for it */
    virtual bool HasRoomFor(uint32_t size) const = 0;
    /** @brief Gives data to the application. @param packet a unit that fits */
    virtual void DeliverUnit(Ptr<Packet> packet) = 0;

    /** @return bytes of the longest unit */
    uint32_t GetUnitSize() const;

    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    bool IsAtEnd() const override;

    // inherited from ConnectionSocket
    void HandleRefusal() override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void NotifyNodeGone() override;

  private:
    /** @brief Accepts a connection. @param arrival of its SYN */
    void Accept(const PacketArrival& arrival);
    /** @brief Sends the next unit, if none is on its way. */
    void SendNext();
    /** @brief Sends a unit until it is acknowledged. @param unit it @param flag what it is */
    void SendUnit(Ptr<Packet> unit, uint8_t flag);
    /** @brief Sends the unit on its way. @param again not for the first time */
    void Transmit(bool again);
    /** @brief Sends one packet. @param packet payload @param flag what it is @param again whether
     * its unit was sent before */
    void SendPacket(Ptr<Packet> packet, uint8_t flag, bool again = false);
    /** @brief The unit on its way has arrived. */
    void HandleAcknowledgement();
    /** @brief A unit. @param packet its payload @param header its header */
    void HandleUnit(Ptr<Packet> packet, const StopWaitHeader& header);
    /** @brief The timer has expired. */
    void HandleTimeout();
    /** @brief If both ends are done, waits for late packets before the end. */
    void LingerIfDone();

    Time m_timeout;            //!< attribute
    Time m_linger;             //!< attribute
    uint32_t m_maxTries{0};    //!< attribute
    uint32_t m_segmentSize{0}; //!< attribute

    Ptr<TransportProtocol> m_protocol; //!< sends packets
    DeadlineTimer m_timer;             //!< of the unit on its way, or of the end
    Ptr<Packet> m_unit;                //!< on its way, or null
    uint8_t m_unitFlag{0};             //!< what it is
    uint32_t m_number{0};              //!< its number, or that of the next one
    uint32_t m_expected{0};            //!< number of the peer's next unit
    uint32_t m_tries{0};               //!< transmissions of the unit without any answer
    bool m_finSent{false};             //!< our last unit was sent
    bool m_finAcknowledged{false};     //!< and has arrived
    bool m_peerDone{false};            //!< the peer's last unit has arrived

    TracedCallback<Ptr<const Packet>, const StopWaitHeader&> m_tx;             //!< trace
    TracedCallback<Ptr<const Packet>, const StopWaitHeader&> m_rx;             //!< trace
    TracedCallback<Ptr<const Packet>, const StopWaitHeader&> m_retransmission; //!< trace
};

// [end socket]

// [begin stream]
/** @brief A byte stream by stop-and-wait. */
class StopWaitStreamSocket : public StopWaitSocket<StreamSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    Ptr<StopWaitSocket> Fork() const override;
    Ptr<Packet> TakeUnit() override;
    bool HasRoomFor(uint32_t size) const override;
    void DeliverUnit(Ptr<Packet> packet) override;
};

/** @brief Makes such sockets; HsnInternetHelper finds it by itself. */
class StopWaitStreamSocketFactory
    : public ProtocolSocketFactory<StopWaitStreamSocket, StopWaitProtocol>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

// [end stream]

// [begin message]
/** @brief Messages on a connection (SEQPACKET), by stop-and-wait. */
class StopWaitMessageSocket : public StopWaitSocket<MessageSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    Ptr<StopWaitSocket> Fork() const override;
    Ptr<Packet> TakeUnit() override;
    bool HasRoomFor(uint32_t size) const override;
    void DeliverUnit(Ptr<Packet> packet) override;
};

/** @brief Makes such sockets. */
class StopWaitMessageSocketFactory
    : public ProtocolSocketFactory<StopWaitMessageSocket, StopWaitMessageProtocol>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

// [end message]
} // namespace hsn
} // namespace ns3

#endif // HSN_STOP_WAIT_SOCKET_H
