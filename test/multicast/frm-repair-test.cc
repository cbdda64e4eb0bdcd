// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Selective retransmission, receivers that come late, and what an application learns of each
 * receiver. Expected values are worked out by hand.
 */
#include "frm-script.h"
#include "frm-world.h"

#include "ns3/frm-receiver.h"

#include <map>
#include <set>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param pdu a PDU @return octets of its header
std::vector<uint8_t>
WireOf(const FrmPdu& pdu)
{
    const auto packet = Create<Packet>();
    packet->AddHeader(FrmHeader(pdu));
    return hsn::OctetsOf(packet);
}

/// @param octets of a header @param pdu gets what it says @return whether it is valid
bool
Read(const std::vector<uint8_t>& octets, FrmPdu& pdu)
{
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    FrmHeader header;
    const bool isValid = packet->PeekHeader(header) > 0;
    pdu = header.pdu;
    return isValid;
}

/** @brief Octets of what selective retransmission and late receivers need. */
class FrmLateHeaderTest : public TestCase
{
  public:
    FrmLateHeaderTest()
        : TestCase("ECHO with the packets that are kept, late INIT and JOIN, WELCOME: octets")
    {
    }

  private:
    void DoRun() override
    {
        // packets 2, 5 are missing of 0 to 9: bits from 3 on are 1101111
        FrmReceiver::Settings settings;
        settings.mode = FRM_BUFFER;
        FrmReceiver receiver(settings);
        for (const uint32_t seq : {0, 1, 3, 4, 6, 7, 8, 9})
        {
            receiver.Receive(seq, nullptr, 0);
        }
        FrmPdu echo;
        echo.type = FRM_ECHO;
        echo.receiver = 1;
        echo.rseq = receiver.GetRseq();
        echo.selective = true;
        echo.kept = receiver.GetKept();
        NS_TEST_EXPECT_MSG_EQ((echo.kept == std::vector<uint8_t>{0xde}), true, "kept");
        auto octets = WireOf(echo);
        NS_TEST_ASSERT_MSG_EQ(octets.size(), 49, "46 octets, length, one octet");
        NS_TEST_EXPECT_MSG_EQ(octets[9], 8, "flag");
        NS_TEST_EXPECT_MSG_EQ(octets[46] * 256 + octets[47], 1, "length");
        NS_TEST_EXPECT_MSG_EQ(octets[48], 0xde, "packets");
        FrmPdu read;
        NS_TEST_ASSERT_MSG_EQ(Read(octets, read), true, "valid");
        std::string kept;
        for (uint32_t seq = 2; seq < 12; ++seq)
        {
            kept += read.IsKept(seq) ? '1' : '0';
        }
        NS_TEST_EXPECT_MSG_EQ(kept, "0110111100", "2 to 11");
        octets[47] = 2;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), false, "longer than the packet");
        octets[47] = 0;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), false, "shorter than the packet");
        octets[47] = 1;
        octets[9] = 0;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), false, "no flag");
        echo.kept.assign(FrmPdu::MAX_KEPT + 1, 0);
        NS_TEST_EXPECT_MSG_EQ(Read(WireOf(echo), read), false, "more than 1024 octets");
        echo.kept.clear();
        NS_TEST_EXPECT_MSG_EQ(WireOf(echo).size(), 48, "nothing is kept");
        NS_TEST_EXPECT_MSG_EQ(Read(WireOf(echo), read), true, "valid");

        FrmPdu late;
        late.late = true;
        late.selective = true;
        late.receiver = 5;
        late.seq = 0x01020304;
        late.type = FRM_INIT;
        NS_TEST_EXPECT_MSG_EQ(WireOf(late)[9], 12, "INIT: flags");
        NS_TEST_EXPECT_MSG_EQ(Read(WireOf(late), read) && read.late && read.selective,
                              true,
                              "INIT: flags");
        late.type = FRM_JOIN;
        NS_TEST_EXPECT_MSG_EQ(WireOf(late)[9], 6, "JOIN: reliable and late");
        NS_TEST_EXPECT_MSG_EQ(Read(WireOf(late), read) && read.late, true, "JOIN: late");
        late.type = FRM_WELCOME;
        const auto welcome = WireOf(late);
        const std::vector<uint8_t> expected = {0, 0, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0,
                                               0, 0, 0, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4};
        NS_TEST_EXPECT_MSG_EQ((welcome == expected), true, "WELCOME: 26 octets");
        late.receiver = 0;
        NS_TEST_EXPECT_MSG_EQ(Read(WireOf(late), read), false, "WELCOME of nobody");
    }
};

