// SPDX-License-Identifier: GPL-2.0-only
#ifndef SURGE_SINK_H
#define SURGE_SINK_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Accepts the connections of a SurgeFlowGenerator, discards what arrives, and closes when
 * the peer has closed.
 *
 * The receive buffer of each connection is MaxWindow, whatever the default of the socket class is.
 * Nothing is kept of a connection that has ended. Those that are open when the application stops go
 * on to their end.
 */
class SurgeSink : public Application
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    SurgeSink();
    ~SurgeSink() override;

    /// @return bytes of all connections so far
    uint64_t GetReceived() const;
    /// @return connections so far
    uint64_t GetAccepted() const;
    /// @return number of open connections
    uint32_t GetActive() const;

    /**
     * @brief TracedCallback signature of Rx.
     * @param [in] bytes that have arrived
     * @param [in] socket of the connection
     */
    typedef void (*RxTracedCallback)(uint32_t bytes, Ptr<const Socket> socket);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @param socket of a new connection @param from its other end
    void HandleAccepted(Ptr<Socket> socket, const Address& from);
    /// @param socket that something has arrived at
    void HandleData(Ptr<Socket> socket);
    /// @param socket whose other end has closed
    void HandleClosed(Ptr<Socket> socket);
    /// @param socket whose connection broke
    void HandleFailed(Ptr<Socket> socket);

    TypeId m_protocol;                                   //!< of the listener's factory
    Address m_local;                                     //!< where it listens
    uint32_t m_maxWindow{0};                             //!< bytes
    uint32_t m_segmentSize{0};                           //!< bytes
    Ptr<Socket> m_listener;                              //!< or null
    std::unordered_map<Socket*, Ptr<Socket>> m_accepted; //!< open connections
    uint64_t m_received{0};                              //!< bytes
    uint64_t m_nAccepted{0};                             //!< connections so far

    // those of all sockets: a socket may give its own up while it calls one
    Callback<void, Ptr<Socket>> m_onData;   //!< HandleData()
    Callback<void, Ptr<Socket>> m_onClosed; //!< HandleClosed()
    Callback<void, Ptr<Socket>> m_onFailed; //!< HandleFailed()

    TracedCallback<uint32_t, Ptr<const Socket>> m_rxTrace; //!< something has arrived
};
} // namespace hsn
} // namespace ns3

#endif // SURGE_SINK_H
