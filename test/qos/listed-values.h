// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Random variables that are not random.
 */
#ifndef HSN_LISTED_VALUES_H
#define HSN_LISTED_VALUES_H

#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{
namespace hsn
{
/// @param values in s @return a variable that takes them one after the other
inline Ptr<RandomVariableStream>
List(std::vector<double> values)
{
    const auto variable = CreateObject<DeterministicRandomVariable>();
    variable->SetValueArray(values.data(), values.size());
    return variable;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_LISTED_VALUES_H
