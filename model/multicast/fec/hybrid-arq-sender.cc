// SPDX-License-Identifier: GPL-2.0-only
#include "hybrid-arq-sender.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnHybridArqSender");
NS_OBJECT_ENSURE_REGISTERED(HybridArqSender);

TypeId
HybridArqSender::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::HybridArqSender")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<HybridArqSender>()
            .AddAttribute("N",
                          "Data packets of a group; N + M is at most 255.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&HybridArqSender::m_data),
                          MakeUintegerChecker<uint32_t>(1, 254))
            .AddAttribute("M",
                          "Different parity packets of a group.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&HybridArqSender::m_parity),
                          MakeUintegerChecker<uint32_t>(1, 254))
            .AddAttribute("PacketSize",
                          "Payload of a packet in bytes.",
                          UintegerValue(984),
                          MakeUintegerAccessor(&HybridArqSender::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1, 60000))
            .AddAttribute("MaxGroups",
                          "Number of groups to send; 0: unlimited.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&HybridArqSender::m_maxGroups),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Interval",
                          "Interval between packets.",
                          TimeValue(MicroSeconds(1250)),
                          MakeTimeAccessor(&HybridArqSender::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("FeedbackDelay",
                          "Delay from the last packet of a group to the sender's knowledge of "
                          "what receivers miss.",
                          TimeValue(MilliSeconds(125)),
                          MakeTimeAccessor(&HybridArqSender::m_feedbackDelay),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("GroupTransmissions",
                            "All receivers have a group: its number; packets sent for it.",
                            MakeTraceSourceAccessor(&HybridArqSender::m_transmissions),
                            "ns3::hsn::HybridArqSender::TransmissionsCallback")
            .AddTraceSource("Tx",
                            "A packet is sent, with its header.",
                            MakeTraceSourceAccessor(&HybridArqSender::m_tx),
                            "ns3::Packet::TracedCallback");
    return tid;
}

HybridArqSender::HybridArqSender() = default;
HybridArqSender::~HybridArqSender() = default;

void
HybridArqSender::SetDevice(Ptr<NetDevice> device)
{
    m_device = device;
}

void
HybridArqSender::AddReceiver(Ptr<HybridArqReceiver> receiver, Ptr<NetDevice> device)
{
    m_receivers.push_back(receiver);
    receiver->SetDevice(device);
}

const HybridArqTxCounters&
HybridArqSender::GetCounters() const
{
    return m_counters;
}

uint8_t
HybridArqSender::GetPayloadOctet(uint32_t number, uint32_t i)
{
    // multiplicative hash: consecutive numbers differ in all bits
    return static_cast<uint8_t>((number * 2246822519U + i * 40503U) >> 16);
}

void
HybridArqSender::DoDispose()
{
    StopApplication();
    m_device = nullptr;
    m_receivers.clear();
    Application::DoDispose();
}

void
HybridArqSender::StartApplication()
{
    const std::string error = FecCode{FEC_CODEC_REED_SOLOMON, m_data, m_parity}.Check();
    NS_ABORT_MSG_UNLESS(error.empty(), error);
    NS_ABORT_MSG_UNLESS(m_device, "HybridArqSender has no device");
    NS_ABORT_MSG_IF(m_receivers.empty(), "HybridArqSender has no receivers");
    m_coder = std::make_shared<HybridArqCoder>(m_data, m_parity, m_packetSize);
    for (const auto& receiver : m_receivers)
    {
        receiver->Expect(m_coder);
    }
    m_isRunning = true;
    SendNext();
}

void
HybridArqSender::StopApplication()
{
    m_isRunning = false; // what receivers lack is still asked, but not sent
    m_timer.Cancel();
}

void
HybridArqSender::SendNext()
{
    if (!m_demands.empty())
    {
        auto& [number, count] = m_demands.front();
        const uint32_t group = number;
        const bool isLast = --count == 0;
        if (isLast)
        {
            m_demands.pop_front();
        }
        SendPiece(group);
        if (isLast)
        {
            Simulator::Schedule(m_feedbackDelay, &HybridArqSender::Ask, this, group);
        }
    }
    else
    {
        const uint32_t next = m_first + static_cast<uint32_t>(m_groups.size());
        if (m_left == 0)
        {
            if (m_maxGroups > 0 && next >= m_maxGroups)
            {
                return;
            }
            m_groups.emplace_back();
            auto& data = m_groups.back().data;
            for (uint32_t n = 0; n < m_data; ++n)
            {
                for (uint32_t i = 0; i < m_packetSize; ++i)
                {
                    data.push_back(GetPayloadOctet(next * m_data + n, i));
                }
            }
            m_left = m_data;
        }
        const uint32_t group = m_first + static_cast<uint32_t>(m_groups.size()) - 1;
        SendPiece(group);
        if (--m_left == 0)
        {
            Simulator::Schedule(m_feedbackDelay, &HybridArqSender::Ask, this, group);
        }
    }
    m_timer = Simulator::Schedule(m_interval, &HybridArqSender::SendNext, this);
}

void
HybridArqSender::SendPiece(uint32_t number)
{
    auto& group = m_groups[number - m_first];
    const uint32_t all = m_data + m_parity;
    const uint32_t index = group.sent % all;
    (group.sent >= all ? m_counters.repeated
     : index < m_data  ? m_counters.data
                       : m_counters.parity)++;
    ++group.sent;
    const bool isParity = index >= m_data;
    if (isParity && group.parity.empty())
    {
        group.parity.resize(static_cast<std::size_t>(m_parity) * m_packetSize);
        m_coder->eraser.Encode(group.data.data(), group.parity.data(), m_packetSize);
    }
    const uint8_t* const from =
        isParity ? group.parity.data() + static_cast<std::size_t>(index - m_data) * m_packetSize
                 : group.data.data() + static_cast<std::size_t>(index) * m_packetSize;
    auto packet = Create<Packet>(from, m_packetSize);
    FecHeader header;
    header.type = isParity ? FEC_PARITY : FEC_DATA;
    header.code = m_coder->code;
    header.block = number;
    header.index = static_cast<uint8_t>(index);
    header.length = static_cast<uint16_t>(m_packetSize);
    packet->AddHeader(header);
    m_tx(packet);
    m_device->Send(packet, m_device->GetBroadcast(), HYBRID_ARQ_PROTOCOL);
}

void
HybridArqSender::Ask(uint32_t number)
{
    uint32_t need = 0;
    for (const auto& one : m_receivers)
    {
        need = std::max(need, one->GetMissing(number));
    }
    if (need > 0)
    {
        m_demands.emplace_back(number, need);
    }
    else
    {
        auto& group = m_groups[number - m_first];
        group.complete = true;
        ++m_counters.complete;
        m_transmissions(number, group.sent);
        while (!m_groups.empty() && m_groups.front().complete)
        {
            m_groups.pop_front();
            ++m_first;
        }
    }
    if (m_isRunning && m_timer.IsExpired())
    {
        SendNext();
    }
}
} // namespace hsn
} // namespace ns3
