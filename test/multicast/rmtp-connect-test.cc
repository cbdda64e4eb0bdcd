// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Answers to RMTP's CONN: those that come twice, change their mind, or come late. What the server
 * sends follows from its attributes: a packet each 10 ms, answers are awaited for 100 ms.
 */
#include "../hsn-test.h"
#include "rmtp-script.h"

#include "ns3/boolean.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief One receiver answers, the other does so twice, late, or with a refusal. */
class RmtpConnectTest : public TestCase
{
  public:
    RmtpConnectTest()
        : TestCase("CONN: one answer of each receiver counts, the first; late ones join if they "
                   "may and want to")
    {
    }

  private:
    void DoRun() override
    {
        Twice(false);
        Twice(true);
        AtOnce();
        Refuses();
        Late(false, false, "130DATA3r0L 145REL 145bad");
        Late(false, true, "130DATA3r0L 145REL 145bad");
        Late(true, false, "130DATA3r0L 155REL 155good");
        Late(true, true, "130DATA3r0L 145REL 145bad");
    }

    /// @param s the server @param receiver that answers CONN @param refuses it does not want to
    static void AnswerConn(RmtpScript& s, uint32_t receiver, bool refuses)
    {
        RmtpPdu pdu;
        pdu.type = RMTP_CACK;
        pdu.connection = 1;
        pdu.refuses = refuses;
        s.server->Receive(receiver, pdu);
    }

    /// The network duplicates the answer of receiver 0; receiver 1 is asked again, after 10 ms for
    /// the first CONN and 100 ms. @param early the wait ends with the last answer
    void Twice(bool early)
    {
        RmtpScript s;
        s.server->SetAttribute("EndWaitEarly", BooleanValue(early));
        s.server->Start(2, 2000);
        s.RunTo(5);
        AnswerConn(s, 0, false);
        AnswerConn(s, 0, false);
        NS_TEST_EXPECT_MSG_EQ(s.server->GetCounters().ignored, 1, "the second one");
        s.RunTo(150);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 110CONN>1", "receiver 1 has not answered");
        NS_TEST_EXPECT_MSG_EQ(s.server->GetConnected(), Time(0), "not all have");
        AnswerConn(s, 1, false);
        s.RunTo(235);
        const std::string data = early ? "150DATA1r0 160DATA2r0L" : "220DATA1r0 230DATA2r0L";
        NS_TEST_EXPECT_MSG_EQ(s.Take(), data, "all have answered");
        s.Answer(0, RMTP_ACK);
        s.Answer(1, RMTP_ACK);
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.server->GetConnected(), MilliSeconds(150), "last answer to CONN");
        NS_TEST_EXPECT_MSG_EQ(s.server->IsEnded() && s.server->GetFailed().empty(), true, "good");
    }

    /// All have answered before CONN has left: the message begins when it has.
    void AtOnce()
    {
        RmtpScript s;
        s.server->SetAttribute("EndWaitEarly", BooleanValue(true));
        s.Open(2, 1);
        s.RunTo(15);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN 10DATA1r0L", "without wait");
    }

    /// Receiver 1 does not want to, and then changes its mind.
    void Refuses()
    {
        RmtpScript s;
        s.server->SetAttribute("EndWaitEarly", BooleanValue(true));
        s.server->Start(2, 1000);
        AnswerConn(s, 1, true);
        AnswerConn(s, 1, false);
        s.RunTo(50);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "0CONN", "receiver 0 has not answered");
        AnswerConn(s, 0, false);
        s.RunTo(55);
        s.Answer(0, RMTP_ACK);
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "50DATA1r0L 60REL 60bad", "receiver 0 alone is served");
        NS_TEST_EXPECT_MSG_EQ((s.server->GetFailed() == std::vector<uint32_t>{1}), true, "refused");
        NS_TEST_EXPECT_MSG_EQ(s.server->GetCounters().ignored, 1, "the second answer");
    }

    /// Receiver 1 answers after two of three packets. @param joins late ones may join
    /// @param refuses it does not want to @param text what is sent from then on
    void Late(bool joins, bool refuses, const std::string& text)
    {
        RmtpScript s;
        s.server->SetAttribute("LateJoin", BooleanValue(joins));
        s.server->SetAttribute("MaxConnRetry", UintegerValue(0));
        s.server->SetAttribute("EndWaitEarly", BooleanValue(true));
        s.server->Start(2, 3000);
        AnswerConn(s, 0, false);
        s.RunTo(125);
        const std::string begin = joins ? "0CONN 110CONN" : "0CONN"; // it is asked in each round
        NS_TEST_EXPECT_MSG_EQ(s.Take(), begin + " 110DATA1r0 120DATA2r0", "without receiver 1");
        AnswerConn(s, 1, refuses);
        const bool takesPart = joins && !refuses;
        NS_TEST_EXPECT_MSG_EQ(s.server->GetCounters().ignored, (takesPart ? 0 : 1), text);
        s.RunTo(145);
        s.Answer(0, RMTP_ACK);
        s.RunTo(155);
        if (takesPart)
        {
            s.Answer(1, RMTP_ACK);
        }
        s.RunTo(1000);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), text, joins << refuses);
        NS_TEST_EXPECT_MSG_EQ(s.server->GetFailed().size(), (takesPart ? 0 : 1), text);
    }
};

HsnTestRegistration g_rmtpConnectTests("rmtp-connect", {new RmtpConnectTest});
} // namespace
} // namespace hsn
} // namespace ns3
