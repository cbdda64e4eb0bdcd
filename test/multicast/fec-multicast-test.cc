// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/fec-header.h"
#include "ns3/fec-multicast-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/two-state-error-model.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A sender and receivers on a star. */
struct Star
{
    /** @param group number of receivers @param n data packets of a block @param m parity packets
     * @param packets number of packets to send @param mode of retransmission */
    Star(uint32_t group, uint32_t n, uint32_t m, uint32_t packets, const std::string& mode)
    {
        nodes.Create(group + 1);
        SimpleNetDeviceHelper star;
        star.SetChannel("ns3::hsn::StarChannel");
        devices = star.Install(nodes);
        NetDeviceContainer receivers;
        for (uint32_t i = 1; i <= group; i++)
        {
            receivers.Add(devices.Get(i));
        }
        FecMulticastHelper helper;
        helper.SetAttribute("N", UintegerValue(n));
        helper.SetAttribute("M", UintegerValue(m));
        helper.SetAttribute("MaxPackets", UintegerValue(packets));
        helper.SetAttribute("PacketSize", UintegerValue(7));
        helper.SetAttribute("RetransmitMode", StringValue(mode));
        applications = helper.Install(devices.Get(0), receivers);
        sender = DynamicCast<FecMulticastSender>(applications.Get(0));
        sender->TraceConnectWithoutContext(
            "PacketTransmissions",
            Sink<uint32_t, uint32_t>::Make(
                [this](uint32_t number, uint32_t times) { transmissions[number] = times; }));
        for (uint32_t i = 1; i <= group; i++)
        {
            applications.Get(i)->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, uint32_t, bool>::Make(
                    [this](Ptr<const Packet> packet, uint32_t number, bool) {
                        uint8_t octets[11];
                        good += packet->CopyData(octets, 11) == 11 && packet->GetSize() == 11 &&
                                octets[3] == number % 256 &&
                                octets[10] == FecMulticastSender::GetPayloadOctet(number, 6);
                    }));
        }
    }

    ~Star()
    {
        Simulator::Destroy();
    }

    /** @param i index of a receiver @return the receiver */
    Ptr<FecMulticastReceiver> GetReceiver(uint32_t i) const
    {
        return DynamicCast<FecMulticastReceiver>(applications.Get(i + 1));
    }

    /** @param i index of a receiver @param lost counts of the packets it loses */
    void Lose(uint32_t i, const std::list<uint32_t>& lost)
    {
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList(lost);
        devices.Get(i + 1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }

    NodeContainer nodes;                        //!< of the sender, then of the receivers
    NetDeviceContainer devices;                 //!< of them
    ApplicationContainer applications;          //!< of them
    Ptr<FecMulticastSender> sender;             //!< the sender
    std::map<uint32_t, uint32_t> transmissions; //!< by number of the packet
    uint32_t good{0};                           //!< packets received with the expected content
};

/** @brief Chosen losses. */
class FecMulticastHandTest : public TestCase
{
  public:
    FecMulticastHandTest()
        : TestCase("Expected retransmissions: in blocks, bare, without redundancy, at the end")
    {
    }

