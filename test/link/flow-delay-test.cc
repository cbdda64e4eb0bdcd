// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "flow-delay-test-support.h"

#include "ns3/double.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/lean-link-channel.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief What is a flow. */
class LinkFlowTest : public TestCase
{
  public:
    LinkFlowTest()
        : TestCase("flows of TCP, UDP, fragments, other protocols, IPv6, and of what is no packet")
    {
    }

  private:
    void DoRun() override
    {
        const auto there = MakeUdp(HERE, 1000, THERE, 80);
        const auto back = MakeUdp(THERE, 80, HERE, 1000);
        Expect(*there, IPV4, Flow(1000, 80), true, "UDP");
        Expect(*back, IPV4, Flow(1000, 80), true, "both directions");
        Expect(*there, IPV4, Flow(80, 1000), false, "ports belong to hosts");
        Expect(*there, IPV4, LinkFlow(End(HERE, 1000), End(THERE, 80), TCP), false, "protocol");

        TcpHeader tcp;
        tcp.SetSourcePort(80);
        tcp.SetDestinationPort(1000);
        Ipv4Header four;
        four.SetSource(Ipv4Address(THERE));
        four.SetDestination(Ipv4Address(HERE));
        four.SetProtocol(TCP);
        auto segment = Create<Packet>(0);
        segment->AddHeader(tcp);
        segment->AddHeader(four);
        const LinkFlow tcpFlow(End(HERE, 1000), End(THERE, 80), TCP);
        Expect(*segment, IPV4, tcpFlow, true, "TCP without data");

        // all fragments are of one flow: without ports
        const LinkFlow fragments(End(HERE, 0), End(THERE, 0), UDP);
        for (const bool first : {true, false})
        {
            const std::vector<uint8_t> data(100, 7); // no ports of 0
            auto fragment = Create<Packet>(data.data(), 100);
            four.SetProtocol(UDP);
            first ? four.SetMoreFragments() : four.SetLastFragment();
            four.SetFragmentOffset(first ? 0 : 104);
            fragment->AddHeader(four);
            Expect(*fragment, IPV4, fragments, true, "fragment");
        }
        four.SetFragmentOffset(0);
        four.SetProtocol(1);
        auto echo = Create<Packet>(100);
        echo->AddHeader(four);
        Expect(*echo, IPV4, LinkFlow(End(HERE, 0), End(THERE, 0), 1), true, "ICMP");

        Ipv6Header six;
        six.SetSource(Ipv6Address("2001:db8::1"));
        six.SetDestination(Ipv6Address("2001:db8::2"));
        six.SetNextHeader(TCP);
        auto sixth = Create<Packet>(100);
        sixth->AddHeader(tcp);
        sixth->AddHeader(six);
        Expect(*sixth,
               IPV6,
               LinkFlow(Inet6SocketAddress(Ipv6Address("2001:db8::1"), 80),
                        Inet6SocketAddress(Ipv6Address("2001:db8::2"), 1000),
                        TCP),
               true,
               "IPv6");
        Expect(*Create<Packet>(19), IPV4, LinkFlow(), true, "half a header");
        Expect(*Create<Packet>(0), IPV6, LinkFlow(), true, "nothing");
    }

    /** @param packet @param protocol EtherType @param flow @param same or not @param what it is */
    void Expect(const Packet& packet,
                uint16_t protocol,
                const LinkFlow& flow,
                bool same,
                const std::string& what)
    {
        const LinkFlow found = LinkFlow::Of(packet, protocol);
        NS_TEST_EXPECT_MSG_EQ((found == flow), same, what);
        NS_TEST_EXPECT_MSG_EQ((LinkFlow::Hash()(found) == LinkFlow::Hash()(flow)), same, what);
    }
};

/** @brief Delays from streams of their own. */
class StreamTest : public TestCase
{
  public:
    StreamTest()
        : TestCase("drawn delays do not depend on other flows, and follow their law")
    {
    }

