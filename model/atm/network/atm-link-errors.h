// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_LINK_ERRORS_H
#define ATM_LINK_ERRORS_H

#include "ns3/atm-cell.h"
#include "ns3/atm-change.h"
#include "ns3/cell-burst.h"
#include "ns3/error-model.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief The errors of an AtmChannel: which cells are lost, and which bits are inverted.
 */
class AtmLinkErrors
{
  public:
    /// State of one direction of the link.
    struct Direction
    {
        AtmHecReceiver hec;     //!< the receiver's header check
        double bitsToError{-1}; //!< error-free bits ahead; below 0: not drawn yet
        uint64_t corrected{0};  //!< cells whose header was repaired
        uint64_t damaged{0};    //!< cells that arrive with payload bits inverted
    };

    AtmLinkErrors();

    /// @param model decides which cells are lost, or null
    void SetLossModel(Ptr<ErrorModel> model);
    /// @return the loss model, or null
    Ptr<ErrorModel> GetLossModel() const;

    /// @param ber probability that a bit is inverted; the directions must draw anew
    void SetBitErrorRate(double ber);
    /// @return probability that a bit is inverted
    double GetBitErrorRate() const;

    /// @param format of the headers
    void SetFormat(AtmCellHeader::Format format);
    /// @return format of the headers
    AtmCellHeader::Format GetFormat() const;

    /// @param d a direction @return whether no error can hit its cells
    bool AreAbsent(const Direction& d) const;

    /// @return whether the loss model takes the next cell
    bool LoseCell();

    /**
     * @brief Inverts bits of a cell, and has the receiver check its header.
     * @param d the direction
     * @param burst the cell
     * @return false if its header was damaged beyond repair
     */
    bool InvertBits(Direction& d, CellBurst& burst);

    /// @param stream first stream of the random variables @return how many were taken
    int64_t AssignStreams(int64_t stream);

    /// Releases the loss model.
    void Dispose();

  private:
    /// @return the number of error-free bits before the next error (geometric)
    double DrawErrorGap();

    /**
     * @brief Inverts bits of a cell that at least one error hits.
     * @param d the direction
     * @param burst the cell
     * @param wire its header, of which bits are inverted
     * @return payload bits inverted, those of earlier links too, or null if this one inverted none
     */
    Ptr<CellDamage> HitCell(Direction& d, const CellBurst& burst, uint8_t wire[5]);

    AtmSetting<Ptr<ErrorModel>> m_lossModel; //!< loses whole cells
    AtmSetting<double> m_ber;                //!< bit error rate
    Ptr<Packet> m_lossProbe;                 //!< what the loss model is shown
    AtmCellHeader::Format m_format;          //!< header format on this link
    Ptr<UniformRandomVariable> m_uniform;    //!< for bit errors
};
} // namespace hsn
} // namespace ns3

#endif // ATM_LINK_ERRORS_H
