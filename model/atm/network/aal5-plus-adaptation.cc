// SPDX-License-Identifier: GPL-2.0-only
#include "aal5-plus-adaptation.h"

#include "atm-vc.h"

#include "ns3/aal5-reassembler.h"
#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/ex-clp.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAal5PlusAdaptation");
NS_OBJECT_ENSURE_REGISTERED(Aal5PlusAdaptation);

namespace
{
constexpr uint32_t CELL = CellBurst::PAYLOAD_BYTES;
constexpr std::size_t PARITY_PDU = std::size_t{8} * CELL; //!< octets of a System PDU in a group

/// @param packet some @return its octets
std::vector<uint8_t>
GetOctets(const Packet& packet)
{
    std::vector<uint8_t> octets(packet.GetSize());
    packet.CopyData(octets.data(), packet.GetSize());
    return octets;
}

/// @param runs some @param cls of octets that are appended @param octets how many
void
AppendRun(std::vector<ExClpRun>& runs, uint32_t cls, uint32_t octets)
{
    if (octets == 0)
    {
        return;
    }
    if (!runs.empty() && runs.back().cls == cls)
    {
        runs.back().octets += octets;
        return;
    }
    runs.push_back({cls, octets});
}

/// @param sdu changed @param octets its new content
void
Replace(const Ptr<Packet>& sdu, const std::vector<uint8_t>& octets)
{
    sdu->RemoveAtStart(sdu->GetSize());
    sdu->AddAtEnd(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
}
} // namespace

std::vector<ExClpRun>
Aal5PlusRegrouping::Make(const std::vector<uint8_t>& octets,
                         const std::vector<ExClpRun>& runs,
                         std::vector<uint8_t>& grouped)
{
    std::vector<uint8_t> headers;
    std::vector<uint8_t> rest;
    std::vector<ExClpRun> classes;
    grouped = {0};
    uint32_t at = 0;
    uint32_t n = 0;
    for (const auto& run : runs)
    {
        auto& group = run.cls == EX_CLP_SYSTEM ? headers : rest;
        group.insert(group.end(), octets.begin() + at, octets.begin() + at + run.octets);
        if (run.cls == EX_CLP_SYSTEM)
        {
            ++n;
            for (const uint32_t value : {at, run.octets})
            {
                grouped.push_back(static_cast<uint8_t>(value >> 8));
                grouped.push_back(static_cast<uint8_t>(value));
            }
        }
        else
        {
            AppendRun(classes, run.cls, run.octets);
        }
        at += run.octets;
    }
    const std::size_t front = (grouped.size() + headers.size() + CELL - 1) / CELL * CELL;
    if (n == 0 || n > 255 || rest.empty() || front + rest.size() > Aal5::MAX_SDU_BYTES)
    {
        grouped = {0};
        grouped.insert(grouped.end(), octets.begin(), octets.end());
        classes = runs;
        classes.front().octets += 1;
        return classes;
    }
    grouped[0] = static_cast<uint8_t>(n);
    grouped.insert(grouped.end(), headers.begin(), headers.end());
    grouped.resize(front, 0);
    grouped.insert(grouped.end(), rest.begin(), rest.end());
    classes.insert(classes.begin(), {EX_CLP_SYSTEM, static_cast<uint32_t>(front)});
    return classes;
}

bool
Aal5PlusRegrouping::Undo(const std::vector<uint8_t>& grouped,
                         std::vector<uint8_t>& octets,
                         std::vector<uint32_t>& places)
{
    octets.clear();
    places.clear();
    const std::size_t runs = grouped.empty() ? 0 : grouped[0];
    const std::size_t table = 1 + 4 * runs;
    if (grouped.empty() || table > grouped.size())
    {
        return false;
    }
    std::size_t header = table;
    std::size_t rest = 1; // without runs nothing has moved
    if (runs > 0)
    {
        std::size_t sum = table;
        for (std::size_t i = 0; i < runs; ++i)
        {
            sum += ReadNetwork16(&grouped[3 + 4 * i]);
        }
        rest = (sum + CELL - 1) / CELL * CELL;
    }
    if (rest > grouped.size())
    {
        return false;
    }
    const auto take = [&](std::size_t from, std::size_t n) {
        for (std::size_t i = from; i < from + n; ++i)
        {
            octets.push_back(grouped[i]);
            places.push_back(static_cast<uint32_t>(i));
        }
    };
    for (std::size_t i = 0; i < runs; ++i)
    {
        const std::size_t place = ReadNetwork16(&grouped[1 + 4 * i]);
        const std::size_t length = ReadNetwork16(&grouped[3 + 4 * i]);
        if (place < octets.size() || place - octets.size() > grouped.size() - rest)
        {
            return false;
        }
        const std::size_t before = place - octets.size();
        take(rest, before);
        rest += before;
        take(header, length);
        header += length;
    }
    take(rest, grouped.size() - rest);
    return true;
}

TypeId
Aal5PlusAdaptation::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::Aal5PlusAdaptation")
            .SetParent<AtmAdaptation>()
            .SetGroupName("Hsn")
            .AddConstructor<Aal5PlusAdaptation>()
            .AddAttribute("Classifier",
                          "Tells the classes of the octets of SDUs without ExClpTag; null: all are "
                          "headers.",
                          PointerValue(),
                          MakePointerAccessor(&Aal5PlusAdaptation::m_classifier),
                          MakePointerChecker<ExClpClassifier>())
            .AddAttribute("DataPduMode",
                          "How the cells of an SDU with octets of several classes are marked. "
                          "Both ends need the same if it is Regroup.",
                          EnumValue(PER_CLASS_PDU),
                          MakeHsnEnumAccessor(&Aal5PlusAdaptation::m_mode),
                          MakeEnumChecker(PER_CLASS_PDU,
                                          "PerClassPdu",
                                          MARK_ONLY,
                                          "MarkOnly",
                                          REGROUP,
                                          "Regroup"))
            .AddAttribute("CorruptedDelivery",
                          "Whether damaged PDUs of pictures are handed to a receiver.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Aal5PlusAdaptation::m_deliversCorrupted),
                          MakeBooleanChecker())
            .AddAttribute("SystemParity",
                          "Whether System PDUs, of 8 cells, are groups of 7 and one of parity.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Aal5PlusAdaptation::m_hasParity),
                          MakeBooleanChecker())
            .AddAttribute("GroupTimeout",
                          "How long damaged System PDUs wait for the rest of their group.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Aal5PlusAdaptation::m_groupTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("RecoveryDelay",
                            "A System PDU is repaired, so long after the first damage of its "
                            "group.",
                            MakeTraceSourceAccessor(&Aal5PlusAdaptation::m_delayTrace),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("Rx",
                            "A PDU has ended, intact or damaged.",
                            MakeTraceSourceAccessor(&Aal5PlusAdaptation::m_rxTrace),
                            "ns3::hsn::Aal5PlusAdaptation::RxTracedCallback");
    return tid;
}

Aal5PlusAdaptation::Aal5PlusAdaptation() = default;

void
Aal5PlusAdaptation::DoDispose()
{
    m_classifier = nullptr;
    for (auto& connection : m_connections)
    {
        connection.second.timeout.Cancel();
    }
    m_connections.clear();
    AtmAdaptation::DoDispose();
}

void
Aal5PlusAdaptation::SetReceiver(const AtmVc& vc, const Receiver& receiver)
{
    m_connections[&vc].receiver = receiver;
}

const Aal5PlusAdaptation::Counters&
Aal5PlusAdaptation::GetCounters() const
{
    return m_counters.Get();
}

uint32_t
Aal5PlusAdaptation::GetInterleaveDepth() const
{
    return 1;
}

// --- sending ----------------------------------------------------------------------------------

Ptr<AtmPdu>
Aal5PlusAdaptation::Segment(AtmVc& vc, Ptr<Packet> sdu)
{
    ExClpTag tag;
    std::vector<ExClpRun> runs;
    if (sdu->GetSize() == 0)
    {
        return Create<AtmPdu>(sdu); // AAL5's abort has no content
    }
    if (sdu->RemovePacketTag(tag))
    {
        NS_ABORT_MSG_IF(tag.cls > (tag.isDiagonals ? EX_CLP_SYSTEM : 3u),
                        "an SDU of class " << +tag.cls << ": 0 to 3, parity of diagonals 0");
        runs = {{tag.cls, sdu->GetSize()}};
    }
    else if (m_classifier)
    {
        runs = m_classifier->Classify(vc, sdu);
    }
    else
    {
        runs = {{EX_CLP_SYSTEM, sdu->GetSize()}};
    }
    [[maybe_unused]] uint32_t octets = 0;
    for (const auto& run : runs)
    {
        octets += run.octets;
    }
    NS_ASSERT_MSG(octets == sdu->GetSize(), "classes of " << octets << " octets, not of the SDU's");
    if (m_mode == REGROUP)
    {
        NS_ABORT_MSG_IF(sdu->GetSize() == Aal5::MAX_SDU_BYTES,
                        "an SDU of " << sdu->GetSize() << " octets with DataPduMode=Regroup: up to "
                                     << Aal5::MAX_SDU_BYTES - 1);
        std::vector<uint8_t> grouped;
        runs = Aal5PlusRegrouping::Make(GetOctets(*sdu), runs, grouped);
        Replace(sdu, grouped);
    }
    const bool isSystem = std::all_of(runs.begin(), runs.end(), [](const ExClpRun& run) {
        return run.cls == EX_CLP_SYSTEM;
    });
    const auto type = isSystem ? AAL5_PLUS_SYSTEM : AAL5_PLUS_DATA;
    auto& next = m_connections[&vc].next[type];
    const uint64_t number = tag.isDiagonals ? next - 1 : next++;
    const uint8_t cpi = tag.isDiagonals ? Aal5Plus::DIAGONALS_CPI : 0;
    const auto pdu = Create<AtmPdu>(sdu, Aal5Plus::MakeUu(type, number), cpi);
    ++m_counters->sentPdus[type];
    MarkCells(*pdu, runs);
    return pdu;
}

void
Aal5PlusAdaptation::MarkCells(AtmPdu& pdu, const std::vector<ExClpRun>& runs)
{
    const uint32_t n = pdu.GetNCells();
    if (m_mode == PER_CLASS_PDU)
    {
        uint32_t best = 3;
        for (const auto& run : runs)
        {
            best = std::min(best, run.cls);
        }
        pdu.SetMarks(0, n, GetExClpMarks(best));
        m_counters->sentCells[best] += n;
        return;
    }
    std::vector<uint32_t> classes(n, 3);
    uint32_t at = 0;
    for (const auto& run : runs)
    {
        const uint32_t last = (at + run.octets - 1) / CELL;
        for (uint32_t cell = at / CELL; cell <= last; ++cell)
        {
            classes[cell] = std::min(classes[cell], run.cls);
        }
        at += run.octets;
    }
    // cells that have only PAD and trailer
    for (uint32_t cell = (at - 1) / CELL + 1; cell < n; ++cell)
    {
        classes[cell] = runs.back().cls;
    }
    for (uint32_t first = 0; first < n;)
    {
        uint32_t end = first + 1;
        while (end < n && classes[end] == classes[first])
        {
            ++end;
        }
        pdu.SetMarks(first, end - first, GetExClpMarks(classes[first]));
        m_counters->sentCells[classes[first]] += end - first;
        first = end;
    }
}

// --- receiving --------------------------------------------------------------------------------

bool
Aal5PlusAdaptation::Receive(AtmVc&, const CellBurst&, Time)
{
    return false; // its cells are AAL5's
}

void
Aal5PlusAdaptation::ReceiveSdu(AtmVc&, Ptr<Packet>)
{
}

bool
Aal5PlusAdaptation::TakeSdu(AtmVc& vc, Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu)
{
    auto& connection = m_connections[&vc];
    Aal5PlusDelivery delivery;
    delivery.vc = vc.GetId();
    delivery.type = Aal5Plus::GetType(pdu.GetUu());
    delivery.sequence = Aal5Plus::GetSequence(pdu.GetUu());
    ++m_counters->intact[delivery.type];
    auto& expected = connection.expected[delivery.type];
    if (expected >= 0)
    {
        m_counters->missing[delivery.type] +=
            (delivery.sequence + Aal5Plus::SEQUENCES - static_cast<uint32_t>(expected)) %
            Aal5Plus::SEQUENCES;
    }
    expected = (delivery.sequence + 1) % static_cast<int32_t>(Aal5Plus::SEQUENCES);
    if (m_mode == REGROUP)
    {
        std::vector<uint8_t> octets;
        std::vector<uint32_t> places;
        if (!Aal5PlusRegrouping::Undo(GetOctets(*sdu), octets, places))
        {
            NS_LOG_LOGIC("an SDU of " << sdu->GetSize() << " octets without a table");
            ++m_counters->badTables;
            return true;
        }
        Replace(sdu, octets);
    }
    delivery.sdu = sdu;
    if (m_hasParity && delivery.type == AAL5_PLUS_SYSTEM && !connection.receiver.IsNull())
    {
        TakeSystemCells(vc, connection, pdu.GetBytes(), true);
        return true;
    }
    return Deliver(delivery, connection);
}

void
Aal5PlusAdaptation::TakeDamaged(AtmVc& vc, Aal5Error cause, const Aal5ReceivedPdu& pdu)
{
    auto& connection = m_connections[&vc];
    const auto& bytes = pdu.GetBytes();
    const auto& pieces = pdu.GetPieces();
    std::size_t at = 0; // where the piece begins in the bytes
    for (std::size_t i = 0; i < pieces.size();)
    {
        // all pieces of one PDU as it was sent
        const AtmPdu& sent = *pieces[i].pdu;
        const std::size_t begin = at;
        const uint32_t n = sent.GetNCells();
        std::vector<uint8_t> cells(std::size_t{n} * CELL, 0);
        std::vector<bool> isHere(n, false);
        for (; i < pieces.size() && PeekPointer(pieces[i].pdu) == &sent; ++i)
        {
            const std::size_t size = std::size_t{pieces[i].count} * CELL;
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                        size,
                        cells.begin() + static_cast<std::ptrdiff_t>(pieces[i].first * CELL));
            std::fill_n(isHere.begin() + pieces[i].first, pieces[i].count, true);
            at += size;
        }
        if (!sent.IsAal5() || sent.GetSdu()->GetSize() == 0)
        {
            continue;
        }
        const bool isSystem = Aal5Plus::GetType(sent.GetUu()) == AAL5_PLUS_SYSTEM;
        if (m_hasParity && isSystem && !connection.receiver.IsNull())
        {
            // in the order in which they came; their class tells whose they are
            TakeSystemCells(vc,
                            connection,
                            {bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                             bytes.begin() + static_cast<std::ptrdiff_t>(at)},
                            isHere.back());
        }
        if (isSystem && sent.GetCpi() == Aal5Plus::DIAGONALS_CPI)
        {
            continue; // no SDU
        }
        Aal5PlusDelivery delivery;
        delivery.vc = vc.GetId();
        delivery.type = Aal5Plus::GetType(sent.GetUu());
        delivery.sequence = Aal5Plus::GetSequence(sent.GetUu());
        delivery.isIntact = false;
        NS_LOG_LOGIC("PDU " << +delivery.sequence << " is damaged: " << cause);
        ++m_counters->damaged[delivery.type];
        cells.resize(sent.GetSdu()->GetSize());
        std::vector<uint32_t> places(cells.size());
        std::iota(places.begin(), places.end(), 0u);
        if (m_mode == REGROUP)
        {
            // the simulation's table: without its cells a receiver can put nothing in its place
            std::vector<uint8_t> octets;
            const auto grouped = GetOctets(*sent.GetSdu());
            if (!Aal5PlusRegrouping::Undo(grouped, octets, places))
            {
                NS_LOG_LOGIC("an SDU of " << grouped.size() << " octets without a table");
                ++m_counters->badTables;
                continue;
            }
            const std::size_t table = 1 + std::size_t{4} * grouped[0];
            if (!std::all_of(isHere.begin(),
                             isHere.begin() + static_cast<std::ptrdiff_t>((table - 1) / CELL + 1),
                             [](bool is) { return is; }))
            {
                std::fill(isHere.begin(), isHere.end(), false);
            }
        }
        std::vector<uint8_t> octets(places.size(), 0);
        for (uint32_t k = 0; k < places.size(); ++k)
        {
            const uint32_t cell = places[k] / CELL;
            if (isHere[cell])
            {
                octets[k] = cells[places[k]];
                continue;
            }
            const uint32_t cls = GetExClpClass(sent.GetMarks(cell));
            auto& gaps = delivery.gaps;
            if (!gaps.empty() && gaps.back().first + gaps.back().count == k &&
                gaps.back().cls == cls)
            {
                ++gaps.back().count;
            }
            else
            {
                gaps.push_back({k, 1, cls});
            }
        }
        delivery.sdu = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        Deliver(delivery, connection);
    }
}

