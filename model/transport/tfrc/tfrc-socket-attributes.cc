// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TfrcSocket: attributes and trace sources.
 */
#include "tfrc-socket-factory.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/hsn-setting-accessor.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TfrcSocket);
NS_OBJECT_ENSURE_REGISTERED(TfrcSocketFactory);

TypeId
TfrcSocket::GetTypeId()
{
    static TypeId tid = AddLife(
        TypeId("ns3::hsn::TfrcSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<TfrcSocket>()
            .AddAttribute("SegmentSize",
                          "Bytes of a usual message, by which the rate is computed: s. The peer is "
                          "told when the connection opens.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&TfrcSocket::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("PacketsPerAck",
                          "Packets for an acknowledgement of the TCP that is emulated: b.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TfrcSocket::m_packetsPerAck),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute("RtoFactor",
                          "Retransmission timeout of that TCP in round-trip times: t_RTO / R.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&TfrcSocket::m_rtoFactor),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute(
                "MaxBackoffInterval",
                "Longest time between packets, which sets the least rate: t_mbi.",
                TimeValue(Seconds(64)),
                MakeSettingAccessor(&TfrcSocket::m_settings, &TfrcRateSettings::longestInterval),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "RttWeight",
                "Weight of the old round-trip time in its mean: q.",
                DoubleValue(0.9),
                MakeSettingAccessor(&TfrcSocket::m_settings, &TfrcRateSettings::rttWeight),
                MakeDoubleChecker<double>(0, 0.999999))
            .AddAttribute(
                "InitialRtt",
                "Round-trip time by which the receiver tells loss events apart as long as "
                "the sender has none.",
                TimeValue(Seconds(1)),
                MakeTimeAccessor(&TfrcSocket::m_initialRtt),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("HistoryDiscounting",
                          "Whether the receiver discounts old loss intervals after a long time "
                          "without losses.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TfrcSocket::m_discount),
                          MakeBooleanChecker())
            .AddAttribute("MaxSequenceJump",
                          "Distance from the greatest number so far at which the receiver takes a "
                          "packet only after its predecessor.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&TfrcSocket::m_longestJump),
                          MakeUintegerChecker<uint32_t>(1, 1U << 30))
            .AddTraceSource("AllowedRate",
                            "The rate at which the sender may send, bytes per second: X.",
                            MakeTraceSourceAccessor(&TfrcSocket::m_rateTrace),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Rtt",
                            "The sender's mean round-trip time: R.",
                            MakeTraceSourceAccessor(&TfrcSocket::m_rttTrace),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("LossEventRate",
                            "Loss event rate that the sender was told last: p.",
                            MakeTraceSourceAccessor(&TfrcSocket::m_lossEventRateTrace),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("ReceiveRate",
                            "Rate at which data arrive, as the sender was told last, bytes per "
                            "second: X_recv.",
                            MakeTraceSourceAccessor(&TfrcSocket::m_receiveRateTrace),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("FeedbackTx",
                            "Feedback is sent.",
                            MakeTraceSourceAccessor(&TfrcSocket::m_feedbackTxTrace),
                            "ns3::hsn::TfrcSocket::FeedbackTracedCallback")
            .AddTraceSource("FeedbackRx",
                            "Feedback arrives and is believed.",
                            MakeTraceSourceAccessor(&TfrcSocket::m_feedbackRxTrace),
                            "ns3::hsn::TfrcSocket::FeedbackTracedCallback"));
    return tid;
}
} // namespace hsn
} // namespace ns3
