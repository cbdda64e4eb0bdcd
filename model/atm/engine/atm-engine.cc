// SPDX-License-Identifier: GPL-2.0-only
#include "atm-engine.h"

#include "ns3/enum.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// See AtmEngine.
GlobalValue g_engine("hsn::AtmEngine",
                     "Engine that simulates ATM cells: Burst or PerCell; the results are the same.",
                     EnumValue(ATM_BURST),
                     MakeEnumChecker(ATM_PER_CELL, "PerCell", ATM_BURST, "Burst"));
} // namespace

AtmEngine
GetAtmEngine()
{
    StringValue name;
    g_engine.GetValue(name);
    return name.Get() == "Burst" ? ATM_BURST : ATM_PER_CELL;
}
} // namespace hsn
} // namespace ns3
