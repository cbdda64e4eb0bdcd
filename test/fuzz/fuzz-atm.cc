// SPDX-License-Identifier: GPL-2.0-only
// Covers atm/cell/atm-cell atm/cell/atm-pdu atm/cell/aal5 atm/aal5/aal5-reassembler
// Covers atm/aal5/rfc2684
/**
 * @file
 * libFuzzer target for everything in the ATM room that reads octets from a wire.
 *
 * The first octet of the input, modulo 4, chooses what is tried; the rest is its data:
 *  - 0: cells. Before each an octet: bit 0 sets the right HEC. Then 53 octets.
 *  - 1: a CPCS-PDU. An octet: bit 0: two octets follow, the longest SDU; bit 1: filled up with
 * zeros to whole cells; bit 2: the CRC is set right. Then the PDU.
 *  - 2: an SDU. An octet: bit 0: LLC/SNAP, else VC multiplexing; bit 1: LLC and OUI are put before
 *    it. Then the SDU.
 *  - 3: a reassembler: settings, PDUs, and bursts of their cells; see TryReassembler().
 *
 * Whatever it is: no crash, and the invariants below hold.
 */
#include "fuzz-support.h"

#include "ns3/aal5-reassembler.h"
#include "ns3/aal5.h"
#include "ns3/atm-cell.h"
#include "ns3/atm-pdu.h"
#include "ns3/cell-burst.h"
#include "ns3/packet.h"
#include "ns3/rfc2684.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Cells through the HEC receiver, then parsed in both formats and written again. @param in the
/// input @return headers without error
uint32_t
TryCells(FuzzInput in)
{
    AtmHecReceiver receiver;
    uint64_t cells = 0;
    while (in.GetLeft() > 0)
    {
        const bool seal = in.Byte() & 1;
        uint8_t wire[CellBurst::CELL_BYTES];
        in.Fill(wire, sizeof(wire));
        if (seal)
        {
            wire[4] = AtmHec::Compute(wire);
        }
        uint8_t before[5];
        std::copy(wire, wire + 5, before);
        const bool good = AtmHec::Syndrome(wire) == 0;
        const auto mode = receiver.GetMode();
        const auto verdict = receiver.Receive(wire);
        cells++;
        int changed = 0;
        for (int bit = 0; bit < 40; bit++)
        {
            changed += (wire[bit / 8] ^ before[bit / 8]) >> (7 - bit % 8) & 1;
        }
        HSN_REQUIRE(good == (verdict == AtmHecReceiver::VALID));
        HSN_REQUIRE(changed == (verdict == AtmHecReceiver::CORRECTED ? 1 : 0));
        HSN_REQUIRE(verdict != AtmHecReceiver::CORRECTED || mode == AtmHecReceiver::CORRECTION);
        HSN_REQUIRE(good == (receiver.GetMode() == AtmHecReceiver::CORRECTION));
        for (const auto format : {AtmCellHeader::UNI, AtmCellHeader::NNI})
        {
            AtmCell cell;
            const bool hec = AtmCell::Parse(format, wire, cell);
            HSN_REQUIRE(hec == (verdict != AtmHecReceiver::DISCARDED));
            HSN_REQUIRE(cell.header.Check(format).empty());
            uint8_t again[CellBurst::CELL_BYTES];
            cell.Serialize(format, again);
            HSN_REQUIRE(std::equal(again, again + 4, wire));
            HSN_REQUIRE(std::equal(again + 5, again + sizeof(again), wire + 5));
            HSN_REQUIRE(hec == (again[4] == wire[4]));
        }
    }
    const auto& c = receiver.GetCounters();
    HSN_REQUIRE(cells == c.valid + c.corrected + c.uncorrected + c.detected);
    return static_cast<uint32_t>(c.valid);
}

