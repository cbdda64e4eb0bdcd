// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Where buffers are, packet by packet, with each policy; copies; random operations (nif).
 */
#include "ns3/core-module.h"
#include "ns3/demux-clients.h"
#include "ns3/host-cost.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/network-driver.h"
#include "ns3/program-options.h"

#include <deque>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t LENGTH = 1500;
constexpr uint32_t TYPE = 7;

/// A client whose packets are finished when somebody says so.
class ManualClient : public NetworkClient
{
  public:
    /// @param first whether the oldest packet, else the newest, is taken into work and finished
    void FinishOne(bool first)
    {
        if (m_kept.empty())
        {
            return;
        }
        const auto buffer = first ? m_kept.front() : m_kept.back();
        first ? m_kept.pop_front() : m_kept.pop_back();
        Move(*buffer, NetworkBuffer::IN_PROCESS);
        Finish(buffer);
    }

    /// Takes a packet into work without finishing it, and puts it behind the others.
    void BeginOne()
    {
        if (!m_kept.empty())
        {
            Move(*m_kept.front(), NetworkBuffer::IN_PROCESS);
            m_kept.push_back(m_kept.front());
            m_kept.pop_front();
        }
    }

    /// @return the last loan
    Ptr<NetworkBuffer> GetSeen() const
    {
        return m_seen;
    }

  private:
    void DoReceive(Ptr<NetworkBuffer> buffer) override
    {
        m_seen = buffer;
        if (GetReceiveBufferPolicy() != NETWORK_PEEK_ONLY)
        {
            m_kept.push_back(buffer);
        }
    }

    std::deque<Ptr<NetworkBuffer>> m_kept; //!< not finished
    Ptr<NetworkBuffer> m_seen;             //!< last
};

/// @param length octets @return a frame of the type
NetworkFrame
MakeFrame(uint32_t length, uint32_t type = TYPE)
{
    NetworkFrame frame;
    frame.packet = Create<Packet>(length);
    frame.type = type;
    frame.protocol = static_cast<uint16_t>(type);
    return frame;
}

/// @param early the driver @return it, with a host that costs what a workstation of 1996 did
Ptr<NetworkDriver>
MakeDriver(bool early, Ptr<HostCpu> cpu, bool free)
{
    const auto driver = early ? Ptr<NetworkDriver>(CreateObject<AtmDriver>())
                              : Ptr<NetworkDriver>(CreateObject<EthernetDriver>());
    const auto table = CreateObject<HostCostTable>();
    if (!free)
    {
        table->UseVirtualChoices();
    }
    driver->SetHost(cpu, table, LENGTH);
    return driver;
}

/// Counts violations of the conservation of buffers.
class Invariants
{
  public:
    /// @param driver and its clients
    uint64_t Check(const NetworkDriver& driver,
                   const std::vector<Ptr<NetworkClient>>& clients,
                   uint32_t ring)
    {
        bool good = driver.GetRingBuffers() == ring;
        for (const auto& client : clients)
        {
            uint32_t sum = 0;
            for (const auto place : {NetworkBuffer::POOL,
                                     NetworkBuffer::DRIVER,
                                     NetworkBuffer::QUEUED,
                                     NetworkBuffer::IN_PROCESS})
            {
                sum += client->GetNBuffers(place);
            }
            good = good && sum == client->GetPoolSize();
        }
        return good ? 0 : 1;
    }
};

