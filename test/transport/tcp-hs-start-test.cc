// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How CUBIC of 2005 comes to its first loss, and what that costs: ns-2's Linux CUBIC does not apply
 * the initial threshold of 100 segments that Linux had, so that its slow start fills the path.
 */
#include "../hsn-test.h"
#include "tcp-hs-network.h"

#include <cmath>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double RATE = 1e8;    ///< of the bottleneck, bit/s
constexpr double RTT = 0.1;     ///< s
constexpr uint32_t QUEUE = 300; ///< packets
constexpr double DURATION = 20; ///< s
constexpr double PACKET =
    8 * (LossyTransfer::SEGMENT + 40); ///< bit, with the headers of TCP and IP

/** @brief The share of the bottleneck that a transfer of 20 s uses. */
class CubicStartTest : public TestCase
{
  public:
    /** @param threshold InitialSsthreshSegments @param share of the bottleneck @param tolerance */
    CubicStartTest(const std::string& threshold, double share, double tolerance)
        : TestCase("TcpCubicEra, 100 Mbps, 100 ms, 300 packets, initial threshold " + threshold),
          m_threshold(threshold),
          m_share(share),
          m_tolerance(tolerance)
    {
    }

    /** @return the share with the threshold of 100 segments: slow start up to there, then 2 % in a
     * round trip until the queue is full; from then on the path is never idle, since a loss leaves
     * 0.8 of more than it holds */
    static double GetShareFrom100()
    {
        const double capacity = RATE / PACKET;
        double time = RTT; // of the handshake
        double sent = 0;
        for (double window = 10; window < 100; window *= 1.5) // an ACK for two segments
        {
            time += RTT;
            sent += window;
        }
        for (double window = 100; window < capacity * RTT + QUEUE; window *= 1.02)
        {
            const double round = std::max(RTT, window / capacity);
            sent += std::min(window, capacity * round);
            time += round;
        }
        return (sent + (DURATION - time) * capacity) / (DURATION * capacity);
    }

  private:
    void DoRun() override
    {
        LossyScenario s;
        s.variant = "TcpCubicEra";
        s.settings = {{"InitialSsthreshSegments", m_threshold}};
        s.factory = "ns3::hsn::IndexedTcpSocketFactory";
        s.rate = "100Mbps";
        s.queue = QUEUE;
        s.delayedAck = 2;
        s.end = Seconds(DURATION);
        const double received = 8.0 * LossyTransfer::Run(s).received;
        const double share = received / (8 * LossyTransfer::SEGMENT) * PACKET / (RATE * DURATION);
        NS_TEST_EXPECT_MSG_EQ_TOL(share, m_share, m_tolerance, "share of the bottleneck");
    }

    const std::string m_threshold; //!< segments
    const double m_share;          //!< expected
    const double m_tolerance;      //!< of it
};

// ns-2: bench/tcp.tcl variant cubic rate 1e8 accessRate 1e9 delay 0.049 queue 300 seconds 20
// carries NS2 segments in packets of 1502 octets
constexpr double NS2 = 157111;

static HsnTestRegistration g_tcpHsStartTests(
    "tcp-hs-start",
    {new CubicStartTest("0", NS2 * 1502 * 8 / (RATE * DURATION), 0.03),
     new CubicStartTest("100", CubicStartTest::GetShareFrom100(), 0.03)});
} // namespace
} // namespace hsn
} // namespace ns3
