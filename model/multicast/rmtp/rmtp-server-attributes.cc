// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Attributes and traces of RmtpServer.
 */
#include "rmtp-server.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpServer);

TypeId
RmtpServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::RmtpServer")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<RmtpServer>()
            .AddAttribute("Connection",
                          "Number of the connection.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RmtpServer::m_connection),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("Rate",
                          "Rate of user data, bit/s.",
                          DoubleValue(0.8e6),
                          MakeDoubleAccessor(&RmtpServer::m_rate),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("BlockSize",
                          "Bytes of a packet.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&RmtpServer::m_blockSize),
                          MakeUintegerChecker<uint32_t>(1, 65000))
            .AddAttribute("TurnAround",
                          "Time from a PDU to its answer without backoff (TAT).",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&RmtpServer::m_turnAround),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Surplus",
                          "By this time the server waits longer (alpha).",
                          TimeValue(MilliSeconds(650)),
                          MakeTimeAccessor(&RmtpServer::m_surplus),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Interval",
                          "Mean time between two answers (delta).",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RmtpServer::m_interval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "BackoffRange",
                "What receivers know of the number of answers.",
                EnumValue(RMTP_RANGE_PER_ROUND),
                MakeHsnEnumAccessor(&RmtpServer::m_rangeKind),
                MakeEnumChecker(RMTP_RANGE_PER_ROUND, "PerRound", RMTP_RANGE_FIXED, "Fixed"))
            .AddAttribute("RangeUnit",
                          "Unit of the backoff's range on the wire, ms.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RmtpServer::m_rangeUnit),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("ConnRepeat",
                          "How often CONN is sent to the group.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RmtpServer::m_connRepeat),
                          MakeUintegerChecker<uint32_t>(1, 100))
            .AddAttribute("MaxConnRetry",
                          "How often silent receivers get a CONN of their own.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RmtpServer::m_maxConnRetry),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("MaxPoll",
                          "How often silent receivers are asked in a round.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RmtpServer::m_maxPoll),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute(
                "MaxRounds",
                "Retransmissions, to the group or to a receiver that is served alone, after "
                "which receivers without all packets have failed.",
                UintegerValue(50),
                MakeUintegerAccessor(&RmtpServer::m_maxRounds),
                MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("EndWaitEarly",
                          "Whether a wait ends when all have answered. The paper waits.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RmtpServer::m_endWaitEarly),
                          MakeBooleanChecker())
            .AddAttribute("OverlapRelease",
                          "Whether the next round begins without waiting for RACKs.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&RmtpServer::m_overlapRelease),
                          MakeBooleanChecker())
            .AddAttribute("PollTimeoutMeansBusy",
                          "Whether who answers no POLL is served at the end, instead of failing.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RmtpServer::m_pollTimeoutMeansBusy),
                          MakeBooleanChecker())
            .AddAttribute("LateJoin",
                          "Whether receivers may come while the message is under way: each round "
                          "begins with a CONN for those that have not answered yet.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RmtpServer::m_lateJoin),
                          MakeBooleanChecker())
            .AddAttribute("OpenGroup",
                          "Whether receivers are served that nobody has named: who answers CONN.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RmtpServer::m_openGroup),
                          MakeBooleanChecker())
            .AddAttribute("SuspendLossFraction",
                          "Receivers that lack more of a round than this are served at the end.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&RmtpServer::m_suspendFraction),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("BurstInterval",
                          "Time between bursts (tau); 0: packets leave one by one.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RmtpServer::m_burst),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RateControl",
                          "Whether receivers report, and the rate follows.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RmtpServer::m_controlled),
                          MakeBooleanChecker())
            .AddAttribute("MonitorPackets",
                          "Packets that a report is about.",
                          UintegerValue(50),
                          MakeUintegerAccessor(&RmtpServer::m_monitorPackets),
                          MakeUintegerChecker<uint32_t>(2, 65534))
            .AddAttribute("LossThreshold",
                          "A reporter that lost a greater share suffers.",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&RmtpServer::m_lossThreshold),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("HighShare",
                          "The rate falls if a greater share of the reporters suffers.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&RmtpServer::m_highShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LowShare",
                          "The rate grows if a smaller share of the reporters suffers.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&RmtpServer::m_lowShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("SilentShare",
                          "The rate falls if a greater share of those who report is silent.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&RmtpServer::m_silentShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Decrease",
                          "Factor by which the rate falls.",
                          DoubleValue(0.75),
                          MakeDoubleAccessor(&RmtpServer::m_decrease),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("Increase",
                          "Factor by which the rate grows.",
                          DoubleValue(1.1),
                          MakeDoubleAccessor(&RmtpServer::m_increase),
                          MakeDoubleChecker<double>(1, 100))
            .AddAttribute("MinRate",
                          "Least rate under control, bit/s.",
                          DoubleValue(0.1e6),
                          MakeDoubleAccessor(&RmtpServer::m_minRate),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("MaxRate",
                          "Greatest rate under control, bit/s.",
                          DoubleValue(8e6),
                          MakeDoubleAccessor(&RmtpServer::m_maxRate),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("ReportSurplus",
                          "Reports have TurnAround, and this time.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&RmtpServer::m_reportSurplus),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Round",
                            "A round begins: number, packets, receivers that lack packets.",
                            MakeTraceSourceAccessor(&RmtpServer::m_roundTrace),
                            "ns3::hsn::RmtpServer::RoundTracedCallback")
            .AddTraceSource("Response",
                            "A receiver answers: type, receiver.",
                            MakeTraceSourceAccessor(&RmtpServer::m_responseTrace),
                            "ns3::hsn::RmtpServer::ResponseTracedCallback")
            .AddTraceSource("Poll",
                            "A receiver is asked.",
                            MakeTraceSourceAccessor(&RmtpServer::m_pollTrace),
                            "ns3::hsn::RmtpServer::ReceiverTracedCallback")
            .AddTraceSource("Complete",
                            "A receiver has everything.",
                            MakeTraceSourceAccessor(&RmtpServer::m_completeTrace),
                            "ns3::hsn::RmtpServer::ReceiverTracedCallback")
            .AddTraceSource("Failed",
                            "A receiver has failed, refused or left.",
                            MakeTraceSourceAccessor(&RmtpServer::m_failedTrace),
                            "ns3::hsn::RmtpServer::ReceiverTracedCallback")
            .AddTraceSource("Progress",
                            "A receiver has told what it lacks: receiver, packets.",
                            MakeTraceSourceAccessor(&RmtpServer::m_progressTrace),
                            "ns3::hsn::RmtpServer::ProgressTracedCallback")
            .AddTraceSource("RateChange",
                            "The rate has changed, bit/s.",
                            MakeTraceSourceAccessor(&RmtpServer::m_rateTrace),
                            "ns3::hsn::RmtpServer::RateTracedCallback");
    return tid;
}
} // namespace hsn
} // namespace ns3
