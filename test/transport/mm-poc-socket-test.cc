// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of MM-POC: every octet over bad networks, ns-3's applications as media, PDUs on the wire
 * octet by octet, delays by hand, indications, and what is refused.
 */
#include "socket-exchange-support.h"

#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mm-poc-helper.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"

#include <cstdint>
#include <list>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
const std::string MM_POC = "ns3::hsn::MmPocSocketFactory"; ///< the factory
constexpr uint16_t PORT = 9;                               ///< of medium 0
/// Figure 7.
const std::string FIGURE_7 =
    "period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1 0.1-1";

/** @param name attribute @param value its default from now on */
void
Set(const std::string& name, const std::string& value)
{
    Config::SetDefault("ns3::hsn::MmPocSocket::" + name, StringValue(value));
}

/** @brief After both ends have closed. */
class MmPocForgottenTest : public SocketExchangeTest
{
  public:
    MmPocForgottenTest()
        : SocketExchangeTest("Associations are forgotten when their media are done")
    {
    }

  private:
    void DoRun() override
    {
        Exchange();
        ReadLate();
    }

    /// Both ends send, and read at once.
    void Exchange()
    {
        Set("ProductionFrequency", "400");
        TcpHosts hosts;
        SocketExchange exchange(hosts, MM_POC, PORT, {}, MilliSeconds(3));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        CheckExchange(exchange.client, *exchange.server, true);
        CheckForgotten(hosts);
        Set("ProductionFrequency", "25");
    }

    /// The server's buffer has room for two SDUs of eight, which are read when both ends are done.
    void ReadLate()
    {
        TcpHosts hosts;
        const auto listener = hosts.Make(1, MM_POC);
        listener->SetAttribute("RcvBufSize", UintegerValue(500));
        listener->Bind(TcpHosts::Any(PORT));
        StreamServer server(listener, 0);
        server.prototype.reads = false;
        StreamEnd client;
        client.piece = 250;
        client.Use(hosts.Make(0, MM_POC), 0, 1000, 2000);
        client.socket->Connect(hosts.At(1, PORT));
        ScheduleCall(Seconds(20), [&] {
            NS_TEST_EXPECT_MSG_EQ(server.ends.at(0)->closed, 0, "not all could be delivered");
            server.ends.at(0)->reads = true;
            server.ends.at(0)->Read(server.ends.at(0)->socket);
        });
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(server.ends.at(0)->received, 2000, "all are read");
        NS_TEST_EXPECT_MSG_EQ(server.ends.at(0)->closed, 1, "the end");
        CheckReleased(server.ends.at(0)->socket);
        CheckForgotten(hosts);
    }

    /// @param hosts whose connections have ended
    void CheckForgotten(const TcpHosts& hosts)
    {
        for (uint32_t host = 0; host < 2; ++host)
        {
            const auto protocol = hosts.nodes.Get(host)->GetObject<MmPocProtocol>();
            NS_TEST_EXPECT_MSG_EQ(protocol->GetAssociations().size(), 0, "forgotten");
        }
    }
};

/** @brief The wire. */
class MmPocHeaderTest : public TestCase
{
  public:
    MmPocHeaderTest()
        : TestCase("PDUs octet by octet, and what is malformed")
    {
    }

  private:
    /** @param pdu contents @return octets */
    static std::vector<uint8_t> Octets(const MmPocPdu& pdu)
    {
        MmPocHeader header(pdu);
        header.SetSourcePort(0x0102);
        header.SetDestinationPort(0x0304);
        const auto packet = Create<Packet>(pdu.type == MM_POC_DATA ? 1 : 0);
        packet->AddHeader(header);
        return OctetsOf(packet);
    }

    /** @param octets as from the wire @return whether they are a PDU */
    static bool IsGood(const std::vector<uint8_t>& octets)
    {
        MmPocHeader header;
        const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        return packet->PeekHeader(header) > 0;
    }

