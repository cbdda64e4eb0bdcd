// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_PROTOCOL_H
#define RMTP_PROTOCOL_H

#include "ns3/address.h"
#include "ns3/l4-end-points.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket-end-point.h"
#include "ns3/transport-path.h"
#include "ns3/udp-l4-protocol.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief RMTP on a node: the ports of ns-3's UDP, whose datagrams are PDUs and nothing else, and
 * what servers know of groups.
 */
class RmtpProtocol : public Object, public L4EndPoints<UdpL4Protocol>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpProtocol();
    ~RmtpProtocol() override;

    /**
     * @brief Names a receiver of a group, for servers on this node that have no list of their own.
     * @param group InetSocketAddress or Inet6SocketAddress that servers connect to
     * @param receiver address and port where it listens; of the same family
     * @return empty, or what is wrong
     */
    std::string AddReceiver(const Address& group, const Address& receiver);
    /** @param group address and port @return its receivers */
    const std::vector<Address>& GetReceivers(const Address& group) const;

    /**
     * @brief Adds a receiver to a list.
     * @param list gets it @param receiver InetSocketAddress or Inet6SocketAddress
     * @return empty, or what is wrong: no address of a host with a port, or in the list already
     */
    static std::string AddTo(std::vector<Address>& list, const Address& receiver);

    /** @param datagram payload of UDP @param path its way @return whether there is a route */
    bool Send(Ptr<Packet> datagram, const TransportPath& path);
    /** @brief Gives a socket that receives all that a server sends to a port of this node, be it to
     * the group. @param endPoint the socket's, unbound @param port local @param server address and
     * port @return whether it was possible */
    bool Accept(SocketEndPoint& endPoint, uint16_t port, const Address& server);

    /** @return number of a new connection of this node, from 1 */
    uint16_t NewConnection()
    {
        m_connections = m_connections == UINT16_MAX ? 1 : m_connections + 1;
        return m_connections;
    }

    /** @return what the backoff of all receivers of this node is drawn from */
    Ptr<UniformRandomVariable> GetRandom() const
    {
        return m_random;
    }

    /** @param stream of the backoff @return streams used */
    int64_t AssignStreams(int64_t stream);

  protected:
    void NotifyNewAggregate() override;
    void DoDispose() override;

  private:
    std::map<Address, std::vector<Address>> m_groups; //!< receivers by group
    uint16_t m_connections{0};                        //!< number of the last one
    Ptr<UniformRandomVariable> m_random;              //!< of the backoff
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_PROTOCOL_H
