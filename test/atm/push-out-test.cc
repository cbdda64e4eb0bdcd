// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/atm-output-port.h"
#include "ns3/class-threshold-discard.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/group-discard.h"
#include "ns3/pointer.h"
#include "ns3/push-out-discard.h"
#include "ns3/uinteger.h"

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A buffer whose cells and losses are told as letters. */
class LetterQueue
{
  public:
    /** @param policy of the buffer @param capacity cells */
    LetterQueue(Ptr<CellDiscardPolicy> policy, uint32_t capacity)
        : m_queue(CreateObject<AtmCellQueue>())
    {
        m_queue->SetAttribute("MaxCells", UintegerValue(capacity));
        m_queue->SetAttribute("DiscardPolicy", PointerValue(policy));
        m_queue->TraceConnectWithoutContext("Discard",
                                            MakeCallback(&LetterQueue::NoteDiscard, this));
    }

    /** @param letters S, I, P, B of one VC; '.': a cell leaves @param vc the VC */
    void Offer(const std::string& letters, uint16_t vc = 0)
    {
        for (const char letter : letters)
        {
            if (letter == '.')
            {
                if (m_queue->GetNCells() > 0)
                {
                    m_out += Letter(m_queue->Dequeue());
                }
                continue;
            }
            CellBurst cell;
            cell.pdu = MakePdu(2);
            cell.clp = letter == 'P' || letter == 'B';
            cell.efci = letter == 'I' || letter == 'B';
            m_queue->Enqueue(cell, m_states[vc]);
        }
    }

    /** @return cells that left, and those that wait */
    std::string Drain()
    {
        Offer(std::string(m_queue->GetNCells(), '.'));
        return m_out;
    }

    /** @param cell a cell @return its class */
    static char Letter(const CellBurst& cell)
    {
        return "SIPB"[(cell.IsClp() ? 2 : 0) + (cell.IsEfci() ? 1 : 0)];
    }

    /** @return the buffer */
    Ptr<AtmCellQueue> Get() const
    {
        return m_queue;
    }

    std::string lost; //!< classes, with an exclamation mark before those that were pushed out

  private:
    /** @param cell lost @param reason why */
    void NoteDiscard(const CellBurst& cell, CellDiscardReason reason)
    {
        lost += reason == CELL_PUSHED_OUT ? "!" : "";
        lost += Letter(cell);
    }

    Ptr<AtmCellQueue> m_queue;                     //!< the buffer
    std::map<uint16_t, CellDiscardState> m_states; //!< of VCs
    std::string m_out;                             //!< cells that left
};

/** @brief Sequences whose outcome was worked out by hand. */
class PushOutVectorTest : public TestCase
{
  public:
    PushOutVectorTest()
        : TestCase("Push-out, thresholds, groups and sharing: sequences worked out by hand")
    {
    }

