// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Frames at an adapter, at any rate: what the host, its applications and a user's program get
 * (nif).
 */
#include "nif-host.h"

#include "ns3/core-module.h"
#include "ns3/host-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/interframe-probe.h"
#include "ns3/ipv4-header.h"
#include "ns3/json-object.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options beside those of the host.
struct Options
{
    double rate{100};          //!< frames or groups per second
    bool poisson{false};       //!< else at regular times
    uint32_t together{1};      //!< frames of a group
    uint32_t size{1400};       //!< octets of UDP data
    uint32_t flows{1};         //!< of which each has an application
    double appMs{0};           //!< application's work
    uint32_t socket{50};       //!< packets that wait for an application
    bool user{false};          //!< a program that always computes
    uint32_t userPriority{64}; //!< of it
    uint32_t priority{128};    //!< of the threads of clients
    uint32_t budget{16};       //!< of a poll
    uint32_t coalesce{1};      //!< frames of an interrupt
    double coalesceUs{100};    //!< delay of an interrupt
    uint32_t rxQueues{1};      //!< of the adapter
    uint32_t ring{32};         //!< frames of a queue
    std::string policy{"SwapOrReturn"};
    uint32_t hold{0};    //!< flows whose client keeps all buffers
    double duration{10}; //!< s
};

/// A client that never returns a buffer.
class HoldingClient : public NetworkClient
{
  private:
    void DoReceive(Ptr<NetworkBuffer> buffer) override
    {
        m_kept.push_back(buffer);
    }

    std::vector<Ptr<NetworkBuffer>> m_kept; //!< all
};

/// The host and its load.
class Run
{
  public:
    /// @param o options @param h of the host
    Run(const Options& o, const NifHost& h)
        : m_o(o),
          m_h(h)
    {
    }

    /// @return metrics
    JsonObject Simulate();

  private:
    /// What a packet goes to.
    struct Application
    {
        Ptr<HostTask> task;
        Ptr<HostQueue> queue;
    };

    void MakeHost();
    /// @param flow index @return an IP packet of it
    Ptr<Packet> MakePacket(uint32_t flow) const;
    void Arrive();
    /// @param frame of which the protocol work is done
    void Deliver(const NetworkFrame& frame);

    Options m_o;
    NifHost m_h;
    Ptr<HostCpu> m_cpu;
    Ptr<NetworkDriver> m_driver;
    std::vector<Ptr<NetworkClient>> m_clients;
    std::vector<Application> m_applications;
    Ptr<HostTask> m_user;
    Ptr<ExponentialRandomVariable> m_gap{CreateObject<ExponentialRandomVariable>()};
    uint64_t m_sent{0};
    uint64_t m_finished{0};        //!< by applications
    bool m_inOrder{true};          //!< packets are delivered as they arrived
    uint64_t m_last{0};            //!< packet delivered
    InterframeProbe m_periods;     //!< between deliveries
    std::vector<double> m_latency; //!< from arrival to the client, ms
    std::vector<double> m_begin;   //!< from arrival to the begin of the protocol work, ms
    double m_waits{0};             //!< sum of times from arrival to delivery, ms
    double m_intervals{0};         //!< sum of times until the application is done, ms
};

