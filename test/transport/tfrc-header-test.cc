// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TFRC packets octet by octet, and what is refused.
 */
#include "../hsn-test.h"

#include "ns3/ipv4-address.h"
#include "ns3/packet.h"
#include "ns3/tfrc-header.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Octets = std::vector<uint8_t>;

/** @param packet a packet @return its octets */
Octets
Read(Ptr<const Packet> packet)
{
    Octets octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    return octets;
}

/** @param header a header @param data bytes after it @return the packet */
Ptr<Packet>
Make(const Header& header, uint32_t data = 0)
{
    auto packet = Create<Packet>(data);
    packet->AddHeader(header);
    return packet;
}

/** @param octets of a packet @return what TfrcProtocol would find: size of the header, or 0 */
uint32_t
Check(const Octets& octets)
{
    TfrcHeader header;
    return Create<Packet>(octets.data(), octets.size())->PeekHeader(header);
}

/** @brief On the wire. */
class TfrcHeaderTest : public TestCase
{
  public:
    TfrcHeaderTest()
        : TestCase("Headers on the wire, their checksum, and what is refused")
    {
    }

  private:
    void DoRun() override
    {
        Control();
        Data();
        Feedback();
        Checksum();
    }

    /** @brief OPEN and others. */
    void Control()
    {
        TfrcHeader header;
        header.SetSourcePort(0x1234);
        header.SetDestinationPort(0xfedc);
        header.type = TfrcHeader::OPEN;
        header.segmentSize = 0x01020304;
        const Octets open = Read(Make(header));
        const Octets expected{0x12, 0x34, 0xfe, 0xdc, 0, 0, 0, 0, 1, 2, 3, 4};
        NS_TEST_EXPECT_MSG_EQ((open == expected), true, "OPEN");
        TfrcHeader read;
        NS_TEST_EXPECT_MSG_EQ(Make(header)->PeekHeader(read), 12, "size");
        NS_TEST_EXPECT_MSG_EQ(read.type, TfrcHeader::OPEN, "type");
        NS_TEST_EXPECT_MSG_EQ(read.segmentSize, 0x01020304, "segment size");
        NS_TEST_EXPECT_MSG_EQ(read.GetSourcePort(), 0x1234, "port");
        NS_TEST_EXPECT_MSG_EQ(read.GetDestinationPort(), 0xfedc, "port");
        // OPEN and ACCEPT need a segment size, the others must not have one
        for (uint8_t type = 0; type < 9; type++)
        {
            for (const bool sized : {false, true})
            {
                Octets octets = open;
                octets[4] = type;
                octets[11] = sized ? 1 : 0;
                octets[8] = octets[9] = octets[10] = 0;
                const bool opens = type < 2;
                const bool known = type < 7 && type != 2 && type != 3;
                NS_TEST_EXPECT_MSG_EQ(Check(octets),
                                      (known && opens == sized ? 12 : 0),
                                      "type " << +type << " sized " << sized);
            }
        }
        Octets longer = open;
        longer.push_back(0);
        NS_TEST_EXPECT_MSG_EQ(Check(longer), 0, "more than a header");
        Octets reserved = open;
        reserved[5] = 1;
        NS_TEST_EXPECT_MSG_EQ(Check(reserved), 0, "an octet that must be 0");
    }

    /** @brief Data. */
    void Data()
    {
        TfrcDataHeader header;
        header.SetSourcePort(1);
        header.SetDestinationPort(2);
        header.seq = 0xfffffffe;
        header.rtt = NanoSeconds(0x10000 * 1000 + 1); // rounded up
        header.time = NanoSeconds(0x0102030405060708);
        const Octets octets = Read(Make(header, 5));
        const Octets expected{0, 1, 0, 2, 2, 0, 0, 0, 0xff, 0xff, 0xff, 0xfe, 0, 1, 0,
                              1, 1, 2, 3, 4, 5, 6, 7, 8,    0,    0,    0,    0, 0};
        NS_TEST_EXPECT_MSG_EQ((octets == expected), true, "octets");
        NS_TEST_EXPECT_MSG_EQ(Check(octets), 24, "accepted");
        TfrcDataHeader read;
        NS_TEST_EXPECT_MSG_EQ(Make(header, 5)->PeekHeader(read), 24, "size");
        NS_TEST_EXPECT_MSG_EQ(read.seq, 0xfffffffe, "number");
        NS_TEST_EXPECT_MSG_EQ(read.rtt, MicroSeconds(0x10001), "round-trip time");
        NS_TEST_EXPECT_MSG_EQ(read.time, NanoSeconds(0x0102030405060708), "time");
        header.rtt = Seconds(100);
        Make(header)->PeekHeader(read);
        NS_TEST_EXPECT_MSG_EQ(read.rtt, Seconds(64), "the longest");
        header.rtt = Time(0);
        Make(header)->PeekHeader(read);
        NS_TEST_EXPECT_MSG_EQ(read.rtt, Time(0), "none");
        Octets slow = octets;
        slow[12] = 4; // more than 64 s
        NS_TEST_EXPECT_MSG_EQ(Check(slow), 0, "round-trip time");
        Octets late = octets;
        late[16] = 0x40;
        NS_TEST_EXPECT_MSG_EQ(Check(late), 0, "time of more than 62 bits");
        NS_TEST_EXPECT_MSG_EQ(Check(Octets(octets.begin(), octets.begin() + 23)), 0, "short");
        TfrcDataHeader other;
        NS_TEST_EXPECT_MSG_EQ(Make(TfrcFeedbackHeader())->PeekHeader(other), 0, "feedback");
    }

