// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_RECEIVER_H
#define HSN_XTP_RECEIVER_H

#include "xtp-header.h"
#include "xtp-receive-buffer.h"
#include "xtp-settings.h"

#include "ns3/byte-range-set.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief What a receiver has, what it admits, and what it misses of the peer's data.
 *
 * Room is that for received data which was not read; it is negative if there is less than none.
 */
class XtpReceiver
{
  public:
    /** @param settings the socket's @param boundaries whether messages are kept apart */
    XtpReceiver(const XtpSettings& settings, bool boundaries);

    /** @brief Takes what the settings say. @param room at most */
    void Begin(StreamOffset room);
    /** @brief Takes what a packet says about the peer: whether it sends again (NOERR) and minds
     * alloc (NOFLOW). @param header of it */
    void NotePeer(const XtpHeader& header);
    /** @brief Looks whether bytes before a packet are missing. @param header of it */
    void NotePlace(const XtpHeader& header);

    /** @return whether bytes are missing before the packet in hand */
    bool IsBeyondGap() const
    {
        return m_gap;
    }

    /** @brief The packet in hand has been dealt with. */
    void EndPacket()
    {
        m_gap = false;
    }

    /** @return first missing byte */
    StreamOffset GetNext() const
    {
        return m_buffer.GetNext();
    }

    /** @return whether bytes are missing that the peer could send again */
    bool IsMissing() const
    {
        return !m_noErr && (m_gap || m_buffer.HasGap());
    }

    /** @param most how many @return the first received ranges beyond GetNext(), in order */
    std::vector<XtpSpan> GetSpans(std::size_t most) const
    {
        return m_buffer.GetSpans(most);
    }

    /** @param room now @return first byte that will not be accepted; it never goes back */
    StreamOffset GetAlloc(StreamOffset room) const;
    /** @brief The peer is told what GetAlloc() returns. @param room now @return that */
    StreamOffset TellAlloc(StreamOffset room);
    /** @param room now @param least bytes @return whether the peer minds alloc, which has grown by
     * these */
    bool IsNews(StreamOffset room, StreamOffset least) const;

    /** @brief Takes a packet without data. @param begin where its data would be */
    void AddNothing(StreamOffset begin);
    /** @brief Takes data that GetAlloc() admits. @param begin its first byte @param packet the data
     * @param header DATA or FIRST @return what became of it */
    XtpReceiveBuffer::Fate Add(StreamOffset begin, Ptr<Packet> packet, const XtpHeader& header);
    /** @brief Gives up what the peer does not send again. @param next first byte to wait for */
    void SkipLost(StreamOffset next);

    /** @return the next bytes in order; nullptr if there are none */
    Ptr<Packet> Remove()
    {
        return m_buffer.Remove();
    }

    /** @brief Takes the next end of a message that was reached. @param boundary gets it @return
     * whether there was one */
    bool TakeBoundary(XtpBoundary& boundary)
    {
        return m_buffer.TakeBoundary(boundary);
    }

  private:
    const XtpSettings& m_settings; //!< of the socket
    XtpReceiveBuffer m_buffer;     //!< input
    bool m_noErr{false};           //!< the peer does not send again
    bool m_noFlow{false};          //!< the peer ignores alloc
    bool m_gap{false};             //!< the packet in hand is beyond missing bytes
    StreamOffset m_told{0};        //!< last alloc that the peer was told
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_RECEIVER_H
