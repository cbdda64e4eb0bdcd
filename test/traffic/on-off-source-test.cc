// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/fluid-queue.h"
#include "ns3/fluid-renewal-set.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/on-off-source.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param values in s @return an attribute's value: a variable that takes them in turn
PointerValue
List(std::vector<double> values)
{
    auto variable = CreateObject<DeterministicRandomVariable>();
    variable->SetValueArray(values.data(), values.size());
    return PointerValue(variable);
}

/** @brief Times of packets, by hand. */
class OnOffSourceTest : public TestCase
{
  public:
    OnOffSourceTest()
        : TestCase("Packets leave when their last bit is made; what is left waits for the next "
                   "period")
    {
    }

  private:
    bool Take(Ptr<Packet> packet)
    {
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 100, "size");
        m_times.push_back(Simulator::Now().GetSeconds());
        return true;
    }

    /// @param begin state @param rate of it @param on periods, s @param off periods, s
    void Run(const std::string& begin,
             const std::string& rate,
             const std::vector<double>& on,
             const std::vector<double>& off)
    {
        m_times.clear();
        const auto source = CreateObject<OnOffSource>();
        source->SetAttribute("Begin", StringValue(begin));
        source->SetAttribute("Rate", StringValue(rate));
        source->SetAttribute("PacketSize", UintegerValue(100));
        source->SetAttribute("OnTime", List(on));
        source->SetAttribute("OffTime", List(off));
        source->SetSend(MakeCallback(&OnOffSourceTest::Take, this));
        const auto node = CreateObject<Node>();
        node->AddApplication(source);
        source->SetStartTime(Seconds(1));
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        Simulator::Destroy();
    }

    /// @param times expected of the first packets, s
    void Compare(const std::vector<double>& times)
    {
        NS_TEST_ASSERT_MSG_GT_OR_EQ(m_times.size(), times.size(), "packets");
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_times[i], times[i], 1e-9, "packet " << i);
        }
    }

    void DoRun() override
    {
        // a packet needs 0.1 s of On. Off from 1 to 2, On to 2.25 (half of the third packet), Off
        // to 2.75, On to 2.9, Off to 3.9, On to 3.93: too short for a packet, Off to 4.93
        Run("Off", "8kbps", {0.25, 0.15, 0.03, 9}, {1, 0.5, 1, 1, 1});
        Compare({2.1, 2.2, 2.8, 2.9});
        NS_TEST_EXPECT_MSG_EQ(m_times.size(), 4, "none from 3.9 s on");
        Run("On", "8kbps", {0.25, 0.15, 0.03, 9}, {0.5, 1, 1, 1});
        Compare({1.1, 1.2, 1.8, 1.9, 4});
        const auto refuse = [this](const std::string& rate,
                                   const std::vector<double>& on,
                                   const std::string& words) {
            const auto text = HsnAbortText([&] { Run("On", rate, on, {0}); });
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
        };
        refuse("0bps", {1}, "Rate of an OnOffSource is 0: must be above 0");
        refuse("8kbps", {-1}, "OnTime of a OnOffSource has drawn -1 s: at least 0");
        refuse("8kbps", {0}, "draws nothing but 0 s");
    }

    std::vector<double> m_times; //!< of packets, s
};

/** @brief Periods that do not end. */
class OnOffEndlessTest : public TestCase
{
  public:
    OnOffEndlessTest()
        : TestCase("A period that is too long for Time is the last one")
    {
    }