void
Aal5PlusAdaptation::TakeSystemCells(const AtmVc& vc,
                                    Connection& connection,
                                    const std::vector<uint8_t>& cells,
                                    bool isWhole)
{
    NS_ABORT_MSG_IF(m_mode == REGROUP,
                    "SystemParity with DataPduMode=Regroup: PerClassPdu or MarkOnly");
    connection.vc = vc.GetId();
    if (!connection.parity)
    {
        connection.parity = std::make_unique<SystemParityDecoder>();
        // connections stay where they are
        Connection* const owner = &connection;
        connection.parity->SetDeliver(Sink<const SystemParityDelivery&>::Make(
            [this, owner](const SystemParityDelivery& d) { DeliverSystem(owner, d); }));
    }
    const auto& counters = connection.parity->GetCounters();
    const uint64_t groups = counters.groups;
    for (std::size_t at = 0; at < cells.size(); at += CELL)
    {
        connection.parity->Receive(&cells[at], isWhole && at + CELL == cells.size());
    }
    const bool isHeld = counters.held > 0 || !isWhole;
    if (!isHeld || counters.groups != groups)
    {
        connection.timeout.Cancel(); // what was held before is repaired, or given up
    }
    if (isHeld && connection.timeout.IsExpired())
    {
        connection.damaged = Simulator::Now();
        connection.timeout =
            Simulator::Schedule(m_groupTimeout, &Aal5PlusAdaptation::EndGroup, this, &connection);
    }
}

