// SPDX-License-Identifier: GPL-2.0-only
#ifndef SURGE_FLOW_GENERATOR_H
#define SURGE_FLOW_GENERATOR_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
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
 * @brief Starts flows at the times of a Poisson process; each flow is a connection of its own.
 *
 * A flow opens a connection to Remote, sends as many bytes as FlowSize draws, and closes. It ends
 * when both ends have closed, so that all its bytes have been acknowledged; then nothing of it is
 * left here. What is left is the socket in TIME_WAIT, which the transport protocol keeps for twice
 * its maximum segment lifetime: with ns-3's default of 120 s, 103 flows a second would hold more
 * ports than there are. Set the attribute MaxSegLifetime of the socket class to 1 s.
 *
 * At most MaxWindow bytes of a flow are sent and not acknowledged: that much is the send buffer of
 * its socket. Without a room for a whole segment the flow waits, so that it never sends a short
 * segment but its last.
 *
 * Sizes and gaps come from two random variables with streams of their own, and are drawn at the
 * time of the arrival: what the network or other applications do never changes them.
 *
 * Flows that are under way when the application stops go on to their end.
 */
class SurgeFlowGenerator : public Application
{
  public:
    /// Totals since the start.
    struct Counters
    {
        uint64_t started{0};      //!< flows
        uint64_t ended{0};        //!< flows that have sent everything
        uint64_t failed{0};       //!< flows whose connection was refused or broke
        uint64_t bytesStarted{0}; //!< sizes of all flows that have started
        uint64_t bytesEnded{0};   //!< sizes of those that have ended
    };

    /// @return the TypeId
    static TypeId GetTypeId();
    SurgeFlowGenerator();
    ~SurgeFlowGenerator() override;

    /// @param stream first stream of the random variables @return streams used: 2
    int64_t AssignStreams(int64_t stream);

    /// @return totals so far
    Counters GetCounters() const;
    /// @return number of flows under way
    uint32_t GetActive() const;

    /**
     * @brief TracedCallback signature of FlowStarted and FlowFailed.
     * @param [in] id number of the flow at this generator, from 0
     * @param [in] size bytes
     */
    typedef void (*FlowTracedCallback)(uint64_t id, uint64_t size);
    /**
     * @brief TracedCallback signature of FlowEnded.
     * @param [in] id number of the flow at this generator, from 0
     * @param [in] size bytes
     * @param [in] duration from the start of the connection to its end
     */
    typedef void (*FlowEndedTracedCallback)(uint64_t id, uint64_t size, Time duration);
    /**
     * @brief TracedCallback signature of FlowSocket.
     * @param [in] id number of the flow at this generator, from 0
     * @param [in] socket of the flow, before it connects
     */
    typedef void (*FlowSocketTracedCallback)(uint64_t id, Ptr<Socket> socket);

  protected:
    void DoDispose() override;

  private:
    /// A flow under way.
    struct Flow
    {
        Ptr<Socket> socket; //!< its own
        uint64_t id{0};     //!< number
        uint64_t size{0};   //!< bytes
        uint64_t unsent{0}; //!< bytes that the socket has not taken
        Time start;         //!< of the connection
    };

    void StartApplication() override;
    void StopApplication() override;

    /// @param rate flows per second, above 0
    void SetArrivalRate(double rate);
    /// @return flows per second
    double GetArrivalRate() const;

    /// Draws the time to the next flow.
    void ScheduleNext();
    /// Starts a flow, and schedules the next.
    void StartFlow();
    /// @param id number of the flow @return a socket for it
    Ptr<Socket> MakeSocket(uint64_t id) const;
    /// @param flow that sends what its socket has room for, and closes when it has sent all
    void Send(Flow& flow);
    /// @brief Takes a flow out. @param flow it, whose socket calls nobody any more
    void Remove(const Flow& flow);
    /// @brief Takes a flow out that has failed. @param flow the flow
    void Fail(const Flow& flow);

    /// @param socket is connected
    void HandleConnected(Ptr<Socket> socket);
    /// @param socket has room for more @param room bytes
    void HandleRoom(Ptr<Socket> socket, uint32_t room);
    /// @param socket whose connection has ended
    void HandleClosed(Ptr<Socket> socket);
    /// @param socket whose connection was refused or broke
    void HandleFailed(Ptr<Socket> socket);

    TypeId m_protocol;                         //!< of the sockets' factory
    Address m_remote;                          //!< where connections go
    double m_arrivalRate{1};                   //!< flows per second
    Ptr<ExponentialRandomVariable> m_gap;      //!< draws gaps, in units of their mean
    Ptr<RandomVariableStream> m_flowSize;      //!< draws sizes, bytes
    uint32_t m_maxWindow{0};                   //!< bytes
    uint32_t m_segmentSize{0};                 //!< bytes
    EventId m_next;                            //!< start of the next flow
    std::unordered_map<Socket*, Flow> m_flows; //!< under way
    Counters m_counters;                       //!< totals

    // those of all sockets: a socket may give its own up while it calls one
    Callback<void, Ptr<Socket>> m_onConnected;      //!< HandleConnected()
    Callback<void, Ptr<Socket>, uint32_t> m_onRoom; //!< HandleRoom()
    Callback<void, Ptr<Socket>> m_onClosed;         //!< HandleClosed()
    Callback<void, Ptr<Socket>> m_onFailed;         //!< HandleFailed()

    TracedCallback<uint64_t, uint64_t> m_startedTrace;     //!< a flow starts
    TracedCallback<uint64_t, uint64_t, Time> m_endedTrace; //!< a flow has ended
    TracedCallback<uint64_t, uint64_t> m_failedTrace;      //!< a flow has failed
    TracedCallback<uint64_t, Ptr<Socket>> m_socketTrace;   //!< a flow has got its socket
};
} // namespace hsn
} // namespace ns3

#endif // SURGE_FLOW_GENERATOR_H
