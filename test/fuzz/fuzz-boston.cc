// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/boston/boston-parameters transport/boston/boston-tag
// Covers transport/boston/boston-segment transport/boston/boston-receiver
// Covers transport/boston/boston-codec
/**
 * @file
 * libFuzzer target for everything that TCP Boston reads from a wire: parameters and reports, the
 * octets behind an IP datagram, and dispersed cells.
 *
 * The first octet of the input, modulo 3, chooses what is tried; the rest is its data:
 *  - 0: fields. The 8 octets of parameters, the 6 of a report, and a tag.
 *  - 1: a frame of AAL5. An octet: bit 0: LLC/SNAP, else VC multiplexing of IPv6 (bit 1) or IPv4;
 *    bit 2: the length in the IP header is set so that some octets are left (bits 3 to 6). Then the
 *    frame.
 *  - 2: a receiver of cells: parameters, settings, segments, and what becomes of their cells; see
 *    CellPath.
 *
 * No crash; every field means what it did when it was written; of a frame, only the octets behind
 * the datagram go, and only if they can be a field; every cell is accounted for, and unless cells
 * were damaged, a segment arrives as it was sent, once.
 */
#include "fuzz-support.h"

#include "ns3/aal5.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-vc.h"
#include "ns3/boston-aal.h"
#include "ns3/boston-receiver.h"
#include "ns3/boston-segment.h"
#include "ns3/boston-stack.h"
#include "ns3/boston-tag.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/rfc2684.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param a parameters @param b others @return whether they say the same
bool
IsSame(const BostonParameters& a, const BostonParameters& b)
{
    return a.needed == b.needed && a.cellBytes == b.cellBytes && a.dispersed == b.dispersed &&
           a.fieldBits == b.fieldBits && a.systematic == b.systematic && a.gamma == b.gamma &&
           a.gammaRetx == b.gammaRetx;
}

/// @param a a report @param b another @return whether they say the same
bool
IsSame(const BostonReport& a, const BostonReport& b)
{
    return a.segment == b.segment && a.pending == b.pending && a.transmission == b.transmission &&
           a.successRate == b.successRate;
}

/// Parameters, a report and a tag of any octets. @param in the input @return whether the parameters
/// can be used
uint32_t
TryFields(FuzzInput in)
{
    uint8_t wire[BostonParameters::SIZE];
    uint8_t again[BostonParameters::SIZE];
    in.Fill(wire, BostonParameters::SIZE);
    BostonTag tag;
    tag.parameters = BostonParameters::Read(wire);
    tag.parameters.Write(again);
    HSN_REQUIRE(std::equal(wire, wire + BostonParameters::SIZE, again));
    in.Fill(wire, BostonReport::SIZE);
    tag.report = BostonReport::Read(wire);
    tag.report.Write(again);
    HSN_REQUIRE(std::equal(wire, wire + BostonReport::SIZE, again));

    tag.kind = static_cast<BostonTag::Kind>(in.Byte() % 5);
    tag.node = in.Word();
    tag.connection = in.Word() << 16;
    tag.extra = in.Word();
    auto packet = Create<Packet>(10);
    packet->AddPacketTag(tag);
    BostonTag read;
    HSN_REQUIRE(packet->RemovePacketTag(read));
    HSN_REQUIRE(read.kind == tag.kind && read.node == tag.node);
    HSN_REQUIRE(read.connection == tag.connection && read.extra == tag.extra);
    HSN_REQUIRE(IsSame(read.parameters, tag.parameters) && IsSame(read.report, tag.report));
    std::ostringstream text;
    read.Print(text);
    HSN_REQUIRE(text.str().empty() == (tag.kind == BostonTag::NOTHING));

    const auto& p = tag.parameters;
    const bool good = p.Check().empty();
    if (good)
    {
        HSN_REQUIRE(p.needed >= 1 && p.needed <= p.dispersed);
        HSN_REQUIRE(p.dispersed < 1 << p.fieldBits);
        HSN_REQUIRE(BostonParameters::GetCellBytes(p.GetIdMode()) == p.cellBytes);
        HSN_REQUIRE((p.needed - 1) * p.cellBytes < Aal5::MAX_SDU_BYTES + Aal5::TRAILER_BYTES);
    }
    return good;
}

