// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A header with a field of every kind, against octets that are written out here.
 */
#include "../hsn-test.h"

#include "ns3/ipv4-address.h"
#include "ns3/packet.h"
#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Octets = std::vector<uint8_t>;

/** @brief A field of every kind. */
class SampleHeader : public PduHeader<SampleHeader, TransportHeader>
{
  public:
    /** @brief A kind. */
    enum Colour : uint8_t
    {
        RED,
        GREEN,
        BLUE
    };

    static constexpr const char* NAME = "ns3::hsn::PduFieldsSampleHeader"; //!< of its TypeId

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Kind(colour, {"RED", "GREEN", "BLUE"});
        v.Number("small", small, 9);
        v.Zero(2);
        v.Ports(*this);
        v.Checksum();
        v.Number("number", number);
        v.Number("large", large);
        v.Microseconds("rtt", rtt, 1000);
        v.Nanoseconds("time", time);
        v.Real("share", share, 1);
    }

    Colour colour{RED}; //!< octet 0
    uint8_t small{0};   //!< octet 1
    uint16_t number{0}; //!< octet 10
    uint64_t large{0};  //!< octet 12
    Time rtt;           //!< octet 20
    Time time;          //!< octet 24
    double share{0};    //!< octet 32
};

/** @brief As it is on the wire. */
class PduFieldsTest : public TestCase
{
  public:
    PduFieldsTest()
        : TestCase("A header that names its fields: octets, checks, checksum, text")
    {
    }

  private:
    /** @return a header */
    static SampleHeader Make()
    {
        SampleHeader header;
        header.colour = SampleHeader::BLUE;
        header.small = 9;
        header.SetSourcePort(0x1234);
        header.SetDestinationPort(0xfedc);
        header.number = 0xabcd;
        header.large = 0x0102030405060708;
        header.rtt = NanoSeconds(999001); // 1000 us, rounded up
        header.time = NanoSeconds(0x3132333435363738);
        header.share = 0.375; // 1.5 / 4: 3fd8...
        return header;
    }

    /** @param header a header @return its octets */
    static Octets Write(const SampleHeader& header)
    {
        auto packet = Create<Packet>();
        packet->AddHeader(header);
        Octets octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        return octets;
    }

    /** @param octets of a packet @return whether they are a header */
    static bool Accepts(const Octets& octets)
    {
        SampleHeader header;
        return Create<Packet>(octets.data(), octets.size())->PeekHeader(header) > 0;
    }

    void DoRun() override
    {
        const Octets expected{2,    9,    0,    0,    0x12, 0x34, 0xfe, 0xdc, 0,    0,
                              0xab, 0xcd, 1,    2,    3,    4,    5,    6,    7,    8,
                              0,    0,    0x03, 0xe8, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36,
                              0x37, 0x38, 0x3f, 0xd8, 0,    0,    0,    0,    0,    0};
        const Octets octets = Write(Make());
        NS_TEST_EXPECT_MSG_EQ((octets == expected), true, "octets");
        NS_TEST_EXPECT_MSG_EQ(Make().GetSerializedSize(), 40, "size");
        NS_TEST_EXPECT_MSG_EQ(SampleHeader::GetTypeId().GetName(), SampleHeader::NAME, "name");
        SampleHeader read;
        NS_TEST_EXPECT_MSG_EQ(Create<Packet>(octets.data(), octets.size())->PeekHeader(read),
                              40,
                              "read");
        NS_TEST_EXPECT_MSG_EQ(read.colour, SampleHeader::BLUE, "kind");
        NS_TEST_EXPECT_MSG_EQ(+read.small, 9, "number");
        NS_TEST_EXPECT_MSG_EQ(read.GetSourcePort(), 0x1234, "port");
        NS_TEST_EXPECT_MSG_EQ(read.GetDestinationPort(), 0xfedc, "port");
        NS_TEST_EXPECT_MSG_EQ(read.number, 0xabcd, "number");
        NS_TEST_EXPECT_MSG_EQ(read.large, 0x0102030405060708, "number");
        NS_TEST_EXPECT_MSG_EQ(read.rtt, MicroSeconds(1000), "us");
        NS_TEST_EXPECT_MSG_EQ(read.time, NanoSeconds(0x3132333435363738), "ns");
        NS_TEST_EXPECT_MSG_EQ(read.share, 0.375, "double");
        Refused(octets);
        Checksum();
        Text();
    }

