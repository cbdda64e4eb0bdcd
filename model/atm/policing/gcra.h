// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The generic cell rate algorithm.
 */
#ifndef HSN_GCRA_H
#define HSN_GCRA_H

#include "ns3/assert.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief Generic cell rate algorithm GCRA(T, tau) on integer time.
 *
 * Decides cell by cell whether a cell that arrives at time `ta` conforms to one cell per increment
 * T with tolerance tau. Source: ITU-T I.371 Annex A and ATM Forum UNI 3.1,
 * 3.6.2.4.1. Both published forms are implemented, each with its own state:
 *
 * - virtual scheduling keeps the theoretical arrival time TAT;
 * - the continuous-state leaky bucket keeps the bucket content X and the last conformance time LCT.
 *
 * They give the same verdict for every sequence of arrivals, and after every cell TAT = X + LCT.
 * Equality (ta = TAT - tau, or a drained content of exactly tau) conforms. The first cell always
 * conforms.
 *
 * Times, T and tau are signed counts of one time step, whichever the caller means: with the
 * constructor from Time it is ns-3's resolution (1 ns unless Time::SetResolution() was called).
 * Real numbers are deliberately not accepted: with tau = 0 a rounding error of the last bit
 * would turn conforming cells into non-conforming ones.
 *
 * Range: 1 <= T <= MAX_TIME, 0 <= tau <= MAX_TIME, |ta| <= MAX_TIME, where MAX_TIME = 2^61 (73
 * years of 1 ns steps). Within it nothing overflows. Anything outside aborts the program with a
 * text that names the values.
 *
 * A run is n cells at ta, ta + spacing, ta + 2 spacing and so on. What becomes of one is known in
 * closed form, at a cost that does not depend on n: X1 = max(0, TAT - ta), the bucket content that
 * an arriving cell finds, grows by T - spacing from one conforming cell to the next while T >
 * spacing, and never becomes more than it was if T <= spacing; while no cell conforms, nothing
 * changes but the time. The state after a run is that after its cells one by one.
 *
 * The class is a value: copy it to try what would happen. Nothing here allocates memory.
 */
class Gcra
{
  public:
    /** @brief Which of the two equivalent forms holds the state. */
    enum Form
    {
        VIRTUAL_SCHEDULING, //!< state is TAT
        LEAKY_BUCKET        //!< state is X and LCT
    };

    /** @brief Largest increment, limit and absolute time, in time steps. */
    static constexpr int64_t MAX_TIME = int64_t(1) << 61;

    /** @brief Returned by MaxBurst() when every cell conforms. */
    static constexpr int64_t UNLIMITED = std::numeric_limits<int64_t>::max();

    /** @brief Creates GCRA(1, 0): at most one cell in each time step. */
    Gcra() = default;

    /**
     * @brief Creates an idle GCRA(increment, limit).
     * @param increment T in time steps, 1 to MAX_TIME
     * @param limit tau in time steps, 0 to MAX_TIME
     * @param form the form that holds the state
     *
     * Aborts with the text of Check() if an argument is out of range.
     */
    Gcra(int64_t increment, int64_t limit, Form form = VIRTUAL_SCHEDULING);

    /**
     * @brief Creates an idle GCRA in units of ns-3's time resolution.
     * @param increment T, greater than 0
     * @param limit tau, not negative
     * @param form the form that holds the state
     *
     * Aborts with the text of Check() if an argument is out of range.
     */
    Gcra(Time increment, Time limit, Form form = VIRTUAL_SCHEDULING);

    /**
     * @brief Tells what is wrong with a pair of parameters.
     * @param increment T in time steps
     * @param limit tau in time steps
     * @return an empty string, or an error text that names the value and its bound
     */
    static std::string Check(int64_t increment, int64_t limit);

    /**
     * @brief Tells what is wrong with an arrival time.
     * @param ta arrival time in time steps
     * @return an empty string, or an error text: the time lies before that of an earlier cell
     *         (both are named), or is out of range
     */
    std::string CheckTime(int64_t ta) const;

