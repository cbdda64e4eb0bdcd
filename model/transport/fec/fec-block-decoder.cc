// SPDX-License-Identifier: GPL-2.0-only
#include "fec-block-decoder.h"

#include "fec-piece.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
FecDecoderCounters&
FecDecoderCounters::operator+=(const FecDecoderCounters& other)
{
    expected += other.expected;
    received += other.received;
    expectedData += other.expectedData;
    lostData += other.lostData;
    restored += other.restored;
    duplicates += other.duplicates;
    late += other.late;
    inconsistent += other.inconsistent;
    undecodable += other.undecodable;
    damaged += other.damaged;
    restarts += other.restarts;
    return *this;
}

FecBlockDecoder::FecBlockDecoder(uint32_t openBlocks, Deliver deliver, Closed closed)
    : m_openBlocks(openBlocks),
      m_deliver(std::move(deliver)),
      m_closed(std::move(closed))
{
    NS_ABORT_MSG_IF(openBlocks < 1 || openBlocks >= RESTART,
                    openBlocks << " open FEC blocks: 1 to " << RESTART - 1);
}

const FecDecoderCounters&
FecBlockDecoder::GetCounters() const
{
    return m_counters;
}

FecBlockDecoder::Block*
FecBlockDecoder::Find(uint32_t number)
{
    const uint32_t newest = m_first + static_cast<uint32_t>(m_blocks.size()) - 1;
    const auto ahead = static_cast<int32_t>(number - newest);
    if (m_started && (ahead > RESTART || ahead < -RESTART))
    {
        CloseAll();
        m_counters.restarts++;
        m_started = false;
    }
    if (!m_started)
    {
        m_started = true;
        m_first = number;
    }
    while (static_cast<int32_t>(number - m_first) >= static_cast<int32_t>(m_blocks.size()))
    {
        m_blocks.emplace_back();
        if (m_blocks.size() > m_openBlocks)
        {
            CloseOldest();
        }
    }
    const auto place = static_cast<int32_t>(number - m_first);
    return place < 0 ? nullptr : &m_blocks[place];
}

void
FecBlockDecoder::Start(uint32_t block, const FecCode& code)
{
    m_started = true;
    m_first = block;
    m_lastCode = code;
}

bool
FecBlockDecoder::Admit(Block& block, const FecHeader& header)
{
    FecCode code = header.code;
    if (!block.seen)
    {
        block.seen = true;
        block.code = code;
        block.nominal = code.data;
        block.data.resize(code.data);
        block.arrived.resize(code.data);
        block.parity.resize(code.parity);
    }
    // all packets of a block have the same code, but parity may tell fewer data packets
    code.data = block.code.data;
    if (!(code == block.code))
    {
        return false;
    }
    if (header.code.data == block.code.data)
    {
        return true;
    }
    return header.type == FEC_PARITY
               ? header.shortBlock && !block.sized && header.code.data < block.code.data
               : block.sized && header.code.data > block.code.data &&
                     header.index < block.code.data;
}

bool
FecBlockDecoder::StoreData(Block& block, const FecHeader& header, Ptr<Packet> packet)
{
    const uint32_t i = header.index;
    if (block.length > 0 && FEC_PIECE_LENGTH + packet->GetSize() > block.length)
    {
        return false;
    }
    if (block.arrived[i])
    {
        m_counters.duplicates++;
        return true;
    }
    block.arrived[i] = true;
    block.received++;
    block.nominal = std::max(block.nominal, header.code.data);
    if (!block.data[i])
    {
        block.data[i] = packet;
        block.known++;
        m_deliver(packet, header.block, header.index, false);
    }
    return true;
}

bool
FecBlockDecoder::StoreParity(Block& block, const FecHeader& header, Ptr<Packet> packet)
{
    const uint32_t n = header.code.data;
    const uint32_t j = header.index - n;
    if (block.parity[j])
    {
        m_counters.duplicates++;
        return true;
    }
    // it must cover all known data packets and agree in length with other parity
    std::size_t needed = FecCodec::GetExcess(header.code, j) + FEC_PIECE_LENGTH;
    const std::size_t size = packet->GetSize();
    for (uint32_t i = 0; i < block.data.size(); i++)
    {
        const auto& data = block.data[i];
        if (data && (i >= n || needed + data->GetSize() > size))
        {
            return false;
        }
    }
    const std::size_t length = size + FEC_PIECE_LENGTH - needed;
    if (size < needed || (block.length > 0 && block.length != length))
    {
        return false;
    }
    block.code = header.code;
    block.data.resize(n);
    block.arrived.resize(n);
    block.sized = true;
    block.length = length;
    block.parity[j] = packet;
    block.received++;
    return true;
}

