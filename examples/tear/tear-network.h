// SPDX-License-Identifier: GPL-2.0-only
#ifndef TEAR_NETWORK_H
#define TEAR_NETWORK_H

#include "tear-options.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief A server, a router and a client; the path between router and client is the bottleneck: one
 * on the Internet, or a radio link.
 *
 *     server --- router --- FIFO, bottleneck ---> client
 *
 * The link between server and router is fast. It adds a millisecond to the round-trip time, of
 * which the Internet path takes account.
 */
class TearNetwork
{
  public:
    /// An IP packet has arrived at the client. @param port where it goes to @param bytes of it
    using Arrival = std::function<void(uint16_t port, uint32_t bytes)>;

    /// @param o options
    explicit TearNetwork(const TearOptions& o);
    TearNetwork(const TearNetwork&) = delete;
    TearNetwork& operator=(const TearNetwork&) = delete;

    /// @return where data comes from
    Ptr<Node> GetServer() const
    {
        return m_nodes.Get(0);
    }

    /// @return where data goes to
    Ptr<Node> GetClient() const
    {
        return m_nodes.Get(2);
    }

    /// @param port of the client @return its address and that port
    Address GetAddress(uint16_t port) const;
    /// @param arrival called for each IP packet at the client
    void SetArrival(Arrival arrival);

  private:
    /// Makes the Internet path. @param o options
    void MakeInternetPath(const TearOptions& o);
    /// Makes a radio link. @param o options
    void MakeRadioLink(const TearOptions& o);
    /// Starts cross traffic. @param o options
    void StartCrossTraffic(const TearOptions& o);
    /// A packet has arrived at the client. @param packet with PPP header
    void Receive(Ptr<const Packet> packet);

    NodeContainer m_nodes;     //!< server, router, client
    NetDeviceContainer m_path; //!< router's, client's
    Arrival m_arrival;         //!< told of packets
};
} // namespace hsn
} // namespace ns3

#endif // TEAR_NETWORK_H
