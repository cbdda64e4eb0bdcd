// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_MESSAGE_SOCKET_H
#define HSN_XTP_MESSAGE_SOCKET_H

#include "xtp-socket-base.h"

#include "ns3/packet-byte-queue.h"
#include "ns3/protocol-socket-factory.h"

#include <cstdint>
#include <deque>

namespace ns3
{
namespace hsn
{
/** @brief What an association with messages is for. */
enum XtpMessageService
{
    XTP_MESSAGES,   //!< any number in both directions
    XTP_TRANSACTION //!< one in each direction
};

/**
 * @brief Messages on an XTP association (SEQPACKET), with EOM and, if wanted, tags; or one message
 * in each direction, a transaction.
 *
 * A transaction's FIRST carries the request and ends the direction; so does the answer. Messages
 * of which bytes are missing, without error control, are dropped; the next one says so
 * (MessageInfo::missingBefore).
 *
 * RcvBufSize of the receiver bounds a message.
 */
class XtpMessageSocket : public BasicXtpSocket<MessageSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    XtpMessageSocket();

    /** @brief Sends a message with a tag (BTAG), which the receiver finds in MessageInfo::number.
     * @param packet the message @param tag its tag @return as Send() */
    int SendTagged(Ptr<Packet> packet, uint64_t tag);

  protected:
    Ptr<BasicXtpSocket> Fork() const override;
    XtpService GetService() const override;
    bool Serves(XtpService service) const override;
    void DoSend() override;
    void Enqueue(Ptr<Packet> packet, const Address& to) override;
    uint32_t GetUnsent() const override;
    uint32_t GetNextPiece(uint32_t max) const override;
    XtpPiece TakePiece(uint32_t max) override;
    uint32_t GetUnreadBytes() const override;
    void TakeReceived(Ptr<Packet> data) override;
    void EndMessage(const XtpBoundary& boundary) override;
    void NotifyReceived() override;
    void NotifyPeerDone() override;

  private:
    /** @brief A tag, if there is one. */
    struct Tag
    {
        bool used{false};  //!< there is one
        uint64_t value{0}; //!< it
    };

    XtpMessageService m_service{XTP_MESSAGES}; //!< attribute
    Tag m_tag;                                 //!< of the message that is being queued
    std::deque<Tag> m_tags;                    //!< of the messages in the send queue
    Ptr<Packet> m_out;                         //!< message of which a part was sent
    uint32_t m_outSent{0};                     //!< how much
    PacketByteQueue m_in;                      //!< received part of a message
    bool m_missing{false};                     //!< a message was dropped since the last one
};

/** @brief Makes such sockets. */
using XtpMessageSocketFactory = ProtocolSocketFactory<XtpMessageSocket, XtpProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_MESSAGE_SOCKET_H
