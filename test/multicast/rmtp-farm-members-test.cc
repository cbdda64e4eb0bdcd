// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A farm whose receivers have delays of their own, come late, leave, fall silent and are busy,
 * against nodes with sockets that do the same.
 */
#include "rmtp-farm-world.h"
#include "shared-tree.h"
#include "tree-world.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/rmtp-helper.h"
#include "ns3/rmtp-loss.h"
#include "ns3/rmtp-protocol.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Packets of the message.
constexpr uint32_t PACKETS = 100;
/// Bytes of it.
constexpr uint32_t BYTES = PACKETS * 1024;

/// @param i receiver @return what it does around the time when packets are sent first: 0.93 to 1.03
/// s. The server calls those who come late each time before a round
RmtpFate
GetFate(uint32_t i)
{
    RmtpFate fate;
    switch (i % 10)
    {
    case 0:
        fate.joins = MilliSeconds(905);
        break;
    case 1:
        fate.leaves = MilliSeconds(1000);
        break;
    case 2:
        fate.silent = MilliSeconds(1010);
        break;
    case 3:
        fate.busyFrom = MilliSeconds(985);
        fate.busyUntil = MilliSeconds(1500) + MilliSeconds(i * 20);
        break;
    case 4: // the call before the first round is just missed, or just heard
        fate.joins = MilliSeconds(950);
        fate.leaves = MilliSeconds(2100);
        break;
    case 5: // is gone before it is called by itself
        fate.joins = MilliSeconds(50);
        fate.leaves = MilliSeconds(400);
        break;
    default:
        break;
    }
    return fate;
}

/// @param server gets its settings
void
SetUpMembers(RmtpServer& server)
{
    server.SetAttribute("Rate", DoubleValue(8.192e6)); // a packet each ms
    server.SetAttribute("TurnAround", TimeValue(MilliSeconds(100)));
    server.SetAttribute("Surplus", TimeValue(MilliSeconds(260)));
    server.SetAttribute("Interval", TimeValue(MilliSeconds(3)));
    server.SetAttribute("MaxConnRetry", UintegerValue(1));
    server.SetAttribute("MaxPoll", UintegerValue(1));
    server.SetAttribute("LateJoin", BooleanValue(true));
}

/** @brief All that a server sees and decides, by what it is, with its times. */
struct Events
{
    /// @param server begins
    explicit Events(RmtpServer& server)
    {
        const auto watch = [&](const std::string& name) {
            server.TraceConnectWithoutContext(name, Sink<uint32_t>::Make([this, name](uint32_t i) {
                                                  Add(name + " " + std::to_string(i));
                                              }));
        };
        watch("Poll");
        watch("Complete");
        watch("Failed");
        server.TraceConnectWithoutContext(
            "Response",
            Sink<uint16_t, uint32_t>::Make([this](uint16_t type, uint32_t i) {
                Add(GetRmtpTypeText(static_cast<RmtpPduType>(type)) + std::string(" ") +
                    std::to_string(i));
            }));
        server.TraceConnectWithoutContext(
            "Progress",
            Sink<uint32_t, uint32_t>::Make([this](uint32_t i, uint32_t packets) {
                Add("lacks " + std::to_string(packets) + " " + std::to_string(i));
            }));
        server.TraceConnectWithoutContext(
            "Round",
            Sink<uint32_t, uint32_t, uint32_t>::Make(
                [this](uint32_t round, uint32_t packets, uint32_t receivers) {
                    Add("round " + std::to_string(round) + " " + std::to_string(packets) + " " +
                        std::to_string(receivers));
                }));
    }

    /// @param what happens now
    void Add(const std::string& what)
    {
        times[what].push_back(1000 * Simulator::Now().GetSeconds());
        last = Simulator::Now();
    }

    /// @param what begins the names @return how many there are
    std::size_t Count(const std::string& what) const
    {
        std::size_t count = 0;
        for (const auto& [name, list] : times)
        {
            count += name.rfind(what, 0) == 0 ? list.size() : 0;
        }
        return count;
    }

    std::map<std::string, std::vector<double>> times; //!< ms
    Time last;                                        //!< of the last one
};

/** @brief Loses everything while it is closed. */
class Gate : public ErrorModel
{
  public:
    Ptr<ErrorModel> links; //!< loses while it is open, or null
    bool isOpen{true};     //!< it is

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        return !isOpen || (links && links->IsCorrupt(packet));
    }

    void DoReset() override
    {
    }
};

/** @brief Receivers that are nodes. */
class NodesRun
{
  public:
    /// @param shared tree @param stream of all that is random
    NodesRun(const SharedTree& shared, int64_t stream)
        : m_world(shared.tree, GetLinks(shared, stream), "ns3::hsn::RmtpSocketFactory")
    {
        SetUpMembers(*server);
        for (uint32_t i = 0; i < m_world.receivers.GetN(); ++i)
        {
            m_world.receivers.Get(i)->GetObject<RmtpProtocol>()->AssignStreams(stream + 500 + i);
            Plan(i, GetFate(i));
        }
        m_world.Run(BYTES);
    }

