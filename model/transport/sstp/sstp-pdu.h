// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the two ends of an SSTP connection tell each other.
 */
#ifndef HSN_SSTP_PDU_H
#define HSN_SSTP_PDU_H

#include "sstp-bitmap.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief The types of PDUs (section 4.1). */
enum SstpPduType : uint16_t
{
    SSTP_DATA,          //!< a packet of a segment
    SSTP_KEEP_ALIVE,    //!< the sender has nothing to send now
    SSTP_END_OF_STREAM, //!< the sender will have nothing more to send
    SSTP_PACK,          //!< acknowledges segments
    SSTP_SNAK           //!< requests packets of a segment
};

/** @brief What goes to the receiver: types 0 to 2. */
struct SstpDataPdu
{
    SstpPduType type{SSTP_DATA}; //!< of the PDU
    uint32_t shipment{0};        //!< shipment sequence number: every PDU gets the next one
    uint32_t segment{0};         //!< of the packet, or of the last packet that was sent
    uint16_t packet{0};          //!< number of it in its segment, from 0
    bool lastOfSegment{false};   //!< it is the last one of its segment
    bool shortSegment{false};    //!< data: the segment has fewer octets than a full one
};

/** @brief What goes to the sender: types 3 and 4. */
struct SstpControlPdu
{
    SstpPduType type{SSTP_PACK}; //!< of the PDU
    bool windowValid{true};      //!< the window limit is valid
    bool endSeen{false};         //!< the receiver knows the end of the stream
    uint32_t control{0};         //!< control sequence number
    uint32_t segment{0};         //!< the segment that is accepted, or requested
    uint32_t acknowledged{0};    //!< all segments below are accepted
    uint32_t windowLimit{0};     //!< segments below may be sent
    SstpBitmap present;          //!< SNAK: clear bits are requested
};

/** @param wire number of the first segment @return the same as the ends count it */
inline uint64_t
SstpFirst(uint32_t wire)
{
    return (uint64_t{1} << 32) + wire;
}

/**
 * @brief Finds the number of which the wire has the lower 32 bits.
 * @param wire these bits
 * @param near a number at a distance below 2^31
 * @return the number, by serial arithmetic
 */
inline uint64_t
SstpUnwrap(uint32_t wire, uint64_t near)
{
    return near + static_cast<int64_t>(static_cast<int32_t>(wire - static_cast<uint32_t>(near)));
}
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_PDU_H
