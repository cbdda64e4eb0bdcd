// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SOCKET_KEEPER_H
#define HSN_SOCKET_KEEPER_H

#include "ns3/callback.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Keeps the open sockets of a node alive.
 *
 * An application may drop its pointer to a socket that still has data to send. Every socket of this
 * module therefore registers here while it is bound, and leaves when it is closed.
 */
class SocketKeeper : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param node a node @return its keeper, which is aggregated to it when first asked for */
    static Ptr<SocketKeeper> Get(Ptr<Node> node);

    /**
     * @brief Keeps a socket until Remove() is called or the node is disposed of.
     * @param socket the socket
     * @param nodeGone called when the node is disposed of: the socket must let go of the node's
     *                 protocols and stop its timers
     */
    void Add(Ptr<Socket> socket, Callback<void> nodeGone);

    /**
     * @brief Releases a socket; does nothing if it is not kept.
     *
     * The socket is destroyed if nobody else holds it: a member function of the socket that calls
     * this must hold a Ptr to it.
     *
     * @param socket the socket
     */
    void Remove(Socket* socket);

    /** @return number of open sockets */
    std::size_t GetN() const;
    /** @return open sockets, in no particular order */
    std::vector<Ptr<Socket>> GetSockets() const;

    /**
     * @brief TracedCallback signature.
     * @param [in] socket that was bound, accepted or closed
     */
    typedef void (*SocketTracedCallback)(Ptr<Socket> socket);

  protected:
    void DoDispose() override;

  private:
    /// Open sockets, and what to call when the node is disposed of.
    std::map<Socket*, std::pair<Ptr<Socket>, Callback<void>>> m_open;
    TracedCallback<Ptr<Socket>> m_added;   //!< trace
    TracedCallback<Ptr<Socket>> m_removed; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SOCKET_KEEPER_H
