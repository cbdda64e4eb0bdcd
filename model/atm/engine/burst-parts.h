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
    virtual void NotifyTaken(uint32_t end, uint64_t n) = 0;

    /// @param end the sending end, 0 or 1 @return whether every cell of that direction has events
    virtual bool IsLive(uint32_t end) const = 0;

    /// @param lane of this link @return who takes its cells at the receiving end
    virtual CellSink* FindSink(CellLane& lane) = 0;

    /// Both ends take the cells back that leave from now on. Called by AtmChange.
    virtual void BeginChange() = 0;

    /// Both ends send the cells anew that BeginChange() took back. Called by AtmChange.
    virtual void EndChange() = 0;
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
