// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_SWITCH_H
#define HSN_TCP_SWITCH_H

#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes IndexedTcpSockets for those who ask a node for "ns3::TcpSocketFactory".
 *
 * Nothing can be taken from a node, so ns-3's factory stays there, behind this one: a node looks
 * through its objects in the order of how often each was found, and an object of a derived class is
 * found under the name of its base class. Once this factory is ahead it is the one that is found,
 * and only what is found moves forward.
 */
class TcpSwitch : public TcpSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @brief Puts a switch into a node, unless there is one.
     * @param node with ns-3's TCP and an IndexedTcpSocketFactory; aborts if it has not
     */
    static void Install(Ptr<Node> node);

    // inherited from SocketFactory
    Ptr<Socket> CreateSocket() override;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SWITCH_H
