// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_SENDER_H
#define FRM_SENDER_H

#include "frm-group-condition.h"
#include "frm-header.h"
#include "frm-host.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-frm
 * @brief When a packet may leave the sender's buffer. */
enum FrmReleaseOn
{
    FRM_DSEQ, //!< when all receivers have handed it to their users
    FRM_RSEQ, //!< when all receivers have it
};

/** @ingroup hsn-frm
 * @brief Order of what is queued at a release: R, retransmissions; D, data that waited; C, the next
 * control message. */
enum FrmSendOrder
{
    FRM_RDC, //!< figure 3
    FRM_DRC, //!< new data first, which go-back-n receivers discard
    FRM_RCD, //!< new data last
    FRM_CRD, //!< the control message overtakes
};

/** @ingroup hsn-frm
 * @brief What is sent again. */
enum FrmRepair
{
    FRM_REPEAT_ALL,     //!< everything from the lowest rseq on (go-back-n)
    FRM_REPEAT_MISSING, //!< what somebody lacks; receivers that keep packets tell which
};

/**
 * @ingroup hsn-frm
 * @brief The sender of FRM (section 3): a list of receivers, whom it asks for their state in
 * rounds, and a buffer of packets that all of them are to get.
 *
 * It knows neither sockets nor addresses. All PDUs go to the whole group, by way of User, when the
 * FrmHost, if there is one, has spent the time for them.
 *
 * A round: a control message leaves, and the timer starts with K times the smoothed maximum of the
 * round-trip times. When it ends and all have answered, packets that all have are released, what
 * somebody lacks is sent again, data that waited follows, and the next round begins. If somebody
 * has not answered, nothing but control messages is sent, HandshakeTries times; who is silent then
 * is dropped.
 *
 * With InviteInterval above 0 invitations go on, and whoever answers late is listed from the next
 * packet on.
 */
