// SPDX-License-Identifier: GPL-2.0-only
#include "atm-hosts.h"
#include "socket-exchange-support.h"

#include "ns3/xtp-protocol.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 4000;                                  ///< of servers
const std::string STREAM = "ns3::hsn::XtpSocketFactory";         ///< byte streams
const std::string MESSAGE = "ns3::hsn::XtpMessageSocketFactory"; ///< messages

/** @brief What a run is like. */
struct Conditions
{
    std::string factory;          ///< of the sockets
    std::string errorControl;     ///< of both ends
    NetworkConditions path;       ///< of the packets
    bool link{false};             ///< without IP
    uint32_t requestInterval{1};  ///< attribute
    bool deliveryRequests{false}; ///< attribute
    bool earlyData{false};        ///< attribute
    bool flowControl{true};       ///< attribute
    std::string rate{"0bps"};     ///< attribute

    /// @return what it is
    std::string GetName() const
    {
        std::ostringstream name;
        name << (factory == MESSAGE ? "messages " : "stream ") << errorControl
             << (link ? " link, " : " ") << path.GetName() << " every " << requestInterval
             << (deliveryRequests ? " DREQ" : "") << (earlyData ? " early" : "")
             << (flowControl ? "" : " NOFLOW") << " rate " << rate;
        return name.str();
    }
};

/// @param socket gets the attributes @param c conditions
void
Set(Ptr<Socket> socket, const Conditions& c)
{
    socket->SetAttribute("ErrorControl", StringValue(c.errorControl));
    socket->SetAttribute("SegmentSize", UintegerValue(500));
    socket->SetAttribute("RequestInterval", UintegerValue(c.requestInterval));
    socket->SetAttribute("DeliveryRequests", BooleanValue(c.deliveryRequests));
    socket->SetAttribute("EarlyData", BooleanValue(c.earlyData));
    socket->SetAttribute("FlowControl", BooleanValue(c.flowControl));
    socket->SetAttribute("Rate", StringValue(c.rate));
    socket->SetAttribute("OutputBuffer", UintegerValue(8000));
}

/** @brief A client and a server that exchange data. */
struct Exchange
{
    /// @param conditions see there @param listener bound @param from of the client @param server of
    /// the listener
    Exchange(const Conditions& conditions,
             Ptr<Socket> listener,
             Ptr<Socket> from,
             const Address& server)
        : c(conditions),
          to(server),
          socket(from)
    {
        Set(listener, c);
        Set(socket, c);
        this->server = std::make_unique<StreamServer>(listener, 3000);
        this->server->prototype.answersLast = true;
    }

    /// Connects.
    void Start()
    {
        client.Use(socket, 0, 1000, 12000);
        socket->Connect(to);
    }

    Conditions c;                         ///< of it
    Address to;                           ///< of the server
    Ptr<Socket> socket;                   ///< of the client
    std::unique_ptr<StreamServer> server; ///< at host 1
    StreamEnd client;                     ///< at host 0
};

/// @param h hosts @param c conditions @param port of the server @return an exchange over IP or over
/// the link itself
std::unique_ptr<Exchange>
MakeExchange(const TcpHosts& h, const Conditions& c, uint16_t port)
{
    auto listener = h.Make(1, c.factory);
    Address to = h.At(1, port, c.path.v6);
    if (c.link)
    {
        listener->Bind(LinkSocketAddress(h.Device(1), port));
        to = LinkSocketAddress(h.Device(0)->GetIfIndex(),
                               Mac48Address::ConvertFrom(h.Device(1)->GetAddress()),
                               port);
    }
    else
    {
        listener->Bind(TcpHosts::Any(port, c.path.v6));
    }
    return std::make_unique<Exchange>(c, listener, h.Make(0, c.factory), to);
}