/** @brief An application that sends as soon as there is room, in the call that tells so. */
struct FrmRefill : FrmScript
{
    void NotifyReleased(uint32_t bytes) override
    {
        FrmScript::NotifyReleased(bytes);
        Submit(bytes / 100);
    }
};

/** @brief Data that is submitted when a round ends. */
class FrmRefillTest : public TestCase
{
  public:
    FrmRefillTest()
        : TestCase("What is sent in the callback of a release goes in its turn, once")
    {
    }

  private:
    void DoRun() override
    {
        Run("RetransmitDataControl", "D4 D5 D6 D7 D8 D9 D10 D11 C2");
        Run("DataRetransmitControl", "D8 D9 D10 D11 D4 D5 D6 D7 C2");
        Run("RetransmitControlData", "D4 D5 D6 D7 C2 D8 D9 D10 D11");
        Run("ControlFirst", "C2 D4 D5 D6 D7 D8 D9 D10 D11");
    }

    /// Of packets 0 to 7, which fill the buffer, 4 is lost: 0 to 3 leave, and 8 to 11 take their
    /// places. @param order of sending @param expected what is sent
    void Run(const std::string& order, const std::string& expected)
    {
        FrmRefill s;
        s.sender->SetAttribute("BufferPackets", UintegerValue(8));
        s.sender->SetAttribute("SendOrder", StringValue(order));
        s.sender->AddReceiver(1, 32);
        s.sender->Begin();
        s.Echo(1, 0, 0);
        s.RunTo(1);
        s.Submit(8);
        s.RunTo(150.1); // sync 1
        s.Take();
        s.Echo(1, 4, 4);
        s.RunTo(300.2);
        const std::string sent = s.Take();
        NS_TEST_EXPECT_MSG_EQ(sent, expected, order);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().retransmissions, 4, order);
        s.Echo(1, 12, 12);
        s.RunTo(450.3);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().sent, 12 + 8, order << ": goes on");
    }
};

/** @brief What is sent again, with receivers played by hand. */
class FrmSelectiveTest : public TestCase
{
  public:
    FrmSelectiveTest()
        : TestCase("Selective retransmission: what receivers lack, and nothing else")
    {
    }

  private:
    void DoRun() override
    {
        Run("RetransmitDataControl", {}, "D2 D5 D7 C2");
        Run("ControlFirst", {}, "C2 D2 D5 D7");
        // a receiver that keeps nothing lacks 8, and has discarded what was sent since
        Run("RetransmitDataControl", {8}, "D2 D5 D7 D8 D9 D10 D11 C2");
        RunWindows();
        RunUnread("GoBackN");
        RunUnread("Selective");
        RunSockets("GoBackN", "Buffer");
        RunSockets("Selective", "Buffer");
        RunSockets("Selective", "GoBackN");
    }

