// SPDX-License-Identifier: GPL-2.0-only
#include "admission-control.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAdmissionControl");
NS_OBJECT_ENSURE_REGISTERED(AdmissionControl);
NS_OBJECT_ENSURE_REGISTERED(AdmitAll);

TypeId
AdmissionControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AdmissionControl")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddTraceSource("Decision",
                                            "A call was admitted or rejected",
                                            MakeTraceSourceAccessor(&AdmissionControl::m_decision),
                                            "ns3::hsn::AdmissionControl::DecisionTracedCallback");
    return tid;
}

bool
AdmissionControl::Request(const AdmissionRequest& request)
{
    const auto isRate = [](double rate) { return rate > 0 && std::isfinite(rate); };
    NS_ABORT_MSG_UNLESS(isRate(request.peakRate),
                        "peak rate of a call is " << request.peakRate
                                                  << " bit/s: must be above 0 and finite");
    NS_ABORT_MSG_UNLESS(isRate(request.tokenRate),
                        "token rate of a call is " << request.tokenRate
                                                   << " bit/s: must be above 0 and finite");
    NS_ABORT_MSG_UNLESS(request.bucket >= 0 && std::isfinite(request.bucket),
                        "token bucket of a call is " << request.bucket
                                                     << " bits: must be at least 0 and finite");
    ++m_counters.offered;
    const uint32_t failed = Decide(request);
    m_counters.admitted += failed == 0 ? 1 : 0;
    m_counters.delayRejected += (failed & ADMISSION_DELAY_TEST) ? 1 : 0;
    m_counters.rateRejected += (failed & ADMISSION_RATE_TEST) ? 1 : 0;
    NS_LOG_LOGIC("peak " << request.peakRate << " bit/s: tests failed " << failed);
    m_decision(request, failed);
    return failed == 0;
}

void
AdmissionControl::Release(const AdmissionRequest&)
{
}

const AdmissionCounters&
AdmissionControl::GetCounters() const
{
    return m_counters;
}

TypeId
AdmitAll::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AdmitAll")
                            .SetParent<AdmissionControl>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AdmitAll>();
    return tid;
}

uint32_t
AdmitAll::Decide(const AdmissionRequest&)
{
    return 0;
}
} // namespace hsn
} // namespace ns3
