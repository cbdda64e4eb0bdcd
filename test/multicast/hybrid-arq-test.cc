// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/error-model.h"
#include "ns3/fec-header.h"
#include "ns3/hsn-compat.h"
#include "ns3/hybrid-arq-helper.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/multicast-tree-model.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A sender and receivers. */
struct HybridGroup
{
    /** @param all devices, the sender's first @param n data packets of a group @param m parity
     * packets @param groups number of groups */
    HybridGroup(const NetDeviceContainer& all, uint32_t n, uint32_t m, uint32_t groups)
        : devices(all)
    {
        NetDeviceContainer receivers;
        for (uint32_t i = 1; i < devices.GetN(); ++i)
        {
            receivers.Add(devices.Get(i));
        }
        HybridArqHelper helper;
        helper.SetAttribute("N", UintegerValue(n));
        helper.SetAttribute("M", UintegerValue(m));
        helper.SetAttribute("MaxGroups", UintegerValue(groups));
        helper.SetAttribute("PacketSize", UintegerValue(7));
        applications = helper.Install(devices.Get(0), receivers);
        sender = DynamicCast<HybridArqSender>(applications.Get(0));
        sender->TraceConnectWithoutContext(
            "GroupTransmissions",
            Sink<uint32_t, uint32_t>::Make(
                [this](uint32_t number, uint32_t packets) { transmissions[number] = packets; }));
        for (uint32_t i = 1; i < devices.GetN(); ++i)
        {
            applications.Get(i)->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, uint32_t, bool>::Make(
                    [this, i](Ptr<const Packet> payload, uint32_t number, bool) {
                        uint8_t octets[7];
                        bool isGood = payload->GetSize() == 7 && payload->CopyData(octets, 7) == 7;
                        for (uint32_t j = 0; isGood && j < 7; ++j)
                        {
                            isGood = octets[j] == HybridArqSender::GetPayloadOctet(number, j);
                        }
                        wrong += !isGood;
                        // once
                        wrong += !delivered[i].insert(number).second;
                    }));
        }
    }

    ~HybridGroup()
    {
        Simulator::Destroy();
    }

    /** @param receivers how many @return devices on a star, the sender's first */
    static NetDeviceContainer MakeStar(uint32_t receivers)
    {
        NodeContainer nodes;
        nodes.Create(receivers + 1);
        SimpleNetDeviceHelper star;
        star.SetChannel("ns3::hsn::StarChannel");
        return star.Install(nodes);
    }

    /** @param i a receiver, from 0 @param lost counts of the packets it loses */
    void Lose(uint32_t i, const std::list<uint32_t>& lost)
    {
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList(lost);
        devices.Get(i + 1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }

    /** @param i a receiver, from 0 @return its counters */
    const HybridArqRxCounters& GetCounters(uint32_t i) const
    {
        return DynamicCast<HybridArqReceiver>(applications.Get(i + 1))->GetCounters();
    }

    NetDeviceContainer devices;                       //!< of the sender, then of receivers
    ApplicationContainer applications;                //!< of them
    Ptr<HybridArqSender> sender;                      //!< the sender
    std::map<uint32_t, uint32_t> transmissions;       //!< by number of the group
    std::map<uint32_t, std::set<uint32_t>> delivered; //!< numbers of packets, by receiver
    uint32_t wrong{0};                                //!< packets with wrong octets, or twice
};

/** @brief Chosen losses. */
class HybridArqHandTest : public TestCase
{
  public:
    HybridArqHandTest()
        : TestCase("Expected parity packets; parity used up; mistakes")
    {
    }

