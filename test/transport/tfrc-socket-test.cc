// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * Connections of TFRC sockets: opening, closing, breaking; applications; forged packets.
 */
#include "conformance.h"
#include "packet-injection.h"
#include "socket-exchange-support.h"
#include "tfrc-socket-support.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Applications of ns-3, by the name of the factory only. */
class TfrcApplicationTest : public TestCase
{
  public:
    TfrcApplicationTest()
        : TestCase("BulkSend, OnOff and PacketSink, unchanged")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        PacketSinkHelper sinks(TFRC, TcpHosts::Any(TFRC_PORT));
        auto sink = DynamicCast<PacketSink>(sinks.Install(hosts.nodes.Get(1)).Get(0));
        sink->SetStartTime(Seconds(0));
        BulkSendHelper bulk(TFRC, hosts.At(1, TFRC_PORT));
        bulk.SetAttribute("MaxBytes", UintegerValue(600000));
        bulk.SetAttribute("SendSize", UintegerValue(1000));
        bulk.Install(hosts.nodes.Get(0)).Start(Seconds(1));
        OnOffHelper onOff(TFRC, hosts.At(1, TFRC_PORT));
        onOff.SetConstantRate(DataRate("80kbps"), 500);
        onOff.SetAttribute("MaxBytes", UintegerValue(50000));
        onOff.Install(hosts.nodes.Get(0)).Start(Seconds(1));
        Simulator::Stop(Seconds(1.005 + 5));
        Simulator::Run();
        const uint64_t early = sink->GetTotalRx();
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 650000, "received by the sink");
        // 5 s are enough for BulkSend; OnOff has sent 10 kB/s
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(early), 650000, 2000, "at its own rate");
    }
};

/** @brief What opens and closes a connection is lost. */
class TfrcLossTest : public TestCase
{
  public:
    TfrcLossTest()
        : TestCase("Lost OPEN, ACCEPT, CLOSE and CLOSED are repeated; who is forgotten is told")
    {
    }

  private:
    void DoRun() override
    {
        for (int lost = 0; lost < 4; lost++)
        {
            Lose(lost);
        }
        Unknown();
    }

    /** @param lost first OPEN, ACCEPT, CLOSE or CLOSED is */
    void Lose(int lost)
    {
        const TfrcHeader::Type types[] = {TfrcHeader::OPEN,
                                          TfrcHeader::ACCEPT,
                                          TfrcHeader::CLOSE,
                                          TfrcHeader::CLOSED};
        TfrcRun run(MilliSeconds(5), 1000);
        uint32_t seen = 0;
        run.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            TfrcHeader header;
            return PeekTfrc(packet, header) && header.type == types[lost] && seen++ == 0;
        };
        run.Connect();
        // nothing limits the path: the rate would grow without end
        ScheduleCall(Seconds(lost < 2 ? 1.06 : 0.06), [&] {
            run.full = false;
            run.client->Close();
        });
        run.RunUntil(10);
        NS_TEST_EXPECT_MSG_EQ(seen, 2, "repeated once, type " << +types[lost]);
        NS_TEST_EXPECT_MSG_EQ(run.connected, 1, "connected");
        NS_TEST_EXPECT_MSG_EQ(run.peerClosed, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(run.broken + run.serverBroken, 0, "no errors");
        NS_TEST_EXPECT_MSG_EQ(run.received, run.client->GetCounters().dataSent * 1000, "all of it");
        Address address;
        run.client->GetSockName(address);
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(address).GetPort(), 0, "released");
    }

    /** @brief The server has forgotten the connection. */
    void Unknown()
    {
        TfrcRun run(MilliSeconds(5), 1000);
        run.Connect();
        run.RunUntil(0.05);
        run.full = false;
        run.RunUntil(1);
        run.hosts.channel->lose = 1;
        run.server->ShutdownRecv();
        run.server->Close();
        run.RunUntil(8);
        run.hosts.channel->lose = 0;
        // 6 tries of a second: the server's socket has gone; the next data packet meets the
        // listener
        NS_TEST_EXPECT_MSG_EQ(run.broken, 0, "not known");
        run.client->Send(Create<Packet>(1));
        run.RunUntil(8.1);
        NS_TEST_EXPECT_MSG_EQ(run.broken, 1, "RESET");
        NS_TEST_EXPECT_MSG_EQ(run.client->Send(Create<Packet>(1)), -1, "no connection");
    }
};

/** @brief Connections on which nothing happens. */
class TfrcIdleTest : public TestCase
{
  public:
    TfrcIdleTest()
        : TestCase("A silent connection ends; an idle one costs no events, and keeps its rate")
    {
    }

  private:
    void DoRun() override
    {
        Expiry();
        NoExpiry();
        Idle();
        Unread();
    }

