// SPDX-License-Identifier: GPL-2.0-only
#include "fec-multicast-receiver.h"

#include "ns3/abort.h"
#include "ns3/fec-header.h"
#include "ns3/log.h"
#include "ns3/network-order.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFecMulticastReceiver");
NS_OBJECT_ENSURE_REGISTERED(FecMulticastReceiver);

TypeId
FecMulticastReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FecMulticastReceiver")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<FecMulticastReceiver>()
            .AddTraceSource("Rx",
                            "A packet is received or restored for the first time: the packet "
                            "including its number; the number; whether it was restored.",
                            MakeTraceSourceAccessor(&FecMulticastReceiver::m_rx),
                            "ns3::hsn::FecMulticastReceiver::RxCallback")
            .AddTraceSource("Malformed",
                            "A packet is dropped because its header or number is invalid.",
                            MakeTraceSourceAccessor(&FecMulticastReceiver::m_malformed),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("BlockDecoded",
                            "A block is closed: packets received, data packets lost, data packets "
                            "restored.",
                            MakeTraceSourceAccessor(&FecMulticastReceiver::m_blockDecoded),
                            "ns3::hsn::FecMulticastReceiver::BlockCallback");
    return tid;
}

void
FecMulticastReceiver::Connect(Ptr<NetDevice> device, ReportCallback report)
{
    m_device = device;
    SetReport(report);
}

void
FecMulticastReceiver::Connect(Ptr<Socket> socket, ReportCallback report)
{
    m_socket = socket;
    SetReport(report);
}

void
FecMulticastReceiver::SetReport(ReportCallback report)
{
    m_report = report;
    // the first packet of a block closes the previous block
    m_decoder = std::make_unique<FecBlockDecoder>(
        1,
        [this](Ptr<Packet> packet, uint32_t, uint8_t, bool restored) { Deliver(packet, restored); },
        [this](const FecBlockResult& result) {
            m_blockDecoded(result.received, result.lost, result.restored);
            m_report(result);
        });
}

void
FecMulticastReceiver::Expect(const FecCode& code)
{
    NS_ABORT_MSG_UNLESS(m_decoder, "FecMulticastReceiver: not connected to a device or socket");
    m_decoder->Start(0, code);
}

void
FecMulticastReceiver::Poll(uint32_t block)
{
    m_decoder->CloseBefore(block);
}

const FecMulticastRxCounters&
FecMulticastReceiver::GetCounters() const
{
    return m_counters;
}

const FecDecoderCounters&
FecMulticastReceiver::GetBlockCounters() const
{
    NS_ABORT_MSG_UNLESS(m_decoder, "FecMulticastReceiver: not connected to a device or socket");
    return m_decoder->GetCounters();
}

void
FecMulticastReceiver::StartApplication()
{
    NS_ABORT_MSG_UNLESS(m_decoder, "FecMulticastReceiver: not connected to a device or socket");
    if (m_device)
    {
        m_device->SetReceiveCallback(MakeCallback(&FecMulticastReceiver::Receive, this));
    }
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeCallback(&FecMulticastReceiver::Read, this));
    }
}

void
FecMulticastReceiver::StopApplication()
{
    if (m_device)
    {
        m_device->SetReceiveCallback(MakeCallback(
            +[](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) { return false; }));
    }
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    }
}

void
FecMulticastReceiver::DoDispose()
{
    StopApplication();
    m_device = nullptr;
    m_socket = nullptr;
    m_report = ReportCallback();
    m_decoder.reset();
    Application::DoDispose();
}

void
FecMulticastReceiver::Read(Ptr<Socket> socket)
{
    Address from;
    while (auto packet = socket->RecvFrom(from))
    {
        Receive(nullptr, packet, FEC_MULTICAST_PROTOCOL, from);
    }
}

bool
FecMulticastReceiver::Receive(Ptr<NetDevice>,
                              Ptr<const Packet> packet,
                              uint16_t protocol,
                              const Address& from)
{
    if (protocol != FEC_MULTICAST_PROTOCOL)
    {
        return false;
    }
    FecHeader header;
    const auto copy = packet->Copy();
    const char* problem = header.Read(copy);
    if (!problem && (header.type == FEC_REPORT || header.flow != 0))
    {
        problem = "not from a multicast sender";
    }
    if (problem)
    {
        NS_LOG_LOGIC("packet from " << from << " dropped: " << problem);
        m_counters.malformed++;
        m_malformed(packet);
        return true;
    }
    m_decoder->Receive(header, copy);
    return true;
}

void
FecMulticastReceiver::Deliver(Ptr<Packet> packet, bool restored)
{
    uint8_t octets[FEC_MULTICAST_NUMBER_SIZE];
    if (packet->CopyData(octets, sizeof(octets)) < sizeof(octets))
    {
        m_counters.malformed++;
        m_malformed(packet);
        return;
    }
    const uint32_t number = ReadNetwork32(octets);
    const uint32_t ahead = number - m_firstMissing;
    if (ahead >= MOST_AHEAD)
    {
        // before the first missing packet, or too far ahead
        (static_cast<int32_t>(ahead) < 0 ? m_counters.repeated : m_counters.outOfRange)++;
        return;
    }
    if (ahead >= m_have.size())
    {
        m_have.resize(ahead + 1);
    }
    if (m_have[ahead])
    {
        m_counters.repeated++;
        return;
    }
    m_have[ahead] = true;
    while (!m_have.empty() && m_have.front())
    {
        m_have.pop_front();
        m_firstMissing++;
    }
    m_counters.packets++;
    m_rx(packet, number, restored);
}
} // namespace hsn
} // namespace ns3
