// SPDX-License-Identifier: GPL-2.0-only
#include "network-buffer.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NetworkBuffer::NetworkBuffer(uint32_t maxLength)
    : m_maxLength(maxLength)
{
    NS_ABORT_MSG_IF(maxLength == 0, "NetworkBuffer: maximum length 0 must be above 0");
}

NetworkBuffer::~NetworkBuffer() = default;

bool
NetworkBuffer::IsReadable() const
{
    return !m_ended;
}

uint32_t
NetworkBuffer::GetMaxLength() const
{
    return m_maxLength;
}

uint32_t
NetworkBuffer::GetLength() const
{
    Check();
    uint32_t length = 0;
    for (const auto& region : m_regions)
    {
        length += region->GetSize();
    }
    return length;
}

bool
NetworkBuffer::IsContiguous() const
{
    return m_regions.size() <= 1;
}

uint32_t
NetworkBuffer::GetNRegions() const
{
    return m_regions.size();
}

Ptr<const Packet>
NetworkBuffer::GetRegion(uint32_t i) const
{
    Check();
    NS_ABORT_MSG_IF(i >= m_regions.size(),
                    "NetworkBuffer: region " << i << " must be below " << m_regions.size());
    return m_regions[i];
}

void
NetworkBuffer::Append(Ptr<const Packet> region)
{
    CheckLength(GetLength() + region->GetSize());
    m_regions.push_back(region);
}

void
NetworkBuffer::CheckLength(uint32_t length) const
{
    NS_ABORT_MSG_IF(length > m_maxLength,
                    "NetworkBuffer: " << length << " octets exceed the buffer's " << m_maxLength);
}

void
NetworkBuffer::CopyIn(const uint8_t* octets, uint32_t length)
{
    Clear();
    Append(Create<Packet>(octets, length));
}

uint32_t
NetworkBuffer::CopyOut(uint8_t* octets, uint32_t length) const
{
    Check();
    uint32_t copied = 0;
    for (const auto& region : m_regions)
    {
        copied += region->CopyData(octets + copied, length - copied);
    }
    return copied;
}

uint32_t
NetworkBuffer::MakeContiguous()
{
    if (IsContiguous())
    {
        return 0;
    }
    auto whole = m_regions.front()->Copy();
    for (uint32_t i = 1; i < m_regions.size(); ++i)
    {
        whole->AddAtEnd(m_regions[i]);
    }
    m_regions.assign(1, whole);
    return whole->GetSize();
}

void
NetworkBuffer::Fill(NetworkFrame&& frame)
{
    CheckLength(frame.packet->GetSize());
    m_regions.assign(1, frame.packet);
    m_frame = std::move(frame);
    m_ended = false;
}

NetworkFrame
NetworkBuffer::Take()
{
    Check();
    m_regions.clear();
    return std::move(m_frame);
}

void
FragmentedNetworkBuffer::AddRegion(Ptr<const Packet> region)
{
    NS_ABORT_MSG_IF(region->GetSize() == 0, "FragmentedNetworkBuffer: a region of 0 octets");
    Append(region);
}
} // namespace hsn
} // namespace ns3
