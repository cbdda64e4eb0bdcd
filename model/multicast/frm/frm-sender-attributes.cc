// SPDX-License-Identifier: GPL-2.0-only
#include "frm-sender.h"

#include "ns3/abort.h"
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
NS_OBJECT_ENSURE_REGISTERED(FrmSender);

void
FrmSender::SetKeyMembers(std::string text)
{
    const std::string wrong = m_condition.ReadKeyMembers(text);
    NS_ABORT_MSG_UNLESS(wrong.empty(), "FrmSender: " << wrong);
    m_keyMembers = text;
}

std::string
FrmSender::GetKeyMembers() const
{
    return m_keyMembers;
}

TypeId
FrmSender::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FrmSender")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FrmSender>()
            .AddAttribute("BufferPackets",
                          "Packets that may be sent and not released (B).",
                          UintegerValue(32),
                          MakeUintegerAccessor(&FrmSender::m_capacity),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("K",
                          "Timer of a round, in smoothed maxima of the round-trip times (k).",
                          DoubleValue(1.5),
                          MakeDoubleAccessor(&FrmSender::m_k),
                          MakeDoubleChecker<double>(1, 1e6))
            .AddAttribute("SmoothDivisor",
                          "How slowly the maximum of the round-trip times falls.",
                          DoubleValue(16),
                          MakeDoubleAccessor(&FrmSender::m_divisor),
                          MakeDoubleChecker<double>(1, 1e6))
            .AddAttribute("HandshakeTries",
                          "Control messages after which a receiver that answers none is dropped.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FrmSender::m_handshakeTries),
                          MakeUintegerChecker<uint32_t>(1, 100))
            .AddAttribute("HandshakeGrowth",
                          "Factor of the timer from one try to the next (g).",
                          DoubleValue(2),
                          MakeDoubleAccessor(&FrmSender::m_growth),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("ReleaseOn",
                          "When a packet leaves the buffer: all have handed it to their users, or "
                          "all have it.",
                          EnumValue(FRM_DSEQ),
                          MakeHsnEnumAccessor(&FrmSender::m_releaseOn),
                          MakeEnumChecker(FRM_DSEQ, "Dseq", FRM_RSEQ, "Rseq"))
            .AddAttribute("SendOrder",
                          "What is queued first at a release.",
                          EnumValue(FRM_RDC),
                          MakeHsnEnumAccessor(&FrmSender::m_order),
                          MakeEnumChecker(FRM_RDC,
                                          "RetransmitDataControl",
                                          FRM_DRC,
                                          "DataRetransmitControl",
                                          FRM_RCD,
                                          "RetransmitControlData",
                                          FRM_CRD,
                                          "ControlFirst"))
            .AddAttribute(
                "Repair",
                "What is sent again: all from the lowest number that a receiver lacks, or "
                "only what somebody lacks, as receivers tell whose ReceiveMode is Buffer.",
                EnumValue(FRM_REPEAT_ALL),
                MakeHsnEnumAccessor(&FrmSender::m_repair),
                MakeEnumChecker(FRM_REPEAT_ALL, "GoBackN", FRM_REPEAT_MISSING, "Selective"))
            .AddAttribute("RetransmitSuppression",
                          "The round that follows retransmissions causes none (svdsync).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FrmSender::m_suppression),
                          MakeBooleanChecker())
            .AddAttribute("EjectInterval",
                          "Time over which the release throughput is taken.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&FrmSender::m_ejectInterval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MinRelThr",
                          "Release throughput below which slow receivers are ejected, byte/s.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&FrmSender::m_minRelThr),
                          MakeDoubleChecker<double>(0, 4294967295.0))
            .AddAttribute("SlowCount",
                          "Rounds in a row that make the slowest receiver an offender.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FrmSender::m_slowCount),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InitialRtt",
                          "First estimate of the maximum of the round-trip times; 0: from the "
                          "set-up.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FrmSender::m_initialRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MinTimer",
                          "Shortest timer of a round: a full buffer takes longer to send than what "
                          "the set-up has measured.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&FrmSender::m_minTimer),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("InitWait",
                          "Time for answers to an invitation.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&FrmSender::m_initWait),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("InitTries",
                          "Invitations.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&FrmSender::m_initTries),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("InviteInterval",
                          "Time between invitations while the communication lasts: receivers that "
                          "come late are listed from the next packet on. 0: they are refused.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FrmSender::m_inviteInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("KeyMembers",
                          "Ids of receivers without whom the communication ends, separated by "
                          "blanks.",
                          StringValue(""),
                          MakeStringAccessor(&FrmSender::SetKeyMembers, &FrmSender::GetKeyMembers),
                          MakeStringChecker())
            .AddAttribute("KeyNumber",
                          "Number of mandatory receivers without which the communication ends.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FrmSender::m_keyNumber),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MinMembers",
                          "Number of receivers without which the communication ends.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&FrmSender::m_minMembers),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("All",
                          "The communication ends when any receiver goes.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FrmSender::m_all),
                          MakeBooleanChecker())
            .AddAttribute("Quorum",
                          "Share of those who joined without which the communication ends; 0: any.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&FrmSender::m_quorum),
                          MakeDoubleChecker<double>(0, 1))
            .AddTraceSource("Sync",
                            "A control message leaves.",
                            MakeTraceSourceAccessor(&FrmSender::m_syncTrace),
                            "ns3::hsn::FrmSender::NumberTracedCallback")
            .AddTraceSource("SmaxRtt",
                            "Smoothed maximum of the round-trip times, once a round.",
                            MakeTraceSourceAccessor(&FrmSender::m_smaxRttTrace),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("MaxRtt",
                            "Maximum of the round-trip times of a round.",
                            MakeTraceSourceAccessor(&FrmSender::m_maxRttTrace),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("Release",
                            "Packets are released: the lowest number that is left.",
                            MakeTraceSourceAccessor(&FrmSender::m_releaseTrace),
                            "ns3::hsn::FrmSender::NumberTracedCallback")
            .AddTraceSource("Retransmit",
                            "Packets are sent again: first one, and behind the last.",
                            MakeTraceSourceAccessor(&FrmSender::m_retransmitTrace),
                            "ns3::hsn::FrmSender::RangeTracedCallback")
            .AddTraceSource("Handshake",
                            "Receivers have not answered: how many.",
                            MakeTraceSourceAccessor(&FrmSender::m_handshakeTrace),
                            "ns3::hsn::FrmSender::NumberTracedCallback")
            .AddTraceSource("Eject",
                            "A receiver is ejected.",
                            MakeTraceSourceAccessor(&FrmSender::m_ejectTrace),
                            "ns3::hsn::FrmSender::ReceiverTracedCallback")
            .AddTraceSource("Dead",
                            "A receiver is dropped because it is silent.",
                            MakeTraceSourceAccessor(&FrmSender::m_deadTrace),
                            "ns3::hsn::FrmSender::ReceiverTracedCallback")
            .AddTraceSource("Left",
                            "A receiver has left.",
                            MakeTraceSourceAccessor(&FrmSender::m_leftTrace),
                            "ns3::hsn::FrmSender::ReceiverTracedCallback")
            .AddTraceSource("Joined",
                            "A receiver that comes late is listed.",
                            MakeTraceSourceAccessor(&FrmSender::m_joinedTrace),
                            "ns3::hsn::FrmSender::ReceiverTracedCallback")
            .AddTraceSource("Progress",
                            "A receiver has answered: id, rseq, dseq.",
                            MakeTraceSourceAccessor(&FrmSender::m_progressTrace),
                            "ns3::hsn::FrmSender::ProgressTracedCallback")
            .AddTraceSource("IntegrityViolation",
                            "The communication ends: which condition is violated.",
                            MakeTraceSourceAccessor(&FrmSender::m_integrityTrace),
                            "ns3::hsn::FrmSender::TextTracedCallback")
            .AddTraceSource("ReleaseThroughput",
                            "Bytes released per second in the last EjectInterval.",
                            MakeTraceSourceAccessor(&FrmSender::m_throughputTrace),
                            "ns3::hsn::FrmSender::ThroughputTracedCallback");
    return tid;
}
} // namespace hsn
} // namespace ns3
