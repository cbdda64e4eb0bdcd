// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "rmtp-script.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/rmtp-host.h"
#include "ns3/rmtp-receiver.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The server's rounds, packet by packet, derived by hand from section 3. */
class RmtpServerTest : public TestCase
{
  public:
    RmtpServerTest()
        : TestCase("Rounds, POLL, late answers, busy receivers, refusals")
    {
    }

  private:
    void DoRun() override
    {
        TestRounds();
        TestPoll();
        TestPollIsOver();
        TestConnect();
        TestBusy();
        TestBusyWait();
        TestAloneRounds();
        TestAloneWrap();
        TestSuspended();
        TestWaits();
        TestBadInput();
    }

    void TestRounds()
    {
        RmtpScript s;
        s.Open(2, 3);
        s.RunTo(1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN", "connection");
        s.RunTo(135);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "110DATA1r0 120DATA2r0 130DATA3r0L", "the slot, 100 ms");
        s.RunTo(150);
        s.Answer(0, RMTP_NACK, {{3, 3}});
        s.Answer(1, RMTP_NACK, {{1, 1}, {3, 3}});
        s.Answer(1, RMTP_NACK, {{2, 2}}); // twice
        s.Answer(0, RMTP_NACK, {{4, 4}}); // does not exist
        s.RunTo(255);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "240DATA1r1 250DATA3r1L", "either list");
        s.Answer(1, RMTP_NACK, {{2, 2}}, 0); // late
        s.RunTo(265);
        s.Answer(0, RMTP_ACK, {}, 1);
        s.Answer(1, RMTP_NACK, {{1, 1}}, 1);
        s.RunTo(365);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "360REL 360DATA1r2L", "released, and on");
        s.Answer(0, RMTP_RACK);
        s.Answer(1, RMTP_ACK, {}, 2);
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "470REL 470good", "the end");
        const auto& counters = s.server->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.rounds, 3, "rounds");
        NS_TEST_EXPECT_MSG_EQ(counters.ignored, 2, "twice, late");
        NS_TEST_EXPECT_MSG_EQ(counters.bad, 1, "packet 4 of 3");
    }

    void TestPoll()
    {
        RmtpScript s;
        s.server->SetAttribute("MaxPoll", UintegerValue(2));
        s.server->SetAttribute("Interval", TimeValue(MilliSeconds(5)));
        s.Open(3, 1);
        s.RunTo(130); // 10 + 100 + 15
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 125DATA1r0L", "timers grow with the group");
        NS_TEST_EXPECT_MSG_EQ(s.last.range, 15, "and the backoff's range");
        s.Answer(0, RMTP_ACK);
        s.RunTo(255);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "250POLL>1", "who is silent");
        NS_TEST_EXPECT_MSG_EQ(s.last.range, 10, "two are asked");
        s.Answer(2, RMTP_ACK);
        s.RunTo(265);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "has answered meanwhile");
        s.Answer(1, RMTP_NACK, {{1, 1}}, 7); // who missed a round does not know its number
        s.RunTo(375);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "370REL 370DATA1r1L", "the answer to POLL counts");
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "485POLL>1 600POLL>1 715bad", "nobody there");
        NS_TEST_EXPECT_MSG_EQ((s.server->GetFailed() == std::vector<uint32_t>{1}), true, "failed");
        NS_TEST_EXPECT_MSG_EQ(s.server->GetComplete(), 2, "the others have everything");
    }

    /// Only in the round in which a receiver is asked may its answer have the number of another.
    void TestPollIsOver()
    {
        RmtpScript s;
        s.server->SetAttribute("MaxPoll", UintegerValue(2));
        s.server->SetAttribute("Interval", TimeValue(MilliSeconds(5)));
        s.Open(2, 2);
        s.RunTo(145);
        s.Answer(0, RMTP_NACK, {{2, 2}});
        s.RunTo(255);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 120DATA1r0 130DATA2r0L 250POLL>1", "1 is asked");
        s.Answer(1, RMTP_NACK, {{1, 1}}, 7);
        s.RunTo(380);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "365DATA1r1 375DATA2r1L", "its answer counts");
        s.Answer(1, RMTP_NACK, {{2, 2}}, 7); // once more, in the next round
        s.Answer(1, RMTP_NACK, {{1, 1}}, 1);
        s.Answer(0, RMTP_ACK, {}, 1);
        s.RunTo(500);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "495REL 495DATA1r2L", "2 is not asked for");
        NS_TEST_EXPECT_MSG_EQ(s.server->GetCounters().ignored, 1, "the old one");
    }

    void TestConnect()
    {
        {
            RmtpScript s;
            s.server->SetAttribute("MaxConnRetry", UintegerValue(1));
            s.server->Start(2, 500);
            RmtpPdu no;
            no.type = RMTP_CACK;
            no.connection = 1;
            no.refuses = true;
            s.server->Receive(0, no);
            s.RunTo(1000);
            NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 110CONN>1 220bad", "no, and silence");
        }
        RmtpScript s;
        s.Open(1, 1);
        s.RunTo(112);
        s.server->Abort();
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 110DATA1r0L 112ABORT 112bad", "given up");
    }

    void TestBusy()
    {
        RmtpScript s;
        s.Open(2, 2);
        s.RunTo(115);
        s.Answer(0, RMTP_BUSY);
        s.RunTo(140);
        s.Answer(1, RMTP_ACK);
        s.RunTo(335);
        NS_TEST_EXPECT_MSG_EQ(s.Take(),
                              "0CONN 110DATA1r0 120DATA2r0L 230REL 330POLL>0",
                              "the other one is served as ever");
        s.Answer(0, RMTP_RRDY, {{2, 2}});
        s.RunTo(340);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "335DATA2r1BL>0", "alone");
        s.Answer(0, RMTP_ACK, {}, 1);
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "445REL>0 445good", "and released");
        NS_TEST_EXPECT_MSG_EQ(s.server->GetCounters().rounds, 1, "to the group");
    }

    /// Waits of 100 ms, and 50 ms for each receiver: two of them, and the busy one alone.
    void TestBusyWait()
    {
        RmtpScript slow;
        slow.server->SetAttribute("Interval", TimeValue(MilliSeconds(50)));
        slow.Open(2, 1);
        slow.RunTo(215);
        slow.Answer(0, RMTP_BUSY);
        slow.RunTo(240);
        slow.Answer(1, RMTP_ACK);
        slow.RunTo(600);
        NS_TEST_EXPECT_MSG_EQ(slow.Take(), "0CONN 210DATA1r0L 420REL 570POLL>0", "waits");
    }

    /// Three busy receivers, each of which may be served twice: what one needs is not taken from
    /// the others.
    void TestAloneRounds()
    {
        RmtpScript s;
        s.server->SetAttribute("MaxRounds", UintegerValue(2));
        s.Open(3, 1);
        s.RunTo(115);
        for (uint32_t i = 0; i < 3; ++i)
        {
            s.Answer(i, RMTP_BUSY);
            s.Answer(i, RMTP_RRDY, {{1, 1}});
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            s.RunTo(225 + 110 * i);
            s.Answer(i, RMTP_ACK, {}, s.last.round);
        }
        s.RunTo(445);
        NS_TEST_EXPECT_MSG_EQ(s.Take(),
                              "0CONN 110DATA1r0L 220DATA1r1BL>0 330REL>0 330DATA1r2BL>1 440REL>1 "
                              "440DATA1r3BL>2",
                              "one after the other");
        s.Answer(2, RMTP_NACK, {{1, 1}}, s.last.round);
        s.RunTo(555);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "550DATA1r4BL>2", "its second time");
        s.Answer(2, RMTP_NACK, {{1, 1}}, s.last.round);
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "660bad", "there is no third");
        NS_TEST_EXPECT_MSG_EQ((s.server->GetFailed() == std::vector<uint32_t>{2}), true, "failed");
    }

    /// More busy receivers than numbers of rounds: the last one's loss counts as any other's.
    void TestAloneWrap()
    {
        const uint32_t receivers = 300;
        RmtpScript s;
        s.Open(receivers, 1);
        s.RunTo(115);
        for (uint32_t i = 0; i < receivers; ++i)
        {
            s.Answer(i, RMTP_BUSY);
            s.Answer(i, RMTP_RRDY, {{1, 1}});
        }
        for (uint32_t i = 0; i < receivers; ++i)
        {
            s.RunTo(225 + 110 * i);
            s.Take();
            if (i + 1 < receivers)
            {
                s.Answer(i, RMTP_ACK, {}, s.last.round);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(s.last.round, (receivers % 256), "8 bits");
        s.Answer(receivers - 1, RMTP_NACK, {{1, 1}}, s.last.round);
        s.RunTo(225 + 110 * receivers);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "33220DATA1r45BL>299", "again");
        s.Answer(receivers - 1, RMTP_ACK, {}, s.last.round);
        s.RunTo(225 + 110 * receivers + 110);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "33330REL>299 33330good", "all have it");
    }

    /// Too many losses; silence that means busy; a busy receiver that has everything.
    void TestSuspended()
    {
        {
            RmtpScript s;
            s.server->SetAttribute("SuspendLossFraction", DoubleValue(0.5));
            s.Open(2, 2);
            s.RunTo(130);
            s.Answer(0, RMTP_NACK, {{1, 2}});
            s.Answer(1, RMTP_NACK, {{2, 2}});
            s.RunTo(235);
            NS_TEST_EXPECT_MSG_EQ(s.Take(),
                                  "0CONN 110DATA1r0 120DATA2r0L 130SUSP>0 230DATA2r1L",
                                  "more than half is lost");
            s.Answer(1, RMTP_ACK, {}, 1);
            s.RunTo(360);
            NS_TEST_EXPECT_MSG_EQ(s.Take(), "340REL 340DATA1r2B>0 350DATA2r2BL>0", "alone");
        }
        RmtpScript s;
        s.server->SetAttribute("PollTimeoutMeansBusy", BooleanValue(true));
        s.server->SetAttribute("MaxPoll", UintegerValue(0));
        s.Open(2, 1);
        s.RunTo(115);
        s.Answer(0, RMTP_BUSY);
        s.RunTo(225);
        s.Answer(0, RMTP_RRDY);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 110DATA1r0L 225REL>0", "has everything");
        s.Answer(1, RMTP_ACK);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "225REL>1 225good", "has, too");
    }

    /// The whole timer, or not; RACKs.
    void TestWaits()
    {
        for (const bool early : {false, true})
        {
            RmtpScript s;
            s.server->SetAttribute("EndWaitEarly", BooleanValue(early));
            s.server->SetAttribute("OverlapRelease", BooleanValue(false));
            s.Open(1, 1);
            s.RunTo(early ? 12 : 112);
            s.Answer(0, RMTP_ACK);
            s.RunTo(1000);
            const std::string expected =
                early ? "0CONN 10DATA1r0L 20REL 120good" : "0CONN 110DATA1r0L 220REL 320good";
            NS_TEST_EXPECT_MSG_EQ(s.Take(), expected, "waits");
        }
    }

    void TestBadInput()
    {
        RmtpScript s;
        const auto has = [](const std::string& text, const std::string& words) {
            return text.find(words) != std::string::npos;
        };
        NS_TEST_EXPECT_MSG_EQ(has(s.server->Start(0, 1), "0 receivers"), true, "nobody");
        NS_TEST_EXPECT_MSG_EQ(has(s.server->Start(1, 0), "0 bytes"), true, "nothing");
        NS_TEST_EXPECT_MSG_EQ(has(s.server->Start(1, 65534001), "65534 packets"), true, "too much");
        s.server->SetAttribute("Interval", TimeValue(MilliSeconds(3)));
        NS_TEST_EXPECT_MSG_EQ(has(s.server->Start(21846, 1), "65535"), true, "range");
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "nothing was sent");
        NS_TEST_EXPECT_MSG_EQ(s.server->Start(21845, 1), "", "the largest range");
    }
};

