// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LINK_END_POINT_H
#define HSN_LINK_END_POINT_H

#include "ns3/callback.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"

#include <cstdint>
#include <list>
#include <memory>

namespace ns3
{
namespace hsn
{
/** @brief A packet's way over a device without IP. */
struct LinkArrival
{
    Ptr<NetDevice> device;    //!< where it arrives
    Mac48Address source;      //!< address of the other end
    Mac48Address destination; //!< address of this end
};

/**
 * @brief End point of a socket on a device without IP; the counterpart of Ipv4EndPoint, with the
 * same names.
 */
class LinkEndPoint
{
  public:
    /** @param device where it is @param port local port */
    LinkEndPoint(Ptr<NetDevice> device, uint16_t port);
    ~LinkEndPoint();

    LinkEndPoint(const LinkEndPoint&) = delete;
    LinkEndPoint& operator=(const LinkEndPoint&) = delete;

    /** @return the device */
    Ptr<NetDevice> GetBoundNetDevice() const;
    /** @return address of the device */
    Mac48Address GetLocalAddress() const;
    /** @return local port */
    uint16_t GetLocalPort() const;
    /** @return address of the other end */
    Mac48Address GetPeerAddress() const;
    /** @return port of the peer; 0: no peer */
    uint16_t GetPeerPort() const;
    /** @param address of the other end @param port its port */
    void SetPeer(Mac48Address address, uint16_t port);

    /// Called with a packet, its way, and the port of the sender.
    using RxCallback = Callback<void, Ptr<Packet>, LinkArrival, uint16_t>;
    /** @param callback called with each packet */
    void SetRxCallback(RxCallback callback);
    /** @param callback called when the protocol destroys the end point */
    void SetDestroyCallback(Callback<void> callback);
    /** @brief Hands a packet to the socket. @param packet the packet @param arrival its way @param
     * port of the sender */
    void ForwardUp(Ptr<Packet> packet, const LinkArrival& arrival, uint16_t port);

  private:
    Ptr<NetDevice> m_device;    //!< where it is
    uint16_t m_port;            //!< local port
    Mac48Address m_peer;        //!< other end
    uint16_t m_peerPort{0};     //!< its port; 0: no peer
    RxCallback m_receive;       //!< the socket's
    Callback<void> m_destroyed; //!< the socket's
};

/** @brief The end points of a protocol on the devices of a node. */
class LinkEndPointDemux
{
  public:
    /** @param device where @param port local port; 0: a free ephemeral port @return a new end
     * point, or nullptr if the port is in use or none is free */
    LinkEndPoint* Allocate(Ptr<NetDevice> device, uint16_t port);
    /** @brief As above, with a peer. @param device where @param port local port @param peer address
     * of the other end @param peerPort its port @return end point or nullptr */
    LinkEndPoint* Allocate(Ptr<NetDevice> device,
                           uint16_t port,
                           Mac48Address peer,
                           uint16_t peerPort);
    /** @brief Destroys an end point, without telling the socket. @param endPoint the end point */
    void DeAllocate(LinkEndPoint* endPoint);
    /** @param arrival way of a packet @param port local port @param peerPort port of the sender
     * @return the end point with this peer, else one without peer, else nullptr */
    LinkEndPoint* Lookup(const LinkArrival& arrival, uint16_t port, uint16_t peerPort) const;

  private:
    /** @param device where @param port a port @param peer with its port 0: none @param peerPort see
     * there @return whether there is such an end point */
    bool IsInUse(Ptr<NetDevice> device, uint16_t port, Mac48Address peer, uint16_t peerPort) const;

    std::list<std::unique_ptr<LinkEndPoint>> m_endPoints; //!< all
    uint16_t m_lastPort{65535};                           //!< ephemeral port used last
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LINK_END_POINT_H
