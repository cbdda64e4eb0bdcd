// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Buffers that are tiny or full, and readers that come late or never. A transport may be slow then,
 * and it may refuse; it must not starve without a word.
 */
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Buffers of two messages. */
class ConformingTinyTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network */
    ConformingTinyTest(const ConformingTransport& t, const NetworkConditions& c)
        : ConformanceTest(t, "buffers of two messages", c)
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, m_c, {{"RcvBufSize", "1000"}, {"SndBufSize", "1000"}});
        SocketExchange exchange(world.hosts, world.factory, CONFORMANCE_PORT, m_c);
        exchange.client.piece = PIECE;
        exchange.server->prototype.piece = PIECE;
        ConformingHosts::Run(2000);
        CheckExchange(exchange.client, *exchange.server, m_t.Has(ConformingTransport::MESSAGES));
        NS_TEST_EXPECT_MSG_GT(exchange.client.refused, 0, "the send buffer was full");
    }
};

/** @brief A receive buffer that cannot hold a packet. */
class ConformingLessTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingLessTest(const ConformingTransport& t)
        : ConformanceTest(t,
                          "a receive buffer below a packet works, or whoever is concerned is told")
    {
    }

  private:
    /** @param client, server get what happens */
    void Transfer(StreamEnd& client, std::unique_ptr<StreamServer>& server)
    {
        ConformingHosts world(m_t, {}, {{"RcvBufSize", "64"}});
        server = std::make_unique<StreamServer>(world.MakeBound(CONFORMANCE_PORT), 0);
        world.Connect(client, CONFORMANCE_PORT, 0, 2000);
        ConformingHosts::Run(1000);
    }

    void DoRun() override
    {
        const auto text = HsnAbortText([this] {
            StreamEnd client;
            std::unique_ptr<StreamServer> server;
            Transfer(client, server);
        });
        if (!text.empty())
        {
            NS_TEST_EXPECT_MSG_NE(text.find("RcvBufSize 64: must be at least"),
                                  std::string::npos,
                                  text);
            return;
        }
        StreamEnd client;
        std::unique_ptr<StreamServer> server;
        Transfer(client, server);
        NS_TEST_ASSERT_MSG_EQ(server->ends.size(), 1, "connection");
        if (client.broken + server->ends[0]->broken == 2)
        {
            return; // both ends are told
        }
        NS_TEST_EXPECT_MSG_EQ(server->ends[0]->received, 2000, "octets");
        NS_TEST_EXPECT_MSG_EQ(server->ends[0]->wrong, 0, "octets");
    }
};

/** @brief A message that no buffer of the receiver can ever hold. */
class ConformingLongTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingLongTest(const ConformingTransport& t)
        : ConformanceTest(t,
                          "a message above RcvBufSize arrives in parts, is refused, or breaks the "
                          "connection")
    {
    }

  private:
    void DoRun() override
    {
        ConformingHosts world(m_t, {}, {{"RcvBufSize", "4000"}});
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.prototype.closes = false;
        StreamEnd client;
        client.piece = 5000;
        world.Connect(client, CONFORMANCE_PORT, 0, 5000);
        ConformingHosts::Run(1000);
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
        const bool divided = server.ends[0]->received == 5000; // arrives in parts
        if (client.refused == 0 && !divided)
        {
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 0, "octets");
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 1, "the receiver is told");
            NS_TEST_EXPECT_MSG_EQ(client.broken, 1, "the sender is told");
        }
    }
};

/** @brief A receiver that does not read, for a time. */
class ConformingFlowTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingFlowTest(const ConformingTransport& t)
        : ConformanceTest(t,
                          "a full receive buffer stops the sender, a full send buffer the "
                          "application; the late reader gets everything")
    {
    }

  private:
    void DoRun() override
    {
        Check(40000, 5000);
        Check(10000, 20000);
    }

    /// @param size octets sent @param buffer SndBufSize: if it is larger, the sender has closed
    void Check(uint32_t size, uint32_t buffer)
    {
        ConformanceSettings settings = {{"RcvBufSize", "2500"},
                                        {"SndBufSize", std::to_string(buffer)}};
        settings.insert(settings.end(), m_t.quiet.begin(), m_t.quiet.end());
        ConformingHosts world(m_t, {}, settings);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.prototype.reads = false;
        StreamEnd client;
        client.piece = PIECE;
        world.Connect(client, CONFORMANCE_PORT, 0, size);
        ConformingHosts::Run(600); // longer than any timeout: the peer lives
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_LT(end.socket->GetRxAvailable(), 2501, "limit");
        NS_TEST_EXPECT_MSG_GT(end.socket->GetRxAvailable(), 1250, "filled");
        NS_TEST_EXPECT_MSG_EQ(client.broken + end.broken, 0, "no error");
        NS_TEST_EXPECT_MSG_EQ((client.refused > 0), (size > buffer), "the send buffer is full");
        NS_TEST_EXPECT_MSG_EQ((client.sent < size), (size > buffer), "the send buffer is full");
        end.reads = true;
        end.Read(end.socket);
        ConformingHosts::Run(600);
        NS_TEST_EXPECT_MSG_EQ(end.received, size, "the rest");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "the rest");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 1, "the end");
        NS_TEST_EXPECT_MSG_EQ(client.broken + end.broken, 0, "no error");
    }
};

