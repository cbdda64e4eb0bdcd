// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SOCKET_SINK_H
#define HSN_SOCKET_SINK_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief An application that receives over any kind of socket: messages, or the streams of all who
 * connect. What is in them is the matter of a derived class.
 */
class SocketSink : public Application
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return octets of streams that wait for the rest of what they belong to
    uint32_t GetPendingBytes() const;

  protected:
    void DoDispose() override;

    /// A message has arrived. @param message the message @param from its sender
    virtual void TakeMessage(Ptr<Packet> message, const Address& from) = 0;
    /**
     * @brief A stream goes on.
     * @param pending its octets; what is taken is removed from them
     * @param from the peer
     * @return false if it is out of step: the connection is closed
     */
    virtual bool TakeStream(Ptr<Packet> pending, const Address& from) = 0;

  private:
    void StartApplication() override;
    void StopApplication() override;
    /// A connection was accepted. @param socket of it @param from the peer
    void Accepted(Ptr<Socket> socket, const Address& from);
    /// The peer has closed. @param socket of the connection
    void Closed(Ptr<Socket> socket);
    /// There is something to read. @param socket where
    void Readable(Ptr<Socket> socket);

    Address m_local;                              //!< where it listens
    TypeId m_protocol;                            //!< socket factory
    Ptr<Socket> m_socket;                         //!< listens
    std::map<Ptr<Socket>, Ptr<Packet>> m_streams; //!< what each has of what comes next
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SOCKET_SINK_H
