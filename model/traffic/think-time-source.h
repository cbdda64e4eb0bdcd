// SPDX-License-Identifier: GPL-2.0-only
#ifndef THINK_TIME_SOURCE_H
#define THINK_TIME_SOURCE_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Writes a burst to a stream socket, waits until all of it is acknowledged, thinks, and
 * starts again.
 *
 * That all is acknowledged follows from the socket's send buffer being empty again.
 */
class ThinkTimeSource : public Application
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return bursts that were acknowledged
    uint64_t GetBursts() const;
    /// @return the socket, null before the start
    Ptr<Socket> GetSocket() const;
    /// @param stream of the think time @return 1, the number of streams
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @param socket connected
    void Connected(Ptr<Socket> socket);
    /// @param socket that has room @param available octets of room
    void Acknowledged(Ptr<Socket> socket, uint32_t available);
    /// Writes a burst.
    void Write();

    TypeId m_protocol;                 //!< of the socket's factory
    Address m_remote;                  //!< receiver
    uint32_t m_burst{0};               //!< octets
    Ptr<RandomVariableStream> m_think; //!< s
    Ptr<Socket> m_socket;              //!< to the receiver
    uint32_t m_empty{0};               //!< octets of room in an empty send buffer
    bool m_waiting{false};             //!< for acknowledgements
    uint64_t m_bursts{0};              //!< acknowledged
    EventId m_next;                    //!< end of thinking
};
} // namespace hsn
} // namespace ns3

#endif // THINK_TIME_SOURCE_H
