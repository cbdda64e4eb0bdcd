// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-socket-factory.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MmPocSocket);
NS_OBJECT_ENSURE_REGISTERED(MmPocSocketFactory);

TypeId
MmPocSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::MmPocSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<MmPocSocket>()
            .AddAttribute("Association",
                          "Number of the association; 0: the end that connects takes any that has "
                          "a place for the medium.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MmPocSocket::m_associationId),
                          MakeUintegerChecker<uint32_t>(0, 0x7fffffff))
            .AddAttribute("Poc",
                          "Medium; 255: 0 at the end that connects, any at the end that accepts.",
                          UintegerValue(MmPocSocket::ANY_POC),
                          MakeUintegerAccessor(&MmPocSocket::m_poc),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("Order",
                          "The partial order over the SDUs of all media, as "
                          "MmPocPartialOrder::Read() takes it.",
                          StringValue("period 1; 0.0 after 0.0-1"),
                          MakeStringAccessor(&MmPocSocket::m_order),
                          MakeStringChecker())
            .AddAttribute("ReliabilityMode",
                          "Whether a delivery may declare losses of other media, too.",
                          EnumValue(MM_POC_MEDIA_PER_MEDIA),
                          MakeHsnEnumAccessor(&MmPocSocket::m_mode),
                          MakeEnumChecker(MM_POC_MEDIA_PER_MEDIA,
                                          "MediaPerMedia",
                                          MM_POC_GROUP_OF_MEDIA,
                                          "GroupOfMedia"))
            .AddAttribute("LossPolicy",
                          "Form of the bound of losses.",
                          EnumValue(MM_POC_MAX_RATE),
                          MakeHsnEnumAccessor(&MmPocSocket::m_rule),
                          MakeEnumChecker(MM_POC_MAX_CONSECUTIVE,
                                          "MaxConsecutive",
                                          MM_POC_MAX_RATE,
                                          "MaxRate"))
            .AddAttribute("MaxConsecutive",
                          "SDUs in a row that may be declared lost (k).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MmPocSocket::m_maxConsecutive),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("MaxRate",
                          "Share of SDUs that may be declared lost (R).",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&MmPocSocket::m_maxRate),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("RateWindow",
                          "SDUs in which MaxRate holds; 0: all since the first one.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MmPocSocket::m_rateWindow),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("WindowFactor",
                          "Window in request periods (W / n); it must be above 2.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&MmPocSocket::m_windowFactor),
                          MakeUintegerChecker<uint32_t>(3, 1000))
            .AddAttribute("TimerFactor",
                          "Time until an answer is asked for, in round-trip times.",
                          DoubleValue(1.1),
                          MakeDoubleAccessor(&MmPocSocket::m_timerFactor),
                          MakeDoubleChecker<double>(0.01, 1000.0))
            .AddAttribute("Window",
                          "Window in SDUs (W), for experiments; 0: by WindowFactor.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MmPocSocket::m_window),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute(
                "RequestPeriod",
                "SDUs between requests for an answer (n), for experiments; 0: floor(RTT PF) + 1.",
                UintegerValue(0),
                MakeUintegerAccessor(&MmPocSocket::m_requestPeriod),
                MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("MaxWindow",
                          "Bound of the window, SDUs; at both ends the same.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&MmPocSocket::m_maxWindow),
                          MakeUintegerChecker<uint32_t>(1, MmPocPdu::MAX_LOSSES))
            .AddAttribute("InitialRtt",
                          "Round-trip time until it is measured.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&MmPocSocket::m_initialRtt),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ProductionFrequency",
                          "SDUs that the application submits in a second (PF).",
                          DoubleValue(25.0),
                          MakeDoubleAccessor(&MmPocSocket::m_frequency),
                          MakeDoubleChecker<double>(1e-6, 1e9))
            .AddAttribute("HoldReceived",
                          "An SDU that has arrived is not declared lost.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MmPocSocket::m_holdReceived),
                          MakeBooleanChecker())
            .AddAttribute("DeclareAtAck",
                          "An answer declares acceptable losses.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MmPocSocket::m_declareAtAck),
                          MakeBooleanChecker())
            .AddAttribute("FnackRepeat",
                          "A loss is reported by more than one FNACK.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MmPocSocket::m_fnackRepeat),
                          MakeBooleanChecker())
            .AddAttribute("Lifetime",
                          "A missing SDU is declared lost this long after the first one that waits "
                          "for it has arrived, even beyond the bound; 0: never.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MmPocSocket::m_lifetime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("AllowFragmentation",
                          "SDUs may need fragments of IP; else Send() refuses them with MSGSIZE.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MmPocSocket::m_fragment),
                          MakeBooleanChecker())
            .AddAttribute(
                "CheckSubmission",
                "Send() refuses an SDU with INVAL if the order has another one come before it.",
                BooleanValue(true),
                MakeBooleanAccessor(&MmPocSocket::m_checkSubmission),
                MakeBooleanChecker())
            .AddAttribute("AtdvMetric",
                          "What the variation of delays is.",
                          EnumValue(MM_POC_CONSECUTIVE),
                          MakeHsnEnumAccessor(&MmPocSocket::m_metric),
                          MakeEnumChecker(MM_POC_CONSECUTIVE,
                                          "Consecutive",
                                          MM_POC_MEAN_ABS_DEV,
                                          "MeanAbsDev",
                                          MM_POC_EXCESS,
                                          "Excess"))
            .AddTraceSource("Deliver",
                            "An SDU is delivered.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_deliverTrace),
                            "ns3::hsn::MmPocSocket::DeliverTracedCallback")
            .AddTraceSource("LossDeclared",
                            "SDUs of this medium are declared lost.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_lossTrace),
                            "ns3::hsn::MmPocSocket::LossTracedCallback")
            .AddTraceSource("Fnack",
                            "A loss that is not acceptable is reported.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_fnackTrace),
                            "ns3::hsn::MmPocSocket::AnswerTracedCallback")
            .AddTraceSource("AckRes",
                            "An answer is sent.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_answerTrace),
                            "ns3::hsn::MmPocSocket::AnswerTracedCallback")
            .AddTraceSource("WindowClosed",
                            "SDUs begin or cease to wait for the window.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_windowTrace),
                            "ns3::hsn::MmPocSocket::WindowTracedCallback")
            .AddTraceSource("Stored",
                            "The number of stored SDUs of all media has changed.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_storedTrace),
                            "ns3::hsn::MmPocSocket::StoredTracedCallback")
            .AddTraceSource("SubmissionRefused",
                            "Send() refuses an SDU: why.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_refusedTrace),
                            "ns3::hsn::MmPocSocket::RefusedTracedCallback")
            .AddTraceSource("Rtt",
                            "The estimate of the round-trip time has changed.",
                            MakeTraceSourceAccessor(&MmPocSocket::m_rttTrace),
                            "ns3::TracedValueCallback::Time")));
    static TypeId complete =
        AddLingering(tid,
                     "Silence of the peer, while it is asked, after which the connection ends "
                     "with an error.",
                     "Time for which a socket answers late PDUs after both ends are done.",
                     Seconds(5));
    return complete;
}
} // namespace hsn
} // namespace ns3
