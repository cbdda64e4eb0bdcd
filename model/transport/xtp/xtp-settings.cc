// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-settings.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Longest user data of a packet: with the header, AAL5 carries 65535 bytes.
constexpr uint32_t MAX_SEGMENT = 65535 - XtpHeader::SIZE;

/** @param tid gets the traces @return the same */
TypeId
AddTraces(TypeId tid)
{
    return tid
        .AddTraceSource("State",
                        "State of the context.",
                        MakeTraceSourceAccessor(&XtpSettings::state),
                        "ns3::hsn::XtpSettings::StateTracedCallback")
        .AddTraceSource("WTimerExpired",
                        "WTIMER expires.",
                        MakeTraceSourceAccessor(&XtpSettings::wtimerExpired),
                        "ns3::TracedCallback::Empty")
        .AddTraceSource("HandshakeStart",
                        "A synchronizing handshake begins.",
                        MakeTraceSourceAccessor(&XtpSettings::handshakeStart),
                        "ns3::TracedCallback::Empty")
        .AddTraceSource("HandshakeEnd",
                        "A synchronizing handshake ends: how long it took.",
                        MakeTraceSourceAccessor(&XtpSettings::handshakeEnd),
                        "ns3::hsn::XtpSettings::TimeTracedCallback")
        .AddTraceSource("Rtt",
                        "Last round-trip time: from a request to its answer.",
                        MakeTraceSourceAccessor(&XtpSettings::rtt),
                        "ns3::TracedValueCallback::Time")
        .AddTraceSource("WTimer",
                        "WTIMER: how long a request waits for its answer.",
                        MakeTraceSourceAccessor(&XtpSettings::wtimer),
                        "ns3::TracedValueCallback::Time")
        .AddTraceSource("BufferFull",
                        "Whether new data waits because the output buffer is full.",
                        MakeTraceSourceAccessor(&XtpSettings::bufferFull),
                        "ns3::TracedValueCallback::Bool");
}

