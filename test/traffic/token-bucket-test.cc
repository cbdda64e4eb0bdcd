// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/fluid-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/token-bucket.h"

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/** @brief A bucket and filters by hand. */
class TokenBucketTest : public TestCase
{
  public:
    TokenBucketTest()
        : TestCase("Tokens, drops and waits by hand")
    {
    }

  private:
    /// @param packet passed on @return true
    bool Take(Ptr<Packet> packet)
    {
        m_passed.emplace_back(Simulator::Now().GetSeconds(), packet->GetSize());
        return true;
    }

    /// @param mode of the filter @param waiting most packets @return a filter, 1000 bit/s, 2000
    /// bits
    Ptr<TokenBucketFilter> Make(const std::string& mode, const std::string& waiting)
    {
        m_passed.clear();
        const auto filter = CreateObject<TokenBucketFilter>();
        filter->SetAttribute("Rate", StringValue("1kbps"));
        filter->SetAttribute("Depth", DoubleValue(2000));
        filter->SetAttribute("Mode", StringValue(mode));
        filter->SetAttribute("MaxWaiting", StringValue(waiting));
        filter->SetSend(MakeCallback(&TokenBucketTest::Take, this));
        for (double at : {1.0, 1.0, 1.0, 1.5, 10.0})
        {
            ScheduleCall(Seconds(at), [filter] { filter->Send(Create<Packet>(125)); });
        }
        ScheduleCall(Seconds(20), [filter] { filter->Send(Create<Packet>(251)); });
        Simulator::Run();
        Simulator::Destroy();
        return filter;
    }

    void DoRun() override
    {
        TokenBucket bucket(1000, 2000);
        NS_TEST_EXPECT_MSG_EQ(bucket.GetTokens(Seconds(5)), 2000, "full");
        NS_TEST_EXPECT_MSG_EQ(bucket.Take(Seconds(5), 200), true, "1600 of 2000");
        NS_TEST_EXPECT_MSG_EQ(bucket.Take(Seconds(5), 51), false, "408 of 400");
        NS_TEST_EXPECT_MSG_EQ_TOL(bucket.GetWait(Seconds(5), 51).GetSeconds(),
                                  0.008,
                                  2e-9,
                                  "8 bits are missing");
        NS_TEST_EXPECT_MSG_EQ_TOL(bucket.GetTokens(Seconds(6)), 1400, 1e-9, "1 s later");
        NS_TEST_EXPECT_MSG_EQ(bucket.GetTokens(Seconds(60)), 2000, "no more than its depth");
        NS_TEST_EXPECT_MSG_EQ(bucket.Take(Seconds(60), 250), true, "all");
        NS_TEST_EXPECT_MSG_EQ(bucket.Take(Seconds(60), 1), false, "none");
        NS_TEST_EXPECT_MSG_EQ(bucket.Take(Seconds(60) + bucket.GetWait(Seconds(60), 77), 77),
                              true,
                              "after the wait");

        auto filter = Make("Drop", "1");
        NS_TEST_EXPECT_MSG_EQ(filter->GetPassed(), 3, "two at 1 s, one at 10 s");
        NS_TEST_EXPECT_MSG_EQ(filter->GetDropped(), 3, "at 1 s, at 1.5 s, beyond the depth");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_passed[2].first, 10, 1e-9, "time");
        filter = Make("Delay", "2");
        const std::vector<double> times{1, 1, 2, 3, 10};
        NS_TEST_ASSERT_MSG_EQ(m_passed.size(), times.size(), "they wait");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_passed[i].first, times[i], 1e-8, "packet " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(filter->GetDropped(), 1, "beyond the depth");
        filter = Make("Delay", "1");
        NS_TEST_EXPECT_MSG_EQ(filter->GetDropped(), 2, "no room for the one at 1.5 s");
        CheckOrder();
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { TokenBucket(0, 1); }).find("rate 0 bit/s must"),
                              std::string::npos,
                              "rate");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { TokenBucket(1, 0); }).find("depth 0 bits must"),
                              std::string::npos,
                              "depth");
    }

    /// A short packet for which there are tokens waits behind a long one for which there are not.
    void CheckOrder()
    {
        m_passed.clear();
        const auto filter = CreateObject<TokenBucketFilter>();
        filter->SetAttribute("Rate", StringValue("1kbps"));
        filter->SetAttribute("Depth", DoubleValue(1000));
        filter->SetAttribute("Mode", StringValue("Delay"));
        filter->SetSend(MakeCallback(&TokenBucketTest::Take, this));
        for (const auto& sent :
             std::vector<std::pair<double, uint32_t>>{{1, 125}, {1, 125}, {1.5, 10}})
        {
            const uint32_t octets = sent.second;
            ScheduleCall(Seconds(sent.first),
                         [filter, octets] { filter->Send(Create<Packet>(octets)); });
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(m_passed.size(), 3, "all");
        NS_TEST_EXPECT_MSG_EQ(m_passed[1].second, 125, "the long one first");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_passed[2].first, 2.08, 1e-8, "and 80 tokens later");
    }

    std::vector<std::pair<double, uint32_t>> m_passed; //!< time in s, octets
};

/**
 * @brief Packets of an on/off source at a bucket against equation (3) of mbac, the loss of its
 * fluid. Packets of L bits are refused as a whole: less is lost than from fluid at a bucket of
 * sigma - L, and more than at one of sigma.
 */
class TokenBucketLossTest : public TestCase
{
  public:
    TokenBucketLossTest()
        : TestCase(
              "Losses of a source that is on and off lie between those of fluid, in closed form")
    {
    }

  private:
    void DoRun() override
    {
        const FluidSourceModel source; // 64 kb/s, 0.3125 s
        const double length = 8 * 25;
        std::mt19937 random(1);
        const auto period = [&random] {
            return -0.3125 * std::log((static_cast<double>(random()) + 0.5) / 4294967296.0);
        };
        for (const auto& pair : std::vector<std::pair<double, double>>{{4e3, 45e3}, {10e3, 40e3}})
        {
            TokenBucket bucket(pair.second, pair.first);
            double time = 0;
            double made = 0; // bits of the packet that the source makes now
            uint64_t sent = 0;
            uint64_t lost = 0;
            while (time < 30000)
            {
                const double end = time + period();
                for (double next = time + (length - made) / source.peak; next <= end;
                     next = time + length / source.peak)
                {
                    ++sent;
                    lost += bucket.Take(Seconds(next), 25) ? 0 : 1;
                    time = next;
                    made = 0;
                }
                made += (end - time) * source.peak;
                time = end + period();
            }
            const double share = static_cast<double>(lost) / static_cast<double>(sent);
            // 48,000 cycles: single runs spread by 2 %
            NS_TEST_EXPECT_MSG_GT(share,
                                  0.95 * FluidModel::GetBucketLoss(source, pair.first, pair.second),
                                  "bucket of " << pair.first << " bits");
            NS_TEST_EXPECT_MSG_LT(
                share,
                1.05 * FluidModel::GetBucketLoss(source, pair.first - length, pair.second),
                "bucket of " << pair.first << " bits");
        }
    }
};

static HsnTestRegistration g_bucketTests("token-bucket",
                                         {new TokenBucketTest, new TokenBucketLossTest});
} // namespace
