// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the burst engine asks of links and ports, which it does not know.
 */
#ifndef BURST_PARTS_H
#define BURST_PARTS_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
class AtmPdu;
class CellLane;
class CellSink;

/**
 * @ingroup hsn-atm
 * @brief A link, as its lanes and changes of its timing see it.
 */
class BurstLink
{
  public:
    virtual ~BurstLink() = default;

    /// @param end the sending end @param n cells that the receiver took
    void NotifyTaken(uint32_t end, uint64_t n)
    {
        m_taken[end] += m_isLive[end] ? 0 : n; // one by one, the link counts them itself
    }

    /**
     * @param end the sending end, 0 or 1
     * @return whether every cell of that direction has events: the per-cell engine, and where the
     * burst engine falls back
     */
    bool IsLive(uint32_t end) const
    {
        return m_isLive[end];
    }

    /// @param lane of this link @return who takes its cells at the receiving end
    virtual CellSink* FindSink(CellLane& lane) = 0;

    /// Both ends take the cells back that leave from now on. Called by AtmChange.
    virtual void BeginChange() = 0;

    /// Both ends send the cells anew that BeginChange() took back. Called by AtmChange.
    virtual void EndChange() = 0;

  protected:
    /// @param end the sending end @param isLive see IsLive
    void SetLive(uint32_t end, bool isLive)
    {
        m_isLive[end] = isLive;
    }

    /// @param end the sending end @return cells that the receiver took, but for those of live times
    uint64_t GetTaken(uint32_t end) const
    {
        return m_taken[end];
    }

  private:
    // not virtual: these are asked for each run of cells
    bool m_isLive[2]{true, true}; //!< by sending end
    uint64_t m_taken[2]{0, 0};    //!< cells, by sending end
};

/**
 * @ingroup hsn-atm
 * @brief A port with a link, as all ports together see it: BurstNetwork.
 */
class BurstPort
{
  public:
    virtual ~BurstPort() = default;

    /// @param t time step, before now; it decides on everything up to then
    virtual void Settle(int64_t t) = 0;

    /// @param pdu every cell of which now needs an event: has those at hand
    virtual void Await(const AtmPdu& pdu) = 0;

    /// Settings have changed: its direction of the link finds out whether it is live.
    virtual void ReconsiderLink() = 0;

    /// Settings have changed, and all links know whether they are live: the port works out anew
    /// where its lanes lead, what it decides by, and which events it needs.
    virtual void Replan() = 0;

    /// @return what was changed without an AtmChange, as the beginning of a sentence; empty:
    /// nothing
    virtual std::string FindOmission() const = 0;
};
} // namespace hsn
} // namespace ns3

#endif // BURST_PARTS_H
