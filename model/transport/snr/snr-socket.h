// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SNR_SOCKET_H
#define HSN_SNR_SOCKET_H

#include "snr-header.h"
#include "snr-logic.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/packet-byte-queue.h"
#include "ns3/sstp-socket-base.h"
#include "ns3/stream-socket.h"
#include "ns3/traced-callback.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief The protocol SNR on a node; 249 is an unassigned protocol number. */
class SnrProtocol : public FaultTraceProtocol<SnrProtocol, SnrHeader, 249>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::SnrProtocol"; //!< of its TypeId
};

/**
 * @ingroup hsn-sstp
 * @brief A byte stream over SNR (Netravali, Roome, Sabnani, 1990) in its mode 2: flow and error
 * control by complete states that both ends send at each multiple of ReportInterval, whatever
 * happens.
 *
 * Data is sent in blocks of up to BlockSize packets of up to PacketSize bytes: as much as waits
 * when the turn of a block comes. A block that was sent counts down with the peer's reports, from
 * RTD/T_in + 1, and is sent again as a whole if it has not been acknowledged then.
 *
 * Both ends have to have the same attributes, apart from buffers. SndBufSize has to hold the data
 * of a round-trip delay for the full rate. As states are sent as long as there is a connection, a
 * simulation with an open one does not end by itself.
 */
class SnrSocket : public SstpSocketBase<SnrSocket, StreamSocket, SnrHeader>
{
  public:
    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t blocksSent{0};     //!< blocks, each counted once
        uint64_t blocksRepeated{0}; //!< transmissions of whole blocks beyond the first
        uint64_t duplicates{0};     //!< packets that arrived and were there already
        uint64_t reportsOld{0};     //!< states that a later one had overtaken
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    SnrSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    SnrSocket(const SnrSocket& other);
    ~SnrSocket() override;

    /** @return counters */
    Counters GetCounters() const;

    /** @brief TracedCallback signature. @param block number */
    typedef void (*BlockTracedCallback)(uint64_t block);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoShutdownSend() override;

    // inherited from ConnectionSocket
    void HandleRefusal() override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;

    // inherited from SstpSocketBase
    void Begin() override;
    void HandleAccepted() override;
    void TakeIdeal(const SnrHeader& header) override;
    void TrySend() override;
    void HandleSilence() override;
    bool HasHeld() const override;
    void DeliverHeld() override;
    void Stop() override;

  private:
    /** @return whether the stream that is sent ends behind the last block */
    bool IsEnded() const;
    /** @return whether the peer has everything, the end included */
    bool IsDone() const;
    /** @return whether neither end needs anything of the other one, but for the end of this one's
     * stream */
    bool IsServed() const;
    /** @return whether nothing is lost if the peer has gone */
    bool IsQuiet() const;

    /// @name The connection
    /// @{

    /// Octets of headers below SNR's, for the share of states in the rate: IPv6 or less, and a
    /// link's.
    static constexpr uint32_t LOWER_HEADERS = 44;

    /** @brief Aborts if the attributes contradict each other. */
    void CheckSettings() const;
    /** @brief The connection is open. */
    void Open();
    /** @brief If both ends are done, or the peer leaves and nothing is left to do, leaves: tells
     * the peer for half of the time of Linger, and listens for all of it. */
    void LeaveIfDone();

    /// @}
    /// @name Sending
    /// @{

    /** @brief Makes a block of what waits. */
    void AddBlock();
    /** @brief The packet on the line has left, if it has. */
    void NoteLeft();
    /** @brief Sends both states, and waits for the next multiple of the interval. */
    void HandleReport();
    /** @brief Sends a state. @param header of it */
    void SendState(SnrHeader header);

    /// @}
    /// @name Receiving
    /// @{

    /** @brief Takes a packet of the peer. @param packet without header @param header the header */
    void Take(Ptr<Packet> packet, const SnrHeader& header);
    /** @brief Takes data. @param packet the packet @param header its header */
    void TakeData(Ptr<Packet> packet, const SnrHeader& header);
    /** @brief Takes what the peer has received. @param header its state */
    void TakeReport(const SnrHeader& header);
    /** @brief Frees blocks that the peer has. */
    void Release();

    /// @}

    uint32_t m_blockSize{0};  //!< attribute
    bool m_keepPartial{true}; //!< attribute
    uint32_t m_window{0};     //!< attribute, packets
    Time m_interval;          //!< attribute

    std::unique_ptr<SnrSender> m_sender;                     //!< logic, once there is a connection
    std::unique_ptr<SnrReceiver> m_receiver;                 //!< the same
    DeadlineTimer m_reportTimer{[this] { HandleReport(); }}; //!< the next states
    uint64_t m_reports{0};                                   //!< states that were sent
    uint64_t m_firstOutgoing{0};                             //!< number of the first of them
    std::deque<SstpOutgoing> m_outgoing;                     //!< blocks that the peer may need
    uint32_t m_stateBytes{0};                                //!< of states since then
    SnrPacket m_leaving;                                     //!< the packet on the line
    bool m_isLeaving{false};                                 //!< there is one
    bool m_endAcknowledged{false};                   //!< the peer knows the end of the stream
    uint64_t m_firstIncoming{0};                     //!< number of the first of them
    std::deque<std::vector<Ptr<Packet>>> m_incoming; //!< blocks that are not complete in order
    std::deque<PacketByteQueue> m_held;              //!< complete ones that wait for room
    bool m_peerLeaves{false};                        //!< the peer says that it leaves
    Counters m_counters;                             //!< so far

    TracedCallback<uint64_t> m_startedTrace;   //!< trace
    TracedCallback<uint64_t> m_completedTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_SOCKET_H
