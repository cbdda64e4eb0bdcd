// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SNR_HEADER_H
#define HSN_SNR_HEADER_H

#include "snr-logic.h"

#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief The types of SNR's packets. */
enum SnrType : uint8_t
{
    SNR_DATA,           //!< a packet of a block
    SNR_SENDER_STATE,   //!< what the sender has sent
    SNR_RECEIVER_STATE, //!< what the receiver has received
};

/**
 * @brief The header of SNR's packets, in rows of 4 octets. What it says is Netravali's, Roome's and
 * Sabnani's (1990); the layout is this module's.
 *
 * | row | data                           | sender's state         | receiver's state             |
 * |-----|--------------------------------|------------------------|------------------------------|
 * | 0   | source port, destination port  | the same               | the same                     |
 * | 1   | type 8, 0, checksum 16         | type 8, flags 8, checksum 16                          ||
 * | 2   | block number                   | report number          | report number                |
 * | 3   | packet number 16, of packets 16| next block's number    | lowest block not received    |
 * | 4   | transmission 16, 0             | bytes that wait        | window limit                 |
 * | 5   | data                           |                        | bitmap, first bit highest    |
 *
 * The sender's flag 1 says that there is no connection yet, 2 that no block follows the ones before
 * the next block's number, and 4 that this end leaves the connection; the receiver's flag 2, that
 * it has everything up to the end. The checksum is that of RFC 1071.
 */
class SnrHeader : public PduHeader<SnrHeader, TransportHeader>
{
  public:
    /// Name of the TypeId.
    static constexpr const char* NAME = "ns3::hsn::SnrHeader";
    /// Octets of a header without bitmap.
    static constexpr uint32_t SIZE = 20;

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    /** @param packet of data: what the header says from now on */
    void Set(const SnrPacket& packet);
    /** @param report what the header says from now on */
    void Set(const SnrReport& report);
    /** @param near a block number at a distance below 2^31 @return what a header of data says */
    SnrPacket GetPacket(uint64_t near) const;
    /** @param sender to which it came @return what a header of a receiver's state says */
    SnrReport GetReport(const SnrSender& sender) const;

    uint8_t type{SNR_DATA};       //!< of the packet
    bool opening{false};          //!< sender's state: there is no connection yet
    bool end{false};              //!< states: the end is, or has come
    bool leaving{false};          //!< sender's state: this end leaves the connection
    uint32_t number{0};           //!< data: of the block; states: of the report
    uint32_t block{0};            //!< states: next block, or lowest one
    uint16_t packet{0};           //!< data: packet number
    uint16_t packets{0};          //!< data: of the block
    uint16_t attempt{0};          //!< data: transmission of the block
    uint32_t value{0};            //!< states: bytes that wait, or window limit
    std::vector<uint32_t> bitmap; //!< receiver's state: rows
};

extern template class PduHeader<SnrHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_HEADER_H