    /// Packets 0 to 9 before the second control message, 10 and 11 behind it. 1 lacks 2 and 5, 2
    /// lacks 7. @param order of sending @param simple rseq of a receiver that keeps nothing
    /// @param expected what is sent
    void Run(const std::string& order, const std::vector<uint32_t>& simple, std::string expected)
    {
        FrmScript s;
        s.sender->SetAttribute("Repair", StringValue("Selective"));
        s.sender->SetAttribute("SendOrder", StringValue(order));
        const std::vector<std::pair<uint32_t, std::vector<uint8_t>>> states = {{2, {0xde}},
                                                                               {7, {0xc0}}};
        for (uint64_t id = 1; id <= states.size() + simple.size(); ++id)
        {
            s.sender->AddReceiver(id, 32);
        }
        s.sender->Begin();
        for (uint64_t id = 1; id <= states.size() + simple.size(); ++id)
        {
            s.Echo(id, 0, 0);
        }
        s.RunTo(1);
        s.Submit(10);
        s.RunTo(150.1); // sync 1
        s.Submit(2);
        std::string runs;
        s.sender->TraceConnectWithoutContext(
            "Retransmit",
            Sink<uint32_t, uint32_t>::Make([&](uint32_t from, uint32_t end) {
                runs += std::to_string(from) + "-" + std::to_string(end) + " ";
            }));
        s.Take();
        for (uint64_t id = 1; id <= states.size(); ++id)
        {
            const auto& [rseq, kept] = states[id - 1];
            s.Echo(id, rseq, rseq, &kept);
        }
        for (const uint32_t rseq : simple)
        {
            s.Echo(3, rseq, rseq);
        }
        s.RunTo(300.2);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), expected, order);
        NS_TEST_EXPECT_MSG_EQ(runs, (simple.empty() ? "2-3 5-6 7-8 " : "2-3 5-6 7-12 "), order);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().bursts, 1, "one burst");
    }

    /// Of two receivers one has given 3 packets to its user and has room for 4 more, the other one
    /// none, and room for 5 or 9: up to 5 or 7 are sent, whoever comes first in the list.
    void RunWindows()
    {
        for (const uint32_t slow : {1, 2})
        {
            for (const uint32_t room : {5, 9})
            {
                FrmScript s;
                s.sender->AddReceiver(1, 3);
                s.sender->AddReceiver(2, 3);
                s.sender->Begin();
                s.alloc = 3;
                s.Echo(1, 0, 0);
                s.Echo(2, 0, 0);
                s.RunTo(1);
                s.Submit(20);
                s.RunTo(150.1); // sync 1
                std::string sent = s.Take();
                NS_TEST_EXPECT_MSG_EQ(sent, "C0 D0 D1 D2 C1", "room for three");
                s.alloc = 4;
                s.Echo(3 - slow, 3, 3);
                s.alloc = room;
                s.Echo(slow, 3, 0);
                s.RunTo(300.2);
                sent = s.Take();
                NS_TEST_EXPECT_MSG_EQ(sent,
                                      (room == 5 ? "D3 D4 C2" : "D3 D4 D5 D6 C2"),
                                      "slow: " << slow << ", room: " << room);
            }
        }
    }

    /// Of packets 0 to 7, two receivers have all up to 3 and up to 5. What they have is not sent
    /// again, however much of it waits for their users. @param repair of the sender
    void RunUnread(const std::string& repair)
    {
        for (uint32_t unread = 0; unread <= 4; ++unread)
        {
            FrmScript s;
            s.sender->SetAttribute("Repair", StringValue(repair));
            s.sender->AddReceiver(1, 32);
            s.sender->AddReceiver(2, 32);
            s.sender->Begin();
            s.Echo(1, 0, 0);
            s.Echo(2, 0, 0);
            s.RunTo(1);
            s.Submit(8);
            s.RunTo(150.1); // sync 1
            s.Take();
            s.Echo(1, 4, 4 - unread);
            s.Echo(2, 6, 6);
            s.RunTo(300.2);
            const std::string what = repair + ", unread: " + std::to_string(unread);
            const std::string sent = s.Take();
            NS_TEST_EXPECT_MSG_EQ(sent, "D4 D5 D6 D7 C2", what);
            NS_TEST_EXPECT_MSG_EQ(s.released, 100 * (4 - unread), what);
        }
    }

    /// 40 packets, of which the 4th, 9th and 10th are lost when they are sent first.
    /// @param repair of the sender @param mode of the receivers
    void RunSockets(const std::string& repair, const std::string& mode)
    {
        FrmWorld world(3);
        world.sender->SetAttribute("Repair", StringValue(repair));
        for (const auto& listener : world.listeners)
        {
            listener->SetAttribute("ReceiveMode", StringValue(mode));
        }
        uint32_t count = 0;
        world.hosts.channel->filter = [&](Ptr<const Packet> p, Ptr<SimpleNetDevice> from) {
            const bool isData = from == world.hosts.Device(0) && p->GetSize() > 1000;
            count += isData;
            return isData && (count == 4 || count == 9 || count == 10);
        };
        world.Start(40000);
        FrmWorld::Run(20);
        for (uint32_t i = 1; i <= 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 40000, repair << " " << mode);
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->wrong, 0, repair << " " << mode);
        }
        const uint64_t again = world.sender->GetCounters().retransmissions;
        if (repair == "Selective" && mode == "Buffer")
        {
            NS_TEST_EXPECT_MSG_EQ(again, 3, "as many as were lost");
        }
        else
        {
            NS_TEST_EXPECT_MSG_GT(again, 20, "all behind the first that was lost");
        }
    }
};

/** @brief Receivers that come while the communication lasts. */
class FrmLateTest : public TestCase
{
  public:
    FrmLateTest()
        : TestCase("Receivers that come late: from the next packet on, once and in order")
    {
    }

  private:
    void DoRun() override
    {
        RunScript();
        RunSockets(0);
        RunSockets(0.2);
        RunLeaving();
        RunUnreliable();
    }

