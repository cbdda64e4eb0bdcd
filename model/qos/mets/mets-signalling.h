// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_SIGNALLING_H
#define METS_SIGNALLING_H

#include "mets-adapter.h"

#include "ns3/atm-net-device.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Carries the messages of a MetsAdapter over signalling connections, one to each neighbour
 * in the core-based tree, each message in a frame of one cell.
 *
 * Signalling connections are bound to PROTOCOL (RFC 2684, VC multiplexing). A switch has its end of
 * them in a device of its control processor, on a node beside the switch; MetsHelper makes it, and
 * the connections.
 */
class MetsSignalling : public Object
{
  public:
    /// What signalling connections are bound to. The number is local: it is not sent.
    static constexpr uint16_t PROTOCOL = 0x4d53;

    /// Messages.
    struct Counters
    {
        uint64_t sent{0};      //!< given to a device
        uint64_t unsent{0};    //!< no connection in that direction, or refused by the device
        uint64_t received{0};  //!< given to the adapter
        uint64_t strangers{0}; //!< from a connection that is none of these
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsSignalling();
    ~MetsSignalling() override;

    /// @param adapter whose messages it carries; its callbacks for sending are set
    void SetAdapter(Ptr<MetsAdapter> adapter);
    /// @return the adapter
    Ptr<MetsAdapter> GetAdapter() const;

    /// @param device of this node @param vc of it that leads towards the core
    void SetUp(Ptr<AtmNetDevice> device, Ptr<AtmVc> vc);
    /// @param link of the adapter @param device of this node @param vc to the adapter behind the
    /// link
    void AddDown(uint32_t link, Ptr<AtmNetDevice> device, Ptr<AtmVc> vc);

    /// @return the counters
    const Counters& GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    /// A signalling connection.
    struct Channel
    {
        Ptr<AtmNetDevice> device; //!< where
        Ptr<AtmVc> vc;            //!< it
        bool isUp;                //!< towards the core
        uint32_t link;            //!< of the adapter, if not
    };

    /// @param channel a new one
    void Add(const Channel& channel);
    /// @param flow of a message @param message towards the core
    void SendUp(uint16_t flow, Ptr<Packet> message);
    /// @param link of the adapter @param message away from the core
    void SendDown(uint32_t link, Ptr<Packet> message);
    /// @param isUp direction @param link if it is not up @param message sent there
    void Send(bool isUp, uint32_t link, Ptr<Packet> message);
    /// @param device where @param message that arrived @param from address that stands for its VC
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> message,
                 uint16_t protocol,
                 const Address& from,
                 const Address&,
                 NetDevice::PacketType);

    Ptr<MetsAdapter> m_adapter;      //!< whose messages
    std::vector<Channel> m_channels; //!< all
    Node::ProtocolHandler m_handler; //!< takes frames
    Counters m_counters;             //!< messages
};
} // namespace hsn
} // namespace ns3

#endif // METS_SIGNALLING_H