/** @brief Random paths: go-back-N and selective at a time, over IP and the link, or in AAL5. */
class XtpSeedsTest : public TestCase
{
  public:
    /// @param first seed @param n seeds
    XtpSeedsTest(uint32_t first, uint32_t n)
        : TestCase("Once and in order over random paths, seeds " + std::to_string(first) + " to " +
                   std::to_string(first + n - 1)),
          m_first(first),
          m_n(n)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = m_first; seed < m_first + m_n; ++seed)
        {
            CheckPackets(seed);
            CheckCells(seed);
        }
    }

    /// @param random draws @param mode error control @return conditions
    static Conditions Draw(UniformRandomVariable& random, const std::string& mode)
    {
        Conditions c;
        c.factory = random.GetValue() < 0.5 ? STREAM : MESSAGE;
        c.errorControl = mode;
        c.requestInterval = random.GetInteger(1, 4);
        c.earlyData = random.GetValue() < 0.3;
        c.deliveryRequests = random.GetValue() < 0.2;
        c.flowControl = random.GetValue() < 0.5;
        c.rate = random.GetValue() < 0.3 ? "2Mb/s" : "0bps";
        return c;
    }

    /// Packets are lost, duplicated and late. @param seed of a path
    void CheckPackets(uint32_t seed)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(100000 + seed);
        TcpHosts hosts;
        std::vector<std::unique_ptr<Exchange>> exchanges;
        for (const bool link : {false, true})
        {
            for (const std::string mode : {"GoBackN", "Selective"})
            {
                auto c = Draw(*random, mode);
                c.link = link;
                const auto port = static_cast<uint16_t>(PORT + exchanges.size());
                exchanges.push_back(MakeExchange(hosts, c, port));
            }
        }
        auto& link = *hosts.channel;
        link.SetStream(200000 + seed);
        link.lose = random->GetValue(0, 0.2);
        link.duplicate = random->GetValue(0, 0.2);
        link.reorder = random->GetValue(0, 0.5);
        link.extra = MilliSeconds(random->GetInteger(1, 40));
        RunAll(exchanges, seed);
    }

    /// Cells are lost. @param seed of a path
    void CheckCells(uint32_t seed)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(300000 + seed);
        const double loss = random->GetValue(0, 0.03);
        const AtmHosts hosts(AtmHosts::PROTOCOL, loss, 400000 + seed);
        std::vector<std::unique_ptr<Exchange>> exchanges;
        for (const std::string mode : {"GoBackN", "Selective"})
        {
            const auto c = Draw(*random, mode);
            const auto port = static_cast<uint16_t>(PORT + exchanges.size());
            auto listener = hosts.Make(1, c.factory, port);
            exchanges.push_back(std::make_unique<Exchange>(c,
                                                           listener,
                                                           hosts.Make(0, c.factory, 0),
                                                           hosts.At(port)));
        }
        RunAll(exchanges, seed);
    }

    /// @param exchanges start, and must succeed @param seed of the path
    void RunAll(const std::vector<std::unique_ptr<Exchange>>& exchanges, uint32_t seed)
    {
        for (const auto& exchange : exchanges)
        {
            ScheduleCall(MilliSeconds(1), [&exchange] { exchange->Start(); });
        }
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        for (const auto& exchange : exchanges)
        {
            const auto what = "seed " + std::to_string(seed) + " " + exchange->c.GetName();
            NS_TEST_ASSERT_MSG_EQ(exchange->server->ends.size(), 1, what << ": accepted");
            const auto& end = *exchange->server->ends[0];
            const auto& client = exchange->client;
            NS_TEST_EXPECT_MSG_EQ(end.received, 12000, what << ": to the server");
            NS_TEST_EXPECT_MSG_EQ(client.received, 3000, what << ": to the client");
            NS_TEST_EXPECT_MSG_EQ(end.wrong + client.wrong, 0, what << ": octets");
            NS_TEST_EXPECT_MSG_EQ(client.broken + end.broken + client.failed, 0, what);
        }
    }

    const uint32_t m_first; //!< seed
    const uint32_t m_n;     //!< seeds
};

/** @brief The paper's way: cells of AAL5, some of which are lost. */
class XtpAtmTest : public TestCase
{
  public:
    XtpAtmTest()
        : TestCase("BulkSend and PacketSink over AAL5 without IP; cells of the packets, and lost")
    {
    }

  private:
    void DoRun() override
    {
        Check(0, "Selective");
        Check(0.001, "Selective");
        Check(0.001, "GoBackN");
    }

