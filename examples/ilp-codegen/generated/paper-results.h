// SPDX-License-Identifier: GPL-2.0-only
// Made by adugen.py of paper-results.adu, 1466f2cb27d372c9. Do not edit.
#ifndef NS3_HSN_PAPER_PAPER_RESULTS_H
#define NS3_HSN_PAPER_PAPER_RESULTS_H

#include "ns3/ilp-xdr.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace paper
{
/// struct PaperResults
struct PaperResults
{
    /// xsum
    uint32_t xsum{};
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const PaperResults& a, const PaperResults& b)
{
    return a.xsum == b.xsum;
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const PaperResults& value)
{
    ns3::hsn::XdrSend(out, value.xsum);
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, PaperResults& value)
{
    ns3::hsn::XdrReceive(in, value.xsum);
}
} // namespace paper
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_PAPER_PAPER_RESULTS_H
