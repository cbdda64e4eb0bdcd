// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_PORT_H
#define ATM_PORT_H

#include "ns3/burst-parts.h"
#include "ns3/cell-burst.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/traced-callback.h"

#include <string>

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
class AtmPort : public NetDevice, public BurstPort
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

    /// @param cell was due now, but has been lost; told by the link instead of ReceiveBurst
    virtual void NotifyCellLost(const CellBurst& cell)
    {
    }

    /**
     * @brief TracedCallback signature for cells with a time of their own.
     * @param [in] cells consecutive cells, valid during the call only; their spacing is that of
     *             their arrivals
     * @param [in] arrival when the last bit of the first one arrived
     */
    typedef void (*RunTracedCallback)(const CellBurst& cells, Time arrival);

    /**
     * @name Burst engine
     * What a link and its lanes ask of a port. The functions that change what the port has decided
     * abort outside the scope of an AtmChange (with assertions on).
     * @{
     */

    /// @param lane that leads here @return who takes its cells
    CellSink* GetSink(CellLane& lane);

    void ReconsiderLink() final;
    void Replan() final;
    void Await(const AtmPdu& pdu) final;

    /// Takes the cells back that leave from now on: their timing is about to change.
    void Withdraw();

    /// Sends the cells that were taken back. @param isLive whether cell by cell, from now on
    void Restore(bool isLive);

    /** @} */

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

    /**
     * @name Burst engine
     * A class that overrides none of these works cell by cell, and so do its links. What
     * CanSendAhead() and CanTakeRuns() return, and who takes a lane's cells, changes inside an
     * AtmChange only.
     * @{
     */

    /// @return whether it decides on cells when asked, and gives them to the link as runs
    virtual bool CanSendAhead() const;

    /// @return whether it takes runs when somebody must know
    virtual bool CanTakeRuns() const;

    /// @param lane of this end of the link @return who takes its cells, or null
    virtual CellSink* FindSink(CellLane& lane);

    /// @param t time step, not after now; it gives all cells that leave up to then to the link
    virtual void Advance(int64_t t);

    /// By default it has nothing to decide. @param t time step, before now
    void Settle(int64_t t) override;

    /// See Replan.
    virtual void DoReplan();

    /// See Await; the cells on the link have their events.
    virtual void DoAwait();

    /// See Withdraw.
    virtual void DoWithdraw();

    /// See Restore. @param isLive whether cell by cell, from now on
    virtual void DoRestore(bool isLive);

    std::string FindOmission() const override;

    /** @} */

    /// Decides on all cells up to now; what arrives from now on is lost.
    void Close();

    /// @param cell traced by CellRx and RunRx as having arrived now
    void NotifyCellRx(const CellBurst& cell);

    /// @param cell traced by CellRx as having arrived now
    void TraceCellRx(const CellBurst& cell)
    {
        m_cellRxTrace(cell);
    }

    /// @return whether a sink is connected to CellTx
    bool IsCellTxWatched() const
    {
        return !m_cellTxTrace.IsEmpty();
    }

    /// @return whether a sink is connected to CellRx
    bool IsCellRxWatched() const
    {
        return !m_cellRxTrace.IsEmpty();
    }

    /// @param lane from which cells of the oldest run are taken @param n how many: traced
    void NotifyRunRx(const CellLane& lane, uint32_t n);

    /// @return whether the simulation uses the burst engine
    bool IsBurst() const
    {
        return m_isBurst;
    }

    /// Called once the link is there.
    virtual void NotifyAttached();

    NetDevice::ReceiveCallback m_rxCallback;             //!< upper layer
    NetDevice::PromiscReceiveCallback m_promiscCallback; //!< upper layer, everything

  private:
    friend class AtmChannel;

    const bool m_isBurst;                                //!< engine: burst
    bool m_isClosed{false};                              //!< disposed
    Ptr<Node> m_node;                                    //!< the node
    Ptr<AtmChannel> m_channel;                           //!< the link
    uint32_t m_end{0};                                   //!< which end of it
    uint32_t m_ifIndex{0};                               //!< interface index on the node
    uint16_t m_mtu{9180};                                //!< largest network-layer packet, bytes
    Mac48Address m_address;                              //!< address, for ns-3's address resolution
    TracedCallback<> m_linkChangeTrace;                  //!< link came up: both ends are there
    TracedCallback<const CellBurst&> m_cellTxTrace;      //!< cell starts onto the link
    TracedCallback<const CellBurst&> m_cellRxTrace;      //!< cell has arrived whole
    TracedCallback<const CellBurst&, Time> m_runRxTrace; //!< cells have arrived
};
} // namespace hsn
} // namespace ns3

#endif // ATM_PORT_H
