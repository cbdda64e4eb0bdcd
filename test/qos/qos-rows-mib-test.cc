// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What others see of rows, and what is agreed upon for them. Expected values are computed by hand
 * from the definitions.
 */
#include "../hsn-test.h"
#include "qos-records.h"

#include "ns3/qos-mib.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-profile.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What others see of rows.
class QosRowsMibTest : public TestCase
{
  public:
    QosRowsMibTest()
        : TestCase("QoS: ages, connections and error rates in the MIB; what a profile asks for")
    {
    }

  private:
    static constexpr size_t ERROR_RATE = 8; //!< column, in parts of 10^9
    static constexpr size_t AGE = 12;       //!< column, in hundredths of a second

    /// A network that refuses the first member.
    class Network : public NetworkResourceManager
    {
      public:
        bool Reserve(const QosRates& requirements, size_t member) override
        {
            asked.push_back(requirements.network);
            return member != 0;
        }

        std::vector<double> asked; //!< bit/s, by member
    };

    void DoRun() override
    {
        auto monitor = CreateObject<QosMonitor>();
        auto mib = CreateObject<QosMib>();
        mib->SetMonitor(monitor);
        const auto fifo = monitor->GetFifo();
        fifo->Put(MakeRecord(QOS_OPEN, 2000));
        QosEvent other = MakeRecord(QOS_OPEN, 2000);
        other.connection = 2;
        fifo->Put(other);
        for (int64_t ms = 2100; ms < 2200; ++ms)
        {
            fifo->Put(MakePacket(QOS_SENT, ms)); // 80,000 bits
        }
        fifo->Put(MakeSync(QOS_REQUEST, 2200, 1, 10000));
        QosEvent errors = MakeRecord(QOS_ERRORS, 2300);
        errors.info = QOS_INFO_ERROR;
        errors.error = {1, 0, 10000, 8000}; // 2000 octets are missing: a fifth of the bits
        fifo->Put(errors);
        monitor->Advance(Seconds(5));
        NS_TEST_EXPECT_MSG_EQ(mib->GetScalar(0), 2, "connections");
        for (const auto& row : mib->GetRows())
        {
            NS_TEST_EXPECT_MSG_EQ(row.values[AGE], 300, "from 2 to 5 s");
            if (row.connection == 1 && row.direction == QOS_OUT)
            {
                NS_TEST_EXPECT_MSG_EQ(row.values[ERROR_RATE], 200000000, "0.2");
            }
        }
        fifo->Put(MakeRecord(QOS_CLOSE, 6000));
        monitor->Advance(Seconds(9));
        NS_TEST_EXPECT_MSG_EQ(mib->GetScalar(0), 1, "the other one");
        for (const auto& row : mib->GetRows())
        {
            NS_TEST_EXPECT_MSG_EQ(row.values[AGE],
                                  (row.connection == 1 ? 400 : 700),
                                  "up to the end of a connection");
        }
        mib->Dispose();
        monitor->Dispose();
        Simulator::Destroy();
        TestProfile();
    }

    /// Each parameter by itself is beyond what is acceptable.
    void TestProfile()
    {
        QosProfile profile;
        profile.rate = 1e6;
        profile.leastRate = 5e5;
        profile.delay = 100;
        profile.mostDelay = 200;
        profile.jitter = 20;
        profile.mostJitter = 40;
        profile.loss = 1e-3;
        profile.mostLoss = 1e-2;
        QosCapability good;
        good.rate = 2e6;
        NS_TEST_EXPECT_MSG_EQ(MeetQos(profile, good).accepted, true, "more than enough");
        auto bad = good;
        bad.rate = 4e5;
        NS_TEST_EXPECT_MSG_EQ(MeetQos(profile, bad).parameter, "rate", "0.4 Mb/s");
        bad = good;
        bad.delay = 201;
        NS_TEST_EXPECT_MSG_EQ(MeetQos(profile, bad).parameter, "delay", "201 ms");
        bad = good;
        bad.jitter = 41;
        NS_TEST_EXPECT_MSG_EQ(MeetQos(profile, bad).parameter, "jitter", "41 ms");
        bad = good;
        bad.loss = 0.02;
        NS_TEST_EXPECT_MSG_EQ(MeetQos(profile, bad).parameter, "loss", "2 %");

        // the second member takes half of the rate, the network refuses the first; 50 units of
        // 2,500 octets in packets of 500 are 1 Mb/s
        Network network;
        QosUnits units;
        units.perSecond = 50;
        units.octets = 2500;
        units.dataPortion = 500;
        bad = good;
        bad.rate = 5e5;
        const auto answer = GroupMediator(&network).Mediate(profile, {good, bad}, units);
        NS_TEST_EXPECT_MSG_EQ(answer.accepted, false, "refused");
        NS_TEST_EXPECT_MSG_EQ(answer.parameter, "network", "by whom");
        NS_TEST_EXPECT_MSG_EQ(answer.member, 0, "which");
        NS_TEST_ASSERT_MSG_EQ(network.asked.size(), 1, "nobody is asked for more");
        NS_TEST_EXPECT_MSG_EQ_TOL(network.asked[0], 5e5, 1e-6, "what all have agreed upon");

        LocalResourceManager local(10);
        NS_TEST_EXPECT_MSG_EQ(local.Reserve(4), true, "4 of 10");
        local.Release(6);
        NS_TEST_EXPECT_MSG_EQ(local.GetFree(), 10, "no more than there is");
    }
};

HsnTestRegistration g_qosRowsMibTests("qos-rows-mib", {new QosRowsMibTest});
} // namespace
