// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The sender of SSTP: order, filter, acknowledgements, window, pauses. Expectations follow section
 * 4.2 step by step.
 */
#include "../hsn-test.h"

#include "ns3/sstp-sender.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A sender of segments of four packets, window 3, RTD 10 ms, 1 ms per packet. */
struct Bench : public SstpSender::User
{
    /** @param firstSegment, firstShipment numbers to begin with */
    explicit Bench(uint32_t firstSegment = 0, uint32_t firstShipment = 0)
        : sender(*this, Make(firstSegment, firstShipment))
    {
    }

    /** @param firstSegment, firstShipment numbers to begin with @return settings */
    static SstpSender::Settings Make(uint32_t firstSegment, uint32_t firstShipment)
    {
        SstpSender::Settings settings;
        settings.packets = 4;
        settings.window = 3;
        settings.rtd = MilliSeconds(10);
        settings.firstSegment = firstSegment;
        settings.firstShipment = firstShipment;
        return settings;
    }

    /** @param n packets to take @return their segments and numbers, as "segment.packet ..." */
    std::string Take(int n)
    {
        std::string taken;
        for (; n > 0 && sender.HasPacket(); --n)
        {
            const auto d = sender.Take(now, now + MilliSeconds(1));
            now += MilliSeconds(1);
            ships.push_back(d.pdu.shipment);
            taken += (taken.empty() ? "" : " ") + std::to_string(d.pdu.segment) + "." +
                     std::to_string(d.pdu.packet) + (d.again ? "r" : "") +
                     (d.lastOfGroup ? "!" : "");
        }
        return taken;
    }

    /** @param segment requested @param missing its packets @return SNAK */
    SstpControlPdu Snak(uint32_t segment, const std::vector<uint32_t>& missing)
    {
        SstpControlPdu pdu;
        pdu.type = SSTP_SNAK;
        pdu.control = control++;
        pdu.segment = segment;
        pdu.acknowledged = acknowledged;
        pdu.windowLimit = acknowledged + 3;
        pdu.present = SstpBitmap(4, true);
        for (const uint32_t i : missing)
        {
            pdu.present.Clear(i);
        }
        return pdu;
    }

    /** @param segment accepted @return PACK */
    SstpControlPdu Pack(uint32_t segment)
    {
        auto pdu = Snak(segment, {});
        pdu.type = SSTP_PACK;
        return pdu;
    }

    void NotifyReleased(uint64_t segment) override
    {
        released.push_back(static_cast<uint32_t>(segment));
    }

    SstpSender sender;              //!< under test
    Time now;                       //!< time
    uint32_t control{5};            //!< next control sequence number
    uint32_t acknowledged{0};       //!< L of the receiver
    std::vector<uint32_t> ships;    //!< shipment numbers taken
    std::vector<uint32_t> released; //!< segments
};

/** @brief The queue. */
class SstpSenderOrderTest : public TestCase
{
  public:
    SstpSenderOrderTest()
        : TestCase("XMTQ: by segment and packet; repeated packets pass new ones; shipments")
    {
    }

  private:
    void DoRun() override
    {
        Bench b;
        for (int i = 0; i < 4; ++i)
        {
            b.sender.AddSegment(i == 1 ? 2 : 4);
        }
        NS_TEST_EXPECT_MSG_EQ(b.Take(5), "0.0 0.1 0.2 0.3! 1.0", "in order");
        b.now = MilliSeconds(14); // segment 0 had left at 4 ms
        NS_TEST_EXPECT_MSG_EQ(b.sender.Receive(b.Snak(0, {1, 3}), b.now), SSTP_SNAK_TAKEN, "SNAK");
        NS_TEST_EXPECT_MSG_EQ(b.Take(4), "0.1r 0.3r! 1.1! 2.0", "lowest segment first");
        NS_TEST_EXPECT_MSG_EQ(b.Take(9), "2.1 2.2 2.3!", "the window ends before segment 3");
        NS_TEST_EXPECT_MSG_EQ(b.sender.IsStalled(), true, "stalled");
        for (uint32_t i = 0; i < b.ships.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(b.ships[i], i, "each shipment has the next number");
        }
        b.acknowledged = 1;
        b.sender.Receive(b.Pack(0), b.now);
        NS_TEST_EXPECT_MSG_EQ(b.sender.IsStalled(), false, "the window has moved");
        NS_TEST_EXPECT_MSG_EQ(b.Take(9), "3.0 3.1 3.2 3.3!", "new data");
    }
};

