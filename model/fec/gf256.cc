// SPDX-License-Identifier: GPL-2.0-only
#include "gf256.h"

#include "gf-region.h"

#include "ns3/abort.h"

#include <array>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Powers of 2 and their exponents. */
struct Tables
{
    std::array<uint8_t, 2 * Gf256::ORDER>
        power;                                 //!< twice, so that sums of exponents need no modulo
    std::array<uint8_t, Gf256::ORDER + 1> log; //!< of 1 to 255

    Tables()
    {
        uint32_t x = 1;
        log[0] = 0;
        for (uint32_t i = 0; i < Gf256::ORDER; i++)
        {
            power[i] = power[i + Gf256::ORDER] = static_cast<uint8_t>(x);
            log[x] = static_cast<uint8_t>(i);
            x <<= 1;
            x ^= x > Gf256::ORDER ? Gf256::POLYNOMIAL : 0;
        }
    }
};

/** @return the tables, made at the first call */
const Tables&
GetTables()
{
    static const Tables tables;
    return tables;
}
} // namespace

Gf256::Element
Gf256::Multiply(Element a, Element b)
{
    const Tables& t = GetTables();
    return a && b ? t.power[t.log[a] + t.log[b]] : 0;
}

Gf256::Element
Gf256::Inverse(Element a)
{
    NS_ABORT_MSG_IF(a == 0, "0 has no inverse in GF(2^8)");
    const Tables& t = GetTables();
    return t.power[ORDER - t.log[a]];
}

Gf256::Element
Gf256::Power(uint32_t exponent)
{
    return GetTables().power[exponent % ORDER];
}

const Gf256::Element*
Gf256::GetLogarithms()
{
    return GetTables().log.data();
}

void
Gf256::MultiplyAdd(Element c, const uint8_t* in, uint8_t* out, std::size_t length)
{
    GfRegionMatrix::MultiplyAdd(c, in, out, length);
}
} // namespace hsn
} // namespace ns3
