// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What an XTP receiver keeps: numbers of octets, ends and tags of messages, counted by hand.
 */
#include "../hsn-test.h"

#include "ns3/packet.h"
#include "ns3/xtp-receive-buffer.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Order, spans, and messages, by hand. */
class XtpReceiveBufferTest : public TestCase
{
  public:
    XtpReceiveBufferTest()
        : TestCase("Received data: spans, go-back-N, skipped losses, ends and tags of messages")
    {
    }

  private:
    using Fate = XtpReceiveBuffer::Fate;

    /// @param to buffer @param begin of 10 bytes @param mode of it @param options of the packet
    /// @return what became of it
    static Fate Add(XtpReceiveBuffer& to,
                    StreamOffset begin,
                    XtpOutOfOrder mode,
                    uint32_t options = 0)
    {
        XtpHeader header;
        header.options = options;
        header.tag = static_cast<uint64_t>(begin) + 1000;
        return to.Add(begin, Create<Packet>(10), mode, header);
    }

    /// @param from buffer @return bytes in order
    static uint32_t Take(XtpReceiveBuffer& from)
    {
        uint32_t size = 0;
        while (const auto data = from.Remove())
        {
            size += data->GetSize();
        }
        return size;
    }

    /// The peer gives up error control while data waits for what is missing: that is forgotten with
    /// what was missing, and no span tells of it.
    void CheckChangedMind()
    {
        XtpReceiveBuffer changes(true);
        Add(changes, 20, XtpOutOfOrder::KEEP, XTP_EOM | XTP_BTAG);
        Add(changes, 60, XtpOutOfOrder::KEEP, XTP_EOM);
        NS_TEST_EXPECT_MSG_EQ((Add(changes, 40, XtpOutOfOrder::SKIP, XTP_EOM) == Fate::NEW),
                              true,
                              "40");
        NS_TEST_EXPECT_MSG_EQ(Take(changes), 10, "40 alone");
        XtpBoundary only;
        NS_TEST_EXPECT_MSG_EQ(changes.TakeBoundary(only), true, "its message");
        NS_TEST_EXPECT_MSG_EQ(only.size, 10, "what came of it");
        NS_TEST_EXPECT_MSG_EQ(only.incomplete, true, "40 octets are missing");
        NS_TEST_EXPECT_MSG_EQ(changes.TakeBoundary(only), false, "no other");
        NS_TEST_EXPECT_MSG_EQ(changes.GetNext(), 50, "next");
        NS_TEST_EXPECT_MSG_EQ(changes.GetSpans(10).size(), 0, "nothing waits");
        Add(changes, 60, XtpOutOfOrder::KEEP);
        NS_TEST_ASSERT_MSG_EQ(changes.GetSpans(10).size(), 1, "60, which came again");
        NS_TEST_EXPECT_MSG_EQ(changes.GetSpans(10)[0].left, 60, "60");
        Add(changes, 50, XtpOutOfOrder::KEEP);
        NS_TEST_EXPECT_MSG_EQ(Take(changes), 20, "50 and 60");
    }