    /** @brief Feedback. */
    void Feedback()
    {
        TfrcFeedbackHeader header;
        header.seq = 7;
        header.echo = NanoSeconds(0x0102030405060708);
        header.delay = NanoSeconds(9);
        header.receiveRate = 1;       // 3ff0...
        header.lossEventRate = 0.375; // 1.5 / 4: 3fd8...
        const Octets octets = Read(Make(header));
        const Octets expected{0,    0,    0, 0, 3, 0, 0, 0, 0,    0,    0, 7, 0, 0, 0, 0,
                              1,    2,    3, 4, 5, 6, 7, 8, 0,    0,    0, 0, 0, 0, 0, 9,
                              0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0x3f, 0xd8, 0, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((octets == expected), true, "octets");
        NS_TEST_EXPECT_MSG_EQ(Check(octets), 48, "accepted");
        TfrcFeedbackHeader read;
        NS_TEST_EXPECT_MSG_EQ(Make(header)->PeekHeader(read), 48, "size");
        NS_TEST_EXPECT_MSG_EQ(read.seq, 7, "number");
        NS_TEST_EXPECT_MSG_EQ(read.echo, NanoSeconds(0x0102030405060708), "echo");
        NS_TEST_EXPECT_MSG_EQ(read.delay, NanoSeconds(9), "delay");
        NS_TEST_EXPECT_MSG_EQ(read.receiveRate, 1, "X_recv");
        NS_TEST_EXPECT_MSG_EQ(read.lossEventRate, 0.375, "p");
        const double nan = std::nan("");
        const double infinite = std::numeric_limits<double>::infinity();
        for (const double rate : {-1.0, -infinite, infinite, nan, -1e-300})
        {
            TfrcFeedbackHeader bad = header;
            bad.receiveRate = rate;
            NS_TEST_EXPECT_MSG_EQ(Check(Read(Make(bad))), 0, "X_recv " << rate);
        }
        for (const double p : {-1e-9, 1 + 1e-9, 1e300, infinite, nan})
        {
            TfrcFeedbackHeader bad = header;
            bad.lossEventRate = p;
            NS_TEST_EXPECT_MSG_EQ(Check(Read(Make(bad))), 0, "p " << p);
        }
        for (const size_t place : {5, 12, 15, 16, 24})
        {
            Octets bad = octets;
            bad[place] |= 0x80;
            NS_TEST_EXPECT_MSG_EQ(Check(bad), 0, "octet " << place);
        }
        Octets longer = octets;
        longer.push_back(0);
        NS_TEST_EXPECT_MSG_EQ(Check(longer), 0, "more than a header");
        NS_TEST_EXPECT_MSG_EQ(Check(Octets(octets.begin(), octets.end() - 1)), 0, "short");
    }

    /** @brief RFC 1071, with the pseudo header of IPv4, by a sum of its own. */
    void Checksum()
    {
        const Ipv4Address a("10.1.2.3");
        const Ipv4Address b("10.9.8.7");
        TfrcDataHeader data;
        data.seq = 3;
        data.time = NanoSeconds(0x1122334455667788);
        TfrcFeedbackHeader feedback;
        feedback.lossEventRate = 0.01;
        TfrcHeader reset;
        for (TransportHeader* header : {static_cast<TransportHeader*>(&data),
                                        static_cast<TransportHeader*>(&feedback),
                                        static_cast<TransportHeader*>(&reset)})
        {
            header->EnableChecksum(a, b, 251);
            const Octets octets = Read(Make(*header, header == &data ? 7 : 0));
            uint32_t sum = 0x0a01 + 0x0203 + 0x0a09 + 0x0807 + 251;
            sum += static_cast<uint32_t>(octets.size());
            for (size_t i = 0; i < octets.size(); i++)
            {
                sum += i % 2 ? octets[i] : octets[i] << 8;
            }
            while (sum >> 16)
            {
                sum = (sum & 0xffff) + (sum >> 16);
            }
            NS_TEST_EXPECT_MSG_EQ(sum, 0xffff, "checksum");
            TfrcHeader any;
            any.EnableChecksum(a, b, 251);
            auto packet = Create<Packet>(octets.data(), octets.size());
            NS_TEST_EXPECT_MSG_GT(packet->PeekHeader(any), 0, "read");
            NS_TEST_EXPECT_MSG_EQ(any.IsChecksumOk(), true, "right");
            Octets damaged = octets;
            damaged[10] ^= 0x10;
            TfrcHeader wrong;
            wrong.EnableChecksum(a, b, 251);
            Create<Packet>(damaged.data(), damaged.size())->PeekHeader(wrong);
            NS_TEST_EXPECT_MSG_EQ(wrong.IsChecksumOk(), false, "damaged");
        }
    }
};

HsnTestRegistration g_tfrcHeaderTests("tfrc-header", {new TfrcHeaderTest});
} // namespace
} // namespace hsn
} // namespace ns3
