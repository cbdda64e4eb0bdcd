// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: attributes and trace sources.
 */
#include "indexed-tcp-socket.h"
#include "tcp-forwarded-trace.h"

#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-setting-accessor.h"
#include "ns3/part-trace-accessor.h"
#include "ns3/pointer.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(IndexedTcpSocket);

TypeId
IndexedTcpSocket::GetTypeId()
{
    // trace sources of TcpSocketState
    const auto ofState = [](const char* name) {
        return MakePartTraceAccessor<IndexedTcpSocket>(
            [name](IndexedTcpSocket& socket) { return NamedTraceSource(*socket.m_tcb, name); });
    };
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::IndexedTcpSocket")
            .SetParent<TcpStreamSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<IndexedTcpSocket>()
            .AddAttribute("LossRecovery",
                          "How losses are repaired. Sack needs a peer that agrees to it; otherwise "
                          "NewReno is used.",
                          EnumValue(TcpLossRecovery::SACK),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::mode),
                          MakeEnumChecker(TcpLossRecovery::RENO,
                                          "Reno",
                                          TcpLossRecovery::NEWRENO,
                                          "NewReno",
                                          TcpLossRecovery::SACK,
                                          "Sack"))
            .AddAttribute("TimerMode",
                          "Fine: timers run by simulated time. BsdTicks: they count the ticks of "
                          "the node's ns3::hsn::TickClock.",
                          EnumValue(TcpClock::FINE),
                          MakeHsnEnumAccessor(&IndexedTcpSocket::m_timerMode),
                          MakeEnumChecker(TcpClock::FINE, "Fine", TcpClock::BSD_TICKS, "BsdTicks"))
            .AddAttribute("FixedSizeSegments",
                          "Send segments of exactly SegmentSize only; the last one before FIN, and "
                          "probes of the peer's window, may be shorter.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_fixedSize),
                          MakeBooleanChecker())
            .AddAttribute(
                "StrictRfc",
                "Follow the RFCs also where ns-3's TCP does otherwise: threshold from all "
                "that is not acknowledged, no growth with the acknowledgement that ends a "
                "recovery, restart window after a pause (RFC 5681), segments of 536 bytes "
                "(IPv6: 1220) to peers without MSS option, options counted as part of "
                "SegmentSize (RFC 9293, 3.7.1).",
                BooleanValue(false),
                MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                    &TcpLossRecovery::Settings::strict),
                MakeBooleanChecker())
            .AddAttribute("InitialSequenceNumber",
                          "Sequence number of our SYN.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&IndexedTcpSocket::m_isn),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "MinRtoTicks",
                "Least retransmission timeout in ticks, at least 1 (timer mode BsdTicks).",
                UintegerValue(2),
                MakeSettingAccessor(&IndexedTcpSocket::m_timerSettings,
                                    &TcpRetransmitTimer::Settings::minTicks),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "TickRttEstimator",
                "How the retransmission timeout follows from the smoothed round-trip "
                "time and its mean deviation (timer mode BsdTicks). Tahoe: mean plus 2 "
                "deviations, as in 4.3BSD-Tahoe. Reno: plus 4, as in 4.3BSD-Reno and "
                "Net/3. On a fast network the first ends at 2 ticks, the second at 3.",
                EnumValue(TickRttEstimator::RENO),
                MakeSettingAccessor(&IndexedTcpSocket::m_timerSettings,
                                    &TcpRetransmitTimer::Settings::formula),
                MakeEnumChecker(TickRttEstimator::TAHOE, "Tahoe", TickRttEstimator::RENO, "Reno"))
            .AddAttribute("MaxRto",
                          "Greatest retransmission timeout; 0: 60 s, or 64 s in timer mode "
                          "BsdTicks.",
                          TimeValue(Seconds(0)),
                          MakeSettingAccessor(&IndexedTcpSocket::m_timerSettings,
                                              &TcpRetransmitTimer::Settings::maxRto),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MinRto",
                          "Least retransmission timeout (timer mode Fine; RFC 6298, 2.4).",
                          TimeValue(Seconds(1)),
                          MakeSettingAccessor(&IndexedTcpSocket::m_timerSettings,
                                              &TcpRetransmitTimer::Settings::minRto),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ClockGranularity",
                          "Clock granularity in the formula of the timeout (RFC 6298).",
                          TimeValue(MilliSeconds(1)),
                          MakeSettingAccessor(&IndexedTcpSocket::m_timerSettings,
                                              &TcpRetransmitTimer::Settings::granularity),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Sack",
                          "Whether to agree to selective acknowledgements (RFC 2018).",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_optionSettings,
                                              &TcpNegotiatedOptions::Settings::sack),
                          MakeBooleanChecker())
            .AddAttribute("Timestamp",
                          "Whether to agree to timestamps (RFC 7323).",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_optionSettings,
                                              &TcpNegotiatedOptions::Settings::timestamp),
                          MakeBooleanChecker())
            .AddAttribute("WindowScaling",
                          "Whether to agree to window scaling (RFC 7323).",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_optionSettings,
                                              &TcpNegotiatedOptions::Settings::scaling),
                          MakeBooleanChecker())
            .AddAttribute("LimitedTransmit",
                          "Send new data upon the first two duplicate acknowledgements (RFC 3042).",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::limitedTransmit),
                          MakeBooleanChecker())
            .AddAttribute("Impatient",
                          "Without SACK: of the partial acknowledgements of a recovery only the "
                          "first one restarts the retransmission timer, so that many losses in a "
                          "window end in a timeout; false: each of them does, \"slow but steady\", "
                          "as in ns-3's TCP (RFC 6582, 4).",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::impatient),
                          MakeBooleanChecker())
            .AddAttribute("ReTxThreshold",
                          "Number of duplicate acknowledgements that indicate a loss, at least 1.",
                          UintegerValue(3),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::dupThresh),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "DetectLostRetransmissions",
                "Consider a retransmission lost when ReTxThreshold segments that were sent "
                "after it have been reported; false: leave it to the timer, as RFC 6675 "
                "does.",
                BooleanValue(true),
                MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                    &TcpLossRecovery::Settings::detectLostAgain),
                MakeBooleanChecker())
            .AddAttribute("AdaptReordering",
                          "With SACK: when segments are found to arrive late, let more segments "
                          "than ReTxThreshold be reported, up to 300, before one is taken for "
                          "lost.",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::adaptReordering),
                          MakeBooleanChecker())
            .AddAttribute("Eifel",
                          "With timestamps: take the reduction of the window back when a fast "
                          "retransmit is found to have been needless (RFC 3522).",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::eifel),
                          MakeBooleanChecker())
            .AddAttribute(
                "DSack",
                "With SACK: report data that arrives a second time (RFC 2883), and take a "
                "reduction of the window back when all that was sent again since is "
                "reported so. Not in timer mode BsdTicks.",
                BooleanValue(true),
                MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                    &TcpLossRecovery::Settings::dsack),
                MakeBooleanChecker())
            .AddAttribute("FRto",
                          "After a retransmission timeout find out whether it was needless (RFC "
                          "5682; if Eifel is set, by timestamps, too), and take it back then. Not "
                          "with LossRecovery Reno, not in timer mode BsdTicks.",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::fRto),
                          MakeBooleanChecker())
            .AddAttribute("Rack",
                          "With SACK: a segment is lost if one that was sent later has arrived and "
                          "its time is up (RFC 8985, RACK); false: RFC 6675 with AdaptReordering "
                          "and DetectLostRetransmissions. Not in timer mode BsdTicks.",
                          BooleanValue(true),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::rack),
                          MakeBooleanChecker())
            .AddAttribute(
                "Tlp",
                "With SACK: send a segment to evoke an acknowledgement when none has come "
                "for two round trips (RFC 8985, tail loss probe). Not in timer mode "
                "BsdTicks.",
                BooleanValue(true),
                MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                    &TcpLossRecovery::Settings::tailProbe),
                MakeBooleanChecker())
            .AddAttribute("FineRetransmit",
                          "Retransmit by the fine timeout of TCP Vegas, without waiting for "
                          "ReTxThreshold duplicates: if, upon a duplicate or one of the first two "
                          "acknowledgements after a retransmission, the first segment is older "
                          "than 17/16 (SRTT + 2 mean deviations). Reduce the window only for "
                          "segments sent after the last reduction. Needs LossRecovery Reno.",
                          BooleanValue(false),
                          MakeSettingAccessor(&IndexedTcpSocket::m_recoverySettings,
                                              &TcpLossRecovery::Settings::fineRetransmit),
                          MakeBooleanChecker())
            .AddAttribute("MaxWindowSize",
                          "Greatest value of the window field.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&IndexedTcpSocket::m_maxWindow),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("MaxSegLifetime",
                          "Seconds that a segment may live; TIME_WAIT takes twice as long.",
                          DoubleValue(120),
                          MakeDoubleAccessor(&IndexedTcpSocket::m_msl),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "FinTimeout",
                "How long a socket that the application has closed waits for the peer's "
                "FIN, after its own was acknowledged, as tcp_fin_timeout of Linux; 0: for "
                "ever, as RFC 9293 has it.",
                TimeValue(Seconds(60)),
                MakeTimeAccessor(&IndexedTcpSocket::m_finTimeout),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("KeepInitialWindow",
                          "The initial window becomes one segment only if more than one SYN or "
                          "SYN,ACK was sent again (RFC 6928, 2), as Linux does; if false, or with "
                          "LossRecovery Reno: with the first (RFC 5681, 3.1).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&IndexedTcpSocket::m_keepInitialWindow),
                          MakeBooleanChecker())
            .AddAttribute(
                "ResetAfterClose",
                "Data that come after the application has closed the socket are answered "
                "with RST (RFC 1122, 4.2.2.13), as Linux does; if false, they are received "
                "and the application is told, as ns-3's TCP does.",
                BooleanValue(true),
                MakeBooleanAccessor(&IndexedTcpSocket::m_resetAfterClose),
                MakeBooleanChecker())
            .AddAttribute(
                "UseEcn",
                "Explicit congestion notification (RFC 3168).",
                EnumValue(TcpSocketState::Off),
                MakeHsnEnumAccessor(&IndexedTcpSocket::SetUseEcn, &IndexedTcpSocket::GetUseEcn),
                MakeEnumChecker(TcpSocketState::Off,
                                "Off",
                                TcpSocketState::On,
                                "On",
                                TcpSocketState::AcceptOnly,
                                "AcceptOnly"))
            .AddAttribute("CongestionOps",
                          "Congestion control of this socket.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&IndexedTcpSocket::m_congestion),
                          MakePointerChecker<TcpCongestionOps>())
            .AddAttribute("RxBuffer",
                          "Tells, by its trace source NextRxSequence, what has arrived in order. "
                          "The data are elsewhere.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&IndexedTcpSocket::GetRxBuffer),
                          MakePointerChecker<TcpRxBuffer>())
            .AddAttribute("IcmpCallback",
                          "Called when ICMP reports an error of this connection.",
                          CallbackValue(),
                          MakeCallbackAccessor(&IndexedTcpSocket::m_icmpCallback),
                          MakeCallbackChecker())
            .AddAttribute("IcmpCallback6",
                          "Called when ICMPv6 reports an error of this connection.",
                          CallbackValue(),
                          MakeCallbackAccessor(&IndexedTcpSocket::m_icmpCallback6),
                          MakeCallbackChecker())
            .AddTraceSource("RTO",
                            "Retransmission timeout.",
                            MakePartTraceAccessor<IndexedTcpSocket>(
                                [](IndexedTcpSocket& socket) -> TracedValue<Time>& {
                                    return socket.m_retransmitTimer.GetTracedTimeout();
                                }),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("RTT",
                            "Last round-trip time.",
                            ofState("RTT"),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("Rtt",
                            "The same, by the name that other transports give it.",
                            ofState("RTT"),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("NextTxSequence",
                            "Next sequence number to send (SND.NXT).",
                            ofState("NextTxSequence"),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("HighestSequence",
                            "Highest sequence number ever sent.",
                            ofState("HighestSequence"),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("CongState",
                            "State of congestion control.",
                            ofState("CongState"),
                            "ns3::TracedValueCallback::TcpCongState")
            .AddTraceSource("EcnState",
                            "State of explicit congestion notification.",
                            ofState("EcnState"),
                            "ns3::TracedValueCallback::EcnState")
            .AddTraceSource("AdvWND",
                            "Window advertised to the peer, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_advWnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("RWND",
                            "The peer's window, bytes.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_rWnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("BytesInFlight",
                            "Estimate of the bytes in the network.",
                            ofState("BytesInFlight"),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("HighestRxSequence",
                            "Highest sequence number received.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_highRxMark),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("HighestRxAck",
                            "Highest acknowledgement received.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_highRxAckMark),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("PacingRate",
                            "Rate at which segments are spaced.",
                            ofState("PacingRate"),
                            "ns3::TracedValueCallback::DataRate")
            .AddTraceSource("CongestionWindow",
                            "Congestion window, bytes.",
                            ofState("CongestionWindow"),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("CongestionWindowInflated",
                            "Congestion window with what duplicate acknowledgements add, bytes.",
                            ofState("CongestionWindowInflated"),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("SlowStartThreshold",
                            "Slow start threshold, bytes.",
                            ofState("SlowStartThreshold"),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("EcnEchoSeq",
                            "Acknowledgement that last reported congestion.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnEchoSeq),
                            "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource(
                "EcnCeSeq",
                "Sequence number of the last segment that arrived with a congestion mark.",
                MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnCeSeq),
                "ns3::TracedValueCallback::SequenceNumber32")
            .AddTraceSource("EcnCwrSeq",
                            "Sequence number of the last segment with CWR.",
                            MakeTraceSourceAccessor(&IndexedTcpSocket::m_ecnCwrSeq),
                            "ns3::TracedValueCallback::SequenceNumber32")));
    // Releases of ns-3 add trace sources to the state that congestion control works on: LastRTT
    // in 3.43, FackAwnd in 3.48. Each that is not above is passed on; it fires if something sets
    // the value.
    [[maybe_unused]] static const bool isForwarded = [] {
        const auto state = [](IndexedTcpSocket& socket) { return socket.m_tcb; };
        using Trace = ForwardedTrace<IndexedTcpSocket, decltype(state)>;
        const TypeId theirs = TcpSocketState::GetTypeId();
        for (std::size_t i = 0; i < theirs.GetTraceSourceN(); ++i)
        {
            const auto source = theirs.GetTraceSource(i);
            if (!tid.LookupTraceSourceByName(source.name))
            {
                tid.AddTraceSource(source.name,
                                   source.help,
                                   Create<Trace>(state, source.name),
                                   source.callback);
            }
        }
        return true;
    }();
    return tid;
}
} // namespace hsn
} // namespace ns3
