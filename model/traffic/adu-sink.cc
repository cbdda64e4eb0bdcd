// SPDX-License-Identifier: GPL-2.0-only
#include "adu-sink.h"

#include "adu-source.h"

#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAduSink");
NS_OBJECT_ENSURE_REGISTERED(AduSink);

TypeId
AduSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AduSink")
                            .SetParent<SocketSink>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AduSink>()
                            .AddAttribute("MaxAdu",
                                          "Octets of an ADU on a stream, at most",
                                          UintegerValue(1 << 20),
                                          MakeUintegerAccessor(&AduSink::m_maxAdu),
                                          MakeUintegerChecker<uint32_t>(1, AduSource::LAST - 1))
                            .AddTraceSource("AduRx",
                                            "A good ADU arrived",
                                            MakeTraceSourceAccessor(&AduSink::m_rx),
                                            "ns3::hsn::AduSink::AduRxTracedCallback")
                            .AddTraceSource("AduError",
                                            "An ADU arrived that the checker refuses",
                                            MakeTraceSourceAccessor(&AduSink::m_error),
                                            "ns3::hsn::AduSink::AduErrorTracedCallback");
    return tid;
}

void
AduSink::SetChecker(const Checker& checker)
{
    m_checker = checker;
}

uint64_t
AduSink::GetReceived() const
{
    return m_received;
}

uint64_t
AduSink::GetReceivedBytes() const
{
    return m_bytes;
}

const std::map<int, uint64_t>&
AduSink::GetErrors() const
{
    return m_errors;
}

void
AduSink::DoDispose()
{
    m_checker = Checker();
    SocketSink::DoDispose();
}

bool
AduSink::TakeStream(Ptr<Packet> pending, const Address& from)
{
    while (pending->GetSize() >= AduSource::MARK_BYTES)
    {
        uint8_t octets[AduSource::MARK_BYTES];
        pending->CopyData(octets, sizeof(octets));
        const uint32_t mark =
            static_cast<uint32_t>(octets[0]) << 24 | octets[1] << 16 | octets[2] << 8 | octets[3];
        const uint32_t size = mark & ~AduSource::LAST;
        if ((mark & AduSource::LAST) == 0 || size > m_maxAdu)
        {
            NS_LOG_WARN("record mark " << mark << " is not one of an ADU up to " << m_maxAdu);
            m_errors[BAD_MARK]++;
            m_error(BAD_MARK, pending);
            return false;
        }
        if (pending->GetSize() < AduSource::MARK_BYTES + size)
        {
            return true;
        }
        Ptr<Packet> adu = pending->CreateFragment(AduSource::MARK_BYTES, size);
        pending->RemoveAtStart(AduSource::MARK_BYTES + size);
        TakeMessage(adu, from);
    }
    return true;
}

void
AduSink::TakeMessage(Ptr<Packet> adu, const Address& from)
{
    const int level = m_checker.IsNull() ? 0 : m_checker(adu);
    if (level == 0)
    {
        m_received++;
        m_bytes += adu->GetSize();
        m_rx(adu, from);
        return;
    }
    NS_LOG_INFO("an ADU is refused: " << level);
    m_errors[level]++;
    m_error(level, adu);
}
} // namespace hsn
} // namespace ns3
