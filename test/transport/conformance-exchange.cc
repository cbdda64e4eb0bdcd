// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Exchanges of octets in both directions, each of which is checked, and ns-3's applications, over
 * networks that lose, duplicate, reorder and damage packets.
 */
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
const Time LATE = MilliSeconds(30); ///< most extra delay of late packets: three round-trip times

/** @brief Both directions, half-close, every octet. */
class ConformingExchangeTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network */
    ConformingExchangeTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "once and in order, both directions", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c);
        SocketExchange exchange(world.hosts, world.factory, CONFORMANCE_PORT, m_c, LATE);
        exchange.client.piece = PIECE;
        exchange.server->prototype.piece = PIECE;
        ConformingHosts::Run(2000);
        CheckExchange(exchange.client, *exchange.server, m_t.Has(ConformingTransport::MESSAGES));
        if (m_c.damage >= 0.1 && m_t.Has(ConformingTransport::OWN_PROTOCOL))
        {
            // in UDP, the checksum of UDP finds the damage first
            NS_TEST_EXPECT_MSG_EQ((world.GetCounters(1).badChecksum > 0), !m_c.udp, "found");
        }
        if (m_c.damage == 0)
        {
            const auto malformed = world.GetCounters(0).malformed + world.GetCounters(1).malformed;
            NS_TEST_EXPECT_MSG_EQ(malformed, 0, "well formed");
        }
    }
};

/** @brief Both ends send at once, and end their streams at about the same time. */
class ConformingBothTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingBothTest(const ConformingTransport& t)
        : ConformanceTest(t, "both ends send at once, and close at once")
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t);
        SocketExchange exchange(world.hosts, world.factory, CONFORMANCE_PORT, {});
        exchange.server->prototype.answersLast = false;
        exchange.server->toSend = 20000; // as the client
        exchange.client.piece = PIECE;
        exchange.server->prototype.piece = PIECE;
        ConformingHosts::Run(400);
        CheckExchange(exchange.client, *exchange.server, m_t.Has(ConformingTransport::MESSAGES));
    }
};

/** @brief One packet is lost: any one of those that open a connection, carry data, and end it. */
class ConformingLossTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingLossTest(const ConformingTransport& t)
        : ConformanceTest(t, "one packet is lost, each in turn")
    {
    }

  private:
    static constexpr uint32_t FIRST = 8; //!< packets from the beginning that are lost in turn
    static constexpr uint32_t LAST = 8;  //!< and from the end

    void DoRun() override
    {
        uint32_t all = 0;
        RunOnce(0, all);
        for (uint32_t lost = 1; lost <= all; ++lost)
        {
            if (lost <= FIRST || lost + LAST > all)
            {
                uint32_t packets = 0;
                RunOnce(lost, packets);
            }
        }
    }

    /** @param lost number of the packet, from 1 @param needed gets the packets of IPv4 until both
     * ends know of the end */
    void RunOnce(uint32_t lost, uint32_t& needed)
    {
        uint32_t packets = 0;
        ConformingHosts world(m_t);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 1000);
        server.prototype.answersLast = true;
        server.prototype.piece = PIECE;
        StreamEnd client;
        client.piece = PIECE;
        world.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            uint8_t version = 0;
            packet->CopyData(&version, 1);
            packets += version == 0x45;
            if (!server.ends.empty() && client.closed + server.ends[0]->closed < 2)
            {
                needed = packets;
            }
            return version == 0x45 && packets == lost;
        };
        ScheduleCall(EXCHANGE_START, [&] {
            packets = 0;
            world.Connect(client, CONFORMANCE_PORT, 0, 2000);
        });
        ConformingHosts::Run(400);
        const std::string run = "packet " + std::to_string(lost);
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, run << ": one connection");
        const auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_EQ(end.received, 2000, run << ": request");
        NS_TEST_EXPECT_MSG_EQ(client.received, 1000, run << ": answer");
        NS_TEST_EXPECT_MSG_EQ(end.wrong + client.wrong, 0, run << ": octets");
        NS_TEST_EXPECT_MSG_EQ(client.closed, 1, run << ": the client is told of the end");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 1, run << ": the server is told of the end");
        NS_TEST_EXPECT_MSG_EQ(client.broken + client.failed + end.broken, 0, run << ": no errors");
    }
};

/** @brief Applications of ns-3, by the name of the factory only. */
class ConformingApplicationTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network */
    ConformingApplicationTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "BulkSend, OnOff and PacketSink, unchanged", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c);
        CheckApplications(world.hosts, world.factory, m_c, LATE, Seconds(2000), {400, 400});
    }
};
} // namespace

void
AddExchanges(const ConformingTransport& t, ConformanceCases& cases)
{
    if (!t.Has(ConformingTransport::CONNECTS))
    {
        return;
    }
    const bool reliable = t.Has(ConformingTransport::RELIABLE);
    for (const bool udp : t.GetUdp())
    {
        cases.push_back(new ConformingExchangeTest(t, {false, udp}));
        cases.push_back(new ConformingExchangeTest(t, {true, udp}));
        cases.push_back(new ConformingApplicationTest(t, {udp, udp}));
        if (reliable)
        {
            cases.push_back(new ConformingExchangeTest(t, {!udp, udp, 0.1, 0.2, 0.3}));
            cases.push_back(new ConformingExchangeTest(t, {udp, udp, 0.3, 0.2, 0.3}));
            cases.push_back(new ConformingExchangeTest(t, {false, udp, 0, 0, 0, 0.2}));
            cases.push_back(new ConformingApplicationTest(t, {!udp, udp, 0.1, 0.1, 0.1}));
        }
    }
    cases.push_back(new ConformingBothTest(t));
    if (!reliable && !t.Has(ConformingTransport::DUPLICATES))
    {
        cases.push_back(new ConformingApplicationTest(t, {false, false, 0, 0.2, 0.2}));
    }
    if (reliable)
    {
        cases.push_back(new ConformingExchangeTest(t, {false, false, 0.2}));
        cases.push_back(new ConformingExchangeTest(t, {false, false, 0, 0.5}));
        cases.push_back(new ConformingExchangeTest(t, {false, false, 0, 0, 0.5}));
        cases.push_back(new ConformingExchangeTest(t, {true, false, 0.05, 0.05, 0.2, 0.05}));
        cases.push_back(new ConformingLossTest(t));
    }
}
} // namespace hsn
} // namespace ns3