  private:
    /// @param begin state @param stop of the simulation, s, or 0 @return packets of a source
    uint64_t Run(const std::string& begin, double stop)
    {
        const auto source = CreateObject<OnOffSource>();
        source->SetAttribute("Begin", StringValue(begin));
        source->SetAttribute("Rate", StringValue("1Mbps"));
        source->SetAttribute("PacketSize", UintegerValue(125));
        source->SetAttribute("OnTime", List({0.01}));
        source->SetAttribute("OffTime", List({1e10}));
        source->SetSend(MakeCallback(&OnOffEndlessTest::Take, this));
        const auto node = CreateObject<Node>();
        node->AddApplication(source);
        source->SetStartTime(Seconds(0.5));
        if (stop > 0)
        {
            Simulator::Stop(Seconds(stop));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_LT_OR_EQ(Simulator::Now(), Seconds(1), "the end");
        Simulator::Destroy();
        return source->GetSent();
    }

    bool Take(Ptr<Packet>)
    {
        return true;
    }

    void DoRun() override
    {
        // a packet takes a millisecond of the first 10
        NS_TEST_EXPECT_MSG_EQ(Run("On", 1), 10, "until it is Off");
        NS_TEST_EXPECT_MSG_EQ(Run("On", 0), 10, "nothing waits for the end of the period");
        NS_TEST_EXPECT_MSG_EQ(Run("Off", 1), 0, "never On");
    }
};

/** @brief Fluid of sources with periods of any distribution. */
class FluidRenewalTest : public TestCase
{
  public:
    FluidRenewalTest()
        : TestCase("Fluid with periods by hand, exponential ones in closed form, Pareto ones")
    {
    }

  private:
    /// @param service of a queue @param bits that may wait @return it
    static Ptr<FluidQueue> MakeQueue(const std::string& service, double bits)
    {
        const auto queue = CreateObject<FluidQueue>();
        queue->SetAttribute("ServiceRate", StringValue(service));
        queue->SetAttribute("DelayBound", TimeValue(Seconds(bits / queue->GetServiceRate())));
        return queue;
    }

