// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_CONNECTION_H
#define HSN_TEAR_CONNECTION_H

#include "tear-header.h"
#include "tear-receiver.h"
#include "tear-sender.h"

#include "ns3/byte-range-set.h"
#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/rate-pacer.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-check.h"
#include "ns3/socket.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief One end of a TEAR connection: paces what its owner has to send at the rate that the peer's
 * feedback allows, and tells the peer the rate that its own arrivals allow.
 *
 * The sending half is a TearSender, the receiving half a TearReceiver. This class adds packets and
 * timers to them: at most one event for the next packet, one for the sender and one for the
 * receiver wait at a time. What is sent, and what becomes of it, is up to the owner.
 */
class TearConnection
{
  public:
    /** @brief Whose round-trip times the receiver uses. */
    enum RttSource
    {
        RTT_SENDER,  //!< the sender's, which it stamps into data
        RTT_RECEIVER //!< its own, from the feedback that data echoes; newer by the way there
    };

    /** @brief What a user sets. */
    struct Settings
    {
        TearReceiver::Settings receiver; //!< of the receiving half
        TearSender::Settings sender;     //!< of the sending half
        RttSource rttSource{RTT_SENDER}; //!< whose round-trip times the receiver uses
        uint32_t packetSize{540};        //!< of a full IP packet, bytes, above 0
        uint32_t longestJump{65536};     //!< of numbers that is taken at once, 1 to 2^30
    };

    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t dataSent{0};         //!< data packets
        uint64_t dataReceived{0};     //!< data packets that were taken
        uint64_t feedbackSent{0};     //!< feedback packets
        uint64_t feedbackReceived{0}; //!< feedback packets that were believed
        uint64_t limited{0};          //!< of them, those whose rate was cut: trace RxDrop
    };

    /** @brief What is to be sent. */
    struct Payload
    {
        Ptr<Packet> packet; //!< with TearBlockHeader, if it is a block
        uint8_t flags{0};   //!< TearHeader::Flag OPEN, FIN, PUSH, BLOCK
    };

    /** @brief Data that has arrived. */
    struct Data
    {
        TearHeader header;         //!< ports, flags
        TearDataHeader data;       //!< numbers and times
        uint32_t size{0};          //!< of the IP packet, bytes
        bool missingBefore{false}; //!< packets between this one and those before it are missing
    };

    /// @name Signatures of the traces of TEAR's sockets
    /// @{
    /** @brief TracedValue signature. @param [in] before state so far @param [in] now new state */
    typedef void (*StateTracedCallback)(TearReceiver::State before, TearReceiver::State now);
    /** @brief TracedCallback signature. @param [in] cwnd window at the end of the round, packets
     * @param [in] duration what the round counts for */
    typedef void (*RoundTracedCallback)(double cwnd, Time duration);
    /** @brief TracedCallback signature. @param [in] rate of the epoch, packets per second */
    typedef void (*EpochTracedCallback)(double rate);
    /** @brief TracedCallback signature. @param [in] feedback header of the packet */
    typedef void (*FeedbackTracedCallback)(const TearFeedbackHeader& feedback);
    /** @brief TracedCallback signature. @param [in] bytes of the application that the peer has
     * @param [in] duration since the connection began */
    typedef void (*TransferTracedCallback)(uint64_t bytes, Time duration);

    /// @}

    /** @brief Who has a connection. */
    class Owner : public TearReceiver::Listener
    {
      public:
        /** @return a reference that keeps the owner, and with it the connection, alive */
        virtual Ptr<Socket> Keep() = 0;
        /** @return whether TakePayload() has something now */
        virtual bool HasPayload() const = 0;
        /** @return what is to be sent now; there must be something */
        virtual Payload TakePayload() = 0;
        /** @brief Sends a packet to the peer. @param packet what follows the header
         * @param header of it */
        virtual void Transmit(Ptr<Packet> packet, TearHeader& header) = 0;
        /** @param packet what follows the TearHeader @return size of the IP packet, bytes */
        virtual uint32_t GetIpSize(Ptr<const Packet> packet) const = 0;
        /** @brief Adds what the owner acknowledges. @param packet feedback, so far empty
         * @param header of it; flags FIN, SACK may be set */
        virtual void AddToFeedback(Ptr<Packet> packet, TearHeader& header) = 0;

        /** @brief A packet with a number is sent. @param data its header @param payload what
         * follows */
        virtual void OnDataSent(const TearDataHeader& data, const Payload& payload) = 0;
        /** @brief Feedback is sent. @param feedback its header */
        virtual void OnFeedbackSent(const TearFeedbackHeader& feedback) = 0;
        /** @brief Feedback has arrived and is accepted. @param feedback its header */
        virtual void OnFeedbackReceived(const TearFeedbackHeader& feedback) = 0;
        /** @brief A packet that arrived is dropped.
         * @param packet what follows the TearHeader @param reason why */
        virtual void OnDrop(Ptr<const Packet> packet, const std::string& reason) = 0;
        /** @brief Feedback has arrived of which only a part is believed.
         * @param packet what follows the TearHeader @param reason why */
        virtual void OnLimit(Ptr<const Packet> packet, const std::string& reason) = 0;
        /** @brief Rate, round-trip time, or the receiver's state may have changed. */
        virtual void OnChange() = 0;
    };

    /** @param settings what the user sets @param owner of the connection; it must outlive it */
    TearConnection(const Settings& settings, Owner& owner);

    /** @brief The owner has something to send: sends it as soon as the rate allows. */
    void Kick();
    /** @brief Reads the header of data that has arrived. @param packet what follows the TearHeader;
     * loses the TearDataHeader @param data has TearHeader and size; gets the rest
     * @return false if the packet is malformed, has arrived before, or has a number far from the
     * others: it is dropped */
    bool ReadData(Ptr<Packet> packet, Data& data);
    /** @brief Counts data for the rate, which may send feedback. @param data that was read
     * @param payload its bytes of payload */
    void CountData(const Data& data, uint32_t payload);
    /** @brief Feedback has arrived. @param packet what follows the TearHeader; loses the
     * TearFeedbackHeader @return whether it is accepted */
    bool ReceiveFeedback(Ptr<Packet> packet);
    /** @brief Sends feedback now. There must have been data. */
    void SendFeedback();
    /** @brief The peer will send nothing more: the receiving half rests. */
    void StopReceiving();
    /** @brief Stops everything. */
    void Stop();

    /** @return the sending half */
    const TearSender& GetSender() const
    {
        return m_sender;
    }

    /** @return the receiving half */
    const TearReceiver& GetReceiver() const
    {
        return m_receiver;
    }

    /** @return latest round-trip time that the receiving half knows by itself; 0: none */
    Time GetReceiverRtt() const
    {
        return m_receiverRtt;
    }

    /** @return when the peer was heard last; negative: never */
    Time GetHeardAt() const
    {
        return m_heardAt;
    }

  private:
    /** @brief The next packet may be sent. */
    void SendNext();
    /** @brief The timer of the sending half expires. */
    void RunSender();
    /** @brief The timer of the receiving half expires. */
    void RunReceiver();
    /** @brief Sets timers by what the halves want, and tells the owner. */
    void Update();
    /** @brief Notes that data has come, and whether it had before. @param seq its number
     * @param missing gets whether others are missing before it @return whether it is new */
    bool Note(uint32_t seq, bool& missing);
    /** @brief Measures a round-trip time by an echo of feedback. @param data that arrived */
    void MeasureRtt(const Data& data);
    /** @return smoothed rate to report, bytes per second, 1 to 2^32 - 1 */
    uint32_t GetReport() const;

    const Settings m_settings;     //!< the user's
    Owner& m_owner;                //!< of the connection
    TearSender m_sender;           //!< sending half
    TearReceiver m_receiver;       //!< receiving half
    RatePacer m_pacer;             //!< next packet
    DeadlineTimer m_senderTimer;   //!< of the sending half
    DeadlineTimer m_receiverTimer; //!< of the receiving half, and of feedback that is put off

    uint32_t m_seq{0};           //!< of the next packet
    bool m_sending{false};       //!< the owner is asked for a packet
    bool m_hasFeedback{false};   //!< of the peer
    uint32_t m_feedbackStamp{0}; //!< of its latest feedback
    Time m_feedbackAt;           //!< when that arrived
    Time m_heardAt{-1};          //!< when the peer was heard

    bool m_stopped{false};        //!< the connection is over
    bool m_receiving{true};       //!< the peer may send more
    bool m_hasData{false};        //!< of the peer
    TearDataHeader m_data;        //!< of its latest packet
    Time m_dataAt;                //!< when that arrived
    double m_dataSize{0};         //!< mean size of the peer's packets, bytes
    SequenceCheck m_check;        //!< of their numbers
    StreamOffset m_highest{0};    //!< greatest number of them
    ByteRangeSet m_seen;          //!< the latest numbers
    bool m_owesFeedback{false};   //!< the sender pauses and has to be told a rate
    bool m_hasReported{false};    //!< feedback was sent
    Time m_reportedAt;            //!< when
    Time m_firstReportedAt;       //!< when it was sent first
    uint32_t m_feedbackNumber{0}; //!< of the next feedback
    Ptr<RttMeanDeviation> m_rtt;  //!< the receiver's
    Time m_receiverRtt;           //!< its latest sample
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_CONNECTION_H