  private:
    void DoRun() override
    {
        constexpr double MEAN = 0.05; // s
        constexpr uint16_t N = 10000;
        auto up = MakeTable(MEAN);
        auto down = MakeTable(MEAN);
        std::vector<double> delays;
        for (uint16_t i = 0; i < N; ++i)
        {
            delays.push_back(up->GetDelay(Flow(1 + i, 80)).GetSeconds());
        }
        double sum = 0;
        for (uint16_t i = N; i-- > 0;)
        {
            NS_TEST_EXPECT_MSG_EQ(down->GetDelay(Flow(1 + i, 80)).GetSeconds(), delays[i], "order");
            sum += delays[i];
        }
        // mean and median of an exponential law; four standard errors of each
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / N, MEAN, 4 * MEAN / std::sqrt(N), "mean");
        std::nth_element(delays.begin(), delays.begin() + N / 2, delays.end());
        NS_TEST_EXPECT_MSG_EQ_TOL(delays[N / 2],
                                  MEAN * std::log(2),
                                  4 * MEAN / std::sqrt(N),
                                  "median");
    }

    /** @param mean delay, s @return a table that draws exponential delays */
    Ptr<FlowDelayTable> MakeTable(double mean)
    {
        auto law = CreateObject<ExponentialRandomVariable>();
        law->SetAttribute("Mean", DoubleValue(mean));
        auto table = CreateObject<FlowDelayTable>();
        table->SetAttribute("Default", PointerValue(law));
        table->AssignStreams(11);
        return table;
    }
};

/** @brief Which delay a flow has. */
class TableTest : public TestCase
{
  public:
    TableTest()
        : TestCase("delay by flow, else by port, else by address, else drawn and kept; errors")
    {
    }

  private:
    void DoRun() override
    {
        auto table = CreateObject<FlowDelayTable>();
        table->SetAttribute("Default",
                            StringValue("ns3::ExponentialRandomVariable[Mean=0.05|Bound=0.5]"));
        const Time first = table->GetDelay(Flow(1, 2));
        NS_TEST_EXPECT_MSG_NE(table->GetDelay(Flow(3, 4)), first, "drawn for each");
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(1, 2)), first, "kept");
        table->SetPortDelay(5, MilliSeconds(9));
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(1, 2)), first, "kept when others change");
        table->SetAddressDelay(Ipv4Address(THERE), MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(1, 2)), MilliSeconds(1), "address");
        table->SetPortDelay(4, MilliSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(1, 2)), MilliSeconds(1), "other port");
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(3, 4)), MilliSeconds(2), "port");
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(4, 3)), MilliSeconds(2), "port of the other");
        table->SetFlowDelay(Flow(3, 4), MilliSeconds(3));
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(3, 4)), MilliSeconds(3), "flow");
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(Flow(4, 3)), MilliSeconds(2), "another flow");
        NS_TEST_EXPECT_MSG_EQ(table->GetNFlows(), 0, "asked for, not seen");

        Check(HsnAbortText([&] { table->SetPortDelay(1, MilliSeconds(-1)); }), "at least 0");
        Check(HsnAbortText([&] { table->SetPortDelay(0, MilliSeconds(1)); }), "1 to 65535");
        Check(HsnAbortText([&] {
                  table->SetAttribute("Default",
                                      StringValue("ns3::ConstantRandomVariable[Constant=-1]"));
                  table->GetDelay(LinkFlow(End("3.3.3.3", 1), End("4.4.4.4", 2), TCP));
              }),
              "at least 0");
        Check(HsnAbortText([] {
                  auto shared = CreateObject<FlowDelayTable>();
                  CreateObject<LeanLinkChannel>()->SetFlowDelays(shared);
                  CreateObject<LeanLinkChannel>()->SetFlowDelays(shared);
              }),
              "one link");
    }

    /** @param text of a program that ended @param words it must contain */
    void Check(const std::string& text, const std::string& words)
    {
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
    }
};

