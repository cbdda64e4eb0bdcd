// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "listed-values.h"

#include "ns3/admission-queue-meter.h"
#include "ns3/double.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/fluid-queue.h"
#include "ns3/fluid-renewal-set.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/object-factory.h"
#include "ns3/on-off-helper.h"
#include "ns3/on-off-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t OCTETS = 125;      //!< of a packet
constexpr double BITS = 8.0 * OCTETS; //!< of a packet

/** @brief Packets whose waits are known. */
class AdmissionQueueMeterTest : public TestCase
{
  public:
    AdmissionQueueMeterTest()
        : TestCase("A queue disc of three packets, by hand")
    {
    }

  private:
    /// @param queue gets a packet
    static void Put(Ptr<QueueDisc> queue)
    {
        Ipv4Header header;
        header.SetProtocol(17);
        queue->Enqueue(
            Create<Ipv4QueueDiscItem>(Create<Packet>(OCTETS + 8), Address(), 0x0800, header));
    }

    void DoRun() override
    {
        const auto queue = CreateObject<FifoQueueDisc>();
        queue->SetAttribute("MaxSize", StringValue("3p"));
        queue->Initialize();
        const auto meter = CreateObject<AdmissionQueueMeter>();
        meter->SetAttribute("LinkRate", StringValue("100kbps"));
        meter->SetQueue(queue);
        std::vector<std::pair<double, double>> delays;
        std::vector<std::pair<double, double>>* const told = &delays;

        struct Listener
        {
            void Note(double at, double delay)
            {
                list->emplace_back(at, delay);
            }

            std::vector<std::pair<double, double>>* list;
        } listener{told};

        meter->SetDelayCallback(MakeCallback(&Listener::Note, &listener));
        for (int i = 0; i < 4; ++i)
        {
            Put(queue); // there is no room for the fourth
        }
        NS_TEST_EXPECT_MSG_EQ(meter->GetLoad().arrived, 4 * BITS, "headers do not count");
        NS_TEST_EXPECT_MSG_EQ(meter->GetLoad().late, BITS, "what is dropped is late");
        NS_TEST_EXPECT_MSG_EQ(meter->GetLoad().queue, 3 * BITS, "queued");
        NS_TEST_EXPECT_MSG_EQ_TOL(meter->GetLoad().queueLate, 1400, 1e-9, "1600 leave in 16 ms");
        for (double at : {0.010, 0.016, 0.017})
        {
            ScheduleCall(Seconds(at), [queue] { queue->Dequeue(); });
        }
        ScheduleCall(Seconds(0.0165), [&] {
            NS_TEST_EXPECT_MSG_EQ(meter->GetLoad().late, BITS, "16 ms are not late");
            NS_TEST_EXPECT_MSG_EQ_TOL(meter->GetLoad().delay, 0.016, 1e-12, "the last one");
        });
        Simulator::Run();
        const auto load = meter->GetLoad();
        NS_TEST_EXPECT_MSG_EQ(load.sent, 3 * BITS, "sent");
        NS_TEST_EXPECT_MSG_EQ(load.late, 2 * BITS, "17 ms are late");
        NS_TEST_EXPECT_MSG_EQ(load.queue, 0, "empty");
        NS_TEST_EXPECT_MSG_EQ(load.delay, 0, "nobody waits");
        NS_TEST_ASSERT_MSG_EQ(delays.size(), 3, "one of each packet");
        NS_TEST_EXPECT_MSG_EQ_TOL(delays[2].second, 0.017, 1e-12, "delay");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { meter->SetQueue(queue); }).find("once is allowed"),
                              std::string::npos,
                              "a second queue");
        meter->Dispose();
        Simulator::Destroy();
    }
};

/// Counts how often a fluid queue rises above its threshold.
class Excursions : public FluidQueueListener
{
  public:
    /// @param queue watched
    explicit Excursions(Ptr<FluidQueue> queue)
        : m_queue(queue)
    {
        queue->SetListener(this);
    }

    void NoteQueue(double, double bits) override
    {
        const bool above = bits > m_queue->GetLateThreshold();
        count += above && !m_above ? 1 : 0;
        m_above = above;
    }

    uint32_t count{0}; //!< excursions

  private:
    Ptr<FluidQueue> m_queue; //!< watched
    bool m_above{false};     //!< at the last call
};

/**
 * @brief Fluid and packets of the same random sources at the same link.
 *
 * Exponential On periods of OnOffApplications, or Pareto periods of OnOffSources and of a
 * FluidRenewalSet. A source has sent a packet as soon as it has made its last bit, so N sources are
 * at most N packets of L bits behind their fluid, and a queue, as the reflection of its input, is
 * at most as far off. Up to two packets are in the device, and one is served as a whole. Hence
 * queues differ by at most (N + 4) L, and delays by that over the rate. A late packet belongs to an
 * excursion of the fluid above the bound less this granularity; at each end of an excursion a
 * source has at most one packet that is partly outside.
 */
