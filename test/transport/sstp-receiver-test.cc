// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The receiver of SSTP: when it checks, what it requests, what it acknowledges. Expectations follow
 * section 4.2 step by step.
 */
#include "../hsn-test.h"

#include "ns3/sstp-receiver.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A receiver of segments of four packets, window 4, loss timer 20 ms, SNAKs every 5 ms. */
struct Ear : public SstpReceiver::User
{
    /** @param change of the settings */
    explicit Ear(const std::function<void(SstpReceiver::Settings&)>& change =
                     [](SstpReceiver::Settings&) {})
        : receiver(*this, Make(change))
    {
    }

    /** @param change of the settings @return them */
    static SstpReceiver::Settings Make(const std::function<void(SstpReceiver::Settings&)>& change)
    {
        SstpReceiver::Settings settings;
        settings.packets = 4;
        settings.window = 4;
        settings.lossTimer = MilliSeconds(20);
        settings.snakPeriod = MilliSeconds(5);
        change(settings);
        return settings;
    }

    /** @param segment, packet of it @param last of its segment, if that is short @return what
     * became of it; its shipment number is the next one */
    SstpArrival Data(uint32_t segment, uint16_t packet, bool last = false)
    {
        SstpDataPdu pdu;
        pdu.segment = segment;
        pdu.packet = packet;
        pdu.shipment = ship++;
        pdu.lastOfSegment = last || packet == top;
        return receiver.Receive(pdu, now);
    }

    /** @param type of an idle PDU @param segment, packet that it repeats @return what became of it
     */
    SstpArrival Idle(SstpPduType type, uint32_t segment, uint16_t packet)
    {
        SstpDataPdu pdu;
        pdu.type = type;
        pdu.segment = segment;
        pdu.packet = packet;
        pdu.shipment = ship++;
        pdu.lastOfSegment = true;
        return receiver.Receive(pdu, now);
    }

    /** @brief Loses packets. @param n how many */
    void Lose(uint32_t n = 1)
    {
        ship += n;
    }

    /** @param ms time to go to, doing what is due on the way */
    void GoTo(int ms)
    {
        while (receiver.GetDeadline() <= MilliSeconds(ms))
        {
            now = receiver.GetDeadline();
            receiver.HandleTime(now);
        }
        now = MilliSeconds(ms);
    }

    /** @return what was said since the last call */
    std::string Said()
    {
        std::string text;
        said.swap(text);
        return text;
    }

    void SendControl(const SstpControlPdu& pdu) override
    {
        said += said.empty() ? "" : " ";
        said += pdu.type == SSTP_PACK ? "P" : "S";
        said += std::to_string(pdu.segment) + "/" + std::to_string(pdu.acknowledged);
        said += pdu.endSeen ? "e" : "";
        if (pdu.type == SSTP_SNAK)
        {
            said += ":";
            for (uint32_t i = 0; i < pdu.present.GetSize(); ++i)
            {
                said += pdu.present.Get(i) ? "" : std::to_string(i);
            }
        }
        limit = pdu.windowLimit;
        ordered = ordered && pdu.control == controls++;
    }

    void NotifyStored(uint64_t /* segment */, uint32_t /* packet */) override
    {
        ++stored;
    }

    void NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time /* now */) override
    {
        accepted += std::to_string(static_cast<uint32_t>(segment)) + "(" +
                    std::to_string(present.GetCount()) + ")";
    }

    bool Deliver(uint64_t segment, const SstpBitmap& /* present */) override
    {
        delivered += std::to_string(static_cast<uint32_t>(segment)) + " ";
        return takes;
    }

    void NotifyEnd() override
    {
        delivered += "end";
    }

    void NotifyGap(uint32_t count, uint64_t /* from */, uint64_t /* to */) override
    {
        gaps += count;
    }

    void NotifyLossTimer() override
    {
        ++timers;
    }

    std::string said;      //!< control PDUs
    std::string accepted;  //!< segments, with the number of their packets
    std::string delivered; //!< segments
    SstpReceiver receiver; //!< under test
    Time now;              //!< time
    uint32_t ship{0};      //!< next shipment number
    uint16_t top{3};       //!< last packet of a segment
    uint32_t limit{0};     //!< last window limit
    uint32_t controls{0};  //!< next control sequence number
    bool ordered{true};    //!< they were counted up
    bool takes{true};      //!< delivered segments are taken
    int stored{0};         //!< packets
    uint32_t gaps{0};      //!< missing shipments
    int timers{0};         //!< loss timers
};

