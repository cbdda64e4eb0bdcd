// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * When TCP Boston's receiver takes a transmission for ended whose last cell does not come: after
 * four times the smoothed time between cells, PartialTimeout at least. Times by hand.
 */
#include "../hsn-test.h"

#include "ns3/boston-receiver.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t GAP_CELLS = 32; ///< of a segment

/** @brief Cells at even distances, without the last one. */
class BostonGapTest : public TestCase
{
  public:
    BostonGapTest()
        : TestCase("TCP Boston: a transmission ends after four times the smoothed gap of its cells")
    {
    }

  private:
    void DoRun() override
    {
        // after n gaps of d: d (1 - (7/8)^n); 30 gaps of 31 cells
        const double share = 1 - std::pow(7.0 / 8, 30);
        CheckEnd(10, 20, 300 + 4 * 10 * share);
        CheckEnd(6, 20, 180 + 4 * 6 * share);
        CheckEnd(1, 20, 30 + 20); // the least timeout
    }

    /** @param gap between cells, ms @param least PartialTimeout, ms @param expected when the
     * transmission is reported, ms */
    void CheckEnd(int gap, int least, double expected)
    {
        // m = 32, c = 48, N = 255, GF(2^8), no redundancy
        const uint8_t fields[] = {0, GAP_CELLS, 48, 0, 255, 8, 0, 0};
        const auto parameters = BostonParameters::Read(fields);
        const auto context = Create<BostonContext>(BostonFlow(), parameters, 0, false);
        const auto segment = Create<BostonSegment>(context, 7, 1);
        segment->SetSdu(Create<Packet>(GAP_CELLS * 48 - 8));
        const auto pdu =
            Create<BostonPdu>(segment, segment->TakeIndices(GAP_CELLS), GAP_CELLS, 0, false);
        const auto receiver = Create<BostonReceiver>(parameters, MilliSeconds(least), false, 8);
        std::vector<double> reports;
        receiver->SetCallbacks(
            Sink<const BostonReport&, uint32_t, uint32_t>::Make(
                [&](const BostonReport& report, uint32_t have, uint32_t needed) {
                    reports.push_back(1e3 * Simulator::Now().GetSeconds());
                    NS_TEST_EXPECT_MSG_EQ(report.pending, 1, "the last one is missing");
                    NS_TEST_EXPECT_MSG_EQ(have, GAP_CELLS - 1, "have");
                    NS_TEST_EXPECT_MSG_EQ(needed, GAP_CELLS, "needed");
                }),
            MakeNullCallback<void, uint16_t>());
        for (uint32_t i = 0; i + 1 < GAP_CELLS; ++i)
        {
            ScheduleCall(MilliSeconds(gap * i), [&, i] {
                CellBurst cell;
                cell.pdu = pdu;
                cell.first = i;
                receiver->Receive(*pdu, cell, 0, Simulator::Now());
            });
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(reports.size(), 1, "one report, gaps of " << gap << " ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(reports[0], expected, 1e-4, "gaps of " << gap << " ms");
        receiver->Stop();
        Simulator::Destroy();
    }
};

static HsnTestRegistration g_bostonGapTests("boston-gap", {new BostonGapTest});
} // namespace
} // namespace hsn
} // namespace ns3
