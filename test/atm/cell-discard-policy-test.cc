// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/atm-output-port.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief One cell as a policy meets it. */
struct Step
{
    uint32_t cells;  //!< of its PDU
    uint32_t index;  //!< of the cell
    uint32_t queued; //!< fill of the buffer
    char expected;   //!< A accepted, F full, P partial packet, E early packet, C CLP threshold
    bool clp{false}; //!< loss priority
};

/** @brief Vectors made by hand. */
class DiscardVectorTest : public TestCase
{
  public:
    DiscardVectorTest()
        : TestCase("Hand-made vectors: tail, PPD, EPD, CLP threshold")
    {
    }

  private:
    /**
     * @brief Runs a vector.
     * @param policy the policy
     * @param capacity of the buffer
     * @param steps the cells of one VC
     * @param what name of the vector
     */
    void Check(Ptr<CellDiscardPolicy> policy,
               uint32_t capacity,
               const std::vector<Step>& steps,
               const std::string& what)
    {
        CellDiscardState state;
        std::string expected;
        std::string got;
        for (const auto& step : steps)
        {
            CellBurst cell;
            cell.pdu = MakePdu(step.cells);
            cell.first = step.index;
            cell.clp = step.clp;
            expected += step.expected;
            got += "AFPEC"[policy->Decide(cell, step.queued, capacity, state)];
        }
        NS_TEST_EXPECT_MSG_EQ(got, expected, what);
    }

    /** @param threshold fraction @return the policy */
    template <typename T>
    static Ptr<T> Make(double threshold)
    {
        auto policy = CreateObject<T>();
        policy->SetAttribute("Threshold", DoubleValue(threshold));
        return policy;
    }

    void DoRun() override
    {
        Check(CreateObject<TailCellDiscard>(),
              2,
              {{3, 0, 0, 'A'}, {3, 1, 1, 'A'}, {3, 2, 2, 'F'}, {3, 0, 3, 'F'}, {3, 1, 1, 'A'}},
              "tail");
        const auto ppd = CreateObject<PartialPacketDiscard>();
        Check(ppd,
              5,
              {{4, 0, 1, 'A'},
               {4, 1, 5, 'F'},
               {4, 2, 3, 'P'},
               {4, 3, 3, 'A'}, // the last cell delimits
               {3, 0, 4, 'A'},
               {3, 1, 5, 'F'},
               {3, 2, 5, 'F'}, // no place even for the last one
               {2, 0, 4, 'A'}, // which ends the discarding all the same
               {2, 1, 4, 'A'},
               {1, 0, 5, 'F'}, // a single cell is a last one
               {2, 0, 0, 'A'}},
              "PPD");
        Check(ppd,
              5,
              {{3, 0, 5, 'F'},
               {3, 1, 0, 'P'},
               // its last cell was lost before: the next PDU is taken for the rest of this one
               {2, 0, 0, 'P'},
               {2, 1, 0, 'A'},
               {2, 0, 0, 'A'}},
              "PPD, last cell lost upstream");
        const auto epd = Make<EarlyPacketDiscard>(0.5);
        Check(epd,
              10,
              {{3, 0, 5, 'E'},
               {3, 1, 0, 'E'},
               {3, 2, 0, 'E'}, // the last one too
               {3, 0, 4, 'A'},
               {3, 1, 9, 'A'}, // what was begun goes on above the threshold
               {3, 2, 9, 'A'},
               {4, 0, 4, 'A'},
               {4, 1, 10, 'F'},
               {4, 2, 9, 'P'},
               {4, 3, 9, 'A'},
               {1, 0, 5, 'E'},
               {1, 0, 4, 'A'}},
              "EPD");
        Check(Make<EarlyPacketDiscard>(1e-9),
              10,
              {{1, 0, 0, 'A'}, {1, 0, 1, 'E'}, {2, 0, 0, 'A'}, {2, 1, 9, 'A'}},
              "EPD: an empty buffer never refuses");
        Check(Make<EarlyPacketDiscard>(1), 3, {{1, 0, 2, 'A'}, {1, 0, 3, 'E'}}, "EPD at the top");
        const auto clp = Make<ClpThresholdDiscard>(0.5);
        Check(clp,
              10,
              {{3, 0, 4, 'A', true},
               {3, 1, 5, 'C', true},
               {3, 1, 5, 'A'},
               {3, 1, 9, 'A'},
               {3, 2, 10, 'F'},
               {3, 2, 10, 'F', true},
               {1, 0, 6, 'C', true}},
              "CLP");
        Check(Make<ClpThresholdDiscard>(0), 10, {{1, 0, 0, 'C', true}, {1, 0, 0, 'A'}}, "CLP, 0");
        // products that are a rounding error above the whole number meant: 0.07 * 100 > 7
        for (const auto& [fraction, cells] :
             std::vector<std::pair<double, uint32_t>>{{0.07, 7}, {0.28, 28}, {0.55, 55}, {0.8, 80}})
        {
            Check(Make<ClpThresholdDiscard>(fraction),
                  100,
                  {{1, 0, cells - 1, 'A', true}, {1, 0, cells, 'C', true}},
                  "threshold " + std::to_string(fraction));
            Check(Make<EarlyPacketDiscard>(fraction),
                  100,
                  {{1, 0, cells - 1, 'A'}, {1, 0, cells, 'E'}},
                  "threshold " + std::to_string(fraction));
        }
    }
};

/** @brief One policy object serves several VCs, whose memory is apart. */
class DiscardStateTest : public TestCase
{
  public:
    DiscardStateTest()
        : TestCase("VCs do not influence each other; names of reasons")
    {
    }