/** @param tid gets the attributes of timers @return the same */
TypeId
AddTimers(TypeId tid)
{
    return tid
        .AddAttribute("InitialWTimer",
                      "WTIMER before a round-trip time was measured.",
                      TimeValue(MilliSeconds(150)),
                      MakeTimeAccessor(&XtpSettings::initialWtimer),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("TimerGranularity",
                      "Least difference between the mean round-trip time and WTIMER.",
                      TimeValue(MilliSeconds(1)),
                      MakeTimeAccessor(&XtpSettings::granularity),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("VarianceMultiplier",
                      "Mean deviations of the round-trip time that WTIMER adds to the mean.",
                      DoubleValue(4),
                      MakeDoubleAccessor(&XtpSettings::varianceMultiplier),
                      MakeDoubleChecker<double>(0))
        .AddAttribute("RetryCount",
                      "Repetitions of the request of a synchronizing handshake, or of FIRST, "
                      "without answer, after which the context is abandoned.",
                      UintegerValue(16),
                      MakeUintegerAccessor(&XtpSettings::retryCount),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("CTimeout",
                      "Time without answer after which the context is abandoned.",
                      TimeValue(Seconds(60)),
                      MakeTimeAccessor(&XtpSettings::ctimeout),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("CTimer",
                      "Idle time after which a synchronizing handshake tests the peer; 0: never.",
                      TimeValue(Seconds(30)),
                      MakeTimeAccessor(&XtpSettings::ctimer),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("Linger",
                      "Time for which an inactive context answers late packets.",
                      TimeValue(Seconds(5)),
                      MakeTimeAccessor(&XtpSettings::linger),
                      MakeTimeChecker(Time(0)));
}
} // namespace

TypeId
XtpSettings::AddAttributes(TypeId tid)
{
    tid.AddAttribute("SegmentSize",
                     "Bytes of user data in a packet, at most; less if the path's MTU is small.",
                     UintegerValue(9140),
                     MakeUintegerAccessor(&XtpSettings::segmentSize),
                     MakeUintegerChecker<uint32_t>(1, MAX_SEGMENT))
        .AddAttribute("ErrorControl",
                      "How losses are repaired. With GoBackN, the socket also drops what arrives "
                      "out of order, unless GbnKeepsOutOfOrder is set.",
                      EnumValue(XTP_SELECTIVE),
                      MakeHsnEnumAccessor(&XtpSettings::errorControl),
                      MakeEnumChecker(XTP_GO_BACK_N,
                                      "GoBackN",
                                      XTP_SELECTIVE,
                                      "Selective",
                                      XTP_NO_ERROR_CONTROL,
                                      "None"))
        .AddAttribute("GbnKeepsOutOfOrder",
                      "Whether a receiver with go-back-N keeps what arrives out of order.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&XtpSettings::keepsOutOfOrder),
                      MakeBooleanChecker())
        .AddAttribute("SuppressRepeatRetransmission",
                      "Whether data is sent again a second time only if the report that asks for "
                      "it answers a later request than the one sent with the data.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&XtpSettings::suppressRepeats),
                      MakeBooleanChecker())
        .AddAttribute("OutputBuffer",
                      "Bytes that may be unacknowledged; at least one packet's.",
                      UintegerValue(65536),
                      MakeUintegerAccessor(&XtpSettings::outputBuffer),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Rate",
                      "Rate of the sender, of what RateCounts says; 0: no rate control.",
                      DataRateValue(DataRate(0)),
                      MakeDataRateAccessor(&XtpSettings::rate),
                      MakeDataRateChecker())
        .AddAttribute("Burst",
                      "Bytes that may leave between two expirations of RTIMER, of what RateCounts "
                      "says; 0: one packet of SegmentSize.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&XtpSettings::burst),
                      MakeUintegerChecker<uint64_t>())
        .AddAttribute("RateCounts",
                      "What Rate and Burst count.",
                      EnumValue(XTP_CELL_BYTES),
                      MakeHsnEnumAccessor(&XtpSettings::rateCounts),
                      MakeEnumChecker(XTP_USER_BYTES,
                                      "UserBytes",
                                      XTP_PDU_BYTES,
                                      "PduBytes",
                                      XTP_CELL_BYTES,
                                      "CellBytes"))
        .AddAttribute("MaxInRate",
                      "Rate that an accepting socket grants to a sender that asks for more; 0: "
                      "what it asks for.",
                      DataRateValue(DataRate(0)),
                      MakeDataRateAccessor(&XtpSettings::maxInRate),
                      MakeDataRateChecker())
        .AddAttribute("FlowControl",
                      "Whether the sender obeys the receiver's allocation; if not: option NOFLOW.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&XtpSettings::flowControl),
                      MakeBooleanChecker())
        .AddAttribute("FastNak",
                      "Whether receivers are to report gaps without being asked.",
                      BooleanValue(true),
                      MakeBooleanAccessor(&XtpSettings::fastNak),
                      MakeBooleanChecker())
        .AddAttribute("RequestInterval",
                      "Every n-th packet with data requests a report; the last one that can be "
                      "sent always does.",
                      UintegerValue(1),
                      MakeUintegerAccessor(&XtpSettings::requestInterval),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("DeliveryRequests",
                      "Whether these reports are requested for when the application has read the "
                      "data (DREQ), not at once (SREQ).",
                      BooleanValue(false),
                      MakeBooleanAccessor(&XtpSettings::deliveryRequests),
                      MakeBooleanChecker())
        .AddAttribute("NoCheck",
                      "Whether the checksum covers the header only.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&XtpSettings::noCheck),
                      MakeBooleanChecker())
        .AddAttribute("Sort",
                      "Priority in the field sort of all packets; 0: option SORT is not set.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&XtpSettings::sort),
                      MakeUintegerChecker<uint16_t>())
        .AddAttribute("EarlyData",
                      "Whether FIRST carries the first data, and a connection counts as open "
                      "before the peer has answered.",
                      BooleanValue(false),
                      MakeBooleanAccessor(&XtpSettings::earlyData),
                      MakeBooleanChecker())
        .AddAttribute("InitialAlloc",
                      "Bytes that may be sent before the peer has said what it accepts.",
                      UintegerValue(65536),
                      MakeUintegerAccessor(&XtpSettings::initialAlloc),
                      MakeUintegerChecker<uint32_t>());
    AddTimers(tid);
    return AddRetransmission(AddPacketTraces(AddTraces(tid)));
}
} // namespace hsn
} // namespace ns3
