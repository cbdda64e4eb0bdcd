// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Buffers of the network interface framework: whose they are with each policy, what is copied, and
 * what is refused. Expected values follow from the paper's rules (section on buffer policies).
 */
#include "../../hsn-test.h"
#include "nif-bench.h"

#include "ns3/boolean.h"
#include "ns3/demux-clients.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t BUFFER_REST = NetworkDriver::DEFAULT_CLIENT_TYPE;

/// A client that keeps what it gets until it is told otherwise.
class KeepingClient : public NetworkClient
{
  public:
    /// Finishes with the oldest packet.
    void GiveBack()
    {
        Release(kept.front());
        kept.erase(kept.begin());
    }

    /// @param buffer given back @param driver to whom
    void Give(Ptr<NetworkBuffer> buffer, NetworkDriver& driver)
    {
        driver.GiveReceiveBuffer(*this, buffer);
    }

    std::vector<Ptr<NetworkBuffer>> kept; //!< packets, the oldest first

  private:
    void DoReceive(Ptr<NetworkBuffer> buffer) override
    {
        kept.push_back(buffer);
    }
};

/// @param policy of it @param pool buffers @return a client
Ptr<KeepingClient>
MakeClient(const std::string& policy, uint32_t pool = 2)
{
    const auto client = CreateObject<KeepingClient>();
    client->SetAttribute("Policy", StringValue(policy));
    client->SetAttribute("PoolSize", UintegerValue(pool));
    return client;
}

/// @return a host without costs @param early its driver
NifBench::Host
Free(bool early = false)
{
    return {early, false, "Section", 0};
}

/// The three policies.
class NifPolicyTest : public TestCase
{
  public:
    NifPolicyTest()
        : TestCase("NIF: swap, copy, loan and early demultiplexing; conservation of buffers")
    {
    }

  private:
    /// @param client whose @return its buffers: pool, driver, queued, in process
    static std::string Count(const Ptr<KeepingClient>& client)
    {
        std::string text;
        for (const auto place : {NetworkBuffer::POOL,
                                 NetworkBuffer::DRIVER,
                                 NetworkBuffer::QUEUED,
                                 NetworkBuffer::IN_PROCESS})
        {
            text += std::to_string(client->GetNBuffers(place)) + " ";
        }
        return text;
    }

    void DoRun() override
    {
        Late("SwapOrReturn", 0);
        Late("MustReturn", 1020);
        Early();
        Peek();
    }

    /// @param policy @param copied octets of a packet
    void Late(const std::string& policy, uint64_t copied)
    {
        NifBench bench(Free());
        const auto client = bench.Add(1, MakeClient(policy));
        const auto other = bench.Add(2, MakeClient(policy, 4));
        NS_TEST_EXPECT_MSG_EQ(Count(client), "2 0 0 0 ", policy);
        for (uint32_t i = 0; i < 3; ++i)
        {
            bench.driver->ReceiveFrame(NifBench::MakeFrame(1));
            bench.driver->ReceiveFrame(NifBench::MakeFrame(2));
        }
        NS_TEST_EXPECT_MSG_EQ(Count(client), "0 0 2 0 ", policy);
        NS_TEST_EXPECT_MSG_EQ(client->GetStarved(), 1, "the third finds no empty buffer");
        NS_TEST_EXPECT_MSG_EQ(other->GetStarved(), 0, "nobody else notices");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetRingBuffers(), 32, "the ring keeps its size");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().copied, 5 * copied, policy);
        client->GiveBack();
        NS_TEST_EXPECT_MSG_EQ(Count(client), "1 0 1 0 ", policy);
        bench.driver->ReceiveFrame(NifBench::MakeFrame(1));
        NS_TEST_EXPECT_MSG_EQ(client->kept.size(), 2, "one more fits");
        NS_TEST_EXPECT_MSG_EQ(client->kept[1]->GetLength(), 1020, "with its packet");
    }

    /// The adapter writes into the client's buffers.
    void Early()
    {
        NifBench bench(Free(true));
        const auto client = bench.Add(1, MakeClient("MustReturn"));
        NS_TEST_EXPECT_MSG_EQ(Count(client), "0 2 0 0 ", "given at registration");
        for (uint32_t i = 0; i < 3; ++i)
        {
            bench.driver->ReceiveFrame(NifBench::MakeFrame(1));
        }
        bench.driver->ReceiveFrame(NifBench::MakeFrame(3));
        NS_TEST_EXPECT_MSG_EQ(Count(client), "0 0 2 0 ", "early");
        NS_TEST_EXPECT_MSG_EQ(client->GetStarved(), 1, "the third");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().copied, 0, "no copy");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().noClient, 1, "type 3");
        client->GiveBack();
        NS_TEST_EXPECT_MSG_EQ(Count(client), "0 1 1 0 ", "back at the driver");
    }

    /// Contents on loan.
    void Peek()
    {
        NifBench bench(Free());
        const auto client =
            CreateObjectWithAttributes<PeekClient>("Policy", StringValue("PeekOnly"));
        uint32_t length = 0;
        Ptr<NetworkBuffer> seen;
        client->SetLook([&](Ptr<NetworkBuffer> buffer) {
            length = buffer->GetLength();
            seen = buffer;
        });
        bench.Add(1, client);
        NS_TEST_EXPECT_MSG_EQ(client->GetPoolSize(), 0, "no buffers");
        bench.driver->ReceiveFrame(NifBench::MakeFrame(1));
        NS_TEST_EXPECT_MSG_EQ(length, 1020, "in the call");
        NS_TEST_EXPECT_MSG_EQ(seen->IsReadable(), false, "later");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetRingBuffers(), 32, "the ring has it back");
        for (uint32_t i = 0; i < 40; ++i) // the ring comes round
        {
            bench.driver->ReceiveFrame(NifBench::MakeFrame(2));
        }
        const auto late = HsnAbortText([&] { seen->GetLength(); });
        NS_TEST_EXPECT_MSG_NE(late.find("valid during Receive() only"), std::string::npos, late);
        const auto frame = HsnAbortText([&] { seen->GetFrame(); });
        NS_TEST_EXPECT_MSG_NE(frame.find("valid during Receive() only"), std::string::npos, frame);
    }
};

