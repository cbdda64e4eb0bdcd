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
 * Session manager: SYN and its answer carry the parameters of the dispersal. Where one of them
 * arrives without (the peer has another TCP, or the path is not all ATM), the connection is plain
 * TCP.
 *
 * Segment manager: full segments are dispersed, all others are sent as they are. With each
 * acknowledgement the receiver reports how many cells of a segment are missing; as many fresh coded
 * cells, and some extra ones (redundancy), are then sent instead of the segment: when TCP
 * retransmits it, or (PartialReaction Immediate) as soon as the report arrives, which then reduces
 * the window as a fast retransmit does.
 *
 * Flow manager: that of IndexedTcpSocket, with any congestion control. A report goes to it with the
 * acknowledgement, as a BostonAckNote.
 */
class BostonSocket : public IndexedTcpSocket
{
  public:
    /** @brief How the number of extra cells is chosen. */
    enum RedundancyPolicy
    {
        NONE,    //!< no extra cells
        FIXED,   //!< fractions Gamma, GammaRetx of the cells of a full segment
        ADAPTIVE //!< the fewest that meet TargetRounds at the reported loss rate; needs GSL
    };

    /** @brief How a fraction of cells is rounded. */
    enum RedundancyRounding
    {
        NEAREST, //!< to the nearest, at least 1 if the fraction is not 0
        UP,      //!< up
        DOWN     //!< down
    };

    /** @brief How the header cell, the first one, is protected. */
    enum HeaderMode
    {
        CODED_PDU,  //!< like all others; the VC identifies the connection
        REPLICATED, //!< by additional copies; without any of them a partial segment is lost
        IDEAL       //!< not needed: any cell identifies the connection
    };

    /** @brief What a sender does upon the report of a partial segment. */
    enum PartialReaction
    {
        BY_TCP,   //!< notes what is missing; TCP decides when to send again
        IMMEDIATE //!< sends what is missing at once, and reduces the window
    };

    /** @brief What coded cells carry. */
    enum Payload
    {
        REAL,   //!< coded octets
        VIRTUAL //!< lengths and indices only
    };

    /** @brief Totals of sessions and reports. */
    struct BostonCounters
    {
        uint64_t refused{0}; //!< peers whose parameters are invalid
        uint64_t stale{0}; //!< reports on segments that are acknowledged, or were sent again since
        uint64_t malformed{0}; //!< invalid reports
        uint64_t partial{0};   //!< reports of missing cells of a segment that is still needed
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

    /** @return totals so far */
    const BostonCounters& GetBostonCounters() const
    {
        return m_bostonCounters;
    }

    /** @return smoothed loss rate of cells, from the peer's reports */
    double GetLossRate() const
    {
        return 1 - m_successRate;
    }

    /**
     * @brief TracedCallback signature for partial segments, at the receiver.
     * @param [in] segment number
     * @param [in] have cells that have arrived
     * @param [in] needed cells
     */
    typedef void (*PartialTracedCallback)(uint16_t segment, uint32_t have, uint32_t needed);
    /**
     * @brief TracedCallback signature for reports, at the sender.
     * @param [in] report what the acknowledgement says
     */
    typedef void (*ReportTracedCallback)(const BostonReport& report);
    /**
     * @brief TracedCallback signature for segments whose decoding failed.
     * @param [in] segment number
     */
    typedef void (*FailTracedCallback)(uint16_t segment);
    /**
     * @brief TracedCallback signature for the handshake.
     * @param [in] agreed whether segments will be dispersed
     * @param [in] reason why not; empty if agreed
     */
    typedef void (*SessionTracedCallback)(bool agreed, std::string reason);

  protected:
    // inherited from IndexedTcpSocket
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    Ptr<IndexedTcpSocket> Fork() override;
    void DecorateSegment(Ptr<Packet> packet,
                         const TcpHeader& header,
                         const TcpSentSegment* data) override;
    bool NeedsPackets() const override;
    uint32_t GetUsableWindow() const override;
    void NotifyShut() override;
    void NotifyNodeGone() override;

  private:
    /** @param size bytes of data in a full segment @return its cells */
    uint32_t GetCells(uint32_t size) const;
    /** @return parameters of what we send */
    BostonParameters MakeParameters() const;
    /** @brief Aborts if our parameters are invalid. @param p parameters */
    void CheckSettings(const BostonParameters& p) const;
    /** @brief Begins the session, if the peer's parameters are valid. @param offer they */
    void Agree(const BostonParameters& offer);
    /** @brief The session is over. */
    void EndSession();
    /** @brief Has the adaptation layer disperse a segment. @param packet the packet @param data the
     * same on the scoreboard @param again whether it is a retransmission */
    void TagData(Ptr<Packet> packet, const TcpSentSegment& data, bool again);
    /** @param packet acknowledgement @param report added to it */
    void AddReport(Ptr<Packet> packet, const BostonReport& report);
    /** @param fraction Gamma or GammaRetx @param missing cells @return cells to send beyond those
     */
    uint32_t GetExtra(double fraction, uint32_t missing) const;
    /** @brief Acts upon a report. @param report that arrived */
    void TakeReport(const BostonReport& report);
    /** @brief Sends a report of the receiving half. @param report on a segment @param have cells
     * that have arrived @param needed cells needed, 0: the segment is complete */
    void SendReport(const BostonReport& report, uint32_t have, uint32_t needed);
    /** @param segment whose decoding failed */
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
    PartialReaction m_reaction{BY_TCP};               //!< attribute
    Payload m_payload{REAL};                          //!< attribute
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
