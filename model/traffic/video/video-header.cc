// SPDX-License-Identifier: GPL-2.0-only
#include "video-header.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(VideoHeader);

namespace
{
constexpr uint8_t MARK = 0x56; //!< first octet
} // namespace

template <typename V>
void
VideoHeader::Fields(V& v)
{
    v.Constant("mark", MARK);
    v.Number("class", cls, VIDEO_B);
    v.Positive("type", type, VIDEO_B);
    v.Zero(1);
    v.Number("number", number);
    v.Number("size", size);
    v.Number("system", system, size);
    v.Number("offset", offset, size);
    v.Positive("length", length, size - offset);
    v.Zero(2);
    v.Number("before", before);
    v.Number("after", after);
    if constexpr (V::READS)
    {
        const bool isHeader = offset < system;
        v.Require(cls == (isHeader ? 0 : type), "class", cls, "that of the part");
        v.Require(!isHeader || length <= system - offset, "length", length, "within the headers");
        v.Require(before == NONE || before < number, "before", before, "below ", number);
        v.Require(after == NONE || after < number, "after", after, "below ", number);
    }
}

void
VideoHeader::Print(std::ostream& os) const
{
    os << "picture " << number << " octets " << offset << ".." << offset + length << " of " << size
       << " class " << +cls;
}

template class PduHeader<VideoHeader>;
} // namespace hsn
} // namespace ns3
