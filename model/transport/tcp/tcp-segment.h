// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_SEGMENT_H
#define HSN_TCP_SEGMENT_H

#include "ns3/packet.h"
#include "ns3/sequence-number.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief The header of an arriving TCP segment, read once and checked (RFC 9293, section 3.1).
 *
 * Unlike ns3::TcpHeader it allocates no objects for options, and rejects malformed headers.
 */
struct TcpSegment
{
    /// Greatest number of SACK blocks in a header.
    static constexpr uint32_t MAX_SACK_BLOCKS = 4;
    /// Length of the longest header.
    static constexpr uint32_t MAX_HEADER = 60;

    /**
     * @brief Reads the header at the front of a packet, which is not changed.
     * @param packet from the network
     * @return what is malformed; nullptr if nothing is
     */
    const char* Read(Ptr<const Packet> packet);

    /** @param flag of ns3::TcpHeader @return whether it is set */
    bool Has(uint8_t flag) const
    {
        return (flags & flag) != 0;
    }

    SequenceNumber32 seq;         //!< sequence number
    SequenceNumber32 ack;         //!< acknowledgement number
    uint8_t flags{0};             //!< as ns3::TcpHeader::Flags_t
    uint16_t window{0};           //!< window field, not scaled
    uint32_t headerSize{0};       //!< bytes, options included
    uint32_t size{0};             //!< bytes of data
    std::optional<uint16_t> mss;  //!< option MSS
    std::optional<uint8_t> scale; //!< option window scale
    bool sackPermitted{false};    //!< option SACK permitted
    bool hasTimestamp{false};     //!< option timestamps ...
    uint32_t timestamp{0};        //!< ... its value
    uint32_t echo{0};             //!< ... and what it echoes
    uint32_t nBlocks{0};          //!< option SACK: number of blocks
    std::array<std::pair<SequenceNumber32, SequenceNumber32>, MAX_SACK_BLOCKS>
        blocks; //!< option SACK: first number, number after the last

  private:
    /** @param options bytes @param length how many @return what is malformed, nullptr if nothing */
    const char* ReadOptions(const uint8_t* options, uint32_t length);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_SEGMENT_H
