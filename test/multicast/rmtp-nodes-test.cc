// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Receivers as nodes with sockets, and as a farm: two implementations of the same protocol, whose
 * losses are independent of each other, have the same means.
 */
#include "../../examples/rmtp/rmtp-node-run.h"
#include "../hsn-test.h"

#include "ns3/rmtp-farm.h"

#include <cmath>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/// What a transfer came to, by name.
using Outcome = std::map<std::string, double>;

/// @param server after its transfer @param ended when @return what it came to
Outcome
GetOutcome(const RmtpServer& server, Time ended)
{
    const auto& counters = server.GetCounters();
    return {{"time", ended.GetSeconds()},
            {"rounds", counters.rounds},
            {"DATA", static_cast<double>(counters.sent[RMTP_DATA])},
            {"POLL", static_cast<double>(counters.sent[RMTP_POLL])},
            {"NACK", static_cast<double>(counters.received[RMTP_NACK])},
            {"RACK", static_cast<double>(counters.received[RMTP_RACK])},
            {"complete", server.GetComplete()}};
}

/// @param server gets its settings
void
SetUp(RmtpServer& server)
{
    server.SetAttribute("Rate", DoubleValue(8e6)); // the network is not what is compared
    server.SetAttribute("MaxPoll", UintegerValue(20));
    server.SetAttribute("MaxConnRetry", UintegerValue(20));
}

/** @brief A transfer to a farm. */
class FarmTransfer : public RmtpServer::User
{
  public:
    /// @param receivers of the group @param loss of packets and answers @param bytes of the message
    /// @param stream of all that is random
    FarmTransfer(uint32_t receivers, double loss, uint32_t bytes, int64_t stream)
    {
        SetUp(*m_server);
        m_server->SetUser(*this);
        m_farm->SetAttribute("LinkRate", DoubleValue(1e12));
        m_farm->SetUser([this](uint32_t i, const RmtpPdu& pdu) { m_server->Receive(i, pdu); },
                        RMTP_PAPER);
        RmtpFarm::Member member;
        member.loss = loss;
        member.answerLoss = loss;
        for (uint32_t i = 0; i < receivers; ++i)
        {
            m_farm->Add(member);
        }
        m_farm->AssignStreams(stream);
        m_server->Start(receivers, bytes);
        Simulator::Run();
        outcome = GetOutcome(*m_server, m_ended);
        Simulator::Destroy();
    }

    Outcome outcome; //!< of it

  private:
    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        m_farm->Send(pdu, receiver);
    }

    void NotifyEnded(bool) override
    {
        m_ended = Simulator::Now();
    }

    Ptr<RmtpServer> m_server{CreateObject<RmtpServer>()}; //!< protocol
    Ptr<RmtpFarm> m_farm{CreateObject<RmtpFarm>()};       //!< receivers
    Time m_ended;                                         //!< end
};

/** @brief 50 and 200 receivers. */
class RmtpNodesTest : public TestCase
{
  public:
    RmtpNodesTest()
        : TestCase("Receivers as nodes agree with a farm, at 50 and 200")
    {
    }

  private:
    void DoRun() override
    {
        Compare(50, 6);
        Compare(200, 2);
    }

    /// @param receivers of the group @param runs of nodes
    void Compare(uint32_t receivers, uint32_t runs)
    {
        constexpr uint32_t BYTES = 100 * 1024;
        constexpr double LOSS = 0.1;
        constexpr uint32_t FARMS = 60;
        std::map<std::string, double> sum;
        std::map<std::string, double> squares;
        for (uint32_t i = 0; i < FARMS; ++i)
        {
            const FarmTransfer farm(receivers, LOSS, BYTES, 1000000 + 1000 * i);
            for (const auto& [name, value] : farm.outcome)
            {
                sum[name] += value;
                squares[name] += value * value;
            }
        }
        Outcome means;
        for (uint32_t i = 0; i < runs; ++i)
        {
            RmtpNodeRun run(receivers, MilliSeconds(50), LOSS, 1000 * i);
            SetUp(*run.server);
            run.Go(BYTES);
            NS_TEST_EXPECT_MSG_EQ(run.GetComplete(BYTES), receivers, "every receiver");
            for (const auto& [name, value] : GetOutcome(*run.server, run.ended))
            {
                means[name] += value / runs;
            }
        }
        for (const auto& [name, total] : sum)
        {
            const double mean = total / FARMS;
            const double variance = std::max(0.0, squares[name] / FARMS - mean * mean);
            // four standard errors of the difference, and what transmission takes
            const double error = 4 * std::sqrt(variance * (1.0 / runs + 1.0 / FARMS));
            NS_TEST_EXPECT_MSG_EQ_TOL(means[name],
                                      mean,
                                      error + 0.003 * mean,
                                      receivers << " receivers: " << name);
        }
    }
};

HsnTestRegistration g_rmtpNodesTests("rmtp-nodes", {new RmtpNodesTest});
} // namespace
} // namespace hsn
} // namespace ns3
