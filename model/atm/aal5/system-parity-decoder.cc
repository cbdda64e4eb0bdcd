// SPDX-License-Identifier: GPL-2.0-only
#include "system-parity.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t PAYLOAD = Aal5::PAYLOAD_BYTES;

/// @param cells payload of whole cells @return the user-to-user octet of a PDU that ends there
uint8_t
FindUu(const std::vector<uint8_t>& cells)
{
    return cells[cells.size() - Aal5::TRAILER_BYTES];
}
} // namespace

/// Tries places of the cells that a group has lost.
class SystemParitySearch
{
  public:
    /// @param decoder whose pieces are to be completed
    explicit SystemParitySearch(SystemParityDecoder& decoder)
        : m_decoder(decoder),
          m_columns(decoder.m_size.cells)
    {
        for (const auto& piece : decoder.m_pieces)
        {
            m_rows += piece.last - piece.first + 1;
        }
        m_grid.resize(std::size_t{m_rows} * decoder.m_size.cells * PAYLOAD);
    }

    /// @return whether places were found with which all checks hold
    bool Run()
    {
        return Begin(0, 0);
    }

    /// @return the damaged rows, complete, one behind the other
    const std::vector<uint8_t>& GetRows() const
    {
        return m_grid;
    }

    /// @return whether there were too many places
    bool IsExhausted() const
    {
        return m_tried >= m_decoder.m_maxHypotheses ||
               m_steps >= STEPS * std::uint64_t{m_decoder.m_maxHypotheses};
    }

  private:
    /// Cells placed for each place tried, at most: bounds the work on patterns that lead nowhere.
    static constexpr uint64_t STEPS = 256;

    /// A cell that is missing.
    struct Missing
    {
        uint32_t place; //!< in the grid
        uint32_t row;   //!< of the group
        uint32_t cell;  //!< in the row
    };

    /// @param piece the next one @param place in the grid @return see Run()
    bool Begin(std::size_t piece, uint32_t place)
    {
        if (piece == m_decoder.m_pieces.size())
        {
            return Try();
        }
        const auto& p = m_decoder.m_pieces[piece];
        const auto cells = static_cast<uint32_t>(p.cells.size() / PAYLOAD);
        const uint32_t places = (p.last - p.first + 1) * m_decoder.m_size.cells;
        return cells <= places && Place(piece, place, 0, places - cells);
    }

    /**
     * @param piece number of a piece
     * @param start its first place in the grid
     * @param at place within the piece
     * @param missing cells that are still to be left out of it
     * @return see Run()
     */
    bool Place(std::size_t piece, uint32_t start, uint32_t at, uint32_t missing)
    {
        const auto& p = m_decoder.m_pieces[piece];
        const uint32_t width = m_decoder.m_size.cells;
        const uint32_t places = (p.last - p.first + 1) * width;
        ++m_steps;
        if (IsExhausted())
        {
            return false;
        }
        if (at == places)
        {
            return Begin(piece + 1, start + places);
        }
        const uint32_t taken =
            at - static_cast<uint32_t>(places - p.cells.size() / PAYLOAD - missing);
        if (missing < places - at)
        {
            std::copy_n(&p.cells[std::size_t{taken} * PAYLOAD],
                        PAYLOAD,
                        &m_grid[std::size_t{start + at} * PAYLOAD]);
            if (Place(piece, start, at + 1, missing))
            {
                return true;
            }
        }
        // with diagonals two cells of a column can be restored
        const uint32_t most = m_decoder.m_hasDiagonals ? 2 : 1;
        if (missing == 0 || m_columns[at % width] == most)
        {
            return false;
        }
        ++m_columns[at % width];
        m_missing.push_back({start + at, p.first + at / width, at % width});
        const bool isFound = Place(piece, start, at + 1, missing - 1);
        m_missing.pop_back();
        --m_columns[at % width];
        return isFound;
    }

    /// @return whether all checks hold with the present places
    bool Try()
    {
        ++m_tried;
        ++m_decoder.m_counters.hypotheses;
        if (!Solve())
        {
            return false;
        }
        const uint32_t width = m_decoder.m_size.cells;
        uint32_t place = 0;
        for (const auto& piece : m_decoder.m_pieces)
        {
            for (uint32_t row = piece.first; row <= piece.last; ++row, place += width)
            {
                const uint8_t* pdu = &m_grid[std::size_t{place} * PAYLOAD];
                const auto check = Aal5::ParseCpcsPdu(pdu, std::size_t{width} * PAYLOAD);
                const uint32_t number = m_decoder.m_group * (m_decoder.m_size.rows + 1) + row;
                if (check.cause != Aal5Error::NONE ||
                    check.uu != Aal5Plus::MakeUu(AAL5_PLUS_SYSTEM, number))
                {
                    return false;
                }
            }
        }
        return true;
    }

