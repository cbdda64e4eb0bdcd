// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Preventive tagging by the sender.
 */
#ifndef HSN_PREVENTIVE_TAGGER_H
#define HSN_PREVENTIVE_TAGGER_H

#include "atm-traffic-contract.h"
#include "gcra.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief Chooses the CLP bits of whole PDUs so that the network's UPC damages as few as possible.
 *
 * The sender mirrors the UPC's buckets. If a whole PDU would not conform when sent now at the
 * peak rate (early packet discard's test with the true length n:
 * X1 + (n - 1)(T_SCR - T_PCR) <= tau_SCR with X1 = max(0, TAT_SCR - now)), its cells are sent with
 * CLP=1, all but the last: that one is sent with CLP=0 and counts in the sustainable rate's
 * bucket, so that the end of the PDU is protected. The paper of
 * examples/vbr-upc proposes this for contracts A and B, and does not measure it.
 *
 * StartPdu() at the time of the first cell, then NextCell() at the time of each cell in order. The
 * mirror stays equal to the UPC as long as the UPC sees the same cells at the same spacing.
 *
 * Times count in time steps, with the range of Gcra::MAX_TIME. A value class; nothing allocates.
 */
class PreventiveTagger
{
  public:
    /**
     * @brief Creates a tagger whose buckets are idle.
     * @param contract a contract of type VBR_A or VBR_B
     * @param form form of the GCRA
     *
     * Aborts with the text of Check() for other contracts and for those that make no sense.
     */
    explicit PreventiveTagger(const AtmTrafficContract& contract,
                              Gcra::Form form = Gcra::VIRTUAL_SCHEDULING);

    /**
     * @brief Tells what is wrong with a contract for preventive tagging.
     * @param contract the contract
     * @return an empty string, or an error text that names the value
     */
    static std::string Check(const AtmTrafficContract& contract);

    /**
     * @brief Tells whether a whole PDU would conform when sent from now on at the peak rate.
     * @param now time of its first cell, in time steps
     * @param cells its number of cells, at least 1
     * @return whether it would
     */
    bool WouldConform(int64_t now, uint32_t cells) const;

    /**
     * @brief Starts a PDU and decides how it is sent.
     * @param now time of its first cell, in time steps
     * @param cells its number of cells, at least 1
     * @return true if all its cells are sent with CLP=0, false if it is tagged
     *
     * Aborts, naming the numbers, if \p cells is 0 or the PDU before is not complete.
     */
    bool StartPdu(int64_t now, uint32_t cells);

    /**
     * @brief Sends the next cell of the PDU.
     * @param ta its time in time steps, not before that of the cell before
     * @return its CLP bit
     *
     * Aborts, naming the time, if no PDU is in progress or time goes back.
     */
    bool NextCell(int64_t ta);

    /** @return cells of the PDU in progress that are still to be sent */
    uint32_t GetRemaining() const;
    /** @return mirror of the peak rate's bucket */
    const Gcra& GetPcr() const;
    /** @return mirror of the sustainable rate's bucket */
    const Gcra& GetScr() const;

  private:
    Gcra m_pcr;           //!< mirror of the peak rate's bucket
    Gcra m_scr;           //!< mirror of the sustainable rate's bucket
    int64_t m_latest;     //!< time of the latest cell, time steps
    uint32_t m_remaining; //!< cells of the PDU still to be sent
    bool m_tagged;        //!< the PDU in progress is tagged
    bool m_tagging;       //!< the UPC tags instead of discarding
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PREVENTIVE_TAGGER_H
