// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_TUNNEL_H
#define HSN_FEC_TUNNEL_H

#include "fec-udp-socket.h"

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/virtual-net-device.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief One end of a tunnel whose packets are protected in blocks of N + M, so that any protocol,
 *        TCP for one, can run over such a path unchanged.
 *
 * To the node it is a point-to-point device. Its packets, with their EtherType in front, are the
 * datagrams of a FecUdpSocket. Restored packets come later than those behind them.
 */
class FecTunnel : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @brief Opens this end.
     * @param node with an Internet stack and FecUdpSocketFactory; gets the device
     * @param local address and port of this end
     * @param peer address and port of the other end
     */
    void Open(Ptr<Node> node, const Address& local, const Address& peer);

    /** @return the device; assign an address to it */
    Ptr<VirtualNetDevice> GetDevice() const;
    /** @return the socket; its attributes are the tunnel's */
    Ptr<FecUdpSocket> GetSocket() const;
    /** @return packets from the other end that were too short and dropped */
    uint64_t GetMalformed() const;

  protected:
    void DoDispose() override;

  private:
    /** @brief VirtualNetDevice's callback. */
    bool Send(Ptr<Packet> packet, const Address& from, const Address& to, uint16_t protocol);
    /** @brief Socket's callback. */
    void Receive(Ptr<Socket> socket);

    uint16_t m_mtu{0};                        //!< attribute
    Ptr<FecUdpSocket> m_socket;               //!< to the other end
    Ptr<VirtualNetDevice> m_device;           //!< to the node
    uint64_t m_malformed{0};                  //!< counter
    TracedCallback<Ptr<const Packet>> m_drop; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_TUNNEL_H
