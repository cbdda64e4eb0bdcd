// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet-pieces.h"
#include "ns3/response-time-collector.h"
#include "ns3/sample-summary.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"

#include <cmath>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Values computed by hand.
class SampleSummaryTest : public TestCase
{
  public:
    SampleSummaryTest()
        : TestCase("Summary of samples")
    {
    }

  private:
    void DoRun() override
    {
        SampleSummary summary;
        NS_TEST_EXPECT_MSG_EQ(std::isnan(summary.GetMean()), true, "no samples");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(summary.GetPercentile(0.5)), true, "no samples");
        NS_TEST_EXPECT_MSG_EQ(summary.GetHistogram(1).size(), 0U, "no samples");
        for (const double sample : {7.0, 4.0, 2.0, 5.0, 4.0, 9.0, 4.0, 5.0})
        {
            summary.Add(sample);
        }
        NS_TEST_EXPECT_MSG_EQ(summary.GetCount(), 8U, "count");
        NS_TEST_EXPECT_MSG_EQ_TOL(summary.GetMean(), 5, 1e-12, "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(summary.GetDeviation(), std::sqrt(32.0 / 7), 1e-12, "deviation");
        NS_TEST_EXPECT_MSG_EQ(summary.GetPercentile(0), 2, "least");
        NS_TEST_EXPECT_MSG_EQ(summary.GetPercentile(0.5), 4, "half are 4 or less");
        NS_TEST_EXPECT_MSG_EQ(summary.GetPercentile(0.51), 5, "just more than half");
        NS_TEST_EXPECT_MSG_EQ(summary.GetPercentile(1), 9, "greatest");
        summary.Add(1);
        NS_TEST_EXPECT_MSG_EQ(summary.GetPercentile(0), 1, "added after sorting");
        NS_TEST_EXPECT_MSG_EQ(summary.CountAbove(5), 2U, "7 and 9");
        const auto bins = summary.GetHistogram(2.5);
        NS_TEST_ASSERT_MSG_EQ(bins.size(), 4U, "bins");
        NS_TEST_EXPECT_MSG_EQ(bins[0], 2U, "1, 2");
        NS_TEST_EXPECT_MSG_EQ(bins[1], 3U, "4, 4, 4");
        NS_TEST_EXPECT_MSG_EQ(bins[2], 3U, "5, 5, 7");
        NS_TEST_EXPECT_MSG_EQ(bins[3], 1U, "9");
    }
};

/// @param source last octet of its address @param sequence number @param size bytes of data
/// @param more bytes before and after @param flags of TCP @return the datagram
Ptr<Packet>
Make(uint32_t source,
     uint32_t sequence,
     uint32_t size,
     uint32_t more = 0,
     uint8_t flags = TcpHeader::ACK)
{
    auto packet = Create<Packet>(size);
    TcpHeader tcp;
    tcp.SetSourcePort(1000);
    tcp.SetDestinationPort(2000);
    tcp.SetSequenceNumber(SequenceNumber32(sequence));
    tcp.SetFlags(flags);
    packet->AddHeader(tcp);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(0x0a000000 + source));
    ip.SetDestination(Ipv4Address("10.0.0.99"));
    ip.SetProtocol(6);
    ip.SetPayloadSize(packet->GetSize());
    packet->AddHeader(ip);
    auto framed = Create<Packet>(more);
    framed->AddAtEnd(packet);
    AddZeros(framed, more);
    return framed;
}

/// Segments with known times.
class ResponseTimeTest : public TestCase
{
  public:
    ResponseTimeTest()
        : TestCase("Response times of segments, sent again, twice there, or lost")
    {
    }

