// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Checks what a receiver gets. */
struct CodedWatch
{
    uint64_t count{0};  //!< packets
    uint32_t wrong{0};  //!< packets out of order, or with other octets than their number's
    int64_t last{-1};   //!< number of the last one
    uint64_t strays{0}; //!< packets with another protocol

    /** @param packet with its number in four octets @param protocol its protocol @return true */
    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&)
    {
        uint8_t octets[4] = {};
        const bool isWhole = packet->GetSize() == 4 && packet->CopyData(octets, 4) == 4;
        const int64_t number = octets[0] << 16 | octets[1] << 8 | octets[2];
        wrong += !isWhole || number <= last || octets[3] != 99;
        strays += protocol != 77;
        last = number;
        ++count;
        return true;
    }
};

/** @brief Links with a code. */
class MulticastCodedChannelTest : public TestCase
{
  public:
    MulticastCodedChannelTest()
        : TestCase("Links with a block code: what is left of losses, order, octets, mistakes")
    {
    }

  private:
    /** @param call throws @param words of the text */
    void ExpectError(const std::function<void()>& call, const std::string& words)
    {
        std::string text;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text << " for " << words);
    }

    void DoRun() override
    {
        // a shared link without a code, then two branches with 4 + 2. Of 10 % there remain
        // 0.1 P(at least 2 of 5 others are lost) = 0.1 (1 - 0.9^5 - 5 0.1 0.9^4) = 0.008146
        const uint32_t packets = 100000;
        MulticastTree tree;
        const uint32_t fork = tree.Add(0, 0.05, MULTICAST_SHARED);
        tree.Add(fork, 0.1, MULTICAST_BRANCH);
        tree.Add(fork, 0.1, MULTICAST_BRANCH);
        MulticastTreeHelper helper;
        helper.SetStream(3);
        const auto devices =
            helper.InstallCodedChannel(tree, {FEC_CODEC_REED_SOLOMON, 4, 2}, {MULTICAST_BRANCH});
        NS_TEST_ASSERT_MSG_EQ(devices.GetN(), 3, "devices");
        CodedWatch watches[2];
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices.Get(i + 1)->SetReceiveCallback(MakeCallback(&CodedWatch::Receive, &watches[i]));
        }
        for (uint32_t n = 0; n < packets; ++n)
        {
            ScheduleCall(Seconds(n), [&devices, n] {
                const uint8_t octets[] = {static_cast<uint8_t>(n >> 16),
                                          static_cast<uint8_t>(n >> 8),
                                          static_cast<uint8_t>(n),
                                          99};
                devices.Get(0)->Send(Create<Packet>(octets, 4), devices.Get(0)->GetBroadcast(), 77);
            });
        }
        ScheduleCall(Seconds(packets), [&devices] {
            devices.Get(1)->Send(Create<Packet>(4), devices.Get(1)->GetBroadcast(), 77);
        });
        Simulator::Run();
        const auto channel = DynamicCast<MulticastCodedChannel>(devices.Get(0)->GetChannel());
        const auto& counters = channel->GetCounters();
        const double data = counters.data;
        NS_TEST_EXPECT_MSG_EQ_TOL(data,
                                  2 * 0.95 * packets,
                                  8 * std::sqrt(0.05 * packets),
                                  "through the shared link");
        NS_TEST_EXPECT_MSG_EQ(counters.data % 2, 0, "the same on both branches");
        NS_TEST_EXPECT_MSG_EQ(counters.parity, counters.data / 8 * 4, "two for four");
        NS_TEST_EXPECT_MSG_EQ_TOL(counters.lost / (data + counters.parity),
                                  0.1,
                                  0.003,
                                  "losses on the branches");
        // losses of a block come together: up to 3 times the variance
        NS_TEST_EXPECT_MSG_EQ_TOL(counters.lostData / data,
                                  0.008146,
                                  4 * std::sqrt(3 * 0.008146 / data),
                                  "left of the losses");
        const uint64_t arrived = watches[0].count + watches[1].count;
        NS_TEST_EXPECT_MSG_GT(counters.data + 1, arrived + counters.lostData, "balance");
        NS_TEST_EXPECT_MSG_LT(counters.data, arrived + counters.lostData + 8, "balance");
        for (const auto& watch : watches)
        {
            NS_TEST_EXPECT_MSG_EQ(watch.wrong, 0, "order and octets");
            NS_TEST_EXPECT_MSG_EQ(watch.strays, 0, "protocol");
        }
        Simulator::Destroy();

        const auto protect = [&tree](uint32_t n, uint32_t m) {
            auto one = CreateObject<MulticastCodedChannel>();
            one->SetTree(tree);
            one->Protect(MULTICAST_BRANCH, {FEC_CODEC_REED_SOLOMON, n, m});
        };
        ExpectError([&] { protect(0, 1); }, "at least 1");
        ExpectError([&] { protect(10, 0); }, "parity packets of a block = 0");
        ExpectError([&] { protect(200, 100); }, "at most 255");
        ExpectError([] { CreateObject<MulticastCodedChannel>()->SetTree(MulticastTree()); },
                    "number of nodes of a tree = 1");
    }
};