    /** @param octets of a header */
    void Refused(const Octets& octets)
    {
        struct Damage
        {
            uint32_t place; //!< octet
            uint8_t value;  //!< that is invalid there
        };

        for (const Damage& damage : std::vector<Damage>{{0, 3},
                                                        {1, 10},
                                                        {2, 1},
                                                        {3, 1},
                                                        {23, 0xe9},
                                                        {24, 0x40},
                                                        {32, 0xbf}})
        {
            Octets bad = octets;
            bad[damage.place] = damage.value;
            NS_TEST_EXPECT_MSG_EQ(Accepts(bad), false, "octet " << damage.place);
        }
        for (const double share :
             {1.0000001, -1e-9, std::nan(""), std::numeric_limits<double>::infinity()})
        {
            auto header = Make();
            header.share = share;
            NS_TEST_EXPECT_MSG_EQ(Accepts(Write(header)), false, "share " << share);
        }
        for (uint32_t size = 0; size < octets.size(); ++size)
        {
            NS_TEST_EXPECT_MSG_EQ(Accepts(Octets(octets.begin(), octets.begin() + size)),
                                  false,
                                  "the first " << size);
        }
        auto slow = Make();
        slow.rtt = Seconds(1);
        NS_TEST_EXPECT_MSG_EQ((Write(slow) == octets), true, "the longest time is written");
    }

    /** @brief RFC 1071, with the pseudo header of IPv4, by a sum of its own. */
    void Checksum()
    {
        auto header = Make();
        header.EnableChecksum(Ipv4Address("10.1.2.3"), Ipv4Address("10.9.8.7"), 251);
        Octets octets = Write(header);
        uint32_t sum = 0x0a01 + 0x0203 + 0x0a09 + 0x0807 + 251 + 40;
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            sum += i % 2 ? octets[i] : octets[i] << 8;
        }
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        NS_TEST_EXPECT_MSG_EQ(sum, 0xffff, "checksum");
        for (const bool damaged : {false, true})
        {
            octets[13] ^= damaged;
            header = SampleHeader();
            header.EnableChecksum(Ipv4Address("10.1.2.3"), Ipv4Address("10.9.8.7"), 251);
            Create<Packet>(octets.data(), octets.size())->PeekHeader(header);
            NS_TEST_EXPECT_MSG_EQ(header.IsChecksumOk(), !damaged, "checked");
        }
    }

    /** @brief What people read. */
    void Text()
    {
        auto header = Make();
        header.rtt = header.time = Time(0);
        std::ostringstream text;
        text << header;
        std::ostringstream zero;
        zero << Time(0);
        NS_TEST_EXPECT_MSG_EQ(
            text.str(),
            "BLUE small 9 4660 > 65244 number 43981 large 72623859790382856 rtt " + zero.str() +
                " time " + zero.str() + " share 0.375",
            "text");
    }
};

/** @brief Fields that depend on others; no ports, no checksum. */
class VariableHeader : public PduHeader<VariableHeader>
{
  public:
    /** @brief A kind in two octets. */
    enum Kind : uint16_t
    {
        LIST = 1,
        TEXT = 2
    };

    static constexpr const char* NAME = "ns3::hsn::PduFieldsVariableHeader"; //!< of its TypeId

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        v.Kind(kind, {nullptr, "LIST", "TEXT"});
        v.template Flags<uint16_t>(
            {{0x8000, urgent, "urgent"}, {1, sorted, "sorted", kind == LIST}});
        v.Constant("version", uint8_t{4});
        v.Positive("weight", weight, 9);
        v.Reserved(1);
        if (kind == LIST)
        {
            v.List("numbers", numbers, v.GetLeft() / 4);
            v.End();
            return;
        }
        auto length = static_cast<uint8_t>(text.size());
        v.Number(nullptr, length, 20);
        v.Octets("text", text, length);
        v.Data();
    }

    Kind kind{LIST};               //!< octets 0 and 1
    bool urgent{false};            //!< highest bit of octet 2
    bool sorted{false};            //!< lowest bit of octet 3
    uint8_t weight{1};             //!< octet 5
    std::vector<uint32_t> numbers; //!< from octet 7 on
    std::string text;              //!< from octet 8 on, behind its length
};

