// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_HEADER_H
#define HSN_XTP_HEADER_H

#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief What a packet of XTP is: the lower five bits of its type. */
enum class XtpFormat : uint8_t
{
    DATA = 0,  //!< user data
    CNTL = 1,  //!< state of the receiver
    FIRST = 2, //!< opens an association; may carry user data
    ECNTL = 3, //!< state of a receiver that misses something
    TCNTL = 5, //!< CNTL with exchange key and traffic specifier
    JCNTL = 7, //!< request to join a multicast association
    DIAG = 8   //!< error report
};

/// @name Options of a packet: the upper 24 bits of the command word
/// @{
constexpr uint32_t XTP_NOCHECK = 0x400000; //!< the checksum covers the header only
constexpr uint32_t XTP_EDGE = 0x200000;    //!< not used by unicast associations
constexpr uint32_t XTP_NOERR = 0x100000;   //!< the sender does not send again
constexpr uint32_t XTP_MULTI = 0x080000;   //!< multicast
constexpr uint32_t XTP_RES = 0x040000;     //!< reservation mode
constexpr uint32_t XTP_SORT = 0x020000;    //!< the field sort is used
constexpr uint32_t XTP_NOFLOW = 0x010000;  //!< the sender ignores alloc
constexpr uint32_t XTP_FASTNAK = 0x008000; //!< the receiver is to report gaps at once
constexpr uint32_t XTP_SREQ = 0x004000;    //!< the receiver is to report its state at once
constexpr uint32_t XTP_DREQ =
    0x002000; //!< the receiver is to report its state once all was delivered
constexpr uint32_t XTP_RCLOSE = 0x001000; //!< the sender of the packet has received everything
constexpr uint32_t XTP_WCLOSE =
    0x000800;                          //!< the sender of the packet has no more data than up to seq
constexpr uint32_t XTP_EOM = 0x000400; //!< the packet's last byte is the last one of a message
constexpr uint32_t XTP_END = 0x000200; //!< the sender of the packet ends the association
constexpr uint32_t XTP_BTAG = 0x000100; //!< user data begins with a tag of 8 bytes
/// @}

/** @brief Kinds of associations, in the traffic specifier. */
enum class XtpService : uint8_t
{
    UNSPECIFIED = 0,              //!< not given
    UNACKNOWLEDGED_DATAGRAM = 1,  //!< one packet
    ACKNOWLEDGED_DATAGRAM = 2,    //!< one packet and its acknowledgement
    TRANSACTION = 3,              //!< one message in each direction
    STREAM = 4,                   //!< reliable unicast stream
    UNACKNOWLEDGED_MULTICAST = 5, //!< not supported
    RELIABLE_MULTICAST = 6        //!< not supported
};

/** @brief What a DIAG packet reports. */
enum class XtpDiagCode : uint32_t
{
    CONTEXT_REFUSED = 1,   //!< no association
    CONTEXT_ABANDONED = 2, //!< the peer gave up
    INVALID_CONTEXT = 3,   //!< there is no context with this key
    REQUEST_REFUSED = 4,   //!< not used here
    JOIN_REFUSED = 5,      //!< no multicast association to join
    PROTOCOL_ERROR = 6,    //!< the packet contradicts the state of the context
    PACKET_SIZE = 7        //!< the packet is too long
};

/** @brief Why, in a DIAG packet. */
enum class XtpDiagValue : uint32_t
{
    UNSPECIFIED = 0,
    NO_LISTENER = 1,
    OPTIONS_REFUSED = 2,
    ADDRESS_FORMAT_UNSUPPORTED = 3,
    MALFORMED_ADDRESS = 4,
    TRAFFIC_FORMAT_UNSUPPORTED = 5,
    TRAFFIC_REFUSED = 6,
    MALFORMED_TRAFFIC = 7,
    NO_PROVIDER = 8,
    NO_RESOURCE = 9,
    HOST_GOING_DOWN = 10,
    INVALID_RETRANSMISSION_REQUEST = 11,
    IMPROPER_STATE = 12,
    JOIN_DENIED = 13
};

/** @brief Bytes [left, right) that a receiver has, beyond the first missing one. */
struct XtpSpan
{
    uint64_t left;  //!< first byte
    uint64_t right; //!< the byte after the last one
};

/** @brief Prints a span. @param os where to @param span the span @return os */
std::ostream& operator<<(std::ostream& os, const XtpSpan& span);

/** @brief The traffic specifier. */
struct XtpTraffic
{
    uint8_t service{0};   //!< an XtpService
    uint8_t format{0};    //!< 0: nothing specified; 1: the fields below
    uint32_t maxData{0};  //!< bytes of user data in a packet, at most
    uint32_t inRate{0};   //!< bytes a second to the sender of this specifier
    uint32_t inBurst{0};  //!< bytes at a time
    uint32_t outRate{0};  //!< bytes a second from the sender of this specifier
    uint32_t outBurst{0}; //!< bytes at a time
};

/**
 * @brief The header of an XTP 4.0 packet, 32 octets, with the segments that its format brings
 * along.
 *
 * Key 64 bits, command 32 (options 24, version 3, format 5), length 32 of what follows, checksum
 * 16, sort 16, sync 32, seq 64; network order. Then:
 *
 * - CNTL: rseq 64, alloc 64, echo 32;
 * - ECNTL: the same, number of spans 32, and their edges, 64 each;
 * - TCNTL: rseq, alloc, echo, reserved 32, xkey 64, traffic specifier;
 * - JCNTL: as TCNTL, with an address segment before the specifier;
 * - FIRST: address segment, traffic specifier;
 * - DIAG: code 32, value 32, text;
 * - DATA and FIRST with BTAG: the tag, 64 bits.
 *
 * The layout is that of the dissector of Wireshark, the public record of the XTP 4.0 specification.
 * What follows in the packet is user data. The ports are those of the address segment, which has
 * the format of IPv4 whatever carries the packet; its hosts are 0 without IPv4.
 *
 * The checksum covers header and payload, or the header only with NOCHECK; there is no pseudo
 * header.
 */
