// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Groups at random: whoever is not told that it has failed gets every octet, once and in order.
 */
#include "rmtp-world.h"

#include "ns3/boolean.h"
#include "ns3/double.h"

#include <cstdlib>
#include <random>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief One to six receivers, some of which lose, leave, fall silent, come late, read late or are
 * busy; packets are lost, doubled and late. HSN_RMTP_GROUPS=1000 runs so many. */
class RmtpPropertyTest : public TestCase
{
  public:
    RmtpPropertyTest()
        : TestCase("Groups at random: all octets, once and in order, at all who stay")
    {
    }

  private:
    void DoRun() override
    {
        const char* const number = std::getenv("HSN_RMTP_GROUPS");
        const uint32_t groups = number ? static_cast<uint32_t>(std::atoi(number)) : 100;
        for (uint32_t seed = 1; seed <= groups; ++seed)
        {
            RunGroup(seed);
        }
        NS_TEST_EXPECT_MSG_GT(m_complete, 2 * groups, "receivers that got everything");
        NS_TEST_EXPECT_MSG_GT(m_failed, groups / 10, "receivers that failed");
        NS_TEST_EXPECT_MSG_GT(m_late, groups / 20, "of those that got everything: came late");
        NS_TEST_EXPECT_MSG_GT(m_alone, groups / 20, "of those: were served alone");
    }

    /// What a receiver does.
    enum Fate
    {
        STAYS,  //!< as ever
        LEAVES, //!< closes
        SILENT, //!< hears nothing more
        LATE,   //!< hears nothing first
        SLOW,   //!< does not read for a while
        BUSY,   //!< says so for a while
        FATES   //!< their number
    };

    /// @param seed of the group
    void RunGroup(uint32_t seed)
    {
        std::mt19937 random(seed);
        const auto draw = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
        const uint32_t receivers = 1 + draw(6);
        const uint32_t block = 100 + draw(1300);
        const uint32_t octets = 1 + draw(120 * block);
        const std::string format = draw(2) ? "Paper" : "Draft01";
        Config::SetDefault("ns3::hsn::RmtpSocket::WireFormat", StringValue(format));
        RmtpWorld world(receivers, draw(4) == 0);
        world.hosts.channel->SetStream(seed);
        const auto server = world.server;
        server->SetAttribute("BlockSize", UintegerValue(block));
        server->SetAttribute("LateJoin", BooleanValue(true));
        server->SetAttribute("MaxPoll", UintegerValue(12));
        server->SetAttribute("MaxConnRetry", UintegerValue(4));
        server->SetAttribute("MaxRounds", UintegerValue(120));
        server->SetAttribute("Interval", TimeValue(MilliSeconds(draw(3) * 4)));
        server->SetAttribute("BackoffRange", StringValue(draw(2) ? "PerRound" : "Fixed"));
        server->SetAttribute("EndWaitEarly", BooleanValue(draw(2) > 0));
        server->SetAttribute("OverlapRelease", BooleanValue(draw(2) > 0));
        server->SetAttribute("PollTimeoutMeansBusy", BooleanValue(draw(4) == 0));
        server->SetAttribute("SuspendLossFraction", DoubleValue(draw(4) == 0 ? 0.3 : 1));
        server->SetAttribute("RateControl", BooleanValue(draw(3) == 0));
        world.socket->SetAttribute("MessageSize", UintegerValue(draw(2) * (1 + draw(octets))));
        world.socket->SetAttribute("SndBufSize", UintegerValue(2 * block + draw(2 * octets)));
        std::vector<Fate> fates;
        for (uint32_t i = 1; i <= receivers; ++i)
        {
            const uint32_t pick = draw(2 * FATES);
            fates.push_back(pick < FATES ? static_cast<Fate>(pick) : STAYS);
            const Fate fate = fates.back();
            const double loss = 0.01 * draw(25);
            world.Lose(i, fate == LATE ? 1 : loss);
            world.listeners[i - 1]->SetAttribute("RcvBufSize", UintegerValue(2 * octets + 1));
            world.listeners[i - 1]->SetAttribute("GiveUpTime", TimeValue(Seconds(300)));
            if (fate == SLOW)
            {
                world.servers[i - 1]->prototype.reads = false;
            }
            const Time change = EXCHANGE_START + MilliSeconds(300 + draw(900));
            const Time back = change + MilliSeconds(draw(2000));
            ScheduleCall(change, [&world, fate, i, loss] { Change(world, fate, i, loss); });
            ScheduleCall(back, [&world, fate, i] {
                if (fate == BUSY && world.Receiver(i))
                {
                    world.Receiver(i)->SetBusy(false);
                }
            });
        }
        world.hosts.channel->duplicate = 0.01 * draw(20);
        world.hosts.channel->reorder = 0.01 * draw(30);
        world.hosts.channel->extra = MilliSeconds(draw(60));
        const uint32_t piece = std::min(1 + octets / 40, 2 * block); // fits into SndBufSize
        ScheduleCall(EXCHANGE_START, [&] { world.Start(octets, piece); });
        RmtpWorld::Run(20000);
        Check(world, fates, octets, seed);
        Config::Reset();
    }

