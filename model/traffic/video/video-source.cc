// SPDX-License-Identifier: GPL-2.0-only
#include "video-source.h"

#include "video-trace.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnVideoSource");
NS_OBJECT_ENSURE_REGISTERED(VideoSource);

TypeId
VideoSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::VideoSource")
            .SetParent<SocketSource>()
            .SetGroupName("Hsn")
            .AddConstructor<VideoSource>()
            .AddAttribute("Model",
                          "Draws the pictures, unless there is a trace; its MeanSize is set at the "
                          "start",
                          PointerValue(),
                          MakePointerAccessor(&VideoSource::m_model),
                          MakePointerChecker<GopModel>())
            .AddAttribute("MeanRate",
                          "Mean rate of drawn pictures without headers of parts, bit/s",
                          DoubleValue(1.5e6),
                          MakeDoubleAccessor(&VideoSource::m_rate),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("FrameRate",
                          "Pictures/s",
                          DoubleValue(25),
                          MakeDoubleAccessor(&VideoSource::m_frameRate),
                          MakeDoubleChecker<double>(0.1, 1000))
            .AddAttribute("TraceFile",
                          "Trace with the sizes of pictures; empty: they are drawn",
                          StringValue(""),
                          MakeStringAccessor(&VideoSource::m_traceFile),
                          MakeStringChecker())
            .AddAttribute("TracePattern",
                          "Types of pictures, if the trace has sizes only",
                          StringValue(""),
                          MakeStringAccessor(&VideoSource::m_pattern),
                          MakeStringChecker())
            .AddAttribute("TraceBits",
                          "Whether sizes of the trace are bits, not octets",
                          BooleanValue(false),
                          MakeBooleanAccessor(&VideoSource::m_isBits),
                          MakeBooleanChecker())
            .AddAttribute("TraceRepeat",
                          "Whether the trace is sent over and over",
                          BooleanValue(false),
                          MakeBooleanAccessor(&VideoSource::m_repeats),
                          MakeBooleanChecker())
            .AddAttribute("PartSize",
                          "Octets of a part of a picture without its header, at most",
                          UintegerValue(1400),
                          MakeUintegerAccessor(&VideoSource::m_partSize),
                          MakeUintegerChecker<uint32_t>(1, 65000))
            .AddAttribute("MaxPictures",
                          "Pictures that are sent; 0: no limit",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VideoSource::m_maxPictures),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxWaiting",
                          "Pictures that wait for a stream before others are left out",
                          UintegerValue(25),
                          MakeUintegerAccessor(&VideoSource::m_maxWaiting),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Tos",
                          "Whether classes have types of service of their own, see the class",
                          BooleanValue(true),
                          MakeBooleanAccessor(&VideoSource::m_usesTos),
                          MakeBooleanChecker())
            .AddAttribute("Format",
                          "What is sent, see the class",
                          EnumValue(PARTS),
                          MakeHsnEnumAccessor(&VideoSource::m_format),
                          MakeEnumChecker(PARTS, "Parts", TRANSPORT, "Transport"))
            .AddAttribute("MessagePackets",
                          "Packets of the transport stream in a message, at most: 7 fill a "
                          "datagram on Ethernet, 2 a PDU of eight cells",
                          UintegerValue(7),
                          MakeUintegerAccessor(&VideoSource::m_messagePackets),
                          MakeUintegerChecker<uint32_t>(1, 348))
            .AddTraceSource("Picture",
                            "A picture is due",
                            MakeTraceSourceAccessor(&VideoSource::m_pictureTrace),
                            "ns3::hsn::VideoSource::PictureTracedCallback")
            .AddTraceSource("Tx",
                            "A part with its header, or packets, are given to the socket",
                            MakeTraceSourceAccessor(&VideoSource::m_txTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

VideoSource::VideoSource()
    : m_model(CreateObject<GopModel>())
{
}

Ptr<GopModel>
VideoSource::GetModel() const
{
    return m_model;
}

const VideoSource::Counters&
VideoSource::GetCounters() const
{
    return m_counters;
}

int64_t
VideoSource::AssignStreams(int64_t stream)
{
    return m_model->AssignStreams(stream);
}

void
VideoSource::DoDispose()
{
    m_model = nullptr;
    m_waiting.clear();
    SocketSource::DoDispose();
}

void
VideoSource::ReadTrace()
{
    std::ifstream in(m_traceFile);
    NS_ABORT_MSG_UNLESS(in, "TraceFile of a VideoSource, " << m_traceFile << ": cannot be read");
    VideoTraceFormat format;
    format.pattern = m_pattern;
    format.isBits = m_isBits;
    const std::string wrong = ReadVideoTrace(in, format, m_trace);
    NS_ABORT_MSG_UNLESS(wrong.empty(),
                        "TraceFile of a VideoSource, " << m_traceFile << ": " << wrong);
    uint32_t distance = 1;
    for (const auto& frame : m_trace)
    {
        distance = frame.type == VIDEO_B ? distance + 1 : 1;
        m_distance = std::max(m_distance, distance);
    }
}

void
VideoSource::StartApplication()
{
    if (!m_traceFile.empty() && m_trace.empty())
    {
        ReadTrace();
    }
    if (m_traceFile.empty() && m_counters.pictures == 0)
    {
        m_model->SetAttribute("MeanSize", DoubleValue(m_rate / 8 / m_frameRate));
    }
    if (m_format == TRANSPORT && !m_writer)
    {
        NS_ABORT_MSG_UNLESS(m_frameRate == std::floor(m_frameRate),
                            "FrameRate of a VideoSource with Format=Transport, "
                                << m_frameRate << ": 24, 25, 30, 50 or 60");
        m_writer = std::make_unique<MpegEsWriter>(352, 288, static_cast<uint32_t>(m_frameRate));
    }
    SocketSource::StartApplication();
}

void
VideoSource::StopApplication()
{
    m_next.Cancel();
    for (auto& part : m_parts)
    {
        part.Cancel();
    }
    SocketSource::StopApplication();
}

void
VideoSource::Begin()
{
    BeginPicture();
}

void
VideoSource::Continue()
{
    Push();
}

bool
VideoSource::FindNext(VideoFrame& frame)
{
    if (m_maxPictures > 0 && m_counters.pictures == m_maxPictures)
    {
        return false;
    }
    if (m_trace.empty())
    {
        frame = m_model->Next();
        return true;
    }
    if (m_place == m_trace.size())
    {
        if (!m_repeats)
        {
            return false;
        }
        m_place = 0;
        ++m_round;
    }
    frame = m_trace[m_place++];
    const auto shift = static_cast<int64_t>(m_round * m_trace.size());
    frame.number += static_cast<uint64_t>(shift);
    frame.before += frame.before == VideoFrame::NONE ? 0 : shift;
    frame.after += frame.after == VideoFrame::NONE ? 0 : shift;
    return true;
}

void
VideoSource::BeginPicture()
{
    VideoFrame frame;
    if (!FindNext(frame))
    {
        m_isAtEnd = true;
        if (IsStream())
        {
            Push(); // and closes the connection
        }
        return;
    }
    ++m_counters.pictures;
    m_pictureTrace(frame);
    const Time period = Seconds(1 / m_frameRate);
    const auto parts = m_format == TRANSPORT ? MakePackets(frame) : MakeParts(frame);
    m_parts.clear();
    if (IsStream())
    {
        if (m_waitingParts.size() >= m_maxWaiting)
        {
            ++m_counters.leftOut;
        }
        else
        {
            m_waiting.insert(m_waiting.end(), parts.begin(), parts.end());
            m_waitingParts.push_back(parts.size());
            Push();
        }
    }
    else
    {
        for (std::size_t k = 0; k < parts.size(); ++k)
        {
            const double share = static_cast<double>(k) / static_cast<double>(parts.size());
            m_parts.push_back(Simulator::Schedule(Seconds(share / m_frameRate),
                                                  &VideoSource::SendPart,
                                                  this,
                                                  parts[k]));
        }
    }
    m_next = Simulator::Schedule(period, &VideoSource::BeginPicture, this);
}

std::vector<VideoSource::Part>
VideoSource::MakeParts(const VideoFrame& frame) const
{
    VideoHeader header;
    header.type = static_cast<uint8_t>(frame.type);
    header.number = static_cast<uint32_t>(frame.number);
    header.system = static_cast<uint32_t>(std::llround(frame.system));
    header.size = header.system + std::max(1u, static_cast<uint32_t>(std::llround(frame.data)));
    const auto number = [](int64_t reference) {
        return reference < 0 ? VideoHeader::NONE : static_cast<uint32_t>(reference);
    };
    header.before = number(frame.before);
    header.after = number(frame.after);
    std::vector<Part> parts;
    for (uint32_t at = 0; at < header.size; at += header.length)
    {
        const bool isSystem = at < header.system;
        header.cls = isSystem ? 0 : header.type;
        header.offset = at;
        header.length = static_cast<uint16_t>(
            std::min(m_partSize, (isSystem ? header.system : header.size) - at));
        Part part;
        part.packet = Create<Packet>(header.length);
        part.packet->AddHeader(header);
        part.cls = header.cls;
        part.octets = header.length;
        parts.push_back(part);
    }
    return parts;
}

std::vector<VideoSource::Part>
VideoSource::MakePackets(const VideoFrame& frame)
{
    const uint32_t distance = m_trace.empty() ? m_model->GetAnchorDistance() : m_distance;
    std::vector<uint8_t> picture;
    m_writer->Write(frame, distance, picture);
    std::vector<uint8_t> octets;
    const bool isEntry = frame.type == VIDEO_I;
    if (isEntry)
    {
        m_packets.WriteTables(octets);
    }
    m_packets.Write(picture.data(),
                    picture.size(),
                    FindMpegTsTimes(frame, distance, m_frameRate),
                    isEntry,
                    octets);
    std::vector<Part> parts;
    const std::size_t most = std::size_t{m_messagePackets} * MpegTs::PACKET;
    for (std::size_t at = 0; at < octets.size();)
    {
        // the first packet of a picture, and the tables in front of it, are a message of headers
        const std::size_t headers = (isEntry ? 3 : 1) * std::size_t{MpegTs::PACKET};
        const bool isHeader = at < headers;
        const std::size_t end = isHeader ? headers : octets.size();
        Part part;
        part.octets = static_cast<uint32_t>(std::min(most, end - at));
        part.packet = Create<Packet>(&octets[at], part.octets);
        part.cls = isHeader ? 0 : static_cast<uint8_t>(frame.type);
        parts.push_back(part);
        at += part.octets;
    }
    return parts;
}

void
VideoSource::Count(const Part& part)
{
    ++m_counters.parts;
    m_counters.octets[part.cls] += part.octets;
}

void
VideoSource::SendPart(const Part& part)
{
    if (m_usesTos)
    {
        const auto tos = static_cast<uint8_t>((6 - 2 * part.cls) << 5);
        if (Inet6SocketAddress::IsMatchingType(m_remote))
        {
            m_socket->SetIpv6Tclass(tos);
        }
        else
        {
            m_socket->SetIpTos(tos);
        }
    }
    m_txTrace(part.packet);
    if (m_socket->Send(part.packet->Copy()) < 0)
    {
        ++m_counters.refused;
        return;
    }
    Count(part);
}

void
VideoSource::Push()
{
    while (!m_waiting.empty())
    {
        const auto part = m_waiting.front();
        const uint32_t left = part.packet->GetSize() - m_taken;
        const uint32_t size = std::min(left, m_socket->GetTxAvailable());
        const int taken =
            size == 0 ? -1 : m_socket->Send(part.packet->CreateFragment(m_taken, size), 0);
        if (taken < 0)
        {
            return; // Room() continues
        }
        m_taken += static_cast<uint32_t>(taken);
        if (m_taken < part.packet->GetSize())
        {
            continue;
        }
        m_taken = 0;
        m_txTrace(part.packet);
        Count(part);
        m_waiting.pop_front();
        if (--m_waitingParts.front() == 0)
        {
            m_waitingParts.pop_front();
        }
    }
    if (m_isAtEnd && IsConnected())
    {
        End();
    }
}
} // namespace hsn
} // namespace ns3
