// SPDX-License-Identifier: GPL-2.0-only
#ifndef VIDEO_HEADER_H
#define VIDEO_HEADER_H

#include "gop-model.h"

#include "ns3/pdu-header.h"

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
class VideoHeader : public PduHeader<VideoHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::VideoHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 32;                         //!< octets
    static constexpr uint32_t NONE = 0xffffffff;                 //!< no picture

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    // inherited from Header
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

extern template class PduHeader<VideoHeader>;
} // namespace hsn
} // namespace ns3

#endif // VIDEO_HEADER_H
