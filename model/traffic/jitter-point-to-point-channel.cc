// SPDX-License-Identifier: GPL-2.0-only
#include "jitter-point-to-point-channel.h"

#include "random-duration.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnJitterPointToPointChannel");
NS_OBJECT_ENSURE_REGISTERED(JitterPointToPointChannel);

TypeId
JitterPointToPointChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::JitterPointToPointChannel")
            .SetParent<PointToPointChannel>()
            .SetGroupName("Hsn")
            .AddConstructor<JitterPointToPointChannel>()
            .AddAttribute("Jitter",
                          "Extra delay in seconds, at least 0, of packets from the device that was "
                          "attached first; null: none.",
                          PointerValue(),
                          MakePointerAccessor(&JitterPointToPointChannel::m_jitter),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ReverseJitter",
                          "Likewise of packets from the device that was attached second.",
                          PointerValue(),
                          MakePointerAccessor(&JitterPointToPointChannel::m_reverseJitter),
                          MakePointerChecker<RandomVariableStream>());
    return tid;
}

JitterPointToPointChannel::JitterPointToPointChannel()
{
}

JitterPointToPointChannel::~JitterPointToPointChannel()
{
}

void
JitterPointToPointChannel::DoDispose()
{
    m_jitter = nullptr;
    m_reverseJitter = nullptr;
    PointToPointChannel::DoDispose();
}

int64_t
JitterPointToPointChannel::AssignStreams(int64_t stream)
{
    if (m_jitter)
    {
        m_jitter->SetStream(stream);
    }
    if (m_reverseJitter)
    {
        m_reverseJitter->SetStream(stream + 1);
    }
    return 2;
}

bool
JitterPointToPointChannel::TransmitStart(Ptr<const Packet> p,
                                         Ptr<PointToPointNetDevice> src,
                                         Time txTime)
{
    const bool isReverse = src != GetSource(0);
    const auto& jitter = isReverse ? m_reverseJitter : m_jitter;
    const char* name = isReverse ? "ReverseJitter" : "Jitter";
    const Time extra = jitter ? DrawDuration(*jitter, name, "JitterPointToPointChannel") : Time();
    const Time plain = Simulator::Now() + txTime + GetDelay();
    NS_ABORT_MSG_UNLESS(extra < Time::Max() - plain,
                        name << " of a JitterPointToPointChannel has drawn " << extra.As(Time::S)
                             << ": the packet would arrive after the end of time");
    Time& last = m_last[isReverse];
    last = Max(plain + extra, last);
    NS_LOG_LOGIC("packet " << p->GetUid() << " arrives " << last - plain << " later");
    // the base class adds Delay to the time of the last bit
    return PointToPointChannel::TransmitStart(p, src, txTime + (last - plain));
}
} // namespace hsn
} // namespace ns3
