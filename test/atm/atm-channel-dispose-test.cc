// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Links that are disposed of before the devices at their ends. A host sends a PDU at time 0, so
 * that cell k leaves at k cell times, and is there one cell time and the delay later.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"
#include "both-engines-test.h"

#include "ns3/atm-net-device.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t PDU_CELLS = 192; //!< of the PDU

/** @brief Two hosts on a link that is there before any node, so that it is disposed of first. */
struct EarlyLink
{
    /** @param delay of the link */
    explicit EarlyLink(Time delay = Time(0))
        : channel(MakeLink("155.52Mbps", delay))
    {
        for (uint32_t end = 0; end < 2; ++end)
        {
            devices[end] = CreateObject<AtmNetDevice>();
            CreateObject<Node>()->AddDevice(devices[end]);
            devices[end]->Attach(channel);
            vcs[end] = CreateObject<AtmVc>();
            vcs[end]->SetId({0, 40});
            devices[end]->AddVc(vcs[end]);
        }
        devices[0]->SendSdu(vcs[0], Create<Packet>(48 * PDU_CELLS - 8));
    }

    Ptr<AtmChannel> channel;      //!< the link
    Ptr<AtmNetDevice> devices[2]; //!< the first one sends
    Ptr<AtmVc> vcs[2];            //!< theirs
};

/** @brief The end of a simulation in the middle of a PDU. */
class EarlyLinkTest : public BothEnginesTest
{
  public:
    EarlyLinkTest()
        : BothEnginesTest("A link that is older than its nodes: counters after the simulation")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        EarlyLink net;
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        Simulator::Destroy();
        // cells 0 to 36 start before 100 us: 36 * 2726 = 98136; the last one has not arrived
        NS_TEST_EXPECT_MSG_EQ(net.vcs[0]->GetTxCounters().cells, 37, engine << ": sent");
        NS_TEST_EXPECT_MSG_EQ(net.vcs[1]->GetRxCounters().cells, 36, engine << ": received");
        const auto counters = net.channel->GetCounters(0);
        NS_TEST_EXPECT_MSG_EQ(counters.sent, 37, engine << ": sent on the link");
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, 36, engine << ": delivered by the link");
    }
};

/** @brief A link that vanishes with cells on it. */
class VanishedLinkTest : public BothEnginesTest
{
  public:
    VanishedLinkTest()
        : BothEnginesTest("A link that is disposed of in the middle of a run")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        {
            // all cells have left at 192 * 2726 = 523392; at 1.2 ms cells 0 to 72 are there:
            // 73 * 2726 = 198998 after the delay
            EarlyLink net(MilliSeconds(1));
            Simulator::Stop(MicroSeconds(1200));
            Simulator::Run();
            net.channel->Dispose();
            NS_TEST_EXPECT_MSG_EQ(net.vcs[1]->GetRxCounters().cells, 73, engine << ": so far");
            // the ports look at their links when settings change
            net.vcs[1]->SetAttribute("MaxSdu", UintegerValue(9180));
            net.vcs[0]->SetAttribute("CellRate", DataRateValue(DataRate("10Mbps")));
            Simulator::Stop(MilliSeconds(2));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.vcs[1]->GetRxCounters().cells, 73, engine << ": no more");
            NS_TEST_EXPECT_MSG_EQ(net.devices[1]->IsLinkUp(), false, engine << ": no link");
            const auto counters = net.channel->GetCounters(0);
            NS_TEST_EXPECT_MSG_EQ(counters.sent, PDU_CELLS, engine << ": sent");
            NS_TEST_EXPECT_MSG_EQ(counters.delivered, 73, engine << ": delivered");
            Simulator::Destroy();
        }
        const auto text = HsnAbortText([] {
            EarlyLink net;
            ScheduleCall(MicroSeconds(100), [&net] { net.channel->Dispose(); });
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("one end only"), std::string::npos, engine << text);
    }
};

HsnTestRegistration g_atmChannelDisposeTests("atm-channel",
                                             {new EarlyLinkTest, new VanishedLinkTest});
} // namespace
} // namespace hsn
} // namespace ns3
