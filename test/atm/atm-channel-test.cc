// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
const AtmVcId VC{0, 40}; //!< label used throughout

/** @brief Arrival times, worked out by hand. */
class ChannelTimingTest : public TestCase
{
  public:
    ChannelTimingTest()
        : TestCase("Arrival = start + cell time + delay")
    {
    }

  private:
    void DoRun() override
    {
        // 424 bits at the rate, in ns, rounded to the nearest
        const std::vector<std::pair<std::string, int64_t>> rates{{"155.52Mbps", 2726},
                                                                 {"10Mbps", 42400},
                                                                 {"622.08Mbps", 682},
                                                                 {"25.6Mbps", 16563},
                                                                 {"64kbps", 6625000}};
        for (const auto& [rate, cell] : rates)
        {
            auto channel = MakeLink(rate, MicroSeconds(1000));
            NS_TEST_EXPECT_MSG_EQ(channel->GetCellTime(), cell, rate);
            auto a = MakeRawPort(channel);
            auto b = MakeRawPort(channel);
            auto pdu = MakePdu(3);
            a->SendAt(0, VC, pdu, 0);
            a->SendAt(cell, VC, pdu, 1);
            a->SendAt(5 * cell, VC, pdu, 2);
            b->SendAt(17, VC, pdu, 0); // the other direction is independent
            Simulator::Run();
            const std::vector<int64_t> expected{cell + 1000000,
                                                2 * cell + 1000000,
                                                6 * cell + 1000000};
            NS_TEST_EXPECT_MSG_EQ((b->GetTimes() == expected), true, rate);
            NS_TEST_EXPECT_MSG_EQ(a->GetTimes().at(0), 17 + cell + 1000000, rate);
            NS_TEST_EXPECT_MSG_EQ(b->arrivals[0].context, b->GetNode()->GetId(), "context");
            NS_TEST_EXPECT_MSG_EQ(a->arrivals[0].context, a->GetNode()->GetId(), "context");
            NS_TEST_EXPECT_MSG_EQ(b->arrivals[2].cell.IsLast(), true, "third of three");
            Simulator::Destroy();
        }
    }
};

/** @brief Delay and rate that change during the simulation. */
class ChannelChangeTest : public TestCase
{
  public:
    ChannelChangeTest()
        : TestCase("Cells in flight keep their arrival when delay or rate change")
    {
    }

  private:
    void DoRun() override
    {
        auto channel = MakeLink("155.52Mbps", MicroSeconds(1000));
        auto a = MakeRawPort(channel);
        auto b = MakeRawPort(channel);
        auto pdu = MakePdu(1);
        a->SendAt(0, VC, pdu);
        a->SendAt(5000, VC, pdu);
        const auto set = [channel](const std::string& name, const AttributeValue& value) {
            channel->SetAttribute(name, value);
        };
        ScheduleCall(NanoSeconds(6000), [set] { set("Delay", TimeValue(Seconds(0))); });
        a->SendAt(10000, VC, pdu); // would arrive at 12726, but only after an earlier one
        // ahead of every arrival, the link knows its time
        std::vector<int64_t> announced;
        for (const int64_t t : {1000000, 1004000, 1007726 - 1, 2000001})
        {
            ScheduleCall(NanoSeconds(t), [&announced, channel, b] {
                announced.push_back(channel->GetNextArrival(b->GetEnd()));
            });
        }
        ScheduleCall(MilliSeconds(2), [set] {
            set("Delay", TimeValue(NanoSeconds(50)));
            set("DataRate", DataRateValue(DataRate("10Mbps")));
        });
        a->SendAt(2000000, VC, pdu);
        a->SendAt(2100000, VC, pdu);
        Simulator::Run();
        // the event that sends at 2 ms was scheduled after the one that changes the attributes
        const std::vector<int64_t> expected{1002726, 1007726, 1007727, 2042450, 2142450};
        NS_TEST_EXPECT_MSG_EQ((b->GetTimes() == expected), true, "arrivals");
        const std::vector<int64_t> next{1002726, 1007726, 1007726, 2042450};
        NS_TEST_EXPECT_MSG_EQ((announced == next), true, "GetNextArrival");
        Simulator::Destroy();
    }
};

/** @brief Cells the loss model takes. */
class ChannelLossTest : public TestCase
{
  public:
    ChannelLossTest()
        : TestCase("Loss model: which cells, counters, traces; cells lost with the link itself")
    {
    }