/** @brief A receiver whose server the test plays by hand. */
class RmtpReceiverTest : public TestCase, public RmtpReceiver::User
{
  public:
    RmtpReceiverTest()
        : TestCase("A receiver: lists, timers, states")
    {
    }

  private:
    void Transmit(const RmtpPdu& pdu) override
    {
        std::ostringstream out;
        out << std::llround(1000 * Simulator::Now().GetSeconds()) << GetRmtpTypeText(pdu.type);
        for (const auto& range : pdu.list)
        {
            out << " " << range.first << "-" << range.last;
        }
        if (pdu.type == RMTP_REPORT)
        {
            out << " " << pdu.start << "-" << pdu.stop << ":" << pdu.count;
        }
        m_text += m_text.empty() ? out.str() : ", " + out.str();
    }

    void NotifyConnected(const RmtpPdu&) override
    {
    }

    void NotifyComplete() override
    {
        m_text += " complete";
    }

    void NotifyClosed(bool good) override
    {
        m_text += good ? " closed" : " aborted";
    }

    /// @param type of a PDU @param seq of DATA @param round of it @param flags of it
    void Give(RmtpPduType type, uint16_t seq = 1, uint8_t round = 0, uint8_t flags = 0)
    {
        RmtpPdu pdu;
        pdu.type = type;
        pdu.connection = 9;
        pdu.seq = seq;
        pdu.round = round;
        pdu.flags = flags;
        pdu.messageSize = 5000;
        pdu.blockCount = 5;
        pdu.blockSize = 1000;
        m_receiver->Receive(pdu);
    }

