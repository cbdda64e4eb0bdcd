// SPDX-License-Identifier: GPL-2.0-only
// Covers host/nif/network-driver host/nif/network-client host/nif/network-buffer
// Covers host/nif/demux-clients host/nif/bsd-client host/nif/polling-client
// host/nif/deadline-client Covers host/host-cpu host/host-cpu-threads host/host-task host/host-cost
/**
 * @file
 * libFuzzer target for a host: an adapter whose frames hold anything, its driver and clients of all
 * kinds, which share the host's processors with other work.
 *
 * Input: four octets of settings (of the driver; of the processors; of the clients' policies and
 * kinds; of costs), then operations, an octet each; modulo 8: 0, 1: a frame with arbitrary octets
 * arrives; 2: one with IP and TCP headers; 3: time passes; 4: a client's priority changes; 5: other
 * work of the host begins or is given up; 6: a client that keeps buffers gives one back; 7: a
 * buffer of several regions is sent.
 *
 * Invariants, after each operation: no buffer is lost or comes twice, of any client and of the
 * ring; each frame that has arrived was received, was lost for one reason or waits; processors
 * spend no more time than there is. In the end nothing waits, and what clients received was
 * delivered or dropped.
 */
#include "fuzz-support.h"

#include "ns3/boolean.h"
#include "ns3/bsd-client.h"
#include "ns3/deadline-client.h"
#include "ns3/demux-clients.h"
#include "ns3/host-cpu.h"
#include "ns3/network-driver.h"
#include "ns3/polling-client.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t LENGTH = 200; //!< octets of a buffer
constexpr uint32_t TYPES = 5;    //!< types with clients of their own
constexpr uint32_t NOBODY = 7;   //!< a type that may have none

/// A client that keeps buffers until it is told to give one back.
class KeepingClient : public NetworkClient
{
  public:
    /// Finishes with the oldest packet, or drops it. @param finish which
    void GiveBack(bool finish)
    {
        if (!m_kept.empty())
        {
            const auto buffer = m_kept.front();
            m_kept.erase(m_kept.begin());
            m_released += finish ? 0 : 1;
            finish ? Finish(buffer) : Release(buffer);
        }
    }

    /// @return whether it has no packet
    bool IsEmpty() const
    {
        return m_kept.empty();
    }

    /// @return packets that were not delivered
    uint64_t GetReleased() const
    {
        return m_released;
    }

  private:
    void DoReceive(Ptr<NetworkBuffer> buffer) override
    {
        m_kept.push_back(buffer);
    }

    std::vector<Ptr<NetworkBuffer>> m_kept; //!< packets, the oldest first
    uint64_t m_released{0};                 //!< so far
};