void
Run::MakeHost()
{
    m_cpu = CreateObjectWithAttributes<HostCpu>("Cpus", UintegerValue(m_h.cpus));
    m_cpu->SetAttribute("ThreadPreemption", StringValue(m_h.preemption));
    m_cpu->SetAttribute("ContextSwitch",
                        TimeValue(NanoSeconds(static_cast<int64_t>(m_h.contextMs * 1e6))));
    m_driver = CreateObjectWithAttributes<EthernetDriver>("RxQueues",
                                                          UintegerValue(m_o.rxQueues),
                                                          "RingSize",
                                                          UintegerValue(m_o.ring));
    m_driver->SetAttribute("CoalesceFrames", UintegerValue(m_o.coalesce));
    m_driver->SetAttribute("CoalesceDelay",
                           TimeValue(NanoSeconds(static_cast<int64_t>(m_o.coalesceUs * 1e3))));
    m_driver->SetHost(m_cpu, m_h.MakeCost(), 1500);
    m_driver->SetDeliver([this](const NetworkFrame& frame) { Deliver(frame); });
    m_driver->SetClassifier([](const NetworkFrame& frame) {
        uint8_t octets[20];
        frame.packet->CopyData(octets, sizeof(octets));
        return static_cast<uint32_t>(octets[15]); // last octet of the source: the flow
    });
    Ptr<NetworkClient> client;
    if (m_h.client == "bsd")
    {
        client = CreateObject<BsdClient>();
    }
    else if (m_h.client == "polling")
    {
        client = CreateObjectWithAttributes<PollingClient>("Budget", UintegerValue(m_o.budget));
    }
    else
    {
        client = CreateObjectWithAttributes<LateDemuxClient>("Threads", UintegerValue(m_h.threads));
    }
    if (m_h.client != "bsd")
    {
        client->SetAttribute("ThreadPriority", UintegerValue(m_o.priority));
    }
    client->SetAttribute("PoolSize", UintegerValue(m_h.pool));
    client->SetAttribute("Policy", StringValue(m_o.policy));
    m_driver->Register(NetworkDriver::DEFAULT_CLIENT_TYPE, client);
    m_clients.push_back(client);
    for (uint32_t flow = 0; flow < m_o.hold; ++flow)
    {
        const auto holder = CreateObject<HoldingClient>();
        m_driver->Register(flow, holder);
        m_clients.push_back(holder);
    }
    for (uint32_t flow = 0; flow < m_o.flows; ++flow)
    {
        const auto task = m_cpu->CreateTask(HostLevel::THREAD, m_o.priority);
        const auto queue =
            CreateObjectWithAttributes<HostQueue>("MaxPackets", UintegerValue(m_o.socket));
        queue->SetTask(task);
        m_applications.push_back({task, queue});
    }
    client->TraceConnectWithoutContext(
        "ClientReceive",
        Sink<const NetworkFrame&, Time>::Make([this](const NetworkFrame&, Time latency) {
            if (m_latency.size() < 100)
            {
                m_latency.push_back(static_cast<double>(latency.GetNanoSeconds()) * 1e-6);
            }
        }));
    if (m_o.user)
    {
        m_user = m_cpu->CreateTask(HostLevel::THREAD, m_o.userPriority);
        m_user->SetAttribute("User", BooleanValue(true));
        m_user->Run(Seconds(2 * m_o.duration), nullptr);
    }
    m_gap->SetAttribute("Mean", DoubleValue(1 / m_o.rate));
    m_gap->SetStream(1);
}

Ptr<Packet>
Run::MakePacket(uint32_t flow) const
{
    const auto packet = Create<Packet>(m_o.size);
    UdpHeader udp;
    udp.SetSourcePort(static_cast<uint16_t>(1000 + flow));
    udp.SetDestinationPort(9);
    packet->AddHeader(udp);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(0x0a000000 + flow));
    ip.SetDestination(Ipv4Address("10.0.1.1"));
    ip.SetProtocol(17);
    ip.SetPayloadSize(packet->GetSize());
    packet->AddHeader(ip);
    return packet;
}

void
Run::Arrive()
{
    for (uint32_t i = 0; i < m_o.together; ++i)
    {
        NetworkFrame frame;
        frame.packet = MakePacket(m_sent++ % m_o.flows);
        frame.protocol = 0x0800;
        m_driver->ReceiveFrame(frame);
    }
    const double gap = m_o.poisson ? m_gap->GetValue() : 1 / m_o.rate;
    ScheduleCall(NanoSeconds(static_cast<int64_t>(gap * 1e9)), [this] { Arrive(); });
}

void
Run::Deliver(const NetworkFrame& frame)
{
    const double ms =
        static_cast<double>((Simulator::Now() - frame.arrival).GetNanoSeconds()) * 1e-6;
    m_waits += ms;
    m_periods.Note(Simulator::Now());
    m_inOrder = m_inOrder && frame.packet->GetUid() >= m_last;
    m_last = frame.packet->GetUid();
    if (m_begin.size() < 100)
    {
        m_begin.push_back(ms - m_h.otherMs);
    }
    const Time arrival = frame.arrival;
    m_applications[frame.type % m_o.flows].queue->Enqueue(
        frame.packet,
        NanoSeconds(static_cast<int64_t>(m_o.appMs * 1e6)),
        [this, arrival] {
            ++m_finished;
            m_intervals +=
                static_cast<double>((Simulator::Now() - arrival).GetNanoSeconds()) * 1e-6;
        });
}

