// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Losses that SSTP tolerates: holes in messages, and how long these are.
 */
#include "socket-exchange-support.h"
#include "sstp-small-segments.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Holes. */
class SstpHoleTest : public TestCase
{
  public:
    SstpHoleTest()
        : TestCase("A tolerated loss: the application learns which packets are missing")
    {
    }

  private:
    /** @param socket has messages */
    void Read(Ptr<Socket> socket)
    {
        auto sstp = DynamicCast<SstpSocket>(socket);
        MessageInfo info;
        while (auto packet = sstp->RecvMessage(100000, info))
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            m_messages.push_back(OctetsOf(packet));
            m_incomplete.push_back(info.incomplete);
            m_missing.push_back(sstp->GetLastPresent().GetSize() -
                                sstp->GetLastPresent().GetCount());
            const uint32_t hole = m_messages.size() == 1 ? 2 : 1;
            m_filled += sstp->GetLastPresent().Get(hole);
        }
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&SstpHoleTest::Read, this));
    }

    void DoRun() override
    {
        const SmallSegments small;
        SmallSegments::Set("MaxLoss", "1");
        SmallSegments::Set("MaxBurst", "1");
        TcpHosts hosts;
        auto listener = hosts.Make(1, SSTP);
        listener->Bind(TcpHosts::Any(PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SstpHoleTest::Accepted, this));
        listener->Listen();
        uint32_t data = 0;
        // loses packet 2 of the first message, and packets 1 and 4 of the second
        hosts.channel->filter = [&](Ptr<const Packet> p, Ptr<SimpleNetDevice>) {
            const bool isData = p->GetSize() > 100;
            const uint32_t n = data;
            data += isData;
            return isData && (n == 2 || n == 8 + 1 || n == 8 + 4);
        };
        StreamEnd client;
        client.piece = 800;
        client.Use(hosts.Make(0, SSTP), 0, 1, 1600);
        client.socket->Connect(hosts.At(1, PORT));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_messages.size(), 2, "messages");
        NS_TEST_EXPECT_MSG_EQ(m_missing[0], 1, "the first one has a hole");
        NS_TEST_EXPECT_MSG_EQ(m_filled, 0, "the holes are 2, and 1 of the second message");
        NS_TEST_EXPECT_MSG_EQ(m_incomplete[0], true, "and says so");
        NS_TEST_EXPECT_MSG_EQ(m_missing[1], 1, "two losses: one is repeated");
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < 800; ++i)
        {
            wrong += m_messages[0][i] != (i / 100 == 2 ? 0 : OctetAt(0, i));
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "octets; those of the hole are 0");
        NS_TEST_EXPECT_MSG_EQ(data, 17, "one packet was sent again");
    }

    std::vector<std::vector<uint8_t>> m_messages; //!< received
    uint32_t m_filled{0};                         //!< holes that are none
    std::vector<bool> m_incomplete;               //!< what their information says
    std::vector<uint32_t> m_missing;              //!< their missing packets
};

/** @brief Lengths. */
class SstpLengthTest : public TestCase
{
  public:
    /** @param tolerated losses in a segment of 8 packets */
    explicit SstpLengthTest(const std::string& tolerated)
        : TestCase("Tolerated losses, " + tolerated + " of 8: a message is as long as it was sent"),
          m_tolerated(tolerated)
    {
    }

  private:
    /** @param socket has messages */
    void Read(Ptr<Socket> socket)
    {
        auto sstp = DynamicCast<SstpSocket>(socket);
        MessageInfo info;
        while (auto packet = sstp->RecvMessage(100000, info))
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            m_sizes[info.number] = packet->GetSize();
            m_holes += info.incomplete;
        }
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&SstpLengthTest::Read, this));
    }

    /** @param socket is open */
    void Write(Ptr<Socket> socket)
    {
        for (const uint32_t size : SIZES)
        {
            NS_TEST_EXPECT_MSG_EQ(socket->Send(Create<Packet>(size)), static_cast<int>(size), "");
        }
        socket->Close();
    }

    void DoRun() override
    {
        const SmallSegments small;
        SmallSegments::Set("MaxLoss", m_tolerated);
        SmallSegments::Set("MaxBurst", m_tolerated);
        TcpHosts hosts;
        auto listener = hosts.Make(1, SSTP);
        listener->Bind(TcpHosts::Any(PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SstpLengthTest::Accepted, this));
        listener->Listen();
        uint32_t data = 0;
        // two of five: the first and the last packets of short segments among them
        hosts.channel->filter = [&](Ptr<const Packet> p, Ptr<SimpleNetDevice>) {
            const bool isData = p->GetSize() > 50;
            data += isData;
            return isData && (data % 5 == 1 || data % 5 == 2);
        };
        auto client = hosts.Make(0, SSTP);
        client->SetConnectCallback(MakeCallback(&SstpLengthTest::Write, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        client->Connect(hosts.At(1, PORT));
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        // a receiver that tolerates everything asks for nothing: it has what has arrived
        const bool all = m_tolerated == "8";
        NS_TEST_EXPECT_MSG_EQ((m_sizes.size() == SIZES.size() || all), true, "messages");
        for (const auto& [number, size] : m_sizes)
        {
            NS_TEST_ASSERT_MSG_LT(number, SIZES.size(), "number");
            const bool right = all ? size <= SIZES[number] : size == SIZES[number];
            NS_TEST_EXPECT_MSG_EQ(right, true, "message " << number << " has " << size);
        }
        NS_TEST_EXPECT_MSG_GT(m_sizes.size(), SIZES.size() / 2, "messages");
        NS_TEST_EXPECT_MSG_EQ((m_holes > 0), true, "some are incomplete");
    }

    /// Octets of the messages: of less than a packet, with a short last packet, of full packets
    /// that are fewer than a segment has, and of a segment.
    const std::vector<uint32_t> SIZES{650, 99, 800, 300, 270, 100, 800, 101, 750, 799, 200, 640};
    std::string m_tolerated;              //!< losses
    std::map<uint64_t, uint32_t> m_sizes; //!< octets of what arrived, by number
    uint32_t m_holes{0};                  //!< messages that are not complete
};

static HsnTestRegistration g_sstpHoleTests(
    "sstp-hole",
    {new SstpHoleTest, new SstpLengthTest("2"), new SstpLengthTest("4"), new SstpLengthTest("8")});
} // namespace
} // namespace hsn
} // namespace ns3
