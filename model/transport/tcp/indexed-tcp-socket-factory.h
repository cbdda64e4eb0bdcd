// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_INDEXED_TCP_SOCKET_FACTORY_H
#define HSN_INDEXED_TCP_SOCKET_FACTORY_H

#include "indexed-tcp-socket.h"

#include "ns3/transport-socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes IndexedTcpSocket for a node that has ns-3's TCP.
 *
 * The classes of congestion control, recovery and RTT estimation are those that
 * ns3::TcpL4Protocol is set to (SocketType, RecoveryType, RttEstimatorType). Defaults that a user
 * has changed for attributes of ns3::TcpSocketBase hold for attributes of the same name here,
 * unless these were changed themselves; so a script needs no other change than the name of the
 * factory.
 */
class IndexedTcpSocketFactory : public TransportSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from TransportSocketFactory
    std::string FindObstacle(Ptr<Node> node) const override;

    /** @brief Gives a socket of this, or a derived class, all that it needs. @param socket a new
     * one
     */
    void Equip(Ptr<IndexedTcpSocket> socket) const;

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;

  private:
    /** @param tcp ns-3's TCP @return recovery as it is set to */
    Ptr<TcpRecoveryOps> MakeRecovery(Ptr<TcpL4Protocol> tcp) const;
    /** @brief Hands on defaults of ns3::TcpSocketBase. @param socket a new one */
    static void TakeDefaults(Ptr<IndexedTcpSocket> socket);

    bool m_replacePrr{true}; //!< attribute
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INDEXED_TCP_SOCKET_FACTORY_H
