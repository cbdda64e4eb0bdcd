// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Messages that may be lost: what arrives is whole, and it is what was sent.
 */
#include "conformance.h"

#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t MESSAGES = 100; ///< that are sent

/** @param number of a message @return its size, by which it is known */
uint32_t
GetMessageSize(uint32_t number)
{
    return 20 + 4 * number;
}

/** @brief Reads messages and checks them. */
class MessageReader
{
  public:
    /** @param socket is read from now on */
    void Use(Ptr<Socket> socket)
    {
        socket->SetRecvCallback(MakeCallback(&MessageReader::Read, this));
    }

    /** @brief Listens. @param socket bound */
    void Listen(Ptr<Socket> socket)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&MessageReader::Accepted, this));
        socket->Listen();
    }

    /** @return numbers of messages that came more than once */
    uint32_t GetRepeated() const
    {
        uint32_t repeated = 0;
        for (const auto& count : counts)
        {
            repeated += count.second > 1;
        }
        return repeated;
    }

    std::map<uint32_t, uint32_t> counts; //!< of right messages, by number
    uint32_t wrong{0};                   //!< other messages

  private:
    /** @param socket of a connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        Use(socket);
    }

    /** @param socket has messages */
    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return; // the end
            }
            const uint32_t number = (packet->GetSize() - GetMessageSize(0)) / 4;
            const auto expected = MakeOctets(number, 0, GetMessageSize(number));
            if (number < MESSAGES && OctetsOf(packet) == OctetsOf(expected))
            {
                ++counts[number];
            }
            else
            {
                ++wrong;
            }
        }
    }
};

/** @brief Messages of all sizes. */
class ConformingMessagesTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network */
    ConformingMessagesTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "messages arrive whole", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c);
        const bool connects = m_t.Has(ConformingTransport::CONNECTS);
        MessageReader reader;
        const auto server = world.MakeBound(CONFORMANCE_PORT);
        connects ? reader.Listen(server) : reader.Use(server);
        const auto client = world.Make(0);
        ScheduleCall(EXCHANGE_START,
                     [&] { client->Connect(world.hosts.At(1, CONFORMANCE_PORT, m_c.v6)); });
        const Time start = EXCHANGE_START + Seconds(1);
        ScheduleCall(start, [&] {
            client->Send(MakeOctets(0, 0, GetMessageSize(0))); // finds the neighbour's address
        });
        ScheduleCall(start + MilliSeconds(100),
                     [&] { m_c.Impair(*world.hosts.channel, MilliSeconds(30)); });
        for (uint32_t i = 1; i < MESSAGES; ++i)
        {
            ScheduleCall(start + MilliSeconds(100 + 20 * i),
                         [&client, i] { client->Send(MakeOctets(i, 0, GetMessageSize(i))); });
        }
        ConformingHosts::Run(400);
        NS_TEST_EXPECT_MSG_EQ(reader.wrong, 0, "messages that were not sent");
        const bool all = m_c.lose + m_c.damage == 0 || m_t.Has(ConformingTransport::RELIABLE);
        // not reliable: half of those that the network lets pass, at least
        const double passed = (1 - m_c.lose) * (1 - m_c.damage);
        NS_TEST_EXPECT_MSG_GT(reader.counts.size() + 1,
                              (all ? MESSAGES : MESSAGES * passed / 2),
                              "messages");
        if (!m_t.Has(ConformingTransport::DUPLICATES))
        {
            NS_TEST_EXPECT_MSG_EQ(reader.GetRepeated(), 0, "messages that came again");
        }
    }
};

/** @brief OnOff and PacketSink need no connection. */
class ConformingDatagramsTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network, without losses */
    ConformingDatagramsTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "OnOff and PacketSink, unchanged", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c);
        const auto& hosts = world.hosts;
        PacketSinkHelper sinks(world.factory, TcpHosts::Any(CONFORMANCE_PORT, m_c.v6));
        const auto sink = DynamicCast<PacketSink>(sinks.Install(hosts.nodes.Get(1)).Get(0));
        OnOffHelper source(world.factory, hosts.At(1, CONFORMANCE_PORT, m_c.v6));
        source.SetConstantRate(DataRate("80kbps"), 500);
        source.SetAttribute("MaxBytes", UintegerValue(50000));
        source.Install(hosts.nodes.Get(0)).Start(EXCHANGE_START);
        sink->SetStartTime(EXCHANGE_START + Seconds(1)); // before, nobody is there
        ConformingHosts::Run(60);
        // 80 kbit/s for a second is lost; the reports of that may cost some more
        NS_TEST_EXPECT_MSG_GT(sink->GetTotalRx(), 39000, "received by the sink");
        NS_TEST_EXPECT_MSG_LT(sink->GetTotalRx(), 50001, "received by the sink");
    }
};
} // namespace

void
AddMessages(const ConformingTransport& t, ConformanceCases& cases)
{
    const bool connects = t.Has(ConformingTransport::CONNECTS);
    if (connects && t.Has(ConformingTransport::RELIABLE))
    {
        return; // their exchanges say more
    }
    for (const bool udp : t.GetUdp())
    {
        cases.push_back(new ConformingMessagesTest(t, {false, udp, 0.1, 0.2, 0.3}));
        cases.push_back(new ConformingMessagesTest(t, {true, udp, 0.1, 0.2, 0.3}));
        cases.push_back(new ConformingMessagesTest(t, {udp, udp, 0, 0, 0, 0.2}));
        if (!connects)
        {
            cases.push_back(new ConformingMessagesTest(t, {false, udp}));
            cases.push_back(new ConformingMessagesTest(t, {true, udp}));
            cases.push_back(new ConformingDatagramsTest(t, {udp, udp}));
        }
    }
}
} // namespace hsn
} // namespace ns3