/// @param operations how many @param out gets violations
void
RandomOperations(uint32_t operations, JsonObject& out)
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    uint64_t violations = 0;
    uint64_t unbalanced = 0;
    uint64_t received = 0;
    uint64_t starved = 0;
    for (const bool early : {false, true})
    {
        const auto cpu = CreateObject<HostCpu>();
        const auto driver = MakeDriver(early, cpu, true);
        std::vector<Ptr<NetworkClient>> clients;
        std::vector<Ptr<ManualClient>> manual;
        for (const char* policy : {"SwapOrReturn", "MustReturn", "PeekOnly"})
        {
            const auto client = CreateObject<ManualClient>();
            client->SetAttribute("Policy", StringValue(policy));
            client->SetAttribute("PoolSize", UintegerValue(random->GetInteger(1, 8)));
            driver->Register(clients.size(), client);
            clients.push_back(client);
            manual.push_back(client);
        }
        Invariants invariants;
        for (uint32_t i = 0; i < operations / 2; ++i)
        {
            const uint32_t which = random->GetInteger(0, 2);
            switch (random->GetInteger(0, 4))
            {
            case 0:
            case 1:
                driver->ReceiveFrame(MakeFrame(random->GetInteger(1, LENGTH + 10), which));
                break;
            case 2:
                driver->ReceiveFrame(MakeFrame(random->GetInteger(1, LENGTH), 9)); // nobody's
                break;
            case 3:
                manual[which]->BeginOne();
                break;
            default:
                manual[which]->FinishOne(random->GetValue() < 0.5);
            }
            violations += invariants.Check(*driver, clients, 32);
            const auto& c = driver->GetCounters();
            unbalanced += c.arrived == c.received + c.ringFull + c.noClient + c.starved +
                                           c.tooLong + c.notForUs
                              ? 0
                              : 1;
        }
        received += driver->GetCounters().received;
        starved += driver->GetCounters().starved;
        driver->Dispose();
        cpu->Dispose();
    }
    out.Set("operations", operations / 2 * 2);
    out.Set("violations", violations);
    out.Set("unbalanced", unbalanced);
    out.Set("received", received);
    out.Set("starved", starved);
}

/// @param early driver @param policy of the client @return octets copied for a packet of 1400
uint64_t
CountCopied(bool early, const char* policy)
{
    const auto cpu = CreateObject<HostCpu>();
    const auto driver = MakeDriver(early, cpu, true);
    const auto client = CreateObject<ManualClient>();
    client->SetAttribute("Policy", StringValue(policy));
    driver->Register(TYPE, client);
    driver->ReceiveFrame(MakeFrame(1400));
    const uint64_t copied = driver->GetCounters().copied;
    driver->Dispose();
    cpu->Dispose();
    return copied;
}

/// @param gathers whether the adapter does @return octets copied to send three regions
uint64_t
CountSent(bool gathers)
{
    const auto driver = CreateObject<EthernetDriver>();
    driver->SetAttribute("Gathers", BooleanValue(gathers));
    FragmentedNetworkBuffer buffer(LENGTH);
    for (const uint32_t length : {20, 8, 1000})
    {
        buffer.AddRegion(Create<Packet>(length));
    }
    const uint32_t sent = driver->Gather(buffer)->GetSize();
    NS_ABORT_MSG_UNLESS(sent == 1028, "a packet of " << sent << " octets");
    return driver->GetCounters().copied;
}

