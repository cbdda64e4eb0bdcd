// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_NETWORK_H
#define BURST_NETWORK_H

#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
class AtmPort;

/**
 * @ingroup hsn-atm
 * @brief What the ports of the burst engine have in common: all of them, once in a while.
 *
 * Ports work out their cells when somebody has to know of them. These functions make all of them
 * do so: before something is changed that cells depend on, or a counter is read, and before the
 * end.
 */
class BurstNetwork
{
  public:
    /// @param port works with the burst engine
    static void Add(AtmPort* port);

    /// @param port is no more
    static void Remove(AtmPort* port);

    /// Works out every cell up to the time step before now.
    static void Settle();

    /// Something has changed that decides what falls back to cell by cell, or where VCs lead.
    static void Reconsider();

    /// There are cells, or have been.
    static void NotifyTraffic()
    {
        m_awake = true;
    }

    /**
     * @brief Makes connecting a trace source a change of which the burst engine hears.
     * @param source accessor of a trace source that tells of single cells when they come
     * @return an accessor that does the same
     */
    static Ptr<const TraceSourceAccessor> Watch(Ptr<const TraceSourceAccessor> source);

  private:
    static bool m_awake;      //!< there has been a cell
    static int64_t m_settled; //!< time step up to which everything is worked out
};
} // namespace hsn
} // namespace ns3

#endif // BURST_NETWORK_H