  private:
    void DoRun() override
    {
        // blocks of 2 + 1: [0 1 p] [2 3 p] [4 5 p]. Receiver 0 loses 0 and restores it; receiver 1
        // loses 2 and 3, receiver 2 loses 3 and p: 2 and 3 are retransmitted in a fourth block
        {
            Star star(3, 2, 1, 6, "InBlock");
            star.Lose(0, {0});
            star.Lose(1, {3, 4});
            star.Lose(2, {4, 5});
            Simulator::Run();
            const std::map<uint32_t, uint32_t> expected =
                {{0, 1}, {1, 1}, {2, 2}, {3, 2}, {4, 1}, {5, 1}};
            NS_TEST_EXPECT_MSG_EQ((star.transmissions == expected), true, "transmissions");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetCounters().retransmissions, 2, "retransmitted");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetCounters().parity, 4, "four blocks");
            NS_TEST_EXPECT_MSG_EQ(star.good, 18, "all receivers have all packets");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(0)->GetBlockCounters().restored, 1, "restored");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(0)->GetCounters().repeated, 2, "received again");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(1)->GetBlockCounters().lostData, 2, "lost");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetOutstanding(), 0, "memory is released");
        }
        // the same with bare retransmissions, without parity; losses of receivers that do not need
        // them do not matter
        {
            Star star(3, 2, 1, 6, "Bare");
            star.Lose(0, {9, 10}); // the retransmissions, which receiver 0 does not need
            star.Lose(1, {3, 4});
            star.Lose(2, {4, 5, 10}); // and loses the retransmission
            Simulator::Run();
            const std::map<uint32_t, uint32_t> expected =
                {{0, 1}, {1, 1}, {2, 2}, {3, 3}, {4, 1}, {5, 1}};
            NS_TEST_EXPECT_MSG_EQ((star.transmissions == expected), true, "transmissions");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetCounters().parity, 3, "three blocks");
            NS_TEST_EXPECT_MSG_EQ(star.good, 18, "all receivers have all packets");
        }
        // receiver 0 lacks 2, and loses its first retransmission: 3, which receiver 1 lacks, comes
        // again before it; receiver 1 gets 2 three times
        {
            Star star(2, 2, 1, 6, "Bare");
            star.Lose(0, {3, 5, 9});
            star.Lose(1, {4, 5});
            Simulator::Run();
            const std::map<uint32_t, uint32_t> expected =
                {{0, 1}, {1, 1}, {2, 3}, {3, 2}, {4, 1}, {5, 1}};
            NS_TEST_EXPECT_MSG_EQ((star.transmissions == expected), true, "transmissions");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(0)->GetCounters().repeated, 1, "3, once");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(1)->GetCounters().repeated, 2, "2, twice");
            NS_TEST_EXPECT_MSG_EQ(star.good, 12, "all receivers have all packets");
        }
        // no redundancy; the end of the flow is lost, which only a poll reveals
        {
            Star star(2, 7, 0, 3, "InBlock");
            star.Lose(0, {1, 2, 3});
            star.Lose(1, {2});
            Simulator::Run();
            const std::map<uint32_t, uint32_t> expected = {{0, 1}, {1, 3}, {2, 2}};
            NS_TEST_EXPECT_MSG_EQ((star.transmissions == expected), true, "transmissions");
            NS_TEST_EXPECT_MSG_EQ(star.good, 6, "all receivers have all packets");
        }
        // a receiver loses all of the last, incomplete block
        {
            Star star(2, 5, 2, 7, "InBlock");
            star.Lose(1, {7, 8, 9, 10});
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(star.transmissions[5], 2, "retransmitted");
            NS_TEST_EXPECT_MSG_EQ(star.transmissions[6], 2, "retransmitted");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetCounters().parity, 6, "three blocks");
            NS_TEST_EXPECT_MSG_EQ(star.good, 14, "all receivers have all packets");
        }
        // loss on the shared link
        {
            Star star(3, 2, 1, 4, "InBlock");
            auto shared = CreateObject<ReceiveListErrorModel>();
            shared->SetList({0, 1, 2});
            star.devices.Get(0)->GetChannel()->SetAttribute("SharedErrorModel",
                                                            PointerValue(shared));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetCounters().retransmissions, 2, "first block");
            NS_TEST_EXPECT_MSG_EQ(star.good, 12, "all receivers have all packets");
        }
    }
};

/** @brief Random losses, compared with the expected maximum of geometric variables. */
class FecMulticastMeanTest : public TestCase
{
  public:
    FecMulticastMeanTest()
        : TestCase("Transmissions for thirty receivers; loss of one half; invalid packets")
    {
    }