/// A host and its adapter.
class World
{
  public:
    explicit World(FuzzInput in)
        : m_in(in)
    {
        const uint8_t adapter = m_in.Byte();
        const uint8_t processors = m_in.Byte();
        const uint8_t clients = m_in.Byte();
        const uint8_t costs = m_in.Byte();
        const char* const preemptions[] = {"Section", "Full", "Slice", "Full"};
        m_cpu =
            CreateObjectWithAttributes<HostCpu>("Cpus",
                                                UintegerValue(1 + processors % 3),
                                                "ThreadPreemption",
                                                StringValue(preemptions[processors / 4 % 4]),
                                                "SliceLength",
                                                TimeValue(MicroSeconds(7)),
                                                "Quantum",
                                                TimeValue(MicroSeconds(processors & 16 ? 9 : 0)),
                                                "ContextSwitch",
                                                TimeValue(MicroSeconds(processors & 32 ? 3 : 0)));
        const auto cost = CreateObject<HostCostTable>();
        for (uint32_t i = 0; i < 10; ++i)
        {
            cost->SetCost(static_cast<HostOperation>(i),
                          MicroSeconds(costs & 3),
                          MicroSeconds(costs >> 2 & 7),
                          costs >> 5);
        }
        ObjectFactory driver(adapter & 1 ? "ns3::hsn::AtmDriver" : "ns3::hsn::EthernetDriver");
        driver.Set("RxQueues", UintegerValue(1 + (adapter >> 1 & 3)));
        driver.Set("RingSize", UintegerValue(1 + (adapter >> 3 & 7)));
        driver.Set("CoalesceFrames", UintegerValue(adapter & 64 ? 3 : 1));
        driver.Set("CoalesceDelay", TimeValue(MicroSeconds(adapter & 128 ? 20 : 0)));
        m_driver = driver.Create<NetworkDriver>();
        m_driver->SetHost(m_cpu, cost, LENGTH);
        m_driver->SetClassifier([](const NetworkFrame& frame) { return frame.type; });
        m_driver->SetDeliver([this](const NetworkFrame& frame) { Deliver(frame); });
        m_driver->SetOthers([](const NetworkFrame& frame) {
            HSN_REQUIRE(frame.kind == NetDevice::PACKET_OTHERHOST);
        });
        m_late = Add(0, CreateObject<LateDemuxClient>(), clients & 1);
        m_bsd = CreateObjectWithAttributes<BsdClient>("IfqLen", UintegerValue(1 + (clients & 3)));
        m_bsd->SetPriorityFunction(
            [](const NetworkFrame& frame) { return frame.packet->GetSize() % 3; });
        Add(1, m_bsd, clients & 2);
        Add(2,
            CreateObjectWithAttributes<PollingClient>("Budget", UintegerValue(1 + (clients & 3))),
            clients & 4);
        Add(3,
            CreateObjectWithAttributes<DeadlineClient>("Interval",
                                                       TimeValue(MicroSeconds(40)),
                                                       "Deadline",
                                                       TimeValue(MicroSeconds(30))),
            clients & 8);
        m_keeping = Add(4, CreateObject<KeepingClient>(), clients & 16);
        if (clients & 32)
        {
            m_peek = CreateObjectWithAttributes<PeekClient>("Policy", StringValue("PeekOnly"));
            m_peek->SetLook([](Ptr<NetworkBuffer> buffer) {
                HSN_REQUIRE(buffer->IsReadable() && buffer->GetLength() <= LENGTH);
            });
            m_driver->Register(NetworkDriver::DEFAULT_CLIENT_TYPE, m_peek);
        }
        m_thread = m_cpu->CreateTask(HostLevel::THREAD, 100);
        m_thread->SetAttribute("User", BooleanValue((processors & 64) != 0));
        m_soft = m_cpu->CreateTask(HostLevel::SOFT_INTERRUPT);
    }

    ~World()
    {
        m_driver->Dispose();
        m_cpu->Dispose();
        Simulator::Destroy();
    }

    /// Tries the input. @return packets that were delivered
    uint32_t Run()
    {
        for (int i = 0; i < 300 && !m_in.IsEmpty(); i++)
        {
            Operate(m_in.Byte());
            Check();
        }
        while (!m_keeping->IsEmpty())
        {
            m_keeping->GiveBack(true);
        }
        Advance(Seconds(1));
        while (!m_keeping->IsEmpty()) // what still waited
        {
            m_keeping->GiveBack(true);
        }
        Check();
        Finish();
        return m_delivered;
    }

  private:
    /// @param type of packets @param client registered for it @param must its policy @return it
    template <typename T>
    Ptr<T> Add(uint32_t type, Ptr<T> client, bool must)
    {
        client->SetAttribute("Policy", StringValue(must ? "MustReturn" : "SwapOrReturn"));
        client->SetAttribute("PoolSize", UintegerValue(4 + type));
        m_driver->Register(type, client);
        m_clients.push_back(client);
        return client;
    }

    /// @param frame of which the protocol work is done
    void Deliver(const NetworkFrame& frame)
    {
        HSN_REQUIRE(frame.type < TYPES && frame.packet->GetSize() <= LENGTH);
        HSN_REQUIRE(frame.arrival <= Simulator::Now());
        ++m_delivered;
    }

