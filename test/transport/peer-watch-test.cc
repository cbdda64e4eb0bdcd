// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * An end that only waits for data is told that its peer has vanished, although it sends nothing
 * itself that could be unacknowledged; and a peer that is silent, but there, keeps its connection
 * (RFC 1122, 4.2.3.6).
 */
#include "socket-exchange-support.h"

#include "ns3/peer-watch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t WATCH_PORT = 9;       ///< of the server
constexpr uint32_t WATCH_REQUEST = 1000; ///< octets
constexpr uint32_t MESSAGE = 250;        ///< octets
constexpr double VANISHES = 20;          ///< s
constexpr double TOLD = 3600;            ///< s: long before that, if a user is to be told at all
const std::string TEAR_MESSAGES = "ns3::hsn::TearSocketFactory";
const std::string WATCHED_TEAR = "ns3::hsn::TearStreamSocketFactory";
const std::string SSTP = "ns3::hsn::SstpSocketFactory";
const std::string TFRC = "ns3::hsn::TfrcSocketFactory";
const std::string XTP = "ns3::hsn::XtpSocketFactory";
const std::string XTP_MESSAGES = "ns3::hsn::XtpMessageSocketFactory";

/** @brief What becomes of the peer. */
enum Fate
{
    SILENT,    ///< it is there, but sends nothing for half an hour, and then goes on
    VANISHED,  ///< no packet of it arrives any more
    ENDS_LOST, ///< the same, and it closes: all that would tell of that is lost
    FORGETFUL  ///< the same, and later it is there again, and knows of no connection
};

/** @brief A server that has read a request, and waits for more. */
class PeerWatchTest : public SocketExchangeTest
{
  public:
    /** @param factory of the sockets @param fate of the client @param halfClosed whether the server
     * has said that it sends nothing */
    PeerWatchTest(const std::string& factory, Fate fate, bool halfClosed)
        : SocketExchangeTest("A receiver whose peer " + GetName(fate) + ": " + factory +
                             (halfClosed ? ", half-closed" : "")),
          m_factory(factory),
          m_fate(fate),
          m_halfClosed(halfClosed)
    {
    }

  private:
    /** @param fate one @return it in words */
    static std::string GetName(Fate fate)
    {
        const std::vector<std::string> names = {"is silent",
                                                "vanishes",
                                                "vanishes and closes",
                                                "has forgotten the connection"};
        return names[fate];
    }

    void DoRun() override
    {
        TcpHosts hosts;
        const auto listener = hosts.Make(1, m_factory);
        listener->Bind(TcpHosts::Any(WATCH_PORT));
        StreamServer server(listener, 0);
        server.prototype.closes = m_halfClosed;
        server.prototype.answersLast = false;
        StreamEnd client;
        client.closes = false;
        client.piece = MESSAGE;
        const auto socket = hosts.Make(0, m_factory);
        ScheduleCall(EXCHANGE_START, [&] {
            client.Use(socket, 0, 1000, WATCH_REQUEST);
            socket->Connect(hosts.At(1, WATCH_PORT));
        });
        ScheduleCall(Seconds(VANISHES), [&] {
            NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, WATCH_REQUEST, "before");
            hosts.channel->lose = m_fate == SILENT ? 0 : 1;
            if (m_fate == ENDS_LOST || m_fate == FORGETFUL)
            {
                socket->Close();
            }
        });
        ScheduleCall(Seconds(VANISHES + 280), [&] {
            if (m_fate == FORGETFUL)
            {
                Address name;
                socket->GetSockName(name);
                const auto port = InetSocketAddress::ConvertFrom(name).GetPort();
                NS_TEST_EXPECT_MSG_EQ(port, 0, "the client has given up");
                hosts.channel->lose = 0;
            }
        });
        ScheduleCall(Seconds(VANISHES + 1800), [&] {
            if (m_fate == SILENT)
            {
                client.toSend += WATCH_REQUEST;
                client.Write(socket, 0);
            }
        });
        Simulator::Stop(Seconds(TOLD));
        Simulator::Run();
        const auto& end = *server.ends.at(0);
        const uint32_t told = m_fate == SILENT ? 0 : 1;
        const uint32_t octets = m_fate == SILENT ? 2 * WATCH_REQUEST : WATCH_REQUEST;
        NS_TEST_EXPECT_MSG_EQ(end.broken, told, "the receiver is told");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 0, "no end has come");
        NS_TEST_EXPECT_MSG_EQ(end.received, octets, "octets");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "octets");
        if (m_fate == SILENT ||
            m_fate == VANISHED) // whether a closed end is told is its own affair
        {
            NS_TEST_EXPECT_MSG_EQ(client.broken, told, "the peer is told as well");
        }
    }

    const std::string m_factory; //!< of the sockets
    const Fate m_fate;           //!< of the client
    const bool m_halfClosed;     //!< the server has ended its own stream
};

static HsnTestRegistration g_peerWatchTests("peer-watch",
                                            {new PeerWatchTest(TEAR_MESSAGES, SILENT, false),
                                             new PeerWatchTest(TEAR_MESSAGES, SILENT, true),
                                             new PeerWatchTest(TEAR_MESSAGES, VANISHED, false),
                                             new PeerWatchTest(TEAR_MESSAGES, VANISHED, true),
                                             new PeerWatchTest(TEAR_MESSAGES, ENDS_LOST, false),
                                             new PeerWatchTest(TEAR_MESSAGES, ENDS_LOST, true),
                                             new PeerWatchTest(TEAR_MESSAGES, FORGETFUL, false),
                                             new PeerWatchTest(TEAR_MESSAGES, FORGETFUL, true),
                                             new PeerWatchTest(WATCHED_TEAR, SILENT, false),
                                             new PeerWatchTest(WATCHED_TEAR, SILENT, true),
                                             new PeerWatchTest(WATCHED_TEAR, ENDS_LOST, false),
                                             new PeerWatchTest(WATCHED_TEAR, ENDS_LOST, true),
                                             new PeerWatchTest(WATCHED_TEAR, FORGETFUL, true),
                                             new PeerWatchTest(SSTP, SILENT, false),
                                             new PeerWatchTest(SSTP, SILENT, true),
                                             new PeerWatchTest(SSTP, VANISHED, false),
                                             new PeerWatchTest(SSTP, ENDS_LOST, false),
                                             new PeerWatchTest(SSTP, ENDS_LOST, true),
                                             new PeerWatchTest(SSTP, FORGETFUL, false),
                                             new PeerWatchTest(SSTP, FORGETFUL, true),
                                             new PeerWatchTest(TFRC, VANISHED, false),
                                             new PeerWatchTest(TFRC, ENDS_LOST, false),
                                             new PeerWatchTest(XTP, SILENT, false),
                                             new PeerWatchTest(XTP, VANISHED, false),
                                             new PeerWatchTest(XTP, ENDS_LOST, false),
                                             new PeerWatchTest(XTP_MESSAGES, ENDS_LOST, false)});
} // namespace
} // namespace hsn
} // namespace ns3
