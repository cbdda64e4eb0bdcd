// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Groups at random: whoever stays to the end gets every octet, once and in order.
 */
#include "frm-world.h"

#include <cstdlib>
#include <random>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief One to five receivers, some of which lose, leave, fall silent, come late, are slow, or
 * are not reliable, the first one perhaps mandatory; packets are lost, doubled and late.
 * HSN_FRM_GROUPS=1000 runs so many. */
class FrmPropertyTest : public TestCase
{
  public:
    FrmPropertyTest()
        : TestCase("Groups at random: all octets, once and in order, at all who stay")
    {
    }

  private:
    void DoRun() override
    {
        const char* const number = std::getenv("HSN_FRM_GROUPS");
        const uint32_t groups = number ? static_cast<uint32_t>(std::atoi(number)) : 100;
        for (uint32_t seed = 1; seed <= groups; ++seed)
        {
            RunGroup(seed);
        }
        NS_TEST_EXPECT_MSG_GT(m_complete, groups, "receivers that got everything");
        NS_TEST_EXPECT_MSG_GT(m_gone, groups / 20, "receivers that went");
        NS_TEST_EXPECT_MSG_GT(m_late, groups / 50, "receivers that came late, and got the rest");
    }

    /// What a receiver does.
    enum Fate
    {
        STAYS,
        LEAVES,
        SILENT,
        LATE,
        LOOSE
    };

    /// @param seed of the group
    void RunGroup(uint32_t seed)
    {
        std::mt19937 random(seed);
        const auto draw = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
        const uint32_t receivers = 1 + draw(5);
        const uint32_t piece = 1 + draw(1400);
        const uint32_t octets = std::min(100 + draw(30000), 200 * piece);
        FrmWorld world(receivers);
        world.hosts.channel->SetStream(seed);
        world.sender->SetAttribute("InitTries", UintegerValue(12));
        world.sender->SetAttribute("HandshakeTries", UintegerValue(14));
        world.sender->SetAttribute("HandshakeGrowth", DoubleValue(1.2));
        world.sender->SetAttribute("BufferPackets", UintegerValue(1 + draw(40)));
        world.sender->SetAttribute("RetransmitSuppression", BooleanValue(draw(2)));
        const char* const orders[] = {"RetransmitDataControl",
                                      "DataRetransmitControl",
                                      "RetransmitControlData",
                                      "ControlFirst"};
        world.sender->SetAttribute("SendOrder", StringValue(orders[draw(4)]));
        world.sender->SetAttribute("Repair", StringValue(draw(2) ? "GoBackN" : "Selective"));
        world.sender->SetAttribute("InviteInterval", TimeValue(MilliSeconds(draw(2) * 50)));
        world.sender->SetAttribute("ReleaseOn", StringValue(draw(2) ? "Dseq" : "Rseq"));
        std::vector<Fate> fates;
        for (uint32_t i = 1; i <= receivers; ++i)
        {
            const uint32_t pick = draw(10);
            fates.push_back(i == 1 || pick > 3 ? STAYS : static_cast<Fate>(LEAVES + pick));
            const auto& listener = world.listeners[i - 1];
            listener->SetAttribute("ReceiveMode", StringValue(draw(2) ? "GoBackN" : "Buffer"));
            listener->SetAttribute("BufferPackets", UintegerValue(1 + draw(40)));
            listener->SetAttribute("RcvBufSize", UintegerValue(1440 * (1 + draw(30))));
            listener->SetAttribute("EchoSpread", TimeValue(MilliSeconds(draw(2) * draw(10))));
            listener->SetAttribute("Reliable", BooleanValue(fates.back() != LOOSE));
            listener->SetAttribute("Mandatory", BooleanValue(i == 1 && draw(2)));
            const double loss = 0.01 * draw(25);
            const Time change = MilliSeconds(2400 + draw(300));
            const Fate fate = fates.back();
            world.Lose(i, fate == LATE ? 1 : loss);
            ScheduleCall(change, [&world, fate, i, loss] {
                if (fate == LEAVES && world.Receiver(i))
                {
                    world.Receiver(i)->Close();
                }
                else if (fate == SILENT)
                {
                    world.Lose(i, 1);
                }
                else if (fate == LATE)
                {
                    world.Lose(i, loss);
                }
            });
        }
        world.hosts.channel->duplicate = 0.01 * draw(20);
        world.hosts.channel->reorder = 0.01 * draw(30);
        world.hosts.channel->extra = MilliSeconds(draw(20));
        world.Start(octets, piece);
        FrmWorld::Run(1000);
        Check(world, fates, octets, seed);
    }

    /// @param world after its run @param fates of receivers @param octets sent @param seed of it
    void Check(const FrmWorld& world,
               const std::vector<Fate>& fates,
               uint32_t octets,
               uint32_t seed)
    {
        const auto members = world.sender->GetMembers(); // listed to the end
        const std::set<uint64_t> listed(members.begin(), members.end());
        m_gone += static_cast<uint32_t>(world.sender->GetGone().size());
        NS_TEST_EXPECT_MSG_EQ(world.client.closed + world.client.broken + world.client.failed,
                              1,
                              "seed " << seed << ": the sender is told once");
        NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.socket), true, "seed " << seed);
        for (uint32_t i = 1; i <= fates.size(); ++i)
        {
            const auto end = world.End(i);
            if (!end)
            {
                continue; // never invited
            }
            const bool isReliable = fates[i - 1] != LOOSE;
            NS_TEST_EXPECT_MSG_EQ((!isReliable || end->wrong == 0), true, "seed " << seed);
            NS_TEST_EXPECT_MSG_EQ((end->received <= octets), true, "seed " << seed);
            const bool isListed = listed.count(0x0a000001 + i) > 0;
            if (world.client.closed && isListed)
            {
                // one that came behind the last packet has nothing to read
                const auto socket = world.Receiver(i);
                const uint32_t place = socket->IsLate() && end->sizes.empty()
                                           ? socket->GetDseq() * world.servers[i - 1]->piece
                                           : end->received;
                NS_TEST_EXPECT_MSG_EQ(std::min(place, octets),
                                      octets,
                                      "seed " << seed << " receiver " << i);
                ++m_complete;
                m_late += world.servers[i - 1]->begun > 0;
            }
            else if (isReliable)
            {
                NS_TEST_EXPECT_MSG_EQ((end->closed == 0 || end->received == octets),
                                      true,
                                      "seed " << seed << ": who has not all is told so");
            }
        }
    }

    uint32_t m_complete{0}; //!< receivers that got everything
    uint32_t m_gone{0};     //!< receivers that have gone
    uint32_t m_late{0};     //!< receivers that came late
};

HsnTestRegistration g_frmPropertyTests("frm-property", {new FrmPropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
