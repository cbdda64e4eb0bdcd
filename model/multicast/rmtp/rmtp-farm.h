// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_FARM_H
#define RMTP_FARM_H

#include "rmtp-farm-peer.h"
#include "rmtp-header.h"
#include "rmtp-receiver.h"
#include "rmtp-server.h"

#include "ns3/event-id.h"
#include "ns3/multicast-receiver-loss.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/rng-stream.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief Many receivers of one RmtpServer without nodes, each of them with losses, backoff and a
 * random stream of its own: for groups of 100,000.
 *
 * What the server sends passes its link and a delay; what receivers answer, the delay and the link,
 * where answers wait for each other. A packet of DATA costs time for those receivers that lose it
 * or lack it; only answers are events. Losses concern DATA and answers, but not CONN, POLL and REL.
 * Whether a receiver loses a packet that it has is decided only where it matters: for the last
 * packet of a round, and those before it.
 *
 * Losses are those of each receiver, of the links of a tree that receivers share (SetTree()), or
 * both. Receivers may have a delay of their own, come late, leave, fall silent and be busy; the
 * server's TurnAround must cover their delays.
 *
 * A receiver may be a process on a workstation (AddHost()), whose processor needs a time for each
 * packet and process; packets wait for it in the process's socket buffer, or are dropped. Those
 * receivers, and those with an RmtpFate, cost time for every packet.
 */
class RmtpFarm : public Object
{
  public:
    /// No workstation.
    static constexpr uint32_t NO_HOST = UINT32_MAX;

    /// Called with what arrives at the server's machine.
    using Arrived = std::function<void(uint32_t receiver, const RmtpPdu& pdu)>;

    /** @brief A workstation. */
    struct Host
    {
        Time packetTime;            //!< for each packet and process
        uint32_t bufferPackets{49}; //!< of each process
        Time loadOn;                //!< length of the busy part of a period
        Time loadPeriod;            //!< period of other load; 0: none
        Time loadPhase;             //!< of it
        double loadFactor{1};       //!< of packetTime while busy
    };

    /** @brief A receiver. */
    struct Member
    {
        double loss{0};         //!< of each packet, 0 to below 1
        double answerLoss{0};   //!< of each answer, 0 to below 1
        uint32_t host{NO_HOST}; //!< workstation
        Time delay;             //!< on top of Delay, each way, at least 0
        RmtpFate fate;          //!< when it comes, goes or pauses; only without workstation
    };

    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t receptions{0};  //!< DATA at receivers that lacked it
        uint64_t hostDrops{0};   //!< packets that found a buffer of a workstation full
        uint64_t answers{0};     //!< that have left receivers
        uint64_t lostAnswers{0}; //!< of them
        uint64_t nackOctets{0};  //!< octets of all NACKs of the first round
        uint64_t nacks{0};       //!< their number
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpFarm();
    ~RmtpFarm() override;

    /** @param arrived called with answers @param format of the wire */
    void SetUser(Arrived arrived, RmtpWireFormat format);
    /** @param host a workstation @return its number */
    uint32_t AddHost(const Host& host);
    /** @param member a receiver @return empty, or what is wrong */
    std::string Add(const Member& member);
    /** @brief Fixes the random streams; without, they are the next ones. @param stream of the first
     * receiver @return streams used, one for each */
    int64_t AssignStreams(int64_t stream);
    /**
     * @brief Has packets lost by links that receivers share, besides what each loses by itself.
     *
     * Call it when all receivers have been added. Packets to one receiver alone are lost as often
     * as the tree loses them on its path.
     *
     * @param tree whose receivers, as MulticastTree::GetReceivers() has them, are those of the farm
     * @param lossyBack answers are lost as often as packets on the receiver's path, too
     * @param stream of the link to node 1; node n has stream + n - 1; negative: automatic
     * @return empty, or what is wrong
     */
    std::string SetTree(const MulticastTree& tree, bool lossyBack, int64_t stream);

    /** @param pdu of the server @param receiver index, or RmtpServer::GROUP */
    void Send(const RmtpPdu& pdu, uint32_t receiver);