/// @param octets whose last four become the right CRC
void
Seal(std::vector<uint8_t>& octets)
{
    const uint32_t crc = Aal5Crc32::Compute(octets.data(), octets.size() - 4);
    for (int i = 0; i < 4; i++)
    {
        octets[octets.size() - 4 + i] = static_cast<uint8_t>(crc >> (24 - 8 * i));
    }
}

/// A CPCS-PDU of any octets, as it is or with the right CRC. @param in the input @return whether it
/// is right
uint32_t
TryCpcsPdu(FuzzInput in)
{
    const uint8_t how = in.Byte();
    const uint32_t maxSdu = how & 1 ? in.Word() : Aal5::MAX_SDU_BYTES;
    std::vector<uint8_t> octets(in.GetData(), in.GetData() + in.GetLeft());
    if (how & 2)
    {
        octets.resize((octets.size() + 47) / 48 * 48);
    }
    if (how & 4 && octets.size() >= 4)
    {
        Seal(octets);
    }
    const Aal5Check check = Aal5::ParseCpcsPdu(octets.data(), octets.size(), maxSdu);
    HSN_REQUIRE(std::strcmp(ToString(check.cause), "UNKNOWN") != 0);
    HSN_REQUIRE((check.cause == Aal5Error::SIZE) == (octets.empty() || octets.size() % 48 != 0));
    if (check.cause == Aal5Error::NONE)
    {
        HSN_REQUIRE(check.length > 0 && check.length <= maxSdu && check.cpi == 0);
        HSN_REQUIRE(check.length + 8u <= octets.size() && octets.size() <= check.length + 8u + 47);
        const auto again = Aal5::BuildCpcsPdu(octets.data(), check.length, check.uu, check.cpi);
        HSN_REQUIRE(again.size() == octets.size());
        HSN_REQUIRE(std::equal(again.begin(), again.begin() + check.length, octets.begin()));
    }
    return check.cause == Aal5Error::NONE;
}

/// An SDU of any octets in either encapsulation. @param in the input @return whether it is right
uint32_t
TryRfc2684(FuzzInput in)
{
    const uint8_t how = in.Byte();
    const AtmEncapsulation encapsulation = how & 1 ? LLC_SNAP : VC_MUX;
    std::vector<uint8_t> octets;
    if (how & 2)
    {
        octets = {0xaa, 0xaa, 3, 0, 0, 0};
    }
    octets.insert(octets.end(), in.GetData(), in.GetData() + in.GetLeft());
    const auto size = static_cast<uint32_t>(octets.size());
    Ptr<Packet> packet = Create<Packet>(octets.data(), size);
    uint16_t protocol = 1;
    const auto error = Rfc2684::Decapsulate(packet, encapsulation, 0x86dd, protocol);
    if (error == Rfc2684Error::NONE)
    {
        HSN_REQUIRE(packet->GetSize() + Rfc2684::GetOverhead(encapsulation) == size);
        Rfc2684::Encapsulate(packet, protocol, encapsulation);
    }
    else
    {
        HSN_REQUIRE(protocol == 1 && std::strcmp(ToString(error), "UNKNOWN") != 0);
    }
    HSN_REQUIRE(OctetsOf(packet) == octets);
    return error == Rfc2684Error::NONE;
}

/// Checks and counts what a reassembler delivers.
struct Receiver
{
    void Deliver(Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu)
    {
        const auto& octets = pdu.GetBytes();
        const auto check = Aal5::ParseCpcsPdu(octets.data(), octets.size());
        HSN_REQUIRE(check.cause == Aal5Error::NONE);
        HSN_REQUIRE(check.length == sdu->GetSize() && sdu->GetSize() <= maxSdu);
        HSN_REQUIRE(check.uu == pdu.GetUu());
        const auto b = OctetsOf(sdu);
        HSN_REQUIRE(std::equal(b.begin(), b.end(), octets.begin()));
        HSN_REQUIRE(pdu.GetLastHeader().IsLast());
        log.push_back(sdu->GetSize());
        log.push_back(pdu.IsAnyClp() * 2 + pdu.IsAnyEfci());
        uint16_t protocol = 0;
        Rfc2684::Decapsulate(sdu, LLC_SNAP, 0, protocol);
        log.push_back(protocol);
        cells += pdu.GetNCells();
    }

