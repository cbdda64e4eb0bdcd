// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SOCKET_SOURCE_H
#define HSN_SOCKET_SOURCE_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief An application that sends over any kind of socket: messages, or a stream. What it sends is
 * the matter of a derived class.
 */
class SocketSource : public Application
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    /// The socket can be used from now on; called once for each start.
    virtual void Begin() = 0;
    /// The socket has room again.
    virtual void Continue() = 0;

    /// There is nothing more to send: closes the connection.
    void End();
    /// @return whether the connection is open
    bool IsConnected() const;
    /// @return whether the socket does not keep messages apart
    bool IsStream() const;

    Address m_remote;     //!< attribute
    Ptr<Socket> m_socket; //!< while running

  private:
    /// @param socket is connected
    void Connected(Ptr<Socket> socket);
    /// @param socket has room @param octets for them
    void Room(Ptr<Socket> socket, uint32_t octets);

    TypeId m_protocol;         //!< attribute
    bool m_isConnected{false}; //!< it may be used
    bool m_isStream{false};    //!< its kind
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SOCKET_SOURCE_H
