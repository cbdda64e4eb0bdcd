// SPDX-License-Identifier: GPL-2.0-only
#include "boston-parameters.h"

#include "ns3/aal5.h"
#include "ns3/network-order.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Bit of the field octet: the code is systematic.
constexpr uint8_t SYSTEMATIC = 0x80;

/** @param bytes where to write @param value 16 bits, most significant octet first */
void
Write16(uint8_t* bytes, uint16_t value)
{
    bytes[0] = static_cast<uint8_t>(value >> 8);
    bytes[1] = static_cast<uint8_t>(value);
}
} // namespace

BostonCellIdMode
BostonParameters::GetIdMode() const
{
    return cellBytes == 48   ? BOSTON_ID_OUT_OF_BAND
           : cellBytes == 46 ? BOSTON_ID_IN_PAYLOAD_2
                             : BOSTON_ID_IN_PAYLOAD_4;
}

std::string
BostonParameters::Check() const
{
    const auto wrong = [](const char* what, uint32_t value, const std::string& limit) {
        return std::string(what) + " " + std::to_string(value) + ": must be " + limit;
    };
    if (cellBytes != 48 && cellBytes != 46 && cellBytes != 44)
    {
        return wrong("octets of coded data in a cell", cellBytes, "48, 46 or 44");
    }
    if (fieldBits != 8 && fieldBits != 16)
    {
        return wrong("bits of the field", fieldBits, "8 or 16");
    }
    const uint32_t most = Aal5::CellsFor(Aal5::MAX_SDU_BYTES, cellBytes);
    if (needed < 1 || needed > most)
    {
        return wrong("cells of a segment", needed, "1 to " + std::to_string(most));
    }
    const uint32_t limit = (1U << fieldBits) - 1;
    if (dispersed < needed || dispersed > limit)
    {
        return wrong("coded cells",
                     dispersed,
                     std::to_string(needed) + " to " + std::to_string(limit));
    }
    if (cellBytes == 46 && dispersed > 256)
    {
        return wrong("coded cells", dispersed, "at most 256 with an index of 8 bits");
    }
    return "";
}

void
BostonParameters::Write(uint8_t* bytes) const
{
    Write16(bytes, needed);
    bytes[2] = cellBytes;
    Write16(bytes + 3, dispersed);
    bytes[5] = static_cast<uint8_t>(fieldBits | (systematic ? SYSTEMATIC : 0));
    bytes[6] = gamma;
    bytes[7] = gammaRetx;
}

BostonParameters
BostonParameters::Read(const uint8_t* bytes)
{
    BostonParameters p;
    p.needed = ReadNetwork16(bytes);
    p.cellBytes = bytes[2];
    p.dispersed = ReadNetwork16(bytes + 3);
    p.fieldBits = bytes[5] & ~SYSTEMATIC;
    p.systematic = (bytes[5] & SYSTEMATIC) != 0;
    p.gamma = bytes[6];
    p.gammaRetx = bytes[7];
    return p;
}

void
BostonReport::Write(uint8_t* bytes) const
{
    Write16(bytes, segment);
    Write16(bytes + 2, pending);
    bytes[4] = transmission;
    bytes[5] = successRate;
}

BostonReport
BostonReport::Read(const uint8_t* bytes)
{
    BostonReport r;
    r.segment = ReadNetwork16(bytes);
    r.pending = ReadNetwork16(bytes + 2);
    r.transmission = bytes[4];
    r.successRate = bytes[5];
    return r;
}
} // namespace hsn
} // namespace ns3
