// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the tests of the ATM switch share.
 */
#ifndef HSN_ATM_SWITCH_TEST_SUPPORT_H
#define HSN_ATM_SWITCH_TEST_SUPPORT_H

#include "atm-test-support.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <string>

namespace ns3
{
namespace hsn
{
inline const AtmVcId IN{0, 50}; //!< label at every input

/** @param port where cells arrived @return the last digits of their VCIs, in order */
inline std::string
Order(Ptr<RawPort> port)
{
    std::string order;
    for (const auto& a : port->arrivals)
    {
        order += static_cast<char>('0' + a.cell.vc.vci % 10);
    }
    return order;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_SWITCH_TEST_SUPPORT_H
