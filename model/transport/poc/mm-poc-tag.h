// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_TAG_H
#define HSN_MM_POC_TAG_H

#include "ns3/nstime.h"
#include "ns3/tag.h"

namespace ns3
{
namespace hsn
{
/** @brief When an SDU was submitted: so delays are known at the other end without clocks there. */
class MmPocTag : public Tag
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Tag
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer buffer) const override;
    void Deserialize(TagBuffer buffer) override;
    void Print(std::ostream& os) const override;

    Time submitted; //!< when
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_TAG_H
