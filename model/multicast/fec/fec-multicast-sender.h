// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_MULTICAST_SENDER_H
#define HSN_FEC_MULTICAST_SENDER_H

#include "fec-multicast-receiver.h"

#include "ns3/address.h"
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
/** @brief How a FecMulticastSender retransmits packets. */
enum FecRetransmitMode
{
    FEC_RETRANSMIT_IN_BLOCK, //!< in data slots of later blocks
    FEC_RETRANSMIT_BARE      //!< individually, without redundancy
};

/** @brief Counters of a FecMulticastSender. */
struct FecMulticastTxCounters
{
    uint64_t newPackets{0};      //!< data packets sent for the first time
    uint64_t retransmissions{0}; //!< data packets retransmitted
    uint64_t parity{0};          //!< parity packets sent
    uint64_t complete{0};        //!< data packets that all receivers have
    uint64_t strayReports{0};    //!< reports on blocks never sent
};

/**
 * @brief Sends numbered packets to a group until every receiver has every packet (packet-fec
 *        section 3).
 *
 * It sends one packet per interval: the N data packets of a block, then its M parity packets.
 * Receivers report their missing packets for each block, without loss and outside this network.
 * FeedbackDelay after the last report on a block, packets missing at any receiver are retransmitted
 * to all, before new packets. A packet is discarded when all receivers have it.
 *
 * When there is nothing to send, receivers are asked for reports FeedbackDelay later, as they may
 * have missed the end. What arrives after that is lost to them: each time that it brings nothing
 * new, the sender waits twice as long for the next.
 *
 * The work per packet does not depend on the number of receivers; the work per block is
 * proportional to the number of missing packets.
 */
class FecMulticastSender : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of trace PacketTransmissions. @param number number of the packet
     * @param times number of its transmissions */
    typedef void (*TransmissionsCallback)(uint32_t number, uint32_t times);

    FecMulticastSender();
    ~FecMulticastSender() override;

    /** @param device device to send on */
    void SetDevice(Ptr<NetDevice> device);

    /** @brief Sends datagrams instead. @param socket socket to send on @param group address and
     * port of the group */
    void SetSocket(Ptr<Socket> socket, const Address& group);

    /** @brief Adds a receiver to the group; call before the start. @param receiver the receiver
     * @param device device that it receives on */
    void AddReceiver(Ptr<FecMulticastReceiver> receiver, Ptr<NetDevice> device);
    /** @brief Adds a receiver to the group; call before the start. @param receiver the receiver
     * @param socket bound socket that it receives on */
    void AddReceiver(Ptr<FecMulticastReceiver> receiver, Ptr<Socket> socket);

    /** @return counters */
    const FecMulticastTxCounters& GetCounters() const;

    /** @return number of data packets not known to be complete */
    uint32_t GetOutstanding() const;

    /** @brief Computes a byte of a packet's payload. @param number number of the packet
     * @param i index of the byte @return the byte */
    static uint8_t GetPayloadOctet(uint32_t number, uint32_t i);

  protected:
    void DoDispose() override;

  private:
    /** @brief A data packet not known to be complete. */
    struct Outstanding
    {
        Ptr<Packet> packet;             //!< including its number
        uint32_t transmissions{0};      //!< number of transmissions
        bool complete{false};           //!< all receivers have it
        std::vector<uint32_t> awaiting; //!< receivers that missed all reported transmissions
    };

    /** @brief A block without reports from all receivers. */
    struct Block
    {
        std::vector<uint32_t> numbers;             //!< numbers of its data packets
        std::vector<std::vector<uint32_t>> losers; //!< for each packet, receivers that miss it
        uint32_t reports{0};                       //!< reports received
    };

    void StartApplication() override;
    void StopApplication() override;

    /** @brief Sends the next packet and sets the timer for the following one. */
    void SendNext();
    /** @brief Adds a receiver. @param receiver the receiver @return takes its reports */
    FecMulticastReceiver::ReportCallback Admit(Ptr<FecMulticastReceiver> receiver);
    /** @brief Adds the next data packet to the block, or ends the last block. */
    void Fill();
    /** @brief Adds a packet to the block. @param number number of the packet */
    void Encode(uint32_t number);
    /** @brief Creates a new packet. @return its number */
    uint32_t MakePacket();
    /** @brief Takes a report. @param receiver index of the receiver @param result of a block */
    void Report(uint32_t receiver, const FecBlockResult& result);
    /** @brief Called when all receivers have reported on a block. @param block the block */
    void Resolve(const Block& block);
    /** @brief Asks all receivers for reports when there is nothing to send. */
    void Poll();
    /** @return whether there are new packets to send */
    bool HasNew() const;
    /** @brief Queues encoded packets. @param packets packets to send */
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
    Ptr<NetDevice> m_device;                            //!< device to send on, or null
    Ptr<Socket> m_socket;                               //!< socket to send on, or null
    Address m_group;                                    //!< where it sends to
    FecBlockEncoder m_encoder;                          //!< encodes blocks
    std::deque<Ptr<Packet>> m_ready;                    //!< encoded packets to send
    std::deque<uint32_t> m_again;                       //!< numbers of packets to retransmit
    uint32_t m_firstNumber{0};                          //!< number of the first packet in m_packets
    std::deque<Outstanding> m_packets;                  //!< packets not yet complete
    uint32_t m_firstBlock{0};                           //!< number of the first block in m_blocks
    std::deque<Block> m_blocks;                         //!< blocks that lack reports
    bool m_isRunning{false};                            //!< between start and stop
    EventId m_timer;                                    //!< sends the next packet
    EventId m_poll;                                     //!< polls receivers
    Time m_silence;                                     //!< from the last packet to the next poll
    FecMulticastTxCounters m_counters;                  //!< counters
    std::vector<Ptr<FecMulticastReceiver>> m_receivers; //!< the group
    TracedCallback<uint32_t, uint32_t> m_transmissions; //!< trace
    TracedCallback<Ptr<const Packet>> m_tx;             //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_MULTICAST_SENDER_H
