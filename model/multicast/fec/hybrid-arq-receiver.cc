// SPDX-License-Identifier: GPL-2.0-only
#include "hybrid-arq-receiver.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnHybridArqReceiver");
NS_OBJECT_ENSURE_REGISTERED(HybridArqReceiver);

TypeId
HybridArqReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::HybridArqReceiver")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<HybridArqReceiver>()
            .AddTraceSource("Rx",
                            "A data packet is received or restored for the first time: its "
                            "payload; its number; whether it was restored.",
                            MakeTraceSourceAccessor(&HybridArqReceiver::m_rx),
                            "ns3::hsn::HybridArqReceiver::RxCallback")
            .AddTraceSource("Malformed",
                            "A packet is dropped because its header is invalid, or because its "
                            "code or size is another one.",
                            MakeTraceSourceAccessor(&HybridArqReceiver::m_malformed),
                            "ns3::Packet::TracedCallback");
    return tid;
}

HybridArqCoder::HybridArqCoder(uint32_t n, uint32_t m, uint32_t bytes)
    : code{FEC_CODEC_REED_SOLOMON, n, m},
      size(bytes),
      eraser(n, m),
      block(static_cast<std::size_t>(n + m) * bytes)
{
}

void
HybridArqReceiver::SetDevice(Ptr<NetDevice> device)
{
    m_device = device;
}

void
HybridArqReceiver::Expect(std::shared_ptr<HybridArqCoder> coder)
{
    m_coder = coder;
}

uint32_t
HybridArqReceiver::GetMissing(uint32_t group) const
{
    NS_ABORT_MSG_UNLESS(m_coder, "HybridArqReceiver: no sender");
    const uint32_t place = group - m_first;
    if (static_cast<int32_t>(place) < 0)
    {
        return 0;
    }
    return place < m_groups.size() ? m_coder->code.data - m_groups[place].count
                                   : m_coder->code.data;
}

const HybridArqRxCounters&
HybridArqReceiver::GetCounters() const
{
    return m_counters;
}

void
HybridArqReceiver::StartApplication()
{
    NS_ABORT_MSG_UNLESS(m_device, "HybridArqReceiver: no device");
    m_device->SetReceiveCallback(MakeCallback(&HybridArqReceiver::Receive, this));
}

void
HybridArqReceiver::StopApplication()
{
    if (m_device)
    {
        m_device->SetReceiveCallback(MakeCallback(
            +[](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) { return false; }));
    }
}

void
HybridArqReceiver::DoDispose()
{
    StopApplication();
    m_device = nullptr;
    m_groups.clear();
    Application::DoDispose();
}

bool
HybridArqReceiver::Receive(Ptr<NetDevice>,
                           Ptr<const Packet> packet,
                           uint16_t protocol,
                           const Address&)
{
    if (protocol != HYBRID_ARQ_PROTOCOL)
    {
        return false;
    }
    FecHeader header;
    const auto payload = packet->Copy();
    const char* problem = header.Read(payload);
    if (!problem &&
        (!m_coder || header.type == FEC_REPORT || header.shortBlock || header.flow != 0 ||
         header.code.codec != m_coder->code.codec || header.code.data != m_coder->code.data ||
         header.code.parity != m_coder->code.parity || header.length != m_coder->size))
    {
        problem = "not of this sender";
    }
    if (problem)
    {
        NS_LOG_LOGIC("packet dropped: " << problem);
        ++m_counters.malformed;
        m_malformed(packet);
        return true;
    }
    const uint32_t place = header.block - m_first;
    if (static_cast<int32_t>(place) >= static_cast<int32_t>(MOST_AHEAD))
    {
        ++m_counters.outOfRange;
        return true;
    }
    if (GetMissing(header.block) == 0)
    {
        ++m_counters.unneeded;
        return true;
    }
    if (place >= m_groups.size())
    {
        m_groups.resize(place + 1);
    }
    auto& group = m_groups[place];
    group.pieces.resize(m_coder->code.data + m_coder->code.parity);
    if (group.pieces[header.index])
    {
        ++m_counters.unneeded;
        return true;
    }
    group.pieces[header.index] = payload;
    ++group.count;
    ++m_counters.received;
    if (header.type == FEC_DATA)
    {
        ++m_counters.delivered;
        m_rx(payload, header.block * m_coder->code.data + header.index, false);
    }
    if (group.count == m_coder->code.data)
    {
        Restore(header.block, group.pieces);
        std::vector<Ptr<const Packet>>().swap(group.pieces);
    }
    while (!m_groups.empty() && m_groups.front().count == m_coder->code.data)
    {
        m_groups.pop_front();
        ++m_first;
    }
    return true;
}

void
HybridArqReceiver::Restore(uint32_t group, const std::vector<Ptr<const Packet>>& pieces)
{
    std::vector<bool> present(pieces.size());
    bool isWhole = true;
    for (std::size_t i = 0; i < pieces.size(); ++i)
    {
        present[i] = bool(pieces[i]);
        isWhole &= present[i] || i >= m_coder->code.data;
    }
    if (isWhole)
    {
        return;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i)
    {
        if (present[i])
        {
            pieces[i]->CopyData(m_coder->block.data() + i * m_coder->size, m_coder->size);
        }
    }
    const bool good = m_coder->eraser.Repair(present, m_coder->block.data(), m_coder->size);
    NS_ABORT_MSG_UNLESS(good, "HybridArqReceiver: any N packets restore a group");
    for (uint32_t i = 0; i < m_coder->code.data; ++i)
    {
        if (!present[i])
        {
            ++m_counters.delivered;
            ++m_counters.restored;
            m_rx(Create<Packet>(m_coder->block.data() + static_cast<std::size_t>(i) * m_coder->size,
                                m_coder->size),
                 group * m_coder->code.data + i,
                 true);
        }
    }
}
} // namespace hsn
} // namespace ns3