/** @brief The filter. */
class SstpSenderFilterTest : public TestCase
{
  public:
    SstpSenderFilterTest()
        : TestCase("Premature, old and impossible requests are ignored, with the reason")
    {
    }

  private:
    void DoRun() override
    {
        Bench b;
        b.sender.AddSegment(4);
        b.sender.AddSegment(3);
        const auto expect = [&](const SstpControlPdu& pdu, SstpSnakVerdict verdict) {
            NS_TEST_EXPECT_MSG_EQ(b.sender.Receive(pdu, b.now), verdict, "at " << b.now);
        };
        expect(b.Snak(2, {0}), SSTP_SNAK_NEVER_SENT);
        NS_TEST_EXPECT_MSG_EQ(b.sender.GetReason(), "segment 2: must be at most 1", "reason");
        expect(b.Snak(1, {0}), SSTP_SNAK_NOT_WAITING);
        b.Take(2);
        expect(b.Snak(0, {0}), SSTP_SNAK_NOT_WAITING); // half sent
        b.Take(5);
        NS_TEST_EXPECT_MSG_EQ(b.now, MilliSeconds(7), "both are sent");
        b.now = MilliSeconds(14) - NanoSeconds(1);
        expect(b.Snak(0, {0}), SSTP_SNAK_TOO_EARLY);
        auto bad = b.Snak(0, {0});
        bad.present = SstpBitmap(5);
        expect(bad, SSTP_SNAK_BAD_SIZE);
        NS_TEST_EXPECT_MSG_EQ(b.sender.GetReason(), "bitmap of 5 bits: must have 4", "reason");
        b.now = MilliSeconds(14);
        const auto good = b.Snak(0, {0, 2});
        expect(good, SSTP_SNAK_TAKEN);
        expect(good, SSTP_SNAK_OLD);
        NS_TEST_EXPECT_MSG_EQ(b.sender.GetReason(),
                              "control sequence number 10: must be above 10",
                              "reason");
        b.now = MilliSeconds(20);
        expect(b.Snak(1, {}), SSTP_SNAK_NOTHING);
        expect(b.Snak(0, {0}), SSTP_SNAK_NOT_WAITING);
        NS_TEST_EXPECT_MSG_EQ(b.Take(9), "0.0r 0.2r!", "once");
        expect(b.Snak(1, {0, 3}), SSTP_SNAK_TAKEN); // a segment of three packets
        NS_TEST_EXPECT_MSG_EQ(b.Take(9), "1.0r 1.2r!", "its last packet tells its length");
        expect(b.Snak(0, {0}), SSTP_SNAK_TOO_EARLY);
        expect(b.Pack(0), SSTP_SNAK_TAKEN);
        b.now = MilliSeconds(50);
        expect(b.Snak(0, {0}), SSTP_SNAK_RELEASED);
        NS_TEST_EXPECT_MSG_EQ(b.sender.HasPacket(), false, "nothing is queued");
        // larger RTD
        b.sender.SetRtd(MilliSeconds(100));
        expect(b.Snak(1, {0}), SSTP_SNAK_TOO_EARLY);
    }
};

/** @brief Acknowledgements and the end. */
class SstpSenderEndTest : public TestCase
{
  public:
    SstpSenderEndTest()
        : TestCase("Isolated and cumulative acknowledgements; keep-alive and end-of-stream; wrap")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t first = 0xfffffffe;
        Bench b(first, 0xffffffff);
        b.acknowledged = first;
        NS_TEST_EXPECT_MSG_EQ(b.sender.HasToTell(), false, "nothing was sent");
        auto idle = b.sender.MakeIdlePdu();
        NS_TEST_EXPECT_MSG_EQ(idle.type, SSTP_KEEP_ALIVE, "before the first segment");
        NS_TEST_EXPECT_MSG_EQ(idle.segment, first - 1, "the one before");
        NS_TEST_EXPECT_MSG_EQ(idle.packet, 3, "all of it");
        b.sender.AddSegment(4);
        b.sender.AddSegment(4);
        b.sender.AddSegment(2);
        NS_TEST_EXPECT_MSG_EQ(b.Take(20),
                              "4294967294.0 4294967294.1 4294967294.2 4294967294.3! "
                              "4294967295.0 4294967295.1 4294967295.2 4294967295.3! 0.0 0.1!",
                              "numbers wrap around");
        NS_TEST_EXPECT_MSG_EQ(b.ships.front(), 0, "shipment 0 follows 0xffffffff");
        idle = b.sender.MakeIdlePdu();
        NS_TEST_EXPECT_MSG_EQ(idle.type, SSTP_KEEP_ALIVE, "more may come");
        NS_TEST_EXPECT_MSG_EQ(idle.shipment, 10, "a shipment of its own");
        b.sender.EndStream();
        idle = b.sender.MakeIdlePdu();
        NS_TEST_EXPECT_MSG_EQ(idle.type, SSTP_END_OF_STREAM, "no more");
        NS_TEST_EXPECT_MSG_EQ(idle.segment, 0, "last segment");
        NS_TEST_EXPECT_MSG_EQ(idle.packet, 1, "which has two packets");
        NS_TEST_EXPECT_MSG_EQ(idle.lastOfSegment, true, "as this tells");

