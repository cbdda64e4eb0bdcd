// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_BLACK_BOX_H
#define HSN_SSTP_BLACK_BOX_H

#include "sstp-receiver.h"
#include "sstp-sender.h"

#include "ns3/error-model.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief SSTP over the network of the paper's analysis and simulation (section 5.2): a black box.
 *
 * A saturated sender, a rate, a constant delay, and a loss process. Control PDUs take no capacity
 * and are never lost; the answer to a group of packets of one segment is with the sender t_a =
 * RTD + 3 t_p after the group's last packet has been sent, also if that packet was lost. Hence the
 * receiver's view is the sender's, RTD/2 later, and each packet costs one event.
 *
 * Delays are taken from the start of a segment's first packet to its acceptance at the receiver.
 * The object has to exist until the simulator runs no more.
 */
class SstpBlackBox : private SstpSender::User, private SstpReceiver::User
{
  public:
    /** @brief Constants of a run. */
    struct Settings
    {
        uint32_t packets{256};      //!< s, packets of a segment
        uint32_t packetBytes{1024}; //!< l
        double rate{500e6};         //!< A in bit/s, above 0
        Time rtd{MilliSeconds(60)}; //!< RTD
        uint32_t window{40};        //!< W, segments
        SstpTolerance tolerance;    //!< what losses are tolerated
    };

    /** @brief An accepted segment. */
    struct Outcome
    {
        uint64_t number; //!< of the segment, from 0
        Time start;      //!< of its first packet
        Time accepted;   //!< when the receiver had it
        uint32_t rounds; //!< of transmission
        uint32_t lost;   //!< packets that were not received
        bool violated;   //!< they exceed the tolerance
    };

    /** @brief Told of every packet that has left. @param end when @param departure the departure
     * @param lost whether it is lost */
    using PacketSink =
        std::function<void(Time end, const SstpSender::Departure& departure, bool lost)>;

    /**
     * @param settings constants
     * @param loss decides on each packet when it has left; null: nothing is lost
     * @param accepted told of every accepted segment
     */
    SstpBlackBox(const Settings& settings,
                 Ptr<ErrorModel> loss,
                 std::function<void(const Outcome&)> accepted);
    ~SstpBlackBox() override;

    /** @brief Starts to send; goes on until Stop(). */
    void Start();
    /** @brief Sends no more. */
    void Stop();
    /** @param sink told of every packet */
    void SetPacketSink(PacketSink sink);

    /** @return packets that were sent */
    uint64_t GetSent() const
    {
        return m_sent;
    }

    /** @return packets that arrived and were there already */
    uint64_t GetDuplicates() const
    {
        return m_duplicates;
    }

    /** @return t_p */
    Time GetPacketTime() const
    {
        return m_packetTime;
    }

  private:
    // inherited from SstpSender::User
    void NotifyReleased(uint64_t segment) override;
    // inherited from SstpReceiver::User
    void SendControl(const SstpControlPdu& pdu) override;
    void NotifyStored(uint64_t segment, uint32_t packet) override;
    void NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time now) override;
    bool Deliver(uint64_t segment, const SstpBitmap& present) override;
    void NotifyEnd() override;
    void NotifyGap(uint32_t count, uint64_t from, uint64_t to) override;
    void NotifyLossTimer() override;

    /** @brief Begins to send the next packet, if the line is free and there is one. */
    void SendNext();
    /** @brief A packet has left. */
    void Depart();
    /** @brief An answer arrives at the sender. @param pdu the PDU */
    void Answer(SstpControlPdu pdu);

    Settings m_settings;                            //!< constants
    Ptr<ErrorModel> m_loss;                         //!< loss process, or null
    std::function<void(const Outcome&)> m_accepted; //!< told of every segment
    PacketSink m_sink;                              //!< told of every packet, or empty
    Time m_packetTime;                              //!< t_p
    Time m_answerTime;                              //!< t_a
    SstpSender m_sender;                            //!< sender
    SstpReceiver m_receiver;                        //!< receiver
    SstpToleranceChecker m_checker;                 //!< counts violations
    Ptr<Packet> m_packet;                           //!< stands for all packets
    SstpSender::Departure m_departure;              //!< on the line
    bool m_busy{false};                             //!< there is one
    bool m_stopped{false};                          //!< sends no more
    uint64_t m_sent{0};                             //!< packets sent
    uint64_t m_duplicates{0};                       //!< packets received twice
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_BLACK_BOX_H