  private:
    void DoRun() override
    {
        {
            const uint32_t packets = 5000;
            Star star(30, 1, 0, packets, "InBlock");
            for (uint32_t i = 1; i <= 30; i++)
            {
                star.devices.Get(i)->SetAttribute("ReceiveErrorModel",
                                                  PointerValue(MakeTwoStateLoss(0.1, 0, i)));
            }
            Simulator::Run();
            double sum = 0;
            double squares = 0;
            for (const auto& one : star.transmissions)
            {
                sum += one.second;
                squares += one.second * one.second;
            }
            NS_TEST_ASSERT_MSG_EQ(star.transmissions.size(), packets, "all complete");
            const double mean = sum / packets;
            const double error = std::sqrt((squares / packets - mean * mean) / packets);
            NS_TEST_EXPECT_MSG_EQ_TOL(mean, 2.250806445, 4 * error, "T(0.1, 30)");
            NS_TEST_EXPECT_MSG_EQ(star.good, 30 * packets, "all receivers have all packets");
        }
        {
            Star star(3, 4, 2, 200, "InBlock");
            for (uint32_t i = 1; i <= 3; i++)
            {
                star.devices.Get(i)->SetAttribute("ReceiveErrorModel",
                                                  PointerValue(MakeTwoStateLoss(0.5, 10, 2 * i)));
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(star.good, 600, "all receivers have all packets");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetOutstanding(), 0, "memory is released");
        }
        {
            Star star(1, 2, 1, 2, "InBlock");
            uint32_t traced = 0;
            star.GetReceiver(0)->TraceConnectWithoutContext(
                "Malformed",
                Sink<Ptr<const Packet>>::Make([&traced](Ptr<const Packet>) { traced++; }));
            const auto send = [&star](Ptr<Packet> packet) {
                ScheduleCall(Seconds(1), [&star, packet] {
                    star.devices.Get(0)->Send(packet,
                                              star.devices.Get(0)->GetBroadcast(),
                                              FEC_MULTICAST_PROTOCOL);
                });
            };
            send(Create<Packet>(3));
            send(Create<Packet>(100));
            FecHeader header;
            header.code = {FEC_CODEC_SHIFT_XOR, 2, 1};
            header.block = 100;
            header.length = 3;
            auto tooShort = Create<Packet>(3); // too short for a number
            tooShort->AddHeader(header);
            send(tooShort);
            const uint8_t far[] = {0x10, 0, 0, 0};
            auto tooFar = Create<Packet>(far, 4);
            header.index = 1;
            header.length = 4;
            tooFar->AddHeader(header);
            send(tooFar);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(0)->GetCounters().malformed, 3, "counted");
            NS_TEST_EXPECT_MSG_EQ(traced, 3, "traced");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(0)->GetCounters().outOfRange, 1, "too far");
            NS_TEST_EXPECT_MSG_EQ(star.sender->GetCounters().strayReports, 99, "blocks 1 to 99");
            NS_TEST_EXPECT_MSG_EQ(star.GetReceiver(0)->GetCounters().packets, 2, "the others");
        }
        const std::string text = HsnAbortText([] {
            NodeContainer nodes(1);
            auto device = CreateObject<SimpleNetDevice>();
            nodes.Get(0)->AddDevice(device);
            FecMulticastHelper().Install(device, {});
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("no receivers"), std::string::npos, text);
        const std::string code = HsnAbortText([] {
            Star star(1, 7, 4, 1, "InBlock");
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(code.find("4 parity packets by shifts"), std::string::npos, code);
    }
};

/** @brief A sender that is stopped: nothing arrives later than it is sent on this network. */
class FecMulticastStopTest : public TestCase
{
  public:
    FecMulticastStopTest()
        : TestCase("A sender that has stopped sends nothing and asks no receiver for reports")
    {
    }

  private:
    void DoRun() override
    {
        // two blocks of [0 1 p] take until 6.25 ms. Receiver 0 loses the first block, which the
        // second one reveals; receiver 1 loses all of the second, which a poll reveals 125 ms after
        // the last packet; the sender reacts to a report after 125 ms
        for (const std::string mode : {"InBlock", "Bare"})
        {
            for (double ms = 0.5; ms < 600; ms = ms < 10 ? ms + 1.25 : ms + 20)
            {
                Run(mode, ms);
            }
        }
        const auto [packets, reports] = Run("InBlock", 10000);
        NS_TEST_EXPECT_MSG_GT(packets, 6, "without a stop, more is sent");
        NS_TEST_EXPECT_MSG_GT(reports, 4, "and reported");
    }

    /// @param mode of retransmission @param ms when it stops @return packets sent, blocks reported
    std::pair<uint32_t, uint32_t> Run(const std::string& mode, double ms)
    {
        const Time stop = Seconds(ms / 1000);
        Star star(2, 2, 1, 4, mode);
        star.Lose(0, {0, 1, 2});
        star.Lose(1, {3, 4, 5});
        star.sender->SetStopTime(stop);
        uint32_t packets = 0;
        uint32_t reports = 0;
        uint32_t late = 0;
        star.sender->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) {
                ++packets;
                late += Simulator::Now() > stop;
            }));
        for (uint32_t i = 0; i < 2; ++i)
        {
            star.GetReceiver(i)->TraceConnectWithoutContext(
                "BlockDecoded",
                Sink<uint32_t, uint32_t, uint32_t>::Make([&](uint32_t, uint32_t, uint32_t) {
                    ++reports;
                    late += Simulator::Now() > stop;
                }));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(late, 0, mode << ", stopped at " << ms << " ms");
        return {packets, reports};
    }
};