    /// @param world of the group @param fate of a receiver @param i its number @param loss of it
    static void Change(RmtpWorld& world, Fate fate, uint32_t i, double loss)
    {
        if (fate == SILENT || fate == LATE)
        {
            world.Lose(i, fate == SILENT ? 1 : loss);
        }
        world.servers[i - 1]->prototype.reads = true;
        if (!world.End(i))
        {
            return;
        }
        switch (fate)
        {
        case LEAVES:
            world.Receiver(i)->Close();
            break;
        case SLOW:
            world.End(i)->reads = true;
            world.End(i)->Read(world.End(i)->socket);
            break;
        case BUSY:
            world.Receiver(i)->SetBusy(true);
            break;
        default:
            break;
        }
    }

    /// @param world after its run @param fates of receivers @param octets sent @param seed of it
    void Check(const RmtpWorld& world,
               const std::vector<Fate>& fates,
               uint32_t octets,
               uint32_t seed)
    {
        const std::string failed = " " + world.Failed() + " ";
        NS_TEST_EXPECT_MSG_EQ(world.client.closed + world.client.broken + world.client.failed,
                              1,
                              "seed " << seed << ": the sender is told once");
        NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(world.socket), true, "seed " << seed);
        m_alone += world.server->GetCounters().received[RMTP_RRDY] > 0;
        for (uint32_t i = 1; i <= fates.size(); ++i)
        {
            const auto end = world.End(i);
            const bool isGood = failed.find(" " + std::to_string(i) + " ") == std::string::npos;
            m_failed += !isGood;
            if (end)
            {
                NS_TEST_EXPECT_MSG_EQ(end->wrong, 0, "seed " << seed << " receiver " << i);
                NS_TEST_EXPECT_MSG_EQ((end->received <= octets), true, "seed " << seed);
                NS_TEST_EXPECT_MSG_EQ((end->closed == 0 || end->received == octets ||
                                       fates[i - 1] == LEAVES || fates[i - 1] == SLOW),
                                      true,
                                      "seed " << seed << ": who has not all is told so");
                NS_TEST_EXPECT_MSG_EQ(world.servers[i - 1]->ends.size(), 1, "seed " << seed);
                NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(end->socket),
                                      true,
                                      "seed " << seed << " receiver " << i);
            }
            if (world.client.closed && isGood)
            {
                NS_TEST_ASSERT_MSG_NE(end, nullptr, "seed " << seed << " receiver " << i);
                if (fates[i - 1] != LEAVES) // who leaves at the end has what it wanted
                {
                    NS_TEST_EXPECT_MSG_EQ(end->received,
                                          octets,
                                          "seed " << seed << " receiver " << i);
                }
                ++m_complete;
                m_late += fates[i - 1] == LATE;
            }
        }
    }

    uint32_t m_complete{0}; //!< receivers that got everything
    uint32_t m_failed{0};   //!< receivers that have failed
    uint32_t m_late{0};     //!< receivers that came late, and got everything
    uint32_t m_alone{0};    //!< groups in which receivers were served alone
};

HsnTestRegistration g_rmtpPropertyTests("rmtp-property", {new RmtpPropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
