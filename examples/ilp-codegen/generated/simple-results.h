// SPDX-License-Identifier: GPL-2.0-only
// Made by adugen.py of simple-results.adu, 7b3bd4fc279b8125. Do not edit.
#ifndef NS3_HSN_SIMPLE_SIMPLE_RESULTS_H
#define NS3_HSN_SIMPLE_SIMPLE_RESULTS_H

#include "ns3/ilp-xdr.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace simple
{
/// struct SimpleResults
struct SimpleResults
{
    /// xsum
    uint32_t xsum{};
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const SimpleResults& a, const SimpleResults& b)
{
    return a.xsum == b.xsum;
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const SimpleResults& value)
{
    ns3::hsn::XdrSend(out, value.xsum);
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, SimpleResults& value)
{
    ns3::hsn::XdrReceive(in, value.xsum);
}
} // namespace simple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_SIMPLE_SIMPLE_RESULTS_H
