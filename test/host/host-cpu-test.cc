// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The host's processors on schedules worked out by hand: order, preemption, turns, context
 * switches, several processors, and work without cost.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/host-cost.h"
#include "ns3/host-cpu.h"
#include "ns3/host-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/ipv4-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/uinteger.h"

#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A host whose sections have names and times in ms.
class Plan
{
  public:
    /// @param preemption of threads @param cpus number @param contextSwitch ms
    explicit Plan(const std::string& preemption = "Section",
                  uint32_t cpus = 1,
                  int64_t contextSwitch = 0)
        : cpu(CreateObjectWithAttributes<HostCpu>("Cpus", UintegerValue(cpus)))
    {
        cpu->SetAttribute("ThreadPreemption", StringValue(preemption));
        cpu->SetAttribute("ContextSwitch", TimeValue(MilliSeconds(contextSwitch)));
    }

    ~Plan()
    {
        cpu->Dispose();
        Simulator::Destroy();
    }

    /// @param at ms @param task that gets a section @param cost ms @param name of it
    void Add(int64_t at, Ptr<HostTask> task, int64_t cost, const std::string& name)
    {
        ScheduleCall(MilliSeconds(at), [this, task, cost, name] {
            task->Run(MilliSeconds(cost), [this, name] {
                order += name;
                ends[name] = Simulator::Now().GetMilliSeconds();
            });
        });
    }

    Ptr<HostCpu> cpu;                    //!< the host
    std::string order;                   //!< names of sections that have ended
    std::map<std::string, int64_t> ends; //!< ms
};

/// Levels, by hand: a thread's 10 ms from 0; interrupts of 2 ms at 3 and 4; a soft one of 3 at 4.
class HostLevelsTest : public TestCase
{
  public:
    HostLevelsTest()
        : TestCase("Host: interrupts before soft interrupts before threads")
    {
    }

  private:
    void DoRun() override
    {
        Plan plan;
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        auto soft = plan.cpu->CreateTask(HostLevel::SOFT_INTERRUPT);
        auto other = plan.cpu->CreateTask(HostLevel::SOFT_INTERRUPT);
        auto thread = plan.cpu->CreateTask(HostLevel::THREAD, 7);
        plan.Add(0, thread, 10, "t");
        plan.Add(3, irq, 2, "a");
        plan.Add(4, irq, 2, "b");
        plan.Add(4, soft, 3, "s");
        plan.Add(5, other, 1, "u");
        plan.Add(8, irq, 1, "c"); // in the middle of s
        ScheduleCall(MilliSeconds(9), [this, plan = &plan, thread] {
            NS_TEST_EXPECT_MSG_EQ(plan->cpu->GetBusyTime(HostLevel::THREAD),
                                  MilliSeconds(3),
                                  "until 3");
            NS_TEST_EXPECT_MSG_EQ(thread->GetBusyTime(), MilliSeconds(3), "the same, of the task");
            NS_TEST_EXPECT_MSG_EQ(plan->cpu->GetBusyTime(HostLevel::INTERRUPT),
                                  MilliSeconds(5),
                                  "3 to 7 and 8 to 9");
            NS_TEST_EXPECT_MSG_EQ(plan->cpu->GetBusyTime(HostLevel::SOFT_INTERRUPT),
                                  MilliSeconds(1),
                                  "7 to 8");
            NS_TEST_EXPECT_MSG_EQ(plan->cpu->GetBacklog(HostLevel::SOFT_INTERRUPT), 2, "s and u");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.order, "abcsut", "order");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["a"], 5, "interrupt");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["b"], 7, "waits for the other");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["c"], 9, "preempts s");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["s"], 11, "7 to 8 and 9 to 11");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["u"], 12, "one soft interrupt at a time");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["t"], 19, "3 + 9 + 7");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetBusyTime(), MilliSeconds(19), "never idle");
    }
};

/// Work that the end of an interrupt asks for.
class HostInterruptEndTest : public TestCase
{
  public:
    HostInterruptEndTest()
        : TestCase("Host: what an interrupt asks for begins when it is over, interrupts first")
    {
    }

