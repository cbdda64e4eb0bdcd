// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Connections that nobody wants, that nobody answers, many at a time, and those whose client does
 * not wait until they are there.
 */
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Nobody listens, or does not want to, or is there. */
class ConformingRefusalTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network */
    ConformingRefusalTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "refused at once, and silence fails in the end", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.accepts = false;
        StreamEnd nobody;
        StreamEnd unwanted;
        StreamEnd silent;
        ScheduleCall(EXCHANGE_START, [&] {
            world.Connect(nobody, CONFORMANCE_PORT + 1, 0, 1);
            world.Connect(unwanted, CONFORMANCE_PORT, 0, 1);
        });
        ConformingHosts::Run(3.1);
        NS_TEST_EXPECT_MSG_EQ(nobody.failed, 1, "port unreachable");
        NS_TEST_EXPECT_MSG_GT(server.asked, 0, "asked");
        if (m_t.Has(ConformingTransport::REFUSES))
        {
            NS_TEST_EXPECT_MSG_EQ(unwanted.failed, 1, "refused");
            NS_TEST_EXPECT_MSG_EQ(server.asked, 1, "asked");
        }
        world.hosts.channel->lose = 1;
        world.Connect(silent, CONFORMANCE_PORT, 0, 1);
        ConformingHosts::Run(0.5);
        NS_TEST_EXPECT_MSG_EQ(silent.failed, 0, "tries");
        ConformingHosts::Run(1000);
        for (const auto* end : {&nobody, &unwanted, &silent})
        {
            NS_TEST_EXPECT_MSG_EQ(end->failed, 1, "given up, once");
            NS_TEST_EXPECT_MSG_EQ(end->connected + end->closed + end->broken, 0, "nothing else");
            NS_TEST_EXPECT_MSG_EQ(end->socket->Send(Create<Packet>(1)), -1, "no connection");
            CheckReleased(end->socket);
        }
        NS_TEST_EXPECT_MSG_EQ(server.ends.size(), 0, "no connection");
    }
};

/** @brief Connections do not mix. */
class ConformingManyTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingManyTest(const ConformingTransport& t)
        : ConformanceTest(t, "eight connections at a time to one port")
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 3000);
        server.prototype.piece = PIECE;
        std::vector<StreamEnd> clients(8);
        for (uint32_t i = 0; i < clients.size(); ++i)
        {
            clients[i].piece = PIECE;
            // one after the other, so that the seeds are known
            ScheduleCall(MilliSeconds(50 * i), [&world, &clients, i] {
                world.Connect(clients[i], CONFORMANCE_PORT, i, 15000);
            });
        }
        if (m_t.Has(ConformingTransport::RELIABLE))
        {
            ScheduleCall(MilliSeconds(400), [&world] {
                NetworkConditions{false, false, 0.1, 0.1}.Impair(*world.hosts.channel);
            });
        }
        ConformingHosts::Run(1000);
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), clients.size(), "connections");
        for (uint32_t i = 0; i < clients.size(); ++i)
        {
            const auto& end = *server.ends[i];
            NS_TEST_EXPECT_MSG_EQ(end.received, 15000, "to the server " << i);
            NS_TEST_EXPECT_MSG_EQ(clients[i].received, 3000, "to the client " << i);
            NS_TEST_EXPECT_MSG_EQ(end.wrong + clients[i].wrong, 0, "octets " << i);
            NS_TEST_EXPECT_MSG_EQ(end.broken + clients[i].broken, 0, "errors " << i);
            CheckReleased(clients[i].socket);
            CheckReleased(end.socket);
        }
    }
};

/** @brief A client that connects, sends all that it has and ends its stream, all at once. */
class ConformingEarlyTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network */
    ConformingEarlyTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "data and its end before the connection is there", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c);
        m_c.Impair(*world.hosts.channel);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 500);
        server.prototype.piece = 250;
        StreamEnd client;
        client.piece = 250;
        ScheduleCall(EXCHANGE_START, [&] {
            world.Connect(client, CONFORMANCE_PORT, 0, 1000);
            client.Write(client.socket, 0);
            NS_TEST_EXPECT_MSG_EQ(client.sent, 1000, "what waits for the connection");
            NS_TEST_EXPECT_MSG_EQ(client.connected, 0, "there is none");
        });
        ConformingHosts::Run(1000);
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
        const auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_EQ(client.connected, 1, "connected");
        NS_TEST_EXPECT_MSG_EQ(end.received, 1000, "to the server");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 1, "the client's end");
        NS_TEST_EXPECT_MSG_EQ(client.received, 500, "to the client");
        NS_TEST_EXPECT_MSG_EQ(client.closed, 1, "the server's end");
        NS_TEST_EXPECT_MSG_EQ(end.wrong + client.wrong, 0, "octets");
        NS_TEST_EXPECT_MSG_EQ(end.broken + client.broken + client.failed, 0, "errors");
        CheckReleased(client.socket);
        CheckReleased(end.socket);
    }
};
} // namespace

void
AddOpenings(const ConformingTransport& t, ConformanceCases& cases)
{
    if (!t.Has(ConformingTransport::CONNECTS))
    {
        return;
    }
    for (const bool udp : t.GetUdp())
    {
        cases.push_back(new ConformingRefusalTest(t, {false, udp}));
        cases.push_back(new ConformingRefusalTest(t, {true, udp}));
    }
    cases.push_back(new ConformingManyTest(t));
    cases.push_back(new ConformingEarlyTest(t, {}));
    if (t.Has(ConformingTransport::RELIABLE))
    {
        cases.push_back(new ConformingEarlyTest(t, {false, false, 0.2, 0.1}));
    }
}
} // namespace hsn
} // namespace ns3
