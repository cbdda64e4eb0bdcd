// SPDX-License-Identifier: GPL-2.0-only
#include "fec-udp-socket.h"

#include "fec-code-attributes.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFecUdpSocket");
NS_OBJECT_ENSURE_REGISTERED(FecUdpSocket);

namespace
{
/**
 * @brief Makes room for one more peer by removing the least recently used one.
 * @tparam M map whose values have a member lastUse
 * @param peers the map
 * @param limit maximum number of peers, at least 1
 * @return the peer that was removed; empty if there was room
 */
template <typename M>
typename M::node_type
TakeOldest(M& peers, std::size_t limit)
{
    if (peers.size() < limit)
    {
        return {};
    }
    return peers.extract(
        std::min_element(peers.begin(), peers.end(), [](const auto& a, const auto& b) {
            return a.second.lastUse < b.second.lastUse;
        }));
}
} // namespace

TypeId
FecUdpSocket::GetTypeId()
{
    static TypeId tid = AddFecCodeAttributes(
        AddPacketTraces(
            TypeId("ns3::hsn::FecUdpSocket")
                .SetParent<UdpOverlaySocket>()
                .SetGroupName("Hsn")
                .AddConstructor<FecUdpSocket>()
                .AddAttribute(
                    "FlushTimeout",
                    "Time after its first packet at which an incomplete block is ended; 0: "
                    "never.",
                    TimeValue(MilliSeconds(100)),
                    MakeTimeAccessor(&FecUdpSocket::m_flushTimeout),
                    MakeTimeChecker(Time(0)))
                .AddAttribute("OpenBlocks",
                              "Number of blocks of one sender that are kept open for decoding.",
                              UintegerValue(8),
                              MakeUintegerAccessor(&FecUdpSocket::m_openBlocks),
                              MakeUintegerChecker<uint32_t>(1, FecBlockDecoder::RESTART - 1))
                .AddAttribute("ReportInterval",
                              "Number of blocks between two loss reports to the sender; 0: no "
                              "reports.",
                              UintegerValue(16),
                              MakeUintegerAccessor(&FecUdpSocket::m_reportInterval),
                              MakeUintegerChecker<uint32_t>())
                .AddAttribute("MaxPeers",
                              "Maximum number of destinations, of senders, and of reporting "
                              "receivers for each destination. When a further one appears, the "
                              "least recently used one of its kind is forgotten. A receiver that "
                              "reports after it was forgotten tells its loss since its first "
                              "block.",
                              UintegerValue(64),
                              MakeUintegerAccessor(&FecUdpSocket::m_maxPeers),
                              MakeUintegerChecker<uint32_t>(1, MOST_FLOWS))
                .AddAttribute("Controller",
                              "Chooses N and M from reported loss; null: attributes N and M apply.",
                              PointerValue(),
                              MakePointerAccessor(&FecUdpSocket::m_controller),
                              MakePointerChecker<FecRateController>())
                .AddTraceSource(
                    "BlockDecoded",
                    "A block is closed: packets received, data packets lost, data packets "
                    "restored.",
                    MakeTraceSourceAccessor(&FecUdpSocket::m_blockDecoded),
                    "ns3::hsn::FecUdpSocket::BlockCallback")
                .AddTraceSource(
                    "ResidualLoss",
                    "A report is sent: fraction of data packets not recovered since the "
                    "first block.",
                    MakeTraceSourceAccessor(&FecUdpSocket::m_residualLoss),
                    "ns3::hsn::FecUdpSocket::LossCallback")
                .AddTraceSource("Redundancy",
                                "The code changes with the next block: N, M.",
                                MakeTraceSourceAccessor(&FecUdpSocket::m_redundancy),
                                "ns3::hsn::FecUdpSocket::RedundancyCallback")
                .AddTraceSource(
                    "ReportedLoss",
                    "A report is received: fraction of packets lost in the network and "
                    "fraction of data packets not recovered, since the previous report.",
                    MakeTraceSourceAccessor(&FecUdpSocket::m_reportedLoss),
                    "ns3::hsn::FecUdpSocket::ReportCallback")
                .AddTraceSource("Malformed",
                                "A packet is dropped because its header is invalid; its sender.",
                                MakeTraceSourceAccessor(&FecUdpSocket::m_malformed),
                                "ns3::Packet::AddressTracedCallback")),
        &FecUdpSocket::m_data,
        &FecUdpSocket::m_parity,
        &FecUdpSocket::m_codec,
        &FecUdpSocket::m_shiftOrigin,
        &FecUdpSocket::m_shiftUnit);
    return tid;
}

