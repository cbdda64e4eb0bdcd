// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_SOCKET_PATHS_H
#define HSN_TCP_SOCKET_PATHS_H

#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
class TcpSocketPathsNode;

/**
 * @brief Lets the paths that lead to ns-3's TCP sockets lead to IndexedTcpSockets, too.
 *
 * ns-3's list of sockets takes only its own ones. But ns3::Config looks a path up in every object
 * that is registered as a root. This is a second one beside ns-3's list of nodes, in which
 * "/NodeList/0/$ns3::TcpL4Protocol/SocketList" is the list of IndexedTcpSockets. A socket itself
 * knows nothing of it, and nothing happens before somebody uses such a path.
 *
 * A path that ends before SocketList, at the node or at "$ns3::TcpL4Protocol", finds ns-3's object
 * first and then one that stands for it here: it passes ns-3's attributes on.
 */
class TcpSocketPaths : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Makes the paths of a node, until the simulation is destroyed. @param node with ns-3's
     * TCP */
    static void Add(Ptr<Node> node);

  private:
    /** @return the one of this simulation; null before Add() */
    static Ptr<TcpSocketPaths>& Current();
    /** @brief The simulation is over. */
    static void Delete();

    std::map<uint32_t, Ptr<TcpSocketPathsNode>> m_nodes; //!< by number of the node
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SOCKET_PATHS_H
