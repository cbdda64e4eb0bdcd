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

TypeId
VideoHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::VideoHeader")
                            .SetParent<Header>()
                            .SetGroupName("Hsn")
                            .AddConstructor<VideoHeader>();
    return tid;
}

TypeId
VideoHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
VideoHeader::GetSerializedSize() const
{
    return SIZE;
}

void
VideoHeader::Serialize(Buffer::Iterator i) const
{
    i.WriteU8(MARK);
    i.WriteU8(cls);
    i.WriteU8(type);
    i.WriteU8(0);
    i.WriteHtonU32(number);
    i.WriteHtonU32(size);
    i.WriteHtonU32(system);
    i.WriteHtonU32(offset);
    i.WriteHtonU16(length);
    i.WriteHtonU16(0);
    i.WriteHtonU32(before);
    i.WriteHtonU32(after);
}

uint32_t
VideoHeader::Deserialize(Buffer::Iterator i)
{
    if (i.GetRemainingSize() < SIZE || i.ReadU8() != MARK)
    {
        return 0;
    }
    cls = i.ReadU8();
    type = i.ReadU8();
    const uint8_t zero = i.ReadU8();
    number = i.ReadNtohU32();
    size = i.ReadNtohU32();
    system = i.ReadNtohU32();
    offset = i.ReadNtohU32();
    length = i.ReadNtohU16();
    const uint16_t pad = i.ReadNtohU16();
    before = i.ReadNtohU32();
    after = i.ReadNtohU32();
    const bool isRight = zero == 0 && pad == 0 && cls <= VIDEO_B && type >= VIDEO_I &&
                         type <= VIDEO_B && system <= size && length > 0 && offset <= size &&
                         length <= size - offset &&
                         (offset < system ? cls == 0 && length <= system - offset : cls == type) &&
                         (before == NONE || before < number) && (after == NONE || after < number);
    return isRight ? SIZE : 0;
}

void
VideoHeader::Print(std::ostream& os) const
{
    os << "picture " << number << " octets " << offset << ".." << offset + length << " of " << size
       << " class " << +cls;
}
} // namespace hsn
} // namespace ns3