    /// @param time that passes
    void Advance(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// @param what octet of the input @param octets of the frame
    void Arrive(uint8_t what, const std::vector<uint8_t>& octets)
    {
        NetworkFrame frame;
        frame.packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        frame.protocol = what & 128 ? 0x86dd : 0x0800;
        frame.type = (what >> 3) % (TYPES + 1);
        frame.type = frame.type == TYPES ? NOBODY : frame.type;
        frame.kind = what >= 240 ? NetDevice::PACKET_OTHERHOST : NetDevice::PACKET_HOST;
        ++m_arrived;
        m_driver->ReceiveFrame(frame);
    }

    /// Does one thing. @param what octet of the input
    void Operate(uint8_t what)
    {
        const uint8_t how = what / 8;
        switch (what % 8)
        {
        case 0:
        case 1: {
            std::vector<uint8_t> octets(m_in.Byte());
            m_in.Fill(octets.data(), std::min<size_t>(octets.size(), 12));
            Arrive(what, octets);
            break;
        }
        case 2: {
            std::vector<uint8_t> octets(60 + m_in.Byte() % 60);
            const bool six = what & 128;
            octets[0] = six ? 0x60 : 0x45;
            octets[six ? 5 : 3] = static_cast<uint8_t>(octets.size() - (six ? 40 : 0));
            octets[six ? 6 : 9] = 6; // TCP
            octets[six ? 52 : 32] = 0x50;
            octets[six ? 41 : 23] = m_in.Byte(); // a port
            Arrive(what, octets);
            break;
        }
        case 3:
            Advance(MicroSeconds(1 + how * how / 4));
            break;
        case 4:
            m_late->SetPriority(m_in.Byte());
            break;
        case 5:
            if (how < 8)
            {
                (how & 1 ? m_thread : m_soft)->Cancel();
            }
            else
            {
                (how & 1 ? m_thread : m_soft)->Run(MicroSeconds(how / 2), nullptr);
            }
            break;
        case 6:
            m_keeping->GiveBack(how & 1);
            break;
        default:
            Gather(how);
        }
    }

    /// A buffer of several regions is sent. @param regions how many, and one more
    void Gather(uint32_t regions)
    {
        FragmentedNetworkBuffer buffer(LENGTH);
        std::vector<uint8_t> all;
        for (uint32_t i = 0; i <= regions % 4; ++i)
        {
            std::vector<uint8_t> octets(1 + m_in.Byte() % 50);
            m_in.Fill(octets.data(), 1);
            all.insert(all.end(), octets.begin(), octets.end());
            buffer.AddRegion(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
        }
        HSN_REQUIRE(buffer.GetLength() == all.size());
        HSN_REQUIRE(OctetsOf(m_driver->Gather(buffer)) == all);
    }

    /// @return frames in the adapter
    uint64_t GetWaiting() const
    {
        const auto& c = m_driver->GetCounters();
        return c.arrived - c.received - c.ringFull - c.noClient - c.starved - c.tooLong -
               c.notForUs;
    }

    /// What is true at any time.
    void Check() const
    {
        for (const auto& client : m_clients)
        {
            uint32_t sum = 0;
            for (uint32_t place = 0; place <= NetworkBuffer::LOAN; ++place)
            {
                sum += client->GetNBuffers(static_cast<NetworkBuffer::Place>(place));
            }
            HSN_REQUIRE(sum == client->GetPoolSize());
        }
        UintegerValue ring;
        m_driver->GetAttribute("RingSize", ring);
        HSN_REQUIRE(m_driver->GetRingBuffers() == ring.Get() * m_driver->GetNQueues());
        HSN_REQUIRE(m_driver->GetCounters().arrived == m_arrived);
        uint64_t waiting = 0; // without those whose interrupt is raised
        for (uint32_t i = 0; i < m_driver->GetNQueues(); ++i)
        {
            waiting += m_driver->GetWaiting(i);
        }
        HSN_REQUIRE(waiting <= GetWaiting());
        HSN_REQUIRE(GetWaiting() <= ring.Get() * m_driver->GetNQueues());
        const int64_t busy = m_cpu->GetBusyTime().GetTimeStep();
        HSN_REQUIRE(busy >= 0 && busy <= Simulator::Now().GetTimeStep() * m_cpu->GetNCpus());
    }

    /// What is true in the end.
    void Finish() const
    {
        HSN_REQUIRE(GetWaiting() == 0);
        for (const auto level :
             {HostLevel::INTERRUPT, HostLevel::SOFT_INTERRUPT, HostLevel::THREAD})
        {
            HSN_REQUIRE(m_cpu->GetBacklog(level) == 0);
        }
        uint64_t received = m_peek ? m_peek->GetReceived() : 0;
        for (const auto& client : m_clients)
        {
            received += client->GetReceived();
            const uint64_t dropped = client == m_bsd       ? m_bsd->GetDropped()
                                     : client == m_keeping ? m_keeping->GetReleased()
                                                           : 0;
            HSN_REQUIRE(client->GetReceived() == client->GetDelivered() + dropped);
        }
        HSN_REQUIRE(received == m_driver->GetCounters().received);
    }

    FuzzInput m_in;                            //!< the rest
    Ptr<HostCpu> m_cpu;                        //!< of the host
    Ptr<NetworkDriver> m_driver;               //!< of the adapter
    std::vector<Ptr<NetworkClient>> m_clients; //!< all but m_peek
    Ptr<LateDemuxClient> m_late;               //!< of type 0
    Ptr<BsdClient> m_bsd;                      //!< of type 1
    Ptr<KeepingClient> m_keeping;              //!< of type 4
    Ptr<PeekClient> m_peek;                    //!< of all other types, or null
    Ptr<HostTask> m_thread;                    //!< other work
    Ptr<HostTask> m_soft;                      //!< other work
    uint64_t m_arrived{0};                     //!< frames
    uint32_t m_delivered{0};                   //!< packets
};
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    return World(in).Run();
}

std::vector<FuzzSeed>
MakeSeeds()
{
    // frames of 40 octets of types 0 to 4 and another one: 0, 8, 16, 24, 32, 40; 3 and more: time
    const auto frames = [](FuzzOutput out) {
        for (const int type : {0, 8, 16, 24, 32, 40, 0, 8, 16, 24, 32})
        {
            out.Bytes({type, 40, type, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 3 + type});
        }
        return out;
    };
    const auto begin = [](int adapter, int cpus, int clients, int costs) {
        return FuzzOutput().Bytes({adapter, cpus, clients, costs});
    };
    return {
        {"free", frames(begin(24, 0, 0, 0))},
        {"late", frames(begin(24, 0, 32, 37)).Bytes({14, 6, 155})},
        {"copies", frames(begin(24, 4, 31, 41)).Bytes({14, 155})},
        {"early", frames(begin(25, 36, 63, 78)).Bytes({14, 155})},
        {"queues", frames(begin(6 + 24, 2 + 8 + 16, 0, 50)).Bytes({14, 155})},
        {"coalesced", frames(begin(64 + 128 + 24, 0, 3, 10)).Bytes({155})},
        {"full", begin(0, 0, 0, 255).Bytes({2, 9, 1, 2, 9, 2, 2, 9, 3, 10, 9, 4, 10, 9, 5, 251})},
        {"six", begin(24, 1, 0, 37).Bytes({130, 20, 1, 138, 20, 2, 146, 0, 3, 162, 0, 4, 155})},
        {"preempted",
         begin(24, 64 + 4, 0, 37).Bytes({141, 149, 2, 9, 1, 11, 4, 200, 2, 9, 2, 13, 5, 155})},
        {"polling",
         begin(56, 0, 1, 37).Bytes({18, 9, 1, 18, 9, 2, 18, 9, 3, 18, 9, 4, 27, 18, 9, 5, 155})},
        {"others", begin(24, 0, 32, 37).Bytes({240, 20, 1, 40, 0, 41, 250, 40, 3, 7,  15,
                                               2,   31, 5, 6,  7, 8,  2,   9,  9, 155})},
    };
}
} // namespace hsn
} // namespace ns3
