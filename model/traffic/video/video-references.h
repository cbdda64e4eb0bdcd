// SPDX-License-Identifier: GPL-2.0-only
#ifndef VIDEO_REFERENCES_H
#define VIDEO_REFERENCES_H

#include "gop-model.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Which pictures those of a video in coded order are predicted from (ISO/IEC
 * 13818-2, 6.1.1.5): a P picture from the latest anchor, a B picture from the latest two, which it
 * lies between.
 */
class VideoReferences
{
  public:
    /// @param frame the next one: number and type are read, before and after are set
    void Link(VideoFrame& frame)
    {
        frame.before = VideoFrame::NONE;
        frame.after = VideoFrame::NONE;
        if (frame.type == VIDEO_B)
        {
            frame.before = m_earlier;
            frame.after = m_anchor;
            return;
        }
        if (frame.type == VIDEO_P)
        {
            frame.before = m_anchor;
        }
        m_earlier = m_anchor;
        m_anchor = static_cast<int64_t>(frame.number);
    }

  private:
    int64_t m_anchor{VideoFrame::NONE};  //!< the latest one
    int64_t m_earlier{VideoFrame::NONE}; //!< the one before
};
} // namespace hsn
} // namespace ns3

#endif // VIDEO_REFERENCES_H