    /// 1 is listed from the beginning, 2 joins when three packets were sent.
    void RunScript()
    {
        FrmScript s;
        s.sender->SetAttribute("InviteInterval", TimeValue(MilliSeconds(40)));
        s.sender->SetAttribute("All", BooleanValue(true));
        s.sender->AddReceiver(1, 32);
        s.sender->Begin();
        s.Submit(3);
        s.Echo(1, 3, 3);
        s.RunTo(39.9);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C0 D0 D1 D2", "no invitation yet");
        s.RunTo(40.1);
        NS_TEST_EXPECT_MSG_EQ(s.sent.back().pdu.late, true, "late");
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "I", "an invitation");
        uint64_t joined = 0;
        s.sender->TraceConnectWithoutContext("Joined", Sink<uint64_t>::Make([&](uint64_t id) {
                                                 joined = id;
                                             }));
        FrmPdu join;
        join.type = FRM_JOIN;
        join.late = true;
        join.receiver = 2;
        join.buffer = 4;
        s.sender->Receive(join);
        NS_TEST_EXPECT_MSG_EQ(s.sent.back().pdu.seq, 3, "it begins with packet 3");
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "W2", "it is told");
        NS_TEST_EXPECT_MSG_EQ(joined, 2, "traced");
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetListed(), 2, "listed");
        s.sender->Receive(join);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "W2", "again: the first one was lost");
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetListed(), 2, "once");
        s.Submit(5);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "D3 D4 D5 D6", "its buffer has room for four");
        s.RunTo(150.1); // it was not asked this time
        NS_TEST_EXPECT_MSG_EQ(s.sender->IsInHandshake(), false, "nobody is missing");
        NS_TEST_EXPECT_MSG_EQ(s.released, 300, "released without it");
        s.Take();
        s.Echo(1, 7, 7);
        s.Echo(2, 7, 4);
        s.sender->Receive(join);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "it knows: it has packet 3");
        s.RunTo(300.2);
        NS_TEST_EXPECT_MSG_EQ(s.released, 400, "now it counts");
        const std::string last = s.Take();
        NS_TEST_EXPECT_MSG_EQ(last, "I I I I D7 C2", "and one more fits");
        s.Leave(2);
        NS_TEST_EXPECT_MSG_EQ(s.ended, "integrity", "it counts as one of all");
    }

    /// Receiver 2 hears nothing in the first second; the transfer takes longer than that.
    /// @param loss share of packets that it loses from then on
    void RunSockets(double loss)
    {
        constexpr uint32_t packets = 1500; // long enough for whatever loses invitations
        FrmWorld world(3);
        world.sender->SetAttribute("InviteInterval", TimeValue(MilliSeconds(100)));
        world.sender->SetAttribute("BufferPackets", UintegerValue(4));
        world.listeners[1]->SetAttribute("Mandatory", BooleanValue(true));
        world.servers[1]->prototype.reads = false;
        world.Lose(2, 1);
        ScheduleCall(Seconds(1), [&] { world.Lose(2, loss); });
        std::vector<uint64_t> numbers;
        uint32_t wrong = 0;
        const auto read = [&] {
            MessageInfo info;
            const auto socket = world.Receiver(2);
            for (auto packet = socket ? socket->RecvMessage(1000, info) : nullptr;
                 packet && packet->GetSize() > 0;
                 packet = socket->RecvMessage(1000, info))
            {
                const auto first = static_cast<uint32_t>(1000 * info.number);
                wrong += hsn::OctetsOf(packet) != hsn::OctetsOf(MakeOctets(0, first, 1000));
                numbers.push_back(info.number);
            }
        };
        for (int step = 0; step < 12000; ++step)
        {
            ScheduleCall(MilliSeconds(5) * step, read);
        }
        world.Start(1000 * packets);
        FrmWorld::Run(60);
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the end");
        for (const uint32_t i : {1, 3})
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 1000 * packets, "those from the start");
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->wrong, 0, "those from the start");
        }
        NS_TEST_ASSERT_MSG_NE(world.Receiver(2), nullptr, "invited");
        NS_TEST_EXPECT_MSG_EQ(world.Receiver(2)->IsLate(), true, "it knows that it is late");
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), "", "nobody has gone");
        NS_TEST_ASSERT_MSG_GT(numbers.size(), 100, "packets");
        if (numbers.empty())
        {
            return; // ns-3's runner goes on after a failure
        }
        NS_TEST_EXPECT_MSG_GT(numbers.front(), 0, "not from the start");
        NS_TEST_EXPECT_MSG_EQ(numbers.back(), packets - 1, "to the end");
        NS_TEST_EXPECT_MSG_EQ(numbers.size(), packets - numbers.front(), "without gaps");
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "octets");
        for (std::size_t i = 1; i < numbers.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(numbers[i], numbers[i - 1] + 1, "in order");
        }
        NS_TEST_EXPECT_MSG_EQ(world.servers[1]->ends.size(), 1, "one connection");
    }

    /// Who has left is not asked again in the same communication, but in the next one.
    void RunLeaving()
    {
        FrmWorld world(2);
        world.sender->SetAttribute("InviteInterval", TimeValue(MilliSeconds(100)));
        world.client.closes = false;
        world.Start(20000);
        ScheduleCall(Seconds(2), [&] { world.Receiver(2)->Close(); });
        StreamEnd next;
        ScheduleCall(Seconds(4), [&] {
            next.piece = 1000;
            next.Use(world.hosts.Make(0, FRM), 1, 0, 5000);
            next.socket->Connect(FrmWorld::Group());
        });
        FrmWorld::Run(3.9);
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), "3:left", "left");
        NS_TEST_EXPECT_MSG_EQ(world.servers[1]->asked, 1, "not asked again");
        FrmWorld::Run(20);
        NS_TEST_EXPECT_MSG_EQ(world.servers[1]->asked, 2, "the next communication");
        NS_TEST_EXPECT_MSG_EQ(next.closed, 1, "the end of it");
        NS_TEST_EXPECT_MSG_EQ(world.servers[1]->ends[1]->received, 5000, "all of it");
    }

    /// A receiver that is not reliable may come late as well: nobody waits for it.
    void RunUnreliable()
    {
        FrmWorld world(2);
        world.sender->SetAttribute("InviteInterval", TimeValue(MilliSeconds(100)));
        world.sender->SetAttribute("BufferPackets", UintegerValue(4));
        world.listeners[1]->SetAttribute("Reliable", BooleanValue(false));
        world.Lose(2, 1);
        ScheduleCall(Seconds(1), [&] { world.Lose(2, 0); });
        world.Start(300000);
        FrmWorld::Run(30);
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 300000, "the reliable one");
        NS_TEST_ASSERT_MSG_NE(world.End(2), nullptr, "invited");
        NS_TEST_EXPECT_MSG_GT(world.servers[1]->begun, 0, "not from the start");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->received, 300000, "all since then");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->wrong, 0, "all since then");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->closed, 1, "the end");
    }
};