void
Aal5PlusAdaptation::EndGroup(Connection* connection)
{
    NS_LOG_LOGIC("a group of System PDUs is not complete in time");
    connection->parity->Flush();
}

void
Aal5PlusAdaptation::DeliverSystem(Connection* connection, const SystemParityDelivery& system)
{
    Aal5PlusDelivery delivery;
    delivery.vc = connection->vc;
    delivery.type = AAL5_PLUS_SYSTEM;
    delivery.sequence = system.sequence;
    delivery.isRepaired = system.isRepaired;
    const auto length = Aal5::ParseCpcsPdu(system.pdu, PARITY_PDU).length;
    delivery.sdu = Create<Packet>(system.pdu, length);
    if (system.isRepaired)
    {
        m_delayTrace(Simulator::Now() - connection->damaged);
    }
    Deliver(delivery, *connection);
}

SystemParityDecoder::Counters
Aal5PlusAdaptation::GetParityCounters(const AtmVc& vc) const
{
    m_counters.Get(); // all cells so far
    const auto found = m_connections.find(&vc);
    const bool isKnown = found != m_connections.end() && found->second.parity;
    return isKnown ? found->second.parity->GetCounters() : SystemParityDecoder::Counters();
}

bool
Aal5PlusAdaptation::Deliver(const Aal5PlusDelivery& delivery, Connection& connection)
{
    m_rxTrace(delivery);
    if (connection.receiver.IsNull())
    {
        return false;
    }
    if (delivery.isIntact || (m_deliversCorrupted && delivery.type == AAL5_PLUS_DATA))
    {
        const Receiver receiver = connection.receiver; // may be replaced meanwhile
        receiver(delivery);
    }
    return true;
}
} // namespace hsn
} // namespace ns3