FecUdpSocket::FecUdpSocket() = default;

FecUdpSocket::~FecUdpSocket() = default;

void
FecUdpSocket::DoDispose()
{
    m_outgoing.clear();
    m_incoming.clear();
    m_controller = nullptr;
    UdpOverlaySocket::DoDispose();
}

const FecUdpCounters&
FecUdpSocket::GetCounters() const
{
    return m_counters;
}

FecDecoderCounters
FecUdpSocket::GetBlockCounters() const
{
    FecDecoderCounters sum;
    for (const auto& peer : m_incoming)
    {
        sum += peer.second.decoder->GetCounters();
    }
    return sum;
}

uint32_t
FecUdpSocket::GetLargestDatagram() const
{
    return LONGEST_DATAGRAM;
}

// --- sending --------------------------------------------------------------------------------

int
FecUdpSocket::HandleOutgoing(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    auto& outgoing = FindOutgoing(to);
    const FecCode code = GetCode();
    if (!(code == m_lastCode))
    {
        m_lastCode = code;
        m_redundancy(code.data, code.parity);
    }
    outgoing.encoder.SetCode(code);
    const auto packets = outgoing.encoder.Add(packet);
    if (outgoing.encoder.GetPending() == 1 && m_flushTimeout.IsStrictlyPositive())
    {
        outgoing.flush->Set(Simulator::Now() + m_flushTimeout);
    }
    else if (outgoing.encoder.GetPending() == 0)
    {
        outgoing.flush->Cancel();
    }
    const int result = SendPacket(packets[0], flags, to);
    m_counters.dataSent += result >= 0;
    for (std::size_t i = 1; i < packets.size(); i++)
    {
        m_counters.paritySent += SendPacket(packets[i], flags, to) >= 0;
    }
    return result;
}

int
FecUdpSocket::SendPacket(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (!m_tx.IsEmpty())
    {
        const auto payload = packet->Copy();
        FecHeader header;
        payload->RemoveHeader(header);
        m_tx(payload, header);
    }
    return Transmit(packet, flags, to);
}

FecCode
FecUdpSocket::GetCode() const
{
    FecCode code{m_codec, m_data, m_parity, m_shiftOrigin, m_shiftUnit};
    if (m_controller)
    {
        const PacketFecCode chosen = m_controller->GetCode();
        code.parity = chosen.parity;
        // without parity, blocks only serve to measure loss
        code.data = chosen.parity > 0 ? chosen.data : m_data;
    }
    const std::string error = code.Check();
    NS_ABORT_MSG_UNLESS(error.empty(), "FecUdpSocket: " << error);
    return code;
}

FecUdpSocket::Outgoing&
FecUdpSocket::FindOutgoing(const Address& to)
{
    auto found = m_outgoing.find(to);
    if (found == m_outgoing.end())
    {
        if (const auto oldest = TakeOldest(m_outgoing, m_maxPeers))
        {
            m_counters.forgotten++;
            for (const auto& one : oldest.mapped().reporters)
            {
                ForgetReporter(one.second);
            }
        }
        found = m_outgoing.try_emplace(to).first;
        auto& outgoing = found->second;
        outgoing.flow = static_cast<uint8_t>(m_nextFlow++ % MOST_FLOWS);
        // A forgotten destination that is used again starts at block numbers too far from its old
        // ones for late packets to be mistaken for new ones.
        outgoing.encoder =
            FecBlockEncoder(m_nextFlow / MOST_FLOWS * 2 * FecBlockDecoder::RESTART, outgoing.flow);
        outgoing.encoder.SetCode(GetCode());
        outgoing.flush = std::make_unique<DeadlineTimer>([this, to] { EndBlock(to); });
    }
    found->second.lastUse = ++m_uses;
    return found->second;
}

void
FecUdpSocket::EndBlock(const Address& to)
{
    for (const auto& packet : m_outgoing.at(to).encoder.Flush())
    {
        m_counters.paritySent += SendPacket(packet, 0, to) >= 0;
    }
}

void
FecUdpSocket::Flush()
{
    for (auto& [to, outgoing] : m_outgoing)
    {
        outgoing.flush->Remove();
        EndBlock(to);
    }
}

// --- receiving ------------------------------------------------------------------------------