    /** @return receivers */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_rows.size());
    }

    /** @param receiver index @return packets that it lacks of those that were sent */
    uint32_t GetLacking(uint32_t receiver);

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return when the server's link was last free of what it sends, and time it was used, s */
    double GetLinkTime() const
    {
        return m_linkTime;
    }

  protected:
    void DoDispose() override;

  private:
    /// A process of a workstation.
    struct Process
    {
        std::vector<int64_t> done; //!< when its last packets were worked off, in turn
        uint64_t count{0};         //!< packets taken
        int64_t last{INT64_MIN};   //!< when the last packet of this round was worked off
        int64_t lastRound{-1};     //!< round of it
        bool monitoring{false};    //!< packets are counted
        uint32_t monitored{0};     //!< packets
        std::vector<bool> lacks;   //!< packets that were sent and have not come, by number
        uint32_t lacking{0};       //!< their number
    };

    /// A receiver.
    struct Row
    {
        double loss;                          //!< of packets
        double answerLoss;                    //!< of answers
        RmtpReceiverState state{RMTP_CLOSED}; //!< where it is
        uint32_t host;                        //!< workstation
        uint32_t process{0};                  //!< number of it
        uint16_t range{0};                    //!< of the backoff, units
        int32_t answered{-1};                 //!< round
        uint32_t drawn{0};                    //!< last packet of a round, if this one was drawn
        bool got{false};                      //!< and came
        int64_t cancelled{INT64_MIN};         //!< answers before this time do not leave after it
        int64_t settled{-1};                  //!< round up to which missing is known
        uint32_t settledSeq{0};               //!< in it: up to this packet
        std::vector<uint16_t> missing;      //!< packets, ascending, also those that are sent later
        int64_t delay{0};                   //!< on top of Delay
        std::unique_ptr<RmtpFarmPeer> peer; //!< does what it does, if it has a fate
    };

    /// A workstation.
    struct Machine
    {
        Host host;         //!< what it is
        int64_t cost;      //!< time steps
        int64_t delay{-1}; //!< of its receivers; negative: none yet
        int64_t busy{0};   //!< has work until then
    };

    /// What is answered.
    enum Kind
    {
        CONNECTION, //!< CONN
        ANSWER,     //!< end of a round, or POLL
        RELEASED,   //!< REL
        REPORT      //!< monitored packets
    };

    /// An answer on its way.
    struct Reply
    {
        uint32_t receiver; //!< index
        Kind kind;         //!< what is answered
        int64_t created;   //!< when it was decided
        int64_t departs;   //!< when it leaves
        uint32_t round;    //!< of the server
        uint32_t count;    //!< of a REPORT
        int64_t arrives;   //!< at the server's link
        uint64_t order;    //!< of those that arrive at the same time

        /// @param o another @return whether this one arrives later
        bool operator<(const Reply& o) const
        {
            return arrives != o.arrives ? arrives > o.arrives : order > o.order;
        }
    };

    /** @return the present time step */
    static int64_t GetNow();
    /** @param row index @return a number above 0, below 1 */
    double Draw(uint32_t row);
    /** @param row index @return whether it loses something by itself */
    bool IsLost(uint32_t row);
    /** @param row index @param packet to the group, of this round, from 0 @return whether the tree
     * loses it, or the receiver */
    bool IsLost(uint32_t row, std::size_t packet);
    /** @param row index @return whether DATA to it alone is lost */
    bool IsLostAlone(uint32_t row);
    /** @param row index @param seq of a packet that the tree loses when it is sent the
     * first time */
    void NoteLoss(uint32_t row, uint16_t seq);
    /** @brief Where the next packet is lost that was never sent before. @param row index @param seq
     * behind this one @return its number, or 0: none */
    uint32_t PlanLoss(uint32_t row, uint32_t seq);
    /** @brief Losses of all packets that are sent the first time, for each receiver. */
    void PlanLosses();
    /** @brief Decides what a receiver without workstation gets of the packets that were sent again
     * in this round so far. @param row index */
    void Settle(uint32_t row);
    /** @brief The connection begins. @param pdu CONN */
    void Open(const RmtpPdu& pdu);
    /** @param round of the server, 8 bits */
    void BeginRound(uint8_t round);
    /** @param pdu DATA to the group @param at when it arrives */
    void TakeData(const RmtpPdu& pdu, int64_t at);
    /** @brief The round is over for receivers without workstation. @param pdu DATA @param at when
     */
    void EndRound(const RmtpPdu& pdu, int64_t at);
    /** @brief Reports of receivers without workstation. @param at when */
    void Report(int64_t at);
    /** @param row index @param pdu DATA @param at when it arrives: at a workstation */
    void TakeAtHost(uint32_t row, const RmtpPdu& pdu, int64_t at);
    /** @param row index @param at when something arrives at its workstation @return when it is
     * worked off; 0: dropped */
    int64_t Work(uint32_t row, int64_t at);
    /** @param row index @param pdu DATA to it alone */
    void TakeAlone(uint32_t row, const RmtpPdu& pdu);
    /** @param pdu that arrives now @param receiver index */
    void TakeControl(const RmtpPdu& pdu, uint32_t receiver);
    /** @param pdu that arrives now at all who have no delay of their own */
    void TakeGroupControl(const RmtpPdu& pdu);
    /** @param row index, with a fate @param pdu that arrives now */
    void TakeAtPeer(uint32_t row, const RmtpPdu& pdu);
    /** @param row index @return whether a packet of DATA has come to it */
    bool HasData(uint32_t row) const;
    /** @brief Answers after a backoff. @param row index @param kind what is answered @param at from
     * when on @param count of a REPORT */
    void Answer(uint32_t row, Kind kind, int64_t at, uint32_t count = 0);
    /** @brief Answers the present round. @param row index @param pdu DATA of it that is known to
     * have ended it @param at from when on */
    void AnswerRound(uint32_t row, const RmtpPdu& pdu, int64_t at);
    /** @brief Takes those that are at the server's link now. */
    void TakeReplies();
    /** @param reply at the server's link */
    void Arrive(const Reply& reply);
    /** @param receiver index @param pdu at the server's link, if it is not lost */
    void Carry(uint32_t receiver, const RmtpPdu& pdu);
    /** @param receiver index @param pdu at the server's machine */
    void Deliver(uint32_t receiver, const RmtpPdu& pdu);
    /** @param row index @param seq packet that comes @return whether it lacked it */
    bool Take(uint32_t row, uint16_t seq);
    /** @param row index @return packets that it lacks */
    std::vector<RmtpRange> GetList(uint32_t row);
    /** @param row index, without workstation @return packets that it lacks of those that were sent,
     * as a number of the first ones of its list */
    std::size_t CountMissing(uint32_t row) const;
    /** @param octets of a PDU @return time steps on the link */
    int64_t GetTransmission(uint32_t octets) const;

    double m_linkRate;                             //!< attribute
    Time m_delay;                                  //!< attribute
    Time m_dataTimeout;                            //!< attribute
    RmtpWireFormat m_format{RMTP_PAPER};           //!< of the wire
    Arrived m_arrived;                             //!< user
    std::vector<Row> m_rows;                       //!< receivers
    std::vector<RngStream> m_streams;              //!< theirs
    std::vector<Machine> m_hosts;                  //!< workstations
    std::vector<Process> m_processes;              //!< on them
    std::vector<uint32_t> m_atHosts;               //!< receivers there
    RmtpPdu m_connect;                             //!< CONN
    std::unique_ptr<MulticastReceiverLoss> m_tree; //!< shared links, or null
    std::vector<uint32_t> m_peers;                 //!< receivers with a fate
    std::vector<uint16_t> m_inRound;      //!< place in this round, from 1, by number; 0: not sent
    uint32_t m_lastSent{0};               //!< number, in this round
    uint32_t m_lastOfRound{0};            //!< number of the packet that ends it; 0: not yet
    std::priority_queue<Reply> m_replies; //!< on their way
    uint64_t m_replyOrder{0};             //!< of the next one
    EventId m_replyEvent;                 //!< TakeReplies()
    int64_t m_replyTime{INT64_MAX};       //!< of it
    std::vector<bool> m_wasSent;          //!< by number
    uint32_t m_highest{0};                //!< number sent
    int64_t m_round{-1};                  //!< of the server
    std::vector<int64_t> m_arrivals;      //!< of packets of this round
    uint16_t m_monitorStart{0};           //!< number of the first packet
    uint16_t m_monitorStop{0};            //!< number of the last packet
    uint32_t m_monitored{0};              //!< packets
    bool m_monitoring{false};             //!< they are being sent
    int64_t m_downFree{0};                //!< link to receivers: has work until then
    int64_t m_upFree{0};                  //!< link from receivers: has work until then
    double m_linkTime{0};                 //!< s of use of the link to receivers
    Counters m_counters;                  //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_FARM_H
