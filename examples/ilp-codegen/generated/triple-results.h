// SPDX-License-Identifier: GPL-2.0-only
// Made by adugen.py of triple-results.adu, 6b3588dc0f21b3ce. Do not edit.
#ifndef NS3_HSN_TRIPLE_TRIPLE_RESULTS_H
#define NS3_HSN_TRIPLE_TRIPLE_RESULTS_H

#include "ns3/ilp-xdr.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace triple
{
/// struct TripleResults
struct TripleResults
{
    /// crc
    uint32_t crc{};
    /// xsum
    uint32_t xsum{};
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const TripleResults& a, const TripleResults& b)
{
    return a.crc == b.crc && a.xsum == b.xsum;
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const TripleResults& value)
{
    ns3::hsn::XdrSend(out, value.crc);
    ns3::hsn::XdrSend(out, value.xsum);
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, TripleResults& value)
{
    ns3::hsn::XdrReceive(in, value.crc);
    ns3::hsn::XdrReceive(in, value.xsum);
}
} // namespace triple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_TRIPLE_TRIPLE_RESULTS_H