    void DoRun() override
    {
        using Bytes = std::vector<uint8_t>;
        const Bytes ports{1, 2, 3, 4, 0, 0, 0, 0};
        const auto with = [&](Bytes rest) {
            rest.insert(rest.begin(), ports.begin(), ports.end());
            return rest;
        };
        MmPocPdu pdu;
        pdu.poc = 5;
        pdu.ack = true;
        pdu.number = 0x01020304;
        NS_TEST_EXPECT_MSG_EQ((Octets(pdu) == with({1, 5, 1, 0, 1, 2, 3, 4, 0})), true, "DATA");
        pdu.type = MM_POC_ACK_REQ;
        NS_TEST_EXPECT_MSG_EQ((Octets(pdu) == with({2, 5, 0, 0})), true, "ACK_REQ");
        pdu.end = true;
        pdu.total = 7;
        NS_TEST_EXPECT_MSG_EQ((Octets(pdu) == with({2, 5, 1, 0, 0, 0, 0, 7})), true, "end");
        pdu.open = true;
        pdu.association = 8;
        pdu.digest = 9;
        NS_TEST_EXPECT_MSG_EQ(
            (Octets(pdu) == with({2, 5, 3, 0, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0, 7})),
            true,
            "open and end");
        pdu.type = MM_POC_ACK_RES;
        pdu.end = false;
        NS_TEST_EXPECT_MSG_EQ((Octets(pdu) == with({3, 5, 0, 0, 255, 255, 255, 255})),
                              true,
                              "nothing has arrived");
        pdu.type = MM_POC_FNACK;
        pdu.end = true;
        pdu.lastReceived = 6;
        pdu.losses = {3, 5};
        const Bytes fnack = with({4, 5, 0x80, 2, 0, 0, 0, 6, 0, 0, 0, 3, 0, 0, 0, 5});
        NS_TEST_EXPECT_MSG_EQ((Octets(pdu) == fnack), true, "FNACK");
        NS_TEST_EXPECT_MSG_EQ(IsGood(fnack), true, "FNACK is read");
        for (const auto& [bad, why] : std::vector<std::pair<Bytes, std::string>>{
                 {{0, 0, 0, 0}, "type 0"},
                 {{5, 0, 0, 0}, "type 5"},
                 {{1, 0, 0, 0, 0, 0, 0, 1}, "DATA without SDU"},
                 {{1, 0, 2, 0, 0, 0, 0, 1, 9}, "flags of DATA"},
                 {{1, 0, 0, 0, 255, 255, 255, 255, 9}, "number of DATA"},
                 {{2, 0, 4, 0}, "flags of ACK_REQ"},
                 {{2, 0, 0, 0, 0}, "length of ACK_REQ"},
                 {{2, 0, 1, 0}, "end without total"},
                 {{3, 0, 0, 1, 0, 0, 0, 6}, "list is too short"},
                 {{3, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 1}, "list is too long"},
                 {{3, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 5, 0, 0, 0, 3}, "list descends"},
                 {{3, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 7}, "list beyond the last one"},
                 {{3, 0, 0, 1, 255, 255, 255, 255, 0, 0, 0, 1}, "list of nothing"}})
        {
            NS_TEST_EXPECT_MSG_EQ(IsGood(with(bad)), false, why);
        }
    }
};

/** @brief Two media over a path of 2 ms, with chosen losses. */
class MmPocMediaTest : public TestCase
{
  public:
    MmPocMediaTest()
        : TestCase("Two media: delays by hand, indications, PDUs, what is refused")
    {
    }

  private:
    /** @brief An association. */
    struct World
    {
        /** @param helper with attributes @param lost PDUs that host 1 does not receive, counted
         * after the connections are there @param late medium 1 submits so much later */
        World(MmPocHelper& helper, const std::vector<uint32_t>& lost, Time late)
        {
            helper.SetMediumAttribute(0, "ProductionFrequency", DoubleValue(25));
            helper.SetMediumAttribute(1, "ProductionFrequency", DoubleValue(12.5));
            helper.SetAttribute("InitialRtt", TimeValue(MilliSeconds(4)));
            nodes.Create(2);
            PointToPointHelper p2p;
            p2p.SetDeviceAttribute("DataRate", StringValue("100Gb/s"));
            p2p.SetChannelAttribute("Delay", TimeValue(MilliSeconds(2)));
            const auto devices = p2p.Install(nodes);
            InternetStackHelper().Install(nodes);
            HsnInternetHelper().Install(nodes);
            Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
            helper.Install(nodes, PORT);
            const auto model = CreateObject<ReceiveListErrorModel>();
            model->SetList(std::list<uint32_t>(lost.begin(), lost.end()));
            ScheduleCall(Seconds(0.5), [devices, model] {
                devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
            });
            for (uint32_t poc = 0; poc < 2; ++poc)
            {
                auto listener = Make(1);
                listener->Bind(
                    InetSocketAddress(Ipv4Address::GetAny(), static_cast<uint16_t>(PORT + poc)));
                listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                            MakeCallback(&World::Accepted, this));
                listener->Listen();
                sender[poc] = DynamicCast<MmPocSocket>(Make(0));
                sender[poc]->TraceConnectWithoutContext("SubmissionRefused",
                                                        MakeCallback(&World::Refused, this));
                ScheduleCall(MilliSeconds(1 + poc), [this, poc] {
                    sender[poc]->Connect(
                        InetSocketAddress("10.0.0.2", static_cast<uint16_t>(PORT + poc)));
                });
            }
            for (uint32_t period = 0; period < 4; ++period)
            {
                const Time at = Seconds(1) + MilliSeconds(80) * period;
                Submit(at, 0);
                Submit(at + late, 1);
                Submit(at + MilliSeconds(40), 0);
            }
            ScheduleCall(Seconds(2), [this] {
                sender[0]->Close();
                sender[1]->Close();
            });
        }

