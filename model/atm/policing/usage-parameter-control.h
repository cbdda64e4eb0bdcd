// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Usage parameter control: policing of one ATM connection.
 */
#ifndef HSN_USAGE_PARAMETER_CONTROL_H
#define HSN_USAGE_PARAMETER_CONTROL_H

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
/** @brief A cell as usage parameter control sees it. */
struct UpcCell
{
    int64_t time{0};      //!< arrival time in time steps, not before that of an earlier cell
    bool clp{false};      //!< cell loss priority bit on arrival
    bool last{false};     //!< last cell of an AAL5 PDU (PTI user bit 1)
    uint32_t pduCells{0}; //!< true number of cells of its PDU, 0 if not known
};

/** @brief Why a cell was discarded. */
enum class UpcReason
{
    PCR, //!< the peak rate's bucket
    SCR, //!< the sustainable rate's bucket
    PPD, //!< partial packet discard: rest of a PDU that had lost a cell
    EPD  //!< early packet discard: the whole PDU was predicted not to conform
};

/** @brief What became of the cells of one connection; every cell is in exactly one counter. */
struct UpcCounters
{
    uint64_t conforming{0};   //!< cells that passed as they were
    uint64_t tagged{0};       //!< cells that passed with CLP set from 0 to 1
    uint64_t discardedPcr{0}; //!< cells discarded by the peak rate's bucket
    uint64_t discardedScr{0}; //!< cells discarded by the sustainable rate's bucket
    uint64_t discardedPpd{0}; //!< cells discarded by partial packet discard
    uint64_t discardedEpd{0}; //!< cells discarded by early packet discard

    /** @return cells discarded for any reason */
    uint64_t GetDiscarded() const
    {
        return discardedPcr + discardedScr + discardedPpd + discardedEpd;
    }

    /** @return all cells seen */
    uint64_t GetTotal() const
    {
        return conforming + tagged + GetDiscarded();
    }
};

/**
 * @brief Polices the cells of one virtual connection against its traffic contract.
 *
 * Coordinated dual leaky bucket: both buckets are tested first, and each is updated only if the
 * cell is accepted by the test that counts it (ITU-T I.371, ATM Forum UNI 3.0):
 *
 * 1. The peak rate's test on CLP=0+1 fails: discard, no update.
 * 2. Contract C: the sustainable rate's test of any cell fails: discard, no update. Otherwise pass
 *    and update both.
 * 3. Contracts A and B, CLP=1 cell: pass and update the peak rate's bucket only.
 * 4. Contracts A and B, CLP=0 cell: the sustainable rate's test holds: pass and update both. It
 *    fails: A discards without update; B passes the cell with CLP=1 and updates the peak rate's
 *    bucket only.
 *
 * CBR and best effort have only the first test.
 *
 * Two packet discard modes may be added (after Romanow and Floyd). They cost
 * one bit per connection each, and the cells they discard never update a bucket.
 *
 * - PPD: once a cell of a PDU that is not its last was discarded, the PDU's further cells are
 *   discarded up to but excluding the last one, which is policed normally.
 * - EPD: at the first cell of a PDU with a predicted n cells, X1 = max(0, TAT_SCR - ta); the PDU
 *   is accepted if X1 + (n - 1)(T_SCR - T_PCR) <= tau_SCR, that is if it would conform when sent
 *   at the peak rate, else all of it is discarded, the last cell too. The cells of an accepted PDU
 *   are policed normally. A first cell that the sustainable rate's bucket does not count (CLP=1
 *   under A or B) is not predicted, nor its PDU. Under CBR and best effort the first cell's own
 *   test is the prediction: X1 = max(0, TAT_PCR - ta) <= tau_PCR.
 *
 * A PDU begins at the first cell and after every cell with the last-cell bit, as a switch sees it.
 *
 * One object per connection; policing a cell neither allocates memory nor calls a virtual function.
 */
class UsageParameterControl : public Object
{
  public:
    /** @brief What happens to the rest of a damaged PDU. */
    enum PacketDiscard
    {
        NONE, //!< every cell is policed for itself
        PPD,  //!< partial packet discard
        EPD   //!< early packet discard
    };

    /** @brief Where early packet discard gets the length of a PDU from. */
    enum EpdLength
    {
        MAX_SDU, //!< attribute MaxSdu: rejects short PDUs that would conform
        ORACLE   //!< UpcCell::pduCells, which no real switch knows; where it is 0, as MAX_SDU
    };

    /** @brief Fate of a cell. */
    enum Verdict
    {
        PASS,   //!< goes on as it is
        TAG,    //!< goes on with CLP set to 1
        DISCARD //!< goes no further
    };

    /** @brief Largest AAL5 SDU in bytes. */
    static constexpr uint32_t MAX_AAL5_SDU = 65535;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    UsageParameterControl();
    ~UsageParameterControl() override;

    /**
     * @brief Sets the contract and starts with idle buckets, zero counters and no PDU in progress.
     * @param contract the contract
     *
     * Aborts with the text of AtmTrafficContract::Check() if the contract makes no sense, or with
     * that of Check(). Attribute Form is read here; the other attributes may be changed at any
     * time.
     */
    void SetContract(const AtmTrafficContract& contract);

    /** @return the contract */
    const AtmTrafficContract& GetContract() const;

    /**
     * @brief Tells what is wrong with the attributes.
     * @return an empty string, or an error text that names the value: EPD by the maximum SDU
     *         without one, or one greater than 65535 bytes
     */
    std::string Check() const;

    /**
     * @brief Decides on one cell, counts and traces it.
     * @param cell the cell
     * @return what to do with it
     *
     * Aborts, naming the values, if no contract is set, if time goes back, if early packet discard
     * has no length to predict with, or if the time is beyond Gcra::MAX_TIME.
     */
    Verdict Police(const UpcCell& cell);

