// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-negotiated-options.h"

#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-option.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param timestamp now @param echo the peer's @return the option */
Ptr<TcpOptionTS>
Stamp(Ptr<TcpOptionTS> option, uint32_t timestamp, uint32_t echo)
{
    option->SetTimestamp(timestamp);
    option->SetEcho(echo);
    return option;
}
} // namespace

void
TcpNegotiatedOptions::Agree(const TcpSegment& syn, uint8_t scale)
{
    const bool scaling = m_settings.scaling && syn.scale;
    m_sendShift = scaling ? std::min(*syn.scale, MAX_SHIFT) : 0;
    m_receiveShift = scaling ? scale : 0;
    m_sack = m_settings.sack && syn.sackPermitted;
    m_takesDsack = m_sack && syn.mss;
    m_timestamp = m_settings.timestamp && syn.hasTimestamp;
    SetRecent(syn.timestamp);
}

void
TcpNegotiatedOptions::AddToSyn(TcpHeader& header,
                               uint16_t mss,
                               uint8_t scale,
                               uint32_t timestamp) const
{
    const bool answer = header.GetFlags() & TcpHeader::ACK;
    if (mss > 0)
    {
        auto option = CreateObject<TcpOptionMSS>();
        option->SetMSS(mss);
        header.AppendOption(option);
    }
    if (m_settings.scaling && (!answer || m_receiveShift > 0 || m_sendShift > 0))
    {
        auto option = CreateObject<TcpOptionWinScale>();
        option->SetScale(scale);
        header.AppendOption(option);
    }
    if (m_settings.sack && (!answer || m_sack))
    {
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
    }
    if (m_settings.timestamp && (!answer || m_timestamp))
    {
        header.AppendOption(Stamp(CreateObject<TcpOptionTS>(), timestamp, answer ? m_recent : 0));
    }
}

void
TcpNegotiatedOptions::Add(TcpHeader& header, uint32_t timestamp)
{
    if (!m_timestamp)
    {
        return;
    }
    // a trace sink may have kept the last option
    if (!m_lastOption || m_lastOption->GetReferenceCount() > 1)
    {
        m_lastOption = CreateObject<TcpOptionTS>();
    }
    header.AppendOption(Stamp(m_lastOption, timestamp, m_recent));
}

void
TcpNegotiatedOptions::AddSack(TcpHeader& header,
                              const ReassemblyQueue& received,
                              SequenceNumber32 first,
                              const std::optional<ReassemblyQueue::Block>& duplicate)
{
    const uint32_t room = header.GetMaxOptionLength() - header.GetOptionLength();
    const uint32_t most = (room - 2) / 8;
    auto blocks = received.GetBlocks(duplicate ? most - 1 : most);
    if (duplicate)
    {
        blocks.insert(blocks.begin(), *duplicate);
    }
    if (blocks.empty())
    {
        return;
    }
    auto option = CreateObject<TcpOptionSack>();
    for (const auto& block : blocks)
    {
        option->AddSackBlock({first + static_cast<uint32_t>(block.first),
                              first + static_cast<uint32_t>(block.second)});
    }
    header.AppendOption(option);
}
} // namespace hsn
} // namespace ns3
