// SPDX-License-Identifier: GPL-2.0-only
#include "admission-helper.h"

#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/admission-socket.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
AdmissionHelper::AdmissionHelper(Ptr<AdmissionControl> control)
    : m_control(control)
{
    NS_ABORT_MSG_UNLESS(control, "AdmissionHelper needs an AdmissionControl");
}

Ptr<AdmissionQueueMeter>
AdmissionHelper::Watch(Ptr<QueueDisc> queue, DataRate rate, Time bound, uint32_t overhead)
{
    const auto meter = CreateObject<AdmissionQueueMeter>();
    meter->SetAttribute("LinkRate", DataRateValue(rate));
    meter->SetAttribute("DelayBound", TimeValue(bound));
    meter->SetAttribute("Overhead", UintegerValue(overhead));
    meter->SetQueue(queue);
    return meter;
}

void
AdmissionHelper::InstallSockets(const NodeContainer& nodes,
                                DataRate peakRate,
                                DataRate tokenRate,
                                double bucket) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto present = (*node)->GetObject<AdmissionSocketFactory>();
        const auto factory = present ? present : CreateObject<AdmissionSocketFactory>();
        factory->SetAttribute("Control", PointerValue(m_control));
        factory->SetAttribute("PeakRate", DataRateValue(peakRate));
        factory->SetAttribute("TokenRate", DataRateValue(tokenRate));
        factory->SetAttribute("Bucket", DoubleValue(bucket));
        const auto obstacle = factory->FindObstacle(*node);
        NS_ABORT_MSG_UNLESS(obstacle.empty(),
                            "AdmissionHelper: node " << (*node)->GetId() << " " << obstacle);
        if (!present)
        {
            (*node)->AggregateObject(factory);
        }
    }
}

std::optional<AtmPvc>
AdmissionHelper::ConnectPvc(const AtmHelper& atm,
                            Ptr<NetDevice> a,
                            Ptr<NetDevice> b,
                            const AtmPvcOptions& options) const
{
    NS_ABORT_MSG_UNLESS(options.forward,
                        "AdmissionHelper: a PVC that asks for admission needs a contract");
    const auto error = options.forward->Check();
    NS_ABORT_MSG_UNLESS(error.empty(), "traffic contract of a PVC: " << error);
    if (!m_control->Request(MakeRequest(*options.forward)))
    {
        return std::nullopt;
    }
    return atm.ConnectPvc(a, b, options);
}

AdmissionRequest
AdmissionHelper::MakeRequest(const AtmTrafficContract& contract)
{
    constexpr double CELL = 424;
    AdmissionRequest request;
    request.peakRate = CELL / contract.GetPcrPeriod().GetSeconds();
    request.tokenRate = request.peakRate;
    request.bucket = CELL;
    if (contract.HasScr())
    {
        request.tokenRate = CELL / contract.GetScrPeriod().GetSeconds();
        const double share =
            contract.GetPcrPeriod().GetSeconds() / contract.GetScrPeriod().GetSeconds();
        request.bucket += CELL * (contract.GetMbs() - 1) * (1 - share);
    }
    return request;
}
} // namespace hsn
} // namespace ns3
