// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Traffic shaper with one or two leaky buckets.
 */
#ifndef HSN_GCRA_SHAPER_H
#define HSN_GCRA_SHAPER_H

#include "atm-traffic-contract.h"
#include "gcra.h"

#include "ns3/atm-change.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief Tells when the next cell of a connection may leave so that it conforms to a contract.
 *
 * Each cell leaves at max(ready, TAT_PCR - tau_PCR, TAT_SCR - tau_SCR), and not before the cell
 * ahead of it: cells are as early as a contract allows, and all of them conform. Without a
 * sustainable rate only the peak rate's bucket works (single shaper).
 *
 * The sender asks with GetDeparture(), sends, and reports with Commit(); asking changes nothing.
 *
 * Times count in steps of ns-3's resolution and have the range of Gcra::MAX_TIME.
 *
 * The parameters come either from attributes or from SetContract(). Attributes make a VBR
 * contract of type C if ScrPeriod is not 0, else CBR. The buckets start idle whenever
 * a parameter is set. Parameters that make no sense abort at the first use with the text of
 * AtmTrafficContract::Check().
 */
class GcraShaper : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    GcraShaper();
    ~GcraShaper() override;

    /**
     * @brief Sets all parameters from a contract and starts with idle buckets.
     * @param contract the contract
     *
     * Aborts with the text of AtmTrafficContract::Check() if the contract makes no sense.
     */
    void SetContract(const AtmTrafficContract& contract);

    /** @return the contract, made from the attributes unless SetContract() was called */
    AtmTrafficContract GetContract() const;

    /**
     * @brief Earliest departure of the next cell.
     * @param ready time from which the cell could be sent, in time steps
     * @param clp its CLP bit: CLP=1 cells wait only for the peak rate under contracts A and B
     * @return the earliest conforming time that is neither before \p ready nor before the last
     *         committed departure, in time steps
     */
    int64_t GetDeparture(int64_t ready, bool clp = false);

    /**
     * @brief Earliest departure of the next cell.
     * @param ready time from which the cell could be sent
     * @param clp its CLP bit
     * @return the earliest conforming time
     */
    Time GetDeparture(Time ready, bool clp = false);

    /**
     * @brief Time before which the n-th cell from now on does not leave.
     * @param ready time from which the first of the cells could be sent, in time steps
     * @param spacing least time between departures, in time steps, not negative
     * @param n number of the cell, 1 for the next one
     * @param clp CLP bit of the cells
     * @return its departure if all of them are ready at \p ready and each leaves as early as it
     * may, in time steps: the largest of D + (n - 1) spacing and, for each bucket that counts them,
     * max(D, TAT) - tau + (n - 1) T, where D is GetDeparture() of the next cell. Cells that are
     * ready later leave later. At most Gcra::MAX_TIME
     *
     * Aborts, naming the value, if \p spacing or \p n is out of range.
     */
    int64_t GetEarliest(int64_t ready, int64_t spacing, uint32_t n, bool clp = false);

    /**
     * @brief Reports that a cell leaves.
     * @param departure its time in time steps; GetDeparture()'s or later
     * @param clp its CLP bit
     *
     * Aborts, naming both times, if the cell would not conform or time goes back.
     */
    void Commit(int64_t departure, bool clp = false);

    /**
     * @brief Reports that a cell leaves.
     * @param departure its time; GetDeparture()'s or later
     * @param clp its CLP bit
     */
    void Commit(Time departure, bool clp = false);

    /**
     * @brief Warns of a PDU that can never leave at the peak rate.
     * @param cells number of cells of the PDU
     * @return an empty string, or a warning that names PDU length and MBS. It is also logged, and
     *         trace source LongPdu fires. The shaper then spaces the cells beyond MBS by T_SCR.
     */
    std::string CheckPdu(uint32_t cells) const;

    /** @brief Returns to idle buckets. */
    void Reset();

    /** @return the peak rate's bucket, as the next cell meets it; aborts like GetDeparture() */
    const Gcra& GetPcr() const;
    /** @return the sustainable rate's bucket, likewise; means nothing for a single shaper */
    const Gcra& GetScr() const;

    /**
     * @brief TracedCallback signature for PDUs longer than MBS.
     * @param [in] cells number of cells of the PDU
     * @param [in] mbs maximum burst size in cells
     */
    typedef void (*LongPduTracedCallback)(uint32_t cells, uint32_t mbs);

  private:
    /** @brief Makes the buckets from the parameters if these have changed. */
    void Configure() const;

    /**
     * @brief Sets one parameter, inside an AtmChange; the buckets are made anew.
     * @tparam T its type
     * @param parameter the parameter
     * @param value its value from now on
     */
    template <typename T>
    void Change(T& parameter, T value);

    /**
     * @brief Tells whether the sustainable rate's bucket counts a cell.
     * @param clp the cell's CLP bit
     * @return whether it does
     */
    bool Counts(bool clp) const;

    /** @param period attribute PcrPeriod */
    void SetPcrPeriod(Time period);
    /** @return attribute PcrPeriod */
    Time GetPcrPeriod() const;
    /** @param limit attribute PcrLimit */
    void SetPcrLimit(Time limit);
    /** @return attribute PcrLimit */
    Time GetPcrLimit() const;
    /** @param period attribute ScrPeriod */
    void SetScrPeriod(Time period);
    /** @return attribute ScrPeriod */
    Time GetScrPeriod() const;
    /** @param mbs attribute Mbs */
    void SetMbs(uint32_t mbs);
    /** @return attribute Mbs */
    uint32_t GetMbs() const;

    mutable AtmLazy<Gcra> m_pcr;    //!< the peak rate's bucket
    mutable AtmLazy<Gcra> m_scr;    //!< the sustainable rate's bucket
    mutable int64_t m_last;         //!< last committed departure, time steps
    Time m_tPcr;                    //!< attribute PcrPeriod
    Time m_tauPcr;                  //!< attribute PcrLimit
    Time m_tScr;                    //!< attribute ScrPeriod, 0 for a single shaper
    uint32_t m_mbs;                 //!< attribute Mbs, cells
    Gcra::Form m_form;              //!< attribute Form
    AtmTrafficContract m_contract;  //!< contract if m_hasContract
    bool m_hasContract;             //!< SetContract() came after the last attribute
    mutable bool m_configured;      //!< the buckets agree with the parameters
    mutable bool m_dual;            //!< whether m_scr is used
    mutable bool m_scrCountsTagged; //!< whether m_scr counts CLP=1 cells too

    TracedCallback<uint32_t, uint32_t> m_longPduTrace; //!< trace source LongPdu
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GCRA_SHAPER_H