/** @brief Flows that fall silent. */
class FlowTimeoutTest : public TestCase
{
  public:
    FlowTimeoutTest()
        : TestCase("a delay is kept for FlowTimeout after a packet, whoever asks for it meanwhile")
    {
    }

  private:
    void DoRun() override
    {
        const auto kept = GetDelays({0, 5, 15, 26}, {});
        NS_TEST_EXPECT_MSG_EQ((kept[1] == kept[0] && kept[2] == kept[0]), true, "kept for 10 s");
        NS_TEST_EXPECT_MSG_NE(kept[3], kept[0], "drawn anew after more than 10 s");

        const auto silent = GetDelays({0, 12}, {});
        NS_TEST_EXPECT_MSG_NE(silent[1], silent[0], "drawn anew");
        NS_TEST_EXPECT_MSG_EQ((GetDelays({0, 12}, {8}) == silent), true, "asked before");
        // what was told is what the next packet has
        NS_TEST_EXPECT_MSG_EQ((GetDelays({0, 12}, {11}) == silent), true, "asked when it is old");
        NS_TEST_EXPECT_MSG_EQ((GetDelays({12}, {3}) == GetDelays({12}, {})), true, "asked first");
    }

    /**
     * @param packets seconds at which those of a flow are sent
     * @param questions seconds at which its delay is asked for
     * @return delays of the packets, microseconds
     */
    std::vector<int64_t> GetDelays(const std::vector<int64_t>& packets,
                                   const std::vector<int64_t>& questions)
    {
        FlowDelayHelper helper;
        helper.SetTableAttribute("Default",
                                 StringValue("ns3::ExponentialRandomVariable[Mean=0.05]"));
        helper.SetTableAttribute("FlowTimeout", TimeValue(Seconds(10)));
        DelayLink link(&helper);
        link.table->AssignStreams(11);
        for (const int64_t at : packets)
        {
            link.SendAt(1000000 * at, 1);
        }
        for (const int64_t at : questions)
        {
            ScheduleCall(Seconds(at), [&link] { link.table->GetDelay(Flow(1, 9)); });
        }
        link.Run();
        NS_TEST_EXPECT_MSG_EQ(link.table->GetNFlows(), 1, "the one that sends");
        link.table->GetDelay(Flow(2, 9));
        NS_TEST_EXPECT_MSG_EQ(link.table->GetNFlows(), 1, "another one is not seen");
        std::vector<int64_t> delays;
        for (std::size_t i = 0; i < packets.size(); ++i)
        {
            delays.push_back(link.arrivals.at(i).second - 1000000 * packets[i]);
        }
        return delays;
    }
};

/** @brief Times of packets of flows. */
class DelayedTest : public TestCase
{
  public:
    DelayedTest()
        : TestCase("packets of different flows overtake, those of one flow do not; ticks; changes")
    {
    }