class FrmSender : public Object
{
  public:
    /** @brief What a sender needs from its user. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @param pdu leaves for all receivers @param packet of DATA; null otherwise */
        virtual void Transmit(const FrmPdu& pdu, Ptr<const Packet> packet) = 0;
        /** @brief There may be room: submit what waits. */
        virtual void Fill() = 0;
        /** @return whether the application has data that was not submitted */
        virtual bool IsWaiting() const = 0;
        /** @brief The set-up is complete. */
        virtual void NotifyOpened() = 0;
        /** @param bytes released from the buffer */
        virtual void NotifyReleased(uint32_t bytes) = 0;
        /** @param reason why all is over: END, INTEGRITY or ABORTED */
        virtual void NotifyEnded(FrmReason reason) = 0;
    };

    /** @brief A receiver that has gone. */
    struct Gone
    {
        uint64_t id;      //!< who
        FrmReason reason; //!< why: LEFT, EJECTED or DEAD
        Time time;        //!< when
    };

    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t rounds{0};          //!< control messages
        uint64_t releases{0};        //!< rounds that all have answered
        uint64_t handshakes{0};      //!< begun
        uint64_t bursts{0};          //!< of retransmissions
        uint64_t sent{0};            //!< packets, first time
        uint64_t retransmissions{0}; //!< packets, again
        uint64_t released{0};        //!< packets
        uint64_t echoes{0};          //!< taken
        uint64_t oldEchoes{0};       //!< ignored: to an earlier control message
        uint64_t unknownEchoes{0};   //!< ignored: not listed
        uint64_t badEchoes{0};       //!< ignored: impossible numbers or time
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    FrmSender();
    ~FrmSender() override;

    /** @param user of it; must live until Stop() @param host whose processor works; null: for free
     * @param group number of the communication */
    void SetUser(User& user, Ptr<FrmHost> host, uint32_t group);
    /** @brief Leaves everything as it is, and forgets the user. */
    void Stop();

    /** @brief Sets up the group: invites receivers InitTries times, then begins. @param invitation
     * gets type, group and MinRelThr */
    void Open(const FrmPdu& invitation);
    /** @brief Lists a receiver; before Begin(). @param id who, not 0 @param buffer packets
     * @param mandatory key member @return false: is listed already */
    bool AddReceiver(uint64_t id, uint32_t buffer, bool mandatory = false);
    /** @brief The list is complete: begins the first round. @param rtt first estimate; 0: attribute
     * InitialRtt */
    void Begin(Time rtt = Time(0));
    /** @param pdu of a receiver: JOIN, ECHO or LEAVE; what is wrong or late is counted
     * @param packet waits in the host's socket buffer; null: takes no room there
     * @return false: the buffer is full */
    bool Receive(const FrmPdu& pdu, Ptr<const Packet> packet = nullptr);

    /** @return whether Submit() may be called */
    bool CanSubmit() const;
    /** @brief Takes a packet into the buffer, and sends it. @param packet of the application; null
     * where only numbers count @param bytes of it */
    void Submit(Ptr<const Packet> packet, uint32_t bytes);
    /** @brief There will be no more packets: when all have been released, everything ends. */
    void Finish();
    /** @brief Ends everything now. */
    void Abort();

    /** @return whether rounds go on */
    bool IsOpen() const
    {
        return m_state == OPEN;
    }

    /** @return whether receivers that come late are listed */
    bool IsInviting() const
    {
        return m_state == OPENING || (m_state == OPEN && !m_inviteInterval.IsZero());
    }

    /** @return receivers that are listed */
    uint32_t GetListed() const
    {
        return static_cast<uint32_t>(m_list.size());
    }

    /** @return ids of the receivers that are listed, ascending */
    std::vector<uint64_t> GetMembers() const;

    /** @return receivers that have gone, in order of time */
    const std::vector<Gone>& GetGone() const
    {
        return m_gone;
    }

    /** @return lowest number in the buffer */
    uint32_t GetBase() const
    {
        return m_base;
    }

    /** @return next number */
    uint32_t GetNext() const
    {
        return m_base + static_cast<uint32_t>(m_buffer.size());
    }

    /** @return smoothed maximum of round-trip times */
    Time GetSmaxRtt() const
    {
        return m_smaxRtt;
    }

    /** @return whether nobody may send because somebody has not answered */
    bool IsInHandshake() const
    {
        return m_inHandshake;
    }

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /**
     * @brief The estimator (section 3.1): rises at once, falls slowly.
     * @param smoothed so far @param measured maximum of a round @param divisor of the fall
     * @return the new estimate
     */
    static Time Smooth(Time smoothed, Time measured, double divisor);

    /** @brief TracedCallback signature. @param number of a packet or control message */
    typedef void (*NumberTracedCallback)(uint32_t number);
    /** @brief TracedCallback signature. @param from first packet @param to behind the last */
    typedef void (*RangeTracedCallback)(uint32_t from, uint32_t to);
    /** @brief TracedCallback signature. @param id of a receiver */
    typedef void (*ReceiverTracedCallback)(uint64_t id);
    /** @brief TracedCallback signature. @param id of a receiver @param rseq of it @param dseq of it
     */
    typedef void (*ProgressTracedCallback)(uint64_t id, uint32_t rseq, uint32_t dseq);
    /** @brief TracedCallback signature. @param text what is violated */
    typedef void (*TextTracedCallback)(const std::string& text);
    /** @brief TracedCallback signature. @param throughput byte/s */
    typedef void (*ThroughputTracedCallback)(double throughput);

  protected:
    void DoDispose() override;

  private:
    /// Where it is.
    enum State
    {
        IDLE,    //!< nothing yet
        OPENING, //!< invites
        OPEN,    //!< rounds
        ENDING,  //!< all is delivered; says so
        ENDED    //!< over
    };

    /// A listed receiver.
    struct Entry
    {
        uint64_t id{0};         //!< who
        uint32_t buffer{0};     //!< packets
        bool mandatory{false};  //!< key member
        uint32_t rseq{0};       //!< contiguous so far
        uint32_t dseq{0};       //!< handed to the user so far
        uint32_t alloc{0};      //!< room beyond dseq
        bool answered{false};   //!< this round, or handshake
        bool ended{false};      //!< has confirmed the end
        uint32_t slowCount{0};  //!< rounds in which it was the slowest
        uint64_t checkBytes{0}; //!< byte of the stream it was at when last checked
        uint32_t first{0};      //!< number of its first packet
        bool selective{false};  //!< kept is known
        FrmPdu state;           //!< its last ECHO with kept
    };

    /// A packet in the buffer.
    struct Slot
    {
        Ptr<const Packet> packet; //!< it
        uint32_t bytes;           //!< of it
        bool queued;              //!< waits for the processor
        bool sent;                //!< has left once
    };

    /// Lowest and highest numbers of all receivers.
    struct Minima
    {
        uint32_t rseq; //!< lowest
        uint32_t dseq; //!< lowest
        uint32_t most; //!< highest dseq
    };

    /** @param work kind @param done called behind all that waits for the processor */
    void Work(FrmWork work, std::function<void()> done);
    /** @param work kind @param packet that has arrived, or null @param done called behind all that
     * waits for the processor @return false: the socket buffer is full */
    bool WorkOn(FrmWork work, Ptr<const Packet> packet, std::function<void()> done);
    /** @brief Sends when the processor has time. @param pdu the PDU */
    void QueuePdu(const FrmPdu& pdu);
    /** @brief Queues the next control message. @param growth of the timer */
    void QueueControl(double growth);
    /** @param seq of a packet that is queued */
    void QueueData(uint32_t seq);
    /** @param seq of a packet that leaves the processor */
    void DepartData(uint32_t seq);
    /** @param sync of the control message that leaves the processor @param growth of the timer */
    void DepartControl(uint32_t sync, double growth);
    /** @brief The timer has ended. */
    void HandleTimer();
    /** @brief Invites again, or begins. */
    void Invite();
    /** @brief Invites receivers that come late, again and again. */
    void InviteLate();
    /** @param pdu JOIN of a receiver that comes late */
    void TakeLateJoin(const FrmPdu& pdu);
    /** @param entry of a receiver that has come late: tells it where it begins */
    void QueueWelcome(const Entry& entry);
    /** @brief Says again that all is over, or is content. */
    void SayEnd();
    /** @brief The algorithm of figure 3. */
    void RunAlgorithm();
    /** @brief Nobody is missing: releases, repairs, goes on. */
    void EndRound();
    /** @brief Somebody has not answered. @return whether to go on without: all tries were made */
    bool RunHandshake();
    /** @brief Sends again what somebody lacks. @param from first number @param end behind the
     * last @param asked behind the last that echoes tell about */
    void QueueRetransmissions(uint32_t from, uint32_t end, uint32_t asked);
    /** @param from first number @param end behind the last @param asked behind the last that echoes
     * tell about @return for each whether somebody lacks it */
    std::vector<bool> GetNeeded(uint32_t from, uint32_t end, uint32_t asked) const;
    /** @return numbers of all receivers */
    Minima GetMinima() const;
    /** @brief Releases what all have. @return whether the communication goes on */
    bool Release();
    /** @param minima of this round: notes who is the slowest */
    void CountSlow(const Minima& minima);
    /** @brief Ends the interval, ejects offenders. @return whether the communication goes on */
    bool CheckThroughput();
    /** @param id of a receiver that goes @param reason why */
    void Drop(uint64_t id, FrmReason reason);
    /** @brief Tells a receiver that it is not listed, and why. @param id of it */
    void QueueLeave(uint64_t id);
    /** @brief Ends everything if a condition is violated. @return whether it goes on */
    bool CheckIntegrity();
    /** @brief It is over. @param reason why */
    void End(FrmReason reason);
    /** @param pdu ECHO, which the processor has taken */
    void TakeEcho(const FrmPdu& pdu);
    /** @param pdu JOIN, which the processor has taken */
    void TakeJoin(const FrmPdu& pdu);
    /** @param pdu LEAVE, which the processor has taken */
    void TakeLeave(const FrmPdu& pdu);
    /** @param seq in the buffer or at its end @return byte of the stream */
    uint64_t GetByte(uint32_t seq) const;
    /** @param text ids of key members */
    void SetKeyMembers(std::string text);
    /** @return ids of key members */
    std::string GetKeyMembers() const;

    uint32_t m_capacity;       //!< attribute BufferPackets
    double m_k;                //!< attribute K
    double m_divisor;          //!< attribute SmoothDivisor
    uint32_t m_handshakeTries; //!< attribute
    double m_growth;           //!< attribute HandshakeGrowth
    FrmReleaseOn m_releaseOn;  //!< attribute
    FrmSendOrder m_order;      //!< attribute SendOrder
    FrmRepair m_repair;        //!< attribute
    bool m_suppression;        //!< attribute RetransmitSuppression
    Time m_ejectInterval;      //!< attribute
    double m_minRelThr;        //!< attribute
    uint32_t m_slowCount;      //!< attribute
    Time m_initialRtt;         //!< attribute
    Time m_initWait;           //!< attribute
    Time m_minTimer;           //!< attribute
    uint32_t m_initTries;      //!< attribute
    Time m_inviteInterval;     //!< attribute
    std::string m_keyMembers;  //!< attribute
    uint32_t m_keyNumber;      //!< attribute
    uint32_t m_minMembers;     //!< attribute
    bool m_all;                //!< attribute
    double m_quorum;           //!< attribute

    User* m_user{nullptr};                             //!< sends
    Ptr<FrmHost> m_host;                               //!< works, or null
    State m_state{IDLE};                               //!< where it is
    FrmPdu m_invitation;                               //!< INIT
    uint32_t m_group{0};                               //!< number of the communication
    uint32_t m_tries{0};                               //!< of set-up, handshake or end
    Time m_invited;                                    //!< when the last INIT left
    Time m_joinRtt;                                    //!< longest from INIT to JOIN
    FrmGroupCondition m_condition;                     //!< of the group
    uint32_t m_joined{0};                              //!< listed at the beginning
    uint32_t m_mandatoryJoined{0};                     //!< of them: key members
    std::vector<Entry> m_list;                         //!< receivers
    std::unordered_map<uint64_t, std::size_t> m_at;    //!< place in the list by id
    std::vector<Gone> m_gone;                          //!< receivers that have gone
    std::unordered_map<uint64_t, FrmReason> m_reasons; //!< why, by id

    std::deque<Slot> m_buffer;   //!< packets from m_base on
    uint32_t m_base{0};          //!< lowest number in the buffer
    uint32_t m_limit{0};         //!< lowest number for which somebody has no room
    uint64_t m_releasedBytes{0}; //!< of the stream
    bool m_finishing{false};     //!< no more will be submitted

    uint32_t m_sync{0};                                 //!< of the last control message
    uint32_t m_lseq{0};                                 //!< one more than the highest before it
    uint32_t m_svdsync{0};                              //!< no retransmissions up to this one
    std::vector<std::pair<uint32_t, uint64_t>> m_asked; //!< control messages that count, and when
    uint32_t m_answers{0};                              //!< receivers that have answered
    Time m_maxRtt;                                      //!< of this round
    Time m_smaxRtt;                                     //!< smoothed
    Time m_wtimer;                                      //!< of the last normal round
    bool m_inHandshake{false};                          //!< nothing but control is sent
    bool m_waitsForTurn{false};                         //!< a round ends: new data has its place
    Time m_checked;                                     //!< when the throughput was
    uint64_t m_checkedBytes{0};                         //!< released until then
    DeadlineTimer m_timer;                              //!< of rounds, set-up and end
    DeadlineTimer m_inviting;                           //!< of the next late invitation
    Counters m_counters;                                //!< so far

    TracedCallback<uint32_t> m_syncTrace;                         //!< trace
    TracedCallback<Time> m_smaxRttTrace;                          //!< trace
    TracedCallback<Time> m_maxRttTrace;                           //!< trace
    TracedCallback<uint32_t> m_releaseTrace;                      //!< trace
    TracedCallback<uint32_t, uint32_t> m_retransmitTrace;         //!< trace
    TracedCallback<uint32_t> m_handshakeTrace;                    //!< trace
    TracedCallback<uint64_t> m_ejectTrace;                        //!< trace
    TracedCallback<uint64_t> m_deadTrace;                         //!< trace
    TracedCallback<uint64_t> m_leftTrace;                         //!< trace
    TracedCallback<uint64_t> m_joinedTrace;                       //!< trace
    TracedCallback<uint64_t, uint32_t, uint32_t> m_progressTrace; //!< trace
    TracedCallback<const std::string&> m_integrityTrace;          //!< trace
    TracedCallback<double> m_throughputTrace;                     //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // FRM_SENDER_H
