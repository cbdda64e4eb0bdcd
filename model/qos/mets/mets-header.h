// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_HEADER_H
#define METS_HEADER_H

#include "ns3/pdu-header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Layers of a scalable flow, and levels of quality: a level has its layer and all below.
 */
enum MetsLayer
{
    METS_NONE, //!< as a level: the base layer alone; no packet has it
    METS_BL,   //!< base layer: I pictures
    METS_E1,   //!< first enhancement: P pictures
    METS_E2    //!< second enhancement: B pictures
};

/// @param layer a layer @return "none", "BL", "E1" or "E2"
const char* ToString(MetsLayer layer);

/**
 * @ingroup hsn-qos
 * @brief The header of a METS packet: 16 octets, big endian.
 *
 *     type 16 | flow 16 | sequence number 32 | timestamp 64
 *
 * The type is the first thing in the AAL5 payload, so that a switch finds it in the first cell of
 * a frame: the code of a layer in 14 bits, and two marks above it. Other types, and timestamps
 * above MAX_TIMESTAMP, are malformed.
 */
class MetsHeader : public PduHeader<MetsHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::MetsHeader";
    /// Octets.
    static constexpr uint32_t SIZE = 16;
    /// Mark: the packet begins a group of pictures.
    static constexpr uint16_t GOP_START = 0x8000;
    /// Mark: the packet is the last piece of a picture.
    static constexpr uint16_t LAST_PIECE = 0x4000;
    /// Latest timestamp, us: more than three years. Packets with later ones are malformed.
    static constexpr uint64_t MAX_TIMESTAMP = 100000000000000;
    /// The code of a type without its marks.
    static constexpr uint16_t CODE_MASK = 0x3fff;

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    /**
     * @brief Sets the type.
     * @param layer METS_BL to METS_E2; else the program ends with an error
     * @param gopStart whether a group of pictures begins
     * @param lastPiece whether a picture ends
     */
    void SetType(MetsLayer layer, bool gopStart, bool lastPiece);
    /// @return the code with its marks
    uint16_t GetType() const;
    /// @return the layer; METS_NONE if the code is none of a layer
    MetsLayer GetLayer() const;
    /// @return whether a group of pictures begins
    bool IsGopStart() const;
    /// @return whether a picture ends
    bool IsLastPiece() const;

    /// @param type with marks @return its layer; METS_NONE if it is none
    static MetsLayer GetLayer(uint16_t type);

    /// @param flow number of the flow
    void SetFlow(uint16_t flow);
    /// @return number of the flow
    uint16_t GetFlow() const;
    /// @param sequence number of the packet in its flow, from 0
    void SetSequence(uint32_t sequence);
    /// @return number of the packet in its flow
    uint32_t GetSequence() const;
    /// @param us time of emission by the sender's clock, us
    void SetTimestamp(uint64_t us);
    /// @return time of emission, us
    uint64_t GetTimestamp() const;

  private:
    uint16_t m_type{METS_BL}; //!< code and marks
    uint16_t m_flow{0};       //!< number of the flow
    uint32_t m_sequence{0};   //!< number of the packet
    uint64_t m_timestamp{0};  //!< us
};

extern template class PduHeader<MetsHeader>;

/**
 * @ingroup hsn-qos
 * @brief What a flow asks for beyond its base layer: two levels, of which the lower one is to be
 * granted before other flows get their higher one.
 *
 * Only {0, 0}, {0, E1} and {E1, E2} occur; of a level, pair() makes them.
 */
struct QosLevelPair
{
    uint8_t min{0}; //!< level 0 to 2: none, E1, E2
    uint8_t max{0}; //!< level, not below min

    /// @param level 0, 1 or 2; else the program ends with an error @return its pair
    static QosLevelPair Of(uint32_t level);

    /// @param other pair @return the greater of each
    QosLevelPair Merge(const QosLevelPair& other) const;

    /// @param other pair @return whether they are the same
    bool operator==(const QosLevelPair& other) const
    {
        return min == other.min && max == other.max;
    }
};

/**
 * @ingroup hsn-qos
 * @brief A message of the adaptation protocol: RES goes to the core, ADAPT to the receivers.
 *
 *     type 16 | flow 16 | era 32 | min or level 8 | max 8 (RES only)
 *
 * It fits a cell. Types are 16 (RES) and 17 (ADAPT), which no layer has. Other types, levels above
 * 2, and a pair that does not occur are malformed.
 */
class QosMessageHeader : public PduHeader<QosMessageHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::QosMessageHeader";
    /// Code of a reservation.
    static constexpr uint16_t RES = 16;
    /// Code of an answer.
    static constexpr uint16_t ADAPT = 17;

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    /// @param flow it is about @param era of the sender @param pair wanted @return a RES
    static QosMessageHeader MakeRes(uint16_t flow, uint32_t era, QosLevelPair pair);
    /// @param flow it is about @param era of the sender @param level granted @return an ADAPT
    static QosMessageHeader MakeAdapt(uint16_t flow, uint32_t era, uint32_t level);

    /// @return RES or ADAPT
    uint16_t GetType() const;
    /// @return flow
    uint16_t GetFlow() const;
    /// @return era
    uint32_t GetEra() const;
    /// @return what a RES asks for
    QosLevelPair GetPair() const;
    /// @return what an ADAPT grants, 0 to 2
    uint32_t GetLevel() const;

  private:
    uint16_t m_type{RES}; //!< code
    uint16_t m_flow{0};   //!< flow
    uint32_t m_era{0};    //!< number
    QosLevelPair m_pair;  //!< of an ADAPT: min is the level
};

extern template class PduHeader<QosMessageHeader>;
} // namespace hsn
} // namespace ns3

#endif // METS_HEADER_H