/** @brief Gaps. */
class SstpReceiverGapTest : public TestCase
{
  public:
    SstpReceiverGapTest()
        : TestCase("Losses are found by gaps and by the last expected packet")
    {
    }

  private:
    void DoRun() override
    {
        Ear e;
        e.Data(0, 0);
        e.Lose();
        e.Data(0, 2);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "a gap in a segment waits for its last packet");
        e.Data(0, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S0/0:1", "last packet of the first transmission");
        e.Data(1, 0);
        e.Data(1, 1);
        e.Data(1, 2);
        e.Lose(); // the last packet of segment 1
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "not known yet");
        e.Data(2, 0);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S1/0:3", "found by the first packet of segment 2");
        e.Data(0, 1); // sent again; the gap detector looks back, too
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P0/1", "accepted");
        NS_TEST_EXPECT_MSG_EQ(e.limit, 5, "window");
        e.Data(2, 1);
        e.Data(2, 2);
        e.Data(2, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P2/1", "isolated");
        e.Lose(); // segment 1, packet 3, sent again
        e.Data(3, 0);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "segment 2 is complete");
        e.Data(1, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P1/3", "two at once");
        NS_TEST_EXPECT_MSG_EQ(e.delivered, "0 1 2 ", "in order");
        NS_TEST_EXPECT_MSG_EQ(e.accepted, "0(4)2(4)1(4)", "as accepted");
        NS_TEST_EXPECT_MSG_EQ(e.gaps, 3, "missing shipments");
        NS_TEST_EXPECT_MSG_EQ(e.ordered, true, "control sequence numbers");

        // a gap from a new segment back to one that is sent again: all from the lower one on
        Ear back;
        back.Data(0, 0);
        back.Lose(2);
        back.Data(0, 3);
        back.Data(1, 0);
        NS_TEST_EXPECT_MSG_EQ(back.Said(), "S0/0:12", "first");
        back.Lose(); // 0.1
        back.Data(0, 2);
        NS_TEST_EXPECT_MSG_EQ(back.Said(), "S0/0:1 S0/0:1", "last expected one, and the gap");
        back.Data(2, 0);
        NS_TEST_EXPECT_MSG_EQ(back.Said(), "", "no gap");
    }
};

/** @brief Reordering. */
class SstpReceiverReorderTest : public TestCase
{
  public:
    SstpReceiverReorderTest()
        : TestCase("Re-sequencing distance: reordered packets are no losses; duplicates; limits")
    {
    }