class XtpHeader : public PduHeader<XtpHeader, TransportHeader>
{
  public:
    static constexpr uint32_t SIZE = 32;                 //!< octets without segments
    static constexpr uint64_t RTN = 1ULL << 63;          //!< in a key: it is the recipient's own
    static constexpr uint8_t VERSION = 1;                //!< of XTP 4.0
    static constexpr uint32_t CONTROL_SIZE = 20;         //!< octets of a common control segment
    static constexpr uint32_t ERROR_SIZE = 24;           //!< octets of an ECNTL without spans
    static constexpr uint32_t SPAN_SIZE = 16;            //!< octets of a span
    static constexpr uint32_t TRAFFIC_CONTROL_SIZE = 32; //!< octets of a traffic control segment
    static constexpr uint32_t ADDRESS_SIZE = 16;         //!< octets of an IPv4 address segment
    static constexpr uint32_t TAG_SIZE = 8;              //!< octets of a tag
    static constexpr uint32_t DIAG_SIZE = 8;             //!< octets of a DIAG without text
    static constexpr uint8_t IPV4_ADDRESS = 1;           //!< format of an address segment

    /** @brief What is wrong with a packet that was read. */
    enum class Defect
    {
        NONE,           //!< nothing
        VERSION,        //!< not version 1
        FORMAT,         //!< no format of XTP 4.0
        LENGTH,         //!< dlen, or the length of the segments, is not that of the packet
        ADDRESS_FORMAT, //!< an address segment that is none of IPv4
        ADDRESS,        //!< an address segment of wrong length
        TRAFFIC_FORMAT, //!< an unknown traffic specifier
        TRAFFIC         //!< a traffic specifier of wrong length
    };

    static constexpr const char* NAME = "ns3::hsn::XtpHeader"; //!< of its TypeId

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    // inherited from Header
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

    /** @return octets of the segments, tag and diagnostic text included */
    uint32_t GetSegmentSize() const;

    /** @param option one or more of XTP_NOCHECK ... XTP_BTAG @return whether all of them are set */
    bool Has(uint32_t option) const
    {
        return (options & option) == option;
    }

    /** @return whether the packet reports the state of a receiver: CNTL, ECNTL or TCNTL */
    bool IsControl() const
    {
        return format == XtpFormat::CNTL || format == XtpFormat::ECNTL ||
               format == XtpFormat::TCNTL;
    }

    /** @return whether the packet can carry user data: DATA or FIRST */
    bool IsInformation() const
    {
        return format == XtpFormat::DATA || format == XtpFormat::FIRST;
    }

    /** @return what was wrong with the packet that was read last */
    Defect GetDefect() const
    {
        return m_defect;
    }

    uint64_t key{0};                   //!< of the context; RTN: of the recipient's
    uint32_t options{0};               //!< XTP_NOCHECK ... XTP_BTAG
    XtpFormat format{XtpFormat::DATA}; //!< what the packet is
    uint32_t dataSize{0};              //!< octets of user data that follow, for dlen
    uint16_t sort{0};                  //!< priority
    uint32_t sync{0};                  //!< number of the last request for status
    uint64_t seq{0};                   //!< first byte of user data, or the next one
    uint64_t rseq{0};                  //!< control: first missing byte
    uint64_t alloc{0};                 //!< control: first byte that will not be accepted
    uint32_t echo{0};                  //!< control: greatest sync of a request that is answered
    std::vector<XtpSpan> spans;        //!< ECNTL: received beyond rseq
    uint64_t xkey{0};                  //!< TCNTL, JCNTL: key of the sender's context
    XtpTraffic traffic;                //!< FIRST, TCNTL, JCNTL
    uint32_t destinationHost{0};       //!< FIRST, JCNTL: IPv4 address, or 0
    uint32_t sourceHost{0};            //!< FIRST, JCNTL: IPv4 address, or 0
    uint64_t tag{0};                   //!< with BTAG
    XtpDiagCode code{};                //!< DIAG
    XtpDiagValue value{};              //!< DIAG
    std::string text;                  //!< DIAG: for people

  private:
    /** @brief Names the fields behind the header. @param v what is done to them */
    template <typename V>
    void Segments(V& v);
    /** @brief Names the fields of an address segment. @param v what is done to them @return whether
     * it is well formed */
    template <typename V>
    bool AddressSegment(V& v);
    /** @brief Names the fields of a traffic specifier. @param v what is done to them @return
     * whether it is well formed */
    template <typename V>
    bool TrafficSpecifier(V& v);
    /** @brief Checks what was read. @param v a reader; others check nothing @param valid whether it
     * is right @param defect what is wrong otherwise @return whether it is right */
    template <typename V>
    bool Check(V& v, bool valid, Defect defect);
    /** @param start first octet @param size of header and payload @return the checksum, 0 if it is
     * right */
    uint16_t ComputeChecksum(Buffer::Iterator start, uint32_t size) const;

    Defect m_defect{Defect::NONE}; //!< of the packet that was read last
};

extern template class PduHeader<XtpHeader, TransportHeader>;

/** @param a a sync @param b another one @return whether a was used after b; they wrap at 32 bits */
inline bool
XtpSyncAfter(uint32_t a, uint32_t b)
{
    return static_cast<int32_t>(a - b) > 0;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_HEADER_H
