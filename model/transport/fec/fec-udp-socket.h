// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_UDP_SOCKET_H
#define HSN_FEC_UDP_SOCKET_H

#include "fec-block-decoder.h"
#include "fec-block-encoder.h"
#include "fec-rate-controller.h"

#include "ns3/address.h"
#include "ns3/deadline-timer.h"
#include "ns3/traced-callback.h"
#include "ns3/udp-overlay-socket.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace ns3
{
namespace hsn
{
/** @brief Counters of a FecUdpSocket. */
struct FecUdpCounters
{
    uint64_t dataSent{0};        //!< data packets sent
    uint64_t paritySent{0};      //!< parity packets sent
    uint64_t reportsSent{0};     //!< loss reports sent to senders
    uint64_t reportsReceived{0}; //!< loss reports received
    uint64_t malformed{0};       //!< packets dropped because of an invalid header
    uint64_t forgotten{0};       //!< peers removed to make room for others
};

/**
 * @brief A UDP socket that protects its packets in blocks of N data and M parity packets
 *        (packet-fec sections 2, 6).
 *
 * To applications it is a UDP socket: datagrams may be lost and reordered. It interoperates only
 * with other FecUdpSockets. Each destination has its own sequence of blocks, and so has each sender
 * on the receiving side. Data packets are sent, and delivered, immediately. A lost packet is
 * delivered when it has been restored from the rest of its block, without packet or byte tags.
 *
 * A block that does not fill up is ended after FlushTimeout and when the socket stops sending.
 *
 * Every ReportInterval blocks, a receiver reports the loss in the network to the sender. With a
 * Controller, the sender chooses N and M from these reports.
 *
 * Every received packet is checked; invalid ones are counted, traced and dropped. MaxPeers,
 * OpenBlocks and RcvBufSize bound the memory.
 */
class FecUdpSocket : public UdpOverlaySocket
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FecUdpSocket();
    ~FecUdpSocket() override;

    /** @brief Signature of trace BlockDecoded. @param received packets received
     * @param lost data packets not recovered @param restored data packets restored */
    typedef void (*BlockCallback)(uint32_t received, uint32_t lost, uint32_t restored);
    /** @brief Signature of trace ResidualLoss. @param residual fraction of data packets */
    typedef void (*LossCallback)(double residual);
    /** @brief Signature of trace Redundancy. @param data N @param parity M */
    typedef void (*RedundancyCallback)(uint32_t data, uint32_t parity);
    /** @brief Signature of trace ReportedLoss. @param raw fraction of packets lost in the network
     * @param residual fraction of data packets not recovered */
    typedef void (*ReportCallback)(double raw, double residual);

    /** @return counters */
    const FecUdpCounters& GetCounters() const;
    /** @return sum of the block counters of all known senders */
    FecDecoderCounters GetBlockCounters() const;

    /** @brief Longest datagram in bytes: its parity packets must fit into UDP's 65,507 bytes. */
    static constexpr uint32_t LONGEST_DATAGRAM = 65507 - FecHeader::SIZE - 2 - 508;

    /** @brief Maximum number of flows of a sender; the header has one byte for the flow. */
    static constexpr uint32_t MOST_FLOWS = 256;

  protected:
    int HandleOutgoing(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    void HandleIncoming(Ptr<Packet> packet, const Address& from) override;
    void Flush() override;
    uint32_t GetLargestDatagram() const override;
    void DoDispose() override;

  private:
    /** @brief State of one receiver that reports. */
    struct Reporter
    {
        uint32_t number{0};  //!< for the controller
        FecReport latest;    //!< counted from there on
        uint64_t lastUse{0}; //!< value of m_uses at the last use
    };

    /** @brief State of one destination. */
    struct Outgoing
    {
        FecBlockEncoder encoder;               //!< encodes its blocks
        std::unique_ptr<DeadlineTimer> flush;  //!< ends an incomplete block
        uint8_t flow{0};                       //!< flow number
        uint64_t lastUse{0};                   //!< value of m_uses at the last use
        std::map<Address, Reporter> reporters; //!< by address
    };

    /** @brief State of one sender. */
    struct Incoming
    {
        std::unique_ptr<FecBlockDecoder> decoder; //!< decodes its blocks
        uint32_t closed{0};                       //!< blocks closed since the last report
        uint64_t lastUse{0};                      //!< value of m_uses at the last use
    };

    using Sender = std::pair<Address, uint8_t>; //!< address and flow

    /** @brief Takes a loss report. @param header its header @param packet the report
     * @param from receiver that sent it */
    void HandleReport(const FecHeader& header, Ptr<Packet> packet, const Address& from);
    /** @brief Called when a block is closed. @param sender of the block @param result its outcome
     */
    void HandleBlock(const Sender& sender, const FecBlockResult& result);
    /** @brief Fires Tx and sends. @param packet with its header @param flags of Send() @param to
     * destination @return as Transmit() */
    int SendPacket(Ptr<Packet> packet, uint32_t flags, const Address& to);
    /** @brief Drops an invalid packet. @param packet dropped @param from sender
     * @param problem reason */
    void Drop(Ptr<const Packet> packet, const Address& from, const char* problem);
    /** @param to destination @return its state, created if necessary */
    Outgoing& FindOutgoing(const Address& to);
    /** @param outgoing state of a destination @param from receiver that reports on it
     * @return its state, created if necessary */
    Reporter& FindReporter(Outgoing& outgoing, const Address& from);
    /** @brief A receiver is forgotten, and the controller must not count on it. @param reporter its
     * state */
    void ForgetReporter(const Reporter& reporter);
    /** @param sender of blocks @return its state, created if necessary */
    Incoming& FindIncoming(const Sender& sender);
    /** @brief Ends the incomplete block of a destination. @param to destination */
    void EndBlock(const Address& to);
    /** @return code chosen by the controller or the attributes */
    FecCode GetCode() const;

    uint32_t m_data{0};                  //!< attribute
    uint32_t m_parity{0};                //!< attribute
    FecCodecType m_codec;                //!< attribute
    uint32_t m_shiftOrigin{0};           //!< attribute
    uint32_t m_shiftUnit{0};             //!< attribute
    Time m_flushTimeout;                 //!< attribute
    uint32_t m_openBlocks{0};            //!< attribute
    uint32_t m_reportInterval{0};        //!< attribute
    uint32_t m_maxPeers{0};              //!< attribute
    Ptr<FecRateController> m_controller; //!< attribute

    FecCode m_lastCode{FEC_CODEC_XOR, 0, 0}; //!< code used last
    std::map<Address, Outgoing> m_outgoing;  //!< by destination
    std::map<Sender, Incoming> m_incoming;   //!< by sender
    uint64_t m_uses{0};                      //!< counts accesses to peers
    uint32_t m_nextFlow{0};                  //!< number of the next destination
    uint32_t m_nextReceiver{0};              //!< number of the next reporting receiver
    FecUdpCounters m_counters;               //!< counters
    TracedCallback<uint32_t, uint32_t, uint32_t> m_blockDecoded;   //!< trace
    TracedCallback<double> m_residualLoss;                         //!< trace
    TracedCallback<uint32_t, uint32_t> m_redundancy;               //!< trace
    TracedCallback<double, double> m_reportedLoss;                 //!< trace
    TracedCallback<Ptr<const Packet>, const Address&> m_malformed; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_UDP_SOCKET_H