  private:
    void DoRun() override
    {
        Plan plan;
        plan.cpu->TraceConnectWithoutContext("SectionStart",
                                             Sink<uint32_t, HostLevel, uint32_t, Time>::Make(
                                                 [&](uint32_t, HostLevel level, uint32_t, Time) {
                                                     plan.order +=
                                                         level == HostLevel::INTERRUPT        ? "I"
                                                         : level == HostLevel::SOFT_INTERRUPT ? "S"
                                                                                              : "T";
                                                 }));
        const auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        const auto soft = plan.cpu->CreateTask(HostLevel::SOFT_INTERRUPT);
        const auto thread = plan.cpu->CreateTask(HostLevel::THREAD, 7);
        ScheduleCall(MilliSeconds(1), [&] {
            irq->Run(MilliSeconds(2), [&] {
                thread->Run(MilliSeconds(3), [&] { plan.order += "t"; });
                soft->Run(MilliSeconds(3), [&] { plan.order += "s"; });
                irq->Run(MilliSeconds(3), [&] { plan.order += "i"; });
                plan.order += "e";
            });
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.order, "IeIiSsTt", "starts, and ends in small letters");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetSections(), 4, "none is resumed");
    }
};

/// Preemption of threads, by hand: a low one's 10 ms from 0, a high one's 4 ms at 3.
class HostPreemptionTest : public TestCase
{
  public:
    HostPreemptionTest()
        : TestCase("Host: threads preempt at sections, slices or at once")
    {
    }

  private:
    /// @param preemption kind @param high expected end @param low expected end @param user flag
    void Check(const std::string& preemption, int64_t high, int64_t low, bool user = false)
    {
        Plan plan(preemption);
        plan.cpu->SetAttribute("SliceLength", TimeValue(MilliSeconds(2)));
        auto a = plan.cpu->CreateTask(HostLevel::THREAD, 1);
        auto b = plan.cpu->CreateTask(HostLevel::THREAD, 2);
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        a->SetAttribute("User", BooleanValue(user));
        plan.Add(0, a, 10, "low");
        plan.Add(1, irq, 1, "irq");
        plan.Add(4, b, 4, "high");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.ends["high"], high, preemption << ": high");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["low"], low, preemption << ": low");
    }

    void DoRun() override
    {
        Check("Section", 15, 11);
        Check("Full", 8, 15);
        Check("Section", 8, 15, true); // a user's program
        Check("Slice", 9, 15);         // low has run for 3 ms at 4, and for 4 at 5
        // a slice that ends while an interrupt runs is over when the interrupt is
        Plan plan("Slice");
        plan.cpu->SetAttribute("SliceLength", TimeValue(MilliSeconds(2)));
        auto a = plan.cpu->CreateTask(HostLevel::THREAD, 1);
        auto b = plan.cpu->CreateTask(HostLevel::THREAD, 2);
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        plan.Add(0, a, 10, "low");
        plan.Add(3, b, 1, "high");
        plan.Add(4, irq, 3, "irq");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.ends["high"],
                              8,
                              "4 ms of low are over at 4, the interrupt at 7");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["low"], 14, "the rest");
    }
};

/// Order of equal threads, turns, priorities that change, sections cancelled.
class HostThreadsTest : public TestCase
{
  public:
    HostThreadsTest()
        : TestCase("Host: order, turns, changes of priority and cancellation of threads")
    {
    }

