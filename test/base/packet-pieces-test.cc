// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packets that are cut and filled up, with any lists of headers that ns-3 keeps: octets by hand. If
 * HSN_TEST_PRINTING is set, there are such lists, and ns-3 ends the program if they do not fit.
 */
#include "../hsn-test.h"
#include "../packet-octets.h"

#include "ns3/packet-pieces.h"
#include "ns3/udp-header.h"

#include <cstdint>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Octets at the end. */
class AddZerosTest : public TestCase
{
  public:
    AddZerosTest()
        : TestCase("Octets of 0 are added, and can be removed")
    {
    }

  private:
    void DoRun() override
    {
        const uint8_t text[3] = {1, 2, 3};
        const auto packet = Create<Packet>(text, 3);
        AddZeros(packet, 0);
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 3, "none");
        AddZeros(packet, 2);
        const std::vector<uint8_t> longer{1, 2, 3, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == longer), true, "two");
        std::ostringstream names;
        packet->Print(names);
        if (!names.str().empty()) // there are lists
        {
            NS_TEST_EXPECT_MSG_EQ(names.str(),
                                  "Payload (size=3) ns3::hsn::ZeroTrailer (2 octets)",
                                  "and by name");
        }
        packet->RemoveAtEnd(3);
        const std::vector<uint8_t> shorter{1, 2};
        NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == shorter), true, "and three less");
    }
};

/** @brief Pieces that are sent in any order. */
class CutPacketTest : public TestCase
{
  public:
    CutPacketTest()
        : TestCase("A packet is cut into pieces, each of which takes headers again and again")
    {
    }

  private:
    /** @brief Cuts twelve octets, which came in three packets. @param size of a piece
     * @param expected sizes of the pieces */
    void Cut(uint32_t size, const std::vector<uint32_t>& expected)
    {
        std::vector<uint8_t> octets(12);
        std::iota(octets.begin(), octets.end(), 100);
        const auto whole = Create<Packet>();
        for (uint32_t i = 0; i < 3; ++i)
        {
            whole->AddAtEnd(Create<Packet>(octets.data() + 4 * i, 4));
        }
        const auto pieces = CutPacket(whole, size);
        std::vector<uint32_t> sizes;
        // the first one again, after those behind it
        for (int round = 0; round < 2; ++round)
        {
            sizes.clear();
            auto from = octets.begin();
            for (const auto& piece : pieces)
            {
                const auto sent = piece->Copy();
                sent->AddHeader(UdpHeader());
                AddZeros(sent, 4);
                UdpHeader header;
                sent->RemoveHeader(header);
                sent->RemoveAtEnd(4);
                sizes.push_back(sent->GetSize());
                const std::vector<uint8_t> part(from, from + sent->GetSize());
                from += sent->GetSize();
                NS_TEST_EXPECT_MSG_EQ((OctetsOf(sent) == part), true, "pieces of " << size);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((sizes == expected), true, "pieces of " << size);
    }

    void DoRun() override
    {
        Cut(4, {4, 4, 4});
        Cut(5, {5, 5, 2});
        Cut(12, {12});
        Cut(13, {12});
        NS_TEST_EXPECT_MSG_EQ(CutPacket(Create<Packet>(), 4).size(), 0, "nothing");
    }
};

HsnTestRegistration g_packetPiecesTests("packet-pieces", {new AddZerosTest, new CutPacketTest});
} // namespace
} // namespace hsn
} // namespace ns3
