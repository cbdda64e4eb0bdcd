// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Losses of chosen packets with data, whatever comes between these.
 */
#ifndef HSN_DATA_LOSS_H
#define HSN_DATA_LOSS_H

#include "ns3/error-model.h"
#include "ns3/packet.h"

#include <cstdint>
#include <list>

namespace ns3
{
namespace hsn
{
/** @brief Loses packets with data by their numbers, counted from 0. */
class DataLoss : public ErrorModel
{
  public:
    /**
     * @param size octets; what is longer has data
     * @param lost numbers
     * @param others whether all packets without data are lost, too
     */
    explicit DataLoss(uint32_t size, const std::list<uint32_t>& lost, bool others = false)
        : m_size(size),
          m_others(others)
    {
        m_data->SetList(lost);
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        return packet->GetSize() > m_size ? m_data->IsCorrupt(packet) : m_others;
    }

    void DoReset() override
    {
        m_data->Reset();
    }

    uint32_t m_size;                                                          //!< see above
    bool m_others;                                                            //!< see above
    Ptr<ReceiveListErrorModel> m_data{CreateObject<ReceiveListErrorModel>()}; //!< sees data only
};
} // namespace hsn
} // namespace ns3

#endif // HSN_DATA_LOSS_H
