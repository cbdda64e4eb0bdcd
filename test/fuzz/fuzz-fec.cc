// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer target for blocks of packets: encoded packets arrive reordered, duplicated, damaged and
 * mixed with forged ones.
 *
 * Invariants: no crash, and consistent counters. If nothing was damaged or forged, each packet is
 * delivered at most once, with the content that was sent.
 */
#include "fuzz-support.h"

#include "ns3/fec-block-decoder.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/fec-header.h"
#include "ns3/packet.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Octets = std::vector<uint8_t>; //!< bytes of a packet

/// @param packet a packet @return its bytes
Octets
GetOctets(Ptr<const Packet> packet)
{
    Octets octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    return octets;
}

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
              })
    {
    }

    /// Runs all operations of the input.
    void Run()
    {
        while (!m_in.IsEmpty())
        {
            switch (m_in.Byte() % 8)
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
            default:
                Arrive();
                break;
            }
        }
        m_decoder.CloseAll();
        const auto& counters = m_decoder.GetCounters();
        HSN_REQUIRE(counters.lostData <= counters.expectedData);
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
        auto octets = GetOctets(m_sent[m_sent.size() - 1 - m_in.Byte() % m_sent.size()]);
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
        if (!m_honest)
        {
            return;
        }
        HSN_REQUIRE(m_delivered.insert({block, index}).second);
        const auto found = m_data.find({block, index});
        HSN_REQUIRE(found != m_data.end());
        HSN_REQUIRE(found->second == GetOctets(packet));
    }

    FuzzInput m_in;                  //!< the input
    FecBlockEncoder m_encoder;       //!< the sender's encoder
    FecBlockDecoder m_decoder;       //!< the receiver's decoder
    std::vector<Ptr<Packet>> m_sent; //!< encoded packets
    std::map<std::pair<uint32_t, uint32_t>, Octets>
        m_data; //!< packets of the application, by block and index
    std::set<std::pair<uint32_t, uint32_t>> m_delivered; //!< block and index of delivered packets
    bool m_honest{true};                                 //!< nothing was damaged or forged
};
} // namespace

/// @param data the input @param size its length in bytes @return 0
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    World(FuzzInput(data, size)).Run();
    return 0;
}
