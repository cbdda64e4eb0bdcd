// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_MULTICAST_RECEIVER_H
#define HSN_FEC_MULTICAST_RECEIVER_H

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/fec-block-decoder.h"
#include "ns3/net-device.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace ns3
{
namespace hsn
{
/** @brief EtherType of FEC multicast: the first local experimental EtherType of IEEE 802. */
constexpr uint16_t FEC_MULTICAST_PROTOCOL = 0x88B5;

/** @brief Bytes of the packet number in front of a payload, most significant byte first. */
constexpr uint32_t FEC_MULTICAST_NUMBER_SIZE = 4;

/** @brief Counters of a FecMulticastReceiver. */
struct FecMulticastRxCounters
{
    uint64_t packets{0};    //!< distinct packets received or restored
    uint64_t repeated{0};   //!< packets received again
    uint64_t malformed{0};  //!< packets with an invalid header or without a number
    uint64_t outOfRange{0}; //!< packets whose number is too far ahead
};

/**
 * @brief Receives the packets that a FecMulticastSender sends to a group (packet-fec section 3).
 *
 * A block is closed when a packet of a later block arrives or when the sender polls. The receiver
 * then reports the missing data packets. Retransmitted packets that it already has help to restore
 * others of their block; they are not delivered again.
 */
class FecMulticastReceiver : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of trace Rx. @param packet the packet, including its number
     * @param number its number @param restored whether it was restored */
    typedef void (*RxCallback)(Ptr<const Packet> packet, uint32_t number, bool restored);
    /** @brief Signature of trace BlockDecoded. @param received packets received
     * @param lost data packets not recovered @param restored data packets restored */
    typedef void (*BlockCallback)(uint32_t received, uint32_t lost, uint32_t restored);

    /** @brief Receives reports on blocks. */
    using ReportCallback = Callback<void, const FecBlockResult&>;

    /** @brief Connects the receiver to a device. @param device used by this receiver only
     * @param report called for each block, in order */
    void Connect(Ptr<NetDevice> device, ReportCallback report);

    /** @brief Connects the receiver to a socket. @param socket bound, used by this receiver only
     * @param report called for each block, in order */
    void Connect(Ptr<Socket> socket, ReportCallback report);

    /** @brief Expects the sender's first block. @param code its code */
    void Expect(const FecCode& code);

    /** @brief Closes and reports all blocks before a number.
     * @param block first block that stays open */
    void Poll(uint32_t block);

    /** @return counters */
    const FecMulticastRxCounters& GetCounters() const;
    /** @return counters of the block decoder */
    const FecDecoderCounters& GetBlockCounters() const;

    /** @brief Largest accepted distance of a packet from the first missing one. */
    static constexpr uint32_t MOST_AHEAD = 1 << 20;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /** @brief Prepares for blocks. @param report called for each block */
    void SetReport(ReportCallback report);
    /** @brief Receive callback of the socket. @param socket has packets */
    void Read(Ptr<Socket> socket);
    /** @brief Receive callback of the device. */
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);
    /** @brief Delivers a data packet. @param packet including its number @param restored whether it
     * was restored */
    void Deliver(Ptr<Packet> packet, bool restored);

    Ptr<NetDevice> m_device;                    //!< device to receive from, or null
    Ptr<Socket> m_socket;                       //!< socket to receive from, or null
    ReportCallback m_report;                    //!< receives reports
    std::unique_ptr<FecBlockDecoder> m_decoder; //!< decodes the sender's blocks
    uint32_t m_firstMissing{0};                 //!< number of the first missing packet
    std::deque<bool> m_have;                    //!< packets received, from m_firstMissing on
    FecMulticastRxCounters m_counters;          //!< counters
    TracedCallback<Ptr<const Packet>, uint32_t, bool> m_rx;      //!< trace
    TracedCallback<Ptr<const Packet>> m_malformed;               //!< trace
    TracedCallback<uint32_t, uint32_t, uint32_t> m_blockDecoded; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_MULTICAST_RECEIVER_H
