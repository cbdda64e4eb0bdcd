// SPDX-License-Identifier: GPL-2.0-only
#include "probe-admission.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ProbeAdmission);

TypeId
ProbeAdmission::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ProbeAdmission")
                            .SetParent<AdmissionControl>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ProbeAdmission>()
                            .AddAttribute("Wanted",
                                          "Quality at or above which calls enter",
                                          EnumValue(PathQualityClassifier::BEST),
                                          MakeHsnEnumAccessor(&ProbeAdmission::m_wanted),
                                          PathQualityClassifier::MakeWantedChecker())
                            .AddAttribute("CallsPerResult",
                                          "Calls that may enter on one result of the probe",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&ProbeAdmission::m_perResult),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

ProbeAdmission::ProbeAdmission()
    : m_wanted(PathQualityClassifier::BEST)
{
}

void
ProbeAdmission::SetService(Ptr<ProbeService> service)
{
    m_service = service;
}

void
ProbeAdmission::DoDispose()
{
    m_service = nullptr;
    AdmissionControl::DoDispose();
}

uint32_t
ProbeAdmission::Decide(const AdmissionRequest&)
{
    NS_ABORT_MSG_UNLESS(m_service, "a call asks a ProbeAdmission without a service: SetService");
    const auto report = m_service->GetReport();
    if (!report.Carries(m_wanted))
    {
        return ADMISSION_DELAY_TEST;
    }
    const Time result = Simulator::Now() - report.age;
    if (result != m_result)
    {
        m_result = result;
        m_admitted = 0;
    }
    if (m_admitted >= m_perResult)
    {
        return ADMISSION_RATE_TEST;
    }
    ++m_admitted;
    return 0;
}
} // namespace hsn
} // namespace ns3
