// SPDX-License-Identifier: GPL-2.0-only
#include "conformance.h"

// the example is compiled here, so that all builds of the tests contain it
#include "../../examples/my-transport/stop-wait-socket.cc"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t MY_PORT = 4000; ///< of servers

/** @brief Octets on the wire, against a checksum computed here. */
class StopWaitHeaderTest : public TestCase
{
  public:
    StopWaitHeaderTest()
        : TestCase("Header and checksum on the wire; what is malformed is refused")
    {
    }

  private:
    /** @param octets of 16-bit words @return sum as in RFC 1071 */
    static uint32_t Sum(const std::vector<uint8_t>& octets)
    {
        uint32_t sum = 0;
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            sum += i % 2 ? octets[i] : octets[i] << 8;
        }
        return sum;
    }

    void DoRun() override
    {
        for (const uint32_t size : {0U, 1U, 6U, 999U})
        {
            for (const bool v6 : {false, true})
            {
                Check(size, v6);
            }
        }
        StopWaitHeader header;
        for (const uint8_t type : {7, 16, 255})
        {
            auto packet = Create<Packet>();
            header.type = static_cast<StopWaitHeader::Type>(type);
            packet->AddHeader(header);
            StopWaitHeader read;
            NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), 0, "type " << +type);
        }
    }

    /** @param size of the payload @param v6 IPv6 */
    void Check(uint32_t size, bool v6)
    {
        const Address a = v6 ? Address(Ipv6Address("2001:db8::1:2")) : Ipv4Address("10.1.2.3");
        const Address b = v6 ? Address(Ipv6Address("2001:db8::ffee:3")) : Ipv4Address("10.9.8.7");
        StopWaitHeader header;
        header.SetSourcePort(0x1234);
        header.SetDestinationPort(0xfedc);
        header.type = StopWaitHeader::DATA;
        header.number = 0x01020304;
        header.expected = 0x05060708;
        header.EnableChecksum(a, b, 253);
        auto packet = MakeOctets(3, 0, size);
        packet->AddHeader(header);
        auto octets = OctetsOf(packet);
        const std::vector<uint8_t> start = {0x12, 0x34, 0xfe, 0xdc, 2, 0};
        NS_TEST_EXPECT_MSG_EQ((std::vector<uint8_t>(octets.begin(), octets.begin() + 6) == start),
                              true,
                              "ports and type");
        // pseudo header: addresses, protocol, length
        std::vector<uint8_t> pseudo(v6 ? 32 : 8);
        if (v6)
        {
            Ipv6Address::ConvertFrom(a).GetBytes(pseudo.data());
            Ipv6Address::ConvertFrom(b).GetBytes(pseudo.data() + 16);
        }
        else
        {
            Ipv4Address::ConvertFrom(a).Serialize(pseudo.data());
            Ipv4Address::ConvertFrom(b).Serialize(pseudo.data() + 4);
        }
        uint32_t sum = Sum(pseudo) + 253 + 16 + size + Sum(octets);
        while (sum >> 16)
        {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        NS_TEST_EXPECT_MSG_EQ(sum, 0xffff, "checksum, " << size << " octets");
        StopWaitHeader read;
        read.EnableChecksum(a, b, 253);
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), 16, "read");
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), true, "read");
        NS_TEST_EXPECT_MSG_EQ(read.number, 0x01020304, "read");
        NS_TEST_EXPECT_MSG_EQ(read.expected, 0x05060708, "read");
        for (std::size_t i = 0; i < octets.size(); i += 5)
        {
            auto damaged = octets;
            damaged[i] ^= 0x10;
            StopWaitHeader wrong;
            wrong.EnableChecksum(a, b, 253);
            Create<Packet>(damaged.data(), damaged.size())->PeekHeader(wrong);
            NS_TEST_EXPECT_MSG_EQ(wrong.IsChecksumOk(), false, "damaged at " << i);
        }
    }
};

/** @brief A packet that was sent to a group. */
class StopWaitGroupTest : public TestCase
{
  public:
    StopWaitGroupTest()
        : TestCase("What a group's packet is answered by leaves from the interface's own address")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool v6 : {false, true})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, STOP_WAIT_STREAM);
            listener->Bind(TcpHosts::Any(MY_PORT, v6));
            StreamServer server(listener, 0);
            const auto node = hosts.nodes.Get(1);
            const auto protocol = node->GetObject<StopWaitProtocol>();
            StopWaitHeader header;
            header.SetSourcePort(1);
            header.SetDestinationPort(MY_PORT);
            header.type = StopWaitHeader::DATA; // without a connection: RESET answers
            auto packet = Create<Packet>(10);
            packet->AddHeader(header);
            Ipv4Header to4;
            to4.SetSource(Ipv4Address("10.0.0.1"));
            to4.SetDestination(Ipv4Address("225.1.2.3"));
            Ipv6Header to6;
            to6.SetSource(hosts.addresses[0]);
            to6.SetDestination(Ipv6Address("ff0e::1:2"));
            const auto in4 = node->GetObject<Ipv4L3Protocol>()->GetInterface(1);
            const auto in6 = node->GetObject<Ipv6L3Protocol>()->GetInterface(1);
            std::vector<Address> sources;
            hosts.channel->filter = [&](Ptr<const Packet> sent, Ptr<SimpleNetDevice> from) {
                Ipv4Header ip4;
                Ipv6Header ip6;
                if (from == hosts.Device(1) && sent->GetSize() >= (v6 ? 40U : 20U))
                {
                    if (!v6 && sent->PeekHeader(ip4) && ip4.GetProtocol() >= 251)
                    {
                        sources.push_back(ip4.GetSource());
                    }
                    if (v6 && sent->PeekHeader(ip6) && ip6.GetNextHeader() >= 251)
                    {
                        sources.push_back(ip6.GetSource());
                    }
                }
                return false;
            };
            ScheduleCall(EXCHANGE_START, [&] {
                v6 ? protocol->Receive(packet, to6, in6) : protocol->Receive(packet, to4, in4);
            });
            Simulator::Stop(EXCHANGE_START + Seconds(5));
            Simulator::Run();
            const Address own = v6 ? Address(hosts.addresses[1]) : Address(Ipv4Address("10.0.0.2"));
            NS_TEST_EXPECT_MSG_EQ((sources == std::vector<Address>{own}),
                                  true,
                                  "one answer, IPv6 " << v6);
        }
    }
};

// [begin conformance]
/// Connections end when nothing arrives for IdleTimeout: the peer is not asked.
constexpr uint32_t STOP_WAIT_TRAITS = ConformingTransport::REFUSES | ConformingTransport::NOTICES;
static ConformanceRegistration g_stream({"conformance-stop-wait",
                                         "ns3::hsn::StopWaitStreamSocket",
                                         CONFORMING_STREAM | STOP_WAIT_TRAITS});
static ConformanceRegistration g_message({"conformance-stop-wait",
                                          "ns3::hsn::StopWaitMessageSocket",
                                          CONFORMING_MESSAGES | STOP_WAIT_TRAITS});
// [end conformance]
static HsnTestRegistration g_myTransportTests("my-transport",
                                              {new StopWaitHeaderTest, new StopWaitGroupTest});
} // namespace
} // namespace hsn
} // namespace ns3
