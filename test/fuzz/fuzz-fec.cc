// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/fec/fec-header transport/fec/fec-block-decoder transport/fec/fec-block-encoder
// Covers transport/fec/resequencing-buffer fec/fec-codec fec/xor-shift-code
/**
 * @file
 * libFuzzer target for blocks of packets: encoded packets arrive reordered, duplicated, damaged and
 * mixed with forged ones.
 *
 * Input: an octet, how many blocks are open at a time; then operations, an octet each, modulo 12,
 * and what they need: 0: another code; 1: the block ends; 2: a forged packet; 3: a damaged packet;
 * 4, 5: the application sends, an octet for the length and the data; 8: a report; 9: a packet to be
 * put in order, an octet for its number; 10: early blocks are closed; others: a packet that was
 * sent arrives, an octet for how many were sent after it.
 *
 * Invariants: no crash, and consistent counters. If nothing was damaged or forged, each packet is
 * delivered at most once, with the content that was sent. A report says what was written.
 */
#include "fuzz-support.h"

#include "ns3/fec-block-decoder.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/fec-header.h"
#include "ns3/packet.h"
#include "ns3/resequencing-buffer.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Octets = std::vector<uint8_t>; //!< bytes of a packet

/// A sender, a receiver and the network between them.
class World
{
  public:
    /// @param in the input
    explicit World(FuzzInput in)
        : m_in(in),
          m_encoder(!in.IsEmpty() ? 0xFFFFFFFE : 0),
          m_decoder(
              1 + m_in.Byte() % 4,
              [this](Ptr<Packet> packet, uint32_t block, uint8_t index, bool) {
                  Delivered(packet, block, index);
              },
              [](const FecBlockResult& result) {
                  HSN_REQUIRE(result.received <= result.expected);
                  HSN_REQUIRE(result.lost <= result.missing.size());
              }),
          m_order(8, [this](uint32_t number, Ptr<Packet>, Time) {
              HSN_REQUIRE(number == m_ordered++);
          })
    {
    }

    /// Runs all operations of the input. @return packets delivered, and reports
    uint32_t Run()
    {
        while (!m_in.IsEmpty())
        {
            switch (m_in.Byte() % 12)
            {
            case 0:
                SetCode();
                break;
            case 1:
                for (const auto& packet : m_encoder.Flush())
                {
                    m_sent.push_back(packet);
                }
                break;
            case 2:
                Forge();
                break;
            case 3:
                Damage();
                break;
            case 4:
            case 5:
                Send();
                break;
            case 8:
                TakeReport();
                break;
            case 9:
                Order();
                break;
            case 10:
                m_decoder.CloseBefore(m_encoder.GetBlock() - m_in.Byte() % 4);
                break;
            default:
                Arrive();
                break;
            }
        }
        m_decoder.CloseAll();
        const auto& counters = m_decoder.GetCounters();
        HSN_REQUIRE(counters.lostData <= counters.expectedData);
        return m_accepted;
    }

  private:
    /// Sets a code from the input, if it is valid.
    void SetCode()
    {
        FecCode code;
        const uint8_t how = m_in.Byte();
        code.codec = static_cast<FecCodecType>(how % 4);
        code.data = 1 + m_in.Byte() % 9;
        code.parity = (how >> 2) % 4;
        code.shiftOrigin = how >> 6 & 1;
        code.shiftUnit = how & 128 ? 8 : 1;
        if (code.Check().empty())
        {
            m_encoder.SetCode(code);
        }
    }

