// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_PORT_H
#define ATM_PORT_H

#include "cell-burst.h"

#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"

namespace ns3
{
namespace hsn
{
class AtmChannel;

/**
 * @ingroup hsn-atm
 * @brief One end of an ATM link: what a host adapter and a switch port have in common.
 *
 * Everything of ns3::NetDevice that does not depend on which of the two it is.
 */
class AtmPort : public NetDevice
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    AtmPort();
    ~AtmPort() override;

    /**
     * @brief Connects the port to a link.
     * @param channel the link; a port has one link only, and is on its node already
     * @return which end of the link it is, 0 or 1
     */
    uint32_t Attach(Ptr<AtmChannel> channel);

    /// @return the link, or null
    const Ptr<AtmChannel>& GetAtmChannel() const
    {
        return m_channel;
    }

    /// @return the end of the link this port is, 0 or 1
    uint32_t GetEnd() const
    {
        return m_end;
    }

    /**
     * @brief Takes a cell whose last bit arrives now; called by the link.
     * @param burst the cell, of which the receiver may change label and marks
     */
    virtual void ReceiveBurst(CellBurst& burst) = 0;

    /// Told by the link instead of ReceiveBurst when the cell that is due now was lost.
    virtual void NotifyCellLost()
    {
    }

    /// @param cell traced as leaving for the link
    void NotifyCellTx(const CellBurst& cell)
    {
        m_cellTxTrace(cell);
    }

    // Inherited from NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

    /// Called once the link is there.
    virtual void NotifyAttached();

    NetDevice::ReceiveCallback m_rxCallback;             //!< upper layer
    NetDevice::PromiscReceiveCallback m_promiscCallback; //!< upper layer, everything
    TracedCallback<const CellBurst&> m_cellTxTrace;      //!< cell starts onto the link
    TracedCallback<const CellBurst&> m_cellRxTrace;      //!< cell has arrived whole

  private:
    Ptr<Node> m_node;                   //!< the node
    Ptr<AtmChannel> m_channel;          //!< the link
    uint32_t m_end{0};                  //!< which end of it
    uint32_t m_ifIndex{0};              //!< interface index on the node
    uint16_t m_mtu{9180};               //!< largest network-layer packet, bytes
    Mac48Address m_address;             //!< address, for ns-3's address resolution
    TracedCallback<> m_linkChangeTrace; //!< link came up: both ends are there
};
} // namespace hsn
} // namespace ns3

#endif // ATM_PORT_H
