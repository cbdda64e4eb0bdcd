// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What every reliable transport must do for an end that has called Close() and still has data to
 * send: the peer gets all of it, whatever the network makes of the peer's own packets. The rule is
 * that of RFC 1122, 4.2.2.13: only data that nobody will read ends such a connection early.
 */
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t REQUEST = 20000;    ///< octets
constexpr uint32_t ANSWER = 20000;     ///< octets
constexpr uint32_t ANSWER_SEED = 1000; ///< what the answer consists of

/** @brief Reads the request, hands over the answer in one go, and closes. */
class ClosingServer
{
  public:
    /** @param listener bound */
    explicit ClosingServer(Ptr<Socket> listener)
    {
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ClosingServer::Accepted, this));
        listener->Listen();
    }

    uint32_t received{0}; ///< octets
    uint32_t wrong{0};    ///< of them
    uint32_t broken{0};   ///< told
    bool closed{false};   ///< Close() was called

  private:
    /** @param s of the connection */
    void Accepted(Ptr<Socket> s, const Address&)
    {
        s->SetRecvCallback(MakeCallback(&ClosingServer::Read, this));
        s->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                             MakeCallback(&ClosingServer::Broken, this));
    }

    /** @brief The connection is broken. */
    void Broken(Ptr<Socket>)
    {
        ++broken;
    }

    /** @param s has something to read */
    void Read(Ptr<Socket> s)
    {
        while (!closed)
        {
            const auto packet = s->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            for (const uint8_t octet : OctetsOf(packet))
            {
                wrong += octet != OctetAt(0, received++);
            }
            if (received == REQUEST)
            {
                for (uint32_t sent = 0; sent < ANSWER; sent += 500)
                {
                    s->Send(MakeOctets(ANSWER_SEED, sent, 500));
                }
                closed = true;
                s->Close();
            }
        }
    }
};

/** @brief Close() with unsent data, while the peer repeats, duplicates and reorders. */
class ConformingEndTest : public ConformanceTest
{
  public:
    /** @param t transport @param c network @param closes whether the client ends its stream before
     * the answer, so that its end is repeated, too */
    ConformingEndTest(const ConformingTransport& t, const NetworkConditions& c, bool closes)
        : ConformanceTest(t, "Close() with unsent data", c, closes ? "" : ", the peer ends later"),
          m_closes(closes)
    {
    }

  private:
    static constexpr int64_t RUNS = 10; //!< with other losses

    void DoRun() override
    {
        for (int64_t stream = 1; stream <= RUNS; ++stream)
        {
            RunOnce(stream);
        }
    }

    /** @brief The client's stream ends when it has been told of the end of the answer. */
    void Ended(Ptr<Socket> socket)
    {
        m_client.Closed(socket);
        socket->Close();
    }

    /** @param stream of random variables */
    void RunOnce(int64_t stream)
    {
        ConformingHosts world(m_t, m_c);
        ClosingServer server(world.MakeBound(CONFORMANCE_PORT));
        m_client = StreamEnd();
        m_client.closes = m_closes;
        m_client.piece = PIECE;
        ScheduleCall(EXCHANGE_START, [&] {
            m_c.Impair(*world.hosts.channel, MilliSeconds(30), stream);
            world.Connect(m_client, CONFORMANCE_PORT, 0, REQUEST);
            if (!m_closes)
            {
                m_client.socket->SetCloseCallbacks(MakeCallback(&ConformingEndTest::Ended, this),
                                                   MakeCallback(&StreamEnd::Broken, &m_client));
            }
        });
        ConformingHosts::Run(400);
        const std::string run = "run " + std::to_string(stream);
        NS_TEST_EXPECT_MSG_EQ(server.received, REQUEST, run << ": request");
        NS_TEST_EXPECT_MSG_EQ(server.wrong, 0, run << ": request");
        NS_TEST_EXPECT_MSG_EQ(server.closed, true, run << ": the server has closed");
        NS_TEST_EXPECT_MSG_EQ(m_client.received, ANSWER, run << ": answer");
        NS_TEST_EXPECT_MSG_EQ(m_client.wrong, 0, run << ": answer");
        NS_TEST_EXPECT_MSG_EQ(m_client.closed, 1, run << ": the client is told of the end");
        NS_TEST_EXPECT_MSG_EQ(m_client.broken + m_client.failed + server.broken,
                              0,
                              run << ": no errors, as nothing is lost");
        m_client = StreamEnd();
    }

    const bool m_closes; //!< the client ends its stream at once
    StreamEnd m_client;  //!< reads the answer
};
} // namespace

void
AddEndings(const ConformingTransport& t, ConformanceCases& cases)
{
    if (!t.Has(ConformingTransport::CONNECTS | ConformingTransport::RELIABLE))
    {
        return;
    }
    const NetworkConditions repeats = {false, false, 0, 0.3, 0.3}; // nothing is lost
    const NetworkConditions loses = {false, false, 0.05, 0.1, 0.1};
    cases.push_back(new ConformingEndTest(t, repeats, true));
    cases.push_back(new ConformingEndTest(t, loses, true));
    cases.push_back(new ConformingEndTest(t, loses, false));
    if (t.Has(ConformingTransport::OWN_PROTOCOL))
    {
        cases.push_back(new ConformingEndTest(t, {true, true, 0, 0.3, 0.3}, false));
    }
}
} // namespace hsn
} // namespace ns3