  private:
    /** @param m distance @return what is said of 0.1 0.3 | 1.0 0.2 1.1 1.2, 0.0 lost */
    std::string Reordered(uint32_t m)
    {
        Ear e([m](SstpReceiver::Settings& s) { s.distance = m; });
        const auto data = [&e](uint32_t ship, uint32_t segment, uint16_t packet) {
            e.ship = ship;
            e.Data(segment, packet);
        };
        data(1, 0, 1);
        data(3, 0, 3);
        data(4, 1, 0);
        data(2, 0, 2); // late by two
        data(5, 1, 1);
        data(6, 1, 2);
        return e.Said();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Reordered(0),
                              "S0/0:02 S0/0:0",
                              "m = 0 takes 0.2 for lost, and then for the last expected one");
        NS_TEST_EXPECT_MSG_EQ(Reordered(2), "S0/0:0", "m = 2 waits for 0.2");
        // 0.2 and 0.3 lost, m = 3: found when four later shipments have arrived
        Ear e([](SstpReceiver::Settings& s) { s.distance = 3; });
        e.Data(0, 0);
        e.Data(0, 1);
        e.Lose(2); // shipments 2 and 3
        e.Data(1, 0);
        e.Data(1, 1);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "5 is not above 2 + 3");
        e.Data(1, 2);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S0/0:23", "6 is");

        Ear d;
        NS_TEST_EXPECT_MSG_EQ(d.Data(0, 0), SSTP_ARRIVAL_STORED, "new");
        NS_TEST_EXPECT_MSG_EQ(d.Data(0, 0), SSTP_ARRIVAL_DUPLICATE, "twice");
        NS_TEST_EXPECT_MSG_EQ(d.stored, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(d.Data(4, 0), SSTP_ARRIVAL_OUTSIDE, "above the window");
        NS_TEST_EXPECT_MSG_EQ(d.receiver.GetReason(), "segment 4: must be below 4", "reason");
        NS_TEST_EXPECT_MSG_EQ(d.Data(0, 4), SSTP_ARRIVAL_MALFORMED, "packet number");
        NS_TEST_EXPECT_MSG_EQ(d.receiver.GetReason(), "packet number 4: must be below 4", "reason");
        d.Data(1, 1, true); // segment 1 has two packets
        NS_TEST_EXPECT_MSG_EQ(d.Data(1, 2), SSTP_ARRIVAL_MALFORMED, "behind its last one");
        NS_TEST_EXPECT_MSG_EQ(d.receiver.GetReason(), "packet number 2: must be below 2", "reason");
        NS_TEST_EXPECT_MSG_EQ(d.Data(1, 0, true), SSTP_ARRIVAL_MALFORMED, "two last ones");
        NS_TEST_EXPECT_MSG_EQ(d.receiver.GetReason(),
                              "segment of 1 packets: must have 2",
                              "reason");
        NS_TEST_EXPECT_MSG_EQ(d.Idle(SSTP_END_OF_STREAM, 0, 3), SSTP_ARRIVAL_MALFORMED, "end");
        NS_TEST_EXPECT_MSG_EQ(d.receiver.GetReason(),
                              "end of stream at segment 0: must not be below 1",
                              "reason");
    }
};

/** @brief Gaps that are filled late. */
class SstpReceiverFilledGapTest : public TestCase
{
  public:
    SstpReceiverFilledGapTest()
        : TestCase("A gap that reordered packets fill is no loss; the segments around it are not "
                   "requested while their packets are under way")
    {
    }

  private:
    /**
     * Segments of eight packets, m = 3. What is sent again are shipments 17 to 22: packets 1 to 4
     * of segment 0, 1 and 2 of segment 1; then the next one of segment 2. A gap between segment 2
     * and segment 0 is about segments 0 and 1, if more than three were shipped after it.
     */
    struct Late : public Ear
    {
        Late()
            : Ear([](SstpReceiver::Settings& s) {
                  s.packets = 8;
                  s.distance = 3;
              })
        {
            top = 7;
            for (uint32_t segment = 0; segment < 2; ++segment)
            {
                Data(segment, 0);
                Lose(segment == 0 ? 4 : 2);
                for (uint16_t packet = segment == 0 ? 5 : 3; packet < 8; ++packet)
                {
                    Data(segment, packet);
                }
            }
            Data(2, 0);
            before = Said();
        }

        /** @param shipments that arrive, 17 to 23 @return what is said of them */
        std::string Arrive(const std::vector<uint32_t>& shipments)
        {
            for (const uint32_t number : shipments)
            {
                ship = number;
                const uint32_t segment = number < 21 ? 0 : number < 23 ? 1 : 2;
                const uint32_t packet = number - (number < 21 ? 16 : number < 23 ? 20 : 22);
                Data(segment, static_cast<uint16_t>(packet));
            }
            return Said();
        }