/// 100,000 random operations beside a model of whole numbers: a client with k of its P buffers in
/// use takes a packet if k < P.
class NifRandomTest : public TestCase
{
  public:
    NifRandomTest()
        : TestCase("NIF: 100,000 random operations lose, double and mix up no buffer")
    {
    }

  private:
    /// A client, and what the model knows of it.
    struct Side
    {
        Ptr<KeepingClient> client; //!< of one or two types
        uint32_t pool{0};          //!< P
        std::deque<uint32_t> held; //!< lengths of the packets in use, the oldest first
        uint64_t starved{0};       //!< packets that found no buffer
    };

    void DoRun() override
    {
        for (const bool early : {false, true})
        {
            for (const std::string policy : {"SwapOrReturn", "MustReturn"})
            {
                Run(policy, early);
            }
        }
    }

    /// @param policy of all clients @param early the driver's kind
    void Run(const std::string& policy, bool early)
    {
        constexpr uint32_t OPERATIONS = 25000;
        std::mt19937 random(early ? 7 : 8);
        NifBench bench(Free(early));
        std::vector<Side> sides(3);
        for (uint32_t i = 0; i < sides.size(); ++i)
        {
            sides[i].pool = 1 + 3 * i;
            sides[i].client = bench.Add(i + 1, MakeClient(policy, sides[i].pool));
        }
        bench.Add(4, sides[2].client); // two types
        uint64_t nobody = 0;
        for (uint32_t k = 0; k < OPERATIONS; ++k)
        {
            const uint32_t type = 1 + random() % 5;
            if (random() % 2 == 0)
            {
                auto frame = NifBench::MakeFrame(type);
                const uint32_t length = 1 + random() % 1500;
                frame.packet = Create<Packet>(length);
                bench.driver->ReceiveFrame(frame);
                if (type == 5)
                {
                    ++nobody;
                    continue;
                }
                Side& side = sides[std::min(type, 3u) - 1];
                if (side.held.size() < side.pool)
                {
                    side.held.push_back(length);
                }
                else
                {
                    ++side.starved;
                }
            }
            else if (Side& side = sides[type % 3]; !side.held.empty())
            {
                NS_TEST_ASSERT_MSG_EQ(side.client->kept.front()->GetLength(),
                                      side.held.front(),
                                      "the packet that was sent");
                side.held.pop_front();
                side.client->GiveBack();
            }
            Compare(sides, early ? NetworkBuffer::DRIVER : NetworkBuffer::POOL);
            NS_TEST_ASSERT_MSG_EQ(bench.driver->GetRingBuffers(), 32, "the ring keeps its size");
        }
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().noClient, nobody, "type 5");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().ringFull, 0, "no cost, no queue");
    }

    /// @param sides clients beside the model @param empty where their unused buffers are
    void Compare(const std::vector<Side>& sides, NetworkBuffer::Place empty)
    {
        std::set<const NetworkBuffer*> buffers;
        std::size_t held = 0;
        for (const Side& side : sides)
        {
            const auto used = static_cast<uint32_t>(side.held.size());
            const auto& client = side.client;
            NS_TEST_ASSERT_MSG_EQ(client->kept.size(), used, "in use");
            NS_TEST_ASSERT_MSG_EQ(client->GetNBuffers(empty), side.pool - used, "empty");
            NS_TEST_ASSERT_MSG_EQ(client->GetNBuffers(NetworkBuffer::QUEUED), used, "queued");
            NS_TEST_ASSERT_MSG_EQ(client->GetStarved(), side.starved, "starved");
            for (const auto& buffer : client->kept)
            {
                buffers.insert(PeekPointer(buffer));
            }
            held += used;
        }
        NS_TEST_ASSERT_MSG_EQ(buffers.size(), held, "no buffer holds two packets");
    }
};