/** @brief A receive buffer that becomes larger while the sender waits for room in it. */
class ConformingGrowthTest : public ConformanceTest
{
  public:
    /** @param t transport @param isDone whether the receiver has ended its own stream before */
    ConformingGrowthTest(const ConformingTransport& t, bool isDone)
        : ConformanceTest(
              t,
              std::string("a receive buffer that grows lets the sender go on, of one ") +
                  (isDone ? "that sends no more" : "that may send"),
              {}),
          m_isDone(isDone)
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t size = 20000;
        ConformanceSettings settings = {{"RcvBufSize", "2500"}};
        settings.insert(settings.end(), m_t.quiet.begin(), m_t.quiet.end());
        ConformingHosts world(m_t, {}, settings);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.prototype.reads = false;
        server.prototype.closes = m_isDone;
        StreamEnd client;
        client.piece = PIECE;
        world.Connect(client, CONFORMANCE_PORT, 0, size);
        ConformingHosts::Run(100);
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connection");
        auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_LT(end.socket->GetRxAvailable(), 2501, "limit");
        end.socket->SetAttribute("RcvBufSize", UintegerValue(100000));
        ConformingHosts::Run(1); // told at once, and not when a timer ends
        NS_TEST_EXPECT_MSG_GT(end.socket->GetRxAvailable(), 2500, "more has come");
        ConformingHosts::Run(20);
        NS_TEST_EXPECT_MSG_EQ(end.socket->GetRxAvailable(), size, "all has come, nothing was read");
        end.reads = true;
        end.Read(end.socket);
        NS_TEST_EXPECT_MSG_EQ(end.received, size, "octets");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "octets");
        NS_TEST_EXPECT_MSG_EQ(client.broken + end.broken, 0, "no error");
    }

    const bool m_isDone; //!< the receiver has ended its own stream
};

/** @brief A reader that comes when the sender has closed long ago. */
class ConformingLateReaderTest : public ConformanceTest
{
  public:
    /** @param t transport */
    explicit ConformingLateReaderTest(const ConformingTransport& t)
        : ConformanceTest(t,
                          "who reads long after the peer has closed gets everything, the end, "
                          "and no error")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool isDone : {false, true})
        {
            RunOnce(20, isDone, 2000, {}); // fits into the buffer
            if (m_t.Has(ConformingTransport::RELIABLE | ConformingTransport::NOTICES))
            {
                RunOnce(20, isDone, 10000, {{"RcvBufSize", "2500"}}); // waits for room, or is held
            }
            if (m_t.Has(ConformingTransport::ASKS) || !m_t.Has(ConformingTransport::NOTICES))
            {
                RunOnce(1000, isDone, 2000, {}); // who is silent is not taken for gone
            }
        }
    }

    /** @param reads when it reads, s @param isDone whether it has ended its own stream before
     * @param size octets that are sent @param settings of buffers */
    void RunOnce(double reads, bool isDone, uint32_t size, ConformanceSettings settings)
    {
        settings.insert(settings.end(), m_t.quiet.begin(), m_t.quiet.end());
        ConformingHosts world(m_t, {}, settings);
        StreamServer server(world.MakeBound(CONFORMANCE_PORT), 0);
        server.prototype.reads = false;
        server.prototype.closes = isDone;
        StreamEnd client;
        client.piece = PIECE;
        world.Connect(client, CONFORMANCE_PORT, 0, size);
        ScheduleCall(Seconds(12), [&] { client.socket->Close(); });
        ScheduleCall(Seconds(reads), [&] {
            server.ends.at(0)->reads = true;
            server.ends.at(0)->Read(server.ends.at(0)->socket);
        });
        ScheduleCall(Seconds(reads + 10), [&] {
            if (!isDone)
            {
                server.ends.at(0)->socket->Close();
            }
        });
        ConformingHosts::Run(reads + 400);
        const auto& end = *server.ends.at(0);
        const auto run = std::to_string(size) + " octets, after " + std::to_string(reads) + " s: ";
        NS_TEST_EXPECT_MSG_EQ(end.received, size, run << "octets");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, run << "octets");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 1, run << "the end");
        NS_TEST_EXPECT_MSG_EQ(end.broken, 0, run << "errors");
        NS_TEST_EXPECT_MSG_EQ(client.broken, 0, run << "errors of the sender");
        CheckReleased(client.socket);
        CheckReleased(end.socket);
    }
};

