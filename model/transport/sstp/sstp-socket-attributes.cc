// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-socket-factory.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/network-order.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SstpProtocol);
NS_OBJECT_ENSURE_REGISTERED(SstpSocket);
NS_OBJECT_ENSURE_REGISTERED(SstpSocketFactory);

void
SstpProtocol::ReadReportedPorts(const uint8_t payload[8], PacketArrival& arrival) const
{
    TransportProtocol::ReadReportedPorts(payload, arrival);
    if (ReadNetwork16(payload + 4) >= SSTP_PACK)
    {
        std::swap(arrival.localPort, arrival.peerPort); // the CID names the sender of data first
    }
}

TypeId
SstpSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::SstpSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<SstpSocket>()
            .AddAttribute("PacketSize",
                          "Bytes of data in a packet (l).",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&SstpSocket::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1, 65000))
            .AddAttribute("PacketsPerSegment",
                          "Packets of a full segment (s).",
                          UintegerValue(256),
                          MakeUintegerAccessor(&SstpSocket::m_packets),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("DataRate",
                          "Rate (A) at which data is sent, headers not counted.",
                          DataRateValue(DataRate("500Mb/s")),
                          MakeDataRateAccessor(&SstpSocket::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("WindowSegments",
                          "Segments that the receiver can hold (Wnd).",
                          UintegerValue(40),
                          MakeUintegerAccessor(&SstpSocket::m_window),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("ErrorWindow",
                          "Packets in which losses are counted (W); 0: the segment.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SstpSocket::m_errorWindow),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("MaxLoss",
                          "Packets of an error window that may be lost (E).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SstpSocket::m_maxLoss),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("MaxBurst",
                          "Packets in a row that may be lost (B).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SstpSocket::m_maxBurst),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("ToleranceAccounting",
                          "Whether losses that were tolerated still count when a segment is "
                          "checked again.",
                          EnumValue(SSTP_STRICT),
                          MakeHsnEnumAccessor(&SstpSocket::m_accounting),
                          MakeEnumChecker(SSTP_STRICT, "Strict", SSTP_LITERAL, "Literal"))
            .AddAttribute(
                "BurstRequest",
                "What is requested of a burst of losses that is not tolerated.",
                EnumValue(SSTP_FROM_VIOLATION),
                MakeHsnEnumAccessor(&SstpSocket::m_burstRequest),
                MakeEnumChecker(SSTP_FROM_VIOLATION, "FromViolation", SSTP_WHOLE_BURST, "Whole"))
            .AddAttribute("ResequencingDistance",
                          "Shipments by which the network may reorder PDUs (m).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SstpSocket::m_distance),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("Rtd",
                          "Round-trip delay (RTD); a request is ignored if it comes earlier.",
                          TimeValue(MilliSeconds(60)),
                          MakeTimeAccessor(&SstpSocket::m_rtd),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MeasureRtd",
                          "The end that connects takes the time of its handshake for RTD.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SstpSocket::m_measureRtd),
                          MakeBooleanChecker())
            .AddAttribute("LossTimer",
                          "Silence after which losses are looked for; 0: four segment times.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&SstpSocket::m_lossTimer),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SnakPeriod",
                          "Time between repetitions of a request; 0: RTD / 4.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&SstpSocket::m_snakPeriod),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RepeatSnak",
                          "Requests are repeated.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SstpSocket::m_repeatSnak),
                          MakeBooleanChecker())
            .AddAttribute("KeepAliveInterval",
                          "Time between keep-alives while something is unacknowledged and nothing "
                          "can be sent; 0: RTD / 4, at least 1 ms.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&SstpSocket::m_keepAlive),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("IdealControl",
                          "Control PDUs do not go through the network: they come RTD + 3 t_p after "
                          "what they answer, and none is lost. At both ends or none.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SstpSocket::m_idealControl),
                          MakeBooleanChecker())
            .AddAttribute("KeepAliveTime",
                          "Silence after which the peer is asked whether it is there, as long as "
                          "its stream has not ended; 0: never.",
                          TimeValue(Seconds(300)),
                          MakeTimeAccessor(&SstpSocket::m_keepAliveTime),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("SegmentStarted",
                            "The first packet of a segment is sent.",
                            MakeTraceSourceAccessor(&SstpSocket::m_startedTrace),
                            "ns3::hsn::SstpSocket::SegmentTracedCallback")
            .AddTraceSource("SegmentAccepted",
                            "A segment is accepted, maybe out of order.",
                            MakeTraceSourceAccessor(&SstpSocket::m_acceptedTrace),
                            "ns3::hsn::SstpSocket::AcceptedTracedCallback")
            .AddTraceSource("SnakSent",
                            "Packets of a segment are requested.",
                            MakeTraceSourceAccessor(&SstpSocket::m_snakTrace),
                            "ns3::hsn::SstpSocket::SegmentTracedCallback")
            .AddTraceSource("SnakIgnored",
                            "A request of the peer is ignored.",
                            MakeTraceSourceAccessor(&SstpSocket::m_ignoredTrace),
                            "ns3::hsn::SstpSocket::IgnoredTracedCallback")
            .AddTraceSource("GapDetected",
                            "Shipments are missing.",
                            MakeTraceSourceAccessor(&SstpSocket::m_gapTrace),
                            "ns3::hsn::SstpSocket::GapTracedCallback")
            .AddTraceSource("WindowLimit",
                            "The peer's window limit has changed.",
                            MakeTraceSourceAccessor(&SstpSocket::m_limitTrace),
                            "ns3::hsn::SstpSocket::LimitTracedCallback")
            .AddTraceSource("LossTimerExpired",
                            "Nothing arrived for the time of the loss timer.",
                            MakeTraceSourceAccessor(&SstpSocket::m_lossTimerTrace),
                            "ns3::hsn::SstpSocket::LossTimerTracedCallback")));
    static TypeId complete =
        AddLingering(tid,
                     "Silence of the peer, while something is expected from it, after which "
                     "the connection ends with an error.",
                     "Time for which a socket answers late PDUs after both ends are done.",
                     Seconds(5));
    return complete;
}
} // namespace hsn
} // namespace ns3