JsonObject
Run::Simulate()
{
    MakeHost();
    ScheduleCall(Time(0), [this] { Arrive(); });
    Simulator::Stop(Seconds(m_o.duration));
    Simulator::Run();
    const NetworkClient& client = *m_clients[0];
    const auto& counters = m_driver->GetCounters();
    JsonObject out;
    out.Set("sent", m_sent);
    out.Set("goodput_per_s", m_finished / m_o.duration);
    out.Set("received", client.GetReceived());
    out.Set("delivered", client.GetDelivered());
    out.Set("starved", client.GetStarved());
    uint64_t others = 0;
    for (std::size_t i = 1; i < m_clients.size(); ++i)
    {
        others += m_clients[i]->GetStarved();
    }
    out.Set("others_starved", others);
    out.Set("ring_full", counters.ringFull);
    out.Set("interrupts", counters.interrupts);
    out.Set("copied", counters.copied);
    uint64_t dropped = 0;
    for (const Application& one : m_applications)
    {
        dropped += one.queue->GetDropped();
    }
    out.Set("socket_full", dropped);
    const auto bsd = DynamicCast<BsdClient>(m_clients[0]);
    out.Set("queue_full", bsd ? bsd->GetDropped() : 0);
    out.Set("user_share", m_user ? m_user->GetBusyTime().GetSeconds() / m_o.duration : 0);
    out.Set("mean_delivery_ms", m_waits / std::max<uint64_t>(1, client.GetDelivered()));
    out.Set("mean_application_ms", m_intervals / std::max<uint64_t>(1, m_finished));
    out.Set("cpu_percent", 100 * m_cpu->GetBusyTime().GetSeconds() / m_h.cpus / m_o.duration);
    out.Set("in_order", m_inOrder);
    out.Set("delivery_variance_ms2", m_periods.GetVariance());
    out.Set("latencies_ms", m_latency);
    out.Set("begins_ms", m_begin);
    m_driver->Dispose();
    m_cpu->Dispose();
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    NifHost h;
    ProgramOptions options(__FILE__, "Paper nif: frames at an adapter at any rate");
    options.Add("rate", "Groups of frames per second", o.rate, Above(0).AtMost(1e8));
    options.Add("poisson", "They arrive at random, not at regular times", o.poisson);
    options.Add("together", "Frames of a group", o.together, Between(1, 10000));
    options.Add("size", "Octets of UDP data", o.size, Between(0, 1472));
    options.Add("flows", "Flows in turns, each with an application", o.flows, Between(1, 256));
    options.Add("appMs", "Work of an application on a packet, ms", o.appMs, Between(0, 1000));
    options.Add("socket", "Packets that wait for an application", o.socket, Between(1, 1e6));
    options.Add("user", "A user's program that always computes", o.user);
    options.Add("userPriority", "Of its thread", o.userPriority, AtMost(HostTask::MAX_PRIORITY));
    options.Add("priority",
                "Of the threads of clients and applications",
                o.priority,
                AtMost(HostTask::MAX_PRIORITY));
    options.Add("budget", "Frames of a poll", o.budget, Between(1, 1e5));
    options.Add("coalesce", "Frames of an interrupt", o.coalesce, Between(1, 1e5));
    options.Add("coalesceUs", "Delay of an interrupt, us", o.coalesceUs, Between(0, 1e6));
    options.Add("rxQueues", "Receive queues of the adapter", o.rxQueues, Between(1, 256));
    options.Add("ring", "Frames of a queue", o.ring, Between(1, 1e5));
    options.Add("policy", "Of buffers", o.policy, OneOf({"SwapOrReturn", "MustReturn"}));
    options.Add("hold", "Flows whose client never returns a buffer", o.hold, AtMost(256));
    options.Add("duration", "Simulated time, s", o.duration, Above(0).AtMost(1e6));
    h.AddTo(options);
    options.Parse(argc, argv);
    h.Check(options);
    options.Require(h.client == "late" || h.client == "bsd" || h.client == "polling",
                    "client",
                    "must be late, bsd or polling");
    options.Require(h.client != "polling" || o.budget <= h.pool,
                    "budget",
                    "must be at most --pool");
    std::cout << Run(o, h).Simulate() << std::endl;
    return 0;
}
