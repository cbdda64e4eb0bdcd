// SPDX-License-Identifier: GPL-2.0-only
// Covers atm/network/aal5-plus-adaptation
/**
 * @file
 * libFuzzer target for AAL5+ as the adaptation layer of a device: the table of regrouped SDUs, and
 * the map of what is missing of damaged ones.
 *
 * Input: an octet, modulo 3. 0: a regrouped SDU of any octets. 1: an SDU and its classes: for each
 * run two octets, of length and class. 2: SDUs are sent over cells that are lost or come twice; the
 * ends agree on DataPduMode, or do not: an octet with the modes of both ends, then for each SDU an
 * octet with its length, 1 to 256 times 4, and one with its classes, and for each cell an octet
 * with its fate.
 *
 * Invariants: no crash; every octet of a regrouped SDU is taken from a place of its own, and in
 * order; what was regrouped is undone; gaps lie in the SDU, in order, and have zeros; an intact SDU
 * is as it was sent if both ends agree; every octet of a damaged one is in a gap or right; counters
 * balance.
 */
#include "fuzz-support.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/aal5-reassembler.h"
#include "ns3/atm-vc.h"
#include "ns3/ex-clp-classifier.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param in an SDU of any octets @return octets of it that are undone
uint32_t
TryTable(FuzzInput in)
{
    const std::vector<uint8_t> grouped(in.GetData(), in.GetData() + in.GetLeft());
    std::vector<uint8_t> octets;
    std::vector<uint32_t> places;
    if (!Aal5PlusRegrouping::Undo(grouped, octets, places))
    {
        return 0;
    }
    HSN_REQUIRE(!grouped.empty() && octets.size() == places.size());
    const std::size_t table = 1 + std::size_t{4} * grouped[0];
    HSN_REQUIRE(octets.size() <= grouped.size() - table);
    std::set<uint32_t> used;
    for (std::size_t i = 0; i < octets.size(); ++i)
    {
        HSN_REQUIRE(places[i] >= table && places[i] < grouped.size());
        HSN_REQUIRE(octets[i] == grouped[places[i]]);
        HSN_REQUIRE(used.insert(places[i]).second);
    }
    return static_cast<uint32_t>(octets.size());
}

/// @param in runs of an SDU @return octets of it
uint32_t
TryGrouping(FuzzInput in)
{
    std::vector<ExClpRun> runs;
    std::vector<uint8_t> octets;
    while (in.GetLeft() >= 2 && octets.size() < 4000)
    {
        const uint32_t count = 1u + in.Byte();
        const uint32_t cls = in.Byte() % 4u;
        if (!runs.empty() && runs.back().cls == cls)
        {
            runs.back().octets += count;
        }
        else
        {
            runs.push_back({cls, count});
        }
        for (uint32_t i = 0; i < count; ++i)
        {
            octets.push_back(static_cast<uint8_t>(octets.size() * 7 + cls));
        }
    }
    if (octets.empty())
    {
        return 0;
    }
    std::vector<uint8_t> grouped;
    std::size_t sum = 0;
    for (const auto& run : Aal5PlusRegrouping::Make(octets, runs, grouped))
    {
        HSN_REQUIRE(run.cls < 4 && run.octets > 0);
        sum += run.octets;
    }
    HSN_REQUIRE(sum == grouped.size());
    std::vector<uint8_t> again;
    std::vector<uint32_t> places;
    HSN_REQUIRE(Aal5PlusRegrouping::Undo(grouped, again, places));
    HSN_REQUIRE(again == octets);
    return static_cast<uint32_t>(octets.size());
}

/// SDUs of a sender at a receiver.
class Connection
{
  public:
    /// @param in the input
    explicit Connection(FuzzInput in)
        : m_in(in)
    {
        const char* const modes[] = {"PerClassPdu", "MarkOnly", "Regroup"};
        const uint32_t how = m_in.Byte();
        m_isAgreed = how / 3 % 3 == how % 3;
        m_sender->SetAttribute("DataPduMode", StringValue(modes[how % 3]));
        m_receiver->SetAttribute("DataPduMode", StringValue(modes[how / 3 % 3]));
        m_sender->SetAttribute("Classifier", PointerValue(m_classes));
        m_receiver->SetReceiver(*m_vc, MakeCallback(&Connection::Take, this));
        m_reassembler.SetDeliverCallback(MakeCallback(&Connection::Deliver, this));
        m_reassembler.SetErrorCallback(MakeCallback(&Connection::Fail, this));
    }

    /// Sends until the input ends. @return octets that arrived
    uint32_t Run()
    {
        for (int n = 0; n < 20 && !m_in.IsEmpty(); ++n)
        {
            Send();
        }
        const auto& c = m_receiver->GetCounters();
        HSN_REQUIRE(c.sentPdus[0] + c.sentPdus[1] == 0);
        HSN_REQUIRE(c.intact[0] + c.intact[1] == m_good);
        HSN_REQUIRE(!m_isAgreed || c.badTables == 0);
        HSN_REQUIRE(m_intact <= m_good && m_damaged <= c.damaged[1]);
        HSN_REQUIRE(m_good - m_intact <= c.badTables);
        return m_octets;
    }

  private:
    /// Names the classes of the next SDU.
    class Classes : public ExClpClassifier
    {
      public:
        std::vector<ExClpRun> Classify(const AtmVc&, Ptr<const Packet>) override
        {
            return runs;
        }

        std::vector<ExClpRun> runs; //!< of it
    };

