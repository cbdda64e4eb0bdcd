// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Parity PDUs that repair lost cells of System PDUs of AAL5+.
 */
#ifndef SYSTEM_PARITY_H
#define SYSTEM_PARITY_H

#include "aal5-plus.h"

#include "ns3/callback.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Size of a group of System PDUs: N of them, and one of parity, with M cells each.
 *
 * N + 1 is a power of two from 4 to 128: then the XOR of N PDUs, trailers included, is an intact
 * PDU with the number that comes next, and groups keep their places when numbers wrap around.
 */
struct SystemParitySize
{
    uint32_t rows{7};  //!< N
    uint32_t cells{8}; //!< M, 1 to 64

    /// Ends the program if it makes no sense.
    void Check() const;
};

/// One cell's payload for each column or diagonal of a group: what was added up so far.
class SystemParitySums
{
  public:
    /// @param size of the group
    explicit SystemParitySums(const SystemParitySize& size);

    /// All sums are 0 again.
    void Clear();

    /// @param row of the group @param cell in the row @param payload what is added
    void Add(uint32_t row, uint32_t cell, const uint8_t* payload);

    /// @param column a column @return the sum of its cells
    const uint8_t* GetColumn(uint32_t column) const;

    /// @param diagonal a diagonal @return the sum of its cells
    const uint8_t* GetDiagonal(uint32_t diagonal) const;

    /// @param pdu the payload of M cells that hold the diagonals' parity, which is added
    void AddDiagonalParity(const uint8_t* pdu);

    /// @return payloads of cells that are kept: one for each column, one for each diagonal
    std::size_t GetCells() const;

    /// @param row of the group @param cell in the row @return its wrapped diagonal
    uint32_t FindDiagonal(uint32_t row, uint32_t cell) const;

  private:
    uint32_t m_cells;            //!< M
    std::vector<uint8_t> m_sums; //!< columns, then diagonals
};

/**
 * @ingroup hsn-atm
 * @brief Numbers System PDUs of a fixed size, and adds parity PDUs.
 *
 * It keeps sums of one cell for each column, and no cells.
 */
class SystemParityEncoder
{
  public:
    /// @param size of a group
    explicit SystemParityEncoder(const SystemParitySize& size = {});

    /// @return octets of every SDU: 48 M - 8
    uint32_t GetSduSize() const;

    /// @param sdu GetSduSize() octets @return its PDU, 48 M octets
    std::vector<uint8_t> MakePdu(const uint8_t* sdu);

    /**
     * @return PDUs that are to be sent now: after the N-th PDU of a group the parity PDU, and in
     * the second mode another one, of M + 1 cells and with CPI = 1, whose SDU are the cells of
     * parity of the wrapped diagonals. Standard receivers discard it, since CPI is to be 0
     */
    std::vector<std::vector<uint8_t>> TakeParity();

    /// @param isOn whether diagonals have parity, from the next group on
    void SetSecondMode(bool isOn);

    /// @return whether the present group has parity of diagonals
    bool IsSecondMode() const;

    /// @return payloads of cells that are kept, sums included
    std::size_t GetKeptCells() const;

  private:
    SystemParitySize m_size;    //!< of a group
    SystemParitySums m_sums;    //!< of the present one
    uint64_t m_sequence{0};     //!< of the next PDU
    uint32_t m_row{0};          //!< of the next PDU
    bool m_isNextSecond{false}; //!< mode of the next group
    bool m_isSecond{false};     //!< mode of this one
};

/// A System PDU that the receiver hands up.
struct SystemParityDelivery
{
    uint8_t sequence{0};         //!< its number
    const uint8_t* pdu{nullptr}; //!< 48 M octets, valid during the call
    bool isRepaired{false};      //!< cells of it were lost
};

/**
 * @ingroup hsn-atm
 * @brief Takes the cells of System PDUs as they arrive, and repairs what was lost.
 *
 * An intact PDU is handed up at once. Cells of damaged ones are kept until the end of their group:
 * the parity PDU, the first PDU of another group, or Flush(). Which cells are missing is not known,
 * since numbers are in the last cell of a PDU only: all places are tried, and the one with which
 * all checks of the damaged PDUs hold is taken. At most MaxHypotheses places are tried.
 */
class SystemParityDecoder
{
  public:
    /// What happened so far.
    struct Counters
    {
        uint64_t intact{0};     //!< PDUs, parity not included
        uint64_t repaired{0};   //!< PDUs, parity not included
        uint64_t lost{0};       //!< PDUs of groups that were seen, parity not included
        uint64_t hypotheses{0}; //!< tried
        uint64_t givenUp{0};    //!< groups with too many hypotheses, or with none that fits
        uint64_t alien{0};      //!< cells that belong to no group
        uint64_t groups{0};     //!< that have begun
        uint32_t held{0};       //!< cells of damaged PDUs that are kept
        uint32_t mostHeld{0};   //!< largest number of these
    };

    /// @param size of a group @param maxHypotheses see above
    explicit SystemParityDecoder(const SystemParitySize& size = {}, uint32_t maxHypotheses = 4096);

    /// @param deliver gets PDUs, parity not included; those of a group need not come in order
    void SetDeliver(Callback<void, const SystemParityDelivery&> deliver);

    /// @param payload 48 octets of the next cell of class S @param isLast whether it ends a PDU
    void Receive(const uint8_t* payload, bool isLast);

    /// No more cells of the present group are expected.
    void Flush();

    /// @return the counters
    const Counters& GetCounters() const;

  private:
    /// Cells of damaged PDUs in successive rows.
    struct Piece
    {
        uint32_t first{0};          //!< row
        uint32_t last{0};           //!< row
        std::vector<uint8_t> cells; //!< what arrived of them
    };

    friend class SystemParitySearch;

    /// A PDU has ended, m_cells is not empty.
    void TakePdu();
    /// @param sequence of a PDU @return whether it belongs to another group than the present one
    bool IsOther(uint8_t sequence) const;
    /// @param sequence of a PDU; its group becomes the present one
    void Enter(uint8_t sequence);
    /// @param end row behind the cells @param cells kept of the rows from m_next on; rows may be
    /// none
    void Keep(uint32_t end, std::vector<uint8_t> cells);
    /// @param row an intact PDU @param pdu its octets
    void TakeRow(uint32_t row, const uint8_t* pdu);
    /// @return whether all that is missing could be repaired
    bool Repair();
    /// @param row of the group @param pdu its octets @param isRepaired whether cells were lost
    void Deliver(uint32_t row, const uint8_t* pdu, bool isRepaired);
    /// The group is over; what is missing is lost.
    void Close();

    SystemParitySize m_size;                               //!< of a group
    uint32_t m_maxHypotheses;                              //!< tried at most
    Callback<void, const SystemParityDelivery&> m_deliver; //!< gets PDUs
    std::vector<uint8_t> m_cells;                          //!< of the PDU that arrives
    SystemParitySums m_sums;                               //!< of intact rows
    std::vector<Piece> m_pieces;                           //!< damaged rows, in order
    uint32_t m_group{0};                                   //!< present group
    uint32_t m_next{0};                                    //!< rows before are known or damaged
    bool m_isOpen{false};                                  //!< a group is present
    bool m_hasDiagonals{false};                            //!< their parity has arrived
    Counters m_counters;                                   //!< see GetCounters
};
} // namespace hsn
} // namespace ns3

#endif // SYSTEM_PARITY_H
