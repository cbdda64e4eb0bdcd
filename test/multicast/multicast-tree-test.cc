// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/fec-multicast-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Parents of an irregular tree, whose receivers are not in order: 4, 5, 6, 8, 9, 10. */
const std::vector<uint32_t> LINK_PARENTS{0, 1, 2, 0, 2, 3, 1, 7, 7, 3};
/** @brief Losses of its links. */
const std::vector<double> LINK_LOSSES{0.05, 0.1, 0.2, 0.02, 0.3, 0, 0.15, 0.1, 0.2, 0.4};

/** @param tree a tree @param packets sent @return for each receiver's node, the packets it loses */
std::map<uint32_t, std::vector<uint32_t>>
GetLosses(const MulticastTree& tree, uint32_t packets)
{
    MulticastLossTree losses(tree);
    losses.AssignStreams(100);
    std::map<uint32_t, std::vector<uint32_t>> out;
    for (uint32_t n = 0; n < packets; ++n)
    {
        for (const auto& loss : losses.Send())
        {
            for (uint32_t place = loss.first; place < loss.end; ++place)
            {
                out[losses.GetReceivers()[place]].push_back(n);
            }
        }
    }
    return out;
}

/** @brief Losses of trees. */
class MulticastLossTreeTest : public TestCase
{
  public:
    MulticastLossTreeTest()
        : TestCase("Losses of a tree are those of its links; a receiver more changes no other's")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t packets = 20000;
        const auto tree = MulticastTree::MakeFromParents(LINK_PARENTS, LINK_LOSSES);
        // every link alone, with its stream: packet n arrives if no link of the path loses n
        std::vector<std::set<uint32_t>> lost(tree.GetNodes());
        for (uint32_t node = 1; node < tree.GetNodes(); ++node)
        {
            const double q = tree.GetLink(node).loss;
            MulticastLossTree link(MulticastTree::MakeStar(1, q));
            link.AssignStreams(100 + node - 1);
            for (uint32_t n = 0; n < packets; ++n)
            {
                if (!link.Send().empty())
                {
                    lost[node].insert(n);
                }
            }
            const double error = std::sqrt(q * (1 - q) * packets);
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(lost[node].size()),
                                      q * packets,
                                      4 * error + 1e-9,
                                      "share of losses of link " << node);
        }
        const auto found = GetLosses(tree, packets);
        NS_TEST_EXPECT_MSG_EQ(found.size(), 6, "receivers");
        for (const auto& [receiver, list] : found)
        {
            std::set<uint32_t> expected;
            for (uint32_t node = receiver; node != 0; node = tree.GetLink(node).parent)
            {
                expected.insert(lost[node].begin(), lost[node].end());
            }
            NS_TEST_EXPECT_MSG_EQ((std::vector<uint32_t>(expected.begin(), expected.end()) == list),
                                  true,
                                  "receiver " << receiver);
        }
        // a link is named only if the packet gets there
        MulticastLossTree losses(tree);
        losses.AssignStreams(100);
        for (uint32_t n = 0; n < packets; ++n)
        {
            for (const auto& loss : losses.Send())
            {
                NS_TEST_EXPECT_MSG_EQ(lost[loss.link].count(n), 1, "lost there");
                for (uint32_t at = tree.GetLink(loss.link).parent; at != 0;
                     at = tree.GetLink(at).parent)
                {
                    NS_TEST_EXPECT_MSG_EQ(lost[at].count(n), 0, "not before");
                }
            }
        }
        auto larger = tree;
        const uint32_t added = larger.Add(2, 0.3);
        auto all = GetLosses(larger, packets);
        NS_TEST_EXPECT_MSG_EQ(all.count(added), 1, "the new receiver");
        all.erase(added);
        NS_TEST_EXPECT_MSG_EQ((all == found), true, "the others");

        std::string text;
        try
        {
            losses.AssignStreams(1);
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find("packets sent"), std::string::npos, text);
    }
};

/** @brief Notes which packets a device gets, and when. */
struct Watch
{
    uint32_t hops{0};       //!< links to it, of 10 ms each
    std::vector<bool> got;  //!< by number, which is in the size
    uint32_t wrongTimes{0}; //!< packets that did not come a delay after their time

