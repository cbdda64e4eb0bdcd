// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LISTED_LOSS_H
#define HSN_LISTED_LOSS_H

#include "ns3/error-model.h"
#include "ns3/packet.h"

#include <cstdint>
#include <set>

namespace ns3
{
namespace hsn
{
/** @brief Drops packets selected by their count, from 0. */
class ListedLoss : public ErrorModel
{
  public:
    std::set<uint32_t> lost; //!< counts of dropped packets

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return lost.count(m_count++) > 0;
    }

    void DoReset() override
    {
        m_count = 0;
    }

    uint32_t m_count{0}; //!< packets seen
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LISTED_LOSS_H
