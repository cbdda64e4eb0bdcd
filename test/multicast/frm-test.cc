// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "../packet-octets.h"
#include "frm-script.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/frm-farm.h"
#include "ns3/frm-group-condition.h"
#include "ns3/frm-receiver.h"
#include "ns3/packet.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param pdu a PDU @param payload octets behind it @return the packet as hexadecimal text
std::string
PduToHex(const FrmPdu& pdu, uint32_t payload = 0)
{
    const std::vector<uint8_t> zeros(payload);
    const auto packet = Create<Packet>(zeros.data(), payload);
    FrmHeader header(pdu);
    header.SetSourcePort(0x1234);
    header.SetDestinationPort(0x5678);
    packet->AddHeader(header);
    return ToHex(OctetsOf(packet));
}

/// @param hex text @return whether it is a valid header
bool
IsValid(const std::string& hex)
{
    std::vector<uint8_t> octets;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    {
        octets.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    FrmHeader header;
    return octets.size() >= FrmHeader::DATA_SIZE && packet->PeekHeader(header) > 0;
}

/** @brief All PDUs on the wire, laid out by hand from the table in frm-header.h. */
class FrmHeaderTest : public TestCase
{
  public:
    FrmHeaderTest()
        : TestCase("Octets of all PDUs; what is malformed")
    {
    }

  private:
    void DoRun() override
    {
        const std::string ports = "123456780000"; // and a checksum that is not used
        FrmPdu pdu;
        pdu.group = 0x01020304;
        pdu.type = FRM_INIT;
        pdu.address = 0x0a000001;
        pdu.port = 0x1388;
        pdu.packetSize = 2000;
        pdu.minThroughput = 180000;
        pdu.name = "ab";
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu),
                              ports + "0101000001020304" + "0a000001" + "1388" + "07d0" +
                                  "0002bf20" + "02" + "6162",
                              "INIT: 27 octets and a name");
        pdu.type = FRM_JOIN;
        pdu.receiver = 5;
        pdu.buffer = 32;
        pdu.mandatory = true;
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu),
                              ports + "0102000301020304" + "0000000000000005" + "00000020",
                              "JOIN: 26");
        pdu.type = FRM_DATA;
        pdu.seq = 0xfffffffe;
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu, 1),
                              ports + "0103000001020304" + "fffffffe" + "00",
                              "DATA");
        pdu.type = FRM_CNTL;
        pdu.sync = 3;
        pdu.timestamp = 0x0102030405060708;
        const std::string control = ports + "0104000001020304" + "00000003" + "0102030405060708";
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu), control, "CNTL: 26");
        pdu.type = FRM_ECHO;
        pdu.rseq = 2;
        pdu.dseq = 1;
        pdu.alloc = 32;
        const std::string echo = ports + "0105000001020304" + "0000000000000005" + "00000003" +
                                 "0102030405060708" + "00000002" + "00000001" + "00000020";
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu), echo, "ECHO: 46");
        pdu.type = FRM_LEAVE;
        pdu.reason = FRM_EJECTED;
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu),
                              ports + "0106000001020304" + "0000000000000005" + "0003" + "fffffffe",
                              "LEAVE: 28");

        NS_TEST_EXPECT_MSG_EQ(IsValid(control), true, "as it is");
        NS_TEST_EXPECT_MSG_EQ(IsValid(control + "00"), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(IsValid(control.substr(0, 50)), false, "too short");
        NS_TEST_EXPECT_MSG_EQ(IsValid(ports + "0204" + control.substr(16)), false, "version 2");
        NS_TEST_EXPECT_MSG_EQ(IsValid(ports + "0108" + control.substr(16)), false, "type 8");
        NS_TEST_EXPECT_MSG_EQ(IsValid(ports + "01040001" + control.substr(20)), false, "a flag");
        NS_TEST_EXPECT_MSG_EQ(IsValid(echo), true, "as it is");
        NS_TEST_EXPECT_MSG_EQ(IsValid(echo.substr(0, 84) + "00000020"), true, "rseq above dseq");
        std::string ahead = echo;
        ahead.replace(76, 8, "00000003");
        NS_TEST_EXPECT_MSG_EQ(IsValid(ahead), false, "dseq above rseq");
        std::string nobody = echo;
        nobody.replace(28, 16, "0000000000000000");
        NS_TEST_EXPECT_MSG_EQ(IsValid(nobody), false, "receiver 0");
        NS_TEST_EXPECT_MSG_EQ(IsValid(ports + "0103000001020304" + "fffffffe"),
                              false,
                              "empty DATA");
        NS_TEST_EXPECT_MSG_EQ(IsValid(ports + "0102000101020304" + "0000000000000005" + "00000020"),
                              false,
                              "mandatory but not reliable");
        NS_TEST_EXPECT_MSG_EQ(
            IsValid(ports + "0106000001020304" + "0000000000000005" + "000700000000"),
            false,
            "reason 7");
    }
};