    /** @param packet of 100 bytes and its number @return true */
    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        const uint32_t n = packet->GetSize() - 100;
        got[n] = true;
        wrongTimes += Simulator::Now() != Seconds(n) + MilliSeconds(10 * hops);
        return true;
    }
};

/** @brief The channel. */
class MulticastTreeChannelTest : public TestCase
{
  public:
    MulticastTreeChannelTest()
        : TestCase("A channel of a tree: who gets what and when, traces, mistakes")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t packets = 500;
        const auto tree = MulticastTree::MakeFromParents(LINK_PARENTS, LINK_LOSSES);
        const auto receivers = tree.GetReceivers();
        MulticastTreeHelper helper;
        helper.SetStream(100);
        helper.SetDelay(MilliSeconds(10));
        const auto devices = helper.InstallChannel(tree);
        NS_TEST_ASSERT_MSG_EQ(devices.GetN(), receivers.size() + 1, "devices");
        std::vector<Watch> watches(receivers.size());
        for (uint32_t i = 0; i < receivers.size(); ++i)
        {
            watches[i].got.resize(packets);
            for (uint32_t at = receivers[i]; at != 0; at = tree.GetLink(at).parent)
            {
                ++watches[i].hops;
            }
            devices.Get(i + 1)->SetReceiveCallback(MakeCallback(&Watch::Receive, &watches[i]));
        }
        uint32_t drops = 0;
        uint32_t strays = 0;
        const auto channel = devices.Get(0)->GetChannel();
        channel->TraceConnectWithoutContext(
            "LinkDrop",
            Sink<Ptr<const Packet>, uint32_t>::Make([&](Ptr<const Packet>, uint32_t link) {
                NS_TEST_EXPECT_MSG_GT(LINK_LOSSES[link - 1], 0, "a link that loses packets");
                ++drops;
            }));
        channel->TraceConnectWithoutContext(
            "UpstreamDrop",
            Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) { ++strays; }));
        for (uint32_t n = 0; n < packets; ++n)
        {
            ScheduleCall(Seconds(n), [&devices, n] {
                devices.Get(0)->Send(Create<Packet>(100 + n), devices.Get(0)->GetBroadcast(), 1);
            });
        }
        ScheduleCall(Seconds(packets), [&devices] {
            devices.Get(2)->Send(Create<Packet>(100), devices.Get(2)->GetBroadcast(), 1);
        });
        Simulator::Run();
        Simulator::Destroy();
        const auto expected = GetLosses(tree, packets);
        for (uint32_t i = 0; i < receivers.size(); ++i)
        {
            std::vector<uint32_t> lost;
            for (uint32_t n = 0; n < packets; ++n)
            {
                if (!watches[i].got[n])
                {
                    lost.push_back(n);
                }
            }
            NS_TEST_EXPECT_MSG_EQ((lost == expected.at(receivers[i])),
                                  true,
                                  "receiver " << receivers[i]);
            NS_TEST_EXPECT_MSG_EQ(watches[i].wrongTimes, 0, "a delay for each link");
        }
        NS_TEST_EXPECT_MSG_GT(drops, packets / 10, "drops are traced");
        NS_TEST_EXPECT_MSG_EQ(strays, 1, "a receiver's packet");

        helper.SetDelay(Time(0)); // is a delay, too
        DynamicCast<MulticastTreeChannel>(channel)->SetLinkDelay(1, Time(0));
        std::string delayText = "no error";
        try
        {
            helper.SetDelay(NanoSeconds(-1));
        }
        catch (const std::invalid_argument& error)
        {
            delayText = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(delayText.find("must be at least 0 s"), std::string::npos, delayText);

        const std::string devicesText = HsnAbortText([&tree] {
            auto few = CreateObject<MulticastTreeChannel>();
            few->SetTree(tree);
            auto device = CreateObject<SimpleNetDevice>();
            device->SetChannel(few);
            few->Send(Create<Packet>(1), 1, Mac48Address(), Mac48Address(), device);
        });
        NS_TEST_EXPECT_MSG_NE(devicesText.find("1 devices"), std::string::npos, devicesText);
        const std::string treeText =
            HsnAbortText([] { CreateObject<MulticastTreeChannel>()->AssignStreams(1); });
        NS_TEST_EXPECT_MSG_NE(treeText.find("has no tree"), std::string::npos, treeText);
    }
};

