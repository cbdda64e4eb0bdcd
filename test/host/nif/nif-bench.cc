// SPDX-License-Identifier: GPL-2.0-only
#include "nif-bench.h"

#include "ns3/hsn-compat.h"
#include "ns3/ipv4-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NifBench::NifBench(const Host& host)
    : cpu(CreateObjectWithAttributes<HostCpu>("Cpus", UintegerValue(host.cpus))),
      cost(CreateObject<HostCostTable>())
{
    cpu->SetAttribute("ThreadPreemption", StringValue(host.preemption));
    cpu->SetAttribute("ContextSwitch", TimeValue(MicroSeconds(host.contextUs)));
    if (host.paper)
    {
        cost->UseVirtualChoices();
    }
    const auto queues = UintegerValue(host.queues);
    const auto ring = UintegerValue(host.ring);
    driver =
        host.early
            ? Ptr<NetworkDriver>(
                  CreateObjectWithAttributes<AtmDriver>("RxQueues", queues, "RingSize", ring))
            : Ptr<NetworkDriver>(
                  CreateObjectWithAttributes<EthernetDriver>("RxQueues", queues, "RingSize", ring));
    driver->SetHost(cpu, cost, 1500);
    driver->SetClassifier([](const NetworkFrame& frame) { return frame.type; });
    driver->SetDeliver([this](const NetworkFrame& frame) {
        delivered.push_back({frame.type, Simulator::Now().GetMicroSeconds()});
    });
}

NifBench::~NifBench()
{
    driver->Dispose();
    cpu->Dispose();
    Simulator::Destroy();
}

void
NifBench::Register(uint32_t type, Ptr<NetworkClient> client)
{
    driver->Register(type, client);
    if (std::find(m_clients.begin(), m_clients.end(), client) == m_clients.end())
    {
        m_clients.push_back(client);
        client->TraceConnectWithoutContext(
            "ClientReceive",
            Sink<const NetworkFrame&, Time>::Make([this](const NetworkFrame& frame, Time) {
                received.push_back({frame.type, Simulator::Now().GetMicroSeconds()});
            }));
    }
}

void
NifBench::Arrive(int64_t us, uint32_t type, bool data)
{
    ScheduleCall(MicroSeconds(us),
                 [this, type, data] { driver->ReceiveFrame(MakeFrame(type, data)); });
}

NetworkFrame
NifBench::MakeFrame(uint32_t type, bool data)
{
    NetworkFrame frame;
    frame.type = type;
    frame.protocol = 0x0800;
    const auto packet = Create<Packet>(1000);
    if (data)
    {
        packet->AddHeader(TcpHeader());
    }
    Ipv4Header ip;
    ip.SetProtocol(data ? 6 : 17);
    ip.SetSource(Ipv4Address(0x0a000000 + type));
    ip.SetPayloadSize(packet->GetSize());
    packet->AddHeader(ip);
    frame.packet = packet;
    return frame;
}

std::vector<int64_t>
NifBench::Times(const std::vector<Note>& notes)
{
    std::vector<int64_t> times;
    for (const Note& note : notes)
    {
        times.push_back(note.us);
    }
    return times;
}

std::string
NifBench::Text(const std::vector<int64_t>& times)
{
    std::string text;
    for (const int64_t time : times)
    {
        text += std::to_string(time) + " ";
    }
    return text;
}
} // namespace hsn
} // namespace ns3