    /**
     * @brief Tests a cell without accepting it.
     * @param ta arrival time in time steps, |ta| <= MAX_TIME
     * @return whether a cell that arrives at \p ta conforms
     */
    bool Conforms(int64_t ta) const;

    /**
     * @brief Accepts a conforming cell: counts it in the state.
     * @param ta arrival time in time steps
     *
     * Aborts if CheckTime() has something to say. That the cell conforms is only asserted.
     */
    void Update(int64_t ta);

    /**
     * @brief Tests a cell and accepts it if it conforms; a cell that does not leaves no trace.
     * @param ta arrival time in time steps
     * @return whether the cell conforms
     *
     * Aborts if CheckTime() has something to say.
     */
    bool Police(int64_t ta);

    /**
     * @brief Tells what is wrong with a run.
     * @param ta arrival of the first cell in time steps
     * @param spacing time from each cell to the next, in time steps
     * @param n cells
     * @return an empty string, or an error text that names the value: that of CheckTime() for the
     *         first cell, a negative spacing, no cell, or the last cell after MAX_TIME
     */
    std::string CheckRun(int64_t ta, int64_t spacing, uint32_t n) const;

    /**
     * @brief Aborts if CheckRun() has something to say.
     * @param ta arrival of the first cell in time steps
     * @param spacing time from each cell to the next, in time steps
     * @param n cells
     */
    void RequireRun(int64_t ta, int64_t spacing, uint32_t n) const;

    /**
     * @brief Tests a run without accepting its cells.
     * @param ta arrival of the first cell in time steps, |ta| <= MAX_TIME
     * @param spacing time from each cell to the next, in time steps, not negative
     * @param n cells
     * @return how many cells conform, each with those before it accepted, up to the first one that
     *         does not
     */
    uint32_t CountConforming(int64_t ta, int64_t spacing, uint32_t n) const;

    /**
     * @brief Tests a run for cells that do not conform.
     * @param ta arrival of the first cell in time steps, |ta| <= MAX_TIME
     * @param spacing time from each cell to the next, in time steps, not negative
     * @param n cells
     * @return how many cells do not conform, up to the first one that does
     */
    uint32_t CountNonConforming(int64_t ta, int64_t spacing, uint32_t n) const;

    /**
     * @brief Accepts a run of conforming cells: counts all of them in the state.
     * @param ta arrival of the first cell in time steps
     * @param spacing time from each cell to the next, in time steps
     * @param n cells
     *
     * Aborts if CheckRun() has something to say. That the cells conform is only asserted.
     */
    void UpdateRun(int64_t ta, int64_t spacing, uint32_t n);

    /**
     * @brief Polices a run up to the first cell that does not conform.
     * @param ta arrival of the first cell in time steps
     * @param spacing time from each cell to the next, in time steps
     * @param n cells
     * @return how many cells conformed and are accepted. If it is 0, the first cell was policed and
     *         did not conform; cells after those are not policed
     *
     * Aborts if CheckRun() has something to say.
     */
    uint32_t PoliceRun(int64_t ta, int64_t spacing, uint32_t n);

    /**
     * @brief Earliest time at which a cell conforms, for shapers.
     * @param ready time from which the cell could be sent, in time steps
     * @return max(ready, TAT - tau) in time steps
     */
    int64_t EarliestConforming(int64_t ready) const;

    /**
     * @brief Bucket content that an arriving cell would find.
     * @param ta arrival time in time steps
     * @return max(0, TAT - ta) in time steps; the cell conforms if this is at most tau
     */
    int64_t GetExcess(int64_t ta) const;

    /**
     * @brief Number of back-to-back cells that an idle GCRA accepts.
     * @param increment T in time steps, greater than 0
     * @param limit tau in time steps, not negative
     * @param spacing cell spacing delta in time steps, not negative
     * @return 1 + floor(tau / (T - delta)), or UNLIMITED if delta >= T
     *
     * Aborts, naming the value, if an argument is out of range. Source: ITU-T I.371 Annex A.
     */
    static int64_t MaxBurst(int64_t increment, int64_t limit, int64_t spacing);

