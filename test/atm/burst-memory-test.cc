// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the burst engine stores of cells that nobody asks for.
 */
#include "../hsn-test.h"

#include "ns3/atm-cell-source.h"
#include "ns3/atm-channel.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-source-port.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/cell-lane.h"
#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Cells of a source cross the link between two switches beside SDUs, whose arrivals have the
 * first switch send all that is due. At the second switch the source's cells leave by outputs of
 * their own, and no host takes them: nobody asks what became of them.
 */
class BurstMemoryTest : public TestCase
{
  public:
    /** @param legs by which the cells leave the second switch */
    explicit BurstMemoryTest(uint16_t legs)
        : TestCase("Cells that nobody asks for are not stored for ever, legs: " +
                   std::to_string(legs)),
          m_legs(legs)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer switchNodes(2);
        const auto switches = AtmSwitchHelper().Install(switchNodes);
        const auto first = switchNodes.Get(0);
        const auto second = switchNodes.Get(1);
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", DataRateValue(DataRate(155520000)));
        const auto source = atm.InstallSourcePort(CreateObject<Node>(), first);     // port 0
        const auto trunk = DynamicCast<AtmPort>(atm.Install(first, second).Get(0)); // 1 to 0
        for (uint16_t leg = 1; leg <= m_legs; ++leg)
        {
            const auto end =
                DynamicCast<AtmNetDevice>(atm.Install(second, CreateObject<Node>()).Get(1));
            switches.Get(1)->AddConnection(0, {0, 201}, leg, {0, 202});
            m_ends.push_back(end);
        }
        switches.Get(0)->AddConnection(0, {0, 200}, 1, {0, 201});
        ObjectFactory cells("ns3::hsn::PoissonCellSource", "MeanRate", StringValue("60Mbps"));
        DynamicCast<AtmSourcePort>(source.Get(0))
            ->SetSource(cells.Create<AtmCellSource>(), {0, 200});
        const auto from =
            DynamicCast<AtmNetDevice>(atm.Install(CreateObject<Node>(), first).Get(0));
        const auto to = atm.Install(CreateObject<Node>(), second).Get(0);
        const auto pvc = atm.ConnectPvc(from, to);
        for (uint32_t i = 0; i < 2000; ++i)
        {
            ScheduleCall(MilliSeconds(i),
                         [from, pvc] { from->SendSdu(pvc.a, Create<Packet>(100)); });
        }
        std::size_t storage = 0;
        ScheduleCall(MilliSeconds(1999), [trunk, &storage] {
            trunk->GetAtmChannel()->ForEachLane(trunk->GetEnd(), [&storage](const CellLane& lane) {
                storage = std::max(storage, lane.GetStorage());
            });
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        // 60 Mbit/s for 2 s are 283,000 cells, as many runs, of some 50 octets each
        NS_TEST_EXPECT_MSG_LT(storage, 4096 * 64, "octets of a lane");
        for (const auto& end : m_ends)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(end->GetRxCounters().unknownVc),
                                      283019,
                                      5 * 532, // deviations of a Poisson number
                                      "cells that leave by each leg");
        }
        Simulator::Destroy();
    }

    const uint16_t m_legs;                 //!< by which the cells leave
    std::vector<Ptr<AtmNetDevice>> m_ends; //!< of the legs
};

HsnTestRegistration g_burstMemoryTests("burst-memory",
                                       {new BurstMemoryTest(1), new BurstMemoryTest(2)});
} // namespace
} // namespace hsn
} // namespace ns3
