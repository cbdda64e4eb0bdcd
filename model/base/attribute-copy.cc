// SPDX-License-Identifier: GPL-2.0-only
#include "attribute-copy.h"

#include "ns3/abort.h"
#include "ns3/attribute.h"
#include "ns3/pointer.h"
#include "ns3/type-id.h"

namespace ns3
{
namespace hsn
{
void
CopyAttributes(const Object& from, Object& to)
{
    constexpr uint32_t BOTH = TypeId::ATTR_GET | TypeId::ATTR_SET;
    TypeId tid = from.GetInstanceTypeId();
    NS_ABORT_MSG_UNLESS(to.GetInstanceTypeId() == tid,
                        "CopyAttributes: " << tid << " and " << to.GetInstanceTypeId()
                                           << " are different classes");
    while (true)
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto attribute = tid.GetAttribute(i);
            if ((attribute.flags & BOTH) != BOTH || !attribute.accessor->HasGetter() ||
                !attribute.accessor->HasSetter())
            {
                continue;
            }
            const auto value = attribute.checker->Create();
            const bool read = attribute.accessor->Get(&from, *value);
            const auto pointer = dynamic_cast<const PointerValue*>(PeekPointer(value));
            if (read && pointer && !pointer->GetObject())
            {
                continue; // ns-3 cannot set a null pointer; a new object has one, too
            }
            const bool copied = read && attribute.accessor->Set(&to, *value);
            NS_ABORT_MSG_UNLESS(copied, "CopyAttributes: cannot copy " << attribute.name);
        }
        if (!tid.HasParent())
        {
            return;
        }
        tid = tid.GetParent();
    }
}
} // namespace hsn
} // namespace ns3
