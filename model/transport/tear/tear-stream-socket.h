// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_STREAM_SOCKET_H
#define HSN_TEAR_STREAM_SOCKET_H

#include "tear-block-receiver.h"
#include "tear-block-sender.h"
#include "tear-socket.h"

#include "ns3/stream-socket.h"

#include <memory>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief A reliable byte stream over TEAR (thesis, chapter 7): blocks of SegmentSize bytes that are
 * acknowledged selectively and sent again, at the rate that TEAR allows.
 *
 * Several connections can have a protocol in common with TearSocket; a stream socket and a message
 * socket cannot be connected to each other: each drops the other's data.
 */
class TearStreamSocket : public BasicTearSocket<StreamSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TearStreamSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    TearStreamSocket(const TearStreamSocket& other);

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
    bool BringsNew(Ptr<const Packet> packet, const TearConnection::Data& data) const override;
    void HandOut() override;
    void TakeFeedback(Ptr<Packet> packet, const TearHeader& header) override;
    void Begin() override;
    void End() override;
    // inherited from TearConnection::Owner
    void AddToFeedback(Ptr<Packet> packet, TearHeader& header) override;
    void OnDataSent(const TearDataHeader& data, const TearConnection::Payload& payload) override;
    // inherited from TransportSocket
    void DoSend() override;
    void DoRead() override;
    uint32_t GetLeastRcvBufSize() const override;
    uint32_t GetUnacknowledged() const override;

  private:
    /** @return blocks that there is room for, beyond those in the receive queue */
    uint32_t GetWindow() const;
    /** @brief A block's timer, or that of a probe, expires. */
    void RunTimer();
    /** @brief Sets the timer. */
    void Update();
    /** @return how long to wait for an acknowledgement */
    Time GetTimeout() const;

    Time m_minTimeout; //!< attribute
    Time m_giveUpTime; //!< attribute

    std::unique_ptr<TearBlockSender> m_sender;     //!< what is not acknowledged
    TearBlockReceiver m_receiver;                  //!< what is not in order
    DeadlineTimer m_timer{[this] { RunTimer(); }}; //!< of blocks, or of a closed window
    TearBlockSender::Block m_block;                //!< is being sent
    bool m_probeDue{false};                        //!< the peer is to be asked for its window
    Time m_waitingSince;                           //!< since when there is something unacknowledged
    Ptr<RttMeanDeviation> m_ackDelay;              //!< from sending a block to its acknowledgement
    bool m_hasNew{false};                          //!< bytes for the application have arrived
    uint64_t m_pushedBlock{0};    //!< the block after the last one for now, by the peer
    uint32_t m_reportedNext{0};   //!< first missing block, in the latest feedback
    uint32_t m_reportedWindow{0}; //!< blocks, in the latest feedback
};

/** @ingroup hsn-transport @brief Makes such sockets. */
using TearStreamSocketFactory = ProtocolSocketFactory<TearStreamSocket, TearProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_STREAM_SOCKET_H
