// SPDX-License-Identifier: GPL-2.0-only
#include "paced-source.h"

#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(PacedSource);

TypeId
PacedSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PacedSource")
                            .SetParent<PacketSource>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PacedSource>()
                            .AddAttribute("Interval",
                                          "Time from one packet to the next",
                                          TimeValue(MilliSeconds(1)),
                                          MakeTimeAccessor(&PacedSource::m_interval),
                                          MakeTimeChecker(TimeStep(1)))
                            .AddAttribute("PacketSize",
                                          "Octets of a packet",
                                          UintegerValue(512),
                                          MakeUintegerAccessor(&PacedSource::m_size),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
PacedSource::SetIntervalFunction(const Callback<Time>& function)
{
    m_function = function;
}

void
PacedSource::DoDispose()
{
    m_function = Callback<Time>();
    PacketSource::DoDispose();
}

Time
PacedSource::GetInterval()
{
    return m_function.IsNull() ? m_interval : m_function();
}

Time
PacedSource::GetFirstInterval()
{
    return Time(0);
}

uint32_t
PacedSource::GetPacketSize()
{
    return m_size;
}
} // namespace hsn
} // namespace ns3