    /// Sends an SDU.
    void Send()
    {
        const uint32_t size = 4 * (1u + m_in.Byte());
        const uint32_t classes = m_in.Byte();
        // two classes, which change at a place that the octet names, twice
        const uint32_t part = std::min(size, 1 + (classes >> 4) * size / 16);
        m_classes->runs = {{classes % 4, part}};
        for (uint32_t at = part; at < size; at += m_classes->runs.back().octets)
        {
            const uint32_t cls = (m_classes->runs.back().cls + 1 + (classes >> 2) % 3) % 4;
            m_classes->runs.push_back({cls, std::min(size - at, 2 * part)});
        }
        std::vector<uint8_t> octets(size);
        for (auto& octet : octets)
        {
            octet = static_cast<uint8_t>((m_content = m_content * 1103515245 + 12345) >> 16);
        }
        m_sent.push_back(octets);
        const auto pdu = m_sender->Segment(*m_vc, Create<Packet>(octets.data(), size));
        for (uint32_t cell = 0; cell < pdu->GetNCells(); ++cell)
        {
            const uint8_t fate = m_in.Byte() & 7;
            for (int copies = fate == 1 ? 0 : fate == 2 ? 2 : 1; copies > 0; --copies)
            {
                CellBurst burst;
                burst.pdu = pdu;
                burst.first = cell;
                burst.count = 1;
                m_reassembler.Receive(burst);
            }
        }
    }

    /// @param sdu good @param pdu what it came in
    void Deliver(Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu)
    {
        ++m_good;
        HSN_REQUIRE(m_receiver->TakeSdu(*m_vc, sdu, pdu));
    }

    /// @param cause why @param pdu its cells
    void Fail(Aal5Error cause, const Aal5ReceivedPdu& pdu)
    {
        m_receiver->TakeDamaged(*m_vc, cause, pdu);
    }

    /// @param delivery from the receiver
    void Take(const Aal5PlusDelivery& delivery)
    {
        const auto octets = OctetsOf(delivery.sdu);
        m_octets += static_cast<uint32_t>(octets.size());
        ++(delivery.isIntact ? m_intact : m_damaged);
        HSN_REQUIRE(delivery.isIntact == delivery.gaps.empty() || !delivery.isIntact);
        HSN_REQUIRE(delivery.isIntact || delivery.type == AAL5_PLUS_DATA);
        std::vector<bool> isMissing(octets.size());
        uint32_t end = 0;
        for (const auto& gap : delivery.gaps)
        {
            HSN_REQUIRE(gap.count > 0 && gap.cls < 4 && gap.first >= end);
            HSN_REQUIRE(gap.first <= octets.size() && gap.count <= octets.size() - gap.first);
            end = gap.first + gap.count;
            for (uint32_t i = gap.first; i < end; ++i)
            {
                isMissing[i] = true;
                HSN_REQUIRE(octets[i] == 0);
            }
        }
        if (!m_isAgreed)
        {
            return;
        }
        const auto fits = [&](const std::vector<uint8_t>& sent) {
            if (sent.size() != octets.size())
            {
                return false;
            }
            for (std::size_t i = 0; i < sent.size(); ++i)
            {
                if (!isMissing[i] && sent[i] != octets[i])
                {
                    return false;
                }
            }
            return true;
        };
        HSN_REQUIRE(std::any_of(m_sent.begin(), m_sent.end(), fits));
    }

    FuzzInput m_in;                                                          //!< input
    Ptr<AtmVc> m_vc = CreateObject<AtmVc>();                                 //!< of both
    Ptr<Classes> m_classes = CreateObject<Classes>();                        //!< of SDUs
    Ptr<Aal5PlusAdaptation> m_sender = CreateObject<Aal5PlusAdaptation>();   //!< sends
    Ptr<Aal5PlusAdaptation> m_receiver = CreateObject<Aal5PlusAdaptation>(); //!< receives
    Aal5Reassembler m_reassembler;                                           //!< of its cells
    std::vector<std::vector<uint8_t>> m_sent;                                //!< SDUs
    bool m_isAgreed{false};                                                  //!< on the mode
    uint32_t m_content{1};                                                   //!< of SDUs
    uint64_t m_good{0};                                                      //!< PDUs
    uint64_t m_intact{0};                                                    //!< SDUs
    uint64_t m_damaged{0};                                                   //!< SDUs
    uint32_t m_octets{0};                                                    //!< of all these
};
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    switch (in.Byte() % 3)
    {
    case 0:
        return TryTable(in);
    case 1:
        return TryGrouping(in);
    default:
        return Connection(in).Run();
    }
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    // 1 octet, a table of one run of 3 octets at place 2, these, zeros up to a cell; 4 others
    FuzzOutput table;
    table.Bytes({0, 1, 0, 2, 0, 3, 7, 7, 7})
        .Octets(std::vector<uint8_t>(40, 0))
        .Bytes({1, 2, 3, 4});
    return {
        {"table", table},
        {"no-table", FuzzOutput().Bytes({0, 0, 1, 2, 3})},
        {"runs", FuzzOutput().Bytes({1, 20, 0, 99, 2, 30, 0, 255, 3})},
        {"all-headers", FuzzOutput().Bytes({1, 40, 0, 40, 0})},
        {"lost-cells", FuzzOutput().Bytes({2, 0, 50, 0x42, 0, 1, 0, 0, 0, 9, 0x31, 0, 0})},
        {"regrouped", FuzzOutput().Bytes({2, 8, 90, 0x14, 0, 0, 0, 1, 0, 0, 0, 0, 2, 40, 0x83})},
        {"other-mode", FuzzOutput().Bytes({2, 2, 90, 0x14, 0, 0, 0, 1, 0, 0, 0, 0, 40, 0x83})}};
}