    /** @brief IdleTimeout. */
    void Expiry()
    {
        TfrcRun run(MilliSeconds(5), 1000);
        run.full = false;
        run.client->SetAttribute("IdleTimeout", TimeValue(Seconds(100)));
        run.Connect();
        run.RunUntil(100);
        NS_TEST_EXPECT_MSG_EQ(run.broken, 0, "not yet");
        run.RunUntil(100.1);
        NS_TEST_EXPECT_MSG_EQ(run.broken, 1, "100 s after ACCEPT");
        NS_TEST_EXPECT_MSG_EQ(run.serverBroken, 0, "not yet");
        run.RunUntil(301);
        NS_TEST_EXPECT_MSG_EQ(run.serverBroken, 1, "300 s after OPEN");
    }

    /** @brief No IdleTimeout. */
    void NoExpiry()
    {
        TfrcRun forever(MilliSeconds(5), 1000);
        forever.full = false;
        forever.listener->SetAttribute("IdleTimeout", TimeValue(Seconds(0)));
        forever.Connect();
        forever.RunUntil(2000);
        NS_TEST_EXPECT_MSG_EQ(forever.broken, 1, "300 s by default");
        NS_TEST_EXPECT_MSG_EQ(forever.serverBroken, 0, "never");
    }

    /** @brief 4.4: an idle sender keeps the initial rate at least. */
    void Idle()
    {
        TfrcRun run(MilliSeconds(5), 1000);
        run.Connect();
        run.RunUntil(0.1);
        run.full = false;
        run.RunUntil(2);
        const double initial = 4000 / 0.01;
        NS_TEST_EXPECT_MSG_GT(run.rates.back().value, initial * 0.99, "rate");
        NS_TEST_EXPECT_MSG_LT(run.rates.back().value, initial * 2.01, "rate");
        const uint64_t events = Simulator::GetEventCount();
        const size_t changes = run.rates.size();
        run.RunUntil(200);
        // a timer of 4 R would have taken 5000; IPv6 solicits routers
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount() - events, 50, "no events");
        NS_TEST_EXPECT_MSG_EQ(run.rates.size(), changes, "no changes");
        const size_t before = run.departures.size();
        run.full = true;
        run.Fill(run.client, 0);
        run.RunUntil(200.005);
        // at the initial rate or up to twice it, without a burst for the time before
        const auto sent = static_cast<double>(run.departures.size() - before);
        NS_TEST_EXPECT_MSG_GT(sent, 1, "at once");
        NS_TEST_EXPECT_MSG_LT(sent, 2 * initial * 0.005 / 1000 + 2, "no burst");
    }

    /** @brief A server that does not read loses messages, and the rate is not affected. */
    void Unread()
    {
        TfrcRun run(MilliSeconds(5), 1000);
        run.reads = false;
        run.listener->SetAttribute("RcvBufSize", UintegerValue(2500));
        run.Connect();
        ScheduleCall(MilliSeconds(40), [&] { run.full = false; });
        run.RunUntil(1);
        NS_TEST_EXPECT_MSG_EQ(run.server->GetRxAvailable(), 2000, "two messages");
        const auto& counters = run.server->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.dataReceived, run.client->GetCounters().dataSent, "arrive");
        NS_TEST_EXPECT_MSG_EQ(run.server->GetDropped(), counters.dataReceived - 2, "dropped");
        NS_TEST_EXPECT_MSG_EQ(run.feedback.back().lossEventRate, 0, "no loss of the network");
        run.server->Close(); // with unread messages
        run.RunUntil(2);
        NS_TEST_EXPECT_MSG_EQ(run.broken, 1, "RESET");
    }
};

/** @brief Packets that nobody of the connection has sent. */
class TfrcForgeryTest : public TestCase
{
  public:
    TfrcForgeryTest()
        : TestCase("Forged feedback and data are counted and traced, and neither stop nor flood")
    {
    }

  private:
    /** @brief Gives a host a packet. @param run network @param to host @param header of it
     * @param size bytes of data */
    static void Inject(TfrcRun& run, uint32_t to, TransportHeader& header, uint32_t size)
    {
        Address name;
        run.client->GetSockName(name);
        InjectPacket(run.hosts,
                     to,
                     TfrcProtocol::PROT_NUMBER,
                     header,
                     InetSocketAddress::ConvertFrom(name).GetPort(),
                     TFRC_PORT,
                     Create<Packet>(size));
    }

    void DoRun() override
    {
        Feedback();
        Data();
    }

