// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The sender of one medium without a network. Expected values are worked out by hand from section
 * 3.2 of the paper: n = floor(RTT PF) + 1, W = 4 n, a timer of 1.1 RTT.
 */
#include "../hsn-test.h"

#include "ns3/mm-poc-sender.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A sender and what it sends, in words. */
class ToldMmPocSender : public MmPocSender::User
{
  public:
    /** @param settings of the sender */
    explicit ToldMmPocSender(const MmPocSender::Settings& settings)
        : sender(*this, settings)
    {
    }

    void SendPdu(const MmPocPdu& pdu, Ptr<const Packet> /* sdu */, bool /* again */) override
    {
        sent += pdu.type == MM_POC_ACK_REQ ? "ask "
                                           : std::to_string(pdu.number) + (pdu.ack ? "! " : " ");
    }

    void NotifyReleased(Ptr<const Packet> /* sdu */) override
    {
        ++released;
    }

    /** @brief Takes an answer without losses. @param type of it @param last number that it has
     * @param ms time */
    void Answer(MmPocPduType type, uint32_t last, int64_t ms)
    {
        MmPocPdu pdu;
        pdu.type = type;
        pdu.lastReceived = last;
        sender.Receive(pdu, MilliSeconds(ms));
    }

    MmPocSender sender;   //!< under test
    std::string sent;     //!< numbers, '!' with an Ack; requests
    uint32_t released{0}; //!< SDUs
};

/** @brief The round-trip time. */
class MmPocRttTest : public TestCase
{
  public:
    MmPocRttTest()
        : TestCase("MM-POC: the round-trip time is that from an Ack to its answer, and to no other")
    {
    }

  private:
    void DoRun() override
    {
        MmPocSender::Settings settings;
        settings.rtt = MilliSeconds(200);
        settings.frequency = 25;
        ToldMmPocSender s(settings);
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetRequestPeriod(), 6, "floor(0.2 x 25) + 1");
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetWindow(), 24, "4 n");
        for (int64_t i = 0; i < 12; ++i)
        {
            s.sender.Send(Create<Packet>(100), MilliSeconds(40 * i));
        }
        NS_TEST_EXPECT_MSG_EQ(s.sent, "0 1 2 3 4 5! 6 7 8 9 10 11! ", "each sixth asks");

        // 5 was sent at 200 ms, 11 at 440 ms
        s.Answer(MM_POC_ACK_RES, 5, 480);
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetRtt(), MilliSeconds(210), "200 + (280 - 200) / 8");
        NS_TEST_EXPECT_MSG_EQ(s.released, 6, "SDUs up to 5");
        s.Answer(MM_POC_FNACK, 11, 500);
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetRtt(), MilliSeconds(210), "an answer to other DATA");
        s.Answer(MM_POC_ACK_RES, 11, 730);
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetRtt(), MilliSeconds(220), "210 + (290 - 210) / 8");
        s.Answer(MM_POC_ACK_RES, 11, 2000);
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetRtt(), MilliSeconds(220), "once");

        // a request in between: what comes then may be its answer
        s.sent.clear();
        for (int64_t i = 0; i < 6; ++i)
        {
            s.sender.Send(Create<Packet>(100), MilliSeconds(2000 + 40 * i));
        }
        NS_TEST_EXPECT_MSG_EQ(s.sent, "12 13 14 15 16 17! ", "the sixth asks");
        s.sender.End(MilliSeconds(2300));
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetDeadline(), MilliSeconds(2300), "the end is not known");
        s.sender.HandleTime(MilliSeconds(2300));
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetDeadline(), MilliSeconds(2542), "1.1 x 220");
        s.Answer(MM_POC_ACK_RES, 17, 2500);
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetRtt(), MilliSeconds(220), "not measured");
        NS_TEST_EXPECT_MSG_EQ(s.sender.GetKept(), 0, "all is answered");
        NS_TEST_EXPECT_MSG_EQ(s.sender.IsDone(), false, "but for the end");
    }
};

HsnTestRegistration g_mmPocSenderTests("mm-poc-sender", {new MmPocRttTest});
} // namespace
} // namespace hsn
} // namespace ns3
