// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_MESSAGE_SOCKET_H
#define HSN_TEAR_MESSAGE_SOCKET_H

#include "tear-socket.h"

#include "ns3/message-socket.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Messages by TEAR, as the thesis streams them: each is a packet, what is lost is lost
 * (SEQPACKET).
 *
 * A message longer than SegmentSize is refused with MSGSIZE. MessageInfo::missingBefore tells the
 * application of losses. What there is no room for in the receive queue is dropped and traced.
 */
class TearSocket : public BasicTearSocket<MessageSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Socket
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    uint32_t GetTxAvailable() const override;

  protected:
    // inherited from BasicTearSocket
    Ptr<BasicTearSocket> Fork(const PacketArrival& arrival) const override
    {
        return ForkFor(*this, arrival);
    }

    bool HasData() const override;
    TearConnection::Payload TakeData() override;
    uint32_t GetExtraSize() const override;
    bool IsDelivered() const override;
    void TakeIn(Ptr<Packet> packet, const TearConnection::Data& data) override;
    bool MayFollowEnd() const override;
    void HandOut() override;
    void End() override;
    // inherited from TransportSocket
    void DoSend() override;

  private:
    bool m_sendingNow{false}; //!< the application is in Send()
    Ptr<Packet> m_arrived;    //!< to be handed out; null: nothing
    MessageInfo m_info;       //!< of it
};

/** @ingroup hsn-transport @brief Makes such sockets. */
using TearSocketFactory = ProtocolSocketFactory<TearSocket, TearProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_MESSAGE_SOCKET_H