  private:
    void DoRun() override
    {
        {
            Plan plan;
            auto a = plan.cpu->CreateTask(HostLevel::THREAD);
            auto b = plan.cpu->CreateTask(HostLevel::THREAD);
            plan.Add(0, a, 2, "1");
            plan.Add(0, a, 2, "2");
            plan.Add(1, b, 2, "4");
            plan.Add(0, a, 2, "3");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(plan.order, "1234", "in order of arrival, whatever the task");
        }
        {
            Plan plan("Full");
            plan.cpu->SetAttribute("Quantum", TimeValue(MilliSeconds(3)));
            auto a = plan.cpu->CreateTask(HostLevel::THREAD);
            auto b = plan.cpu->CreateTask(HostLevel::THREAD);
            plan.Add(0, a, 7, "a"); // 0-3, 6-9, 11-12
            plan.Add(1, b, 5, "b"); // 3-6, 9-11
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(plan.ends["b"], 11, "two turns");
            NS_TEST_EXPECT_MSG_EQ(plan.ends["a"], 12, "three turns");
        }
        {
            Plan plan("Section");
            plan.cpu->SetAttribute("Quantum", TimeValue(MilliSeconds(3)));
            auto a = plan.cpu->CreateTask(HostLevel::THREAD);
            auto b = plan.cpu->CreateTask(HostLevel::THREAD);
            for (const auto* name : {"1", "2", "4", "5"})
            {
                plan.Add(0, a, 2, name); // a turn is over after two
            }
            plan.Add(1, b, 2, "3");
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(plan.order, "12345", "turns of whole sections");
        }
        {
            Plan plan("Full");
            auto a = plan.cpu->CreateTask(HostLevel::THREAD, 5);
            auto b = plan.cpu->CreateTask(HostLevel::THREAD, 3);
            plan.Add(0, a, 6, "a");
            plan.Add(0, b, 2, "b");
            ScheduleCall(MilliSeconds(1), [b] { b->SetPriority(9); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(plan.ends["b"], 3, "raised while it waits, it preempts");
            NS_TEST_EXPECT_MSG_EQ(plan.ends["a"], 8, "later");
        }
        Cancel();
        Switch();
    }

    /// Sections that are not wanted any more; by hand.
    void Cancel()
    {
        Plan plan;
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        auto a = plan.cpu->CreateTask(HostLevel::THREAD);
        auto b = plan.cpu->CreateTask(HostLevel::THREAD);
        plan.Add(0, a, 5, "a");
        plan.Add(0, b, 5, "b");
        plan.Add(1, irq, 1, "i");
        plan.Add(1, irq, 7, "j");
        ScheduleCall(TimeStep(MilliSeconds(1).GetTimeStep() + 1), [irq, b] {
            irq->Cancel(); // of j nothing is done, i only ends
            b->Cancel();
        });
        plan.Add(2, b, 1, "c");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.order, "ac", "the others have not happened");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["a"], 6, "5 and the interrupt's 1");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["c"], 7, "next");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetBusyTime(), MilliSeconds(7), "nothing else");
        NS_TEST_EXPECT_MSG_EQ(irq->GetWaitingCost(), Time(0), "nothing waits");
    }

    /// Switches: a, a, b, pause, b.
    void Switch()
    {
        Plan plan("Section", 1, 1);
        auto a = plan.cpu->CreateTask(HostLevel::THREAD);
        auto b = plan.cpu->CreateTask(HostLevel::THREAD);
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        plan.Add(0, a, 2, "1");    // 0 to 3, with the switch
        plan.Add(1, a, 2, "2");    // to 5: the same thread
        plan.Add(1, b, 2, "3");    // to 8
        plan.Add(20, b, 2, "4");   // to 23: after a pause
        plan.Add(30, irq, 2, "5"); // no thread
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.ends["1"], 3, "switch");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["2"], 5, "no switch");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["3"], 8, "switch");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["4"], 23, "switch after a pause");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["5"], 32, "an interrupt has none");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetBusyTime(HostLevel::THREAD), MilliSeconds(11), "8 + 3");
    }
};

/// Two processors: interrupts on theirs, threads on any.
class HostProcessorsTest : public TestCase
{
  public:
    HostProcessorsTest()
        : TestCase("Host: several processors")
    {
    }

  private:
    void DoRun() override
    {
        Plan plan("Full", 2);
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        auto second = plan.cpu->CreateTask(HostLevel::INTERRUPT, 0, 1);
        std::vector<Ptr<HostTask>> tasks;
        for (uint32_t i = 0; i < 3; ++i)
        {
            tasks.push_back(plan.cpu->CreateTask(HostLevel::THREAD, i));
        }
        plan.Add(0, irq, 4, "i");
        plan.Add(0, tasks[0], 6, "0"); // on processor 1 from 0
        plan.Add(1, tasks[1], 6, "1"); // preempts it: 1 to 8, with the interrupt
        plan.Add(2, second, 1, "k");   // 2 to 3, on 1
        plan.Add(5, tasks[2], 1, "2"); // preempts 0, which runs on 0 since 4: 5 to 6
        plan.Add(5, tasks[2], 1, "3"); // one thread is never in two places: 6 to 7
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(plan.ends["k"], 3, "the second processor's interrupt");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["1"], 8, "preempts the lowest");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["2"], 6, "preempts the lowest");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["3"], 7, "after it");
        NS_TEST_EXPECT_MSG_EQ(plan.ends["0"], 11, "0-1, 4-5 and 7-11");
    }
};

/// Work without cost.
class HostFreeTest : public TestCase
{
  public:
    HostFreeTest()
        : TestCase("Host: what costs nothing is done inside the call")
    {
    }

