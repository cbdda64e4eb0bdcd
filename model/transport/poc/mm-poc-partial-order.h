// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_PARTIAL_ORDER_H
#define HSN_MM_POC_PARTIAL_ORDER_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A service data unit: its medium and its number there, from 0. */
struct MmPocSdu
{
    uint32_t poc{0};    //!< medium
    uint64_t number{0}; //!< in the medium

    /** @param other SDU @return whether it is the same one */
    bool operator==(const MmPocSdu& other) const
    {
        return number == other.number && poc == other.poc;
    }

    /** @param other SDU @return whether this one has the lower number, or the lower medium */
    bool operator<(const MmPocSdu& other) const
    {
        return number != other.number ? number < other.number : poc < other.poc;
    }
};

/**
 * @ingroup hsn-mm-poc
 * @brief The partial order over the SDUs of several media (sections 2.2 and 4.1 of the paper).
 *
 * It is given by the immediate predecessors of the SDUs of one period, which repeats: each medium
 * has some SDUs in a period, and an SDU comes after others of the same period or of one before. An
 * order that is not periodic has one period that does not repeat.
 *
 * As text, one line each (a semicolon ends a line, too), with comments from # on:
 * @code
 *   period 2 1            # SDUs of medium 0 and of medium 1 in a period; finite: "finite 2 1"
 *   0.0 after 0.1-1 1.0-1 # first SDU of medium 0: after SDUs of the period before
 *   0.1 after 0.0
 *   1.0 after 1.0-1 0.1-1
 * @endcode
 */
class MmPocPartialOrder
{
  public:
    /** @brief A predecessor in the template. */
    struct Predecessor
    {
        uint32_t poc{0};   //!< medium
        uint32_t index{0}; //!< SDU in the period
        uint32_t lag{0};   //!< periods back

        /** @param other one @return whether this one is sorted before it */
        bool operator<(const Predecessor& other) const;
        /** @param other one @return whether it is the same */
        bool operator==(const Predecessor& other) const;
    };

    /// Most SDUs of all media in a period.
    static constexpr uint32_t MAX_PERIOD = 1024;
    /// Most media: they are numbered in an octet.
    static constexpr uint32_t MAX_MEDIA = 255;

    /** @param poc medium @param index of an SDU @return its name in texts and drawings */
    static std::string NameOf(uint32_t poc, uint64_t index);

    /** @brief One medium without any order. */
    MmPocPartialOrder();

    /**
     * @brief Begins a template without precedences.
     * @param counts SDUs of each medium in a period, each above 0; 1 to MAX_MEDIA media, up to
     * MAX_PERIOD SDUs
     * @param repeats whether there is more than one period
     * @return empty, or what is wrong; then nothing has changed
     */
    std::string SetPeriod(const std::vector<uint32_t>& counts, bool repeats = true);

    /**
     * @brief Has an SDU come after another one, in every period in which both exist.
     * @param poc medium of the later SDU
     * @param index of it in the period
     * @param before the earlier one; lag at most 100
     * @return empty, or what is wrong, a cycle included; then nothing has changed
     */
    std::string AddPrecedence(uint32_t poc, uint32_t index, const Predecessor& before);

    /** @brief Has all SDUs of a medium come one after another. @param poc medium @return as
     * AddPrecedence() */
    std::string AddChain(uint32_t poc);

    /** @brief Has each SDU come after all SDUs of the period before: the inter-stream transition of
     * a TSPN. @return as AddPrecedence() */
    std::string AddBarrier();

    /**
     * @brief Reads an order.
     * @param text see above
     * @param order gets it
     * @return empty, or the first error with its line; then order is as it was
     */
    static std::string Read(const std::string& text, MmPocPartialOrder& order);
    /** @return the transitive reduction as such a text; equal orders have equal texts */
    std::string ToText() const;
    /** @return a number that differs, in all likelihood, for different orders */
    uint32_t GetDigest() const;

    /** @return number of media */
    uint32_t GetMedia() const
    {
        return static_cast<uint32_t>(m_counts.size());
    }

    /** @param poc medium @return its SDUs in a period */
    uint32_t GetCount(uint32_t poc) const
    {
        return m_counts[poc];
    }

    /** @return whether the period repeats */
    bool IsPeriodic() const
    {
        return m_repeats;
    }

    /** @param sdu an SDU @return whether the order has it */
    bool Contains(const MmPocSdu& sdu) const
    {
        return sdu.poc < GetMedia() && (m_repeats || sdu.number < m_counts[sdu.poc]);
    }

    /** @param poc medium @return whether each of its SDUs comes after the one before, directly or
     * not */
    bool IsChain(uint32_t poc) const;
    /** @param sdu of the order @return immediate predecessors: transitive reduction, sorted */
    std::vector<MmPocSdu> GetImmediate(const MmPocSdu& sdu) const;
    /** @param poc medium @param sdu of the order @return the highest number of the medium's SDUs
     * that precede it; -1: there is none. Constant time. */
    int64_t GetHighest(uint32_t poc, const MmPocSdu& sdu) const;
    /** @param before, after SDUs of the order @return whether the first one precedes the other one.
     * Constant time if the first one's medium is a chain. */
    bool Precedes(const MmPocSdu& before, const MmPocSdu& after) const;

    /**
     * @brief Checks a sequence of deliveries.
     * @param sequence distinct SDUs of the order; all others count as lost
     * @return whether it is a linear extension of the order without the lost ones
     */
    bool IsLinearExtension(const std::vector<MmPocSdu>& sequence) const;

    /**
     * @brief Counts the linear extensions of the first periods.
     * @param periods 1 or more, with 62 SDUs at most
     * @return the number; 0 if it exceeds 64 bits, or the arguments are out of range
     */
    uint64_t CountLinearExtensions(uint32_t periods = 1) const;

    /** @param periods to be drawn @return the Hasse diagram in the language of Graphviz */
    std::string ToDot(uint32_t periods = 1) const;

  private:
    /// No path in the template.
    static constexpr uint32_t NONE = ~uint32_t{0};

    /** @param poc medium @param index in the period @return place in the template */
    uint32_t Place(uint32_t poc, uint32_t index) const
    {
        return m_first[poc] + index;
    }

    /** @param poc, index an SDU that is to come after another one @param before that one
     * @return whether this makes a cycle within a period */
    bool MakesCycle(uint32_t poc, uint32_t index, const Predecessor& before) const;
    /** @brief Computes reduction and lags if something has changed. */
    void Prepare() const;
    /** @param place of an SDU @param before one of its predecessors @return whether there is
     * another path */
    bool IsRedundant(uint32_t place, const Predecessor& before) const;

    std::vector<uint32_t> m_counts;                            //!< SDUs in a period
    std::vector<uint32_t> m_first;                             //!< place of each medium's first SDU
    std::vector<std::vector<Predecessor>> m_before;            //!< by place, as given
    bool m_repeats{true};                                      //!< periodic
    mutable bool m_prepared{false};                            //!< what follows is valid
    mutable std::vector<std::vector<Predecessor>> m_immediate; //!< by place
    mutable std::vector<std::vector<uint32_t>> m_lag;          //!< least lag to a place, by place
    mutable std::vector<bool> m_chain;                         //!< by medium
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_PARTIAL_ORDER_H
