// SPDX-License-Identifier: GPL-2.0-only
#include "atm-raw-pdu.h"

#include "cell-burst.h"

namespace ns3
{
namespace hsn
{
AtmRawPdu::AtmRawPdu(uint32_t nCells)
    : AtmRawPdu(nCells, nCells)
{
}

AtmRawPdu::AtmRawPdu(uint32_t nCells, uint32_t notable)
    : AtmPdu(nCells, Create<Packet>())
{
    MarkRaw();
    SetNotableFrom(notable);
}

void
AtmRawPdu::MakeBytes(std::vector<uint8_t>& bytes) const
{
    bytes.resize(std::size_t{GetNCells()} * CellBurst::PAYLOAD_BYTES);
}
} // namespace hsn
} // namespace ns3
