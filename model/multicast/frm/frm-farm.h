// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_FARM_H
#define FRM_FARM_H

#include "frm-header.h"
#include "frm-host.h"
#include "frm-receiver.h"

#include "ns3/multicast-receiver-loss.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-frm
 * @brief Many receivers of FRM and the network to them, without nodes, sockets and packets: for
 * large groups and long runs.
 *
 * The network is the paper's star: the sender's link serialises, then each receiver has a delay of
 * its own and loses packets of both directions with a stream of random numbers of its own; packets
 * may also be lost by the links of a tree that receivers share (SetTree()). All that a receiver
 * gets comes from one sender in the order in which it was sent, so that its processor's queue can
 * be worked out when a packet leaves the sender; only echoes are events. The logic is
 * FrmReceiver's, as in FrmSocket.
 */
class FrmFarm : public Object
{
  public:
    /** @brief A receiver. */
    struct Member
    {
        FrmReceiver::Settings settings; //!< of the protocol
        Time delay;                     //!< of the network, one way
        double loss{0};                 //!< share of packets that are lost, 0 to below 1
        Time slowFrom{Time::Max()};     //!< from then on its user needs slowTime for a packet
        Time slowTime;                  //!< see there
        Time silentFrom{Time::Max()};   //!< from then on it takes and says nothing
    };

    /// Called with place of a receiver, number of a packet, and when the user has taken it.
    using Delivered = std::function<void(uint32_t, uint32_t, Time)>;
    /// Called when an echo arrives at the sender.
    using Echoed = std::function<void(const FrmPdu&)>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    FrmFarm();
    ~FrmFarm() override;

    /** @param host tells what the receivers' processors and users need
     * @param delivered called at once, with a time that may lie ahead @param echoed see there */
    void SetUser(Ptr<const FrmHost> host, Delivered delivered, Echoed echoed);
    /** @param member one more; its id is its place + 1. @return empty, or what is wrong */
    std::string Add(const Member& member);
    /** @param stream first one; each receiver has four @return streams used */
    int64_t AssignStreams(int64_t stream);
    /**
     * @brief Has packets lost by links that receivers share, besides what each loses by itself.
     *
     * Call it when all receivers have been added.
     *
     * @param tree whose receivers, as MulticastTree::GetReceivers() has them, are those of the farm
     * @param lossyBack echoes are lost as often as packets on the receiver's path, too
     * @param stream of the link to node 1; node n has stream + n - 1; negative: automatic
     * @return empty, or what is wrong
     */
    std::string SetTree(const MulticastTree& tree, bool lossyBack, int64_t stream);

    /** @brief Sends to all. @param pdu leaves the sender now @param bytes of its packet */
    void Send(const FrmPdu& pdu, uint32_t bytes);

    /** @return receivers */
    uint32_t GetN() const
    {
        return static_cast<uint32_t>(m_rows.size());
    }

    /** @param place of a receiver @return one more than the highest contiguous number that has
     * left for it and is not lost */
    uint32_t GetRseq(uint32_t place) const;
    /** @param place of a receiver @return one more than the last number its user has taken by now
     */
    uint32_t GetHanded(uint32_t place) const;

  protected:
    void DoDispose() override;

  private:
    /// When the last packets had something done, in order.
    class Log
    {
      public:
        /** @param size entries that are kept */
        explicit Log(uint32_t size);
        /** @param time step, not before the last one */
        void Add(int64_t time);
        /** @param time step @return entries after it */
        uint32_t CountAfter(int64_t time) const;

      private:
        std::vector<int64_t> m_times; //!< ring
        uint64_t m_count{0};          //!< entries so far
    };

    /// A receiver.
    struct Row
    {
        /** @param m of it */
        explicit Row(const Member& m);

        Member member;                                    //!< settings
        double echoLossRate;                              //!< share of echoes that are lost
        FrmReceiver receiver;                             //!< protocol
        int64_t delay;                                    //!< time steps
        int64_t busy{0};                                  //!< its processor has work until then
        int64_t userBusy{0};                              //!< so has its user
        Log taken;                                        //!< packets by the processor
        Log handed;                                       //!< packets to the user
        std::vector<std::pair<uint32_t, int64_t>> stored; //!< packets ahead of a gap, and when, by
                                                          //!< number modulo size
        int64_t leftAt{INT64_MAX};                        //!< LEAVE reaches it
        uint64_t gap{0};                     //!< packets to the next that is lost on the way to it
        uint64_t echoGap{0};                 //!< the same from it
        Ptr<UniformRandomVariable> loss;     //!< draws gap
        Ptr<UniformRandomVariable> echoLoss; //!< draws echoGap
        Ptr<UniformRandomVariable> spread;   //!< draws the delay of echoes
        Ptr<ExponentialRandomVariable> jitter; //!< of echoes
    };

    /** @param loss share of packets @param random draws @return packets before the next that is
     * lost */
    static uint64_t DrawGap(double loss, UniformRandomVariable& random);
    /** @param gap to the next loss @param loss share of packets @param random draws @return lost */
    static bool IsLost(uint64_t& gap, double loss, UniformRandomVariable& random);
    /** @param row of a receiver @param at time step @return whether it is silent */
    static bool IsSilent(const Row& row, int64_t at);
    /** @param place of a receiver @param seq of a packet @param at when it arrives */
    void TakeData(uint32_t place, uint32_t seq, int64_t at);
    /** @param row of a receiver @param place of it @param pdu CNTL @param at when it arrives */
    void TakeControl(Row& row, uint32_t place, const FrmPdu& pdu, int64_t at);
    /** @brief An echo leaves. @param place of a receiver @param pdu CNTL */
    void SendEcho(uint32_t place, const FrmPdu& pdu);
    /** @param pdu ECHO arrives at the sender */
    void Arrive(const FrmPdu& pdu);
    /** @param place of a receiver @param pdu CNTL @param at when the echo is made @return ECHO */
    FrmPdu MakeEcho(uint32_t place, const FrmPdu& pdu, int64_t at) const;
    /** @param octets of a packet, without header of link and IP @return time steps on a link */
    int64_t GetTransmission(uint32_t octets) const;

    /** @param row of a receiver @param rseq of it @param at time step @return packets that wait
     * for others then, as FrmPdu::kept has it */
    static std::vector<uint8_t> GetKept(const Row& row, uint32_t rseq, int64_t at);

    double m_rate;                                 //!< attribute Rate
    bool m_selective;                              //!< attribute
    uint32_t m_overhead;                           //!< attribute Overhead
    Time m_spread;                                 //!< attribute EchoSpread
    Time m_jitter;                                 //!< attribute EchoJitter
    int64_t m_linkFree{0};                         //!< the sender's link has work until then
    int64_t m_dataCost{0};                         //!< time steps
    int64_t m_answerCost{0};                       //!< time steps
    int64_t m_userCost{0};                         //!< time steps
    Delivered m_delivered;                         //!< see SetUser
    Echoed m_echoed;                               //!< see SetUser
    std::vector<std::unique_ptr<Row>> m_rows;      //!< receivers
    std::unique_ptr<MulticastReceiverLoss> m_tree; //!< shared links, or null
};
} // namespace hsn
} // namespace ns3

#endif // FRM_FARM_H
