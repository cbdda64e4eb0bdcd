// SPDX-License-Identifier: GPL-2.0-only
#include "gf65536.h"

#include "gf-region.h"

#include "ns3/abort.h"

#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Powers of 2 and their exponents. */
struct Tables
{
    std::vector<uint16_t> power; //!< twice, so that sums of exponents need no modulo
    std::vector<uint16_t> log;   //!< of 1 to 65535

    Tables()
        : power(2 * Gf65536::ORDER),
          log(Gf65536::ORDER + 1)
    {
        uint32_t x = 1;
        log[0] = 0;
        for (uint32_t i = 0; i < Gf65536::ORDER; i++)
        {
            power[i] = power[i + Gf65536::ORDER] = static_cast<uint16_t>(x);
            log[x] = static_cast<uint16_t>(i);
            x <<= 1;
            x ^= x > Gf65536::ORDER ? Gf65536::POLYNOMIAL : 0;
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

Gf65536::Element
Gf65536::Multiply(Element a, Element b)
{
    const Tables& t = GetTables();
    return a && b ? t.power[t.log[a] + t.log[b]] : 0;
}

Gf65536::Element
Gf65536::Inverse(Element a)
{
    NS_ABORT_MSG_IF(a == 0, "0 has no inverse in GF(2^16)");
    const Tables& t = GetTables();
    return t.power[ORDER - t.log[a]];
}

Gf65536::Element
Gf65536::Power(uint32_t exponent)
{
    return GetTables().power[exponent % ORDER];
}

const Gf65536::Element*
Gf65536::GetLogarithms()
{
    return GetTables().log.data();
}

void
Gf65536::MultiplyAdd(Element c, const uint8_t* in, uint8_t* out, std::size_t length)
{
    NS_ABORT_MSG_IF(length % 2, "a region of " << length << " bytes is not one of 16-bit elements");
    GfRegionMatrix::MultiplyAdd(c, in, out, length);
}
} // namespace hsn
} // namespace ns3