/** @brief Nodes and routes. */
class MulticastTreeLinksTest : public TestCase
{
  public:
    MulticastTreeLinksTest()
        : TestCase("A tree of nodes: ns-3's applications, reliable multicast over UDP")
    {
    }

  private:
    void DoRun() override
    {
        const InetSocketAddress group("225.1.2.3", 5000);
        {
            // OnOffApplication: 1000 packets, once; a receiver gets the share (1 - q) of its path
            const auto tree = MulticastTree::MakeFromParents(LINK_PARENTS, LINK_LOSSES);
            MulticastTreeHelper helper;
            helper.SetStream(7);
            helper.SetDelay(MilliSeconds(1));
            const auto nodes = helper.InstallLinks(tree, group.GetIpv4());
            NS_TEST_ASSERT_MSG_EQ(nodes.GetN(), tree.GetNodes() + 1, "nodes and the host");
            OnOffHelper source("ns3::UdpSocketFactory", group);
            source.SetConstantRate(DataRate("800kbps"), 100);
            source.SetAttribute("MaxBytes", UintegerValue(100000));
            source.Install(nodes.Get(tree.GetNodes())).Start(Seconds(1));
            PacketSinkHelper sink("ns3::UdpSocketFactory",
                                  InetSocketAddress(Ipv4Address::GetAny(), 5000));
            std::map<uint32_t, ApplicationContainer> sinks;
            for (const uint32_t node : tree.GetReceivers())
            {
                sinks[node] = sink.Install(nodes.Get(node));
            }
            Simulator::Stop(Seconds(20));
            Simulator::Run();
            for (const auto& [node, applications] : sinks)
            {
                double share = 1;
                for (uint32_t at = node; at != 0; at = tree.GetLink(at).parent)
                {
                    share *= 1 - tree.GetLink(at).loss;
                }
                const double count =
                    DynamicCast<PacketSink>(applications.Get(0))->GetTotalRx() / 100.0;
                NS_TEST_EXPECT_MSG_EQ_TOL(count,
                                          1000 * share,
                                          4 * std::sqrt(1000 * share * (1 - share)),
                                          "receiver " << node);
            }
            Simulator::Destroy();
        }
        {
            // the source has three children; every receiver gets every packet
            const auto tree =
                MulticastTree::MakeFromParents({0, 0, 0, 2, 2, 4}, {0.2, 0.1, 0.3, 0.1, 0.2, 0.1});
            MulticastTreeHelper helper;
            helper.SetStream(7);
            helper.SetDelay(MilliSeconds(1));
            const auto nodes = helper.InstallLinks(tree, group.GetIpv4());
            NodeContainer receivers;
            for (const uint32_t node : tree.GetReceivers())
            {
                receivers.Add(nodes.Get(node));
            }
            FecMulticastHelper multicast;
            multicast.SetAttribute("N", UintegerValue(4));
            multicast.SetAttribute("M", UintegerValue(1));
            multicast.SetAttribute("MaxPackets", UintegerValue(200));
            const auto applications =
                multicast.Install(nodes.Get(tree.GetNodes()), receivers, group);
            Simulator::Run();
            const auto sender = DynamicCast<FecMulticastSender>(applications.Get(0));
            NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().complete, 200, "complete");
            NS_TEST_EXPECT_MSG_GT(sender->GetCounters().retransmissions, 10, "with losses");
            for (uint32_t i = 1; i < applications.GetN(); ++i)
            {
                const auto receiver = DynamicCast<FecMulticastReceiver>(applications.Get(i));
                NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().packets, 200, "received");
                NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().malformed, 0, "malformed");
            }
            Simulator::Destroy();
        }
        std::string text;
        try
        {
            MulticastTreeHelper().InstallLinks(MulticastTree::MakeStar(1, 0), "10.0.0.1");
        }
        catch (const std::invalid_argument& error)
        {
            text = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(text.find("10.0.0.1 must be a multicast address"),
                              std::string::npos,
                              text);
    }
};

HsnTestRegistration g_multicastTreeTests("multicast-tree",
                                         {new MulticastLossTreeTest,
                                          new MulticastTreeChannelTest,
                                          new MulticastTreeLinksTest});
} // namespace
} // namespace hsn
} // namespace ns3