/** @brief Links that lose almost nothing. */
class MulticastRareLossTest : public TestCase
{
  public:
    MulticastRareLossTest()
        : TestCase("Links that lose one in 10^9 let the first packets pass as all others")
    {
    }

  private:
    void DoRun() override
    {
        // two shared links in a row, whose losses no code restores, and a branch with 4 + 2
        MulticastTree tree;
        const uint32_t first = tree.Add(0, 1e-9, MULTICAST_SHARED);
        const uint32_t second = tree.Add(first, 1e-9, MULTICAST_SHARED);
        tree.Add(second, 1e-9, MULTICAST_BRANCH);
        MulticastTreeHelper helper;
        helper.SetStream(3);
        const auto devices =
            helper.InstallCodedChannel(tree, {FEC_CODEC_REED_SOLOMON, 4, 2}, {MULTICAST_BRANCH});
        CodedWatch watch;
        devices.Get(1)->SetReceiveCallback(MakeCallback(&CodedWatch::Receive, &watch));
        for (uint8_t n = 0; n < 100; ++n)
        {
            const uint8_t octets[] = {0, 0, n, 99};
            devices.Get(0)->Send(Create<Packet>(octets, 4), devices.Get(0)->GetBroadcast(), 77);
        }
        Simulator::Run();
        const auto channel = DynamicCast<MulticastCodedChannel>(devices.Get(0)->GetChannel());
        NS_TEST_EXPECT_MSG_EQ(watch.count, 100, "all arrive, 25 whole blocks");
        NS_TEST_EXPECT_MSG_EQ(watch.wrong, 0, "in order");
        NS_TEST_EXPECT_MSG_EQ(channel->GetCounters().lost, 0, "nothing was to be restored");
        Simulator::Destroy();
    }
};

/** @brief Packets of two protocols. */
class MulticastCodedProtocolTest : public TestCase
{
  public:
    MulticastCodedProtocolTest()
        : TestCase("Links with a block code: packets keep their protocol while they wait")
    {
    }

  private:
    /** @param packet with its protocol in two octets @param protocol that is told @return true */
    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&)
    {
        uint8_t octets[2] = {};
        packet->CopyData(octets, 2);
        m_wrong += (octets[0] << 8 | octets[1]) != protocol;
        ++m_count;
        return true;
    }

    void DoRun() override
    {
        const uint32_t packets = 3000;
        const uint16_t protocols[] = {0x0800, 0x86dd};
        MulticastTree tree;
        tree.Add(0, 0.1, MULTICAST_BRANCH);
        MulticastTreeHelper helper;
        helper.SetStream(3);
        const auto devices =
            helper.InstallCodedChannel(tree, {FEC_CODEC_REED_SOLOMON, 3, 1}, {MULTICAST_BRANCH});
        devices.Get(1)->SetReceiveCallback(
            MakeCallback(&MulticastCodedProtocolTest::Receive, this));
        for (uint32_t n = 0; n < packets; ++n)
        {
            const uint16_t protocol = protocols[n % 2];
            ScheduleCall(Seconds(n), [&devices, protocol] {
                const uint8_t octets[] = {static_cast<uint8_t>(protocol >> 8),
                                          static_cast<uint8_t>(protocol)};
                devices.Get(0)->Send(Create<Packet>(octets, 2),
                                     devices.Get(0)->GetBroadcast(),
                                     protocol);
            });
        }
        Simulator::Run();
        const auto channel = DynamicCast<MulticastCodedChannel>(devices.Get(0)->GetChannel());
        NS_TEST_EXPECT_MSG_GT(channel->GetCounters().lost, 0, "some have waited");
        NS_TEST_EXPECT_MSG_EQ(m_count, packets - channel->GetCounters().lostData, "the others");
        NS_TEST_EXPECT_MSG_EQ(m_wrong, 0, "of the protocol that they were sent with");
        Simulator::Destroy();
    }

    uint32_t m_count{0}; //!< packets
    uint32_t m_wrong{0}; //!< of another protocol
};

HsnTestRegistration g_multicastCodedChannelTests("multicast-coded-channel",
                                                 {new MulticastRareLossTest,
                                                  new MulticastCodedProtocolTest,
                                                  new MulticastCodedChannelTest});
} // namespace
} // namespace hsn
} // namespace ns3
