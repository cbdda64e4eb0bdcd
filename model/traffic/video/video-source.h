// SPDX-License-Identifier: GPL-2.0-only
#ifndef VIDEO_SOURCE_H
#define VIDEO_SOURCE_H

#include "gop-model.h"
#include "mpeg-es-writer.h"
#include "mpeg-ts-writer.h"
#include "video-header.h"

#include "ns3/event-id.h"
#include "ns3/packet.h"
#include "ns3/socket-source.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Sends a variable bit rate video over any kind of socket, to a VideoSink.
 *
 * Pictures are drawn by a GopModel, or have the sizes of a trace (attribute TraceFile, in a format
 * of VideoTraceFormat; it is sent once, or over and over). Every picture is sent as parts of at
 * most PartSize octets with a VideoHeader in front, of one class each: headers of the video first,
 * then picture data. On sockets for messages the parts of a picture are spread evenly over its
 * time, and what the socket refuses is lost. On a stream, parts wait until the socket has room;
 * once MaxWaiting pictures wait, whole pictures are left out.
 *
 * With Format=Transport pictures are sent as packets of the MPEG transport stream instead, without
 * VideoHeaders, for an MpegTsSink: MessagePackets in each message, of one picture. Tables, and the
 * packet in which a picture begins, are headers. Pictures are those of MpegEsWriter, 352 x 288
 * pixels, and so are FrameRate and the least size of a picture.
 *
 * With Tos each class has its own type of service: precedence 6, 4, 2 and 0 for headers, I, P and
 * B, as TosExClpClassifier reads it. Not for streams, whose packets have no class.
 */
class VideoSource : public SocketSource
{
  public:
    /// What is sent.
    enum Format
    {
        PARTS,    //!< with a VideoHeader each
        TRANSPORT //!< packets of the transport stream
    };

    /// What was sent.
    struct Counters
    {
        uint64_t pictures{0};               //!< begun
        uint64_t parts{0};                  //!< accepted by the socket
        uint64_t refused{0};                //!< parts
        uint64_t leftOut{0};                //!< pictures
        std::array<uint64_t, 4> octets{{}}; //!< of parts that were accepted, by class
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    VideoSource();

    /// @return the model of pictures; its MeanSize is set from MeanRate at the start
    Ptr<GopModel> GetModel() const;

    /// @return the counters
    const Counters& GetCounters() const;

    /// @param stream first stream of its random variables @return streams used
    int64_t AssignStreams(int64_t stream);

    /**
     * @brief Trace of pictures.
     * @param [in] frame sizes in octets
     */
    typedef void (*PictureTracedCallback)(const VideoFrame& frame);

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    void Begin() override;
    void Continue() override;

  private:
    /// What a message carries.
    struct Part
    {
        Ptr<Packet> packet; //!< octets, VideoHeader included
        uint8_t cls{0};     //!< its class
        uint32_t octets{0}; //!< of the picture
    };

    /// Reads TraceFile; ends the program if it cannot be read.
    void ReadTrace();
    /// @param frame gets the next picture @return whether there is one
    bool FindNext(VideoFrame& frame);
    /// A picture is due.
    void BeginPicture();
    /// @param frame a picture @return its parts
    std::vector<Part> MakeParts(const VideoFrame& frame) const;
    /// @param frame a picture @return its packets of the transport stream
    std::vector<Part> MakePackets(const VideoFrame& frame);
    /// @param part sent as a message, or lost
    void SendPart(const Part& part);
    /// Gives a stream what it takes.
    void Push();
    /// @param part was accepted
    void Count(const Part& part);

    Ptr<GopModel> m_model;                  //!< of pictures
    std::string m_traceFile;                //!< or empty
    std::string m_pattern;                  //!< of the trace
    bool m_isBits{false};                   //!< sizes of the trace
    bool m_repeats{false};                  //!< the trace
    double m_rate{0};                       //!< mean, bit/s
    double m_frameRate{25};                 //!< pictures/s
    uint32_t m_partSize{0};                 //!< octets, without header
    uint32_t m_maxPictures{0};              //!< 0: no limit
    uint32_t m_maxWaiting{0};               //!< pictures
    bool m_usesTos{false};                  //!< attribute Tos
    Format m_format{PARTS};                 //!< see Format
    uint32_t m_messagePackets{0};           //!< of a message, with TRANSPORT
    std::unique_ptr<MpegEsWriter> m_writer; //!< with TRANSPORT
    MpegTsWriter m_packets;                 //!< with TRANSPORT
    std::vector<VideoFrame> m_trace;        //!< its pictures
    uint32_t m_distance{1};                 //!< one more than its B pictures in a row, at most
    uint64_t m_round{0};                    //!< times that the trace was sent
    std::size_t m_place{0};                 //!< in the trace
    bool m_isAtEnd{false};                  //!< there are no more pictures
    std::deque<Part> m_waiting;             //!< parts that a stream has not taken
    std::deque<std::size_t> m_waitingParts; //!< parts left of the pictures that wait
    uint32_t m_taken{0};                    //!< octets of the first part that it has taken
    EventId m_next;                         //!< next picture
    std::vector<EventId> m_parts;           //!< of this one
    Counters m_counters;                    //!< see GetCounters
    TracedCallback<const VideoFrame&> m_pictureTrace; //!< Picture
    TracedCallback<Ptr<const Packet>> m_txTrace;      //!< Tx
};
} // namespace hsn
} // namespace ns3

#endif // VIDEO_SOURCE_H
