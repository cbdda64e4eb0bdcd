// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_ATM_RATE_CHECKER_H
#define HSN_ATM_RATE_CHECKER_H

#include "ns3/attribute.h"
#include "ns3/data-rate.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Time that a cell takes. Aborts if that is less than one time step of ns-3 (with steps of
 * 1 ns: above 848 Gbit/s), and for a rate of 0.
 *
 * @param rate of a line, all 53 octets of a cell counted
 * @return the time, in time steps of ns-3 (rounded)
 */
int64_t GetAtmCellTime(DataRate rate);

/**
 * @ingroup hsn-atm
 * @brief Accepts what GetAtmCellTime() does, and aborts with its words for other rates: a default
 * value is refused where it is set, and not only if a link takes it.
 *
 * @return a checker of ns3::DataRateValue
 */
Ptr<const AttributeChecker> MakeAtmRateChecker();
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_RATE_CHECKER_H