    void CheckByHand()
    {
        // two sources, 3 and 1 kb/s, at 2 kb/s. The first draws Off 1 s, the second 2 s; then On 2
        // s for both: input 3 kb/s from 1 to 2 s, 4 to 3 s, 1 to 4 s
        const auto queue = MakeQueue("2kbps", 1000);
        const auto set = CreateObject<FluidRenewalSet>();
        set->SetAttribute("OffTime", List({1, 2, 100, 100}));
        set->SetAttribute("OnTime", List({2}));
        set->SetQueue(queue);
        const auto first = set->Add(3000);
        set->Add(1000);
        const auto expect = [&](double at, double arrived, double waiting, uint32_t active) {
            ScheduleCall(Seconds(at), [this, queue, set, arrived, waiting, active, at] {
                queue->Update();
                NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().arrived, arrived, 1e-6, at << " s");
                NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetQueue(), waiting, 1e-6, at << " s");
                NS_TEST_EXPECT_MSG_EQ(set->GetActive(), active, at << " s");
            });
        };
        expect(1.5, 1500, 500, 1);
        expect(2.5, 5000, 2000, 2);
        expect(3.5, 7500, 2500, 1);
        expect(5, 8000, 0, 0);
        ScheduleCall(Seconds(5), [&] {
            set->Remove(first);
            NS_TEST_EXPECT_MSG_EQ(set->GetSize(), 1, "the other one");
        });
        Simulator::Stop(Seconds(106.5)); // behind it the lists begin again
        Simulator::Run();
        queue->Update();
        // above 1000 bits from 2 s on, until 1000 are left of 3000 at 3 s, 2000 at 4 s
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().late, 4000 + 1000, 1e-6, "late");
        // the second one sends from 104 to 106 s
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().arrived, 10000, 1e-6, "one has gone");
        set->Dispose();
        Simulator::Destroy();
    }

    void CheckRemoval()
    {
        // one of two sources goes while it is On, at 1 s; the other one stays On until 10 s
        const auto queue = MakeQueue("1Mbps", 1000);
        const auto set = CreateObject<FluidRenewalSet>();
        set->SetAttribute("OnTime", List({10}));
        set->SetAttribute("OffTime", List({100}));
        set->SetAttribute("Start", StringValue("On"));
        set->SetQueue(queue);
        const auto first = set->Add(3000);
        set->Add(500);
        ScheduleCall(Seconds(1), [set, first] { set->Remove(first); });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        queue->Update();
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().arrived, 3000 + 5000, 1e-6, "what they sent");
        NS_TEST_EXPECT_MSG_EQ(set->GetActive(), 0, "both");
        set->Dispose();
        Simulator::Destroy();
    }

    void CheckChange()
    {
        // On and Off for a second each; the On period that begins at 10 s is one of those before
        const auto queue = MakeQueue("1Mbps", 1000);
        const auto set = CreateObject<FluidRenewalSet>();
        set->SetAttribute("OnTime", List({1}));
        set->SetAttribute("OffTime", List({1}));
        set->SetAttribute("Start", StringValue("On"));
        set->SetQueue(queue);
        set->Add(1000);
        ScheduleCall(Seconds(10.5), [set] { set->SetAttribute("OnTime", List({3})); });
        ScheduleCall(Seconds(15.5), [set] { set->SetAttribute("OffTime", List({0.25})); });
        Simulator::Stop(Seconds(19));
        Simulator::Run();
        queue->Update();
        // On from 12 to 15 s, and again from 16 s on
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().arrived, 6000 + 3000 + 3000, 1e-6, "change");
        set->Dispose();
        Simulator::Destroy();
    }

    void CheckExponential()
    {
        // P(Q > x) = 0.8 exp(-z x): late shares at 10 kb as another program has them
        const auto queue = MakeQueue("40kbps", 10e3);
        const auto set = CreateObject<FluidRenewalSet>();
        for (const auto* name : {"OnTime", "OffTime"})
        {
            set->SetAttribute(name, StringValue("ns3::ExponentialRandomVariable[Mean=0.3125]"));
        }
        set->SetQueue(queue);
        NS_TEST_EXPECT_MSG_EQ(set->AssignStreams(7), 2, "streams");
        set->Add(64e3);
        Simulator::Stop(Seconds(2e5));
        Simulator::Run();
        queue->Update();
        const auto& totals = queue->GetTotals();
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.late / totals.arrived, 0.586646, 0.006, "late");
        NS_TEST_EXPECT_MSG_EQ_TOL(totals.queueTime / 2e5, 15000, 500, "mean queue");
        set->Dispose();
        Simulator::Destroy();
    }

    void CheckPareto()
    {
        // shape 1.9: means of many periods settle; On 0.2 s, Off 0.3 s on average
        const auto queue = MakeQueue("1Gbps", 1);
        const auto set = CreateObject<FluidRenewalSet>();
        set->SetAttribute("OnTime",
                          StringValue("ns3::ParetoRandomVariable[Shape=1.9|Scale=" +
                                      std::to_string(0.2 * 0.9 / 1.9) + "]"));
        set->SetAttribute("OffTime",
                          StringValue("ns3::ParetoRandomVariable[Shape=1.9|Scale=" +
                                      std::to_string(0.3 * 0.9 / 1.9) + "]"));
        set->SetAttribute("Start", StringValue("On"));
        set->SetQueue(queue);
        set->AssignStreams(3);
        for (int i = 0; i < 200; ++i)
        {
            set->Add(1000);
        }
        NS_TEST_EXPECT_MSG_EQ(set->GetActive(), 200, "all begin On");
        Simulator::Stop(Seconds(2000));
        Simulator::Run();
        queue->Update();
        // 200 kb/s while all are On, two fifths of it on average
        NS_TEST_EXPECT_MSG_EQ_TOL(queue->GetTotals().arrived / 2000, 80e3, 1600, "mean input");
        set->Dispose();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        CheckByHand();
        CheckRemoval();
        CheckChange();
        CheckExponential();
        CheckPareto();
        const auto refuse = [this](const std::string& value, const std::string& words) {
            const auto text = HsnAbortText([&value] {
                const auto queue = CreateObject<FluidQueue>();
                const auto set = CreateObject<FluidRenewalSet>();
                for (const auto* name : {"OnTime", "OffTime"})
                {
                    set->SetAttribute(
                        name,
                        StringValue("ns3::ConstantRandomVariable[Constant=" + value + "]"));
                }
                set->SetQueue(queue);
                set->Add(1);
                queue->Update();
            });
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
        };
        refuse("-1", "OffTime of a FluidRenewalSet has drawn -1 s: at least 0");
        refuse("0", "draw nothing but 0 s");
    }
};

static HsnTestRegistration g_onOffTests("on-off-source",
                                        {new OnOffSourceTest,
                                         new OnOffEndlessTest,
                                         new FluidRenewalTest});
} // namespace
