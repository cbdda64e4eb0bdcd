// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/nv-source.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/** @brief Gaps against the uniform distribution. */
class NvSourceTest : public TestCase
{
  public:
    NvSourceTest()
        : TestCase("nv: gaps are uniform around the mean of the rate, which may change")
    {
    }

  private:
    /// @param packet sent @return whether it is accepted
    bool Take(Ptr<Packet> packet)
    {
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 800, "octets");
        m_times.push_back(Simulator::Now().GetSeconds());
        return true;
    }

    void DoRun() override
    {
        const auto source = CreateObject<NvSource>();
        source->SetAttribute("Rate", DataRateValue(DataRate(64000)));
        source->SetAttribute("PacketSize", UintegerValue(800)); // 0.1 s
        source->SetSend(MakeCallback(&NvSourceTest::Take, this));
        NS_TEST_EXPECT_MSG_EQ(source->AssignStreams(5), 1, "streams");
        const auto node = CreateObject<Node>();
        node->AddApplication(source);
        ScheduleCall(Seconds(1000),
                     [source] { source->SetAttribute("Rate", DataRateValue(DataRate(32000))); });
        Simulator::Stop(Seconds(2000));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_times.front(), 0, "the first one at the start");
        for (double mean : {0.1, 0.2})
        {
            double sum = 0;
            double squares = 0;
            double least = 1;
            double greatest = 0;
            uint32_t count = 0;
            for (std::size_t i = 1; i < m_times.size(); ++i)
            {
                if ((m_times[i - 1] < 1000) != (mean == 0.1) ||
                    (m_times[i - 1] < 1000) != (m_times[i] < 1000))
                {
                    continue;
                }
                const double gap = m_times[i] - m_times[i - 1];
                sum += gap;
                squares += gap * gap;
                least = std::min(least, gap);
                greatest = std::max(greatest, gap);
                ++count;
            }
            // uniform in 0.7 to 1.3: deviation 0.6 / sqrt(12) = 0.1732 of the mean
            NS_TEST_EXPECT_MSG_EQ_TOL(sum / count / mean, 1, 4 * 0.1732 / std::sqrt(count), "mean");
            NS_TEST_EXPECT_MSG_EQ_TOL(std::sqrt(squares / count - std::pow(sum / count, 2)) / mean,
                                      0.1732,
                                      0.004,
                                      "deviation");
            NS_TEST_EXPECT_MSG_EQ_TOL(least / mean, 0.7, 0.002, "least");
            NS_TEST_EXPECT_MSG_EQ_TOL(greatest / mean, 1.3, 0.002, "greatest");
        }
        const auto text = HsnAbortText([this] {
            const auto still = CreateObject<NvSource>();
            still->SetAttribute("Rate", DataRateValue(DataRate(0)));
            still->SetSend(MakeCallback(&NvSourceTest::Take, this));
            CreateObject<Node>()->AddApplication(still);
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("Rate = 0 must be above 0"), std::string::npos, text);
    }

    std::vector<double> m_times; //!< s
};

static HsnTestRegistration g_nvTests("nv-source", {new NvSourceTest});
} // namespace
