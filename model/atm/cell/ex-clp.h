// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Four classes of cells by two bits of their headers.
 */
#ifndef EX_CLP_H
#define EX_CLP_H

#include "atm-cell.h"
#include "atm-pdu.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Which bit extends CLP to four classes.
enum ExClpBit
{
    EX_CLP_EFCI, //!< the congestion indication; the last cell of a PDU keeps its mark
    EX_CLP_AUU   //!< the mark of the last cell of a PDU, which AAL5 then cannot use
};

/// Class of headers of the video and the multiplex, and of audio: the most important one.
static constexpr uint32_t EX_CLP_SYSTEM = 0;

/**
 * @ingroup hsn-atm
 * @brief Writes the class of a cell (Mehaoua, Boutaba and Pujolle, table 1): CLP is its upper bit.
 * @param header gets the bits of its payload type and CLP
 * @param cls 0 to 3: headers, I, P, B
 * @param bit which bit is the lower one
 * @param isLast whether the cell ends a PDU; with EX_CLP_AUU it is not told
 */
inline void
MarkExClp(AtmCellHeader& header, uint32_t cls, ExClpBit bit, bool isLast)
{
    const auto low = static_cast<uint8_t>(cls & 1);
    header.clp = static_cast<uint8_t>(cls >> 1 & 1);
    header.pti = static_cast<uint8_t>(
        bit == EX_CLP_AUU ? low * AtmCellHeader::PTI_LAST
                          : low * AtmCellHeader::PTI_EFCI + (isLast ? AtmCellHeader::PTI_LAST : 0));
}

/**
 * @ingroup hsn-atm
 * @param header of a user cell
 * @param bit which bit extends CLP
 * @return its class, 0 to 3
 */
inline uint32_t
GetExClp(const AtmCellHeader& header, ExClpBit bit)
{
    const uint8_t mask = bit == EX_CLP_AUU ? AtmCellHeader::PTI_LAST : AtmCellHeader::PTI_EFCI;
    return header.clp * 2u + ((header.pti & mask) != 0 ? 1u : 0u);
}

/// @param cls 0 to 3: headers, I, P, B @return marks of such cells with EX_CLP_EFCI, for AtmPdu
inline uint8_t
GetExClpMarks(uint32_t cls)
{
    return static_cast<uint8_t>(((cls & 2) != 0 ? ATM_MARK_CLP : 0) +
                                ((cls & 1) != 0 ? ATM_MARK_EFCI : 0));
}

/// @param marks of a cell @return its class with EX_CLP_EFCI
inline uint32_t
GetExClpClass(uint8_t marks)
{
    return ((marks & ATM_MARK_CLP) != 0 ? 2u : 0u) + ((marks & ATM_MARK_EFCI) != 0 ? 1u : 0u);
}
} // namespace hsn
} // namespace ns3

#endif // EX_CLP_H