  private:
    void DoRun() override
    {
        TestTraces();
        Plan plan;
        auto irq = plan.cpu->CreateTask(HostLevel::INTERRUPT);
        auto soft = plan.cpu->CreateTask(HostLevel::SOFT_INTERRUPT);
        auto a = plan.cpu->CreateTask(HostLevel::THREAD);
        auto b = plan.cpu->CreateTask(HostLevel::THREAD, 3);
        std::string order;
        irq->Run(Time(0), [&] {
            order += "(irq ";
            soft->Run(Time(0), [&] {
                order += "(soft ";
                a->Run(Time(0), [&] {
                    order += "(a ";
                    b->Run(Time(0), [&order] { order += "b"; });
                    order += ")";
                });
                order += ")";
            });
            order += ")";
        });
        NS_TEST_EXPECT_MSG_EQ(order, "(irq (soft (a b)))", "each inside the other");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetEvents(), 0, "no events");
        // no passing of what waits
        order.clear();
        a->Run(MilliSeconds(1), [&] {
            order += "1";
            b->Run(Time(0), [&order] { order += "4"; }); // more urgent than 2, but after 1
            order += "-";
        });
        a->Run(MilliSeconds(1), [&order] { order += "2"; });
        a->Run(Time(0), [&order] { order += "3"; });
        NS_TEST_EXPECT_MSG_EQ(order, "", "not yet");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(order, "1-423", "in their order");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetSections(), 8, "all counted");
        NS_TEST_EXPECT_MSG_EQ(plan.cpu->GetEvents(), 2, "one event for each that takes time");
    }

    /// Begin and end of what costs nothing are told, around it.
    void TestTraces()
    {
        Plan plan;
        std::string order;
        const auto note = [&](const char* name, char mark) {
            plan.cpu->TraceConnectWithoutContext(
                name,
                Sink<uint32_t, HostLevel, uint32_t, Time>::Make(
                    [&order, mark](uint32_t, HostLevel, uint32_t, Time cost) {
                        order += mark;
                        order += cost.IsZero() ? "" : std::to_string(cost.GetMicroSeconds());
                    }));
        };
        note("SectionStart", '(');
        note("SectionEnd", ')');
        for (const auto level :
             {HostLevel::INTERRUPT, HostLevel::SOFT_INTERRUPT, HostLevel::THREAD})
        {
            plan.cpu->CreateTask(level)->Run(Time(0), [&order] { order += 'x'; });
        }
        NS_TEST_EXPECT_MSG_EQ(order, "(x)(x)(x)", "traces");
        order.clear();
        plan.cpu->CreateTask(HostLevel::THREAD)->Run(MicroSeconds(5), [&order] { order += 'x'; });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(order, "(5)5x", "of what costs 5 us");
    }
};

/// Limits of queues, costs of tables, and bad values.
class HostQueueTest : public TestCase
{
  public:
    HostQueueTest()
        : TestCase("Host: limits of queues, costs of operations, and errors")
    {
    }

  private:
    /// @param data octets @param fragment offset @return a TCP segment in IPv4
    static Ptr<Packet> MakeSegment(uint32_t data, uint16_t fragment)
    {
        auto packet = Create<Packet>(data);
        packet->AddHeader(TcpHeader());
        Ipv4Header ip;
        ip.SetProtocol(6);
        ip.SetPayloadSize(data + 20);
        ip.SetFragmentOffset(fragment);
        packet->AddHeader(ip);
        return packet;
    }

    void DoRun() override
    {
        Plan plan;
        auto queue = CreateObject<HostQueue>();
        queue->SetAttribute("MaxPackets", UintegerValue(2));
        queue->SetAttribute("MaxOctets", UintegerValue(1500));
        queue->SetTask(plan.cpu->CreateTask(HostLevel::THREAD));
        uint32_t done = 0;
        const auto count = [&done] { ++done; };
        NS_TEST_EXPECT_MSG_EQ(queue->Enqueue(Create<Packet>(1000), MilliSeconds(1), count),
                              true,
                              "1");
        NS_TEST_EXPECT_MSG_EQ(queue->Enqueue(Create<Packet>(501), MilliSeconds(1), count),
                              false,
                              "1501 octets");
        NS_TEST_EXPECT_MSG_EQ(queue->Enqueue(Create<Packet>(500), MilliSeconds(1), count),
                              true,
                              "2");
        NS_TEST_EXPECT_MSG_EQ(queue->Enqueue(Create<Packet>(0), MilliSeconds(1), count),
                              false,
                              "3 packets");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, 2, "those added");
        NS_TEST_EXPECT_MSG_EQ(queue->GetDropped(), 2, "the others");
        NS_TEST_EXPECT_MSG_EQ(queue->GetNPackets() + queue->GetNOctets(), 0, "empty");