  private:
    /// @param shared tree @param stream of the losses @return makes it
    static MulticastTreeHelper GetLinks(const SharedTree& shared, int64_t stream)
    {
        auto links = shared.GetLinks(stream);
        links.SetExposed(&RmtpLoss::IsExposed);
        return links;
    }

    /// @param i receiver @param fate of it
    void Plan(uint32_t i, const RmtpFate& fate)
    {
        const auto device = m_world.receivers.Get(i)->GetDevice(1);
        const auto channel = device->GetChannel();
        const auto other = channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0);
        for (const auto& one : {device, other})
        {
            PointerValue links;
            one->GetAttribute("ReceiveErrorModel", links);
            const auto gate = CreateObject<Gate>();
            gate->links = links.Get<ErrorModel>();
            gate->isOpen = fate.joins.IsZero();
            one->SetAttribute("ReceiveErrorModel", PointerValue(gate));
            ScheduleCall(fate.joins, [gate] { gate->isOpen = true; });
            At(fate.silent, [gate] { gate->isOpen = false; });
        }
        At(fate.leaves, [this, i] { GetSocket(i)->Close(); });
        At(fate.busyFrom, [this, i] { GetSocket(i)->SetBusy(true); });
        At(fate.busyUntil, [this, i] { GetSocket(i)->SetBusy(false); });
    }

    /// @param time Time::Max(): never @param call of it
    template <typename F>
    static void At(Time time, F call)
    {
        if (time != Time::Max())
        {
            ScheduleCall(time, call);
        }
    }

    /// @param i receiver @return its socket: of the connection, or that which listens
    Ptr<RmtpSocket> GetSocket(uint32_t i) const
    {
        const auto& ends = m_world.servers[i]->ends;
        return ends.empty() ? m_world.listeners[i] : DynamicCast<RmtpSocket>(ends.front()->socket);
    }

    TreeWorld<RmtpSocket, RmtpHelper> m_world; //!< network

  public:
    Ptr<RmtpServer> server{m_world.socket->GetServer()}; //!< protocol
    Events events{*server};                              //!< of it
};

/** @brief The same with a farm. */
struct MembersRun : RmtpFarmWorld
{
    /// @param shared tree @param stream of all that is random
    MembersRun(const SharedTree& shared, int64_t stream)
    {
        SetUpMembers(*server);
        for (uint32_t i = 0; i < shared.delays.size(); ++i)
        {
            RmtpFarm::Member member;
            member.delay = shared.delays[i];
            member.fate = GetFate(i);
            farm->Add(member);
        }
        farm->AssignStreams(stream + 500);
        farm->SetTree(shared.tree, true, stream);
        Go(BYTES);
    }

    Events events{*server}; //!< of the server
};