/// Five frames at once at a host with costs, and where the buffers of their client are.
void
Record(const std::string& policy, JsonObject& out)
{
    const auto cpu = CreateObject<HostCpu>();
    cpu->SetAttribute("ContextSwitch", TimeValue(MicroSeconds(50)));
    const auto driver = MakeDriver(false, cpu, false);
    Ptr<NetworkClient> client;
    if (policy == "PeekOnly")
    {
        client = CreateObject<PeekClient>();
    }
    else
    {
        client = CreateObjectWithAttributes<LateDemuxClient>("Threads", UintegerValue(2));
    }
    client->SetAttribute("PoolSize", UintegerValue(4));
    client->SetAttribute("Policy", StringValue(policy));
    std::vector<double> times;
    std::vector<uint32_t> places;
    std::vector<uint32_t> counts;
    client->TraceConnectWithoutContext(
        "BufferCount",
        Sink<NetworkBuffer::Place, uint32_t>::Make([&](NetworkBuffer::Place place, uint32_t count) {
            times.push_back(Simulator::Now().GetSeconds() * 1e3);
            places.push_back(place);
            counts.push_back(count);
        }));
    std::vector<double> begins;
    std::vector<double> ends;
    std::vector<uint32_t> levels;
    cpu->TraceConnectWithoutContext("SectionEnd",
                                    Sink<uint32_t, HostLevel, uint32_t, Time>::Make(
                                        [&](uint32_t, HostLevel level, uint32_t, Time cost) {
                                            ends.push_back(Simulator::Now().GetSeconds() * 1e3);
                                            begins.push_back(ends.back() - cost.GetSeconds() * 1e3);
                                            levels.push_back(static_cast<uint32_t>(level));
                                        }));
    driver->Register(TYPE, client);
    ScheduleCall(MilliSeconds(1), [driver] {
        for (uint32_t i = 0; i < 5; ++i)
        {
            driver->ReceiveFrame(MakeFrame(1400));
        }
    });
    Simulator::Run();
    out.Set("times_ms", times);
    out.Set("places", places);
    out.Set("counts", counts);
    out.Set("begins_ms", begins);
    out.Set("ends_ms", ends);
    out.Set("levels", levels);
    out.Set("trace_received", client->GetReceived());
    out.Set("trace_starved", client->GetStarved());
    driver->Dispose();
    cpu->Dispose();
    Simulator::Destroy();
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string policy = "SwapOrReturn";
    uint32_t operations = 100000;
    ProgramOptions options(__FILE__, "Paper nif: where buffers are, and what is copied");
    options.Add("policy",
                "Of the recorded client",
                policy,
                OneOf({"SwapOrReturn", "MustReturn", "PeekOnly"}));
    options.Add("operations", "Random operations", operations, Between(2, 1e9));
    options.Parse(argc, argv);
    JsonObject out;
    RandomOperations(operations, out);
    out.Set("copied_swap", CountCopied(false, "SwapOrReturn"));
    out.Set("copied_must_return_late", CountCopied(false, "MustReturn"));
    out.Set("copied_must_return_early", CountCopied(true, "MustReturn"));
    out.Set("copied_sent_gather", CountSent(true));
    out.Set("copied_sent_copy", CountSent(false));

    const auto cpu = CreateObject<HostCpu>();
    const auto driver = MakeDriver(false, cpu, true);
    const auto peek = CreateObject<ManualClient>();
    peek->SetAttribute("Policy", StringValue("PeekOnly"));
    driver->Register(TYPE, peek);
    const auto rest = CreateObject<ManualClient>();
    driver->Register(NetworkDriver::DEFAULT_CLIENT_TYPE, rest);
    const auto copying = CreateObject<ManualClient>();
    copying->SetAttribute("Policy", StringValue("MustReturn"));
    driver->Register(6, copying);
    bool readable = false;
    peek->TraceConnectWithoutContext(
        "ClientReceive",
        Sink<const NetworkFrame&, Time>::Make(
            [&](const NetworkFrame& f, Time) { readable = f.packet->GetSize() == 100; }));
    driver->ReceiveFrame(MakeFrame(100));
    driver->ReceiveFrame(MakeFrame(100, 8));
    driver->ReceiveFrame(MakeFrame(100, 9));
    driver->ReceiveFrame(MakeFrame(100, 6));
    driver->ReceiveFrame(MakeFrame(100, 6));
    out.Set("to_clients",
            std::vector<double>{static_cast<double>(peek->GetReceived()),
                                static_cast<double>(copying->GetReceived()),
                                static_cast<double>(rest->GetReceived())});
    out.Set("peek_readable_in_call", readable);
    out.Set("peek_readable_later", peek->GetSeen()->IsReadable());
    out.Set("peek_buffers", peek->GetPoolSize());
    out.Set("unclaimed_to_default", rest->GetReceived());
    out.Set("default_taken", driver->HasClient(NetworkDriver::DEFAULT_CLIENT_TYPE));
    driver->Dispose();
    cpu->Dispose();

    Record(policy, out);
    std::cout << out << std::endl;
    return 0;
}
