// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Interrupts of adapters: polling instead of them, one for several frames, and receive queues with
 * processors of their own. Schedules are worked out by hand.
 */
#include "../../hsn-test.h"
#include "nif-bench.h"

#include "ns3/bsd-client.h"
#include "ns3/demux-clients.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/polling-client.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t REST = NetworkDriver::DEFAULT_CLIENT_TYPE;

/// @param bench whose @return times at which packets were delivered, us
std::string
Delivered(const NifBench& bench)
{
    return NifBench::Text(NifBench::Times(bench.delivered));
}

/// A poll costs 0.5 ms, a packet 3, an interrupt 0.15.
class NifPollingTest : public TestCase
{
  public:
    NifPollingTest()
        : TestCase("NIF: polling with a budget, interrupts off meanwhile")
    {
    }

  private:
    /// @param bench that gets the costs
    static void SetPollCost(const NifBench& bench)
    {
        bench.cost->SetCost(HostOperation::POLL, MicroSeconds(500), Time(0), 0);
    }

    void DoRun() override
    {
        {
            NifBench bench({false, true, "Section", 0});
            SetPollCost(bench);
            const auto client = bench.Add(REST, CreateObject<PollingClient>());
            for (const int64_t at : {0, 1000, 2000, 100000})
            {
                bench.Arrive(at, 5);
            }
            Simulator::Run();
            // 0.15 + 0.5 + 3; the two that came meanwhile together, 0.5 + 6; the last one alone
            NS_TEST_EXPECT_MSG_EQ(Delivered(bench), "3650 10150 10150 103650 ", "polls");
            NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().interrupts, 2, "first and last");
            NS_TEST_EXPECT_MSG_EQ(client->GetPolls(), 5, "two of them found nothing");
        }
        {
            NifBench bench({false, true, "Section", 0});
            SetPollCost(bench);
            bench.Add(REST, CreateObjectWithAttributes<PollingClient>("Budget", UintegerValue(2)));
            for (const int64_t at : {0, 1000, 1100, 1200})
            {
                bench.Arrive(at, 5);
            }
            // a thread of the same priority has its turn between two polls
            const auto other = bench.cpu->CreateTask(HostLevel::THREAD, 128);
            int64_t end = 0;
            ScheduleCall(MicroSeconds(2000), [&] {
                other->Run(MicroSeconds(700), [&end] { end = Simulator::Now().GetMicroSeconds(); });
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(end, 4350, "after the first poll's section");
            NS_TEST_EXPECT_MSG_EQ(Delivered(bench), "3650 10850 10850 14350 ", "two at a time");
        }
        {
            NifBench bench({false, true, "Section", 0, 1, 1, 4});
            bench.Add(REST, CreateObjectWithAttributes<PollingClient>("Budget", UintegerValue(4)));
            for (uint32_t i = 0; i < 7; ++i)
            {
                bench.Arrive(i == 0 ? 0 : 1000, 5);
            }
            const Time interrupt = MicroSeconds(150);
            Simulator::Stop(MilliSeconds(3));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().ringFull, 2, "a ring of four");
            NS_TEST_EXPECT_MSG_EQ(bench.cpu->GetBusyTime(HostLevel::INTERRUPT),
                                  interrupt,
                                  "what is lost costs nothing");
        }
        const auto text = HsnAbortText([] {
            NifBench bench({});
            bench.Add(REST, CreateObjectWithAttributes<PollingClient>("Budget", UintegerValue(33)));
        });
        NS_TEST_EXPECT_MSG_NE(text.find("Budget 33 must be at most PoolSize, 32"),
                              std::string::npos,
                              text);
    }
};

/// An interrupt costs 0.1 ms and 0.05 for each frame.
class NifCoalescingTest : public TestCase
{
  public:
    NifCoalescingTest()
        : TestCase("NIF: interrupts for several frames")
    {
    }

