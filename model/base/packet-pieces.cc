// SPDX-License-Identifier: GPL-2.0-only
#include "packet-pieces.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ZeroTrailer);

TypeId
ZeroTrailer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ZeroTrailer")
                            .SetParent<Trailer>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ZeroTrailer>();
    return tid;
}

TypeId
ZeroTrailer::GetInstanceTypeId() const
{
    return GetTypeId();
}

ZeroTrailer::ZeroTrailer(uint32_t size)
    : m_size(size)
{
}

void
ZeroTrailer::Print(std::ostream& os) const
{
    os << m_size << " octets";
}

uint32_t
ZeroTrailer::GetSerializedSize() const
{
    return m_size;
}

void
ZeroTrailer::Serialize(Buffer::Iterator end) const
{
    end.Prev(m_size);
    end.WriteU8(0, m_size);
}

uint32_t
ZeroTrailer::Deserialize(Buffer::Iterator /* end */)
{
    return m_size;
}

uint32_t
ZeroTrailer::Deserialize(Buffer::Iterator start, Buffer::Iterator end)
{
    m_size = end.GetDistanceFrom(start);
    return m_size;
}
} // namespace hsn
} // namespace ns3
