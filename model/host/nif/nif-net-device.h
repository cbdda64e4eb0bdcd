// SPDX-License-Identifier: GPL-2.0-only
#ifndef NIF_NET_DEVICE_H
#define NIF_NET_DEVICE_H

#include "network-driver.h"

#include "ns3/atm-vc-id.h"
#include "ns3/host-queue.h"
#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>

namespace ns3
{
namespace hsn
{
class Aal5ReceivedPdu;

/**
 * @ingroup hsn-host
 * @brief In which order packets leave.
 */
enum NifTxScheduling
{
    NIF_TX_FCFS,    //!< as they come; the port's queue keeps them
    NIF_TX_PRIORITY //!< the port gets one at a time, the one of highest priority
};

/**
 * @ingroup hsn-host
 * @brief A device that puts a host in front of another one, its port: what the port receives costs
 * the host time until it reaches the stack.
 *
 * The Internet stack is bound to this device, which has the port's address, MTU and properties, and
 * draws no random numbers; the port has no address of a stack. A frame goes from the port to the
 * driver, its client, and when its protocol work is done up the stack. On the way out it costs
 * HostOperation::SEND or SEND_DATA, in a thread of its own.
 *
 * With an AtmNetDevice as port the type of a frame is AtmVcId::Key() of its VC, or 0 for the
 * port's own answers to ARP.
 */
class NifNetDevice : public NetDevice
{
  public:
    /// Tells the priority of a packet to be sent; the greater goes first.
    using TxPriority = std::function<uint32_t(Ptr<const Packet>, uint16_t protocol)>;

    /// @return the TypeId
    static TypeId GetTypeId();

    NifNetDevice();
    ~NifNetDevice() override;

    /**
     * @brief Puts the device in front of another; the node owns both.
     * @param port of the node that this device was added to
     * @param driver with its host, and no port yet
     */
    void SetPort(Ptr<NetDevice> port, Ptr<NetworkDriver> driver);

    /// @return the device behind
    Ptr<NetDevice> GetPort() const;
    /// @return the driver
    Ptr<NetworkDriver> GetDriver() const;
    /// @param priority of packets with TxScheduling Priority
    void SetTxPriority(TxPriority priority);
    /// @return packets that wait for the processor to be sent
    Ptr<HostQueue> GetTxQueue() const;

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
    bool IsPointToPoint() const override;
    bool IsBridge() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// A packet on its way out.
    struct Outgoing
    {
        Ptr<Packet> packet; //!< it
        Address source;     //!< with SendFrom
        Address dest;       //!< next hop
        uint16_t protocol;  //!< EtherType
        bool from;          //!< SendFrom
    };

    /// @return the port, an error without
    NetDevice& Port() const;
    /// A frame from a port that gets none for other hosts.
    /// @param device port @param packet frame @param protocol EtherType @param from sender
    /// @return true
    bool ReceiveFromLink(Ptr<NetDevice> device,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& from);
    /// A frame from another port: a promiscuous handler of the node.
    /// @param device port @param packet frame @param protocol EtherType @param from sender
    /// @param to receiver @param kind for whom
    void ReceiveFromPort(Ptr<NetDevice> device,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& from,
                         const Address& to,
                         PacketType kind);
    /// @param frame arrives
    void Arrive(NetworkFrame&& frame);
    /// @param frame of which the protocol work is done
    void Deliver(const NetworkFrame& frame);
    /// @param frame for another host
    void DeliverOther(const NetworkFrame& frame);
    /// @param vc of the PDU that follows @param pdu the PDU
    void NotePdu(AtmVcId vc, const Aal5ReceivedPdu& pdu);
    /// The port drops the PDU. @param packet the packet
    void ForgetPdu(Ptr<const Packet> packet);

    /// A packet has come from above. @param packet the packet @param protocol EtherType
    /// @return cost of sending it
    Time Charge(const Ptr<Packet>& packet, uint16_t protocol) const;
    /// @param cost of a packet @return whether it goes to the port inside the call
    bool IsDirect(Time cost) const;
    /// @param out to be sent @param cost of it @return whether it was accepted
    bool Transmit(const Outgoing& out, Time cost);
    /// @param out of which the work is done @return whether it was accepted
    bool Leave(const Outgoing& out);
    /// @param out given to the port @return whether it was accepted
    bool GiveToPort(const Outgoing& out);
    /// The port is free for the packet of highest priority.
    void SendNext();
    /// The port has sent or dropped a packet. @param packet the packet
    void NotifySent(Ptr<const Packet> packet);

    Ptr<Node> m_node;                 //!< owner
    uint32_t m_index{0};              //!< in it
    Ptr<NetDevice> m_port;            //!< behind
    Ptr<NetworkDriver> m_driver;      //!< of the port
    ReceiveCallback m_rxCallback;     //!< stack
    PromiscReceiveCallback m_promisc; //!< stack
    uint32_t m_type{0};               //!< of the next frame of an ATM port

    NifTxScheduling m_scheduling{NIF_TX_FCFS}; //!< order
    uint32_t m_sendPriority{0};                //!< of the thread that sends
    Ptr<HostQueue> m_txQueue;                  //!< in front of it
    TxPriority m_txPriority;                   //!< of packets
    std::map<uint32_t, std::deque<Outgoing>, std::greater<>> m_waiting; //!< by priority
    bool m_sending{false};                                              //!< the port has a packet

    TracedCallback<Ptr<const Packet>> m_macTxTrace; //!< from above
    TracedCallback<Ptr<const Packet>> m_macRxTrace; //!< up
};
} // namespace hsn
} // namespace ns3

#endif // NIF_NET_DEVICE_H