  private:
    void DoRun() override
    {
        auto channel = MakeLink();
        auto a = MakeRawPort(channel);
        auto b = MakeRawPort(channel);
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({1, 3, 4});
        channel->SetAttribute("CellLossModel", PointerValue(model));
        uint32_t traced = 0;
        channel->TraceConnectWithoutContext(
            "CellLoss",
            Sink<const CellBurst&, AtmChannel::LossReason>::Make(
                [&traced](const CellBurst&, AtmChannel::LossReason reason) {
                    traced += reason == AtmChannel::LOSS_MODEL ? 1 : 100;
                }));
        auto pdu = MakePdu(6);
        for (uint32_t i = 0; i < 6; ++i)
        {
            a->SendAt(i * CELL, VC, pdu, i);
        }
        ScheduleCall(NanoSeconds(3 * CELL + 1), [this, channel, a] {
            const auto& c = channel->GetCounters(a->GetEnd());
            NS_TEST_EXPECT_MSG_EQ(c.sent, 4, "sent");
            NS_TEST_EXPECT_MSG_EQ(c.delivered, 2, "delivered");
            NS_TEST_EXPECT_MSG_EQ(c.lost, 1, "lost");
            NS_TEST_EXPECT_MSG_EQ(channel->GetInFlight(a->GetEnd()), 1, "in flight");
        });
        Simulator::Run();
        const std::vector<int64_t> arrived{CELL, 3 * CELL, 6 * CELL};
        const std::vector<int64_t> lost{2 * CELL, 4 * CELL, 5 * CELL};
        NS_TEST_EXPECT_MSG_EQ((b->GetTimes() == arrived), true, "0, 2 and 5 arrive");
        NS_TEST_EXPECT_MSG_EQ((b->lost == lost), true, "the receiver is told when");
        NS_TEST_EXPECT_MSG_EQ(traced, 3, "trace");

        // a link disposed of with cells on it delivers nothing more, and does not crash
        a->SendAt(10 * CELL, VC, pdu);
        ScheduleCall(NanoSeconds(4 * CELL) + NanoSeconds(1), [channel] { channel->Dispose(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(b->arrivals.size(), 3, "nothing more");
        Simulator::Destroy();
    }
};

/** @brief Bit errors against the probabilities of I.432's two-mode receiver. */
class ChannelBitErrorTest : public TestCase
{
  public:
    ChannelBitErrorTest()
        : TestCase("Bit errors: HEC corrections and discards, damaged payloads")
    {
    }

  private:
    /**
     * @brief Compares a count with a binomial expectation, 5 standard deviations wide.
     * @param count what was counted
     * @param n of how many
     * @param p probability
     * @param what its name
     */
    void Expect(double count, double n, double p, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(count, n * p, 5 * std::sqrt(n * p) + 1, what);
    }

    /** @brief Bits that were inverted on a link stay so on the next one. @param arrivals over the
     * first link @param p bit error rate of the second one */
    void SendOn(const std::vector<RawPort::Arrival>& arrivals, double p)
    {
        auto channel = MakeLink();
        channel->SetAttribute("BitErrorRate", DoubleValue(p));
        channel->AssignStreams(8);
        auto a = MakeRawPort(channel);
        auto b = MakeRawPort(channel);
        std::map<int64_t, Ptr<CellDamage>> before; // by start on the second link
        const int64_t begin = Simulator::Now().GetTimeStep();
        for (uint32_t i = 0; i < arrivals.size() && before.size() < 2000; ++i)
        {
            CellBurst cell = arrivals[i].cell;
            if (cell.damage)
            {
                cell.start = begin + static_cast<int64_t>(before.size()) * CELL;
                before[cell.start] = cell.damage;
                ScheduleCall(TimeStep(cell.start - begin),
                             [channel, a, cell] { channel->Transmit(a->GetEnd(), cell); });
            }
        }
        Simulator::Run();
        uint32_t twice = 0;
        for (const auto& arrival : b->arrivals)
        {
            const auto& old = before.at(arrival.cell.start)->flips;
            const auto& all = arrival.cell.damage->flips;
            twice += all.size() > old.size();
            NS_TEST_ASSERT_MSG_GT_OR_EQ(all.size(), old.size(), "none is forgotten");
            for (std::size_t k = 0; k < old.size(); ++k)
            {
                NS_TEST_ASSERT_MSG_EQ(all[k].bit, old[k].bit, "inverted on the first link");
            }
        }
        Expect(twice, b->arrivals.size(), 1 - std::pow(1 - p, 384), "damaged on both links");
    }

    void DoRun() override
    {
        const uint32_t n = 60000;
        const double p = 1e-3;
        auto channel = MakeLink();
        channel->SetAttribute("BitErrorRate", DoubleValue(p));
        channel->AssignStreams(7);
        auto a = MakeRawPort(channel);
        auto b = MakeRawPort(channel);
        auto pdu = MakePdu(8);
        for (uint32_t i = 0; i < n; ++i)
        {
            a->SendAt(int64_t{i} * CELL, VC, pdu, i % 8);
        }
        Simulator::Run();
        const auto c = channel->GetCounters(a->GetEnd());
        NS_TEST_EXPECT_MSG_EQ(c.sent, n, "sent");
        NS_TEST_EXPECT_MSG_EQ(c.delivered + c.hecDiscarded, n, "every cell has a fate");
        // Markov chain: a header without error leads to correction mode, any other to detection
        const double none = std::pow(1 - p, 40);
        const double one = 40 * p * std::pow(1 - p, 39);
        const double detection = 1 - none;
        Expect(c.hecCorrected, n, (1 - detection) * one, "corrected");
        Expect(c.hecDiscarded,
               n,
               (1 - detection) * (1 - none - one) + detection * (1 - none),
               "discarded");
        Expect(c.damaged, c.delivered, 1 - std::pow(1 - p, 384), "damaged payloads");
        uint64_t flips = 0;
        uint64_t wrong = 0;
        uint64_t astray = 0;
        uint64_t damaged = 0;
        for (const auto& arrival : b->arrivals)
        {
            astray += arrival.cell.vc != VC;
            damaged += bool(arrival.cell.damage);
            if (arrival.cell.damage)
            {
                int64_t last = -1; // a bit that is inverted twice is as it was
                for (const auto& flip : arrival.cell.damage->flips)
                {
                    ++flips;
                    wrong += flip.bit >= 384 || flip.cell != arrival.cell.first || flip.bit <= last;
                    last = flip.bit;
                }
            }
        }
        Expect(flips, c.delivered * 384.0, p, "inverted payload bits");
        NS_TEST_EXPECT_MSG_EQ(damaged, c.damaged, "counter of damaged cells");
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "each inverted bit is in the payload of its cell, once");
        // three inverted bits or more can look like one: at most C(40, 3) p^3 n = 0.6 cells
        NS_TEST_EXPECT_MSG_LT(astray, 5, "a corrected header is the right one");

        // no errors any more, and so no damage
        const auto before = c.damaged;
        channel->SetAttribute("BitErrorRate", DoubleValue(0));
        for (uint32_t i = 0; i < 100; ++i)
        {
            a->SendAt((int64_t{n} + 1 + i) * CELL, VC, pdu, i % 8);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(channel->GetCounters(a->GetEnd()).damaged, before, "clean");
        NS_TEST_EXPECT_MSG_EQ(channel->GetCounters(a->GetEnd()).delivered,
                              c.delivered + 100,
                              "clean");
        SendOn(b->arrivals, p);
        Simulator::Destroy();
    }
};

/** @brief Ends, labels and limits of a link. */
class ChannelEndsTest : public TestCase
{
  public:
    ChannelEndsTest()
        : TestCase("Two ends, link state, labels, bad values")
    {
    }

  private:
    void DoRun() override
    {
        auto channel = MakeLink();
        uint32_t changes = 0;
        const auto attach = [channel, &changes] {
            auto port = CreateObject<RawPort>();
            CreateObject<Node>()->AddDevice(port);
            port->AddLinkChangeCallback(Sink<>::Make([&changes] { ++changes; }));
            port->Attach(channel);
            return port;
        };
        auto a = attach();
        NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp(), false, "one end only");
        NS_TEST_EXPECT_MSG_EQ(changes, 0, "one end only");
        channel->SetAttribute("Delay", TimeValue(MilliSeconds(2))); // before there is another end
        auto b = attach();
        NS_TEST_EXPECT_MSG_EQ(a->IsLinkUp() && b->IsLinkUp(), true, "both ends");
        NS_TEST_EXPECT_MSG_EQ(changes, 2, "both ends are told");
        NS_TEST_EXPECT_MSG_EQ(channel->GetNDevices(), 2, "devices");
        NS_TEST_EXPECT_MSG_EQ(channel->GetDevice(1), b, "devices");
        NS_TEST_EXPECT_MSG_EQ(channel->AllocateVc(), (AtmVcId{0, 32}), "first label");
        NS_TEST_EXPECT_MSG_EQ(channel->AllocateVc(), (AtmVcId{0, 33}), "second label");
        NS_TEST_EXPECT_MSG_EQ(a->SetMtu(65527), true, "largest MTU");
        NS_TEST_EXPECT_MSG_EQ(a->SetMtu(65528), false, "an MTU that does not fit");
        NS_TEST_EXPECT_MSG_EQ(a->GetMtu(), 65527, "MTU");

        const auto says = [this](const std::string& words, const std::function<void()>& code) {
            const auto text = HsnAbortText(code);
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
        };
        says("two ends", [&] { MakeRawPort(channel); });
        says("one link", [&] { a->Attach(MakeLink()); });
        says("added to its node", [] { CreateObject<RawPort>()->Attach(MakeLink()); });
        says("0 bit/s", [&] { channel->SetAttribute("DataRate", DataRateValue(DataRate(0))); });
        says("less than one time step",
             [&] { channel->SetAttribute("DataRate", DataRateValue(DataRate("10000Gbps"))); });
        says("one end only", [] {
            auto lonely = MakeRawPort(MakeLink());
            lonely->SendAt(0, VC, MakePdu(1));
            Simulator::Run();
        });
        Simulator::Destroy();
    }
};

HsnTestRegistration g_atmChannelTests("atm-channel",
                                      {new ChannelTimingTest,
                                       new ChannelChangeTest,
                                       new ChannelLossTest,
                                       new ChannelBitErrorTest,
                                       new ChannelEndsTest});
} // namespace
} // namespace hsn
} // namespace ns3