  private:
    void DoRun() override
    {
        // [0 1] [2 3]: one parity packet makes good the losses of both receivers in the first
        // group; in the second one, receiver 0 loses everything and one of the two parity packets
        {
            HybridGroup group(HybridGroup::MakeStar(2), 2, 3, 2);
            group.Lose(0, {0, 2, 3, 5});
            group.Lose(1, {1});
            Simulator::Run();
            const std::map<uint32_t, uint32_t> expected = {{0, 3}, {1, 5}};
            NS_TEST_EXPECT_MSG_EQ((group.transmissions == expected), true, "transmissions");
            NS_TEST_EXPECT_MSG_EQ(group.sender->GetCounters().data, 4, "data");
            NS_TEST_EXPECT_MSG_EQ(group.sender->GetCounters().parity, 4, "parity");
            NS_TEST_EXPECT_MSG_EQ(group.sender->GetCounters().complete, 2, "complete");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).delivered, 4, "all");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).restored, 3, "restored");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).unneeded, 0, "unneeded");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(1).delivered, 4, "all");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(1).restored, 1, "restored");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(1).unneeded, 3, "parity of the second group");
            NS_TEST_EXPECT_MSG_EQ(group.wrong, 0, "octets");
        }
        // packets of 1.25 ms: the second group's first one follows the first group's, though what
        // is missing of that is known only after 125 ms
        {
            HybridGroup group(HybridGroup::MakeStar(1), 2, 3, 2);
            Simulator::Stop(MilliSeconds(3));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(group.sender->GetCounters().data, 3, "0, 1.25 and 2.5 ms");
        }
        // one data and one parity packet: both are lost, and sent again
        {
            HybridGroup group(HybridGroup::MakeStar(1), 1, 1, 1);
            group.Lose(0, {0, 1, 2});
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(group.transmissions[0], 4, "transmissions");
            NS_TEST_EXPECT_MSG_EQ(group.sender->GetCounters().repeated, 2, "sent again");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).restored, 1, "from parity");
            NS_TEST_EXPECT_MSG_EQ(group.wrong, 0, "octets");
        }
        // packets that nobody sent so
        {
            HybridGroup group(HybridGroup::MakeStar(1), 2, 3, 1);
            const auto send = [&group](uint32_t block, uint32_t data, uint32_t size) {
                FecHeader header;
                header.code = {FEC_CODEC_REED_SOLOMON, data, 3};
                header.block = block;
                header.length = static_cast<uint16_t>(size);
                auto packet = Create<Packet>(size);
                packet->AddHeader(header);
                ScheduleCall(Seconds(1), [&group, packet] {
                    group.devices.Get(0)->Send(packet,
                                               group.devices.Get(0)->GetBroadcast(),
                                               HYBRID_ARQ_PROTOCOL);
                });
            };
            send(1, 3, 7);        // another code
            send(1, 2, 8);        // another size
            send(1U << 20, 2, 7); // too far ahead
            send(0, 2, 7);        // complete
            ScheduleCall(Seconds(1), [&group] {
                group.devices.Get(0)->Send(Create<Packet>(3),
                                           group.devices.Get(0)->GetBroadcast(),
                                           HYBRID_ARQ_PROTOCOL);
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).malformed, 3, "malformed");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).outOfRange, 1, "too far");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).unneeded, 1, "complete");
            NS_TEST_EXPECT_MSG_EQ(group.GetCounters(0).delivered, 2, "the others");
        }
        const std::string none = HsnAbortText([] {
            HybridGroup group(HybridGroup::MakeStar(0), 2, 3, 1);
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(none.find("no receivers"), std::string::npos, none);
        const std::string many = HsnAbortText([] {
            HybridGroup group(HybridGroup::MakeStar(1), 200, 100, 1);
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(many.find("200 + 100 packets"), std::string::npos, many);
    }
};

/** @brief Random losses on a tree, against the recursion. */
class HybridArqTreeTest : public TestCase
{
  public:
    HybridArqTreeTest()
        : TestCase("Packets for a group on an irregular tree, against the recursion")
    {
    }

  private:
    void DoRun() override
    {
        const auto tree = MulticastTree::MakeFromParents({0, 1, 1, 2, 2, 0, 6},
                                                         {0.05, 0.1, 0.2, 0.3, 0.1, 0.2, 0.15});
        const uint32_t groups = 4000;
        for (const uint32_t n : {1, 5})
        {
            MulticastTreeHelper network;
            network.SetStream(1);
            HybridGroup group(network.InstallChannel(tree), n, 40, groups);
            Simulator::Run();
            double sum = 0;
            double squares = 0;
            for (const auto& one : group.transmissions)
            {
                sum += one.second;
                squares += one.second * one.second;
            }
            const double mean = sum / groups;
            NS_TEST_EXPECT_MSG_EQ_TOL(mean,
                                      MulticastTreeModel::GetMean(tree, n),
                                      4 * std::sqrt((squares / groups - mean * mean) / groups),
                                      "mean, groups of " << n);
            NS_TEST_EXPECT_MSG_EQ(group.wrong, 0, "octets");
            for (uint32_t i = 0; i < 4; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(group.GetCounters(i).delivered, n * groups, "all");
            }
        }
    }
};

/** @brief A sender that is stopped. */
class HybridArqStopTest : public TestCase
{
  public:
    HybridArqStopTest()
        : TestCase("A sender of parity that has stopped sends nothing, whatever receivers lack")
    {
    }

  private:
    void DoRun() override
    {
        for (double ms = 0.5; ms < 600; ms = ms < 10 ? ms + 1.25 : ms + 20)
        {
            NS_TEST_EXPECT_MSG_EQ(Run(ms), 0, "stopped at " << ms << " ms");
        }
    }

    /// A receiver loses all data of both groups, and the first parity. @param ms when the sender
    /// stops @return packets that it sends later
    static uint32_t Run(double ms)
    {
        const Time stop = Seconds(ms / 1000);
        HybridGroup group(HybridGroup::MakeStar(1), 2, 3, 2);
        group.Lose(0, {0, 1, 2, 3, 4, 5});
        group.sender->SetStopTime(stop);
        uint32_t late = 0;
        group.sender->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>>::Make(
                [&](Ptr<const Packet>) { late += Simulator::Now() > stop; }));
        Simulator::Run();
        return late;
    }
};

HsnTestRegistration g_hybridArqTests("hybrid-arq",
                                     {new HybridArqHandTest,
                                      new HybridArqTreeTest,
                                      new HybridArqStopTest});
} // namespace
} // namespace hsn
} // namespace ns3