void
FecUdpSocket::HandleIncoming(Ptr<Packet> packet, const Address& from)
{
    FecHeader header;
    const char* problem = header.Read(packet);
    if (problem)
    {
        Drop(packet, from, problem);
        return;
    }
    m_rx(packet, header);
    if (header.type == FEC_REPORT)
    {
        HandleReport(header, packet, from);
    }
    else
    {
        FindIncoming({from, header.flow}).decoder->Receive(header, packet);
    }
}

void
FecUdpSocket::Drop(Ptr<const Packet> packet, const Address& from, const char* problem)
{
    NS_LOG_LOGIC("packet from " << from << " dropped: " << problem);
    m_counters.malformed++;
    m_malformed(packet, from);
    m_rxDrop(packet, problem);
}

FecUdpSocket::Incoming&
FecUdpSocket::FindIncoming(const Sender& sender)
{
    auto found = m_incoming.find(sender);
    if (found == m_incoming.end())
    {
        m_counters.forgotten += !TakeOldest(m_incoming, m_maxPeers).empty();
        found = m_incoming.try_emplace(sender).first;
        found->second.decoder = std::make_unique<FecBlockDecoder>(
            m_openBlocks,
            [this, from = sender.first](Ptr<Packet> packet, uint32_t, uint8_t, bool) {
                Deliver(packet, from);
            },
            [this, sender](const FecBlockResult& result) { HandleBlock(sender, result); });
    }
    found->second.lastUse = ++m_uses;
    return found->second;
}

void
FecUdpSocket::HandleBlock(const Sender& sender, const FecBlockResult& result)
{
    m_blockDecoded(result.received, result.lost, result.restored);
    auto& incoming = m_incoming.at(sender);
    if (m_reportInterval == 0 || ++incoming.closed < m_reportInterval)
    {
        return;
    }
    incoming.closed = 0;
    const auto& counters = incoming.decoder->GetCounters();
    FecReport report;
    report.expected = static_cast<uint32_t>(counters.expected);
    report.received = static_cast<uint32_t>(counters.received);
    report.expectedData = static_cast<uint32_t>(counters.expectedData);
    report.lostData = static_cast<uint32_t>(counters.lostData);
    m_residualLoss(static_cast<double>(counters.lostData) /
                   std::max<uint64_t>(counters.expectedData, 1));
    FecHeader header;
    header.type = FEC_REPORT;
    header.block = result.block;
    header.flow = sender.second;
    header.length = FecReport::SIZE;
    auto packet = Create<Packet>();
    packet->AddHeader(report);
    packet->AddHeader(header);
    m_counters.reportsSent += SendPacket(packet, 0, sender.first) >= 0;
}

FecUdpSocket::Reporter&
FecUdpSocket::FindReporter(Outgoing& outgoing, const Address& from)
{
    auto found = outgoing.reporters.find(from);
    if (found == outgoing.reporters.end())
    {
        if (const auto oldest = TakeOldest(outgoing.reporters, m_maxPeers))
        {
            m_counters.forgotten++;
            ForgetReporter(oldest.mapped());
        }
        found = outgoing.reporters.try_emplace(from).first;
        found->second.number = m_nextReceiver++;
    }
    found->second.lastUse = ++m_uses;
    return found->second;
}

void
FecUdpSocket::ForgetReporter(const Reporter& reporter)
{
    if (m_controller)
    {
        m_controller->Forget(reporter.number);
    }
}

void
FecUdpSocket::HandleReport(const FecHeader& header, Ptr<Packet> packet, const Address& from)
{
    const auto found =
        std::find_if(m_outgoing.begin(), m_outgoing.end(), [&header](const auto& one) {
            return one.second.flow == header.flow;
        });
    if (found == m_outgoing.end())
    {
        Drop(packet, from, "a report on a flow that was never sent");
        return;
    }
    auto& reporter = FindReporter(found->second, from);
    FecReport now;
    packet->RemoveHeader(now);
    const FecReport last = std::exchange(reporter.latest, now);
    m_counters.reportsReceived++;
    // differences are correct across counter wrap; a restarted receiver gives no valid ones
    const uint32_t expected = now.expected - last.expected;
    const uint32_t received = now.received - last.received;
    const uint32_t data = now.expectedData - last.expectedData;
    const uint32_t lost = now.lostData - last.lostData;
    if (expected == 0 || expected > INT32_MAX || received > expected || data > expected ||
        lost > data)
    {
        return;
    }
    const double raw = 1 - static_cast<double>(received) / expected;
    m_reportedLoss(raw, static_cast<double>(lost) / std::max<uint32_t>(data, 1));
    if (m_controller)
    {
        m_controller->Report(reporter.number, raw);
    }
}
} // namespace hsn
} // namespace ns3
