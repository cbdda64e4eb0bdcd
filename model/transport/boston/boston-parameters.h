// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the two ends of a TCP Boston connection send each other: fields on the wire.
 */
#ifndef HSN_BOSTON_PARAMETERS_H
#define HSN_BOSTON_PARAMETERS_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Where a coded cell carries its identification. */
enum BostonCellIdMode
{
    BOSTON_ID_OUT_OF_BAND,  //!< nowhere on the wire: metadata of the simulation
    BOSTON_ID_IN_PAYLOAD_2, //!< first 2 octets of the payload: segment (8 bits), index (8)
    BOSTON_ID_IN_PAYLOAD_4  //!< first 4 octets of the payload: segment (16 bits), index (16)
};

/**
 * @brief How a sender disperses its segments; each end sends its own with SYN (8 octets).
 *
 * Layout: cells 16, cell octets 8, cells coded 16, field 8 (bit 7: systematic, rest: bits),
 * redundancy 8, redundancy of retransmissions 8 (both in 1/256 of the cells).
 */
struct BostonParameters
{
    /// Octets on the wire.
    static constexpr uint32_t SIZE = 8;

    uint16_t needed{1};      //!< m, cells of a full segment
    uint8_t cellBytes{48};   //!< octets of coded data in a cell: 48, 46 or 44
    uint16_t dispersed{255}; //!< N, number of different coded cells
    uint8_t fieldBits{8};    //!< field of the code, GF(2^8) or GF(2^16)
    bool systematic{false};  //!< whether the first coded cells are the segment itself
    uint8_t gamma{0};        //!< redundancy of first transmissions, 1/256
    uint8_t gammaRetx{0};    //!< redundancy of retransmissions, 1/256

    /** @param mode how cells are identified @return octets of coded data in a cell */
    static constexpr uint8_t GetCellBytes(BostonCellIdMode mode)
    {
        return mode == BOSTON_ID_OUT_OF_BAND ? 48 : mode == BOSTON_ID_IN_PAYLOAD_2 ? 46 : 44;
    }

    /** @return how cells are identified */
    BostonCellIdMode GetIdMode() const;

    /** @return empty if a receiver can use them, else what is wrong, with value and limit */
    std::string Check() const;

    /** @param bytes SIZE octets to be written */
    void Write(uint8_t* bytes) const;
    /** @param bytes SIZE octets @return what they say, not checked */
    static BostonParameters Read(const uint8_t* bytes);
};

/** @brief Report on a segment, which an acknowledgement carries (6 octets). */
struct BostonReport
{
    /// Octets on the wire.
    static constexpr uint32_t SIZE = 6;

    uint16_t segment{0};      //!< which
    uint16_t pending{0};      //!< cells that are still missing; 0: complete
    uint8_t transmission{0};  //!< its latest transmission of which cells have arrived, from 0
    uint8_t successRate{255}; //!< of that transmission: cells that arrived / cells sent, 1/255

    /** @param bytes SIZE octets to be written */
    void Write(uint8_t* bytes) const;
    /** @param bytes SIZE octets @return what they say */
    static BostonReport Read(const uint8_t* bytes);
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_PARAMETERS_H
