// SPDX-License-Identifier: GPL-2.0-only
#include "nif-host.h"

#include "ns3/core-module.h"
#include "ns3/node.h"

using namespace ns3;
using namespace ns3::hsn;

Callback<Time>
NifTimeFunction::Make(std::function<Time()> function)
{
    return MakeCallback(&NifTimeFunction::Call, Create<NifTimeFunction>(std::move(function)));
}

NifTimeFunction::NifTimeFunction(std::function<Time()> function)
    : m_function(std::move(function))
{
}

Time
NifTimeFunction::Call()
{
    return m_function();
}

void
NifHost::AddTo(ProgramOptions& options)
{
    options.Add("client",
                "Clients: one for all packets, one for each sender, ...",
                client,
                OneOf({"late", "early", "deadline", "bsd", "bsd-priority", "polling"}));
    options.Add("preemption", "Of threads", preemption, OneOf({"Section", "Full"}));
    options.Add("cpus", "Processors", cpus, Between(1, HostCpu::MAX_CPUS));
    options.Add("threads", "Threads of a client", threads, Between(1, 1000));
    options.Add("pool", "Buffers of a client", pool, Between(1, 100000));
    options.Add("fixedMs", "Cost of an interrupt, ms", fixedMs, Between(0, 1000));
    options.Add("hwMs", "Cost of a frame in it, ms", hwMs, Between(0, 1000));
    options.Add("contextMs", "Cost of a change of threads, ms", contextMs, Between(0, 1000));
    options.Add("dataMs", "Protocol work on a TCP segment, ms", dataMs, Between(0, 1000));
    options.Add("otherMs", "Protocol work on another packet, ms", otherMs, Between(0, 1000));
    options.Add("enqueueUs", "BSD: cost of a queue, us", enqueueUs, Between(0, 1e6));
    options.Add("postUs", "BSD: cost of a software interrupt, us", postUs, Between(0, 1e6));
    options.Add("copyUs", "Cost of copying 1024 octets, us", copyUs, Between(0, 1e6));
    options.Add("pollUs", "Cost of a poll, us", pollUs, Between(0, 1e6));
}

void
NifHost::Check(const ProgramOptions& options) const
{
    options.Require(client != "polling" || pool >= 16, "pool", "must be at least 16 with polling");
}

Ptr<HostCostTable>
NifHost::MakeCost() const
{
    const auto ms = [](double value) { return NanoSeconds(static_cast<int64_t>(value * 1e6)); };
    const auto cost = CreateObject<HostCostTable>();
    cost->SetCost(HostOperation::INTERRUPT, ms(fixedMs), ms(hwMs), 0);
    cost->SetCost(HostOperation::PROTOCOL_DATA, Time(0), ms(dataMs), 0);
    cost->SetCost(HostOperation::PROTOCOL, Time(0), ms(otherMs), 0);
    cost->SetCost(HostOperation::ENQUEUE, Time(0), ms(enqueueUs / 1e3), 0);
    cost->SetCost(HostOperation::POST, Time(0), ms(postUs / 1e3), 0);
    cost->SetCost(HostOperation::POLL, ms(pollUs / 1e3), Time(0), 0);
    cost->SetCost(HostOperation::COPY, Time(0), Time(0), copyUs * 1e3 / 1024);
    return cost;
}

Ptr<NifNetDevice>
NifHost::Install(Ptr<NetDevice> port) const
{
    const auto node = port->GetNode();
    auto cpu = node->GetObject<HostCpu>();
    if (!cpu)
    {
        cpu = CreateObjectWithAttributes<HostCpu>("Cpus", UintegerValue(cpus));
        cpu->SetAttribute("ThreadPreemption", StringValue(preemption));
        cpu->SetAttribute("ContextSwitch",
                          TimeValue(NanoSeconds(static_cast<int64_t>(contextMs * 1e6))));
        node->AggregateObject(cpu);
    }
    const auto driver = client == "early" || client == "deadline"
                            ? Ptr<NetworkDriver>(CreateObject<AtmDriver>())
                            : Ptr<NetworkDriver>(CreateObject<EthernetDriver>());
    driver->SetHost(cpu, MakeCost(), port->GetMtu());
    const auto device = CreateObject<NifNetDevice>();
    device->SetNode(node);
    device->SetPort(port, driver);
    node->AddDevice(device);
    return device;
}

std::vector<Ptr<NetworkClient>>
NifHost::Register(const NifNetDevice& device,
                  const std::vector<bool>& video,
                  const std::vector<std::pair<Time, Time>>& deadlines) const
{
    std::vector<Ptr<NetworkClient>> clients;
    const auto driver = device.GetDriver();
    const auto add = [&](uint32_t type, Ptr<NetworkClient> one) {
        one->SetAttribute("PoolSize", UintegerValue(pool));
        driver->Register(type, one);
        clients.push_back(one);
    };
    const auto shepherds = [&](Ptr<ShepherdClient> one, uint32_t priority) {
        one->SetAttribute("Threads", UintegerValue(threads));
        one->SetPriority(priority);
        return one;
    };
    if (client == "bsd" || client == "bsd-priority")
    {
        const auto one = CreateObject<BsdClient>();
        if (client == "bsd-priority")
        {
            one->SetPriorityFunction([video](const NetworkFrame& frame) {
                return frame.type < video.size() && video[frame.type] ? 1U : 0U;
            });
        }
        add(NetworkDriver::DEFAULT_CLIENT_TYPE, one);
        return clients;
    }
    if (client == "polling")
    {
        add(NetworkDriver::DEFAULT_CLIENT_TYPE, CreateObject<PollingClient>());
        return clients;
    }
    if (client == "late")
    {
        add(NetworkDriver::DEFAULT_CLIENT_TYPE, shepherds(CreateObject<LateDemuxClient>(), 128));
        return clients;
    }
    for (uint32_t type = 0; type < video.size(); ++type)
    {
        if (video[type] && client == "deadline")
        {
            const auto one = CreateObject<DeadlineClient>();
            one->SetAttribute("Interval", TimeValue(deadlines.at(type).first));
            one->SetAttribute("Deadline", TimeValue(deadlines.at(type).second));
            one->SetAttribute("Policy", StringValue("MustReturn"));
            add(type, one);
            continue;
        }
        const auto one = CreateObject<EarlyDemuxClient>();
        one->SetAttribute("Policy", StringValue("MustReturn"));
        add(type, shepherds(one, video[type] ? 200 : 128));
    }
    add(NetworkDriver::DEFAULT_CLIENT_TYPE, shepherds(CreateObject<EarlyDemuxClient>(), 128));
    return clients;
}
