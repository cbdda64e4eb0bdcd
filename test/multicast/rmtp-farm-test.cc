// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rmtp-farm.h"
#include "ns3/rmtp-receiver.h"
#include "ns3/rmtp-server.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// What a transfer is made of.
struct Transfer
{
    uint32_t receivers{100}; //!< N
    uint32_t packets{2000};  //!< M
    double loss{0};          //!< of packets
    double answerLoss{0};    //!< of answers
    double interval{0};      //!< ms
    double packetTime{0};    //!< ms of a workstation, or 0
};

/** @brief A server and what it measures, whatever the receivers are. */
class GroupRun : public RmtpServer::User
{
  public:
    /// @param t what is sent
    explicit GroupRun(const Transfer& t)
        : transfer(t)
    {
        server->SetAttribute("Interval", TimeValue(Seconds(t.interval / 1000)));
        server->SetAttribute("MaxPoll", UintegerValue(20));
        server->SetAttribute("MaxConnRetry", UintegerValue(20));
        server->SetUser(*this);
        server->TraceConnectWithoutContext(
            "Round",
            Sink<uint32_t, uint32_t, uint32_t>::Make(
                [this](uint32_t, uint32_t packets, uint32_t) { roundPackets.push_back(packets); }));
    }

    ~GroupRun() override
    {
        server->Dispose();
        Simulator::Destroy();
    }

    /// Runs.
    void Go()
    {
        server->Start(transfer.receivers, uint64_t{transfer.packets} * 1024);
        Simulator::Run();
    }

    void NotifyEnded(bool good) override
    {
        isGood = good;
        ended = Simulator::Now().GetSeconds();
    }

    /// @param type of PDUs @return how many were sent
    double Sent(RmtpPduType type) const
    {
        return static_cast<double>(server->GetCounters().sent[type]);
    }

    /// @return PDUs received
    uint64_t GetReceived() const
    {
        uint64_t sum = 0;
        for (const uint64_t number : server->GetCounters().received)
        {
            sum += number;
        }
        return sum;
    }

    Transfer transfer;                                  //!< what is sent
    Ptr<RmtpServer> server{CreateObject<RmtpServer>()}; //!< protocol
    std::vector<uint32_t> roundPackets;                 //!< M_k
    double ended{0};                                    //!< s
    bool isGood{false};                                 //!< all have everything
};

/** @brief With a farm. */
class FarmRun : public GroupRun
{
  public:
    /// @param t what is sent @param linkRate of the server, bit/s
    explicit FarmRun(const Transfer& t, double linkRate = 10e6)
        : GroupRun(t)
    {
        farm->SetAttribute("LinkRate", DoubleValue(linkRate));
        farm->SetUser(
            [this](uint32_t receiver, const RmtpPdu& pdu) { server->Receive(receiver, pdu); },
            RMTP_PAPER);
        RmtpFarm::Member member;
        member.loss = t.loss;
        member.answerLoss = t.answerLoss;
        if (t.packetTime > 0)
        {
            RmtpFarm::Host host;
            host.packetTime = Seconds(t.packetTime / 1000);
            member.host = farm->AddHost(host);
        }
        for (uint32_t i = 0; i < t.receivers; ++i)
        {
            farm->Add(member);
        }
        farm->AssignStreams(100);
    }

    ~FarmRun() override
    {
        farm->Dispose();
    }

    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        farm->Send(pdu, receiver);
    }

    Ptr<RmtpFarm> farm{CreateObject<RmtpFarm>()}; //!< receivers
};

/** @brief With a RmtpReceiver for each, and losses drawn for each packet. */
class ObjectRun : public GroupRun
{
  public:
    /// @param t what is sent
    explicit ObjectRun(const Transfer& t)
        : GroupRun(t)
    {
        m_random->SetStream(7);
        for (uint32_t i = 0; i < t.receivers; ++i)
        {
            m_peers.push_back(std::make_unique<Peer>(*this, i));
        }
    }

