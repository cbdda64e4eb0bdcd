// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_SERVER_H
#define RMTP_SERVER_H

#include "rmtp-header.h"
#include "rmtp-rate-controller.h"

#include "ns3/deadline-timer.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-rmtp
 * @brief What receivers know of the range of their backoff. */
enum RmtpBackoffRange
{
    RMTP_RANGE_PER_ROUND, //!< by the number of answers that the server expects each time
    RMTP_RANGE_FIXED,     //!< by the size of the group, told in CONN only
};

/**
 * @ingroup hsn-rmtp
 * @brief The server of RMTP (T. Shiroshita and others, PfHSN 1996): one message to a group in
 * rounds.
 *
 * It knows neither sockets nor addresses: PDUs leave by way of User, to the group or to one
 * receiver, by its index. Everything that is sent is paced by Rate but REL, SUSP and ABORT.
 *
 * CONN to the group; then all packets, then again and again those that somebody lacks; after each
 * of these the server waits TurnAround + Surplus + Interval x answers, and asks who is silent. Busy
 * receivers are served at the end, one after the other.
 */
class RmtpServer : public Object
{
  public:
    /// In place of a receiver's index: all.
    static constexpr uint32_t GROUP = UINT32_MAX;
    /// In a group of so many receivers, all represent themselves in reports.
    static constexpr uint32_t ALL_REPORT = 100;

