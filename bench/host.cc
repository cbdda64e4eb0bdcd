// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures the host model: threads and interrupts that get sections. The last line is a JSON
 * object: sections_per_cpu_s  sections of a saturated thread that are done per CPU second
 *   events_per_packet   events of an interrupt and a thread's section; none preempts another
 *   ratio_queued        cost of a section with 1,000 of them queued over the cost with one
 *   ratio_tasks         cost of a section with 1,000 threads that each have one, over that with one
 *   ratio_free_host     CPU time of a TCP transfer between hosts that cost nothing, over that
 * without hosts: the median of many pairs of transfers
 *   ratio_free_host_low, ratio_free_host_high  where that median is, with a probability of 95 %
 *   pairs               how many pairs
 */
#include "median.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/host-cpu.h"
#include "ns3/host-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <cmath>
#include <ctime>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Threads of which each has the same number of sections queued, always.
class Load
{
  public:
    /// @param tasks threads @param queued sections of each @param sections to be done
    Load(uint32_t tasks, uint32_t queued, uint64_t sections)
        : m_left(sections)
    {
        for (uint32_t i = 0; i < tasks; ++i)
        {
            m_tasks.push_back(m_cpu->CreateTask(HostLevel::THREAD));
            for (uint32_t k = 0; k < queued; ++k)
            {
                Add(i);
            }
        }
    }

    /// @return CPU time of a section, s
    double Run()
    {
        const auto begin = std::clock();
        Simulator::Run();
        const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        const auto sections = static_cast<double>(m_cpu->GetSections());
        m_cpu->Dispose();
        Simulator::Destroy();
        return cpu / sections;
    }

  private:
    /// @param task that gets a section
    void Add(uint32_t task)
    {
        m_tasks[task]->Run(MicroSeconds(1), [this, task] {
            if (m_left > 0)
            {
                --m_left;
                Add(task);
            }
        });
    }

    Ptr<HostCpu> m_cpu{CreateObject<HostCpu>()}; //!< the host
    std::vector<Ptr<HostTask>> m_tasks;          //!< threads
    uint64_t m_left;                             //!< sections to be added
};

/// Packets that arrive regularly: an interrupt, then a thread's section.
class Receiver
{
  public:
    /// @param packets to arrive @return events of the host for each
    double Run(uint64_t packets)
    {
        m_left = packets;
        Arrive();
        Simulator::Run();
        const double events = static_cast<double>(m_cpu->GetEvents());
        m_cpu->Dispose();
        Simulator::Destroy();
        return events / static_cast<double>(packets);
    }

  private:
    /// The next packet.
    void Arrive()
    {
        m_interrupt->Run(MicroSeconds(1), [this] { m_thread->Run(MicroSeconds(8), nullptr); });
        if (--m_left > 0)
        {
            Simulator::Schedule(MicroSeconds(10), &Receiver::Arrive, this);
        }
    }

    Ptr<HostCpu> m_cpu{CreateObject<HostCpu>()};                        //!< the host
    Ptr<HostTask> m_interrupt{m_cpu->CreateTask(HostLevel::INTERRUPT)}; //!< of the adapter
    Ptr<HostTask> m_thread{m_cpu->CreateTask(HostLevel::THREAD)};       //!< the stack
    uint64_t m_left{0};                                                 //!< packets to come
};

/// @param host whether there are hosts, which cost nothing @param octets of a TCP transfer
/// @return CPU time of it, s
double
Transfer(bool host, uint64_t octets)
{
    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    NetDeviceContainer devices = link.Install(nodes);
    if (host)
    {
        devices = HostHelper().Install(devices);
    }
    InternetStackHelper().Install(nodes);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const InetSocketAddress to(addresses.GetAddress(1), 9);
    const auto sink = PacketSinkHelper("ns3::TcpSocketFactory", to).Install(nodes.Get(1)).Get(0);
    BulkSendHelper source("ns3::TcpSocketFactory", to);
    source.SetAttribute("MaxBytes", UintegerValue(octets));
    source.Install(nodes.Get(0));
    const auto begin = std::clock();
    Simulator::Run();
    const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    NS_ABORT_MSG_UNLESS(DynamicCast<PacketSink>(sink)->GetTotalRx() == octets,
                        "the transfer is not complete");
    Simulator::Destroy();
    return cpu;
}

/// @param octets of a transfer @param pairs of transfers, with hosts and without @return CPU time
/// with hosts over that without, of each pair. Which is first changes, so that what changes
/// steadily counts for both; a disturbance hits few of the pairs.
std::vector<double>
CompareTransfers(uint64_t octets, uint32_t pairs)
{
    std::vector<double> ratios;
    for (uint32_t i = 0; i < pairs; ++i)
    {
        const bool first = i % 2 == 1; // with hosts
        const double a = Transfer(first, octets);
        const double b = Transfer(!first, octets);
        ratios.push_back(first ? a / b : b / a);
    }
    return ratios;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint64_t sections = 1000000;
    uint32_t repeats = 5;
    uint32_t pairs = 100;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "Cost of a section of the host model");
    options.Add("sections", "Sections of each run", sections, Between(10000, 1000000000));
    options.Add("repeats", "Repetitions; the median counts", repeats, Between(1, 100));
    options.Add("pairs", "Pairs of transfers, with hosts and without", pairs, Between(6, 10000));
    options.Add("quick", "One repetition of 100000 sections, 20 pairs", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        sections = 100000;
        repeats = 1;
        pairs = 20;
    }
    std::vector<double> one;
    std::vector<double> queued;
    std::vector<double> tasks;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        one.push_back(Load(1, 1, sections).Run());
        queued.push_back(Load(1, 1000, sections).Run() / one.back());
        tasks.push_back(Load(1000, 1, sections).Run() / one.back());
        if (!json)
        {
            std::cout << "CPU time of a section: " << one.back() * 1e6 << " us, with 1000 queued "
                      << queued.back() << " times, with 1000 threads " << tasks.back() << " times"
                      << std::endl;
        }
    }
    const auto free = CompareTransfers(5 * sections, pairs); // a segment for each 107 sections
    const auto [low, high] = MedianBounds(free);
    if (!json)
    {
        std::cout << "a TCP transfer between free hosts: " << Median(free) << " times, " << low
                  << " to " << high << std::endl;
    }
    JsonObject out;
    out.Set("bench", "host");
    out.Set("sections", sections);
    out.Set("sections_per_cpu_s", std::round(1 / Median(one)));
    out.Set("events_per_packet", Receiver().Run(sections));
    out.Set("ratio_queued", Median(queued));
    out.Set("ratio_tasks", Median(tasks));
    out.Set("ratio_free_host", Median(free));
    out.Set("ratio_free_host_low", low);
    out.Set("ratio_free_host_high", high);
    out.Set("pairs", pairs);
    std::cout << out << std::endl;
    return 0;
}