  private:
    /**
     * @param policy of a buffer
     * @param capacity cells
     * @param offered as for LetterQueue
     * @param out cells that leave, in order
     * @param lost in order
     */
    void Check(Ptr<CellDiscardPolicy> policy,
               uint32_t capacity,
               const std::string& offered,
               const std::string& out,
               const std::string& lost)
    {
        LetterQueue queue(policy, capacity);
        queue.Offer(offered);
        NS_TEST_EXPECT_MSG_EQ(queue.Drain(), out, policy->GetInstanceTypeId() << ": " << offered);
        NS_TEST_EXPECT_MSG_EQ(queue.lost, lost, policy->GetInstanceTypeId() << ": " << offered);
        const auto c = queue.Get()->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.in, c.out + c.GetDiscarded(), "balance");
    }

    void DoRun() override
    {
        // two levels: S and I push out P and B alike, the youngest first
        Check(CreateObject<ClpPushOutDiscard>(), 4, "PBPBSIP", "PBSI", "!B!PP");
        Check(CreateObject<ClpPushOutDiscard>(), 2, "SISPI", "SI", "SPI");
        // four levels: the youngest of the lowest class below
        Check(CreateObject<ExClpPushOutDiscard>(), 4, "BPBISB", "BPIS", "!BB");
        Check(CreateObject<ExClpPushOutDiscard>(), 4, "BPBIPISS", "IISS", "!B!B!P!P");
        Check(CreateObject<ExClpPushOutDiscard>(), 3, "BBBP..BI", "BBPBI", "!B");
        // all of one class: the same as tail discard
        Check(CreateObject<ExClpPushOutDiscard>(), 3, "BBBB.BB", "BBBB", "BB");
        // thresholds 10, 9, 7, 5 of 10 cells
        Check(CreateObject<ExClpThresholdDiscard>(), 10, "BBBBBBPPPIIIISS", "BBBBBPPIIS", "BPIIS");
        // a B group that finds 7 of 10 cells goes whole; S cells do not end it, P cells do
        Check(CreateObject<ExClpGroupDiscard>(), 10, "IIIIIIIB.B.BSBPB", "IIIIIIISP", "BBBBB");
        // a quarter for each class; an eighth for each, and half for all; one pool
        Check(Sharing(ClassSharingDiscard::DEDICATED), 8, "BBBPSSS", "BBPSS", "BS");
        Check(Sharing(ClassSharingDiscard::PARTIAL), 8, "BBBBBBPPISS", "BBBBBPIS", "BPS");
        Check(Sharing(ClassSharingDiscard::COMPLETE), 8, "BBBBBBBBBS", "BBBBBBBB", "BS");
        CheckGroups();
        CheckChange();
    }

    /** @param sharing who may use which places @return the policy */
    static Ptr<CellDiscardPolicy> Sharing(ClassSharingDiscard::Sharing sharing)
    {
        return CreateObjectWithAttributes<ClassSharingDiscard>("BufferSharing", EnumValue(sharing));
    }

    /** The rest of a group goes when one of its cells was pushed out, also when there is room. */
    void CheckGroups()
    {
        LetterQueue queue(CreateObject<ExClpGroupDiscard>(), 4);
        queue.Offer("BB", 1);
        queue.Offer("IIS", 2); // S takes the place of the second B
        queue.Offer("..B", 1); // room, but its group is damaged
        queue.Offer("P", 1);
        queue.Offer("..B", 1); // another group
        NS_TEST_EXPECT_MSG_EQ(queue.lost, "!BB", "lost");
        NS_TEST_EXPECT_MSG_EQ(queue.Drain(), "BIISPB", "left");

        // a cell pushed out after its group has ended damages no other group
        LetterQueue later(CreateObject<ExClpGroupDiscard>(), 5);
        later.Offer("BBP", 1);
        later.Offer("IIS", 2); // S takes the place of the second B
        later.Offer("...B", 1);
        NS_TEST_EXPECT_MSG_EQ(later.lost, "!B", "lost later");
        NS_TEST_EXPECT_MSG_EQ(later.Drain(), "BPIISB", "left later");
    }

    /** Another policy in the middle: holes close, and cells are sorted by class from then on. */
    void CheckChange()
    {
        LetterQueue queue(CreateObject<ExClpPushOutDiscard>(), 3);
        queue.Offer("BBBI");
        NS_TEST_EXPECT_MSG_EQ(queue.Get()->GetNCells(), 3, "cells, not holes");
        queue.Get()->SetAttribute("DiscardPolicy", PointerValue(CreateObject<TailCellDiscard>()));
        queue.Offer("S.P");
        NS_TEST_EXPECT_MSG_EQ(queue.lost, "!BS", "lost");
        queue.Get()->SetAttribute("DiscardPolicy",
                                  PointerValue(CreateObject<ExClpPushOutDiscard>()));
        queue.Offer("I");
        NS_TEST_EXPECT_MSG_EQ(queue.lost, "!BS!B", "lost after two changes");
        NS_TEST_EXPECT_MSG_EQ(queue.Drain(), "BIPI", "left");
    }
};

/**
 * @brief Random cells at a buffer, beside a model that searches a list for the victim, and beside
 * tail discard.
 */
class PushOutRandomTest : public TestCase
{
  public:
    PushOutRandomTest()
        : TestCase("Push-out: 300 random runs lose as many cells as tail discard, of lower classes")
    {
    }

  private:
    /** @param cell of the search @param levels 2 or 4 @return its class */
    static uint32_t GetClass(uint32_t cell, int levels)
    {
        return levels == 2 ? cell / 2 : cell;
    }

