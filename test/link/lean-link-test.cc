// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "ether-types.h"

#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/lean-link-channel.h"
#include "ns3/lean-link-helper.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{

/** @brief A lean link of 8 Mbit/s and 1 ms, on which 998 bytes of IP take 1 ms. */
class LeanLink
{
  public:
    /// What has arrived at end 1: time in microseconds, and size.
    using Arrivals = std::vector<std::pair<int64_t, uint32_t>>;

    LeanLink()
    {
        LeanLinkHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        helper.SetChannelAttribute("Delay", StringValue("1ms"));
        nodes.Create(2);
        devices = helper.Install(nodes);
        for (uint32_t end : {0, 1})
        {
            device[end] = DynamicCast<LeanLinkNetDevice>(devices.Get(end));
            device[end]->SetReceiveCallback(MakeBoundCallback(&LeanLink::Receive, this, end));
        }
        channel = device[0]->GetLeanChannel();
    }

    ~LeanLink()
    {
        Simulator::Destroy();
    }

    /** @param at time in microseconds @param call what happens then */
    static void At(int64_t at, const std::function<void()>& call)
    {
        ScheduleCall(MicroSeconds(at), call);
    }

    /** @param bytes of IP @param end that sends @return whether the packet was accepted */
    bool Send(uint32_t bytes, uint32_t end = 0)
    {
        return device[end]->Send(Create<Packet>(bytes), device[end]->GetBroadcast(), IPV4);
    }

    /** @param at time in microseconds @param bytes of each packet @param count of packets */
    void SendAt(int64_t at, uint32_t bytes, uint32_t count)
    {
        At(at, [this, bytes, count] {
            for (uint32_t i = 0; i < count; ++i)
            {
                Send(bytes);
            }
        });
    }

    /** @return times of arrival at end 1, in microseconds, as text */
    std::string GetTimes() const
    {
        std::string text;
        for (const auto& one : arrivals[1])
        {
            text += (text.empty() ? "" : " ") + std::to_string(one.first);
        }
        return text;
    }

    NodeContainer nodes;              //!< two
    NetDeviceContainer devices;       //!< theirs
    Ptr<LeanLinkNetDevice> device[2]; //!< the same
    Ptr<LeanLinkChannel> channel;     //!< between them
    Arrivals arrivals[2];             //!< by end

  private:
    /** @param link @param end of it @param packet received @return true */
    static bool Receive(LeanLink* link,
                        uint32_t end,
                        Ptr<NetDevice>,
                        Ptr<const Packet> packet,
                        uint16_t,
                        const Address&)
    {
        link->arrivals[end].emplace_back(Simulator::Now().GetMicroSeconds(), packet->GetSize());
        return true;
    }
};

/** @brief Times and room in the buffer, by hand. */
class TimesTest : public TestCase
{
  public:
    TimesTest()
        : TestCase("times of arrival, room in the buffer, counters; both directions apart")
    {
    }

  private:
    void DoRun() override
    {
        LeanLink link;
        link.device[0]->SetAttribute("MaxSize", StringValue("2p"));
        std::vector<bool> taken;
        LeanLink::At(0, [&] {
            for (uint32_t i = 0; i < 4; ++i)
            {
                taken.push_back(link.Send(998));
            }
            link.Send(498, 1);
            const auto backlog = link.device[0]->GetBacklog();
            NS_TEST_EXPECT_MSG_EQ(backlog.packets, 2, "they wait");
            NS_TEST_EXPECT_MSG_EQ(backlog.bytes, 2000, "with PPP headers");
        });
        // a packet that leaves now has made room
        LeanLink::At(1000, [&] {
            taken.push_back(link.Send(98));
            taken.push_back(link.Send(98));
            const auto counters = link.device[0]->GetTxCounters();
            NS_TEST_EXPECT_MSG_EQ(counters.accepted.packets, 4, "of six");
            NS_TEST_EXPECT_MSG_EQ(counters.accepted.bytes, 3 * 998 + 98, "of IP");
            NS_TEST_EXPECT_MSG_EQ(counters.dropped.packets, 2, "the others");
            NS_TEST_EXPECT_MSG_EQ(counters.dropped.bytes, 998 + 98, "the others");
            NS_TEST_EXPECT_MSG_EQ(counters.sent.packets, 1, "one has left");
        });
        Simulator::Run();
        const std::vector<bool> expected{true, true, true, false, true, false};
        NS_TEST_EXPECT_MSG_EQ((taken == expected), true, "the line and two places");
        NS_TEST_EXPECT_MSG_EQ(link.GetTimes(), "2000 3000 4000 4100", "1 ms each, 1 ms way");
        NS_TEST_EXPECT_MSG_EQ(link.arrivals[0].size(), 1, "other direction");
        NS_TEST_EXPECT_MSG_EQ(link.arrivals[0].at(0).first, 1500, "not delayed by this one");
        NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetTxCounters().sent.bytes, 3 * 998 + 98, "all");
        NS_TEST_EXPECT_MSG_EQ(link.device[1]->GetReceived().bytes, 3 * 998 + 98, "all");
        NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetReceived().packets, 1, "other direction");
    }
};

