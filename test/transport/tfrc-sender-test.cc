// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What a TFRC sender believes, who limits it, and which numbers a receiver takes; by hand.
 */
#include "../hsn-test.h"

#include "ns3/sequence-check.h"
#include "ns3/tfrc-sender.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief RFC 5348, 8.2.1. */
class TfrcDataLimitTest : public TestCase
{
  public:
    TfrcDataLimitTest()
        : TestCase("Whether the application was the limit in the time that feedback covers")
    {
    }

  private:
    void DoRun() override
    {
        const Time rtt = MilliSeconds(100);
        TfrcDataLimit limit;
        const auto limited = [&](int now, int echo) {
            return limit.OnFeedback(MilliSeconds(now), MilliSeconds(echo), rtt);
        };
        NS_TEST_EXPECT_MSG_EQ(limited(150, 50), true, "never more than allowed");
        // packets that left at 60 and 110 had others behind them; feedback of 150 has passed by
        limit.OnRateLimited(MilliSeconds(60));
        limit.OnRateLimited(MilliSeconds(110));
        limit.OnRateLimited(MilliSeconds(170));
        NS_TEST_EXPECT_MSG_EQ(limited(250, 150), false, "60 is in (50, 150]");
        // of 110 and 170, the one after 150 is known
        NS_TEST_EXPECT_MSG_EQ(limited(350, 250), false, "170 is in (150, 250]");
        NS_TEST_EXPECT_MSG_EQ(limited(450, 350), true, "nothing in (250, 350]");
        limit.OnRateLimited(MilliSeconds(460));
        NS_TEST_EXPECT_MSG_EQ(limited(500, 455), true, "460 comes later");
        NS_TEST_EXPECT_MSG_EQ(limited(560, 460), false, "460 is in (360, 460]");
        NS_TEST_EXPECT_MSG_EQ(limited(660, 560), true, "460 is not in (460, 560]");
        // always more than allowed, feedback of 100 ms before every 97 ms; that of 757 ms is the
        // last one to cover only time without data
        for (int time = 661; time < 3000; time++)
        {
            limit.OnRateLimited(MilliSeconds(time));
            if ((time - 660) % 97 == 0)
            {
                NS_TEST_EXPECT_MSG_EQ(limited(time, time - 100), (time == 757), "at " << time);
            }
        }
    }
};

/** @brief Feedback that is forged, old or repeated. */
class TfrcSenderTest : public TestCase
{
  public:
    TfrcSenderTest()
        : TestCase("Feedback is believed if it answers a packet, and no more than was sent")
    {
    }

  private:
    /** @brief A sender that always has 1000-byte packets, with a round-trip time of 100 ms. */
    struct Sender
    {
        /** @param ms when */
        void Send(int ms)
        {
            last = sender.Send(MilliSeconds(ms), 1000);
            sender.OnRateLimited(MilliSeconds(ms));
        }

        /** @param ms when it arrives @param seq number that it answers @param echo ms @param delay
         * ms @param receiveRate X_recv @param p loss event rate @return why it is refused */
        std::string Report(int ms,
                           uint32_t seq,
                           int echo,
                           int delay = 0,
                           double receiveRate = 0,
                           double p = 0)
        {
            TfrcFeedbackHeader header;
            header.seq = seq;
            header.echo = MilliSeconds(echo);
            header.delay = MilliSeconds(delay);
            header.receiveRate = receiveRate;
            header.lossEventRate = p;
            return sender.OnFeedback(MilliSeconds(ms), header);
        }

        TfrcSender sender{TfrcEquation(1000), MilliSeconds(1000), {}}; //!< under test
        TfrcDataHeader last;                                           //!< of the last packet
    };

    void DoRun() override
    {
        Faults();
        Rates();
    }