        b.sender.Receive(b.Pack(0xffffffff), b.now); // isolated
        NS_TEST_EXPECT_MSG_EQ((b.released == std::vector<uint32_t>{0xffffffff}), true, "isolated");
        b.acknowledged = 0;
        b.now = MilliSeconds(100);
        b.sender.Receive(b.Snak(0, {1}), b.now);
        NS_TEST_EXPECT_MSG_EQ((b.released == std::vector<uint32_t>{0xffffffff, first}),
                              true,
                              "a SNAK acknowledges, too");
        NS_TEST_EXPECT_MSG_EQ(b.Take(9), "0.1r!", "and requests");
        b.acknowledged = 1;
        auto last = b.Pack(0);
        b.sender.Receive(last, b.now);
        NS_TEST_EXPECT_MSG_EQ(b.sender.IsDone(), false, "the receiver does not know the end");
        last.control = b.control++;
        last.endSeen = true;
        b.sender.Receive(last, b.now);
        NS_TEST_EXPECT_MSG_EQ(b.sender.IsDone(), true, "done");
        // a peer that acknowledges what was never sent is not believed
        Bench other;
        other.sender.AddSegment(4);
        other.acknowledged = 2;
        other.sender.Receive(other.Pack(1), Time(0));
        NS_TEST_EXPECT_MSG_EQ(other.released.size(), 0, "nothing is released");
    }
};

/** @brief Segments whose packets cannot be numbered by an octet. */
class SstpSenderLongTest : public TestCase
{
  public:
    SstpSenderLongTest()
        : TestCase("Segments of more than 256 packets: all are sent, and each can be asked for")
    {
    }

  private:
    /** @brief Hears of nothing. */
    struct Deaf : public SstpSender::User
    {
        void NotifyReleased(uint64_t /* segment */) override
        {
        }
    };

    void DoRun() override
    {
        constexpr uint32_t PACKETS = 600;
        SstpSender::Settings settings;
        settings.packets = PACKETS;
        settings.window = 3;
        settings.rtd = MilliSeconds(10);
        Deaf user;
        SstpSender sender(user, settings);
        sender.AddSegment(PACKETS);
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(sender.HasPacket(), true, "packet " << i);
            const auto departure = sender.Take(MicroSeconds(i), MicroSeconds(i + 1));
            NS_TEST_EXPECT_MSG_EQ(departure.pdu.packet, i, "number");
            NS_TEST_EXPECT_MSG_EQ(departure.pdu.lastOfSegment, (i + 1 == PACKETS), "end");
        }
        NS_TEST_EXPECT_MSG_EQ(sender.HasPacket(), false, "all");
        SstpControlPdu snak;
        snak.type = SSTP_SNAK;
        snak.control = 1;
        snak.windowLimit = 3;
        snak.present = SstpBitmap(PACKETS, true);
        snak.present.Clear(1);
        snak.present.Clear(257);
        snak.present.Clear(PACKETS - 1);
        NS_TEST_EXPECT_MSG_EQ(sender.Receive(snak, Seconds(1)), SSTP_SNAK_TAKEN, "request");
        for (const uint32_t number : {1U, 257U, PACKETS - 1})
        {
            NS_TEST_ASSERT_MSG_EQ(sender.HasPacket(), true, "packet " << number);
            const auto departure = sender.Take(Seconds(1), Seconds(2));
            NS_TEST_EXPECT_MSG_EQ(departure.pdu.packet, number, "again");
            NS_TEST_EXPECT_MSG_EQ(departure.again, true, "again");
        }
        NS_TEST_EXPECT_MSG_EQ(sender.HasPacket(), false, "no other");
    }
};

static HsnTestRegistration g_sstpSenderTests("sstp-sender",
                                             {new SstpSenderOrderTest,
                                              new SstpSenderFilterTest,
                                              new SstpSenderEndTest,
                                              new SstpSenderLongTest});
} // namespace
} // namespace hsn
} // namespace ns3
