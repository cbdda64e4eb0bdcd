// SPDX-License-Identifier: GPL-2.0-only
#include "video-sink.h"

#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <iterator>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnVideoSink");
NS_OBJECT_ENSURE_REGISTERED(VideoSink);

TypeId
VideoSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::VideoSink")
                            .SetParent<SocketSink>()
                            .SetGroupName("Hsn")
                            .AddConstructor<VideoSink>()
                            .AddAttribute("MaxGap",
                                          "Pictures that may be missing in a row; parts of later "
                                          "ones are dropped",
                                          UintegerValue(100000),
                                          MakeUintegerAccessor(&VideoSink::m_maxGap),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddTraceSource("Rx",
                                            "A part of a picture, behind its header, has arrived",
                                            MakeTraceSourceAccessor(&VideoSink::m_rxTrace),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

VideoSink::VideoSink() = default;

const VideoSink::Counters&
VideoSink::GetCounters() const
{
    return m_counters;
}

std::vector<VideoSink::Picture>
VideoSink::GetPictures() const
{
    std::vector<Picture> pictures;
    for (const auto& known : m_pictures)
    {
        while (pictures.size() < known.first)
        {
            Picture lost;
            lost.frame.number = pictures.size();
            lost.frame.type = VIDEO_B;
            lost.loss.data = lost.loss.lostData = 1;
            pictures.push_back(lost);
        }
        pictures.push_back(known.second);
    }
    return pictures;
}

double
VideoSink::GetDecodable(double tolerance) const
{
    PictureQuality quality(tolerance);
    double decodable = 0;
    const auto pictures = GetPictures();
    for (const auto& picture : pictures)
    {
        quality.Add(picture.frame, picture.loss);
        decodable += quality.IsDecodable(picture.frame.number) ? 1 : 0;
    }
    return pictures.empty() ? 0 : decodable / static_cast<double>(pictures.size());
}

void
VideoSink::TakeMessage(Ptr<Packet> message, const Address&)
{
    VideoHeader header;
    if (message->RemoveHeader(header) == 0 || message->GetSize() != header.length)
    {
        ++m_counters.malformed;
        return;
    }
    m_rxTrace(message);
    Take(header);
}

bool
VideoSink::TakeStream(Ptr<Packet> pending, const Address&)
{
    while (pending->GetSize() >= VideoHeader::SIZE)
    {
        VideoHeader header;
        if (pending->PeekHeader(header) == 0)
        {
            ++m_counters.malformed;
            NS_LOG_WARN("a stream is out of step");
            return false;
        }
        const uint32_t size = VideoHeader::SIZE + header.length;
        if (pending->GetSize() < size)
        {
            return true;
        }
        m_rxTrace(pending->CreateFragment(VideoHeader::SIZE, header.length));
        pending->RemoveAtStart(size);
        Take(header);
    }
    return true;
}

void
VideoSink::Take(const VideoHeader& header)
{
    const uint32_t next = m_pictures.empty() ? 0 : m_pictures.rbegin()->first + 1;
    if (header.number >= next && header.number - next > m_maxGap)
    {
        ++m_counters.malformed;
        return;
    }
    const auto known = m_pictures.find(header.number);
    if (known != m_pictures.end())
    {
        const auto& frame = known->second.frame;
        const bool isSame = frame.type == header.type &&
                            frame.data + frame.system == static_cast<double>(header.size) &&
                            frame.system == static_cast<double>(header.system);
        if (!isSame)
        {
            ++m_counters.malformed; // says other things of the same picture
            return;
        }
    }
    auto& picture = m_pictures[header.number];
    if (!picture.isKnown)
    {
        const auto find = [](uint32_t number) {
            return number == VideoHeader::NONE ? VideoFrame::NONE : static_cast<int64_t>(number);
        };
        picture.isKnown = true;
        picture.frame.number = header.number;
        picture.frame.type = static_cast<VideoFrameType>(header.type);
        picture.frame.before = find(header.before);
        picture.frame.after = find(header.after);
        picture.frame.system = picture.loss.system = picture.loss.lostSystem = header.system;
        picture.frame.data = picture.loss.data = picture.loss.lostData =
            header.size - header.system;
    }
    // octets that came before; parts are never cut in another way by a VideoSource
    auto& parts = m_parts[header.number];
    const auto behind = parts.lower_bound(header.offset);
    const bool overlapsNext =
        behind != parts.end() && behind->first < header.offset + header.length;
    const bool overlapsLast = behind != parts.begin() &&
                              std::prev(behind)->first + std::prev(behind)->second > header.offset;
    if (overlapsNext || overlapsLast)
    {
        ++m_counters.twice;
        return;
    }
    parts[header.offset] = header.length;
    ++m_counters.parts;
    m_counters.octets[header.cls] += header.length;
    (header.cls == 0 ? picture.loss.lostSystem : picture.loss.lostData) -= header.length;
}
} // namespace hsn
} // namespace ns3