/** @brief Packets leave at ticks, and take time before they can start. */
class LeanClockTest : public TestCase
{
  public:
    LeanClockTest()
        : TestCase(
              "ticks at which packets leave with their places; processing in front of the line")
    {
    }

  private:
    void DoRun() override
    {
        Tick();
        Processing();
        Change();
    }

    /// The line carries a packet in 1 ms; they leave at 1.5 ms, 4 ms, 6.5 ms.
    void Tick()
    {
        LeanLink link;
        link.device[0]->SetAttribute("MaxSize", StringValue("3p"));
        link.device[0]->SetAttribute("Tick", StringValue("2500us"));
        link.device[0]->SetAttribute("TickPhase", StringValue("1500us"));
        link.SendAt(0, 998, 3);
        LeanLink::At(3900, [&] {
            NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetTxCounters().sent.packets, 1, "at 1.5 ms");
            NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetBacklog().packets, 1, "behind the next one");
        });
        LeanLink::At(4000, [&] {
            NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetTxCounters().sent.packets, 3, "all carried");
        });
        link.SendAt(4200, 498, 1); // begins at once: the line is idle
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.GetTimes(), "2500 5000 5000 7500", "and 1 ms of the link");
    }

    /// Times before packets can start, during which the line carries others.
    void Processing()
    {
        LeanLink link;
        const auto times = CreateObject<DeterministicRandomVariable>();
        times->SetValueArray(std::vector<double>{300e-6, 0, 4000e-6});
        link.device[0]->SetAttribute("ProcessingTime", PointerValue(times));
        link.SendAt(0, 998, 3);
        link.SendAt(10000, 998, 1);
        Simulator::Run();
        // the second is not before the first; the line waits for the third
        NS_TEST_EXPECT_MSG_EQ(link.GetTimes(), "2300 3300 6000 12300", "order is kept");
    }

    /// The line becomes faster while packets wait, and ticks end while some do.
    void Change()
    {
        LeanLink link;
        link.device[0]->SetAttribute("Tick", StringValue("2ms"));
        link.SendAt(0, 998, 3); // through at 1, 2, 3 ms: would leave at 2, 2, 4 ms
        LeanLink::At(500, [&] { link.device[0]->SetAttribute("DataRate", StringValue("80Mbps")); });
        LeanLink::At(600, [&] { link.device[0]->SetAttribute("Tick", StringValue("0ms")); });
        link.SendAt(700, 98, 1); // through at 1.21 ms
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.GetTimes(), "3000 3000 3000 3000", "none overtakes");
    }
};

/** @brief One event per packet. */
class EventsTest : public TestCase
{
  public:
    EventsTest()
        : TestCase("one event per packet, also with a full buffer and with many packets under way")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t PACKETS = 1000;
        NS_TEST_EXPECT_MSG_EQ(CountEvents(PACKETS) - CountEvents(0), PACKETS, "events");
    }

    /** @param packets sent at once @return events of the whole simulation */
    uint64_t CountEvents(uint32_t packets)
    {
        LeanLink link;
        link.device[0]->SetAttribute("MaxSize", StringValue("2000p"));
        link.channel->SetDelay(Seconds(10));
        for (uint32_t i = 0; i < packets; ++i)
        {
            link.Send(498);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.arrivals[1].size(), packets, "all");
        return Simulator::GetEventCount();
    }
};

/** @brief Changes of rate, delay and limit. */
class ChangeTest : public TestCase
{
  public:
    ChangeTest()
        : TestCase("rate, delay and limit change: packets under way keep their times")
    {
    }

