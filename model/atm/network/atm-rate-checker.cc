// SPDX-License-Identifier: GPL-2.0-only
#include "atm-rate-checker.h"

#include "ns3/abort.h"
#include "ns3/cell-burst.h"
#include "ns3/nstime.h"

#include <cmath>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/// Rates of lines on which cells have a length in time steps.
class AtmRateChecker : public AttributeChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        const auto* rate = dynamic_cast<const DataRateValue*>(&value);
        return rate && GetAtmCellTime(rate->Get()) > 0; // aborts, with words that "false" has not
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::DataRateValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "DataRate above 0 at which a cell takes at least one time step (848 Gbit/s with 1 "
               "ns)";
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<DataRateValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* from = dynamic_cast<const DataRateValue*>(&source);
        auto* to = dynamic_cast<DataRateValue*>(&destination);
        if (!from || !to)
        {
            return false;
        }
        *to = *from;
        return true;
    }
};
} // namespace

int64_t
GetAtmCellTime(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "DataRate of an ATM link is 0 bit/s: must be above 0");
    const double stepsPerSecond = static_cast<double>(Seconds(1).GetTimeStep());
    const double bits = 8.0 * CellBurst::CELL_BYTES;
    const int64_t time =
        std::llround(bits * stepsPerSecond / static_cast<double>(rate.GetBitRate()));
    NS_ABORT_MSG_IF(time < 1, "DataRate " << rate << ": a cell would take less than one time step");
    return time;
}

Ptr<const AttributeChecker>
MakeAtmRateChecker()
{
    return Create<AtmRateChecker>();
}
} // namespace hsn
} // namespace ns3