        auto cost = CreateObject<HostCostTable>();
        NS_TEST_EXPECT_MSG_EQ(cost->IsFree(), true, "nothing set");
        cost->SetCost(HostOperation::SEND, MicroSeconds(5), MicroSeconds(2), 1.5);
        NS_TEST_EXPECT_MSG_EQ(cost->IsFree(), false, "set");
        NS_TEST_EXPECT_MSG_EQ(cost->GetCost(HostOperation::SEND, 1000, 3),
                              NanoSeconds(5000 + 6000 + 1500),
                              "fixed, packets, octets");
        const auto data = HostCost::Classify(MakeSegment(100, 0), 0x0800);
        NS_TEST_EXPECT_MSG_EQ(data.tcpData, true, "a segment with data");
        NS_TEST_EXPECT_MSG_EQ(data.octets, 100, "of data");
        NS_TEST_EXPECT_MSG_EQ(HostCost::Classify(MakeSegment(0, 0), 0x0800).tcpData, false, "ACK");
        NS_TEST_EXPECT_MSG_EQ(HostCost::Classify(MakeSegment(9, 8), 0x0800).tcpData,
                              false,
                              "a later fragment");
        NS_TEST_EXPECT_MSG_EQ(HostCost::Classify(MakeSegment(9, 0), 0x0806).tcpData, false, "ARP");
        NS_TEST_EXPECT_MSG_EQ(HostCost::Classify(Create<Packet>(3), 0x0800).octets, 3, "malformed");

        const auto negative = HsnAbortText([] {
            CreateObject<HostCpu>()->CreateTask(HostLevel::THREAD)->Run(MilliSeconds(-1), nullptr);
        });
        NS_TEST_EXPECT_MSG_NE(negative.find("must not be negative"), std::string::npos, negative);
        const auto priority =
            HsnAbortText([] { CreateObject<HostCpu>()->CreateTask(HostLevel::THREAD, 256); });
        NS_TEST_EXPECT_MSG_NE(priority.find("priority 256 must be at most 255"),
                              std::string::npos,
                              priority);
        const auto processor =
            HsnAbortText([] { CreateObject<HostCpu>()->CreateTask(HostLevel::INTERRUPT, 0, 1); });
        NS_TEST_EXPECT_MSG_NE(processor.find("processor 1 must be below Cpus, 1"),
                              std::string::npos,
                              processor);
        const auto octet = HsnAbortText([] {
            CreateObject<HostCostTable>()->SetCost(HostOperation::SEND, Time(0), Time(0), -1);
        });
        NS_TEST_EXPECT_MSG_NE(octet.find("must not be negative"), std::string::npos, octet);
    }
};

/// Tasks and host hold each other, and nobody disposes a host without a node.
class HostEndTest : public TestCase
{
  public:
    HostEndTest()
        : TestCase("With the simulation ends what a host without a node still had to do")
    {
    }

  private:
    void DoRun() override
    {
        for (const HostLevel level : {HostLevel::INTERRUPT, HostLevel::THREAD})
        {
            const auto held = Create<Packet>(1);
            auto task = CreateObject<HostCpu>()->CreateTask(level);
            task->Run(Seconds(2), [held] {});
            task->Run(Seconds(2), [held] {});
            Simulator::Stop(Seconds(3));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(held->GetReferenceCount(), 2, "by the section being done");
            Simulator::Destroy();
            NS_TEST_EXPECT_MSG_EQ(held->GetReferenceCount(), 1, "by this test");
            NS_TEST_EXPECT_MSG_EQ(task->GetCpu(), nullptr, "the host goes");
            NS_TEST_EXPECT_MSG_EQ(task->GetBusyTime(), Seconds(3), "not the rest of its section");
            NS_TEST_EXPECT_MSG_EQ(task->GetBacklog(), 0, "forgotten");
            task->Run(Seconds(1), [held] {}); // as what is disposed later may do
            task->SetPriority(1);
            task->Cancel();
            NS_TEST_EXPECT_MSG_EQ(held->GetReferenceCount(), 1, "nothing goes on");
        }
    }
};

HsnTestRegistration g_hostTests("host",
                                {new HostLevelsTest,
                                 new HostInterruptEndTest,
                                 new HostPreemptionTest,
                                 new HostThreadsTest,
                                 new HostProcessorsTest,
                                 new HostFreeTest,
                                 new HostQueueTest,
                                 new HostEndTest});
} // namespace