/// A device with TCP Boston, made once: what arrives leaves nothing behind in it.
class Door
{
  public:
    /// @return the only one
    static Door& Get()
    {
        static Door door;
        return door;
    }

    Ptr<BostonAal> aal; //!< adaptation layer
    Ptr<AtmVc> snap;    //!< VC with LLC/SNAP
    Ptr<AtmVc> mux4;    //!< VC of IPv4
    Ptr<AtmVc> mux6;    //!< VC of IPv6
    Ptr<Node> node;     //!< where

  private:
    Door()
        : aal(CreateObject<BostonAal>()),
          snap(CreateObject<AtmVc>()),
          mux4(CreateObject<AtmVc>()),
          mux6(CreateObject<AtmVc>()),
          node(CreateObject<Node>())
    {
        node->AggregateObject(CreateObject<BostonStack>());
        auto device = CreateObject<AtmNetDevice>();
        node->AddDevice(device);
        aal->SetDevice(device);
        device->SetAdaptation(aal);
        mux4->SetAttribute("Encapsulation", EnumValue(VC_MUX));
        mux6->SetAttribute("Encapsulation", EnumValue(VC_MUX));
        mux6->SetAttribute("Protocol", UintegerValue(Rfc2684::IPV6));
    }
};

/// A frame of AAL5 of any octets. @param in the input @return whether fields were found behind the
/// datagram
uint32_t
TryFrame(FuzzInput in)
{
    auto& door = Door::Get();
    const uint8_t how = in.Byte();
    const auto vc = how & 1 ? door.snap : how & 2 ? door.mux6 : door.mux4;
    std::vector<uint8_t> octets(in.GetData(), in.GetData() + in.GetLeft());
    const size_t front = how & 1 ? Rfc2684::LLC_SNAP_BYTES : 0;
    const size_t left = how >> 3 & 15;
    if (how & 4 && octets.size() >= front + 40 + left)
    {
        const bool six = octets[front] >> 4 == 6;
        const size_t length = octets.size() - front - left - (six ? 40 : 0);
        octets[front + (six ? 4 : 2)] = static_cast<uint8_t>(length >> 8);
        octets[front + (six ? 5 : 3)] = static_cast<uint8_t>(length);
    }
    const auto size = static_cast<uint32_t>(octets.size());
    auto sdu = Create<Packet>(octets.data(), size);
    door.aal->ReceiveSdu(*vc, sdu);
    const auto after = OctetsOf(sdu);
    HSN_REQUIRE(after.size() <= octets.size());
    HSN_REQUIRE(std::equal(after.begin(), after.end(), octets.begin()));
    const auto gone = static_cast<uint32_t>(octets.size() - after.size());
    BostonTag tag;
    if (!sdu->RemovePacketTag(tag))
    {
        HSN_REQUIRE(gone == 0);
        return 0;
    }
    HSN_REQUIRE(tag.node == door.node->GetId());
    uint8_t again[BostonParameters::SIZE];
    if (tag.kind == BostonTag::REPORT)
    {
        HSN_REQUIRE(gone == BostonReport::SIZE);
        tag.report.Write(again);
    }
    else
    {
        HSN_REQUIRE(tag.kind == BostonTag::PARAMETERS && gone == BostonParameters::SIZE);
        tag.parameters.Write(again);
    }
    HSN_REQUIRE(std::equal(again, again + gone, octets.end() - gone));
    return 1;
}

/**
 * @brief Segments of a sender, and a receiver to which their cells come in any order.
 *
 * Input: 8 octets of parameters, which are brought into their ranges; an octet: bit 0: partial
 * segments are recognised by a header cell only, bit 1: that cell comes twice, bit 2: the receiver
 * has room for two partial segments only, bit 3: it was told other parameters, bit 4: transmissions
 * are interleaved; an octet: how many segments; for each of them, octets of its SDU. Then
 * operations.
 */
