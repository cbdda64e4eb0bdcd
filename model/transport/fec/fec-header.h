// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_HEADER_H
#define HSN_FEC_HEADER_H

#include "ns3/fec-codec.h"
#include "ns3/header.h"
#include "ns3/packet.h"
#include "ns3/pdu-header.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief Type of a packet with a FecHeader. */
enum FecPacketType
{
    FEC_DATA,   //!< an unchanged packet of the application
    FEC_PARITY, //!< parity of a block
    FEC_REPORT  //!< a FecReport from the receiver to the sender
};

/**
 * @brief Header of the packets of a block of N data and M parity packets.
 *
 * 12 bytes: version (4 bits, value 1) and flags (8: report, 2: short block, 1: parity); codec, with
 * flags for the shift's origin (16) and a unit of 8 bits (32); block number (32 bits); index in the
 * block; N; M; flow; payload length (16 bits). Numbers are in network byte order.
 *
 * In a short block, which ended before it had N data packets, the N of parity packets is the actual
 * number of data packets. The flow distinguishes the destinations of one sender.
 */
class FecHeader : public Header
{
  public:
    /** @brief Size of the header in bytes. */
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
     * @brief Checks the header of a packet and removes it.
     * @param packet the packet; unchanged if its header is invalid
     * @return nullptr if the header is valid, otherwise the problem
     */
    const char* Read(Ptr<Packet> packet);

    FecPacketType type{FEC_DATA}; //!< type of the packet
    bool shortBlock{false};       //!< the block was ended early
    FecCode code;                 //!< code of the block
    uint32_t block{0};            //!< number of the block
    uint8_t index{0};             //!< index in the block: data from 0, parity from N
    uint8_t flow{0};              //!< flow of the sender
    uint16_t length{0};           //!< bytes of payload

  private:
    uint8_t m_version{VERSION};          //!< version of the format, as read
    uint8_t m_flags{0};                  //!< flags, as read
    uint8_t m_codec{0};                  //!< codec byte, as read
    static constexpr uint8_t VERSION{1}; //!< supported version
};

/**
 * @brief A receiver's loss report to the sender: four monotonic counters in 16 bytes.
 *
 * They count modulo 2^32 from the first block that the receiver has seen, so the next report makes
 * up for a lost one.
 */
class FecReport : public PduHeader<FecReport>
{
  public:
    /** @brief Name of the TypeId. */
    static constexpr const char* NAME = "ns3::hsn::FecReport";
    /** @brief Size of a report in bytes. */
    static constexpr uint32_t SIZE = 16;

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    // inherited from Header
    void Print(std::ostream& os) const override;

    uint32_t expected{0};     //!< packets of all closed blocks
    uint32_t received{0};     //!< packets received of all closed blocks
    uint32_t expectedData{0}; //!< data packets of all closed blocks
    uint32_t lostData{0};     //!< data packets neither received nor restored
};

extern template class PduHeader<FecReport>;
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_HEADER_H
