// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Parts of an XTP context by themselves: requests, answers, the closing of both directions.
 * Expected values follow the XTP specification 3.6 and Ajmone Marsan et al., section 2: an echo
 * answers all requests up to it, WTIMER is restarted by every request and stops at the answer to
 * the last one, repetitions of a handshake are w, 2w, 4w, ... apart, and RetryCount of them are
 * made.
 */
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/xtp-answers.h"
#include "ns3/xtp-closing.h"
#include "ns3/xtp-requests.h"

#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @brief Requests, of which nobody answers those of a handshake.
class XtpRequestsPartTest : public TestCase
{
  public:
    XtpRequestsPartTest()
        : TestCase("Echoes, WTIMER, and a handshake that is repeated and given up")
    {
    }

  private:
    /// @param requests that send one more
    static void Ask(XtpRequests& requests)
    {
        XtpHeader header;
        requests.Add(header, XTP_SREQ);
    }

    void DoRun() override
    {
        XtpSettings settings;
        settings.initialWtimer = MilliSeconds(150);
        settings.granularity = MilliSeconds(10);
        settings.retryCount = 2;
        settings.ctimeout = Seconds(60);
        std::vector<int64_t> expired; // ms
        int64_t abandoned = 0;        // ms
        XtpRequests* all = nullptr;
        XtpRequests requests(
            settings,
            [&] {
                expired.push_back(Simulator::Now().GetMilliSeconds());
                if (!all->Repeats())
                {
                    all->Synchronize();
                    Ask(*all);
                }
                else if (all->TryAgain())
                {
                    Ask(*all);
                }
            },
            [&] { abandoned = Simulator::Now().GetMilliSeconds(); });
        all = &requests;
        requests.Begin();
        NS_TEST_EXPECT_MSG_EQ(requests.Repeats(), true, "the association opens");
        requests.Confirm();
        Ask(requests); // 1, at 0 ms
        NS_TEST_EXPECT_MSG_EQ(requests.IsEarly(0), true, "what left before it was open");
        NS_TEST_EXPECT_MSG_EQ(requests.IsEarly(1), false, "and after");
        NS_TEST_EXPECT_MSG_EQ(requests.WasSent(1), true, "number 1");
        NS_TEST_EXPECT_MSG_EQ(requests.WasSent(2), false, "number 2");
        ScheduleCall(MilliSeconds(50), [&] { Ask(requests); }); // 2
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        requests.Answer(1); // 100 ms: mean 100, deviation 50, so WTIMER = 100 + 4 * 50
        NS_TEST_EXPECT_MSG_EQ(requests.IsWaiting(), true, "the last one is not answered");
        NS_TEST_EXPECT_MSG_EQ(settings.wtimer.Get(), MilliSeconds(300), "WTIMER");
        requests.Answer(2); // 50 ms: mean 93.75, deviation 50
        NS_TEST_EXPECT_MSG_EQ(requests.IsWaiting(), false, "all are answered");
        NS_TEST_EXPECT_MSG_EQ(settings.wtimer.Get(), MicroSeconds(293750), "WTIMER");
        Ask(requests); // 3, at 100 ms
        Simulator::Run();
        // w = 293.75: it expires, the handshake begins, and is repeated after w and 2 w more
        const std::vector<int64_t> expected{393, 687, 1275, 2450};
        NS_TEST_EXPECT_MSG_EQ((expired == expected), true, "times of WTIMER");
        NS_TEST_EXPECT_MSG_EQ(abandoned, 60393, "CTIMEOUT after the handshake began");
        NS_TEST_EXPECT_MSG_EQ(requests.GetLast(), 6, "a request and its repetitions");
        NS_TEST_EXPECT_MSG_EQ(requests.EndHandshake(3), false, "an older echo");
        NS_TEST_EXPECT_MSG_EQ(requests.IsSynchronizing(), true, "does not end the handshake");
        NS_TEST_EXPECT_MSG_EQ(requests.EndHandshake(5), true, "that of a repetition");
        NS_TEST_EXPECT_MSG_EQ(requests.IsSynchronizing(), false, "does");
        Simulator::Destroy();
    }
};

/// @brief What is owed.
class XtpAnswersPartTest : public TestCase
{
  public:
    XtpAnswersPartTest()
        : TestCase(
              "SREQ is answered at once, DREQ when everything was read, by the greatest number")
    {
    }