/** @brief Octets and faults, written out here. */
class PduVariableFieldsTest : public TestCase
{
  public:
    PduVariableFieldsTest()
        : TestCase("Fields that depend on others: flags, lists, text, what is malformed in words")
    {
    }

  private:
    /** @param header a header @param expected its octets @param text its text */
    void Check(const VariableHeader& header, const Octets& expected, const std::string& text)
    {
        auto packet = Create<Packet>();
        packet->AddHeader(header);
        Octets octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        NS_TEST_EXPECT_MSG_EQ((octets == expected), true, text << ": octets");
        if (header.kind == VariableHeader::TEXT)
        {
            octets.push_back(0); // data
        }
        VariableHeader read;
        const uint32_t size = Create<Packet>(octets.data(), octets.size())->PeekHeader(read);
        NS_TEST_EXPECT_MSG_EQ(size, expected.size(), text << ": size");
        std::ostringstream out;
        out << read;
        NS_TEST_EXPECT_MSG_EQ(out.str(), text, "text");
    }

    /** @param octets of a packet @param expected what is malformed */
    void Fault(const Octets& octets, const std::string& expected)
    {
        const auto packet = Create<Packet>(octets.data(), octets.size());
        NS_TEST_EXPECT_MSG_EQ(VariableHeader::FindFault(packet), expected, "fault");
        VariableHeader read;
        NS_TEST_EXPECT_MSG_EQ((packet->PeekHeader(read) == 0), !expected.empty(), expected);
    }

    void DoRun() override
    {
        VariableHeader header;
        header.urgent = header.sorted = true;
        header.weight = 9;
        header.numbers = {0x01020304, 0xf1f2f3f4};
        Check(header,
              {0, 1, 0x80, 1, 4, 9, 0, 1, 2, 3, 4, 0xf1, 0xf2, 0xf3, 0xf4},
              "LIST urgent sorted weight 9 numbers {16909060 4059231220}");
        header.kind = VariableHeader::TEXT; // which is not sorted
        header.text = "ab";
        Check(header, {0, 2, 0x80, 0, 4, 9, 0, 2, 'a', 'b'}, "TEXT urgent weight 9 text \"ab\"");
        Fault({0, 1, 0, 0, 4, 1, 0}, "");
        Fault({0, 1, 0, 0, 4, 1, 77}, ""); // reserved
        Fault({0, 0, 0, 0, 4, 1, 0}, "kind 0: must be a known one");
        Fault({0, 3, 0, 0, 4, 1, 0}, "kind 3: must be at most 2");
        Fault({0, 1, 0x40, 1, 4, 1, 0}, "flags 16385: must be known ones");
        Fault({0, 2, 0, 1, 4, 1, 0, 0, 1}, "flags 1: must be known ones");
        Fault({0, 1, 0, 0, 5, 0, 0}, "version 5: must be 4"); // the first fault counts
        Fault({0, 1, 0, 0, 4, 0, 0}, "weight 0: must be above 0");
        Fault({0, 1, 0, 0, 4, 10, 0}, "weight 10: must be at most 9");
        Fault({0, 1, 0, 0, 4, 1, 0, 1, 2, 3}, "octets behind the end 3: must be 0");
        Fault({0, 2, 0, 0, 4, 1, 0, 3, 'a', 'b'}, "text 3: must be at most 2");
        Fault({0, 2, 0, 0, 4, 1, 0, 21}, "a field 21: must be at most 20");
        Fault({0, 2, 0, 0, 4, 1, 0, 2, 'a', 'b'}, "octets of data 0: must be above 0");
        Fault({0, 1, 0}, "octets that are left 1: must be at least 2");
        Fault({}, "octets that are left 0: must be at least 2");
    }
};

HsnTestRegistration g_pduFieldsTests("pdu-fields", {new PduFieldsTest, new PduVariableFieldsTest});
} // namespace
} // namespace hsn
} // namespace ns3
