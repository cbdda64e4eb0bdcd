// SPDX-License-Identifier: GPL-2.0-only
#include "nv-source.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(NvSource);

TypeId
NvSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::NvSource")
                            .SetParent<PacketSource>()
                            .SetGroupName("Hsn")
                            .AddConstructor<NvSource>()
                            .AddAttribute("Rate",
                                          "Mean rate of the payload, above 0",
                                          DataRateValue(DataRate(256000)),
                                          MakeDataRateAccessor(&NvSource::m_rate),
                                          MakeDataRateChecker())
                            .AddAttribute("PacketSize",
                                          "Octets of a packet",
                                          UintegerValue(1000),
                                          MakeUintegerAccessor(&NvSource::m_size),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("Spread",
                                          "Gaps are uniform in mean (1 - Spread) to mean (1 + "
                                          "Spread)",
                                          DoubleValue(0.3),
                                          MakeDoubleAccessor(&NvSource::m_spread),
                                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

NvSource::NvSource()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

int64_t
NvSource::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

Time
NvSource::GetInterval()
{
    NS_ABORT_MSG_IF(m_rate.GetBitRate() == 0, "NvSource: Rate = 0 must be above 0");
    const double mean = 8.0 * m_size / static_cast<double>(m_rate.GetBitRate());
    return Seconds(mean * m_random->GetValue(1 - m_spread, 1 + m_spread));
}

Time
NvSource::GetFirstInterval()
{
    return Time(0);
}

uint32_t
NvSource::GetPacketSize()
{
    return m_size;
}
} // namespace hsn
} // namespace ns3