    ~ObjectRun() override
    {
        for (const auto& peer : m_peers)
        {
            peer->receiver->Dispose();
        }
    }

    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        const bool isGroup = receiver == RmtpServer::GROUP;
        for (uint32_t i = isGroup ? 0 : receiver; i < (isGroup ? transfer.receivers : receiver + 1);
             ++i)
        {
            if (pdu.type != RMTP_DATA || m_random->GetValue() >= transfer.loss)
            {
                ScheduleCall(MilliSeconds(50),
                             [this, i, pdu] { m_peers[i]->receiver->Receive(pdu); });
            }
        }
    }

  private:
    /// A receiver.
    class Peer : public RmtpReceiver::User
    {
      public:
        /// @param run of it @param index of it
        Peer(ObjectRun& run, uint32_t index)
            : m_run(run),
              m_index(index)
        {
            receiver->SetUser(*this);
            receiver->AssignStreams(1000 + index);
        }

        void Transmit(const RmtpPdu& pdu) override
        {
            if (m_run.m_random->GetValue() >= m_run.transfer.answerLoss)
            {
                ScheduleCall(MilliSeconds(50),
                             [this, pdu] { m_run.server->Receive(m_index, pdu); });
            }
        }

        void NotifyConnected(const RmtpPdu& /* pdu */) override
        {
        }

        void NotifyComplete() override
        {
        }

        void NotifyClosed(bool /* good */) override
        {
        }

        Ptr<RmtpReceiver> receiver{CreateObject<RmtpReceiver>()}; //!< protocol

      private:
        ObjectRun& m_run; //!< network
        uint32_t m_index; //!< of it
    };

    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; //!< losses
    std::vector<std::unique_ptr<Peer>> m_peers;                                 //!< receivers
};

/** @brief The farm against closed forms. */
class RmtpFarmTest : public TestCase
{
  public:
    RmtpFarmTest()
        : TestCase("A farm: times and packets without loss, losses, last backoff, streams")
    {
    }

  private:
    void DoRun() override
    {
        TestNoLoss();
        TestLosses();
        TestOnePacket();
        TestBackoff();
        TestOrder();
        TestWorkstation();
        TestAlone();
        TestStreams();
    }

    /// T = (1 + M)/v + 2 (N delta + TAT + alpha), PS = 1 + M + 1, PR = 3N.
    void TestNoLoss()
    {
        for (const double interval : {0.0, 3.0})
        {
            Transfer t;
            t.interval = interval;
            FarmRun run(t);
            run.Go();
            const double expected = 2001 * 8192 / 0.8e6 + 2 * (100 * interval / 1000 + 0.75);
            NS_TEST_EXPECT_MSG_EQ_TOL(run.ended, expected, 1e-6, "T");
            NS_TEST_EXPECT_MSG_EQ(run.Sent(RMTP_CONN), 1, "CONN");
            NS_TEST_EXPECT_MSG_EQ(run.Sent(RMTP_DATA), 2000, "DATA");
            NS_TEST_EXPECT_MSG_EQ(run.Sent(RMTP_REL), 1, "REL");
            NS_TEST_EXPECT_MSG_EQ(run.GetReceived(), 300, "CACK, ACK, RACK");
            NS_TEST_EXPECT_MSG_EQ(run.isGood, true, "all have everything");
        }
    }