class AdmissionFluidPacketTest : public TestCase
{
  public:
    /// @param isPareto periods are Pareto, else exponential
    explicit AdmissionFluidPacketTest(bool isPareto)
        : TestCase("200 random sets of sources, " +
                   std::string(isPareto ? "Pareto" : "exponential") +
                   ": packets and fluid agree within their granularity"),
          m_isPareto(isPareto)
    {
    }

  private:
    /// Bits of one set.
    struct Sum
    {
        double late{0};    //!< packets, those that wait included
        double least{0};   //!< fluid that is late by more than the granularity
        double most{0};    //!< fluid that is late if the bound is lower by it
        double arrived{0}; //!< packets
    };

    /// Draws numbers from 0 to 1.
    using Uniform = std::function<double()>;
    /// Three, by bound.
    using Queues = std::vector<Ptr<FluidQueue>>;

    /// A source. @param node it is on @param to where packets go @param peak bit/s @param fluid fed
    /// with the same @param uniform draws its periods
    static void AddExponential(Ptr<Node> node,
                               const Address& to,
                               double peak,
                               const Queues& fluid,
                               const Uniform& uniform)
    {
        std::vector<double> on;
        // the same for all periods of a source: releases of ns-3 differ in the first ones
        const double off = 1e-6 * std::ceil(0.6e6 * uniform());
        double time = 1;
        while (time < END)
        {
            on.push_back(1e-6 * std::ceil(-0.3e6 * std::log(uniform())));
            const auto change = [fluid](double bits) {
                for (const auto& one : fluid)
                {
                    one->AddInput(bits);
                }
            };
            time += off;
            ScheduleCall(Seconds(time), [change, peak] { change(peak); });
            time += on.back();
            ScheduleCall(Seconds(time), [change, peak] { change(-peak); });
        }
        const auto offTime = CreateObject<ConstantRandomVariable>();
        offTime->SetAttribute("Constant", DoubleValue(off));
        OnOffHelper source("ns3::UdpSocketFactory", to);
        source.SetConstantRate(DataRate(static_cast<uint64_t>(peak)), OCTETS);
        source.SetAttribute("OnTime", PointerValue(List(on)));
        source.SetAttribute("OffTime", PointerValue(offTime));
        source.Install(node).Start(Seconds(1));
    }

    /// The same with periods of infinite variance, mean 0.3 s.
    void AddPareto(Ptr<Node> node,
                   const Address& to,
                   double peak,
                   const Queues& fluid,
                   const Uniform& uniform)
    {
        std::vector<double> on;
        std::vector<double> off;
        for (double time = 1; time < END; time += off.back() + on.back())
        {
            for (auto* list : {&off, &on})
            {
                const double period = 0.3 * 0.4 / 1.4 * std::pow(uniform(), -1 / 1.4);
                list->push_back(1e-6 * std::ceil(1e6 * period));
            }
        }
        for (const auto& queue : fluid)
        {
            const auto source = CreateObject<FluidRenewalSet>();
            source->SetQueue(queue);
            source->SetAttribute("OnTime", PointerValue(List(on)));
            source->SetAttribute("OffTime", PointerValue(List(off)));
            m_sets.push_back(source);
            ScheduleCall(Seconds(1), [source, peak] { source->Add(peak); });
        }
        const auto source = CreateObject<OnOffSource>();
        source->SetAttribute("Remote", AddressValue(to));
        source->SetAttribute("Rate", DataRateValue(DataRate(static_cast<uint64_t>(peak))));
        source->SetAttribute("PacketSize", UintegerValue(OCTETS));
        source->SetAttribute("OnTime", PointerValue(List(on)));
        source->SetAttribute("OffTime", PointerValue(List(off)));
        node->AddApplication(source);
        source->SetStartTime(Seconds(1));
    }

    /// @param set number of it @return its bits
    Sum Run(uint32_t set)
    {
        std::mt19937 random(set);
        const auto uniform = [&random] {
            return (static_cast<double>(random()) + 0.5) / 4294967296.0;
        };
        const auto count = static_cast<uint32_t>(2 + random() % 7);
        std::vector<double> peaks;
        double mean = 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            peaks.push_back(1000 * std::floor(32 + 224 * uniform()));
            mean += peaks.back() / 2;
        }
        const double rate = 1000 * std::floor(mean * (0.95 + 0.5 * uniform()) / 1000);
        const double granule = (count + 4) * BITS / rate;
        const double bound = granule + 0.3 * uniform();

