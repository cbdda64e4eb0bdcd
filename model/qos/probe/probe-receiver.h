// SPDX-License-Identifier: GPL-2.0-only
#ifndef PROBE_RECEIVER_H
#define PROBE_RECEIVER_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Receives the packets of a PeriodicProbeClient, and gives their interarrival times, in
 * milliseconds, to a DispersionEstimator.
 *
 * The packets of one sender count, the first that is heard; others are dropped. ReceiveJitter, the
 * timing noise of the host, delays each arrival by its absolute value in seconds; arrivals keep
 * their order, so no interarrival time is negative.
 *
 * Packets come from a socket of its own, or are what the far host returns to a client of which this
 * is the Receiver: then Local does not count, and delays are those of the round trip.
 *
 * A packet behind a later one is no longer lost. With LossMode Raw it ends an interarrival time as
 * any other; otherwise it does not, as its number is not the next one.
 */
class ProbeReceiver : public Application
{
  public:
    /// What becomes of the interarrival time behind lost packets.
    enum LossMode
    {
        RAW,        //!< counts as it is
        NORMALISED, //!< is divided by the difference of the sequence numbers
        SKIP        //!< does not count
    };

    /**
     * @brief Signature of Interarrival.
     * @param sequence number of the later packet
     * @param gap time since the packet received before it
     */
    using GapTracedCallback = void (*)(uint32_t sequence, Time gap);
    /**
     * @brief Signature of Lost.
     * @param first sequence number that is missing
     * @param count of missing packets in a row; some may still arrive late
     */
    using LostTracedCallback = void (*)(uint32_t first, uint32_t count);
    /**
     * @brief Signature of Delay.
     * @param sequence number of the packet
     * @param delay from its sending, without noise of the sender, to its arrival
     */
    using DelayTracedCallback = void (*)(uint32_t sequence, Time delay);
    /// @brief Signature of RxDrop. @param packet dropped @param reason for it
    using DropTracedCallback = void (*)(Ptr<const Packet> packet, const std::string& reason);

    /// Octets of the smallest packet: a sequence number and a time.
    static constexpr uint32_t MIN_SIZE = 12;
    /// Sequence numbers back to which a late packet is told from one that arrives again.
    static constexpr uint64_t HISTORY = 65536;

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param stream of ReceiveJitter @return number of streams used
    int64_t AssignStreams(int64_t stream);

    /// @return what is fed with the interarrival times
    Ptr<DispersionEstimator> GetEstimator() const;
    /// @return packets that counted
    uint64_t GetReceived() const;
    /// @return packets that are missing between the first and the last one
    uint64_t GetLost() const;
    /// @return packets that arrived behind a later one
    uint64_t GetReordered() const;
    /// @return packets that arrived again, or more than HISTORY numbers late; they are dropped
    uint64_t GetDuplicates() const;
    /// @return packets dropped because they make no sense
    uint64_t GetDropped() const;

    /// @brief A packet arrives; for what has no socket. @param packet with its header
    void Receive(Ptr<Packet> packet);
    /// @param socket that has received packets of a probe
    void Read(Ptr<Socket> socket);
    /// Packets will be replies that a client gets; Local does not count.
    void AwaitReplies();

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @param number of a packet that is late @return whether it was missing; it no longer is
    bool TakeMissing(uint64_t number);
    /// @param packet dropped @param reason for it
    void Drop(Ptr<const Packet> packet, const std::string& reason);

    Address m_local;                                //!< of the socket
    LossMode m_lossMode{RAW};                       //!< attribute
    Ptr<RandomVariableStream> m_jitter;             //!< noise, s, or null
    Ptr<DispersionEstimator> m_estimator;           //!< attribute
    bool m_awaitsReplies{false};                    //!< from a client
    Ptr<Socket> m_socket;                           //!< open
    Address m_sender;                               //!< the one that counts
    Time m_last;                                    //!< arrival of the last packet
    uint64_t m_first{0};                            //!< number of the first packet
    uint64_t m_next{0};                             //!< behind the highest number
    std::map<uint64_t, uint64_t> m_missing;         //!< numbers: first, behind the last
    uint64_t m_received{0};                         //!< packets
    uint64_t m_lost{0};                             //!< packets
    uint64_t m_reordered{0};                        //!< packets
    uint64_t m_duplicates{0};                       //!< packets
    uint64_t m_dropped{0};                          //!< packets
    TracedCallback<uint32_t, Time> m_gapTrace;      //!< trace
    TracedCallback<uint32_t, Time> m_delayTrace;    //!< trace
    TracedCallback<uint32_t, uint32_t> m_lostTrace; //!< trace
    TracedCallback<Ptr<const Packet>, const std::string&> m_dropTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // PROBE_RECEIVER_H
