// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_RECEIVER_H
#define HSN_MM_POC_RECEIVER_H

#include "mm-poc-loss-policy.h"
#include "mm-poc-pdu.h"

#include "ns3/packet.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-mm-poc
 * @brief The receiver of one medium (figure 6 of the paper): which SDUs are missing, stored, and
 * decided, that is delivered or declared lost. MmPocManager decides.
 *
 * Only missing and stored SDUs take room.
 */
class MmPocReceiver
{
  public:
    /// No number.
    static constexpr uint64_t NONE = std::numeric_limits<uint64_t>::max();

    /** @param poc medium @param bound of its losses */
    MmPocReceiver(uint32_t poc, const MmPocLossPolicy::Settings& bound);

    /** @param number of an SDU @return whether it is neither decided nor stored nor beyond the end
     */
    bool IsMissing(uint64_t number) const
    {
        return number < m_total && (number >= m_frontier || m_holes.count(number) > 0);
    }

    /** @param number of an SDU @return whether it has arrived and is not decided */
    bool IsStored(uint64_t number) const
    {
        return m_stored.count(number) > 0;
    }

    /** @return lowest missing number */
    uint64_t GetLowestMissing() const
    {
        return m_holes.empty() ? m_frontier : *m_holes.begin();
    }

    /** @return lowest stored number, or NONE */
    uint64_t GetLowestStored() const
    {
        return m_stored.empty() ? NONE : m_stored.begin()->first;
    }

    /** @param highest number @return the highest stored one up to it, or NONE */
    uint64_t GetHighestStored(int64_t highest) const;

    /** @return lowest number that is not decided */
    uint64_t GetLowestValid() const
    {
        return std::min(GetLowestMissing(), GetLowestStored());
    }

    /** @param highest number @return missing ones up to it, ascending */
    std::vector<uint64_t> GetMissing(int64_t highest) const;
    /** @param highest number @return stored ones up to it, ascending */
    std::vector<uint64_t> GetStored(int64_t highest) const;

    /** @brief Notes that an SDU has arrived, and stores it. @param number missing @param sdu the
     * SDU */
    void Store(uint64_t number, Ptr<Packet> sdu);
    /** @brief Takes a stored SDU, which is delivered. @param number stored @return it */
    Ptr<Packet> Take(uint64_t number);
    /** @brief Declares SDUs lost, those that are stored included. @param lost not decided,
     * ascending */
    void Declare(const std::vector<uint64_t>& lost);

    /** @brief No SDU from here on will ever come. @param total numbers are below this */
    void SetTotal(uint64_t total);

    /** @brief The sender has said that the stream ends. */
    void NoteEnd()
    {
        m_endHeard = true;
    }

    /** @return whether it has */
    bool IsEndHeard() const
    {
        return m_endHeard;
    }

    /** @return numbers are below this; NONE: unknown */
    uint64_t GetTotal() const
    {
        return m_total;
    }

    /** @return whether the end is known and all SDUs are decided */
    bool IsDone() const
    {
        return m_frontier >= m_total && m_holes.empty() && m_stored.empty();
    }

    /** @return numbers from here on have neither arrived nor been declared lost */
    uint64_t GetFrontier() const
    {
        return m_frontier;
    }

    /** @return all missing numbers below the frontier */
    const std::set<uint64_t>& GetHoles() const
    {
        return m_holes;
    }

    /** @return all stored SDUs by number */
    const std::map<uint64_t, Ptr<Packet>>& GetStored() const
    {
        return m_stored;
    }

    /** @return bytes of stored SDUs */
    uint32_t GetStoredBytes() const
    {
        return m_storedBytes;
    }

    /** @return losses and their bound */
    const MmPocLossPolicy& GetPolicy() const
    {
        return m_policy;
    }

    /**
     * @brief Says what has arrived.
     * @param type ACK_RES or FNACK
     * @param longest list: what does not fit is left for later, by a lower number that was received
     * last
     * @return the PDU
     */
    MmPocPdu MakeAnswer(MmPocPduType type, uint32_t longest) const;

  private:
    /** @brief Moves the frontier. @param to there; the numbers between are missing */
    void Advance(uint64_t to);

    uint32_t m_poc;                           //!< medium
    MmPocLossPolicy m_policy;                 //!< losses
    uint64_t m_frontier{0};                   //!< after the highest number of which we know
    uint64_t m_total{NONE};                   //!< SDUs of the stream
    bool m_endHeard{false};                   //!< from the sender
    std::set<uint64_t> m_holes;               //!< missing numbers below the frontier
    std::map<uint64_t, Ptr<Packet>> m_stored; //!< SDUs that wait
    uint32_t m_storedBytes{0};                //!< of them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_RECEIVER_H
