// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/probe-admission.h"
#include "ns3/probe-receiver.h"
#include "ns3/probe-service.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Two samples make a result: half the square of their difference.
constexpr double BEST = 4;   //!< ms: 8 ms^2
constexpr double MEDIUM = 6; //!< ms: 18 ms^2

/** @brief Reports, rates and calls, by hand. */
class ProbeServiceTest : public TestCase
{
  public:
    ProbeServiceTest()
        : TestCase("Reports, adapted rates and admitted calls, by hand")
    {
    }

  private:
    /// @param at s @param difference of two samples that come then, ms
    void Result(double at, double difference)
    {
        ScheduleCall(Seconds(at), [this, difference] {
            m_estimator->Feed(10);
            m_estimator->Feed(10 + difference);
        });
    }

    /// @param rate of a source, bit/s
    void SetRate(double rate)
    {
        m_rates.push_back(rate / 1e3);
    }

    void DoRun() override
    {
        m_estimator->SetAttribute("M", UintegerValue(2));
        m_estimator->SetAttribute("N", UintegerValue(1));
        m_estimator->SetAttribute("Epsilon", DoubleValue(1));
        const auto receiver = CreateObject<ProbeReceiver>();
        const auto service = CreateObject<ProbeService>();
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&] { service->SetReceiver(receiver); }).find("needs an Estimator"),
            std::string::npos,
            "nothing to publish");
        receiver->SetAttribute("Estimator", PointerValue(m_estimator));
        service->SetReceiver(receiver);
        const auto control = CreateObject<ProbeRateControl>();
        control->SetAttribute("MinRate", DoubleValue(20e3));
        control->Start(service, MakeCallback(&ProbeServiceTest::SetRate, this));
        Result(1, BEST);
        Result(4, MEDIUM);
        Result(16, BEST);
        const auto expect = [&](double at, bool known, double xi, double age) {
            ScheduleCall(Seconds(at), [this, service, known, xi, age] {
                const auto report = service->GetReport();
                NS_TEST_EXPECT_MSG_EQ(report.isKnown, known, "known");
                NS_TEST_EXPECT_MSG_EQ_TOL(report.xi, xi, 1e-9, "xi");
                NS_TEST_EXPECT_MSG_EQ_TOL(report.age.GetSeconds(), age, 1e-9, "age");
                if (!known)
                {
                    NS_TEST_EXPECT_MSG_EQ(report.quality, PathQualityClassifier::NONE, "quality");
                }
            });
        };
        expect(0.5, false, 0, 0);
        expect(2, true, 8, 1);
        expect(13, true, 18, 9);
        expect(14, true, 18, 10);
        expect(14.5, false, 18, 10.5);

        const auto best = CreateObject<ProbeAdmission>();
        best->SetService(service);
        const auto medium = CreateObject<ProbeAdmission>();
        medium->SetAttribute("Wanted", StringValue("Medium"));
        medium->SetAttribute("CallsPerResult", UintegerValue(2));
        medium->SetService(service);
        const auto ask = [&](double at, Ptr<ProbeAdmission> whom, bool admitted) {
            ScheduleCall(Seconds(at), [this, whom, admitted, at] {
                AdmissionRequest request;
                request.peakRate = request.tokenRate = 64e3;
                NS_TEST_EXPECT_MSG_EQ(whom->Request(request), admitted, "call at " << at << " s");
            });
        };
        ask(0.5, best, false); // nothing is known
        ask(2, best, true);
        ask(3, best, false); // on the same result
        ask(5, best, false);
        ask(5, medium, true);
        ask(5, medium, true);
        ask(5, medium, false);
        ask(15, medium, false); // too old
        ask(17, best, true);
        Simulator::Stop(Seconds(18.5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(best->GetCounters().delayRejected, 2, "quality");
        NS_TEST_EXPECT_MSG_EQ(best->GetCounters().rateRejected, 1, "one for each result");
        // at 0, 3, 6, ... 18 s: best; medium three times, then not known, down to MinRate; best
        const std::vector<double> rates{256, 256, 128, 64, 32, 20, 22};
        NS_TEST_ASSERT_MSG_EQ(m_rates.size(), rates.size(), "reports");
        for (std::size_t i = 0; i < rates.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_rates[i], rates[i], 1e-9, "rate " << i);
        }
        control->Dispose();
        service->Dispose();
        Simulator::Destroy();
        const auto text = HsnAbortText([] {
            CreateObject<ProbeAdmission>()->Request(AdmissionRequest{1, 1, 0});
        });
        NS_TEST_EXPECT_MSG_NE(text.find("without a service"), std::string::npos, text);
    }

    Ptr<DispersionEstimator> m_estimator{CreateObject<DispersionEstimator>()}; //!< of the probe
    std::vector<double> m_rates;                                               //!< kb/s
};

static HsnTestRegistration g_serviceTests("probe-service", {new ProbeServiceTest});
} // namespace
