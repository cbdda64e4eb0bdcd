// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_RECEIVER_H
#define HSN_BOSTON_RECEIVER_H

#include "boston-segment.h"

#include "ns3/callback.h"
#include "ns3/cell-burst.h"
#include "ns3/event-id.h"

#include <list>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief The receiving end of dispersed segments: keeps cells until there are enough to rebuild.
 *
 * A transmission of a segment ends with its last cell, or, if that was lost, with a cell of another
 * one (EndTransmission), or PartialTimeout after its latest cell. What is not complete then is
 * reported as partial; the cells stay. Each of the coded cells counts once, whatever comes again.
 *
 * Nothing is allocated for a cell: segments use the memory of those before them.
 */
class BostonReceiver : public SimpleRefCount<BostonReceiver>
{
  public:
    /** @brief What has happened to cells. All that arrived are in one of the fates. */
    struct Counters
    {
        uint64_t cells{0};       //!< coded cells that arrived
        uint64_t used{0};        //!< kept, and different from others of their segment
        uint64_t duplicates{0};  //!< known already
        uint64_t late{0};        //!< of a segment that is complete
        uint64_t malformed{0};   //!< with an index or a length that cannot be
        uint64_t noRoom{0};      //!< of a segment for which there is no room
        uint64_t headers{0};     //!< uncoded copies of the header cell, not in the sum
        uint64_t segments{0};    //!< rebuilt
        uint64_t partial{0};     //!< reports of partial segments
        uint64_t decodeFails{0}; //!< rebuilt, but AAL5's trailer does not fit
        uint64_t evicted{0};     //!< times that a partial segment had to go, or could not come
    };

    /** @brief A segment that was rebuilt. */
    struct Complete
    {
        Ptr<Packet> sdu;        //!< null: none
        BostonReport report;    //!< to be sent back
        Time firstCell;         //!< when the sender sent its first cell
        uint32_t transmissions; //!< which transmission completed it, from 1 on
    };

    /** @brief Is told of a partial segment, or of one sent again though complete: report, cells
     * that are there, cells needed (0: complete). */
    typedef Callback<void, const BostonReport&, uint32_t, uint32_t> ReportCallback;
    /** @brief Is told of a segment whose trailer does not fit: its number. */
    typedef Callback<void, uint16_t> FailCallback;

    /**
     * @param parameters of the sender; Check() must be content with them
     * @param timeout least time after its latest cell when a transmission is over
     * @param headerNeeded whether a partial segment is recognised only by a copy of its header
     * @param maxSegments partial segments that are kept at most, at least 1
     */
    BostonReceiver(const BostonParameters& parameters,
                   Time timeout,
                   bool headerNeeded,
                   uint32_t maxSegments);
    ~BostonReceiver();
    BostonReceiver(const BostonReceiver&) = delete;
    BostonReceiver& operator=(const BostonReceiver&) = delete;

    /** @param report is told of partial segments @param fail is told of rebuilt nonsense */
    void SetCallbacks(ReportCallback report, FailCallback fail);

    /** @brief Forgets callbacks, segments, and timer. */
    void Stop();

    /**
     * @brief A cell arrives.
     * @param pdu its PDU
     * @param burst with the cell
     * @param i which cell of the burst
     * @param arrival of the cell; now, if it is one of AtmPdu::GetNotableFrom()'s
     * @return the segment it completes, if it does
     */
    Complete Receive(const BostonPdu& pdu, const CellBurst& burst, uint32_t i, Time arrival);

    /** @brief No more cells will come of a transmission. @param id segment @param transmission
     * which */
    void EndTransmission(uint16_t id, uint8_t transmission);

    /** @return parameters of the sender */
    const BostonParameters& GetParameters() const
    {
        return m_parameters;
    }

    /** @return what has happened */
    const Counters& GetCounters() const;

    /** @return cells that no segment can have, so far */
    uint64_t GetMalformed() const
    {
        return m_counters.malformed;
    }

    /** @return segments of which there are some cells */
    uint32_t GetNPartial() const
    {
        return static_cast<uint32_t>(m_byId.size());
    }

  private:
    /** @brief A segment that is not complete. */
    struct Partial
    {
        uint16_t id{0};                //!< number
        uint32_t needed{0};            //!< cells
        std::vector<uint32_t> indices; //!< of the cells that are there
        std::vector<uint8_t> cells;    //!< they
        std::vector<bool> known;       //!< by index
        bool headerSeen{false};        //!< a copy of the header has arrived
        bool open{false};              //!< a transmission is going on
        uint8_t transmission{0};       //!< which one
        uint32_t sent{0};              //!< coded cells it has
        uint32_t received{0};          //!< of which arrived
        Time latest;                   //!< when the latest cell arrived
    };

    typedef std::list<Partial> Partials; //!< all of them; never moved in memory

    /** @param id segment that is new @return whether there is room for it now */
    bool MakeRoom(uint16_t id);
    /** @param pdu a transmission that begins @param id segment @return it; end of m_open if there
     * is no room */
    Partials::iterator Open(const BostonPdu& pdu, uint16_t id);
    /** @param it whose transmission is over: reported unless complete */
    void Close(Partials::iterator it);
    /** @param it forgotten, its memory kept for another one */
    void Recycle(Partials::iterator it);
    /** @param it has all cells @param pdu of the last @return it, rebuilt */
    Complete Rebuild(Partials::iterator it, const BostonPdu& pdu);
    /** @param p a segment @return what to tell of it */
    BostonReport MakeReport(const Partial& p) const;
    /** @param id segment that is complete @param transmission which came last */
    void Remember(uint16_t id, uint8_t transmission);
    /** @return how long a transmission may be silent */
    Time GetTimeout() const;
    /** @brief Ends transmissions that have been silent for too long. */
    void OnTimer();
    /** @brief Gives up transmissions of which nothing has come for too long. */
    void Expire();

    const BostonParameters m_parameters;                     //!< of the sender
    const Time m_timeout;                                    //!< least
    const bool m_headerNeeded;                               //!< see constructor
    const uint32_t m_maxSegments;                            //!< see constructor
    BostonCodec m_codec;                                     //!< rebuilds
    Partials m_open;                                         //!< transmission going on, by latest
    Partials m_waiting;                                      //!< no transmission, oldest first
    Partials m_free;                                         //!< memory
    std::unordered_map<uint16_t, Partials::iterator> m_byId; //!< open and waiting
    std::vector<uint16_t> m_complete; //!< by number: 0 or last transmission + 1
    uint16_t m_newest{0};             //!< newest complete number
    double m_gap{0};                  //!< smoothed time between cells, time steps
    std::vector<uint8_t> m_segment;   //!< being rebuilt
    std::vector<uint8_t> m_sent;      //!< to compare with
    EventId m_timer;                  //!< for the first of m_open
    ReportCallback m_report;          //!< see SetCallbacks
    FailCallback m_fail;              //!< see SetCallbacks
    Counters m_counters;              //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_RECEIVER_H
