// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TRANSPORT_SOCKET_FACTORY_H
#define HSN_TRANSPORT_SOCKET_FACTORY_H

#include "ns3/node.h"
#include "ns3/socket-factory.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes the sockets of one transport protocol on the node it is aggregated to.
 *
 * The one pattern of all transports of this module: a protocol derives from this class, registers
 * the class with a constructor, and implements two functions. HsnInternetHelper finds the class by
 * its TypeId and aggregates it to nodes; applications name it as they name any socket factory.
 */
class TransportSocketFactory : public SocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return a new socket on this factory's node; aborts with the reason if the node lacks
     * something */
    Ptr<Socket> CreateSocket() override;

    /**
     * @brief Tells whether the protocol can be used on a node.
     * @param node the node
     * @return empty if it can; otherwise what is missing, as in "has no Internet stack with TCP"
     */
    virtual std::string FindObstacle(Ptr<Node> node) const = 0;

    /**
     * @brief Prepares a node: aggregates the protocol object, if the protocol has one.
     *
     * Called once, after this factory was aggregated to the node.
     */
    virtual void Prepare();

    /** @param stream first stream for the random variables of the protocol on this node
     * @return number of streams used */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    /** @param node of this factory, without obstacle @return a new socket, ready to be bound */
    virtual Ptr<Socket> MakeSocket(Ptr<Node> node) = 0;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TRANSPORT_SOCKET_FACTORY_H