    /** @brief Returns to the state before the first cell. */
    void Reset();

    /** @return T in time steps */
    int64_t GetIncrement() const;
    /** @return tau in time steps */
    int64_t GetLimit() const;
    /** @return the form that holds the state */
    Form GetForm() const;
    /** @return whether no cell has been accepted since construction or Reset() */
    bool IsIdle() const;

    /**
     * @brief Theoretical arrival time of the next cell.
     * @return TAT in time steps; -MAX_TIME before the first cell
     */
    int64_t GetTat() const;

    /**
     * @brief Bucket content just after the last accepted cell.
     * @return X = TAT - LCT in time steps, 0 to T + tau; 0 before the first cell
     */
    int64_t GetBucket() const;

    /**
     * @brief Last conformance time: when the last accepted cell arrived.
     * @return LCT in time steps; -MAX_TIME before the first cell
     */
    int64_t GetLastConformance() const;

  private:
    /**
     * @brief Aborts with the text of CheckTime().
     * @param ta arrival time in time steps
     */
    [[noreturn]] void RejectTime(int64_t ta) const;

    int64_t m_increment{1};      //!< T in time steps
    int64_t m_limit{0};          //!< tau in time steps
    int64_t m_tat{-MAX_TIME};    //!< virtual scheduling: TAT; not used by the leaky bucket
    int64_t m_bucket{0};         //!< leaky bucket: X; not used by virtual scheduling
    int64_t m_lct{-MAX_TIME};    //!< time of the last accepted cell (part of the bucket's state)
    int64_t m_latest{-MAX_TIME}; //!< time of the latest cell, accepted or not
    Form m_form{VIRTUAL_SCHEDULING}; //!< form that holds the state
};

inline bool
Gcra::Conforms(int64_t ta) const
{
    if (m_form == VIRTUAL_SCHEDULING)
    {
        return m_tat <= ta + m_limit;
    }
    return m_bucket - (ta - m_lct) <= m_limit;
}

inline void
Gcra::Update(int64_t ta)
{
    if (ta < m_latest || ta > MAX_TIME)
    {
        RejectTime(ta);
    }
    NS_ASSERT_MSG(Conforms(ta), "a cell that does not conform cannot be accepted");
    m_latest = ta;
    if (m_form == VIRTUAL_SCHEDULING)
    {
        m_tat = (m_tat < ta ? ta : m_tat) + m_increment;
    }
    else
    {
        const int64_t drained = m_bucket - (ta - m_lct);
        m_bucket = (drained < 0 ? 0 : drained) + m_increment;
    }
    m_lct = ta;
}

inline bool
Gcra::Police(int64_t ta)
{
    if (ta < m_latest || ta > MAX_TIME)
    {
        RejectTime(ta);
    }
    if (!Conforms(ta))
    {
        m_latest = ta;
        return false;
    }
    Update(ta);
    return true;
}

inline int64_t
Gcra::GetTat() const
{
    return m_form == VIRTUAL_SCHEDULING ? m_tat : m_bucket + m_lct;
}

inline int64_t
Gcra::GetBucket() const
{
    return m_form == VIRTUAL_SCHEDULING ? m_tat - m_lct : m_bucket;
}

inline int64_t
Gcra::GetLastConformance() const
{
    return m_lct;
}

inline int64_t
Gcra::EarliestConforming(int64_t ready) const
{
    const int64_t earliest = GetTat() - m_limit;
    return ready < earliest ? earliest : ready;
}

inline int64_t
Gcra::GetExcess(int64_t ta) const
{
    const int64_t excess = GetTat() - ta;
    return excess < 0 ? 0 : excess;
}

inline int64_t
Gcra::GetIncrement() const
{
    return m_increment;
}

inline int64_t
Gcra::GetLimit() const
{
    return m_limit;
}

inline Gcra::Form
Gcra::GetForm() const
{
    return m_form;
}

inline bool
Gcra::IsIdle() const
{
    return GetBucket() == 0;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_GCRA_H
