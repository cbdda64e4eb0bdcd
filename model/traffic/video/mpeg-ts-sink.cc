// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-ts-sink.h"

#include "ns3/abort.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MpegTsSink);

TypeId
MpegTsSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MpegTsSink")
                            .SetParent<SocketSink>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MpegTsSink>()
                            .AddAttribute("File",
                                          "File that gets the octets that arrive; empty: none",
                                          StringValue(""),
                                          MakeStringAccessor(&MpegTsSink::m_file),
                                          MakeStringChecker())
                            .AddTraceSource("Rx",
                                            "Packets of the transport stream have arrived",
                                            MakeTraceSourceAccessor(&MpegTsSink::m_rxTrace),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

MpegTsSink::MpegTsSink() = default;

void
MpegTsSink::DoDispose()
{
    m_out.close();
    SocketSink::DoDispose();
}

const MpegTsParser&
MpegTsSink::GetParser() const
{
    return m_parser;
}

const std::vector<MpegTsUnit>&
MpegTsSink::GetUnits() const
{
    return m_units;
}

uint64_t
MpegTsSink::GetTotalRx() const
{
    return m_parser.GetCounters().octets;
}

void
MpegTsSink::Take(Ptr<const Packet> packet, bool isStream)
{
    m_rxTrace(packet);
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    std::vector<MpegRun> runs;
    m_parser.Take(octets.data(), octets.size(), runs);
    if (!isStream)
    {
        m_parser.Realign(runs);
    }
    for (const auto& unit : m_parser.TakeUnits())
    {
        m_units.push_back(unit);
    }
    m_parser.GetVideo().TakePictures(); // nobody asks for them
    if (m_file.empty())
    {
        return;
    }
    if (!m_out.is_open())
    {
        m_out.open(m_file, std::ios::binary);
    }
    m_out.write(reinterpret_cast<const char*>(octets.data()),
                static_cast<std::streamsize>(octets.size()));
    NS_ABORT_MSG_UNLESS(m_out, "File of an MpegTsSink, " << m_file << ": cannot be written");
}

void
MpegTsSink::TakeMessage(Ptr<Packet> message, const Address&)
{
    Take(message, false);
}

bool
MpegTsSink::TakeStream(Ptr<Packet> pending, const Address&)
{
    Take(pending, true);
    pending->RemoveAtStart(pending->GetSize());
    return true;
}
} // namespace hsn
} // namespace ns3
