// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_PDU_H
#define ATM_PDU_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Marks with which the sender's device sends a cell: bits of AtmPdu::GetMarks().
enum AtmCellMark
{
    ATM_MARK_CLP = 1, //!< cell loss priority 1
    ATM_MARK_EFCI = 2 //!< congestion indication, used as another bit of priority (see ex-clp.h)
};

/**
 * @ingroup hsn-atm
 * @brief One AAL5 CPCS-PDU on its way: what its cells refer to.
 *
 * The bytes are held once, as the ns3::Packet of the SDU; PAD, trailer and CRC (I.363.5, 9.2.1)
 * are computed when somebody asks for them (captures, damaged or merged PDUs, tests), then kept.
 *
 * An AtmAdaptation may derive a class of its own, with other cells.
 */
class AtmPdu : public SimpleRefCount<AtmPdu>
{
  public:
    /**
     * @param sdu the AAL5 SDU, 0..65,535 bytes (0 codes the standard's abort: the receiver
     *            discards it)
     * @param uu the CPCS user-to-user octet
     * @param cpi the common part indicator; 0 is the only value the standard defines
     */
    explicit AtmPdu(Ptr<const Packet> sdu, uint8_t uu = 0, uint8_t cpi = 0);
    virtual ~AtmPdu();
    AtmPdu(const AtmPdu&) = delete;
    AtmPdu& operator=(const AtmPdu&) = delete;

    /// @return whether its cells are those of an AAL5 CPCS-PDU
    bool IsAal5() const
    {
        return m_isAal5;
    }

    /// @return whether its cells belong to no adaptation layer, see AtmRawPdu
    bool IsRaw() const
    {
        return m_isRaw;
    }

    /// @return whether the first of its cells to arrive may have consequences, whichever it is
    bool HasNotableFirst() const
    {
        return !m_isAal5 && !m_isRaw;
    }

    /// @return the SDU
    Ptr<const Packet> GetSdu() const
    {
        return m_sdu;
    }

    /// @return the number of cells, at least 1
    uint32_t GetNCells() const
    {
        return m_nCells;
    }

    /**
     * @return index of the first cell whose arrival may have consequences at that time: of AAL5 the
     * last one, else the first one unless the derived class knows better. (The first cell to arrive
     * after one of another PDU may always have some, if either is not AAL5's.)
     */
    uint32_t GetNotableFrom() const
    {
        return m_notableFrom;
    }

    /// The arrival of each cell may have consequences from now on; see BurstNetwork::MakeNotable.
    void MakeNotable()
    {
        m_notableFrom = 0;
    }

    /// @return the CPCS user-to-user octet
    uint8_t GetUu() const
    {
        return m_uu;
    }

    /// @return the common part indicator
    uint8_t GetCpi() const
    {
        return m_cpi;
    }

    /**
     * @brief Has cells sent with marks in their headers; before the first cell is sent.
     * @param first a cell
     * @param count cells from there on, all inside the PDU
     * @param marks sum of AtmCellMark, 0 to 3; 0 at the start
     */
    void SetMarks(uint32_t first, uint32_t count, uint8_t marks);

    /// @param other a PDU of as many cells, whose marks this one gets
    void CopyMarks(const AtmPdu& other);

    /// @param cell of this PDU @return the marks it is sent with
    uint8_t GetMarks(uint32_t cell) const
    {
        return m_cellMarks ? (*m_cellMarks)[cell] : m_marks;
    }

    /// @param cell of this PDU @param most at least 1 @return cells from there on that have the
    /// same marks, at most that many
    uint32_t CountAlike(uint32_t cell, uint32_t most) const;

    /// @return the payload of all cells, 48 * GetNCells() bytes, made at the first call
    const std::vector<uint8_t>& GetBytes() const;

    /**
     * @param first a cell
     * @param count cells from there on, at least 1
     * @return their payload, 48 * count octets; the CRC is worked out for the last cell only
     */
    const uint8_t* GetCells(uint32_t first, uint32_t count) const;

  protected:
    /**
     * @brief A PDU whose cells are not those of AAL5.
     * @param nCells its cells, at least 1; the last one bears the last-cell bit
     * @param sdu what it carries, or a part of
     */
    AtmPdu(uint32_t nCells, Ptr<const Packet> sdu);

    /// Its cells belong to no adaptation layer.
    void MarkRaw()
    {
        m_isRaw = true;
    }

    /// @param cell becomes GetNotableFrom()
    void SetNotableFrom(uint32_t cell)
    {
        m_notableFrom = cell;
    }

    /// @param bytes empty; becomes the payload of all cells, 48 * GetNCells() bytes
    virtual void MakeBytes(std::vector<uint8_t>& bytes) const;

  private:
    Ptr<const Packet> m_sdu;                           //!< the SDU
    uint32_t m_nCells;                                 //!< cells
    uint32_t m_notableFrom;                            //!< see GetNotableFrom
    uint8_t m_uu;                                      //!< user-to-user octet
    uint8_t m_cpi;                                     //!< common part indicator
    bool m_isAal5;                                     //!< see IsAal5
    bool m_isRaw{false};                               //!< see IsRaw
    uint8_t m_marks{0};                                //!< of all cells, unless they have their own
    std::unique_ptr<std::vector<uint8_t>> m_cellMarks; //!< of each cell, or null: all alike
    mutable bool m_hasTrailer{false};                  //!< the bytes are complete
    mutable std::vector<uint8_t> m_bytes;              //!< CPCS-PDU once asked for, else empty
};
} // namespace hsn
} // namespace ns3

#endif // ATM_PDU_H
