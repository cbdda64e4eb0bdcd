// SPDX-License-Identifier: GPL-2.0-only
#include "atm-cell.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/network-order.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/// Remainder of every octet divided by x^8 + x^2 + x + 1.
constexpr std::array<uint8_t, 256>
MakeHecTable()
{
    std::array<uint8_t, 256> table{};
    for (uint32_t i = 0; i < 256; i++)
    {
        uint32_t r = i;
        for (int bit = 0; bit < 8; bit++)
        {
            r = (r << 1) ^ ((r & 0x80) ? 0x107 : 0);
        }
        table[i] = static_cast<uint8_t>(r);
    }
    return table;
}

constexpr std::array<uint8_t, 256> HEC_TABLE = MakeHecTable(); //!< CRC-8, octet by octet
constexpr uint8_t HEC_COSET = 0x55;                            //!< I.432.1, 4.3.2.2

/// For every syndrome the single bit that has it, else -1.
constexpr std::array<int8_t, 256>
MakeErrorBitTable()
{
    std::array<int8_t, 256> table{};
    for (auto i = 0; i < 256; i++)
    {
        table[i] = -1;
    }
    for (int bit = 0; bit < 40; bit++)
    {
        uint8_t crc = 0;
        for (int octet = 0; octet < 4; octet++)
        {
            const int value = octet == bit / 8 ? 0x80 >> (bit % 8) : 0;
            crc = HEC_TABLE[crc ^ value];
        }
        if (bit >= 32)
        {
            crc = static_cast<uint8_t>(0x80 >> (bit % 8));
        }
        table[crc] = static_cast<int8_t>(bit);
    }
    return table;
}

constexpr std::array<int8_t, 256> ERROR_BIT_TABLE = MakeErrorBitTable(); //!< see above

/**
 * @param name what the field is called
 * @param value its value
 * @param limit its largest value
 * @param where which format sets the limit
 * @return nothing or what is wrong
 */
std::string
CheckField(const char* name, uint32_t value, uint32_t limit, const char* where)
{
    if (value <= limit)
    {
        return "";
    }
    return std::string("ATM cell header: ") + name + " is " + std::to_string(value) +
           ", the largest value" + where + " is " + std::to_string(limit);
}
} // namespace

uint8_t
AtmHec::Compute(const uint8_t h[4])
{
    uint8_t crc = 0;
    for (int i = 0; i < 4; i++)
    {
        crc = HEC_TABLE[crc ^ h[i]];
    }
    return crc ^ HEC_COSET;
}

uint8_t
AtmHec::Syndrome(const uint8_t h[5])
{
    return Compute(h) ^ h[4];
}

int
AtmHec::ErrorBit(uint8_t syndrome)
{
    return ERROR_BIT_TABLE[syndrome];
}

AtmHecReceiver::Verdict
AtmHecReceiver::Receive(uint8_t header[5])
{
    const uint8_t syndrome = AtmHec::Syndrome(header);
    if (syndrome == 0)
    {
        m_mode = CORRECTION;
        m_counters.valid++;
        return VALID;
    }
    if (m_mode == DETECTION)
    {
        m_counters.detected++;
        return DISCARDED;
    }
    m_mode = DETECTION;
    const int bit = AtmHec::ErrorBit(syndrome);
    if (bit < 0)
    {
        m_counters.uncorrected++;
        return DISCARDED;
    }
    header[bit / 8] ^= 0x80 >> (bit % 8);
    m_counters.corrected++;
    return CORRECTED;
}

std::string
AtmCellHeader::Check(Format format) const
{
    const bool uni = format == UNI;
    const char* where = uni ? " at a UNI" : " at an NNI";
    std::string text = CheckField("GFC", gfc, uni ? 15 : 0, where);
    if (text.empty())
    {
        text = CheckField("VPI", vpi, uni ? 255 : 4095, where);
    }
    if (text.empty())
    {
        text = CheckField("PTI", pti, 7, "");
    }
    if (text.empty())
    {
        text = CheckField("CLP", clp, 1, "");
    }
    return text;
}

