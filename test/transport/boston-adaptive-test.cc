// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * TCP Boston's choice of redundancy by the closed form. It needs GSL.
 */
#include "../hsn-test.h"
#include "boston-test-support.h"

#include <algorithm>
#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Redundancy that follows the loss rate. */
class BostonAdaptiveTest : public TestCase
{
  public:
    BostonAdaptiveTest()
        : TestCase("Adaptive redundancy: least alpha with U(32, alpha, q) at most 2")
    {
    }

  private:
    void DoRun() override
    {
        // every k-th coded cell is lost. By equation (2), U(32,1,1/16) = 2.629 and
        // U(32,2,1/16) = 1.558; without loss there is no need of extra cells
        for (const auto& [k, alpha] : std::map<uint32_t, uint32_t>{{16, 2}, {1000000, 0}})
        {
            BostonHosts hosts("10Mbps", MilliSeconds(2));
            hosts.Install();
            auto from = hosts.Make(0);
            from->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::ADAPTIVE));
            FileTransfer transfer(hosts, from, hosts.Make(1), 1000000);
            uint64_t n = 0;
            hosts.ports[0]->filter = [&n, every = k](CellBurst& burst) {
                return !burst.pdu->IsAal5() && ++n % every == 0 ? 0 : 1;
            };
            std::map<uint32_t, uint32_t> chosen;
            hosts.Aal(0)->TraceConnectWithoutContext(
                "Transmission",
                Sink<const BostonPdu&>::Make([&](const BostonPdu& pdu) {
                    if (pdu.GetSegment().id > 100 && pdu.GetTransmission() == 0)
                    {
                        ++chosen[pdu.GetCoded() - 32];
                    }
                }));
            Simulator::Stop(Seconds(600));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(transfer.IsExact(), true, "the file");
            const auto most =
                std::max_element(chosen.begin(), chosen.end(), [](const auto& a, const auto& b) {
                    return a.second < b.second;
                });
            NS_TEST_ASSERT_MSG_EQ(most->first, alpha, "loss of every " << k << "th cell");
        }
    }
};

static HsnTestRegistration g_bostonAdaptiveTests("boston-adaptive", {new BostonAdaptiveTest});
} // namespace
} // namespace hsn
} // namespace ns3
