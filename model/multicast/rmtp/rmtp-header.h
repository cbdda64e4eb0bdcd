// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_HEADER_H
#define RMTP_HEADER_H

#include "ns3/header.h"
#include "ns3/pdu-header.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-rmtp
 * @brief Kinds of PDUs. */
enum RmtpPduType : uint16_t
{
    RMTP_DATA = 1,    //!< a packet of the message
    RMTP_ACK = 2,     //!< a receiver has all
    RMTP_NACK = 3,    //!< a receiver lacks these packets
    RMTP_BUSY = 4,    //!< a receiver cannot take part for a while
    RMTP_RRDY = 5,    //!< a receiver that was busy lacks these packets
    RMTP_ABORT = 6,   //!< all is over
    RMTP_POLL = 7,    //!< the server asks for an answer
    RMTP_CONN = 8,    //!< the server begins
    RMTP_CACK = 9,    //!< a receiver's answer to it
    RMTP_REL = 10,    //!< the server releases receivers that have all
    RMTP_RACK = 11,   //!< a receiver's answer to it
    RMTP_REPORT = 12, //!< packets that a receiver got between two of them
    RMTP_SUSP = 14,   //!< the server serves this receiver later
};

/** @ingroup hsn-rmtp
 * @brief Layout of PDUs. */
enum RmtpWireFormat
{
    RMTP_PAPER,   //!< PDUs of fixed size have no length: sizes of the paper
    RMTP_DRAFT01, //!< all have one: draft-shiroshita-rmtp-spec-01
};

/** @ingroup hsn-rmtp
 * @brief Flags of DATA. */
enum RmtpFlag : uint8_t
{
    RMTP_FLAG_BUSY = 0x01,  //!< sent to one receiver alone
    RMTP_FLAG_LAST = 0x02,  //!< last of its round
    RMTP_FLAG_RANGE = 0x04, //!< a backoff range follows the header
    RMTP_FLAG_START = 0x40, //!< monitored packets begin
    RMTP_FLAG_STOP = 0x80,  //!< monitored packets end
};

/** @ingroup hsn-rmtp
 * @brief Consecutive packets. */
struct RmtpRange
{
    uint16_t first; //!< number of the first one, 1 to 65534
    uint16_t last;  //!< number of the last one, at least that of the first
};

/** @ingroup hsn-rmtp
 * @brief Prints consecutive packets. @param os where to @param range they @return os */
std::ostream& operator<<(std::ostream& os, const RmtpRange& range);

/** @ingroup hsn-rmtp
 * @brief Entries of a list on the wire: a run of four or more packets is first, 0xffff, last.
 * @param list packets, ascending
 * @param most entries
 * @return the entries of as many packets from the beginning as fit
 */
std::vector<uint16_t> EncodeRmtpList(const std::vector<RmtpRange>& list, uint32_t most);

/** @ingroup hsn-rmtp
 * @brief Reads entries. @param entries of a list @param list gets the packets
 * @return false: a number is 0, or a range has no first or last packet, or ends before it begins,
 * or numbers do not ascend */
bool DecodeRmtpList(const std::vector<uint16_t>& entries, std::vector<RmtpRange>& list);

/** @ingroup hsn-rmtp
 * @brief What a PDU says; which members count depends on the type. */
struct RmtpPdu
{
    /// Greatest number of a packet.
    static constexpr uint32_t MAX_SEQ = 65534;
    /// Between the first and the last packet of a range.
    static constexpr uint16_t RANGE_SYMBOL = 0xffff;

