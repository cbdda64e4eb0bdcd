// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/tear-block-receiver.h"
#include "ns3/tear-block-sender.h"
#include "ns3/tear-header.h"
#include "ns3/tear-sender.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param header a header @return its octets */
std::vector<uint8_t>
OctetsOf(const Header& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    return octets;
}

/** @param octets of a packet @param header reads them @return octets read; 0: malformed */
uint32_t
Read(const std::vector<uint8_t>& octets, Header& header)
{
    auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    return packet->PeekHeader(header);
}

/** @brief Formats, octet by octet as the manual lays them out. */
class TearHeaderTest : public TestCase
{
  public:
    TearHeaderTest()
        : TestCase("Headers on the wire; what is malformed is refused")
    {
    }

  private:
    void DoRun() override
    {
        TearHeader first;
        first.SetSourcePort(0x1234);
        first.SetDestinationPort(0xfedc);
        first.type = TearHeader::DATA;
        first.flags = TearHeader::PUSH | TearHeader::ECHO;
        std::vector<uint8_t> octets = {0x12, 0x34, 0xfe, 0xdc, 0, 0, 1, 0x0c};
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(first) == octets), true, "first header");
        TearHeader read;
        for (const uint8_t type : {0, 4, 255})
        {
            octets[6] = type;
            NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 0, "type " << +type);
        }
        octets[6] = TearHeader::RESET;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 0, "flags of a reset");
        octets[7] = 0;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 8, "reset");

        TearDataHeader data;
        data.seq = 0x01020304;
        data.sentAt = 0x05060708;
        data.srtt = 0x090a0b0c;
        data.rttvar = 0x0d0e0f10;
        data.echo = 0x11121314;
        data.hold = 0x15161718;
        octets = OctetsOf(data);
        NS_TEST_ASSERT_MSG_EQ(octets.size(), 24, "data");
        for (uint8_t i = 0; i < 24; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+octets[i], i + 1, "octet of data");
        }
        octets.pop_back();
        NS_TEST_EXPECT_MSG_EQ(Read(octets, data), 0, "short data");

        TearFeedbackHeader feedback;
        feedback.number = 0x01020304;
        feedback.rate = 0x05060708;
        feedback.sentAt = 0x090a0b0c;
        feedback.echo = 0x0d0e0f10;
        feedback.hold = 0x11121314;
        feedback.highestSeq = 0x15161718;
        feedback.lossEvents = 0x191a1b1c;
        feedback.state = 0x1d;
        octets = OctetsOf(feedback);
        NS_TEST_ASSERT_MSG_EQ(octets.size(), 32, "feedback");
        for (uint8_t i = 0; i < 29; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+octets[i], i + 1, "octet of feedback");
        }
        TearFeedbackHeader other;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, other), 32, "feedback");
        NS_TEST_EXPECT_MSG_EQ(other.lossEvents, feedback.lossEvents, "feedback");
        octets.pop_back();
        NS_TEST_EXPECT_MSG_EQ(Read(octets, other), 0, "short feedback");
        feedback.rate = 0;
        NS_TEST_EXPECT_MSG_EQ(Read(OctetsOf(feedback), other), 0, "rate 0");
        CheckSack();
    }

    void CheckSack()
    {
        TearSackHeader sack;
        sack.next = 5;
        sack.window = 7;
        sack.ranges = {{6, 6}, {8, 10}};
        const std::vector<uint8_t> good = {0, 0, 0, 5, 0, 0, 0, 7, 2, 0, 0, 0, 0, 0,
                                           0, 6, 0, 0, 0, 6, 0, 0, 0, 8, 0, 0, 0, 10};
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(sack) == good), true, "sack");
        TearSackHeader read;
        NS_TEST_EXPECT_MSG_EQ(Read(good, read), 28, "sack");
        NS_TEST_EXPECT_MSG_EQ((read.ranges == sack.ranges), true, "ranges");
        auto bad = good;
        bad[8] = 3;
        NS_TEST_EXPECT_MSG_EQ(Read(bad, read), 0, "more ranges than octets");
        bad = good;
        bad[15] = 5;
        NS_TEST_EXPECT_MSG_EQ(Read(bad, read), 0, "a range with the missing block");
        bad = good;
        bad[23] = 6;
        NS_TEST_EXPECT_MSG_EQ(Read(bad, read), 0, "ranges that overlap");
        bad = good;
        bad[27] = 7;
        NS_TEST_EXPECT_MSG_EQ(Read(bad, read), 0, "a range that ends before it begins");
        bad.resize(8 + 4 + 9 * 8);
        bad[8] = 9;
        NS_TEST_EXPECT_MSG_EQ(Read(bad, read), 0, "nine ranges");
    }
};