  private:
    void DoRun() override
    {
        FlowDelayHelper helper; // a packet takes 100 us to send and 1 ms to arrive
        helper.SetPortDelay(1, MicroSeconds(5000));
        helper.SetPortDelay(2, MicroSeconds(2000));
        {
            DelayLink link(&helper);
            SendSome(link);
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "3@1500 2@3200 2@3400 1@6100 1@6300", "by hand");
            const uint64_t events = Simulator::GetEventCount();
            Simulator::Destroy();
            DelayLink empty(&helper);
            empty.Run();
            NS_TEST_EXPECT_MSG_EQ(events - Simulator::GetEventCount(),
                                  5 + 5,
                                  "five calls, one event per packet");
        }
        {
            FlowDelayHelper ticking = helper;
            ticking.SetTableAttribute("Tick", StringValue("1ms"));
            DelayLink link(&ticking);
            SendSome(link);
            NS_TEST_EXPECT_MSG_EQ(link.Run(),
                                  "3@2000 2@4000 2@4000 1@7000 1@7000",
                                  "at the next millisecond");
        }
        {
            FlowDelayHelper ticking = helper;
            ticking.SetTableAttribute("Tick", StringValue("1ms"));
            DelayLink link(&ticking);
            link.SendAt(900, 3); // is there at 2 ms already
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "3@2000", "not held until the next tick");
        }
        {
            FlowDelayHelper ticking = helper;
            ticking.SetTableAttribute("Tick", StringValue("1ms"));
            ticking.SetTableAttribute("TickPhase", StringValue("7300us"));
            DelayLink link(&ticking);
            SendSome(link);
            NS_TEST_EXPECT_MSG_EQ(link.Run(),
                                  "3@2300 2@3300 2@4300 1@6300 1@6300",
                                  "ticks at 0.3 ms of each millisecond");
        }
        {
            DelayLink link(&helper);
            link.SendAt(0, 1);
            ScheduleCall(MicroSeconds(50), [&] { link.table->SetPortDelay(1, Seconds(0)); });
            link.SendAt(1000, 1);
            link.SendAt(5500, 1);
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "1@6100 1@6100 1@6600", "no overtaking in a flow");
        }
        {
            DelayLink link(&helper); // the second and third wait when the line becomes faster
            link.SendAt(0, 1, 998);
            link.SendAt(0, 1, 998);
            link.SendAt(0, 2, 998);
            ScheduleCall(MicroSeconds(500), [&] {
                link.devices.Get(0)->SetAttribute("DataRate", StringValue("80Mbps"));
            });
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "2@4200 1@7000 1@7100", "waiting ones are earlier");
        }
        {
            DelayLink link(&helper); // and when the delays are taken away
            link.SendAt(0, 1, 998);
            link.SendAt(0, 1, 998);
            ScheduleCall(MicroSeconds(500), [&] {
                DynamicCast<LeanLinkChannel>(link.devices.Get(0)->GetChannel())
                    ->SetFlowDelays(nullptr);
            });
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "1@3000 1@7000", "the waiting one");
        }
        {
            FlowDelayHelper plain; // the table changes, then the line: packets keep their delays
            DelayLink link(&plain);
            link.SendAt(0, 1, 998);
            link.SendAt(0, 1, 998);
            ScheduleCall(MicroSeconds(400),
                         [&] { link.table->SetPortDelay(1, MicroSeconds(10000)); });
            ScheduleCall(MicroSeconds(500), [&] {
                link.devices.Get(0)->SetAttribute("DataRate", StringValue("8Mbps"));
            });
            link.SendAt(600, 1, 998);
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "1@2000 1@3000 1@14000", "accepted before");
        }
        {
            DelayLink link(&helper); // another table counts for the waiting one, however it changes
            link.SendAt(0, 1, 998);
            link.SendAt(0, 1, 998);
            auto other = CreateObject<FlowDelayTable>();
            other->SetPortDelay(1, MicroSeconds(8000));
            const auto channel = DynamicCast<LeanLinkChannel>(link.devices.Get(0)->GetChannel());
            ScheduleCall(MicroSeconds(400), [&] { channel->SetFlowDelays(nullptr); });
            ScheduleCall(MicroSeconds(500), [&] { channel->SetFlowDelays(other); });
            ScheduleCall(MicroSeconds(600), [&] {
                other->SetPortDelay(1, Seconds(0));
                link.devices.Get(0)->SetAttribute("DataRate", StringValue("8Mbps"));
            });
            NS_TEST_EXPECT_MSG_EQ(link.Run(), "1@7000 1@11000", "by the second table");
        }
    }

    /** @param link on which five packets of three flows are sent, back to back */
    static void SendSome(DelayLink& link)
    {
        int64_t at = 0;
        for (const uint16_t port : {1, 2, 1, 2, 3})
        {
            link.SendAt(at, port);
            at += 100;
        }
    }
};

/** @brief Equal delays are those of the link. */
class ConstantTest : public TestCase
{
  public:
    ConstantTest()
        : TestCase("all flows delayed alike, no ticks: as a longer link, packet for packet")
    {
    }