/// Registration, and frames that nobody wants.
class NifRegistryTest : public TestCase
{
  public:
    NifRegistryTest()
        : TestCase("NIF: types, the default client, frames for others, full rings")
    {
    }

  private:
    void DoRun() override
    {
        NifBench bench({false, true, "Section", 50, 1, 1, 4});
        std::string traced;
        for (const std::string trace : {"Drop", "NoClient"})
        {
            bench.driver->TraceConnectWithoutContext(
                trace,
                Sink<const NetworkFrame&>::Make([&traced, trace](const NetworkFrame& frame) {
                    traced += trace + std::to_string(frame.packet->GetSize()) + " ";
                }));
        }
        bench.driver->ReceiveFrame(NifBench::MakeFrame(9));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().noClient, 1, "nobody");
        const auto one = bench.Add(1, MakeClient("SwapOrReturn", 10));
        const auto rest = bench.Add(BUFFER_REST, MakeClient("SwapOrReturn", 10));
        bench.Add(2, one);
        for (const uint32_t type : {1, 2, 3, 4, 5})
        {
            bench.driver->ReceiveFrame(NifBench::MakeFrame(type));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(one->GetReceived(), 2, "two types");
        NS_TEST_EXPECT_MSG_EQ(rest->GetReceived(), 2, "what nobody has registered for");
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().ringFull, 1, "a ring of four");
        auto frame = NifBench::MakeFrame(1);
        frame.kind = NetDevice::PACKET_OTHERHOST;
        bench.driver->ReceiveFrame(frame);
        const Time busy = bench.cpu->GetBusyTime();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().notForUs, 1, "another host's");
        NS_TEST_EXPECT_MSG_EQ(bench.cpu->GetBusyTime() - busy, MicroSeconds(150), "C_hw alone");
        auto giant = NifBench::MakeFrame(1);
        giant.packet = Create<Packet>(1501);
        bench.driver->ReceiveFrame(giant);
        NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().tooLong, 1, "longer than a buffer");
        const std::string size = std::to_string(NifBench::MakeFrame(1).packet->GetSize()) + " ";
        NS_TEST_EXPECT_MSG_EQ(traced, "NoClient" + size + "Drop" + size + "Drop1501 ", "traced");
    }
};

/// Regions and copies.
class NifRegionsTest : public TestCase
{
  public:
    NifRegionsTest()
        : TestCase("NIF: buffers of several regions; sending with and without copy")
    {
    }

  private:
    void DoRun() override
    {
        NifBench bench(Free());
        for (const bool gathers : {true, false})
        {
            bench.driver->SetAttribute("Gathers", BooleanValue(gathers));
            FragmentedNetworkBuffer buffer(1500);
            const std::string octets = "header data";
            const auto* begin = reinterpret_cast<const uint8_t*>(octets.data());
            buffer.AddRegion(Create<Packet>(begin, 7));
            buffer.AddRegion(Create<Packet>(begin + 7, 4));
            NS_TEST_EXPECT_MSG_EQ(buffer.IsContiguous(), false, "two regions");
            NS_TEST_EXPECT_MSG_EQ(buffer.GetNRegions(), 2, "two regions");
            uint8_t out[20] = {};
            NS_TEST_EXPECT_MSG_EQ(buffer.CopyOut(out, 9), 9, "across regions");
            NS_TEST_EXPECT_MSG_EQ(std::string(out, out + 9), "header da", "across regions");
            const auto packet = bench.driver->Gather(buffer);
            NS_TEST_EXPECT_MSG_EQ(packet->CopyData(out, 20), 11, "all");
            NS_TEST_EXPECT_MSG_EQ(std::string(out, out + 11), octets, "in order");
            NS_TEST_EXPECT_MSG_EQ(bench.driver->GetCounters().copied, (gathers ? 0 : 11), "copies");
        }
        LinearNetworkBuffer linear(10);
        const uint8_t octets[10] = {1, 2, 3};
        linear.CopyIn(octets, 3);
        NS_TEST_EXPECT_MSG_EQ(linear.GetLength(), 3, "current length");
        NS_TEST_EXPECT_MSG_EQ(linear.MakeContiguous(), 0, "is it already");
        linear.Clear();
        NS_TEST_EXPECT_MSG_EQ(linear.GetLength(), 0, "empty");
        NetworkFrame frame;
        frame.packet = Create<Packet>(4);
        for (uint32_t i = 0; i < 2; ++i)
        {
            linear.Fill(NetworkFrame(frame));
            NS_TEST_EXPECT_MSG_EQ(linear.GetLength(), 4, "in place of what was there");
        }
        linear.SetPlace(NetworkBuffer::LOAN);
        linear.SetPlace(NetworkBuffer::DRIVER);
        NS_TEST_EXPECT_MSG_EQ(linear.IsReadable(), false, "the loan has ended");
        linear.Fill(NetworkFrame(frame));
        NS_TEST_EXPECT_MSG_EQ(linear.IsReadable(), true, "something new");
        NS_TEST_EXPECT_MSG_EQ(linear.GetLength(), 4, "something new");
    }
};