    void Error(Aal5Error cause, const Aal5ReceivedPdu& pdu)
    {
        const auto& octets = pdu.GetBytes();
        HSN_REQUIRE(octets.size() == 48 * pdu.GetNCells());
        const auto check = Aal5::ParseCpcsPdu(octets.data(), octets.size(), maxSdu);
        HSN_REQUIRE(cause == Aal5Error::OVERSIZE || cause == Aal5Error::TIMEOUT ||
                    cause == check.cause);
        HSN_REQUIRE(pdu.GetLastHeader().Check(AtmCellHeader::NNI).empty());
        log.push_back(1000000 + static_cast<uint32_t>(cause));
        log.push_back(pdu.GetNCells());
        log.push_back(Aal5Crc32::Compute(octets.data(), octets.size()));
    }

    void Check(const Aal5Reassembler& reassembler) const
    {
        const auto& c = reassembler.GetCounters();
        HSN_REQUIRE(c.cells == c.deliveredCells + c.failedCells + reassembler.GetPendingCells());
        HSN_REQUIRE(c.deliveredCells == cells);
        HSN_REQUIRE(reassembler.GetPendingCells() <=
                    Aal5::CellsFor(maxSdu) + reassembler.IsDiscarding());
    }

    uint32_t maxSdu{0};        //!< longest SDU
    uint64_t cells{0};         //!< delivered
    std::vector<uint32_t> log; //!< what happened
};

/// Any cells of some PDUs in any order, by burst and by cell. @param in the input @return cells
/// delivered
uint32_t
TryReassembler(FuzzInput in)
{
    const uint8_t how = in.Byte();
    const uint32_t maxSdu = how & 1 ? 1 + in.Word() % 65535 : how & 2 ? 100 : 65535;
    const Time timeout = NanoSeconds(how & 4 ? 1 + in.Byte() % 50 : 0);
    Receiver receivers[2];
    Aal5Reassembler reassemblers[2];
    for (int k = 0; k < 2; k++)
    {
        receivers[k].maxSdu = maxSdu;
        reassemblers[k].SetMaxSdu(maxSdu);
        reassemblers[k].SetTimeout(timeout);
        reassemblers[k].SetDeliverCallback(MakeCallback(&Receiver::Deliver, &receivers[k]));
        reassemblers[k].SetErrorCallback(MakeCallback(&Receiver::Error, &receivers[k]));
    }
    std::vector<Ptr<AtmPdu>> pdus;
    const uint32_t nPdus = 1 + in.Byte() % 4;
    for (uint32_t i = 0; i < nPdus; i++)
    {
        std::vector<uint8_t> sdu(in.Word() % (i == 0 && how & 8 ? 5000 : 300));
        in.Fill(sdu.data(), std::min<size_t>(sdu.size(), 12));
        const auto uu = in.Byte();
        const auto cpi = static_cast<uint8_t>(in.Byte() & 1);
        pdus.push_back(
            Create<AtmPdu>(Create<Packet>(sdu.data(), static_cast<uint32_t>(sdu.size())), uu, cpi));
    }
    uint32_t next[4] = {};
    for (int step = 0; step < 100 && in.GetLeft() > 0; step++)
    {
        const uint8_t op = in.Byte();
        const uint32_t which = (op & 3) % nPdus;
        CellBurst b;
        b.pdu = pdus[which];
        b.vc = {static_cast<uint16_t>(op & 0xf), 32};
        if (op & 4)
        {
            next[which] = in.Word();
        }
        b.first = next[which] % b.pdu->GetNCells();
        b.count = op & 8 ? 1 + in.Byte() % CellBurst::MAX_CELLS : 1;
        b.count = std::min(b.count, b.pdu->GetNCells() - b.first);
        next[which] = b.first + b.count;
        if (op & 16)
        {
            b.clp = in.Word() * 0x10001ull;
            b.efci = in.Word() * 0x100000001ull;
        }
        if (op & 32)
        {
            b.discarded = in.Word() * 0x100010001ull;
        }
        if (op & 64)
        {
            b.damage = Create<CellDamage>();
            for (int n = in.Byte() % 4; n >= 0; n--)
            {
                const uint32_t cell = b.first + in.Byte() % (b.count + 1);
                b.damage->flips.push_back({cell, in.Word() % 400});
            }
        }
        if (op & 128)
        {
            Simulator::Stop(NanoSeconds(in.Byte() % 64));
            Simulator::Run();
        }
        reassemblers[0].Receive(b);
        for (uint32_t i = 0; i < b.count; i++)
        {
            CellBurst cell = b;
            cell.first += i;
            cell.count = 1;
            cell.clp = b.clp >> i & 1;
            cell.efci = b.efci >> i & 1;
            cell.discarded = b.discarded >> i & 1;
            reassemblers[1].Receive(cell);
            // As it would go over a real wire.
            uint8_t wire[CellBurst::CELL_BYTES];
            AtmCell::FromBurst(b, i).Serialize(AtmCellHeader::UNI, wire);
            AtmCell parsed;
            HSN_REQUIRE(AtmCell::Parse(AtmCellHeader::UNI, wire, parsed));
            HSN_REQUIRE(parsed.header.IsLast() == cell.IsLast());
            receivers[1].Check(reassemblers[1]);
        }
        receivers[0].Check(reassemblers[0]);
        HSN_REQUIRE(receivers[0].log == receivers[1].log);
        HSN_REQUIRE(reassemblers[0].GetPendingCells() == reassemblers[1].GetPendingCells());
        HSN_REQUIRE(reassemblers[0].IsDiscarding() == reassemblers[1].IsDiscarding());
    }
    Simulator::Run(); // timers; the next input starts at a later time, on which nothing depends
    HSN_REQUIRE(receivers[0].log == receivers[1].log);
    HSN_REQUIRE(timeout.IsZero() || reassemblers[0].GetPendingCells() == 0);
    return static_cast<uint32_t>(receivers[0].cells);
}