void
AtmCellHeader::SerializeWithoutHec(Format format, uint8_t out[4]) const
{
    const bool uni = format == UNI;
    // The text is made only if there is something to say.
    NS_ABORT_MSG_IF(gfc > (uni ? 15 : 0) || vpi > (uni ? 255 : 4095) || pti > 7 || clp > 1,
                    Check(format));
    const uint32_t word = (static_cast<uint32_t>(gfc) << 28) | (static_cast<uint32_t>(vpi) << 20) |
                          (static_cast<uint32_t>(vci) << 4) | (static_cast<uint32_t>(pti) << 1) |
                          clp;
    out[0] = static_cast<uint8_t>(word >> 24);
    out[1] = static_cast<uint8_t>(word >> 16);
    out[2] = static_cast<uint8_t>(word >> 8);
    out[3] = static_cast<uint8_t>(word);
}

void
AtmCellHeader::Serialize(Format format, uint8_t out[5]) const
{
    SerializeWithoutHec(format, out);
    out[4] = AtmHec::Compute(out);
}

bool
AtmCellHeader::Parse(Format format, const uint8_t in[5], AtmCellHeader& header)
{
    const uint32_t word = ReadNetwork32(in);
    header.gfc = static_cast<uint8_t>(format == UNI ? word >> 28 : 0);
    header.vpi = static_cast<uint16_t>((word >> 20) & (format == UNI ? 0xff : 0xfff));
    header.vci = static_cast<uint16_t>(word >> 4);
    header.pti = static_cast<uint8_t>((word >> 1) & 7);
    header.clp = static_cast<uint8_t>(word & 1);
    return AtmHec::Syndrome(in) == 0;
}

bool
operator==(const AtmCellHeader& a, const AtmCellHeader& b)
{
    return a.gfc == b.gfc && a.vpi == b.vpi && a.vci == b.vci && a.pti == b.pti && a.clp == b.clp;
}

std::ostream&
operator<<(std::ostream& os, const AtmCellHeader& h)
{
    return os << "GFC=" << +h.gfc << " VPI=" << h.vpi << " VCI=" << h.vci << " PTI=" << +h.pti
              << " CLP=" << +h.clp;
}

void
AtmCell::Serialize(AtmCellHeader::Format format, uint8_t out[CellBurst::CELL_BYTES]) const
{
    header.Serialize(format, out);
    std::copy(payload.begin(), payload.end(), out + 5);
}

bool
AtmCell::Parse(AtmCellHeader::Format format, const uint8_t in[CellBurst::CELL_BYTES], AtmCell& cell)
{
    std::copy(in + 5, in + CellBurst::CELL_BYTES, cell.payload.begin());
    return AtmCellHeader::Parse(format, in, cell.header);
}

AtmCell
AtmCell::FromBurst(const CellBurst& burst, uint32_t i)
{
    NS_ASSERT_MSG(i < burst.count && burst.first + i < burst.pdu->GetNCells(),
                  "cell " << i << " of " << burst);
    AtmCell cell;
    cell.header.vpi = burst.vc.vpi;
    cell.header.vci = burst.vc.vci;
    cell.header.pti = burst.GetPti(i);
    cell.header.clp = burst.IsClp(i);
    const uint8_t* from =
        burst.pdu->GetBytes().data() + (burst.first + i) * CellBurst::PAYLOAD_BYTES;
    std::copy(from, from + CellBurst::PAYLOAD_BYTES, cell.payload.begin());
    if (burst.damage)
    {
        for (const auto& flip : burst.damage->flips)
        {
            if (flip.cell == burst.first + i && flip.bit < 8 * CellBurst::PAYLOAD_BYTES)
            {
                cell.payload[flip.bit / 8] ^= 0x80 >> (flip.bit % 8);
            }
        }
    }
    return cell;
}
} // namespace hsn
} // namespace ns3