/** @brief Estimator, integrity conditions and receivers, by hand. */
class FrmPartsTest : public TestCase
{
  public:
    FrmPartsTest()
        : TestCase("Estimator, integrity conditions, receivers: worked out by hand")
    {
    }

  private:
    void DoRun() override
    {
        // section 3.1 of the paper: up at once, down by a sixteenth of the gap
        Time smoothed = MilliSeconds(50);
        const std::vector<std::pair<int, double>> steps = {{100, 100},
                                                           {100, 100},
                                                           {20, 95},
                                                           {20, 90.3125},
                                                           {200, 200}};
        for (const auto& [measured, expected] : steps)
        {
            smoothed = FrmSender::Smooth(smoothed, MilliSeconds(measured), 16);
            NS_TEST_EXPECT_MSG_EQ_TOL(1000 * smoothed.GetSeconds(), expected, 1e-6, "estimator");
        }

        FrmGroupCondition::Members five;
        five.listed = {1, 2, 3, 4};
        five.joined = 5;
        five.mandatory = 1;
        five.mandatoryJoined = 1;
        FrmGroupCondition condition;
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "", "none");
        NS_TEST_EXPECT_MSG_EQ(condition.IsAny(), false, "none");
        NS_TEST_EXPECT_MSG_EQ(condition.ReadKeyMembers("1, 4"), "", "read");
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "", "both are there");
        condition.SetMinMembers(4);
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "", "four are there");
        NS_TEST_EXPECT_MSG_EQ(condition.SetQuorum(0.8), "", "accepted");
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "", "four of five");
        condition.SetKeyNumber(1);
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "", "one key member");
        condition.SetAll(true);
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five),
                              "1 receivers are gone: must be none",
                              "");
        condition.SetAll(false);
        five.listed.erase(4);
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "key member 4 is not listed", "");
        condition.SetKeyMembers({1});
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five),
                              "3 receivers are listed: must be at least 4",
                              "");
        condition.SetMinMembers(0);
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five).substr(0, 9), "3 of 5 re", "quorum");
        five.mandatory = 0;
        condition.SetKeyNumber(0);
        NS_TEST_EXPECT_MSG_EQ(condition.FindViolation(five), "a mandatory receiver is gone", "");
        NS_TEST_EXPECT_MSG_NE(condition.SetQuorum(1.1), "", "above 1");
        NS_TEST_EXPECT_MSG_NE(condition.ReadKeyMembers("1 x"), "", "no number");
        NS_TEST_EXPECT_MSG_NE(condition.ReadKeyMembers("0"), "", "0 is nobody");
        NS_TEST_EXPECT_MSG_EQ(condition.ReadKeyMembers("9999999999999999999"), "", "the greatest");
        NS_TEST_EXPECT_MSG_EQ(condition.ReadKeyMembers("10000000000000000000"),
                              "KeyMembers \"10000000000000000000\": must be a number from 1 to "
                              "9999999999999999999",
                              "above it");

        FrmReceiver::Settings settings;
        settings.buffer = 4;
        FrmReceiver simple(settings);
        const auto take = [](FrmReceiver& receiver, uint32_t seq, uint32_t handed) {
            return receiver.Receive(seq, nullptr, handed);
        };
        using A = FrmArrival;
        NS_TEST_EXPECT_MSG_EQ((take(simple, 0, 0) == A::TAKEN), true, "0");
        NS_TEST_EXPECT_MSG_EQ((take(simple, 2, 0) == A::OUT_OF_ORDER), true, "2 before 1");
        NS_TEST_EXPECT_MSG_EQ((take(simple, 0, 0) == A::DUPLICATE), true, "0 again");
        NS_TEST_EXPECT_MSG_EQ((take(simple, 4, 0) == A::NO_ROOM), true, "0 to 3 fit");
        NS_TEST_EXPECT_MSG_EQ(simple.GetRseq(), 1, "contiguous");
        settings.mode = FRM_BUFFER;
        FrmReceiver buffer(settings, 0xfffffffe); // numbers wrap
        NS_TEST_EXPECT_MSG_EQ((take(buffer, 0, 0xfffffffe) == A::STORED), true, "third");
        NS_TEST_EXPECT_MSG_EQ((take(buffer, 0, 0xfffffffe) == A::DUPLICATE), true, "again");
        NS_TEST_EXPECT_MSG_EQ((take(buffer, 0xffffffff, 0xfffffffe) == A::STORED), true, "second");
        NS_TEST_EXPECT_MSG_EQ((take(buffer, 2, 0xfffffffe) == A::NO_ROOM), true, "fifth");
        NS_TEST_EXPECT_MSG_EQ((take(buffer, 0xfffffffe, 0xfffffffe) == A::TAKEN), true, "first");
        NS_TEST_EXPECT_MSG_EQ(buffer.GetTaken().size(), 3, "all three");
        NS_TEST_EXPECT_MSG_EQ(buffer.GetRseq(), 1, "behind the third");
        settings.reliable = false;
        FrmReceiver loose(settings);
        NS_TEST_EXPECT_MSG_EQ((take(loose, 5, 0) == A::TAKEN), true, "what reaches it");
        NS_TEST_EXPECT_MSG_EQ((take(loose, 4, 6) == A::DUPLICATE), true, "in order");
    }
};

