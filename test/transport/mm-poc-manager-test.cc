// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * MM-POC's manager by itself: what a delivery costs, and the deadline of missing SDUs. Bounds of
 * the cost are counted by hand, times follow from the definition of the deadline.
 */
#include "../hsn-test.h"

#include "ns3/mm-poc-manager.h"
#include "ns3/mm-poc-protocol.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Figure 7.
const char* const FIGURE_7 =
    "period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1 0.1-1";

/// Writes down what happens.
struct Recorder : public MmPocManager::User
{
    void SendAnswer(const MmPocPdu& /* pdu */) override
    {
    }

    void Deliver(const MmPocSdu& sdu, Ptr<Packet> /* packet */) override
    {
        log += " " + MmPocPartialOrder::NameOf(sdu.poc, sdu.number);
    }

    void NotifyLost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t /* cause */) override
    {
        for (const uint64_t number : lost)
        {
            log += " -" + MmPocPartialOrder::NameOf(poc, number);
        }
    }

    std::string log; //!< deliveries, and losses with a minus
};

/// @return the order of figure 7
std::shared_ptr<const MmPocPartialOrder>
ReadFigure7()
{
    const auto order = std::make_shared<MmPocPartialOrder>();
    MmPocPartialOrder::Read(FIGURE_7, *order);
    return order;
}

/// A manager of two media, no loss of which is acceptable, and what it does.
struct TwoMedia
{
    /// @param settings of the manager @param order of both media
    explicit TwoMedia(const MmPocManager::Settings& settings,
                      const std::shared_ptr<const MmPocPartialOrder>& order = ReadFigure7())
        : manager(recorder, order, settings)
    {
        manager.Join(0, MmPocLossPolicy::Settings());
        manager.Join(1, MmPocLossPolicy::Settings());
    }

    /// An SDU arrives. @param poc, number of it @param at when @param bytes of it @return what
    /// became of it
    MmPocArrival Arrive(uint32_t poc, uint64_t number, Time at = Time(0), uint32_t bytes = 4)
    {
        MmPocPdu pdu;
        pdu.poc = static_cast<uint8_t>(poc);
        pdu.number = static_cast<uint32_t>(number);
        return manager.ReceiveData(pdu, Create<Packet>(bytes), at);
    }

    Recorder recorder;    //!< writes it down
    MmPocManager manager; //!< of both media
};

/// What a delivery costs.
class MmPocCostTest : public TestCase
{
  public:
    MmPocCostTest()
        : TestCase("cost: looks and checks for each SDU do not depend on how many are stored")
    {
    }

  private:
    /// @param sdus of medium 0, some of which are missing at first @param gap between those @param
    /// mode of the manager @return checks for each SDU
    double Run(uint32_t sdus, uint32_t gap, MmPocMode mode)
    {
        MmPocManager::Settings settings;
        settings.mode = mode;
        settings.farthest = sdus + 1;
        TwoMedia media(settings);
        for (uint32_t number = 0; number < sdus; ++number)
        {
            if (number % gap != 0)
            {
                media.Arrive(0, number);
            }
            if (number % 2 == 0)
            {
                media.Arrive(1, number / 2);
            }
        }
        for (uint32_t number = 0; number < sdus; number += gap)
        {
            media.Arrive(0, number);
        }
        NS_TEST_EXPECT_MSG_EQ(media.manager.GetStored(), 0, "all are delivered");
        const double data = 1.5 * sdus;
        // one look when it arrives, one for each of its immediate predecessors, at most two
        NS_TEST_EXPECT_MSG_LT_OR_EQ(media.manager.GetCounters().looks, 3 * data, "looks");
        return static_cast<double>(media.manager.GetCounters().checks) / data;
    }

    void DoRun() override
    {
        for (const auto mode : {MM_POC_MEDIA_PER_MEDIA, MM_POC_GROUP_OF_MEDIA})
        {
            // with one missing SDU, checks do not grow; with many, looks do not
            const double few = Run(100, 100, mode);
            NS_TEST_EXPECT_MSG_EQ_TOL(Run(10000, 10000, mode), few, 0.1 * few, "checks");
            Run(4000, 10, mode);
        }
    }
};

/// Which numbers are taken.
class MmPocNumbersTest : public TestCase
{
  public:
    MmPocNumbersTest()
        : TestCase(
              "numbers that are too far ahead, or not below the end of the stream, are refused")
    {
    }

  private:
    void DoRun() override
    {
        MmPocManager::Settings settings;
        settings.farthest = 8;
        TwoMedia media(settings);
        NS_TEST_EXPECT_MSG_EQ(media.Arrive(0, 8), MM_POC_TOO_FAR, "8 beyond 0, which is missing");
        NS_TEST_EXPECT_MSG_EQ(media.Arrive(0, 3), MM_POC_STORED, "3 beyond it");
        MmPocPdu end;
        end.poc = 0;
        end.end = true;
        end.total = 5;
        media.manager.ReceiveRequest(end, Time(0));
        NS_TEST_EXPECT_MSG_EQ(media.Arrive(0, 5), MM_POC_TOO_FAR, "there are 0 to 4");
        NS_TEST_EXPECT_MSG_EQ(media.Arrive(0, 4), MM_POC_STORED, "the last one");
    }
};

/// What a delivery costs where media are no chains, and their predecessors are searched.
class MmPocSearchTest : public TestCase
{
  public:
    MmPocSearchTest()
        : TestCase("cost: a search for predecessors does not go back to what is decided")
    {
    }