/// @param size of an SDU @return one of that size
std::vector<uint8_t>
MakeSdu(uint32_t size)
{
    std::vector<uint8_t> sdu(size);
    for (uint32_t i = 0; i < size; i++)
    {
        sdu[i] = static_cast<uint8_t>(i * 7 + size);
    }
    return sdu;
}

/// @param format of the headers @param wrong how many bits of the second header are inverted
/// @return seed of the cells of a PDU
FuzzOutput
MakeCells(AtmCellHeader::Format format, uint32_t wrong)
{
    const auto sdu = MakeSdu(100);
    CellBurst burst;
    burst.pdu = Create<AtmPdu>(Create<Packet>(sdu.data(), static_cast<uint32_t>(sdu.size())));
    burst.vc = {static_cast<uint16_t>(format == AtmCellHeader::UNI ? 5 : 0x123), 32};
    burst.count = burst.pdu->GetNCells();
    burst.clp = 1;
    burst.efci = 2;
    FuzzOutput out;
    out.Bytes({0});
    for (uint32_t i = 0; i < burst.count; i++)
    {
        uint8_t wire[CellBurst::CELL_BYTES];
        AtmCell::FromBurst(burst, i).Serialize(format, wire);
        if (i == 1)
        {
            wire[3] ^= (1 << wrong) - 1;
        }
        out.Bytes({0}).Octets(wire, sizeof(wire));
    }
    return out;
}

/// @param how octet @param size of the SDU @return seed of a CPCS-PDU
FuzzOutput
MakePdu(int how, uint32_t size)
{
    const auto sdu = MakeSdu(size);
    const auto octets = Aal5::BuildCpcsPdu(sdu.data(), size, 0x5a);
    FuzzOutput out;
    out.Bytes({1, how});
    if (how & 1)
    {
        out.Word(size);
    }
    return out.Octets(octets);
}

