// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Traffic contract of an ATM connection.
 */
#ifndef HSN_ATM_TRAFFIC_CONTRACT_H
#define HSN_ATM_TRAFFIC_CONTRACT_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief What an ATM connection may send: the traffic contracts of ATM Forum UNI 3.0.
 *
 * | contract | T_PCR, tau_PCR apply to | T_SCR, MBS apply to | tagging |
 * |---|---|---|---|
 * | BEST_EFFORT, CBR | CLP=0+1 | - | - |
 * | VBR_A | CLP=0+1 | CLP=0 | not requested |
 * | VBR_B | CLP=0+1 | CLP=0 | requested |
 * | VBR_C | CLP=0+1 | CLP=0+1 | not applicable |
 *
 * Source: the paper of examples/vbr-upc, table 1. The sustainable rate is policed by
 * GCRA(T_SCR, tau_SCR) with tau_SCR from eq. (1); no cell delay variation tolerance is added to it.
 *
 * A contract is a plain value, and may be inconsistent while it is being filled in. Check() tells
 * what is wrong with it; everything that takes a contract calls it and aborts with its text.
 * Times count in steps of ns-3's resolution.
 */
class AtmTrafficContract
{
  public:
    /** @brief Kind of contract. */
    enum Type
    {
        BEST_EFFORT, //!< one bucket at the peak rate, nothing reserved
        CBR,         //!< one bucket at the peak rate
        VBR_A,       //!< sustainable rate of CLP=0 cells, excess discarded
        VBR_B,       //!< sustainable rate of CLP=0 cells, excess tagged
        VBR_C        //!< sustainable rate of all cells, excess discarded
    };

    /** @brief Creates a best-effort contract with T_PCR = 2726 ns, the 155.52 Mbit/s line rate. */
    AtmTrafficContract();

    /**
     * @brief Best-effort contract: policed like CBR, nothing reserved.
     * @param tPcr T_PCR, greater than 0
     * @param tauPcr tau_PCR, not negative
     * @return the contract
     */
    static AtmTrafficContract BestEffort(Time tPcr, Time tauPcr = Time(0));

    /**
     * @brief Constant bit rate contract.
     * @param tPcr T_PCR, greater than 0
     * @param tauPcr tau_PCR, not negative
     * @return the contract
     */
    static AtmTrafficContract Cbr(Time tPcr, Time tauPcr = Time(0));

    /**
     * @brief Variable bit rate contract.
     * @param type VBR_A, VBR_B or VBR_C
     * @param tPcr T_PCR, greater than 0
     * @param tScr T_SCR, at least \p tPcr
     * @param mbs maximum burst size in cells, at least 1
     * @param tauPcr tau_PCR, not negative
     * @return the contract
     */
    static AtmTrafficContract Vbr(Type type,
                                  Time tPcr,
                                  Time tScr,
                                  uint32_t mbs,
                                  Time tauPcr = Time(0));

    /**
     * @brief Constant bit rate contract from a bit rate.
     * @param pcr peak rate in bit/s of 424-bit cells; the period is rounded down
     * @param tauPcr tau_PCR, not negative
     * @return the contract
     */
    static AtmTrafficContract Cbr(DataRate pcr, Time tauPcr = Time(0));

    /**
     * @brief Best-effort contract from a bit rate.
     * @param pcr peak rate in bit/s of 424-bit cells; the period is rounded down
     * @param tauPcr tau_PCR, not negative
     * @return the contract
     */
    static AtmTrafficContract BestEffort(DataRate pcr, Time tauPcr = Time(0));

    /**
     * @brief Variable bit rate contract from bit rates.
     * @param type VBR_A, VBR_B or VBR_C
     * @param pcr peak rate in bit/s of 424-bit cells; the period is rounded down
     * @param scr sustainable rate in bit/s of 424-bit cells; the period is rounded down
     * @param mbs maximum burst size in cells, at least 1
     * @param tauPcr tau_PCR, not negative
     * @return the contract
     */
    static AtmTrafficContract Vbr(Type type,
                                  DataRate pcr,
                                  DataRate scr,
                                  uint32_t mbs,
                                  Time tauPcr = Time(0));

    /**
     * @brief Cell period of a bit rate, rounded down to a whole time step.
     * @param rate rate in bit/s at which cells of 53 bytes are sent, greater than 0
     * @return the period; 0, which Check() rejects, for rates of more than one cell per time step
     *
     * Down, because a link's own cells come at most this close and must conform to a contract at
     * the link's rate with tau_PCR = 0. Aborts, naming the rate, if it is 0.
     */
    static Time CellPeriod(DataRate rate);

    /**
     * @brief Cell period of a cell rate, rounded down to a whole time step.
     * @param cellsPerSecond rate in cells/s, greater than 0
     * @return the period; 0, which Check() rejects, for rates of more than one cell per time step
     *
     * A period within 1e-9 of the next whole step (the error of the real number) becomes that.
     * Aborts, naming the rate, if it is not a positive number or its period is out of range.
     */
    static Time CellPeriod(double cellsPerSecond);

    /**
     * @brief Tells what is wrong with the contract.
     * @return an empty string, or an error text that names the value and what it must be
     *
     * Rejected: T_PCR <= 0, tau_PCR < 0, T_SCR < T_PCR, MBS < 1, times beyond Gcra::MAX_TIME,
     * tagging requested with any contract but B, and contract B without tagging.
     */
    std::string Check() const;

    /**
     * @brief Limit of the sustainable rate's bucket, eq. (1).
     * @return tau_SCR = (MBS - 1)(T_SCR - T_PCR); meaningful for VBR contracts that pass Check()
     */
    Time GetScrLimit() const;

    /**
     * @brief Tells whether a second bucket polices the sustainable rate.
     * @return true for VBR_A, VBR_B and VBR_C
     */
    bool HasScr() const;

    /**
     * @brief Tells which cells the sustainable rate's bucket counts.
     * @return true if CLP=0+1 (VBR_C), false if CLP=0 or if there is no such bucket
     */
    bool ScrCountsTagged() const;

    /** @return kind of contract */
    Type GetType() const;
    /** @return T_PCR */
    Time GetPcrPeriod() const;
    /** @return tau_PCR */
    Time GetPcrLimit() const;
    /** @return T_SCR; 0 without a sustainable rate */
    Time GetScrPeriod() const;
    /** @return maximum burst size in cells; 0 without a sustainable rate */
    uint32_t GetMbs() const;
    /** @return whether tagging is requested: derived from the type unless SetTagging() was called
     */
    bool IsTagging() const;

    /**
     * @brief Requests tagging, or not, as a signalling message does apart from the contract type.
     * @param tagging whether excess CLP=0 cells are to be tagged instead of discarded
     *
     * Only VBR_B agrees with true and only the others with false; Check() rejects the rest.
     */
    void SetTagging(bool tagging);

    /**
     * @brief Name of a kind of contract.
     * @param type the kind
     * @return such as "VBR_A"
     */
    static std::string GetTypeName(Type type);

  private:
    Type m_type;    //!< kind of contract
    bool m_tagging; //!< whether tagging is requested
    uint32_t m_mbs; //!< maximum burst size in cells
    Time m_tPcr;    //!< period of the peak rate
    Time m_tauPcr;  //!< tolerance of the peak rate
    Time m_tScr;    //!< period of the sustainable rate
};

/**
 * @brief Prints a contract on one line.
 * @param os the stream
 * @param contract the contract
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const AtmTrafficContract& contract);
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_TRAFFIC_CONTRACT_H
