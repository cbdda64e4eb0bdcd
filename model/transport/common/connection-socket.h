// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_CONNECTION_SOCKET_H
#define HSN_CONNECTION_SOCKET_H

#include "transport-socket.h"

#include "ns3/traced-value.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief A socket that is no TCP, with the stage of its connection; the base of StreamSocket and
 * MessageSocket.
 *
 * Attributes: SndBufSize, RcvBufSize. Trace source: Stage.
 */
class ConnectionSocket : public TransportSocket<Socket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ConnectionSocket();
    /// Copies settings, see TransportSocket. @param other listening socket
    ConnectionSocket(const ConnectionSocket& other);
    ~ConnectionSocket() override;

    /**
     * @brief TracedValue signature.
     * @param [in] before stage so far
     * @param [in] now new stage
     */
    typedef void (*StageTracedCallback)(StreamStage before, StreamStage now);

  protected:
    // inherited from TransportSocket
    StreamStage GetStage() const override;
    void DoListen() override;
    void DoStopListening() override;

    // inherited from SocketEndPoint::User
    void ReceiveIcmp(Ipv4Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t) override;
    void ReceiveIcmp6(Ipv6Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t) override;

    /** @brief The peer has no connection: ICMP says that nobody uses the port. Without an override,
     * nothing happens. */
    virtual void HandleRefusal();

    /**
     * @brief Ends a connection that the peer does not have, or has no more.
     * @param complete whether nothing is lost by it: the peer has forgotten what was done with
     */
    void EndRefused(bool complete);

    /**
     * @brief Ends a connection, by an error at both ends, if the application can never read what
     * comes: it would wait for room for ever.
     * @param size of what comes undivided, bytes
     * @return whether it is above RcvBufSize, and the connection has ended
     */
    bool BreakIfTooLong(uint32_t size);

    /** @return whether there is a connection, or one is being opened */
    bool IsConnected() const;
    /** @brief Ends the connection: NotifyNodeGone() stops what goes on, and the port is free. */
    void Shut();
    /** @brief Ends the connection by ERROR_NOTCONN, and tells the application. */
    void Break();

    TracedValue<StreamStage> m_stage{STREAM_CLOSED}; //!< of the connection
};
} // namespace hsn
} // namespace ns3

#endif // HSN_CONNECTION_SOCKET_H
