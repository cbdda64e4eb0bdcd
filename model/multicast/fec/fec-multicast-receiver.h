// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_MULTICAST_RECEIVER_H
#define HSN_FEC_MULTICAST_RECEIVER_H

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/fec-block-decoder.h"
#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace ns3
{
namespace hsn
{
/** @brief EtherType of FEC multicast: the first one for local experiments (IEEE 802). */
constexpr uint16_t FEC_MULTICAST_PROTOCOL = 0x88B5;

/** @brief Octets in front of a packet's payload: its number, 32 bits, most significant octet first.
 */
constexpr uint32_t FEC_MULTICAST_NUMBER_SIZE = 4;

/** @brief Counters of a FecMulticastReceiver. */
struct FecMulticastRxCounters
{
    uint64_t packets{0};    //!< different packets that arrived or were restored
    uint64_t repeated{0};   //!< packets that had been there before, sent again for others
    uint64_t malformed{0};  //!< packets with a bad header, or without a number
    uint64_t outOfRange{0}; //!< packets with a number that is too far ahead
};

/**
 * @brief Receives what a FecMulticastSender sends to a group (packet-fec section 2.3).
 *
 * A block is over when a packet of a later one arrives, or when the sender asks. Then the
 * receiver reports which of its data packets it misses. Packets that it has already serve to
 * restore others of their block, and are not handed on a second time.
 */
class FecMulticastReceiver : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of the trace Rx. @param packet with its number @param number of it
     * @param restored whether it was */
    typedef void (*RxCallback)(Ptr<const Packet> packet, uint32_t number, bool restored);
    /** @brief Signature of the trace BlockDecoded. @param received packets that arrived
     * @param lost data packets that stay lost @param restored data packets */
    typedef void (*BlockCallback)(uint32_t received, uint32_t lost, uint32_t restored);

    /** @brief Takes reports on blocks. */
    using ReportCallback = Callback<void, const FecBlockResult&>;

    /** @param device to receive from; it is the receiver's alone @param report called for each
     * block, in order */
    void Connect(Ptr<NetDevice> device, ReportCallback report);

    /** @brief Expects blocks from the first one of a sender. @param code of it */
    void Expect(const FecCode& code);

    /** @brief Reports on all blocks before a number that it has not reported on.
     * @param block first one not to report on */
    void Poll(uint32_t block);

    /** @return counters */
    const FecMulticastRxCounters& GetCounters() const;
    /** @return counters of blocks */
    const FecDecoderCounters& GetBlockCounters() const;

    /** @brief Packets that may be ahead of the first missing one. */
    static constexpr uint32_t MOST_AHEAD = 1 << 20;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /** @brief NetDevice's callback. */
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);
    /** @brief A data packet. @param packet with its number @param restored whether it was */
    void Deliver(Ptr<Packet> packet, bool restored);

    Ptr<NetDevice> m_device;                                     //!< to receive from
    ReportCallback m_report;                                     //!< takes reports
    std::unique_ptr<FecBlockDecoder> m_decoder;                  //!< of the sender's blocks
    uint32_t m_firstMissing{0};                                  //!< number of a packet
    std::deque<bool> m_have;                                     //!< packets from there on
    FecMulticastRxCounters m_counters;                           //!< counters
    TracedCallback<Ptr<const Packet>, uint32_t, bool> m_rx;      //!< trace
    TracedCallback<Ptr<const Packet>> m_malformed;               //!< trace
    TracedCallback<uint32_t, uint32_t, uint32_t> m_blockDecoded; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_MULTICAST_RECEIVER_H
