// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What a TCP Boston sender keeps of its segments, and the PDUs it makes of them.
 */
#ifndef HSN_BOSTON_SEGMENT_H
#define HSN_BOSTON_SEGMENT_H

#include "boston-codec.h"
#include "boston-parameters.h"

#include "ns3/address.h"
#include "ns3/atm-pdu.h"
#include "ns3/byte-range-set.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

#include <deque>
#include <tuple>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief One direction of a connection: where from and where to. */
struct BostonFlow
{
    Address source;      //!< address and port of the sender
    Address destination; //!< address and port of the receiver

    /** @param other flow @return whether this one comes first, in some order */
    bool operator<(const BostonFlow& other) const
    {
        return std::tie(source, destination) < std::tie(other.source, other.destination);
    }
};

/** @brief What all segments of a sender share. */
struct BostonContext : public SimpleRefCount<BostonContext>
{
    /** @param f flow @param p parameters @param copies of the header cell @param survives see
     * headerSurvives */
    BostonContext(const BostonFlow& f, const BostonParameters& p, uint32_t copies, bool survives)
        : flow(f),
          parameters(p),
          headerCopies(copies),
          headerSurvives(survives),
          codec(p)
    {
    }

    const BostonFlow flow;             //!< which connection
    const BostonParameters parameters; //!< how segments are dispersed
    const uint32_t headerCopies;       //!< uncoded copies of the first cell before the coded ones
    const bool headerSurvives;         //!< any cell tells whose it is
    BostonCodec codec;                 //!< disperses
};

/** @brief A segment that is dispersed: its bytes as they were first sent, and which of its coded
 * cells have been used. */
class BostonSegment : public SimpleRefCount<BostonSegment>
{
  public:
    /** @param context of the sender @param number of the segment @param place of its first byte */
    BostonSegment(Ptr<BostonContext> context, uint16_t number, StreamOffset place)
        : id(number),
          begin(place),
          m_context(context)
    {
    }

    /** @return whether the bytes are here */
    bool HasSdu() const
    {
        return m_sdu != nullptr;
    }

    /** @param sdu the encapsulated IP datagram, as it is first sent */
    void SetSdu(Ptr<const Packet> sdu);

    /** @return the encapsulated IP datagram; null as long as it is not set */
    Ptr<const Packet> GetSdu() const
    {
        return m_sdu;
    }

    /** @return cells needed to rebuild it */
    uint32_t GetNeeded() const
    {
        return m_needed;
    }

    /** @return what it shares with others */
    BostonContext& GetContext() const
    {
        return *m_context;
    }

    /** @return its CPCS-PDU, cells needed * coded octets in a cell */
    const std::vector<uint8_t>& GetBytes() const;

    /** @param count coded cells to be sent @return index of the first, none of which was sent
     * before unless all have been */
    uint32_t TakeIndices(uint32_t count);

    const uint16_t id;        //!< its number
    const StreamOffset begin; //!< place in the stream
    uint8_t transmission{0};  //!< which one was the last, from 0 on
    uint16_t pending{0};      //!< cells the receiver lacks as far as we know; 0: all
    uint32_t cells{0};        //!< that transmission had
    bool reported{false};     //!< that transmission was reported on
    Time lastSent;            //!< when that transmission was handed to IP
    Time firstCell;           //!< when the first cell of the first transmission left

  private:
    Ptr<BostonContext> m_context;         //!< shared
    Ptr<const Packet> m_sdu;              //!< as it was first sent
    uint32_t m_needed{0};                 //!< m
    uint32_t m_nextIndex{0};              //!< of a coded cell
    mutable std::vector<uint8_t> m_bytes; //!< CPCS-PDU once asked for
};

/** @brief One transmission of a segment: some of its coded cells, the last of which ends it. */
class BostonPdu : public AtmPdu
{
  public:
    /**
     * @param segment with SDU
     * @param first index of the first coded cell
     * @param count coded cells
     * @param transmission which one, from 0 on
     * @param interleaved whether cells of other transmissions may come between
     */
    BostonPdu(Ptr<const BostonSegment> segment,
              uint32_t first,
              uint32_t count,
              uint8_t transmission,
              bool interleaved);

    /** @return the segment */
    const BostonSegment& GetSegment() const
    {
        return *m_segment;
    }

    /** @return which transmission of it, from 0 on */
    uint8_t GetTransmission() const
    {
        return m_transmission;
    }

    /** @return coded cells in it */
    uint32_t GetCoded() const
    {
        return m_count;
    }

    /** @return whether cells of other transmissions may come between */
    bool IsInterleaved() const
    {
        return m_interleaved;
    }

    /** @param cell of the PDU @return whether it is a copy of the header cell */
    bool IsHeaderCopy(uint32_t cell) const
    {
        return cell < m_segment->GetContext().headerCopies;
    }

    /** @param cell of the PDU, not a header copy @return its place among the coded cells */
    uint32_t GetPosition(uint32_t cell) const
    {
        return cell - m_segment->GetContext().headerCopies;
    }

    /** @param cell of the PDU, not a header copy @return index of the coded cell */
    uint32_t GetIndex(uint32_t cell) const
    {
        return (m_first + GetPosition(cell)) % m_segment->GetContext().parameters.dispersed;
    }

  protected:
    void MakeBytes(std::vector<uint8_t>& bytes) const override;

  private:
    Ptr<const BostonSegment> m_segment; //!< the segment
    const uint32_t m_first;             //!< index of the first coded cell
    const uint32_t m_count;             //!< coded cells
    const uint8_t m_transmission;       //!< see GetTransmission
    const bool m_interleaved;           //!< see IsInterleaved
};

/** @brief The segments of a sender that are not acknowledged yet, in order. */
class BostonSender : public SimpleRefCount<BostonSender>
{
  public:
    /// Segments that can be told apart by a receiver.
    static constexpr uint32_t MAX_SEGMENTS = 1U << 15;

    /** @param context shared by the segments */
    explicit BostonSender(Ptr<BostonContext> context)
        : m_context(context)
    {
    }

    /** @return whether there is room for one more segment */
    bool HasRoom() const;
    /** @param begin place of a new segment, behind all others @return it */
    Ptr<BostonSegment> Append(StreamOffset begin);
    /** @param begin place @return the segment that begins there, or null */
    Ptr<BostonSegment> Find(StreamOffset begin) const;
    /** @param id number @return the segment, or null */
    Ptr<BostonSegment> FindId(uint16_t id) const;
    /** @param head forgets what lies before this place */
    void RemoveBelow(StreamOffset head);
    /** @brief Forgets all segments. */
    void Clear();

    /** @return parameters */
    const BostonParameters& GetParameters() const
    {
        return m_context->parameters;
    }

  private:
    Ptr<BostonContext> m_context;              //!< shared by the segments
    std::deque<Ptr<BostonSegment>> m_segments; //!< in order of place and number
    uint16_t m_nextId{0};                      //!< number of the next one
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_SEGMENT_H
