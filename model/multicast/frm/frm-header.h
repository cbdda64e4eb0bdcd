// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_HEADER_H
#define FRM_HEADER_H

#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-frm
 * @brief Kinds of PDUs. INIT and JOIN are the paper's INIT of sender and receiver. */
enum FrmPduType : uint8_t
{
    FRM_INIT = 1,    //!< the sender invites to the group
    FRM_JOIN = 2,    //!< a receiver's answer
    FRM_DATA = 3,    //!< a packet of the application
    FRM_CNTL = 4,    //!< the sender asks for the state of all receivers
    FRM_ECHO = 5,    //!< a receiver's answer
    FRM_LEAVE = 6,   //!< a receiver leaves or is out, or all are
    FRM_WELCOME = 7, //!< a receiver is listed that comes late
};

/** @ingroup hsn-frm
 * @brief Why a receiver is no longer listed, or the communication has ended. */
enum FrmReason : uint16_t
{
    FRM_END = 0,       //!< everything was delivered
    FRM_LEFT = 1,      //!< the receiver has left
    FRM_REFUSED = 2,   //!< an answer to INIT came after the set-up
    FRM_EJECTED = 3,   //!< too slow
    FRM_DEAD = 4,      //!< silent
    FRM_INTEGRITY = 5, //!< the integrity conditions of the group are violated
    FRM_ABORTED = 6    //!< the sender has given up
};

/** @param reason a reason @return it in words */
std::string GetFrmReasonText(FrmReason reason);

/** @param one number @param other number of a packet @return how far @c one is ahead of @c other:
 * serial arithmetic in 32 bits (RFC 1982) */
inline int32_t
FrmDistance(uint32_t one, uint32_t other)
{
    return static_cast<int32_t>(one - other);
}

/** @ingroup hsn-frm
 * @brief What a PDU says; which members count depends on the type. */
struct FrmPdu
{
    /// Greatest buffer and alloc, packets: far from the numbers' wrap.
    static constexpr uint32_t MAX_ROOM = 0x3fffffff;
    /// Most octets of kept.
    static constexpr uint32_t MAX_KEPT = 1024;

    FrmPduType type{FRM_CNTL}; //!< kind
    uint32_t group{0};         //!< number of the communication, chosen by the sender
    uint32_t address{0};       //!< INIT: IPv4 address of the sender; 0: has none
    uint16_t port{0};          //!< INIT: of the sender
    uint16_t packetSize{1};    //!< INIT: bytes of the longest packet, at least 1
    uint32_t minThroughput{0}; //!< INIT: release throughput below which receivers go, byte/s
    std::string name;          //!< INIT: of the group, up to 255 bytes
    bool late{false};          //!< INIT: the communication is under way; JOIN: its answer
    bool selective{false};     //!< INIT: echoes are to have kept; ECHO: has it
    uint64_t receiver{0};      //!< JOIN, ECHO, WELCOME: who, not 0; LEAVE: who, 0: all
    uint32_t buffer{1};        //!< JOIN: packets, at least 1
    bool mandatory{false};     //!< JOIN: the receiver is a key member; implies reliable
    bool reliable{true};       //!< JOIN: the receiver wants to be listed
    uint32_t seq{0};           //!< DATA: number; LEAVE with END: one more than the last number;
                               //!< WELCOME: first number for this receiver
    uint32_t sync{0};          //!< CNTL, ECHO: number of the control message
    uint64_t timestamp{0};     //!< CNTL, ECHO: when it left the sender, ns
    uint32_t rseq{0};          //!< ECHO: one more than the highest contiguous number
    uint32_t dseq{0};          //!< ECHO: one more than the last number handed to the user
    uint32_t alloc{0};         //!< ECHO: packets beyond dseq for which there is room
    std::vector<uint8_t> kept; //!< ECHO: which packets from rseq + 1 on wait for others: a bit for
                               //!< each, the highest of an octet first; as long as there are any
    FrmReason reason{FRM_END}; //!< LEAVE: why

    /** @param at number of a packet behind rseq @return whether kept has it */
    bool IsKept(uint32_t at) const
    {
        const uint32_t bit = at - rseq - 1;
        return bit / 8 < kept.size() && (kept[bit / 8] & (0x80 >> bit % 8)) != 0;
    }
};

/**
 * @ingroup hsn-frm
 * @brief The header of all PDUs of FRM. The paper names the contents; widths are ours.
 *
 * | octets | all PDUs                                                                    |
 * |--------|-----------------------------------------------------------------------------|
 * | 0-5    | source port 16, destination port 16, checksum 16                            |
 * | 6-13   | version 8 (1), type 8, flags 16, group 32                                   |
 *
 * | type   | octets | from octet 14 on                                                   |
 * |--------|--------|--------------------------------------------------------------------|
 * | INIT   | 27 + n | address 32, port 16, packet size 16, throughput 32, n 8, name;     |
 * |        |        | flags 4: late, 8: selective                                        |
 * | JOIN   | 26     | receiver 64, buffer 32; flags 1: mandatory, 2: reliable, 4: late   |
 * | DATA   | 18     | number 32; then the packet, which is never empty                   |
 * | CNTL   | 26     | sync 32, timestamp 64                                              |
 * | ECHO   | 46     | receiver 64, sync 32, timestamp 64, rseq 32, dseq 32, alloc 32     |
 * |        | 48 + n | flag 8: n 16 and the octets of kept behind these                   |
 * | LEAVE  | 28     | receiver 64, reason 16, number 32                                  |
 * | WELCOME| 26     | receiver 64, number 32                                             |
 */
class FrmHeader : public PduHeader<FrmHeader, TransportHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::FrmHeader";
    /// Octets of what all PDUs have.
    static constexpr uint32_t COMMON_SIZE = 14;
    /// Octets of the shortest PDU without what follows: DATA.
    static constexpr uint32_t DATA_SIZE = 18;
    /// Version of the protocol.
    static constexpr uint8_t VERSION = 1;

    /** @brief A DATA, the shortest. */
    FrmHeader();
    /** @param contents of the PDU */
    explicit FrmHeader(const FrmPdu& contents);

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    FrmPdu pdu; //!< what it says

  private:
    /** @brief Names the fields behind the group. @param v what is done to them */
    template <typename V>
    void Body(V& v);
};

extern template class PduHeader<FrmHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3

#endif // FRM_HEADER_H
