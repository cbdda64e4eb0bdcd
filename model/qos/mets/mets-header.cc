// SPDX-License-Identifier: GPL-2.0-only
#include "mets-header.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MetsHeader);
NS_OBJECT_ENSURE_REGISTERED(QosMessageHeader);

const char*
ToString(MetsLayer layer)
{
    static const char* const names[] = {"none", "BL", "E1", "E2"};
    return names[layer];
}

void
MetsHeader::SetType(MetsLayer layer, bool gopStart, bool lastPiece)
{
    NS_ABORT_MSG_IF(layer < METS_BL || layer > METS_E2,
                    "layer " << layer << " of a METS packet: must be 1 (BL), 2 (E1) or 3 (E2)");
    m_type =
        static_cast<uint16_t>(layer | (gopStart ? GOP_START : 0) | (lastPiece ? LAST_PIECE : 0));
}

uint16_t
MetsHeader::GetType() const
{
    return m_type;
}

MetsLayer
MetsHeader::GetLayer() const
{
    return GetLayer(m_type);
}

MetsLayer
MetsHeader::GetLayer(uint16_t type)
{
    const uint16_t code = type & CODE_MASK;
    return code <= METS_E2 ? static_cast<MetsLayer>(code) : METS_NONE;
}

bool
MetsHeader::IsGopStart() const
{
    return m_type & GOP_START;
}

bool
MetsHeader::IsLastPiece() const
{
    return m_type & LAST_PIECE;
}

void
MetsHeader::SetFlow(uint16_t flow)
{
    m_flow = flow;
}

uint16_t
MetsHeader::GetFlow() const
{
    return m_flow;
}

void
MetsHeader::SetSequence(uint32_t sequence)
{
    m_sequence = sequence;
}

uint32_t
MetsHeader::GetSequence() const
{
    return m_sequence;
}

void
MetsHeader::SetTimestamp(uint64_t us)
{
    m_timestamp = us;
}

uint64_t
MetsHeader::GetTimestamp() const
{
    return m_timestamp;
}

template <typename V>
void
MetsHeader::Fields(V& v)
{
    v.Number(nullptr, m_type);
    v.Require(GetLayer() != METS_NONE, "type", m_type, "that of a layer");
    v.Mark(true, ToString(GetLayer()));
    v.Mark(IsGopStart(), "GOP");
    v.Mark(IsLastPiece(), "last");
    v.Number("flow", m_flow);
    v.Number("number", m_sequence);
    v.Number("at", m_timestamp, MAX_TIMESTAMP);
    v.Mark(true, "us");
}

template class PduHeader<MetsHeader>;

QosLevelPair
QosLevelPair::Of(uint32_t level)
{
    NS_ABORT_MSG_IF(level > 2, "level " << level << " of a flow: must be 0 to 2");
    QosLevelPair pair;
    pair.max = static_cast<uint8_t>(level);
    pair.min = level == 2 ? 1 : 0;
    return pair;
}

QosLevelPair
QosLevelPair::Merge(const QosLevelPair& other) const
{
    QosLevelPair pair;
    pair.min = std::max(min, other.min);
    pair.max = std::max(max, other.max);
    return pair;
}

QosMessageHeader
QosMessageHeader::MakeRes(uint16_t flow, uint32_t era, QosLevelPair pair)
{
    NS_ABORT_MSG_UNLESS(pair == QosLevelPair::Of(pair.max),
                        "RES of flow " << flow << " with levels " << +pair.min << " and "
                                       << +pair.max << ": must be 0 0, 0 1 or 1 2");
    QosMessageHeader header;
    header.m_flow = flow;
    header.m_era = era;
    header.m_pair = pair;
    return header;
}

QosMessageHeader
QosMessageHeader::MakeAdapt(uint16_t flow, uint32_t era, uint32_t level)
{
    NS_ABORT_MSG_IF(level > 2,
                    "ADAPT of flow " << flow << " with level " << level << ": must be 0 to 2");
    QosMessageHeader header;
    header.m_type = ADAPT;
    header.m_flow = flow;
    header.m_era = era;
    header.m_pair.min = static_cast<uint8_t>(level);
    return header;
}

uint16_t
QosMessageHeader::GetType() const
{
    return m_type;
}

uint16_t
QosMessageHeader::GetFlow() const
{
    return m_flow;
}

uint32_t
QosMessageHeader::GetEra() const
{
    return m_era;
}

QosLevelPair
QosMessageHeader::GetPair() const
{
    return m_pair;
}

uint32_t
QosMessageHeader::GetLevel() const
{
    return m_pair.min;
}

template <typename V>
void
QosMessageHeader::Fields(V& v)
{
    if constexpr (V::READS)
    {
        m_pair = QosLevelPair();
    }
    v.Number(nullptr, m_type);
    v.Require(m_type == RES || m_type == ADAPT, "type", m_type, "16 (RES) or 17 (ADAPT)");
    v.Mark(true, m_type == RES ? "RES" : "ADAPT");
    v.Number("flow", m_flow);
    v.Number("era", m_era);
    v.Number("level", m_pair.min, 2);
    if (m_type == RES)
    {
        v.Number("to", m_pair.max, 2);
        v.Require(m_pair == QosLevelPair::Of(m_pair.max),
                  "lower level",
                  m_pair.min,
                  "one below the higher level, at least 0");
    }
}

template class PduHeader<QosMessageHeader>;
} // namespace hsn
} // namespace ns3