/// @param encapsulation of the SDU @param protocol EtherType @return seed of it
FuzzOutput
MakeEncapsulated(AtmEncapsulation encapsulation, uint16_t protocol)
{
    const auto octets = MakeSdu(30);
    auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    Rfc2684::Encapsulate(packet, protocol, encapsulation);
    return FuzzOutput().Bytes({2, encapsulation == LLC_SNAP}).Octets(OctetsOf(packet));
}

/// @param how settings octet @param sizes of the SDUs @return beginning of a reassembler's seed, in
/// which the SDUs are encapsulated
FuzzOutput
MakeReassembler(int how, std::initializer_list<uint32_t> sizes)
{
    FuzzOutput out;
    out.Bytes({3, how});
    if (how & 1)
    {
        out.Word(2000);
    }
    if (how & 4)
    {
        out.Bytes({20});
    }
    out.Bytes({static_cast<int>(sizes.size()) - 1});
    for (const auto size : sizes)
    {
        out.Word(size).Bytes({0xaa, 0xaa, 3, 0, 0, 0, 8, 0, 0x45, 0, 0, 0, 0x77, 0});
    }
    return out;
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    switch (in.Byte() % 4)
    {
    case 0:
        return TryCells(in);
    case 1:
        return TryCpcsPdu(in);
    case 2:
        return TryRfc2684(in);
    default:
        return TryReassembler(in);
    }
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    constexpr auto UNI = AtmCellHeader::UNI;
    constexpr auto NNI = AtmCellHeader::NNI;
    // octets of a step: 8: the next cells of a PDU, and how many; the lowest bits choose the PDU
    return {
        {"cells-uni", MakeCells(UNI, 0)},
        {"cells-nni", MakeCells(NNI, 0)},
        {"cells-one-wrong-bit", MakeCells(UNI, 1)},
        {"cells-two-wrong-bits", MakeCells(NNI, 2)},
        {"pdu-1-octet", MakePdu(0, 1)},
        {"pdu-full-cell", MakePdu(0, 40)},
        {"pdu-one-octet-more", MakePdu(2, 41)},
        {"pdu-longest-allowed", MakePdu(1, 500)},
        {"pdu-sealed", MakePdu(4, 100)},
        {"snap-ipv4", MakeEncapsulated(LLC_SNAP, Rfc2684::IPV4)},
        {"snap-arp", MakeEncapsulated(LLC_SNAP, Rfc2684::ARP)},
        {"snap-ipv6", MakeEncapsulated(LLC_SNAP, Rfc2684::IPV6)},
        {"vc-mux", MakeEncapsulated(VC_MUX, Rfc2684::IPV6)},
        {"reassembly-burst", MakeReassembler(0, {200}).Bytes({8, 63})},
        {"reassembly-cells", MakeReassembler(1, {100}).Bytes({0, 0, 0})},
        {"reassembly-marks", MakeReassembler(0, {150}).Bytes({24, 63, 0, 1, 0, 2})},
        {"reassembly-two", MakeReassembler(0, {90, 100}).Bytes({0, 0, 1, 1, 0, 1, 9, 63, 8, 63})},
        {"reassembly-lost-last", MakeReassembler(0, {90, 40}).Bytes({0, 0, 9, 63, 5, 0, 0})},
        {"reassembly-discarded", MakeReassembler(2, {90, 30}).Bytes({40, 63, 0, 1, 8, 63, 9, 63})},
        {"reassembly-too-long", MakeReassembler(10, {4500, 60}).Bytes({8, 63, 8, 63, 9, 63})},
        {"reassembly-timeout", MakeReassembler(4, {90, 30}).Bytes({0, 129, 60, 9, 63})},
        {"reassembly-damage", MakeReassembler(0, {90, 30}).Bytes({72, 63, 0, 1, 0, 100, 9, 63})},
    };
}
