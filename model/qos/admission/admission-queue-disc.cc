// SPDX-License-Identifier: GPL-2.0-only
#include "admission-queue-disc.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/log.h"
#include "ns3/packet-filter.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAdmissionQueueDisc");
NS_OBJECT_ENSURE_REGISTERED(AdmissionQueueDisc);

namespace
{
// protocols that keep the network going (IANA's numbers)
constexpr uint8_t ICMP = 1;
constexpr uint8_t IGMP = 2;
constexpr uint8_t ICMPV6 = 58;

/**
 * @brief What must pass, or no flow could send: neighbours and groups are found by it, errors
 * reported, routes told.
 * @param item a packet
 * @return whether it is no IP, such as ARP, or a control packet of IP: ICMP, IGMP, or to a
 * link-local group (RFC 5771, section 4; RFC 4291, section 2.7)
 */
bool
IsControl(const Ptr<QueueDiscItem>& item)
{
    if (const auto ip = DynamicCast<Ipv4QueueDiscItem>(item))
    {
        const auto protocol = ip->GetHeader().GetProtocol();
        return protocol == ICMP || protocol == IGMP ||
               ip->GetHeader().GetDestination().IsLocalMulticast();
    }
    if (const auto ip = DynamicCast<Ipv6QueueDiscItem>(item))
    {
        return ip->GetHeader().GetNextHeader() == ICMPV6 ||
               ip->GetHeader().GetDestination().IsLinkLocalMulticast();
    }
    return true;
}
} // namespace

TypeId
AdmissionQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AdmissionQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("Hsn")
            .AddConstructor<AdmissionQueueDisc>()
            .AddAttribute("Control",
                          "What is asked for every flow",
                          PointerValue(),
                          MakePointerAccessor(&AdmissionQueueDisc::m_control),
                          MakePointerChecker<AdmissionControl>())
            .AddAttribute("PeakRate",
                          "Peak rate that a flow declares",
                          DataRateValue(DataRate("64kbps")),
                          MakeDataRateAccessor(&AdmissionQueueDisc::m_peakRate),
                          MakeDataRateChecker())
            .AddAttribute("TokenRate",
                          "Rate of its token bucket; 0: the peak rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&AdmissionQueueDisc::m_tokenRate),
                          MakeDataRateChecker())
            .AddAttribute("Bucket",
                          "Depth of its token bucket, bits",
                          DoubleValue(0),
                          MakeDoubleAccessor(&AdmissionQueueDisc::m_bucket),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("IdleTime",
                          "A flow without a packet for this time has ended",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&AdmissionQueueDisc::m_idle),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("RetryTime",
                          "A refused flow asks again after this time",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&AdmissionQueueDisc::m_retry),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxFlows",
                          "Flows that are known, refused ones included; packets of others are "
                          "dropped",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&AdmissionQueueDisc::m_maxFlows),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Flow",
                            "A flow has asked",
                            MakeTraceSourceAccessor(&AdmissionQueueDisc::m_asked),
                            "ns3::hsn::AdmissionQueueDisc::FlowTracedCallback");
    return tid;
}

AdmissionQueueDisc::AdmissionQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::SINGLE_CHILD_QUEUE_DISC)
{
}

AdmissionQueueDisc::~AdmissionQueueDisc() = default;

void
AdmissionQueueDisc::SetControl(Ptr<AdmissionControl> control)
{
    m_control = control;
}

void
AdmissionQueueDisc::SetDescriptor(const Descriptor& descriptor)
{
    m_descriptor = descriptor;
}

uint32_t
AdmissionQueueDisc::GetFlows() const
{
    return static_cast<uint32_t>(m_admitted.size());
}

void
AdmissionQueueDisc::DoDispose()
{
    for (const auto& flow : m_admitted)
    {
        m_control->Release(flow.request);
    }
    m_flows.clear();
    m_admitted.clear();
    m_refused.clear();
    m_descriptor = Descriptor();
    m_control = nullptr;
    QueueDisc::DoDispose();
}

void
AdmissionQueueDisc::ForgetOlder(Flows& flows, Time age)
{
    while (!flows.empty() && flows.front().time + age < Simulator::Now())
    {
        if (flows.front().isAdmitted)
        {
            m_control->Release(flows.front().request);
        }
        m_flows.erase(flows.front().key);
        flows.pop_front();
    }
}

void
AdmissionQueueDisc::Forget()
{
    ForgetOlder(m_admitted, m_idle);
    ForgetOlder(m_refused, m_retry);
}

const char*
AdmissionQueueDisc::Ask(Ptr<QueueDiscItem> item)
{
    // two hashes of 32 bits: flows that are taken for one are not to be expected
    const uint64_t key = uint64_t{item->Hash(0)} << 32 | item->Hash(0x9e3779b9);
    const auto found = m_flows.find(key);
    if (found != m_flows.end())
    {
        const auto flow = found->second;
        if (flow->isAdmitted)
        {
            flow->time = Simulator::Now();
            m_admitted.splice(m_admitted.end(), m_admitted, flow);
        }
        return flow->isAdmitted ? nullptr : REFUSED;
    }
    if (m_flows.size() >= m_maxFlows)
    {
        return TOO_MANY;
    }
    AdmissionRequest request;
    if (m_descriptor.IsNull())
    {
        const DataRate token = m_tokenRate.GetBitRate() ? m_tokenRate : m_peakRate;
        request.peakRate = static_cast<double>(m_peakRate.GetBitRate());
        request.tokenRate = static_cast<double>(token.GetBitRate());
        request.bucket = m_bucket;
    }
    else
    {
        request = m_descriptor(item);
    }
    const bool isAdmitted = m_control->Request(request);
    auto& flows = isAdmitted ? m_admitted : m_refused;
    m_flows[key] = flows.insert(flows.end(), {key, isAdmitted, Simulator::Now(), request});
    m_asked(item, isAdmitted);
    return isAdmitted ? nullptr : REFUSED;
}

bool
AdmissionQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    const bool asks = !IsControl(item) &&
                      (GetNPacketFilters() == 0 || Classify(item) != PacketFilter::PF_NO_MATCH);
    if (asks)
    {
        Forget();
        const char* const reason = Ask(item);
        if (reason)
        {
            DropBeforeEnqueue(item, reason);
            return false;
        }
    }
    return GetQueueDiscClass(0)->GetQueueDisc()->Enqueue(item);
}

Ptr<QueueDiscItem>
AdmissionQueueDisc::DoDequeue()
{
    return GetQueueDiscClass(0)->GetQueueDisc()->Dequeue();
}

Ptr<const QueueDiscItem>
AdmissionQueueDisc::DoPeek()
{
    return GetQueueDiscClass(0)->GetQueueDisc()->Peek();
}

bool
AdmissionQueueDisc::CheckConfig()
{
    NS_ABORT_MSG_UNLESS(m_control, "AdmissionQueueDisc: set Control");
    if (GetNInternalQueues() > 0 || GetNQueueDiscClasses() > 1)
    {
        NS_LOG_ERROR("AdmissionQueueDisc has " << GetNInternalQueues() << " internal queues and "
                                               << GetNQueueDiscClasses()
                                               << " classes: must be 0 and at most 1");
        return false;
    }
    if (GetNQueueDiscClasses() == 0)
    {
        const auto child = CreateObject<QueueDiscClass>();
        child->SetQueueDisc(CreateObject<FifoQueueDisc>());
        AddQueueDiscClass(child);
    }
    return true;
}

void
AdmissionQueueDisc::InitializeParams()
{
}
} // namespace hsn
} // namespace ns3
