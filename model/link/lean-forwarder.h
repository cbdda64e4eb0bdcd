// SPDX-License-Identifier: GPL-2.0-only
#ifndef LEAN_FORWARDER_H
#define LEAN_FORWARDER_H

#include "lean-link-net-device.h"

#include "ns3/ipv4-address.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Forwards IPv4 packets from lean link to lean link in place of ns-3's IP.
 *
 * It takes what a node's lean links receive, looks the destination up, and gives the very packet to
 * the next link: at the time, in the order and with the drops of IP forwarding. It is a switch, no
 * router: the TTL stays as it is, so routes must have no loops, there are no ICMP messages, and
 * packets longer than the next link's MTU are not fragmented. The node itself receives nothing from
 * these links. Other packets than IPv4, and those without a route, are counted and dropped.
 */
class LeanForwarder : public Object, public LinkReceiver
{
  public:
    /**
     * @brief Signature of the trace source Drop.
     * @param packet dropped, without PPP header
     * @param protocol EtherType
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, uint16_t protocol);

    /// @return the TypeId
    static TypeId GetTypeId();

    LeanForwarder();
    ~LeanForwarder() override;

    /// Takes what a device receives, until this object ends. @param device at the end of a lean
    /// link
    void Serve(Ptr<LeanLinkNetDevice> device);

    /**
     * @brief Adds a route, or replaces the one that is there.
     * @param destination of packets, one host's address
     * @param device where they leave
     */
    void SetRoute(Ipv4Address destination, Ptr<LeanLinkNetDevice> device);

    /// @return packets that were given to the next link; it may have dropped them
    uint64_t GetForwarded() const;

    /// @return IPv4 packets that were dropped because they have no route
    uint64_t GetUnknown() const;

    /// @return packets that were dropped because they are not IPv4
    uint64_t GetForeign() const;

    // Inherited from LinkReceiver
    bool Take(const Ptr<LinkFrame>& frame) override;

  protected:
    void DoDispose() override;

  private:
    /// A device that is served.
    struct Port
    {
        Ptr<LeanLinkNetDevice> device;     //!< it
        NetDevice::ReceiveCallback before; //!< where its packets went
    };

    std::vector<Port> m_ports;                                     //!< all
    std::unordered_map<uint32_t, Ptr<LeanLinkNetDevice>> m_routes; //!< device by address
    uint64_t m_forwarded{0};                                       //!< see GetForwarded
    uint64_t m_unknown{0};                                         //!< see GetUnknown
    uint64_t m_foreign{0};                                         //!< see GetForeign
    TracedCallback<Ptr<const Packet>, uint16_t> m_dropTrace;       //!< unknown or foreign
};
} // namespace hsn
} // namespace ns3

#endif // LEAN_FORWARDER_H