/// What is refused.
class NifRefusalTest : public TestCase
{
  public:
    NifRefusalTest()
        : TestCase("NIF: what is refused, with a message")
    {
    }

  private:
    /// @param words of the message @param code that ends with it
    void Refused(const std::string& words, const std::function<void()>& code)
    {
        const auto text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " not in: " << text);
    }

    void DoRun() override
    {
        NifBench late(Free());
        NifBench early(Free(true));
        const auto client = late.Add(BUFFER_REST, MakeClient("SwapOrReturn"));
        const auto one = early.Add(1, MakeClient("MustReturn"));
        Refused("there is a default client already",
                [&] { late.driver->Register(BUFFER_REST, MakeClient("SwapOrReturn")); });
        Refused("type 1 has a client already",
                [&] { early.driver->Register(1, MakeClient("MustReturn")); });
        Refused("a client has one driver", [&] { late.driver->Register(1, one); });
        Refused("terminate",
                [] { MakeClient("AlwaysReturn"); }); // ns-3's releases have other words
        Refused("PoolSize", [] { MakeClient("SwapOrReturn", 0); });
        for (const uint32_t length : {1499, 1501})
        {
            const auto other = MakeClient("MustReturn");
            other->SetAttribute("BufferLength", UintegerValue(length));
            Refused("BufferLength " + std::to_string(length) + " must be the driver's, 1500",
                    [&] { late.driver->Register(1, other); });
        }
        Refused("PeekOnly no packet can be queued", [&] {
            late.driver->Register(
                1,
                CreateObjectWithAttributes<LateDemuxClient>("Policy", StringValue("PeekOnly")));
            late.driver->ReceiveFrame(NifBench::MakeFrame(1));
        });
        early.driver->ReceiveFrame(NifBench::MakeFrame(1));
        late.driver->ReceiveFrame(NifBench::MakeFrame(1));
        Refused("a buffer of somebody else", [&] { one->Give(client->kept[0], *early.driver); });
        Refused("a buffer is given twice", [&] {
            const auto buffer = one->kept[0];
            one->Give(buffer, *early.driver);
            one->Give(buffer, *early.driver);
        });
        Refused("a buffer is released twice", [&] {
            client->kept.push_back(client->kept[0]);
            client->GiveBack();
            client->GiveBack();
        });
        Refused("a buffer of several regions", [&] {
            const auto buffer = Create<FragmentedNetworkBuffer>(1500);
            buffer->SetOwner(PeekPointer(one));
            buffer->SetPlace(NetworkBuffer::QUEUED);
            buffer->AddRegion(Create<Packet>(1));
            buffer->AddRegion(Create<Packet>(1));
            one->Give(buffer, *early.driver);
        });
        Refused("12 octets exceed the buffer's 10", [] {
            NetworkFrame frame;
            frame.packet = Create<Packet>(12);
            LinearNetworkBuffer(10).Fill(std::move(frame));
        });
        Refused("11 octets exceed the buffer's 10", [] {
            const uint8_t octets[11] = {};
            LinearNetworkBuffer(10).CopyIn(octets, 11);
        });
        Refused("maximum length 0 must be above 0", [] { LinearNetworkBuffer(0); });
        Refused("a region of 0 octets",
                [] { FragmentedNetworkBuffer(10).AddRegion(Create<Packet>(0)); });
        Refused("region 0 must be below 0", [] { LinearNetworkBuffer(10).GetRegion(0); });
        Refused("SetHost() comes before",
                [] { CreateObject<AtmDriver>()->ReceiveFrame(NifBench::MakeFrame(1)); });
        Refused("must not be negative",
                [&] { late.cost->SetCost(HostOperation::PROTOCOL, Time(0), MilliSeconds(-1), 0); });
        Refused("priority 256 must be at most 255",
                [] { CreateObject<LateDemuxClient>()->SetPriority(256); });
    }
};

HsnTestRegistration g_nifBuffersTests("nif-buffers",
                                      {new NifPolicyTest,
                                       new NifRandomTest,
                                       new NifRegistryTest,
                                       new NifRegionsTest,
                                       new NifRefusalTest});
} // namespace