  private:
    void DoRun() override
    {
        {
            LeanLink link; // the second packet starts at 1 ms, the third at 2 ms
            link.SendAt(0, 998, 3);
            LeanLink::At(1500,
                         [&] { link.device[0]->SetAttribute("DataRate", StringValue("1Mbps")); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(link.GetTimes(), "2000 3000 11000", "slower from the third on");
        }
        {
            LeanLink link;
            link.SendAt(0, 998, 3);
            LeanLink::At(500,
                         [&] { link.device[0]->SetAttribute("DataRate", StringValue("80Mbps")); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(link.GetTimes(), "2000 2100 2200", "faster from the second on");
        }
        {
            LeanLink link;
            link.channel->SetDelay(MilliSeconds(20));
            link.SendAt(0, 998, 3);
            LeanLink::At(2500, [&] { link.channel->SetAttribute("Delay", StringValue("1ms")); });
            link.SendAt(3000, 98, 1);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(link.GetTimes(),
                                  "4100 21000 22000 23000",
                                  "the fourth overtakes");
        }
        {
            LeanLink link;
            link.SendAt(0, 998, 5);
            LeanLink::At(100, [&] { link.device[0]->SetAttribute("MaxSize", StringValue("2p")); });
            link.SendAt(200, 98, 1);  // four wait: dropped
            link.SendAt(3200, 98, 2); // one waits: the first gets the place
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(link.GetTimes(),
                                  "2000 3000 4000 5000 6000 6100",
                                  "all that waited");
            NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetTxCounters().dropped.packets, 2, "later ones");
        }
    }
};

/** @brief Settings that make no sense. */
class ErrorTest : public TestCase
{
  public:
    ErrorTest()
        : TestCase("what makes no sense is refused, and the message names value and limit")
    {
    }

  private:
    void DoRun() override
    {
        Expect("DataRate", "0bps", {"DataRate", "0bps", "at least 1 bit/s"});
        Expect("Mtu", "67", {"Mtu", "67", "at least 68"});
        Expect("MaxSize", "0p", {"MaxSize", "0p", "at least 1p"});
        Expect("MaxSize", "0B", {"MaxSize", "0B", "1B"});
        Check(HsnAbortText([] {
                  LeanLink link;
                  link.channel->SetAttribute("Delay", StringValue("-1ms"));
              }),
              {"Delay"});
        Check(HsnAbortText([] {
                  LeanLink link;
                  const auto node = CreateObject<Node>();
                  const auto third = CreateObject<LeanLinkNetDevice>();
                  node->AddDevice(third);
                  third->Attach(link.channel);
              }),
              {"two ends"});
        Check(HsnAbortText([] {
                  LeanLink link;
                  link.device[0]->Send(Create<Packet>(100), link.device[0]->GetBroadcast(), 0x0806);
              }),
              {std::to_string(0x0806)});
        Check(HsnAbortText([] { LeanLinkHelper().Install(NodeContainer(3)); }), {"3 nodes"});
        LeanLink link; // the bounds are allowed
        link.device[0]->SetAttribute("Mtu", UintegerValue(68));
        link.device[0]->SetAttribute("MaxSize", StringValue("1B"));
        link.device[0]->SetAttribute("DataRate", StringValue("1bps"));
        NS_TEST_EXPECT_MSG_EQ(link.device[0]->GetMtu(), 68, "as set");
    }

    /** @param name of an attribute @param value of it @param words of the message */
    void Expect(const std::string& name,
                const std::string& value,
                const std::vector<std::string>& words)
    {
        Check(HsnAbortText([&] {
                  LeanLink link;
                  link.device[0]->SetAttribute(name, StringValue(value));
              }),
              words);
    }

    /** @param text of a program that ended @param words it must contain */
    void Check(const std::string& text, const std::vector<std::string>& words)
    {
        for (const auto& word : words)
        {
            NS_TEST_EXPECT_MSG_NE(text.find(word),
                                  std::string::npos,
                                  "'" << text << "' has no '" << word << "'");
        }
    }
};

/** @param frame a packet @return its class: large ones are of class 2 */
uint32_t
Classify(const LinkFrame& frame)
{
    return frame.GetSize() > 500 ? 2 : 0;
}

/** @brief Counters by class, and errors. */
class CounterTest : public TestCase
{
  public:
    CounterTest()
        : TestCase("counters by class; packets that arrive corrupted")
    {
    }

  private:
    void DoRun() override
    {
        LeanLink link;
        link.device[0]->SetClassifier(MakeCallback(&Classify));
        link.device[0]->SetAttribute("MaxSize", StringValue("2500B"));
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({1}); // the second
        link.device[1]->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        link.SendAt(0, 998, 1);
        link.SendAt(0, 98, 10);  // 1000 B
        link.SendAt(0, 998, 2);  // one fits
        link.SendAt(0, 498, 1);  // 500 B: fits
        link.SendAt(0, 0, 1);    // only the header: does not
        LeanLink::At(1200, [&] { // the large one and two small ones have left
            const auto small = link.device[0]->GetTxCounters(0);
            const auto large = link.device[0]->GetTxCounters(2);
            NS_TEST_EXPECT_MSG_EQ(small.accepted.packets, 11, "small");
            NS_TEST_EXPECT_MSG_EQ(small.accepted.bytes, 10 * 98 + 498, "small");
            NS_TEST_EXPECT_MSG_EQ(small.dropped.packets, 1, "small");
            NS_TEST_EXPECT_MSG_EQ(small.sent.bytes, 2 * 98, "small");
            NS_TEST_EXPECT_MSG_EQ(large.accepted.packets, 2, "large");
            NS_TEST_EXPECT_MSG_EQ(large.dropped.bytes, 998, "large");
            NS_TEST_EXPECT_MSG_EQ(large.sent.packets, 1, "large");
            const auto other = link.device[0]->GetTxCounters(7);
            NS_TEST_EXPECT_MSG_EQ(other.accepted.packets, 0, "no such class");
        });
        Simulator::Run();
        const auto all = link.device[0]->GetTxCounters();
        NS_TEST_EXPECT_MSG_EQ(all.sent.packets, 13, "all that were accepted");
        NS_TEST_EXPECT_MSG_EQ(link.device[1]->GetCorrupted().bytes, 98, "the second one");
        NS_TEST_EXPECT_MSG_EQ(link.device[1]->GetReceived().packets, 12, "the others");
        NS_TEST_EXPECT_MSG_EQ(link.arrivals[1].size(), 12, "the others");
    }
};

/** @brief A device without link or with half of one, and the end of the simulation. */
class StateTest : public TestCase
{
  public:
    StateTest()
        : TestCase("a link is up with its second end; packets under way at the end are forgotten")
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        const auto device = CreateObject<LeanLinkNetDevice>();
        node->AddDevice(device);
        const auto channel = CreateObject<LeanLinkChannel>();
        NS_TEST_EXPECT_MSG_EQ(channel->GetNDevices(), 0, "no end");
        device->Attach(channel);
        NS_TEST_EXPECT_MSG_EQ(channel->GetNDevices(), 1, "one end");
        NS_TEST_EXPECT_MSG_EQ(channel->GetDevice(0), device, "the first one");
        uint32_t dropped = 0;
        device->TraceConnectWithoutContext(
            "MacTxDrop",
            Sink<Ptr<const Packet>>::Make([&dropped](Ptr<const Packet>) { ++dropped; }));
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "half a link");
        NS_TEST_EXPECT_MSG_EQ(device->IsBroadcast() && device->IsMulticast(), true, "as Ethernet");
        NS_TEST_EXPECT_MSG_EQ(device->GetMulticast(Ipv4Address("224.128.64.32")),
                              Address(Mac48Address("01:00:5e:00:40:20")),
                              "RFC 1112, 6.4");
        NS_TEST_EXPECT_MSG_EQ(device->Send(Create<Packet>(100), device->GetBroadcast(), IPV4),
                              false,
                              "half a link");
        NS_TEST_EXPECT_MSG_EQ(dropped, 1, "reported");
        uint32_t changes = 0;
        device->AddLinkChangeCallback(Sink<>::Make([&changes] { ++changes; }));
        const auto peer = CreateObject<LeanLinkNetDevice>();
        CreateObject<Node>()->AddDevice(peer);
        peer->Attach(channel);
        NS_TEST_EXPECT_MSG_EQ((device->IsLinkUp() && peer->IsLinkUp()), true, "both ends");
        NS_TEST_EXPECT_MSG_EQ(changes, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(channel->GetNDevices(), 2, "both ends");
        NS_TEST_EXPECT_MSG_EQ(channel->GetDevice(1), peer, "in their order");
        for (uint32_t i = 0; i < 3; ++i)
        {
            device->Send(Create<Packet>(100), device->GetBroadcast(), IPV4);
        }
        Simulator::Stop(NanoSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(device->GetBacklog().packets, 2, "one is on the line");
        Simulator::Destroy();
    }
};

const HsnTestRegistration g_leanLinkTests("lean-link",
                                          {new TimesTest,
                                           new LeanClockTest,
                                           new EventsTest,
                                           new ChangeTest,
                                           new ErrorTest,
                                           new CounterTest,
                                           new StateTest});
} // namespace
} // namespace hsn
} // namespace ns3
