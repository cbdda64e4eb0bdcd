// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_SOCKET_H
#define HSN_BOSTON_SOCKET_H

#include "boston-receiver.h"
#include "boston-segment.h"
#include "boston-stack.h"
#include "boston-tag.h"

#include "ns3/indexed-tcp-socket.h"

#include <optional>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief TCP Boston: a TCP whose segments are dispersed into ATM cells, any m of which rebuild them
 * (Bestavros and Kim, RTAS 1997).
 *
 * Session manager: SYN and its answer carry the parameters of the dispersal; where one of them
 * comes without (the peer is another TCP, or there is more than ATM on the way) the connection is
 * plain TCP.
 *
 * Segment manager: full segments are dispersed, all others go as they are. The receiver reports
 * with each acknowledgement how many cells of a segment are missing; so many fresh ones, and some
 * more (redundancy), are sent then, not the segment. A report of a partial segment reduces the
 * window as a fast retransmit does.
 *
 * Flow manager: that of IndexedTcpSocket, with any congestion control.
 */
class BostonSocket : public IndexedTcpSocket
{
  public:
    /** @brief Where extra cells come from. */
    enum RedundancyPolicy
    {
        NONE,    //!< no extra cells
        FIXED,   //!< fractions Gamma, GammaRetx of the cells of a full segment
        ADAPTIVE //!< as many as meet TargetRounds at the loss rate that is reported
    };

    /** @brief How a fraction of cells becomes a number. */
    enum RedundancyRounding
    {
        NEAREST, //!< to the nearest, at least 1 if the fraction is not 0
        UP,      //!< up
        DOWN     //!< down
    };

    /** @brief How the first cell, with the headers, fares. */
    enum HeaderMode
    {
        CODED_PDU,  //!< dispersed as the rest; the VC tells the connection
        REPLICATED, //!< sent in copies besides; without any of them a partial segment is lost
        IDEAL       //!< whatever arrives tells the connection
    };

    /** @brief What happened to reports and sessions. */
    struct BostonCounters
    {
        uint64_t refused{0};   //!< parameters of the peer that cannot be
        uint64_t stale{0};     //!< reports on what is acknowledged or was sent again since
        uint64_t malformed{0}; //!< reports that cannot be
        uint64_t partial{0};   //!< reports of missing cells that were acted upon
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    BostonSocket();
    /** @brief Makes a socket for an accepted connection; copies what is no attribute.
     * @param other listening socket */
    BostonSocket(const BostonSocket& other);
    ~BostonSocket() override;

    /** @param stack of the node */
    void SetStack(Ptr<BostonStack> stack);

    /** @return whether segments are dispersed, both ends having agreed */
    bool IsDispersing() const
    {
        return m_sender != nullptr;
    }

    /** @return the receiving half; null unless IsDispersing() */
    Ptr<BostonReceiver> GetReceiver() const
    {
        return m_receiver;
    }

    /** @return what happened to reports and sessions */
    const BostonCounters& GetBostonCounters() const
    {
        return m_bostonCounters;
    }

    /** @return estimate of the loss rate of cells, from the peer's reports */
    double GetLossRate() const
    {
        return 1 - m_successRate;
    }

    /**
     * @brief TracedCallback signature for partial segments, at the receiver.
     * @param [in] segment number
     * @param [in] have cells that are there
     * @param [in] needed cells
     */
    typedef void (*PartialTracedCallback)(uint16_t segment, uint32_t have, uint32_t needed);
    /**
     * @brief TracedCallback signature for reports, at the sender.
     * @param [in] report what the acknowledgement says
     */
    typedef void (*ReportTracedCallback)(const BostonReport& report);
    /**
     * @brief TracedCallback signature for segments that were rebuilt wrongly.
     * @param [in] segment number
     */
    typedef void (*FailTracedCallback)(uint16_t segment);
    /**
     * @brief TracedCallback signature for the handshake.
     * @param [in] agreed whether segments will be dispersed
     * @param [in] reason why not
     */
    typedef void (*SessionTracedCallback)(bool agreed, std::string reason);