  private:
    /// All SDUs arrive in order. @param periods of them @param mode of the manager @return checks
    /// for each SDU
    double Run(uint32_t periods, MmPocMode mode)
    {
        // two SDUs of medium 0 in any order, then one of medium 1
        const auto order = std::make_shared<MmPocPartialOrder>();
        const auto error = MmPocPartialOrder::Read(
            "period 2 1; 0.0 after 1.0-1; 0.1 after 1.0-1; 1.0 after 0.0 0.1",
            *order);
        NS_TEST_EXPECT_MSG_EQ(error, "", "the order");
        NS_TEST_EXPECT_MSG_EQ(order->IsChain(0), false, "medium 0");
        MmPocManager::Settings settings;
        settings.mode = mode;
        TwoMedia media(settings, order);
        std::string expected;
        for (uint32_t period = 0; period < periods; ++period)
        {
            // the second one first, as the order allows
            const std::vector<MmPocSdu> sdus = {{0, 2 * period + 1}, {0, 2 * period}, {1, period}};
            for (const auto& sdu : sdus)
            {
                media.Arrive(sdu.poc, sdu.number);
                expected += " " + MmPocPartialOrder::NameOf(sdu.poc, sdu.number);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((media.recorder.log == expected), true, "each one when it arrives");
        return static_cast<double>(media.manager.GetCounters().checks) / (3 * periods);
    }

    void DoRun() override
    {
        for (const auto mode : {MM_POC_MEDIA_PER_MEDIA, MM_POC_GROUP_OF_MEDIA})
        {
            // what comes before the last decided SDUs is never looked at
            const double few = Run(10, mode);
            const double many = Run(300, mode);
            NS_TEST_EXPECT_MSG_EQ_TOL(many, few, 0.2 * few, "checks");
        }
    }
};

/** @brief A missing SDU is given up. */
class MmPocLifetimeTest : public TestCase
{
  public:
    MmPocLifetimeTest()
        : TestCase("Lifetime: what an SDU waits for is lost so long after it has come")
    {
    }

  private:
    void DoRun() override
    {
        MmPocManager::Settings settings;
        settings.lifetime = MilliSeconds(30);
        TwoMedia media(settings);
        const auto& recorder = media.recorder;
        auto& manager = media.manager;
        const auto arrive = [&](uint32_t poc, uint32_t number, Time at) {
            media.Arrive(poc, number, at, 10 * number + 1);
        };
        const auto expectStored = [&](uint32_t bytes, const std::string& what) {
            NS_TEST_EXPECT_MSG_EQ(manager.GetReceiver(0)->GetStoredBytes(), bytes, what);
        };
        arrive(0, 1, MilliSeconds(10)); // waits for 0.0
        arrive(0, 2, MilliSeconds(20)); // waits for 0.0 and 1.0
        NS_TEST_EXPECT_MSG_EQ(manager.GetDeadline(), MilliSeconds(40), "the first one");
        expectStored(11 + 21, "0.1 and 0.2");
        manager.HandleTime(MilliSeconds(39));
        NS_TEST_EXPECT_MSG_EQ(recorder.log, "", "not yet");
        manager.HandleTime(MilliSeconds(40));
        NS_TEST_EXPECT_MSG_EQ(recorder.log, " -0.0 0.1", "0.0 is given up");
        expectStored(21, "0.2");
        manager.HandleTime(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(recorder.log, " -0.0 0.1 -1.0 0.2", "1.0, too");
        expectStored(0, "nothing");
        arrive(1, 0, MilliSeconds(60));
        NS_TEST_EXPECT_MSG_EQ(recorder.log, " -0.0 0.1 -1.0 0.2", "a late original is dropped");
        NS_TEST_EXPECT_MSG_EQ(manager.GetDeadline(), Time::Max(), "nothing waits");
    }
};

/// Which association a connection belongs to.
class MmPocIdentityTest : public TestCase
{
  public:
    MmPocIdentityTest()
        : TestCase("associations: told apart by peer, number, and who has connected")
    {
    }

  private:
    void DoRun() override
    {
        const auto order = std::make_shared<MmPocPartialOrder>();
        MmPocPartialOrder::Read(FIGURE_7, *order);
        const auto protocol = CreateObject<MmPocProtocol>();
        const auto find = [&](const char* peer, uint32_t id, bool accepted) {
            MmPocAssociation::Key key;
            key.peer = Ipv4Address(peer);
            key.id = id;
            key.accepted = accepted;
            return protocol->Find(key, 1, order, MmPocManager::Settings());
        };
        const auto one = find("10.0.0.1", 1, true);
        NS_TEST_EXPECT_MSG_EQ((find("10.0.0.1", 1, true) == one), true, "the same");
        NS_TEST_EXPECT_MSG_EQ((find("10.0.0.2", 1, true) == one), false, "another peer");
        NS_TEST_EXPECT_MSG_EQ((find("10.0.0.1", 2, true) == one), false, "another number");
        NS_TEST_EXPECT_MSG_EQ((find("10.0.0.1", 1, false) == one), false, "of this end");
        protocol->Dispose();
    }
};

HsnTestRegistration g_mmPocManagerTests("mm-poc-manager",
                                        {new MmPocCostTest,
                                         new MmPocNumbersTest,
                                         new MmPocSearchTest,
                                         new MmPocLifetimeTest,
                                         new MmPocIdentityTest});
} // namespace