    /// @param loss share of cells @param mode error control
    void Check(double loss, const std::string& mode)
    {
        const AtmHosts hosts(AtmHosts::PROTOCOL, loss);
        Config::SetDefault("ns3::hsn::XtpSocket::ErrorControl", StringValue(mode));
        PacketSinkHelper sinks(STREAM, LinkSocketAddress(hosts.devices.Get(1), PORT));
        auto sink = DynamicCast<PacketSink>(sinks.Install(hosts.nodes.Get(1)).Get(0));
        BulkSendHelper bulk(STREAM, hosts.At(PORT));
        bulk.SetAttribute("Local", AddressValue(LinkSocketAddress(hosts.devices.Get(0), 0)));
        bulk.SetAttribute("MaxBytes", UintegerValue(100 * 9140));
        bulk.SetAttribute("SendSize", UintegerValue(9140));
        bulk.Install(hosts.nodes.Get(0)).Start(Seconds(0.1));
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Config::SetDefault("ns3::hsn::XtpSocket::ErrorControl", StringValue("Selective"));
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 100 * 9140, mode << ", loss " << loss);
        if (loss == 0)
        {
            // FIRST of 32 + 16 + 8 octets in 2 cells, 100 packets of 192 cells; the last one
            // says that there is no more
            NS_TEST_EXPECT_MSG_EQ(hosts.pvc.a->GetTxCounters().cells, 2 + 100 * 192, "claim c01");
            // an answer of 2 cells to each packet
            NS_TEST_EXPECT_MSG_EQ(hosts.pvc.leaves[0]->GetTxCounters().cells, 101 * 2, "claim c02");
        }
    }
};

/** @brief Paths of IPv4 that carry little. */
class XtpShortPathTest : public TestCase
{
  public:
    XtpShortPathTest()
        : TestCase(
              "User data of packets fills a short path; if not even a header fits, SegmentSize")
    {
    }

  private:
    void DoRun() override
    {
        // 20 octets of IPv4 and 32 of XTP leave nothing of an MTU of 52: IP divides the packets
        Check(51, 500, 500);
        Check(52, 500, 500);
        // FIRST has an address segment of 16 octets and a traffic specifier of up to 24 as well;
        // it carries one octet where nothing is left, so that the connection can be opened with
        // data
        Check(53, 1, 1);
        Check(92, 1, 40);
        Check(93, 1, 41);
        Check(94, 2, 42);
        Check(551, 459, 499);
        Check(552, 460, 500);
        Check(553, 461, 500);
        Check(592, 500, 500);
        Check(600, 500, 500);
    }

    /// @param mtu of the path @param first octets of user data that FIRST carries @param data
    /// octets that others carry at most
    void Check(uint16_t mtu, uint32_t first, uint32_t data)
    {
        const std::string what = "MTU " + std::to_string(mtu);
        TcpHosts hosts;
        Conditions c;
        c.factory = STREAM;
        c.errorControl = "Selective";
        c.earlyData = true;
        const auto exchange = MakeExchange(hosts, c, PORT);
        std::vector<uint32_t> sizes;
        exchange->socket->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>, const Header&>::Make(
                [&sizes](Ptr<const Packet> packet, const Header&) {
                    if (packet->GetSize() > 0)
                    {
                        sizes.push_back(packet->GetSize());
                    }
                }));
        // IPv6, which such links cannot carry, has sent its last router solicitation by then
        ScheduleCall(Seconds(20), [&hosts, &exchange, mtu] {
            hosts.Device(0)->SetMtu(mtu);
            hosts.Device(1)->SetMtu(mtu);
            exchange->client.Use(exchange->socket, 0, 1000, 2000);
            exchange->socket->Connect(exchange->to);
        });
        Simulator::Stop(Seconds(80));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(exchange->server->ends.size(), 1, what << ": accepted");
        NS_TEST_EXPECT_MSG_EQ(exchange->server->ends[0]->received, 2000, what << ": to the server");
        NS_TEST_EXPECT_MSG_EQ(exchange->server->ends[0]->wrong, 0, what << ": octets");
        NS_TEST_EXPECT_MSG_EQ(exchange->client.received, 3000, what << ": to the client");
        NS_TEST_ASSERT_MSG_GT(sizes.size(), 1, what);
        NS_TEST_EXPECT_MSG_EQ(sizes[0], first, what << ": FIRST");
        NS_TEST_EXPECT_MSG_EQ(*std::max_element(sizes.begin(), sizes.end()),
                              data,
                              what << ": DATA");
    }
};

const HsnTestRegistration g_xtpTransferTests("xtp-transfer",
                                             {new XtpAtmTest, new XtpShortPathTest});
const HsnTestRegistration g_xtpSeedsTests("xtp-seeds", {new XtpSeedsTest(1, 50)});
const HsnTestRegistration g_xtpAllSeedsTests("xtp-all-seeds", {new XtpSeedsTest(1, 1000)}, true);
} // namespace
} // namespace hsn
} // namespace ns3
