// SPDX-License-Identifier: GPL-2.0-only
#include "admission-helper.h"

#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/admission-socket.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// What a connection has declared to whom, at its first end.
class AdmittedPvc : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::AdmittedPvc").SetParent<Object>().SetGroupName("Hsn");
        return tid;
    }

    /// @param control has admitted it @param request what it has declared
    AdmittedPvc(Ptr<AdmissionControl> control, const AdmissionRequest& request)
        : m_control(control),
          m_request(request)
    {
    }

    /// The connection has ended. @return false if it had before
    bool Release()
    {
        const auto control = std::exchange(m_control, nullptr);
        if (control)
        {
            control->Release(m_request);
        }
        return control != nullptr;
    }

  protected:
    void DoDispose() override
    {
        Release();
        Object::DoDispose();
    }

  private:
    Ptr<AdmissionControl> m_control; //!< null when released
    AdmissionRequest m_request;      //!< declared
};

NS_OBJECT_ENSURE_REGISTERED(AdmittedPvc);
} // namespace

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
    const auto request = MakeRequest(*options.forward);
    if (!m_control->Request(request))
    {
        return std::nullopt;
    }
    const auto pvc = atm.ConnectPvc(a, b, options);
    pvc.a->AggregateObject(CreateObject<AdmittedPvc>(m_control, request));
    return pvc;
}

void
AdmissionHelper::ReleasePvc(const AtmPvc& pvc)
{
    const auto admitted = pvc.a ? pvc.a->GetObject<AdmittedPvc>() : nullptr;
    NS_ABORT_MSG_UNLESS(admitted,
                        "AdmissionHelper: a PVC to release must come from its ConnectPvc");
    NS_ABORT_MSG_UNLESS(admitted->Release(),
                        "AdmissionHelper: PVC " << pvc.a->GetId().vpi << "/" << pvc.a->GetId().vci
                                                << " is released twice: once is allowed");
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