    /** @brief For the client. */
    void Feedback()
    {
        TfrcRun run(MilliSeconds(50), 1000);
        run.Connect();
        run.RunUntil(1.0001);
        const double before = run.rates.back().value;
        const auto forge = [&](uint32_t seq, Time echo, Time delay, double rate, double p) {
            TfrcFeedbackHeader header;
            header.seq = seq;
            header.echo = echo;
            header.delay = delay;
            header.receiveRate = rate;
            header.lossEventRate = p;
            Inject(run, 0, header, 0);
        };
        const Time now = Simulator::Now();
        const auto last = static_cast<uint32_t>(run.departures.size() - 1);
        const auto protocol = run.hosts.nodes.Get(0)->GetObject<TfrcProtocol>();
        forge(last, now + Seconds(1), Time(0), 1, 0.1);
        forge(last + 1, now, Time(0), 1, 0.1);
        forge(last, now, Seconds(2), 1, 0.1);
        forge(last, Time(0), Time(0), 1, 0.1);
        run.RunUntil(1.000101);
        NS_TEST_EXPECT_MSG_EQ(run.drops.size(), 4, "refused");
        NS_TEST_EXPECT_MSG_EQ(run.client->GetDropped(), 4, "counted");
        forge(last, now, Time(0), -1, 0.1);
        forge(last, now, Time(0), 1, 1.1);
        forge(last, now, Time(0), 1, std::nan(""));
        run.RunUntil(1.000102);
        NS_TEST_EXPECT_MSG_EQ(protocol->GetCounters().malformed, 3, "malformed");
        NS_TEST_EXPECT_MSG_EQ(run.rates.back().value, before, "without effect");
        // that could be true: nothing arrives, and all is lost
        forge(last, now, Time(0), 0, 1);
        run.RunUntil(1.000103);
        NS_TEST_EXPECT_MSG_LT(run.rates.back().value, before / 10, "believed");
        run.RunUntil(1.25);
        // without losses, 4.3 then begins again with 4 packets in a round-trip time
        NS_TEST_EXPECT_MSG_GT(run.rates.back().value, 40000 * 0.99, "until true feedback comes");
        // and without end
        run.RunUntil(1.5);
        const size_t packets = run.departures.size();
        const double rate = run.rates.back().value;
        for (int i = 1; i <= 1000; i++)
        {
            ScheduleCall(MicroSeconds(100) * int64_t{i}, [&] {
                forge(static_cast<uint32_t>(run.departures.size() - 1),
                      Simulator::Now(),
                      Time(0),
                      1e300,
                      1e-15);
            });
        }
        run.RunUntil(1.6);
        // no more than 4 times what was sent in the latest 25 ms, a quarter of the first round trip
        double most = 0;
        for (double sent = rate, time = 0; time < 0.1; time += 0.025)
        {
            sent *= 4;
            most += sent * 0.025 / 1000;
        }
        NS_TEST_EXPECT_MSG_LT(static_cast<double>(run.departures.size() - packets), most, "flood");
        NS_TEST_EXPECT_MSG_EQ(run.broken, 0, "connected");
    }

    /** @brief For the server. */
    void Data()
    {
        TfrcRun run(MilliSeconds(50), 1000);
        run.Connect();
        run.RunUntil(1.0001);
        const uint64_t before = run.server->GetCounters().dataReceived;
        TfrcDataHeader header;
        header.seq = 0x70000000;
        header.rtt = MicroSeconds(1);
        header.time = Simulator::Now();
        Inject(run, 1, header, 1000);
        run.RunUntil(1.000101);
        NS_TEST_EXPECT_MSG_EQ(run.server->GetDropped(), 1, "a jump");
        NS_TEST_EXPECT_MSG_EQ(run.server->GetCounters().dataReceived, before, "a jump");
        const uint64_t events = Simulator::GetEventCount();
        header.seq = static_cast<uint32_t>(before + 20);
        Inject(run, 1, header, 1000); // taken: feedback times of 1 us until the next packet
        run.RunUntil(1.000102);
        NS_TEST_EXPECT_MSG_EQ(run.server->GetCounters().dataReceived, before + 1, "taken");
        run.RunUntil(1.01);
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount() - events, 500, "no storm");
        const double rate = run.rates.back().value;
        run.RunUntil(1.5);
        NS_TEST_EXPECT_MSG_GT(run.rates.back().value, rate / 4, "goes on");
        NS_TEST_EXPECT_MSG_EQ(run.broken + run.serverBroken, 0, "connected");
    }
};

static ConformanceRegistration g_conformingTfrc(
    {"conformance-tfrc",
     "ns3::hsn::TfrcSocket",
     ConformingTransport::CONNECTS | ConformingTransport::MESSAGES |
         ConformingTransport::OWN_PROTOCOL | ConformingTransport::REFUSES |
         ConformingTransport::NOTICES | ConformingTransport::DUPLICATES});
HsnTestRegistration g_tfrcSocketTests(
    "tfrc-socket",
    {new TfrcApplicationTest, new TfrcLossTest, new TfrcIdleTest, new TfrcForgeryTest});
} // namespace
} // namespace hsn
} // namespace ns3