    /// Sends a packet of the application.
    void Send()
    {
        Octets octets(m_in.Byte() % 40);
        for (auto& octet : octets)
        {
            octet = m_in.Byte();
        }
        const std::pair<uint32_t, uint32_t> place(m_encoder.GetBlock(), m_encoder.GetPending());
        m_data[place] = octets;
        const auto packets =
            m_encoder.Add(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
        m_sent.insert(m_sent.end(), packets.begin(), packets.end());
    }

    /// Lets one of the last packets arrive.
    void Arrive()
    {
        if (!m_sent.empty())
        {
            const size_t back = m_in.Byte() % std::min<size_t>(m_sent.size(), 32);
            Take(m_sent[m_sent.size() - 1 - back]->Copy());
        }
    }

    /// Lets one of the last packets arrive with a changed byte or truncated.
    void Damage()
    {
        if (m_sent.empty())
        {
            return;
        }
        auto octets = OctetsOf(m_sent[m_sent.size() - 1 - m_in.Byte() % m_sent.size()]);
        octets[m_in.Byte() % octets.size()] ^= m_in.Byte();
        if (m_in.Byte() % 4 == 0)
        {
            octets.resize(m_in.Byte() % (octets.size() + 1));
        }
        m_honest = false;
        Take(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /// Lets a forged packet with a nearly valid header arrive.
    void Forge()
    {
        Octets octets(m_in.Byte() % 64);
        for (auto& octet : octets)
        {
            octet = m_in.Byte();
        }
        if (octets.size() >= FecHeader::SIZE)
        {
            octets[0] = 0x10 | (octets[0] & 11);
            octets[10] = 0;
            octets[11] = static_cast<uint8_t>(octets.size() - FecHeader::SIZE);
        }
        m_honest = false;
        Take(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /// A report of any numbers goes through its header and back.
    void TakeReport()
    {
        uint8_t octets[FecReport::SIZE];
        m_in.Fill(octets, sizeof(octets));
        auto packet = Create<Packet>(octets, sizeof(octets));
        FecReport report;
        packet->RemoveHeader(report);
        packet->AddHeader(report);
        HSN_REQUIRE(OctetsOf(packet) == Octets(octets, octets + sizeof(octets)));
        FecHeader header;
        header.type = FEC_REPORT;
        header.flow = m_in.Byte();
        header.length = FecReport::SIZE;
        packet->AddHeader(header);
        std::ostringstream text;
        packet->Print(text);
        text << header << report;
        FecHeader read;
        HSN_REQUIRE(!read.Read(packet));
        HSN_REQUIRE(read.type == FEC_REPORT && read.flow == header.flow);
        m_accepted++;
    }

    /// A packet is put in order.
    void Order()
    {
        const uint32_t number = m_order.GetNext() + m_in.Byte() % 12 - 2;
        const bool taken = m_order.Insert(number, Create<Packet>(1));
        HSN_REQUIRE(m_order.GetNext() == m_ordered && m_order.GetWaiting() < 8);
        m_accepted += taken;
    }

    /// @param packet arriving packet
    void Take(Ptr<Packet> packet)
    {
        FecHeader header;
        const uint32_t size = packet->GetSize();
        const char* problem = header.Read(packet);
        HSN_REQUIRE(packet->GetSize() == (problem ? size : size - FecHeader::SIZE));
        if (!problem && header.type != FEC_REPORT)
        {
            m_decoder.Receive(header, packet);
        }
    }

    /// @param packet delivered packet @param block its block @param index its index in the block
    void Delivered(Ptr<Packet> packet, uint32_t block, uint8_t index)
    {
        m_accepted++;
        if (!m_honest)
        {
            return;
        }
        HSN_REQUIRE(m_delivered.insert({block, index}).second);
        const auto found = m_data.find({block, index});
        HSN_REQUIRE(found != m_data.end());
        HSN_REQUIRE(found->second == OctetsOf(packet));
    }

    FuzzInput m_in;                  //!< the input
    FecBlockEncoder m_encoder;       //!< the sender's encoder
    FecBlockDecoder m_decoder;       //!< the receiver's decoder
    ResequencingBuffer m_order;      //!< puts packets in order
    uint32_t m_ordered{0};           //!< packets that it delivered
    uint32_t m_accepted{0};          //!< packets delivered, and reports
    std::vector<Ptr<Packet>> m_sent; //!< encoded packets
    std::map<std::pair<uint32_t, uint32_t>, Octets>
        m_data; //!< packets of the application, by block and index
    std::set<std::pair<uint32_t, uint32_t>> m_delivered; //!< block and index of delivered packets
    bool m_honest{true};                                 //!< nothing was damaged or forged
};

/// @param codec of the code @param data N @param parity M @param how other bits of the code
/// @return beginning of a seed: a block of N packets is sent
FuzzOutput
MakeBlock(FecCodecType codec, int data, int parity, int how = 0)
{
    FuzzOutput out;
    out.Bytes({3, 0, static_cast<int>(codec) | parity << 2 | how, data - 1});
    for (int i = 0; i < data; i++)
    {
        out.Bytes({4, 5 + i, 1, 2, 3, i, 5}).Octets(std::vector<uint8_t>(i, 77));
    }
    return out;
}

/// @param report a report @return its octets
Octets
MakeReport(const FecReport& report)
{
    auto packet = Create<Packet>();
    packet->AddHeader(report);
    return OctetsOf(packet);
}

/// @param header of a packet @return seed of a forged packet with it
FuzzOutput
MakeForged(const FecHeader& header)
{
    auto packet = Create<Packet>(header.length);
    packet->AddHeader(header);
    const auto octets = OctetsOf(packet);
    return FuzzOutput().Bytes({0, 2, static_cast<int>(octets.size())}).Octets(octets);
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    return World(in).Run();
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    FecReport report;
    report.expected = 100;
    report.received = 90;
    report.expectedData = 80;
    report.lostData = 3;
    FecHeader data;
    data.block = 3;
    data.length = 20;
    FecHeader parity = data;
    parity.type = FEC_PARITY;
    parity.shortBlock = true;
    parity.code = {FEC_CODEC_REED_SOLOMON, 1, 2};
    parity.index = 1;
    // 6 and n: the packet before the last n arrives
    return {
        {"in-order", MakeBlock(FEC_CODEC_XOR, 2, 1).Bytes({6, 2, 6, 1, 6, 0})},
        {"xor-restored", MakeBlock(FEC_CODEC_XOR, 3, 1).Bytes({6, 3, 6, 1, 6, 0})},
        {"shift-xor-restored",
         MakeBlock(FEC_CODEC_SHIFT_XOR, 4, 2).Bytes({6, 5, 6, 2, 6, 1, 6, 0})},
        {"shift-octets-restored",
         MakeBlock(FEC_CODEC_SHIFT_XOR, 3, 3, 0xc0).Bytes({6, 2, 6, 1, 6, 0})},
        {"truncated-restored",
         MakeBlock(FEC_CODEC_SHIFT_XOR_TRUNCATED, 3, 2).Bytes({6, 4, 6, 1, 6, 0})},
        {"reed-solomon-restored",
         MakeBlock(FEC_CODEC_REED_SOLOMON, 4, 3).Bytes({6, 6, 6, 2, 6, 1, 6, 0})},
        {"short-block", FuzzOutput().Bytes({3, 4, 3, 1, 2, 3, 4, 2, 7, 8, 1, 6, 2, 6, 0})},
        {"duplicates", MakeBlock(FEC_CODEC_XOR, 2, 1).Bytes({6, 2, 6, 2, 6, 0, 6, 0})},
        {"late", MakeBlock(FEC_CODEC_XOR, 2, 1).Bytes({10, 0, 6, 2, 4, 1, 1, 6, 0, 6, 3})},
        {"damaged",
         MakeBlock(FEC_CODEC_REED_SOLOMON, 3, 2).Bytes({3, 4, 14, 9, 1, 6, 3, 6, 0, 6, 1})},
        {"forged-data", MakeForged(data)},
        {"forged-parity", MakeForged(parity)},
        {"report", FuzzOutput().Bytes({0, 8}).Octets(MakeReport(report)).Bytes({9})},
        {"order", FuzzOutput().Bytes({0, 9, 4, 9, 3, 9, 2, 9, 2, 9, 0, 9, 11})},
    };
}
