// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/burst-monitor.h"
#include "ns3/event-times.h"
#include "ns3/fairness-index.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/tcp-sender-monitor.h"

#include <cmath>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Values by hand.
class FairnessIndexTest : public TestCase
{
  public:
    FairnessIndexTest()
        : TestCase("Fairness index and times of events")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFairnessIndex({2, 2, 2}), 1, 1e-12, "equal shares");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFairnessIndex({5, 0, 0, 0}), 0.25, 1e-12, "one has all");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetFairnessIndex({1, 3}), 16.0 / 20, 1e-12, "one to three");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(GetFairnessIndex({0, 0})), true, "nothing to share");

        EventTimes times(2);
        NS_TEST_EXPECT_MSG_EQ(times.GetSpan(), Time(0), "no events");
        for (const int64_t step : {5, 7, 11})
        {
            times.NoteAt(step);
        }
        NS_TEST_EXPECT_MSG_EQ(times.GetCount(), 3, "count");
        NS_TEST_EXPECT_MSG_EQ(times.GetFirst(), TimeStep(5), "first");
        NS_TEST_EXPECT_MSG_EQ(times.GetSpan(), TimeStep(6), "first to last");
        NS_TEST_ASSERT_MSG_EQ(times.GetSteps().size(), 2, "the first two");
        NS_TEST_EXPECT_MSG_EQ(times.GetSteps()[1], 7, "the second");
    }
};

/// PDUs of three cells with known fates.
class BurstMonitorTest : public TestCase
{
  public:
    BurstMonitorTest()
        : TestCase("Bursts of PDUs at a policer")
    {
    }

  private:
    /// @param fates of the cells of a PDU: P passed, D discarded
    void Send(const std::string& fates)
    {
        for (std::size_t i = 0; i < fates.size(); ++i)
        {
            m_monitor.NoteCell(m_now++, i + 1 == fates.size(), fates[i] == 'P');
        }
    }

    void DoRun() override
    {
        Send("P"); // a short PDU does not count
        Send("PPP");
        Send("PPP");
        Send("PPD");
        Send("DPP");
        Send("PPP"); // behind damaged ones
        m_now += 98; // 99 steps since the last cell
        Send("PPP");
        Send("PPP");
        m_now += 99; // an idle time of 100 steps
        Send("P");   // alone it is no burst
        m_now += 199;
        Send("DDD");
        NS_TEST_EXPECT_MSG_EQ(m_monitor.GetBursts().size(), 1, "the last one has not ended");
        m_monitor.Finish();
        const auto& bursts = m_monitor.GetBursts();
        NS_TEST_ASSERT_MSG_EQ(bursts.size(), 2, "bursts");
        NS_TEST_EXPECT_MSG_EQ(bursts[0].passed, 2, "before the first damaged one");
        NS_TEST_EXPECT_MSG_EQ(bursts[0].damaged, 2, "damaged");
        NS_TEST_EXPECT_MSG_EQ(bursts[1].passed, 0, "none passed");
        NS_TEST_EXPECT_MSG_EQ(bursts[1].damaged, 1, "damaged");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_monitor.GetMean(), 1, 1e-12, "mean of 2 and 0");
        NS_TEST_ASSERT_MSG_EQ(m_monitor.GetIdles().size(), 2, "idle times");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_monitor.GetIdles()[1],
                                  TimeStep(200).GetSeconds(),
                                  1e-15,
                                  "the second");
        const std::vector<std::string> fates{"3*", "3*", "2", "2*"};
        NS_TEST_ASSERT_MSG_EQ((m_monitor.GetFirstFates() == fates), true, "the first four PDUs");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(BurstMonitor(3, TimeStep(1), 0).GetMean()),
                              true,
                              "no bursts");
    }

    int64_t m_now{0};                            //!< time of the next cell
    BurstMonitor m_monitor{3, TimeStep(100), 4}; //!< under test
};

/// A back-off that an acknowledgement ends.
class TcpBackoffEndTest : public TestCase
{
  public:
    TcpBackoffEndTest()
        : TestCase("A back-off ends early unless data is acknowledged that was sent only once")
    {
    }

  private:
    void DoRun() override
    {
        // Octets 1 to 300 are sent before the timeout and may all have been sent twice; 301 to 400
        // are sent once, behind it. By Karn's rule (RFC 6298, sections 3 and 5.5) only these tell
        // the round trip time that ends a back-off. An acknowledgement of N covers octets below N.
        for (const uint32_t number : {2, 101, 300, 301, 302, 401})
        {
            TcpSenderMonitor monitor(0);
            const auto send = [&monitor](uint32_t sequence) {
                monitor.NoteSegment(SequenceNumber32(sequence), 100);
            };
            ScheduleCall(Seconds(1), [&] {
                send(1);
                send(101);
                send(201);
            });
            ScheduleCall(Seconds(5), [&] {
                monitor.NoteTimer(Seconds(3), Seconds(6));
                send(1);
            });
            ScheduleCall(Seconds(6), [&] { send(301); });
            ScheduleCall(Seconds(7), [&] {
                monitor.NoteAck(SequenceNumber32(number));
                monitor.NoteTimer(Seconds(6), Seconds(3));
            });
            Simulator::Run();
            Simulator::Destroy();
            const auto& counters = monitor.GetCounters();
            NS_TEST_EXPECT_MSG_EQ(counters.earlyClears, (number <= 301 ? 1 : 0), "of " << number);
            NS_TEST_EXPECT_MSG_EQ(counters.heldAcks, 0, "the back-off ends with it");
        }
    }
};