/** @brief What a sender believes. Numbers by hand. */
class TearSenderTest : public TestCase
{
  public:
    TearSenderTest()
        : TestCase("Rate of the sender: start, bounds, silence; forged feedback is bounded")
    {
    }

  private:
    /** @param rate bytes per second @param echoed when the echoed packet was sent @param hold for
     * how long it was held @return feedback */
    static TearFeedbackHeader Make(uint32_t rate, Time echoed, Time hold = Time(0))
    {
        TearFeedbackHeader feedback;
        feedback.rate = rate;
        feedback.echo = TearTimestamp::FromTime(echoed);
        feedback.hold = TearTimestamp::FromInterval(hold);
        return feedback;
    }

    void DoRun() override
    {
        CheckStart();
        CheckForged();
        CheckOrder();
        CheckShort();
        CheckSilence();
    }

    void CheckStart()
    {
        TearSender::Settings settings;
        settings.packetSize = 500;
        TearSender sender(settings);
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 500, 1e-9, "a packet per InitialRtt");
        sender.OnSent(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(500, Seconds(10)), Seconds(10.2)),
                              TearSender::ACCEPTED,
                              "first feedback");
        // RFC 6298, 2.2: SRTT = 0.2, RTTVAR = 0.1, RTO = 0.6 s
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 2500, 1e-6, "a packet per round-trip time");
        NS_TEST_EXPECT_MSG_EQ(sender.GetSrtt(), MilliSeconds(200), "SRTT");
        NS_TEST_EXPECT_MSG_EQ(sender.GetRto(), MilliSeconds(600), "RTO");
        sender.OnSent(Seconds(10.2));
        sender.OnFeedback(Make(3000, Seconds(10.2), MilliSeconds(40)), Seconds(10.44));
        NS_TEST_EXPECT_MSG_EQ(sender.GetSrtt(), MilliSeconds(200), "less the time it was held");
        NS_TEST_EXPECT_MSG_EQ(
            sender.OnFeedback(Make(9, Seconds(10.2), MilliSeconds(30)), Seconds(10.442)),
            TearSender::STALE,
            "echoes the same packet, but was sent 10 ms earlier, and overtaken");
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 3000, 1e-9, "as the receiver says");
        sender.OnFeedback(Make(1, Seconds(10.24), Time(0)), Seconds(10.45));
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 125, 1e-9, "MinRate: a packet in 4 s");
    }

    void CheckForged()
    {
        TearSender::Settings settings;
        settings.packetSize = 500;
        TearSender sender(settings);
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(1000, Seconds(10)), Seconds(10)),
                              TearSender::BAD_ECHO,
                              "nothing was sent");
        sender.OnSent(Seconds(10));
        sender.OnFeedback(Make(10000, Seconds(10)), Seconds(10.1));
        // SRTT 0.1 s: four packets in it are 20000 B/s, twice the rate of the start are 1000 B/s
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 10000, 1e-9, "rate");
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(9, Seconds(11)), Seconds(10.2)),
                              TearSender::BAD_ECHO,
                              "echo from the future");
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(9, Seconds(9)), Seconds(10.2)),
                              TearSender::BAD_ECHO,
                              "echo from before the first packet");
        NS_TEST_EXPECT_MSG_EQ(
            sender.OnFeedback(Make(9, Seconds(10.1), MilliSeconds(101)), Seconds(10.2)),
            TearSender::BAD_ECHO,
            "held for longer than that is ago");
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(9, Seconds(9.9999990)), Seconds(10.2)),
                              TearSender::STALE,
                              "older than the latest");
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 10000, 1e-9, "none of them counts");
        constexpr uint32_t HUGE_RATE = std::numeric_limits<uint32_t>::max();
        for (uint32_t i = 1; i <= 1000; ++i)
        {
            const auto verdict = sender.OnFeedback(Make(HUGE_RATE, Seconds(10.1) + MicroSeconds(i)),
                                                   Seconds(10.2) + MicroSeconds(i));
            NS_TEST_ASSERT_MSG_EQ(verdict, TearSender::LIMITED, "above what a window allows");
        }
        NS_TEST_EXPECT_MSG_LT(sender.GetRate(), 20001, "a thousand in a round-trip time");
        sender.OnFeedback(Make(HUGE_RATE, Seconds(10.25)), Seconds(10.35));
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 40000, 1, "doubled in the next one");
    }

    /** @brief What is younger does not depend on fractions of a microsecond, which headers lack. */
    void CheckOrder()
    {
        TearSender sender{TearSender::Settings()};
        sender.OnSent(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(
            sender.OnFeedback(Make(500, Seconds(10)), Seconds(10.2) + NanoSeconds(900)),
            TearSender::ACCEPTED,
            "sent at once");
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(500, Seconds(10), MilliSeconds(40)),
                                                Seconds(10.44) + NanoSeconds(100)),
                              TearSender::ACCEPTED,
                              "echoes the same packet, and was sent 40 ms later");
    }

    /** @brief A round-trip time of less than a microsecond, the unit of time stamps. */
    void CheckShort()
    {
        TearSender sender{TearSender::Settings()};
        sender.OnSent(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(500, Seconds(10)), Seconds(10)),
                              TearSender::ACCEPTED,
                              "no time has passed");
        NS_TEST_EXPECT_MSG_EQ(sender.GetSrtt(), MicroSeconds(1), "is taken for the unit");
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 540e6, 1, "a packet per microsecond");
        NS_TEST_EXPECT_MSG_EQ(sender.OnFeedback(Make(9, Seconds(10), MicroSeconds(21)),
                                                Seconds(10) + MicroSeconds(20)),
                              TearSender::BAD_ECHO,
                              "held for longer than that is ago");
    }

    void CheckSilence()
    {
        TearSender::Settings settings;
        settings.packetSize = 500;
        TearSender sender(settings);
        sender.OnSent(Seconds(1));
        sender.OnFeedback(Make(8000, Seconds(1)), Seconds(1.2));
        NS_TEST_EXPECT_MSG_EQ(sender.GetDeadline().has_value(), false, "nothing to wait for");
        sender.OnSent(Seconds(2));
        sender.OnSent(Seconds(3));
        // four times the RTO of 0.6 s, after the first packet without feedback
        NS_TEST_ASSERT_MSG_EQ(sender.GetDeadline().has_value(), true, "waits");
        NS_TEST_EXPECT_MSG_EQ(*sender.GetDeadline(), Seconds(4.4), "deadline");
        sender.OnTimer(Seconds(4.3));
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 8000, 1e-9, "too early");
        sender.OnTimer(Seconds(4.4));
        NS_TEST_EXPECT_MSG_EQ_TOL(sender.GetRate(), 4000, 1e-9, "halved");
        settings.noFeedbackTimeout = 0;
        TearSender patient(settings);
        patient.OnSent(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(patient.GetDeadline().has_value(), false, "off");
    }
};

