// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_FARM_PEER_H
#define RMTP_FARM_PEER_H

#include "rmtp-receiver.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-rmtp
 * @brief What a receiver of RmtpFarm does besides receiving, in simulated time. */
struct RmtpFate
{
    Time joins;                  //!< before, nothing reaches it
    Time leaves{Time::Max()};    //!< if it lacks packets, it tells the server, and goes
    Time silent{Time::Max()};    //!< from then on nothing reaches it, and it says nothing
    Time busyFrom{Time::Max()};  //!< from then on it takes no part, if it lacks packets
    Time busyUntil{Time::Max()}; //!< then it asks to be served alone

    /** @return whether it is there from the beginning to the end */
    bool IsPlain() const;
};

/**
 * @ingroup hsn-rmtp
 * @brief A receiver of RmtpFarm that comes, goes or pauses: an RmtpReceiver, as sockets have.
 *
 * It costs an event for each packet.
 */
class RmtpFarmPeer : private RmtpReceiver::User
{
  public:
    /// Called with what leaves it.
    using Left = std::function<void(const RmtpPdu& pdu)>;

    /** @param fate of it @param left called with its answers */
    RmtpFarmPeer(const RmtpFate& fate, Left left);
    ~RmtpFarmPeer() override;

    RmtpFarmPeer(const RmtpFarmPeer&) = delete;
    RmtpFarmPeer& operator=(const RmtpFarmPeer&) = delete;

    /** @brief Sets it up before the connection begins. @param dataTimeout as RmtpFarm's @param
     * reports whether it sends REPORT */
    void SetUp(Time dataTimeout, bool reports);
    /** @param stream of all that it draws */
    void AssignStreams(int64_t stream);
    /** @param pdu arrives now @return whether it is DATA that was lacked */
    bool Receive(const RmtpPdu& pdu);
    /** @param blocks of the message @return packets that it lacks of all */
    uint32_t GetLacking(uint32_t blocks) const;
    /** @return a number from 0 to 1 */
    double Draw();

  private:
    // inherited from RmtpReceiver::User
    void Transmit(const RmtpPdu& pdu) override;
    void NotifyConnected(const RmtpPdu& pdu) override;
    void NotifyComplete() override;
    void NotifyClosed(bool good) override;

    /** @return whether something may reach it, and leave it */
    bool IsThere() const;
    /** @brief Leaves, unless it has everything. */
    void Leave();

    RmtpFate m_fate;                                                            //!< see there
    Left m_left;                                                                //!< user
    Ptr<RmtpReceiver> m_receiver{CreateObject<RmtpReceiver>()};                 //!< protocol
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; //!< all draws
    bool m_wasConnected{false};      //!< there was a connection
    bool m_isComplete{false};        //!< has everything
    bool m_hasLeft{false};           //!< has gone without
    std::array<EventId, 3> m_events; //!< of its fate
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_FARM_PEER_H
