// SPDX-License-Identifier: GPL-2.0-only
#ifndef ERF_RECORD_H
#define ERF_RECORD_H

#include "ns3/atm-cell.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Extensible Record Format records of ATM traffic, as Wireshark reads them in captures of
 * link type 197.
 */
class ErfRecord
{
  public:
    /// Link type of captures that hold such records.
    static constexpr uint32_t LINK_TYPE = 197;

    /// Type of a record.
    enum Type : uint8_t
    {
        ATM_CELL = 3, //!< one cell: header without HEC, 48 bytes
        AAL5_PDU = 4  //!< header of the last cell without HEC, whole CPCS-PDU
    };

    /**
     * @brief Makes a record.
     * @param type its type
     * @param time when it was seen
     * @param header cell header
     * @param payload bytes behind it, at most 65,515
     * @param size how many
     * @return the record
     */
    static std::vector<uint8_t> Make(Type type,
                                     Time time,
                                     const AtmCellHeader& header,
                                     const uint8_t* payload,
                                     std::size_t size);
};
} // namespace hsn
} // namespace ns3

#endif // ERF_RECORD_H
