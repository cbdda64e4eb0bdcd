// SPDX-License-Identifier: GPL-2.0-only
#include "gf-arithmetic.h"

#include "gf-region.h"

#include "ns3/abort.h"

#include <array>

namespace ns3
{
namespace hsn
{
/** @brief Powers of 2 and their exponents. */
template <typename ELEMENT, uint32_t REDUCING>
struct GfArithmetic<ELEMENT, REDUCING>::Tables
{
    std::array<Element, 2 * ORDER> power; //!< two periods, so that sums of exponents need no modulo
    std::array<Element, ORDER + 1> log;   //!< exponents of 1 to ORDER

    Tables()
    {
        Element x = 1;
        log[0] = 0;
        for (uint32_t i = 0; i < ORDER; i++)
        {
            power[i] = power[i + ORDER] = x;
            log[x] = static_cast<Element>(i);
            x = Double(x);
        }
    }
};

template <typename ELEMENT, uint32_t REDUCING>
const typename GfArithmetic<ELEMENT, REDUCING>::Tables&
GfArithmetic<ELEMENT, REDUCING>::GetTables()
{
    static const Tables tables;
    return tables;
}

template <typename ELEMENT, uint32_t REDUCING>
ELEMENT
GfArithmetic<ELEMENT, REDUCING>::Multiply(Element a, Element b)
{
    const Tables& t = GetTables();
    return a && b ? t.power[t.log[a] + t.log[b]] : 0;
}

template <typename ELEMENT, uint32_t REDUCING>
ELEMENT
GfArithmetic<ELEMENT, REDUCING>::Inverse(Element a)
{
    NS_ABORT_MSG_IF(a == 0, "0 has no inverse in GF(2^" << BITS << ")");
    const Tables& t = GetTables();
    return t.power[ORDER - t.log[a]];
}

template <typename ELEMENT, uint32_t REDUCING>
ELEMENT
GfArithmetic<ELEMENT, REDUCING>::Power(uint32_t exponent)
{
    return GetTables().power[exponent % ORDER];
}

template <typename ELEMENT, uint32_t REDUCING>
const ELEMENT*
GfArithmetic<ELEMENT, REDUCING>::GetLogarithms()
{
    return GetTables().log.data();
}

template <typename ELEMENT, uint32_t REDUCING>
void
GfArithmetic<ELEMENT, REDUCING>::MultiplyAdd(Element c,
                                             const uint8_t* in,
                                             uint8_t* out,
                                             std::size_t length)
{
    NS_ABORT_MSG_IF(length % sizeof(Element),
                    "a region of " << length << " bytes does not hold whole elements of " << BITS
                                   << " bits");
    GfRegionMatrix::MultiplyAdd(c, in, out, length);
}

template class GfArithmetic<uint8_t, 0x11D>;
template class GfArithmetic<uint16_t, 0x1100B>;
} // namespace hsn
} // namespace ns3
