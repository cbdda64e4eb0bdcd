// SPDX-License-Identifier: GPL-2.0-only
#include "probe-service.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ProbeService);
NS_OBJECT_ENSURE_REGISTERED(ProbeRateControl);

bool
PathReport::Carries(PathQualityClassifier::Quality wanted) const
{
    return isKnown && quality <= wanted; // the best one comes first
}

TypeId
ProbeService::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ProbeService")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ProbeService>()
                            .AddAttribute("Interval",
                                          "Time from one publication to the next",
                                          TimeValue(Seconds(3)),
                                          MakeTimeAccessor(&ProbeService::m_interval),
                                          MakeTimeChecker(TimeStep(1)))
                            .AddAttribute("MaxAge",
                                          "Age of a result up to which it is known",
                                          TimeValue(Seconds(10)),
                                          MakeTimeAccessor(&ProbeService::m_maxAge),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("Classifier",
                                          "Makes a quality of xi",
                                          PointerValue(),
                                          MakePointerAccessor(&ProbeService::m_classifier),
                                          MakePointerChecker<PathQualityClassifier>())
                            .AddTraceSource("Report",
                                            "What is published",
                                            MakeTraceSourceAccessor(&ProbeService::m_report),
                                            "ns3::hsn::ProbeService::ReportTracedCallback");
    return tid;
}

ProbeService::ProbeService()
    : m_classifier(CreateObject<PathQualityClassifier>())
{
}

void
ProbeService::DoDispose()
{
    Stop();
    if (m_receiver && m_receiver->GetEstimator())
    {
        m_receiver->GetEstimator()->TraceDisconnectWithoutContext(
            "Xi",
            MakeCallback(&ProbeService::NoteXi, this));
    }
    m_receiver = nullptr;
    Object::DoDispose();
}

void
ProbeService::SetReceiver(Ptr<ProbeReceiver> receiver)
{
    NS_ABORT_MSG_IF(m_receiver, "the receiver of a ProbeService is set twice: once is allowed");
    NS_ABORT_MSG_UNLESS(receiver && receiver->GetEstimator(),
                        "ProbeService: the receiver needs an Estimator");
    if (!m_classifier)
    {
        m_classifier = CreateObject<PathQualityClassifier>();
    }
    m_receiver = receiver;
    receiver->GetEstimator()->TraceConnectWithoutContext("Xi",
                                                         MakeCallback(&ProbeService::NoteXi, this));
    m_next = Simulator::Schedule(m_interval, &ProbeService::Publish, this);
}

void
ProbeService::Stop()
{
    m_next.Cancel();
}

void
ProbeService::NoteXi(uint64_t, double xi)
{
    m_hasXi = true;
    m_xi = xi;
    m_time = Simulator::Now();
}

PathReport
ProbeService::GetReport() const
{
    PathReport report;
    if (m_hasXi)
    {
        report.age = Simulator::Now() - m_time;
        report.isKnown = report.age <= m_maxAge;
        report.xi = m_xi;
        report.quality =
            report.isKnown ? m_classifier->Classify(m_xi) : PathQualityClassifier::NONE;
    }
    return report;
}

void
ProbeService::Publish()
{
    m_next = Simulator::Schedule(m_interval, &ProbeService::Publish, this);
    m_report(GetReport());
}

TypeId
ProbeRateControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::ProbeRateControl")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<ProbeRateControl>()
                            .AddAttribute("Wanted",
                                          "Quality below which the rate falls",
                                          EnumValue(PathQualityClassifier::BEST),
                                          MakeHsnEnumAccessor(&ProbeRateControl::m_wanted),
                                          PathQualityClassifier::MakeWantedChecker())
                            .AddAttribute("Down",
                                          "Factor of the rate below Wanted, above 0 and below 1",
                                          DoubleValue(0.5),
                                          MakeDoubleAccessor(&ProbeRateControl::m_down),
                                          MakeDoubleChecker<double>(1e-3, 0.999))
                            .AddAttribute("Up",
                                          "Factor of the rate otherwise, at least 1",
                                          DoubleValue(1.1),
                                          MakeDoubleAccessor(&ProbeRateControl::m_up),
                                          MakeDoubleChecker<double>(1))
                            .AddAttribute("MinRate",
                                          "Smallest rate, bit/s",
                                          DoubleValue(16e3),
                                          MakeDoubleAccessor(&ProbeRateControl::m_min),
                                          MakeDoubleChecker<double>(1))
                            .AddAttribute("MaxRate",
                                          "Greatest rate, with which it begins, bit/s",
                                          DoubleValue(256e3),
                                          MakeDoubleAccessor(&ProbeRateControl::m_max),
                                          MakeDoubleChecker<double>(1));
    return tid;
}

ProbeRateControl::ProbeRateControl()
    : m_wanted(PathQualityClassifier::BEST)
{
}

void
ProbeRateControl::DoDispose()
{
    if (m_service)
    {
        m_service->TraceDisconnectWithoutContext("Report",
                                                 MakeCallback(&ProbeRateControl::React, this));
        m_service = nullptr;
    }
    m_set = RateFunction();
    Object::DoDispose();
}

void
ProbeRateControl::Start(Ptr<ProbeService> service, const RateFunction& set)
{
    NS_ABORT_MSG_IF(m_service, "ProbeRateControl has started: once is allowed");
    NS_ABORT_MSG_UNLESS(m_min <= m_max,
                        "ProbeRateControl: MinRate = "
                            << m_min << " bit/s must be at most MaxRate, " << m_max << " bit/s");
    m_service = service;
    m_set = set;
    m_rate = m_max;
    service->TraceConnectWithoutContext("Report", MakeCallback(&ProbeRateControl::React, this));
    m_set(m_rate);
}

double
ProbeRateControl::GetRate() const
{
    return m_rate;
}

void
ProbeRateControl::React(const PathReport& report)
{
    const double factor = report.Carries(m_wanted) ? m_up : m_down;
    m_rate = std::min(m_max, std::max(m_min, m_rate * factor));
    m_set(m_rate);
}
} // namespace hsn
} // namespace ns3