/** @brief What an application learns of receivers. */
class FrmProgressTest : public TestCase
{
  public:
    FrmProgressTest()
        : TestCase("Progress of each receiver, and a list of those that have failed")
    {
    }

  private:
    void DoRun() override
    {
        FrmWorld world(3);
        world.sender->SetAttribute("HandshakeTries", UintegerValue(2));
        world.listeners[2]->SetAttribute("BufferPackets", UintegerValue(16));
        world.client.closes = false;
        std::map<uint64_t, uint32_t> last;
        uint32_t falls = 0;
        world.sender->TraceConnectWithoutContext(
            "Progress",
            Sink<uint64_t, uint32_t, uint32_t>::Make(
                [&](uint64_t id, uint32_t rseq, uint32_t dseq) {
                    falls += rseq < last[id] || dseq > rseq;
                    last[id] = rseq;
                }));
        world.Start(200000);
        ScheduleCall(Seconds(0.75), [&] { world.Lose(2, 1); });
        FrmWorld::Run(30);
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), "3:dead", "the list of those that have failed");
        NS_TEST_EXPECT_MSG_EQ(falls, 0, "progress is forward");
        NS_TEST_EXPECT_MSG_EQ(last.size(), 3, "of all receivers");
        NS_TEST_EXPECT_MSG_EQ(last[0x0a000002], 200, "to the end");
        NS_TEST_EXPECT_MSG_EQ(last[0x0a000004], 200, "to the end");
        NS_TEST_EXPECT_MSG_LT(last[0x0a000003], 200, "until it fell silent");
        const auto& gone = world.socket->GetSender()->GetGone();
        NS_TEST_ASSERT_MSG_EQ(gone.size(), 1, "one");
        NS_TEST_EXPECT_MSG_EQ(gone[0].id, 0x0a000003, "who");
        NS_TEST_EXPECT_MSG_EQ((gone[0].time > Seconds(0.75)), true, "when");
    }
};

HsnTestRegistration g_frmRepairTests("frm-repair",
                                     {new FrmLateHeaderTest,
                                      new FrmRefillTest,
                                      new FrmSelectiveTest,
                                      new FrmLateTest,
                                      new FrmProgressTest});
} // namespace
} // namespace hsn
} // namespace ns3
