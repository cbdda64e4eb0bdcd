// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-rate-adapter.h"
#include "ns3/tcp-rate-reduction.h"
#include "ns3/tcp-recovery-ops.h"

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Rates that congestion control asks for, as TcpRateOps.
 *
 * The expected numbers follow draft-cheng-iccrg-delivery-rate-estimation-02, 3.3 and 3.4:
 * C.delivered counts bytes, and C.app_limited is C.delivered + pipe, or 1 if that is 0.
 */
class RateAdapterTest : public TestCase
{
  public:
    RateAdapterTest()
        : TestCase("Delivery rate as TcpRateOps")
    {
    }

  private:
    /// Congestion control that takes rates, as in ns-3 3.45 and later.
    struct Taker
    {
        Ptr<TcpRateOps> rates; //!< given

        /// @param ops given
        void SetRateOps(Ptr<TcpRateOps> ops)
        {
            rates = ops;
        }
    };

    /// Congestion control that does not.
    struct Other
    {
    };

    void DoRun() override
    {
        auto adapter = CreateObject<TcpRateAdapter>();
        Taker taker;
        Other other;
        SetTcpRateOps(taker, adapter);
        SetTcpRateOps(other, adapter);
        NS_TEST_ASSERT_MSG_EQ((taker.rates == adapter), true, "given to the one that takes them");

        auto& sampler = adapter->GetSampler();
        TcpSentSegment first;
        first.size = 1000;
        sampler.OnSent(first, true);
        NS_TEST_EXPECT_MSG_EQ(first.appLimited, false, "the network limits");
        adapter->SetAppLimited(0);
        NS_TEST_EXPECT_MSG_EQ(taker.rates->GetConnectionRate().m_appLimited, 1, "nothing yet");
        sampler.OnDelivered(first);
        NS_TEST_EXPECT_MSG_EQ(taker.rates->GetConnectionRate().m_delivered, 1000, "delivered");
        adapter->SetAppLimited(3000);
        NS_TEST_EXPECT_MSG_EQ(taker.rates->GetConnectionRate().m_appLimited,
                              1000 + 3000,
                              "until all that is in flight is delivered");
        TcpSentSegment second;
        second.size = 500;
        sampler.OnSent(second, false);
        NS_TEST_EXPECT_MSG_EQ(second.appLimited, true, "something else limits");
    }
};

/** @brief Proportional rate reduction. */
class RateReductionTest : public TestCase
{
  public:
    RateReductionTest()
        : TestCase("Proportional rate reduction: RFC 6937, section 3, by hand")
    {
    }

  private:
    void DoRun() override
    {
        auto tcb = CreateObject<TcpSocketState>();
        tcb->m_segmentSize = 1000;
        tcb->m_ssThresh = 3500;
        tcb->m_bytesInFlight = 6000;
        TcpRateReduction reduction;
        // CEIL(1000 * 3500 / 7000) = 500, but the fast retransmit goes in any case
        reduction.EnterRecovery(tcb, 3, 7000, 1000);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd.Get(), 6000 + 1000, "fast retransmit");

        struct Step
        {
            uint32_t sent;      //!< since the acknowledgement before
            uint32_t inFlight;  //!< pipe
            uint32_t delivered; //!< DeliveredData
            bool safe;          //!< a retransmission was delivered, and no further loss found
            uint32_t window;    //!< pipe + sndcnt
        };

        for (const auto& step : {
                 Step{1000, 6000, 1001, false, 6000 + 1},    // CEIL(2001 / 2) - 1000
                 Step{1, 5000, 999, false, 5000 + 499},      // CEIL(3000 / 2) - 1001
                 Step{0, 3501, 1000, false, 3501 + 999},     // CEIL(4000 / 2) - 1001
                 Step{0, 3500, 1000, false, 3500},           // pipe has come down to ssthresh
                 Step{2500, 1000, 1000, false, 1000 + 2499}, // MIN(2500, 6000 - 3501)
                 Step{2999, 1000, 1000, false, 1000 + 1000}, // MAX(7000 - 6500, 1000)
                 Step{1000, 1000, 1000, true, 1000 + 2000},  // and MSS
             })
        {
            reduction.UpdateBytesSent(step.sent);
            tcb->m_bytesInFlight = step.inFlight;
            tcb->m_isRetransDataAcked = step.safe;
            DoTcpRecovery(reduction, tcb, step.delivered, false);
            NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd.Get(), step.window, "pipe " << step.inFlight);
        }
    }
};

HsnTestRegistration g_tcpRateTests("tcp-parts", {new RateAdapterTest, new RateReductionTest});
} // namespace
} // namespace hsn
} // namespace ns3