  private:
    void DoRun() override
    {
        Polled();
        NifBench bench({});
        bench.cost->SetCost(HostOperation::INTERRUPT, MicroSeconds(100), MicroSeconds(50), 0);
        bench.driver->SetAttribute("CoalesceFrames", UintegerValue(4));
        bench.driver->SetAttribute("CoalesceDelay", TimeValue(MilliSeconds(1)));
        bench.Add(REST, CreateObject<LateDemuxClient>());
        for (const int64_t at : {0, 200, 400, 600, 5000, 5100})
        {
            bench.Arrive(at, 5);
        }
        Simulator::Run();
        // four at 0.6, 0.1 + 4 * 0.05; two 1 ms after the first, 0.1 + 2 * 0.05
        NS_TEST_EXPECT_MSG_EQ(NifBench::Text(NifBench::Times(bench.received)),
                              "900 900 900 900 6200 6200 ",
                              "together");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().interrupts, 2, "two");
    }

    /// The first of three frames that come by one interrupt begins a poll, which leaves the others.
    void Polled()
    {
        NifBench bench({false, true, "Section", 0});
        bench.driver->SetAttribute("CoalesceFrames", UintegerValue(3));
        bench.Add(REST, CreateObject<PollingClient>());
        for (const int64_t at : {0, 0, 0})
        {
            bench.Arrive(at, 5);
        }
        Simulator::Run();
        // an interrupt of 3 * 0.15 ms; the first one's 3 ms, and 6 for those taken meanwhile
        NS_TEST_EXPECT_MSG_EQ(Delivered(bench), "3450 9450 9450 ", "each once");
    }
};

/// Packets between two addresses, with and without ports in their usual place.
class NifFlowTest : public TestCase
{
  public:
    NifFlowTest()
        : TestCase("NIF: receive queues take ports for what they are only in whole TCP and UDP")
    {
    }