    /** @brief Each check. */
    void Faults()
    {
        Sender s;
        s.Send(1000);
        NS_TEST_EXPECT_MSG_EQ(s.last.seq, 0, "first number");
        NS_TEST_EXPECT_MSG_EQ(s.last.rtt, Time(0), "not known");
        NS_TEST_EXPECT_MSG_EQ(s.last.time, Seconds(1), "time");
        const auto expect = [&](const std::string& fault, const std::string& what) {
            NS_TEST_EXPECT_MSG_EQ(fault, what, what);
        };
        expect(s.Report(1100, 1, 1000), "answers a packet that was not sent");
        expect(s.Report(1100, 0xffffffff, 1000), "answers a packet that was not sent");
        expect(s.Report(1100, 0, 999), "echo from before the first packet");
        expect(s.Report(1100, 0, 1101), "echo from the future");
        expect(s.Report(1100, 0, 1050, 51), "echo from the future");
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetControl().GetRtt(), Time(0), "nothing believed");
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetControl().GetRate(), 1000, "a packet per second");
        expect(s.Report(1120, 0, 1000, 20), "");
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetControl().GetRtt(), MilliSeconds(100), "without delay");
        expect(s.Report(1130, 0, 1000, 30), ""); // repeated by the network
        s.Send(1130);
        NS_TEST_EXPECT_MSG_EQ(s.last.seq, 1, "next number");
        NS_TEST_EXPECT_MSG_EQ(s.last.rtt, MilliSeconds(100), "known");
        expect(s.Report(1230, 1, 1130), "");
        expect(s.Report(1231, 0, 1000, 131), ""); // overtaken
        s.Send(1400);
        expect(s.Report(1500, 2, 1400), "");
        // two round-trip times older than the newest one is too much
        expect(s.Report(1501, 1, 1199, 202), "much older than other feedback");
        expect(s.Report(1501, 1, 1200, 201), "");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.sender.GetControl().GetRtt().GetSeconds(), 0.1, 1e-6, "same");
    }

    /** @brief Whatever is reported, the rate is limited by what was sent. */
    void Rates()
    {
        Sender s;
        s.Send(1000);
        s.Report(1100, 0, 1000);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.sender.GetControl().GetRate(), 40000, 1e-6, "4 packets in R");
        // 4 packets in 0.1 s: 40000 B/s
        for (int i = 0; i < 5; i++)
        {
            s.Send(1100 + 25 * i);
        }
        // forged: no losses, endless rates. 2 * 40000 are believed, and twice that is allowed
        for (int i = 0; i < 100; i++)
        {
            s.Report(1201 + i, 5, 1200, i, 1e300, 1e-12);
            NS_TEST_EXPECT_MSG_EQ((s.sender.GetControl().GetRate() <= 2 * 2 * 40000 * (1 + 1e-9)),
                                  true,
                                  "no flood, report " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(s.sender.GetReceiveRate(), 80000, 1e-6, "twice what was sent");
        // forged: nothing arrives, all is lost. A packet in 64 s is left
        for (int i = 0; i < 10; i++)
        {
            s.Send(1400 + 25 * i);
            s.Report(1500 + 25 * i, 6, 1400 + 25 * i, 0, 0, 1);
        }
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetControl().GetRate(), 15.625, "a packet in 64 s");
        // the next true feedback gives it back
        s.Send(2000);
        s.Report(2100, 16, 2000, 0, 20000, 0.01);
        NS_TEST_EXPECT_MSG_EQ((s.sender.GetControl().GetRate() > 15000), true, "true feedback");
    }
};

/** @brief Numbers of packets. */
class SequenceCheckTest : public TestCase
{
  public:
    SequenceCheckTest()
        : TestCase("Numbers that jump far are taken when the next one confirms them")
    {
    }

  private:
    void DoRun() override
    {
        SequenceCheck check(100);
        const auto expect = [&](uint32_t seq, bool taken, uint32_t greatest) {
            NS_TEST_EXPECT_MSG_EQ(check.Accept(seq), taken, "number " << seq);
            NS_TEST_EXPECT_MSG_EQ(check.GetGreatest(), greatest, "after number " << seq);
        };
        expect(0, true, 0);
        expect(100, true, 100);
        expect(1, true, 100);
        expect(0xffffffff, false, 100); // 101 before
        expect(201, false, 100);
        expect(101, true, 101);
        expect(203, false, 101); // 201 is not its predecessor
        expect(1000, false, 101);
        expect(1001, true, 1001); // confirmed
        expect(1002, true, 1002);
        expect(500, false, 1002);
        expect(501, false, 1002); // never backwards
        expect(901, false, 1002);
        expect(902, true, 1002);
        // over the end of the numbers
        SequenceCheck wraps(0x40000000);
        for (const uint32_t seq : {0x3fffffffU, 0x7fffffffU, 0xbfffffffU, 0xffffffffU, 5U})
        {
            NS_TEST_EXPECT_MSG_EQ(wraps.Accept(seq), true, "number " << seq);
            NS_TEST_EXPECT_MSG_EQ(wraps.GetGreatest(), seq, "number " << seq);
        }
        NS_TEST_EXPECT_MSG_EQ(wraps.Accept(0xfffffff0), true, "before the end");
        NS_TEST_EXPECT_MSG_EQ(wraps.GetGreatest(), 5, "before the end");
    }
};

HsnTestRegistration g_tfrcSenderTests("tfrc-sender",
                                      {new TfrcDataLimitTest,
                                       new TfrcSenderTest,
                                       new SequenceCheckTest});
} // namespace
} // namespace hsn
} // namespace ns3
