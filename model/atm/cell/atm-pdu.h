// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_PDU_H
#define ATM_PDU_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
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
    Ptr<const Packet> m_sdu;              //!< the SDU
    uint32_t m_nCells;                    //!< cells
    uint32_t m_notableFrom;               //!< see GetNotableFrom
    uint8_t m_uu;                         //!< user-to-user octet
    uint8_t m_cpi;                        //!< common part indicator
    bool m_isAal5;                        //!< see IsAal5
    bool m_isRaw{false};                  //!< see IsRaw
    mutable bool m_hasTrailer{false};     //!< the bytes are complete
    mutable std::vector<uint8_t> m_bytes; //!< CPCS-PDU once asked for, else empty
};
} // namespace hsn
} // namespace ns3

#endif // ATM_PDU_H
