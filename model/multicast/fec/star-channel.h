// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STAR_CHANNEL_H
#define HSN_STAR_CHANNEL_H

#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/simple-channel.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief A channel for large multicast groups with one event per packet for any number of devices.
 *
 * Otherwise it behaves as ns3::SimpleChannel and uses ns3::SimpleNetDevice. The devices'
 * ReceiveErrorModel models loss on the receivers' own links; SharedErrorModel models loss on the
 * link that they share. Blacklists are ignored. Receivers run in the context of the sender's node.
 */
class StarChannel : public SimpleChannel
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override;
    void Add(Ptr<SimpleNetDevice> device) override;

  private:
    /** @brief Delivers a packet to all devices except the sender. */
    void Deliver(Ptr<Packet> packet,
                 uint16_t protocol,
                 Mac48Address to,
                 Mac48Address from,
                 Ptr<SimpleNetDevice> sender);

    std::vector<Ptr<SimpleNetDevice>> m_devices;    //!< devices on the channel
    Ptr<ErrorModel> m_shared;                       //!< attribute
    TracedCallback<Ptr<const Packet>> m_sharedDrop; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_STAR_CHANNEL_H
