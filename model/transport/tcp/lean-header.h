// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LEAN_HEADER_H
#define HSN_LEAN_HEADER_H

#include "ns3/buffer.h"
#include "ns3/header.h"
#include "ns3/ipv4-header.h"
#include "ns3/tcp-header.h"
#include "ns3/type-id.h"

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3
{
namespace hsn
{
/**
 * @brief The IPv4 and TCP headers of a segment, written in one piece.
 *
 * The octets are those of Ipv4Header and TcpHeader without checksums; it takes a fifth of their
 * time. Only for segments whose only option is the timestamps, or that have none: IsFor().
 */
class LeanHeader : public Header
{
  public:
    /// Fields of the IP header that are not the same in all segments of a connection.
    struct Ip
    {
        uint32_t source{0};         //!< address
        uint32_t destination{0};    //!< address
        uint16_t identification{0}; //!< number
        uint16_t payload{0};        //!< octets behind the IP header
        uint8_t tos{0};             //!< type of service, ECN
        uint8_t ttl{0};             //!< time to live
    };

    /// @param header of TCP @return whether a LeanHeader can be made of it
    static bool IsFor(const TcpHeader& header);

    /// @param ip of the IP header @param header of TCP; IsFor() must hold
    LeanHeader(const Ip& ip, const TcpHeader& header);

    /// @return the TypeId
    static TypeId GetTypeId();

    // Inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    static constexpr uint32_t MAX_BYTES = 20 + 20 + 12; //!< IP, TCP, timestamps with padding

    std::array<uint8_t, MAX_BYTES> m_bytes; //!< on the wire
    uint32_t m_size;                        //!< how many of them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LEAN_HEADER_H