        /** @param node of it @return a socket */
        Ptr<Socket> Make(uint32_t node)
        {
            return Socket::CreateSocket(nodes.Get(node), MmPocSocketFactory::GetTypeId());
        }

        /** @param at time @param poc medium that submits an SDU */
        void Submit(Time at, uint32_t poc)
        {
            ScheduleCall(at, [this, poc] { sender[poc]->Send(Create<Packet>(10)); });
        }

        /** @param socket of a medium */
        void Accepted(Ptr<Socket> socket, const Address&)
        {
            const auto medium = DynamicCast<MmPocSocket>(socket);
            receiver[medium->GetPoc()] = medium;
            socket->TraceConnectWithoutContext("Deliver", MakeCallback(&World::Delivered, this));
            socket->TraceConnectWithoutContext("LossDeclared", MakeCallback(&World::Lost, this));
            socket->TraceConnectWithoutContext("Fnack", MakeCallback(&World::Fnack, this));
            socket->TraceConnectWithoutContext("AckRes", MakeCallback(&World::Answer, this));
            socket->SetRecvCallback(MakeCallback(&World::Read, this));
            socket->SetCloseCallbacks(MakeCallback(&World::Closed, this),
                                      MakeNullCallback<void, Ptr<Socket>>());
        }

        /** @brief An SDU. */
        void Delivered(uint32_t poc, uint64_t number, Time delay)
        {
            log += " " + std::string(1, static_cast<char>('a' + poc)) + std::to_string(number) +
                   "@" + std::to_string((delay + MicroSeconds(500)).GetMilliSeconds());
        }

