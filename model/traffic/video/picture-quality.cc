// SPDX-License-Identifier: GPL-2.0-only
#include "picture-quality.h"

#include "ns3/abort.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
double
PictureQuality::Loss::GetShare() const
{
    const double dataKept = data > 0 ? 1 - lostData / data : 1;
    const double systemKept = system > 0 ? 1 - lostSystem / system : 1;
    return 1 - dataKept * systemKept;
}

PictureQuality::PictureQuality(double tolerance)
    : m_tolerance(tolerance)
{
    NS_ABORT_MSG_UNLESS(tolerance >= 0 && tolerance <= 1,
                        "tolerance of a PictureQuality is " << tolerance << ": 0 to 1");
}

PictureQuality::Picture
PictureQuality::Find(int64_t number) const
{
    return number == VideoFrame::NONE ? Picture{true, 0}
                                      : m_pictures.at(static_cast<std::size_t>(number));
}

void
PictureQuality::Add(const VideoFrame& frame, const Loss& loss)
{
    NS_ABORT_MSG_UNLESS(frame.number == m_pictures.size(),
                        "picture " << frame.number << " is added to a PictureQuality after "
                                   << m_pictures.size() << " others: in coded order");
    const Picture before = Find(frame.before);
    const Picture after = Find(frame.after);
    const double share = loss.GetShare();
    double error = 0; // of what it is predicted from
    if (frame.type == VIDEO_P)
    {
        error = before.error;
    }
    else if (frame.type == VIDEO_B)
    {
        error = (before.error + after.error) / 2;
    }
    m_pictures.push_back({share <= m_tolerance && before.isDecodable && after.isDecodable,
                          share * CONCEALED + (1 - share) * LEAK * error});
}

bool
PictureQuality::IsDecodable(uint64_t number) const
{
    return m_pictures.at(number).isDecodable;
}

double
PictureQuality::GetDistortion(uint64_t number) const
{
    return m_pictures.at(number).error;
}

double
PictureQuality::GetPsnr(uint64_t number) const
{
    return 10 * std::log10(255.0 * 255.0 / (CODING + GetDistortion(number)));
}
} // namespace hsn
} // namespace ns3
