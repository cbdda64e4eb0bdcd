// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packets of TEAR that nobody of the connection has sent.
 */
#include "../hsn-test.h"
#include "packet-injection.h"
#include "stop-wait-support.h"

#include "ns3/tear-message-socket.h"
#include "ns3/transport-protocol.h"

#include <limits>
#include <map>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t FORGERY_PORT = 4000; ///< of the server
constexpr uint8_t TEAR_NUMBER = 250;    ///< protocol number
constexpr uint32_t MESSAGE = 488;       ///< bytes

/** @brief A flow of messages from host 0 to host 1, 100 ms around, and what its ends drop. */
class TearForgery
{
  public:
    TearForgery()
    {
        m_hosts.channel->delay = MilliSeconds(50);
        m_listener = m_hosts.Make(1, "ns3::hsn::TearSocketFactory");
        m_listener->Bind(TcpHosts::Any(FORGERY_PORT));
        m_server = std::make_unique<StreamServer>(m_listener, 0);
        m_server->prototype.closes = false;
        m_client.piece = MESSAGE;
        m_client.Use(m_hosts.Make(0, "ns3::hsn::TearSocketFactory"), 0, 0, 1000000000);
        m_client.socket->Connect(m_hosts.At(1, FORGERY_PORT));
        RunFor(Seconds(5));
        for (const auto& socket : {GetClient(), GetServer()})
        {
            socket->TraceConnectWithoutContext("RxDrop", MakeCallback(&TearForgery::Drop, this));
        }
    }

    /** @param time to pass */
    static void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** @return the sender */
    Ptr<TearSocket> GetClient() const
    {
        return DynamicCast<TearSocket>(m_client.socket);
    }

    /** @return the receiver */
    Ptr<TearSocket> GetServer() const
    {
        return DynamicCast<TearSocket>(m_server->ends.at(0)->socket);
    }

    /** @return rate of the sender, bytes per second */
    double GetRate() const
    {
        return GetClient()->GetConnection()->GetSender().GetRate();
    }

    /** @return whether an end has failed */
    bool IsBroken() const
    {
        return m_client.broken || m_server->ends.at(0)->broken;
    }

    /** @brief Gives the sender feedback. @param rate in it, bytes per second @param echo age of the
     * packet that it answers */
    void Feedback(uint32_t rate, Time echo)
    {
        TearFeedbackHeader feedback;
        feedback.rate = rate;
        feedback.echo = TearTimestamp::FromTime(Simulator::Now() - echo);
        feedback.sentAt = TearTimestamp::FromTime(Simulator::Now());
        auto packet = Create<Packet>();
        packet->AddHeader(feedback);
        Inject(0, TearHeader::FEEDBACK, packet);
    }

    /** @brief Gives the receiver data. @param seq number @param size of the message, bytes */
    void Data(uint32_t seq, uint32_t size = MESSAGE)
    {
        TearDataHeader data;
        data.seq = seq;
        data.sentAt = TearTimestamp::FromTime(Simulator::Now());
        data.srtt = 100000;
        auto packet = Create<Packet>(size);
        packet->AddHeader(data);
        Inject(1, TearHeader::DATA, packet);
    }

    std::map<std::string, uint32_t> dropped; ///< reason -> how often

  private:
    /** @brief Gives a packet to a host. @param to its number @param type of the packet
     * @param packet what follows the header */
    void Inject(uint32_t to, TearHeader::Type type, Ptr<Packet> packet)
    {
        Address name;
        m_client.socket->GetSockName(name);
        TearHeader header;
        header.type = type;
        const auto port = InetSocketAddress::ConvertFrom(name).GetPort();
        InjectPacket(m_hosts, to, TEAR_NUMBER, header, port, FORGERY_PORT, packet);
    }

    /** @brief Trace RxDrop. @param reason of the drop */
    void Drop(Ptr<const Packet>, const std::string& reason)
    {
        dropped[reason]++;
    }

    TcpHosts m_hosts;                       ///< two
    Ptr<Socket> m_listener;                 ///< of host 1
    std::unique_ptr<StreamServer> m_server; ///< of host 1
    StreamEnd m_client;                     ///< of host 0
};

/** @brief For the sender. */
class TearForgedFeedbackTest : public TestCase
{
  public:
    TearForgedFeedbackTest()
        : TestCase("Forged feedback is counted and traced, and neither stops nor floods")
    {
    }

