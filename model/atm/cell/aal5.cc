// SPDX-License-Identifier: GPL-2.0-only
#include "aal5.h"

#include "ns3/abort.h"
#include "ns3/network-order.h"

#include <array>

#ifdef HSN_HAVE_ISAL
#include <isa-l/crc.h>
#endif

namespace ns3
{
namespace hsn
{
namespace
{
using CrcTables = std::array<std::array<uint32_t, 256>, 8>;

/// Table k holds the remainder of an octet that k further octets follow.
constexpr CrcTables
MakeCrcTables()
{
    CrcTables t{};
    for (uint32_t i = 0; i < 256; i++)
    {
        uint32_t r = i << 24;
        for (int bit = 0; bit < 8; bit++)
        {
            r = (r << 1) ^ ((r >> 31) ? 0x04c11db7 : 0);
        }
        t[0][i] = r;
    }
    for (uint32_t k = 1; k < 8; k++)
    {
        for (uint32_t i = 0; i < 256; i++)
        {
            t[k][i] = (t[k - 1][i] << 8) ^ t[0][t[k - 1][i] >> 24];
        }
    }
    return t;
}

constexpr CrcTables CRC = MakeCrcTables(); //!< eight octets per step

#ifdef HSN_HAVE_ISAL
constexpr size_t ISAL_BYTES = 64; //!< from here on ISA-L is faster than the tables
#endif
} // namespace

void
Aal5Crc32::Update(const uint8_t* data, size_t n)
{
    uint32_t r = m_register;
#ifdef HSN_HAVE_ISAL
    if (n >= ISAL_BYTES)
    {
        m_register = ~crc32_ieee(~r, data, n); // which inverts both ends
        return;
    }
#endif
    for (; n >= 8; n -= 8, data += 8)
    {
        r ^= ReadNetwork32(data);
        r = CRC[7][r >> 24] ^ CRC[6][(r >> 16) & 0xff] ^ CRC[5][(r >> 8) & 0xff] ^
            CRC[4][r & 0xff] ^ CRC[3][data[4]] ^ CRC[2][data[5]] ^ CRC[1][data[6]] ^
            CRC[0][data[7]];
    }
    for (; n > 0; n--, data++)
    {
        r = (r << 8) ^ CRC[0][(r >> 24) ^ *data];
    }
    m_register = r;
}

uint32_t
Aal5Crc32::Compute(const uint8_t* data, size_t n)
{
    Aal5Crc32 crc;
    crc.Update(data, n);
    return crc.Get();
}

const char*
ToString(Aal5Error error)
{
    switch (error)
    {
    case Aal5Error::NONE:
        return "NONE";
    case Aal5Error::SIZE:
        return "SIZE";
    case Aal5Error::CRC:
        return "CRC";
    case Aal5Error::CPI:
        return "CPI";
    case Aal5Error::ABORT:
        return "ABORT";
    case Aal5Error::LENGTH:
        return "LENGTH";
    case Aal5Error::OVERSIZE:
        return "OVERSIZE";
    case Aal5Error::TIMEOUT:
        return "TIMEOUT";
    }
    return "UNKNOWN";
}

std::ostream&
operator<<(std::ostream& os, Aal5Error error)
{
    return os << ToString(error);
}

std::string
Aal5::Check(uint64_t sduSize)
{
    if (sduSize <= MAX_SDU_BYTES)
    {
        return "";
    }
    return "AAL5 SDU of " + std::to_string(sduSize) + " bytes; the limit is " +
           std::to_string(MAX_SDU_BYTES);
}

std::vector<uint8_t>
Aal5::BuildCpcsPdu(const uint8_t* sdu, uint32_t n, uint8_t uu, uint8_t cpi)
{
    NS_ABORT_MSG_IF(n > MAX_SDU_BYTES, Check(n));
    std::vector<uint8_t> pdu;
    pdu.reserve(CellsFor(n) * PAYLOAD_BYTES);
    if (n > 0)
    {
        pdu.assign(sdu, sdu + n);
    }
    AppendTrailer(pdu, uu, cpi);
    return pdu;
}

void
Aal5::AppendTrailer(std::vector<uint8_t>& sdu, uint8_t uu, uint8_t cpi, uint32_t cell)
{
    NS_ABORT_MSG_IF(sdu.size() > MAX_SDU_BYTES, Check(sdu.size()));
    const auto length = static_cast<uint32_t>(sdu.size());
    const uint32_t size = CellsFor(length, cell) * cell;
    sdu.resize(size, 0);
    uint8_t* trailer = sdu.data() + size - TRAILER_BYTES;
    trailer[0] = uu;
    trailer[1] = cpi;
    trailer[2] = static_cast<uint8_t>(length >> 8);
    trailer[3] = static_cast<uint8_t>(length);
    const uint32_t crc = Aal5Crc32::Compute(sdu.data(), size - 4);
    trailer[4] = static_cast<uint8_t>(crc >> 24);
    trailer[5] = static_cast<uint8_t>(crc >> 16);
    trailer[6] = static_cast<uint8_t>(crc >> 8);
    trailer[7] = static_cast<uint8_t>(crc);
}

Aal5Check
Aal5::ParseCpcsPdu(const uint8_t* bytes, size_t len, uint32_t maxSdu, uint32_t cell)
{
    Aal5Check check;
    if (len == 0 || len % cell != 0)
    {
        check.cause = Aal5Error::SIZE;
        return check;
    }
    const uint8_t* trailer = bytes + len - TRAILER_BYTES;
    check.uu = trailer[0];
    check.cpi = trailer[1];
    check.length = ReadNetwork16(trailer + 2);
    Aal5Crc32 crc;
    crc.Update(bytes, len);
    if (crc.GetRegister() != Aal5Crc32::RESIDUE)
    {
        check.cause = Aal5Error::CRC;
    }
    else if (check.cpi != 0)
    {
        check.cause = Aal5Error::CPI;
    }
    else if (check.length == 0)
    {
        check.cause = Aal5Error::ABORT;
    }
    else if (len != static_cast<size_t>(CellsFor(check.length, cell)) * cell)
    {
        check.cause = Aal5Error::LENGTH;
    }
    else if (check.length > maxSdu)
    {
        check.cause = Aal5Error::OVERSIZE;
    }
    return check;
}
} // namespace hsn
} // namespace ns3