  private:
    void DoRun() override
    {
        FlowDelayHelper helper;
        helper.SetTableAttribute("Default",
                                 StringValue("ns3::ConstantRandomVariable[Constant=0.03]"));
        DelayLink delayed(&helper);
        const std::string found = SendMany(delayed);
        Simulator::Destroy();
        DelayLink longer(nullptr, 31000);
        NS_TEST_EXPECT_MSG_EQ(found, SendMany(longer), "the same");
        NS_TEST_EXPECT_MSG_GT(delayed.arrivals.size(), 500, "many have arrived");
        NS_TEST_EXPECT_MSG_LT(delayed.arrivals.size(), 1000, "and some were dropped");
    }

    /** @param link on which 1000 packets of 50 flows are sent @return arrivals */
    static std::string SendMany(DelayLink& link)
    {
        std::mt19937 dice(1);
        int64_t at = 0;
        for (uint32_t i = 0; i < 1000; ++i)
        {
            at += dice() % 1000;
            const auto port = static_cast<uint16_t>(1 + dice() % 50);
            link.SendAt(at, port, 100 + dice() % 1400);
        }
        return link.Run();
    }
};

/** @brief The helper knows addresses of nodes. */
class FlowDelayHelperTest : public TestCase
{
  public:
    FlowDelayHelperTest()
        : TestCase("helper: by flow, address, and all addresses of nodes; only for lean links")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(3);
        LeanLinkHelper link;
        const auto first = link.Install(nodes.Get(0), nodes.Get(1));
        const auto second = link.Install(nodes.Get(1), nodes.Get(2));
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        addresses.Assign(first);
        addresses.NewNetwork();
        addresses.Assign(second);
        FlowDelayHelper helper;
        helper.SetTableAttribute("Tick", StringValue("1ms"));
        helper.SetNodeDelay(nodes.Get(1), MilliSeconds(4)); // 10.0.0.2 and 10.0.1.1
        helper.SetAddressDelay(Ipv4Address("10.0.1.2"), MilliSeconds(5));
        helper.SetFlowDelay(LinkFlow(End("10.0.1.1", 1), End("9.9.9.9", 2), UDP), MilliSeconds(6));
        const auto table = helper.Install(second.Get(1));
        const auto channel = DynamicCast<LeanLinkChannel>(second.Get(0)->GetChannel());
        NS_TEST_EXPECT_MSG_EQ(channel->GetFlowDelays(), table, "the link has it");
        TimeValue tick;
        table->GetAttribute("Tick", tick);
        NS_TEST_EXPECT_MSG_EQ(tick.Get(), MilliSeconds(1), "as set");
        for (const auto& [host, delay] : {std::pair<const char*, int>("10.0.0.2", 4),
                                          {"10.0.1.1", 4},
                                          {"10.0.1.2", 5},
                                          {"10.0.0.1", 0}})
        {
            const LinkFlow flow(End(host, 5), End("9.9.9.9", 2), UDP);
            NS_TEST_EXPECT_MSG_EQ(table->GetDelay(flow), MilliSeconds(delay), host);
        }
        const LinkFlow flow(End("10.0.1.1", 1), End("9.9.9.9", 2), UDP);
        NS_TEST_EXPECT_MSG_EQ(table->GetDelay(flow), MilliSeconds(6), "flow");
        const auto loopback = nodes.Get(0)->GetDevice(nodes.Get(0)->GetNDevices() - 1);
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&] { helper.Install(loopback); }).find("for lean links"),
            std::string::npos,
            "another device");
        Simulator::Destroy();
    }
};

const HsnTestRegistration g_flowDelayTests("flow-delay",
                                           {new LinkFlowTest,
                                            new StreamTest,
                                            new TableTest,
                                            new FlowTimeoutTest,
                                            new DelayedTest,
                                            new ConstantTest,
                                            new FlowDelayHelperTest});
} // namespace
} // namespace hsn
} // namespace ns3
