// SPDX-License-Identifier: GPL-2.0-only
#ifndef PROBE_REFLECTOR_H
#define PROBE_REFLECTOR_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Returns the packets of a PeriodicProbeClient that has a Receiver, each as it came: the far
 * host of a probe of the round trip.
 *
 * ReceiveJitter and SendJitter, the timing noise of the host, delay a packet by the sum of their
 * absolute values in seconds; packets keep their order. No more than MaxWaiting wait; then others
 * are dropped, as are packets that are too short for a probe.
 */
class ProbeReflector : public Application
{
  public:
    /// @brief Signature of RxDrop. @param packet dropped @param reason for it
    using DropTracedCallback = void (*)(Ptr<const Packet> packet, const std::string& reason);

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param stream the first one of both noises @return number of streams used
    int64_t AssignStreams(int64_t stream);

    /// @return packets returned
    uint64_t GetReflected() const;
    /// @return packets dropped
    uint64_t GetDropped() const;

  protected:
    void DoDispose() override;

  private:
    /// A packet that waits for its return.
    struct Reply
    {
        Time due;           //!< when it leaves, if none waits before it
        Ptr<Packet> packet; //!< it
        Address to;         //!< who has sent it
    };

    void StartApplication() override;
    void StopApplication() override;

    /// @param socket that can be read
    void Read(Ptr<Socket> socket);
    /// Returns what is due.
    void Send();
    /// @param packet dropped @param reason for it
    void Drop(Ptr<const Packet> packet, const std::string& reason);

    Address m_local;                                                   //!< of the socket
    Ptr<RandomVariableStream> m_receiveTime;                           //!< noise, s, or null
    Ptr<RandomVariableStream> m_sendTime;                              //!< noise, s, or null
    uint32_t m_maxWaiting{0};                                          //!< packets
    Ptr<Socket> m_socket;                                              //!< open
    std::deque<Reply> m_waiting;                                       //!< in order
    EventId m_next;                                                    //!< the first one leaves
    uint64_t m_reflected{0};                                           //!< packets
    uint64_t m_dropped{0};                                             //!< packets
    TracedCallback<Ptr<const Packet>, const std::string&> m_dropTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // PROBE_REFLECTOR_H