    /// M_1 of 2000 packets: M (1 - 0.99^100) = 1267.94, standard deviation 21.5; sums over ten
    /// seeds. All DATA: 3288.04. Each receiver lacks some packets of the first round, and its NACK
    /// has 48.000 octets (8, and 2 for each, runs of more than three in 6), with a standard
    /// deviation of 2 sqrt(2000 x 0.01 x 0.99) = 8.90. Losses of answers and of the last packets
    /// delay, but lose nothing.
    void TestLosses()
    {
        double first = 0;
        double all = 0;
        uint64_t octets = 0;
        for (uint32_t seed = 1; seed <= 10; ++seed)
        {
            RngSeedManager::SetRun(seed);
            Transfer t;
            t.loss = 0.01;
            t.answerLoss = seed > 5 ? 0.01 : 0;
            FarmRun run(t);
            run.Go();
            first += run.roundPackets[1];
            all += run.Sent(RMTP_DATA);
            NS_TEST_EXPECT_MSG_EQ(run.isGood, true, "all have everything");
            NS_TEST_EXPECT_MSG_EQ(run.farm->GetCounters().receptions, 200000, "each packet once");
            if (t.answerLoss == 0) // else some are asked for again
            {
                NS_TEST_EXPECT_MSG_EQ(run.farm->GetCounters().nacks, 100, "NACKs, first round");
                octets += run.farm->GetCounters().nackOctets;
            }
        }
        RngSeedManager::SetRun(1);
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(octets) / 500,
                                  48.0,
                                  3.3 * 8.9 / std::sqrt(500),
                                  "octets of a NACK");
        NS_TEST_EXPECT_MSG_EQ_TOL(first / 10, 1267.94, 3.3 * 21.5 / std::sqrt(10), "M_1");
        NS_TEST_EXPECT_MSG_EQ_TOL(all / 10, 3288.04, 3.3 * 22.5 / std::sqrt(10), "DATA");
    }

    /// Who loses the only packet of a round cannot know of the round, and is asked: N e/(1 - e)
    /// times, standard deviation sqrt(N e)/(1 - e).
    void TestOnePacket()
    {
        Transfer t;
        t.receivers = 200;
        t.packets = 1;
        t.loss = 0.5;
        FarmRun run(t);
        run.Go();
        NS_TEST_EXPECT_MSG_EQ_TOL(run.Sent(RMTP_POLL), 200, 70, "POLL");
        NS_TEST_EXPECT_MSG_EQ(run.isGood, true, "all have everything");
    }

    /// The last of N uniform backoffs on [0, delta N]: mean delta N^2/(N + 1), standard deviation
    /// delta N/N. The link carries a CACK in 67.2 us.
    void TestBackoff()
    {
        const double links[] = {1e12, 10e6};
        for (const double link : links)
        {
            Transfer t;
            t.receivers = 1000;
            t.packets = 1;
            t.interval = 3;
            FarmRun run(t, link);
            run.Go();
            const double expected = 3e-3 * 1000 * 1000 / 1001 + 0.1;
            NS_TEST_EXPECT_MSG_EQ_TOL(run.server->GetConnected().GetSeconds(),
                                      expected,
                                      0.015,
                                      "last answer");
        }
        Transfer t;
        t.receivers = 100;
        t.packets = 1;
        FarmRun run(t);
        run.Go(); // CONN has 16 + 4 octets: 46 more, and 20; then 100 answers one behind the other
        NS_TEST_EXPECT_MSG_EQ_TOL(run.server->GetConnected().GetSeconds(),
                                  0.1 + 8 * 86e-7 + 100 * 67.2e-6,
                                  1e-6,
                                  "answers queue up for the link");
    }

    /// Answers come by their time, of equal ones first that of the receiver that was added first,
    /// while others that come later are still made.
    void TestOrder()
    {
        Transfer t;
        t.receivers = 0;
        t.packets = 1;
        FarmRun run(t);
        std::mt19937 random(3);
        std::vector<std::pair<uint32_t, uint32_t>> expected; // delay in ms, receiver
        for (uint32_t i = 0; i < 3000; ++i)
        {
            RmtpFarm::Member member;
            expected.emplace_back(random() % 100, i);
            member.delay = MilliSeconds(expected.back().first);
            run.farm->Add(member);
        }
        std::sort(expected.begin(), expected.end());
        std::vector<uint32_t> order;
        uint32_t early = 0; // came before its time
        run.farm->SetUser(
            [&](uint32_t receiver, const RmtpPdu& pdu) {
                order.push_back(receiver);
                if (pdu.type == RMTP_CACK)
                {
                    const auto& place = expected[order.size() - 1];
                    early += Simulator::Now() < MilliSeconds(100 + 2 * place.first);
                }
            },
            RMTP_PAPER);
        run.server->Start(3000, 1024);
        Simulator::Stop(Seconds(0.7));
        Simulator::Run();
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < 3000; ++i)
        {
            wrong += order[i] != expected[i].second;
        }
        NS_TEST_EXPECT_MSG_EQ(order.size(), 3000, "CACKs");
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "order");
        NS_TEST_EXPECT_MSG_EQ(early, 0, "times");
    }

    /// Ten processes that need 2 ms each take one packet in 20 ms, of those that come each 10.24
    /// ms; the others are dropped once 49 wait.
    void TestWorkstation()
    {
        Transfer t;
        t.receivers = 10;
        t.packets = 1000;
        t.packetTime = 2;
        FarmRun run(t);
        run.server->Start(t.receivers, 1000 * 1024);
        Simulator::Stop(Seconds(11.1)); // the first round is sent
        Simulator::Run();
        const double taken = 49 + 999 * 10.24 / 20;
        double lacking = 0;
        for (uint32_t i = 0; i < t.receivers; ++i)
        {
            lacking += run.farm->GetLacking(i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(lacking, 10 * (1000 - taken), 10, "dropped");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(run.farm->GetCounters().receptions, 10000, "each packet once");
        NS_TEST_EXPECT_MSG_EQ(run.isGood, true, "all have everything");
    }

    /// A receiver that loses much is served alone, and answers once for each time.
    void TestAlone()
    {
        Transfer t;
        t.receivers = 10;
        t.packets = 200;
        FarmRun run(t);
        RmtpFarm::Member bad;
        bad.loss = 0.5;
        run.farm->Add(bad);
        run.server->SetAttribute("SuspendLossFraction", DoubleValue(0.3));
        run.server->Start(11, 200 * 1024);
        Simulator::Run();
        const auto& counters = run.server->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(run.isGood, true, "all have everything");
        NS_TEST_EXPECT_MSG_EQ(counters.sent[RMTP_SUSP], 1, "set apart");
        NS_TEST_EXPECT_MSG_EQ(counters.rounds, 1, "no round for it and the others");
        NS_TEST_EXPECT_MSG_EQ(counters.ignored, 0, "no answer too many");
        NS_TEST_EXPECT_MSG_EQ_TOL(run.Sent(RMTP_DATA), 200 + 200, 60, "DATA: 100 / (1 - 0.5)");
    }

    /// A receiver more changes nothing for the others in the first round.
    void TestStreams()
    {
        std::vector<uint32_t> lacking[2];
        for (const uint32_t more : {0, 1})
        {
            Transfer t;
            t.receivers = 5 + more;
            t.loss = 0.1;
            FarmRun run(t);
            run.server->Start(t.receivers, 2000 * 1024);
            Simulator::Stop(Seconds(21));
            Simulator::Run();
            for (uint32_t i = 0; i < 5; ++i)
            {
                lacking[more].push_back(run.farm->GetLacking(i));
            }
        }
        NS_TEST_EXPECT_MSG_EQ((lacking[0] == lacking[1]), true, "the same losses");
        NS_TEST_EXPECT_MSG_EQ((lacking[0][0] > 100 && lacking[0][0] < 300), true, "of 2000");
        RmtpFarm::Member bad;
        bad.loss = 1;
        NS_TEST_EXPECT_MSG_EQ(CreateObject<RmtpFarm>()->Add(bad).empty(), false, "loss 1");
        bad.loss = 0;
        bad.host = 0;
        NS_TEST_EXPECT_MSG_EQ(CreateObject<RmtpFarm>()->Add(bad).empty(), false, "no workstation");
    }
};

/** @brief A farm against receivers that are objects: two implementations, the same statistics. */
class RmtpFormsTest : public TestCase
{
  public:
    RmtpFormsTest()
        : TestCase("A farm agrees with as many receivers, at 50 and 200")
    {
    }

  private:
    /// Mean and its squared error.
    struct Mean
    {
        double sum{0};    //!< of values
        double square{0}; //!< of their squares
        uint32_t n{0};    //!< values

        /// @param value the next one
        void Add(double value)
        {
            sum += value;
            square += value * value;
            ++n;
        }

        /// @return mean
        double Get() const
        {
            return sum / n;
        }

        /// @return squared standard error
        double GetError() const
        {
            return std::max(0.0, square / n - Get() * Get()) / (n - 1);
        }
    };

    void DoRun() override
    {
        for (const uint32_t receivers : {50U, 200U})
        {
            Mean of[2][5];
            for (uint32_t seed = 1; seed <= 12; ++seed)
            {
                RngSeedManager::SetRun(seed);
                Transfer t;
                t.receivers = receivers;
                t.packets = 200;
                t.loss = 0.1;
                t.answerLoss = 0.1;
                t.interval = 3;
                FarmRun farm(t, 1e12);
                Take(farm, of[0]);
            }
            for (uint32_t seed = 1; seed <= 12; ++seed)
            {
                RngSeedManager::SetRun(seed);
                Transfer t;
                t.receivers = receivers;
                t.packets = 200;
                t.loss = 0.1;
                t.answerLoss = 0.1;
                t.interval = 3;
                ObjectRun objects(t);
                Take(objects, of[1]);
            }
            static const char* const names[] = {"time", "DATA", "POLL", "received", "M_1"};
            for (uint32_t i = 0; i < 5; ++i)
            {
                const double gap = std::abs(of[0][i].Get() - of[1][i].Get());
                const double error = std::sqrt(of[0][i].GetError() + of[1][i].GetError());
                NS_TEST_EXPECT_MSG_LT(gap, 3.5 * error + 1e-9, names[i] << " of " << receivers);
                NS_TEST_EXPECT_MSG_LT(error, 0.1 * of[1][i].Get(), names[i]);
            }
        }
        RngSeedManager::SetRun(1);
    }

    /// @param run to be run @param means get a value each
    void Take(GroupRun& run, Mean* means)
    {
        run.Go();
        NS_TEST_EXPECT_MSG_EQ(run.isGood, true, "all have everything");
        means[0].Add(run.ended);
        means[1].Add(run.Sent(RMTP_DATA));
        means[2].Add(run.Sent(RMTP_POLL));
        means[3].Add(static_cast<double>(run.GetReceived()));
        means[4].Add(run.roundPackets[1]);
    }
};

static HsnTestRegistration g_rmtpFarmTests("rmtp-farm", {new RmtpFarmTest, new RmtpFormsTest});
} // namespace
} // namespace hsn
} // namespace ns3