void
FecBlockDecoder::Receive(const FecHeader& header, Ptr<Packet> packet)
{
    Block* block = Find(header.block);
    if (!block)
    {
        m_counters.late++;
        return;
    }
    const uint32_t before = block->received;
    if (!Admit(*block, header) || !(header.type == FEC_PARITY ? StoreParity(*block, header, packet)
                                                              : StoreData(*block, header, packet)))
    {
        m_counters.inconsistent++;
        return;
    }
    m_lastCode = block->code;
    m_lastCode.data = block->nominal;
    if (block->received > before && block->received >= block->code.data &&
        block->known < block->code.data)
    {
        Restore(*block, header.block);
    }
}

void
FecBlockDecoder::Restore(Block& block, uint32_t number)
{
    const FecCode& code = block.code;
    std::vector<bool> present;
    std::vector<uint8_t> data(block.length * code.data);
    std::vector<std::vector<uint8_t>> parity;
    std::vector<const uint8_t*> pointers;
    for (uint32_t i = 0; i < code.data; i++)
    {
        present.push_back(block.data[i] != nullptr);
        if (block.data[i])
        {
            const auto piece = MakeFecPiece(block.data[i]);
            std::copy(piece.begin(), piece.end(), data.begin() + i * block.length);
        }
    }
    for (const auto& one : block.parity)
    {
        present.push_back(one != nullptr);
        parity.emplace_back(one ? one->GetSize() : 0);
        if (one)
        {
            one->CopyData(parity.back().data(), one->GetSize());
        }
    }
    for (const auto& one : parity)
    {
        pointers.push_back(one.data());
    }
    if (!m_codec || !(m_codec->GetCode() == code))
    {
        m_codec = std::make_unique<FecCodec>(code);
    }
    const auto result = m_codec->Repair(present, data, block.length, pointers);
    if (result == FEC_DECODE_INCONSISTENT)
    {
        m_counters.damaged++;
        return;
    }
    m_counters.undecodable += result == FEC_DECODE_INCOMPLETE;
    std::vector<std::pair<uint8_t, Ptr<Packet>>> found;
    for (uint32_t i = 0; i < code.data; i++)
    {
        if (block.data[i] || !present[i])
        {
            continue;
        }
        const auto packet = ReadFecPiece(data.data() + i * block.length, block.length);
        if (!packet)
        {
            m_counters.damaged++;
            return;
        }
        found.emplace_back(static_cast<uint8_t>(i), packet);
    }
    for (const auto& [index, packet] : found)
    {
        block.data[index] = packet;
    }
    block.restored += static_cast<uint32_t>(found.size());
    m_counters.restored += found.size();
    block.known += static_cast<uint32_t>(found.size());
    for (const auto& [index, packet] : found)
    {
        m_deliver(packet->Copy(), number, index, true);
    }
}

void
FecBlockDecoder::CloseOldest()
{
    Block& block = m_blocks.front();
    FecBlockResult result;
    result.block = m_first;
    result.received = block.received;
    result.restored = block.restored;
    uint32_t data = 0; // data packets sent
    if (!block.seen)
    {
        result.code = m_lastCode;
        result.missing.assign(m_lastCode.data, true);
        data = m_lastCode.data;
    }
    else
    {
        result.code = block.code;
        for (uint32_t i = 0; i < block.data.size(); i++)
        {
            result.missing.push_back(!block.data[i]);
            data = block.data[i] ? i + 1 : data;
        }
        data = block.sized ? block.code.data : data;
    }
    result.expected = data + result.code.parity;
    result.lost = static_cast<uint32_t>(
        std::count(result.missing.begin(), result.missing.begin() + data, true));
    m_counters.expected += result.expected;
    m_counters.received += result.received;
    m_counters.expectedData += data;
    m_counters.lostData += result.lost;
    m_first++;
    m_blocks.pop_front();
    m_closed(result);
}

void
FecBlockDecoder::CloseBefore(uint32_t block)
{
    while (m_started && static_cast<int32_t>(block - m_first) > 0 &&
           static_cast<int32_t>(block - m_first) <= RESTART)
    {
        if (m_blocks.empty())
        {
            m_blocks.emplace_back();
        }
        CloseOldest();
    }
}

void
FecBlockDecoder::CloseAll()
{
    while (!m_blocks.empty())
    {
        CloseOldest();
    }
}
} // namespace hsn
} // namespace ns3
