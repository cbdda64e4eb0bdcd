// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A random network with one transfer by TCP Boston, and a record of what happened in it.
 */
#ifndef HSN_BOSTON_RANDOM_NETWORK_H
#define HSN_BOSTON_RANDOM_NETWORK_H

#include "boston-test-support.h"

#include "ns3/aal5.h"
#include "ns3/analysis-numeric.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A network that loses, repeats and damages cells in both directions. */
class BostonRandomNetwork
{
  public:
    /** @brief What happened. */
    struct Record
    {
        bool isExact{false};            //!< the file arrived as it was sent
        std::size_t received{0};        //!< octets that arrived
        BostonReceiver::Counters cells; //!< of the receiver
        std::vector<uint64_t> events;   //!< all cells with their times and numbers, reports, and
                                        //!< counters of both ends
    };

    /** @param seed of everything @param payload what cells carry @return what happened */
    static Record Run(int64_t seed, BostonSocket::Payload payload)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(seed);
        const auto chance = [&random](double p) { return random->GetValue() < p; };
        const auto mss = static_cast<uint32_t>(random->GetInteger(100, chance(0.3) ? 9100 : 1460));
        BostonHosts hosts("10Mbps", MilliSeconds(random->GetInteger(0, 20)));
        hosts.Install(chance(0.5) ? 1 : 0, chance(0.8));
        auto from = hosts.Make(0);
        auto to = hosts.Make(1);
        const uint32_t cell = 48 - 2 * random->GetInteger(0, 2);
        const uint32_t needed = Aal5::CellsFor(mss + 48, cell);
        for (const auto& socket : {from, to})
        {
            SetUp(*socket, chance, mss, cell, needed);
            socket->SetAttribute(
                "PartialReaction",
                EnumValue(seed % 2 ? BostonSocket::IMMEDIATE : BostonSocket::BY_TCP));
            socket->SetAttribute("Payload", EnumValue(payload));
        }
        if (chance(0.5) && AnalysisNumeric::HasGsl())
        {
            from->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::ADAPTIVE));
        }
        FileTransfer transfer(hosts, from, to, random->GetInteger(1, 100000));
        const double lose = chance(0.8) ? random->GetValue(0, 0.15) : 0;
        const double repeat = chance(0.5) ? random->GetValue(0, 0.1) : 0;
        // a segment with a damaged cell cannot be decoded, so few are damaged
        const double damage = chance(0.5) ? random->GetValue(0, 0.3) / needed : 0;
        const double loseBack = chance(0.5) ? random->GetValue(0, 0.2) : 0;
        Record record;
        hosts.ports[0]->filter = [&](CellBurst& burst) {
            Note(record, burst);
            if (chance(damage))
            {
                // mostly at the front, where the identification is
                burst.damage = Create<CellDamage>();
                burst.damage->flips.push_back(
                    {burst.first,
                     static_cast<uint32_t>(random->GetInteger(0, chance(0.5) ? 31 : 383))});
            }
            // a repeated cell destroys an AAL5 frame, as on any network
            const bool coded = !burst.pdu->IsAal5();
            return chance(coded ? lose : lose / 32) ? 0 : coded && chance(repeat) ? 2 : 1;
        };
        hosts.ports[1]->filter = [&](CellBurst& burst) {
            Note(record, burst);
            return chance(loseBack) ? 0 : 1;
        };
        from->TraceConnectWithoutContext(
            "Report",
            Sink<const BostonReport&>::Make([&record](const BostonReport& report) {
                record.events.insert(
                    record.events.end(),
                    {report.segment, report.pending, report.transmission, report.successRate});
            }));
        transfer.WatchReceiver(hosts.Aal(1));
        // ByTcp with few coded cells: one that is missing comes after many timeouts
        Simulator::Stop(Seconds(2000000));
        Simulator::Run();
        record.isExact = transfer.IsExact();
        record.received = transfer.received.size();
        record.events.push_back(static_cast<uint64_t>(transfer.closed.GetTimeStep()));
        if (transfer.cells)
        {
            record.cells = transfer.cells->GetCounters();
        }
        NoteCounters(record, *DynamicCast<BostonSocket>(from), *hosts.Aal(1));
        return record;
    }

  private:
    /** @brief Sets attributes at random. @param socket the socket @param chance of something @param
     * mss octets @param cell coded octets in a cell @param needed cells of a segment */
    template <typename F>
    static void SetUp(IndexedTcpSocket& socket,
                      const F& chance,
                      uint32_t mss,
                      uint32_t cell,
                      uint32_t needed)
    {
        socket.SetAttribute("SegmentSize", UintegerValue(mss));
        socket.SetAttribute("MinRto", TimeValue(MilliSeconds(200)));
        socket.SetAttribute("DataRetries", UintegerValue(10000));
        socket.SetAttribute("ConnCount", UintegerValue(1000));
        socket.SetAttribute("CellIdMode",
                            EnumValue(static_cast<BostonCellIdMode>((48 - cell) / 2)));
        socket.SetAttribute("Systematic", BooleanValue(chance(0.3)));
        socket.SetAttribute("PartialAckCountsAsDup", BooleanValue(chance(0.3)));
        socket.SetAttribute("ChargeRedundancy", BooleanValue(chance(0.3)));
        if (chance(0.3))
        {
            socket.SetAttribute("MaxPartialSegments", UintegerValue(2));
        }
        if (chance(0.3))
        {
            socket.SetAttribute("LossRecovery", EnumValue(TcpLossRecovery::NEWRENO));
        }
        else if (chance(0.3))
        {
            socket.SetAttribute("Sack", BooleanValue(true));
            socket.SetAttribute("LossRecovery", EnumValue(TcpLossRecovery::SACK));
        }
        if (chance(0.3) && needed <= 250)
        {
            // few coded cells: their numbers are used again
            socket.SetAttribute("MaxDispersal", UintegerValue(needed + 2));
        }
    }

    /** @param record gets it @param burst a cell that passes */
    static void Note(Record& record, const CellBurst& burst)
    {
        record.events.push_back(static_cast<uint64_t>(Simulator::Now().GetTimeStep()));
        record.events.push_back(burst.first);
        record.events.push_back(burst.pdu->GetNCells());
        const auto* pdu = dynamic_cast<const BostonPdu*>(PeekPointer(burst.pdu));
        if (pdu)
        {
            record.events.push_back(pdu->GetSegment().id);
            record.events.push_back(pdu->GetTransmission());
            record.events.push_back(pdu->IsHeaderCopy(burst.first) ? 0
                                                                   : pdu->GetIndex(burst.first));
        }
    }

    /** @param record gets them @param socket that sent @param aal that received */
    static void NoteCounters(Record& record, const BostonSocket& socket, const BostonAal& aal)
    {
        const auto& r = record.cells;
        const auto& tcp = socket.GetCounters();
        const auto& boston = socket.GetBostonCounters();
        const auto& a = aal.GetCounters();
        record.events.insert(record.events.end(),
                             {record.received,    r.cells,        r.used,
                              r.duplicates,       r.late,         r.malformed,
                              r.noRoom,           r.headers,      r.heard,
                              r.segments,         r.partial,      r.decodeFails,
                              r.evicted,          tcp.timeouts,   tcp.retransmissions,
                              tcp.fastRecoveries, boston.partial, boston.stale,
                              boston.malformed,   a.stale,        a.unknownCells,
                              a.undispersed,      a.badTrailers});
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_RANDOM_NETWORK_H
