// SPDX-License-Identifier: GPL-2.0-only
#include "atm-pdu.h"

#include "aal5.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
AtmPdu::AtmPdu(Ptr<const Packet> sdu, uint8_t uu, uint8_t cpi)
    : m_sdu(sdu),
      m_nCells(Aal5::CellsFor(sdu->GetSize())),
      m_uu(uu),
      m_cpi(cpi)
{
    NS_ABORT_MSG_IF(sdu->GetSize() > Aal5::MAX_SDU_BYTES, Aal5::Check(sdu->GetSize()));
}

const std::vector<uint8_t>&
AtmPdu::GetBytes() const
{
    if (m_bytes.empty())
    {
        // Reserved at full size, so that PAD and trailer do not move the bytes.
        m_bytes.reserve(m_nCells * Aal5::PAYLOAD_BYTES);
        m_bytes.resize(m_sdu->GetSize());
        m_sdu->CopyData(m_bytes.data(), static_cast<uint32_t>(m_bytes.size()));
        Aal5::AppendTrailer(m_bytes, m_uu, m_cpi);
    }
    return m_bytes;
}
} // namespace hsn
} // namespace ns3