class CellPath
{
  public:
    explicit CellPath(FuzzInput in)
        : m_in(in),
          m_parameters(ReadParameters()),
          m_how(m_in.Byte()),
          m_receiver(Create<BostonReceiver>(m_how & 8 ? MakeOther(m_parameters) : m_parameters,
                                            MilliSeconds(10),
                                            m_how & 1,
                                            m_how & 4 ? 2 : 256)),
          m_sender(MakeSender())
    {
        m_receiver->SetCallbacks(MakeCallback(&CellPath::Report, this),
                                 MakeCallback(&CellPath::Fail, this));
        const uint32_t most = (m_parameters.needed * m_parameters.cellBytes) - Aal5::TRAILER_BYTES;
        for (int n = 1 + m_in.Byte() % 4; n > 0; n--)
        {
            std::vector<uint8_t> sdu(1 + m_in.Byte() % most);
            for (size_t i = 0; i < sdu.size(); i++)
            {
                sdu[i] = static_cast<uint8_t>(i * 37 + n);
            }
            auto segment = m_sender->Append(m_segments.size());
            segment->SetSdu(Create<Packet>(sdu.data(), static_cast<uint32_t>(sdu.size())));
            m_segments.push_back(segment);
            m_pdus.push_back(nullptr);
            m_next.push_back(0);
        }
    }

    ~CellPath()
    {
        m_receiver->Stop();
        Simulator::Run(); // the next input starts at a later time, on which nothing depends
    }

    /// @return segments that were rebuilt
    uint32_t Run()
    {
        for (int step = 0; step < 200 && !m_in.IsEmpty(); step++)
        {
            const uint8_t op = m_in.Byte();
            const uint32_t which = (op >> 3) % m_segments.size();
            switch (op % 8)
            {
            case 0:
                Transmit(which, m_in.Byte());
                break;
            case 1:
                Simulator::Stop(MicroSeconds(m_in.Word()));
                Simulator::Run();
                break;
            case 2:
                m_receiver->EndTransmission(m_segments[which]->id, m_segments[which]->transmission);
                break;
            case 3:
                m_next[which] = m_in.Word();
                break;
            case 4:
                Arrive(which, MakeDamage());
                break;
            default:
                for (int n = 1 + (op >> 6) * 4; n > 0; n--)
                {
                    Arrive(which, nullptr);
                }
                break;
            }
            Check();
        }
        return m_complete;
    }

  private:
    /// @return parameters of the input, in their ranges
    BostonParameters ReadParameters()
    {
        uint8_t wire[BostonParameters::SIZE];
        m_in.Fill(wire, sizeof(wire));
        auto p = BostonParameters::Read(wire);
        p.cellBytes = 48 - p.cellBytes % 3 * 2;
        // few cells, so that many of their patterns are tried in a second
        p.fieldBits = p.fieldBits % 8 ? 16 : 8;
        p.needed = 1 + p.needed % 12;
        p.dispersed = p.needed + p.dispersed % 16;
        HSN_REQUIRE(p.Check().empty());
        return p;
    }

    /// @param p parameters @return what a peer could have said instead
    static BostonParameters MakeOther(BostonParameters p)
    {
        p.needed = (p.needed + 1) / 2;
        p.dispersed = p.needed + 1;
        return p;
    }

    /// @return a sender with the parameters
    Ptr<BostonSender> MakeSender() const
    {
        BostonFlow flow;
        flow.source = InetSocketAddress(Ipv4Address("10.0.0.1"), 1);
        flow.destination = InetSocketAddress(Ipv4Address("10.0.0.2"), 2);
        const uint32_t copies = m_how & 2 ? 2 : m_how & 1;
        return Create<BostonSender>(
            Create<BostonContext>(flow, m_parameters, copies, !(m_how & 1)));
    }

    /// A transmission of a segment begins. @param which the segment @param count coded cells, 0:
    /// all needed
    void Transmit(uint32_t which, uint32_t count)
    {
        auto& segment = *m_segments[which];
        count = std::min<uint32_t>(count ? count : segment.GetNeeded(), m_parameters.dispersed);
        if (m_pdus[which])
        {
            segment.transmission++;
        }
        m_pdus[which] = Create<BostonPdu>(m_segments[which],
                                          segment.TakeIndices(count),
                                          count,
                                          segment.transmission,
                                          m_how & 16);
        m_next[which] = 0;
    }