        /** @param order of arrival: shipment, segment, packet @return what is said of them */
        std::string ArriveAs(const std::vector<std::array<uint16_t, 3>>& order)
        {
            for (const auto& [number, segment, packet] : order)
            {
                ship = number;
                Data(segment, packet);
            }
            return Said();
        }

        std::string before; //!< said of the first transmission
    };

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Late().before, "S0/0:1234 S1/0:12", "what is sent again");
        const auto all = Late().Arrive({17, 18, 19, 20, 21, 22, 23});
        NS_TEST_EXPECT_MSG_EQ(all, "P0/1 P1/2", "in order");
        const auto one = Late().Arrive({18, 17, 19, 20, 21, 22, 23});
        NS_TEST_EXPECT_MSG_EQ(one, "P0/1 P1/2", "one was late");
        const auto two = Late().Arrive({19, 18, 17, 20, 21, 22, 23});
        NS_TEST_EXPECT_MSG_EQ(two, "P0/1 P1/2", "two were late");
        const auto last = Late().Arrive({20, 17, 18, 19, 21, 22, 23});
        NS_TEST_EXPECT_MSG_EQ(last, "P0/1 P1/2", "the last expected one was early");

        // 17 is lost. The network duplicates 18, which does not stand for 17
        Late twice;
        NS_TEST_EXPECT_MSG_EQ(twice.Arrive({19, 18, 18, 20}), "", "17 may be late");
        NS_TEST_EXPECT_MSG_EQ(twice.Arrive({21}), "S0/0:1 S1/0:2", "more than three later");

        // 17 is late, and 19 is lost: that one gap is filled says nothing of the other
        Late other;
        NS_TEST_EXPECT_MSG_EQ(other.Arrive({18, 20, 17, 21}), "", "19 may be late");
        NS_TEST_EXPECT_MSG_EQ(other.Arrive({22}), "P1/0", "segment 1 is complete");
        NS_TEST_EXPECT_MSG_EQ(other.Arrive({23}), "S0/0:3", "more than three later");

        // other orders of what is sent again: shipment, segment, packet. A check that is due is of
        // its segment; 0.3 and 0.4 are still to come
        using Order = std::vector<std::array<uint16_t, 3>>;
        const Order due = {{18, 0, 2}, {20, 1, 2}, {17, 0, 1}, {19, 1, 1}, {21, 0, 3}, {22, 0, 4}};
        NS_TEST_EXPECT_MSG_EQ(Late().ArriveAs(due), "P1/0 P0/2", "two gaps are filled");
        // 20 and 21, which are 0.1 and 1.1, are lost between segments 2 and 1: segment 0 is due
        const Order below =
            {{17, 0, 2}, {18, 0, 3}, {19, 2, 1}, {22, 1, 2}, {23, 0, 4}, {24, 2, 2}};
        NS_TEST_EXPECT_MSG_EQ(Late().ArriveAs(below),
                              "S0/0:1 S1/0:1",
                              "what was lost, and what is due");
    }
};

/** @brief Pauses and the end. */
class SstpReceiverPauseTest : public TestCase
{
  public:
    SstpReceiverPauseTest()
        : TestCase("Keep-alive, end of stream, lost last PACK, short last segment")
    {
    }

