// SPDX-License-Identifier: GPL-2.0-only
#include "on-off-source.h"

#include "random-duration.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(OnOffSource);

TypeId
OnOffSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::OnOffSource")
            .SetParent<PacketSource>()
            .SetGroupName("Hsn")
            .AddConstructor<OnOffSource>()
            .AddAttribute("Rate",
                          "Rate of the packets while On, above 0",
                          DataRateValue(DataRate("64kbps")),
                          MakeDataRateAccessor(&OnOffSource::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("PacketSize",
                          "Octets of a packet",
                          UintegerValue(125),
                          MakeUintegerAccessor(&OnOffSource::m_size),
                          MakeUintegerChecker<uint32_t>(1, 65000))
            .AddAttribute("OnTime",
                          "Lengths of On periods, s",
                          StringValue("ns3::ExponentialRandomVariable[Mean=0.3125]"),
                          MakePointerAccessor(&OnOffSource::m_on),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("OffTime",
                          "Lengths of Off periods, s",
                          StringValue("ns3::ExponentialRandomVariable[Mean=0.3125]"),
                          MakePointerAccessor(&OnOffSource::m_off),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Begin",
                          "Period with which a source begins",
                          EnumValue(OFF),
                          MakeHsnEnumAccessor(&OnOffSource::m_begin),
                          MakeEnumChecker(ON, "On", OFF, "Off"));
    return tid;
}

int64_t
OnOffSource::AssignStreams(int64_t stream)
{
    m_on->SetStream(stream);
    m_off->SetStream(stream + 1);
    return 2;
}

void
OnOffSource::DoDispose()
{
    m_on = nullptr;
    m_off = nullptr;
    PacketSource::DoDispose();
}

Time
OnOffSource::GetFirstInterval()
{
    NS_ABORT_MSG_IF(m_rate.GetBitRate() == 0, "Rate of an OnOffSource is 0: must be above 0");
    NS_ABORT_MSG_UNLESS(m_on && m_off, "an OnOffSource without OnTime or OffTime");
    const Time off = m_begin == OFF ? DrawDuration(*m_off, "OffTime", "OnOffSource") : Time(0);
    m_left = DrawDuration(*m_on, "OnTime", "OnOffSource");
    return AddDurations(off, GetInterval());
}

Time
OnOffSource::GetInterval()
{
    Time need = m_rate.CalculateBytesTxTime(m_size);
    Time wait;
    for (uint32_t empty = 0; need > m_left;)
    {
        need -= m_left;
        wait = AddDurations(wait, m_left);
        empty = m_left.IsZero() ? empty + 1 : 0;
        NS_ABORT_MSG_IF(empty > 1000000, "OnTime of an OnOffSource draws nothing but 0 s");
        wait = AddDurations(wait, DrawDuration(*m_off, "OffTime", "OnOffSource"));
        m_left = DrawDuration(*m_on, "OnTime", "OnOffSource");
    }
    m_left -= need;
    return AddDurations(wait, need);
}

uint32_t
OnOffSource::GetPacketSize()
{
    return m_size;
}
} // namespace hsn
} // namespace ns3
