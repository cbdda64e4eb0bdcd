// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LEAN_SEGMENT_H
#define HSN_LEAN_SEGMENT_H

#include "tcp-connection-key.h"
#include "tcp-segment.h"

#include "ns3/ipv4-address.h"
#include "ns3/link-flow.h"
#include "ns3/link-frame.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief A TCP segment on lean links, from one LeanHost to another: its IPv4 and TCP headers are
 * numbers until somebody asks for the packet.
 *
 * Written, the octets are those of Ipv4Header and TcpHeader without checksums. It has no options
 * but timestamps.
 */
class LeanSegment : public LinkFrame
{
  public:
    /// What all segments that one end of a connection sends have in common.
    struct Path : public SimpleRefCount<Path>
    {
        /// @param ends addresses and ports, as the sender sees them
        explicit Path(const TcpConnectionKey& ends);

        const TcpConnectionKey ends; //!< as the sender sees them
        const LinkFlow flow;         //!< the same, for links
    };

    /// Fields of the IP header that are not the same in all segments of a path.
    struct Ip
    {
        uint16_t identification{0}; //!< number
        uint8_t tos{0};             //!< type of service, ECN
        uint8_t ttl{0};             //!< time to live
    };

    /// Option timestamps (RFC 7323, 3.2).
    struct Timestamps
    {
        uint32_t value{0}; //!< the sender's
        uint32_t echo{0};  //!< the peer's
    };

    /// @param frame a frame @return the segment that it is; null if it is none, or has been written
    static const LeanSegment* Of(const LinkFrame& frame);

    /**
     * @param path from whom to whom
     * @param ip fields of the IP header
     * @param header of TCP; options are not looked at
     * @param timestamps option; nothing: none
     * @param data of the segment, null: none; belongs to this object from now on
     */
    LeanSegment(const Ptr<const Path>& path,
                const Ip& ip,
                const TcpHeader& header,
                const std::optional<Timestamps>& timestamps,
                const Ptr<Packet>& data);

    /// @param hasTimestamps whether a segment has them @return bytes of both headers
    static uint32_t GetHeadBytes(bool hasTimestamps);

    /// @return from whom to whom
    const Path& GetPath() const
    {
        return *m_path;
    }

    /// @return fields of the IP header
    const Ip& GetIp() const
    {
        return m_ip;
    }

    /// @return what a receiver would read in the TCP header
    TcpSegment GetTcp() const;

    /// @return octets of data, null: none; only before the segment is written
    const Ptr<Packet>& GetData() const
    {
        return GetPayload();
    }

    // Inherited from LinkFrame
    LinkFlow GetFlow() const override;
    std::optional<Ipv4Address> GetDestination() const override;

  private:
    void AddHead(Packet& payload) const override;

    // few, so that they are in one or two lines of the cache, where they have been missing since
    // the segment was sent
    const Ptr<const Path> m_path;  //!< from whom to whom
    const Ip m_ip;                 //!< fields of the IP header
    const SequenceNumber32 m_seq;  //!< sequence number
    const SequenceNumber32 m_ack;  //!< acknowledgement number
    const uint16_t m_window;       //!< window field
    const uint8_t m_flags;         //!< as ns3::TcpHeader::Flags_t
    const bool m_hasTimestamps;    //!< the segment has them ...
    const Timestamps m_timestamps; //!< ... and these are they
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LEAN_SEGMENT_H