    /** @brief What a server needs from its user. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @param pdu leaves @param receiver index, or GROUP */
        virtual void Transmit(const RmtpPdu& pdu, uint32_t receiver) = 0;
        /** @brief All is over. @param good no receiver has failed or refused */
        virtual void NotifyEnded(bool good) = 0;
        /**
         * @brief Chooses who represents the others in reports.
         * @param open receivers that take part, by index, ascending
         * @return some of them; unless overridden, the first ALL_REPORT of the group
         */
        virtual std::set<uint32_t> ChooseReporters(const std::vector<uint32_t>& open) const;
    };

    /** @brief What happened so far. */
    struct Counters
    {
        std::array<uint64_t, 15> sent{};     //!< PDUs by RmtpPduType
        std::array<uint64_t, 15> received{}; //!< the same
        uint64_t ignored{0};                 //!< PDUs that came late, or twice, or have no sense
        uint64_t bad{0};                     //!< PDUs with numbers that do not exist
        uint32_t rounds{0};                  //!< to the group, the first one included
        uint32_t timers{0};                  //!< waited for, connection included
        uint64_t retries{0};                 //!< CONN to single receivers
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpServer();
    ~RmtpServer() override;

    /** @param user of it; must live as long */
    void SetUser(User& user);

    /**
     * @brief Begins.
     * @param receivers of the group, at least 1, or 0 if OpenGroup; they are known by their index
     * @param bytes of the message, at least 1
     * @return empty, or what is wrong: value and limit
     */
    std::string Start(uint32_t receivers, uint64_t bytes);
    /** @param receiver index @param pdu of it */
    void Receive(uint32_t receiver, const RmtpPdu& pdu);
    /** @return index of a receiver that nobody has named: who answers CONN, if OpenGroup. It is one
     * of the group once its CACK is given to Receive() */
    uint32_t Admit();

    /** @return whether receivers may be admitted now */
    bool CanAdmit() const
    {
        return m_openGroup &&
               (m_phase == CONNECT || (m_lateJoin && m_phase != CLOSED && m_phase != ENDED));
    }

    /** @param place of the message in its stream: RmtpPdu::place */
    void SetPlace(uint16_t place)
    {
        m_place = place;
    }

    /** @brief Tells all that it is over. */
    void Abort();

    /** @return packets of the message */
    uint32_t GetBlocks() const
    {
        return m_blocks;
    }

    /** @return bytes of a packet */
    uint32_t GetBlockSize() const
    {
        return m_blockSize;
    }

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return receivers that have failed or refused, ascending */
    std::vector<uint32_t> GetFailed() const;

    /** @return time that the server waits for answers @param answers expected */
    Time GetWait(uint32_t answers) const
    {
        return m_turnAround + m_surplus + m_interval * int64_t{answers};
    }

    /** @return receivers that have everything */
    uint32_t GetComplete() const
    {
        return m_complete;
    }

    /** @return whether all is over */
    bool IsEnded() const
    {
        return m_phase == ENDED;
    }

    /** @return when the last answer to CONN came, or 0 */
    Time GetConnected() const
    {
        return m_connected;
    }

    /** @return bit/s of user data */
    double GetRate() const
    {
        return m_rate;
    }

    /** @brief TracedCallback signature. @param round number @param packets of it
     * @param receivers that lack packets */
    typedef void (*RoundTracedCallback)(uint32_t round, uint32_t packets, uint32_t receivers);
    /** @brief TracedCallback signature. @param type of an answer @param receiver index */
    typedef void (*ResponseTracedCallback)(uint16_t type, uint32_t receiver);
    /** @brief TracedCallback signature. @param receiver index */
    typedef void (*ReceiverTracedCallback)(uint32_t receiver);
    /** @brief TracedCallback signature. @param rate bit/s */
    typedef void (*RateTracedCallback)(double rate);
    /** @brief TracedCallback signature. @param receiver index @param lacking packets that it lacks
     */
    typedef void (*ProgressTracedCallback)(uint32_t receiver, uint32_t lacking);

  protected:
    void DoDispose() override;

  private:
    /// Where it is.
    enum Phase
    {
        CLOSED,    //!< nothing yet
        CONNECT,   //!< CONN is sent, CACKs come
        SEND,      //!< a round is sent
        ANSWERS,   //!< POLLs are sent, answers come
        RELEASE,   //!< waits for RACKs
        READINESS, //!< waits for a busy receiver
        ENDED      //!< over
    };

    /// What is known of a receiver.
    enum State : uint8_t
    {
        UNKNOWN,  //!< no answer to CONN
        OPEN,     //!< takes part
        BUSY,     //!< is served later, when it is ready
        READY,    //!< is served later; its list is known
        ACKED,    //!< has everything
        RELEASED, //!< and knows that we know
        REFUSED,  //!< does not take part
        FAILED    //!< silent
    };

    /// A receiver.
    struct Entry
    {
        State state{UNKNOWN}; //!< of it
        bool answered{false}; //!< in this round
        bool polled{false};   //!< in this round
    };

    /// A receiver that is served alone.
    struct Separate
    {
        uint32_t receiver;           //!< who
        std::vector<RmtpRange> list; //!< that it lacks, if it is ready
    };

    /** @param pdu sent @param receiver index, or GROUP */
    void Transmit(RmtpPdu pdu, uint32_t receiver);
    /** @param type of a PDU without contents @param receiver index, or GROUP */
    void TransmitPlain(RmtpPduType type, uint32_t receiver);
    /** @return CONN */
    RmtpPdu MakeConn() const;
    /** @brief Sends what is due now, and goes on later. */
    void Step();
    /** @return whether something was left to send */
    bool SendOne();
    /** @brief CONN or POLL to the next silent receiver. @return whether there was one */
    bool SendCall();
    /** @brief Next packet of the round. */
    void SendData();
    /** @brief Flags of monitored packets. @param pdu DATA @param isLast of its round */
    void Monitor(RmtpPdu& pdu, bool isLast);
    /** @brief Time for reports is over. */
    void EndMonitor();
    /** @param answers expected @return units of the backoff's range */
    uint16_t GetRange(uint32_t answers) const;

    /** @return whether DATA and POLL have the range */
    bool TellsRange() const
    {
        return m_rangeKind == RMTP_RANGE_PER_ROUND && !m_interval.IsZero();
    }

    /** @brief Nothing is left to send: waits. */
    void BeginWait();
    /** @brief The timer has ended. */
    void EndWait();
    /** @return receivers of this round that have not answered */
    std::vector<uint32_t> GetSilent() const;
    /** @param silent receivers that are asked again */
    void Call(std::vector<uint32_t> silent);
    /** @brief The connection phase ends. @param silent receivers */
    void EndConnect(const std::vector<uint32_t>& silent);
    /** @brief Answers are complete. */
    void EndRound();
    /** @brief Next round, or busy receivers, or the end. */
    void GoOn();
    /** @param receiver index, or GROUP: sends m_missing */
    void BeginRound(uint32_t receiver);
    /** @brief Serves the next busy receiver. */
    void ServeNext();
    /** @param list of packets that the receiver lacks that is served alone: sends them */
    void Serve(const std::vector<RmtpRange>& list);
    /** @brief It is over. */
    void End();
    /** @param receiver index @param state new */
    void SetState(uint32_t receiver, State state);
    /** @param receiver that has answered */
    void NoteAnswer(uint32_t receiver);
    /** @param receiver that has everything */
    void NoteComplete(uint32_t receiver);
    /** @param list of packets @return whether all exist */
    bool Exists(const std::vector<RmtpRange>& list) const;
    /** @param receiver index @param list of packets that it lacks: they are sent next */
    void Want(uint32_t receiver, const std::vector<RmtpRange>& list);
    /** @param receiver index @param pdu ACK, NACK or BUSY */
    void TakeAnswer(uint32_t receiver, const RmtpPdu& pdu);
    /** @param receiver index @return whether its answer is awaited now */
    bool IsAwaited(uint32_t receiver) const;
    /** @param receiver that answers CONN when the message is under way */
    void JoinLate(uint32_t receiver);
    /** @brief Tells those that may join that there is something. */
    void CallLate();
    /** @brief It is over, unless somebody has joined while others were served alone. */
    void EndOrServeLate();
    /** @return whether a wait ends because all have answered */
    bool EndsEarly() const;
    /** @param receiver that leaves */
    void TakeLeave(uint32_t receiver);
    /** @param receiver index @param pdu REPORT */
    void TakeReport(uint32_t receiver, const RmtpPdu& pdu);

    double m_rate;                   //!< attribute Rate
    uint32_t m_blockSize;            //!< attribute BlockSize
    Time m_turnAround;               //!< attribute
    Time m_surplus;                  //!< attribute
    Time m_interval;                 //!< attribute
    RmtpBackoffRange m_rangeKind;    //!< attribute BackoffRange
    uint32_t m_rangeUnit;            //!< attribute RangeUnit, ms
    uint32_t m_connRepeat;           //!< attribute
    uint32_t m_maxConnRetry;         //!< attribute
    uint32_t m_maxPoll;              //!< attribute
    uint32_t m_maxRounds;            //!< attribute
    bool m_endWaitEarly;             //!< attribute
    bool m_overlapRelease;           //!< attribute
    bool m_pollTimeoutMeansBusy;     //!< attribute
    bool m_lateJoin;                 //!< attribute
    bool m_openGroup;                //!< attribute
    double m_suspendFraction;        //!< attribute SuspendLossFraction
    Time m_burst;                    //!< attribute BurstInterval
    bool m_controlled;               //!< attribute RateControl
    uint32_t m_monitorPackets;       //!< attribute
    Time m_reportSurplus;            //!< attribute
    double m_lossThreshold;          //!< attribute
    double m_highShare;              //!< attribute
    double m_lowShare;               //!< attribute
    double m_silentShare;            //!< attribute
    double m_decrease;               //!< attribute
    double m_increase;               //!< attribute
    double m_minRate;                //!< attribute
    double m_maxRate;                //!< attribute
    RmtpRateController m_controller; //!< of the rate
    uint16_t m_connection{1};        //!< attribute Connection
    uint16_t m_place{0};             //!< of the message in its stream

    User* m_user{nullptr};           //!< sends
    Phase m_phase{CLOSED};           //!< where it is
    uint64_t m_bytes{0};             //!< of the message
    uint32_t m_blocks{0};            //!< packets of it
    std::vector<Entry> m_entries;    //!< receivers
    uint32_t m_expected{0};          //!< receivers of this round
    uint32_t m_outstanding{0};       //!< of them: have not answered
    uint32_t m_waited{0};            //!< answers that the timer allows for
    uint32_t m_complete{0};          //!< receivers that have everything
    uint32_t m_acked{0};             //!< of them: in this round
    uint32_t m_tries{0};             //!< POLLs or CONNs of this round
    uint32_t m_round{0};             //!< number, of which PDUs have 8 bits
    uint32_t m_groupRepeats{0};      //!< retransmissions to the group
    uint32_t m_aloneRepeats{0};      //!< retransmissions to the receiver that is served alone
    uint32_t m_target{GROUP};        //!< receiver that is served alone, or GROUP
    std::deque<Separate> m_separate; //!< receivers that are served later
    std::vector<uint32_t> m_calls;   //!< receivers that are asked
    std::size_t m_nextCall{0};       //!< the next of them
    bool m_called{false};            //!< one of them was asked
    uint32_t m_connLeft{0};          //!< CONNs to the group
    std::vector<bool> m_set;         //!< packets of this round, by number
    std::vector<bool> m_missing;     //!< packets of the next one
    uint32_t m_setLeft{0};           //!< packets of this round that were not sent
    uint32_t m_setSize{0};           //!< packets of this round
    uint32_t m_missingCount{0};      //!< packets of the next one
    uint32_t m_nextSeq{1};           //!< where this round goes on
    double m_credit{0};              //!< packets that a burst may send
    EventId m_stepEvent;             //!< next Step()
    DeadlineTimer m_timer;           //!< end of the wait
    bool m_monitoring{false};        //!< until the reports are in
    bool m_reporting{false};         //!< reports are awaited
    uint16_t m_monitorStart{0};      //!< first packet monitored
    uint16_t m_monitorStop{0};       //!< last packet monitored
    uint32_t m_monitored{0};         //!< packets monitored
    std::set<uint32_t> m_reporters;  //!< receivers whose report is awaited
    EventId m_monitorEvent;          //!< EndMonitor()
    Time m_connected;                //!< last answer to CONN
    Counters m_counters;             //!< so far

    TracedCallback<uint32_t, uint32_t, uint32_t> m_roundTrace; //!< trace
    TracedCallback<uint16_t, uint32_t> m_responseTrace;        //!< trace
    TracedCallback<uint32_t> m_pollTrace;                      //!< trace
    TracedCallback<uint32_t> m_completeTrace;                  //!< trace
    TracedCallback<uint32_t> m_failedTrace;                    //!< trace
    TracedCallback<uint32_t, uint32_t> m_progressTrace;        //!< trace
    TracedCallback<double> m_rateTrace;                        //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_SERVER_H
