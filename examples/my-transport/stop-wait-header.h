// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STOP_WAIT_HEADER_H
#define HSN_STOP_WAIT_HEADER_H

#include "ns3/transport-header.h"

#include <cstdint>
#include <ostream>

namespace ns3
{
namespace hsn
{
// [begin header]
/**
 * @brief Header of the stop-and-wait protocol, 16 octets: source port, destination port, flags, a
 * zero octet, checksum, number of the unit, number of the unit that the sender expects next.
 */
class StopWaitHeader : public TransportHeader
{
  public:
    /// @brief What a packet is.
    enum Flag : uint8_t
    {
        SYN = 1,  //!< its unit opens the connection
        DATA = 2, //!< its unit is data
        FIN = 4,  //!< its unit ends the sender's data
        RST = 8   //!< there is no connection (any more)
    };

    static constexpr uint32_t SIZE = 16; //!< octets

    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    uint8_t flags{0};     //!< one Flag, or none: the packet only acknowledges
    uint32_t number{0};   //!< of the unit, counted from 0
    uint32_t expected{0}; //!< all units of the other end before this one have arrived
};

// [end header]
} // namespace hsn
} // namespace ns3

#endif // HSN_STOP_WAIT_HEADER_H
