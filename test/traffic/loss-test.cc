// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/cell-loss-discard.h"
#include "ns3/double.h"

#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Cells that are lost by number, at random, or because the buffer is full.
class CellLossDiscardTest : public TestCase
{
  public:
    CellLossDiscardTest()
        : TestCase("Cells lost on purpose at an output buffer")
    {
    }

  private:
    /// @param policy decides @param queued cells in the buffer, which holds 10
    /// @return what happens to the next cell
    static std::string Ask(const CellLossDiscard& policy, uint32_t queued)
    {
        CellDiscardState state;
        return ToString(policy.Decide(CellBurst(), queued, 10, state));
    }

    void DoRun() override
    {
        auto listed = CreateObject<CellLossDiscard>();
        listed->SetList({0, 3});
        for (uint32_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(Ask(*listed, 9),
                                  (i % 3 == 0 ? "lost on purpose" : "accepted"),
                                  "cell " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(Ask(*listed, 10), "buffer full", "nothing is lost on purpose there");
        NS_TEST_EXPECT_MSG_EQ((listed->GetRule(10).kind == CellDiscardRule::OTHER),
                              true,
                              "the port works cell by cell");

        auto random = CreateObject<CellLossDiscard>();
        random->SetAttribute("Rate", DoubleValue(0.1));
        NS_TEST_EXPECT_MSG_EQ(random->AssignStreams(5), 1, "streams");
        uint32_t lost = 0;
        for (uint32_t i = 0; i < 100000; ++i)
        {
            lost += Ask(*random, 0) == "lost on purpose" ? 1 : 0;
        }
        // a standard deviation of 95
        NS_TEST_EXPECT_MSG_EQ_TOL(lost, 10000.0, 380, "a tenth of all");
    }
};

HsnTestRegistration g_lossTests("cell-loss", {new CellLossDiscardTest});
} // namespace
