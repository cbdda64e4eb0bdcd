// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/tear-stream-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PATH_PORT = 4000;                                 ///< of servers
const std::string PATH_STREAM = "ns3::hsn::TearStreamSocketFactory"; ///< byte streams

/** @brief A path of random length and rate, losses, duplicates, jitter, with an outage, after which
 * length and rate are other ones. */
struct RandomPath
{
    /** @param number of the path */
    explicit RandomPath(uint32_t number)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(50000 + number);
        const auto upTo = [&random](double most) { return random->GetValue(0, most); };
        const auto oneIn = [&random](uint32_t n) { return random->GetInteger(1, n) == 1; };
        delay = MilliSeconds(1 + upTo(300));
        lose = oneIn(3) ? 0 : upTo(0.2);
        duplicate = oneIn(2) ? 0 : upTo(0.2);
        reorder = oneIn(2) ? 0 : upTo(0.3);
        extra = MilliSeconds(upTo(500));
        size = random->GetInteger(1, 30000);
        answer = oneIn(2) ? 0 : random->GetInteger(1, 5000);
        rcvBuf = random->GetInteger(600, 20000);
        outageAt = Seconds(upTo(20));
        outage = oneIn(2) ? Seconds(0) : Seconds(upTo(15));
        laterDelay = oneIn(2) ? delay : MilliSeconds(1 + upTo(600));
        wireless = oneIn(3);
        byReceiver = oneIn(2);
        rate = oneIn(2) ? 0 : upTo(500) + 20;
        laterRate = upTo(500) + 20;
    }

    Time delay;       ///< each way
    double lose;      ///< share of packets
    double duplicate; ///< share of packets
    double reorder;   ///< share of packets that are late
    Time extra;       ///< by how much at most
    uint32_t size;    ///< octets to be sent
    uint32_t answer;  ///< octets back
    uint32_t rcvBuf;  ///< receive queue, octets
    Time outageAt;    ///< nothing passes from then on
    Time outage;      ///< for so long
    Time laterDelay;  ///< each way after the outage
    bool wireless;    ///< reacts to delay, not to loss
    bool byReceiver;  ///< the receiver measures round-trip times
    double rate;      ///< of the sender's line, kb/s; 0: without limit
    double laterRate; ///< the same after the outage
};

/** @brief Watches what a receiving half says. */
struct Reports
{
    /** @param socket to be watched @param least shortest round-trip time */
    void Watch(Ptr<Socket> socket, Time least)
    {
        rtt = least;
        socket->TraceConnectWithoutContext("Cwnd", MakeCallback(&Reports::Cwnd, this));
        socket->TraceConnectWithoutContext("FeedbackTx", MakeCallback(&Reports::Feedback, this));
        socket->TraceConnectWithoutContext("Rate", MakeCallback(&Reports::Rate, this));
    }

    /// The window changes.
    void Cwnd(double, double now)
    {
        cwnd = std::max(cwnd, now);
    }

    /// Feedback is sent.
    void Feedback(const TearFeedbackHeader& header)
    {
        // no epoch has a larger window, or a shorter round-trip time; 568 octets are a full packet
        above += header.rate > 568 * cwnd / rtt.GetSeconds() + 1;
    }

    /// The rate changes.
    void Rate(double, double now)
    {
        bad += !std::isfinite(now) || now <= 0;
    }

    Time rtt;          ///< shortest round-trip time
    double cwnd{2};    ///< greatest window
    uint32_t above{0}; ///< rates above it
    uint32_t bad{0};   ///< rates that are not finite and positive
};

/** @brief Thousand random paths. */
class TearPathTest : public TestCase
{
  public:
    TearPathTest()
        : TestCase("1,000 random paths: every octet once and in order, rates within the window")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t number = 0; number < 1000 && !IsStatusFailure(); ++number)
        {
            Check(number);
        }
    }

    /** @param socket gets them @param path what is set */
    static void Configure(Ptr<Socket> socket, const RandomPath& path)
    {
        socket->SetAttribute("RttSource", StringValue(path.byReceiver ? "Receiver" : "Sender"));
        socket->SetAttribute("LossResponse", BooleanValue(!path.wireless));
        socket->SetAttribute("DelayResponse", BooleanValue(path.wireless));
        socket->SetAttribute("RcvBufSize", UintegerValue(path.rcvBuf));
        // of 1,000 paths one may lose the six requests that are sent by default, or their answers
        socket->SetAttribute("ConnCount", UintegerValue(12));
    }

    /** @param number of the path */
    void Check(uint32_t number)
    {
        const RandomPath path(number);
        TcpHosts hosts;
        auto& channel = *hosts.channel;
        channel.SetStream(60000 + number);
        channel.delay = path.delay;
        auto listener = hosts.Make(1, PATH_STREAM);
        Configure(listener, path);
        listener->Bind(TcpHosts::Any(PATH_PORT));
        StreamServer server(listener, path.answer);
        server.prototype.answersLast = true;
        StreamEnd client;
        Reports reports;
        const Time rtt = 2 * std::min(path.delay, path.laterDelay);
        ScheduleCall(Seconds(3), [&] { // addresses are known
            channel.lose = path.lose;
            channel.duplicate = path.duplicate;
            channel.reorder = path.reorder;
            channel.extra = path.extra;
            auto socket = hosts.Make(0, PATH_STREAM);
            Configure(socket, path);
            client.Use(socket, 0, 1000, path.size);
            reports.Watch(socket, rtt);
            socket->Connect(hosts.At(1, PATH_PORT));
        });
        const auto setRate = [&hosts](double kbps) {
            hosts.nodes.Get(0)->GetDevice(0)->SetAttribute(
                "DataRate",
                DataRateValue(DataRate(static_cast<uint64_t>(kbps * 1000))));
        };
        if (path.rate > 0)
        {
            ScheduleCall(Seconds(2.9), [&] { setRate(path.rate); });
        }
        if (path.outage > Time(0))
        {
            ScheduleCall(Seconds(3) + path.outageAt, [&] { channel.lose = 1; });
        }
        ScheduleCall(Seconds(3) + path.outageAt + path.outage, [&] {
            channel.lose = path.lose;
            channel.delay = path.laterDelay;
            if (path.rate > 0)
            {
                setRate(path.laterRate);
            }
        });
        Simulator::Stop(Seconds(20000));
        Simulator::Run();
        const std::string name = "path " + std::to_string(number) + ": ";
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, name << "one connection");
        const auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_EQ(end.received, path.size, name << "octets");
        NS_TEST_EXPECT_MSG_EQ(client.received, path.answer, name << "octets back");
        NS_TEST_EXPECT_MSG_EQ(end.wrong + client.wrong, 0, name << "wrong octets");
        NS_TEST_EXPECT_MSG_EQ(client.broken + end.broken + client.failed, 0, name << "errors");
        NS_TEST_EXPECT_MSG_EQ(client.closed + end.closed, 2, name << "ends");
        NS_TEST_EXPECT_MSG_EQ(reports.above, 0, name << "rates above the window");
        NS_TEST_EXPECT_MSG_EQ(reports.bad, 0, name << "rates that are not finite and positive");
    }
};

static HsnTestRegistration g_tearPathPropertyTests("tear-path-property", {new TearPathTest});
} // namespace
} // namespace hsn
} // namespace ns3