/** @brief The cycle of figure 3, with receivers played by hand. */
class FrmSenderTest : public TestCase
{
  public:
    FrmSenderTest()
        : TestCase("Rounds, retransmissions, handshakes, ejection: sequences worked out by hand")
    {
    }

  private:
    void DoRun() override
    {
        RunRounds();
        RunSuppression("RetransmitDataControl", "D0 D1 D2 D3 C1");
        RunSuppression("DataRetransmitControl", "D3 D0 D1 D2 C1");
        RunSuppression("RetransmitControlData", "D0 D1 D2 C1 D3");
        RunSuppression("ControlFirst", "C1 D0 D1 D2 D3");
        RunBursts();
        RunHandshake();
        RunHandshakeAnswers();
        RunForgedEchoes();
        RunEjection();
        RunLateEjection();
        RunIdle();
        RunSetUp();
        RunIncomplete();
        RunEnd();
    }

    /// B = 3, two receivers: the fourth packet waits for the release, the timer is 1.5 x 100 ms.
    void RunRounds()
    {
        FrmScript s;
        s.sender->SetAttribute("BufferPackets", UintegerValue(3));
        s.sender->AddReceiver(1, 32);
        s.sender->AddReceiver(2, 32);
        s.sender->Begin();
        s.Submit(4);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C0 D0 D1 D2", "three fit");
        s.RunTo(10);
        s.Echo(1, 2, 2);
        s.RunTo(20);
        s.Echo(2, 1, 1);
        s.RunTo(149.9);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "the timer is still running");
        NS_TEST_EXPECT_MSG_EQ(s.released, 0, "nothing is released before");
        s.RunTo(150.1);
        NS_TEST_EXPECT_MSG_EQ(s.released, 100, "both have packet 0");
        // lseq is 0: what was sent after the control message cannot be missed yet
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "D3 C1", "no retransmission, then what waited");
        // rtt 20 ms: 100 + (20 - 100) / 16 = 95 ms; timer 142.5 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(1000 * s.sender->GetSmaxRtt().GetSeconds(), 95, 1e-6, "smaxRTT");
        s.Echo(1, 4, 4);
        s.Echo(2, 1, 1);
        s.RunTo(292.4);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "not before 292.5 ms");
        s.RunTo(292.6);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "D1 D2 D3 C2", "go-back-n from the lowest rseq");
    }

    /// What is queued first. Packet 3 waits for a release; 0 to 2 are missing at both.
    void RunSuppression(const std::string& order, const std::string& expected)
    {
        FrmScript s;
        s.sender->SetAttribute("BufferPackets", UintegerValue(4));
        s.sender->SetAttribute("SendOrder", StringValue(order));
        s.sender->AddReceiver(1, 32);
        s.sender->Begin();
        s.Echo(1, 0, 0);
        s.RunTo(1);
        s.Submit(3);
        s.RunTo(150.1); // sync 1: lseq is 3 from now on
        s.Take();
        s.Echo(1, 0, 0);
        // a packet that comes during a handshake waits; here the application holds it back
        ++s.waiting;
        s.RunTo(300);
        std::string found = s.Take();
        for (auto& c : found)
        {
            c = c == '2' && &c > &found[0] && *(&c - 1) == 'C' ? '1' : c;
        }
        NS_TEST_EXPECT_MSG_EQ(found, expected, order);
    }

    /// minrseq < lseq at every round: bursts at rounds 1, 3, 5, or at all without suppression.
    void RunBursts()
    {
        for (const bool suppression : {true, false})
        {
            FrmScript s;
            s.sender->SetAttribute("RetransmitSuppression", BooleanValue(suppression));
            s.sender->AddReceiver(1, 32);
            s.sender->Begin();
            s.Submit(1);
            s.Echo(1, 0, 0);
            s.RunTo(150.1);
            std::string rounds;
            for (int round = 1; round <= 6; ++round)
            {
                s.Take();
                s.Echo(1, 0, 0);
                s.RunTo(150.1 + 150 * round);
                rounds += s.Take().substr(0, 1); // D: a burst, C: none
            }
            NS_TEST_EXPECT_MSG_EQ(rounds, (suppression ? "DCDCDC" : "DDDDDD"), "bursts");
        }
    }

    /// Nobody answers: tries after 150, +300, +600 ms, dropped after +1200.
    void RunHandshake()
    {
        FrmScript s;
        s.sender->AddReceiver(1, 32);
        s.sender->AddReceiver(2, 32);
        s.sender->Begin();
        s.Submit(1);
        s.Take();
        s.RunTo(100);
        s.Echo(2, 1, 1);
        s.RunTo(150.1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C1", "first try");
        NS_TEST_EXPECT_MSG_EQ(s.sender->IsInHandshake(), true, "handshake");
        s.Submit(1);
        s.RunTo(449.9);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "nothing is sent meanwhile");
        s.Echo(2, 1, 1);
        s.RunTo(450.1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C2", "second try");
        s.RunTo(1050.1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C3", "third try");
        s.RunTo(2249.9);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "", "the third try has 1200 ms");
        s.RunTo(2250.1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "L1:dead D1 C4", "1 is dropped, 2 goes on");
        NS_TEST_EXPECT_MSG_EQ(s.released, 100, "and 1 holds nothing any more");
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetGone().size(), 1, "reported");
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetGone()[0].id, 1, "reported");
        s.RunTo(10000);
        NS_TEST_EXPECT_MSG_EQ(s.ended, "integrity", "nobody is left: MinMembers is 1");
    }

    /// 2 answers the control message before the handshake, but not the first try; 1 the other way
    /// round. Only what answers the handshake ends it.
    void RunHandshakeAnswers()
    {
        FrmScript s;
        s.sender->AddReceiver(1, 32);
        s.sender->AddReceiver(2, 32);
        s.sender->Begin();
        s.RunTo(100);
        s.Echo(2, 0, 0);
        s.RunTo(150.1); // the first try
        s.Submit(1);
        s.Take();
        s.Echo(1, 0, 0);
        s.RunTo(450.1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C2", "a second try");
        NS_TEST_EXPECT_MSG_EQ(s.sender->IsInHandshake(), true, "2 has answered before it only");
        s.Echo(2, 0, 0); // 1 has answered the first try, which counts
        s.RunTo(1050.1);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "D0 C3", "both have answered");
        NS_TEST_EXPECT_MSG_EQ(s.sender->IsInHandshake(), false, "both have answered");
    }

    /// Echoes that cannot be.
    void RunForgedEchoes()
    {
        FrmScript s;
        s.sender->AddReceiver(1, 32);
        s.sender->Begin();
        s.Submit(2);
        s.Echo(9, 0, 0);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().unknownEchoes, 1, "not listed");
        s.Echo(1, 3, 0);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().badEchoes, 1, "more than was sent");
        s.control.sync = 5;
        s.Echo(1, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().oldEchoes, 1, "never asked");
        s.control.sync = 0;
        s.control.timestamp += 1;
        s.Echo(1, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().badEchoes, 2, "another time");
        s.control.timestamp -= 1;
        s.Echo(1, 2, 2);
        s.Echo(1, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().badEchoes, 3, "less than before");
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetCounters().echoes, 1, "the only good one");
    }

    /// 1 s at 2 packets of 100 bytes in a round of 150 ms: 1 lags, in the end by the whole buffer.
    void RunEjection()
    {
        FrmScript s;
        s.sender->SetAttribute("MinRelThr", DoubleValue(1000));
        s.sender->SetAttribute("SmoothDivisor", DoubleValue(1e6));
        s.sender->AddReceiver(1, 32);
        s.sender->AddReceiver(2, 32);
        s.sender->Begin();
        uint32_t next = 0;
        for (int round = 1; round <= 7; ++round)
        {
            s.Submit(2);
            s.Echo(1, next, static_cast<uint32_t>(round) / 2);
            s.Echo(2, next, next);
            next += 2;
            s.RunTo(150 * round + 0.1 * round);
        }
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetListed(), 1, "1 is ejected");
        NS_TEST_EXPECT_MSG_EQ((s.Take().find("L1:ejected") != std::string::npos), true, "and told");
        NS_TEST_EXPECT_MSG_EQ(s.released, 1200, "what 2 has is released at once");
    }

    /// The same rounds; in the first second 1 keeps up, in the next one its user takes nothing: it
    /// is the last second that counts. SlowCount is never reached.
    void RunLateEjection()
    {
        FrmScript s;
        s.sender->SetAttribute("MinRelThr", DoubleValue(1000));
        s.sender->SetAttribute("SlowCount", UintegerValue(100));
        s.sender->SetAttribute("SmoothDivisor", DoubleValue(1e6));
        s.sender->AddReceiver(1, 32);
        s.sender->AddReceiver(2, 32);
        s.sender->Begin();
        for (uint32_t round = 1; round <= 14; ++round)
        {
            s.Submit(2);
            const uint32_t next = 2 * (round - 1);
            s.Echo(1, next, std::min(next, 12U));
            s.Echo(2, next, next);
            s.RunTo(150 * round + 0.1 * round);
            NS_TEST_EXPECT_MSG_EQ(s.sender->GetListed(), (round < 14 ? 2 : 1), "round " << round);
        }
        NS_TEST_EXPECT_MSG_EQ((s.Take().find("L1:ejected") != std::string::npos), true, "and told");
    }

    /// An application that sends little is no receiver's fault.
    void RunIdle()
    {
        FrmScript idle;
        idle.sender->SetAttribute("MinRelThr", DoubleValue(1000));
        idle.sender->AddReceiver(1, 32);
        idle.sender->Begin();
        for (int round = 1; round <= 20; ++round)
        {
            idle.Echo(1, 0, 0);
            idle.RunTo(200 * round);
            idle.control = idle.sent.back().pdu;
        }
        NS_TEST_EXPECT_MSG_EQ(idle.sender->GetListed(), 1, "nobody is ejected");
    }

    /// Invitations at 0, 50, 100 ms; answers from 1 (twice) and 2 (not reliable); 3 is late.
    void RunSetUp()
    {
        FrmScript s;
        FrmPdu join;
        join.type = FRM_JOIN;
        join.group = 7;
        join.buffer = 8;
        s.sender->SetAttribute("InitialRtt", TimeValue(Time(0)));
        s.sender->Open(FrmPdu());
        s.RunTo(10);
        join.receiver = 1;
        s.sender->Receive(join);
        s.RunTo(60);
        s.sender->Receive(join);
        join.receiver = 2;
        join.reliable = false;
        s.sender->Receive(join);
        s.RunTo(149);
        NS_TEST_EXPECT_MSG_EQ(s.opened, false, "still inviting");
        s.RunTo(151);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "I I I C0", "three invitations, then the first round");
        NS_TEST_EXPECT_MSG_EQ(s.sender->GetListed(), 1, "1 is listed");
        NS_TEST_EXPECT_MSG_EQ_TOL(1000 * s.sender->GetSmaxRtt().GetSeconds(), 10, 1e-6, "its RTT");
        join.receiver = 3;
        join.reliable = true;
        s.sender->Receive(join);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "L3:refused: too late", "late");
    }

    /// A group that is not complete.
    void RunIncomplete()
    {
        {
            FrmScript nobody;
            nobody.sender->Open(FrmPdu());
            nobody.RunTo(151);
            NS_TEST_EXPECT_MSG_EQ(nobody.ended, "integrity", "nobody has answered");
        }
        FrmScript key;
        key.sender->SetAttribute("KeyMembers", StringValue("4"));
        key.sender->Open(FrmPdu());
        key.RunTo(10);
        FrmPdu join;
        join.type = FRM_JOIN;
        join.receiver = 5;
        key.sender->Receive(join);
        key.RunTo(151);
        NS_TEST_EXPECT_MSG_EQ(key.ended, "integrity", "the key member has not answered");
    }

    /// The end is said until all have confirmed it; a receiver that leaves frees the buffer.
    void RunEnd()
    {
        FrmScript s;
        s.sender->AddReceiver(1, 32);
        s.sender->AddReceiver(2, 32);
        s.sender->Begin();
        s.Submit(1);
        s.Echo(1, 1, 1);
        s.Echo(2, 0, 0);
        s.RunTo(150.1);
        s.Take();
        s.Echo(1, 1, 1);
        s.Leave(2);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "L2:left", "confirmed");
        NS_TEST_EXPECT_MSG_EQ(s.released, 100, "released at once");
        s.sender->Finish();
        s.RunTo(300);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "L0:end", "all is delivered");
        NS_TEST_EXPECT_MSG_EQ(s.ended, "", "not confirmed");
        s.RunTo(450);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "L0:end", "again");
        s.Leave(1);
        NS_TEST_EXPECT_MSG_EQ(s.ended, "end", "confirmed");
        const std::string again = HsnAbortText([&s] { s.sender->Begin(); });
        NS_TEST_EXPECT_MSG_NE(again.find("FrmSender: begins once"), std::string::npos, again);
    }
};

static HsnTestRegistration g_frmTests("frm",
                                      {new FrmHeaderTest, new FrmPartsTest, new FrmSenderTest});
} // namespace
} // namespace hsn
} // namespace ns3
