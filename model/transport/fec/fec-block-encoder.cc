// SPDX-License-Identifier: GPL-2.0-only
#include "fec-block-encoder.h"

#include "fec-piece.h"

#include "ns3/abort.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
FecBlockEncoder::FecBlockEncoder(uint32_t firstBlock, uint8_t flow)
    : m_block(firstBlock),
      m_flow(flow)
{
}

void
FecBlockEncoder::SetCode(const FecCode& code)
{
    const std::string error = code.Check();
    NS_ABORT_MSG_UNLESS(error.empty(), error);
    m_next = code;
}

const FecCode&
FecBlockEncoder::GetCode() const
{
    return m_count > 0 ? m_code : m_next;
}

uint32_t
FecBlockEncoder::GetBlock() const
{
    return m_block;
}

uint32_t
FecBlockEncoder::GetPending() const
{
    return m_count;
}

FecHeader
FecBlockEncoder::MakeHeader(FecPacketType type, uint32_t index) const
{
    FecHeader header;
    header.type = type;
    header.code = m_code;
    header.block = m_block;
    header.index = static_cast<uint8_t>(index);
    header.flow = m_flow;
    return header;
}

std::vector<Ptr<Packet>>
FecBlockEncoder::Add(Ptr<const Packet> packet)
{
    NS_ABORT_MSG_IF(packet->GetSize() > LONGEST_PACKET,
                    "packet of " << packet->GetSize() << " bytes in an FEC block: at most "
                                 << LONGEST_PACKET);
    if (m_count == 0)
    {
        m_code = m_next;
    }
    FecHeader header = MakeHeader(FEC_DATA, m_count);
    header.length = static_cast<uint16_t>(packet->GetSize());
    const auto data = packet->Copy();
    data->AddHeader(header);
    std::vector<Ptr<Packet>> out{data};
    if (m_code.parity > 0)
    {
        m_pieces.push_back(MakeFecPiece(packet));
    }
    if (++m_count == m_code.data)
    {
        End(false, out);
    }
    return out;
}

std::vector<Ptr<Packet>>
FecBlockEncoder::Flush()
{
    std::vector<Ptr<Packet>> out;
    if (m_count > 0 && m_code.parity > 0)
    {
        m_code.data = m_count;
        End(true, out);
    }
    return out;
}

void
FecBlockEncoder::End(bool shortBlock, std::vector<Ptr<Packet>>& out)
{
    if (m_code.parity > 0)
    {
        std::size_t length = 0;
        for (const auto& piece : m_pieces)
        {
            length = std::max(length, piece.size());
        }
        std::vector<uint8_t> data(length * m_code.data);
        for (std::size_t i = 0; i < m_pieces.size(); i++)
        {
            std::copy(m_pieces[i].begin(), m_pieces[i].end(), data.begin() + i * length);
        }
        if (!m_codec || !(m_codec->GetCode() == m_code))
        {
            m_codec = std::make_unique<FecCodec>(m_code);
        }
        const auto parity = m_codec->Encode(data, length);
        for (uint32_t j = 0; j < m_code.parity; j++)
        {
            const auto size = static_cast<uint32_t>(parity[j].size());
            FecHeader header = MakeHeader(FEC_PARITY, m_code.data + j);
            header.shortBlock = shortBlock;
            header.length = static_cast<uint16_t>(size);
            out.push_back(Create<Packet>(parity[j].data(), size));
            out.back()->AddHeader(header);
        }
        m_pieces.clear();
    }
    m_count = 0;
    m_block++;
}
} // namespace hsn
} // namespace ns3
