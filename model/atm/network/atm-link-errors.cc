// SPDX-License-Identifier: GPL-2.0-only
#include "atm-link-errors.h"

#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double CELL_BITS = 8.0 * CellBurst::CELL_BYTES;
constexpr uint32_t HEADER_BITS = 40;
} // namespace

AtmLinkErrors::AtmLinkErrors()
    : m_format(AtmCellHeader::UNI),
      m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
AtmLinkErrors::SetLossModel(Ptr<ErrorModel> model)
{
    m_lossModel = model;
}

Ptr<ErrorModel>
AtmLinkErrors::GetLossModel() const
{
    return m_lossModel;
}

void
AtmLinkErrors::SetBitErrorRate(double ber)
{
    m_ber = ber;
}

double
AtmLinkErrors::GetBitErrorRate() const
{
    return m_ber;
}

void
AtmLinkErrors::SetFormat(AtmCellHeader::Format format)
{
    m_format = format;
}

AtmCellHeader::Format
AtmLinkErrors::GetFormat() const
{
    return m_format;
}

bool
AtmLinkErrors::AreAbsent(const Direction& d) const
{
    return !m_lossModel.Get() && m_ber == 0 && d.hec.GetMode() == AtmHecReceiver::CORRECTION;
}

bool
AtmLinkErrors::LoseCell()
{
    if (!m_lossModel.Get())
    {
        return false;
    }
    if (!m_lossProbe)
    {
        m_lossProbe = Create<Packet>(CellBurst::CELL_BYTES);
    }
    return m_lossModel->IsCorrupt(m_lossProbe);
}

double
AtmLinkErrors::DrawErrorGap()
{
    // geometric by inversion; 1 - U is in (0, 1], so the logarithm is finite
    return std::floor(std::log(1.0 - m_uniform->GetValue(0, 1)) / std::log1p(-m_ber));
}

bool
AtmLinkErrors::InvertBits(Direction& d, CellBurst& burst)
{
    if (m_ber == 0 && d.hec.GetMode() == AtmHecReceiver::CORRECTION)
    {
        return true;
    }
    if (d.bitsToError < 0)
    {
        d.bitsToError = m_ber > 0 ? DrawErrorGap() : std::numeric_limits<double>::infinity();
    }
    if (d.bitsToError >= CELL_BITS)
    {
        d.bitsToError -= CELL_BITS;
        if (d.hec.GetMode() == AtmHecReceiver::DETECTION)
        {
            // any header without error leads back to correction mode
            uint8_t valid[5] = {0, 0, 0, 0, 0};
            valid[4] = AtmHec::Compute(valid);
            d.hec.Receive(valid);
        }
        return true;
    }
    uint8_t wire[5];
    AtmCellHeader header;
    header.vpi = burst.vc.vpi;
    header.vci = burst.vc.vci;
    header.pti = burst.GetPti();
    header.clp = burst.IsClp() ? 1 : 0;
    header.Serialize(m_format, wire);
    const auto damage = HitCell(d, burst, wire);
    const auto verdict = d.hec.Receive(wire);
    if (verdict == AtmHecReceiver::DISCARDED)
    {
        return false;
    }
    if (verdict == AtmHecReceiver::CORRECTED)
    {
        ++d.corrected;
    }
    // several inverted bits can look like another valid header: the cell then goes astray
    const uint8_t pti = header.pti;
    AtmCellHeader::Parse(m_format, wire, header);
    if ((header.pti ^ pti) & ~AtmCellHeader::PTI_EFCI)
    {
        return false; // a burst cannot tell that its cell is no user cell, or ends another PDU
    }
    burst.vc = header.GetVc();
    burst.clp = header.clp;
    burst.efci = (header.pti & AtmCellHeader::PTI_EFCI) ? 1 : 0;
    if (damage)
    {
        ++d.damaged;
        burst.damage = damage;
    }
    return true;
}

Ptr<CellDamage>
AtmLinkErrors::HitCell(Direction& d, const CellBurst& burst, uint8_t wire[5])
{
    Ptr<CellDamage> damage;
    double position = d.bitsToError;
    while (position < CELL_BITS)
    {
        const auto bit = static_cast<uint32_t>(position);
        if (bit < HEADER_BITS)
        {
            wire[bit / 8] ^= 0x80 >> (bit % 8);
        }
        else
        {
            if (!damage)
            {
                // other copies of a point-to-multipoint cell keep their own damage
                damage = Create<CellDamage>();
                if (burst.damage)
                {
                    damage->flips = burst.damage->flips;
                }
            }
            damage->flips.push_back({burst.first, bit - HEADER_BITS});
        }
        position += 1 + DrawErrorGap();
    }
    d.bitsToError = position - CELL_BITS;
    return damage;
}

int64_t
AtmLinkErrors::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    int64_t used = 1;
    if (auto rate = DynamicCast<RateErrorModel>(GetLossModel()))
    {
        used += rate->AssignStreams(stream + used);
    }
    else if (auto burst = DynamicCast<BurstErrorModel>(GetLossModel()))
    {
        used += burst->AssignStreams(stream + used);
    }
    return used;
}

void
AtmLinkErrors::Dispose()
{
    m_lossModel.Dispose();
    m_lossProbe = nullptr;
}
} // namespace hsn
} // namespace ns3
