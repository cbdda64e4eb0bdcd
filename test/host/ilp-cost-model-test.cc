// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The cost model of integrated loops. Expected values were computed by hand from the formulas
 * T_ILP = F (k + e) c / 4 + x + spill(F s) (ld + st) c / 4, x = (ld + st + lo) c / 4, and the same
 * for each sequential loop; the count of 19 accesses is the paper's (section 4.2). With blocks of b
 * words, k, lo and spill are shared by b words, and b - 1 registers hold the block.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/ilp-cost-model.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param preset machine @param functions F @param state s @param instructions k @return the model
Ptr<IlpCostModel>
MakeModel(IlpCostModel::Preset preset, uint32_t functions, uint32_t state, uint32_t instructions)
{
    auto model = CreateObject<IlpCostModel>();
    model->UsePreset(preset);
    model->SetAttribute("Functions", UintegerValue(functions));
    model->SetAttribute("State", UintegerValue(state));
    model->SetAttribute("Instructions", UintegerValue(instructions));
    return model;
}

/// Times of both machines, by hand.
class IlpCostTimesTest : public TestCase
{
  public:
    IlpCostTimesTest()
        : TestCase("IlpCostModel: times of both machines")
    {
    }

  private:
    /// @param preset machine @param k instructions @param expected warm ILP, warm sequential, cold
    /// ILP, cold sequential, ns/octet
    void Check(IlpCostModel::Preset preset, uint32_t k, const double (&expected)[4])
    {
        auto model = MakeModel(preset, 3, 2, k);
        for (int i = 0; i < 4; i++)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(i % 2 == 0, i >= 2),
                                      expected[i],
                                      1e-9,
                                      "k = " << k << ", " << i);
        }
    }

    void DoRun() override
    {
        // SS2: 18.75 (k + 2) + 67.5; HP: 7.575 k + 9.999
        Check(IlpCostModel::SS2, 4, {180, 315, 224, 444});
        Check(IlpCostModel::SS2, 100, {1980, 2115, 2024, 2244});
        Check(IlpCostModel::HP735, 10, {85.749, 105.747, 100.749, 130.747});
        Check(IlpCostModel::HP735, 40, {312.999, 332.997, 327.999, 357.997});

        // state, F = 3, k = 10: 31.25 ns/octet for each access above 8 registers, and one more
        const double warm[] = {292.5, 292.5, 292.5, 355, 448.75, 542.5, 636.25, 730, 823.75};
        for (uint32_t s = 0; s <= 8; s++)
        {
            auto model = MakeModel(IlpCostModel::SS2, 3, s, 10);
            NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(true, false), warm[s], 1e-9, s);
            NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(false, false), 427.5, 1e-9, s);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(
            MakeModel(IlpCostModel::SS2, 3, 9, 10)->GetNsPerOctet(false, false),
            615,
            1e-9,
            "sequential loops spill as well");

        for (uint32_t s = 0; s < 30; s += 7)
        {
            auto one = MakeModel(IlpCostModel::HP735, 1, s, 40);
            NS_TEST_EXPECT_MSG_EQ(one->GetNsPerOctet(true, true),
                                  one->GetNsPerOctet(false, true),
                                  "one function has one loop");
        }
    }
};

/// Registers.
class IlpCostSpillTest : public TestCase
{
  public:
    IlpCostSpillTest()
        : TestCase("IlpCostModel: state without registers")
    {
    }

  private:
    void DoRun() override
    {
        auto model = MakeModel(IlpCostModel::SS2, 3, 9, 40);
        model->SetAttribute("Registers", UintegerValue(9));
        NS_TEST_EXPECT_MSG_EQ(model->GetSpill(9), 0, "fits");
        NS_TEST_EXPECT_MSG_EQ(model->GetSpill(10), 2, "one, and one to work with");
        NS_TEST_EXPECT_MSG_EQ(model->GetSpill(27), 19, "the paper's example");
        NS_TEST_EXPECT_MSG_EQ(model->GetIntegratedSpill(), 19, "27 words");
        NS_TEST_EXPECT_MSG_EQ(model->GetSequentialSpill(), 0, "9 words");
        NS_TEST_EXPECT_MSG_EQ(model->GetLargestState(true), 3, "a third");
        NS_TEST_EXPECT_MSG_EQ(model->GetLargestState(false), 9, "all");
        model->SetAttribute("SpillScratch", UintegerValue(0));
        NS_TEST_EXPECT_MSG_EQ(model->GetSpill(27), 18, "none to work with");
    }
};