  private:
    void DoRun() override
    {
        const auto epd = CreateObject<EarlyPacketDiscard>();
        CellDiscardState x;
        CellDiscardState y;
        CellBurst cell;
        cell.pdu = MakePdu(3);
        const auto decide = [&](uint32_t index, uint32_t queued, CellDiscardState& state) {
            cell.first = index;
            return epd->Decide(cell, queued, 10, state);
        };
        NS_TEST_EXPECT_MSG_EQ(decide(0, 4, x), CELL_ACCEPTED, "x begins");
        NS_TEST_EXPECT_MSG_EQ(decide(0, 5, y), CELL_EARLY_PACKET, "y is refused");
        NS_TEST_EXPECT_MSG_EQ(decide(1, 10, x), CELL_BUFFER_FULL, "x loses a cell");
        NS_TEST_EXPECT_MSG_EQ(decide(1, 0, y), CELL_EARLY_PACKET, "y is still refused");
        NS_TEST_EXPECT_MSG_EQ(decide(2, 0, y), CELL_EARLY_PACKET, "to its end");
        NS_TEST_EXPECT_MSG_EQ(decide(0, 0, y), CELL_ACCEPTED, "y begins");
        NS_TEST_EXPECT_MSG_EQ(decide(2, 0, x), CELL_ACCEPTED, "x's last cell");
        std::string names;
        for (const auto reason : {CELL_ACCEPTED,
                                  CELL_BUFFER_FULL,
                                  CELL_PARTIAL_PACKET,
                                  CELL_EARLY_PACKET,
                                  CELL_CLP_THRESHOLD,
                                  CELL_PUSHED_OUT,
                                  CELL_CLASS_THRESHOLD,
                                  CELL_GROUP})
        {
            names += ToString(reason) + ";";
        }
        NS_TEST_EXPECT_MSG_EQ(names,
                              "accepted;buffer full;partial packet;early packet;CLP threshold;"
                              "pushed out;class threshold;group;",
                              "names");
    }
};

/** @brief A reason that a policy outside hsn gives. */
class RegisteredReasonTest : public TestCase
{
  public:
    RegisteredReasonTest()
        : TestCase("Registered reasons: counted and traced under their names; no more than 16")
    {
    }

  private:
    /// Refuses every cell with CLP = 1.
    class Sieve : public CellDiscardPolicy
    {
      public:
        CellDiscardReason Decide(const CellBurst& cell,
                                 uint32_t queued,
                                 uint32_t capacity,
                                 CellDiscardState&) const override
        {
            return queued >= capacity ? CELL_BUFFER_FULL
                   : cell.IsClp()     ? RegisterCellDiscardReason("sieved")
                                      : CELL_ACCEPTED;
        }
    };

    void DoRun() override
    {
        const auto sieved = RegisterCellDiscardReason("sieved");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(sieved, CELL_FIRST_REGISTERED, "a number of its own");
        NS_TEST_EXPECT_MSG_EQ(RegisterCellDiscardReason("sieved"), sieved, "one for a name");
        NS_TEST_EXPECT_MSG_NE(RegisterCellDiscardReason("other"), sieved, "another name");
        NS_TEST_EXPECT_MSG_EQ(RegisterCellDiscardReason("group"), CELL_GROUP, "a known name");
        NS_TEST_EXPECT_MSG_EQ(ToString(static_cast<CellDiscardReason>(15)), "unknown", "no name");

        auto queue = CreateObject<AtmCellQueue>();
        queue->SetAttribute("MaxCells", UintegerValue(2));
        queue->SetAttribute("DiscardPolicy", PointerValue(CreateObject<Sieve>()));
        std::string seen;
        queue->TraceConnectWithoutContext("Discard",
                                          Sink<const CellBurst&, CellDiscardReason>::Make(
                                              [&seen](const CellBurst&, CellDiscardReason reason) {
                                                  seen += ToString(reason) + ";";
                                              }));
        CellDiscardState state;
        for (const char letter : std::string("0110100"))
        {
            CellBurst cell;
            cell.pdu = MakePdu(2);
            cell.clp = letter - '0';
            queue->Enqueue(cell, state);
        }
        // two cells get in; then the buffer is full
        NS_TEST_EXPECT_MSG_EQ(seen, "sieved;sieved;buffer full;buffer full;buffer full;", "traced");
        const auto c = queue->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.Get(sieved), 2, "sieved");
        NS_TEST_EXPECT_MSG_EQ(c.Get(CELL_BUFFER_FULL), 3, "full");
        NS_TEST_EXPECT_MSG_EQ(c.GetDiscarded(), 5, "all");
        NS_TEST_EXPECT_MSG_EQ(c.in, c.out + c.GetDiscarded() + queue->GetNCells(), "balance");
        auto sum = c;
        sum += c;
        std::ostringstream text;
        text << sum;
        NS_TEST_EXPECT_MSG_EQ(
            text.str(),
            "AtmCellQueue::Counters(in=14, out=0, efci=0, buffer full=6, sieved=4)",
            "as text");

        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([] { RegisterCellDiscardReason(""); }).find("without a name"),
            std::string::npos,
            "no name");
        const auto full = HsnAbortText([] {
            for (uint32_t i = 0; i < 16; ++i)
            {
                RegisterCellDiscardReason("reason " + std::to_string(i));
            }
        });
        NS_TEST_EXPECT_MSG_NE(full.find("\": at most 16 reasons for discarding cells"),
                              std::string::npos,
                              full);
    }
};

HsnTestRegistration g_cellDiscardPolicyTests("cell-discard-policy",
                                             {new DiscardVectorTest,
                                              new DiscardStateTest,
                                              new RegisteredReasonTest});
} // namespace
} // namespace hsn
} // namespace ns3
