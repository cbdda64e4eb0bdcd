// SPDX-License-Identifier: GPL-2.0-only
#include "atm-pdu.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
AtmPdu::AtmPdu(Ptr<const Packet> sdu, uint8_t uu, uint8_t cpi)
    : m_sdu(sdu),
      m_nCells(Aal5::CellsFor(sdu->GetSize())),
      m_notableFrom(m_nCells - 1),
      m_uu(uu),
      m_cpi(cpi),
      m_isAal5(true)
{
    NS_ABORT_MSG_IF(sdu->GetSize() > Aal5::MAX_SDU_BYTES, Aal5::Check(sdu->GetSize()));
}

AtmPdu::AtmPdu(uint32_t nCells, Ptr<const Packet> sdu)
    : m_sdu(sdu),
      m_nCells(nCells),
      m_notableFrom(0),
      m_uu(0),
      m_cpi(0),
      m_isAal5(false)
{
    NS_ABORT_MSG_IF(nCells == 0, "a PDU of 0 cells; the least is 1");
}

AtmPdu::~AtmPdu()
{
}

const std::vector<uint8_t>&
AtmPdu::GetBytes() const
{
    if (!m_hasTrailer)
    {
        // Reserved at full size, so that what is appended does not move the bytes.
        m_bytes.clear();
        m_bytes.reserve(m_nCells * Aal5::PAYLOAD_BYTES);
        MakeBytes(m_bytes);
        m_hasTrailer = true;
    }
    return m_bytes;
}

const uint8_t*
AtmPdu::GetCells(uint32_t first, uint32_t count) const
{
    if (!m_isAal5 || first + count == m_nCells)
    {
        GetBytes();
    }
    else if (m_bytes.empty())
    {
        m_bytes.resize(m_nCells * Aal5::PAYLOAD_BYTES);
        m_sdu->CopyData(m_bytes.data(), m_sdu->GetSize());
    }
    return m_bytes.data() + first * Aal5::PAYLOAD_BYTES;
}

void
AtmPdu::MakeBytes(std::vector<uint8_t>& bytes) const
{
    bytes.resize(m_sdu->GetSize());
    m_sdu->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    Aal5::AppendTrailer(bytes, m_uu, m_cpi);
}
} // namespace hsn
} // namespace ns3
