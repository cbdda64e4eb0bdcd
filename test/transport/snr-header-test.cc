// SPDX-License-Identifier: GPL-2.0-only
#include "snr-socket-test-support.h"
#include "socket-exchange-support.h"

#include "ns3/error-model.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The wire. */
class SnrHeaderTest : public TestCase
{
  public:
    SnrHeaderTest()
        : TestCase("Packets octet by octet; sizes; RFC 1071; what is malformed")
    {
    }

  private:
    /** @param header gets the ports @param data of it @return the packet's octets */
    static std::vector<uint8_t> Octets(SnrHeader& header, Ptr<Packet> data)
    {
        header.SetSourcePort(0x0102);
        header.SetDestinationPort(0x0304);
        header.EnableChecksum(Address(), Address(), 0); // no pseudo header
        data->AddHeader(header);
        return OctetsOf(data);
    }

    /** @param octets of a packet @param header gets what they say @return octets of the header */
    static uint32_t Read(const std::vector<uint8_t>& octets, SnrHeader& header)
    {
        const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        header.EnableChecksum(Address(), Address(), 0);
        return packet->PeekHeader(header);
    }

    /** @param octets of a packet @return what is wrong with it */
    static std::string Fault(const std::vector<uint8_t>& octets)
    {
        return SnrHeader::FindFault(
            Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /** @param octets of a packet @return whether it can be read */
    static bool IsGood(const std::vector<uint8_t>& octets)
    {
        SnrHeader header;
        return Read(octets, header) > 0;
    }

    /** @param octets of even number @return the sum of 16-bit words, carries added (RFC 1071) */
    static uint32_t Sum(const std::vector<uint8_t>& octets)
    {
        uint32_t sum = 0;
        for (std::size_t i = 0; i < octets.size(); i += 2)
        {
            sum += octets[i] << 8 | octets[i + 1];
        }
        return (sum & 0xffff) + (sum >> 16);
    }

    void DoRun() override
    {
        SnrPacket data;
        data.block = (uint64_t{7} << 32) + 0x0708090a;
        data.packet = 0x0b0c;
        data.packets = 0x0d0e;
        data.attempt = 0x0f10;
        SnrHeader header;
        header.Set(data);
        const uint8_t bytes[] = {0x21, 0x22};
        // 0102 + 0304 + 0000 + 0708 + 090a + 0b0c + 0d0e + 0f10 + 0000 + 2122 = 5c64, inverted
        const std::vector<uint8_t> wire = {0x01, 0x02, 0x03, 0x04, 0x00, 0x00, 0xa3, 0x9b,
                                           0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e,
                                           0x0f, 0x10, 0x00, 0x00, 0x21, 0x22};
        auto octets = Octets(header, Create<Packet>(bytes, 2));
        NS_TEST_EXPECT_MSG_EQ((octets == wire), true, "data");
        SnrHeader read;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 20, "data");
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), true, "checksum");
        NS_TEST_EXPECT_MSG_EQ(read.GetPacket(uint64_t{7} << 32).block, data.block, "unwrapped");
        NS_TEST_EXPECT_MSG_EQ(read.GetPacket(0).packets, 0x0d0e, "size of the block");
        octets[20] ^= 1;
        Read(octets, read);
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), false, "damage");
        octets[19] = 1;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "octets that have to be 0");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "last field of data packet 1: must be 0",
                              "value and limit");
        octets[19] = 0;
        octets[5] = 1;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "data with a flag");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "flags of data packet 1: must be 0",
                              "value and limit");
        octets[5] = 0;
        octets.resize(20);
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "data without data");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "octets of data packet 20: must be above 20",
                              "value and limit");
        octets[4] = 3;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "type 3");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "type of packet 3: must be at most 2",
                              "value and limit");

        SnrReport report;
        report.number = 0x11121314;
        report.lowest = 0x15161718;
        report.limit = 0x191a1b1c;
        report.received.assign(34, false);
        report.received[1] = true;
        report.received[33] = true;
        SnrHeader state;
        state.Set(report);
        state.end = true;
        octets = Octets(state, Create<Packet>());
        const std::vector<uint8_t> said = {0x01,      0x02, 0x03, 0x04, 0x02, 0x02, octets[6],
                                           octets[7], 0x11, 0x12, 0x13, 0x14, 0x15, 0x16,
                                           0x17,      0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x40,
                                           0x00,      0x00, 0x00, 0x40, 0x00, 0x00, 0x00};
        NS_TEST_EXPECT_MSG_EQ((octets == said), true, "receiver's state");
        NS_TEST_EXPECT_MSG_EQ(Sum(octets), 0xffff, "checksum");
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 28, "receiver's state");
        const SnrSender sender(8, 16, 2);
        const auto got = read.GetReport(sender);
        NS_TEST_EXPECT_MSG_EQ(got.number, report.number, "number");
        NS_TEST_EXPECT_MSG_EQ(got.lowest, report.lowest, "lowest block");
        NS_TEST_EXPECT_MSG_EQ(got.limit, report.limit, "limit");
        NS_TEST_EXPECT_MSG_EQ(got.received[1] && got.received[33] && !got.received[32],
                              true,
                              "bits");
        octets.pop_back();
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "part of a row");
        NS_TEST_EXPECT_MSG_EQ(
            Fault(octets),
            "octets of receiver's state 27: must be a multiple of 4, at most 8212",
            "value and limit");
        octets.resize(20);
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), true, "no row");
        octets[5] = 1;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "a receiver does not open");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "flags of receiver's state 1: must be 0 or 2",
                              "value and limit");
        octets.resize(20 + 4 * 2049);
        octets[5] = 0;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "2049 rows");
        NS_TEST_EXPECT_MSG_EQ(
            Fault(octets),
            "octets of receiver's state 8216: must be a multiple of 4, at most 8212",
            "value and limit");

        SnrHeader opening;
        opening.type = SNR_SENDER_STATE;
        opening.opening = true;
        opening.number = 1;
        octets = Octets(opening, Create<Packet>());
        NS_TEST_EXPECT_MSG_EQ(octets.size(), 20, "sender's state");
        NS_TEST_EXPECT_MSG_EQ((octets[4] << 8 | octets[5]), 0x0101, "type and flag");
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), true, "sender's state");
        octets[5] = 8;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "an unknown flag");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "flags of sender's state 8: must be at most 7",
                              "value and limit");
        octets.resize(19);
        NS_TEST_EXPECT_MSG_EQ(Fault(octets), "packet's octets 19: must be at least 20", "short");
        octets[5] = 1;
        octets.resize(24);
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "sender's state with a row");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "octets of sender's state 24: must be 20",
                              "value and limit");
    }
};