/** @brief Closing without having read. */
class ConformingUnreadTest : public ConformanceTest
{
  public:
    /** @brief When the server closes. */
    enum When
    {
        EARLY, ///< before data comes
        READS, ///< when it has read something, and more comes
        FULL,  ///< with unread data
        HELD   ///< when it has read all that there was room for
    };

    /** @param t transport @param when the server closes */
    ConformingUnreadTest(const ConformingTransport& t, When when)
        : ConformanceTest(t,
                          std::string("Close() ") +
                              (when == EARLY   ? "before data comes"
                               : when == READS ? "while data comes"
                               : when == FULL  ? "with unread data"
                                               : "while more waits for room") +
                              " breaks the peer's connection"),
          m_when(when)
    {
    }

  private:
    /** @param s of the connection: closed as soon as something has been read */
    void Read(Ptr<Socket> s)
    {
        while (s->GetRxAvailable() > 0)
        {
            s->Recv();
        }
        s->Close();
    }

    /** @param s of the connection */
    void Accepted(Ptr<Socket> s, const Address&)
    {
        m_socket = s;
        if (m_when == READS)
        {
            s->SetRecvCallback(MakeCallback(&ConformingUnreadTest::Read, this));
        }
        if (m_when == EARLY)
        {
            s->Close();
        }
    }

    void DoRun() override
    {
        // all of 7000 octets may have been accepted when the buffer is full
        const bool isHeld = m_when == HELD;
        ConformingHosts world(m_t, {}, {{"RcvBufSize", isHeld ? "2500" : "20000"}});
        const auto listener = world.MakeBound(CONFORMANCE_PORT);
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ConformingUnreadTest::Accepted, this));
        listener->Listen();
        StreamEnd client;
        client.piece = PIECE;
        world.Connect(client, CONFORMANCE_PORT, 0, isHeld ? 7000 : 100000);
        if (isHeld)
        {
            ScheduleCall(Seconds(5), [this] { Read(m_socket); });
        }
        if (m_when == FULL)
        {
            ScheduleCall(Seconds(5), [this] { m_socket->Close(); });
        }
        ConformingHosts::Run(400);
        NS_TEST_EXPECT_MSG_EQ(client.broken, 1, "told");
        NS_TEST_EXPECT_MSG_EQ(client.socket->Send(Create<Packet>(1)), -1, "no connection");
        CheckReleased(client.socket);
        CheckReleased(m_socket);
        m_socket = nullptr;
    }

    const When m_when;    //!< the server closes
    Ptr<Socket> m_socket; //!< of the server's connection
};
} // namespace

void
AddBuffers(const ConformingTransport& t, ConformanceCases& cases)
{
    if (t.Has(ConformingTransport::CONNECTS | ConformingTransport::TELLS_UNREAD))
    {
        cases.push_back(new ConformingUnreadTest(t, ConformingUnreadTest::EARLY));
        cases.push_back(new ConformingUnreadTest(t, ConformingUnreadTest::READS));
        cases.push_back(new ConformingUnreadTest(t, ConformingUnreadTest::FULL));
        if (t.Has(ConformingTransport::RELIABLE)) // others may drop what there is no room for
        {
            cases.push_back(new ConformingUnreadTest(t, ConformingUnreadTest::HELD));
        }
    }
    if (t.Has(ConformingTransport::CONNECTS))
    {
        cases.push_back(new ConformingLateReaderTest(t));
    }
    if (!t.Has(ConformingTransport::CONNECTS | ConformingTransport::RELIABLE))
    {
        return;
    }
    cases.push_back(new ConformingTinyTest(t, {}));
    cases.push_back(new ConformingTinyTest(t, {false, false, 0.1, 0.1, 0.1}));
    cases.push_back(new ConformingFlowTest(t));
    cases.push_back(new ConformingGrowthTest(t, false));
    cases.push_back(new ConformingGrowthTest(t, true));
    if (t.Has(ConformingTransport::MESSAGES))
    {
        cases.push_back(new ConformingLongTest(t));
    }
    else
    {
        cases.push_back(new ConformingLessTest(t));
    }
}
} // namespace hsn
} // namespace ns3