  private:
    void DoRun() override
    {
        Ear e;
        for (uint16_t i = 0; i < 3; ++i)
        {
            e.Data(0, i);
        }
        e.Lose(); // 0.3
        e.Idle(SSTP_KEEP_ALIVE, 0, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S0/0:3", "a keep-alive tells what was sent last");
        e.Idle(SSTP_KEEP_ALIVE, 0, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "what is requested is left to the period");
        e.Data(0, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P0/1", "accepted");
        e.Idle(SSTP_KEEP_ALIVE, 0, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P0/1", "a PACK that was lost is repeated");
        e.GoTo(5); // when the SNAK would have been repeated
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "accepted");
        NS_TEST_EXPECT_MSG_EQ(e.receiver.GetDeadline(), Time::Max(), "nothing is under way");
        e.Lose(2); // all of segment 1, which has two packets
        e.Idle(SSTP_END_OF_STREAM, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S1/1e:01", "length of the last segment");
        e.Data(1, 0);
        NS_TEST_EXPECT_MSG_EQ(e.delivered, "0 ", "not yet");
        e.Data(1, 1, true);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P1/2e", "everything");
        NS_TEST_EXPECT_MSG_EQ(e.delivered, "0 1 end", "once");
        e.Idle(SSTP_END_OF_STREAM, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P1/2e", "again");
        NS_TEST_EXPECT_MSG_EQ(e.delivered, "0 1 end", "once");
        e.ship -= 2;
        NS_TEST_EXPECT_MSG_EQ(e.Idle(SSTP_KEEP_ALIVE, 1, 1), SSTP_ARRIVAL_STALE, "overtaken");

        // a tolerated loss of the last packet: the segment is accepted as soon as an idle PDU tells
        // that it has ended
        for (const auto type : {SSTP_KEEP_ALIVE, SSTP_END_OF_STREAM})
        {
            Ear enough([](SstpReceiver::Settings& s) {
                s.tolerance.maxLoss = 1;
                s.tolerance.maxBurst = 1;
            });
            for (uint16_t i = 0; i < 3; ++i)
            {
                enough.Data(0, i);
            }
            enough.Lose(); // 0.3
            NS_TEST_EXPECT_MSG_EQ(enough.accepted, "", "more may come");
            enough.Idle(type, 0, 3);
            NS_TEST_EXPECT_MSG_EQ(enough.accepted, "0(3)", "at once, PDU " << int(type));
            const std::string all = type == SSTP_KEEP_ALIVE ? "0 " : "0 end";
            NS_TEST_EXPECT_MSG_EQ(enough.delivered, all, "at once, PDU " << int(type));
        }

        Ear empty;
        empty.Idle(SSTP_END_OF_STREAM, 0xffffffff, 3);
        NS_TEST_EXPECT_MSG_EQ(empty.Said(), "P4294967295/0e", "a stream without segments");
        NS_TEST_EXPECT_MSG_EQ(empty.delivered, "end", "ends");

        Ear full;
        full.takes = false;
        for (uint32_t s = 0; s < 4; ++s)
        {
            for (uint16_t i = 0; i < 4; ++i)
            {
                full.Data(s, i);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(full.limit, 4, "nobody takes them: the window stays");
        NS_TEST_EXPECT_MSG_EQ(full.Data(4, 0), SSTP_ARRIVAL_OUTSIDE, "closed");
        full.Said();
        full.receiver.NotifyTaken();
        NS_TEST_EXPECT_MSG_EQ(full.Said(), "P3/4", "the window opens");
        NS_TEST_EXPECT_MSG_EQ(full.limit, 5, "by one");
        full.receiver.NotifyTaken();
        NS_TEST_EXPECT_MSG_EQ(full.Said(), "", "it was open");
    }
};

/** @brief Time. */
class SstpReceiverTimeTest : public TestCase
{
  public:
    SstpReceiverTimeTest()
        : TestCase("Loss timer, periodic SNAKs, segments that may not exist")
    {
    }

  private:
    void DoRun() override
    {
        Ear e;
        e.now = MilliSeconds(100);
        e.Data(0, 0);
        e.GoTo(119);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "", "silence");
        e.GoTo(120);
        NS_TEST_EXPECT_MSG_EQ(e.timers, 1, "of 20 ms");
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S0/0:123 S1/0:0123", "L to H + 1");
        e.Data(0, 1);
        e.GoTo(130);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S0/0:23 S1/0:0123 S0/0:23 S1/0:0123", "every 5 ms");
        e.Data(0, 2);
        e.Data(0, 3);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P0/1", "accepted");
        e.GoTo(135);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "S1/1:0123", "no more of segment 0");
        e.Idle(SSTP_KEEP_ALIVE, 0, 3);
        e.GoTo(300);
        NS_TEST_EXPECT_MSG_EQ(e.Said(), "P0/1", "there is no segment 1");
        NS_TEST_EXPECT_MSG_EQ(e.ordered, true, "control sequence numbers");

        // everything is tolerated, but a segment that may not exist is not accepted
        Ear full([](SstpReceiver::Settings& s) {
            s.tolerance.maxLoss = 4;
            s.tolerance.maxBurst = 4;
        });
        full.Data(0, 0);
        full.GoTo(40);
        NS_TEST_EXPECT_MSG_EQ(full.accepted, "0(1)", "only what is known");
        full.Lose(8);
        full.Data(3, 0);
        NS_TEST_EXPECT_MSG_EQ(full.accepted, "0(1)1(0)2(0)", "the gap tells of two others");
        NS_TEST_EXPECT_MSG_EQ(full.delivered, "0 1 2 ", "delivered");

        // who is asked anew has the period anew: the older repetition is void
        Ear anew;
        anew.Lose();
        anew.Data(0, 3);
        anew.GoTo(2);
        anew.receiver.CheckSegment(0, anew.now);
        anew.GoTo(6);
        const std::string before = anew.Said();
        NS_TEST_EXPECT_MSG_EQ(before, "S0/0:012 S0/0:012", "at once, and as it is asked anew");
        anew.GoTo(11);
        const std::string after = anew.Said();
        NS_TEST_EXPECT_MSG_EQ(after, "S0/0:012", "5 ms after the latter");

        // one loss of a segment is tolerated. 0.1 and 0.2 are lost, and requested; 0.1 comes, which
        // is not the last expected one: the repetition finds that nothing more has to be asked for,
        // and accepts, whether the segment is the highest one or not
        for (const bool isHighest : {true, false})
        {
            Ear enough([](SstpReceiver::Settings& s) {
                s.tolerance.maxLoss = 1;
                s.tolerance.maxBurst = 1;
                s.tolerance.burstRequest = SSTP_WHOLE_BURST;
            });
            enough.Data(0, 0);
            enough.Lose(2);
            enough.Data(0, 3);
            NS_TEST_EXPECT_MSG_EQ(enough.Said(), "S0/0:12", "two are too many");
            enough.Data(0, 1);
            if (!isHighest)
            {
                enough.Data(1, 0);
            }
            enough.GoTo(4);
            NS_TEST_EXPECT_MSG_EQ(enough.Said(), "", "not the last expected one");
            enough.GoTo(5);
            NS_TEST_EXPECT_MSG_EQ(enough.Said(), "P0/1", "one loss is tolerated");
            NS_TEST_EXPECT_MSG_EQ(enough.accepted, "0(3)", "three packets");
            enough.GoTo(10);
            NS_TEST_EXPECT_MSG_EQ(enough.Said(), "", "nothing is repeated");
        }

        Ear once([](SstpReceiver::Settings& s) { s.snakPeriod = Time(0); });
        once.Lose();
        once.Data(0, 3);
        once.GoTo(19);
        NS_TEST_EXPECT_MSG_EQ(once.Said(), "S0/0:012", "without repetition");
    }
};

static HsnTestRegistration g_sstpReceiverTests("sstp-receiver",
                                               {new SstpReceiverGapTest,
                                                new SstpReceiverReorderTest,
                                                new SstpReceiverFilledGapTest,
                                                new SstpReceiverPauseTest,
                                                new SstpReceiverTimeTest});
} // namespace
} // namespace hsn
} // namespace ns3