/** @brief Malformed packets at a node. */
class SnrMalformedTest : public TestCase
{
  public:
    SnrMalformedTest()
        : TestCase("Malformed and misplaced packets: counted, traced with value and limit, dropped")
    {
    }

  private:
    /** @param reason of a drop */
    void Dropped(Ptr<const Packet>, const std::string& reason)
    {
        m_reasons.push_back(reason);
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_socket = DynamicCast<SnrSocket>(socket);
        socket->TraceConnectWithoutContext("RxDrop",
                                           MakeCallback(&SnrMalformedTest::Dropped, this));
    }

    /** @param hosts of the network @param header of a packet that host 0 sends to host 1 @param
     * data octets */
    void Send(TcpHosts& hosts, SnrHeader header, uint32_t data)
    {
        Address from;
        m_client->GetSockName(from);
        TransportPath path;
        path.local = InetSocketAddress::ConvertFrom(from).GetIpv4();
        path.peer = InetSocketAddress::ConvertFrom(hosts.At(1, PORT)).GetIpv4();
        path.localPort = InetSocketAddress::ConvertFrom(from).GetPort();
        path.peerPort = PORT;
        hosts.nodes.Get(0)->GetObject<SnrProtocol>()->Send(Create<Packet>(data), header, path);
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
    }

    void DoRun() override
    {
        const SmallBlocks small;
        TcpHosts hosts;
        auto listener = hosts.Make(1, SNR);
        listener->Bind(TcpHosts::Any(PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SnrMalformedTest::Accepted, this));
        listener->Listen();
        const auto protocol = hosts.nodes.Get(1)->GetObject<SnrProtocol>();
        protocol->TraceConnectWithoutContext("Malformed",
                                             MakeCallback(&SnrMalformedTest::Dropped, this));
        m_client = hosts.Make(0, SNR);
        m_client->Connect(hosts.At(1, PORT));
        Simulator::Stop(MilliSeconds(500));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((m_socket != nullptr), true, "accepted");
        SnrHeader header;
        header.type = 9;
        Send(hosts, header, 1);
        header.type = SNR_DATA;
        header.packets = 8;
        Send(hosts, header, 101);
        header.packets = 9;
        Send(hosts, header, 100);
        header.packets = 8;
        header.number = 16;
        Send(hosts, header, 100);
        header.type = SNR_RECEIVER_STATE;
        header.number = 100000;
        header.block = 1;
        Send(hosts, header, 0);
        header.bitmap.assign(2, 0);
        Send(hosts, header, 0);
        const std::vector<std::string> expected = {"type of packet 9: must be at most 2",
                                                   "packet of 101 bytes: must have 100",
                                                   "block of 9 packets: must have 1 to 8",
                                                   "block 16: must be below 16",
                                                   "lowest block 1: must be at most 0",
                                                   "bitmap of 2 rows: must have at most 1"};
        NS_TEST_ASSERT_MSG_EQ(m_reasons.size(), expected.size(), "drops");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_reasons[i], expected[i], "reason");
        }
        NS_TEST_EXPECT_MSG_EQ(protocol->GetCounters().malformed, 1, "counted by the protocol");
        NS_TEST_EXPECT_MSG_EQ(m_socket->GetDropped(), 5, "counted by the socket");
        m_socket = nullptr;
        m_client = nullptr;
    }

    Ptr<Socket> m_client;               //!< connects
    Ptr<SnrSocket> m_socket;            //!< accepted
    std::vector<std::string> m_reasons; //!< of drops
};

HsnTestRegistration g_snrHeaderTests("snr-socket", {new SnrHeaderTest, new SnrMalformedTest});
} // namespace
} // namespace hsn
} // namespace ns3
