// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-switch-test-support.h"
#include "atm-test-support.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The written rule for cells that arrive together. */
class SwitchTieTest : public TestCase
{
  public:
    SwitchTieTest()
        : TestCase("Ties: cyclic order, refused cells, fairness, cells lost on the link")
    {
    }

  private:
    /** @brief Makes a switch with inputs 0, 1, 2 that lead to output 3. @param net the network */
    static void Make(RawSwitch& net)
    {
        for (uint32_t i = 0; i < 4; ++i)
        {
            net.Add();
        }
        for (uint16_t i = 0; i < 3; ++i)
        {
            net.sw->AddConnection(i, IN, 3, {0, static_cast<uint16_t>(60 + i)});
        }
    }

    void DoRun() override
    {
        Rule();
        Refused();
        Fairness();
        Lost();
        Slots();
    }

    /** @brief Two inputs that send without a pause, one always somewhat later than the other, to an
     * output with little room: at arrival the earlier one wins every place, in slots they take
     * turns. */
    void Slots()
    {
        for (const bool slotted : {false, true})
        {
            RawSwitch net;
            Make(net);
            net.Queue(3)->SetAttribute("MaxCells", UintegerValue(4));
            if (slotted)
            {
                net.sw->SetAttribute("SlotTime", TimeValue(TimeStep(CELL)));
            }
            const uint32_t n = 100;
            for (uint32_t k = 0; k < n; ++k)
            {
                net.far[0]->SendAt(k * CELL, IN, MakePdu(1));
                net.far[1]->SendAt(k * CELL + CELL / 2, IN, MakePdu(1));
            }
            Simulator::Run();
            const std::string order = Order(net.far[3]);
            const auto first = std::count(order.begin(), order.end(), '0');
            const auto second = std::count(order.begin(), order.end(), '1');
            const auto most = std::max(first, second);
            const auto least = std::min(first, second);
            // the line takes a cell in each slot, and the buffer what is there at the end
            NS_TEST_EXPECT_MSG_GT_OR_EQ(most + least, n, "cells through");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(most + least, n + 6, "cells through");
            if (slotted)
            {
                NS_TEST_EXPECT_MSG_LT_OR_EQ(most - least, 1, "in turns");
                for (const auto& arrival : net.far[3]->arrivals)
                {
                    NS_TEST_EXPECT_MSG_EQ(arrival.time % CELL, 0, "leaves at a slot");
                }
            }
            else
            {
                NS_TEST_EXPECT_MSG_LT_OR_EQ(least, 6, "the later one is locked out");
            }
            Simulator::Destroy();
        }
    }

    /** @brief Order by the rule, without losses. */
    void Rule()
    {
        RawSwitch net;
        Make(net);
        int64_t t = 0;
        for (const std::string inputs : {"012", "210", "1", "012", "02", "10"})
        {
            for (const char input : inputs) // in whatever order the events are scheduled
            {
                net.far[input - '0']->SendAt(t, IN, MakePdu(1));
            }
            t += 10 * CELL;
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Order(net.far[3]),
                              "120"
                              "120"
                              "1"
                              "201"
                              "20"
                              "10",
                              "order");
        NS_TEST_EXPECT_MSG_EQ(net.far[3]->arrivals[2].time, 4 * CELL, "third of the first tie");
        Simulator::Destroy();
    }

    /** @brief Cells that find no place do not advance the turn. */
    void Refused()
    {
        RawSwitch net;
        Make(net);
        net.Queue(3)->SetAttribute("MaxCells", UintegerValue(1));
        for (uint32_t k = 0; k < 4; ++k)
        {
            for (uint32_t i = 0; i < 3; ++i)
            {
                net.far[i]->SendAt(k * 10 * CELL, IN, MakePdu(1));
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Order(net.far[3]),
                              "12"
                              "01"
                              "20"
                              "12",
                              "one goes, one waits");
        Simulator::Destroy();
    }

    /** @brief Three inputs at line rate share one output of the same rate. */
    void Fairness()
    {
        RawSwitch net;
        Make(net);
        net.Queue(3)->SetAttribute("MaxCells", UintegerValue(10));
        const uint32_t n = 3000;
        for (uint32_t k = 0; k < n; ++k)
        {
            for (uint32_t i = 0; i < 3; ++i)
            {
                net.far[i]->SendAt(k * CELL, IN, MakePdu(1));
            }
        }
        Simulator::Run();
        const auto order = Order(net.far[3]);
        NS_TEST_EXPECT_MSG_EQ(order.size(), n + 10, "the output is never idle, then drains");
        for (const char input : {'0', '1', '2'})
        {
            const auto share = std::count(order.begin(), order.end(), input);
            NS_TEST_EXPECT_MSG_EQ_TOL(double(share), (n + 10) / 3.0, 2, "share of " << input);
        }
        Simulator::Destroy();
    }

    /** @brief A cell that was to tie, but is lost on its link, does not delay the others. */
    void Lost()
    {
        for (const bool lostFirst : {false, true})
        {
            RawSwitch net;
            Make(net);
            auto model = CreateObject<ReceiveListErrorModel>();
            model->SetList({0});
            net.far[1]->GetAtmChannel()->SetAttribute("CellLossModel", PointerValue(model));
            // whose event comes first at the same time depends on who sent first
            net.far[lostFirst ? 1 : 0]->SendAt(0, IN, MakePdu(1));
            net.far[lostFirst ? 0 : 1]->SendAt(0, IN, MakePdu(1));
            net.far[2]->SendAt(5 * CELL, IN, MakePdu(1));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(Order(net.far[3]), "02", "order");
            NS_TEST_EXPECT_MSG_EQ(net.far[3]->arrivals[0].time, 2 * CELL, "at once");
            Simulator::Destroy();
        }
    }
};

/**
 * @brief Two PDUs of 192 cells at the same time into a buffer of 64.
 *
 * Of two cells that come in each slot one leaves, so that the buffer is full after 64 slots; from
 * then on one of two is refused, in turns: 128 cells, 64 of each PDU.
 */
class SwitchOverlapTest : public TestCase
{
  public:
    SwitchOverlapTest()
        : TestCase("Two PDUs of 192 cells that overlap lose 64 each in a buffer of 64")
    {
    }

  private:
    void DoRun() override
    {
        RawSwitch net;
        for (int port = 0; port < 3; ++port)
        {
            net.Add();
        }
        net.Queue(2)->SetAttribute("MaxCells", UintegerValue(64));
        for (uint32_t i = 0; i < 2; ++i)
        {
            net.sw->AddConnection(i, IN, 2, {0, static_cast<uint16_t>(60 + i)});
            const auto pdu = MakePdu(192);
            for (uint32_t cell = 0; cell < 192; ++cell)
            {
                net.far[i]->SendAt(1000 + cell * CELL, IN, pdu, cell);
            }
        }
        Simulator::Run();
        uint32_t arrived[2] = {0, 0};
        for (const auto& arrival : net.far[2]->arrivals)
        {
            ++arrived[arrival.cell.vc.vci - 60];
        }
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(arrived[0], 128, "first input");
        NS_TEST_ASSERT_MSG_EQ(arrived[1], 128, "second input");
    }
};

HsnTestRegistration g_atmSwitchTieTests("atm-switch", {new SwitchTieTest, new SwitchOverlapTest});
} // namespace
} // namespace hsn
} // namespace ns3