  private:
    void DoRun() override
    {
        TearForgery run;
        const auto& counters = run.GetClient()->GetCounters();
        const double before = run.GetRate();
        run.Feedback(1000, Seconds(-1));
        run.Feedback(1000, Seconds(10));
        run.Feedback(1000, MicroSeconds(-1));
        TearForgery::RunFor(MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(run.GetClient()->GetDropped(),
                              3,
                              "echoes from the future, and of before the start");
        NS_TEST_EXPECT_MSG_EQ(run.dropped["feedback echoes what was not sent"], 3, "traced");
        run.Feedback(1000, MilliSeconds(500));
        run.Feedback(0, MilliSeconds(100));
        TearForgery::RunFor(MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(run.dropped["stale feedback"], 1, "older than true feedback");
        NS_TEST_EXPECT_MSG_EQ(run.dropped["malformed feedback"], 1, "no rate");
        NS_TEST_EXPECT_MSG_EQ(run.GetClient()->GetDropped(), 5, "counted");
        NS_TEST_EXPECT_MSG_EQ(counters.limited, 0, "none of them was believed");
        NS_TEST_EXPECT_MSG_EQ(run.GetRate(), before, "without effect");

        // that could be true
        run.Feedback(1, MilliSeconds(60));
        TearForgery::RunFor(MicroSeconds(1));
        NS_TEST_EXPECT_MSG_LT(run.GetRate(), before / 10, "believed");
        TearForgery::RunFor(Seconds(20));
        NS_TEST_EXPECT_MSG_GT(run.GetRate(), before / 4, "until true feedback comes");

        const double rate = run.GetRate();
        const uint64_t sent = counters.dataSent;
        for (int i = 0; i < 100; ++i)
        {
            run.Feedback(std::numeric_limits<uint32_t>::max(), MilliSeconds(60));
            TearForgery::RunFor(MilliSeconds(1));
        }
        NS_TEST_EXPECT_MSG_GT(counters.limited, 90, "counted");
        NS_TEST_EXPECT_MSG_EQ(run.dropped["rate above what a window allows"],
                              counters.limited,
                              "traced");
        // doubled at most once in a round-trip time: in the one that has begun, and in two of 60 ms
        NS_TEST_EXPECT_MSG_LT(static_cast<double>(counters.dataSent - sent),
                              0.1 * 8 * rate / MESSAGE + 2,
                              "no flood");
        NS_TEST_EXPECT_MSG_EQ(run.IsBroken(), false, "connected");
    }
};

/** @brief For the receiver. */
class TearForgedDataTest : public TestCase
{
  public:
    TearForgedDataTest()
        : TestCase("Forged data: jumps of numbers, duplicates; counted, traced, without effect")
    {
    }

  private:
    void DoRun() override
    {
        TearForgery run;
        const auto& counters = run.GetServer()->GetCounters();
        const uint64_t received = counters.dataReceived;
        const uint64_t feedback = counters.feedbackSent;
        const uint32_t lossEvents = run.GetServer()->GetConnection()->GetReceiver().GetLossEvents();
        for (const uint32_t seq : {0x40000000U, 0x7fffffffU, 0x80000000U - 5, 0xc0000000U, 70000U})
        {
            run.Data(seq);
        }
        TearForgery::RunFor(MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(run.dropped["number far from the others"], 5, "jumps");
        run.Data(static_cast<uint32_t>(received) / 2);
        TearForgery::RunFor(MicroSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(run.dropped["duplicate"], 1, "once more");
        NS_TEST_EXPECT_MSG_EQ(run.GetServer()->GetDropped(), 6, "counted");
        NS_TEST_EXPECT_MSG_EQ(counters.dataReceived, received, "none is taken");
        NS_TEST_EXPECT_MSG_EQ(counters.feedbackSent, feedback, "none is answered");
        const double rate = run.GetRate();
        TearForgery::RunFor(Seconds(5));
        NS_TEST_EXPECT_MSG_EQ(run.GetServer()->GetConnection()->GetReceiver().GetLossEvents(),
                              lossEvents,
                              "no losses");
        NS_TEST_EXPECT_MSG_GT(run.GetRate(), rate * 0.9, "goes on");
        NS_TEST_EXPECT_MSG_EQ(run.IsBroken(), false, "connected");
    }
};

HsnTestRegistration g_tearForgeryTests("tear-forgery",
                                       {new TearForgedFeedbackTest, new TearForgedDataTest});
} // namespace
} // namespace hsn
} // namespace ns3
