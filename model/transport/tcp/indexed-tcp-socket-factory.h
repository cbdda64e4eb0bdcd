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
 * Congestion control, recovery and RTT estimation are of the classes that ns3::TcpL4Protocol names
 * (SocketType, RecoveryType, RttEstimatorType). A default that a user has changed for an attribute
 * of ns3::TcpSocketBase also holds for the attribute of the same name here, unless that was changed
 * itself. So a script has to change nothing but the name of the factory.
 */
class IndexedTcpSocketFactory : public TransportSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from TransportSocketFactory
    std::string FindObstacle(Ptr<Node> node) const override;

    /** @brief Sets up a new socket of IndexedTcpSocket or a derived class. @param socket the socket
     */
    void Equip(Ptr<IndexedTcpSocket> socket) const;

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;

  private:
    /** @param tcp ns-3's TCP @return recovery of the class that it names */
    Ptr<TcpRecoveryOps> MakeRecovery(Ptr<TcpL4Protocol> tcp) const;
    /** @brief Applies changed defaults of ns3::TcpSocketBase. @param socket a new one */
    static void TakeDefaults(Ptr<IndexedTcpSocket> socket);

    bool m_replacePrr{true}; //!< attribute
};
} // namespace hsn
} // namespace ns3

#endif // HSN_INDEXED_TCP_SOCKET_FACTORY_H
