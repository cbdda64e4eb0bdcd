// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_INDEXED_TCP_SOCKETS_H
#define HSN_INDEXED_TCP_SOCKETS_H

#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @brief The IndexedTcpSockets of a node, as a list that paths of ns3::Config lead to.
 *
 * The attribute SocketList is what SocketList of ns3::TcpL4Protocol is for ns-3's sockets:
 * "/NodeList/0/$ns3::hsn::IndexedTcpSockets/SocketList/0/CongestionWindow". A socket is in it from
 * when it is made until its connection, or its listening, has ended. It keeps its index; the
 * sockets of a node are numbered from 0 in the order in which they are made. The list does not
 * keep sockets alive.
 */
class IndexedTcpSockets : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param node a node @return its list, which is aggregated to it when first asked for */
    static Ptr<IndexedTcpSockets> Get(Ptr<Node> node);

    /** @param socket a new one @return its index */
    uint32_t Add(Socket& socket);

    /** @brief Forgets a socket. @param index of it */
    void Remove(uint32_t index);

    /** @return the sockets, by index */
    const std::map<uint32_t, Socket*>& GetAll() const
    {
        return m_sockets;
    }

  protected:
    void DoDispose() override;

  private:
    std::map<uint32_t, Socket*> m_sockets; //!< by index
    uint32_t m_next{0};                    //!< next index
};

/** @brief A socket's place in the list of its node. */
class IndexedTcpSocketsEntry
{
  public:
    IndexedTcpSocketsEntry() = default;
    /** @brief Leaves. */
    ~IndexedTcpSocketsEntry();
    IndexedTcpSocketsEntry(const IndexedTcpSocketsEntry&) = delete;
    IndexedTcpSocketsEntry& operator=(const IndexedTcpSocketsEntry&) = delete;

    /** @param list to be in from now on; null: none @param socket which is */
    void Join(Ptr<IndexedTcpSockets> list, Socket& socket);
    /** @brief The socket is not in the list any more. */
    void Leave();

    /** @return the list; null: none */
    Ptr<IndexedTcpSockets> GetList() const
    {
        return m_list;
    }

  private:
    Ptr<IndexedTcpSockets> m_list; //!< null: in none
    uint32_t m_index{0};           //!< there
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INDEXED_TCP_SOCKETS_H