    /// @return whether the sums determine all missing cells, which are in the grid then
    bool Solve()
    {
        const uint32_t width = m_decoder.m_size.cells;
        SystemParitySums sums = m_decoder.m_sums;
        std::vector<bool> isMissing(std::size_t{m_rows} * width);
        for (const auto& m : m_missing)
        {
            isMissing[m.place] = true;
        }
        uint32_t place = 0;
        for (const auto& piece : m_decoder.m_pieces)
        {
            for (uint32_t row = piece.first; row <= piece.last; ++row)
            {
                for (uint32_t c = 0; c < width; ++c, ++place)
                {
                    if (!isMissing[place])
                    {
                        sums.Add(row, c, &m_grid[std::size_t{place} * PAYLOAD]);
                    }
                }
            }
        }
        // one cell of a line at a time; with two in a column diagonals and columns take turns
        std::vector<Missing> left = m_missing;
        while (!left.empty())
        {
            const auto found = std::find_if(left.begin(), left.end(), [&](const Missing& m) {
                return IsAlone(left, m, sums, false) ||
                       (m_decoder.m_hasDiagonals && IsAlone(left, m, sums, true));
            });
            if (found == left.end())
            {
                return false;
            }
            const uint8_t* sum = IsAlone(left, *found, sums, false)
                                     ? sums.GetColumn(found->cell)
                                     : sums.GetDiagonal(sums.FindDiagonal(found->row, found->cell));
            uint8_t* cell = &m_grid[std::size_t{found->place} * PAYLOAD];
            std::copy_n(sum, PAYLOAD, cell);
            sums.Add(found->row, found->cell, cell);
            left.erase(found);
        }
        return true;
    }

    /**
     * @param left missing cells @param m one of them @param sums of the others
     * @param isDiagonal whether its diagonal is meant, not its column
     * @return whether no other one is missing there
     */
    static bool IsAlone(const std::vector<Missing>& left,
                        const Missing& m,
                        const SystemParitySums& sums,
                        bool isDiagonal)
    {
        const auto line = [&](const Missing& one) {
            return isDiagonal ? sums.FindDiagonal(one.row, one.cell) : one.cell;
        };
        return std::count_if(left.begin(), left.end(), [&](const Missing& one) {
                   return line(one) == line(m);
               }) == 1;
    }

    SystemParityDecoder& m_decoder;  //!< whose group it is
    uint32_t m_rows{0};              //!< damaged ones
    uint32_t m_tried{0};             //!< places
    uint64_t m_steps{0};             //!< cells placed
    std::vector<uint8_t> m_grid;     //!< damaged rows
    std::vector<uint32_t> m_columns; //!< missing cells by column
    std::vector<Missing> m_missing;  //!< present places
};

SystemParityDecoder::SystemParityDecoder(const SystemParitySize& size, uint32_t maxHypotheses)
    : m_size(size),
      m_maxHypotheses(maxHypotheses),
      m_sums(size)
{
    m_size.Check();
}

void
SystemParityDecoder::SetDeliver(Callback<void, const SystemParityDelivery&> deliver)
{
    m_deliver = deliver;
}

const SystemParityDecoder::Counters&
SystemParityDecoder::GetCounters() const
{
    return m_counters;
}

void
SystemParityDecoder::Receive(const uint8_t* payload, bool isLast)
{
    m_cells.insert(m_cells.end(), payload, payload + PAYLOAD);
    // more than two groups in one piece is not repairable, whatever it is
    if (m_cells.size() > 2 * std::size_t{m_size.rows + 1} * m_size.cells * PAYLOAD)
    {
        m_counters.alien += m_cells.size() / PAYLOAD;
        m_cells.clear();
    }
    else if (isLast)
    {
        TakePdu();
        m_cells.clear();
    }
}

bool
SystemParityDecoder::IsOther(uint8_t sequence) const
{
    return !m_isOpen || sequence / (m_size.rows + 1) != m_group;
}

void
SystemParityDecoder::Enter(uint8_t sequence)
{
    if (IsOther(sequence))
    {
        Close();
        m_group = sequence / (m_size.rows + 1);
        m_isOpen = true;
        ++m_counters.groups;
    }
}

void
SystemParityDecoder::Keep(uint32_t end, std::vector<uint8_t> cells)
{
    if (end <= m_next)
    {
        m_counters.alien += cells.size() / PAYLOAD;
        return;
    }
    m_counters.held += static_cast<uint32_t>(cells.size() / PAYLOAD);
    m_counters.mostHeld = std::max(m_counters.mostHeld, m_counters.held);
    Piece piece;
    piece.first = m_next;
    piece.last = end - 1;
    piece.cells = std::move(cells);
    m_pieces.push_back(std::move(piece));
    m_next = end;
}