  private:
    void DoRun() override
    {
        XtpAnswers answers;
        XtpHeader header;
        header.format = XtpFormat::DATA;
        header.options = XTP_FASTNAK;
        header.seq = 1000;
        header.dataSize = 500;
        answers.Note(header, false);
        NS_TEST_EXPECT_MSG_EQ(answers.IsDue(), false, "nothing is asked for");
        answers.Note(header, true);
        NS_TEST_EXPECT_MSG_EQ(answers.IsDue(), true, "bytes before it are missing");
        NS_TEST_EXPECT_MSG_EQ(answers.Give(false), 0, "no request yet");
        NS_TEST_EXPECT_MSG_EQ(answers.IsDue(), false, "answered");

        header.options = XTP_DREQ;
        header.sync = 7;
        answers.Note(header, false);
        NS_TEST_EXPECT_MSG_EQ(answers.IsDue(), false, "not before it is read");
        NS_TEST_EXPECT_MSG_EQ(answers.IsDeliveryDue(), true, "but then");
        NS_TEST_EXPECT_MSG_EQ(answers.IsDeliveredBy(1499), false, "a byte is not read");
        NS_TEST_EXPECT_MSG_EQ(answers.IsDeliveredBy(1500), true, "everything is read");

        header.options = XTP_SREQ;
        header.sync = 6;
        answers.Note(header, false);
        NS_TEST_EXPECT_MSG_EQ(answers.Give(false), 6, "SREQ alone");
        NS_TEST_EXPECT_MSG_EQ(answers.IsDeliveryDue(), true, "DREQ waits");
        NS_TEST_EXPECT_MSG_EQ(answers.Give(true), 7, "both");
        header.sync = 5;
        answers.Note(header, false);
        NS_TEST_EXPECT_MSG_EQ(answers.Give(false), 7, "an old request does not lower the echo");
    }
};

/// @brief The closing of both directions.
class XtpClosingPartTest : public TestCase
{
  public:
    XtpClosingPartTest()
        : TestCase("This end closes by WCLOSE and RCLOSE, the peer's by its end and all data")
    {
    }

  private:
    void DoRun() override
    {
        XtpClosing closing;
        closing.NoteTold();
        NS_TEST_EXPECT_MSG_EQ(closing.WasTold(), false, "there is more to send");
        closing.Close();
        NS_TEST_EXPECT_MSG_EQ(closing.IsToBeTold(), true, "WCLOSE is to be sent");
        closing.NoteTold();
        NS_TEST_EXPECT_MSG_EQ(closing.IsToBeTold(), false, "it was sent");
        NS_TEST_EXPECT_MSG_EQ(closing.AwaitsAnswer(), true, "RCLOSE is expected");
        closing.CloseWrite();
        closing.Close();
        closing.NoteTold();
        NS_TEST_EXPECT_MSG_EQ(closing.IsWriteClosed(), true, "it came");
        NS_TEST_EXPECT_MSG_EQ(closing.AwaitsAnswer(), false, "and is not expected any more");

        NS_TEST_EXPECT_MSG_EQ(closing.IsBeyondEnd(1 << 30), false, "the end is not known");
        NS_TEST_EXPECT_MSG_EQ(closing.TakeEnd(99, 100), false, "before what has come");
        NS_TEST_EXPECT_MSG_EQ(closing.CloseRead(100), false, "such an end counts for nothing");
        NS_TEST_EXPECT_MSG_EQ(closing.TakeEnd(200, 100), true, "the end");
        NS_TEST_EXPECT_MSG_EQ(closing.TakeEnd(201, 100), false, "another one");
        NS_TEST_EXPECT_MSG_EQ(closing.IsBeyondEnd(200), false, "up to the end");
        NS_TEST_EXPECT_MSG_EQ(closing.IsBeyondEnd(201), true, "beyond it");
        NS_TEST_EXPECT_MSG_EQ(closing.CloseRead(199), false, "a byte is missing");
        NS_TEST_EXPECT_MSG_EQ(closing.CloseRead(200), true, "everything is there");
        NS_TEST_EXPECT_MSG_EQ(closing.CloseRead(200), false, "it closes once");
        NS_TEST_EXPECT_MSG_EQ(closing.IsReadClosed(), true, "and remains closed");
    }
};

const HsnTestRegistration g_xtpContextPartsTests("xtp-context-parts",
                                                 {new XtpRequestsPartTest,
                                                  new XtpAnswersPartTest,
                                                  new XtpClosingPartTest});
} // namespace
} // namespace hsn
} // namespace ns3