    /// @return inverted bits: four octets at the front of the payload, or one bit anywhere
    Ptr<CellDamage> MakeDamage()
    {
        auto damage = Create<CellDamage>();
        const uint8_t kind = m_in.Byte();
        const uint32_t bits = m_in.Word();
        if (kind & 1)
        {
            damage->flips.push_back({0, bits % (8 * CellBurst::PAYLOAD_BYTES)});
        }
        else
        {
            const uint32_t at = kind & 2 ? 16 : 0;
            for (uint32_t i = 0; i < 16; i++)
            {
                if (bits >> (15 - i) & 1)
                {
                    damage->flips.push_back({0, at + i});
                }
            }
        }
        m_honest = m_honest && damage->flips.empty();
        return damage;
    }

    /// A cell arrives. @param which of which segment @param damage of it, or null
    void Arrive(uint32_t which, Ptr<CellDamage> damage)
    {
        if (!m_pdus[which])
        {
            Transmit(which, 0);
        }
        const auto pdu = m_pdus[which];
        CellBurst burst;
        burst.pdu = pdu;
        burst.first = m_next[which]++ % pdu->GetNCells();
        if (damage)
        {
            for (auto& flip : damage->flips)
            {
                flip.cell = burst.first;
            }
            burst.damage = damage;
        }
        const auto complete = m_receiver->Receive(*pdu, burst, 0, Simulator::Now());
        if (!complete.sdu)
        {
            return;
        }
        m_complete++;
        HSN_REQUIRE(complete.transmissions >= 1 && complete.report.pending == 0);
        HSN_REQUIRE(!m_honest || complete.report.segment == m_segments[which]->id);
        HSN_REQUIRE(!m_honest || m_done.insert(complete.report.segment).second);
        HSN_REQUIRE(!m_honest || OctetsOf(complete.sdu) == OctetsOf(m_segments[which]->GetSdu()));
    }

    /// @param report on a segment @param have cells that arrived @param needed to rebuild it
    void Report(const BostonReport& report, uint32_t have, uint32_t needed)
    {
        HSN_REQUIRE(have <= needed && report.pending == needed - have);
        m_reports += needed > 0;
    }

    /// A segment did not fit its trailer.
    void Fail(uint16_t)
    {
        HSN_REQUIRE(!m_honest);
    }

    /// What holds between any two steps.
    void Check() const
    {
        const auto& c = m_receiver->GetCounters();
        HSN_REQUIRE(c.used + c.duplicates + c.late + c.malformed + c.noRoom == c.cells);
        HSN_REQUIRE(c.segments == m_complete && c.partial == m_reports);
        HSN_REQUIRE(m_receiver->GetNPartial() <= (m_how & 4 ? 2U : 256U));
    }

    FuzzInput m_in;                             //!< decides
    const BostonParameters m_parameters;        //!< of the sender
    const uint8_t m_how;                        //!< settings
    Ptr<BostonReceiver> m_receiver;             //!< takes the cells
    Ptr<BostonSender> m_sender;                 //!< has the segments
    std::vector<Ptr<BostonSegment>> m_segments; //!< to be sent
    std::vector<Ptr<BostonPdu>> m_pdus;         //!< latest transmission of each
    std::vector<uint32_t> m_next;               //!< next cell of that
    std::set<uint16_t> m_done;                  //!< rebuilt
    uint32_t m_complete{0};                     //!< segments rebuilt
    uint32_t m_reports{0};                      //!< on partial segments
    bool m_honest{!(m_how & 8)};                //!< the parameters are right, no cell was damaged
};

/// @param parameters some parameters @param report a report @return seed of fields
FuzzOutput
MakeFields(const BostonParameters& parameters, const BostonReport& report)
{
    uint8_t wire[BostonParameters::SIZE];
    FuzzOutput out;
    parameters.Write(wire);
    out.Bytes({0}).Octets(wire, BostonParameters::SIZE);
    report.Write(wire);
    return out.Octets(wire, BostonReport::SIZE).Bytes({BostonTag::REPORT, 0, 1, 0, 2, 0, 3});
}