  private:
    /// @param octets of an IP packet @param vary the first of four that differ in each packet
    /// @return queues among four to which 64 packets go
    std::size_t CountQueues(std::vector<uint8_t> octets, std::size_t vary)
    {
        NifBench bench({false, true, "Section", 0, 4, 4});
        std::set<uint32_t> used;
        uint32_t packets = 0;
        const auto peek = CreateObjectWithAttributes<PeekClient>("Policy", StringValue("PeekOnly"));
        peek->SetLook([&](Ptr<NetworkBuffer>) {
            used.insert(bench.driver->GetCurrentQueue());
            ++packets;
        });
        bench.Add(REST, peek);
        std::mt19937 random(5);
        for (uint32_t i = 0; i < 64; ++i)
        {
            for (std::size_t at = vary; at < vary + 4; ++at)
            {
                octets[at] = static_cast<uint8_t>(random());
            }
            NetworkFrame frame;
            frame.packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
            ScheduleCall(MilliSeconds(i), [&bench, frame] { bench.driver->ReceiveFrame(frame); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(packets, 64, "all");
        return used.size();
    }

    /// @param protocol number @param fragment octets 6 and 7 of the header @param words of 4 octets
    /// in it @param vary what differs @return queues of such IPv4 packets
    std::size_t CountFour(uint8_t protocol,
                          uint16_t fragment,
                          uint8_t words = 5,
                          std::size_t vary = 20)
    {
        std::vector<uint8_t> octets(60); // its addresses are 0.0.0.0
        octets[0] = 0x40 | words;
        octets[3] = 60;
        octets[6] = static_cast<uint8_t>(fragment >> 8);
        octets[7] = static_cast<uint8_t>(fragment);
        octets[9] = protocol;
        return CountQueues(octets, vary);
    }

    /// @param next number of the next header @return queues of such IPv6 packets
    std::size_t CountSix(uint8_t next)
    {
        std::vector<uint8_t> octets(80);
        octets[0] = 0x60;
        octets[5] = 40;
        octets[6] = next;
        return CountQueues(octets, 40);
    }

    void DoRun() override
    {
        const uint16_t whole = 0x4000; // Don't Fragment
        const uint8_t icmp = 1;
        const uint8_t tcp = 6;
        const uint8_t udp = 17;
        const uint8_t fragment = 44;
        const uint8_t icmpv6 = 58;
        NS_TEST_EXPECT_MSG_EQ(CountFour(tcp, whole), 4, "TCP: flows by ports");
        NS_TEST_EXPECT_MSG_EQ(CountFour(udp, 0), 4, "UDP: flows by ports");
        NS_TEST_EXPECT_MSG_EQ(CountFour(icmp, 0), 1, "ICMP: a checksum is no port");
        NS_TEST_EXPECT_MSG_EQ(CountFour(udp, 0x00b9), 1, "the last fragment has no ports");
        NS_TEST_EXPECT_MSG_EQ(CountFour(udp, 0x20b9), 1, "nor has another one");
        NS_TEST_EXPECT_MSG_EQ(CountFour(udp, 0x2000), 1, "the first goes with them");
        NS_TEST_EXPECT_MSG_EQ(CountFour(udp, whole, 6, 20), 1, "options are no ports");
        NS_TEST_EXPECT_MSG_EQ(CountFour(udp, whole, 6, 24), 4, "ports are behind them");
        NS_TEST_EXPECT_MSG_EQ(CountSix(tcp), 4, "TCP over IPv6");
        NS_TEST_EXPECT_MSG_EQ(CountSix(udp), 4, "UDP over IPv6");
        NS_TEST_EXPECT_MSG_EQ(CountSix(fragment), 1, "fragments of IPv6");
        NS_TEST_EXPECT_MSG_EQ(CountSix(icmpv6), 1, "ICMPv6");
    }
};

/// Four queues and processors.
class NifQueuesTest : public TestCase
{
  public:
    NifQueuesTest()
        : TestCase("NIF: receive queues of flows, with interrupts on processors of their own")
    {
    }

  private:
    void DoRun() override
    {
        NifBench bench({false, true, "Section", 0, 4, 4});
        std::map<uint32_t, std::set<uint32_t>> queues; // by flow
        std::set<uint32_t> used;
        const auto peek = CreateObjectWithAttributes<PeekClient>("Policy", StringValue("PeekOnly"));
        peek->SetLook([&](Ptr<NetworkBuffer> buffer) {
            queues[buffer->GetFrame().type].insert(bench.driver->GetCurrentQueue());
            used.insert(bench.driver->GetCurrentQueue());
        });
        bench.Add(REST, peek);
        std::map<uint32_t, uint32_t> interrupts; // by processor
        bench.cpu->TraceConnectWithoutContext(
            "SectionEnd",
            Sink<uint32_t, HostLevel, uint32_t, Time>::Make(
                [&](uint32_t processor, HostLevel, uint32_t, Time) { ++interrupts[processor]; }));
        for (uint32_t i = 0; i < 320; ++i)
        {
            bench.Arrive(1000 * i, i % 64); // 64 flows, of which each is a source address
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(queues.size(), 64, "all flows");
        for (const auto& [flow, places] : queues)
        {
            NS_TEST_EXPECT_MSG_EQ(places.size(), 1, "a flow stays in its queue");
        }
        NS_TEST_EXPECT_MSG_EQ(used.size(), 4, "all queues are used");
        NS_TEST_EXPECT_MSG_EQ(interrupts.size(), 4, "each on a processor of its own");
        // 320 packets: a queue with fewer than 5 or more than 30 of the 64 flows would be no hash
        for (const auto& [processor, count] : interrupts)
        {
            const bool spread = count >= 25 && count <= 150;
            NS_TEST_EXPECT_MSG_EQ(spread, true, processor << " has " << count);
        }
    }
};

/// BSD's software interrupt ends while another processor is about to enqueue a packet for it.
class NifPostTest : public TestCase
{
  public:
    NifPostTest()
        : TestCase("NIF: a packet enqueued by another processor behind the end of the software one")
    {
    }

  private:
    /// @return a flow whose interrupts are not on processor 0, which has the software interrupt
    static uint32_t FindFlow()
    {
        uint32_t found = 0;
        NifBench bench({false, false, "Section", 0, 4, 4});
        const auto peek = CreateObjectWithAttributes<PeekClient>("Policy", StringValue("PeekOnly"));
        peek->SetLook([&](Ptr<NetworkBuffer> buffer) {
            found = bench.driver->GetCurrentQueue() == 0 ? found : buffer->GetFrame().type;
        });
        bench.Add(REST, peek);
        for (uint32_t i = 1; i < 64; ++i)
        {
            bench.driver->ReceiveFrame(NifBench::MakeFrame(i));
        }
        return found;
    }

    void DoRun() override
    {
        const uint32_t flow = FindFlow();
        NifBench bench({false, true, "Section", 0, 4, 4});
        bench.cost->SetCost(HostOperation::ENQUEUE, Time(0), MilliSeconds(1), 0);
        bench.Add(REST, CreateObject<BsdClient>());
        bench.Arrive(0, flow);
        bench.Arrive(3500, flow);
        Simulator::Run();
        // 0.15 + 1 + 0.01, 3 ms; the second one is enqueued at 3.5 + 0.15 + 1, and posts again
        NS_TEST_EXPECT_MSG_EQ(Delivered(bench), "4160 7660 ", "none is forgotten");
    }
};

/// Interrupts that come while others wait.
class NifInterruptTest : public TestCase
{
  public:
    NifInterruptTest()
        : TestCase("NIF: an interrupt costs what its own frames do; a delay begins with its frame")
    {
    }

  private:
    /// @return a client that hands on at once
    static Ptr<NetworkClient> MakePeek()
    {
        return CreateObjectWithAttributes<PeekClient>("Policy", StringValue("PeekOnly"));
    }

    void DoRun() override
    {
        {
            NifBench bench({false, false, "Section", 0, 1, 32});
            bench.cost->SetCost(HostOperation::INTERRUPT, Time(0), Time(0), 100);
            bench.Add(1, MakePeek());
            for (const int64_t us : {0, 50, 60}) // 1020 octets each, 102 us
            {
                bench.Arrive(us, 1);
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(NifBench::Text(NifBench::Times(bench.received)),
                                  "102 204 306 ",
                                  "one after the other");
        }
        {
            // one thread, a millisecond for each; what waits goes on in order
            NifBench bench({false, false, "Section", 0, 1, 32});
            bench.cost->SetCost(HostOperation::PROTOCOL, Time(0), MilliSeconds(1), 0);
            bench.Add(REST,
                      CreateObjectWithAttributes<LateDemuxClient>("Threads", UintegerValue(1)));
            for (uint32_t type = 1; type <= 4; ++type)
            {
                bench.Arrive(10 * type, type);
            }
            Simulator::Run();
            std::string types;
            for (const auto& note : bench.delivered)
            {
                types += std::to_string(note.type);
            }
            NS_TEST_EXPECT_MSG_EQ(types, "1234", "in order of arrival");
        }
        NifBench bench({false, false, "Section", 0, 1, 32});
        bench.driver->SetAttribute("CoalesceFrames", UintegerValue(3));
        bench.driver->SetAttribute("CoalesceDelay", TimeValue(MicroSeconds(100)));
        bench.Add(1, MakePeek());
        for (const int64_t us : {0, 10, 20, 90})
        {
            bench.Arrive(us, 1);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(NifBench::Text(NifBench::Times(bench.received)),
                              "20 20 20 190 ",
                              "the third one raises it; the fourth waits its own 100 us");
    }
};

/// What costs nothing and is not watched goes a short way.
class NifShortWayTest : public TestCase
{
  public:
    NifShortWayTest()
        : TestCase("NIF: a free packet does the same whether a trace watches its sections or not")
    {
    }

  private:
    /// A host without costs that also does other work.
    class Host
    {
      public:
        /// @param seed of all that happens @param watched whether its traces have a receiver
        Host(uint32_t seed, bool watched)
            : m_random(seed)
        {
            m_cpu->SetAttribute("ContextSwitch", TimeValue(NanoSeconds(Draw(4) == 0 ? 1 : 0)));
            m_driver->SetAttribute("CoalesceFrames", UintegerValue(1 + Draw(4) / 3));
            m_driver->SetHost(m_cpu, CreateObject<HostCost>(), 1500);
            m_client->SetAttribute("Threads", UintegerValue(1 + Draw(2)));
            m_client->SetAttribute("PoolSize", UintegerValue(1 + Draw(3)));
            m_copying->SetAttribute("Policy", StringValue("MustReturn"));
            m_driver->Register(NetworkDriver::DEFAULT_CLIENT_TYPE, m_client);
            m_driver->Register(0x86dd, m_copying);
            m_driver->SetDeliver([this](const NetworkFrame& frame) { Deliver(frame); });
            m_driver->SetOthers([this](const NetworkFrame&) { Note("other"); });
            if (watched)
            {
                m_cpu->TraceConnectWithoutContext("SectionStart",
                                                  Sink<uint32_t, HostLevel, uint32_t, Time>::Make(
                                                      [](uint32_t, HostLevel, uint32_t, Time) {}));
            }
        }

        /// @return all that was seen
        std::string Run()
        {
            for (uint32_t i = 0; i < 100; ++i)
            {
                const auto at = NanoSeconds(Draw(300));
                const uint32_t what = Draw(6);
                ScheduleCall(at, [this, what, size = 1 + Draw(1510)] {
                    what < 4 ? Arrive(size) : Work(what == 4, size % 8);
                });
            }
            Simulator::Run();
            m_driver->Dispose();
            m_cpu->Dispose();
            Simulator::Destroy();
            return m_seen;
        }

      private:
        /// @param below limit @return a number below it
        uint32_t Draw(uint32_t below)
        {
            return m_random() % below;
        }

        /// @param size of a frame that arrives; decides what it is
        void Arrive(uint32_t size)
        {
            NetworkFrame frame;
            frame.packet = Create<Packet>(size);
            frame.protocol = size % 5 == 0 ? 0x86dd : 0x0800;
            frame.kind = size % 7 == 0 ? NetDevice::PACKET_OTHERHOST : NetDevice::PACKET_HOST;
            m_driver->ReceiveFrame(frame);
        }

        /// @param interrupt or thread, another one @param cost ns
        void Work(bool interrupt, uint32_t cost)
        {
            (interrupt ? m_interrupt : m_thread)->Run(NanoSeconds(cost), [this] { Note("work"); });
        }

        /// @param frame goes up, and may be answered at once
        void Deliver(const NetworkFrame& frame)
        {
            const uint32_t size = frame.packet->GetSize();
            Note(std::to_string(size));
            if (size % 3 == 0 && size > 1)
            {
                Arrive(size / 2);
                Note("answered");
            }
        }

        /// @param what has happened; with all that can be asked for
        void Note(const std::string& what)
        {
            std::ostringstream text;
            const auto& counters = m_driver->GetCounters();
            text << what << " " << Simulator::Now().GetTimeStep() << " " << counters.arrived << " "
                 << counters.received << " " << counters.interrupts << " " << counters.starved
                 << " " << counters.copied << " " << m_driver->GetRingBuffers() << " "
                 << m_driver->GetWaiting(0) << " " << m_cpu->GetSections() << " "
                 << m_client->GetReceived() << " " << m_client->GetDelivered() << " "
                 << m_client->GetQueued() << " " << m_client->GetNBuffers(NetworkBuffer::POOL)
                 << "\n";
            m_seen += text.str();
        }

        std::mt19937 m_random;                                              //!< draws
        Ptr<HostCpu> m_cpu{CreateObject<HostCpu>()};                        //!< processor
        Ptr<EthernetDriver> m_driver{CreateObject<EthernetDriver>()};       //!< adapter
        Ptr<LateDemuxClient> m_client{CreateObject<LateDemuxClient>()};     //!< of most frames
        Ptr<LateDemuxClient> m_copying{CreateObject<LateDemuxClient>()};    //!< of others
        Ptr<HostTask> m_interrupt{m_cpu->CreateTask(HostLevel::INTERRUPT)}; //!< other work
        Ptr<HostTask> m_thread{m_cpu->CreateTask(HostLevel::THREAD, 200)};  //!< other work
        std::string m_seen;                                                 //!< so far
    };

    void DoRun() override
    {
        for (uint32_t seed = 0; seed < 300; ++seed)
        {
            const auto plain = Host(seed, false).Run();
            NS_TEST_ASSERT_MSG_EQ((Host(seed, true).Run() == plain), true, "seed " << seed);
        }
    }
};

HsnTestRegistration g_nifAdapterTests("nif-adapter",
                                      {new NifPollingTest,
                                       new NifCoalescingTest,
                                       new NifQueuesTest,
                                       new NifFlowTest,
                                       new NifPostTest,
                                       new NifInterruptTest,
                                       new NifShortWayTest});
} // namespace