    void DoRun() override
    {
        std::mt19937 random(38);
        uint64_t pushed = 0;
        for (int run = 0; run < 300; ++run)
        {
            const int levels = run % 2 == 0 ? 2 : 4;
            const uint32_t capacity = 1 + random() % 40;
            auto queue = CreateObject<AtmCellQueue>();
            queue->SetAttribute("MaxCells", UintegerValue(capacity));
            queue->SetAttribute(
                "DiscardPolicy",
                PointerValue(levels == 2
                                 ? Ptr<CellDiscardPolicy>(CreateObject<ClpPushOutDiscard>())
                                 : Ptr<CellDiscardPolicy>(CreateObject<ExClpPushOutDiscard>())));
            auto tail = CreateObject<AtmCellQueue>();
            tail->SetAttribute("MaxCells", UintegerValue(capacity));
            std::vector<std::pair<int64_t, uint32_t>> model; // number and bits of waiting cells
            CellDiscardState state;
            CellDiscardState tailState;
            for (int64_t i = 0; i < 2000; ++i)
            {
                if (random() % 1000 < 420)
                {
                    NS_TEST_ASSERT_MSG_EQ(queue->GetNCells(), model.size(), "fill, run " << run);
                    NS_TEST_ASSERT_MSG_EQ(tail->GetNCells(), model.size(), "tail, run " << run);
                    if (!model.empty())
                    {
                        NS_TEST_ASSERT_MSG_EQ(queue->Dequeue().start,
                                              model.front().first,
                                              "order, run " << run);
                        tail->Dequeue();
                        model.erase(model.begin());
                    }
                    continue;
                }
                CellBurst cell;
                cell.pdu = MakePdu(1);
                const uint32_t bits = random() % 4;
                cell.clp = bits / 2;
                cell.efci = bits % 2;
                cell.start = i;
                CellBurst copy = cell;
                queue->Enqueue(cell, state);
                tail->Enqueue(copy, tailState);
                if (model.size() == capacity)
                {
                    std::size_t victim = model.size();
                    for (std::size_t k = 0; k < model.size(); ++k)
                    {
                        const uint32_t cls = GetClass(model[k].second, levels);
                        if (cls > GetClass(bits, levels) &&
                            (victim == model.size() ||
                             cls >= GetClass(model[victim].second, levels)))
                        {
                            victim = k;
                        }
                    }
                    if (victim == model.size())
                    {
                        continue;
                    }
                    model.erase(model.begin() + static_cast<std::ptrdiff_t>(victim));
                    ++pushed;
                }
                model.emplace_back(i, bits);
            }
            const auto a = queue->GetCounters();
            const auto b = tail->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(a.GetDiscarded(), b.GetDiscarded(), "losses, run " << run);
            NS_TEST_EXPECT_MSG_EQ(a.in,
                                  a.out + a.GetDiscarded() + queue->GetNCells(),
                                  "balance, run " << run);
        }
        NS_TEST_EXPECT_MSG_GT(pushed, 10000u, "cells pushed out");
    }
};

/** @brief Thresholds of less important classes above those of more important ones, or the reverse.
 */
class ThresholdRefusalTest : public TestCase
{
  public:
    ThresholdRefusalTest()
        : TestCase("Thresholds by class that are not in order are refused with their values")
    {
    }

  private:
    void DoRun() override
    {
        // a cell of class 3 may not find a higher threshold than one of class 2
        ExpectRefused(CreateObject<ExClpThresholdDiscard>(),
                      {{"Threshold3", 0.8}},
                      "0.9, 0.7, 0.8: none above the one before it");
        ExpectRefused(CreateObject<ExClpThresholdDiscard>(),
                      {{"Threshold1", 0.6}},
                      "0.6, 0.7, 0.5: none above the one before it");
        // nor may a group of class 2 be refused before one of class 3
        ExpectRefused(CreateObject<ExClpGroupDiscard>(),
                      {{"Threshold2", 0.6}},
                      "0.7, 0.6, 0.95 for classes 3, 2, 1: none below the one before it");
        ExpectRefused(CreateObject<ExClpGroupDiscard>(),
                      {{"Threshold1", 0.8}},
                      "0.7, 0.85, 0.8 for classes 3, 2, 1: none below the one before it");
        // equal ones are in order
        ExpectRefused(CreateObject<ExClpThresholdDiscard>(),
                      {{"Threshold1", 0.5}, {"Threshold2", 0.5}},
                      "");
        ExpectRefused(CreateObject<ExClpGroupDiscard>(),
                      {{"Threshold1", 0.7}, {"Threshold2", 0.7}},
                      "");
    }

    /**
     * @param policy some
     * @param thresholds attributes of it
     * @param words of the message with which the first cell ends the program; empty: it does not
     */
    void ExpectRefused(Ptr<CellDiscardPolicy> policy,
                       const std::map<std::string, double>& thresholds,
                       const std::string& words)
    {
        for (const auto& [name, value] : thresholds)
        {
            policy->SetAttribute(name, DoubleValue(value));
        }
        const std::string text = HsnAbortText([&policy] { LetterQueue(policy, 10).Offer("B"); });
        NS_TEST_EXPECT_MSG_EQ(text.empty(), words.empty(), text);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
    }
};

HsnTestRegistration g_pushOutTests("push-out",
                                   {new PushOutVectorTest,
                                    new PushOutRandomTest,
                                    new ThresholdRefusalTest});
} // namespace
} // namespace hsn
} // namespace ns3
