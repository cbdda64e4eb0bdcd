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
 * @brief One end of a tunnel that protects packets in blocks of N + M, so that any protocol, such
 *        as TCP, can use an FEC-protected path unchanged.
 *
 * To the node it is a point-to-point device. It sends each packet, preceded by its EtherType, as a
 * datagram of a FecUdpSocket. Restored packets arrive after packets sent later.
 */
class FecTunnel : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @brief Opens this end.
     * @param node node with an Internet stack and FecUdpSocketFactory; the device is added to it
     * @param local address and port of this end
     * @param peer address and port of the other end
     */
    void Open(Ptr<Node> node, const Address& local, const Address& peer);

    /** @return the device; assign an address to it */
    Ptr<VirtualNetDevice> GetDevice() const;
    /** @return the socket; its attributes configure the tunnel */
    Ptr<FecUdpSocket> GetSocket() const;
    /** @return number of packets from the other end that were dropped as too short */
    uint64_t GetMalformed() const;

  protected:
    void DoDispose() override;

  private:
    /** @brief Send callback of the device. */
    bool Send(Ptr<Packet> packet, const Address& from, const Address& to, uint16_t protocol);
    /** @brief Receive callback of the socket. */
    void Receive(Ptr<Socket> socket);

    uint16_t m_mtu{0};                        //!< attribute
    Ptr<FecUdpSocket> m_socket;               //!< socket to the other end
    Ptr<VirtualNetDevice> m_device;           //!< device of the node
    uint64_t m_malformed{0};                  //!< packets dropped as too short
    TracedCallback<Ptr<const Packet>> m_drop; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_TUNNEL_H
