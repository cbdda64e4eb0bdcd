// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What every reliable transport must do for an end that has called Close() and still has data to
 * send: the peer gets all of it, whatever the network makes of the peer's own packets. The rule is
 * that of RFC 1122, 4.2.2.13: only data that nobody will read ends such a connection early.
 */
#include "socket-exchange-support.h"

#include "ns3/connection-socket.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t END_PORT = 9;     ///< of the server
constexpr uint32_t REQUEST = 20000;  ///< octets
constexpr uint32_t ANSWER = 20000;   ///< octets
constexpr uint32_t REQUEST_SEED = 0; ///< what the request consists of
constexpr uint32_t ANSWER_SEED = 1;  ///< what the answer consists of

/** @brief Attributes, and their values. */
using Settings = std::vector<std::pair<std::string, std::string>>;

/** @brief A transport. */
struct EndTransport
{
    std::string name;    ///< of the factory
    std::string type;    ///< of its sockets
    Settings attributes; ///< of them, such that the exchange takes many packets and little time
};

/** @brief Blocks of 800 octets at 10 Mbit/s. */
const Settings SMALL_BLOCKS = {{"PacketSize", "100"},
                               {"BlockSize", "8"},
                               {"WindowPackets", "128"},
                               {"DataRate", "10Mb/s"},
                               {"Rtd", "10ms"}};
/** @brief Segments of 800 octets at 10 Mbit/s. */
const Settings SMALL_SEGMENTS = {{"PacketSize", "100"},
                                 {"PacketsPerSegment", "8"},
                                 {"DataRate", "10Mb/s"},
                                 {"Rtd", "10ms"},
                                 {"ErrorWindow", "8"}};

const EndTransport END_SNR = {"ns3::hsn::SnrSocketFactory", "ns3::hsn::SnrSocket", SMALL_BLOCKS};
const EndTransport END_SSTP = {"ns3::hsn::SstpSocketFactory",
                               "ns3::hsn::SstpSocket",
                               SMALL_SEGMENTS};
const EndTransport END_TEAR = {"ns3::hsn::TearStreamSocketFactory",
                               "ns3::hsn::TearStreamSocket",
                               {}};
const EndTransport END_XTP = {"ns3::hsn::XtpSocketFactory", "ns3::hsn::XtpSocket", {}};
const EndTransport XTP_MESSAGE = {"ns3::hsn::XtpMessageSocketFactory",
                                  "ns3::hsn::XtpMessageSocket",
                                  {}};
