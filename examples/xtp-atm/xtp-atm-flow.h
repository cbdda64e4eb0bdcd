// SPDX-License-Identifier: GPL-2.0-only
#ifndef XTP_ATM_FLOW_H
#define XTP_ATM_FLOW_H

#include "xtp-atm-network.h"
#include "xtp-atm-options.h"

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/nstime.h"
#include "ns3/sample-summary.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// A file transfer without end, and what is measured of it.
class XtpAtmFlow
{
  public:
    /// What was counted since the start.
    struct Counters
    {
        uint64_t delivered{0};  //!< user bytes, in order
        uint64_t offered{0};    //!< user bytes in all transmissions
        uint64_t resent{0};     //!< packets
        uint64_t handshakes{0}; //!< XTP
        uint64_t timeouts{0};   //!< of TCP's retransmission timer
        uint64_t fullTimes{0};  //!< how often XTP's output buffer got full
    };

    /**
     * @param options parameters
     * @param index of the connection
     * @param pair hosts
     * @param from local address of the sender, if it is XTP
     * @param to address of the receiver for the sender
     * @param listen the same for the receiver
     */
    XtpAtmFlow(const XtpAtmOptions& options,
               uint32_t index,
               const XtpAtmNetwork::Pair& pair,
               const Address& from,
               const Address& to,
               const Address& listen);
    XtpAtmFlow(const XtpAtmFlow&) = delete;
    XtpAtmFlow& operator=(const XtpAtmFlow&) = delete;

    /// @return whether it is a connection of XTP
    bool IsXtp() const
    {
        return m_index < m_o.xtp;
    }

    /// @param at when the transfer starts
    void Start(Time at);
    /// The measurement begins now.
    void Mark();
    /// @return what was counted since Mark()
    Counters GetCounters() const;

    /// @return cells of a data packet
    uint32_t GetCells() const;
    /// @return reports of gaps that XTP's receiver has sent since the start
    uint64_t GetNaks() const;

    /// @return the pair of hosts
    const XtpAtmNetwork::Pair& GetPair() const
    {
        return m_pair;
    }

    /// @return round-trip times of XTP, s
    const SampleSummary& GetRtts() const
    {
        return m_rtts;
    }

    /// @return durations of XTP's handshakes, s
    const SampleSummary& GetHandshakes() const
    {
        return m_handshakes;
    }

    /// @return handshakes that began while the output buffer had room
    uint64_t GetUnblockedHandshakes() const
    {
        return m_unblocked;
    }

    /// @return XTP's RTIMER
    Time GetRtimer() const;

  private:
    /// Sets the window, and connects traces: the applications have just made their sockets.
    void Watch();
    /// @return what was counted since the start of the simulation
    Counters Count() const;
    void NoteRtt(Time sample, Time wtimer);
    void NoteHandshake();
    void NoteHandshakeEnd(Time duration);
    void NoteFull(bool before, bool now);

    const XtpAtmOptions& m_o;
    uint32_t m_index;
    XtpAtmNetwork::Pair m_pair;
    ApplicationContainer m_source;
    ApplicationContainer m_sink;
    Ptr<Socket> m_socket; //!< of the sender
    Counters m_mark;
    SampleSummary m_rtts;
    SampleSummary m_handshakes;
    uint64_t m_unblocked{0};
    uint64_t m_fullTimes{0};
    bool m_full{false};
};
} // namespace hsn
} // namespace ns3

#endif // XTP_ATM_FLOW_H