/// Blocks of several words.
class IlpCostBlockTest : public TestCase
{
  public:
    IlpCostBlockTest()
        : TestCase("IlpCostModel: blocks of several words")
    {
    }

  private:
    void DoRun() override
    {
        // SS2, F = 3, s = 2, k = 10 b, ns/octet: 3 (10 + 2) 25 / 4 = 225 whatever b is;
        // x = (5 b + 5.8) 25 / 4 b; a spilled word costs 5 * 25 / 4 b
        struct Row
        {
            uint32_t block;
            double ilp;
            double sequential;
        };

        for (const Row& row : {Row{1, 292.5, 427.5},
                               Row{2, 274.375, 373.125},
                               Row{3, 268.333333, 355}, // 6 + 2 registers: the last that fit
                               Row{4, 265.3125 + 15.625, 345.9375}, // 6 + 3: two accesses
                               Row{8, 260.78125 + 6 * 3.90625, 332.34375 + 3 * 2 * 3.90625}})
        {
            auto model = MakeModel(IlpCostModel::SS2, 3, 2, 10 * row.block);
            model->SetAttribute("Block", UintegerValue(row.block));
            NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(true, false), row.ilp, 1e-6, row.block);
            NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(false, false),
                                      row.sequential,
                                      1e-6,
                                      row.block);
            NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(true, true),
                                      row.ilp + 44,
                                      1e-6,
                                      "penalties are those of octets");
        }

        // HP, 22 registers: what integration gains while all fits is (F - 1) x,
        // x = (2 b + 1.96) 10.1 / 4 b
        auto model = MakeModel(IlpCostModel::HP735, 3, 2, 40);
        model->SetAttribute("Block", UintegerValue(4));
        NS_TEST_EXPECT_MSG_EQ_TOL(model->GetNsPerOctet(false, false) -
                                      model->GetNsPerOctet(true, false),
                                  2 * 9.96 * 10.1 / 16,
                                  1e-9,
                                  "gain");
        NS_TEST_EXPECT_MSG_EQ(model->GetLargestState(true), 6, "(22 - 3) / 3");
        NS_TEST_EXPECT_MSG_EQ(model->GetLargestState(false), 19, "22 - 3");
        model->SetAttribute("Block", UintegerValue(30));
        NS_TEST_EXPECT_MSG_EQ(model->GetSpill(0), 8, "seven words of the block, and one to work");
        NS_TEST_EXPECT_MSG_EQ(model->GetLargestState(false), 0, "none");
    }
};

/// A host with the model.
class IlpCostHostTest : public TestCase
{
  public:
    IlpCostHostTest()
        : TestCase("IlpCostModel: a host that manipulates 1,000 packets")
    {
    }

  private:
    void DoRun() override
    {
        auto model = MakeModel(IlpCostModel::SS2, 3, 2, 10);
        NS_TEST_EXPECT_MSG_EQ(model->GetCost(HostOperation::INTERRUPT, 1000), Time(0), "free");
        NS_TEST_EXPECT_MSG_EQ(model->IsFree(), false, "costs something");
        // 1,000 octets: 336.5 ns integrated and cold, 427.5 ns sequential and warm
        for (bool integrated : {true, false})
        {
            model->SetAttribute("Integrated", BooleanValue(integrated));
            model->SetAttribute("Cold", BooleanValue(integrated));
            auto cpu = CreateObject<HostCpu>();
            auto task = cpu->CreateTask(HostLevel::THREAD);
            for (int i = 0; i < 1000; i++)
            {
                task->Run(model->GetCost(HostOperation::SEND, 1000), [] {});
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(Simulator::Now(),
                                  MicroSeconds(integrated ? 336500 : 427500),
                                  "8000 / T Mbit/s");
            cpu->Dispose();
            Simulator::Destroy();
        }
    }
};

HsnTestRegistration g_ilpCostTests(
    "ilp-cost",
    {new IlpCostTimesTest, new IlpCostSpillTest, new IlpCostBlockTest, new IlpCostHostTest});
} // namespace