/** @brief Which blocks are lost, by hand. */
class TearBlockSenderTest : public TestCase
{
  public:
    TearBlockSenderTest()
        : TestCase("Blocks: lost after three later transmissions or by their timer")
    {
    }

  private:
    /** @param next first missing block @param ranges beyond it @param window blocks @return it */
    static TearSackHeader Sack(uint32_t next,
                               std::vector<TearSackHeader::Range> ranges = {},
                               uint32_t window = 100)
    {
        TearSackHeader sack;
        sack.next = next;
        sack.window = window;
        sack.ranges = std::move(ranges);
        return sack;
    }

    /** @param sender gets blocks @param n how many @param now when they are sent */
    static void Send(TearBlockSender& sender, uint32_t n, Time now)
    {
        for (uint32_t i = 0; i < n; ++i)
        {
            sender.OnSent(sender.Add(Create<Packet>(100)).number, now, Seconds(1));
        }
    }

    void DoRun() override
    {
        TearBlockSender sender(10);
        Send(sender, 8, Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(sender.GetBytes(), 800, "unacknowledged");
        // 0 is missing; 1 and 2 are two later transmissions
        auto progress = sender.OnSack(Sack(0, {{1, 2}}), Seconds(1.5));
        NS_TEST_EXPECT_MSG_EQ(progress.bytes, 200, "progress");
        NS_TEST_EXPECT_MSG_EQ(progress.delay, Seconds(0.5), "delay");
        NS_TEST_EXPECT_MSG_EQ(sender.HasLost(), false, "two later ones");
        sender.OnSack(Sack(0, {{1, 2}, {5, 5}}), Seconds(1.6));
        NS_TEST_ASSERT_MSG_EQ(sender.HasLost(), true, "three later ones");
        auto lost = sender.TakeLost();
        NS_TEST_EXPECT_MSG_EQ(lost.number, 0, "the first one");
        NS_TEST_EXPECT_MSG_EQ(lost.again, true, "again");
        NS_TEST_EXPECT_MSG_EQ(sender.HasLost(), false, "3 and 4 have one later one");
        sender.OnSent(0, Seconds(1.7), Seconds(1));
        // 6, 7 and the second 0 are later than 3 and 4; that of 0 is sent twice: no delay
        progress = sender.OnSack(Sack(3, {{5, 7}}), Seconds(2.2));
        NS_TEST_EXPECT_MSG_EQ(progress.bytes, 300, "0, 6 and 7");
        NS_TEST_EXPECT_MSG_EQ(progress.delay, Seconds(1.2), "of 6 and 7");
        NS_TEST_EXPECT_MSG_EQ(sender.TakeLost().number, 3, "lost");
        sender.OnSent(3, Seconds(2.2), Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(sender.TakeLost().number, 4, "lost");
        sender.OnSent(4, Seconds(2.2), Seconds(1));
        CheckTimer(sender);
        CheckRefusal(sender);
    }

    /** @param sender has sent 3 and 4 twice */
    void CheckTimer(TearBlockSender& sender)
    {
        // the second time they may take twice as long
        NS_TEST_ASSERT_MSG_EQ(sender.GetDeadline().has_value(), true, "timer");
        NS_TEST_EXPECT_MSG_EQ(*sender.GetDeadline(), Seconds(4.2), "doubled");
        sender.OnTimer(Seconds(4.1));
        NS_TEST_EXPECT_MSG_EQ(sender.HasLost(), false, "too early");
        sender.OnTimer(Seconds(4.2));
        NS_TEST_EXPECT_MSG_EQ(sender.HasLost(), true, "time is up");
        // 4 was only late: it is acknowledged before it is sent again
        sender.OnSack(Sack(3, {{4, 7}}), Seconds(4.3));
        NS_TEST_EXPECT_MSG_EQ(sender.TakeLost().number, 3, "lost");
        NS_TEST_EXPECT_MSG_EQ(sender.HasLost(), false, "4 is not");
        NS_TEST_EXPECT_MSG_EQ(sender.GetBytes(), 100, "3 is left");
        NS_TEST_EXPECT_MSG_EQ(sender.GetRetransmissions(), 4, "0, 3, 4, 3");
        sender.OnSent(3, Seconds(4.4), Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(sender.OnSack(Sack(8), Seconds(5)).delay,
                              Time(0),
                              "which transmission of 3 is acknowledged is not known (Karn)");
        NS_TEST_EXPECT_MSG_EQ(sender.GetBytes(), 0, "all");
        NS_TEST_EXPECT_MSG_EQ(sender.GetDeadline().has_value(), false, "no timer");
    }

    /** @param sender has sent blocks 0 to 7, all acknowledged */
    void CheckRefusal(TearBlockSender& sender)
    {
        Send(sender, 1, Seconds(6));
        NS_TEST_EXPECT_MSG_EQ(sender.OnSack(Sack(10), Seconds(7)).bytes, 0, "never sent");
        NS_TEST_EXPECT_MSG_EQ(sender.OnSack(Sack(8, {{9, 9}}), Seconds(7)).bytes, 0, "never sent");
        NS_TEST_EXPECT_MSG_EQ(sender.GetBytes(), 100, "still unacknowledged");
        TearBlockSender small(2);
        Send(small, 2, Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(small.HasRoom(), false, "window of 2");
        small.OnSack(Sack(1, {}, 1), Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(small.HasRoom(), false, "window of 1");
        small.OnSack(Sack(1, {}, 2), Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(small.HasRoom(), true, "window of 2");
    }
};

/** @brief Order of blocks, and what is reported. */
class TearBlockReceiverTest : public TestCase
{
  public:
    TearBlockReceiverTest()
        : TestCase("Blocks are handed out in order; at most eight ranges are reported")
    {
    }

  private:
    void DoRun() override
    {
        TearBlockReceiver receiver;
        const auto add = [&receiver](uint32_t number) {
            return receiver.Add(number, Create<Packet>(number + 1), 40);
        };
        NS_TEST_EXPECT_MSG_EQ(add(1), TearBlockReceiver::TAKEN, "early");
        NS_TEST_EXPECT_MSG_EQ(add(1), TearBlockReceiver::DUPLICATE, "again");
        NS_TEST_EXPECT_MSG_EQ(add(40), TearBlockReceiver::NO_ROOM, "beyond the window");
        NS_TEST_EXPECT_MSG_EQ((receiver.Remove() == nullptr), true, "0 is missing");
        NS_TEST_EXPECT_MSG_EQ(add(0), TearBlockReceiver::TAKEN, "0");
        NS_TEST_EXPECT_MSG_EQ(receiver.Remove()->GetSize(), 1, "0");
        NS_TEST_EXPECT_MSG_EQ(receiver.Remove()->GetSize(), 2, "1");
        NS_TEST_EXPECT_MSG_EQ(add(0), TearBlockReceiver::DUPLICATE, "0 again");
        for (uint32_t number = 3; number < 30; number += 2)
        {
            add(number);
        }
        add(4); // joins 3 and 5
        const auto sack = receiver.GetSack(12);
        NS_TEST_EXPECT_MSG_EQ(sack.next, 2, "missing");
        NS_TEST_EXPECT_MSG_EQ(sack.window, 12, "window");
        NS_TEST_ASSERT_MSG_EQ(sack.ranges.size(), 8, "ranges");
        NS_TEST_EXPECT_MSG_EQ((sack.ranges[0] == TearSackHeader::Range(3, 5)), true, "the latest");
        NS_TEST_EXPECT_MSG_EQ((sack.ranges[7] == TearSackHeader::Range(19, 19)), true, "eighth");
        add(38);
        const auto last = receiver.GetSack(12);
        NS_TEST_ASSERT_MSG_EQ(last.ranges.size(), 8, "ranges");
        NS_TEST_EXPECT_MSG_EQ((last.ranges[7] == TearSackHeader::Range(38, 38)), true, "latest");
    }
};

static HsnTestRegistration g_tearPartsTests(
    "tear-parts",
    {new TearHeaderTest, new TearSenderTest, new TearBlockSenderTest, new TearBlockReceiverTest});
} // namespace
} // namespace hsn
} // namespace ns3