/// Counters of several senders.
class TcpCountersTest : public TestCase
{
  public:
    TcpCountersTest()
        : TestCase("The counters of two TCP senders are added, each to its like")
    {
    }

  private:
    void DoRun() override
    {
        TcpSenderMonitor::Counters sum{1, 2, 3, 4, 5, 6, 7};
        sum += {10, 20, 30, 40, 50, 60, 70};
        NS_TEST_EXPECT_MSG_EQ(sum.segments, 11, "segments");
        NS_TEST_EXPECT_MSG_EQ(sum.retransmissions, 22, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(sum.lostAgain, 33, "timeouts of the same segment");
        NS_TEST_EXPECT_MSG_EQ(sum.recoveries, 44, "recoveries");
        NS_TEST_EXPECT_MSG_EQ(sum.backoffs, 55, "back-offs");
        NS_TEST_EXPECT_MSG_EQ(sum.heldAcks, 66, "acknowledgements while backed off");
        NS_TEST_EXPECT_MSG_EQ(sum.earlyClears, 77, "back-offs that ended early");
    }
};

/// A sender whose history is written by hand.
class TcpSenderMonitorTest : public TestCase
{
  public:
    TcpSenderMonitorTest()
        : TestCase("Timeouts and back-off of a TCP sender")
    {
    }

  private:
    /// @param at seconds @param what happens then
    template <typename F>
    static void At(double at, F what)
    {
        ScheduleCall(Seconds(at), what);
    }

    void DoRun() override
    {
        TcpSenderMonitor monitor(2);
        const auto send = [&monitor](uint32_t sequence) {
            monitor.NoteSegment(SequenceNumber32(sequence), 100);
        };
        const auto state = [&monitor](TcpSocketState::TcpCongState_t before,
                                      TcpSocketState::TcpCongState_t now) {
            monitor.NoteState(before, now);
        };
        const auto timer = [&monitor](double before, double now) {
            monitor.NoteTimer(Seconds(before), Seconds(now));
        };
        At(1, [&] {
            monitor.NoteSegment(SequenceNumber32(1), 0); // no data
            send(1);
            send(101);
            send(201);
        });
        At(2, [&] { // an acknowledgement triggers a fast retransmission
            monitor.NoteAck(SequenceNumber32(101));
            state(TcpSocketState::CA_OPEN, TcpSocketState::CA_DISORDER);
            state(TcpSocketState::CA_DISORDER, TcpSocketState::CA_RECOVERY);
            send(101);
        });
        At(5, [&] { // a timeout
            timer(3, 6);
            state(TcpSocketState::CA_RECOVERY, TcpSocketState::CA_LOSS);
            send(101);
        });
        At(11, [&] { // of the same segment
            timer(6, 12);
            send(101);
        });
        At(12, [&] { // of data that may have been sent twice: the timer stays backed off
            monitor.NoteAck(SequenceNumber32(201));
            send(301);
        });
        At(13, [&] { // of data sent later: the back-off ends
            monitor.NoteAck(SequenceNumber32(401));
            timer(12, 3);
            timer(3, 4); // the round-trip time grows
        });
        Simulator::Run();
        Simulator::Destroy();
        const auto& counters = monitor.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.segments, 7, "with data");
        NS_TEST_EXPECT_MSG_EQ(counters.retransmissions, 3, "one fast, two by the timer");
        NS_TEST_EXPECT_MSG_EQ(monitor.GetTimeouts().size(), 2, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(counters.lostAgain, 1, "the second one is of the same segment");
        NS_TEST_EXPECT_MSG_EQ(counters.recoveries, 1, "fast retransmissions");
        NS_TEST_EXPECT_MSG_EQ(counters.backoffs, 2, "the timer grew by itself");
        NS_TEST_EXPECT_MSG_EQ(counters.heldAcks, 1, "the first acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(counters.earlyClears, 0, "the second one is of new data");
        NS_TEST_EXPECT_MSG_EQ_TOL(monitor.GetSmallestTimer(), 3000, 1e-9, "ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(monitor.GetGreatestTimer(), 12000, 1e-9, "ms");
        NS_TEST_EXPECT_MSG_EQ(monitor.GetTimerValues().size(), 2, "the first two");
        NothingArrives();
    }

    /// The first segment times out twice, and nothing has been acknowledged.
    void NothingArrives()
    {
        TcpSenderMonitor monitor(0);
        for (const double at : {1, 4, 10})
        {
            At(at, [&] { monitor.NoteSegment(SequenceNumber32(1), 100); });
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(monitor.GetCounters().segments, 3, "with data");
        NS_TEST_EXPECT_MSG_EQ(monitor.GetCounters().retransmissions, 2, "of the first");
        NS_TEST_EXPECT_MSG_EQ(monitor.GetTimeouts().size(), 2, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(monitor.GetCounters().lostAgain, 1, "the second one");
    }
};

HsnTestRegistration g_monitorTests("monitors",
                                   {new FairnessIndexTest,
                                    new BurstMonitorTest,
                                    new TcpSenderMonitorTest,
                                    new TcpBackoffEndTest,
                                    new TcpCountersTest});
} // namespace
