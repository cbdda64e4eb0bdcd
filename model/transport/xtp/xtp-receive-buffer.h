// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_RECEIVE_BUFFER_H
#define HSN_XTP_RECEIVE_BUFFER_H

#include "xtp-header.h"

#include "ns3/byte-range-set.h"
#include "ns3/reassembly-queue.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What an XTP receiver does with data beyond missing bytes. */
enum class XtpOutOfOrder
{
    KEEP, //!< keeps it, and reports it in spans
    DROP, //!< drops it: go-back-N
    SKIP  //!< gives up what is missing: the sender does not send again (NOERR)
};

/** @brief How long a message is and what is known of it. */
struct XtpBoundary
{
    uint32_t size{0};       //!< bytes of it that were received
    bool tagged{false};     //!< it has a tag
    uint64_t tag{0};        //!< the tag
    bool incomplete{false}; //!< bytes of it are missing
};

/**
 * @brief Puts what an XTP receiver gets in order, and remembers the ends and tags of messages.
 */
class XtpReceiveBuffer
{
  public:
    /** @brief What became of a packet. */
    enum class Fate
    {
        NEW,       //!< some of its bytes are new and kept
        DUPLICATE, //!< all of its bytes are known
        DROPPED    //!< out of order, and not kept
    };

    /** @param boundaries whether ends and tags of messages are remembered */
    explicit XtpReceiveBuffer(bool boundaries)
        : m_boundaries(boundaries)
    {
    }

    /** @return first missing byte */
    StreamOffset GetNext() const
    {
        return m_queue.GetNext();
    }

    /** @return whether bytes beyond missing ones are kept */
    bool HasGap() const
    {
        return m_queue.HasGap();
    }

    /** @param most how many @return the first received ranges beyond GetNext(), in order */
    std::vector<XtpSpan> GetSpans(std::size_t most) const;

    /**
     * @brief Adds the user data of a packet.
     * @param begin its first byte
     * @param data may be empty
     * @param mode what to do if it is out of order
     * @param header has EOM and BTAG
     * @return what became of it
     */
    Fate Add(StreamOffset begin, Ptr<Packet> data, XtpOutOfOrder mode, const XtpHeader& header);

    /** @brief Gives up all bytes before one, and forgets what waits for them. @param next the first
     * byte to wait for */
    void Skip(StreamOffset next);

    /** @return the next bytes in order; nullptr if there are none */
    Ptr<Packet> Remove();

    /** @brief Takes the next end of a message that was reached. @param boundary gets it @return
     * whether there was one */
    bool TakeBoundary(XtpBoundary& boundary);

  private:
    /** @brief Remembers what a packet says of messages. @param begin of its data @param end of its
     * data @param header the header */
    void Note(StreamOffset begin, StreamOffset end, const XtpHeader& header);

    bool m_boundaries;       //!< remember them
    ReassemblyQueue m_queue; //!< data
    ByteRangeSet m_ranges;   //!< received beyond missing bytes: the queue reports four of them
    Ptr<Packet> m_passed;    //!< in order, not yet removed
    std::set<StreamOffset> m_ends;                //!< ends of messages that are not taken
    std::map<StreamOffset, uint64_t> m_tags;      //!< by begin of message
    std::map<StreamOffset, StreamOffset> m_skips; //!< where bytes were given up, and how many
    StreamOffset m_begin{0};                      //!< of the next message
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_RECEIVE_BUFFER_H