    /** @brief Fate of the leading cells of a run. */
    struct RunFate
    {
        Verdict verdict; //!< the fate of each of them
        uint32_t cells;  //!< how many, at least 1
    };

    /**
     * @brief Decides on leading cells of a run that share one fate, counts and traces them.
     * @param run the first cell, but for UpcCell::last: the last cell of the run ends its PDU
     * @param spacing time from each cell to the next, in time steps, not negative
     * @param n cells, all of one PDU and with the same CLP bit, at least 1
     * @return what to do with how many of them; the others are not policed yet. They may share that
     *         fate too
     *
     * Equal to Police() for each of those cells, but the cost does not depend on how many they are,
     * unless a trace source is connected. Aborts as Police() does, and if Gcra::CheckRun() has
     * something to say.
     */
    RunFate PoliceRun(const UpcCell& run, int64_t spacing, uint32_t n);

    /** @return whether a trace source is connected, so that each cell is to be policed when it
     * comes */
    bool IsWatched() const;

    /** @brief Empties the buckets and counters and forgets the PDU in progress. */
    void Reset();

    /** @return what became of all cells since SetContract() or Reset() */
    const UpcCounters& GetCounters() const;

    /** @return the peak rate's bucket */
    const Gcra& GetPcr() const;
    /** @return the sustainable rate's bucket; means nothing for CBR and best effort */
    const Gcra& GetScr() const;

    /**
     * @brief TracedCallback signature for cells that go on.
     * @param [in] cell the cell as it arrived
     */
    typedef void (*CellTracedCallback)(const UpcCell& cell);

    /**
     * @brief TracedCallback signature for discarded cells.
     * @param [in] cell the cell as it arrived
     * @param [in] reason why it was discarded
     */
    typedef void (*DiscardTracedCallback)(const UpcCell& cell, UpcReason reason);

  protected:
    void DoDispose() override;

  private:
    /** @param packetDiscard attribute PacketDiscard */
    void SetPacketDiscard(PacketDiscard packetDiscard);
    /** @return attribute PacketDiscard */
    PacketDiscard GetPacketDiscard() const;
    /** @param epdLength attribute EpdLength */
    void SetEpdLength(EpdLength epdLength);
    /** @return attribute EpdLength */
    EpdLength GetEpdLength() const;
    /** @param maxSdu attribute MaxSdu, bytes */
    void SetMaxSdu(uint32_t maxSdu);
    /** @return attribute MaxSdu, bytes */
    uint32_t GetMaxSdu() const;

    /**
     * @brief Tells whether the sustainable rate's bucket counts a cell.
     * @param clp the cell's CLP bit
     * @return whether it does
     */
    bool ScrCounts(bool clp) const;

    /**
     * @brief Polices further cells of a PDU that meet the same fate, for the same reason.
     * @param cell the cell before them, policed already
     * @param verdict its fate
     * @param spacing time from each cell to the next, in time steps
     * @param n further cells, none of which ends the PDU
     * @return how many of them did, perhaps none
     */
    uint32_t PoliceAlike(const UpcCell& cell, Verdict verdict, int64_t spacing, uint32_t n);

    /**
     * @brief Early packet discard's prediction.
     * @param cell first cell of a PDU
     * @return whether the PDU is accepted
     */
    bool PredictConforming(const UpcCell& cell) const;

    /**
     * @brief Counts and traces a discarded cell.
     * @param cell the cell
     * @param reason why
     * @param counter the counter of that reason
     * @return DISCARD
     */
    Verdict Discard(const UpcCell& cell, UpcReason reason, uint64_t& counter);

    /**
     * @brief Counts and traces a cell discarded by a bucket; starts partial packet discard.
     * @param cell the cell
     * @param reason why
     * @param counter the counter of that reason
     * @return DISCARD
     */
    Verdict DiscardByBucket(const UpcCell& cell, UpcReason reason, uint64_t& counter);

    /**
     * @brief Aborts because a cell cannot be policed: no contract, or time goes back.
     * @param cell the cell
     */
    [[noreturn]] void Reject(const UpcCell& cell) const;

    AtmTrafficContract m_contract;   //!< the contract
    AtmLazy<Gcra> m_pcr;             //!< the peak rate's bucket
    AtmLazy<Gcra> m_scr;             //!< the sustainable rate's bucket
    int64_t m_latest;                //!< time of the latest cell, or later than any: no contract
    AtmLazy<UpcCounters> m_counters; //!< fates of all cells
    bool m_dual;                     //!< whether m_scr is used
    bool m_scrCountsTagged;          //!< whether m_scr counts CLP=1 cells too
    bool m_tagging;                  //!< whether excess cells are tagged
    bool m_atStart;                  //!< the next cell is the first of a PDU
    bool m_dropping;                 //!< PPD or EPD is discarding the PDU in progress
    Gcra::Form m_form;               //!< attribute Form
    AtmSetting<PacketDiscard> m_packetDiscard; //!< attribute PacketDiscard
    AtmSetting<EpdLength> m_epdLength;         //!< attribute EpdLength
    AtmSetting<uint32_t> m_maxSdu;             //!< attribute MaxSdu, bytes

    TracedCallback<const UpcCell&> m_conformingTrace;           //!< trace source Conforming
    TracedCallback<const UpcCell&> m_taggedTrace;               //!< trace source Tagged
    TracedCallback<const UpcCell&, UpcReason> m_discardedTrace; //!< trace source Discarded
};

/**
 * @brief Prints the name of a reason.
 * @param os the stream
 * @param reason the reason
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, UpcReason reason);
} // namespace hsn
} // namespace ns3

#endif // HSN_USAGE_PARAMETER_CONTROL_H