void
SystemParityDecoder::TakePdu()
{
    const std::size_t pduSize = std::size_t{m_size.cells} * PAYLOAD;
    const uint8_t uu = FindUu(m_cells);
    const uint8_t sequence = Aal5Plus::GetSequence(uu);
    const uint32_t row = sequence % (m_size.rows + 1);
    // what ends here may be intact, with cells of a PDU before that has lost its end
    const std::size_t sizes[] = {pduSize + PAYLOAD, pduSize};
    std::size_t intact = 0;
    for (const std::size_t size : sizes)
    {
        if (intact == 0 && m_cells.size() >= size)
        {
            const auto check = Aal5::ParseCpcsPdu(&m_cells[m_cells.size() - size], size);
            const bool isDiagonals = size > pduSize;
            const auto expected = isDiagonals ? Aal5Error::CPI : Aal5Error::NONE;
            const bool isRight =
                check.cause == expected &&
                (!isDiagonals || (check.cpi == Aal5Plus::DIAGONALS_CPI && row == m_size.rows));
            intact = isRight ? size : 0;
        }
    }
    if (Aal5Plus::GetType(uu) != AAL5_PLUS_SYSTEM)
    {
        m_counters.alien += m_cells.size() / PAYLOAD;
        return;
    }
    std::vector<uint8_t> before(m_cells.begin(),
                                m_cells.end() - static_cast<std::ptrdiff_t>(intact));
    const bool isDiagonals = intact > pduSize;
    // cells in front of the first PDU of a group are the last ones of the group before
    if (IsOther(sequence) && m_isOpen && !before.empty() && m_next <= m_size.rows && intact > 0)
    {
        Keep(m_size.rows + 1, std::move(before));
        before.clear();
    }
    const bool wasOpen = m_isOpen && m_next <= m_size.rows;
    if (IsOther(sequence) && wasOpen && intact == 0)
    {
        // belongs to two groups; of which cells to which, nothing tells
        m_counters.alien += m_cells.size() / PAYLOAD;
        Enter(sequence);
        Keep(row + 1, {});
        return;
    }
    Enter(sequence);
    if (intact == 0)
    {
        Keep(row + 1, std::move(before));
    }
    else if (isDiagonals)
    {
        Keep(row + 1, std::move(before));
        if (!m_hasDiagonals)
        {
            m_hasDiagonals = true;
            m_sums.AddDiagonalParity(&m_cells[m_cells.size() - intact]);
        }
    }
    else
    {
        Keep(row, std::move(before));
        TakeRow(row, &m_cells[m_cells.size() - intact]);
    }
    if (m_next == m_size.rows + 1 && Repair())
    {
        m_pieces.clear();
        m_counters.held = 0;
    }
}

void
SystemParityDecoder::TakeRow(uint32_t row, const uint8_t* pdu)
{
    if (row < m_next)
    {
        m_counters.alien += m_size.cells; // a copy, or numbers out of order
        return;
    }
    m_next = row + 1;
    for (uint32_t c = 0; c < m_size.cells; ++c)
    {
        m_sums.Add(row, c, pdu + std::size_t{c} * PAYLOAD);
    }
    Deliver(row, pdu, false);
}

void
SystemParityDecoder::Deliver(uint32_t row, const uint8_t* pdu, bool isRepaired)
{
    if (row == m_size.rows)
    {
        return;
    }
    ++(isRepaired ? m_counters.repaired : m_counters.intact);
    if (!m_deliver.IsNull())
    {
        SystemParityDelivery delivery;
        delivery.sequence = static_cast<uint8_t>(m_group * (m_size.rows + 1) + row);
        delivery.pdu = pdu;
        delivery.isRepaired = isRepaired;
        m_deliver(delivery);
    }
}

bool
SystemParityDecoder::Repair()
{
    if (m_pieces.empty())
    {
        return true;
    }
    SystemParitySearch search(*this);
    if (!search.Run())
    {
        return false;
    }
    const uint8_t* pdu = search.GetRows().data();
    for (const auto& piece : m_pieces)
    {
        for (uint32_t row = piece.first; row <= piece.last; ++row)
        {
            Deliver(row, pdu, true);
            pdu += std::size_t{m_size.cells} * PAYLOAD;
        }
    }
    return true;
}

void
SystemParityDecoder::Flush()
{
    m_counters.alien += m_cells.size() / PAYLOAD;
    m_cells.clear();
    Close();
}

void
SystemParityDecoder::Close()
{
    if (m_isOpen)
    {
        const bool isComplete = m_next == m_size.rows + 1 && m_pieces.empty();
        Keep(m_size.rows + 1, {});
        if (!isComplete && !Repair())
        {
            ++m_counters.givenUp;
            for (const auto& piece : m_pieces)
            {
                m_counters.lost +=
                    std::min(piece.last + 1, m_size.rows) - std::min(piece.first, m_size.rows);
            }
        }
    }
    m_pieces.clear();
    m_sums.Clear();
    m_counters.held = 0;
    m_next = 0;
    m_isOpen = false;
    m_hasDiagonals = false;
}
} // namespace hsn
} // namespace ns3
