// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_SOCKET_BASE_H
#define HSN_XTP_SOCKET_BASE_H

#include "xtp-context.h"
#include "xtp-protocol.h"
#include "xtp-settings.h"

#include "ns3/event-id.h"
#include "ns3/message-socket.h"
#include "ns3/stream-socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief A socket with an XTP association: the glue between ns3::Socket and an XtpContext.
 *
 * A socket serves one association. What is in a packet is up to the derived class: bytes of a
 * stream, or a part of a message.
 *
 * @tparam Base StreamSocket or MessageSocket
 */
template <typename Base>
class BasicXtpSocket : public Base, public XtpSettings, protected XtpContext::User
{
  public:
    ~BasicXtpSocket() override;

    /** @param protocol of the node */
    void SetProtocol(Ptr<XtpProtocol> protocol);

    /** @return the association: counters, round-trip time, rate control */
    const XtpContext& GetContext() const
    {
        return m_context;
    }

  protected:
    /** @param boundaries whether the data is messages */
    explicit BasicXtpSocket(bool boundaries);
    /// Copies settings, see TransportSocket. @param other listening socket
    BasicXtpSocket(const BasicXtpSocket& other);

    /** @return a socket for an accepted association */
    virtual Ptr<BasicXtpSocket> Fork() const = 0;
    /** @return the service that FIRST asks for */
    virtual XtpService GetService() const = 0;
    /** @param service that a FIRST asks for @return whether this socket has it */
    virtual bool Serves(XtpService service) const = 0;

    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    bool IsAtEnd() const override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void ReceiveIcmp(Ipv4Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t) override;
    void ReceiveIcmp6(Ipv6Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t) override;
    void NotifyNodeGone() override;

    // inherited from XtpContext::User
    void SendPacket(Ptr<Packet> packet, XtpHeader& header) override;
    uint32_t GetReceiveLimit() const override;
    void NotifyReceived() override;
    void NotifyOpened() override;
    void NotifyAcknowledged(uint32_t bytes) override;
    void NotifyPeerDone() override;
    void NotifyBroken(bool opened) override;
    void NotifyQuiescent() override;
    void NotifyExchangeKey(uint64_t key) override;

    /** @brief Data has left that will not be acknowledged: tells the application, soon. @param
     * bytes how many */
    void NoteSent(uint32_t bytes);

    XtpContext m_context; //!< the association

  private:
    /** @brief Accepts an association, or refuses it. @param packet user data of FIRST @param header
     * its header @param arrival its way */
    void Accept(Ptr<Packet> packet, const XtpHeader& header, const PacketArrival& arrival);
    /** @brief Sets up the context for the path. @param key of it @param first the peer's FIRST;
     * null: this end opens */
    void Begin(uint64_t key, const XtpHeader* first);
    /** @brief Tells the application of data that was sent. */
    void TellSent();
    /** @brief The connection is open before the peer answers. */
    void TellOpened();
    /** @brief Ends the socket: releases keys and end point. */
    void Leave();

    bool m_boundaries;           //!< the data is messages
    bool m_used{false};          //!< there was an association
    Ptr<XtpProtocol> m_protocol; //!< sends packets
    uint32_t m_sentBytes{0};     //!< to be told to the application
    EventId m_tellSent;          //!< does it
    EventId m_tellOpened;        //!< tells of early opening
};

extern template class BasicXtpSocket<StreamSocket>;
extern template class BasicXtpSocket<MessageSocket>;
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_SOCKET_BASE_H
