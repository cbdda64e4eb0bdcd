// SPDX-License-Identifier: GPL-2.0-only
#ifndef VIDEO_HEADER_H
#define VIDEO_HEADER_H

#include "gop-model.h"

#include "ns3/header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief What a VideoSource puts in front of each part of a picture: 32 octets, in network order.
 *
 *     octets  content
 *     1       0x56
 *     1       class of the part: 0 headers, else the VideoFrameType
 *     1       VideoFrameType of the picture
 *     1       0
 *     4       number of the picture, in coded order
 *     4       octets of the picture
 *     4       octets of headers, with which it begins
 *     4       octets of it in front of this part
 *     2, 2    octets that follow; 0
 *     4, 4    numbers of the pictures before and after that it refers to; 0xffffffff: none
 */
class VideoHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 32;         //!< octets
    static constexpr uint32_t NONE = 0xffffffff; //!< no picture

    /// @return the TypeId
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;

    /// @param start of the octets @return SIZE, or 0 if this is no such header
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    uint8_t cls{0};        //!< of the part
    uint8_t type{VIDEO_I}; //!< of the picture
    uint32_t number{0};    //!< of the picture
    uint32_t size{0};      //!< of the picture
    uint32_t system{0};    //!< of its headers, with which it begins
    uint32_t offset{0};    //!< of the part
    uint16_t length{0};    //!< of the part
    uint32_t before{NONE}; //!< picture that it refers to
    uint32_t after{NONE};  //!< the other one, of B pictures
};
} // namespace hsn
} // namespace ns3

#endif // VIDEO_HEADER_H