    void DoRun() override
    {
        CheckChangedMind();
        XtpReceiveBuffer keeps(true);
        Add(keeps, 20, XtpOutOfOrder::KEEP, XTP_EOM);
        Add(keeps, 40, XtpOutOfOrder::KEEP);
        Add(keeps, 50, XtpOutOfOrder::KEEP, XTP_EOM);
        const auto spans = keeps.GetSpans(10);
        NS_TEST_ASSERT_MSG_EQ(spans.size(), 2, "two");
        NS_TEST_EXPECT_MSG_EQ(spans[0].left + 1000 * spans[0].right, 20 + 1000 * 30, "first");
        NS_TEST_EXPECT_MSG_EQ(spans[1].left + 1000 * spans[1].right, 40 + 1000 * 60, "adjacent");
        NS_TEST_EXPECT_MSG_EQ((Add(keeps, 40, XtpOutOfOrder::KEEP) == Fate::DUPLICATE), true, "40");
        Add(keeps, 0, XtpOutOfOrder::KEEP, XTP_BTAG);
        Add(keeps, 10, XtpOutOfOrder::KEEP);
        NS_TEST_EXPECT_MSG_EQ(Take(keeps), 30, "in order");
        XtpBoundary end;
        NS_TEST_EXPECT_MSG_EQ(keeps.TakeBoundary(end), true, "a message");
        NS_TEST_EXPECT_MSG_EQ(end.size, 30, "of three packets");
        NS_TEST_EXPECT_MSG_EQ(end.tagged, true, "with a tag");
        NS_TEST_EXPECT_MSG_EQ(end.tag, 1000, "the one of its first packet");
        NS_TEST_EXPECT_MSG_EQ(keeps.TakeBoundary(end), false, "the next one is not complete");
        Add(keeps, 30, XtpOutOfOrder::KEEP);
        Take(keeps);
        NS_TEST_EXPECT_MSG_EQ(keeps.TakeBoundary(end) && !end.tagged && end.size == 30, true, "2");

        XtpReceiveBuffer drops(false);
        NS_TEST_EXPECT_MSG_EQ((Add(drops, 10, XtpOutOfOrder::DROP) == Fate::DROPPED), true, "10");
        Add(drops, 0, XtpOutOfOrder::DROP);
        NS_TEST_EXPECT_MSG_EQ(Take(drops), 10, "nothing was kept");

        XtpReceiveBuffer skips(true);
        Add(skips, 0, XtpOutOfOrder::SKIP);
        NS_TEST_EXPECT_MSG_EQ(Take(skips), 10, "first");
        Add(skips, 30, XtpOutOfOrder::SKIP, XTP_EOM);
        NS_TEST_EXPECT_MSG_EQ(Take(skips), 10, "goes on after the loss");
        NS_TEST_EXPECT_MSG_EQ(skips.TakeBoundary(end) && end.incomplete, true, "lost bytes");
        NS_TEST_EXPECT_MSG_EQ(end.size, 20, "what came of it");
        NS_TEST_EXPECT_MSG_EQ((Add(skips, 10, XtpOutOfOrder::SKIP) == Fate::DUPLICATE),
                              true,
                              "too late");
        Add(skips, 40, XtpOutOfOrder::SKIP, XTP_EOM);
        Take(skips);
        NS_TEST_EXPECT_MSG_EQ(skips.TakeBoundary(end) && !end.incomplete,
                              true,
                              "the next is whole");

        // a packet that comes again ends no second message
        XtpReceiveBuffer again(true);
        Add(again, 0, XtpOutOfOrder::KEEP, XTP_EOM);
        Take(again);
        NS_TEST_EXPECT_MSG_EQ(again.TakeBoundary(end) && end.size == 10, true, "a message");
        NS_TEST_EXPECT_MSG_EQ((Add(again, 0, XtpOutOfOrder::KEEP, XTP_EOM) == Fate::DUPLICATE),
                              true,
                              "the same packet");
        NS_TEST_EXPECT_MSG_EQ(again.TakeBoundary(end), false, "it has ended before");

        // what is lost right behind the end of a message, 10 to 20, is missing in the next one
        XtpReceiveBuffer behind(true);
        for (const StreamOffset begin : {0, 20})
        {
            Add(behind, begin, XtpOutOfOrder::SKIP, XTP_EOM);
            Take(behind);
        }
        NS_TEST_EXPECT_MSG_EQ(behind.TakeBoundary(end), true, "the first one");
        NS_TEST_EXPECT_MSG_EQ(end.incomplete, false, "it is whole");
        NS_TEST_EXPECT_MSG_EQ(end.size, 10, "all of it");
        NS_TEST_EXPECT_MSG_EQ(behind.TakeBoundary(end), true, "the second one");
        NS_TEST_EXPECT_MSG_EQ(end.incomplete, true, "it began at 10");
        NS_TEST_EXPECT_MSG_EQ(end.size, 10, "what came of it");
    }
};

const HsnTestRegistration g_xtpReceiveBufferTests("xtp-receive-buffer", {new XtpReceiveBufferTest});
} // namespace
} // namespace hsn
} // namespace ns3