        /** @brief Losses. */
        void Lost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause)
        {
            for (const uint64_t number : lost)
            {
                log += " -" + std::string(1, static_cast<char>('a' + poc)) +
                       std::to_string(number) + "by" + std::to_string(cause);
            }
        }

        /** @brief A PDU. */
        void Fnack(const MmPocPdu& pdu)
        {
            fnacks += pdu.type == MM_POC_FNACK;
        }

        /** @brief A PDU. */
        void Answer(const MmPocPdu& pdu)
        {
            answers += pdu.type == MM_POC_ACK_RES;
        }

        /** @param socket has messages */
        void Read(Ptr<Socket> socket)
        {
            const auto medium = DynamicCast<MmPocSocket>(socket);
            MessageInfo info;
            while (const auto packet = medium->RecvMessage(1000, info))
            {
                if (packet->GetSize() == 0)
                {
                    return;
                }
                read += (info.missingBefore ? "!" : " ") + std::to_string(info.number);
            }
        }

        /** @brief The end. */
        void Closed(Ptr<Socket>)
        {
            ++closed;
        }

        /** @param reason why */
        void Refused(const std::string& reason)
        {
            refused += reason;
        }

        NodeContainer nodes;          ///< two
        Ptr<MmPocSocket> sender[2];   ///< by medium
        Ptr<MmPocSocket> receiver[2]; ///< by medium
        std::string log;              ///< deliveries with delays in ms, and losses
        std::string read;             ///< numbers, with ! after a loss
        std::string refused;          ///< reasons
        uint32_t fnacks{0};           ///< sent
        uint32_t answers{0};          ///< sent
        uint32_t closed{0};           ///< streams
    };

    /** @param mode, rule, k, late settings @param lost PDUs @param log expected @param fnacks
     * expected @param read expected, if not empty */
    void Try(const std::string& mode,
             uint32_t k,
             Time late,
             const std::vector<uint32_t>& lost,
             const std::string& log,
             uint32_t fnacks,
             const std::string& read = "")
    {
        MmPocHelper helper(FIGURE_7);
        helper.SetAttribute("ReliabilityMode", StringValue(mode));
        helper.SetAttribute("LossPolicy", StringValue("MaxConsecutive"));
        helper.SetAttribute("MaxConsecutive", UintegerValue(k));
        World world(helper, lost, late);
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(world.log, log, mode << " k " << k);
        NS_TEST_EXPECT_MSG_EQ(world.fnacks, fnacks, mode << " k " << k);
        NS_TEST_EXPECT_MSG_EQ(world.closed, 2, "both streams end");
        if (!read.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(world.read, read, "messages");
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        const std::string mpm = "MediaPerMedia";
        const std::string pgm = "GroupOfMedia";
        // nothing is lost: the delay of the path
        Try(mpm, 0, Time(0), {}, " a0@2 b0@2 a1@2 a2@2 b1@2 a3@2 a4@2 b2@2 a5@2 a6@2 b3@2 a7@2", 0);
        // PDUs 0 a0, 1 b0, 2 a1, 3 a2, 4 b1 ...: b0 is lost. It was not followed by anything of
        // medium 1, so no answer lists it until b1 comes. By MPM, a2 waits for b1, which comes with
        // it, or 20 ms later
        Try(mpm,
            1,
            Time(0),
            {1},
            " a0@2 a1@2 -b0by1 b1@2 a2@2 a3@2 a4@2 b2@2 a5@2 a6@2 b3@2 a7@2",
            0,
            " 0 1!1 2 3 4 2 5 6 3 7");
        Try(mpm,
            1,
            MilliSeconds(20),
            {1},
            " a0@2 a1@2 -b0by1 b1@2 a2@22 a3@2 a4@2 b2@2 a5@2 a6@2 b3@2 a7@2",
            0);
        // by PGM, a2 declares b0 lost
        Try(pgm,
            1,
            MilliSeconds(20),
            {1},
            " a0@2 a1@2 -b0by0 a2@2 b1@2 a3@2 a4@2 b2@2 a5@2 a6@2 b3@2 a7@2",
            0);
        // without acceptable losses: FNACK at b1, b0 comes again 4 ms later; a period and three
        // one-way delays after it was submitted; then the lowest number is first
        Try(pgm,
            0,
            Time(0),
            {1},
            " a0@2 a1@2 b0@86 b1@6 a2@6 a3@2 a4@2 b2@2 a5@2 a6@2 b3@2 a7@2",
            1);
        Answers();
        Refusals();
        Requests(MilliSeconds(10), 11);
        Requests(NanoSeconds(1), 1);
    }

    /** @brief Nobody answers a request for a connection: the next one comes when TimerFactor, 1.1,
     * round-trip times have passed, but not before a millisecond has. @param rtt InitialRtt
     * @param gap ms between requests */
    void Requests(Time rtt, int64_t gap)
    {
        MmPocHelper helper(FIGURE_7);
        World world(helper, {}, Time(0));
        std::vector<Time> sent;
        const auto socket = DynamicCast<MmPocSocket>(world.Make(0));
        socket->SetAttribute("Order", StringValue(FIGURE_7));
        socket->SetAttribute("InitialRtt", TimeValue(rtt));
        world.nodes.Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>, Ptr<Ipv4>, uint32_t>::Make(
                [&](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                    Ipv4Header header;
                    packet->PeekHeader(header);
                    // nobody has the address, so that the hosts forward it to each other
                    if (header.GetDestination() == Ipv4Address("10.0.0.3") && header.GetTtl() == 64)
                    {
                        sent.push_back(Simulator::Now());
                    }
                }));
        ScheduleCall(Seconds(1), [socket] { socket->Connect(InetSocketAddress("10.0.0.3", 99)); });
        Simulator::Stop(MilliSeconds(1100));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(static_cast<int64_t>(sent.size()), 1 + 99 / gap, "in 100 ms");
        for (std::size_t i = 1; i < sent.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(sent[i] - sent[i - 1], MilliSeconds(gap), "request " << i);
        }
        Simulator::Destroy();
    }

    /** @brief One ACK_RES for each DATA, as RTT PF is below 1. */
    void Answers()
    {
        MmPocHelper helper(FIGURE_7);
        World world(helper, {}, Time(0));
        uint32_t before = 0;
        ScheduleCall(Seconds(0.9), [&] { before = world.answers; });
        ScheduleCall(Seconds(1.9), [&] {
            NS_TEST_EXPECT_MSG_EQ(world.answers - before, 12, "one for each DATA");
            NS_TEST_EXPECT_MSG_EQ(world.receiver[0]->GetAtdv(), 0, "no variation");
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        Simulator::Destroy();
    }

    /** @brief Submissions against the order, and helpers with errors. */
    void Refusals()
    {
        {
            MmPocHelper helper(FIGURE_7);
            World world(helper, {}, MilliSeconds(100)); // b0 is submitted after a2 is due
            Simulator::Stop(Seconds(1.09));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(world.refused,
                                  "SDU 0.2: must be submitted after 1.0",
                                  "submission against the order");
            NS_TEST_EXPECT_MSG_EQ(world.sender[0]->GetErrno(), Socket::ERROR_INVAL, "errno");
            Simulator::Destroy();
        }
        const auto text = [](const std::function<void(MmPocHelper&)>& wrong) {
            return HsnAbortText([wrong] {
                MmPocHelper helper(FIGURE_7);
                wrong(helper);
            });
        };
        for (const auto& [found, expected] : std::vector<std::pair<std::string, std::string>>{
                 {text([](MmPocHelper&) { MmPocHelper("period 0"); }), "must be at least 1"},
                 {text([](MmPocHelper& h) { h.SetAttribute("MaxRte", DoubleValue(0)); }), "MaxRte"},
                 {text([](MmPocHelper& h) { h.SetAttribute("MaxRate", DoubleValue(1.5)); }),
                  "MaxRate"},
                 {text([](MmPocHelper& h) { h.SetAttribute("WindowFactor", UintegerValue(2)); }),
                  "WindowFactor"},
                 {text([](MmPocHelper& h) { h.SetMediumAttribute(2, "Poc", UintegerValue(0)); }),
                  "medium 2: must be at most 1"},
                 {text([](MmPocHelper& h) { h.Install(NodeContainer(), 65535); }),
                  "first port 65535: must be 1 to 65534"}})
        {
            NS_TEST_EXPECT_MSG_NE(found.find(expected), std::string::npos, found);
        }
    }
};

/** @brief Media of OnOff and PacketSink, over all carriers. */
class MmPocApplicationTest : public TestCase
{
  public:
    MmPocApplicationTest()
        : TestCase("OnOff and PacketSink as media; another order at the other end")
    {
    }

  private:
    /** @param v6 over IPv6 @param udp in UDP @param order of the sinks @return bytes received */
    static uint64_t Run(bool v6, bool udp, const std::string& order)
    {
        const CarrierSetting carrier(udp);
        TcpHosts hosts;
        MmPocHelper(FIGURE_7).Install(hosts.nodes.Get(0), 4000);
        MmPocHelper(order).Install(hosts.nodes.Get(1), 4000);
        uint64_t bytes = 0;
        std::vector<Ptr<PacketSink>> sinks;
        for (uint16_t poc = 0; poc < 2; ++poc)
        {
            const auto port = static_cast<uint16_t>(4000 + poc);
            PacketSinkHelper sink(MM_POC, TcpHosts::Any(port, v6));
            sinks.push_back(DynamicCast<PacketSink>(sink.Install(hosts.nodes.Get(1)).Get(0)));
            OnOffHelper source(MM_POC, hosts.At(1, port, v6));
            source.SetConstantRate(DataRate(poc ? "10kbps" : "20kbps"), 100);
            source.SetAttribute("MaxBytes", UintegerValue(poc ? 1000 : 2000));
            source.Install(hosts.nodes.Get(0)).Start(EXCHANGE_START);
        }
        Simulator::Stop(Seconds(30)); // OnOff would end the program when it is refused
        Simulator::Run();
        for (const auto& sink : sinks)
        {
            bytes += sink->GetTotalRx();
        }
        return bytes;
    }

    void DoRun() override
    {
        for (const bool v6 : {false, true})
        {
            for (const bool udp : {false, true})
            {
                NS_TEST_EXPECT_MSG_EQ(Run(v6, udp, FIGURE_7), 3000, v6 << udp);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(Run(false, false, "period 4 2"), 0, "another period is refused");
    }
};

static HsnTestRegistration g_mmPocSocketTests(
    "mm-poc-socket",
    {new MmPocHeaderTest, new MmPocMediaTest, new MmPocApplicationTest, new MmPocForgottenTest});
} // namespace
} // namespace hsn
} // namespace ns3
