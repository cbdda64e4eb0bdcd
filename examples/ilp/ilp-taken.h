// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A point of which the compiler may use fewer registers: HSN_ILP_TAKEN of r8 to r14 are variables
 * of this source, as the option -ffixed-r8 makes them. Included once by each source that defines
 * HSN_ILP_TAKEN. On other processors and compilers, and with sanitizers, there is no such
 * point.
 */
#include "ilp-as-scalar.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#include "ilp-stages.h"
#include "ilp-taken-registers.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// The point of this source.
const bool g_added = [] {
    AddSynthetic<HSN_ILP_TAKEN, IlpMode::FEED_FORWARD, 3, 3, 10>();
    return true;
}();
} // namespace
} // namespace hsn
} // namespace ns3
#endif
