// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_RECEIVER_H
#define HSN_BOSTON_RECEIVER_H

#include "boston-segment.h"

#include "ns3/atm-change.h"
#include "ns3/callback.h"
#include "ns3/cell-burst.h"
#include "ns3/event-id.h"

#include <array>
#include <list>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmNetDevice;

/**
 * @brief The receiving end of dispersed segments: keeps cells until there are enough to rebuild a
 * segment.
 *
 * A transmission of a segment ends with its last cell; if that was lost, with a cell of another
 * transmission (EndTransmission), or PartialTimeout after its latest cell. A segment that is not
 * complete then is reported as partial; its cells are kept. Each coded cell counts once, however
 * often it arrives.
 *
 * Nothing is allocated for a cell: segments reuse the memory of earlier ones.
 */
class BostonReceiver : public SimpleRefCount<BostonReceiver>
{
  public:
    /** @brief Totals of cells. Each cell that arrived is counted as used, duplicate, late,
     * malformed or noRoom. */
    struct Counters
    {
        uint64_t cells{0};       //!< coded cells that arrived
        uint64_t used{0};        //!< kept
        uint64_t duplicates{0};  //!< of an index that was known already
        uint64_t late{0};        //!< of a segment that is complete
        uint64_t malformed{0};   //!< of an impossible index or length
        uint64_t noRoom{0};      //!< of a segment for which there was no room
        uint64_t headers{0};     //!< uncoded copies of the header cell, not in cells
        uint64_t heard{0};       //!< transmissions of which at least a cell arrived
        uint64_t segments{0};    //!< segments rebuilt
        uint64_t partial{0};     //!< reports of partial segments
        uint64_t decodeFails{0}; //!< segments rebuilt whose AAL5 trailer is wrong
        uint64_t evicted{0};     //!< partial segments removed, or not admitted, for want of room
    };

    /** @brief A segment that was rebuilt. */
    struct Complete
    {
        Ptr<Packet> sdu;        //!< null: none
        BostonReport report;    //!< to be returned to the sender
        Time firstCell;         //!< when the sender sent its first cell
        uint32_t transmissions; //!< number of transmissions it took
    };

    /** @brief Called for a partial segment, and for a complete one that is sent again: report,
     * cells that have arrived, cells needed (0: complete). */
    typedef Callback<void, const BostonReport&, uint32_t, uint32_t> ReportCallback;
    /** @brief Called when decoding fails: number of the segment whose trailer is wrong. */
    typedef Callback<void, uint16_t> FailCallback;

    /**
     * @param parameters of the sender, which pass Check()
     * @param timeout least time after its latest cell at which a transmission is over
     * @param headerNeeded whether a partial segment is recognised only by a copy of its header
     * @param maxSegments greatest number of partial segments kept, at least 1
     */
    BostonReceiver(const BostonParameters& parameters,
                   Time timeout,
                   bool headerNeeded,
                   uint32_t maxSegments);
    ~BostonReceiver();
    BostonReceiver(const BostonReceiver&) = delete;
    BostonReceiver& operator=(const BostonReceiver&) = delete;

    /** @param report called for partial segments @param fail called when decoding fails */
    void SetCallbacks(ReportCallback report, FailCallback fail);

    /** @param device at which cells arrive */
    void SetDevice(Ptr<AtmNetDevice> device);

    /** @brief Forgets callbacks, segments, and timer. */
    void Stop();

    /**
     * @brief A cell arrives.
     * @param pdu its PDU
     * @param burst with the cell
     * @param i which cell of the burst
     * @param arrival of the cell; now, for cells from AtmPdu::GetNotableFrom() on
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

    /** @return totals so far */
    const Counters& GetCounters() const;

    /** @return cells of an impossible index or length, so far */
    uint64_t GetMalformed() const
    {
        return m_counters->malformed;
    }

    /** @return segments of which some cells have arrived */
    uint32_t GetNPartial() const
    {
        return static_cast<uint32_t>(m_byId.size());
    }

  private:
    /** @brief What an arriving cell says. */
    struct Content
    {
        uint16_t id{0};               //!< segment
        uint32_t index{0};            //!< index of the coded cell
        const uint8_t* data{nullptr}; //!< coded octets; null: the payload is virtual
        bool damaged{false};          //!< virtual, and would not have these octets any more
        std::array<uint8_t, CellBurst::PAYLOAD_BYTES> copy; //!< of a damaged payload
    };

