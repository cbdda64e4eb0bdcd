// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TCP Boston with virtual payload against TCP Boston with coded octets: the same cells, times and
 * counters.
 */
#include "../hsn-test.h"
#include "boston-random-network.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Runs the same random networks with both payloads. */
class BostonPayloadTest : public TestCase
{
  public:
    /** @param first seed @param last seed */
    BostonPayloadTest(int64_t first, int64_t last)
        : TestCase("Virtual payload: every cell, time and counter as with coded octets, seeds " +
                   std::to_string(first) + " to " + std::to_string(last)),
          m_first(first),
          m_last(last)
    {
    }

  private:
    void DoRun() override
    {
        BostonReceiver::Counters sum;
        for (int64_t seed = m_first; seed <= m_last; ++seed)
        {
            const auto real = BostonRandomNetwork::Run(seed, BostonSocket::REAL);
            const auto lean = BostonRandomNetwork::Run(seed, BostonSocket::VIRTUAL);
            const auto differ = std::mismatch(real.events.begin(),
                                              real.events.end(),
                                              lean.events.begin(),
                                              lean.events.end());
            NS_TEST_ASSERT_MSG_EQ((real.events == lean.events),
                                  true,
                                  "seed " << seed << ": " << real.events.size() << " and "
                                          << lean.events.size() << " numbers, the first other one "
                                          << differ.first - real.events.begin());
            sum.decodeFails += lean.cells.decodeFails;
            sum.duplicates += lean.cells.duplicates;
            sum.malformed += lean.cells.malformed;
            sum.segments += lean.cells.segments;
        }
        NS_TEST_ASSERT_MSG_GT(sum.segments, 0, "no segment was rebuilt");
        NS_TEST_ASSERT_MSG_GT(sum.decodeFails, 0, "no rebuilt segment was refused");
        NS_TEST_ASSERT_MSG_GT(sum.duplicates, 0, "no cell was there already");
        NS_TEST_ASSERT_MSG_GT(sum.malformed, 0, "no index was out of range");
    }

    const int64_t m_first; //!< seed
    const int64_t m_last;  //!< seed
};

/** @brief Octets that someone looks at. */
class BostonVirtualOctetsTest : public TestCase
{
  public:
    BostonVirtualOctetsTest()
        : TestCase("Virtual payload: cells bear their numbers and zeros")
    {
    }

  private:
    void DoRun() override
    {
        // m = 32, c = 44: numbers of 16 bits for segment and cell; one copy of the header cell
        constexpr uint8_t FIELDS[] = {0, 32, 44, 0, 255, 8, 0, 0};
        const auto context =
            Create<BostonContext>(BostonFlow(), BostonParameters::Read(FIELDS), 1, false, true);
        const auto segment = Create<BostonSegment>(context, 0x1234, 1);
        segment->SetSdu(Create<Packet>(std::vector<uint8_t>(1400, 0xff).data(), 1400));
        segment->TakeIndices(0x21);
        const BostonPdu pdu(segment, segment->TakeIndices(3), 3, 0, false);
        const auto& bytes = pdu.GetBytes();
        NS_TEST_ASSERT_MSG_EQ(bytes.size(), 4 * 48, "four cells");
        std::vector<uint8_t> expected(4 * 48, 0);
        for (uint8_t i = 0; i < 3; ++i)
        {
            const std::vector<uint8_t> numbers{0x12, 0x34, 0, static_cast<uint8_t>(0x21 + i)};
            std::copy(numbers.begin(), numbers.end(), expected.begin() + (1 + i) * 48);
        }
        NS_TEST_EXPECT_MSG_EQ((bytes == expected), true, "octets");
    }
};

static HsnTestRegistration g_bostonPayloadTests("boston-payload",
                                                {new BostonPayloadTest(1, 20),
                                                 new BostonVirtualOctetsTest});
static HsnTestRegistration g_bostonPayloadAllTests("boston-payload-all",
                                                   {new BostonPayloadTest(1, 200)},
                                                   true);
} // namespace
} // namespace hsn
} // namespace ns3
