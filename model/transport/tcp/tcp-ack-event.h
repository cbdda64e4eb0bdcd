// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_ACK_EVENT_H
#define HSN_TCP_ACK_EVENT_H

#include "tcp-segment.h"

#include "ns3/byte-range-set.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief What an acknowledgement means to loss recovery if a protocol built on TCP puts more into
 * it than TCP's header.
 */
class TcpAckNote
{
  public:
    virtual ~TcpAckNote() = default;
    /** @return whether the acknowledgement counts as a duplicate, if it looks like one */
    virtual bool CountsAsDuplicate() const = 0;
    /** @param head first byte that is not acknowledged @return whether a duplicate, or partial,
     * acknowledgement is evidence that the segment at that place is lost */
    virtual bool IndicatesLoss(StreamOffset head) const = 0;
};

/** @brief An arriving acknowledgement as loss recovery sees it: with offsets in the stream instead
 * of sequence numbers. */
struct TcpAckEvent
{
    StreamOffset ack{0};             //!< first byte that is not acknowledged
    bool hasData{false};             //!< the segment carries data, too
    bool repeats{false};             //!< no data, no FIN, the same window as before, and no window
                                     //!< probe is outstanding (RFC 5681, 2)
    bool echoesCongestion{false};    //!< ECE with new data acknowledged
    std::optional<uint32_t> echo;    //!< timestamp that it echoes
    std::optional<Time> echoed;      //!< when what it echoes was sent, in whole milliseconds
    const TcpAckNote* note{nullptr}; //!< what else it says; nullptr: nothing
    uint32_t nBlocks{0};             //!< number of SACK blocks
    std::array<std::pair<StreamOffset, StreamOffset>, TcpSegment::MAX_SACK_BLOCKS>
        blocks; //!< SACK blocks: first byte, byte after the last
};

/** @brief Windows of a sender, bytes. */
struct TcpWindows
{
    uint32_t congestion; //!< congestion window
    uint32_t threshold;  //!< slow start threshold
};

/** @brief What an acknowledgement has changed. */
struct TcpAckProgress
{
    bool isNew{false};             //!< it acknowledges data
    uint32_t bytes{0};             //!< acknowledged cumulatively, FIN included
    uint32_t delivered{0};         //!< bytes that are now first known to have arrived
    uint32_t reported{0};          //!< bytes of SACK blocks that were not known before
    uint32_t priorInFlight{0};     //!< bytes in flight before
    uint32_t priorLost{0};         //!< bytes considered lost before
    uint64_t priorLosses{0};       //!< segments found lost before
    std::optional<Time> firstSent; //!< when the first segment that it acknowledges was sent, if
                                   //!< that was sent only once
    bool restartTimer{false};      //!< the retransmission timer must be started anew, or stopped
    bool beganRecovery{false};     //!< fast recovery began with it
    bool probeRepaired{false};     //!< it shows that a tail loss probe has repaired a loss
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_ACK_EVENT_H