/** @brief A network on which packets take time. */
class FecMulticastDelayTest : public TestCase
{
  public:
    FecMulticastDelayTest()
        : TestCase("Packets that are on their way are waited for, and not sent again for ever")
    {
    }

  private:
    /// @param star a sender and receivers @param ms one-way delay
    static void Run(Star& star, double ms)
    {
        star.devices.Get(0)->GetChannel()->SetAttribute("Delay", TimeValue(Seconds(ms / 1000)));
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
    }

    void DoRun() override
    {
        // packet 0 is lost, which packet 1 reveals at 11.25 ms: it is sent again at 136.25 ms, and
        // arrives 10 ms later. The others are sent until 13.75 ms; without it, receivers would be
        // asked at 140 ms
        {
            Star star(2, 7, 0, 12, "InBlock");
            star.Lose(0, {0});
            Run(star, 10);
            NS_TEST_EXPECT_MSG_EQ(star.transmissions.size(), 12, "all are complete");
            for (const auto& [number, times] : star.transmissions)
            {
                NS_TEST_EXPECT_MSG_EQ(times, (number == 0 ? 2 : 1), "packet " << number);
            }
            NS_TEST_EXPECT_MSG_EQ(star.good, 24, "all receivers have all packets");
        }
        // Receivers are asked 126.25 ms after the last packet, then after twice that time, and so
        // on: 2^n * 126.25 ms exceed the delay
        const std::vector<std::pair<double, uint32_t>> delays = {{120, 1},
                                                                 {250, 2},
                                                                 {500, 3},
                                                                 {10000, 8}};
        for (const auto& [ms, most] : delays)
        {
            for (const uint32_t parity : {0, 2})
            {
                Star star(2, 5, parity, 10, "InBlock");
                Run(star, ms);
                NS_TEST_EXPECT_MSG_EQ(star.transmissions.size(), 10, "all are complete, " << ms);
                for (const auto& [number, times] : star.transmissions)
                {
                    NS_TEST_EXPECT_MSG_LT(times, most + 1, "packet " << number << ", " << ms);
                }
                NS_TEST_EXPECT_MSG_EQ(star.good, 20, "all receivers have all packets");
            }
        }
        // a long stream: nothing but its end is repeated
        {
            Star star(2, 5, 0, 1000, "InBlock");
            Run(star, 250);
            NS_TEST_EXPECT_MSG_EQ(star.transmissions.size(), 1000, "all are complete");
            NS_TEST_EXPECT_MSG_LT(star.sender->GetCounters().retransmissions,
                                  2 * 200,
                                  "what is sent within 250 ms, twice");
        }
    }
};

HsnTestRegistration g_fecMulticastTests("fec-multicast",
                                        {new FecMulticastHandTest,
                                         new FecMulticastMeanTest,
                                         new FecMulticastStopTest,
                                         new FecMulticastDelayTest});
} // namespace
} // namespace hsn
} // namespace ns3