/** @brief The two forms. */
class RmtpFarmMembersTest : public OutcomeTest
{
  public:
    RmtpFarmMembersTest()
        : OutcomeTest("Delays, late, leaving, silent, busy: a farm of 50 agrees with nodes")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::hsn::RmtpReceiver::ReleaseTimeout", TimeValue(Seconds(20)));
        CompareEvents();
        CompareMeans();
        CheckAborts();
        Config::Reset();
    }

    /// Without losses everything is the same, at the same time: both draw the same backoffs.
    void CompareEvents()
    {
        const SharedTree shared(0);
        const Events nodes = NodesRun(shared, 1000).events;
        const Events farm = MembersRun(shared, 1000).events;
        for (const auto& [what, times] : nodes.times)
        {
            const auto found = farm.times.find(what);
            const std::size_t count = found == farm.times.end() ? 0 : found->second.size();
            NS_TEST_EXPECT_MSG_EQ(count, times.size(), what << " in a farm, times");
            for (std::size_t i = 0; i < std::min(count, times.size()); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(found->second[i], times[i], 0.05, what << ", ms");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(farm.times.size(), nodes.times.size(), "no more");
        // What is to be expected by the fates. Receivers 14 and 44, six links from the source, hear
        // the call of 931 ms at 952 ms; 4, 24 and 34 were not there yet at 946 and 949 ms. Who
        // leaves with everything says no ABORT. Receiver 43 is the first that is busy and the last
        // that is ready, so that it is asked when its turn has come
        NS_TEST_EXPECT_MSG_EQ(nodes.Count("Failed"), 18, "kinds 1, 2, 5, and of 4 three");
        NS_TEST_EXPECT_MSG_EQ(nodes.Count("Complete"), 32, "the others");
        NS_TEST_EXPECT_MSG_EQ(nodes.Count("ABORT"), 5, "those who left");
        NS_TEST_EXPECT_MSG_EQ(nodes.Count("BUSY"), 6, "once, and 43");
        NS_TEST_EXPECT_MSG_EQ(nodes.Count("RRDY"), 5, "told once");
        NS_TEST_EXPECT_MSG_EQ(nodes.Count("Poll"), 6, "the silent, and 43");
    }

    /// With losses.
    void CompareMeans()
    {
        const SharedTree shared(0.5);
        OutcomeSamples nodes;
        OutcomeSamples farms;
        for (uint32_t seed = 0; seed < 30; ++seed)
        {
            const NodesRun run(shared, 1000 * seed);
            nodes.Add(GetOutcome(*run.server, run.events));
        }
        for (uint32_t seed = 0; seed < 120; ++seed)
        {
            const MembersRun run(shared, 1000000 + 1000 * seed);
            farms.Add(GetOutcome(*run.server, run.events));
        }
        Compare(farms, nodes);
    }

    /// Who leaves is heard, however many answers are lost.
    void CheckAborts()
    {
        RmtpFarmWorld world;
        SetUpMembers(*world.server);
        const Events events(*world.server);
        RmtpFarm::Member member;
        member.answerLoss = 0.95;
        member.fate.leaves = MilliSeconds(300);
        for (uint32_t i = 0; i < 20; ++i)
        {
            world.farm->Add(member);
        }
        world.farm->AssignStreams(1);
        world.Go(BYTES);
        NS_TEST_EXPECT_MSG_EQ(events.Count("ABORT"), 20, "all");
        NS_TEST_EXPECT_MSG_LT(events.Count("CACK"), 10, "most are lost");
    }

    /// @param server after its run @param events of it @return what it came to
    static Outcome GetOutcome(const RmtpServer& server, const Events& events)
    {
        auto outcome = GetRmtpOutcome(server, events.last);
        for (const std::string name : {"Failed", "ABORT", "BUSY", "RRDY"})
        {
            outcome[name] = static_cast<double>(events.Count(name));
        }
        return outcome;
    }
};

/** @brief Receivers whose distances differ by no more than nanoseconds. */
class RmtpFarmDelayTest : public TestCase
{
  public:
    RmtpFarmDelayTest()
        : TestCase("What a receiver of a farm hears and says takes Delay and its own delay, to the "
                   "nanosecond")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t DELAY = 50000000;                  // ns, of all
        const std::vector<int64_t> own{0, 1, 2, 3, 7654321}; // ns
        const std::vector<std::string> kinds{"alone", "on a workstation", "with a fate"};
        RmtpFarmWorld world;
        world.farm->SetAttribute("LinkRate", DoubleValue(1e15)); // nothing takes a nanosecond
        world.farm->SetAttribute("Delay", TimeValue(NanoSeconds(DELAY)));
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        {
            for (const int64_t delay : own)
            {
                RmtpFarm::Member member;
                member.delay = NanoSeconds(delay);
                if (kind == 1)
                {
                    member.host = world.farm->AddHost({});
                }
                else if (kind == 2)
                {
                    member.fate.leaves = Seconds(100);
                }
                NS_TEST_EXPECT_MSG_EQ(world.farm->Add(member), "", kinds[kind]);
            }
        }
        std::map<RmtpPduType, std::map<uint32_t, int64_t>> heard; // ns, by type and receiver
        world.farm->SetUser(
            [&](uint32_t i, const RmtpPdu& pdu) {
                heard[pdu.type][i] = Simulator::Now().GetNanoSeconds();
                world.server->Receive(i, pdu);
            },
            RMTP_PAPER);
        world.Go(1024);
        NS_TEST_EXPECT_MSG_EQ(world.server->GetComplete(), 3 * own.size(), "all have the packet");
        for (const auto type : {RMTP_CACK, RMTP_ACK, RMTP_RACK})
        {
            const auto& times = heard[type];
            NS_TEST_ASSERT_MSG_EQ(times.size(), 3 * own.size(), GetRmtpTypeText(type));
            // CONN is sent at 0; what is answered later, to the group at once
            const int64_t sent = type == RMTP_CACK ? 0 : times.at(0) - 2 * DELAY;
            for (const auto& [i, time] : times)
            {
                NS_TEST_EXPECT_MSG_EQ(time,
                                      sent + 2 * (DELAY + own[i % own.size()]),
                                      GetRmtpTypeText(type)
                                          << " of a receiver " << kinds[i / own.size()] << ", "
                                          << own[i % own.size()] << " ns");
            }
        }
    }
};

HsnTestRegistration g_rmtpFarmMembersTests("rmtp-farm-members",
                                           {new RmtpFarmMembersTest, new RmtpFarmDelayTest});
} // namespace
} // namespace hsn
} // namespace ns3
