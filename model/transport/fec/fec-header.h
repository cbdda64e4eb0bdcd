// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_HEADER_H
#define HSN_FEC_HEADER_H

#include "ns3/fec-codec.h"
#include "ns3/header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief What a packet with a FecHeader carries. */
enum FecPacketType
{
    FEC_DATA,   //!< a packet of the application, as it is
    FEC_PARITY, //!< redundancy of a block
    FEC_REPORT  //!< a FecReport, from the receiver to the sender
};

/**
 * @brief The header of packets that belong to blocks of N + M (packet-fec section 4).
 *
 * 12 octets: version (4 bits, 1) and flags (8: report, 2: short block, 1: parity); codec, the
 * shift's origin (16) and unit (32: 8 bits); block number (32 bits); index in the block; N; M;
 * flow; length of what follows (16 bits). Numbers are in network order.
 *
 * In a short block, one that ended before it had N data packets, the parity packets carry the
 * number there really are as N. The flow tells apart the destinations that one sender has.
 */
class FecHeader : public Header
{
  public:
    /** @brief Octets of the header. */
    static constexpr uint32_t SIZE = 12;

    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /**
     * @brief Takes the header off a packet and checks it.
     * @param packet the packet; without its header afterwards, unless something is wrong
     * @return nullptr, or what is wrong with it
     */
    const char* Read(Ptr<Packet> packet);

    FecPacketType type{FEC_DATA}; //!< what follows
    bool shortBlock{false};       //!< the block has fewer data packets than others
    FecCode code;                 //!< of the block
    uint32_t block{0};            //!< number of the block
    uint8_t index{0};             //!< place in the block: data from 0, parity from N
    uint8_t flow{0};              //!< which of the sender's flows
    uint16_t length{0};           //!< octets that follow

  private:
    uint8_t m_version{VERSION};          //!< of the format
    uint8_t m_flags{0};                  //!< as they were read
    uint8_t m_codec{0};                  //!< as it was read
    static constexpr uint8_t VERSION{1}; //!< the one there is
};

/**
 * @brief What a receiver tells the sender: 16 octets, four counters that never go back.
 *
 * They count modulo 2^32 from the first block the receiver has seen; a lost report is made good by
 * the next one.
 */
class FecReport : public Header
{
  public:
    /** @brief Octets of a report. */
    static constexpr uint32_t SIZE = 16;

    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    uint32_t expected{0};     //!< packets of all closed blocks
    uint32_t received{0};     //!< of them, those that arrived
    uint32_t expectedData{0}; //!< data packets of all closed blocks
    uint32_t lostData{0};     //!< of them, those that neither arrived nor were restored
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_HEADER_H
