// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_SEND_BUFFER_H
#define HSN_XTP_SEND_BUFFER_H

#include "xtp-header.h"

#include "ns3/byte-range-set.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief How an XTP sender repairs losses. */
enum XtpErrorControl
{
    XTP_GO_BACK_N,       //!< sends everything again from the first byte that is missing
    XTP_SELECTIVE,       //!< sends what is missing
    XTP_NO_ERROR_CONTROL //!< sends nothing again (option NOERR)
};

/** @brief User data of a packet, kept until it is acknowledged. */
struct XtpFrame
{
    StreamOffset begin{0}; //!< first byte
    Ptr<Packet> data;      //!< its bytes
    uint32_t options{0};   //!< of the data: EOM, BTAG
    uint64_t tag{0};       //!< with BTAG
    uint32_t sync{0};      //!< when it was sent last
    bool resent{false};    //!< it was sent more than once
    bool queued{false};    //!< it is to be sent again

    /** @return the byte after the last one */
    StreamOffset GetEnd() const
    {
        return begin + data->GetSize();
    }
};

/**
 * @brief The output buffer of an XTP sender: frames that were sent and are not acknowledged, and
 * which of them to send again.
 *
 * Frames follow each other without gaps. Acknowledging and finding one is logarithmic at most; a
 * report costs as much as the frames that it says are missing.
 */
class XtpSendBuffer
{
  public:
    /** @param mode how losses are repaired @param suppressRepeats whether a frame is sent again
     * only if the report is about a later request than the one that it was last sent with */
    void Configure(XtpErrorControl mode, bool suppressRepeats);

    /** @return first byte that is not acknowledged */
    StreamOffset GetUna() const
    {
        return m_una;
    }

    /** @return the byte after the last one that was ever sent */
    StreamOffset GetMax() const
    {
        return m_max;
    }

    /** @return bytes that may have to be sent again */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_max - m_una);
    }

    /** @brief Adds a frame of new data. @param frame its begin is set; without error control, it is
     * not kept @return where it is until the next call, if it is kept; else frame */
    XtpFrame& Append(XtpFrame& frame);

    /** @return whether something is to be sent again */
    bool HasResend() const
    {
        return m_mode == XTP_GO_BACK_N ? m_next < m_base + m_frames.size() : !m_resend.empty();
    }

    /** @return the first frame that is not acknowledged; null if there is none */
    XtpFrame* GetFirst()
    {
        return m_frames.empty() ? nullptr : &m_frames.front();
    }

    /** @return the frame to be sent again first; there must be one */
    const XtpFrame& PeekResend() const;

    /** @brief Takes the frame to be sent again first. @return the frame; valid until the next call
     */
    XtpFrame& TakeResend();

    /**
     * @brief Divides the first frame if it is the one to be sent again first: a peer whose whole
     * buffer is smaller than the frame could never take it.
     * @param at first byte of the second part
     * @return whether it was divided, so that it ends at that byte now
     */
    bool SplitFirst(StreamOffset at);

    /** @brief Drops what was received. @param rseq first missing byte, not beyond GetMax()
     * @return bytes that are newly acknowledged */
    uint32_t Acknowledge(StreamOffset rseq);

    /**
     * @brief Has what is missing sent again.
     *
     * Missing is what lies before the last span and in none; and, of what lies beyond it, what was
     * sent before the request that the report answers.
     *
     * @param spans received beyond GetUna(), in order
     * @param gap whether the receiver says that something is missing
     * @param echo the request that the report answers
     * @param sync number of the last request
     */
    void Report(const std::vector<XtpSpan>& spans, bool gap, uint32_t echo, uint32_t sync);

    /** @brief Has everything sent again that was not received: the end of a synchronizing
     * handshake. @param spans received beyond GetUna(), in order @param sync number of the last
     * request */
    void Resynchronize(const std::vector<XtpSpan>& spans, uint32_t sync);

    /** @brief Removes everything. */
    void Clear();

  private:
    /** @param offset of a byte in the buffer, or GetMax() @return place of its frame */
    std::size_t FindPlace(StreamOffset offset) const;
    /** @brief Queues the frames of [left, right). @param left first byte @param right end @param
     * force also those that were sent again already @param echo the request that is answered */
    void Queue(StreamOffset left, StreamOffset right, bool force, uint32_t echo);
    /** @brief Goes back to the first frame. @param sync number of the last request */
    void Rewind(uint32_t sync);

    /// Number of the first frame; dividing frames gives lower ones.
    static constexpr uint64_t FIRST_NUMBER = uint64_t{1} << 32;

    XtpErrorControl m_mode{XTP_SELECTIVE}; //!< how losses are repaired
    bool m_suppress{true};                 //!< no repeats
    std::deque<XtpFrame> m_frames;         //!< in order
    uint64_t m_base{FIRST_NUMBER};         //!< number of the first one of them
    uint64_t m_next{FIRST_NUMBER};         //!< go-back-N: number of the next one to be sent
    std::set<uint64_t> m_resend;           //!< selective: numbers of those to be sent again
    StreamOffset m_una{0};                 //!< first byte that is not acknowledged
    StreamOffset m_max{0};                 //!< the byte after the last one
    bool m_rewound{false};                 //!< went back at least once
    uint32_t m_rewindSync{0};              //!< number of the last request then
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_SEND_BUFFER_H
