// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * An end whose peer vanishes is told: one that sends because nothing is acknowledged, be it that
 * the peer has no room, and one that only waits because the transport asks, or hears nothing for
 * too long. A peer that is silent, but there, keeps its connection (RFC 1122, 4.2.3.6).
 */
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t WATCH_REQUEST = 1000; ///< octets
constexpr uint32_t WATCH_MESSAGE = 250;  ///< octets
constexpr double VANISHES = 20;          ///< s
constexpr double TOLD = 3600;            ///< s: long before that, if a user is to be told at all

/** @brief What becomes of the peer. */
enum Fate
{
    SILENT,    ///< it is there, but sends nothing for half an hour, and then goes on
    VANISHED,  ///< no packet of it arrives any more
    ENDS_LOST, ///< the same, and it closes: all that would tell of that is lost
    FORGETFUL  ///< the same, and later it is there again, and knows of no connection
};

/** @param fate one @return it in words */
std::string
GetFateName(Fate fate)
{
    const std::vector<std::string> names = {"is silent",
                                            "vanishes",
                                            "vanishes and closes",
                                            "has forgotten the connection"};
    return names[fate];
}

/** @brief A server that has read a request, and waits for more. */
class ConformingWaitTest : public ConformanceTest
{
  public:
    /** @param t transport @param fate of the client @param halfClosed whether the server has said
     * that it sends nothing */
    ConformingWaitTest(const ConformingTransport& t, Fate fate, bool halfClosed)
        : ConformanceTest(t,
                          "a receiver whose peer " + GetFateName(fate) +
                              (halfClosed ? ", half-closed" : "")),
          m_fate(fate),
          m_halfClosed(halfClosed)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, {}, m_t.quiet);
        auto& channel = *world.hosts.channel;
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.prototype.closes = m_halfClosed;
        uint32_t packets = 0;
        channel.filter = [&packets](Ptr<const Packet>, Ptr<SimpleNetDevice>) {
            ++packets;
            return false;
        };
        StreamEnd client;
        client.closes = false;
        client.piece = WATCH_MESSAGE;
        ScheduleCall(EXCHANGE_START,
                     [&] { world.Connect(client, CONFORMANCE_PORT, 0, WATCH_REQUEST); });
        ScheduleCall(Seconds(VANISHES), [&] {
            NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, WATCH_REQUEST, "before");
            channel.lose = m_fate == SILENT ? 0 : 1;
            if (m_fate == ENDS_LOST || m_fate == FORGETFUL)
            {
                client.socket->Close();
            }
        });
        ScheduleCall(Seconds(VANISHES + 280), [&] {
            if (m_fate == FORGETFUL)
            {
                CheckReleased(client.socket); // it has given up
                channel.lose = 0;
            }
        });
        ScheduleCall(Seconds(VANISHES + 1800), [&] {
            if (m_fate == SILENT)
            {
                client.toSend += WATCH_REQUEST;
                client.Write(client.socket, 0);
            }
        });
        ConformingHosts::Run(TOLD);
        const auto& end = *server.ends.at(0);
        const uint32_t told = m_fate == SILENT ? 0 : 1;
        const uint32_t octets = m_fate == SILENT ? 2 * WATCH_REQUEST : WATCH_REQUEST;
        NS_TEST_EXPECT_MSG_LT(packets,
                              2 * TOLD,
                              "who waits is quiet: less than 2 packets a second");
        NS_TEST_EXPECT_MSG_EQ(end.broken, told, "the receiver is told");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 0, "no end has come");
        NS_TEST_EXPECT_MSG_EQ(end.received, octets, "octets");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "octets");
        // whether a closed end is told is its own affair, or one that no more data can come for
        if (m_fate == SILENT || (m_fate == VANISHED && !m_halfClosed))
        {
            NS_TEST_EXPECT_MSG_EQ(client.broken, told, "the peer is told as well");
        }
    }

    const Fate m_fate;       //!< of the client
    const bool m_halfClosed; //!< the server has ended its own stream
};

/** @brief A client that sends to a server that vanishes. */
class ConformingBusyTest : public ConformanceTest
{
  public:
    /** @brief What the server is like before it vanishes. */
    enum Server
    {
        READS, ///< it reads, and data is on its way
        FULL,  ///< it does not read, and its window is closed
        LATER  ///< it does not read; the client sends when it has gone
    };

    /** @param t transport @param server before it vanishes */
    ConformingBusyTest(const ConformingTransport& t, Server server)
        : ConformanceTest(t,
                          std::string("a sender whose peer vanishes ") +
                              (server == READS  ? "while data is on its way"
                               : server == FULL ? "with a closed window"
                                                : "with a closed window, and who sends later")),
          m_server(server)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, {}, {{"RcvBufSize", "2500"}});
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.prototype.closes = false;
        server.prototype.reads = m_server == READS;
        StreamEnd client;
        client.closes = false;
        client.piece = PIECE;
        const uint32_t size = m_server == LATER ? 5 * PIECE : 1000000;
        const Time at = EXCHANGE_START + (m_server == READS ? MilliSeconds(60) : Seconds(20));
        ScheduleCall(EXCHANGE_START, [&] { world.Connect(client, CONFORMANCE_PORT, 0, size); });
        ScheduleCall(at, [&] {
            NS_TEST_EXPECT_MSG_EQ(client.broken, 0, "the peer answers");
            world.hosts.channel->lose = 1;
        });
        ScheduleCall(at + Seconds(10), [&] {
            if (m_server == LATER && client.broken == 0)
            {
                client.toSend += 10 * PIECE;
                client.Write(client.socket, 0);
            }
        });
        ConformingHosts::Run(TOLD);
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
        NS_TEST_EXPECT_MSG_EQ(client.broken, 1, "the sender is told");
        NS_TEST_EXPECT_MSG_EQ(client.socket->Send(Create<Packet>(1)), -1, "no connection");
        CheckReleased(client.socket);
        if (m_t.Has(ConformingTransport::NOTICES))
        {
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 1, "and so is the receiver");
        }
    }

    const Server m_server; //!< before it vanishes
};
} // namespace

void
AddVanishing(const ConformingTransport& t, ConformanceCases& cases)
{
    if (t.Has(ConformingTransport::NOTICES))
    {
        for (const bool halfClosed : {false, true})
        {
            cases.push_back(new ConformingWaitTest(t, VANISHED, halfClosed));
            cases.push_back(new ConformingWaitTest(t, ENDS_LOST, halfClosed));
            cases.push_back(new ConformingWaitTest(t, FORGETFUL, halfClosed));
            if (t.Has(ConformingTransport::ASKS))
            {
                cases.push_back(new ConformingWaitTest(t, SILENT, halfClosed));
            }
        }
    }
    if (t.Has(ConformingTransport::CONNECTS | ConformingTransport::RELIABLE))
    {
        cases.push_back(new ConformingBusyTest(t, ConformingBusyTest::READS));
        cases.push_back(new ConformingBusyTest(t, ConformingBusyTest::FULL));
        cases.push_back(new ConformingBusyTest(t, ConformingBusyTest::LATER));
    }
}
} // namespace hsn
} // namespace ns3