    /** @brief A segment that is not complete. */
    struct Partial
    {
        uint16_t id{0};                //!< number
        uint32_t needed{0};            //!< cells
        std::vector<uint32_t> indices; //!< of the cells that have arrived
        std::vector<uint8_t> cells;    //!< their contents, unless virtual
        bool isVirtual{false};         //!< cells have no contents
        bool damaged{false};           //!< with the contents of one of them it cannot be rebuilt
        std::vector<bool> known;       //!< whether a cell has arrived, by index
        bool headerSeen{false};        //!< a copy of the header has arrived
        bool open{false};              //!< a transmission is going on
        uint8_t transmission{0};       //!< number of the latest transmission
        uint32_t sent{0};              //!< coded cells in that transmission
        uint32_t received{0};          //!< of these, how many arrived
        Time latest;                   //!< when the latest cell arrived
        Ptr<AtmPdu> pdu;               //!< the latest transmission
    };

    typedef std::list<Partial> Partials; //!< segments; elements never move in memory

    /** @brief Reads an arriving cell. @param pdu its PDU @param burst with the cell @param cell of
     * the PDU @param content where to write what it says */
    void Read(const BostonPdu& pdu, const CellBurst& burst, uint32_t cell, Content& content) const;
    /** @brief Makes room, if need be by removing a segment. @param id new segment @return whether
     * there is room for it */
    bool MakeRoom(uint16_t id);
    /**
     * @param pdu transmission that begins, or goes on after it seemed to be over
     * @param burst of it
     * @param id its segment
     * @param arrival of the cell
     * @return the segment; end of m_open if there is no room
     */
    Partials::iterator Open(const BostonPdu& pdu,
                            const CellBurst& burst,
                            uint16_t id,
                            Time arrival);
    /** @param it segment whose transmission is over; it is reported */
    void Close(Partials::iterator it);
    /** @param it segment that is removed; its memory is kept for another one */
    void Recycle(Partials::iterator it);
    /** @param it segment with enough cells @param pdu of the last cell @return the segment, rebuilt
     */
    Complete Rebuild(Partials::iterator it, const BostonPdu& pdu);
    /** @brief Decodes a segment. @param p the segment @return whether its trailer is right */
    bool Decode(const Partial& p);
    /** @param sent a segment as it was sent @return the decoded one, which is the same packet if
     * the octets are unchanged */
    Ptr<Packet> MakeSdu(Ptr<const Packet> sent);
    /** @param p a segment @return the report on it */
    BostonReport MakeReport(const Partial& p) const;
    /** @param id complete segment @param transmission its latest one */
    void Remember(uint16_t id, uint8_t transmission);
    /** @return time without a cell after which a transmission is over */
    Time GetTimeout() const;
    /** @brief Timer: ends transmissions of which no cell has come for GetTimeout(). */
    void OnTimer();
    /** @brief Ends transmissions of which no cell has come for GetTimeout(). */
    void Expire();

    const BostonParameters m_parameters; //!< of the sender
    const Time m_timeout;                //!< least timeout
    const bool m_headerNeeded;           //!< see constructor
    const uint32_t m_maxSegments;        //!< see constructor
    BostonCodec m_codec;                 //!< rebuilds
    Partials m_open;    //!< with a transmission going on, by time of the latest cell
    Partials m_waiting; //!< without, oldest first
    Partials m_free;    //!< memory for reuse
    std::unordered_map<uint16_t, Partials::iterator> m_byId; //!< open and waiting
    std::vector<uint16_t> m_complete; //!< by number: 0, or last transmission + 1 if complete; as
                                      //!< long as the greatest number so far
    uint16_t m_newest{0};             //!< newest complete number
    double m_gap{0};                  //!< smoothed time between cells, time steps
    std::vector<uint8_t> m_segment;   //!< being rebuilt
    uint32_t m_length{0};             //!< octets of its SDU
    std::vector<uint8_t> m_sent;      //!< as it was sent, to compare with
    EventId m_timer;                  //!< for the first of m_open
    Ptr<AtmNetDevice> m_device;       //!< at which cells arrive, or null
    ReportCallback m_report;          //!< see SetCallbacks
    FailCallback m_fail;              //!< see SetCallbacks
    AtmLazy<Counters> m_counters;     //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_RECEIVER_H
