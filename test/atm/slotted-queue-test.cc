// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Losses of a buffer that is served once in a slot, against the exact ones of its Markov chain.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/atm-output-port.h"
#include "ns3/pointer.h"
#include "ns3/push-out-discard.h"

#include <cmath>
#include <random>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Cells that arrive in slots as a Poisson process; in each slot they are let in, then one
 * leaves.
 *
 * The number of cells behind the service is a Markov chain of B states: its stationary distribution
 * gives the loss, and the solution of its Poisson equation the variance of what a run measures.
 * Both were computed apart from the simulator. A run of 2 million slots has the standard error
 * below; 4 of them are the tolerance.
 */
class SlottedQueueTest : public TestCase
{
  public:
    SlottedQueueTest()
        : TestCase("Slotted buffer with Poisson arrivals: losses of its Markov chain, five cases")
    {
    }

  private:
    static constexpr uint32_t SLOTS = 2000000; //!< of a run

    /** @brief A buffer and what is known of it. */
    struct Case
    {
        double mean;       //!< cells that arrive in a slot
        uint32_t capacity; //!< cells
        double loss;       //!< share of cells lost, exact
        double error;      //!< standard error of a run's loss
    };

    void DoRun() override
    {
        const Case cases[] = {{0.8, 8, 7.094275e-3, 1.31e-4},
                              {0.9, 16, 3.902751e-3, 1.31e-4},
                              {0.9, 32, 1.372502e-4, 2.70e-5},
                              {1.0, 32, 1.546392e-2, 4.02e-4},
                              {1.1, 32, 9.108239e-2, 6.07e-4}};
        uint32_t seed = 0;
        for (const auto& c : cases)
        {
            Check(c, ++seed);
        }
    }

    /** @param c a case @param seed of its arrivals */
    void Check(const Case& c, uint32_t seed)
    {
        // push-out by four classes loses as many cells as tail discard, whichever they are
        auto tail = CreateObject<AtmCellQueue>();
        auto push = CreateObject<AtmCellQueue>();
        push->SetAttribute("DiscardPolicy", PointerValue(CreateObject<ExClpPushOutDiscard>()));
        CellDiscardState tailState;
        CellDiscardState pushState;
        for (const auto& queue : {tail, push})
        {
            queue->SetAttribute("MaxCells", UintegerValue(c.capacity));
        }
        std::mt19937 random(seed);
        const auto draw = [&random] {
            return (static_cast<double>(random()) + 0.5) / 4294967296.0;
        };
        const auto pdu = MakePdu(1);
        double next = -std::log(draw()) / c.mean; // time of the next arrival, slots
        for (uint32_t slot = 1; slot <= SLOTS; ++slot)
        {
            for (; next < slot; next -= std::log(draw()) / c.mean)
            {
                CellBurst cell;
                cell.pdu = pdu;
                const auto cls = random() % 4;
                cell.clp = cls / 2;
                cell.efci = cls % 2;
                CellBurst copy = cell;
                tail->Enqueue(cell, tailState);
                push->Enqueue(copy, pushState);
            }
            if (tail->GetNCells() > 0)
            {
                tail->Dequeue();
                push->Dequeue();
            }
        }
        const auto counted = tail->GetCounters();
        const double loss =
            static_cast<double>(counted.GetDiscarded()) / static_cast<double>(counted.in);
        NS_TEST_EXPECT_MSG_EQ_TOL(loss,
                                  c.loss,
                                  4 * c.error,
                                  "loss, " << c.mean << " cells a slot, " << c.capacity
                                           << " places");
        NS_TEST_EXPECT_MSG_EQ(counted.Get(CELL_BUFFER_FULL),
                              counted.GetDiscarded(),
                              "all found no place");
        NS_TEST_EXPECT_MSG_EQ(push->GetCounters().GetDiscarded(),
                              counted.GetDiscarded(),
                              "push-out loses as many");
        NS_TEST_EXPECT_MSG_GT(push->GetCounters().Get(CELL_PUSHED_OUT), 0, "some are pushed out");
    }
};

HsnTestRegistration g_slottedQueueTests("slotted-queue", {new SlottedQueueTest});
} // namespace
} // namespace hsn
} // namespace ns3
