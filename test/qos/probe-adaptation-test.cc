// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "idle-line.h"

#include "ns3/bandwidth-probe-helper.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/nv-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/probe-service.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/**
 * @brief A source whose rate follows what a probe says of a line that slows down and recovers.
 *
 * At 1.5 Mb/s packets of 1000 octets take 5.5 ms: xi of nv with 256 kb/s is 5 ms^2, the best
 * quality. At 200 kb/s they take 41 ms, so that a packet in a block of 100 ms makes its variance
 * more than 100 ms^2; xi is low only if more than 30 % of the blocks have none, which needs fewer
 * than 7 to 10 packets a second: the rate falls to 80 kb/s or less, and is not lower than the
 * smallest one. Rates fall by half, and rise by a tenth, every 3 s.
 */
class RateAdaptationTest : public TestCase
{
  public:
    RateAdaptationTest()
        : TestCase("An application's rate follows the rate of a bottleneck, down and up")
    {
    }

  private:
    /// @param isAdapting whether the source listens @return octets received in each second
    std::vector<double> Run(bool isAdapting)
    {
        IdleLine line(false);
        const auto there = InetSocketAddress::ConvertFrom(line.target).GetIpv4();
        BandwidthProbeHelper probe(line.target);
        const auto apps = probe.Install(line.nodes.Get(0), line.nodes.Get(1));
        const auto service = probe.CreateService(apps);
        const auto nv = CreateObject<NvSource>();
        nv->SetAttribute("Rate", StringValue("256kbps"));
        nv->SetAttribute("Remote", AddressValue(InetSocketAddress(there, 9)));
        nv->AssignStreams(70);
        line.nodes.Get(0)->AddApplication(nv);
        const auto control = CreateObject<ProbeRateControl>();
        if (isAdapting)
        {
            control->Start(service, Sink<double>::Make([&](double rate) {
                               nv->SetAttribute(
                                   "Rate",
                                   DataRateValue(DataRate(static_cast<uint64_t>(rate))));
                           }));
        }
        const auto sink =
            PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
                .Install(line.nodes.Get(1))
                .Get(0)
                ->GetObject<PacketSink>();
        std::vector<double> octets;
        double before = 0;
        for (int i = 1; i <= END; ++i)
        {
            ScheduleCall(Seconds(i), [&] {
                const auto now = static_cast<double>(sink->GetTotalRx());
                octets.push_back(now - before);
                before = now;
            });
        }
        const auto setLine = [&](const char* rate) {
            line.devices.Get(0)->SetAttribute("DataRate", StringValue(rate));
        };
        ScheduleCall(Seconds(SLOW), [=] { setLine("200kbps"); });
        ScheduleCall(Seconds(FAST), [=] { setLine("1.5Mbps"); });
        Simulator::Stop(Seconds(END + 0.5));
        Simulator::Run();
        control->Dispose();
        service->Dispose();
        Simulator::Destroy();
        return octets;
    }

    /// @param octets of each second @param begin s @param end s @return mean rate, kb/s
    static double GetRate(const std::vector<double>& octets, int begin, int end)
    {
        double sum = 0;
        for (int i = begin; i < end; ++i)
        {
            sum += octets.at(i);
        }
        return 8 * sum / 1e3 / (end - begin);
    }

    void DoRun() override
    {
        const auto adapted = Run(true);
        // before the first result nothing is known: one step down, and seven of 3 s up again
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(adapted, 28, SLOW), 256, 15, "a fast line");
        // two results of 3 s and the steps from 256 to 128 to 64 kb/s
        const double slow = GetRate(adapted, SLOW + 20, FAST);
        NS_TEST_EXPECT_MSG_LT(slow, 80, "a slow line");
        NS_TEST_EXPECT_MSG_GT(slow, 16, "at least the smallest rate");
        // ln(256 / 16) / ln 1.1 steps of 3 s are 88 s
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(adapted, FAST + 95, END), 256, 15, "fast again");
        // it does not jump: less than 64 x 1.1^5 kb/s within 15 s
        NS_TEST_EXPECT_MSG_LT(GetRate(adapted, FAST, FAST + 15), 110, "step by step");
        const auto deaf = Run(false);
        NS_TEST_EXPECT_MSG_GT(GetRate(deaf, SLOW + 20, FAST), 140, "as much as the line carries");
    }

    static constexpr int SLOW = 40;  //!< s
    static constexpr int FAST = 120; //!< s
    static constexpr int END = 240;  //!< s
};

static HsnTestRegistration g_adaptationTests("probe-adaptation", {new RateAdaptationTest});
} // namespace
