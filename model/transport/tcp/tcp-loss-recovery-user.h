// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_LOSS_RECOVERY_USER_H
#define HSN_TCP_LOSS_RECOVERY_USER_H

#include "tcp-ack-event.h"
#include "tcp-scoreboard.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/** @brief What a segment of new data takes from the send buffer. */
struct TcpNewData
{
    Ptr<Packet> data; //!< the bytes, perhaps none
    bool fin{false};  //!< a FIN follows them
};

/** @brief A segment that is to be sent now. */
struct TcpNextSegment
{
    TcpSentSegment* segment{nullptr}; //!< it; nullptr: there is none
    bool again{false};                //!< it was sent before
};

/**
 * @brief The socket as TcpLossRecovery sees it: what must happen in the midst of the work on an
 * acknowledgement, a timeout or the choice of a segment.
 */
class TcpLossRecoveryUser
{
  public:
    virtual ~TcpLossRecoveryUser() = default;
    /** @brief Sends a segment again at once, whatever the windows. @param segment which; the
     * scoreboard knows already @param first whether this begins a recovery, so that no round-trip
     * time may be measured with what was sent before */
    virtual void SendAgain(TcpSentSegment& segment, bool first) = 0;
    /** @brief Measures the round-trip time, before congestion control is told of new data that is
     * acknowledged. @param ack offset that is acknowledged @param sent when the first byte that is
     * acknowledged was sent, if that was sent only once @param echo timestamp that is echoed */
    virtual void MeasureRtt(StreamOffset ack,
                            std::optional<Time> sent,
                            std::optional<uint32_t> echo) = 0;
    /** @brief New data is acknowledged, and congestion control knows. It gets its sample of the
     * rate after this, as from ns-3's TCP: the application has had its turn.
     * @param restartTimer the retransmission timer must be started anew, or stopped */
    virtual void DataAcknowledged(bool restartTimer) = 0;
    /** @brief Cuts a segment of new data from the send buffer, if it is to be sent now. @param room
     * bytes that congestion control leaves for it; a FIN needs none @return it, perhaps */
    virtual std::optional<TcpNewData> CutNew(uint32_t room) = 0;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_LOSS_RECOVERY_USER_H