/// @param how octet @param six IPv6 @param report whether it is a report @return seed of a frame
FuzzOutput
MakeFrame(int how, bool six, bool report)
{
    std::vector<uint8_t> octets(six ? 60 : 40);
    octets[0] = six ? 0x60 : 0x45;
    octets[six ? 5 : 3] = six ? 20 : 40;
    octets[six ? 6 : 9] = 6;
    auto sdu = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    uint8_t fields[BostonParameters::SIZE];
    if (report)
    {
        BostonReport{7, 3, 1, 200}.Write(fields);
    }
    else
    {
        BostonParameters().Write(fields);
    }
    sdu->AddAtEnd(Create<Packet>(fields, report ? BostonReport::SIZE : BostonParameters::SIZE));
    Rfc2684::Encapsulate(sdu, six ? Rfc2684::IPV6 : Rfc2684::IPV4, how & 1 ? LLC_SNAP : VC_MUX);
    return FuzzOutput().Bytes({1, how}).Octets(OctetsOf(sdu));
}

/// @param cellBytes of coded data @param systematic code @param how settings octet @return
/// beginning of a seed of cells: 6 needed of 12, segments of 250 and 100 octets
FuzzOutput
MakePath(uint8_t cellBytes, bool systematic, int how)
{
    BostonParameters p;
    p.needed = 5;
    p.cellBytes = cellBytes;
    p.dispersed = 6;
    p.systematic = systematic;
    uint8_t wire[BostonParameters::SIZE];
    p.Write(wire);
    return FuzzOutput().Bytes({2}).Octets(wire, sizeof(wire)).Bytes({how, 1, 250, 100});
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    switch (in.Byte() % 3)
    {
    case 0:
        return TryFields(in);
    case 1:
        return TryFrame(in);
    default:
        return CellPath(in).Run();
    }
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    BostonParameters wide;
    wide.needed = 1366;
    wide.dispersed = 4000;
    wide.fieldBits = 16;
    wide.systematic = true;
    BostonParameters narrow;
    narrow.needed = 32;
    narrow.cellBytes = 46;
    // octets of operations: 0 and a number: a transmission of so many cells; 5: a cell, 0xc5: 13
    // cells, 0x0d: a cell of the second segment; 1: time; 3: which cell is next; 4: a damaged cell
    return {
        {"fields", MakeFields(BostonParameters(), {})},
        {"fields-wide", MakeFields(wide, {65535, 1366, 3, 128})},
        {"fields-narrow", MakeFields(narrow, {1, 0, 255, 0})},
        {"frame-snap-ipv4-parameters", MakeFrame(1, false, false)},
        {"frame-snap-ipv4-report", MakeFrame(1, false, true)},
        {"frame-snap-ipv6-report", MakeFrame(1, true, true)},
        {"frame-mux-ipv4-report", MakeFrame(0, false, true)},
        {"frame-mux-ipv6-parameters", MakeFrame(2, true, false)},
        {"frame-length-set", MakeFrame(0x35, false, true)},
        {"cells-in-order", MakePath(48, false, 0).Bytes({0xc5, 0xcd})},
        {"cells-systematic", MakePath(48, true, 0).Bytes({0, 8, 3, 0, 2, 0xc5})},
        {"cells-id-2", MakePath(46, false, 0).Bytes({0, 12, 3, 0, 4, 0xc5})},
        {"cells-id-4", MakePath(44, false, 0).Bytes({0, 12, 3, 0, 4, 0xc5})},
        {"cells-interleaved", MakePath(48, false, 16).Bytes({5, 13, 5, 13, 0xc5, 0xcd})},
        {"cells-two-transmissions", MakePath(48, false, 0).Bytes({5, 5, 2, 0, 4, 0xc5})},
        {"cells-timeout", MakePath(48, false, 0).Bytes({5, 5, 1, 0xff, 0xff, 0xc5, 0, 6, 0xc5})},
        {"cells-header", MakePath(48, false, 3).Bytes({0xc5, 0xcd})},
        {"cells-header-lost",
         MakePath(44, false, 1).Bytes({3, 0, 3, 5, 5, 2, 0, 6, 0xc5, 0, 6, 0xc5})},
        {"cells-no-room", MakePath(44, false, 4).Bytes({4, 0, 255, 255, 4, 0, 1, 1, 0xcd, 0xc5})},
        {"cells-damaged", MakePath(48, false, 0).Bytes({4, 1, 0, 99, 0xc5, 0, 6, 0xc5, 0xcd})},
        {"cells-late", MakePath(48, false, 0).Bytes({0xc5, 0, 6, 0xc5, 0xcd})},
        {"cells-not-agreed", MakePath(48, false, 8).Bytes({0xcd, 0xc5, 0, 3, 0xcd})},
    };
}