    /// @param ms time to run to @return what was sent
    std::string RunTo(double ms)
    {
        Simulator::Stop(Seconds(ms / 1000) - Simulator::Now());
        Simulator::Run();
        const std::string taken = m_text;
        m_text.clear();
        return taken;
    }

    void Begin()
    {
        m_receiver = CreateObject<RmtpReceiver>();
        m_receiver->SetUser(*this);
        m_text.clear();
    }

    void End()
    {
        m_receiver->Dispose();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Begin();
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(1), "", "no connection");
        Give(RMTP_CONN);
        NS_TEST_EXPECT_MSG_EQ(RunTo(2), "1CACK", "yes");
        Give(RMTP_CONN);
        NS_TEST_EXPECT_MSG_EQ(RunTo(3), "2CACK", "again, as there was no packet");
        Give(RMTP_DATA, 1);
        Give(RMTP_CONN);
        Give(RMTP_DATA, 1);
        Give(RMTP_DATA, 6);
        Give(RMTP_DATA, 4);
        NS_TEST_EXPECT_MSG_EQ(RunTo(300), "203NACK 2-3 5-5", "200 ms after the last packet");
        Give(RMTP_DATA, 5, 0, RMTP_FLAG_LAST);
        NS_TEST_EXPECT_MSG_EQ(RunTo(301), "", "one answer in a round");
        Give(RMTP_REL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(302), "", "lacks packets: is not released");
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(303), "302NACK 2-3", "asked");
        Give(RMTP_DATA, 2, 1, 0);
        Give(RMTP_DATA, 3, 1, RMTP_FLAG_LAST);
        NS_TEST_EXPECT_MSG_EQ(RunTo(304), "303ACK complete", "has all");
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(305), "304ACK", "asked again");
        Give(RMTP_REL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(306), "305RACK closed", "released");
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(307), "", "is over");
        NS_TEST_EXPECT_MSG_EQ(m_receiver->GetCounters().packets, 5, "packets");
        NS_TEST_EXPECT_MSG_EQ(m_receiver->GetCounters().duplicates, 1, "packet 1");
        NS_TEST_EXPECT_MSG_EQ(m_receiver->GetCounters().bad, 1, "packet 6 of 5");
        End();
        TestBusy(2);
        TestBusy(200);
        TestOthers();
    }

    /// @param round in which it is served alone: others may have had many in the meantime
    void TestBusy(uint8_t round)
    {
        Begin();
        Give(RMTP_CONN);
        Give(RMTP_DATA, 1);
        RunTo(1);
        m_receiver->SetBusy(true);
        Give(RMTP_DATA, 2, 0, RMTP_FLAG_LAST);
        NS_TEST_EXPECT_MSG_EQ(RunTo(2), "1BUSY", "takes nothing");
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(3), "2BUSY", "still");
        m_receiver->SetBusy(false);
        NS_TEST_EXPECT_MSG_EQ(RunTo(4), "3RRDY 2-5", "lacks the rest");
        Give(RMTP_DATA, 2, 1, 0);
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(5), "4RRDY 2-5", "to the group is not for it");
        for (uint16_t seq = 2; seq <= 5; ++seq)
        {
            const uint8_t last = seq == 5 ? RMTP_FLAG_LAST : 0;
            Give(RMTP_DATA, seq, round, static_cast<uint8_t>(RMTP_FLAG_BUSY | last));
        }
        NS_TEST_EXPECT_MSG_EQ(RunTo(6), "5ACK complete", "alone");
        End();
    }

    /// Monitored packets, short lists, refusal, suspension, ABORT, nobody who releases.
    void TestOthers()
    {
        Begin();
        m_receiver->SetAttribute("MaxListBytes", UintegerValue(6));
        m_receiver->SetAttribute("ReleaseTimeout", TimeValue(Seconds(1)));
        Give(RMTP_CONN);
        RunTo(1);
        Give(RMTP_DATA, 1, 0, RMTP_FLAG_START);
        Give(RMTP_DATA, 3);
        Give(RMTP_DATA, 5, 0, RMTP_FLAG_STOP);
        NS_TEST_EXPECT_MSG_EQ(RunTo(2), "1REPORT 1-5:3", "report");
        Give(RMTP_DATA, 5, 1, RMTP_FLAG_STOP);
        NS_TEST_EXPECT_MSG_EQ(RunTo(3), "", "an end without beginning");
        Give(RMTP_SUSP);
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(4), "3RRDY 2-2 4-4", "suspended");
        Give(RMTP_DATA, 2, 2, RMTP_FLAG_BUSY);
        Give(RMTP_DATA, 4, 2, RMTP_FLAG_BUSY | RMTP_FLAG_LAST);
        NS_TEST_EXPECT_MSG_EQ(RunTo(2000), "4ACK complete closed", "nobody releases it");
        End();
        Begin();
        Give(RMTP_CONN);
        RunTo(1);
        Give(RMTP_DATA, 1, 1, RMTP_FLAG_LAST);
        NS_TEST_EXPECT_MSG_EQ(RunTo(2), "1NACK 2-5", "a round");
        Give(RMTP_DATA, 2, 0, RMTP_FLAG_LAST);
        Give(RMTP_DATA, 3, 255);
        NS_TEST_EXPECT_MSG_EQ(RunTo(500), "", "late packets of earlier rounds begin none");
        Give(RMTP_POLL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(501), "500NACK 4-5", "but count");
        m_receiver->SetBusy(true);
        m_receiver->Leave();
        NS_TEST_EXPECT_MSG_EQ(RunTo(502), "501ABORT aborted", "leaves");
        End();
        Begin();
        Give(RMTP_CONN);
        Give(RMTP_DATA, 1, 0, RMTP_FLAG_LAST); // with CONN: before CACK is sent
        NS_TEST_EXPECT_MSG_EQ(RunTo(1), "0CACK, 0NACK 2-5", "both are answered");
        for (const uint16_t seq : {2, 3, 4, 5})
        {
            Give(RMTP_DATA, seq, 1);
        }
        m_receiver->SetBusy(true);
        NS_TEST_EXPECT_MSG_EQ(RunTo(2), "1BUSY", "busy, and has all");
        m_receiver->SetBusy(false);
        NS_TEST_EXPECT_MSG_EQ(RunTo(3), "2RRDY", "lacks nothing");
        Give(RMTP_REL);
        NS_TEST_EXPECT_MSG_EQ(RunTo(4), " complete, 3RACK closed", "is told so");
        End();
        Begin();
        Give(RMTP_CONN);
        Give(RMTP_ABORT);
        NS_TEST_EXPECT_MSG_EQ(RunTo(1), " aborted", "given up");
        End();
        Begin();
        m_receiver->SetAttribute("Refuse", BooleanValue(true));
        Give(RMTP_CONN);
        Give(RMTP_DATA, 1);
        NS_TEST_EXPECT_MSG_EQ(RunTo(1), "0CACK", "no");
        NS_TEST_EXPECT_MSG_EQ(m_receiver->GetCounters().packets, 0, "takes nothing");
        End();
    }

    Ptr<RmtpReceiver> m_receiver; //!< under test
    std::string m_text;           //!< what it sent
};

