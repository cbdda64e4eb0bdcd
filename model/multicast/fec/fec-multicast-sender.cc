// SPDX-License-Identifier: GPL-2.0-only
#include "fec-multicast-sender.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/fec-code-attributes.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFecMulticastSender");
NS_OBJECT_ENSURE_REGISTERED(FecMulticastSender);

TypeId
FecMulticastSender::GetTypeId()
{
    static TypeId tid = AddFecCodeAttributes(
        TypeId("ns3::hsn::FecMulticastSender")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<FecMulticastSender>()
            .AddAttribute(
                "RetransmitMode",
                "How packets are retransmitted.",
                EnumValue(FEC_RETRANSMIT_IN_BLOCK),
                MakeHsnEnumAccessor(&FecMulticastSender::m_mode),
                MakeEnumChecker(FEC_RETRANSMIT_IN_BLOCK, "InBlock", FEC_RETRANSMIT_BARE, "Bare"))
            .AddAttribute("PacketSize",
                          "Payload of a packet in bytes.",
                          UintegerValue(984),
                          MakeUintegerAccessor(&FecMulticastSender::m_packetSize),
                          MakeUintegerChecker<uint32_t>(0, 60000))
            .AddAttribute("MaxPackets",
                          "Number of packets to send, without retransmissions; 0: unlimited.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FecMulticastSender::m_maxPackets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Interval",
                          "Interval between packets.",
                          TimeValue(MicroSeconds(1250)),
                          MakeTimeAccessor(&FecMulticastSender::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "FeedbackDelay",
                "Delay from the last report on a block to the sender's reaction, and from "
                "the end of the flow to the request for reports; this one doubles as long as "
                "nothing new comes of it.",
                TimeValue(MilliSeconds(125)),
                MakeTimeAccessor(&FecMulticastSender::m_feedbackDelay),
                MakeTimeChecker(Time(0)))
            .AddTraceSource("PacketTransmissions",
                            "A packet is complete at all receivers: its number, number of its "
                            "transmissions.",
                            MakeTraceSourceAccessor(&FecMulticastSender::m_transmissions),
                            "ns3::hsn::FecMulticastSender::TransmissionsCallback")
            .AddTraceSource("Tx",
                            "A packet is sent, with its header.",
                            MakeTraceSourceAccessor(&FecMulticastSender::m_tx),
                            "ns3::Packet::TracedCallback"),
        &FecMulticastSender::m_data,
        &FecMulticastSender::m_parity,
        &FecMulticastSender::m_codec,
        &FecMulticastSender::m_shiftOrigin,
        &FecMulticastSender::m_shiftUnit);
    return tid;
}

FecMulticastSender::FecMulticastSender() = default;
FecMulticastSender::~FecMulticastSender() = default;

void
FecMulticastSender::SetDevice(Ptr<NetDevice> device)
{
    m_device = device;
}

void
FecMulticastSender::SetSocket(Ptr<Socket> socket, const Address& group)
{
    m_socket = socket;
    m_group = group;
}

FecMulticastReceiver::ReportCallback
FecMulticastSender::Admit(Ptr<FecMulticastReceiver> receiver)
{
    const auto id = static_cast<uint32_t>(m_receivers.size());
    m_receivers.push_back(receiver);
    return Sink<const FecBlockResult&>::Make(
        [this, id](const FecBlockResult& result) { Report(id, result); });
}

void
FecMulticastSender::AddReceiver(Ptr<FecMulticastReceiver> receiver, Ptr<NetDevice> device)
{
    receiver->Connect(device, Admit(receiver));
}

void
FecMulticastSender::AddReceiver(Ptr<FecMulticastReceiver> receiver, Ptr<Socket> socket)
{
    receiver->Connect(socket, Admit(receiver));
}

const FecMulticastTxCounters&
FecMulticastSender::GetCounters() const
{
    return m_counters;
}

uint32_t
FecMulticastSender::GetOutstanding() const
{
    return static_cast<uint32_t>(m_packets.size());
}

uint8_t
FecMulticastSender::GetPayloadOctet(uint32_t number, uint32_t i)
{
    // multiplicative hash: consecutive numbers differ in all bits
    return static_cast<uint8_t>((number * 2654435761U + i * 40503U) >> 16);
}

void
FecMulticastSender::DoDispose()
{
    StopApplication();
    m_device = nullptr;
    m_socket = nullptr;
    m_receivers.clear();
    Application::DoDispose();
}

void
FecMulticastSender::StartApplication()
{
    // without parity, each packet is a block of its own
    const uint32_t data = m_parity > 0 ? m_data : 1;
    const FecCode code{m_codec, data, m_parity, m_shiftOrigin, m_shiftUnit};
    const std::string error = code.Check();
    NS_ABORT_MSG_UNLESS(error.empty(), error);
    NS_ABORT_MSG_UNLESS(m_device || m_socket, "FecMulticastSender has no device or socket");
    NS_ABORT_MSG_IF(m_receivers.empty(), "FecMulticastSender has no receivers");
    m_encoder.SetCode(code);
    for (const auto& receiver : m_receivers)
    {
        receiver->Expect(code);
    }
    m_isRunning = true;
    m_silence = m_interval + m_feedbackDelay;
    SendNext();
}

void
FecMulticastSender::StopApplication()
{
    m_isRunning = false; // reports that are under way are still taken
    m_timer.Cancel();
    m_poll.Cancel();
}

bool
FecMulticastSender::HasNew() const
{
    return m_maxPackets == 0 || m_counters.newPackets < m_maxPackets;
}

void
FecMulticastSender::SendNext()
{
    if (m_ready.empty())
    {
        Fill();
    }
    if (m_ready.empty())
    {
        // some receivers may have missed the end of the last block
        if (!m_blocks.empty() && m_poll.IsExpired())
        {
            m_poll = Simulator::Schedule(m_silence - m_interval, &FecMulticastSender::Poll, this);
        }
        return;
    }
    m_poll.Cancel();
    const auto packet = m_ready.front();
    m_ready.pop_front();
    m_tx(packet);
    if (m_device)
    {
        m_device->Send(packet, m_device->GetBroadcast(), FEC_MULTICAST_PROTOCOL);
    }
    else
    {
        m_socket->SendTo(packet, 0, m_group);
    }
    m_timer = Simulator::Schedule(m_interval, &FecMulticastSender::SendNext, this);
}

void
FecMulticastSender::Fill()
{
    const bool alone = m_mode == FEC_RETRANSMIT_BARE && m_encoder.GetPending() == 0;
    if (!m_again.empty() && (m_mode == FEC_RETRANSMIT_IN_BLOCK || alone))
    {
        const uint32_t number = m_again.front();
        m_again.pop_front();
        m_counters.retransmissions++;
        if (alone)
        {
            const FecCode code = m_encoder.GetCode();
            m_encoder.SetCode({code.codec, 1, 0, code.shiftOrigin, code.shiftUnit});
            Encode(number);
            m_encoder.SetCode(code);
            return;
        }
        Encode(number);
    }
    else if (HasNew())
    {
        m_counters.newPackets++;
        Encode(MakePacket());
    }
    else if (m_encoder.GetPending() > 0)
    {
        const auto parity = m_encoder.Flush();
        m_counters.parity += parity.size();
        AddReady(parity);
    }
}

void
FecMulticastSender::Encode(uint32_t number)
{
    if (m_encoder.GetPending() == 0)
    {
        m_blocks.emplace_back();
    }
    auto& block = m_blocks.back();
    block.numbers.push_back(number);
    block.losers.emplace_back();
    auto& outstanding = m_packets[number - m_firstNumber];
    outstanding.transmissions++;
    const auto packets = m_encoder.Add(outstanding.packet);
    m_counters.parity += packets.size() - 1;
    AddReady(packets);
}

void
FecMulticastSender::AddReady(const std::vector<Ptr<Packet>>& packets)
{
    m_ready.insert(m_ready.end(), packets.begin(), packets.end());
}

uint32_t
FecMulticastSender::MakePacket()
{
    const uint32_t number = m_firstNumber + static_cast<uint32_t>(m_packets.size());
    std::vector<uint8_t> octets{static_cast<uint8_t>(number >> 24),
                                static_cast<uint8_t>(number >> 16),
                                static_cast<uint8_t>(number >> 8),
                                static_cast<uint8_t>(number)};
    for (uint32_t i = 0; i < m_packetSize; i++)
    {
        octets.push_back(GetPayloadOctet(number, i));
    }
    m_packets.emplace_back();
    m_packets.back().packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    return number;
}

void
FecMulticastSender::Report(uint32_t receiver, const FecBlockResult& result)
{
    const uint32_t place = result.block - m_firstBlock;
    if (place >= m_blocks.size())
    {
        // caused by a packet from another sender
        m_counters.strayReports++;
        return;
    }
    auto& block = m_blocks[place];
    for (std::size_t i = 0; i < block.numbers.size(); i++)
    {
        if (i >= result.missing.size() || result.missing[i])
        {
            block.losers[i].push_back(receiver);
        }
    }
    if (++block.reports == m_receivers.size())
    {
        // each receiver reports in order, so blocks complete in order
        Simulator::Schedule(m_feedbackDelay, &FecMulticastSender::Resolve, this, block);
        m_blocks.pop_front();
        m_firstBlock++;
    }
}

void
FecMulticastSender::Resolve(const Block& block)
{
    for (std::size_t i = 0; i < block.numbers.size(); i++)
    {
        auto& outstanding = m_packets[block.numbers[i] - m_firstNumber];
        auto losers = block.losers[i];
        std::size_t before = m_receivers.size(); // receivers that lacked it
        std::sort(losers.begin(), losers.end());
        if (outstanding.transmissions > 1)
        {
            // receivers that got an earlier transmission do not need it
            std::vector<uint32_t> still;
            std::set_intersection(losers.begin(),
                                  losers.end(),
                                  outstanding.awaiting.begin(),
                                  outstanding.awaiting.end(),
                                  std::back_inserter(still));
            losers = std::move(still);
            before = outstanding.awaiting.size();
        }
        if (losers.size() < before)
        {
            m_silence = m_interval + m_feedbackDelay;
        }
        outstanding.awaiting = std::move(losers);
        if (!outstanding.awaiting.empty())
        {
            m_again.push_back(block.numbers[i]);
            continue;
        }
        outstanding.complete = true;
        m_counters.complete++;
        m_transmissions(block.numbers[i], outstanding.transmissions);
    }
    while (!m_packets.empty() && m_packets.front().complete)
    {
        m_packets.pop_front();
        m_firstNumber++;
    }
    if (m_isRunning && m_timer.IsExpired())
    {
        SendNext();
    }
}

void
FecMulticastSender::Poll()
{
    // what is on its way is lost by this: unless somebody has got something, wait longer next time
    if (m_silence < Hours(1)) // no network takes longer
    {
        m_silence = m_silence * int64_t{2};
    }
    const uint32_t next = m_encoder.GetBlock();
    for (const auto& receiver : m_receivers)
    {
        receiver->Poll(next);
    }
}
} // namespace hsn
} // namespace ns3
