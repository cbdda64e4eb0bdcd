// SPDX-License-Identifier: GPL-2.0-only
#include "boston-socket.h"

#include "boston-ack-note.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"
#include "ns3/attribute-copy.h"
#include "ns3/boolean.h"
#include "ns3/dispersal-model.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/ipv4-address.h"
#include "ns3/log.h"
#include "ns3/rfc2684.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnBostonSocket");
NS_OBJECT_ENSURE_REGISTERED(BostonSocket);

TypeId
BostonSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::BostonSocket")
            .SetParent<IndexedTcpSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<BostonSocket>()
            .AddAttribute("Dispersal",
                          "Whether to agree to dispersal; false: plain TCP.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BostonSocket::m_dispersal),
                          MakeBooleanChecker())
            .AddAttribute("RedundancyPolicy",
                          "How the number of extra cells is chosen: None; Fixed: by Gamma and "
                          "GammaRetx; Adaptive: the fewest that meet TargetRounds at the "
                          "reported loss rate (needs GSL).",
                          EnumValue(NONE),
                          MakeHsnEnumAccessor(&BostonSocket::m_policy),
                          MakeEnumChecker(NONE, "None", FIXED, "Fixed", ADAPTIVE, "Adaptive"))
            .AddAttribute("RedundancyRounding",
                          "How a fraction of cells is rounded: Nearest (at least 1 unless the "
                          "fraction is 0), Up, Down.",
                          EnumValue(NEAREST),
                          MakeHsnEnumAccessor(&BostonSocket::m_rounding),
                          MakeEnumChecker(NEAREST, "Nearest", UP, "Up", DOWN, "Down"))
            .AddAttribute("Gamma",
                          "Extra cells of a first transmission, as a fraction of the cells of a "
                          "full segment, 0 to below 1 (policy Fixed).",
                          DoubleValue(0),
                          MakeDoubleAccessor(&BostonSocket::m_gamma),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("GammaRetx",
                          "Extra cells of a retransmission, as a fraction of the cells of a full "
                          "segment, 0 to below 1 (policy Fixed).",
                          DoubleValue(0),
                          MakeDoubleAccessor(&BostonSocket::m_gammaRetx),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("TargetRounds",
                          "Target of the mean number of transmissions of a segment, at least 1 "
                          "(policy Adaptive).",
                          DoubleValue(2),
                          MakeDoubleAccessor(&BostonSocket::m_targetRounds),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("MaxDispersal",
                          "Number of different coded cells of a segment (N), 0 to 65535; 0: four "
                          "times the cells of a full segment, at least 255; with InPayload2, 255.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BostonSocket::m_maxDispersal),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("FieldBits",
                          "Bits of the code's field: 8, 16, or 0 to choose by MaxDispersal.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BostonSocket::m_fieldBits),
                          MakeUintegerChecker<uint32_t>(0, 16))
            .AddAttribute("Systematic",
                          "Whether the first coded cells are those of the segment.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BostonSocket::m_systematic),
                          MakeBooleanChecker())
            .AddAttribute(
                "CellIdMode",
                "Where a cell carries segment and index: OutOfBand (nowhere on the wire), "
                "InPayload2, InPayload4 (in 2 or 4 octets of its payload; one "
                "connection on a VC).",
                EnumValue(BOSTON_ID_OUT_OF_BAND),
                MakeHsnEnumAccessor(&BostonSocket::m_idMode),
                MakeEnumChecker(BOSTON_ID_OUT_OF_BAND,
                                "OutOfBand",
                                BOSTON_ID_IN_PAYLOAD_2,
                                "InPayload2",
                                BOSTON_ID_IN_PAYLOAD_4,
                                "InPayload4"))
            .AddAttribute(
                "HeaderMode",
                "How a partial segment is recognised: CodedPdu (by its VC), Replicated "
                "(by HeaderCopies copies of its first cell), Ideal (always).",
                EnumValue(CODED_PDU),
                MakeHsnEnumAccessor(&BostonSocket::m_headerMode),
                MakeEnumChecker(CODED_PDU, "CodedPdu", REPLICATED, "Replicated", IDEAL, "Ideal"))
            .AddAttribute("HeaderCopies",
                          "Copies of the first cell (HeaderMode Replicated).",
                          UintegerValue(2),
                          MakeUintegerAccessor(&BostonSocket::m_headerCopies),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddAttribute("PartialTimeout",
                          "A transmission is over when none of its cells has arrived for this "
                          "time, or for four times the smoothed time between cells.",
                          TimeValue(MilliSeconds(20)),
                          MakeTimeAccessor(&BostonSocket::m_partialTimeout),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("MaxPartialSegments",
                          "Greatest number of incomplete segments whose cells the receiver keeps, "
                          "at least 1.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&BostonSocket::m_maxPartial),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("PartialReaction",
                          "What the report of a partial segment causes. ByTcp: the sender notes "
                          "what is missing, and sends that instead of the segment when TCP "
                          "retransmits it (duplicate acknowledgements, fine timeout, timer). "
                          "Immediate: it sends that at once, and reduces the window as a fast "
                          "retransmit does.",
                          EnumValue(BY_TCP),
                          MakeHsnEnumAccessor(&BostonSocket::m_reaction),
                          MakeEnumChecker(BY_TCP, "ByTcp", IMMEDIATE, "Immediate"))
            .AddAttribute("Payload",
                          "What coded cells carry. Real: coded octets, which are decoded. Virtual: "
                          "only lengths and indices, so that nothing is coded; the same cells are "
                          "sent at the same times. Octets of segments are not checked then.",
                          EnumValue(REAL),
                          MakeHsnEnumAccessor(&BostonSocket::m_payload),
                          MakeEnumChecker(REAL, "Real", VIRTUAL, "Virtual"))
            .AddAttribute("PartialAckCountsAsDup",
                          "Whether a report of a partial segment counts as a duplicate "
                          "acknowledgement, too.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BostonSocket::m_partialCountsAsDup),
                          MakeBooleanChecker())
            .AddAttribute("ChargeRedundancy",
                          "Whether extra cells count against the congestion window.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BostonSocket::m_chargeRedundancy),
                          MakeBooleanChecker())
            .AddTraceSource("Redundancy",
                            "Extra cells of the latest transmission.",
                            MakeTraceSourceAccessor(&BostonSocket::m_redundancy),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Partial",
                            "A transmission is over and the segment is incomplete (receiver).",
                            MakeTraceSourceAccessor(&BostonSocket::m_partialTrace),
                            "ns3::hsn::BostonSocket::PartialTracedCallback")
            .AddTraceSource("Report",
                            "An acknowledgement with a report on a segment arrives (sender).",
                            MakeTraceSourceAccessor(&BostonSocket::m_reportTrace),
                            "ns3::hsn::BostonSocket::ReportTracedCallback")
            .AddTraceSource("DecodeFail",
                            "Decoding fails: a rebuilt segment does not fit its trailer; its cells "
                            "are dropped.",
                            MakeTraceSourceAccessor(&BostonSocket::m_failTrace),
                            "ns3::hsn::BostonSocket::FailTracedCallback")
            .AddTraceSource("Session",
                            "The handshake: whether segments will be dispersed, or why not.",
                            MakeTraceSourceAccessor(&BostonSocket::m_sessionTrace),
                            "ns3::hsn::BostonSocket::SessionTracedCallback");
    return tid;
}

BostonSocket::BostonSocket() = default;

BostonSocket::BostonSocket(const BostonSocket& other)
    : IndexedTcpSocket(other),
      m_stack(other.m_stack),
      m_offer(other.m_offer),
      m_redundancy(other.m_redundancy),
      m_partialTrace(other.m_partialTrace),
      m_reportTrace(other.m_reportTrace),
      m_failTrace(other.m_failTrace),
      m_sessionTrace(other.m_sessionTrace)
{
}

BostonSocket::~BostonSocket()
{
    EndSession();
}

void
BostonSocket::SetStack(Ptr<BostonStack> stack)
{
    m_stack = stack;
}

Ptr<IndexedTcpSocket>
BostonSocket::Fork()
{
    return ForkSocket(*this);
}

// --- session manager ----------------------------------------------------------------------------

uint32_t
BostonSocket::GetCells(uint32_t size) const
{
    constexpr uint32_t TCP_HEADER = 20;
    const uint32_t ip = Ipv4Address::IsMatchingType(GetEndPoint().GetPeerAddress()) ? 20 : 40;
    // with LLC/SNAP; on a VC without it a segment may have fewer cells than agreed, which does no
    // harm
    return Aal5::CellsFor(size + GetOptionBytes() + TCP_HEADER + ip + Rfc2684::LLC_SNAP_BYTES,
                          BostonParameters::GetCellBytes(m_idMode));
}

BostonParameters
BostonSocket::MakeParameters() const
{
    BostonParameters p;
    p.cellBytes = BostonParameters::GetCellBytes(m_idMode);
    const uint32_t needed = GetCells(GetMss());
    const bool small = m_idMode == BOSTON_ID_IN_PAYLOAD_2;
    uint32_t dispersed = m_maxDispersal;
    if (dispersed == 0)
    {
        dispersed = small ? 255 : std::min<uint32_t>(std::max<uint32_t>(4 * needed, 255), 65535);
    }
    p.needed = static_cast<uint16_t>(needed);
    p.dispersed = static_cast<uint16_t>(dispersed);
    p.fieldBits = static_cast<uint8_t>(m_fieldBits ? m_fieldBits : dispersed > 255 ? 16 : 8);
    p.systematic = m_systematic;
    p.gamma = static_cast<uint8_t>(std::lround(256 * m_gamma));
    p.gammaRetx = static_cast<uint8_t>(std::lround(256 * m_gammaRetx));
    return p;
}

void
BostonSocket::CheckSettings(const BostonParameters& p) const
{
    for (const auto& fraction :
         {std::make_pair("Gamma", m_gamma), std::make_pair("GammaRetx", m_gammaRetx)})
    {
        NS_ABORT_MSG_IF(fraction.second < 0 || fraction.second >= 1,
                        "BostonSocket: " << fraction.first << " " << fraction.second
                                         << ": must be from 0 to below 1");
    }
    const auto wrong = p.Check();
    NS_ABORT_MSG_UNLESS(wrong.empty(), "BostonSocket: " << wrong);
    const uint32_t most = p.needed + GetExtra(std::max(m_gamma, m_gammaRetx), p.needed);
    NS_ABORT_MSG_IF(p.dispersed < most,
                    "BostonSocket: MaxDispersal " << p.dispersed << ": a transmission may need "
                                                  << most << " different cells");
}

void
BostonSocket::Agree(const BostonParameters& offer)
{
    const auto ours = MakeParameters();
    CheckSettings(ours);
    if (const auto wrong = offer.Check(); !wrong.empty())
    {
        NS_LOG_LOGIC("parameters of the peer: " << wrong);
        ++m_bostonCounters.refused;
        m_sessionTrace(false, wrong);
        return;
    }
    EndSession();
    Address local;
    Address peer;
    GetSockName(local);
    GetPeerName(peer);
    m_inFlow = {peer, local};
    const bool replicated = m_headerMode == REPLICATED;
    m_sender = Create<BostonSender>(Create<BostonContext>(BostonFlow{local, peer},
                                                          ours,
                                                          replicated ? m_headerCopies : 0,
                                                          m_headerMode == IDEAL,
                                                          m_payload == VIRTUAL));
    m_senderNumber = m_stack->AddSender(m_sender);
    m_receiver = Create<BostonReceiver>(offer, m_partialTimeout, replicated, m_maxPartial);
    m_receiver->SetCallbacks(MakeCallback(&BostonSocket::SendReport, this),
                             MakeCallback(&BostonSocket::NotifyDecodeFail, this));
    m_stack->AddReceiver(m_inFlow, m_receiver);
    m_sessionTrace(true, "");
}

void
BostonSocket::EndSession()
{
    if (!m_sender)
    {
        return;
    }
    m_receiver->Stop();
    m_sender->Clear();
    if (m_stack)
    {
        m_stack->RemoveSender(m_senderNumber);
        if (m_stack->FindReceiver(m_inFlow) == m_receiver)
        {
            m_stack->RemoveReceiver(m_inFlow);
        }
    }
    m_sender = nullptr;
    m_receiver = nullptr;
}

void
BostonSocket::NotifyShut()
{
    EndSession();
}

void
BostonSocket::NotifyNodeGone()
{
    EndSession();
    m_stack = nullptr;
    IndexedTcpSocket::NotifyNodeGone();
}

// --- leaving segments ---------------------------------------------------------------------------

void
BostonSocket::DecorateSegment(Ptr<Packet> packet,
                              const TcpHeader& header,
                              const TcpSentSegment* data)
{
    if (!m_dispersal || !m_stack)
    {
        return;
    }
    const uint8_t flags = header.GetFlags();
    if (flags & TcpHeader::SYN)
    {
        if (flags & TcpHeader::ACK)
        {
            if (!m_sender && m_offer)
            {
                Agree(*m_offer);
            }
            if (!m_sender)
            {
                return;
            }
        }
        BostonTag tag;
        tag.kind = BostonTag::PARAMETERS;
        tag.node = GetNode()->GetId();
        tag.parameters = MakeParameters();
        CheckSettings(tag.parameters);
        packet->AddPacketTag(tag);
        return;
    }
    if (!m_sender)
    {
        return;
    }
    if (data)
    {
        const bool again = data->everRetransmitted;
        if (data->size == GetMss() && !data->fin)
        {
            TagData(packet, *data, again);
        }
    }
    else if (BostonTag tag; flags == TcpHeader::ACK && m_arrived && !packet->PeekPacketTag(tag))
    {
        AddReport(packet, *std::exchange(m_arrived, std::nullopt)); // once
    }
}

void
BostonSocket::AddReport(Ptr<Packet> packet, const BostonReport& report)
{
    BostonTag tag;
    tag.kind = BostonTag::REPORT;
    tag.node = GetNode()->GetId();
    tag.report = report;
    packet->AddPacketTag(tag);
}

void
BostonSocket::TagData(Ptr<Packet> packet, const TcpSentSegment& data, bool again)
{
    auto segment = m_sender->Find(data.begin);
    if (segment)
    {
        ++segment->transmission;
        segment->reported = false;
    }
    else if (again || !m_sender->HasRoom())
    {
        return; // its first transmission was not dispersed
    }
    else
    {
        segment = m_sender->Append(data.begin);
    }
    segment->lastSent = Simulator::Now();
    const uint32_t missing = segment->pending ? segment->pending : GetCells(data.size);
    m_redundancy = GetExtra(again ? m_gammaRetx : m_gamma, missing);
    segment->cells = missing + m_redundancy;
    BostonTag tag;
    tag.kind = BostonTag::SEGMENT;
    tag.node = GetNode()->GetId();
    tag.connection = m_senderNumber;
    tag.report.segment = segment->id;
    tag.report.transmission = segment->transmission;
    tag.report.pending = segment->pending;
    tag.extra = m_redundancy;
    packet->AddPacketTag(tag);
}

uint32_t
BostonSocket::GetExtra(double fraction, uint32_t missing) const
{
    switch (m_policy)
    {
    case FIXED: {
        const double cells = fraction * GetCells(GetMss());
        if (fraction == 0)
        {
            return 0;
        }
        return m_rounding == UP     ? static_cast<uint32_t>(std::ceil(cells))
               : m_rounding == DOWN ? static_cast<uint32_t>(cells)
                                    : std::max(1U, static_cast<uint32_t>(std::lround(cells)));
    }
    case ADAPTIVE:
        return m_sender
                   ? DispersalModel::GetExtraCells(missing,
                                                   1 - m_successRate,
                                                   m_targetRounds,
                                                   m_sender->GetParameters().dispersed - missing)
                   : 0;
    default:
        return 0;
    }
}

bool
BostonSocket::NeedsPackets() const
{
    return true;
}

uint32_t
BostonSocket::GetUsableWindow() const
{
    const uint32_t window = IndexedTcpSocket::GetUsableWindow();
    if (!m_chargeRedundancy || !m_sender)
    {
        return window;
    }
    const uint64_t cells = GetCells(GetMss());
    // one segment may always be sent
    return std::max(GetMss(), static_cast<uint32_t>(window * cells / (cells + m_redundancy)));
}

// --- arriving segments --------------------------------------------------------------------------

void
BostonSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<BostonSocket> self(this);
    BostonTag tag;
    if (!packet->RemovePacketTag(tag) || !m_dispersal || !m_stack || tag.node != GetNode()->GetId())
    {
        tag = BostonTag();
    }
    if (m_state == LISTEN || m_state == SYN_SENT || m_state == SYN_RCVD)
    {
        m_offer.reset();
        if (tag.kind == BostonTag::PARAMETERS)
        {
            m_offer = tag.parameters; // copied to the socket that is forked, if we listen
            if (m_state == SYN_SENT)
            {
                Agree(tag.parameters);
            }
        }
        else if (m_dispersal && m_state != SYN_RCVD)
        {
            m_sessionTrace(false, "the peer offers nothing");
        }
    }
    if (tag.kind == BostonTag::ARRIVAL)
    {
        m_arrived = tag.report;
    }
    const bool reports = tag.kind == BostonTag::REPORT && m_sender;
    std::optional<BostonAckNote> note;
    if (reports)
    {
        note.emplace(m_sender, tag.report, m_partialCountsAsDup);
    }
    ReceiveSegment(packet, arrival, note ? &*note : nullptr);
    if (m_sender)
    {
        if (reports)
        {
            TakeReport(tag.report);
        }
        m_sender->RemoveBelow(GetSendHead());
    }
}

void
BostonSocket::TakeReport(const BostonReport& report)
{
    m_reportTrace(report);
    const auto segment = m_sender->FindId(report.segment);
    if (!segment || segment->transmission != report.transmission)
    {
        ++m_bostonCounters.stale;
        return;
    }
    const uint32_t needed = GetCells(GetMss());
    if (report.pending > needed)
    {
        NS_LOG_LOGIC("report of " << report.pending << " missing cells of " << needed);
        ++m_bostonCounters.malformed;
        return;
    }
    if (!std::exchange(segment->reported, true))
    {
        // a transmission of few cells weighs less
        const double weight = std::min(1.0, static_cast<double>(segment->cells) / needed);
        m_successRate += (report.successRate / 255.0 - m_successRate) / 8 * weight;
    }
    segment->pending = report.pending;
    if (report.pending > 0 && segment->begin < GetSendHead())
    {
        ++m_bostonCounters.stale;
    }
    else if (report.pending > 0)
    {
        ++m_bostonCounters.partial;
        if (m_reaction == IMMEDIATE)
        {
            RepairSegment(segment->begin);
        }
    }
}

void
BostonSocket::SendReport(const BostonReport& report, uint32_t have, uint32_t needed)
{
    if (needed > 0)
    {
        m_partialTrace(report.segment, have, needed);
    }
    if (m_state < ESTABLISHED || m_state == TIME_WAIT)
    {
        return;
    }
    auto packet = Create<Packet>();
    AddReport(packet, report);
    SendAck(packet);
}

void
BostonSocket::NotifyDecodeFail(uint16_t segment)
{
    m_failTrace(segment);
}
} // namespace hsn
} // namespace ns3