/** @brief The server's machine: buffers of the paper, and its processor. */
class RmtpHostTest : public TestCase
{
  public:
    RmtpHostTest()
        : TestCase("The socket buffer holds the paper's 8533 answers; the processor's time")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t overhead : {0, 64})
        {
            auto host =
                CreateObjectWithAttributes<RmtpHost>("PacketOverhead", UintegerValue(overhead));
            double last = 0;
            for (uint32_t i = 0; i < 9000; ++i)
            {
                host->Receive(Create<Packet>(6), [&last] { last = Simulator::Now().GetSeconds(); });
            }
            double sent = 0;
            host->Send([&sent] { sent = Simulator::Now().GetSeconds(); });
            Simulator::Run();
            const uint32_t room = overhead == 0 ? 8533 : 731; // 51200 / 6, 51200 / 70
            NS_TEST_EXPECT_MSG_EQ(host->GetDropped(), 9000 - room, "the rest");
            NS_TEST_EXPECT_MSG_EQ_TOL(sent, 3e-4, 1e-9, "behind the one in service");
            NS_TEST_EXPECT_MSG_EQ_TOL(last, 7e-5 + 2.3e-4 * room, 1e-6, "mu = 4348/s");
            NS_TEST_EXPECT_MSG_EQ_TOL(host->GetBusyTime(), last, 1e-6, "all the time");
            host->Dispose();
            Simulator::Destroy();
        }
    }
};

static HsnTestRegistration g_rmtpTests("rmtp",
                                       {new RmtpServerTest,
                                        new RmtpReceiverTest,
                                        new RmtpHostTest});
} // namespace
} // namespace hsn
} // namespace ns3
