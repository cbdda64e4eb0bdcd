// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/packet.h"
#include "ns3/rfc2684.h"
#include "ns3/test.h"

#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Bytes = std::vector<uint8_t>;

/// @param p a packet @return its bytes
Bytes
BytesOf(Ptr<const Packet> p)
{
    Bytes b(p->GetSize());
    p->CopyData(b.data(), p->GetSize());
    return b;
}

/// Encapsulation, octet for octet, and back.
class Rfc2684WireTest : public TestCase
{
  public:
    Rfc2684WireTest()
        : TestCase("RFC 2684: wire format of LLC-SNAP and VC multiplexing")
    {
    }

  private:
    void DoRun() override
    {
        const Bytes payload{0x45, 0x00, 0xde, 0xad};
        Wire(0x0800, LLC_SNAP, {0xaa, 0xaa, 3, 0, 0, 0, 8, 0, 0x45, 0, 0xde, 0xad});
        Wire(0x86dd, LLC_SNAP, {0xaa, 0xaa, 3, 0, 0, 0, 0x86, 0xdd, 0x45, 0, 0xde, 0xad});
        Wire(0x0806, LLC_SNAP, {0xaa, 0xaa, 3, 0, 0, 0, 8, 6, 0x45, 0, 0xde, 0xad});
        Wire(0x0800, VC_MUX, payload);
        Wire(0x86dd, VC_MUX, payload);
        NS_TEST_EXPECT_MSG_EQ(Rfc2684::GetOverhead(LLC_SNAP), 8, "header");
        NS_TEST_EXPECT_MSG_EQ(Rfc2684::GetOverhead(VC_MUX), 0, "no header");
    }

    void Wire(uint16_t protocol, AtmEncapsulation encapsulation, const Bytes& expected)
    {
        const Bytes payload{0x45, 0x00, 0xde, 0xad};
        Ptr<Packet> p = Create<Packet>(payload.data(), 4);
        Rfc2684::Encapsulate(p, protocol, encapsulation);
        NS_TEST_EXPECT_MSG_EQ((BytesOf(p) == expected), true, "wire format of " << protocol);
        // As a sender's packet and as bytes off the wire.
        for (Ptr<Packet> q : {p, Create<Packet>(expected.data(), expected.size())})
        {
            uint16_t found = 0;
            const auto error = Rfc2684::Decapsulate(q, encapsulation, protocol, found);
            NS_TEST_EXPECT_MSG_EQ(error, Rfc2684Error::NONE, "good");
            NS_TEST_EXPECT_MSG_EQ(found, protocol, "EtherType");
            NS_TEST_EXPECT_MSG_EQ((BytesOf(q) == payload), true, "payload");
        }
    }
};

/// Malformed packets.
class Rfc2684MalformedTest : public TestCase
{
  public:
    Rfc2684MalformedTest()
        : TestCase("RFC 2684: malformed packets are named and left alone")
    {
    }

  private:
    void DoRun() override
    {
        const Bytes good{0xaa, 0xaa, 3, 0, 0, 0, 8, 0};
        for (size_t n = 0; n < 8; n++)
        {
            Expect(Bytes(good.begin(), good.begin() + n), LLC_SNAP, Rfc2684Error::TOO_SHORT);
        }
        Expect(good, LLC_SNAP, Rfc2684Error::NONE);
        Expect({}, VC_MUX, Rfc2684Error::TOO_SHORT);
        Expect({0x45}, VC_MUX, Rfc2684Error::NONE);
        for (int bit = 0; bit < 48; bit++)
        {
            Bytes b = good;
            b[bit / 8] ^= 0x80 >> (bit % 8);
            Expect(b, LLC_SNAP, bit < 24 ? Rfc2684Error::WRONG_LLC : Rfc2684Error::UNKNOWN_OUI);
        }
        // Bridged Ethernet with FCS (RFC 2684, 5.2) and routed ISO (5.1).
        Expect({0xaa, 0xaa, 3, 0, 0x80, 0xc2, 0, 1, 0, 0}, LLC_SNAP, Rfc2684Error::UNKNOWN_OUI);
        Expect({0xfe, 0xfe, 3, 0xcc, 0x45, 0, 0, 0, 0}, LLC_SNAP, Rfc2684Error::WRONG_LLC);
    }

    void Expect(const Bytes& bytes, AtmEncapsulation encapsulation, Rfc2684Error expected)
    {
        Ptr<Packet> p = Create<Packet>(bytes.data(), bytes.size());
        uint16_t protocol = 0x4711;
        const auto error = Rfc2684::Decapsulate(p, encapsulation, 0x0800, protocol);
        NS_TEST_EXPECT_MSG_EQ(error, expected, "of " << bytes.size() << " bytes");
        if (error != Rfc2684Error::NONE)
        {
            NS_TEST_EXPECT_MSG_EQ((BytesOf(p) == bytes), true, "left alone");
            NS_TEST_EXPECT_MSG_EQ(protocol, 0x4711, "left alone");
        }
    }
};

HsnTestRegistration g_rfc2684Tests("rfc2684", {new Rfc2684WireTest, new Rfc2684MalformedTest});
} // namespace