    RmtpPduType type{RMTP_POLL}; //!< kind
    uint16_t connection{0};      //!< number chosen by the server
    uint16_t seq{1};             //!< DATA: number, 1 to MAX_SEQ
    uint8_t flags{0};            //!< DATA: RmtpFlag
    uint8_t round{0};            //!< DATA, ACK, NACK: retransmission counter
    bool hasRange{false};        //!< POLL: a backoff range follows
    uint16_t range{0};           //!< CONN, DATA and POLL with a range: of the backoff, units
    std::vector<RmtpRange> list; //!< NACK, not empty, and RRDY: missing packets
    uint8_t version{1};          //!< CONN
    uint32_t messageSize{1};     //!< CONN: bytes, 1 to blockCount x blockSize
    uint16_t blockCount{1};      //!< CONN: packets, 1 to MAX_SEQ
    uint16_t blockSize{1};       //!< CONN: bytes of a packet, at least 1
    uint16_t rangeUnit{1};       //!< CONN: unit of ranges, ms, at least 1
    uint16_t place{0};           //!< CONN: twice the number of the message in its stream, from 0,
                                 //!< and 1 if another message follows
    bool refuses{false};         //!< CACK: the receiver does not take part
    uint16_t start{1};           //!< REPORT: first packet monitored
    uint16_t stop{1};            //!< REPORT: last packet monitored
    uint32_t count{0};           //!< REPORT: packets received of them
};

/** @param type a type @return its name */
std::string GetRmtpTypeText(RmtpPduType type);

/**
 * @ingroup hsn-rmtp
 * @brief A PDU of RMTP, the whole payload of a UDP datagram but for the data of DATA. Big endian.
 *
 * A PDU begins with type 16, [length 16], connection 16; length is that of the whole PDU.
 *
 * | type                | length | then                                          | octets   |
 * |---------------------|--------|-----------------------------------------------|----------|
 * | DATA                | yes    | seq 16, flags 8, round 8, [range 16], data    | 10, +2   |
 * | ACK                 | draft  | round 8                                       | 5 / 7    |
 * | NACK                | yes    | round 8, reserved 8, entries 16 each          | 8 + 2m   |
 * | RRDY                | yes    | entries 16 each                               | 6 + 2m   |
 * | BUSY ABORT REL RACK | draft  | nothing                                       | 4 / 6    |
 * | POLL                | draft  | [range 16]                                    | 4 / 6, +2|
 * | CONN                | yes    | version 8, reserved 8, message 32, count 16,  | 16,      |
 * |                     |        | block 16; options: kind 8, octets 8, value 16 | +4 each  |
 * | CACK                | draft  | answer 16: 0 yes, 1 no                        | 6 / 8    |
 * | REPORT              | yes    | start 16, stop 16, count 32                   | 14       |
 * | SUSP                | yes    | nothing                                       | 6        |
 *
 * "draft": in the layout Draft01 only, whose octets are behind the slash.
 *
 * Option 3 of CONN is the backoff range, option 128 (ours) its unit in ms if that is not 1, option
 * 129 (ours) the place of the message in a stream of several; others are ignored. The range after
 * DATA and POLL is ours.
 */
class RmtpHeader : public PduHeader<RmtpHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::RmtpHeader";
    /// Octets of a DATA without data.
    static constexpr uint32_t DATA_SIZE = 10;

    /** @param format of the wire */
    explicit RmtpHeader(RmtpWireFormat format = RMTP_PAPER);
    /** @param contents of the PDU @param format of the wire @param data octets behind DATA */
    RmtpHeader(const RmtpPdu& contents, RmtpWireFormat format, uint32_t data = 0);

    /** @brief Names the fields; the PDU ends where its buffer ends. @param v what is done to them
     */
    template <typename V>
    void Fields(V& v);

    RmtpPdu pdu; //!< what it says

  private:
    /** @param type of a PDU @return whether it has a length */
    bool HasLength(RmtpPduType type) const;
    /** @brief Names the fields behind what all PDUs have. @param v what is done to them */
    template <typename V>
    void Body(V& v);
    /** @brief Names the entries of a list. @param v what is done to them */
    template <typename V>
    void List(V& v);
    /** @brief Names the fields of CONN. @param v what is done to them */
    template <typename V>
    void Connection(V& v);
    /** @brief Reads the options of CONN. @param reader that has read what is before them */
    void ReadOptions(PduReader& reader);

    RmtpWireFormat m_format; //!< of the wire
    uint32_t m_data;         //!< octets behind DATA
};

extern template class PduHeader<RmtpHeader>;
} // namespace hsn
} // namespace ns3

#endif // RMTP_HEADER_H
