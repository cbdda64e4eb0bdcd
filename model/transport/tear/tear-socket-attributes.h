// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Attributes and traces of TEAR's sockets, for the sources of the derived classes.
 */
#ifndef HSN_TEAR_SOCKET_ATTRIBUTES_H
#define HSN_TEAR_SOCKET_ATTRIBUTES_H

#include "tear-socket.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-setting-accessor.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3
{
namespace hsn
{
template <typename Base>
TypeId
BasicTearSocket<Base>::AddTearAttributes(TypeId tid, uint32_t segmentSize)
{
    using Self = BasicTearSocket;
    using Receiver = TearReceiver::Settings;
    using Filter = TearRateFilter::Settings;
    using Sender = TearSender::Settings;
    const Receiver receiver;
    const Filter filter;
    const Sender sender;
    return BasicTearSocket::AddPacketTraces(tid)
        .AddAttribute("SegmentSize",
                      "Bytes of payload of a full packet; not more than the MTU allows.",
                      UintegerValue(segmentSize),
                      MakeUintegerAccessor(&Self::m_segmentSize),
                      MakeUintegerChecker<uint32_t>(1, 65000))
        .AddAttribute("InitialSsthresh",
                      "Threshold of slow start at first, packets.",
                      DoubleValue(receiver.initialSsthresh),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::initialSsthresh),
                      MakeDoubleChecker<double>(2))
        .AddAttribute("DupThresh",
                      "Packets beyond a gap, and within the window, that make it a loss.",
                      UintegerValue(receiver.dupThresh),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::dupThresh),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Epochs",
                      "Epochs that the rate is an average of (W).",
                      UintegerValue(filter.epochs),
                      MakeSettingAccessor(&Self::m_filterSettings, &Filter::epochs),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Weights",
                      "Weights of the epochs, newest first, separated by commas.",
                      StringValue("0.16666666666666666,0.16666666666666666,0.16666666666666666,"
                                  "0.16666666666666666,0.13333333333333333,0.1,"
                                  "0.06666666666666667,0.03333333333333333"),
                      MakeStringAccessor(&Self::SetWeights, &Self::GetWeights),
                      MakeStringChecker())
        .AddAttribute("NormalizeWeights",
                      "Whether weights are divided by their sum, which otherwise must be 1.",
                      BooleanValue(filter.normalizeWeights),
                      MakeSettingAccessor(&Self::m_filterSettings, &Filter::normalizeWeights),
                      MakeBooleanChecker())
        .AddAttribute("RoundSample",
                      "Which window stands for a round: that at its start, or at its end.",
                      EnumValue(filter.roundSample),
                      MakeSettingAccessor(&Self::m_filterSettings, &Filter::roundSample),
                      MakeEnumChecker(TearRateFilter::LAST_CWND,
                                      "LastCwnd",
                                      TearRateFilter::END_CWND,
                                      "EndCwnd"))
        .AddAttribute("EpochMaxRounds",
                      "Rounds after which an epoch ends without a loss event; 0: never.",
                      UintegerValue(filter.epochMaxRounds),
                      MakeSettingAccessor(&Self::m_filterSettings, &Filter::epochMaxRounds),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("NewEpochOnSsExit",
                      "Whether an epoch ends where slow start does.",
                      BooleanValue(filter.newEpochOnSsExit),
                      MakeSettingAccessor(&Self::m_filterSettings, &Filter::newEpochOnSsExit),
                      MakeBooleanChecker())
        .AddAttribute("SlowStartRecovery",
                      "What follows a fast recovery that interrupts slow start.",
                      EnumValue(receiver.slowStartRecovery),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::slowStartRecovery),
                      MakeEnumChecker(TearReceiver::AVOIDANCE,
                                      "Avoidance",
                                      TearReceiver::SLOW_START_AGAIN,
                                      "SlowStart"))
        .AddAttribute("LossResponse",
                      "Whether losses cut the window. This or DelayResponse must be on.",
                      BooleanValue(receiver.lossResponse),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::lossResponse),
                      MakeBooleanChecker())
        .AddAttribute("DelayResponse",
                      "Whether long round-trip times cut the window.",
                      BooleanValue(receiver.delayResponse),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::delayResponse),
                      MakeBooleanChecker())
        .AddAttribute("R1",
                      "With DelayResponse, the window grows after a shorter round-trip time; at "
                      "most R2.",
                      TimeValue(receiver.r1),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::r1),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("R2",
                      "With DelayResponse, the window is cut after a longer round-trip time.",
                      TimeValue(receiver.r2),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::r2),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("MinWindow",
                      "Packets that a cut leaves, unless there were fewer.",
                      DoubleValue(receiver.minWindow),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::minWindow),
                      MakeDoubleChecker<double>(1))
        .AddAttribute("MinRto",
                      "Least retransmission timeout.",
                      TimeValue(receiver.minRto),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::minRto),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("InitialRtt",
                      "Round-trip time before one is known; a packet in it is the first rate.",
                      TimeValue(receiver.initialRtt),
                      MakeSettingAccessor(&Self::m_receiverSettings, &Receiver::initialRtt),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("MinRate",
                      "Least rate, packets per second.",
                      DoubleValue(sender.minRate),
                      MakeSettingAccessor(&Self::m_senderSettings, &Sender::minRate),
                      MakeDoubleChecker<double>(1e-6))
        .AddAttribute("NoFeedbackTimeout",
                      "Retransmission timeouts without feedback after which the rate is halved; "
                      "0: never.",
                      DoubleValue(sender.noFeedbackTimeout),
                      MakeSettingAccessor(&Self::m_senderSettings, &Sender::noFeedbackTimeout),
                      MakeDoubleChecker<double>(0))
        .AddAttribute(
            "MaxSequenceJump",
            "Distance from the greatest number so far at which the receiver takes a "
            "packet only after its predecessor.",
            UintegerValue(65536),
            MakeSettingAccessor(&Self::m_settings, &TearConnection::Settings::longestJump),
            MakeUintegerChecker<uint32_t>(1, 1U << 30))
        .AddAttribute("RttSource",
                      "Whose round-trip times the receiver uses: the sender's or its own.",
                      EnumValue(TearConnection::RTT_SENDER),
                      MakeSettingAccessor(&Self::m_settings, &TearConnection::Settings::rttSource),
                      MakeEnumChecker(TearConnection::RTT_SENDER,
                                      "Sender",
                                      TearConnection::RTT_RECEIVER,
                                      "Receiver"))
        .AddAttribute("ConnCount",
                      "First packets without answer after which connecting fails.",
                      UintegerValue(6),
                      MakeUintegerAccessor(&Self::m_connCount),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("FinCount",
                      "Last packets without answer after which the peer counts as gone.",
                      UintegerValue(12),
                      MakeUintegerAccessor(&Self::m_finCount),
                      MakeUintegerChecker<uint32_t>(2))
        .AddAttribute("KeepAliveTime",
                      "Time without a packet of the peer after which it is asked whether it is "
                      "there. FinCount empty packets without answer end the connection with an "
                      "error; 0: it is never asked.",
                      TimeValue(Seconds(300)),
                      MakeTimeAccessor(&Self::m_keepAliveTime),
                      MakeTimeChecker(Time(0)))
        .AddTraceSource("State",
                        "State of the receiving half.",
                        MakeTraceSourceAccessor(&Self::m_state),
                        "ns3::hsn::TearConnection::StateTracedCallback")
        .AddTraceSource("Cwnd",
                        "Window of the receiving half, packets.",
                        MakeTraceSourceAccessor(&Self::m_cwnd),
                        "ns3::TracedValueCallback::Double")
        .AddTraceSource("LastCwnd",
                        "Window of the receiving half at the start of the round, packets.",
                        MakeTraceSourceAccessor(&Self::m_lastCwnd),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("Ssthresh",
                        "Threshold of slow start of the receiving half, packets.",
                        MakeTraceSourceAccessor(&Self::m_ssthresh),
                        "ns3::TracedValueCallback::Double")
        .AddTraceSource("RoundEnd",
                        "A round of the receiving half has been recorded.",
                        MakeTraceSourceAccessor(&Self::m_roundEnd),
                        "ns3::hsn::TearConnection::RoundTracedCallback")
        .AddTraceSource("EpochEnd",
                        "An epoch of the receiving half has ended.",
                        MakeTraceSourceAccessor(&Self::m_epochEnd),
                        "ns3::hsn::TearConnection::EpochTracedCallback")
        .AddTraceSource("Direction",
                        "With DelayResponse: +1 while the window may grow, -1 while it is cut.",
                        MakeTraceSourceAccessor(&Self::m_direction),
                        "ns3::TracedValueCallback::Int32")
        .AddTraceSource("Rate",
                        "Rate at which this end may send, bit/s of IP packets.",
                        MakeTraceSourceAccessor(&Self::m_rate),
                        "ns3::TracedValueCallback::Double")
        .AddTraceSource("Rtt",
                        "Smoothed round-trip time of the sending half.",
                        MakeTraceSourceAccessor(&Self::m_rtt),
                        "ns3::TracedValueCallback::Time")
        .AddTraceSource("FeedbackTx",
                        "Feedback is sent.",
                        MakeTraceSourceAccessor(&Self::m_feedbackTx),
                        "ns3::hsn::TearConnection::FeedbackTracedCallback")
        .AddTraceSource("FeedbackRx",
                        "Feedback has arrived and is accepted.",
                        MakeTraceSourceAccessor(&Self::m_feedbackRx),
                        "ns3::hsn::TearConnection::FeedbackTracedCallback")
        .AddTraceSource("TransferComplete",
                        "Everything that the application sent has been sent and, on a stream, "
                        "acknowledged.",
                        MakeTraceSourceAccessor(&Self::m_transferComplete),
                        "ns3::hsn::TearConnection::TransferTracedCallback");
}
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_SOCKET_ATTRIBUTES_H