const EndTransport STOP_WAIT = {STOP_WAIT_STREAM, "ns3::hsn::StopWaitStreamSocket", {}};
const EndTransport STOP_WAIT_MESSAGES = {STOP_WAIT_MESSAGE, "ns3::hsn::StopWaitMessageSocket", {}};
const EndTransport END_TCP = {HSN_TCP, "ns3::hsn::IndexedTcpSocket", {}};

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

    Ptr<Socket> socket;   ///< of the connection
    uint32_t received{0}; ///< octets
    uint32_t wrong{0};    ///< of them
    uint32_t broken{0};   ///< told
    bool closed{false};   ///< Close() was called

  private:
    /** @param s of the connection */
    void Accepted(Ptr<Socket> s, const Address&)
    {
        socket = s;
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
                wrong += octet != OctetAt(REQUEST_SEED, received++);
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
class ClosedEndTest : public SocketExchangeTest
{
  public:
    /** @param t transport @param c network @param closes whether the client ends its stream before
     * the answer, so that its end is repeated, too */
    ClosedEndTest(const EndTransport& t, const NetworkConditions& c, bool closes)
        : SocketExchangeTest("Close() with unsent data: " + t.name + " " + c.GetName() +
                             (closes ? "" : ", the peer ends later")),
          m_t(t),
          m_c(c),
          m_closes(closes)
    {
    }

  private:
    void DoRun() override
    {
        const CarrierSetting carrier(m_c);
        for (int64_t stream = 1; stream <= 10; ++stream)
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
        TcpHosts hosts;
        const auto make = [&](uint32_t host) {
            const auto socket = hosts.Make(host, m_t.name);
            for (const auto& attribute : m_t.attributes)
            {
                socket->SetAttribute(attribute.first, StringValue(attribute.second));
            }
            return socket;
        };
        const auto listener = make(1);
        listener->Bind(TcpHosts::Any(END_PORT, m_c.v6));
        ClosingServer server(listener);
        m_client = StreamEnd();
        m_client.closes = m_closes;
        ScheduleCall(EXCHANGE_START, [&] {
            m_c.Impair(*hosts.channel, MilliSeconds(30), stream);
            m_client.Use(make(0), REQUEST_SEED, ANSWER_SEED, REQUEST);
            if (!m_closes)
            {
                m_client.socket->SetCloseCallbacks(MakeCallback(&ClosedEndTest::Ended, this),
                                                   MakeCallback(&StreamEnd::Broken, &m_client));
            }
            m_client.socket->Connect(hosts.At(1, END_PORT, m_c.v6));
        });
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        const std::string run = m_t.name + ", run " + std::to_string(stream);
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

    const EndTransport m_t;      //!< transport
    const NetworkConditions m_c; //!< network
    const bool m_closes;         //!< the client ends its stream at once
    StreamEnd m_client;          //!< reads the answer
};

/** @brief New data after Close() ends the connection: the peer must know that nobody reads it. */
class UnreadDataTest : public SocketExchangeTest
{
  public:
    /** @param t transport */
    explicit UnreadDataTest(const EndTransport& t)
        : SocketExchangeTest("New data after Close() ends the connection: " + t.name),
          m_t(t)
    {
    }

  private:
    /** @param s of the connection: closed as soon as something has been read */
    void Read(Ptr<Socket> s)
    {
        while (s->Recv())
        {
        }
        s->Close();
    }

    /** @param s of the connection */
    void Accepted(Ptr<Socket> s, const Address&)
    {
        s->SetRecvCallback(MakeCallback(&UnreadDataTest::Read, this));
    }

    void DoRun() override
    {
        TcpHosts hosts;
        const auto make = [&](uint32_t host) {
            const auto socket = hosts.Make(host, m_t.name);
            for (const auto& attribute : m_t.attributes)
            {
                socket->SetAttribute(attribute.first, StringValue(attribute.second));
            }
            return socket;
        };
        const auto listener = make(1);
        listener->Bind(TcpHosts::Any(END_PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&UnreadDataTest::Accepted, this));
        listener->Listen();
        StreamEnd client;
        ScheduleCall(EXCHANGE_START, [&] {
            client.Use(make(0), REQUEST_SEED, ANSWER_SEED, 100000);
            client.socket->Connect(hosts.At(1, END_PORT));
        });
        Simulator::Stop(Seconds(400));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(client.broken, 1, m_t.name << ": the client is told");
    }

    const EndTransport m_t; //!< transport
};

const NetworkConditions REPEATS = {false, false, 0, 0.3, 0.3};  ///< nothing is lost
const NetworkConditions LOSES = {false, false, 0.05, 0.1, 0.1}; ///< the peer repeats
const NetworkConditions REPEATS6 = {true, true, 0, 0.3, 0.3};   ///< the same in UDP over IPv6

static HsnTestRegistration g_closedEndTests("closed-end",
                                            {new ClosedEndTest(END_SNR, REPEATS, true),
                                             new ClosedEndTest(END_SNR, LOSES, true),
                                             new ClosedEndTest(END_SNR, LOSES, false),
                                             new ClosedEndTest(END_SNR, REPEATS6, false),
                                             new ClosedEndTest(END_SSTP, REPEATS, true),
                                             new ClosedEndTest(END_SSTP, LOSES, true),
                                             new ClosedEndTest(END_SSTP, LOSES, false),
                                             new ClosedEndTest(END_SSTP, REPEATS6, false),
                                             new ClosedEndTest(END_TEAR, REPEATS, true),
                                             new ClosedEndTest(END_TEAR, LOSES, true),
                                             new ClosedEndTest(END_TEAR, LOSES, false),
                                             new ClosedEndTest(END_TEAR, REPEATS6, false),
                                             new ClosedEndTest(END_XTP, LOSES, true),
                                             new ClosedEndTest(END_XTP, LOSES, false),
                                             new ClosedEndTest(XTP_MESSAGE, LOSES, true),
                                             new ClosedEndTest(XTP_MESSAGE, LOSES, false),
                                             new ClosedEndTest(STOP_WAIT, LOSES, true),
                                             new ClosedEndTest(STOP_WAIT, LOSES, false),
                                             new ClosedEndTest(STOP_WAIT_MESSAGES, LOSES, true),
                                             new ClosedEndTest(STOP_WAIT_MESSAGES, LOSES, false),
                                             new ClosedEndTest(END_TCP, LOSES, true),
                                             new ClosedEndTest(END_TCP, LOSES, false),
                                             new UnreadDataTest(END_SNR),
                                             new UnreadDataTest(END_SSTP),
                                             new UnreadDataTest(END_TEAR),
                                             new UnreadDataTest(END_XTP),
                                             new UnreadDataTest(XTP_MESSAGE),
                                             new UnreadDataTest(STOP_WAIT),
                                             new UnreadDataTest(STOP_WAIT_MESSAGES)});
} // namespace
} // namespace hsn
} // namespace ns3
