// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STOP_WAIT_SOCKET_H
#define HSN_STOP_WAIT_SOCKET_H

#include "stop-wait-header.h"

#include "ns3/connection-life.h"
#include "ns3/message-socket.h"
#include "ns3/protocol-socket-factory.h"
#include "ns3/stream-socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
// [begin socket]
/**
 * @brief A stop-and-wait transport: one unit is sent, and sent again until it is acknowledged.
 *
 * A unit is some bytes of a stream, or a message. ConnectionLife opens and closes the connection.
 *
 * @tparam Base StreamSocket or MessageSocket
 */
template <typename Base>
class StopWaitSocket : public ConnectionLife<Base, StopWaitHeader>
{
    using Life = ConnectionLife<Base, StopWaitHeader>; //!< opens and closes

  public:
    StopWaitSocket() = default;

    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    StopWaitSocket(const StopWaitSocket& other)
        : Life(other)
    {
    }

    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    // inherited from ConnectionLife
    void SendMore() override;
    void HandleData(Ptr<Packet> packet, const StopWaitHeader& header) override;

    Ptr<Life> Fork(const PacketArrival& arrival) const override
    {
        return this->ForkFor(*this, arrival);
    }

    // inherited from TransportSocket
    uint32_t GetUnacknowledged() const override
    {
        return m_unit ? m_unit->GetSize() : 0;
    }

    // inherited from ProtocolSocket
    void Stop() override;

  private:
    /** @brief Sends a packet. @param type of it @param packet payload @param again whether it is a
     * unit that was sent before */
    void SendPacket(StopWaitHeader::Type type, Ptr<Packet> packet, bool again = false);
    /** @brief The unit on its way has arrived. */
    void HandleAcknowledgement();

    uint32_t m_segmentSize{0}; //!< attribute
    Ptr<Packet> m_unit;        //!< on its way, or null
    uint32_t m_number{0};      //!< its number, or that of the next one
    uint32_t m_expected{0};    //!< number of the peer's next unit

    /// @brief Sends the unit until it has arrived.
    RepeatedRequest m_sending{
        [this](bool again) { SendPacket(StopWaitHeader::DATA, m_unit->Copy(), again); },
        [this] { this->Break(); }};
};

// [end socket]

// [begin stream]
/// @brief The protocol of byte streams; a number for experiments (RFC 3692, 2.1).
using StopWaitProtocol = HeaderTransportProtocol<StopWaitHeader, 253>;
/// @brief A byte stream by stop-and-wait.
using StopWaitStreamSocket = StopWaitSocket<StreamSocket>;
/// @brief Makes such sockets; HsnInternetHelper finds it by itself.
using StopWaitStreamSocketFactory = ProtocolSocketFactory<StopWaitStreamSocket, StopWaitProtocol>;
// [end stream]

// [begin message]
/// @brief The protocol of messages; the other number for experiments.
using StopWaitMessageProtocol = HeaderTransportProtocol<StopWaitHeader, 254>;
/// @brief Messages on a connection (SEQPACKET), by stop-and-wait.
using StopWaitMessageSocket = StopWaitSocket<MessageSocket>;
/// @brief Makes such sockets.
using StopWaitMessageSocketFactory =
    ProtocolSocketFactory<StopWaitMessageSocket, StopWaitMessageProtocol>;
// [end message]
} // namespace hsn
} // namespace ns3

#endif // HSN_STOP_WAIT_SOCKET_H
