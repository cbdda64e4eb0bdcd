// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer target for everything in the ATM room that reads octets from a wire.
 *
 * The first octet of the input chooses what is tried, the rest is its data. Whatever it is: no
 * crash, and the invariants below hold.
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
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Cells through the HEC receiver, then parsed in both formats and written again.
void
TryCells(FuzzInput in)
{
    AtmHecReceiver receiver;
    uint64_t cells = 0;
    while (in.GetLeft() > 0)
    {
        uint8_t wire[CellBurst::CELL_BYTES];
        in.Fill(wire, sizeof(wire));
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

/// A CPCS-PDU of any octets, as it is or with the right CRC.
void
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
}

/// An SDU of any octets in either encapsulation.
void
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
        HSN_REQUIRE(protocol == 1);
    }
    std::vector<uint8_t> again(packet->GetSize());
    packet->CopyData(again.data(), packet->GetSize());
    HSN_REQUIRE(again == octets);
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
        std::vector<uint8_t> b(sdu->GetSize());
        sdu->CopyData(b.data(), sdu->GetSize());
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

/// Any cells of some PDUs in any order, by burst and by cell.
void
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
        std::vector<uint8_t> sdu(in.Word() % (how & 8 ? 65536 : 300));
        in.Fill(sdu.data(), std::min<size_t>(sdu.size(), 12));
        const auto uu = in.Byte();
        const auto cpi = static_cast<uint8_t>(in.Byte() & 1);
        pdus.push_back(
            Create<AtmPdu>(Create<Packet>(sdu.data(), static_cast<uint32_t>(sdu.size())), uu, cpi));
    }
    uint32_t next[4] = {};
    for (int step = 0; step < 300 && in.GetLeft() > 0; step++)
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
    Simulator::Run();
    Simulator::Destroy();
    HSN_REQUIRE(receivers[0].log == receivers[1].log);
    HSN_REQUIRE(timeout.IsZero() || reassemblers[0].GetPendingCells() == 0);
}
} // namespace

/// @param data the input @param size its octets @return 0
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    FuzzInput in(data, size);
    switch (in.Byte() % 4)
    {
    case 0:
        TryCells(in);
        break;
    case 1:
        TryCpcsPdu(in);
        break;
    case 2:
        TryRfc2684(in);
        break;
    default:
        TryReassembler(in);
        break;
    }
    return 0;
}
