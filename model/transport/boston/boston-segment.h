// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The dispersed segments of a TCP Boston sender, and the PDUs made of them.
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
/** @brief One direction of a connection: source and destination. */
struct BostonFlow
{
    Address source;      //!< address and port of the sender
    Address destination; //!< address and port of the receiver

    /** @param other flow @return whether this one comes first in an arbitrary total order */
    bool operator<(const BostonFlow& other) const
    {
        return std::tie(source, destination) < std::tie(other.source, other.destination);
    }
};

/** @brief What all segments of a sender share. */
struct BostonContext : public SimpleRefCount<BostonContext>
{
    /** @param f flow @param p parameters @param copies of the header cell @param survives see
     * headerSurvives @param lengths see isVirtual */
    BostonContext(const BostonFlow& f,
                  const BostonParameters& p,
                  uint32_t copies,
                  bool survives,
                  bool lengths = false)
        : flow(f),
          parameters(p),
          headerCopies(copies),
          headerSurvives(survives),
          isVirtual(lengths),
          codec(p)
    {
    }

    const BostonFlow flow;             //!< which connection
    const BostonParameters parameters; //!< how segments are dispersed
    const uint32_t headerCopies;       //!< uncoded copies of the first cell before the coded ones
    const bool headerSurvives;         //!< any cell identifies the connection
    const bool isVirtual;              //!< cells have numbers, but no contents
    BostonCodec codec;                 //!< disperses
};

/** @brief A dispersed segment: its bytes as they were first sent, and which of its coded cells have
 * been sent. */
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

    /** @return whether SetSdu() was called */
    bool HasSdu() const
    {
        return m_sdu != nullptr;
    }

    /** @param sdu the encapsulated IP datagram, as it is first sent */
    void SetSdu(Ptr<const Packet> sdu);

    /** @return the encapsulated IP datagram; null before SetSdu() */
    Ptr<const Packet> GetSdu() const
    {
        return m_sdu;
    }

    /** @return cells needed to rebuild it */
    uint32_t GetNeeded() const
    {
        return m_needed;
    }

    /** @return what it shares with the sender's other segments */
    BostonContext& GetContext() const
    {
        return *m_context;
    }

    /** @return its CPCS-PDU, cells needed * coded octets in a cell */
    const std::vector<uint8_t>& GetBytes() const;

    /** @param count coded cells to be sent @return index of the first; none of them was sent
     * before, unless all indices have been used */
    uint32_t TakeIndices(uint32_t count);

    const uint16_t id;        //!< number
    const StreamOffset begin; //!< first byte
    uint8_t transmission{0};  //!< the latest transmission, from 0
    uint16_t pending{0};      //!< cells that the receiver lacks, by its latest report; 0: all
    uint32_t cells{0};        //!< cells of the latest transmission
    bool reported{false};     //!< a report on that transmission has arrived
    Time lastSent;            //!< when that transmission went to IP
    Time firstCell;           //!< when the first cell of the first transmission was sent

  private:
    Ptr<BostonContext> m_context;         //!< shared
    Ptr<const Packet> m_sdu;              //!< as it was first sent
    uint32_t m_needed{0};                 //!< m
    uint32_t m_nextIndex{0};              //!< next one to be used
    mutable std::vector<uint8_t> m_bytes; //!< CPCS-PDU, made when first needed
};

/** @brief One transmission of a segment: some of its coded cells, the last of which ends it. */
class BostonPdu : public AtmPdu
{
  public:
    /**
     * @param segment with SDU
     * @param first index of the first coded cell
     * @param count coded cells
     * @param transmission its number, from 0
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

    /** @return number of the transmission, from 0 */
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

    /** @brief Writes the numbers that a cell bears in front of its data, if any. @param cell of the
     * PDU @param to its payload */
    void WriteNumbers(uint32_t cell, uint8_t* to) const;

  protected:
    void MakeBytes(std::vector<uint8_t>& bytes) const override;

  private:
    Ptr<const BostonSegment> m_segment; //!< the segment
    const uint32_t m_first;             //!< index of the first coded cell
    const uint32_t m_count;             //!< coded cells
    const uint8_t m_transmission;       //!< see GetTransmission
    const bool m_interleaved;           //!< see IsInterleaved
};

/** @brief The segments of a sender that are not yet acknowledged, in order. */
class BostonSender : public SimpleRefCount<BostonSender>
{
  public:
    /// Greatest number of segments that a receiver can tell apart.
    static constexpr uint32_t MAX_SEGMENTS = 1U << 15;

    /** @param context shared by the segments */
    explicit BostonSender(Ptr<BostonContext> context)
        : m_context(context)
    {
    }

    /** @return whether there is room for one more segment */
    bool HasRoom() const;
    /** @param begin first byte of a new segment, behind all others @return the segment */
    Ptr<BostonSegment> Append(StreamOffset begin);
    /** @param begin a byte @return the segment that begins there, or null */
    Ptr<BostonSegment> Find(StreamOffset begin) const;
    /** @param id number @return the segment, or null */
    Ptr<BostonSegment> FindId(uint16_t id) const;
    /** @brief Removes acknowledged segments. @param head first byte that is not acknowledged */
    void RemoveBelow(StreamOffset head);
    /** @brief Removes all segments. */
    void Clear();

    /** @return parameters */
    const BostonParameters& GetParameters() const
    {
        return m_context->parameters;
    }

  private:
    Ptr<BostonContext> m_context;              //!< shared by the segments
    std::deque<Ptr<BostonSegment>> m_segments; //!< in the order of the stream
    uint16_t m_nextId{0};                      //!< number of the next one
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_SEGMENT_H