  protected:
    // inherited from IndexedTcpSocket
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    Ptr<IndexedTcpSocket> Fork() override;
    void DecorateSegment(Ptr<Packet> packet,
                         const TcpHeader& header,
                         const TcpSentSegment* data) override;
    uint32_t GetUsableWindow() const override;
    void NotifyShut() override;
    void NotifyNodeGone() override;

  private:
    /** @param size bytes of data in a full segment @return its cells */
    uint32_t GetCells(uint32_t size) const;
    /** @return parameters of what we send */
    BostonParameters MakeParameters() const;
    /** @param p parameters of ours; aborts if they cannot be */
    void CheckSettings(const BostonParameters& p) const;
    /** @param offer of the peer; the session begins if it can */
    void Agree(const BostonParameters& offer);
    /** @brief The session is over. */
    void EndSession();
    /** @param packet to be dispersed @param data it @param again not the first time */
    void TagData(Ptr<Packet> packet, const TcpSentSegment& data, bool again);
    /** @param packet acknowledgement @param report added to it */
    void AddReport(Ptr<Packet> packet, const BostonReport& report);
    /** @param fraction Gamma or GammaRetx @param missing cells @return cells to send beyond those
     */
    uint32_t GetExtra(double fraction, uint32_t missing) const;
    /** @param report that arrived */
    void TakeReport(const BostonReport& report);
    /** @brief The receiving half has something to say. @param report it @param have cells
     * @param needed cells, 0: the segment is complete */
    void SendReport(const BostonReport& report, uint32_t have, uint32_t needed);
    /** @param segment that was rebuilt wrongly */
    void NotifyDecodeFail(uint16_t segment);

    // what the user sets
    bool m_dispersal{true};                           //!< attribute
    RedundancyPolicy m_policy{NONE};                  //!< attribute
    RedundancyRounding m_rounding{NEAREST};           //!< attribute
    double m_gamma{0};                                //!< attribute
    double m_gammaRetx{0};                            //!< attribute
    double m_targetRounds{2};                         //!< attribute
    uint32_t m_maxDispersal{0};                       //!< attribute
    uint32_t m_fieldBits{0};                          //!< attribute
    bool m_systematic{false};                         //!< attribute
    BostonCellIdMode m_idMode{BOSTON_ID_OUT_OF_BAND}; //!< attribute
    HeaderMode m_headerMode{CODED_PDU};               //!< attribute
    uint32_t m_headerCopies{2};                       //!< attribute
    Time m_partialTimeout;                            //!< attribute
    uint32_t m_maxPartial{256};                       //!< attribute
    bool m_partialCountsAsDup{false};                 //!< attribute
    bool m_chargeRedundancy{false};                   //!< attribute

    Ptr<BostonStack> m_stack;                //!< of the node
    std::optional<BostonParameters> m_offer; //!< of the SYN that is being answered
    Ptr<BostonSender> m_sender;              //!< sending half, null: plain TCP
    uint32_t m_senderNumber{0};              //!< in the stack
    Ptr<BostonReceiver> m_receiver;          //!< receiving half
    BostonFlow m_inFlow;                     //!< from the peer
    double m_successRate{1};                 //!< smoothed
    std::optional<BostonReport> m_arrived;   //!< of the latest segment that was rebuilt, to be sent
    BostonCounters m_bostonCounters;         //!< so far

    TracedValue<uint32_t> m_redundancy{0};                       //!< Redundancy
    TracedCallback<uint16_t, uint32_t, uint32_t> m_partialTrace; //!< Partial
    TracedCallback<const BostonReport&> m_reportTrace;           //!< Report
    TracedCallback<uint16_t> m_failTrace;                        //!< DecodeFail
    TracedCallback<bool, std::string> m_sessionTrace;            //!< Session
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_SOCKET_H