  private:
    void DoRun() override
    {
        ResponseTimeCollector collector;
        const auto leave = [&](double at, Ptr<Packet> packet, uint32_t offset = 0) {
            ScheduleCall(Seconds(at),
                         [&collector, packet, offset] { collector.NoteDeparture(packet, offset); });
        };
        const auto arrive = [&](double at, Ptr<Packet> packet, uint32_t offset = 0) {
            ScheduleCall(Seconds(at),
                         [&collector, packet, offset] { collector.NoteArrival(packet, offset); });
        };
        const uint32_t wrap = 4294967295U;
        leave(1, Make(1, wrap, 100, 8), 8); // numbers wrap around in its midst
        arrive(1.25, Make(1, wrap, 100, 3), 3);
        leave(2, Make(1, 99, 100));
        leave(3, Make(1, 99, 100)); // again
        leave(3, Make(1, 199, 100));
        arrive(3.5, Make(1, 199, 100)); // out of order
        arrive(4, Make(1, 99, 100));
        arrive(4.5, Make(1, 99, 100)); // a second time
        leave(4.6, Make(1, 99, 100));  // and once more although it is there
        leave(5, Make(2, 99, 10));     // another connection
        arrive(5.125, Make(2, 99, 10));
        leave(6, Make(2, 109, 10)); // lost
        leave(9.5, Make(3, 119, 10));
        leave(6, Make(2, 109, 0)); // no data
        arrive(6, Create<Packet>(60));
        arrive(6, Create<Packet>(3), 3);
        Simulator::Stop(Seconds(10));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(collector.GetCounters().departures, 8U, "departures");
        NS_TEST_EXPECT_MSG_EQ(collector.GetCounters().arrivals, 5U, "arrivals");
        NS_TEST_EXPECT_MSG_EQ(collector.GetCounters().repeated, 1U, "a second time");
        NS_TEST_EXPECT_MSG_EQ(collector.GetTimes().GetCount(), 4U, "segments");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetTimes().GetMean(),
                                  (0.25 + 2 + 0.5 + 0.125) / 4,
                                  1e-12,
                                  "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetMeanOfConnections(),
                                  (2.75 / 3 + 0.125) / 2,
                                  1e-12,
                                  "of connections");
        NS_TEST_EXPECT_MSG_EQ(collector.GetUnderWay(), 2U, "under way");
        // since 6 and 9.5 s, at 10 s
        NS_TEST_EXPECT_MSG_EQ(collector.GetAges().GetCount(), 2U, "ages");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetAges().GetMean(), (4 + 0.5) / 2, 1e-12, "ages");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetTimesSoFar().GetMean(),
                                  (0.25 + 2 + 0.5 + 0.125 + 4 + 0.5) / 6,
                                  1e-12,
                                  "with ages");
        NS_TEST_EXPECT_MSG_EQ(collector.CountSilent(), 1U, "the third connection");
        NS_TEST_EXPECT_MSG_EQ(collector.CountLate(Seconds(1)), 2U, "one took 2 s, one is lost");
        NS_TEST_EXPECT_MSG_EQ(collector.CountDecided(Seconds(1)), 5U, "all but one");
        NS_TEST_EXPECT_MSG_EQ(collector.CountLate(Seconds(0.3)), 4U, "shorter deadline");
        NS_TEST_EXPECT_MSG_EQ(collector.CountDecided(Seconds(5)), 4U, "longer deadline");
        Simulator::Destroy();
    }
};

/// Connections that use the ports of a former one.
class ResponseAgainTest : public TestCase
{
  public:
    ResponseAgainTest()
        : TestCase("Response times of a connection with the ports of one before")
    {
    }

  private:
    void DoRun() override
    {
        ResponseTimeCollector collector;
        const auto leave = [&](double at, uint32_t sequence, uint32_t size, uint8_t flags) {
            ScheduleCall(Seconds(at), [&collector, sequence, size, flags] {
                collector.NoteDeparture(Make(1, sequence, size, 0, flags));
            });
        };
        const auto arrive = [&](double at, uint32_t sequence, uint32_t size, uint8_t flags) {
            ScheduleCall(Seconds(at), [&collector, sequence, size, flags] {
                collector.NoteArrival(Make(1, sequence, size, 0, flags));
            });
        };
        leave(0.5, 0, 0, TcpHeader::SYN);
        arrive(0.75, 0, 0, TcpHeader::SYN);
        leave(1, 1, 100, TcpHeader::ACK);
        arrive(1.25, 1, 100, TcpHeader::ACK);
        leave(4.5, 0, 0, TcpHeader::SYN);
        arrive(4.75, 0, 0, TcpHeader::SYN);
        leave(5, 1, 50, TcpHeader::ACK);
        arrive(5.5, 1, 50, TcpHeader::ACK);
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(collector.GetTimes().GetCount(), 2, "one of each connection");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetTimes().GetMean(), 0.375, 1e-12, "mean");
        NS_TEST_EXPECT_MSG_EQ(collector.GetCounters().departures, 2, "with data");
        NS_TEST_EXPECT_MSG_EQ(collector.GetCounters().arrivals, 2, "with data");
        NS_TEST_EXPECT_MSG_EQ(collector.GetCounters().repeated, 0, "none was sent again");

        // the second connection loses a segment with the number of one of the third
        leave(1, 51, 50, TcpHeader::ACK); // at 7 s
        leave(2, 0, 0, TcpHeader::SYN);
        leave(2.5, 0, 0, TcpHeader::SYN); // again
        leave(3, 1, 50, TcpHeader::ACK);
        arrive(3.125, 1, 50, TcpHeader::ACK);
        leave(3.5, 51, 50, TcpHeader::ACK);
        arrive(3.75, 51, 50, TcpHeader::ACK);
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(collector.GetTimes().GetCount(), 4, "two more");
        NS_TEST_EXPECT_MSG_EQ(collector.GetUnderWay(), 1, "what was lost stays lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetAges().GetMean(), 4, 1e-12, "from 7 to 11 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(collector.GetMeanOfConnections(),
                                  (0.25 + 0.5 + (0.125 + 0.25) / 2) / 3,
                                  1e-12,
                                  "of three connections");
        NS_TEST_EXPECT_MSG_EQ(collector.CountSilent(), 0, "all have completed a segment");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_responseTimeTests("response-time",
                                        {new SampleSummaryTest,
                                         new ResponseTimeTest,
                                         new ResponseAgainTest});
} // namespace
