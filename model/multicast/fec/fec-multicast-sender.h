// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_MULTICAST_SENDER_H
#define HSN_FEC_MULTICAST_SENDER_H

#include "fec-multicast-receiver.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief How a FecMulticastSender sends packets again. */
enum FecRetransmitMode
{
    FEC_RETRANSMIT_IN_BLOCK, //!< in data slots of later blocks
    FEC_RETRANSMIT_BARE      //!< by themselves, without redundancy
};

/** @brief Counters of a FecMulticastSender. */
struct FecMulticastTxCounters
{
    uint64_t newPackets{0};      //!< data packets sent for the first time
    uint64_t retransmissions{0}; //!< data packets sent again
    uint64_t parity{0};          //!< parity packets
    uint64_t complete{0};        //!< data packets that all receivers have
    uint64_t strayReports{0};    //!< reports on blocks that were not sent
};

/**
 * @brief Sends numbered packets to a group until every receiver has every packet (packet-fec
 *        section 2.3).
 *
 * One packet goes out in each interval: N data packets of a block, then its M parity packets.
 * Receivers report on every block what they miss, without loss and not on this network; when all
 * have, and after FeedbackDelay, packets that a receiver misses are sent again to all.
 * Retransmissions go before new packets. A packet is forgotten when all receivers have it.
 *
 * The work for a packet does not depend on the number of receivers; that for a block grows with the
 * packets they miss.
 */
class FecMulticastSender : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of the trace PacketTransmissions. @param number of the packet
     * @param times it was sent */
    typedef void (*TransmissionsCallback)(uint32_t number, uint32_t times);

    FecMulticastSender();
    ~FecMulticastSender() override;

    /** @param device to send by */
    void SetDevice(Ptr<NetDevice> device);

    /** @brief Adds a receiver to the group, before the start. @param receiver it
     * @param device where it receives */
    void AddReceiver(Ptr<FecMulticastReceiver> receiver, Ptr<NetDevice> device);

    /** @return counters */
    const FecMulticastTxCounters& GetCounters() const;

    /** @return data packets that a receiver may still miss */
    uint32_t GetOutstanding() const;

    /** @brief Octet of the payload of a packet. @param number of the packet @param i place
     * @return the octet */
    static uint8_t GetPayloadOctet(uint32_t number, uint32_t i);

  protected:
    void DoDispose() override;

  private:
    /** @brief A data packet that not all receivers are known to have. */
    struct Outstanding
    {
        Ptr<Packet> packet;             //!< with its number
        uint32_t transmissions{0};      //!< so far
        bool complete{false};           //!< all have it
        std::vector<uint32_t> awaiting; //!< receivers that missed it so far; if sent before
    };

    /** @brief A block that not all receivers have reported on. */
    struct Block
    {
        std::vector<uint32_t> numbers;             //!< of its data packets
        std::vector<std::vector<uint32_t>> losers; //!< of each, receivers that miss it
        uint32_t reports{0};                       //!< that came
    };

    void StartApplication() override;
    void StopApplication() override;

    /** @brief Sends the next packet, and sets the timer for the one after it. */
    void SendNext();
    /** @brief Puts the next data packet into its block, or ends the last one. */
    void Fill();
    /** @brief Puts a packet into the block. @param number of the packet */
    void Encode(uint32_t number);
    /** @brief Makes a new packet. @return its number */
    uint32_t MakePacket();
    /** @brief A receiver's report. @param receiver which @param result of a block */
    void Report(uint32_t receiver, const FecBlockResult& result);
    /** @brief All reports on a block are here. @param block it */
    void Resolve(const Block& block);
    /** @brief Asks all receivers to report, when there is nothing to send. */
    void Poll();
    /** @return whether there are new packets */
    bool HasNew() const;
    /** @brief Queues coded packets. @param packets to be sent */
    void AddReady(const std::vector<Ptr<Packet>>& packets);

    uint32_t m_data{0};                                 //!< attribute
    uint32_t m_parity{0};                               //!< attribute
    FecCodecType m_codec;                               //!< attribute
    uint32_t m_shiftOrigin{0};                          //!< attribute
    uint32_t m_shiftUnit{0};                            //!< attribute
    uint32_t m_packetSize{0};                           //!< attribute
    uint32_t m_maxPackets{0};                           //!< attribute
    Time m_interval;                                    //!< attribute
    Time m_feedbackDelay;                               //!< attribute
    FecRetransmitMode m_mode;                           //!< attribute
    Ptr<NetDevice> m_device;                            //!< to send by
    FecBlockEncoder m_encoder;                          //!< of blocks
    std::deque<Ptr<Packet>> m_ready;                    //!< coded, to be sent
    std::deque<uint32_t> m_again;                       //!< numbers of packets to be sent again
    uint32_t m_firstNumber{0};                          //!< number of the first outstanding packet
    std::deque<Outstanding> m_packets;                  //!< from there on
    uint32_t m_firstBlock{0};                           //!< number of the first block below
    std::deque<Block> m_blocks;                         //!< that were begun and not resolved
    EventId m_timer;                                    //!< for the next packet
    EventId m_poll;                                     //!< when there is nothing to send
    FecMulticastTxCounters m_counters;                  //!< counters
    std::vector<Ptr<FecMulticastReceiver>> m_receivers; //!< the group
    TracedCallback<uint32_t, uint32_t> m_transmissions; //!< trace
    TracedCallback<Ptr<const Packet>> m_tx;             //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_MULTICAST_SENDER_H
