// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * One tree of 50 receivers as a channel and as nodes with routes: the same losses, delays and
 * number of transmissions.
 */
#include "../hsn-test.h"

#include "ns3/fec-multicast-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/multicast-tree-model.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t RECEIVERS = 50; //!< of the tree
constexpr uint32_t PACKETS = 600;  //!< that are sent until all have them
constexpr double HOP = 2;          //!< delay of a link, ms

/// What was seen of a form of the tree.
struct Seen
{
    double mean{0};                   //!< transmissions of a packet
    double error{0};                  //!< standard error of the mean
    std::vector<double> first;        //!< by receiver, share of first transmissions that arrive
    std::map<int, uint32_t> arrivals; //!< packets by delay, ms
};

/** @brief The forms of one tree. */
class MulticastFormsTest : public TestCase
{
  public:
    MulticastFormsTest()
        : TestCase("50 receivers: a channel and nodes with routes agree, and with the formula")
    {
    }

  private:
    void DoRun() override
    {
        // a common path of two links; seven branches, whose receivers have 1 to 3 links of their
        // own
        MulticastTree tree;
        const uint32_t shared = tree.Add(tree.Add(0, 0.005), 0.005);
        std::vector<uint32_t> branches;
        for (uint32_t i = 0; i < 7; ++i)
        {
            branches.push_back(tree.Add(shared, 0.004 * (i + 1)));
        }
        for (uint32_t i = 0; i < RECEIVERS; ++i)
        {
            uint32_t node = branches[i % 7];
            for (uint32_t link = 0; link <= i % 3; ++link)
            {
                node = tree.Add(node, 0.01);
            }
        }
        const auto receivers = tree.GetReceivers();
        NS_TEST_ASSERT_MSG_EQ(receivers.size(), RECEIVERS, "receivers");
        std::vector<uint32_t> hops;
        std::vector<double> arrive;
        for (const uint32_t receiver : receivers)
        {
            hops.push_back(0);
            arrive.push_back(1);
            for (uint32_t at = receiver; at != 0; at = tree.GetLink(at).parent)
            {
                ++hops.back();
                arrive.back() *= 1 - tree.GetLink(at).loss;
            }
        }
        const double expected = MulticastTreeModel::GetMean(tree);
        const Seen channel = Run(tree, false);
        const Seen nodes = Run(tree, true);
        for (const auto* seen : {&channel, &nodes})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(seen->mean, expected, 3.5 * seen->error, "transmissions");
            for (uint32_t i = 0; i < RECEIVERS; ++i)
            {
                const double error = std::sqrt(arrive[i] * (1 - arrive[i]) / PACKETS);
                NS_TEST_EXPECT_MSG_EQ_TOL(seen->first[i], arrive[i], 4.5 * error, "receiver " << i);
            }
            // receivers have 4, 5 or 6 links from the source
            NS_TEST_EXPECT_MSG_EQ(seen->arrivals.size(), 3, "delays");
            for (const auto& [ms, packets] : seen->arrivals)
            {
                NS_TEST_EXPECT_MSG_EQ((ms == 8 || ms == 10 || ms == 12), true, "delay " << ms);
                NS_TEST_EXPECT_MSG_GT(packets, 15 * PACKETS, "delay " << ms);
            }
        }
        const double both = std::hypot(channel.error, nodes.error);
        NS_TEST_EXPECT_MSG_EQ_TOL(channel.mean, nodes.mean, 3.5 * both, "the two forms");
    }

    /// @param tree a tree @param isNodes as nodes with routes, else as a channel @return what was
    /// seen
    Seen Run(const MulticastTree& tree, bool isNodes)
    {
        MulticastTreeHelper helper;
        helper.SetStream(isNodes ? 5000 : 7000);
        helper.SetDelay(Seconds(HOP / 1000));
        FecMulticastHelper multicast;
        multicast.SetAttribute("M", UintegerValue(0));
        multicast.SetAttribute("MaxPackets", UintegerValue(PACKETS));
        const InetSocketAddress group("225.1.2.3", 5000);
        ApplicationContainer applications;
        if (isNodes)
        {
            helper.SetDataRate(DataRate("100Gbps"));
            const auto nodes = helper.InstallLinks(tree, group.GetIpv4());
            NodeContainer receivers;
            for (const uint32_t node : tree.GetReceivers())
            {
                receivers.Add(nodes.Get(node));
            }
            applications = multicast.Install(nodes.Get(tree.GetNodes()), receivers, group);
        }
        else
        {
            const auto devices = helper.InstallChannel(tree);
            NetDeviceContainer receivers;
            for (uint32_t i = 1; i < devices.GetN(); ++i)
            {
                receivers.Add(devices.Get(i));
            }
            applications = multicast.Install(devices.Get(0), receivers);
        }
        Seen seen;
        std::map<uint64_t, Time> sent; // first time, by id of the packet
        double sum = 0;
        double squares = 0;
        applications.Get(0)->TraceConnectWithoutContext(
            "PacketTransmissions",
            Sink<uint32_t, uint32_t>::Make([&](uint32_t, uint32_t times) {
                sum += times;
                squares += static_cast<double>(times) * times;
            }));
        applications.Get(0)->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet> packet) {
                sent.emplace(packet->GetUid(), Simulator::Now());
            }));
        const double extra = isNodes ? HOP : 0; // the host's link to node 0
        std::vector<uint32_t> firsts(RECEIVERS);
        for (uint32_t i = 0; i < RECEIVERS; ++i)
        {
            applications.Get(i + 1)->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, uint32_t, bool>::Make(
                    [&, i](Ptr<const Packet> packet, uint32_t, bool) {
                        const Time delay = Simulator::Now() - sent.at(packet->GetUid());
                        const double ms = 1000 * delay.GetSeconds() - extra;
                        if (ms < 12.5) // else it was sent again
                        {
                            ++firsts[i];
                            ++seen.arrivals[static_cast<int>(std::lround(ms))];
                        }
                    }));
        }
        Simulator::Run();
        seen.mean = sum / PACKETS;
        seen.error = std::sqrt((squares / PACKETS - seen.mean * seen.mean) / PACKETS);
        for (const uint32_t count : firsts)
        {
            seen.first.push_back(static_cast<double>(count) / PACKETS);
        }
        Simulator::Destroy();
        return seen;
    }
};

HsnTestRegistration g_multicastFormsTests("multicast-forms", {new MulticastFormsTest});
} // namespace
} // namespace hsn
} // namespace ns3
