// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_RECEIVER_H
#define RMTP_RECEIVER_H

#include "rmtp-header.h"

#include "ns3/deadline-timer.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-rmtp
 * @brief Where a receiver is. */
enum RmtpReceiverState
{
    RMTP_CLOSED,    //!< no connection
    RMTP_CONNECTED, //!< lacks packets
    RMTP_RELEASE,   //!< has all, and has said so
    RMTP_IS_BUSY,   //!< does not take part for a while
    RMTP_READY,     //!< waits to be served alone
};

/**
 * @ingroup hsn-rmtp
 * @brief The answer to POLL, and at the end of a round.
 * @param state of the receiver
 * @param hasAll it lacks nothing
 * @return type of the PDU; RMTP_ABORT: none
 */
RmtpPduType GetRmtpAnswer(RmtpReceiverState state, bool hasAll);

/**
 * @ingroup hsn-rmtp
 * @brief A receiver of RMTP (T. Shiroshita and others, PfHSN 1996), without sockets and data.
 *
 * It notes which packets have come, and answers once a round, after the last packet of the round or
 * DataTimeout after another one, and when it is asked; each time after a random backoff.
 */
class RmtpReceiver : public Object
{
  public:
    /** @brief What a receiver needs from its user. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @param pdu leaves for the server */
        virtual void Transmit(const RmtpPdu& pdu) = 0;
        /** @brief A connection begins. @param pdu CONN */
        virtual void NotifyConnected(const RmtpPdu& pdu) = 0;
        /** @brief All packets are there. */
        virtual void NotifyComplete() = 0;
        /** @brief The connection is over. @param good all packets were there */
        virtual void NotifyClosed(bool good) = 0;
    };

    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t packets{0};    //!< DATA that was lacked
        uint64_t duplicates{0}; //!< DATA that was not
        uint64_t ignored{0};    //!< PDUs that have no sense now
        uint64_t bad{0};        //!< DATA with numbers that do not exist
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpReceiver();
    ~RmtpReceiver() override;

    /** @param user of it; must live as long */
    void SetUser(User& user);
    /** @param pdu of the server @return whether it is DATA that was lacked */
    bool Receive(const RmtpPdu& pdu);
    /** @brief Takes no part in the group, until it is served at the end. @param busy whether */
    void SetBusy(bool busy);
    /** @brief Leaves the group, and tells the server. */
    void Leave();
    /** @param random uniform: the backoff is drawn from it from now on */
    void SetRandom(Ptr<UniformRandomVariable> random);
    /** @brief Fixes the random stream. @param stream number @return streams used */
    int64_t AssignStreams(int64_t stream);

    /** @return where it is */
    RmtpReceiverState GetState() const
    {
        return m_state;
    }

    /** @return packets that are lacked */
    uint32_t GetLacking() const
    {
        return m_lacking;
    }

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  protected:
    void DoDispose() override;

  private:
    /** @param pdu CONN */
    void TakeConnect(const RmtpPdu& pdu);
    /** @param pdu DATA @return whether it was lacked */
    bool TakeData(const RmtpPdu& pdu);
    /** @param pdu DATA: counts monitored packets */
    void Monitor(const RmtpPdu& pdu);
    /** @brief The round is over: answers after a backoff. */
    void EndRound();
    /** @brief Answers after a backoff, and not what was to be answered before. @param type of what
     * is answered: POLL, CONN or REL */
    void Schedule(RmtpPduType type);
    /** @param type of what is answered */
    void Answer(RmtpPduType type);
    /** @brief Nobody has released it. */
    void EndRelease();
    /** @param good all packets were there */
    void Close(bool good);
    /** @return packets that are lacked, as many as fit into a list */
    std::vector<RmtpRange> GetList() const;
    /** @return a time up to the range */
    Time DrawBackoff();

    Time m_dataTimeout;                     //!< attribute
    Time m_releaseTimeout;                  //!< attribute
    uint32_t m_maxListBytes;                //!< attribute
    bool m_refuses;                         //!< attribute Refuse
    bool m_reports;                         //!< attribute Report
    User* m_user{nullptr};                  //!< sends
    RmtpReceiverState m_state{RMTP_CLOSED}; //!< where it is
    bool m_wasOpen{false};                  //!< there was a connection
    uint16_t m_connection{0};               //!< its number
    std::vector<bool> m_has;                //!< packets that are there, by number
    uint32_t m_blocks{0};                   //!< packets of the message
    uint32_t m_lacking{0};                  //!< packets
    bool m_hasData{false};                  //!< a packet has come
    int m_round{-1};                        //!< of the last packet
    bool m_answered{false};                 //!< this round
    bool m_released{false};                 //!< RACK is the last that is sent
    Time m_range;                           //!< of the backoff
    Time m_rangeUnit;                       //!< of ranges on the wire
    bool m_monitoring{false};               //!< packets are counted
    uint16_t m_monitorStart{0};             //!< first of them
    uint32_t m_monitored{0};                //!< packets that have come
    EventId m_answer;                       //!< what is sent next
    EventId m_consent;                      //!< CACK, which no packet makes superfluous
    DeadlineTimer m_timer;                  //!< for the next packet
    EventId m_releaseEvent;                 //!< nobody has released it
    Ptr<UniformRandomVariable> m_random;    //!< backoff
    Counters m_counters;                    //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_RECEIVER_H
