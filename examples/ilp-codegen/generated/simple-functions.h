// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of simple.ilp.cfg, 513fd337c417c3ea. Do not edit.
#ifndef NS3_HSN_SIMPLE_SIMPLE_FUNCTIONS_H
#define NS3_HSN_SIMPLE_SIMPLE_FUNCTIONS_H

#include "simple-loop.h"
#include "simple-results.h"
#include "transfer-adu.h"

#include "ns3/ilp-loop.h"
#include "ns3/ilp-xdr.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace simple
{
/// octets of the results behind an ADU
constexpr size_t SIMPLE_BEHIND = 4;

/// @param adu an ADU @return octets that SendSimple() writes; 0: the ADU cannot be sent
inline size_t
GetSimpleSize(const ::ns3::hsn::transfer::Transfer& adu)
{
    ns3::hsn::XdrSizer sizer;
    Encode(sizer, adu);
#ifdef HSN_ILP_OFF
    const size_t size = sizer.GetSize();
#else
    constexpr size_t UNIT = 4 * SimpleLoop::WORDS;
    const size_t groups = (sizer.GetSize() + UNIT - 1) / UNIT;
    const size_t size = groups * UNIT + SIMPLE_BEHIND;
#endif
    return sizer.IsGood() ? size : 0;
}

/// @param state variables after the loop @return the results
inline SimpleResults
GetSimpleResults(const SimpleState& state)
{
    SimpleResults results;
    results.xsum = state.checksum_xsum;
    return results;
}

/// @param a results computed @param b results received @return the lowest level that
/// differs, 1 at the bottom; 0: none
inline int
CompareSimple(const SimpleResults& a, const SimpleResults& b)
{
    if (a.xsum != b.xsum)
    {
        return 1;
    }
    return 0;
}

/**
 * @brief Marshals an ADU and passes it through all functions.
 * @param state variables; those without init value are kept for the next ADU
 * @param results gets what the functions have computed
 * @param to where GetSimpleSize() octets are written
 * @param adu what is sent
 * @return end of what was written; nullptr: the ADU cannot be sent
 */
inline uint8_t*
SendSimple(SimpleState& state,
           SimpleResults& results,
           uint8_t* to,
           const ::ns3::hsn::transfer::Transfer& adu)
{
#ifdef HSN_ILP_OFF
    (void)state;
    (void)results;
    ns3::hsn::XdrWriter out(to);
    Encode(out, adu);
    return out.IsGood() ? out.GetEnd() : nullptr;
#else
    if (GetSimpleSize(adu) == 0)
    {
        return nullptr;
    }
    state.Begin();
    ns3::hsn::IlpSender<SimpleLoop> out(state, to);
    Encode(out, adu);
    uint8_t* end = out.Pad();
    state = out.GetState();
    state.FinishSend();
    results = GetSimpleResults(state);
    ns3::hsn::XdrWriter behind(end);
    Encode(behind, results);
    return behind.GetEnd();
#endif
}

/**
 * @brief Passes what was received through all functions, and unmarshals it.
 * @param state variables; those without init value are kept for the next ADU
 * @param computed gets what the functions have computed
 * @param received gets what came behind the ADU
 * @param begin of the data
 * @param end of the data
 * @param adu gets what was sent; of no use if 0 is not returned
 * @param strict whether padding must be zero
 * @return 0, or the level of the lowest function whose results differ, 1 at the bottom; if none
 * does, XdrStatus::BAD_LENGTH or BAD_VALUE for data that cannot be unmarshalled
 */
inline int
ReceiveSimple(SimpleState& state,
              SimpleResults& computed,
              SimpleResults& received,
              const uint8_t* begin,
              const uint8_t* end,
              ::ns3::hsn::transfer::Transfer& adu,
              bool strict = true)
{
    const auto size = static_cast<size_t>(end - begin);
#ifdef HSN_ILP_OFF
    (void)state;
    (void)computed;
    (void)received;
    (void)strict;
    ns3::hsn::XdrReader in(begin, end);
    Decode(in, adu);
    if (in.GetLeft() > 0 || size % 4 > 0)
    {
        in.Fail(ns3::hsn::XdrStatus::BAD_LENGTH);
    }
    return in.GetError();
#else
    constexpr size_t UNIT = 4 * SimpleLoop::WORDS;
    if (size < UNIT + SIMPLE_BEHIND || (size - SIMPLE_BEHIND) % UNIT > 0)
    {
        return ns3::hsn::XdrStatus::BAD_LENGTH;
    }
    const uint8_t* behind = end - SIMPLE_BEHIND;
    state.Begin();
    ns3::hsn::IlpReceiver<SimpleLoop> in(state, begin, behind);
    Decode(in, adu);
    in.Finish(strict);
    state = in.GetState();
    state.FinishReceive();
    computed = GetSimpleResults(state);
    ns3::hsn::XdrReader results(behind, end);
    Decode(results, received);
    const int level = CompareSimple(computed, received);
    return level > 0 ? level : static_cast<int>(in.GetError());
#endif
}
} // namespace simple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_SIMPLE_SIMPLE_FUNCTIONS_H
