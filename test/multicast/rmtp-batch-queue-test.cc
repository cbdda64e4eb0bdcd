// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/rmtp-batch-queue.h"
#include "ns3/test.h"

#include <cstdint>
#include <queue>
#include <random>

namespace ns3
{
namespace hsn
{
namespace
{
/// An item: leaves at a time, of equals the first that came.
struct Item
{
    uint32_t time;  //!< when
    uint32_t order; //!< in which it came

    /// @param o another @return whether this one leaves later
    bool operator<(const Item& o) const
    {
        return time != o.time ? time > o.time : order > o.order;
    }
};

/** @brief Against the queue of the C++ library. */
class RmtpBatchQueueTest : public TestCase
{
  public:
    RmtpBatchQueueTest()
        : TestCase("A queue for batches has the order of std::priority_queue")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(3);
        const auto draw = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
        RmtpBatchQueue<Item> queue;
        std::priority_queue<Item> expected;
        uint32_t order = 0;
        uint32_t wrong = 0;
        uint32_t peeked = 0;
        for (uint32_t step = 0; step < 3000; ++step)
        {
            // mostly one by one, sometimes a batch; times that are equal are frequent
            const uint32_t pushes = draw(40) == 0 ? draw(3000) : draw(3);
            for (uint32_t i = 0; i < pushes; ++i)
            {
                const Item item{draw(1000), order++};
                queue.Push(item);
                expected.push(item);
            }
            const uint32_t pops = draw(60) == 0 ? draw(4000) : draw(20);
            for (uint32_t i = 0; i < pops && !expected.empty(); ++i)
            {
                wrong += queue.IsEmpty() || queue.Top().order != expected.top().order;
                // the first that was sorted is next, unless one that came since is
                const auto* const next = queue.Peek(0);
                wrong += next && queue.Top() < *next;
                peeked += next && next->order == expected.top().order;
                queue.Pop();
                expected.pop();
            }
            wrong += queue.IsEmpty() != expected.empty();
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "order");
        NS_TEST_EXPECT_MSG_GT(peeked, order / 2, "most of them are known before");
        queue.Push({1, order});
        queue.Clear();
        NS_TEST_EXPECT_MSG_EQ(queue.IsEmpty(), true, "cleared");
        NS_TEST_EXPECT_MSG_EQ((queue.Peek(0) == nullptr), true, "cleared");
    }
};

HsnTestRegistration g_rmtpBatchQueueTests("rmtp-batch-queue", {new RmtpBatchQueueTest});
} // namespace
} // namespace hsn
} // namespace ns3
