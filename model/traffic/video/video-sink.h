// SPDX-License-Identifier: GPL-2.0-only
#ifndef VIDEO_SINK_H
#define VIDEO_SINK_H

#include "gop-model.h"
#include "picture-quality.h"
#include "video-header.h"

#include "ns3/socket-sink.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Receives the video of one VideoSource over any kind of socket, and tells what became of
 * its pictures.
 *
 * Pictures of which nothing arrived are known by the gap in numbers, and are not decodable. Parts
 * may come in any order. What is no VideoHeader with its octets is counted and dropped; a stream is
 * out of step then, and its connection is closed. So are parts of pictures more than MaxGap behind
 * the last one: numbers that forged parts make up are not to fill the memory.
 */
class VideoSink : public SocketSink
{
  public:
    /// What became of a picture.
    struct Picture
    {
        VideoFrame frame;          //!< sizes in octets; type and references
        PictureQuality::Loss loss; //!< in octets
        bool isKnown{false};       //!< a part of it has arrived
    };

    /// What was received.
    struct Counters
    {
        uint64_t parts{0};                  //!< good ones
        uint64_t malformed{0};              //!< without right header: messages, streams
        uint64_t twice{0};                  //!< parts that came again
        std::array<uint64_t, 4> octets{{}}; //!< of parts, by class
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    VideoSink();

    /// @return the counters
    const Counters& GetCounters() const;

    /// @return all pictures up to the last one of which a part arrived, in coded order
    std::vector<Picture> GetPictures() const;

    /// @param tolerance greatest own loss of a decodable picture, 0 to 1 @return share of pictures
    /// that are decodable; 0 if none has arrived
    double GetDecodable(double tolerance = 0) const;

  protected:
    void TakeMessage(Ptr<Packet> message, const Address& from) override;
    bool TakeStream(Ptr<Packet> pending, const Address& from) override;

  private:
    /// @param header of a part that has arrived
    void Take(const VideoHeader& header);

    uint32_t m_maxGap{0};                   //!< MaxGap
    std::map<uint32_t, Picture> m_pictures; //!< of which parts have arrived, by number
    std::map<uint32_t, std::map<uint32_t, uint32_t>> m_parts; //!< by picture: offset, length
    Counters m_counters;                                      //!< see GetCounters
    TracedCallback<Ptr<const Packet>> m_rxTrace;              //!< Rx
};
} // namespace hsn
} // namespace ns3

#endif // VIDEO_SINK_H