        NodeContainer nodes;
        nodes.Create(2);
        PointToPointHelper line; // 30 octets of headers: UDP, IPv4, PPP
        line.SetDeviceAttribute(
            "DataRate",
            DataRateValue(DataRate(static_cast<uint64_t>(rate * (OCTETS + 30) / OCTETS))));
        line.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
        const auto devices = line.Install(nodes);
        InternetStackHelper internet;
        internet.Install(nodes);
        TrafficControlHelper control;
        control.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("1000000p"));
        const auto queue = control.Install(devices.Get(0)).Get(0);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const InetSocketAddress to(addresses.Assign(devices).GetAddress(1), 9);
        PacketSinkHelper sink("ns3::UdpSocketFactory", to);
        sink.Install(nodes.Get(1));
        const auto meter = CreateObject<AdmissionQueueMeter>();
        meter->SetAttribute("LinkRate", DataRateValue(DataRate(static_cast<uint64_t>(rate))));
        meter->SetAttribute("DelayBound", TimeValue(Seconds(bound)));
        meter->SetQueue(queue);

        std::vector<Ptr<FluidQueue>> fluid;
        for (double off : {-granule, 0.0, granule})
        {
            fluid.push_back(CreateObject<FluidQueue>());
            fluid.back()->SetAttribute("ServiceRate",
                                       DataRateValue(DataRate(static_cast<uint64_t>(rate))));
            fluid.back()->SetAttribute("DelayBound", TimeValue(Seconds(bound + off)));
        }
        Excursions low(fluid[0]);
        Excursions high(fluid[2]);
        for (double peak : peaks)
        {
            if (m_isPareto)
            {
                AddPareto(nodes.Get(0), to, peak, fluid, uniform);
            }
            else
            {
                AddExponential(nodes.Get(0), to, peak, fluid, uniform);
            }
        }
        double worst = 0;
        for (double at = 1; at < END; at += 0.0503)
        {
            ScheduleCall(Seconds(at), [&worst, &fluid, meter] {
                fluid[1]->Update();
                worst = std::max(worst, std::abs(meter->GetLoad().queue - fluid[1]->GetQueue()));
            });
        }
        Simulator::Stop(Seconds(END));
        Simulator::Run();
        for (const auto& one : fluid)
        {
            one->Update();
        }
        const auto load = meter->GetLoad();
        const auto& totals = fluid[1]->GetTotals();
        NS_TEST_EXPECT_MSG_LT_OR_EQ(worst, granule * rate, "queues, set " << set);
        NS_TEST_EXPECT_MSG_EQ_TOL(load.arrived,
                                  totals.arrived,
                                  count * BITS,
                                  "arrived, set " << set);
        NS_TEST_EXPECT_MSG_EQ_TOL(load.sent, totals.sent, granule * rate, "sent, set " << set);
        const double ends = count * BITS;
        NS_TEST_EXPECT_MSG_LT_OR_EQ(load.late,
                                    fluid[0]->GetTotals().late + ends * (low.count + 1),
                                    "late at most, set " << set);
        // late packets that are still queued are not counted yet
        NS_TEST_EXPECT_MSG_GT_OR_EQ(load.late + load.queue + 2 * BITS,
                                    fluid[2]->GetTotals().late - ends * (high.count + 1),
                                    "late at least, set " << set);
        const Sum sum{load.late + load.queueLate,
                      fluid[2]->GetTotals().late,
                      fluid[0]->GetTotals().late,
                      load.arrived};
        for (const auto& one : fluid)
        {
            one->SetListener(nullptr);
        }
        for (const auto& source : m_sets)
        {
            source->Dispose();
        }
        m_sets.clear();
        meter->Dispose();
        Simulator::Destroy();
        return sum;
    }

    void DoRun() override
    {
        Sum all;
        for (uint32_t set = 1; set <= 200; ++set)
        {
            const Sum one = Run(set);
            all.late += one.late;
            all.least += one.least;
            all.most += one.most;
            all.arrived += one.arrived;
        }
        NS_TEST_EXPECT_MSG_GT(all.late, 0.05 * all.arrived, "delays are beyond the bounds");
        NS_TEST_EXPECT_MSG_LT(all.late, 0.5 * all.arrived, "and within");
        NS_TEST_EXPECT_MSG_GT(all.late, all.least, "of all sets");
        NS_TEST_EXPECT_MSG_LT(all.late, all.most, "of all sets");
        NS_TEST_EXPECT_MSG_LT(all.most, 2 * all.least, "which is not far apart");
    }

    static constexpr double END = 3;          //!< of a run, s
    const bool m_isPareto;                    //!< periods
    std::vector<Ptr<FluidRenewalSet>> m_sets; //!< one for each source and queue
};

static HsnTestRegistration g_packetTests("admission-packet",
                                         {new AdmissionQueueMeterTest,
                                          new AdmissionFluidPacketTest(false)});
static HsnTestRegistration g_paretoTests("admission-pareto", {new AdmissionFluidPacketTest(true)});
} // namespace
